"""Parses a fio job file, or fio's command line, into sections of settings with their places.

The grammar is that of HOWTO.rst, "Job file format": `[section]` lines, `name=value` or `name`,
`[global]` for what follows, `include FILE`, comments from `;` or `#`, and `${NAME}` from the
environment. The meaning of options is not checked here."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from plimsoll.base.errors import InputError, UsageError
from plimsoll.base.reading import text_of as whole_text
from plimsoll.base.rules import DOCUMENT_BYTES
from plimsoll.features.jobs.formats.fio import names
from plimsoll.features.jobs.formats.problems import cut

LONGEST_LINE = 65_536
"""Longest line in characters. fio has the same limit, and cuts longer lines silently."""
MOST_SECTIONS = 4096
"""fio's limit of jobs (REAL_MAX_JOBS)."""
DEEPEST_INCLUDE = 16
"""fio's limit of nested includes."""

VARIABLE = re.compile(r"\$\{([^}]*)\}")
KEYWORD = re.compile(r"\$(pagesize|mb_memory|ncpus)\b")


@dataclass(frozen=True)
class Setting:
    """An option as written; `value` is None without a `=`."""

    name: str
    value: str | None
    where: str
    """Place of the option: `job.fio, line 3`, or `command line`."""


@dataclass(frozen=True)
class Section:
    """A job: its own settings, and the global ones before it. Later settings win."""

    name: str
    where: str
    shared: tuple[Setting, ...]
    own: tuple[Setting, ...]

    @property
    def settings(self) -> tuple[Setting, ...]:
        """All settings of the job, in order of precedence."""
        return (*self.shared, *self.own)


@dataclass
class Reading:
    """The sections read so far. `variables` is the environment."""

    variables: Mapping[str, str]
    shared: list[Setting] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)

    def file(self, path: Path) -> None:
        """Reads a job file. Raises NoTargetError, InputError."""
        sections_before = len(self.sections)
        _File(self, path.parent).read(path, ())
        if len(self.sections) == sections_before:
            raise InputError(
                f"{path} describes no job", "A job begins with its name in brackets: [job1]."
            )

    def add(self, section: Section) -> None:
        """Adds a complete job."""
        if len(self.sections) >= MOST_SECTIONS:
            raise InputError(f"{section.where}: more than {MOST_SECTIONS} jobs")
        self.sections.append(section)


@dataclass
class _File:
    reading: Reading
    folder: Path
    name: str | None = None
    name_where: str = ""
    own: list[Setting] = field(default_factory=list)

    def read(self, path: Path, within: tuple[Path, ...]) -> None:
        self._lines(path, within)
        self._close()

    def _lines(self, path: Path, within: tuple[Path, ...]) -> None:
        here = path.resolve()
        if here in within:
            raise InputError(f"{path} includes itself", "Leave out one of the includes.")
        if len(within) >= DEEPEST_INCLUDE:
            raise InputError(f"{path}: includes are nested more than {DEEPEST_INCLUDE} deep")
        for number, line in enumerate(text_of(path).splitlines(), 1):
            where = f"{path}, line {number}"
            if len(line) > LONGEST_LINE:
                raise InputError(
                    f"{where} has {len(line)} characters; a line has at most {LONGEST_LINE}"
                )
            if text := re.split("[;#]", line, maxsplit=1)[0].strip():
                self._line(text, where, (*within, here))

    def _line(self, text: str, where: str, within: tuple[Path, ...]) -> None:
        if text.startswith("["):
            name, closed, rest = text[1:].partition("]")
            if not closed or not name.strip() or rest.strip():
                raise InputError(f"{where}: a section is a name in brackets, such as [job1]")
            self._close()
            self.name, self.name_where = name.strip(), where
            return
        if (words := text.split(None, 1))[0] == "include" and "=" not in words[0]:
            if len(words) < 2:
                raise InputError(f"{where}: include names no file")
            self._lines(self.folder / words[1].strip('"'), within)
            return
        if self.name is None:
            raise InputError(
                f"{where}: '{cut(text)}' comes before any section",
                "Put it below [global] or the name of a job.",
            )
        setting = setting_of(text, where, self.reading.variables)
        (self.reading.shared if self.name == "global" else self.own).append(setting)

    def _close(self) -> None:
        if self.name is not None and self.name != "global":
            self.reading.add(
                Section(self.name, self.name_where, tuple(self.reading.shared), tuple(self.own))
            )
        self.name, self.own = None, []


def text_of(path: Path) -> str:
    """The text of a job file; `-` is standard input. Raises NoTargetError, InputError."""
    now = "It must be a job file of fio."
    if str(path) != "-":
        return whole_text(path, "job file", now)
    content = sys.stdin.buffer.read(DOCUMENT_BYTES + 1)
    if len(content) > DOCUMENT_BYTES:
        raise InputError(f"standard input is larger than {DOCUMENT_BYTES >> 20} MiB", now)
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise InputError("standard input is not in UTF-8", now) from None


def setting_of(text: str, where: str, variables: Mapping[str, str]) -> Setting:
    """Parses `name=value` and expands its variables."""
    name, equals, value = text.partition("=")
    filled = _expand_variables(value.strip(), where, variables)
    return Setting(name.strip(), filled if equals else None, where)


def _expand_variables(text: str, where: str, variables: Mapping[str, str]) -> str:
    """Replaces variables as text, never evaluated."""

    def variable(found: re.Match[str]) -> str:
        name = found[1]
        if name not in variables:
            raise InputError(
                f"{where}: the environment has no variable {cut(name)}",
                f"Set it: {cut(name)}=… plimsoll fio …",
            )
        return variables[name]

    filled = VARIABLE.sub(variable, text)
    return KEYWORD.sub(lambda found: str(_KEYWORDS[found[1]]()), filled)


_KEYWORDS: Mapping[str, Callable[[], int]] = {
    "pagesize": lambda: int(os.sysconf("SC_PAGE_SIZE")),
    "mb_memory": lambda: int(os.sysconf("SC_PHYS_PAGES")) * int(os.sysconf("SC_PAGE_SIZE")) >> 20,
    "ncpus": lambda: os.cpu_count() or 1,
}


@dataclass(frozen=True)
class CommandLine:
    """A parsed command line."""

    sections: tuple[Section, ...]
    general: Mapping[str, str]
    """Options of the command itself, such as `output-format`."""


GENERAL_VALUES = {
    "output": "write the output to this file",
    "output-format": "normal, terse, json, json+; several joined by commas",
    "terse-version": "3",
    "section": "run this section only",
    "eta": "always, never, auto",
    "max-jobs": "of no meaning here",
    "alloc-size": "of no meaning here",
}
"""Supported options of fio's command with a value."""
GENERAL_FLAGS = {
    "minimal": "terse output",
    "append-terse": "terse output behind the normal one",
    "parse-only": "read the jobs, run nothing",
    "readonly": "refuse jobs that write",
    "warnings-fatal": "of no meaning here: what is not supported is refused",
    "version": "print the version",
}
"""Supported options of fio's command without a value."""
_NOT_HERE = """
showcmd debug inflate-log merge-blktrace-only trigger trigger-file trigger-timeout trigger-remote
aux-path eta-newline cpuclock-test crctest profile
"""
GENERAL_REFUSED = {
    **dict.fromkeys(_NOT_HERE.split(), "it is not supported"),
    **dict.fromkeys(
        ("server", "client", "remote-config"), "use 'plimsoll run --hosts' for several hosts"
    ),
    **dict.fromkeys(
        ("status-interval", "bandwidth-log"), "keep the Runs with --store: it has every interval"
    ),
    "daemonize": "start it in the background",
    "help": "type plimsoll fio --help",
    "cmdhelp": "see docs/reference/fio-options.md",
    "enghelp": "see 'plimsoll engines'",
    "idle-prof": "the records of --store have the load of every core",
}
SHORT = {"f": None, "h": "help", "v": "version"}
"""fio's short options; -f only precedes a job file."""


def command_line(words: Sequence[str], variables: Mapping[str, str]) -> CommandLine:
    """Parses fio's command line: `-name=…` begins a job, options before the first are global, words
    without a dash are job files."""
    reading = Reading(variables)
    general: dict[str, str] = {}
    name: str | None = None
    own: list[Setting] = []
    files: list[Path] = []

    def close() -> None:
        nonlocal name, own
        if name is not None and name != "global":
            reading.add(Section(name, "command line", tuple(reading.shared), tuple(own)))
        elif name == "global":
            reading.shared.extend(own)
        name, own = None, []

    for option, value in _options(words):
        if option is None:
            files.append(Path(value or ""))
        elif option in GENERAL_REFUSED:
            raise UsageError(f"--{option} of fio: {GENERAL_REFUSED[option]}")
        elif option in GENERAL_VALUES or option in GENERAL_FLAGS:
            general[option] = value or ""
        elif option == "name":
            close()
            name = value or ""
        else:
            setting = Setting(option, value, "command line")
            (reading.shared if name is None else own).append(setting)
    close()
    for file in files:
        reading.file(file)
    if not reading.sections and "version" not in general:
        raise UsageError(
            "no job is given",
            "Name a job file, or describe a job: plimsoll fio --name=a --rw=randread …",
        )
    return CommandLine(_select_sections(reading.sections, general.get("section")), general)


def _select_sections(sections: list[Section], wanted: str | None) -> tuple[Section, ...]:
    if wanted is None:
        return tuple(sections)
    chosen = tuple(section for section in sections if section.name == wanted)
    if not chosen:
        known = ", ".join(dict.fromkeys(section.name for section in sections))
        raise UsageError(f"there is no section '{wanted}'", f"The sections are: {known}.")
    return chosen


def _options(words: Sequence[str]) -> Iterator[tuple[str | None, str | None]]:
    """Words as pairs of option and value; a job file is (None, name). As in fio, one dash equals
    two, and unique abbreviations are allowed."""
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-") or word == "-":
            yield None, word
            continue
        written, equals, value = word.lstrip("-").partition("=")
        if not word.startswith("--") and written in SHORT and not equals:
            option = SHORT[written]
            if option is None:
                continue
        else:
            option = _whole(written, word)
        if equals:
            yield option, value
        elif rest and _takes(option, rest[0]):
            yield option, rest.pop(0)
        else:
            yield option, None


def _takes(option: str, following: str) -> bool:
    if option in GENERAL_FLAGS or option in GENERAL_REFUSED or option in names.SWITCHES:
        return False
    if option in names.FLAGS - names.WORDS:
        # fio requires 0 or 1 here. A job file allows the bare option, and so does a command line.
        return following in ("0", "1")
    if option in names.WORDS:
        return not following.startswith("-")
    return not following.startswith("--")


def _whole(written: str, word: str) -> str:
    """The full name of an abbreviated option; unchanged if it is unknown. Raises UsageError."""
    every = {*GENERAL_VALUES, *GENERAL_FLAGS, *GENERAL_REFUSED, *names.EVERY}
    if not written or written in every:
        return written
    longer = sorted(name for name in every if name.startswith(written))
    if len({names.ALIASES.get(name, name) for name in longer}) > 1:
        raise UsageError(
            f"'{cut(word)}' may be any of {', '.join(longer[:8])}", "Write the option in full."
        )
    return longer[0] if longer else written
