"""The values of requests that Python uses, each key with its default, and the progress of a Run.

Most commands need these as they start. The types of whole requests and records are in
`native/model.py`; building those takes longer than all else that such a command loads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from plimsoll.native.record import WorkloadRequest


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


def _no_workload() -> WorkloadRequest:
    return {}


@dataclass(frozen=True)
class SessionValues:
    """The keys of a request for a session that Python uses, with their defaults."""

    target: str | None = None
    more_targets: list[str] = field(default_factory=list)
    engine: str | None = None
    engine_options: list[str] = field(default_factory=list)
    virtual: bool = False
    workload: WorkloadRequest = field(default_factory=_no_workload)
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
