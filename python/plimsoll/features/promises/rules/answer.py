"""The verdict on one offered rate in a sentence: yes, no or undecided, with its figures and what
would decide it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.features.promises.rules import words

if TYPE_CHECKING:
    from plimsoll.features.promises.rules.document import Check, RunUse

FULL_SERVICE_SHARE = 0.98
"""The served rate is shown if it is below this share of the offered one."""


def sentence(check: Check, objective: str) -> str:
    """The answer to a check of one rate, a line for each target."""
    return "\n".join(
        _target_sentence(
            judged.verdict,
            judged.runs[-1] if judged.runs else None,
            objective,
            judged.because,
            judged.target,
        )
        for judged in check.evidence
    )


def _target_sentence(
    verdict: str, run: RunUse | None, objective: str, because: str, target: str | None
) -> str:
    on = "" if target is None else f" on {target}"
    if run is None or run.offered_rate_per_s is None:
        return f"Undecided{on}: {because}."
    rate, time = units.rate(run.offered_rate_per_s), units.seconds(run.seconds)
    figures = _run_figures(run)
    if verdict == "kept":
        return f"Yes: {rate} IOPS{on} met {objective} ({figures}) for {time}."
    if run.outcome == "cannot_carry":
        served = f"only {units.rate(run.achieved_rate_per_s)} of {rate} IOPS{on} were served"
        if verdict == "broken":
            return f"No: {served} ({figures}) in {time}."
        return (
            f"Undecided: {served} ({figures}), and this client had reached its own limit of"
            " outstanding I/O. Raise it: --max-outstanding."
        )
    if verdict == "broken":
        return f"No: {rate} IOPS{on} missed {objective} ({figures}) in {time}."
    if run.outcome != "ok" or run.limited_by in ("client_cpu", "client_outstanding"):
        return f"Undecided: {rate} IOPS{on}: {because}."
    longer = round(2 * run.seconds)
    if run.held_up_by == "own_lag":
        return f"Undecided: {rate} IOPS{on}, {figures} so far. {_advice(run)}."
    undecided = f"Undecided: {rate} IOPS{on}, {figures} so far. {time} is too short to be sure"
    if run.held_up_by != "others":
        return f"{undecided}. Repeat with --measure-for {longer}s."
    others = f"Other programs used {units.share(run.others)} of the CPU"
    return f"{undecided}. {others}: see plimsoll doctor, then repeat with --measure-for {longer}s."


def _advice(run: RunUse) -> str:
    assert run.held_up_by is not None, "asked where this machine held a Run up"
    advice = words.free(run.held_up_by, run.others)
    return f"{advice[0].upper()}{advice[1:]}"


def _run_figures(run: RunUse) -> str:
    figures = []
    served = run.achieved_rate_per_s
    is_short = served is not None and served < FULL_SERVICE_SHARE * (run.offered_rate_per_s or 0.0)
    if is_short and run.outcome != "cannot_carry":
        figures.append(f"{units.rate(served)} IOPS served")
    figures += [
        f"{name} {'> ' if name in run.at_least else ''}{units.nanos(value)}"
        for name, value in (
            ("mean", run.response_time_mean_ns),
            ("p99", run.response_time_p99_ns),
        )
        if value is not None
    ]
    return ", ".join(figures) if figures else "nothing completed"
