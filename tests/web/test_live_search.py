"""The search on its live page: its Runs by rate, and what they know together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.store import Store
from plimsoll.web.live_view import Watching
from tests.reports import sample, searches

if TYPE_CHECKING:
    from pathlib import Path


def test_a_search_shows_each_run_at_its_rate_and_where_the_line_is_looked_for(
    tmp_path: Path,
) -> None:
    with Store.open(tmp_path / "s.db") as store:
        number = searches.searched(store)
        made, times = sample.record(9_000.0, 3, 7, verdict="pass")
        made["spec"]["stop"] = {"objective": sample.OBJECTIVE}
        sample.keep(store, number, "probe", (made, times))
        looks = Watching(store, number)
        shown = looks.look()["search"]
        assert shown is not None
        offered = [run for run in store.runs(number) if run.offered_rate_per_s is not None]
        assert [one["run"] for one in shown["probes"]] == [run.id for run in offered]
        assert {one["verdict"] for one in shown["probes"]} >= {"met"}
        assert shown["met"] == max(
            one["rate"] for one in shown["probes"] if one["verdict"] == "met"
        )
        assert "not confirmed" in shown["words"]
        # One more Run that misses bounds it from above.
        made, times = sample.record(29_000.0, 3, 8, verdict="fail")
        made["spec"]["stop"] = {"objective": sample.OBJECTIVE}
        sample.keep(store, number, "probe", (made, times))
        later = looks.look()["search"]
        assert later is not None
        assert len(later["probes"]) == len(shown["probes"]) + 1
        assert later["missed"] is not None
        assert later["missed"] <= 29_000.0


def test_a_campaign_without_a_search_has_none(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.db") as store:
        number = store.begin_campaign("run", sample.OBJECTIVE, "run", 1, "{}")
        assert Watching(store, number).look()["search"] is None
