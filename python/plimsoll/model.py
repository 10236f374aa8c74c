"""The words that pass between the parts: the record of a Run, what is asked of a session, how far a Run has got.

What the Rust side defines (record, requests) is generated from its JSON schemas into `_record.py` and only named here;
what lives on this side alone is a frozen dataclass. Nothing in this module acts.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NotRequired, Protocol, TypedDict, cast

from plimsoll._record import Interval, PrepareRequest, ProbeRequest, RunRecord, SessionRequest

__all__ = [
    "Interval",
    "Name",
    "PrepareRequest",
    "PrepareResult",
    "ProbeRequest",
    "Probing",
    "Progress",
    "RunRecord",
    "SessionInfo",
    "SessionRequest",
    "parse",
]


class Probing(Protocol):
    """Something that a search can put load on: `execute.Session`, or a model of one in a test."""

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
        seed: int,
        role: str,
    ) -> RunRecord:
        """One Run: `rate` operations/s over all workers, or a closed load at `queue_depth` per worker when it is None.

        `role` names why it ran: maximum, reference, probe, hold_low, hold_high, run. The Run is durable in the store
        when this returns. Raises `Interrupted` when it was told to stop, with the record that was kept.
        """


class SessionInfo(TypedDict):
    """What a session found when it opened its target."""

    target: dict[str, Any]
    engine: str
    access: str
    workload: dict[str, Any]
    clock: str
    notes: list[str]
    most_workers: int | None


class Name(TypedDict):
    """An engine or an element, as the lists of the native side tell it (they tell more, for `--json`)."""

    name: str
    summary: str
    why_not: NotRequired[str | None]


class Parameter(TypedDict):
    """A key of an element: how it is written, what it is when absent, what it says."""

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


class ShowRequest(TypedDict):
    """What of a described stack is to be shown: the file's text, what the picture calls it, what is asked of it."""

    toml: str
    name: str
    block_size: NotRequired[str | None]
    read: NotRequired[float | None]
    down: NotRequired[list[str]]


class Shown(TypedDict):
    """A described stack, looked at: the document (`plimsoll schema stack_show`), and pictures for a terminal and a page."""

    document: dict[str, object]
    text: str
    svg: str


class PrepareResult(TypedDict):
    """What Prepare did: the document `plimsoll.prepare/1` (`plimsoll schema prepare`). `outcome` is ok or stopped.

    `bytes_written` were written now, `resumed_at_bytes` by an earlier fill; both count over all passes, as `total_bytes`
    does. `mark` is where the mark of an interrupted fill is kept.
    """

    schema: str
    target: str
    outcome: str
    size_bytes: int
    content: str
    block_size_bytes: int
    passes: int
    working_set_offset_bytes: int
    working_set_bytes: int
    total_bytes: int
    resumed_at_bytes: int
    bytes_written: int
    seconds: float
    bytes_per_s: float
    created: bool
    mark: str | None
    notes: list[str]


@dataclass(frozen=True)
class Progress:
    """How far a Run has got. `phase` is idle, warmup, measure or drain; seconds are those of the Run's own clock."""

    role: str
    rate: float | None
    phase: str
    elapsed_s: float
    limit_s: float
    achieved_rate_per_s: float


def parse(text: str) -> RunRecord:
    """The record of a Run from its JSON. The store and the native side wrote it, so it is not checked again."""
    return cast("RunRecord", json.loads(text))
