"""Runs a described datastore with its guests on the virtual clock, and says who got what they need.

One seed shows one course of chance. So every question is asked with several: *met* is what all of
them meet, *missed* what all miss; what they disagree on, or what no sample can carry, is
*undecided*.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from plimsoll.base.errors import InputError, UsageError
from plimsoll.base.rules import ELEMENT_FULL_SHARE
from plimsoll.native.session import objective_terms, parse_span
from plimsoll.search.objectives import Bound

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from plimsoll.base.errors import PlimsollError
    from plimsoll.features.policy.rules import Rates, Rules
    from plimsoll.features.policy.simulation.pool import Kind, Pool
    from plimsoll.native.model import ProbeRequest, RunRecord, SessionRequest
    from plimsoll.native.session import Session

Verdict: TypeAlias = Literal["met", "missed", "undecided"]

SEEDS = 3
"""Courses of chance that a question is asked with."""
SPEAKS = ("ok", "cached", "cannot_carry")
"""Outcomes of a Run that says something of the storage."""
CHANCE = 0.01
"""Share by which a rate in one Run of seconds may lie off: below that is no shortfall."""


@dataclass(frozen=True)
class Runner:
    """How Runs are made: `open_session` opens a target, `tell` says what comes next."""

    open_session: Callable[[SessionRequest], Session]
    tell: Callable[[str], None]
    warmup_for: str
    measure_for: str
    seed: int

    @property
    def warmup_s(self) -> float:
        """Before anything is measured."""
        return parse_span(self.warmup_for)

    def seeds(self) -> list[int]:
        """Of the Runs of a question."""
        return [self.seed + more for more in range(SEEDS)]


@dataclass(frozen=True)
class Got:
    """What guests of a kind got in one Run. Rates in IOPS of one guest, on average."""

    wanted_per_s: float | None
    """None of guests that never wait."""
    achieved_per_s: float
    least_per_s: float
    """Of the guest that got least."""
    bytes_per_s: float
    """Of one guest."""
    mean_ns: float | None
    p99_ns: float | None
    objective: Verdict | None
    """None without one."""
    reservation: Verdict | None
    """Whether it got what is reserved, or what it wanted of it; none without one."""
    held_by: Literal["limit", "pool"] | None
    """Why a guest that offers a rate does not get it, or will not for long."""


@dataclass(frozen=True)
class GuestFigures:
    """Guests of a kind over all Runs of a question. Rates and times are means over the Runs."""

    kind: Kind
    runs: tuple[Got, ...]
    objective: Verdict | None
    reservation: Verdict | None

    @property
    def verdict(self) -> Verdict | None:
        """Of both; none where nothing was asked for."""
        return worst([one for one in (self.objective, self.reservation) if one is not None])

    def mean(self, figure: Callable[[Got], float | None]) -> float | None:
        """Of a figure, over the Runs; none where one of them has none."""
        values = [figure(one) for one in self.runs]
        known = [one for one in values if one is not None]
        return sum(known) / len(known) if known and len(known) == len(values) else None

    @property
    def held_by(self) -> Literal["limit", "pool"] | None:
        """What holds them below the rate that they offer, where that is so in every Run."""
        found = {one.held_by for one in self.runs}
        return found.pop() if len(found) == 1 else None

    @property
    def held_in_some(self) -> bool:
        """Whether their bounds are undecided since the storage fell behind in some Runs only."""
        return self.objective == "undecided" and {one.held_by for one in self.runs} > {"pool"}


@dataclass(frozen=True)
class PoolAnswer:
    """A question, answered: everybody on a datastore, under these rules."""

    told: tuple[GuestFigures, ...]
    bottleneck: str | None
    """The element that has no capacity left; none where none is full."""
    total_per_s: float
    """Everybody together, the stack's own clients too."""
    residents: Mapping[str, float]
    """IOPS of the stack's own clients, by kind."""

    @property
    def verdict(self) -> Verdict | None:
        """The worst; none where nobody needs anything."""
        return worst([one.verdict for one in self.told if one.verdict is not None])


def worst(verdicts: Sequence[Verdict]) -> Verdict | None:
    """Missed before undecided before met; none of none."""
    order: tuple[Verdict, ...] = ("missed", "undecided", "met")
    return next((one for one in order if one in verdicts), None)


def ask(runner: Runner, pool: Pool, *, seeds: Sequence[int] | None = None) -> PoolAnswer:
    """Everybody on a datastore, once with each seed."""
    records = [_run(runner, pool, seed) for seed in seeds or runner.seeds()]
    return judged(pool, records)


def judged(pool: Pool, records: Sequence[RunRecord]) -> PoolAnswer:
    """What Runs of it say."""
    by_run = [_clients(pool, record) for record in records]
    told = []
    for kind in pool.kinds:
        runs = tuple(
            _got(kind, record, clients[kind.name])
            for record, clients in zip(records, by_run, strict=True)
        )
        told.append(
            GuestFigures(
                kind,
                runs,
                _agreed([one.objective for one in runs]),
                _agreed([one.reservation for one in runs]),
            )
        )
    full = {_full(pool, record) for record in records}
    return PoolAnswer(
        tuple(told),
        full.pop() if len(full) == 1 else None,
        sum(record["achieved_rate_per_s"] for record in records) / len(records),
        {
            name: sum(clients[name]["achieved_rate_per_s"] for clients in by_run) / len(by_run)
            for name in pool.residents
        },
    )


def _clients(pool: Pool, record: RunRecord) -> dict[str, Mapping[str, Any]]:
    """Figures by kind of client. Of one kind alone they are those of the Run."""
    figures = record["clients"]
    if not figures:
        (only,) = (*(one.name for one in pool.kinds), *pool.residents)
        return {only: record}
    return {one["name"]: one for one in figures}


def _agreed(verdicts: Sequence[Verdict | None]) -> Verdict | None:
    known = {one for one in verdicts if one is not None}
    if not known:
        return None
    return known.pop() if len(known) == 1 else "undecided"


def _run(runner: Runner, pool: Pool, seed: int) -> RunRecord:
    request: ProbeRequest = {
        "warmup_for": runner.warmup_for,
        "measure_for": runner.measure_for,
        "seed": seed,
        "stop_when_decided": False,
    }
    with tempfile.TemporaryDirectory(prefix="plimsoll-pool-") as made:
        file = Path(made, pool.stack.name)
        file.write_text(pool.stack_toml(), encoding="utf-8")
        opening: SessionRequest = {
            "target": f"stack:{file}",
            "virtual": True,
            "stack_parameters": pool.parameters(),
        }
        try:
            with runner.open_session(opening) as session:
                return session.run(request, role="run")
        except (InputError, UsageError) as error:
            raise _of_pool(error, pool, str(file)) from None


def _of_pool(error: PlimsollError, pool: Pool, made: str) -> InputError:
    """An error of the stack that was made, as one of the file that it was made of, or of the guests
    that were put on it."""
    place = error.place
    if place is not None and place.line <= pool.text.rstrip("\n").count("\n") + 1:
        message = f"{pool.stack}:{place.line}: {place.why}"
    elif place is None and error.message.startswith(made):
        message = error.message.replace(made, str(pool.stack))
    else:
        why = error.message.replace(made, str(pool.stack)) if place is None else place.why
        message = f"{pool.stack} with the guests on it: {why}"
    return InputError(message, error.what_now)


def _got(kind: Kind, record: RunRecord, client: Mapping[str, Any]) -> Got:
    count = kind.guests.count
    achieved = client["achieved_rate_per_s"] / count
    told_apart = record["each"]
    each = told_apart["figures"] if told_apart else []
    least = min(
        (one["achieved_rate_per_s"] for one in each if one["group"] == kind.name),
        default=achieved,
    )
    # Of a Poisson stream what came in this Run, not what comes on average.
    scheduled = client["scheduled_rate_per_s"]
    wanted = None if scheduled is None else scheduled / count
    speaks = record["outcome"] in SPEAKS and not client["all"]["errors"]
    spans = client["all"]["response_time_ns"]
    held_by = _held_by(kind, achieved, wanted)
    objective = _objective(kind, client) if speaks else _open(kind.guests.objective)
    return Got(
        wanted,
        achieved,
        least,
        client["bytes_per_s"] / count,
        spans["mean"],
        spans["p99"],
        _lasting(kind, objective, held_by, record["outcome"]),
        _reserved(kind, least, wanted, record["measure_s"])
        if speaks
        else _open(kind.rules.reservation.ops_per_s),
        held_by,
    )


def _open(asked: object) -> Verdict | None:
    return None if asked is None else "undecided"


def _objective(kind: Kind, client: Mapping[str, Any]) -> Verdict | None:
    """Whether every bound is kept. Of operations that never ended the time is not known, only that
    it is longer: where there are any, a bound that seems kept is not shown to be."""
    if kind.guests.objective is None:
        return None
    found: list[Verdict] = []
    for term in objective_terms(kind.guests.objective):
        # The file allows bounds on latencies alone.
        assert term.statistic
        assert term.metric
        assert term.kind
        assert term.bound_ns is not None
        bound = Bound(term.statistic, term.metric, term.kind, float(term.bound_ns))
        figure = bound.figure(client)  # type: ignore[arg-type]
        if figure is None:
            found.append("undecided")
        elif figure > bound.bound_ns:
            found.append("missed")
        else:
            found.append("undecided" if client["all"]["unfinished"] else "met")
    return worst(found)


def _lasting(
    kind: Kind, found: Verdict | None, held_by: Literal["limit", "pool"] | None, outcome: str
) -> Verdict | None:
    """A bound that is kept in this Run, and not for long where what waits grows for ever: it waits
    the longer, the longer it goes on. A shortfall alone may also be what was under way at the end.
    """
    if found != "met" or held_by is None:
        return found
    if outgrown(kind) or outcome == "cannot_carry":
        return "missed"
    return "undecided"


def outgrown(kind: Kind) -> bool:
    """Whether guests offer all that their limit allows, or more. Arrivals are random: at just the
    rate of the limit, too, what waits has no end."""
    of = kind.guests
    return of.iops is not None and kind.rules.rate_at(of.block_bytes, of.read) <= of.iops


def burst_s(kind: Kind) -> float:
    """How long guests that take all they get may go beyond their limit: what was saved up is
    spent at the rate of the burst, and fills at that of the limit. 0 of guests that need none."""
    of, rules = kind.guests, kind.rules
    allowed = rules.rate_at(of.block_bytes, of.read)
    if not rules.burst.given or (of.iops is not None and of.iops <= allowed):
        return 0.0
    least = 1.0
    for most, rates in (
        (rules.burst.ops_per_s, [one.ops_per_s for one in _scopes(rules)]),
        (rules.burst.bytes_per_s, [one.bytes_per_s for one in _scopes(rules)]),
    ):
        known = [one for one in rates if one is not None]
        if most and known:
            least = min(least, 1 - min(max(known) / most, 1.0))
    return rules.burst_s / least if least > 0 else 0.0


def _scopes(rules: Rules) -> tuple[Rates, ...]:
    return rules.shared, rules.read, rules.write


def _reserved(kind: Kind, least: float, wanted: float | None, measure_s: float) -> Verdict | None:
    """Whether the guest that got least got what is reserved for it, or what it wanted of that."""
    reserved = kind.rules.reservation.ops_per_s
    if reserved is None:
        return None
    claim = reserved if wanted is None else min(reserved, wanted)
    slack = kind.margin / 100
    if wanted is not None:
        # Four standard deviations of what one guest of a Poisson stream wants in this time.
        slack = max(slack, 4 / (claim * measure_s) ** 0.5)
    return "met" if least >= claim * (1 - slack) else "missed"


def _held_by(kind: Kind, achieved: float, wanted: float | None) -> Literal["limit", "pool"] | None:
    if outgrown(kind):
        return "limit"
    if wanted is None or achieved >= wanted * (1 - CHANCE):
        return None
    allowed = kind.rules.rate_at(kind.guests.block_bytes, kind.guests.read)
    return "limit" if achieved >= allowed * (1 - CHANCE) else "pool"


def _full(pool: Pool, record: RunRecord) -> str | None:
    """The element of the datastore that has least capacity left, if it has none."""
    storage = record["storage"]
    elements = storage["elements"] if storage else []
    used = {one["name"]: one["utilisation_max"] for one in elements if one["name"] in pool.path}
    busiest = max(used, key=lambda name: used[name], default=None)
    return busiest if busiest is not None and used[busiest] >= ELEMENT_FULL_SHARE else None
