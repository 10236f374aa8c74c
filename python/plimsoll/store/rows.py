"""The rows that readers of a store get, with parsed documents.

Named tuples, because `dataclasses` alone takes longer to load (it imports `inspect`) than the rest
of the store.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from typing_extensions import TypedDict  # pydantic looks into it before Python 3.12

from plimsoll.base import sentence

if TYPE_CHECKING:
    from plimsoll.native.model import PointLoad, PointTarget, PointWorkload
    from plimsoll.native.record import Interval, ProbeRequest
    from plimsoll.native.values import SessionValues

# Parsed JSON, as in the published schema of its document.
Document = dict[str, Any]

# `interrupted` is never stored: it means `running` in the store, by a process that is gone.
State = Literal["running", "finished", "abandoned", "interrupted"]
PointState = Literal["planned", "running", "finished", "failed", "skipped"]


DISKS = "disks"
"""Key in the document of a campaign: serial numbers by path, to recognize the same disk."""


class Commands(TypedDict):
    """The commands that read and restore a setting, as text for the shell or as an argument list,
    and their time limit."""

    read: str | list[str]
    restore: str | list[str]
    limit_s: float


class SettleReference(TypedDict):
    """The reference of settling: a latency in ns, and how far a measurement may differ from it."""

    mean_ns: float
    noise_ns: float


class Labels(NamedTuple):
    """The labels of a campaign. `name` None: the name of its document applies."""

    name: str | None = None
    tags: tuple[str, ...] = ()
    archived: bool = False
    baseline: bool = False


class CampaignRow(NamedTuple):
    """A campaign, with its result if it finished. Times in ns since 1970-01-01 UTC."""

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
    def campaign_table(self) -> Document:
        """The `[campaign]` table of its file; empty for a campaign without a file."""
        return self.spec.get("campaign") or {}

    @property
    def session(self) -> SessionValues:
        """The session request of a campaign without a file."""
        from plimsoll.native.values import SessionValues

        return SessionValues.of(self.spec.get("session") or {})

    @property
    def name(self) -> str | None:
        """Its name in its file; None for a campaign without a file."""
        return str(self.campaign_table["name"]) if self.campaign_table else None

    @property
    def virtual(self) -> bool:
        """Whether a campaign from a file is on the virtual clock."""
        return bool(self.campaign_table.get("virtual"))

    @property
    def display_name(self) -> str:
        """Its label or its name in its file; empty without either."""
        return self.labels.name or self.name or ""


class RunRow(NamedTuple):
    """A Run without its record and distributions. Rates per second; times in ns since 1970-01-01
    UTC, None where an imported file has none."""

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
        """Whether it is on the virtual clock, by its request or its record."""
        if "session" in self.spec:
            return self.session.virtual
        return "clock" in self.spec and self.spec["clock"] == "virtual"

    @property
    def session(self) -> SessionValues:
        """Its session request; a Run with a record has a resolved spec instead."""
        from plimsoll.native.values import SessionValues

        return SessionValues.of(self.spec.get("session") or {})

    @property
    def probe(self) -> ProbeRequest:
        """Its probe request; a Run with a record has a resolved spec instead."""
        return self.spec.get("probe") or {}

    @property
    def began_s(self) -> float:
        """Start in seconds since 1970-01-01 UTC; 0 for an imported Run without a date."""
        return (self.started_at_ns or 0) / 1e9


class IntervalRow(NamedTuple):
    """A sealed interval: its document, and its two distributions (HdrHistogram V2) if stored."""

    number: int
    document: Interval
    response_time: bytes | None
    completion_latency: bytes | None
    fine: bytes | None = None
    """For a merged interval: the series of its parts, for the time line
    (`plimsoll.native.fine`)."""


class ProcessorLoad(NamedTuple):
    """The load of other programs and guests on the processors, as shares of all of them (0 to 1):
    in how many intervals it is known, its maximum and its mean; None where it is never known.
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
    stored: str
    """The text, or the code and the figures of a sentence (`base/sentence.py`)."""

    @property
    def text(self) -> str:
        """Its words in the language of the reader."""
        return str(sentence.read(self.stored))


class CollectorRow(NamedTuple):
    """A command or an address whose counters were collected in a campaign."""

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
    """The summary of a collector at the end of a Run."""

    run_id: int
    collector_id: int
    summary: Document


class Reason(NamedTuple):
    """Why a Point failed, was skipped or is no evidence, or a remark on its figure: a code with its
    figures. `search/point_reasons.py` makes the sentence."""

    kind: str
    figures: Mapping[str, object] = {}


class PlannedPointRow(NamedTuple):
    """A Point of a campaign with its outcome. Times in ns since 1970-01-01 UTC.

    `state` is `planned` again for a Point whose process ended. `stands` is None until the Point is
    finished.
    """

    id: int
    campaign_id: int
    number: int
    configuration: str
    target: PointTarget
    workload: PointWorkload
    load: PointLoad
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
        """The name of its target."""
        return str(self.target["name"])

    @property
    def parameters(self) -> dict[str, object]:
        """The parameters set in its described stack, by NAME.KEY."""
        from plimsoll.native.values import TargetValues

        return TargetValues.of(self.target).parameters


class PlannedRunRow(NamedTuple):
    """A Run of a planned Point, the number of the attempt, and whether it is valid (no setting
    changed)."""

    run_id: int
    planned_point_id: int
    attempt: int
    valid: bool
    why: str | None


class JournalRow(NamedTuple):
    """A setting that a campaign changed. `restored_at_ns` None: not restored yet; `trouble`: why
    restoring failed."""

    id: int
    campaign_id: int
    configuration: str
    setting: str
    original: str
    commands: Commands
    journalled_at_ns: int
    restored_at_ns: int | None
    trouble: str | None
