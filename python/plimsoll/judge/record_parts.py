"""What a record leaves out where there is none of it, read in one place: clients, the bound of
figures, what of a described storage was full, and what an imported Run does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from plimsoll._record import (
        Bottleneck,
        ClientGroup,
        EachFigures,
        Interval,
        RunSpec,
        Summary,
        SystemLoad,
    )
    from plimsoll.model import RunRecord


def client_groups(spec: RunSpec) -> Sequence[ClientGroup]:
    """The clients of a described stack, by kind; empty of any other Run."""
    return spec.get("clients", ())


def intervals(record: RunRecord) -> Sequence[Interval]:
    """Its intervals; empty of a record that was read without them."""
    return record.get("intervals", ())


def arrivals(part: Iterable[Interval]) -> list[int]:
    """Operations intended in each interval, of those that know it: none of closed loops, nor of
    imported Runs."""
    return [count for one in part if (count := one.get("arrived")) is not None]


def system_load(record: RunRecord) -> SystemLoad | None:
    """What the machine had to do over Measure; None on the virtual clock and of imported Runs."""
    return record.get("system_load")


def objective(record: Mapping[str, Any]) -> str | None:
    """What a Run had to meet, in canonical form; None where nothing was asked of it."""
    found: str | None = record["spec"]["stop"].get("objective")
    return found


def at_least(figures: Summary | EachFigures | Mapping[str, Any]) -> Sequence[str]:
    """The names of those figures that are lower bounds: operations never finished."""
    return figures.get("at_least", ())


def bottleneck(record: Mapping[str, Any]) -> Bottleneck | None:
    """What the model of a described storage says that holds it back; None of other storage."""
    storage = record.get("storage")
    return None if storage is None else storage["bottleneck"]
