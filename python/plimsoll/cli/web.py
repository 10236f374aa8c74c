"""`plimsoll web`: the shelf of campaigns, the live page of one that runs, and a form that starts
one, in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import preferences, reading
from plimsoll.base.errors import UsageError
from plimsoll.cli import _added_flags, _options
from plimsoll.cli._options import flag
from plimsoll.cli.messages import message
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
    store: list[Path] | None = flag("--store FILE", message("help-web-store")),
    directory: Path | None = flag("--directory DIR", message("help-web-directory")),
    listen: str = flag("--listen HOST:PORT", message("help-web-listen"), "127.0.0.1:8080"),
    token: str | None = flag("--token TOKEN", message("help-web-token")),
    token_file: Path | None = flag("--token-file FILE", message("help-web-token-file")),
    host: list[str] | None = flag("--host NAME[:PORT]", message("help-web-host")),
    allow_commands: bool = flag("--allow-commands", message("help-web-allow-commands")),
    allow_data_loss: bool = flag("--allow-data-loss", message("help-web-allow-data-loss")),
    added: _added_flags.Added = _added_flags.NOTHING,
    as_json: _options.Json = False,
) -> None:
    """Show campaigns in a browser: a list of them, their reports, a running one live; start, mark
    and stop them.

    It listens on this machine only, unless --listen says otherwise; with any other address the
    token is needed for everything. Campaigns that it started keep running when it ends.
    """
    if store and directory is not None:
        raise UsageError(*message.refusal("store-and-directory"))
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
        raise UsageError(*message.refusal("directory-is-no-folder", folder=directory))
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
                *message.refusal("no-folder-for-store", folder=path.parent, store=path)
            )
    return shelf


def _secret(token: str | None, file: Path | None) -> str | None:
    """The token that was given; none when one is to be made."""
    from plimsoll.web.guard import SHORTEST_TOKEN

    if token is not None and file is not None:
        raise UsageError(*message.refusal("token-and-token-file"))
    if file is not None:
        said = reading.text_of(file, message("token-file"), message("token-file-advice"))
        token = next(iter(said.splitlines()), "").strip()
    if token is None:
        return None
    if (
        len(token) < SHORTEST_TOKEN
        or not token.isascii()
        or not token.isprintable()
        or " " in token
    ):
        raise UsageError(*message.refusal("weak-token", characters=SHORTEST_TOKEN))
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
            message("reachable-here-token", token=how.token)
            if how.made
            else message("reachable-here")
        )
    else:
        screen.note(message("reachable-by-others"))
    return screen.note(message("serving-pages"))
