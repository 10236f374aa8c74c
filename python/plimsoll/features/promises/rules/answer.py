"""Is this rate fine? The verdict on one offered rate in a sentence: yes, no or undecided, with the
figures that it rests on and what would decide it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.features.promises.rules import words

if TYPE_CHECKING:
    from plimsoll.features.promises.rules.document import Check, RunSeen

FAR = 0.98
"""Part of an offered rate below which what was served is told."""


def sentence(check: Check, objective: str) -> str:
    """The answer, of a check of one rate on one target or several."""
    return "\n".join(
        _of(one.verdict, one.runs[-1] if one.runs else None, objective, one.because, one.target)
        for one in check.evidence
    )


def _of(verdict: str, run: RunSeen | None, objective: str, because: str, target: str | None) -> str:
    on = "" if target is None else f" on {target}"
    if run is None or run.offered_rate_per_s is None:
        return f"Undecided{on}: {because}."
    rate, time = units.rate(run.offered_rate_per_s), units.seconds(run.seconds)
    seen = _seen(run)
    if verdict == "kept":
        return f"Yes: {rate} IOPS{on} met {objective} ({seen}) for {time}."
    if run.outcome == "cannot_carry":
        served = f"only {units.rate(run.achieved_rate_per_s)} of {rate} IOPS{on} were served"
        if verdict == "broken":
            return f"No: {served} ({seen}) in {time}."
        return (
            f"Undecided: {served} ({seen}), and this client had reached its own limit of"
            " outstanding I/O. Raise it: --max-outstanding."
        )
    if verdict == "broken":
        return f"No: {rate} IOPS{on} missed {objective} ({seen}) in {time}."
    if run.outcome != "ok" or run.limited_by in ("client_cpu", "client_outstanding"):
        return f"Undecided: {rate} IOPS{on}: {because}."
    longer = round(2 * run.seconds)
    if run.held_up_by == "own_lag":
        return f"Undecided: {rate} IOPS{on}, {seen} so far. {_free(run)}."
    said = f"Undecided: {rate} IOPS{on}, {seen} so far. {time} is too short to be sure"
    if run.held_up_by != "others":
        return f"{said}. Repeat with --measure-for {longer}s."
    others = f"Other programs used {units.share(run.others)} of the CPU"
    return f"{said}. {others}: see plimsoll doctor, then repeat with --measure-for {longer}s."


def _free(run: RunSeen) -> str:
    assert run.held_up_by is not None, "asked where this machine held a Run up"
    advice = words.free(run.held_up_by, run.others)
    return f"{advice[0].upper()}{advice[1:]}"


def _seen(run: RunSeen) -> str:
    told = []
    served = run.achieved_rate_per_s
    far = served is not None and served < FAR * (run.offered_rate_per_s or 0.0)
    if far and run.outcome != "cannot_carry":
        told.append(f"{units.rate(served)} IOPS served")
    told += [
        f"{name} {'> ' if name in run.at_least else ''}{units.nanos(value)}"
        for name, value in (
            ("mean", run.response_time_mean_ns),
            ("p99", run.response_time_p99_ns),
        )
        if value is not None
    ]
    return ", ".join(told) if told else "nothing completed"
