"""The report of `plimsoll counters`: the answer, every volume with its load and what it needs, and
charts of the volumes with the most to decide."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from plimsoll.base import language, units
from plimsoll.base.version import __version__
from plimsoll.features.counters import text
from plimsoll.features.counters.decision import Answer, VolumeAnswer
from plimsoll.features.counters.document import document
from plimsoll.features.counters.messages import message
from plimsoll.features.counters.offers import Configuration, Offer
from plimsoll.features.counters.series import Interval
from plimsoll.report import describe
from plimsoll.report.common.panels import from_zero, panel

MOST_CHARTS = 12
MOST_POINTS = 600
"""Points of a line; of more intervals the busiest of some that follow each other is drawn."""

Value = Callable[[Interval], float | None]


def page(answer: Answer, offers: list[Offer]) -> describe.Page:
    """Describes the report."""
    first = text.first(answer)
    charts = [_chart(one, number) for number, one in enumerate(answer.judged[:MOST_CHARTS], 1)]
    sections = [_needs(answer), _loads(answer), _finer(answer), *charts, _offers(answer, offers)]
    window = units.exact_seconds(answer.window_s)
    because = [message("because-bounds", window=window), message("because-span")]
    if answer.sized:
        headroom = units.percent(answer.headroom)
        because.insert(1, message("because-need", headroom=headroom))
    return describe.Page(
        title=message("page-title"),
        answer=first.headline,
        because=tuple(because),
        figures=tuple(_figures(answer)),
        sections=tuple(section for section in sections if section is not None),
        footer=message("page-footer", version=__version__),
        data=document(answer),
        report="counters",
        first=first,
    )


def _figures(answer: Answer) -> Iterator[describe.Figure]:
    if not answer.sized or not answer.price:
        return
    for name, amount in (
        ("now", answer.price),
        ("sure", answer.sure_saving),
        ("possible", answer.possible_saving),
    ):
        yield describe.Figure(
            message(f"figure-{name}"), text.money(answer, amount), message(f"basis-{name}")
        )


def _loads(answer: Answer) -> describe.Table:
    columns: dict[str, Callable[[VolumeAnswer], str]] = {
        "volume": lambda one: one.name,
        "mean": lambda one: units.rate(one.load.mean_rate_per_s),
        "busiest": lambda one: units.rate(one.load.busiest.rate_per_s),
        "second": lambda one: text.range_text(one.load.burst_rate),
        "throughput": lambda one: units.throughput(one.load.mean_bytes_per_s),
        "size": lambda one: units.size(one.load.size_bytes),
        "reads": lambda one: units.share(one.load.read_share),
        "latency": lambda one: units.nanos(one.load.latency_ns),
        "outstanding": lambda one: units.plain(one.load.outstanding),
        "limit": lambda one: text.held_text(one.load),
    }
    return _table("table-loads", answer.judged, columns, ("volume", "limit"))


def _needs(answer: Answer) -> describe.Table | None:
    if not answer.sized:
        return None
    columns: dict[str, Callable[[VolumeAnswer], str]] = {
        "volume": lambda one: one.name,
        "bought": lambda one: _offer_text(one.bought),
        "price": lambda one: _price_text(one.bought),
        "needs": text.short_verdict,
        "enough": lambda one: _offer_text(one.to_buy),
        "price-then": lambda one: _price_text(one.to_buy),
        "saving": lambda one: units.decimal(one.sure_saving, 2),
        "possible": lambda one: units.decimal(one.possible_saving, 2),
    }
    texts = ("volume", "bought", "needs", "enough")
    caption = message("caption-needs", currency=answer.currency)
    return _table("table-needs", answer.judged, columns, texts, caption)


def _table(
    title: str,
    judged: Sequence[VolumeAnswer],
    columns: Mapping[str, Callable[[VolumeAnswer], str]],
    texts: Sequence[str],
    caption: str = "",
) -> describe.Table:
    return describe.Table.of(
        message(title),
        judged,
        {message(f"column-{name}"): read for name, read in columns.items()},
        texts={message(f"column-{name}") for name in texts},
        caption=caption,
    )


def _offer_text(one: Configuration | None) -> str:
    return units.DASH if one is None else text.configuration_text(one)


def _price_text(one: Configuration | None) -> str:
    return units.DASH if one is None or one.price is None else units.decimal(one.price, 2)


def _finer(answer: Answer) -> describe.Table | None:
    if not answer.finer_first:
        return None
    columns: dict[str, Callable[[VolumeAnswer], str]] = {
        "volume": lambda one: one.name,
        "needs": lambda one: text.verdict_text(answer, one),
        "possible": lambda one: units.decimal(one.possible_saving, 2),
    }
    caption = message("caption-finer")
    return _table("table-finer", answer.finer_first, columns, ("volume", "needs"), caption)


def _offers(answer: Answer, offers: list[Offer]) -> describe.Facts | None:
    types = {
        bought.type
        for one in answer.judged
        for bought in (one.bought, one.smallest_low, one.smallest_high)
        if bought is not None
    }
    items = tuple(
        (one.type, language.sentences([_sources(one), *_latency(one, answer)]))
        for one in offers
        if one.type in types
    )
    return (
        describe.Facts(message("facts-offers"), items, message("caption-offers")) if items else None
    )


def _latency(offer: Offer, answer: Answer) -> list[str]:
    if answer.latency_ms is None:
        return []
    found = offer.latency
    if found is None:
        return [message("offer-no-latency")]
    below = units.nanos(found.below_ms * 1e6)
    return [message("offer-latency", below=below, source=found.source)]


def _sources(offer: Offer) -> str:
    sources = language.listing(offer.sources)
    if offer.prices is None or offer.region is None:
        return message("offer-source", date=offer.rules_as_of, sources=sources)
    return message(
        "offer-priced",
        date=offer.rules_as_of,
        region=offer.region,
        priced=offer.prices_as_of or "–",
        sources=sources,
    )


def _chart(one: VolumeAnswer, number: int) -> describe.Chart:
    load = one.load
    every = -(-len(load.intervals) // MOST_POINTS)
    limits = load.limits
    panels = [
        _panel("rate", "rate", one, every, lambda found: found.rate_per_s, limits.iops),
        _panel(
            "throughput",
            "bytes_per_s",
            one,
            every,
            lambda found: found.bytes_per_s,
            limits.bytes_per_s,
        ),
        _panel("latency", "time", one, every, lambda found: found.latency_ns, None),
    ]
    length = units.exact_seconds(load.recording.length_ns / 1e9)
    note = (
        message("chart-note", length=length)
        if every == 1
        else message("chart-note-thinned", n=every, length=length)
    )
    began = language.minute(language.moment(load.began_ns))
    hours = (load.ended_ns - load.began_ns) / 3.6e12
    return describe.Chart(
        f"volume-{number}",
        message("chart-title", volume=one.name),
        describe.Axis(message("chart-x", began=began), "plain", low=0.0, high=hours),
        tuple(drawn for drawn in panels if drawn is not None),
        (describe.Note(note, keep=True),),
    )


def _panel(
    name: str, unit: describe.Unit, one: VolumeAnswer, every: int, value: Value, limit: float | None
) -> describe.Panel | None:
    points = tuple(_points(one, every, value))
    if not points:
        return None
    series: list[describe.Line | describe.RuleY] = []
    legend = message("chart-mean") if every == 1 else message("chart-busiest", n=every)
    series.append(describe.Line(legend, points, 0, "solid"))
    heights = [point.y for point in points if point.y == point.y]
    if limit is not None:
        series.append(describe.RuleY(message("chart-limit"), limit))
        heights.append(limit)
    return panel(from_zero(message(f"chart-{name}"), unit, heights), series)


def _points(one: VolumeAnswer, every: int, value: Value) -> Iterator[describe.At]:
    """Points at the middle of intervals; of several the busiest. Time without counters is a gap."""
    began, before = one.load.began_ns, None
    for at in range(0, len(one.load.intervals), every):
        some = one.load.intervals[at : at + every]
        values = [found for interval in some if (found := value(interval)) is not None]
        starts, ends = some[0].end_ns - some[0].length_ns, some[-1].end_ns
        middle = ((starts + ends) / 2 - began) / 3.6e12
        if not values:
            continue
        if before is not None and starts - before > some[0].length_ns / 2:
            yield describe.At((before - began) / 3.6e12, describe.GAP)
        before = ends
        yield describe.At(middle, max(values))
