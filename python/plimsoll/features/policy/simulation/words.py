"""The sentences on a simulated estate, made from codes and figures."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from plimsoll.base import units
from plimsoll.features.policy import words
from plimsoll.features.policy.rules import Figures, Rules
from plimsoll.features.policy.simulation.estate_run import PoolSimulation
from plimsoll.features.policy.simulation.harmless import HarmlessLimits
from plimsoll.features.policy.simulation.notes import Note, NoteKind

NO_NEEDS = "nobody here has an objective or a reservation: write what guests need (objective = …)"


def answer(simulation: PoolSimulation) -> str:
    """The guests that miss their needs."""
    named = {
        verdict: [
            guests.kind.name for guests in simulation.as_set.guests if guests.verdict == verdict
        ]
        for verdict in ("missed", "undecided", "met")
    }
    if named["missed"]:
        return f"{_names(named['missed'])} {_miss(named['missed'])}"
    if named["undecided"]:
        need = "get what they need" if named["undecided"][1:] else "gets what it needs"
        return f"whether {_names(named['undecided'])} {need} is undecided"
    return "everybody gets what they need" if named["met"] else NO_NEEDS


def limit(rules: Rules) -> str:
    """The limit alone: a search does not change reservation and shares."""
    parts = []
    if rules.shared.is_set:
        parts.append(words.rates(rules.shared))
    if rules.read.is_set:
        parts.append(f"reads {words.rates(rules.read)}")
    if rules.write.is_set:
        parts.append(f"writes {words.rates(rules.write)}")
    return ", ".join(parts) or "none"


def limit_answer(limits: HarmlessLimits, now: Rules) -> str:
    """The largest harmless limit of a policy. `now`: its rules in the file."""
    stands = f"now {limit(now)}" if now.has_limit else "it has none now"
    match limits.answer:
        case "nobody_needs":
            return NO_NEEDS
        case "none_needed":
            return f"needs no limit: everybody gets what they need without one, too ({stands})"
        case "always_harm":
            return (
                "no limit helps: at every limit tried somebody misses what they need, and without"
                f" one, {_names(limits.harmed)} {'do' if limits.harmed[1:] else 'does'} ({stands})"
            )
        case "largest":
            assert limits.low is not None
            above = "without a limit" if limits.high is None else f"at {limit(limits.high)}"
            return (
                f"at most {limit(limits.low)} for each volume; {above}, {_names(limits.harmed)}"
                f" {_miss(limits.harmed)} ({stands})"
            )


def _bursting(f: Figures) -> str:
    seconds = float(f["burst_s"])
    return (
        f"its burst lasts {units.exact_seconds(round(seconds, 1))}, longer than the warm-up: the"
        " figures hold only while it lasts. For what comes after it:"
        f" --warmup-for {math.ceil(seconds) + 1}s"
    )


def _residents(f: Figures) -> str:
    rates = (f"{name} {units.iops(float(rate))}" for name, rate in f.items())
    return f"clients of the stack file run beside them: {', '.join(rates)}"


def _sums(f: Figures) -> str:
    fitting = int(f["fitting"])
    mix = "1 guest of this mix fits" if fitting == 1 else f"{fitting:,} guests of this mix fit"
    line = units.iops(float(f["load_line_per_s"]))
    return (
        f"by the sums of plimsoll size, with nothing kept free, {mix} below the load line of {line}"
    )


NOTES: Mapping[NoteKind, Callable[[Figures], str]] = {
    "held_by_limit": lambda _: (
        "its own limit lies at or below the rate it offers, so its backlog keeps growing"
    ),
    "held_by_pool": lambda _: (
        "the storage does not keep up with the rate it offers, so its backlog keeps growing"
    ),
    "held_in_some_runs": lambda _: (
        "in some Runs the storage did not keep up with the rate it offers, so its backlog may"
        " keep growing"
    ),
    "burst_outlasts_warmup": _bursting,
    "misplaced": lambda f: words.MISSES[str(f["why"])](f),
    "residents": _residents,
    "no_capacity_left": lambda f: f"{f['element']} has no capacity left",
    "sums_fit": lambda f: f"{_sums(f)}; the {int(f['wanted']):,} here fit",
    "sums_do_not_fit": lambda f: f"{_sums(f)}; the {int(f['wanted']):,} here do not fit",
}


def note(subject: Note) -> str:
    """A note with its subject."""
    sentence = NOTES[subject.kind](subject.figures)
    return sentence if subject.guests is None else f"{subject.guests}: {sentence}"


def _names(names: list[str] | tuple[str, ...]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else list(names))


def _miss(names: list[str] | tuple[str, ...]) -> str:
    return "miss what they need" if names[1:] else "misses what it needs"
