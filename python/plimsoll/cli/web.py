"""`plimsoll web`: the shelf of campaigns, the live page of one that runs, and a form that starts
one, in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import preferences, reading
from plimsoll.base.errors import UsageError
from plimsoll.cli import _added_flags, _options
from plimsoll.cli._options import flag
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from plimsoll.web.listener import Listening
    from plimsoll.web.shelf import Shelf

EXAMPLES = (
    "plimsoll web",
    "plimsoll web --store friday.db --store monday.db",
    *_added_flags.examples(_added_flags.of_pages()),
    "plimsoll web --directory /srv/plimsoll --listen 0.0.0.0:8080 --token-file token",
)


@_added_flags.with_flags(_added_flags.of_pages())
def web(
    store: list[Path] | None = flag(
        "--store FILE", "Store to show. Repeatable. Default: plimsoll.db."
    ),
    directory: Path | None = flag("--directory DIR", "Show every store in this folder instead."),
    listen: str = flag(
        "--listen HOST:PORT", "Address to listen on; port 0 picks a free one.", "127.0.0.1:8080"
    ),
    token: str | None = flag(
        "--token TOKEN",
        "Access token, required from other machines and from other users of this one. Other"
        " users can see it in the process list. Default: generated.",
    ),
    token_file: Path | None = flag(
        "--token-file FILE", "Read the access token from the first line of a file."
    ),
    host: list[str] | None = flag(
        "--host NAME[:PORT]",
        "Additional host name by which browsers reach this server. Repeatable.",
    ),
    allow_commands: bool = flag(
        "--allow-commands",
        "Let the page start campaigns that run commands (settings, clear_caches,"
        " collectors). They run as you.",
    ),
    allow_data_loss: bool = flag(
        "--allow-data-loss", "Let the page confirm that data on a target may be overwritten."
    ),
    added: _added_flags.Added = _added_flags.NOTHING,
    as_json: _options.Json = False,
) -> None:
    """Show campaigns in a browser: a list of them, their reports, a running one live; start, mark
    and stop them.

    It listens on this machine only, unless --listen says otherwise; with any other address the
    token is needed for everything. Campaigns that it started keep running when it ends.
    """
    if store and directory is not None:
        raise UsageError(
            "--store cannot be combined with --directory",
            "Name stores, or the folder that holds them.",
        )
    secret = _secret(token, token_file)
    from plimsoll.web import listener
    from plimsoll.web.launcher import Permissions

    shelf = _shelf(store, directory)
    bound = listener.bind(listen)
    listener.serve(
        bound,
        shelf,
        Permissions(allow_commands, allow_data_loss),
        host=listen.rpartition(":")[0].strip("[]"),
        token=secret,
        names=tuple(host or ()),
        added=added,
        told=lambda how: _tell(how, as_json=as_json),
        failed=screen.note,
    )


def _shelf(store: list[Path] | None, directory: Path | None) -> Shelf:
    """The stores that are shown. What is none is told now, and not on a page."""
    if directory is not None and not directory.is_dir():
        raise UsageError(f"--directory {directory} is not a folder", "Make it, or name another.")
    from plimsoll.web.shelf import Shelf

    files = (
        ()
        if directory is not None
        else tuple(dict.fromkeys(path.absolute() for path in store or [preferences.store()]))
    )
    shelf = Shelf(files, None if directory is None else directory.absolute())
    for path in files:
        if path.exists():
            with shelf.reading(path):
                pass
        elif not path.parent.is_dir():
            raise UsageError(
                f"there is no folder {path.parent} for the store {path}",
                "Make it, or name another store.",
            )
    return shelf


def _secret(token: str | None, file: Path | None) -> str | None:
    """The token that was given; none when one is to be made."""
    from plimsoll.web.guard import SHORTEST_TOKEN

    if token is not None and file is not None:
        raise UsageError("--token cannot be combined with --token-file", "Give one of them.")
    if file is not None:
        said = reading.text_of(file, "token file", "It must be a text file.")
        token = next(iter(said.splitlines()), "").strip()
    if token is None:
        return None
    if (
        len(token) < SHORTEST_TOKEN
        or not token.isascii()
        or not token.isprintable()
        or " " in token
    ):
        raise UsageError(
            f"that token is too easy to guess or cannot be sent: it needs {SHORTEST_TOKEN} or more"
            " ASCII characters without blanks",
            "Make one: openssl rand -hex 24 > token.",
        )
    return token


def _tell(how: Listening, *, as_json: bool) -> None:
    address = f"{how.address}?token={how.token}" if how.made else how.address
    if as_json:
        return screen.document_line(
            {"kind": "serving", "address": how.address, "token": how.token if how.made else None}
        )
    screen.lines([how.address if how.local else address])
    if how.local:
        screen.note(
            "reachable from this machine only; other users need the token"
            + (f" {how.token}" if how.made else "")
        )
    else:
        screen.note(
            "reachable from other machines, and not encrypted: on a shared network put it behind"
            " TLS, or use ssh -L"
        )
    return screen.note("serving; Ctrl-C ends the server, but not the campaigns that it started")
