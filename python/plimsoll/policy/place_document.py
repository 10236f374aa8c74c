"""`plimsoll.policy_place/1`: where a volume may be, and why not elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from plimsoll.policy import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.policy.placement import Choice

SCHEMA = "plimsoll.policy_place/1"


class PlaceMiss(TypedDict):
    """Why a datastore does not fit."""

    kind: str
    figures: dict[str, float | str]
    text: str


class PlaceChoice(TypedDict):
    """A datastore."""

    datastore: str
    fits: bool
    misses: list[PlaceMiss]
    free_bytes: int | None
    unreserved_rate_per_s: float | None
    unreserved_bytes_per_s: float | None


class PolicyPlace(TypedDict):
    """The datastores for a volume, those that fit first."""

    schema: str
    volume: str
    policy: str
    datastore: str | None
    """Where it is now."""
    choices: list[PlaceChoice]


def place(volume: str, policy: str, now: str | None, choices: Sequence[Choice]) -> PolicyPlace:
    """The document."""
    return {
        "schema": SCHEMA,
        "volume": volume,
        "policy": policy,
        "datastore": now,
        "choices": [
            {
                "datastore": one.datastore,
                "fits": one.fits,
                "misses": [
                    {"kind": miss.kind, "figures": miss.figures, "text": words.miss(miss)}
                    for miss in one.misses
                ],
                "free_bytes": one.room.bytes_left,
                "unreserved_rate_per_s": one.room.rates_left.ops_per_s,
                "unreserved_bytes_per_s": one.room.rates_left.bytes_per_s,
            }
            for one in choices
        ],
    }
