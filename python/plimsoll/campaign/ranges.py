"""Values of a campaign that are written as a range: `{ from = 10000, to = 350000, step = 10000 }`,
`{ from = "4k", to = "1m", times = 2 }`."""

from __future__ import annotations

import math
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from plimsoll.base.errors import PlimsollError
from plimsoll.campaign.messages import message
from plimsoll.native.session import parse_size

MOST = 10_000
"""Upper limit of the values of a range; more is taken for a mistake."""


class Range(BaseModel):
    """Every value from the first to the last, both included where they are met exactly."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    first: float | str = Field(alias="from", description="The first value; a size may be a text.")
    last: float | str = Field(alias="to", description="No value lies beyond it.")
    step: float | str | None = Field(None, description="From each value to the next.")
    times: float | None = Field(None, description="Each value is so many times the one before.")
    per: Literal["client", "target"] | None = Field(
        None, description="Of rates: each is that of each client, or of each target."
    )

    @model_validator(mode="after")
    def _moves(self) -> Range:
        if (self.step is None) == (self.times is None):
            raise ValueError(message("range-step-or-times"))
        if self.step is not None and _number(self.step) <= 0:
            raise ValueError(message("range-step-zero"))
        if self.times is not None and not self.times > 1:
            raise ValueError(message("range-times-small"))
        first, last = _number(self.first), _number(self.last)
        if self.times is not None and not (first > 0 and last > 0):
            raise ValueError(message("range-times-ends"))
        if self._count(first, last) > MOST:
            raise ValueError(message("range-too-long", most=f"{MOST:,}"))
        return self

    def _count(self, first: float, last: float) -> float:
        if self.times is not None:
            return abs(math.log(last / first)) / math.log(self.times) + 1
        return abs(last - first) / _number(self.step or 0) + 1

    def values(self) -> list[float | int | str]:
        """The values in order, as integers where they are whole."""
        first, last = _number(self.first), _number(self.last)
        # A last value that is off by rounding still counts.
        count = math.floor(self._count(first, last) + 1e-9)
        falls = last < first
        if self.times is not None:
            factor = 1 / self.times if falls else self.times
            found = [first * factor**at for at in range(count)]
        else:
            step = -_number(self.step or 0) if falls else _number(self.step or 0)
            found = [first + step * at for at in range(count)]
        if self.per is not None:
            return [f"{_plain(value)}/{self.per}" for value in found]
        return list(map(_plain, found))


def expand_range(given: Any) -> Any:
    """The values of a range; anything else unchanged."""
    return Range.model_validate(given).values() if isinstance(given, dict) else given


def _number(given: float | str) -> float:
    if not isinstance(given, str):
        if not math.isfinite(given):
            raise ValueError(message("range-endless"))
        return float(given)
    try:
        return float(parse_size(given))
    except PlimsollError as error:
        raise ValueError(error.message) from None


def _plain(value: float) -> float | int:
    rounded = float(f"{value:.12g}")
    return int(rounded) if rounded.is_integer() else rounded
