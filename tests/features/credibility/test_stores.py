"""The campaign of a store is judged as its Runs printed would be, and by their distributions, which
no print has."""

from pathlib import Path

import pytest

import plimsoll
from plimsoll.features.credibility import judging, own_runs
from plimsoll.report.common import import_text
from plimsoll.store import Store
from tests import stores
from tests.conftest import Plimsoll
from tests.features.credibility.result_writer import DIRECT, section, write
from tests.stack_texts import disk

CACHED = disk(
    "5ms",
    servers=8,
    before='[cache.c]\nsize = "4g"\nread_share = 100\nwrite = "through"\nhit = "100us"\n'
    'initial = "warm"\n',
)


PLAIN = {
    "durable_writes": False,
    "sync": None,
    "payload": {"kind": "random", "compressible_percent": 0.0, "duplicate_percent": 0.0},
}


def measure(folder: Path, text: str, store: str = "s.db", **keys: object) -> plimsoll.RunResult:
    (folder / "disk.toml").write_text(text)
    taken = {"queue_depth": 4, "read": "100", "measure_for": "20s", "warmup_for": "1s", **keys}
    return plimsoll.run(
        f"stack:{folder / 'disk.toml'}", virtual=True, store=folder / store, seed=3, **taken
    )


def test_hits_and_misses_of_a_cache_are_two_groups_of_a_run_of_ours(
    tmp_path: Path, plimsoll: Plimsoll
) -> None:
    run = measure(tmp_path, CACHED)
    (file,) = judging.judge([tmp_path / "s.db"], None).files
    (judged,) = file.runs
    (reason,) = (reason for reason in judged.reasons if reason.code == "two_modes")
    # 4 of 16 GiB are in the cache.
    assert 15 <= reason.figures["share_percent"] <= 35
    assert 90e3 <= reason.figures["fast_ns"] <= 500e3
    assert 3e6 <= reason.figures["slow_ns"] <= 6e6
    assert "two groups" in reason.sentence()
    page = plimsoll("report", "point", "--store", "s.db", "--to", "md").out
    assert "There are two groups of operations" in page
    # Its few percentiles alone do not show it.
    assert "two_modes" not in [found.code for found in own_runs.findings(run.document, [])]


def test_a_disk_without_a_cache_has_one_group(tmp_path: Path) -> None:
    for number, spread in enumerate(("", "exponential"), 1):
        measure(tmp_path, disk("5ms", servers=8, spread=spread))
        (file,) = judging.judge([tmp_path / f"s.db#{number}"], None).files
        assert {reason.code for run in file.runs for reason in run.reasons} == {"stack_target"}


def test_a_store_is_named_with_or_without_its_campaign(plimsoll: Plimsoll, tmp_path: Path) -> None:
    measure(tmp_path, disk("5ms"))
    measure(tmp_path, CACHED, read="50")
    newest, first = (plimsoll("judge", name).out for name in ("s.db", "s.db#1"))
    assert newest.startswith("s.db: usable with these limits (Plimsoll ")
    assert first.startswith("s.db#1: usable (Plimsoll ")
    assert (
        plimsoll("judge", "s.db#2", "--json").document["files"][0]["runs"]
        == (plimsoll("judge", "s.db", "--json").document["files"][0]["runs"])
    )
    write(tmp_path / "a.json", DIRECT, read=section(20_000, 50.0))
    told = plimsoll("judge", "a.json", "s.db#2", "a.json", "s.db#1", "--json").document
    assert [file["file"] for file in told["files"]] == ["a.json", "s.db#2", "a.json", "s.db#1"]
    ended = plimsoll("judge", "s.db#7", code=64)
    assert "no campaign 7" in ended.err
    assert plimsoll("judge", "t.db#1").code == 66
    ended = plimsoll("judge", "s.db#1,2", code=64)
    assert "names no campaign" in ended.err
    with Store.open(tmp_path / "empty.db"):
        pass
    (tmp_path / "cut.db").write_bytes((tmp_path / "s.db").read_bytes()[:20_000])
    ended = plimsoll("judge", "empty.db", "cut.db", "s.db#1", code=65)
    assert "not judged: the store empty.db" in ended.out
    assert "not judged: cut.db is damaged" in ended.out
    assert "s.db#1: usable" in ended.out


def test_an_imported_campaign_has_the_verdicts_of_its_files(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    write(
        tmp_path / "a.json", {**DIRECT, "size": "50m", "iodepth": "16"}, read=section(20_000, 800.0)
    )
    assert plimsoll("import", "a.json", "--store", "s.db").code == 0
    of_file, of_store = (
        plimsoll("judge", name, "--json").document["files"][0]["runs"][0]
        for name in ("a.json", "s.db")
    )
    assert of_store.pop("at") == "Run 1"
    del of_file["at"]
    assert of_store == of_file


@pytest.mark.parametrize(
    ("leapt_s", "said"),
    [(-1_800.0, "was set back by 30.0 min"), (3_600.0, "leapt ahead by 60.0 min"), (None, "")],
)
def test_a_wall_clock_that_was_set_during_a_run_is_told(
    tmp_path: Path, leapt_s: float | None, said: str
) -> None:
    """The record has how far the wall clock and the monotonic one parted."""
    run = plimsoll.run("null:", rate=50, warmup_for="0s", measure_for="1s", store=tmp_path / "s.db")
    assert "wall_clock_leapt_s" not in run.document
    record = {**run.document, "wall_clock_leapt_s": leapt_s}
    found = [one for one in own_runs.findings(record, []) if one.code == "clock_jumped"]
    assert len(found) == bool(said)
    assert all(said in import_text.finding(one.code, one.kind, one.figures) for one in found)


@pytest.mark.parametrize(("by_s", "way"), [(-5.0, "back_s"), (5.0, "ahead_s")])
def test_intervals_that_do_not_follow_each_other_are_a_jump(
    by_s: float, way: str, tmp_path: Path
) -> None:
    record = measure(tmp_path, disk("5ms")).document
    intervals = [dict(one) for one in record["intervals"]]
    assert [found.code for found in own_runs.findings(record, intervals)] == []
    for one in intervals[len(intervals) // 2 :]:
        one["start_s"] += by_s
    (found,) = own_runs.findings(record, intervals)
    assert found.code == "clock_jumped"
    assert found.figures[way] == pytest.approx(5.0, abs=0.01)


def test_a_search_is_judged_by_its_holds(tmp_path: Path) -> None:
    """Its ladder of 300 ms decides the next step, and no figure to plan with."""
    with Store.open(tmp_path / "s.db") as store:
        search = stores.search(store, workload=PLAIN).at("maximum", None, 0.3, 5)
        number = search.confirm()
        holds = [run.id for run in store.runs(number) if run.role.startswith("hold")]
    (file,) = judging.judge([tmp_path / "s.db"], None).files
    assert [run.at for run in file.runs] == [f"Run {hold}" for hold in holds]
    assert file.use != "unusable"
    assert file.steps == 6
    with Store.open(tmp_path / "s.db") as store:
        stores.search(store, workload=PLAIN).at("maximum", None, 0.3, 5).finish()
    (file,) = judging.judge([tmp_path / "s.db"], None).files
    assert (len(file.runs), file.use, file.steps) == (6, "unusable", 0)
