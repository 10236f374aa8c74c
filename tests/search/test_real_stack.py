"""Searches over the native model, where the toy target would not show it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll.execute import Session
from plimsoll.search.budget import Budget
from plimsoll.search.load_line import find
from tests.campaign.kills import ROOT

if TYPE_CHECKING:
    from plimsoll.model import SessionRequest

BRIEF = replace(Budget.virtual(), probe_operations=1_000_000, longest_hold_operations=2_000_000)
"""What these ask does not depend on how near to the line a search may go."""


def test_a_run_for_rest_is_no_evidence_of_an_objective_that_it_was_not_asked_for() -> None:
    # The line, 395/s, lies below a tenth of the maximum, where the target rests between probes and
    # holds.
    request: SessionRequest = {"target": f"stack:{ROOT}/examples/stacks/mm1.toml", "virtual": True}
    with Session.open(request) as session:
        result = find(
            session,
            objective="p99 <= 1ms",
            arrivals="poisson",
            seed=1,
            budget=BRIEF,
            on_step=lambda _: None,
        )
    rest = [probe for probe in result.probes if probe.role == "reference"][1:]
    assert rest
    assert all(probe.estimates == () and "objective met" not in str(probe) for probe in rest)
    # It passed where a hold failed; no length of time is at work.
    assert result.ends.failed is not None
    assert any(probe.rate > result.ends.failed.rate and probe.verdict == "pass" for probe in rest)
    assert "horizon_counts" not in [event.kind for event in result.events]
