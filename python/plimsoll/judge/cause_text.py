"""Why a Run ended as it did, from the code of its record (`crates/run/src/because.rs`).

A record has the code with its figures and the English sentence. In English the sentence stands,
whose figures are as exact as the finding needs; another language has a message for each code.
"""

from collections.abc import Mapping
from typing import Any

from plimsoll.base import language, units
from plimsoll.judge.messages import message

KINDS = (
    "interrupted",
    "mismatch",
    "every_operation_failed",
    "target_gone",
    "operations_failed",
    "nothing_measured",
    "target_in_memory",
    "loop_through_page_cache",
    "page_cache_answered",
    "not_from_storage",
    "writes_to_page_cache",
    "host_lost",
    "hosts_apart",
    "not_steady",
    "closed_loop",
    "rate_changed",
    "too_short_to_judge",
    "keeps_up",
    "falls_behind",
    "none_completed",
    "not_answered",
    "silent",
    "client_not_carried",
    "not_issued",
    "none_issued",
    "backlog_not_issued",
    "missed_through_lateness",
    "client_cap",
    "client_cap_reached",
    "client_full",
    "late_while_idle",
    "workers_busy",
    "own_rate_cap",
    "not_filled",
    "one_run_cannot_tell",
    "element_full",
    "element_waiting",
    "nothing_full",
)
"""Codes with a message. The others are a sentence from elsewhere: an error, or a host's."""
GENERATOR = "the generator"
"""The name of clients that have none."""
_SHARES = ("share", "used", "idle_at")
_PAIRS = {
    "achieved_per_s": ("offered_per_s", "scheduled_per_s"),
    "issued_per_s": ("scheduled_per_s",),
}
"""Rates that are set against each other."""


def of(record: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The code of a record with its figures; an imported one has none."""
    cause: Mapping[str, Any] | None = record.get("reason")
    return cause


def stopped_answering(record: Mapping[str, Any]) -> bool:
    """Whether the target stopped answering in a Run, as the Run itself judged. Operations are also
    left unfinished where the load was too high, and after an outage that ended."""
    cause = of(record)
    return cause is not None and cause["kind"] in ("not_answered", "none_completed", "silent")


def words(cause: Mapping[str, Any] | None, sentence: str) -> str:
    """The cause for a reader. `sentence`: the one beside it, which stands where there is no code,
    or one of a newer version."""
    if cause is None or cause["kind"] not in KINDS or language.is_english():
        return sentence
    figures: Mapping[str, Any] = cause.get("figures", {})
    kind = str(cause["kind"])
    return message(f"cause-{kind}{_variant(kind, figures)}", **_text(figures))


def _variant(kind: str, figures: Mapping[str, Any]) -> str:
    """Which message of several."""
    match kind:
        case "closed_loop":
            return "-rests" if figures["rests"] else ""
        case "keeps_up":
            late = "-late" if "late_ns" in figures else ""
            return f"-{'surely' if figures['surely'] else 'so-far'}{late}"
        case "falls_behind":
            return "-at-cap" if "at_cap" in figures else ""
        case "client_full":
            return "-generator" if figures["name"] == GENERATOR else ""
        case "not_filled":
            return "-idle" if "idle_at" in figures else ""
        case "element_full":
            return "-instance" if "instance" in figures else ""
        case "nothing_full":
            return "-most" if "busiest" in figures else ""
    return ""


def _text(figures: Mapping[str, Any]) -> dict[str, object]:
    """The figures as they are printed: by the ends of their names, which are their units."""
    written: dict[str, object] = {name: _figure(name, value) for name, value in figures.items()}
    for name, others in _PAIRS.items():
        for other in others:
            if name in figures and other in figures:
                written[name], written[other] = _apart(figures[name], figures[other])
    return written


def _figure(name: str, value: bool | float | str) -> str:
    if isinstance(value, str | bool):
        return str(value)
    if name in _SHARES:
        return units.percent(value)
    if name.endswith("_ns"):
        return units.nanos(value)
    if name.endswith("_s") and not name.endswith("_per_s"):
        return units.seconds(value)
    return units.rate(value)


def _apart(first: float, second: float) -> tuple[str, str]:
    """Two rates with as many digits as tell them apart."""
    pairs = [(units.rate(first), units.rate(second))]
    pairs += [(units.decimal(first, digits), units.decimal(second, digits)) for digits in (1, 2, 3)]
    return next((pair for pair in pairs if pair[0] != pair[1]), pairs[0])
