"""Counters of a vCenter: its hosts, the datastores as each host sees them, the disks of VMs.

vCenter keeps a sample of each for every 20 s (real time). Names are KIND/NAME/INSTANCE/COUNTER,
with vCenter's own counters and units, but in percent where vCenter has hundredths:

    host/esx01/cpu.usage   host/esx01/nvme-1/datastore.totalReadLatency (ms)
    vm/app01/scsi0:0/virtualDisk.numberReadAveraged (IOPS)

If several objects share a name, their inventory paths replace it: vm/DC0/vm/prod/app01/…

A sample is the mean of 20 s, and its time is their middle. A sample that vCenter marks as missing
(-1) is None, like a counter that stopped giving values: never 0."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from plimsoll.collect.lines import STAMP
from plimsoll.features.vcenter import inventory
from plimsoll.features.vcenter.account import is_unverified
from plimsoll.features.vcenter.session import Session, VcenterError, session

__all__ = ["is_unverified", "values"]

EVERY_S = 20
POLL_S = 10
"""Time between two queries: half a sample, so that the last sample of a Run is not a whole one
late."""
SECOND_NS = 1_000_000_000
BATCH = 64
"""Objects in one query."""
SAMPLES = 3
"""Samples in one query, so that a late query loses none."""
FAILURES = 3
"""Failed queries in a row that end the collection."""
COUNTERS = {
    "HostSystem": (
        "cpu.usage.average",
        "mem.usage.average",
        "disk.maxTotalLatency.latest",
        "datastore.numberReadAveraged.average",
        "datastore.numberWriteAveraged.average",
        "datastore.read.average",
        "datastore.write.average",
        "datastore.totalReadLatency.average",
        "datastore.totalWriteLatency.average",
    ),
    "VirtualMachine": (
        "cpu.usage.average",
        "cpu.ready.summation",
        "virtualDisk.numberReadAveraged.average",
        "virtualDisk.numberWriteAveraged.average",
        "virtualDisk.read.average",
        "virtualDisk.write.average",
        "virtualDisk.totalReadLatency.average",
        "virtualDisk.totalWriteLatency.average",
        "virtualDisk.readOIO.latest",
        "virtualDisk.writeOIO.latest",
    ),
}
KINDS = {"HostSystem": "host", "VirtualMachine": "vm"}
WHOLE = ("cpu.", "mem.")
"""Counters of a host or VM as a whole, without its single processors."""


def values(
    server: str, wanted: re.Pattern[str] | None, *, wait: Callable[[float], object] = time.sleep
) -> Iterator[dict[str, float | None]]:
    """Yields the values of each new sample, one mapping for each time, without end. Raises
    VcenterError."""
    failed = 0
    poll: _Poll | None = None
    while True:
        try:
            with session(server) as opened:
                if poll is None:
                    poll = _Poll(opened, wanted)
                    # The first result is yielded even if it is empty.
                    found = poll.round(opened) or [{}]
                else:
                    found = poll.round(opened)
            failed = 0
        except VcenterError:
            failed += 1
            if poll is None or failed >= FAILURES:
                raise
            found = []
        yield from found
        wait(POLL_S)


class _Poll:
    """The repeated query, with the state of the last one."""

    def __init__(self, opened: Session, wanted: re.Pattern[str] | None) -> None:
        self._wanted = wanted
        self._counters = _counters(opened)
        self._by_id = {key: (name, scale) for name, (key, scale) in self._counters.items()}
        self._datastores = _datastores(opened)
        self._objects = [
            (kind, item) for kind in COUNTERS for item in inventory.every(opened, kind, "parent")
        ]
        self._called = _object_names(opened, self._objects)
        self._last: dict[str, datetime] = {}
        self._names: dict[str, set[str]] = {}
        """Names with values so far, by object."""
        self._first = True

    def round(self, opened: Session) -> list[dict[str, float | None]]:
        """New samples, oldest first."""
        before_ns = time.monotonic_ns()
        now = opened.service.CurrentTime()
        # The middle of the request is within a tenth of a second, of samples of 20 s.
        at_ns = (before_ns + time.monotonic_ns()) // 2
        found: dict[datetime, dict[str, float | None]] = {}
        for start in range(0, len(self._objects), BATCH):
            self._query(opened, self._objects[start : start + BATCH], found)
        if self._first:
            # Stop querying objects without a wanted counter.
            self._objects = [pair for pair in self._objects if pair[1].id in self._names]
            self._first = False
        made = []
        for ended in sorted(found):
            age_s = (now - ended).total_seconds() + EVERY_S / 2
            stamp = at_ns - int(age_s * SECOND_NS)
            made.append({STAMP: stamp, **found[ended]})
        return made

    def _query(
        self,
        opened: Session,
        objects: list[tuple[str, inventory.ManagedObject]],
        found: dict[datetime, dict[str, float | None]],
    ) -> None:
        from pyVmomi import vim

        queries = []
        for kind, item in objects:
            ids = [
                vim.PerformanceManager.MetricId(
                    counterId=self._counters[name][0],
                    instance="" if name.startswith(WHOLE) else "*",
                )
                for name in COUNTERS[kind]
                if name in self._counters
            ]
            queries.append(
                vim.PerformanceManager.QuerySpec(
                    entity=item.reference,
                    metricId=ids,
                    intervalId=EVERY_S,
                    maxSample=SAMPLES,
                    format="csv",
                )
            )
        answers = opened.content.perfManager.QueryPerf(querySpec=queries) or ()
        by_id = {answer.entity._moId: answer for answer in answers}
        for kind, item in objects:
            self._take(kind, item, by_id.get(item.id), found)

    def _take(
        self,
        kind: str,
        item: inventory.ManagedObject,
        answer: Any,
        found: dict[datetime, dict[str, float | None]],
    ) -> None:
        times = [] if answer is None else _times(answer.sampleInfoCSV)
        known = self._names.get(item.id, set())
        last = self._last.get(item.id)
        # At the first query take only the newest sample: earlier ones precede the measurement.
        new = [at for at in times if last is None or at > last][-1 if last is None else 0 :]
        if not new:
            return
        self._last[item.id] = new[-1]
        for series in answer.value:
            name = self._name(kind, self._called[item.id], series.id)
            if name is None or (self._wanted and not self._wanted.search(name)):
                continue
            scale = self._by_id[series.id.counterId][1]
            self._names.setdefault(item.id, set()).add(name)
            texts = series.value.split(",")
            for at, text in zip(times[-len(texts) :], texts[-len(times) :], strict=True):
                if at in new:
                    found.setdefault(at, {})[name] = _value(text, scale)
        for name in known:
            for at in new:
                found.setdefault(at, {}).setdefault(name, None)

    def _name(self, kind: str, name: str, metric: Any) -> str | None:
        counter = self._by_id.get(metric.counterId)
        if counter is None:
            return None
        short = counter[0].rpartition(".")[0]
        instance = self._datastores.get(metric.instance, metric.instance)
        parts = (KINDS[kind], name, *([instance] if instance else []), short)
        return "/".join(parts)


def _counters(opened: Session) -> dict[str, tuple[int, float]]:
    """Wanted counters, with vCenter's number and the factor of values."""
    wanted = {name for names in COUNTERS.values() for name in names}
    found = {}
    for counter in opened.content.perfManager.perfCounter:
        name = f"{counter.groupInfo.key}.{counter.nameInfo.key}.{counter.rollupType}"
        if name in wanted:
            # vCenter reports hundredths of a percent.
            found[name] = counter.key, 0.01 if counter.unitInfo.key == "percent" else 1.0
    return found


def _object_names(
    opened: Session, objects: list[tuple[str, inventory.ManagedObject]]
) -> dict[str, str]:
    """Names of objects by id. Objects with equal names get their inventory path, and vCenter's id
    as well if even the paths are equal."""
    names = {item.id: item.name for _, item in objects}
    kinds = {item.id: kind for kind, item in objects}
    if twice := _twice(names, kinds):
        paths = inventory.Paths(opened)
        names |= {item.id: paths.path(item).lstrip("/") for _, item in objects if item.id in twice}
    names |= {id_: f"{names[id_]} {id_}" for id_ in _twice(names, kinds)}
    return names


def _twice(names: dict[str, str], kinds: dict[str, str]) -> set[str]:
    """Objects whose name another object of their kind has."""
    counted = Counter((kinds[id_], name) for id_, name in names.items())
    return {id_ for id_, name in names.items() if counted[kinds[id_], name] > 1}


def _datastores(opened: Session) -> dict[str, str]:
    """Names of datastores by the identifiers that hosts use: the end of their URL, or vCenter's
    id."""
    found = {}
    for datastore in inventory.every(opened, "Datastore", "summary.url"):
        url = str(datastore.properties.get("summary.url", "")).rstrip("/")
        found[datastore.id] = found[url.rpartition("/")[2]] = datastore.name
    return found


def _times(text: str) -> list[datetime]:
    """The end times of samples, from `20,2026-01-01T00:00:20Z,20,…`."""
    made = [datetime.fromisoformat(stamp) for stamp in text.split(",")[1::2]]
    return [moment if moment.tzinfo else moment.replace(tzinfo=UTC) for moment in made]


def _value(text: str, scale: float) -> float | None:
    """A value; None if it is missing."""
    try:
        number = float(text)
    except ValueError:
        return None
    return None if number < 0 else number * scale
