"""Groups the parameters of a file into HD, SD, WD and RD definitions, with the defaults above them.
Keywords are checked here, values are not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from plimsoll.features.imports.numbers import BadValueError, UnsupportedValueError
from plimsoll.features.jobs.formats.problems import Notes, cut
from plimsoll.features.jobs.formats.vdbench import names
from plimsoll.features.jobs.formats.vdbench.reader import Parameter

T = TypeVar("T")

SECTION_ENDS = {
    "general": ("hd", "rg", "sd", "wd", "rd", "fsd", "fwd"),
    "hd": ("hd", "rg", "sd", "wd", "rd", "fsd", "fwd"),
    "rg": ("rg", "sd", "wd", "rd", "fsd", "fwd"),
    "sd": ("sd", "wd", "rd", "fwd"),
    "wd": ("wd", "rd", "fwd"),
    "rd": ("rd",),
    "fsd": ("fsd", "wd", "fwd", "rd"),
    "fwd": ("fwd", "rd"),
}
"""Keywords that end a section; elsewhere `sd=` and `wd=` are parameters."""
SPELLINGS = {
    "hd": "host",
    "readpct": "rdpct",
    "writepct": "wrpct",
    "dataerrors": "data_errors",
    **{short: name for short, name in names.LOOPS.items() if short not in ("sd", "wd")},
}
"""Other spellings of a keyword; loop names apply to an RD."""
REPLACES = {"rdpct": "wrpct", "wrpct": "rdpct", "compratio": "compression"}
"""Keywords that replace each other: the last one counts."""
MOST = 10_000
"""Most definitions of a file."""


@dataclass
class Entry:
    """One definition, by canonical keyword, in order of precedence."""

    section: str
    name: str
    where: str
    given: dict[str, Parameter] = field(default_factory=dict)

    def like(self, name: str, where: str) -> Entry:
        """A copy with another name."""
        return Entry(self.section, name, where, dict(self.given))


@dataclass
class Definitions:
    """All definitions of a file."""

    general: Entry
    notes: Notes
    hosts: list[Entry] = field(default_factory=list)
    storages: list[Entry] = field(default_factory=list)
    workloads: list[Entry] = field(default_factory=list)
    runs: list[Entry] = field(default_factory=list)
    defaults: dict[str, Entry] = field(default_factory=dict)
    of_files: bool = False
    """The workloads are those of a file system: the rest of the file was not read."""

    def get(self, entry: Entry, name: str, read: Callable[[Parameter], T], default: T) -> T:
        """A parsed value; the default if it is missing or invalid."""
        parameter = entry.given.get(name)
        if parameter is None:
            return default
        try:
            return read(parameter)
        except BadValueError as error:
            self.notes.refuse(
                parameter.where,
                f"{parameter.text} {error}",
                isinstance(error, UnsupportedValueError),
            )
            return default


def build_definitions(parameters: Iterable[Parameter], notes: Notes) -> Definitions:
    """Builds the definitions; unknown and unsupported keywords are added to the notes."""
    found = Definitions(Entry("general", "", ""), notes)
    entry = found.general
    made = 0
    for parameter in parameters:
        if parameter.keyword in SECTION_ENDS[entry.section]:
            entry = _begin_entry(found, parameter)
            made += 1
            if made > MOST:
                found.notes.refuse(parameter.where, f"there are more than {MOST:,} definitions")
                break
        elif entry.section not in names.FILE_SYSTEM:
            _add(found, entry, parameter)
        if entry.section in names.FILE_SYSTEM:
            # Nothing of such a file runs, so other problems in it do not matter.
            found.of_files = True
            del notes.problems[:-1]
            break
    return found


def _begin_entry(found: Definitions, parameter: Parameter) -> Entry:
    section, name = parameter.keyword, parameter.values[0]
    if section in names.FILE_SYSTEM:
        found.notes.refuse(
            parameter.where,
            f"{parameter.text}: {names.FILE_SYSTEM[section]}. An SD whose lun= is a file, with"
            " size=, drives one large file",
        )
        return Entry(section, name, parameter.where)
    default = found.defaults.setdefault(section, Entry(section, "default", parameter.where))
    if name == "default":
        return default
    if len(parameter.values) > 1:
        found.notes.refuse(parameter.where, f"{parameter.text} has more than one name")
    lists = {"hd": found.hosts, "sd": found.storages, "wd": found.workloads, "rd": found.runs}
    entry = default.like(name, parameter.where)
    if section not in lists:
        found.notes.refuse(parameter.where, f"{parameter.text}: {names.RG[0].why}", True)
        return entry
    if any(other.name == name for other in lists[section]):
        found.notes.refuse(parameter.where, f"there are two {section}={cut(name)}")
    lists[section].append(entry)
    return entry


def _add(found: Definitions, entry: Entry, parameter: Parameter) -> None:
    known = names.find_keyword(entry.section, parameter.keyword)
    if known is None:
        like = names.nearest(entry.section, parameter.keyword)
        general = entry.section == "general"
        part = "the general part" if general else f"{entry.section}={entry.name}"
        found.notes.refuse(
            parameter.where,
            f"keyword '{cut(parameter.keyword)}' is not known in {part} (like it: {like})",
            True,
        )
        return
    name = known.name
    if entry.section == "rd" or name in ("hd", "readpct", "writepct", "dataerrors"):
        name = SPELLINGS.get(name, name)
    if known.kind == "refused":
        if any(value.lower() != INACTIVE_VALUES.get(name) for value in parameter.values):
            found.notes.refuse(
                parameter.where, f"{parameter.text} is not supported: {known.why}", True
            )
        return
    if known.kind == "told":
        found.notes.remark(parameter.where, f"{parameter.text}: {known.why}")
    if known.kind in ("honoured", "differs"):
        # The last value counts, and sets the position of a loop.
        entry.given.pop(name, None)
        entry.given.pop(REPLACES.get(name, ""), None)
        entry.given[name] = parameter


INACTIVE_VALUES = {
    **dict.fromkeys(("rhpct", "whpct", "forrhpct", "forwhpct", "skew"), "0"),
    **dict.fromkeys(("validate", "journal", "concatenatesds"), "no"),
    **dict.fromkeys(("loop", "clients"), "1"),
}
"""Values of unsupported keywords that ask for nothing: no hits, no validation."""
