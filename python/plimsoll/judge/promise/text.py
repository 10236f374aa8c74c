"""The sentences of a verdict on a promise, and its Runs as documents. What they say is decided in
`rules.py`."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from plimsoll.judge.limiter.observations import SHARED
from plimsoll.judge.promise.document import BurstKeptOut, Figure, FlatnessSeen, RunSeen
from plimsoll.units import amount, exact_seconds, share

if TYPE_CHECKING:
    from plimsoll.execute import ObjectiveTerm
    from plimsoll.judge.flatness import Flatness
    from plimsoll.judge.promise.claims import Claim, Level
    from plimsoll.judge.promise.run_evidence import HeldUp, Seen
    from plimsoll.judge.searched import WholeLine


def said(claim: Claim, run: Seen) -> str:
    """The rate of a Run with its interval and its load."""
    figure = run.figure
    assert figure is not None
    ends = (
        ""
        if figure.low is None or figure.high is None
        else (
            f" ({amount(figure.low, claim.kind, bare=True)} to"
            f" {amount(figure.high, claim.kind, bare=True)})"
        )
    )
    depth = f" with {run.workers} × {run.queue_depth} outstanding" if run.queue_depth else ""
    return f"{amount(figure.value, claim.kind)}{ends}{depth}"


def limit(claim: Claim, bound: float, joint: str) -> str:
    """The promised value with its margin; `joint` is 'less' or 'and'."""
    assert claim.value is not None
    if claim.margin == 0:
        return amount(bound, claim.kind)
    return (
        f"{amount(bound, claim.kind)} ({amount(claim.value, claim.kind, bare=True)} {joint}"
        f" {claim.margin * 100:.3g} %)"
    )


def held(claim: Claim, run: Seen, level: Level) -> str:
    """What a Run says about a level, in words."""
    at = (
        f"at {amount(run.offered_rate_per_s, 'rate')} offered"
        if run.offered_rate_per_s
        else f"with {run.workers} × {run.queue_depth} outstanding"
    )
    if run.outcome == "cannot_carry":
        return f"{at}: {run.because}"
    figure = figure_of(claim, run)
    if figure is None:
        return f"{at}: nothing completed"
    part = _deciding(run, level)
    others = [term.text for term in level.terms if term != part]
    also = f"; met as well: {', '.join(others)}" if run.passed and others else ""
    if figure.unit == "share":
        ends = (
            f"{figure.value:.3g}"
            if figure.low is None or figure.high is None
            else f"{figure.value:.3g} ({figure.low:.3g} to {figure.high:.3g})"
        )
        what = {
            "errors": "of operations failed",
            "achieved": "of what was offered was not achieved",
        }
        return f"{at}: {part.text}: a share of {ends} {what.get(part.of, 'is beyond it')}{also}"
    ends = (
        ""
        if figure.low is None or figure.high is None
        else f" ({exact_seconds(figure.low / 1e9)} to {exact_seconds(figure.high / 1e9)})"
    )
    return (
        f"{at}: mean {exact_seconds(figure.value / 1e9)}{ends} against"
        f" {exact_seconds((part.bound_ns or 0) / 1e9)}{also}"
    )


def _deciding(run: Seen, level: Level) -> ObjectiveTerm:
    """The objective, of several the one whose estimate decided."""
    judged = run.judgement
    parts = judged.get("objectives") or [] if judged else []
    decided = next(
        (one["objective"] for one in parts if judged and one["estimate"] == judged["estimate"]),
        None,
    )
    # An older record does not tell which one decided: all of them are named.
    whole = replace(level.terms[0], text=level.objective)
    return next((term for term in level.terms if term.text == decided), whole)


def free(held_up: HeldUp, others: float | None) -> str:
    """What would help where this machine kept a Run from a verdict."""
    busy = others is not None and others > SHARED
    had = f" (other programs had {share(others)} of its processors)" if busy else ""
    if held_up == "own_lag":
        return (
            f"free this machine{had}, or measure from another: only its own lateness made the Run"
            " miss, and more time would not help; plimsoll doctor says what disturbs it"
        )
    return f"free this machine first{had}; plimsoll doctor says what disturbs it"


def more_time(run: Seen) -> str:
    """What would decide a Run that is too close to call."""
    if run.held_up_by is None:
        return "measure for longer"
    advice = free(run.held_up_by, run.others)
    return advice if run.held_up_by == "own_lag" else f"{advice}; then measure for longer"


def longer(run: Seen, bound: float) -> str:
    """How long a Measure would decide: the error falls with the root of its length."""
    figure = run.figure
    if figure is None or figure.low is None or figure.high is None or figure.value == bound:
        return "measure for longer"
    reach = (figure.high - figure.low) / 2
    wanted = figure.seconds * (reach / abs(figure.value - bound)) ** 2
    if wanted > 100 * figure.seconds:
        return "a wider margin: the rate lies at the very bound"
    measure = f"measure for about {exact_seconds(max(2 * figure.seconds, 1.5 * wanted))}"
    return (
        f"{free('others', run.others)}; then {measure}" if run.held_up_by == "others" else measure
    )


def more_outstanding(run: Seen, wanted_per_s: float) -> str:
    """At least one doubling more, and by Little's law half as much again as would reach the rate at
    this latency."""
    asked = run.workers * (run.queue_depth or 1)
    factor = wanted_per_s / run.figure.value if run.figure and run.figure.value > 0 else 1.0
    most = max(2 * asked, math.ceil(1.5 * asked * factor))
    return f"more outstanding I/O: --most-outstanding {most} or more ({asked} so far)"


def figure_of(claim: Claim, run: Seen) -> Figure | None:
    """The figure of a Run that was compared: a rate, or a level's statistic."""
    if run.level is not None and run.offered_rate_per_s is not None and run.judgement is not None:
        estimate = run.judgement["estimate"]
        unit: Literal["ns", "share"] = (
            "ns" if _deciding(run, run.level).statistic == "mean" else "share"
        )
        return Figure(
            value=estimate["value"],
            low=estimate.get("low"),
            high=estimate.get("high"),
            confidence=run.judgement["confidence"],
            unit=unit,
        )
    figure = run.figure
    if figure is None:
        return None
    of: Literal["IOPS", "bytes/s", "ns"] = (
        "ns" if run.level is not None else claim.of_kind.unit or "IOPS"
    )
    return Figure(
        value=figure.value, low=figure.low, high=figure.high, confidence=figure.confidence, unit=of
    )


def line_figure(line: WholeLine) -> Figure | None:
    """A load line that a search found; none when it found nothing."""
    value = line.get("rate_per_s") or line.get("low")
    if value is None:
        return None
    return Figure(
        value=value,
        low=line.get("low"),
        high=line.get("high"),
        confidence=line.get("confidence") or 0.0,
        unit="IOPS",
    )


def missed_below(line: WholeLine) -> list[tuple[float, float]]:
    """Rates below the low end at which the objective was missed, each with the higher one at which
    it was met."""
    return [
        (region["fails_at"], region["passes_at"])
        for region in line.get("non_monotone") or ()
        if region["fails_at"] < (line.get("low") or math.inf)
    ]


def missed(region: tuple[float, float]) -> str:
    """Such a region in words."""
    return (
        f"the objective was missed at {amount(region[0], 'rate')}, below"
        f" {amount(region[1], 'rate')} where it was met"
    )


def below(line: WholeLine) -> list[str]:
    """What a search says of rates below its line, where that is not simply that they hold
    (measurement.md, section 6)."""
    said = [missed(region) for region in missed_below(line)]
    regimes = line.get("regimes") or []
    if len(regimes) > 1:
        ends = " and ".join(
            f"{amount(one['low'], 'rate')} from {one['approached_from']}" for one in regimes
        )
        said.append(
            f"two regimes were found, {ends}: after overload the line lies lower than after rest"
        )
    return said


def run_seen(claim: Claim, run: Seen) -> RunSeen:
    """A Run as evidence in the document."""
    burst = run.figure.burst if run.figure and run.level is None else None
    return RunSeen(
        run_id=run.run_id,
        outcome=run.outcome,
        because=run.because,
        workers=run.workers,
        queue_depth=run.queue_depth,
        offered_rate_per_s=run.offered_rate_per_s,
        outstanding_mean=run.outstanding,
        figure=figure_of(claim, run),
        level=run.level.name if run.level else None,
        passed=run.passed,
        completion_latency_mean_ns=run.latency_ns,
        achieved_rate_per_s=run.achieved_rate_per_s,
        response_time_mean_ns=None if run.response_time is None else run.response_time["mean"],
        response_time_p99_ns=None if run.response_time is None else run.response_time["p99"],
        at_least=[
            name
            for name in ("mean", "p99")
            if run.response_time is not None and name in (run.response_time.get("at_least") or ())
        ],
        operations=run.figure.count if run.figure else 0,
        seconds=run.figure.seconds if run.figure else 0.0,
        burst=(
            None
            if burst is None
            else BurstKeptOut(
                seconds=burst.seconds, amount=burst.amount, rate_per_s=burst.rate_per_s
            )
        ),
        limited_by=run.limited_by,
        client_busy=run.busy,
        others=run.others,
        held_up_by=run.held_up_by,
    )


def flatness_seen(flat: Flatness) -> FlatnessSeen:
    """What more outstanding I/O bought, in the document."""
    return FlatnessSeen(
        verdict=flat.verdict,
        outstanding_factor=flat.outstanding_factor,
        rate_factor=flat.rate_factor,
        latency_factor=flat.latency_factor,
        because=flat.because,
    )
