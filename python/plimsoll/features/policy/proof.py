"""Proves the rules of volumes: runs the Points of `questions.py`, each as a promise whose depth
rises until a cap is proven, and derives the limit from all Runs of a volume.

Volumes are measured one after the other. Two volumes of a VM are also driven together, because only
that separates a limit per VM from one per disk. Where a limit holds for a process tree (cgroup),
this process joins it while it measures.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.base.errors import Interruption, PlimsollError
from plimsoll.base.sentence import Words
from plimsoll.features.limits import runs as limit_search
from plimsoll.features.limits.rules.finding import VolumeLimit
from plimsoll.features.limits.rules.judging import find_limits
from plimsoll.features.policy import burst, words
from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.changes import Change, again, latest_deviation, same_state
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.questions import Question, leaves_writes_open, questions
from plimsoll.features.policy.rules import Figures, PolicyVolume, Rules
from plimsoll.features.policy.verdicts import Answer, Neighbour, Proven, Verdict, judge
from plimsoll.features.promises import runs as promise_check
from plimsoll.features.promises.rules.file import PromiseFile
from plimsoll.features.promises.rules.parts import Lengths, Load, Promise, Workload
from plimsoll.features.promises.runs import Checking
from plimsoll.native.session import Session, Stop, parse_span

if TYPE_CHECKING:
    from plimsoll.native.record import RunRecord, SessionRequest
    from plimsoll.store import Store

QUEUE_S = 0.01
"""First outstanding I/O: the operations that the limit passes in this time."""
MIN_DEPTH = 8
MAX_DEPTH = 128
MAX_DEPTH_FACTOR = 8
MAX_OUTSTANDING = 256
"""While a cap is not proven, outstanding I/O rises to this multiple of the first, or at least to
MAX_OUTSTANDING."""
MIN_RUNS = 2
"""Runs of a Point: a cap is proven by two depths."""
TOGETHER = "together"
"""Role of a Run beside a neighbour's."""


@dataclass(frozen=True)
class Plan:
    """How a volume is measured."""

    reads_only: bool
    lengths: Lengths
    margin: float

    def seconds_at_least(self, rules: Rules) -> float:
        """Least time to prove these rules."""
        points = len(questions(rules, reads_only=self.reads_only))
        return points * MIN_RUNS * self.run_s + (burst.seconds(rules) if points else 0.0)

    @property
    def run_s(self) -> float:
        """Length of one Run."""
        return parse_span(self.lengths.warmup_for) + parse_span(self.lengths.measure_for)


def outlast_bursts(lengths: Lengths, rules: Rules) -> Lengths:
    """Lengths with a warm-up that outlasts the bursts of these rules. In virtual time every Point
    begins with a full bucket."""
    longest_s = max((each.longest_s for each in burst.bursts(rules)), default=0.0)
    if longest_s <= parse_span(lengths.warmup_for):
        return lengths
    return lengths.model_copy(update={"warmup_for": f"{round(1.1 * longest_s * 1e9)}ns"})


@dataclass
class Proof:
    """The proof of a volume's rules."""

    assigned: PolicyVolume
    change: Change
    proven: Proven
    answers: list[Answer] = field(default_factory=list)
    limit: VolumeLimit | None = None
    seconds: float = 0.0
    campaign: int | None = None


@dataclass(frozen=True)
class Other:
    """A volume under the same rules that may be driven together with another. `one_limit`: whether
    their places share a limit."""

    assigned: PolicyVolume
    one_limit: bool


@dataclass(frozen=True)
class Work:
    """The means to measure: `open_session` opens a volume's target, `tell` announces the next
    step."""

    open_session: Callable[[SessionRequest], Session]
    request: Callable[[PolicyVolume], SessionRequest]
    store: Store
    stop: Stop
    seed: int
    tell: Callable[[Words], None]

    def checking(self, assigned: PolicyVolume, plan: Plan) -> promise_check.Checking:
        """The check of this volume's rates."""
        request = self.request(assigned)
        return promise_check.Checking(
            self.open_session, request, plan.lengths, self.seed, self.tell
        )


def prove(
    work: Work, assigned: PolicyVolume, change: Change, plan: Plan, others: Sequence[Other]
) -> Proof:
    """Proves a volume's rules. `others`: further volumes of its limit or VM under the same rules.

    The setting is read before and after. If it changed meanwhile, nothing is proven.
    """
    if change.error is not None:
        return Proof(
            assigned, change, Proven("inconclusive", "unreadable", {"why": str(change.error)})
        )
    before = again(change)
    if not same_state(change, before):
        held = latest_deviation([change, before])
        return Proof(assigned, held, Proven("inconclusive", "changed_meanwhile"))
    points = questions(assigned.rules, reads_only=plan.reads_only)
    proof = prove_points(work, assigned, before, points, plan, others)
    after = again(change)
    if same_state(before, after):
        return proof
    proven = dataclasses.replace(proof.proven, verdict="inconclusive", kind="changed_meanwhile")
    return dataclasses.replace(proof, change=latest_deviation([before, after]), proven=proven)


def prove_points(
    work: Work,
    assigned: PolicyVolume,
    change: Change,
    points: Sequence[Question],
    plan: Plan,
    others: Sequence[Other] = (),
) -> Proof:
    """Proves what is set by these Points. Whether it is set, the change says."""
    if assigned.target is None:
        return Proof(assigned, change, Proven("inconclusive", "no_target"))
    if not points:
        return Proof(assigned, change, Proven("inconclusive", "nothing_to_ask"))
    backend = BACKENDS[change.kind]
    with backend.inside(change.item.place):
        file = promise_file(assigned, points, plan)
        checking = work.checking(assigned, plan)
        burst_evidence = _bursts(work, assigned, checking)
        claims = file.claims()
        check, campaign = promise_check.measure_claims(
            checking, file, claims, work.store, name=str(file.name), stop=work.stop
        )
        answers = [Answer(*pair) for pair in zip(points, check.evidence, strict=True)]
        limit = _limit(work, assigned, campaign, plan)
        neighbour = None
        if others and all(answer.judged.verdict == "kept" for answer in answers):
            neighbour = _together(work, checking, assigned, others[0], points[0], plan)
    is_set = change.configured == "compliant"
    proven = judge(assigned.rules, answers, limit, neighbour, is_set=is_set)
    driven = neighbour is not None and neighbour.together_per_s is not None
    if driven and len(others) > 1 and assigned.vm is not None:
        more: Figures = {"vm_others": len(others)}
        proven = dataclasses.replace(
            proven, figures=proven.figures | more, notes=(*proven.notes, "one_of_vm")
        )
    return Proof(
        assigned,
        change,
        burst.add_burst_evidence(_with_notes(proven, assigned, plan, others), burst_evidence),
        answers,
        limit,
        checking.seconds,
        campaign,
    )


@dataclass(frozen=True)
class Alone:
    """The rate of a volume alone, judged against a rate: kept (reached), broken (at most
    `most_per_s` at any depth) or inconclusive. `throttled`: whether a throttle is known to hold
    it."""

    verdict: Verdict
    most_per_s: float | None
    throttled: bool
    seconds: float


def alone(
    work: Work, assigned: PolicyVolume, change: Change, question: Question, plan: Plan
) -> Alone:
    """Tests whether a volume reaches the rate of a question alone."""
    file = promise_file(assigned, [question], plan, at_least=True)
    with BACKENDS[change.kind].inside(change.item.place):
        checking = work.checking(assigned, plan)
        check, campaign = promise_check.measure_claims(
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


def _bursts(
    work: Work, assigned: PolicyVolume, checking: promise_check.Checking
) -> list[burst.BurstEvidence]:
    """Tests a volume's bursts. They come first: the test of the limit drains the bucket."""
    found = []
    for tested in burst.bursts(assigned.rules):
        work.tell(
            message("step-burst", volume=assigned.volume, rest=units.exact_seconds(tested.rest_s))
        )
        request = work.request(assigned)
        request["workload"] = {"block_size": tested.block_bytes, "read": 100}
        with work.open_session(request) as session:
            found.append(burst.drive(session, tested, work.seed))
        checking.seconds += found[-1].seconds
    return found


def _with_notes(
    proven: Proven, assigned: PolicyVolume, plan: Plan, others: Sequence[Other]
) -> Proven:
    rules = assigned.rules
    open_questions = {
        "reads_only": leaves_writes_open(rules, reads_only=plan.reads_only),
        "reservation_not_asked": rules.reservation.is_set,
        "shares_not_asked": rules.shares is not None,
        "burst_not_asked": rules.burst.is_set,
        "alone_in_vm": rules.per == "vm" and not others,
    }
    more = (note for note, is_open in open_questions.items() if is_open)
    return dataclasses.replace(proven, notes=(*proven.notes, *more))


def promise_file(
    assigned: PolicyVolume, points: Sequence[Question], plan: Plan, *, at_least: bool = False
) -> PromiseFile:
    """The Points as promises: exactly the allowed rate, or at least that."""
    depth = round(min(MAX_DEPTH, max(MIN_DEPTH, points[0].allowed_per_s * QUEUE_S)))
    return PromiseFile(
        name=message(
            "promise-of",
            policy=assigned.policy,
            volume=assigned.volume,
            rules=words.rules(assigned.rules),
        ),
        target=str(assigned.target),
        load=Load.model_validate(
            {
                "workers": 1,
                "queue_depth": depth,
                "most_outstanding": max(MAX_DEPTH_FACTOR * depth, MAX_OUTSTANDING),
            }
        ),
        lengths=plan.lengths,
        promise=[_promise(question, plan.margin, at_least=at_least) for question in points],
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
                {
                    "block_size": question.block_bytes,
                    "read": question.read_percent,
                    "pattern": question.pattern,
                }
            ),
        }
    )


def _limit(work: Work, assigned: PolicyVolume, campaign: int, plan: Plan) -> VolumeLimit | None:
    """The law that all Runs of a volume follow, and its holder. A light load is added where only
    that separates a throttle from saturated storage."""
    stored = limit_search.observations(work.store, campaign)
    if not stored.observations:
        return None
    first = stored.observations[0]
    of_first = [
        seen
        for seen in stored.observations
        if (seen.block_bytes, seen.read_percent) == (first.block_bytes, first.read_percent)
    ]
    light_load = limit_search.run_holder_tests(
        work.open_session,
        work.request(assigned),
        parse_span(plan.lengths.measure_for),
        None,
        of_first,
        work.seed,
        work.tell,
    )
    found = find_limits(stored.observations, stored.silent, {first.volume: light_load})
    return found.volumes[0] if found.volumes else None


def _together(
    work: Work,
    checking: Checking,
    volume_under_test: PolicyVolume,
    beside: Other,
    question: Question,
    plan: Plan,
) -> Neighbour:
    """Drives both volumes at once, each with the load that proved its own cap."""
    other = beside.assigned
    work.tell(message("step-together", volume=volume_under_test.volume, other=other.volume))
    depth = round(max(MIN_DEPTH, question.allowed_per_s * QUEUE_S * 4))
    load = {"workers": 1, "queue_depth": min(depth, MAX_DEPTH_FACTOR * MAX_DEPTH)}
    ended: dict[str, RunRecord | PlimsollError] = {}

    def drive(volume: PolicyVolume) -> None:
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
    drive(volume_under_test)
    thread.join()
    for outcome in ended.values():
        if isinstance(outcome, Interruption):
            raise outcome
    rates = []
    for volume in (volume_under_test, other):
        came = ended[volume.volume]
        if isinstance(came, PlimsollError) or came["outcome"] != "ok":
            return Neighbour(other.volume, None, question.allowed_per_s, beside.one_limit)
        rates.append(came["achieved_rate_per_s"])
        checking.seconds += promise_check.seconds_of(came) / 2
    return Neighbour(
        other.volume, sum(rates), question.allowed_per_s, beside.one_limit, own_per_s=rates[0]
    )
