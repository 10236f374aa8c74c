"""diskspd's XML profile (-X): timespans with their targets. Every element stands in `names`.

Errors tell the line, which the standard library's trees do not know, so that its parser is used by
itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from xml.parsers import expat  # a DOCTYPE, and with it every entity, is refused

from plimsoll.errors import InputError, NoTargetError
from plimsoll.formats.jobs.diskspd import names
from plimsoll.formats.jobs.diskspd.profile_model import Span, Target
from plimsoll.formats.jobs.problems import Problem, cut
from plimsoll.formats.numbers import BadValueError, whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LARGEST_FILE = 4 << 20
DEEPEST = 32


@dataclass
class Node:
    """An element."""

    name: str
    line: int
    attributes: dict[str, str]
    text: str = ""
    children: list[Node] = field(default_factory=list)

    def find(self, name: str) -> Node | None:
        """The first child of this name."""
        return next((one for one in self.children if one.name == name), None)


def read(path: Path, problems: list[Problem], told: list[Problem]) -> list[Span]:
    """The timespans of a profile. Raises NoTargetError, InputError; what is not supported is added
    to the problems."""
    root = _root(path)
    if root.name != "Profile":
        raise InputError(f"{path.name}, line {root.line}: <{cut(root.name)}> is no <Profile>")
    reading = _Reading(path.name, problems, told)
    for one in root.children:
        if one.name == "ResultFormat" and one.text.strip().lower() == "text":
            continue
        if one.name not in ("TimeSpans", "ETW"):
            reading.known(one)
        elif one.name == "ETW":
            reading.refuse(one)
    spans = root.find("TimeSpans")
    found = [
        reading.span(one)
        for one in (spans.children if spans else [])
        if one.name == "TimeSpan" or reading.known(one)
    ]
    if not found:
        raise InputError(f"{path.name}: there is no <TimeSpan> in it")
    return found


def _root(path: Path) -> Node:
    try:
        if not path.is_file():
            raise NoTargetError(f"cannot read {path}: no such file")
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"{path.name} has more than {LARGEST_FILE >> 20} MiB: no profile")
        data = path.read_bytes()
    except OSError as error:
        raise NoTargetError(f"cannot read {path}: {error.strerror}") from None
    parser = expat.ParserCreate()
    open_: list[Node] = []
    top: list[Node] = []

    def begun(name: str, attributes: dict[str, str]) -> None:
        node = Node(name, parser.CurrentLineNumber, attributes)
        (open_[-1].children if open_ else top).append(node)
        open_.append(node)
        if len(open_) > DEEPEST:
            raise InputError(f"{path.name}, line {node.line}: elements are nested too deeply")

    def ended(name: str) -> None:
        del name
        open_.pop()

    def texted(text: str) -> None:
        if open_:
            open_[-1].text += text

    def doctype(*_: object) -> None:
        raise InputError(f"{path.name}, line {parser.CurrentLineNumber}: a DOCTYPE is not read")

    parser.StartElementHandler, parser.EndElementHandler = begun, ended
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = texted, doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        why = expat.ErrorString(error.code)
        raise InputError(f"{path.name}, line {error.lineno}: no XML: {why}") from None
    return top[0]


class _Reading:
    def __init__(self, file: str, problems: list[Problem], told: list[Problem]) -> None:
        self.file, self.problems, self.told = file, problems, told

    def where(self, node: Node) -> str:
        return f"{self.file}, line {node.line}"

    def refuse(self, node: Node) -> None:
        known = names.known(names.ELEMENTS, node.name)
        why = "is not known here" if known is None else f"is not supported: {known.why}"
        inside = cut(node.text.strip())
        self.problems.append(Problem(self.where(node), f"<{cut(node.name)}>{inside} {why}", True))

    def known(self, node: Node) -> bool:
        """Notes what an element that carries nothing else comes to; False."""
        known = names.known(names.ELEMENTS, node.name)
        if known is None or known.kind == "refused":
            self.refuse(node)
        elif known.kind in ("told", "differs"):
            self.told.append(Problem(self.where(node), f"<{node.name}> {known.why}"))
        return False

    def value(self, node: Node, least: int = 0, most: int = 1 << 62) -> int | None:
        """A number; None, and a problem, where there is none."""
        try:
            return whole(node.text, least, most)
        except BadValueError as error:
            inside = cut(node.text.strip())
            self.problems.append(Problem(self.where(node), f"<{node.name}>{inside} {error}"))
            return None

    def flag(self, node: Node) -> bool:
        text = node.text.strip().lower()
        if text not in ("true", "false", "1", "0"):
            self.problems.append(
                Problem(self.where(node), f"<{node.name}>{cut(text)} is neither true nor false")
            )
        return text in ("true", "1")

    def span(self, node: Node) -> Span:
        found: dict[str, Any] = {}
        total: Node | None = None
        spread = False
        for one in node.children:
            if one.name in SPAN_NUMBERS:
                name, least, most = SPAN_NUMBERS[one.name]
                if (value := self.value(one, least, most)) is not None:
                    found[name] = value
            elif one.name == "MeasureLatency":
                found["latency"] = self.flag(one)
            elif one.name == "CalculateIopsStdDev":
                spread = self.flag(one)
            elif one.name == "ThreadCount" and one.text.strip() != "0":
                total = one
            elif one.name == "RequestCount" and one.text.strip() != "0":
                self.refuse(one)
            elif one.name not in ("Targets", "ThreadCount", "RequestCount"):
                self.known(one)
        # diskspd's profiles name the interval also where nothing is told of it.
        found["bucket_ms"] = found.get("bucket_ms", 1000) if spread else None
        inside = node.find("Targets")
        targets = [
            self.target(one)
            for one in (inside.children if inside else [])
            if one.name == "Target" or self.known(one)
        ]
        if not targets:
            self.problems.append(Problem(self.where(node), "<TimeSpan> has no <Target>"))
        if total is not None and (threads := self.value(total, 1, 1024)) is not None:
            if len(targets) > 1:
                self.refuse(total)
            else:
                targets = [Target(**{**vars(one), "threads": threads}) for one in targets]
        return Span(tuple(targets), **found)

    def target(self, node: Node) -> Target:
        found: dict[str, Any] = {"path": ""}
        for one in node.children:
            if one.name in TARGET_NUMBERS:
                name, least, most = TARGET_NUMBERS[one.name]
                if (value := self.value(one, least, most)) is not None:
                    found[name] = value
            elif one.name in TARGET:
                TARGET[one.name](self, one, found)
            elif names.known(names.ELEMENTS, one.name) and one.text.strip() in QUIET.get(
                one.name, ("false", "0")
            ):
                continue
            else:
                self.known(one)
        if not found["path"]:
            self.problems.append(Problem(self.where(node), "<Target> has no <Path>"))
        for zero in ("largest", "file_size"):
            if found.get(zero) == 0:
                del found[zero]
        per_ms = found.pop("bytes_per_ms", None)
        made = Target(**found)
        if per_ms:
            return Target(**{**vars(made), "rate": per_ms * 1000 / made.block})
        return made

    def content(self, node: Node, found: dict[str, Any]) -> None:
        pattern = node.find("Pattern")
        text = (pattern.text if pattern else "sequential").strip().lower()
        known = {"sequential": "pattern", "zero": "zero", "random": "random"}
        for one in node.children:
            if one.name != "Pattern":
                self.known(one)
        for one in pattern.children if pattern else ():
            self.known(one)
        found["content"] = known.get(text, "random")

    def throughput(self, node: Node, found: dict[str, Any]) -> None:
        value = self.value(node, 0, 1 << 40)
        if not value:
            return
        iops = node.attributes.get("unit", "").upper() == "IOPS"
        found["rate" if iops else "bytes_per_ms"] = float(value) if iops else value
        self.known(node)

    def random_share(self, node: Node, found: dict[str, Any]) -> None:
        value = self.value(node, 0, 100)
        if value is not None:
            found |= {"random": True, "random_percent": float(value)}
            if 0 < value < 100:
                self.known(node)

    def aligned(self, node: Node, found: dict[str, Any]) -> None:
        value = self.value(node, 0)
        if value is not None:
            found |= {"random": True, "align": value or None}

    def through(self, node: Node, found: dict[str, Any]) -> None:
        on = self.flag(node)
        if node.name != "WriteThrough":
            found["direct"] = found.get("direct", False) or on
        if node.name != "DisableOSCache":
            found["write_through"] = found.get("write_through", False) or on

    def ratio(self, node: Node, found: dict[str, Any]) -> None:
        value = self.value(node, 0, 100)
        found["write_percent"] = float(value or 0)

    def path(self, node: Node, found: dict[str, Any]) -> None:
        found["path"] = node.text.strip()

    def interlocked(self, node: Node, found: dict[str, Any]) -> None:
        found["interlocked"] = self.flag(node)


SPAN_NUMBERS = {
    "Duration": ("duration", 1, 366 * 86_400),
    "Warmup": ("warmup", 0, 366 * 86_400),
    "RandSeed": ("seed", 0, 1 << 52),
    "IoBucketDuration": ("bucket_ms", 1, 3_600_000),
}
TARGET_NUMBERS = {
    "BlockSize": ("block", 1, 1 << 40),
    "StrideSize": ("stride", 1, 1 << 62),
    "BaseFileOffset": ("base", 0, 1 << 62),
    "FileSize": ("file_size", 0, 1 << 62),
    "MaxFileSize": ("largest", 0, 1 << 62),
    "RequestCount": ("outstanding", 1, 1 << 16),
    "ThreadsPerFile": ("threads", 1, 1024),
}
TARGET: dict[str, Callable[[_Reading, Node, dict[str, Any]], None]] = {
    "Path": _Reading.path,
    "Random": _Reading.aligned,
    "RandomRatio": _Reading.random_share,
    "WriteRatio": _Reading.ratio,
    "InterlockedSequential": _Reading.interlocked,
    "DisableOSCache": _Reading.through,
    "DisableAllCache": _Reading.through,
    "WriteThrough": _Reading.through,
    "WriteBufferContent": _Reading.content,
    "Throughput": _Reading.throughput,
}
QUIET = {"IOPriority": ("3",), "Weight": ("1",)}
"""What an element says that diskspd writes without being asked; of others `false` or 0."""
