"""The document that a live page gets once a second: figures that it draws, and words that it shows
unchanged."""

from typing import Literal, TypedDict


class ProgressView(TypedDict):
    """The progress of the campaign, as a share of 0 to 1, None where unknown; `heard`: for those
    who listen, without what changes every second where Points are counted."""

    share: float | None
    words: str
    heard: str


class EndView(TypedDict):
    """The end of a campaign: a sentence with its state, and the headline of its answer."""

    words: str
    headline: str


class ObjectiveView(TypedDict):
    """An objective of response time, with its bound in ns."""

    ns: float
    words: str


class IntervalView(TypedDict):
    """An interval with short keys. Rates per second, response times in ns, loads of this machine as
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
    """A host in the newest interval, with short keys. IOPS, response times in ns, processors as a
    share of 0 to 1; `words` has the same as text."""

    name: str
    rate: float
    p99: int | None
    lag: int | None
    cpu: float | None
    words: dict[str, str]
    odd: str


class HostsView(TypedDict):
    """The hosts of the Run under way, in one interval."""

    run: int | None
    index: int
    seconds: float
    phase: str
    hosts: list[HostView]


class LineView(TypedDict):
    """The line of a search: the rate to plan with and its interval, with their labels."""

    plan: float
    low: float | None
    high: float | None
    words: str
    fails: str


class MarkView(TypedDict):
    """A rate with its label."""

    rate: float
    words: str


class ProbeView(TypedDict):
    """A Run of a search, as `ProbePoint`."""

    run: int
    rate: float
    ns: float
    verdict: str
    hold: bool


class SearchView(TypedDict):
    """A search: its Runs by rate, the highest rate that met the objective and the
    lowest that missed it; once it has ended, its line and the maximum."""

    probes: list[ProbeView]
    met: float | None
    missed: float | None
    bound: ObjectiveView
    words: str
    line: LineView | None
    maximum: MarkView | None


CellState = Literal["planned", "running", "valid", "not valid", "absent"]


class CellView(TypedDict):
    """A cell of a grid: its rate as text, its state as text, and the place of its rate between the
    lowest and the highest, 0 to 1."""

    state: CellState
    text: str
    told: str
    share: float | None


class RowView(TypedDict):
    """A row of a map, with its common value."""

    name: str
    cells: list[CellView]


class TableView(TypedDict):
    """A map, with its common properties in words."""

    of: str
    rows: list[RowView]


class GridView(TypedDict):
    """A grid so far: the properties across and down, the columns, and the meaning of the
    colours."""

    across: str
    down: str
    columns: list[str]
    tables: list[TableView]
    words: str


class RemarkView(TypedDict):
    """A mark, a note, or a remark of the process, with its time in s since 1970 and as text.
    `name`: its kind in words."""

    at_s: float
    kind: str
    name: str
    words: str
    at: str


class PointView(TypedDict):
    """A Point and its outcome, in words."""

    number: int
    asks: str
    state: str
    answer: str
    why: str


class LiveDocument(TypedDict):
    """The live view of a campaign. Intervals and figures (name, value, basis) oldest first, remarks
    newest first."""

    state: str
    stopping: bool
    source: str
    progress: ProgressView
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
