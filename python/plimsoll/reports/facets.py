"""The properties in which the Runs of a campaign differ: what one chooses by on a page, and sorts a grid by.

One list for the slicers of every form, the axes of grids and the lines of a load-line report, so that a value is written
alike everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plimsoll.reports import units, workload
from plimsoll.reports.describe import Slicer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from plimsoll.reports.evidence import Evidence, Run

Value = tuple[Any, str]
"""By what values are ordered, and how one is written."""


@dataclass(frozen=True)
class Facet:
    """A property of Runs: its name, as the field says it, and its value for each Run that has one, by the Run's number."""

    name: str
    of: dict[int, Value]

    @property
    def values(self) -> tuple[str, ...]:
        """Every value once, in order."""
        ordered = sorted(set(self.of.values()), key=lambda value: (str(type(value[0])), value[0]))
        return tuple(dict.fromkeys(text for _, text in ordered))

    def text(self, run: int) -> str:
        """The value of a Run as it is written; a dash where it has none."""
        return self.of[run][1] if run in self.of else units.DASH

    def slicer(self, *, one: bool = False) -> Slicer:
        """This as something to choose by."""
        return Slicer(self.name, self.values, {run: text for run, (_, text) in self.of.items()}, one)


def facets(evidence: Evidence) -> tuple[Facet, ...]:
    """Every property that at least two Runs with a record differ in, in the order of `NAMES`."""
    return tuple(facet for facet in every(evidence) if len(facet.values) > 1)


def every(evidence: Evidence) -> tuple[Facet, ...]:
    """Every property, also those that are the same for all."""
    found = []
    for name, look in _LOOKS.items():
        of = {run.row.id: value for run in evidence.measured if (value := look(evidence, run)) is not None}
        found.append(Facet(name, of))
    return tuple(found)


def named(facets_of: Sequence[Facet], name: str) -> Facet | None:
    """The facet of this name, if it is among them."""
    return next((facet for facet in facets_of if facet.name == name), None)


def together(run: int, chosen: Iterable[Facet]) -> tuple[tuple[str, str], ...]:
    """What a Run is in these properties: pairs of name and value, as a chart's `where`."""
    return tuple((facet.name, facet.text(run)) for facet in chosen)


def _spec(run: Run) -> dict[str, Any]:
    found: dict[str, Any] = (run.record or {})["spec"]
    return found


def _configuration(evidence: Evidence, run: Run) -> Value | None:
    point = evidence.point_of(run)
    return None if point is None else (point.configuration, point.configuration)


def _target(_: Evidence, run: Run) -> Value:
    name = str(_spec(run)["target"]["name"])
    return name, name


def _asked(run: Run) -> dict[str, Any] | None:
    """The workload; none of a stack with clients of its own."""
    found: dict[str, Any] | None = _spec(run).get("workload")
    return found


def _pattern(_: Evidence, run: Run) -> Value | None:
    asked = _asked(run)
    return (asked["pattern"], str(asked["pattern"])) if asked else None


def _block_size(_: Evidence, run: Run) -> Value | None:
    asked = _asked(run)
    if not asked:
        return None
    size = asked.get("block_size_bytes")
    # Mixes stand behind the sizes.
    return (float(size) if size else float("inf"), workload.blocks(asked))


def _read(_: Evidence, run: Run) -> Value | None:
    asked = _asked(run)
    return (-float(asked["read_percent"]), workload.mix(asked)) if asked else None


def _working_set(_: Evidence, run: Run) -> Value | None:
    asked = _asked(run)
    return (asked["working_set_bytes"], units.size(asked["working_set_bytes"])) if asked else None


def _load(run: Run) -> dict[str, Any]:
    found: dict[str, Any] = _spec(run)["load"]
    return found


def _number(key: str) -> Callable[[Evidence, Run], Value | None]:
    def look(_: Evidence, run: Run) -> Value | None:
        value = _load(run).get(key)
        return None if value is None else (value, units.count(value))

    return look


def _offered(evidence: Evidence, run: Run) -> Value | None:
    # A search chooses its rates: nobody chooses by them.
    point = evidence.point_of(run)
    if run.offered is None or point is None or point.strategy != "grid":
        return None
    return run.offered, f"{units.rate(run.offered)} I/O/s"


def _queue_depth(evidence: Evidence, run: Run) -> Value | None:
    # A search for a maximum chooses its depths.
    point = evidence.point_of(run)
    if point is not None and point.strategy != "grid":
        return None
    return _number("queue_depth")(evidence, run)


def _workers(evidence: Evidence, run: Run) -> Value | None:
    point = evidence.point_of(run)
    if point is not None and point.strategy != "grid":
        return None
    return _number("workers")(evidence, run)


def _access(_: Evidence, run: Run) -> Value:
    access = "direct" if _spec(run)["access"] == "direct" else "through the page cache"
    return access, access


def _engine(_: Evidence, run: Run) -> Value:
    engine = str(_spec(run)["engine"])
    return engine, engine


def _role(_: Evidence, run: Run) -> Value:
    role = run.row.role.replace("_", " ")
    return role, role


def _outcome(_: Evidence, run: Run) -> Value:
    ended = str(run.row.outcome).replace("_", " ")
    return (ended != "ok", ended), ended


_LOOKS: dict[str, Callable[[Evidence, Run], Value | None]] = {
    "configuration": _configuration, "target": _target, "pattern": _pattern, "block size": _block_size, "read %": _read,
    "working set": _working_set, "workers": _workers, "queue depth": _queue_depth, "offered rate": _offered,
    "access": _access, "engine": _engine, "role": _role, "outcome": _outcome,
}  # fmt: skip

NAMES = tuple(_LOOKS)
"""Every property, in the order in which it is offered."""
