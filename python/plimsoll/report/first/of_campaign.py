"""The first screen of a campaign with several questions: its Points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.report.common import answer, reference_levels
from plimsoll.report.describe import Badge, Figure
from plimsoll.report.evidence import figures as point_figures
from plimsoll.report.evidence import objective_counts, point_outcomes, points
from plimsoll.report.first import of_run
from plimsoll.report.first.summary import Summary, sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.report.common.reference_levels import LevelResult
    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.report.evidence.objective_counts import ObjectiveCounts
    from plimsoll.report.evidence.point_outcomes import PointOutcomes
    from plimsoll.report.evidence.points import Places
    from plimsoll.store import Store


def no_verdict_summary(evidence: Evidence) -> Summary:
    """The summary of a campaign without a verdict."""
    state = {"running": "still running", "interrupted": "interrupted"}.get(
        evidence.campaign.state, "it ended without one"
    )
    badge = Badge("none", "No answer yet" if state == "still running" else "No answer")
    runs_text = f"{answer.runs(len(evidence.measured_runs))} kept"
    return Summary(badge, (f"No answer: {state} ({runs_text}).",))


def of_points(store: Store, evidence: Evidence) -> Summary:
    """The summary of a grid: Points that met objective and levels, the range of rates, then how
    the Points ended."""
    places = points.gather(evidence)
    met = objective_counts.gather(store, evidence, places)
    held = reference_levels.level_results(store, evidence, places)
    ended = point_outcomes.gather(evidence, places)
    low, high, top = _ends(places)
    between = low if low == high else f"{low} to {high}"
    everywhere = " everywhere" if low == high and len(places.all) > 1 else ""
    reach = f"{between} IOPS{everywhere}" if between else ""
    judged = [part for part in (_met_text(met), reference_levels.short(held)) if part]
    ended_ok = ended.ok == ended.total
    open_ = [ended.outages, ended.unrecorded.words, "" if ended_ok else ended.short]
    parts = [part for part in (*judged, reach, *open_) if part] or [ended.short]
    heads = tuple(
        sentence(words)
        for words in dict.fromkeys("; ".join(parts[:n]) for n in range(len(parts), 0, -1))
    )
    return Summary(
        _badge(evidence, met, held, ended),
        heads,
        _number(
            met, low, high, top, runs=len(evidence.measured_runs) if len(places.all) == 1 else 0
        ),
        obstacle=sentence(ended.rest),
        todo=_next(evidence, ended),
    ).with_rows(
        ("Operations lost", ended.failed.words),
        ("Outages", ended.outages),
        ("Not recorded", ended.unrecorded.amount),
        ("Objective", evidence.objective_words),
        ("Levels", reference_levels.short(held)),
        ("IOPS", f"{between}{everywhere}" if met is not None else ""),
        ("Ended ok", f"{units.count(ended.ok)} of {units.count(ended.total)} {ended.noun}"),
    )


def _met_text(met: ObjectiveCounts | None) -> str:
    return "" if met is None else f"{met.value} met {met.brief_objective_words}"


def _number(
    met: ObjectiveCounts | None, low: str, high: str, top: float | None, *, runs: int
) -> Figure | None:
    """The main number. `runs`: how many Runs answer the only question; 0 with several questions."""
    if met is not None:
        return Figure("Met the objective", f"{met.kept} of {met.total}", met.rest or met.promised)
    if not high:
        return None
    if runs:
        basis = "one Run" if runs == 1 else f"mean of {units.count(runs)} Runs"
        return Figure("Achieved", f"{high} IOPS", basis, top)
    basis = f"lowest {low} IOPS" if low != high else "everywhere"
    return Figure("Highest", f"{high} IOPS", basis, top)


def _badge(
    evidence: Evidence,
    met: ObjectiveCounts | None,
    held: Sequence[LevelResult],
    ended: PointOutcomes,
) -> Badge:
    if evidence.campaign.state == "running":
        return Badge("none", "No answer yet")
    missed = any(level.missed for level in held)
    if met is None and not held:
        if not ended.ok:
            return of_run.NOT_CARRIED if ended.not_carried_count else Badge("none", "No answer")
        if ended.ok < ended.total:
            return Badge("mixed", f"Partly {'carried' if ended.conclusive else 'complete'}")
        if ended.failed or ended.outages:
            flaw = "but operations failed" if ended.failed else "but with outages"
            return Badge("mixed", f"Complete, {flaw}")
        if ended.unrecorded:
            return Badge("mixed", "Complete, but not all of it recorded")
        return Badge("measured", "Complete, no objective")
    all_met = met is None or met.kept == met.total
    if all_met and not missed:
        compared = met is not None and met.compared
        whole = ended.ok == ended.total and not (ended.failed or ended.outages or ended.unrecorded)
        whole = whole and not any(level.untold for level in held)
        if not compared and ended.unrecorded and not (ended.failed or ended.outages):
            return Badge("mixed", "Met, but not all of it recorded")
        if compared or not whole:
            return Badge("mixed", "Met, but not judged" if compared else "Met, with failures")
        return Badge("met", "Met")
    none = (met is None or met.kept == 0) and (not held or any(o.missed == o.total for o in held))
    if none and met is not None and met.missed == 0:
        return Badge("none", "No answer")
    return Badge("missed", "Missed") if none else Badge("mixed", "Partly met")


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
        return "Go on where it was: plimsoll campaign resume."
    if ended.conclusive:
        return of_run.TODO["cannot_carry"]
    return "See why with plimsoll campaign status, then ask those Points again."
