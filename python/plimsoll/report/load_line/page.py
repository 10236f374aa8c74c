"""The report of load lines: how a single search found its line, or the curves of several over each
other.

Several lines come from a family (`find --read 100,70,0`), from a campaign with a file, or from
several named campaigns."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from plimsoll.base import language
from plimsoll.judge.timeline.periods import LONG_S
from plimsoll.report import conditions, first_screen
from plimsoll.report.common import answer, charts, host_grid, tables
from plimsoll.report.describe import Chart, Page, Table
from plimsoll.report.evidence import counters, records
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.evidence.points import WAITING, mark_words
from plimsoll.report.first import full
from plimsoll.report.load_line import fit, lines, side_by_side, slow_intervals
from plimsoll.report.load_line.lines import ReportLine
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest
from plimsoll.report.run import periods, timeline
from plimsoll.store import kinds


def fits(evidence: Evidence) -> str | None:
    """Needs a search, or Points at several offered rates."""
    if evidence.points:
        return None if lines.has_lines(evidence) else message("no-points-with-lines")
    if kinds.of(evidence.campaign).several:
        return message("asks-several-questions")
    return None


def joins(request: ReportRequest) -> str | None:
    """Every campaign needs a line or a curve."""
    return next(
        (why for evidence in (request.evidence, *request.others) if (why := _alone(evidence))), None
    )


def _alone(evidence: Evidence) -> str | None:
    """Why a campaign cannot be laid over others: single Runs and closed loops have no curve."""
    if why := fits(evidence):
        return why
    if (
        evidence.points
        or evidence.answer.find is not None
        or len({run.offered_rate for run in evidence.measured_runs}) > 1
    ):
        return None
    offered = next((run.offered_rate for run in evidence.measured_runs), None)
    return message("only-closed-loops") if offered is None else message("one-offered-rate")


def build(request: ReportRequest) -> Page:
    """The page of the report. Raises UsageError when one of several campaigns has no line."""
    _refuse(request)
    found = lines.gather_lines(request)
    if (
        len(found) == 1
        and not request.others
        and (not request.evidence.points or found[0].evidence.answer.read_from_runs)
    ):
        return _one(request, found[0].evidence)
    return _several(request, found)


def _refuse(request: ReportRequest) -> None:
    from plimsoll.base.errors import UsageError

    for evidence in (request.evidence, *request.others):
        if why := fits(evidence):
            raise UsageError(
                *message.refusal("no-line-to-lay-over", campaign=evidence.campaign.id, why=why)
            )


def _one(request: ReportRequest, evidence: Evidence) -> Page:
    """The page of one line; `evidence` has only the Runs of that line."""
    beside = (
        _in_no_line(request, [], errors=tables.has_errors([request.evidence]), only_line=evidence)
        if request.evidence.points
        else None
    )
    hold = evidence.final_hold
    collected = counters.gather(request.store, evidence)
    line = charts.load_line(evidence)
    sections: list[Chart | Table | None] = [line]
    if collected is not None and line is not None:
        sections.append(counters.over_rate(collected, *charts.runs_by_rate(evidence), beside=line))
    sections += [fit.chart(evidence), slow_intervals.chart(evidence)]
    if hold is not None:
        sections += _of_hold(request, evidence, hold, collected)
    spec = evidence.spec
    target = records.target_words(spec["target"]["name"]) if spec else message("no-target")
    title = "run-on" if evidence.campaign.kind == "run" else "load-line-of"
    first = first_screen.of(request)
    return Page(
        title=message(title, target=target),
        answer=full.headline(evidence),
        because=(
            *full.because(evidence, first.rows),
            *(_missing(request, []) if request.evidence.points else ()),
        ),
        figures=full.figures(evidence),
        sections=(
            *(section for section in sections if section is not None),
            tables.every_run(evidence),
            *_syncs([evidence]),
            *((beside,) if beside is not None else ()),
            *(() if collected is None else counters.tables(collected, hold)),
            *conditions.conditions(evidence),
        ),
        footer=language.listing((conditions.footer(evidence), answer.workload(evidence))),
        data=conditions.data(evidence),
        first=first,
    )


def _of_hold(
    request: ReportRequest,
    evidence: Evidence,
    hold: Run,
    collected: counters.CollectedCounters | None,
) -> list[Chart | Table | None]:
    """The charts and tables of the final hold: over time, its counters and hosts, its
    distribution."""
    store = request.store
    over_time = charts.hold_over_time(
        hold, read=evidence.answer.read_from_runs and hold.verdict == "pass"
    )
    sections: list[Chart | Table | None] = [over_time]
    if hold.measure_s >= LONG_S:
        sections.append(periods.table(timeline.read(store, hold.row)[0]))
    if collected is not None and over_time is not None:
        sections.append(counters.over_time(collected, hold, over_time))
    sections += [host_grid.chart(store, hold), host_grid.table(hold)]
    distribution = store.histograms(hold.row.id)
    sections.append(charts.distribution(hold, distribution, request.curve, evidence))
    return sections


def _several(request: ReportRequest, found: Sequence[ReportLine]) -> Page:
    campaigns = side_by_side.whole(found)
    drawn = [
        side_by_side.rates(found),
        side_by_side.curves(found),
        slow_intervals.chart_of_lines([(line.name, line.evidence) for line in found]),
    ]
    evidence = request.evidence
    errors = tables.has_errors((*campaigns, *(line.evidence for line in found)))
    every = [(line, tables.every_run(line.evidence, errors=errors)) for line in found]
    beside = _in_no_line(request, found, errors=errors)
    numbers = language.listing(str(campaign.campaign.id) for campaign in campaigns)
    many, footer = len(campaigns) > 1, conditions.footer(evidence)
    return Page(
        title=side_by_side.title(found),
        answer=side_by_side.headline(found),
        because=(
            *lines.differences(found),
            *side_by_side.because(found),
            *_missing(request, found),
        ),
        figures=side_by_side.figures(found),
        sections=(
            *(chart for chart in drawn if chart is not None),
            side_by_side.table(found),
            side_by_side.every_run(found, every),
            *_syncs([line.evidence for line in found]),
            *((beside,) if beside is not None else ()),
            *conditions.conditions_of(campaigns if many else [evidence]),
        ),
        footer=message("footer-campaigns", footer=footer, campaigns=numbers) if many else footer,
        data=conditions.data(evidence)
        | {
            "lines": [
                {
                    "name": line.name,
                    "campaign": line.evidence.campaign.id,
                    "result": line.evidence.result,
                }
                for line in found
            ]
        },
        slicers=side_by_side.slicers(found),
    )


def _syncs(campaigns: Sequence[Evidence]) -> tuple[Table, ...]:
    found = tables.syncs(campaigns)
    return () if found is None else (found,)


def _in_no_line(
    request: ReportRequest,
    found: Sequence[ReportLine],
    *,
    errors: bool,
    only_line: Evidence | None = None,
) -> Table | None:
    """The Runs outside all lines: of Points that failed or lack an offered rate, or replaced by
    a later attempt."""
    drawn = {
        run.row.id
        for holder in (*(holder.evidence for holder in found), *((only_line,) if only_line else ()))
        for run in holder.runs
    }
    campaigns = [campaign for campaign in (request.evidence, *request.others) if campaign.points]
    left = [
        replace(campaign, runs=tuple(run for run in campaign.runs if run.row.id not in drawn))
        for campaign in campaigns
    ]
    rests = [tables.every_run(campaign, errors=errors) for campaign in left if campaign.runs]
    if not rests:
        return None
    rows = tuple(row for table in rests for row in table.rows)
    runs = tuple(run for table in rests for run in table.runs)
    caption = f"{message('why-in-no-line')} {rests[0].caption}"
    title = message("runs-in-no-line", n=len(rows))
    return replace(rests[0], title=title, rows=rows, runs=runs, caption=caption)


def _missing(request: ReportRequest, found: Sequence[ReportLine]) -> list[str]:
    """Sentences on Points without an answer, and on interrupted Runs."""
    sentences = []
    for evidence in (request.evidence, *request.others):
        states = Counter(
            WAITING.get(point.state, point.state)
            for point in evidence.points
            if point.state != "finished"
        )
        if left := sum(states.values()):
            became = language.listing(
                message("count-marked", count=n, mark=mark_words(state))
                for state, n in states.most_common()
            )
            of, campaign = len(evidence.points), evidence.campaign.id
            sentences.append(
                message("points-waiting", n=left, of=of, campaign=campaign, became=became)
                if set(states) <= set(WAITING.values())
                else message("points-unanswered", n=left, of=of, campaign=campaign, became=became)
            )
    return [
        *sentences,
        *answer.interruption_sentences(run for line in found for run in line.evidence.runs),
    ]
