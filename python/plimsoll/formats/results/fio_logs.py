"""fio's logs (`write_lat_log`, `write_iops_log`, `write_bw_log`, `write_hist_log`): the logs of one
prefix are one Run, and its intervals. Beside a JSON result of the same folder that names the prefix
they are the intervals of that Run, and its distribution where the JSON has none.

What a log holds stands in its name alone (`…_lat.1.log`): lines are `time ms, value, direction,
block size, …`. Latencies are nanoseconds (fio 3; of fio 2, which wrote microseconds, nothing in a
log tells), bandwidth is KiB/s. Without `log_avg_msec` there is a line for every operation, and the
distribution is exact. Read as a stream: memory does not grow with the file.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from plimsoll.formats.results import fio_json
from plimsoll.formats.results.measured import Latency, Load, Operations, Part, Result, Workload
from plimsoll.formats.results.source import File

_NAME = re.compile(r"^(?P<prefix>.+)_(?P<what>clat_hist|slat|clat|lat|bw|iops)(?:\.\d+)?\.log$")
_DIRECTIONS = {0: "read", 1: "write", 2: "trim"}
_STEPS, _BITS = 64, 6
_WIDE = 1 / 64
_LONGEST_S = 400 * 86400
MOST_TIMES = 1_000_000
"""Different times in a log of averages: 28 h at 100 ms, some 300 MB of memory. A log with a line
for every operation is summed by the second."""
_OPTIONS = re.compile(r'"write_(?:lat|iops|bw|hist)_log"\s*:\s*"([^"]+)"')


@dataclass
class _Sums:
    """The values of a kind in a second, or whatever the log averages over."""

    count: int = 0
    total: float = 0.0
    most: float = 0.0


@dataclass
class _Log:
    """What a log of values came to."""

    each: bool = False
    """Whether there is a line for every operation."""
    by_time: dict[tuple[int, str], _Sums] = field(default_factory=dict)
    counts: dict[str, Counter[int]] = field(default_factory=dict)
    sizes: Counter[int] = field(default_factory=Counter)
    last_ms: int = 0


def claims(files: Mapping[str, File]) -> list[tuple[str, ...]]:
    """The logs of each prefix in a folder, each with the JSON result that names the prefix."""
    found: dict[str, list[str]] = {}
    for name in files:
        if (known := _NAME.match(name)) is not None:
            found.setdefault(known["prefix"], []).append(name)
    if not found:
        return []
    results = {
        name: set(_OPTIONS.findall(file.head))
        for name, file in files.items()
        if not _NAME.match(name) and fio_json.sniff(file.head)
    }
    made = []
    for prefix, names in sorted(found.items()):
        of = [name for name, told in results.items() if prefix in told]
        made.append((*of[:1], *sorted(names)) if len(of) == 1 else tuple(sorted(names)))
    return made


def read(files: Mapping[str, File]) -> Iterator[Result]:
    """The Run of these logs."""
    logs = {name: file for name, file in files.items() if _NAME.match(name)}
    beside = next((file for name, file in files.items() if name not in logs), None)
    made = _of_logs(logs)
    if beside is None:
        if made is None:
            first = next(iter(logs.values()))
            raise first.bad("there is nothing in it")
        yield made
        return
    results = list(fio_json.read(beside))
    if len(results) == 1 and made is not None:
        yield _joined(results[0], made)
    else:
        yield from results


def _joined(result: Result, logs: Result) -> Result:
    kinds = dict(result.kinds)
    for kind, one in logs.kinds.items():
        told = kinds.get(kind)
        if told is None or told.completion is None or told.completion.counts is not None:
            continue
        spans = one.completion
        # The bins of a hist log are of clat.
        if spans is None or spans.counts is None or result.starts != logs.starts:
            continue
        kinds[kind] = replace(
            told, completion=replace(told.completion, counts=spans.counts, width=spans.width)
        )
    remarks = tuple(code for code in result.remarks if code != "percentiles_told")
    return replace(
        result,
        kinds=kinds,
        parts=result.parts or logs.parts,
        remarks=remarks if kinds != result.kinds else result.remarks,
    )


def _of_logs(files: Mapping[str, File]) -> Result | None:
    read: dict[str, _Log] = {}
    histograms: dict[str, Counter[int]] = {}
    prefix = ""
    for name, file in files.items():
        known = _NAME.match(name)
        assert known is not None
        prefix = known["prefix"]
        if known["what"] == "clat_hist":
            _histogram(file, histograms)
        else:
            _values(file, read.setdefault(known["what"], _Log()), known["what"])
    last = max((log.last_ms for log in read.values()), default=0)
    if not last:
        return None
    spans = read.get("clat") or read.get("lat")
    which = "clat" if "clat" in read else "lat"
    rates, sizes = read.get("iops"), read.get("bw")
    seconds = last / 1e3
    names = dict.fromkeys(
        kind for log in (rates, spans, sizes) if log is not None for _, kind in log.by_time
    )
    kinds = {
        kind: _whole(kind, seconds, rates, sizes, spans, histograms.get(kind)) for kind in names
    }
    first = next(iter(files.values()))
    if all(one.rate_per_s is None for one in kinds.values()):
        raise first.bad("these logs give no rate: the log of IOPS is missing")
    parts = tuple(_parts(rates, sizes, spans))
    return Result(
        name=prefix,
        at="its logs",
        line=None,
        kinds=kinds,
        seconds=seconds,
        starts=None
        if spans is None and not histograms
        else "submission"
        if which == "lat" and not histograms
        else "after_submission",
        workload=Workload(read_percent=_reads(kinds)),
        load=Load(),
        parts=parts,
        derived={f"{kind}.count": "operations_by_rate" for kind in kinds},
        unknown={"response_time_ns": "starts_at_submission"},
        remarks=("logs_alone",),
    )


def _reads(kinds: Mapping[str, Operations]) -> float | None:
    rates = {name: one.rate_per_s or 0.0 for name, one in kinds.items()}
    total = math.fsum(rates.values())
    return round(100 * rates.get("read", 0.0) / total) * 1.0 if total else None


# -- logs of values ------------------------------------------------------------------------------


def _values(file: File, log: _Log, what: str) -> None:
    latency = what in ("slat", "clat", "lat")
    sums, last = log.by_time, log.last_ms
    for number, text in file.lines():
        cells = text.split(",", 4)
        try:
            ms, value, direction, size = (
                int(cells[0]),
                float(cells[1]),
                int(cells[2]),
                int(cells[3]),
            )
        except (ValueError, IndexError):
            if not text.strip():
                continue
            raise file.bad("it is no line of a log of fio's, or is cut", number) from None
        kind = _DIRECTIONS.get(direction)
        if kind is None or ms < 0 or not 0 <= value < 1e18 or ms > _LONGEST_S * 1000:
            raise file.bad("a line of the log cannot be", number)
        last = max(last, ms)
        # With log_avg_msec the block size is 0.
        key = (ms if not size else ms // 1000 * 1000 + 1000, kind)
        if size:
            log.each = True
            log.sizes[size] += 1
            if latency:
                # To three digits, so that the counts are as many however long the log is.
                whole = int(value)
                shift = max(0, whole.bit_length() - 11)
                log.counts.setdefault(kind, Counter())[whole >> shift << shift] += 1
        one = sums.get(key)
        if one is None:
            if len(sums) >= MOST_TIMES:
                raise file.bad(
                    f"it has averages of more than {MOST_TIMES:,} times: a larger log_avg_msec"
                    " makes a log that can be imported",
                    number,
                )
            one = sums[key] = _Sums()
        one.count += 1
        one.total += value
        one.most = max(one.most, value)
    log.last_ms = last


def _histogram(file: File, into: dict[str, Counter[int]]) -> None:
    for number, text in file.lines():
        cells = text.split(",")
        if not text.strip():
            continue
        try:
            direction = int(cells[1])
            bins = [int(cell) for cell in cells[3:] if cell.strip()]
        except (ValueError, IndexError):
            raise file.bad("it is no line of a log of histograms, or is cut", number) from None
        kind = _DIRECTIONS.get(direction)
        whole = next((n for n in (1856, 1216) if bins and n % len(bins) == 0), None)
        if kind is None or whole is None or any(one < 0 for one in bins):
            raise file.bad(f"a histogram has {len(bins)} bins, which fio never writes", number)
        # log_hist_coarseness puts this many bins into one.
        of_each = whole // len(bins)
        counts = into.setdefault(kind, Counter())
        for at, many in enumerate(bins):
            if many:
                first, last = at * of_each, (at + 1) * of_each - 1
                counts[round((_middle(first) + _middle(last)) / 2)] += many


def _middle(index: int) -> float:
    """The value of a bin (fio's plat_idx_to_val)."""
    if index < 2 * _STEPS:
        return index
    shift = (index >> _BITS) - 1
    return (1 << (shift + _BITS)) + (index % _STEPS + 0.5) * (1 << shift)


# -- from logs to figures ------------------------------------------------------------------------


def _of_kind(log: _Log | None, kind: str) -> list[tuple[int, _Sums]]:
    if log is None:
        return []
    return sorted((ms, one) for (ms, of), one in log.by_time.items() if of == kind)


def _rate(log: _Log | None, kind: str, seconds: float) -> float | None:
    found = _of_kind(log, kind)
    if log is None or not found:
        return None
    if log.each:
        return sum(one.count for _, one in found) / seconds
    lengths = _lengths([ms for ms, _ in found])
    return math.fsum(
        one.total * length for (_, one), length in zip(found, lengths, strict=True)
    ) / math.fsum(lengths)


def _lengths(times: list[int]) -> list[int]:
    """How long each averaged line covers: since the one before it."""
    return [
        ms - before if ms > before else 1
        for ms, before in zip(times, [0, *times[:-1]], strict=True)
    ]


def _whole(
    kind: str,
    seconds: float,
    rates: _Log | None,
    sizes: _Log | None,
    spans: _Log | None,
    histogram: Counter[int] | None,
) -> Operations:
    each = next((log for log in (spans, rates, sizes) if log is not None and log.each), None)
    rate = _rate(each or rates, kind, seconds)
    if each is not None and each is spans:
        count: int | None = sum(one.count for _, one in _of_kind(spans, kind))
    else:
        count = None if rate is None else round(rate * seconds)
    per_s = None if sizes is None or sizes.each else _rate(sizes, kind, seconds)
    if each is not None and len(each.sizes) == 1 and rate is not None:
        per_s = rate * next(iter(each.sizes)) / 1024
    return Operations(
        count=count,
        rate_per_s=rate,
        bytes_per_s=None if per_s is None else per_s * 1024,
        completion=_span(kind, count, spans, rates, histogram),
    )


def _span(
    kind: str,
    count: int | None,
    spans: _Log | None,
    rates: _Log | None,
    histogram: Counter[int] | None,
) -> Latency | None:
    counts: Mapping[int, int] | None = histogram
    width = _WIDE if histogram else None
    if spans is not None and spans.each and kind in spans.counts:
        counts, width = spans.counts[kind], 1e-3
    found = _of_kind(spans, kind)
    mean = most = None
    if found and spans is not None:
        weights = dict(_of_kind(rates, kind)) if not spans.each else {}
        if spans.each:
            mean = math.fsum(one.total for _, one in found) / sum(one.count for _, one in found)
            most = max(one.most for _, one in found)
        elif all(ms in weights for ms, _ in found) and (
            total := math.fsum(weights[ms].total for ms, _ in found)
        ):
            # Means of intervals, each of as many operations as were done in it.
            mean = math.fsum(weights[ms].total * one.total / one.count for ms, one in found) / total
    if mean is None and counts:
        mean = sum(value * many for value, many in counts.items()) / sum(counts.values())
    if mean is None and counts is None:
        return None
    told = sum(counts.values()) if counts else count
    return Latency(count=told, mean=mean, max=most, counts=counts, width=width)


def _parts(rates: _Log | None, sizes: _Log | None, spans: _Log | None) -> Iterator[Part]:
    log = next((one for one in (rates, spans, sizes) if one is not None), None)
    if log is None:
        return
    times = sorted({ms for ms, _ in log.by_time})
    for ms, length in zip(times, _lengths(times), strict=True):
        kinds = {}
        for kind in _DIRECTIONS.values():
            one, span = log.by_time.get((ms, kind)), None
            if one is None:
                continue
            seconds = length / 1e3
            rate = one.count / seconds if log.each else one.total if log is rates else None
            if spans is not None and (found := spans.by_time.get((ms, kind))) is not None:
                count = None if rate is None else round(rate * seconds)
                span = Latency(count=count, mean=found.total / found.count)
            moved = None if sizes is None or sizes.each else sizes.by_time.get((ms, kind))
            kinds[kind] = Operations(
                count=None if rate is None else round(rate * seconds),
                rate_per_s=rate,
                bytes_per_s=None if moved is None else moved.total * 1024,
                completion=span,
            )
        yield Part((ms - length) / 1e3, length / 1e3, kinds)
