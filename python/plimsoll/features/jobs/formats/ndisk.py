"""ndisk64's command line (nmon's author, AIX and Linux), and its printed text.

Each process has one operation outstanding, on a file of its own if there are enough: a closed load
of depth 1 with a worker per process. The text follows one version, including its "Seqential". Flags
with unknown meaning are refused by name."""

import getopt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plimsoll.base.errors import UsageError
from plimsoll.features.imports import fio_values as values
from plimsoll.features.imports.numbers import BadValueError
from plimsoll.features.jobs.formats.job_run import JobRun, Layout, Setup, probe_of, session_of
from plimsoll.native.record import ProbeRequest, RunRecord, WorkloadRequest

FLAGS = "f:RSr:M:b:s:t:D"
MEANINGS = (
    "-f file:file…, -R random or -S sequential, -r read %, -M processes, -b block size, -s file"
    " size, -t seconds, -D direct I/O"
)


@dataclass(frozen=True)
class CommandLine:
    """A command line of ndisk64."""

    words: tuple[str, ...]
    files: tuple[str, ...]
    random: bool
    read: float
    processes: int
    block: int
    size: int | None
    seconds: int
    direct: bool


def command_line(words: Sequence[str]) -> CommandLine:
    """Parses a command line. Raises UsageError."""
    try:
        options, rest = getopt.getopt(list(words), FLAGS)
    except getopt.GetoptError as error:
        raise UsageError(f"ndisk: {error.msg}", f"Supported are {MEANINGS}.") from None
    given = dict(options)
    if rest:
        raise UsageError(f"ndisk: '{rest[0]}' belongs to no flag", f"Supported are {MEANINGS}.")
    if "-f" not in given or ("-R" in given) == ("-S" in given):
        raise UsageError("ndisk needs -f file:file…, and one of -R and -S")
    if "-r" not in given:
        raise UsageError("ndisk needs -r, the percentage of reads")
    return CommandLine(
        words=tuple(words),
        files=tuple(name for name in given["-f"].split(":") if name),
        random="-R" in given,
        read=_number("-r", given["-r"], 0, 100),
        processes=_number("-M", given.get("-M", "1"), 1, 1024),
        block=_number("-b", given.get("-b", "4K"), 512, 64 << 20),
        size=_number("-s", given["-s"], 1, 1 << 62) if "-s" in given else None,
        seconds=_number("-t", given.get("-t", "5"), 1, 366 * 86_400),
        direct="-D" in given,
    )


def _number(flag: str, text: str, least: int, most: int) -> int:
    try:
        return values.whole(text.rstrip("%"), least, most)
    except BadValueError as error:
        raise UsageError(f"ndisk: {flag} {text[:60]} {error}") from None


def run(line: CommandLine, setup: Setup, seed: int) -> JobRun:
    """The Run of a command line. Raises UsageError."""
    files = line.files[: line.processes]
    if line.processes % len(files):
        raise UsageError(
            f"ndisk: {line.processes} processes do not divide evenly among {len(files)} files",
            "Give as many processes as files, or a multiple.",
        )
    for path in files:
        if line.size is None and setup.size_of(path) is None:
            raise UsageError(f"ndisk: {path} does not exist", "Give -s to lay it out.")
    each = line.processes // len(files)
    walk = "sequential:each" if each > 1 else "sequential"
    workload: WorkloadRequest = {
        "block_size": line.block,
        "read": line.read,
        "pattern": "random" if line.random else walk,
        "working_set": line.size,
    }
    timing: ProbeRequest = {"warmup_for": "0s", "measure_for": f"{line.seconds}s", "seed": seed}
    return JobRun(
        name="ndisk",
        session=session_of(files, workload, setup, cached=not line.direct, engine="psync"),
        probe=probe_of(timing, workers=each, depth=1, most=each),
        layouts=tuple(Layout(path, line.size) for path in files if line.size is not None),
    )


_MIXES = {50.0: "Equal read and write", 100.0: "Read only", 0.0: "Write only"}


def text(line: CommandLine, record: RunRecord, size: int, program: str) -> Iterator[str]:
    """The lines that ndisk64 prints. It splits the list of files in place, so its `Command:` line
    has blanks for colons."""
    listed = line.words.index("-f") + 1 if "-f" in line.words else 0
    words = [
        word.replace(":", " ") if at == listed or word.startswith("-f") else word
        for at, word in enumerate(line.words)
    ]
    yield f"Command: {program} {' '.join(words)}"
    mix = f"Read {line.read:g}% and write {100 - line.read:g}%"
    facts = [
        "Synchronous Disk test (regular read/write)",
        f"No. of processes = {line.processes}",
        f"I/O type         = {'Random' if line.random else 'Sequential'}",
        f"Block size       = {line.block}",
        f"Read-Write       = {_MIXES.get(line.read, mix)}",
        "Sync type: none  = just close the file",
        *(["File open() mode = Direct I/O mode - O_DIRECT"] if line.direct else []),
        f"Number of files  = {len(line.files)}",
        f"File size        = {size} bytes = {size >> 10} KB = {size >> 20} MB",
        f"Run time         = {line.seconds} seconds",
        "Snooze %         = 0 percent",
    ]
    yield from (f"\t{fact}" for fact in facts)
    kib = f"{line.block / 1024:g}"
    yield f"----> Running test with block Size={line.block} ({kib}KB) ...."
    yield "Proc - <-----Disk IO----> | <-----Throughput------> RunTime"
    yield " Num -     TOTAL   IO/sec |    MB/sec       KB/sec  Seconds"
    seconds = record["measure_s"]
    whole = (record["all"]["completed"], record["all"]["bytes"])
    # Described storage has no figures of single processes, only totals.
    rows = [(worker["completed"], worker["bytes"]) for worker in record["workers"] or ()]
    for number, (count, moved) in enumerate(rows or [whole] * (line.processes == 1), 1):
        yield f"{number:4d} - {_figures(count, moved, seconds)}  {seconds:.2f}"
    if line.processes > 1:
        count, moved = map(sum, zip(*rows, strict=True)) if rows else whole
        yield f"TOTALS {_figures(count, moved, seconds)}"
        kind = "Random" if line.random else "Seqential"
        yield f"- {kind} procs={line.processes:3d} read={line.read:3.0f}% bs={kib:>3}KB"


def _figures(count: int, moved: int, seconds: float) -> str:
    kib = moved / 1024 / seconds if seconds else 0.0
    rate = count / seconds if seconds else 0.0
    return f"{count:9d} {rate:8.1f} | {kib / 1024:9.2f} {kib:12.2f}"
