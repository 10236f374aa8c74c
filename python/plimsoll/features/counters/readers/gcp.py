"""Google Cloud Monitoring: the JSON of `projects.timeSeries.list`, of metrics below
compute.googleapis.com/instance/disk. Deltas are operations of an interval; gauges are means, or
rates where they were aligned with ALIGN_RATE."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from plimsoll.features.counters.messages import message
from plimsoll.features.counters.readers.json_file import Node, document
from plimsoll.features.counters.series import Figure, Kind, Point, Series
from plimsoll.features.imports.recordings.moment import Times
from plimsoll.features.imports.results.source import File

PREFIX = "compute.googleapis.com/instance/disk/"
METRICS: dict[str, tuple[Figure, float]] = {
    "read_ops_count": ("read_rate_per_s", 1),
    "write_ops_count": ("write_rate_per_s", 1),
    "read_bytes_count": ("read_bytes_per_s", 1),
    "write_bytes_count": ("write_bytes_per_s", 1),
    "throttled_read_ops_count": ("throttled_per_s", 1),
    "throttled_write_ops_count": ("throttled_per_s", 1),
    "average_io_latency": ("latency_ns", 1e3),
    "average_io_queue_depth": ("outstanding", 1),
}
"""The latency is in microseconds."""


def sniff(head: str) -> bool:
    """Whether a text begins as such a document."""
    return head.lstrip()[:1] in ("{", "[") and '"metricKind"' in head and '"points"' in head


def read(file: File, times: Times) -> Iterator[Series]:
    """The series of a file."""
    del times
    found = document(file)
    if found.has("nextPageToken"):
        raise file.bad(partial(message, "more-pages", key="nextPageToken"))
    every = found if isinstance(found.value, list) else found["timeSeries"]
    throttled: dict[str, dict[tuple[int, int], float]] = {}
    some = False
    for one in every.each():
        name = one["metric"]["type"].text().removeprefix(PREFIX)
        if name not in METRICS:
            continue
        some = True
        figure, factor = METRICS[name]
        kind: Kind = "sum" if one["metricKind"].text() == "DELTA" else "mean"
        # ALIGN_MEAN of a count is operations of a sample, not of a second.
        per_second = not one.has("unit") or "/s" in one["unit"].text()
        if kind == "mean" and name.endswith("_count") and not per_second:
            raise one.bad("expected-rate")
        points = _points(one, factor, kind)
        volume = _volume(one)
        if figure == "throttled_per_s":
            both = throttled.setdefault(volume, {})
            for end, length, value in points:
                both[end, length] = both.get((end, length), 0.0) + value
        else:
            yield Series(volume, figure, kind, tuple(points))
    if not some:
        raise file.bad(partial(message, "no-metric-of", known=f"{PREFIX}read_ops_count"))
    for volume, both in throttled.items():
        held = tuple(Point(end, length, value) for (end, length), value in sorted(both.items()))
        yield Series(volume, "throttled_per_s", "sum", held)


def _points(one: Node, factor: float, kind: Kind) -> list[Point]:
    raw: list[tuple[int, int | None, float]] = []
    for point in one["points"].each():
        interval, value = point["interval"], point["value"]
        end = interval["endTime"].time_ns()
        began = interval["startTime"].time_ns() if interval.has("startTime") else end
        key = next((key for key in ("doubleValue", "int64Value") if value.has(key)), "doubleValue")
        number = value[key].number(texts=key == "int64Value")
        raw.append((end, end - began if end > began else None, number))
    raw.sort(key=lambda found: found[0])
    steps = [after[0] - before[0] for before, after in pairwise(raw) if after[0] > before[0]]
    points = []
    for end, length, number in raw:
        if length is None and not steps:
            raise one.file.bad(partial(message, "two-times"))
        length_ns = min(steps) if length is None else length
        scale = factor * 1e9 / length_ns if kind == "sum" else factor
        points.append(Point(end, length_ns, number * scale))
    return points


def _volume(one: Node) -> str:
    labels = one["metric"]["labels"]
    disk = labels["device_name"].text()
    if labels.has("instance_name"):
        return f"{labels['instance_name'].text()}/{disk}"
    machine = one["resource"]["labels"] if one.has("resource") else labels
    return f"{machine['instance_id'].text()}/{disk}" if machine.has("instance_id") else disk
