"""Reads diskspd's XML profile (-X): timespans with their targets. `names` lists every element.

The parser of the standard library is driven directly, because its trees lack line numbers, which
errors need. A document type is refused, and every entity with it."""

import xml.etree.ElementTree as ET  # entities are refused below
from collections.abc import Callable
from pathlib import Path
from xml.parsers import expat

from plimsoll.base import reading
from plimsoll.base.errors import InputError
from plimsoll.features.imports.numbers import BadValueError, whole
from plimsoll.features.jobs.formats.diskspd import names, profile_model
from plimsoll.features.jobs.formats.diskspd.profile_model import Span, Target
from plimsoll.features.jobs.formats.problems import Notes, cut, option

DEEPEST = 32


def read(path: Path, notes: Notes) -> list[Span]:
    """The timespans of a profile. Raises NoTargetError, InputError; unsupported elements are added
    to the notes."""
    data = reading.bytes_of(path, "profile", "It must be a profile of diskspd, in XML.")
    root, lines = _tree(data, path.name)
    if root.tag != "Profile":
        raise InputError(f"{path.name}, line {lines[root]}: <{cut(root.tag)}> is no <Profile>")
    profile = _Profile(path.name, lines, notes)
    for child in root:
        if child.tag != "TimeSpans":
            profile.note(child)
    found = [
        profile.span(child) for child in profile.noted_children(root.find("TimeSpans"), "TimeSpan")
    ]
    if not found:
        raise InputError(f"{path.name}: there is no <TimeSpan> in it")
    return found


def _tree(data: bytes, name: str) -> tuple[ET.Element, dict[ET.Element, int]]:
    """The root element, and the line of every element. Raises InputError."""
    parser, builder = expat.ParserCreate(), ET.TreeBuilder()
    lines: dict[ET.Element, int] = {}
    depth = 0

    def begin(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise InputError(
                f"{name}, line {parser.CurrentLineNumber}: elements are nested too deeply"
            )
        lines[builder.start(tag, attributes)] = parser.CurrentLineNumber

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    def doctype(*_: object) -> None:
        raise InputError(f"{name}, line {parser.CurrentLineNumber}: a DOCTYPE is not read")

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = builder.data, doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        why = expat.ErrorString(error.code)
        raise InputError(f"{name}, line {error.lineno}: no XML: {why}") from None
    except (LookupError, ValueError) as error:
        # The encoding is unknown to the parser.
        raise InputError(f"{name}: no XML: {error}") from None
    return builder.close(), lines


def _inside(element: ET.Element) -> str:
    return (element.text or "").strip()


class _Profile:
    def __init__(self, file: str, lines: dict[ET.Element, int], notes: Notes) -> None:
        self.file, self.lines, self.notes = file, lines, notes

    def problem(self, element: ET.Element, why: str, can_be_left_out: bool = False) -> None:
        where = f"{self.file}, line {self.lines[element]}"
        shown = f"<{cut(element.tag)}>{cut(_inside(element))}"
        self.notes.refuse(where, f"{shown} {why}", can_be_left_out)

    def refuse(self, element: ET.Element) -> None:
        row = option(names.ELEMENTS, element.tag)
        why = "is not known here" if row is None else f"is not supported: {row.why}"
        self.problem(element, why, True)

    def note(self, element: ET.Element) -> None:
        """Notes an element according to its row in the table."""
        row = option(names.ELEMENTS, element.tag)
        if row is None or row.kind == "refused":
            self.refuse(element)
        elif row.kind in ("told", "differs"):
            where = f"{self.file}, line {self.lines[element]}"
            self.notes.remark(where, f"<{element.tag}> {row.why}")

    def noted_children(self, parent: ET.Element | None, tag: str) -> list[ET.Element]:
        """The children with this tag; other children are noted."""
        for child in () if parent is None else parent:
            if child.tag != tag:
                self.note(child)
        return [] if parent is None else parent.findall(tag)

    def value(self, element: ET.Element, least: int = 0, most: int = 1 << 62) -> int | None:
        """A number; None, with a problem noted, if there is none."""
        try:
            return whole(_inside(element), least, most)
        except BadValueError as error:
            self.problem(element, str(error))
            return None

    def set_number(
        self, element: ET.Element, table: dict[str, tuple[str, int, int]], found: Span | Target
    ) -> bool:
        """Sets the field of an element in this table. False for other elements."""
        if element.tag not in table:
            return False
        name, least, most = table[element.tag]
        if (value := self.value(element, least, most)) is not None:
            setattr(found, name, value)
        return True

    def flag(self, element: ET.Element) -> bool:
        text = _inside(element).lower()
        if text not in ("true", "false", "1", "0"):
            self.problem(element, "is neither true nor false")
        return text in ("true", "1")

    def span(self, element: ET.Element) -> Span:
        found = Span()
        total: ET.Element | None = None
        by_interval = False
        for child in element:
            if self.set_number(child, SPAN_NUMBERS, found):
                continue
            if child.tag == "CalculateIopsStdDev":
                by_interval = self.flag(child)
            elif child.tag == "ThreadCount" and _inside(child) != "0":
                total = child
            elif child.tag == "RequestCount" and _inside(child) != "0":
                self.refuse(child)
            elif child.tag not in ("Targets", "ThreadCount", "RequestCount"):
                self.note(child)
        if not by_interval:
            # diskspd's profiles contain the interval even if nothing is reported for it.
            found.interval_ms = Span.interval_ms
        found.targets = [
            self.target(child) for child in self.noted_children(element.find("Targets"), "Target")
        ]
        if not found.targets:
            self.problem(element, "has no <Target>")
        most = profile_model.MOST_THREADS
        if total is not None and (threads := self.value(total, 1, most)) is not None:
            if len(found.targets) > 1:
                self.refuse(total)
            for one_target in found.targets:
                one_target.threads = threads
        return found

    def target(self, element: ET.Element) -> Target:
        found = Target((element.findtext("Path") or "").strip())
        for child in element:
            if self.set_number(child, TARGET_NUMBERS, found):
                continue
            if child.tag in TARGET:
                TARGET[child.tag](self, child, found)
            elif child.tag != "Path" and not (
                option(names.ELEMENTS, child.tag)
                and _inside(child) in UNSET_VALUES.get(child.tag, ("false", "0"))
            ):
                self.note(child)
        if not found.path:
            self.problem(element, "has no <Path>")
        # diskspd writes 0 for the whole target.
        found.largest, found.file_size = found.largest or None, found.file_size or None
        return found

    def content(self, element: ET.Element, found: Target) -> None:
        for pattern in self.noted_children(element, "Pattern"):
            self.noted_children(pattern, "")
        text = (element.findtext("Pattern") or "sequential").strip().lower()
        found.content = {"sequential": "pattern", "zero": "zero"}.get(text, "random")

    def throughput(self, element: ET.Element, found: Target) -> None:
        if value := self.value(element, 0, 1 << 40):
            if element.get("unit", "").upper() == "IOPS":
                found.iops = float(value)
            else:
                found.bytes_per_ms = value
            self.note(element)

    def random_share(self, element: ET.Element, found: Target) -> None:
        if (value := self.value(element, 0, 100)) is not None:
            found.random, found.random_percent = True, float(value)
            if 0 < value < 100:
                self.note(element)

    def random_alignment(self, element: ET.Element, found: Target) -> None:
        if (value := self.value(element)) is not None:
            found.random, found.align = True, value or None

    def through(self, element: ET.Element, found: Target) -> None:
        if self.flag(element):
            found.direct = found.direct or element.tag != "WriteThrough"
            found.write_through = found.write_through or element.tag != "DisableOSCache"


SPAN_NUMBERS = {
    "Duration": ("duration", 1, profile_model.LONGEST_S),
    "Warmup": ("warmup", 0, profile_model.LONGEST_S),
    "RandSeed": ("seed", 0, profile_model.LARGEST_SEED),
    "IoBucketDuration": ("interval_ms", 1, 3_600_000),
}
TARGET_NUMBERS = {
    "BlockSize": ("block", 1, 1 << 40),
    "StrideSize": ("stride", 1, 1 << 62),
    "BaseFileOffset": ("base", 0, 1 << 62),
    "FileSize": ("file_size", 0, 1 << 62),
    "MaxFileSize": ("largest", 0, 1 << 62),
    "RequestCount": ("outstanding", 1, profile_model.MOST_OUTSTANDING),
    "ThreadsPerFile": ("threads", 1, profile_model.MOST_THREADS),
    "WriteRatio": ("write_percent", 0, 100),
}
TARGET: dict[str, Callable[[_Profile, ET.Element, Target], None]] = {
    "Random": _Profile.random_alignment,
    "RandomRatio": _Profile.random_share,
    "InterlockedSequential": lambda profile, element, found: setattr(
        found, "interlocked", profile.flag(element)
    ),
    "DisableOSCache": _Profile.through,
    "DisableAllCache": _Profile.through,
    "WriteThrough": _Profile.through,
    "WriteBufferContent": _Profile.content,
    "Throughput": _Profile.throughput,
}
UNSET_VALUES = {"IOPriority": ("3",), "Weight": ("1",)}
"""Values that diskspd writes by default; for other elements `false` or 0."""
