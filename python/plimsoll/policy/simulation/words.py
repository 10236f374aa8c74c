"""What is said of a simulated estate, in sentences: made here, of codes and figures."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from plimsoll import units
from plimsoll.policy import words
from plimsoll.policy.simulation.runs import burst_s

if TYPE_CHECKING:
    from plimsoll.policy.rules import Rules
    from plimsoll.policy.simulation.estate_run import Simulated
    from plimsoll.policy.simulation.harmless import Found
    from plimsoll.policy.simulation.pool import Kind
    from plimsoll.policy.simulation.runs import Told

NOBODY = "nobody here has an objective or a reservation: write what guests need (objective = …)"


def answer(of: Simulated) -> str:
    """Who misses what they need, before all else."""
    named = {
        verdict: [one.kind.name for one in of.as_set.told if one.verdict == verdict]
        for verdict in ("missed", "undecided", "met")
    }
    if named["missed"]:
        return f"{_names(named['missed'])} {_miss(named['missed'])}"
    if named["undecided"]:
        need = "get what they need" if named["undecided"][1:] else "gets what it needs"
        return f"whether {_names(named['undecided'])} {need} is undecided"
    return "everybody gets what they need" if named["met"] else NOBODY


def limit(rules: Rules) -> str:
    """A limit alone: without reservation and shares, which a search does not change."""
    said = []
    if rules.shared.given:
        said.append(words.rates(rules.shared))
    if rules.read.given:
        said.append(f"reads {words.rates(rules.read)}")
    if rules.write.given:
        said.append(f"writes {words.rates(rules.write)}")
    return ", ".join(said) or "none"


def found(of: Found, now: Rules) -> str:
    """The largest limit of a policy that harms nobody. `now`: its rules as the file says."""
    stands = f"now {limit(now)}" if now.limited else "it has none now"
    match of.answer:
        case "nobody_needs":
            return NOBODY
        case "none_needed":
            return f"needs no limit: without one, too, everybody gets what they need ({stands})"
        case "always_harm":
            return (
                "no limit helps: at every limit tried somebody misses what they need, and without"
                f" one {_names(of.harmed)} {'do' if of.harmed[1:] else 'does'} ({stands})"
            )
        case "largest":
            assert of.low is not None
            above = "without a limit" if of.high is None else f"at {limit(of.high)}"
            return (
                f"at most {limit(of.low)} for each volume; {above} {_names(of.harmed)}"
                f" {_miss(of.harmed)} ({stands})"
            )


def held(of: Told) -> str | None:
    """Why guests do not get the rate that they offer."""
    name = of.kind.name
    match of.held_by:
        case "limit":
            return (
                f"{name}: its own limit holds it at what it offers, or below: what waits grows for"
                " as long as that goes on"
            )
        case "pool":
            return (
                f"{name}: the storage does not carry what it offers: what waits grows for as"
                " long as that goes on"
            )
        case None if of.held_in_some:
            return (
                f"{name}: in some Runs the storage does not carry what it offers: whether what"
                " waits grows without end is open"
            )
        case None:
            return None


def bursting(kind: Kind) -> str:
    """Why figures are not those that guests get in the long run."""
    seconds = burst_s(kind)
    return (
        f"{kind.name}: its burst lasts {units.exact_seconds(round(seconds, 1))}, longer than the"
        " warm-up: what is measured holds while it lasts. For what comes after it:"
        f" --warmup-for {math.ceil(seconds) + 1}s"
    )


def notes(of: Simulated) -> list[str]:
    """What to know beside the figures."""
    said = [line for one in of.as_set.told if (line := held(one)) is not None]
    said += [bursting(one) for one in of.bursting]
    said += [f"{kind.name}: {words.miss(miss)}" for kind, miss in of.misplaced]
    if of.as_set.residents:
        ones = (f"{name} {units.iops(rate)}" for name, rate in of.as_set.residents.items())
        said.append(f"clients of the stack file run beside them: {', '.join(ones)}")
    if of.as_set.bottleneck is not None:
        said.append(f"{of.as_set.bottleneck} has no capacity left")
    if (sized := of.sized) is not None and of.line_per_s is not None:
        line = units.iops(of.line_per_s)
        fit = "fit" if sized.wanted_fit else "do not fit"
        fitting = sized.recommended.guests
        guests = f"{fitting:,} guest{'' if fitting == 1 else 's'}"
        mix = f"{guests} of this mix {'fits' if fitting == 1 else 'fit'}"
        said.append(
            f"by sums (plimsoll size, nothing kept free) {mix} below the load line of {line}: the"
            f" {sized.wanted:,} {fit}"
        )
    return said


def _names(names: list[str] | tuple[str, ...]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else list(names))


def _miss(names: list[str] | tuple[str, ...]) -> str:
    return "miss what they need" if names[1:] else "misses what it needs"
