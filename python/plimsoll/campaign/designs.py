"""Campaigns whose Points are chosen by a design: the interface of the feature that has the
design."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from plimsoll.base.feature import Design, features, load

if TYPE_CHECKING:
    from plimsoll.report.describe import Table
    from plimsoll.store import CampaignRow, Store
    from plimsoll.store.plans import PlannedPoint


class DesignModule(Protocol):
    """The module of a design. `spec` is a `campaign.spec.Spec`, typed Any since that module imports
    this one. The types of the design's documents are its own."""

    KEY: str
    """Key of the design's plan in the stored document of a campaign."""
    ROWS_PRINTED: int
    """Number of Points that a printed plan shows."""

    def refuse(self, spec: Any) -> None:
        """Raises ValueError for an invalid campaign of this strategy, and for the design's tables
        in any other campaign."""

    def point_strategy(self, spec: Any) -> str:
        """The strategy of each Point."""

    def strategy_origin(self, spec: Any) -> str:
        """The setting that decides that strategy, for an error message."""

    def alternative(self) -> str:
        """The setting that allows a fixed load, for an error message."""

    def key_levels(self, spec: Any) -> Mapping[str, Sequence[Any]]:
        """Keys of the factors (`load.hosts`), each with its values."""

    def read(self, spec: Any, path: Path) -> Any:
        """The campaign of the file at `path` with its tables resolved. Raises InputError."""

    def design_document(self, spec: Any) -> object:
        """The plan of the design, as stored."""

    def check(self, spec: Any, expected_s: float | None) -> None:
        """Raises InputError where the design does not fit into its time."""

    def check_files(self, spec: Any) -> None:
        """Raises the errors of the files that the tables name."""

    def points(self, spec: Any) -> Iterator[PlannedPoint]:
        """The Points in the order of asking."""

    def number(self, spec: Any) -> int:
        """Number of Points."""

    def factors(self, spec: Any) -> list[Any]:
        """The factors, as `plan.Factor`."""

    def design_plan(self, spec: Any) -> Any:
        """The design's section of a plan document."""

    def plan_words(self, planned: Any) -> Iterable[str]:
        """That section as lines of text."""

    def plan_rows(self, planned: Any) -> tuple[Sequence[str], Iterable[Sequence[str]]]:
        """The first Points as a table: head and rows."""

    def run(self, points: Any) -> None:
        """Runs the planned Points and those that the design adds."""

    def answer(self, store: Store, campaign: CampaignRow) -> Any:
        """The answer from the Runs so far; None where they are too few."""

    def answer_words(self, answer: Any) -> tuple[Sequence[str], Sequence[Table | None]]:
        """That answer as text and tables; for None, why there is none."""


def all_designs() -> tuple[Design, ...]:
    """The designs of all features."""
    return tuple(design for feature in features() for design in feature.designs)


def of(strategy: str) -> DesignModule | None:
    """The design of a strategy; None for a strategy that asks every Point."""
    found = next((design for design in all_designs() if design.strategy == strategy), None)
    return None if found is None else _module(found)


def modules() -> tuple[DesignModule, ...]:
    """The modules of all designs."""
    return tuple(map(_module, all_designs()))


def tables() -> dict[str, tuple[Any, Any, str]]:
    """The tables that designs add to a campaign's file."""
    return {key: row for design in all_designs() for key, row in load(design.tables).items()}


def plan_type() -> Any:
    """The type of a design's section in a plan document."""
    return _union([load(design.plan) for design in all_designs()])


def answer_type() -> Any:
    """The type of a design's answer in the status of a campaign."""
    return _union([load(design.answer) for design in all_designs()])


def _union(types: list[Any]) -> Any:
    return functools.reduce(operator.or_, types) if types else Any


def _module(design: Design) -> DesignModule:
    module: DesignModule = cast("Any", import_module(design.module))
    return module
