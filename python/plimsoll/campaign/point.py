"""One Point, from its start in the store to its answer there.

A Point is `running` from before its first step until its answer is stored, so after a kill exactly
that Point runs again. Each Point opens a session of its own: no state of a described stack passes
from one to the next, and its record is the same after any kill and in any order (except for load
lines, which begin with hints, `hints.py`). A real target keeps its state; `preparation.py` deals
with that.

An error of the target or of a command fails the Point, and the others go on. An error of the store
ends the campaign, since nothing could be stored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from plimsoll.base.errors import Interruption, PlimsollError
from plimsoll.base.sentence import Sentence
from plimsoll.campaign import confirmation, point_runs
from plimsoll.campaign.confirmation import AnotherTargetError
from plimsoll.campaign.faults import Faults
from plimsoll.campaign.messages import message
from plimsoll.campaign.point_keeper import PointKeeper
from plimsoll.campaign.settings import NotRestoredError, NotTrustedError, SettingsChangedError
from plimsoll.native.session import Session
from plimsoll.native.together import MissingHostError
from plimsoll.native.values import LoadValues, TargetValues
from plimsoll.search import point_reasons
from plimsoll.store import PlannedPointRow
from plimsoll.store.rows import Reason

if TYPE_CHECKING:
    from plimsoll.campaign.conductor import Conductor
    from plimsoll.campaign.hints import Findings
    from plimsoll.campaign.preparation import Preparation

ENDS_CAMPAIGN = (
    Interruption,
    KeyboardInterrupt,
    NotRestoredError,
    NotTrustedError,
    AnotherTargetError,
    MissingHostError,
)
"""Errors that end the campaign instead of failing the Point; it runs again after a resume."""


@dataclass
class PointRunner:
    """Runs the Points of a campaign, one at a time."""

    conductor: Conductor
    preparation: Preparation
    findings: Findings
    _previous: Session | None = None
    """The session of the previous Point, which holds the state of described storage across
    rounds."""

    def run(self, planned: PlannedPointRow) -> None:
        """Runs one Point, and repeats it when settings changed meanwhile. The outcome is in the
        store."""
        conductor, plans = self.conductor, self.conductor.plans
        while True:
            attempt = plans.start(planned.id)
            point = conductor.point(planned.id)
            conductor.listener.point_changes(point)
            keeper = self._keeper(point, attempt)
            try:
                answer = self._answer(point, keeper)
            except ENDS_CAMPAIGN:
                plans.put_back(point.id)
                raise
            except SettingsChangedError as changed:
                if not self._runs_again(point, changed):
                    return
            except PlimsollError as error:
                plans.fail(point.id, point_reasons.of_error(error))
                return
            else:
                for words in self.preparation.failures:
                    conductor.event(words)
                plans.finish(
                    point.id, stands=answer.stands, reason=answer.reason, result=answer.result
                )
                return

    def _keeper(self, point: PlannedPointRow, attempt: int) -> PointKeeper:
        conductor, settings = self.conductor, self.preparation.settings
        store, number, faults = conductor.store, conductor.campaign.number, conductor.spec.fault
        return PointKeeper(
            store,
            number,
            conductor.request(point, point.workload),
            conductor.counters,
            planned=(point.id, attempt),
            settings=settings,
            faults=Faults(store, number, faults, settings, conductor.command_limit_s)
            if faults
            else None,
        )

    def _answer(self, point: PlannedPointRow, keeper: PointKeeper) -> point_runs.Answer:
        """Prepares the target and runs the Point."""
        conductor, hosts = self.conductor, self.conductor.campaign.hosts
        count = LoadValues.of(point.load).hosts
        if hosts is not None:
            hosts.first(count).attend()
        paths = TargetValues.of(point.target).paths
        confirmation.check(conductor.identities, paths, conductor.store.path)
        self.preparation.prepare(point, keeper)
        keeper = replace(keeper, configuration_id=self.preparation.settings.configuration_id)
        prior = self._prior_results(point, keeper)
        defaults = point_runs.defaults(conductor.spec, point)
        with conductor.open(keeper, defaults, count) as session:
            self._continue_rounds(session)
            conductor.note_once(session.info["notes"])
            return point_runs.run_point(
                session, conductor.spec, point, conductor.listener.search_step, prior
            )

    def _prior_results(
        self, point: PlannedPointRow, keeper: PointKeeper
    ) -> point_runs.PriorResults:
        """The results of earlier Points. A maximum that the rate is a share of, if it is not
        measured yet, is measured now in a session of its own, after which the target settles
        again."""
        if self.findings.needs_maximum(point):
            conductor, hosts = self.conductor, LoadValues.of(point.load).hosts
            conductor.listener.preparing(Sentence(partial(message, "measuring-maximum")))
            with conductor.open(keeper, {}, hosts) as session:
                maximum = point_runs.measure_maximum(
                    session, conductor.spec, point, conductor.listener.search_step
                )
            self.preparation.settle_again(point, keeper)
            self.findings.keep_maximum(point, maximum)
        return self.findings.prior_results(point)

    def _continue_rounds(self, session: Session) -> None:
        """In rounds on described storage, continues with the state that the previous Point left."""
        if self.conductor.spec.rounds is None or not self.conductor.spec.campaign.virtual:
            return
        if self._previous is not None:
            session.continue_from(self._previous)
        self._previous = session

    def _runs_again(self, point: PlannedPointRow, changed: SettingsChangedError) -> bool:
        """Whether a Point whose settings changed meanwhile runs again. The settings are restored
        and set anew, since another program may have changed them."""
        conductor = self.conductor
        again = point.invalidated < conductor.spec.campaign.ask_again
        if again:
            again_why = partial(message, "point-again", point=point.number, why=changed.message)
            conductor.event(Sentence(again_why))
            conductor.plans.put_back(point.id, invalidated=True)
        else:
            figures = {**changed.reason.figures, "times": point.invalidated + 1}
            conductor.plans.fail(point.id, Reason(changed.reason.kind, figures))
        self.preparation.settings.leave()
        return again
