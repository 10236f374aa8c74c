"""Parses quantities in promises and size files: rates with their unit, and values that the native
side parses."""

import re
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import AfterValidator

from plimsoll.base.errors import PlimsollError
from plimsoll.judge.messages import message
from plimsoll.native.session import parse_size, parse_span

VALUE = re.compile(
    r"\s*(?P<number>[0-9][0-9,_]*(\.[0-9]+)?)\s*"
    r"((?P<iops>iops|i/o/s)(\s*(/|per)\s*(?P<per>[gt]i?b))?|(?P<bytes>[kmgt]?i?b)/s)\s*",
    re.IGNORECASE,
)


def quantity(text: str) -> tuple[float, str, str | None]:
    """A promised value: (number per second, IOPS or bytes/s, the size that it is per). Raises
    ValueError."""
    found = VALUE.fullmatch(text)
    if found is None:
        raise ValueError(message("quantity-unreadable", text=text))
    number = float(re.sub("[,_]", "", found["number"]))
    if number <= 0:
        raise ValueError(message("quantity-zero", text=text))
    if found["iops"]:
        per = found["per"]
        return (
            number,
            "IOPS",
            None if per is None else per[0].upper() + per[1:].replace("b", "B").replace("I", "i"),
        )
    return float(parse_size(f"{number!r}{found['bytes']}")), "bytes/s", None


def native(read: Callable[[str], Any], text: str) -> Any:
    """Parses a quantity with the native side; its error becomes one of the document."""
    try:
        return read(text)
    except PlimsollError as error:
        raise ValueError(str(error)) from None


def read_by(read: Callable[[str], Any]) -> AfterValidator:
    """Validates a key of a document with `read`, and keeps its text."""

    def check(given: str | int) -> str | int:
        native(read, str(given))
        return given

    return AfterValidator(check)


Span = Annotated[str, read_by(parse_span)]
SizeText = Annotated[str, read_by(parse_size)]
Size = Annotated[str | int, read_by(parse_size)]
