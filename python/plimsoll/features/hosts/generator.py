"""A host's end of Runs over several hosts: it opens the target there, runs its part, and hands over
what was sealed when it is asked.

It holds a lease: asked for nothing for longer than that, it stops its load by itself, since nobody
may be left who could (a coordinator that died must not leave load on a production array). It
decides nothing else.
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
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.base.errors import InternalError, IoError, PlimsollError
from plimsoll.base.version import __version__
from plimsoll.collect import Batch, Collectors, Tally
from plimsoll.features.hosts.examination import examined
from plimsoll.native import record_reading
from plimsoll.native.session import Segment, identities

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from plimsoll.collect import Source
    from plimsoll.features.hosts.examination import Fact
    from plimsoll.native.model import SessionInfo, SessionRequest
    from plimsoll.native.record import SystemLoad, TargetIdentity

BEGUN_S = 5.0
"""A part of a Run that has not begun by then is told as it is."""
LEASE_S = 5.0
"""Without a word from the coordinator for so long a generator stops its load."""


class Machine(NamedTuple):
    """What a host's machine did in an interval, in the figures that are looked at: shares of 0 to
    1. None for what it cannot tell. All of it, a hundred times a second, would cost more to read
    than what it stands beside; the host's record has it of the whole Run."""

    cpu_busy_share: float | None
    cpu_iowait_share: float | None
    cpu_steal_share: float | None
    busiest_core_share: float | None
    io_pressure_share: float | None
    disk_busy_share: float | None
    network_bytes_per_s: float | None

    @staticmethod
    def of(system: SystemLoad) -> Machine:
        """Those of its system load."""
        cpu, network = system["cpu"], system["network"]
        cores = [one for one in system["cpu_per_core"] if one is not None]
        return Machine(
            None if cpu is None else 1 - cpu["idle"] - cpu["iowait"],
            None if cpu is None else cpu["iowait"],
            None if cpu is None else cpu["steal"],
            max(cores, default=None),
            system["pressure"]["io_some"],
            max((one["utilisation"] for one in system["disks"]), default=None),
            None if network is None else network["rx_bytes_per_s"] + network["tx_bytes_per_s"],
        )


class Load(NamedTuple):
    """What a host's machine did in an interval."""

    start_s: float
    """From the start of Measure, as planned."""
    machine: Machine | None

    @property
    def key(self) -> int:
        """Which interval of the Run it is: all hosts have one grid, to the ms and better."""
        return key_of(self.start_s)


def key_of(start_s: float) -> int:
    """An interval by its start."""
    return round(start_s * 1000)


def loads(intervals: Iterable[str]) -> list[Load]:
    """Those in a host's own intervals (JSON)."""
    told = (record_reading.interval(json.loads(text)) for text in intervals)
    return [
        Load(one["start_s"], None if (load := one["system_load"]) is None else Machine.of(load))
        for one in told
    ]


class Handed(NamedTuple):
    """What a generator hands over when it is asked."""

    parts: list[bytes]
    """Sealed since the last time."""
    over: bool
    """Its part of the Run has ended; everything is handed over."""
    left: tuple[bytes, str] | None
    """Then: what it leaves beside its parts, and its own record."""
    failed: PlimsollError | None
    """Then: why there is none."""
    loads: list[Load] = []  # noqa: RUF012  # of a tuple, and never changed
    """What the machine did in the intervals that were sealed since the last time."""
    collected: list[Batch] = []  # noqa: RUF012  # likewise
    """What came since the last time from what is collected here, in the order asked for; times by
    the clock of this host."""
    number: int = 0
    """Each of a generator has the next."""


def together(handed: Sequence[Handed]) -> Handed:
    """What was handed over several times, as if it had been once."""
    if len(handed) == 1:
        return handed[0]
    return handed[-1]._replace(
        parts=[part for one in handed for part in one.parts],
        loads=[load for one in handed for load in one.loads],
        collected=[
            _one_batch(batches) for batches in zip(*(one.collected for one in handed), strict=False)
        ],
    )


def _one_batch(batches: Sequence[Batch]) -> Batch:
    tally = Tally()
    for batch in batches:
        tally.add(batch.tally)
    return replace(
        batches[-1], samples=[one for batch in batches for one in batch.samples], tally=tally
    )


class Host(NamedTuple):
    """What a host says of itself."""

    name: str
    version: str
    kernel: str
    processors: int


NAME = "\0plimsoll-generator"
"""An abstract name of a socket (unix(7)): one process of this host at a time has it, and loses it
however it ends."""


class Generator:
    """See the module. Its methods are called by the coordinator, from several threads.

    `alone`: nobody else of this host loads at the same time. What another coordinator left, one
    that was killed say, has ended before anything is opened. `host`: which one it is, where several
    share a machine to try them out.
    """

    def __init__(self, lease_s: float = LEASE_S, *, alone: bool = False, host: str = "") -> None:
        self._lease_s = lease_s
        self._alone = alone
        self._claim_name = f"{NAME}-{host}" if host else NAME
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
        self._kept: list[Handed] = []

    def host(self) -> Host:
        """What it is."""
        return Host(platform.node(), __version__, platform.release(), os.cpu_count() or 1)

    def examined(self, targets: list[str], coordinator: str | None) -> dict[str, Fact]:
        """The facts of this host that others are compared with."""
        return examined(targets, coordinator)

    def clock_ns(self) -> int:
        """This host's monotonic clock."""
        return time.monotonic_ns()

    def identities(self, names: list[str]) -> dict[str, TargetIdentity]:
        """What the files and devices of these names are known by here."""
        return identities(names)

    def collect(self, sources: list[Source]) -> None:
        """Runs these beside the load from now on, and what ran before no more; those that run
        already go on."""
        running = self._collectors
        if running is not None and running.sources == tuple(sources):
            return
        self._collectors, self._missed = None, []
        if running is not None:
            running.__exit__()
        if sources:
            # What is wrong with one is told by the coordinator.
            self._collectors = Collectors(sources, tell=lambda _: None).__enter__()
            self._missed = [Tally() for _ in sources]

    def open(self, request: SessionRequest) -> SessionInfo:
        """Opens the target. Raises as `Session.open` does."""
        self.close()
        if self._alone:
            self._claimed(within_s=2 * self._lease_s).close()
        self._segment = Segment(request)
        return self._segment.info()

    def resolved(self, request: str) -> str:
        """The spec of a Run of all hosts."""
        return self._opened().resolved(request)

    def memory_bytes(self, request: str) -> int:
        """Memory that a request would take here."""
        return self._opened().memory_bytes(request)

    def start(self, request: str) -> PlimsollError | None:
        """Begins its part of a Run (a request with a segment); returns when its workers have their
        work, or with why it cannot begin (a LateStartError, say)."""
        segment = self._opened()
        if self._running is not None and self._running.is_alive():
            raise InternalError("a Run is in progress on this host")
        self._left, self._failed, self._expired = None, None, False
        with self._handing:
            # Of the Run before.
            self._kept.clear()
        # What came between two Runs is nobody's; what went wrong meanwhile is told.
        for missed, batch in zip(self._missed, self._taken(), strict=True):
            batch.tally.values = 0
            missed.add(batch.tally)
        self._heard = time.monotonic()
        claim = self._claimed(within_s=0.0) if self._alone else contextlib.nullcontext()

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
        begun_by = time.monotonic() + BEGUN_S
        while self._running.is_alive() and not segment.under_way() and time.monotonic() < begun_by:
            time.sleep(0.002)
        return self._failed

    def renew(self) -> None:
        """Renews the lease."""
        self._heard = time.monotonic()

    def hand_over(self, have: int | None = None) -> Handed:
        """What was sealed since the last time; renews the lease.

        `have`: the number of the newest that the coordinator has. What was handed over after that
        was lost on the way, with whoever carried it, and is handed over again. None: it has all.
        """
        with self._handing:
            newest = self._sealed()
            self._number += 1
            self._kept = [
                *(one for one in self._kept if have is not None and one.number > have),
                newest._replace(number=self._number),
            ]
            return together(self._kept)

    def _sealed(self) -> Handed:
        self._heard = time.monotonic()
        running = self._running
        # Asked before the parts are taken: what is sealed last is in them.
        over = running is None or not running.is_alive()
        parts, intervals = self._opened().take_parts()
        failed = self._failed
        if over and self._expired:
            failed = IoError(
                f"nothing was heard from the coordinator for {self._lease_s:g} s, so its load"
                " was stopped"
            )
        return Handed(
            parts,
            over,
            self._left if over else None,
            failed if over else None,
            loads(intervals),
            self._collected(),
        )

    def _taken(self) -> list[Batch]:
        return [] if self._collectors is None else self._collectors.take()

    def _collected(self) -> list[Batch]:
        batches = self._taken()
        for missed, batch in zip(self._missed, batches, strict=True):
            batch.tally.add(missed)
        self._missed = [Tally() for _ in batches]
        return batches

    def end_measure(self, at_ns: int) -> None:
        """Measure ends at this instant of this host's clock."""
        self._opened().end_measure(at_ns)

    def stop(self) -> None:
        """Ends its part of the Run under way, if one is."""
        if self._segment is not None and self._running is not None and self._running.is_alive():
            self._segment.stop()

    def close(self) -> None:
        """Gives the target back."""
        segment, self._segment = self._segment, None
        if segment is not None:
            segment.stop()
            if self._running is not None:
                self._running.join()
            segment.close()

    def expired(self) -> bool:
        """Whether it stopped its load because nobody asked for anything."""
        return self._expired

    def _claimed(self, *, within_s: float) -> socket.socket:
        """The right to load from this host. Raises IoError while another process has it."""
        until = time.monotonic() + within_s
        claim = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        while True:
            try:
                claim.bind(self._claim_name)
                return claim
            except OSError as error:
                if error.errno != errno.EADDRINUSE or time.monotonic() > until:
                    claim.close()
                    raise IoError(
                        "another plimsoll loads from this host",
                        "Wait until it has ended: both would measure each other.",
                    ) from None
            time.sleep(0.05)

    def _opened(self) -> Segment:
        if self._segment is None:
            raise InternalError("no target is open on this host")
        return self._segment

    def _watch_lease(self) -> None:
        running = self._running
        while running is not None and running.is_alive():
            running.join(min(0.2, self._lease_s / 4))
            if time.monotonic() - self._heard > self._lease_s:
                self._expired = True
                self.stop()
