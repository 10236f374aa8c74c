"""A host's side of Runs over several hosts: it opens the target, runs its part, and hands over
sealed parts.

It has a lease: without a call for that long it stops its load, because a dead coordinator must not
leave load on a production array. It decides nothing else.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import platform
import socket
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.base.errors import InternalError, IoError, PlimsollError
from plimsoll.base.version import __version__
from plimsoll.collect import Batch, Collectors, Source, Tally
from plimsoll.features.hosts.examination import Fact, host_facts
from plimsoll.features.hosts.messages import message
from plimsoll.native import record_reading
from plimsoll.native.session import Segment, identities

if TYPE_CHECKING:
    from plimsoll.native.model import SessionInfo
    from plimsoll.native.record import SessionRequest, SystemLoad, TargetIdentity

BEGIN_S = 5.0
"""Time limit for the begin of a part."""
LEASE_S = 5.0
"""Silence of the coordinator after which a generator stops its load."""


class Machine(NamedTuple):
    """Load of a host's machine in an interval, in its main figures: shares of 0 to 1, None if
    unknown. All figures, a hundred times a second, would cost too much; the host's record has them
    for the whole Run."""

    cpu_busy_share: float | None
    cpu_iowait_share: float | None
    cpu_steal_share: float | None
    busiest_core_share: float | None
    io_pressure_share: float | None
    disk_busy_share: float | None
    network_bytes_per_s: float | None

    @staticmethod
    def of(system: SystemLoad) -> Machine:
        """The main figures of a system load."""
        cpu, network = system["cpu"], system["network"]
        cores = [core for core in system["cpu_per_core"] if core is not None]
        return Machine(
            None if cpu is None else 1 - cpu["idle"] - cpu["iowait"],
            None if cpu is None else cpu["iowait"],
            None if cpu is None else cpu["steal"],
            max(cores, default=None),
            system["pressure"]["io_some"],
            max((disk["utilisation"] for disk in system["disks"]), default=None),
            None if network is None else network["rx_bytes_per_s"] + network["tx_bytes_per_s"],
        )


class Load(NamedTuple):
    """Load of a host's machine in an interval, with its start."""

    start_s: float
    """Seconds from the planned start of Measure."""
    machine: Machine | None

    @property
    def key(self) -> int:
        """Key of the interval: all hosts have one grid, exact to the ms."""
        return key_of(self.start_s)


def key_of(start_s: float) -> int:
    """The key of an interval by its start."""
    return round(start_s * 1000)


def loads(intervals: Iterable[str]) -> list[Load]:
    """The loads in a host's intervals (JSON)."""
    read = (record_reading.interval(json.loads(text)) for text in intervals)
    return [
        Load(
            interval["start_s"],
            None if (load := interval["system_load"]) is None else Machine.of(load),
        )
        for interval in read
    ]


class Handover(NamedTuple):
    """A handover of a generator."""

    parts: list[bytes]
    """Parts sealed since the last handover."""
    over: bool
    """Its part of the Run has ended and is complete."""
    left: tuple[bytes, str] | None
    """If over: the rest of its results, and its record."""
    failed: PlimsollError | None
    """If over: the error in place of a result."""
    loads: list[Load] = []  # noqa: RUF012  # of a tuple, and never changed
    """Machine loads of the intervals sealed since the last handover."""
    collected: list[Batch] = []  # noqa: RUF012  # likewise
    """Samples of the collectors since the last handover, in the order of the sources; times on this
    host's clock."""
    number: int = 0
    """Serial number."""


def merge_handovers(handed: Sequence[Handover]) -> Handover:
    """Merges several handovers into one."""
    if len(handed) == 1:
        return handed[0]
    return handed[-1]._replace(
        parts=[part for handover in handed for part in handover.parts],
        loads=[load for handover in handed for load in handover.loads],
        collected=[
            _merge_batches(batches)
            for batches in zip(*(handover.collected for handover in handed), strict=False)
        ],
    )


def _merge_batches(batches: Sequence[Batch]) -> Batch:
    tally = Tally()
    for batch in batches:
        tally.add(batch.tally)
    return replace(
        batches[-1], samples=[sample for batch in batches for sample in batch.samples], tally=tally
    )


class Host(NamedTuple):
    """Description of a host."""

    name: str
    version: str
    kernel: str
    processors: int


CLAIM_NAME = "\0plimsoll-generator"
"""Abstract socket name (unix(7)): one process of this host at a time holds it, until it ends."""


class Generator:
    """A generator. The coordinator calls its methods, from several threads.

    `alone`: no other generator may load from this host at the same time. An older coordinator's
    load has ended before a target is opened. `host`: distinguishes hosts that share a machine for
    trials.
    """

    def __init__(self, lease_s: float = LEASE_S, *, alone: bool = False, host: str = "") -> None:
        self._lease_s = lease_s
        self._alone = alone
        self._claim_name = f"{CLAIM_NAME}-{host}" if host else CLAIM_NAME
        self._segment: Segment | None = None
        self._running: threading.Thread | None = None
        self._left: tuple[bytes, str] | None = None
        self._failed: PlimsollError | None = None
        self._heard = time.monotonic()
        self._expired = False
        self._collectors: Collectors | None = None
        self._missed: list[Tally] = []
        self._handing = threading.Lock()
        self._number = 0
        self._kept: list[Handover] = []

    def host(self) -> Host:
        """The description of this host."""
        return Host(platform.node(), __version__, platform.release(), os.cpu_count() or 1)

    def host_facts(self, targets: list[str], coordinator: str | None) -> dict[str, Fact]:
        """The facts of this host that others are compared with."""
        return host_facts(targets, coordinator)

    def clock_ns(self) -> int:
        """This host's monotonic clock."""
        return time.monotonic_ns()

    def identities(self, names: list[str]) -> dict[str, TargetIdentity]:
        """Identities of files and devices on this host."""
        return identities(names)

    def collect(self, sources: list[Source]) -> None:
        """Replaces the collectors that run beside the load. Unchanged sources go on."""
        running = self._collectors
        if running is not None and running.sources == tuple(sources):
            return
        self._collectors, self._missed = None, []
        if running is not None:
            running.__exit__()
        if sources:
            # The coordinator reports errors of collectors.
            self._collectors = Collectors(sources, tell=lambda _: None).__enter__()
            self._missed = [Tally() for _ in sources]

    def open(self, request: SessionRequest) -> SessionInfo:
        """Opens the target. Raises as `Session.open`."""
        self.close()
        if self._alone:
            self._claim(within_s=2 * self._lease_s).close()
        self._segment = Segment(request)
        return self._segment.info()

    def resolve_spec(self, request: str) -> str:
        """The spec of a Run on all hosts."""
        return self._open_segment().resolve(request)

    def memory_bytes(self, request: str) -> int:
        """Memory of a request on this host."""
        return self._open_segment().memory_bytes(request)

    def start(self, request: str) -> PlimsollError | None:
        """Starts its part of a Run (a request with a segment). Returns when its workers are ready,
        or with the error (such as LateStartError)."""
        segment = self._open_segment()
        if self._running is not None and self._running.is_alive():
            raise InternalError(message("run-in-progress"))
        self._left, self._failed, self._expired = None, None, False
        with self._handing:
            # Handovers of the Run before.
            self._kept.clear()
        # Samples between two Runs are dropped; their errors are reported.
        for missed, batch in zip(self._missed, self._take_batches(), strict=True):
            batch.tally.values = 0
            missed.add(batch.tally)
        self._heard = time.monotonic()
        claim = self._claim(within_s=0.0) if self._alone else contextlib.nullcontext()

        def run() -> None:
            try:
                with claim:
                    self._left = segment.probe(request)
            except PlimsollError as error:
                self._failed = error
            except BaseException as error:  # noqa: BLE001  # a panic of the native side: told to the coordinator
                self._failed = InternalError(str(error) or type(error).__name__)

        self._running = threading.Thread(target=run, name="plimsoll-segment", daemon=True)
        self._running.start()
        threading.Thread(target=self._watch_lease, name="plimsoll-lease", daemon=True).start()
        begun_by = time.monotonic() + BEGIN_S
        while self._running.is_alive() and not segment.under_way() and time.monotonic() < begun_by:
            time.sleep(0.002)
        return self._failed

    def renew(self) -> None:
        """Renews the lease."""
        self._heard = time.monotonic()

    def hand_over(self, have: int | None = None) -> Handover:
        """The parts sealed since the last handover; renews the lease.

        `have`: number of the newest handover that the coordinator has. Later ones were lost with
        their carrier and are repeated. None: it has all.
        """
        with self._handing:
            newest = self._take_handover()
            self._number += 1
            self._kept = [
                *(kept for kept in self._kept if have is not None and kept.number > have),
                newest._replace(number=self._number),
            ]
            return merge_handovers(self._kept)

    def _take_handover(self) -> Handover:
        self._heard = time.monotonic()
        running = self._running
        # Read before the parts, so that these include the last one.
        over = running is None or not running.is_alive()
        parts, intervals = self._open_segment().take_parts()
        failed = self._failed
        if over and self._expired:
            failed = IoError(message("not-heard", seconds=f"{self._lease_s:g}"))
        return Handover(
            parts,
            over,
            self._left if over else None,
            failed if over else None,
            loads(intervals),
            self._take_samples(),
        )

    def _take_batches(self) -> list[Batch]:
        return [] if self._collectors is None else self._collectors.take()

    def _take_samples(self) -> list[Batch]:
        batches = self._take_batches()
        for missed, batch in zip(self._missed, batches, strict=True):
            batch.tally.add(missed)
        self._missed = [Tally() for _ in batches]
        return batches

    def end_measure(self, at_ns: int) -> None:
        """Sets the end of Measure on this host's clock."""
        self._open_segment().end_measure(at_ns)

    def stop(self) -> None:
        """Stops its part of a running Run."""
        if self._segment is not None and self._running is not None and self._running.is_alive():
            self._segment.stop()

    def close(self) -> None:
        """Closes the target."""
        segment, self._segment = self._segment, None
        if segment is not None:
            segment.stop()
            if self._running is not None:
                self._running.join()
            segment.close()

    def has_expired(self) -> bool:
        """Whether its lease ran out and stopped its load."""
        return self._expired

    def _claim(self, *, within_s: float) -> socket.socket:
        """Claims the right to load from this host. Raises IoError while another process has it."""
        until = time.monotonic() + within_s
        claim = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        while True:
            try:
                claim.bind(self._claim_name)
                return claim
            except OSError as error:
                if error.errno != errno.EADDRINUSE or time.monotonic() > until:
                    claim.close()
                    raise IoError(*message.refusal("another-load")) from None
            time.sleep(0.05)

    def _open_segment(self) -> Segment:
        if self._segment is None:
            raise InternalError(message("no-target-open"))
        return self._segment

    def _watch_lease(self) -> None:
        running = self._running
        while running is not None and running.is_alive():
            running.join(min(0.2, self._lease_s / 4))
            if time.monotonic() - self._heard > self._lease_s:
                self._expired = True
                self.stop()
