"""Runs a described datastore with its guests on the virtual clock and judges the guests' needs.

One seed is one course of chance, so each question runs with several: *met* if all meet it, *missed*
if all miss it, else *undecided*, also without enough samples.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from plimsoll.base.errors import InputError, PlimsollError, UsageError
from plimsoll.base.rules import ELEMENT_FULL_SHARE
from plimsoll.features.policy.messages import message
from plimsoll.native.session import Session, objective_terms, parse_span
from plimsoll.search.objectives import Bound

if TYPE_CHECKING:
    from plimsoll.features.policy_simulation.pool import Kind, Pool
    from plimsoll.native.record import ProbeRequest, RunRecord, SessionRequest

Verdict: TypeAlias = Literal["met", "missed", "undecided"]

SEEDS = 3
"""Seeds per question."""
EVIDENCE_OUTCOMES = ("ok", "cached", "cannot_carry")
"""Outcomes of a Run that is evidence about the storage."""
RATE_TOLERANCE = 0.01
"""Random deviation of a rate in a Run of seconds: no shortfall."""


@dataclass(frozen=True)
class Runner:
    """Settings of Runs: `open_session` opens a target, `tell` announces the next step."""

    open_session: Callable[[SessionRequest], Session]
    tell: Callable[[str], None]
    warmup_for: str
    measure_for: str
    seed: int

    @property
    def warmup_s(self) -> float:
        """Length of the warm-up."""
        return parse_span(self.warmup_for)

    def seeds(self) -> list[int]:
        """Seeds of a question."""
        return [self.seed + more for more in range(SEEDS)]


@dataclass(frozen=True)
class GuestRun:
    """Guests of a kind in one Run. Rates in IOPS of one guest, on average."""

    wanted_per_s: float | None
    """None of guests that never wait."""
    achieved_per_s: float
    least_per_s: float
    """Lowest rate of a guest."""
    bytes_per_s: float
    """Throughput of one guest."""
    mean_ns: float | None
    p99_ns: float | None
    objective: Verdict | None
    """None without one."""
    reservation: Verdict | None
    """Whether the reservation, or the part of it that was offered, was met. None without one."""
    held_by: Literal["limit", "pool"] | None
    """The cause of a guest's shortfall or growing backlog."""


@dataclass(frozen=True)
class GuestFigures:
    """Guests of a kind over all Runs of a question. Rates and times are means over the Runs."""

    kind: Kind
    runs: tuple[GuestRun, ...]
    objective: Verdict | None
    reservation: Verdict | None

    @property
    def verdict(self) -> Verdict | None:
        """The worse of both. None without a need."""
        return worst_verdict([self.objective, self.reservation])

    def mean(self, figure: Callable[[GuestRun], float | None]) -> float | None:
        """The mean of a figure over the Runs. None if one lacks it."""
        values = [figure(run) for run in self.runs]
        known = [value for value in values if value is not None]
        return sum(known) / len(known) if known and len(known) == len(values) else None

    @property
    def held_by(self) -> Literal["limit", "pool"] | None:
        """The cause that every Run has."""
        found = {run.held_by for run in self.runs}
        return found.pop() if len(found) == 1 else None

    @property
    def held_in_some(self) -> bool:
        """Whether their bounds are undecided because the storage fell behind in some Runs only."""
        return self.objective == "undecided" and {run.held_by for run in self.runs} > {"pool"}


@dataclass(frozen=True)
class PoolAnswer:
    """All guests of a datastore under these rules."""

    guests: tuple[GuestFigures, ...]
    bottleneck: str | None
    """The saturated element, or None."""
    total_per_s: float
    """Total rate, the stack's own clients included."""
    residents: Mapping[str, float]
    """IOPS of the stack's own clients, by kind."""

    @property
    def verdict(self) -> Verdict | None:
        """The worst verdict. None if no guest has a need."""
        return worst_verdict([guests.verdict for guests in self.guests])


def worst_verdict(verdicts: Sequence[Verdict | None]) -> Verdict | None:
    """Missed before undecided before met. None of an empty list."""
    order: tuple[Verdict, ...] = ("missed", "undecided", "met")
    return next((verdict for verdict in order if verdict in verdicts), None)


def run_pool(runner: Runner, pool: Pool, *, seeds: Sequence[int] | None = None) -> PoolAnswer:
    """Runs a datastore once with each seed."""
    records = [_run(runner, pool, seed) for seed in seeds or runner.seeds()]
    return judge_runs(pool, records)


def judge_runs(pool: Pool, records: Sequence[RunRecord]) -> PoolAnswer:
    """Judges the Runs of a datastore."""
    by_run = [_clients(pool, record) for record in records]
    guests = []
    for kind in pool.kinds:
        runs = tuple(
            _guest_run(kind, record, clients[kind.name])
            for record, clients in zip(records, by_run, strict=True)
        )
        guests.append(
            GuestFigures(
                kind,
                runs,
                _common_verdict([run.objective for run in runs]),
                _common_verdict([run.reservation for run in runs]),
            )
        )
    full = {_full(pool, record) for record in records}
    return PoolAnswer(
        tuple(guests),
        full.pop() if len(full) == 1 else None,
        sum(record["achieved_rate_per_s"] for record in records) / len(records),
        {
            name: sum(clients[name]["achieved_rate_per_s"] for clients in by_run) / len(by_run)
            for name in pool.residents
        },
    )


def _clients(pool: Pool, record: RunRecord) -> dict[str, Mapping[str, Any]]:
    """Figures by kind of client. A single kind has those of the Run."""
    figures = record["clients"]
    if not figures:
        (only,) = (*(kind.name for kind in pool.kinds), *pool.residents)
        return {only: record}
    return {client["name"]: client for client in figures}


def _common_verdict(verdicts: Sequence[Verdict | None]) -> Verdict | None:
    known = {verdict for verdict in verdicts if verdict is not None}
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
    with tempfile.TemporaryDirectory(prefix="plimsoll-pool-") as folder:
        file = Path(folder, pool.stack.name)
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
            raise _stack_error(error, pool, str(file)) from None


def _stack_error(error: PlimsollError, pool: Pool, path: str) -> InputError:
    """Maps an error of the generated stack to the stack file, or to its guests."""
    place = error.place
    if place is not None and place.line <= pool.text.rstrip("\n").count("\n") + 1:
        text = f"{pool.stack}:{place.line}: {place.why}"
    elif place is None and error.message.startswith(path):
        text = error.message.replace(path, str(pool.stack))
    else:
        why = error.message.replace(path, str(pool.stack)) if place is None else place.why
        text = message("stack-with-guests", stack=pool.stack, why=why)
    return InputError(text, error.what_now)


def _guest_run(kind: Kind, record: RunRecord, client: Mapping[str, Any]) -> GuestRun:
    count = kind.guests.count
    achieved = client["achieved_rate_per_s"] / count
    told_apart = record["each"]
    each = told_apart["figures"] if told_apart else []
    least = min(
        (client["achieved_rate_per_s"] for client in each if client["group"] == kind.name),
        default=achieved,
    )
    # The arrivals of this Run, not the mean of the Poisson stream.
    scheduled = client["scheduled_rate_per_s"]
    wanted = None if scheduled is None else scheduled / count
    speaks = record["outcome"] in EVIDENCE_OUTCOMES and not client["all"]["errors"]
    spans = client["all"]["response_time_ns"]
    held_by = _held_by(kind, achieved, wanted)
    objective = _objective(kind, client) if speaks else _undecided_if(kind.guests.objective)
    return GuestRun(
        wanted,
        achieved,
        least,
        client["bytes_per_s"] / count,
        spans["mean"],
        spans["p99"],
        _lasting_verdict(kind, objective, held_by, record["outcome"]),
        _reservation_verdict(kind, least, wanted, record["measure_s"])
        if speaks
        else _undecided_if(kind.rules.reservation.ops_per_s),
        held_by,
    )


def _undecided_if(rule: object) -> Verdict | None:
    return None if rule is None else "undecided"


def _objective(kind: Kind, client: Mapping[str, Any]) -> Verdict | None:
    """Whether every bound is met. Operations that never ended only have a lower bound: with any, a
    bound that seems met is undecided."""
    if kind.guests.objective is None:
        return None
    found: list[Verdict] = []
    for term in objective_terms(kind.guests.objective):
        # The file allows bounds on latencies only.
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
    return worst_verdict(found)


def _lasting_verdict(
    kind: Kind, found: Verdict | None, held_by: Literal["limit", "pool"] | None, outcome: str
) -> Verdict | None:
    """A bound that is met in this Run is missed with a backlog that grows for ever. A mere
    shortfall may be the operations under way at the end."""
    if found != "met" or held_by is None:
        return found
    if exceeds_limit(kind) or outcome == "cannot_carry":
        return "missed"
    return "undecided"


def exceeds_limit(kind: Kind) -> bool:
    """Whether guests offer at least their limit. Random arrivals at exactly the limit's rate have
    an unbounded backlog, too."""
    return kind.guests.iops is not None and kind.allowed_per_s <= kind.guests.iops


def burst_s(kind: Kind) -> float:
    """Length of a burst: the saved bucket drains at burst rate and refills at the limit. 0 for
    guests that do not exceed the limit."""
    iops, rules = kind.guests.iops, kind.rules
    if not rules.burst.is_set or (iops is not None and iops <= kind.allowed_per_s):
        return 0.0
    least, scopes = 1.0, (rules.shared, rules.read, rules.write)
    for most, rates in (
        (rules.burst.ops_per_s, [scope.ops_per_s for scope in scopes]),
        (rules.burst.bytes_per_s, [scope.bytes_per_s for scope in scopes]),
    ):
        known = [rate for rate in rates if rate is not None]
        if most and known:
            least = min(least, 1 - min(max(known) / most, 1.0))
    return rules.burst_s / least if least > 0 else 0.0


def _reservation_verdict(
    kind: Kind, least: float, wanted: float | None, measure_s: float
) -> Verdict | None:
    """Whether the guest with the lowest rate got its reservation, or the part of it that it
    offered."""
    reserved = kind.rules.reservation.ops_per_s
    if reserved is None:
        return None
    claim = reserved if wanted is None else min(reserved, wanted)
    slack = kind.margin / 100
    if wanted is not None:
        # Four standard deviations of one guest's Poisson arrivals.
        slack = max(slack, 4 / (claim * measure_s) ** 0.5)
    return "met" if least >= claim * (1 - slack) else "missed"


def _held_by(kind: Kind, achieved: float, wanted: float | None) -> Literal["limit", "pool"] | None:
    if exceeds_limit(kind):
        return "limit"
    if wanted is None or achieved >= wanted * (1 - RATE_TOLERANCE):
        return None
    return "limit" if achieved >= kind.allowed_per_s * (1 - RATE_TOLERANCE) else "pool"


def _full(pool: Pool, record: RunRecord) -> str | None:
    """The busiest element of the datastore, if saturated."""
    storage = record["storage"]
    elements = storage["elements"] if storage else []
    on_path = [element for element in elements if element["name"] in pool.path]
    used = {element["name"]: element["utilisation_max"] for element in on_path}
    busiest = max(used, key=lambda name: used[name], default=None)
    return busiest if busiest is not None and used[busiest] >= ELEMENT_FULL_SHARE else None
