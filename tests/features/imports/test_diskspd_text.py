"""diskspd's text, written from a known truth as its versions write it, and read back; public cases
with their right values."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from plimsoll.features.imports import importing, results
from plimsoll.features.imports.results import record
from plimsoll.features.imports.results.run_result import Result, whole
from plimsoll.features.imports.results.source import Bad
from plimsoll.report import writer
from plimsoll.report.request import ReportRequest
from plimsoll.store import Store
from tests.features.imports.result_files import of_text, source_of


class Truth(NamedTuple):
    """What was measured."""

    rate: float = 10_000.0
    ms: float = 0.8
    seconds: float = 60.0
    threads: int = 2
    depth: int = 4
    block: int = 8192
    reads: int = 100
    flags: str = "-Sh"
    cached: bool = False
    path: str = r"C:\test.dat"
    latency: bool = True
    new: bool = True
    """Since 2.0.21: sizes with a unit, MiB/s."""
    limit: str = ""
    """The line of a rate that was asked for."""
    targets: int = 1
    """With -F each thread drives all of them."""


def text(one: Truth, *, asked: bool = True) -> str:
    kib = f"{one.block >> 10}KiB" if one.new else str(one.block)
    cache = (
        "\t\tusing software cache\n\t\tusing hardware write cache, writethrough off\n"
        if one.cached
        else "\t\tsoftware cache disabled\n\t\thardware write cache disabled, writethrough on\n"
    )
    kind = {100: "read test", 0: "write test"}.get(
        one.reads, f"mix test (read/write ratio: {one.reads}/{100 - one.reads})"
    )
    head = (
        f"\nCommand Line: diskspd.exe -b{one.block >> 10}K -d{one.seconds:.0f} -o{one.depth}"
        f" -t{one.threads} -r {one.flags} -L {one.path}\n\nInput parameters:\n\n"
        "\ttimespan:   1\n\t-------------\n"
        f"\tduration: {one.seconds:.0f}s\n\twarm up time: 5s\n\tpath: '{one.path}'\n"
        f"\t\tthink time: 0ms\n{cache}\t\tperforming {kind}\n\t\tblock size: {kib}\n"
        f"\t\tusing random I/O (alignment: {kib})\n"
        f"\t\tnumber of outstanding I/O operations: {one.depth}\n{one.limit}"
        f"\t\tthreads per file: {one.threads}\n\n"
        "\nSystem information:\n\n\tcomputer name: HOST1\n\tstart time: 2024/01/24 10:00:00 UTC\n"
        "\nResults for timespan 1:\n*****\n\n"
        f"actual test time:\t{one.seconds:.2f}s\nthread count:\t\t{one.threads}\n"
        "proc count:\t\t16\n\n"
        "CPU |  Usage |  User  |  Kernel |  Idle\n----\n"
        "   0|  25.42%|   0.55%|   24.87%|  74.58%\n----\n"
        "avg.|  25.40%|   0.60%|   24.80%|  74.60%\n\n"
    )
    return (head if asked else "") + tables(one)


def tables(one: Truth) -> str:
    made = ""
    shares = {"Total": 1.0, "Read": one.reads / 100, "Write": 1 - one.reads / 100}
    unit = "MiB/s" if one.new else " MB/s"
    columns = " |  AvgLat  | LatStdDev" if one.latency else ""
    for name, share in shares.items():
        made += f"{name} IO\nthread |       bytes     |     I/Os     |    {unit}   |  I/O per s"
        made += f"{columns} |  file\n-----\n"
        count = round(one.rate * share * one.seconds)

        def row(label: str, many: int, file: str = "") -> str:
            spans = f" | {one.ms:8.3f} | {one.ms / 3:9.3f}" if one.latency and many else ""
            spans = spans or (" |    0.000 |       N/A" if one.latency else "")
            return (
                f"{label} | {many * one.block:15} | {many:12}"
                f" | {many * one.block / one.seconds / (1 << 20):10.2f}"
                f" | {many / one.seconds:10.2f}{spans}{file}\n"
            ).replace("total: |", "total:  ")

        rows = one.threads * one.targets
        for number in range(rows):
            each = count // rows + (number < count % rows)
            file = f" | {one.path} ({'50MiB' if one.new else '50MB'})"
            made += row(f"{number // one.targets:6}", each, file)
        made += "-----\n" + row("total:", count) + "\n"
    if one.latency:
        made += "\n  %-ile |  Read (ms) | Write (ms) | Total (ms)\n-----\n"
        for name, factor in (("min", 0.1), ("50th", 0.9), ("99th", 3.0), ("max", 9.0)):
            value = f"{one.ms * factor:10.3f}"
            read = value if one.reads else "       N/A"
            write = value if one.reads < 100 else "       N/A"
            made += f"{name:>7} | {read} | {write} | {value}\n"
    return made


def read(tmp_path: Path, written: str) -> Result:
    (found,) = of_text(tmp_path, written, form="diskspd text")
    return found


def import_record(tmp_path: Path, written: str) -> Any:
    path = tmp_path / "x.txt"
    path.write_text(written)
    with Store.open(tmp_path / "s.db") as store:
        (run,) = importing.import_results(store, [path]).runs
        return store.record(run, intervals=False)


@pytest.mark.parametrize("new", [True, False])
@pytest.mark.parametrize("reads", [100, 0, 70])
def test_every_version_gives_back_what_was_measured(new: bool, reads: int, tmp_path: Path) -> None:
    one = Truth(new=new, reads=reads)
    found = read(tmp_path, text(one))
    every = whole(found.kinds)
    assert every.rate_per_s == pytest.approx(one.rate)
    assert every.bytes_per_s == pytest.approx(one.rate * one.block)
    assert every.completion.mean == pytest.approx(one.ms * 1e6)
    assert found.workload.read_percent == reads
    assert found.workload.block_size_bytes == one.block
    assert found.workload.working_set_bytes == 50 << 20
    assert (found.load.workers, found.load.queue_depth) == (2, 4)
    assert found.load.offered_rate_per_s is None
    assert found.machine_cpu == (0.254, 0.248)
    assert all(check.agrees for check in found.checks)


@pytest.mark.parametrize(
    ("flags", "limit"),
    [
        ("-g500i", ""),
        ("", "\t\tthroughput rate-limited to 500 IOPS\n"),
        # 4,096 bytes in a millisecond are 500 blocks of 8 KiB in a second.
        ("-g4096", ""),
        ("", "\t\tthroughput rate-limited to 4096 B/ms\n"),
    ],
)
def test_a_rate_that_was_asked_for_is_that_of_each_thread(
    flags: str, limit: str, tmp_path: Path
) -> None:
    found = read(tmp_path, text(Truth(rate=1000, flags=f"-Sh {flags}", limit=limit)))
    assert found.load.offered_rate_per_s == 1000
    record = import_record(tmp_path, text(Truth(rate=1000, flags=f"-Sh {flags}", limit=limit)))
    assert (record["offered_rate_per_s"], record["outcome"]) == (1000, "ok")
    behind = text(Truth(rate=800, flags=f"-Sh {flags}", limit=limit))
    (tmp_path / "s.db").unlink()
    assert import_record(tmp_path, behind)["outcome"] == "cannot_carry"


def test_threads_that_drive_all_targets_have_as_many_outstanding_on_each(tmp_path: Path) -> None:
    found = read(tmp_path, text(Truth(targets=3, flags="-Sh -F2 -g100i")))
    assert (found.load.workers, found.load.queue_depth) == (2, 12)
    assert found.load.offered_rate_per_s == 600


def test_not_all_of_a_file_is_addressed_where_a_flag_says_so(tmp_path: Path) -> None:
    assert read(tmp_path, text(Truth(flags="-Sh -f10M"))).workload.working_set_bytes is None


def test_the_processors_of_the_machine_are_told(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text(text(Truth()))
    with Store.open(tmp_path / "s.db") as store:
        tally = importing.import_results(store, [path])
        assert tally.campaign is not None
        asked = ReportRequest(store, (tally.campaign,), tally.runs[0])
        page = writer.make(asked, "md", "point").content.decode()
    assert "Generator CPU: 25.4 % of all processors of its machine in use" in page


def test_405_iops_at_316_ms_are_a_full_queue(tmp_path: Path) -> None:
    """microsoft/diskspd#91: 8 threads of 16 with -h: the response time is depth / rate."""
    one = Truth(rate=405, ms=316.0, threads=8, depth=16, block=4096, reads=0, flags="-h")
    record = import_record(tmp_path, text(one))
    assert record["outstanding_mean"] == pytest.approx(128, rel=0.01)
    found = {finding["code"]: finding["figures"] for finding in record["imported"]["findings"]}
    assert found["latency_of_a_queue"]["depth"] == 128
    assert "128 ÷ 405 IOPS" in " ".join(record["notes"])
    assert record["spec"]["access"] == "direct"
    assert record["limited_by"]["value"] == "unknown"


def test_773_iops_of_256_kib_at_82_ms_are_64_outstanding(tmp_path: Path) -> None:
    """microsoft/diskspd#56, as an older version printed it."""
    one = Truth(
        rate=773.40,
        ms=82.740,
        seconds=600,
        threads=1,
        depth=64,
        block=256 << 10,
        reads=0,
        flags="-w100 -W5 -Swu -Z20M",
        path="#2",
        new=False,
    )
    record = import_record(tmp_path, text(one))
    assert record["outstanding_mean"] == pytest.approx(64.0, abs=0.1)
    assert record["achieved_rate_per_s"] == pytest.approx(773.4)
    assert record["spec"]["target"]["name"] == "#2"
    codes = [finding["code"] for finding in record["imported"]["findings"]]
    assert codes == ["small_working_set", "latency_of_a_queue"]


@pytest.mark.parametrize("latency", [True, False])
def test_what_the_systems_cache_answered_is_no_measure_of_the_disk(
    latency: bool, tmp_path: Path
) -> None:
    """microsoft/diskspd#228: 429,512 IOPS of 128 KiB of a file of a GiB, without -Sh."""
    one = Truth(
        rate=429_512.84,
        ms=0.0093,
        seconds=30,
        threads=2,
        depth=2,
        block=128 << 10,
        cached=True,
        flags="",
        latency=latency,
    )
    record = import_record(tmp_path, text(one))
    assert (record["outcome"], record["limited_by"]["value"]) == ("cached", "cache")
    (note,) = (one for one in record["notes"] if "A cache served the I/O" in one)
    assert "measure without it (fio direct=1, diskspd -Sh)" in note
    # Past the cache the same figures are only more than one disk gives; slower ones are a disk's.
    (tmp_path / "s.db").unlink()
    slow = text(one._replace(rate=20_000, ms=0.2))
    assert import_record(tmp_path, slow)["outcome"] == "ok"


def test_tables_that_were_pasted_alone_are_read(tmp_path: Path) -> None:
    one = Truth(rate=429_512.84, seconds=30, block=128 << 10, latency=False)
    record = import_record(tmp_path, "this is the output;\n\n" + text(one, asked=False))
    assert record["achieved_rate_per_s"] == pytest.approx(429_512.84, rel=1e-4)
    assert record["measure_s"] == pytest.approx(30, rel=1e-4)
    assert record["imported"]["derived"]["measure_s"] == "seconds_by_rate"
    # Not even whether a cache was passed by is told, only that no single disk does this.
    assert any("56.3 GB/s is more than one disk can carry" in one for one in record["notes"])


def test_rulers_do_not_matter_and_reworded_words_do(tmp_path: Path) -> None:
    """Texts of a page that made dashes of another kind of them, and of one that a machine
    reworded."""
    one = Truth(block=8192, threads=4, depth=2, reads=50)
    plain = text(one)
    found = read(tmp_path, plain.replace("-----", "————-"))
    assert whole(found.kinds).rate_per_s == pytest.approx(one.rate)
    reworded = plain.replace("actual test time:", "actual kontrol time:")
    with pytest.raises(Bad, match="timespan 1 has no totals"):
        read(tmp_path, reworded)


@pytest.mark.parametrize("table", ["Total", "Read", "Write"])
def test_a_total_of_nothing_beside_threads_that_did_something_decides_nothing(
    tmp_path: Path, table: str
) -> None:
    before, heading, rest = text(Truth(reads=50)).partition(f"{table} IO\n")
    rows = rest.split("\n")
    at = next(number for number, row in enumerate(rows) if row.startswith("total:"))
    rows[at] = "total:  |               0 |            0 |       0.00 |       0.00"
    found = read(tmp_path, before + heading + "\n".join(rows))
    with pytest.raises(record.LeftOutError, match=" 0 operations"):
        record.make(found, source_of("diskspd", "diskspd text"))


def test_xml_tells_processors_targets_and_the_time_too(tmp_path: Path) -> None:
    xml = (Path(__file__).parents[2] / "fixtures/results/others/diskspd.xml").read_text()
    second = "<Target><Path>D:\\b.dat</Path></Target></Targets>"
    # 40,960 bytes in a millisecond are 5,000 blocks of 8 KiB in a second.
    xml = xml.replace('<Throughput unit="IOPS">5000<', "<Throughput>40960<")
    xml = xml.replace("</Targets>", second).replace(
        "<ThreadCount>2</ThreadCount>",
        "<ThreadCount>2</ThreadCount><CpuUtilization><Average><UsagePercent>25.4</UsagePercent>"
        "<UserPercent>0.6</UserPercent><KernelPercent>24.8</KernelPercent></Average>"
        "</CpuUtilization>",
    )
    path = tmp_path / "x.xml"
    path.write_text(xml)
    (source,) = results.sources([path])
    (found,) = source.read()
    assert found.machine_cpu == (0.254, 0.248)
    assert found.target == "C:\\test.dat, D:\\b.dat"
    assert found.load.offered_rate_per_s == 10_000
    assert found.started_at_ns == 1_706_090_400_000_000_000
