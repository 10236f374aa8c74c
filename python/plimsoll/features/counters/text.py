"""The answer of `plimsoll counters` in words: the first screen, and cells of tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.features.counters.messages import message
from plimsoll.report.describe import HEADLINE, Badge, First, Standing

if TYPE_CHECKING:
    from plimsoll.features.counters.decision import Answer, VolumeAnswer
    from plimsoll.features.counters.load import Bounds, LimitHit, Load
    from plimsoll.features.counters.offers import Configuration

MOST_NAMED = 3
COMPLETE = 0.99
LONGEST_NAME = 30
"""Letters of a name in the headline, which is short."""
BADGES: dict[str, Standing] = {
    "short": "missed",
    "held": "missed",
    "finer_first": "mixed",
    "tight": "mixed",
    "doubtful": "none",
    "unknown": "none",
    "latency_open": "none",
    "oversized": "met",
    "right": "met",
    "read": "measured",
}


def first(answer: Answer) -> First:
    """The first screen."""
    code = standing(answer)
    one = answer.judged[0] if len(answer.judged) == 1 else None
    rows = list(_rows_of_one(answer, one)) if one is not None else list(_rows_of_all(answer))
    headline = _headline_of_one(one) if one is not None else _headline_of_all(answer)
    return First(
        Badge(BADGES[code], message(f"badge-{code}")),
        message("origin-counted"),
        ((message("about-time"), _time(answer)),),
        headline,
        None,
        tuple(rows),
        todo=message(f"todo-{code}") if code in ("short", "finer_first", "doubtful") else "",
        usable=code not in ("doubtful", "unknown", "latency_open"),
    )


def standing(answer: Answer) -> str:
    """The answer for all volumes as one code: the first that needs somebody to act."""
    for code in (
        "doubtful",
        "short",
        "finer_first",
        "tight",
        "unknown",
        "latency_open",
        "oversized",
    ):
        if any(one.verdict == code for one in answer.judged):
            return code
    if answer.at_limit:
        return "held"
    return "right" if answer.sized and answer.count("right") else "read"


def _time(answer: Answer) -> str:
    began = min(one.load.began_ns for one in answer.judged)
    ended = max(one.load.ended_ns for one in answer.judged)
    lengths = {one.load.recording.length_ns for one in answer.judged}
    return message(
        "time-covered",
        began=language.minute(language.moment(began)),
        ended=language.minute(language.moment(ended)),
        length=_spread(sorted(lengths)),
    )


def _spread(lengths_ns: list[int]) -> str:
    ends = dict.fromkeys((lengths_ns[0], lengths_ns[-1]))
    return "–".join(units.exact_seconds(length / 1e9) for length in ends)


def _headline_of_one(one: VolumeAnswer) -> str:
    load = one.load
    return message(
        "headline-one",
        volume=one.name if len(one.name) <= LONGEST_NAME else f"{one.name[: LONGEST_NAME - 1]}…",
        mean=units.rate(load.mean_rate_per_s),
        busiest=units.rate(load.busiest.rate_per_s),
        length=units.exact_seconds(load.busiest.length_s),
    )


def _headline_of_all(answer: Answer) -> str:
    volumes = len(answer.judged)
    if not answer.sized:
        held = len(answer.at_limit)
        return message("headline-all", volumes=units.count(volumes), held=units.count(held), n=held)
    headline = ""
    parts: list[str] = []
    for code in (
        "short",
        "tight",
        "oversized",
        "finer_first",
        "doubtful",
        "unknown",
        "latency_open",
        "right",
    ):
        if not (count := answer.count(code)):
            continue
        parts.append(message(f"count-{code}", count=units.count(count)))
        listed = language.listing(parts)
        longer = message("headline-sized", volumes=units.count(volumes), parts=listed)
        if len(longer) > HEADLINE:
            break
        headline = longer
    return headline or message("headline-unsized", volumes=units.count(volumes))


def _rows_of_one(answer: Answer, one: VolumeAnswer) -> Iterator[tuple[str, str]]:
    load = one.load
    yield message("row-load"), load_text(load)
    yield message("row-limit"), held_text(load)
    yield message("row-hidden"), hidden_text(load)
    if one.verdict is not None:
        yield message("row-bought"), bought_text(answer, one)
        yield message("row-needs"), verdict_text(answer, one)
    elif (moved := load.burst_bytes) is not None:
        yield message("row-hidden-bytes"), hidden_bytes_text(load, moved)
    yield from _notes(answer)


def _rows_of_all(answer: Answer) -> Iterator[tuple[str, str]]:
    if (price := answer.price) is not None and answer.sized and price:
        yield message("row-money"), _money_text(answer, price)
    if finer := answer.finer_first:
        names = [
            message("name-and-money", name=one.name, money=_amount(answer, one.possible_saving))
            if one.possible_saving
            else one.name
            for one in finer[:MOST_NAMED]
        ]
        yield message("row-finer"), _name_list(names, len(finer))
    for code in ("short", "tight", "unknown", "latency_open", "doubtful"):
        found = [one.name for one in answer.judged if one.verdict == code]
        if found:
            yield message(f"row-{code}"), _name_list(found[:MOST_NAMED], len(found))
    if not answer.sized and answer.at_limit:
        names = [one.name for one in answer.at_limit]
        yield message("row-held"), _name_list(names[:MOST_NAMED], len(names))
    yield from _notes(answer)


def _notes(answer: Answer) -> Iterator[tuple[str, str]]:
    if absent := answer.without_counters:
        yield message("row-absent"), _name_list(list(absent[:MOST_NAMED]), len(absent))
    if partial := answer.without_rates:
        text = message("one-direction", names=_name_list(list(partial[:MOST_NAMED]), len(partial)))
        yield message("row-note"), text
    if idle := answer.idle:
        names = _name_list(list(idle[:MOST_NAMED]), len(idle))
        yield (
            message("row-note"),
            message("idle", n=len(idle), count=units.count(len(idle)), names=names),
        )
    covered = min(one.load.covered_share for one in answer.judged)
    if covered < COMPLETE:
        yield message("row-note"), message("gaps", share=units.share(covered))
    left = sum(one.load.recording.incomplete for one in answer.judged)
    if left:
        yield message("row-note"), message("incomplete", n=left, count=units.count(left))


def _name_list(names: list[str], of: int) -> str:
    listed = language.listing(names)
    more = of - len(names)
    return message("and-more", list=listed, more=units.count(more)) if more else listed


def _money_text(answer: Answer, price: float) -> str:
    return message(
        "money-of-all",
        price=_amount(answer, price),
        sure=_amount(answer, answer.sure_saving),
        possible=_amount(answer, answer.possible_saving),
    )


def money(answer: Answer, amount: float) -> str:
    """Money per month."""
    return message("money", amount=units.decimal(amount, 2), currency=answer.currency)


def _amount(answer: Answer, amount: float) -> str:
    return message("amount", amount=units.decimal(amount, 2), currency=answer.currency)


def load_text(load: Load) -> str:
    """Throughput, size, mix, latency and outstanding I/O."""
    reads, latency = load.read_share, load.latency_ns
    moved, size = load.mean_bytes_per_s, load.size_bytes
    parts = [units.throughput(moved)] if moved is not None else []
    if size is not None:
        parts.append(message("load-size", size=units.size(size)))
    if reads is not None:
        parts.append(message("load-reads", share=units.share(reads)))
    if latency is not None and load.outstanding is not None:
        waiting = units.plain(load.outstanding)
        parts.append(message("load-latency", latency=units.nanos(latency), outstanding=waiting))
    else:
        parts.append(message("load-no-latency"))
    return language.listing(parts)


def held_text(load: Load) -> str:
    """Whether a limit held the volume, and which."""
    if load.contradiction is not None:
        ratio = units.significant(load.contradiction, 2)
        return message("contradiction", ratio=ratio)
    if load.above:
        sentences = [_above_sentence(load, one) for one in load.above]
        return language.sentences([*sentences, message("above-why")])
    if load.held:
        return language.sentences(_held_sentence(load, one) for one in load.held)
    if load.standing == "not_held":
        return message("not-held-flat" if load.limits.iops is None else "not-held")
    return message("open-limits")


def _held_sentence(load: Load, held: LimitHit) -> str:
    level = held.level
    throughput = "throughput" in held.by
    return message(
        f"held-{held.by}",
        level="none"
        if level is None
        else units.bandwidth(level)
        if throughput
        else units.iops(level),
        intervals=held.intervals,
        count=units.count(held.intervals),
        of=units.count(len(load.intervals)),
        length=units.exact_seconds(load.recording.length_ns / 1e9),
    )


def _above_sentence(load: Load, above: LimitHit) -> str:
    throughput = "throughput" in above.by
    text = units.bandwidth if throughput else units.iops
    busiest = load.busiest_bytes if throughput else load.busiest
    most = 0.0 if busiest is None else (busiest.bytes_per_s if throughput else busiest.rate_per_s)
    return message("above-limit", most=text(most or 0.0), level=text(above.level or 0.0))


def hidden_text(load: Load) -> str:
    """What the means of intervals hide of the rate."""
    found = load.burst_rate
    return _hidden_range(load, found, units.iops(found.low), units.iops(found.high))


def hidden_bytes_text(load: Load, found: Bounds) -> str:
    """What they hide of the throughput."""
    return _hidden_range(load, found, units.bandwidth(found.low), units.bandwidth(found.high))


def _hidden_range(load: Load, found: Bounds, low: str, high: str) -> str:
    window = units.exact_seconds(load.window_s)
    if found.low == found.high:
        if load.recording.length_ns > load.window_s * 1e9:
            return message("hidden-at-limit", low=low)
        return message("hidden-nothing", low=low, window=window)
    if found.at_limit_s is None:
        return message("hidden-unbounded", low=low, high=high, window=window)
    for_s = units.exact_seconds(found.at_limit_s)
    length = units.exact_seconds(load.recording.length_ns / 1e9)
    return message("hidden", low=low, high=high, window=window, at_limit=for_s, length=length)


def configuration_text(one: Configuration) -> str:
    """A volume as it can be bought."""
    figures = {
        "type": one.type if one.tier is None else f"{one.type} {one.tier}",
        "size": units.significant(one.size_gib, 6),
        "iops": units.iops(one.iops),
        "throughput": f"{units.digits(one.throughput)} {one.unit}",
    }
    return message("configuration", **figures)


def bought_text(answer: Answer, one: VolumeAnswer) -> str:
    """What was bought, and its money."""
    if one.bought is None:
        return message("type-unknown", type=one.volume.type if one.volume else "–")
    return with_price(answer, one.bought)


def with_price(answer: Answer, one: Configuration) -> str:
    """A volume as it can be bought, with its price."""
    if one.price is None:
        return message("without-price", what=configuration_text(one))
    return message("with-price", what=configuration_text(one), money=money(answer, one.price))


def verdict_text(answer: Answer, one: VolumeAnswer) -> str:
    """What the volume needs."""
    code = one.verdict or "unknown"
    if code == "latency_open":
        return _latency_text(answer, one)
    low = one.smallest_low
    enough = one.to_buy
    return message(
        f"verdict-{code}",
        low="none" if low is None else with_price(answer, low),
        enough="none" if enough is None else with_price(answer, enough),
        headroom=units.percent(answer.headroom),
    )


def _latency_text(answer: Answer, one: VolumeAnswer) -> str:
    asked = answer.latency_ms or 0.0
    counted, low = one.load.latency_ns, one.smallest_low
    documented = None if one.latency is None else one.latency.below_ms
    if counted is not None and counted > asked * 1e6:
        why, latency = "counted", units.nanos(counted)
    elif documented is not None:
        why, latency = "documented", units.nanos(documented * 1e6)
    else:
        why, latency = "undocumented", "none"
    if low is None and why != "counted":
        why = f"{why}-alone"
    return message(
        "verdict-latency_open",
        why=why,
        latency=latency,
        asked=units.nanos(asked * 1e6),
        low="none" if low is None else with_price(answer, low),
    )


def range_text(found: Bounds) -> str:
    """Both bounds of the busiest second."""
    low, high = units.rate(found.low), units.rate(found.high)
    return low if low == high else f"{low}–{high}"


def short_verdict(one: VolumeAnswer) -> str:
    """The verdict, or without a file of volumes whether a limit held it, in a word or two."""
    if one.verdict is not None:
        return message(f"short-{one.verdict}")
    return message(f"short-{one.load.standing}")
