"""Figures of other programs that contradict each other are not shown as measured, and the finding
has a name and its figures."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plimsoll.features.imports.results import record
from plimsoll.features.imports.results.run_result import Latency, Load, Operations, Result, Workload
from plimsoll.judge import credibility
from plimsoll.report.common import import_text as words
from tests.conftest import Plimsoll
from tests.features.imports.result_files import source_of

ROOT = Path(__file__).resolve().parents[3]
MS = 1_000_000.0


def make_result(
    *,
    rate: float = 1_000.0,
    mean_ms: float = 2.0,
    depth: int = 2,
    load: Load | None = None,
    completion: Latency | None = None,
    whole: Latency | None = None,
    size: int = 4096,
) -> Result:
    """The result of ten seconds of reads, whose figures agree unless one is given that does not."""
    count = round(rate * 10)
    spans = Latency(
        count=count,
        mean=mean_ms * MS,
        stddev=0.3 * mean_ms * MS,
        min=0.5 * mean_ms * MS,
        max=5 * mean_ms * MS,
        percentiles={50.0: 0.9 * mean_ms * MS, 99.0: 3 * mean_ms * MS},
    )
    read = Operations(
        count=count,
        bytes=count * size,
        errors=0,
        rate_per_s=rate,
        bytes_per_s=rate * size,
        completion=completion or spans,
        whole=whole,
    )
    return Result(
        name="job",
        at="jobs[0]",
        line=1,
        kinds={"read": read},
        seconds=10.0,
        starts="after_submission",
        workload=Workload(block_size_bytes=4096, read_percent=100.0, pattern="random"),
        load=load or Load(workers=1, queue_depth=depth),
    )


def record_of(result: Result) -> Any:
    return record.make(result, source_of("fio")).record


def codes(result: Result) -> list[str]:
    return [one["code"] for one in record_of(result)["imported"]["findings"]]


def latency(result: Result, figure: str) -> object:
    return record_of(result)["all"]["completion_latency_ns"][figure]


def spans(**changed: Any) -> Latency:
    found = make_result().kinds["read"].completion
    assert found is not None
    return replace(found, **changed)


def test_figures_that_agree_are_shown_as_they_are() -> None:
    assert codes(make_result()) == []
    assert latency(make_result(), "mean") == 2 * MS
    assert latency(make_result(), "p99") == 6 * MS


def test_a_rate_that_two_other_figures_refute_leaves_the_run_out() -> None:
    """50,000 reads a second with 32 outstanding at 0.64 ms and 204.8 MB/s."""
    right = make_result(rate=50_000.0, mean_ms=0.64, depth=32)
    assert record_of(right)["achieved_rate_per_s"] == 50_000.0
    read = replace(right.kinds["read"], rate_per_s=5_000.0, count=None)
    with pytest.raises(record.LeftOutError, match=r"gives 5,000 IOPS, but two .* give 50,000"):
        record_of(replace(right, kinds={"read": read}))
    # Either figure alone does not say which is wrong: the rate stands.
    for alone in (
        replace(right, kinds={"read": replace(read, completion=None)}),
        replace(right, kinds={"read": replace(read, bytes=None, bytes_per_s=None)}),
        # A rate that was asked for says nothing of the depth.
        replace(right, kinds={"read": read}, load=Load(offered_rate_per_s=5_000.0)),
    ):
        assert record_of(alone)["achieved_rate_per_s"] == 5_000.0


def test_an_average_that_rows_and_bytes_refute_is_left_out(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    text = (ROOT / "tests/fixtures/results/vdbench/summary.html").read_text()
    edited = text.replace("avg_2-6   10000.00", "avg_2-6   20000.00")
    assert edited != text
    (tmp_path / "summary.html").write_text(edited)
    ended = plimsoll("import", "summary.html", "--store", "s.db")
    assert "the file gives 20,000 IOPS" in ended.out
    assert "1 Run imported" in ended.out


def test_more_outstanding_than_the_depth_is_a_latency_of_something_else() -> None:
    """One operation at a time, 800 IOPS, 2.5 ms."""
    result = make_result(rate=800, mean_ms=2.5, depth=1)
    assert codes(result) == ["more_outstanding_than_depth"]
    kept = record_of(result)
    assert kept["achieved_rate_per_s"] == 800
    assert kept["outstanding_mean"] is None
    assert kept["all"]["completion_latency_ns"]["mean"] is None
    assert kept["imported"]["unknown"]["completion_latency_ns"] == "contradicted"
    assert kept["imported"]["findings"][0]["figures"] == {"outstanding": 2.0, "depth": 1.0}
    assert "2 outstanding operations, but at most 1 were configured" in kept["notes"][0]
    # What rounding makes is no contradiction.
    assert codes(make_result(rate=410, mean_ms=2.5, depth=1)) == []


def test_a_depth_that_was_not_reached_is_told() -> None:
    assert codes(make_result(rate=500, mean_ms=2.0, depth=32)) == ["depth_not_reached"]
    assert latency(make_result(rate=500, mean_ms=2.0, depth=32), "mean") == 2 * MS
    # In an output that tells no rate, one may have been asked for.
    untold = replace(make_result(rate=500, mean_ms=2.0, depth=32), remarks=("rate_not_told",))
    assert codes(untold) == ["depth_or_rate"]
    assert "a rate limit, which this output would not show" in record_of(untold)["notes"][0]
    # A rate that was asked for, or time to think, is what holds it then.
    offered = Load(workers=1, queue_depth=32, offered_rate_per_s=500.0)
    assert codes(make_result(rate=500, load=offered)) == []
    assert codes(make_result(rate=500, load=Load(workers=1, queue_depth=32, think_ns=1000))) == []


@pytest.mark.parametrize(
    ("wrong", "code", "hidden"),
    [
        ({"percentiles": {50.0: 0.2 * MS, 99.0: 6 * MS}}, "percentile_beyond_extremes", "p99"),
        ({"percentiles": {99.0: 60 * MS}}, "percentile_beyond_extremes", "p99"),
        ({"percentiles": {50.0: 5 * MS, 99.0: 4 * MS}}, "percentile_beyond_extremes", "p50"),
        ({"percentiles": {50.0: 1 * MS, 99.0: 2 * MS}}, "mean_beyond_percentiles", "p99"),
        ({"percentiles": {50.0: 8 * MS, 99.0: 9 * MS}}, "mean_beyond_percentiles", "p99"),
        ({"mean": 0.5 * MS}, "mean_beyond_extremes", "mean"),
        ({"min": 20 * MS}, "least_above_most", "min"),
        (
            {"counts": {6_000_000: 5_000, 8_000_000: 5_000}, "width": 0.016},
            "distribution_against_mean",
            "p99",
        ),
    ],
)
def test_a_figure_that_another_one_contradicts_is_not_shown(
    wrong: dict[str, Any], code: str, hidden: str
) -> None:
    result = make_result(completion=spans(**wrong), depth=4)
    assert code in codes(result)
    assert latency(result, hidden) is None


def test_percentiles_in_the_unit_of_another_section_do_not_pass() -> None:
    """Of writes in ns where they are us: p50 200 ns below a least of 4 us."""
    wrong = Latency(
        count=10_000,
        mean=5_400.0,
        stddev=900.0,
        min=4_000.0,
        max=90_000.0,
        percentiles={50.0: 200.0, 99.0: 889.0},
    )
    assert codes(make_result(completion=wrong, depth=1)) == ["percentile_beyond_extremes"]


def test_where_the_submit_call_is_a_part_of_it_that_is_told() -> None:
    clat = Latency(count=10_000, mean=500.0, min=300.0, max=9_000.0, percentiles={50.0: 480.0})
    whole = Latency(count=10_000, mean=131_000.0, stddev=9_000.0, min=90_000.0, max=900_000.0)
    result = make_result(completion=clat, whole=whole, depth=1)
    assert codes(result) == ["submit_held"]
    assert latency(result, "mean") == 500.0
    assert record_of(result)["all"]["total_latency_ns"]["mean"] == 131_000.0
    assert "131 µs with it (fio's lat), 500 ns without (clat)" in record_of(result)["notes"][0]
    # And none takes less with its submission than without.
    assert codes(make_result(completion=whole, whole=clat, depth=1)) == [
        "longer_without_submission"
    ]


def test_bytes_are_operations_times_blocks() -> None:
    result = make_result(size=1_000)
    assert codes(result) == ["bytes_against_operations"]
    assert record_of(result)["bytes_per_s"] is None
    assert record_of(result)["achieved_rate_per_s"] == 1_000


def test_every_finding_has_words() -> None:
    every = {"outstanding": 2.0, "depth": 1.0, "min_ns": 1.0, "max_ns": 2.0, "mean_ns": 3.0}
    every |= {"percent": 50.0, "value_ns": 1.0, "distribution_ns": 1.0, "each": 1.0}
    every |= {"without_ns": 1.0, "with_ns": 2.0, "block": 4096.0}
    every |= {"each_ns": 1.0, "least_ns": 2.0, "bytes_per_s": 2e10, "one_disk": 1.6e10}
    every |= {"length_s": 1.0, "configured_s": 2.0, "errors": 3.0, "data_percent": 50.0}
    every |= {"working_set": 1.0, "n": 71.0, "durable_ns": 1.0, "share_percent": 40.0}
    every |= {"fast_ns": 1.0, "slow_ns": 9.0, "low_per_s": 1.0, "high_per_s": 9.0}
    every |= {"at_s": 1.0, "until_s": 2.0, "back_s": 5.0, "used_percent": 99.0, "rate_per_s": 9.0}
    every |= {"read_s": 3.0, "write_s": 1.0}
    for code in credibility.FINDINGS.keys() - {"above_link"}:
        for kind in ("all", "read"):
            assert words.finding(code, kind, every).endswith(".")
