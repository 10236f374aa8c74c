"""A campaign goes on whatever happens to a Point, and ends when nothing could be kept."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from plimsoll import collect
from plimsoll.base.errors import Interruption, NoSpaceError
from plimsoll.campaign import loader, plan, point_runs, status
from plimsoll.campaign.run_recorder import counter_keeper
from plimsoll.library import control
from plimsoll.native.session import Stop, parse_span
from plimsoll.report.campaign import text as campaign_text
from plimsoll.report.common import charts
from plimsoll.report.evidence.evidence import gather
from plimsoll.report.first import full
from plimsoll.search import point_reasons
from plimsoll.search.budget import Budget
from tests.campaign.conftest import Begin
from tests.campaign.kills import ROOT
from tests.store_edits import seal

GRID = """
targets = {targets}
[campaign]
name = "x"
warmup_for = "0s"
measure_for = "100ms"
interval = "100ms"
order = "as_written"
settle = false
{more}
[workload]
read = {read}
"""


def test_an_unreadable_target_fails_its_points_and_no_others(begin: Begin) -> None:
    begun = begin(GRID, targets='["null:", "gone.dat"]', more="", read="[100, 50]").conduct()
    assert [(p.target["name"], p.state, p.stands) for p in begun.points] == [
        ("null:", "finished", True),
        ("null:", "finished", True),
        ("gone.dat", "failed", None),
        ("gone.dat", "failed", None),
    ]
    assert "gone.dat does not exist" in (point_reasons.words(begun.points[2].reason) or "")
    row = begun.store.campaign(begun.id)
    assert row.state == "finished"
    counts = status.of(begun.store, row).points
    assert (counts.standing, counts.failed, counts.total) == (2, 2, 4)


def test_what_failed_is_asked_again_by_resume_and_what_is_finished_is_not(
    begin: Begin, tmp_path: Path
) -> None:
    begun = begin(GRID, targets='["null:", "later.dat"]', more="", read="100").conduct()
    (tmp_path / "later.dat").write_bytes(bytes(1 << 20))
    begun.resume()
    assert [(p.state, p.attempt) for p in begun.points] == [("finished", 1), ("finished", 2)]


def test_a_resume_that_runs_nothing_leaves_the_end_where_it_was(begin: Begin) -> None:
    begun = begin(GRID, targets='["null:"]', more="", read="100").conduct()
    ended = begun.store.known_campaign(begun.id).finished_at_ns
    begun.resume()
    after = begun.store.known_campaign(begun.id)
    assert (after.state, after.finished_at_ns) == ("finished", ended)
    # A Point that is measured again moves it.
    begun.store.plans.ask_again(begun.id)
    begun.resume()
    assert (begun.store.known_campaign(begun.id).finished_at_ns or 0) > (ended or 0)


@pytest.mark.long
def test_a_full_disk_under_the_store_ends_the_campaign_and_loses_nothing_finished(
    begin: Begin,
) -> None:
    begun = begin(GRID, targets='["null:"]', more="repeats = 6", read="100")
    connection = begun.store._connection

    def fill(point: object) -> None:
        if (point.number, point.state) == (3, "running"):
            used = connection.execute("PRAGMA page_count").fetchone()[0]
            connection.execute(f"PRAGMA max_page_count = {used}")

    begun.heard.on_point = fill
    with pytest.raises(NoSpaceError, match="no space left for the store"):
        begun.conduct()
    assert [p.state for p in begun.points][:2] == ["finished", "finished"]
    assert "failed" not in [p.state for p in begun.points]
    connection.execute("PRAGMA max_page_count = 1073741823")
    begun.heard.on_point = None
    begun.resume()
    assert [p.state for p in begun.points] == ["finished"] * 6
    assert [p.attempt for p in begun.points][:2] == [1, 1]


def test_a_wish_to_stop_ends_it_between_points_and_resume_goes_on(begin: Begin) -> None:
    begun = begin(GRID, targets='["null:"]', more="repeats = 3", read="100")
    begun.heard.on_point = lambda point: (
        begun.store.plans.request_stop(begun.id)
        if (point.number, point.state) == (1, "finished")
        else None
    )
    with pytest.raises(Interruption):
        begun.conduct()
    assert [p.state for p in begun.points] == ["finished", "planned", "planned"]
    begun.heard.on_point = None
    begun.resume()
    assert [p.attempt for p in begun.points] == [1, 1, 1]


@pytest.mark.long
def test_a_wish_to_stop_ends_the_run_under_way(begin: Begin) -> None:
    # An hour: the test would not end if the Run did not.
    begun = begin(GRID.replace("100ms", "1h", 1), targets='["null:"]', more="", read="100")
    begun.heard.run_progress = lambda now: begun.store.plans.request_stop(begun.id)
    with pytest.raises(Interruption):
        begun.conduct()
    (point,) = begun.points
    assert (point.state, point.attempt) == ("planned", 1)
    (run,) = begun.store.runs(begun.id)
    assert run.outcome == "stopped"


def test_no_point_begins_after_the_time_limit(begin: Begin) -> None:
    begun = begin(
        GRID, targets='["null:"]', more='repeats = 5\ntime_limit = "1ns"', read="100"
    ).conduct()
    assert [p.state for p in begun.points] == ["finished"] + ["skipped"] * 4
    assert (
        point_reasons.words(begun.points[1].reason) == "the time limit of 1ns was reached before it"
    )


def test_a_command_that_clears_caches_runs_before_each_point_and_fails_it_with_its_words(
    begin: Begin, tmp_path: Path
) -> None:
    clear = (
        'clear_caches = "echo x >> {folder}/cleared; test $(wc -l < {folder}/cleared) -lt 3 ||'
        ' (echo worn out; exit 1)"'
    )
    begun = begin(
        GRID, targets='["null:"]', more="repeats = 3\n" + clear.format(folder=tmp_path), read="100"
    ).conduct()
    assert [p.state for p in begun.points] == ["finished", "finished", "failed"]
    assert "worn out" in (point_reasons.words(begun.points[2].reason) or "")


def test_a_dead_collector_is_told_and_the_points_go_on(begin: Begin) -> None:
    begun = begin(GRID, targets='["null:"]', more="repeats = 2", read="100")
    command = f"{sys.executable} -c 'print({{\"a\": 1}})'"
    told: list[str] = []
    sources = collect.sources([command], [], None, parse_span=parse_span)
    with collect.Collectors(sources, tell=told.append) as running:
        begun.conduct(counters=counter_keeper(begun.store, begun.id, running))
    assert [p.state for p in begun.points] == ["finished"] * 2
    assert begun.store.counters.collectors(begun.id)


@pytest.mark.long
@pytest.mark.parametrize(
    ("strategy", "schema"), [("maximum", "plimsoll.maximum/1"), ("load_line", None)]
)
def test_a_search_leaves_its_document_and_every_run(
    begin: Begin, short_searches: None, strategy: str, schema: str | None
) -> None:
    text = (
        f'targets = ["stack:{ROOT}/examples/stacks/iops-cap.toml"]\n[campaign]\nname = "x"\nvirtual'
        f' = true\nstrategy = "{strategy}"\nobjective = "p99 <= 5ms"\n'
    )
    begun = begin(text).conduct()
    (point,) = begun.points
    assert point.state == "finished", point.reason
    assert point.stands
    assert point.result.get("schema") == (schema or "plimsoll.find/1")
    runs = {run.run_id for run in begun.store.plans.runs(point.id)}
    assert {probe["run_id"] for probe in point.result["probes"]} == runs
    row = begun.store.campaign(begun.id)
    assert row is not None
    shown = status.of(begun.store, row).rows[0]
    wanted = (
        point.result["rate_per_s"] if strategy == "maximum" else point.result["load_line"]["low"]
    )
    assert shown.rate_per_s == wanted


@pytest.mark.long
def test_a_run_of_the_grid_is_judged_and_one_in_closed_loop_says_that_it_was_not(
    begin: Begin,
) -> None:
    from plimsoll.campaign.point_text import figure

    # M/M/1 of 5,000/s: the p99 of 2,000/s is ln(100) / 3000 s = 1.5 ms, that of 4,000/s 4.6 ms.
    text = (
        f'targets = ["stack:{ROOT}/examples/stacks/mm1.toml"]\n[campaign]\nname = "x"\nvirtual ='
        ' true\nmeasure_for = "20s"\norder = "as_written"\nobjective = "p99 <='
        ' 2.5ms"\n[[load]]\nname = "open"\nrate = [2000, 4000]\n[[load]]\nname ='
        ' "closed"\nqueue_depth = 32\n'
    )
    begun = begin(text).conduct()
    row = begun.store.campaign(begun.id)
    assert row is not None
    shown = status.of(begun.store, row).rows
    assert [point.verdict for point in shown] == ["pass", "fail", "not_judged"]
    assert [figure(point).partition("(")[2] for point in shown] == [
        "ok, objective met)",
        "ok, objective missed)",
        "ok, objective not judged)",
    ]


@pytest.mark.long
def test_a_sparse_file_is_told_once_and_a_maximum_of_the_page_cache_as_one(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = replace(Budget.demo(workers=1), closed_s=0.05, warmup_s=0.0, most_outstanding=8)
    monkeypatch.setattr(point_runs, "budget", lambda *_, **__: short)
    with (tmp_path / "holes.dat").open("wb") as file:
        file.truncate(1 << 22)
    text = (
        '[campaign]\nname = "x"\nstrategy = "maximum"\nsettle = false\n[target]\npath ='
        ' "holes.dat"\ncached = true\n[workload]\nread = 100\nblock_size = [4096, 8192]\n'
    )
    begun = begin(text).conduct()
    assert [
        (point.stands, "the page cache answered" in (point_reasons.words(point.reason) or ""))
        for point in begun.points
    ] == [(True, True)] * 2
    assert len([words for words in begun.heard.events if "is not written in full" in words]) == 1


def test_a_report_of_many_points_gives_no_figure_of_one_as_the_answer_of_all(begin: Begin) -> None:
    begun = begin(
        GRID + "[load]\nrate = [100, 200]\n",
        targets=f'["stack:{ROOT}/examples/stacks/mm1.toml"]',
        more="virtual = true",
        read="[100, 0]",
    ).conduct()
    evidence = gather(begun.store, begun.id)
    assert campaign_text.headline(begun.store, evidence).endswith(
        "4 Points (1 target). All 4 Points ended ok."
    )
    assert [figure.name for figure in full.figures(evidence)] == ["Test time"]
    assert (full.because(evidence), charts.load_line(evidence)) == ((), None)


def test_time_left_follows_the_pace_of_what_is_done(begin: Begin) -> None:
    begun = begin(GRID, targets='["null:"]', more="repeats = 5", read="100")

    def left_s(*, virtual: bool = False) -> float | None:
        return status.left_s(
            begun.store.plans.progress(begun.id), now_ns=6 * 10**8, virtual=virtual
        )

    assert left_s() == pytest.approx(0.5), "as long as was expected"
    assert left_s(virtual=True) is None
    for number, times in enumerate(
        ((1, 2 * 10**8, 4 * 10**8), (2, 3 * 10**8, 5 * 10**8), (3, 55 * 10**7, None))
    ):
        state = "finished" if times[2] else "running"
        begun.store._connection.execute(
            "UPDATE planned_point SET state = ?, started_at_ns = ?, finished_at_ns = ? WHERE"
            " id = ?",
            (state, times[1], times[2], begun.points[number].id),
        )
        seal(begun.store._connection)
    # Two took 200 ms each where 100 ms were expected, so the three that remain take 200 ms each,
    # less 50 ms that one is under way.
    assert left_s() == pytest.approx(0.55)
    # One beside it, begun at the same time: 500 ms of work are left, for two at a time.
    beside = begun.points[3].id
    running = "UPDATE planned_point SET state = 'running', started_at_ns = ? WHERE id = ?"
    begun.store._connection.execute(running, (55 * 10**7, beside))
    seal(begun.store._connection)
    assert left_s() == pytest.approx(0.25)
    back = "UPDATE planned_point SET state = 'planned', started_at_ns = NULL WHERE id = ?"
    begun.store._connection.execute(back, (beside,))
    seal(begun.store._connection)
    far = begun.store.plans.progress(begun.id)
    assert (far.points, far.ended, far.done, far.ahead) == (5, 2, 2, 3)
    assert begun.store.plans.states(begun.id) == {"finished": 2, "planned": 2, "running": 1}
    assert begun.store.plans.waiting(begun.id) == [point.id for point in begun.points[3:]]
    assert [point.number for point in begun.store.plans.recent_points(begun.id, 1)] == [3, 2]


def test_a_wish_to_stop_while_a_plan_is_kept_keeps_nothing(begin: Begin, tmp_path: Path) -> None:
    begun = begin(GRID, targets='["null:"]', more="repeats = 4", read="100")
    spec = loader.read(tmp_path / "campaign.toml")
    stop = Stop()
    stop.request()
    with pytest.raises(Interruption):
        control.begin(
            begun.store, spec, list(plan.points(spec)), tmp_path / "campaign.toml", stop=stop
        )
    assert [row.id for row in begun.store.campaigns()] == [begun.id]
