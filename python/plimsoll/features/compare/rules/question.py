"""The question that a Run or a search answers, and the differences between two questions.

The question of a Run is workload, load, clock and access (through the cache or not); that of a
search is workload, arrivals and objective. The target is no part of it, since it is often what is
compared. Differences have the names of user options (`Aspect`), because one flag sets several keys
of a resolved spec.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypedDict, cast

from plimsoll.base import workload_text

if TYPE_CHECKING:
    from plimsoll.judge.variant import Run, Search
    from plimsoll.native.record import Profile2, Workload


class LoadTerms(TypedDict, total=False):
    """A load, of which by whom an offered rate is issued is no part."""

    kind: str
    offered_rate_per_s: float
    arrivals: str
    profile: Profile2
    queue_depth: int
    workers: int


class QuestionTerms(TypedDict, total=False):
    """What a Run was asked: workload, load, clock and access; what a search was: objective and
    arrivals in place of the load."""

    workload: Workload
    load: LoadTerms
    objective: str | None
    arrivals: str | None
    clock: str
    access: str
    target: str
    configuration: str
    asked: str
    """What a search asked for, where that is neither a line nor a maximum: limits."""


def of_run(run: Run) -> QuestionTerms:
    """The question of a Run. Of an offered rate it leaves out workers and in-flight cap: the
    cap follows the device. They are reported where they differ."""
    spec = run.spec
    client_keys = ("max_outstanding", "workers") if spec["load"]["kind"] == "open" else ()
    load = cast(
        "LoadTerms", {key: value for key, value in spec["load"].items() if key not in client_keys}
    )
    return {
        "workload": spec["workload"],
        "load": load,
        "clock": spec["clock"],
        "access": spec["access"],
    }


def both_tell(document: QuestionTerms, mixes: Mapping[float, float]) -> QuestionTerms:
    """The part of a question that imported files have too: blocks, reads, pattern and load.
    `mixes`: the common value of nearby shares of reads."""
    workload = cast("dict[str, object]", document["workload"])
    load = cast("dict[str, object]", document["load"])
    shared = {key: workload[key] for key in ("block_size_bytes", "read_percent", "pattern")}
    if workload["block_size_bytes"] is None:
        shared["read_blocks"] = workload["read_blocks"]
    share = workload["read_percent"]
    shared["read_percent"] = mixes.get(share, share) if isinstance(share, int | float) else share
    load_keys = ("kind", "offered_rate_per_s", "arrivals", "queue_depth", "workers")
    return {
        "workload": cast("Workload", shared),
        "load": cast("LoadTerms", {key: load[key] for key in load_keys if key in load}),
        "clock": document["clock"],
        "access": document["access"],
    }


def of_search(search: Search) -> QuestionTerms:
    """The question of a search."""
    spec, find = search.spec, search.find
    if search.limits is not None:
        # Block sizes and reads are figures of a search for limits, and no part of its question.
        pattern = cast("Workload", {"pattern": spec["workload"]["pattern"]})
        shared: QuestionTerms = {"workload": pattern, "asked": "limits"}
        return shared | {"clock": spec["clock"], "access": spec["access"]}
    return {
        "workload": spec["workload"],
        "objective": None if find is None else find.load_line.objective,
        "arrivals": None if find is None else find.arrivals,
        "clock": spec["clock"],
        "access": spec["access"],
    }


# -- in what two of them differ --------------------------------------------------------------------

Aspect = Literal[
    "kind",
    "asked",
    "configuration",
    "target",
    "objective",
    "block_size",
    "align",
    "mix",
    "pattern",
    "working_set",
    "working_set_offset",
    "flushes",
    "durable_writes",
    "payload",
    "verify",
    "load",
    "profile",
    "bursts",
    "think",
    "cap",
    "trace",
    "arrivals",
    "clock",
    "access",
]
"""Parts of a question, one per user option. kind: a Run of fixed length or a search; asked: limits,
or a load line or a maximum."""
_WORKLOAD_KEYS: dict[Aspect, tuple[str, ...]] = {
    "block_size": ("block_size_bytes", "read_blocks", "write_blocks"),
    "mix": ("read_percent", "trim_percent"),
    "pattern": ("pattern",),
    "working_set": ("working_set_bytes",),
    "working_set_offset": ("working_set_offset_bytes",),
    "flushes": ("sync",),
    "durable_writes": ("durable_writes",),
    "payload": ("payload",),
    "verify": ("verify",),
}
_LOAD_KEYS = ("kind", "offered_rate_per_s", "arrivals", "queue_depth", "workers")
_LOAD_ASPECTS: tuple[Aspect, ...] = ("profile", "bursts", "think", "cap", "trace")
_PLAIN_ASPECTS: tuple[Aspect, ...] = (
    "asked",
    "configuration",
    "target",
    "objective",
    "arrivals",
    "clock",
    "access",
)


@dataclass(frozen=True)
class Apart:
    """Two questions with their differences."""

    first: QuestionTerms
    other: QuestionTerms
    aspects: tuple[Aspect, ...]


def apart(first: Sequence[QuestionTerms], other: Sequence[QuestionTerms]) -> Apart:
    """The differences between the two nearest questions of two variants. Both have some, and no two
    are the same."""
    pairs = [(a, b) for a in first for b in other if ("load" in a) == ("load" in b)]
    if not pairs:
        return Apart(first[0], other[0], ("kind",))
    alike = [(a, b) for a, b in pairs if a.get("asked") == b.get("asked")]
    if not alike:
        return Apart(*pairs[0], ("asked",))
    pairs_apart = [Apart(a, b, _unlike(a, b)) for a, b in alike]
    return min(pairs_apart, key=lambda pair: len(pair.aspects))


def _unlike(first: QuestionTerms, other: QuestionTerms) -> tuple[Aspect, ...]:
    mine, theirs = _aspects(first), _aspects(other)
    unlike = [aspect for aspect in mine if mine[aspect] != theirs[aspect]]
    if (first.get("load") or {}).get("kind") != (other.get("load") or {}).get("kind"):
        # Options of one kind of load are no difference beside the kind itself.
        unlike = [aspect for aspect in unlike if aspect not in _LOAD_ASPECTS]
    return tuple(unlike)


def _aspects(document: QuestionTerms) -> dict[Aspect, object]:
    """The values of a question by aspect."""
    workload: Mapping[str, Any] = document.get("workload") or {}
    load: Mapping[str, Any] = document.get("load") or {}
    whole: Mapping[str, Any] = document
    aspects: dict[Aspect, object] = {aspect: whole.get(aspect) for aspect in _PLAIN_ASPECTS}
    for aspect, keys in _WORKLOAD_KEYS.items():
        aspects[aspect] = [workload.get(key) for key in keys]
    aspects["align"] = workload_text.own_align(workload)
    aspects["load"] = [load.get(key) for key in _LOAD_KEYS]
    return aspects | {aspect: load.get(aspect) for aspect in _LOAD_ASPECTS}
