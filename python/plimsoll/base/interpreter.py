"""Why Plimsoll cannot start with this Python or on this system: each reason in one line.

The native part reads the catalogues of messages, so none of these sentences can stand in one. This
file, the `__init__.py` beside and above it, `__main__.py` and the end of `data/scripts/plimsoll`
are compiled by whatever Python a user has, before any of them can say that it is too old. They keep
to what Python 3.6 understands, the oldest on a system with glibc 2.28 (RHEL 8); a test holds that.
"""

import os
import sys

LEAST_PYTHON = (3, 11)
"""As `requires-python` in pyproject.toml, which only installers read."""
LEAST_GLIBC = (2, 28)
"""What the wheel is linked against (`WHEEL_GLIBC` in the Makefile)."""

UNFIT = 64
"""Exit code of an installation that does not fit: as where an extra is missing, another try does
not help (`base/errors.py`, which may not be importable)."""
NO_MEMORY = 75
"""Exit code where there is too little memory."""

OUT_OF_MEMORY = (
    "there is not enough memory to start. Give it more: look at what is free, and at ulimit -v."
)
_AGAIN = (
    "Install Plimsoll again for this Python: its wheel with pip, or 'make setup' in a source tree."
)


def python_refusal() -> "str | None":
    """What is wrong with the version of this Python; None where nothing is."""
    version = sys.version_info[:3]
    if version >= LEAST_PYTHON:
        return None
    least = "{}.{}".format(*LEAST_PYTHON)
    return (
        "Plimsoll needs Python {least} or newer, and {path} is Python {given}. Install it for a"
        " newer one: python{least} -m pip install plimsoll_storage-*.whl"
    ).format(least=least, path=sys.executable, given="{}.{}.{}".format(*version))


def import_refusal(error: ImportError) -> "tuple[int, str]":
    """Exit code and sentence for a part that cannot be loaded: the native one, a package, or a
    module of a copy that is not whole."""
    why = " ".join(str(error).split())
    if any(words in why.lower() for words in ("failed to map", "cannot allocate memory")):
        return NO_MEMORY, OUT_OF_MEMORY
    if error.name != "plimsoll._native":
        return UNFIT, f"a part of it cannot be loaded here: {why}. {_AGAIN}"
    least, libc = "{}.{}".format(*LEAST_GLIBC), c_library()
    if _is_old(libc):
        return UNFIT, (
            "its native part cannot be loaded here: {why}. It needs glibc {least} or newer, and"
            " this system has {libc}. Use a system that has it, or the container image, which"
            " brings it."
        ).format(why=why, least=least, libc=libc or "another C library, such as musl")
    return UNFIT, f"its native part cannot be loaded here: {why}. {_AGAIN}"


def c_library() -> str:
    """Name and version of glibc (`glibc 2.36`); empty where the C library is another."""
    try:
        return os.confstr("CS_GNU_LIBC_VERSION") or ""
    except (AttributeError, OSError, ValueError):
        return ""


def _is_old(libc: str) -> bool:
    """Whether this is no glibc, or one older than the wheel's."""
    name, _, version = libc.partition(" ")
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    return name != "glibc" or numbers < LEAST_GLIBC
