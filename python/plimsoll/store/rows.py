"""What readers of a store get: plain rows, documents parsed.

Named tuples, because `dataclasses` alone takes longer to load (it imports `inspect`) than the rest
of the store.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from typing_extensions import TypedDict  # pydantic looks into it before Python 3.12

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plimsoll.native.model import (
        Interval,
        LoadAsked,
        ProbeRequest,
        SessionValues,
        TargetAsked,
        WorkloadAsked,
    )

# Parsed JSON: its shape is the published schema of the document it came from.
Document = dict[str, Any]

# `interrupted` is never stored: it is a Run or campaign that was left `running` by a process that
# is gone.
State = Literal["running", "finished", "abandoned", "interrupted"]
PointState = Literal["planned", "running", "finished", "failed", "skipped"]


DISKS = "disks"
"""In the document of a campaign, beside what was asked: serial numbers by path, which tell whether
two campaigns had the same disk."""


class Commands(TypedDict):
    """What reads a setting and puts it back, as a text for the shell or a program with its
    arguments, and how long each may take."""

    read: str | list[str]
    restore: str | list[str]
    limit_s: float


class SettleReference(TypedDict):
    """What settling compares with: a latency in ns, and how far a single measurement may lie from
    it."""

    mean_ns: float
    noise_ns: float


class Labels(NamedTuple):
    """What people say of a campaign. `name` none: it is called as its document says."""

    name: str | None = None
    tags: tuple[str, ...] = ()
    archived: bool = False
    baseline: bool = False


class CampaignRow(NamedTuple):
    """What a campaign asked, and its result if it finished. Times in ns since 1970-01-01 UTC."""

    id: int
    kind: str
    objective: str | None
    strategy: str
    seed: int
    spec: Document
    version: str | None
    state: State
    started_at_ns: int
    finished_at_ns: int | None
    result: Document | None
    labels: Labels = Labels()

    @property
    def asked(self) -> Document:
        """The `[campaign]` table of its file; empty where it was asked for without one."""
        return self.spec.get("campaign") or {}

    @property
    def session(self) -> SessionValues:
        """What its session was asked for, where it was begun without a file."""
        from plimsoll.native.model import SessionValues  # dataclasses are slow to load

        return SessionValues.of(self.spec.get("session") or {})

    @property
    def name(self) -> str | None:
        """Its name in the file that it was begun with; None: it was begun without a file."""
        return str(self.asked["name"]) if self.asked else None

    @property
    def virtual(self) -> bool:
        """Whether a campaign from a file was made on the virtual clock."""
        return bool(self.asked.get("virtual"))

    @property
    def called(self) -> str:
        """The name that somebody gave it, in its file or afterwards; empty without one."""
        return self.labels.name or self.name or ""


class RunRow(NamedTuple):
    """A Run without its record and distributions. Rates per second; times in ns since 1970-01-01
    UTC, none where an imported file does not tell them."""

    id: int
    campaign_id: int | None
    point_id: int | None
    role: str
    state: State
    why: str | None
    started_at_ns: int | None
    finished_at_ns: int | None
    spec: Document
    seed: int | None
    version: str | None
    outcome: str | None
    offered_rate_per_s: float | None
    issued_rate_per_s: float | None
    achieved_rate_per_s: float | None

    @property
    def virtual(self) -> bool:
        """Whether it is on the virtual clock: as it was asked, or as its record says."""
        if "session" in self.spec:
            return self.session.virtual
        return "clock" in self.spec and self.spec["clock"] == "virtual"

    @property
    def session(self) -> SessionValues:
        """What its session was asked for; of one that has a record its spec says it."""
        from plimsoll.native.model import SessionValues  # dataclasses are slow to load

        return SessionValues.of(self.spec.get("session") or {})

    @property
    def probe(self) -> ProbeRequest:
        """How it was asked for; of one that has a record its spec says it."""
        return self.spec.get("probe") or {}

    @property
    def began_s(self) -> float:
        """When it began, seconds since 1970-01-01 UTC; 0 of an imported one that has no date."""
        return (self.started_at_ns or 0) / 1e9


class IntervalRow(NamedTuple):
    """A sealed interval: its document, and its two distributions (HdrHistogram V2) where they were
    kept."""

    number: int
    document: Interval
    response_time: bytes | None
    completion_latency: bytes | None
    fine: bytes | None = None
    """Of one that was merged from several: what the time line reads of each
    (`plimsoll.native.fine`)."""


class ProcessorLoad(NamedTuple):
    """What others did with the processors, in shares of all of them (0 to 1): in how many intervals
    it is known, the largest, the mean; none where it is known of none.
    """

    stolen_n: int
    stolen_max: float | None
    stolen_mean: float | None
    foreign_n: int
    foreign_max: float | None
    foreign_mean: float | None


class EventRow(NamedTuple):
    """A mark or note on the time line, at a time of day in ns since 1970-01-01 UTC."""

    id: int
    campaign_id: int | None
    run_id: int | None
    at_ns: int
    kind: str
    text: str


class CollectorRow(NamedTuple):
    """A command or an address whose counters were kept in a campaign."""

    id: int
    campaign_id: int
    kind: str
    source: str
    every_s: float | None


class CounterRow(NamedTuple):
    """The values of a counter in a Run, in order of time: pairs of CLOCK_MONOTONIC in ns, and
    value."""

    collector_id: int
    name: str
    points: list[tuple[int, float]]


class CollectedRow(NamedTuple):
    """What became of a collector during a Run."""

    run_id: int
    collector_id: int
    summary: Document


class Reason(NamedTuple):
    """Why a Point failed, was skipped or says nothing about the target, or what stands beside a
    figure that does: a code with its figures. `search/point_reasons.py` makes the sentence."""

    kind: str
    figures: Mapping[str, object] = {}


class PlannedPointRow(NamedTuple):
    """A Point of a campaign: what was asked, and what became of it. Times in ns since 1970-01-01
    UTC.

    `state` is `planned` also for one that was under way when its process ended. `stands` is None
    until it is finished.
    """

    id: int
    campaign_id: int
    number: int
    configuration: str
    target: TargetAsked
    workload: WorkloadAsked
    load: LoadAsked
    repeat: int
    strategy: str
    seed: int
    expected_s: float | None
    state: PointState
    stands: bool | None
    reason: Reason | None
    attempt: int
    invalidated: int
    started_at_ns: int | None
    finished_at_ns: int | None
    result: Document | None

    @property
    def target_name(self) -> str:
        """What its target is called."""
        return str(self.target["name"])

    @property
    def parameters(self) -> dict[str, object]:
        """What is set in its described stack, by NAME.KEY; empty where nothing is."""
        from plimsoll.native.model import TargetValues  # dataclasses are slow to load

        return TargetValues.of(self.target).parameters


class PlannedRunRow(NamedTuple):
    """A Run of a planned Point, in which attempt it was made, and whether it is valid (settings
    stayed as they were)."""

    run_id: int
    planned_point_id: int
    attempt: int
    valid: bool
    why: str | None


class JournalRow(NamedTuple):
    """A setting that a campaign changed. `restored_at_ns` None: not put back yet; `trouble`: why
    not, when it was tried."""

    id: int
    campaign_id: int
    configuration: str
    setting: str
    original: str
    commands: Commands
    journalled_at_ns: int
    restored_at_ns: int | None
    trouble: str | None
