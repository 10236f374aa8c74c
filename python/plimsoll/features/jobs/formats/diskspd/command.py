"""diskspd's command line: flags with their values attached (`-b8K`), and targets."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from plimsoll.features.imports.numbers import BadValueError, whole
from plimsoll.features.jobs.formats.diskspd import names, profile_model
from plimsoll.features.jobs.formats.diskspd.profile_model import Span, Target
from plimsoll.features.jobs.formats.problems import Notes, cut, option


class CommandLine:
    """A parsed command line."""

    def __init__(self, notes: Notes) -> None:
        self.notes, self.word = notes, ""
        self.target = Target()
        self.span = Span()
        self.counts: set[str] = set()
        """Counts that were set by flags."""
        self.paths: list[str] = []
        self.profile: Path | None = None
        self.total: dict[str, int] = {}
        """Threads over all targets (-F), and their outstanding operations (-O)."""

    def note(self, name: str) -> None:
        """Notes the flag that is read according to its row in the table."""
        row, word = option(names.FLAGS, name), self.word
        if row is None:
            known = " ".join(sorted({f"-{flag.name[1]}" for flag in names.FLAGS}))
            self.notes.refuse("", f"flag {cut(word)} is not one of diskspd's: {known}", True)
        elif row.kind == "refused":
            self.notes.refuse("", f"flag {cut(word)} is not supported: {row.why}", True)
        elif row.kind in ("told", "differs"):
            self.notes.remark(f"flag {cut(word)}", row.why)

    def size(self, text: str, least: int = 0) -> int:
        """Bytes; the text may count blocks. Raises BadValueError."""
        if (value := profile_model.size(text, self.target.block)) < least:
            raise BadValueError("is too small")
        return value


def read(words: Sequence[str], notes: Notes) -> CommandLine:
    """Parses a command line; problems are added to the notes."""
    found = CommandLine(notes)
    # -b comes first, since other sizes may be given in blocks.
    for word in sorted(words, key=lambda word: not word.startswith("-b")):
        if not word.startswith("-") or word == "-":
            found.paths.append(word)
            continue
        found.word = word
        try:
            reader = READERS.get(word[1:2])
            reader(found, word[2:]) if reader else found.note(word[:2])
        except BadValueError as error:
            notes.refuse("", f"flag {cut(word)} {error}")
    return found


def span(found: CommandLine) -> Span:
    """The timespan of a command line; contradictions are added to the notes."""
    notes = found.notes
    if not found.paths:
        notes.refuse("", "diskspd needs a target: a file or device behind the flags")
    if found.total and len(found.paths) > 1:
        notes.refuse("", "-F and -O with several targets are not supported: give -t and -o", True)
    if "threads" in found.total and "threads" in found.counts:
        notes.refuse("", "-F and -t exclude each other")
    for name, value in found.total.items():
        setattr(found.target, name, value)
    found.span.targets = [replace(found.target, path=path) for path in found.paths]
    return found.span


Reader = Callable[[CommandLine, str], None]


def _size_reader(name: str, least: int = 0) -> Reader:
    return lambda found, text: setattr(found.target, name, found.size(text, least))


def _count_reader(where: str, name: str, most: int, least: int = 1, default: str = "") -> Reader:
    def read_count(found: CommandLine, text: str) -> None:
        value = whole(text or default, least, most)
        if where == "total":
            found.note(found.word[:2])
            found.total[name] = value
        else:
            setattr(getattr(found, where), name, value)
            found.counts.add(name)

    return read_count


def _f(found: CommandLine, text: str) -> None:
    """-f: the used size of the target. Letters alone are a hint."""
    if not text or set(text) - set("rst"):
        found.target.largest = found.size(text, 1)


def _g(found: CommandLine, text: str) -> None:
    value = whole(text.removesuffix("i"), 1, 1 << 40)
    if text.endswith("i"):
        found.target.iops = float(value)
    else:
        found.target.bytes_per_ms = value
    found.note("-g")


def _r(found: CommandLine, text: str) -> None:
    if text.startswith("d"):
        found.note("-rd")
        return
    found.target.random = True
    if text.startswith("s"):
        found.target.random_percent = share = float(whole(text[1:], 0, 100))
        if 0 < share < 100:
            found.note("-rs")
    elif text:
        found.target.align = max(1, found.size(text))


def _s(found: CommandLine, text: str) -> None:
    if text.startswith("i"):
        found.target.interlocked = True
    if text := text.removeprefix("i"):
        found.target.stride = found.size(text, 1)


def _cache(found: CommandLine, text: str) -> None:
    for letter in text or "u":
        if letter in "mr":
            found.note(f"-S{letter}")
        elif letter not in "bhuw":
            raise BadValueError("has a letter that is none of b, h, m, r, u, w")
        if letter in "hu":
            found.target.direct = True
        if letter in "hw":
            found.target.write_through = True


def _hard(found: CommandLine, text: str) -> None:
    """-h is diskspd's old name of -Sh."""
    if text:
        raise BadValueError("has no value")
    _cache(found, "h")


def _content(found: CommandLine, text: str) -> None:
    if "," in text:
        found.note("-Z<size>,<file>")
        return
    found.target.content = "random" if text else "zero"
    if text not in ("", "r"):
        found.size(text)
        found.note("-Z<size>")


def _profile(found: CommandLine, text: str) -> None:
    if not text:
        raise BadValueError("names no file: -Xprofile.xml")
    found.profile = Path(text)


def _priority(found: CommandLine, text: str) -> None:
    if text != "3":
        found.note("-I")


def _block(found: CommandLine, text: str) -> None:
    if not (value := found.size(text)):
        raise BadValueError("is no block")
    found.target.block = value


READERS: dict[str, Reader] = {
    "b": _block,
    "B": _size_reader("base"),
    "c": _size_reader("file_size", 1),
    "d": _count_reader("span", "duration", profile_model.LONGEST_S),
    "D": _count_reader("span", "interval_ms", 3_600_000, default="1000"),
    "f": _f,
    "F": _count_reader("total", "threads", profile_model.MOST_THREADS),
    "g": _g,
    "h": _hard,
    "I": _priority,
    "o": _count_reader("target", "outstanding", profile_model.MOST_OUTSTANDING),
    "O": _count_reader("total", "outstanding", profile_model.MOST_OUTSTANDING),
    "r": _r,
    "s": _s,
    "S": _cache,
    "t": _count_reader("target", "threads", profile_model.MOST_THREADS),
    "w": _count_reader("target", "write_percent", 100, 0, "0"),
    "W": _count_reader("span", "warmup", profile_model.LONGEST_S, 0),
    "X": _profile,
    "z": _count_reader("span", "seed", profile_model.LARGEST_SEED, 0, "1"),
    "Z": _content,
}
"""Readers of the flags with an effect, by letter. The table treats all others."""
