"""The answer of a factor study as a document: `plimsoll.factors/1`. Effects are ratios, from low to
high: 1.08 is 8 % more."""

from typing import Literal

from pydantic import Field

from plimsoll.base.closed_model import ClosedModel
from plimsoll.features.factors.rules.bounds import Side  # pydantic reads it
from plimsoll.features.factors.rules.designs import Kind  # pydantic reads it
from plimsoll.features.factors.rules.missing import MissingKind  # pydantic reads it
from plimsoll.features.factors.rules.model import Noise  # pydantic reads it
from plimsoll.features.factors.rules.study import Ended, ResponseName  # pydantic reads them

SCHEMA = "plimsoll.factors/1"

Verdict = Literal["matters", "small", "leave_alone", "not_decided", "not_told"]
"""Of a factor. matters: its effect is seen, and may be as large as what was said to matter; small:
seen, and certainly less than that; leave_alone: not seen, and certainly less; not_decided: not
seen, and may be as large; not_told: the Runs left do not tell it."""


class Ratio(ClosedModel):
    """A change from low to high with its simultaneous interval."""

    value: float = Field(description="1.08: 8 % more at high than at low")
    low: float = Field(description="end of the interval")
    high: float = Field(description="end of the interval")


class Beyond(ClosedModel):
    """A change from low to high of which only one end is known, since Runs at one level have only a
    bound."""

    side: Side = Field(description="at_least: the change is this ratio or more")
    value: float = Field(description="a ratio, the margin of noise taken off")


class FactorEffect(ClosedModel):
    """What a factor does by itself, on average over the levels of the others."""

    factor: str = Field(description="its name")
    low: str = Field(description="its low level")
    high: str = Field(description="its high level")
    effect: Ratio | None = Field(description="null: the Runs left do not tell it")
    beyond: Beyond | None = Field(
        None, description="what Runs with a bound say of it; null: they say nothing of this factor"
    )
    share: float = Field(description="of the variation of the response")
    verdict: Verdict = Field(description="whether it matters")
    seen: bool = Field(description="whether the interval leaves out no change")
    interacts_with: list[str] = Field(description="factors with which an interaction is seen")
    mixed_with: list[list[str]] = Field(
        description="interactions that the design does not tell from it, or only in part"
    )


class Interaction(ClosedModel):
    """An interaction that is seen: the effect of one factor depends on the other. A factor with
    itself is a curve: the middle lies off the line between low and high."""

    factors: list[str] = Field(description="two names; the same one twice: a curve")
    effect: Ratio = Field(
        description=(
            "the effect of one at the high level of the other, over its mean effect; of a curve the"
            " outer levels over the middle, squared"
        )
    )
    share: float = Field(description="of the variation of the response")
    not_told_from: list[list[str]] = Field(
        description="interactions that fit these Runs as well, or that the design cannot tell apart"
    )


class Drift(ClosedModel):
    """Change over the study that has nothing to do with factors."""

    change: Ratio = Field(description="from the first Run to the last")
    seen: bool = Field(description="whether the interval leaves out no change")


class CarryOver(ClosedModel):
    """Whether a Run left something to the next."""

    correlation: float = Field(description="of what the model leaves of each Run with the next")
    chance: float = Field(description="of one as large in a random order of the same figures")
    seen: bool = Field(description="whether that is less than 1 in 20")


class BestLevel(ClosedModel):
    """A factor at the best setting."""

    factor: str = Field(description="its name")
    level: str = Field(description="as a reader has it")
    code: float = Field(description="-1, 0 or +1")
    matters: bool = Field(description="whether another level is known to be worse")


class Confirmation(ClosedModel):
    """Runs at the best setting, held against the prediction."""

    runs: int = Field(description="that stand")
    value: float = Field(description="their geometric mean")
    within: bool = Field(description="whether it lies in the interval of the prediction")


class Best(ClosedModel):
    """The best setting."""

    levels: list[BestLevel] = Field(description="by factor")
    predicted: float = Field(description="what the model says, in the unit of the response")
    low: float = Field(description="a Run there should lie above it")
    high: float = Field(description="and below it")
    was_run: bool = Field(description="whether the design asked this combination")
    confirmed: Confirmation | None = Field(description="null: no confirming Run yet")


class LostRun(ClosedModel):
    """A Run of the design that says nothing."""

    point: int = Field(description="its place in the order of asking")
    kind: MissingKind = Field(description="why")
    why: str = Field(description="the same in words")


class BoundedRuns(ClosedModel):
    """Runs of the design that have a bound in the place of a figure."""

    points: list[int] = Field(description="their places in the order of asking")
    side: Side = Field(description="at_least: the response is that or more")
    value: float = Field(description="the bound nearest to the figures, in the response's unit")
    kind: MissingKind = Field(description="why there is no figure")
    why: str = Field(description="the same in words")
    levels: list[str] = Field(
        description=(
            "levels at which all of them are, `queue 32`: there the response is beyond; empty: they"
            " have none in common, and nothing is ranked"
        )
    )
    runs: int = Field(description="of the design at those levels; of all where there are none")
    worse: bool = Field(description="whether beyond is worse than the figures")


class StudyCost(ClosedModel):
    """What a part of the study took."""

    on: Literal["screening", "tell_apart", "narrow", "confirm"] = Field(
        description="the design; Runs added to tell interactions apart, to narrow what is not"
        " decided; Runs at the best setting"
    )
    about: list[str] = Field(description="interactions or factors that its Runs are for")
    runs: int = Field(description="asked")
    seconds: float = Field(description="test time of its Points, their settling included")


class Answer(ClosedModel):
    """What a factor study found."""

    schema_: Literal["plimsoll.factors/1"] = Field(alias="schema")
    response: ResponseName = Field(description="what is judged")
    design: Kind = Field(description="how the combinations were chosen")
    resolution: int = Field(description="of the Runs that stand, as in the plan")
    runs: int = Field(description="of the design")
    used: int = Field(description="of them, those that stand")
    waiting: int = Field(description="of them, those that were not asked yet")
    bounded: BoundedRuns | None = Field(
        None, description="Runs with only a bound; null: there are none"
    )
    lost: list[LostRun] = Field(description="asked without an answer about the target")
    lost_at: list[str] = Field(
        description="levels at which all lost Runs were: `queue 32`; they were not lost by chance"
    )
    confidence: float = Field(description="of all intervals together")
    noise: float = Field(description="of a Run, what its model does not explain: 0.03 is 3 %")
    noise_is: Noise = Field(
        description=(
            "pure: from what no effect of two factors reaches; sparse: from all contrasts but the"
            " strongest interaction, or from main effects, most of which are taken to be nothing"
            " (Lenth)"
        )
    )
    noise_from: int = Field(description="contrasts that the noise is from")
    effect_that_matters: float = Field(description="as asked: 0.05 is 5 %")
    smallest_seen: float = Field(
        description="half-width of the widest interval of a factor: a smaller change is not seen"
    )
    factors: list[FactorEffect] = Field(description="the largest effect first")
    interactions: list[Interaction] = Field(description="those seen, the largest first")
    drift: Drift | None = Field(description="null: too few Runs to tell")
    carry_over: CarryOver = Field(description="between neighbours in the order of asking")
    best: Best | None = Field(description="null: nothing was seen that matters")
    time_s: float | None = Field(
        None, description="that the study may take; null: it has a fixed plan"
    )
    spent: list[StudyCost] = Field([], description="where its time went; empty: a fixed plan")
    ended: Ended | None = Field(None, description="why nothing more was added, as in the plan")
