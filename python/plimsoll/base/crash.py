"""The error line for a defect, and the log with its traceback: a file in this user's state folder,
`crash-DATE-TIME-PROCESS.log`."""

import errno
import os
import sys
import time
import traceback
from pathlib import Path

from plimsoll.base import errors, posix, state
from plimsoll.base.messages import message
from plimsoll.base.printable import printable_lines
from plimsoll.base.version import __version__


def unexpected_error(error: BaseException) -> errors.PlimsollError:
    """The error for an unexpected exception, whose traceback goes to a log; lack of memory is no
    defect and gets no log."""
    if is_out_of_memory(error):
        why = errors.one_line(str(error)) or type(error).__name__
        return errors.NoSpaceError(*message.refusal("no-memory", why=why))
    what = message("internal-error", name=type(error).__name__, text=errors.one_line(str(error)))
    try:
        return errors.InternalError(what, message("internal-error-now", log=_log(error)))
    except OSError as unwritten:
        return errors.InternalError(what, message("internal-error-now-unlogged", why=unwritten))


def endless_number(error: BaseException) -> errors.PlimsollError | None:
    """The error for a number with more digits than Python reads (sys.set_int_max_str_digits); None
    for any other exception."""
    if isinstance(error, ValueError) and "integer string conversion" in str(error):
        return errors.InputError(
            *message.refusal("number-too-long", most=f"{sys.get_int_max_str_digits():,}")
        )
    return None


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an exception of Python, its threads, its module loader or the system means that
    memory has run out."""
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return True
    text = str(error).lower()
    return (isinstance(error, RuntimeError) and "can't start new thread" in text) or (
        isinstance(error, ImportError | OSError)
        and any(words in text for words in ("failed to map", "cannot allocate memory"))
    )


def _log(error: BaseException) -> Path:
    text = "\n".join(
        [
            (
                f"plimsoll {__version__}, Python {sys.version.split()[0]},"
                f" {time.strftime('%Y-%m-%dT%H:%M:%S%z')}"
            ),
            f"arguments: {sys.argv[1:]}",
            "".join(traceback.format_exception(error)),
        ]
    )
    text = printable_lines(text)
    name = f"crash-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.log"
    try:
        with state.open_folder(make=True) as folder:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | posix.O_NOFOLLOW | posix.O_CLOEXEC
            with os.fdopen(
                os.open(name, flags, mode=0o600, dir_fd=folder),
                "w",
                encoding="utf-8",
                errors="backslashreplace",
            ) as opened:
                opened.write(text)
        path = state.place() / name
    except (OSError, errors.IoError):
        # No home, or one that cannot be written. Every command loads this module, and hardly any
        # needs a temporary file.
        import tempfile

        descriptor, temporary = tempfile.mkstemp(prefix="plimsoll-", suffix=f"-{name}")
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
        path = Path(temporary)
    return path
