"""Suites that are run: to their end, to steady state, over a stop; and what they refuse."""

import json
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.errors import Interruption, RefusedError
from plimsoll.campaign import loader, plan, resolution
from plimsoll.campaign.conduct import conduct
from plimsoll.campaign.conductor import StoredCampaign
from plimsoll.features.suites import catalogue as suites
from plimsoll.features.suites import document as suite_document
from plimsoll.features.suites import runs as suite_files
from plimsoll.features.suites import suite_result as found
from plimsoll.features.suites import suite_target
from plimsoll.features.suites.deviations import texts
from plimsoll.library import control
from plimsoll.native.session import Prepare, Stop
from plimsoll.report.evidence.evidence import gather
from plimsoll.report.evidence.points import Place, Repeat
from plimsoll.store import PlannedPointRow, Store
from tests.campaign.conftest import RecordingListener
from tests.conftest import Plimsoll
from tests.schemas import keeps
from tests.store_edits import edit_store

FRESH_MIB, RECOVERED_MIB, SLOWER = 348.1, 8.0, 8
"""Of the drive's file: 4 KiB writes while they are fast, what it erases, times as slow without."""
WORN_MIB = RECOVERED_MIB + (FRESH_MIB - RECOVERED_MIB) / SLOWER


def smaller(name: str, folder: Path, *sizes: str) -> Path:
    """A file of our own: this suite with these of its block sizes."""
    text = suites.find(name).path.read_text()
    for line in {one for one in text.splitlines() if one.startswith("block_size = [")}:
        assert all(f'"{size}"' in line for size in sizes)
        text = text.replace(line, f"block_size = {json.dumps(sizes)}")
    file = folder / "mine.toml"
    file.write_text(text)
    return file


@pytest.mark.long
def test_a_whole_pts_goes_over_a_drive_with_a_write_cliff(
    plimsoll: Plimsoll, drive: str, tmp_path: Path
) -> None:
    """With three of its eight block sizes."""
    store = tmp_path / "pts.db"
    file = smaller("snia-pts-e-iops", tmp_path, "1m", "64k", "4k")
    asked = ("--virtual", "--set", "campaign.measure_for=200ms", "--store", store, "--json")
    ended = plimsoll("suite", "run", file, "--target", drive, *asked)
    told = ended.document
    assert (ended.code, told["ended"]) == (0, "steady")
    assert len(told["tests"]) == 1 + 7 * 3
    # Steady from the first round on, since preconditioning has written it full twice.
    assert told["rounds"]["complete"] == 5
    by = {one["name"]: one["rate_per_s"] for one in told["tests"]}
    # A worn drive's rate follows from its file; five cells of 200 ms have 12,800 operations.
    assert by["R/W 0/100, 4 KiB"] == pytest.approx(WORN_MIB * 256, rel=0.02)
    assert by["R/W 100/0, 4 KiB"] == pytest.approx(8 / 169.77e-6, rel=0.02)
    assert all(one["window"]["passes"] for one in told["rounds"]["tracks"])
    assert "measure_for 200ms instead of 60s" in told["title"]
    out = tmp_path / "report.md"
    assert plimsoll("report", "--store", store, "--output", out).code == 0
    assert "measure_for 200ms instead of 60s" in out.read_text()


@pytest.mark.long
def test_a_drive_that_is_not_steady_has_no_result(
    plimsoll: Plimsoll, drive: str, tmp_path: Path
) -> None:
    # Fresh when mixed I/O is first asked, worn from the second round on: 128 MiB at 348 less
    # 8 MiB/s last 0.38 s of writing.
    file = smaller("snia-pts-e-iops", tmp_path, "1m", "64k", "4k")
    text = file.read_text()
    begin, end = text.index('[[workload]]\nname = "preconditioning"'), text.index('name = "R/W 100')
    file.write_text(text[:begin] + "[[workload]]\n" + text[end:])
    sets = [*("--set", "campaign.measure_for=10ms"), *("--set", "campaign.repeats=5")]
    ended = plimsoll(
        *("suite", "run", file, "--target", drive, "--virtual", *sets),
        *("--store", tmp_path / "s.db", "--json"),
    )
    assert (ended.code, ended.document["ended"]) == (2, "not_steady")


@pytest.mark.long
def test_writes_until_full_end_by_what_was_written(
    plimsoll: Plimsoll, drive: str, tmp_path: Path
) -> None:
    ended = plimsoll(
        *("suite", "run", "snia-pts-e-write-saturation", "--target", drive, "--virtual"),
        *("--set", "campaign.measure_for=500ms", "--store", tmp_path / "s.db", "--json"),
    )
    told = ended.document
    assert (ended.code, told["ended"]) == (0, "saturated")
    assert 4.0 <= told["rounds"]["written_times"] < 4.3
    first, *_, last = told["rounds"]["tracks"][0]["values"]
    assert first > 3 * last
    assert last == pytest.approx(WORN_MIB * 256, rel=0.02)


def conduct_campaign(store: Store, campaign: int, heard: RecordingListener, stop: Stop) -> None:
    row = store.campaign(campaign)
    assert row is not None
    conduct(StoredCampaign(store, campaign, loader.spec_of(row)), stop, heard)


def begin_suite(store: Store, name: str, *overrides: str, target: str = "null:") -> int:
    spec, path = suite_files.read(name, suite_files.SuiteRequest((target,), overrides))
    return control.begin(store, spec, list(plan.points(spec)), path).number


def test_a_suite_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    stop, heard = Stop(), RecordingListener()

    def on_point(point: PlannedPointRow) -> None:
        if point.number == 3 and point.state == "running":
            stop.request()

    heard.on_point = on_point
    with Store.open(tmp_path / "s.db") as store:
        campaign = begin_suite(
            store, "kubestr", "campaign.measure_for=20ms", "campaign.warmup_for=0s"
        )
        with pytest.raises(Interruption):
            conduct_campaign(store, campaign, heard, stop)
        assert [p.state for p in store.plans.points(campaign)].count("finished") == 2
        before = [run.id for run in store.runs(campaign)]
        store.plans.take(campaign)
        conduct_campaign(store, campaign, RecordingListener(), Stop())
        points = store.plans.points(campaign)
        assert [(p.state, p.attempt) for p in points[:2]] == [("finished", 1)] * 2
        assert all(p.state == "finished" for p in points)
        assert set(before) <= {run.id for run in store.runs(campaign)}
        assert found.gather(gather(store, campaign)).ended == "measured"


@pytest.mark.long
def test_rounds_that_were_stopped_are_judged_with_those_before(disk: Path) -> None:
    file = str(disk / "ours.dat")
    Prepare.open({"target": file, "size": "4m"}).run(stop=Stop())
    stop, heard = Stop(), RecordingListener()

    def on_point(point: PlannedPointRow) -> None:
        if point.repeat == 3 and point.state == "running":
            stop.request()

    heard.on_point = on_point
    sets = ("campaign.measure_for=20ms", "campaign.repeats=5", "load.0.passes=0.5")
    with Store.open(disk / "s.db") as store:
        campaign = begin_suite(
            store, str(smaller("snia-pts-e-latency", disk, "4k")), *sets, target=file
        )
        with pytest.raises(Interruption):
            conduct_campaign(store, campaign, heard, stop)
        store.plans.take(campaign)
        conduct_campaign(store, campaign, RecordingListener(), Stop())
        points = store.plans.points(campaign)
        assert all(p.state in ("finished", "skipped") for p in points)
        assert {p.attempt for p in points if p.repeat < 3} == {1}
        [tracked] = found.gather(gather(store, campaign)).tracked
        assert len(tracked.values) >= 3
        assert all(value is not None for value in tracked.values)


def an_hour_ago(store: Path, campaign: int) -> None:
    """What this campaign has done so far was done an hour earlier."""
    with edit_store(store) as opened:
        for column in ("started_at_ns", "finished_at_ns"):
            opened.execute(
                f"UPDATE run SET {column} = {column} - 3600000000000 WHERE campaign_id = ?",
                (campaign,),
            )


@pytest.mark.long
def test_rounds_before_a_pause_are_not_judged_with_those_after_it(
    disk: Path, plimsoll: Plimsoll
) -> None:
    file = str(disk / "ours.dat")
    Prepare.open({"target": file, "size": "4m"}).run(stop=Stop())
    stop, heard = Stop(), RecordingListener()

    def on_point(point: PlannedPointRow) -> None:
        if point.repeat == 4 and point.state == "running":
            stop.request()

    heard.on_point = on_point
    sets = ("campaign.measure_for=20ms", "campaign.repeats=7", "load.0.passes=0.5")
    # Whatever the figures are, they are within these: only the pause may keep rounds apart.
    sets = (*sets, "rounds.range=100", "rounds.slope=100")
    with Store.open(disk / "s.db") as store:
        campaign = begin_suite(
            store, str(smaller("snia-pts-e-latency", disk, "4k")), *sets, target=file
        )
        with pytest.raises(Interruption):
            conduct_campaign(store, campaign, heard, stop)
    an_hour_ago(disk / "s.db", campaign)
    with Store.open(disk / "s.db") as store:
        store.plans.take(campaign)
        later = RecordingListener()
        conduct_campaign(store, campaign, later, Stop())
        suite = found.gather(gather(store, campaign))
        [rest] = suite.rests
        assert (rest.after, rest.before) == (3, 4)
        assert rest.seconds == pytest.approx(3600, abs=60)
        # Rounds 3 to 7 would be five; four of them are of one state.
        assert suite.rounds == 7
        assert [one.window for one in suite.tracked] == [None]
        assert suite.ended == "not_steady"
        assert "rested for 60" in suite.title
        assert any("rested for 60" in words for words in later.events)
    out = disk / "report.md"
    # Not steady: no result, and so no answer.
    assert plimsoll("report", "--store", disk / "s.db", "--output", out).code == 2
    text = out.read_text()
    assert "with a rest of 60" in text
    assert "too few rounds since the target rested" in text


@pytest.mark.parametrize(
    "one", [pytest.param(one, id=one.full_name) for one in suites.all_suites()]
)
def test_every_suite_can_be_meant(one: suites.StandardSuite, tmp_path: Path) -> None:
    stack = tmp_path / "large.toml"
    stack.write_text(
        '[device.d]\nservice = "100us"\n[volume.v]\nsize = "200g"\nlogical_block_size = 512\n'
        'path = ["d"]\n'
    )
    on_stack = suite_files.SuiteRequest((f"stack:{stack}",), virtual=True)
    # The entries of etcd's log are no whole blocks: only a file takes them, through the page cache.
    on_file = suite_files.SuiteRequest((str(tmp_path / "wal.dat"),))
    spec, _ = suite_files.read(one.full_name, on_file if one.name == "etcd" else on_stack)
    points = list(plan.points(spec))
    resolution.check(spec, points)
    costs = suite_files.cost_of(spec, points, 200 << 30)
    assert 0 < costs.least_s <= costs.most_s


def test_passes_of_each_worker_cost_what_all_of_them_write(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    call = ("suite", "run", "elbencho-device", "--target", tmp_path / "new.dat", "--size", "1g")
    told = plimsoll(*call, "--plan", "--json").document
    # Sixteen threads, each a sixteenth of it.
    assert told["bytes_filled"] == 1 << 30


def test_what_it_costs_is_told_and_nothing_is_done(plimsoll: Plimsoll, tmp_path: Path) -> None:
    target = tmp_path / "new.dat"
    ended = plimsoll("suite", "run", "kubestr", "--target", target, "--plan", "--json")
    told = ended.document
    # 4 tests of 2 s and 15 s; half of the measured time, and of the warm-up, is written.
    assert told["seconds"] == [68.0, 68.0]
    assert told["bytes_written"] == [34 * (100 << 20)] * 2
    assert not target.exists()
    text = plimsoll("suite", "run", "kubestr", "--target", target, "--plan").out
    assert "1 min 08 s" in text
    assert "1.7 times its 2 GiB" in text


def test_show_prints_a_file_that_runs(plimsoll: Plimsoll, drive: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(plimsoll("suite", "show", "aws-ebs-st1").out)
    ended = plimsoll(
        *("suite", "run", mine, "--target", drive, "--virtual", "--json"),
        *("--set", "campaign.measure_for=1s", "--store", tmp_path / "s.db"),
    )
    assert (ended.code, len(ended.document["tests"])) == (0, 2)


REFUSED = [
    (["run", "kubster", "--target", "a.dat"], 64, "kubestr"),
    (["run", "kubestr"], 64, "target"),
    (["run"], 64, "needs the name of a suite"),
    (["run", "kubestr"], 64, "needs a target"),
    (["show"], 64, "needs the name of a suite"),
    (["list", "kubestr"], 64, "list"),
    (["show", "kubestr", "--target", "a.dat"], 64, "--target"),
    (["run", "kubestr", "--target", "null:", "--size", "1g"], 64, "--size"),
    (["run", "kubestr", "--target", "/dev/none-such"], 66, "/dev/none-such"),
    (["run", "kubestr", "--target", "nowhere/a.dat"], 66, "nowhere"),
    (["run", "snia-pts-e-iops", "--target", "a.dat"], 64, "--size"),
    (["run", "kubestr", "--target", "a.dat", "--size", "1g"], 64, "2 GiB"),
    (["run", "kubestr", "--target", "small.dat"], 65, "2 GiB"),
    (["run", "kubestr", "--target", "a.dat", "--set", "campaign.measure_fr=1s"], 65, "measure_for"),
    (["run", "kubestr", "--target", "a.dat", "--set", "rubbish"], 64, "KEY=VALUE"),
    (["run", "kubestr@1999", "--target", "a.dat"], 64, "2026-08"),
    (["run", "plain.toml", "--target", "a.dat"], 65, "suite"),
    (["run", "none.toml", "--target", "a.dat"], 66, "none.toml"),
    (
        ["run", "kubestr", "--target", "a.dat", "--i-will-lose-the-data-on", "b.dat"],
        73,
        "none of the targets",
    ),
]


@pytest.mark.parametrize(("words", "code", "said"), REFUSED, ids=lambda one: str(one)[:60])
def test_bad_input_is_refused_and_nothing_is_changed(
    plimsoll: Plimsoll, tmp_path: Path, words: list[str], code: int, said: str
) -> None:
    (tmp_path / "small.dat").write_bytes(bytes(4096))
    (tmp_path / "plain.toml").write_text('targets = ["a.dat"]\n[campaign]\nname = "x"\n')
    before = sorted(path.name for path in tmp_path.iterdir())
    ended = plimsoll("suite", *words)
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_a_file_that_is_not_ours_is_refused_before_anything_is_kept(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    theirs = tmp_path / "theirs.dat"
    with theirs.open("wb") as file:
        file.truncate(2 << 30)
    ended = plimsoll("suite", "run", "kubestr", "--target", theirs, "--store", tmp_path / "s.db")
    assert ended.code == 73
    # A plan says the same.
    said = ended.err.splitlines()[-1].removeprefix("plimsoll: ")
    assert f"At the moment it would not run: {said}" in (
        plimsoll("suite", "run", "kubestr", "--target", theirs, "--plan").out
    )
    assert not (tmp_path / "s.db").exists()


def test_blocks_below_those_of_the_target_are_left_out_and_told(drive: str, tmp_path: Path) -> None:
    coarse = tmp_path / "coarse.toml"
    coarse.write_text(
        Path(drive.removeprefix("stack:")).read_text().replace("_size = 512", "_size = 4096")
    )
    asked = suite_files.SuiteRequest((f"stack:{coarse}",), virtual=True)
    spec, _ = suite_files.read("snia-pts-e-latency", asked)
    fitted = suite_files.drop_small_blocks(spec, 4096)
    sizes = [one.block_size for one in fitted.workload]
    assert sizes == ["128k", ["4k", "8k"], ["4k", "8k"], ["4k", "8k"]]
    assert "without 512" in texts(fitted.suite.deviations)[-1]
    assert suite_files.drop_small_blocks(spec, 512) == spec


def test_the_document_is_what_its_schema_says(
    plimsoll: Plimsoll, drive: str, tmp_path: Path
) -> None:
    told: Any = plimsoll(
        *("suite", "run", "aws-ebs-st1", "--target", drive, "--virtual", "--json"),
        *("--set", "campaign.measure_for=100ms", "--store", tmp_path / "s.db"),
    ).document
    keeps(told, json.loads(plimsoll("schema", "suite").out))
    assert [(one["wrong"], one["lost"]) for one in told["tests"]] == [("", [])] * len(told["tests"])


def test_what_is_wrong_with_a_test_is_in_its_document_as_codes_and_in_words(tmp_path: Path) -> None:
    def document(*marks: str) -> dict[str, Any]:
        place = Place({}, tuple(Repeat(n, None, mark) for n, mark in enumerate(marks, 1)))
        test = found.Test("4k", {}, {}, place, place, fills=False)
        with Store.open(tmp_path / "s.db") as store:
            return suite_document.of_test(test, store, "response_time").model_dump()

    some = document("cannot carry", "", "failed", "cannot carry")
    assert some["wrong"] == "2 of 4 cannot carry; 1 of 4 failed"
    assert some["lost"] == [
        {"kind": "cannot_carry", "repeats": 2},
        {"kind": "failed", "repeats": 1},
    ]
    every = document("not asked yet")
    assert every["wrong"] == "not run yet"
    assert every["lost"] == [{"kind": "not_asked_yet", "repeats": 1}]


@pytest.mark.long
def test_levels_that_are_missed_are_told_first(plimsoll: Plimsoll, tmp_path: Path) -> None:
    # 50 outstanding on four servers of 500 us and 20 MiB/s each: 4 KiB take 8.7 ms, 1 MiB 0.6 s.
    stack = tmp_path / "slow.toml"
    stack.write_text(
        '[device.d]\nservers = 4\nservice = "500us"\nbytes_per_s = "20m"\n[volume.v]\n'
        'size = "20g"\npath = ["d"]\n'
    )
    ended = plimsoll(
        *("suite", "run", "s4-acceptance", "--target", f"stack:{stack}", "--virtual"),
        *("--set", "campaign.measure_for=2s", "--store", tmp_path / "s.db", "--why"),
    )
    assert ended.code == 0
    assert "Levels missed" in ended.out
    assert "miss 'tolerable: mean <= 100ms'" in ended.out


def test_a_device_is_confirmed_by_its_serial_number(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"block_device": {"serial": None, "beneath": [{"serial": " S5XXNG0N12 "}]}}
    monkeypatch.setattr(suite_target, "_is_device", lambda _: True)
    monkeypatch.setattr(suite_target, "identities", lambda paths: dict.fromkeys(paths, told))
    spec, _ = suite_files.read("kubestr", suite_files.SuiteRequest(("/dev/nvme9n1",)))
    target = suite_target.SuiteTarget(("/dev/nvme9n1",), 1 << 40)
    for given in ([], ["/dev/nvme9n1"], ["S5XXNG0N13"]):
        with pytest.raises(RefusedError, match="S5XXNG0N12"):
            suite_target.confirm_devices(spec, target, given, only_plan=False)
    found_ = suite_target.confirm_devices(spec, target, ["S5XXNG0N12"], only_plan=False)
    assert found_.campaign.i_will_lose_the_data_on == ["/dev/nvme9n1"]


def test_a_commit_takes_as_long_by_whichever_call_of_a_log(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """A durable write costs the write and the flush that two calls cost apart."""
    (tmp_path / "d.toml").write_text(
        """
        [device.d]
        servers = 1
        service = { distribution = "constant", mean = "0.2ms" }
        flush = { distribution = "constant", mean = "0.8ms" }
        [volume.v]
        size = "1g"
        path = ["d"]
        """
    )
    words = "suite run wal --target stack:d.toml --virtual --store s.db --json"
    tests = {test["name"]: test for test in plimsoll(*words.split()).document["tests"]}
    assert list(tests) == ["open_datasync", "fdatasync", "fsync"]
    for test in tests.values():
        assert test["commits_per_s"] == pytest.approx(1000, rel=0.01)
        assert test["commit_mean_ns"] == pytest.approx(1e6, rel=0.01)
    # A sync is an operation of its own in the mean of all.
    assert tests["fdatasync"]["mean_ns"] == pytest.approx(0.5e6, rel=0.01)
    shown = plimsoll("report", "--store", "s.db", "--to", "md").out
    assert "| commit mean | write p99 | sync p99 |" in shown
    assert "| 1 ms | 200 µs | 800 µs |" in shown
