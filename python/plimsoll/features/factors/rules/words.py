"""The sentences and figures of a factor study's answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.features.factors.rules.study import response

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.features.factors.rules.analysis import RunResponse
    from plimsoll.features.factors.rules.document import (
        Answer,
        FactorEffect,
        Interaction,
        Ratio,
        Verdict,
    )
    from plimsoll.features.factors.rules.study import Study

VERDICTS: dict[Verdict, str] = {
    "matters": "matters",
    "small": "seen, but small",
    "leave_alone": "may be left alone",
    "not_decided": "below the noise",
    "not_told": "not determined by these Runs",
}
DESIGNS = {
    "full": "full factorial",
    "fraction": "fractional factorial",
    "plackett_burman": "Plackett-Burman",
    "folded_plackett_burman": "folded Plackett-Burman",
    "definitive_screening": "definitive screening",
}
_RESOLUTIONS = {
    2: "main effects are mixed with each other",
    3: "main effects are clear of each other, but mixed with interactions of two factors",
    4: "main effects are clear of interactions of two factors",
    5: "main effects and interactions of two factors are all clear of each other",
}


def percent(ratio: float) -> str:
    """A ratio as a change: `+52 %`, `-3.1 %`, `×2.4` from a doubling on."""
    if _in_times(ratio):
        return f"×{ratio:.3g}"
    change = (ratio - 1) * 100
    digits = 0 if abs(change) >= 10 else 1
    if round(change, digits) == 0:
        return "0 %"
    return f"{change:+.{digits}f} %"


def _in_times(ratio: float) -> bool:
    return ratio >= 2 or ratio <= 0.5


def span(ratio: Ratio) -> str:
    """The interval of a ratio, in the form of its value."""
    if _in_times(ratio.value):
        return f"×{ratio.low:.3g} to ×{ratio.high:.3g}"
    return f"{percent(ratio.low)} to {percent(ratio.high)}"


def cells(row: FactorEffect) -> tuple[str, str]:
    """Effect and interval of a row, or its bound."""
    if row.beyond is not None:
        return beyond(row), units.DASH
    if row.effect is None:
        return units.DASH, units.DASH
    return percent(row.effect.value), span(row.effect)


def response_figure(name: str, result: RunResponse) -> str:
    """The result of a Run."""
    if result.bound is not None:
        return f"{result.bound.side.replace('_', ' ')} {figure(name, result.bound.value)}"
    return units.DASH if result.value is None else figure(name, result.value)


def share(value: float) -> str:
    """A small share: `5 %`. Rounding errors are zero."""
    if value < 1e-6:
        return "0 %"
    return f"{value * 100:.0f} %" if value >= 0.095 else f"{value * 100:.2g} %"


def figure(name: str, value: float) -> str:
    """A value of a response with its unit."""
    return f"{units.rate(value)} IOPS" if response(name).unit == "IOPS" else units.nanos(value)


def design(study: Study) -> str:
    """The design: `folded Plackett-Burman, 24 Runs: main effects are clear of …`."""
    more = [f"{study.replicates} replicates in all" if study.replicates > 1 else ""]
    more.append(f"{study.centre_points} centre points" if study.centre_points else "")
    more.append(f"{study.blocks} blocks" if study.blocks > 1 else "")
    plots = len({run.plot for run in study.runs})
    more.append(f"{plots} whole plots" if plots > 1 else "")
    parts = ", ".join(part for part in (f"{len(study.runs)} Runs", *more) if part)
    return f"{DESIGNS[study.design]}, {parts}: {_RESOLUTIONS[study.resolution]}"


def response_words(study: Study) -> str:
    """The response and its direction."""
    judged = response(study.response)
    better = "more" if judged.more_is_better else "less"
    return f"{judged.label}, {better} is better; effects are ratios"


def power(study: Study) -> str:
    """The power of a study in a sentence."""
    sentence = (
        f"{study.power * 100:.3g} % chance to see an effect of {share(study.detectable)}, if"
        f" identical Runs differ by {share(study.noise)}"
    )
    if study.detectable > study.effect * 1.0001:
        sentence += (
            f"; {share(study.effect)} was asked for: more study.replicates, longer Runs or a larger"
            " study.effect"
        )
    return sentence


def time(study: Study) -> str:
    """The use of a given time, or an empty text for a fixed plan."""
    if study.time_s is None:
        return ""
    return (
        f"in {units.exact_seconds(study.time_s)}{' of virtual time' * study.virtual}: these Runs"
        " first, then more where they change the answer"
    )


def headline(answer: Answer) -> str:
    """The headline: the strongest factor and its effect."""
    return headlines(answer)[0]


def headlines(answer: Answer) -> tuple[str, ...]:
    """The headline in several lengths, the fullest first."""
    label = response(answer.response).label
    matter = [factor for factor in answer.factors if factor.verdict == "matters"]
    if answer.bounded is not None and not answer.bounded.levels:
        n = len(answer.bounded.points)
        return (
            (
                f"Not ranked: {n} of {answer.runs} Runs, which have no level in common, have only"
                f" a bound ({beyond_what(answer)})."
            ),
            f"Not ranked: {n} of {answer.runs} Runs have only a bound.",
        )
    if not matter and answer.lost_at:
        at = ", ".join(answer.lost_at)
        return (
            f"Not decided: no Run at {at} has a figure, and that level may be the worst.",
            "Not decided: a level has no figure at all.",
        )
    if not matter:
        small = [factor for factor in answer.factors if factor.verdict == "small"]
        alone = sum(factor.verdict == "leave_alone" for factor in answer.factors)
        if len(small) + alone == len(answer.factors):
            return (
                f"No factor changes the {label} by {share(answer.effect_that_matters)} or more.",
            )
        return (
            (
                f"No factor was seen to change the {label}; a change below"
                f" {share(answer.smallest_seen)} would not be seen."
            ),
            f"No effect was seen; one below {share(answer.smallest_seen)} would not be.",
        )
    if (failed := _failed_prediction(answer)) is not None:
        return failed
    first, names = matter[0], [_with_aliases(factor) for factor in matter]
    share_of = f"{len(matter)} of {len(answer.factors)} factors matter"
    if len(matter) == 1:
        share_of = f"1 of {len(answer.factors)} factors matters"
    most = ""
    if first.beyond is not None:
        most = f"; most: {first.factor}, {beyond(first)} {label} from {first.low} to {first.high}"
    elif first.effect is not None:
        most = f"; most: {first.factor}, {percent(first.effect.value)} {label}"
        most += f" from {first.low} to {first.high}"
    together = max(answer.interactions, key=lambda joint: joint.share, default=None)
    if together is not None and together.share > first.share:
        alike = " (or an interaction that looks the same)" if together.not_told_from else ""
        most = f"; most: {pair(together.factors)}{alike}, {percent(together.effect.value)}"
    return (
        f"{share_of}: {', '.join(names)}{most}.",
        f"{share_of}{most}.",
        f"{share_of}: {', '.join(names)}.",
        f"{share_of}{most.partition(',')[0]}.",
        f"{share_of}.",
    )


def beyond(factor: FactorEffect) -> str:
    """A bounded effect: `at least ×12`."""
    assert factor.beyond is not None, "there is one"
    return f"{factor.beyond.side.replace('_', ' ')} {percent(factor.beyond.value)}"


def beyond_what(answer: Answer) -> str:
    """The bound of Runs without a figure: `p99 response time at least 1.2 s`."""
    found = answer.bounded
    assert found is not None, "there is one"
    label = response(answer.response).label
    return f"{label} {found.side.replace('_', ' ')} {figure(answer.response, found.value)}"


def _with_aliases(factor: FactorEffect) -> str:
    """A factor with its aliased interactions."""
    if not factor.mixed_with:
        return factor.factor
    return f"{factor.factor} (or {' or '.join(pair(other) for other in factor.mixed_with[:2])})"


def _failed_prediction(answer: Answer) -> tuple[str, ...] | None:
    """The headlines of a failed prediction, or None."""
    best = answer.best
    if best is None or best.confirmed is None or best.confirmed.within:
        return None
    measured = figure(answer.response, best.confirmed.value)
    predicted = figure(answer.response, best.predicted)
    return (
        f"Do not rely on these effects: {predicted} was predicted, and Runs there gave {measured}.",
        f"Not as predicted: {measured} instead of {predicted}.",
    )


def because(answer: Answer) -> tuple[str, ...]:
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


def _bound_sentences(answer: Answer) -> list[str]:
    found = answer.bounded
    if found is None:
        return []
    n, bound = len(found.points), f"only a bound: {beyond_what(answer)}"
    if not found.levels:
        return [
            (
                f"{n} Runs have {bound} ({found.why}). They have no level in common; the effects"
                " below are those of the other Runs. Offer a lower rate, or choose levels that are"
                " closer together."
            )
        ]
    at = " with ".join(found.levels)
    each = f"{n} of the {found.runs} Runs" if n < found.runs else f"all {n} Runs"
    return [
        (
            f"At {at}, {each} have {bound} ({found.why}). All other effects come from Runs with a"
            " figure."
        )
    ]


def _names_of(answer: Answer, verdict: Verdict) -> str:
    return ", ".join(factor.factor for factor in answer.factors if factor.verdict == verdict)


def _verdict_sentences(answer: Answer) -> list[str]:
    sentences = []
    limit = share(answer.effect_that_matters)
    if alone := _names_of(answer, "leave_alone"):
        sentences.append(
            f"May be left alone, since it changes the {response(answer.response).label} by less"
            f" than {limit}: {alone}."
        )
    if small := _names_of(answer, "small"):
        sentences.append(f"Seen, but less than {limit}: {small}.")
    if unknown := _names_of(answer, "not_decided"):
        sentences.append(
            f"Not decided: {unknown}. To tell whether it changes the"
            f" {response(answer.response).label} by {limit} takes more Runs, longer Runs, or a"
            " design that tells it from interactions."
        )
    if untold := _names_of(answer, "not_told"):
        sentences.append(f"Not determined by the remaining Runs: {untold}.")
    return sentences


def pair(names: Sequence[str]) -> str:
    """An interaction by name; a curve."""
    return f"{names[0]} (curve)" if names[0] == names[1] else " × ".join(names)


def _interaction(joint: Interaction) -> str:
    also = ""
    if joint.not_told_from:
        few = [pair(other) for other in joint.not_told_from[:3]]
        more = len(joint.not_told_from) - len(few)
        also = f"; the design cannot tell it from {', '.join(few)}"
        also += f" and {more} more" if more > 0 else ""
    if joint.factors[0] == joint.factors[1]:
        return (
            f"{joint.factors[0]} is curved: its middle lies off the line between its ends"
            f" ({percent(joint.effect.value)}; {span(joint.effect)}){also}."
        )
    return (
        f"{pair(joint.factors)}: what one does depends on the other ({percent(joint.effect.value)};"
        f" {span(joint.effect)}){also}."
    )


def best(answer: Answer) -> tuple[str, ...]:
    """The best setting with its prediction and confirmation."""
    found = answer.best
    if found is None:
        return ()
    levels = ", ".join(f"{level.factor} {level.level}" for level in found.levels if level.matters)
    either = [level.factor for level in found.levels if not level.matters]
    rest = f"; either level of {', '.join(either)}" if either else ""
    setting = (
        f"Best setting: {levels}{rest}: {figure(answer.response, found.predicted)} predicted"
        f" ({figure(answer.response, found.low)} to {figure(answer.response, found.high)})"
    )
    if found.confirmed is None:
        return (f"{setting}, not confirmed by a separate Run.",)
    runs = f"{found.confirmed.runs} Run{'s' * (found.confirmed.runs != 1)}"
    measured = figure(answer.response, found.confirmed.value)
    if found.confirmed.within:
        return (f"{setting}; {runs} there gave {measured}, as predicted.",)
    return (
        (
            f"{setting}; {runs} there gave {measured}, outside the prediction: the factors act"
            " together in a way that this design does not show. Trust the Runs, not the prediction."
        ),
    )


_END_REASONS = {
    "decided": "more Runs would change nothing",
    "time": "the time is used up",
    "no_rows": "no further Run is possible",
}


def _time_sentences(answer: Answer) -> list[str]:
    """The use of the time, and the reason for the end."""
    if answer.time_s is None:
        return []
    parts = []
    for part in answer.spent:
        runs = f"{part.runs} Run{'s' * (part.runs != 1)}"
        about = f"{', '.join(part.about[:3])}{' and more' * (len(part.about) > 3)}"
        purpose = {
            "screening": f"screening {runs}",
            "tell_apart": f"{runs} to tell apart {about}",
            "narrow": f"{runs} to decide on {about}",
            "confirm": f"{runs} to confirm",
        }[part.on]
        parts.append(f"{purpose} ({units.exact_seconds(part.seconds)})")
    total = sum(part.seconds for part in answer.spent)
    why = f"; ended because {_END_REASONS[answer.ended]}" if answer.ended is not None else ""
    return [
        (
            f"Spent {units.exact_seconds(total)} of {units.exact_seconds(answer.time_s)}:"
            f" {'; '.join(parts)}{why}."
        )
    ]


def _basis(answer: Answer) -> list[str]:
    sentences = _time_sentences(answer)
    kind = "what effects of two factors do not explain"
    if answer.noise_is == "sparse":
        kind = "assuming that most effects are zero"
    sentences.append(
        f"Noise of a Run: {share(answer.noise)} ({kind}); intervals hold for all effects together"
        f" with {answer.confidence * 100:.3g} % confidence."
    )
    # Added Runs share a little of every factor, which is in their intervals.
    if answer.resolution <= 3 and not (
        answer.spent and not any(factor.mixed_with for factor in answer.factors)
    ):
        sentences.append(f"In the valid Runs, {_RESOLUTIONS[answer.resolution]}: see the aliases.")
    if answer.lost:
        n = len(answer.lost)
        sentences.append(
            f"{n} of {answer.runs} Runs say{'s' * (n == 1)} nothing and"
            f" {'is' if n == 1 else 'are'} left out: {answer.lost[0].why}."
        )
    if answer.lost_at:
        sentences.append(
            f"Every lost Run was at {', '.join(answer.lost_at)}: they were not lost by chance, and"
            " the result for that factor may look too good."
        )
    if answer.waiting:
        sentences.append(f"{answer.waiting} of {answer.runs} Runs are still to come.")
    if answer.drift is not None and answer.drift.seen:
        sentences.append(
            f"The figures drifted by {percent(answer.drift.change.value)} over the study"
            f" ({span(answer.drift.change)}); this is removed."
        )
    if answer.carry_over.seen:
        sentences.append(
            "The residuals of successive Runs are correlated"
            f" ({answer.carry_over.correlation:+.2f}): let the target settle longer between Runs."
        )
    return sentences
