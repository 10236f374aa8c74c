"""`python -m tests.truth.real`: what is said of this machine's own disk, part by part.

Nothing else should run. Every answer is a line of a log as soon as it is there, and what stands in
the log is not asked again, so that hours of answers may be made in pieces; the tables are of the
whole log, and say from which commits it is. `--anew` begins a new one.

- `demos`: demos of a minute, one objective. Between them Runs of ten seconds at fixed rates around
  the first answers, in turn, a minute of each rate in all: an independent staircase. Where it
  changes from meeting the objective to missing it lies the line of that time; on a shared machine
  that is a range, not a point. A demo holds it when its interval reaches into the range.
- `busy`: the same demos while another program keeps one processor busy.
- `finds`: `find --time 5m` of three objectives in turn.
- `maxima`: the maximum that a search begins with, beside the best of a ladder of fio (queue depths
  1 to 512), by turns.
- `caps`: reads under the kernel's throttle (cgroup v1 blkio, as root), and a served cap: the line
  is the cap.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from plimsoll.native.session import Session
from plimsoll.search import maximum
from plimsoll.search.budget import Budget
from plimsoll.search.ledger import Ledger
from tests.truth import harness
from tests.truth.limiters_real import kept_busy, serve_volume, throttle_group
from tests.words import argv

ROOT = Path(__file__).resolve().parents[2]
COMMAND = Path(sys.executable).with_name("plimsoll")
OBJECTIVE = "p99 <= 5ms"
SHARES = (0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3)
PASS_S, PASSES = 10, 6
"""A Run of the staircase, in seconds, and Runs at each rate."""
FIRST = 3
"""Demos whose median the staircase is laid around."""
FINDS = ("p99 <= 5ms", "p99 <= 20ms", "mean <= 1ms")
WIDE, NARROW = 0.35, 0.15
MAXIMUM = 0.05
"""How far a maximum may lie below the best of fio."""
NEAR = 0.03
"""How far an answer may lie from a cap."""


@dataclass(frozen=True)
class Cap:
    """What holds reads of a file back, and the line that follows, in IOPS."""

    name: str
    iops: float
    block_size: str = "4k"
    throttle: tuple[tuple[str, str], ...] = ()
    """Lines for the cgroup; none: a served stack."""


CAPS = (
    Cap("blkio, 700 IOPS", 700, throttle=(("read_iops_device", "{device} 700"),)),
    Cap("blkio, 1,700 IOPS", 1_700, throttle=(("read_iops_device", "{device} 1700"),)),
    Cap("blkio, 12,000 IOPS", 12_000, throttle=(("read_iops_device", "{device} 12000"),)),
    Cap("blkio, 41 MB/s", 41e6 / 8192, "8k", (("read_bps_device", "{device} 41000000"),)),
    Cap("served, 3,000 IOPS", 3_000),
)
SERVED = """
[limit.cap]
ops_per_s = 3000
[device.disk]
servers = 64
service = "1ms"
"""


class Log:
    """Answers as lines of JSON: what is there is not asked again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.kept = (
            [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        )

    def of(self, part: str) -> list[dict[str, Any]]:
        """The answers of a part, in order."""
        return [one for one in self.kept if one["part"] == part]

    def ask(
        self, part: str, name: str, ask: Callable[..., dict[str, Any]], *given: Any
    ) -> dict[str, Any]:
        """This answer from the log, else asked and kept."""
        found = next(
            (one for one in self.kept if one["part"] == part and one["name"] == name), None
        )
        if found is None:
            began = time.monotonic()
            found = {"part": part, "name": name, "commit": _commit(), **ask(*given)}
            found["took_s"] = time.monotonic() - began
            self.kept.append(found)
            with self.path.open("a") as file:
                file.write(json.dumps(found) + "\n")
            print(f"- {part}, {name}: {_words(found)}", file=sys.stderr, flush=True)
        return found


def _commit() -> str:
    words = ["git", "rev-parse", "--short=10", "HEAD"]
    return subprocess.run(
        words, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def _words(one: dict[str, Any]) -> str:
    if "fio" in one:
        return f"{one['ours']:,.0f}, fio {one['fio']:,.0f}"
    if "missed" in one:
        return "missed" if one["missed"] else "met"
    line = one["load_line"]
    return (
        f"{line['grade']} {line['rate_per_s']} ({line['low']} .. {line['high']}),"
        f" {one['took_s']:.0f} s"
    )


def run_json(folder: Path, *words: str, tasks: Path | None = None) -> dict[str, Any]:
    """What the command printed as JSON."""
    enter = (lambda: tasks.write_text(str(os.getpid()))) if tasks else None
    ended = subprocess.run(
        [COMMAND, *words, "--json"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=enter,
    )
    if not ended.stdout.strip():
        raise SystemExit(ended.stderr)
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


def _line(found: dict[str, Any]) -> dict[str, Any]:
    """What an answer is judged by, and what it was made of."""
    return {one: found[one] for one in ("load_line", "test_seconds", "maximum", "probes")}


def _demo(folder: Path, seed: int) -> dict[str, Any]:
    return _line(run_json(folder, "demo", "--objective", OBJECTIVE, "--seed", str(seed), "--force"))


@contextmanager
def filled_file(folder: Path, name: str = "truth.dat") -> Iterator[Path]:
    """A file of 1 GiB of its own."""
    file = folder / name
    subprocess.run([COMMAND, "prepare", str(file), "--size", "1g"], check=True, capture_output=True)
    try:
        yield file
    finally:
        file.unlink()


def _vote(folder: Path, file: Path, rate: float) -> dict[str, Any]:
    record = run_json(
        folder,
        "run",
        "--target",
        str(file),
        *argv(f"--block-size 8k --read 70 --rate {rate:.0f} --objective"),
        OBJECTIVE,
        "--measure-for",
        f"{PASS_S}s",
    )
    judgement = record["judgement"] or {}
    missed = judgement.get("verdict") == "fail" or bool(judgement.get("leans_to_fail"))
    return {"rate": rate, "missed": missed}


def demos(log: Log, folder: Path, number: int) -> None:
    """Demos, and the staircase between them."""
    for seed in range(1, number + 1):
        log.ask("demos", f"seed {seed}", _demo, folder, seed)
        first = [rate for one in log.of("demos") if (rate := one["load_line"]["rate_per_s"])][
            :FIRST
        ]
        if len(first) < FIRST:
            continue
        middle = median(first)
        turns = [(turn, share) for turn in range(PASSES) for share in SHARES]
        # As many after each demo as make all of them by the last one.
        due = len(turns) * max(0, seed - FIRST + 1) // max(1, number - FIRST + 1)
        if len(log.of("staircase")) < due:
            with filled_file(folder) as file:
                for turn, share in turns[:due]:
                    log.ask(
                        "staircase", f"{share:g}, {turn + 1}", _vote, folder, file, share * middle
                    )


def staircase(log: Log) -> tuple[float, float] | None:
    """The range in which the line lay: above the highest rate that was always met, below the lowest
    that was always missed."""
    votes: dict[float, list[bool]] = {}
    for one in log.of("staircase"):
        votes.setdefault(one["rate"], []).append(one["missed"])
    if not votes:
        return None
    met = [rate for rate, missed in votes.items() if not any(missed)]
    lost = [rate for rate, missed in votes.items() if all(missed)]
    low = max((rate for rate in met if all(rate < one for one in lost)), default=min(votes))
    return low, min((rate for rate in lost if rate > low), default=max(votes))


def busy(log: Log, folder: Path, number: int) -> None:
    """Demos beside a program that keeps a processor busy."""
    for seed in range(1, number + 1):
        with kept_busy(True):
            log.ask("busy", f"seed {seed}", _demo, folder, seed)


def finds(log: Log, folder: Path, number: int) -> None:
    """Searches of five minutes."""
    with filled_file(folder) as file:
        for turn in range(number):
            objective = FINDS[turn % len(FINDS)]
            words = (
                "find",
                "--target",
                str(file),
                *argv("--block-size 8k --read 70 --objective"),
                objective,
            )
            more = ("--time", "5m", "--seed", str(turn + 1), "--no-store")
            log.ask("finds", f"{objective}, {turn // len(FINDS) + 1}", _find, folder, *words, *more)


def _find(folder: Path, *words: str) -> dict[str, Any]:
    return _line(run_json(folder, *words))


def caps(log: Log, folder: Path, number: int) -> None:
    """Searches of 90 s under a cap, constant arrivals."""
    for turn in range(max(1, number)):
        for cap in CAPS:
            log.ask("caps", f"{cap.name}, {turn + 1}", _capped_line, cap, folder)


def maxima(log: Log, folder: Path, number: int) -> None:
    """The closed loop's maximum beside that of fio."""
    # Each has a file of its own: Plimsoll refuses to write to one that somebody else changed.
    with filled_file(folder) as file, filled_file(folder, "truth-fio.dat") as other:
        for turn in range(number):
            log.ask("maxima", f"try {turn + 1}", _maxima, file, other, turn)


def _maxima(file: Path, other: Path, turn: int) -> dict[str, Any]:
    """Ours and fio's, whichever comes first by turns, in operations/s."""
    both: dict[str, Any] = {}
    for who in ("ours", "fio") if turn % 2 else ("fio", "ours"):
        both[who] = (
            _our_maximum(file) if who == "ours" else max(_fio(other, 1 << n) for n in range(10))
        )
    return both


def _our_maximum(file: Path) -> float:
    request: Any = {"target": str(file), "workload": {"block_size": "8k", "read": 70}}
    with Session.open(request, defaults={"arrivals": "poisson"}) as session:
        return maximum.measure(Ledger(session, Budget.demo(), 1, lambda _: None)).rate_per_s


def _fio(file: Path, depth: int) -> float:
    words = argv(
        f"fio --name=ladder --filename={file} --direct=1 --ioengine=io_uring "
        f"--rw=randrw --rwmixread=70 --bs=8k --iodepth={depth} --time_based "
        "--runtime=1 --ramp_time=200ms --output-format=json"
    )
    ended = subprocess.run(words, capture_output=True, text=True, check=True)
    job = json.loads(ended.stdout[ended.stdout.index("{") :])["jobs"][0]
    return float(job["read"]["iops"] + job["write"]["iops"])


def _capped_line(cap: Cap, folder: Path) -> dict[str, Any]:
    words = argv(
        f"--block-size {cap.block_size} --objective 'p99 <= 20ms' --arrivals constant --time 90s "
        "--no-store"
    )
    if cap.throttle:
        with filled_file(folder) as file, throttle_group(cap.throttle, file) as tasks:
            return _line(run_json(folder, "find", "--target", str(file), *words, tasks=tasks))
    with serve_volume(SERVED, "cap disk", folder) as uri:
        return _line(run_json(folder, "find", "--target", uri, *words))


def _interval(one: dict[str, Any]) -> tuple[float, float] | None:
    line = one["load_line"]
    return (
        (line["low"], line["high"]) if line["rate_per_s"] and line["low"] and line["high"] else None
    )


def row(
    part: str, found: list[dict[str, Any]], widest: float, line: tuple[float, float] | None
) -> str:
    """A row of the table of answers."""
    sized = [interval for one in found if (interval := _interval(one)) is not None]
    widths = [high / low - 1 for low, high in sized]
    grades = [one["load_line"]["grade"] for one in found]
    held = (
        "–"
        if line is None
        else f"{sum(low <= line[1] and high >= line[0] for low, high in sized)} of {len(sized)}"
    )
    mutual = sum(a[0] <= b[1] and b[0] <= a[1] for n, a in enumerate(sized) for b in sized[:n])
    pairs = len(sized) * (len(sized) - 1) // 2
    return (
        f"| {part} | {len(found)} | {grades.count('confirmed')} / {grades.count('estimated')} /"
        f" {grades.count('bounded')} | {sum(width <= widest for width in widths)} |"
        f" {f'{median(widths):.0%}' if widths else '–'} | {held} | {mutual} of {pairs} |"
        f" {max(one['took_s'] for one in found):.0f} |"
    )


def tables(log: Log) -> None:
    """All tables of the log, as Markdown."""
    line = staircase(log)
    commits = ", ".join(dict.fromkeys(one["commit"] for one in log.kept))
    print(f"{len(log.kept)} answers, of {commits}; nothing else ran, unless it is said.\n")
    print(
        "| what | answers | confirmed / estimated / bounded | as narrow as asked | width, median |"
        " hold the staircase's range | pairs that overlap | longest, s"
        " |\n|---|---|---|---|---|---|---|---|"
    )
    for part, widest, range_of in (("demos", WIDE, line), ("busy", WIDE, line)):
        if found := log.of(part):
            print(row(f"{part}, {OBJECTIVE}", found, widest, range_of))
    for objective in FINDS:
        if found := [one for one in log.of("finds") if one["name"].startswith(objective)]:
            print(
                row(
                    f"find --time 5m, {objective}",
                    found,
                    NARROW,
                    line if objective == OBJECTIVE else None,
                )
            )
    if line is not None:
        votes: dict[float, list[bool]] = {}
        for one in log.of("staircase"):
            votes.setdefault(one["rate"], []).append(one["missed"])
        print(
            f"\nThe staircase ({PASS_S} s a Run, between the demos) puts the line between"
            f" {line[0]:,.0f} and {line[1]:,.0f}:\n"
        )
        print("| rate | missed |\n|---|---|")
        for rate, missed in sorted(votes.items()):
            print(f"| {rate:,.0f} | {sum(missed)} of {len(missed)} |")
    if found := log.of("maxima"):
        ratios = [one["ours"] / one["fio"] for one in found]
        near = sum(ratio >= 1 - MAXIMUM for ratio in ratios)
        print(
            f"\nThe maximum of a search beside the best of a fio ladder, {len(found)} tries by"
            f" turns: ratio {median(ratios):.2f} in the median ({min(ratios):.2f} to"
            f" {max(ratios):.2f}), {near} no more than {MAXIMUM:.0%} below."
        )
    if found := log.of("caps"):
        print("\n| cap | line reported | interval | grade | off |\n|---|---|---|---|---|")
        for one in found:
            cap = next(cap for cap in CAPS if one["name"].startswith(cap.name))
            line_told, interval = one["load_line"]["rate_per_s"], _interval(one)
            between = "–" if interval is None else f"{interval[0]:,.0f} .. {interval[1]:,.0f}"
            off = "–" if line_told is None else f"{line_told / cap.iops - 1:+.1%}"
            print(
                f"| {one['name']} | {line_told or '–'} | {between} | {one['load_line']['grade']} |"
                f" {off} |"
            )


def too_wide(log: Log) -> list[str]:
    """Answers that may well be right, and are wider than is asked for, in words."""
    said = []
    for part, width, share in (
        ("demos", WIDE, 18 / 20),
        ("busy", WIDE, 15 / 20),
        ("finds", NARROW, 9 / 10),
    ):
        ends = [_interval(one) for one in log.of(part)]
        fine = sum(end is not None and end[1] <= end[0] * (1 + width) for end in ends)
        if fine < share * len(ends):
            said.append(f"{part}: {fine} of {len(ends)} answers are as narrow as asked")
    return said


def wrong(log: Log) -> list[str]:
    """What is not as it was asked for, in words."""
    said = []
    line = staircase(log)
    if log.of("demos") and line is None:
        said.append("demos: no staircase beside them")
    if line is not None:
        ends = [interval for one in log.of("demos") if (interval := _interval(one)) is not None]
        held = sum(low <= line[1] and high >= line[0] for low, high in ends)
        if held < 17 / 20 * len(log.of("demos")):
            said.append(f"demos: {held} hold the staircase's range")
    found = log.of("maxima")
    if sum(one["ours"] >= (1 - MAXIMUM) * one["fio"] for one in found) < 18 / 20 * len(found):
        said.append("maxima: more than 2 of 20 are farther below the best of fio")
    for one in log.of("caps"):
        cap = next(cap for cap in CAPS if one["name"].startswith(cap.name))
        rate = one["load_line"]["rate_per_s"]
        if rate is None or abs(rate / cap.iops - 1) > NEAR:
            said.append(f"{one['name']}: {rate}")
    return said


PARTS: dict[str, tuple[Callable[[Log, Path, int], None], int]] = {
    "demos": (demos, 20),
    "busy": (busy, 20),
    "finds": (finds, 10),
    "maxima": (maxima, 20),
    "caps": (caps, 1),
}


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument(
        "--folder",
        type=Path,
        default=ROOT / ".make" / "truth-real",
        help="a folder of its own on the disk in question",
    )
    asked.add_argument(
        "--log",
        type=Path,
        default=ROOT / ".make" / "truth-real.jsonl",
        help="where answers are kept",
    )
    asked.add_argument("--anew", action="store_true", help="begin a new log")
    asked.add_argument(
        "--parts", default=",".join(PARTS), help="which, with commas between; none: only the tables"
    )
    asked.add_argument("--number", type=int, help="answers of each part")
    given = asked.parse_args()
    if given.anew:
        given.log.unlink(missing_ok=True)
    log = Log(given.log)
    given.folder.mkdir(parents=True, exist_ok=True)
    for name in filter(None, given.parts.split(",")):
        part, number = PARTS[name]
        part(log, given.folder.resolve(), given.number or number)
    tables(log)
    wide = too_wide(log)
    code = harness.verdict(wrong(log), wide)
    # How narrow the answers are belongs to what is asked for here.
    return 1 if wide else code


if __name__ == "__main__":
    sys.exit(main())
