"""Types that the packages share: the record of a Run, the requests of a session, the progress of a
Run.

Types of the Rust side (record, requests) are generated from its JSON schemas into
`native/record.py`; types of this side alone are here.
"""

from typing import NotRequired, Protocol

from typing_extensions import TypedDict

from plimsoll.native.record import (
    BlockDevice,
    FileSystem,
    RunRecord,
    StackShown,
    Target,
    Workload,
    WorkloadRequest,
)


class Probing(Protocol):
    """A target that a search can load: `execute.Session`, or a model of one in a test."""

    def probe(
        self,
        *,
        rate: float | None,
        queue_depth: int | None = None,
        workers: int = 1,
        measure_for_s: float,
        warmup_for_s: float,
        objective: str | None,
        stop_when_decided: bool,
        confidence: float = 0.95,
        max_operations: int | None = None,
        storage_time: bool = False,
        seed: int,
        role: str,
    ) -> RunRecord:
        """One Run: `rate` operations/s over all workers, or a closed load at `queue_depth` per
        worker when it is None.

        `storage_time`: decide on the storage's own time, without the spans in which this machine
        stood still and without the storage's pauses (decision 0008-stalls-and-pauses).

        `role` is its purpose: maximum, reference, probe, hold_low, hold_high, run. The Run is
        durable in the store when this returns. Raises `Interruption` after a stop request, with the
        record that was kept.
        """


class PointTarget(TypedDict):
    """A target of a campaign, as a Point keeps it: the keys of its file (`campaign.spec.Target`),
    without defaults."""

    name: str
    path: str | list[str]
    engine: NotRequired[str]
    engine_options: NotRequired[list[str]]
    cached: NotRequired[bool]
    down: NotRequired[list[str]]
    parameters: NotRequired[dict[str, object]]
    """Of a described stack: values that replace those of its file, by NAME.KEY."""


class PointWorkload(WorkloadRequest):
    """A workload of a campaign, as a Point keeps it, with its name where there are several."""

    name: NotRequired[str]


class PointLoad(TypedDict, total=False):
    """A load of a campaign, as a Point keeps it (`campaign.spec.Load`): every list resolved to one
    of its values."""

    name: str
    workers: int
    queue_depth: int
    rate: float | str
    arrivals: str
    max_outstanding: int
    think_time: str
    cap_rate: float
    cap_bytes: str | int
    bursts: str
    hosts: int
    passes: float
    measure_for: str


class NamedRecord(RunRecord):
    """A record as a session gives it to a search, with the Run's number in the store."""

    run_id: NotRequired[int | None]


class SessionInfo(TypedDict):
    """An opened target."""

    target: Target
    engine: str
    access: str
    workload: Workload
    clock: str
    notes: list[str]
    most_workers: int | None


class Name(TypedDict):
    """An engine or an element in the lists of the native side, which have further keys for
    `--json`."""

    name: str
    summary: str
    why_not: NotRequired[str | None]


class Parameter(TypedDict):
    """A key of an element: its form, default and meaning."""

    name: str
    unit: str
    default: str
    what: str


class Element(Name):
    """An element that stacks are made of."""

    ends_path: bool
    scope: str
    parameters: list[Parameter]
    example: str


class Chain(TypedDict):
    """The layers beneath a path: block devices from the top down, and the file system that holds
    it; None for a device."""

    devices: list[BlockDevice]
    file_system: FileSystem | None


class ShowRequest(TypedDict):
    """A request to show a described stack: the file's text, its name in the picture, the
    workload."""

    toml: str
    name: str
    block_size: str | None
    read: float | None
    down: list[str]
    parameters: list[str]
    heads: tuple[str, str]
    """Of the columns of the picture: what an element carries, and what that allows the whole."""
    answer: str | None
    """What the picture for a page says beneath its title; None: it is not drawn."""


class StackView(TypedDict):
    """A view of a described stack: the document (`plimsoll schema stack show`), and pictures for a
    terminal and a page."""

    document: StackShown
    text: str
    svg: str | None


class ServedSettings(TypedDict):
    """The settings of an instance of an element that can be changed, and the volumes (by number)
    whose requests come there."""

    name: str
    element: str
    type: str
    volumes: list[int]
    settings: dict[str, str]


class ServeSettings(TypedDict):
    """The settings of a served stack that can be changed while it works, from the clients to the
    data."""

    volumes: list[str]
    elements: list[ServedSettings]
