"""NBD servers as they are: the settings of qemu-nbd and nbdkit that people meet, each driven by
reads, by writes and by two workers, or refused with the way out."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.hostile.rig import until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.conftest import Ended

    Plimsoll = Callable[..., Ended]

SIZE = 64 << 20
QEMU, NBDKIT = ("qemu-nbd", "-f", "raw"), ("nbdkit", "-f")
READ_ONLY, ONE_CLIENT = 73, 74
PERSISTENT = (*QEMU, "-t", "-k", "{socket}")
PLAIN = (*NBDKIT, "-U", "{socket}")


@dataclass(frozen=True)
class Server:
    """How it is started, and what becomes of reads, of writes and of two workers: exit codes."""

    name: str
    words: tuple[str, ...]
    read: int = 0
    write: int = 0
    workers: int = 0
    export: str = ""
    said: str = ""
    """In what is refused."""


def nbdkit(name: str, *words: str, **more: int) -> Server:
    return Server(f"nbdkit {name}", (*PLAIN, *words), **more)


SERVERS = (
    Server("qemu-nbd persistent", (*PERSISTENT, "{image}"), workers=ONE_CLIENT, said="--workers 1"),
    Server("qemu-nbd shared", (*PERSISTENT, "-e", "4", "{image}")),
    Server("qemu-nbd any number", (*PERSISTENT, "-e", "0", "{image}")),
    Server("qemu-nbd read-only", (*PERSISTENT, "-r", "-e", "4", "{image}"), write=READ_ONLY),
    Server("qemu-nbd no cache", (*PERSISTENT, "-e", "4", "--cache=none", "{image}")),
    Server("qemu-nbd writethrough", (*PERSISTENT, "-e", "4", "--cache=writethrough", "{image}")),
    Server("qemu-nbd snapshot", (*PERSISTENT, "-e", "4", "-s", "{image}")),
    Server("qemu-nbd at an offset", (*PERSISTENT, "-e", "4", "-o", "1048576", "{image}")),
    Server("qemu-nbd named", (*PERSISTENT, "-e", "4", "-x", "vol", "{image}"), export="vol"),
    Server(
        "qemu-nbd other name",
        (*PERSISTENT, "-e", "4", "-x", "vol", "{image}"),
        66,
        66,
        66,
        export="wrong",
        said="nbdinfo --list",
    ),
    nbdkit("file", "file", "{image}"),
    nbdkit("read-only", "-r", "file", "{image}", write=READ_ONLY),
    nbdkit("memory", "memory", str(SIZE)),
    nbdkit("one thread", "-t", "1", "file", "{image}"),
    nbdkit(
        "serialized",
        "--filter=noparallel",
        "file",
        "{image}",
        "serialize=all-requests",
    ),
    nbdkit(
        "without multi-conn",
        "--filter=multi-conn",
        "file",
        "{image}",
        "multi-conn-mode=disable",
    ),
    nbdkit("one client", "--filter=limit", "file", "{image}", "limit=1", workers=ONE_CLIENT),
    nbdkit("slow", "--filter=delay", "file", "{image}", "rdelay=1ms"),
    nbdkit("throttled", "--filter=rate", "file", "{image}", "rate=80M"),
    nbdkit(
        "small requests only",
        "--filter=blocksize-policy",
        "file",
        "{image}",
        "blocksize-maximum=65536",
        "blocksize-error-policy=error",
    ),
    nbdkit("failing", "--filter=error", "file", "{image}", "error-rate=1", read=74, write=74),
    Server("nbdkit oldstyle", (*NBDKIT, "-o", "-U", "{socket}", "file", "{image}"), 66, 66, 66),
)


@pytest.fixture
def image(tmp_path: Path) -> Path:
    made = tmp_path / "image"
    made.write_bytes(bytes(range(256)) * (SIZE >> 8))
    return made


@pytest.fixture
def uri(request: pytest.FixtureRequest, tmp_path: Path, image: Path) -> Iterator[str]:
    server: Server = request.param
    socket = tmp_path / "s.sock"
    if shutil.which(server.words[0]) is None:
        pytest.skip(f"{server.words[0]} is not installed")
    words = [word.format(socket=socket, image=image) for word in server.words]
    started = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(socket.exists, "it listens", 20)
        yield f"nbd+unix:///{server.export}?socket={socket}"
    finally:
        started.kill()
        started.wait()


@pytest.mark.parametrize(
    ("uri", "server"),
    [pytest.param(one, one, id=one.name) for one in SERVERS],
    indirect=["uri"],
)
def test_a_server_works_or_is_refused_with_the_way_out(
    plimsoll: Plimsoll, uri: str, server: Server
) -> None:
    words = ("run", "--target", uri, "--measure-for", "100ms", "--warmup-for", "0s")
    read = plimsoll(*words, "--queue-depth", "4")
    write = plimsoll(*words, "--read", "50", "--i-will-lose-the-data-on", uri)
    assert read.code == server.read, read.err
    assert write.code == server.write, write.err
    assert write.code != READ_ONLY or "exported read-only" in write.err
    if server.name == "nbdkit failing":
        return
    workers = plimsoll(*words, "--workers", "2", "--queue-depth", "4")
    assert workers.code == server.workers, workers.err
    assert server.said in workers.err


def test_limits_of_a_server_that_takes_one_client_are_asked_over_one_connection(
    plimsoll: Plimsoll, tmp_path: Path, image: Path
) -> None:
    """qemu-nbd's default: the four workers of `limits` waited ten seconds for the second."""
    if shutil.which("qemu-nbd") is None:
        pytest.skip("qemu-nbd is not installed")
    socket = tmp_path / "s.sock"
    words = ("qemu-nbd", "-f", "raw", "-t", "-r", "-k", str(socket), str(image))
    with subprocess.Popen(words) as server:
        try:
            until(socket.exists, "it listens", 20)
            asked = ("--block-size", "4k", "--measure-for", "200ms", "--rest-for", "0s")
            target = f"nbd+unix:///?socket={socket}"
            store = str(tmp_path / "s.db")
            ended = plimsoll("limits", "--target", target, *asked, "--store", store)
            assert ended.code in (0, 1, 2), ended.err
            rows = plimsoll("report", "--store", store, "--columns", "workers,queue_depth,outcome")
            assert rows.code == 0, rows.err
            assert {line.split(",")[0] for line in rows.out.splitlines()[1:]} == {"1"}
            assert any(line.split(",")[1] == "128" for line in rows.out.splitlines()[1:])
        finally:
            server.kill()
