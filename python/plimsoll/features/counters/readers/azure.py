"""Azure Monitor: the JSON of `az monitor metrics list` of a managed disk or of a virtual machine,
with the aggregation Average. A time is that of the begin of its interval."""

import re
from collections.abc import Iterator
from functools import partial

from plimsoll.features.counters.messages import message
from plimsoll.features.counters.readers.json_file import Node, document
from plimsoll.features.counters.series import Figure, Point, Series
from plimsoll.features.imports.recordings.moment import Times
from plimsoll.features.imports.results.source import File

_DISK: dict[str, tuple[Figure, float]] = {
    "read operations/sec": ("read_rate_per_s", 1),
    "write operations/sec": ("write_rate_per_s", 1),
    "read bytes/sec": ("read_bytes_per_s", 1),
    "write bytes/sec": ("write_bytes_per_s", 1),
    "queue depth": ("outstanding", 1),
    "latency": ("latency_ns", 1e6),
    "iops consumed percentage": ("volume_iops_used", 0.01),
    "bandwidth consumed percentage": ("volume_throughput_used", 0.01),
}
METRICS: dict[str, tuple[Figure, float]] = {
    **{
        f"{prefix} disk {name}": found
        for prefix in ("composite", "data", "os")
        for name, found in _DISK.items()
    },
    "vm cached iops consumed percentage": ("instance_iops_used", 0.01),
    "vm uncached iops consumed percentage": ("instance_iops_used", 0.01),
    "vm cached bandwidth consumed percentage": ("instance_throughput_used", 0.01),
    "vm uncached bandwidth consumed percentage": ("instance_throughput_used", 0.01),
}
_RESOURCE = re.compile(r"/(?:disks|virtualMachines)/([^/]+)/", re.IGNORECASE)
_DURATION = re.compile(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?")


def sniff(head: str) -> bool:
    """Whether a text begins as such a document."""
    return head.lstrip().startswith("{") and (
        '"timespan"' in head and '"interval"' in head and '"namespace"' in head
    )


def read(file: File, times: Times) -> Iterator[Series]:
    """The series of a file."""
    del times
    found = document(file)
    length_ns = _length_ns(found["interval"])
    cached: dict[tuple[str, Figure], dict[int, float]] = {}
    for metric in found["value"].each():
        name = metric["name"]["value"].text()
        known = METRICS.get(name.lower())
        if known is None:
            continue
        figure, factor = known
        for line in metric["timeseries"].each():
            samples = _samples(line["data"], name)
            volume = _volume(metric["id"].text(), name, line)
            merged = cached.setdefault((volume, figure), {})
            for at, value in samples.items():
                # Cached and uncached I/O of a machine have a limit each: the fuller one counts.
                merged[at] = max(merged.get(at, 0.0), value * factor)
    if not cached:
        raise file.bad(partial(message, "no-metric-of", known="Composite Disk Read Operations/sec"))
    for (volume, figure), samples in cached.items():
        points = (Point(at + length_ns, length_ns, samples[at]) for at in sorted(samples))
        yield Series(volume, figure, "mean", tuple(points))


def _samples(data: Node, metric: str) -> dict[int, float]:
    samples: dict[int, float] = {}
    others = False
    for point in data.each():
        at = point["timeStamp"].time_ns()
        if point.has("average"):
            samples[at] = point["average"].number()
        else:
            others = others or any(point.has(key) for key in ("total", "maximum", "count"))
    if others and not samples:
        raise data.file.bad(partial(message, "no-average", metric=metric))
    return samples


def _length_ns(node: Node) -> int:
    found = _DURATION.fullmatch(node.text())
    seconds = 0
    if found is not None:
        hours, minutes, rest = (int(part or 0) for part in found.groups())
        seconds = 3600 * hours + 60 * minutes + rest
    if not seconds:
        raise node.bad("expected-duration")
    return seconds * 1_000_000_000


def _volume(address: str, metric: str, line: Node) -> str:
    found = _RESOURCE.search(address)
    resource = found[1] if found else address
    kind = metric.split(maxsplit=1)[0].lower()
    if kind in ("composite", "vm"):
        return resource
    if kind == "os":
        return f"{resource} OS disk"
    if line.has("metadatavalues"):
        for label in line["metadatavalues"].each():
            if label["name"]["value"].text().upper() == "LUN":
                return f"{resource} LUN {label['value'].text()}"
    return f"{resource} data disks"
