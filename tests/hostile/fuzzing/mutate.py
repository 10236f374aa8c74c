"""Mutations: of bytes, and of documents as trees."""

import copy
import json
import random
from typing import Any

from tests.words import argv

ODD: tuple[Any, ...] = (
    *(0, 1, -1, 2, 100, 101, 2**31, 2**53, 2**63 - 1, -(2**63), True, False),
    *(0.0, -0.0, 1e-300, 1e300, float("inf"), float("-inf"), float("nan")),
    *argv("0 -1 nan 1e999 4k 64k:50,4k:50 1s 0s 9999h 1ns 50% 101% 100..200 'p99 <= 1ms'"),
    *argv("'max over 1s <= 1ms' random sequential+30%random zipf:1.1 null: stack:none.toml"),
    *argv("../../etc/passwd {original} %s '' ' '"),
    *("x" * 5000, "é\u202e", "\x1b[2J", "\x00", "'; DROP TABLE run; --"),
    *([], [[]], {}, {"a": {}}, [1, "a", None, {}], [0] * 300, [{}, {}], {"name": "x"}, {"": ""}),
)
"""Values that fields do not expect."""


NOISE = (
    *(b"\0", b"\xff", b"\xef\xbb\xbf", b"\r\n", b"[" * 50, b"9" * 50),
    *(b'"', b"'''", b"=", b"\xe2\x80\xae", b"-", b"."),
)
"""Bytes that mean something to a parser."""


def of_bytes(draw: random.Random, data: bytes) -> bytes:
    """Some bytes flipped, taken out, put in twice, or replaced by noise."""
    out = bytearray(data)
    for _ in range(draw.choice((1, 1, 1, 2, 4, 16))):
        at = draw.randrange(len(out) + 1)
        length = draw.choice((1, 1, 2, 4, 16, 64, 1000))
        match draw.randrange(7):
            case 0 if out:
                out[min(at, len(out) - 1)] ^= 1 << draw.randrange(8)
            case 1:
                del out[at : at + length]
            case 2:
                out[at:at] = out[at : at + length]
            case 3:
                out[at : at + length] = draw.randbytes(length)
            case 4:
                out[at:at] = draw.choice(NOISE)
            case 5 if out:
                other = draw.randrange(len(out))
                out[at : at + length] = out[other : other + length]
            case _:
                del out[at:]
    return bytes(out)


def of_tree(draw: random.Random, tree: Any) -> Any:
    """The document with a few of its values replaced, moved, removed, doubled or wrapped."""
    made = copy.deepcopy(tree)
    for _ in range(draw.choice((1, 1, 2, 3, 6))):
        places = list(_places(made))
        if not places:
            return draw.choice(ODD)
        holder, key = draw.choice(places)
        match draw.randrange(8):
            case 0 | 1 | 2:
                holder[key] = copy.deepcopy(draw.choice(ODD))
            case 3:
                del holder[key]
            case 4:
                other, of = draw.choice(places)
                if of in (other if isinstance(other, dict) else range(len(other))):
                    holder[key] = copy.deepcopy(other[of])
            case 5:
                holder[key] = [copy.deepcopy(holder[key]) for _ in range(draw.choice((1, 2, 50)))]
            case 6 if isinstance(holder, dict):
                holder[draw.choice(("x", "", "name", "path", "size", "é", "a.b", key + "s"))] = (
                    copy.deepcopy(holder[key])
                )
            case _:
                value = holder[key]
                if isinstance(value, int | float) and not isinstance(value, bool):
                    holder[key] = draw.choice(
                        (-value, value * 1000, value / 7, value + 1, str(value))
                    )
                elif isinstance(value, str):
                    holder[key] = of_bytes(draw, value.encode()).decode(errors="replace")
        made = made if isinstance(made, dict | list) else tree
    return made


def _places(tree: Any) -> list[tuple[Any, Any]]:
    """Every value of it, by what holds it and its key there."""
    found: list[tuple[Any, Any]] = []
    todo = [tree]
    while todo:
        one = todo.pop()
        for key, value in (
            one.items()
            if isinstance(one, dict)
            else enumerate(one)
            if isinstance(one, list)
            else ()
        ):
            found.append((one, key))
            if len(found) < 5000:
                todo.append(value)
    return found


def toml(tree: dict[str, Any]) -> str:
    """The document as TOML, inline but for its top tables; what TOML cannot say is left to its
    reader to refuse."""
    lines = [
        f"{_key(key)} = {_value(value)}" for key, value in tree.items() if not _is_table(value)
    ]
    for key, value in tree.items():
        if _is_table(value):
            for one in value if isinstance(value, list) else [value]:
                lines.append(f"[[{_key(key)}]]" if isinstance(value, list) else f"[{_key(key)}]")
                lines += [f"{_key(name)} = {_value(inner)}" for name, inner in one.items()]
    return "\n".join(lines) + "\n"


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)
    )


def _key(key: str) -> str:
    return json.dumps(key)


def _value(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return (
                "{"
                + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items())
                + "}"
            )
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case str():
            return json.dumps(value)
        case None:
            return '""'
        case _:
            return str(value)
