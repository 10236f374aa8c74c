"""The contract of a back end: what enforces rules, seen from outside.

A back end turns rules into items, reads an item, and writes it. It decides nothing, compares
nothing, keeps nothing and prints nothing. One file each in this folder, and one line in `BACKENDS`.

An item has a *place*, by which it is found again from the journal alone, and a *state*: a flat
table of texts as the system knows them, in a form of which there is one for each meaning (what was
written is read back equal). A state of `None`: it does not exist. Items come in the order in which
they are to be made; they are put back the other way round.
"""

from __future__ import annotations

import contextlib
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from plimsoll.base.errors import IoError
from plimsoll.features.policy.rules import Difference

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from plimsoll.features.policy.rules import Assigned, Rules

Place: TypeAlias = dict[str, str]
State: TypeAlias = dict[str, str]

NONE = "none"
"""Of a value: there is no such limit."""


def of_plain_limits(rules: Rules, *, burst: bool | None = None) -> list[Difference]:
    """What of rules a system has not that only limits operations and bytes. `burst`: whether it
    has not the burst either; without it, any."""
    wanted: tuple[tuple[Difference, bool], ...] = (
        ("no_reservation", rules.reservation.given),
        ("no_shares", rules.shares is not None),
        ("no_burst", rules.burst.given if burst is None else burst),
        ("plain_iops", rules.unit_bytes is not None),
    )
    return [name for name, asked in wanted if asked]


class BackendError(IoError):
    """A system that could not be asked or did not take what was written."""


class GoneError(BackendError):
    """What an item lives in has ended: no socket, nobody behind it, no such cgroup. Never said of
    one that only does not answer or may not be asked, for what was there before is then owed."""


class System(BaseModel):
    """What all tables of systems have."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    accept: list[Difference] = Field(
        [],
        description=(
            "What this system may do otherwise than the rules say: apart (reads and writes have the"
            " limit each), no_reservation, no_shares, no_burst, plain_iops (every I/O counts as"
            " one), in_proportion (no rounding up). What is not accepted is refused."
        ),
    )

    sockets: ClassVar[tuple[str, ...]] = ()
    """Keys that are paths, meant from the folder of the policy file."""

    def place(self) -> Place:
        """Where it is, where that is not an item's alone."""
        return {}

    def from_folder(self, folder: Path) -> Self:
        """With those paths from this folder."""
        return self.model_copy(
            update={key: str(folder / getattr(self, key)) for key in self.sockets}
        )


@dataclass(frozen=True)
class Item:
    """What is to be set: `what` for people (volume, policy, tag), `name` as the file has it."""

    what: str
    name: str
    place: Place
    wanted: State | None
    policy: str
    version: int
    common: bool = False
    """Others may use it, too (a tag): one that is there already is nobody's, and left as it is."""


@dataclass(frozen=True)
class Beside:
    """Another limit on the way of a volume: where, and its settings."""

    where: str
    state: State


@dataclass(frozen=True)
class Document:
    """What somebody else is to apply: its kind, and its text."""

    name: str
    text: str


def nothing_beside(place: Place) -> list[Beside]:
    """Of a system that does not say what else limits a volume."""
    del place
    return []


def verified(place: Place) -> bool:
    """Of a system that is reached without a network, or always by its certificate."""
    del place
    return False


def anywhere(place: Place) -> AbstractContextManager[None]:
    """Of a system whose limit holds for whoever uses a volume."""
    del place
    return contextlib.nullcontext()


def unscheduled(place: Place) -> str | None:
    """Of a system without shares and reservations."""
    del place
    return None


@dataclass(frozen=True)
class Backend:
    """A back end. `read` and `write` are none where it makes documents that others apply."""

    kind: str
    summary: str
    system: type[System]
    keys: tuple[str, ...]
    """Of a volume's `at`: those that have to be there first, the others after `optional`."""
    optional: tuple[str, ...]
    unmet: Callable[[Rules, Place], list[Difference]]
    """What it does otherwise than these rules for a volume with this `at`, each of which must be
    accepted."""
    items: Callable[[Any, Sequence[Assigned]], list[Item]]
    """The items of a system (its table) for these volumes."""
    read: Callable[[Place], State | None] | None = None
    write: Callable[[Place, State | None], None] | None = None
    """From the state that is read to this one, whatever that is."""
    beside: Callable[[Place], list[Beside]] = nothing_beside
    inside: Callable[[Place], AbstractContextManager[None]] = anywhere
    """While this is open, what this process does is under the limit of an item."""
    scheduler: Callable[[Place], str | None] = unscheduled
    """What hands out the volume's share among others: volumes with the same text compete there."""
    backlog: int = 128
    """Outstanding I/O of each volume with which some always waits where the scheduler can choose;
    and no more than fits there, four times that of one of them included."""
    joins: Callable[[Place], Path] | None = None
    """Where a limit holds for a process: the file that takes its number. Volumes that compete are
    driven by a process each."""
    documents: Callable[[Any, Sequence[Assigned]], list[Document]] | None = None
    own: tuple[str, ...] = ()
    """Keys of a state that are the volume's alone, where several volumes may share the rest."""
    told: tuple[str, ...] = ()
    """Keys of a state that the system says and nobody writes: wanted, but never put back."""
    unverified: Callable[[Place], bool] = verified
    """Whether the system that has an item was reached without its certificate being checked."""


def number(value: float) -> str:
    """A number as a text, of which there is one."""
    return str(int(value)) if value == int(value) else repr(value)


def rate(value: float | None) -> str:
    """A rate as a text."""
    return NONE if value is None else number(value)
