"""How fast a served stack is: IOPS and processor time per I/O of `plimsoll serve` beside nbdkit's
memory plugin and qemu-nbd's null device, with fio's nbd engine as the client of each; and how
exactly a served limit holds.

The servers run all the time and take turns with the client, round by round. Processor time is the
system's account of the server's process (`/proc`), over the client's run.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benches.targets import NotHereError
from benches.tools import PLIMSOLL, median_text, time_command

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "## Serving a described stack"
# A device that takes no time: what is measured is the server. 256 MiB fit the memory of any
# machine.
FREE = (
    '[device.flash]\nservers = 1024\nservice = "1ns"\n[volume.data]\nsize = "256m"\npath ='
    ' ["flash"]\n'
)
LIMIT_PER_S = 3000
LIMITED = f"[limit.cap]\nops_per_s = {LIMIT_PER_S}\n" + FREE.replace(
    '["flash"]', '["cap", "flash"]'
)
DEPTHS = (1, 32, 128)
CLIENT = 0
"""The core of the client where both ends are pinned."""
PLACES: dict[str, int | None] = {"": None, ", both on one core": 0, ", each on a core": 1}
"""Where the server runs; None: wherever the scheduler puts both. At queue depth 1 that choice says
more than the server does: a waking core may take longer than a request."""
NBDKIT, QEMU_NBD = "nbdkit memory", "qemu-nbd null-co"
MEMORY, NOTHING = "Plimsoll", "Plimsoll without content"
PAIRS = ((MEMORY, NBDKIT), (NOTHING, QEMU_NBD), (MEMORY, QEMU_NBD))
"""Each of ours beside which server. The null device keeps nothing, as ours without content: each
read is of the same zeroes, which lie in the processor's cache."""
BLOCKS = ("4k", "16k", "64k", "256k", "1m")
CORES = os.sched_getaffinity(0)
TICKS_PER_S = os.sysconf("SC_CLK_TCK")
PATIENCE_S = 20.0
"""How long a server may take to listen."""


@dataclass(frozen=True)
class Serving:
    """A server at work."""

    process: subprocess.Popen[str]
    uri: str

    def cpu_s(self) -> float:
        """Processor seconds of the process so far, user and system."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS_PER_S

    def pin(self, cores: set[int]) -> None:
        """All its threads, and so those that they start."""
        for thread in Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(int(thread.name), cores)


@dataclass(frozen=True)
class ClientRun:
    """A run of the client: IOPS as it counts them, and ns of the server's processor time per
    I/O."""

    iops: float
    cpu_ns: float


@contextlib.contextmanager
def _server(command: list[str], socket: Path, export: str) -> Iterator[Serving]:
    """A server on a unix socket, stopped at the end."""
    if shutil.which(command[0]) is None:
        raise NotHereError(f"{command[0]} is not installed")
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        until = time.monotonic() + PATIENCE_S
        while not socket.exists():
            if process.poll() is not None or time.monotonic() > until:
                process.kill()
                raise NotHereError(
                    f"{command[0]} does not serve: {process.communicate()[1].strip()[-300:]}"
                )
            time.sleep(0.02)
        yield Serving(process, f"nbd+unix:///{export}?socket={socket}")
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.communicate()


def plimsoll(
    stack: str, folder: Path, name: str, content: str = "memory"
) -> contextlib.AbstractContextManager[Serving]:
    """The installed command with this stack and content."""
    file, socket = folder / f"{name}.toml", folder / f"{name}.sock"
    file.write_text(stack)
    quiet = ["--statistics-every", "1h", "--json", "--content", content]
    return _server([*PLIMSOLL, "serve", str(file), "--unix", str(socket), *quiet], socket, "data")


def nbdkit(folder: Path) -> contextlib.AbstractContextManager[Serving]:
    """The memory plugin."""
    socket = folder / "nbdkit.sock"
    return _server(["nbdkit", "--foreground", "--unix", str(socket), "memory", "256m"], socket, "")


def qemu_nbd(folder: Path) -> contextlib.AbstractContextManager[Serving]:
    """The null device: keeps nothing and reads zeroes."""
    socket = folder / "qemu.sock"
    image = "driver=null-co,size=256M,read-zeroes=on"
    return _server(
        ["qemu-nbd", "--persistent", "--socket", str(socket), "--image-opts", image], socket, ""
    )


def fio(
    server: Serving,
    pattern: str,
    depth: int,
    block: str,
    seconds: float | None,
    core: int | None = None,
) -> ClientRun:
    """One fio job with the nbd engine, on this core; without seconds, once over the volume."""
    span = ["--time_based", f"--runtime={seconds:g}"] if seconds else []
    pinned = [] if core is None else ["taskset", "-c", str(core)]
    before = server.cpu_s()
    text, _, _ = time_command(
        [
            *pinned,
            "fio",
            "--name=b",
            "--ioengine=nbd",
            f"--uri={server.uri}",
            f"--rw={pattern}",
            f"--bs={block}",
            f"--iodepth={depth}",
            "--norandommap",
            "--randrepeat=0",
            "--thread",
            *span,
            "--output-format=json",
        ]
    )
    spent = server.cpu_s() - before
    job = json.loads(text[text.index("{") :])["jobs"][0]
    kind = job["write" if "write" in pattern else "read"]
    return ClientRun(kind["iops"], spent * 1e9 / max(kind["total_ios"], 1))


def compare_servers(rounds: int, seconds: float) -> list[str]:
    """The rows of the comparison: every server once a round, who begins changes."""
    with contextlib.ExitStack() as entered:
        folder = Path(entered.enter_context(tempfile.TemporaryDirectory()))
        servers = {
            MEMORY: entered.enter_context(plimsoll(FREE, folder, "free")),
            NBDKIT: entered.enter_context(nbdkit(folder)),
        }
        # What was never written is answered without looking: both get content.
        for server in servers.values():
            fio(server, "write", 4, "1m", None)
        servers[NOTHING] = entered.enter_context(plimsoll(FREE, folder, "nothing", "none"))
        with contextlib.suppress(NotHereError):
            servers[QEMU_NBD] = entered.enter_context(qemu_nbd(folder))
        rows = []
        for pattern in ("randread", "randwrite"):
            for depth in DEPTHS:
                for place, core in PLACES.items():
                    if core is not None and (depth > 1 or not {CLIENT, core} <= CORES):
                        continue
                    for server in servers.values():
                        server.pin(CORES if core is None else {core})
                    case = f"4k {pattern}, QD {depth}{place}"
                    client = None if core is None else CLIENT
                    rows.append(_case(servers, case, (pattern, depth, client), rounds, seconds))
                    print(rows[-1], file=sys.stderr)
    return rows


def _case(
    servers: dict[str, Serving],
    case: str,
    load: tuple[str, int, int | None],
    rounds: int,
    seconds: float,
) -> str:
    """The row of a case: Plimsoll under this load (pattern, queue depth, core of the client), and
    the ratios to each other server."""
    pattern, depth, core = load
    seen: dict[str, list[ClientRun]] = {name: [] for name in servers}
    names = list(servers)
    for number in range(rounds):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            seen[name].append(fio(servers[name], pattern, depth, "4k", seconds, core))
    ours = seen[MEMORY]
    cells = [
        case,
        f"{statistics.median(s.iops for s in ours):,.0f}",
        f"{statistics.median(s.cpu_ns for s in ours):,.0f}",
    ]
    for one, other in PAIRS:
        pairs = list(zip(seen[one], seen.get(other, ()), strict=other in seen))
        if not pairs:
            cells += ["-", "-"]
            continue
        cpu = statistics.median(a.cpu_ns / b.cpu_ns for a, b in pairs)
        cells += [median_text([a.iops / b.iops for a, b in pairs]), f"{cpu:.2f}"]
    return f"| {' | '.join(cells)} |"


def limit_rows(seconds: float) -> list[str]:
    """The rows of the limit: a server for each block size, so that its lateness is that of the one
    run."""
    rows = []
    for block in BLOCKS:
        with (
            tempfile.TemporaryDirectory() as name,
            plimsoll(LIMITED, Path(name), "limited") as server,
        ):
            rate = fio(server, "randread", 32, block, seconds).iops
            server.process.send_signal(signal.SIGINT)
            last = json.loads(server.process.communicate()[0].splitlines()[-1])
        late, sockets = last["lateness"], last["sockets"]
        carried = f"{sockets['bytes_per_s'] / 2**20:,.0f} MiB/s" if sockets["hold_rate"] else "-"
        p50, p99 = (
            f"{late[key] / 1e3:,.1f}" if late[key] is not None else "-"
            for key in ("p50_ns", "p99_ns")
        )
        rows.append(
            f"| {block} | {rate:,.1f} | {100 * (rate / LIMIT_PER_S - 1):+.2f} % | {p50} | {p99} |"
            f" {carried} |"
        )
        print(rows[-1], file=sys.stderr)
    return rows


def page(rounds: int, seconds: float) -> list[str]:
    """The section of the page."""
    how = (
        "`plimsoll serve` of a stack with one device that takes 1 ns, content in memory, beside"
        " nbdkit's memory plugin, both filled once, and qemu-nbd's null device, which keeps"
        " nothing; beside that also without content (`--content none`). The client is fio's nbd"
        " engine, one connection over a unix socket, nothing pinned unless stated. At QD 1 the"
        " client sleeps after every request, so that the wake-up of a core counts more than the"
        f" server; on one core nothing sleeps. {rounds} interleaved rounds of {seconds:g} s;"
        " medians, and medians of the rounds' ratios with their 95 % interval. Processor time is"
        " that of the server's process, its counters and latency histograms included."
    )
    span = max(seconds, 5.0)
    exact = (
        f"A limit of {LIMIT_PER_S:,} IOPS without burst in front of the same device, QD 32, random"
        f" reads over {span:g} s. Lateness: from the instant that the model set to the last byte"
        " in the socket. A dash: the client's socket was full, so that the lateness is not the"
        " server's. Where sockets and not the limit held the rate, what they carried while they"
        " were full, as `serve` says it. At 1m the limit is 3 GiB/s."
    )
    head = (
        "| case | Plimsoll: IOPS | CPU, ns per I/O | IOPS / nbdkit's | CPU / nbdkit's |"
        " without content: IOPS / qemu-nbd's | CPU / qemu-nbd's |"
        " IOPS / qemu-nbd's | CPU / qemu-nbd's |"
    )
    return [
        TITLE,
        "",
        how,
        "",
        head,
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
        *compare_servers(rounds, seconds),
        "",
        exact,
        "",
        "| block | IOPS | off the limit by | late p50, µs | late p99, µs | full sockets carried |",
        "|---|---:|---:|---:|---:|---:|",
        *limit_rows(span),
        "",
    ]
