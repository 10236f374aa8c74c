"""Shares and reservations have an effect only where volumes compete. All volumes behind one
scheduler are driven at once, each with more outstanding I/O than it can get and one with four times
as much. Their rates are compared with mClock's rule (`mclock.py`).

A volume below its part may be held by an unlisted limit. Before the scheduler is blamed such a
volume is driven alone: a rate that it lacks then, no competitor takes. A saturated client leaves
the verdict open.
"""

import dataclasses
import json
import math
from collections.abc import Mapping, Sequence

from plimsoll.base.errors import PlimsollError
from plimsoll.base.rules import NORMAL_SHARES
from plimsoll.features.policy import competing, mclock, proof
from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.backends.contract import Beside
from plimsoll.features.policy.changes import Change, again, same_state
from plimsoll.features.policy.competing import Came, Contender
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.proof import Alone, Plan, Proof, Work
from plimsoll.features.policy.questions import SMALL_BLOCK, Question
from plimsoll.features.policy.rules import Figures, PolicyVolume, Rules
from plimsoll.features.policy.verdicts import Proven, Verdict
from plimsoll.features.promises import runs as promise_check
from plimsoll.judge.rate import rate
from plimsoll.native.session import parse_span

EXTRA_DEPTH_FACTOR = 4
"""Factor on the outstanding I/O of the volume with the least shares: a queue in order of arrival
would give it the most."""
FULL_CPU_SHARE = 0.9
"""Share of this machine's processors in use beyond which a volume may offer less than its part,
because its process waits for a processor. No verdict is broken then."""
ROLE = "contention"


def groups(proofs: Sequence[Proof]) -> list[list[Proof]]:
    """Volumes behind one scheduler, if one of them has shares or a reservation and two or more can
    be driven."""
    found: dict[tuple[str, str], list[Proof]] = {}
    for member in proofs:
        kind = member.change.kind
        where = BACKENDS[kind].scheduler(member.change.item.place)
        if where is not None and member.assigned.target and member.change.error is None:
            found.setdefault((kind, where), []).append(member)
    behind_one = [members for members in found.values() if len(members) > 1]
    return [
        members
        for members in behind_one
        if any(needs_contention(m.assigned.rules) for m in members)
    ]


def group_count(assigned: Sequence[PolicyVolume], changes: Mapping[str, Change]) -> int:
    """Number of contention Runs."""
    proofs = [
        Proof(volume, changes[volume.volume], Proven("inconclusive", "no_target"))
        for volume in assigned
    ]
    return len(groups(proofs))


def needs_contention(rules: Rules) -> bool:
    """Whether contention tests any of these rules."""
    return rules.shares is not None or rules.reservation.is_set


def prove(work: Work, proofs: Sequence[Proof], plans: Mapping[str, Plan]) -> list[Proof]:
    """Adds the evidence of contention to the proofs."""
    by_volume = {member.assigned.volume: member for member in proofs}
    for group in groups(proofs):
        found = _prove_group(work, group, plans[group[0].assigned.volume])
        by_volume |= {member.assigned.volume: member for member in found}
    return list(by_volume.values())


def _prove_group(work: Work, group: Sequence[Proof], plan: Plan) -> list[Proof]:
    work.tell(message("step-contention", volumes=len(group)))
    before = [again(member.change) for member in group]
    demands = _demands(group)
    records = _drive_group(work, group, demands, plan)
    after = [again(member.change) for member in group]
    seconds = sum(map(_seconds, records)) / len(group)
    spent = [
        dataclasses.replace(member, seconds=member.seconds + seconds / len(group))
        for member in group
    ]
    # The setting of the file, throughout.
    pairs = zip(before, after, strict=True)
    if not all(same_state(first, then) and then.configured == "compliant" for first, then in pairs):
        return [_leave_open(member, "changed_meanwhile") for member in spent]
    measured = [_volume_rate(record) for record in records]
    known = [rate for rate in measured if isinstance(rate, mclock.VolumeRate)]
    if len(known) < len(group):
        volumes = [member.assigned.volume for member in group]
        which, why = _first_failure(volumes, records, measured)
        return [
            _leave_open(member, "contention_failed", {"which": which, "why": why})
            for member in spent
        ]
    claims = [
        mclock.claim(member.assigned.rules, member.change.beside, _lowest_alone(member), demand)
        for member, demand in zip(group, demands, strict=True)
    ]
    found = mclock.judge_contention(claims, known)
    used = max((_machine_load(record) or 0.0 for record in records), default=0.0)
    if _held_elsewhere([member.change.beside for member in group], known):
        found = [_excuse(finding) for finding in found]
    elif used >= FULL_CPU_SHARE and any(finding.kind in SCHEDULER_FAULTS for finding in found):
        found = [
            dataclasses.replace(_excuse(finding, "machine_full"), machine_used=used)
            for finding in found
        ]
    elif any(finding.kind in SCHEDULER_FAULTS for finding in found):
        spent, found = _measure_alone(work, spent, claims, found, plan)
    return [
        _with_finding(member, finding, len(group))
        for member, finding in zip(spent, found, strict=True)
    ]


SCHEDULER_FAULTS = ("shares_otherwise", "shares_by_demand", "reservation_missed")
"""Findings against a scheduler that an unknown limit of one volume would explain."""


def _demands(group: Sequence[Proof]) -> list[int]:
    backlog = BACKENDS[group[0].change.kind].backlog
    shares = [
        NORMAL_SHARES if (own := member.assigned.rules.shares) is None else own for member in group
    ]
    least = len(shares) - 1 - shares[::-1].index(min(shares))
    return [EXTRA_DEPTH_FACTOR * backlog if at == least else backlog for at in range(len(group))]


def _measure_alone(
    work: Work,
    group: Sequence[Proof],
    claims: Sequence[mclock.Claim],
    found: Sequence[mclock.ContentionFinding],
    plan: Plan,
) -> tuple[list[Proof], list[mclock.ContentionFinding]]:
    """Measures alone the volumes that got less than their part, and judges again. Returns the
    proofs with the time that this took."""
    proofs, rejudged, claims = list(group), list(found), list(claims)
    measured_alone: dict[int, Alone] = {}
    for at, finding in enumerate(found):
        if finding.kind not in SCHEDULER_FAULTS or finding.measured.value >= finding.expected_per_s:
            continue
        question = Question("small", SMALL_BLOCK, 100, finding.expected_per_s, in_bytes=False)
        alone = proof.alone(work, group[at].assigned, group[at].change, question, plan)
        measured_alone[at] = alone
        proofs[at] = dataclasses.replace(group[at], seconds=group[at].seconds + alone.seconds)
        if alone.verdict == "broken" and alone.most_per_s is not None:
            claims[at] = dataclasses.replace(claims[at], limit=alone.most_per_s)
    rejudged = mclock.judge_contention(claims, [finding.measured for finding in found])
    for at, alone in measured_alone.items():
        rejudged[at] = _limit_alone(rejudged[at], alone)
    if any(alone.verdict == "inconclusive" for alone in measured_alone.values()):
        rejudged = [_excuse(finding) for finding in rejudged]
    return proofs, rejudged


def _limit_alone(found: mclock.ContentionFinding, alone: Alone) -> mclock.ContentionFinding:
    """A volume that gets no more alone is held by another limit if a throttle is known to hold
    it."""
    if alone.verdict != "broken" or alone.most_per_s is None:
        return found
    kind = "limit_elsewhere" if alone.throttled else "held_alone"
    verdict: Verdict = "broken" if alone.throttled else "inconclusive"
    return dataclasses.replace(found, verdict=verdict, kind=kind, alone_per_s=alone.most_per_s)


def _lowest_alone(proof: Proof) -> float:
    """The lowest rate below its limit that a volume reached alone. Infinite where it reached the
    limit."""
    low = [
        answer.measured_per_s
        for answer in proof.answers
        if (answer.question.block_bytes, answer.question.read_percent) == (SMALL_BLOCK, 100)
        and answer.judged.verdict == "broken"
        and answer.measured_per_s is not None
        and answer.measured_per_s < answer.question.allowed_per_s
    ]
    return min(low, default=math.inf)


def _held_elsewhere(
    beside: Sequence[Sequence[Beside]], measured: Sequence[mclock.VolumeRate]
) -> bool:
    """Whether another limit may have held volumes in a way that no single cap explains: its
    settings are unknown, or several volumes share it and it was full."""
    took: dict[str, list[float]] = {}
    for limits, got in zip(beside, measured, strict=True):
        for limit in limits:
            cap = mclock.cap_of(limit)
            if cap is None:
                return True
            if math.isfinite(cap):
                took.setdefault(json.dumps([limit.where, cap]), []).append(got.value / cap)
    return any(len(shares) > 1 and sum(shares) >= 1 - mclock.TOLERANCE for shares in took.values())


def _excuse(
    found: mclock.ContentionFinding, kind: str = "held_elsewhere"
) -> mclock.ContentionFinding:
    """Turns a broken verdict into an inconclusive one: another limit or this machine may be the
    cause."""
    if found.verdict != "broken":
        return found
    return dataclasses.replace(found, verdict="inconclusive", kind=kind)


def _machine_load(outcome: Came) -> float | None:
    """Share of this machine's processors in use, by any process."""
    if isinstance(outcome, PlimsollError):
        return None
    load = outcome["system_load"]
    cpu = load["cpu"] if load else None
    return None if cpu is None else float(cpu["user"] + cpu["system"] + cpu["steal"])


def _drive_group(
    work: Work, group: Sequence[Proof], demands: Sequence[int], plan: Plan
) -> list[Came]:
    interval_s = promise_check.interval_of(parse_span(plan.lengths.measure_for))
    contenders = []
    for member, demand in zip(group, demands, strict=True):
        request = work.request(member.assigned)
        request["workload"] = {"block_size": SMALL_BLOCK, "read": 100}
        joins = BACKENDS[member.change.kind].joins
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
                None if joins is None else joins(member.change.item.place),
            )
        )
    return competing.drive(contenders, work.open_session, work.stop, ROLE)


def _seconds(outcome: Came) -> float:
    return 0.0 if isinstance(outcome, PlimsollError) else promise_check.seconds_of(outcome)


def _volume_rate(outcome: Came) -> mclock.VolumeRate | str:
    """The rate of a Run, or the reason why the Run is no evidence."""
    if isinstance(outcome, PlimsollError):
        return str(outcome)
    if outcome["outcome"] != "ok":
        return str(outcome["because"])
    if outcome["limited_by"]["value"] == "client_cpu":
        return message("processors-were-full")
    found = rate(outcome)
    if found is None:
        return message("nothing-completed")
    return mclock.VolumeRate(found.value, found.low, found.high)


def _first_failure(
    volumes: Sequence[str], outcomes: Sequence[Came], measured: Sequence[mclock.VolumeRate | str]
) -> tuple[str, str]:
    """The volume that failed first and its reason, rather than one that was stopped because of
    it."""
    found = [
        (isinstance(outcome, competing.OtherVolumeError), volume, why)
        for volume, outcome, why in zip(volumes, outcomes, measured, strict=True)
        if isinstance(why, str)
    ]
    _, volume, why = min(found, key=lambda failure: failure[0])
    return volume, why


def _rules_of(proof: Proof) -> list[mclock.Rule]:
    """The rules of a volume that only contention tests."""
    rules = proof.assigned.rules
    given: dict[mclock.Rule, bool] = {
        "shares": rules.shares is not None,
        "reservation": rules.reservation.is_set,
    }
    return [rule for rule, is_given in given.items() if is_given]


def _with_finding(proof: Proof, finding: mclock.ContentionFinding, volumes: int) -> Proof:
    """Adds the finding of contention to a proof. An open or broken verdict stays; a volume without
    a limit is proven by contention alone."""
    if not needs_contention(proof.assigned.rules):
        return proof
    got = finding.measured
    rules = _rules_of(proof)
    shown = [rule for rule in rules if rule in finding.shown]
    figures: Figures = {
        "contended_per_s": got.value,
        "mclock_per_s": finding.expected_per_s,
        "volumes": volumes,
        "reserved_per_s": proof.assigned.rules.reservation.ops_per_s or 0.0,
        "rules": " and ".join(shown or rules),
        **({} if got.low is None else {"contended_low_per_s": got.low}),
        **({} if got.high is None else {"contended_high_per_s": got.high}),
        **({} if finding.alone_per_s is None else {"alone_per_s": finding.alone_per_s}),
        **({} if finding.machine_used is None else {"machine_used": finding.machine_used}),
    }
    proven = proof.proven
    figures = {**proven.figures, **figures}
    decides = proven.verdict == "kept" or proven.kind == "nothing_to_ask"
    if finding.verdict == "kept":
        notes = _open_notes(proven.notes, rules, shown)
        if proven.kind == "nothing_to_ask":
            proven = Proven("kept", finding.kind, figures, notes)
            if not shown:
                proven = Proven("inconclusive", "rules_not_shown", figures, notes)
            return dataclasses.replace(proof, proven=proven)
        proven = Proven(proven.verdict, proven.kind, figures, (*notes, "held_in_contention"))
        return dataclasses.replace(proof, proven=proven)
    if decides or (finding.verdict == "broken" and proven.verdict == "inconclusive"):
        # A broken rule was tested; open rules stay open.
        tested = finding.kind in SCHEDULER_FAULTS
        notes = _open_notes(proven.notes, rules, rules) if tested else proven.notes
        return dataclasses.replace(
            proof, proven=Proven(finding.verdict, finding.kind, figures, notes)
        )
    return proof


def _open_notes(
    notes: Sequence[str], rules: Sequence[mclock.Rule], shown: Sequence[mclock.Rule]
) -> tuple[str, ...]:
    """Replaces the notes on untested rules by the rules that contention did not show."""
    rest = [note for note in notes if note not in [f"{rule}_not_asked" for rule in rules]]
    return (*rest, *(f"{rule}_not_shown" for rule in rules if rule not in shown))


def _leave_open(proof: Proof, kind: str, figures: Figures | None = None) -> Proof:
    """Marks a proof as undecided by contention."""
    decides = proof.proven.verdict == "kept" or proof.proven.kind == "nothing_to_ask"
    if not needs_contention(proof.assigned.rules) or not decides:
        return proof
    known = {**proof.proven.figures, **(figures or {})}
    return dataclasses.replace(
        proof,
        proven=dataclasses.replace(proof.proven, verdict="inconclusive", kind=kind, figures=known),
    )
