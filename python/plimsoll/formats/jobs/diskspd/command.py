"""diskspd's command line: flags with their values attached (`-b8K`), and targets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plimsoll.formats.jobs.diskspd import names
from plimsoll.formats.jobs.diskspd.profile_model import Span, Target, size
from plimsoll.formats.jobs.problems import Problem, cut
from plimsoll.formats.numbers import BadValueError, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LONGEST_S = 366 * 86_400
MOST_THREADS = 1024


class Reading:
    """A command line as it is read."""

    def __init__(self, problems: list[Problem], told: list[Problem]) -> None:
        self.problems, self.told = problems, told
        self.target: dict[str, Any] = {}
        self.span: dict[str, Any] = {}
        self.paths: list[str] = []
        self.profile: Path | None = None
        self.total: dict[str, int] = {}
        """Threads over all targets (-F), and outstanding of each of those (-O)."""

    def refuse(self, word: str, name: str) -> None:
        """A flag that is not supported."""
        known = names.known(names.FLAGS, name)
        why = "" if known is None else f": {known.why}"
        self.problems.append(Problem("", f"flag {cut(word)} is not supported{why}", True))

    def tell(self, word: str, name: str) -> None:
        """A flag that is accepted with a word."""
        known = names.known(names.FLAGS, name)
        assert known is not None
        self.told.append(Problem(f"flag {cut(word)}", known.why))


def read(words: Sequence[str], problems: list[Problem], told: list[Problem]) -> Reading:
    """The command line; what is wrong is added to the problems."""
    found = Reading(problems, told)
    block = Target.block
    for word in words:
        # Other sizes may be given in blocks.
        if word.startswith("-b"):
            block = _size(found, word, block)
    found.target["block"] = block or Target.block
    for word in words:
        if not word.startswith("-") or word == "-":
            found.paths.append(word)
        elif word[1:2] in READERS:
            try:
                READERS[word[1]](found, word, word[2:])
            except BadValueError as error:
                problems.append(Problem("", f"flag {cut(word)} {error}"))
        else:
            known = " ".join(f"-{letter}" for letter in READERS)
            problems.append(Problem("", f"flag {cut(word)} is not one of diskspd's: {known}", True))
    return found


def span(found: Reading) -> Span:
    """What the command line asks for; more problems where it does not fit together."""
    problems = found.problems
    if not found.paths:
        problems.append(Problem("", "diskspd needs a target: a file or device behind the flags"))
    if found.total and len(found.paths) > 1:
        problems.append(
            Problem("", "-F and -O with several targets are not supported: give -t and -o", True)
        )
    if "threads" in found.total:
        if "threads" in found.target:
            problems.append(Problem("", "-F and -t exclude each other"))
        found.target["threads"] = found.total["threads"]
    if "outstanding" in found.total:
        found.target["outstanding"] = found.total["outstanding"]
    base = Target("", **_rated(found.target))
    return Span(tuple(replace(base, path=path) for path in found.paths), **found.span)


def _rated(target: dict[str, Any]) -> dict[str, Any]:
    """Bytes per millisecond of a thread as its IOPS."""
    found = {key: value for key, value in target.items() if key != "bytes_per_ms"}
    if "bytes_per_ms" in target:
        found["rate"] = target["bytes_per_ms"] * 1000 / target["block"]
    return found


def _size(found: Reading, word: str, block: int) -> int:
    try:
        value = size(word[2:], block)
        if not value:
            raise BadValueError("is no block")
    except BadValueError as error:
        found.problems.append(Problem("", f"flag {cut(word)} {error}"))
        return block
    return value


def _sized(name: str, least: int = 0) -> Callable[[Reading, str, str], None]:
    def read_size(found: Reading, word: str, text: str) -> None:
        del word
        value = size(text, found.target["block"])
        if value < least:
            raise BadValueError("is too small")
        found.target[name] = value

    return read_size


def _counted(where: str, name: str, least: int, most: int) -> Callable[[Reading, str, str], None]:
    def read_count(found: Reading, word: str, text: str) -> None:
        del word
        getattr(found, where)[name] = whole(text, least, most)

    return read_count


def _nothing(found: Reading, word: str, text: str) -> None:
    """What has no meaning here."""
    del found, word, text


def _refused(name: str) -> Callable[[Reading, str, str], None]:
    def refuse(found: Reading, word: str, text: str) -> None:
        del text
        found.refuse(word, name)

    return refuse


def _told(name: str) -> Callable[[Reading, str, str], None]:
    def tell(found: Reading, word: str, text: str) -> None:
        del text
        found.tell(word, name)

    return tell


def _f(found: Reading, word: str, text: str) -> None:
    if text and not set(text) - set("rst"):
        return
    _sized("largest", 1)(found, word, text)


def _g(found: Reading, word: str, text: str) -> None:
    if text[-1:] == "i":
        found.target["rate"] = float(whole(text[:-1], 1, 1 << 40))
    else:
        found.target["bytes_per_ms"] = whole(text, 1, 1 << 40)
    found.tell(word, "-g")


def _r(found: Reading, word: str, text: str) -> None:
    if text.startswith("d"):
        found.refuse(word, "-rd")
        return
    found.target["random"] = True
    if text.startswith("s"):
        found.target["random_percent"] = float(whole(text[1:], 0, 100))
        if 0 < found.target["random_percent"] < 100:
            found.tell(word, "-rs")
    elif text:
        found.target["align"] = max(1, size(text, found.target["block"]))


def _s(found: Reading, word: str, text: str) -> None:
    if text.startswith("i"):
        found.target["interlocked"] = True
        text = text[1:]
    if text:
        _sized("stride", 1)(found, word, text)


def _cache(found: Reading, word: str, text: str) -> None:
    for letter in text or "u":
        if letter == "h":
            found.target |= {"direct": True, "write_through": True}
        elif letter == "u":
            found.target["direct"] = True
        elif letter == "w":
            found.target["write_through"] = True
        elif letter in "mr":
            found.refuse(word, f"-S{letter}")
        elif letter != "b":
            raise BadValueError("has a letter that is none of b, h, m, r, u, w")


def _hard(found: Reading, word: str, text: str) -> None:
    """diskspd's old name of -Sh."""
    if text:
        raise BadValueError("has no value")
    _cache(found, word, "h")


def _w(found: Reading, word: str, text: str) -> None:
    del word
    found.target["write_percent"] = float(whole(text or "0", 0, 100))


def _z(found: Reading, word: str, text: str) -> None:
    del word
    found.span["seed"] = whole(text, 0, 1 << 52) if text else 1


def _content(found: Reading, word: str, text: str) -> None:
    if not text:
        found.target["content"] = "zero"
    elif text == "r":
        found.target["content"] = "random"
    elif "," in text:
        found.refuse(word, "-Z<size>,<file>")
    else:
        size(text, found.target["block"])
        found.target["content"] = "random"
        found.tell(word, "-Z<size>")


def _form(found: Reading, word: str, text: str) -> None:
    if text != "text":
        found.refuse(word, "-R")


def _profile(found: Reading, word: str, text: str) -> None:
    del word
    if not text:
        raise BadValueError("names no file: -Xprofile.xml")
    found.profile = Path(text)


def _priority(found: Reading, word: str, text: str) -> None:
    if text != "3":
        found.refuse(word, "-I")


def _intervals(found: Reading, word: str, text: str) -> None:
    del word
    found.span["bucket_ms"] = whole(text, 1, 3_600_000) if text else 1000


def _latency(found: Reading, word: str, text: str) -> None:
    del word, text
    found.span["latency"] = True


READERS: dict[str, Callable[[Reading, str, str], None]] = {
    "a": _told("-a"),
    "b": _nothing,
    "B": _sized("base"),
    "c": _sized("file_size", 1),
    "C": _nothing,
    "d": _counted("span", "duration", 1, LONGEST_S),
    "D": _intervals,
    "e": _refused("-e"),
    "f": _f,
    "F": _counted("total", "threads", 1, MOST_THREADS),
    "g": _g,
    "h": _hard,
    "i": _refused("-i"),
    "j": _refused("-j"),
    "I": _priority,
    "l": _nothing,
    "L": _latency,
    "n": _nothing,
    "N": _refused("-N"),
    "o": _counted("target", "outstanding", 1, 1 << 16),
    "O": _counted("total", "outstanding", 1, 1 << 16),
    "p": _refused("-p"),
    "P": _nothing,
    "r": _r,
    "R": _form,
    "s": _s,
    "S": _cache,
    "t": _counted("target", "threads", 1, MOST_THREADS),
    "T": _refused("-T"),
    "v": _nothing,
    "w": _w,
    "W": _counted("span", "warmup", 0, LONGEST_S),
    "x": _nothing,
    "X": _profile,
    "y": _refused("-y"),
    "z": _z,
    "Z": _content,
}
"""By the letter of a flag. `-b` is read first: other sizes may be given in blocks."""
