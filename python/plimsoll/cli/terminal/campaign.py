"""What people see of a campaign: its plan, its progress, how far it has come."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from plimsoll.base import cells, language, limiter_text, units, workload_text
from plimsoll.base.sentence import Sentence, Words
from plimsoll.campaign import designs as designed
from plimsoll.campaign import factor_text, point_text
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen
from plimsoll.cli.terminal.table import Bars
from plimsoll.native.listener import Listener
from plimsoll.native.values import Progress
from plimsoll.search import strategies
from plimsoll.search.strategies import leaves

if TYPE_CHECKING:
    from plimsoll.campaign.plan_document import Plan
    from plimsoll.campaign.point_figures import Figures
    from plimsoll.campaign.status import Point, Status
    from plimsoll.store import PlannedPointRow, Store

FIRST = 10
"""Points that a plan shows; --json has all."""

LEAST_RATES = 3
"""Offered rates that a load line is read from."""
MOST_ROWS = 2_000
"""Points that are listed at most."""
MOST_ROWS_UNASKED = 12
"""Points that a terminal lists without `--runs`."""
LOOK_EVERY_S = 1.0
"""How often the store is asked how much is left."""


class CampaignMeter(Listener):
    """Shows on a meter how a campaign goes."""

    def __init__(
        self, meter: screen.Meter, store: Store, campaign_id: int, *, virtual: bool, quiet: bool
    ) -> None:
        self._meter = meter
        self._virtual = virtual
        self._quiet = quiet
        self._store = store
        self._campaign_id = campaign_id
        far = store.plans.progress(campaign_id)
        self._total, self._done = far.points, far.ended
        self._names = point_text.PointNames(store.plans.points(campaign_id))
        self._under_way = ""
        self._left: float | None = None
        self._looked_s = -LOOK_EVERY_S
        # Loaded before the first Run: it would take processor time out of its Measure.
        from plimsoll.base.units import rate
        from plimsoll.campaign import plan
        from plimsoll.campaign.status import left_s
        from plimsoll.search import point_reasons

        self._left_of = left_s
        self._why = point_reasons.words
        self._rate = rate
        self._shown, self._on = plan.block_words, plan.target_words

    def point_changes(self, point: object) -> None:
        """A Point begins, or has ended."""
        from plimsoll.store import PlannedPointRow

        assert isinstance(point, PlannedPointRow)
        self._look(point.number)
        if point.state == "running":
            asks = point_text.question(point)
            self._under_way = message(
                "point-under-way",
                number=point.number,
                total=self._total,
                asks=self._names.of(point),
            )
            self._meter.state.set_point(point.number, self._total, self._done, asks)
            self._show("")
            return
        self._done += 1
        self._meter.state.set_ended_points(self._done)
        self._meter.say(
            Sentence(
                partial(
                    _end_line, point, self._names, self._total, self._row(point), self._left_s()
                )
            )
        )

    def preparing(self, what: Words) -> None:
        """What happens before the Runs of a Point."""
        self._show(what)

    def search_step(self, step: object) -> None:
        """A step of a search."""
        self._show(str(step))

    def run_progress(self, now: Progress) -> None:
        """How far the Run under way has got."""
        achieved = self._rate(now.achieved_rate_per_s)
        self._show(
            message("run-closed-loop", achieved=achieved)
            if now.rate is None
            else message("run-offered", offered=self._rate(now.rate), achieved=achieved)
        )

    def _show(self, detail: Words) -> None:
        # The same words throughout: a pipe gets them once, then a line for each Point that has
        # ended.
        running = Sentence(partial(message, "running"))
        self._meter.show(running, self._left_s(), of=self._under_way, detail=detail)

    def note(self, words: Words, event: int | None = None) -> None:
        """Something that a reader of the answer should know; shown even where progress is not."""
        self._meter.say(words, kind="event", event=event)
        if self._quiet:
            screen.note(str(words))

    def _left_s(self) -> float | None:
        return (
            None
            if self._left is None
            else max(0.0, self._left - (time.monotonic() - self._looked_s))
        )

    def _look(self, number: int) -> None:
        """Reads what is left: between Points only, since it takes processor time that a Run would
        miss, and not too often."""
        if time.monotonic() - self._looked_s < LOOK_EVERY_S and number <= self._total:
            return
        far = self._store.plans.progress(self._campaign_id)
        # A factor study plans more Points when it has ended.
        if far.points != self._total:
            self._names = point_text.PointNames(self._store.plans.points(self._campaign_id))
        self._total = far.points
        self._left = self._left_of(far, now_ns=time.time_ns(), virtual=self._virtual)
        self._looked_s = time.monotonic()

    def _row(self, point: PlannedPointRow) -> Point | None:
        """The answer of a Point that has one."""
        from plimsoll.campaign.status import row

        if point.state != "finished":
            return None
        plans = self._store.plans
        belonging = plans.runs(point.id)
        found = [run for one in belonging if (run := self._store.run(one.run_id)) is not None]
        return row(point, plans.answer(point, belonging, found), point.number)


def _end_line(
    point: PlannedPointRow,
    names: point_text.PointNames,
    total: int,
    row: Point | None,
    left_s: float | None,
) -> str:
    """A Point that has ended, with its answer."""
    from plimsoll.search import point_reasons

    figures: dict[str, object] = {
        "number": point.number,
        "total": total,
        "asks": names.of(point),
        "answer": _state(point.state) if row is None else point_text.figure(row),
    }
    code = "point-ended"
    if why := point_reasons.words(point.reason):
        figures["why"] = why
        code = "point-ended-why"
    if left_s:
        figures["left"] = screen.clock_text(left_s)
        code = "point-ended-why-left" if why else "point-ended-left"
    return f"  {message(code, **figures)}"


def _state(state: str) -> str:
    """The state of a Point."""
    return message(f"point-state-{state}")


@language.for_reader
def print_plan(plan: Plan, file: str) -> None:
    """The arithmetic first, then what it costs, then the first Points."""
    product = " × ".join(
        message("plan-factor", values=len(factor.values), factor=factor_text.name(factor.name))
        for factor in plan.factors
    )
    count = len(plan.points)
    # Not of tests that have loads of their own: there is no product of them.
    is_product = math.prod(len(factor.values) for factor in plan.factors) == count
    figures = {"campaign": plan.name, "points": count, "count": units.count(count)}
    said = [
        message("plan-points-product", **figures, product=product)
        if len(plan.factors) > 1 and is_product
        else message("plan-points", **figures)
    ]
    names = [factor_text.name(factor.name) for factor in plan.factors]
    wide = max(map(cells.width, names), default=0)
    said += [
        f"  {cells.pad(name, wide)}  {_list_text(factor.values)}"
        for name, factor in zip(names, plan.factors, strict=True)
    ]
    strategy = strategies.find_strategy(plan.strategy)
    figures = {
        "strategy": plan.strategy,
        "does": strategy.each,
        "order": plan.order.replace("_", " "),
    }
    said.append(
        message("plan-strategy-objective", **figures, objective=plan.objective)
        if plan.objective and strategy.heeds_objective
        else message("plan-strategy", **figures)
    )
    said += [
        message("plan-fault", fault=one.name, at=one.at, undo_at=one.undo_at) for one in plan.faults
    ]
    design = designed.of(plan.strategy)
    if design is not None:
        said += design.plan_words(plan.study)
    screen.lines([*said, _time(plan), *_costs(plan)])
    if design is None:
        _print_points(plan)
    else:
        screen.table(*design.plan_rows(plan.study))
    shown = FIRST if design is None else design.ROWS_PRINTED
    if count > shown:
        screen.lines([message("more-points", count=units.count(count - shown))])
    command = f"plimsoll campaign run {file}"
    screen.lines([*_refusal_lines(plan), message("run-it", command=command)])


def _costs(plan: Plan) -> list[str]:
    """What the full grid would take in its place, and what is written."""
    said = []
    if (grid := plan.grid) is not None:
        figures = {
            "time": screen.clock_text(grid.seconds),
            "points": units.count(len(plan.points)),
            "runs": grid.runs_per_point,
            "seconds": f"{grid.run_s:g}",
        }
        said.append(
            message(
                "plan-grid-longer", **figures, times=units.decimal(grid.seconds / plan.seconds, 1)
            )
            if plan.seconds
            else message("plan-grid", **figures)
        )
    if plan.bytes_written == 0:
        return [*said, message("writes-nothing" if plan.wear else "writes-described-only")]
    if plan.bytes_written is not None:
        said.append(message("writes", size=units.size(plan.bytes_written)))
    else:
        said.append(message("writes-per-rate", size=units.size(plan.bytes_per_1000_per_s)))
    said += [
        f"  {message('wear', target=one.target, times=units.significant(one.times, 2), size=size)}"
        for one in plan.wear
        if one.times is not None and one.bytes_written
        for size in [units.size(one.size_bytes or 0)]
    ]
    return said


def _refusal_lines(plan: Plan) -> list[str]:
    """Points that would fail as things stand."""
    total = units.count(len(plan.points))
    return [
        f"{message('would-fail', points=units.count(one.points), total=total, why=one.why)}"
        f" {one.what_now}".rstrip()
        for one in plan.refused
    ]


def _print_points(plan: Plan) -> None:
    columns = {
        name: [str(getattr(point, name)) for point in plan.points]
        for name in ("configuration", "target", "workload", "load", "repeat")
    }
    if set(columns["configuration"]) == {"as found"}:
        del columns["configuration"]
    # What all have in common is said once: a table of it would be wide, and say little.
    shared = [
        name
        for name in ("target", "workload", "load")
        if len(plan.points) > 1 and len(set(columns[name])) == 1
    ]
    if shared:
        labels = {name: message(f"column-{name}") for name in shared}
        wide = max(map(len, labels.values()))
        screen.lines(
            [
                message("every-point", column=f"{label:{wide}}", value=columns[name][0])
                for name, label in labels.items()
            ]
        )
    head = [name for name in columns if name not in shared]
    rows = [[str(point.number)] for point in plan.points[:FIRST]]
    for place, row in enumerate(rows):
        row += [columns[name][place] for name in head]
    screen.table(["", *(message(f"column-{name}") for name in head)], rows)


def _time(plan: Plan) -> str:
    if plan.seconds is None:
        return message("time-searches-computed")
    upper = strategies.find_strategy(plan.strategy).chooses_load
    seconds = screen.clock_text(plan.seconds)
    figures = {"time": message("at-most-about" if upper else "about", time=seconds)}
    virtual = plan.clock == "virtual"
    if not plan.settle_s:
        return message("time-virtual" if virtual else "time", **figures)
    figures["settling"] = screen.clock_text(plan.settle_s)
    return message("time-virtual-settling" if virtual else "time-settling", **figures)


def line_words(store: Store, status: Status) -> dict[int, str]:
    """The load line of each Point that searched one, as its report says it."""
    if leaves(status.strategy) != "line":
        return {}
    from plimsoll.report.evidence.evidence import gather
    from plimsoll.report.first import search_text

    evidence = gather(store, status.campaign)
    return {
        point.number: search_text.of(evidence.of_point(point)).row
        for point in evidence.points
        if point.state == "finished" and leaves(point.strategy) == "line"
    }


@language.for_reader
def print_status(
    status: Status,
    *,
    why: bool,
    listed: bool,
    answers: Mapping[int, str] | None = None,
) -> None:
    """How far it has come, then every Point; `answers` of Points by number, in the words of their
    report, where it has some. `listed`: whether the Points are listed; `why`: with the reasons in
    sentences."""
    notes = [message("note", text=text) for text in status.events]
    screen.lines([*_progress(status), *notes])
    design = designed.of(status.strategy)
    if design is not None and (status.factors is not None or status.rows):
        sentences, tables = design.answer_words(status.factors)
        screen.description(filter(None, tables))
        if why:
            screen.lines(sentences)
    if status.factors is not None:
        return
    if listed and status.rows:
        _table(status, answers or {}, why=why)
    elif status.points.total:
        total = status.points.total
        screen.lines(
            [
                message("points-unasked")
                if total <= MOST_ROWS
                else message("points-not-listed", count=units.count(total))
            ]
        )


def _progress(status: Status) -> list[str]:
    """How many Points have ended and how, and what of it needs a word."""
    points = status.points
    done = points.standing + points.not_standing + points.failed + points.skipped
    stopping = status.stop_wished and status.state == "running"
    others = (
        (points.not_standing, "not-valid"),
        (points.failed, "failed"),
        (points.skipped, "skipped"),
    )
    ended = [message("points-valid", count=units.count(points.standing))]
    ended += [
        message(f"points-{code}", count=units.count(count)) for count, code in others if count
    ]
    figures = {
        "done": units.count(done),
        "total": units.count(points.total),
        "ended": language.listing(ended),
        "elapsed": screen.clock_text(status.elapsed_s),
    }
    said = [
        message(
            "campaign-status",
            number=status.campaign,
            name=status.name,
            store=status.store,
            state=message(f"campaign-state-{'stopping' if stopping else status.state}"),
        ),
        message("points-progress", **figures)
        if status.state == "finished" or status.left_s is None
        else message("points-progress-left", **figures, left=screen.clock_text(status.left_s)),
    ]
    # While it runs settings are changed because they are to be.
    for setting in status.settings_not_restored if status.state != "running" else ():
        figures = {
            "setting": setting.setting,
            "configuration": setting.configuration,
            "original": setting.original,
        }
        said.append(
            message("not-restored-why", **figures, why=setting.trouble)
            if setting.trouble
            else message("not-restored", **figures)
        )
    if many := status.interrupted_runs:
        said.append(message("cut-short", runs=many, count=units.count(many)))
    return said


def _table(status: Status, answers: Mapping[int, str], *, why: bool) -> None:
    shown = sorted(status.rows, key=lambda p: (p.configuration, p.target, p.written))
    figures = [p.figures for p in shown if p.figures is not None]
    limiters = {p.figures.limited_by for p in shown if p.figures is not None and p.stands}
    columns: list[tuple[str, bool, Callable[[Point], str]]] = [
        ("", True, lambda p: str(p.number)),
        (
            "configuration",
            len({p.configuration for p in shown}) > 1,
            lambda p: workload_text.configuration(p.configuration),
        ),
        ("target", len({p.target for p in shown}) > 1, lambda p: p.target),
        ("workload", True, lambda p: p.workload),
        ("load", any(p.load != "defaults" for p in shown), lambda p: p.load),
        ("repeat", any(p.repeat > 1 for p in shown), lambda p: str(p.repeat)),
        ("answer", True, lambda p: _answer(p, answers)),
        ("throughput", bool(figures), _of(lambda f: units.bandwidth(f.bytes_per_s))),
        ("mean", bool(figures), _of(lambda f: _nanos(f.mean_ns, "mean_ns" in f.at_least))),
        ("p99", bool(figures), _of(lambda f: _nanos(f.p99_ns, "p99_ns" in f.at_least))),
        (
            "cpu-per-io",
            any(one.cpu_ns_per_io is not None for one in figures),
            _of(lambda f: _nanos(f.cpu_ns_per_io)),
        ),
        # One that is the same of all is said once, below.
        ("limited-by", len(limiters) > 1, _of(lambda f: limiter_text.words(f.limited_by))),
    ]
    head = [name for name, wanted, _ in columns if wanted]
    rows = [[read(p) for _, wanted, read in columns if wanted] for p in shown]
    # Maxima and lines of one campaign are of one kind; what does not stand is not drawn beside what
    # does.
    sizes = [p.rate_per_s if p.state == "finished" and p.stands else None for p in shown]
    labels = [message(f"column-{name}") if name else "" for name in head]
    screen.table(labels, rows, bars=Bars(head.index("answer"), sizes))
    said = []
    if len(limiters) == 1 and len(figures) > 1:
        said.append(message("all-limited-by", limiter=limiter_text.words(*limiters)))
    rates = {p.load for p in shown if p.state == "finished" and p.rate_offered}
    if leaves(status.strategy) == "run" and status.objective and len(rates) >= LEAST_RATES:
        command = f"plimsoll find --from {status.store}#{status.campaign}"
        said.append(message("line-of-rates", command=command))
    if any(p.state == "finished" and not p.stands and p.rate_per_s is not None for p in shown):
        said.append(message("marked", mark=point_text.MARK))
    reasons: dict[str, list[int]] = {}
    for p in shown if why else ():
        if p.why:
            reasons.setdefault(p.why, []).append(p.number)
    said += [f"{_list_text([str(n) for n in sorted(of)])}: {one}" for one, of in reasons.items()]
    screen.lines(said)


def _answer(point: Point, answers: Mapping[int, str]) -> str:
    if point.state != "finished":
        return _state(point.state)
    return answers.get(point.number) or point_text.figure(point)


def _of(read: Callable[[Figures], str]) -> Callable[[Point], str]:
    """Reads a figure of a Point; a dash where it has none."""
    return lambda point: "-" if point.figures is None else read(point.figures)


def _nanos(ns: float | None, at_least: bool = False) -> str:
    return "-" if ns is None else f"{'> ' if at_least else ''}{units.nanos(ns)}"


def _list_text(values: list[str]) -> str:
    joint = "; " if any("," in value for value in values) else ", "
    return joint.join(values) if len(values) <= 12 else f"{joint.join(values[:10])} … {values[-1]}"
