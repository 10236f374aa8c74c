"""Runs the units of a plan: lays files out, opens every session of a phase, runs them at once,
keeps what they leave."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shlex
import tempfile
import threading
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic, cast

from plimsoll.cli._target_size import is_file, size_of
from plimsoll.cli.terminal import screen
from plimsoll.errors import Interrupted, NoTargetError, PlimsollError, RefusedError
from plimsoll.execute import Prepare, Session, Stop
from plimsoll.formats.jobs.driven import D, Done
from plimsoll.formats.jobs.fio.steady import Watched
from plimsoll.listener import ActiveRun, Listener, RunResult, SealedInterval

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from plimsoll.campaign import CampaignKeeper
    from plimsoll.cli._measure import Measuring
    from plimsoll.formats.jobs.driven import Driven, Layout
    from plimsoll.model import Interval, ProbeRequest, RunRecord, SessionRequest


@dataclass
class _Ends(Stop):
    """A Run's own wish to end, beside everybody's."""

    everybody: Stop = field(default_factory=Stop)

    def __post_init__(self) -> None:
        super().__init__()

    @property
    def asked(self) -> bool:
        """Its own, or everybody's."""
        return self._asked or self.everybody.asked


@dataclass
class Capture(Listener):
    """A recorder that holds what a Run leaves until it can be told, and kept."""

    run: ActiveRun | None = None
    sealed: list[SealedInterval] = field(default_factory=list)
    result: RunResult | None = None
    watched: Watched | None = None
    """Of a job that ends once it is steady."""
    ends: Stop | None = None
    heard: Callable[[Interval], None] | None = None
    """Is told every interval as it is sealed, from the thread of its Run."""

    def run_begins(self, run: ActiveRun) -> None:
        """A Run begins."""
        self.run = run

    def interval(self, run: ActiveRun, sealed: SealedInterval) -> None:
        """A sealed interval of it."""
        del run
        self.sealed.append(sealed)
        if self.ends and self.watched and self.watched.add(json.loads(sealed.json)):
            self.ends.ask()
        if self.heard:
            self.heard(cast("Interval", json.loads(sealed.json)))

    def run_ends(self, run: ActiveRun, result: RunResult) -> None:
        """Its record."""
        del run
        self.result = result

    @property
    def histograms(self) -> dict[str, bytes]:
        """What the Run left, by name."""
        return {} if self.result is None else dict(self.result.histograms)

    def intervals(self) -> tuple[Interval, ...]:
        """What it did in each."""
        return tuple(cast("Interval", json.loads(sealed.json)) for sealed in self.sealed)

    def into(self, keeper: CampaignKeeper) -> None:
        """Keeps the Run."""
        assert self.run is not None, "the Run has ended"
        assert self.result is not None, "with a record"
        kept = replace(self.run, id=None)
        keeper.run_begins(kept)
        for sealed in self.sealed:
            keeper.interval(kept, sealed)
        keeper.run_ends(kept, self.result)


@dataclass
class Keeping:
    """The store, if there is one: what was captured is written when a phase is over."""

    store: Path | None
    request: dict[str, object]
    kept: list[tuple[int, str]] = field(default_factory=list)
    """Campaigns and the jobs they are of."""

    def write(self, done: Sequence[tuple[str, SessionRequest, Capture]]) -> None:
        """Each Run as a campaign of its own, by the name of its job."""
        if self.store is None:
            return
        from plimsoll import campaign
        from plimsoll.store import Store

        with Store.open(self.store) as store:
            for job, session, capture in done:
                probe = capture.run.request if capture.run else {}
                keeper = campaign.begin(
                    store,
                    "run",
                    session,
                    objective=None,
                    strategy="run",
                    seed=int(probe.get("seed") or 0),
                    asked={"probe": probe, "job": job, **self.request},
                )
                capture.into(keeper)
                keeper.end({})
                self.kept.append((keeper.campaign_id, job))

    def tell(self) -> None:
        """Which campaign is which job, and how all are reported: a report shows the newest
        alone."""
        if len(self.kept) < 2:
            return
        shown = "; ".join(f"{number} {job}" for number, job in self.kept[:8])
        more = f"; and {len(self.kept) - 8} more" if len(self.kept) > 8 else ""
        screen.note(f"kept in {self.store} as campaigns {shown}{more}")
        if len(self.kept) <= 8:
            chosen = " ".join(f"--campaign {number}" for number, _ in self.kept)
            place = shlex.quote(str(self.store))
            screen.note(f"all in one report: plimsoll report --store {place} {chosen}")


def lay_out(units: Sequence[Driven], stop: Stop, *, may_write: bool) -> list[str]:
    """Makes the files that are not there, as fio does before a test; what was made, by name. Files
    that are there are left: one that is too short is refused."""
    made = []
    needed: dict[str, tuple[Layout, Driven]] = {}
    for unit in units:
        for layout in unit.layouts:
            known = needed.get(layout.path)
            if known is None or known[0].bytes < layout.bytes:
                needed[layout.path] = (layout, unit)
    for path, (layout, unit) in needed.items():
        there = size_of(path)
        # Whole pages: direct I/O reaches the end of the file then.
        size = -(-layout.bytes // 4096) * 4096
        if there is not None:
            if is_file(path) and there < layout.bytes:
                word = shlex.quote(path)
                raise RefusedError(
                    f"{path} holds {there} bytes, and job {unit.name} needs {layout.bytes}."
                    " Plimsoll does not change or lengthen existing files",
                    "Remove it, name another file, give a smaller size, or, if its data may be"
                    f" lost, fill it anew: plimsoll prepare {word} --size {size}"
                    f" --i-will-lose-the-data-on {word}",
                )
            continue
        if not may_write or not unit.may_create:
            raise NoTargetError(f"{path} does not exist, and may not be created")
        screen.note(f"{unit.name}: laying out {path} ({layout.bytes / 2**20:g} MiB)")
        Prepare.open({"target": path, "size": str(size), "content": "random"}).run(stop=stop)
        made.append(path)
    return made


def examine(units: Sequence[Driven], stop: Stop) -> None:
    """Opens every unit and closes it again, before anything is measured: a target that is refused
    in the last phase must not cost what the others have measured."""
    for unit in units:
        Session.open(unit.session, stop=stop).close()


@dataclass
class _Running(Generic[D]):
    unit: D
    request: SessionRequest
    session: Session | None
    sessions: contextlib.ExitStack
    """Closes it, and lets go of it."""
    capture: Capture
    ends: _Ends
    back: SessionRequest | None = None
    """The session in which what it wrote is verified."""
    record: RunRecord | None = None
    failure: BaseException | None = None
    faults: tuple[int, int, int] = (0, 0, 0)

    def let_go(self) -> None:
        """Closes the session. What the native side holds, a journal say, goes with the object."""
        if self.session is not None:
            self.session.close()
            self.session = None


def run_phase(
    units: Sequence[D],
    work: Measuring,
    keeping: Keeping,
    heard: Callable[[Interval], None] | None = None,
) -> list[Done[D]]:
    """Runs these at once; what each left. `heard` is told of every interval, from the Runs' own
    threads. Raises what a session refuses, before anything runs."""
    with contextlib.ExitStack() as stack:
        running = []
        for unit in units:
            _drop_cache(unit)
            session, back = _journalled(unit, stack)
            one = _opened(unit, session, work, stack)
            one.back, one.capture.heard = back, heard
            running.append(one)
        gate = threading.Barrier(len(running))
        threads = [
            threading.Thread(target=_run, args=(one, gate, work.stop), name="plimsoll-job")
            for one in running
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():
                # In steps: a signal is heard between them.
                thread.join(0.2)
        for one in running:
            # What was written is verified by another session, which needs its journal.
            one.sessions.close()
        for one in running:
            interrupted = isinstance(one.failure, Interrupted) and one.record is not None
            if one.failure is not None and not interrupted:
                raise one.failure
        keeping.write([(one.unit.called, one.request, one.capture) for one in running])
        return [_read_back(one, work, keeping) for one in running]


def _journalled(
    unit: Driven, stack: contextlib.ExitStack
) -> tuple[SessionRequest, SessionRequest | None]:
    """Its session, with a journal of what it writes where that is read back by another session;
    that other one."""
    if unit.reads_back is None:
        return unit.session, None
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="plimsoll-verify-"))
    journal = f"{folder}/journal"
    return (
        {**unit.session, "verify_journal": journal},
        {**unit.reads_back, "verify_journal": journal},
    )


def _opened(
    unit: D, request: SessionRequest, work: Measuring, stack: contextlib.ExitStack
) -> _Running[D]:
    ends = _Ends(everybody=work.stop)
    rule = unit.steady
    capture = Capture(watched=None if rule is None else Watched(rule), ends=ends)
    # No watcher: it looks at one Run at a time.
    session = Session.open(request, keeper=capture, stop=ends)
    work.look_around_for(request)
    sessions = stack.enter_context(contextlib.ExitStack())
    running = _Running(unit, request, session, sessions, capture, ends)
    running.sessions.callback(running.let_go)
    return running


def _drop_cache(unit: Driven) -> None:
    """What the page cache holds of a file is dropped before the job, where it asks for that."""
    if not unit.drops_cache:
        return
    for layout in unit.layouts:
        with contextlib.suppress(OSError):
            handle = os.open(layout.path, os.O_RDONLY)
            try:
                os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
            finally:
                os.close(handle)


def _run(one: _Running[D], gate: threading.Barrier, stop: Stop) -> None:
    try:
        gate.wait(60)
        if not one.request.get("virtual"):
            rest(one.unit.delay_s, stop)
        before = resource.getrusage(resource.RUSAGE_SELF)
        try:
            assert one.session is not None
            one.record = one.session.run(one.unit.probe, role="run")
        except Interrupted as error:
            one.record, one.failure = error.record, error
        after = resource.getrusage(resource.RUSAGE_SELF)
        one.faults = (
            after.ru_nvcsw + after.ru_nivcsw - before.ru_nvcsw - before.ru_nivcsw,
            after.ru_majflt - before.ru_majflt,
            after.ru_minflt - before.ru_minflt,
        )
    except BaseException as error:  # noqa: BLE001  # carried to the caller's thread
        one.failure = error


def rest(seconds: float, stop: Stop) -> None:
    """Waits so long, unless it is told to stop. Raises Interrupted."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        stop.check()
        time.sleep(min(left, 0.1))


def _read_back(one: _Running[D], work: Measuring, keeping: Keeping) -> Done[D]:
    """What a unit left; where what was written is to be verified, that is done now."""
    assert one.record is not None
    records, captures = [one.record], [one.capture]
    if one.back is not None and one.record["outcome"] != "failed" and not work.stop.asked:
        with contextlib.ExitStack() as stack:
            back = _opened(one.unit, one.back, work, stack)
            probe = {**one.unit.probe, "warmup_for": "0s"}
            assert back.session is not None
            records.append(back.session.run(cast("ProbeRequest", probe), role="run"))
            captures.append(back.capture)
        called = f"{one.unit.called}, read back"
        keeping.write([(called, one.back, captures[-1])])
    return Done(
        unit=one.unit,
        records=tuple(records),
        histograms=tuple(capture.histograms for capture in captures),
        intervals=tuple(capture.intervals() for capture in captures),
        faults=one.faults,
        steady=one.capture.watched.document() if one.capture.watched else None,
    )


def phases(units: Sequence[D]) -> Iterator[list[D]]:
    """The units of each phase, in order."""
    for number in sorted({unit.phase for unit in units}):
        yield [unit for unit in units if unit.phase == number]


def removed(units: Sequence[Driven], made: Sequence[str]) -> None:
    """fio's `unlink`: removes what was made for jobs that wish it, and says what it leaves."""
    from plimsoll.execute import remove_own

    wished = {layout.path: unit for unit in units if unit.unlinks for layout in unit.layouts}
    for path, unit in wished.items():
        if path not in made:
            screen.note(f"{unit.name}: unlink=1: {path} was there before the job, and is kept")
            continue
        try:
            remove_own(path)
        except PlimsollError as error:
            screen.note(f"{unit.name}: unlink=1: {path} is kept: {error}")
