"""The history of a suite over campaigns: what is told of a change, from one store or several."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from plimsoll.campaign import plan
from plimsoll.campaign.conduct import conduct
from plimsoll.features.suites import runs as suite_files
from plimsoll.library import control
from plimsoll.native.session import Stop
from plimsoll.store import Store
from tests.campaign.conftest import RecordingListener
from tests.conftest import Plimsoll
from tests.schemas import keeps
from tests.store_edits import edit_store

STACK = """
[device.flash]
servers = {servers}
service = "100us"

[volume.drive]
size = "4g"
logical_block_size = 512
path = ["flash"]
"""


def run(folder: Path, store: str, servers: int, count: int, *more: str) -> None:
    """So many campaigns of a suite into a store, on a drive with so many servers."""
    stack = folder / "drive.toml"
    stack.write_text(STACK.format(servers=servers))
    sets = ("campaign.measure_for=50ms", "campaign.warmup_for=0s", *more)
    asked = suite_files.SuiteRequest((f"stack:{stack}",), sets, virtual=True)
    with Store.open(folder / store) as opened:
        for _ in range(count):
            spec, path = suite_files.read("kubestr", asked)
            campaign = control.begin(opened, spec, list(plan.points(spec)), path)
            conduct(campaign, Stop(), RecordingListener())


@pytest.fixture(scope="module")
def history_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of three stores, which nobody changes: nine campaigns on eight servers in one, four
    on seven in another, one on eight in a third."""
    folder = tmp_path_factory.mktemp("history")
    for store, servers, count in (("june.db", 8, 9), ("july.db", 7, 4), ("may.db", 8, 1)):
        run(folder, store, servers, count)
    return folder


@pytest.fixture
def stores(history_folder: Path, tmp_path: Path) -> list[Path]:
    """The first two of them, to be changed."""
    return [
        Path(shutil.copy(history_folder / name, tmp_path / name)) for name in ("june.db", "july.db")
    ]


@pytest.mark.long
def test_a_change_is_told_with_what_changed_with_it(
    plimsoll: Plimsoll, stores: list[Path], tmp_path: Path
) -> None:
    ended = plimsoll("history", *stores, "--json")
    told: Any = ended.document
    assert (ended.code, told["verdict"], told["of"]) == (1, "worse", "kubestr")
    assert len(told["series"]) == 4
    for series in told["series"]:
        [change] = series["changes"]
        assert (change["index"], change["worse"], change["recent"]) == (9, True, True)
        # 4 KiB and 128 KiB alike are bound by the servers.
        assert change["change"] == pytest.approx(-1 / 8, abs=0.01)
        [differs] = change["differs"]
        assert differs == {"what": "stack.elements.flash.servers", "before": "8", "after": "7"}
    keeps(told, json.loads(plimsoll("schema", "history").out))
    page, chart = tmp_path / "h.pdf", tmp_path / "h.svg"
    shown = plimsoll("history", *stores, "--figure", "mean", "--output", page, "--chart", chart)
    assert shown.code == 1
    assert "servers 8 → 7" in shown.out
    assert page.stat().st_size > 5_000
    assert "mean" in chart.read_text().lower()


@pytest.mark.long
def test_what_lies_back_farther_than_recent_is_told_and_ends_well(
    plimsoll: Plimsoll, stores: list[Path]
) -> None:
    ended = plimsoll("history", *stores, "--recent", "3", "--json")
    assert (ended.code, ended.document["verdict"]) == (0, "steady")
    assert len(ended.document["series"][0]["changes"]) == 1


def change_machine(store: Path, host: str, path: str, disk: str | None) -> None:
    """Edits the store as if all that it holds was measured on another machine."""
    with edit_store(store) as opened:
        told = opened.execute("SELECT id, spec FROM campaign").fetchall()
        for number, text in told:
            spec = json.loads(text)
            spec["disks"] = {path: [disk]} if disk else {}
            opened.execute("UPDATE campaign SET spec = ? WHERE id = ?", (json.dumps(spec), number))
        for number, text in opened.execute("SELECT id, target FROM planned_point").fetchall():
            changed = {**json.loads(text), "path": path, "name": "vol"}
            opened.execute(
                "UPDATE planned_point SET target = ? WHERE id = ?", (json.dumps(changed), number)
            )
        for number, text in opened.execute("SELECT id, record FROM run").fetchall():
            record = json.loads(text)
            record["host"] = {**(record.get("host") or {}), "hostname": host}
            opened.execute("UPDATE run SET record = ? WHERE id = ?", (json.dumps(record), number))


def driven_by(store: Path, engine: str) -> None:
    """What this store holds was measured with another engine."""
    with edit_store(store) as opened:
        opened.execute("UPDATE run SET spec = json_set(spec, '$.engine', ?)", (engine,))


def test_a_change_of_engine_is_named_whether_the_level_changed_with_it_or_not(
    plimsoll: Plimsoll, stores: list[Path], history_folder: Path, tmp_path: Path
) -> None:
    for store, engine in zip(stores, ("libaio", "io_uring"), strict=True):
        driven_by(store, engine)
    told: Any = plimsoll("history", *stores, "--json").document
    assert all(one["engines"] == ["libaio", "io_uring"] for one in told["series"])
    [change] = told["series"][0]["changes"]
    assert {"what": "engine", "before": "libaio", "after": "io_uring"} in change["differs"]
    # The same level with both: no change is told, and that two engines made it is.
    may = Path(shutil.copy(history_folder / "may.db", tmp_path))
    driven_by(may, "psync")
    level = plimsoll("history", stores[0], may, "--why", code=0)
    assert "Measured with several engines (libaio, psync): " in level.out


PLACES = {
    "host": (("a", "/dev/sdb", "S1"), ("b", "/dev/sdb", "S1")),
    "path": (("a", "/dev/sdb", None), ("a", "/dev/sdc", None)),
    "disk": (("a", "/dev/sdb", "S1"), ("a", "/dev/sdb", "S2")),
}


@pytest.mark.long
@pytest.mark.parametrize("differs", PLACES)
def test_targets_of_one_name_are_followed_apart_where_they_are_not_one(
    plimsoll: Plimsoll, stores: list[Path], differs: str
) -> None:
    for store, place in zip(stores, PLACES[differs], strict=True):
        change_machine(store, *place)
    ended = plimsoll("history", *stores, "--why")
    # The second has four values: nothing can be said of it, and it is no step of the first.
    assert ended.code == 2
    assert "vol is 2 targets, each with its own history" in ended.out
    told: Any = plimsoll("history", *stores, "--json").document
    assert {len(one["values"]) for one in told["series"]} == {9, 4}
    assert all(one["changes"] == [] for one in told["series"])
    joined: Any = plimsoll("history", *stores, "--by-name", "--json").document
    assert len(joined["series"]) == 4
    named = {one["what"] for one in joined["series"][0]["changes"][0]["differs"]}
    assert differs in named


def test_a_disk_that_nobody_recorded_is_no_other_disk(
    plimsoll: Plimsoll, stores: list[Path]
) -> None:
    change_machine(stores[0], "a", "/dev/sdb", None)
    change_machine(stores[1], "a", "/dev/sdb", "S1")
    told: Any = plimsoll("history", *stores, "--json").document
    assert [len(one["values"]) for one in told["series"]] == [13] * 4
    assert {one["disk"] for one in told["series"]} == {"S1"}


@pytest.mark.long
def test_a_store_of_job_files_says_so_and_how_they_become_campaigns(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    job = tmp_path / "j.parm"
    job.write_text(
        "sd=sd1,lun=a.dat,size=8m\nwd=wd1,sd=sd1,rdpct=100,xfersize=4k\n"
        "rd=rd1,wd=wd1,iorate=100,elapsed=2,interval=1,threads=1\n"
    )
    assert plimsoll("vdbench", "-f", job, "--store", "vd.db").code == 0
    ended = plimsoll("history", "vd.db")
    assert (ended.code, ended.out) == (65, "")
    assert "no campaign and no suite, but 1 job of plimsoll vdbench" in ended.err
    assert "plimsoll vdbench … --campaign OUT.toml" in ended.err
    assert "1 job of plimsoll vdbench" in plimsoll("history", "vd.db", "--of", "nightly").err


def test_without_a_change_it_ends_well(plimsoll: Plimsoll, stores: list[Path]) -> None:
    ended = plimsoll("history", stores[0], "--of", "kubestr@2026-08", code=0)
    assert "none of 4 tests" in ended.out


def test_too_few_campaigns_are_no_history(plimsoll: Plimsoll, stores: list[Path]) -> None:
    ended = plimsoll("history", stores[1], code=2)
    assert "not enough history: 4 of the 8 campaigns" in ended.out


@pytest.mark.long
def test_a_test_that_is_asked_otherwise_now_is_not_judged_by_what_it_was(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    run(tmp_path, "both.db", 8, 8)
    assert plimsoll("history", "both.db").code == 0
    run(tmp_path, "both.db", 4, 2, "load.queue_depth=63")
    ended = plimsoll("history", "both.db", code=2)
    assert "not decided" in ended.out
    assert "too few values" in ended.out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["none.db"], 66, "none.db"),
        (["june.db", "--of", "kdiskmark"], 64, "kubestr"),
        (["june.db", "--output", "h.docx"], 64, ".html"),
        (["june.db", "--chart", "h.gif"], 64, ".svg"),
        (["june.db", "--smallest", "-3"], 64, "--smallest"),
        (["june.db", "--output", "theirs.html"], 73, "theirs.html"),
        (["empty.db"], 65, "no campaign"),
    ],
    ids=str,
)
def test_bad_input_is_refused(
    plimsoll: Plimsoll, history_folder: Path, tmp_path: Path, words: list[str], code: int, said: str
) -> None:
    shutil.copy(history_folder / "may.db", tmp_path / "june.db")
    Store.open(tmp_path / "empty.db").close()
    (tmp_path / "theirs.html").write_text("<p>theirs</p>")
    assert said in plimsoll("history", *words, code=code).err
    assert (tmp_path / "theirs.html").read_text() == "<p>theirs</p>"
