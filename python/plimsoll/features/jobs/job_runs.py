"""Carries out a job: lays its files out, opens every session of a phase, runs them at once, keeps
what they leave."""

from __future__ import annotations

import contextlib
import os
import resource
import shlex
import tempfile
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic

from plimsoll.base.errors import Interrupted, NoTargetError, PlimsollError, RefusedError, exit_code
from plimsoll.cli.terminal import screen
from plimsoll.features.jobs.formats.fio.steady import SteadyWindow
from plimsoll.features.jobs.formats.job_run import D, JobResult, largest
from plimsoll.features.jobs.job_store import Capture, JobStore
from plimsoll.native.model import SessionValues
from plimsoll.native.session import Prepare, Session, Stop
from plimsoll.native.target import is_file, size_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from plimsoll.cli._measure import Measuring
    from plimsoll.features.jobs.formats.job_run import JobRun
    from plimsoll.native.model import Interval, ProbeRequest, RunRecord, SessionRequest


@contextlib.contextmanager
def job_runner(
    program: str,
    runs: Sequence[JobRun],
    store: Path | None,
    words: Sequence[str],
    *,
    only_lays_out: bool = False,
) -> Iterator[JobRunner]:
    """What carries out the Runs of a job: files are laid out, and every session was tried, before
    anything is measured. `words`: what the program was asked, which a store keeps."""
    from plimsoll.cli._measure import measuring

    with measuring(program, quiet=True) as work:
        made = _lay_out(runs, work.stop)
        if not only_lays_out:
            _examine(runs, work.stop)
        runner = JobRunner(work, JobStore(store, {program: list(words)}))
        yield runner
        if not only_lays_out:
            _remove(runs, made)
    runner.store.note_campaigns()


@dataclass
class JobRunner:
    """Runs the phases of a job."""

    work: Measuring
    store: JobStore
    gravest: int = 0
    """Exit code."""

    @property
    def is_stopped(self) -> bool:
        """Whether the job is to end."""
        return self.work.stop.asked

    def end(self) -> int:
        """The exit code, once everything was told. Raises why something could not be kept."""
        if self.store.store_error is not None:
            raise self.store.store_error
        return self.gravest

    def rest(self, seconds: float) -> None:
        """Waits so long, unless it is told to stop. Raises Interrupted."""
        _rest(seconds, self.work.stop)

    def run(
        self, units: Sequence[D], on_interval: Callable[[Interval], None] | None = None
    ) -> list[JobResult[D]]:
        """Runs these units in parallel. `on_interval` gets every interval, from the thread of its
        Run. Raises what a session refuses, before anything runs."""
        results = _run_phase(units, self.work, self.store, on_interval)
        self.gravest = max(self.gravest, *(_code(result) for result in results))
        return results


def _code(result: JobResult[D]) -> int:
    """Of the Run that ended worst. One that was stopped because it was steady has ended well."""
    if result.steady is not None and result.steady["attained"]:
        return 0
    return max(exit_code(record["outcome"]) for record in result.records)


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


def _lay_out(units: Sequence[JobRun], stop: Stop) -> list[str]:
    """Makes the files that are not there, as fio does before a test; what was made, by name. Files
    that are there are left: one that is too short is refused."""
    made = []
    for layout, unit in largest(units):
        path, there = layout.path, size_of(layout.path)
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
        if not unit.may_create:
            raise NoTargetError(f"{path} does not exist, and may not be created")
        screen.note(f"{unit.name}: laying out {path} ({layout.bytes / 2**20:g} MiB)")
        Prepare.open({"target": path, "size": str(size), "content": "random"}).run(stop=stop)
        made.append(path)
    return made


def _examine(units: Sequence[JobRun], stop: Stop) -> None:
    """Opens every session and closes it again, before anything is measured: a target that is
    refused in the last phase must not cost what the others have measured. Those that open the same
    are opened once: a loop of a thousand turns need not be opened as often."""
    for unit in {repr((other.session, other.layouts)): other for other in units}.values():
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

    def close(self) -> None:
        """Closes the session. What the native side holds, a journal say, goes with the object."""
        if self.session is not None:
            self.session.close()
            self.session = None


def _run_phase(
    units: Sequence[D],
    work: Measuring,
    store: JobStore,
    on_interval: Callable[[Interval], None] | None,
) -> list[JobResult[D]]:
    with contextlib.ExitStack() as stack:
        running = []
        for unit in units:
            _drop_cache(unit)
            session, back = _sessions_with_journal(unit, stack)
            # The pulse has one Run at a time.
            run = _open_session(unit, session, work, stack, watched=len(units) == 1)
            run.back, run.capture.on_interval = back, on_interval
            running.append(run)
        if len(running) == 1:
            only = running[0]
            stack.enter_context(
                store.recording(
                    only.unit.kept_as, only.request, only.unit.probe, only.capture, work
                )
            )
        gate = threading.Barrier(len(running))
        threads = [
            threading.Thread(target=_run, args=(run, gate, work.stop), name="plimsoll-job")
            for run in running
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():
                # In steps: a signal is heard between them.
                thread.join(0.2)
        for run in running:
            # What was written is verified by another session, which needs its journal.
            run.sessions.close()
        for run in running:
            interrupted = isinstance(run.failure, Interrupted) and run.record is not None
            if run.failure is not None and not interrupted:
                raise run.failure
        store.write([(run.unit.kept_as, run.request, run.capture) for run in running], work)
        return [_read_back(run, work, store) for run in running]


def _sessions_with_journal(
    unit: JobRun, stack: contextlib.ExitStack
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


def _open_session(
    unit: D,
    request: SessionRequest,
    work: Measuring,
    stack: contextlib.ExitStack,
    *,
    watched: bool = True,
) -> _Running[D]:
    ends = _Ends(everybody=work.stop)
    rule = unit.steady
    capture = Capture(steady_window=None if rule is None else SteadyWindow(rule), stop=ends)
    listeners = [work.state] if watched else []
    session = Session.open(request, keeper=capture, stop=ends, listeners=listeners)
    work.look_around_for(request)
    sessions = stack.enter_context(contextlib.ExitStack())
    running = _Running(unit, request, session, sessions, capture, ends)
    running.sessions.callback(running.close)
    return running


def _drop_cache(unit: JobRun) -> None:
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


def _run(run: _Running[D], gate: threading.Barrier, stop: Stop) -> None:
    try:
        gate.wait(60)
        if not SessionValues.of(run.request).virtual:
            _rest(run.unit.delay_s, stop)
        before = resource.getrusage(resource.RUSAGE_SELF)
        try:
            assert run.session is not None
            run.record = run.session.run(run.unit.probe, role="run")
        except Interrupted as error:
            run.record, run.failure = error.record, error
        after = resource.getrusage(resource.RUSAGE_SELF)
        run.faults = (
            after.ru_nvcsw + after.ru_nivcsw - before.ru_nvcsw - before.ru_nivcsw,
            after.ru_majflt - before.ru_majflt,
            after.ru_minflt - before.ru_minflt,
        )
    except BaseException as error:  # noqa: BLE001  # carried to the caller's thread
        run.failure = error


def _rest(seconds: float, stop: Stop) -> None:
    """Waits so long, unless it is told to stop. Raises Interrupted."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        stop.check()
        time.sleep(min(left, 0.1))


def _read_back(run: _Running[D], work: Measuring, store: JobStore) -> JobResult[D]:
    """What a unit left; where what was written is to be verified, that is done now."""
    assert run.record is not None
    records, captures = [run.record], [run.capture]
    if run.back is not None and run.record["outcome"] != "failed" and not work.stop.asked:
        with contextlib.ExitStack() as stack:
            back = _open_session(run.unit, run.back, work, stack)
            probe: ProbeRequest = {**run.unit.probe, "warmup_for": "0s"}
            assert back.session is not None
            records.append(back.session.run(probe, role="run"))
            captures.append(back.capture)
        store.write([(f"{run.unit.kept_as}, read back", run.back, captures[-1])], work)
    return JobResult(
        unit=run.unit,
        records=tuple(records),
        histograms=tuple(capture.histograms for capture in captures),
        intervals=tuple(capture.intervals() for capture in captures),
        faults=run.faults,
        steady=run.capture.steady_window.document() if run.capture.steady_window else None,
    )


def phases(units: Sequence[D]) -> Iterator[list[D]]:
    """The units of each phase, in order."""
    for number in sorted({unit.phase for unit in units}):
        yield [unit for unit in units if unit.phase == number]


def _remove(units: Sequence[JobRun], made: Sequence[str]) -> None:
    """fio's `unlink`: removes what was made for jobs that wish it, and says what it leaves."""
    from plimsoll.native.session import remove_own

    wished = {layout.path: unit for unit in units if unit.unlinks for layout in unit.layouts}
    for path, unit in wished.items():
        if path not in made:
            screen.note(f"{unit.name}: unlink=1: {path} was there before the job, and is kept")
            continue
        try:
            remove_own(path)
        except PlimsollError as error:
            screen.note(f"{unit.name}: unlink=1: {path} is kept: {error}")


def note_remarks(
    results: Sequence[JobResult[D]],
    *,
    percentiles: Sequence[float] = (),
    syncs: str = "",
    steady_s: float | None = None,
) -> None:
    """What the other program cannot tell, on stderr (`features/jobs/formats/remarks.py`)."""
    from plimsoll.features.jobs.formats import remarks

    for result in results:
        for record in result.records:
            for sentence in remarks.of_record(
                record, percentiles=percentiles, syncs=syncs, steady_s=steady_s
            ):
                screen.note(f"{result.unit.name}: {sentence}")
