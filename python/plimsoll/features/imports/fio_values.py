"""Values as fio writes them: sizes, times, lists for reads, writes and trims.

Units are fio's, not ours: with `kb_base=1024`, its default, k is 1024 and kib is 1000; with
`kb_base=1000` it is the other way round (HOWTO.rst, "Parameter types"; read off fio 3.33 with
`--create_only`).
"""

import re
from dataclasses import dataclass
from functools import cache

from plimsoll.features.imports import numbers
from plimsoll.features.imports.numbers import MOST_DIGITS, POWERS, BadValueError, Units

TIMES_US = {
    "d": 86_400_000_000,
    "h": 3_600_000_000,
    "m": 60_000_000,
    "s": 1_000_000,
    "ms": 1_000,
    "us": 1,
}


@dataclass(frozen=True)
class Size:
    """Bytes, or a share in percent."""

    bytes: int | None = None
    percent: float | None = None

    def of(self, whole: int) -> int:
        """The size in bytes, for a target of `whole` bytes."""
        return self.bytes if self.bytes is not None else int(whole * (self.percent or 0.0) / 100)


@cache
def units(kb_base: int) -> Units:
    """fio's units of sizes and counts."""
    other = 1000 if kb_base == 1024 else 1024
    return {
        f"{prefix}{tail}": (other if tail == "ib" else kb_base) ** POWERS[prefix]
        for prefix in ("", *"kmgtp")
        for tail in ("", "b", "i", "ib")
    }


def number(text: str, kb_base: int = 1024) -> int:
    """Bytes or a count, with a unit of fio's. Raises BadValueError."""
    if re.fullmatch(rf"0x[0-9a-f]{{1,{MOST_DIGITS}}}", text.strip(), re.IGNORECASE):
        value = int(text, 16)
        if value >= numbers.LARGEST:
            raise BadValueError("is too large")
        return value
    return int(numbers.number(text, units(kb_base)))


def size(text: str, kb_base: int = 1024) -> Size:
    """Bytes, or a percentage. Raises BadValueError."""
    if text.strip().endswith("%"):
        share = numbers.percent(text)
        if not share:
            raise BadValueError("is not a percentage above 0")
        return Size(percent=share)
    return Size(bytes=number(text, kb_base))


def whole(text: str, least: int, most: int) -> int:
    """A count within bounds, with a unit of fio's. Raises BadValueError."""
    value = number(text)
    if not least <= value <= most:
        raise BadValueError(f"is not between {least} and {most}")
    return value


def span_us(text: str, unit: str) -> int:
    """A time in microseconds; `unit` is what a bare number counts. Raises BadValueError."""
    text = text.strip().lower()
    # Possessive: a long number could be taken apart in any number of ways otherwise.
    if not re.fullmatch(r"(?:\d++(?:\.\d++)?(?:d|h|ms|us|m|s)?)+", text):
        raise BadValueError("is negative" if text.startswith("-") else "is not a time")
    total = sum(
        int(numbers.real(amount) * TIMES_US[suffix or unit])
        for amount, suffix in re.findall(r"(\d+(?:\.\d+)?)(d|h|ms|us|m|s)?", text)
    )
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
    """Splits `r[,w[,t]]`. A missing part equals the one before it; an empty part is fio's default,
    returned as ''."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > 3:
        raise BadValueError("has more than three parts: reads, writes, trims")
    read = parts[0]
    write = parts[1] if len(parts) > 1 else read
    trim = parts[2] if len(parts) > 2 else write
    return read, write, trim
