"""Text and tables that a feature provides for its kind of campaign, for reports that know no
kinds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base.feature import load
from plimsoll.store import Store, kinds

if TYPE_CHECKING:
    from plimsoll.judge.levels import Level
    from plimsoll.report.describe import Table
    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.report.first.summary import Summary


@dataclass(frozen=True)
class Parts:
    """The parts that a kind of campaign may provide. None: the core provides it, or nothing."""

    summary: Callable[[Store, Evidence], Summary] | None = None
    """The first screen."""
    sentence: Callable[[Store, Evidence], str] | None = None
    """The result in a sentence or a few; empty without one."""
    sentences: Callable[[Evidence], tuple[str, ...]] | None = None
    """Each of several answers in a sentence."""
    table: Callable[[Evidence], Table] | None = None
    """The answers as a table, for the page to sign."""
    objective: Callable[[Evidence], str] | None = None
    """The requirement that takes the place of an objective, in a few words."""
    levels: Callable[[Evidence], list[Level]] | None = None
    """Reference lines of the charts."""


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
