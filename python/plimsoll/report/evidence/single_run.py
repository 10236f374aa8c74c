"""Evidence of one Run that was just made, whether a store holds it or not: what `run` prints is
what the report of the Run says."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.report.evidence import answers, records
from plimsoll.report.evidence.evidence import Evidence, Run, parse_objective
from plimsoll.store.rows import CampaignRow, IntervalRow, RunRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.native.record import Interval, RunRecord

    Intervals = Sequence[Interval | tuple[Interval, bytes | None]]


def of_record(record: RunRecord, intervals: Intervals) -> Evidence:
    """The Run as the only one of a campaign. `intervals`: all of it, of which the record may have
    only the first."""
    objective = record["spec"]["stop"]["objective"]
    # On the virtual clock a Run has no date of its own.
    began_ns = record["started_at_ns"] or time.time_ns()
    pairs = (one if isinstance(one, tuple) else (one, None) for one in intervals)
    rows = [IntervalRow(one["index"], one, None, None, fine) for one, fine in pairs]
    campaign = CampaignRow(
        id=0,
        kind="run",
        objective=objective,
        strategy="run",
        seed=record["seed"],
        spec={},
        version=None,
        state="finished",
        started_at_ns=began_ns,
        finished_at_ns=None,
        result=None,
    )
    run = RunRow(
        id=0,
        campaign_id=campaign.id,
        point_id=None,
        role="run",
        state="finished",
        why=None,
        started_at_ns=began_ns,
        finished_at_ns=None,
        spec=dict(record["spec"]),
        seed=record["seed"],
        version=None,
        outcome=record["outcome"],
        offered_rate_per_s=record["offered_rate_per_s"],
        issued_rate_per_s=record["issued_rate_per_s"],
        achieved_rate_per_s=record["achieved_rate_per_s"],
    )
    made = Run(run, records.of(record), read_rows=lambda _: rows)
    return Evidence(
        campaign,
        (made,),
        answers.of(None),
        parse_objective(objective),
        store_path=Path(),
        store_on_target=None,
        marks=(),
    )
