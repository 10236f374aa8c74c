"""Shares and reservations: they show only where volumes compete. All volumes of the file that lie
behind one scheduler are driven at once, each with more outstanding than it can get; what each gets
is held against mClock's own rule.

With everyone backlogged the rates are x = clamp(λ · shares, reservation, limit), and λ follows from
their sum, which is measured. So no capacity has to be known, and what others take beside us changes
nothing. *Kept*: within 5 % of that. *Broken*: the whole interval of the measured rate lies outside,
or below the reservation. What lies between, or a client that was itself full, is *inconclusive*.

A rule counts as proven only where it shows: where mClock would give other rates without it. What a
volume would get all the same, by a scheduler that ignores the rule too, is no evidence for it.
"""

from __future__ import annotations

import dataclasses
import json
import math
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plimsoll.errors import Interrupted, PlimsollError
from plimsoll.judge.rate import rate
from plimsoll.policy.backends.contract import NONE
from plimsoll.policy.backends.stack import BURSTS, RATES
from plimsoll.policy.changes import again, same
from plimsoll.policy.questions import SMALL
from plimsoll.policy.rules import Rates, Rules
from plimsoll.policy.verdicts import Proven

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plimsoll.model import RunRecord
    from plimsoll.policy.backends.contract import Beside
    from plimsoll.policy.changes import Change
    from plimsoll.policy.proof import Plan, Proof, Work
    from plimsoll.policy.rules import Assigned, Figures, Rounding
    from plimsoll.policy.verdicts import Verdict

SHARES = 1000
"""Of a volume whose policy names none: VMware's normal."""
OUTSTANDING = 128
"""Of each volume: a backlog that is not in the scheduler cannot be scheduled."""
NEAR = 0.05
"""Share that a rate may lie off what mClock gives."""
ROLE = "contention"


@dataclass(frozen=True)
class Claim:
    """What a volume has in a scheduler. Rates in operations/s."""

    shares: float
    reservation: float = 0.0
    limit: float = math.inf


@dataclass(frozen=True)
class Measured:
    """The rate of a volume beside the others, with its interval; none where a few seconds show
    none."""

    value: float
    low: float | None
    high: float | None


Rule = Literal["shares", "reservation"]


@dataclass(frozen=True)
class Contended:
    """What was found of a volume: a code, what it got, and what mClock gives it of the sum."""

    verdict: Verdict
    kind: str
    measured: Measured
    expected_per_s: float
    shown: frozenset[Rule] = frozenset()
    """Rules without which it, or another, would have got something else. Of *kept* only."""


def claim(rules: Rules, beside: Sequence[Beside] = (), alone_per_s: float = math.inf) -> Claim:
    """Of a volume under these rules, with reads of a small block. `beside`: other limits on its
    way; `alone_per_s`: the most that it got with nobody beside it, where something held it."""
    reserved = rules.reservation.ops_per_s or 0.0
    shares = SHARES if rules.shares is None else rules.shares
    caps = [cap for one in beside if (cap := cap_of(one)) is not None]
    return Claim(shares, reserved, min(rules.rate_at(SMALL, 100), alone_per_s, *caps))


def cap_of(beside: Beside) -> float | None:
    """What another limit lets through of reads of a small block, in operations/s; infinite where it
    does not count those; none where its settings do not say, or where it saves up bursts."""
    state = beside.state
    if any(state.get(key, NONE) not in (NONE, "0") for key in BURSTS):
        return None
    try:
        found = {key: float(state[key]) for key in RATES if state.get(key, NONE) != NONE}
        unit = state.get("unit", NONE)
        size = None if unit == NONE or state.get("cost", NONE) == NONE else int(unit)
    except ValueError:
        return None

    def rates(prefix: str) -> Rates:
        return Rates(found.get(f"{prefix}ops_per_s"), found.get(f"{prefix}bytes_per_s"))

    rounding: Rounding = "up" if state.get("cost") == "ceil" else "exact"
    rules = Rules(rates(""), rates("read_"), rates("write_"), unit_bytes=size, rounding=rounding)
    return rules.rate_at(SMALL, 100)


def split(total_per_s: float, claims: Sequence[Claim]) -> list[float]:
    """What mClock gives each of a sum, all of them backlogged. Reservations beyond the sum share it
    in their own proportion."""
    reserved = sum(min(one.reservation, one.limit) for one in claims)
    if reserved >= total_per_s:
        return [min(one.reservation, one.limit) * total_per_s / reserved for one in claims]
    most = sum(one.limit for one in claims)
    if total_per_s >= most:
        return [one.limit for one in claims]

    def at(level: float) -> list[float]:
        return [min(max(level * one.shares, one.reservation), one.limit) for one in claims]

    low, high = 0.0, total_per_s / min(one.shares for one in claims)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(at(middle)) < total_per_s else (low, middle)
    return at(high)


def judged(claims: Sequence[Claim], measured: Sequence[Measured]) -> list[Contended]:
    """Each volume, by what all of them got together."""
    total = sum(one.value for one in measured)
    expected = split(total, claims)
    # Where all are at their limits nothing was scarce.
    scarce = total < sum(one.limit for one in claims) * (1 - NEAR)
    found = [
        _one(own, got, gives, scarce=scarce)
        for own, got, gives in zip(claims, measured, expected, strict=True)
    ]
    shown = _shown(claims, found)
    return [
        dataclasses.replace(one, shown=rules) if one.verdict == "kept" else one
        for one, rules in zip(found, shown, strict=True)
    ]


def _shown(claims: Sequence[Claim], found: Sequence[Contended]) -> list[frozenset[Rule]]:
    """The rules of each volume that its rate is evidence for: ignored by the scheduler altogether,
    somebody whose rate is as it should be would have got another; and so would this volume, with
    its own rule ignored."""
    total = sum(one.measured.value for one in found)
    ignored: dict[Rule, list[Claim]] = {
        "shares": [dataclasses.replace(one, shares=SHARES) for one in claims],
        "reservation": [dataclasses.replace(one, reservation=0.0) for one in claims],
    }
    shown: list[set[Rule]] = [set() for _ in claims]
    for rule, without in ignored.items():
        of_all = split(total, without)
        obeyed = any(
            one.verdict == "kept" and _tells(one, gives)
            for one, gives in zip(found, of_all, strict=True)
        )
        for at, one in enumerate(found):
            own = split(total, [*claims[:at], without[at], *claims[at + 1 :]])[at]
            by_itself = _tells(one, own) or (rule == "shares" and _tells(one, of_all[at]))
            if obeyed and by_itself:
                shown[at].add(rule)
    return [frozenset(one) for one in shown]


def _tells(one: Contended, without: float) -> bool:
    """Whether what a volume got, and was to get, is not what it would get without a rule."""
    return (
        abs(without - one.expected_per_s) > NEAR * one.expected_per_s
        and abs(one.measured.value - without) > NEAR * without
    )


def _one(own: Claim, got: Measured, gives: float, *, scarce: bool) -> Contended:
    # What cannot be more than its limit is no claim.
    reserved = min(own.reservation, own.limit)
    if got.high is not None and got.high < reserved * (1 - NEAR):
        return Contended("broken", "reservation_missed", got, gives)
    if not scarce:
        return Contended("inconclusive", "not_scarce", got, gives)
    if abs(got.value - gives) <= NEAR * gives and got.value >= reserved * (1 - NEAR):
        return Contended("kept", "contention_kept", got, gives)
    low = 0.0 if got.low is None else got.low
    high = math.inf if got.high is None else got.high
    if low > gives * (1 + NEAR) or high < gives * (1 - NEAR):
        return Contended("broken", "shares_otherwise", got, gives)
    return Contended("inconclusive", "shares_open", got, gives)


def groups(proofs: Sequence[Proof]) -> list[list[Proof]]:
    """Volumes behind one scheduler, where one of them has shares or a reservation there and two or
    more can be driven."""
    found: dict[str, list[Proof]] = {}
    for one in proofs:
        place = one.change.item.place
        if "scheduler" in place and one.assigned.target and one.change.error is None:
            shared = {key: own for key, own in place.items() if key not in ("volume", "element")}
            found.setdefault(json.dumps([one.change.kind, shared], sort_keys=True), []).append(one)
    return [
        of for of in found.values() if len(of) > 1 and any(asks(one.assigned.rules) for one in of)
    ]


def rounds(assigned: Sequence[Assigned]) -> int:
    """How many Runs of all volumes behind a scheduler there will be."""
    found: dict[tuple[str, str], list[Assigned]] = {}
    for one in assigned:
        if one.target is not None and "scheduler" in one.at:
            found.setdefault((one.system, one.at["scheduler"]), []).append(one)
    return sum(len(of) > 1 and any(asks(one.rules) for one in of) for of in found.values())


def asks(rules: Rules) -> bool:
    """Whether contention shows anything of these rules."""
    return rules.shares is not None or rules.reservation.given


def prove(work: Work, proofs: Sequence[Proof], plans: Mapping[str, Plan]) -> list[Proof]:
    """The proofs, those of volumes that compete with what contention showed of them."""
    made = {one.assigned.volume: one for one in proofs}
    for of in groups(proofs):
        found = _of_group(work, of, plans[of[0].assigned.volume])
        made |= {one.assigned.volume: one for one in found}
    return [made[one.assigned.volume] for one in proofs]


def _of_group(work: Work, of: Sequence[Proof], plan: Plan) -> list[Proof]:
    work.tell(f"all {len(of)} volumes behind the scheduler at once")
    before = [again(one.change) for one in of]
    records = _driven(work, [one.assigned for one in of], plan)
    after = [again(one.change) for one in of]
    seconds = sum(_seconds(record) for record in records if record is not None) / len(of)
    spent = [dataclasses.replace(one, seconds=one.seconds + seconds / len(of)) for one in of]
    if not all(same(first, then) and _set(then) for first, then in zip(before, after, strict=True)):
        return [_open(one, "changed_meanwhile") for one in spent]
    measured = [_measured(record) for record in records]
    if any(one is None for one in measured):
        return [_open(one, "contention_failed") for one in spent]
    known = [one for one in measured if one is not None]
    claims = [claim(one.assigned.rules, one.change.beside, _alone(one)) for one in of]
    found = judged(claims, known)
    if _held_elsewhere([one.change.beside for one in of], known):
        found = [_not_ours(one) for one in found]
    return [_with(one, told, len(of)) for one, told in zip(spent, found, strict=True)]


def _alone(proof: Proof) -> float:
    """What held a volume below its limit when it was driven alone: it does not compete for more.
    Infinite where nothing did."""
    low = [
        answer.measured_per_s
        for answer in proof.answers
        if (answer.question.block_bytes, answer.question.read_percent) == (SMALL, 100)
        and answer.judged.verdict == "broken"
        and answer.measured_per_s is not None
        and answer.measured_per_s < answer.question.allowed_per_s
    ]
    return min(low, default=math.inf)


def _held_elsewhere(beside: Sequence[Sequence[Beside]], measured: Sequence[Measured]) -> bool:
    """Whether another limit may have held volumes in a way that no cap of each tells: its settings
    say nothing, or several of them share it and it was full."""
    took: dict[str, list[float]] = {}
    for of, got in zip(beside, measured, strict=True):
        for one in of:
            cap = cap_of(one)
            if cap is None:
                return True
            if math.isfinite(cap):
                took.setdefault(json.dumps([one.where, cap]), []).append(got.value / cap)
    return any(len(shares) > 1 and sum(shares) >= 1 - NEAR for shares in took.values())


def _not_ours(found: Contended) -> Contended:
    """What is not as mClock gives it may be another limit's doing."""
    if found.verdict != "broken":
        return found
    return dataclasses.replace(found, verdict="inconclusive", kind="held_elsewhere")


def _set(change: Change) -> bool:
    """Whether what was proven is what the file wants."""
    return change.configured == "compliant"


def _driven(work: Work, of: Sequence[Assigned], plan: Plan) -> list[RunRecord | None]:
    """All at once: every target is open before the first Run begins. None of one that failed."""
    ended: dict[str, RunRecord | PlimsollError] = {}
    ready = threading.Barrier(len(of))

    def drive(one: Assigned) -> None:
        request = work.request(one)
        request["workload"] = {"block_size": SMALL, "read": 100}
        try:
            with work.open_session(request) as session:
                ready.wait()
                ended[one.volume] = session.run(
                    {
                        "workers": 1,
                        "queue_depth": OUTSTANDING,
                        "warmup_for": plan.lengths.warmup_for,
                        "measure_for": plan.lengths.measure_for,
                        "stop_when_decided": False,
                        "seed": work.seed,
                    },
                    role=ROLE,
                )
        except PlimsollError as error:
            ended[one.volume] = error
            ready.abort()
        except threading.BrokenBarrierError:
            pass

    threads = [
        threading.Thread(target=drive, args=(one,), name="plimsoll-contender") for one in of[1:]
    ]
    for one in threads:
        one.start()
    drive(of[0])
    for one in threads:
        one.join()
    for came in ended.values():
        if isinstance(came, Interrupted):
            raise came
    records = [ended.get(one.volume) for one in of]
    return [None if one is None or isinstance(one, PlimsollError) else one for one in records]


def _seconds(record: RunRecord) -> float:
    from plimsoll.campaign import promise_check

    return promise_check.seconds_of(record)


def _measured(record: RunRecord | None) -> Measured | None:
    """None of a Run that does not speak about the target, or whose client was full."""
    if record is None or record["outcome"] != "ok":
        return None
    if record["limited_by"]["value"] == "client_cpu":
        return None
    found = rate(record)
    if found is None:
        return None
    return Measured(found.value, found.low, found.high)


def _rules_of(proof: Proof) -> list[Rule]:
    """Those of a volume that only contention shows."""
    rules = proof.assigned.rules
    given: dict[Rule, bool] = {
        "shares": rules.shares is not None,
        "reservation": rules.reservation.given,
    }
    return [one for one, is_given in given.items() if is_given]


def _with(proof: Proof, told: Contended, volumes: int) -> Proof:
    """A proof with what contention showed. Of what was open or broken before, it changes nothing;
    a volume that has no limit is proven by it alone."""
    if not asks(proof.assigned.rules):
        return proof
    got = told.measured
    asked = _rules_of(proof)
    shown = [one for one in asked if one in told.shown]
    figures: Figures = {
        "contended_per_s": got.value,
        "mclock_per_s": told.expected_per_s,
        "volumes": volumes,
        "reserved_per_s": proof.assigned.rules.reservation.ops_per_s or 0.0,
        "rules": " and ".join(shown or asked),
        **({} if got.low is None else {"contended_low_per_s": got.low}),
        **({} if got.high is None else {"contended_high_per_s": got.high}),
    }
    proven = proof.proven
    figures = {**proven.figures, **figures}
    decides = proven.verdict == "kept" or proven.kind == "nothing_to_ask"
    if told.verdict == "kept":
        notes = _left_open(proven.notes, asked, shown)
        if proven.kind == "nothing_to_ask":
            of = Proven("kept", told.kind, figures, notes)
            if not shown:
                of = Proven("inconclusive", "rules_not_shown", figures, notes)
            return dataclasses.replace(proof, proven=of)
        noted = Proven(proven.verdict, proven.kind, figures, (*notes, "held_in_contention"))
        return dataclasses.replace(proof, proven=noted)
    if decides or (told.verdict == "broken" and proven.verdict == "inconclusive"):
        # What is broken was tested; of what is open nothing is taken back.
        tested = told.verdict == "broken"
        notes = _left_open(proven.notes, asked, asked) if tested else proven.notes
        return dataclasses.replace(proof, proven=Proven(told.verdict, told.kind, figures, notes))
    return proof


def _left_open(
    notes: Sequence[str], asked: Sequence[Rule], shown: Sequence[Rule]
) -> tuple[str, ...]:
    """The notes, with why a rule is still not tested."""
    rest = [one for one in notes if one not in [f"{rule}_not_asked" for rule in asked]]
    return (*rest, *(f"{rule}_not_shown" for rule in asked if rule not in shown))


def _open(proof: Proof, kind: str) -> Proof:
    """Contention showed nothing of it."""
    decides = proof.proven.verdict == "kept" or proof.proven.kind == "nothing_to_ask"
    if not asks(proof.assigned.rules) or not decides:
        return proof
    return dataclasses.replace(
        proof, proven=dataclasses.replace(proof.proven, verdict="inconclusive", kind=kind)
    )
