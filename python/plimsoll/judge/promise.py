"""Whether a promise is kept, broken or inconclusive, by the Runs that tested it. The rules are those of decision 0014.

- Kept and broken need an interval of confidence on one side of the promised value with its margin.
- What the client could not ask for is no evidence against the storage: a shortfall counts only when more outstanding I/O
  no longer buys operations and the client was not full.
- A cap is kept only when more outstanding I/O proves it (`flatness.py`); it is broken by any Run above it.
- The page cache's answers and Runs with errors decide nothing; a small working set decides nothing about media.

Pure: claims and records in, a verdict with its evidence out. What to measure next is decided here too (`next_load`),
because it depends on what is not decided yet; measuring is `campaign/checking.py`'s.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plimsoll.judge import rate as rates
from plimsoll.judge.flatness import DEVIATIONS, FLAT, GROWTH, Flatness, Step, flatness
from plimsoll.judge.verdict import BurstKeptOut, Figure, FlatnessSeen, Judged, RunSeen, Verdict
from plimsoll.judge.words import amount, span, times

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from plimsoll.judge.promised import Claim, Level
    from plimsoll.judge.rate import Estimate

CONFIDENCE = 0.95
"""Of a verdict: shared out over the Runs that it may rest on."""
FULL = 0.95
"""A client whose processors are busier than this may be what holds the rate."""


@dataclass(frozen=True)
class Seen:
    """What a Run's record tells about a claim. `figure` is the rate (or, for a level in a closed loop, the mean latency)."""

    run_id: int | None
    outcome: str
    because: str
    limited_by: str
    workers: int
    queue_depth: int | None
    offered_rate_per_s: float | None
    outstanding: float
    figure: Estimate | None
    latency_ns: float | None
    level: Level | None
    judgement: Mapping[str, Any] | None
    busy: float | None
    working_set_bytes: int | None
    target_bytes: int | None

    @staticmethod
    def of(
        record: Mapping[str, Any],
        claim: Claim,
        *,
        level: Level | None = None,
        run_id: int | None = None,
        among: int | None = None,
    ) -> Seen:
        """Of a finished Run. `level` is what it was held against, for an objective; `among` how many Runs the verdict may
        rest on, where they are not those of the claim's own ladder: the chance of an error is shared out over them.
        """
        spec, load = record["spec"], record["spec"]["load"]
        confidence = 1 - (1 - CONFIDENCE) / max(claim.steps, among or 0)
        if level is not None:
            figure = rates.mean_latency(record, level.metric)
        else:
            of = "bytes" if claim.kind == "bytes" else "operations"
            figure = rates.rate(record, of=of, confidence=confidence)
        latency = rates.mean_latency(record, "completion_latency")
        return Seen(
            run_id=run_id,
            outcome=record["outcome"],
            because=record["because"],
            limited_by=record["limited_by"]["value"],
            workers=load["workers"],
            queue_depth=load.get("queue_depth"),
            offered_rate_per_s=record["offered_rate_per_s"],
            outstanding=record["outstanding_mean"],
            figure=figure,
            latency_ns=None if latency is None else latency.value,
            level=level,
            judgement=record.get("judgement"),
            busy=_busy(record),
            working_set_bytes=spec["workload"]["working_set_bytes"],
            target_bytes=spec["target"].get("size_bytes"),
        )

    @property
    def speaks(self) -> bool:
        """Whether it is evidence about the target at all."""
        return self.outcome in ("ok", "cannot_carry") and self.figure is not None

    @property
    def client_full(self) -> bool:
        """Whether the client may be what held the rate."""
        return self.limited_by == "client_cpu" or (self.busy is not None and self.busy > FULL)

    @property
    def passed(self) -> bool | None:
        """Whether its level was met; none when that is undecided."""
        if self.level is None or not self.speaks:
            return None
        if self.offered_rate_per_s is None:
            assert self.figure is not None
            if self.figure.low is None or self.figure.high is None:
                return None
            bound = self.level.bound_ns
            return True if self.figure.high <= bound else False if self.figure.low > bound else None
        if self.judgement is None:
            return None
        if self.outcome == "cannot_carry":
            # Where our own in-flight cap was reached, more of it might have carried the rate.
            return None if self.limited_by == "unknown" else False
        return {"pass": True, "fail": False}.get(self.judgement["verdict"])


@dataclass(frozen=True)
class _Found:
    verdict: Verdict
    because: str
    would_decide: str | None = None
    run: Seen | None = None
    level: str | None = None


def judge(claim: Claim, runs: Sequence[Seen], line: Mapping[str, Any] | None = None) -> Judged:
    """The verdict on a claim. `line` is the load line of a search, for a claim of kind line that was judged from one."""
    seen = sorted(runs, key=lambda run: (run.offered_rate_per_s or 0.0, run.outstanding))
    flat = _flat(seen) if claim.kind in ("rate", "bytes") else None
    notes: list[str] = []
    if line is not None:
        found = _of_line(claim, line)
    elif silent := _silent(claim, seen):
        found = silent
    elif claim.kind in ("rate", "bytes"):
        found = _of_rate(claim, seen, flat)
    else:
        found = _of_levels(claim, seen)
    found, more = _about_media(claim, seen, found)
    notes += more + _notes(claim, seen, found)
    best = found.run or next((run for run in reversed(seen) if run.figure), None)
    return Judged(
        promise=claim.name,
        promised=claim.promised,
        direction=claim.direction,
        value=claim.value,
        unit=None if claim.value is None else "bytes/s" if claim.kind == "bytes" else "IOPS",
        margin=claim.margin,
        subject=claim.subject,
        verdict=found.verdict,
        level=found.level,
        because=found.because,
        would_decide=found.would_decide,
        measured=_line_figure(line) if line is not None else None if best is None else _figure(claim, best),
        runs=[_seen(claim, run) for run in seen],
        flatness=None if flat is None else _flatness(flat),
        working_set_bytes=seen[0].working_set_bytes if seen else None,
        volume_bytes=_volume(claim, seen),
        notes=notes,
    )


def next_load(claim: Claim, runs: Sequence[Seen], *, most_workers: int | None = None) -> tuple[int, int] | None:
    """Workers and queue depth of the next closed-loop Run for a rate; none when the verdict stands or no more is allowed.

    First as stated, then doubled: workers, so that one full worker is not taken for a full target; queue depth where no
    more workers may be used. Where no more outstanding I/O than stated is allowed, half of it is the other step.
    """
    if not runs:
        return claim.workers, claim.queue_depth
    seen = sorted(runs, key=lambda run: run.outstanding)
    if _silent(claim, seen) or len(seen) >= claim.steps:
        return None
    if _of_rate(claim, seen, _flat(seen)).verdict != "inconclusive":
        return None
    widest = max(runs, key=lambda run: run.workers * (run.queue_depth or 1))
    workers, depth = widest.workers, widest.queue_depth or 1
    more = (workers * 2, depth) if most_workers is None or workers * 2 <= most_workers else (workers, depth * 2)
    if more[0] * more[1] <= claim.most_outstanding:
        return more
    if len(runs) == 1 and claim.outstanding >= 2:
        return (claim.workers, claim.queue_depth // 2) if claim.queue_depth > 1 else (claim.workers // 2, 1)
    return None


def _silent(claim: Claim, seen: Sequence[Seen]) -> _Found | None:
    """Why the Runs say nothing about the target, if that is so."""
    if not seen:
        return _Found(
            "inconclusive", "no Run speaks about it", f"measure it: plimsoll check without --campaign ({claim.promised})"
        )
    cached = next((run for run in seen if run.outcome == "cached"), None)
    if cached:
        return _Found("inconclusive", f"the cache answered, not the storage: {cached.because}", "use direct I/O", cached)
    failed = next((run for run in seen if run.outcome == "failed"), None)
    if failed:
        return _Found("inconclusive", f"operations failed: {failed.because}", "mend what fails, then check again", failed)
    if any(run.speaks for run in seen):
        return None
    run = seen[-1]
    client = "client-bound: " if run.outcome == "generator_limited" else ""
    return _Found("inconclusive", f"{client}{run.because}", "a client that is not late, or longer Runs", run)


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
                "inconclusive", "the rate was higher at the start than at the end through half of Measure: it has not settled",
                f"warm up for longer than {times(unsure.figure.seconds * 2)}, or measure for longer", unsure,
            )  # fmt: skip
        return _Found("inconclusive", "too few intervals for an interval of confidence", "measure for longer", unsure)
    if claim.direction != "at_least":
        over = next((run for run in reversed(seen) if _low(run) > most), None)
        if over:
            why = f"{_said(claim, over)} is more than {_limit(claim, most, 'and')}"
            return _Found("broken", why, None, over)
    best = max(seen, key=_low)
    if claim.direction == "at_least" and _low(best) >= least:
        return _Found("kept", f"{_said(claim, best)} is no less than {_limit(claim, least, 'less')}", None, best)
    short = _short(claim, seen, flat, least)
    if claim.direction != "at_most" and short:
        return short
    if claim.direction == "at_least":
        return _open_below(claim, seen, flat, least)
    if flat is None or not flat.proven or top.client_full:
        return _no_cap(claim, seen, flat)
    if _high(top) > most or (claim.direction == "equals" and _low(top) < least):
        bound = most if _high(top) > most else least
        return _Found("inconclusive", f"{_said(claim, top)} lies on both sides of {amount(bound, claim.kind)}", _longer(top, bound), top)
    if claim.direction == "equals":
        within = f"{_said(claim, top)} is within {claim.margin * 100:.3g} % of {amount(claim.value, claim.kind)}"
    else:
        within = f"{_said(claim, top)} is no more than {_limit(claim, most, 'and')}"
    return _Found("kept", f"{within}, and the cap is proven: {flat.because}", None, top)


def _short(claim: Claim, seen: Sequence[Seen], flat: Flatness | None, least: float) -> _Found | None:
    """Broken from below: the rate is too low, and more outstanding I/O does not raise it."""
    top = seen[-1]
    if flat is None or top.client_full:
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
    why = f"{_said(claim, best)} is less than {_limit(claim, least, 'less')}, and more outstanding I/O buys no more: {flat.because}"
    return _Found("broken", why, None, best)


def _open_below(claim: Claim, seen: Sequence[Seen], flat: Flatness | None, least: float) -> _Found:
    """Not reached, and not shown to be out of reach."""
    best = max(seen, key=_low)
    if _high(best) >= least:
        why = f"{_said(claim, best)} lies on both sides of {amount(least, claim.kind)}"
        return _Found("inconclusive", why, _longer(best, least), best)
    too_low = f"{_said(claim, best)} is less than {_limit(claim, least, 'less')}"
    if best.client_full:
        return _Found("inconclusive", f"client-bound: {too_low}, but the client's processors were full", "a client with more processors, or several", best)
    rising = "one Run tells nothing about more" if flat is None else flat.because
    why = f"client-bound: {too_low}, but more outstanding I/O might carry it ({rising})"
    return _Found("inconclusive", why, _more_outstanding(claim, best, least), best)


def _no_cap(claim: Claim, seen: Sequence[Seen], flat: Flatness | None) -> _Found:
    """Nothing was above the cap, and nothing shows that it is one."""
    assert claim.value is not None
    top = seen[-1]
    above = "is not above" if _high(top) <= claim.value * (1 + claim.margin) else "may be above"
    said = f"{_said(claim, top)} {above} {amount(claim.value, claim.kind)}"
    if top.client_full:
        return _Found("inconclusive", f"client-bound: {said}, but the client's processors were full", "a client with more processors, or several", top)
    tried = "only one amount of outstanding I/O was tried" if flat is None else flat.because
    return _Found(
        "inconclusive", f"client-bound: {said}, which is no proof of a cap: {tried}",
        _more_outstanding(claim, top, claim.value), top,
    )  # fmt: skip


def _of_levels(claim: Claim, seen: Sequence[Seen]) -> _Found:
    """An objective, or its load line, by one Run for each level; the first level that is met is the verdict's."""
    last: _Found | None = None
    open_above = ""
    for level in claim.levels:
        run = next((run for run in reversed(seen) if run.level == level), None)
        if run is None:
            last = _Found("inconclusive", f"no Run was held against {level.objective}", "measure it")
            continue
        said = _held(claim, run, level)
        if run.passed:
            within = f", {'within tolerable' if level.name == 'tolerable' else 'ideal'}" if level.name else ""
            return _Found("kept", f"{said}{within}{open_above}", None, run, level.name)
        if run.passed is False:
            last = _Found("broken", said, None, run)
        else:
            last = _undecided(run, said)
            open_above = f"; whether it is {level.name} stayed open"
    assert last is not None
    return last


def _undecided(run: Seen, said: str) -> _Found:
    if run.outcome == "generator_limited" or run.limited_by in ("client_cpu", "client_outstanding"):
        return _Found("inconclusive", f"client-bound: {run.because}", "a faster client, or several", run)
    if run.outcome == "cannot_carry":
        return _Found("inconclusive", f"client-bound: {run.because}", "a higher load.max_outstanding", run)
    if run.outcome != "ok":
        return _Found("inconclusive", run.because, "a steady target", run)
    why = "" if run.judgement is None else f" ({str(run.judgement['reason']).replace('_', ' ')})"
    return _Found("inconclusive", f"{said}: undecided{why}", "measure for longer", run)


def _of_line(claim: Claim, line: Mapping[str, Any]) -> _Found:
    """By the load line that a search found."""
    assert claim.value is not None
    least = claim.value * (1 - claim.margin)
    low, high = line.get("low"), line.get("high")
    ends = f"the load line lies between {amount(low, 'rate') if low else 'nothing confirmed'} and {amount(high, 'rate') if high else 'an end that was not reached'}"
    if low is not None and line.get("low_confirmed") and low >= least:
        return _Found("kept", f"{ends}: its low end is no less than {_limit(claim, least, 'less')}")
    if high is not None and line.get("high_confirmed") and high < least:
        return _Found("broken", f"{ends}: its high end is less than {_limit(claim, least, 'less')}")
    return _Found("inconclusive", f"{ends}: {amount(least, 'rate')} is not on one side of it", "a hold at the promised rate: plimsoll check without --campaign")


def _about_media(claim: Claim, seen: Sequence[Seen], found: _Found) -> tuple[_Found, list[str]]:
    """A small working set says nothing about media, and is told beside any verdict."""
    volume = _volume(claim, seen)
    touched = seen[0].working_set_bytes if seen else None
    if volume is None or touched is None or touched >= claim.media_share * volume:
        return found, []
    said = f"{span(touched)} of {span(volume)} were addressed ({touched / volume:.2%})"
    if claim.subject != "media":
        return found, [f"the media were not examined: {said}"]
    wanted = f"a working set of {span(round(claim.media_share * volume))} or more ({claim.media_share:.0%} of the volume)"
    return _Found("inconclusive", f"{said}: that may be a cache, and says nothing about the media", wanted, found.run), []


def _notes(claim: Claim, seen: Sequence[Seen], found: _Found) -> list[str]:
    notes = []
    for run in seen:
        burst = run.figure.burst if run.figure and run.level is None else None
        if burst:
            what = "bytes" if claim.kind == "bytes" else "operations"
            notes.append(f"an initial burst of {burst.amount:,.0f} {what} beyond the rate in {times(burst.seconds)} was kept out")
    run = found.run
    if found.verdict == "kept" and claim.kind in ("rate", "bytes") and run and claim.direction == "at_least":
        asked = run.workers * (run.queue_depth or 1)
        if asked > claim.outstanding:
            notes.append(f"with {asked} outstanding, not with the {claim.outstanding} stated: those are bound by latency")
        if not run.client_full and claim.subject == "throttle":
            notes.append("that the rate is reached does not prove that a throttle ends there")
    if found.verdict == "kept" and run and run.figure:
        notes.append(f"shown for {times(run.figure.seconds)} and {run.figure.count:,} operations; of credits or caches that last longer nothing is said")
    return notes


def _flat(seen: Sequence[Seen]) -> Flatness | None:
    return flatness(
        [
            Step(run.outstanding, run.figure.value, run.latency_ns, run.figure.error)
            for run in seen
            if run.speaks and run.figure is not None and run.latency_ns is not None and run.figure.settled
        ]
    )


def _volume(claim: Claim, seen: Sequence[Seen]) -> int | None:
    sizes = [size for size in (claim.volume_bytes, seen[0].target_bytes if seen else None) if size]
    return max(sizes) if sizes else None


def _busy(record: Mapping[str, Any]) -> float | None:
    """Mean share of the client's processors in use over Measure; none where the host was not watched."""
    loads = [
        one["system_load"]["cpu"]
        for one in record.get("intervals", [])
        if one["phase"] == "measure" and one.get("system_load") and one["system_load"].get("cpu")
    ]
    return None if not loads else sum(1 - cpu["idle"] - cpu["iowait"] for cpu in loads) / len(loads)


def _low(run: Seen) -> float:
    return run.figure.low if run.figure and run.figure.low is not None else 0.0


def _high(run: Seen) -> float:
    return run.figure.high if run.figure and run.figure.high is not None else float("inf")


def _said(claim: Claim, run: Seen) -> str:
    figure = run.figure
    assert figure is not None
    ends = "" if figure.low is None or figure.high is None else f" ({amount(figure.low, claim.kind, bare=True)} to {amount(figure.high, claim.kind, bare=True)})"
    depth = f" with {run.workers} × {run.queue_depth} outstanding" if run.queue_depth else ""
    return f"{amount(figure.value, claim.kind)}{ends}{depth}"


def _limit(claim: Claim, bound: float, joint: str) -> str:
    assert claim.value is not None
    if claim.margin == 0:
        return amount(bound, claim.kind)
    return f"{amount(bound, claim.kind)} ({amount(claim.value, claim.kind, bare=True)} {joint} {claim.margin * 100:.3g} %)"


def _held(claim: Claim, run: Seen, level: Level) -> str:
    """What a Run says about a level, in words."""
    at = f"at {amount(run.offered_rate_per_s, 'rate')} offered" if run.offered_rate_per_s else f"with {run.workers} × {run.queue_depth} outstanding"
    if run.outcome == "cannot_carry":
        return f"{at}: {run.because}"
    figure = _figure(claim, run)
    if figure is None:
        return f"{at}: nothing completed"
    if figure.unit == "share":
        ends = f"{figure.value:.3g}" if figure.low is None or figure.high is None else f"{figure.value:.3g} ({figure.low:.3g} to {figure.high:.3g})"
        return f"{at}: {level.objective}: a share of {ends} is beyond it"
    ends = "" if figure.low is None or figure.high is None else f" ({times(figure.low / 1e9)} to {times(figure.high / 1e9)})"
    return f"{at}: mean {times(figure.value / 1e9)}{ends} against {times(level.bound_ns / 1e9)}"


def _longer(run: Seen, bound: float) -> str:
    """How long a Measure would decide: the error falls with the root of its length."""
    figure = run.figure
    if figure is None or figure.low is None or figure.high is None or figure.value == bound:
        return "measure for longer"
    reach = (figure.high - figure.low) / 2
    wanted = figure.seconds * (reach / abs(figure.value - bound)) ** 2
    if wanted > 100 * figure.seconds:
        return "a wider margin: the rate lies at the very bound"
    return f"measure for about {times(max(2 * figure.seconds, 1.5 * wanted))}"


def _more_outstanding(claim: Claim, run: Seen, wanted_per_s: float) -> str:
    """Little's law, with half as much again: what would reach the rate at this latency."""
    factor = 1.0
    if run.figure and run.figure.value > 0:
        factor = wanted_per_s / run.figure.value
    most = max(run.outstanding * GROWTH, 1.5 * run.outstanding * factor, 2.0 * run.outstanding)
    return f"more outstanding I/O: --most-outstanding {round(most)} or more ({run.outstanding:.3g} so far)"


def _figure(claim: Claim, run: Seen) -> Figure | None:
    """The figure of a Run that was compared: a rate, or a level's statistic."""
    if run.level is not None and run.offered_rate_per_s is not None and run.judgement is not None:
        estimate = run.judgement["estimate"]
        unit: Literal["ns", "share"] = "ns" if run.level.objective.startswith("mean(") else "share"
        return Figure(
            value=estimate["value"], low=estimate.get("low"), high=estimate.get("high"),
            confidence=run.judgement["confidence"], unit=unit,
        )  # fmt: skip
    figure = run.figure
    if figure is None:
        return None
    of: Literal["IOPS", "bytes/s", "ns"] = "ns" if run.level is not None else "bytes/s" if claim.kind == "bytes" else "IOPS"
    return Figure(value=figure.value, low=figure.low, high=figure.high, confidence=figure.confidence, unit=of)


def _line_figure(line: Mapping[str, Any]) -> Figure | None:
    value = line.get("rate_per_s") or line.get("low")
    if value is None:
        return None
    return Figure(
        value=value, low=line.get("low"), high=line.get("high"), confidence=line.get("confidence") or 0.0, unit="IOPS"
    )


def _seen(claim: Claim, run: Seen) -> RunSeen:
    burst = run.figure.burst if run.figure and run.level is None else None
    return RunSeen(
        run_id=run.run_id,
        outcome=run.outcome,
        because=run.because,
        workers=run.workers,
        queue_depth=run.queue_depth,
        offered_rate_per_s=run.offered_rate_per_s,
        outstanding_mean=run.outstanding,
        figure=_figure(claim, run),
        level=run.level.name if run.level else None,
        passed=run.passed,
        completion_latency_mean_ns=run.latency_ns,
        operations=run.figure.count if run.figure else 0,
        seconds=run.figure.seconds if run.figure else 0.0,
        burst=None if burst is None else BurstKeptOut(seconds=burst.seconds, amount=burst.amount, rate_per_s=burst.rate_per_s),
        limited_by=run.limited_by,
        client_busy=run.busy,
    )  # fmt: skip


def _flatness(flat: Flatness) -> FlatnessSeen:
    return FlatnessSeen(
        verdict=flat.verdict,  # type: ignore[arg-type]
        outstanding_factor=flat.outstanding_factor,
        rate_factor=flat.rate_factor,
        latency_factor=flat.latency_factor,
        because=flat.because,
    )
