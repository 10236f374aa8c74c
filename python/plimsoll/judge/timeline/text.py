"""Episodes, and what to know beside them, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from plimsoll.base import gaps, language, units
from plimsoll.judge.messages import message
from plimsoll.judge.variant import state_text

if TYPE_CHECKING:
    from plimsoll.judge.timeline.episodes import Episode
    from plimsoll.judge.timeline.figures import Level
    from plimsoll.judge.timeline.notes import Note
    from plimsoll.judge.timeline.on_the_way import EpisodeReport

INTERVALS_S = (1.0, 0.5, 0.25, 0.2, 0.1)
"""Lengths of intervals to choose from; a Run can't have shorter ones."""
SEEN = 60
"""Intervals that are enough for episodes to show."""


def note(given: Note) -> str:
    """What a reader should know."""
    if given.kind == "few_intervals":
        more, interval = _advice(given)
        intervals = round(float(given.figures["intervals"]))
        return message(f"note-few_intervals-{more}", intervals=intervals, interval=interval)
    figures = dict(given.figures)
    if given.kind in ("recorder_stood_still", "ends_before_the_run"):
        figures |= {name: units.seconds(float(value)) for name, value in figures.items()}
    if given.kind == "no_record":
        figures["state"] = state_text(str(figures["state"]))
    return message(f"note-{given.kind}", **figures)


def to_see_more(given: Note) -> str:
    """What to do where a Run has too few intervals, in terms of what made the Run."""
    more, interval = _advice(given)
    return message(f"to-see-more-{more}", interval=interval)


def _advice(given: Note) -> tuple[str, str]:
    """What would show more (import, longer, campaign or run), and the interval to ask for."""
    length_s, many = float(given.figures["interval_s"]), float(given.figures["intervals"])
    made_by = str(given.figures["made_by"])
    shorter = [length for length in INTERVALS_S if length < 0.99 * length_s]
    if made_by == "import" or not shorter:
        return "import" if made_by == "import" else "longer", ""
    fitting = (length for length in shorter if many * length_s / length >= SEEN)
    interval = units.seconds(next(fitting, shorter[-1])).replace(" ", "")
    return "campaign" if made_by == "campaign" else "run", interval


def sentence(episode: Episode, *, running: bool = False) -> str:
    """What happened, without when: 'the rate fell from 3,010 IOPS to 1,020 IOPS for 8.0 s; …'.
    `running`: the Run goes on."""
    clauses = [_what(episode)]
    if episode.kind not in ("gap", "periodic", "drift"):
        waited = _longest(episode)
        if waited:
            clauses.append(waited)
        elif episode.kind not in ("slow", "quick", "slower", "quicker") and _matters(episode):
            _, level = _level_figures(episode.response_ns, units.nanos)
            clauses.append(message("response-time", **level))
        if episode.to_worst_s and episode.to_worst_s > episode.within_s:
            clauses.append(message("worst-after", time=units.seconds(episode.to_worst_s)))
        if episode.waited > 0 and episode.kind in ("outage", "dip", "slow"):
            count = units.count(episode.waited)
            clauses.append(message("up-to-waited", operations=episode.waited, count=count))
        if episode.errors and episode.kind != "errors":
            clauses.append(message("operations-failed", count=units.count(episode.errors)))
        if episode.kind == "errors" and "rate" not in episode.shown_by:
            pass
        elif episode.recovered_s is not None:
            clauses.append(message("recovered-after", time=units.seconds(episode.recovered_s)))
        elif episode.until_s is None and episode.kind in ("outage", "dip", "slow", "errors"):
            clauses.append(message("not-over-yet" if running else "not-over-at-end"))
        elif episode.kind in ("outage", "dip"):
            clauses.append(message("did-not-come-back"))
    return language.clauses(clauses)


def when(seconds: float) -> str:
    """A time of a Run while it runs: '3 h 05 m 21 s'."""
    if abs(seconds) < 3600:
        return f"{units.decimal(seconds, 1)} s"
    hours, rest = divmod(seconds, 3600)
    return message(
        "moment-hours",
        hours=units.decimal(hours, 0),
        minutes=f"{int(rest // 60):02}",
        seconds=f"{int(rest % 60):02}",
    )


def on_the_way(happened: EpisodeReport) -> str:
    """An episode of a Run that goes on, with its time: 'at 3 h 05 m 21 s: outage: …'."""
    episode = happened.episode
    return message(
        "on-the-way",
        time=when(episode.at_s),
        kind=message(f"kind-{episode.kind}"),
        sentence=sentence(episode, running=True),
    )


def _what(episode: Episode) -> str:
    rate, response = episode.rate, episode.response_ns
    length_s = None if episode.until_s is None else episode.until_s - episode.at_s
    lasted = {} if length_s is None else {"time": units.seconds(length_s)}
    match episode.kind:
        case "gap":
            still = episode.machine_stood_still
            meaning = message("machine-stood-still") if still else gaps.meaning(episode.average)
            time = units.seconds(episode.unrecorded_s)
            if not episode.repeats:
                return message("episode-gap", time=time, meaning=meaning)
            return message("episode-gaps", time=time, gaps=episode.repeats, meaning=meaning)
        case "outage":
            time = units.seconds(episode.outage_s)
            if rate is None or rate.before is None:
                return message("episode-outage", time=time)
            return message("episode-outage-before", time=time, before=_rate(rate.before))
        case "errors":
            return message(
                f"episode-errors-{'for' if lasted else 'from-then'}",
                operations=episode.errors,
                count=units.count(episode.errors),
                **lasted,
            )
        case "periodic":
            return _pattern(episode)
        case "drift":
            return _drift(episode, lasted)
    verb = _VERBS[episode.kind]
    suffix, level = (
        _level_figures(rate, _rate) if "rate" in verb else _level_figures(response, units.nanos)
    )
    end = "for" if lasted else "open" if episode.kind in _PASSING else "stayed"
    return message(f"episode-{verb}-{end}{suffix}", **level, **lasted)


_PASSING = ("dip", "surge", "slow", "quick")
_VERBS = {
    **dict.fromkeys(("dip", "drop"), "rate-fell"),
    **dict.fromkeys(("surge", "rise"), "rate-rose"),
    **dict.fromkeys(("slow", "slower"), "response-rose"),
    **dict.fromkeys(("quick", "quicker"), "response-fell"),
}


def _pattern(episode: Episode) -> str:
    assert episode.period_s is not None
    rate, response = episode.rate, episode.response_ns
    shown = "both" if rate and response else "rate" if rate else "response"
    figures: dict[str, str] = {}
    if rate:
        figures["rate_low"], figures["rate_high"] = _span(rate, _rate)
    if response:
        figures["time_low"], figures["time_high"] = _span(response, units.nanos)
    return message(
        f"episode-pattern-{shown}{'-quiet' if episode.outage_s else ''}",
        period=units.seconds(episode.period_s),
        repeats=units.count(episode.repeats),
        quiet=units.seconds(episode.outage_s),
        **figures,
    )


def _drift(episode: Episode, lasted: Mapping[str, str]) -> str:
    """A steady rise or fall of the rate or the response time, over the whole Run or a part of it:
    `a steady rise of the rate from 1,000 IOPS to 2,000 IOPS`."""
    level = episode.rate or episode.response_ns
    assert level is not None
    name, formatter = ("rate", _rate) if episode.rate else ("response", units.nanos)
    suffix, moved = _level_figures(level, formatter)
    if episode.until_s is None and episode.at_s <= episode.within_s:
        return message(f"episode-drift-{name}{suffix}", **moved)
    grew = "rise" if level.before is None or level.worst > level.before else "fall"
    end = "for" if lasted else "to-end"
    return message(f"episode-{name}-{grew}-{end}{suffix}", **moved, **lasted)


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
    level, longest = episode.response_ns, units.nanos(episode.longest_wait_ns)
    if level is None or level.before is None or episode.kind == "slow":
        return message("longest-wait", wait=longest)
    return message("longest-wait-usually", wait=longest, usual=units.nanos(level.before))


def _level_figures(
    level: Level | None, formatter: Callable[[float], str]
) -> tuple[str, dict[str, str]]:
    """The figures of a level that moved; and what its message is called by beside: `-to` where
    nothing came before."""
    assert level is not None
    if level.before is None:
        return "-to", {"worst": formatter(level.worst)}
    return "", {"before": formatter(level.before), "worst": formatter(level.worst)}


def _span(level: Level, formatter: Callable[[float], str]) -> tuple[str, str]:
    low, high = sorted((level.worst, level.worst if level.after is None else level.after))
    if level.after is None or low == high:
        low, high = sorted((level.worst, level.worst if level.before is None else level.before))
    return formatter(low), formatter(high)


def _rate(value: float) -> str:
    return f"{units.rate(value)} IOPS"
