"""`--who-limits`: the short scaling Runs after a Run, and what they say, for `run` and
`simulate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from plimsoll.cli._options import shared_flag
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from plimsoll.library.runs import ScalingRun

WhoLimits = Annotated[bool, shared_flag("--who-limits", message("help-who-limits"))]


def print_scaling(rows: list[ScalingRun]) -> None:
    """The scaling Runs as a table."""
    from plimsoll.base.units import decimal, nanos, rate
    from plimsoll.judge.limiter import run_names

    if rows:
        head = [message(f"scaling-{name}") for name in ("run", "rate", "outstanding", "latency")]
        shown = (
            [
                run_names.words(r["name"]),
                rate(r["settled_rate_per_s"]),
                decimal(r["outstanding_mean"], 1),
                nanos(r["completion_latency_mean_ns"]),
            ]
            for r in rows
        )
        screen.table(head, shown)
