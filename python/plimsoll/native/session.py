"""The seam to the native side: a session opens a target once, each probe crosses once.

`Session.probe` runs the native loop in a thread of its own (without the interpreter lock) while
this thread calls the listeners and watches for a stop. Errors of the native side become ours here.
With `histogram` this is the only module that imports `plimsoll._native`.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar, cast

from plimsoll import _native
from plimsoll.base import errors, posix
from plimsoll.native.listener import ActiveRun, Listener, RunOutput, SealedInterval
from plimsoll.native.messages import message
from plimsoll.native.values import ProbeValues, Progress

if TYPE_CHECKING:
    import socket

    from plimsoll.native import model
    from plimsoll.native.record import (
        Neighbours,
        PrepareRequest,
        PrepareResult,
        ProbeRequest,
        RunRecord,
        ServeRequest,
        ServeStatistics,
        SessionRequest,
        TargetIdentity,
    )

POLL_S = 0.2
"""Period in which sealed intervals and progress are fetched, in real seconds."""
MARKED_INTERVAL = "250ms"
"""Interval of Runs that are judged on the storage's own time: each is marked as disturbed or
not."""
STOP_POLL_S = 0.1
"""Period in which a stop request is noticed while a target is opened."""

_REPLACED = " is used instead of "
"""In the note that Rust writes where an engine does not work here (`crates/run/src/resolve`)."""

if TYPE_CHECKING:
    _linux = _native
else:

    class _Linux:
        """What the native module has on Linux only (feature `measure` of crates/python)."""

        def __getattr__(self, name: str) -> object:
            try:
                return getattr(_native, name)
            except AttributeError:
                raise posix.needs_linux() from None

    _linux = _Linux()


def can_measure() -> bool:
    """Whether the native module has the part that only Linux has."""
    return hasattr(_native, "Neighbourhood")


def require_clock(*, virtual: bool) -> None:
    """Raises UsageError where Runs on the machine's clock cannot be measured. Called before a store
    is made, so that the refusal leaves no empty one behind."""
    if not (virtual or can_measure()):
        raise posix.needs_linux()


T = TypeVar("T")
Keyed = TypeVar("Keyed", bound="Mapping[str, object]")
"""A request."""


ProbeResult = _native.ProbeResult
"""The result of a Run on the native side: its record (JSON), its histograms by name."""


class NotKeptError(Exception):
    """A recorder could not store something: the disk is full, the store is gone."""

    def __init__(self, cause: errors.PlimsollError) -> None:
        super().__init__(str(cause))
        self.cause = cause


class Driver(Protocol):
    """The engine of a session: the native side here, or several hosts at once. `poll`, `progress`
    and `stop` are called while another thread is in `probe`."""

    def probe(self, request: str, /) -> ProbeResult:
        """One Run as requested (JSON)."""

    def memory_bytes(self, request: str, /) -> int:
        """Memory that the Run will take."""

    def poll(self) -> Sequence[_native.SealedInterval] | Sequence[SealedInterval]:
        """The intervals sealed since the last call."""

    def progress(self) -> str:
        """Progress as JSON."""

    def stop(self) -> None:
        """Ends a Run under way."""

    def close(self) -> None:
        """Closes the target."""


class Stop:
    """A stop request, made once (by Ctrl-C, say) and checked by all work under way."""

    def __init__(self) -> None:
        # No `threading.Event`: its lock is held while it is set, and a second signal would wait in
        # vain for the first.
        self._asked = False
        self.because: errors.PlimsollError | None = None
        """The error for which work cannot go on; None for a request by the user. The caller raises
        it after the results are reported."""

    def request(self, because: errors.PlimsollError | None = None) -> None:
        """Requests the stop; safe in a signal handler."""
        self.because = self.because or because
        self._asked = True

    @property
    def is_requested(self) -> bool:
        """Whether a stop was requested."""
        return self._asked

    def check(self) -> None:
        """Raises `Interruption` after a request."""
        if self.is_requested:
            raise errors.Interruption("interrupted")


@dataclass
class Session:
    """An open target. Use as a context manager; give it to a search as its `Probing`.

    `defaults` has the keys that all probes of this session share: arrivals, max_outstanding,
    interval, drain_limit.
    """

    native: Driver
    info: model.SessionInfo
    defaults: ProbeRequest
    keeper: Listener | None = None
    """The recorder of its Runs. It is called before the other listeners, and may raise
    NotKeptError."""
    stop: Stop = field(default_factory=Stop)
    listeners: list[Listener] = field(default_factory=list)
    newest: int | None = None
    """The newest Run's number in the store."""
    result: RunOutput | None = None
    """The result of the newest Run."""
    opener: Callable[..., Session] | None = None
    """Opens another session like this one; None: `Session.open`."""

    @staticmethod
    def open(
        request: SessionRequest,
        *,
        defaults: ProbeRequest | None = None,
        keeper: Listener | None = None,
        stop: Stop | None = None,
        listeners: Sequence[Listener] = (),
    ) -> Session:
        """Opens the target; refuses it by the rules of measurement.md, section 9.

        A stop request ends the wait for a server that does not answer, or a file system that hangs.
        """
        stop = stop or Stop()
        request_json = _crossing(request)
        with translate_errors():
            native = _run_interruptibly(lambda: _native.Session.open(request_json), stop)
            info: model.SessionInfo = json.loads(native.info())
        return Session(native, info, defaults or {}, keeper, stop, list(listeners))

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def engine_notes(self) -> list[str]:
        """Why another engine is used than the best or the named one, for each that does not work
        here. Every record has these notes, too."""
        return [note for note in self.info["notes"] if _REPLACED in note]

    def close(self) -> None:
        """Gives the target back."""
        with translate_errors():
            self.native.close()

    def continue_from(self, earlier: Session) -> None:
        """Continues, on the virtual clock, with the described storage of an earlier session of the
        same stack, as that left it. Both are sessions of this machine."""
        assert isinstance(self.native, _native.Session), "no hosts load a described stack"
        assert isinstance(earlier.native, _native.Session), "likewise"
        with translate_errors():
            self.native.continue_from(earlier.native)

    def probe(
        self,
        *,
        rate: float | None,
        queue_depth: int | None = None,
        workers: int = 1,
        measure_for_s: float,
        warmup_for_s: float,
        objective: str | None,
        stop_when_decided: bool,
        confidence: float = 0.95,
        max_operations: int | None = None,
        storage_time: bool = False,
        seed: int,
        role: str,
    ) -> RunRecord:
        """One Run, kept before this returns (`Probing.probe`)."""
        request: ProbeRequest = {
            # Keys of an open load would be refused for a closed one.
            **(
                self.defaults
                if rate is not None
                else without(self.defaults, "arrivals", "max_outstanding", "bursts")
            ),
            "workers": workers,
            "measure_for": _span(measure_for_s),
            "warmup_for": _span(warmup_for_s),
            "seed": seed,
            "stop_when_decided": stop_when_decided,
            "confidence": confidence,
        }
        if rate is not None:
            request["rate"] = rate
        if queue_depth is not None:
            request["queue_depth"] = queue_depth
        if objective is not None:
            request["objective"] = objective
        if max_operations is not None:
            request["max_operations"] = max_operations
        if storage_time:
            request["storage_time"] = True
            request.setdefault("interval", MARKED_INTERVAL)
        try:
            return self._with_run_id(self.run(request, role=role))
        except errors.Interruption as interrupt:
            if interrupt.record is not None:
                self._with_run_id(interrupt.record)
            raise

    def run(self, request: ProbeRequest, *, role: str) -> RunRecord:
        """One Run as requested, kept before this returns. Raises `Interruption` with the record
        after a stop request.

        A failure to keep it stops the Run, too (`Stop.because`): the record is then in the error
        and nowhere else.
        """
        self.stop.check()
        if "objective" in request:
            self.refuse_without_operations(request["objective"])
        run = ActiveRun(self.info, role, request)
        for listener in self._audience:
            with self._keeping():
                listener.run_begins(run)
            self._end_unkept(None)
        self.newest = run.id
        try:
            left = _while_watching(
                lambda: self.native.probe(_crossing(request)),
                every=lambda: self._watch(run),
                end=self.native.stop,
                stop=self.stop,
            )
            self._drain_intervals(run)
        except BaseException as error:
            why = str(error) or type(error).__name__
            self._tell(lambda listener: listener.run_fails(run, why))
            raise
        self.result = result = RunOutput(left.record, left.histograms)
        self._tell(lambda listener: listener.run_ends(run, result))
        self._end_unkept(result.record)
        if self.stop.is_requested:
            raise errors.Interruption("interrupted", record=result.record)
        return result.record

    def refuse_without_operations(self, objective: str | None) -> None:
        """Raises UsageError for an objective on operations that the workload lacks, which no Run
        can decide. Clients of a described stack have workloads of their own."""
        stack = self.info["target"].get("stack")
        if objective is None or (stack is not None and stack.get("clients")):
            return
        reads = self.info["workload"]["read_percent"]
        writes = 100 - reads - self.info["workload"]["trim_percent"]
        for kind, share in (("read", reads), ("write", writes)):
            for term in objective_terms(objective) if share <= 0 else ():
                if term.kind == kind:
                    raise errors.UsageError(
                        message(f"objective-lacks-{kind}", objective=term.text),
                        message(f"objective-lacks-{kind}-now"),
                    )
        if self.info["workload"]["sync"]:
            return
        for term in objective_terms(objective):
            if term.kind == "flush":
                durable = "yes" if self.info["workload"]["durable_writes"] else "no"
                bound = term.text.replace("flush)", "write)")
                raise errors.UsageError(
                    message(
                        "objective-lacks-flush", objective=term.text.replace("flush)", "sync)")
                    ),
                    message("objective-lacks-flush-now", durable=durable, objective=bound),
                )

    @property
    def _audience(self) -> list[Listener]:
        return self.listeners if self.keeper is None else [self.keeper, *self.listeners]

    def _tell(self, event: Callable[[Listener], None]) -> None:
        for listener in self._audience:
            with self._keeping():
                event(listener)

    @contextlib.contextmanager
    def _keeping(self) -> Iterator[None]:
        """Turns a failure to keep something into a stop request."""
        try:
            yield
        except NotKeptError as error:
            self.stop.request(error.cause)

    def _end_unkept(self, record: RunRecord | None) -> None:
        """Raises `Interruption` when something could not be kept."""
        if self.stop.because is not None:
            raise errors.Interruption(message("not-kept"), record=record)

    def memory_bytes(self, request: ProbeRequest) -> int:
        """Memory of a Run for buffers and histograms, in bytes, independent of its length."""
        with translate_errors():
            return self.native.memory_bytes(_crossing(request))

    def _with_run_id(self, record: RunRecord) -> RunRecord:
        """Adds the Run's number in the store, by which a search refers to its evidence. It is not
        part of the stored record."""
        cast("dict[str, object]", record)["run_id"] = self.newest
        return record

    def _watch(self, run: ActiveRun) -> None:
        self._drain_intervals(run)
        if not self._audience:
            return
        now = json.loads(self.native.progress())
        progress = Progress(
            role=run.role,
            rate=ProbeValues.of(run.request).rate_of_all,
            phase=now["phase"],
            elapsed_s=now["elapsed_s"],
            limit_s=now["limit_s"],
            achieved_rate_per_s=now["achieved_rate_per_s"],
        )
        self._tell(lambda listener: listener.run_progress(progress))

    def _drain_intervals(self, run: ActiveRun) -> None:
        intervals, audience = self.native.poll(), self._audience
        if not audience:
            return
        with self._keeping():
            for interval in _sealed_intervals(intervals):
                for listener in audience:
                    listener.interval(run, interval)


def _sealed_intervals(
    intervals: Iterable[_native.SealedInterval | SealedInterval],
) -> Iterator[SealedInterval]:
    """Sealed intervals of the native side as listeners get them."""
    for raw in intervals:
        yield SealedInterval(
            raw.index, raw.json, raw.workers, raw.response_time, raw.completion_latency
        )


class Segment:
    """A host's part of Runs over several hosts: a target, opened there. The coordinator calls it
    from several threads; arguments and results are text and bytes."""

    def __init__(self, request: SessionRequest) -> None:
        """Opens the target. Raises as `Session.open` does."""
        request_json = _crossing(request)
        with translate_errors():
            self._native = _native.Session.open(request_json)

    def info(self) -> model.SessionInfo:
        """The opened target."""
        info: model.SessionInfo = json.loads(self._native.info())
        return info

    def resolve(self, request: str) -> str:
        """A request for all hosts, with every default filled in, as the spec of a record."""
        with translate_errors():
            return self._native.resolved(request)

    def memory_bytes(self, request: str) -> int:
        """Memory that a request would take here."""
        with translate_errors():
            return self._native.memory_bytes(request)

    def probe(self, request: str) -> tuple[bytes, str]:
        """Runs the host's part: returns its result beside the sealed parts, and its own record."""
        with translate_errors():
            left = self._native.probe(request)
        if left.segment is None:
            raise errors.InternalError(
                "a request without a segment is no part of a Run over several hosts"
            )
        return left.segment, left.record

    def take_parts(self) -> tuple[list[bytes], list[str]]:
        """The parts sealed since the last call; and the intervals of this host alone (JSON), with
        its machine's figures."""
        parts = self._native.take_parts()
        # Intervals are polled after the parts, so that each comes with its part or a later one.
        return parts, [sealed.json for sealed in self._native.poll()]

    def under_way(self) -> bool:
        """Whether a Run has begun: its workers have their work."""
        return bool(json.loads(self._native.progress())["phase"] != "idle")

    def end_measure(self, at_ns: int) -> None:
        """Measure ends at this instant of this host's monotonic clock, earlier than planned."""
        self._native.end_measure(at_ns)

    def stop(self) -> None:
        """Ends the Run under way."""
        self._native.stop()

    def close(self) -> None:
        """Gives the target back."""
        with translate_errors():
            self._native.close()


class Coordinator:
    """Merges and judges the parts of several hosts: one for each Run."""

    def __init__(self, spec: str, hosts: Sequence[Mapping[str, object]]) -> None:
        """`spec` of the Run as JSON; `hosts` with name, workers and target of each."""
        with translate_errors():
            self._native = _linux.Coordinator(spec, json.dumps(list(hosts)))

    def parts(self, host: int, parts: list[bytes]) -> None:
        """Adds sealed parts of a host, by its number."""
        with translate_errors():
            self._native.parts(host, parts)

    def merge(self, elapsed_ns: int) -> bool:
        """Merges the sealed parts of all hosts; whether Measure should end."""
        with translate_errors():
            return self._native.merge(max(0, elapsed_ns))

    def end_measure(self, elapsed_ns: int) -> None:
        """Measure ends so long after the start."""
        with translate_errors():
            self._native.end_measure(max(0, elapsed_ns))

    def drop_host(self, host: int, why: str, *, ends: bool) -> None:
        """Drops a lost host, with the reason; `ends`: the Run has failed."""
        with translate_errors():
            self._native.lost(host, why, ends)

    def poll(self) -> list[SealedInterval]:
        """The intervals of all hosts sealed since the last call."""
        with translate_errors():
            return list(_sealed_intervals(self._native.poll()))

    def progress(self) -> str:
        """How far it is, as JSON."""
        with translate_errors():
            return self._native.progress()

    def finish(
        self,
        left: Sequence[tuple[tuple[bytes, str] | None, Mapping[str, int]]],
        measure_started_ns: int,
    ) -> ProbeResult:
        """The record over all hosts, from the result of each (None when it was lost) and its
        clock."""
        given = [(done, json.dumps(dict(clock))) for done, clock in left]
        with translate_errors():
            return self._native.finish(given, measure_started_ns)


@dataclass
class Prepare:
    """Filling a target past the page cache; a file is made first when there is none."""

    native: _native.Prepare

    @staticmethod
    def open(request: PrepareRequest) -> Prepare:
        """Opens or makes the target. Refuses when space is short, or when it would overwrite
        foreign data."""
        with translate_errors():
            return Prepare(_linux.Prepare.open(_crossing(request)))

    def run(
        self, *, stop: Stop, on_progress: Callable[[int, int], None] | None = None
    ) -> PrepareResult:
        """Fills the target and gives it back; `on_progress` gets (bytes done, bytes in all), with
        those of an earlier fill that it continues. Ends early with outcome `stopped` after a stop
        request.
        """

        def watch() -> None:
            if on_progress:
                on_progress(*self.native.progress())

        try:
            result: PrepareResult = json.loads(
                _while_watching(self.native.run, every=watch, end=self.native.stop, stop=stop)
            )
        finally:
            self.native.close()
        return result


@dataclass
class Server:
    """A described stack behind NBD. `run` serves in the calling thread until another calls
    `stop`."""

    native: _native.Server

    @staticmethod
    def open(request: ServeRequest) -> Server:
        """Reads the stack, opens the content and listens."""
        with translate_errors():
            given = {key: value for key, value in request.items() if value is not None}
            return Server(_linux.Server.open(_crossing(given)))

    def uris(self) -> list[str]:
        """Every volume at every address, as clients write it."""
        return self.native.uris()

    def run(self) -> None:
        """Serves until stopped."""
        with translate_errors():
            self.native.run()

    def has_begun(self) -> bool:
        """Whether `run` has begun: requests are answered from then on."""
        return self.native.begun()

    def stop(self) -> None:
        """Ends it."""
        self.native.stop()

    def statistics(self) -> ServeStatistics:
        """Its statistics so far; after its end the final ones."""
        with translate_errors():
            statistics: ServeStatistics = json.loads(self.native.statistics())
        return statistics

    def settings(self) -> model.ServeSettings:
        """The settings that can be changed while it runs, with their values."""
        with translate_errors():
            settings: model.ServeSettings = json.loads(self.native.settings())
        return settings

    def switch(self, element: str, key: str, value: str) -> None:
        """Changes a setting of an element while it runs."""
        with translate_errors():
            self.native.switch(element, key, value)


@dataclass(frozen=True)
class Neighbourhood:
    """A first look at the users of this machine, to be followed by another."""

    native: _native.Neighbourhood | None
    """None where nothing is measured, and nobody looks."""

    @staticmethod
    def begin() -> Neighbourhood:
        """Looks for the first time."""
        return Neighbourhood(_native.Neighbourhood() if can_measure() else None)

    def neighbours(self, target: str | None = None) -> Neighbours | None:
        """Other users of the machine since the first look, and of this target's device, where it is
        a path. None where the system does not show them."""
        if self.native is None:
            return None
        with translate_errors():
            text = self.native.neighbours(target)
        neighbours: Neighbours | None = None if text is None else json.loads(text)
        return neighbours


@dataclass(frozen=True)
class UnixSocket:
    """A listening unix socket of this user, removed when it is closed if it still is the same
    socket."""

    native: _native.UnixSocket

    @classmethod
    def open(cls, path: Path) -> UnixSocket:
        """Listens there. Raises RefusedError for an existing file that is another user's or in use;
        IoError."""
        with translate_errors():
            return cls(_linux.UnixSocket.open(os.fspath(path)))

    def listener(self) -> socket.socket:
        """The socket to accept from; the caller closes it."""
        import socket

        with translate_errors():
            return socket.socket(fileno=self.native.listener())

    def close(self) -> None:
        """Removes its name."""
        self.native.close()


def engines() -> list[model.Name]:
    """The engines, with a summary and whether this machine can use each."""
    with translate_errors():
        found: list[model.Name] = json.loads(_native.engines())
    return found


def elements() -> list[model.Element]:
    """The storage elements that a stack is made of, with their parameters."""
    with translate_errors():
        found: list[model.Element] = json.loads(_native.elements())
    return found


def chain(path: str, root: str | None = None) -> model.Chain:
    """The devices beneath a path. With `root` it is a path of the machine that was captured there.

    Raises NoTargetError where there is no such path.
    """
    with translate_errors():
        found: model.Chain = json.loads(_linux.chain(path, root))
    return found


def identities(names: Iterable[str]) -> dict[str, TargetIdentity]:
    """The identities by which the files and block devices of these names are recognised later;
    without names that are no path, or do not exist yet."""
    found: dict[str, TargetIdentity] = {}
    for name in names:
        # An invalid path is reported when it is opened.
        with contextlib.suppress(errors.NoTargetError, errors.InputError), translate_errors():
            found[name] = json.loads(_linux.target_identity(name))
    return found


def identity_difference(identity: Mapping[str, object], path: str) -> str | None:
    """How the file or device at `path` differs from this identity, in words; None when it does not.
    Raises NoTargetError where there is none."""
    with translate_errors():
        return _linux.identity_difference(json.dumps(identity), path)


def remove_own(path: str) -> None:
    """Removes a file that Plimsoll made. Raises RefusedError when it is in use, or has foreign
    content."""
    with translate_errors():
        _linux.remove_own(path)


def stack_show(request: model.ShowRequest) -> model.StackView:
    """A described stack without running it: the document `plimsoll.stack_show/1` and its
    pictures."""
    with translate_errors():
        shown: model.StackView = json.loads(_native.stack_show(_crossing(request)))
    return shown


def rules() -> str:
    """The rules that both languages keep, each with name, meaning and value, as text (JSON)."""
    return _native.rules()


def schema(name: str) -> str:
    """The JSON schema that the Rust side derives of a document, as text."""
    with translate_errors():
        return _native.schema(name)


def parse_objective(text: str) -> str:
    """The objective, or several joined by ' and ', in canonical form: 'p99 <= 1ms' is
    'p99(response_time, all) <= 1ms'. Raises UsageError for an invalid one."""
    with translate_errors():
        return _native.parse_objective(text)


@dataclass(frozen=True)
class ObjectiveTerm:
    """One parsed objective (`crates/measure/src/objective.rs` has the grammar)."""

    text: str
    """Canonical."""
    of: Literal["latency", "errors", "achieved"]
    statistic: str | None
    """mean, p99.9, max; of a latency alone."""
    metric: Literal["response_time", "completion_latency"] | None
    """Of a latency alone."""
    kind: Literal["all", "read", "write", "flush"] | None
    """None for `achieved`. flush: syncs."""
    period_ns: int | None
    """Of a maximum."""
    bound_ns: int | None
    """Of a latency."""
    percent: float | None
    """The bound of a share."""


@functools.lru_cache(maxsize=64)
def objective_terms(text: str) -> tuple[ObjectiveTerm, ...]:
    """The parsed objectives of a text. Raises as `parse_objective` does."""
    with translate_errors():
        return tuple(ObjectiveTerm(**term) for term in json.loads(_native.objective_terms(text)))


def lag_tolerance_ns(objective: str | None) -> int:
    """Our own lateness that is tolerated beside this objective, in ns."""
    with translate_errors():
        return _native.lag_tolerance_ns(objective)


def inject_panic() -> None:
    """Causes a panic of the native side, for tests."""
    _native.inject_panic()


def parse_size(text: str) -> int:
    """A size with its unit ('8k', '2000 GB') in bytes: k, m, g are powers of 1024, kb, mb, gb of
    1000."""
    with translate_errors():
        return _native.parse_bytes(text)


def parse_span(text: str) -> float:
    """A time with a unit ('5s', '250ms') in seconds."""
    with translate_errors():
        return _native.parse_nanos(text) / 1e9


@contextlib.contextmanager
def translate_errors() -> Iterator[None]:
    """Turns an error of the native side into ours, by its kind."""
    try:
        yield
    except _native.NativeError as error:
        raise _ours(error) from None
    except UnicodeEncodeError as error:
        raise _no_text(error.object) from None


def _crossing(request: Mapping[str, object]) -> str:
    """A request as JSON for the native side. Raises UsageError for names that are not UTF-8."""
    try:
        text = json.dumps(request, ensure_ascii=False, allow_nan=False)
    except ValueError:
        raise errors.UsageError(*message.refusal("number-not-finite")) from None
    try:
        text.encode()
    except UnicodeEncodeError:
        # A file's name need not be text (PEP 383).
        halves = (
            part for part in _texts(request) if any("\ud800" <= sign <= "\udfff" for sign in part)
        )
        raise _no_text(next(halves)) from None
    return text


def _no_text(given: str) -> errors.UsageError:
    return errors.UsageError(*message.refusal("not-utf8", text=given))


def _texts(document: object) -> Iterator[str]:
    """Every text in a document, keys too."""
    match document:
        case str():
            yield document
        case dict():
            for key, value in document.items():
                yield key
                yield from _texts(value)
        case list() | tuple():
            for value in document:
                yield from _texts(value)


def _ours(error: _native.NativeError) -> errors.PlimsollError:
    ours = errors.NATIVE_KINDS.get(error.kind, errors.InternalError)(str(error))
    if error.line is not None and error.why is not None:
        ours.place = errors.Place(error.line, error.why)
    return ours


def without(request: Keyed, *keys: str) -> Keyed:
    """The request without these keys."""
    return cast("Keyed", {key: value for key, value in request.items() if key not in keys})


def without_none(request: Keyed) -> Keyed:
    """The request without the keys that are None: the native side fills them in."""
    return cast("Keyed", {key: value for key, value in request.items() if value is not None})


def _span(seconds: float) -> str:
    return f"{round(seconds * 1e9)}ns"


def _run_interruptibly(work: Callable[[], T], stop: Stop) -> T:
    """Does `work` in a thread of its own, so that Ctrl-C is noticed meanwhile; a stop request ends
    the wait."""
    thread, result = _start_thread(work, "plimsoll-open")
    while thread.is_alive():
        thread.join(STOP_POLL_S)
        if thread.is_alive():
            stop.check()
    return result()


def _while_watching(
    work: Callable[[], T], *, every: Callable[[], None], end: Callable[[], None], stop: Stop
) -> T:
    """Runs `work` in a thread and, in this one, `every` each POLL_S; calls `end` after a stop
    request.

    Ctrl-C reaches Python's main thread only between its own instructions: that is why another
    thread does the work. An exception here (a second Ctrl-C, say) ends the work before it is
    raised.
    """
    thread, result = _start_thread(work, "plimsoll-probe")
    try:
        while thread.is_alive():
            thread.join(POLL_S)
            if stop.is_requested:
                # Repeated, since a stop before the native loop has begun would be lost.
                end()
            if thread.is_alive():
                every()
    except BaseException:
        end()
        thread.join(POLL_S)
        raise
    with translate_errors():
        return result()


def _start_thread(work: Callable[[], T], name: str) -> tuple[threading.Thread, Callable[[], T]]:
    """Starts a thread for `work`; returns it with a function that gives its result, or raises its
    exception, once it has ended."""
    box: list[T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            box.append(work())
        except BaseException as error:  # noqa: BLE001  # carried to the caller's thread, a panic of the native side too
            failure.append(error)

    def result() -> T:
        if failure:
            raise failure[0]
        return box[0]

    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    return thread, result
