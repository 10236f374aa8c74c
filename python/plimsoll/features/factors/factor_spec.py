"""The tables of a factor study in the document of a campaign: `[study]` and `[factor.NAME]`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from plimsoll.base import language
from plimsoll.campaign.commands import Command  # pydantic reads it
from plimsoll.features.factors.messages import message
from plimsoll.features.factors.rules import study
from plimsoll.features.factors.rules.designs import Kind  # pydantic reads it
from plimsoll.features.factors.rules.study import ResponseName  # pydantic reads it
from plimsoll.native import stack_parameters

PLACES = ("stack", "workload", "load")
"""Tables of a campaign with keys that a factor may set."""
POLICY = "policy"
"""Value of `sets` for levels that are policy files."""


def _share(given: Any) -> Any:
    """`5%` or `5 %` is 0.05."""
    if isinstance(given, str) and given.strip().endswith("%"):
        try:
            return float(given.strip().rstrip("%")) / 100
        except ValueError:
            return given
    return given


def _as_list(given: Any) -> Any:
    return [given] if isinstance(given, str) else given


Share = Annotated[
    Annotated[float, Field(gt=0, lt=10, allow_inf_nan=False)],
    BeforeValidator(_share, json_schema_input_type=float | str),
]
Chance = Annotated[
    Annotated[float, Field(ge=0.5, lt=1, allow_inf_nan=False)],
    BeforeValidator(_share, json_schema_input_type=float | str),
]


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid")


class FactorTable(_Document):
    """Something that a study changes: keys of the campaign (`sets`), or a setting of the system
    under test (`set`, `read`, `restore`)."""

    levels: list[Any] = Field(
        description=(
            "Two levels, low and high, or three with one in the middle. Without sets and set each"
            ' is a table of keys: { "stack.path.policy" = "fixed" }.'
        ),
        min_length=2,
        max_length=3,
    )
    names: list[str] = Field([], description="What reports call the levels. Default: as they are.")
    sets: Annotated[
        list[str], BeforeValidator(_as_list, json_schema_input_type=str | list[str])
    ] = Field(
        [],
        description=(
            "The key that takes the level, or several: stack.multipath.switch_after,"
            " workload.block_size, load.queue_depth, load.hosts. Or policy: the levels are"
            " policy files (plimsoll policy), applied, read back and removed as settings are."
        ),
    )
    set: Command | None = Field(
        None,
        description=(
            "Sets a setting of the system under test. The level is $PLIMSOLL_LEVEL, and {level} in"
            " a list."
        ),
    )
    read: Command | None = Field(
        None, description="Prints what the setting is; it must print the level that was set."
    )
    restore: Command | None = Field(
        None, description="Puts it back; the original is $PLIMSOLL_ORIGINAL, {original} in a list."
    )
    reads: list[str] = Field(
        [], description="What `read` prints at each level. Default: the levels as they are."
    )
    hard_to_change: bool = Field(
        False, description="It is changed as rarely as the design allows (whole plots)."
    )

    @property
    def is_setting(self) -> bool:
        """Whether commands set it."""
        return self.set is not None or self.is_policy

    @property
    def is_policy(self) -> bool:
        """Whether its levels are policy files, without commands yet."""
        return self.sets == [POLICY]

    @model_validator(mode="after")
    def _fits(self) -> FactorTable:
        if self.is_policy:
            self._policies_fit()
        elif self.is_setting:
            if self.sets:
                raise ValueError(message("sets-or-set"))
            missing = [key for key in ("read", "restore") if getattr(self, key) is None]
            if missing:
                raise ValueError(message("setting-incomplete", key=missing[0]))
            if isinstance(self.set, str) and "{level}" in self.set:
                raise ValueError(message("level-in-text"))
        elif self.read is not None or self.restore is not None:
            raise ValueError(message("set-missing"))
        elif not self.sets:
            if not all(isinstance(level, dict) for level in self.levels):
                raise ValueError(message("sets-nothing"))
            keys = {tuple(sorted(stack_parameters.flat(level))) for level in self.levels}
            if len(keys) > 1:
                raise ValueError(message("levels-differ"))
        for key in () if self.is_policy else self.keys:
            if key.partition(".")[0] not in PLACES or "." not in key:
                raise ValueError(
                    message(
                        "key-cannot-be",
                        key=key,
                        tables=language.listing(f"{table}." for table in PLACES[:-1]),
                        last=PLACES[-1],
                        policy=POLICY,
                    )
                )
        for listed in ("names", "reads"):
            given = getattr(self, listed)
            if given and len(given) != len(self.levels):
                raise ValueError(
                    message(
                        "entries-differ", listed=listed, given=len(given), levels=len(self.levels)
                    )
                )
        for place in range(len(self.levels)):
            for other in range(place):
                if self.levels[place] == self.levels[other]:
                    raise ValueError(
                        message("levels-equal", level=stack_parameters.value(self.levels[place]))
                    )
        return self

    def _policies_fit(self) -> None:
        if any(command is not None for command in (self.set, self.read, self.restore)):
            raise ValueError(message("policy-by-itself"))
        if not all(isinstance(level, str) for level in self.levels):
            raise ValueError(message("policy-files"))

    @property
    def keys(self) -> list[str]:
        """The keys that the factor sets."""
        if self.is_setting or self.sets:
            return self.sets
        return sorted(stack_parameters.flat(self.levels[0]))

    def words(self, place: int) -> str:
        """A level as text."""
        if self.names:
            return self.names[place]
        level = self.levels[place]
        if isinstance(level, dict) and not self.sets:
            return language.listing(
                f"{key.partition('.')[2]} {stack_parameters.value(value)}"
                for key, value in stack_parameters.flat(level).items()
            )
        return stack_parameters.value(level)


class StudyTable(_Document):
    """What a study judges, and by which design."""

    response: ResponseName = Field(
        study.NAMES[0],
        description=(
            "What is judged: iops: achieved IOPS; maximum: maximum IOPS; load_line: load line;"
            " mean: mean response time; p99: p99 response time; cpu_per_io: CPU per I/O."
        ),
    )
    design: Literal["auto"] | Kind = Field(
        "auto",
        description=(
            "auto takes the smallest that sees `effect`, with main effects clear of interactions of"
            " two factors."
        ),
    )
    resolution: Annotated[int, Field(ge=3, le=5)] = Field(4, description="Of a fraction.")
    runs: int | None = Field(
        None,
        description=(
            "Of Plackett-Burman, before it is folded: 12, 16, 20 … 100. Of a fraction: 8, 16, 32 or"
            " 64, and its resolution is what so many Runs give."
        ),
    )
    replicates: Annotated[int, Field(ge=1, le=100)] | None = Field(
        None, description="How many times the design is run. Default: as `effect` needs."
    )
    centre_points: Annotated[int, Field(ge=0, le=100)] = Field(
        0, description="Runs with every factor in the middle: they show curvature and noise."
    )
    blocks: Annotated[int, Field(ge=1, le=20)] = Field(
        1, description="Slices of time whose differences are taken out."
    )
    forbid: list[dict[str, Any]] = Field(
        [],
        description=(
            'Combinations that cannot be: { switching = 1, "HBA queue" = 32 } by factor and level.'
        ),
    )
    effect: Share = Field(0.05, description="The change from low to high that matters: 5%.")
    noise: Share = Field(0.03, description="Expected between equal Runs, for the plan: 3%.")
    power: Chance = Field(0.8, description="With which that effect is to be seen: 80%.")
    confidence: Chance = Field(0.95, description="Of all intervals together.")
    time: str | None = Field(
        None,
        description=(
            "What the study may take in all: 2h. It begins with the smallest design, then adds Runs"
            " where they change the answer, until the time is spent or nothing more would. On the"
            " virtual clock it is virtual time. Default: a plan that is fixed before."
        ),
    )
    confirm: Annotated[int, Field(ge=0, le=20)] = Field(
        3, description="Runs at the best setting at the end, compared with its prediction."
    )


TABLES = {
    "factor": (
        dict[str, FactorTable],
        {},
        "For strategy factors: what the study changes, by name.",
    ),
    "study": (
        StudyTable,
        StudyTable(),
        "For strategy factors: what is judged, by which design.",
    ),
}
"""By key: type, default and description of a table."""
