"""CloudWatch: the JSON of `aws cloudwatch get-metric-data` and `get-metric-statistics`, and CSV of
the console, of the namespaces AWS/EBS and AWS/EC2.

Operations, bytes and times must be sums (Stat=Sum) over the period. The output of get-metric-data
shows neither its statistic nor its period: the shortest distance of two times is the period, and
`contradiction` of the analysis holds the times of operations against the counted queue. A time is
that of the begin of its period."""

import csv
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC
from functools import partial
from itertools import pairwise

from plimsoll.features.counters.messages import message
from plimsoll.features.counters.readers.json_file import Node, document, time_ns
from plimsoll.features.counters.series import Figure, Kind, Point, Series
from plimsoll.features.imports.recordings.moment import Times
from plimsoll.features.imports.results.source import File

METRICS: dict[str, tuple[Figure, Kind, float]] = {
    "VolumeReadOps": ("read_rate_per_s", "sum", 1),
    "VolumeWriteOps": ("write_rate_per_s", "sum", 1),
    "VolumeReadBytes": ("read_bytes_per_s", "sum", 1),
    "VolumeWriteBytes": ("write_bytes_per_s", "sum", 1),
    "VolumeTotalReadTime": ("reads_outstanding", "sum", 1),
    "VolumeTotalWriteTime": ("writes_outstanding", "sum", 1),
    "VolumeQueueLength": ("outstanding", "mean", 1),
    "VolumeAvgReadLatency": ("read_latency_ns", "mean", 1e6),
    "VolumeAvgWriteLatency": ("write_latency_ns", "mean", 1e6),
    "BurstBalance": ("credits_share", "mean", 0.01),
    "VolumeIOPSExceededCheck": ("volume_iops_used", "mean", 1),
    "VolumeThroughputExceededCheck": ("volume_throughput_used", "mean", 1),
    "EBSReadOps": ("read_rate_per_s", "sum", 1),
    "EBSWriteOps": ("write_rate_per_s", "sum", 1),
    "EBSReadBytes": ("read_bytes_per_s", "sum", 1),
    "EBSWriteBytes": ("write_bytes_per_s", "sum", 1),
    "InstanceEBSIOPSExceededCheck": ("instance_iops_used", "mean", 1),
    "InstanceEBSThroughputExceededCheck": ("instance_throughput_used", "mean", 1),
}
"""By metric: what it is, and the factor of its value."""
SAME_STEPS = 3
"""So many distances of times tell a longer period from gaps in a shorter one."""
_METRIC = re.compile(r"(?<![A-Za-z])(" + "|".join(METRICS) + r")(?![A-Za-z])")
_RESOURCE = re.compile(r"\b(?:vol|i)-[0-9a-f]{8,17}\b")
_STATISTICS: dict[Kind, tuple[str, ...]] = {"sum": ("Sum",), "mean": ("Average",)}
_CHECK = re.compile(r"ExceededCheck$")
_OTHERS = {"BurstBalance": ("Average", "Minimum")}
"""Metrics that may have another statistic. A check is 1 in a minute at a limit, so that each
statistic above 0 says that some minute was."""
_LABELLED = re.compile(r"\b(Sum|Average|Maximum|Minimum|SampleCount)\b", re.IGNORECASE)
_STATES = ("Complete",)
_HEADS = ("label", "full label", "id", "metric", "metric name", "metricname", "statistic", "stat")


def sniff(head: str) -> bool:
    """Whether a text begins as one of them."""
    text = head.lstrip()
    if text.startswith("{"):
        return '"MetricDataResults"' in text or ('"Datapoints"' in text and '"Label"' in text)
    lines = text.splitlines()[:12]
    return any(line.split(",")[0].strip().strip('"').lower() in _HEADS for line in lines) and (
        _METRIC.search(text) is not None
    )


def read(file: File, times: Times) -> Iterator[Series]:
    """The series of a file."""
    text = file.head.lstrip()
    if not text.startswith("{"):
        yield from _of_csv(file, times)
        return
    found = document(file)
    if found.has("MetricDataResults"):
        yield from _of_metric_data(found)
    else:
        yield from _of_statistics(found)


def _of_metric_data(found: Node) -> Iterator[Series]:
    if found.has("NextToken"):
        raise found.file.bad(partial(message, "more-pages", key="NextToken"))
    labels: dict[str, str] = {}
    values: dict[str, dict[int, float]] = {}
    states: dict[str, Node] = {}
    for result in found["MetricDataResults"].each():
        name = f"{result['Id'].text()} {result['Label'].text()}"
        labels[name] = result["Label"].text()
        if result.has("StatusCode"):
            # Pages of one metric follow each other, and the last one is complete.
            states[name] = result["StatusCode"]
        stamps = [node.time_ns() for node in result["Timestamps"].each()]
        numbers = [node.number() for node in result["Values"].each()]
        if len(stamps) != len(numbers):
            raise result["Values"].bad("expected-as-many")
        values.setdefault(name, {}).update(zip(stamps, numbers, strict=True))
    for state in states.values():
        if state.text() not in _STATES:
            raise state.bad("expected-complete")
    yield from _series(found.file, labels, values)


def _of_statistics(found: Node) -> Iterator[Series]:
    label = found["Label"].text()
    metric = _metric(found.file, label)
    allowed = _statistics_of(metric)
    samples: dict[int, float] = {}
    for point in found["Datapoints"].each():
        statistic = next((name for name in allowed if point.has(name)), None)
        if statistic is None:
            raise found.file.bad(partial(message, "no-sum", metric=metric, statistic=allowed[0]))
        samples[point["Timestamp"].time_ns()] = point[statistic].number()
    yield from _series(found.file, {label: label}, {label: samples})


def _of_csv(file: File, times: Times) -> Iterator[Series]:
    heads: dict[str, list[str]] = {}
    labels: dict[str, str] = {}
    values: dict[str, dict[int, float]] = {}
    for number, line in file.lines():
        row = [cell.strip() for cell in next(csv.reader([line]), [])]
        if not any(row):
            continue
        at = time_ns(row[0].replace("/", "-"), times.zone or UTC)
        if at is None:
            if values:
                raise file.bad(partial(message, "csv-time", given=row[0][:40]), number)
            heads[row[0].lower()] = row[1:]
            continue
        file.refuse_cut(number)
        if not labels:
            labels = _columns(file, heads)
        for (column, _), cell in zip(labels.items(), row[1:], strict=False):
            if cell:
                values.setdefault(column, {})[at] = _cell(file, cell, number)
    stated = {int(cell) for cell in heads.get("period", []) if cell.isdecimal()}
    if len(stated) > 1:
        shorter, longer = min(stated), max(stated)
        label = f"Period {longer}"
        raise file.bad(partial(message, "two-periods", label=label[:80], own=longer, other=shorter))
    length_ns = stated.pop() * 1_000_000_000 if stated else None
    yield from _series(file, labels, values, length_ns or None)


def _columns(file: File, heads: dict[str, list[str]]) -> dict[str, str]:
    """By column the texts that name its metric and its volume."""
    named = [heads[name] for name in heads]
    wide = max(map(len, named), default=0)
    texts = [" ".join(row[at] for row in named if at < len(row)) for at in range(wide)]
    statistics = next((heads[name] for name in ("statistic", "stat") if name in heads), [])
    for text, statistic in zip(texts, statistics, strict=False):
        metric = _metric(file, text)
        allowed = _statistics_of(metric)
        if statistic and statistic.capitalize() not in allowed:
            raise file.bad(partial(message, "no-sum", metric=metric, statistic=allowed[0]))
    return {f"{at} {text}": text for at, text in enumerate(texts)}


def _statistics_of(metric: str) -> tuple[str, ...]:
    """The statistics that a metric may have."""
    if _CHECK.search(metric):
        return ("Average", "Maximum", "Sum")
    return _OTHERS.get(metric, _STATISTICS[METRICS[metric][1]])


def _cell(file: File, cell: str, line: int) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise file.bad(partial(message, "csv-number", given=cell[:40]), line)
    return value


def _series(
    file: File,
    labels: dict[str, str],
    values: dict[str, dict[int, float]],
    stated_ns: int | None = None,
) -> Iterator[Series]:
    length_ns = stated_ns or period_ns(file, values.values())
    for name, label in labels.items():
        metric = _metric(file, label)
        figure, kind, factor = METRICS[metric]
        named = _LABELLED.search(label.replace(metric, " "))
        if named is not None and named[1].capitalize() not in _statistics_of(metric):
            statistic = _statistics_of(metric)[0]
            raise file.bad(partial(message, "no-sum", metric=metric, statistic=statistic))
        samples = sorted(values.get(name, {}).items())
        if kind == "sum" and stated_ns is None:
            _refuse_longer_period(file, label, [began for began, _ in samples], length_ns)
        scale = factor * 1e9 / length_ns if kind == "sum" else factor
        if _CHECK.search(metric):
            samples = [(began, min(1.0, math.ceil(value))) for began, value in samples]
        points = tuple(
            Point(began + length_ns, length_ns, value * scale) for began, value in samples
        )
        yield Series(_volume(file, label, metric), figure, kind, points)


def _refuse_longer_period(file: File, label: str, times: Sequence[int], length_ns: int) -> None:
    """Raises Bad for sums whose every distance is a multiple of a period longer than that of the
    file: read as sums of the shorter one they would be so many times too high."""
    steps = [after - before for before, after in pairwise(times)]
    if len(steps) >= SAME_STEPS and (own := math.gcd(*steps)) > length_ns:
        raise file.bad(
            partial(
                message, "two-periods", label=label[:80], own=own // 10**9, other=length_ns // 10**9
            )
        )


def period_ns(file: File, values: Iterable[dict[int, float]]) -> int:
    """The shortest distance of two times, of which every other is a multiple."""
    steps: set[int] = set()
    for samples in values:
        steps.update(after - before for before, after in pairwise(sorted(samples)))
    if not steps:
        raise file.bad(partial(message, "two-times"))
    shortest = min(steps)
    if any(step % shortest for step in steps):
        raise file.bad(partial(message, "uneven-times"))
    return shortest


def _metric(file: File, label: str) -> str:
    found = _METRIC.search(label)
    if found is None:
        known = ", ".join(list(METRICS)[:4])
        raise file.bad(partial(message, "no-metric", label=label[:80], known=known))
    return found[1]


def _volume(file: File, label: str, metric: str) -> str:
    """Whose metric it is: an id in the label or in the name of the file, else what the label has
    beside the metric, else the name of the file."""
    texts: Sequence[str] = (label, file.path.name)
    for text in texts:
        if (found := _RESOURCE.search(text)) is not None:
            return found[0]
    rest = label.replace(metric, " ").replace("Sum", " ").strip(" -·/,:")
    return rest or file.path.stem
