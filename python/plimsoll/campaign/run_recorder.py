"""Stores the Runs of a session, and the samples collected during them. The recorder is the first of
the session's listeners."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from plimsoll.base.errors import PlimsollError
from plimsoll.base.sentence import Sentence
from plimsoll.base.version import __version__
from plimsoll.campaign.messages import message
from plimsoll.collect import Batch, Collectors, Tally, shorten
from plimsoll.native import record_reading
from plimsoll.native.listener import ActiveRun, Campaign, Listener, RunOutput, SealedInterval
from plimsoll.native.session import NotKeptError, Stop, parse_span
from plimsoll.native.values import ProbeValues, Progress

if TYPE_CHECKING:
    from plimsoll.judge.timeline.on_the_way import EpisodeReport, OnTheWay
    from plimsoll.native.record import ProbeRequest, SessionRequest
    from plimsoll.store import Store


KEEP_AFTER_S = 5.0
"""Samples are written this long after the last write: kept within the promised ten seconds."""
COLLECTOR = "collector"
"""Kind of the mark of a failed collector."""


@dataclass
class CounterKeeper:
    """Stores the samples of collectors with the Run under way, and drops those between two Runs.

    `write_due` must be called every few seconds during a Run.
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
        """Begins a Run."""
        self._run, self._tallies, self._marked = run, {}, set()
        for collector, batch in zip(self.ids, self.collectors.take(), strict=True):
            # Earlier failures are reported with the Run; earlier values are dropped.
            batch.tally.values = 0
            self._tallies[collector] = batch.tally
        self._begun_ns = self._written_ns = self.clock_ns()

    def write_due(self) -> None:
        """Writes pending samples, if the last write is old enough."""
        if self._run is not None and self.clock_ns() - self._written_ns >= KEEP_AFTER_S * 1e9:
            self._write()

    def finish(self) -> None:
        """Ends the Run and writes its last samples."""
        if self._run is not None:
            self._write()
            self._run = None

    def _write(self) -> None:
        assert self._run is not None
        samples, summaries = [], []
        batches = self.collectors.take()
        self._mark(batches)
        for collector, batch in zip(self.ids, batches, strict=True):
            # A collector may stamp its samples, and earlier than the Run.
            mine = [sample for sample in batch.samples if sample.t_ns >= self._begun_ns]
            batch.tally.values = len(mine)
            self._tallies[collector].add(batch.tally)
            samples += [(collector, sample.name, sample.t_ns, sample.value) for sample in mine]
            summaries.append(
                (collector, {"ended": batch.ended, **asdict(self._tallies[collector])})
            )
        self.store.counters.add(self._run, samples, summaries, during_run=True)
        self._written_ns = self.clock_ns()

    def _mark(self, batches: Sequence[Batch]) -> None:
        """Marks the first failure of each collector in a Run, where its counters have a gap or
        end."""
        now_ns, wall_ns = self.clock_ns(), time.time_ns()
        for number, batch in enumerate(batches):
            why, at_ns = batch.ended, batch.ended_ns
            if why is None and batch.tally.first_failed is not None:
                why, at_ns = batch.tally.first_failed, batch.tally.first_failed_ns
            # An earlier failure has no place on the time line; the report has it.
            if why is None or at_ns is None or number in self._marked or at_ns < self._begun_ns:
                continue
            self._marked.add(number)
            self.store.add_event(
                None,
                self._run,
                COLLECTOR,
                Sentence(
                    partial(
                        message,
                        "collector-ended",
                        number=number + 1,
                        name=shorten(self.collectors.sources[number].name),
                        why=why,
                    )
                ),
                at_ns=wall_ns - (now_ns - at_ns),
            )


LONG_RUN_S = 600.0
"""Runs with a Measure of this length are watched for events while they run."""


@dataclass
class LongRunWatch:
    """Reports the events of a long Run while it runs, and keeps their intervals from being
    merged."""

    store: Store
    tell: Callable[[Sentence], None]
    _run: int = 0
    _detector: OnTheWay | None = None

    def begin(self, run: int, request: ProbeRequest) -> None:
        """Begins a Run."""
        self._run, self._detector = run, None
        if parse_span(ProbeValues.of(request).measure_for or "0s") >= LONG_RUN_S:
            # Loaded here, before Measure needs the processor.
            from plimsoll.judge.timeline.on_the_way import OnTheWay

            self._detector = OnTheWay()

    def interval(self, document: str) -> None:
        """Looks for events in a sealed interval."""
        if self._detector is not None:
            self._report(self._detector.add(record_reading.interval(json.loads(document))))

    def finish(self) -> None:
        """Ends the Run and reports the events that were still open."""
        if self._detector is not None:
            self._report(self._detector.rest())
            self._detector = None

    def _report(self, events: Iterable[EpisodeReport]) -> None:
        from plimsoll.judge.timeline.text import on_the_way

        for event in events:
            for begin_s, end_s in event.around():
                self.store.merging.hold(self._run, begin_s, end_s, event.weight)
            self.tell(Sentence(partial(on_the_way, event)))


@contextlib.contextmanager
def keeping() -> Iterator[None]:
    """Turns errors of the store into NotKeptError."""
    try:
        yield
    except PlimsollError as error:
        raise NotKeptError(error) from error


@dataclass(frozen=True)
class CampaignKeeper(Listener):
    """Stores the Runs of one campaign. A Run has `session` as its request, until its record has the
    resolved spec."""

    store: Store
    campaign_id: int
    session: SessionRequest
    counters: CounterKeeper | None = None
    planned: tuple[int, int] | None = None
    """The planned Point that the Runs belong to, and the number of the attempt."""
    configuration_id: int = 1
    watching: LongRunWatch | None = None
    kind: str = "campaign"

    def run_begins(self, run: ActiveRun) -> None:
        """Begins a Run and sets its id in the store."""
        asked = json.dumps({"session": self.session, "probe": run.request})
        with keeping():
            run.id = self.store.begin_run(self.campaign_id, run.role, asked, planned=self.planned)
        run.campaign = Campaign(self.store.path, self.campaign_id, self.kind)
        if self.counters:
            self.counters.begin(run.id)
        if self.watching:
            self.watching.begin(run.id, run.request)

    def interval(self, run: ActiveRun, sealed: SealedInterval) -> None:
        """Stores a sealed interval: kept within ten seconds."""
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
        """Stores collected samples every few seconds, however long the intervals are."""
        del now
        self._write_due()

    def run_ends(self, run: ActiveRun, result: RunOutput) -> None:
        """Stores the record: on disk when this returns."""
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
        """Ends a Run without a record; its intervals stay."""
        with keeping():
            if self.counters:
                self.counters.finish()
            self.store.abandon_run(id_of(run), why)

    def _write_due(self) -> None:
        if self.counters:
            with keeping():
                self.counters.write_due()

    def end(self, result: Mapping[str, object], stop: Stop | None = None) -> None:
        """Finishes the campaign with a result. An interrupted campaign stays unfinished.

        With a `stop`, an error of the store becomes its reason instead of being raised, so that the
        result can still be shown.
        """
        try:
            self.store.finish_campaign(self.campaign_id, result)
        except PlimsollError as error:
            if stop is None:
                raise
            stop.request(error)


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
    tell: Callable[[Sentence], None] | None = None,
) -> CampaignKeeper:
    """Begins a campaign of this kind (`run`, `find`, `demo`). `asked` is the rest of its document,
    beside the session.

    Samples of `collectors` are stored with their Runs; `tell` gets the events of long Runs as text.
    """
    spec = json.dumps({"session": session, **asked})
    campaign_id = store.begin_campaign(kind, objective, strategy, seed, spec, version=__version__)
    store.drop_if_empty(campaign_id)
    return CampaignKeeper(
        store,
        campaign_id,
        session,
        counter_keeper(store, campaign_id, collectors),
        watching=LongRunWatch(store, tell or (lambda _: None)),
        kind=kind,
    )


def id_of(run: ActiveRun) -> int:
    """The id in the store of a Run that a recorder has begun."""
    assert run.id is not None, "run_begins gave it one"
    return run.id


def counter_keeper(
    store: Store, campaign_id: int, collectors: Collectors | None
) -> CounterKeeper | None:
    """The keeper of these collectors' samples in a campaign; None without collectors."""
    if collectors is None:
        return None
    ids = store.counters.begin(
        campaign_id, [(source.kind, source.name, source.every_s) for source in collectors.sources]
    )
    return CounterKeeper(store, collectors, ids)
