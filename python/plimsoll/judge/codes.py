"""What judges say, as codes with their figures, and how a catalogue puts one into words.

A catalogue has a text for each code, in which its figures stand by name (`{rate:,.0f} IOPS`), or a
function of its figures. Each feature has its own; none of them judges anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from plimsoll.base import units

Figures: TypeAlias = Mapping[str, Any]
Catalogue: TypeAlias = Mapping[str, str | Callable[[Figures], str]]


class Code(Protocol):
    """Something said as a code: of a kind that a catalogue has, with its figures."""

    @property
    def kind(self) -> str:
        """The code."""

    @property
    def figures(self) -> Figures:
        """Per s, ns, bytes, shares 0 to 1, by name; texts that were told."""


def said(code: Code, catalogue: Catalogue, **more: str) -> str:
    """A code in words; `more` are figures that others already wrote out."""
    written, figures = catalogue[code.kind], {**code.figures, **more}
    return units.fill_sentence(written, **figures) if isinstance(written, str) else written(figures)
