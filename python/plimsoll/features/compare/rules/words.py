"""THE ONE PLACE where a comparison becomes sentences: questions, reasons of verdicts (by codes of
`comparison.py`, whose figures stand in the finding), what was not compared, other differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from plimsoll.base import language, units, workload_text
from plimsoll.features.compare.messages import message
from plimsoll.report.evidence.evidence import objective_words

if TYPE_CHECKING:
    from plimsoll.features.compare.rules.comparison import Reason
    from plimsoll.features.compare.rules.question import Apart, Aspect, QuestionTerms
    from plimsoll.judge.variant import Different, Unlike


def because(reason: Reason) -> str:
    """The reason of a verdict in words."""
    return message(f"reason-{reason}")


# -- what was asked --------------------------------------------------------------------------------


def question_text(document: QuestionTerms) -> str:
    """A question: its workload and its load."""
    # Where variants have several targets, the target is part of the question.
    target = [message("on-target", target=document["target"])] if document.get("target") else []
    return language.listing([*parts(document), *target])


def parts(document: QuestionTerms, *, workers: bool = True) -> list[str]:
    """The parts of a question: blocks, reads, and load. `workers`: include their number in a closed
    loop."""
    if document.get("asked"):
        return [message(f"figure-{document['asked']}")]
    workload: Mapping[str, Any] = document["workload"]
    return [
        *([document["configuration"]] if document.get("configuration") else []),
        workload_text.sizes_and_pattern(workload),
        *workload_text.mix_parts(workload),
        *_load(document, workers=workers),
    ]


def _load(document: QuestionTerms, *, workers: bool = True) -> list[str]:
    """The load of a question, `3,000 IOPS offered (poisson)` or `queue depth 32 x 2`; for a search
    its objective."""
    load = document.get("load")
    if load is None:
        if objective := document.get("objective"):
            return [message("line-for", objective=objective_words(objective, brief=True))]
        return [message("figure-maximum")]
    if load["kind"] == "open":
        profile = load.get("profile")
        shape = (
            []
            if profile is None or profile["kind"] == "flat"
            else [message("profile", kind=profile["kind"])]
        )
        told = load.get("arrivals")
        arrivals = message("arrivals", arrivals=told) if told else message("arrivals-not-told")
        offered = units.rate(load["offered_rate_per_s"])
        return [message("offered", rate=offered, arrivals=language.listing([arrivals, *shape]))]
    depth, many = load.get("queue_depth"), load.get("workers")
    code = "depth-of-workers" if workers and many is not None else "depth"
    known = message("value-unknown") if depth is None else str(depth)
    return [message("unit-closed_loop"), message(code, depth=known, workers=str(many))]


# -- what is not compared --------------------------------------------------------------------------


def only_in(document: QuestionTerms, names: Sequence[str]) -> str:
    """A question that only these variants answer."""
    return message("only-in", question=question_text(document), names=language.listing(names))


# -- what differs besides --------------------------------------------------------------------------

_VALUES: dict[Unlike, Callable[[Any], str]] = {
    "measure_s": lambda seconds: f"{language.number(f'{seconds:g}')} s",
    "working_set_bytes": units.size,
}
"""Writes a value of what differs, where it needs a unit."""


def value(condition: Unlike, one: str | float) -> str:
    """A value of what differs."""
    return _VALUES.get(condition, str)(one)


def different(difference: Different, names: Sequence[str]) -> str:
    """A further difference, with the values of each variant."""
    # An imported file may lack any value; a closed loop has no in-flight cap.
    untold = "value-none" if difference.what == "max_outstanding" else "value-not-told"
    each = [
        message(
            "value-of",
            value=_both([value(difference.what, one) for one in values]) or message(untold),
            name=name,
        )
        for name, values in zip(names, difference.values, strict=True)
    ]
    aspect = message(f"differs-{difference.what}")
    return message("values-of-each", aspect=aspect, each=language.listing(each))


def _both(values: Sequence[str]) -> str:
    text = "".join(values[:1])
    for more in values[1:]:
        text = message("value-and", value=text, more=more)
    return text


# -- questions of which no two are the same --------------------------------------------------------

MAX_DIFFERENCES = 4
"""Maximum number of differences in a sentence: entirely different questions need no list."""


def _size(size_bytes: float | None) -> str:
    return message("value-none") if size_bytes is None else units.exact_size(size_bytes)


def _workload_aspect(key: str, write: Callable[[Any], str]) -> Callable[[QuestionTerms], str]:
    """Writes a key of the workload; unknown where an imported file lacks it."""

    def aspect_text(document: QuestionTerms) -> str:
        whole: Mapping[str, Any] = document
        workload = whole.get("workload") or {}
        return write(workload[key]) if key in workload else message("value-unknown")

    return aspect_text


def _plain_aspect(key: str, otherwise: str = "none") -> Callable[[QuestionTerms], str]:
    def aspect_text(document: QuestionTerms) -> str:
        whole: Mapping[str, Any] = document
        return str(whole.get(key) or message(f"value-{otherwise}"))

    return aspect_text


def _load_aspect(key: str) -> Callable[[QuestionTerms], str]:
    """Writes an option of the load."""

    def aspect_text(document: QuestionTerms) -> str:
        whole: Mapping[str, Any] = document
        return language.listing(_plain((whole.get("load") or {}).get(key))) or message("value-none")

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
        yield _setting(name.removesuffix("_ns"), units.exact_seconds(given / 1e9))
    elif isinstance(given, int | float) and name.endswith("_bytes"):
        yield _setting(name.removesuffix("_bytes"), units.exact_size(given))
    elif isinstance(given, int | float) and name.endswith("_per_s"):
        of = "bytes" if name == "bytes_per_s" else "rate"
        yield _setting(name.removesuffix("_per_s"), units.amount(given, of))
    elif name == "kind":
        yield message("profile", kind=given)
    elif isinstance(given, bool):
        yield _setting(name, _switch(given))
    elif isinstance(given, int | float):
        yield _setting(name, language.number(str(given)))
    else:
        yield _setting(name, str(given))


def _setting(name: str, written: str) -> str:
    """A setting of the load, by its key."""
    return message("setting", name=name.replace("_", "-"), value=written)


def _blocks(document: QuestionTerms) -> str:
    whole: Mapping[str, Any] = document
    workload = whole.get("workload") or {}
    if "read_percent" not in workload:
        return message("value-unknown")
    return workload_text.blocks(workload)


def _writes(document: QuestionTerms) -> str:
    """The block sizes of writes, which a question without writes has as well."""
    whole: Mapping[str, Any] = document
    sizes = (whole.get("workload") or {}).get("write_blocks")
    return workload_text.blocks({"read_percent": 0, "write_blocks": sizes})


def _switch(on: object) -> str:
    return message("value-on") if on else message("value-off")


_ASPECTS: dict[Aspect, Callable[[QuestionTerms], str]] = {
    "asked": lambda document: (
        message(f"figure-{document['asked']}")
        if document.get("asked")
        else message("value-line-or-maximum")
    ),
    "configuration": _plain_aspect("configuration"),
    "target": _plain_aspect("target"),
    "objective": _plain_aspect("objective"),
    "block_size": _blocks,
    "align": _workload_aspect("align_bytes", _size),
    "mix": lambda document: workload_text.mix(document["workload"]),
    "pattern": _workload_aspect(
        "pattern", lambda told: workload_text.pattern(told) if told else message("value-unknown")
    ),
    "working_set": _workload_aspect("working_set_bytes", _size),
    "working_set_offset": _workload_aspect("working_set_offset_bytes", _size),
    "flushes": _workload_aspect(
        "sync", lambda sync: workload_text.flushes(sync) if sync else message("value-none")
    ),
    "durable_writes": _workload_aspect("durable_writes", _switch),
    "payload": _workload_aspect("payload", lambda told: language.listing(_payload(told))),
    "verify": _workload_aspect("verify", _switch),
    "load": lambda document: language.listing(_load(document)),
    "profile": _load_aspect("profile"),
    "bursts": _load_aspect("bursts"),
    "think": _load_aspect("think"),
    "cap": _load_aspect("cap"),
    "trace": _load_aspect("trace"),
    "arrivals": lambda document: (
        message("arrivals", arrivals=document["arrivals"])
        if document.get("arrivals")
        else message("value-none")
    ),
    "clock": _plain_aspect("clock"),
    "access": _plain_aspect("access"),
}


def _payload(told: Mapping[str, Any]) -> list[str]:
    return workload_text.payload(told) or [workload_text.pattern(told["kind"])]


def apart(pair: Apart) -> str:
    """The differences between two questions with both values."""
    if pair.aspects == ("kind",):
        return message("apart-kind")
    return language.clauses(_apart(pair, aspect) for aspect in pair.aspects[:MAX_DIFFERENCES])


def _apart(pair: Apart, aspect: Aspect) -> str:
    name, write = message(f"aspect-{aspect}"), _ASPECTS[aspect]
    first, other = write(pair.first), write(pair.other)
    if first == other and aspect == "block_size":
        name = message("aspect-block_size-writes")
        first, other = _writes(pair.first), _writes(pair.other)
    elif first == other and aspect == "working_set":
        # Rounded sizes look alike; the exact bytes differ.
        first, other = (
            _workload_aspect("working_set_bytes", _bytes)(side) for side in (pair.first, pair.other)
        )
    return message("apart", aspect=name, first=first, other=other)


def _bytes(size_bytes: float | None) -> str:
    return message("value-bytes", size=units.count(size_bytes))
