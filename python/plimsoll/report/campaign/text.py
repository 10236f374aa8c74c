"""Text of a campaign with several questions: a planned campaign, limits, promises, a grid beside a
search.

One sentence on its kind and progress, then every Run with its question. No single line, maximum
or percentile covers all its questions, so none is shown. `campaign status`, `limits --campaign`,
`check --campaign` and `compare` show each result."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll.base import units, workload_text
from plimsoll.native import stack_parameters
from plimsoll.report.common import answer, campaign_verdict, of_kind
from plimsoll.report.describe import Column, Figure, Table
from plimsoll.store import kinds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from plimsoll.report.evidence.evidence import Evidence, Run
    from plimsoll.store import PlannedPointRow, Store


def title(evidence: Evidence) -> str:
    """The title of the report."""
    about = subject(evidence)
    return about if kinds.of(evidence.campaign).several else f"Every Run on {about}"


def subject(evidence: Evidence) -> str:
    """The subject of a campaign: its kind where that is informative, else its targets."""
    where = ", ".join(targets(evidence)) or "no target"
    return kinds.of(evidence.campaign).title.format(where=where, name=_name(evidence))


def headline(store: Store, evidence: Evidence) -> str:
    """The kind of the campaign, its progress and its verdict, if any."""
    row, answered = evidence.campaign, evidence.answer
    runs_text = _count_text(len(evidence.measured_runs), "Run")
    ended = {"interrupted": "was interrupted", "running": "is still running"}.get(
        row.state, "ended without a verdict"
    )
    if row.kind == "campaign":
        return " ".join(
            [
                plan(evidence),
                *([campaign_verdict.sentence(store, evidence)] if evidence.points else []),
            ]
        )
    if row.kind == "grid":
        rates = len({run.offered_rate for run in evidence.measured_runs})
        at = answered.crossing_per_s
        crossing = (
            ""
            if at is None
            else (
                f"; its curve meets the objective up to about {units.rate(at)} IOPS, which no hold"
                " confirms"
            )
        )
        state = "" if row.state == "finished" else f", and {ended}"
        promise = f" for {evidence.objective_words}" if evidence.objective_words else ""
        grid = f"A grid of {runs_text} at {_count_text(rates, 'offered rate')}"
        return f"{grid}{promise}{state}{crossing}."
    own = of_kind.of(evidence).sentence
    if own is not None and (own_sentence := own(store, evidence)):
        return own_sentence
    if not kinds.of(row).work:
        # Imported Runs were not requested here and have no verdict to wait for.
        return campaign_verdict.sentence(store, evidence)
    if answered.verdict is None:
        return f"{kinds.of(row).work} that {ended} ({runs_text} kept)."
    because = answered.because.rstrip(".")
    return f"{answered.verdict.replace('_', ' ').capitalize()}: {because} ({runs_text})."


def because(evidence: Evidence) -> tuple[str, ...]:
    """The verdict on each promise, where the other answers are, and missing Runs."""
    elsewhere = kinds.of(evidence.campaign).elsewhere.format(
        number=evidence.campaign.id, store=evidence.store_path
    )
    return (
        *of_kind.sentences(evidence),
        *((elsewhere,) if elsewhere else ()),
        *answer.missing(evidence),
    )


def answers(evidence: Evidence) -> tuple[str, ...]:
    """The answers for readers on paper, without commands."""
    return (*of_kind.sentences(evidence), *answer.missing(evidence))


def figures(evidence: Evidence) -> tuple[Figure, ...]:
    """The test time, the only figure for the whole campaign."""
    return answer.test_time(evidence.measured_runs)


def run_table(evidence: Evidence, every: Table) -> Table:
    """The table of every Run with its Point, target and workload, as far as they differ."""
    points = evidence.points
    invalid = {planned.run_id for planned in evidence.planned_runs if not planned.valid}
    configured = len(_configurations(points)) > 1
    several = (
        len(targets(evidence)) > 1
        or len({point.target_name for point in points}) > 1
        or any(point.parameters for point in points)
    )

    def place(run: Run) -> str:
        point, mark = evidence.point_of(run), " (not valid)" if run.row.id in invalid else ""
        if point is None:
            return f"{units.DASH}{mark}"
        return f"{point.number}{f', {point.configuration}' if configured else ''}{mark}"

    def target(run: Run) -> str:
        if (point := evidence.point_of(run)) is not None:
            return ", ".join([point.target_name, *stack_parameters.words(point.target)])
        return str(run.spec["target"]["name"]) if run.record is not None else units.DASH

    def workload(run: Run) -> str:
        if run.record is None:
            return units.DASH
        return workload_text.clients(run.spec) or workload_text.short(run.spec["workload"])

    more: dict[str, Callable[[Run], str]] = {
        **({"Point": place} if points else {}),
        **({"Target": target} if several else {}),
        "Workload": workload,
    }
    first, *others = every.columns
    return replace(
        every,
        columns=(first, *(Column(label, number=False) for label in more), *others),
        rows=tuple(
            (row[0], *(read(run) for read in more.values()), *row[1:])
            for run, row in zip(evidence.runs, every.rows, strict=True)
        ),
    )


def targets(evidence: Evidence) -> list[str]:
    """The targets of the Runs, in order of first use."""
    return list(dict.fromkeys(str(run.spec["target"]["name"]) for run in evidence.measured_runs))


def plan(evidence: Evidence) -> str:
    """The plan of a campaign: strategy, objective, Points, targets."""
    points = evidence.points
    counts = [_count_text(len({point.target_name for point in points}), "target")]
    if (configurations := len(_configurations(points))) > 1:
        counts.append(_count_text(configurations, "configuration"))
    if (repeats := max((point.repeat for point in points), default=1)) > 1:
        counts.append(f"{repeats} repeats")
    strategy = evidence.campaign.strategy.replace("_", " ")
    promise = f" for {evidence.objective_words}" if evidence.objective_words else ""
    state = {"interrupted": "It was interrupted. ", "running": "It is still running. "}.get(
        evidence.campaign.state, ""
    )
    return (
        f"Campaign '{_name(evidence)}', strategy {strategy}{promise}:"
        f" {_count_text(len(points), 'Point')} ({', '.join(counts)}). {state}".strip()
        if points
        else f"Campaign '{_name(evidence)}', strategy {strategy}: it has no Points."
    )


def _configurations(points: Iterable[PlannedPointRow]) -> list[str]:
    return list(dict.fromkeys(point.configuration for point in points))


def _name(evidence: Evidence) -> str:
    return evidence.campaign.display_name or str(evidence.campaign.id)


def _count_text(n: int, noun: str) -> str:
    return f"{units.count(n)} {noun}{'' if n == 1 else 's'}"
