"""Listeners to a measurement: progress on a terminal, the pulse for other processes, the recorder
that puts Runs into a store.

`Listener` is a class of empty methods: a listener overrides those that it needs. Sessions report
Runs, campaigns Points, and searches steps. All methods are called from the thread that measures, so
they return at once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.native import record_reading

if TYPE_CHECKING:
    from pathlib import Path

    from plimsoll.base.sentence import Words
    from plimsoll.native.model import SessionInfo
    from plimsoll.native.record import Interval, ProbeRequest, RunRecord
    from plimsoll.native.values import Progress


class Campaign(NamedTuple):
    """The campaign to which Runs belong."""

    store: Path
    number: int
    kind: str
    name: str | None = None


@dataclass
class ActiveRun:
    """A Run under way."""

    info: SessionInfo
    role: str
    request: ProbeRequest
    id: int | None = None
    """The Run's number in the store. The recorder is called first and sets it."""
    campaign: Campaign | None = None
    """Set by the recorder as well."""


@dataclass(frozen=True)
class SealedInterval:
    """A sealed interval of a Run."""

    index: int
    json: str
    """Its figures."""
    workers: str
    """Figures of each worker, or each host: a JSON list, which no store keeps."""
    response_time: bytes
    """As HdrHistogram V2."""
    completion_latency: bytes
    """As HdrHistogram V2."""

    @property
    def figures(self) -> Interval:
        """The parsed figures."""
        return record_reading.interval(json.loads(self.json))


@dataclass(frozen=True)
class RunOutput:
    """What a Run leaves."""

    document: str
    """Its record as JSON."""
    histograms: Mapping[str, bytes]
    """By name, as HdrHistogram V2."""

    @property
    def raw_record(self) -> Mapping[str, object]:
        """The record as written by Rust, without the absent keys."""
        document: Mapping[str, object] = json.loads(self.document)
        return document

    @cached_property
    def record(self) -> RunRecord:
        """The record, parsed at its first use."""
        return record_reading.run_record(json.loads(self.document))


class Listener:
    """Empty methods for all events. Only a session's recorder may raise: `execute.NotKeptError`
    ends the Run under way in order, with its record."""

    def campaign_begins(self, campaign: Campaign) -> None:
        """Runs are kept as this campaign from now on."""

    def point_changes(self, point: object) -> None:
        """A Point of a campaign (`store.rows.PlannedPointRow`) begins or has ended, by its
        state."""

    def preparing(self, what: Words) -> None:
        """Work before the Runs of a Point: a configuration is applied, caches are cleared, the
        target settles."""

    def run_begins(self, run: ActiveRun) -> None:
        """A Run begins."""

    def interval(self, run: ActiveRun, sealed: SealedInterval) -> None:
        """An interval of it was sealed."""

    def run_progress(self, now: Progress) -> None:
        """Progress of the Run, some five times a second."""

    def run_event(self, words: Words) -> None:
        """Something happens in a long Run while it runs, in words."""

    def run_ends(self, run: ActiveRun, result: RunOutput) -> None:
        """The Run left a record. Its recorder has kept it when the others hear of it."""

    def run_fails(self, run: ActiveRun, why: str) -> None:
        """The Run ended without a record."""

    def search_begins(self, expected_s: Mapping[str, float], store: object) -> None:
        """A search begins. `expected_s`: real seconds by the role of its Runs. `store`
        (`plimsoll.store.Store`): where they are kept while it is under way."""

    def search_step(self, step: object) -> None:
        """A step of a search; `str` makes it a line."""

    def search_ends(self) -> None:
        """The search has ended."""

    def note(self, words: Words, event: int | None = None) -> None:
        """A remark for readers of the answer; `event` is its number in the store, if it is kept."""
