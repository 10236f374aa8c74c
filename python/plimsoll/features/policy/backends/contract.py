"""The contract of a back end, which enforces rules.

A back end turns rules into items, reads an item, and writes it. It decides, compares, keeps and
prints nothing. One file each in this folder, and one line in `BACKENDS`.

An item has a *place*, which identifies it from the journal alone, and a *state*: a flat table of
texts in canonical form, so that a written state is read back equal. A state of `None`: the item
does not exist. Items come in order of creation and are restored in reverse.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from plimsoll.base.errors import IoError
from plimsoll.features.policy.rules import Difference, PolicyVolume, Rules

Place: TypeAlias = dict[str, str]
State: TypeAlias = dict[str, str]

NONE = "none"
"""Value of a limit that does not exist."""


def of_plain_limits(rules: Rules, *, burst: bool | None = None) -> list[Difference]:
    """Rules that a system lacks if it only limits operations and bytes. `burst`: whether it lacks
    this burst; default any."""
    return lacking(
        ("no_reservation", rules.reservation.is_set),
        ("no_shares", rules.shares is not None),
        ("no_burst", rules.burst.is_set if burst is None else burst),
        ("plain_iops", rules.unit_bytes is not None),
    )


def lacking(*differences: tuple[Difference, bool]) -> list[Difference]:
    """The deviations that apply."""
    return [name for name, applies in differences if applies]


class BackendError(IoError):
    """A system could not be read, or rejected a write."""


class GoneError(BackendError):
    """The container of an item no longer exists: no socket, no process behind it, no such cgroup.
    Never raised for a timeout or a refusal, because the original state must then still be
    restored."""


class System(BaseModel):
    """Keys of all tables of systems."""

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
    """Keys with paths relative to the folder of the policy file."""

    def place(self) -> Place:
        """The part of a place that all its items share."""
        return {}

    def from_folder(self, folder: Path) -> Self:
        """A copy with paths from this folder."""
        return self.model_copy(
            update={key: str(folder / getattr(self, key)) for key in self.sockets}
        )


@dataclass(frozen=True)
class Item:
    """An object to set: `what` for people (volume, policy, tag), `name` as in the file."""

    what: str
    name: str
    place: Place
    wanted: State | None
    policy: str
    version: int
    common: bool = False
    """Shared with others (a tag): an existing one belongs to nobody and is left alone."""

    @staticmethod
    def of_volume(volume: PolicyVolume, place: Place, wanted: State | None) -> Item:
        """The item of a volume."""
        return Item("volume", volume.volume, place, wanted, volume.policy, volume.version)


@dataclass(frozen=True)
class Beside:
    """Another limit on the way of a volume: where, and its settings."""

    where: str
    state: State


@dataclass(frozen=True)
class Document:
    """A document for others to apply."""

    name: str
    text: str


@dataclass(frozen=True)
class Backend:
    """A back end. `read` and `write` are None if it makes documents for others to apply."""

    kind: str
    summary: str
    system: type[System]
    keys: tuple[str, ...]
    """Required keys of a volume's `at`."""
    optional: tuple[str, ...]
    unmet: Callable[[Rules, Place], list[Difference]]
    """Deviations from these rules for a volume with this `at`; each must be accepted."""
    items: Callable[[Any, Sequence[PolicyVolume]], list[Item]]
    """The items of a system (its table) for these volumes."""
    read: Callable[[Place], State | None] | None = None
    write: Callable[[Place, State | None], None] | None = None
    """Changes any state to this one."""
    beside: Callable[[Place], list[Beside]] = lambda _: []
    """Other limits on the way of a volume, if the system knows them."""
    inside: Callable[[Place], AbstractContextManager[None]] = lambda _: contextlib.nullcontext()
    """Context in which this process is under the limit of an item. Default: any."""
    scheduler: Callable[[Place], str | None] = lambda _: None
    """Identity of the scheduler of a volume: volumes with the same text compete there."""
    backlog: int = 128
    """Outstanding I/O per volume that keeps the scheduler's queue filled. Four times that of one
    volume must still fit."""
    joins: Callable[[Place], Path] | None = None
    """File that takes a process id, where a limit holds for processes. Competing volumes then have
    a process each."""
    documents: Callable[[Any, Sequence[PolicyVolume]], list[Document]] | None = None
    own: tuple[str, ...] = ()
    """Keys of a state that are the volume's own, where volumes may share the rest."""
    read_only: tuple[str, ...] = ()
    """Keys of a state that the system reports and nobody writes: compared, but never restored."""
    is_insecure: Callable[[Place], bool] = lambda _: False
    """Whether the system of an item is reached without a check of its certificate."""


def number(value: float) -> str:
    """A number as canonical text."""
    return str(int(value)) if value == int(value) else repr(value)


def rate(value: float | None) -> str:
    """A rate as canonical text."""
    return NONE if value is None else number(value)
