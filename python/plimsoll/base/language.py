"""The reader's language: how it is chosen, and how it writes numbers, lists, dates and capitals.

The conventions are those of the Unicode CLDR (tests/base/test_language.py compares them with Babel,
which has all of it and is too large to be installed with every command); a share in English has the
space of the SI brochure. Sentences come from the catalogues (`base/messages`).
"""

import contextlib
import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from functools import wraps
from types import MappingProxyType
from typing import NamedTuple, ParamSpec, TypeVar

from plimsoll.base.messages import ENGLISH, language

P = ParamSpec("P")
T = TypeVar("T")


class Conventions(NamedTuple):
    """How a language writes."""

    name: str
    """Of the language, in itself."""
    marks: Mapping[int, int] = MappingProxyType({})
    """From the marks of English numbers to its own."""
    share: str = "{} %"
    day: str = "%Y-%m-%d"
    day_of_year: str = "%d %b"
    """A day where the year is known."""
    separator: str = ", "
    """Between the parts of a list."""
    interval: str = "{} .. {}"
    """From the low to the high end of figures."""
    clause: str = "; "
    """Between clauses that may have commas."""
    stop: str = "."
    gap: str = " "
    """Between sentences."""
    units: Mapping[str, str] = MappingProxyType({})
    """Units that are words, by their English ones."""
    capitals: Mapping[int, str] = MappingProxyType({})
    """Letters whose capital is another one than in English."""


LANGUAGES = {
    ENGLISH: Conventions("English"),
    "ja": Conventions(
        "日本語",
        share="{}%",
        day="%Y年%-m月%-d日",
        day_of_year="%-m月%-d日",
        separator="、",
        interval="{}～{}",
        clause="、",
        stop="。",
        gap="",
        units={"min": "分", "h": "時間", "bytes": "バイト"},
    ),
    "tr": Conventions(
        "Türkçe",
        marks=str.maketrans(",.", ".,"),
        share="%{}",
        day="%d.%m.%Y",
        interval="{} – {}",
        day_of_year="%d.%m",
        units={"min": "dk", "h": "sa", "bytes": "bayt"},
        capitals={ord("i"): "İ"},
    ),
}
"""By their codes (BCP 47)."""


def of_environment(environment: Mapping[str, str]) -> str:
    """The language of the locale (POSIX: LC_ALL, else LC_MESSAGES, else LANG); English for others
    than ours."""
    given = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return _code_of(next(filter(None, given), "")) or ENGLISH


def of_browser(header: str, otherwise: str) -> str:
    """The first of our languages in an `Accept-Language` header, by its weights."""
    wanted = []
    for place, part in enumerate(header.split(",")):
        name, _, weight = part.partition(";")
        with contextlib.suppress(ValueError):
            q = float(weight.strip().removeprefix("q=") or 1)
            if (known := _code_of(name.strip())) is not None and q > 0:
                wanted.append((-q, place, known))
    return min(wanted)[2] if wanted else otherwise


def _code_of(name: str) -> str | None:
    code = name.lower().replace("_", "-").partition(".")[0].partition("-")[0]
    return code if code in LANGUAGES else None


class _Reader:
    code = ENGLISH


_reader = _Reader()


def choose(code: str) -> None:
    """Sets the reader's language for this process."""
    _reader.code = code


def of_reader() -> str:
    """The reader's language of this process. What is stored, and what other programs read, is
    English whatever it is: a sentence is in this language only within `for_reader`."""
    return _reader.code


_at_reader: ContextVar[bool] = ContextVar("at_reader", default=False)
"""Whether times are those of the reader's clock. What is stored, and what other programs read, is
in UTC, so that it does not depend on the machine."""


@contextlib.contextmanager
def writing(code: str) -> Iterator[None]:
    """The sentences made within are in this language, and their times are local."""
    with _writing(code, at_reader=True):
        yield


@contextlib.contextmanager
def for_programs() -> Iterator[None]:
    """The sentences made within are in English, and their times are in UTC."""
    with _writing(ENGLISH, at_reader=False):
        yield


@contextlib.contextmanager
def _writing(code: str, *, at_reader: bool) -> Iterator[None]:
    tokens = language.set(code), _at_reader.set(at_reader)
    try:
        yield
    finally:
        language.reset(tokens[0])
        _at_reader.reset(tokens[1])


def answering(*, as_json: bool) -> contextlib.AbstractContextManager[None]:
    """What a verb answers: for the reader, or in English as JSON."""
    return for_programs() if as_json else writing(of_reader())


def for_reader(function: Callable[P, T]) -> Callable[P, T]:
    """A function that prints for people: its sentences are in the reader's language."""

    @wraps(function)
    def printing(*arguments: P.args, **named: P.kwargs) -> T:
        with writing(of_reader()):
            return function(*arguments, **named)

    return printing


def is_english() -> bool:
    """Whether sentences are in English now, as those that are stored are."""
    return language.get() == ENGLISH


def of_sentences() -> str:
    """The code of the language that sentences are in now."""
    return language.get()


def conventions() -> Conventions:
    """Those of the reader."""
    return LANGUAGES[language.get()]


def number(english: str) -> str:
    """A number that is written as in English, with the reader's marks."""
    return english.translate(marks) if (marks := conventions().marks) else english


def share(number_of_percent: str) -> str:
    """A number of percent with its sign."""
    sign = number_of_percent[:1] if number_of_percent[:1] in "+-−" else ""
    return sign + conventions().share.format(number_of_percent[len(sign) :])


def unit(english: str) -> str:
    """A unit."""
    return conventions().units.get(english, english)


def listing(parts: Iterable[str]) -> str:
    """The parts of a list, one after the other."""
    return conventions().separator.join(parts)


def interval(low: str, high: str) -> str:
    """Two ends of an interval."""
    return conventions().interval.format(low, high)


def clauses(parts: Iterable[str]) -> str:
    """Clauses that may have commas, one after the other."""
    return conventions().clause.join(parts)


def sentences(texts: Iterable[str]) -> str:
    """Whole sentences, one after the other."""
    return conventions().gap.join(texts)


def sentences_without_last_stop(texts: Iterable[str]) -> str:
    """Sentences one after the other, the last without its full stop, to be put into another."""
    *first, last = texts
    return sentences([*map(with_stop, first), last])


def without_stop(text: str) -> str:
    """A sentence without the full stop at its end, to be put into another."""
    return text.rstrip(".。")


def with_stop(text: str) -> str:
    """The text with one full stop."""
    return f"{without_stop(text)}{conventions().stop}"


def sentence(text: str) -> str:
    """A clause as a sentence: with a capital letter and one full stop."""
    return capital(with_stop(text)) if text else text


def capital(text: str) -> str:
    """The text with a capital letter at its start."""
    first = text[:1]
    return (conventions().capitals.get(ord(first)) or first.upper()) + text[1:] if text else text


def moment(at_ns: int) -> datetime.datetime:
    """A time in ns since 1970-01-01 UTC as the reader's clock shows it."""
    at = datetime.datetime.fromtimestamp(at_ns / 1e9, datetime.UTC)
    return at.astimezone() if _at_reader.get() else at


def day(at: datetime.datetime) -> str:
    """A date."""
    return at.strftime(conventions().day)


def day_of_year(at: datetime.datetime) -> str:
    """A date without its year."""
    return at.strftime(conventions().day_of_year)


def minute(at: datetime.datetime) -> str:
    """A date with hours and minutes."""
    return f"{day(at)} {at:%H:%M}{_offset(at)}"


def second(at: datetime.datetime) -> str:
    """A date with hours, minutes and seconds."""
    return f"{day(at)} {at:%H:%M:%S}{_offset(at)}"


def _offset(at: datetime.datetime) -> str:
    """The offset of a time from UTC; empty for a time whose zone nobody knows."""
    offset = at.utcoffset()
    if offset is None:
        return ""
    hours = f"{at:%z}"
    return f" {hours[:3]}:{hours[3:5]}" if offset else " UTC"
