"""The page to sign: the question, the answer, the verdict, the main charts, and uncontrolled
factors.

It fits on one A4 page for a usual campaign, so charts are low and sentences few. It counts what
it leaves out, and the full report has the rest. Its charts come from the report that answers the
campaign."""

import re
from collections.abc import Sequence
from dataclasses import replace

from plimsoll.base import language, workload_text
from plimsoll.base.errors import InputError, UsageError
from plimsoll.base.feature import features
from plimsoll.native import stack_parameters
from plimsoll.native.values import TargetValues
from plimsoll.report import conditions, first_screen
from plimsoll.report.campaign import text as campaign_text
from plimsoll.report.common import (
    answer,
    campaign_verdict,
    charts,
    comparison,
    curves,
    of_kind,
    reference_levels,
)
from plimsoll.report.describe import Chart, Facts, Heat, Note, Page, RuleY, Table
from plimsoll.report.evidence import model_basis as described
from plimsoll.report.evidence import (
    objective_counts,
    point_outcomes,
    points,
    properties,
    records,
    sample_counts,
)
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.first import full, search_obstacle, search_text
from plimsoll.report.first.summary import sentence, short_list
from plimsoll.report.load_line import lines, side_by_side
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest
from plimsoll.report.summary import extremes
from plimsoll.search.strategies import leaves
from plimsoll.store import Store, kinds
from plimsoll.store.imports import KIND

MOST_CHARTS = 3
_MOST_ALIKE, _FEW_COMPARED = 2, 2
_MOST_SENTENCES, _MOST_FIGURES, _MOST_ROWS, _MOST_OPEN, _MOST_VALUES = 7, 4, 8, 4, 4
_HEIGHT, _SINGLE_HEIGHT, _FIRST_HEIGHT, _SECOND_HEIGHT = 230, 170, 116, 68
"""Pixels of all plots together, of a single one, and of two of one chart: with titles, legends
and text they fill a page."""
_MOST_LABELS = 12
"""Names that stand below a chart across the page without being turned."""
_BLANK = "_" * 28


def fits(evidence: Evidence) -> str | None:
    """Fits every campaign."""
    return None


def joins(request: ReportRequest) -> str | None:
    """The reason of the comparison, whose answer the page shows."""
    return comparison.why_not(request)


def build(request: ReportRequest) -> Page:
    """The page of the report."""
    evidence = request.evidence
    campaigns = [evidence, *request.others]
    if request.others:
        page = _together(request)
    elif evidence.points or kinds.of(evidence.campaign).several:
        page = _of_questions(request)
    else:
        found = lines.gather_lines(request)
        page = _of_lines(found) if len(found) > 1 else _of_search(request)
        campaigns = side_by_side.whole(found)
    numbers = [str(evidence.campaign.id) for evidence in campaigns]
    bottom = conditions.footer(evidence)
    if len(numbers) > 1:
        bottom = message("footer-campaigns", footer=bottom, campaigns=language.listing(numbers))
    found_charts = [section for section in page.sections if isinstance(section, Chart)][
        :MOST_CHARTS
    ]
    drawn = [
        _low(chart, alone=len(found_charts) == 1, charts=len(found_charts))
        for chart in found_charts
    ]
    drawn = _notes_once(drawn)
    rest = [section for section in page.sections if not isinstance(section, Chart)]
    return replace(
        page,
        because=_few(
            tuple(
                filter(
                    None,
                    (
                        conditions.simulation_note(campaigns),
                        *described.fit_notes(campaigns),
                        *page.because,
                    ),
                )
            )
        ),
        figures=page.figures[:_MOST_FIGURES],
        sections=(
            _question(campaigns, request),
            *drawn,
            *rest,
            *_conditions(campaigns),
            *(() if request.letterhead.stamps else (signature(),)),
        ),
        footer=bottom,
        data=conditions.data(evidence),
    )


def signature() -> Facts:
    """Fields for name, date and signature."""
    return Facts(
        message("accepted-by"),
        (
            (message("name-and-date"), f"{_BLANK}  {_BLANK[:14]}"),
            (message("signature"), _BLANK),
        ),
    )


def _few(sentences: Sequence[str]) -> tuple[str, ...]:
    left = len(sentences) - _MOST_SENTENCES
    if left <= 1:
        return tuple(sentences)
    return (*sentences[:_MOST_SENTENCES], message("more-remarks", n=left))


def _notes_once(drawn: Sequence[Chart]) -> list[Chart]:
    """The charts without the notes that an earlier one has: they hold for all."""
    said: set[str] = set()
    found = []
    for chart in drawn:
        found.append(replace(chart, notes=tuple(n for n in chart.notes if n.text not in said)))
        said.update(note.text for note in chart.notes)
    return found


def _low(chart: Chart, *, alone: bool, charts: int) -> Chart:
    """The chart reduced for this page, with only the essential notes.

    A single chart keeps two panels: the first, and the next with a reference level. One of
    several keeps the first, under a title that covers only it. Left-out panels are named."""
    panels = chart.panels[:1]
    if alone and len(chart.panels) > 1:
        later = chart.panels[1:]
        panels += (
            next(
                (panel for panel in later if any(isinstance(s, RuleY) for s in panel.series)),
                later[0],
            ),
        )
    heights = [_SINGLE_HEIGHT] if len(panels) == 1 else [_FIRST_HEIGHT, _SECOND_HEIGHT]
    notes = [note for note in chart.notes if note.keep]
    if left := [panel.title.partition(",")[0] for panel in chart.panels if panel not in panels]:
        notes.append(Note(message("in-full-report", panels=language.listing(left)), keep=True))
    return replace(
        chart,
        title=chart.alone if chart.alone and len(panels) == 1 else chart.title,
        panels=tuple(
            replace(panel, height=min(panel.height, height, _HEIGHT // charts))
            for panel, height in zip(panels, heights, strict=True)
        ),
        notes=tuple(notes),
    )


# -- the question ----------------------------------------------------------------------------------


def _question(campaigns: Sequence[Evidence], request: ReportRequest) -> Facts:
    """The question in words, with target, workload and objective."""
    evidence = campaigns[0]
    of_points = _of_points(evidence) if evidence.points else kinds.line_question()
    asked = kinds.of(evidence.campaign).question
    words = of_points if asked is None else asked()
    if request.others:
        searches = all(
            not campaign.points and kinds.of(campaign.campaign).searches for campaign in campaigns
        )
        words = message("question-lines") if searches else message("question-differ")
    promised = list(
        dict.fromkeys(
            campaign.objective_words for campaign in campaigns if campaign.objective_words
        )
    )
    names = [name for campaign in campaigns for name in _targets(campaign)]
    items = [
        (message("asked"), words),
        (
            message("about-target"),
            short_list(list(dict.fromkeys(names)), _MOST_VALUES) or message("no-run-finished"),
        ),
        (message("fact-workload"), _workload(campaigns)),
        (message("objective"), language.clauses(promised) or _no_objective(evidence)),
    ]
    return Facts(message("the-question"), tuple(items))


def _targets(evidence: Evidence) -> list[str]:
    """The targets; for campaigns from a file under their names there."""
    if not evidence.points:
        return campaign_text.targets(evidence)
    called = {
        point.target_name: str(TargetValues.of(point.target).path) for point in evidence.points
    }
    named = properties.target_names(evidence)
    ordered = sorted(called, key=lambda name: properties.place_in(named, name))
    return [
        _set_in(
            evidence,
            name,
            name if called[name] in ("", name) else f"{name} ({_file(called[name])})",
        )
        for name in ordered
    ]


def _set_in(evidence: Evidence, target: str, words: str) -> str:
    """A target with the parameters set in described storage: `s1 with host.esx.count 4, 8`."""
    given: dict[str, dict[str, None]] = {}
    for point in evidence.points:
        if point.target_name == target:
            for key, value in point.parameters.items():
                given.setdefault(key, {})[stack_parameters.value(value)] = None
    each = (f"{key} {', '.join(values)}" for key, values in given.items())
    return message("stack-with", name=words, parameters=language.clauses(each)) if given else words


def _file(path: str) -> str:
    """A path without its folders; all of it stands in the conditions of the full report."""
    kind, colon, rest = path.rpartition(":")
    return f"{kind}{colon}{rest.rpartition('/')[2]}" if kind == "stack" else path


def _no_objective(evidence: Evidence) -> str:
    own_objective = of_kind.of(evidence).objective
    return message("none-was-set") if own_objective is None else own_objective(evidence)


def _of_points(evidence: Evidence) -> str:
    question = next(
        (
            design.question()
            for feature in features()
            for design in feature.designs
            if design.strategy == evidence.campaign.strategy
        ),
        None,
    )
    return question or message(
        "question-of-points", leaves=leaves(evidence.campaign.strategy) or "run"
    )


def _workload(campaigns: Sequence[Evidence]) -> str:
    """The workloads of all Runs, then the properties that differ."""
    specs = [run.spec for evidence in campaigns for run in evidence.measured_runs]
    workloads = list(
        dict.fromkeys(
            workload_text.clients(spec) or workload_text.short(spec["workload"]) for spec in specs
        )
    )
    if not workloads:
        return message("no-run-finished")
    if len(workloads) <= 2:
        return language.clauses(workloads)
    known: dict[str, list[str]] = {}
    for evidence in campaigns:
        for name, values in _asked_of(evidence):
            known.setdefault(name, []).extend(v for v in values if v not in known.get(name, ()))
    differences = language.clauses(
        message("named", name=properties.name_words(name), text=_ends(values))
        for name, values in known.items()
        if len(values) > 1
    )
    if not differences:
        return short_list(workloads, _MOST_VALUES)
    return message("n-workloads", n=len(workloads), differences=differences)


def _asked_of(evidence: Evidence) -> list[tuple[str, tuple[str, ...]]]:
    """The varied properties of operations and load, by the names of the charts. A search chooses
    its own load, so that is left out."""
    if evidence.points:
        of_system = ("configuration", "target")
        return [
            (dimension.name, dimension.values)
            for dimension in points.gather(evidence).dimensions
            if dimension.name not in of_system
        ]
    names_of_workload = ("pattern", "block size", "read %")
    searched = kinds.of(evidence.campaign).searches
    names = (
        names_of_workload
        if searched
        else (*names_of_workload, "workers", "queue depth", "offered rate")
    )
    return [
        (facet.name, facet.values)
        for facet in properties.every(evidence)
        if facet.name in names and facet.values
    ]


def _ends(values: Sequence[str]) -> str:
    return (
        language.listing(values)
        if len(values) <= _MOST_VALUES
        else f"{values[0]} … {values[-1]} ({len(values)})"
    )


# -- conditions ------------------------------------------------------------------------------------


def _conditions(campaigns: Sequence[Evidence]) -> tuple[Facts, ...]:
    """The conditions in brief, and what may have influenced the figures."""
    facts, open_questions, _ = conditions.conditions_of(campaigns)
    # The version stands in the footer.
    of_each = (message("fact-campaign"), message("device-chain"))
    wanted = (message("fact-machine"), message("fact-engine"), message("phases"), *of_each)
    items = tuple(item for item in facts.items if item[0] in wanted)
    if len(campaigns) > 1:
        began = language.clauses(_began(campaign) for campaign in campaigns[: 2 * _MOST_OPEN])
        shared = tuple(item for item in items if item[0] not in of_each)
        items = (*shared, (message("fact-campaigns"), began))
    questions = open_questions.items
    left = len(questions) - _MOST_OPEN
    if left > 0:
        questions = (*questions[:_MOST_OPEN], ("", message("more-in-full-report", n=left)))
    return replace(facts, title=message("conditions-in-brief"), items=items), replace(
        open_questions, items=questions
    )


def _began(evidence: Evidence) -> str:
    row = evidence.campaign
    return message(
        "campaign-in-brief",
        campaign=row.id,
        begun="imported" if row.kind == KIND else "started",
        time=language.minute(language.moment(row.started_at_ns)),
        state=row.state,
        seed=row.seed,
    )


# -- the answer ------------------------------------------------------------------------------------


def _of_search(request: ReportRequest) -> Page:
    """The page of a single search or Run."""
    evidence, store = request.evidence, request.store
    hold = evidence.final_hold
    drawn: list[Chart | None] = [charts.load_line(evidence)]
    if evidence.campaign.kind == "run" and hold is not None:
        drawn = [
            charts.hold_over_time(hold),
            charts.distribution(hold, store.histograms(hold.row.id), request.curve, evidence),
        ]
    measured = campaign_text.targets(evidence)
    target = records.target_words(measured[0]) if measured else message("no-target")
    title = message("summary-of-line", target=target)
    if evidence.campaign.kind == "run":
        title = message("summary-of-run", target=target)
    first = first_screen.of(request)
    return Page(
        title=title,
        answer=full.headline(evidence),
        because=_remarks(evidence, first.rows),
        figures=full.figures(evidence),
        sections=tuple(chart for chart in drawn if chart is not None),
        footer="",
        first=first,
        verdict=_verdict(evidence),
    )


def _remarks(evidence: Evidence, beside: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Remarks, the most important first, with only the number of the search's own steps."""
    # The obstacle is at the top of the page.
    elsewhere = search_obstacle.of(evidence).events
    events = [event for event in evidence.answer.events if event.kind not in elsewhere]
    sentences = full.because(evidence, beside, steps=False)
    weightiest = sorted(
        (event for event in events if event.kind in _WEIGHTY_EVENTS),
        key=lambda event: _WEIGHTY_EVENTS.index(event.kind),
    )
    weighty = dict.fromkeys(sentence(evidence.answer.event_words(event)) for event in weightiest)
    left = len(events) - len(weightiest)
    notes = (message("remarks-on-steps", n=left),) if left else ()
    return (*weighty, *answer.missing(evidence), *sentences, *notes)


_WEIGHTY_EVENTS = (
    "cached",
    "machine_was_busy",
    "rejudged",
    "runs_left_out",
    "objective_chosen",
    "low_not_confirmed",
    "high_not_confirmed",
    "two_regimes",
    "non_monotone",
    "horizon_counts",
    "raised_from_below",
    "client_bound",
    "maximum_is_a_lower_bound",
)
"""Events of a search that affect the value of its answer: signers must read them."""


def _verdict(evidence: Evidence) -> str:
    """The verdict of a search with its grade, or the outcome of a Run; with failed operations."""
    if evidence.campaign.kind == "run" and evidence.answer.find is None:
        last = next(
            (run for run in reversed(evidence.measured_runs) if run.row.role != "scaling"), None
        )
        return answer.verdict_text(last) if last is not None else message("no-result")
    lost = sample_counts.count_failures([evidence.final_hold]).words
    return language.clauses(filter(None, (search_text.of(evidence).verdict, lost)))


def _of_lines(found: Sequence[lines.ReportLine]) -> Page:
    held = sum(line.end.usable and line.end.held for line in found)
    searched = sum(line.searched for line in found)
    # A few curves name their load lines; of many the rates are read more easily.
    many = searched > curves.MOST_RULES
    drawn = side_by_side.rates(found, latency=False) if many else side_by_side.curves(found, most=1)
    table = side_by_side.brief(found)
    most = 2 * _MOST_ROWS
    if (left := len(table.rows) - most) > 0:
        caption = message("more-lines", n=left)
        table = replace(table, rows=table.rows[:most], runs=table.runs[:most], caption=caption)
    missing = answer.interruption_sentences(run for line in found for run in line.evidence.runs)
    if not searched:
        verdict = message("no-line-searched")
    else:
        estimated = sum(line.estimate is not None for line in found)
        # Lines tested at both ends may still have no rate to plan with.
        moving = sum(line.low is not None for line in found) - held
        parts = [
            message("n-confirmed", n=held, of=searched) if held else "",
            message("n-estimated", n=estimated, of=searched) if estimated else "",
            message("n-without-plan", n=moving, of=searched) if moving else "",
        ]
        verdict = language.clauses(part for part in parts if part) or message("no-load-line")
    return Page(
        title=message("summary-title", title=side_by_side.title(found)),
        answer=side_by_side.headline(found),
        because=(*missing, *lines.differences(found), *side_by_side.because(found)),
        # The table has them, but not that operations failed.
        figures=side_by_side.count_failures(found).figures(message("all-runs")),
        sections=(*((drawn,) if drawn is not None else ()), table),
        footer="",
        verdict=verdict,
    )


def _of_questions(request: ReportRequest) -> Page:
    """A campaign from a file, limits, a check of promises, a grid."""
    evidence, store = request.evidence, request.store
    sections: list[Chart | Table] = []
    kind = kinds.of(evidence.campaign)
    verdict = (evidence.answer.verdict or "").replace("_", " ")
    headline = campaign_text.headline(store, evidence)
    because = campaign_text.answers(evidence)
    if evidence.points:
        if any(leaves(point.strategy) == "line" for point in evidence.points) and lines.has_lines(
            evidence
        ):
            return _points(
                store,
                evidence,
                replace(
                    _of_lines(lines.gather_lines(request)),
                    title=message("summary-title", title=campaign_text.title(evidence)),
                ),
            )
        answered, drawn = _borrow_charts(request, "grid")
        sections += drawn
        if answered:
            alike = described.same_by_construction(evidence)
            headline = answered
            because = (*alike, campaign_text.plan(evidence), *because)
        try:
            found = comparison.of(request)
        except InputError:
            found = None
        if found is not None:
            because = (found.answer, *found.unlike, *because)
            # Show the chart of effects only when it adds to the answer.
            effects = found.effects if found.worth_a_chart else None
            readable = effects is not None and len(effects.x.categories) <= _MOST_LABELS
            sections += [effects] if effects is not None and readable else []
    elif kind.charts_of:
        # What is stored is English: the answer and the verdict are those of the feature's report.
        answered, borrowed = _borrow_charts(request, kind.charts_of)
        headline = answered or headline
        parts = of_kind.of(evidence)
        table = parts.table
        if verdict and parts.summary is not None:
            verdict = parts.summary(store, evidence).badge.words
        sections += borrowed if table is None else [*borrowed[:1], table(evidence)]
        because = because if table is None else tuple(answer.missing(evidence))
    else:
        sections += [chart for chart in (charts.load_line(evidence),) if chart is not None]
    page = Page(
        title=message("summary-title", title=campaign_text.title(evidence)),
        answer=headline,
        because=because,
        figures=campaign_text.figures(evidence),
        sections=tuple(sections),
        footer="",
        verdict=verdict or (message("no-verdict") if kind.work else ""),
    )
    return _points(store, evidence, page) if evidence.points else page


def _points(store: Store, evidence: Evidence, page: Page) -> Page:
    """Adds the verdict of Points: how many met objective and levels, and how many ended ok."""
    ended = point_outcomes.gather(evidence)
    outcome_figures = [ended.figure(), *ended.figures]
    counts = objective_counts.gather(store, evidence, points.gather(evidence))
    if counts is not None:
        outcome_figures.insert(0, counts.figure)
    held = reference_levels.level_results(store, evidence, points.gather(evidence))
    verdict = campaign_verdict.words(store, evidence, page.verdict)
    others = tuple(
        figure
        for figure in page.figures
        if figure.name not in {figure.name for figure in outcome_figures}
    )
    because = (*(level.sentence for level in held), *page.because)
    return replace(page, figures=(*outcome_figures, *others), because=because, verdict=verdict)


def _borrow_charts(request: ReportRequest, name: str) -> tuple[str, list[Chart]]:
    """The answer and the first charts of another report, if there is one of this name that fits.

    Among charts that an interactive page shows one at a time, those with the lowest and highest
    rates are taken (`extremes.py`), titled by their values."""
    from plimsoll.report import registry

    report = next((entry for entry in registry.REPORTS if entry.name == name), None)
    if report is None or report.fits(request.evidence):
        return "", []
    groups: dict[str, list[Chart]] = {}
    page = report.build(request)
    for section in page.sections:
        if isinstance(section, Chart):
            groups.setdefault(_kind(section), []).append(section)
    # Of a grid a heat map shows again what bars do.
    bars = {
        kind: drawn
        for kind, drawn in groups.items()
        if not isinstance(drawn[0].panels[0].series[0], Heat)
    }
    found = [chart for drawn in (bars or groups).values() for chart in _some(request, drawn)]
    return page.answer, found[:_MOST_ALIKE]


def _some(request: ReportRequest, drawn: Sequence[Chart]) -> list[Chart]:
    """The charts with the lowest and highest figures, with a note that there are more."""
    if not request.evidence.points or not all(chart.where for chart in drawn):
        one = message("one-of-charts", of=len(drawn))
        return [_by_itself(chart, one if len(drawn) > 1 else "") for chart in drawn[:1]]
    found = points.gather(request.evidence)
    # The answer names the ends of each value that is compared: of many it takes the room of a
    # chart.
    compared = len(found.dimension(found.axes.compared).values) if found.axes.compared else 0
    chosen, every = extremes.choose_charts(
        drawn, found, most=_MOST_ALIKE if compared <= _FEW_COMPARED else 1
    )
    n, of = len(chosen), len(drawn)
    note = message("charts-with-ends", n=n, of=of) if every else message("charts-most", n=n, of=of)
    return [_by_itself(chart, note if of > n else "") for chart in chosen]


def _by_itself(chart: Chart, note: str) -> Chart:
    """The chart with its values in its title, and a note on similar charts."""
    values = [value for _, value in chart.where]
    title, alone = (
        heading
        if not heading or all(_names(heading, value) for value in values)
        else message("named", name=heading, text=language.listing(values))
        for heading in (chart.title, chart.alone)
    )
    notes = (Note(note, keep=True), *chart.notes) if note else chart.notes
    return replace(chart, title=title, alone=alone, where=(), notes=notes)


def _names(heading: str, value: str) -> bool:
    """Whether a heading has this value as words of its own: 3 is not in "queue depth 32"."""
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", heading) is not None


def _kind(chart: Chart) -> str:
    """The content of a chart: charts that differ only in their slicer values have the same."""
    if not chart.panels:
        return chart.title
    first = chart.panels[0]
    return (
        f"{first.title}, cells" if any(isinstance(s, Heat) for s in first.series) else first.title
    )


def _together(request: ReportRequest) -> Page:
    """The page of several campaigns: their lines over each other when all are searches, else a
    comparison of their Runs."""
    campaigns = [request.evidence, *request.others]
    searches = all(
        not campaign.points
        and not kinds.of(campaign.campaign).several
        and campaign.campaign.kind != "run"
        for campaign in campaigns
    )
    try:
        found = comparison.of(request)
    except InputError as error:
        if searches:
            return _of_lines(lines.gather_lines(request))
        raise UsageError(
            *message.refusal("no-common-summary", "name-one", why=error.message)
        ) from None
    if searches:
        page = _of_lines(lines.gather_lines(request))
        return replace(
            page, verdict=found.verdict, because=(found.answer, *found.unlike, *page.because)
        )
    return Page(
        title=message("summary-title", title=" / ".join(found.names)),
        answer=found.answer,
        because=found.because,
        figures=found.figures,
        sections=(found.effects,) if found.effects is not None else (),
        footer="",
        verdict=found.verdict,
    )
