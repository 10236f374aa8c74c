"""The sentences on a simulated estate, made from codes and figures."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.features.policy import words
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.rules import Figures, Rules

if TYPE_CHECKING:
    from plimsoll.features.policy_simulation.estate_run import PoolSimulation
    from plimsoll.features.policy_simulation.harmless import HarmlessLimits
    from plimsoll.features.policy_simulation.notes import Note, NoteKind


def answer(simulation: PoolSimulation) -> str:
    """The guests that miss their needs."""
    named = {
        verdict: [
            guests.kind.name for guests in simulation.as_set.guests if guests.verdict == verdict
        ]
        for verdict in ("missed", "undecided", "met")
    }
    if named["missed"]:
        names = named["missed"]
        return message("estate-miss", names=_names(names), count=len(names))
    if named["undecided"]:
        names = named["undecided"]
        return message("estate-undecided", names=_names(names), count=len(names))
    return message("estate-get") if named["met"] else message("no-needs")


def limit(rules: Rules) -> str:
    """The limit alone: a search does not change reservation and shares."""
    parts = []
    if rules.shared.is_set:
        parts.append(words.rates(rules.shared))
    if rules.read.is_set:
        parts.append(message("rule-reads", rates=words.rates(rules.read)))
    if rules.write.is_set:
        parts.append(message("rule-writes", rates=words.rates(rules.write)))
    return language.listing(parts) or message("no-limit")


def limit_answer(limits: HarmlessLimits, now: Rules) -> str:
    """The largest harmless limit of a policy. `now`: its rules in the file."""
    stands = message("limit-now", limit=limit(now)) if now.has_limit else message("no-limit-now")
    harmed = {"names": _names(limits.harmed), "count": len(limits.harmed)} if limits.harmed else {}
    match limits.answer:
        case "nobody_needs":
            return message("no-needs")
        case "none_needed":
            return message("limit-none_needed", now=stands)
        case "always_harm":
            return message("limit-always_harm", **harmed, now=stands)
        case "largest":
            assert limits.low is not None
            low = limit(limits.low)
            if limits.high is None:
                return message("limit-largest", **harmed, low=low, now=stands)
            return message(
                "limit-largest-at", **harmed, low=low, high=limit(limits.high), now=stands
            )


def _bursting(f: Figures) -> str:
    seconds = float(f["burst_s"])
    return message(
        "simulated-burst_outlasts_warmup",
        span=units.exact_seconds(round(seconds, 1)),
        warmup=f"{math.ceil(seconds) + 1}s",
    )


def _residents(f: Figures) -> str:
    rates = (f"{name} {units.iops(float(rate))}" for name, rate in f.items())
    return message("simulated-residents", rates=language.listing(rates))


def _of_sums(code: str) -> Callable[[Figures], str]:
    """A sentence with the guests that fit by the sums of sizing."""
    return lambda f: message(
        code,
        fitting=int(f["fitting"]),
        fit=units.count(int(f["fitting"])),
        line=units.iops(float(f["load_line_per_s"])),
        wanted=units.count(int(f["wanted"])),
    )


NOTES: Mapping[NoteKind, Callable[[Figures], str]] = {
    "held_by_limit": lambda _: message("simulated-held_by_limit"),
    "held_by_pool": lambda _: message("simulated-held_by_pool"),
    "held_in_some_runs": lambda _: message("simulated-held_in_some_runs"),
    "burst_outlasts_warmup": _bursting,
    "misplaced": lambda f: words.MISSES[str(f["why"])](f),
    "residents": _residents,
    "no_capacity_left": lambda f: message("simulated-no_capacity_left", element=f["element"]),
    "sums_fit": _of_sums("simulated-sums_fit"),
    "sums_do_not_fit": _of_sums("simulated-sums_do_not_fit"),
}


def note(subject: Note) -> str:
    """A note with its subject."""
    sentence = NOTES[subject.kind](subject.figures)
    return sentence if subject.guests is None else f"{subject.guests}: {sentence}"


def _names(names: list[str] | tuple[str, ...]) -> str:
    *before, last = names
    return message("and", names=", ".join(before), last=last) if before else last
