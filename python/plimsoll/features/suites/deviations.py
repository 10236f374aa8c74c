"""The words of a suite's deviations, in the language of the reader.

A user's own suite has its deviations in the user's words, Plimsoll's suites have codes with
figures. The store keeps either as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from plimsoll.base import language
from plimsoll.features.suites.messages import message

if TYPE_CHECKING:
    from plimsoll.campaign.suite_table import Deviation


def texts(deviations: Iterable[str | Deviation]) -> list[str]:
    """Each deviation in words; a code that no suite of Plimsoll has, as it is."""
    return [one if isinstance(one, str) else _text(one) for one in deviations]


def _text(deviation: Deviation) -> str:
    figures = {name: _figure(value) for name, value in deviation.figures.items()}
    try:
        return message(f"deviation-{deviation.code}", **figures)
    except (KeyError, ValueError):
        return deviation.code


def _figure(value: int | str | list[str]) -> int | str:
    # An empty list is a key without a value, which a file of TOML cannot have.
    return language.listing(value) or message("none") if isinstance(value, list) else value
