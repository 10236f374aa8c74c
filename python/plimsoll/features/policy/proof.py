"""Proves the rules of volumes: asks the Points of `questions.py`, each as a promise whose depth is
raised until a cap is proven, and hands all Runs of a volume to the judgement of limits.

Volumes are measured one after the other. Those of one VM are driven once more, two at the same
time: only together do a limit per VM and one per disk part. Where a back end's limit holds for a
process tree (cgroup), this process joins it while it measures.
"""

from __future__ import annotations

import dataclasses
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.base.errors import Interrupted, PlimsollError
from plimsoll.features.limits import runs as limit_search
from plimsoll.features.limits.rules import VolumeLimit, find_limits
from plimsoll.features.policy import burst, words
from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.changes import again, same, worst
from plimsoll.features.policy.questions import questions
from plimsoll.features.policy.verdicts import Answer, Neighbour, Proven, judge
from plimsoll.features.promises import runs as promise_check
from plimsoll.features.promises.rules.file import PromiseFile
from plimsoll.features.promises.rules.parts import Lengths, Load, Promise, Workload
from plimsoll.native.session import parse_span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from plimsoll.features.policy.changes import Change
    from plimsoll.features.policy.questions import Question
    from plimsoll.features.policy.rules import Assigned, Figures, Rules
    from plimsoll.features.policy.verdicts import Verdict
    from plimsoll.features.promises.rules.document import Check
    from plimsoll.features.promises.runs import Checking
    from plimsoll.native.model import RunRecord, SessionRequest
    from plimsoll.native.session import Session, Stop
    from plimsoll.store import Store

SECONDS_OF_QUEUE = 0.01
"""Outstanding I/O that is begun with: what the limit lets through in this time."""
LEAST_DEPTH, MOST_DEPTH = 8, 128
MOST_TIMES, MOST_OUTSTANDING = 8, 256
"""How far the outstanding I/O is raised while a cap is not proven: so many times what was begun
with, this at least."""
LEAST_RUNS = 2
"""Of a Point: a cap is proven by two depths."""
TOGETHER = "together"
"""Role of a Run beside a neighbour's."""


@dataclass(frozen=True)
class Plan:
    """How a volume is measured."""

    reads_only: bool
    lengths: Lengths
    margin: float

    def seconds_at_least(self, rules: Rules) -> float:
        """What proving these rules takes at least."""
        points = len(questions(rules, reads_only=self.reads_only))
        return points * LEAST_RUNS * self.run_s + (burst.seconds(rules) if points else 0.0)

    @property
    def run_s(self) -> float:
        """What one Run takes."""
        return parse_span(self.lengths.warmup_for) + parse_span(self.lengths.measure_for)


def spent(lengths: Lengths, rules: Rules) -> Lengths:
    """With a warm-up that outlasts the bursts of these rules, for described storage in virtual
    time, which is as new in every Point."""
    longest_s = max((one.longest_s for one in burst.bursts(rules)), default=0.0)
    if longest_s <= parse_span(lengths.warmup_for):
        return lengths
    return lengths.model_copy(update={"warmup_for": f"{round(1.1 * longest_s * 1e9)}ns"})


@dataclass
class Proof:
    """What was found of a volume."""

    assigned: Assigned
    change: Change
    proven: Proven
    answers: list[Answer] = field(default_factory=list)
    limit: VolumeLimit | None = None
    seconds: float = 0.0
    campaign: int | None = None


@dataclass(frozen=True)
class Other:
    """A volume under the same rules that may be driven beside one; whether both have one limit, by
    where they are."""

    assigned: Assigned
    one_limit: bool


@dataclass(frozen=True)
class Work:
    """What measuring needs: `open_session` opens a volume's target, `tell` says what comes next."""

    open_session: Callable[[SessionRequest], Session]
    request: Callable[[Assigned], SessionRequest]
    store: Store
    stop: Stop
    seed: int
    tell: Callable[[str], None]

    def checking(self, assigned: Assigned, plan: Plan) -> promise_check.Checking:
        """What a check of this volume's rates is made with."""
        request = self.request(assigned)
        return promise_check.Checking(
            self.open_session, request, plan.lengths, self.seed, self.tell
        )


def prove(
    work: Work, assigned: Assigned, change: Change, plan: Plan, others: Sequence[Other]
) -> Proof:
    """The proof of a volume's rules. `others`: further volumes of its limit or VM under the same
    rules.

    What is set is read before it and after it. A proof holds of one configuration only: where that
    was not the same throughout, nothing is proven.
    """
    if change.error is not None:
        return Proof(
            assigned, change, Proven("inconclusive", "unreadable", {"why": str(change.error)})
        )
    before = again(change)
    if not same(change, before):
        held = worst([change, before])
        return Proof(assigned, held, Proven("inconclusive", "changed_meanwhile"))
    proof = _measured(work, assigned, before, plan, others)
    after = again(change)
    if same(before, after):
        return proof
    proven = dataclasses.replace(proof.proven, verdict="inconclusive", kind="changed_meanwhile")
    return dataclasses.replace(proof, change=worst([before, after]), proven=proven)


def _measured(
    work: Work, assigned: Assigned, change: Change, plan: Plan, others: Sequence[Other]
) -> Proof:
    if assigned.target is None:
        return Proof(assigned, change, Proven("inconclusive", "no_target"))
    asked = questions(assigned.rules, reads_only=plan.reads_only)
    if not asked:
        return Proof(assigned, change, Proven("inconclusive", "nothing_to_ask"))
    backend = BACKENDS[change.kind]
    with backend.inside(change.item.place):
        file = promise_file(assigned, asked, plan)
        checking = work.checking(assigned, plan)
        seen = _bursts(work, assigned, checking)
        claims = file.claims()
        check, campaign = promise_check.measured(
            checking, file, claims, work.store, name=str(file.name), stop=work.stop
        )
        answers = _answers(asked, check)
        limit = _limit(work, assigned, campaign, plan)
        neighbour = None
        if others and all(answer.judged.verdict == "kept" for answer in answers):
            neighbour = _together(work, checking, assigned, others[0], asked[0], plan)
    proven = judge(assigned.rules, answers, limit, neighbour)
    driven = neighbour is not None and neighbour.together_per_s is not None
    if driven and len(others) > 1 and assigned.vm is not None:
        more: Figures = {"vm_others": len(others)}
        proven = dataclasses.replace(
            proven, figures=proven.figures | more, notes=(*proven.notes, "one_of_vm")
        )
    return Proof(
        assigned,
        change,
        burst.added(_noted(proven, assigned, plan, others), seen),
        answers,
        limit,
        checking.seconds,
        campaign,
    )


@dataclass(frozen=True)
class Alone:
    """What a volume gets with nobody beside it, held against a rate: kept (it gets that), broken
    (it gets `most_per_s`, however much is outstanding) or inconclusive; whether it is known that a
    throttle holds it."""

    verdict: Verdict
    most_per_s: float | None
    throttled: bool
    seconds: float


def alone(work: Work, assigned: Assigned, change: Change, question: Question, plan: Plan) -> Alone:
    """Whether a volume gets the rate of a question by itself."""
    file = promise_file(assigned, [question], plan, at_least=True)
    with BACKENDS[change.kind].inside(change.item.place):
        checking = work.checking(assigned, plan)
        check, campaign = promise_check.measured(
            checking, file, file.claims(), work.store, name=str(file.name), stop=work.stop
        )
        judged = check.evidence[0]
        limit = _limit(work, assigned, campaign, plan) if judged.verdict == "broken" else None
    return Alone(
        judged.verdict,
        None if judged.measured is None else judged.measured.value,
        limit is not None and limit.holder is not None and limit.holder.value == "policy_cap",
        checking.seconds,
    )


def _bursts(work: Work, assigned: Assigned, checking: promise_check.Checking) -> list[burst.Shown]:
    """What is seen of a volume's bursts: first of all, since what asks for a limit spends them."""
    found = []
    for one in burst.bursts(assigned.rules):
        work.tell(
            f"{assigned.volume}: at rest for {units.exact_seconds(one.rest_s)}, then its burst"
        )
        request = work.request(assigned)
        request["workload"] = {"block_size": one.block_bytes, "read": 100}
        with work.open_session(request) as session:
            found.append(burst.drive(session, one, work.seed))
        checking.seconds += found[-1].seconds
    return found


def _noted(proven: Proven, assigned: Assigned, plan: Plan, others: Sequence[Other]) -> Proven:
    notes = list(proven.notes)
    if plan.reads_only and len(questions(assigned.rules, reads_only=False)) > len(
        questions(assigned.rules, reads_only=True)
    ):
        notes.append("reads_only")
    if assigned.rules.reservation.given:
        notes.append("reservation_not_asked")
    if assigned.rules.shares is not None:
        notes.append("shares_not_asked")
    if assigned.rules.burst.given:
        notes.append("burst_not_asked")
    if assigned.rules.per == "vm" and not others:
        notes.append("alone_in_vm")
    return dataclasses.replace(proven, notes=tuple(notes))


def promise_file(
    assigned: Assigned, asked: Sequence[Question], plan: Plan, *, at_least: bool = False
) -> PromiseFile:
    """The Points as promises: each the rate that the rules allow, and no less; or at least that."""
    depth = round(min(MOST_DEPTH, max(LEAST_DEPTH, asked[0].allowed_per_s * SECONDS_OF_QUEUE)))
    return PromiseFile(
        name=f"policy {assigned.policy} on {assigned.volume}, {words.rules(assigned.rules)}",
        target=str(assigned.target),
        load=Load.model_validate(
            {
                "workers": 1,
                "queue_depth": depth,
                "most_outstanding": max(MOST_TIMES * depth, MOST_OUTSTANDING),
            }
        ),
        lengths=plan.lengths,
        promise=[_promise(question, plan.margin, at_least=at_least) for question in asked],
    )


def _promise(question: Question, margin: float, *, at_least: bool) -> Promise:
    return Promise.model_validate(
        {
            "name": f"{question.block_bytes >> 10}k, {question.read_percent:g} % reads",
            "direction": "at_least" if at_least else "equals",
            "value": f"{question.allowed_per_s:.6f} IOPS",
            "margin": margin,
            "subject": "throttle",
            "workload": Workload.model_validate(
                {"block_size": question.block_bytes, "read": question.read_percent}
            ),
        }
    )


def _answers(asked: Sequence[Question], check: Check) -> list[Answer]:
    return [
        Answer(question, judged) for question, judged in zip(asked, check.evidence, strict=True)
    ]


def _limit(work: Work, assigned: Assigned, campaign: int, plan: Plan) -> VolumeLimit | None:
    """The law that all Runs of a volume follow, and who holds it: a light load more, where only
    that tells a throttle from storage that is full."""
    kept = limit_search.observations(work.store, campaign)
    if not kept.observations:
        return None
    first = kept.observations[0]
    of_first = [
        one
        for one in kept.observations
        if (one.block_bytes, one.read_percent) == (first.block_bytes, first.read_percent)
    ]
    told = limit_search.tell(
        work.open_session,
        work.request(assigned),
        parse_span(plan.lengths.measure_for),
        None,
        of_first,
        work.seed,
        work.tell,
    )
    found = find_limits(kept.observations, kept.silent, {first.volume: told})
    return found.volumes[0] if found.volumes else None


def _together(
    work: Work,
    checking: Checking,
    one: Assigned,
    beside: Other,
    question: Question,
    plan: Plan,
) -> Neighbour:
    """Both volumes at the same time, each with what proved its own cap."""
    other = beside.assigned
    work.tell(f"{one.volume} and {other.volume} together")
    depth = round(max(LEAST_DEPTH, question.allowed_per_s * SECONDS_OF_QUEUE * 4))
    load = {"workers": 1, "queue_depth": min(depth, MOST_TIMES * MOST_DEPTH)}
    ended: dict[str, RunRecord | PlimsollError] = {}

    def drive(volume: Assigned) -> None:
        request = work.request(volume)
        request["workload"] = {
            "block_size": question.block_bytes,
            "read": question.read_percent,
        }
        try:
            with work.open_session(request) as session:
                ended[volume.volume] = session.run(
                    {
                        **load,  # type: ignore[typeddict-item]
                        "warmup_for": plan.lengths.warmup_for,
                        "measure_for": plan.lengths.measure_for,
                        "stop_when_decided": False,
                        "seed": work.seed,
                    },
                    role=TOGETHER,
                )
        except PlimsollError as error:
            ended[volume.volume] = error

    thread = threading.Thread(target=drive, args=(other,), name="plimsoll-neighbour")
    thread.start()
    drive(one)
    thread.join()
    for came in ended.values():
        if isinstance(came, Interrupted):
            raise came
    rates = []
    for volume in (one, other):
        came = ended[volume.volume]
        if isinstance(came, PlimsollError) or came["outcome"] != "ok":
            return Neighbour(other.volume, None, question.allowed_per_s, beside.one_limit)
        rates.append(came["achieved_rate_per_s"])
        checking.seconds += promise_check.seconds_of(came) / 2
    return Neighbour(
        other.volume, sum(rates), question.allowed_per_s, beside.one_limit, own_per_s=rates[0]
    )
