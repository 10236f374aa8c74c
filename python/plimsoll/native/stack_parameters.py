"""Parameters of a described stack that replace values of its file: `multipath.switch_after=1000`,
`host.esx.count=8`.

The native side validates them against the stack (`crates/storage/src/spec/parameters.rs`). This
module parses the text.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from plimsoll.base import reading
from plimsoll.base.errors import UsageError
from plimsoll.native.messages import message
from plimsoll.native.values import TargetValues

PREFIX = "stack."
"""Optional prefix of a parameter: in campaigns it separates a stack's keys from the campaign's."""
KINDS = ("host", "client", "volume")
"""Tables of a stack file that campaigns do not have: their keys need no prefix there."""


def parse_flags(given: Iterable[str]) -> list[str]:
    """Parameters of `--set` with one value each, in the native form. Raises UsageError for an
    invalid one, or a list."""
    found = []
    for text in given:
        key, equals, value = text.removeprefix(PREFIX).partition("=")
        if not equals or "." not in key:
            raise UsageError(*message.refusal("parameter-unreadable", text=text))
        if len(values(value)) > 1:
            raise UsageError(
                *message.refusal(
                    "parameter-list",
                    text=text,
                    prefix=PREFIX,
                    name=key.strip(),
                    value=value.strip(),
                )
            )
        given = _value(value)
        # A table is flattened to its keys, as in a campaign's file.
        inside = flat(given, f"{key.strip()}.") if isinstance(given, dict) else {key.strip(): given}
        found += native(inside)
    return found


def values(text: str) -> list[Any]:
    """The values of a comma-separated list, each parsed as TOML, else a text: `1,1000`, `5us,10us`,
    `[["a", "b"]]`."""
    return [_value(part) for part in _parts(text)]


def _value(text: str) -> Any:
    try:
        return reading.toml(f"v = {text}")["v"]
    except (ValueError, KeyError):
        return text.strip()


def _parts(text: str) -> list[str]:
    """A text cut at its commas, but not within brackets and quotes."""
    parts, depth, quote, start = [], 0, "", 0
    for at, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in "[{":
            depth += 1
        elif sign in "]}":
            depth -= 1
        elif sign == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]


def flat(tables: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Nested tables as one table of dotted keys: `{"host": {"esx": {"count": 8}}}` is
    `{"host.esx.count": 8}`."""
    found: dict[str, Any] = {}
    for key, inside in tables.items():
        if isinstance(inside, dict):
            found |= flat(inside, f"{before}{key}.")
        else:
            found[f"{before}{key}"] = inside
    return found


def value(given: object) -> str:
    """A value for readers."""
    return f"{given:g}" if isinstance(given, float) and abs(given) < 1e6 else str(given)


def words(target: Mapping[str, Any]) -> list[str]:
    """The parameters of a Point's target in words: `multipath.switch_after 1000`."""
    return [f"{key} {value(given)}" for key, given in TargetValues.of(target).parameters.items()]


def apart(name: str) -> tuple[str, str]:
    """Splits a Run's name of described storage into name and parameters: `stack:a.toml with
    disk.servers=4` is `stack:a.toml` and `disk.servers=4`."""
    found = re.match(r"(stack:.*?) with ([\w.-]+\s*=.*)$", name, re.DOTALL)
    return (found[1], found[2]) if found else (name, "")


def merge_parameters(named: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Names with their parameters in words, each name once: without parameters where they vary."""
    given: dict[str, set[str]] = {}
    for name, parameters in named:
        given.setdefault(name, set()).add(parameters)
    return [(name, "" if len(sets) > 1 else sets.pop()) for name, sets in given.items()]


def target_display_name(target: Mapping[str, Any]) -> str:
    """The target of a Point for readers: `tuned, multipath.switch_after 1000`."""
    return ", ".join([target["name"], *words(target)])


def native(given: Mapping[str, Any]) -> list[str]:
    """Parameters by NAME.KEY in the native form."""
    return [f"{key}={_toml(value)}" for key, value in given.items()]


def refuse(given: Mapping[str, Any]) -> None:
    """Raises ValueError for lists that are empty or have a value twice, and for values of types
    that no stack has."""
    for key, found in given.items():
        written = [value(entry) for entry in (found if isinstance(found, list) else [found])]
        if not written:
            raise ValueError(message("parameter-empty", key=key))
        if twice := next((entry for entry in written if written.count(entry) > 1), None):
            raise ValueError(message("parameter-twice", key=key, value=twice))
        try:
            _toml(found)
        except UsageError as error:
            raise ValueError(f"stack.{key}: {error.message}") from None


def _toml(given: object) -> str:
    """A value as TOML. Raises UsageError for types that no stack has, such as a date."""
    match given:
        case bool():
            return "true" if given else "false"
        case int():
            return str(given)
        case float() if math.isfinite(given):
            return repr(given)
        case str():
            return json.dumps(given, ensure_ascii=False)
        case list():
            return f"[{', '.join(map(_toml, given))}]"
        case dict():
            inside = (f"{json.dumps(key)} = {_toml(entry)}" for key, entry in given.items())
            return f"{{ {', '.join(inside)} }}"
    raise UsageError(*message.refusal("parameter-of-no-type", value=given))
