"""Honest Runs have no finding, and a fault that is put into one has its own."""

import json
import random
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import plimsoll
from plimsoll.features.credibility import judging
from plimsoll.features.imports.results import record
from plimsoll.features.imports.results.run_result import (
    Data,
    Latency,
    Load,
    Operations,
    Part,
    Result,
    Workload,
)
from tests.features.imports.result_files import source_of
from tests.stack_texts import disk

FIO = shutil.which("fio")
HONEST = 200
FIO_687_MINUTES = (
    *(79617, 79793, 79661, 79704, 79483, 79454, 79556, 79343, 79049, 78776, 78029, 78023, 77554),
    *(77225, 76945, 67886, 65353, 64239, 62856, 61628, 60328, 58853, 72292, 79839, 79852, 79879),
)


def bin_of(value: float) -> int:
    """As fio counts: 64 steps to a doubling."""
    shift = max(0, int(value).bit_length() - 7)
    return (int(value) >> shift << shift) + (1 << shift >> 1)


def latency(samples: Sequence[float], count: int, *, bins: bool = True) -> Latency:
    ordered = sorted(samples)
    mean = sum(samples) / len(samples)
    counts: dict[int, int] = {}
    for value in samples:
        counts[bin_of(value)] = counts.get(bin_of(value), 0) + count // len(samples)
    percents = (1.0, 5.0, *range(10, 100, 10), 95.0, 99.0, 99.9)
    return Latency(
        count=count,
        mean=mean,
        stddev=(sum((value - mean) ** 2 for value in samples) / len(samples)) ** 0.5,
        min=ordered[0],
        max=ordered[-1],
        percentiles={
            float(at): ordered[min(len(ordered) - 1, int(at / 100 * len(ordered)))]
            for at in percents
        },
        counts=counts if bins else None,
        width=1 / 64 if bins else None,
    )


def result(
    samples: Sequence[float], rates: Sequence[float], *, interval_s: float = 1.0, bins: bool = True
) -> Result:
    """A closed loop of reads with these latencies, at these rates in its intervals."""
    seconds = interval_s * len(rates)
    count = round(sum(rates) * interval_s / len(samples)) * len(samples)
    spans = latency(samples, count, bins=bins)
    depth = count / seconds * (spans.mean or 0.0) / 1e9
    return Result(
        name="job",
        at="jobs[0]",
        line=1,
        kinds={
            "read": Operations(
                count=count,
                bytes=count * 4096,
                errors=0,
                rate_per_s=count / seconds,
                bytes_per_s=count * 4096 / seconds,
                completion=spans,
            )
        },
        seconds=seconds,
        asked_s=seconds,
        starts="submission",
        workload=Workload(
            block_size_bytes=4096,
            read_percent=100.0,
            pattern="random",
            working_set_bytes=1 << 40,
            data=Data("random"),
        ),
        load=Load(workers=1, queue_depth=max(1, round(depth))),
        target="/dev/sdb",
        target_kind="block_device",
        direct=True,
        parts=tuple(
            Part(at * interval_s, interval_s, {"all": Operations(rate_per_s=rate)})
            for at, rate in enumerate(rates)
        ),
    )


def findings(one: Result) -> dict[str, dict[str, float]]:
    made = record.make(one, source_of("fio")).record
    return {found["code"]: found["figures"] for found in made["imported"]["findings"]}


def honest(dice: random.Random, *, bins: bool) -> Result:
    """A load of some depth on a device with some service time: exponential, of Erlang, or with a
    long tail."""
    depth, service_ns = dice.randint(1, 16), 10 ** dice.uniform(5.0, 6.5)
    draw = dice.choice(
        (
            lambda: 20_000 + dice.expovariate(1 / service_ns),
            lambda: 20_000 + dice.gammavariate(4, service_ns / 4),
            lambda: 20_000 + dice.lognormvariate(0, 0.8) * service_ns,
        )
    )
    samples = [draw() for _ in range(400)]
    rate = depth / (sum(samples) / len(samples)) * 1e9
    rates = [max(0.0, dice.gauss(rate, (rate * 2) ** 0.5)) for _ in range(dice.randint(12, 60))]
    return result(samples, rates, bins=bins)


def test_two_hundred_honest_results_have_no_finding() -> None:
    for seed in range(HONEST):
        assert findings(honest(random.Random(seed), bins=seed % 2 == 0)) == {}, seed


@pytest.mark.long
def test_two_hundred_runs_on_described_storage_are_usable(tmp_path: Path) -> None:
    """Of our own simulator, without a fault: closed loops within its places, open ones below its
    rate."""
    dice = random.Random(7)
    documents = []
    for number in range(HONEST):
        places, mean_us = dice.randint(1, 8), dice.randint(500, 5_000)
        spread = dice.choice(("", "exponential"))
        stack = tmp_path / f"{number}.toml"
        stack.write_text(disk(f"{mean_us}us", servers=places, spread=spread))
        load: dict[str, Any] = (
            {"queue_depth": dice.randint(1, places * 2)}
            if number % 2
            else {"rate": 0.6 * places / mean_us * 1e6}
        )
        run = plimsoll.run(
            f"stack:{stack}",
            virtual=True,
            measure_for="12s",
            warmup_for="1s",
            read=str(dice.choice((0, 50, 70, 100))),
            seed=number,
            store=tmp_path / "runs.db",
            **load,
        )
        documents.append(json.dumps(run.document))
    path = tmp_path / "runs.json"
    path.write_text("\n".join(documents))
    (file,) = judging.judge([path], None).files
    assert len(file.runs) == HONEST
    for number, one in enumerate(file.runs):
        assert {reason.code for reason in one.reasons} == {"stack_target"}, number
        assert one.use == "usable"
    # In a store they have their distributions, in which two groups would be seen.
    for number in range(1, HONEST + 1):
        (file,) = judging.judge([tmp_path / f"runs.db#{number}"], None).files
        assert [reason.code for run in file.runs for reason in run.reasons] == ["stack_target"]


CONTRADICTIONS = {
    *("more_outstanding_than_depth", "sync_time_missing"),
    *("least_above_most", "mean_beyond_extremes", "percentile_beyond_extremes"),
    *("mean_beyond_percentiles", "distribution_against_mean", "longer_without_submission"),
    *("bytes_against_operations", "one_direction_timed", "percentile_is_longest", "clock_jumped"),
    *("above_disk_link", "beyond_one_disk", "cache_rate", "figures_disagree", "refuted"),
    *("time_not_recorded", "ended_early", "many_failed", "operations_failed"),
}
"""What an honest Run of fio has on no machine, however fast or busy it is."""


@pytest.mark.long
@pytest.mark.disk
@pytest.mark.skipif(FIO is None, reason="fio is not installed")
@pytest.mark.parametrize("form", ["json", "json+", "normal", "terse"])
def test_runs_of_the_real_fio_contradict_nothing(form: str, tmp_path: Path) -> None:
    assert FIO is not None
    shape = ("--filename=laid.dat", "--size=64m", "--direct=1", "--time_based", "--runtime=1")
    jobs = (
        ("--ioengine=libaio", "--iodepth=8", "--rw=randrw", "--rwmixread=70", "--bs=4k"),
        ("--ioengine=libaio", "--iodepth=4", "--rw=randread", "--bs=16k", "--rate_iops=300"),
        ("--ioengine=psync", "--numjobs=4", "--rw=randread", "--bs=4k", "--group_reporting"),
        ("--ioengine=psync", "--rw=write", "--bs=64k", "--fdatasync=4"),
    )
    for number, job in enumerate(jobs):
        out = (f"--output-format={form}", f"--output={number}.txt", "--name=job")
        subprocess.run([FIO, *shape, *job, *out], cwd=tmp_path, check=True, timeout=120)
    paths = [tmp_path / f"{number}.txt" for number in range(len(jobs))]
    found = judging.judge(paths, None)
    assert found.left == []
    assert [len(file.runs) for file in found.files] == [1] * len(jobs)
    for file in found.files:
        for run in file.runs:
            seen = {reason.code: reason.sentence() for reason in run.reasons}
            assert not seen.keys() & CONTRADICTIONS, (file.file, seen)


def test_a_rate_that_falls_for_six_minutes_is_two_levels() -> None:
    """axboe/fio#687: 26 minutes, which a steady state of five minutes passes."""
    samples = [200_000.0 + 1_000 * at for at in range(100)]
    figures = findings(result(samples, FIO_687_MINUTES, interval_s=60.0))["level_changed"]
    assert 16 * 60 <= figures["at_s"] < 22 * 60
    assert 58_853 <= figures["low_per_s"] <= 64_239
    # Its first quarter of an hour alone is steady.
    assert findings(result(samples, FIO_687_MINUTES[:15], interval_s=60.0)) == {}


def test_a_collapse_in_the_last_quarter_is_a_second_level() -> None:
    """axboe/fio#1849: 610k IOPS for 45 s, then 50k."""
    samples = [150_000.0 + 1_000 * at for at in range(100)]
    figures = findings(result(samples, [610_000.0] * 45 + [50_000.0] * 15))["level_changed"]
    assert (figures["low_per_s"], figures["high_per_s"]) == (50_000, 610_000)
    assert 45 <= figures["at_s"] < 60


def test_hits_and_misses_of_a_cache_are_two_groups() -> None:
    dice = random.Random(3)
    hits = [dice.uniform(60_000, 90_000) for _ in range(600)]
    misses = [dice.uniform(4_000_000, 9_000_000) for _ in range(900)]
    for bins in (True, False):
        figures = findings(result(hits + misses, [4_000.0] * 20, bins=bins))["two_modes"]
        assert 30 <= figures["share_percent"] <= 40
        assert figures["fast_ns"] < 100_000
        assert figures["slow_ns"] > 3_900_000


def test_a_run_that_ended_early_or_waited_at_its_end_says_so() -> None:
    one = result([300_000.0 + at for at in range(100)], [3_000.0] * 60)
    assert list(findings(replace(one, asked_s=600.0))) == ["ended_early"]
    assert list(findings(replace(one, asked_s=30.0))) == ["ran_over"]
    assert findings(replace(one, asked_s=60.5)) == {}
    # vdbench counts its warm-up into elapsed.
    assert findings(replace(one, asked_s=90.0, warmup_s=30.0)) == {}


def test_one_error_in_a_hundred_makes_the_figures_those_of_errors() -> None:
    one = result([300_000.0 + at for at in range(100)], [3_000.0] * 60)
    read = one.kinds["read"]
    assert read.count is not None
    for errors, code in ((3, "operations_failed"), (read.count // 50, "many_failed")):
        kinds = {"read": replace(read, errors=errors)}
        assert list(findings(replace(one, kinds=kinds))) == [code]
