"""Manifests as YAML text. Writes only; nothing here reads YAML.

Every text that could be taken for something else (`yes`, `1e3`, `~`) is written as JSON, which is
YAML, too. A text of several lines stays readable as a literal block.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Value: TypeAlias = "str | int | bool | Sequence[Value] | Mapping[str, Value]"
Manifest: TypeAlias = Mapping[str, Value]

PLAIN = re.compile(r"[A-Za-z/][A-Za-z0-9/._-]*")
"""Texts that YAML reads as themselves, unless they are one of RESERVED."""
RESERVED = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
LITERAL = re.compile(r"(?!\s)[^\x00-\x08\x0b-\x1f\x7f-\xa0\ud800-\udfff\u2028\u2029\ufeff]*\n")
"""Texts that a literal block keeps as they are: they end with one newline and begin with a word."""

MAX_KEY = 1000
"""Characters of a key on the line of its value. YAML allows 1,024 there; a longer key has a line of
its own."""


def documents(manifests: Sequence[Manifest]) -> str:
    """The manifests as one stream of YAML documents, for `kubectl apply -f -`."""
    return "---\n".join("".join(f"{line}\n" for line in _lines(one)) for one in manifests)


def _lines(value: Value) -> list[str]:
    """The lines of a mapping or a list that is not empty."""
    if isinstance(value, Mapping):
        return [line for key, part in value.items() for line in _pair(_text(key), part)]
    assert isinstance(value, Sequence)
    return [line for part in value for line in _item(part)]


def _pair(key: str, value: Value) -> list[str]:
    if len(key) > MAX_KEY:
        return [f"? {key}", *_entry(":", value)]
    return _entry(f"{key}:", value)


def _entry(key: str, value: Value) -> list[str]:
    if isinstance(value, str):
        if "\n" in value and LITERAL.fullmatch(value) and not value.endswith("\n\n"):
            return [f"{key} |", *(f"  {line}" for line in _block_lines(value))]
        return [f"{key} {_text(value)}"]
    if isinstance(value, bool | int):
        return [f"{key} {json.dumps(value)}"]
    if not value:
        return [f"{key} {'{}' if isinstance(value, Mapping) else '[]'}"]
    return [key, *(f"  {line}" for line in _lines(value))]


def _item(value: Value) -> list[str]:
    if isinstance(value, str):
        return [f"- {_text(value)}"]
    if isinstance(value, bool | int):
        return [f"- {json.dumps(value)}"]
    first, *rest = _lines(value) if value else ["{}" if isinstance(value, Mapping) else "[]"]
    return [f"- {first}", *(f"  {line}" for line in rest)]


def _block_lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n")


def _text(text: str) -> str:
    if PLAIN.fullmatch(text) and text.lower() not in RESERVED:
        return text
    # JSON writes what lies beyond 16 bits as two halves, which YAML does not join.
    return '"' + "".join(_sign(sign) for sign in text) + '"'


def _sign(sign: str) -> str:
    if ord(sign) > 0xFFFF:
        return f"\\U{ord(sign):08x}"
    return json.dumps(sign)[1:-1]
