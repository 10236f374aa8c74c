"""Shares and reservations: they show only where volumes compete. All volumes of the file that lie
behind one scheduler are driven at once, each with more outstanding than it can get, and one with
four times as much; what each gets is held against mClock's own rule (`mclock.py`).

A volume that gets less than its part may be held by a limit that nobody lists. Before the scheduler
is blamed such a volume is asked alone: what it does not get then either, no competitor takes. A
client that was itself full leaves it open.
"""

from __future__ import annotations

import dataclasses
import json
import math
from typing import TYPE_CHECKING

from plimsoll.base.errors import PlimsollError
from plimsoll.base.rules import NORMAL_SHARES
from plimsoll.features.policy import competing, proof
from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.changes import again, same
from plimsoll.features.policy.competing import Contender
from plimsoll.features.policy.mclock import NEAR, Contended, Measured, cap_of, claim, judged
from plimsoll.features.policy.proof import Proof
from plimsoll.features.policy.questions import SMALL, Question
from plimsoll.features.policy.verdicts import Proven
from plimsoll.features.promises import runs as promise_check
from plimsoll.judge.rate import rate
from plimsoll.native.session import parse_span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plimsoll.features.policy.backends.contract import Beside
    from plimsoll.features.policy.changes import Change
    from plimsoll.features.policy.competing import Came
    from plimsoll.features.policy.mclock import Claim, Rule
    from plimsoll.features.policy.proof import Alone, Plan, Work
    from plimsoll.features.policy.rules import Assigned, Figures, Rules
    from plimsoll.features.policy.verdicts import Verdict

MORE = 4
"""Times the outstanding I/O of the others, of the volume with the least shares: a queue in order of
arrival would give it the most."""
FULL = 0.9
"""Share of this machine's processors in use from which on a volume may ask for less than its part,
since its process waits for a processor: what then looks broken is not known to be."""
ROLE = "contention"


def groups(proofs: Sequence[Proof]) -> list[list[Proof]]:
    """Volumes behind one scheduler, where one of them has shares or a reservation there and two or
    more can be driven."""
    found: dict[tuple[str, str], list[Proof]] = {}
    for one in proofs:
        kind = one.change.kind
        where = BACKENDS[kind].scheduler(one.change.item.place)
        if where is not None and one.assigned.target and one.change.error is None:
            found.setdefault((kind, where), []).append(one)
    return [
        of for of in found.values() if len(of) > 1 and any(asks(one.assigned.rules) for one in of)
    ]


def rounds(assigned: Sequence[Assigned], changes: Mapping[str, Change]) -> int:
    """How many Runs of all volumes behind a scheduler there will be."""
    proofs = [
        Proof(one, changes[one.volume], Proven("inconclusive", "no_target")) for one in assigned
    ]
    return len(groups(proofs))


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
    demands = _demands(of)
    records = _driven(work, of, demands, plan)
    after = [again(one.change) for one in of]
    seconds = sum(map(_seconds, records)) / len(of)
    spent = [dataclasses.replace(one, seconds=one.seconds + seconds / len(of)) for one in of]
    if not all(same(first, then) and _set(then) for first, then in zip(before, after, strict=True)):
        return [_open(one, "changed_meanwhile") for one in spent]
    measured = [_measured(record) for record in records]
    known = [one for one in measured if isinstance(one, Measured)]
    if len(known) < len(of):
        which, why = _failed([one.assigned.volume for one in of], measured)
        return [_open(one, "contention_failed", {"which": which, "why": why}) for one in spent]
    claims = [
        claim(one.assigned.rules, one.change.beside, _alone(one), demand)
        for one, demand in zip(of, demands, strict=True)
    ]
    found = judged(claims, known)
    used = max((_used(one) or 0.0 for one in records), default=0.0)
    if _held_elsewhere([one.change.beside for one in of], known):
        found = [_not_ours(one) for one in found]
    elif used >= FULL and any(one.kind in BLAMED for one in found):
        found = [
            dataclasses.replace(_not_ours(one, "machine_full"), machine_used=used) for one in found
        ]
    elif any(one.kind in BLAMED for one in found):
        spent, found = _asked_alone(work, spent, claims, found, plan)
    return [_with(one, told, len(of)) for one, told in zip(spent, found, strict=True)]


BLAMED = ("shares_otherwise", "shares_by_demand", "reservation_missed")
"""Findings against a scheduler, which an unknown limit of one volume would explain."""


def _demands(of: Sequence[Proof]) -> list[int]:
    """The outstanding I/O of each volume."""
    backlog = BACKENDS[of[0].change.kind].backlog
    shares = [NORMAL_SHARES if (own := one.assigned.rules.shares) is None else own for one in of]
    least = len(shares) - 1 - shares[::-1].index(min(shares))
    return [MORE * backlog if at == least else backlog for at in range(len(of))]


def _asked_alone(
    work: Work,
    of: Sequence[Proof],
    claims: Sequence[Claim],
    found: Sequence[Contended],
    plan: Plan,
) -> tuple[list[Proof], list[Contended]]:
    """The findings once more, with what volumes get alone that got less than their part; and the
    proofs with the seconds that this took."""
    proofs, told, claims = list(of), list(found), list(claims)
    asked: dict[int, Alone] = {}
    for at, one in enumerate(found):
        if one.kind not in BLAMED or one.measured.value >= one.expected_per_s:
            continue
        question = Question("small", SMALL, 100, one.expected_per_s, in_bytes=False)
        alone = proof.alone(work, of[at].assigned, of[at].change, question, plan)
        asked[at] = alone
        proofs[at] = dataclasses.replace(of[at], seconds=of[at].seconds + alone.seconds)
        if alone.verdict == "broken" and alone.most_per_s is not None:
            claims[at] = dataclasses.replace(claims[at], limit=alone.most_per_s)
    told = judged(claims, [one.measured for one in found])
    for at, alone in asked.items():
        told[at] = _of_alone(told[at], alone)
    if any(one.verdict == "inconclusive" for one in asked.values()):
        told = [_not_ours(one) for one in told]
    return proofs, told


def _of_alone(found: Contended, alone: Alone) -> Contended:
    """A volume that gets no more with nobody beside it: another limit of that rate, where it is
    known that a throttle holds it."""
    if alone.verdict != "broken" or alone.most_per_s is None:
        return found
    kind = "limit_elsewhere" if alone.throttled else "held_alone"
    verdict: Verdict = "broken" if alone.throttled else "inconclusive"
    return dataclasses.replace(found, verdict=verdict, kind=kind, alone_per_s=alone.most_per_s)


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


def _not_ours(found: Contended, kind: str = "held_elsewhere") -> Contended:
    """What is not as mClock gives it may be another limit's doing, or this machine's."""
    if found.verdict != "broken":
        return found
    return dataclasses.replace(found, verdict="inconclusive", kind=kind)


def _used(came: Came) -> float | None:
    """Share of this machine's processors that were in use, whoever had them."""
    if isinstance(came, PlimsollError):
        return None
    load = came["system_load"]
    cpu = load["cpu"] if load else None
    return None if cpu is None else float(cpu["user"] + cpu["system"] + cpu["steal"])


def _set(change: Change) -> bool:
    """Whether what was proven is what the file wants."""
    return change.configured == "compliant"


def _driven(work: Work, of: Sequence[Proof], demands: Sequence[int], plan: Plan) -> list[Came]:
    """All at once."""
    interval_s = promise_check.interval_of(parse_span(plan.lengths.measure_for))
    contenders = []
    for one, demand in zip(of, demands, strict=True):
        request = work.request(one.assigned)
        request["workload"] = {"block_size": SMALL, "read": 100}
        joins = BACKENDS[one.change.kind].joins
        contenders.append(
            Contender(
                request,
                {
                    "workers": 1,
                    "queue_depth": demand,
                    "warmup_for": plan.lengths.warmup_for,
                    "measure_for": plan.lengths.measure_for,
                    "interval": f"{round(interval_s * 1e9)}ns",
                    "stop_when_decided": False,
                    "seed": work.seed,
                },
                None if joins is None else joins(one.change.item.place),
            )
        )
    return competing.drive(contenders, work.open_session, work.stop, ROLE)


def _seconds(came: Came) -> float:
    return 0.0 if isinstance(came, PlimsollError) else promise_check.seconds_of(came)


def _measured(came: Came) -> Measured | str:
    """Why there is none, of a Run that does not speak about the target, or whose client was
    full."""
    if isinstance(came, PlimsollError):
        return str(came)
    if came["outcome"] != "ok":
        return str(came["because"])
    if came["limited_by"]["value"] == "client_cpu":
        return "this machine's processors were full"
    found = rate(came)
    if found is None:
        return "nothing completed"
    return Measured(found.value, found.low, found.high)


def _failed(volumes: Sequence[str], measured: Sequence[Measured | str]) -> tuple[str, str]:
    """The volume that failed, and of what: the first that others did not take with them."""
    found = [
        (volume, one) for volume, one in zip(volumes, measured, strict=True) if isinstance(one, str)
    ]
    return min(found, key=lambda one: one[1] == competing.WITH_ANOTHER)


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
        **({} if told.alone_per_s is None else {"alone_per_s": told.alone_per_s}),
        **({} if told.machine_used is None else {"machine_used": told.machine_used}),
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
        tested = told.kind in BLAMED
        notes = _left_open(proven.notes, asked, asked) if tested else proven.notes
        return dataclasses.replace(proof, proven=Proven(told.verdict, told.kind, figures, notes))
    return proof


def _left_open(
    notes: Sequence[str], asked: Sequence[Rule], shown: Sequence[Rule]
) -> tuple[str, ...]:
    """The notes, with why a rule is still not tested."""
    rest = [one for one in notes if one not in [f"{rule}_not_asked" for rule in asked]]
    return (*rest, *(f"{rule}_not_shown" for rule in asked if rule not in shown))


def _open(proof: Proof, kind: str, figures: Figures | None = None) -> Proof:
    """Contention showed nothing of it."""
    decides = proof.proven.verdict == "kept" or proof.proven.kind == "nothing_to_ask"
    if not asks(proof.assigned.rules) or not decides:
        return proof
    known = {**proof.proven.figures, **(figures or {})}
    return dataclasses.replace(
        proof,
        proven=dataclasses.replace(proof.proven, verdict="inconclusive", kind=kind, figures=known),
    )
