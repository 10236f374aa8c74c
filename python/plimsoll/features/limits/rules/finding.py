"""What goes into the judgement of limits and what comes out: plain figures, no behaviour.

An `Observation` is one closed-loop Run as a limit sees it. A `LimitFinding` says for each volume
which law its rates follow (found, refuted, tied), where a cap is proven, what bursts there were;
and, over several volumes, which law their size follows. Whatever is said points to the data it
rests on: reasons are codes with their figures, of which `words.py` makes sentences.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from plimsoll.judge.limiter.document import SignDocument, Who
from plimsoll.judge.limiter.observations import RunFacts

Verdict = Literal["found", "absent", "inconclusive"]
"""A limit is established; its absence up to the rates that were reached is; neither."""

Scope = Literal["together", "apart", "weighted", "priced"]
"""Reads and writes draw on one budget; each has its own; on one, of which a write takes a multiple
of what a read takes; on one, of which each takes by a law of its own."""


@dataclass(frozen=True)
class Observation:
    """One closed-loop Run against one volume. Rates in operations/s, latency in ns, in the order in
    which they were made.

    `interval_rates_per_s` is the series of Measure with the mean completion latencies
    `interval_latencies_ns`, `interval_s` the length of its intervals; empty where it is not known.
    `rested_s`: how long the volume rested just before, but for `rested_operations`.
    """

    volume: str
    block_bytes: int
    read_percent: float
    outstanding: float
    rate_per_s: float
    completion_latency_mean_ns: float
    seconds: float
    volume_bytes: int | None = None
    interval_s: float = 0.0
    interval_rates_per_s: tuple[float, ...] = ()
    interval_latencies_ns: tuple[float, ...] = ()
    rested_s: float = 0.0
    rested_operations: float = 0.0
    run_id: int | None = None
    workers: int = 1
    worker_busy: float | None = None
    """Share of its time that a worker's processor worked; none when not known."""
    machine_full: float | None = None
    """Share of all processors of the client's machine that anybody used; none on the virtual
    clock."""
    seen: RunFacts | None = None
    """What of the Run tells who holds its rate; none where several clients shared it."""


@dataclass(frozen=True)
class Reason:
    """Why something is judged as it is. `kind` is a code in `words.WORDS`; `figures` are per s,
    bytes and factors, by name."""

    kind: str
    figures: Mapping[str, float | str]


def reason(kind: str, **figures: float | str) -> Reason:
    """A reason of a kind in `words.WORDS`, with the figures that its words name."""
    return Reason(kind, figures)


@dataclass(frozen=True)
class Parameter:
    """A number of a model. `low` and `high` bound it (95 %); none: nothing measured bounds it on
    that side.

    `value` is none when it is a range only. `fixed`: it belongs to the model's name and was not
    fitted.
    """

    name: str
    unit: str
    value: float | None
    low: float | None
    high: float | None
    fixed: bool = False


@dataclass(frozen=True)
class Cell:
    """What was measured under one question: volume, block size, share of reads. `error` is
    relative, one standard error.

    `rate_per_s` is the sustained rate: what an initial burst brought is left out. `proof` is what
    more outstanding I/O did (flat, rising, undecided; none: one depth only), for `reasons`: one of
    `judge.flatness.REASONS`, or none.
    `lower_bound`: it still rose by much, so that the limit lies above this rate.
    """

    volume: str
    block_bytes: int
    read_percent: float
    outstanding: float
    rate_per_s: float
    error: float
    proof: Literal["flat", "rising", "undecided"] | None
    lower_bound: bool
    run_ids: tuple[int, ...]
    reasons: tuple[Reason, ...]
    held_s: float
    """For how long the rate was seen to stay, in the longest Run."""

    @property
    def proven(self) -> bool:
        """Whether a cap is shown here."""
        return self.proof == "flat"


@dataclass(frozen=True)
class Datum:
    """The measured figure that a model stands or falls with, and what the model says there."""

    volume: str
    volume_bytes: int | None
    block_bytes: int
    read_percent: float
    measured_per_s: float
    predicted_per_s: float


@dataclass(frozen=True)
class Separator:
    """Where two models differ the most: what to measure next. For laws of the volume's size
    `volume_bytes` is set."""

    block_bytes: int | None
    read_percent: float | None
    volume_bytes: int | None
    found_per_s: float
    other_per_s: float
    factor: float


@dataclass(frozen=True)
class ModelFit:
    """A law, fitted. `misfit` is the largest deviation in standard errors; `reasons` say why it is
    found, tied or refuted.

    `name` is that of a law of `models.py`. `datum` is set when the law is refuted, `separator` when
    it is tied.
    """

    name: str
    scope: Scope | None
    parameters: tuple[Parameter, ...]
    misfit: float
    reasons: tuple[Reason, ...] = ()
    datum: Datum | None = None
    separator: Separator | None = None

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of this name, if the model has one."""
        return next((one for one in self.parameters if one.name == name), None)


@dataclass(frozen=True)
class Burst:
    """A change of rate inside a Run: `operations` beyond the rate that stayed were let through in
    `seconds`.

    `rate_per_s` is the rate while it lasted (at least this, when it was over within an interval or
    two), `rate_after_per_s` the one that stayed. `resolved`: it lasted for more than three
    intervals.
    """

    volume: str
    block_bytes: int
    read_percent: float
    rate_per_s: float
    operations: float
    seconds: float
    rate_after_per_s: float
    resolved: bool
    run_id: int | None


@dataclass(frozen=True)
class Holder:
    """Who holds the rate of a cap that is proven: `policy_cap` (a throttle), `target` (what serves
    is full), `cache`, or `unknown`.

    `confidence` is 0 to 1; `signs` are what it rests on (`plimsoll.judge.limiter.signs`).
    """

    value: Who
    confidence: float
    signs: tuple[SignDocument, ...]
    decides: SignDocument | None = None
    """What would decide it further, as `signs.decides` makes it."""


@dataclass(frozen=True)
class VolumeLimit:
    """What is known of one volume. `found` is none when no model fits; `tied` fit as well,
    `refuted` do not. `noted`: which Runs were left out or count in part, and why."""

    volume: str
    volume_bytes: int | None
    verdict: Verdict
    found: ModelFit | None
    tied: tuple[ModelFit, ...]
    refuted: tuple[ModelFit, ...]
    cells: tuple[Cell, ...]
    bursts: tuple[Burst, ...]
    refill: ModelFit | None
    """How the budget is granted: a law of `models.GRANTS`; none where that is open."""
    noise: float
    horizon_s: float
    holder: Holder | None = None
    """None where no cap is proven."""
    reasons: tuple[Reason, ...] = ()
    noted: tuple[Reason, ...] = ()

    @property
    def proven(self) -> bool:
        """Whether a cap is proven under at least one question."""
        return any(cell.proven for cell in self.cells)

    @property
    def held_s(self) -> float:
        """For how long each rate was seen to stay, at least."""
        counted = [cell for cell in self.cells if cell.proven] or self.cells
        return min(cell.held_s for cell in counted)

    @property
    def saw_burst_end(self) -> bool:
        """Whether a burst was seen to end: what stayed is no burst of the same bucket."""
        return any(burst.resolved for burst in self.bursts)


@dataclass(frozen=True)
class SizeLaw:
    """How the caps of several volumes follow their size. Rates of `subject` (ops_per_s or
    bytes_per_s) per GB of 10^9 bytes.

    `not_excluded`: laws that allow less than a volume did, which may have been a burst that
    outlasts its Runs.
    """

    subject: str
    found: ModelFit | None
    tied: tuple[ModelFit, ...]
    refuted: tuple[ModelFit, ...]
    reasons: tuple[Reason, ...] = ()
    not_excluded: tuple[ModelFit, ...] = ()


@dataclass(frozen=True)
class LimitFinding:
    """The answer. `size_laws` is empty unless volumes of at least two sizes were measured;
    `reasons`: what could not be judged."""

    verdict: Verdict
    volumes: tuple[VolumeLimit, ...]
    size_laws: tuple[SizeLaw, ...]
    reasons: tuple[Reason, ...] = ()
