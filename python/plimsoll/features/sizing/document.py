"""The answer of `plimsoll size` as a document, `plimsoll.size/1`, from the sums (`sums.py`) and the
request (`guests.py`)."""

from typing import Literal

from pydantic import Field

from plimsoll.base.closed_model import ClosedModel
from plimsoll.features.sizing import words
from plimsoll.features.sizing.guests import SizeFile
from plimsoll.features.sizing.notes import Line, Note  # pydantic reads them
from plimsoll.features.sizing.sums import (  # pydantic reads them
    Basis,
    PerHost,
    SizingResult,
    Storage,
)


class LimitUse(ClosedModel):
    """One limit, and how far the recommended guests use it."""

    name: str = Field(description="drives, load line, bandwidth, capacity or host.")
    unit: str = Field(description="Of the figures.")
    carried: float = Field(description="What there is.")
    usable: float = Field(description="After headroom, the rule of filling, and what is down.")
    used: float = Field(description="By the recommended guests at the end of the years.")
    left: float = Field(description="usable less used.")
    sums: str = Field(description="Where it comes from.")
    basis: Basis = Field(description="The same as a code.")


class Guests(ClosedModel):
    """How many guests."""

    recommended: int = Field(
        description="From the rate to plan with; of a line given as numbers, its low end."
    )
    high: int | None = Field(description="From its high end; null when the line has none.")
    by_profile: dict[str, int] = Field(description="The recommended ones, by profile.")
    wanted: int = Field(description="The sum of the counts.")
    wanted_fit: bool = Field(description="Whether those fit.")
    short_of: list[str] = Field(description="The limits that those would exceed.")


class SizeResult(ClosedModel):
    """The answer of `plimsoll size`."""

    schema_: Literal["plimsoll.size/1"] = Field("plimsoll.size/1", alias="schema")
    guests: Guests
    breaks_first: str = Field(
        description="The limit that one guest more than recommended would exceed."
    )
    because: str = Field(description="The answer in a sentence.")
    limits: list[LimitUse] = Field(description="Every limit.")
    per_host: PerHost | None = Field(description="Null when the number of hosts was not given.")
    down: Literal["none", "controller", "host"] = Field(description="What may be down.")
    headroom: float = Field(description="Share kept free.")
    grown: float = Field(description="Demand at the end of the years over today's.")
    line: Line | None = Field(description="Null with drives.")
    notes: list[str] = Field(description="What to know beside the answer.")
    noted: list[Note] = Field(description="The same as codes, in that order.")


def result(
    file: SizeFile, sized: SizingResult, storage: Storage, line: Line | None, notes: list[Note]
) -> SizeResult:
    """The answer as a document."""
    rules, fit = file.rules(), sized.recommended
    names = [kind.name for kind in file.profile]
    return SizeResult(
        guests=Guests(
            recommended=fit.guests,
            high=None if sized.most is None else sized.most.guests,
            by_profile=dict(zip(names, fit.counts, strict=True)),
            wanted=sized.wanted,
            wanted_fit=sized.wanted_fit,
            short_of=[limit.name for limit in sized.short_of],
        ),
        breaks_first=fit.breaks,
        because=words.answer(
            names, sized, wanted=any("count" in kind.model_fields_set for kind in file.profile)
        ),
        limits=[
            LimitUse(**vars(limit), left=limit.headroom, sums=words.basis(limit.basis))
            for limit in fit.limits
        ],
        per_host=fit.per_host,
        down=rules.down,
        headroom=rules.headroom,
        grown=rules.growth_factor,
        line=line or Line.from_numbers(storage),
        notes=[words.note(note) for note in notes],
        noted=notes,
    )
