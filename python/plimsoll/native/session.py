"""The door to the native side: a session opens a target once, each probe crosses once.

`Session.probe` lets the native loop run in a thread of its own (which holds no interpreter lock)
while this thread tells its listeners of intervals and progress and watches for a stop.
Errors of the native side become ours here. With `histogram` this is the only module that imports
`plimsoll._native`.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import threading
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar, cast

from plimsoll import _native
from plimsoll.base.errors import (
    NATIVE_KINDS,
    InputError,
    InternalError,
    Interrupted,
    NoTargetError,
    Place,
    PlimsollError,
    UsageError,
)
from plimsoll.base.rules import MOST_OBJECTIVES
from plimsoll.native import sync_objectives
from plimsoll.native.listener import ActiveRun, Listener, RunOutput, SealedInterval
from plimsoll.native.model import (
    Chain,
    Element,
    Name,
    PrepareRequest,
    PrepareResult,
    ProbeRequest,
    ProbeValues,
    Probing,
    Progress,
    RunRecord,
    ServeRequest,
    ServeSettings,
    ServeStatistics,
    SessionInfo,
    SessionRequest,
    Shown,
    ShowRequest,
)

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from plimsoll.native.record import Neighbours, TargetIdentity

__all__ = [
    "Coordinator",
    "Driver",
    "Neighbourhood",
    "NotKeptError",
    "Prepare",
    "ProbeResult",
    "Probing",
    "Segment",
    "Server",
    "Session",
    "Stop",
    "chain",
    "elements",
    "engines",
    "identities",
    "identity_difference",
    "objective_terms",
    "parse_objective",
    "parse_size",
    "parse_span",
    "remove_own",
    "schema",
    "stack_show",
]

POLL_S = 0.2
"""How often sealed intervals are fetched and progress is told, in real seconds: a fifth of the
shortest default interval."""
MARKED_INTERVAL = "250ms"
"""Interval of Runs that are judged on the storage's own time: each is marked as disturbed or
not."""

HEARD_S = 0.1
"""How soon a wish to stop is heard while a target is opened."""

T = TypeVar("T")
Keyed = TypeVar("Keyed", bound="Mapping[str, object]")
"""A request."""


ProbeResult = _native.ProbeResult
"""What a Run leaves on the native side: its record (JSON), its histograms by name."""


class NotKeptError(Exception):
    """A recorder could not keep something, for this reason: the disk is full, the store is gone."""

    def __init__(self, cause: PlimsollError) -> None:
        super().__init__(str(cause))
        self.cause = cause


class Driver(Protocol):
    """What a session drives: the native side here, or several hosts at once (`cluster`). `poll`,
    `progress` and `stop` are called while another thread is in `probe`."""

    def probe(self, request: str, /) -> ProbeResult:
        """One Run as requested (JSON)."""

    def memory_bytes(self, request: str, /) -> int:
        """Memory that it will take."""

    def poll(self) -> Sequence[_native.SealedInterval] | Sequence[SealedInterval]:
        """The intervals sealed since the last call."""

    def progress(self) -> str:
        """How far it is, as JSON."""

    def stop(self) -> None:
        """Ends a Run under way."""

    def close(self) -> None:
        """Gives the target back."""


class Stop:
    """A wish to end, asked once (by Ctrl-C, say) and seen by whatever is under way."""

    def __init__(self) -> None:
        # No `threading.Event`: its lock is held while it is set, and a second signal would wait in
        # vain for the first.
        self._asked = False
        self.because: PlimsollError | None = None
        """What went wrong, when nobody asked but work cannot go on. Who began it raises this when
        what was measured is told."""

    def ask(self, because: PlimsollError | None = None) -> None:
        """Asks; safe in a signal handler."""
        self.because = self.because or because
        self._asked = True

    @property
    def asked(self) -> bool:
        """Whether somebody asked."""
        return self._asked

    def check(self) -> None:
        """Raises `Interrupted` when somebody asked."""
        if self.asked:
            raise Interrupted("interrupted")


@dataclass
class Session:
    """A target, opened once. Use as a context manager; give it to a search as its `Probing`.

    `defaults` holds what every probe of this session shares: arrivals, max_outstanding, interval,
    drain_limit.
    """

    native: Driver
    info: SessionInfo
    defaults: ProbeRequest
    keeper: Listener | None = None
    """The recorder of its Runs: it hears of each before the other listeners do, and may raise
    NotKeptError."""
    stop: Stop = field(default_factory=Stop)
    listeners: list[Listener] = field(default_factory=list)
    newest: int | None = None
    """What the recorder calls the newest Run."""
    result: RunOutput | None = None
    """What the newest Run left."""
    opener: Callable[..., Session] | None = None
    """By what another session like this one is opened; none: `Session.open`."""

    @staticmethod
    def open(
        request: SessionRequest,
        *,
        defaults: ProbeRequest | None = None,
        keeper: Listener | None = None,
        stop: Stop | None = None,
        listeners: Sequence[Listener] = (),
    ) -> Session:
        """Opens the target; refuses what section 9 of measurement.md refuses.

        A server that does not answer, or a file system that hangs, keeps nobody waiting who wants
        to end.
        """
        stop = stop or Stop()
        asked = _crossing(request)
        with translated():
            native = _apart(lambda: _native.Session.open(asked), stop)
            info: SessionInfo = json.loads(native.info())
        return Session(native, info, defaults or {}, keeper, stop, list(listeners))

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Gives the target back."""
        with translated():
            self.native.close()

    def continue_from(self, earlier: Session) -> None:
        """On the virtual clock: goes on with the described storage of an earlier session of the
        same stack, as that left it. Both are sessions of this machine."""
        assert isinstance(self.native, _native.Session), "no hosts load a described stack"
        assert isinstance(earlier.native, _native.Session), "likewise"
        with translated():
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
            # What belongs to an open load would be refused for a closed one.
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
            return self._named(self.run(request, role=role))
        except Interrupted as interrupt:
            if interrupt.record is not None:
                self._named(interrupt.record)
            raise

    def run(self, request: ProbeRequest, *, role: str) -> RunRecord:
        """One Run as requested, kept before this returns. Raises `Interrupted` with the record when
        told to stop.

        What cannot be kept stops it, too (`Stop.because`): the record is then in the error and
        nowhere else.
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
        if self.stop.asked:
            raise Interrupted("interrupted", record=result.record)
        return result.record

    def refuse_without_operations(self, objective: str | None) -> None:
        """Raises UsageError for an objective on operations that the workload has none of: no Run
        decides it, however long. Clients of a described stack have workloads of their own."""
        stack = self.info["target"].get("stack")
        if objective is None or (stack is not None and stack.get("clients")):
            return
        reads = self.info["workload"]["read_percent"]
        writes = 100 - reads - self.info["workload"]["trim_percent"]
        for kind, share in (("read", reads), ("write", writes)):
            for term in objective_terms(objective) if share <= 0 else ():
                if term.kind == kind:
                    raise UsageError(
                        f"the objective '{term.text}' is on {kind}s, and the workload has none",
                        "Give an objective on operations that it has, or a workload with"
                        f" {kind}s: --read 70.",
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
        """What cannot be kept ends the work, in order."""
        try:
            yield
        except NotKeptError as error:
            self.stop.ask(error.cause)

    def _end_unkept(self, record: RunRecord | None) -> None:
        """Raises `Interrupted` when something could not be kept."""
        if self.stop.because is not None:
            raise Interrupted("nothing more could be kept", record=record)

    def memory_bytes(self, request: ProbeRequest) -> int:
        """Memory that a Run as requested will take for buffers and histograms, in bytes, whatever
        its length."""
        with translated():
            return self.native.memory_bytes(_crossing(request))

    def _named(self, record: RunRecord) -> RunRecord:
        """With the Run's name in the store: a search points to its evidence. It is not part of the
        stored record."""
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
            for interval in _sealed(intervals):
                for listener in audience:
                    listener.interval(run, interval)


def _sealed(
    intervals: Iterable[_native.SealedInterval | SealedInterval],
) -> Iterator[SealedInterval]:
    """Sealed intervals of the native side as listeners get them."""
    for one in intervals:
        yield SealedInterval(
            one.index, one.json, one.workers, one.response_time, one.completion_latency
        )


class Segment:
    """A host's part of Runs over several hosts: a target, opened there. The calls are those of the
    coordinator, from several threads; what crosses is text and bytes."""

    def __init__(self, request: SessionRequest) -> None:
        """Opens the target. Raises as `Session.open` does."""
        asked = _crossing(request)
        with translated():
            self._native = _native.Session.open(asked)

    def info(self) -> SessionInfo:
        """What it is."""
        info: SessionInfo = json.loads(self._native.info())
        return info

    def resolved(self, request: str) -> str:
        """A request for all hosts, with every default filled in, as the spec of a record."""
        with translated():
            return self._native.resolved(request)

    def memory_bytes(self, request: str) -> int:
        """Memory that a request would take here."""
        with translated():
            return self._native.memory_bytes(request)

    def probe(self, request: str) -> tuple[bytes, str]:
        """The part of a Run that a request names: what it leaves beside its sealed parts, and its
        own record."""
        with translated():
            left = self._native.probe(request)
        if left.segment is None:
            raise InternalError(
                "a request without a segment is no part of a Run over several hosts"
            )
        return left.segment, left.record

    def take_parts(self) -> tuple[list[bytes], list[str]]:
        """The parts sealed since the last call; and the intervals of this host alone (JSON), which
        tell what its machine did: the coordinator makes those of all hosts."""
        parts = self._native.take_parts()
        # After its part: an interval comes with it, or with the next one.
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
        with translated():
            self._native.close()


class Coordinator:
    """Merges and judges the parts of several hosts: one for each Run."""

    def __init__(self, spec: str, hosts: Sequence[Mapping[str, object]]) -> None:
        """Of the Run's spec (JSON), and of each host its name, workers and target."""
        with translated():
            self._native = _native.Coordinator(spec, json.dumps(list(hosts)))

    def parts(self, host: int, parts: list[bytes]) -> None:
        """Takes sealed parts of a host, by its number."""
        with translated():
            self._native.parts(host, parts)

    def merge(self, elapsed_ns: int) -> bool:
        """Merges what every host has sealed; whether Measure should end."""
        with translated():
            return self._native.merge(max(0, elapsed_ns))

    def end_measure(self, elapsed_ns: int) -> None:
        """Measure ends so long after the start."""
        with translated():
            self._native.end_measure(max(0, elapsed_ns))

    def lost(self, host: int, why: str, *, ends: bool) -> None:
        """A host is lost, and why; `ends`: the Run has failed."""
        with translated():
            self._native.lost(host, why, ends)

    def poll(self) -> list[SealedInterval]:
        """The intervals of all hosts sealed since the last call."""
        with translated():
            return list(_sealed(self._native.poll()))

    def progress(self) -> str:
        """How far it is, as JSON."""
        with translated():
            return self._native.progress()

    def finish(
        self,
        left: Sequence[tuple[tuple[bytes, str] | None, Mapping[str, int]]],
        measure_started_ns: int,
    ) -> ProbeResult:
        """The record of all of it, from what each host left (none when it was lost) and its
        clock."""
        given = [(done, json.dumps(dict(clock))) for done, clock in left]
        with translated():
            return self._native.finish(given, measure_started_ns)


@dataclass
class Prepare:
    """Filling a target past the page cache; a file is made first when there is none."""

    native: _native.Prepare

    @staticmethod
    def open(request: PrepareRequest) -> Prepare:
        """Opens or makes the target. Refuses when space is short, or when it would overwrite what
        is not ours."""
        with translated():
            return Prepare(_native.Prepare.open(_crossing(request)))

    def run(
        self, *, stop: Stop, on_progress: Callable[[int, int], None] | None = None
    ) -> PrepareResult:
        """Fills it; `on_progress` is told (bytes done, bytes in all), those of an
        earlier fill that it goes on from included. Ends early with outcome `stopped` when asked to.
        """

        def watch() -> None:
            if on_progress:
                on_progress(*self.native.progress())

        result: PrepareResult = json.loads(
            _while_watching(self.native.run, every=watch, end=self.native.stop, stop=stop)
        )
        return result


@dataclass
class Server:
    """A described stack behind NBD. `run` serves in the calling thread until another calls
    `stop`."""

    native: _native.Server

    @staticmethod
    def open(request: ServeRequest) -> Server:
        """Reads the stack, opens the content and listens."""
        with translated():
            given = {key: value for key, value in request.items() if value is not None}
            return Server(_native.Server.open(_crossing(given)))

    def uris(self) -> list[str]:
        """Every volume at every address, as clients write it."""
        return self.native.uris()

    def run(self) -> None:
        """Serves until stopped."""
        with translated():
            self.native.run()

    def begun(self) -> bool:
        """Whether `run` has begun: what is asked from then on is answered."""
        return self.native.begun()

    def stop(self) -> None:
        """Ends it."""
        self.native.stop()

    def statistics(self) -> ServeStatistics:
        """What it has done so far; after its end, what it had done then."""
        with translated():
            statistics: ServeStatistics = json.loads(self.native.statistics())
        return statistics

    def settings(self) -> ServeSettings:
        """What can be changed while it runs, as it is."""
        with translated():
            settings: ServeSettings = json.loads(self.native.settings())
        return settings

    def switch(self, element: str, key: str, value: str) -> None:
        """Changes a setting of an element while it runs."""
        with translated():
            self.native.switch(element, key, value)


@dataclass(frozen=True)
class Neighbourhood:
    """A first look at who uses this machine, to be followed by another."""

    native: _native.Neighbourhood

    @staticmethod
    def begin() -> Neighbourhood:
        """Looks for the first time."""
        return Neighbourhood(_native.Neighbourhood())

    def neighbours(self, target: str | None = None) -> Neighbours | None:
        """Who else used the machine since the first look, and the device of this target, where it
        is a path. None where the system does not tell."""
        with translated():
            told = self.native.neighbours(target)
        neighbours: Neighbours | None = None if told is None else json.loads(told)
        return neighbours


@dataclass(frozen=True)
class UnixSocket:
    """A unix socket of this user's that listens, removed when it is closed if it still is what was
    made."""

    native: _native.UnixSocket

    @classmethod
    def open(cls, path: Path) -> UnixSocket:
        """Listens there. Raises RefusedError for what is in the way, another user's or alive;
        IoError."""
        with translated():
            return cls(_native.UnixSocket.open(os.fspath(path)))

    def listener(self) -> socket.socket:
        """To accept from; to be closed, too."""
        import socket

        with translated():
            return socket.socket(fileno=self.native.listener())

    def close(self) -> None:
        """Takes its name away."""
        self.native.close()


def engines() -> list[Name]:
    """The engines: name, whether this machine can use it, why not, and what it is."""
    with translated():
        found: list[Name] = json.loads(_native.engines())
    return found


def elements() -> list[Element]:
    """The storage elements that a stack is made of, with their parameters."""
    with translated():
        found: list[Element] = json.loads(_native.elements())
    return found


def chain(path: str, root: str | None = None) -> Chain:
    """What lies beneath a path. With `root` it is a path of the machine that was captured there.

    Raises NoTargetError where there is no such path.
    """
    with translated():
        found: Chain = json.loads(_native.chain(path, root))
    return found


def identities(names: Iterable[str]) -> dict[str, TargetIdentity]:
    """What the files and block devices of these names are known by another time; without those that
    are no path, or not there yet."""
    found: dict[str, TargetIdentity] = {}
    for name in names:
        # What can be no path is for whoever opens it to say.
        with contextlib.suppress(NoTargetError, InputError), translated():
            found[name] = json.loads(_native.target_identity(name))
    return found


def identity_difference(identity: Mapping[str, object], path: str) -> str | None:
    """Why what lies at `path` is not what had this identity, in words; none when it is. Raises
    NoTargetError where nothing is."""
    with translated():
        return _native.identity_difference(json.dumps(identity), path)


def remove_own(path: str) -> None:
    """Removes a file that Plimsoll made. Raises RefusedError when it is used, or holds what
    Plimsoll did not write."""
    with translated():
        _native.remove_own(path)


def stack_show(request: ShowRequest) -> Shown:
    """A described stack looked at, not run: the document `plimsoll.stack_show/1` and its
    pictures."""
    with translated():
        shown: Shown = json.loads(_native.stack_show(_crossing(request)))
    return shown


def rules() -> str:
    """The rules that both languages keep, each with name, meaning and value, as text (JSON)."""
    return _native.rules()


def schema(name: str) -> str:
    """The JSON schema that the Rust side derives of a document, as text."""
    with translated():
        return _native.schema(name)


def parse_objective(text: str, *, syncs: bool = False) -> str:
    """The objective, or several joined by ' and ', in canonical form: 'p99 <= 1ms' is
    'p99(response_time, all) <= 1ms'. `syncs`: one may be of syncs, since Runs are judged that were
    imported. Raises UsageError for what is none."""
    if sync_objectives.named(text):
        if not syncs:
            raise _on_syncs(text)
        return " and ".join(term.text for term in objective_terms(text))
    with translated():
        return _native.parse_objective(text)


@dataclass(frozen=True)
class ObjectiveTerm:
    """One objective, taken apart where its grammar is known (`crates/measure/src/objective.rs`)."""

    text: str
    """Canonical."""
    of: Literal["latency", "errors", "achieved"]
    statistic: str | None
    """mean, p99.9, max; of a latency alone."""
    metric: Literal["response_time", "completion_latency"] | None
    """Of a latency alone."""
    kind: Literal["all", "read", "write", "flush"] | None
    """None of what is achieved. flush: syncs, of Runs that were imported."""
    period_ns: int | None
    """Of a maximum."""
    bound_ns: int | None
    """Of a latency."""
    percent: float | None
    """The bound of a share."""


@functools.lru_cache(maxsize=64)
def objective_terms(text: str) -> tuple[ObjectiveTerm, ...]:
    """The objectives in a text, each taken apart. Raises as `parse_objective` does."""
    if sync_objectives.named(text):
        return _with_syncs(sync_objectives.several(text))
    with translated():
        return tuple(ObjectiveTerm(**term) for term in json.loads(_native.objective_terms(text)))


def _with_syncs(each: list[str]) -> tuple[ObjectiveTerm, ...]:
    """Objectives of which some are of syncs."""
    found: list[ObjectiveTerm] = []
    for one in each:
        of_writes = sync_objectives.of_writes(one)
        (term,) = objective_terms(one if of_writes is None else of_writes)
        if of_writes is not None:
            term = replace(term, text=sync_objectives.of_syncs(term.text), kind="flush")
        if term in found:
            raise UsageError(f"the objective '{term.text}' is given twice", "Leave one out.")
        found.append(term)
    if len(found) > MOST_OBJECTIVES:
        raise UsageError(
            f"{len(found)} objectives at once are more than {MOST_OBJECTIVES}",
            "Leave some out.",
        )
    return tuple(found)


def _on_syncs(objective: str) -> UsageError:
    return UsageError(
        f"the objective '{objective}' is on syncs, and Runs that Plimsoll measures are judged by"
        " their reads and writes",
        "Give an objective on writes or on all operations. The syncs of imported Runs are judged"
        " by 'find --from' and 'check --campaign'.",
    )


def lag_tolerance_ns(objective: str | None) -> int:
    """Our own lateness up to which it is none, in ns, beside what this objective bounds."""
    with translated():
        return _native.lag_tolerance_ns(objective)


def inject_panic() -> None:
    """A defect of the native side, for the test of what a user sees of one."""
    _native.inject_panic()


def parse_size(text: str) -> int:
    """A size with its unit ('8k', '2000 GB') in bytes: k, m, g are powers of 1024, kb, mb, gb of
    1000."""
    with translated():
        return _native.parse_bytes(text)


def parse_span(text: str) -> float:
    """A time with a unit ('5s', '250ms') in seconds."""
    with translated():
        return _native.parse_nanos(text) / 1e9


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """Turns an error of the native side into ours, by its kind."""
    try:
        yield
    except _native.NativeError as error:
        raise _ours(error) from None
    except UnicodeEncodeError as error:
        raise _no_text(error.object) from None


def _crossing(request: Mapping[str, object]) -> str:
    """A request as it crosses to the native side. Raises UsageError for what is no text, and for
    an objective that Runs of our own are not judged by."""
    asked = request.get("objective")
    if isinstance(asked, str) and sync_objectives.named(asked):
        raise _on_syncs(asked)
    try:
        text = json.dumps(request, ensure_ascii=False, allow_nan=False)
    except ValueError:
        raise UsageError("a number of the request is not finite", "Give a finite one.") from None
    try:
        text.encode()
    except UnicodeEncodeError:
        # A file's name need not be text (PEP 383).
        halves = (
            one for one in _texts(request) if any("\ud800" <= sign <= "\udfff" for sign in one)
        )
        raise _no_text(next(halves)) from None
    return text


def _no_text(given: str) -> UsageError:
    return UsageError(
        f"{given} is not in UTF-8", "Of a file: rename it, or name it by a link in UTF-8."
    )


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


def _ours(error: _native.NativeError) -> PlimsollError:
    ours = NATIVE_KINDS.get(error.kind, InternalError)(str(error))
    if error.line is not None and error.why is not None:
        ours.place = Place(error.line, error.why)
    return ours


def without(request: Keyed, *keys: str) -> Keyed:
    """The request without these keys."""
    return cast("Keyed", {key: value for key, value in request.items() if key not in keys})


def stated(request: Keyed) -> Keyed:
    """The request without the keys that say nothing: the native side fills them in."""
    return cast("Keyed", {key: value for key, value in request.items() if value is not None})


def _span(seconds: float) -> str:
    return f"{round(seconds * 1e9)}ns"


def _apart(work: Callable[[], T], stop: Stop) -> T:
    """Does `work` in a thread of its own, so that Ctrl-C is heard meanwhile; nobody waits for it
    who has been told to end."""
    thread, result = _started(work, "plimsoll-open")
    while thread.is_alive():
        thread.join(HEARD_S)
        if thread.is_alive():
            stop.check()
    return result()


def _while_watching(
    work: Callable[[], T], *, every: Callable[[], None], end: Callable[[], None], stop: Stop
) -> T:
    """Runs `work` in a thread and, in this one, `every` each POLL_S; calls `end` when asked to
    stop.

    Ctrl-C reaches Python's main thread only between its own instructions: that is why the work is
    the other thread's. Whatever goes wrong here (a second Ctrl-C, say) also ends the work before it
    is raised.
    """
    thread, result = _started(work, "plimsoll-probe")
    try:
        while thread.is_alive():
            thread.join(POLL_S)
            if stop.asked:
                # Each time: a stop that comes before the native loop has begun would be lost.
                end()
            if thread.is_alive():
                every()
    except BaseException:
        end()
        thread.join(POLL_S)
        raise
    with translated():
        return result()


def _started(work: Callable[[], T], name: str) -> tuple[threading.Thread, Callable[[], T]]:
    """A thread that does it, and what gives its result, or raises what it raised, once it has
    ended."""
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
