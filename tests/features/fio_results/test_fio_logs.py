"""fio's logs read back, from operations that are known: what the jobs did together is what the time
line says, to the resolution of the logs."""

import json
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plimsoll.features.fio_results import fio_log_links
from plimsoll.features.fio_results.fio_log_rows import log_name
from plimsoll.features.imports import results
from plimsoll.features.imports.results import record
from plimsoll.features.imports.results.run_result import Part, Result
from plimsoll.features.imports.results.source import Bad, File
from tests.features.imports.result_files import read, source_of

from . import fio_log_writer as fio
from .fio_log_writer import Form, Job, Op, steady

ASKED = {"write_iops_log": "x", "write_bw_log": "x", "write_lat_log": "x", "bs": "4k"}
AVERAGED = {**ASKED, "log_avg_msec": "500"}


def one(*paths: Path) -> Result:
    (found,) = read(*paths)
    return found


def rates(result: Result, kind: str = "read") -> list[float]:
    return [part.kinds[kind].rate_per_s or 0.0 for part in result.parts]


def done_in(part: Part, jobs: list[Job], kind: str = "read") -> int:
    """What really completed in an interval."""
    first, last = part.start_s * 1e3, (part.start_s + part.length_s) * 1e3
    return sum(1 for job in jobs for op in job.ops if op.kind == kind and first < op.ms <= last)


def gaps(result: Result) -> list[tuple[float, float]]:
    """Time that no interval covers, from its begin to its end."""
    found, before = [], 0.0
    for part in result.parts:
        if part.start_s - before > 1e-6:
            found.append((round(before, 1), round(part.start_s, 1)))
        before = part.start_s + part.length_s
    return found


def disagreeing(result: Result) -> list[str]:
    return [check.figure for check in result.checks if not check.agrees]


# -- several jobs --------------------------------------------------------------------------------


@pytest.mark.parametrize("shifts", [(0, 0, 0), (0, -1, 3)])
def test_three_jobs_of_100_do_300(tmp_path: Path, shifts: tuple[int, ...]) -> None:
    for number, shift in enumerate(shifts, 1):
        rows = (f"{500 * i + shift}, 100, 0, 0, 0" for i in range(1, 11))
        fio.write(tmp_path / f"x_iops.{number}.log", rows)
    found = one(tmp_path)
    assert found.kinds["read"].rate_per_s == pytest.approx(300)
    assert rates(found) == pytest.approx([300.0] * 10)
    assert found.at == "logs of jobs 1, 2, 3"
    # Named one by one they are one Run, too; and one of them says which it is.
    assert one(*sorted(tmp_path.iterdir())).kinds == found.kinds
    alone = one(tmp_path / "x_iops.2.log")
    assert (alone.at, alone.kinds["read"].rate_per_s) == ("logs of job 2", pytest.approx(100))


@pytest.mark.long
@settings(max_examples=12)
@given(
    jobs=st.integers(1, 6),
    step=st.sampled_from((100, 250, 500, 1000)),
    jitter=st.integers(0, 60),
    late=st.integers(0, 40),
    seed=st.integers(0, 1000),
)
def test_a_constant_rate_is_constant_however_stamps_fall(
    tmp_path_factory: pytest.TempPathFactory,
    jobs: int,
    step: int,
    jitter: int,
    late: int,
    seed: int,
) -> None:
    folder = tmp_path_factory.mktemp("logs")
    rng = random.Random(seed)
    clones = [
        Job(
            fio.merge_operations(steady(500, 10), steady(100, 10, "write")),
            late_ms=rng.randint(0, late),
        )
        for _ in range(jobs)
    ]
    jitter = min(jitter, step // 5)
    fio.logs(folder, "x", clones, step=step, jitter=jitter)
    fio.result(
        folder / "r.json", clones, {**AVERAGED, "log_avg_msec": str(step), "numjobs": str(jobs)}
    )
    found = one(folder)
    # A row is a whole number, and an operation more or less falls into a window.
    loose = jobs * (1 + 1500 / (step - 2 * jitter))
    for kind, rate in (("read", 500 * jobs), ("write", 100 * jobs)):
        whole = [part for part in found.parts if part.length_s > 0.5 * step / 1e3]
        assert len(whole) >= 9 * 1000 // step - 1
        for part in whole:
            # The stamps of an interval are off by the jitter.
            assert part.kinds[kind].rate_per_s == pytest.approx(rate, rel=0.1, abs=loose)
    assert not disagreeing(found)
    assert "jobs_ended_apart" not in found.remarks


def test_what_jobs_did_in_turn_adds_up(tmp_path: Path) -> None:
    """Each does 400 in its own half of every two seconds: together they always do."""
    turns = [
        Job(steady(lambda t, i=i: 400.0 if int(t) % 2 == i else 0.0, 20), late_ms=3 * i)
        for i in range(2)
    ]
    fio.logs(tmp_path, "x", turns, jitter=5)
    found = one(tmp_path)
    assert rates(found) == pytest.approx([400.0] * len(found.parts), rel=0.03)
    assert len(found.parts) >= 38


def test_a_rate_that_changes_is_told_window_by_window(tmp_path: Path) -> None:
    clones = [
        Job(steady(lambda t, i=i: 200.0 + 50 * i + (300 if 4 <= t < 7 else 0), 12))
        for i in range(3)
    ]
    fio.logs(tmp_path, "x", clones)
    found = one(tmp_path)
    for part in found.parts:
        assert part.kinds["read"].count == pytest.approx(done_in(part, clones), abs=4)


def test_latencies_of_jobs_are_weighted_by_what_they_did(tmp_path: Path) -> None:
    clones = [Job(steady(900, 6, ns=200_000)), Job(steady(100, 6, ns=2_000_000))]
    fio.logs(tmp_path, "x", clones)
    found = one(tmp_path)
    spans = found.kinds["read"].completion
    assert spans.mean == pytest.approx(380_000, rel=0.01)
    assert found.starts == "submission"
    for part in found.parts:
        completion = part.kinds["read"].completion
        assert completion.mean == pytest.approx(380_000, rel=0.02)


def test_a_job_that_did_nothing_for_a_time_counts_as_0_then(tmp_path: Path) -> None:
    clones = [Job(steady(100, 10)) for _ in range(3)]
    clones.append(Job(steady(lambda t: 0.0 if 4 <= t < 7 else 100.0, 10)))
    fio.logs(tmp_path, "x", clones, jitter=4)
    found = one(tmp_path)
    low = [part for part in found.parts if (part.kinds["read"].rate_per_s or 0) < 350]
    assert (len(low), low[0].start_s) == (6, pytest.approx(4.0, abs=0.02))
    assert not gaps(found)
    # Others have rows in these windows: fio's helper thread did not stand still.
    assert "windows_without_rows" not in found.remarks


def test_jobs_that_end_apart_end_with_the_first_and_it_is_said(tmp_path: Path) -> None:
    clones = [Job(steady(100, 4)), Job(steady(100, 10))]
    fio.logs(tmp_path, "x", clones)
    found = one(tmp_path)
    assert found.kinds["read"].rate_per_s == pytest.approx(200)
    assert found.seconds == pytest.approx(4.0)
    assert "jobs_ended_apart" in found.remarks


def test_a_job_without_its_log_of_iops_is_no_rate(tmp_path: Path) -> None:
    fio.logs(tmp_path, "x", [Job(steady(100, 4))] * 2)
    (tmp_path / "x_iops.2.log").unlink()
    with pytest.raises(Bad, match="the log of IOPS of job 2 is missing"):
        read(tmp_path)


# -- time without rows ---------------------------------------------------------------------------


def test_windows_in_which_nothing_completed_are_an_outage(tmp_path: Path) -> None:
    job = Job(steady(lambda t: 0.0 if 5 <= t < 8 else 1000.0, 15))
    fio.logs(tmp_path, "x", [job, job])
    found = one(tmp_path)
    assert not gaps(found)
    still = [part.start_s for part in found.parts if not part.kinds["read"].count]
    assert (len(still), still[0]) == (6, pytest.approx(5.0))
    assert found.kinds["read"].rate_per_s == pytest.approx(2 * 1000 * 12 / 15, rel=0.01)
    assert "windows_without_rows" in found.remarks
    # The result of the run shows that there were no more operations than rows say.
    fio.result(tmp_path / "r.json", [job, job], AVERAGED)
    found = one(tmp_path)
    assert (gaps(found), disagreeing(found)) == ([], [])
    assert "windows_of_nothing" in found.remarks
    assert sum(part.kinds["read"].count or 0 for part in found.parts) == pytest.approx(24_000, 0.01)


def test_an_outage_that_lasts_to_the_end_is_told_by_the_result(tmp_path: Path) -> None:
    job = Job(steady(lambda t: 1000.0 if t < 6 else 0.0, 10), ran_ms=10_000)
    fio.logs(tmp_path, "x", [job, job], values=("iops",))
    fio.result(tmp_path / "r.json", [job, job], {**AVERAGED, "numjobs": "2"}, grouped=True)
    found = one(tmp_path)
    last = found.parts[-1]
    assert last.start_s + last.length_s == pytest.approx(10.0)
    assert [round(rate) for rate in rates(found)[-8:]] == [0] * 8
    assert not disagreeing(found)


@pytest.mark.parametrize("how", ["the helper stood still", "rows were lost"])
def test_time_that_was_not_recorded_is_a_gap(tmp_path: Path, how: str) -> None:
    """Where the result counts operations that have no row."""
    job = Job(steady(1000, 15))
    looked = fio.ticks(500, 15_000)
    if how == "the helper stood still":
        looked = [tick for tick in looked if not 5_000 < tick < 8_000]
    fio.logs(tmp_path, "x", [job], looked=looked, values=("iops", "bw"))
    if how == "rows were lost":
        for log in tmp_path.iterdir():
            rows = log.read_text().splitlines()
            fio.write(log, (row for row in rows if not 5_000 < int(row.split(",")[0]) < 8_000))
    fio.result(tmp_path / "r.json", [job], AVERAGED)
    found = one(tmp_path)
    assert gaps(found) == [(5.0, 7.5)]
    assert "rows_missing" in found.remarks
    assert rates(found) == pytest.approx([1000.0] * 25, rel=0.01)
    assert not disagreeing(found)


def test_rows_of_latency_show_that_the_jobs_went_on(tmp_path: Path) -> None:
    """Without a result: they are written as operations end."""
    job = Job(steady(1000, 15))
    looked = [tick for tick in fio.ticks(500, 15_000) if not 5_000 < tick < 8_000]
    fio.logs(tmp_path, "x", [job], looked=looked)
    found = one(tmp_path)
    assert gaps(found) == [(5.0, 7.5)]
    assert found.kinds["read"].rate_per_s == pytest.approx(1000, rel=0.01)


@pytest.mark.parametrize("waited", [True, False])
def test_latencies_tell_an_outage_from_fio_that_stood_still(tmp_path: Path, waited: bool) -> None:
    """Of an outage the first operation behind it waited as long. Where none did, fio or the machine
    stood still, and the storage was not asked."""
    ops = steady(lambda t: 0.0 if 5 <= t < 8 else 200.0, 15, ns=150_000)
    if waited:
        ops = fio.merge_operations(ops, [Op(8000.5, ns=3_000_000_000)])
    job = Job(ops)
    fio.logs(tmp_path, "x", [job, job])
    found = one(tmp_path)
    assert gaps(found) == ([] if waited else [(5.0, 8.0)])
    assert ("nothing_waited" in found.remarks) != waited
    assert ("windows_without_rows" in found.remarks) == waited
    # As fio counts it, it did nothing in that time.
    assert found.kinds["read"].rate_per_s == pytest.approx(2 * 200 * 12 / 15, rel=0.02)
    asked = {**AVERAGED, "numjobs": "2"}
    fio.result(tmp_path / "r.json", [job, job], asked)
    found = one(tmp_path)
    assert (gaps(found), disagreeing(found)) == ([] if waited else [(5.0, 8.0)], [])
    # A pause that was asked for is no time that is missing.
    fio.result(tmp_path / "r.json", [job, job], {**asked, "thinktime": "3s"})
    assert gaps(one(tmp_path)) == []


def test_the_step_is_that_of_which_times_are_multiples(tmp_path: Path) -> None:
    """At a low rate most windows are empty: a floppy drive that answers 30 reads every 4 s has
    windows of 1 s all the same."""
    times = (1000, 6001, 10000, 14000, 18000, 22000, 27000, 31000, 35000, 39000, 43000)
    fio.write(tmp_path / "x_iops.1.log", [f"{ms}, 30, 0, 0, 0" for ms in times])
    found = one(tmp_path)
    assert found.kinds["read"].rate_per_s == pytest.approx(30 * len(times) / 43, rel=0.01)


@pytest.mark.parametrize("seed", range(2))
def test_jobs_that_starve_each_other_keep_their_mean_latency(tmp_path: Path, seed: int) -> None:
    """A row of latency behind a hole is of little more than the operation that waited: it does not
    count for the window that it lies in."""
    rng = random.Random(seed)
    clones = []
    for _ in range(4):
        ops, ms = [], 0.0
        while ms < 30_000:
            slow = rng.random() < 0.003
            ns = rng.randint(300, 3000) * 1_000_000 if slow else rng.randint(800_000, 1_200_000)
            ms += ns / 1e6 + 0.2
            ops.append(fio.Op(ms, ns=ns))
        clones.append(Job(ops, ran_ms=int(ms) + 1))
    fio.logs(tmp_path, "x", clones, step=250)
    spans = [op.ns for job in clones for op in job.ops]
    found = one(tmp_path)
    mean = sum(spans) / len(spans)
    completion = found.kinds["read"].completion
    assert completion.mean == pytest.approx(mean, rel=0.12)
    asked = {**AVERAGED, "log_avg_msec": "250", "numjobs": "4"}
    fio.result(tmp_path / "r.json", clones, asked, grouped=True)
    assert not disagreeing(one(tmp_path))


def test_an_old_row_tells_of_all_the_time_since_the_one_before(tmp_path: Path) -> None:
    """Until fio 2.9 it comes with the first operation after its window: of an outage of 3 s the
    next row has a low rate over all of it."""
    job = Job(steady(lambda t: 0.0 if 5.2 <= t < 8 else 1000.0, 15))
    rows = [fio.row(fio.OLD, ms, rate, kind) for ms, rate, kind in fio.rates_of_old(job, 500)]
    fio.write(tmp_path / "x_iops.1.log", rows)
    for found in (one(tmp_path), with_result(tmp_path, job, "fio-2.2.10")):
        still = [part for part in found.parts if (part.kinds["read"].rate_per_s or 0) < 50]
        assert sum(part.length_s for part in still) == pytest.approx(2.5, abs=0.3)
        total = sum(part.kinds["read"].count or 0 for part in found.parts)
        assert total == pytest.approx(sum(done_in(part, [job]) for part in found.parts), rel=0.02)
        assert not disagreeing(found)


def with_result(folder: Path, job: Job, version: str) -> Result:
    fio.result(folder / "r.json", [job], AVERAGED, version=version)
    return one(folder)


# -- logs and results ----------------------------------------------------------------------------


def test_logs_are_linked_to_the_jobs_that_wrote_them(tmp_path: Path) -> None:
    """Two groups behind a stonewall with logs of one name: numbers tell them apart."""
    first = [Job(steady(300, 6), "a", group=0), Job(steady(300, 6), "a", group=0)]
    second = [Job(steady(50, 6), "b", group=1)]
    for job in first:
        job.options["numjobs"] = "2"
    fio.logs(tmp_path, "x", first)
    fio.logs(tmp_path, "x", second, first=3)
    for grouped in (False, True):
        fio.result(tmp_path / "r.json", [*first, *second], AVERAGED, grouped=grouped)
        found = {result.name: result for result in read(tmp_path)}
        assert rates(found["a"]) == pytest.approx([600.0] * 12, rel=0.02)
        assert rates(found["b"]) == pytest.approx([50.0] * 12, rel=0.05)
        assert not disagreeing(found["a"])
        assert not disagreeing(found["b"])


@pytest.mark.parametrize("named", [True, False])
def test_eight_times_the_jobs_take_eight_times_as_many_steps(tmp_path: Path, named: bool) -> None:
    def steps(many: int) -> int:
        names = [f"j{number}" if named else "j" for number in range(many)]
        entries = [{"jobname": name, "groupid": 0, "job options": {"rw": "read"}} for name in names]
        path = tmp_path / f"{many}.json"
        path.write_text(json.dumps({"fio version": "fio-3.33", "jobs": entries}))
        logs = {
            log: found
            for number, name in enumerate(names, 1)
            if (found := log_name(log := f"{name}_iops.{number}.log")) is not None
        }
        with counted_lines() as lines:
            jobs = fio_log_links.jobs(File(path, path.name))
            index = fio_log_links.LogIndex(jobs, logs)
            runs = [[job] for job in jobs] if named else [jobs]
            chosen = [log for run in runs for log in next(index.candidates(run))]
        assert chosen == list(logs)
        return len(lines)

    assert 0 < steps(800) < 9 * steps(100)


@contextmanager
def counted_lines() -> Iterator[list[None]]:
    """An entry for each line of Python that runs meanwhile: a count that no machine's speed has a
    part in."""
    lines: list[None] = []

    def count(frame: FrameType, event: str, argument: object) -> Any:
        if event == "line":
            lines.append(None)
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield lines
    finally:
        sys.settrace(before)


def test_each_log_may_have_a_name_of_its_own(tmp_path: Path) -> None:
    """Of another option, with a folder before it, and of the job where the option has no value."""
    job = Job(steady(400, 6), "mine")
    fio.logs(tmp_path, "r", [job], values=("iops",))
    fio.logs(tmp_path, "l", [job], values=("lat", "clat"))
    fio.logs(tmp_path, "mine", [job], values=("bw",))
    asked = {"write_iops_log": "/var/tmp/r", "write_lat_log": "out\\l", "log_avg_msec": "500"}
    fio.result(tmp_path / "r.json", [job], asked)
    found = one(tmp_path)
    assert rates(found) == pytest.approx([400.0] * 12, rel=0.02)
    part = found.parts[3].kinds["read"]
    assert part.bytes_per_s == pytest.approx(400 * 4096, rel=0.02)
    # The call that submits takes a tenth of an operation, and the latency of the result is clat.
    assert found.starts == "after_submission"
    assert part.completion.mean == pytest.approx(900_000, rel=0.01)
    assert not disagreeing(found)


@pytest.mark.parametrize("value", ["x", "logs/x", "/root/bench/logs/x", "..\\\\logs\\\\x"])
@pytest.mark.parametrize("place", ["json", "."])
@pytest.mark.parametrize("named", [False, True])
def test_logs_may_lie_in_another_folder(
    tmp_path: Path, value: str, place: str, named: bool
) -> None:
    job = Job(steady(100, 10))
    (tmp_path / "logs").mkdir()
    (tmp_path / place).mkdir(exist_ok=True)
    fio.logs(tmp_path / "logs", "x", [job])
    asked = {**dict.fromkeys((key for key in AVERAGED if key.startswith("write")), value)}
    fio.result(tmp_path / place / "r.json", [job], {**AVERAGED, **asked})
    paths = sorted((tmp_path / "logs").iterdir()) if named else []
    found = one(*([*paths, tmp_path / place / "r.json"] if named else [tmp_path]))
    assert len(found.parts) == 20
    assert found.name == "j"
    assert disagreeing(found) == []


def test_of_logs_in_several_folders_the_option_says_which(tmp_path: Path) -> None:
    for folder, rate in (("fast", 900), ("slow", 100)):
        (tmp_path / folder).mkdir()
        fio.logs(tmp_path / folder, "x", [Job(steady(rate, 10))])
    asked = {**AVERAGED, **dict.fromkeys(ASKED, "slow/x"), "bs": "4k"}
    fio.result(tmp_path / "r.json", [Job(steady(100, 10))], asked)
    found = read(tmp_path)
    assert sorted((len(run.parts), run.name) for run in found) == [(20, "j"), (20, "x")]
    assert rates(next(run for run in found if run.name == "j")) == pytest.approx(
        [100] * 20, rel=0.03
    )
    # Where nothing says which, none are its own.
    fio.result(tmp_path / "r.json", [Job(steady(100, 10))], AVERAGED)
    found = read(tmp_path)
    assert sorted((len(run.parts), run.name) for run in found) == [(0, "j"), (20, "x"), (20, "x")]


def test_logs_elsewhere_are_of_the_run_that_ended_last(tmp_path: Path) -> None:
    for folder in ("a", "b", "logs"):
        (tmp_path / folder).mkdir()
    job = Job(steady(100, 10))
    fio.logs(tmp_path / "logs", "x", [job])
    fio.result(tmp_path / "a" / "r.json", [job], AVERAGED, stamp_ms=1_700_000_900_000)
    fio.result(tmp_path / "b" / "r.json", [job], AVERAGED)
    assert [len(run.parts) for run in read(tmp_path)] == [20, 0]


def test_logs_that_a_later_run_wrote_are_not_those_of_an_earlier(tmp_path: Path) -> None:
    early, late = Job(steady(400, 6)), Job(steady(400, 6, ns=500_000))
    fio.logs(tmp_path, "x", [late])
    fio.result(tmp_path / "1.json", [early], AVERAGED, stamp_ms=1_700_000_000_000)
    fio.result(tmp_path / "2.json", [late], AVERAGED, stamp_ms=1_700_000_100_000)
    before, after = sorted(read(tmp_path), key=lambda result: result.started_at_ns or 0)
    assert (len(before.parts), len(after.parts)) == (0, 12)
    assert "logs_of_another_run" in before.remarks
    # Two forms of one run are both its own.
    fio.result(tmp_path / "1.json", [late], AVERAGED, stamp_ms=1_700_000_100_000)
    assert [len(result.parts) for result in read(tmp_path)] == [12, 12]
    # Which is the later is not told: neither has them, and they stand alone.
    for name in ("1.json", "2.json"):
        fio.result(tmp_path / name, [late], AVERAGED, stamp_ms=None)
    assert sorted(len(result.parts) for result in read(tmp_path)) == [0, 0, 12]


def test_of_several_outputs_in_one_file_the_last_wrote_the_logs(tmp_path: Path) -> None:
    job = Job(steady(400, 6))
    fio.logs(tmp_path, "x", [job])
    path, text = tmp_path / "r.json", ""
    for stamp_ms in (1_700_000_000_000, 1_700_000_100_000):
        fio.result(path, [job], AVERAGED, stamp_ms=stamp_ms)
        text += path.read_text() + "\n"
    path.write_text(text)
    first, second = read(tmp_path)
    assert (len(first.parts), len(second.parts)) == (0, 12)
    assert "logs_of_another_run" in first.remarks
    assert not disagreeing(second)


def test_logs_of_another_rate_are_not_shown_as_its_own(tmp_path: Path) -> None:
    job = Job(steady(400, 6))
    fio.logs(tmp_path, "x", [job, job])
    fio.result(tmp_path / "r.json", [job], AVERAGED)
    found = one(tmp_path)
    # The second is of an earlier run with two jobs.
    assert rates(found) == pytest.approx([400.0] * 12, rel=0.02)
    (tmp_path / "x_iops.2.log").rename(tmp_path / "x_iops.1.log")
    fio.result(tmp_path / "r.json", [Job(steady(300, 6))], AVERAGED)
    found = one(tmp_path)
    assert not found.parts
    assert disagreeing(found) == ["logs.read.rate"]
    assert "logs_disagree" in found.remarks
    told = next(check for check in found.checks if not check.agrees)
    assert (told.told, told.recomputed) == (pytest.approx(300, 0.01), pytest.approx(400, 0.01))


def test_latencies_of_logs_that_disagree_are_not_shown(tmp_path: Path) -> None:
    job = Job(steady(400, 6))
    fio.logs(tmp_path, "x", [job], unit=1000)
    fio.result(tmp_path / "r.json", [job], AVERAGED)
    found = one(tmp_path)
    assert disagreeing(found) == ["logs.read.mean_latency"]
    assert len(found.parts) == 12
    assert all(part.kinds["read"].completion is None for part in found.parts)


def test_logs_of_latency_alone_do_not_take_the_result_away(tmp_path: Path) -> None:
    job = Job(steady(400, 6))
    fio.logs(tmp_path, "x", [job], values=("lat", "clat"))
    fio.result(tmp_path / "r.json", [job], AVERAGED)
    found = one(tmp_path)
    assert found.kinds["read"].rate_per_s == pytest.approx(400, rel=0.01)
    assert "logs_give_no_rate" in found.remarks


def test_bandwidth_and_the_block_size_of_the_result_give_rates(tmp_path: Path) -> None:
    job = Job(steady(400, 6))
    fio.logs(tmp_path, "x", [job, job], values=("bw",))
    with pytest.raises(Bad, match="the log of IOPS is missing"):
        read(tmp_path)
    fio.result(tmp_path / "r.json", [job, job], AVERAGED)
    assert rates(one(tmp_path)) == pytest.approx([800.0] * 12, rel=0.02)


def test_jobs_that_share_a_log_are_told_apart_by_their_times(tmp_path: Path) -> None:
    """per_job_logs=0: one file, one job behind the other, and runs appended."""
    clones = [Job(steady(500, 6), late_ms=i) for i in range(4)]
    asked = {**AVERAGED, "per_job_logs": "0", "numjobs": "4"}
    fio.logs(tmp_path, "x", clones, shared=True)
    found = one(tmp_path)
    assert rates(found) == pytest.approx([2000.0] * 12, rel=0.02)
    assert (found.at, "jobs_in_one_log" in found.remarks) == ("logs of 4 jobs", True)
    for grouped in (False, True):
        fio.result(tmp_path / "r.json", clones, asked, grouped=grouped)
        found = one(tmp_path)
        assert rates(found) == pytest.approx([2000.0] * 12, rel=0.02)
        assert not disagreeing(found)
    # Another run behind it, in the same files: the last jobs are those of the result.
    again = [Job(steady(300, 6)) for _ in range(4)]
    fio.logs(tmp_path, "x", again, shared=True)
    fio.result(tmp_path / "r.json", again, asked)
    assert rates(one(tmp_path)) == pytest.approx([1200.0] * 12, rel=0.02)


def test_a_name_beyond_the_first_64_kib_of_a_result_is_found(tmp_path: Path) -> None:
    jobs = [
        Job(steady(20, 4), f"job-{i}" + "x" * 400, options={"write_bw_log": f"b{i}"})
        for i in range(150)
    ]
    jobs[-1].options["write_iops_log"] = "last"
    fio.result(tmp_path / "r.json", jobs, {"bs": "4k", "log_avg_msec": "500"})
    fio.logs(tmp_path, "last", [jobs[-1]], values=("iops",), first=150)
    found = [result for result in read(tmp_path) if result.parts]
    assert [result.name for result in found] == [jobs[-1].name]


def test_an_unreadable_neighbour_does_not_part_a_result_from_its_logs(tmp_path: Path) -> None:
    job = Job(steady(400, 6))
    fio.logs(tmp_path, "x", [job])
    fio.result(tmp_path / "r.json", [job], AVERAGED)
    (tmp_path / "a.json").write_bytes(b"\xff" * 100)
    (tmp_path / "b.json").symlink_to(tmp_path / "nowhere")
    assert [len(result.parts) for result in read(tmp_path)] == [12]


# -- forms of rows -------------------------------------------------------------------------------

FORMS = {
    "fio 2 to 3.17": fio.OLD,
    "fio 3.18 to 3.42": fio.NEW,
    "log_offset, old": Form(priority="", offset=True),
    "log_offset": Form(offset=True),
    "log_prio": Form(priority="0x4001"),
    "log_issue_time": Form(offset=True, issued=True),
    "log_window_value=both": Form(both=True),
    "everything": Form(priority="0x0000", offset=True, issued=True, both=True),
}


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_rows_of_every_version_and_option_say_the_same(tmp_path: Path, form: Form) -> None:
    slow = random.Random(1)
    ops = fio.merge_operations(
        steady(400, 6, ns=lambda _: slow.choice((300_000, 700_000))),
        steady(100, 6, "write", ns=2_000_000, size=65536),
    )
    windows, each = tmp_path / "windows", tmp_path / "each"
    windows.mkdir()
    each.mkdir()
    fio.logs(windows, "x", [Job(ops), Job(ops)], form=form)
    fio.every_operation(each, "y", [Job(ops), Job(ops)], form=form)
    averaged, exact = one(windows), one(each)
    for found in (averaged, exact):
        for kind, rate, mean in (("read", 800, 500_000), ("write", 200, 2_000_000)):
            told = found.kinds[kind]
            assert told.rate_per_s == pytest.approx(rate, rel=0.01)
            assert told.completion.mean == pytest.approx(mean, rel=0.03)
        assert found.workload.read_percent == 80
    assert exact.kinds["write"].bytes_per_s == pytest.approx(200 * 65536, rel=0.01)
    most = [part.kinds["read"].completion for part in averaged.parts]
    assert all(span is not None and span.max == (700_000 if form.both else None) for span in most)


def test_a_log_of_the_time_of_day_says_when_it_began(tmp_path: Path) -> None:
    began = 1_795_874_596_663
    clones = [Job(steady(400, 6), epoch_ms=began + i) for i in range(2)]
    fio.logs(tmp_path, "x", clones)
    found = one(tmp_path)
    assert rates(found) == pytest.approx([800.0] * 12, rel=0.02)
    assert found.started_at_ns == pytest.approx(began * 1e6, abs=5e6)
    assert found.parts[0].start_s == 0
    # Jobs that ran one after the other do not run at the same time.
    later = Job(steady(100, 6), epoch_ms=began + 60_000)
    fio.logs(tmp_path, "x", [later], first=3)
    first, second = read(tmp_path)
    assert rates(first) == pytest.approx([800.0] * 12, rel=0.02)
    assert rates(second) == pytest.approx([100.0] * 12, rel=0.05)
    assert (second.started_at_ns or 0) - (first.started_at_ns or 0) == pytest.approx(6e10, abs=1e9)
    # A result without a date has it from its log.
    for number in (1, 2):
        for log in tmp_path.glob(f"x_*.{number}.log"):
            log.unlink()
    fio.result(tmp_path / "r.json", [later], {**AVERAGED, "log_unix_epoch": "1"}, stamp_ms=None)
    (tmp_path / "x_iops.3.log").rename(tmp_path / "x_iops.1.log")
    assert one(tmp_path).started_at_ns == pytest.approx((began + 60_000) * 1e6, abs=1e9)


def test_a_clock_that_began_long_before_is_no_outage(tmp_path: Path) -> None:
    """log_alternate_epoch_clock_id=1: time since the machine was started."""
    job = Job(steady(400, 6), epoch_ms=5 * 86_400_000)
    fio.logs(tmp_path, "x", [job])
    found = one(tmp_path)
    assert rates(found) == pytest.approx([400.0] * 12, rel=0.02)
    assert found.started_at_ns is None
    # So soon after the start of the machine only the result tells.
    short = Job(steady(400, 6), epoch_ms=600_000)
    fio.logs(tmp_path, "x", [short])
    fio.result(tmp_path / "r.json", [short], {**AVERAGED, "log_alternate_epoch": "1"})
    assert rates(one(tmp_path)) == pytest.approx([400.0] * 12, rel=0.02)


def test_logs_without_a_date_have_none(tmp_path: Path) -> None:
    fio.logs(tmp_path, "x", [Job(steady(400, 6))])
    assert one(tmp_path).started_at_ns is None


@pytest.mark.parametrize(
    ("version", "form", "unit"),
    [("fio-2.16", fio.OLD, 1000), ("fio-3.1", fio.OLD, 1), ("fio-3.42", fio.NEW, 1)],
)
def test_the_unit_of_latencies_is_that_of_the_version(
    tmp_path: Path, version: str, form: Form, unit: int
) -> None:
    job = Job(steady(400, 6, ns=3_000_000))
    fio.logs(tmp_path, "x", [job], form=form, unit=unit)
    alone = one(tmp_path)
    # Four columns are of fio 2 or 3, and nothing else in a log tells.
    assert ("nanoseconds_assumed" in alone.remarks) == (form == fio.OLD)
    fio.result(tmp_path / "r.json", [job], AVERAGED, version=version)
    found = one(tmp_path)
    assert not disagreeing(found)
    completion = found.parts[4].kinds["read"].completion
    assert completion.mean == pytest.approx(2_900_000, rel=0.01)


# -- every operation -----------------------------------------------------------------------------


@pytest.mark.long
def test_an_outage_in_a_log_of_operations_is_one(tmp_path: Path) -> None:
    job = Job(steady(lambda t: 0.0 if 34.99 <= t < 38 else 150.0, 70.4))
    fio.every_operation(tmp_path, "x", [job, job])
    for _ in range(2):
        found = one(tmp_path)
        assert not gaps(found)
        still = [part.start_s for part in found.parts if not part.kinds["read"].count]
        assert still == [35.0, 36.0, 37.0]
        # What is left of a second at the end is no dip.
        last = found.parts[-1]
        assert last.kinds["read"].rate_per_s == pytest.approx(300, rel=0.05)
        fio.result(tmp_path / "r.json", [job, job], ASKED)
    assert not disagreeing(found)


def test_a_short_log_of_operations_is_told_in_short_intervals(tmp_path: Path) -> None:
    fio.every_operation(tmp_path, "x", [Job(steady(2000, 8))])
    found = one(tmp_path)
    assert len(found.parts) == pytest.approx(80, abs=1)
    assert rates(found) == pytest.approx([2000.0] * len(found.parts), rel=0.02)
    assert found.kinds["read"].rate_per_s == pytest.approx(2000, rel=0.001)


@pytest.mark.parametrize("rate", [1, 5, 20, 40])
def test_a_slow_job_that_is_even_is_even(tmp_path: Path, rate: int) -> None:
    """An operation every 200 ms is no rate of 10 and 0 by turns."""
    job = Job(steady(rate, 60))
    fio.every_operation(tmp_path, "x", [job])
    found = one(tmp_path)
    assert rates(found) == pytest.approx([rate] * len(found.parts), rel=0.15)
    assert len(found.parts) >= 5
    assert found.kinds["read"].rate_per_s == pytest.approx(rate, rel=0.01)


@pytest.mark.parametrize("first", [0, 200])
def test_an_even_log_of_bandwidth_counts_operations(tmp_path: Path, first: int) -> None:
    """Since 3.18 only the row of an operation has a size, however even they come; a window's is 0.
    What was read as windows of 80 MB/s was refused, and disagreed with the JSON."""
    rows = [f"{first + 200 * i}, {40_000 + 999 * i}, 0, 4096, 0" for i in range(100)]
    fio.write(tmp_path / "x_bw.1.log", rows)
    found = one(tmp_path)
    assert found.kinds["read"].count == 100
    assert found.kinds["read"].rate_per_s == pytest.approx(5, rel=0.001)
    assert found.kinds["read"].bytes_per_s == pytest.approx(5 * 4096, rel=0.001)


def test_rates_of_an_old_log_without_averages_are_no_operations(tmp_path: Path) -> None:
    """fio 2.2 writes a rate every 500 ms with the block size beside it, whatever was asked."""
    rows = [f"{500 * i}, {3000 + i % 3}, 0, 4096" for i in range(1, 21)]
    fio.write(tmp_path / "x_iops.1.log", rows)
    found = one(tmp_path)
    assert found.kinds["read"].rate_per_s == pytest.approx(3001, rel=0.001)
    assert len(found.parts) == 20


# -- histograms ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def uneven_clones() -> list[Job]:
    """Three jobs whose latencies differ from operation to operation."""
    slow = random.Random(7)
    return [Job(steady(1000, 12, ns=lambda _: int(slow.lognormvariate(16, 0.5)))) for _ in range(3)]


@pytest.mark.long
@pytest.mark.parametrize(("bins", "coarseness"), [(1856, 0), (1856, 3), (1216, 0), (1216, 6)])
def test_histograms_of_all_jobs_are_one_distribution(
    tmp_path: Path, uneven_clones: list[Job], bins: int, coarseness: int
) -> None:
    clones = uneven_clones
    version = "fio-3.33" if bins == 1856 else "fio-2.16"
    unit = 1 if bins == 1856 else 1000
    fio.logs(tmp_path, "x", clones, form=fio.OLD, unit=unit)
    for number, job in enumerate(clones, 1):
        rows = fio.histograms(job, 500, bins=bins, coarseness=coarseness)
        fio.write(tmp_path / f"x_clat_hist.{number}.log", rows)
    options = {**AVERAGED, "write_hist_log": "x", "numjobs": "3", "ioengine": "libaio"}
    options["iodepth"] = "64"
    spans = sorted(op.ns - fio.SUBMIT_NS for job in clones for op in job.ops)
    for _ in range(2):
        found = one(tmp_path)
        completion = found.kinds["read"].completion
        total = sum(completion.counts.values())
        assert total == pytest.approx(len(spans), rel=0.1)
        made = record.make(found, source_of("fio", "fio logs"))
        told = made.record["read"]["completion_latency_ns"]
        wide = (1 << coarseness) / 64
        for name, share in (("p50", 0.5), ("p99", 0.99)):
            truth = spans[int(len(spans) * share)]
            assert told[name] == pytest.approx(truth, rel=0.04 + wide)
        if coarseness <= 3:
            _distributions_are_true(found, made, clones, wide)
        # fio 2 has fewer bins: it wrote microseconds, and nothing is to be assumed.
        assert "nanoseconds_assumed" not in found.remarks
        fio.result(tmp_path / "r.json", clones, options, version=version, grouped=True)


def _distributions_are_true(
    found: Result, made: record.ImportedRecord, clones: list[Job], wide: float
) -> None:
    """Each interval has the percentiles of what ended in it."""
    assert len(made.intervals) == len(found.parts) >= 20
    for part, (document, blob) in zip(found.parts[:-1], made.intervals[:-1], strict=True):
        first, last = part.start_s * 1e3, (part.start_s + part.length_s) * 1e3
        inside = sorted(
            op.ns - fio.SUBMIT_NS for job in clones for op in job.ops if first < op.ms <= last
        )
        assert blob is not None
        median = document["completion_latency_ns"]["p50"]
        assert median == pytest.approx(inside[len(inside) // 2], rel=0.04 + wide)


def test_histograms_rarer_than_intervals_are_not_theirs(tmp_path: Path) -> None:
    job = Job(steady(1000, 12))
    fio.logs(tmp_path, "x", [job], form=fio.OLD)
    fio.write(tmp_path / "x_clat_hist.1.log", fio.histograms(job, 2000))
    made = record.make(one(tmp_path), source_of("fio", "fio logs"))
    assert [blob for _, blob in made.intervals] == [None] * len(made.intervals)


def test_a_distribution_of_some_of_the_jobs_is_not_that_of_all(tmp_path: Path) -> None:
    clones = [Job(steady(1000, 12, ns=(i + 1) * 1_000_000)) for i in range(3)]
    fio.logs(tmp_path, "x", clones)
    fio.write(tmp_path / "x_clat_hist.1.log", fio.histograms(clones[0], 500))
    asked = {**AVERAGED, "write_hist_log": "x", "numjobs": "3"}
    fio.result(tmp_path / "r.json", clones, asked, grouped=True)
    completion = one(tmp_path).kinds["read"].completion
    assert completion.counts is None


# -- refused -------------------------------------------------------------------------------------


def test_what_cannot_be_read_is_refused_by_its_name(tmp_path: Path) -> None:
    job = Job(steady(400, 6))
    cases = {
        "x_iops.1.log.fz": ("\x78\x9c\x00", "fio --inflate-log=x_iops.1.log.fz"),
        "x_iops.1.log": (
            "500, 1, 0, 0, 0\n1000, 1, 0, 0, 0\n1500, 1, 0, 0, 0\n",
            "log_compression",
        ),
        "y_iops.1.log": ("500, 100, 0, 0, 0\n1000, 10", "line 2"),
        "y_bw.1.log": ("500, 100, 0, 0, 0\n", "the log of IOPS is missing"),
        "y_clat_hist.1.log": ("500, 0, 4096, 1, 2, 3\n", "3 bins"),
        "z_iops.1.log": ("", "there is nothing in it"),
    }
    for name, (text, why) in cases.items():
        path = tmp_path / name
        path.write_text(text)
        with pytest.raises(Bad, match=why):
            read(path)
        path.unlink()
    # Beside a result, the result stands.
    fio.result(tmp_path / "r.json", [job], AVERAGED)
    (tmp_path / "x_iops.1.log.fz").write_text("\x78")
    found, left = [], []
    for source in results.sources([tmp_path]):
        try:
            found += source.read()
        except Bad as error:
            left.append(error.message)
    assert (len(found), len(left)) == (1, 1)
    assert "stored compressed" in left[0]


_ROWS = [f"{500 * number}, 100, 0, 0, 0" for number in range(1, 41)]
_SET_BACK = [
    f"{1_700_000_000_000 + 500 * number - 5000 * (number > 20)}, 100, 0, 0, 0"
    for number in range(1, 41)
]


@pytest.mark.parametrize(
    "rows",
    [_ROWS + _ROWS, _ROWS[::-1], random.Random(1).sample(_ROWS, 40), _SET_BACK],
    ids=["twice", "reversed", "shuffled", "clock"],
)
def test_a_log_of_one_job_whose_times_go_back_is_refused(tmp_path: Path, rows: list[str]) -> None:
    """They were added up as jobs that ran at the same time: 200 IOPS for 100."""
    fio.write(tmp_path / "x_iops.1.log", rows)
    with pytest.raises(Bad, match="its times go back, and it is of job 1 alone"):
        read(tmp_path)
    # Beside its result the result stands, without intervals that are not its own.
    fio.result(tmp_path / "r.json", [Job(steady(100, 20))], AVERAGED)
    found = one(tmp_path)
    assert (found.parts, found.kinds["read"].rate_per_s) == ((), pytest.approx(100))


def test_rows_of_zeros_in_place_of_lost_rows_are_no_time(tmp_path: Path) -> None:
    rows = [f"{1000 * i}, 300, 0, 0" for i in range(1, 31)] + ["0, 0, 0, 0"] * 40
    fio.write(tmp_path / "x_iops.1.log", rows)
    found = one(tmp_path)
    assert found.kinds["read"].rate_per_s == pytest.approx(300)
    assert found.seconds == pytest.approx(30)
    assert "rows_lost" in found.remarks


def test_names_that_are_no_logs_are_left_alone(tmp_path: Path) -> None:
    fio.write(tmp_path / "x_iops.1.log", ["500, 100, 0, 0, 0"])
    for name in ("x_iops.1.log.gz", "x_iops.1.log.bak", "x_iops.1.txt"):
        (tmp_path / name).write_text("nothing")
    assert len(read(tmp_path)) == 1


def test_logs_of_several_hosts_add_up(tmp_path: Path) -> None:
    """fio --client puts the name of the host behind that of the log."""
    for host in ("10.0.0.1", "node-2"):
        for number in (1, 2):
            rows = [f"{500 * i}, 100, 0, 0, 0" for i in range(1, 11)]
            fio.write(tmp_path / f"x_iops.{number}.log.{host}", rows)
    found = one(tmp_path)
    assert rates(found) == pytest.approx([400.0] * 10)
    assert found.at == "logs of jobs 1@node-2, 2@node-2, 1@10.0.0.1, 2@10.0.0.1"
