"""What is said of the storage alone names what was left out and what that could change; what is
said of the machine, its shares."""

from __future__ import annotations

from typing import Any

from plimsoll.reports.run.text import machine_stalls, storage_alone

SUMMARY: dict[str, Any] = {"mean": 1e5, "p99": 5e5}


def figures(left_out: int, bound: float | None) -> dict[str, Any]:
    return {
        "count": 10_000,
        "disturbed": left_out,
        "unfinished": 0,
        "storage_alone_ns": SUMMARY,
        "storage_alone_at_most_ns": {"p99": bound},
        "response_time_ns": {"mean": 2e5, "p99": 9e6},
    }


def test_where_nothing_was_left_out_nothing_is_said() -> None:
    assert storage_alone(figures(0, 5e5)) is None


def test_the_share_left_out_and_the_bound_are_told() -> None:
    said = storage_alone(figures(40, 6e5)) or ""
    assert "p99 500 µs, without the 0.4 % of operations" in said
    assert said.endswith("had all of these been slower than any other, p99 would be 600 µs")


def test_where_too_many_were_left_out_to_bound_it_the_figure_with_them_is_told() -> None:
    said = storage_alone(figures(400, None)) or ""
    assert said.endswith(
        "they are too many to bound p99 without them: as seen from this machine it is 9 ms"
    )


def test_the_machine_is_told_by_both_shares_and_by_neither() -> None:
    told = {
        "stood_still_share": 0.012,
        "waited_share": 0.0301,
        "spans": 31,
        "longest_ns": 6_400_000,
    }
    assert (
        machine_stalls(told)
        == "stalled for 1.2 % of Measure (31 times, 6.4 ms at the longest) and kept a ready"
        " thread waiting for a processor for 3.01 %, behind other programs"
    )
    quiet = {"stood_still_share": 0.0, "waited_share": 0.0001, "spans": 0, "longest_ns": 0}
    assert machine_stalls(quiet) == "no stalls: nothing kept a ready thread waiting"
    assert machine_stalls(None) is None
