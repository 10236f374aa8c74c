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
    worse = [series for series in history.series if series.standing == "worse"]
    count = len(history.series)
    tests = f"{count} test{'s' * (count != 1)}"
    if history.verdict == "too_few":
        most = max((len(series.values) for series in history.series), default=0)
        judged = sum(series.standing != "too_few" for series in history.series)
        if judged:
            return (
                f"{history.of}: not decided: the newest campaign has no values, or fewer than"
                f" {alarm.MIN_VALUES} of a test (a changed setting begins a new series);"
                f" {judged} of {tests} could be judged, without a change for the worse."
            )
        return (
            f"{history.of}: not enough history: {most} of the {alarm.MIN_VALUES} campaigns that"
            " are needed."
        )
    if worse:
        names = ", ".join(series.test for series in worse[:3])
        more = f" and {len(worse) - 3} more" if len(worse) > 3 else ""
        return f"{history.of}: {len(worse)} of {tests} became worse recently: {names}{more}."
    older = sum(len(series.changes) for series in history.series)
    older_text = f" ({older} earlier change{'s' * (older != 1)})" if older else ""
    return f"{history.of}: none of {tests} became worse recently{older_text}."


def target(history: History, series: Series) -> str:
    """The target of a series by its name, and by what tells it from others of that name."""
    alike = [other for other in history.series if other.target == series.target]
    differing = [
        f"{word}{getattr(series, part) or 'not recorded'}"
        for part, word in (("host", "host "), ("path", ""), ("disk", "disk "))
        if len({getattr(other, part) for other in alike}) > 1
    ]
    return f"{series.target} ({', '.join(differing)})" if differing else series.target


def apart(history: History) -> tuple[str, ...]:
    """Which names are several targets."""
    sentences = []
    for name in dict.fromkeys(series.target for series in history.series):
        places = dict.fromkeys(
            target(history, series) for series in history.series if series.target == name
        )
        if len(places) > 1:
            sentences.append(
                f"{name} is {len(places)} targets, each with its own history:"
                f" {'; '.join(places)}. --by-name treats them as one."
            )
    return tuple(sentences)


def notes(history: History) -> tuple[str, ...]:
    """What to know beside the verdict: which names are several targets, what a short history can
    show, and which tests were run by several engines."""
    return (*apart(history), *_reach(history), *_engines(history))


def _reach(history: History) -> list[str]:
    """What steps tests with few values since their last change would show."""
    levels_shown = [
        (len(item.values) - (item.changes[-1].index if item.changes else 0), item.finds)
        for item in history.series
        if item.finds is not None
    ]
    few_values = [(values, step) for values, step in levels_shown if values < alarm.SHORT_HISTORY]
    if not few_values:
        return []
    counts, steps = zip(*few_values, strict=True)
    subject = "The test has" if len(history.series) == 1 else f"{len(few_values)} of the tests have"
    subject = "One of the tests has" if len(few_values) == 1 < len(history.series) else subject
    values = _span(counts, "")
    shares = _span([100 * item for item in steps], " %")
    sentence = (
        f"{subject} only {values} values at the present level. A change of {shares} or more would"
        f" be reported within {alarm.NEWEST} more campaigns in about"
        f" {alarm.DETECTION_POWER * 100:.0f} % of cases; smaller ones take more campaigns or"
        " longer Runs."
    )
    return [sentence]


def _span(values: Sequence[float], unit: str) -> str:
    """One figure, or from the least to the most."""
    low, high = f"{min(values):.2g}", f"{max(values):.2g}"
    return f"{low}{unit}" if low == high else f"{low} to {high}{unit}"


def _engines(history: History) -> list[str]:
    """Tests whose values come from several engines: that alone may move a level."""
    by_engines: dict[tuple[str, ...], list[str]] = {}
    for series in history.series:
        if len(series.engines) > 1:
            by_engines.setdefault(tuple(series.engines), []).append(series.test)
    return [
        f"Measured with several engines ({', '.join(engines)}): {', '.join(tests[:3])}"
        f"{f' and {len(tests) - 3} more' if len(tests) > 3 else ''}. A change of engine alone can"
        " change the figures."
        for engines, tests in by_engines.items()
    ]


def left_out(entry: LeftOut) -> str:
    """A campaign, or a test of one, that has no value, and why."""
    where = f"campaign {entry.campaign} of {PurePath(entry.store).name}"
    if entry.kind == "not_finished":
        return f"{where}: it is {entry.state}"
    if entry.kind == "archived":
        return f"{where}: it is archived"
    if entry.kind == "not_steady":
        return f"{where}: the target was not steady, so it has no result"
    return f"{where}, {entry.test}: {entry.mark or 'no such figure'}"


def short(history: History) -> str:
    """The same for a first screen, without names."""
    worse = sum(series.standing == "worse" for series in history.series)
    if history.verdict == "too_few":
        return "Not enough history to tell."
    return f"{worse or 'None'} of {len(history.series)} tests became worse recently."


def change(series: Series, change_point: ChangePoint) -> str:
    """A change of level in a sentence, with what changed with it."""
    measurement = series.values[change_point.index]
    store = measurement.store.rpartition("/")[2]
    where = f"{date(measurement.at_ns)} (campaign {measurement.campaign} of {store})"
    verdict = "worse" if change_point.worse else "better"
    sentence = (
        f"{series.test}: {value(series.figure, change_point.before)} until then,"
        f" {value(series.figure, change_point.after)} since {where},"
        f" {change_point.change * 100:+.1f} %: {verdict}"
    )
    if not change_point.differs:
        return f"{sentence}; nothing that is recorded changed with it."
    differences = ", ".join(f"{d.what} {d.before} → {d.after}" for d in change_point.differs[:4])
    more = f" and {len(change_point.differs) - 4} more" if len(change_point.differs) > 4 else ""
    return f"{sentence}; with it changed: {differences}{more}."
