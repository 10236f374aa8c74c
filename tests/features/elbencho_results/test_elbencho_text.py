"""elbencho's text and live figures: written from a known truth and read back, and held against the
JSON of the same phases, recorded from the real program."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from plimsoll.features.imports import importing
from plimsoll.features.imports.results.run_result import whole
from plimsoll.features.imports.results.source import Bad
from plimsoll.store import Store
from tests.features.imports.result_files import read

if TYPE_CHECKING:
    pass

OTHERS = Path(__file__).parents[2] / "fixtures/results/others"
HEAD = """\
OPERATION   RESULT TYPE         FIRST DONE   LAST DONE
=========== ================    ==========   =========
"""
LIVE = (
    "ISO Date,Label,Phase,RuntimeMS,Rank,MixType,Done%,DoneBytes,MiB/s,IOPS,Entries,Entries/s,"
    "Lat Ent us,Lat IO us,Active,CPU,Service,\n"
)


def row(name: str, first: object, last: object, phase: str = "") -> str:
    return f"{phase:<11} {name:<17}: {first:>11} {last:>11}\n"


def human(us: int) -> str:
    """As elbencho writes a latency (UnitTk)."""
    if us < 1000:
        return f"{us}us"
    for digits, most in ((2, 10_000), (1, 100_000), (0, 1_000_000)):
        if us < most:
            return f"{us / 1000:.{digits}f}ms"
    return f"{us / 1e6:.2f}s"


def histogram(name: str, of: Any) -> str:
    buckets = [
        (one["range"].split("-")[1].removesuffix("us"), one["count"])
        for one in of["histogram"]["buckets"]
        if int(one["count"])
    ]
    told = ", ".join(f"{high}: {many}" for high, many in buckets)
    return f"{'':11} {name + ' lat hist':<17}: [ {told} ]\n"


def as_text(document: Any) -> str:
    """A phase of the JSON as the text has it."""
    last = document["last_done"]
    io, mixed = last["latency"]["IO"], last.get("rwmix_read")
    ms = int(last["elapsed_time_ms"])
    text = row("Elapsed time", f"{ms}ms", f"{ms}ms", document["phase_type"])

    def latency(name: str, of: Any) -> str:
        spans = {key: human(int(of[f"{key}_us"])) for key in ("min", "avg", "max")}
        told = " ".join(f"{key}={value}" for key, value in spans.items())
        return f"{'':11} {name + ' latency':<17}: [ {told} ]\n"

    if mixed is None:
        text += row("IOPS", 1, last["iops"])
        text += row("Throughput MiB/s", 1, int(last["bytes/s"]) >> 20)
        text += row("Total MiB", 1, int(last["bytes"]) >> 20)
        text += latency("IO", io)
        text += histogram("IO", io)
    else:
        text += row("IOPS write", 1, last["iops"]) + row("IOPS read", 1, mixed["iops"])
        for name, of in (("write", last), ("read", mixed)):
            text += row(f"MiB/s {name}", 1, int(of["bytes/s"]) >> 20)
        for name, of in (("write", last), ("read", mixed)):
            text += row(f"MiB {name}", 1, int(of["bytes"]) >> 20)
        text += latency("IO wr", io) + histogram("IO wr", io) + latency("IO rd", io["rwmix_read"])
    return text + "---\n"


def command(document: Any) -> str:
    words = document["config"].get("command") or document.get("command")
    return f"ISO DATE: 2026-11-25T21:15:30+0000\nCOMMAND LINE: {words}\n\n"


def test_the_text_of_a_phase_says_what_its_json_says(tmp_path: Path) -> None:
    lines = (OTHERS / "elbencho.json").read_text().splitlines()
    documents = [json.loads(line) for line in lines]
    shown = [one for one in documents if one["phase_type"] in ("WRITE", "READ", "RWMIX70")]
    shown = [one for one in shown if "latency" in one["last_done"]]
    path = tmp_path / "e.txt"
    path.write_text("".join(command(one) + HEAD + as_text(one) for one in shown))
    exact, told = read(OTHERS / "elbencho.json"), read(path)
    assert len(told) == len(exact)
    for same, one in zip(exact, told, strict=True):
        assert set(one.kinds) == set(same.kinds)
        assert one.workload.block_size_bytes == same.workload.block_size_bytes
        assert one.workload.read_percent == same.workload.read_percent
        assert (one.load.workers, one.load.queue_depth) == (
            same.load.workers,
            same.load.queue_depth,
        )
        assert (one.direct, one.target) == (same.direct, same.target)
        assert one.seconds == pytest.approx(same.seconds, abs=0.001)
        for kind, figures in same.kinds.items():
            mine = one.kinds[kind]
            assert mine.rate_per_s == figures.rate_per_s
            assert mine.bytes_per_s == pytest.approx(figures.bytes_per_s, rel=0.01)
            assert mine.completion.mean == pytest.approx(figures.completion.mean, rel=0.006)
            if figures.completion.counts is not None:
                counts = mine.completion.counts or {}
                assert sum(counts.values()) == sum(figures.completion.counts.values())
                # The same steps, of which the text has the upper end in whole microseconds.
                for a, b in zip(sorted(counts), sorted(figures.completion.counts), strict=False):
                    assert a == pytest.approx(b, rel=0.12, abs=600)
        assert all(check.agrees for check in one.checks)


@pytest.mark.parametrize(
    ("elapsed", "seconds"),
    [("126ms", 0.126), ("30.196s", 30.196), ("2m5.755s", 125.755), ("1h2m3s", 3723.0)],
)
def test_times_are_read_as_elbencho_writes_them(
    elapsed: str, seconds: float, tmp_path: Path
) -> None:
    for name, told in (("Elapsed time", elapsed), ("Elapsed ms", str(round(seconds * 1000)))):
        rows = row(name, told, told, "WRITE") + row("IOPS", 100, 100)
        path = tmp_path / "e.txt"
        path.write_text(HEAD + rows + row("Total MiB", 1, 1) + "---\n")
        (found,) = read(path)
        assert found.seconds == pytest.approx(seconds)


def test_a_block_as_large_as_a_file_counts_by_files(tmp_path: Path) -> None:
    """Then elbencho leaves the IOPS away, and only then."""
    path = tmp_path / "e.txt"
    path.write_text(
        'COMMAND LINE: "elbencho" "-w" "-s" "256k" "-b" "256k" "-t" "1" "--hosts" "h[1-3],x" "d"\n'
        + HEAD
        + row("Elapsed time", "30m0.262s", "30m0.000s", "WRITE")
        + row("Objects/s", 84, 84)
        + row("Throughput MiB/s", 21, 21)
        + row("Total MiB", 37917, 37800)
        + row("Objects total", 151667, 151200)
        + "---\n"
    )
    (found,) = read(path)
    every = whole(found.kinds)
    assert (every.rate_per_s, every.count) == (84, 151_200)
    assert every.bytes_per_s == pytest.approx(21 << 20)
    assert found.load.workers == 4
    assert found.started_at_ns is None


def test_phases_that_move_no_data_are_passed_over_and_dates_are_of_the_first(
    tmp_path: Path,
) -> None:
    text = (
        "ISO DATE: 2026-08-12T16:00:00+0000\n"
        + HEAD
        + row("Elapsed time", "4ms", "5ms", "MKDIRS")
        + row("Dirs/s", 10, 10)
        + "---\n"
    )
    for phase in ("WRITE", "READ"):
        text += row("Elapsed time", "1.000s", "1.000s", phase) + row("IOPS", 100, 100)
        text += row("Total MiB", 1, 1) + "---\n"
    path = tmp_path / "e.txt"
    path.write_text(text)
    found = read(path)
    assert [one.name for one in found] == ["WRITE", "READ"]
    assert found[1].started_at_ns is None


def live(seconds: int, rates: list[int], us: int, active: int = 4, size: int = 4096) -> str:
    text, done = LIVE, 0
    for second in range(1, seconds + 1):
        rate = rates[(second - 1) % len(rates)]
        done += rate * size
        mib = rate * size >> 20
        date = f"2026-02-09T11:18:{29 + second:02}.000-0500"
        text += (
            f"{date},,READ,{second * 1000},Total,,0,{done},{mib},{rate},0,0,0,{us},{active},17,,\n"
        )
        text += f"{date},,READ,{second * 1000},0,,0,{done // 4},,,0,,,,,,,\n"
    return text


def test_live_figures_are_intervals_whose_latency_fits_their_rate(tmp_path: Path) -> None:
    """30,151 IOPS at 530 µs are 16 outstanding of 4 workers."""
    path = tmp_path / "live.csv"
    path.write_text(live(10, [30_151], 530))
    (found,) = read(path)
    every = found.kinds["read"]
    assert every.rate_per_s == pytest.approx(30_151)
    assert found.workload.block_size_bytes == 4096
    assert (found.load.workers, found.started_at_ns) == (4, 1_770_653_909_000_000_000)
    assert [round(part.length_s, 3) for part in found.parts] == [1.0] * 10
    with Store.open(tmp_path / "s.db") as store:
        (run,) = importing.import_results(store, [path]).runs
        record: Any = store.record(run, intervals=False)
    assert record["outstanding_mean"] == pytest.approx(15.98, rel=0.001)


@pytest.mark.parametrize("by_s", [-40, 40, 3_600, -3_600])
def test_dates_that_leave_the_time_since_the_begin_are_a_jump_of_the_clock(
    by_s: int, tmp_path: Path
) -> None:
    """Of an hour they may follow summer time."""
    lines = live(20, [1000], 1000).splitlines(keepends=True)
    half = len(lines) // 2
    moved = [
        re.sub(
            r"11:18:(\d\d)",
            lambda at: (
                f"{(at_s := 40_680 + int(at[1]) + by_s) // 3600}:{at_s % 3600 // 60:02}"
                f":{at_s % 60:02}"
            ),
            line,
        )
        for line in lines[half:]
    ]
    path = tmp_path / "live.csv"
    path.write_text("".join(lines[:half] + moved))
    (found,) = read(path)
    assert [step.by_s for step in found.clock_steps] == ([] if abs(by_s) == 3_600 else [by_s])


def test_lines_that_are_missing_are_a_gap_and_bytes_still_tell_the_rate(tmp_path: Path) -> None:
    lines = live(20, [1000, 3000], 1000).splitlines(keepends=True)
    # Seconds 8 to 12.
    kept = [line for line in lines if not any(f",{ms}000,Total" in line for ms in range(8, 13))]
    path = tmp_path / "live.csv"
    path.write_text("".join(kept))
    (found,) = read(path)
    assert found.kinds["read"].rate_per_s == pytest.approx(2000, rel=0.01)
    ends = [(part.start_s, part.start_s + part.length_s) for part in found.parts]
    gaps = [after - before for (_, before), (after, _) in itertools.pairwise(ends)]
    assert max(gaps) == pytest.approx(5.0)


def test_live_lines_within_a_text_are_the_intervals_of_its_phase(tmp_path: Path) -> None:
    """--livecsv stdout."""
    body = live(3, [1000], 4000)
    text = HEAD + body + row("Elapsed time", "3.000s", "3.000s", "READ")
    text += row("IOPS", 1000, 1000) + row("Throughput MiB/s", 3, 3) + row("Total MiB", 11, 11)
    path = tmp_path / "out.txt"
    path.write_text(text + "---\n")
    (found,) = read(path)
    assert found.kinds["read"].rate_per_s == 1000
    assert len(found.parts) == 3
    # Without its table, as of a run that was stopped, the lines are all that there is.
    path.write_text(HEAD + body)
    (found,) = read(path)
    assert found.kinds["read"].rate_per_s == pytest.approx(1000)


def test_a_mix_has_lines_of_both_kinds(tmp_path: Path) -> None:
    path = tmp_path / "live.csv"
    text = LIVE
    for second in (1, 2, 3):
        for kind, rate in (("Write", 300), ("Read", 700)):
            done, at = second * rate * 4096, second * 1000
            text += f",,RWMIX70,{at},Total,{kind},0,{done},1,{rate},0,0,0,900,4,17,,\n"
    path.write_text(text)
    (found,) = read(path)
    assert {kind: round(one.rate_per_s or 0) for kind, one in found.kinds.items()} == {
        "write": 300,
        "read": 700,
    }
    assert found.workload.read_percent == 70


def test_what_is_cut_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "e.txt"
    rows = row("Elapsed time", "1.000s", "1.000s", "WRITE") + row("IOPS", 100, 100)
    path.write_text(HEAD + rows)
    with pytest.raises(Bad, match=r"line 3: phase WRITE does not end: the file is cut"):
        read(path)
    path.write_text(HEAD + rows + row("Elapsed time", "1.000s", "1.000s", "READ"))
    with pytest.raises(Bad, match="phase WRITE does not end: lines are missing"):
        read(path)
    path.write_text(HEAD)
    with pytest.raises(Bad, match="no phase in it that read or wrote data"):
        read(path)


MORE = Path(__file__).parents[2] / "fixtures/results/more"


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        # 1,000 ms, DoneBytes, IOPS of the first line.
        (",READ,1000,Total,,0,122880000,117,30000,", ",READ,10000,Total,,0,122880000,117,30000,"),
        (",READ,3000,Total,,0,368640000,117,30000,", ",READ,3000,Total,,0,3686400000,117,30000,"),
        (",READ,1000,Total,,0,122880000,117,30000,", ",READ,1000,Total,,0,122880000,117,300000,"),
        (",READ,2000,Total,,0,245760000,117,30000,", ",READ,2000,Total,,0,245760000,1170,30000,"),
    ],
)
def test_live_figures_that_contradict_each_other_are_told(
    given: str, wrong: str, tmp_path: Path
) -> None:
    text = (MORE / "elbencho-live.csv").read_text()
    assert given in text
    path = tmp_path / "live.csv"
    path.write_text(text.replace(given, wrong))
    assert not all(check.agrees for one in read(path) for check in one.checks)
    path.write_text(text)
    assert all(check.agrees for one in read(path) for check in one.checks)


def test_live_bytes_that_fall_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "live.csv"
    text = (MORE / "elbencho-live.csv").read_text()
    path.write_text(text.replace(",122880000,", ",1228800000,"))
    with pytest.raises(Bad, match="line 4: DoneBytes is less than in the line before"):
        read(path)


def test_bytes_of_a_mix_are_held_against_its_operations(tmp_path: Path) -> None:
    path = tmp_path / "e.txt"
    text = (MORE / "elbencho.txt").read_text()
    path.write_text(
        text.replace("MiB write        :          72          72", "MiB write : 72 720")
    )
    (check,) = [one for run in read(path) for one in run.checks if not one.agrees]
    assert check.figure == "write.rate_per_s"
