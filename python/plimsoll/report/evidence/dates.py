"""When the Runs of a campaign were measured. For imports that is the date in the files; the time
of import does not count."""

import datetime
from collections.abc import Callable

from plimsoll.base import language, units
from plimsoll.report.evidence import records
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.messages import message
from plimsoll.store.imports import KIND


def measured_ns(evidence: Evidence) -> int | None:
    """Start of the measurement, used as the date of documents. For an import the earliest date
    in its files, or None."""
    if evidence.campaign.kind != KIND:
        return evidence.campaign.started_at_ns
    known = (run.began_ns for run in evidence.runs)
    return min((began for began in known if began is not None), default=None)


def words(evidence: Evidence) -> str:
    """`2026-11-28 13:59 UTC`, in the reader's form and zone; of imported Runs the first and
    the last date, and how many have none."""
    if evidence.campaign.kind != KIND:
        return language.minute(language.moment(evidence.campaign.started_at_ns))
    known = sorted(
        (run.began_ns, in_known_zone(run)) for run in evidence.runs if run.began_ns is not None
    )
    if not known:
        return unknown_date()
    first, last = (_of_import(*ends, language.minute) for ends in (known[0], known[-1]))
    dates = first if first == last else message("latency-within", low=first, high=last)
    untold = len(evidence.runs) - len(known)
    return message("some-undated", dates=dates, n=units.count(untold)) if untold else dates


def unknown_date() -> str:
    """Words for the date of imported Runs without one."""
    return message("date-not-told")


def of_run(run: Run) -> str:
    """The start of a Run to the second; empty without one."""
    if run.began_ns is None:
        return ""
    return _of_import(run.began_ns, in_known_zone(run), language.second)


def in_known_zone(run: Run) -> bool:
    """Whether the time zone of a Run's date is known. Imported files may give dates without a
    zone, which are shown unchanged."""
    source = records.import_source(run.record_or_empty)
    return not (source and "zone_not_told" in source["remarks"])


def _of_import(at_ns: int, zone_known: bool, written: Callable[[datetime.datetime], str]) -> str:
    if zone_known:
        return written(language.moment(at_ns))
    # The import took the file's clock for UTC, so UTC shows the digits of the file.
    on_file = datetime.datetime.fromtimestamp(at_ns / 1e9, datetime.UTC).replace(tzinfo=None)
    return message("without-zone", time=written(on_file))
