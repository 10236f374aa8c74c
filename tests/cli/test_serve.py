"""`plimsoll serve` and `plimsoll switch` as people and scripts meet them. What clients get (qemu,
fio, nbdcopy) is held in crates/serve/tests, what attacks get in tests/hostile."""

import contextlib
import json
import os
import shlex
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from plimsoll.cli.serve import ENOUGH_ANSWERS, LiveStatistics, print_statistics
from tests.command import start_command
from tests.conftest import COMMAND, Plimsoll
from tests.hostile import nbd
from tests.patience import PATIENCE_S

STACK = Path(__file__).with_name("serve_stack.toml").read_text()


class Serving:
    """A server under test: its lines, its sockets, and its end."""

    def __init__(self, folder: Path, *flags: str) -> None:
        self.folder = folder
        (folder / "stack.toml").write_text(STACK)
        words = ("serve", "stack.toml", "--unix", "it.sock", "--json")
        self.process = start_command(
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


@pytest.mark.long
def test_our_own_run_on_it_finds_the_limit(
    plimsoll: Plimsoll, serving: Callable[..., Serving], tmp_path: Path
) -> None:
    server = serving("--content", "none")
    assert server.uris == ["nbd+unix:///a?socket=it.sock", "nbd+unix:///b?socket=it.sock"]
    ended = plimsoll(
        "run", "--target", server.uri("a"), "--queue-depth", "32", "--measure-for", "2s", "--json"
    )
    assert ended.code == 0, ended.err
    assert ended.document["achieved_rate_per_s"] < 3000 * 1.02
    assert (tmp_path / "it.sock").exists()
    last = server.end()
    read = {one["name"]: one["read"]["count"] for one in last["volumes"]}
    assert read["a"] >= ended.document["read"]["count"]
    assert read["b"] == 0
    assert sum(count for _, count in last["lateness"]["histogram"]) == last["lateness"]["count"] > 0
    assert not last["sockets"]["hold_rate"]
    assert (server.process.returncode, (tmp_path / "it.sock").exists()) == (0, False)


def test_where_clients_do_not_take_their_answers_it_says_what_their_sockets_carried(
    serving: Callable[..., Serving], capsys: pytest.CaptureFixture[str]
) -> None:
    server = serving("--content", "none")
    assert server.process.stdout is not None
    count, length = 100, 1 << 20
    with nbd.Client(server.folder / "it.sock", "a") as client:
        client.socket.sendall(b"".join(nbd.request(nbd.READ, n, 0, length) for n in range(count)))
        # Nothing is taken before the stack has done all of it.
        for line in map(json.loads, server.process.stdout):
            if line["sockets"]["full_ns"] and not line["volumes"][0]["in_flight"]:
                break
        client.take(count * (16 + length))
    last = server.end()
    sockets = last["sockets"]
    assert sockets["hold_rate"]
    assert 0 < sockets["bytes_per_s"] <= count * length / (sockets["full_ns"] / 1e9)
    print_statistics(last)
    assert "the clients' sockets held the rate, not the stack" in capsys.readouterr().out


def test_the_live_line_warns_once_of_each_thing_that_holds_the_rate(
    capsys: pytest.CaptureFixture[str],
) -> None:
    live = LiveStatistics(as_json=False)

    def warnings_of(*, sockets_hold: bool, machine_is_late: bool) -> list[str]:
        statistics: Any = {
            "clients": 1,
            "volumes": [],
            "lateness": {
                "count": ENOUGH_ANSWERS,
                "held_up_by_clients": 0,
                "p99_ns": None,
                "late_share": 0.1,
                "keeps_up": not machine_is_late,
            },
            "sockets": {"hold_rate": sockets_hold, "bytes_per_s": 1e9, "late_share": 0.1},
        }
        live.now(statistics)
        said = capsys.readouterr().err
        return [
            words for words in ("the clients' sockets held", "does not keep up") if words in said
        ]

    assert warnings_of(sockets_hold=False, machine_is_late=False) == []
    assert warnings_of(sockets_hold=True, machine_is_late=False) == ["the clients' sockets held"]
    # The share of the sockets has fallen, and another thing holds the rate.
    assert warnings_of(sockets_hold=False, machine_is_late=True) == ["does not keep up"]
    assert warnings_of(sockets_hold=True, machine_is_late=True) == []


@pytest.mark.long
def test_a_fault_is_switched_on_and_off_while_it_serves(
    plimsoll: Plimsoll, serving: Callable[..., Serving], tmp_path: Path
) -> None:
    server = serving("--control", "control.sock")
    uri = f"nbd+unix:///a?socket={tmp_path / 'it.sock'}"

    def read() -> int:
        return plimsoll(
            "run",
            "--target",
            uri,
            *shlex.split("--queue-depth 1 --warmup-for 0s --measure-for 200ms"),
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
    # Settings of a wrong shape switch nothing, and a later refusal tells what was switched.
    shape = plimsoll("switch", "control.sock", "faults", "stall=5s", "outage")
    assert (shape.code, shape.out, "'outage' is not KEY=VALUE" in shape.err) == (64, "", True)
    later = plimsoll("switch", "control.sock", "faults", "read_errors=0", "outrage=off")
    assert (later.code, later.out) == (64, "faults: read_errors = 0\n")
    assert "Already changed, and not undone: read_errors=0." in later.err
    assert plimsoll("switch", "control.sock", "--json").document["volumes"][0]["name"] == "a"
    assert plimsoll("switch", "elsewhere.sock").code == 66
    server.end()
    assert not (tmp_path / "control.sock").exists()


@pytest.mark.long
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


@pytest.mark.long
def test_content_belongs_to_one_server_at_a_time(
    plimsoll: Plimsoll, serving: Callable[..., Serving], tmp_path: Path
) -> None:
    (tmp_path / "held").mkdir()
    server = serving("--content", "held")
    second = plimsoll("serve", "stack.toml", "--unix", "y.sock", "--content", "held")
    assert (second.code, second.out) == (73, "")
    assert "is in use by another server" in second.err
    server.end()
    third = plimsoll("serve", "stack.toml", "--fuse", "nowhere", code=66)
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


def test_people_see_where_it_serves_and_what_it_did(tmp_path: Path) -> None:
    (tmp_path / "stack.toml").write_text(STACK)
    process = subprocess.Popen(
        [COMMAND, "serve", "stack.toml", "--listen", "127.0.0.1:0"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    first = process.stdout.readline()
    assert first.startswith("nbd://127.0.0.1:")
    assert not first.startswith("nbd://127.0.0.1:0/")
    port = int(first.removeprefix("nbd://127.0.0.1:").partition("/")[0])
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as client:
        client.sendall(b"\xff" * 4)
        # The greeting, then the end: flags that nobody offered.
        while client.recv(64):
            pass
    process.terminate()
    out, err = process.communicate(timeout=PATIENCE_S)
    cut = "the client set handshake flags 0xffffffff, which were not offered"
    assert f"1 connection, 1 cut, 0 refused; the latest cut: {cut}" in out
    assert "serving; Ctrl-C ends it" in err


@pytest.mark.long
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
    assert "free: writes fail once it is full" in told
