"""ndisk64's command line (nmon's author, AIX and Linux), and the text that it prints.

Each process has one operation outstanding, on a file of its own where there are as many: that is a
closed load of depth 1 with a worker per process. The grammar of the text is that of one version,
its "Seqential" included. Flags whose meaning was not seen are refused by name.
"""

from __future__ import annotations

import getopt
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.errors import UsageError
from plimsoll.formats.jobs.fio import values
from plimsoll.formats.jobs.job_run import probe_of, session_of
from plimsoll.formats.numbers import BadValueError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from plimsoll.formats.jobs.job_run import Setup
    from plimsoll.model import ProbeRequest, RunRecord, SessionRequest

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
    """What a command line asks for. Raises UsageError."""
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


def requests(
    ask: CommandLine, setup: Setup
) -> tuple[SessionRequest, ProbeRequest, tuple[str, ...]]:
    """What a session and its Run are asked, and the files that are driven."""
    files = ask.files[: ask.processes]
    if ask.processes % len(files):
        raise UsageError(
            f"ndisk: {ask.processes} processes do not divide evenly among {len(files)} files",
            "Give as many processes as files, or a multiple.",
        )
    each = ask.processes // len(files)
    walk = "sequential:each" if each > 1 else "sequential"
    workload = {
        "block_size": ask.block,
        "read": ask.read,
        "pattern": "random" if ask.random else walk,
        "working_set": ask.size,
    }
    session = session_of(files, workload, setup, cached=not ask.direct, engine="psync")
    probe = probe_of(
        workers=each, depth=1, most=each, warmup_for="0s", measure_for=f"{ask.seconds}s"
    )
    return session, probe, files


def _mix(read: float) -> str:
    known = {50.0: "Equal read and write", 100.0: "Read only", 0.0: "Write only"}
    return known.get(read, f"Read {read:g}% and write {100 - read:g}%")


def text(ask: CommandLine, record: RunRecord, size: int, program: str) -> Iterator[str]:
    """What ndisk64 prints, line by line. It takes the list of files apart where it stands, so that
    its `Command:` line has blanks for colons."""
    listed = ask.words.index("-f") + 1 if "-f" in ask.words else 0
    words = [
        word.replace(":", " ") if at == listed or word.startswith("-f") else word
        for at, word in enumerate(ask.words)
    ]
    yield f"Command: {program} {' '.join(words)}"
    facts = [
        "Synchronous Disk test (regular read/write)",
        f"No. of processes = {ask.processes}",
        f"I/O type         = {'Random' if ask.random else 'Sequential'}",
        f"Block size       = {ask.block}",
        f"Read-Write       = {_mix(ask.read)}",
        "Sync type: none  = just close the file",
        *(["File open() mode = Direct I/O mode - O_DIRECT"] if ask.direct else []),
        f"Number of files  = {len(ask.files)}",
        f"File size        = {size} bytes = {size >> 10} KB = {size >> 20} MB",
        f"Run time         = {ask.seconds} seconds",
        "Snooze %         = 0 percent",
    ]
    yield from (f"\t{fact}" for fact in facts)
    kib = f"{ask.block / 1024:g}"
    yield f"----> Running test with block Size={ask.block} ({kib}KB) ...."
    yield "Proc - <-----Disk IO----> | <-----Throughput------> RunTime"
    yield " Num -     TOTAL   IO/sec |    MB/sec       KB/sec  Seconds"
    seconds = record["measure_s"]
    rows = _rows(record)
    for number, (count, moved) in enumerate(rows, 1):
        yield f"{number:4d} - {_figures(count, moved, seconds)}  {seconds:.2f}"
    if len(rows) > 1:
        total = _figures(sum(c for c, _ in rows), sum(m for _, m in rows), seconds)
        yield f"TOTALS {total}"
        kind = "Random" if ask.random else "Seqential"
        yield f"- {kind} procs={ask.processes:3d} read={ask.read:3.0f}% bs={kib:>3}KB"


def _rows(record: RunRecord) -> list[tuple[int, int]]:
    """Operations and bytes of each process."""
    workers = record.get("workers") or []
    if workers:
        return [(one["completed"], one["bytes"]) for one in workers]
    return [(record["all"]["completed"], record["all"]["bytes"])]


def _figures(count: int, moved: int, seconds: float) -> str:
    kib = moved / 1024 / seconds if seconds else 0.0
    rate = count / seconds if seconds else 0.0
    return f"{count:9d} {rate:8.1f} | {kib / 1024:9.2f} {kib:12.2f}"
