"""THE ONE PLACE where a finding about limits becomes sentences: its laws, its reasons (`WORDS`, by
kind), its bursts and ranges.

Sentences are made of codes and figures, and nothing is judged here.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from plimsoll.base import language, units
from plimsoll.base.errors import outcome_text
from plimsoll.features.limits.messages import message
from plimsoll.features.limits.rules.finding import (
    Burst,
    Cell,
    Holder,
    LimitFinding,
    ModelFit,
    Parameter,
    Reason,
    SizeLaw,
    VolumeLimit,
)
from plimsoll.features.limits.rules.models import GRANTS, PRICED
from plimsoll.judge import codes, flatness
from plimsoll.judge.codes import Catalogue, Figures
from plimsoll.judge.limiter import signs

KNOWN_FROM = {
    ("flat", None): "known-from-io-filter",
    ("ceil", 32 << 10): "known-from-esxi",
    ("ceil", 256 << 10): "known-from-ebs",
    ("linear", 16 << 10): "known-from-ibm-vpc",
    ("linear", 32 << 10): "known-from-qemu",
}
"""Messages on systems that are known to follow a law, by its name and unit: a hint, no finding."""


# -- laws ------------------------------------------------------------------------------------------


def law(model: ModelFit) -> str:
    """A law with its numbers, where they are known: `a cap of 3,000 IOPS at any block size`."""
    if model.name in GRANTS:
        return _grant(model)
    values = [parameter.value for parameter in model.parameters if not parameter.fixed]
    if not NUMBERS[model.name]:
        show = _amount(model)
        caps = [message("unknown-rate") if value is None else show(value) for value in values]
        return message(f"law-{model.name}", **dict(zip(_PLACES, caps, strict=False)))
    unit = model.parameter("unit_bytes")
    unit_bytes = None if unit is None else unit.value
    if model.scope in ("apart", "priced"):
        half = len(values) // 2
        of_reads, of_writes = PRICED.get(model.name, (model.name, model.name))
        reads = _shape(of_reads, values[:half], unit_bytes)
        writes = _shape(of_writes, values[half:], unit_bytes)
        return message(f"law-{model.scope}", reads=reads, writes=writes)
    if model.scope == "weighted":
        shared = _shape(model.name, values[:-1], unit_bytes)
        if values[-1] is None:
            return message("law-weighted-unknown", law=shared)
        return message("law-weighted", law=shared, cost=units.digits(values[-1]))
    return _shape(model.name, values, unit_bytes)


def _grant(model: ModelFit) -> str:
    """How a budget is granted, with its numbers as far as they are known."""
    figures = {one.name: _at_least(one) for one in model.parameters}
    if model.name == "steady":
        return message(
            "law-steady", slice=_shown_in(model.parameters[0])(_bound(model.parameters[0]))
        )
    unknown = [name for name, figure in figures.items() if not figure]
    if unknown == ["refill_rate"]:
        del figures["refill_rate"]
        return message("law-credits-without-refill", **figures)
    return message(f"law-{model.name}", **figures)


def _at_least(span: Parameter) -> str:
    """A number, or its lower bound; empty where there is neither."""
    show = _shown_in(span)
    if span.value is not None:
        return show(span.value)
    if span.low is not None:
        return message("or-more", number=show(span.low))
    return message("or-less", number=show(span.high)) if span.high is not None else ""


def _bound(span: Parameter) -> float:
    """The upper end of a number, which is known."""
    assert span.high is not None, "a steady grant has the longest slice that was not seen"
    return span.high


def _shape(name: str, values: Sequence[float | None], unit_bytes: float | None) -> str:
    """A law of block size for one kind of operation."""
    rates = [
        message(f"unknown-{number}") if value is None else _SHOWN[number](value)
        for value, number in zip(values, NUMBERS[name], strict=True)
    ]
    figures = dict(zip(_PLACES, rates, strict=False))
    if unit_bytes is not None:
        figures["unit"] = units.block_size(unit_bytes)
        if name == "linear" and values[0] is not None:
            most = units.bandwidth(values[0] * unit_bytes)
            return message("law-linear-at-most", **figures, most=most)
    return message(f"law-{name}", **figures)


_PLACES = ("first", "second", "third")
_SHOWN = {"rate": units.iops, "bandwidth": units.bandwidth}

NUMBERS: Mapping[str, tuple[str, ...]] = {
    "flat": ("rate",),
    "bytes": ("bandwidth",),
    "linear": ("rate",),
    "ceil": ("rate",),
    "both": ("rate", "bandwidth"),
    "base_plus_bytes": ("rate", "bandwidth"),
    "flat_and_bytes": ("rate", "bandwidth"),
    "constant": (),
    "per_gb": (),
    "per_gb_floor": (),
    "per_gb_ceiling": (),
    "base_per_gb": (),
    "per_gb_floor_ceiling": (),
}
"""Every law of `models.py` with its numbers. A law of volume sizes has caps only, in the unit of
its cap."""


def range_text(span: Parameter) -> str:
    """A parameter with its range: `rate from 2,980 to 3,020 IOPS`."""
    show = _shown_in(span)
    name = message(f"number-{span.name}")
    if span.low is None and span.high is None:
        return message("no-bound", number=name)
    if span.high is None:
        return message("at-least", number=name, low=show(span.low or 0.0))
    if span.low is None:
        return message("at-most", number=name, high=show(span.high))
    return message("from-to", number=name, low=show(span.low), high=show(span.high))


def interval(span: Parameter) -> str:
    """Both ends of a parameter's range: `2,980 to 3,020 IOPS`; empty where one is open."""
    if span.low is None or span.high is None:
        return ""
    show = _shown_in(span)
    return message("interval", low=show(span.low), high=show(span.high))


def number(span: Parameter, value: float) -> str:
    """A value of a parameter in its unit."""
    return _shown_in(span)(value)


def _shown_in(span: Parameter) -> Callable[[float], str]:
    if span.name in _AMOUNTS and span.unit == "bytes":
        return units.size
    return {
        "operations/s": units.iops,
        "bytes/s": units.bandwidth,
        "bytes": units.block_size,
        "operations": _operation_count,
        "s": lambda seconds: units.nanos(seconds * 1e9),
    }.get(span.unit, units.digits)


_AMOUNTS = ("burst", "quantum")


def _operation_count(operations: float) -> str:
    return message("number-of-operations", count=units.digits(operations))


# -- reasons ---------------------------------------------------------------------------------------


def _question(f: Figures) -> str:
    """A question: `4k reads`, `a volume of 500 GB`."""
    if "block_bytes" in f:
        return _operations(float(f["block_bytes"]), float(f["read_percent"]))
    size = units.volume_size(float(f["volume_bytes"]))
    if "volume" in f:
        return message("volume-of-size", volume=f["volume"], size=size)
    return message("a-volume-of-size", size=size)


def _operations(block_bytes: float, read_percent: float) -> str:
    return message("operations", size=units.block_size(block_bytes), mix=units.mix(read_percent))


def _both(f: Figures, name: str = "rate_per_s") -> str:
    return units.both(float(f[name]), float(f["block_bytes"]))


def _held_rate(f: Figures) -> str:
    return message("rate-with", rate=units.iops(float(f["rate_per_s"])), question=_question(f))


def _duration(f: Figures) -> str:
    return units.exact_seconds(float(f["seconds"]))


def _left_out(figures: Figures) -> str:
    return message("reason-left_out", runs=int(figures["runs"]), why=_outcome_text(figures))


def _outcome_text(f: Figures) -> str:
    outcome, told = str(f["outcome"]), str(f["told"])
    if outcome in ("stopped_answering", "not_finished"):
        return message(f"outcome-{outcome}")
    return (
        message("outcome-told", outcome=outcome_text(outcome), told=told)
        if told
        else outcome_text(outcome)
    )


def _omission_texts(reasons: Sequence[Reason]) -> list[str]:
    """The number of Runs left out with each reason once; empty where none was."""
    silent = [one.figures for one in reasons if one.kind == "left_out"]
    if not silent:
        return []
    why = language.clauses(dict.fromkeys(_outcome_text(f) for f in silent))
    return [message("reason-left_out", runs=sum(int(f["runs"]) for f in silent), why=why)]


def _tied_text(f: Figures) -> str:
    if int(f["laws"]) == 1:
        return message("reason-tied_with", law=f["tied"])
    return message("reason-tied_with-more", law=f["tied"], others=int(f["laws"]) - 1)


def _not_excluded_text(f: Figures) -> str:
    if int(f["laws"]) == 1:
        return message("reason-size_not_excluded", law=f["open"])
    return message("reason-size_not_excluded-more", law=f["open"], others=int(f["laws"]) - 1)


def _decision_text(f: Figures) -> str:
    laws, of, question = int(f["laws"]), int(f["of"]), _question(f)
    if of == 1:
        return message("reason-would_decide-one", question=question)
    if laws == of:
        return message("reason-would_decide", of=of, question=question)
    return message("reason-would_decide-some", laws=laws, of=of, question=question)


def _held_at(f: Figures) -> str:
    held = message("held-for", question=_question(f), duration=_duration(f))
    # The first of a list begins the sentence.
    return held if f["first"] else message("reason-held_at", held=held)


def _elsewhere_text(f: Figures) -> str:
    figures = {
        "question": _question(f),
        "found": f["found"],
        "this": f["this"],
        "factor": units.digits(float(f["factor"])),
    }
    if f["bound"]:
        return message("reason-differs_elsewhere-at-bound", **figures)
    return message("reason-differs_elsewhere", **figures)


def _beside_law(code: str) -> Callable[[Figures], str]:
    """What was measured, beside what a law allows there."""
    return lambda f: message(
        code, question=_question(f), measured=f["measured"], predicted=f["predicted"]
    )


WORDS: Catalogue = {
    # Of a volume: what was found. `law` is the law that fits.
    "still_rises_everywhere": lambda f: message(
        "reason-still_rises_everywhere",
        rate=_both(f),
        block_size=units.block_size(float(f["block_bytes"])),
    ),
    "no_law_fits": lambda _: message("reason-no_law_fits"),
    "throttled": lambda f: message("reason-throttled", law=f["law"]),
    "saturated": lambda f: message("reason-saturated", held=_held_rate(f), law=f["law"]),
    "cached": lambda f: message("reason-cached", held=_held_rate(f), law=f["law"]),
    "capped": lambda f: str(f["law"]),
    "fits": lambda f: message("reason-fits", law=f["law"]),
    "tied_with": _tied_text,
    # How far it is proven, and for how long it was seen.
    "held_everywhere": lambda f: message("reason-held_everywhere", duration=_duration(f)),
    "held_at": _held_at,
    "burst_not_excluded": lambda f: message("reason-burst_not_excluded", duration=_duration(f)),
    "granted": lambda f: message("reason-granted", granted=f["granted"]),
    "after_the_burst": lambda _: message("reason-after_the_burst"),
    "not_proven": lambda _: message("reason-not_proven"),
    "undecided": lambda f: f"{_question(f)}: {flatness.words(str(f['why']), f)}",
    "would_decide": _decision_text,
    "size_not_excluded": _not_excluded_text,
    # Of a law.
    "within_errors": lambda f: message(
        "reason-within_errors", errors=units.decimal(float(f["errors"]), 1)
    ),
    "same_everywhere": lambda _: message("reason-same_everywhere"),
    "differs_only_where_measured": lambda _: message("reason-differs_only_where_measured"),
    "differs_elsewhere": _elsewhere_text,
    "allows_less": _beside_law("reason-allows_less"),
    "allows_more": _beside_law("reason-allows_more"),
    "fits_if_burst": lambda f: message(
        "reason-fits_if_burst",
        question=_question(f),
        measured=f["measured"],
        predicted=f["predicted"],
        duration=_duration(f),
    ),
    "cap_set_by": lambda f: message(
        "reason-cap_set_by", question=_question(f), measured=f["measured"]
    ),
    # Of Runs.
    "rose": lambda f: message("reason-rose", question=_question(f)),
    "disturbed": lambda f: message(
        "reason-disturbed", question=_question(f), rate=units.iops(float(f["rate_per_s"]))
    ),
    "credits_lasted": lambda f: message("reason-credits_lasted", runs=int(f["runs"])),
    "coarse_for_slices": lambda f: message(
        "reason-coarse_for_slices",
        runs=int(f["runs"]),
        interval=units.seconds(float(f["interval_s"])),
    ),
    "nothing_to_judge": lambda _: message("reason-nothing_to_judge"),
    "left_out": _left_out,
}
"""By kind. Of a cell the kinds are those of `judge.flatness.REASONS`."""


def sentence(why: Reason, **more: str) -> str:
    """A reason in words. `more`: figures that are already written out."""
    if why.kind in flatness.REASONS:
        return flatness.words(why.kind, why.figures)
    return codes.code_text(why, WORDS, **more)


# -- what a finding holds --------------------------------------------------------------------------


def finding(found: LimitFinding) -> str:
    """The whole answer: every volume, the laws of their sizes, and what was left out."""
    is_single = len(found.volumes) == 1
    return language.sentences_without_last_stop(
        [
            *(sentence(item) for item in found.reasons if item.kind == "nothing_to_judge"),
            *(
                volume(item)
                if is_single
                else message("finding-of-volume", volume=item.volume, finding=volume(item))
                for item in found.volumes
            ),
            *(message("over-the-sizes", law=size_law(item)) for item in found.size_laws),
            *(
                language.capital(sentence(item))
                for item in found.reasons
                if item.kind not in _OWN_PLACE_KINDS
            ),
            *(language.capital(item) for item in _omission_texts(found.reasons)),
        ]
    )


_OWN_PLACE_KINDS = ("nothing_to_judge", "left_out")
"""Reasons with a place of their own in the sentence."""


def volume(judged: VolumeLimit) -> str:
    """The limit of a volume, how far it is proven, and what would decide more."""
    law_text = "" if judged.found is None else law(judged.found)
    tied_text = law(judged.tied[0]) if judged.tied else ""
    granted_text = "" if judged.refill is None else law(judged.refill)
    text, previous = "", ""
    for item in judged.reasons:
        if item.kind == "undecided":
            text = message("finding-aside", finding=text, aside=sentence(item))
        elif item.kind == previous == "held_at":
            text = language.listing([text, sentence(item)])
        else:
            more = sentence(item, law=law_text, tied=tied_text, granted=granted_text)
            text = language.clauses([text, more] if text else [more])
        previous = item.kind
    return text


def size_law(judged: SizeLaw) -> str:
    """The law of caps over the sizes of volumes."""
    if judged.found is None:
        if judged.not_excluded:
            return message("no-size-law-but", law=_open(judged.not_excluded[0]))
        return message("no-size-law")
    slope = judged.found.parameter("per_gb")
    found_law = law(judged.found)
    if slope is not None and slope.value is not None:
        rate = _amount(judged.found)(slope.value * 1.073741824)
        found_law = message("law-per-gib", law=found_law, rate=rate)
    more = {
        "tied": law(judged.tied[0]) if judged.tied else "",
        "open": _open(judged.not_excluded[0]) if judged.not_excluded else "",
    }
    return language.clauses([found_law, *(sentence(one, **more) for one in judged.reasons)])


def _open(model: ModelFit) -> str:
    """A law that is not excluded, with the reason."""
    return f"{law(model)} ({fit(model)})"


def fit(model: ModelFit) -> str:
    """Why a law was found, tied or refuted."""
    parts = []
    open_parameters = [one for one in model.parameters if one.value is None]
    for one in model.reasons:
        rate_texts = {
            name.removesuffix("_per_s"): _rate(model, one.figures, name)
            for name in ("measured_per_s", "predicted_per_s", "found_per_s", "this_per_s")
            if name in one.figures
        }
        parts.append(sentence(one, **rate_texts, bound="open" if open_parameters else ""))
        if one.kind in _TIED:
            ranges = reduce(_ranges, map(range_text, open_parameters), "")
            fits = (
                message("fits-as-well-with", ranges=ranges) if ranges else message("fits-as-well")
            )
            parts.insert(0, fits)
    return language.clauses(parts)


def _ranges(first: str, other: str) -> str:
    return message("ranges", first=first, other=other) if first else other


_TIED = ("same_everywhere", "differs_only_where_measured", "differs_elsewhere")


def cap(measured: Cell) -> str:
    """The state of a cap under one question: `held 20 s`."""
    match measured.proof:
        case "flat" if measured.held_s:
            return message("proof-held", duration=units.exact_seconds(measured.held_s))
        case "flat":
            return message("proof-proven")
        case None:
            return message("proof-not-tested")
        case other:
            return message(f"proof-{other}")


def cell(measured: Cell) -> str:
    """The effect of more outstanding I/O under one question; empty with a single depth."""
    return language.clauses(sentence(one) for one in measured.reasons)


def burst(seen: Burst) -> str:
    """What went first, and what stayed."""
    figures = {
        "question": _operations(seen.block_bytes, seen.read_percent),
        "beyond": units.digits(seen.operations),
        "stays": units.iops(seen.rate_after_per_s),
    }
    if not seen.resolved:
        return message("burst-began", **figures)
    rate, duration = units.iops(seen.rate_per_s), units.exact_seconds(seen.seconds)
    return message("burst", **figures, rate=rate, duration=duration)


def holder(held: Holder) -> str:
    """What it rests on who holds a cap."""
    return signs.words(signs.Sign(one["kind"], one["figures"]) for one in held.signs)


def holder_decides(held: Holder) -> str | None:
    """What would decide further who holds a cap."""
    one = held.decides
    return None if one is None else signs.decided_by(signs.Sign(one["kind"], one["figures"]))


def notes(judged: VolumeLimit) -> tuple[str, ...]:
    """Which Runs were left out or count in part, and why."""
    return tuple(sentence(one) for one in judged.noted)


def _rate(model: ModelFit, figures: Figures, name: str) -> str:
    """A rate in the unit that the law is about: with bytes where a block size was asked."""
    if "block_bytes" in figures:
        return _both(figures, name)
    return _amount(model)(float(figures[name]))


def _amount(model: ModelFit) -> Callable[[float], str]:
    """How the caps of a law over the sizes of volumes are written."""
    in_bytes = any(one.unit.startswith("bytes/s") for one in model.parameters)
    return units.bandwidth if in_bytes else units.iops
