"""Episodes, and what to know beside them, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import gaps, units

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from plimsoll.judge.timeline.episodes import Episode
    from plimsoll.judge.timeline.figures import Level
    from plimsoll.judge.timeline.notes import Note, NoteKind
    from plimsoll.judge.timeline.on_the_way import EpisodeReport

    _Formatter = Callable[[float], str]


NOTES: Mapping[NoteKind, str] = {
    "no_record": (
        "the Run has no record ({state}): the time line shows the intervals that were kept"
    ),
    "marks_left_out": "marks are left out: on the virtual clock there is no time of day",
    "marks_undated": "marks are left out: the imported file does not say when the Run was",
    "marks_without_record": (
        "without a record the start of Measure, and so the place of each mark, is known only to a"
        " few tenths of a second"
    ),
    "marks_of_import": (
        "the start of an imported Run is known to the second at best: each mark may be off by"
        " that much"
    ),
    "recorder_stood_still": (
        "the recorder stood still for {length_s} at {at_s}: the rows of that time were written"
        " behind it, at once"
    ),
    "ends_before_the_run": (
        "the rows end {length_s} before the Run: that time is not in the time line, nor in its mean"
        " rate"
    ),
    "no_intervals": "no interval of Measure was kept: there is nothing to judge",
    "few_intervals": "only {intervals:.0f} {intervals_are}: {to_see_more}",
}
INTERVALS_S = (1.0, 0.5, 0.25, 0.2, 0.1)
"""Lengths of intervals to choose from; a Run can't have shorter ones."""
SEEN = 60
"""Intervals that are enough for episodes to show."""


def note(given: Note) -> str:
    """What a reader should know."""
    single = given.figures.get("intervals") == 1
    more = to_see_more(given) if given.kind == "few_intervals" else ""
    figures = dict(given.figures)
    if given.kind in ("recorder_stood_still", "ends_before_the_run"):
        figures |= {name: units.seconds(float(value)) for name, value in figures.items()}
    return NOTES[given.kind].format(
        **figures, intervals_are="interval" if single else "intervals", to_see_more=more
    )


def to_see_more(given: Note) -> str:
    """What to do where a Run has too few intervals, in terms of what made the Run."""
    length_s, many = float(given.figures["interval_s"]), float(given.figures["intervals"])
    if given.figures["made_by"] == "import":
        return "a log with shorter intervals, or a longer Run, would show more"
    shorter = [length for length in INTERVALS_S if length < 0.99 * length_s]
    if not shorter:
        return "a longer Run would show more"
    fitting = (length for length in shorter if many * length_s / length >= SEEN)
    interval = units.seconds(next(fitting, shorter[-1])).replace(" ", "")
    if given.figures["made_by"] == "campaign":
        return f"interval = '{interval}' in the campaign file would show more"
    return f"'plimsoll run --interval {interval}' would show more"


def sentence(episode: Episode, *, running: bool = False) -> str:
    """What happened, without when: 'the rate fell from 3,010 IOPS to 1,020 IOPS for 8.0 s; …'.
    `running`: the Run goes on."""
    clauses = [_what(episode)]
    if episode.kind not in ("gap", "periodic", "drift"):
        waited = _longest(episode)
        if waited:
            clauses.append(waited)
        elif episode.kind not in ("slow", "quick", "slower", "quicker") and _matters(episode):
            clauses.append(f"response time {_moves(episode.response_ns, units.nanos)}")
        if episode.to_worst_s and episode.to_worst_s > episode.within_s:
            clauses.append(f"at its worst after {units.seconds(episode.to_worst_s)}")
        if episode.waited > 0 and episode.kind in ("outage", "dip", "slow"):
            many = "1 operation" if episode.waited == 1 else f"{episode.waited:,} operations"
            clauses.append(f"up to {many} waited")
        if episode.errors and episode.kind != "errors":
            clauses.append(f"{episode.errors:,} operations failed")
        if episode.kind == "errors" and "rate" not in episode.shown_by:
            pass
        elif episode.recovered_s is not None:
            clauses.append(f"recovered {units.seconds(episode.recovered_s)} after it began")
        elif episode.until_s is None and episode.kind in ("outage", "dip", "slow", "errors"):
            clauses.append("not over yet" if running else "not over when the Run ended")
        elif episode.kind in ("outage", "dip"):
            clauses.append("the rate did not come back to what it was")
    return "; ".join(clauses)


def when(seconds: float) -> str:
    """A time of a Run while it runs: '3 h 05 m 21 s'."""
    if abs(seconds) < 3600:
        return f"{seconds:,.1f} s"
    hours, rest = divmod(seconds, 3600)
    return f"{hours:.0f} h {int(rest // 60):02} m {int(rest % 60):02} s"


def on_the_way(happened: EpisodeReport) -> str:
    """An episode of a Run that goes on, with its time: 'at 3 h 05 m 21 s: outage: …'."""
    episode = happened.episode
    return f"at {when(episode.at_s)}: {episode.kind}: {sentence(episode, running=True)}"


def _what(episode: Episode) -> str:
    rate, response = episode.rate, episode.response_ns
    lasted = (
        f" for {units.seconds(episode.until_s - episode.at_s)}"
        if episode.until_s is not None
        else ""
    )
    match episode.kind:
        case "gap":
            many = f" in {episode.repeats} gaps" if episode.repeats else ""
            return (
                f"nothing was recorded for {units.seconds(episode.unrecorded_s)}{many}:"
                f" {gaps.meaning(episode.average)}"
            )
        case "outage":
            usual = f" (before: {_rate(rate.before)})" if rate and rate.before is not None else ""
            return f"next to nothing succeeded for {units.seconds(episode.outage_s)}{usual}"
        case "errors":
            count = "1 operation" if episode.errors == 1 else f"{episode.errors:,} operations"
            return f"{count} failed{' in' + lasted[4:] if lasted else ' from then on'}"
        case "dip" | "drop":
            return (
                "the rate fell"
                f" {_moves(rate, _rate, arrow=False)}{lasted or _stays(episode, 'dip')}"
            )
        case "surge" | "rise":
            return (
                "the rate rose"
                f" {_moves(rate, _rate, arrow=False)}{lasted or _stays(episode, 'surge')}"
            )
        case "slow" | "slower":
            return (
                "the response time rose"
                f" {_moves(response, units.nanos, arrow=False)}{lasted or _stays(episode, 'slow')}"
            )
        case "quick" | "quicker":
            return (
                "the response time fell"
                f" {_moves(response, units.nanos, arrow=False)}"
                f"{lasted or _stays(episode, 'quick')}"
            )
        case "periodic":
            assert episode.period_s is not None
            parts = []
            if rate:
                parts.append(f"rate between {_span(rate, _rate)}")
            if response:
                parts.append(f"response time between {_span(response, units.nanos)}")
            quiet = (
                f", in which next to nothing succeeded for {units.seconds(episode.outage_s)} in all"
                if episode.outage_s
                else ""
            )
            return (
                f"a pattern repeats every {units.seconds(episode.period_s)}, {episode.repeats:,}"
                f" times: {', '.join(parts)}{quiet}"
            )
        case _:
            level = (
                f"the rate {_moves(rate, _rate)}"
                if rate
                else f"the response time {_moves(response, units.nanos)}"
            )
            if episode.until_s is None and episode.at_s <= episode.within_s:
                return f"a slow drift over the whole Run: {level}"
            return f"{_climb(episode)}{lasted or ', until the Run ended'}"


def _climb(episode: Episode) -> str:
    """A drift of a part of the Run: `a steady rise of the rate from 1,000 IOPS to 2,000 IOPS`."""
    rate, way = episode.rate, episode.rate or episode.response_ns
    assert way is not None
    grew = "rise" if way.before is None or way.worst > way.before else "fall"
    name, formatter = ("rate", _rate) if rate else ("response time", units.nanos)
    return f"a steady {grew} of the {name} {_moves(way, formatter, arrow=False)}"


def _stays(episode: Episode, for_a_time: str) -> str:
    return "" if episode.kind == for_a_time else " and stayed there"


def _matters(episode: Episode) -> bool:
    """Whether the response time is worth mentioning beside the rate. In an outage or dip only a
    longer one is, since few operations ended in it."""
    level = episode.response_ns
    if level is None or not level.before:
        return False
    factor = level.worst / level.before
    return factor > 1.25 or (factor < 0.8 and episode.kind in ("drop", "rise", "surge"))


def _longest(episode: Episode) -> str:
    """`longest wait 3 s (usually 429 us)`, of what operations waited for."""
    if episode.longest_wait_ns is None or episode.kind == "errors":
        return ""
    level = episode.response_ns
    usual = (
        f" (usually {units.nanos(level.before)})"
        if level is not None and level.before is not None and episode.kind != "slow"
        else ""
    )
    return f"longest wait {units.nanos(episode.longest_wait_ns)}{usual}"


def _moves(level: Level | None, formatter: _Formatter, *, arrow: bool = True) -> str:
    assert level is not None
    if level.before is None:
        return f"to {formatter(level.worst)}"
    return (
        f"{formatter(level.before)} → {formatter(level.worst)}"
        if arrow
        else f"from {formatter(level.before)} to {formatter(level.worst)}"
    )


def _span(level: Level, formatter: _Formatter) -> str:
    low, high = sorted((level.worst, level.worst if level.after is None else level.after))
    if level.after is None or low == high:
        low, high = sorted((level.worst, level.worst if level.before is None else level.before))
    return f"{formatter(low)} and {formatter(high)}"


def _rate(value: float) -> str:
    return f"{units.rate(value)} IOPS"
