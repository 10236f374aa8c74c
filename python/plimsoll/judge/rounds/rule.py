"""The `[rounds]` table of a campaign's file: a repeat is a round, and rounds end when the target is
steady, or was written full so many times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from plimsoll.closed import Closed

if TYPE_CHECKING:
    from collections.abc import Mapping

Of = Literal["rate", "bytes", "latency"]
Percent = Annotated[float, Field(gt=0, le=100)]


class Track(Closed):
    """A test of each round by which steadiness is judged."""

    name: str = Field(description="As reports call it.")
    workload: str = Field(description="The name of its [[workload]].")
    block_size: str | None = Field(
        None, description="Its block size, where the workload has several."
    )
    of: Of = Field(
        "rate", description="IOPS (rate), bytes/s (bytes) or mean response time (latency)."
    )

    def is_of(self, workload: Mapping[str, object]) -> bool:
        """Whether a Point with this workload is what is tracked."""
        return workload.get("name") == self.workload and self.block_size in (
            None,
            workload.get("block_size"),
        )


class Rounds(Closed):
    """Every repeat is a round; rounds go on until the tracked tests are steady, or for
    campaign.repeats. Needs order = "as_written" and one target."""

    tracks: list[Track] = Field(description="All of them must be steady.", min_length=1)
    window: Annotated[int, Field(ge=3)] = Field(
        5, description="Steady state is judged by so many rounds."
    )
    range: Percent = Field(
        20.0, description="Highest less lowest of them, at most so many percent of their mean."
    )
    slope: Percent = Field(
        10.0,
        description=(
            "Rise or fall of the straight line through them, from the first to the last: at most so"
            " many percent of their mean."
        ),
    )
    every: Annotated[int, Field(ge=1)] = Field(
        1, description="Rounds that are judged lie so many apart."
    )
    capacity: Annotated[float, Field(gt=0)] | None = Field(
        None,
        description=(
            "Rounds end when so many times the target's size was written, steady or not. Without:"
            " when the target is steady."
        ),
    )
