"""What a record leaves out where there is none of it, read in one place: clients, the bound of
figures, what of a described storage was full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plimsoll._record import Bottleneck, ClientGroup, EachFigures, RunSpec, Summary


def client_groups(spec: RunSpec) -> Sequence[ClientGroup]:
    """The clients of a described stack, by kind; empty of any other Run."""
    return spec.get("clients", ())


def objective(record: Mapping[str, Any]) -> str | None:
    """What a Run had to meet, in canonical form; None where nothing was asked of it."""
    asked: str | None = record["spec"]["stop"].get("objective")
    return asked


def at_least(figures: Summary | EachFigures | Mapping[str, Any]) -> Sequence[str]:
    """The names of those figures that are lower bounds: operations never finished."""
    return figures.get("at_least", ())


def bottleneck(record: Mapping[str, Any]) -> Bottleneck | None:
    """What the model of a described storage says that holds it back; None of other storage."""
    storage = record.get("storage")
    return None if storage is None else storage["bottleneck"]
