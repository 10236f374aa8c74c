"""Servers beneath clients that connect and never finish asking, more of them than the server may
have descriptors: whoever does ask is answered, no processor is burnt, nothing floods a log, and the
connections end.

The table has every server that Plimsoll can be. Each gets 1,024 descriptors (as `ulimit -n 1024`
does) and 1,100 clients, or fewer in the short form; then fewer descriptors than it has open, so that
the system refuses it every further one.
"""

import contextlib
import os
import re
import resource
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import COMMAND
from tests.hostile.conftest import Attempts
from tests.hostile.rig import Rig, until
from tests.hostile.test_serving import STACK
from tests.patience import PATIENCE_S
from tests.words import argv

pytestmark = pytest.mark.long

DESCRIPTORS = 1024
PLENTY = 8192
HALF = b"GET / HTTP/1.1\r\nHost: vm\r\n"
ANSWERED_WITHIN_S = PATIENCE_S
ENDED_WITHIN_S = 120.0
MOST_LOGGED = 64 * 1024


class ServerKind(NamedTuple):
    """How a server is started, where it listens (from what it prints), what a client that never
    finishes sends, and a client that is answered."""

    words: tuple[str, ...]
    where: Callable[[str, Path], tuple[str, int] | str]
    half: bytes
    ask: Callable[[tuple[str, int] | str], bool]


def _port(printed: str, _: Path) -> tuple[str, int]:
    found = re.search(r"http://127\.0\.0\.1:(\d+)/", printed)
    assert found, printed
    return "127.0.0.1", int(found[1])


def _get(path: str, said: bytes = b" 200 ") -> Callable[[tuple[str, int] | str], bool]:
    def ask(where: tuple[str, int] | str) -> bool:
        with contextlib.closing(_connect(where)) as client, client.makefile("rb") as answer:
            head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{where[1]}\r\nConnection: close\r\n\r\n"
            client.sendall(head.encode())
            return said in answer.read()

    return ask


def _statistics(where: tuple[str, int] | str) -> bool:
    with contextlib.closing(_connect(where)) as client:
        client.sendall(b'{"ask": "statistics"}\n')
        return client.recv(64).startswith(b'{"answer"')


def _greeting(where: tuple[str, int] | str) -> bool:
    with contextlib.closing(_connect(where)) as client:
        return client.recv(64).startswith(b"NBDMAGIC")


SERVERS: dict[str, ServerKind] = {
    "web": ServerKind(
        ("web", "--store", "a.db", "--listen", "127.0.0.1:0"), _port, HALF, _get("/")
    ),
    "run --metrics": ServerKind(
        (
            *("run", "--target", "null:", "--block-size", "4k", "--rate", "10"),
            *("--warmup-for", "0s", "--measure-for", "1h", "--metrics", "127.0.0.1:0"),
        ),
        _port,
        HALF,
        # It answers before the Run has opened all that it needs.
        _get("/metrics", b'plimsoll_phase{plimsoll_phase="measure"} 1'),
    ),
    "serve --control": ServerKind(
        ("serve", "stack.toml", "--unix", "it.sock", "--control", "control.sock"),
        lambda _, folder: str(folder / "control.sock"),
        b'{"ask": ',
        _statistics,
    ),
    "serve": ServerKind(
        ("serve", "stack.toml", "--unix", "it.sock"),
        lambda _, folder: str(folder / "it.sock"),
        b"\0",
        _greeting,
    ),
}


def _connect(where: tuple[str, int] | str) -> socket.socket:
    made = socket.socket(socket.AF_UNIX if isinstance(where, str) else socket.AF_INET)
    made.settimeout(ANSWERED_WITHIN_S)
    try:
        made.connect(where)
    except OSError:
        made.close()
        raise
    return made


class Server:
    """A server of the table, and what its process is known to do."""

    def __init__(self, name: str, rig: Rig) -> None:
        self.name, self.kind = name, SERVERS[name]
        self.folder = rig.path(name.replace(" ", ""))
        self.folder.mkdir()
        (self.folder / "stack.toml").write_text(STACK)
        if "a.db" in self.kind.words:
            kept = argv("run --target null: --block-size 4k --store a.db --measure-for 100ms")
            rig.plimsoll(*kept, cwd=self.folder)
        self.log = self.folder / "log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [COMMAND, *self.kind.words],
                cwd=self.folder,
                env=rig.environment(),
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
            )
        rig.later(self._end)
        self.answers()
        self.where = self.kind.where(self.log.read_text(), self.folder)
        self.limit(DESCRIPTORS)

    def answers(self) -> None:
        """Who asks is answered, in time."""
        until(self._answers, f"{self.name} answers", ANSWERED_WITHIN_S)

    def _answers(self) -> bool:
        try:
            return self.kind.ask(self.kind.where(self.log.read_text(), self.folder))
        except (OSError, AssertionError):
            return False

    def _end(self) -> None:
        self.process.kill()
        self.process.wait()

    def limit(self, descriptors: int) -> None:
        """How many it may have open from now on."""
        resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE, (descriptors, DESCRIPTORS))

    def open(self) -> int:
        """Its descriptors."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def cpu_s(self) -> float:
        """What it has used of the processors."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def idle(servers: list[Server], for_s: float = 2.0) -> None:
    """In a while in which nothing is asked they use next to nothing."""
    before, began = [server.cpu_s() for server in servers], time.monotonic()
    while time.monotonic() - began < for_s:
        time.sleep(0.1)
    elapsed = time.monotonic() - began
    for server, was in zip(servers, before, strict=True):
        used = server.cpu_s() - was
        assert used <= 0.3 * elapsed, f"{server.name}: {used:.2f} s of CPU in {elapsed:.1f} s"


@pytest.fixture
def plenty() -> Iterator[None]:
    """This process may have more descriptors than all of the servers."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (PLENTY, max(hard, PLENTY)))
    except ValueError:
        pytest.skip(f"no more than {hard} descriptors may be open here")
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, max(hard, PLENTY)))


def half_open(server: Server, clients: contextlib.ExitStack, count: int) -> None:
    """So many connect and begin to ask; those that are turned away have had their answer."""
    family = socket.AF_UNIX if isinstance(server.where, str) else socket.AF_INET
    until_s = time.monotonic() + ANSWERED_WITHIN_S
    for _ in range(count):
        client = socket.socket(family)
        clients.callback(client.close)
        client.settimeout(ANSWERED_WITHIN_S)
        with contextlib.suppress(ConnectionError, TimeoutError):
            while True:
                # The queue of a local socket is short, and says so at once.
                with contextlib.suppress(BlockingIOError):
                    client.connect(server.where)
                    client.sendall(server.kind.half)
                    break
                if time.monotonic() > until_s:
                    return
                time.sleep(0.001)


def test_clients_that_never_finish_asking_keep_nobody_out(
    rig: Rig, attempts: Attempts, plenty: None
) -> None:
    """All servers at the same time: it is mostly waiting."""
    servers = [Server(name, rig) for name in SERVERS]
    with contextlib.ExitStack() as clients:
        # Without a descriptor left a server waits for one.
        for server in servers:
            server.limit(server.open())
            half_open(server, clients, 100)
        idle(servers)
        assert all(server.process.poll() is None for server in servers)
    for server in servers:
        server.limit(DESCRIPTORS)
        server.answers()
    before = [server.open() for server in servers]
    with contextlib.ExitStack() as clients:
        for server in servers:
            half_open(server, clients, 1_100)
        for server in servers:
            server.answers()
        idle(servers)
        for server, was in zip(servers, before, strict=True):
            ended = f"those that say nothing to {server.name} end"
            until(lambda s=server, n=was: s.open() <= n + 8, ended, ENDED_WITHIN_S)
    for server in servers:
        assert server.log.stat().st_size <= MOST_LOGGED, server.name
        attempts.count_success(1_200)
