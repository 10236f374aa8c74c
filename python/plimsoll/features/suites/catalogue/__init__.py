"""Standard suites by name: a file each in this folder, NAME@VERSION.toml. Adding one is adding a
file.

A file is a campaign without its target (`campaign/spec.py`). Its first line describes it, its
`[suite]` table has the source of each key. `plimsoll suite show NAME` prints a file to save, edit
and run. This module reads only the names and that table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from plimsoll.base import language, reading
from plimsoll.base.errors import UsageError
from plimsoll.features.suites.messages import message

ENDING = ".toml"
VERSION_MARK = "@"
"""Between name and version."""


@dataclass(frozen=True)
class StandardSuite:
    """A suite with a name."""

    name: str
    version: str
    title: str
    summary: str
    path: Path

    @property
    def full_name(self) -> str:
        """Name and version, which identify it."""
        return f"{self.name}{VERSION_MARK}{self.version}"


@cache
def all_suites() -> tuple[StandardSuite, ...]:
    """All suites by name, the newest version of each first."""
    suites = [_read(path) for path in Path(__file__).parent.glob(f"*{VERSION_MARK}*{ENDING}")]
    suites.sort(key=lambda suite: _parts(suite.version), reverse=True)
    return tuple(sorted(suites, key=lambda suite: suite.name))


def _read(path: Path) -> StandardSuite:
    table: Mapping[str, str] = reading.toml(path.read_text(encoding="utf-8"))["suite"]
    return StandardSuite(table["name"], table["version"], table["title"], table["summary"], path)


def _parts(version: str) -> tuple[int, ...]:
    """Versions in their order: 2.0.10 after 2.0.9, 2026-02 after 2024-04."""
    return tuple(int(part) for part in version.replace("-", ".").split(".") if part.isdigit())


def find(name: str) -> StandardSuite:
    """The newest suite of this name, or the one of this name and version. Raises UsageError, which
    lists the known ones."""
    plain, _, version = name.partition(VERSION_MARK)
    versions = [suite for suite in all_suites() if suite.name == plain]
    if not versions:
        raise UsageError(
            *message.refusal("no-such-suite", suite=plain, suites=language.listing(names()))
        )
    match = next((suite for suite in versions if version in ("", suite.version)), None)
    if match is None:
        versions_known = ", ".join(suite.full_name for suite in versions)
        raise UsageError(
            *message.refusal("no-such-version", suite=plain, version=version, suites=versions_known)
        )
    return match


def names() -> tuple[str, ...]:
    """Every name once."""
    return tuple(dict.fromkeys(suite.name for suite in all_suites()))
