"""JSON documents in a file: one, several behind each other, or several between lines of words.

One at a time, so that a stream of an hour's statuses takes the memory of one of them.
"""

import json
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from pydantic_core import from_json

from plimsoll.features.imports.messages import message
from plimsoll.features.imports.results.source import File

Object = dict[str, Any]
MOST = 256 << 20
"""Characters of one document."""
_OPENING = re.compile(r"(?P<quote>(?:> ?)*)(?P<indent>\s*)(?P<before>[^{]*)\{(?P<rest>.*)")
"""A line with a brace, behind the marks of a quotation or a shell's prompt."""
_KEY = re.compile(r'\s*(?:"|\}|$)')
_OF_JSON = re.compile(
    r'\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*)?'
    r'(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[\[{]\s*[\]}]?|[\]}])?\s*,?\s*'
)
"""A line of a document as fio prints it: a key, a value, or a bracket."""
_MESSAGE = re.compile(r"fio: .*")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_NO_NUMBER = re.compile(r"(:\s*)-?(?:nan|inf)\b(?=\s*[,\n}\]])", re.IGNORECASE)


class RepairedDocument(Object):
    """A document between whose lines something else stood."""


def read(file: File) -> Iterator[tuple[Object, int]]:
    """Every JSON document in the file with the line that it begins at. Words between them
    (warnings, fio's normal output, a page of Markdown) are passed over, and so are messages that
    another stream wrote between the lines of a document.

    fio writes a document from a line `{` to a line `}`; where that does not hold, a document is
    what parses from its first brace on."""
    if (alone := _alone(file)) is not None:
        yield alone
        return
    parts: list[str] = []
    trials = _Trials()
    began = size = 0
    quote, closing = "", "}"
    for number, given in file.lines():
        text = given[len(quote) :] if quote and given.startswith(quote) else given
        if len(parts) == 1 and parts[0] == "{" and not _KEY.match(text):
            # A brace of something else.
            parts = []
        if not parts:
            # fio ends its JSON with a line of blanks, of which the pattern would try every one.
            opened = _OPENING.match(given) if "{" in given else None
            if opened is None or not _opens(opened):
                continue
            quote, closing = opened["quote"], opened["indent"] + "}"
            began, size, trials = number, 0, _Trials()
            text = "{" + opened["rest"].rstrip()
            if text != "{":
                whole = _parse_object(text)
                if whole is not None:
                    yield whole, number
                    continue
        parts.append(text)
        size += len(text) + 1
        if size > MOST:
            raise file.bad(partial(message, "json-too-large", most=MOST >> 20), began)
        if text.startswith(closing) and len(parts) > 1 and trials.worth(parts, size):
            made, rest = _whole(file, "\n".join(parts), began)
            if made is None:
                continue
            yield made, began
            parts = []
            # `}{`, as concatenated streams have it.
            for document in rest:
                yield document, number
    if parts and parts != ["{"]:
        made, rest = _whole(file, "\n".join(parts), began)
        if made is None:
            raise file.bad(partial(message, "json-without-end"), began)
        yield made, began
        for document in rest:
            yield document, began


def _alone(file: File) -> tuple[Object, int] | None:
    """The document of a file that holds nothing else, and its line: nearly every file is one, and
    to look at a million lines takes three times as long as to parse them."""
    text = file.utf8(MOST)
    if text is None or not text.lstrip().startswith(b"{"):
        return None
    found = _parse_object(text)
    return None if found is None else (found, 1 + text.count(b"\n", 0, text.index(b"{")))


class _Trials:
    """Which closing braces are worth a trial of the whole document so far. Where nothing is
    indented every object closes at the begin of a line, and a trial at each of a million would
    take hours: after some in vain only a brace that closes what the first one opened is tried."""

    def __init__(self) -> None:
        self._counted = 0
        self._open = 0
        self._spent = 0

    def worth(self, parts: list[str], size: int) -> bool:
        if self._spent > size:
            self._open += sum(map(_open_braces, parts[self._counted :]))
            self._counted = len(parts)
            if self._open > 0 or self._spent > 64 * size:
                return False
        self._spent += size
        return True


def _open_braces(text: str) -> int:
    """Number of braces that the line leaves open."""
    bare = _STRING.sub("", text) if '"' in text and ("{" in text or "}" in text) else text
    return bare.count("{") - bare.count("}")


def _opens(line: re.Match[str]) -> bool:
    """Whether a document may begin at this brace: at the begin of a line, or behind words where a
    key follows."""
    if not line["before"]:
        return _KEY.match(line["rest"]) is not None
    rest = line["rest"].strip()
    return not rest or rest.startswith('"fio version"')


def _parse_object(text: str | bytes) -> Object | None:
    try:
        found = from_json(text, allow_inf_nan=True)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _repair(text: str) -> Object | None:
    """The document without the lines that are none of its own. A message may break a line in two;
    fio prints what is no number as nan."""
    own_lines: list[str] = []
    joined = ""
    lines = text.split("\n")
    for line in lines:
        whole = joined + line
        joined = ""
        if _OF_JSON.fullmatch(whole) or _NO_NUMBER.search(f"{whole}\n"):
            own_lines.append(whole)
        elif (message := _MESSAGE.search(whole)) is not None:
            joined = whole[: message.start()].rstrip("\n")
            joined = "" if not joined.strip() else joined
    found = _parse_object(_NO_NUMBER.sub(r"\1null", "\n".join([*own_lines, joined])))
    return found if found is None or len(own_lines) == len(lines) else RepairedDocument(found)


def _whole(file: File, text: str, line: int) -> tuple[Object | None, list[Object]]:
    """The document, and others that follow on its last line; (None, []) if it is incomplete."""
    found = _parse_object(text)
    if found is not None:
        return found, []
    decoder = json.JSONDecoder()
    rest: list[Object] = []
    at = len(text) - len(text.lstrip())
    while at < len(text):
        try:
            one, at = decoder.raw_decode(text, at)
        except RecursionError:
            raise file.bad(partial(message, "json-too-deep"), line) from None
        except ValueError as error:
            # A document that ends too early may continue in the next line; other errors are final.
            ends = getattr(error, "pos", 0) >= len(text.rstrip()) - 1
            if ends or "Unterminated" in getattr(error, "msg", ""):
                return None, []
            if rest:
                break
            if (mended := _repair(text)) is not None:
                return mended, []
            where = line + text.count("\n", 0, getattr(error, "pos", 0))
            why = str(getattr(error, "msg", error)).lower()
            raise file.bad(partial(message, "json-damaged", why=why), where) from None
        if not isinstance(one, dict):
            break
        rest.append(one)
        found_brace = text.find("{", at)
        if found_brace < 0:
            break
        at = found_brace
    return (rest[0], rest[1:]) if rest else (None, [])
