"""Every dialect of fio's own outputs, from 2.0 to 3.42: files written from a known truth are read
back, changed ones give the answer that is then right, and what cannot be known is left out."""

import dataclasses
import functools
import json
import math
import random
import re
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.errors import UsageError
from plimsoll.features.fio_results import fio_dialects, fio_options
from plimsoll.features.imports import importing, results
from plimsoll.features.imports.results import record
from plimsoll.features.imports.results.source import Bad, File
from plimsoll.native.session import objective_terms, parse_objective
from plimsoll.report import registry, writer
from plimsoll.report.evidence import dates
from plimsoll.report.evidence.evidence import gather
from plimsoll.report.request import ReportRequest
from plimsoll.search import rejudgement
from plimsoll.store import Store
from tests.features.fio_results import fio_writer as fio
from tests.features.imports.result_files import source_of

RECORDED = Path(__file__).parents[2] / "fixtures/results/fio"
each_version = pytest.mark.parametrize(
    "version", fio.VERSIONS, ids=lambda one: ".".join(map(str, one))
)
some_versions = pytest.mark.parametrize("version", [(2, 0, 15), (2, 15), (3, 1), (3, 42)])
"""Where forms differ in nothing that the claim is of: the oldest, the last of 2 and of 3."""


@functools.cache
def spread(count: int, mean_ns: int, seed: int) -> tuple[int, ...]:
    """Latencies as a storage has them: exponential above a floor."""
    drawn = random.Random(seed)
    return tuple(
        mean_ns // 4 + round(drawn.expovariate(1 / (0.75 * mean_ns))) for _ in range(count)
    )


def sync_truth(**changes: Any) -> fio.Truth:
    """Writes of 12 us on average, each followed by a sync of 850 us: 1,160 IOPS of one worker that
    always has one outstanding."""
    writes, syncs = spread(2900, 12_000, 1), spread(2900, 850_000, 2)
    ms = round((sum(writes) + sum(syncs)) / 1e6)
    options = {"rw": "write", "bs": "4k", "ioengine": "sync", "fdatasync": "1"}
    truth = fio.Truth(
        {"write": fio.Kind(writes)}, ms, syncs, counts_syncs=False, name="m", options=options
    )
    return dataclasses.replace(truth, **changes)


def mixed_truth(**changes: Any) -> fio.Truth:
    """70 % reads of 16 KiB, 30 % writes of 64 KiB, for twenty seconds."""
    options = {"rw": "randrw", "rwmixread": "70", "bs": "16k,64k", "ioengine": "libaio"}
    options |= {"iodepth": "8", "direct": "1", "filename": "/dev/sdx"}
    kinds = {
        "read": fio.Kind(spread(7000, 400_000, 3), 16384),
        "write": fio.Kind(spread(3000, 2_500_000, 4), 65536),
    }
    return dataclasses.replace(
        fio.Truth(kinds, 20_000, name="mix", options=options, depth=8), **changes
    )


def records(path: Path) -> list[Any]:
    file = File(path, path.name)
    form = results.file_format(file)
    return [record.make(one, source_of("fio")).record for one in form.read(file)]


def records_or_none(path: Path) -> list[Any] | None:
    """Its records; none where it is refused."""
    try:
        return records(path)
    except (Bad, record.LeftOutError):
        return None


def write_file(folder: Path, text: str, name: str = "r.txt") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def disagreeing(of: Any) -> list[str]:
    return [one["figure"] for one in of["imported"]["checks"] if not one["agrees"]]


FORMS = {
    "json": lambda truth, version: fio.pretty(fio.document(truth, version)),
    "json+": lambda truth, version: fio.pretty(fio.document(truth, version, plus=True)),
    "text": fio.text,
    "terse 3": fio.terse,
    "terse 5": lambda truth, version: fio.terse(truth, version, 5),
}


def exists(form: str, version: fio.Version) -> bool:
    """Whether this version has that form: JSON came with 2.0.10, json+ with 2.2.12."""
    return {"json+": version >= (2, 12), "terse 5": version >= (3, 0)}.get(form, True)


# -- what every version tells --------------------------------------------------------------------


@each_version
@pytest.mark.parametrize("form", FORMS)
def test_what_was_done_is_read_back(form: str, version: fio.Version, tmp_path: Path) -> None:
    if not exists(form, version):
        pytest.skip("this version does not write it")
    truth = mixed_truth()
    (made,) = records(write_file(tmp_path, FORMS[form](truth, version)))
    assert disagreeing(made) == []
    assert made["achieved_rate_per_s"] == pytest.approx(truth.rate, rel=1e-3)
    assert made["outstanding_mean"] == pytest.approx(truth.outstanding, rel=5e-3)
    for name, kind in truth.kinds.items():
        figures, spans = made[name], made[name]["completion_latency_ns"]
        assert (figures["count"], figures["bytes"]) == (kind.count, kind.bytes)
        assert spans["mean"] == pytest.approx(kind.mean, rel=5e-3)
        assert spans["max"] == pytest.approx(max(kind.latencies), rel=2e-2)
        for percent in (50, 90, 99):
            told = spans[f"p{percent}"]
            assert told == pytest.approx(kind.percentile(percent), rel=2e-2, abs=1100), percent
    assert made["imported"]["source"]["version"] == ".".join(map(str, version))
    dated = form == "text" or (form.startswith("json") and version >= (2, 2, 5))
    began = (truth.ended_s - truth.seconds) * 1e9 if dated else None
    assert made["started_at_ns"] == began
    # And what was asked.
    workload = made["spec"]["workload"]
    # Where nothing was repeated the counts say how many were reads.
    assert workload["read_percent"] == 70
    options_told = form == "text" or (form.startswith("json") and version >= (2, 3))
    if options_told:
        assert workload["read_blocks"] == [{"bytes": 16384, "percent": 100.0}]
        assert workload["write_blocks"] == [{"bytes": 65536, "percent": 100.0}]
        assert workload["pattern"] == "random"
        assert made["spec"]["load"]["queue_depth"] == 8
    else:
        # Two sizes are none that all operations had.
        assert workload["block_size_bytes"] is None


# -- syncs ---------------------------------------------------------------------------------------


@each_version
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("counts", [True, False], ids=["counted", "as short"])
def test_syncs_are_a_figure_of_their_own(
    form: str, version: fio.Version, counts: bool, tmp_path: Path
) -> None:
    """The percentiles of a write are never those of a sync, and both together are what was
    outstanding."""
    if not exists(form, version):
        pytest.skip("this version does not write it")
    truth = sync_truth(counts_syncs=counts)
    (made,) = records(write_file(tmp_path, FORMS[form](truth, version)))
    writes, syncs = truth.kinds["write"], fio.Kind(truth.syncs)
    spans = made["write"]["completion_latency_ns"]
    assert spans["mean"] == pytest.approx(writes.mean, rel=5e-3, abs=600)
    assert spans["p50"] == pytest.approx(writes.percentile(50), rel=2e-2, abs=1000)
    assert made["all"]["count"] == writes.count
    if form.startswith("terse") or version < (3, 4):
        assert made["flush"]["count"] is None
        assert "flush" in made["imported"]["unknown"]
        if form.startswith("json") and version >= (2, 3):
            # It was asked for, and its latency is not told.
            assert made["outstanding_mean"] is None
        return
    told = made["flush"]
    assert told["count"] == pytest.approx(syncs.count, abs=3)
    latency = told["completion_latency_ns"]
    assert latency["mean"] == pytest.approx(syncs.mean, rel=5e-3)
    assert latency["min"] == pytest.approx(min(syncs.latencies), rel=1e-2)
    for percent in (50, 90, 99):
        assert latency[f"p{percent}"] == pytest.approx(syncs.percentile(percent), rel=2e-2)
    # One worker: a write or a sync at a time.
    assert made["outstanding_mean"] == pytest.approx(1.0, abs=5e-3)
    assert made["imported"]["derived"]["outstanding_mean"] == "little_with_syncs"


@pytest.mark.parametrize("name", ["synced.txt", "synced.json", "synced-jsonplus.json"])
def test_syncs_of_a_real_fio(name: str) -> None:
    """`fio --rw=write --ioengine=sync --fdatasync=1 --size=2m --bs=4k`: 512 writes, 511 syncs."""
    (made,) = records(RECORDED / name)
    assert (made["write"]["count"], made["flush"]["count"]) == (512, 511)
    for kind in ("write", "flush"):
        spans = made[kind]["completion_latency_ns"]
        assert spans["min"] <= spans["p50"] <= spans["max"]
    assert (
        made["flush"]["completion_latency_ns"]["mean"]
        > 10 * (made["write"]["completion_latency_ns"]["mean"])
    )
    assert made["outstanding_mean"] == pytest.approx(1.0, abs=0.02)


def test_terse_output_tells_no_syncs_and_what_it_leaves_open() -> None:
    (made,) = records(RECORDED / "synced-terse.txt")
    assert made["flush"]["count"] is None
    assert made["outstanding_mean"] is None
    assert made["imported"]["unknown"]["outstanding_mean"] == "not_in_terse"


@pytest.mark.parametrize("plus", [False, True], ids=["json", "json+"])
def test_an_objective_on_syncs_is_judged_by_their_figures(plus: bool, tmp_path: Path) -> None:
    truth = sync_truth(counts_syncs=True)
    syncs = fio.Kind(truth.syncs)
    path = write_file(tmp_path, fio.pretty(fio.document(truth, (3, 33), plus=plus)))
    with Store.open(tmp_path / "s.db") as store:
        (run,) = importing.import_results(store, [path]).runs
        kept: Any = store.record(run, intervals=False)
        # Judged as of a Run at an offered rate.
        kept["offered_rate_per_s"] = truth.rate
        wanted = {"p99": syncs.percentile(99), "mean": syncs.mean}
        if plus:
            wanted["p97"] = syncs.percentile(97)
        for statistic, value in wanted.items():
            for factor, met in ((1.1, True), (0.9, False)):
                asked = f"{statistic}(sync) <= {value * factor / 1e3:.3f}us"
                canonical = parse_objective(asked)
                found = rejudgement.rejudge(kept, canonical, lambda: store.histograms(run))
                one: Any = found[0]["judgement"]
                assert (one["estimate"]["value"] <= one["estimate"]["allowed"]) is met
    # A sync is in no percentile of the operations.
    assert kept["all"]["completion_latency_ns"]["p99"] < 100_000


def test_an_objective_on_syncs_has_several_names_and_one_form() -> None:
    for text in (
        "p99(sync) <= 5ms",
        "p99( fsync )<=5000us",
        "p99(flush) <= 5ms",
        "p99(completion_latency, syncs) <= 5ms",
    ):
        assert parse_objective(text) == "p99(completion_latency, flush) <= 5ms"
    several = parse_objective("mean <= 1ms and p99.9(sync) <= 9ms and errors(sync) <= 1%")
    assert several == (
        "mean(response_time, all) <= 1ms and p99.9(completion_latency, flush) <= 9ms"
        " and errors(flush) <= 1%"
    )
    assert [term.kind for term in objective_terms(several)] == ["all", "flush", "flush"]
    assert parse_objective(several) == several
    with pytest.raises(UsageError, match="given twice"):
        parse_objective("p99(sync) <= 5ms and p99(flush) <= 5ms")
    many = " and ".join(f"p{n}(sync) <= 5ms" for n in (50, 90, 95, 99, 99.9))
    with pytest.raises(UsageError, match="more than 4"):
        parse_objective(many)


def test_every_surface_shows_syncs(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    other = {**sync_truth().options, "rw": "randwrite"}
    for name, truth in (("a", sync_truth()), ("b", sync_truth(options=other))):
        write_file(folder, fio.pretty(fio.document(truth, (3, 33), plus=True)), name)
    with Store.open(tmp_path / "s.db") as store:
        tally = importing.import_results(store, [folder])
        assert tally.campaign is not None
        asked = ReportRequest(store, (tally.campaign,), run=tally.runs[0])
        told = writer.make(asked, "md", "point").content.decode()
        assert "- Sync latency: mean" in told
        assert "| sync | completion latency | 2,900 |" in told
        assert "fdatasync after every write" in told
        grid = writer.make(ReportRequest(store, (tally.campaign,)), "md", "grid").content.decode()
        assert "p99 completion latency of syncs" in grid
        rows = writer.make(ReportRequest(store, (tally.campaign,)), "json", "runs").content
        row = json.loads(rows)["runs"][0]
        assert row["flush_operations"] == 2900
        assert row["flush_completion_latency_ns_p99"] > row["write_completion_latency_ns_p99"]
    assert registry.REPORTS


def test_syncs_go_out_as_they_came_in(tmp_path: Path) -> None:
    path = write_file(tmp_path, fio.pretty(fio.document(sync_truth(), (3, 33), plus=True)))
    with Store.open(tmp_path / "s.db") as store:
        tally = importing.import_results(store, [path])
        assert tally.campaign is not None
        out = writer.make(ReportRequest(store, (tally.campaign,)), "fio", "runs").content
    (first,), (second,) = records(path), records(write_file(tmp_path, out.decode(), "out.json"))
    assert first["flush"]["count"] == second["flush"]["count"]
    for figure in ("mean", "p50", "p99", "max"):
        before, after = (one["flush"]["completion_latency_ns"][figure] for one in (first, second))
        assert after == pytest.approx(before, rel=1e-2)
    assert second["spec"]["workload"]["sync"] == {"writes": 1, "data_only": True}
    assert second["outstanding_mean"] == pytest.approx(first["outstanding_mean"], rel=2e-3)


# -- counts and units that a version does not tell -----------------------------------------------


def test_a_rate_without_a_count_is_the_rate_of_the_file(tmp_path: Path) -> None:
    """fio 2.1.11: no total_ios, io_bytes in KiB, iops cut to a whole number."""
    spans = {"min": 40, "max": 900, "mean": 257.0, "stddev": 30.0}
    read = {"io_bytes": 44820, "bw": 15500, "iops": 3875, "runtime": 2891, "clat": spans}
    told = {"fio version": "fio-2.1.11", "jobs": [{"jobname": "a", "error": 0, "read": read}]}
    (made,) = records(write_file(tmp_path, json.dumps(told)))
    assert made["achieved_rate_per_s"] == 3875
    assert made["spec"]["workload"]["block_size_bytes"] == 4096
    assert made["read"]["count"] == 44820 // 4
    assert made["bytes_per_s"] == pytest.approx(44820 * 1024 / 2.891)
    assert made["outstanding_mean"] == pytest.approx(3875 * 257e-6)
    assert disagreeing(made) == []


@pytest.mark.parametrize("rate", [1.9, 58.6, 999.9])
def test_a_rate_that_was_cut_to_a_whole_number_is_told_by_the_bytes(
    rate: float, tmp_path: Path
) -> None:
    seconds = 60
    truth = fio.Truth({"read": fio.Kind(spread(round(rate * seconds), 500_000, 5))}, seconds * 1000)
    for form in ("json", "terse 3"):
        (made,) = records(write_file(tmp_path, FORMS[form](truth, (2, 1, 11))))
        assert made["achieved_rate_per_s"] == pytest.approx(truth.rate, rel=1e-3), form


@pytest.mark.parametrize(
    ("iops", "total_ios", "bw", "rate"),
    [
        # The bandwidth tells which of two rates is right.
        (800.0, 4000, 3200, 800.0),
        (8000.0, 8000, 3200, 800.0),
        # Nothing does: nobody knows the rate.
        (800.0, 4000, 9999, None),
    ],
)
def test_a_rate_that_contradicts_its_own_counts_is_not_shown(
    iops: float, total_ios: int, bw: int, rate: float | None, tmp_path: Path
) -> None:
    truth = fio.Truth(
        {"read": fio.Kind(spread(8000, 900_000, 6))}, 10_000, options={"rw": "read", "bs": "4k"}
    )
    told = fio.document(truth, (3, 33))
    other = fio.job(dataclasses.replace(truth, name="other"), (3, 33))
    told["jobs"][0]["read"] |= {"iops": iops, "total_ios": total_ios, "bw": bw}
    told["jobs"].append(other)
    path = write_file(tmp_path, fio.pretty(told), "r.json")
    with Store.open(tmp_path / "s.db") as store:
        tally = importing.import_results(store, [path])
        names = {store.record(run)["imported"]["name"]: run for run in tally.runs}
        assert "other" in names
        if rate is None:
            (left,) = tally.left
            assert "job (jobs[0]) is left out: the file gives 800 IOPS" in left.document()["why"]
            assert "400" in left.document()["why"]
            assert "job" not in names
        else:
            kept: Any = store.record(names["job"])
            assert kept["achieved_rate_per_s"] == pytest.approx(rate)


def test_bytes_that_contradict_the_bandwidth_are_those_of_the_operations(tmp_path: Path) -> None:
    kinds = {"read": fio.Kind(spread(7000, 400_000, 3), 16384)}
    kinds["write"] = fio.Kind(spread(3000, 2_500_000, 4), 16384)
    truth = mixed_truth(options={"rw": "randrw", "bs": "16k"}, kinds=kinds)
    told = fio.document(truth, (3, 33))
    told["jobs"][0]["read"]["io_bytes"] *= 1024
    told["jobs"][0]["read"]["io_kbytes"] *= 1024
    (made,) = records(write_file(tmp_path, fio.pretty(told)))
    assert made["read"]["bytes"] == truth.kinds["read"].bytes
    assert disagreeing(made) == ["read.bytes_per_s"]
    assert made["achieved_rate_per_s"] == pytest.approx(truth.rate)
    del told["jobs"][0]["job options"]["bs"]
    told["jobs"][0]["job options"]["bsrange"] = "4k-16k"
    (made,) = records(write_file(tmp_path, fio.pretty(told)))
    assert made["read"]["bytes"] is None
    assert made["imported"]["unknown"]["bytes_per_s"] == "figures_disagree"


def test_a_distribution_in_another_unit_than_its_mean_is_not_shown(tmp_path: Path) -> None:
    truth = mixed_truth()
    told = fio.document(truth, (3, 33), plus=True)
    spans = told["jobs"][0]["read"]["clat_ns"]
    spans["bins"] = {str(1000 * int(at)): many for at, many in spans["bins"].items()}
    (made,) = records(write_file(tmp_path, fio.pretty(told)))
    kind = truth.kinds["read"]
    found = made["read"]["completion_latency_ns"]
    assert found["p99"] == pytest.approx(kind.percentile(99), rel=2e-2)
    assert found["max"] == max(kind.latencies)
    assert set(disagreeing(made)) == {"read.p50", "read.mean"}


@pytest.mark.parametrize("version", [(3, 4), (3, 12), (3, 17), (3, 18), (3, 42)])
@pytest.mark.parametrize("plus", [False, True], ids=["json", "json+"])
def test_percentiles_of_lat_are_of_lat_wherever_they_stand(
    version: fio.Version, plus: bool, tmp_path: Path
) -> None:
    """Before 3.18 they stand under clat_ns."""
    truth = mixed_truth(
        lat_percentiles=True, options={**mixed_truth().options, "lat_percentiles": "1"}
    )
    (made,) = records(write_file(tmp_path, fio.pretty(fio.document(truth, version, plus=plus))))
    assert made["imported"]["starts"] == "submission"
    kind = truth.kinds["write"]
    assert made["write"]["completion_latency_ns"]["p99"] == pytest.approx(
        kind.percentile(99), rel=2e-2
    )


# -- printed figures -----------------------------------------------------------------------------


@each_version
@pytest.mark.parametrize("size", [True, False], ids=["size", "rate"])
def test_a_printed_figure_holds_what_it_was_printed_of(version: fio.Version, size: bool) -> None:
    drawn = random.Random(7)
    for _ in range(1000):
        value = round(10 ** drawn.uniform(0, 13 if size else 8))
        text = fio.size(value, version) if size else fio.figure(value, version)
        found = fio_dialects.printed_figure(text, version, size=size)
        assert found is not None, text
        assert found.holds(value, 1e-9), (text, value, found)
        # No wider than a whole unit.
        assert found.high - found.low <= max(1.1, 0.55 * found.high)


@pytest.mark.parametrize("version", [(3, 1), (3, 7), (3, 25), (3, 26)])
@pytest.mark.parametrize("rate", [10_980, 17_960, 1_998_000])
def test_bytes_and_rates_that_are_printed_too_low_are_those_of_the_operations(
    version: fio.Version, rate: int, tmp_path: Path
) -> None:
    """fio 2.20 to 3.25 print 17.98 MiB as 17.0 MiB, and 10.98k IOPS as 10.0k."""
    # A tenth of a second, so that the truth has few operations.
    truth = fio.Truth({"read": fio.Kind((1_000_000,) * (rate // 100))}, 10)
    (made,) = records(write_file(tmp_path, fio.text(truth, version)))
    assert made["achieved_rate_per_s"] == pytest.approx(truth.rate)
    assert made["bytes_per_s"] == pytest.approx(truth.rate * 4096)
    assert disagreeing(made) == []


@each_version
@pytest.mark.parametrize("kib", [0.5, 4, 100, 4096])
def test_the_block_size_is_that_of_the_header(
    version: fio.Version, kib: float, tmp_path: Path
) -> None:
    if version < (2, 21) and kib < 1:
        pytest.skip("the header has it in K")
    block = int(kib * 1024)
    truth = fio.Truth({"write": fio.Kind(spread(2000, 700_000, 8), block)}, 9000)
    truth = dataclasses.replace(truth, options={"rw": "write"})
    text = fio.text(truth, version)
    (made,) = records(write_file(tmp_path, text))
    assert made["spec"]["workload"]["block_size_bytes"] == block
    assert made["write"]["bytes"] == truth.kinds["write"].bytes
    # A page without the header: by what was done.
    (made,) = records(write_file(tmp_path, text.partition("\n\n")[2]))
    known = made["spec"]["workload"]["block_size_bytes"]
    assert known in ({block} if kib != 100 else {None, block})
    assert made["write"]["bytes"] == pytest.approx(truth.kinds["write"].bytes, rel=2e-2)


@pytest.mark.parametrize(
    ("options", "reads", "writes"),
    [
        ({"rw": "randrw", "bs": "4k,8k"}, 4096, 8192),
        ({"rw": "randrw", "bs": ",8k"}, 4096, 8192),
        ({"rw": "randrw", "bs": "16k,"}, 16384, 4096),
        ({"rw": "randrw", "bs": "4kib"}, 4000, None),
        ({"rw": "randrw", "bs": "4k", "kb_base": "1000"}, 4000, None),
        ({"rw": "randrw", "bs": "4kib", "kb_base": "1000"}, 4096, None),
        ({"rw": "write", "bs": "4k,8k"}, 8192, None),
        ({"rw": "randread", "bs": "4k,8k"}, 4096, None),
        ({"rw": "randtrim", "bs": "4k,8k,64k"}, 65536, None),
        ({"rw": "randrw"}, 4096, None),
    ],
)
def test_a_block_size_is_that_of_the_operations_that_a_job_does(
    options: dict[str, str], reads: int, writes: int | None
) -> None:
    found = fio_options.job_request(fio_options.JobOptions(options), workers=1, kinds={}).workload
    if writes is None:
        assert found.block_size_bytes == reads
    else:
        assert found.block_size_bytes is None
        assert (found.blocks, found.write_blocks) == (((reads, 100.0),), ((writes, 100.0),))


# -- several in one file -------------------------------------------------------------------------


@some_versions
def test_two_texts_in_one_file_are_two_runs(version: fio.Version, tmp_path: Path) -> None:
    truth = mixed_truth()
    text = fio.text(truth, version)
    first, second = records(write_file(tmp_path, text + text))
    assert [one["imported"]["at"] for one in (first, second)] == [
        "output 1, job 0",
        "output 2, job 0",
    ]
    assert first["all"] == second["all"]
    assert first["achieved_rate_per_s"] == pytest.approx(truth.rate, rel=1e-3)


def test_the_texts_in_a_page_of_markdown_are_runs_of_their_own(tmp_path: Path) -> None:
    a, b, c = mixed_truth(), sync_truth(), mixed_truth(name="third", runtime_ms=40_000)
    indented = "".join(f"    {line}\n" for line in fio.text(b, (3, 33)).splitlines())
    quoted = "".join(f"> {line}\n" for line in fio.text(c, (2, 15)).splitlines())
    fenced = f"```\n{fio.text(a, (3, 12))}```"
    page = f"# Results\n\n{fenced}\n\nThen:\n\n{indented}\n{quoted}\nThat is all."
    found = records(write_file(tmp_path, page, "r.md"))
    assert [one["imported"]["name"] for one in found] == ["mix", "m", "third"]
    for one, truth in zip(found, (a, b, c), strict=True):
        assert one["achieved_rate_per_s"] == pytest.approx(truth.rate, rel=1e-3)
    assert [one["imported"]["source"]["version"] for one in found] == ["3.12", "3.33", "2.15"]


def test_texts_without_their_headers_are_told_apart_by_their_dates(tmp_path: Path) -> None:
    first = mixed_truth()
    later = mixed_truth(ended_s=first.ended_s + 600, pid=5000)
    # In containers every process has the same number.
    again = mixed_truth(ended_s=first.ended_s + 1200, pid=5000)
    text = "\n".join(fio.block(one, (3, 33)) for one in (first, later, again))
    found = records(write_file(tmp_path, text))
    assert [one["achieved_rate_per_s"] for one in found] == [pytest.approx(first.rate)] * 3


def test_the_text_of_several_clients_is_one_run_with_what_they_were_asked(tmp_path: Path) -> None:
    """fio --client: its servers' headers stand behind their names, and a sum of all at the end."""
    each = [mixed_truth(pid=11), mixed_truth(pid=12)]
    host = "hostname=vm, be=0, 64-bit, os=Linux, arch=x86-64, fio=fio-3.33, flags=1\n"
    asked = fio.header(each[0], (3, 33)).splitlines()[0]
    both = "".join(fio.block(one, (3, 33)) for one in each)
    total = fio.block(mixed_truth(name="All clients", pid=0), (3, 33))
    text = f"{host}{host}<vm> {asked}\n<vm> {asked}\n<vm> Starting 1 process\n<vm> \n{both}{total}"
    (made,) = records(write_file(tmp_path, text))
    assert made["achieved_rate_per_s"] == pytest.approx(2 * each[0].rate, rel=1e-3)
    assert made["imported"]["source"]["version"] == "3.33"
    assert made["spec"]["load"]["queue_depth"] == 8
    assert made["spec"]["workload"]["pattern"] == "random"


@some_versions
def test_clones_that_are_told_one_by_one_are_one_run(version: fio.Version, tmp_path: Path) -> None:
    clones = [sync_truth(pid=100 + n, runtime_ms=sync_truth().runtime_ms + n) for n in range(4)]
    text = (
        fio.header(clones[0], version)
        + "".join(fio.block(one, version) for one in clones)
        + fio.status(clones[0], version)
    )
    (made,) = records(write_file(tmp_path, text))
    assert made["write"]["count"] == 4 * 2900
    assert made["achieved_rate_per_s"] == pytest.approx(4 * clones[0].rate, rel=2e-3)
    assert made["spec"]["load"]["workers"] == 4
    # Percentiles of parts are not put together.
    assert made["write"]["completion_latency_ns"]["p50"] is None
    if version >= (3, 4):
        assert made["flush"]["count"] == pytest.approx(4 * 2900, abs=12)
        assert made["outstanding_mean"] == pytest.approx(4, rel=5e-3)
    document = fio.document(clones[0], version)
    document["jobs"] = [fio.job(one, version) for one in clones]
    (told,) = records(write_file(tmp_path, fio.pretty(document)))
    assert told["achieved_rate_per_s"] == pytest.approx(made["achieved_rate_per_s"], rel=1e-3)


def partly(truth: fio.Truth, share: float) -> fio.Truth:
    """How far it had come."""
    kinds = {
        name: fio.Kind(one.latencies[: round(share * one.count)], one.block)
        for name, one in truth.kinds.items()
    }
    left = truth.runtime_ms * (1 - share)
    return dataclasses.replace(
        truth,
        kinds=kinds,
        runtime_ms=round(share * truth.runtime_ms),
        syncs=truth.syncs[: round(share * len(truth.syncs))],
        ended_s=truth.ended_s - round(left / 1e3),
    )


@some_versions
def test_statuses_of_one_fio_are_one_run(version: fio.Version, tmp_path: Path) -> None:
    truth = mixed_truth()
    statuses = [partly(truth, share) for share in (0.25, 0.5, 0.75, 1.0)]
    text = fio.header(truth, version) + "".join(
        fio.block(one, version) + "\n" + fio.status(one, version) for one in statuses
    )
    documents = "".join(fio.pretty(fio.document(one, version)) for one in statuses)
    lines = "".join(fio.terse(one, version) for one in statuses)
    for form in (text, documents, lines):
        (made,) = records(write_file(tmp_path, form))
        assert (made["all"]["count"], made["measure_s"]) == (truth.count, truth.seconds)


@pytest.mark.parametrize("version", [(2, 2, 10), (3, 12), (3, 33), (3, 42)])
@pytest.mark.parametrize("how", ["name", "start", "both"])
def test_documents_of_several_fios_are_several_runs(
    how: str, version: fio.Version, tmp_path: Path
) -> None:
    first = mixed_truth()
    name = "other" if how in ("name", "both") else "mix"
    ended = first.ended_s + (3600 if how in ("start", "both") else 0)
    # As many operations and as long: nothing but its name or its start tells it apart.
    second = mixed_truth(name=name, ended_s=ended)
    text = "".join(fio.pretty(fio.document(one, version)) for one in (first, second))
    found = records(write_file(tmp_path, text))
    assert [one["imported"]["at"] for one in found] == ["output 1, jobs[0]", "output 2, jobs[0]"]
    starts = [one["started_at_ns"] for one in found]
    assert starts == [(one.ended_s - one.seconds) * 1e9 for one in (first, second)]


@pytest.mark.parametrize("form", ["json", "text", "terse 3", "both"])
def test_messages_longer_than_the_head_do_not_hide_a_result(form: str, tmp_path: Path) -> None:
    """fio prints a line for every error of a verification."""
    truth, version = mixed_truth(), (3, 33)
    message = "verify: bad magic header 4000, wanted acca at file /dev/sda offset 4046848\n"
    begin = "verr: (g=0): rw=randread, bs=(R) 4096B-4096B, ioengine=libaio, iodepth=4\nfio-3.33\n"
    text = FORMS["json" if form == "both" else form](truth, version)
    if form == "both":
        text += fio.text(truth, version)
    (made,) = records(write_file(tmp_path, begin + 2000 * message + text))
    assert made["achieved_rate_per_s"] == pytest.approx(truth.rate, rel=1e-3)


@pytest.mark.parametrize("stamp", [0, -5, 11_764_351_781_592, 10**15, 10**30, 1.5, "x", None])
def test_a_stamp_that_cannot_be_is_no_date(stamp: object, tmp_path: Path) -> None:
    """The import ended with an internal error: the store takes no such number."""
    document = fio.document(mixed_truth(), (3, 33))
    document |= {"timestamp": stamp, "timestamp_ms": stamp, "time": ""}
    with Store.open(tmp_path / "s.db") as store:
        tally = importing.import_results(store, [write_file(tmp_path, fio.pretty(document))])
        (run,) = gather(store, 1).runs
    assert len(tally.runs) == 1
    assert run.began_ns is None or 0 < run.began_ns < record.LATEST_NS


def test_a_date_without_a_zone_is_not_called_utc(tmp_path: Path) -> None:
    """fio's normal output has the local time, and no zone; the stamp of its JSON counts in UTC."""
    truth = mixed_truth()
    for number, (text, zone) in enumerate(
        (
            (fio.text(truth, (3, 33)), "(time zone unknown)"),
            (fio.pretty(fio.document(truth, (3, 33))), "UTC"),
        )
    ):
        with Store.open(tmp_path / f"{number}.db") as store:
            importing.import_results(store, [write_file(tmp_path, text)])
            evidence = gather(store, 1)
            assert dates.words(evidence).endswith(zone)


def test_the_last_status_in_terse_output_is_no_clone(tmp_path: Path) -> None:
    """fio looks at the disks every quarter of a second: the last status and the end, 107 ms later,
    have the same figures of them. Taken as clones they were twice the rate."""
    truth = mixed_truth()
    statuses = [partly(truth, share) for share in (0.5, 0.98, 1.0)]
    lines = [fio.terse(one, (3, 33)) for one in statuses]
    last = lines[2].split(";sda;")[1].split(";")[0]
    lines[1] = re.sub(r";sda;\d+;", f";sda;{last};", lines[1])
    (made,) = records(write_file(tmp_path, "".join(lines)))
    assert made["achieved_rate_per_s"] == pytest.approx(truth.rate, rel=2e-3)


@pytest.mark.parametrize("clones", [2, 3])
def test_statuses_of_clones_in_terse_output_are_one_run(tmp_path: Path, clones: int) -> None:
    """Each moment was a Run of its own."""
    truth = sync_truth()
    lines = []
    for share in (0.25, 0.5, 1.0):
        for number in range(clones):
            ran_ms = round(share * truth.runtime_ms) + number
            one = dataclasses.replace(partly(truth, share), runtime_ms=ran_ms)
            lines.append(
                re.sub(r";sda;\d+;", f";sda;{round(1e4 * share)};", fio.terse(one, (3, 33)))
            )
    (made,) = records(write_file(tmp_path, "".join(lines)))
    assert made["achieved_rate_per_s"] == pytest.approx(clones * truth.rate, rel=2e-3)


def test_terse_lines_of_one_name_are_clones_only_where_they_were_printed_together(
    tmp_path: Path,
) -> None:
    one, other = mixed_truth(), mixed_truth(runtime_ms=20_001)
    together = fio.terse(one, (3, 33)) + fio.terse(other, (3, 33))
    (made,) = records(write_file(tmp_path, together))
    assert made["achieved_rate_per_s"] == pytest.approx(2 * one.rate, rel=1e-3)
    # The figures of the disk differ: another moment.
    apart = fio.terse(one, (3, 33)) + fio.terse(other, (3, 33)).replace(";sda;", ";sda;9")
    found = records(write_file(tmp_path, apart))
    assert [round(one["achieved_rate_per_s"]) for one in found] == [500, 500]
    assert all("lines_of_one_name" in one["imported"]["remarks"] for one in found)
    # And the same line twice is a file that was copied behind itself.
    assert len(records(write_file(tmp_path, 2 * fio.terse(one, (3, 33))))) == 2


def test_groups_that_waited_for_each_other_began_behind_each_other(tmp_path: Path) -> None:
    first = mixed_truth(name="first")
    second = mixed_truth(
        name="second", group=1, options={**mixed_truth().options, "stonewall": "1"}
    )
    beside = mixed_truth(
        name="beside", group=1, options={**mixed_truth().options, "new_group": "1"}
    )
    for later, gap in ((second, 20), (beside, 0)):
        told = fio.document(first, (3, 33))
        told["jobs"].append(fio.job(later, (3, 33)))
        starts = [one["started_at_ns"] for one in records(write_file(tmp_path, fio.pretty(told)))]
        assert starts[1] - starts[0] == gap * 1e9
    # The date in the text is the same for both.
    text = fio.block(first, (3, 33)) + fio.block(second, (3, 33))
    starts = [one["started_at_ns"] for one in records(write_file(tmp_path, text))]
    assert starts[1] - starts[0] == 20e9


def test_the_stamp_of_clients_is_that_of_their_begin(tmp_path: Path) -> None:
    truth = mixed_truth()
    told = fio.document(truth, (3, 33))
    each = told.pop("jobs")[0]
    stats = [{**each, "hostname": host, "port": 8765} for host in ("a", "b")]
    stats.append({**each, "jobname": "All clients"})
    told["client_stats"] = stats
    # Several servers have global options of their own.
    told["global options"] = [{"hostname": "a", "port": 8765, "bs": "16k,64k"}]
    (made,) = records(write_file(tmp_path, fio.pretty(told)))
    assert made["started_at_ns"] == truth.ended_s * 1e9


# -- what is between, behind and before ----------------------------------------------------------

PROMPTS = {
    "a stray >": "> ",
    "glued": ">",
    "a prompt": "root@host:~# cat r.json ",
    "a message": "fio: this platform does not support process shared mutexes\n",
    "a page": "# Page\n\n{% include head %}\nfoo() {\n  bar\n}\n\n```json\n",
}


@pytest.mark.parametrize("before", PROMPTS)
def test_a_document_is_found_behind_other_words(before: str, tmp_path: Path) -> None:
    truth = mixed_truth()
    text = PROMPTS[before] + fio.pretty(fio.document(truth, (3, 33))) + "```\nAnd so {on}.\n"
    (made,) = records(write_file(tmp_path, text))
    assert made["achieved_rate_per_s"] == pytest.approx(truth.rate)


@pytest.mark.parametrize("mark", ["> ", "    ", "\t"])
def test_a_quoted_or_indented_document_is_read(mark: str, tmp_path: Path) -> None:
    truth = mixed_truth()
    lines = fio.pretty(fio.document(truth, (3, 33))).splitlines()
    text = "As he wrote:\n\n" + "".join(f"{mark}{line}\n" for line in lines) + "\nIndeed.\n"
    (made,) = records(write_file(tmp_path, text))
    assert made["achieved_rate_per_s"] == pytest.approx(truth.rate)


def test_messages_between_the_lines_of_a_document_are_passed_over_and_told(tmp_path: Path) -> None:
    truth = mixed_truth()
    text = fio.pretty(fio.document(truth, (3, 33)))
    message = "fio: io_u error on file /dev/sdx: Input/output error: write offset=4096\n"
    lines = text.splitlines(keepends=True)
    for at in range(2, len(lines) - 1, 7):
        broken = "".join([*lines[:at], message, *lines[at:]])
        (made,) = records(write_file(tmp_path, broken))
        assert made["achieved_rate_per_s"] == pytest.approx(truth.rate)
        assert "words_within" in made["imported"]["remarks"]
    # In the middle of a number.
    place = text.index('"total_ios" : 7000') + len('"total_ios" : 7')
    (made,) = records(write_file(tmp_path, text[:place] + message + text[place:]))
    assert made["read"]["count"] == 7000


def test_what_is_no_number_is_not_told(tmp_path: Path) -> None:
    text = fio.pretty(fio.document(mixed_truth(), (2, 15)))
    (made,) = records(write_file(tmp_path, text.replace('"usr_cpu" : 1.0', '"usr_cpu" : -nan')))
    assert made["generator_cpu_ns_per_io"] is None
    assert made["achieved_rate_per_s"] == pytest.approx(mixed_truth().rate)


ENDINGS = {
    "json": lambda text: text.rstrip("\n"),
    "text": lambda text: text[: text.index(" dropped=0,0,0,0") + len(" dropped=0,0,0,0")],
    "terse 3": lambda text: text.rstrip("\n"),
}


@pytest.mark.parametrize("form", ENDINGS)
def test_a_last_line_without_an_end_is_whole(form: str, tmp_path: Path) -> None:
    truth = mixed_truth()
    text = ENDINGS[form](FORMS[form](truth, (3, 33)))
    assert not text.endswith("\n")
    (made,) = records(write_file(tmp_path, text))
    assert made["all"]["count"] == truth.count


@pytest.mark.parametrize("form", ["json", "json+", "text", "terse 3", "terse 5"])
def test_what_is_cut_is_refused_at_every_place(form: str, tmp_path: Path) -> None:
    text = FORMS[form](mixed_truth(), (3, 33))
    (whole,) = records(write_file(tmp_path, text))
    for at in random.Random(9).sample(range(1, len(text)), 80):
        path = write_file(tmp_path, text[:at])
        if results.file_format(File(path, path.name)) is None:
            continue
        found = records_or_none(path)
        assert found is None or [one["all"] for one in found] == [whole["all"]], at


@pytest.mark.parametrize("row", ["read", "write", "lat", "issued"])
def test_a_text_without_one_of_its_rows_is_no_other_run(row: str, tmp_path: Path) -> None:
    """A job that issued writes is no job of reads because the line of its writes is missing."""
    lines = fio.text(mixed_truth(), (3, 33)).splitlines(keepends=True)
    left = [line for line in lines if not line.lstrip().startswith(row)]
    assert len(left) < len(lines)
    path = write_file(tmp_path, "".join(left))
    if row == "lat":
        (made,) = records(path)
        assert made["all"]["count"] == mixed_truth().count
        return
    with pytest.raises((Bad, record.LeftOutError), match="mix"):
        records(path)


def test_percentiles_of_one_priority_are_not_those_of_all(tmp_path: Path) -> None:
    text = fio.text(mixed_truth(), (3, 33))
    rows = "     |  1.00th=[ 9672],  5.00th=[ 9736], 50.00th=[99999]\n"
    for heading in (
        "    clat prio 2/4 (50.00% of IOs) percentiles (msec):\n",
        "    high prio (50.00%) clat percentiles (msec):\n",
    ):
        place = text.index("  lat (usec)   :")
        (made,) = records(write_file(tmp_path, text[:place] + heading + rows + text[place:]))
        kind = mixed_truth().kinds["write"]
        told = made["write"]["completion_latency_ns"]["p50"]
        assert told == pytest.approx(kind.percentile(50), rel=2e-2)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("form", FORMS)
def test_two_outputs_in_any_encoding_and_order(form: str, encoding: str, tmp_path: Path) -> None:
    first, second = (
        mixed_truth(),
        mixed_truth(name="zwölf", runtime_ms=40_000, ended_s=1_700_009_999),
    )
    for one, two in ((first, second), (second, first)):
        path = tmp_path / "r"
        text = FORMS[form](one, (3, 33)) + FORMS[form](two, (3, 33))
        path.write_bytes(text.replace("\n", "\r\n").encode(encoding))
        found = records(path)
        assert [round(made["achieved_rate_per_s"]) for made in found] == [
            round(truth.rate) for truth in (one, two)
        ]
        assert math.isfinite(sum(made["bytes_per_s"] for made in found))
