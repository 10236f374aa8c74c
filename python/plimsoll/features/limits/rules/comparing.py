"""Sorts fitted laws into found, tied and refuted, with the datum that refutes a law and the
measurement that would separate tied ones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from plimsoll.features.limits.rules.finding import (
    Datum,
    ModelFit,
    Parameter,
    Reason,
    Separator,
    reason,
)
from plimsoll.features.limits.rules.fitting import (
    Data,
    Fit,
    fit,
    is_bounded,
    parameters,
    rates_of,
    refutation_limit,
)
from plimsoll.features.limits.rules.models import Array, Law, Points

MIN_LAW_DIFFERENCE = 0.03
"""Laws that differ relatively by less cannot be separated by a measurement on a real rig."""

SCORE_TOLERANCE = 1.0
"""Scores that differ by less are equal: chi-square of one datum varies this much by chance."""


@dataclass(frozen=True)
class Place:
    """A measured or possible question: volume, block size, share of reads. Without a block size it
    is about the cap of a volume of this size."""

    volume: str
    volume_bytes: int | None
    block_bytes: int
    read_percent: float

    @property
    def figures(self) -> dict[str, float | str]:
        """The figures of a reason about this place."""
        if self.block_bytes:
            return {"block_bytes": self.block_bytes, "read_percent": self.read_percent}
        named: dict[str, float | str] = {"volume": self.volume} if self.volume else {}
        return {**named, "volume_bytes": self.volume_bytes or 0}


@dataclass(frozen=True)
class LawComparison:
    """The laws sorted into found, tied and refuted."""

    found: ModelFit | None
    tied: tuple[ModelFit, ...]
    refuted: tuple[ModelFit, ...]
    next_place: Place | None
    """The place that would separate most of the tied laws from the found one."""
    separates: int


Where = Literal["elsewhere", "here", "nowhere"]
"""Where two laws differ measurably: at unmeasured places, only at measured ones (within their
errors), or nowhere."""


def _place_key(place: Place) -> tuple[int, float, int | None]:
    """The question of a place as a key, without the name of its volume."""
    return place.block_bytes, place.read_percent, None if place.block_bytes else place.volume_bytes


def points_of(places: Sequence[Place]) -> Points:
    """The places as arrays."""
    return Points.of(
        [(place.block_bytes, place.read_percent, place.volume_bytes) for place in places]
    )


def compare(
    laws: Sequence[Law],
    data: Data,
    places: Sequence[Place],
    candidates: Sequence[Place],
) -> LawComparison:
    """Fits every law with no more unknowns than data, and compares them. `places` are those of the
    data.

    Measured places are no candidates: where two laws fit there, a repeat cannot separate them.
    """
    asked = {_place_key(place) for place in places}
    candidates = [place for place in candidates if _place_key(place) not in asked]
    fits = [fit(law, data) for law in laws if len(law.unknowns) <= len(data)]
    allowed = refutation_limit(data)
    plausible = sorted(
        (law_fit for law_fit in fits if law_fit.misfit <= allowed),
        key=lambda law_fit: law_fit.score,
    )
    refuted = tuple(
        _refutation(law_fit, data, places) for law_fit in fits if law_fit.misfit > allowed
    )
    if not plausible:
        return LawComparison(None, (), refuted, None, 0)
    # Among laws that fit equally well the first in the list, the simplest, is found.
    found = next(
        law_fit
        for law_fit in fits
        if law_fit in plausible and law_fit.score < plausible[0].score + SCORE_TOLERANCE
    )
    others = [law_fit for law_fit in plausible if law_fit is not found]
    at = points_of(candidates)
    own = parameters(found, data)
    base, own_base = _extreme_rates(found, own, at), _extreme_rates(found, own, data.points)
    tied, apart = [], np.zeros(len(candidates), dtype=int)
    rivals = [(found, base)]
    for other in others:
        spans = parameters(other, data)
        rival = _extreme_rates(other, spans, at)
        if any(
            _adds_nothing(other, spans, law_fit) and not np.any(_differ(rival, rates))
            for law_fit, rates in rivals
        ):
            continue
        here = bool(np.any(_differ(_extreme_rates(other, spans, data.points), own_base)))
        rivals.append((other, rival))
        gap = np.abs(np.log(rival / base))
        where: Where = (
            "elsewhere" if np.any(_differ(rival, base)) else "here" if here else "nowhere"
        )
        apart += _differ(rival, base)
        tied.append(_rival_fit(other, spans, base, rival, gap, candidates, where=where))
    best = int(np.argmax(apart)) if len(apart) and tied else -1
    stands = reason("within_errors", errors=max(found.misfit, 0.1))
    model = _model_fit(found, own, stands)
    return LawComparison(
        model,
        tuple(tied),
        refuted,
        candidates[best] if best >= 0 and apart[best] > 0 else None,
        int(apart[best]) if best >= 0 else 0,
    )


def _differ(one: Array, other: Array) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Mask of the points at which two laws differ measurably."""
    return np.asarray(np.abs(np.log(one / other)) > np.log1p(MIN_LAW_DIFFERENCE))


def _adds_nothing(other: Fit, spans: Sequence[Parameter], simpler: Fit) -> bool:
    """Whether a law with more numbers, which predicts the same as a simpler one, is no rival of
    its own.

    A law with a number that is only bounded may predict more than it does at that bound, and stays
    a rival unless it has the same name.
    """
    all_known = all(span.value is not None for span in spans)
    return len(other.law.unknowns) > len(simpler.law.unknowns) and (
        all_known or other.law.name == simpler.law.name
    )


def _model_fit(fit: Fit, spans: tuple[Parameter, ...], why: Reason) -> ModelFit:
    return ModelFit(fit.law.name, fit.law.scope, spans, fit.misfit, (why,))


def _extreme_rates(fit: Fit, spans: tuple[Parameter, ...], at: Points) -> Array:
    """The rates of a law at these points. Parameters without a value are taken at their bound,
    where the law differs the most."""
    values = [
        (
            value
            if span.value is not None
            else (span.low if span.low is not None else (span.high or value))
        )
        for value, span in zip(fit.values, spans, strict=False)
    ]
    return rates_of(fit.law, values, at)


def _rival_fit(
    fit: Fit,
    spans: tuple[Parameter, ...],
    base: Array,
    rival: Array,
    gap: Array,
    candidates: Sequence[Place],
    *,
    where: Where,
) -> ModelFit:
    if where == "nowhere":
        return _model_fit(fit, spans, reason("same_everywhere"))
    if where == "here":
        return _model_fit(fit, spans, reason("differs_only_where_measured"))
    # The smallest block among those with the largest difference.
    best = int(np.argmax(gap > np.max(gap) - 1e-9))
    place = candidates[best]
    ours, theirs = float(base[best]), float(rival[best])
    factor = max(ours / theirs, theirs / ours)
    why = reason(
        "differs_elsewhere", **place.figures, found_per_s=ours, this_per_s=theirs, factor=factor
    )
    size = place.volume_bytes if place.block_bytes == 0 else None
    separator = Separator(
        place.block_bytes or None,
        place.read_percent if place.block_bytes else None,
        size,
        ours,
        theirs,
        factor,
    )
    return replace(_model_fit(fit, spans, why), separator=separator)


def _refutation(fit: Fit, data: Data, places: Sequence[Place]) -> ModelFit:
    """The refuted law with its datum. A law with one number is fixed by the datum that allows the
    least, and refuted by one that exceeds it."""
    predicted = rates_of(fit.law, fit.values, data.points)
    values = fit.values
    worst = int(np.argmax(np.abs(fit.deviations)))
    why = []
    if len(fit.law.unknowns) == 1:
        # Every datum that is no lower bound sets the number of such a law.
        sets = data.rates / (predicted / fit.values[0])
        can = np.where(data.lower_bound, np.inf, sets)
        least = int(np.argmax(can <= np.min(can) * (1 + 1.5 * data.errors)))
        beyond = np.log(sets / sets[least]) / np.hypot(data.errors, data.errors[least])
        if float(np.max(beyond)) > refutation_limit(data):
            worst = int(np.argmax(beyond > refutation_limit(data)))
            values = (float(sets[least]),)
            predicted = rates_of(fit.law, values, data.points)
            set_by = float(data.rates[least])
            why.append(reason("cap_set_by", **places[least].figures, measured_per_s=set_by))
    place, measured, predicted_rate = (
        places[worst],
        float(data.rates[worst]),
        float(predicted[worst]),
    )
    kind = "allows_less" if measured > predicted_rate else "allows_more"
    why.insert(
        0, reason(kind, **place.figures, measured_per_s=measured, predicted_per_s=predicted_rate)
    )
    datum = Datum(
        place.volume,
        place.volume_bytes,
        place.block_bytes,
        place.read_percent,
        measured,
        predicted_rate,
    )
    return ModelFit(
        fit.law.name,
        fit.law.scope,
        _known_numbers(fit, values, data),
        fit.misfit,
        tuple(why),
        datum,
    )


def _known_numbers(fit: Fit, values: Sequence[float], data: Data) -> tuple[Parameter, ...]:
    """The numbers of a refuted law, without those that the data do not bound. What bounds the one
    number of a law is the datum that sets it."""
    one_number = len(values) == 1
    spans = tuple(
        Parameter(
            unknown.name,
            unknown.unit,
            value if one_number or is_bounded(fit, data, index) else None,
            None,
            None,
        )
        for index, (unknown, value) in enumerate(zip(fit.law.unknowns, values, strict=True))
    )
    fixed = (
        Parameter(u.name, u.unit, value, value, value, fixed=True) for u, value in fit.law.fixed
    )
    return (*spans, *fixed)
