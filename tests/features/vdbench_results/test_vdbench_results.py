"""What vdbench tells is read as it was: files are written from a truth in every form and version,
changed in the ways in which files are, and read back."""

import datetime
import re
from dataclasses import replace
from pathlib import Path

import pytest

from plimsoll.features.imports.results import record
from plimsoll.features.imports.results.run_result import Result
from plimsoll.features.imports.results.source import Bad
from plimsoll.features.vdbench_results import vdbench_clock
from plimsoll.report.common import import_text as words
from plimsoll.store.imported_run import Document
from tests.features.imports.result_files import of_text, read, source_of
from tests.features.vdbench_results import vdbench_writer as writer
from tests.features.vdbench_results.vdbench_writer import Interval, Truth, steady

UNEVEN = Truth(tuple(Interval(900 + 7 * n, 0.5 + 0.01 * n) for n in range(40)))


def folder(tmp_path: Path, truth: Truth, **files: str) -> Result:
    """Of an output folder with these files, `flatfile="…"`."""
    made = {"parmfile": writer.PARAMETERS, "flatfile": writer.flat([truth]), **files}
    for name, text in made.items():
        (tmp_path / f"{name}.html").write_text(text)
    (result,) = read(tmp_path)
    return result


def record_of(result: Result) -> Document:
    """The record that an import keeps."""
    return record.make(result, source_of("vdbench", "vdbench report")).record


def vdbench_text(truth: Truth, form: str, version: str) -> str:
    if form == "flatfile":
        return writer.flat([truth])
    return writer.output_text([truth], version, rows=form == "rows")


FORMS = [
    *((form, version) for form in ("rows", "totals") for version in writer.DIALECTS),
    ("flatfile", "50406"),
]


@pytest.mark.parametrize(("form", "version"), FORMS)
@pytest.mark.parametrize(
    "truth",
    [
        UNEVEN,
        replace(UNEVEN, warmup=10),
        replace(UNEVEN, warmup=2, length_s=5, read_percent=0.0, asked="1000"),
        steady(150.0, 9, 12.5, read_percent=100.0),
    ],
)
def test_an_average_is_the_files_own(tmp_path: Path, form: str, version: str, truth: Truth) -> None:
    (result,) = of_text(tmp_path, vdbench_text(truth, form, version))
    every = result.kinds["all"]
    assert every.rate_per_s == pytest.approx(truth.rate, abs=0.006)
    assert every.completion.mean == pytest.approx(truth.mean_ms * 1e6, abs=600)
    assert all(check.agrees for check in result.checks)
    assert "unfinished_status" not in result.remarks
    assert result.machine_cpu == (writer.CPU / 100, writer.SYSTEM / 100)
    assert result.seconds == len(truth.measured_intervals) * truth.length_s
    assert result.warmup_s == (truth.first - 1) * truth.length_s
    if form != "totals":
        assert [part.kinds["all"].rate_per_s for part in result.parts] == pytest.approx(
            [one.rate for one in truth.measured_intervals], abs=0.006
        )


@pytest.mark.parametrize("version", writer.DIALECTS)
@pytest.mark.parametrize("rows", [True, False])
@pytest.mark.parametrize(("warmup", "many"), [(10, 110), (1, 12_345), (100, 1_000)])
def test_a_label_that_touches_the_clock_is_an_average(
    tmp_path: Path, version: str, rows: bool, warmup: int, many: int
) -> None:
    """Ten letters and more leave no blank: as every Run of 110 intervals with a warm-up of ten."""
    many = min(many, 1_001) if rows else many
    cold = (Interval(200.0),) * warmup
    truth = Truth((*cold, *(Interval(1_000.0),) * (many - warmup)), warmup=warmup)
    text = writer.output_text([truth], version, rows=rows)
    (result,) = of_text(tmp_path, text.replace(f" {truth.label}", truth.label))
    assert result.kinds["all"].rate_per_s == pytest.approx(1_000.0, abs=0.006)
    assert "unfinished_status" not in result.remarks
    assert record_of(result)["outcome"] == "ok"


def test_no_row_needs_a_blank_behind_its_clock(tmp_path: Path) -> None:
    text = writer.output_text([UNEVEN])
    glued = re.sub(r"(?m)^(\d\d:\d\d:\d\d\.\d{3}) +(?=avg_|\d+ )", r"\1", text)
    assert glued != text
    (plain,), (touching,) = of_text(tmp_path, text), of_text(tmp_path, glued, "g.txt")
    assert touching == plain


def test_a_run_without_an_average_is_told_as_cut(tmp_path: Path) -> None:
    (result,) = of_text(tmp_path, writer.output_text([UNEVEN], cut=True))
    assert "unfinished_status" in result.remarks
    assert record_of(result)["outcome"] == "stopped"


# -- dates -----------------------------------------------------------------------------------------


def at(text: str) -> int:
    moment = datetime.datetime.fromisoformat(text)
    return int(moment.replace(tzinfo=moment.tzinfo or datetime.UTC).timestamp() * 1e9)


@pytest.mark.parametrize("form", ["rows", "totals"])
def test_a_report_began_on_its_own_date(tmp_path: Path, form: str) -> None:
    truth = replace(UNEVEN, warmup=10)
    (result,) = of_text(tmp_path, vdbench_text(truth, form, "50406"))
    # Measure begins behind the warm-up; a report without rows tells no length of an interval.
    assert result.started_at_ns == at("2024-01-24T10:00:10")
    assert "zone_not_told" in result.remarks


@pytest.mark.parametrize(
    ("zone", "hours"),
    [("UTC", 0), ("MDT", 6), ("CEST", -2), ("GMT+05:30", -5.5), ("JST", -9), ("CST", None)],
)
def test_a_flatfile_tells_its_zone_where_its_name_means_one(
    tmp_path: Path, zone: str, hours: float | None
) -> None:
    (result,) = of_text(tmp_path, writer.flat([UNEVEN], zone=zone))
    assert result.started_at_ns == at("2024-01-24T10:00:01") + round((hours or 0) * 3600e9)
    assert ("zone_not_told" in result.remarks) == (hours is None)


def test_a_summary_tells_its_zone_above_the_rows(tmp_path: Path) -> None:
    created = "Vdbench summary report, created 09:59:58 Jan 24 2024 PDT"
    (result,) = of_text(tmp_path, writer.output_text([UNEVEN], above=[created]))
    assert result.started_at_ns == at("2024-01-24T17:00:01")
    assert "zone_not_told" not in result.remarks


@pytest.mark.parametrize("form", ["rows", "totals", "flatfile"])
def test_runs_go_on_over_midnight(tmp_path: Path, form: str) -> None:
    late = replace(UNEVEN, began_s=writer.DAY_S - 20.0)
    runs = [late, replace(late, name="run2", began_s=late.began_s + 100)]
    text = (
        writer.flat(runs, day=None)
        if form == "flatfile"
        else writer.output_text(runs, rows=form == "rows", date="Jan 24, 2024")
    )
    if form != "flatfile":
        # The second heading is written on the next day, and without rows both are.
        head, _, tail = text.rpartition("Jan 24, 2024")
        head = head if form == "rows" else head.replace("Jan 24", "Jan 25")
        text = f"{head}Jan 25, 2024{tail}"
    found = of_text(tmp_path, text)
    if form == "flatfile":
        assert [one.started_at_ns for one in found] == [None, None]
    else:
        assert [one.started_at_ns for one in found] == [
            at("2024-01-24T23:59:41"),
            at("2024-01-25T00:01:21"),
        ]
    if form != "totals":
        assert [one.unrecorded.gaps for one in found] == [(), ()]
        assert [one.seconds for one in found] == [39.0, 39.0]


def test_an_old_flatfile_takes_the_date_of_the_report_beside_it(tmp_path: Path) -> None:
    created = "Vdbench summary report, created 09:59:58 Jan 24 2024 UTC"
    result = folder(
        tmp_path,
        UNEVEN,
        flatfile=writer.flat([UNEVEN], day=None),
        summary=writer.output_text([UNEVEN], above=[created]),
    )
    assert result.started_at_ns == at("2024-01-24T10:00:01")


@pytest.mark.parametrize(
    "date", ["Jan. 24, 2024", "January 24, 2024", "janv. 24, 2024", "août 24, 2024"]
)
def test_a_date_is_read_or_not_told(tmp_path: Path, date: str) -> None:
    (result,) = of_text(tmp_path, writer.output_text([UNEVEN], date=date))
    known = at("2024-01-24T10:00:01") if date[:3].lower() == "jan" else None
    assert result.started_at_ns == known
    assert record_of(result)["started_at_ns"] == known


# -- time that was not recorded --------------------------------------------------------------------


def gaps(result: Result) -> list[tuple[float, float]]:
    told = record_of(result)["imported"].get("unrecorded", {"gaps": []})
    return [(one["at_s"], one["length_s"]) for one in told["gaps"]]


@pytest.mark.parametrize("form", ["rows", "flatfile"])
@pytest.mark.parametrize("length_s", [1, 5])
@pytest.mark.parametrize(
    ("missing", "at_what"),
    [
        (range(15, 27), [(13, 12)]),
        ([2], [(0, 1)]),
        ([2, 3, 4], [(0, 3)]),
        ([39, 40], [(37, 2)]),
        ([40], [(38, 1)]),
        ([5, 6, 20], [(3, 2), (18, 1)]),
        ([1], []),
    ],
)
def test_missing_rows_are_a_gap_of_their_length_in_their_place(
    tmp_path: Path, form: str, length_s: int, missing: range, at_what: list[tuple[int, int]]
) -> None:
    truth = replace(steady(1_000.0, 40), length_s=length_s).without(*missing)
    (result,) = of_text(tmp_path, vdbench_text(truth, form, "50406"))
    assert gaps(result) == [(one * length_s, long * length_s) for one, long in at_what]
    # The average is of all of the time: it disagrees with nothing.
    assert all(check.agrees for check in result.checks)
    assert result.seconds == 39 * length_s


@pytest.mark.parametrize(
    ("inside", "says"),
    [
        (1_000.0, "shows that the load went on in that time: only the recorder stood still"),
        (0.0, "leaves next to no operations for that time: an outage, or the recorder stood"),
        (400.0, "leaves 400 IOPS for that time: slow, or an outage for a part of it"),
    ],
)
def test_the_files_own_average_is_evidence_of_what_was_not_recorded(
    tmp_path: Path, inside: float, says: str
) -> None:
    rates = [*[1_000.0] * 14, *[inside] * 12, *[1_000.0] * 14]
    truth = Truth(tuple(Interval(one) for one in rates)).without(*range(15, 27))
    (result,) = of_text(tmp_path, writer.output_text([truth]))
    kept = record_of(result)
    assert kept["imported"]["unrecorded"]["operations"] == pytest.approx(12 * inside, abs=1)
    (note,) = (one for one in kept["notes"] if "recorded" in one)
    assert note.startswith(
        "Nothing was recorded for 12 s (13 s to 25 s of Measure): the file's own"
    )
    assert says in note
    assert kept["achieved_rate_per_s"] == pytest.approx(truth.rate, abs=0.006)


def test_rows_that_hold_more_than_the_average_contradict_it(tmp_path: Path) -> None:
    truth = steady(1_000.0, 40).without(*range(15, 27))
    text = writer.output_text([truth]).splitlines()
    (place,) = (i for i, line in enumerate(text) if " avg_" in line)
    text[place] = writer.row(
        36_040.1, truth.label, Interval(500.0), truth, writer.DIALECTS["50406"]
    )
    (result,) = of_text(tmp_path, "\n".join(text) + "\n")
    (wrong,) = (check for check in result.checks if not check.agrees)
    assert (wrong.figure, wrong.told) == ("all.rate_per_s", 500.0)
    assert wrong.recomputed == pytest.approx(27_000 / 39)
    assert record_of(result)["imported"]["unrecorded"]["operations"] is None


def test_without_an_average_nothing_is_said_of_a_gap(tmp_path: Path) -> None:
    truth = steady(1_000.0, 40).without(*range(15, 27))
    (result,) = of_text(tmp_path, writer.output_text([truth], cut=True))
    told = record_of(result)["imported"]["unrecorded"]
    assert (told["operations"], told["told_rate_per_s"]) == (None, None)
    assert gaps(result) == [(13, 12)]


def test_rows_of_zero_are_no_gap(tmp_path: Path) -> None:
    rates = [*[1_000.0] * 14, *[0.0] * 12, *[1_000.0] * 14]
    (result,) = of_text(tmp_path, writer.output_text([Truth(tuple(map(Interval, rates)))]))
    assert gaps(result) == []
    assert len(result.parts) == 39


def test_a_clock_that_went_on_without_rows_is_a_gap(tmp_path: Path) -> None:
    """The numbers go on, the clock shows twelve seconds more: no average covers them."""
    late = dict.fromkeys(range(15, 41), 12.0)
    (result,) = of_text(tmp_path, writer.output_text([replace(steady(1_000.0, 40), late=late)]))
    ((at_s, length_s),) = gaps(result)
    assert (at_s, length_s) == (13.0, pytest.approx(12.0, abs=0.01))
    assert record_of(result)["imported"]["unrecorded"]["operations"] is None


@pytest.mark.parametrize("until", [15, 18, 26, 40])
def test_rows_that_were_written_late_and_caught_up_are_no_gap(tmp_path: Path, until: int) -> None:
    late = {number: float(26 - number) for number in range(15, min(until, 26))} or {40: 12.0}
    (result,) = of_text(tmp_path, writer.output_text([replace(steady(1_000.0, 40), late=late)]))
    assert gaps(result) == []
    (held,) = result.unrecorded.late
    assert held.length_s == pytest.approx(max(late.values()), abs=0.01)
    assert held.at_s == min(late) - 2
    (note,) = (one for one in record_of(result)["notes"] if "recorder" in one)
    assert note.startswith("The recorder stood still for ")


@pytest.mark.parametrize("by", [3_600.0, -3_600.0])
def test_summer_time_is_no_gap(tmp_path: Path, by: float) -> None:
    late = dict.fromkeys(range(15, 41), by)
    truth = replace(steady(1_000.0, 40), began_s=2 * 3_600 - 14.5, late=late)
    (result,) = of_text(tmp_path, writer.output_text([truth]))
    assert gaps(result) == []
    assert (result.unrecorded.late, result.clock_steps) == ((), ())


def test_a_clock_that_is_set_back_is_a_finding_and_no_gap(tmp_path: Path) -> None:
    late = dict.fromkeys(range(15, 41), -90.0)
    truth = replace(steady(1_000.0, 40), late=late)
    (result,) = of_text(tmp_path, writer.output_text([truth]))
    assert gaps(result) == []
    (step,) = result.clock_steps
    assert step.by_s == pytest.approx(-90.0, abs=0.1)
    # Row 2 is the first that counts.
    assert step.at_s == pytest.approx(13.0, abs=0.1)
    made = record.make(result, source_of("vdbench")).record
    (found,) = (one for one in made["imported"]["findings"] if one["code"] == "clock_jumped")
    assert words.finding(found["code"], found["kind"], found["figures"]).startswith(
        "The clock of the file was set back by 90 s at 13 s: "
    )


def test_rows_a_little_late_are_no_gap() -> None:
    rows = [(n, n + 0.05 + (0.4 if n % 7 == 0 else 0.0)) for n in range(1, 100)]
    placed = vdbench_clock.time_axis(rows, 1.0)
    assert (placed.gaps, placed.late, set(placed.moved_s)) == ((), (), {0.0})


# -- file system workloads -------------------------------------------------------------------------

OF_FILES = """
10:00:00.000 Starting RD=rd1; elapsed=600; fwdrate=max. For loops: None

Feb 15, 2019 ..Interval.. .ReqstdOps... ...cpu%...  read ....read..... ....write....
                          rate   resp total  sys   pct   rate   resp   rate   resp
10:00:05.033            1 7876.0 0.088  51.1 36.7  44.9 3536.0  0.097 4340.0  0.081
"""
OF_FILES_FLAT = """<pre>
*
  tod               timestamp  Run   Interval    reqrate    rate  resp   MB/sec  Read_rate
10:00:01.050  01/24/2024-10:00:01-UTC  run1   1 9999988.0000  9000.0000  0.1  35.1562  100.0
"""


@pytest.mark.parametrize("text", [OF_FILES, OF_FILES.partition("\n\n")[2], OF_FILES_FLAT])
def test_file_system_workloads_are_refused_in_words_that_say_so(tmp_path: Path, text: str) -> None:
    with pytest.raises(Bad, match=r"line \d+: file system workloads of vdbench \(FSD, FWD\)"):
        of_text(tmp_path, text)


# -- distributions ---------------------------------------------------------------------------------


def with_histogram(tmp_path: Path, truth: Truth, counted: list[Interval]) -> Result:
    """A folder whose histogram counts these intervals, and has reads and writes apart too."""
    total = round(sum(one.rate for one in counted) * truth.length_s)
    tables = {
        title: writer.exponential(round(total * share), 1e3 * truth.mean_ms)
        for title, share in (("Reads and writes:", 1.0), ("Reads:", 0.7), ("Writes:", 0.3))
    }
    return folder(tmp_path, truth, histogram=writer.histogram([truth], [tables]))


def test_a_histogram_with_the_warmup_is_told_as_one(tmp_path: Path) -> None:
    truth = replace(steady(1_000.0, 40), warmup=10)
    result = with_histogram(tmp_path, truth, list(truth.intervals))
    kept = record_of(result)
    assert "histogram_with_warmup" in result.remarks
    assert kept["imported"]["warmup_operations"] == pytest.approx(10_000, abs=30)
    assert kept["all"]["count"] == 30_000
    assert all(check["agrees"] for check in kept["imported"]["checks"])
    assert any("includes the warm-up" in note for note in kept["notes"])


def test_a_histogram_of_what_was_measured_says_nothing_of_the_warmup(tmp_path: Path) -> None:
    truth = replace(steady(1_000.0, 40), warmup=10)
    result = with_histogram(tmp_path, truth, list(truth.measured_intervals))
    assert "histogram_with_warmup" not in result.remarks
    assert "warmup_operations" not in record_of(result)["imported"]


def test_a_histogram_of_neither_disagrees(tmp_path: Path) -> None:
    truth = replace(steady(1_000.0, 40), warmup=10)
    result = with_histogram(tmp_path, truth, list(truth.measured_intervals) * 3)
    assert [one.figure for one in result.checks if not one.agrees] == ["all.operations"]


def test_the_steps_of_a_histogram_are_kept(tmp_path: Path) -> None:
    result = with_histogram(tmp_path, steady(1_000.0, 40), [Interval(1_000.0)] * 39)
    kept = record_of(result)["imported"]["buckets_ns"]
    assert (400_000, 600_000) in kept
    assert (1_000_000, 2_000_000) in kept
    assert kept == sorted(kept)
