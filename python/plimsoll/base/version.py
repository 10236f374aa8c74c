"""The version of Plimsoll, as pyproject.toml has it, and which build of it this is."""

from pathlib import Path

from plimsoll.base.messages import message

__version__ = "0.1.0"

_PACKAGE = Path(__file__).parents[1]
_COMMIT = Path(__file__).with_name("commit")
"""Written by `tools/dist`; a tree of the source has none."""


def describe() -> str:
    """Version, commit and digest in a line, by which two installations are known to be the same.

    The digest is that of the names and contents of all the files of the package."""
    try:
        commit = _COMMIT.read_text(encoding="ascii").strip()[:12]
    except OSError:
        return message("version-of-source", version=__version__, digest=_digest()[:16])
    return message("version", version=__version__, commit=commit, digest=_digest()[:16])


def _digest() -> str:
    # Every command imports this module, and this function is for one flag.
    import hashlib

    whole = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            whole.update(f"{content}  {path.relative_to(_PACKAGE)}\n".encode())
    return whole.hexdigest()
