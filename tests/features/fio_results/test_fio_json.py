"""fio's JSON, recorded from a real fio (`tests/fixtures/results/fio/record.sh`): what it tells is
in the record, and what it does not tell is in none of its figures."""

import json
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base import documents, units, workload_text
from plimsoll.base.errors import InputError
from plimsoll.features.fio_results import fio_json, fio_text
from plimsoll.features.imports import importing, results
from plimsoll.features.imports.results import record
from plimsoll.features.imports.results.run_result import Result
from plimsoll.features.imports.results.source import Bad, File
from plimsoll.native import histogram
from plimsoll.report.common import tables
from plimsoll.report.evidence.evidence import gather
from plimsoll.store import Store
from tests.features.imports.result_files import source_of

RECORDED = Path(__file__).parents[2] / "fixtures/results/fio"


def read(name: str) -> list[Result]:
    return list(fio_json.read(File((RECORDED / name), name)))


def fio_document(name: str) -> Any:
    return json.loads((RECORDED / name).read_text())


def test_counts_bytes_and_latency_are_those_of_the_file() -> None:
    (result,) = read("mixed-jsonplus.json")
    job = fio_document("mixed-jsonplus.json")["jobs"][0]
    made = record.make(result, source_of("fio", "fio json")).record
    for kind in ("read", "write"):
        figures, file = made[kind], job[kind]
        assert (figures["count"], figures["bytes"]) == (file["total_ios"], file["io_bytes"])
        assert figures["completion_latency_ns"]["mean"] == file["clat_ns"]["mean"]
        assert figures["completion_latency_ns"]["max"] == file["clat_ns"]["max"]
        assert figures["submission_latency_ns"]["mean"] == file["slat_ns"]["mean"]
    assert made["all"]["count"] == sum(job[kind]["total_ios"] for kind in ("read", "write"))


def test_the_bins_of_json_plus_are_kept_as_a_distribution_with_the_percentiles_of_fio() -> None:
    (result,) = read("lat-jsonplus.json")
    made = record.make(result, source_of("fio", "fio json"))
    file = fio_document("lat-jsonplus.json")["jobs"][0]["read"]["lat_ns"]
    kept = histogram.summary(made.histograms.values())
    # A step of fio's is 1/64 of a doubling wide.
    assert kept["p90"] == pytest.approx(file["percentile"]["90.000000"], rel=0.02)
    assert sum(n for _, n in histogram.buckets(made.histograms.values())) == file["N"]
    assert made.record["imported"]["starts"] == "submission"


def test_jobs_of_one_group_are_one_run_and_their_bins_are_added() -> None:
    (apart,), (grouped,) = read("three-jobs.json"), read("grouped.json")
    assert apart.load.workers == grouped.load.workers == 3
    assert apart.kinds["write"].count == 1200
    bins = [job["write"]["clat_ns"]["bins"] for job in fio_document("three-jobs.json")["jobs"]]
    assert apart.kinds["write"].completion.counts == {
        int(value): sum(one.get(value, 0) for one in bins) for one in bins for value in one
    }


def test_unlike_jobs_of_one_group_do_not_have_the_options_of_the_last(tmp_path: Path) -> None:
    """fio reports them as one job, with the name of the first and the options of the last."""
    (result,) = read("unlike-jobs.json")
    made = record.make(result, source_of("fio", "fio json")).record
    assert result.workload.read_percent == pytest.approx(600 / 16, abs=0.5)
    # rate_iops=1000 is that of the last.
    assert made["offered_rate_per_s"] is None
    assert (result.load.workers, result.load.queue_depth) == (None, None)
    assert result.workload.pattern is None
    assert "jobs_put_together" in made["imported"]["remarks"]
    # Reads alone ran for two of three seconds.
    (apart,) = (f for f in made["imported"]["findings"] if f["code"] == "directions_apart")
    assert apart["figures"]["read_s"] == pytest.approx(3, abs=0.1)
    assert apart["figures"]["write_s"] == pytest.approx(1, abs=0.1)
    # 300 of 4 KiB and 900 of 64 KiB, at depths of 1 and 16.
    (result,) = read("unlike-sizes.json")
    assert result.workload.block_size_bytes is None
    workload = record.make(result, source_of("fio", "fio json")).record["spec"]["workload"]
    assert workload_text.long(workload).startswith("block size unknown, ")
    assert result.load.queue_depth is None
    assert result.kinds["read"].bytes == 300 * 4096 + 900 * 65536
    # From a job file fio repeats no name: the bytes contradict the block of the last job.
    (result,) = read("unlike-file.json")
    assert result.workload.block_size_bytes is None
    assert (result.load.workers, result.load.queue_depth) == (None, None)
    assert result.kinds["read"].bytes == 300 * 4096 + 900 * 65536
    assert "jobs_put_together" in result.remarks
    made = record.make(result, source_of("fio", "fio json")).record
    assert made["offered_rate_per_s"] is None
    # Of a job that verifies what it writes the reads are its own.
    document = fio_document("unlike-jobs.json")
    options = document["jobs"][0]["job options"]
    # A name is cut to 127 letters where it is not an option.
    document["jobs"][0]["jobname"] = "s" * 127
    options["name"], options["verify"] = "s" * 140, "crc32c"
    (tmp_path / "verified.json").write_text(json.dumps(document))
    (result,) = fio_json.read(File(tmp_path / "verified.json", "verified.json"))
    assert result.workload.pattern == "random"
    assert "jobs_put_together" not in result.remarks


def test_of_unlike_jobs_the_load_is_told_by_what_was_outstanding(tmp_path: Path) -> None:
    """Jobs of depths 1 and 16 have no one depth; their number is known from the normal output."""
    for name in ("unlike-sizes.json", "unlike-jobs.txt"):
        with Store.open(tmp_path / f"{name}.db") as store:
            importing.import_results(store, [RECORDED / name])
            (row,) = tables.every_run(gather(store, 1)).rows
            (run,) = (store.record(run.id) for run in store.runs(1))
        assert run is not None
        mean = run["outstanding_mean"]
        load = next(cell for cell in row if cell.startswith("closed"))
        assert load == f"closed, {units.significant(mean, 3)} outstanding on average"


def test_the_same_holds_for_the_normal_output() -> None:
    """The heading of its first job stood before `--output`, and went elsewhere."""
    (result,) = fio_text.read(File(RECORDED / "unlike-jobs.txt", "unlike-jobs.txt"))
    assert result.workload.read_percent == pytest.approx(600 / 16, abs=0.5)
    assert (result.load.workers, result.load.queue_depth) == (2, None)
    assert result.workload.pattern is None
    assert "jobs_put_together" in result.remarks


def test_jobs_that_ran_for_unequal_times_do_not_add_up_their_rates(tmp_path: Path) -> None:
    """One of three clones did as much in ten times the time: no second had the sum of the rates."""
    document = fio_document("three-jobs.json")
    slow = document["jobs"][1]["write"]
    slow["runtime"] *= 10
    slow["iops"], slow["bw"], slow["bw_bytes"] = (
        slow["iops"] / 10,
        slow["bw"] // 10,
        slow["bw_bytes"] // 10,
    )
    path = tmp_path / "unequal.json"
    path.write_text(json.dumps(document, indent=1))
    (result,) = fio_json.read(File(path, path.name))
    made = record.make(result, source_of("fio", "fio json")).record
    assert made["achieved_rate_per_s"] == pytest.approx(1200 / made["measure_s"])
    assert made["measure_s"] == pytest.approx(slow["runtime"] / 1e3)


def test_percentiles_of_several_jobs_are_not_made_from_their_percentiles(tmp_path: Path) -> None:
    document = fio_document("three-jobs.json")
    for job in document["jobs"]:
        del job["write"]["clat_ns"]["bins"]
    path = tmp_path / "no-bins.json"
    path.write_text(json.dumps(document, indent=1))
    (result,) = fio_json.read(File(path, path.name))
    made = record.make(result, source_of("fio", "fio json")).record
    assert made["write"]["completion_latency_ns"]["p50"] is None
    assert made["write"]["completion_latency_ns"]["mean"] is not None
    unknown = made["imported"]["unknown"]
    assert unknown["completion_latency_ns.percentiles"] == "percentiles_of_parts"


def test_jobs_behind_each_other_are_runs_of_their_own() -> None:
    first, second = read("two-groups.json")
    assert (first.name, set(first.kinds)) == ("first", {"read"})
    assert (second.name, set(second.kinds)) == ("second", {"write"})
    assert 1 < (first.line or 0) < (second.line or 0)


def test_a_stream_of_statuses_is_one_run_with_intervals_that_add_up_to_it() -> None:
    (result,) = read("status.json")
    assert len(result.parts) > 1
    counts = [part.kinds["read"].count for part in result.parts]
    assert sum(count or 0 for count in counts) == result.kinds["read"].count
    lengths = [part.length_s for part in result.parts]
    assert sum(lengths) == pytest.approx(result.seconds)
    bins = [part.kinds["read"].completion for part in result.parts]
    assert sum(sum((one.counts or {}).values()) for one in bins if one) == sum(
        count or 0 for count in counts
    )


def test_a_rate_is_that_of_all_clones_and_both_kinds() -> None:
    (result,) = read("mixed-jsonplus.json")
    # rate_iops=5000 is of reads and of writes each.
    assert result.load.offered_rate_per_s == 10_000


def test_units_that_are_mixed_up_do_not_agree(tmp_path: Path) -> None:
    document = fio_document("lat-jsonplus.json")
    spans = document["jobs"][0]["read"]["lat_ns"]
    spans["bins"] = {str(int(value) * 1000): many for value, many in spans["bins"].items()}
    path = tmp_path / "mixed.json"
    path.write_text(json.dumps(document))
    (result,) = fio_json.read(File(path, path.name))
    assert {one.figure for one in result.checks if not one.agrees} == {"read.p50", "read.mean"}
    with Store.open(tmp_path / "s.db") as store:
        found = importing.import_results(store, [path]).document("s.db")
    assert documents.difference(found, importing.Import) is None
    told_mean = spans["mean"]
    (mean,) = (one for one in found["disagreeing"] if one["figure"] == "read.mean")
    assert mean["told"] == pytest.approx(told_mean)
    # The middles of the distribution's steps, each a thousand times too long.
    assert mean["recomputed"] == pytest.approx(1000 * told_mean, rel=0.01)


@pytest.mark.parametrize("keep", [0.3, 0.99])
def test_what_is_cut_off_is_refused_with_its_line(tmp_path: Path, keep: float) -> None:
    text = (RECORDED / "plain.json").read_text()
    path = tmp_path / "cut.json"
    path.write_text(text[: int(len(text) * keep)])
    with pytest.raises(Bad, match=r"cut\.json, line 1: a JSON document begins here"):
        list(fio_json.read(File(path, path.name)))


def test_importing_twice_adds_nothing_and_a_damaged_file_adds_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "a.json").write_bytes((RECORDED / "plain.json").read_bytes())
    (folder / "cut.json").write_bytes((RECORDED / "two-groups.json").read_bytes()[:9000])
    with Store.open(tmp_path / "s.db") as store:
        first = importing.import_results(store, [folder])
        assert (len(first.runs), len(first.left)) == (1, 1)
        again = importing.import_results(store, [folder])
        assert (again.runs, again.known, len(again.left)) == ([], 1, 1)
        (folder / "b.json").write_bytes((RECORDED / "grouped.json").read_bytes())
        more = importing.import_results(store, [folder])
        assert (len(more.runs), more.campaign) == (1, first.campaign)
        assert len(store.runs(first.campaign)) == 2


def test_values_of_another_kind_are_taken_as_text_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    document = fio_document("plain.json")
    document["jobs"][0] |= {"jobname": ["a", {}], "groupid": [[]]}
    path.write_text(json.dumps(document))
    (source,) = results.sources([path])
    (found,) = source.read()
    assert found.name == "['a', {}]"
    document["jobs"][0]["read"] = {"iops": {}, "total_ios": [1]}
    path.write_text(json.dumps(document))
    with pytest.raises(InputError):
        list(source.read())
