"""`find` over a list of read shares or block sizes: a family of load lines, and the grid that they
are held against."""

from __future__ import annotations

import contextlib
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base import documents
from plimsoll.base.errors import UsageError
from plimsoll.cli._search import Kin, Options, Search, raise_if_stopped, verdict_code
from plimsoll.cli.terminal import screen
from plimsoll.cli.terminal.table import Bars

if TYPE_CHECKING:
    from plimsoll.cli._options import RunOptions
    from plimsoll.cli._search import Line
    from plimsoll.collect import Source
    from plimsoll.search.family import FamilyLine, FamilyResult
    from plimsoll.search.family_document import FamilyDocument, Over
    from plimsoll.search.grid import GridLine
    from plimsoll.search.hint import Start
    from plimsoll.search.load_line import LoadLineResult

GRID_RATES, GRID_MEASURE_S, GRID_WARMUP_S = 12, 2.0, 0.2
"""Rates of the grid that a family is held against, and what each of them lasts, seconds."""


@dataclass(frozen=True)
class Typed:
    """One line as it was typed: what sets it apart, and everything asked of its session."""

    over: Over
    label: str
    value: str | float | None
    position: float
    asked: RunOptions


def members(asked: RunOptions) -> list[Typed]:
    """A line for each read share or block size; none when only one was asked for."""
    reads, sizes = _several(asked.read), _several(asked.block_size)
    if reads and sizes:
        raise UsageError(
            "--read and --block-size can't both be lists", "A family of lines differs in one thing."
        )
    if reads:
        found = [_of_read(asked, text) for text in reads]
    elif sizes:
        from plimsoll.native.session import parse_size

        found = [
            Typed(
                "block_size",
                f"block size {text}",
                text,
                math.log2(parse_size(text)),
                asked.but(block_size=text),
            )
            for text in sizes
        ]
    else:
        return []
    labels = [one.label for one in found]
    if twice := next((label for label in labels if labels.count(label) > 1), None):
        raise UsageError(f"{twice} is given twice", "Each line of a family is searched once.")
    return found


def only(asked: RunOptions) -> Typed:
    """The one line of a search without a list."""
    return Typed("nothing", "as asked", None, 0.0, asked)


def _several(text: str | None) -> list[str]:
    """The values in a list; none for a single value, nor for a mix of sizes (4k:60,64k:40)."""
    return (
        []
        if text is None or "," not in text or ":" in text
        else [one.strip() for one in text.split(",")]
    )


def _of_read(asked: RunOptions, text: str) -> Typed:
    try:
        share = float(text)
    except ValueError:
        raise UsageError(
            f"--read {asked.read}: '{text}' is not a number", "Write a list as 100,70,0."
        ) from None
    # Told before the first line is searched: the last of them may be an hour away.
    if not 0 <= share <= 100:
        raise UsageError(
            f"--read {asked.read}: {text} is not a percentage from 0 to 100",
            "Write a list as 100,70,0.",
        )
    return Typed("read", f"read {share:g} %", share, share, asked.but(read=text))


def search_and_tell(
    typed: list[Typed],
    asked: Options,
    counters: tuple[Source, ...],
    *,
    virtual: bool,
    as_json: bool,
    beside_grid: bool,
) -> int:
    """Searches every line and prints the answers. The exit code is the gravest of the lines'."""
    from plimsoll.cli._measure import measuring
    from plimsoll.cli._options import seed_or_drawn
    from plimsoll.native.session import parse_objective
    from plimsoll.search import family, family_document
    from plimsoll.search.ledger import probe_seed

    canonical = None if asked.objective is None else parse_objective(asked.objective)
    requests = {one.label: one.asked.request() for one in typed}
    drawn = seed_or_drawn(asked.seed, virtual=virtual)
    campaigns: dict[str, int] = {}
    grids: dict[str, tuple[GridLine, GridLine]] = {}
    with contextlib.ExitStack() as stack:
        work = stack.enter_context(
            measuring("find", quiet=as_json, metrics=asked.metrics, hosts=asked.hosts)
        )
        stop = work.stop
        search = Search(asked, counters, work, virtual=virtual)

        def one(
            member: family.Member, start: Start | None, objective: str | None
        ) -> LoadLineResult:
            if not as_json:
                screen.note(f"{member.label}:")
            seed = probe_seed(drawn, member.label, 0)
            kind = "virtual" if virtual else "family" if len(typed) > 1 else "thorough"
            tie: Kin = {
                "over": typed[0].over,
                "label": member.label,
                "first": next(iter(campaigns.values()), None),
            }
            with search.line(
                stack,
                requests[member.label],
                objective,
                budget_kind=kind,
                start=start,
                seed=seed,
                family=tie if len(typed) > 1 else None,
            ) as line:
                campaigns[member.label] = line.campaign
                if (
                    beside_grid
                    and not stop.is_requested
                    and (pair := _grids(line, seed)) is not None
                ):
                    grids[member.label] = pair
                return line.result

        found = family.find(
            [family.Member(one.label, one.position) for one in typed], one, canonical
        )
        shown = family_document.of(
            found,
            over=typed[0].over,
            objective=canonical or found.lines[0].result.objective,
            workloads={
                one.label: {} if one.value is None else {one.over: one.value} for one in typed
            },
            campaigns=campaigns if asked.store is not None else {},
            grids=grids,
        )
        if as_json:
            kept = {} if asked.store is None else {"store": str(asked.store)}
            screen.document(documents.plain(shown) | kept)
        else:
            if stop.is_requested:
                screen.lines(["", "Stopped early: what follows is what was known by then."])
            _tell(found, grids, shown)
            if asked.store is not None and stop.because is None:
                numbers = ", ".join(str(number) for number in campaigns.values())
                screen.lines([f"Kept as campaigns {numbers} in {asked.store}."])
    raise_if_stopped(stop, asked.store)
    return max(verdict_code(line.find) for line in shown.lines)


def _grids(line: Line, seed: int) -> tuple[GridLine, GridLine] | None:
    """Two grids on the session of a line, up to its maximum; none where there is no line to compare
    with."""
    from plimsoll.campaign import begin
    from plimsoll.search import grid

    result, top = line.result, line.result.maximum
    if result.objective is None or top is None or result.rate_per_s is None:
        return None
    workers = max((p.workers for p in result.probes if p.offered_rate_per_s is not None), default=1)
    pair = []
    for turn in (1, 2):
        keeper = begin(
            line.store,
            "grid",
            line.request,
            objective=result.objective,
            strategy="grid",
            seed=seed + turn,
            asked={"rates": GRID_RATES, "measure_s": GRID_MEASURE_S, "beside": line.campaign},
        )
        line.session.keeper = keeper
        pair.append(
            grid.measure(
                line.session,
                objective=result.objective,
                top=top.rate_per_s,
                rates=GRID_RATES,
                measure_s=GRID_MEASURE_S,
                warmup_s=GRID_WARMUP_S,
                workers=workers,
                seed=seed + turn,
            )
        )
        keeper.end(_grid_result(pair[-1], result.objective, line.campaign))
    return pair[0], pair[1]


def _grid_result(grid: GridLine, objective: str, campaign: int) -> dict[str, object]:
    """What is kept of a grid: no load line, since nothing of it was decided or held, and every
    reader of a store would take one for a recommended rate."""
    crossed = (
        f"crossed the objective at {grid.rate_per_s:,.0f} IOPS"
        if grid.rate_per_s
        else "did not cross the objective"
    )
    return {
        "objective": objective,
        "grid": {"rate_per_s": grid.rate_per_s},
        "because": f"a grid run beside campaign {campaign} {crossed}; no hold confirms it",
    }


def _tell(
    found: FamilyResult, grids: dict[str, tuple[GridLine, GridLine]], shown: FamilyDocument
) -> None:
    from plimsoll.base.units import seconds

    rows = [_row(one) for one in found.lines]
    screen.lines(["", f"Load lines in IOPS, with {shown.objective}:"])
    sizes = [one.result.ends.low if one.result.ends.passed else None for one in found.lines]
    screen.table(_LINES, rows, bars=Bars(1, sizes))
    if any("*" in cell for row in rows for cell in row[1:4]):
        screen.lines(
            [
                (
                    "* estimated from all Runs of the line, not confirmed; the ends are those of "
                    "a 95 % interval."
                )
            ]
        )
    screen.lines([f"Total test time: {seconds(found.test_seconds)}, warm-up and drain included."])
    if grids:
        beside = [
            _beside(one, *grids[one.member.label])
            for one in found.lines
            if one.member.label in grids
        ]
        screen.lines(
            [
                "",
                (
                    f"Compared with a grid of {GRID_RATES} rates, {GRID_MEASURE_S:g} s each, run"
                    " twice:"
                ),
            ]
        )
        screen.table(_GRIDS, beside)


_LINES = [
    "line",
    "recommended",
    "up to",
    "line itself",
    "of maximum",
    "holds for",
    "why it ended",
    "Runs",
    "test time",
]
_GRIDS = [
    "line",
    "search",
    "grid",
    "grid again",
    "search vs grids",
    "grid vs grid",
    "search time",
    "time of a grid",
]


def _row(one: FamilyLine) -> list[str]:
    """A line of a family."""
    from plimsoll.base.units import percent, rate, seconds

    result, top = one.result, one.result.maximum
    of_top = (
        percent(result.rate_per_s / top.rate_per_s)
        if result.is_confirmed and result.rate_per_s and top
        else "–"
    )
    held, graded = result.ends.passed, result.graded
    # What no hold confirmed is no recommendation: an estimate stands with a mark, a bare end of
    # probes in --json alone.
    believed = graded.grade == "estimated" and not result.is_confirmed

    def told(known: float | None, guess: float | None) -> str:
        return (
            f"{rate(guess)} *" if known is None and believed and guess is not None else rate(known)
        )

    return [
        one.member.label,
        told(result.ends.low if held else None, graded.low),
        told(result.ends.high if result.ends.failed else None, graded.high),
        told(result.rate_per_s if result.is_confirmed else None, graded.rate),
        of_top,
        seconds(held.measure_s) if held else "estimated" if believed else "not confirmed",
        result.reason.replace("_", " "),
        f"{len(result.probes)}",
        seconds(result.test_seconds),
    ]


def _beside(one: FamilyLine, first: GridLine, second: GridLine) -> list[str]:
    """A line of a family, and what two grids say of it."""
    from plimsoll.base.units import rate, seconds

    return [
        one.member.label,
        rate(one.result.rate_per_s),
        rate(first.rate_per_s),
        rate(second.rate_per_s),
        _apart(one.result.rate_per_s, _middle(first, second)),
        _apart(second.rate_per_s, first.rate_per_s),
        seconds(one.result.test_seconds),
        seconds(first.seconds),
    ]


def _middle(first: GridLine, second: GridLine) -> float | None:
    lines = [line.rate_per_s for line in (first, second) if line.rate_per_s is not None]
    return sum(lines) / len(lines) if lines else None


def _apart(one: float | None, other: float | None) -> str:
    from plimsoll.base.units import change

    return "-" if one is None or not other else change(one / other)
