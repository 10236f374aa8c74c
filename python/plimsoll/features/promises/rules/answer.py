"""The verdict on one offered rate in a sentence: yes, no or undecided, with its figures and what
would decide it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.features.promises.messages import message
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
    if run is None or run.offered_rate_per_s is None:
        if target is None:
            return message("undecided", because=because)
        return message("undecided-on", target=target, because=because)
    time = units.seconds(run.seconds)
    offered = message("offered", rate=units.rate(run.offered_rate_per_s))
    if target is not None:
        offered = message("offered-on", offered=offered, target=target)
    figures = _run_figures(run)
    told = {"offered": offered, "figures": figures}
    if verdict == "kept":
        return message("yes", **told, objective=objective, time=time)
    if run.outcome == "cannot_carry":
        served = units.rate(run.achieved_rate_per_s)
        if verdict == "broken":
            return message("no-served", **told, served=served, time=time)
        return message("undecided-served", **told, served=served)
    if verdict == "broken":
        return message("no", **told, objective=objective, time=time)
    if run.outcome != "ok" or run.limited_by in ("client_cpu", "client_outstanding"):
        return message("undecided-rate", offered=offered, because=because)
    if run.held_up_by == "own_lag":
        return message("undecided-advice", **told, advice=_advice(run))
    longer = f"{round(2 * run.seconds)}s"
    if run.held_up_by != "others":
        return message("undecided-longer", **told, time=time, longer=longer)
    share = units.share(run.others)
    return message("undecided-others", **told, time=time, longer=longer, share=share)


def _advice(run: RunUse) -> str:
    assert run.held_up_by is not None, "asked where this machine held a Run up"
    advice = words.free(run.held_up_by, run.others)
    return language.capital(advice)


def _run_figures(run: RunUse) -> str:
    figures = []
    served = run.achieved_rate_per_s
    is_short = served is not None and served < FULL_SERVICE_SHARE * (run.offered_rate_per_s or 0.0)
    if is_short and run.outcome != "cannot_carry":
        figures.append(message("served", rate=units.rate(served)))
    figures += [
        message(
            f"answer-{name}", latency=f"{'> ' if name in run.at_least else ''}{units.nanos(value)}"
        )
        for name, value in (
            ("mean", run.response_time_mean_ns),
            ("p99", run.response_time_p99_ns),
        )
        if value is not None
    ]
    return language.listing(figures) if figures else message("level-nothing")
