"""What a grid found, for its first screen: what the changed part of the system does to the rate,
or which one property the rate depends on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from plimsoll.base import language, limiter_text, units
from plimsoll.base.errors import InputError
from plimsoll.report.common import answer as answer_text
from plimsoll.report.common import comparison
from plimsoll.report.describe import Figure
from plimsoll.report.evidence import figures as point_figures
from plimsoll.report.evidence import points, properties, records
from plimsoll.report.evidence.figures import Measure
from plimsoll.report.evidence.points import Place, Places
from plimsoll.report.grid import tables
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest

_SAME_RATE = 0.01
"""Rates within this relative distance of each other count as equal."""
_SIZES = ("block size", "write block size", "working set", "workers", "queue depth", "offered rate")
"""Properties whose values are amounts: what holds for the smallest ones holds up to some value."""


@dataclass(frozen=True)
class GridFinding:
    """One finding: its sentence at several lengths, the longest first, its number and its rows."""

    heads: tuple[str, ...]
    number: Figure
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class _Pair:
    """A question asked in both variants. `changed`: whether their rates differ."""

    base: Place
    other: Place
    changed: bool
    ratio: float


def gather(request: ReportRequest) -> GridFinding | None:
    """The finding; None when the grid has no single one."""
    places = points.gather(request.evidence)
    if not places.dimensions or not all(map(places.is_shown, places.all)):
        # A sentence about all of it would leave out those without a valid figure.
        return None
    compared = bool(places.axes.compared)
    found = _of_pairs(request, places) if compared else _of_one_property(places)
    return found and replace(found, rows=(*found.rows, *_limited_by(places)))


def _limited_by(places: Places) -> tuple[tuple[str, str], ...]:
    """What set the limit of how many tests; nothing where it is known of none."""
    counts = Counter(one for place in places.all for one in tables.limiters(places, place))
    if not any(counts):
        return ()
    words = [
        message(
            "limiter-of-tests",
            limiter=answer_text.limiter(one) if one else limiter_text.words("unknown"),
            n=n,
            count=units.count(n),
        )
        for one, n in counts.most_common()
    ]
    only = len(counts) == 1
    text = answer_text.limiter(next(iter(counts))) if only else language.listing(words)
    return ((message("limited-by-name"), text),)


# -- two variants ----------------------------------------------------------------------------------


def _of_pairs(request: ReportRequest, places: Places) -> GridFinding | None:
    try:
        compared = comparison.of(request)
    except InputError:
        return None
    pairs = _pairs(places, compared)
    directions = {pair.ratio > 1 for pair in pairs if pair.changed}
    if len(pairs) < 2 or len(directions) > 1:
        return None
    base, other = compared.names
    about = message("pairs-of", other=other, base=base, pairs=len(pairs))
    changed = [pair for pair in pairs if pair.changed]
    if not changed:
        head = message("pairs-same", other=other, base=base, pairs=len(pairs))
        number = Figure(message("pairs-that-differ"), message("n-of", n=0, of=len(pairs)), about)
        return GridFinding((language.sentence(head),), number, _no_effect(places, ""))
    split = _split(places, pairs)
    if split is None:
        return None
    along, where, changed_text, same_text, ends = split
    direction = "more" if directions == {True} else "fewer"
    texts = {"other": other, "base": base, "where": where, "at": changed_text, "same_at": same_text}
    texts |= {"last": ends[0], "next": ends[1]}
    counts = {"n": len(changed), "of": len(pairs)}
    change = _change_text(changed)
    cap = _cap(point_figures.rate(places), pairs) if direction == "fewer" else None
    if cap is not None:
        heads = [
            message(f"pairs-cap-{length}", cap=cap.text, **texts, **counts) for length in _LENGTHS
        ]
        rate = message("iops", rate=cap.text)
        number = Figure(message("pairs-cap-name"), rate, about, amount=cap.value)
    else:
        heads = [
            message(f"pairs-{direction}-{n}", change=change, **texts, **counts) for n in _LENGTHS
        ]
        number = Figure(message(f"pairs-{direction}-name"), change, about)
    metric = request.evidence.metric
    mean = point_figures.response(request.store, "mean", metric=metric)
    latency = records.latency_name("mean", metric, "all")
    effect = _effect_text(direction, change, changed, mean, latency)
    rows = [(changed_text or message("pairs-all"), effect)]
    if same_text:
        margin = units.significant_percent(compared.margin, 2)
        rows.append((same_text, message("pairs-same-within", margin=margin)))
    return GridFinding(
        tuple(map(language.sentence, dict.fromkeys(heads))),
        number,
        (*rows, *_no_effect(places, along)),
    )


_LENGTHS = ("long", "short", "counted")
"""Of headlines. The last does not name where the variants differ, which may be many values."""


def _pairs(places: Places, compared: comparison.Comparison) -> list[_Pair]:
    """Every place of the reference with its partner; empty unless all have one and all verdicts
    stand."""
    of_run = {
        repeat.run.row.id: place
        for place in places.all
        for repeat in place.counting
        if repeat.run is not None
    }
    pairs = []
    for pair in compared.pairs:
        sides = [
            {id(of_run[run]): of_run[run] for run in runs if run in of_run} for runs in pair.runs
        ]
        if any(len(side) != 1 for side in sides) or pair.verdict == "not enough data":
            return []
        (base,), (other,) = (side.values() for side in sides)
        if pair.ratio is None or {
            name for name in base.values if base.text(name) != other.text(name)
        } != {places.axes.compared}:
            return []
        pairs.append(_Pair(base, other, pair.verdict != "same", pair.ratio))
    return pairs if 2 * len(pairs) == len(places.all) else []


def _split(
    places: Places, pairs: Sequence[_Pair]
) -> tuple[str, str, str, str, tuple[str, str]] | None:
    """Where the variants differ: the property that decides it, how, the values where they differ
    and where not, and the values on both sides of the border. None: no one property decides it."""
    if all(pair.changed for pair in pairs):
        return "", "everywhere", "", "", ("", "")
    for dimension in places.dimensions:
        if dimension.name == places.axes.compared:
            continue
        by = {
            value: {pair.changed for pair in pairs if pair.base.text(dimension.name) == value}
            for value in dimension.values
        }
        if any(len(changed) > 1 for changed in by.values()):
            continue
        differ = [value for value in dimension.values if by[value] == {True}]
        same = [value for value in dimension.values if by[value] == {False}]
        texts = (_values_text(dimension.name, differ), _values_text(dimension.name, same))
        if dimension.name not in _SIZES:
            return dimension.name, "at", *texts, ("", "")
        named = [points.labelled_value(dimension.name, value) for value in dimension.values]
        if differ == list(dimension.values[: len(differ)]):
            return dimension.name, "up-to", *texts, (named[len(differ) - 1], named[len(differ)])
        if same == list(dimension.values[: len(same)]):
            return dimension.name, "from", *texts, (named[len(same) - 1], named[len(same)])
    return None


def _values_text(name: str, values: Sequence[str]) -> str:
    if name in _SIZES and len(values) > 2:
        return points.labelled_value(name, message("ends-of-rates", low=values[0], high=values[-1]))
    labels = [points.labelled_value(name, value) for value in values]
    # "random, all reads" is one value.
    with_commas = any(language.conventions().separator in label for label in labels)
    return language.clauses(labels) if with_commas else language.listing(labels)


def _cap(rate: Measure, pairs: Sequence[_Pair]) -> point_figures.PlaceFigure | None:
    """The rate at which the other variant stays whatever the reference reaches, and which it
    nowhere exceeds; None without one."""
    capped = [found for pair in pairs if pair.changed and (found := rate.read(pair.other))]
    free = [found.value for pair in pairs if pair.changed and (found := rate.read(pair.base))]
    top = max(capped, key=lambda found: found.value)
    low = min(found.value for found in capped)
    every = [found.value for pair in pairs if (found := rate.read(pair.other))]
    level = top.value <= low * (1 + _SAME_RATE) and max(every) <= top.value * (1 + _SAME_RATE)
    # Equal rates of equal loads show no cap.
    varied = max(free) > 1.5 * min(free)
    return top if level and varied else None


def _change_text(changed: Sequence[_Pair]) -> str:
    """The smallest and the largest change of the rate, without a sign."""
    changes = sorted(abs(pair.ratio - 1) for pair in changed)
    ends = [units.significant_percent(change, 2) for change in (changes[0], changes[-1])]
    return ends[0] if ends[0] == ends[1] else message("ends-of-rates", low=ends[0], high=ends[1])


def _effect_text(
    direction: str, change: str, changed: Sequence[_Pair], mean: Measure, latency: str
) -> str:
    sides = [
        sorted((found.value, found.text) for place in side if (found := mean.read(place)))
        for side in ([pair.base for pair in changed], [pair.other for pair in changed])
    ]
    effect = message(f"pairs-{direction}", change=change)
    if not all(sides):
        return effect
    before, after = (
        side[0][1]
        if side[0][1] == side[-1][1]
        else message("ends-of-rates", low=side[0][1], high=side[-1][1])
        for side in sides
    )
    return language.clauses(
        [effect, message("pairs-latency", measure=latency, before=before, after=after)]
    )


# -- one property ----------------------------------------------------------------------------------


def _of_one_property(places: Places) -> GridFinding | None:
    spreads = {dimension.name: _spread(places, dimension.name) for dimension in places.dimensions}
    deciding = [name for name, spread in spreads.items() if spread is None or spread > _SAME_RATE]
    if len(deciding) != 1:
        return None
    name = deciding[0]
    rate = point_figures.rate(places)
    groups: list[tuple[str, list[tuple[float, str]]]] = []
    for value in places.dimension(name).values:
        found = [
            (figure.value, figure.text)
            for place in places.all
            if place.text(name) == value and (figure := rate.read(place))
        ]
        groups.append((points.labelled_value(name, value), sorted(found)))
    medians = [found[len(found) // 2][0] for _, found in groups]
    # The ends are those that the other figures of the page name, too.
    low = min((*found[0], where) for where, found in groups)
    high = max((*found[-1], where) for where, found in groups)
    trend, first, last = "range", low, high
    if medians == sorted(medians) and (low[2], high[2]) == (groups[0][0], groups[-1][0]):
        trend = "rise"
    elif medians == sorted(medians, reverse=True) and (high[2], low[2]) == (
        groups[0][0],
        groups[-1][0],
    ):
        trend, first, last = "fall", high, low
    head = message(
        f"factor-{trend}", first=first[1], where_first=first[2], last=last[1], where_last=last[2]
    )
    number = Figure(
        message("highest"),
        message("iops", rate=high[1]),
        message("lowest-rate-at", rate=low[1], where=low[2]),
        high[0],
    )
    return GridFinding((language.sentence(head),), number, _no_effect(places, name))


def _spread(places: Places, name: str) -> float | None:
    """The largest relative difference between rates of places that differ in this property only;
    None where a figure is missing."""
    rate = point_figures.rate(places)
    others = [dimension.name for dimension in places.dimensions if dimension.name != name]
    groups: dict[tuple[str, ...], list[float]] = {}
    for place in places.all:
        figure = rate.read(place)
        if figure is None or figure.value <= 0:
            return None
        groups.setdefault(tuple(map(place.text, others)), []).append(figure.value)
    return max(max(values) / min(values) - 1 for values in groups.values())


def _no_effect(places: Places, without: str) -> tuple[tuple[str, str], ...]:
    """The properties that change the rate next to nothing, with the largest change seen."""
    compared = places.axes.compared
    found = [
        message("no-effect-of", name=properties.name_words(dimension.name), change=_at_most(spread))
        for dimension in places.dimensions
        if dimension.name not in (without, compared)
        and (spread := _spread(places, dimension.name)) is not None
        and spread <= _SAME_RATE
    ]
    return ((message("no-effect"), language.listing(found)),) if found else ()


def _at_most(spread: float) -> str:
    """A share, rounded up to a tenth of a percent."""
    tenths = -(-spread * 1000 // 1)
    return units.percent(max(tenths, 1) / 1000, 1)
