"""The least of an NBD client: what a test needs to say exactly what it wants to, also what no
library would send.

The protocol is that of github.com/NetworkBlockDevice/nbd, doc/proto.md. Fixed newstyle, simple
replies unless asked.
"""

import socket
import struct
import time
from pathlib import Path
from typing import Self

from tests.patience import PATIENCE_S

HELLO = b"NBDMAGICIHAVEOPT"
OPTION = 0x49484156454F5054
OPTION_REPLY = 0x3E889045565A9
REQUEST, SIMPLE, STRUCTURED = 0x25609513, 0x67446698, 0x668E33EF
READ, WRITE, DISCONNECT, FLUSH, TRIM, CACHE, ZEROES, STATUS = range(8)
OPT_EXPORT_NAME, OPT_ABORT, OPT_LIST = 1, 2, 3
OPT_STARTTLS, OPT_INFO, OPT_GO, OPT_STRUCTURED, OPT_LIST_META, OPT_SET_META, OPT_EXTENDED = (
    5,
    6,
    7,
    8,
    9,
    10,
    11,
)
EINVAL, ENOSPC, EOVERFLOW = 22, 28, 75


class RefusedError(Exception):
    """The server answered with this error."""

    def __init__(self, code: int) -> None:
        super().__init__(f"error {code}")
        self.code = code


def connect(path: Path, timeout_s: float = PATIENCE_S) -> socket.socket:
    """A connection, before anything was said."""
    made = socket.socket(socket.AF_UNIX)
    made.settimeout(timeout_s)
    end = time.monotonic() + timeout_s
    while True:
        try:
            made.connect(str(path))
        except BlockingIOError:
            # A queue that is full for the moment is no refusal.
            if time.monotonic() < end:
                time.sleep(0.01)
                continue
            made.close()
            raise
        except OSError:
            made.close()
            raise
        return made


def request(kind: int, cookie: int, offset: int, length: int, flags: int = 0) -> bytes:
    """One request, as it is sent."""
    return struct.pack(">IHHQQI", REQUEST, flags, kind, cookie, offset, length)


def option(number: int, data: bytes = b"") -> bytes:
    """One option of the handshake."""
    return struct.pack(">QII", OPTION, number, len(data)) + data


def go(name: str = "") -> bytes:
    """The option that begins the transmission."""
    return option(OPT_GO, struct.pack(">I", len(name)) + name.encode() + struct.pack(">H", 0))


class Client:
    """One connection that has agreed on an export."""

    def __init__(self, path: Path, export: str = "", *, timeout_s: float = PATIENCE_S) -> None:
        self.socket = connect(path, timeout_s)
        assert self.take(16) == HELLO
        self.take(2)
        self.socket.sendall(struct.pack(">I", 3) + go(export))
        self.size = 0
        while True:
            magic, _, kind, length = struct.unpack(">QIII", self.take(20))
            assert magic == OPTION_REPLY
            data = self.take(length)
            if kind == 1:
                break
            if kind >= 1 << 31:
                raise RefusedError(kind)
            if kind == 3 and struct.unpack_from(">H", data)[0] == 0:
                self.size = struct.unpack_from(">Q", data, 2)[0]
        self._cookie = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def take(self, length: int) -> bytes:
        """So many bytes, or ConnectionError."""
        came = bytearray()
        while len(came) < length:
            more = self.socket.recv(min(length - len(came), 1 << 20))
            if not more:
                raise ConnectionError("the server hung up")
            came += more
        return bytes(came)

    def ask(
        self, kind: int, offset: int = 0, length: int = 0, data: bytes = b"", flags: int = 0
    ) -> bytes:
        """One request and its answer; raises RefusedError."""
        self._cookie += 1
        self.socket.sendall(request(kind, self._cookie, offset, length, flags) + data)
        magic, error, cookie = struct.unpack(">IIQ", self.take(16))
        assert (magic, cookie) == (SIMPLE, self._cookie), "an answer to another request"
        if error:
            raise RefusedError(error)
        return self.take(length) if kind == READ else b""

    def read(self, offset: int, length: int) -> bytes:
        """The bytes there."""
        return self.ask(READ, offset, length)

    def write(self, offset: int, data: bytes) -> None:
        """Writes them."""
        self.ask(WRITE, offset, len(data), data)

    def flush(self) -> None:
        """Makes durable what was written."""
        self.ask(FLUSH)
