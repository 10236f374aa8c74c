"""A served stack: its thread and its control socket.

The control socket speaks JSON, one object a line: `{"ask": "statistics"}`, `{"ask": "settings"}`
(what can be switched, as it is), or `{"ask": "switch", "element": …, "key": …, "value": …}`; the
answer is `{"answer": …}` or `{"error": …}`. It is a socket in the file system with mode 600:
access to it is the right to switch faults and limits.
"""

import contextlib
import json
import socket
import stat
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from plimsoll.base.accepting import AGAIN_S, is_exhausted
from plimsoll.base.errors import IoError, NoTargetError, PlimsollError, UsageError
from plimsoll.native import session as execute
from plimsoll.native.messages import message

LONGEST_LINE = 64 * 1024
"""Bytes of a request on the control socket: more is no request of ours."""
PATIENCE_S = 10.0
"""How long either side of the control socket waits for the other."""
MOST_ASKING = 8
"""Connections to the control socket at once, a thread each: people and scripts that switch faults,
not a load."""


@contextlib.contextmanager
def serve_in_thread(server: execute.Server) -> Iterator[threading.Thread]:
    """Runs the server in a thread of its own until the context ends. The server has begun when the
    context is entered, so that readers of the control socket's address may switch at once."""
    thread = threading.Thread(target=server.run, name="plimsoll-serve", daemon=True)
    thread.start()
    try:
        while thread.is_alive() and not server.has_begun():
            time.sleep(0.001)
        yield thread
    finally:
        server.stop()
        thread.join()


@contextlib.contextmanager
def control(path: Path, server: execute.Server) -> Iterator[None]:
    """A control socket at `path` while the context lasts."""
    # A native socket has the same rules for existing files, owners and removal as the servers' own.
    made = execute.UnixSocket.open(path)
    listener = made.listener()
    # With a timeout accept returns now and then, so that the end is noticed.
    listener.settimeout(0.2)
    ended = threading.Event()
    places = threading.BoundedSemaphore(MOST_ASKING)

    def answer(client: socket.socket) -> None:
        try:
            _handle_client(client, server)
        finally:
            places.release()

    def accept() -> None:
        while not ended.is_set():
            try:
                client, _ = listener.accept()
            except TimeoutError:
                continue
            except OSError as error:
                if is_exhausted(error):
                    ended.wait(AGAIN_S)
                    continue
                return
            if places.acquire(blocking=False):
                threading.Thread(target=answer, args=(client,), daemon=True).start()
            else:
                _turn_away(client)

    thread = threading.Thread(target=accept, name="plimsoll-control", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        made.close()
        listener.close()


def _turn_away(client: socket.socket) -> None:
    with contextlib.closing(client), contextlib.suppress(OSError):
        client.setblocking(False)
        refusal = message("socket-busy", others=MOST_ASKING)
        client.sendall(json.dumps({"error": refusal}).encode() + b"\n")


def _handle_client(client: socket.socket, server: execute.Server) -> None:
    with contextlib.closing(client), contextlib.suppress(OSError):
        rest = b""
        while (found := _line(client, rest)) is not None:
            line, rest = found
            client.settimeout(PATIENCE_S)
            client.sendall(json.dumps(_reply(line, server)).encode() + b"\n")
            if not line.endswith(b"\n"):
                return


def _line(client: socket.socket, begun: bytes) -> tuple[bytes, bytes] | None:
    """A request and the bytes after it; None where no more comes. The time limit is for the whole
    request, however slowly its bytes come."""
    until = time.monotonic() + PATIENCE_S
    while b"\n" not in begun and len(begun) < LONGEST_LINE:
        left = until - time.monotonic()
        if left <= 0:
            return None
        client.settimeout(left)
        more = client.recv(LONGEST_LINE)
        if not more:
            return (begun, b"") if begun else None
        begun += more
    line, end, rest = begun.partition(b"\n")
    return line + end, rest


def _reply(line: bytes, server: execute.Server) -> dict[str, object]:
    try:
        request = json.loads(line)
        ask = request["ask"]
        if ask == "statistics":
            return {"answer": server.statistics()}
        if ask == "settings":
            return {"answer": server.settings()}
        if ask == "switch":
            server.switch(*(str(request[key]) for key in ("element", "key", "value")))
            return {"answer": "done"}
        return {"error": message("socket-question", question=f"{ask!r}")}
    except PlimsollError as error:
        return {"error": str(error)}
    except (ValueError, TypeError, KeyError, RecursionError):
        return {"error": (message("socket-no-request"))}


class EndedError(IoError):
    """The server behind the control socket has ended."""


def send_request(path: Path, request: dict[str, str]) -> Any:
    """Sends a request to the server behind a control socket and returns the answer. Raises when
    there is none, or when it refuses."""
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as connection:
        connection.settimeout(PATIENCE_S)
        try:
            connection.connect(str(path))
            # A server that turns us away may have closed already; its answer can still be read.
            with contextlib.suppress(BrokenPipeError):
                connection.sendall(json.dumps(request).encode() + b"\n")
            answer = json.loads(connection.makefile("rb").readline())
        except FileNotFoundError:
            raise NoTargetError(*message.refusal("no-socket", path=path)) from None
        except (OSError, ValueError, RecursionError) as error:
            if (kind := _kind(path)) is not None:
                raise IoError(*message.refusal("not-a-socket", path=path, kind=kind)) from None
            # Refused: the socket exists, but its server has ended.
            ended = isinstance(error, ConnectionRefusedError)
            raise (EndedError if ended else IoError)(
                *message.refusal("socket-silent", path=path, why=error)
            ) from None
    if not isinstance(answer, dict) or not answer.keys() & {"answer", "error"}:
        raise IoError(*message.refusal("socket-of-others", path=path))
    if "error" in answer:
        raise UsageError(str(answer["error"]))
    return answer["answer"]


def _kind(path: Path) -> str | None:
    """The kind of a file that is no socket; None for a socket."""
    with contextlib.suppress(OSError):
        mode = path.stat().st_mode
        kinds = {
            stat.S_IFIFO: "a pipe",
            stat.S_IFDIR: "a folder",
            stat.S_IFREG: "a file",
            stat.S_IFSOCK: None,
        }
        return kinds.get(stat.S_IFMT(mode), "a device")
    return None


def every(
    seconds: float, ended: Callable[[], bool], each: Callable[[], None], stop: execute.Stop
) -> None:
    """Calls `each` every so many seconds until `ended` or a stop request."""
    pause = threading.Event()
    due = seconds
    waited = 0.0
    while not ended() and not stop.is_requested:
        pause.wait(0.1)
        waited += 0.1
        if waited >= due:
            due += seconds
            each()
