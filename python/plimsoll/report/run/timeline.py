"""The time line of a Run, read from a store and drawn for a terminal.

`read` returns the document `plimsoll.timeline/1` and the data of the strip; `lines` draws both.
Running, interrupted and killed Runs work too: their intervals need no record."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base import cells, language, units
from plimsoll.base.instants import measure_began_ns
from plimsoll.judge.timeline import About, Episode, Mark, Note, Series, document, episodes, periods
from plimsoll.judge.timeline.document import EpisodeModel, TimeLine
from plimsoll.judge.timeline.marks import MarkModel
from plimsoll.native.interval_counts import completed_operations
from plimsoll.native.session import ObjectiveTerm
from plimsoll.report.evidence import records, run_figures, time_columns
from plimsoll.report.evidence.run_figures import RunFigures
from plimsoll.report.messages import message
from plimsoll.report.run import episodes as run_episodes
from plimsoll.report.run import periods as run_periods
from plimsoll.store import IntervalRow, RunRow, Store

if TYPE_CHECKING:
    from plimsoll.native.record import Interval

BARS = "▁▂▃▄▅▆▇█"
COLUMNS = 72
"""Width of the strip, where there is room for it and"""
_BESIDE_STRIP = 36
"""for the names and scales beside it."""
_LEAST_COLUMNS = 20
MIN_INTERVALS = 20
"""With fewer intervals little can be distinguished from noise."""
MAX_MERGED_INTERVALS = 20_000
"""Up to this many intervals the strip's percentiles come from merged distributions; beyond, the
largest per interval is used."""


@dataclass(frozen=True)
class Strip:
    """The Run in columns of equal time: successful operations per second, and p99 of response
    time (None: nothing ended)."""

    start_s: float
    column_s: float
    rates_per_s: tuple[float | None, ...]
    """None for unrecorded columns."""
    p99_ns: tuple[float | None, ...]
    bound: str
    """The substitute for p99 where columns have too few operations; empty when all have enough."""


def read(
    store: Store, run: RunRow, width: int = COLUMNS + _BESIDE_STRIP
) -> tuple[TimeLine, Strip | None]:
    """The time line of a Run as its document, and its strip where there are intervals of
    Measure. `width`: of the terminal."""
    rows = measure_intervals(store, run)
    columns = min(COLUMNS, max(_LEAST_COLUMNS, width - _BESIDE_STRIP))
    return build_timeline(store, run, rows), _strip(rows, columns)


def measure_intervals(store: Store, run: RunRow) -> list[IntervalRow]:
    """The intervals of Measure of a Run, with their distributions."""
    return [row for row in store.intervals(run.id) if row.document["phase"] == "measure"]


def build_timeline(
    store: Store,
    run: RunRow,
    rows: Sequence[IntervalRow],
    seen: tuple[Series, Sequence[Episode]] | None = None,
) -> TimeLine:
    """The time line of a Run as its document, from its intervals of Measure. `seen`: series and
    episodes, if they are computed already."""
    record = records.load_record(store, run.id)
    figures = None if record is None else run_figures.of(record)
    imported = figures is not None and figures.imported is not None
    if seen is None:
        series = Series.of(
            ((row.document, row.fine) for row in rows), records.unrecorded_time(record)
        )
        seen = series, episodes(series)
    series, happened = seen
    clock = _clock(run, figures)
    events = store.events_of_run(run.id)
    notes = []
    if figures is None:
        notes.append(Note("no_record", {"state": run.state}))
    marks: list[Mark] = []
    if events and run.started_at_ns is None:
        notes.append(Note("marks_undated"))
    elif events and clock == "virtual":
        notes.append(Note("marks_left_out"))
    elif events:
        origin_ns, exact = _measure_began_ns(store, run, figures)
        marks = [Mark((event.at_ns - origin_ns) / 1e9, event.text, event.kind) for event in events]
        if not exact:
            notes.append(Note("marks_of_import" if imported else "marks_without_record"))
    notes += [
        Note("recorder_stood_still", {"at_s": gap.at_s, "length_s": gap.length_s})
        for gap in series.unrecorded.late
    ]
    notes += _cut(figures, series) if figures is not None and imported else []
    if not len(series):
        notes.append(Note("no_intervals"))
    elif len(series) < MIN_INTERVALS:
        notes.append(_few(store, run, series, imported=imported))
    about = About(run.id, run.state, clock, run.outcome, run.role)
    found = periods.periods(
        [periods.Row(row.document, row.response_time, row.completion_latency) for row in rows],
        series,
        happened,
        _objective(run),
    )
    content = document(about, series, happened, marks, notes, found)
    # Intervals of imported Runs have no count of due operations.
    is_open = run.offered_rate_per_s is not None
    return content.model_copy(update={"load": "open"}) if is_open else content


def _cut(figures: RunFigures, series: Series) -> list[Note]:
    """A note when the rows of an imported Run end before the Run: other programs may omit the
    last."""
    if not figures.measure_s or not len(series):
        return []
    missing_s = float(figures.measure_s) - float(series.stop_s[-1])
    enough = missing_s > series.interval_s / 2
    return [Note("ends_before_the_run", {"length_s": missing_s})] if enough else []


def _few(store: Store, run: RunRow, series: Series, *, imported: bool) -> Note:
    campaign = None if run.campaign_id is None else store.campaign(run.campaign_id)
    made_by = "campaign" if campaign is not None and campaign.kind == "campaign" else "run"
    if imported:
        made_by = "import"
    return Note(
        "few_intervals",
        {"intervals": len(series), "interval_s": series.interval_s, "made_by": made_by},
    )


def _objective(run: RunRow) -> Sequence[ObjectiveTerm]:
    """The parsed objective of a Run; empty when unreadable, since the store may come from a
    later version."""
    from plimsoll.base.errors import PlimsollError
    from plimsoll.native.session import objective_terms

    stop, probe = run.spec.get("stop"), run.spec.get("probe")
    text = (stop or probe or {}).get("objective") if isinstance(stop or probe or {}, dict) else None
    try:
        return objective_terms(text) if isinstance(text, str) else ()
    except (PlimsollError, ValueError):
        return ()


def lines(content: TimeLine, strip: Strip | None) -> list[str]:
    """The document and its strip for a terminal."""
    parts = [
        message(
            "timeline-head",
            run=content.run,
            role=content.role,
            state=content.outcome or content.state,
            length=_length_text(content),
        )
    ]
    if strip is not None:
        parts += ["", *_draw_strip(strip, content)]
    parts.append("")
    parts += _row_lines([*_episodes(content.episodes), *map(_mark, content.marks)])
    if not content.episodes and content.intervals < MIN_INTERVALS:
        parts.append(message("too-few-intervals"))
    elif not content.episodes:
        parts.append(message("nothing-from-noise"))
    if hourly := run_periods.lines(content):
        parts += ["", *hourly]
    return [*parts, *(message("timeline-note", note=note) for note in content.notes)]


def _length_text(content: TimeLine) -> str:
    if not content.intervals:
        return message("timeline-no-intervals", loop=content.load)
    missing = sum(episode.unrecorded_s for episode in content.episodes)
    text = message(
        "timeline-length",
        intervals=content.intervals,
        count=units.count(content.intervals),
        length=units.seconds(content.interval_s),
        loop=content.load,
        rate=units.rate(content.rate_per_s),
    )
    if not missing:
        return text
    return message("timeline-length-but", length=text, missing=units.seconds(missing))


@dataclass(frozen=True)
class _Row:
    """A line of what happened: when, which kind, and the words."""

    order_s: float
    at: str
    kind: str
    words: str


def _episodes(found: Sequence[EpisodeModel]) -> list[_Row]:
    rows = []
    for episode in found:
        words = episode.words
        if episode.after_mark is not None and (away := episode.after_mark_s) is not None:
            where = "with" if abs(away) < 0.05 else "after" if away > 0 else "before"
            mark, time = episode.after_mark.text, f"{units.decimal(abs(away), 1)} s"
            words = message("words-at-mark", where=where, time=time, mark=mark, words=words)
        whole = episode.kind in ("periodic", "drift")
        if episode.confidence < 0.99 and not whole:
            sure = units.percent(episode.confidence)
            words = message("words-confidence", words=words, confidence=sure)
        at = _right(message("whole-run")) if whole else _at(episode.at_s)
        kind = run_episodes.kind_word(episode.kind)
        rows.append(_Row(-math.inf if whole else episode.at_s, at, kind, words))
    return rows


def _mark(mark: MarkModel) -> _Row:
    kind = message("event-kind", kind=mark.kind)
    return _Row(mark.at_s, _at(mark.at_s), kind, message("quoted", text=mark.text))


def _row_lines(rows: Sequence[_Row]) -> list[str]:
    """The rows in order of time, with a column for each part."""
    width = max((cells.width(row.kind) for row in rows), default=0)
    return [
        f"{row.at}  {cells.pad(row.kind, width)}  {row.words}"
        for row in sorted(rows, key=lambda row: row.order_s)
    ]


def _at(seconds: float) -> str:
    if abs(seconds) >= 3600:
        hours, minutes = int(seconds // 3600), int(seconds % 3600 // 60)
        return _right(f"{hours:3} h {minutes:02} m {seconds % 60:02.0f} s")
    return _right(f"{units.decimal(seconds, 2)} s")


def _right(text: str) -> str:
    """At the right end of the column of times."""
    return f"{' ' * max(0, 12 - cells.width(text))}{text}"


def _clock(run: RunRow, figures: RunFigures | None) -> str:
    if figures is not None:
        return str(figures.spec["clock"])
    return "virtual" if run.virtual else "real"


def _measure_began_ns(store: Store, run: RunRow, figures: RunFigures | None) -> tuple[float, bool]:
    """The time of day at which Measure began, ns since 1970-01-01 UTC, and whether that is
    exact."""
    if figures is not None and (began_ns := measure_began_ns(figures.record)) is not None:
        return began_ns, figures.imported is None
    first = next(iter(store.intervals(run.id)), None)
    before_s = -float(first.document["start_s"]) if first is not None else 0.0
    return (run.began_s + before_s) * 1e9, False


def _strip(rows: Sequence[IntervalRow], columns: int) -> Strip | None:
    shown = time_columns.parts(rows, columns)
    if not shown:
        return None
    merged = len(rows) <= MAX_MERGED_INTERVALS and all(
        row.response_time for part in shown for row in part
    )
    first = shown[0]
    start_s, last = first[0].document["start_s"], first[-1].document
    column_s = last["start_s"] + last["length_s"] - start_s
    rates: list[float | None] = []
    p99s: list[float | None] = []
    bound = "" if merged else message("bound-of-intervals")
    for part in shown:
        documents = [row.document for row in part]
        # Unrecorded time has columns of its own.
        missing = round((documents[0]["start_s"] - start_s) / column_s) - len(rates)
        rates += [None] * missing
        p99s += [None] * missing
        seconds = sum(interval["length_s"] for interval in documents)
        rates.append(sum(map(completed_operations, documents)) / seconds)
        if merged:
            value, carried = _merged_p99(part)
            p99s.append(value)
            bound = bound if carried else message("bound-slowest")
        else:
            p99s.append(_largest(documents))
    return Strip(start_s, column_s, tuple(rates), tuple(p99s), bound)


def _merged_p99(rows: Sequence[IntervalRow]) -> tuple[float | None, bool]:
    """The p99 over all operations of the column; with too few, their maximum, an upper bound
    (and False)."""
    from plimsoll.native import histogram

    figures = histogram.summary(row.response_time for row in rows if row.response_time)
    carried = figures["p99"] is not None or figures["max"] is None
    value = figures["p99"] if figures["p99"] is not None else figures["max"]
    return None if value is None else float(value), carried


def _largest(documents: Sequence[Interval]) -> float | None:
    return max(
        (
            float(value)
            for interval in documents
            if (value := interval["response_time_ns"]["p99"]) is not None
        ),
        default=None,
    )


def _draw_strip(strip: Strip, content: TimeLine) -> list[str]:
    top = max(rate for rate in strip.rates_per_s if rate is not None)
    rates = [
        "?" if rate is None else "·" if rate <= 0.02 * top else _bar(rate / top)
        for rate in strip.rates_per_s
    ]
    for outage in (episode for episode in content.episodes if episode.kind == "outage"):
        # Mark the start of an outage even when a column is longer than it.
        rates[min(len(rates) - 1, max(0, int((outage.at_s - strip.start_s) / strip.column_s)))] = (
            "·"
        )
    notes = [message("strip-column", time=units.seconds(strip.column_s)), message("strip-nothing")]
    if "?" in rates:
        notes.append(message("strip-unknown"))
    known = [value for value in strip.p99_ns if value is not None and value > 0]
    scale = message("latency-within", low="0", high=units.rate(top))
    rows = [_label_bars("IOPS", "".join(rates), scale)]
    if known:
        low, high = math.log(min(known)), math.log(max(known))
        # At least a factor of four from bottom to top, so that noise does not look like mountains.
        reach = max(high - low, math.log(4.0))
        p99 = "".join(
            " " if v is None or v <= 0 else _bar((math.log(v) - low) / reach) for v in strip.p99_ns
        )
        lowest, highest = units.nanos(min(known)), units.nanos(max(known))
        scale = message("log-scale", label=message("latency-within", low=lowest, high=highest))
        rows.append(_label_bars("p99", p99, scale))
    if content.marks:
        under = [" "] * len(strip.rates_per_s)
        for mark in content.marks:
            place = int((mark.at_s - strip.start_s) / strip.column_s)
            if 0 <= place < len(under):
                under[place] = "^"
        rows.append(_label_bars(message("strip-marks"), "".join(under), ""))
    if known and strip.bound:
        notes.append(message("named", name="p99", text=strip.bound))
    rows.append(_label_bars("", "", language.clauses(notes)))
    return rows


def _label_bars(label: str, bars: str, scale: str) -> str:
    return f"{label:6} {bars}  {scale}".rstrip() if bars else f"{label:6} {scale}"


def _bar(share: float) -> str:
    return BARS[min(len(BARS) - 1, max(0, int(share * len(BARS))))]
