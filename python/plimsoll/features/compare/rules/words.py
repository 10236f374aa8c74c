"""THE ONE PLACE where a comparison becomes sentences: questions, reasons of verdicts (by codes of
`comparison.py`, whose figures stand in the finding), what was not compared, other differences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plimsoll.base import units, workload_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from plimsoll.features.compare.rules.comparison import Reason
    from plimsoll.features.compare.rules.question import Apart, Aspect, QuestionTerms
    from plimsoll.judge.variant import Different, Unlike

WORDS: Mapping[Reason, str] = {
    # Repeats of both.
    "ruled_out": "a difference beyond the margin is ruled out on either side",
    "too_small_to_matter": (
        "a difference beyond the margin is ruled out on either side: there is a difference, too"
        " small to matter"
    ),
    "equality_excluded": "the interval excludes equality",
    "drift_or_difference": (
        "the rig drifted as much while each was measured, so a difference between them cannot be"
        " told from drift"
    ),
    "both_included": ("the interval includes both no difference and differences beyond the margin"),
    # Intervals of their own.
    "no_room": "their intervals leave no room for a difference beyond the margin",
    "apart": "their intervals do not overlap",
    "apart_beyond_margin": ("their intervals do not overlap and lie farther apart than the margin"),
    "apart_within_drift": (
        "their intervals do not overlap, but a rig that drifts could move them this far apart;"
        " repeat each"
    ),
    "overlap": "their intervals overlap, and one of the two has only one repeat",
    # Neither.
    "no_repeat": (
        "one of the two variants has no repeat, so nothing is known of the noise between repeats"
    ),
    "one_repeat": (
        "one of the two variants has only one repeat, so nothing is known of the noise between"
        " repeats"
    ),
}
"""By code."""


def because(reason: Reason) -> str:
    """The reason of a verdict in words."""
    return WORDS[reason]


# -- what was asked --------------------------------------------------------------------------------


def question_text(document: QuestionTerms) -> str:
    """A question: its workload and its load."""
    # Where variants have several targets, the target is part of the question.
    target = [f"on {document['target']}"] if document.get("target") else []
    return ", ".join([*parts(document), *target])


def parts(document: QuestionTerms, *, workers: bool = True) -> list[str]:
    """The parts of a question: blocks, reads, and load. `workers`: include their number in a closed
    loop."""
    if document.get("asked"):
        return [str(document["asked"])]
    workload: Mapping[str, Any] = document["workload"]
    pattern = workload["pattern"] or "of unknown pattern"
    return [
        *([document["configuration"]] if document.get("configuration") else []),
        f"{workload_text.blocks(workload)} {pattern}",
        *workload_text.mix(workload).split(", "),
        *_load(document, workers=workers),
    ]


def _load(document: QuestionTerms, *, workers: bool = True) -> list[str]:
    """The load of a question, `3,000 IOPS offered (poisson)` or `queue depth 32 x 2`; for a search
    its objective."""
    load = document.get("load")
    if load is None:
        objective = document.get("objective")
        return [f"load line for {objective}" if objective else "maximum"]
    if load["kind"] == "open":
        profile = load.get("profile")
        shape = [] if profile is None or profile["kind"] == "flat" else [profile["kind"]]
        arrivals = load.get("arrivals") or "arrivals not told"
        offered = units.rate(load["offered_rate_per_s"])
        return [f"{offered} IOPS offered ({', '.join([arrivals, *shape])})"]
    depth, many = (
        "unknown" if one is None else str(one)
        for one in (load.get("queue_depth"), load.get("workers"))
    )
    return ["closed loop", f"queue depth {depth}{f' x {many}' if workers else ''}"]


# -- what is not compared --------------------------------------------------------------------------


def only_in(document: QuestionTerms, names: Sequence[str]) -> str:
    """A question that only these variants answer."""
    return f"{question_text(document)}: only in {', '.join(names)}"


# -- what differs besides --------------------------------------------------------------------------

_VALUES: dict[Unlike, tuple[str, Callable[[Any], str]]] = {
    "engine": ("engine", str),
    "version": ("version of Plimsoll", str),
    "host": ("host", str),
    "measure_s": ("length of Measure", lambda seconds: f"{seconds:g} s"),
    "workers": ("workers", str),
    "working_set_bytes": ("working set", units.size),
    "program": ("measured by", str),
    "max_outstanding": ("in-flight cap", str),
}


def value(condition: Unlike, one: str | float) -> str:
    """A value of what differs."""
    return _VALUES[condition][1](one)


def different(difference: Different, names: Sequence[str]) -> str:
    """A further difference, with the values of each variant."""
    # An imported file may lack any value; a closed loop has no in-flight cap.
    untold = "none" if difference.what == "max_outstanding" else "not told"
    each = [
        f"{' and '.join(value(difference.what, known) for known in values) or untold} ({name})"
        for name, values in zip(names, difference.values, strict=True)
    ]
    return f"{_VALUES[difference.what][0]}: {', '.join(each)}"


# -- questions of which no two are the same --------------------------------------------------------

MAX_DIFFERENCES = 4
"""Maximum number of differences in a sentence: entirely different questions need no list."""


def _size(size_bytes: float | None) -> str:
    return "none" if size_bytes is None else units.exact_size(size_bytes)


def _workload_aspect(key: str, write: Callable[[Any], str]) -> Callable[[QuestionTerms], str]:
    """Writes a key of the workload; unknown where an imported file lacks it."""

    def aspect_text(document: QuestionTerms) -> str:
        whole: Mapping[str, Any] = document
        workload = whole.get("workload") or {}
        return write(workload[key]) if key in workload else "unknown"

    return aspect_text


def _plain_aspect(key: str, otherwise: str = "none") -> Callable[[QuestionTerms], str]:
    def aspect_text(document: QuestionTerms) -> str:
        whole: Mapping[str, Any] = document
        return str(whole.get(key) or otherwise)

    return aspect_text


def _load_aspect(key: str) -> Callable[[QuestionTerms], str]:
    """Writes an option of the load."""

    def aspect_text(document: QuestionTerms) -> str:
        whole: Mapping[str, Any] = document
        return ", ".join(_plain((whole.get("load") or {}).get(key))) or "none"

    return aspect_text


def _plain(given: object, name: str = "") -> Iterator[str]:
    """Nested settings one after the other, with their units."""
    if given is None:
        return
    if isinstance(given, dict):
        for key, inner in given.items():
            yield from _plain(inner, str(key))
    elif isinstance(given, list):
        for inner in given:
            yield from _plain(inner, name)
    elif isinstance(given, int | float) and name.endswith("_ns"):
        yield f"{name.removesuffix('_ns').replace('_', ' ')} {units.exact_seconds(given / 1e9)}"
    elif isinstance(given, int | float) and name.endswith("_bytes"):
        yield f"{name.removesuffix('_bytes').replace('_', ' ')} {units.exact_size(given)}"
    elif isinstance(given, int | float) and name.endswith("_per_s"):
        yield f"{name.removesuffix('_per_s').replace('_', ' ')} {units.amount(given, 'rate')}"
    else:
        yield str(given) if name == "kind" else f"{name.replace('_', ' ')} {given}".strip()


def _blocks(document: QuestionTerms) -> str:
    whole: Mapping[str, Any] = document
    workload = whole.get("workload") or {}
    return workload_text.blocks(workload) if "read_percent" in workload else "unknown"


def _writes(document: QuestionTerms) -> str:
    """The block sizes of writes, which a question without writes has as well."""
    whole: Mapping[str, Any] = document
    sizes = (whole.get("workload") or {}).get("write_blocks")
    return workload_text.blocks({"read_percent": 0, "write_blocks": sizes})


_ASPECTS: dict[Aspect, tuple[str, Callable[[QuestionTerms], str]]] = {
    "asked": ("asked for", _plain_aspect("asked", "a load line or a maximum")),
    "configuration": ("configuration", _plain_aspect("configuration")),
    "target": ("target", _plain_aspect("target")),
    "objective": ("objective", _plain_aspect("objective")),
    "block_size": ("block size", _blocks),
    "align": ("alignment", _workload_aspect("align_bytes", _size)),
    "mix": ("mix", lambda document: workload_text.mix(document["workload"])),
    "pattern": ("pattern", _workload_aspect("pattern", lambda told: str(told or "unknown"))),
    "working_set": ("working set", _workload_aspect("working_set_bytes", _size)),
    "working_set_offset": (
        "working set offset",
        _workload_aspect("working_set_offset_bytes", _size),
    ),
    "flushes": (
        "flushes",
        _workload_aspect("sync", lambda sync: workload_text.flushes(sync) if sync else "none"),
    ),
    "durable_writes": (
        "durable writes",
        _workload_aspect("durable_writes", lambda on: "on" if on else "off"),
    ),
    "payload": ("payload", _workload_aspect("payload", lambda told: ", ".join(_payload(told)))),
    "verify": ("verification", _workload_aspect("verify", lambda on: "on" if on else "off")),
    "load": ("load", lambda document: ", ".join(_load(document))),
    "profile": ("rate over time", _load_aspect("profile")),
    "bursts": ("bursts", _load_aspect("bursts")),
    "think": ("think time", _load_aspect("think")),
    "cap": ("cap", _load_aspect("cap")),
    "trace": ("trace", _load_aspect("trace")),
    "arrivals": ("arrivals", _plain_aspect("arrivals")),
    "clock": ("clock", _plain_aspect("clock")),
    "access": ("access", _plain_aspect("access")),
}


def _payload(told: Mapping[str, Any]) -> list[str]:
    return workload_text.payload(told) or [str(told["kind"])]


def apart(pair: Apart) -> str:
    """The differences between two questions with both values."""
    if pair.aspects == ("kind",):
        return "one has Runs of fixed length, the other searches"
    return "; ".join(_apart(pair, aspect) for aspect in pair.aspects[:MAX_DIFFERENCES])


def _apart(pair: Apart, aspect: Aspect) -> str:
    name, write = _ASPECTS[aspect]
    first, other = write(pair.first), write(pair.other)
    if first == other and aspect == "block_size":
        name, first, other = "block size of writes", _writes(pair.first), _writes(pair.other)
    elif first == other and aspect == "working_set":
        # Rounded sizes look alike; the exact bytes differ.
        first, other = (
            _workload_aspect("working_set_bytes", _bytes)(side) for side in (pair.first, pair.other)
        )
    return f"{name} {first} against {other}"


def _bytes(size_bytes: float | None) -> str:
    return f"{units.count(size_bytes)} bytes"
