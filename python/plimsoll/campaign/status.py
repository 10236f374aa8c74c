"""The progress of a campaign, read from the store alone: also from another process, and after a
kill.

The document is a shape of `plimsoll.campaign/1`. The time left is the expected time of the
remaining Points, scaled by the actual over the expected time of the finished ones.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from plimsoll.base.closed_model import ClosedModel
from plimsoll.campaign import designs as designed
from plimsoll.campaign import loader, plan, point_figures
from plimsoll.campaign.point_figures import Figures  # pydantic reads it
from plimsoll.judge.alike import AlikeDocument
from plimsoll.native.values import LoadValues
from plimsoll.search import point_reasons, strategies

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from plimsoll.store import CampaignRow, PlannedPointRow, RunRow, Store
    from plimsoll.store.plans import CampaignProgress

    AnswerDocument = Any
else:
    AnswerDocument = designed.answer_type()

OVERDUE = 0.2
"""Points under way need at least this share of their elapsed time more."""
MOST_FIGURES = 5_000
"""With more Points the records of their Runs are not read: a third of a millisecond each."""


class Counts(ClosedModel):
    """Points by what became of them."""

    planned: int = Field(description="not started, or to be run again")
    running: int = Field(description="under way")
    standing: int = Field(description="finished, and evidence about the target")
    not_standing: int = Field(description="finished, but no evidence about the target")
    failed: int = Field(description="without an answer")
    skipped: int = Field(description="not asked")
    total: int = Field(description="all of them")


class Reason(ClosedModel):
    """Why a Point came to nothing, or what stands beside its figure: a code with its figures."""

    kind: str = Field(
        description="; ".join(
            f"{code}: {meaning}" for code, meaning in point_reasons.MEANINGS.items()
        )
    )
    figures: dict[str, Any] = Field(
        description="by name; `error`, `because` and `text` are sentences of others, as they were"
    )


class Point(ClosedModel):
    """A Point and what became of it."""

    number: int = Field(description="place in the order of asking, from 1")
    written: int = Field(description="place among the Points as the file has them, from 1")
    configuration: str = Field(description="its name")
    target: str = Field(description="its name")
    workload: str = Field(description="in words")
    load: str = Field(description="in words")
    rate_offered: bool = Field(
        False, description="whether its load is open, and it is offered a rate"
    )
    repeat: int = Field(description="from 1")
    state: Literal["planned", "running", "finished", "failed", "skipped"] = Field(
        description="how far it has come"
    )
    stands: bool | None = Field(
        description="of a finished one: whether it is evidence about the target"
    )
    why: str | None = Field(
        description=(
            "why it failed, was skipped or is not valid; or what a valid figure is about: the"
            " page cache"
        )
    )
    reason: Reason | None = Field(
        None,
        description="the same as a code with its figures; null: there is none",
    )
    attempt: int = Field(description="how often it was begun")
    rate_per_s: float | None = Field(
        description="its answer: achieved rate, maximum, or low end of the load line"
    )
    high_per_s: float | None = Field(description="high end of the load line")
    outcome: str | None = Field(description="of a grid's Run; of a search the reason why it ended")
    grade: str | None = Field(
        None, description="of a load line: confirmed, estimated or bounded; null: none, or unknown"
    )
    verdict: Literal["pass", "fail", "undecided", "not_judged"] | None = Field(
        description=(
            "of a grid's Run: whether it met the objective; not_judged: only an offered rate is;"
            " null: none was asked"
        )
    )
    runs: list[int] = Field(description="the Runs that answer it, in the store")
    figures: Figures | None = Field(
        None,
        description=(
            "of the Run that the answer rests on; of a load line the hold at its low end. Null:"
            f" there is none, or the campaign has more than {MOST_FIGURES:,} Points"
        ),
    )


class Setting(ClosedModel):
    """A setting that was changed and is not put back."""

    configuration: str = Field(description="which changed it")
    setting: str = Field(description="its name")
    original: str = Field(description="what it was")
    trouble: str | None = Field(description="why restoring it failed, if that was tried")


class Status(ClosedModel):
    """How far a campaign has come."""

    schema_: Literal["plimsoll.campaign/1"] = Field("plimsoll.campaign/1", alias="schema")
    action: Literal["status"] = "status"
    store: str = Field(description="where it is kept")
    campaign: int = Field(description="its number there")
    name: str = Field(description="of the campaign")
    strategy: str = Field(description="how each Point is asked")
    objective: str | None = Field(description="what must hold")
    state: Literal["running", "interrupted", "finished"] = Field(
        description="interrupted: its process is gone; it can be resumed"
    )
    stop_wished: bool = Field(description="somebody asked it to stop")
    points: Counts = Field(description="how many of them")
    elapsed_s: float = Field(description="since it was begun; of a finished one until its end")
    left_s: float | None = Field(description="estimated time left; null when nothing is known yet")
    rows: list[Point] = Field(description="every Point, in the order of asking")
    settings_not_restored: list[Setting] = Field(
        description="what 'plimsoll campaign restore' would put back"
    )
    interrupted_runs: int = Field(
        description="Runs cut short by a kill: kept as far as they got, but no evidence"
    )
    events: list[str] = Field(description="what a reader should know")
    same_by_construction: list[AlikeDocument] = Field(
        [],
        description=(
            "of a finished one on described storage: values of a workload that it cannot tell apart"
        ),
    )
    factors: AnswerDocument | None = Field(
        None, description="of strategy factors: what its Runs show so far; null: too few of them"
    )


def of(
    store: Store,
    campaign: CampaignRow,
    *,
    ended: bool = False,
    put_back: Collection[int] = (),
    rows: bool = True,
    wall_ns: Callable[[], int] = time.time_ns,
) -> Status:
    """The current status of a campaign. `ended`: this process ran it and has stopped; `put_back`:
    ids of journal entries that it restored although the store does not say so.

    Without `rows` it is as quick for a hundred thousand Points as for one.
    """
    end = campaign.finished_at_ns if campaign.state == "finished" else None
    return Status(
        store=str(store.path),
        campaign=campaign.id,
        name=campaign.spec["campaign"]["name"],
        strategy=campaign.strategy,
        objective=campaign.objective,
        state=(
            "finished"
            if campaign.state == "finished"
            else "running"
            if campaign.state == "running" and not ended
            else "interrupted"
        ),
        stop_wished=store.plans.has_stop_request(campaign.id),
        points=_point_counts(store, campaign.id),
        elapsed_s=max(0, (end or wall_ns()) - campaign.started_at_ns) / 1e9,
        left_s=(
            0.0
            if end
            else left_s(
                store.plans.progress(campaign.id), now_ns=wall_ns(), virtual=campaign.virtual
            )
        ),
        rows=_rows(store, campaign) if rows else [],
        settings_not_restored=_changed_settings(store, campaign.id, put_back),
        interrupted_runs=sum(run.state == "interrupted" for run in store.runs(campaign.id)),
        events=[event.text for event in store.events(campaign.id)],
        factors=_design_answer(store, campaign) if rows else None,
    )


def _changed_settings(store: Store, campaign_id: int, put_back: Collection[int]) -> list[Setting]:
    """The settings that are still changed."""
    return [
        Setting(
            configuration=entry.configuration,
            setting=entry.setting,
            original=entry.original,
            trouble=entry.trouble,
        )
        for entry in store.plans.journal_entries(campaign_id)
        if entry.id not in put_back
    ]


def _design_answer(store: Store, campaign: CampaignRow) -> Any:
    """The answer of a design; None without one, and where its Runs are too few."""
    design = designed.of(campaign.strategy)
    return None if design is None else design.answer(store, campaign)


def _rows(store: Store, campaign: CampaignRow) -> list[Point]:
    points = store.plans.points(campaign.id)
    answers = store.plans.answers(
        points, store.plans.of_campaign(campaign.id), store.runs(campaign.id)
    )
    spec = loader.spec_of(campaign)
    in_file = spec.model_copy(
        update={"campaign": spec.campaign.model_copy(update={"order": "as_written"})}
    )
    # Each Point has its own seed, by which it is found again.
    places = {point.seed: number for number, point in enumerate(plan.points(in_file), 1)}
    rows = [row(point, answers[point.id], places.get(point.seed, point.number)) for point in points]
    if len(rows) <= MOST_FIGURES:
        for point, each in zip(points, rows, strict=True):
            each.figures = figures(store, point, answers[point.id])
    return rows


def figures(store: Store, point: PlannedPointRow, answer: Sequence[RunRow]) -> Figures | None:
    """The figures of the Run that the answer of a Point is from."""
    if point.state != "finished":
        return None
    run = strategies.find_strategy(point.strategy).shown(point.result or {}, answer).run
    found = None if run is None else point_figures.of(store, run)
    # A passed hold is limited by its own rate; the search knows what limits the line.
    line = (point.result or {}).get("load_line") or {}
    limited_by = line.get("limited_by") if found is not None else None
    if found is not None and isinstance(limited_by, dict):
        found.limited_by = str(limited_by["value"])
    return found


def answer_runs(store: Store, point: PlannedPointRow) -> list[RunRow]:
    """The Runs that answer a Point."""
    belonging = store.plans.runs(point.id)
    runs = [run for row in belonging if (run := store.run(row.run_id)) is not None]
    return store.plans.answer(point, belonging, runs)


def _point_counts(store: Store, campaign_id: int) -> Counts:
    """Points by state."""
    counts = store.plans.counts(campaign_id)
    states = Counter({state: count for state, (count, _) in counts.items()})
    standing = sum(standing for _, standing in counts.values())
    return Counts(
        planned=states["planned"],
        running=states["running"],
        standing=standing,
        not_standing=states["finished"] - standing,
        failed=states["failed"],
        skipped=states["skipped"],
        total=states.total(),
    )


def left_s(far: CampaignProgress, *, now_ns: int, virtual: bool) -> float | None:
    """Real seconds that the remaining Points take; None where nothing is known yet, as on the
    virtual clock before the first Point has ended."""
    if not far.done and virtual:
        return None
    if far.timed:
        expected_s = far.ahead_s * (far.spent_s / far.expected_s if far.expected_s else 1.0)
    elif far.done:
        expected_s = far.ahead * far.spent_s / far.done
    else:
        return None
    elapsed_s = far.running * now_ns / 1e9 - far.running_since_s
    # Overdue Points still need time; parallel ones share it.
    return max(OVERDUE * elapsed_s, expected_s - elapsed_s) / max(1, far.running)


def row(point: PlannedPointRow, answer: Sequence[RunRow], written: int) -> Point:
    """A Point with its outcome; `written`: its place in the file."""
    result = point.result or {}
    figure = strategies.find_strategy(point.strategy).shown(result, answer)
    return Point(
        number=point.number,
        written=written,
        configuration=point.configuration,
        target=plan.target_words(point.target),
        workload=plan.block_words(point.workload),
        load=plan.block_words(point.load),
        rate_offered=LoadValues.of(point.load).rate is not None,
        repeat=point.repeat,
        state=point.state,
        stands=point.stands,
        why=point_reasons.words(point.reason),
        reason=None
        if point.reason is None
        else Reason(kind=point.reason.kind, figures=dict(point.reason.figures)),
        attempt=point.attempt,
        rate_per_s=figure.rate_per_s,
        high_per_s=figure.high_per_s,
        outcome=figure.outcome,
        grade=figure.grade,
        verdict=result.get("verdict"),
        runs=[run.id for run in answer],
    )
