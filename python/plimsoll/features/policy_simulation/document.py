"""The JSON of `plimsoll policy simulate`, a shape of `plimsoll.policy/1`: rates of the guests,
unmet needs, and the largest harmless limit of each policy."""

from collections.abc import Sequence
from typing import Literal

from typing_extensions import TypedDict

from plimsoll.features.policy import words as policy_words
from plimsoll.features.policy.rules import Rates, Rules
from plimsoll.features.policy_simulation import words
from plimsoll.features.policy_simulation.estate_run import PoolSimulation, overall
from plimsoll.features.policy_simulation.harmless import HarmlessLimits
from plimsoll.features.policy_simulation.notes import NoteKind, notes
from plimsoll.features.policy_simulation.pool import Pool
from plimsoll.features.policy_simulation.runs import GuestFigures, Runner


class SimulatedRates(TypedDict):
    """Rates of a limit; null where there is none."""

    rate_per_s: float | None
    bytes_per_s: float | None


class SimulatedLimit(TypedDict):
    """A limit of one volume: of reads and writes together, or of each."""

    shared: SimulatedRates
    read: SimulatedRates
    write: SimulatedRates
    text: str


class SimulatedGuests(TypedDict):
    """Guests of a kind. Rates and times are means over the Runs; `least` and `most` of the rate
    over all guests and Runs."""

    name: str
    count: int
    policy: str | None
    rules: str
    wanted_rate_per_s: float | None
    """Rate of one guest; null for a queue depth."""
    achieved_rate_per_s: float
    """Of one guest, on average."""
    achieved_least_per_s: float
    """Lowest rate of a guest in any Run."""
    achieved_low_per_s: float
    """Mean rate of one guest in the Run with the lowest mean; high: the highest."""
    achieved_high_per_s: float
    bytes_per_s: float
    """Of one guest."""
    response_time_mean_ns: float | None
    response_time_p99_ns: float | None
    objective: str | None
    objective_verdict: Literal["met", "missed", "undecided"] | None
    reservation_per_s: float | None
    reservation_verdict: Literal["met", "missed", "undecided"] | None
    verdict: Literal["met", "missed", "undecided"] | None
    """The worse of both; null without a need."""
    held_by: Literal["limit", "pool"] | None
    """Cause of a shortfall: its own limit, or the storage."""


class SimulatedPolicy(TypedDict):
    """The largest limit of a policy, of each volume, that harms nobody, all other policies as they
    are."""

    policy: str
    answer: Literal["none_needed", "largest", "always_harm", "nobody_needs"]
    now: SimulatedLimit | None
    """Limit in the file; null without one."""
    low: SimulatedLimit | None
    """The largest at which everybody got what they need."""
    high: SimulatedLimit | None
    """The least harmful limit above it; null if that is no limit at all."""
    harmed: list[str]
    own_guests_harmed: bool
    text: str
    runs: int


class SimulatedSize(TypedDict):
    """What the sums of plimsoll size say of the same guests, with nothing kept free."""

    load_line_per_s: float
    recommended: int
    wanted: int
    wanted_fit: bool


class SimulatedNote(TypedDict):
    """What to know, as a code."""

    kind: NoteKind
    guests: str | None
    """Kind of guests; null: the datastore."""
    figures: dict[str, float | str]
    """IOPS (`_per_s`), seconds and numbers, by name; of residents IOPS by kind."""


class SimulatedPool(TypedDict):
    """A datastore with guests."""

    datastore: str
    stack: str
    verdict: Literal["met", "missed", "undecided"] | None
    because: str
    total_rate_per_s: float
    bottleneck: str | None
    """The element that has no capacity left."""
    guests: list[SimulatedGuests]
    residents: dict[str, float]
    """Clients that the stack file describes itself: IOPS by kind."""
    policies: list[SimulatedPolicy]
    size: SimulatedSize | None
    notes: list[str]
    noted: list[SimulatedNote]
    """The same as codes, in that order."""


class PolicySimulate(TypedDict):
    """Who gets what on described datastores, and who misses what they need."""

    schema: Literal["plimsoll.policy/1"]
    action: Literal["simulate"]
    file: str
    version: int
    verdict: Literal["met", "missed", "undecided"] | None
    """missed when one kind of guests misses what it needs; else undecided when one is; null where
    nobody needs anything."""
    pools: list[SimulatedPool]
    seeds: list[int]
    warmup_for: str
    measure_for: str


def document(
    file: str, version: int, simulated: Sequence[PoolSimulation], runner: Runner
) -> PolicySimulate:
    """The document."""
    return {
        "schema": "plimsoll.policy/1",
        "action": "simulate",
        "file": file,
        "version": version,
        "verdict": overall(simulated),
        "pools": [_pool(pool) for pool in simulated],
        "seeds": runner.seeds(),
        "warmup_for": runner.warmup_for,
        "measure_for": runner.measure_for,
    }


def _pool(simulation: PoolSimulation) -> SimulatedPool:
    listed_notes = list(notes(simulation))
    return {
        "datastore": simulation.pool.datastore,
        "stack": str(simulation.pool.stack),
        "verdict": simulation.as_set.verdict,
        "because": words.answer(simulation),
        "total_rate_per_s": simulation.as_set.total_per_s,
        "bottleneck": simulation.as_set.bottleneck,
        "guests": [_guests(guests) for guests in simulation.as_set.guests],
        "residents": dict(simulation.as_set.residents),
        "policies": [_policy(limits, simulation.pool) for limits in simulation.limits],
        "size": (
            None
            if simulation.sized is None or simulation.line_per_s is None
            else {
                "load_line_per_s": simulation.line_per_s,
                "recommended": simulation.sized.recommended.guests,
                "wanted": simulation.sized.wanted,
                "wanted_fit": simulation.sized.wanted_fit,
            }
        ),
        "notes": [words.note(note) for note in listed_notes],
        "noted": [
            {"kind": note.kind, "guests": note.guests, "figures": dict(note.figures)}
            for note in listed_notes
        ],
    }


def _guests(guests: GuestFigures) -> SimulatedGuests:
    achieved = [run.achieved_per_s for run in guests.runs]
    return {
        "name": guests.kind.name,
        "count": guests.kind.guests.count,
        "policy": guests.kind.policy,
        "rules": policy_words.rules(guests.kind.rules),
        "wanted_rate_per_s": guests.kind.guests.iops,
        "achieved_rate_per_s": sum(achieved) / len(achieved),
        "achieved_least_per_s": min(run.least_per_s for run in guests.runs),
        "achieved_low_per_s": min(achieved),
        "achieved_high_per_s": max(achieved),
        "bytes_per_s": sum(run.bytes_per_s for run in guests.runs) / len(guests.runs),
        "response_time_mean_ns": guests.mean(lambda run: run.mean_ns),
        "response_time_p99_ns": guests.mean(lambda run: run.p99_ns),
        "objective": guests.kind.guests.objective,
        "objective_verdict": guests.objective,
        "reservation_per_s": guests.kind.rules.reservation.ops_per_s,
        "reservation_verdict": guests.reservation,
        "verdict": guests.verdict,
        "held_by": guests.held_by,
    }


def _policy(limits: HarmlessLimits, pool: Pool) -> SimulatedPolicy:
    now = pool.of_policy(limits.policy)[0].rules
    return {
        "policy": limits.policy,
        "answer": limits.answer,
        "now": _limit(now) if now.has_limit else None,
        "low": None if limits.low is None else _limit(limits.low),
        "high": None if limits.high is None else _limit(limits.high),
        "harmed": list(limits.harmed),
        "own_guests_harmed": limits.own,
        "text": words.limit_answer(limits, now),
        "runs": limits.runs,
    }


def _limit(rules: Rules) -> SimulatedLimit:
    return {
        "shared": _rates(rules.shared),
        "read": _rates(rules.read),
        "write": _rates(rules.write),
        "text": words.limit(rules),
    }


def _rates(rates: Rates) -> SimulatedRates:
    return {"rate_per_s": rates.ops_per_s, "bytes_per_s": rates.bytes_per_s}
