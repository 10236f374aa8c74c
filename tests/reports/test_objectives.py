"""Objectives as a report tells and draws them."""

from __future__ import annotations

from plimsoll.reports.evidence.evidence import parse_objective, promised

SEVERAL = (
    "errors(all) <= 0.1% and p99.9(completion_latency, read) <= 250us and max(response_time, all)"
    " over 60s <= 2s and achieved >= 99%"
)


def test_all_are_told_and_the_first_that_a_record_has_is_drawn() -> None:
    found = parse_objective(SEVERAL)
    assert found is not None
    assert (found.figure, found.metric, found.kind, found.bound_ns) == (
        "p99_9",
        "completion_latency",
        "read",
        250e3,
    )
    assert (
        found.words
        == "errors <= 0.1% and p99.9 completion latency of reads <= 250 µs and max response time"
        " over 60 s <= 2 s and achieved >= 99%"
    )


def test_what_no_record_has_is_told_and_not_drawn() -> None:
    assert parse_objective("errors(write) <= 1%") is None
    assert promised("errors(write) <= 1%") == "errors(write) <= 1%"
    assert parse_objective(None) is None
