"""Runs a job: lays out its files, opens all sessions of a phase, runs them in parallel, and stores
the results."""

from __future__ import annotations

import contextlib
import os
import shlex
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic

from plimsoll.base.errors import Interruption, NoTargetError, PlimsollError, RefusedError, exit_code
from plimsoll.base.posix import resource
from plimsoll.cli._measure import Measuring, measuring
from plimsoll.cli.terminal import screen
from plimsoll.features.jobs.formats import remarks
from plimsoll.features.jobs.formats.fio.steady import SteadyWindow
from plimsoll.features.jobs.formats.job_run import D, JobResult, JobRun, largest
from plimsoll.features.jobs.job_store import Capture, JobStore
from plimsoll.native.record import Interval, ProbeRequest, RunRecord, SessionRequest
from plimsoll.native.session import Prepare, Session, Stop, remove_own
from plimsoll.native.target import is_file, size_of
from plimsoll.native.values import SessionValues


@contextlib.contextmanager
def job_runner(
    program: str,
    runs: Sequence[JobRun],
    store: Path | None,
    words: Sequence[str],
    *,
    only_lays_out: bool = False,
) -> Iterator[JobRunner]:
    """A runner for the Runs of a job. Files are laid out and all sessions tried before anything is
    measured. `words` is the command line of the program, which a store keeps."""
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
    """The highest exit code."""

    @property
    def is_stopped(self) -> bool:
        """Whether the job was stopped."""
        return self.work.stop.is_requested

    def end(self) -> int:
        """The exit code after the output. Raises the error of the store, if there was one."""
        if self.store.store_error is not None:
            raise self.store.store_error
        return self.gravest

    def rest(self, seconds: float) -> None:
        """Waits, unless the job is stopped. Raises Interruption."""
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
    """The exit code of the worst record. A Run that ended because it was steady ended well."""
    if result.steady is not None and result.steady["attained"]:
        return 0
    return max(exit_code(record["outcome"]) for record in result.records)


@dataclass
class _RunStop(Stop):
    """Stop flag of one Run, combined with the flag of the whole job."""

    job_stop: Stop = field(default_factory=Stop)

    def __post_init__(self) -> None:
        super().__init__()

    @property
    def is_requested(self) -> bool:
        """The flag of the Run or of the job."""
        return self._asked or self.job_stop.is_requested


def _lay_out(units: Sequence[JobRun], stop: Stop) -> list[str]:
    """Makes missing files, as fio does before a test, and returns their paths. An existing file is
    left alone; one that is too short is refused."""
    made = []
    for layout, unit in largest(units):
        path, there = layout.path, size_of(layout.path)
        # Whole pages, so that direct I/O reaches the end of the file.
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
    """Opens and closes every session before anything is measured, so that a target refused in the
    last phase does not waste the earlier ones. Equal sessions are opened once: a loop may have a
    thousand turns."""
    for unit in {repr((other.session, other.layouts)): other for other in units}.values():
        Session.open(unit.session, stop=stop).close()


@dataclass
class _Running(Generic[D]):
    unit: D
    request: SessionRequest
    session: Session | None
    sessions: contextlib.ExitStack
    """Closes the session and drops it."""
    capture: Capture
    back: SessionRequest | None = None
    """The session that verifies the written data."""
    record: RunRecord | None = None
    failure: BaseException | None = None
    faults: tuple[int, int, int] = (0, 0, 0)

    def close(self) -> None:
        """Closes the session. Native resources, such as a journal, are freed with the object."""
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
            # The live state shows one Run at a time.
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
                # Join in steps, so that signals are handled between them.
                thread.join(0.2)
        for run in running:
            # Another session verifies the written data, and needs the journal of this one.
            run.sessions.close()
        for run in running:
            interrupted = isinstance(run.failure, Interruption) and run.record is not None
            if run.failure is not None and not interrupted:
                raise run.failure
        store.write([(run.unit.kept_as, run.request, run.capture) for run in running], work)
        return [_read_back(run, work, store) for run in running]


def _sessions_with_journal(
    unit: JobRun, stack: contextlib.ExitStack
) -> tuple[SessionRequest, SessionRequest | None]:
    """The sessions for writing and for reading back, with a shared journal if there is a reading
    one."""
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
    run_stop = _RunStop(job_stop=work.stop)
    rule = unit.steady
    capture = Capture(steady_window=None if rule is None else SteadyWindow(rule), stop=run_stop)
    listeners = [work.state] if watched else []
    session = Session.open(request, keeper=capture, stop=run_stop, listeners=listeners)
    work.look_around_for(request)
    sessions = stack.enter_context(contextlib.ExitStack())
    running = _Running(unit, request, session, sessions, capture)
    running.sessions.callback(running.close)
    return running


def _drop_cache(unit: JobRun) -> None:
    """Drops the files of a job from the page cache, if it asks for that."""
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
        except Interruption as error:
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
    """Waits, unless the job is stopped. Raises Interruption."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        stop.check()
        time.sleep(min(left, 0.1))


def _read_back(run: _Running[D], work: Measuring, store: JobStore) -> JobResult[D]:
    """The result of a Run, after its written data were verified if requested."""
    assert run.record is not None
    records, captures = [run.record], [run.capture]
    if run.back is not None and run.record["outcome"] != "failed" and not work.stop.is_requested:
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
    """fio's `unlink`: removes files made for jobs with this option, and notes those that stay."""
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
    steady_s: float | None = None,
) -> None:
    """Prints on stderr what the other program cannot report
    (`features/jobs/formats/remarks.py`)."""
    for result in results:
        for record in result.records:
            for sentence in remarks.of_record(record, percentiles=percentiles, steady_s=steady_s):
                screen.note(f"{result.unit.name}: {sentence}")
