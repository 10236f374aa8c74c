"""What a campaign of Points comes to, in words: how many meet its objective, how many miss the
levels that its file names, then how many ended ok.

The one place for the page to sign, the headline of every report and the shelf. That Points ended ok
is no verdict, so it never stands first where there is something to meet.
"""

from __future__ import annotations

from plimsoll.report.common import reference_levels
from plimsoll.report.evidence import objective_counts, point_outcomes, points
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.store import Store


def requirements_text(store: Store, evidence: Evidence) -> str:
    """`1 of 5 Points met the objective; 13 of 36 miss 'ideal'`; empty where there is nothing to
    meet."""
    places = points.gather(evidence)
    counts = objective_counts.gather(store, evidence, places)
    held = reference_levels.short(reference_levels.missed(store, evidence, places))
    return "; ".join(
        [*([f"{counts.value} {counts.verb}"] if counts is not None else []), *([held] if held else [])]
    )


def words(store: Store, evidence: Evidence, line: str = "") -> str:
    """The verdict. `line`: that on its load lines, where it searched for those."""
    ended = point_outcomes.gather(evidence)
    short = f"{ended.short} ({ended.rest})" if ended.rest else ended.short
    parts = [part for part in (line, requirements_text(store, evidence)) if part]
    open_ = ["no objective was set"] if not parts and not evidence.campaign.objective else []
    return f"{'; '.join([*parts, short, *open_])}{ended.loss_text}"


def sentence(store: Store, evidence: Evidence) -> str:
    """The same at length, as a headline ends: what is met, then how the Points ended."""
    requirements = requirements_text(store, evidence)
    ended = point_outcomes.gather(evidence).sentence
    return f"{requirements[0].upper()}{requirements[1:]}. {ended}" if requirements else ended
