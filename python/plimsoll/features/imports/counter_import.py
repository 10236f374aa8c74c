"""Imports counters that another program recorded to a file, as if Plimsoll had collected them. Each
value goes to the Run that was under way at its time."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import partial, reduce
from itertools import islice, pairwise
from statistics import median

from plimsoll.base import units
from plimsoll.base.errors import one_line
from plimsoll.base.instants import measure_began_ns
from plimsoll.collect.intake import LONGEST_NAME, MOST_NAMES
from plimsoll.features.imports.messages import message
from plimsoll.features.imports.recordings import Recording
from plimsoll.features.imports.recordings.moment import Moment, Order, Times, dates_of, day_of
from plimsoll.features.imports.results.source import File
from plimsoll.store import RunRow, Store

KIND = "file"
"""Kind of a collector whose values were read from a file."""
TOLERANCE_NS = 500_000_000
"""Largest error of a time in whole seconds."""
STEP_SAMPLES = 1_000
"""Times from which the step of a recording is estimated."""
MOST_MOMENTS = 4_000_000
"""Most times read from one file: six weeks of seconds."""
MOST_VALUES = 5_000_000
"""Most values kept of one file. They are held in memory, some 100 bytes each."""


@dataclass
class CounterImport:
    """The outcome of importing one recording."""

    file: str
    program: str
    runs: list[int] = field(default_factory=list)
    """Runs that got values."""
    values: int = 0
    names: int = 0
    left_names: int = 0
    """Names beyond the most that are kept of one file."""
    known: bool = False
    """The Runs have the values of this file already."""
    under_way: bool = False
    """Some Run was measured during the recording."""
    cut: int = 0
    """Reports that overlap a Run only in part and so include time outside it."""
    began_ns: int | None = None
    ended_ns: int | None = None
    """The first and the last time in the recording."""


@dataclass(frozen=True)
class _Span:
    """The time of a Run in which values belong to it."""

    run: int
    campaign: int
    began_ns: int
    ended_ns: int
    clock_ns: int
    """Added to the time of day to get the clock of the Run's counters."""

    def holds(self, from_ns: int, to_ns: int) -> bool:
        """Whether a report lies inside the Run, within the error of whole seconds."""
        return from_ns >= self.began_ns - TOLERANCE_NS and to_ns <= self.ended_ns + TOLERANCE_NS


def attach_counters(
    store: Store,
    file: File,
    recording: Recording,
    *,
    zone: tzinfo | None,
    order: Order | None,
    only: re.Pattern[str] | None,
    campaign: int | None,
) -> CounterImport:
    """Imports the values of a recording into every Run (of one campaign, if given) measured during
    it.

    `order` is the order of its dates; None picks the order that places the recording at the time of
    a Run. Raises Bad for a damaged file, and for dates that fit Runs in several orders or in none.
    Nothing is kept then."""
    result = CounterImport(file.shown, recording.program)
    spans = _spans(store, campaign)
    times = Times(zone, order or _order(file, recording, zone, spans))
    # A report covers the usual time between two reports.
    found = [moment.at_ns for moment in islice(recording.read(file, times), STEP_SAMPLES)]
    steps = [after - before for before, after in pairwise(found) if after > before]
    step_ns = round(median(steps)) if steps else 0
    source = f"{one_line(file.shown)} ({recording.program}, sha256 {file.digest()[:16]})"
    names = _Names(only)
    by_run: dict[int, list[tuple[str, int, float]]] = {}
    value_count = 0
    # The whole file first: nothing is kept of one that is damaged further down.
    for moment in _limit_moments(file, recording.read(file, times)):
        result.began_ns = min(result.began_ns or moment.at_ns, moment.at_ns)
        result.ended_ns = max(result.ended_ns or moment.at_ns, moment.at_ns)
        for span in spans.at(moment.at_ns):
            result.under_way = True
            if not span.holds(moment.at_ns - step_ns, moment.at_ns):
                result.cut += 1
                continue
            selected = names.select(moment.values)
            t_ns = moment.at_ns + span.clock_ns
            by_run.setdefault(span.run, []).extend((name, t_ns, v) for name, v in selected.items())
            value_count += len(selected)
        if value_count > MOST_VALUES:
            raise file.bad(lambda: message("too-many-values", most=units.count(MOST_VALUES)))
    result.names, result.left_names = len(names.included), len(names.left_out)
    for span in spans.every:
        if values := by_run.get(span.run):
            _keep(store, span, source, values, result)
    return result


def _keep(
    store: Store,
    span: _Span,
    source: str,
    values: list[tuple[str, int, float]],
    result: CounterImport,
) -> None:
    """Stores the values of a Run, unless it has the values of this file already."""
    collector = _collector(store, span.campaign, source)
    if any(
        series.collector_id == collector for series in store.counters.collector_summaries(span.run)
    ):
        result.known = True
        return
    # One write for each Run: after a kill whole Runs are left, and the next import continues.
    store.counters.add(
        span.run,
        [(collector, name, t_ns, value) for name, t_ns, value in values],
        [(collector, {"values": len(values)})],
    )
    result.runs.append(span.run)
    result.values += len(values)


def _order(file: File, recording: Recording, zone: tzinfo | None, spans: _Spans) -> Order:
    """The order of day, month and year in the dates of the file."""
    if not recording.of_locale:
        return "mdy"
    dates = dates_of(recording.date_texts(file))
    if len(dates.orders) <= 1:
        return dates.orders[0] if dates.orders else "mdy"
    possible = [
        order
        for order in dates.orders
        if any(
            spans.at(moment.at_ns)
            for moment in _limit_moments(file, recording.read(file, Times(zone, order)))
        )
    ]
    if len(possible) == 1:
        return possible[0]
    days = [f"{day_of(dates.example, order)} ({order})" for order in dates.orders]
    raise file.bad(partial(_ambiguous, dates.example, days, several=bool(possible)))


def _ambiguous(date: str, days: Sequence[str], *, several: bool) -> str:
    """A sentence on a date that may be several days."""
    meant = reduce(lambda one, other: message("or-next", list=one, next=other), days)
    code = "date-of-several-runs" if several else "date-of-no-run"
    return message(code, date=date, days=meant)


def _limit_moments(file: File, moments: Iterable[Moment]) -> Iterable[Moment]:
    for number, moment in enumerate(moments):
        if number >= MOST_MOMENTS:
            raise file.bad(lambda: message("too-many-times", most=units.count(MOST_MOMENTS)))
        yield moment


class _Names:
    """Selects names: those that match the pattern, up to a limit."""

    def __init__(self, only: re.Pattern[str] | None) -> None:
        self._only = only
        self.included: set[str] = set()
        self.left_out: set[str] = set()

    def select(self, values: dict[str, float]) -> dict[str, float]:
        """The values whose names are selected."""
        chosen = {}
        for name, value in values.items():
            if name not in self.included:
                if self._only is not None and not self._only.search(name):
                    continue
                if len(self.included) >= MOST_NAMES or len(name) > LONGEST_NAME:
                    self.left_out.add(name)
                    continue
                self.included.add(name)
            chosen[name] = value
        return chosen


class _Spans:
    """Runs by time. They may overlap (an import of several hosts)."""

    def __init__(self, spans: Iterable[_Span]) -> None:
        self.every = sorted(spans, key=lambda span: span.began_ns)
        self._begins = [span.began_ns for span in self.every]
        self._longest = max((span.ended_ns - span.began_ns for span in self.every), default=0)

    def at(self, at_ns: int) -> list[_Span]:
        """The Runs under way at a time."""
        first = bisect_left(self._begins, at_ns - self._longest - TOLERANCE_NS)
        last = bisect_right(self._begins, at_ns + TOLERANCE_NS)
        return [span for span in self.every[first:last] if at_ns <= span.ended_ns + TOLERANCE_NS]


def _spans(store: Store, campaign: int | None) -> _Spans:
    wanted = store.campaigns() if campaign is None else [store.known_campaign(campaign)]
    found = (_span(store, run) for row in wanted for run in store.runs(row.id))
    return _Spans(span for span in found if span is not None)


def _span(store: Store, run: RunRow) -> _Span | None:
    record = store.record(run.id, intervals=False)
    began = None if record is None else measure_began_ns(record)
    # An imported Run may have neither a date nor a length.
    length_s = None if record is None else record["measure_s"]
    if record is None or began is None or length_s is None or run.campaign_id is None:
        return None
    clock = record["measure_started_ns"]
    ended = began + round(length_s * 1e9)
    return _Span(run.id, run.campaign_id, began, ended, 0 if clock is None else clock - began)


def _collector(store: Store, campaign: int, source: str) -> int:
    """The id of the campaign's collector for this file, which is made if there is none."""
    for collector in store.counters.collectors(campaign):
        if (collector.kind, collector.source) == (KIND, source):
            return collector.id
    return store.counters.begin(campaign, [(KIND, source, None)])[0]
