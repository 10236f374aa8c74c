"""The verdict of a campaign of Points in words: how many meet its objective, how many miss its
named levels, then how many ended ok.

Used by the page to sign, headlines and the shelf. Ending ok is no verdict, so it never comes
first where there is something to meet."""

from plimsoll.base import language
from plimsoll.report.common import reference_levels
from plimsoll.report.evidence import objective_counts, point_outcomes, points
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.messages import message
from plimsoll.store import Store


def requirements_text(store: Store, evidence: Evidence) -> str:
    """Counts of Points for objective and levels: `1 of 5 Points met the objective; 13 of 36 miss
    'ideal'`; empty when there is nothing to meet."""
    places = points.gather(evidence)
    counts = objective_counts.gather(store, evidence, places)
    held = reference_levels.short(reference_levels.level_results(store, evidence, places))
    return language.clauses(
        [
            *([counts.verdict] if counts is not None else []),
            *([held] if held else []),
        ]
    )


def words(store: Store, evidence: Evidence, line: str = "") -> str:
    """The verdict. `line`: the verdict on its load lines, if it searched any."""
    ended = point_outcomes.gather(evidence)
    short = ended.short
    if ended.rest:
        short = message("ended-ok-and-rest", ended=short, rest=ended.rest)
    parts = [part for part in (line, requirements_text(store, evidence)) if part]
    parts = [
        *parts,
        short,
        *([] if parts or evidence.campaign.objective else [message("no-objective-set")]),
    ]
    return language.clauses([*parts, *ended.losses])


def sentence(store: Store, evidence: Evidence) -> str:
    """The verdict as the end of a headline: requirements met, then how the Points ended."""
    requirements = requirements_text(store, evidence)
    ended = point_outcomes.gather(evidence).sentence
    return f"{language.capital(requirements)}. {ended}" if requirements else ended
