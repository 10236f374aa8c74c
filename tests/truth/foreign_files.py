"""Result files of other programs from a known truth: rates with a latency at each, written as fio,
vdbench and diskspd write them. Only what a sweep needs stands in them."""

import itertools
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

BLOCK = 4096
DEPTH = 256
SECONDS = 60


@dataclass(frozen=True)
class Row:
    """A Run: the rate that was asked for (none: as fast as possible), the one that was achieved,
    both per s, and a latency in seconds whose distribution is exponential."""

    offered: float | None
    achieved: float
    mean: float

    @property
    def count(self) -> int:
        """Operations in all of it."""
        return max(1, round(self.achieved * SECONDS))

    def percentile(self, percent: float) -> float:
        """In seconds."""
        return -self.mean * math.log(1 - percent / 100)


def _fio_spans(row: Row, *, deviation: bool, percentiles: bool, bins: bool) -> dict[str, object]:
    mean = row.mean * 1e9
    spans: dict[str, object] = {"min": 1000, "max": round(mean * 12), "mean": mean, "N": row.count}
    if deviation:
        spans["stddev"] = mean
    if percentiles:
        spans["percentile"] = {
            f"{one:f}": round(row.percentile(one) * 1e9) for one in (50, 90, 95, 99, 99.9)
        }
    if bins:
        # fio has 64 steps to a doubling.
        edges = [mean * 2 ** (step / 64) for step in range(-64 * 12, 64 * 5)]
        shares = [math.exp(-edge / mean) for edge in edges]
        counts = [round(row.count * (a - b)) for a, b in itertools.pairwise(shares)]
        spans["bins"] = {
            str(round(edge * 1.005)): many
            for edge, many in zip(edges, counts, strict=False)
            if many
        }
    return spans


def _fio(row: Row, name: str, spans: dict[str, object]) -> dict[str, object]:
    read = {
        "io_bytes": row.count * BLOCK,
        "bw": round(row.achieved * BLOCK / 1024),
        "iops": row.achieved,
        "runtime": SECONDS * 1000,
        "total_ios": row.count,
        "clat_ns": spans,
        "lat_ns": spans,
    }
    options = {
        "rw": "randread",
        "bs": "4k",
        "iodepth": str(DEPTH),
        "ioengine": "libaio",
        "direct": "1",
        "filename": "/dev/sdx",
        "runtime": str(SECONDS),
        "time_based": "1",
    }
    if row.offered is not None:
        options |= {"rate_iops": f"{row.offered:.0f}", "rate_process": "poisson"}
    job = {"jobname": name, "groupid": 0, "error": 0, "job options": options, "read": read}
    return {"fio version": "fio-3.33", "timestamp_ms": 1_700_000_000_000, "jobs": [job]}


def _fio_files(
    folder: Path, rows: Sequence[Row], *, deviation: bool, percentiles: bool, bins: bool
) -> None:
    for number, row in enumerate(rows):
        spans = _fio_spans(row, deviation=deviation, percentiles=percentiles, bins=bins)
        document = _fio(row, f"r{number}", spans)
        (folder / f"{number:03}.json").write_text(json.dumps(document))


def fio_json(folder: Path, rows: Sequence[Row]) -> None:
    """A file for each Run, with percentiles and without a distribution."""
    _fio_files(folder, rows, deviation=True, percentiles=True, bins=False)


def fio_json_means(folder: Path, rows: Sequence[Row]) -> None:
    """The same with means and deviations alone."""
    _fio_files(folder, rows, deviation=True, percentiles=False, bins=False)


def fio_json_plus(folder: Path, rows: Sequence[Row]) -> None:
    """The same with bins."""
    _fio_files(folder, rows, deviation=True, percentiles=True, bins=True)


def fio_text(folder: Path, rows: Sequence[Row]) -> None:
    """fio's normal output, a file for each Run: it does not tell the rate that was asked for."""
    for number, row in enumerate(rows):
        us = row.mean * 1e6
        text = f"""\
r{number}: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, \
ioengine=libaio, iodepth={DEPTH}
fio-3.33
Starting 1 process

r{number}: (groupid=0, jobs=1): err= 0: pid=1: Tue Nov 14 22:13:20 2023
  read: IOPS={row.achieved:.0f}, BW={row.achieved * 4:.0f}KiB/s ({row.achieved * 4.096:.0f}kB/s)\
({row.count * 4}KiB/{SECONDS * 1000}msec)
    slat (usec): min=1, max=50, avg= 2.00, stdev= 1.00
    clat (usec): min=10, max={us * 12:.0f}, avg={us - 2:.2f}, stdev={us:.2f}
     lat (usec): min=12, max={us * 12:.0f}, avg={us:.2f}, stdev={us:.2f}
  cpu          : usr=1.00%, sys=2.00%, ctx=1, majf=0, minf=1
  IO depths    : 1=100.0%, 2=0.0%, 4=0.0%, 8=0.0%, 16=0.0%, 32=0.0%, >=64=0.0%
     issued rwts: total={row.count},0,0,0 short=0,0,0,0 dropped=0,0,0,0

Run status group 0 (all jobs):
"""
        (folder / f"{number:03}.txt").write_text(text)


_VDBENCH_HEAD = """\
Jan 05, 2020    interval   i/o  MB/sec  bytes read  resp  read write  read write   resp queue cpu% \
 cpu%
                          rate 1024**2    i/o  pct  time  resp  resp   max   max stddev depth sys+u\
 sys
"""


def _vdbench_start_line(row: Row, number: int) -> str:
    asked = "Uncontrolled MAX" if row.offered is None else f"{row.offered:.0f}"
    return (
        f"{10 + number // 60:02}:{number % 60:02}:00.000 Starting RD=rd{number}; I/O rate: {asked};"
        f" elapsed={SECONDS + 1}; For loops: None\n"
    )


def _vdbench_average(row: Row, number: int, *, deviation: bool) -> str:
    ms = row.mean * 1e3
    label = f"avg_2-{SECONDS + 1}"
    spread = ms if deviation else 0.0
    return (
        f"{10 + number // 60:02}:{number % 60:02}:59.000 {label:>12} {row.achieved:10.2f}"
        f" {row.achieved * BLOCK / (1 << 20):8.2f} {BLOCK:7d} {100:6.2f} {ms:8.3f} {ms:8.3f}"
        f" {0:8.3f} {ms * 12:8.3f} {0:8.3f} {spread:8.3f} {row.achieved * row.mean:6.1f}"
        "   5.0   3.0\n"
    )


def vdbench_stdout(folder: Path, rows: Sequence[Row], *, deviation: bool = True) -> None:
    """What vdbench prints, without the rows of intervals (as totals.html has it)."""
    parts = ["Vdbench distribution: vdbench50407 Tue June 05  9:49:29 MDT 2018\n\n"]
    for number, row in enumerate(rows):
        parts += [_vdbench_start_line(row, number), "\n", _VDBENCH_HEAD]
        parts.append(_vdbench_average(row, number, deviation=deviation))
    parts.append("Vdbench execution completed successfully. Output directory: /x\n")
    (folder / "stdout.txt").write_text("".join(parts))


def vdbench_means(folder: Path, rows: Sequence[Row]) -> None:
    """The same with means alone."""
    vdbench_stdout(folder, rows, deviation=False)


_FLATFILE_HEAD = (
    " tod timestamp Run Interval reqrate rate MB/sec bytes/io read% resp read_resp write_resp"
    " resp_max resp_std xfersize threads rdpct rhpct whpct seekpct lunsize version queue_depth"
    " cpu_used cpu_user cpu_kernel cpu_wait cpu_idle"
)


def vdbench_flatfile(folder: Path, rows: Sequence[Row]) -> None:
    """flatfile.html."""
    lines = ["<pre>", "* Flatfile", _FLATFILE_HEAD]
    for number, row in enumerate(rows):
        ms = row.mean * 1e3
        asked = 9999988 if row.offered is None else row.offered
        cells = [
            f"{10 + number // 60:02}:{number % 60:02}:59.000",
            "01/05/2020-10:00:00-MST",
            f"rd{number}",
            f"avg_2-{SECONDS + 1}",
            f"{asked:.4f}",
            f"{row.achieved:.4f}",
            f"{row.achieved * BLOCK / (1 << 20):.4f}",
            BLOCK,
            "100.0000",
            f"{ms:.4f}",
            f"{ms:.4f}",
            "0.0000",
            f"{ms * 12:.4f}",
            f"{ms:.4f}",
            BLOCK,
            f"{DEPTH}.0000",
            "100.0000",
            "0.0000",
            "0.0000",
            "100.0000",
            "1000000000",
            "5.04.07",
            f"{row.achieved * row.mean:.4f}",
            *["1.0000"] * 5,
        ]
        lines.append(" ".join(str(one) for one in cells))
    (folder / "flatfile.html").write_text("\n".join([*lines, ""]))


def diskspd_xml(folder: Path, rows: Sequence[Row]) -> None:
    """diskspd -Rxml -L, a file for each Run."""
    for number, row in enumerate(rows):
        ms, count = row.mean * 1e3, row.count
        limit = (
            "" if row.offered is None else f'<Throughput unit="IOPS">{row.offered:.0f}</Throughput>'
        )
        buckets = "".join(
            f"<Bucket><Percentile>{one:.2f}</Percentile><ReadMilliseconds>"
            f"{row.percentile(one) * 1e3:.3f}</ReadMilliseconds><TotalMilliseconds>"
            f"{row.percentile(one) * 1e3:.3f}</TotalMilliseconds></Bucket>"
            for one in (1, 50, 90, 95, 99)
        )
        text = (
            "<Results><System><ComputerName>H</ComputerName><Tool><Version>2.1</Version></Tool>"
            "</System><Profile><TimeSpans><TimeSpan><Duration>60</Duration><Warmup>5</Warmup>"
            "<Targets><Target><Path>D:\\t.dat</Path><BlockSize>4096</BlockSize><Random>4096</Random>"
            "<DisableOSCache>true</DisableOSCache><WriteRatio>0</WriteRatio>"
            f"<RequestCount>{DEPTH}</RequestCount><ThreadsPerFile>1</ThreadsPerFile>{limit}</Target>"
            f"</Targets></TimeSpan></TimeSpans></Profile><TimeSpan><TestTimeSeconds>{SECONDS}.00"
            "</TestTimeSeconds><ThreadCount>1</ThreadCount><Latency>"
            f"<AverageReadMilliseconds>{ms:.3f}</AverageReadMilliseconds>"
            f"<ReadLatencyStdev>{ms:.3f}</ReadLatencyStdev>"
            f"<AverageTotalMilliseconds>{ms:.3f}</AverageTotalMilliseconds>"
            f"<LatencyStdev>{ms:.3f}</LatencyStdev>{buckets}</Latency>"
            f"<Thread><Id>0</Id><Target><Path>D:\\t.dat</Path><BytesCount>{count * BLOCK}"
            f"</BytesCount><IOCount>{count}</IOCount><ReadBytes>{count * BLOCK}</ReadBytes>"
            f"<ReadCount>{count}</ReadCount><WriteBytes>0</WriteBytes><WriteCount>0</WriteCount>"
            "</Target></Thread>"
            "</TimeSpan></Results>"
        )
        (folder / f"{number:03}.xml").write_text(text)


def diskspd_text(folder: Path, rows: Sequence[Row]) -> None:
    """diskspd -L, a file for each Run."""
    for number, row in enumerate(rows):
        ms, count = row.mean * 1e3, row.count
        limit = (
            ""
            if row.offered is None
            else f"\t\tthroughput rate-limited to {row.offered:.0f} IOPS\n"
        )
        tables = ""
        for name, many in (("Total", count), ("Read", count), ("Write", 0)):
            spans = f"{ms:8.3f} | {ms:9.3f}" if many else "   0.000 |       N/A"
            cells = (
                f"{many * BLOCK:15} | {many:12} | {many * BLOCK / SECONDS / (1 << 20):10.2f} |"
                f" {many / SECONDS:10.2f} | {spans}"
            )
            tables += (
                f"{name} IO\nthread |       bytes     |     I/Os     |    MiB/s   |  I/O per s |"
                "  AvgLat  | LatStdDev |  file\n-----\n"
                f"     0 | {cells} | D:\\t.dat (10GiB)\n-----\ntotal:   {cells}\n\n"
            )
        spans = "".join(
            f"{name:>7} | {value:10.3f} |        N/A | {value:10.3f}\n"
            for name, value in (
                ("min", 0.01),
                *((f"{one:.0f}th", row.percentile(one) * 1e3) for one in (50, 90, 95, 99)),
                ("max", ms * 12),
            )
        )
        text = (
            f"\nCommand Line: diskspd.exe -b4K -d{SECONDS} -o{DEPTH} -t1 -r -Sh -L D:\\t.dat\n\n"
            f"Input parameters:\n\n\ttimespan:   1\n\t-------------\n\tduration: {SECONDS}s\n"
            "\twarm up time: 5s\n\tpath: 'D:\\t.dat'\n\t\tthink time: 0ms\n"
            "\t\tsoftware cache disabled\n\t\tperforming read test\n\t\tblock size: 4KiB\n"
            "\t\tusing random I/O (alignment: 4KiB)\n"
            f"\t\tnumber of outstanding I/O operations: {DEPTH}\n{limit}\t\tthreads per file: 1\n\n"
            "System information:\n\n\tcomputer name: H\n\tstart time: 2023/11/14 22:13:20 UTC\n\n"
            f"Results for timespan 1:\n*****\n\nactual test time:\t{SECONDS}.00s\n"
            f"thread count:\t\t1\nproc count:\t\t16\n\n{tables}"
            f"  %-ile |  Read (ms) | Write (ms) | Total (ms)\n-----\n{spans}"
        )
        (folder / f"{number:03}.txt").write_text(text)


def hcibench_result(folder: Path, rows: Sequence[Row]) -> None:
    """HCIBench's result file, one for each Run; what it calls 95 % is 1.645 deviations away."""
    for number, row in enumerate(rows):
        asked = "Uncontrolled MAX" if row.offered is None else f"{row.offered:.0f}"
        ms = row.mean * 1e3
        text = (
            f"Datastore     = ds1\n{'=' * 29}\nVersion:\tvdbench50407\n"
            f"Run Def:\tRD=run1; I/O rate: {asked}; elapsed={SECONDS}; For loops: None\n"
            f"VMs\t\t= 1\nIOPS\t\t= {row.achieved:.2f} IO/S\n"
            f"THROUGHPUT\t= {row.achieved * BLOCK / (1 << 20):.2f} MB/s\n"
            f"LATENCY\t\t= {ms:.4f} ms\nR_LATENCY\t= {ms:.4f} ms\nW_LATENCY\t= 0.0000 ms\n"
            f"95%tile_LAT\t= {ms * 2.645:.4f} ms\n{'=' * 29}\n"
        )
        name = f"vdb-1vmdk-100ws-4k-100rdpct-100randompct-{DEPTH}threads-{1_700_000_000 + number}"
        (folder / f"{name}-res.txt").write_text(text)


_ELBENCHO = (
    "ISO date,label,path type,paths,hosts,threads,file size,block size,direct IO,random,IO depth,"
    "operation,time ms [first],time ms [last],IOPS [first],IOPS [last],MiB/s [first],"
    "MiB/s [last],MiB [first],MiB [last],IO lat us [min],IO lat us [avg],IO lat us [max],"
    "version,command"
)


def elbencho_csv(folder: Path, rows: Sequence[Row]) -> None:
    """elbencho --csvfile, with its limit for each thread; figures are cut to whole numbers."""
    lines = [_ELBENCHO]
    for number, row in enumerate(rows):
        us, size = row.mean * 1e6, row.count * BLOCK
        limit = "" if row.offered is None else f' "--limitread" "{row.offered * BLOCK:.0f}"'
        cells = [
            f"2023-11-14T{10 + number // 60:02}:{number % 60:02}:20.000+0000",
            *("", "blockdev", 1, 1, 1, 1 << 34, BLOCK, 1, 1, DEPTH, "READ"),
            *([SECONDS * 1000] * 2 + [int(row.achieved)] * 2),
            *([int(row.achieved * BLOCK) >> 20] * 2 + [size >> 20] * 2),
            *(10, int(us), int(us * 12), "3.1-10"),
            f'"elbencho" "-r" "-b" "4k" "-t" "1" "--iodepth" "{DEPTH}"{limit} "/dev/sdx"',
        ]
        lines.append(",".join(str(one) for one in cells))
    (folder / "e.csv").write_text("\n".join([*lines, ""]))


MEANS: tuple[Callable[[Path, Sequence[Row]], None], ...] = (vdbench_means, elbencho_csv)
"""Formats with a mean alone,"""
DEVIATIONS: tuple[Callable[[Path, Sequence[Row]], None], ...] = (
    fio_json_means,
    fio_text,
    vdbench_stdout,
    vdbench_flatfile,
    hcibench_result,
)
"""with a deviation beside it,"""
PERCENTILES: tuple[Callable[[Path, Sequence[Row]], None], ...] = (
    fio_json,
    fio_json_plus,
    diskspd_xml,
    diskspd_text,
)
"""and with percentiles or a distribution."""
