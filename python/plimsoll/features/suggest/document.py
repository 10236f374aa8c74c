"""The answer of `plimsoll policy suggest` as a document, `plimsoll.suggest/1`."""

from typing import Literal

from pydantic import Field

from plimsoll.base.closed_model import ClosedModel
from plimsoll.features.policy import words as policy_words
from plimsoll.features.suggest.choosing import Figure, Remark  # pydantic reads them
from plimsoll.features.suggest.suggestion import Suggestion, remark


class SuggestedFigure(ClosedModel):
    """A figure of the policy, and the load line that it rests on."""

    figure: Figure = Field(description="What it limits; bytes are per second.")
    value: int = Field(description="As written: per second.")
    campaign: int = Field(description="Of the line, in the store.")
    pattern: str = Field(description="Of the line's workload.")
    block_bytes: int = Field(description="Of the line's workload.")
    read_percent: float = Field(description="Of the line's workload.")
    objective: str | None = Field(description="Of the line, in canonical form.")
    grade: Literal["confirmed", "estimated", "bounded"] = Field(description="Of the line.")
    plan_per_s: float = Field(description="Its rate to plan with, in operations/s.")
    low: float | None = Field(description="The lower end of its interval.")
    high: float | None = Field(description="The upper end; null when none was reached.")


class SuggestedRemark(ClosedModel):
    """What a user of the policy should know."""

    code: Remark = Field(description="What.")
    sentence: str = Field(description="In words.")


class SuggestedProof(ClosedModel):
    """The policy, read back from its text and driven on the model."""

    verdict: Literal["kept", "broken", "inconclusive"] = Field(description="As of policy verify.")
    because: str = Field(description="The verdict in words.")
    points: int = Field(description="How many Points were driven.")


class SuggestionDocument(ClosedModel):
    """the answer of `plimsoll policy suggest`"""

    schema_: Literal["plimsoll.suggest/1"] = Field("plimsoll.suggest/1", alias="schema")
    system: str = Field(description="For what the policy is.")
    text: str = Field(description="The policy as it is applied, with its comments.")
    store: str = Field(description="Where the lines are.")
    target: str = Field(description="What was measured.")
    headroom_percent: float = Field(description="Kept free of each line.")
    figures: list[SuggestedFigure]
    remarks: list[SuggestedRemark]
    proof: SuggestedProof


def document(suggestion: Suggestion) -> SuggestionDocument:
    """The document of a policy that was proven."""
    proven = suggestion.proof.proven
    return SuggestionDocument(
        system=suggestion.target.name,
        text=suggestion.text,
        store=suggestion.lines.store,
        target=suggestion.lines.target,
        headroom_percent=suggestion.headroom,
        figures=[
            SuggestedFigure(
                figure=basis.figure,
                value=basis.value,
                campaign=basis.line.campaign,
                pattern=basis.line.question.pattern,
                block_bytes=basis.line.question.block_bytes,
                read_percent=basis.line.question.read_percent,
                objective=basis.line.objective,
                grade=basis.line.grade,
                plan_per_s=basis.line.plan_per_s or 0.0,
                low=basis.line.low,
                high=basis.line.high,
            )
            for basis in suggestion.chosen.bases
        ],
        remarks=[
            SuggestedRemark(code=code, sentence=remark(suggestion.chosen, code))
            for code in suggestion.chosen.remarks
        ],
        proof=SuggestedProof(
            verdict=proven.verdict,
            because=policy_words.verdict_sentence(proven.kind, proven.figures),
            points=len(suggestion.proof.answers),
        ),
    )
