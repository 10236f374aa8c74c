"""What Python has on Linux and lacks elsewhere, in one place: the modules, the flags of `open`, the
user's number, the limits of the process.

Measuring needs Linux. Reading does not: importing, reports, comparisons, sizing, simulations. Where
a module is missing, importing this one still works, and the first use of it raises UsageError with
one sentence. A flag that the system does not know is 0: it asks for nothing there.
"""

from __future__ import annotations

import importlib
import os
import select
import signal
from typing import TYPE_CHECKING

from plimsoll.base.errors import UsageError
from plimsoll.base.messages import message

__all__ = ("fcntl", "pwd", "resource", "termios")
"""The modules that others take from here."""


class _Missing:
    """Stands for a module that this system does not have."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        raise needs_linux()


def needs_linux() -> UsageError:
    """The error of whatever only Linux can do."""
    return UsageError(*message.refusal("needs-linux"))


if TYPE_CHECKING:
    import fcntl
    import pwd
    import resource
    import termios
    from pathlib import Path
else:

    def _module(name: str) -> object:
        try:
            return importlib.import_module(name)
        except ImportError:
            return _Missing()

    fcntl, pwd, resource, termios = map(_module, ("fcntl", "pwd", "resource", "termios"))


FOLDERS_OPEN = os.open in os.supports_dir_fd
"""Whether a folder can be opened, and files be named from it."""
PIPES_TELL = hasattr(select, "poll") and not isinstance(fcntl, _Missing)
"""Whether a pipe tells how much it still takes."""


def _flag(name: str) -> int:
    return int(getattr(os, name, 0))


O_CLOEXEC = _flag("O_CLOEXEC") or _flag("O_NOINHERIT") | _flag("O_BINARY")
"""Every file that is opened with flags has it: Windows has another name for it, and would change
line ends."""
O_DIRECTORY = _flag("O_DIRECTORY")
O_NOCTTY = _flag("O_NOCTTY")
O_NOFOLLOW = _flag("O_NOFOLLOW")
O_NONBLOCK = _flag("O_NONBLOCK")


def user() -> int:
    """The number of the user whose rights count; 0 where users have none, as files say there."""
    return os.geteuid() if hasattr(os, "geteuid") else 0


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def sync_folder(path: Path) -> None:
    """The names in a folder are on disk from here on, where a folder can be opened."""
    if not FOLDERS_OPEN:
        return
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def limit(name: str) -> int | None:
    """A limit of this process by the name that `resource` has for it; None where there is none."""
    if isinstance(resource, _Missing):
        return None
    found: int = resource.getrlimit(getattr(resource, name))[0]
    return None if found == resource.RLIM_INFINITY else found


def signals(*names: str) -> tuple[signal.Signals, ...]:
    """The signals of these names that this system has."""
    return tuple(signal.Signals[name] for name in names if name in signal.Signals.__members__)
