"""The answer of `plimsoll depth` as a document, `plimsoll.depth/1`."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from plimsoll.base.closed_model import ClosedModel
from plimsoll.features.scaling import depth_words
from plimsoll.features.scaling.depths import WORTH, Doubt, Grade, LeftOut, Reason, Rung, best
from plimsoll.judge.limiter.document import SignDocument


class LadderRung(ClosedModel):
    """One queue depth."""

    queue_depth: int = Field(description="Of each worker.")
    rate_per_s: float = Field(description="IOPS: the mean of its Runs.")
    rates_per_s: list[float] = Field(description="IOPS of each Run.")
    bytes_per_s: float = Field(description="Throughput.")
    mean_ns: float | None = Field(description="Mean response time of all operations of its Runs.")
    p99_ns: float | None = Field(description="p99 of the merged distributions of its Runs.")
    at_least: list[str] = Field(
        description="mean_ns, p99_ns where operations that never finished stand in it."
    )
    cpu_ns_per_io: float | None = Field(
        description="The generator's CPU time for an operation; null on the virtual clock."
    )
    of_maximum: float = Field(description="IOPS over the highest.")
    power: float | None = Field(description="IOPS per second of mean response time.")


class Subject(ClosedModel):
    """What was measured."""

    target: str = Field(description="As it was given.")
    workload: str = Field(description="Block size, pattern and mix.")
    engine: str = Field(description="The I/O engine; emulated for a described stack.")
    access: str = Field(description="direct, or cached: through the page cache.")
    workers: int = Field(description="Workers, each with that queue depth.")


class Depths(ClosedModel):
    """Which queue depth is enough."""

    schema_: Literal["plimsoll.depth/1"] = Field("plimsoll.depth/1", alias="schema")
    target: str = Field(description="What was measured.")
    workers: int = Field(description="Workers, each with that queue depth.")
    subject: Subject | None = Field(description="What was measured, with which workload.")
    because: str = Field(description="The answer in a sentence.")
    reason: Reason = Field(description="What it rests on, as a code with its figures.")
    best: int | None = Field(
        description=(
            "The smallest queue depth that no other is shown to beat by more than `worth` leaves;"
            " null: none, or undecided. How far to rely on it: `grade`."
        )
    )
    grade: Grade | None = Field(
        description=(
            "confirmed: no other depth fits; estimated: another may, with little to gain; bounded:"
            " IOPS still rise at the deepest, or the client limited the rate; undecided."
        )
    )
    doubts: list[Doubt] = Field(
        description=(
            "What speaks against relying on it: missing, client_bound, still_rises, one_run_each,"
            " runs_differ."
        )
    )
    lowest: int | None = Field(description="The smallest that may be it, as far as noise tells.")
    highest: int | None = Field(
        description="The smallest that certainly gives enough; null: none does, or one Run each."
    )
    may_gain: float | None = Field(
        description="The most that another depth may give beyond it, as a share; 95 % confidence."
    )
    worth: float = Field(description="Share of the maximum that is enough.")
    maximum_at: int | None = Field(description="The queue depth with the highest rate.")
    still_rises: bool = Field(description="Whether IOPS still rise at the deepest.")
    p99_factor: float | None = Field(
        description="How many times the p99 of the answer that of the deepest is."
    )
    client: str | None = Field(
        description="Where the client limited the rate: client_cpu or client_outstanding."
    )
    client_because: str | None = Field(description="What shows that.")
    client_signs: list[SignDocument] = Field(
        description="The same as codes; empty where it did not."
    )
    power_at: int | None = Field(description="The queue depth with the most IOPS per latency.")
    noise: float | None = Field(
        description=(
            "Standard deviation of Runs at the same depth, as a share of IOPS; null without"
            " repeats."
        )
    )
    depths: list[LadderRung] = Field(description="In order of depth.")
    left_out: list[LeftOut] = Field(
        description="Runs that do not count; a depth with no other has no figures."
    )
    twice_the_workers: LadderRung | None = Field(
        description="The depth of the answer with twice the workers: did the client hold the rate?"
    )


def document(
    target: str,
    workers: int,
    rungs: Sequence[Rung],
    *,
    wide: Rung | None = None,
    left_out: Sequence[LeftOut] = (),
    subject: Subject | None = None,
) -> Depths:
    """The answer as a document."""
    found = best(rungs, wide, left_out)
    top = 0.0 if found is None else found.top.rate
    powerful = None if found is None else found.powerful
    client = None if found is None else found.client
    sure = None if found is None else found.sure
    return Depths(
        target=target,
        workers=workers,
        subject=subject,
        because=depth_words.sentence(found),
        reason=Reason("too_few_depths") if found is None else found.reason,
        best=None if found is None or found.grade == "undecided" else found.rung.queue_depth,
        grade=None if found is None else found.grade,
        doubts=[] if found is None else list(found.doubts),
        lowest=None if found is None else found.rung.queue_depth,
        highest=None if sure is None else sure.queue_depth,
        may_gain=None if found is None else found.may_gain,
        worth=WORTH,
        maximum_at=None if found is None else found.top.queue_depth,
        still_rises=found is not None and found.rises,
        p99_factor=None if found is None else found.p99_factor,
        client=None if client is None else client.value,
        client_because=None if client is None else client.because,
        client_signs=[] if client is None else [sign.to_json() for sign in client.signs],
        power_at=None if powerful is None else powerful.queue_depth,
        noise=None if found is None else found.noise,
        depths=[_rung_document(rung, top) for rung in rungs],
        left_out=list(left_out),
        twice_the_workers=None if wide is None else _rung_document(wide, top),
    )


def _rung_document(rung: Rung, top: float) -> LadderRung:
    return LadderRung(
        queue_depth=rung.queue_depth,
        rate_per_s=rung.rate,
        rates_per_s=list(rung.rates),
        bytes_per_s=rung.bytes_per_s,
        mean_ns=rung.mean_ns,
        p99_ns=rung.p99_ns,
        at_least=[f"{name}_ns" for name in rung.at_least],
        cpu_ns_per_io=rung.cpu_ns_per_io,
        of_maximum=rung.rate / top if top else 0.0,
        power=rung.power,
    )
