"""Values as fio writes them: sizes, times, numbers, lists for reads, writes and trims.

Units are fio's, not ours: with `kb_base=1024`, its default, k is 1024 and kib is 1000; with
`kb_base=1000` it is the other way round (HOWTO.rst, "Parameter types"; read off fio 3.33 with
`--create_only`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

NUMBER = re.compile(r"(0x[0-9a-f]+|\d+(?:\.\d+)?)\s*([a-z%]*)", re.IGNORECASE)
POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
TIMES_US = {
    "d": 86_400_000_000,
    "h": 3_600_000_000,
    "m": 60_000_000,
    "s": 1_000_000,
    "ms": 1_000,
    "us": 1,
}
MOST_DIGITS = 40
LARGEST = 1 << 63


class BadValueError(Exception):
    """What is wrong with a value, in words that follow its name."""


class UnsupportedValueError(BadValueError):
    """The value has a meaning in fio, and none here."""


@dataclass(frozen=True)
class Size:
    """Bytes, or a share in percent."""

    bytes: int | None = None
    percent: float | None = None

    def of(self, whole: int) -> int:
        """In bytes, of something this large."""
        return self.bytes if self.bytes is not None else int(whole * (self.percent or 0.0) / 100)


def number(text: str, kb_base: int = 1024) -> int:
    """Bytes or a count, with a unit of fio's. Raises BadValueError."""
    found = NUMBER.fullmatch(text.strip())
    if text.strip().startswith("-"):
        raise BadValueError("is negative")
    if not found or "%" in found[2]:
        raise BadValueError("is not a number")
    _bounded(found[1])
    if found[1].lower().startswith("0x"):
        return int(found[1], 16)
    unit = found[2].lower()
    other = 1000 if kb_base == 1024 else 1024
    base = other if unit.endswith("ib") else kb_base
    unit = re.sub("i?b$|i$", "", unit)
    if unit not in POWERS:
        raise BadValueError(f"has a unit that is not known: {found[2]}")
    value = (
        int(float(found[1]) * base ** POWERS[unit])
        if "." in found[1]
        else (int(found[1]) * base ** POWERS[unit])
    )
    if value >= LARGEST:
        raise BadValueError("is too large")
    return value


def size(text: str, kb_base: int = 1024) -> Size:
    """Bytes, or a percentage. Raises BadValueError."""
    if text.strip().endswith("%"):
        share = real(text.strip()[:-1])
        if not 0 < share <= 100:
            raise BadValueError("is not a percentage from 0% to 100%")
        return Size(percent=share)
    return Size(bytes=number(text, kb_base))


def real(text: str) -> float:
    """A plain number, from 0 on. Raises BadValueError."""
    if not re.fullmatch(r"\d+(\.\d*)?|\.\d+", text.strip()):
        raise BadValueError("is negative" if text.strip().startswith("-") else "is not a number")
    _bounded(text.strip())
    return float(text)


def _bounded(digits: str) -> None:
    """Python turns no text of more than 4,300 digits into a number, and none of ours is that
    long."""
    if len(digits) > MOST_DIGITS:
        raise BadValueError("is too large")


def whole(text: str, least: int, most: int) -> int:
    """A count within bounds. Raises BadValueError."""
    value = number(text)
    if not least <= value <= most:
        raise BadValueError(f"is not between {least} and {most}")
    return value


def span_us(text: str, unit: str) -> int:
    """A time in microseconds; `unit` is what a bare number counts. Raises BadValueError."""
    total = 0
    text = text.strip().lower()
    if text.startswith("-"):
        raise BadValueError("is negative")
    if not re.fullmatch(r"(\d+(\.\d+)?(d|h|ms|us|m|s)?)+", text):
        raise BadValueError("is not a time")
    for amount, of in re.findall(r"(\d+(?:\.\d+)?)(d|h|ms|us|m|s)?", text):
        _bounded(amount)
        total += int(float(amount) * TIMES_US[of or unit])
    if total > 366 * TIMES_US["d"]:
        raise BadValueError("is longer than a year")
    return total


def flag(text: str | None) -> bool:
    """On or off; an option without a value is on. Raises BadValueError."""
    if text is None:
        return True
    if text.strip().lower() in ("1", "true", "yes"):
        return True
    if text.strip().lower() in ("0", "false", "no"):
        return False
    raise BadValueError("is neither 0 nor 1")


def by_direction(text: str) -> tuple[str, str, str]:
    """`r[,w[,t]]`: what is left out is what stands before it; an empty part is fio's default, told
    as ''."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > 3:
        raise BadValueError("has more than three parts: reads, writes, trims")
    read = parts[0]
    write = parts[1] if len(parts) > 1 else read
    trim = parts[2] if len(parts) > 2 else write
    return read, write, trim
