"""What leaves for other programs is read by those programs' own readers as what was measured: fio's
converter of json+, HdrHistogram's log reader, Prometheus' parser, pyarrow."""

import csv
import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hdrh.histogram import HdrHistogram
from hdrh.log import HistogramLogReader
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from plimsoll.report import writer
from plimsoll.report.request import ReportRequest
from plimsoll.store import Store
from tests import stores
from tests.report import virtual

KINDS = ("read", "write")


@pytest.fixture(scope="module")
def run_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A Run of reads and writes of different length, for 20 s."""
    folder = tmp_path_factory.mktemp("exports")
    words = ("--virtual", "--seed", "1", "--rate", "500", "--read", "70")
    length = ("--measure-for", "20s", "--interval", "1s")
    target = folder / "mixed.toml"
    target.write_text(virtual.STALLS)
    virtual.plimsoll(folder / "s.db", "run", "--target", f"stack:{target}", *words, *length)
    with Store.open(folder / "s.db") as store:
        yield store


def record_of(store: Store) -> Any:
    return store.record(store.runs(1)[0].id)


def export_text(store: Store, form: str, campaign: int = 1) -> str:
    return writer.make(ReportRequest(store, (campaign,)), form, "runs").content.decode()


def test_fio_finds_every_latency_that_it_has(run_store: Store) -> None:
    (job,) = json.loads(export_text(run_store, "fio"))["jobs"]
    told = record_of(run_store)
    assert job["eta"] == 0
    for kind in ("read", "write", "trim"):
        assert {"slat_ns", "clat_ns", "lat_ns"} <= set(job[kind])
        # Ours begins before the submit call, as fio's lat does.
        assert job[kind]["clat_ns"] == job[kind]["lat_ns"]
    for kind in KINDS:
        latency = told[kind]["completion_latency_ns"]
        assert job[kind]["clat_ns"]["mean"] == latency["mean"]
        assert job[kind]["clat_ns"]["percentile"]["99.000000"] == latency["p99"]
        assert sum(job[kind]["lat_ns"]["bins"].values()) == told[kind]["count"]


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("fio_jsonplus_clat2csv"), reason="fio is not installed")
def test_fios_own_converter_takes_our_document(run_store: Store, tmp_path: Path) -> None:
    path, out = tmp_path / "runs.json", tmp_path / "bins.csv"
    path.write_text(export_text(run_store, "fio"))
    for more in ((), ("--validate",)):
        command = ("fio_jsonplus_clat2csv", str(path), str(out), *more)
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stderr
        assert "mismatch" not in ended.stdout
    counts: Counter[str] = Counter()
    with (tmp_path / "bins_job0.csv").open() as table:
        for row in csv.DictReader(table, skipinitialspace=True, restkey="rest"):
            for kind in KINDS:
                counts[kind] += int(row[f"{kind}_clat_ns_count"].strip() or 0)
    assert counts == {kind: record_of(run_store)[kind]["count"] for kind in KINDS}


def test_hdrhistograms_own_reader_has_each_distribution(run_store: Store, tmp_path: Path) -> None:
    path = tmp_path / "out.hlog"
    path.write_text(export_text(run_store, "hlog"))
    reader = HistogramLogReader(str(path), HdrHistogram(1, 2**42, 3))
    with reader.input_file:
        found = {one.get_tag(): one for one in iter(reader.get_next_interval_histogram, None)}
    told = record_of(run_store)
    run = run_store.runs(1)[0]
    for kind in KINDS:
        for metric in ("response_time", "completion_latency", "slot_wait"):
            one = found[f"run{run.id}.{kind}.{metric}"]
            figures = told[kind][f"{metric}_ns"]
            assert one.get_total_count() == told[kind]["count"]
            # The other implementation rounds a rank to the next: a step of the histogram at most.
            assert one.get_value_at_percentile(99.0) == pytest.approx(figures["p99"], rel=0.001)
            assert one.get_max_value() == figures["max"]
            assert one.get_start_time_stamp() == pytest.approx(run.started_at_ns / 1e6, abs=1)


def test_prometheus_reads_every_run_whatever_its_target_is_called(tmp_path: Path) -> None:
    target = '/data/a "quoted"\\back'
    with Store.open(tmp_path / "s.db") as store:
        campaign = stores.demo(store, target=target)
        text = export_text(store, "openmetrics", campaign)
        rates = {str(one.id): one for one in store.runs(campaign)}
        families = {one.name: one for one in text_string_to_metric_families(text)}
        samples = families["plimsoll_run_achieved_iops"].samples
        assert {one.labels["target"] for one in samples} == {target}
        for one in samples:
            told: Any = store.record(rates[one.labels["run"]].id)
            assert one.value == told["achieved_rate_per_s"]


def test_prometheus_reads_each_distribution_to_the_last_operation(run_store: Store) -> None:
    text = export_text(run_store, "openmetrics")
    families = {one.name: one for one in text_string_to_metric_families(text)}
    told = record_of(run_store)
    for metric in ("response_time", "completion_latency"):
        samples = families[f"plimsoll_run_{metric}_seconds"].samples
        for kind in KINDS:
            mine = [one for one in samples if one.labels["kind"] == kind]
            buckets = [one.value for one in mine if one.name.endswith("_bucket")]
            (count,) = (one.value for one in mine if one.name.endswith("_count"))
            (total,) = (one.value for one in mine if one.name.endswith("_sum"))
            assert buckets == sorted(buckets)
            assert buckets[-1] == count == told[kind]["count"]
            assert total / count * 1e9 == pytest.approx(told[kind][f"{metric}_ns"]["mean"])


def test_data_frames_have_reads_and_writes_of_every_interval(
    run_store: Store, tmp_path: Path
) -> None:
    for form in ("parquet", "csv"):
        writer.write(ReportRequest(run_store, (1,)), tmp_path / f"runs.{form}", form)
    rows = pq.read_table(tmp_path / "runs-intervals.parquet").to_pylist()
    kept: list[Any] = [row.document for row in run_store.intervals(run_store.runs(1)[0].id)]
    assert len(rows) == len(kept) > 20
    with (tmp_path / "runs-intervals.csv").open() as table:
        lines = list(csv.DictReader(table))
    for row, line, one in zip(rows, lines, kept, strict=True):
        assert (row["reads"], row["writes"]) == (one["reads"], one["writes"])
        for kind in KINDS:
            for name in ("mean", "max"):
                column = f"{kind}_completion_latency_ns_{name}"
                told = one.get(f"{kind}_completion_latency_ns")
                assert (told is not None) is (one[f"{kind}s"] > 0)
                assert row[column] == (told[name] if told else None)
                assert line[column] == ("" if told is None else str(row[column]))
