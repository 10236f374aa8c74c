"""Prometheus: the JSON of a range query (`/api/v1/query_range`) for the counters of node_exporter
(`node_disk_…`) and of the kubelet (cAdvisor's `container_fs_…`).

The counters themselves are wanted, not their `rate()`: that one has no name any more, and nobody
sees over which window it was taken. A counter that falls was reset: that interval is left out."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise

from plimsoll.features.counters.messages import message
from plimsoll.features.counters.readers.json_file import Node, document
from plimsoll.features.counters.series import Figure, Point, Series
from plimsoll.features.imports.recordings.moment import Times
from plimsoll.features.imports.results.source import File

COUNTERS: dict[str, Figure] = {
    "node_disk_reads_completed_total": "read_rate_per_s",
    "node_disk_writes_completed_total": "write_rate_per_s",
    "node_disk_read_bytes_total": "read_bytes_per_s",
    "node_disk_written_bytes_total": "write_bytes_per_s",
    "node_disk_read_time_seconds_total": "reads_outstanding",
    "node_disk_write_time_seconds_total": "writes_outstanding",
    "node_disk_io_time_weighted_seconds_total": "outstanding",
    "container_fs_reads_total": "read_rate_per_s",
    "container_fs_writes_total": "write_rate_per_s",
    "container_fs_reads_bytes_total": "read_bytes_per_s",
    "container_fs_writes_bytes_total": "write_bytes_per_s",
    "container_fs_read_seconds_total": "reads_outstanding",
    "container_fs_write_seconds_total": "writes_outstanding",
}
"""Seconds of all operations per second are operations outstanding."""
OWNERS = ("instance", "node", "namespace", "pod", "container", "device")
"""Labels that together name a volume; those that differ from series to series."""


def sniff(head: str) -> bool:
    """Whether a text begins as such an answer."""
    return head.lstrip().startswith("{") and '"resultType"' in head and '"status"' in head


def read(file: File, times: Times) -> Iterator[Series]:
    """The series of a file."""
    del times
    found = document(file)
    if found["status"].text() != "success":
        raise found["status"].bad("expected-success")
    if found["data"]["resultType"].text() != "matrix":
        raise found["data"]["resultType"].bad("expected-matrix")
    every = list(found["data"]["result"].each())
    nameless = [one for one in every if not one["metric"].has("__name__")]
    if nameless:
        raise file.bad(partial(message, "rate-query", place=nameless[0].place))
    known = [one for one in every if one["metric"]["__name__"].text() in COUNTERS]
    if not known:
        example = "node_disk_reads_completed_total"
        raise file.bad(partial(message, "no-metric-of", known=example))
    labels = [_labels(one) for one in known]
    differing = [
        label
        for label in OWNERS
        if len({one.get(label) for one in labels}) > 1 or label == "device"
    ]
    every_sample = [_samples(one) for one in known]
    scraped = _scrapes(labels, every_sample)
    for one, owner, samples in zip(known, labels, every_sample, strict=True):
        parts = [owner[label] for label in differing if owner.get(label)]
        volume = " ".join(parts) or file.path.stem
        name = one["metric"]["__name__"].text()
        anew = scraped.get(_machine(owner))
        held = [sample for sample in samples if anew is None or sample[0] in anew]
        yield Series(volume, COUNTERS[name], "increase", tuple(_increases(held)))


def _machine(owner: Mapping[str, str]) -> str:
    return next((owner[name] for name in ("instance", "node") if owner.get(name)), "")


def _scrapes(
    labels: Sequence[Mapping[str, str]], every: Sequence[list[tuple[int, float]]]
) -> Mapping[str, set[int]]:
    """By machine the times at which its counters were read anew, where the step of the query is
    shorter than the distance of the scrapes: a value is then repeated, and the growth of several
    steps would be taken for that of one."""
    changes: dict[str, set[int]] = {}
    read: dict[str, set[int]] = {}
    steps: dict[str, set[int]] = {}
    for owner, samples in zip(labels, every, strict=True):
        machine = _machine(owner)
        read.setdefault(machine, set()).update(at for at, _ in samples)
        steps.setdefault(machine, set()).update(b[0] - a[0] for a, b in pairwise(samples))
        changes.setdefault(machine, set()).update(
            b[0] for a, b in pairwise(samples) if a[1] != b[1]
        )
    found = {}
    for machine, times in changes.items():
        at = sorted(times)
        between = {after - before for before, after in pairwise(at)}
        if not between or min(between) < 1.5 * min(steps[machine]):
            continue
        apart = min(between)
        if not any(length % apart for length in between):
            # Idle times are kept: every scrape, also those that changed nothing.
            found[machine] = {time for time in read[machine] if (time - at[0]) % apart == 0}
        elif max(between) - apart <= 1.5 * min(steps[machine]):
            # The scrapes are no multiples of the step apart.
            found[machine] = times
    return found


def _labels(one: Node) -> Mapping[str, str]:
    metric = one["metric"]
    return {label: metric[label].text() for label in OWNERS if metric.has(label)}


def _samples(one: Node) -> list[tuple[int, float]]:
    samples: list[tuple[int, float]] = []
    for pair in one["values"].each():
        parts = list(pair.each())
        if len(parts) != 2:
            raise pair.bad("expected-pair")
        at, text = parts[0].number(), parts[1].text()
        if text != "NaN":
            samples.append((round(at * 1e9), parts[1].number(texts=True)))
    if len(samples) < 2:
        raise one.file.bad(partial(message, "two-times"))
    if any(after[0] <= before[0] for before, after in pairwise(samples)):
        raise one["values"].bad("expected-ascending")
    return samples


def _increases(samples: list[tuple[int, float]]) -> Iterator[Point]:
    if len(samples) < 2:
        return
    step = min(after[0] - before[0] for before, after in pairwise(samples))
    for (began, before), (end, after) in pairwise(samples):
        # A counter that falls was reset. A gap may hide a reset, too, but its growth is right
        # unless it falls.
        if after >= before and math.isclose(end - began, step, rel_tol=0.5):
            yield Point(end, end - began, (after - before) * 1e9 / (end - began))
