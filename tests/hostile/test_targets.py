"""Targets that fail, lie, hang and vanish beneath every verb that measures: one line that says so,
in time, and no figure that was not measured.
"""

import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hostile import stores
from tests.hostile.conftest import Attempts
from tests.hostile.rig import (
    MIB,
    Rig,
    as_root,
    assert_no_change,
    assert_refusal,
    many,
    run,
    table,
    tools,
    until,
    whole,
)
from tests.listening import listens
from tests.patience import PATIENCE_S
from tests.words import argv

SHORT = ("--measure-for", "300ms", "--warmup-for", "0s")


def nbdkit(rig: Rig, *words: str) -> tuple[str, subprocess.Popen[bytes]]:
    """A server of these words; its address and its process."""
    tools("nbdkit")
    at = rig.path("n.sock")
    process = subprocess.Popen(
        ["nbdkit", "--foreground", "--exit-with-parent", "-U", at, *words],
        cwd=rig.folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    rig.later(_kill, process)
    until(lambda: listens(at) or process.poll() is not None, "nbdkit listens")
    if process.poll() is not None:
        pytest.skip(
            f"nbdkit cannot do that here: {process.stderr.read().decode().strip().splitlines()[-1]}"
        )
    return f"nbd+unix:///?socket={at}", process


def _kill(process: subprocess.Popen[bytes]) -> None:
    # One that was stopped has to wake up to die of the rest.
    process.kill()
    process.wait()
    if process.stderr is not None:
        process.stderr.close()


def measuring(
    rig: Rig, target: str, *, read: int = 100, deadline: str = "1s"
) -> dict[str, tuple[str, ...]]:
    """Every verb that measures."""
    named = ("--i-will-lose-the-data-on", target)
    of = f"[workload]\nread = {read}"
    lost = {"io_deadline": deadline, "i_will_lose_the_data_on": [target]}
    rig.path("c.toml").write_text(
        stores.campaign(target, of, measure_for="300ms", **lost, **stores.REAL)
    )
    rig.path("p.toml").write_text(stores.promise(target, "1000 IOPS", of))
    driven = argv(f"--target {target} --read {read}")
    late = ("--io-deadline", deadline, *named)
    return {
        "run": ("run", *driven, *SHORT, *late),
        "campaign": argv("campaign run c.toml --store c.db"),
        "find": ("find", *driven, "--objective", "p99 <= 50ms", "--no-store", *late),
        "check": (*argv("check p.toml --no-store --warmup-for 0s --measure-for 2s"), *named),
        "limits": (
            "limits",
            *driven,
            *argv("--measure-for 500ms --block-size 4k,16k --no-store"),
            *named,
        ),
    }


VERBS = ("run", "campaign", "find", "check", "limits")
NO_DEADLINE = ("check", "limits")
UNBOUNDED = "no deadline can be given to it: the default of two minutes would be waited for"

# fmt: off
FAILING = {
    # What the server does, with which words; whether it is written to; the code of a Run.
    "every operation fails": (("--filter=error", "memory", "64M", "error=EIO", "error-rate=100%"), 100, (74,)),
    "one in a hundred fails": (("--filter=error", "memory", "64M", "error=EIO", "error-rate=1%"), 100, (74,)),
    "it has no room for writes": (("--filter=error", "memory", "64M", "error=ENOSPC", "error-pwrite-rate=100%"), 0, (74, 75)),
    "it may not be written": (("--read-only", "memory", "64M"), 0, (73, 74)),
    "it takes only large blocks": (("--filter=blocksize-policy", "memory", "64M", "blocksize-minimum=64k", "blocksize-preferred=64k", "blocksize-maximum=32M", "blocksize-error-policy=error"), 100, (64,)),
    "it is smaller than a block": (("memory", "1000"), 100, (64,)),
    "it is empty": (("memory", "0"), 100, (64, 66)),
    "it is larger than anything": (("pattern", str(1 << 62)), 100, (0, 64)),
    "every answer comes after the deadline": (("--filter=delay", "memory", "64M", "delay-read=20"), 100, (74,)),
    "it hangs up after a while": (("--filter=error", "memory", "64M", "error=ESHUTDOWN", "error-rate=100%"), 100, (74,)),
}
# fmt: on


@pytest.mark.parametrize("verb", table(VERBS, "run", "limits"))
@pytest.mark.parametrize(
    "what", table(FAILING, "every operation fails", "it is smaller than a block")
)
def test_a_server_that_fails_is_told(
    rig: Rig, attempts: Attempts, what: str, verb: str, request: pytest.FixtureRequest
) -> None:
    words, read, codes = FAILING[what]
    if what == "every answer comes after the deadline" and verb in NO_DEADLINE:
        pytest.skip(UNBOUNDED)
    if what == "it is larger than anything" and verb not in ("run", "campaign"):
        pytest.skip("it works: these verbs would measure it for minutes")
    uri, _ = nbdkit(rig, *words)
    # An error in a hundred meets the verbs at another place each time.
    for _ in range(many("errors", 5, 1) if "one in a hundred" in what else 1):
        ended = rig.plimsoll(*measuring(rig, uri, read=read)[verb])
        # Verbs of many Runs may also find that there is no evidence.
        assert ended.code in (codes if verb == "run" else (*codes, 2)), ended
        if verb == "run" and ended.code in (64, 66, 73):
            assert_refusal(ended, ended.code)
        attempts.count_success()


@pytest.mark.long
@pytest.mark.parametrize("how", ["killed", "stopped"])
@pytest.mark.parametrize("verb", table(VERBS, "run"))
def test_a_server_that_goes_away_is_told(rig: Rig, how: str, verb: str) -> None:
    if how == "stopped" and verb in NO_DEADLINE:
        pytest.skip(UNBOUNDED)
    uri, server = nbdkit(rig, "--filter=log", "memory", "64M", f"logfile={rig.path('log')}")
    words = measuring(rig, uri)[verb]
    process = rig.start(*[word if word != "300ms" else "20s" for word in words])
    # Once it has been asked for data many times, the work is under way.
    until(
        lambda: rig.path("log").exists() and rig.path("log").stat().st_size > 100_000,
        "the server was read",
    )
    server.send_signal(signal.SIGKILL if how == "killed" else signal.SIGSTOP)
    out, err = process.communicate(timeout=PATIENCE_S)
    assert b"Traceback" not in err
    assert process.returncode in ((74,) if verb == "run" else (2, 74)), (
        process.returncode,
        out,
        err,
    )


def server_of(rig: Rig, says: Callable[[socket.socket], object]) -> str:
    """A server that says what it likes to each who comes."""
    at = rig.path("fake.sock")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(at))
    listener.listen()
    rig.later(listener.close)

    def serve() -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            # Kept open: what the client does then is the question.
            rig.later(client.close)
            try:
                says(client)
            except OSError:
                continue

    threading.Thread(target=serve, daemon=True).start()
    return f"nbd+unix:///?socket={at}"


LIES: dict[str, Callable[[socket.socket], object]] = {
    "says nothing": lambda client: None,
    "hangs up": lambda client: client.close(),
    "speaks HTTP": lambda client: client.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n"),
    "says the half": lambda client: client.sendall(b"NBDMAG"),
    "is of the old style": lambda client: client.sendall(
        b"NBDMAGIC" + bytes.fromhex("00420281861253") + bytes(1000)
    ),
    "says noise": lambda client: client.sendall(os.urandom(1 << 16)),
    "drips": lambda client: [(client.sendall(b"N"), time.sleep(0.2)) for _ in range(600)],
    "offers options without end": lambda client: client.sendall(
        b"NBDMAGICIHAVEOPT\0\3" + b"\0\3\xe8\x89\x04\x55\x65\xa9" * 100_000
    ),
}


@pytest.mark.parametrize("lie", table(LIES, "hangs up", "says noise"))
def test_a_server_that_is_none_is_told(rig: Rig, lie: str) -> None:
    uri = server_of(rig, LIES[lie])
    assert_refusal(rig.plimsoll("run", "--target", uri, *SHORT), 66)


# Files and devices
# ----------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("what", table(("truncated", "replaced", "deleted"), "truncated"))
def test_a_file_that_changes_beneath_a_run(rig: Rig, what: str) -> None:
    """Cut, its reads fail; replaced or deleted, the Run stays with the file that it began with."""
    ours = rig.path("ours.dat")
    assert rig.plimsoll("prepare", ours, "--size", "16m").code == 0
    stranger = rig.image("stranger", 4)
    process = rig.start(
        *argv(f"run --target {ours} --read 50 --measure-for 2s --warmup-for 0s --store s.db")
    )
    until(lambda: rig.path("s.db").exists() and _reads(process), "it reads")
    with assert_no_change(stranger):
        if what == "truncated":
            os.truncate(ours, 0)
        elif what == "replaced":
            os.link(stranger, rig.path("again"))
            rig.path("again").replace(ours)
        else:
            ours.unlink()
        out, err = process.communicate(timeout=PATIENCE_S)
    assert b"Traceback" not in err
    assert process.returncode in ((0, 74) if what == "truncated" else (0,)), (
        process.returncode,
        out,
        err,
    )
    if what == "replaced":
        assert ours.samefile(stranger)


def _reads(process: subprocess.Popen[bytes]) -> bool:
    """Whether it has its target open and uses the processor: a Run is under way."""
    return any(
        "ours.dat" in str(link.readlink())
        for link in Path(f"/proc/{process.pid}/fd").iterdir()
        if link.is_symlink()
    )


@whole
def test_a_loop_device_on_a_full_file_system_fails_and_is_told(rig: Rig) -> None:
    as_root("to mount a file system in memory")
    small = rig.mount("tmpfs", "-o", "size=4m", at="small", kind="tmpfs")
    image = small / "image"
    image.touch()
    os.truncate(image, 64 * MIB)
    device = rig.loop(image)
    named = ("--i-will-lose-the-data-on", device)
    ended = rig.plimsoll("run", "--target", device, "--read", "0", *SHORT, *named)
    assert ended.code in (74, 75), ended
    ended = rig.plimsoll("prepare", device, *named)
    assert ended.code in (74, 75), ended


@whole
def test_a_file_of_holes_on_a_full_file_system_fails_and_is_told(rig: Rig) -> None:
    as_root("to mount a file system")
    inside = rig.image("fs", 16)
    rig.ext4(inside)
    at = rig.mount(inside, "-o", "loop", at="small")
    target = at / "t.dat"
    target.touch()
    os.truncate(target, 64 * MIB)
    ended = rig.plimsoll(
        *argv(
            f"run --target {target} --read 0 --measure-for 2s --warmup-for 0s "
            f"--i-will-lose-the-data-on {target}"
        )
    )
    assert ended.code in (74, 75), ended


@whole
def test_a_device_whose_end_was_cut_off_fails_and_is_told(rig: Rig) -> None:
    image = rig.image(mib=32)
    device = rig.loop(image)
    os.truncate(image, MIB)
    ended = rig.plimsoll("run", "--target", device, *SHORT)
    # The kernel answers what is beyond with an error, or with zeroes out of its cache.
    assert ended.code in (0, 74), ended
    run("losetup", "--set-capacity", device)
    ended = rig.plimsoll("run", "--target", device, *SHORT)
    assert ended.code == 0, ended


@pytest.mark.parametrize(("size", "code"), [(0, 64), (1, 64), (1000, 64), (4095, 64), (1 << 62, 0)])
@whole
def test_a_file_of_an_odd_size(rig: Rig, size: int, code: int) -> None:
    target = rig.path("odd.dat")
    target.touch()
    try:
        os.truncate(target, size)
    except OSError:
        # More than this file system knows.
        os.truncate(target, 1 << 43)
    ended = rig.plimsoll("run", "--target", target, *SHORT)
    assert ended.code == code, ended


@whole
@pytest.mark.parametrize("size", ["1000", "0"])
def test_the_hint_for_an_export_is_one_that_can_be_followed(rig: Rig, size: str) -> None:
    """Nobody can `prepare` a server of somebody else's, nor read it through our page cache."""
    uri, _ = nbdkit(rig, "memory", size)
    ended = rig.plimsoll("run", "--target", uri, *SHORT)
    assert "plimsoll prepare" not in ended.err
    assert "--cached" not in ended.err
