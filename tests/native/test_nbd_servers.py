"""NBD servers as they are: the settings of qemu-nbd, nbdkit and nbd-server that people meet, each
driven by reads, by verified writes and by two workers, or refused with the way out."""

import json
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Plimsoll
from tests.hostile.rig import until
from tests.on_time import on_time
from tests.words import argv

SIZE = 8 << 20
QEMU, NBDKIT = ("qemu-nbd",), ("nbdkit", "-f")
READ_ONLY, ONE_CLIENT, SPOILT = 73, 74, 74
QCOW2 = (*QEMU, "-f", "qcow2", "-t", "-k", "{socket}")
PERSISTENT = (*QEMU, "-f", "raw", "-t", "-k", "{socket}")
PLAIN = (*NBDKIT, "-U", "{socket}")
MEASURED_S = 0.1


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
    image: int = SIZE
    size: int = SIZE
    """Bytes of the image, and of what is exported."""
    most: int | None = None
    """Requests that can be answered while it is measured: what the server's setting allows."""
    tcp: bool = False
    config: str = ""
    """Of nbd-server, behind what every one has."""


def nbdkit(name: str, *words: str, **more: Any) -> Server:
    return Server(f"nbdkit {name}", (*PLAIN, *words), **more)


def nbd_server(name: str, config: str, **more: Any) -> Server:
    words = ("nbd-server", "-C", "{config}", "-p", "{pid}")
    return Server(f"nbd-server {name}", words, config=config, **{"export": "vol", **more})


POLICY = ("--filter=blocksize-policy", "file", "{image}", "blocksize-error-policy=error")

SERVERS = (
    Server("qemu-nbd persistent", (*PERSISTENT, "{image}"), workers=ONE_CLIENT, said="--workers 1"),
    Server("qemu-nbd shared", (*PERSISTENT, "-e", "4", "{image}")),
    Server("qemu-nbd any number", (*PERSISTENT, "-e", "0", "{image}")),
    Server("qemu-nbd read-only", (*PERSISTENT, "-r", "-e", "4", "{image}"), write=READ_ONLY),
    Server("qemu-nbd no cache", (*PERSISTENT, "-e", "4", "--cache=none", "{image}")),
    Server("qemu-nbd writethrough", (*PERSISTENT, "-e", "4", "--cache=writethrough", "{image}")),
    Server("qemu-nbd snapshot", (*PERSISTENT, "-e", "4", "-s", "{image}")),
    Server(
        "qemu-nbd at an offset",
        (*PERSISTENT, "-e", "4", "-o", "1048576", "{image}"),
        size=SIZE - (1 << 20),
    ),
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
        "without multi-conn", "--filter=multi-conn", "file", "{image}", "multi-conn-mode=disable"
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
    *(
        Server(f"qemu-nbd {name}", (*PERSISTENT, "-e", "4", *words, "{image}"))
        for name, words in {
            "discard": ("--discard=unmap",),
            "zeroes detected": ("--discard=unmap", "--detect-zeroes=unmap"),
            "described": ("-D", "a disk", "-A"),
        }.items()
    ),
    Server("qemu-nbd qcow2", (*QCOW2, "-e", "4", "{qcow2}")),
    Server("qemu-nbd qcow2 read-only", (*QCOW2, "-r", "-e", "4", "{qcow2}"), write=READ_ONLY),
    Server(
        "qemu-nbd over TCP",
        (*QEMU, "-f", "raw", "-t", "-e", "4", "-b", "127.0.0.1", "-p", "{port}", "{image}"),
        tcp=True,
    ),
    Server(
        "qemu-nbd throttled",
        (
            *("qemu-nbd", "-t", "-e", "4", "-k", "{socket}"),
            *("--object", "throttle-group,id=t,x-iops-total=100", "--image-opts"),
            "driver=throttle,throttle-group=t,file.driver=file,file.filename={image}",
        ),
        # A tenth of a second of it at once, as much again while it is measured, and what overlaps.
        most=10 + 10 + 8 + 8,
    ),
    Server(
        "qemu-nbd of an odd size",
        (*PERSISTENT, "-e", "4", "{image}"),
        image=SIZE + 700,
        size=SIZE + 1024,
    ),
    Server("qemu-nbd of one block", (*PERSISTENT, "-e", "4", "{image}"), image=4096, size=4096),
    Server(
        "qemu-nbd of one sector",
        (*PERSISTENT, "-e", "4", "{image}"),
        64,
        64,
        64,
        image=512,
        said="less than one block of 4k",
    ),
    nbdkit("null", "null", str(SIZE), write=SPOILT),
    nbdkit("pattern", "pattern", str(SIZE), write=READ_ONLY),
    nbdkit("of an odd size", "memory", str(SIZE + 700), size=SIZE + 700),
    nbdkit("without zeroes", "--filter=nozero", "file", "{image}"),
    nbdkit("with FUA emulated", "--filter=fua", "file", "{image}", "fuamode=emulate"),
    nbdkit("with FUA forced", "--filter=fua", "file", "{image}", "fuamode=force"),
    nbdkit("discarding FUA", "--filter=fua", "file", "{image}", "fuamode=discard"),
    nbdkit("copying on write", "--filter=cow", "file", "{image}"),
    nbdkit("very slow", "--filter=delay", "file", "{image}", "rdelay=20ms", most=2 * 4 * 6),
    nbdkit("in whole blocks of 4k", *POLICY, "blocksize-minimum=4096"),
    nbdkit(
        "in whole blocks of 64k",
        *POLICY,
        "blocksize-minimum=65536",
        "blocksize-preferred=65536",
        read=64,
        write=64,
        workers=64,
        said="Choose a multiple",
    ),
    nbdkit("emulating small blocks", "--filter=blocksize", "file", "{image}", "minblock=64k"),
    nbdkit("listing names", "--filter=exportname", "memory", str(SIZE), "exportname=a"),
    nbdkit(
        "strict about names",
        *("--filter=exportname", "memory", str(SIZE), "exportname=a", "exportname-strict=true"),
        read=66,
        write=66,
        workers=66,
        said="nbdinfo --list",
    ),
    Server(
        "nbdkit over TCP",
        (*NBDKIT, "-i", "127.0.0.1", "-p", "{port}", "memory", str(SIZE)),
        tcp=True,
    ),
    nbd_server("plain", ""),
    nbd_server("over TCP", "", tcp=True),
    nbd_server("with flush, FUA and trim", "flush = true\nfua = true\ntrim = true"),
    nbd_server("read-only", "readonly = true", write=READ_ONLY),
    # It counts whoever has been there once (3.24): nbdinfo, too, is let in one time only.
    nbd_server(
        "one client ever",
        "maxconnections = 1",
        read=ONE_CLIENT,
        write=66,
        workers=66,
        said="takes no more clients",
    ),
    nbd_server("other name", "", read=66, write=66, workers=66, export="wrong", said="--list"),
)


@pytest.fixture
def image(tmp_path: Path) -> Path:
    made = tmp_path / "image"
    made.write_bytes(bytes(range(256)) * (SIZE >> 8))
    return made


def _files(server: Server, folder: Path) -> dict[str, str]:
    """What its words name, made."""
    image = folder / "image"
    os.truncate(image, server.image)
    if "{qcow2}" in server.words:
        made = ("qemu-img", "create", "-q", "-f", "qcow2", str(folder / "qcow2"), str(SIZE))
        subprocess.run(made, check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    paths = {name: str(folder / name) for name in ("image", "qcow2", "config", "pid")}
    paths["socket"] = str(folder / "s.sock")
    if server.config or server.words[0] == "nbd-server":
        where = f"listenaddr = 127.0.0.1\nport = {port}"
        where += "" if server.tcp else f"\nunixsock = {paths['socket']}"
        (folder / "config").write_text(
            f"[generic]\nallowlist = true\n{where}\n[vol]\nexportname = {image}\n{server.config}\n"
        )
    return paths | {"port": str(port)}


def _answers(port: int) -> bool:
    with socket.socket() as asked:
        return asked.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def uri(request: pytest.FixtureRequest, tmp_path: Path, image: Path) -> Iterator[str]:
    server: Server = request.param
    assert image.exists()
    if shutil.which(server.words[0]) is None:
        pytest.skip(f"{server.words[0]} is not installed")
    files = _files(server, tmp_path)
    words = [word.format(**files) for word in server.words]
    started = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        if server.tcp:
            until(lambda: _answers(int(files["port"])), "it listens", 20)
            yield f"nbd://127.0.0.1:{files['port']}/{server.export}"
        else:
            until(Path(files["socket"]).exists, "it listens", 20)
            yield f"nbd+unix:///{server.export}?socket={files['socket']}"
    finally:
        started.kill()
        started.wait()
        # nbd-server goes into the background, and says where.
        with suppress(OSError, ValueError):
            os.kill(int(Path(files["pid"]).read_text()), signal.SIGTERM)


@pytest.mark.long
@pytest.mark.parametrize(
    ("uri", "server"), [pytest.param(one, one, id=one.name) for one in SERVERS], indirect=["uri"]
)
def test_a_server_works_or_is_refused_with_the_way_out(
    plimsoll: Plimsoll, uri: str, server: Server
) -> None:
    words = ("run", "--target", uri, "--warmup-for", "0s", "--measure-for")
    # Reads come out of memory, as fast as two processors go: half as long says as much of them.
    # Where they are counted the length is what the count was worked out for.
    briefly = (*words, "50ms" if server.most is None else "100ms", "--queue-depth", "4")
    # Two workers say what one says, where both must work.
    both = server.read == server.workers and server.most is None
    read = on_time(plimsoll, *briefly, *(("--workers", "2") if both else ()), "--json")
    # One block, one request at a time: whatever is read after the first write can be verified.
    verified = argv("--read 50 --verify --working-set 4k --queue-depth 1")
    longer = "1s" if server.name == "nbdkit null" else "100ms"
    write = on_time(plimsoll, *words, longer, *verified, "--i-will-lose-the-data-on", uri)
    assert read.code == server.read, read.err
    assert write.code == server.write, write.out + write.err
    assert server.name != "nbdkit null" or "not what was written" in write.out
    assert write.code != READ_ONLY or "exported read-only" in write.err
    if server.read == 0:
        record = json.loads(read.out)
        assert record["spec"]["target"]["size_bytes"] == server.size
        assert server.most is None or record["read"]["completed"] <= server.most
    if server.name == "nbdkit failing":
        return
    workers = read if both else on_time(plimsoll, *briefly, "--workers", "2")
    assert workers.code == server.workers, workers.err
    assert server.said in workers.err


def test_three_servers_in_more_than_twenty_settings() -> None:
    kinds = {server.words[0] for server in SERVERS}
    assert kinds == {"qemu-nbd", "nbdkit", "nbd-server"}
    assert len({server.name for server in SERVERS}) == len(SERVERS) > 20


def test_a_server_that_ends_with_its_first_client_is_told_from_one_that_is_not_there(
    plimsoll: Plimsoll, tmp_path: Path, image: Path
) -> None:
    """qemu-nbd without --persistent: one command can measure it, the next one finds nobody."""
    if shutil.which("qemu-nbd") is None:
        pytest.skip("qemu-nbd is not installed")
    listens = tmp_path / "s.sock"
    with subprocess.Popen(("qemu-nbd", "-f", "raw", "-k", str(listens), str(image))) as server:
        try:
            until(listens.exists, "it listens", 20)
            uri = f"nbd+unix:///?socket={listens}"
            words = ("run", "--target", uri, "--measure-for", "100ms", "--warmup-for", "0s")
            # The question what it has is the first connection; what measures is the second one.
            first, gone = plimsoll(*words), plimsoll(*words)
            assert first.code in (66, 74), first.err
            assert "--persistent" in first.err
            assert gone.code == 66, gone.err
            assert "--persistent" in gone.err
        finally:
            server.kill()


@pytest.mark.long
def test_limits_of_a_server_that_takes_one_client_are_asked_over_one_connection(
    plimsoll: Plimsoll, tmp_path: Path, image: Path
) -> None:
    """qemu-nbd's default: the four workers of `limits` waited ten seconds for the second."""
    if shutil.which("qemu-nbd") is None:
        pytest.skip("qemu-nbd is not installed")
    listens = tmp_path / "s.sock"
    words = ("qemu-nbd", "-f", "raw", "-t", "-r", "-k", str(listens), str(image))
    with subprocess.Popen(words) as server:
        try:
            until(listens.exists, "it listens", 20)
            asked = ("--block-size", "4k", "--measure-for", "200ms", "--rest-for", "0s")
            target = f"nbd+unix:///?socket={listens}"
            store = str(tmp_path / "s.db")
            ended = plimsoll("limits", "--target", target, *asked, "--store", store)
            assert ended.code in (0, 1, 2), ended.err
            rows = plimsoll("report", "--store", store, "--columns", "workers,queue_depth,outcome")
            assert rows.code == 0, rows.err
            assert {line.split(",")[0] for line in rows.out.splitlines()[1:]} == {"1"}
            assert any(line.split(",")[1] == "128" for line in rows.out.splitlines()[1:])
        finally:
            server.kill()
