"""The first screen of a factor study: factors that matter, the best setting, factors to leave
alone."""

from __future__ import annotations

from plimsoll.features.factors import study_result
from plimsoll.features.factors.rules import words
from plimsoll.features.factors.rules.document import Answer
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
        for verdict in words.VERDICTS
    }
    matter = by["matters"]
    number = None
    if matter and (first := matter[0]).beyond is not None:
        number = Figure(
            f"{first.factor}: {first.low} → {first.high}",
            words.beyond(first),
            "Runs at one of these levels have no figure but a bound",
        )
    elif matter and matter[0].effect is not None:
        first = matter[0]
        number = Figure(
            f"{first.factor}: {first.low} → {first.high}",
            words.percent(matter[0].effect.value),
            f"{words.span(matter[0].effect)}, all effects together at"
            f" {answer.confidence * 100:.3g} %",
        )
    best = answer.best
    setting = ""
    if best is not None:
        setting = short_list(
            [f"{level.factor} {level.level}" for level in best.levels if level.matters], MAX_NAMES
        )
    return Summary(
        _badge(answer),
        words.headlines(answer),
        number,
        obstacle=_obstacle(answer),
        todo=_todo(answer),
    ).with_rows(
        ("Best setting", setting),
        ("Predicted there", "" if best is None else _prediction(answer)),
        (
            "Act together",
            short_list([words.pair(pair.factors) for pair in answer.interactions], MAX_NAMES),
        ),
        ("Leave alone", short_list([factor.factor for factor in by["leave_alone"]], MAX_NAMES)),
        (
            "Not decided",
            short_list([factor.factor for factor in (*by["not_decided"], *by["not_told"])]),
        ),
    )


def _prediction(answer: Answer) -> str:
    assert answer.best is not None, "there is one"
    best = answer.best
    predicted = words.figure(answer.response, best.predicted)
    if best.confirmed is None:
        return f"{predicted}, not confirmed"
    runs = words.figure(answer.response, best.confirmed.value)
    as_predicted = "" if best.confirmed.within else ", not as predicted"
    return f"{predicted}; Runs there: {runs}{as_predicted}"


def _badge(answer: Answer) -> Badge:
    if answer.waiting:
        return Badge("none", "No answer yet")
    confirmed = answer.best.confirmed if answer.best is not None else None
    if confirmed is not None:
        return Badge("met", "Confirmed") if confirmed.within else Badge("mixed", "Not as predicted")
    if any(factor.verdict in ("not_decided", "not_told") for factor in answer.factors):
        return Badge("mixed", "Decided in part")
    return Badge("estimated", "Estimated")


def _obstacle(answer: Answer) -> str:
    if answer.bounded is not None:
        at = f" at {' with '.join(answer.bounded.levels)}" if answer.bounded.levels else ""
        n = len(answer.bounded.points)
        return f"{n} Runs{at} have no figure but a bound: {answer.bounded.why}."
    if answer.lost_at:
        return f"Every lost Run was at {', '.join(answer.lost_at)}."
    if answer.lost:
        return f"{len(answer.lost)} of {answer.runs} Runs say nothing: {answer.lost[0].why}."
    if answer.carry_over.seen:
        return "A Run left something to the next one."
    return ""


def _todo(answer: Answer) -> str:
    if answer.waiting:
        return "Go on where it was: plimsoll campaign resume."
    unknown = [
        factor.factor for factor in answer.factors if factor.verdict in ("not_decided", "not_told")
    ]
    return f"More Runs would decide on {short_list(unknown)}." if unknown else ""
