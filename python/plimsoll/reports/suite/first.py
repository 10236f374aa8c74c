"""The first screen of a suite."""

from __future__ import annotations

from plimsoll.reports.first.summary import Summary
from plimsoll.reports.request import ReportRequest
from plimsoll.reports.suite import found, text


def summary_of(asked: ReportRequest) -> Summary | None:
    """Of a campaign that a suite planned; None of any other."""
    if not found.is_suite(asked.evidence):
        return None
    return text.summary(found.gather(asked.evidence), asked.evidence, asked.store)
