"""elbencho's CSV and JSON of the same five phases, recorded from the real program: both say the
same, as far as the whole numbers of the CSV tell it."""

from __future__ import annotations

import csv
import json
import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plimsoll.features.imports.results.source import Bad
from tests.features.imports.result_files import read

if TYPE_CHECKING:
    pass

OTHERS = Path(__file__).parents[2] / "fixtures/results/others"


def test_every_phase_that_moved_data_is_a_run_in_both_forms() -> None:
    by_form = [read(OTHERS / name) for name in ("elbencho.csv", "elbencho.json")]
    for phases in by_form:
        assert [one.name for one in phases] == ["WRITE", "READ", "RWMIX70", "WRITE", "READ"]
        assert [one.target for one in phases] == ["f[1-4]"] * 3 + ["dir"] * 2
        assert [one.direct for one in phases] == [True] * 3 + [False] * 2
        assert [one.workload.read_percent for one in phases] == [0, 100, 70, 0, 100]
        assert [one.workload.pattern for one in phases] == [
            "sequential",
            *("random", "random"),
            *("sequential", "sequential"),
        ]
        assert [(one.load.workers, one.load.queue_depth) for one in phases[:3]] == [
            (4, 1),
            (4, 16),
            (2, 4),
        ]
        assert all(check.agrees for one in phases for check in one.checks)
    for cut, exact in zip(*by_form, strict=True):
        assert set(cut.kinds) == set(exact.kinds)
        for kind, told in cut.kinds.items():
            same = exact.kinds[kind]
            assert told.rate_per_s == same.rate_per_s
            assert math.isclose(told.count or 0, same.count or 0, rel_tol=0.02)
            assert told.completion is not None
            assert same.completion is not None
            for figure in ("min", "mean", "max"):
                assert getattr(told.completion, figure) == getattr(same.completion, figure)


def test_operations_are_exact_where_bytes_are() -> None:
    counts = [
        {kind: (one.count, one.bytes) for kind, one in phase.kinds.items()}
        for phase in read(OTHERS / "elbencho.json")
    ]
    # 4 × 32 MiB of 1 MiB and of 4 KiB; 8 files of 1 MiB in blocks of 128 KiB.
    assert counts[0] == {"write": (128, 128 << 20)}
    assert counts[1] == {"read": (32768, 128 << 20)}
    assert counts[3:] == [{"write": (64, 8 << 20)}, {"read": (64, 8 << 20)}]
    for count, size in counts[2].values():
        assert count == (size or 0) / 4096


def test_a_distribution_lies_between_its_extremes_and_a_mix_has_that_of_writes() -> None:
    for phase in read(OTHERS / "elbencho.json"):
        for kind, one in phase.kinds.items():
            latency = one.completion
            assert (latency.counts is None) == (phase.name == "RWMIX70" and kind == "read")
            if latency.counts is not None:
                assert min(latency.counts) >= (latency.min or 0)
                assert max(latency.counts) <= (latency.max or 0)


def test_a_phase_within_a_millisecond_is_as_long_as_its_bytes_say(tmp_path: Path) -> None:
    lines = (OTHERS / "elbencho.json").read_text().splitlines()
    phase = json.loads(lines[5])
    assert (phase["phase_type"], phase["last_done"]["elapsed_time_ms"]) == ("READ", "1")
    phase["last_done"]["elapsed_time_ms"] = "0"
    path = tmp_path / "x.json"
    path.write_text(json.dumps(phase))
    (found,) = read(path)
    assert found.seconds == pytest.approx(8388608 / 5769331499)
    # Where they do not say it either, it is passed over, and the others are read.
    phase["last_done"]["bytes/s"] = "0"
    path.write_text("\n".join([json.dumps(phase), *lines]))
    assert len(read(path)) == 5


def test_a_file_that_a_spreadsheet_saved_is_read_the_same(tmp_path: Path) -> None:
    """Semicolons between cells gave no Run and no word."""
    rows = list(csv.reader((OTHERS / "elbencho.csv").read_text().splitlines()))
    path = tmp_path / "x.csv"
    with path.open("w", newline="") as file:
        csv.writer(file, delimiter=";").writerows(rows)
    assert read(path) == read(OTHERS / "elbencho.csv")


@pytest.mark.parametrize("form", ["pretty", "array", "pretty array"])
def test_documents_that_another_program_laid_out_are_read_the_same(
    tmp_path: Path, form: str
) -> None:
    plain = read(OTHERS / "elbencho.json")
    documents = [json.loads(line) for line in (OTHERS / "elbencho.json").read_text().splitlines()]
    path = tmp_path / "x.json"
    indent = 2 if "pretty" in form else None
    if "array" in form:
        path.write_text(json.dumps(documents, indent=indent))
    else:
        path.write_text("\n".join(json.dumps(one, indent=indent) for one in documents) + "\n")
    assert [replace(one, line=None) for one in read(path)] == [
        replace(one, line=None) for one in plain
    ]
    path.write_text(path.read_text()[:-400])
    with pytest.raises(Bad):
        read(path)


@pytest.mark.parametrize("hosts", ["1", "3"])
@pytest.mark.parametrize(
    ("limit", "rate"),
    [
        ("--limitread 10M", 10_240.0),
        ("--limitread=4096k", 4_096.0),
        ("--limitread 8192000", 8_000.0),
        ("--limitwrite 10M", None),
        ("", None),
    ],
)
def test_a_limit_of_each_thread_is_the_rate_of_all(
    tmp_path: Path, limit: str, rate: float | None, hosts: str
) -> None:
    columns, _, row = list(csv.reader((OTHERS / "elbencho.csv").read_text().splitlines()))[:3]
    row[columns.index("command")] = f'"elbencho" "-r" "-b" "4k" "-t" "4" {limit} "f"'
    row[columns.index("hosts")] = hosts
    path = tmp_path / "x.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([columns, row])
    (found,) = read(path)
    assert found.load.workers == 4 * int(hosts)
    assert found.load.offered_rate_per_s == (None if rate is None else rate * int(hosts))
