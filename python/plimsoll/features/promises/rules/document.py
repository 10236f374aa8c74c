"""A verdict on a promise as a document: `plimsoll.check/1`, what `plimsoll check --json` prints and
the store keeps.

Only shapes; `rules.py` fills them.
"""

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import Field, ValidationError

from plimsoll.base import documents
from plimsoll.base.closed_model import ClosedModel
from plimsoll.base.errors import DamagedError
from plimsoll.features.promises.messages import message
from plimsoll.features.promises.rules.kinds import Direction, KindName, Subject

Verdict = Literal["kept", "broken", "inconclusive"]


class Code(ClosedModel):
    """Something said, as a code: its sentence stands beside it."""

    kind: str = Field(description="The code.")
    figures: dict[str, float | str] = Field(
        description="Per s, ns, bytes, shares 0 to 1, by name; texts that were told."
    )


class Figure(ClosedModel):
    """A measured figure with its confidence interval."""

    value: float = Field(description="The estimate.")
    low: float | None = Field(
        description="Lower end; null when there are too few intervals for one."
    )
    high: float | None = Field(description="Upper end.")
    confidence: float = Field(
        description="Of the interval, 0 to 1: shared out over the Runs that a verdict may rest on."
    )
    unit: Literal["IOPS", "bytes/s", "ns", "share"] = Field(description="Of the three.")


class BurstKeptOut(ClosedModel):
    """What passed at the start beyond the later rate; it is not part of the figure."""

    seconds: float = Field(description="How long it lasted, to the length of an interval.")
    amount: float = Field(
        description="Operations (bytes, for a promise in bytes/s) beyond the later rate."
    )
    rate_per_s: float = Field(description="The rate while it lasted.")


class RunUse(ClosedModel):
    """A Run that the verdict rests on."""

    run_id: int | None = Field(description="In the store.")
    outcome: str = Field(description="As in its record.")
    because: str = Field(description="The outcome in words.")
    workers: int | None = Field(
        description="Issuers; null where an imported file does not tell them."
    )
    queue_depth: int | None = Field(description="Per worker; null for an open load.")
    offered_rate_per_s: float | None = Field(description="Null for a closed load.")
    outstanding_mean: float | None = Field(
        description="Outstanding I/O over all workers; null where an imported file tells none."
    )
    figure: Figure | None = Field(
        description="What was compared with the promise; null when nothing completed."
    )
    level: str | None = Field(
        description="The level that this Run was judged by: ideal, tolerable; null otherwise."
    )
    passed: bool | None = Field(
        description="Whether the level was met; null when undecided or not asked."
    )
    completion_latency_mean_ns: float | None = Field(description="After the burst.")
    achieved_rate_per_s: float | None = Field(None, description="Completed in Measure.")
    response_time_mean_ns: float | None = Field(None, description="All of Measure.")
    response_time_p99_ns: float | None = Field(None, description="All of Measure.")
    at_least: list[str] = Field(
        [], description="mean, p99: those of the two that are lower bounds."
    )
    operations: int = Field(description="n: completed in Measure after the burst.")
    seconds: float = Field(description="Of Measure after the burst.")
    burst: BurstKeptOut | None = Field(description="The initial burst; null when there was none.")
    limited_by: str = Field(description="As in its record.")
    client_busy: float | None = Field(
        description="Share of the client's processors in use; null on the virtual clock."
    )
    others: float | None = Field(
        None, description="Share of the client's processors that other programs had."
    )
    held_up_by: Literal["own_lag", "others"] | None = Field(
        None,
        description=(
            "What of this machine may keep an undecided Run from a verdict: own_lag (more time does"
            " not help), others."
        ),
    )


class FlatnessFinding(ClosedModel):
    """What more outstanding I/O bought."""

    verdict: Literal["flat", "rising", "undecided"] = Field(description="flat: a cap.")
    outstanding_factor: float = Field(description="Larger over smaller.")
    rate_factor: float = Field(description="The same of the rates.")
    latency_factor: float = Field(description="The same of the mean completion latencies.")
    because: str = Field(description="In words.")
    reason: Code = Field(description="The same as a code.")


class PerVolume(ClosedModel):
    """A rate for each unit of a volume's size."""

    rate_per_s: float = Field(description="For one unit.")
    unit: str = Field(description="GB, TiB and the like.")
    volume: str = Field(description="As the file has it: 2000 GB.")


class InUnits(ClosedModel):
    """A rate that counts units of a size instead of operations."""

    units_per_s: float = Field(description="Of them.")
    size: str = Field(description="Of a unit, as the file has it: 32k.")
    cost: float = Field(description="Units that an operation takes.")
    block_size: str = Field(description="Of that operation: 64k.")


class Terms(ClosedModel):
    """What is promised, as figures."""

    kind: KindName = Field(description="What the promise is of.")
    direction: Direction | None = Field(description="Null for an objective alone.")
    value_per_s: float | None = Field(
        description="At this block size: operations, or bytes of kind bytes; null for an objective."
    )
    per_volume: PerVolume | None = Field(None, description="Where the value goes by a volume.")
    in_units: InUnits | None = Field(None, description="Where the value counts units of a size.")
    objective: str | None = Field(
        None, description="As the file has it; only its left side beside ideal and tolerable."
    )
    ideal: str | None = Field(None, description="As the file has it: 20ms.")
    tolerable: str | None = Field(None, description="As the file has it: 100ms.")
    offered_rate_per_s: float | None = Field(
        None, description="At which an objective is to be met; null in a closed loop."
    )
    workers: int = Field(description="Issuers.")
    queue_depth: int | None = Field(description="Per worker; null at an offered rate.")
    block_size: str | None = Field(
        None, description="Where the promise is tested at several, or counts units: 64k."
    )


class ClaimVerdict(ClosedModel):
    """A promise, whether it is kept, and what that rests on."""

    promise: str = Field(description="Its name.")
    target: str | None = Field(
        None, description="What was tested; null where the whole check is of one target."
    )
    promised: str = Field(
        description="What is promised, with the sums that led to the value, in words."
    )
    terms: Terms = Field(description="The same as figures.")
    direction: Direction = Field(description="Of the promise.")
    value: float | None = Field(
        description="Promised, per second at this block size; null for an objective."
    )
    unit: Literal["IOPS", "bytes/s"] | None = Field(description="Of the value.")
    margin: float = Field(description="Share of the value that it may be off.")
    subject: Subject = Field(description="What the promise is about.")
    verdict: Verdict = Field(description="kept, broken or inconclusive.")
    level: str | None = Field(
        description="ideal or tolerable, for an objective with levels that is kept."
    )
    because: str = Field(description="Why, in a sentence.")
    reason: Code = Field(description="The same as a code.")
    would_decide: str | None = Field(description="What would decide it, when it is inconclusive.")
    decides: Code | None = Field(None, description="The same as a code.")
    measured: Figure | None = Field(description="The figure that decided, or the nearest to it.")
    runs: list[RunUse] = Field(description="Every Run, in the order of the load.")
    flatness: FlatnessFinding | None = Field(
        description="Null when there is no pair of Runs to tell."
    )
    working_set_bytes: int | None = Field(description="Bytes that were addressed.")
    volume_bytes: int | None = Field(description="Of the volume: as promised, or as found.")
    notes: list[str] = Field(description="What to know beside the verdict.")
    noted: list[Code] = Field([], description="The same as codes, in that order.")


class Check(ClosedModel):
    """The answer of `plimsoll check`."""

    @classmethod
    def read(cls, stored: Mapping[str, object]) -> Self:
        """A verdict as a store kept it. Raises DamagedError where it is no whole one: what was
        checked must not be shown as if it had no verdict."""
        try:
            return cls.model_validate(stored)
        except ValidationError as error:
            why = documents.first_difference(error)
            raise DamagedError(message("verdict-not-whole", why=why)) from None

    schema_: Literal["plimsoll.check/1"] = Field("plimsoll.check/1", alias="schema")
    verdict: Verdict = Field(
        description="broken when one promise is; else inconclusive when one is; else kept."
    )
    because: str = Field(description="Why, in a sentence.")
    evidence: list[ClaimVerdict] = Field(
        description="Every promise with its own verdict, in the order of the file."
    )
    name: str = Field(description="What the file is about.")
    target: str = Field(description="What was tested; several are joined by commas.")
    test_seconds: float = Field(
        description="Seconds of all Runs on their own clock, warm-up and drain included."
    )
    measured: bool = Field(description="False: judged from Runs that a store already held.")
    seed: int | None = Field(description="Of the whole check; null when nothing was measured.")
    store: str | None = Field(None, description="Where the Runs are kept.")
    campaign: int | None = Field(
        None, description="Which campaign of it; null where several targets have one each."
    )
    campaigns: list[int] = Field([], description="The campaign of each of several targets.")

    @property
    def worst_first(self) -> list[ClaimVerdict]:
        """The promises: the broken ones, then what is inconclusive, then those that are kept."""
        order = {"broken": 0, "inconclusive": 1, "kept": 2}
        return sorted(self.evidence, key=lambda judged: order[judged.verdict])
