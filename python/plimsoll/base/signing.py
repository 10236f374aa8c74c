"""Signs content of this user, to recognise it in files that others may have written.

HMAC-SHA256 (RFC 2104, FIPS 180-4) with 32 random bytes in the user's state folder
(`base/state.py`), made at the first signature: with O_EXCL, for the owner alone. A key that is a
link, another user's, or readable by others is not used. Only this user and root can read the key,
and so sign in this user's name.
"""

import contextlib
import hashlib
import hmac
import json
import os
import secrets
import stat
from dataclasses import dataclass, field
from typing import Any

from plimsoll.base import posix, state
from plimsoll.base.errors import IoError
from plimsoll.base.messages import message

NAME = "signing.key"
BYTES = 32
_PLAIN = posix.O_NOFOLLOW | posix.O_CLOEXEC | posix.O_NONBLOCK


@dataclass(frozen=True)
class Key:
    """This user's key."""

    secret: bytes = field(repr=False)

    def sign(self, *content: Any) -> str:
        """The signature of this content: JSON values, the first of which names the kind."""
        return hmac.new(self.secret, canonical(*content), hashlib.sha256).hexdigest()

    def is_signature(self, signature: str | None, *content: Any) -> bool:
        """Whether it is the signature of this content."""
        return signature is not None and hmac.compare_digest(
            signature.encode(), self.sign(*content).encode()
        )


def canonical(*content: Any) -> bytes:
    """Content as bytes: equal content gives equal bytes, different content different ones."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode(
        "ascii"
    )


def read() -> Key | None:
    """This user's key; None when nothing was ever signed. Raises IoError for a key that cannot be
    trusted."""
    try:
        with state.open_folder(make=False) as folder:
            return _read(folder)
    except FileNotFoundError:
        return None


def read_or_make() -> Key:
    """This user's key, made when there is none. Raises IoError when that fails."""
    with state.open_folder(make=True) as folder:
        try:
            return _read(folder)
        except FileNotFoundError:
            pass
        try:
            _make(folder)
            return _read(folder)
        except OSError as error:
            raise IoError(
                message("signing-key-not-made", path=state.place() / NAME, why=error.strerror),
                state.elsewhere(),
            ) from None


def _read(folder: int) -> Key:
    path = state.place() / NAME
    again = message("signing-key-now", path=path)
    try:
        file = os.open(NAME, os.O_RDONLY | _PLAIN, dir_fd=folder)
    except FileNotFoundError:
        raise
    except OSError as error:
        if os.path.islink(path):  # noqa: PTH114  # beside the descriptor
            raise IoError(message("signing-key-link", path=path), again) from None
        raise IoError(
            message("signing-key-unopened", path=path, why=error.strerror), again
        ) from None
    with os.fdopen(file, "rb") as opened:
        found = os.fstat(file)
        if not stat.S_ISREG(found.st_mode):
            raise IoError(message("signing-key-no-file", path=path), again)
        if found.st_uid != posix.user():
            raise IoError(
                message("signing-key-of-others", path=path, owner=state.user_name(found.st_uid)),
                again,
            )
        if stat.S_IMODE(found.st_mode) & 0o077:
            raise IoError(message("signing-key-open", path=path), again)
        secret = opened.read(BYTES + 1)
    if len(secret) != BYTES:
        raise IoError(message("signing-key-size", path=path, bytes=BYTES), again)
    return Key(secret)


def _make(folder: int) -> None:
    """Writes a whole key beside its place and links it there: never half a key, and of two
    processes one wins."""
    made = f".{NAME}.{secrets.token_hex(8)}"
    file = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLAIN, mode=0o600, dir_fd=folder)
    try:
        with os.fdopen(file, "wb") as opened:
            opened.write(secrets.token_bytes(BYTES))
            opened.flush()
            os.fsync(file)
        with contextlib.suppress(FileExistsError):
            os.link(made, NAME, src_dir_fd=folder, dst_dir_fd=folder)
    finally:
        os.unlink(made, dir_fd=folder)
    os.fsync(folder)
