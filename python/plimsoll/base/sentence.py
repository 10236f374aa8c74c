"""Sentences that are worded where they are read.

A campaign writes remarks into its store and tells them to readers of other processes, whose
language it does not know. Such a remark is a `Sentence`: `str` words it in the language of now, and
a store keeps its code and figures:

    Sentence(partial(message, "unsettled", point=3, latency=Sentence(partial(units.nanos, ns))))

A figure that is a sentence itself is worded with it, so numbers have the marks of the language.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from plimsoll.base import units
from plimsoll.base.language import LANGUAGES, for_programs, listing, writing
from plimsoll.base.messages import ENGLISH, Catalogue

_PACKAGE = Path(__file__).resolve().parents[1]
_CATALOGUE = re.compile(r"[a-z]+(/[a-z]+)?")
_FORMATS: dict[str, Callable[..., str]] = {
    "nanos": units.nanos,
    "seconds": units.exact_seconds,
    "significant": units.significant,
    "listing": listing,
}
"""How figures are written, by the names that stores keep."""
_BEGIN = '{"message": '
_UNREADABLE = (AttributeError, KeyError, OverflowError, RecursionError, TypeError, ValueError)
"""What reading raises where a store keeps something else than `store_text` wrote."""


class Sentence(NamedTuple):
    """A sentence in every language; `ask` words it in the language of now."""

    ask: Callable[[], str]

    def __str__(self) -> str:
        return self.ask()


Words: TypeAlias = str | Sentence


def translations(words: object) -> dict[str, str]:
    """The words in each language but English; none of a text, which is the same in all of them."""
    if isinstance(words, str):
        return {}
    found = {}
    for code in LANGUAGES:
        if code != ENGLISH:
            with writing(code):
                found[code] = str(words)
    return found


def store_text(words: Words) -> str:
    """What a store keeps: a text as it is, a sentence as code and figures. Beside them stands the
    English text, for a version that does not know the code. A text that begins as a sentence does
    is kept as one without a code, so that it is never taken for ours."""
    if isinstance(words, str):
        if not words.startswith(_BEGIN):
            return words
        return json.dumps({"message": None, "text": words}, ensure_ascii=False)
    with for_programs():
        return json.dumps({**_document(words), "text": str(words)}, ensure_ascii=False)


def read(kept: str) -> Words:
    """The sentence of a store, or the text that it keeps."""
    if not kept.startswith(_BEGIN):
        return kept
    try:
        document = json.loads(kept)
        text = str(document["text"])
    except _UNREADABLE:
        return kept
    try:
        found = _sentence(document)
        # A version may not have the message, or want other figures.
        str(found)
    except _UNREADABLE:
        return text
    return found


def _document(sentence: Sentence) -> dict[str, object]:
    ask = sentence.ask
    # Its code and its figures must be known apart.
    assert isinstance(ask, partial)
    if isinstance(ask.func, Catalogue):
        figures = {
            name: _document(figure) if isinstance(figure, Sentence) else figure
            for name, figure in ask.keywords.items()
        }
        return {"message": [ask.func.package, *ask.args], "figures": figures}
    name = next(name for name, write in _FORMATS.items() if write is ask.func)
    return {"format": [name, *ask.args]}


def _sentence(document: Mapping[str, Any]) -> Sentence:
    if "format" in document:
        name, *values = document["format"]
        return Sentence(partial(_FORMATS[name], *values))
    package, code = document["message"]
    if not _CATALOGUE.fullmatch(package):
        raise KeyError(package)
    figures = {
        name: _sentence(figure) if isinstance(figure, dict) else figure
        for name, figure in document["figures"].items()
    }
    catalogue = Catalogue(str(_PACKAGE / package / "messages" / "__init__.py"))
    return Sentence(partial(catalogue, code, **figures))
