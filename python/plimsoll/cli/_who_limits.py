"""`--who-limits`: the short scaling Runs after a Run, and what they say, for `run` and
`simulate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from plimsoll.base.errors import Interruption
from plimsoll.cli._options import shared
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    import contextlib

    from plimsoll.judge.limiter.document import LimiterDocument
    from plimsoll.judge.limiter.rules import Ask
    from plimsoll.native.model import ProbeRequest, RunRecord, SessionRequest
    from plimsoll.native.session import Session

WhoLimits = Annotated[
    bool,
    shared(
        "--who-limits",
        "After the Run, find out what limited it, with a few short Runs (usually 2 to 11): more"
        " outstanding I/O, more workers, a light load, other block sizes.",
    ),
]


class ScalingRun(TypedDict):
    """A scaling Run in a few figures: rate in operations/s, latency in ns."""

    name: str
    settled_rate_per_s: float
    outstanding_mean: float
    completion_latency_mean_ns: float | None


class LimiterFindings(TypedDict):
    """What is kept with a Run beside its record; empty where nobody asked who limited it."""

    limited_by: NotRequired[LimiterDocument]
    scaling: NotRequired[list[ScalingRun]]


def find_out(
    session: Session,
    stack: contextlib.ExitStack,
    request: SessionRequest,
    probe: ProbeRequest,
    record: RunRecord,
    meter: screen.Meter,
    found: LimiterFindings,
) -> tuple[RunRecord, Interruption | None]:
    """The record with the finding as its `limited_by`, which also goes into `found` with the Runs
    behind it.

    A session that is opened on the way is closed by `stack`. Interrupted, the record is as it was:
    half of the Runs are no finding.
    """
    from plimsoll.campaign.limiter_runs import who_limits
    from plimsoll.native.session import Session

    opened = [session]

    def reopen(other: SessionRequest) -> Session:
        # One at a time: a device that is written to opens for one only.
        newest = opened[-1]
        newest.close()
        again = (session.opener or Session.open)(
            other,
            keeper=newest.keeper,
            stop=newest.stop,
            listeners=newest.listeners,
        )
        opened.append(again)
        stack.callback(again.close)
        return again

    def on_run(ask: Ask, done: RunRecord | None) -> None:
        from plimsoll.base.units import rate
        from plimsoll.judge.limiter import signs

        got = (
            "refused: judged without this Run"
            if done is None
            else f"{rate(done['achieved_rate_per_s'])} IOPS"
        )
        meter.say(f"  {ask.name}: {got} ({signs.QUESTIONS[ask.why]})")

    try:
        finding, runs = who_limits(session, request, probe, record, reopen=reopen, on_run=on_run)
    except Interruption as interruption:
        return record, interruption
    found["limited_by"] = limited_by = finding.to_json()
    found["scaling"] = [_row(name, run) for name, run in runs.items() if run is not None]
    return {**record, "limited_by": limited_by}, None


def print_scaling(rows: list[ScalingRun]) -> None:
    """The scaling Runs as a table."""
    from plimsoll.base.units import nanos, rate

    if rows:
        head = ["scaling Run", "IOPS, settled", "outstanding", "completion latency"]
        shown = (
            [
                r["name"],
                rate(r["settled_rate_per_s"]),
                f"{r['outstanding_mean']:.1f}",
                nanos(r["completion_latency_mean_ns"]),
            ]
            for r in rows
        )
        screen.table(head, shown)


def _row(name: str, run: RunRecord) -> ScalingRun:
    from plimsoll.judge.limiter.observations import RunFacts

    seen = RunFacts.of(run)
    return {
        "name": name,
        "settled_rate_per_s": seen.rate_per_s if seen else 0.0,
        "outstanding_mean": run["outstanding_mean"],
        "completion_latency_mean_ns": run["all"]["completion_latency_ns"]["mean"],
    }
