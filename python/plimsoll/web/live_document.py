"""What a live page gets of a running campaign, once a second: figures it draws, and words it shows
as they are."""

from __future__ import annotations

from typing import Literal, TypedDict


class ProgressShown(TypedDict):
    """How far it has come: a share of 0 to 1, None when that is not known."""

    share: float | None
    words: str


class ObjectiveView(TypedDict):
    """An objective of response time, its bound in ns."""

    ns: float
    words: str


class IntervalView(TypedDict):
    """An interval in short names. Rates per second, response times in ns, loads of this machine as
    shares of 0 to 1."""

    run: int | None
    index: int
    at: float
    phase: str
    s: float
    offered: float | None
    issued: float
    achieved: float
    bytes: float
    errors: int
    p50: int | None
    p95: int | None
    p99: int | None
    max: int | None
    cpu: float | None
    core: float | None
    pressure: float | None
    disk: float | None
    bins: list[tuple[int, int]]


class WorkerView(TypedDict):
    """A worker in the newest interval, in words; `share` is its rate over the busiest one's."""

    name: str
    share: float
    rate: str
    bytes: str
    p50: str
    p99: str
    outstanding: str
    lag: str
    errors: str


class HostView(TypedDict):
    """A host of several in the newest interval: figures that the page draws, short names. IOPS,
    response times in ns, processors as a share of 0 to 1; `words` are the same for a reader."""

    name: str
    rate: float
    p99: int | None
    lag: int | None
    cpu: float | None
    words: dict[str, str]
    odd: str


class HostsView(TypedDict):
    """All hosts of the Run under way; which interval of which Run it is."""

    run: int | None
    index: int
    seconds: float
    phase: str
    hosts: list[HostView]


class SearchView(TypedDict):
    """What a search knows so far: its Runs by rate (`Probed`), the highest that met the objective
    and the lowest that missed it."""

    figure: str
    probes: list[dict[str, object]]
    met: float | None
    missed: float | None
    bound: ObjectiveView
    words: str


CellState = Literal["planned", "running", "valid", "not valid", "absent"]


class CellView(TypedDict):
    """A place of a grid: its rate in words, what is known of it, and where its rate lies between
    the lowest and the highest, 0 to 1."""

    state: CellState
    text: str
    told: str
    share: float | None


class RowView(TypedDict):
    """A row of a map: the value that it has in common."""

    name: str
    cells: list[CellView]


class TableView(TypedDict):
    """A map: what all of it has in common, in words."""

    of: str
    rows: list[RowView]


class GridView(TypedDict):
    """A grid as far as it is known: which property stands across and which down, its columns, and
    what the colours mean."""

    across: str
    down: str
    columns: list[str]
    tables: list[TableView]
    words: str


class RemarkView(TypedDict):
    """A mark, a note, or what the process said: when, in s since 1970 and as a time of day."""

    at_s: float
    kind: str
    words: str
    at: str


class PointView(TypedDict):
    """A Point: what it asks and what became of it, in words."""

    number: int
    asks: str
    state: str
    answer: str
    why: str


class LiveDocument(TypedDict):
    """One look; intervals and figures (name, value, basis) oldest first, what was said newest
    first."""

    state: str
    stopping: bool
    source: str
    progress: ProgressShown
    doing: str
    figures: list[tuple[str, str, str]]
    late: str
    objective: ObjectiveView | None
    intervals: list[IntervalView]
    search: SearchView | None
    grid: GridView | None
    workers: list[WorkerView]
    hosts: HostsView | None
    said: list[RemarkView]
    points: list[PointView]
