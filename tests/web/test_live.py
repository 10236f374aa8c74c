"""What a live page shows of a campaign: its grid, filled as answers come; its search, by rate; how
far it has come; what happened."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from plimsoll.base import language
from plimsoll.base.keys import WORKLOAD as KEYS
from plimsoll.base.sentence import Sentence
from plimsoll.campaign import watch
from plimsoll.campaign.messages import message as campaign_message
from plimsoll.cli.messages import message as cli_message
from plimsoll.live import state
from plimsoll.search.events import Event
from plimsoll.store import CampaignRow, Store
from plimsoll.store.plans import CampaignProgress
from plimsoll.web import live_grid, live_view
from plimsoll.web.live_view import LiveView
from tests import stores
from tests.report import sample

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from plimsoll.live.pulse import PulseDocument, RemarkDocument


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "s.db") as opened:
        yield opened


def look(grid: live_grid.Grid) -> Any:
    return grid.look(grid.store.plans.progress(grid.number))


def cells(shown: Any) -> dict[tuple[str, str, str], Any]:
    """By what its map is of, its row and its column."""
    return {
        (table["of"], row["name"], column): cell
        for table in shown["tables"]
        for row in table["rows"]
        for column, cell in zip(shown["columns"], row["cells"], strict=True)
    }


def test_a_grid_fills_place_by_place_with_the_rate_of_each_point(store: Store) -> None:
    campaign = stores.grid(store)
    grid = live_grid.Grid(store, campaign.number)
    first = look(grid)
    assert first == LiveView(store, campaign.number).look()["grid"]
    assert (first["across"], first["down"]) == ("block size", "read %")
    assert first["columns"] == ["4 KiB", "64 KiB", "1 MiB"]
    assert [table["of"] for table in first["tables"]] == ["before", "after"]
    assert {cell["state"] for cell in cells(first).values()} == {"planned"}
    assert "No Point has a result yet" in first["words"]

    points = campaign.points
    campaign.measure(points[0])
    store.plans.start(points[1].id)
    campaign.measure(points[2], outcome="generator_limited")
    seen = cells(look(grid))
    by_state = {cell["state"]: (key, cell) for key, cell in seen.items()}
    assert by_state["valid"][0] == ("before", "all reads", "4 KiB")
    assert by_state["valid"][1]["text"] == "8,000"
    assert by_state["running"][0] == ("before", "30 % read", "4 KiB")
    assert by_state["not valid"][1]["told"] == "it did not"
    assert by_state["not valid"][1]["share"] is None, "what is no evidence has no colour"

    for point in points[3:]:
        campaign.measure(point)
    whole = look(grid)
    rates = {cell["share"]: cell["text"] for cell in cells(whole).values() if cell["share"]}
    assert rates[max(rates)] == "8,000"
    assert "160 to 8,000, logarithmic" in whole["words"]


def test_repeats_share_a_place_and_how_many_there_are_is_said(store: Store) -> None:
    campaign = stores.grid(store, repeats=2, targets=("before",))
    for point in campaign.points[:8]:
        campaign.measure(point)
    seen = cells(look(live_grid.Grid(store, campaign.number)))
    assert len(seen) == 6
    assert {cell["told"] for cell in seen.values()} == {
        "valid; 1 of 2 repeats",
        "valid; 2 of 2 repeats",
    }
    # 8,000 and 2 % more: their mean.
    assert seen["", "all reads", "4 KiB"]["text"] == "8,080"


def test_noise_has_one_colour_and_a_wide_range_goes_by_its_logarithm() -> None:
    noise = live_grid._Scale([249.9, 250.1, 250.0])
    assert {noise.share(rate) for rate in (249.9, 250.0, 250.1)} == {0.5}
    assert "within 2 %" in noise.words
    wide = live_grid._Scale([10.0, 1_000.0])
    assert wide.share(100.0) == pytest.approx(0.5)
    narrow = live_grid._Scale([100.0, 200.0])
    assert narrow.share(150.0) == pytest.approx(0.5)
    assert "logarithmic" not in narrow.words


def test_what_is_no_grid_and_what_nobody_could_read_has_none(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert LiveView(store, stores.search(store).confirm()).look()["grid"] is None
    single = stores.campaign(store, "run", objective=sample.OBJECTIVE).number
    assert LiveView(store, single).look()["grid"] is None
    number = stores.grid(store).number
    monkeypatch.setattr(live_grid, "MOST_POINTS", 5)
    assert LiveView(store, number).look()["grid"] is None


def test_of_many_maps_those_that_moved_last_are_drawn(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_grid, "MOST_TABLES", 1)
    campaign = stores.grid(store)
    campaign.measure(campaign.points[-1])
    shown = look(live_grid.Grid(store, campaign.number))
    assert [table["of"] for table in shown["tables"]] == ["after"]
    assert "1 more maps are in the report" in shown["words"]


def test_a_search_shows_each_run_at_its_rate_and_where_the_line_is_looked_for(store: Store) -> None:
    search = stores.search(store)
    number = search.confirm()
    made, times = sample.record(9_000.0, 3, 7, verdict="pass")
    made["spec"]["stop"] = {"objective": sample.OBJECTIVE}
    search.run("probe", (made, times))
    looks = LiveView(store, number)
    shown = looks.look()["search"]
    assert shown is not None
    offered = [run for run in store.runs(number) if run.offered_rate_per_s is not None]
    assert [one["run"] for one in shown["probes"]] == [run.id for run in offered]
    assert {one["verdict"] for one in shown["probes"]} >= {"met"}
    assert shown["met"] == max(one["rate"] for one in shown["probes"] if one["verdict"] == "met")
    assert "not confirmed" in shown["words"]
    # One more Run that misses bounds it from above.
    made, times = sample.record(29_000.0, 3, 8, verdict="fail")
    made["spec"]["stop"] = {"objective": sample.OBJECTIVE}
    search.run("probe", (made, times))
    later = looks.look()["search"]
    assert len(later["probes"]) == len(shown["probes"]) + 1
    assert later["missed"] is not None
    assert later["missed"] <= 29_000.0


def test_a_campaign_without_a_search_has_none(store: Store) -> None:
    number = stores.campaign(store, "run", objective=sample.OBJECTIVE).number
    assert LiveView(store, number).look()["search"] is None


WORDS = "the target is sparse"


def test_an_event_of_the_store_is_shown_once_and_is_known_by_its_number(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = stores.campaign(store, "run", objective=sample.OBJECTIVE).number
    kept = store.add_event(number, None, "note", WORDS)
    pulse = watch.look(store, number).pulse
    assert pulse is not None
    told = {"kind": "event", "words": WORDS, "translations": {}}
    again: RemarkDocument = {"at_s": 2.0, "event": kept, **told}  # type: ignore[typeddict-item]
    another: RemarkDocument = {"at_s": 1.0, "event": None, **told}  # type: ignore[typeddict-item]
    pulse["said"] = [another, again]
    monkeypatch.setattr(watch, "look", lambda *_: watch.Look(number, pulse))
    said = LiveView(store, number).look()["said"]
    # What the process says in the same words, without keeping it, is another thing.
    assert [(one["kind"], one["words"]) for one in said] == [("note", WORDS), ("event", WORDS)]


BEGAN_S = 1_000.0


def progress(after_s: float, *, ended: int = 0) -> live_view.ProgressView:
    """Of two Points that were expected to take 60 s each, the first begun with the campaign."""
    row = CampaignRow(
        1, "campaign", None, "grid", 1, {}, None, "running", int(BEGAN_S * 1e9), None, None
    )
    far = CampaignProgress(
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


def test_where_the_time_left_is_unknown_no_share_of_points_stands_for_it() -> None:
    row = CampaignRow(
        1, "campaign", None, "grid", 1, {}, None, "running", int(BEGAN_S * 1e9), None, None
    )
    far = CampaignProgress(
        points=4,
        ended=3,
        done=0,
        running=1,
        ahead=1,
        spent_s=0.0,
        expected_s=0.0,
        ahead_s=0.0,
        running_since_s=BEGAN_S,
        timed=False,
    )
    shown = live_view._progress(row, far, None, BEGAN_S + 30.0)
    assert shown["share"] is None
    assert shown["words"] == "3 of 4 Points, 30 s since it began"


@pytest.mark.parametrize("phase", ["idle", "warmup", "measure"])
def test_a_run_between_two_phases_is_not_called_idle(phase: Any) -> None:
    head = state.blank("run", pid=1, writer="me", began_at_s=BEGAN_S)
    run = state.active_run(3, "run", "null:", "real", "null", {}, {"rate": 250.0}, BEGAN_S)
    now: Any = {"phase": phase}
    pulse: PulseDocument = {**head, "run": run, "progress": now, "intervals": [], "workers": []}
    doing = live_view._doing(pulse, [])
    assert doing.startswith("a Run (250 IOPS offered")
    assert "idle" not in doing.lower()


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


@pytest.mark.parametrize("code", ["ja", "tr"])
def test_what_a_process_tells_is_in_the_language_of_the_reader(
    store: Store, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    campaign = stores.grid(store)
    store.plans.start(campaign.points[0].id)
    told = state.State("campaign")
    told.set_activity(
        Sentence(partial(cli_message, "running")),
        3.0,
        Sentence(partial(campaign_message, "settling")),
    )
    told.add_remark(Event("client_bound", 12_500.0))
    words = Sentence(partial(campaign_message, "fault", name="A"))
    store.add_event(campaign.number, None, "mark", words)
    pulse: PulseDocument = {**told.head(), "intervals": [], "workers": []}
    monkeypatch.setattr(watch, "look", lambda *_: watch.Look(campaign.number, pulse))
    english = LiveView(store, campaign.number).look()
    with language.writing(code):
        shown = LiveView(store, campaign.number).look()
        said = {remark["words"] for remark in shown["said"]}
        assert said == {str(Event("client_bound", 12_500.0)), str(words)}
        assert shown["doing"].endswith(campaign_message("settling"))
        assert KEYS["block_size"].words in shown["points"][0]["asks"]
    assert said.isdisjoint(remark["words"] for remark in english["said"])
    asked = {point["asks"] for point in shown["points"]}
    assert asked.isdisjoint(point["asks"] for point in english["points"])


def test_a_text_of_a_user_is_shown_as_it_is(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    number = stores.campaign(store, "run", objective=sample.OBJECTIVE).number
    told = state.State("run")
    told.add_remark("path A pulled")
    pulse: PulseDocument = {**told.head(), "intervals": [], "workers": []}
    monkeypatch.setattr(watch, "look", lambda *_: watch.Look(number, pulse))
    with language.writing("ja"):
        assert [one["words"] for one in LiveView(store, number).look()["said"]] == ["path A pulled"]
