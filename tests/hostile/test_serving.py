"""`plimsoll serve` beneath hostile clients: one server goes through all of this file, serves others
meanwhile, keeps its memory, its threads and its content, and ends by Ctrl-C at last.
"""

import contextlib
import fcntl
import json
import os
import random
import select
import signal
import socket
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import COMMAND
from tests.hostile import nbd, sessions
from tests.hostile.conftest import Attempts
from tests.hostile.nbd import (
    EINVAL,
    ENOSPC,
    EOVERFLOW,
    FLUSH,
    READ,
    TRIM,
    WRITE,
    ZEROES,
    Client,
    RefusedError,
    connect,
)
from tests.hostile.rig import MIB, Rig, as_root, many, process_usage, run, seed, tools, until, whole
from tests.patience import PATIENCE_S
from tests.words import argv

STACK = """
[fault.faults]
[device.disk]
servers = 64
service = "5us"
[volume.data]
size = "64m"
path = ["faults", "disk"]
"""
SIZE = 64 * MIB
PLENTY = 512


class Serving:
    """The server, its socket, and what the kernel knows of its process."""

    def __init__(self, folder: Path, *flags: str, stack: str = STACK) -> None:
        self.folder = folder
        (folder / "stack.toml").write_text(stack)
        self.process = subprocess.Popen(
            [
                COMMAND,
                *argv(
                    "serve stack.toml --unix it.sock --control control.sock --json "
                    "--statistics-every 1h"
                ),
                *flags,
            ],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "XDG_STATE_HOME": str(folder / "state")},
        )
        first = self.process.stdout.readline()
        assert first, self.process.communicate()[1].decode()
        self.socket = folder / "it.sock"
        self.uri = f"nbd+unix:///data?socket={self.socket}"

    def process_usage(self) -> dict[str, int]:
        """Its memory in kB, its threads, its open files."""
        return process_usage(self.process.pid)

    def serves(self) -> None:
        """A client that behaves is answered."""
        assert self.process.poll() is None, "the server is gone"
        with Client(self.socket, "data") as client:
            assert client.size == SIZE
            client.write(SIZE - 4096, b"w" * 4096)
            assert client.read(SIZE - 4096, 4096) == b"w" * 4096

    def end(self) -> tuple[int, str]:
        """Ctrl-C; its code and what it said."""
        self.process.send_signal(signal.SIGINT)
        _, err = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, err.decode()

    def close(self) -> None:
        """Whatever became of it."""
        self.process.kill()
        with self.process:
            pass


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One for the whole file: what a test leaves behind in it, the next ones meet."""
    serving = Serving(
        tmp_path_factory.mktemp("serving"), "--connections-max", "2000", "--memory", "128m"
    )
    yield serving
    serving.close()


def speak(at: Path, said: bytes) -> None:
    """Says this, takes what comes for a moment, and hangs up."""
    with contextlib.suppress(OSError), connect(at, 5) as client:
        client.setblocking(False)
        while said:
            ready_in, ready_out, _ = select.select([client], [client], [], 0.5)
            if ready_in and not client.recv(1 << 16):
                return
            if not ready_out:
                # It waits for us to read, or has enough: either way it may stay as it is.
                if not ready_in:
                    return
                continue
            said = said[client.send(said[: 1 << 16]) :]
        if select.select([client], [], [], 0.002)[0]:
            client.recv(1 << 16)


def test_sessions_that_go_wrong_anywhere_cost_nothing(server: Serving, attempts: Attempts) -> None:
    draw = random.Random(f"{seed()} sessions")
    server.serves()
    for _ in range(20):
        speak(server.socket, sessions.session(draw))
    before = server.process_usage()
    count = many("sessions", 3000, 60)
    for n in range(count):
        speak(server.socket, sessions.session(draw))
        if n % 100 == 99:
            server.serves()
    server.serves()
    until(lambda: server.process_usage()["files"] <= before["files"], "its connections are closed")
    after = server.process_usage()
    assert after["threads"] <= before["threads"]
    # Sessions that agree may write, all over a volume of 64 MiB that lies in memory.
    assert after["rss"] < before["rss"] + (SIZE >> 10) + 32_768, (before, after)
    attempts.count_success(count)


def test_random_operations_of_several_clients_equal_a_model(
    server: Serving, attempts: Attempts
) -> None:
    draw = random.Random(f"{seed()} operations")
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(Client(server.socket, "data")) for _ in range(4)]
        clients[0].ask(ZEROES, 0, SIZE // 2)
        clients[0].ask(ZEROES, SIZE // 2, SIZE // 2)
        model = bytearray(SIZE)
        count = many("operations", 3000, 200)
        for n in range(count):
            client = draw.choice(clients)
            at = draw.randrange(SIZE // 512) * 512
            length = min(draw.choice((512, 4096, 65536, 1 << 20)), SIZE - at)
            match draw.choice((READ, READ, WRITE, WRITE, TRIM, ZEROES, FLUSH)):
                case nbd.READ:
                    assert client.read(at, length) == model[at : at + length], (
                        f"operation {n}, {length} bytes at {at}"
                    )
                case nbd.WRITE:
                    data = draw.randbytes(length)
                    client.write(at, data)
                    model[at : at + length] = data
                case nbd.FLUSH:
                    client.flush()
                case kind:
                    client.ask(kind, at, length)
                    model[at : at + length] = bytes(length)
        assert b"".join(clients[0].read(at, MIB) for at in range(0, SIZE, MIB)) == model
        attempts.count_success(count)


# fmt: off
OUT_OF_PLACE = [
    (READ, SIZE, 512, EINVAL), (READ, SIZE - 512, 1024, EINVAL), (READ, 1 << 63, 512, EINVAL), (READ, (1 << 64) - 512, 512, EINVAL),
    (READ, (1 << 64) - 512, 1024, EINVAL), (READ, 1, 512, EINVAL), (READ, 0, 511, EINVAL), (READ, 0, (1 << 32) - 1, EOVERFLOW), (READ, 0, 0, EINVAL),
    (WRITE, SIZE, 512, ENOSPC), (WRITE, SIZE - 512, 1024, ENOSPC), (WRITE, 1, 512, EINVAL), (WRITE, 0, 1, EINVAL), (WRITE, (1 << 64) - 512, 1024, ENOSPC),
    (TRIM, SIZE, 512, EINVAL), (TRIM, SIZE - 512, 1024, EINVAL), (TRIM, 0, (1 << 32) - 512, EINVAL),
    (ZEROES, SIZE, 512, ENOSPC), (ZEROES, SIZE - 512, 1024, ENOSPC), (9, 0, 512, EINVAL), (77, 0, 512, EINVAL),
]
# fmt: on


def test_what_lies_outside_the_volume_is_refused_and_changes_nothing(
    server: Serving, attempts: Attempts
) -> None:
    with Client(server.socket, "data") as client:
        before = client.read(SIZE - MIB, MIB)
        for kind, at, length, error in OUT_OF_PLACE:
            with pytest.raises(RefusedError) as refused:
                client.ask(kind, at, length, b"x" * length if kind == WRITE else b"")
            assert refused.value.code == error, (kind, at, length)
            attempts.count_success()
        assert client.read(SIZE - MIB, MIB) == before, (
            "an operation that was refused changed something"
        )


def test_a_write_that_is_cut_is_not_seen_by_anybody(server: Serving, attempts: Attempts) -> None:
    """The half of its bytes arrived, and were read by the server: the volume stays as it was,
    before and after it hangs up."""
    draw = random.Random(f"{seed()} cut")
    length = 256 * 1024
    with Client(server.socket, "data") as watching:
        for n in range(many("cut_writes", 342, 8)):
            at = draw.randrange(SIZE // length) * length
            was = watching.read(at, length)
            client = Client(server.socket, "data")
            said = nbd.request(WRITE, n, at, length) + draw.randbytes(draw.randint(1, length - 1))
            client.socket.sendall(said)
            # Its own read after a full write of another place would wait; what is in the socket's
            # queue is gone when the kernel says so.
            until(lambda c=client: _unread(c.socket) == 0, "the server has taken what was sent")
            assert watching.read(at, length) == was
            if draw.random() < 0.5:
                # A reset in place of a goodbye.
                client.socket.setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
                )
            client.socket.close()
            assert watching.read(at, length) == was
            attempts.count_success()
    server.serves()


def _unread(client: socket.socket) -> int:
    """Bytes that were sent and not yet taken (SIOCOUTQ)."""

    return int(struct.unpack("i", fcntl.ioctl(client, 0x5411, b"\0" * 4))[0])


def test_clients_that_read_nothing_or_say_nothing_hold_nobody_up(
    server: Serving, attempts: Attempts
) -> None:
    silent, greedy = many("silent", 500, 40), many("greedy", 100, 10)
    before = server.process_usage()
    with contextlib.ExitStack() as stack:
        for _ in range(silent):
            stack.enter_context(connect(server.socket))
        for _ in range(greedy):
            client = stack.enter_context(Client(server.socket, "data"))
            # Asks for 32 MiB sixty-four times and reads none of it.
            client.socket.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                client.socket.sendall(
                    b"".join(nbd.request(READ, n, 0, 32 * MIB) for n in range(64))
                )
        for _ in range(5):
            server.serves()
        held = server.process_usage()
        # A byte that nobody reads is not kept for him: some hundred kilobytes each, for the
        # sockets' own buffers.
        assert held["rss"] < before["rss"] + PLENTY * (silent + greedy) + 65_536, (before, held)
        attempts.count_success(silent + greedy)
    until(
        lambda: server.process_usage()["files"] <= before["files"], "their connections are closed"
    )
    server.serves()


@whole
def test_who_does_not_finish_the_handshake_is_shown_out(
    server: Serving, attempts: Attempts
) -> None:
    with contextlib.ExitStack() as stack:
        idle = [stack.enter_context(connect(server.socket)) for _ in range(50)]
        half = [stack.enter_context(connect(server.socket)) for _ in range(50)]
        for client in half:
            client.recv(18)
            client.sendall(struct.pack(">I", 3) + nbd.go("data")[:11])
        agreed = stack.enter_context(Client(server.socket, "data"))

        def out(client: socket.socket) -> bool:
            with contextlib.suppress(BlockingIOError):
                client.setblocking(False)
                while client.recv(4096):
                    pass
                return True
            return False

        for client in (*idle, *half):
            until(lambda c=client: out(c), "who says nothing is shown out")
            attempts.count_success()
        assert agreed.read(0, 512), "who has agreed may take its time"


@whole
def test_too_many_are_turned_away_and_the_others_served(rig: Rig, attempts: Attempts) -> None:
    serving = Serving(rig.folder, "--connections-max", "4")
    rig.later(serving.close)
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(Client(serving.socket, "data")) for _ in range(4)]
        for _ in range(20):
            with contextlib.suppress(OSError), connect(serving.socket, 2) as late:
                assert late.recv(1024) in (b"", nbd.HELLO + b"\0\3")
            attempts.count_success()
        for client in clients:
            assert client.read(0, 512) == bytes(512)
    code, err = serving.end()
    assert (code, "Traceback" in err) == (0, False)


@whole
@pytest.mark.parametrize("tool", ["nbdcopy", "qemu-img"])
def test_what_is_copied_in_and_out_is_the_same(rig: Rig, tool: str) -> None:
    tools(tool)
    serving = Serving(rig.folder, "--content", "content", stack=STACK.replace('"64m"', '"256m"'))
    rig.later(serving.close)
    sent = rig.image("sent", 256)
    if tool == "nbdcopy":
        run("nbdcopy", sent, serving.uri)
        run("nbdcopy", serving.uri, rig.path("back"))
        assert rig.path("back").read_bytes() == sent.read_bytes()
    else:
        run("qemu-img", "convert", "-n", "-f", "raw", "-O", "raw", sent, serving.uri)
        assert (
            "identical"
            in run("qemu-img", "compare", "-f", "raw", "-F", "raw", serving.uri, sent).stdout
        )
    assert serving.end()[0] == 0
    assert rig.path("content").read_bytes() == sent.read_bytes()


CONTROL = [
    b"",
    b"\n",
    b"{}\n",
    b"[]\n",
    b"null\n",
    b'{"ask": "statistics"}',
    b'{"ask": 1}\n',
    b'{"ask": "none"}\n',
    b"\xff\xfe\n",
    b"[" * 60_000 + b"\n",
    b"x" * 1_000_000,
    b'{"ask": "switch"}\n',
    b'{"ask": "switch", "element": [], "key": {}, "value": 1e999}\n',
    b'{"ask": "switch", "element": "../../etc/passwd", "key": "a", "value": "b"}\n',
    b'{"ask": "switch", "element": "faults", "key": "stall", "value": "-1s"}\n',
    # More than the socket holds of answers that nobody has read yet.
    b'{"ask": "statistics"}\n' * many("asking_at_once", 5000, 1000),
]


def test_the_control_socket_is_for_its_user_and_takes_any_words(
    server: Serving, attempts: Attempts
) -> None:
    control = server.folder / "control.sock"
    assert control.stat().st_mode & 0o777 == 0o600
    for said in CONTROL:
        with contextlib.suppress(OSError), connect(control, 12) as client:
            client.sendall(said)
            client.shutdown(socket.SHUT_WR)
            answer = b""
            while more := client.recv(1 << 16):
                answer += more
            for line in answer.splitlines():
                assert set(json.loads(line)) & {"answer", "error"}
                assert b"Traceback" not in line
        attempts.count_success()
    for _ in range(many("asking", 50, 10)):
        connect(control, 2).close()
        attempts.count_success()
    server.serves()


@whole
def test_another_user_reaches_neither_socket_of_a_private_folder(server: Serving) -> None:
    as_root("to be another user")
    code = "import socket,sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])"
    for at in (server.socket, server.folder / "control.sock"):
        done = subprocess.run(
            ["/usr/bin/python3", "-c", code, str(at)],
            user=65534,
            group=65534,
            capture_output=True,
            check=False,
        )
        assert b"PermissionError" in done.stderr


def test_after_all_of_this_it_ends_by_ctrl_c(server: Serving) -> None:
    server.serves()
    code, err = server.end()
    assert code == 0
    assert "Traceback" not in err
    assert not server.socket.exists()
    assert not (server.folder / "control.sock").exists()
