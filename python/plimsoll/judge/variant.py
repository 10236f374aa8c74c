"""A variant: Runs and searches to be compared with others, as `report/evidence/variants.py` reads
them from a store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from plimsoll.judge.messages import message

if TYPE_CHECKING:
    from plimsoll.native.record import RunRecord, RunSpec
    from plimsoll.search.document import FindDocument, MaximumResult


def is_settled(record: RunRecord) -> bool:
    """Whether a Run's figures are those of a stationary system: a probe that ended far beyond its
    objective was filling up."""
    # The judgement of a rejudged Run (`search/rejudgement.py`) lacks this key.
    judgement = record["judgement"]
    if judgement is None:
        return True
    told: Mapping[str, Any] = judgement
    still = "stationary" not in told or told["stationary"]["verdict"] != "no"
    return still and judgement["reason"] != "far_beyond_objective"


@dataclass(frozen=True)
class Run:
    """A finished Run. `began_s` is seconds since 1970 UTC; None where an imported file has no
    date."""

    id: int
    campaign: int
    began_s: float | None
    outcome: str
    record: RunRecord
    histograms: dict[str, bytes] = field(default_factory=dict)
    configuration: str = ""

    @property
    def spec(self) -> RunSpec:
        """As resolved."""
        return self.record["spec"]

    @property
    def is_imported(self) -> bool:
        """Whether another program measured it: then its latency counts from the submission."""
        told: Any = self.record.get("imported")
        return bool(told) and "response_time_ns" in told["unknown"]

    @property
    def origin(self) -> tuple[str, str] | None:
        """Of an imported Run the file and the place in it, by which it is known again."""
        told: Any = self.record.get("imported")
        return (told["source"]["sha256"], told["at"]) if told else None

    @property
    def virtual(self) -> bool:
        """Whether its clock was the virtual one, where nothing drifts."""
        return self.spec["clock"] == "virtual"

    @property
    def is_settled(self) -> bool:
        """See the function of this name."""
        return is_settled(self.record)

    @property
    def offered_rate(self) -> float | None:
        """Operations per second intended; none for a closed load."""
        rate = self.record["offered_rate_per_s"]
        return None if rate is None else float(rate)


@dataclass(frozen=True)
class Search:
    """A finished search: its answer, and its Runs for the curve. `from_runs`: no search was made,
    its line was read from a sweep."""

    campaign: int
    began_s: float | None
    runs: tuple[Run, ...]
    find: FindDocument | None = None
    """Of a search for a load line."""
    climb: MaximumResult | None = None
    """Of one that looked for the maximum alone."""
    limits: Mapping[str, object] | None = None
    """`plimsoll.limits/1`, of one that asked for limits."""
    from_runs: bool = False
    grade: str | None = None
    """How sure its load line is, in words; none of a search for something else."""
    no_line: str | None = None
    """Of a search for a load line that has none to plan with: why."""

    @property
    def spec(self) -> RunSpec:
        """What all its Runs share, from the first."""
        return self.runs[0].spec


Left = Literal["no_record", "not_finished", "no_answer", "same_file", "same_seed"]


@dataclass(frozen=True)
class LeftOut:
    """A part of a variant that is not compared, and why: a Run without a record, a Point that has
    not finished, a campaign without an answer; a Run that was imported from the same file as
    another, or is the same on the virtual clock. `told` is the reason from the campaign."""

    kind: Left
    run: int | None = None
    as_run: int | None = None
    campaign: int | None = None
    point: int | None = None
    state: str | None = None
    told: str | None = None


Unlike = Literal[
    "engine",
    "version",
    "host",
    "measure_s",
    "workers",
    "working_set_bytes",
    "program",
    "max_outstanding",
]
"""Properties that are no part of a question. program: the measuring program, apart from Plimsoll's
own version."""


@dataclass(frozen=True)
class Different:
    """A difference between variants beside the compared one, with the values of each."""

    what: Unlike
    values: tuple[tuple[str | float, ...], ...]


@dataclass(frozen=True)
class Variant:
    """A named variant: its repeats, its searches, and the parts that were left out."""

    name: str
    store: Path
    campaigns: tuple[int, ...]
    runs: tuple[Run, ...]
    searches: tuple[Search, ...]
    left_out: tuple[LeftOut, ...]


def left_out(left: LeftOut) -> str:
    """A left-out part in words."""
    told = "-told" if left.kind == "not_finished" and left.told else ""
    figures = vars(left) | {"state": state_text(left.state) if left.state else None}
    return message(f"left-{left.kind}{told}", **figures)


def state_text(state: str) -> str:
    """How a Run, a Point or a campaign stands, in words."""
    return message(f"state-{state}")


ALIKE = 1.0
"""Shares of reads, in percent, that lie no farther apart are one mix: of imported Runs the share is
often what was counted, not what was asked for."""


def mixes(shares: Iterable[float | None]) -> dict[float, float]:
    """For each share of reads the one by which its question goes: the lowest of those that follow
    each other closely. All reads and all writes are only themselves."""
    found: dict[float, float] = {}
    last: float | None = None
    # An imported file may have no share.
    for share in sorted({known for known in shares if known is not None}):
        pure = share in (0.0, 100.0) or last in (0.0, 100.0)
        near = last is not None and share - last <= ALIKE and not pure
        found[share] = found[last] if near and last is not None else share
        last = share
    return found
