"""The order of a campaign's pending Points, which of them run in parallel, and which are skipped.

Pending Points are read from the store (planned and not finished), so that a campaign continues
after a kill.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from plimsoll.base.sentence import Sentence
from plimsoll.campaign import point_runs, side_by_side
from plimsoll.campaign.messages import message
from plimsoll.campaign.rounds import RoundTracker
from plimsoll.campaign.run_recorder import CampaignKeeper
from plimsoll.campaign.side_by_side import ParallelPoints, PointOutcome, PointTask
from plimsoll.campaign.spec import AS_FOUND
from plimsoll.native.session import Session, Stop, parse_span
from plimsoll.search import point_reasons
from plimsoll.store import PlannedPointRow
from plimsoll.store.rows import Reason

if TYPE_CHECKING:
    from plimsoll.campaign.conductor import Conductor
    from plimsoll.campaign.point import PointRunner


def run_pending_points(points: PointRunner) -> None:
    """Runs every pending Point. A single one runs sequentially, which stores each Run as it ends,
    so that its curve can be watched."""
    conductor = points.conductor
    if _only_computes(conductor) and len(conductor.plans.waiting(conductor.campaign.number)) > 1:
        run_in_parallel(points)
    else:
        run_sequentially(points)


def _only_computes(conductor: Conductor) -> bool:
    """Whether Points may run in parallel: all are simulated, without commands and time limits."""
    spec, campaign = conductor.spec, conductor.spec.campaign
    is_sequential = (
        spec.configuration or campaign.clear_caches or campaign.time_limit or spec.rounds
    )
    return conductor.jobs > 1 and campaign.virtual and not is_sequential


def run_sequentially(points: PointRunner) -> None:
    """Runs the pending Points one after the other, until the rounds are over."""
    conductor, plans, spec = points.conductor, points.conductor.plans, points.conductor.spec
    number = conductor.campaign.number
    if spec.fault:
        conductor.event(Sentence(partial(message, "figures-include-faults")))
    rounds = None if spec.rounds is None else RoundTracker(conductor.store, number, spec.rounds)
    if rounds is not None and spec.campaign.virtual:
        _begin_rounds_anew(conductor)
    under_way = 0
    for planned_point in plans.waiting(number):
        conductor.check_stop()
        point = conductor.point(planned_point)
        if rounds is not None and point.repeat != under_way:
            under_way = point.repeat
            if _are_over(rounds, conductor, point):
                return
        limit = spec.campaign.time_limit
        if limit is not None and _spent_s(conductor) >= parse_span(limit):
            plans.skip(point.id, Reason("time_limit", {"limit": limit}))
        else:
            points.run(point)
        conductor.listener.point_changes(conductor.point(point.id))


def _begin_rounds_anew(conductor: Conductor) -> None:
    """Starts the rounds again, since the simulated state of described storage ended with the
    process that computed it. A real target keeps its state."""
    number = conductor.campaign.number
    if conductor.plans.counts(number).get("finished", (0, 0))[0]:
        conductor.plans.ask_again(number)
        conductor.event(Sentence(partial(message, "rounds-anew")))


def _are_over(rounds: RoundTracker, conductor: Conductor, next_point: PlannedPointRow) -> bool:
    """Whether there is no further round; the remaining Points are then skipped."""
    progress = rounds.progress()
    conductor.note_once([rest.sentence for rest in progress.rests])
    if progress.why_over is None or next_point.repeat <= progress.complete:
        return False
    conductor.plans.skip_waiting(conductor.campaign.number, progress.reason)
    conductor.event(point_reasons.sentence_of_rounds(progress.reason))
    return True


def _spent_s(conductor: Conductor) -> float:
    """Real time of the Runs so far."""
    runs = conductor.store.runs(conductor.campaign.number)
    return sum(
        run.finished_at_ns / 1e9 - run.began_s for run in runs if run.finished_at_ns is not None
    )


def run_in_parallel(points: PointRunner) -> None:
    """Runs several pending Points at a time and stores them in order (`side_by_side.py`)."""
    conductor, plans = points.conductor, points.conductor.plans
    settings = points.preparation.settings
    settings.enter(AS_FOUND)
    ParallelPoints(
        conductor.jobs,
        begin=partial(_begin, points),
        run_task=partial(_run_task, points),
        keep=partial(_keep, points),
        requeue=lambda point: plans.put_back(point.id),
        waits_for=points.findings.waits_for,
        check_stop=conductor.check_stop,
    ).run([conductor.point(waiting) for waiting in plans.waiting(conductor.campaign.number)])


def _begin(points: PointRunner, point: PlannedPointRow) -> PointTask:
    """Begins a Point. Reads from the store all that it needs, since it runs in another thread."""
    conductor, findings = points.conductor, points.findings
    attempt = conductor.plans.start(point.id)
    now = conductor.point(point.id)
    conductor.listener.point_changes(now)
    request = conductor.request(now, now.workload)
    return PointTask(
        now, attempt, request, findings.prior_results(now), findings.needs_maximum(now)
    )


def _run_task(points: PointRunner, task: PointTask, outcome: PointOutcome, ending: Stop) -> None:
    """Runs a Point on the virtual clock, in memory."""
    spec, point, prior = points.conductor.spec, task.point, task.prior
    if task.needs_maximum:
        with Session.open(task.request, keeper=outcome.memory, stop=ending) as session:
            outcome.maximum = point_runs.measure_maximum(session, spec, point, outcome.steps.append)
        prior = point_runs.PriorResults(maximum=outcome.maximum)
    shared = point_runs.defaults(spec, point)
    with Session.open(task.request, defaults=shared, keeper=outcome.memory, stop=ending) as session:
        outcome.notes += session.info["notes"]
        outcome.answer = point_runs.run_point(session, spec, point, outcome.steps.append, prior)


def _keep(points: PointRunner, task: PointTask, outcome: PointOutcome) -> None:
    """Stores the Runs and the answer of a Point, in its turn."""
    conductor, point, plans = points.conductor, task.point, points.conductor.plans
    keeper = CampaignKeeper(
        conductor.store,
        conductor.campaign.number,
        task.request,
        planned=(point.id, task.attempt),
        configuration_id=points.preparation.settings.configuration_id,
    )
    conductor.note_once(outcome.notes)
    numbers = outcome.memory.replay(keeper)
    for step in outcome.steps:
        conductor.listener.search_step(step)
    if outcome.maximum is not None:
        points.findings.keep_maximum(point, outcome.maximum)
    if outcome.error is not None:
        plans.fail(point.id, point_reasons.of_error(outcome.error))
    else:
        answer = outcome.answer
        assert answer is not None, "without an error there is one"
        result = side_by_side.renumber_runs(answer.result, numbers)
        plans.finish(point.id, stands=answer.stands, reason=answer.reason, result=result)
    conductor.listener.point_changes(conductor.point(point.id))
