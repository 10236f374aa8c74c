"""Asks the Points of a campaign, one after the other, and keeps what came of each before the next
begins.

What is on the disk decides what is done: a Point is `running` from before anything of it happens
until its answer is kept, so that after a kill exactly that one is asked again. Each Point opens a
session of its own: what an earlier one left in a described stack cannot reach it, and so its record
is the same after whatever kill, and in whatever order (but for lines: they begin where those before
them let them be expected, `hints.py`). A real target keeps its state whoever opens it; that is what
settling is for.

Errors: what the target or a command does wrong is the Point's (it fails, the others go on); what
the store does wrong ends the campaign, since nothing could be kept. Nothing here prints: `Told` is
told.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, cast

from plimsoll import rates, units
from plimsoll.campaign import (
    commands,
    confirmation,
    cost,
    factor_points,
    hints,
    plan,
    point_runs,
    rounds,
    side_by_side,
    stabilisation,
)
from plimsoll.campaign.commands import CommandError
from plimsoll.campaign.confirmation import AnotherTargetError
from plimsoll.campaign.faults import Faults
from plimsoll.campaign.run_recorder import CampaignKeeper, keeping
from plimsoll.campaign.settings import (
    NotRestoredError,
    NotTrustedError,
    Settings,
    SettingsChangedError,
)
from plimsoll.campaign.side_by_side import Begun, Came, SideBySide
from plimsoll.campaign.spec import AS_FOUND
from plimsoll.campaign.study_steps import Steps
from plimsoll.campaign.trust import Trust
from plimsoll.cluster.opening import MissingHostError
from plimsoll.errors import Interrupted, IoError, PlimsollError
from plimsoll.execute import Session, Stop
from plimsoll.judge.factors.analysis import TooFewRunsError
from plimsoll.search import factor_runs, point_reasons, strategies
from plimsoll.store.rows import Reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from plimsoll._record import TargetIdentity
    from plimsoll.campaign.confirmation import Identities
    from plimsoll.campaign.run_recorder import CounterKeeper
    from plimsoll.campaign.spec import Spec
    from plimsoll.cluster.opening import Hosts
    from plimsoll.execute import Watcher
    from plimsoll.model import ProbeRequest, Progress, SessionRequest, WorkloadAsked
    from plimsoll.store import PlannedPointRow, Store
    from plimsoll.store.rows import SettleReference

WISH_EVERY_S = 1.0
"""How often it is looked whether another process wishes that this one stops."""


class Told(Protocol):
    """Who hears how a campaign goes."""

    def point(self, point: PlannedPointRow) -> None:
        """A Point begins, or has ended: its state says which."""

    def doing(self, what: str) -> None:
        """What happens before the Runs of a Point: a configuration is set, caches are cleared, the
        target settles."""

    def step(self, told: object) -> None:
        """A step of a search, in its own words."""

    def progress(self, now: Progress) -> None:
        """How far the Run under way has got."""

    def event(self, words: str) -> None:
        """Something that a reader of the answer should know; it is kept, too."""


@dataclass(frozen=True)
class _Keeper(CampaignKeeper):
    """Keeps the Runs of one Point, with settings read back around each."""

    settings: Settings | None = None
    faults: Faults | None = None

    def begin(self, role: str, request: ProbeRequest) -> int:
        """A Run begins, if every setting is as it was."""
        if self.settings is not None:
            self.settings.check()
        run = super().begin(role, request)
        if self.faults is not None and role == "run":
            try:
                self.faults.begin(run)
            except CommandError as error:
                super().abandon(run, error.message)
                raise
        return run

    def interval(
        self, run: int, index: int, document: str, response_time: bytes, completion_latency: bytes
    ) -> None:
        """A sealed interval; the first of Measure starts the clock of the faults."""
        if self.faults is not None:
            self.faults.interval(document)
        super().interval(run, index, document, response_time, completion_latency)

    def abandon(self, run: int, why: str) -> None:
        """No record comes: what was broken is mended all the same."""
        super().abandon(run, why)
        if self.faults is not None:
            self.faults.end()

    def finish(self, run: int, document: str, histograms: dict[str, bytes]) -> None:
        """The record; it is no evidence when a setting changed under it."""
        super().finish(run, document, histograms)
        if self.faults is not None:
            self.faults.end()
        if self.settings is not None:
            try:
                self.settings.check()
            except SettingsChangedError as changed:
                with keeping():
                    self.store.plans.invalidate(run, changed.message)
                raise


@dataclass
class Conductor:
    """One campaign under way. `run` asks what is planned and not finished; use once."""

    store: Store
    campaign_id: int
    spec: Spec
    stop: Stop
    told: Told
    counters: CounterKeeper | None = None
    watcher: Watcher | None = None
    clock: Callable[[], float] = time.monotonic
    trust: Trust = field(default_factory=Trust.of_this_user)
    """What of the store may be run: the document was looked at before, the journal is as its
    entries come."""
    put_back: set[int] = field(default_factory=set)
    """Entries of the journal that were put back, also when the store could not be told any more."""
    known: Identities | None = None
    """What the confirmed targets were when that was said; as they are now when that is said only
    now. The store is not asked for it again: others may write it meanwhile."""
    hosts: Hosts | None = None
    """Who generates the load; none: this machine."""
    jobs: int = 1
    """Points on the virtual clock at a time."""
    _looked_s: float = 0.0
    _unsettled: list[str] = field(default_factory=list)
    _not_set: dict[str, str] = field(default_factory=dict)
    _no_reference: set[tuple[str, str]] = field(default_factory=set)
    _round: int = 0
    """The round under way."""
    _before: Session | None = None
    """Of rounds on described storage: the session of the Point before, which holds its state."""

    def run(self) -> None:
        """Asks every Point that is planned. The campaign is ended when all were asked.

        Raises Interrupted when it was told to stop (by Ctrl-C, or by another process), what the
        store raises, and NotRestoredError when settings could not be put back.
        """
        from plimsoll.execute import parse_span

        asked = self.spec.campaign
        if self.watcher is not None:
            self.watcher.campaign(
                self.store.path, self.campaign_id, kind="campaign", name=asked.name
            )
        limit_s = parse_span(asked.command_limit)
        settings = Settings(
            self.store, self.campaign_id, self.spec.configuration, limit_s, self.trust
        )
        self.put_back = settings.put_back
        try:
            # What a killed process left changed is put back before anything is measured.
            settings.leave()
            if self.spec.studies:
                self._try_settings(settings)
            self._ask_waiting(settings, limit_s)
            if self.spec.studies:
                self._go_on_studying(settings, limit_s)
        except BaseException as trouble:
            # What stopped it, when that was nobody's wish.
            unkept = self.stop.because if isinstance(trouble, Interrupted) else None
            self._put_back(settings, unkept or trouble)
            if unkept is not None:
                raise unkept from None
            raise
        settings.leave()
        self.store.finish_campaign(
            self.campaign_id, json.dumps({"points": self.store.plans.states(self.campaign_id)})
        )

    def _ask_waiting(self, settings: Settings, limit_s: float) -> None:
        """Asks every Point that is planned and not finished. A single one keeps each of its Runs as
        it ends, so that who watches sees its curve grow."""
        if self._computing_alone and len(self.store.plans.waiting(self.campaign_id)) > 1:
            self._side_by_side(settings)
        else:
            self._one_by_one(settings, limit_s)

    def _try_settings(self, settings: Settings) -> None:
        """Sets every level of every factor once and reads it back, before a study begins: one that
        cannot be set would cost half of its Runs. Raises IoError, with everything put back."""
        points = self.store.plans.points(self.campaign_id)
        if any(point.state != "planned" for point in points):
            return
        for name in factor_points.covering(self.spec):
            self._heed()
            self.told.doing(f"trying {name}")
            try:
                settings.enter(name)
            except CommandError as error:
                raise IoError(
                    f"a factor cannot be set: {error.message}",
                    "Nothing was measured, and everything is as it was. Mend its set, read or"
                    " levels, and begin again.",
                ) from None
        settings.leave()

    def _go_on_studying(self, settings: Settings, limit_s: float) -> None:
        """Adds Runs while a study has time and they change something; then confirms."""
        steps = Steps(self.store, self.campaign_id, self.spec, self.trust)
        while (said := steps.more()) is not None:
            self._event(said)
            self._ask_waiting(settings, limit_s)
        if self._confirming(steps):
            self._ask_waiting(settings, limit_s)

    def _confirming(self, steps: Steps) -> bool:
        """Plans the Runs at the best setting, once the study has ended; whether there are any."""
        asked, count = steps.study, self.spec.study.confirm
        points = self.store.plans.points(self.campaign_id)
        if not count or len(points) > len(asked.runs):
            return False
        try:
            best = factor_runs.answer(self.store, self.campaign_id).best
        except TooFewRunsError:
            return False
        if best is None:
            return False
        row = [one.code for one in best.levels]
        name = factor_points.configuration_name(self.spec, row)
        if name != AS_FOUND and name not in self.spec.configuration:
            self._event(f"the best setting ({name}) was not confirmed: the plan cannot set it")
            return False
        combinations = factor_points.numbered(
            self.spec, [row] * count, after=[run.levels for run in asked.runs]
        )
        more = list(plan.study_points(self.spec, combinations))
        self.store.plans.add(self.campaign_id, cost.with_expected(self.spec, more))
        return True

    def _one_by_one(self, settings: Settings, limit_s: float) -> None:
        from plimsoll.execute import parse_span

        if self.spec.fault:
            self._event(
                "mean and percentiles include what the faults did; plimsoll timeline has outage and"
                " recovery"
            )
        limit = self.spec.campaign.time_limit
        self._begin_rounds()
        for waiting in self.store.plans.waiting(self.campaign_id):
            self._heed()
            planned = self._now(waiting)
            if self._are_over(planned):
                return
            if limit is not None and self._spent_s() >= parse_span(limit):
                self.store.plans.skip(planned.id, Reason("time_limit", {"limit": limit}))
            else:
                self._point(planned, settings, limit_s)
            self.told.point(self._now(waiting))

    def _begin_rounds(self) -> None:
        """What rounds did to described storage is gone with the process that computed it: they
        begin anew. A real target keeps it."""
        plans = self.store.plans
        if self.spec.rounds is None or not self.spec.campaign.virtual:
            return
        if plans.counts(self.campaign_id).get("finished", (0, 0))[0]:
            plans.ask_again(self.campaign_id)
            self._event("the rounds begin anew: the state of described storage is not kept")

    def _are_over(self, next_: PlannedPointRow) -> bool:
        """Whether there is no further round; the Points of those that were planned are then not
        asked."""
        if self._rounds is None or next_.repeat == self._round:
            return False
        self._round = next_.repeat
        far = self._rounds.far()
        self._note([rest.words for rest in far.rests])
        if far.why_over is None or next_.repeat <= far.complete:
            return False
        self.store.plans.skip_waiting(self.campaign_id, far.reason)
        self._event(point_reasons.words(far.reason))
        return True

    @cached_property
    def _rounds(self) -> rounds.Progress | None:
        rule = self.spec.rounds
        return None if rule is None else rounds.Progress(self.store, self.campaign_id, rule)

    @property
    def _computing_alone(self) -> bool:
        """Whether its Points are computing and nothing else, so that several may be asked at a
        time: no command is run and no time is limited."""
        asked = self.spec.campaign
        acts = self.spec.configuration or asked.clear_caches or asked.time_limit or self.spec.rounds
        return self.jobs > 1 and asked.virtual and not acts

    def _side_by_side(self, settings: Settings) -> None:
        plans = self.store.plans
        settings.enter(AS_FOUND)

        def waits_for(point: PlannedPointRow, earlier: PlannedPointRow) -> bool:
            if strategies.named(point.strategy).from_neighbours:
                return hints.may_need(point, earlier)
            return self._needs_top(point) and plan.place(point) == plan.place(earlier)

        SideBySide(
            self.jobs,
            begin=self._begin_aside,
            ask=self._ask_aside,
            keep=lambda begun, came: self._keep_aside(begun, came, settings.configuration_id),
            put_back=lambda point: plans.put_back(point.id),
            waits_for=waits_for,
            heed=self._heed,
        ).run([self._now(one) for one in plans.waiting(self.campaign_id)])

    def _begin_aside(self, point: PlannedPointRow) -> Begun:
        """A Point begins. All that the store has to say to it is read here: it is asked in another
        thread."""
        attempt = self.store.plans.start(point.id)
        now = self._now(point.id)
        self.told.point(now)
        request = self._request(now, now.workload)
        return Begun(now, attempt, request, self._left(now), self._needs_top(now))

    def _ask_aside(self, begun: Begun, came: Came, ending: Stop) -> None:
        """Asks a Point on the virtual clock; nothing of it is kept yet."""
        point, known = begun.point, begun.known
        if begun.needs_top:
            with Session.open(begun.request, keeper=came.memory, stop=ending) as session:
                came.top = point_runs.top_of(session, self.spec, point, came.steps.append)
            known = point_runs.Known(maximum=came.top)
        shared = point_runs.defaults(self.spec, point)
        with Session.open(
            begun.request, defaults=shared, keeper=came.memory, stop=ending
        ) as session:
            came.notes += session.info["notes"]
            came.answer = point_runs.ask(session, self.spec, point, came.steps.append, known)

    def _keep_aside(self, begun: Begun, came: Came, configuration_id: int) -> None:
        """Keeps what came of a Point, in its turn."""
        point, plans = begun.point, self.store.plans
        keeper = CampaignKeeper(
            self.store,
            self.campaign_id,
            begun.request,
            planned=(point.id, begun.attempt),
            configuration_id=configuration_id,
        )
        self._note(came.notes)
        numbers = came.memory.into(keeper)
        for step in came.steps:
            self.told.step(step)
        if came.top is not None:
            self._tops[plan.place(point)] = came.top
        if came.error is not None:
            plans.fail(point.id, point_reasons.of_error(came.error))
        else:
            answer = cast("point_runs.Answer", came.answer)
            result = side_by_side.result_of(answer, numbers)
            plans.finish(point.id, stands=answer.stands, reason=answer.reason, result=result)
        self.told.point(self._now(point.id))

    def _needs_top(self, point: PlannedPointRow) -> bool:
        """Whether the rate of a Point is a share of a maximum that nobody has measured yet."""
        return (
            not strategies.named(point.strategy).from_neighbours
            and rates.share_of(point.load) is not None
            and plan.place(point) not in self._tops
        )

    def _left(self, point: PlannedPointRow) -> point_runs.Known:
        """What Points before this one left for it, as far as it is known."""
        if strategies.named(point.strategy).from_neighbours:
            points = self.store.plans.points(self.campaign_id)
            return point_runs.Known(start=hints.start(points, point))
        if rates.share_of(point.load) is None:
            return point_runs.Known()
        return point_runs.Known(maximum=self._tops.get(plan.place(point)))

    def _put_back(self, settings: Settings, trouble: BaseException) -> None:
        """After trouble: what could not be put back is told, and the trouble is raised."""
        try:
            settings.leave()
        except PlimsollError as error:
            if str(error) != str(trouble):
                self.told.event(str(error))

    def _point(self, planned: PlannedPointRow, settings: Settings, limit_s: float) -> None:
        """One Point, asked again when settings changed under it; what came of it is in the
        store."""
        plans = self.store.plans
        while True:
            self._unsettled.clear()
            attempt = plans.start(planned.id)
            point = self._now(planned.id)
            self.told.point(point)
            request = self._request(point, point.workload)
            keeper = _Keeper(
                self.store,
                self.campaign_id,
                request,
                self.counters,
                planned=(point.id, attempt),
                settings=settings,
                faults=self._faults(settings, limit_s),
            )
            try:
                if self.hosts is not None:
                    self.hosts.first(point.load.get("hosts")).attend()
                confirmation.check(self._known, plan.paths(point.target), self.store.path)
                self._configure(point, settings, keeper)
                self._clear_caches(limit_s)
                keeper = replace(keeper, configuration_id=settings.configuration_id)
                known = self._known_of(point, request, keeper, limit_s)
                with self._session(
                    request,
                    keeper,
                    point_runs.defaults(self.spec, point),
                    point.load.get("hosts"),
                ) as session:
                    self._go_on(session)
                    self._note(session.info["notes"])
                    answer = point_runs.ask(session, self.spec, point, self.told.step, known)
            except (Interrupted, KeyboardInterrupt):
                plans.put_back(point.id)
                raise
            except (NotRestoredError, NotTrustedError, AnotherTargetError, MissingHostError):
                plans.put_back(point.id)
                raise
            except SettingsChangedError as changed:
                if point.invalidated >= self.spec.campaign.ask_again:
                    times = {"times": point.invalidated + 1}
                    reason = changed.reason
                    plans.fail(point.id, Reason(reason.kind, {**reason.figures, **times}))
                    settings.leave()
                    return
                self._event(f"Point {point.number} is measured again: {changed.message}")
                plans.put_back(point.id, invalidated=True)
                # Entered anew: what changed it may have been somebody else.
                settings.leave()
                continue
            except PlimsollError as error:
                plans.fail(point.id, point_reasons.of_error(error))
                return
            for words in self._unsettled:
                self._event(words)
            plans.finish(point.id, stands=answer.stands, reason=answer.reason, result=answer.result)
            return

    def _faults(self, settings: Settings, limit_s: float) -> Faults | None:
        if not self.spec.fault:
            return None
        return Faults(self.store, self.campaign_id, self.spec.fault, settings, limit_s)

    def _go_on(self, session: Session) -> None:
        """Rounds on described storage go on where the Point before left it."""
        if self.spec.rounds is None or not self.spec.campaign.virtual:
            return
        if self._before is not None:
            session.continue_from(self._before)
        self._before = session

    def _clear_caches(self, limit_s: float) -> None:
        if self.spec.campaign.clear_caches is not None:
            self.told.doing("clearing caches")
            commands.run(self.spec.campaign.clear_caches, limit_s=limit_s)

    def _known_of(
        self, point: PlannedPointRow, request: SessionRequest, keeper: _Keeper, limit_s: float
    ) -> point_runs.Known:
        """What the Points before this one left for it. A maximum that its rate is a share of and
        that nobody measured yet is measured now, in a session of its own; then the target is
        settled and its caches are cleared as for any other Point."""
        if self._needs_top(point):
            self.told.doing("measuring the maximum, of which the rates are shares")
            with self._session(request, keeper, {}, point.load.get("hosts")) as session:
                top = point_runs.top_of(session, self.spec, point, self.told.step)
            self._settle(point.configuration, point, keeper)
            self._clear_caches(limit_s)
            self._tops[plan.place(point)] = top
        return self._left(point)

    @cached_property
    def _tops(self) -> dict[str, point_runs.Top]:
        """The maxima that were measured, by configuration, target and workload: of Points that were
        finished before this process began, those that are kept with them. The first counts, so that
        80 % is one rate for every repeat."""
        found: dict[str, point_runs.Top] = {}
        for point in self.store.plans.points(self.campaign_id):
            told = point.result or {}
            if (top := told.get("maximum_per_s")) is not None and point.state == "finished":
                made = point_runs.Top(top, bool(told.get("maximum_is_lower_bound")))
                found.setdefault(plan.place(point), made)
        return found

    def _configure(self, point: PlannedPointRow, settings: Settings, keeper: _Keeper) -> None:
        """Settles under the configuration that was, sets that of the Point, and knows what to
        settle to from then on."""
        if point.configuration == settings.entered:
            self._settle(point.configuration, point, keeper)
            return
        if settings.entered is not None and self._reference(settings.entered, point) is not None:
            self._settle(settings.entered, point, keeper)
        if point.configuration in self._not_set:
            raise CommandError(self._not_set[point.configuration])
        self.told.doing(f"applying configuration {point.configuration}")
        try:
            settings.enter(point.configuration)
        except CommandError as error:
            self._not_set[point.configuration] = (
                f"configuration {point.configuration}: {error.message}"
            )
            raise CommandError(self._not_set[point.configuration]) from None
        self._settle(point.configuration, point, keeper)

    def _settle(self, configuration: str, point: PlannedPointRow, keeper: _Keeper) -> None:
        """Waits until the target is as before; measures what that is when it is not known yet."""
        from plimsoll.execute import parse_span

        name, asked = point.target["name"], self.spec.campaign
        if (
            not asked.settle
            or plan.is_stack(point.target)
            or (configuration, name) in self._no_reference
        ):
            return
        before = self._reference(configuration, point)
        self.told.doing("settling" if before else "measuring the latency to settle to")
        reads: WorkloadAsked = {"block_size": stabilisation.BLOCK_SIZE, "read": 100.0}
        request = self._request(point, reads)
        beside = replace(keeper, session=request, settings=None, faults=None)
        try:
            # One host tells whether the target has come to rest.
            with self._session(request, beside, {}, 1) as session:
                if before is None:
                    measured = stabilisation.reference(session, point.seed)
                    if measured is not None:
                        self.store.plans.keep_reference(
                            self.campaign_id, configuration, name, measured.to_json()
                        )
                    else:
                        self._no_reference.add((configuration, name))
                    return
                limit_s = parse_span(asked.settle_limit)
                now = stabilisation.settle(
                    session, stabilisation.Reference.of(before), limit_s, point.seed
                )
        except Interrupted:
            raise
        except PlimsollError as error:
            # Mostly the Point will say the same of its target; it is told only when that has an
            # answer all the same.
            self._unsettled.append(f"settling before Point {point.number} failed: {error}")
            return
        if not now.within:
            seen = "no operation" if now.latency_ns is None else units.nanos(now.latency_ns)
            self._event(
                f"Point {point.number} began unsettled: {seen} at queue depth 1 after"
                f" {now.seconds:.0f} s, {units.nanos(before['mean_ns'])} ±"
                f" {units.nanos(before['noise_ns'])} at the start"
            )

    def _reference(self, configuration: str, point: PlannedPointRow) -> SettleReference | None:
        return self.store.plans.reference(self.campaign_id, configuration, point.target["name"])

    @cached_property
    def _known(self) -> Identities:
        return confirmation.of(self.spec) if self.known is None else self.known

    def _request(self, point: PlannedPointRow, workload: WorkloadAsked) -> SessionRequest:
        request = plan.session_request(self.spec, point.target, workload)
        known = self._known
        confirmed = {path: known[path] for path in plan.paths(point.target) if known.get(path)}
        request["identities"] = cast("dict[str, TargetIdentity]", confirmed)
        request["confirmations"] = confirmation.leave(known, self.spec)
        return request

    def _session(
        self,
        request: SessionRequest,
        keeper: _Keeper,
        defaults: ProbeRequest,
        hosts: int | None,
    ) -> Session:
        def on_progress(now: Progress) -> None:
            keeper.write_due()
            self._look()
            self.told.progress(now)

        opener = Session.open if self.hosts is None else self.hosts.first(hosts).open
        return opener(
            request,
            defaults=defaults,
            keeper=keeper,
            stop=self.stop,
            on_progress=on_progress,
            watcher=self.watcher,
        )

    def _look(self) -> None:
        """Heeds the wish of another process now and then."""
        now = self.clock()
        if now - self._looked_s >= WISH_EVERY_S:
            self._looked_s = now
            if self.store.plans.stop_wished(self.campaign_id):
                self.stop.ask()

    def _heed(self) -> None:
        """Ends here when somebody asked."""
        if self.store.plans.stop_wished(self.campaign_id):
            self.stop.ask()
        self.stop.check()

    def _spent_s(self) -> float:
        """Real time that Runs took so far."""
        runs = self.store.runs(self.campaign_id)
        return sum(
            run.finished_at_ns / 1e9 - run.began_s for run in runs if run.finished_at_ns is not None
        )

    def _now(self, planned_point_id: int) -> PlannedPointRow:
        return cast("PlannedPointRow", self.store.plans.point(planned_point_id))

    def _note(self, notes: list[str]) -> None:
        """What was seen of the target when it was opened (it is sparse, say): told once in a
        campaign."""
        known = {event.text for event in self.store.events(self.campaign_id)} if notes else set()
        for words in dict.fromkeys(notes):
            if words not in known:
                self._event(words)

    def _event(self, words: str) -> None:
        self.store.add_event(self.campaign_id, None, "note", words)
        self.told.event(words)
