"""This user's state folder (the signing key of `base/signing.py`, crash logs) and cache folder.

`$XDG_STATE_HOME/plimsoll`, else `~/.local/state/plimsoll`; `$XDG_CACHE_HOME/plimsoll`, else
`~/.cache/plimsoll` (XDG base directory specification). Each is made for its owner alone (0700), is
no link, and belongs to the current user. Under `sudo` that kept the caller's HOME, root's folder
would be in the way of that user later: that is refused. Files are opened relative to the folder's
descriptor.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import stat
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.base.errors import IoError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Base(NamedTuple):
    """A folder of the specification: its variable, and its default place in a home."""

    variable: str
    in_home: tuple[str, ...]

    @property
    def elsewhere(self) -> str:
        """What to do where the folder cannot be used."""
        return f"Set {self.variable} to a folder of your own"


STATE = Base("XDG_STATE_HOME", (".local", "state"))
CACHE = Base("XDG_CACHE_HOME", (".cache",))
ELSEWHERE = STATE.elsewhere
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def place(environment: Mapping[str, str] | None = None, *, of: Base = STATE) -> Path:
    """The path of the folder, which need not exist. Raises IoError for a user without a home."""
    environment = os.environ if environment is None else environment
    # A relative path there is to be ignored (XDG base directory specification).
    if (given := environment.get(of.variable, "")).startswith("/"):
        return Path(given, "plimsoll")
    home = environment.get("HOME", "")
    if not home.startswith("/"):
        try:
            home = pwd.getpwuid(os.geteuid()).pw_dir
        except KeyError:
            raise IoError(
                f"there is no folder for the state of {own_user_name()}: no HOME", of.elsewhere
            ) from None
    return Path(home, *of.in_home, "plimsoll")


@contextlib.contextmanager
def open_folder(*, make: bool, of: Base = STATE) -> Iterator[int]:
    """The folder as a descriptor. Raises FileNotFoundError when it does not exist and is not to be
    made, IoError when it cannot be used."""
    path = place(of=of)
    if make:
        _make(path, of)
    try:
        folder = os.open(path, _FOLDER)
    except FileNotFoundError:
        raise
    except OSError as error:
        if path.is_symlink() or (path.exists() and not path.is_dir()):
            raise IoError(
                f"cannot use {path}: it is a link, or not a folder", f"Move it away. {of.elsewhere}"
            ) from None
        raise IoError(f"cannot use {path}: {error.strerror}", of.elsewhere) from None
    try:
        _check(path, folder, of)
        yield folder
    finally:
        os.close(folder)


def user_name(uid: int) -> str:
    """The name of a user, else the number."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"


def own_user_name() -> str:
    """The name of the current user."""
    return user_name(os.geteuid())


def _check(path: Path, folder: int, of: Base) -> None:
    found = os.fstat(folder)
    if found.st_uid != os.geteuid():
        raise IoError(
            f"cannot use {path}: it belongs to {user_name(found.st_uid)}, and you are"
            f" {own_user_name()}",
            f"Under sudo take your own home with 'sudo -H'. {of.elsewhere}",
        )
    if found.st_mode & 0o022:
        raise IoError(
            f"cannot use {path}: others may write into it",
            f"If you did not do that, find out who did; then: chmod 700 {path}",
        )
    if stat.S_IMODE(found.st_mode) & 0o077:
        # An earlier version made it for logs, without secrets.
        os.fchmod(folder, 0o700)


def _make(path: Path, of: Base) -> None:
    """Makes the folder and its parents, unless they would lie in another user's folder."""
    deep = len(of.in_home)
    if path.parts[-1 - deep : -1] == of.in_home and not path.parents[deep].is_dir():
        raise IoError(f"cannot make {path}: there is no {path.parents[deep]}", of.elsewhere)
    around = path.parent
    while not around.exists() and around != around.parent:
        around = around.parent
    try:
        owner = around.stat().st_uid
        if not path.is_symlink() and not path.exists() and owner not in (os.geteuid(), 0):
            raise IoError(
                f"cannot make {path}: {around} belongs to {user_name(owner)}, and you are"
                f" {own_user_name()}",
                f"Under sudo take your own home with 'sudo -H'. {of.elsewhere}",
            )
        for parent in reversed(list(path.parents)):
            with contextlib.suppress(FileExistsError):
                parent.mkdir(mode=0o700)
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=0o700)
    except OSError as error:
        raise IoError(f"cannot make {path}: {error.strerror}", of.elsewhere) from None
