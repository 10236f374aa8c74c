"""Findings as codes with figures, and the catalogues that put them into words.

A catalogue has a text for each code, with its figures by name (`{rate:,.0f} IOPS`), or a function
of its figures. Each feature has its own catalogue.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from plimsoll.base import units

Figures: TypeAlias = Mapping[str, Any]
Catalogue: TypeAlias = Mapping[str, str | Callable[[Figures], str]]


class Code(Protocol):
    """A code of a catalogue, with its figures."""

    @property
    def kind(self) -> str:
        """The code."""

    @property
    def figures(self) -> Figures:
        """Per s, ns, bytes, shares 0 to 1, by name; texts from elsewhere."""


def code_text(code: Code, catalogue: Catalogue, **more: str) -> str:
    """A code in words; `more` are figures that are already written out."""
    written, figures = catalogue[code.kind], {**code.figures, **more}
    return units.fill_sentence(written, **figures) if isinstance(written, str) else written(figures)
