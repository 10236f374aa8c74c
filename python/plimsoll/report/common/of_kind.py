"""What a feature says of a campaign of its kind, for reports that know no kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base.feature import load
from plimsoll.store import kinds

if TYPE_CHECKING:
    from collections.abc import Callable

    from plimsoll.judge.levels import Level
    from plimsoll.report.describe import Table
    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.report.first.summary import Summary
    from plimsoll.store import Store


@dataclass(frozen=True)
class Parts:
    """What a kind has words of its own for; None: the core says it, or nothing is said."""

    summary: Callable[[Store, Evidence], Summary] | None = None
    """The first screen."""
    sentence: Callable[[Store, Evidence], str] | None = None
    """What was found, in a sentence or a few; empty where that is nothing."""
    sentences: Callable[[Evidence], tuple[str, ...]] | None = None
    """Each of several answers in a sentence."""
    table: Callable[[Evidence], Table] | None = None
    """These as a table, for the one page that is signed."""
    objective: Callable[[Evidence], str] | None = None
    """What was asked in the place of an objective, in a few words."""
    levels: Callable[[Evidence], list[Level]] | None = None
    """The lines that charts draw beside what was measured."""


NOTHING = Parts()


def of(evidence: Evidence) -> Parts:
    """The parts of the kind of a campaign."""
    kind = kinds.of(evidence.campaign)
    parts: Parts = NOTHING if kind.report is None else load(kind.report)
    return parts


def sentences(evidence: Evidence) -> tuple[str, ...]:
    """Each of several answers in a sentence."""
    own_sentences = of(evidence).sentences
    return () if own_sentences is None else own_sentences(evidence)
