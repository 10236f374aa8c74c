"""This user's state folder: the signing key of `base/signing.py`, crash logs.

`$XDG_STATE_HOME/plimsoll`, else `~/.local/state/plimsoll` (XDG base directory specification). It is
made for its owner alone (0700), is no link, and belongs to the current user. Under `sudo` that kept
the caller's HOME, root's folder would be in the way of that user later: that is refused. Files are
opened relative to the folder's descriptor.
"""

import contextlib
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from plimsoll.base import posix
from plimsoll.base.errors import IoError, UsageError
from plimsoll.base.messages import message
from plimsoll.base.posix import pwd

_VARIABLE = "XDG_STATE_HOME"
_IN_HOME = (".local", "state")
_FOLDER = os.O_RDONLY | posix.O_DIRECTORY | posix.O_NOFOLLOW | posix.O_CLOEXEC


def place(environment: Mapping[str, str] | None = None) -> Path:
    """The path of the folder, which need not exist. Raises IoError for a user without a home."""
    environment = os.environ if environment is None else environment
    # A relative path there is to be ignored (XDG base directory specification).
    if (given := environment.get(_VARIABLE, "")).startswith("/"):
        return Path(given, "plimsoll")
    home = environment.get("HOME", "")
    if not home.startswith("/"):
        try:
            home = pwd.getpwuid(posix.user()).pw_dir
        except (KeyError, UsageError):
            raise IoError(message("state-no-home", user=own_user_name()), elsewhere()) from None
    return Path(home, *_IN_HOME, "plimsoll")


@contextlib.contextmanager
def open_folder(*, make: bool) -> Iterator[int]:
    """The folder as a descriptor. Raises FileNotFoundError when it does not exist and is not to be
    made, IoError when it cannot be used."""
    path = place()
    if make:
        _make(path)
    try:
        folder = os.open(path, _FOLDER)
    except FileNotFoundError:
        raise
    except OSError as error:
        if path.is_symlink() or (path.exists() and not path.is_dir()):
            raise IoError(*message.refusal("state-no-folder", path=path)) from None
        raise IoError(
            message("state-unopened", path=path, why=error.strerror), elsewhere()
        ) from None
    try:
        _check(path, folder)
        yield folder
    finally:
        os.close(folder)


def elsewhere() -> str:
    """What to do where the folder cannot be used."""
    return message("state-elsewhere", variable=_VARIABLE)


def user_name(uid: int) -> str:
    """The name of a user, else the number."""
    try:
        return pwd.getpwuid(uid).pw_name
    except (KeyError, UsageError):
        # Without a name, or on a system without such users.
        return message("user-by-number", number=uid)


def own_user_name() -> str:
    """The name of the current user."""
    return user_name(posix.user())


def _check(path: Path, folder: int) -> None:
    found = os.fstat(folder)
    if found.st_uid != posix.user():
        raise IoError(
            *message.refusal(
                "state-of-others",
                "state-sudo-now",
                path=path,
                owner=user_name(found.st_uid),
                user=own_user_name(),
            )
        )
    if found.st_mode & 0o022:
        raise IoError(*message.refusal("state-open", path=path))
    if stat.S_IMODE(found.st_mode) & 0o077:
        # An earlier version made it for logs, without secrets.
        os.fchmod(folder, 0o700)


def _make(path: Path) -> None:
    """Makes the folder and its parents, unless they would lie in another user's folder."""
    deep = len(_IN_HOME)
    if path.parts[-1 - deep : -1] == _IN_HOME and not path.parents[deep].is_dir():
        raise IoError(message("state-no-parent", path=path, parent=path.parents[deep]), elsewhere())
    around = path.parent
    while not around.exists() and around != around.parent:
        around = around.parent
    try:
        owner = around.stat().st_uid
        if not path.is_symlink() and not path.exists() and owner not in (posix.user(), 0):
            raise IoError(
                *message.refusal(
                    "state-within-others",
                    "state-sudo-now",
                    path=path,
                    folder=around,
                    owner=user_name(owner),
                    user=own_user_name(),
                )
            )
        for parent in reversed(list(path.parents)):
            with contextlib.suppress(FileExistsError):
                parent.mkdir(mode=0o700)
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=0o700)
    except OSError as error:
        raise IoError(
            message("state-not-made", path=path, why=error.strerror), elsewhere()
        ) from None
