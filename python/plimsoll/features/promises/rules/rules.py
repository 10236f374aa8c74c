"""Decides by Runs whether a promise is kept, broken or inconclusive (decision
0015-promise-verdicts).

- Kept and broken need a confidence interval on one side of the promised value with its margin.
- A limit of the client is no evidence against the storage: a shortfall counts only when more
  outstanding I/O no longer raises the rate and the client was not full.
- A cap is kept only when more outstanding I/O proves it (`judge/flatness.py`). Any Run above it
  breaks it.
- A burst that outlasts a Run is no rate: a load above a cap is repeated, for longer and after the
  most outstanding I/O. A Run that a later one at the same load did not match was a burst
  (`_burst_runs`).
- Answers of the page cache and Runs with errors decide nothing. A small working set decides nothing
  about media.

Pure: claims and records in, a verdict with its reasons as codes out; `verdict_document.py` makes
the document. `next_load` is here because it depends on what is still undecided.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.features.promises.rules import reasons
from plimsoll.features.promises.rules.document import Code, Verdict
from plimsoll.features.promises.rules.kinds import KindName
from plimsoll.features.promises.rules.reasons import code
from plimsoll.features.promises.rules.run_evidence import Client, RunEvidence
from plimsoll.judge.flatness import DEVIATIONS, FLAT, GROWTH, Flatness, Step, flatness
from plimsoll.judge.limiter.rules import BUSY

if TYPE_CHECKING:
    from plimsoll.features.promises.rules.claims import Claim, Level
    from plimsoll.search.document import FindDocument


RETEST_FACTOR = 2
"""Before a rate above a cap counts, a Run with the most outstanding I/O that is allowed empties the
bucket, and the load is repeated. Both Runs are this many times as long."""


class NextLoad(NamedTuple):
    """The next closed-loop Run, with `times` the stated length of Measure."""

    workers: int
    queue_depth: int
    times: int = 1


@dataclass(frozen=True)
class _Ruling:
    verdict: Verdict
    why: Code
    decides: Code | None = None
    run: RunEvidence | None = None
    level: str | None = None


@dataclass(frozen=True)
class Finding:
    """The verdict on a claim. `why` (the reason), `decides` (the remedy) and `noted` are codes of
    `words.WORDS`. `measured` is the Run that decided, or came nearest; `runs` are all of them in
    the order of the load."""

    verdict: Verdict
    level: str | None
    why: Code
    decides: Code | None
    noted: tuple[Code, ...]
    measured: RunEvidence | None
    runs: tuple[RunEvidence, ...]
    flat: Flatness | None
    working_set_bytes: int | None
    volume_bytes: int | None


def find(claim: Claim, runs: Sequence[RunEvidence], search: FindDocument | None = None) -> Finding:
    """The verdict on a claim. `runs` are in the order in which they were made. `search`: the load
    line search that answers a claim of kind line."""
    bursts = _burst_runs(claim, runs)
    counted = _sort_by_load([run for run in runs if run not in bursts])
    flat = _ladder_flatness(counted) if claim.of_kind.ladder else None
    if search is not None:
        ruling = _line_ruling(claim, search)
    elif missing := _missing_evidence(counted):
        ruling = missing
    else:
        ruling = JUDGE[claim.kind](claim, counted, flat)
    ruling, media = _media_ruling(claim, counted, ruling)
    below = reasons.notes_below_line(search) if search is not None else []
    best = ruling.run or next((run for run in reversed(counted) if run.figure), None)
    return Finding(
        verdict=ruling.verdict,
        level=ruling.level,
        why=ruling.why,
        decides=ruling.decides,
        noted=(*media, *_notes(claim, counted, ruling, bursts), *below),
        measured=best,
        runs=tuple(_sort_by_load(runs)),
        flat=flat,
        working_set_bytes=counted[0].working_set_bytes if counted else None,
        volume_bytes=_volume_bytes(claim, counted),
    )


def next_load(
    claim: Claim, runs: Sequence[RunEvidence], *, most_workers: int | None = None
) -> NextLoad | None:
    """The next closed-loop Run for a rate; None when the verdict stands or no further Run is
    allowed. `runs` are in the order in which they were made.

    The first Run has the stated load. Then workers double, so that one full worker does not look
    like a full target, or the queue depth where no more workers may be used. Where no more than the
    stated outstanding I/O is allowed, half of it is the second step.
    """
    if not any(_load_pair(run) == (claim.workers, claim.queue_depth) for run in runs):
        return NextLoad(claim.workers, claim.queue_depth)
    bursts = _burst_runs(claim, runs)
    counted = _sort_by_load([run for run in runs if run not in bursts])
    if _missing_evidence(counted):
        return None
    ruling = _rate_ruling(claim, counted, _ladder_flatness(counted))
    if ruling.verdict == "broken" and ruling.run is not None and _is_above_cap(claim, ruling.run):
        return _burst_test_load(claim, ruling.run, runs, most_workers)
    loads = {_load_pair(run) for run in runs}
    if ruling.verdict != "inconclusive":
        return None
    if ruling.run is not None and _is_unsettled(ruling.run):
        # A bucket may have run empty: a second Run at the same load shows the rate that stays.
        load = _load_pair(ruling.run)
        if sum(_load_pair(run) == load for run in runs) == 1:
            return NextLoad(*load, RETEST_FACTOR)
    if len(loads) >= claim.steps:
        return None
    more = _double_load(max(loads, key=lambda load: load[0] * load[1]), most_workers)
    if more.workers * more.queue_depth <= claim.most_outstanding:
        return more
    if len(loads) == 1 and claim.outstanding >= 2:
        return (
            NextLoad(claim.workers, claim.queue_depth // 2)
            if claim.queue_depth > 1
            else NextLoad(claim.workers // 2, 1)
        )
    return None


def _double_load(load: tuple[int, int], most_workers: int | None) -> NextLoad:
    workers, depth = load
    if most_workers is None or workers * 2 <= most_workers:
        return NextLoad(workers * 2, depth)
    return NextLoad(workers, depth * 2)


def _burst_test_load(
    claim: Claim, above: RunEvidence, runs: Sequence[RunEvidence], most_workers: int | None
) -> NextLoad | None:
    """The Run that shows whether a rate above a cap was a burst: first the most outstanding I/O
    that is allowed, then the same load again. None once both are done."""
    load = _load_pair(above)
    times = [at for at, run in enumerate(runs) if _load_pair(run) == load]
    if len(times) > 1:
        return None
    deepest = NextLoad(*load)
    while (more := _double_load(deepest[:2], most_workers))[0] * more[1] <= claim.most_outstanding:
        deepest = more
    is_emptied = any(_load_pair(run) == deepest[:2] for run in runs[times[0] :])
    return NextLoad(*(load if is_emptied else deepest[:2]), RETEST_FACTOR)


def _sort_by_load(runs: Sequence[RunEvidence]) -> list[RunEvidence]:
    return sorted(runs, key=lambda run: (run.offered_rate_per_s or 0.0, run.outstanding or 0.0))


def _load_pair(run: RunEvidence) -> tuple[int, int]:
    return run.workers or 1, run.queue_depth or 1


def _is_above_cap(claim: Claim, run: RunEvidence) -> bool:
    """Whether a Run was above the cap of the claim, beyond doubt."""
    return (
        claim.direction != "at_least"
        and claim.value is not None
        and _low(run) > claim.value * (1 + claim.margin)
    )


def _burst_runs(claim: Claim, runs: Sequence[RunEvidence]) -> list[RunEvidence]:
    """Runs whose rate came from a burst or from credits. A later Run at the same load, for at least
    as long, was slower beyond doubt, or had settled where this one had not."""
    if not claim.of_kind.ladder:
        return []
    evidence = [run for run in runs if run.is_evidence]
    return [
        run
        for at, run in enumerate(evidence)
        if any(
            _load_pair(later) == _load_pair(run)
            and _seconds(later) >= 0.9 * _seconds(run)
            and not _is_unsettled(later)
            and (_low(run) > _high(later) or _is_unsettled(run))
            for later in evidence[at + 1 :]
        )
    ]


def _is_unsettled(run: RunEvidence) -> bool:
    return run.figure is not None and not run.figure.settled


def _seconds(run: RunEvidence) -> float:
    """Length of the time behind the figure."""
    return 0.0 if run.figure is None else run.figure.seconds


def _missing_evidence(seen: Sequence[RunEvidence]) -> _Ruling | None:
    """The ruling where no Run is evidence about the target; None otherwise."""
    if not seen:
        return _inconclusive(code("no_run"), code("measure_promised"))
    cached = next((run for run in seen if run.outcome == "cached"), None)
    if cached:
        return _inconclusive(code("cached", words=cached.because), code("use_direct"), cached)
    failed = next((run for run in seen if run.outcome == "failed"), None)
    if failed:
        return _inconclusive(code("failed", words=failed.because), code("mend"), failed)
    if any(run.is_evidence for run in seen):
        return None
    run = seen[-1]
    if run.outcome in ("ok", "cannot_carry") and run.achieved_rate_per_s:
        return _inconclusive(code("no_intervals"), code("with_intervals"), run)
    client = run.outcome == "generator_limited"
    why = code("client_bound" if client else "of_the_run", words=run.because)
    decides = {"generator_limited": "client_on_time", "stopped": "to_the_end"}
    return _inconclusive(why, code(decides.get(run.outcome, "steady_or_longer")), run)


def _inconclusive(why: Code, decides: Code, run: RunEvidence | None = None) -> _Ruling:
    return _Ruling("inconclusive", why, decides, run)


def _rate_ruling(claim: Claim, seen: Sequence[RunEvidence], flat: Flatness | None) -> _Ruling:
    """Judges at_least, at_most and equals by closed loops with more and more outstanding I/O."""
    assert claim.value is not None
    seen = [run for run in seen if run.is_evidence]
    with_intervals = [run for run in seen if not (run.figure and run.figure.of_file)]
    if not with_intervals:
        return _file_ruling(claim, seen)
    seen = with_intervals
    least, most = claim.value * (1 - claim.margin), claim.value * (1 + claim.margin)
    top = seen[-1]
    without_interval = next((run for run in seen if run.figure and run.figure.low is None), None)
    if without_interval and without_interval.figure:
        if not without_interval.figure.settled:
            settle = code("settle", seconds=2 * without_interval.figure.seconds)
            return _inconclusive(code("not_settled"), settle, without_interval)
        return _inconclusive(
            code("too_few_intervals"), reasons.more_time(without_interval), without_interval
        )
    if claim.direction != "at_least":
        above_cap = next((run for run in reversed(seen) if _low(run) > most), None)
        if above_cap:
            return _Ruling("broken", _rate_reason("above", claim, above_cap, most), None, above_cap)
    # The Run with the least outstanding I/O that reaches it.
    best = next((run for run in seen if _low(run) >= least), max(seen, key=_low))
    if claim.direction == "at_least" and _low(best) >= least:
        return _Ruling("kept", _rate_reason("reached", claim, best, least), None, best)
    shortfall = _shortfall(claim, seen, flat, least)
    if claim.direction != "at_most" and shortfall:
        return shortfall
    if claim.direction == "at_least":
        return _inconclusive_below(claim, seen, flat, least)
    if flat is None or not flat.proven or _client_limit(seen):
        return _unproven_cap(claim, seen, flat)
    if _high(top) > most or (claim.direction == "equals" and _low(top) < least):
        bound = most if _high(top) > most else least
        return _inconclusive(
            _rate_reason("interval_includes", claim, top, bound), reasons.longer(top, bound), top
        )
    kind = "equals_and_capped" if claim.direction == "equals" else "within_and_capped"
    why = _rate_reason(kind, claim, top, most, reasons.step_figures(seen, flat))
    return _Ruling("kept", why, None, top)


def _file_ruling(claim: Claim, seen: Sequence[RunEvidence]) -> _Ruling:
    """Judges rates of files without intervals. Their error is unknown, so they are shown beside the
    promise and decide nothing."""
    assert claim.value is not None
    cap = claim.direction == "at_most"
    bound = claim.value * (1 + claim.margin if cap else 1 - claim.margin)
    best = max(seen, key=lambda run: 0.0 if run.figure is None else run.figure.value)
    assert best.figure is not None
    apart = {"apart": best.figure.value / bound - 1} if bound else {}
    why = _rate_reason("rate_of_file", claim, best, bound, apart)
    return _inconclusive(why, code("intervals_or_measure"), best)


def _rate_reason(
    kind: str, claim: Claim, run: RunEvidence, bound: float, more: reasons.Figures | None = None
) -> Code:
    """A reason that compares the rate of a Run with the promised one."""
    figures = (reasons.run_figures(claim, run), reasons.bound_figures(claim, bound))
    return code(kind, *figures, more or {})


def _shortfall(
    claim: Claim, seen: Sequence[RunEvidence], flat: Flatness | None, least: float
) -> _Ruling | None:
    """The ruling `broken` for a rate that is too low and that more outstanding I/O does not
    raise."""
    top = seen[-1]
    if flat is None or _client_limit(seen):
        return None
    # The error of the ratio of two rates that are known about equally well.
    error = DEVIATIONS * math.sqrt(2) * (top.figure.error if top.figure else 0.0)
    gain = flat.rate_factor - 1
    if gain > FLAT + error:
        return None
    # A small gain that is not noise: one more step of it must still be too little.
    still = flat.rate_factor if gain > error else 1.0
    if max(_high(run) for run in seen) * still >= least:
        return None
    best = max(seen, key=_high)
    why = _rate_reason("too_low", claim, best, least, reasons.step_figures(seen, flat))
    return _Ruling("broken", why, None, best)


def _inconclusive_below(
    claim: Claim, seen: Sequence[RunEvidence], flat: Flatness | None, least: float
) -> _Ruling:
    """The ruling for a rate that was not reached and not shown to be out of reach."""
    best = max(seen, key=_low)
    if _high(best) >= least:
        why = _rate_reason("interval_includes", claim, best, least)
        return _inconclusive(why, reasons.longer(best, least), best)
    if client := best.client_limit or _client_limit(seen):
        why = _rate_reason("too_low_or_client", claim, best, least, {"client": client})
        return _inconclusive(why, code("larger_client"), best)
    why = _rate_reason("too_low_so_far", claim, best, least, reasons.step_figures(seen, flat))
    return _inconclusive(why, reasons.more_outstanding("more_outstanding", best, least), best)


def _unproven_cap(claim: Claim, seen: Sequence[RunEvidence], flat: Flatness | None) -> _Ruling:
    """The ruling where no Run was above the cap and none proves it."""
    assert claim.value is not None
    top = seen[-1]
    most = claim.value * (1 + claim.margin)
    above: reasons.Figures = {"above": "is_not" if _high(top) <= most else "may_be"}
    if client := _client_limit(seen):
        why = _rate_reason("cap_or_client", claim, top, most, {**above, "client": client})
        return _inconclusive(why, code("larger_client"), top)
    why = _rate_reason(
        "no_proof_of_a_cap", claim, top, most, {**above, **reasons.step_figures(seen, flat)}
    )
    longer = flat is not None and flat.verdict == "undecided"
    kind = "longer_or_more_outstanding" if longer else "more_outstanding"
    return _inconclusive(why, reasons.more_outstanding(kind, top, claim.value), top)


def _client_limit(seen: Sequence[RunEvidence]) -> Client | None:
    """The limit of the client that may have left the rate flat. A full worker looks like a cap;
    more workers that gain nothing rule it out."""
    top = seen[-1]
    if top.client_limit:
        return top.client_limit
    full = top.worker_busy is not None and top.worker_busy >= BUSY
    if full and not any(_load_pair(run)[0] * GROWTH <= _load_pair(top)[0] for run in seen):
        return "workers"
    return None


def _level_ruling(claim: Claim, seen: Sequence[RunEvidence], _: Flatness | None) -> _Ruling:
    """Judges an objective or its load line by one Run for each level. The first level that is met
    decides."""
    last: _Ruling | None = None
    open_above: reasons.Figures = {}
    for level in claim.levels:
        run = _level_run(seen, level)
        if run is None:
            last = _inconclusive(
                code("no_run_of_level", objective=level.objective), code("measure")
            )
            continue
        figures = reasons.level_figures(claim, run, level)
        level_name: reasons.Figures = {"level": level.name} if level.name else {}
        if run.meets_level:
            return _Ruling(
                "kept", code("met", figures, level_name, open_above), None, run, level.name
            )
        if run.meets_level is False:
            last = _Ruling("broken", code("missed", figures), None, run)
        else:
            last = _inconclusive_level(run, figures)
            open_above = {"undecided": str(level.name)}
    assert last is not None
    return last


def _level_run(seen: Sequence[RunEvidence], level: Level) -> RunEvidence | None:
    """The Run that decides a level: the last one. Among imported Runs, which were not made for it,
    one that missed the level comes first, then one that leaves it open."""
    level_runs = [run for run in reversed(seen) if run.level == level]
    files = [run for run in level_runs if run.figure is not None and run.figure.of_file]
    for verdict in (False, None):
        if found := next((run for run in files if run.meets_level is verdict), None):
            return found
    return next(iter(level_runs), None)


def _inconclusive_level(run: RunEvidence, figures: reasons.Figures) -> _Ruling:
    if run.figure is not None and run.figure.of_file and run.outcome in ("ok", "cannot_carry"):
        kind = "not_carried_in_file" if run.outcome == "cannot_carry" else "near_in_file"
        return _inconclusive(code(kind, figures), code("intervals_or_measure"), run)
    if run.outcome == "generator_limited" or run.limited_by in ("client_cpu", "client_outstanding"):
        return _inconclusive(code("client_bound", words=run.because), code("faster_client"), run)
    if run.outcome == "cannot_carry":
        return _inconclusive(
            code("client_bound", words=run.because), code("higher_in_flight_cap"), run
        )
    if run.outcome != "ok":
        return _inconclusive(code("of_the_run", words=run.because), code("steady"), run)
    why: reasons.Figures = {} if run.judgement is None else {"reason": str(run.judgement["reason"])}
    decides = reasons.more_time(run)
    if run.figure is not None and run.figure.moved is not None:
        decides = code("settle", seconds=2 * run.figure.seconds)
    return _inconclusive(code("undecided", figures, why), decides, run)


def _line_ruling(claim: Claim, search: FindDocument) -> _Ruling:
    """Judges a load line by the search that found it."""
    line = search.load_line
    assert claim.value is not None
    least = claim.value * (1 - claim.margin)
    low, high = line.low, line.high
    figures = (reasons.line_figures(line), reasons.bound_figures(claim, least))
    if low is not None and line.low_confirmed and low >= least:
        if missed := reasons.missed_below(search):
            # A promised rate includes all rates below it.
            return _inconclusive(
                code("line_missed_below", *figures, missed[0]), code("holds_below")
            )
        return _Ruling("kept", code("line_reaches", *figures))
    if high is not None and line.high_confirmed and high < least:
        return _Ruling("broken", code("line_too_low", *figures))
    return _inconclusive(code("line_includes", *figures), code("hold_at_promised"))


def _media_ruling(
    claim: Claim, seen: Sequence[RunEvidence], ruling: _Ruling
) -> tuple[_Ruling, list[Code]]:
    """The ruling after a look at the working set: a small one says nothing about media, and gets a
    note beside any other verdict."""
    volume = _volume_bytes(claim, seen)
    addressed_bytes = seen[0].working_set_bytes if seen else None
    if volume is None or addressed_bytes is None or addressed_bytes >= claim.media_share * volume:
        return ruling, []
    figures: reasons.Figures = {"addressed_bytes": addressed_bytes, "volume_bytes": volume}
    if claim.subject != "media":
        return ruling, [code("media_not_examined", figures)]
    remedy = code(
        "larger_working_set",
        wanted_bytes=round(claim.media_share * volume),
        share=claim.media_share,
    )
    return _inconclusive(code("may_be_a_cache", figures), remedy, ruling.run), []


def _notes(
    claim: Claim, seen: Sequence[RunEvidence], ruling: _Ruling, bursts: Sequence[RunEvidence]
) -> list[Code]:
    """Notes beside the verdict."""
    notes = [
        code("not_reached_again", reasons.run_figures(claim, run), seconds=_seconds(run))
        for run in bursts
        if not _is_unsettled(run)
    ]
    notes += [
        code("settled_later", workers=run.workers or 1, queue_depth=run.queue_depth or 1)
        for run in bursts
        if _is_unsettled(run)
    ]
    for one in seen:
        burst = one.figure.burst if one.figure and one.level is None else None
        if burst:
            counted = claim.of_kind.counted
            notes.append(
                code("burst_kept_out", amount=burst.amount, counted=counted, seconds=burst.seconds)
            )
    run = ruling.run
    if run is None or run.figure is None:
        return notes
    if run.figure.of_file and not (run.figure.seconds and run.figure.count):
        return notes
    shown: reasons.Figures = {"seconds": run.figure.seconds, "operations": run.figure.count}
    if ruling.verdict != "kept":
        return [*notes, code("shown", shown)]
    if claim.of_kind.ladder and claim.direction == "at_least":
        outstanding = (run.workers or 1) * (run.queue_depth or 1)
        if outstanding > claim.outstanding:
            notes.append(code("reached_with_more", asked=outstanding, stated=claim.outstanding))
        if claim.subject == "throttle":
            notes.append(code("no_throttle_proven"))
    return [*notes, code("shown_so_long", shown)]


def _ladder_flatness(seen: Sequence[RunEvidence]) -> Flatness | None:
    return flatness(
        [
            Step(run.outstanding, run.figure.value, run.latency_ns, run.figure.error)
            for run in seen
            if run.is_evidence
            and run.figure is not None
            and run.latency_ns is not None
            and run.outstanding is not None
            and run.figure.settled
            and not run.figure.of_file
        ]
    )


def _volume_bytes(claim: Claim, seen: Sequence[RunEvidence]) -> int | None:
    sizes = [size for size in (claim.volume_bytes, seen[0].target_bytes if seen else None) if size]
    return max(sizes) if sizes else None


def _low(run: RunEvidence) -> float:
    return run.figure.low if run.figure and run.figure.low is not None else 0.0


def _high(run: RunEvidence) -> float:
    return run.figure.high if run.figure and run.figure.high is not None else float("inf")


JUDGE: Mapping[KindName, Callable[[Claim, Sequence[RunEvidence], Flatness | None], _Ruling]] = {
    "rate": _rate_ruling,
    "bytes": _rate_ruling,
    "objective": _level_ruling,
    "line": _level_ruling,
}
"""How each kind of promise is judged by its Runs. `_line_ruling` judges a line by its search."""
