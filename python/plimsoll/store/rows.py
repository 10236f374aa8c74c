"""What readers of a store get: plain rows, documents parsed."""

from dataclasses import dataclass
from typing import Any, Literal

# Parsed JSON: its shape is the published schema of the document it came from.
Document = dict[str, Any]

# `interrupted` is never stored: it is a Run or campaign that was left `running` by a process that is gone.
State = Literal["running", "finished", "abandoned", "interrupted"]


@dataclass(frozen=True)
class CampaignRow:
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


@dataclass(frozen=True)
class RunRow:
    """A Run without its record and distributions. Rates per second; times in ns since 1970-01-01 UTC."""

    id: int
    campaign_id: int | None
    point_id: int | None
    role: str
    state: State
    why: str | None
    started_at_ns: int
    finished_at_ns: int | None
    spec: Document
    seed: int | None
    version: str | None
    outcome: str | None
    offered_rate_per_s: float | None
    issued_rate_per_s: float | None
    achieved_rate_per_s: float | None


@dataclass(frozen=True)
class IntervalRow:
    """A sealed interval: its document, and its two distributions (HdrHistogram V2) where they were kept."""

    index: int
    document: Document
    response_time: bytes | None
    completion_latency: bytes | None


@dataclass(frozen=True)
class EventRow:
    """A mark or note on the time line, at a time of day in ns since 1970-01-01 UTC."""

    id: int
    campaign_id: int | None
    run_id: int | None
    at_ns: int
    kind: str
    text: str
