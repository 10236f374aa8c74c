"""Plimsoll beside fio, in one run: IOPS and processor time per I/O on several targets, and how well
a rate is kept. And the model: simulated IOPS beside SimPy; served, IOPS and processor time beside
other NBD servers. And reports: time, memory and size of a large one, and how quickly its page
follows a choice.

Machines drift by a factor of two within minutes, so single times say nothing: the tools take turns,
round by round, and the table gives medians and the medians of the rounds' ratios.

    make bench                      the whole table, written to docs/benchmarks.md
    make bench ARGS='--only model --rounds 5'
        the model alone; its section of the page is renewed
    make bench ARGS='--only keeping-up'
        own lag and processor time at nine tenths of the maximum alone
    make bench ARGS='--only serve'
        serving alone, likewise; `--only reports --rounds 3` reports alone; `--only imports
        --rounds 3` imports of many results
    make bench ARGS='--only hosts --rounds 7'
        many hosts, and one host through Ray; `--only jobs --rounds 5` Points side by side; `--only
        commands` whole commands
    make bench ARGS='--rounds 2 --seconds 1 --only file --no-doc'   a quick look
    make bench ARGS='--fio-source FOLDER'
        fio is built from its source tree first, and with it its t/io_uring, which zram, loop and
        file are then compared with, too
"""

from __future__ import annotations

import argparse
import contextlib
import re
import shutil
import statistics
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from benches import (
    commands,
    fio_source,
    hosts,
    imports,
    jobs,
    keeping_up,
    model,
    pacing,
    reports,
    serve,
    targets,
)
from benches.tools import Case, Sample, Tool, fio, median_text, plimsoll, tuned_fio

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
OURS = Tool("Plimsoll")
DEFAULT = Tool("fio default", "io_uring")
PAGE = ROOT / "docs" / "benchmarks.md"
MODELLED_ROUNDS = 5
MAX_ROUNDS = {"model": MODELLED_ROUNDS, "reports": 3, "imports": 3, "hosts": 7, "jobs": 5}
"""Rounds of sections that take long, where the whole page is made."""
SERVED_S = 1.5
CORE = 1
"""The core that every tool of a pinned case runs on."""


def null() -> list[tuple[Case, list[Tool]]]:
    """The generators themselves."""
    return [
        (
            Case("null, QD 32", "null:", 32, core=CORE),
            [OURS, Tool("fio default", "null"), tuned_fio(32, "null")],
        ),
        (
            Case("null, QD 1", "null:", 1, core=CORE),
            [OURS, Tool("fio default", "null"), tuned_fio(1, "null")],
        ),
    ]


def zram(device: str) -> list[tuple[Case, list[Tool]]]:
    """A device that completes nothing without waiting."""
    others = [Tool("fio psync", "psync"), Tool("fio libaio", "libaio")]
    ring = fio_source.bare_ring()
    return [
        (Case("zram, QD 1", device, 1, core=CORE), [OURS, DEFAULT, *others, *ring]),
        (Case("zram, QD 32", device, 32, core=CORE), [OURS, DEFAULT, tuned_fio(32), *ring]),
        (Case("zram, QD 128", device, 128, core=CORE), [OURS, DEFAULT, tuned_fio(128), *ring]),
    ]


def loop(device: str) -> list[tuple[Case, list[Tool]]]:
    """A truly asynchronous device without a disk behind it."""
    tools = [OURS, DEFAULT, *fio_source.bare_ring()]
    return [
        (Case(f"loop on tmpfs, QD {depth}", device, depth), [*tools, tuned_fio(depth)])
        for depth in (32, 128)
    ]


def file(path: str) -> list[tuple[Case, list[Tool]]]:
    """Direct I/O on a file of a real file system."""
    big = Case("file, 1 MiB sequential, QD 32", path, 32, block="1m", pattern="read")
    tools = [OURS, DEFAULT, *fio_source.bare_ring()]
    libaio = Tool("fio libaio", "libaio")
    return [
        (Case("file, QD 1", path, 1), [*tools, Tool("fio psync", "psync"), libaio]),
        (Case("file, QD 32", path, 32), [*tools, libaio, tuned_fio(32)]),
        (Case("file, QD 128", path, 128), [*tools, tuned_fio(128)]),
        (big, [*tools, tuned_fio(32)]),
    ]


def nbd(uri: tuple[str, str]) -> list[tuple[Case, list[Tool]]]:
    """The same server, over a Unix socket."""
    return [
        (
            Case(f"nbdkit memory, QD {depth}", uri[0], depth),
            [OURS, Tool("fio nbd", "nbd", ("--norandommap",))],
        )
        for depth in (1, 32)
    ]


def compare_tools(case: Case, tools: list[Tool], rounds: int, seconds: float) -> str:
    """The row of one case: Plimsoll's figures, and its ratios to each other tool. Each tool runs
    once a round, in changing order."""
    samples: dict[str, list[Sample]] = {tool.name: [] for tool in tools}
    for number in range(rounds):
        print(f"{case.name}: round {number + 1} of {rounds}", file=sys.stderr)
        turn = number % len(tools)
        for tool in tools[turn:] + tools[:turn]:
            samples[tool.name].append(run_tool(tool, case, seconds))
    ours = samples[OURS.name]
    figures = [
        f"{statistics.median(getattr(s, f) for s in ours):{form}}"
        for f, form in (
            ("iops", ",.0f"),
            ("user_ns", ",.0f"),
            ("system_ns", ",.0f"),
            ("calls", ".2f"),
            ("reads", ".2f"),
        )
    ]
    stamp = statistics.median(s.stamp_ns for s in ours) / 2
    iops, cpu = [], []
    for tool in tools:
        if tool is OURS:
            continue
        pairs = list(zip(ours, samples[tool.name], strict=True))
        name = tool.name.removeprefix("fio ")
        iops.append(f"{name} {median_text([a.iops / b.iops for a, b in pairs])}")
        cpu.append(f"{name} {statistics.median(a.cpu_ns / b.cpu_ns for a, b in pairs):.2f}")
    cells = [case.name, *figures, f"{stamp:,.0f}", ", ".join(iops), ", ".join(cpu)]
    return f"| {' | '.join(cells)} |"


def has_engine(tool: Tool) -> bool:
    """Whether this machine has what runs the tool: a fio from its source tree lacks the engines
    whose libraries were not there when it was built."""
    if tool is OURS or tool.name == fio_source.PROGRAM:
        return True
    return tool.engine in fio_engines()


@cache
def fio_engines() -> set[str]:
    """The engines of the fio on the path."""
    told = subprocess.run(["fio", "--enghelp"], capture_output=True, text=True, check=True)
    return set(told.stdout.split())


def run_tool(tool: Tool, case: Case, seconds: float) -> Sample:
    """One run of a tool."""
    if tool is OURS:
        return plimsoll(tool, case, seconds)
    if tool.name == fio_source.PROGRAM:
        return fio_source.run(case, seconds)
    return fio(tool, case, seconds)


HEAD = [
    (
        "| case | IOPS | user ns per I/O | system ns per I/O | system calls per I/O | clock reads"
        " per I/O | mean error of a stamp, ns | IOPS / fio's | CPU / fio's |"
    ),
    "|---|---:|---:|---:|---:|---:|---:|---|---|",
]


@dataclass(frozen=True)
class BenchRequest:
    """What was asked for. The model alone and serving alone each take less than eight minutes."""

    rounds: int
    modelled_rounds: int
    seconds: float
    served_s: float
    dir: Path
    only: list[str]
    no_doc: bool
    fio_source: Path | None


def parse_arguments() -> BenchRequest:
    """What the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, help="of each case; default 10, and 5 of the model")
    parser.add_argument("--seconds", type=float, help="of each tool; default 2, serving 1.5")
    parser.add_argument("--dir", type=Path, default=Path())
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="TARGET",
        help="null, zram, loop, file, nbd, pacing, keeping-up, model, serve, reports, imports,"
        " hosts, jobs, commands",
    )
    parser.add_argument("--no-doc", action="store_true")
    parser.add_argument("--fio-source", type=Path, metavar="FOLDER", help="fio's source tree")
    chosen = parser.parse_args()
    return BenchRequest(
        rounds=chosen.rounds or 10,
        modelled_rounds=chosen.rounds or MODELLED_ROUNDS,
        seconds=chosen.seconds or 2.0,
        served_s=chosen.seconds or SERVED_S,
        dir=chosen.dir,
        only=chosen.only,
        no_doc=chosen.no_doc,
        fio_source=chosen.fio_source,
    )


def section_makers(
    chosen: BenchRequest, max_rounds: dict[str, int]
) -> dict[str, Callable[[], list[str]]]:
    """The sections that can be made alone, in the order of the page, some of them with no more
    than so many rounds."""

    def rounds(name: str, asked: int = chosen.rounds) -> int:
        return min(asked, max_rounds.get(name, asked))

    return {
        "keeping-up": lambda: keeping_up.page(chosen.dir, chosen.rounds, chosen.seconds),
        "model": lambda: model.page(rounds("model", chosen.modelled_rounds)),
        "serve": lambda: serve.page(chosen.rounds, chosen.served_s),
        "reports": lambda: reports.page(rounds("reports")),
        "imports": lambda: imports.page(rounds("imports")),
        "hosts": lambda: hosts.page(rounds("hosts"), chosen.seconds, chosen.dir),
        "jobs": lambda: jobs.page(rounds("jobs")),
        "commands": lambda: commands.page(chosen.rounds),
    }


def main() -> None:
    """Runs the tables and writes them to the screen and into docs/benchmarks.md."""
    chosen = parse_arguments()
    with fio_source.build(chosen.fio_source):
        make_tables(chosen)


def make_tables(chosen: BenchRequest) -> None:
    """The tables that were asked for."""
    alone = section_makers(chosen, {})
    if len(chosen.only) == 1 and chosen.only[0] in alone:
        section_alone(alone[chosen.only[0]](), write=not chosen.no_doc)
        return
    for needed in ("fio", "taskset"):
        if shutil.which(needed) is None:
            sys.exit(f"{needed} is not installed: tools/system-packages tests")
    version = subprocess.run(
        ["fio", "--version"], capture_output=True, text=True, check=True
    ).stdout.strip()
    makers = {
        "null": (contextlib.nullcontext, lambda _: null()),
        "zram": (targets.zram, zram),
        "loop": (targets.loop, loop),
        "file": (lambda: targets.file(chosen.dir), file),
        "nbd": (targets.nbd, nbd),
    }
    lines, skipped = list(HEAD), fio_source.left_out()
    for name, (make, cases) in makers.items():
        if chosen.only and name not in chosen.only:
            continue
        try:
            with make() as target:
                for case, tools in cases(target):
                    here = [tool for tool in tools if has_engine(tool)]
                    lines.append(compare_tools(case, here, chosen.rounds, chosen.seconds))
                    print(lines[-1], file=sys.stderr)
                    skipped += [
                        f"Left out: {tool.name} of {case.name}: {version} here lacks the engine"
                        f" {tool.engine}."
                        for tool in tools
                        if tool not in here
                    ]
        except targets.NotHereError as why:
            skipped.append(f"Left out: {name}: {why}.")
    paced: list[str] = []
    if not chosen.only or "pacing" in chosen.only:
        print("pacing", file=sys.stderr)
        paced = [*pacing.rates(max(chosen.seconds, 4.0)), ""]
        with contextlib.suppress(targets.NotHereError):
            paced += pacing.gaps(max(chosen.seconds, 8.0))
    modelled: list[str] = []
    for name, make_section in section_makers(chosen, MAX_ROUNDS).items():
        if not chosen.only or name in chosen.only:
            try:
                modelled += make_section()
            except targets.NotHereError as why:
                skipped.append(f"Left out: {name}: {why}.")
    page = document(lines, skipped, paced, modelled, version, chosen.rounds, chosen.seconds)
    print("\n".join(page))
    if not chosen.no_doc:
        PAGE.write_text("\n".join(page), encoding="utf-8")


LAST = "Made by `make bench`.\n"


def section_alone(section: list[str], *, write: bool) -> None:
    """Shows a section, and puts it in the place of the one with its title, or where a new one
    comes: before the last line."""
    print("\n".join(section))
    if write:
        PAGE.write_text(
            replace_section(PAGE.read_text(encoding="utf-8"), section), encoding="utf-8"
        )


def replace_section(page: str, section: list[str]) -> str:
    """The page with this section instead of the one of the same title."""
    parts = re.split(r"^(?=## )", page.removesuffix(LAST), flags=re.MULTILINE)
    text = "\n".join(section) + "\n"
    others = [part for part in parts if not part.startswith(section[0] + "\n")]
    at = next(
        (n for n, part in enumerate(parts) if part.startswith(section[0] + "\n")), len(others)
    )
    return "".join([*others[:at], text, *others[at:]]) + LAST


def document(
    lines: list[str],
    skipped: list[str],
    paced: list[str],
    modelled: list[str],
    version: str,
    rounds: int,
    seconds: float,
) -> list[str]:
    """The page."""
    what = (
        "One worker, direct I/O, targets filled with random bytes; Plimsoll records full"
        f" histograms of all its instants, {version} has its latencies on. {rounds} interleaved"
        f" rounds of {seconds:g} s each; medians, and medians of the rounds' ratios, of IOPS with"
        " their 95 % interval. Absolute figures belong to the machine and the minute: read the"
        " ratios. The tools of the null and zram cases are pinned to one core."
    )
    account = (
        "Processor time: Plimsoll's own account over Measure (`getrusage`, kernel workers"
        " included), fio's by `wait4`, less its start-up. *fio default*: io_uring (its null"
        " engine on null) with nothing tuned. *fio tuned*: no random map, registered buffers and"
        " file, non-vectored, batches of 1, 16, 32 to submit and to complete at queue depth 1, 32,"
        " 128. *t/io_uring*: fio's own loop around a ring, not polled, which keeps no figures of"
        " operations. The mean error of a completion stamp is half the mean time between looks."
    )
    keeping = [
        "## Keeping a rate",
        "",
        (
            "On the null engine; the scheduled rate differs from the offered one only by the random"
            " draw of the schedule. fio with `rate_iops`."
        ),
        "",
        *paced,
        "",
        "Gaps: between read requests as an nbdkit server logged them.",
        "",
    ]
    return [
        "# Compared with fio",
        "",
        what,
        "",
        *lines,
        "",
        *skipped,
        account,
        "",
        *(keeping if paced else []),
        *modelled,
        "Made by `make bench`.",
        "",
    ]


if __name__ == "__main__":
    main()
