"""Types that the packages share: the record of a Run, the requests of a session, the progress of a
Run.

Types of the Rust side (record, requests) are generated from its JSON schemas into
`native/record.py` and re-exported here; types of this side alone are frozen dataclasses.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, NotRequired, Protocol, TypeVar

from typing_extensions import TypedDict

from plimsoll.native.record import (
    BlockDevice,
    FileSystem,
    Interval,
    PrepareRequest,
    PrepareResult,
    ProbeRequest,
    RunRecord,
    ServeRequest,
    ServeStatistics,
    SessionRequest,
    Target,
    Workload,
    WorkloadRequest,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "Interval",
    "LoadValues",
    "Name",
    "NamedRecord",
    "PointLoad",
    "PointTarget",
    "PointWorkload",
    "PrepareRequest",
    "PrepareResult",
    "ProbeRequest",
    "ProbeValues",
    "Probing",
    "Progress",
    "RunRecord",
    "ServeRequest",
    "ServeStatistics",
    "SessionInfo",
    "SessionRequest",
    "SessionValues",
    "TargetValues",
    "WorkloadValues",
]


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
        stood still and without the storage's pauses (decision 0009-stalls-and-pauses).

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


@dataclass(frozen=True)
class TargetValues:
    """A target of a Point, every key with its value: what its file leaves out has its default."""

    path: str | list[str] = ""
    engine: str | None = None
    engine_options: list[str] = field(default_factory=list)
    cached: bool = False
    down: list[str] = field(default_factory=list)
    parameters: dict[str, object] = field(default_factory=dict)

    @staticmethod
    def of(target: Mapping[str, Any]) -> TargetValues:
        """Of a target as a Point keeps it."""
        return _values(TargetValues, target)

    @property
    def paths(self) -> list[str]:
        """Its path, or several that are driven together."""
        return [self.path] if isinstance(self.path, str) else self.path

    @property
    def is_described(self) -> bool:
        """Whether it is described storage."""
        return isinstance(self.path, str) and self.path.startswith("stack:")


@dataclass(frozen=True)
class WorkloadValues:
    """The keys of a Point's workload that Python uses; None where the campaign has none."""

    name: str | None = None
    block_size: int | str | None = None
    read: float | None = None
    pattern: str | None = None

    @staticmethod
    def of(workload: Mapping[str, Any]) -> WorkloadValues:
        """Of a workload as a Point keeps it."""
        return _values(WorkloadValues, workload)


@dataclass(frozen=True)
class LoadValues:
    """The keys of a Point's load that Python uses; None where the campaign has none."""

    name: str | None = None
    workers: int | None = None
    rate: float | str | None = None
    arrivals: str | None = None
    max_outstanding: int | None = None
    bursts: str | None = None
    hosts: int | None = None
    passes: float | None = None
    measure_for: str | None = None

    @staticmethod
    def of(load: Mapping[str, Any]) -> LoadValues:
        """Of a load as a Point keeps it."""
        return _values(LoadValues, load)


@dataclass(frozen=True)
class SessionValues:
    """The keys of a request for a session that Python uses, with their defaults."""

    target: str | None = None
    more_targets: list[str] = field(default_factory=list)
    engine: str | None = None
    engine_options: list[str] = field(default_factory=list)
    virtual: bool = False
    workload: WorkloadRequest = field(default_factory=WorkloadRequest)
    confirmations: list[str] = field(default_factory=list)

    @staticmethod
    def of(request: Mapping[str, Any]) -> SessionValues:
        """Of a request, as it is made or as a store keeps it."""
        return _values(SessionValues, request)


@dataclass(frozen=True)
class ProbeValues:
    """The keys of a request for a Run that Python uses; None where the native side chooses."""

    workers: int | None = None
    queue_depth: int | None = None
    rate: float | None = None
    rate_per: str | None = None
    rate_profile: str | None = None
    max_outstanding: int | None = None
    objective: str | None = None
    measure_for: str | None = None
    interval: str | None = None
    seed: int | None = None

    @staticmethod
    def of(request: Mapping[str, Any]) -> ProbeValues:
        """Of a request, as it is made or as a store keeps it."""
        return _values(ProbeValues, request)

    @property
    def rate_of_all(self) -> float | None:
        """The offered rate of all workers together. Of a rate of each client it is known once the
        record is there."""
        return None if self.rate_per else self.rate


Values = TypeVar("Values", TargetValues, WorkloadValues, LoadValues, SessionValues, ProbeValues)


def _values(type_: type[Values], source: Mapping[str, Any]) -> Values:
    return type_(**{key.name: source[key.name] for key in fields(type_) if key.name in source})


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


class StackView(TypedDict):
    """A view of a described stack: the document (`plimsoll schema stack show`), and pictures for a
    terminal and a page."""

    document: dict[str, object]
    text: str
    svg: str


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


@dataclass(frozen=True)
class Progress:
    """Progress of a Run. `phase` is idle, warmup, measure or drain; seconds are those of the Run's
    own clock."""

    role: str
    rate: float | None
    phase: str
    elapsed_s: float
    limit_s: float
    achieved_rate_per_s: float
