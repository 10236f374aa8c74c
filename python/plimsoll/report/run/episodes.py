"""Episodes and marks of a Run for a chart and a table, linked by letters.

Input is a document `plimsoll.timeline/1`; `judge/timeline` finds the episodes. Names on a chart
take a row each, so only a few episodes are named there; the table has all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from plimsoll.base import language, units
from plimsoll.judge.timeline.document import EpisodeModel, LevelModel, TimeLine
from plimsoll.judge.timeline.episodes import KINDS
from plimsoll.judge.timeline.marks import MarkModel
from plimsoll.judge.timeline.text import when
from plimsoll.report.describe import RuleX, Table
from plimsoll.report.evidence import records
from plimsoll.report.messages import message

MAX_NAMES = 8
"""Names over a panel: each takes a row."""
MAX_MARK_LETTERS = 34
"""Letters of a mark that stand on a chart; the table has all of them."""
WHOLE = ("periodic", "drift")
"""Kinds that cover the whole Run and have no place on the axis."""


@dataclass(frozen=True)
class Happening:
    """An episode or a mark, one of them, with its letter."""

    letter: str
    at_s: float
    episode: EpisodeModel | None
    mark: MarkModel | None


def happenings(time_line: TimeLine) -> tuple[Happening, ...]:
    """Episodes (A, B, …) and marks (1, 2, …) in order of time, whole-Run ones first."""
    episodes = sorted(
        time_line.episodes, key=lambda episode: (episode.kind not in WHOLE, episode.at_s)
    )
    found = [
        Happening(_letter(i), episode.at_s, episode, None) for i, episode in enumerate(episodes)
    ]
    found += [Happening(str(i), mark.at_s, None, mark) for i, mark in enumerate(time_line.marks, 1)]
    return tuple(sorted(found, key=lambda event: (_is_whole(event) is False, event.at_s)))


def worst(time_line: TimeLine) -> EpisodeModel | None:
    """The most important episode: the longest outage or gap, else the first of the gravest kind."""
    order = list(KINDS)
    return min(
        time_line.episodes,
        key=lambda episode: (
            order.index(episode.kind),
            -episode.outage_s - episode.unrecorded_s,
            episode.at_s,
        ),
        default=None,
    )


def rules(found: Sequence[Happening], until_s: float, *, named: bool = True) -> list[RuleX]:
    """Bands and lines over time: bands for what passed, lines for lasting changes and marks."""
    placed = [event for event in found if not _is_whole(event)]
    order = list(KINDS)

    def weight(event: Happening) -> tuple[int, float]:
        return (order.index(event.episode.kind) if event.episode else 4, event.at_s)

    chosen = sorted(placed, key=weight)[:MAX_NAMES]
    found_rules: list[RuleX] = []
    for event in placed:
        # A single happening needs no letter.
        shown, several = named and event in chosen, len(found) > 1
        for rule in _rules(event, until_s):
            name = message("named", name=event.letter, text=rule.name) if several else rule.name
            found_rules.append(replace(rule, name=name if shown else ""))
    return found_rules


def unnamed_count(found: Sequence[Happening]) -> int:
    """The number of happenings drawn without a name."""
    return max(0, sum(not _is_whole(event) for event in found) - MAX_NAMES)


def _rules(event: Happening, until_s: float) -> list[RuleX]:
    if event.mark is not None:
        text = event.mark.text
        text = text if len(text) <= MAX_MARK_LETTERS else f"{text[: MAX_MARK_LETTERS - 1]}…"
        return [RuleX(message("quoted", text=text), event.at_s, dash="dotted")]
    episode = event.episode
    assert episode is not None
    end = until_s if episode.until_s is None else episode.until_s
    lasting = episode.kind in ("drop", "rise", "slower", "quicker")
    if episode.kind == "outage":
        end = min(end, event.at_s + episode.outage_s)
    found_rules = [RuleX(short(episode), event.at_s, None if lasting else max(end, event.at_s))]
    recovered = episode.recovered_s
    # A band that ends at the recovery shows it already.
    if recovered is not None and event.at_s + recovered > end + episode.within_s:
        found_rules.append(
            RuleX(
                message("rule-recovered", time=units.seconds(recovered)),
                event.at_s + recovered,
                dash="dashed",
            )
        )
    return found_rules


def short(episode: EpisodeModel) -> str:
    """An episode in few words: `outage 3 s`."""
    kind = str(episode.kind)
    if kind == "outage":
        return message("rule-outage", time=units.seconds(episode.outage_s))
    if kind == "gap":
        code = "time-stood-still" if episode.machine_stood_still else "time-not-recorded"
        return message(code, time=units.seconds(episode.unrecorded_s))
    if kind == "errors":
        return message("rule-errors", count=units.count(episode.errors))
    level = (
        episode.response_time_ns
        if kind in ("slow", "slower", "quick", "quicker")
        else episode.rate_per_s
    )
    if level is None:
        return message(f"kind-{kind}")
    write = units.nanos if level is episode.response_time_ns else _per_second
    return message("level-moved-to", kind=message(f"kind-{kind}"), worst=write(level.worst))


def kind_word(kind: str) -> str:
    """The kind of an episode, as a noun."""
    return message(f"kind-{kind}")


def table(found: Sequence[Happening], metric: str) -> Table | None:
    """Every episode and mark with its figures; None without any. `metric`: the main latency in
    words."""
    if not found:
        return None
    gaps = any(event.episode is not None and event.episode.unrecorded_s for event in found)
    caption = [message("episodes-caption", latency=metric)]
    caption += [message("gaps-caption")] if gaps else []

    def of(read: Callable[[EpisodeModel], str]) -> Callable[[Happening], str]:
        """A figure of an episode; a mark has none."""
        return lambda event: units.DASH if event.episode is None else read(event.episode)

    def seconds(read: Callable[[EpisodeModel], float]) -> Callable[[Happening], str]:
        return of(lambda episode: units.seconds(read(episode) or None))

    missing = {}
    if gaps:
        missing = {message("not-recorded"): seconds(lambda episode: episode.unrecorded_s)}
    what, after = message("column-what"), message("column-after-mark")
    latency = message("column-latency-moves", latency=language.capital(metric))
    return Table.of(
        message("what-happened"),
        found,
        {
            "": lambda event: event.letter,
            what: _what,
            message("column-began"): lambda event: (
                message("whole-run") if _is_whole(event) else _at(event.at_s)
            ),
            after: of(_after),
            message("column-rate-moves"): of(
                lambda episode: _moves(episode.rate_per_s, _per_second)
            ),
            message("column-depth"): of(lambda episode: _depth(episode.rate_per_s)),
            message("column-time-to-worst"): of(lambda episode: units.seconds(episode.to_worst_s)),
            message("episode-outage"): seconds(lambda episode: episode.outage_s),
            **missing,
            message("column-recovered"): of(lambda episode: units.seconds(episode.recovered_s)),
            latency: of(lambda episode: _moves(episode.response_time_ns, units.nanos)),
            message("longest-wait"): of(lambda episode: units.nanos(episode.longest_wait_ns)),
            message("errors"): of(lambda episode: units.count(episode.errors)),
            message("column-backlog"): of(lambda episode: units.count(episode.waited)),
            message("column-confidence"): of(lambda episode: units.share(episode.confidence)),
        },
        texts=("", what, after),
        caption=language.sentences(caption),
    )


def _what(event: Happening) -> str:
    if event.mark is not None:
        return message("note-text", kind=event.mark.kind, text=event.mark.text)
    return message(f"kind-{event.episode.kind}") if event.episode is not None else ""


def _after(episode: EpisodeModel) -> str:
    """The distance of an episode from its mark."""
    mark, away = episode.after_mark, episode.after_mark_s
    if mark is None or away is None:
        return units.DASH
    where, time = "before" if away < 0 else "after", units.seconds(abs(away))
    return message("away-from-mark", where=where, time=time, mark=mark.text)


def _moves(level: LevelModel | None, write: Callable[[float | None], str]) -> str:
    if level is None:
        return units.DASH
    return f"{write(level.before)} → {write(level.worst)}"


def _depth(level: LevelModel | None) -> str:
    """The lost share of the rate at the worst; a dash when the rate rose or is unknown before."""
    if level is None or not level.before or level.worst >= level.before:
        return units.DASH
    return units.share(1 - level.worst / level.before)


def _per_second(value: float | None) -> str:
    return units.DASH if value is None else records.iops(value)


def _at(seconds: float) -> str:
    return f"{units.decimal(seconds, 2)} s" if abs(seconds) < 3600 else when(seconds)


def _is_whole(event: Happening) -> bool:
    return event.episode is not None and event.episode.kind in WHOLE


def _letter(number: int) -> str:
    """A, B, … Z, A2, B2, …"""
    return chr(ord("A") + number % 26) + (str(number // 26 + 1) if number >= 26 else "")
