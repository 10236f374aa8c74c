"""Parsers and phrases that several groups of checks share."""

import re

from plimsoll.features.doctor.messages import message
from plimsoll.native.machine import Unreadable

LONGEST_LIST = 4096
"""Processors of a list that are counted: the most that x86 kernels are built for is 8192, and
nobody has them."""


def percent(share: float) -> str:
    """A share of 0..1."""
    return f"{share * 100:.0f} %" if share >= 0.1 or share == 0 else f"{share * 100:.1f} %"


def several(names: list[str], most: int = 4) -> str:
    """Names with commas; beyond `most` their number."""
    if len(names) <= most:
        return ", ".join(names)
    return message("and-more", names=", ".join(names[:most]), more=len(names) - most)


def processors(text: str) -> list[int]:
    """The processors in a list such as `0-3,8`. Raises Unreadable for anything else."""
    found: list[int] = []
    for part in text.strip().split(","):
        match = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?", part.strip())
        if not match or len(found) > LONGEST_LIST:
            raise Unreadable(*message.refusal("list-of-processors", "says", part=f"{part[:40]!r}"))
        first = int(match[1])
        found.extend(range(first, min(int(match[2] or first), first + LONGEST_LIST) + 1))
    return found


def by_key(text: str) -> dict[str, int]:
    """Lines `Name:   123 kB` or `name 123` as numbers by name, without their unit; other lines are
    left out."""
    found = {}
    for line in text.splitlines():
        match = re.match(r"([A-Za-z0-9_()]+):?\s+(\d{1,20})\b", line)
        if match:
            found[match[1]] = int(match[2])
    return found


def required_number(numbers: dict[str, int], key: str, where: str) -> int:
    """That number. Raises Unreadable when the text has none."""
    if key not in numbers:
        raise Unreadable(where, message("no-key", key=key))
    return numbers[key]
