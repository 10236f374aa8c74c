"""Telemetry of hosts beside their load: requested counters, and each host's part of the load and
its system load, on the coordinator's clock.

It comes with the handovers, without calls of its own. Times are the host's less its offset before
the Run; later drift is not corrected. Long Runs are stored in steps, so that a fleet fits into a
store.
"""

from __future__ import annotations

import json
import math
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from plimsoll.base.errors import UsageError
from plimsoll.collect import EVERY, Batch, Remote, Sample, Source, Tally
from plimsoll.features.hosts.generator import Generator, Load, Machine, key_of
from plimsoll.features.hosts.messages import message
from plimsoll.native.interval_counts import completed_operations, moved_bytes
from plimsoll.native.listener import SealedInterval

if TYPE_CHECKING:
    from plimsoll.features.hosts.fleet import Fleet
    from plimsoll.features.hosts.hosts_file import HostsFile
    from plimsoll.live.interval_summary import WorkerInterval

STEPS = 600
"""Most values of a figure per host and Run: more intervals are combined."""
MAXIMUM_FIGURES = ("response_time_p99_ns", "own_lag_p99_ns")
"""Figures of which a step keeps the maximum, because percentiles have no mean; of others it keeps
the mean."""


def refuse_elsewhere(sources: Iterable[Source]) -> None:
    """Raises UsageError for a source on a host if only this machine measures."""
    for source in sources:
        if source.on is not None:
            raise UsageError(*message.refusal("on-needs-hosts", on=source.on))


def spread(sources: Sequence[Source], file: HostsFile) -> tuple[Source, ...]:
    """Expands sources to one per named host or label; local sources stay. Raises UsageError for an
    unknown name."""
    names = [host.name for host in file.host]
    labelled: dict[str, list[str]] = {}
    for host in file.host:
        for label in host.labels:
            labelled.setdefault(label, []).append(host.name)
    found: list[Source] = []
    for source in sources:
        if source.on is None:
            found.append(source)
            continue
        on = names if source.on == EVERY else [source.on] if source.on in names else []
        on = on or labelled.get(source.on, [])
        if not on:
            known = ", ".join([*names[:20], *(["…"] if len(names) > 20 else []), *labelled])
            raise UsageError(*message.refusal("no-such-label", on=source.on, known=known))
        found += [source.at(name) for name in on]
    return tuple(found)


@dataclass
class Telemetry:
    """Passes the hosts' telemetry to its receivers, if any."""

    _requested: dict[str, list[Remote]] = field(default_factory=dict)
    _own: dict[str, Remote] = field(default_factory=dict)
    _loads: dict[tuple[str, int], Load] = field(default_factory=dict)
    _step: int = 1
    _waiting: dict[str, _Step] = field(default_factory=dict)

    def keep(self, remotes: Iterable[Remote]) -> None:
        """Sets the receivers."""
        self._requested, self._own = {}, {}
        for remote in remotes:
            if remote.source.kind == "host":
                self._own[remote.host] = remote
            else:
                self._requested.setdefault(remote.host, []).append(remote)

    def begin(self, fleet: Fleet, names: Sequence[str], intervals: int) -> None:
        """Starts the requested collectors on these hosts for a Run of about so many intervals. A
        missing answer is detected with the load."""
        self._loads.clear()
        self._waiting.clear()
        self._step = max(1, math.ceil(intervals / STEPS))
        requested = [remote for all_ in self._requested.values() for remote in all_]
        for remote in (*requested, *self._own.values()):
            remote.ended = remote.ended_ns = None
        if not requested:
            return
        wanted = {
            host: ([remote.source.here() for remote in self._requested.get(name, [])],)
            for host, name in enumerate(names)
        }
        fleet.ask_all(Generator.collect, wanted)

    def end(self, fleet: Fleet) -> None:
        """Stops all collectors."""
        if self._requested:
            fleet.ask_every(Generator.collect, [])
        self.keep(())

    def take_handover(
        self, name: str, loads: Sequence[Load], collected: Sequence[Batch], offset_ns: int
    ) -> None:
        """Takes a handover of a host whose clock is `offset_ns` ahead of ours."""
        self._loads.update({(name, load.key): load for load in loads})
        for remote, batch in zip(self._requested.get(name, []), collected, strict=False):
            tally = batch.tally
            if tally.first_failed_ns is not None:
                tally = replace(tally, first_failed_ns=tally.first_failed_ns - offset_ns)
            remote.intake.bring(
                [
                    Sample(sample.name, sample.t_ns - offset_ns, sample.value)
                    for sample in batch.samples
                ],
                tally,
            )
            remote.ended_ns = None if batch.ended_ns is None else batch.ended_ns - offset_ns
            remote.ended = batch.ended

    def end_host(self, name: str, why: str) -> None:
        """Ends the sources of a lost host."""
        for remote in (*self._requested.get(name, []), *filter(None, [self._own.get(name)])):
            remote.ended_ns = time.monotonic_ns()
            remote.ended = message("host-lost", why=why)

    def interval(self, sealed: SealedInterval, measure_started_ns: int) -> str:
        """The hosts' parts of a sealed interval with their processor load (JSON)."""
        of_all = sealed.figures
        shares: list[WorkerInterval] = json.loads(sealed.workers)
        length_s = of_all["length_s"]
        key = key_of(of_all["start_s"])
        middle_ns = measure_started_ns + round((of_all["start_s"] + length_s / 2) * 1e9)
        for share in shares:
            name = share["name"] or ""
            load = self._loads.pop((name, key), None)
            machine = None if load is None else load.machine
            share["cpu_busy_share"] = None if machine is None else machine.cpu_busy_share
            share["cpu_steal_share"] = None if machine is None else machine.cpu_steal_share
            own = self._own.get(name)
            if own is not None and length_s > 0:
                self._keep_figures(own, middle_ns, figures(share, machine, length_s))
        return json.dumps(shares, separators=(",", ":"))

    def finish(self) -> None:
        """Stores the last, shorter step of a Run."""
        for name, step in self._waiting.items():
            if step.count:
                _store_step(self._own[name], step)
        self._waiting.clear()

    def _keep_figures(self, own: Remote, t_ns: int, values: Mapping[str, float]) -> None:
        step = self._waiting.setdefault(own.host, _Step())
        step.add(t_ns, values)
        if step.count >= self._step:
            _store_step(own, step)
            self._waiting[own.host] = _Step()


@dataclass
class _Step:
    """Intervals of a host that are stored as one."""

    count: int = 0
    t_ns: int = 0
    values: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, t_ns: int, values: Mapping[str, float]) -> None:
        self.count += 1
        self.t_ns += t_ns
        for name, value in values.items():
            self.values[name].append(value)


def _store_step(own: Remote, step: _Step) -> None:
    t_ns = step.t_ns // step.count
    samples = [
        Sample(name, t_ns, max(all_) if name in MAXIMUM_FIGURES else math.fsum(all_) / len(all_))
        for name, all_ in step.values.items()
    ]
    own.intake.bring(samples, Tally(values=len(samples)))


def figures(share: WorkerInterval, machine: Machine | None, length_s: float) -> dict[str, float]:
    """Stored figures of a host's part of an interval: rates per second, times in ns, shares of 0 to
    1. Unknown ones are left out."""
    found: dict[str, float | None] = {
        "achieved_rate_per_s": completed_operations(share) / length_s,
        "bytes_per_s": moved_bytes(share) / length_s,
        "outstanding_mean": share["outstanding_mean"],
        "response_time_p99_ns": share["response_time_ns_p99"],
        "own_lag_p99_ns": share["own_lag_ns_p99"],
        **({} if machine is None else machine._asdict()),
    }
    return {name: float(value) for name, value in found.items() if value is not None}
