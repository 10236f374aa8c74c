"""What imported figures must come to: distributions are merged as one, percentiles of parts never,
units that are mixed up are seen, a sweep gives a line, large files take bounded memory, a kill
loses nothing that was written."""

import base64
import itertools
import json
import math
import os
import signal
import sqlite3
import subprocess
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hdrh.histogram import HdrHistogram
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from plimsoll.base.errors import InputError
from plimsoll.features.fio_results import fio_log_rows, fio_logs
from plimsoll.features.imports import importing
from plimsoll.features.imports.results import distributions
from plimsoll.features.imports.results.run_result import Latency, merge_latencies
from plimsoll.features.imports.results.source import Bad, File
from plimsoll.native import histogram
from plimsoll.native.session import parse_objective
from plimsoll.report import registry, writer
from plimsoll.report.evidence import sweeps
from plimsoll.report.evidence.evidence import gather
from plimsoll.report.grid import page as grid_page
from plimsoll.report.request import ReportRequest
from plimsoll.search import rejudgement
from plimsoll.store import Store
from tests.features.imports.result_files import read

ROOT = Path(__file__).parents[2] / "fixtures/results"
CASE = ROOT / "hcibench/vdb-4vmdk-100ws-8k-50rdpct-100randompct-2threads-1700000000"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "s.db") as opened:
        yield opened


# -- distributions -------------------------------------------------------------------------------

COUNTS = st.dictionaries(st.integers(0, 1 << 41), st.integers(1, 10_000), min_size=1, max_size=60)


@given(COUNTS)
def test_counts_are_kept_as_other_implementations_read_them(counts: dict[int, int]) -> None:
    blob = distributions.encode_histogram(counts)

    other = HdrHistogram.decode(base64.b64encode(blob))
    assert other.get_total_count() == sum(counts.values())
    kept = histogram.summary([blob])
    most = max(counts)
    # Three digits.
    assert most <= kept["max"] <= most * 1.001 + 1
    assert other.get_max_value() == kept["max"]


@given(COUNTS, COUNTS)
def test_distributions_of_parts_merge_as_one(a: dict[int, int], b: dict[int, int]) -> None:
    both = merge_latencies(Latency(count=sum(one.values()), counts=one) for one in (a, b))
    assert both.counts == Counter(a) + Counter(b)
    whole = distributions.encode_histogram(both.counts or {})
    apart = [distributions.encode_histogram(a), distributions.encode_histogram(b)]
    assert histogram.summary([whole]) == histogram.summary(apart)


def test_means_of_parts_are_weighted_and_their_percentiles_are_lost() -> None:
    parts = [
        Latency(count=100, mean=1e6, stddev=0.0, max=2e6, percentiles={99.0: 2e6}),
        Latency(count=300, mean=5e6, stddev=0.0, max=9e6, percentiles={99.0: 8e6}),
    ]
    both = merge_latencies(parts)
    assert (both.mean, both.max, both.percentiles) == (4e6, 9e6, {})
    # 100 at 1 and 300 at 5 ms: the spread is that of the two groups.
    assert both.stddev == pytest.approx(3**0.5 * 1e6)


# -- vdbench and HCIBench ------------------------------------------------------------------------


def test_the_histogram_of_vdbench_gives_percentiles_that_its_reports_do_not_have() -> None:
    first, second = read(ROOT / "vdbench")[:2]
    assert (first.name, second.name) == ("run1", "run2")
    spans = first.kinds["read"].completion
    assert first.kinds["all"].count == 50_000
    assert sum(spans.counts.values()) == 35_000
    # Of the reads 20 % lie in 0.2 .. 0.4 ms and 95 % below 0.8 ms.
    assert sum(n for at, n in spans.counts.items() if at < 400_000) == 7_000


def test_a_rate_of_vdbench_is_offered_and_max_is_a_closed_loop() -> None:
    first, second = read(ROOT / "vdbench")[:2]
    assert (first.load.offered_rate_per_s, second.load.offered_rate_per_s) == (None, 5000)
    # What vdbench does unless told otherwise.
    assert second.load.arrivals == "poisson"
    assert (first.warmup_s, first.seconds) == (1.0, 5.0)


def test_the_page_of_a_case_of_hcibench_has_a_row_for_each_vm(store: Store) -> None:
    tally = importing.import_results(store, [CASE])
    assert tally.campaign is not None
    asked = ReportRequest(store, (tally.campaign,), tally.runs[0])
    text = writer.make(asked, "md", "point").content.decode()
    assert "| hci-vdb-ds-1 | 1,000 | 33.3 % |" in text
    assert "| hci-vdb-ds-2 | 2,000 | 66.7 % |" in text
    # What the files do not tell is no zero, and no property of a clock.
    assert "Generator CPU: not in the file" in text
    (row,) = (line for line in text.splitlines() if line.startswith("| hci-vdb-ds-1 "))
    assert row.rstrip("| ").endswith("–")


def test_a_fill_of_vdbench_is_a_walk(tmp_path: Path) -> None:
    """In flatfile.html seekpct=eof is told as -1."""
    text = (ROOT / "vdbench/flatfile.html").read_text().replace("   100.0000  ", "    -1.0000  ")
    path = tmp_path / "flatfile.html"
    path.write_text(text)
    assert {one.workload.pattern for one in read(path)} == {"sequential"}


def test_microseconds_of_debug_23_are_read_as_such(tmp_path: Path) -> None:
    text = (ROOT / "vdbench/stdout-50407.txt").read_text()
    for ms, us in ((" 0.500", "   500"), (" 0.400", "   400"), (" 0.600", "   600")):
        text = text.replace(ms, us)
    path = tmp_path / "micro.txt"
    path.write_text(text)
    (result,) = read(path)
    assert result.kinds["all"].completion.mean == 500_000
    assert "microseconds_by_debug" in result.remarks
    assert all(one.agrees for one in result.checks)


def test_a_time_in_another_unit_than_the_queue_depth_says_does_not_agree(tmp_path: Path) -> None:
    text = (ROOT / "vdbench/stdout-50407.txt").read_text()
    path = tmp_path / "wrong.txt"
    # The times of a file in microseconds that has decimals all the same.
    path.write_text(text.replace(" 0.500", "500.0 "))
    (result,) = read(path)
    assert "all.outstanding" in {one.figure for one in result.checks if not one.agrees}


# -- fio's logs ----------------------------------------------------------------------------------


def test_logs_beside_the_json_that_names_them_are_its_intervals() -> None:
    found = [one for one in read(ROOT / "fio") if one.name == "logs"]
    assert len(found) == 1
    assert [round(part.length_s, 2) for part in found[0].parts[:2]] == [0.25, 0.25]
    spans = found[0].kinds["read"].completion
    # The JSON has no bins: the hist log has.
    assert sum(spans.counts.values()) <= (found[0].kinds["read"].count or 0)


def test_a_log_of_every_operation_is_an_exact_distribution(tmp_path: Path) -> None:
    path = tmp_path / "x_lat.1.log"
    path.write_text("".join(f"{i}, {1000 + i}, 0, 4096, 0\n" for i in range(1, 2001)))
    (result,) = read(path)
    spans = result.kinds["read"].completion
    assert (result.kinds["read"].count, sum(spans.counts.values())) == (2000, 2000)
    assert spans.mean == pytest.approx(1000 + 1000.5)
    assert result.kinds["read"].rate_per_s == pytest.approx(1000)


@pytest.mark.long
def test_a_large_log_takes_no_more_memory_than_a_small_one(tmp_path: Path) -> None:
    def peak(lines: int) -> int:
        path = tmp_path / f"l{lines}_lat.1.log"
        with path.open("w") as file:
            for i in range(lines):
                file.write(f"{i // 400}, {100_000 + i * 7919 % 900_000}, 0, 4096, 0\n")
        tracemalloc.start()
        assert len(read(path)) == 1
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    # Ten times the file; the counts of the distribution fill in either.
    assert peak(20_000) < 1.5 * peak(2_000) + 200_000


# -- what becomes of it --------------------------------------------------------------------------


def sweep(folder: Path, line: float) -> None:
    """fio JSON of a target that carries `line` IOPS with a latency that rises towards it: M/M/1,
    its distribution in bins of fio's width."""

    for number, rate in enumerate((1000, 2000, 4000, 6000, 7000, 8000, 9000, 9500, 11000)):
        done = min(rate, 10_000)
        mean = 1e9 / max(10_000 - done, 300)
        bins, seconds = {}, 10
        n = done * seconds
        edges = [mean * 2 ** (step / 64) for step in range(-64 * 8, 64 * 5)]
        for low, high in itertools.pairwise(edges):
            many = round(n * (math.exp(-low / mean) - math.exp(-high / mean)))
            if many:
                bins[str(round((low * high) ** 0.5))] = many
        n = sum(bins.values())
        lat = {"min": 1000, "max": round(edges[-1]), "mean": mean, "stddev": mean, "N": n}
        read = {
            "io_bytes": n * 4096,
            "bw": round(n * 4 / seconds),
            "iops": n / seconds,
            "runtime": seconds * 1000,
            "total_ios": n,
            "lat_ns": {**lat, "bins": bins},
        }
        options = {
            "rw": "randread",
            "bs": "4k",
            "iodepth": "256",
            "ioengine": "libaio",
            "direct": "1",
            "rate_iops": str(rate),
            "rate_process": "poisson",
            "filename": "/dev/sdx",
        }
        job = {"jobname": "s", "groupid": 0, "error": 0, "job options": options, "read": read}
        stamp = 1_700_000_000_000 + number * 60_000
        document = {"fio version": "fio-3.33", "timestamp_ms": stamp, "jobs": [job]}
        (folder / f"{rate:05}.json").write_text(json.dumps(document))


def test_a_sweep_of_rates_gives_a_load_line_with_an_interval_around_the_truth(
    store: Store, tmp_path: Path
) -> None:
    folder = tmp_path / "sweep"
    folder.mkdir()
    sweep(folder, 10_000)
    tally = importing.import_results(store, [folder])
    assert not tally.disagreeing
    assert tally.campaign is not None
    (cell,) = sweeps.cells([gather(store, tally.campaign)])
    # Of M/M/1 p99 = ln 100 / (capacity - rate): 1.5 ms at 10,000 - 4.605 / 1.5 ms = 6,930.
    asked = "p99(completion_latency, all) <= 1500us"

    found = sweeps.line(cell, parse_objective(asked), asked=True, histograms=store.histograms)
    line = found.load_line
    assert line.grade == "estimated"
    assert (line.low or 0) <= 6930 <= (line.high or 0)
    # A Run that was not judged confirms nothing.
    assert not line.low_confirmed
    text = parse_objective("p99 <= 1500us")
    with pytest.raises(InputError, match="do not give response time"):
        sweeps.line(cell, text, asked=True, histograms=store.histograms)


@pytest.mark.parametrize("bins", [False, True])
def test_a_mixed_run_is_judged_by_what_the_file_has_of_that_kind(
    store: Store, tmp_path: Path, bins: bool
) -> None:
    """Of plain JSON the file's own percentile, never a distribution; of json+ its bins."""
    document = json.loads((ROOT / "fio/mixed-jsonplus.json").read_text())
    (job,) = document["jobs"]
    job["job options"]["rate_iops"] = "700,300"
    if not bins:
        for kind in ("read", "write"):
            for span in ("lat_ns", "clat_ns", "slat_ns"):
                job[kind].get(span, {}).pop("bins", None)
    (tmp_path / "mixed.json").write_text(json.dumps(document))
    (run,) = importing.import_results(store, [tmp_path / "mixed.json"]).runs
    record: Any = store.record(run, intervals=False)
    p90 = record["read"]["completion_latency_ns"]["p90"]
    assert p90 is not None

    def histograms() -> dict[str, bytes]:
        return store.histograms(run)

    for factor, met in ((1.1, True), (0.9, False)):
        asked = f"p90(completion_latency, read) <= {p90 * factor / 1e3:.3f}us"
        found = rejudgement.rejudge(record, parse_objective(asked), histograms)
        one: Any = found[0]["judgement"]
        assert one["reason"] == ("from_histogram" if bins else "from_file")
        assert (one["estimate"]["value"] <= one["estimate"]["allowed"]) is met
    if not bins:
        for text in ("p97.3(completion_latency, read) <= 2ms", "p90(completion_latency) <= 2ms"):
            with pytest.raises(InputError, match=r"^this file has"):
                rejudgement.rejudge(record, parse_objective(text), histograms)


def test_no_report_tells_response_time_of_an_imported_run(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "sweep"
    folder.mkdir()
    sweep(folder, 10_000)
    tally = importing.import_results(store, [folder, ROOT / "others"])
    assert tally.campaign is not None
    asked = ReportRequest(store, (tally.campaign,))
    for report in ("runs", "grid", "point"):
        text = writer.make(asked, "md", report).content.decode()
        said = text.partition("## Words")[0].lower()
        # Where it is named, it is to say that it is not known.
        for place in said.split("response time")[1:]:
            assert (
                place.lstrip("s*: ").startswith(
                    (
                        ", which counts",
                        "is not known",
                        "fio times",
                        "diskspd times",
                        "iometer times",
                    )
                )
                or "not" in said.split("response time")[0][-60:]
                or place.startswith((";", ": "))
            ), (report, place[:80])


def test_fio_json_out_and_in_again_is_the_same(store: Store, tmp_path: Path) -> None:
    first = importing.import_results(store, [ROOT / "fio/lat-jsonplus.json"])
    assert first.campaign is not None
    out = writer.make(ReportRequest(store, (first.campaign,)), "fio", "runs").content
    path = tmp_path / "out.json"
    path.write_bytes(out)
    second = importing.import_results(store, [path])
    before, after = (store.record(tally.runs[0]) for tally in (first, second))
    for kind in ("all", "read"):
        a: Any = before[kind]
        b: Any = after[kind]
        assert (a["count"], a["bytes"]) == (b["count"], b["bytes"])
        for name in ("mean", "p50", "p90", "p99", "max"):
            old, new = a["completion_latency_ns"][name], b["completion_latency_ns"][name]
            # A step of fio's, twice.
            assert new == pytest.approx(old, rel=0.025, abs=2), name
    # fio tells when it printed, and its readers count back: a Run begins when it began.
    assert after["started_at_ns"] == pytest.approx(before["started_at_ns"], abs=2_000_000)
    (job,) = json.loads(out)["jobs"]
    for kind in ("read", "write", "trim"):
        # As fio has them, whether they were asked for or not.
        assert {"iops", "bw_bytes", "total_ios", "slat_ns", "lat_ns"} <= set(job[kind])
        assert job[kind]["lat_ns"]["N"] == sum(job[kind]["lat_ns"].get("bins", {}).values())


def test_openmetrics_is_read_by_the_client_library(store: Store) -> None:
    tally = importing.import_results(store, [ROOT / "fio/lat-jsonplus.json"])
    assert tally.campaign is not None
    text = writer.make(
        ReportRequest(store, (tally.campaign,)), "openmetrics", "runs"
    ).content.decode()
    families = {one.name: one for one in text_string_to_metric_families(text)}
    counts = [
        sample.value
        for sample in families["plimsoll_run_completion_latency_seconds"].samples
        if sample.name.endswith("_count")
    ]
    assert counts == [1500]
    assert "plimsoll_run_response_time_seconds" not in families


@pytest.mark.long
def test_a_kill_in_the_middle_leaves_whole_files_and_the_next_import_goes_on(
    tmp_path: Path,
) -> None:
    folder, path = tmp_path / "many", tmp_path / "s.db"
    folder.mkdir()
    raw = (ROOT / "fio/two-groups.json").read_text()
    for number in range(80):
        (folder / f"{number:03}.json").write_text(raw.replace("first", f"first{number}"))
    code = (
        "from pathlib import Path; from plimsoll.features.imports import importing;"
        "from plimsoll.store import Store\n"
        f"with Store.open({str(path)!r}) as store:"
        f" importing.import_results(store, [Path({str(folder)!r})])"
    )
    process = subprocess.Popen([sys.executable, "-c", code])
    while process.poll() is None:
        if path.exists() and count(path) > 20:
            os.kill(process.pid, signal.SIGKILL)
            break
        time.sleep(0.01)
    assert process.wait() in (0, -signal.SIGKILL)
    before = count(path)
    # Two Runs in each file: never one alone.
    assert before > 0
    assert before % 2 == 0
    with Store.open(path) as store:
        tally = importing.import_results(store, [folder])
        assert tally.known * 2 == before
        assert len(store.runs(tally.campaign)) == 160
        assert [one.kind for one in store.campaigns()] == ["import"]


def count(path: Path) -> int:
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
            return int(connection.execute("SELECT count(*) FROM run").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def test_what_is_no_regular_file_is_left_out_with_a_word(store: Store, tmp_path: Path) -> None:
    pipe = tmp_path / "x.json"
    os.mkfifo(pipe)
    with pytest.raises(Bad, match="not a regular file"):
        _ = File(pipe, "x.json").head
    importing.import_results(store, [tmp_path])


def test_a_log_with_more_times_than_fit_into_memory_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fio_log_rows, "MOST_TIMES", 10)
    path = tmp_path / "x_iops.1.log"
    path.write_text("".join(f"{ms}, 5000, 0, 0, 0\n" for ms in range(100, 1300, 100)))
    with pytest.raises(Bad, match="line 11: it has averages of more than 10 times"):
        list(fio_logs.read({path.name: File(path, path.name)}))
    # A line for every operation: of these there are as many as seconds.
    path.write_text("".join(f"{ms}, 5000, 0, 4096, 0\n" for ms in range(100, 9000, 10)))
    (made,) = fio_logs.read({path.name: File(path, path.name)})
    assert made.kinds["read"].count == 890


def test_a_report_of_imports_opens_with_all_of_them_as_long_as_they_fit(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "sweep"
    folder.mkdir()
    sweep(folder, 10_000)
    tally = importing.import_results(store, [folder, ROOT / "others"])
    assert tally.campaign is not None
    campaign = tally.campaign

    def one_at_a_time() -> list[str]:
        page = registry.build("grid", ReportRequest(store, (campaign,)))
        return [slicer.name for slicer in page.slicers if slicer.one]

    assert not one_at_a_time()
    # Of more it shows one value at a time, which the page says beside the number of Runs.
    monkeypatch.setattr(grid_page, "MOST_AT_ONCE", 2)
    assert one_at_a_time()
