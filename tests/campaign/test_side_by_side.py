"""Points on the virtual clock, several at a time: what is kept is what one at a time keeps."""

import concurrent.futures
import re
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.errors import Interruption, NoSpaceError
from plimsoll.campaign import loader, plan, side_by_side
from plimsoll.campaign.conduct import conduct
from plimsoll.campaign.side_by_side import ParallelPoints, PointTask
from plimsoll.library import control
from plimsoll.native.session import Stop
from plimsoll.store import Store
from tests.campaign.conftest import RecordingListener
from tests.conftest import Plimsoll
from tests.patience import PATIENCE_S

STACK = """
[device.flash]
servers = 4
service = "1ms"

[volume.data]
size = "1g"
path = ["flash"]
"""
FILE = """
targets = {targets}
[campaign]
name = "x"
virtual = true
warmup_for = "100ms"
measure_for = "1s"
objective = "p99 <= 20ms"
{campaign}
[workload]
read = {read}
block_size = {sizes}
[load]
{load}
"""
KINDS = {
    "grid": {"campaign": "repeats = 2", "load": "rate = [500, 1000, 3000]"},
    # Of the maximum that the first Point of each workload measures.
    "shares": {"campaign": "repeats = 2", "load": 'rate = ["40%", "80%"]', "sizes": '"4k"'},
    "maximum": {"campaign": 'strategy = "maximum"', "load": ""},
    # The second begins where the first ended.
    "lines": {"campaign": 'strategy = "load_line"\neffort = "quick"', "load": "", "sizes": '"4k"'},
    # Every second one: there is no such stack.
    "failing": {
        "campaign": "",
        "load": "rate = 500",
        "targets": '["stack:array.toml", "stack:gone.toml"]',
    },
}
NO_ANSWERS = {"identity", "signature", "sqlite_sequence"}
STAMPS = ("_at_ns", "writer", "checksum")
REAL = re.compile(r'"real_s":[0-9.e-]+')
"""How long a Run took to compute: the only figure of a record that is of this machine."""


def write_campaign(folder: Path, kind: str, **more: str) -> Path:
    (folder / "array.toml").write_text(STACK)
    path = folder / f"{kind}.toml"
    given = {
        "targets": '["stack:array.toml"]',
        "read": "[100, 70]",
        "sizes": '["4k", "8k"]',
        **KINDS[kind],
        **more,
    }
    path.write_text(FILE.format(**given))
    return path


def conduct_campaign(
    path: Path, store: Path, jobs: int, heard: RecordingListener | None = None
) -> RecordingListener:
    spec = loader.read(path)
    heard = heard or RecordingListener()
    with Store.open(store) as opened:
        campaign = control.begin(opened, spec, list(plan.points(spec)), path)
        conduct(campaign, Stop(), heard, jobs=jobs)
    return heard


def contents(store: Path) -> dict[str, list[Any]]:
    """All that a store holds but for times of this machine and who wrote it."""
    with sqlite3.connect(store) as opened:
        tables = [
            name
            for (name,) in opened.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            if name not in NO_ANSWERS
        ]
        found = {}
        for table in tables:
            columns = [row[1] for row in opened.execute(f"PRAGMA table_info({table})")]
            kept = [name for name in columns if not name.endswith(STAMPS)]
            rows = opened.execute(f"SELECT {', '.join(kept)} FROM {table}").fetchall()
            found[table] = sorted(
                [
                    tuple(REAL.sub("", one) if isinstance(one, str) else one for one in row)
                    for row in rows
                ],
                key=repr,
            )
    return found


@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind == "grid" else pytest.mark.long) for kind in KINDS]
)
def test_all_that_is_kept_is_the_same_to_the_byte(tmp_path: Path, kind: str) -> None:
    path = write_campaign(tmp_path, kind)
    one = conduct_campaign(path, tmp_path / "one.db", 1)
    three = conduct_campaign(path, tmp_path / "three.db", 3)
    first, second = contents(tmp_path / "one.db"), contents(tmp_path / "three.db")
    assert list(first) == list(second)
    for table, rows in first.items():
        assert rows == second[table], table
    assert len(first["run"]) >= 4
    assert len(first["planned_point"]) >= 2
    assert one.events == three.events


@pytest.mark.long
def test_several_are_under_way_at_a_time(tmp_path: Path) -> None:
    heard = RecordingListener()
    most, under_way = 0, set[int]()

    def count(point: Any) -> None:
        nonlocal most
        (under_way.add if point.state == "running" else under_way.discard)(point.number)
        most = max(most, len(under_way))

    heard.on_point = count
    conduct_campaign(write_campaign(tmp_path, "grid"), tmp_path / "x.db", 3, heard)
    # Three are asked; those that have ended and wait for their turn are under way, too.
    assert 3 <= most <= side_by_side.AHEAD * 3
    assert not under_way


@pytest.mark.long
@pytest.mark.usefixtures("short_searches")
def test_a_point_waits_for_what_its_hint_may_come_from(tmp_path: Path) -> None:
    heard = RecordingListener()
    order: list[tuple[int, str]] = []
    heard.on_point = lambda point: order.append((point.number, point.state))
    path = write_campaign(tmp_path, "lines", read="[100, 70]", sizes='["4k"]')
    conduct_campaign(path, tmp_path / "x.db", 2, heard)
    assert order == [(1, "running"), (1, "finished"), (2, "running"), (2, "finished")]


@pytest.mark.long
def test_a_wish_to_stop_leaves_what_is_under_way_to_be_asked_again(tmp_path: Path) -> None:
    # 48 Points: when the ninth is kept, at most 12 are begun.
    path = write_campaign(tmp_path, "grid", campaign="repeats = 4")
    spec = loader.read(path)
    with Store.open(tmp_path / "x.db") as store:
        points = list(plan.points(spec))
        campaign = control.begin(store, spec, points, path)
        number, heard = campaign.number, RecordingListener()
        heard.on_point = lambda point: (
            store.plans.request_stop(number)
            if (point.number, point.state) == (9, "finished")
            else None
        )
        with pytest.raises(Interruption):
            conduct(campaign, Stop(), heard, jobs=3)
        states = [point.state for point in store.plans.points(number)]
        assert set(states) == {"finished", "planned"}
        assert states[:9] == ["finished"] * 9
        store.plans.take(number)
        conduct(campaign, Stop(), RecordingListener(), jobs=3)
        assert {point.state for point in store.plans.points(number)} == {"finished"}
        # Nobody kept a Run of what was thrown away.
        assert len(store.runs(number)) == len(points)


@pytest.mark.long
def test_a_store_that_is_full_ends_it_and_loses_nothing_that_is_finished(tmp_path: Path) -> None:
    path = write_campaign(tmp_path, "grid", campaign="repeats = 30")
    spec = loader.read(path)
    with Store.open(tmp_path / "x.db") as store:
        campaign = control.begin(store, spec, list(plan.points(spec)), path)
        heard = RecordingListener()

        def fill(point: Any) -> None:
            if (point.number, point.state) == (5, "finished"):
                used = store._connection.execute("PRAGMA page_count").fetchone()[0]
                store._connection.execute(f"PRAGMA max_page_count = {used}")

        heard.on_point = fill
        with pytest.raises(NoSpaceError):
            conduct(campaign, Stop(), heard, jobs=3)
        store._connection.execute("PRAGMA max_page_count = 1073741823")
        states = [point.state for point in store.plans.points(campaign.number)]
    assert states[:5] == ["finished"] * 5
    assert "failed" not in states


def test_a_point_that_ends_leaves_its_place_to_the_next_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Whoever looked only at the first, or kept before it begins, would wait here for good.
    monkeypatch.setattr(side_by_side, "LOOK_S", 3600.0)
    asked = {number: threading.Event() for number in range(4)}
    kept: list[int] = []

    def ask(begun: Any, came: side_by_side.PointOutcome, stop: Stop) -> None:
        del came, stop
        asked[begun.point].set()
        if begun.point == 0:
            assert asked[2].wait(PATIENCE_S), "the second has ended, and the third is not begun"

    def keep(begun: Any, came: side_by_side.PointOutcome) -> None:
        assert came.error is None
        if begun.point == 0:
            assert asked[3].wait(PATIENCE_S), "kept while a place was free"
        kept.append(begun.point)

    two_at_a_time(ask, keep).run(list(asked))
    assert kept == [0, 1, 2, 3]


def test_a_point_that_waits_for_the_first_begins_before_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order: list[int] = []
    looked, second = threading.Event(), threading.Event()

    def wait(futures: Any, timeout: float, return_when: str) -> Any:
        looked.set()
        return concurrent.futures.wait(futures, timeout, return_when)

    def ask(begun: Any, came: side_by_side.PointOutcome, stop: Stop) -> None:
        del came, stop
        order.append(begun.point)
        if begun.point == 0:
            # Ends while whoever begins them waits for just that.
            assert looked.wait(PATIENCE_S)
        if begun.point == 1:
            assert second.wait(PATIENCE_S), "nothing is begun in the place of the first"
        if begun.point > 1:
            second.set()

    monkeypatch.setattr(side_by_side, "LOOK_S", 3600.0)
    monkeypatch.setattr(side_by_side, "wait", wait)
    waits = {(2, 0)}
    two_at_a_time(ask, lambda *_: None, lambda *pair: pair in waits).run([0, 1, 2, 3, 4])
    assert [point for point in order if point != 1] == [0, 2, 3, 4]


def two_at_a_time(
    ask: Any, keep: Any, waits: Callable[[Any, Any], bool] = lambda *_: False
) -> ParallelPoints:
    """Two at a time of Points that are numbers."""
    return ParallelPoints(
        2,
        lambda point: PointTask(point, 1, {}, None, False),
        ask,
        keep,
        lambda _: None,
        waits,
        lambda: None,
    )


def test_on_the_real_clock_points_are_never_asked_side_by_side(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    (tmp_path / "c.toml").write_text('targets = ["null:"]\n[campaign]\nname = "x"\n')
    done = plimsoll("campaign", "run", "c.toml", "--jobs", "2")
    assert (done.code, "would disturb each other" in done.err) == (64, True)
    assert not (tmp_path / "plimsoll.db").exists(), "nothing was begun"
    done = plimsoll("campaign", "status", "c.toml", "--jobs", "2")
    assert (done.code, "has no option --jobs" in done.err) == (64, True)
