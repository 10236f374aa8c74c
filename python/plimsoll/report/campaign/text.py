"""Text of a campaign with several questions: a planned campaign, limits, promises, a grid beside a
search.

One sentence on its kind and progress, then every Run with its question. No single line, maximum
or percentile covers all its questions, so none is shown. `campaign status`, `limits --campaign`,
`check --campaign` and `compare` show each result."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from plimsoll.base import language, units, workload_text
from plimsoll.native import stack_parameters
from plimsoll.report.common import answer, campaign_verdict, of_kind
from plimsoll.report.describe import Column, Figure, Table
from plimsoll.report.evidence import point_outcomes, records
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.messages import message
from plimsoll.store import PlannedPointRow, Store, kinds


def title(evidence: Evidence) -> str:
    """The title of the report."""
    about = subject(evidence)
    return about if kinds.of(evidence.campaign).several else message("every-run-on", subject=about)


def subject(evidence: Evidence) -> str:
    """The subject of a campaign: its kind where that is informative, else its targets."""
    where = language.listing(targets(evidence)) or message("no-target")
    named = kinds.of(evidence.campaign).title
    return where if named is None else named(where=where, name=_name(evidence))


def headline(store: Store, evidence: Evidence) -> str:
    """The kind of the campaign, its progress and its verdict, if any."""
    row, answered = evidence.campaign, evidence.answer
    runs_text = answer.runs(len(evidence.measured_runs))
    if row.kind == "campaign":
        return language.sentences(
            [
                plan(evidence),
                *([campaign_verdict.sentence(store, evidence)] if evidence.points else []),
            ]
        )
    if row.kind == "grid":
        rates = len({run.offered_rate for run in evidence.measured_runs})
        text = message(
            f"rate-grid-{row.state}",
            runs=runs_text,
            rates=message("n-offered-rates", n=rates, count=units.count(rates)),
            objective=evidence.objective_words or "none",
        )
        if (at := answered.crossing_per_s) is not None:
            text = f"{text}; {message('curve-crosses', rate=units.rate(at))}"
        return message("facts", facts=text)
    own = of_kind.of(evidence).sentence
    if own is not None and (own_sentence := own(store, evidence)):
        return own_sentence
    work = kinds.of(row).work
    if work is None:
        # Imported Runs were not requested here and have no verdict to wait for.
        return campaign_verdict.sentence(store, evidence)
    if answered.verdict is None:
        return message("work-without-verdict", work=work(), state=row.state, runs=runs_text)
    because = language.without_stop(answered.because)
    return message("verdict-of-runs", verdict=answered.verdict, because=because, runs=runs_text)


def because(evidence: Evidence) -> tuple[str, ...]:
    """The verdict on each promise, where the other answers are, and missing Runs."""
    elsewhere = kinds.of(evidence.campaign).elsewhere
    if elsewhere is not None and evidence.points:
        outcomes = point_outcomes.gather(evidence)
        elsewhere = None if outcomes.ok == outcomes.total else elsewhere
    number, store = evidence.campaign.id, evidence.store_path
    return (
        *of_kind.sentences(evidence),
        *(() if elsewhere is None else (elsewhere(number=number, store=store),)),
        *answer.missing(evidence),
    )


def answers(evidence: Evidence) -> tuple[str, ...]:
    """The answers for readers on paper, without commands."""
    return (*of_kind.sentences(evidence), *answer.missing(evidence))


def figures(evidence: Evidence) -> tuple[Figure, ...]:
    """The test time, the only figure for the whole campaign."""
    return answer.test_time(evidence.measured_runs)


def run_table(evidence: Evidence, every: Table, *, with_parameters: bool = True) -> Table:
    """The table of every Run with its Point, target and workload, as far as they differ.
    `with_parameters`: the target includes the parameters of described storage."""
    points = evidence.points
    invalid = {planned.run_id for planned in evidence.planned_runs if not planned.valid}
    configured = len(_configurations(points)) > 1
    several = (
        (with_parameters and len(targets(evidence)) > 1)
        or len({point.target_name for point in points}) > 1
        or (with_parameters and any(point.parameters for point in points))
    )

    def place(run: Run) -> str:
        text = units.DASH
        if (point := evidence.point_of(run)) is not None:
            text = f"{point.number}{f', {point.configuration}' if configured else ''}"
        return message("point-not-valid", point=text) if run.row.id in invalid else text

    def target(run: Run) -> str:
        if (point := evidence.point_of(run)) is not None:
            given = stack_parameters.words(point.target) if with_parameters else ()
            return language.listing([point.target_name, *given])
        if run.record is None:
            return units.DASH
        return records.target_words(run.spec["target"]["name"])

    def workload(run: Run) -> str:
        if run.record is None:
            return units.DASH
        return workload_text.clients(run.spec) or workload_text.short(run.spec["workload"])

    more: dict[str, Callable[[Run], str]] = {
        **({message("fact-point"): place} if points else {}),
        **({message("about-target"): target} if several else {}),
        message("fact-workload"): workload,
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
    name = _name(evidence)
    strategy = message("strategy", strategy=evidence.campaign.strategy)
    if not points:
        return message("plan-without-points", name=name, strategy=strategy)
    several = len({point.target_name for point in points})
    counts = [message("targets", n=several, count=units.count(several))]
    if (configurations := len(_configurations(points))) > 1:
        counts.append(message("configurations", count=units.count(configurations)))
    if (repeats := max((point.repeat for point in points), default=1)) > 1:
        counts.append(message("repeats", n=repeats))
    sentences = [
        message(
            "plan-of-points",
            name=name,
            strategy=strategy,
            objective=evidence.objective_words or "none",
            points=message("points", n=len(points), count=units.count(len(points))),
            counts=language.listing(counts),
        )
    ]
    if evidence.campaign.state in ("interrupted", "running"):
        sentences.append(message(f"it-is-{evidence.campaign.state}"))
    return language.sentences(sentences)


def _configurations(points: Iterable[PlannedPointRow]) -> list[str]:
    return list(dict.fromkeys(point.configuration for point in points))


def _name(evidence: Evidence) -> str:
    return evidence.campaign.display_name or str(evidence.campaign.id)
