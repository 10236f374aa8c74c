"""A history in words."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import PurePath

from plimsoll.base import units
from plimsoll.features.suites.history import alarm
from plimsoll.features.suites.history.document import ChangePoint, Figure, History, LeftOut, Series

NAMES: dict[Figure, str] = {
    "rate": "IOPS",
    "throughput": "Throughput",
    "mean": "Mean latency",
    "p99": "p99 latency",
}


def value(figure: Figure, number: float) -> str:
    """A figure as the field writes it."""
    if figure == "rate":
        return f"{units.rate(number)} IOPS"
    return units.bandwidth(number) if figure == "throughput" else units.nanos(number)


def date(at_ns: int) -> str:
    """A day and a time, UTC."""
    return f"{datetime.datetime.fromtimestamp(at_ns / 1e9, datetime.UTC):%Y-%m-%d %H:%M}"


def headline(history: History) -> str:
    """The verdict, with the tests it is of."""
    worse = [one for one in history.series if one.standing == "worse"]
    count = len(history.series)
    tests = f"{count} test{'s' * (count != 1)}"
    if history.verdict == "too_few":
        most = max((len(one.values) for one in history.series), default=0)
        judged = sum(one.standing != "too_few" for one in history.series)
        if judged:
            return (
                f"{history.of}: not decided: the newest campaign has no values, or fewer than"
                f" {alarm.LEAST_VALUES} of a test (a changed setting begins a new series);"
                f" {judged} of {tests} could be judged, without a change for the worse."
            )
        return (
            f"{history.of}: not enough history: {most} of the {alarm.LEAST_VALUES} campaigns that"
            " are needed."
        )
    if worse:
        names = ", ".join(one.test for one in worse[:3])
        more = f" and {len(worse) - 3} more" if len(worse) > 3 else ""
        return f"{history.of}: {len(worse)} of {tests} became worse recently: {names}{more}."
    older = sum(len(one.changes) for one in history.series)
    before = f" ({older} earlier change{'s' * (older != 1)})" if older else ""
    return f"{history.of}: none of {tests} became worse recently{before}."


def target(history: History, series: Series) -> str:
    """The target of a series by its name, and by what tells it from others of that name."""
    alike = [one for one in history.series if one.target == series.target]
    told = [
        f"{word}{getattr(series, part) or 'not recorded'}"
        for part, word in (("host", "host "), ("path", ""), ("disk", "disk "))
        if len({getattr(one, part) for one in alike}) > 1
    ]
    return f"{series.target} ({', '.join(told)})" if told else series.target


def apart(history: History) -> tuple[str, ...]:
    """Which names are several targets."""
    said = []
    for name in dict.fromkeys(one.target for one in history.series):
        places = dict.fromkeys(target(history, one) for one in history.series if one.target == name)
        if len(places) > 1:
            said.append(
                f"{name} is {len(places)} targets, each with its own history:"
                f" {'; '.join(places)}. --by-name treats them as one."
            )
    return tuple(said)


def notes(history: History) -> tuple[str, ...]:
    """What to know beside the verdict: which names are several targets, what a short history can
    show, and which tests were run by several engines."""
    return (*apart(history), *_reach(history), *_engines(history))


def _reach(history: History) -> list[str]:
    """What steps tests with few values since their last change would show."""
    short = [
        (len(one.values) - (one.changes[-1].index if one.changes else 0), one.finds)
        for one in history.series
        if one.finds is not None
    ]
    known = [(values, step) for values, step in short if values < alarm.SHORT]
    if not known:
        return []
    counts, steps = zip(*known, strict=True)
    few = "The test has" if len(history.series) == 1 else f"{len(known)} of the tests have"
    few = "One of the tests has" if len(known) == 1 < len(history.series) else few
    values = _span(counts, "")
    shares = _span([100 * one for one in steps], " %")
    said = (
        f"{few} only {values} values at the present level. A change of {shares} or more would be"
        f" reported within {alarm.NEWEST} more campaigns in about {alarm.OFTEN * 100:.0f} % of"
        " cases; smaller ones take more campaigns or longer Runs."
    )
    return [said]


def _span(values: Sequence[float], unit: str) -> str:
    """One figure, or from the least to the most."""
    low, high = f"{min(values):.2g}", f"{max(values):.2g}"
    return f"{low}{unit}" if low == high else f"{low} to {high}{unit}"


def _engines(history: History) -> list[str]:
    """Tests whose values come from several engines: that alone may move a level."""
    several: dict[tuple[str, ...], list[str]] = {}
    for one in history.series:
        if len(one.engines) > 1:
            several.setdefault(tuple(one.engines), []).append(one.test)
    return [
        f"Measured with several engines ({', '.join(engines)}): {', '.join(tests[:3])}"
        f"{f' and {len(tests) - 3} more' if len(tests) > 3 else ''}. A change of engine alone can"
        " change the figures."
        for engines, tests in several.items()
    ]


def left_out(one: LeftOut) -> str:
    """A campaign, or a test of one, that has no value, and why."""
    where = f"campaign {one.campaign} of {PurePath(one.store).name}"
    if one.kind == "not_finished":
        return f"{where}: it is {one.state}"
    if one.kind == "archived":
        return f"{where}: it is archived"
    if one.kind == "not_steady":
        return f"{where}: the target was not steady, so it has no result"
    return f"{where}, {one.test}: {one.mark or 'no such figure'}"


def short(history: History) -> str:
    """The same for a first screen, without names."""
    worse = sum(one.standing == "worse" for one in history.series)
    if history.verdict == "too_few":
        return "Not enough history to tell."
    return f"{worse or 'None'} of {len(history.series)} tests became worse recently."


def change(series: Series, one: ChangePoint) -> str:
    """A change of level in a sentence, with what changed with it."""
    at = series.values[one.index]
    where = f"{date(at.at_ns)} (campaign {at.campaign} of {at.store.rpartition('/')[2]})"
    how = "worse" if one.worse else "better"
    said = (
        f"{series.test}: {value(series.figure, one.before)} until then,"
        f" {value(series.figure, one.after)} since {where}, {one.change * 100:+.1f} %: {how}"
    )
    if not one.differs:
        return f"{said}; nothing that is recorded changed with it."
    listed = ", ".join(f"{d.what} {d.before} → {d.after}" for d in one.differs[:4])
    more = f" and {len(one.differs) - 4} more" if len(one.differs) > 4 else ""
    return f"{said}; with it changed: {listed}{more}."
