"""Whether a promise is kept, broken or inconclusive, by the Runs that tested it. The rules are
those of decision 0014.

- Kept and broken need an interval of confidence on one side of the promised value with its margin.
- What the client could not ask for is no evidence against the storage: a shortfall counts only when
  more outstanding I/O no longer buys operations and the client was not full.
- A cap is kept only when more outstanding I/O proves it (`flatness.py`); it is broken by any Run
  above it.
- A bucket that outlasts a Run is no rate: a load that went above a cap is asked again, for longer
  and after the most outstanding I/O, and a Run that a later one at the same load did not match was
  a burst (`_spent`).
- The page cache's answers and Runs with errors decide nothing; a small working set decides nothing
  about media.

Pure: claims and records in, a verdict with its evidence out. What to measure next is decided here
too (`next_load`), because it depends on what is not decided yet; measuring is
`campaign/promise_check.py`'s.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.judge.flatness import DEVIATIONS, FLAT, GROWTH, Flatness, Step, flatness
from plimsoll.judge.limiter.rules import BUSY
from plimsoll.judge.promise import text
from plimsoll.judge.promise.document import Judged, Verdict
from plimsoll.units import amount, exact_seconds, exact_size

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from plimsoll.judge.promise.claims import Claim
    from plimsoll.judge.promise.kinds import KindName
    from plimsoll.judge.promise.run_evidence import Seen
    from plimsoll.judge.searched import WholeLine


ASK_ON = 2
"""Before a rate above a cap counts, the most outstanding I/O that is allowed empties what bucket
there may be, and the load is asked again: each for so many times as long."""


class NextLoad(NamedTuple):
    """A closed loop that is to be run next, for `times` the stated length of Measure."""

    workers: int
    queue_depth: int
    times: int = 1


@dataclass(frozen=True)
class _Found:
    verdict: Verdict
    because: str
    would_decide: str | None = None
    run: Seen | None = None
    level: str | None = None


def judge(claim: Claim, runs: Sequence[Seen], line: WholeLine | None = None) -> Judged:
    """The verdict on a claim. `runs` are in the order in which they were made. `line` is the load
    line of a search, for a claim of kind line that was judged from one."""
    spent = _spent(claim, runs)
    seen = _by_load([run for run in runs if run not in spent])
    flat = _flat(seen) if claim.of_kind.ladder else None
    notes: list[str] = []
    if line is not None:
        found = _of_line(claim, line)
    elif silent := _silent(claim, seen):
        found = silent
    else:
        found = JUDGE[claim.kind](claim, seen, flat)
    found, more = _about_media(claim, seen, found)
    notes += (
        more + _notes(claim, seen, found, spent) + (text.below(line) if line is not None else [])
    )
    best = found.run or next((run for run in reversed(seen) if run.figure), None)
    return Judged(
        promise=claim.name,
        promised=claim.promised,
        direction=claim.direction,
        value=claim.value,
        unit=claim.of_kind.unit,
        margin=claim.margin,
        subject=claim.subject,
        verdict=found.verdict,
        level=found.level,
        because=found.because,
        would_decide=found.would_decide,
        measured=(
            text.line_figure(line)
            if line is not None
            else None
            if best is None
            else text.figure_of(claim, best)
        ),
        runs=[text.run_seen(claim, run) for run in _by_load(runs)],
        flatness=None if flat is None else text.flatness_seen(flat),
        working_set_bytes=seen[0].working_set_bytes if seen else None,
        volume_bytes=_volume(claim, seen),
        notes=notes,
    )


def next_load(
    claim: Claim, runs: Sequence[Seen], *, most_workers: int | None = None
) -> NextLoad | None:
    """The next closed-loop Run for a rate; none when the verdict stands or no more is allowed.
    `runs` are in the order in which they were made.

    First as stated, then doubled: workers, so that one full worker is not taken for a full target;
    queue depth where no more workers may be used. Where no more outstanding I/O than stated is
    allowed, half of it is the other step. A Run above a cap is asked once more, for longer.
    """
    if not any(_asked(run) == (claim.workers, claim.queue_depth) for run in runs):
        return NextLoad(claim.workers, claim.queue_depth)
    spent = _spent(claim, runs)
    seen = _by_load([run for run in runs if run not in spent])
    if _silent(claim, seen):
        return None
    found = _of_rate(claim, seen, _flat(seen))
    if found.verdict == "broken" and found.run is not None and _above(claim, found.run):
        return _asked_on(claim, found.run, runs, most_workers)
    loads = {_asked(run) for run in runs}
    if found.verdict != "inconclusive":
        return None
    if found.run is not None and _unsettled(found.run):
        # It may have been a bucket that ran empty: the same load shows what is left.
        load = _asked(found.run)
        if sum(_asked(run) == load for run in runs) == 1:
            return NextLoad(*load, ASK_ON)
    if len(loads) >= claim.steps:
        return None
    more = _doubled(max(loads, key=lambda load: load[0] * load[1]), most_workers)
    if more.workers * more.queue_depth <= claim.most_outstanding:
        return more
    if len(loads) == 1 and claim.outstanding >= 2:
        return (
            NextLoad(claim.workers, claim.queue_depth // 2)
            if claim.queue_depth > 1
            else NextLoad(claim.workers // 2, 1)
        )
    return None


def _doubled(load: tuple[int, int], most_workers: int | None) -> NextLoad:
    workers, depth = load
    if most_workers is None or workers * 2 <= most_workers:
        return NextLoad(workers * 2, depth)
    return NextLoad(workers, depth * 2)


def _asked_on(
    claim: Claim, above: Seen, runs: Sequence[Seen], most_workers: int | None
) -> NextLoad | None:
    """What shows whether a Run above a cap was a burst: the most outstanding I/O that is allowed,
    then the same load again. None once that is done."""
    load = _asked(above)
    times = [at for at, run in enumerate(runs) if _asked(run) == load]
    if len(times) > 1:
        return None
    deepest = NextLoad(*load)
    while (more := _doubled(deepest[:2], most_workers))[0] * more[1] <= claim.most_outstanding:
        deepest = more
    emptied = any(_asked(run) == deepest[:2] for run in runs[times[0] :])
    return NextLoad(*(load if emptied else deepest[:2]), ASK_ON)


def _by_load(runs: Sequence[Seen]) -> list[Seen]:
    return sorted(runs, key=lambda run: (run.offered_rate_per_s or 0.0, run.outstanding))


def _asked(run: Seen) -> tuple[int, int]:
    return run.workers, run.queue_depth or 1


def _above(claim: Claim, run: Seen) -> bool:
    """Whether a Run shows more than a cap allows."""
    return (
        claim.direction != "at_least"
        and claim.value is not None
        and _low(run) > claim.value * (1 + claim.margin)
    )


def _spent(claim: Claim, runs: Sequence[Seen]) -> list[Seen]:
    """Runs whose rate was a burst, or credits that have since been spent: at the same load a later
    Run, for at least as long, was slower beyond doubt, or had settled where this one had not."""
    if not claim.of_kind.ladder:
        return []
    told = [run for run in runs if run.speaks]
    return [
        run
        for at, run in enumerate(told)
        if any(
            _asked(later) == _asked(run)
            and _seconds(later) >= 0.9 * _seconds(run)
            and not _unsettled(later)
            and (_low(run) > _high(later) or _unsettled(run))
            for later in told[at + 1 :]
        )
    ]


def _unsettled(run: Seen) -> bool:
    return run.figure is not None and not run.figure.settled


def _seconds(run: Seen) -> float:
    """How long it was shown."""
    return 0.0 if run.figure is None else run.figure.seconds


def _silent(claim: Claim, seen: Sequence[Seen]) -> _Found | None:
    """Why the Runs say nothing about the target, if that is so."""
    if not seen:
        return _Found(
            "inconclusive",
            "no Run tests it",
            f"measure it: plimsoll check without --campaign ({claim.promised})",
        )
    cached = next((run for run in seen if run.outcome == "cached"), None)
    if cached:
        return _Found(
            "inconclusive",
            f"the cache answered, not the storage: {cached.because}",
            "use direct I/O",
            cached,
        )
    failed = next((run for run in seen if run.outcome == "failed"), None)
    if failed:
        return _Found(
            "inconclusive",
            f"operations failed: {failed.because}",
            "fix what fails, then check again",
            failed,
        )
    if any(run.speaks for run in seen):
        return None
    run = seen[-1]
    client = "client-bound: " if run.outcome == "generator_limited" else ""
    decides = {
        "generator_limited": "a client that is not late",
        "stopped": "check again, to the end",
    }
    return _Found(
        "inconclusive",
        f"{client}{run.because}",
        decides.get(run.outcome, "a target that is steady, or longer Runs"),
        run,
    )


def _of_rate(claim: Claim, seen: Sequence[Seen], flat: Flatness | None) -> _Found:
    """At_least, at_most or equals, by the closed-loop Runs of a ladder of outstanding I/O."""
    assert claim.value is not None
    seen = [run for run in seen if run.speaks]
    least, most = claim.value * (1 - claim.margin), claim.value * (1 + claim.margin)
    top = seen[-1]
    unsure = next((run for run in seen if run.figure and run.figure.low is None), None)
    if unsure and unsure.figure:
        if not unsure.figure.settled:
            return _Found(
                "inconclusive",
                "the rate fell in the second half of Measure: it has not settled",
                f"warm up for longer than {exact_seconds(unsure.figure.seconds * 2)}, or measure"
                " for longer",
                unsure,
            )
        return _Found(
            "inconclusive",
            "too few intervals for a confidence interval",
            text.more_time(unsure),
            unsure,
        )
    if claim.direction != "at_least":
        over = next((run for run in reversed(seen) if _low(run) > most), None)
        if over:
            why = f"{text.said(claim, over)} is more than {text.limit(claim, most, 'and')}"
            return _Found("broken", why, None, over)
    # With the least outstanding I/O that does.
    best = next((run for run in seen if _low(run) >= least), max(seen, key=_low))
    if claim.direction == "at_least" and _low(best) >= least:
        return _Found(
            "kept",
            f"{text.said(claim, best)} is no less than {text.limit(claim, least, 'less')}",
            None,
            best,
        )
    short = _short(claim, seen, flat, least)
    if claim.direction != "at_most" and short:
        return short
    if claim.direction == "at_least":
        return _open_below(claim, seen, flat, least)
    if flat is None or not flat.proven or _client_limit(seen):
        return _no_cap(claim, seen, flat)
    if _high(top) > most or (claim.direction == "equals" and _low(top) < least):
        bound = most if _high(top) > most else least
        return _Found(
            "inconclusive",
            f"the interval of {text.said(claim, top)} includes {amount(bound, claim.kind)}",
            text.longer(top, bound),
            top,
        )
    if claim.direction == "equals":
        within = (
            f"{text.said(claim, top)} is within {claim.margin * 100:.3g} % of"
            f" {amount(claim.value, claim.kind)}"
        )
    else:
        within = f"{text.said(claim, top)} is no more than {text.limit(claim, most, 'and')}"
    return _Found("kept", f"{within}, and the cap is proven: {flat.because}", None, top)


def _short(
    claim: Claim, seen: Sequence[Seen], flat: Flatness | None, least: float
) -> _Found | None:
    """Broken from below: the rate is too low, and more outstanding I/O does not raise it."""
    top = seen[-1]
    if flat is None or _client_limit(seen):
        return None
    # Of the two rates that are compared, known about equally well.
    error = DEVIATIONS * math.sqrt(2) * (top.figure.error if top.figure else 0.0)
    gain = flat.rate_factor - 1
    if gain > FLAT + error:
        return None
    # A small gain that is not noise: what one more step of it would bring must still be too little.
    still = flat.rate_factor if gain > error else 1.0
    if max(_high(run) for run in seen) * still >= least:
        return None
    best = max(seen, key=_high)
    why = (
        f"{text.said(claim, best)} is less than {text.limit(claim, least, 'less')}, and more "
        f"outstanding I/O does not raise it: {flat.because}"
    )
    return _Found("broken", why, None, best)


def _open_below(claim: Claim, seen: Sequence[Seen], flat: Flatness | None, least: float) -> _Found:
    """Not reached, and not shown to be out of reach."""
    best = max(seen, key=_low)
    if _high(best) >= least:
        why = f"the interval of {text.said(claim, best)} includes {amount(least, claim.kind)}"
        return _Found("inconclusive", why, text.longer(best, least), best)
    too_low = f"{text.said(claim, best)} is less than {text.limit(claim, least, 'less')}"
    if client := best.client_limit or _client_limit(seen):
        return _Found(
            "inconclusive",
            f"client-bound: {too_low}, but {client}",
            "a client with more processors, or several",
            best,
        )
    rising = _no_pair(seen) if flat is None else flat.because
    why = f"client-bound: {too_low}, but more outstanding I/O might carry it ({rising})"
    return _Found("inconclusive", why, text.more_outstanding(best, least), best)


def _no_cap(claim: Claim, seen: Sequence[Seen], flat: Flatness | None) -> _Found:
    """Nothing was above the cap, and nothing shows that it is one."""
    assert claim.value is not None
    top = seen[-1]
    above = "is not above" if _high(top) <= claim.value * (1 + claim.margin) else "may be above"
    said = f"{text.said(claim, top)} {above} {amount(claim.value, claim.kind)}"
    if client := _client_limit(seen):
        return _Found(
            "inconclusive",
            f"client-bound: {said}, but {client}",
            "a client with more processors, or several",
            top,
        )
    tried = _no_pair(seen) if flat is None else flat.because
    longer = "longer Runs, or " if flat is not None and flat.verdict == "undecided" else ""
    return _Found(
        "inconclusive",
        f"client-bound: {said}, which is no proof of a cap: {tried}",
        longer + text.more_outstanding(top, claim.value),
        top,
    )


def _client_limit(seen: Sequence[Seen]) -> str | None:
    """What of the client may be what left the rate flat. A full worker answers more outstanding I/O
    as a cap does; that more workers gain nothing either clears it.
    """
    top = seen[-1]
    if top.client_limit:
        return top.client_limit
    full = top.worker_busy is not None and top.worker_busy >= BUSY
    if full and not any(run.workers * GROWTH <= top.workers for run in seen):
        return "each worker's processor was full, and no more workers were tried"
    return None


def _no_pair(seen: Sequence[Seen]) -> str:
    """Why no two Runs tell what more outstanding I/O buys."""
    if len(seen) == 1:
        return "only one amount of outstanding I/O was tried"
    return (
        f"the outstanding I/O did not grow with what was asked: {seen[0].outstanding:.3g} to"
        f" {seen[-1].outstanding:.3g}"
    )


def _of_levels(claim: Claim, seen: Sequence[Seen], _: Flatness | None) -> _Found:
    """An objective, or its load line, by one Run for each level; the first level that is met is the
    verdict's."""
    last: _Found | None = None
    open_above = ""
    for level in claim.levels:
        run = next((run for run in reversed(seen) if run.level == level), None)
        if run is None:
            last = _Found(
                "inconclusive", f"no Run was held against {level.objective}", "measure it"
            )
            continue
        said = text.held(claim, run, level)
        if run.passed:
            within = (
                f", {'within tolerable' if level.name == 'tolerable' else 'ideal'}"
                if level.name
                else ""
            )
            return _Found("kept", f"{said}{within}{open_above}", None, run, level.name)
        if run.passed is False:
            last = _Found("broken", said, None, run)
        else:
            last = _undecided(run, said)
            open_above = f"; whether it is also {level.name} is undecided"
    assert last is not None
    return last


def _undecided(run: Seen, said: str) -> _Found:
    if run.outcome == "generator_limited" or run.limited_by in ("client_cpu", "client_outstanding"):
        return _Found(
            "inconclusive", f"client-bound: {run.because}", "a faster client, or several", run
        )
    if run.outcome == "cannot_carry":
        return _Found(
            "inconclusive", f"client-bound: {run.because}", "a higher load.max_outstanding", run
        )
    if run.outcome != "ok":
        return _Found("inconclusive", run.because, "a steady target", run)
    why = "" if run.judgement is None else f" ({str(run.judgement['reason']).replace('_', ' ')})"
    return _Found("inconclusive", f"{said}: undecided{why}", text.more_time(run), run)


def _of_line(claim: Claim, line: WholeLine) -> _Found:
    """By the load line that a search found."""
    assert claim.value is not None
    least = claim.value * (1 - claim.margin)
    low, high = line.get("low"), line.get("high")
    ends = (
        f"the load line lies between {amount(low, 'rate') if low else 'nothing confirmed'} and"
        f" {amount(high, 'rate') if high else 'an end that was not reached'}"
    )
    if low is not None and line.get("low_confirmed") and low >= least:
        if missed := text.missed_below(line):
            # Who promises a rate promises what lies below it, too.
            words = f"{ends}, but {text.missed(missed[0])}"
            return _Found("inconclusive", words, "holds at the rates below the promised one")
        return _Found(
            "kept", f"{ends}: its low end is no less than {text.limit(claim, least, 'less')}"
        )
    if high is not None and line.get("high_confirmed") and high < least:
        return _Found(
            "broken", f"{ends}: its high end is less than {text.limit(claim, least, 'less')}"
        )
    return _Found(
        "inconclusive",
        f"{ends}, which does not exclude {amount(least, 'rate')}",
        "a hold at the promised rate: plimsoll check without --campaign",
    )


def _about_media(claim: Claim, seen: Sequence[Seen], found: _Found) -> tuple[_Found, list[str]]:
    """A small working set says nothing about media, and is told beside any verdict."""
    volume = _volume(claim, seen)
    touched = seen[0].working_set_bytes if seen else None
    if volume is None or touched is None or touched >= claim.media_share * volume:
        return found, []
    said = (
        f"{exact_size(touched)} of {exact_size(volume)} were addressed"
        f" ({100 * touched / volume:.2g} %)"
    )
    if claim.subject != "media":
        return found, [f"the media were not examined: {said}"]
    wanted = (
        f"a working set of {exact_size(round(claim.media_share * volume))} or more"
        f" ({100 * claim.media_share:.3g} % of the volume)"
    )
    return (
        _Found(
            "inconclusive",
            f"{said}: that may be a cache, and says nothing about the media",
            wanted,
            found.run,
        ),
        [],
    )


def _notes(claim: Claim, seen: Sequence[Seen], found: _Found, spent: Sequence[Seen]) -> list[str]:
    """What to know beside the verdict."""
    notes = [
        f"{text.said(claim, run)} for {exact_seconds(_seconds(run))} was not reached again by a"
        " longer Run at the same load: not counted, it may have been a burst or credits"
        for run in spent
        if not _unsettled(run)
    ]
    notes += [
        f"a Run with {run.workers} × {run.queue_depth} outstanding had not settled; a longer one at"
        " the same load counts in its place"
        for run in spent
        if _unsettled(run)
    ]
    for one in seen:
        burst = one.figure.burst if one.figure and one.level is None else None
        if burst:
            what = claim.of_kind.counted
            notes.append(
                f"an initial burst of {burst.amount:,.0f} {what} beyond the rate in"
                f" {exact_seconds(burst.seconds)} was kept out"
            )
    run = found.run
    if run is None or run.figure is None:
        return notes
    shown = f"shown for {exact_seconds(run.figure.seconds)} and {run.figure.count:,} operations"
    if found.verdict != "kept":
        return [*notes, shown]
    if claim.of_kind.ladder and claim.direction == "at_least":
        asked = run.workers * (run.queue_depth or 1)
        if asked > claim.outstanding:
            notes.append(
                f"reached with {asked} outstanding, not with the {claim.outstanding} stated, which "
                "are bound by latency"
            )
        if claim.subject == "throttle":
            notes.append("reaching the rate does not prove that a throttle sits there")
    return [*notes, f"{shown}; this says nothing about credits or caches that last longer"]


def _flat(seen: Sequence[Seen]) -> Flatness | None:
    return flatness(
        [
            Step(run.outstanding, run.figure.value, run.latency_ns, run.figure.error)
            for run in seen
            if run.speaks
            and run.figure is not None
            and run.latency_ns is not None
            and run.figure.settled
        ]
    )


def _volume(claim: Claim, seen: Sequence[Seen]) -> int | None:
    sizes = [size for size in (claim.volume_bytes, seen[0].target_bytes if seen else None) if size]
    return max(sizes) if sizes else None


def _low(run: Seen) -> float:
    return run.figure.low if run.figure and run.figure.low is not None else 0.0


def _high(run: Seen) -> float:
    return run.figure.high if run.figure and run.figure.high is not None else float("inf")


JUDGE: Mapping[KindName, Callable[[Claim, Sequence[Seen], Flatness | None], _Found]] = {
    "rate": _of_rate,
    "bytes": _of_rate,
    "objective": _of_levels,
    "line": _of_levels,
}
"""How each kind of promise is judged by its Runs. A line that a search found is judged by
`_of_line`."""
