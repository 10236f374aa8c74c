"""The first screen of a factor study: factors that matter, the best setting, factors to leave
alone."""

from typing import get_args

from plimsoll.base import language, units
from plimsoll.features.factors import study_result
from plimsoll.features.factors.messages import message
from plimsoll.features.factors.rules import words
from plimsoll.features.factors.rules.document import Answer, Verdict
from plimsoll.report.describe import Badge, Figure
from plimsoll.report.first.summary import Summary, short_list
from plimsoll.report.request import ReportRequest

MAX_NAMES = 4
"""Most factors in a row."""


def summary_of(request: ReportRequest) -> Summary | None:
    """The first screen. None for another campaign, or with too few Runs."""
    if study_result.why_not(request.evidence) is not None:
        return None
    return summary(study_result.result_of(request.evidence).answer)


def summary(answer: Answer) -> Summary:
    """The first screen of an answer."""
    by = {
        verdict: [factor for factor in answer.factors if factor.verdict == verdict]
        for verdict in get_args(Verdict)
    }
    headlines = words.headlines(answer)
    headline = Summary(_badge(answer), headlines).headline
    best = answer.best
    setting = ""
    if best is not None:
        setting = short_list(
            [f"{level.factor} {level.level}" for level in best.levels if level.matters], MAX_NAMES
        )
    return Summary(
        _badge(answer),
        headlines,
        _number(answer, headline),
        obstacle=_obstacle(answer),
        todo=_todo(answer),
    ).with_rows(
        (message("best-setting"), setting),
        (message("row-predicted"), "" if best is None else _prediction(answer)),
        (
            message("row-together"),
            short_list([words.pair(pair.factors) for pair in answer.interactions], MAX_NAMES),
        ),
        (
            message("row-alone"),
            short_list([factor.factor for factor in by["leave_alone"]], MAX_NAMES),
        ),
        (
            message("row-not-decided"),
            short_list([factor.factor for factor in (*by["not_decided"], *by["not_told"])]),
        ),
    )


def _prediction(answer: Answer) -> str:
    assert answer.best is not None, "there is one"
    best = answer.best
    predicted = words.figure(answer.response, best.predicted)
    if best.confirmed is None:
        return message("row-not-confirmed", predicted=predicted)
    measured = words.figure(answer.response, best.confirmed.value)
    code = "row-as-predicted" if best.confirmed.within else "row-not-as-predicted"
    return message(code, predicted=predicted, measured=measured)


def _number(answer: Answer, headline: str) -> Figure | None:
    """The effect of the most important factor. None where no factor matters."""
    matter = [factor for factor in answer.factors if factor.verdict == "matters"]
    if not matter:
        return None
    first = matter[0]
    name = f"{first.factor}: {first.low} → {first.high}"
    if first.beyond is not None:
        value, basis = words.beyond(first), message("number-bounded")
    elif first.effect is not None:
        value = words.percent(first.effect.value)
        basis = message(
            "number-interval",
            interval=words.span(first.effect),
            confidence=units.significant_percent(answer.confidence, 3),
        )
    else:
        return None
    return Figure(name, value, basis, in_headline=value in headline)


def _badge(answer: Answer) -> Badge:
    if answer.waiting:
        return Badge("none", message("badge-waiting"))
    confirmed = answer.best.confirmed if answer.best is not None else None
    if confirmed is not None:
        if confirmed.within:
            return Badge("met", message("badge-confirmed"))
        return Badge("mixed", message("badge-not-as-predicted"))
    if any(factor.verdict in ("not_decided", "not_told") for factor in answer.factors):
        return Badge("mixed", message("badge-decided-in-part"))
    return Badge("estimated", message("badge-estimated"))


def _obstacle(answer: Answer) -> str:
    if (bounded := answer.bounded) is not None:
        n, why = len(bounded.points), bounded.why
        if not bounded.levels:
            return message("obstacle-bounded", count=n, reason=why)
        levels = words.levels_together(bounded.levels)
        return message("obstacle-bounded-at", count=n, levels=levels, reason=why)
    if answer.lost_at:
        return message("obstacle-lost-at", levels=language.listing(answer.lost_at))
    if answer.lost:
        why = answer.lost[0].why
        return message("obstacle-lost", count=len(answer.lost), runs=answer.runs, reason=why)
    return message("obstacle-carried-over") if answer.carry_over.seen else ""


def _todo(answer: Answer) -> str:
    if answer.waiting:
        return message("todo-resume")
    unknown = [
        factor.factor for factor in answer.factors if factor.verdict in ("not_decided", "not_told")
    ]
    return message("todo-more-runs", names=short_list(unknown)) if unknown else ""
