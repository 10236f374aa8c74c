"""JSON documents in a file: one, several behind each other, or several between lines of words.

One at a time, so that a stream of an hour's statuses takes the memory of one of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pydantic_core import from_json

from plimsoll.formats.results.source import File

Object = dict[str, Any]
MOST = 256 << 20
"""Characters of one document."""


def read(file: File) -> Iterator[tuple[Object, int]]:
    """Every JSON document in the file with the line that it begins at. Words between them
    (warnings, fio's normal output) are passed over.

    fio writes a document from a line `{` to a line `}`; where that does not hold, a document is
    what parses from its first brace on."""
    parts: list[str] = []
    began = size = 0
    for number, text in file.lines():
        if not parts:
            if not text.lstrip().startswith("{"):
                continue
            began, size = number, 0
            if text.rstrip() != "{":
                whole = _parsed(text)
                if whole is not None:
                    yield whole, number
                    continue
        parts.append(text)
        size += len(text) + 1
        if size > MOST:
            raise file.bad(f"a JSON document is larger than {MOST >> 20} Mi characters", began)
        if text.startswith("}"):
            made, rest = _whole(file, "\n".join(parts), began)
            if made is None:
                continue
            yield made, began
            parts = []
            # `}{`, as concatenated streams have it.
            for one in rest:
                yield one, number
    if parts:
        made, rest = _whole(file, "\n".join(parts), began)
        if made is None:
            raise file.bad("a JSON document begins here and does not end", began)
        yield made, began
        for one in rest:
            yield one, began


def _parsed(text: str) -> Object | None:
    try:
        found = from_json(text, allow_inf_nan=True)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _whole(file: File, text: str, line: int) -> tuple[Object | None, list[Object]]:
    """The document, and those that follow it on its last line; none while it is not at its end."""
    found = _parsed(text)
    if found is not None:
        return found, []
    decoder = json.JSONDecoder()
    rest: list[Object] = []
    at = len(text) - len(text.lstrip())
    while at < len(text):
        try:
            one, at = decoder.raw_decode(text, at)
        except RecursionError:
            raise file.bad("the JSON in it is nested too deeply", line) from None
        except ValueError as error:
            # What ends too early may go on in the next line; anything else never will.
            ends = getattr(error, "pos", 0) >= len(text.rstrip()) - 1
            if ends or "Unterminated" in getattr(error, "msg", ""):
                return None, []
            if rest:
                break
            where = line + text.count("\n", 0, getattr(error, "pos", 0))
            raise file.bad(f"the JSON in it is damaged ({_why(error)})", where) from None
        if not isinstance(one, dict):
            break
        rest.append(one)
        found_brace = text.find("{", at)
        if found_brace < 0:
            break
        at = found_brace
    return (rest[0], rest[1:]) if rest else (None, [])


def _why(error: ValueError) -> str:
    return str(getattr(error, "msg", error)).lower()
