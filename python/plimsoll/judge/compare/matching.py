"""Which repeats of the variants answer the same question, and what keeps others apart.

A question is workload, load, clock and access (through the cache or not); the target may differ,
since that is often what is compared. For a search it is workload, arrivals and objective. Pure:
sorts what `variants.py` read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, cast

from plimsoll.errors import InputError
from plimsoll.judge.compare.variant import Run, Search, Variant

if TYPE_CHECKING:
    from plimsoll._record import Profile2, Workload

Asked = TypeVar("Asked", Run, Search)


class LoadCompared(TypedDict, total=False):
    """A load, of which by whom an offered rate is issued is no part."""

    kind: str
    offered_rate_per_s: float
    arrivals: str
    profile: Profile2
    queue_depth: int
    workers: int


class Compared(TypedDict, total=False):
    """What a Run was asked: workload, load, clock and access; what a search was: objective and
    arrivals in place of the load."""

    workload: Workload
    load: LoadCompared
    objective: str | None
    arrivals: str | None
    clock: str
    access: str
    target: str
    asked: str
    """What a search asked for, where that is neither a line nor a maximum: limits."""


@dataclass(frozen=True)
class Question:
    """What was asked, in `document`; the Runs or searches of each variant that answer it, in order
    of time."""

    document: Compared
    runs: tuple[tuple[Run, ...], ...] = ()
    searches: tuple[tuple[Search, ...], ...] = ()


@dataclass(frozen=True)
class Sorted:
    """Questions that at least the first variant and another have answered; the rest in words; what
    differs."""

    questions: tuple[Question, ...]
    unmatched: tuple[str, ...]
    differs: tuple[str, ...]


def of_run(run: Run) -> Compared:
    """The question of a Run. By whom an offered rate is issued (workers, in-flight cap) is no part
    of it: the cap follows the device. It is told where it differs."""
    spec = run.spec
    ours = ("max_outstanding", "workers") if spec["load"]["kind"] == "open" else ()
    load = cast(
        "LoadCompared", {key: value for key, value in spec["load"].items() if key not in ours}
    )
    return {
        "workload": spec["workload"],
        "load": load,
        "clock": spec["clock"],
        "access": spec["access"],
    }


def _both_tell(document: Compared) -> Compared:
    """Of the question of a Run what an imported file tells of its own, too: blocks, reads and
    pattern, and how much was asked for."""
    workload = cast("dict[str, object]", document["workload"])
    load = cast("dict[str, object]", document["load"])
    told = {key: workload[key] for key in ("block_size_bytes", "read_percent", "pattern")}
    if workload["block_size_bytes"] is None:
        told["read_blocks"] = workload["read_blocks"]
    kept = ("kind", "offered_rate_per_s", "arrivals", "queue_depth", "workers")
    return {
        "workload": cast("Workload", told),
        "load": cast("LoadCompared", {key: load[key] for key in kept if key in load}),
        "clock": document["clock"],
        "access": document["access"],
    }


def of_search(search: Search) -> Compared:
    """The question of a search."""
    spec, line = search.spec, search.result.get("load_line") or {}
    if search.limits:
        # Block sizes and reads are its figures; the sizes that one of them has alone are left out.
        pattern = cast("Workload", {"pattern": spec["workload"]["pattern"]})
        shared: Compared = {"workload": pattern, "asked": "limits"}
        return shared | {"clock": spec["clock"], "access": spec["access"]}
    return {
        "workload": spec["workload"],
        "objective": line.get("objective"),
        "arrivals": search.result.get("arrivals"),
        "clock": spec["clock"],
        "access": spec["access"],
    }


def sort(
    variants: Sequence[Variant],
    *,
    across: bool = False,
    planned: Callable[[int], str] | None = None,
) -> Sorted:
    """The questions of these variants. `across`: match by load alone (searches: all), whatever else
    differs.

    `planned` tells for a Run's number as what it was planned: the parts of one campaign were asked
    the same where they were planned the same, also when a load was resolved to what each target has
    (a worker per volume). What differs is told. Raises InputError where one of them has no question
    in common with the first, and says what differs.
    """
    several = any(len(_targets(variant)) > 1 for variant in variants)
    foreign = any(run.imported for variant in variants for run in variant.runs)

    def asked(run: Run) -> Compared:
        document = of_run(run)
        return _with_target(_both_tell(document) if foreign else document, run, several=several)

    runs = _matched(
        [v.runs for v in variants],
        asked,
        across,
        None if planned is None else lambda run: planned(run.id),
    )
    searches = _matched(
        [v.searches for v in variants],
        lambda one: _with_target(of_search(one), one, several=several),
        across,
        None if planned is None else lambda one: planned(one.runs[0].id),
    )
    questions = [Question(document, runs=groups) for document, groups in runs]
    questions += [Question(document, searches=groups) for document, groups in searches]
    common = [q for q in questions if _answered(q)]
    differs = tuple(_differences(variants))
    for index, other in enumerate(variants[1:], 1):
        if not any((question.runs or question.searches)[index] for question in common):
            raise InputError(
                f"'{variants[0].name}' and '{other.name}' have no comparable results:"
                f" {_apart(variants[0], other)}",
                (
                    "Measure both under the same conditions."
                    if across
                    else (
                        "Measure both under the same conditions, or compare them anyway with "
                        "--across."
                    )
                ),
            )
    unmatched = tuple(_only(q, variants) for q in questions if not _answered(q))
    return Sorted(tuple(replace(q) for q in common), unmatched, differs)


def _answered(question: Question) -> bool:
    first, *others = question.runs or question.searches
    return bool(first) and any(others)


def _targets(variant: Variant) -> set[str]:
    specs = [*(run.spec for run in variant.runs), *(search.spec for search in variant.searches)]
    return {str(spec["target"]["name"]) for spec in specs}


def _with_target(document: Compared, one: Run | Search, *, several: bool) -> Compared:
    """Where a variant has several targets, each is a question of its own."""
    return document | {"target": one.spec["target"]["name"]} if several else document


def _matched(
    of: Sequence[Sequence[Asked]],
    question: Callable[[Asked], Compared],
    across: bool,
    planned: Callable[[Asked], str] | None,
) -> list[tuple[Compared, tuple[tuple[Asked, ...], ...]]]:
    found: dict[str, tuple[Compared, list[list[Asked]]]] = {}
    for index, answers in enumerate(of):
        for one in sorted(answers, key=lambda answer: answer.began_s):
            document = question(one)
            alike: object = _bare(document) if across else document
            if planned is not None:
                # Its target and what is set in it are in it, where they are not what is compared.
                alike = planned(one)
            key = json.dumps(alike, sort_keys=True)
            found.setdefault(key, (document, [[] for _ in of]))[1][index].append(one)
    return [
        (document, tuple(tuple(group) for group in groups)) for document, groups in found.values()
    ]


def _bare(document: Compared) -> list[object]:
    """The load alone, and of it only how much: what --across matches by."""
    load = document.get("load", {})
    return [load.get("kind"), load.get("offered_rate_per_s"), load.get("queue_depth")]


def _only(question: Question, variants: Sequence[Variant]) -> str:
    groups = question.runs or question.searches
    names = ", ".join(
        variant.name for variant, group in zip(variants, groups, strict=True) if group
    )
    return f"{asked_words(question.document)}: only in {names}"


def asked_words(document: Compared) -> str:
    """A question in words: its workload and its load."""
    from plimsoll import workload_text

    if document.get("asked"):
        return load_words(document)
    return f"{workload_text.short(document['workload'])}, {load_words(document)}"


def load_words(document: Compared) -> str:
    """The load of a question: `3,000 IOPS offered (poisson)`, `queue depth 32 x 2`; of a search its
    objective."""
    from plimsoll.units import rate

    load = document.get("load")
    if document.get("asked"):
        return str(document["asked"])
    if load is None:
        return f"load line for {document['objective']}" if document.get("objective") else "maximum"
    if load["kind"] == "open":
        profile = load.get("profile")
        shape = "" if profile is None or profile["kind"] == "flat" else f", {profile['kind']}"
        return f"{rate(load['offered_rate_per_s'])} IOPS offered ({load['arrivals']}{shape})"
    asked = (load.get("queue_depth"), load.get("workers"))
    depth, workers = ("unknown" if one is None else one for one in asked)
    return f"closed loop, queue depth {depth} x {workers}"


def _apart(first: Variant, other: Variant) -> str:
    """What of their questions differs, by name; of those that come nearest."""
    asked, too = (
        [*map(of_run, variant.runs), *map(of_search, variant.searches)]
        for variant in (first, other)
    )
    pairs = [(a, b) for a in asked for b in too if ("load" in a) == ("load" in b)]
    if not pairs:
        return "one has Runs of fixed length, the other searches"
    kinds = [
        {document.get("asked", "a load line or a maximum") for document in of}
        for of in (asked, too)
    ]
    if not kinds[0] & kinds[1]:
        return f"one asked for {kinds[0].pop()}, the other for {kinds[1].pop()}"
    return "; ".join(min((_unlike(a, b) for a, b in pairs), key=len)[:4])


def _unlike(a: object, b: object, at: str = "") -> list[str]:
    """The keys at which two documents differ, with both values."""
    if isinstance(a, dict) and isinstance(b, dict):
        return [
            words
            for key in dict.fromkeys([*a, *b])
            for words in _unlike(a.get(key), b.get(key), f"{at}.{key}".strip("."))
        ]
    return [] if a == b else [f"{at} is {json.dumps(a)} and {json.dumps(b)}"]


def _host(run: Run) -> str | None:
    host = run.record.get("host")
    return host.get("hostname") if host else None


def _program(run: Run) -> str:
    """Who measured it: an imported Run tells."""
    imported: Any = run.record.get("imported")
    return str(imported["source"]["program"]) if imported else "Plimsoll"


def _differences(variants: Sequence[Variant]) -> list[str]:
    """What is not part of the question, or was planned as one, and differs all the same."""
    from plimsoll.units import size

    looks: dict[str, Callable[[Run], object]] = {
        "engine": lambda run: run.spec["engine"],
        "version of Plimsoll": lambda run: run.record["version"]["plimsoll"],
        "host": _host,
        "length of Measure": lambda run: f"{run.spec['phases']['measure_ns'] / 1e9:g} s",
        "workers": lambda run: run.spec["load"]["workers"],
        "working set": lambda run: size(run.spec["workload"]["working_set_bytes"]),
        "measured by": _program,
        "in-flight cap": lambda run: run.spec["load"].get("max_outstanding"),
    }
    said = []
    for name, look in looks.items():
        seen = []
        for variant in variants:
            # The Runs of a search differ in all but engine, version and host by their nature.
            alike = name in ("engine", "version of Plimsoll", "host")
            runs = [*variant.runs] or [search.runs[0] for search in variant.searches if alike]
            seen.append(sorted({str(value) for run in runs if (value := look(run)) is not None}))
        if any(values != seen[0] for values in seen):
            each = zip(variants, seen, strict=True)
            told = [
                f"{' and '.join(values) or 'none'} ({variant.name})" for variant, values in each
            ]
            said.append(f"{name}: {', '.join(told)}")
    return said
