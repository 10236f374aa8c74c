"""Runs a factor study: first tries every level; after each batch, while there is time, plans the
Runs that `features/factors/rules/sequel.py` proposes; at the end confirms the best setting.

Added Runs are in the stored study before their Points are planned: after a kill between the two
they are planned again, identically.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.base.errors import IoError
from plimsoll.base.sentence import Sentence
from plimsoll.campaign import cost
from plimsoll.campaign.commands import CommandError
from plimsoll.campaign.queue import run_pending_points
from plimsoll.campaign.spec import AS_FOUND, Spec
from plimsoll.features.factors import factor_points, factor_runs
from plimsoll.features.factors.messages import message
from plimsoll.features.factors.rules import sequel, study
from plimsoll.features.factors.rules.analysis import TooFewRunsError
from plimsoll.features.factors.rules.study import Ended, Study, StudyRun, StudyStep
from plimsoll.store import Store

if TYPE_CHECKING:
    from plimsoll.campaign.point import PointRunner
    from plimsoll.campaign.trust import Trust
    from plimsoll.features.factors.rules.designs import Matrix


def run(points: PointRunner) -> None:
    """Runs the planned, added and confirming Points of a study."""
    conductor = points.conductor
    _try_levels(points)
    run_pending_points(points)
    steps = Steps(
        conductor.store, conductor.campaign.number, conductor.spec, conductor.campaign.trust
    )
    while (announcement := steps.more()) is not None:
        conductor.event(announcement)
        run_pending_points(points)
    best = steps.best()
    if best is None:
        return
    name = factor_points.configuration_name(conductor.spec, best)
    if name != AS_FOUND and name not in conductor.spec.configuration:
        conductor.event(Sentence(partial(message, "best-setting-not-set", name=name)))
        return
    steps.confirm(best)
    run_pending_points(points)


def _try_levels(points: PointRunner) -> None:
    """Sets and reads back every level of every factor before the study: a failing one would cost
    half of its Runs. Raises IoError after restoring everything."""
    conductor, settings = points.conductor, points.preparation.settings
    if any(point.state != "planned" for point in conductor.points()):
        return
    for name in factor_points.covering(conductor.spec):
        conductor.check_stop()
        conductor.listener.preparing(Sentence(partial(message, "trying", name=name)))
        try:
            settings.enter(name)
        except CommandError as error:
            raise IoError(*message.refusal("factor-cannot-be-set", reason=error.message)) from None
    settings.leave()


@dataclass
class Steps:
    """The steps of one study."""

    store: Store
    campaign_id: int
    spec: Spec
    trust: Trust

    @property
    def study(self) -> Study:
        """The study as stored now."""
        stored = study.read(self.store.known_campaign(self.campaign_id).spec)
        assert stored is not None, "a campaign of strategy factors keeps its study"
        return stored

    def more(self) -> Sentence | None:
        """Plans the next batch and returns its description. None without one: for a fixed plan, and
        at the end."""
        design = self.study
        points = self.store.plans.points(self.campaign_id)
        if len(points) < len(design.runs):
            # A kill came between the study and its Points.
            self._plan(design)
            return _step_sentence(design.steps[-1], design)
        if design.time_s is None or design.ended is not None or len(points) > len(design.runs):
            return None
        try:
            answer = factor_runs.answer(self.store, self.campaign_id)
        except TooFewRunsError:
            return None
        spent = [factor_runs.seconds(point, design) for point in points]
        each = max(sum(spent) / max(len(spent), 1), 1e-9)
        left = design.time_s - sum(spent) - self.spec.study.confirm * each
        most = int(left / each + 1e-6)
        found = sequel.step(design, answer, most, self._is_allowed)
        if found is None:
            why: Ended = "no_rows" if most >= sequel.MIN_BATCH else "time"
            if not sequel.is_open(design, answer):
                why = "decided"
            self._keep(design.model_copy(update={"ended": why}))
            return None
        added = StudyStep(
            kind=found.kind,
            first=len(design.runs) + 1,
            runs=len(found.rows),
            about=list(found.about),
        )
        block = max(run.block for run in design.runs) + 1
        runs = [
            StudyRun(levels=[float(code) for code in row], block=block, plot=0)
            for row in found.rows
        ]
        longer = design.model_copy(
            update={"runs": [*design.runs, *runs], "steps": [*design.steps, added]}
        )
        self._keep(longer)
        self._plan(longer)
        announced = partial(
            message,
            "step-spent",
            step=_step_sentence(added, longer),
            spent=Sentence(partial(units.exact_seconds, sum(spent))),
            time=Sentence(partial(units.exact_seconds, design.time_s)),
        )
        return Sentence(announced)

    def best(self) -> list[float] | None:
        """The codes of the best setting, if Runs to confirm it are still to be planned. None
        without one."""
        points = self.store.plans.points(self.campaign_id)
        if not self.spec.study.confirm or len(points) > len(self.study.runs):
            return None
        try:
            best = factor_runs.answer(self.store, self.campaign_id).best
        except TooFewRunsError:
            return None
        return None if best is None else [level.code for level in best.levels]

    def confirm(self, best: list[float]) -> None:
        """Plans the Runs at the best setting."""
        done = [run.levels for run in self.study.runs]
        self._add([best] * self.spec.study.confirm, after=done)

    def _plan(self, design: Study) -> None:
        """Plans missing Points of the study's Runs."""
        points = len(self.store.plans.points(self.campaign_id))
        rows = [run.levels for run in design.runs]
        self._add(rows[points:], after=rows[:points])

    def _add(self, rows: list[list[float]], *, after: list[list[float]]) -> None:
        """Plans Points with these levels; `after`: levels of earlier Runs."""
        combinations = factor_points.number_combinations(self.spec, rows, after=after)
        more = list(factor_points.points_of(self.spec, combinations))
        self.store.plans.add(self.campaign_id, cost.with_expected_times(self.spec, more))

    def _keep(self, design: Study) -> None:
        """Stores the study, signed if this user had signed the current document: changes by others
        are not signed."""
        row = self.store.known_campaign(self.campaign_id)
        document = {**row.spec, study.KEY: design.model_dump(mode="json", by_alias=True)}
        signed = self.trust.is_signed(self.store, row)
        text = json.dumps(document)
        sign = self.trust.signs_document(json.loads(text)) if signed else _no_signature
        self.store.change_document(self.campaign_id, text, sign)

    def _is_allowed(self, row: Matrix) -> bool:
        if any(
            all(code is None or row[at] == code for at, code in enumerate(combination))
            for combination in self._forbidden_levels
        ):
            return False
        name = factor_points.configuration_name(self.spec, row.tolist())
        return name == AS_FOUND or name in self.spec.configuration

    @cached_property
    def _forbidden_levels(self) -> list[list[float | None]]:
        return self.study.forbidden


def _no_signature(_identity: str, _campaign: int) -> None:
    return None


def _step_sentence(step: StudyStep, design: Study) -> Sentence:
    """The description of a step."""
    code = "step-tell_apart" if step.kind == "tell_apart" else "step-narrow"
    names = Sentence(partial(language.listing, list(step.about[:3])))
    if (more := len(step.about) - 3) > 0:
        names = Sentence(partial(message, "and-more", names=names, count=more))
    asked = partial(message, code, step=len(design.steps), runs=step.runs, names=names)
    return Sentence(asked)
