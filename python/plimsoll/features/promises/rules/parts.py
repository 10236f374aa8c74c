"""The parts of a promise file: workload, load, lengths, and one promise.

A promise names a direction, a value with its unit, a margin and a subject; or an objective with the
levels that are ideal and tolerable; or both: a load line. What that comes to at each block size is
`claims.py`'s.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, create_model, field_validator, model_validator

from plimsoll.base.keys import LOAD, WORKLOAD, Key, Kind
from plimsoll.features.promises.messages import message
from plimsoll.features.promises.rules.kinds import Direction, Subject
from plimsoll.judge.quantity import SizeText, Span, native, quantity, read_by
from plimsoll.native.session import parse_objective, parse_span

MARGIN = 1.0
"""Percent of a promised value that a rate may be off."""
MEDIA_SHARE = 50.0
"""Percent of the volume that must be addressed before a rate says something about the media: S1
tests 50 to 80 % of the data."""
DEFAULT_DEPTH_FACTOR = 4
"""How many times the stated outstanding I/O is tried at most, unless the file says."""

METRIC = re.compile(r"[a-z0-9.]+(\([a-z_, ]*\))?")


class Part(BaseModel):
    """A table of the file: no key but those that are known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


_TYPES: dict[Kind, Any] = {
    "size": int | str,
    "percent": Annotated[float, Field(ge=0, le=100)],
    "count": Annotated[int, Field(ge=1)],
    "text": str,
    "switch": bool,
}
"""What each kind of key is in a file."""


def _key_table(rows: Iterable[Key]) -> Any:
    """A table with a key for each row, each of which may be left out."""
    fields: dict[str, Any] = {
        row.name: (_TYPES[row.kind] | None, Field(None, description=row.text)) for row in rows
    }
    return create_model("Keyed", __base__=Part, **fields)


if TYPE_CHECKING:

    class _WorkloadKeys(Part):
        """The rows of a table, which a type checker cannot see."""

        def __getattr__(self, key: str) -> Any: ...

    _LoadKeys = _WorkloadKeys
else:
    _WorkloadKeys = _key_table(row for row in WORKLOAD.values() if row.name != "verify")
    _LoadKeys = _key_table(LOAD[name] for name in ("workers", "queue_depth", "max_outstanding"))


class Workload(_WorkloadKeys):
    """What operations look like: the keys of a workload file."""


class Load(_LoadKeys):
    """The clients: workers × queue depth, closed loop; or an offered rate for an objective."""

    most_outstanding: int | None = Field(
        None,
        ge=1,
        description=(
            "How far the outstanding I/O over all workers may be raised to tell a cap, or a"
            f" shortfall, from a client with too little of it. Default: {DEFAULT_DEPTH_FACTOR}"
            " times what is stated."
        ),
    )
    rate: str | float | None = Field(
        None, description="Offered rate of an objective: '4000 IOPS', over all workers."
    )
    arrivals: Literal["poisson", "constant"] | None = Field(
        None, description="Spacing of an offered rate. Default poisson."
    )

    @field_validator("rate")
    @classmethod
    def _rate(cls, given: str | float | None) -> float | None:
        if given is None:
            return None
        value, unit, per = quantity(f"{given} IOPS" if isinstance(given, int | float) else given)
        if unit != "IOPS" or per:
            raise ValueError(message("no-offered-rate", given=given))
        return value


class Lengths(Part):
    """How long each Run takes."""

    warmup_for: Span = Field("5s", description="Load before anything counts.")
    measure_for: Span = Field("60s", description="What counts, the initial burst taken out of it.")

    @model_validator(mode="after")
    def _some(self) -> Self:
        if parse_span(self.measure_for) < 2:
            raise ValueError(message("measure-too-short"))
        return self


def _has_bound(objective: str) -> bool:
    return "<=" in objective or ">=" in objective


def _canonical_objective(text: str) -> str:
    return parse_objective(text)


def _check_objective(text: str) -> None:
    if _has_bound(text):
        native(_canonical_objective, text)
    elif METRIC.fullmatch(text.strip()):
        native(_canonical_objective, f"{text} <= 1s")
    else:
        raise ValueError(message("cannot-read-objective", text=text))


class Promise(Part):
    """One promise."""

    name: str | None = Field(None, description="What a reader calls it. Default: its own words.")
    direction: Direction | None = Field(
        None, description="at_least, at_most (a cap) or equals; an objective alone has none."
    )
    value: Annotated[str, read_by(quantity)] | None = Field(
        None,
        description=(
            "'20000 IOPS', '93.75 MiB/s', or '10 IOPS/GB' with `volume`. MB is 1000, MiB 1024."
        ),
    )
    volume: SizeText | None = Field(
        None, description="Size of the volume as it was bought: '2000 GB'."
    )
    normalised_at: SizeText | None = Field(
        None,
        description=(
            "The value counts units of this size, not operations: '32k'. A block of 64k then costs"
            " two, and half as many pass."
        ),
    )
    rounding: Literal["up", "linear"] = Field(
        "up",
        description=(
            "Units of an operation: started ones (up), or its size over the unit, at least one"
            " (linear)."
        ),
    )
    block_sizes: list[int | str] | None = Field(
        None,
        min_length=1,
        description="The promise is checked at each of these block sizes. Default: the workload's.",
    )
    objective: Annotated[str, read_by(_check_objective)] | None = Field(
        None,
        description=(
            "'p99 <= 20ms', also several joined by ' and ', 'errors <= 0.1%' or 'achieved >= 99%';"
            " or only its left side, 'mean', beside the levels `ideal` and `tolerable`. With a"
            " value: the load line."
        ),
    )
    ideal: Span | None = Field(
        None, description="Within this the promise is kept and good: '20ms'."
    )
    tolerable: Span | None = Field(
        None, description="Within this it is still kept: '100ms'; beyond it is broken."
    )
    margin: float = Field(
        MARGIN, ge=0, lt=100, description="Percent of the value that it may be off."
    )
    subject: Subject = Field(
        "system",
        description="What the promise is about: the throttle, the media, or the whole system.",
    )
    media_share: float = Field(
        MEDIA_SHARE,
        gt=0,
        le=100,
        description="Percent of the volume that must be addressed to speak about the media.",
    )
    workload: Workload = Field(Workload(), description="Where it differs from the file's workload.")
    load: Load = Field(Load(), description="Where it differs from the file's load.")

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.value is None and self.objective is None:
            raise ValueError(message("nothing-promised"))
        if self.value is not None and self.direction is None:
            raise ValueError(message("no-direction"))
        levels = self.ideal is not None or self.tolerable is not None
        if levels and (
            self.objective is None or self.tolerable is None or _has_bound(self.objective)
        ):
            raise ValueError(message("write-levels"))
        if self.ideal is not None and parse_span(self.ideal) > parse_span(str(self.tolerable)):
            raise ValueError(
                message("ideal-beyond-tolerable", ideal=self.ideal, tolerable=self.tolerable)
            )
        if self.objective is not None and not levels and not _has_bound(self.objective):
            raise ValueError(message("objective-without-bound", objective=self.objective))
        if self.objective is not None:
            if self.value is not None and (self.direction != "at_least" or levels):
                raise ValueError(message("line-needs"))
            if self.value is None and self.direction not in (None, "at_most"):
                raise ValueError(message("objective-is-a-bound"))
        if self.value is not None:
            _, unit, per = quantity(self.value)
            if per and self.volume is None:
                raise ValueError(message("needs-volume", value=self.value))
            if unit != "IOPS" and (self.normalised_at or self.objective):
                raise ValueError(message("needs-iops-not-bytes"))
        if self.normalised_at is not None and self.value is None:
            raise ValueError(message("needs-iops"))
        return self
