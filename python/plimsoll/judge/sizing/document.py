"""The answer of `plimsoll size` as a document: `plimsoll.size/1`. The sums are `sums.py`'s,
what was asked is `guests.py`'s.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from plimsoll.closed import Closed
from plimsoll.judge.sizing import notes as notes_
from plimsoll.judge.sizing import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.judge.sizing import sums as sizing_sums
    from plimsoll.judge.sizing.guests import SizeFile


class BasisSaid(Closed):
    """Where a limit comes from, as a code with its figures."""

    kind: Literal["drives", "line", "bandwidth", "pool", "fullest_host"] = Field(
        description="Of what the sums are made."
    )
    figures: dict[str, float] = Field(
        description="IOPS, numbers of things, shares 0 to 1, by name."
    )
    down: Literal["controller", "host"] | None = Field(
        description="The part that may be down; null where that takes nothing from the limit."
    )
    parts: int | None = Field(
        description="How many of them there are, where the share of one is taken off."
    )


class LimitSaid(Closed):
    """One limit, and how far the recommended guests use it."""

    name: str = Field(description="drives, load line, bandwidth, capacity or host.")
    unit: str = Field(description="Of the figures.")
    carried: float = Field(description="What there is.")
    usable: float = Field(description="After headroom, the rule of filling, and what is down.")
    used: float = Field(description="By the recommended guests at the end of the years.")
    left: float = Field(description="usable less used.")
    sums: str = Field(description="Where it comes from.")
    basis: BasisSaid = Field(description="The same as a code.")


class Host(Closed):
    """The fullest host."""

    hosts: int = Field(description="Hosts that are up.")
    guests: int = Field(description="On the fullest.")
    iops: float = Field(description="On the fullest, at the end of the years.")


class NoteSaid(Closed):
    """What to know beside the answer, as a code."""

    kind: notes_.Kind = Field(description="The code.")
    figures: dict[str, float | str | list[float]] = Field(
        description="Per s, bytes, percentages, numbers of things, by name; names that were given."
    )


class Guests(Closed):
    """How many guests."""

    recommended: int = Field(
        description="From the rate to plan with; of a line given as numbers, its low end."
    )
    high: int | None = Field(description="From its high end; null when the line has none.")
    by_profile: dict[str, int] = Field(description="The recommended ones, by profile.")
    wanted: int = Field(description="The sum of the counts.")
    wanted_fit: bool = Field(description="Whether those fit.")
    short_of: list[str] = Field(description="The limits that those would exceed.")


class SizeResult(Closed):
    """The answer of `plimsoll size`."""

    schema_: Literal["plimsoll.size/1"] = Field("plimsoll.size/1", alias="schema")
    guests: Guests
    breaks_first: str = Field(
        description="The limit that one guest more than recommended would exceed."
    )
    because: str = Field(description="The answer in a sentence.")
    limits: list[LimitSaid] = Field(description="Every limit.")
    per_host: Host | None = Field(description="Null when the number of hosts was not given.")
    down: Literal["none", "controller", "host"] = Field(description="What may be down.")
    headroom: float = Field(description="Share kept free.")
    grown: float = Field(description="Demand at the end of the years over today's.")
    line: dict[str, Any] | None = Field(
        description=(
            "The load line: low, high, plan_per_s (the rate to plan with), and where it was"
            " measured; null with drives."
        )
    )
    notes: list[str] = Field(description="What to know beside the answer.")
    noted: list[NoteSaid] = Field(description="The same as codes, in that order.")


def result(
    file: SizeFile,
    sized: sizing_sums.Sized,
    storage: sizing_sums.Storage,
    line: dict[str, Any] | None,
    noted: Sequence[notes_.Note],
) -> SizeResult:
    """The answer as a document."""
    rules, fit = file.rules(), sized.recommended
    by_kind = list(zip(file.profile, fit.counts, strict=True))
    guests = Guests(
        recommended=fit.guests,
        high=None if sized.most is None else sized.most.guests,
        by_profile={one.name: n for one, n in by_kind},
        wanted=sized.wanted,
        wanted_fit=sized.wanted_fit,
        short_of=[one.name for one in sized.short_of],
    )
    return SizeResult(
        guests=guests,
        breaks_first=fit.breaks,
        because=words.answer(
            [one.name for one in file.profile],
            sized,
            wanted=any("count" in one.model_fields_set for one in file.profile),
        ),
        limits=[
            LimitSaid(
                name=one.name,
                unit=one.unit,
                carried=one.carried,
                usable=one.usable,
                used=one.used,
                left=one.left,
                sums=words.basis(one.basis),
                basis=BasisSaid(**asdict(one.basis)),
            )
            for one in fit.limits
        ],
        per_host=(
            None
            if fit.per_host is None
            else Host(hosts=fit.per_host.hosts, guests=fit.per_host.guests, iops=fit.per_host.iops)
        ),
        down=rules.down,
        headroom=rules.headroom,
        grown=rules.grown,
        line=(
            line
            if line is not None
            else (
                None
                if storage.low is None
                else {"low": storage.low, "high": storage.high, "from": "given"}
            )
        ),
        notes=[words.note(one) for one in noted],
        noted=[NoteSaid(kind=one.kind, figures=dict(one.figures)) for one in noted],
    )
