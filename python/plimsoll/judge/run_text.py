"""Why a Run was judged as it was, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from plimsoll.base import units
from plimsoll.judge import cause_text
from plimsoll.judge.messages import message

if TYPE_CHECKING:
    from plimsoll.native.record import Bottleneck, StorageFigures


def bottleneck(record: Mapping[str, Any]) -> str | None:
    """The full element of a described storage, in words; None where none was full, and for other
    storage. The model knows the limiter, while one Run of a real target does not show it.
    """
    found = _model_bottleneck(record)
    return _because(found) if found is not None and found["element"] else None


def _model_bottleneck(record: Mapping[str, Any]) -> Bottleneck | None:
    """The bottleneck by the model of a described storage; None for other storage."""
    storage: StorageFigures | None = record["storage"]
    return None if storage is None else storage["bottleneck"]


def _because(found: Bottleneck) -> str:
    return cause_text.words(found["reason"], found["because"])


def held_back(record: Mapping[str, Any]) -> str | None:
    """The bottleneck of a described storage, by name, and why; None for other storage.

    An in-flight cap that is reached is the limit only where the storage would have carried what was
    offered. Where its busiest element would be full at that rate as well, the cap was reached
    because requests pile up there: the element is the limit.
    """
    found = _model_bottleneck(record)
    if found is None:
        return None
    if found["element"]:
        return _because(found)
    if record["limited_by"]["value"] == "client_cpu":
        return message("held-back-client-cpu", because=_because(found))
    load = record["spec"]["load"]
    offered = record["offered_rate_per_s"]
    cap = load["max_outstanding"] if load["kind"] == "open" else None
    if not cap or record["outstanding_max"] < cap:
        return message("held-back-none", because=_because(found))
    if record["outcome"] != "cannot_carry":
        return message("held-back-none-capped", cap=units.count(cap))
    busiest = _busiest(record)
    if not busiest:
        return message("held-back-cap-idle", cap=units.count(cap))
    figures = {
        "element": busiest["name"],
        "used": units.percent(busiest["utilisation_max"], 1),
        "cap": units.count(cap),
    }
    carries = record["achieved_rate_per_s"] / busiest["utilisation_max"]
    if offered and offered >= carries:
        rates = {"carries": units.rate(carries), "offered": units.rate(offered)}
        return message("held-back-element", **figures, **rates)
    return message("held-back-cap", **figures)


def _busiest(record: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The element whose time is used most. Of queues a share of places is used, which does not
    grow with the rate; beyond a whole one credits are spent."""
    timed = [
        element
        for element in record["storage"]["elements"]
        if element["type"] not in ("queue", "paths") and 0 < element["utilisation_max"] <= _WHOLE
    ]
    return max(timed, key=lambda element: float(element["utilisation_max"]), default=None)


def on_savings(record: Mapping[str, Any]) -> tuple[str, float] | None:
    """The part of a described storage that worked above its own rate, out of what it had saved up
    (burst, credits), and how many times that rate; None where all of it lasts."""
    storage: StorageFigures | None = record["storage"]
    elements = storage["elements"] if storage else []
    most = max(elements, key=lambda element: element["utilisation_max"], default=None)
    if most is None or most["utilisation_max"] <= _ABOVE_ITS_RATE:
        return None
    return most["name"], most["utilisation_max"]


_ABOVE_ITS_RATE = 1.05
"""More than a burst of a moment adds to a Run."""
_WHOLE = 1.02
"""All of an element's time, and a little for the clock."""


def limiter(record: Mapping[str, Any]) -> str:
    """The limiter of a Run: the code of its record; where that is unknown and the storage is
    described, the full element."""
    value = str(record["limited_by"]["value"]) if record else "unknown"
    found = _model_bottleneck(record)
    return found["element"] or value if value == "unknown" and found is not None else value


def reason(given: str, value: float | None, allowed: float | None) -> str:
    """Why a Run was judged as it was, in words. `value`: the statistic that was judged, beside what
    the objective allows of it."""
    if value is not None and allowed:
        if given == "too_close" and value < allowed / 2:
            return message("judged-met-so-far")
        if given in ("from_histogram", "from_file"):
            return message(f"judged-{given}-{'meets' if value <= allowed else 'misses'}")
    return message(f"judged-{given if given in REASONS else 'otherwise'}")


def short_reason(given: str) -> str:
    """Why a Run was judged as it was, in a word or two."""
    return message(f"short-{given if given in REASONS else 'otherwise'}")


REASONS = (
    "objective_met",
    "objective_missed",
    "far_beyond_objective",
    "cannot_carry",
    "too_correlated",
    "too_short",
    "too_close",
    "not_yet_steady",
    "own_lag",
    "coarse_steps",
    "from_histogram",
    "from_file",
)
"""The reasons of a record, and those of Runs that are judged from histograms or files."""
