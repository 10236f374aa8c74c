"""A history in words."""

from collections.abc import Sequence
from pathlib import PurePath

from plimsoll.base import language, units
from plimsoll.features.suites.history import alarm
from plimsoll.features.suites.history.document import ChangePoint, Figure, History, LeftOut, Series
from plimsoll.features.suites.messages import message


def figure_name(figure: Figure) -> str:
    """The name of a figure."""
    return message(f"figure-{figure}")


def value(figure: Figure, number: float) -> str:
    """A figure as the field writes it."""
    if figure == "rate":
        return f"{units.rate(number)} IOPS"
    return units.bandwidth(number) if figure == "throughput" else units.nanos(number)


def date(at_ns: int) -> str:
    """A day and a time."""
    return language.minute(language.moment(at_ns))


def headline(history: History) -> str:
    """The verdict, with the tests it is of."""
    worse = [series.test for series in history.series if series.standing == "worse"]
    tests = {"name": history.of, "tests": len(history.series)}
    if history.verdict == "too_few":
        least = alarm.MIN_VALUES
        most = max((len(series.values) for series in history.series), default=0)
        judged = sum(series.standing != "too_few" for series in history.series)
        if judged:
            return message("not-decided", least=least, judged=judged, **tests)
        return message("not-enough", name=history.of, most=most, least=least)
    if worse:
        return message("became-worse", count=len(worse), worse=first_names(worse, 3), **tests)
    if older := sum(len(series.changes) for series in history.series):
        return message("none-worse-older", older=older, **tests)
    return message("none-worse", **tests)


def first_names(names: Sequence[str], most: int) -> str:
    """The first of these names, and the number of others."""
    few, more = language.listing(names[:most]), len(names) - most
    return message("and-more", names=few, count=more) if more > 0 else few


def target(history: History, series: Series) -> str:
    """The target of a series by its name, and by what tells it from others of that name."""
    alike = [other for other in history.series if other.target == series.target]
    differing = [
        message(f"target-{part}", name=getattr(series, part) or message("not-recorded"))
        for part in ("host", "path", "disk")
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
                message(
                    "several-targets",
                    name=name,
                    count=len(places),
                    targets=language.clauses(places),
                )
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
    kind = "test" if len(history.series) == 1 else "one" if len(few_values) == 1 else "several"
    return [
        message(
            f"reach-{kind}",
            count=len(few_values),
            values=_span(counts, ""),
            change=_span([100 * item for item in steps], " %"),
            campaigns=alarm.NEWEST,
            cases=units.percent(alarm.DETECTION_POWER, 0),
        )
    ]


def _span(values: Sequence[float], unit: str) -> str:
    """One figure, or from the least to the most."""
    low, high = units.significant(min(values), 2), units.significant(max(values), 2)
    return f"{low}{unit}" if low == high else message("range", low=low, high=f"{high}{unit}")


def _engines(history: History) -> list[str]:
    """Tests whose values come from several engines: that alone may move a level."""
    by_engines: dict[tuple[str, ...], list[str]] = {}
    for series in history.series:
        if len(series.engines) > 1:
            by_engines.setdefault(tuple(series.engines), []).append(series.test)
    return [
        message("several-engines", engines=language.listing(engines), tests=first_names(tests, 3))
        for engines, tests in by_engines.items()
    ]


def left_out(entry: LeftOut) -> str:
    """A campaign, or a test of one, that has no value, and why."""
    return message(
        f"left-out-{entry.kind}",
        campaign=entry.campaign,
        store=PurePath(entry.store).name,
        state=entry.state,
        test=entry.test,
        reason=entry.mark or message("no-such-figure"),
    )


def short(history: History) -> str:
    """The same for a first screen, without names."""
    worse = sum(series.standing == "worse" for series in history.series)
    if history.verdict == "too_few":
        return message("short-not-enough")
    if not worse:
        return message("short-none-worse", tests=len(history.series))
    return message("short-worse", count=worse, tests=len(history.series))


def change(series: Series, change_point: ChangePoint) -> str:
    """A change of level in a sentence, with what changed with it."""
    measurement = series.values[change_point.index]
    differences = [f"{d.what} {d.before} → {d.after}" for d in change_point.differs]
    verdict = "worse" if change_point.worse else "better"
    return message(
        f"change-{verdict}-with" if differences else f"change-{verdict}",
        test=series.test,
        before=value(series.figure, change_point.before),
        after=value(series.figure, change_point.after),
        date=date(measurement.at_ns),
        campaign=measurement.campaign,
        store=measurement.store.rpartition("/")[2],
        change=units.percent_with_sign(change_point.change, 1),
        differences=first_names(differences, 4),
    )
