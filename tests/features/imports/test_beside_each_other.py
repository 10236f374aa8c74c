"""A figure that was changed in a file is told, in whichever format: each file is right as it is,
and one number of it is made ten times as large."""

from pathlib import Path

import pytest

from plimsoll.features.imports import importing, results
from plimsoll.features.imports.results import record
from plimsoll.report.common import import_text
from plimsoll.report.messages import message
from plimsoll.store import Store
from tests.features.imports.result_files import read, source_of

OTHERS = Path(__file__).parents[2] / "fixtures/results/others"


def write_changed_file(name: str, given: str, wrong: str, folder: Path) -> Path:
    text = (OTHERS / name).read_text()
    assert given in text
    path = folder / name
    path.write_text(text.replace(given, wrong, 1))
    return path


@pytest.mark.parametrize(
    ("name", "given", "wrong", "figure"),
    [
        # The mean of reads, of 0.7 ms, where reads and writes together have one of 0.8 ms.
        ("diskspd.txt", "7000.00 |    0.700", "7000.00 |    7.000", "all.mean"),
        ("diskspd.xml", "Milliseconds>0.700<", "Milliseconds>7.00<", "all.mean"),
        ("iometer.csv", ",5000,0,0.79,0.7,1,", ",5000,0,0.79,7,1,", "all.mean"),
        ("iometer.csv", ",13.671875,", ",136.71875,", "all.bytes_per_s"),
        # KiB/s, of which the bandwidth is taken.
        ("ndisk64.txt", "80119.87", "801198.7", "all.bytes_per_s"),
        ("diskspd.xml", "<TestTimeSeconds>10.00", "<TestTimeSeconds>30.00", "measure_s"),
    ],
)
def test_what_is_told_of_all_is_held_against_its_parts(
    name: str, given: str, wrong: str, figure: str, tmp_path: Path
) -> None:
    assert all(check.agrees for run in read(OTHERS / name) for check in run.checks)
    runs = read(write_changed_file(name, given, wrong, tmp_path))
    assert figure in {check.figure for run in runs for check in run.checks if not check.agrees}


@pytest.mark.parametrize(
    ("name", "given", "wrong"),
    [
        ("others/diskspd.txt", "7000.00 |    0.700", "7000.00 |    7.000"),
        # 1,000 IOPS of 5 ms are 5 outstanding, and not 0.5.
        (
            "vdbench/stdout-50407.txt",
            "avg_2-4     1000.0     7.81    8192  50.00    0.500    0.400    0.600",
            "avg_2-4     1000.0     7.81    8192  50.00    5.000    4.000    6.000",
        ),
    ],
)
def test_a_mean_that_others_contradict_is_not_shown(
    name: str, given: str, wrong: str, tmp_path: Path
) -> None:
    text = (OTHERS.parent / name).read_text()
    assert given in text
    shown = []
    for number, content in enumerate((text, text.replace(given, wrong, 1))):
        path = tmp_path / f"{number}-{Path(name).name}"
        path.write_text(content)
        (source,) = results.sources([path])
        made = record.make(next(iter(source.read())), source_of("other", "text")).record
        shown.append(made["all"]["completion_latency_ns"]["mean"])
    assert shown[0] is not None
    assert shown[1] is None


@pytest.mark.parametrize(
    ("name", "given", "wrong", "says"),
    [
        ("iometer.csv", "4096,100,70,100", "4096,100,700,100", "700 % of its operations would be"),
        ("ndisk64.txt", "read= 50%", "read= 150%", "150 % of its operations would be"),
        ("diskspd.xml", "<Percentile>99.9<", "<Percentile>999<", "a percentile of 999 %"),
    ],
)
def test_shares_beyond_the_whole_are_refused(
    name: str, given: str, wrong: str, says: str, tmp_path: Path
) -> None:
    path = write_changed_file(name, given, wrong, tmp_path)
    with Store.open(tmp_path / "s.db") as store:
        tally = importing.import_results(store, [path])
    assert not tally.runs
    (left,) = tally.left
    assert says in str(left.document())


@pytest.mark.parametrize(
    ("figure", "told", "says"),
    [
        ("all.mean", 80e6, "the mean latency: 80,000 µs in the file, 400 µs recomputed"),
        ("read.rate_per_s", 500, "IOPS of reads: 500 IOPS in the file, 400,000 IOPS recomputed"),
        ("write.p50", 1e6, "the median latency of writes: 1,000 µs in the file"),
        ("all.bytes_per_s", 1 << 20, "bytes per second: 1 MiB/s in the file"),
        ("all.bytes", 1 << 21, "bytes: 2 MiB in the file"),
        ("trim.operations", 7, "the number of operations of trims: 7 in the file"),
        ("worker.rate_per_s", 7, "IOPS of a worker: 7 IOPS in the file"),
        ("logs.read.rate", 7, "IOPS, of the logs of reads: 7 IOPS in the file"),
        ("logs.read.mean_latency", 7e3, "the mean latency, of the logs of reads: 7 µs in the file"),
        ("all.outstanding", 7, "outstanding I/O: 7 in the file"),
        ("measure_s", 7, "the measuring time: 7 s in the file"),
        # Of a later version.
        ("all.colour", 7, "all.colour"),
    ],
)
def test_a_check_is_told_with_its_name_and_unit(figure: str, told: float, says: str) -> None:
    checked = import_text.checked_figure(figure, told, 400_000)
    assert says in message("checked-figure", **checked._asdict())
