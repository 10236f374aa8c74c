"""The sentences and figures of a factor study's answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.features.factors.messages import message
from plimsoll.features.factors.rules.study import Study, response

if TYPE_CHECKING:
    from plimsoll.features.factors.rules import document
    from plimsoll.features.factors.rules.analysis import RunResponse


def percent(ratio: float) -> str:
    """A ratio as a change: `+52 %`, `-3.1 %`, `×2.4` from a doubling on."""
    if _in_times(ratio):
        return f"×{units.significant(ratio, 3)}"
    change = (ratio - 1) * 100
    digits = 0 if abs(change) >= 10 else 1
    if round(change, digits) == 0:
        return language.share("0")
    return language.share(units.with_sign(change, digits))


def _in_times(ratio: float) -> bool:
    return ratio >= 2 or ratio <= 0.5


def span(ratio: document.Ratio) -> str:
    """The interval of a ratio, in the form of its value."""
    if _in_times(ratio.value):
        return message(
            "range",
            low=f"×{units.significant(ratio.low, 3)}",
            high=f"×{units.significant(ratio.high, 3)}",
        )
    return message("range", low=percent(ratio.low), high=percent(ratio.high))


def verdict(code: document.Verdict) -> str:
    """Whether a factor matters."""
    return message(f"verdict-{code}")


def cells(row: document.FactorEffect) -> tuple[str, str]:
    """Effect and interval of a row, or its bound."""
    if row.beyond is not None:
        return beyond(row), units.DASH
    if row.effect is None:
        return units.DASH, units.DASH
    return percent(row.effect.value), span(row.effect)


def response_figure(name: str, result: RunResponse) -> str:
    """The result of a Run."""
    if result.bound is not None:
        return message(f"bound-{result.bound.side}", value=figure(name, result.bound.value))
    return units.DASH if result.value is None else figure(name, result.value)


def share(value: float) -> str:
    """A small share: `5 %`. Rounding errors are zero."""
    if value < 1e-6:
        return language.share("0")
    return units.percent(value, 0) if value >= 0.095 else units.significant_percent(value, 2)


def figure(name: str, value: float) -> str:
    """A value of a response with its unit."""
    return f"{units.rate(value)} IOPS" if response(name).unit == "IOPS" else units.nanos(value)


def design(study: Study) -> str:
    """The design: `folded Plackett-Burman, 24 Runs: main effects are clear of …`."""
    plots = len({run.plot for run in study.runs})
    parts = [message("design-runs", runs=len(study.runs))]
    for code, count, least in (
        ("replicates", study.replicates, 2),
        ("centre-points", study.centre_points, 1),
        ("blocks", study.blocks, 2),
        ("plots", plots, 2),
    ):
        if count >= least:
            parts.append(message(f"design-{code}", count=count))
    return message(
        "design",
        design=message(f"design-{study.design}"),
        parts=language.listing(parts),
        resolution=message(f"resolution-{study.resolution}"),
    )


def response_words(study: Study) -> str:
    """The response and its direction."""
    judged = response(study.response)
    if judged.more_is_better:
        return message("judged-more", response=judged.label)
    return message("judged-less", response=judged.label)


def power(study: Study) -> str:
    """The power of a study in a sentence."""
    chance, seen = units.significant_percent(study.power, 3), share(study.detectable)
    noise, wanted = share(study.noise), share(study.effect)
    if study.detectable > study.effect * 1.0001:
        return message("power-too-low", chance=chance, effect=seen, noise=noise, wanted=wanted)
    return message("power", chance=chance, effect=seen, noise=noise)


def time(study: Study) -> str:
    """The use of a given time, or an empty text for a fixed plan."""
    if study.time_s is None:
        return ""
    code = "plan-time-virtual" if study.virtual else "plan-time"
    return message(code, time=units.exact_seconds(study.time_s))


def headline(answer: document.Answer) -> str:
    """The headline: the strongest factor and its effect."""
    return headlines(answer)[0]


def headlines(answer: document.Answer) -> tuple[str, ...]:
    """The headline in several lengths, the fullest first."""
    matter = [factor for factor in answer.factors if factor.verdict == "matters"]
    if answer.bounded is not None and not answer.bounded.levels:
        n = len(answer.bounded.points)
        bound = beyond_what(answer)
        return (
            message("not-ranked", bounded=n, runs=answer.runs, bound=bound),
            message("not-ranked-short", bounded=n, runs=answer.runs),
        )
    if not matter and answer.lost_at:
        return (
            message("level-without-figure", levels=language.listing(answer.lost_at)),
            message("level-without-figure-short"),
        )
    if not matter:
        return _nothing_matters(answer)
    if (failed := _failed_prediction(answer)) is not None:
        return failed
    counts = {"count": len(matter), "factors": len(answer.factors)}
    names = language.listing(_with_aliases(factor) for factor in matter)
    most, most_short = _strongest(answer, matter[0])
    if not most:
        return (message("matter-names", names=names, **counts), message("matter", **counts))
    return (
        message("matter-names-most", names=names, most=most, **counts),
        message("matter-most", most=most, **counts),
        message("matter-names", names=names, **counts),
        message("matter-most", most=most_short, **counts),
        message("matter", **counts),
    )


def _nothing_matters(answer: document.Answer) -> tuple[str, ...]:
    label = response(answer.response).label
    if all(factor.verdict in ("small", "leave_alone") for factor in answer.factors):
        limit = share(answer.effect_that_matters)
        return (message("no-factor-matters", response=label, limit=limit),)
    seen = share(answer.smallest_seen)
    return (
        message("no-effect-seen", response=label, limit=seen),
        message("no-effect-seen-short", limit=seen),
    )


def _strongest(answer: document.Answer, first: document.FactorEffect) -> tuple[str, str]:
    """The strongest effect, in full and as its name alone; empty where none has a figure."""
    together = max(answer.interactions, key=lambda joint: joint.share, default=None)
    if together is not None and together.share > first.share:
        name = pair(together.factors)
        if together.not_told_from:
            name = message("or-alike", names=name)
        change = percent(together.effect.value)
        return message("most-together", name=name, change=change), message("most", name=name)
    if first.beyond is not None:
        change = beyond(first)
    elif first.effect is not None:
        change = percent(first.effect.value)
    else:
        return "", ""
    most = message(
        "most-of-factor",
        factor=first.factor,
        change=change,
        response=response(answer.response).label,
        low=first.low,
        high=first.high,
    )
    return most, message("most", name=first.factor)


def beyond(factor: document.FactorEffect) -> str:
    """A bounded effect: `at least ×12`."""
    assert factor.beyond is not None, "there is one"
    return message(f"bound-{factor.beyond.side}", value=percent(factor.beyond.value))


def beyond_what(answer: document.Answer) -> str:
    """The bound of Runs without a figure: `p99 response time at least 1.2 s`."""
    found = answer.bounded
    assert found is not None, "there is one"
    label, value = response(answer.response).label, figure(answer.response, found.value)
    return message(f"response-bound-{found.side}", response=label, value=value)


def levels_together(levels: Sequence[str]) -> str:
    """Levels of several factors at once: `queue 32 with policy fixed`."""
    text = levels[0]
    for more in levels[1:]:
        text = message("levels-with", levels=text, more=more)
    return text


def _with_aliases(factor: document.FactorEffect) -> str:
    """A factor with its aliased interactions."""
    others = [pair(other) for other in factor.mixed_with[:2]]
    if not others:
        return factor.factor
    if len(others) == 1:
        return message("or-other", factor=factor.factor, other=others[0])
    return message("or-others", factor=factor.factor, other=others[0], second=others[1])


def _failed_prediction(answer: document.Answer) -> tuple[str, ...] | None:
    """The headlines of a failed prediction, or None."""
    best = answer.best
    if best is None or best.confirmed is None or best.confirmed.within:
        return None
    measured = figure(answer.response, best.confirmed.value)
    predicted = figure(answer.response, best.predicted)
    return (
        message("prediction-failed", predicted=predicted, measured=measured),
        message("prediction-failed-short", predicted=predicted, measured=measured),
    )


def because(answer: document.Answer) -> tuple[str, ...]:
    """Sentences after the headline: factors to leave alone, interactions, the best setting, and the
    basis of the figures."""
    sentences = [
        *_bound_sentences(answer),
        *_verdict_sentences(answer),
        *(_interaction(joint) for joint in answer.interactions),
        *best(answer),
        *_basis(answer),
    ]
    return tuple(sentences)


def _bound_sentences(answer: document.Answer) -> list[str]:
    found = answer.bounded
    if found is None:
        return []
    n, bound = len(found.points), beyond_what(answer)
    if not found.levels:
        return [message("bounded", count=n, bound=bound, reason=found.why)]
    at = levels_together(found.levels)
    if n < found.runs:
        part = {"count": n, "runs": found.runs, "bound": bound, "reason": found.why}
        return [message("bounded-at", levels=at, **part)]
    return [message("bounded-at-all", levels=at, runs=n, bound=bound, reason=found.why)]


def _names_of(answer: document.Answer, verdict: document.Verdict) -> str:
    return language.listing(factor.factor for factor in answer.factors if factor.verdict == verdict)


def _verdict_sentences(answer: document.Answer) -> list[str]:
    sentences = []
    limit, label = share(answer.effect_that_matters), response(answer.response).label
    if alone := _names_of(answer, "leave_alone"):
        sentences.append(message("factors-alone", response=label, limit=limit, names=alone))
    if small := _names_of(answer, "small"):
        sentences.append(message("factors-small", limit=limit, names=small))
    if unknown := _names_of(answer, "not_decided"):
        sentences.append(message("factors-not-decided", names=unknown, response=label, limit=limit))
    if untold := _names_of(answer, "not_told"):
        sentences.append(message("factors-not-told", names=untold))
    return sentences


def pair(names: Sequence[str]) -> str:
    """An interaction by name; a curve."""
    return message("curve", factor=names[0]) if names[0] == names[1] else " × ".join(names)


def first_names(names: Sequence[str], most: int) -> str:
    """The first of these names, and the number of others."""
    few, more = language.listing(names[:most]), len(names) - most
    return message("and-more", names=few, count=more) if more > 0 else few


def _interaction(joint: document.Interaction) -> str:
    curved = joint.factors[0] == joint.factors[1]
    code = "curved" if curved else "together"
    figures = {
        "names": joint.factors[0] if curved else pair(joint.factors),
        "change": percent(joint.effect.value),
        "interval": span(joint.effect),
    }
    if not joint.not_told_from:
        return message(f"interaction-{code}", **figures)
    others = first_names([pair(other) for other in joint.not_told_from], 3)
    return message(f"interaction-{code}-alike", others=others, **figures)


def best(answer: document.Answer) -> tuple[str, ...]:
    """The best setting with its prediction and confirmation."""
    found = answer.best
    if found is None:
        return ()
    setting = language.listing(
        f"{level.factor} {level.level}" for level in found.levels if level.matters
    )
    if either := [level.factor for level in found.levels if not level.matters]:
        setting = message("setting-either", levels=setting, factors=language.listing(either))
    figures = {
        "setting": setting,
        "predicted": figure(answer.response, found.predicted),
        "low": figure(answer.response, found.low),
        "high": figure(answer.response, found.high),
    }
    confirmed = found.confirmed
    if confirmed is None:
        return (message("best-not-confirmed", **figures),)
    code = "best-as-predicted" if confirmed.within else "best-not-as-predicted"
    measured = figure(answer.response, confirmed.value)
    return (message(code, runs=confirmed.runs, measured=measured, **figures),)


def _time_sentences(answer: document.Answer) -> list[str]:
    """The use of the time, and the reason for the end."""
    if answer.time_s is None:
        return []
    parts = [
        message(
            f"spent-{part.on}",
            runs=part.runs,
            names=language.listing(part.about[:3])
            if len(part.about) <= 3
            else message("and-others", names=language.listing(part.about[:3])),
            time=units.exact_seconds(part.seconds),
        )
        for part in answer.spent
    ]
    spent = units.exact_seconds(sum(part.seconds for part in answer.spent))
    figures = {"spent": spent, "time": units.exact_seconds(answer.time_s)}
    return [message(f"time-{answer.ended or 'so-far'}", parts=language.clauses(parts), **figures)]


def _basis(answer: document.Answer) -> list[str]:
    sentences = _time_sentences(answer)
    confidence = units.significant_percent(answer.confidence, 3)
    code = "noise-sparse" if answer.noise_is == "sparse" else "noise-pure"
    sentences.append(message(code, noise=share(answer.noise), confidence=confidence))
    # Added Runs share a little of every factor, which is in their intervals.
    if answer.resolution <= 3 and not (
        answer.spent and not any(factor.mixed_with for factor in answer.factors)
    ):
        sentences.append(message(f"valid-resolution-{answer.resolution}"))
    if answer.lost:
        lost = len(answer.lost)
        sentences.append(message("lost", count=lost, runs=answer.runs, reason=answer.lost[0].why))
    if answer.lost_at:
        sentences.append(message("lost-at", levels=language.listing(answer.lost_at)))
    if answer.waiting:
        sentences.append(message("waiting", count=answer.waiting, runs=answer.runs))
    if answer.drift is not None and answer.drift.seen:
        change = answer.drift.change
        sentences.append(message("drifted", change=percent(change.value), interval=span(change)))
    if answer.carry_over.seen:
        correlation = units.with_sign(answer.carry_over.correlation, 2)
        sentences.append(message("carried-over", correlation=correlation))
    return sentences
