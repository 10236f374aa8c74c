"""The sentences that people read, chosen by a code and filled with figures.

Each package that has some keeps them in a folder `messages`, one file a language in Project
Fluent's format: `en.ftl`, and beside it `ja.ftl` and `tr.ftl` for the messages of results. The
folder's `__init__.py` makes the function that gives them to the package:

    message = Catalogue(__file__)
    message("carries", disk=name, rate=units.rate(rate_per_s))
    raise UsageError(*message.refusal("no-such-disk", disk=name))

The caller formats each figure (`base/units.py`). A whole number is passed as a number, because it
chooses the form of a plural; it is printed without separators. `tools/catalogues.py` checks that
each code exists in each language, with the figures that it is given."""

from __future__ import annotations

from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plimsoll._native import Catalogue as Messages

ENGLISH = "en"
"""It has every message. A message that another language lacks is printed in English."""
_ROOT = Path(__file__).parents[2]
_EXACT = 2**53
"""The library computes with doubles: from here on a number is given as text."""

_SURROGATES = range(0xDC80, 0xDD00)
_FROM_SURROGATES = {sign: 0x10FF00 + sign - 0xDC80 for sign in _SURROGATES}
"""Python has bytes of file names that are not UTF-8 as lone surrogates, which no text of the native
side can have: they pass it as characters for private use."""
_TO_SURROGATES = {private: sign for sign, private in _FROM_SURROGATES.items()}

language: ContextVar[str] = ContextVar("language", default=ENGLISH)
"""The language of the reader, as in the name of a catalogue's file."""


class Catalogue:
    """The messages of a package."""

    def __init__(self, module_file: str) -> None:
        self._folder = Path(module_file).parent

    @property
    def package(self) -> str:
        """The package that has them: `campaign`, `features/limits`."""
        return self._folder.parent.relative_to(_ROOT).as_posix()

    def __call__(self, code: str, /, **figures: object) -> str:
        """The message of this code in the language of the reader.

        Raises KeyError for a code that does not exist and ValueError for a figure that is missing.
        """
        given = [(name, _figure(value)) for name, value in figures.items()]
        return _sentence(self._folder, language.get(), code, tuple(given))

    def refusal(self, code: str, remedy: str = "", /, **figures: object) -> tuple[str, str]:
        """What is wrong and what to do now, as the errors of `base/errors.py` take them: the
        messages of this code and of `code-now`, or of the `remedy` that several refusals share.
        Each takes those of the figures that it wants."""
        return self(code, **figures), self(remedy or f"{code}-now", **figures)


@lru_cache(maxsize=1024)
def _sentence(
    folder: Path, chosen: str, code: str, figures: tuple[tuple[str, int | str], ...]
) -> str:
    # Kept, since the Runs of an import and the rows of a report repeat theirs by the thousand.
    given = list(figures)
    text = _messages(folder, chosen).format(code, given)
    if text is None and chosen != ENGLISH:
        text = _messages(folder, ENGLISH).format(code, given)
    if text is None:
        raise KeyError(code)
    return text.translate(_TO_SURROGATES) if not text.isascii() else text


@cache
def _messages(folder: Path, name: str) -> Messages:
    # Loaded late: most commands need the sentences of two or three packages.
    from plimsoll._native import Catalogue as Messages

    path = folder / f"{name}.ftl"
    files = [(str(path), path.read_text(encoding="utf-8"))] if path.is_file() else []
    return Messages(name, files)


def _figure(value: object) -> int | str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < _EXACT:
        return value
    text = str(value)
    return text if text.isascii() else text.translate(_FROM_SURROGATES)


message = Catalogue(__file__)
"""The messages of `base` itself."""
