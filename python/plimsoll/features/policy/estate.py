"""Guests in a policy file: number, load, policy and datastore of each kind. `plimsoll policy
simulate` runs them against the described datastore.

A guest has the keys of one in `plimsoll size`; it may have a queue depth in place of its IOPS.
"""

from typing import Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from plimsoll.features.policy.messages import message
from plimsoll.features.sizing.guests import Profile
from plimsoll.judge.quantity import Size, native
from plimsoll.native.session import objective_terms, parse_objective, parse_size

MAX_DEPTH = 4096
MAX_IOPS = 10_000_000
"""IOPS of a guest. A larger figure is a wrong unit."""
MAX_GUESTS = 1000
"""Guests of a kind. More take minutes to simulate."""


class Guests(BaseModel):
    """Guests of a kind. Each has one volume."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    count: int = Field(1, ge=1, le=MAX_GUESTS, description="How many there are.")
    iops: float | None = Field(
        None,
        gt=0,
        le=MAX_IOPS,
        allow_inf_nan=False,
        description="IOPS of one guest at its busy time: it offers them whatever it gets.",
    )
    queue_depth: int | None = Field(
        None,
        ge=1,
        le=MAX_DEPTH,
        description="In the place of iops: it always has so many operations outstanding.",
    )
    block_size: Size = Field("4k", description="Bytes of each operation.")
    read: float = Field(100, ge=0, le=100, description="Share of reads in percent.")
    capacity: Size | None = Field(
        None, description="Bytes of its volume. Default: as the volume of the stack."
    )
    datastore: str = Field(description="Where its volume lies: a datastore with a stack.")
    policy: str | None = Field(None, description="Its policy. Default: its datastore's.")
    objective: str | None = Field(
        None, description="What it needs: 'p99 <= 5ms'. Bounds on latencies, joined by ' and '."
    )

    @field_validator("objective")
    @classmethod
    def _latencies(cls, given: str | None) -> str | None:
        if given is None:
            return None
        canonical: str = native(parse_objective, given)
        for term in objective_terms(canonical):
            if term.of != "latency" or term.period_ns is not None:
                raise ValueError(message("no-latency-bound", text=term.text))
        return " ".join(given.split())

    @model_validator(mode="after")
    def _one_load(self) -> Self:
        if (self.iops is None) == (self.queue_depth is None):
            raise ValueError(message("iops-or-queue-depth"))
        return self

    @property
    def block_bytes(self) -> int:
        """Block size in bytes."""
        return parse_size(str(self.block_size))

    def profile(self, name: str) -> Profile | None:
        """The guests as `plimsoll size` has them. None for guests with a queue depth: their demand
        cannot be added up."""
        if self.iops is None:
            return None
        return Profile(
            name=name,
            count=self.count,
            iops=self.iops,
            block_size=self.block_size,
            read=self.read,
            capacity=self.capacity,
        )
