"""Real cases of which we know who limits them: this machine's own processors, page cache and kernel
throttle, and stacks that are served over a socket.

Each is a command line of `plimsoll run --who-limits`, asked twice: alone, and beside a program that
keeps a processor busy all the time. No figure of theirs is told: they are another machine's. The
throttle is that of a cgroup (v1, blkio) made for the one process and removed after it, which needs
root.

Beside the busy program "unknown" is no wrong answer, only a poor one. To blame the storage for the
client, or the client for the storage, is wrong always.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.groups import BLKIO, group, whole_disk
from tests.listening import listens

COMMAND = [sys.executable, "-m", "plimsoll"]
HEADER = "| load | truth | said | beside a busy program | why |\n|---|---|---|---|---|"
SHORT = ("--warmup-for", "500ms", "--measure-for", "2s", "--who-limits", "--json")


CLIENT, STORAGE = ("client_cpu", "client_outstanding"), ("target", "policy_cap")


@dataclass(frozen=True)
class Real:
    """`{file}` in the arguments is a file of 256 MiB; `throttle` are lines for the cgroup,
    `{device}` its disk.

    `served`: elements of a stack, whose volume `v` is `{served}`; `path` is that volume's.
    """

    name: str
    arguments: str
    truth: tuple[str, ...]
    why: str
    throttle: tuple[tuple[str, str], ...] = ()
    served: str = ""
    path: str = "d"


THROTTLE, CARRIED = "the throttle of the kernel", "carried; where we are late, our own lateness"
SLOW = '[device.d]\nservers = {}\nservice = {{ distribution = "exponential", mean = "{}" }}\n'
OFTEN = '[device.d]\nservers = 64\nservice = "1ms"\n'
HARD_DISK = '[device.d]\nprofile = "hdd-7200"\n'
CAP, BYTES = "[limit.cap]\nops_per_s = 3000\n", '[limit.cap]\nbytes_per_s = "8m"\n'
IOPS = "read_iops_device"

OUT, CPU, CACHE, FULL, POLICY = (
    ("client_outstanding",),
    ("client_cpu",),
    ("cache",),
    ("target",),
    ("policy_cap",),
)
OWN = "nothing but our own work"
BUCKET = "a bucket before many servers"


def load(at: str, depth: int = 0, rate: int = 0, more: str = "") -> str:
    """The flags of a Run at this target: closed, or open with an objective."""
    how = f"--rate {rate} --objective p99<=100ms" if rate else f"--queue-depth {depth}"
    return f"--target {at} {how} {more}".strip()


def blkio(limit: int, truth: tuple[str, ...] = POLICY, depth: int = 32, rate: int = 0) -> Real:
    """A file under the kernel's throttle of reads."""
    name = f"a file, blkio {limit} IOPS" + (f", {rate}/s" if rate else "")
    why = THROTTLE if truth == POLICY else CARRIED
    return Real(name, load("{file}", depth, rate), truth, why, ((IOPS, f"{{device}} {limit}"),))


def nbd(
    name: str, how: str, truth: tuple[str, ...], why: str, served: str, path: str = "d"
) -> Real:
    """A stack that is served."""
    return Real(f"served, {name}", how, truth, why, served=served, path=path)


CARRIED_OR_LATE = ("schedule", "client_cpu")
ONE, EIGHT = SLOW.format(1, "250us"), SLOW.format(8, "2ms")
CASES = (
    Real("null, 32 deep", load("null:", 32), CPU, OWN),
    Real("null, 2 workers", load("null:", 8, more="--workers 2"), CPU, OWN),
    Real("null, 20,000,000/s", load("null:", rate=20_000_000), CPU, "more than a processor offers"),
    Real("a file, one at a time", load("{file}", 1), OUT, "a disk does several at once"),
    Real("a file, cached", load("{file}", 4, more="--cached"), CACHE, "the page cache holds it"),
    Real("a file, 1000/s", load("{file}", rate=1000), CARRIED_OR_LATE, CARRIED),
    blkio(700),
    blkio(3000),
    blkio(12_000, depth=64),
    blkio(3000, rate=4500),
    blkio(3000, CARRIED_OR_LATE, rate=1000),
    Real(
        "a file, blkio 8 MiB/s",
        load("{file}", 16, more="--block-size 16k"),
        POLICY,
        THROTTLE,
        (("read_bps_device", "{device} 8388608"),),
    ),
    nbd("one server of 250 us", load("{served}", 32), FULL, "one server, full", ONE),
    nbd("one server of 250 us, 3000/s", load("{served}", rate=3000), CARRIED_OR_LATE, CARRIED, ONE),
    nbd("eight servers of 2 ms", load("{served}", 64), FULL, "eight servers, full", EIGHT),
    nbd(
        "eight servers of 2 ms, one at a time",
        load("{served}", 1),
        OUT,
        "seven servers idle",
        EIGHT,
    ),
    nbd("a hard disk", load("{served}", 16), FULL, "one arm", HARD_DISK),
    nbd("cap of 3000 IOPS", load("{served}", 64), POLICY, BUCKET, CAP + OFTEN, "cap d"),
    nbd(
        "cap of 3000 IOPS, 4500/s",
        load("{served}", rate=4500),
        POLICY,
        BUCKET,
        CAP + OFTEN,
        "cap d",
    ),
    nbd(
        "cap of 8 MiB/s",
        load("{served}", 64, more="--block-size 16k"),
        POLICY,
        BUCKET,
        BYTES + OFTEN,
        "cap d",
    ),
)


def skip_reason(case: Real, file: Path) -> str | None:
    """Why a case can't be run here, in words."""
    if not case.throttle:
        return None
    if os.geteuid() != 0:
        return "needs root"
    if not (BLKIO / "blkio.throttle.read_iops_device").exists():
        return "no cgroup v1 blkio throttle"
    return None if whole_disk(file) else "the file lies on no disk of its own name"


def finding(case: Real, folder: Path, *, busy: bool) -> dict[str, Any]:
    """`limited_by` of the command's record; `busy`: beside a program that keeps a processor."""
    file = folder / "real.dat"
    uri_of = serve_volume(case.served, case.path, folder)
    with throttle_group(case.throttle, file) as tasks, uri_of as uri, kept_busy(busy):
        command = [*COMMAND, "run", *case.arguments.format(file=file, served=uri).split(), *SHORT]
        enter = (lambda: tasks.write_text(str(os.getpid()))) if tasks else None
        done = subprocess.run(
            command, stdout=subprocess.PIPE, text=True, check=False, preexec_fn=enter
        )
    if not done.stdout:
        raise RuntimeError(f"{case.name}: the command ended with {done.returncode}")
    found: dict[str, Any] = json.loads(done.stdout)["limited_by"]
    return found


@contextmanager
def serve_volume(elements: str, path: str, folder: Path) -> Iterator[str]:
    """The URI of a volume behind these elements, served meanwhile; none without elements."""
    if not elements:
        yield ""
        return
    stack, socket = folder / "served.toml", folder / "served.sock"
    names = ", ".join(f'"{name}"' for name in path.split())
    stack.write_text(f'{elements}[volume.v]\nsize = "1g"\npath = [{names}]\n')
    server = subprocess.Popen(
        [*COMMAND, "serve", str(stack), "--unix", str(socket)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not listens(socket) and server.poll() is None:
            time.sleep(0.05)
        yield f"nbd+unix:///v?socket={socket}"
    finally:
        server.terminate()
        server.wait()


@contextmanager
def kept_busy(busy: bool) -> Iterator[None]:
    """A program that never rests, meanwhile."""
    loop = subprocess.Popen(["sh", "-c", "while :; do :; done"]) if busy else None
    try:
        yield
    finally:
        if loop is not None:
            loop.kill()
            loop.wait()


def wrong(case: Real, said: str, *, busy: bool) -> str | None:
    """What is wrong with an answer, in words."""
    if said in case.truth or (busy and said == "unknown"):
        return None
    sides = (CLIENT, STORAGE)
    blamed = any(
        said in side and any(truth in other for truth in case.truth)
        for side, other in (sides, sides[::-1])
    )
    return "WRONG SIDE" if blamed else "wrong"


@contextmanager
def throttle_group(lines: tuple[tuple[str, str], ...], file: Path) -> Iterator[Path | None]:
    """A cgroup that holds I/O to the file's disk back: its `tasks`; none without lines."""
    if not lines:
        yield None
        return
    with group() as made:
        for name, line in lines:
            (made / f"blkio.throttle.{name}").write_text(line.format(device=whole_disk(file)))
        yield made / "tasks"


def table() -> tuple[list[str], list[str]]:
    """Rows of every case, and what is wrong."""
    rows, misses = [], []
    with tempfile.TemporaryDirectory(dir=os.environ.get("PLIMSOLL_TRUTH_DIR")) as name:
        folder = Path(name)
        file = folder / "real.dat"
        subprocess.run(
            [*COMMAND, "prepare", str(file), "--size", "256m"], check=True, capture_output=True
        )
        for case in CASES:
            why_not = skip_reason(case, file)
            answers = []
            for busy in () if why_not else (False, True):
                found = finding(case, folder, busy=busy)
                answers.append(str(found["value"]))
                if (how := wrong(case, answers[-1], busy=busy)) is not None:
                    beside = ", beside a busy program" if busy else ""
                    truth = " or ".join(case.truth)
                    misses.append(
                        f"{case.name}{beside}: {how}: {answers[-1]} for {truth}: {found['because']}"
                    )
            said = f"skipped: {why_not} | " if why_not else " | ".join(answers)
            rows.append(f"| {case.name} | {' or '.join(case.truth)} | {said} | {case.why} |")
            print(rows[-1], flush=True)
    return rows, misses


def main() -> int:
    """The table alone."""
    print(HEADER, flush=True)
    misses = table()[1]
    print("\n" + "\n".join(f"- {words}" for words in misses))
    return 1 if any("WRONG SIDE" in words for words in misses) else 0


if __name__ == "__main__":
    sys.exit(main())
