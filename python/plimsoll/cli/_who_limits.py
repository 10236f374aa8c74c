"""`--who-limits`: the short scaling Runs after a Run, and what they say, for `run` and `simulate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from plimsoll.cli.terminal import screen
from plimsoll.errors import Interrupted

if TYPE_CHECKING:
    import contextlib

    from plimsoll.execute import Session
    from plimsoll.model import ProbeRequest, RunRecord, SessionRequest

WhoLimits = Annotated[
    bool,
    typer.Option(
        "--who-limits",
        help="Afterwards find out who limited it, by some short Runs (mostly 2 to 11) with more outstanding I/O, more workers, a light load, other block sizes.",
    ),
]


def find_out(
    session: Session,
    stack: contextlib.ExitStack,
    request: SessionRequest,
    probe: ProbeRequest,
    record: RunRecord,
    meter: screen.Meter,
    found: dict[str, Any],
) -> tuple[RunRecord, Interrupted | None]:
    """The record with the finding as its `limited_by`, which also goes into `found` with the Runs behind it.

    A session that is opened on the way is closed by `stack`. Interrupted, the record is as it was: half of the Runs are no finding.
    """
    from plimsoll.campaign.limiter_runs import who_limits
    from plimsoll.execute import Session

    opened = [session]

    def reopen(other: SessionRequest) -> Session:
        # One at a time: a device that is written to opens for one only.
        newest = opened[-1]
        newest.close()
        again = Session.open(
            other, keeper=newest.keeper, stop=newest.stop, on_progress=newest.on_progress, watcher=newest.watcher
        )
        opened.append(again)
        stack.callback(again.close)
        return again

    def on_run(ask: Any, done: RunRecord | None) -> None:
        from plimsoll.units import rate

        got = "refused: the finding does without" if done is None else f"{rate(done['achieved_rate_per_s'])} IOPS"
        meter.say(f"  {ask.name}: {got} ({ask.why})")

    try:
        finding, runs = who_limits(session, request, probe, record, reopen=reopen, on_run=on_run)
    except Interrupted as interruption:
        return record, interruption
    limited_by = finding.to_json()
    found |= {"limited_by": limited_by, "scaling": [_row(name, run) for name, run in runs.items() if run is not None]}
    return cast("RunRecord", {**record, "limited_by": limited_by}), None


def print_scaling(rows: list[dict[str, Any]]) -> None:
    """The scaling Runs as a table."""
    from plimsoll.units import nanos, rate

    if rows:
        head = ["scaling Run", "IOPS, settled", "outstanding", "completion latency"]
        shown = ([r["name"], rate(r["settled_rate_per_s"]), f"{r['outstanding_mean']:.1f}", nanos(r["completion_latency_mean_ns"])] for r in rows)  # fmt: skip
        screen.table(head, shown)


def _row(name: str, run: RunRecord) -> dict[str, Any]:
    from plimsoll.judge.limiter.observations import Seen

    seen = Seen.of(cast("Any", run))
    return {
        "name": name,
        "settled_rate_per_s": seen.rate_per_s if seen else 0.0,
        "outstanding_mean": run["outstanding_mean"],
        "completion_latency_mean_ns": run["all"]["completion_latency_ns"]["mean"],
    }
