"""Keeps the Runs of a session in a store, as the first of its listeners; and what was collected
beside them."""

from __future__ import annotations

import contextlib
import json
import time
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from plimsoll.base.errors import PlimsollError
from plimsoll.base.version import __version__
from plimsoll.collect import shortened
from plimsoll.native import record_reading
from plimsoll.native.listener import ActiveRun, Campaign, Listener, RunOutput, SealedInterval
from plimsoll.native.model import ProbeValues
from plimsoll.native.session import NotKeptError, parse_span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from plimsoll.collect import Batch, Collectors, Tally
    from plimsoll.judge.timeline.on_the_way import Happened, OnTheWay
    from plimsoll.native.model import ProbeRequest, Progress, SessionRequest
    from plimsoll.native.session import Stop
    from plimsoll.store import Store


KEEP_AFTER_S = 5.0
"""Samples are written when the last write is this old: on the disk within the promised ten
seconds."""
COLLECTOR = "collector"
"""The kind of a mark where a collector failed."""


@dataclass
class CounterKeeper:
    """Keeps the samples of collectors with the Run that is under way; those that come between two
    Runs are not kept.

    `write_due` must be called every few seconds while a Run is under way.
    """

    store: Store
    collectors: Collectors
    ids: tuple[int, ...]
    clock_ns: Callable[[], int] = time.monotonic_ns
    _run: int | None = None
    _begun_ns: int = 0
    _written_ns: int = 0
    _tallies: dict[int, Tally] = field(default_factory=dict)
    _marked: set[int] = field(default_factory=set)

    def begin(self, run: int) -> None:
        """A Run begins now."""
        self._run, self._tallies, self._marked = run, {}, set()
        for collector, batch in zip(self.ids, self.collectors.take(), strict=True):
            # What went wrong before it is told with it; values of that time are nobody's.
            batch.tally.values = 0
            self._tallies[collector] = batch.tally
        self._begun_ns = self._written_ns = self.clock_ns()

    def write_due(self) -> None:
        """Writes what waits, if it has waited long enough."""
        if self._run is not None and self.clock_ns() - self._written_ns >= KEEP_AFTER_S * 1e9:
            self._write()

    def finish(self) -> None:
        """The Run is over."""
        if self._run is not None:
            self._write()
            self._run = None

    def _write(self) -> None:
        assert self._run is not None
        samples, summaries = [], []
        batches = self.collectors.take()
        self._mark(batches)
        for collector, batch in zip(self.ids, batches, strict=True):
            # A stamp of the collector's own may be older than the Run.
            mine = [sample for sample in batch.samples if sample.t_ns >= self._begun_ns]
            batch.tally.values = len(mine)
            self._tallies[collector].add(batch.tally)
            samples += [(collector, sample.name, sample.t_ns, sample.value) for sample in mine]
            summaries.append(
                (collector, {"ended": batch.ended, **asdict(self._tallies[collector])})
            )
        self.store.counters.add(self._run, samples, summaries)
        self._written_ns = self.clock_ns()

    def _mark(self, batches: Sequence[Batch]) -> None:
        """Puts on the time line where a collector failed: once a Run, since its counters have a gap
        or an end there."""
        now_ns, wall_ns = self.clock_ns(), time.time_ns()
        for number, batch in enumerate(batches):
            why, at_ns = batch.ended, batch.ended_ns
            if why is None and batch.tally.first_failed is not None:
                why, at_ns = batch.tally.first_failed, batch.tally.first_failed_ns
            # What failed before the Run has no place on its time line; the report tells of it.
            if why is None or at_ns is None or number in self._marked or at_ns < self._begun_ns:
                continue
            self._marked.add(number)
            self.store.add_event(
                None,
                self._run,
                COLLECTOR,
                f"collector {number + 1} ({shortened(self.collectors.sources[number].name)}):"
                f" {why}",
                at_ns=wall_ns - (now_ns - at_ns),
            )


WATCHED_S = 600.0
"""A Run that is to measure at least so long is watched for what happens in it."""


@dataclass
class Watching:
    """Tells what happens in a long Run while it runs, and has the store keep the intervals that
    show it as they were sealed."""

    store: Store
    tell: Callable[[str], None]
    _run: int = 0
    _seen: OnTheWay | None = None

    def begin(self, run: int, request: ProbeRequest) -> None:
        """A Run begins."""
        self._run, self._seen = run, None
        if parse_span(ProbeValues.of(request).measure_for or "0s") >= WATCHED_S:
            # Loaded now: it would take processor time out of Measure.
            from plimsoll.judge.timeline.on_the_way import OnTheWay

            self._seen = OnTheWay()

    def interval(self, document: str) -> None:
        """A sealed interval of it."""
        if self._seen is not None:
            self._told(self._seen.add(record_reading.interval(json.loads(document))))

    def finish(self) -> None:
        """The Run is over."""
        if self._seen is not None:
            self._told(self._seen.rest())
            self._seen = None

    def _told(self, found: Iterable[Happened]) -> None:
        from plimsoll.judge.timeline.text import on_the_way

        for one in found:
            for begin_s, end_s in one.around():
                self.store.merging.hold(self._run, begin_s, end_s, one.weight)
            self.tell(on_the_way(one))


@contextlib.contextmanager
def keeping() -> Iterator[None]:
    """What the store raises is that something could not be kept."""
    try:
        yield
    except PlimsollError as error:
        raise NotKeptError(error) from error


@dataclass(frozen=True)
class CampaignKeeper(Listener):
    """Every Run of one campaign. `session` stands with each Run as what was asked, until its
    resolved spec comes."""

    store: Store
    campaign_id: int
    session: SessionRequest
    counters: CounterKeeper | None = None
    planned: tuple[int, int] | None = None
    """The planned Point that the Runs belong to, and which attempt at it they are."""
    configuration_id: int = 1
    watching: Watching | None = None
    kind: str = "campaign"

    def run_begins(self, run: ActiveRun) -> None:
        """A Run begins: it gets its id in the store."""
        asked = json.dumps({"session": self.session, "probe": run.request})
        with keeping():
            run.id = self.store.begin_run(self.campaign_id, run.role, asked, planned=self.planned)
        run.campaign = Campaign(self.store.path, self.campaign_id, self.kind)
        if self.counters:
            self.counters.begin(run.id)
        if self.watching:
            self.watching.begin(run.id, run.request)

    def interval(self, run: ActiveRun, sealed: SealedInterval) -> None:
        """A sealed interval: on the disk within ten seconds."""
        self._write_due()
        with keeping():
            self.store.add_interval(
                id_of(run),
                sealed.index,
                sealed.json,
                sealed.response_time,
                sealed.completion_latency,
            )
        if self.watching:
            self.watching.interval(sealed.json)

    def run_progress(self, now: Progress) -> None:
        """What was collected reaches the store every few seconds, however long intervals are."""
        del now
        self._write_due()

    def run_ends(self, run: ActiveRun, result: RunOutput) -> None:
        """The record of the Run: on the disk when this returns."""
        if self.watching:
            self.watching.finish()
        with keeping():
            if self.counters:
                self.counters.finish()
            self.store.finish_run(
                id_of(run),
                result.document,
                dict(result.histograms),
                configuration_id=self.configuration_id,
            )

    def run_fails(self, run: ActiveRun, why: str) -> None:
        """The Run ended without a record; its intervals stay."""
        with keeping():
            if self.counters:
                self.counters.finish()
            self.store.abandon_run(id_of(run), why)

    def _write_due(self) -> None:
        if self.counters:
            with keeping():
                self.counters.write_due()

    def end(self, result: Mapping[str, object], stop: Stop | None = None) -> None:
        """The campaign is finished, with this result. One that is interrupted is never ended:
        readers see that.

        With a `stop` it raises nothing of the store: that is its reason, and the result can still
        be told.
        """
        try:
            self.store.finish_campaign(self.campaign_id, json.dumps(result))
        except PlimsollError as error:
            if stop is None:
                raise
            stop.ask(error)


def begin(
    store: Store,
    kind: str,
    session: SessionRequest,
    *,
    objective: str | None,
    strategy: str,
    seed: int,
    asked: Mapping[str, object],
    collectors: Collectors | None = None,
    tell: Callable[[str], None] | None = None,
) -> CampaignKeeper:
    """Begins a campaign of this kind (`run`, `find`, `demo`); `asked` is what was asked beside the
    session.

    What `collectors` bring while a Run is under way is kept with it; `tell` gets what happens in
    long Runs, in words.
    """
    spec = json.dumps({"session": session, **asked})
    campaign_id = store.begin_campaign(kind, objective, strategy, seed, spec, version=__version__)
    store.drop_if_empty(campaign_id)
    return CampaignKeeper(
        store,
        campaign_id,
        session,
        counting(store, campaign_id, collectors),
        watching=Watching(store, tell or (lambda _: None)),
        kind=kind,
    )


def id_of(run: ActiveRun) -> int:
    """What the store calls a Run that this recorder has begun."""
    assert run.id is not None, "run_begins gave it one"
    return run.id


def counting(store: Store, campaign_id: int, collectors: Collectors | None) -> CounterKeeper | None:
    """What keeps the samples of these collectors in a campaign; none when there are none."""
    if collectors is None:
        return None
    ids = store.counters.begin(
        campaign_id, [(s.kind, s.name, s.every_s) for s in collectors.sources]
    )
    return CounterKeeper(store, collectors, ids)
