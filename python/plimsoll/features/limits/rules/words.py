"""THE ONE PLACE where a finding about limits becomes sentences: its laws, its reasons (`WORDS`, by
kind), its bursts and ranges.

Sentences are made of codes and figures, and nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.judge import codes, flatness
from plimsoll.judge.limiter import signs

if TYPE_CHECKING:
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
    from plimsoll.judge.codes import Catalogue, Figures

KNOWN_FROM = {
    ("flat", None): "an IOPS limit by I/O filter (SIOC v2) and blkio count this way",
    ("ceil", 32 << 10): "ESXi's mClock (from 7.0 U3q and 8.0 U3) and vSAN count this way",
    ("ceil", 256 << 10): "EBS counts this way",
    ("linear", 16 << 10): "IBM VPC's lower tiers are capped this way",
    ("linear", 32 << 10): (
        "QEMU's iops-size = 32768 counts this way; so does a bandwidth cap of IOPS x 32 KiB"
    ),
}
"""Systems that are known to follow a law, by its name and unit: a hint, no finding."""


# -- laws ------------------------------------------------------------------------------------------


def law(model: ModelFit) -> str:
    """A law with its numbers, where they are known: `a cap of 3,000 IOPS at any block size`."""
    values = [parameter.value for parameter in model.parameters if not parameter.fixed]
    known = LAWS[model.name]
    if not known.numbers:
        show = _amount(model)
        return known.sentence.format(*("an unknown rate" if v is None else show(v) for v in values))
    unit = model.parameter("unit_bytes")
    unit_bytes = None if unit is None else unit.value
    if model.scope == "apart":
        half = len(values) // 2
        reads, writes = (_shape(model.name, v, unit_bytes) for v in (values[:half], values[half:]))
        return f"reads: {reads}; writes: {writes}"
    if model.scope == "weighted":
        cost = "an unknown number of" if values[-1] is None else units.digits(values[-1])
        return f"{_shape(model.name, values[:-1], unit_bytes)}; a write counts as {cost} reads"
    return _shape(model.name, values, unit_bytes)


def _shape(name: str, values: Sequence[float | None], unit_bytes: float | None) -> str:
    """A law of block size for one kind of operation."""
    rates = [
        f"an unknown {what}" if value is None else show(value)
        for value, (what, show) in zip(values, LAWS[name].numbers, strict=True)
    ]
    every = "" if unit_bytes is None else units.block_size(unit_bytes)
    most = ""
    if name == "linear" and values[0] is not None and unit_bytes is not None:
        most = f" (at most {units.bandwidth(values[0] * unit_bytes)})"
    return LAWS[name].sentence.format(*rates, every=every, most=most)


_IOPS, _BANDWIDTH = ("rate", units.iops), ("bandwidth", units.bandwidth)


@dataclass(frozen=True)
class LawWords:
    """A law in words: in the legend of a chart, and as a sentence with a place for each number."""

    legend: str
    sentence: str
    numbers: tuple[tuple[str, Callable[[float], str]], ...] = ()
    """What each number of a law of block sizes is called while it is unknown, and how it is
    written. A law of volume sizes has caps only, in the unit of its cap."""


LAWS: Mapping[str, LawWords] = {
    "flat": LawWords("IOPS alone", "a cap of {} at any block size", (_IOPS,)),
    "bytes": LawWords("bytes/s alone", "a cap of {}", (_BANDWIDTH,)),
    "linear": LawWords(
        "size /",
        "a cap of {} that counts an I/O larger than {every} as its size / {every}{most}",
        (_IOPS,),
    ),
    "ceil": LawWords(
        "started units of",
        "a cap of {} that counts an I/O once for each {every}, rounded up",
        (_IOPS,),
    ),
    "both": LawWords(
        "IOPS and bytes/s",
        "a cap of {} and of {}, whichever is reached first",
        (_IOPS, _BANDWIDTH),
    ),
    "base_plus_bytes": LawWords(
        "base + bytes",
        "one shared budget for IOPS and bandwidth ({} if bytes were free, {} if operations were"
        " free)",
        (_IOPS, _BANDWIDTH),
    ),
    "constant": LawWords("constant", "{}, whatever the size of the volume"),
    "per_gb": LawWords("per GB", "{} per GB"),
    "per_gb_floor": LawWords("per GB, floor", "{} per GB, at least {}"),
    "per_gb_ceiling": LawWords("per GB, ceiling", "{} per GB, at most {}"),
    "base_per_gb": LawWords("base + per GB", "{}, and {} per GB on top"),
    "per_gb_floor_ceiling": LawWords(
        "per GB, floor and ceiling", "{} per GB, at least {} and at most {}"
    ),
}
"""Every law of `models.py`, by its name."""


def range_text(span: Parameter) -> str:
    """A parameter with its range: `rate from 2,980 to 3,020 IOPS`."""
    show = _shown_in(span)
    name = span.name.replace("ops_per_s", "rate").replace("bytes_per_s", "bandwidth")
    name = name.replace("_per_s", "/s").replace("_", " ")
    if span.low is None and span.high is None:
        return f"no bound on {name}"
    if span.high is None:
        return f"{name} at least {show(span.low or 0.0)}"
    if span.low is None:
        return f"{name} at most {show(span.high)}"
    return f"{name} from {interval(span)}"


def interval(span: Parameter) -> str:
    """Both ends of a parameter's range: `2,980 to 3,020 IOPS`; empty where one is open."""
    if span.low is None or span.high is None:
        return ""
    show = _shown_in(span)
    return f"{show(span.low)} to {show(span.high)}"


def _shown_in(span: Parameter) -> Callable[[float], str]:
    return {"operations/s": units.iops, "bytes/s": units.bandwidth, "bytes": units.block_size}.get(
        span.unit, units.digits
    )


# -- reasons ---------------------------------------------------------------------------------------


def _question(f: Figures) -> str:
    """A question: `4k reads`, `a volume of 500 GB`."""
    if "block_bytes" in f:
        return f"{units.block_size(float(f['block_bytes']))} {units.mix(float(f['read_percent']))}"
    size = units.volume_size(float(f["volume_bytes"]))
    return f"{f['volume']} ({size})" if "volume" in f else f"a volume of {size}"


def _both(f: Figures, name: str = "rate_per_s") -> str:
    return units.both(float(f[name]), float(f["block_bytes"]))


def _held_rate(f: Figures) -> str:
    return f"{units.iops(float(f['rate_per_s']))} with {_question(f)}"


def _duration(f: Figures) -> str:
    return units.exact_seconds(float(f["seconds"]))


def _other_laws(laws: int) -> str:
    return "one other law" if laws == 1 else f"{laws} other laws"


def _run_count(what: str, f: Figures) -> str:
    count = int(f["runs"])
    return what.format("one Run was" if count == 1 else f"{count} Runs were")


def _left_out(figures: Figures) -> str:
    return _run_count("{} left out", figures) + f" ({_outcome_text(figures)})"


def _outcome_text(f: Figures) -> str:
    outcome, told = str(f["outcome"]), str(f["told"])
    if outcome in _OUTCOMES:
        return _OUTCOMES[outcome]
    return f"{outcome}: {told}" if told else outcome


_OUTCOMES = {
    "stopped_answering": "the target stopped answering during the Run",
    "not_finished": "the Run did not finish",
}


def _omission_texts(reasons: Sequence[Reason]) -> list[str]:
    """The number of Runs left out with each reason once; empty where none was."""
    silent = [one.figures for one in reasons if one.kind == "left_out"]
    if not silent:
        return []
    runs = {"runs": sum(int(f["runs"]) for f in silent)}
    why = "; ".join(dict.fromkeys(_outcome_text(f) for f in silent))
    return [_run_count("{} left out", runs) + f" ({why})"]


def _decision_text(f: Figures) -> str:
    laws, of = int(f["laws"]), int(f["of"])
    if of == 1:
        others = "the one other law that fits"
    else:
        others = ("the" if laws == of else f"{laws} of the") + f" {of} other laws that fit"
    return f"to tell it from {others}, measure {_question(f)}"


WORDS: Catalogue = {
    # Of a volume: what was found. `{law}` is the law that fits.
    "still_rises_everywhere": lambda f: (
        f"no limit up to {_both(f)} at {units.block_size(float(f['block_bytes']))}: more"
        " outstanding I/O still raised the rate at every size"
    ),
    "no_law_fits": "none of the known laws fits: the limit at each size is what was measured there",
    "throttled": "{law}, set by a throttle",
    "saturated": lambda f: (
        f"the target itself is saturated ({_held_rate(f)}), and no throttle limits it; its rates"
        f" fit {f['law']}"
    ),
    "cached": lambda f: f"a cache answered ({_held_rate(f)}); its rates fit {f['law']}",
    "capped": "{law}",
    "fits": "no cap is proven, though the rates fit {law}",
    "tied_with": lambda f: (
        f"equally possible: {f['tied']}"
        + ("" if int(f["laws"]) == 1 else f", and {_other_laws(int(f['laws']) - 1)}")
    ),
    # How far it is proven, and for how long it was seen.
    "held_everywhere": lambda f: (
        f"the rates held for {_duration(f)} at each size: more outstanding I/O raised the"
        " latency in proportion, but not the rate"
    ),
    "held_at": lambda f: (
        f"{_question(f)} for {_duration(f)}"
        if f["first"]
        else f"proven only where it held while more outstanding I/O raised the latency in"
        f" proportion: {_question(f)} for {_duration(f)}"
    ),
    "burst_not_excluded": lambda f: (
        f"a burst that lasts longer than {_duration(f)} is not excluded"
    ),
    "after_the_burst": "this is what stayed after a burst",
    "not_proven": (
        "nowhere did more outstanding I/O leave the rate unchanged and raise the latency in"
        " proportion while the client had capacity to spare: measure with twice the queue depth,"
        " or with more workers"
    ),
    "undecided": lambda f: f"{_question(f)}: {flatness.words(str(f['why']), f)}",
    "would_decide": _decision_text,
    "size_not_excluded": lambda f: (
        f"not excluded: {f['open']}"
        + ("" if int(f["laws"]) == 1 else f", and {_other_laws(int(f['laws']) - 1)}")
    ),
    # Of a law.
    "within_errors": lambda f: (
        f"every measurement lies within {float(f['errors']):.1f} standard errors of it"
    ),
    "same_everywhere": "predicts the same everywhere it could be tested",
    "differs_only_where_measured": (
        "differs only at what was measured, and by less than these Runs can resolve: measure there"
        " for longer"
    ),
    "differs_elsewhere": lambda f: (
        f"to tell them apart, measure {_question(f)}: the law found predicts {f['found']},"
        f" this one {f['this']}{f['bound']}, {units.digits(float(f['factor']))} times apart"
    ),
    "allows_less": lambda f: (
        f"{_question(f)} reached {f['measured']}, but it allows {f['predicted']}"
    ),
    "allows_more": lambda f: (
        f"{_question(f)} did only {f['measured']}, but it predicts {f['predicted']}"
    ),
    "fits_if_burst": lambda f: (
        f"what {_question(f)} did, {f['measured']} where it allows {f['predicted']}, may be a"
        f" burst that lasts longer than {_duration(f)}"
    ),
    "cap_set_by": lambda f: f"its cap is set by {_question(f)}, which did {f['measured']}",
    # Of Runs.
    "rose": lambda f: f"{_question(f)}: the rate rose during the Run; the rate it reached is used",
    "disturbed": lambda f: (
        f"{_question(f)}: a Run was left out as disturbed: its rate fell to"
        f" {units.iops(float(f['rate_per_s']))}, and that of the next one did not"
    ),
    "credits_lasted": lambda f: (
        _run_count("{} left out", f)
        + ": the credits had not run out yet, so only the burst's rate was"
        " seen"
    ),
    "nothing_to_judge": "there is no closed-loop Run to judge",
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
    return ". ".join(
        [
            *(sentence(item) for item in found.reasons if item.kind == "nothing_to_judge"),
            *(
                volume(item) if is_single else f"{item.volume}: {volume(item)}"
                for item in found.volumes
            ),
            *(f"Over the sizes of volumes: {size_law(item)}" for item in found.size_laws),
            *(
                _capital(sentence(item))
                for item in found.reasons
                if item.kind not in _OWN_PLACE_KINDS
            ),
            *(_capital(item) for item in _omission_texts(found.reasons)),
        ]
    )


_OWN_PLACE_KINDS = ("nothing_to_judge", "left_out")
"""Reasons with a place of their own in the sentence."""


def volume(judged: VolumeLimit) -> str:
    """The limit of a volume, how far it is proven, and what would decide more."""
    law_text = "" if judged.found is None else law(judged.found)
    tied_text = law(judged.tied[0]) if judged.tied else ""
    text, previous = "", ""
    for item in judged.reasons:
        if item.kind == "undecided":
            text += f" ({sentence(item)})"
        elif item.kind == previous == "held_at":
            text += f", {sentence(item)}"
        else:
            text += f"{'; ' if text else ''}{sentence(item, law=law_text, tied=tied_text)}"
        previous = item.kind
    return text


def size_law(judged: SizeLaw) -> str:
    """The law of caps over the sizes of volumes."""
    if judged.found is None:
        none = "no known law of the volume's size fits"
        if judged.not_excluded:
            return f"{none}; not excluded: {_open(judged.not_excluded[0])}"
        return none
    slope = judged.found.parameter("per_gb")
    per_gib = ""
    if slope is not None and slope.value is not None:
        per_gib = f" ({_amount(judged.found)(slope.value * 1.073741824)} per GiB)"
    more = {
        "tied": law(judged.tied[0]) if judged.tied else "",
        "open": _open(judged.not_excluded[0]) if judged.not_excluded else "",
    }
    return "; ".join(
        [law(judged.found) + per_gib, *(sentence(one, **more) for one in judged.reasons)]
    )


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
        parts.append(sentence(one, **rate_texts, bound=" at its bound" if open_parameters else ""))
        if one.kind in _TIED:
            fits = "fits as well" + "".join(f" with {range_text(each)}" for each in open_parameters)
            parts.insert(0, fits)
    return "; ".join(parts)


_TIED = ("same_everywhere", "differs_only_where_measured", "differs_elsewhere")


def cap(measured: Cell) -> str:
    """The state of a cap under one question: `held 20 s`."""
    match measured.proof:
        case "flat" if measured.held_s:
            return f"held {units.exact_seconds(measured.held_s)}"
        case "flat":
            return "proven"
        case None:
            return "not tested"
        case other:
            return other


def cell(measured: Cell) -> str:
    """The effect of more outstanding I/O under one question; empty with a single depth."""
    return "; ".join(sentence(one) for one in measured.reasons)


def burst(seen: Burst) -> str:
    """What went first, and what stayed."""
    asked = f"{units.block_size(seen.block_bytes)} {units.mix(seen.read_percent)}"
    beyond = units.digits(seen.operations)
    stays = units.iops(seen.rate_after_per_s)
    if seen.resolved:
        return (
            f"{asked} ran at {units.iops(seen.rate_per_s)} for"
            f" {units.exact_seconds(seen.seconds)}, then at {stays}: {beyond} operations beyond the"
            " rate that stayed"
        )
    return f"{asked} began with {beyond} operations beyond the {stays} that stayed"


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


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
