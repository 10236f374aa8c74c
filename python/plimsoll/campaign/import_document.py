"""`plimsoll.import/1`: what came of an import."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

SCHEMA: Literal["plimsoll.import/1"] = "plimsoll.import/1"
LeftKind = Literal["unreadable", "unknown", "damaged", "counters"]


class LeftOut(TypedDict):
    """A file of which nothing was kept."""

    file: str
    kind: LeftKind
    """unreadable: the system does not give it; unknown: no known program wrote it; damaged: its
    results, or with counters its recorded counters, are not what they should be."""
    why: str
    """What is wrong, and in which line."""
    format: str | None
    """As what it was read; null where no format knows it."""


class Disagreed(TypedDict):
    """A figure of a file that differs from what the same file gives when it is worked out again."""

    file: str
    at: str
    """The Run's place in the file."""
    figure: str
    told: float
    recomputed: float
    words: str
    """The same in a sentence."""


class Beside(TypedDict):
    """Recorded counters that were laid beside Runs. Times in ns since 1970-01-01 UTC."""

    file: str
    program: str
    runs: list[int]
    values: int
    names: int
    """Counters that were kept."""
    left_names: int
    """Counters beyond the most that are kept of a file."""
    cut: int
    """Reports left out since they also cover time outside a Run."""
    known: bool
    """Whether Runs had them already."""
    began_ns: int | None
    ended_ns: int | None


class Import(TypedDict):
    """What was imported, what was left out, and why."""

    schema: Literal["plimsoll.import/1"]
    store: str
    campaign: int | None
    """The campaign of the imported Runs; null where none was imported."""
    runs: list[int]
    files: int
    known_files: int
    """Imported before."""
    ignored_files: int
    """No results of a known program."""
    ignored: list[LeftOut]
    """The first thousand of these, and what each is."""
    programs: dict[str, int]
    """Runs by the program that they come from."""
    left_out: list[LeftOut]
    """The first thousand files that were left out."""
    left_out_unnamed: int
    """Files that were left out beyond those."""
    disagreeing: list[Disagreed]
    configurations: list[str]
    """Of the campaign, in the order in which they came: none are repeats of each other."""
    findings: list[str]
    """Figures of a file that contradict each other, which are not shown, and what others show: the
    Run's place in it, and both."""
    unrecorded: list[str]
    """Time of which a file tells nothing: the Run's place in it, how long, and what it may have
    been."""
    counters: list[Beside]
