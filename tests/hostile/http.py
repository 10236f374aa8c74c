"""A web client that sends exactly the bytes that it is told to, and waits for no more than it
must."""

import socket
from dataclasses import dataclass


@dataclass(frozen=True)
class HttpResponse:
    """What came back: the status (0 when it hung up without a word), the head as sent, the body."""

    status: int
    head: str
    body: bytes

    @property
    def headers(self) -> dict[str, str]:
        """By their names in lower case."""
        lines = (line.partition(":") for line in self.head.split("\r\n")[1:])
        return {name.strip().lower(): value.strip() for name, _, value in lines}


def raw(port: int, said: bytes, *, within_s: float = 60.0, hang_up: bool = False) -> HttpResponse:
    """Sends these bytes, then reads until the server hangs up or has said as much as it
    announced."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=within_s) as client:
            client.sendall(said)
            if hang_up:
                client.shutdown(socket.SHUT_WR)
            return _answer(client)
    except TimeoutError:
        raise
    except OSError:
        return HttpResponse(0, "", b"")


def request(
    method: str,
    path: str,
    headers: dict[str, str] | None = None,
    body: bytes = b"",
    *,
    version: str = "1.1",
) -> bytes:
    """One request with these headers and no others, but for the length of a body."""
    lines = [
        f"{method} {path} HTTP/{version}",
        *(f"{name}: {value}" for name, value in (headers or {}).items()),
    ]
    if body and "Content-Length" not in (headers or {}):
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n" + body


def _answer(client: socket.socket) -> HttpResponse:
    came = b""
    while b"\r\n\r\n" not in came:
        more = client.recv(1 << 16)
        if not more:
            return HttpResponse(_status(came), came.decode("latin-1"), b"")
        came += more
    head, _, body = came.partition(b"\r\n\r\n")
    said = HttpResponse(_status(head), head.decode("latin-1"), b"")
    length = said.headers.get("content-length")
    while length is not None and len(body) < int(length):
        more = client.recv(1 << 16)
        if not more:
            break
        body += more
    return HttpResponse(said.status, said.head, body)


def _status(head: bytes) -> int:
    words = head.split(b" ", 2)
    return int(words[1]) if len(words) > 1 and words[1][:3].isdigit() else 0
