"""Campaigns whose Points a design chooses: what the core asks of the feature that has it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from plimsoll.base.feature import Design, features, load

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from plimsoll.report.describe import Table
    from plimsoll.store import CampaignRow, Store
    from plimsoll.store.plans import Planned


class DesignModule(Protocol):
    """The module of a design. `spec` is a `campaign.spec.Spec`, which itself asks here, and what is
    added to documents is the design's own business: Any."""

    KEY: str
    """Under which its plan is kept with a campaign, beside what was asked."""
    FIRST: int
    """Points that a plan shows of it."""

    def refuse(self, spec: Any) -> None:
        """Raises ValueError for a campaign of this strategy that cannot be, and for its tables in
        any other."""

    def asks(self, spec: Any) -> str:
        """The strategy by which each Point is asked."""

    def asked_by(self, spec: Any) -> str:
        """What a person wrote that decides that, in words."""

    def instead(self) -> str:
        """What to take where a load is said that is chosen, in words."""

    def varied(self, spec: Any) -> Mapping[str, Sequence[Any]]:
        """The keys that it varies, each with its values: `load.hosts`."""

    def read(self, spec: Any, path: Path) -> Any:
        """The campaign with what the file at `path` means by its tables. Raises InputError."""

    def kept(self, spec: Any) -> object:
        """Its plan, as it is kept."""

    def check(self, spec: Any, expected_s: float | None) -> None:
        """Raises InputError where it cannot be done in the time that it has."""

    def check_files(self, spec: Any) -> None:
        """Reads the files that its tables name. Raises what is wrong with them."""

    def points(self, spec: Any) -> Iterator[Planned]:
        """The Points in the order of asking."""

    def number(self, spec: Any) -> int:
        """How many."""

    def factors(self, spec: Any) -> list[Any]:
        """What varies, for the arithmetic of a plan."""

    def planned(self, spec: Any) -> Any:
        """What it adds to the document of a plan."""

    def plan_words(self, planned: Any) -> Iterable[str]:
        """The same in words, a line each."""

    def plan_rows(self, planned: Any) -> tuple[Sequence[str], Iterable[Sequence[str]]]:
        """Its first Points as a table: the head and the rows."""

    def run(self, points: Any) -> None:
        """Runs what is planned, and what it adds."""

    def answer(self, store: Store, campaign: CampaignRow) -> Any:
        """What its Runs show; None where they are too few."""

    def answer_words(self, answer: Any) -> tuple[Sequence[str], Sequence[Table | None]]:
        """The same in words and in tables; of None why there is none."""


def all_designs() -> tuple[Design, ...]:
    """The designs of this product."""
    return tuple(design for one in features() for design in one.designs)


def of(strategy: str) -> DesignModule | None:
    """The design of a strategy; None of one that asks every Point."""
    design = next((one for one in all_designs() if one.strategy == strategy), None)
    return None if design is None else _module(design)


def modules() -> tuple[DesignModule, ...]:
    """Of every design."""
    return tuple(map(_module, all_designs()))


def tables() -> dict[str, tuple[Any, Any, str]]:
    """The tables that designs add to a campaign's file."""
    return {key: row for one in all_designs() for key, row in load(one.tables).items()}


def plan_type() -> Any:
    """What is added to the document of a plan."""
    return _one_of([load(one.plan) for one in all_designs()])


def answer_type() -> Any:
    """What is added to the status of a campaign."""
    return _one_of([load(one.answer) for one in all_designs()])


def _one_of(types: list[Any]) -> Any:
    found: Any = None
    for one in types:
        found = one if found is None else found | one
    return Any if found is None else found


def _module(design: Design) -> DesignModule:
    found: Any = import_module(design.module)
    has: DesignModule = found
    return has
