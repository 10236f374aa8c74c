"""Outputs of vdbench as people keep them: several in one file, cut ones, from machines with decimal
commas, and folders whose parameter file says which storage a Run drove."""

import datetime
import re
from dataclasses import replace
from pathlib import Path

import pytest

from plimsoll.features.imports.results import record
from plimsoll.features.imports.results.source import Bad, File
from plimsoll.features.vdbench_results import vdbench_parameters
from plimsoll.features.vdbench_results.vdbench_parameters import Parameters
from tests.features.imports.result_files import of_text, read
from tests.features.vdbench_results import vdbench_writer as writer
from tests.features.vdbench_results.test_vdbench_results import folder, record_of
from tests.features.vdbench_results.vdbench_writer import Interval, Truth, steady

WARMED = Truth((Interval(500.0),) * 30 + (Interval(1_000.0),) * 20, warmup=30)
"""Half as fast in its warm-up."""


def test_every_output_of_a_file_has_its_own_date_and_version(tmp_path: Path) -> None:
    first = writer.output_text([steady(1_000.0, 20)], "50406", date="Jan 24, 2024")
    second = writer.output_text([steady(2_000.0, 20)], "50407", date="Feb 24, 2024")
    a, b = of_text(tmp_path, first + second)
    began = [
        datetime.datetime.fromtimestamp((one.started_at_ns or 0) / 1e9, datetime.UTC).date()
        for one in (a, b)
    ]
    assert began == [datetime.date(2024, 1, 24), datetime.date(2024, 2, 24)]
    assert [one.program_version for one in (a, b)] == ["vdbench50406", "vdbench50407"]
    assert [one.kinds["all"].rate_per_s for one in (a, b)] == [1_000.0, 2_000.0]


@pytest.mark.parametrize("form", ["report", "flatfile"])
def test_decimal_commas_are_read_as_points(tmp_path: Path, form: str) -> None:
    """Java writes figures in the language of the machine, the clock never."""
    truth = Truth(tuple(Interval(900 + 7 * n, 0.5 + 0.01 * n) for n in range(40)))
    text = writer.flat([truth]) if form == "flatfile" else writer.output_text([truth])
    commas = re.sub(r"(?<=\s)(\d+)\.(\d+)(?=\s)", r"\1,\2", text)
    assert commas != text
    (plain,), (german,) = of_text(tmp_path, text), of_text(tmp_path, commas, "g.txt")
    assert german == plain


@pytest.mark.parametrize("form", ["report", "folder"])
def test_a_cut_run_is_read_without_its_warmup(tmp_path: Path, form: str) -> None:
    if form == "report":
        (result,) = of_text(tmp_path, writer.output_text([WARMED], cut=True))
    else:
        flat = writer.flat([WARMED]).splitlines(keepends=True)[:-1]
        asked = writer.PARAMETERS.replace("elapsed=60", "elapsed=60,warmup=30")
        result = folder(tmp_path, WARMED, flatfile="".join(flat), parmfile=asked)
    assert result.kinds["all"].rate_per_s == pytest.approx(1_000.0)
    assert (result.warmup_s, result.seconds) == (30.0, 20.0)
    assert [part.kinds["all"].rate_per_s for part in result.parts] == [1_000.0] * 20
    assert record_of(result)["outcome"] == "stopped"


def test_a_run_that_was_cut_within_its_warmup_is_left_out(tmp_path: Path) -> None:
    cold = replace(WARMED, intervals=WARMED.intervals[:20])
    (result,) = of_text(tmp_path, writer.output_text([cold], cut=True))
    with pytest.raises(
        record.LeftOutError, match="stopped within its warm-up, of which it has 20 of 30"
    ):
        record_of(result)


def test_failed_operations_are_lines_of_their_own(tmp_path: Path) -> None:
    text = writer.output_text([WARMED])
    failed = (
        "10:00:45.900 localhost-0: 10:00:45.899 op: read   lun: /dev/sdb  lba:     4096 0x00001000"
        " xfer:     4096 errno: EIO: 'I/O error'\n"
    )
    rows = text.splitlines(keepends=True)
    (result,) = of_text(tmp_path, "".join((*rows[:-4], failed, failed, *rows[-4:])))
    (plain,) = of_text(tmp_path, text)
    assert (plain.kinds["all"].errors, result.kinds["all"].errors) == (None, 2)
    assert result.kinds["all"].rate_per_s == plain.kinds["all"].rate_per_s
    findings = record_of(result)["imported"]["findings"]
    assert "operations_failed" in [finding["code"] for finding in findings]


FAILED = (
    "{0} localhost-0: {0} op: read   lun: /dev/sdb  lba:     4096 0x00001000"
    " xfer:     4096 errno: EIO: 'I/O error'\n"
)


@pytest.mark.parametrize("began_s", [36_000.0, 86_380.0])
def test_the_error_log_of_a_folder_is_counted_by_the_times_of_its_runs(
    tmp_path: Path, began_s: float
) -> None:
    """Also where midnight lies between them."""
    runs = [steady(1_000.0, 20, began_s=began_s), steady(500.0, 20, began_s=began_s + 60)]
    (tmp_path / "flatfile.html").write_text(writer.flat(runs))
    (tmp_path / "parmfile.html").write_text(writer.PARAMETERS)
    times = [began_s + 0.5, began_s + 19.5, began_s + 61, began_s + 75, began_s + 79.9]
    log = "".join(FAILED.format(writer.clock(at)) for at in times)
    (tmp_path / "errorlog.html").write_text(f"<pre>\nVdbench error log\n{log}")
    first, second = read(tmp_path)
    assert (first.kinds["all"].errors, second.kinds["all"].errors) == (2, 3)


@pytest.mark.parametrize("form", ["report", "totals", "flatfile"])
def test_a_run_of_one_interval_has_no_average(tmp_path: Path, form: str) -> None:
    """As SD_format of a small file: vdbench prints avg_2-1, and zeroes."""
    short = Truth((Interval(500.0), Interval(0.0)), name="SD_format").without(2)
    runs = [short, steady(1_000.0, 20, began_s=36_100.0)]
    flat = form == "flatfile"
    text = writer.flat(runs) if flat else writer.output_text(runs, rows=form == "report")
    first, second = of_text(tmp_path, re.sub(r"avg_2-2\b", "avg_2-1", text))
    assert second.kinds["all"].rate_per_s == 1_000.0
    with pytest.raises(record.LeftOutError, match="SD_format is left out: it ended within its fir"):
        record_of(first)


@pytest.mark.parametrize("version", writer.DIALECTS)
@pytest.mark.parametrize("rows", [True, False])
def test_a_last_row_without_a_line_end_is_whole_where_its_figures_are(
    tmp_path: Path, version: str, rows: bool
) -> None:
    """As where it was copied from a console."""
    text = writer.output_text([WARMED], version, rows=rows)
    (plain,) = of_text(tmp_path, text)
    copied = text[: text.rindex("\n", 0, -1)]
    (found,) = of_text(tmp_path, copied, "c.txt")
    assert found == plain
    for cut in (1, 2, 5, 12):
        with pytest.raises(Bad, match="ends in the middle of this line"):
            of_text(tmp_path, copied[:-cut], "c.txt")


def test_a_flatfile_without_its_last_line_end_is_read(tmp_path: Path) -> None:
    text = writer.flat([WARMED])
    (plain,) = of_text(tmp_path, text)
    assert of_text(tmp_path, text.rstrip("\n"), "c.txt") == [plain]
    for cut in (2, 3, 14):
        with pytest.raises(Bad, match=r"ends in the middle of this line|the file is cut"):
            of_text(tmp_path, text.rstrip("\n")[:-cut], "c.txt")


@pytest.mark.parametrize(
    ("loops", "place"), [("None", "RD=run1"), ("threads=4 rdpct=0", "RD=run1 threads=4 rdpct=0")]
)
def test_a_place_is_the_run_definition_and_its_loops(
    tmp_path: Path, loops: str, place: str
) -> None:
    text = writer.output_text([WARMED]).replace("For loops: None", f"For loops: {loops}")
    (found,) = of_text(tmp_path, text)
    assert found.at == place


@pytest.mark.parametrize("version", writer.DIALECTS)
def test_the_longest_operation_is_that_of_reads_or_writes(tmp_path: Path, version: str) -> None:
    """5.04.07 has no column for both."""
    (found,) = of_text(tmp_path, writer.output_text([WARMED], version))
    assert found.kinds["all"].completion.max == pytest.approx(8 * 0.8e6)


@pytest.mark.parametrize("form", ["report", "flatfile"])
@pytest.mark.parametrize("kind", ["reads", "writes"])
def test_a_mean_is_held_against_those_of_reads_and_writes(
    tmp_path: Path, form: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = writer.figures

    def wrong(one: Interval, read_percent: float) -> dict[tuple[str, str], float]:
        made = honest(one, read_percent)
        made["read" if kind == "reads" else "write", "resp"] *= 3
        return made

    write = writer.flat if form == "flatfile" else writer.output_text
    (found,) = of_text(tmp_path, write([WARMED]))
    assert all(check.agrees for check in found.checks)
    monkeypatch.setattr(writer, "figures", wrong)
    (found,) = of_text(tmp_path, write([WARMED]), "w.txt")
    assert [check.figure for check in found.checks if not check.agrees] == ["all.mean"]


SDS = "".join(f"sd=sd{n},lun=/dev/sd{'abcd'[n - 1]},threads=8\n" for n in range(1, 5))


def parameters(tmp_path: Path, text: str) -> Parameters:
    (tmp_path / "parmfile.html").write_text(text)
    return vdbench_parameters.read(File(tmp_path / "parmfile.html", "parmfile.html"))


@pytest.mark.parametrize(
    ("rest", "driven"),
    [
        ("wd=wd1,sd=sd*\nrd=run1,wd=wd1", 4),
        ("wd=wd1,sd=sd2\nrd=run1,wd=wd1", 1),
        ("wd=wd1,sd=(sd1,sd3)\nrd=run1,wd=wd1", 2),
        ("wd=wd1,sd=(sd2-sd4)\nrd=run1,wd=wd1", 3),
        ("wd=wd1,sd=sd1\nwd=wd2,sd=sd1\nrd=run1,wd=wd*", 1),
        ("wd=wd1,sd=sd1\nwd=wd2,sd=(sd2,sd3)\nrd=run1,wd=(wd1,wd2)", 3),
        ("wd=default,sd=sd1\nwd=wd1,xfersize=8k\nrd=run1,wd=wd1", 1),
        ("wd=wd1,xfersize=8k\nrd=run1,wd=wd1,sd=sd4", 1),
        ("rd=run1,iorate=max", 4),
        # One that goes on in the next line.
        ("wd=wd1,sd=(sd1,sd2),\n   rdpct=70\nrd=run1,wd=wd1,\nelapsed=60", 2),
    ],
)
def test_depth_is_that_of_the_storage_that_a_run_drives(
    tmp_path: Path, rest: str, driven: int
) -> None:
    asked = parameters(tmp_path, SDS + rest + "\n")
    assert asked.of_run("run1").sds == driven
    assert asked.of_run("run1_(10%)").sds == driven


@pytest.mark.parametrize(
    ("rest", "target", "direct"),
    [
        ("wd=wd1,sd=sd2\nrd=run1,wd=wd1", "/dev/sdb", False),
        ("wd=wd1,sd=sd2,openflags=o_direct\nrd=run1,wd=wd1", "/dev/sdb", True),
        ("wd=wd1,sd=(sd1-sd3)\nrd=run1,wd=wd1,openflags=directio", "3 luns", True),
        ("sd=sd5,lun=/dev/sde,openflags=o_direct\nwd=wd1,sd=sd5\nrd=run1,wd=wd1", "/dev/sde", None),
    ],
)
def test_the_target_is_what_a_run_drives(
    tmp_path: Path, rest: str, target: str, direct: bool | None
) -> None:
    asked = parameters(tmp_path, SDS + rest + "\n").of_run("run1")
    assert (asked.target, asked.target_kind, asked.direct) == (target, "block_device", direct)


def test_an_sd_with_a_count_is_several(tmp_path: Path) -> None:
    """One was taken, and the latency left out because more was outstanding than its threads."""
    text = "sd=sd,lun=/x/file,count=(3,4),threads=8\nwd=wd1,sd={}\nrd=run1,wd=wd1\n"
    every = parameters(tmp_path, text.format("sd*")).of_run("run1")
    assert (every.sds, every.threads, every.target) == (4, 8, "4 luns")
    one = parameters(tmp_path, text.format("sd5")).of_run("run1")
    assert (one.sds, one.target, one.target_kind) == (1, "/x/file5", "file")


@pytest.mark.parametrize("hosts", ["hd=h1,system=a\nhd=h2,system=b", "hd=h1,system=a,jvms=4"])
def test_depth_over_several_hosts_is_not_told(tmp_path: Path, hosts: str) -> None:
    asked = parameters(tmp_path, f"{hosts}\n{SDS}wd=wd1,sd=sd1\nrd=run1,wd=wd1\n")
    assert asked.of_run("run1").sds is None


def test_several_block_sizes_are_no_mean_block_size(tmp_path: Path) -> None:
    asked = writer.PARAMETERS.replace("xfersize=4k", "xfersize=(4k,70,64k,30)")
    flat = writer.flat([WARMED], without=("xfersize",))
    workload = folder(tmp_path, WARMED, flatfile=flat, parmfile=asked).workload
    assert workload.block_size_bytes is None
    assert workload.blocks == ((4_096, 70.0), (65_536, 30.0))
    # Without the parameter file, 22,118 bytes per operation are no block size either.
    text = writer.output_text([WARMED]).replace("   4096 ", "  22118 ")
    (alone,) = of_text(tmp_path, text)
    assert alone.workload.block_size_bytes is None
