"""Parses figures, sizes and dates for all formats. Also maps documents of other programs to classes
that declare their keys or columns as attributes."""

import csv
import datetime
import math
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from plimsoll.features.imports.messages import message
from plimsoll.features.imports.numbers import POWERS
from plimsoll.features.imports.results.source import File

T = TypeVar("T")
N = TypeVar("N", int, float)
MOST = 1e18
"""No count, rate or time of a result is larger: what is, is damage. Products of two of them are
still numbers."""
_NUMBERS = (int, float)
"""Types of a number; true and false are none."""
_SIZE = re.compile(r"([\d.]+)\s*([kmgtpe]?)(?:i?b)?", re.IGNORECASE)


def number(text: str | None) -> float | None:
    """A figure that is one: not negative, finite, below `MOST`; none for anything else."""
    try:
        found = float(text) if text else None
    except ValueError:
        return None
    return found if found is not None and 0 <= found < MOST else None


def whole(text: str | None) -> int | None:
    """A whole number above 0; none for anything else."""
    found = number(text)
    return int(found) if found and found == int(found) else None


def size(text: str | None) -> int | None:
    """Bytes, with units of 1,024: `64KiB`, `4k`, `1 GB`, `65536`; none for what is no single
    size."""
    found = _SIZE.fullmatch((text or "").strip())
    value = None if found is None else number(found[1])
    if found is None or value is None:
        return None
    return int(value * 1024 ** POWERS[found[2].lower()]) or None


def times(value: float | None, unit: float) -> float | None:
    """A figure in another unit; none stays none."""
    return None if value is None else value * unit


def middle(low: float, high: float) -> float:
    """The middle of a step of a distribution, as the logarithm has it; of the first, which begins
    at 0, its upper half."""
    return math.sqrt(low * high) if low else high / 2


def same(values: Iterable[T | None]) -> T | None:
    """The value that all have; none where they differ, or one has none."""
    known = set(values)
    return known.pop() if len(known) == 1 else None


def total(values: Iterable[N | None]) -> N | None:
    """The sum; none where one of them is unknown, or there is none."""
    several = list(values)
    known = [value for value in several if value is not None]
    return sum(known) if several and len(known) == len(several) else None


def date_ns(text: str | None, *forms: str) -> int | None:
    """Parses a time in one of these forms, in ns, as UTC."""
    for form in forms:
        try:
            moment = datetime.datetime.strptime(text or "", form).replace(tzinfo=datetime.UTC)
        except ValueError:
            continue
        return int(moment.timestamp() * 1e9)
    return None


def iso_ns(text: str | None) -> int | None:
    """A time with its zone, in ns since 1970-01-01 UTC; none for one without."""
    try:
        moment = datetime.datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return None if moment.tzinfo is None else int(moment.timestamp() * 1e9)


def cells(file: File, text: str, line: int, separator: str) -> list[str]:
    """The cells of a row of a CSV file. Raises Bad."""
    try:
        return next(csv.reader([text], delimiter=separator), [])
    except csv.Error as error:
        raise file.bad(partial(message, "no-csv-row", why=str(error)), line) from None


def required_figure(file: File, given: object, name: str, line: int | None = None) -> float:
    """A figure that has to be one. Raises Bad; `name` is what the file calls it."""
    text = str(given)
    try:
        found = float(text)
    except ValueError:
        raise file.bad(
            partial(message, "figure-no-number", name=name, given=text[:40]), line
        ) from None
    if not 0 <= found < MOST:
        raise file.bad(partial(message, "figure-impossible", name=name, given=text[:40]), line)
    return found


class Place(NamedTuple):
    """The place of a document or row, for errors."""

    file: File
    line: int | None = None
    name: str = ""
    """Name of the document or row."""


class Fields:
    """A row of a table, or an object of a JSON document. A subclass declares its fields:

        class Latency(Fields):
            mean = Figure("avg_us", unit=1e3)

    A missing field is None. So is a field that is no figure, unless the class overrides `number`,
    as `StrictFields` does. Each field is read once, so the row must not change."""

    def __init__(self, given: Mapping[str, Any], place: Place | None = None) -> None:
        self.given, self.place = given, place

    def number(self, given: object, name: str) -> float | None:
        """A value as a figure."""
        del name
        return number(str(given))


class StrictFields(Fields):
    """A row or object that raises Bad for what is no figure."""

    def number(self, given: object, name: str) -> float | None:
        """A value as a figure. Raises Bad."""
        assert self.place is not None, "a row that can be refused has a place"
        return required_figure(self.place.file, given, f"'{name}'", self.place.line)


R = TypeVar("R", bound=Fields)


class once(Generic[R, T]):  # noqa: N801  # a decorator
    """A property that is worked out once, as `cached_property` does with a lock that takes longer
    than most of them."""

    def __init__(self, function: Callable[[R], T]) -> None:
        self._function = function

    def __get__(self, row: R, owner: type[R] | None = None) -> T:
        found = row.__dict__[self._function.__name__] = self._function(row)
        return found


F = TypeVar("F", bound=Fields)


class Field(Generic[T]):
    """A key or column, by the names that it has in different versions: the first that is there."""

    def __init__(self, name: str, *others: str) -> None:
        self.name, self.others = name, others
        self._attribute = ""

    def __set_name__(self, owner: type[Fields], attribute: str) -> None:
        self._attribute = attribute

    def __get__(self, row: Fields, owner: type[Fields] | None = None) -> T | None:
        value = row.given.get(self.name)
        if value is not None and value != "":
            found = self._read(row, value, self.name)
        else:
            found = self._find(row)
        # Kept in the row, where the next look finds it before it comes here.
        row.__dict__[self._attribute] = found
        return found

    def _find(self, row: Fields) -> T | None:
        """The value where its first name has none."""
        for name in self.others:
            value = row.given.get(name)
            if value is not None and value != "":
                return self._read(row, value, name)
        return None

    def _read(self, row: Fields, value: Any, name: str) -> T | None:
        del row, name
        return self._parse(value)

    def _parse(self, value: Any) -> T | None:
        raise NotImplementedError


class Figure(Field[float]):
    """A figure, multiplied by `unit`."""

    def __init__(self, name: str, *others: str, unit: float = 1.0) -> None:
        super().__init__(name, *others)
        self.unit = unit

    def __get__(self, row: Fields, owner: type[Fields] | None = None) -> float | None:
        # A number of a document that every class takes as it is: a file has a million of them.
        value: Any = row.given.get(self.name)
        if type(value) in _NUMBERS and 0 <= value < MOST:
            found: float = value * self.unit
            row.__dict__[self._attribute] = found
            return found
        return super().__get__(row, owner)

    def _read(self, row: Fields, value: Any, name: str) -> float | None:
        found = row.number(value, name)
        return found if found is None or self.unit == 1.0 else found * self.unit


class Count(Field[int]):
    """A count; decimals are cut."""

    def _read(self, row: Fields, value: Any, name: str) -> int | None:
        found = row.number(value, name)
        return None if found is None else int(found)


class Whole(Field[int]):
    """A whole number above 0; none for anything else."""

    def _parse(self, value: Any) -> int | None:
        return whole(str(value))


class Size(Field[int]):
    """Bytes, with or without a unit."""

    def _parse(self, value: Any) -> int | None:
        return size(str(value))


class Text(Field[str]):
    """A text without the blanks around it."""

    def _parse(self, value: Any) -> str | None:
        return str(value).strip() or None


class Flag(Field[bool]):
    """Yes (1, true, yes) or no."""

    def _parse(self, value: Any) -> bool | None:
        return str(value).strip().lower() in ("1", "true", "yes")


class Raw(Field[object]):
    """The value as it is."""

    def _read(self, row: Fields, value: Any, name: str) -> object:
        del row, name
        return value


class Table(Field[Mapping[str, Any]]):
    """An object whose keys are data; None for anything else, or if empty."""

    def _read(self, row: Fields, value: Any, name: str) -> Mapping[str, Any] | None:
        del row, name
        return value if isinstance(value, dict) and value else None


class Part(Field[F]):
    """A nested object, declared by another class; None for anything else."""

    def __init__(self, fields: type[F], name: str, *others: str) -> None:
        super().__init__(name, *others)
        self.fields = fields

    def _read(self, row: Fields, value: Any, name: str) -> F | None:
        del name
        return self.fields(value, row.place) if isinstance(value, dict) else None


class Parts(Field[list[F]]):
    """The objects in a list; other items are skipped."""

    def __init__(self, fields: type[F], name: str, *others: str) -> None:
        super().__init__(name, *others)
        self.fields = fields

    def _read(self, row: Fields, value: Any, name: str) -> list[F]:
        del name
        several = value if isinstance(value, list) else []
        return [self.fields(value, row.place) for value in several if isinstance(value, dict)]
