"""`plimsoll serve` and `plimsoll switch`, with the clients that people have: fio, nbdinfo, nbdcopy,
qemu-img, qemu-io."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests import warm
from tests.conftest import COMMAND
from tests.patience import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import Ended

    Plimsoll = Callable[..., Ended]

STACK = """
[fault.faults]
[limit.policy]
ops_per_s = 3000
scope = "disk"
[device.disk]
servers = 64
service = "100us"
[volume.a]
size = "64m"
path = ["faults", "policy", "disk"]
[volume.b]
size = "32m"
path = ["policy", "disk"]
"""


class Serving:
    """A server under test: its lines, its sockets, and its end."""

    def __init__(self, folder: Path, *flags: str) -> None:
        self.folder = folder
        (folder / "stack.toml").write_text(STACK)
        words = ("serve", "stack.toml", "--unix", "it.sock", "--json")
        self.process = warm.begun(
            (*words, "--statistics-every", "100ms", *flags), folder, NO_COLOR="1"
        )
        first = self.process.stdout.readline()
        assert first, self.process.communicate()[1]
        self.uris: list[str] = json.loads(first)["uris"]

    def uri(self, volume: str) -> str:
        """How a client in any folder writes it."""
        return f"nbd+unix:///{volume}?socket={self.folder / 'it.sock'}"

    def end(self) -> dict[str, Any]:
        """Ends it as Ctrl-C does; the last statistics."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE_S)
        assert "Traceback" not in err
        last = json.loads(out.splitlines()[-1])
        assert last["kind"] == "ended"
        return last


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[..., Serving]]:
    running: list[Serving] = []

    def serve(*flags: str) -> Serving:
        running.append(Serving(tmp_path, *flags))
        return running[-1]

    yield serve
    for one in running:
        # Leaving its context waits for it and closes its pipes.
        with one.process:
            one.process.kill()


def tool(*command: str | Path, folder: Path | None = None) -> str:
    """Runs a peer's command; skipped with a word where it is not installed."""
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(
        [*map(str, command)], capture_output=True, text=True, timeout=120, check=False, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def of(statistics: dict[str, Any], volume: str) -> dict[str, Any]:
    (found,) = [one for one in statistics["volumes"] if one["name"] == volume]
    return found


def test_every_volume_is_an_export_that_says_what_it_can(serving: Callable[..., Serving]) -> None:
    server = serving()
    assert server.uris == ["nbd+unix:///a?socket=it.sock", "nbd+unix:///b?socket=it.sock"]
    exports = json.loads(tool("nbdinfo", "--json", "--list", server.uri("")))["exports"]
    assert {e["export-name"]: e["export-size"] for e in exports} == {"a": 64 << 20, "b": 32 << 20}
    for export in exports:
        can = ("can_flush", "can_fua", "can_trim", "can_zero", "can_multi_conn", "can_df")
        assert all(export[name] for name in can)
        assert (export["block_size_minimum"], export["block_size_maximum"]) == (512, 32 << 20)


def test_what_clients_copy_in_comes_back_the_same(
    serving: Callable[..., Serving], tmp_path: Path
) -> None:
    server = serving()
    sent = tmp_path / "sent"
    sent.write_bytes(os.urandom(32 << 20))
    tool("nbdcopy", sent, server.uri("b"))
    tool("nbdcopy", server.uri("b"), tmp_path / "back")
    assert (tmp_path / "back").read_bytes() == sent.read_bytes()
    tool("qemu-img", "convert", "-f", "raw", "-O", "qcow2", server.uri("b"), tmp_path / "it.qcow2")
    assert "identical" in tool("qemu-img", "compare", tmp_path / "it.qcow2", server.uri("b"))
    tool(
        "qemu-io",
        "-f",
        "raw",
        "-c",
        "write -P 7 4k 8k",
        "-c",
        "write -z 8k 4k",
        "-c",
        "flush",
        "-c",
        "discard 64k 64k",
        server.uri("a"),
    )
    tool(
        "qemu-io",
        "-f",
        "raw",
        "-r",
        "-c",
        "read -P 7 4k 4k",
        "-c",
        "read -P 0 8k 4k",
        server.uri("a"),
    )
    last = server.end()
    assert of(last, "b")["write"]["bytes"] >= 32 << 20
    assert last["cut"] == 0


def test_a_limit_holds_for_the_volume_however_many_connections_drive_it(
    serving: Callable[..., Serving],
) -> None:
    server = serving("--content", "none")
    shared = (
        "--ioengine=nbd",
        "--rw=randread",
        "--bs=4k",
        "--iodepth=16",
        "--time_based",
        "--runtime=2",
        "--size=32m",
    )
    out = tool(
        "fio",
        "--name=it",
        *shared,
        "--numjobs=4",
        "--group_reporting",
        "--output-format=json",
        f"--uri={server.uri('b')}",
    )
    # Never above the limit, however fast the machine; a slow one may stay below (completions are
    # late, never early).
    reads = json.loads(out[out.index("{") :])["jobs"][0]["read"]
    assert reads["total_ios"] / (reads["runtime"] / 1000) < 3000 * 1.02
    last = server.end()
    assert of(last, "b")["read"]["count"] == reads["total_ios"]
    assert of(last, "a")["read"]["count"] == 0
    assert last["lateness"]["count"] > 0
    assert sum(count for _, count in last["lateness"]["histogram"]) == last["lateness"]["count"]


def test_our_own_run_on_it_finds_the_limit(
    plimsoll: Plimsoll, serving: Callable[..., Serving]
) -> None:
    server = serving("--content", "none")
    ended = plimsoll(
        "run", "--target", server.uri("a"), "--queue-depth", "32", "--measure-for", "2s", "--json"
    )
    assert ended.code == 0, ended.err
    assert ended.document["achieved_rate_per_s"] < 3000 * 1.02


def test_a_fault_is_switched_on_and_off_while_it_serves(
    plimsoll: Plimsoll, serving: Callable[..., Serving], tmp_path: Path
) -> None:
    serving("--control", "control.sock")
    uri = f"nbd+unix:///a?socket={tmp_path / 'it.sock'}"

    def read() -> int:
        return plimsoll(
            "run",
            "--target",
            uri,
            "--queue-depth",
            "1",
            "--warmup-for",
            "0s",
            "--measure-for",
            "200ms",
        ).code

    assert read() == 0
    assert (
        plimsoll("switch", "control.sock", "faults", "outage=error").out
        == "faults: outage = error\n"
    )
    assert read() == 74
    assert plimsoll("switch", "control.sock", "faults", "outage=off", "--json").document[
        "switched"
    ] == {"outage": "off"}
    assert read() == 0
    wrong = plimsoll("switch", "control.sock", "faults", "outrage=off")
    assert (wrong.code, wrong.out) == (64, "")
    assert "outage" in wrong.err
    unknown = plimsoll("switch", "control.sock", "nothing", "a=b")
    assert "known: faults, policy, disk" in unknown.err
    assert plimsoll("switch", "control.sock", "faults").code == 64
    assert plimsoll("switch", "control.sock", "--json").document["volumes"][0]["name"] == "a"
    assert plimsoll("switch", "elsewhere.sock").code == 66


def test_the_control_socket_answers_nonsense_with_a_sentence(
    serving: Callable[..., Serving], tmp_path: Path
) -> None:
    serving("--control", "control.sock")
    for request in (
        b"nonsense\n",
        b"[]\n",
        b'{"ask": 1}\n',
        b'{"ask": "switch"}\n',
        b"\xff\xfe\n",
        b"[" * 60_000 + b"\n",
    ):
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as client:
            client.connect(str(tmp_path / "control.sock"))
            client.sendall(request)
            assert "error" in json.loads(client.makefile("rb").readline())
    assert (tmp_path / "control.sock").stat().st_mode & 0o077 == 0


def test_a_ninth_at_the_control_socket_is_turned_away_until_one_leaves(
    plimsoll: Plimsoll, serving: Callable[..., Serving], tmp_path: Path
) -> None:
    serving("--control", "control.sock")
    with contextlib.ExitStack() as asking:
        for _ in range(8):
            client = asking.enter_context(contextlib.closing(socket.socket(socket.AF_UNIX)))
            client.connect(str(tmp_path / "control.sock"))
            client.sendall(b'{"ask": "statistics"}\n')
            client.recv(1)
        ninth = plimsoll("switch", "control.sock")
        assert (ninth.code, ninth.out) == (64, "")
        assert "8 others are asking" in ninth.err
    # Each of the eight leaves when its thread has seen that it was closed.
    deadline = time.monotonic() + PATIENCE_S
    while plimsoll("switch", "control.sock").code != 0:
        assert time.monotonic() < deadline


def test_settings_of_a_wrong_shape_switch_nothing_and_a_later_refusal_tells_what_was(
    plimsoll: Plimsoll, serving: Callable[..., Serving]
) -> None:
    serving("--control", "control.sock")
    shape = plimsoll("switch", "control.sock", "faults", "stall=5s", "outage")
    assert (shape.code, shape.out) == (64, "")
    assert "'outage' is not KEY=VALUE" in shape.err
    later = plimsoll("switch", "control.sock", "faults", "read_errors=0", "outrage=off")
    assert (later.code, later.out) == (64, "faults: read_errors = 0\n")
    assert "Already switched, and left that way: read_errors=0." in later.err


@pytest.mark.parametrize("kind", [socket.SOCK_DGRAM, socket.SOCK_STREAM])
def test_a_socket_that_somebody_has_is_refused_as_control_socket(
    plimsoll: Plimsoll, tmp_path: Path, kind: socket.SocketKind
) -> None:
    (tmp_path / "stack.toml").write_text(STACK)
    with contextlib.closing(socket.socket(socket.AF_UNIX, kind)) as somebodys:
        somebodys.bind(str(tmp_path / "taken.sock"))
        if kind == socket.SOCK_STREAM:
            somebodys.listen()
        ended = plimsoll("serve", "stack.toml", "--unix", "x.sock", "--control", "taken.sock")
        assert (ended.code, ended.out) == (73, "")
        assert "taken.sock" in ended.err
        if kind == socket.SOCK_DGRAM:
            assert plimsoll("switch", "taken.sock").code == 74
    assert (tmp_path / "taken.sock").exists()


def test_content_in_a_file_stays_and_is_ours_alone(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(
        '[device.d]\nservice = "10us"\n[volume.v]\nsize = "1m"\npath = ["d"]\n'
    )
    (tmp_path / "precious").write_bytes(b"data" * (1 << 18))
    refused = plimsoll("serve", "one.toml", "--unix", "x.sock", "--content", "precious")
    assert (refused.code, refused.out) == (73, "")
    assert (tmp_path / "precious").read_bytes() == b"data" * (1 << 18)


def test_content_belongs_to_one_server_at_a_time(
    plimsoll: Plimsoll, serving: Callable[..., Serving], tmp_path: Path
) -> None:
    (tmp_path / "held").mkdir()
    server = serving("--content", "held")
    second = plimsoll("serve", "stack.toml", "--unix", "y.sock", "--content", "held")
    assert (second.code, second.out) == (73, "")
    assert "is in use by another server" in second.err
    server.end()
    third = plimsoll("serve", "stack.toml", "--fuse", "nowhere")
    assert third.code == 66
    assert "there is no such folder" in third.err


@pytest.mark.parametrize(
    ("flags", "code", "said"),
    [
        (("stack.toml",), 64, "nowhere to serve"),
        (("nothing.toml", "--unix", "x.sock"), 66, "there is no stack file nothing.toml"),
        (("stack.toml", "--listen", "127.0.0.1:notaport"), 64, "notaport"),
        (("stack.toml", "--unix", "x.sock", "--memory", "lots"), 64, "memory"),
        (("stack.toml", "--unix", "stack.toml"), 73, "stack.toml"),
        (("stack.toml", "--unix", "x.sock", "--statistics-every", "1ms"), 64, "too often"),
        (("bad.toml", "--unix", "x.sock"), 65, "bad.toml:1: unknown element type"),
    ],
)
def test_refusals_are_one_line_with_what_now(
    plimsoll: Plimsoll, tmp_path: Path, flags: tuple[str, ...], code: int, said: str
) -> None:
    (tmp_path / "stack.toml").write_text(STACK)
    (tmp_path / "bad.toml").write_text("[thing.x]\n")
    ended = plimsoll("serve", *flags)
    assert (ended.code, ended.out) == (code, ""), ended.err
    assert said in ended.err
    assert ended.err.count("\n") == 1


def test_it_ends_with_its_sockets_gone(serving: Callable[..., Serving], tmp_path: Path) -> None:
    server = serving("--control", "control.sock")
    server.end()
    assert server.process.returncode == 0
    assert not (tmp_path / "it.sock").exists()
    assert not (tmp_path / "control.sock").exists()


def test_people_see_where_it_serves_and_what_it_did(tmp_path: Path) -> None:
    (tmp_path / "stack.toml").write_text(STACK)
    process = subprocess.Popen(
        [COMMAND, "serve", "stack.toml", "--listen", "127.0.0.1:0"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    assert first.startswith("nbd://127.0.0.1:")
    assert not first.startswith("nbd://127.0.0.1:0/")
    time.sleep(0.05)
    process.terminate()
    out, err = process.communicate(timeout=PATIENCE_S)
    assert "0 connections, 0 cut, 0 refused" in out
    assert "serving; Ctrl-C ends it" in err


def test_a_volume_that_its_file_system_cannot_hold_is_told(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    at = os.statvfs(tmp_path)
    larger = (at.f_bavail * at.f_frsize // (1 << 30) + 100) << 30
    (tmp_path / "stack.toml").write_text(
        f'[device.flash]\nservers = 1\nservice = "1ms"\n[volume.a]\nsize = {larger}\npath ='
        ' ["flash"]\n'
    )
    process = subprocess.Popen(
        [COMMAND, "serve", "stack.toml", "--unix", "it.sock", "--content", "a.img"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    told = ""
    with process.stderr:
        while "serving" not in told and (line := process.stderr.readline()):
            told += line
        process.terminate()
        told += process.stderr.read()
    assert process.wait(PATIENCE_S) == 0
    assert "may grow by" in told, told
    assert "free: a write that finds no space fails" in told
