"""KDiskMark's text: the form of CrystalDiskMark, measured with fio.

Its header defines an MB as 1,000,000 bytes, but it divides fio's `bw` in KiB/s by 1,000
(src/benchmark.cpp): an `MB` is 1,024,000 bytes, and was a MiB in the first months. The IOPS are
fio's and decide which. The figure of a mixed test is the mean of reads and writes weighted by their
shares, not the sum: with 70 % of reads 0.7 × 0.7 + 0.3 × 0.3 = 0.58 of all.

The Default profile reports the mean of its passes, the others the best. Latency was fio's lat, and
is clat since 3.2.0."""

import re
from collections.abc import Iterator

from plimsoll.features.imports.results.crystaldiskmark import Dialect, Output, results
from plimsoll.features.imports.results.run_result import Result, Starts
from plimsoll.features.imports.results.source import File

_MEGABYTES = (1_024_000.0, float(1 << 20))


def sniff(head: str) -> bool:
    """Whether it is KDiskMark's."""
    return "KDiskMark" in head and "MB/s" in head and "(Q=" in head


def read(file: File) -> Iterator[Result]:
    """Reads the Runs."""
    yield from results(file, _KDISKMARK)


def _megabyte(printed: float, by_rate: float | None) -> float:
    """Bytes of an MB: the value nearer to IOPS x block size; without IOPS the value of nearly all
    versions."""
    if not by_rate or not printed:
        return _MEGABYTES[0]
    return min(_MEGABYTES, key=lambda size: abs(printed * size - by_rate))


def _target(text: str) -> str | None:
    """`Target: /home 45.1% (200.1/440.2 GiB) [Samsung SSD 970]`: where it is mounted."""
    found = re.match(r"\s*Target:\s*(.+?)(?:\s+[\d.,]+\s*%.*|\s+\[.*\])?\s*$", text)
    return found[1] if found else None


def _starts(output: Output) -> Starts:
    parts = [int(part) for part in re.findall(r"\d+", output.version or "")[:2]]
    return "after_submission" if parts >= [3, 2] else "submission"


def _remarks(output: Output) -> tuple[str, ...]:
    mean = (output.profile or "Default").startswith("Default")
    return ("mean_of_passes" if mean else "best_of_passes_of_kdiskmark",)


_KDISKMARK = Dialect(
    header=re.compile(r"KDiskMark(?:\s*\(([\d.]+)\))?\s*:\s*https?://"),
    megabyte=_megabyte,
    starts=_starts,
    remarks=_remarks,
    target=_target,
    direct=None,
    total_of_mix=lambda reads: 1 / (reads**2 + (1 - reads) ** 2),
)
