"""How far a campaign has come, as its page says it: by time, also within its first Point."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from plimsoll.live import state
from plimsoll.store import CampaignRow
from plimsoll.store.plans import Far
from plimsoll.web import live_view

if TYPE_CHECKING:
    from plimsoll.live.pulse import PulseDocument

BEGAN_S = 1_000.0


def progress(after_s: float, *, ended: int = 0) -> live_view.ProgressShown:
    """Of two Points that were expected to take 60 s each, the first begun with the campaign."""
    row = CampaignRow(
        1, "campaign", None, "grid", 1, {}, None, "running", int(BEGAN_S * 1e9), None, None
    )
    far = Far(
        points=2,
        ended=ended,
        done=ended,
        running=1,
        ahead=2 - ended,
        spent_s=60.0 * ended,
        expected_s=60.0 * ended,
        ahead_s=60.0 * (2 - ended),
        running_since_s=BEGAN_S + 60.0 * ended,
        timed=True,
    )
    return live_view._progress(row, far, None, BEGAN_S + after_s)


def test_progress_is_time_over_time_within_a_point_too() -> None:
    shares = [progress(after_s)["share"] for after_s in (5.0, 30.0, 55.0)]
    assert all(share is not None and 0 < share < 0.5 for share in shares)
    assert all(first < second for first, second in pairwise(shares))
    halfway = progress(30.0)
    assert halfway["share"] == 30 / 120
    assert halfway["words"] == "0 of 2 Points, 30 s since it began, about 1 min 30 s left"


def test_a_campaign_that_takes_longer_than_expected_is_not_all_but_over() -> None:
    late = progress(300.0)
    assert late["share"] is not None
    assert late["share"] < 0.9
    assert "about 0 s left" not in late["words"]


def test_a_run_whose_rate_is_one_of_each_client_is_no_closed_loop() -> None:
    head = state.blank("run", pid=1, writer="me", began_at_s=BEGAN_S)
    run = state.active_run(
        3, "run", "null:", "real", "null", {}, {"rate": 250.0, "rate_per": "target"}, BEGAN_S
    )
    assert run["offered_rate_per_s"] is None, "a rate of each is not that of all"
    interval: Any = {"run": 3, "offered_rate_per_s": 500.0}
    pulse: PulseDocument = {**head, "run": run, "intervals": [interval], "workers": []}
    assert live_view._doing(pulse, []) == "a Run (500 IOPS offered)"
    interval["offered_rate_per_s"] = None
    assert live_view._doing(pulse, []) == "a Run (closed loop)"
