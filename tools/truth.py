"""`make truth`: the statistical checks on all seeds, each a program that prints its tables as
Markdown. Writes docs/truth.md.

All of them take hours on two cores: `make truth ARGS='--only families,limits'` makes the named
parts anew and leaves the others as they are; each says from which commit it was made. A part that
fails (a demand is missed) is not written.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.short_tables import (  # noqa: E402
    Columns,
    Grouping,
    Preface,
    first_of_each_name,
    without_reasons,
)

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE = ROOT / "docs" / "truth.md"
MADE_BY = re.compile(r"[;.] [Mm]ade by `python -m [^`]*`")
SEEDS = "200"
DECIDE = (
    "cargo",
    "run",
    "--release",
    "--locked",
    "--quiet",
    "-p",
    "plimsoll-measure",
    "--example",
    "decide_truth",
)


@dataclass(frozen=True)
class Part:
    """A section of the page, and the program that prints it: words, after which `python -m` is put
    before a module."""

    name: str
    title: str
    words: tuple[str, ...]
    of_machine: bool = False
    """Measured on this machine: what is not as it should be stands in the page, too, instead of
    keeping it as it was."""
    shortened: tuple[Callable[[str], str], ...] = ()
    """What makes the page's text of what was printed: rows that say the same become one."""

    @property
    def command(self) -> list[str]:
        python = self.words[0].startswith("tests.")
        return [*((sys.executable, "-m") if python else ()), *self.words]


def fault_kind(fault: str) -> str:
    """The kind of a fault of the time line's table: what its name begins with, or the end of
    credits or of a buffer."""
    kinds = {
        "stall": "a stall",
        "outage": "an outage",
        "slow": "a slow spell",
        "disk": "a slower disk",
    }
    return kinds.get(fault.split(maxsplit=1)[0], "credits or a buffer used up")


PARTS = (
    Part(
        "queues",
        "The model beside queueing theory",
        ("tests.truth.queues",),
        shortened=(
            Grouping(
                table="figure",
                by="figure",
                heading="system",
                of=lambda figure: (
                    "one queue (M/M, M/D, M/G; 1 to 8 servers)"
                    if figure.startswith("M/")
                    else re.split(r": |, mean", figure)[0]
                ),
                columns={"figure": "rows", "off": "range", "standard error": "range"},
            ),
        ),
    ),
    Part(
        "probes",
        "How often a probe is decided wrongly",
        (*DECIDE, "--", SEEDS),
        shortened=(
            Grouping(
                table="stack",
                by="stack",
                columns={
                    "objective": "list",
                    "ρ at the line": "range",
                    "distance": "range",
                    "wrong pass %": "range",
                    "undecided above %": "range",
                    "wrong fail %": "range",
                    "undecided below %": "range",
                    "naive rule passes above %": "range",
                },
            ),
        ),
    ),
    Part(
        "searches",
        "How often a search finds the line",
        ("tests.truth", "--seeds", SEEDS),
        shortened=(
            Columns(
                "stack",
                (
                    "arrivals",
                    "from",
                    "probes",
                    "holds",
                    "operations, M",
                    "real s per 3 M operations",
                    "CPU s per 3 M operations",
                ),
            ),
        ),
    ),
    Part("sweeps", "How often the line of a sweep is right", ("tests.truth.sweeps",)),
    Part(
        "foreign",
        "How often the line of a sweep of another program is right",
        ("tests.truth.foreign_sweeps", "--seeds", SEEDS),
    ),
    Part(
        "families",
        "What a family of lines costs",
        ("tests.truth.family",),
        shortened=(
            Grouping(
                table="read %",
                by="interval contains it",
                columns={
                    "read %": "range",
                    "true line, IOPS": "range",
                    "farthest, all seeds": "range",
                    "median width": "range",
                    "median test s": "range",
                },
            ),
        ),
    ),
    Part("slow", "Lines that depend on how long you look", ("tests.truth.slow",)),
    Part(
        "stairs",
        "What a one-minute search says when the client itself stalls",
        ("tests.truth.stairs", "--seeds", SEEDS),
        shortened=(
            Grouping(
                table="stack",
                by="stalls of the client",
                columns={
                    "interval holds the line": "range",
                    "lower end above it": "range",
                    "headline off, median": "range",
                    "width, median": "range",
                    "test s": "range",
                },
            ),
            Preface(
                "M/M/1 of 50 µs and of 200 µs; objectives p99 <= 5ms, p99 <= 20ms and mean <= 1ms."
            ),
        ),
    ),
    Part(
        "moving",
        "What a search says about a line that moves",
        ("tests.truth.moving", "--seeds", SEEDS),
    ),
    Part("real", "What it says about a real disk", ("tests.truth.real",), of_machine=True),
    Part(
        "limiters",
        "Who limited it",
        ("tests.truth.limiters", "--seeds", "5", "--real"),
        shortened=(
            Grouping(
                table="",
                by="truth",
                columns={
                    "load": "rows",
                    "right": "sum",
                    "least confidence": "range",
                    "most Runs": "range",
                },
            ),
            Grouping(
                table="load",
                by="truth",
                columns={"load": "list", "said": "list", "beside a busy program": "list"},
            ),
            without_reasons,
            first_of_each_name,
        ),
    ),
    Part(
        "limits",
        "Which limits are found, refuted and tied",
        ("tests.truth.limits",),
        shortened=(
            Grouping(
                table="stack",
                by="truth",
                heading="law",
                of=lambda truth: truth.split(":")[0],
                columns={"stack": "list", "refuted": "range", "tied": "list"},
            ),
        ),
    ),
    Part("laws", "How often a true law of a limit is refuted", ("tests.truth.limits_noise",)),
    Part(
        "throttles",
        "Which law of a random throttle is named",
        ("tests.truth.throttles", "--seeds", SEEDS),
        shortened=(
            Grouping(
                table="law",
                by="law",
                heading="budget, of every law",
                of=lambda law: law.split()[-1],
                columns={
                    "throttles": "sum",
                    "named": "sum",
                    "left open": "sum",
                    "wrong": "sum",
                    "largest error of a rate": "range",
                    "of a burst or slice": "range",
                },
            ),
        ),
    ),
    Part(
        "promises",
        "How often a verdict on a promise is wrong",
        ("tests.truth.promises", "--seeds", SEEDS),
    ),
    Part(
        "comparisons",
        "How often a comparison is wrong",
        ("tests.truth.comparing", "--seeds", SEEDS),
        shortened=(
            Grouping(
                table="between-Run effect",
                by="between-Run effect",
                columns={
                    "false alarms": "range",
                    "power for 5 %": "range",
                    "6 % called the same": "range",
                    "interval holds 5 %": "range",
                },
            ),
        ),
    ),
    Part(
        "apart",
        "How often a comparison of what was measured one after the other is wrong",
        ("tests.truth.apart",),
    ),
    Part("curves", "How well a fitted curve describes the Runs", ("tests.truth.curving",)),
    Part(
        "factors",
        "Which factors a study finds",
        ("tests.truth.factors",),
        # All intervals are right where nothing is claimed: what is left of a hundred.
        shortened=(Columns("study", ("null: all intervals right",)),),
    ),
    Part("history", "How soon a history reports a step", ("tests.truth.history",)),
    Part("deaths", "What a host's death costs a campaign", ("tests.features.hosts.kills",)),
    Part(
        "timeline",
        "What the time line reports",
        ("tests.truth.timeline",),
        shortened=(
            Grouping(
                table="stack and load",
                by="what",
                columns={"Runs": "sum", "with anything reported": "sum"},
                without="all",
            ),
            Grouping(
                table="fault, load, interval",
                by="fault, load, interval",
                heading="fault",
                of=fault_kind,
                columns={
                    "Runs": "sum",
                    "right": "sum",
                    "start, error": "range",
                    "end, error": "range",
                    "outage, error": "range",
                    "others": "sum",
                },
            ),
        ),
    ),
    Part("kills", "What a kill costs a campaign", ("tests.campaign.kills",)),
)
HEAD = """# Truth

Made by `make truth`. The tables compare Plimsoll's answers about described storage with the \
answer by calculation. Runs on
the virtual clock are seeded: the same commit makes the same tables. Each part names its commit. \
Rows of one kind are one row
here, with the range of their figures; the command prints all rows and columns.
"""


def main() -> int:
    names = [part.name for part in PARTS]
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--only", help=f"parts with commas between: {', '.join(names)}")
    only = asked.parse_args().only
    wanted = names if only is None else only.split(",")
    if unknown := [name for name in wanted if name not in names]:
        asked.error(f"there is no part {unknown[0]}; the parts are: {', '.join(names)}")
    failed = [part.name for part in PARTS if part.name in wanted and not make(part)]
    if failed:
        print(
            f"not as it should be: {', '.join(failed)} (only parts that are measured were written)",
            file=sys.stderr,
        )
    return 1 if failed else 0


def make(part: Part) -> bool:
    """Runs the part's program and puts what it printed into the page; whether it went well."""
    print(f"{part.title} …", file=sys.stderr, flush=True)
    # Parts use the processors as processes: threads of linear algebra beside them wait for each
    # other on a busy machine.
    alone = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        part.command, cwd=ROOT, env=alone, stdout=subprocess.PIPE, text=True, check=False
    )
    print(done.stdout)
    if done.returncode and not part.of_machine:
        return False
    sections = dict(page_sections())
    # A program's own headings go beneath the part's; its command is that of `--only`.
    printed = re.sub(r"^#+ ", "### ", done.stdout.strip(), flags=re.MULTILINE)
    printed = MADE_BY.sub("", printed)
    for shorter in part.shortened:
        printed = shorter(printed)
    sections[part.title] = f"Commit {commit()}.\n\n{printed}\n"
    ordered = [f"## {one.title}\n\n{sections[one.title]}" for one in PARTS if one.title in sections]
    PAGE.write_text("\n".join([HEAD, *ordered]))
    return not done.returncode


def page_sections() -> list[tuple[str, str]]:
    """The sections of the page as it is: title and text."""
    text = PAGE.read_text() if PAGE.exists() else ""
    parts = re.split(r"^## (.*)\n\n?", text, flags=re.MULTILINE)[1:]
    return [
        (title, body.rstrip() + "\n") for title, body in zip(parts[::2], parts[1::2], strict=True)
    ]


def commit() -> str:
    """The commit that this is, with a word when there is more than it (this page aside)."""
    named = _git("rev-parse", "--short=10", "HEAD")
    return named + (
        ", with changes"
        if _git("status", "--porcelain", "--", ".", f":!{PAGE.relative_to(ROOT)}")
        else ""
    )


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
