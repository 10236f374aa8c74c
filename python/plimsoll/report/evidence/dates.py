"""When the Runs of a campaign were measured. For imports that is the date in the files; the time
of import does not count."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.report.evidence import records
from plimsoll.report.messages import message
from plimsoll.store.imports import KIND

if TYPE_CHECKING:
    from plimsoll.report.evidence.evidence import Evidence, Run


def measured_ns(evidence: Evidence) -> int | None:
    """Start of the measurement, used as the date of documents. For an import the earliest date
    in its files, or None."""
    if evidence.campaign.kind != KIND:
        return evidence.campaign.started_at_ns
    known = (run.began_ns for run in evidence.runs)
    return min((began for began in known if began is not None), default=None)


def words(evidence: Evidence) -> str:
    """`2026-11-28 13:59 UTC`; of imported Runs the first and the last date, and how many have
    none."""
    if evidence.campaign.kind != KIND:
        return _day(evidence.campaign.started_at_ns)
    known = sorted((run.began_ns, zone(run)) for run in evidence.runs if run.began_ns is not None)
    if not known:
        return unknown_date()
    first, last = _day(*known[0]), _day(*known[-1])
    dates = first if first == last else message("latency-within", low=first, high=last)
    untold = len(evidence.runs) - len(known)
    return message("some-undated", dates=dates, n=units.count(untold)) if untold else dates


def unknown_date() -> str:
    """Words for the date of imported Runs without one."""
    return message("date-not-told")


def zone(run: Run) -> str:
    """The time zone of a Run's date. Imported files may give dates without a zone, which are
    shown unchanged."""
    source = records.import_source(run.record_or_empty)
    untold = source and "zone_not_told" in source["remarks"]
    return message("zone-not-told") if untold else "UTC"


def _day(at_ns: int, zone: str = "UTC") -> str:
    return f"{datetime.datetime.fromtimestamp(at_ns / 1e9, datetime.UTC):%Y-%m-%d %H:%M} {zone}"
