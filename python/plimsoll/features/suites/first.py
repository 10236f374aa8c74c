"""The first screen of a suite."""

from plimsoll.features.suites import suite_result as found
from plimsoll.features.suites import text
from plimsoll.report.first.summary import Summary
from plimsoll.report.request import ReportRequest


def summary_of(asked: ReportRequest) -> Summary | None:
    """Of a campaign that a suite planned; None of any other."""
    if not found.is_suite(asked.evidence):
        return None
    return text.summary(found.gather(asked.evidence), asked.evidence, asked.store)
