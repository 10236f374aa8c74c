"""rados bench and rbd bench, written from a known truth and read back: rates, latencies, the
intervals with a stall in them, and what does not end."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from plimsoll.features.imports import importing
from plimsoll.features.imports.results.run_result import whole
from plimsoll.features.imports.results.source import Bad
from plimsoll.store import Store
from tests.features.imports.result_files import of_text

ROOK = [1181, 571, 855, 388, 10152, 10245, 10157, 10052, 10037, 9487]
"""Operations of each second (rook/rook, issue 13483): a stall in seconds 2 to 4."""


def rados(
    each: Sequence[int], size: int = 4096, kind: str = "write", depth: int = 16, stamp: str = ""
) -> str:
    """Of a closed loop: the mean latency of a second is depth ÷ rate."""
    text = f"{stamp}hints = 1\n"
    if kind == "write":
        text += (
            f"{stamp}Maintaining {depth} concurrent writes of {size} bytes to objects of size"
            f" {size} for up to {len(each)} seconds or 0 objects\n"
            f"{stamp}Object prefix: benchmark_data_ceph-tools-b4_14542\n"
        )
    text += (
        f"{stamp}  sec Cur ops   started  finished  avg MB/s  cur MB/s last lat(s)  avg lat(s)\n"
    )
    text += (
        f"{stamp}    0       0         0         0         0         0           -           0\n"
    )
    done, spent, last = 0, 0.0, 0.0
    for second, many in enumerate(each, 1):
        done, last = done + many, many * size / (1 << 20)
        spent += depth if many else 0.0
        mean = spent / done if done else 0.0
        average = done * size / (1 << 20) / second
        now = f"{last:9.6g}      {depth / many:.6g}" if many else "        0           -"
        text += (
            f"{stamp}{second:5} {depth:7} {done + depth:9} {done:9} {average:9.6g} {now}"
            f" {mean:11.6g}\n"
        )
    word = f"{kind}s made"
    text += (
        f"{stamp}Total time run:         {len(each)}\nTotal {word}:      {done}\n"
        f"{kind.capitalize()} size:             {size}\nObject size:            {size}\n"
        f"Bandwidth (MB/sec):     {done * size / (1 << 20) / len(each):.6g}\n"
        f"Average IOPS:           {done // len(each)}\nAverage Latency(s):     {spent / done:.6g}\n"
        "Max latency(s):         2.17188\nMin latency(s):         0.00024994\n"
    )
    return text


@pytest.mark.parametrize("kind", ["write", "read"])
@pytest.mark.parametrize("size", [4096, 4 << 20])
def test_rates_and_latencies_are_those_of_the_totals(size: int, kind: str, tmp_path: Path) -> None:
    each = ROOK if size == 4096 else [21, 0, 40]
    (found,) = of_text(tmp_path, rados(each, size, kind))
    every = found.kinds[kind]
    rate = sum(each) / len(each)
    assert (every.count, every.rate_per_s) == (sum(each), pytest.approx(rate))
    assert every.bytes_per_s == pytest.approx(rate * size)
    busy = sum(many > 0 for many in each)
    assert every.completion.mean == pytest.approx(16 * busy / sum(each) * 1e9, rel=1e-4)
    assert (found.load.workers, found.load.queue_depth) == (1, 16)
    assert found.workload.block_size_bytes == size
    assert all(check.agrees for check in found.checks), found.checks


def test_a_stall_stands_in_the_intervals(tmp_path: Path) -> None:
    (found,) = of_text(tmp_path, rados([*ROOK[:5], 0, 0, *ROOK[5:]]))
    counts = [part.kinds["write"].count for part in found.parts]
    assert counts == [*ROOK[:5], 0, 0, *ROOK[5:]]
    for part, many in zip(found.parts, counts, strict=True):
        latency = part.kinds["write"].completion
        if many:
            # Of two means that are told with six digits.
            assert latency.mean == pytest.approx(16 / many * 1e9, rel=0.01)
        else:
            assert latency is None


def test_the_record_keeps_the_stall_and_the_depth_fits(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text(rados(ROOK))
    with Store.open(tmp_path / "s.db") as store:
        (run,) = importing.import_results(store, [tmp_path / "x.txt"]).runs
        record: Any = store.record(run)
    assert [one["writes"] for one in record["intervals"]] == ROOK
    assert record["outstanding_mean"] == pytest.approx(16, rel=0.001)
    assert record["all"]["completion_latency_ns"]["p99"] is None


def test_several_outputs_and_their_times_are_told_apart(tmp_path: Path) -> None:
    stamp = "2026-11-20T14:03:11.123456+0000 "
    found = of_text(tmp_path, rados([100, 100], stamp=stamp) + rados([300] * 3, kind="read"))
    assert [(one.at, whole(one.kinds).rate_per_s) for one in found] == [
        ("output 1", 100),
        ("output 2", 300),
    ]
    assert found[0].started_at_ns == 1_795_183_391_123_456_000
    assert found[0].host == "ceph-tools-b4"
    # What the second does not tell is not taken from the first.
    assert (found[1].started_at_ns, found[1].host) == (None, None)


def test_the_pattern_of_reads_is_that_of_the_command_copied_before_them(tmp_path: Path) -> None:
    output = rados([100, 100], kind="read")
    found = of_text(
        tmp_path,
        f"$ rados bench -p pool 2 seq -t 16\n{output}# rados -p pool bench 2 rand\n"
        f"{output.removeprefix('hints = 1')}{output}",
    )
    assert [one.workload.pattern for one in found] == ["sequential", "random", None]


@pytest.mark.parametrize("lost", ["Total time run", "Total writes made", "Min latency"])
def test_totals_that_are_cut_are_refused_with_the_line(lost: str, tmp_path: Path) -> None:
    lines = [line for line in rados(ROOK).splitlines(keepends=True) if lost not in line]
    with pytest.raises(Bad, match=r"line 1: rados bench did not end"):
        of_text(tmp_path, "".join(lines))


def test_json_says_the_same(tmp_path: Path) -> None:
    done = [sum(ROOK[: n + 1]) for n in range(len(ROOK))]
    document = {
        "concurrent_ios": "16",
        "object_size": "4096",
        "op_size": 4096,
        "seconds_to_run": "10",
        "object_prefix": "benchmark_data_ceph-tools-b4_14542",
        "datas": [
            {
                "sec": f"{n + 1}",
                "cur_ops": "16",
                "finished": f"{many}",
                "avg_bw": "1",
                "avg_lat": f"{16 * (n + 1) / many:.6f}",
            }
            for n, many in enumerate(done)
        ],
        "total_time_run": "10.000000",
        "total_writes_made": f"{done[-1]}",
        "write_size": "4096",
        "bandwidth": f"{done[-1] * 4096 / (1 << 20) / 10:f}",
        "average_iops": f"{done[-1] // 10}",
        "average_latency": f"{160 / done[-1]:f}",
        "max_latency:": "2.171880",
        "min_latency": "0.000250",
    }
    (one,) = of_text(tmp_path, json.dumps(document))
    (same,) = of_text(tmp_path, rados(ROOK))
    assert whole(one.kinds).rate_per_s == whole(same.kinds).rate_per_s
    assert [part.kinds["write"].count for part in one.parts] == ROOK
    assert (one.load, one.host) == (same.load, same.host)
    assert all(check.agrees for check in one.checks)


def rbd(each: Sequence[int], old: bool, size: int = 4096) -> str:
    text = (
        f"bench  type write io_size {size} io_threads 16 bytes {sum(each) * size} pattern random\n"
        "  SEC       OPS   OPS/SEC   BYTES/SEC\n"
    )
    done = 0
    for second, many in enumerate(each, 1):
        done += many
        if many:
            per_s = f"{many * size:.2f}" if old else f"{many * size / (1 << 20):.0f} MiB/s"
            text += f"{second:5}  {done:8}  {many:8.2f}  {per_s}\n"
    rate = done / len(each)
    per_s = f"{rate * size:.2f}" if old else f"{rate * size / (1 << 20):.2g} MiB/s"
    return (
        f"{text}elapsed: {len(each):5}  ops: {done:8}  ops/sec: {rate:8.2f}  bytes/sec: {per_s}\n"
    )


@pytest.mark.parametrize("old", [True, False])
def test_rbd_bench_is_read_and_a_second_without_a_line_is_part_of_the_next(
    old: bool, tmp_path: Path
) -> None:
    each = [8000, 8000, 0, 0, 8000, 8000]
    (found,) = of_text(tmp_path, rbd(each, old))
    every = found.kinds["write"]
    assert (every.count, every.rate_per_s) == (32_000, pytest.approx(32_000 / 6, abs=0.01))
    assert every.completion is None
    assert (found.load.queue_depth, found.workload.pattern) == (16, "random")
    assert [(part.start_s, part.length_s, part.kinds["write"].count) for part in found.parts] == [
        (0, 1, 8000),
        (1, 1, 8000),
        (2, 3, 8000),
        (5, 1, 8000),
    ]
    assert all(check.agrees for check in found.checks)


def test_rbd_bench_without_its_end_is_refused(tmp_path: Path) -> None:
    text = rbd([8000, 8000], old=False)
    with pytest.raises(Bad, match="line 1: rbd bench did not end"):
        of_text(tmp_path, text.partition("elapsed")[0])
    with pytest.raises(Bad, match="line 1: this output of rbd bench does not end"):
        of_text(tmp_path, text.partition("elapsed")[0] + text)
    assert len(of_text(tmp_path, text + text)) == 2
    with pytest.raises(Bad, match="line 5: this line of totals is not as rbd bench prints it"):
        of_text(tmp_path, text.rstrip("\n") + " (of one client)\n")


def test_the_operations_of_rbd_bench_are_held_against_its_time(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "fixtures/results/more/rbd-bench.txt").read_text()
    for ops, agree in (("65536", True), ("655360", False), ("6553", False)):
        (found,) = of_text(tmp_path, text.replace("ops: 65536", f"ops: {ops}"))
        assert all(check.agrees for check in found.checks) == agree
