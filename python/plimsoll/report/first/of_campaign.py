"""The first screen of a campaign with several questions: its Points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.report.common import answer, import_text, reference_levels
from plimsoll.report.common.reference_levels import LevelResult
from plimsoll.report.describe import Badge, Figure
from plimsoll.report.evidence import figures as point_figures
from plimsoll.report.evidence import objective_counts, point_outcomes, points
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.objective_counts import ObjectiveCounts
from plimsoll.report.evidence.point_outcomes import PointOutcomes
from plimsoll.report.evidence.points import Places
from plimsoll.report.first.summary import Summary, sentence
from plimsoll.report.grid import text as grid_text
from plimsoll.report.messages import message
from plimsoll.store import Store

if TYPE_CHECKING:
    from plimsoll.report.first.of_grid import GridFinding


def no_verdict_summary(evidence: Evidence) -> Summary:
    """The summary of a campaign without a verdict."""
    state, runs_text = evidence.campaign.state, answer.runs(len(evidence.measured_runs))
    badge = message("no-answer-yet") if state == "running" else message("no-answer")
    headline = message(f"without-verdict-{state}", runs=runs_text)
    return Summary(Badge("none", badge), (headline,))


def of_points(store: Store, evidence: Evidence, finding: GridFinding | None = None) -> Summary:
    """The summary of a grid: Points that met objective and levels, the finding or the range of
    rates, then how the Points ended."""
    places = points.gather(evidence)
    met = objective_counts.gather(store, evidence, places)
    held = reference_levels.level_results(store, evidence, places)
    ended = point_outcomes.gather(evidence, places)
    low, high, top = _ends(places)
    spread = "range" if low != high else "everywhere" if len(places.all) > 1 else "one"
    between = message("rates-of-places", spread=spread, low=low, high=high) if high else ""
    reach = message("iops-of-places", spread=spread, low=low, high=high) if high else ""
    wheres = grid_text.reaches(places) if spread == "range" else ()
    judged = [part for part in (_met_text(met), reference_levels.short(held)) if part]
    ended_ok = ended.ok == ended.total
    open_ = [ended.outages, ended.unrecorded.words, "" if ended_ok else ended.short]
    parts = [part for part in (*judged, reach, *open_) if part] or [ended.short]
    choices = [[*judged, where, *filter(None, open_)] for where in wheres]
    choices += [parts[:n] for n in range(len(parts), 0, -1)]
    choices += [[words] for words in reference_levels.shorter(held)]
    headlines: dict[str, list[str]] = {}
    for choice in choices:
        headlines.setdefault(sentence(language.clauses(choice)), choice)
    heads = tuple(headlines)
    of_rows = {ended.short: ended.ok_text, **dict.fromkeys((reach, *wheres), between)}
    of_rows[_met_text(met)] = evidence.objective_words
    stated = tuple(tuple(of_rows.get(part, part) for part in headlines[head]) for head in heads)
    number = _number(
        met, low, high, top, runs=len(evidence.measured_runs) if len(places.all) == 1 else 0
    )
    if finding is not None and not judged and not any(open_):
        heads, number, stated = finding.heads, finding.number, ()
    return Summary(
        _badge(evidence, met, held, ended),
        heads,
        number,
        stated=stated,
        rows=() if finding is None else finding.rows,
        obstacle=sentence(ended.rest),
        todo=_next(evidence, ended),
    ).with_rows(
        (message("operations-lost"), ended.failed.words),
        (message("use-name"), _use_text(evidence)),
        (message("outages"), ended.outages),
        (message("not-recorded"), ended.unrecorded.amount),
        (message("objective"), evidence.objective_words),
        (message("levels"), reference_levels.short(held)),
        ("IOPS", between if met is not None else ""),
        (message("ended-ok"), ended.ok_text),
    )


def _use_text(evidence: Evidence) -> str:
    """How far imported Runs are usable; empty without a limit."""
    runs = [run.required_measurement for run in evidence.measured_runs]
    return import_text.use_of_runs([run.imported for run in runs if run.imported is not None])


def _met_text(met: ObjectiveCounts | None) -> str:
    if met is None:
        return ""
    return message("places-met", places=met.value, objective=met.brief_objective_words)


def _number(
    met: ObjectiveCounts | None, low: str, high: str, top: float | None, *, runs: int
) -> Figure | None:
    """The main number. `runs`: how many Runs answer the only question; 0 with several questions."""
    if met is not None:
        kept = message("n-of", n=met.kept, of=met.total)
        return Figure(message("met-the-objective"), kept, met.rest or met.promised)
    if not high:
        return None
    if runs:
        basis = message("mean-of-runs", runs=runs, count=units.count(runs))
        return Figure(message("achieved"), message("iops", rate=high), basis, top)
    basis = message("lowest-rate", rate=low) if low != high else message("everywhere")
    return Figure(message("highest"), message("iops", rate=high), basis, top)


def _badge(
    evidence: Evidence,
    met: ObjectiveCounts | None,
    held: Sequence[LevelResult],
    ended: PointOutcomes,
) -> Badge:
    if evidence.campaign.state == "running":
        return Badge("none", message("no-answer-yet"))
    missed = any(level.missed for level in held)
    if met is None and not held:
        if not ended.ok:
            if ended.not_carried_count:
                return Badge("missed", message("badge-not-carried"))
            return Badge("none", message("no-answer"))
        complete = message("complete")
        if ended.ok < ended.total:
            return Badge(
                "mixed",
                message("partly-carried") if ended.conclusive else message("partly-complete"),
            )
        if ended.failed:
            return Badge("mixed", message("but-operations-failed", badge=complete))
        if ended.outages:
            return Badge("mixed", message("complete-with-outages"))
        if ended.unrecorded:
            return Badge("mixed", message("but-not-recorded", badge=complete))
        return Badge("measured", message("badge-complete"))
    all_met = met is None or met.kept == met.total
    if all_met and not missed:
        compared = met is not None and met.compared
        whole = ended.ok == ended.total and not (ended.failed or ended.outages or ended.unrecorded)
        whole = whole and not any(level.untold for level in held)
        if not compared and ended.unrecorded and not (ended.failed or ended.outages):
            return Badge("mixed", message("but-not-recorded", badge=message("badge-met")))
        if compared or not whole:
            return Badge(
                "mixed", message("met-not-judged") if compared else message("met-with-failures")
            )
        return Badge("met", message("badge-met"))
    none = (met is None or met.kept == 0) and (not held or any(o.missed == o.total for o in held))
    if none and met is not None and met.missed == 0:
        return Badge("none", message("no-answer"))
    if none:
        return Badge("missed", message("badge-missed"))
    return Badge("mixed", message("partly-met"))


def _ends(places: Places) -> tuple[str, str, float | None]:
    """The lowest and highest rate that describes the target, as text, and the highest as a
    number; empty without any."""
    measure = point_figures.rate(places)
    found = sorted(
        (figure.value, figure.text)
        for place in places.all
        if places.is_shown(place) and (figure := measure.read(place)) is not None
    )
    return (found[0][1], found[-1][1], found[-1][0]) if found else ("", "", None)


def _next(evidence: Evidence, ended: PointOutcomes) -> str:
    if ended.ok == ended.total and not ended.waiting:
        return ""
    if evidence.campaign.state == "interrupted" or ended.waiting:
        return message("resume-it")
    if ended.conclusive:
        return message("outcome-todo-cannot_carry")
    return message("ask-points-again")
