"""A factor study as the store keeps it beside the campaign's document (`plimsoll.study/1`): its
factors, its design, and the levels of each Run in run order.

Reports read only this and the Runs, so that another version of the design library cannot change the
meaning of a Run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from plimsoll.base.closed_model import ClosedModel
from plimsoll.features.factors.messages import message
from plimsoll.features.factors.rules.designs import Kind  # pydantic reads it

SCHEMA = "plimsoll.study/1"
KEY = "planned_study"
"""Key in the document of a campaign."""

Unit = Literal["IOPS", "ns"]


@dataclass(frozen=True)
class Response:
    """A response that a study judges."""

    name: str
    strategy: str
    """Strategy of each Point."""
    unit: Unit
    more_is_better: bool

    @property
    def label(self) -> str:
        """Name for people."""
        return message(f"response-{self.name}")


RESPONSES = (
    Response("iops", "grid", "IOPS", more_is_better=True),
    Response("maximum", "maximum", "IOPS", more_is_better=True),
    Response("load_line", "load_line", "IOPS", more_is_better=True),
    Response("mean", "grid", "ns", more_is_better=False),
    Response("p99", "grid", "ns", more_is_better=False),
    Response("cpu_per_io", "grid", "ns", more_is_better=False),
)
"""Every response, the default first. All are rates or times: they are judged on a log scale, where
an effect is a ratio."""

NAMES = tuple(entry.name for entry in RESPONSES)

if TYPE_CHECKING:
    ResponseName = str
else:
    ResponseName = Literal[NAMES]
    """One of NAMES, as pydantic checks it."""


def response(name: str) -> Response:
    """The response of this name, which is one of NAMES."""
    return next(known for known in RESPONSES if known.name == name)


class StudyFactor(ClosedModel):
    """A factor."""

    name: str = Field(description="its name")
    low: str = Field(description="the level that is -1, as a reader has it")
    high: str = Field(description="the level that is +1")
    middle: str | None = Field(description="the level that is 0; null: it has none")
    hard_to_change: bool = Field(description="whether it stays put for a whole plot")

    def level(self, code: float) -> str:
        """The level of a code."""
        return str({-1.0: self.low, 0.0: self.middle, 1.0: self.high}[code])


class StudyRun(ClosedModel):
    """A Run of the design: Point of the same place in the order of asking."""

    levels: list[float] = Field(description="by factor: -1, 0 or +1")
    block: int = Field(description="slice of time, from 0")
    plot: int = Field(description="whole plot of hard-to-change levels, from 0")


StepKind = Literal["tell_apart", "narrow"]
Ended = Literal["decided", "time", "no_rows"]


class StudyStep(ClosedModel):
    """A batch of Runs that was added after a look at those before."""

    kind: StepKind = Field(
        description=(
            "tell_apart: interactions that the Runs before did not tell from each other; narrow:"
            " factors that they did not decide"
        )
    )
    first: int = Field(description="place of its first Run in the order of asking, from 1")
    runs: int = Field(description="how many")
    about: list[str] = Field(description="interactions, or factors, that they are for")


class Study(ClosedModel):
    """A factor study before it is run."""

    schema_: Literal["plimsoll.study/1"] = Field(alias="schema")
    response: ResponseName = Field(description="what is judged")
    factors: list[StudyFactor] = Field(description="what varies")
    design: Kind = Field(description="how the combinations were chosen")
    resolution: int = Field(
        description=(
            "3: main effects are clear of each other; 4: also of interactions of two factors; 5:"
            " those also of each other; 2: main effects are mixed"
        )
    )
    replicates: int = Field(description="how many times the design is run")
    centre_points: int = Field(description="Runs at the middle of every factor")
    blocks: int = Field(description="slices of time")
    runs: list[StudyRun] = Field(description="in the order of asking")
    forbidden: list[list[float | None]] = Field(
        [], description="combinations that cannot be: a level by factor, null where any will do"
    )
    confidence: float = Field(description="of all intervals together")
    noise: float = Field(description="between Runs, assumed for the plan: 0.03 is 3 %")
    effect: float = Field(description="that matters: 0.05 is 5 % from low to high")
    power: float = Field(description="with which such an effect should be seen")
    detectable: float = Field(description="the effect that this design sees with that power")
    seed: int = Field(description="of the order and of simulated multipliers")
    time_s: float | None = Field(
        None, description="that it may take: Runs are added while there is some; null: a fixed plan"
    )
    virtual: bool = Field(False, description="whether that is time of the virtual clock")
    steps: list[StudyStep] = Field([], description="what was added to the design so far")
    ended: Ended | None = Field(
        None,
        description=(
            "why nothing more was added. decided: more would change nothing; time: none is left;"
            " no_rows: no further Run is possible. null: a fixed plan, or still in progress"
        ),
    )


def read(document: Mapping[str, object]) -> Study | None:
    """The study in the document of a campaign. None for another campaign."""
    stored = document.get(KEY)
    return None if stored is None else Study.model_validate(stored)
