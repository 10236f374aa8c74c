"""The answer of a campaign as a document, `plimsoll.answer/1`: its first screen with the figures
and codes behind it.

`report --to json` contains it beside the Runs. Badge, headline and exit code come from the same
functions (`first_screen.py`), so programs and people get the same answer."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from plimsoll.judge import run_text
from plimsoll.report import first_screen
from plimsoll.report.describe import Figure, First, Standing
from plimsoll.report.evidence import search_end
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.search_end import Code
from plimsoll.report.load_line import lines
from plimsoll.report.load_line.lines import ReportLine
from plimsoll.report.request import ReportRequest
from plimsoll.store import kinds

Rate = float | None


class ValueDocument(TypedDict):
    """the one figure to take away"""

    name: str
    text: Annotated[str, Field(description="with its unit")]
    basis: Annotated[str, Field(description="what it rests on, in words")]
    amount: Annotated[
        float | None, Field(description="the number by itself; null of a bound, and of a count")
    ]
    low: Annotated[float | None, Field(description="lower end of its interval")]
    high: Annotated[float | None, Field(description="upper end of its interval")]


class LineDocument(TypedDict):
    """a load line that was looked for; rates in operations/s"""

    campaign: int
    name: Annotated[str, Field(description="by which it differs from others; empty of one alone")]
    grade: Annotated[Code, Field(description="how the search ended")]
    usable: Annotated[bool, Field(description="whether it has a rate to plan with")]
    objective: str | None
    rate_per_s: Rate
    low_per_s: Rate
    high_per_s: Rate
    plan_per_s: Annotated[Rate, Field(description="to plan with; null where there is none")]
    confidence: float | None
    limited_by: Annotated[
        str | None, Field(description="who set the limit; null where nobody is known to")
    ]
    reason: Annotated[str | None, Field(description="why the search ended, as a code")]


class AnswerDocument(TypedDict):
    """what a campaign answers, as its report begins"""

    schema: Literal["plimsoll.answer/1"]
    usable: Annotated[
        bool, Field(description="whether it is an answer: exit code 2 of the report where not")
    ]
    standing: Annotated[Standing, Field(description="how far it can be relied on")]
    grade: Annotated[str, Field(description="the words of its badge")]
    origin: Annotated[
        str, Field(description="Measured, Emulated, Simulated, or of which part of it")
    ]
    headline: str
    value: ValueDocument | None
    limited_by: Annotated[
        str | None,
        Field(
            description=(
                "who set the limit of the line or of the Run, as a code; of described storage of"
                " which one Run cannot tell, the element that was full; null of several"
            )
        ),
    ]
    reason: Annotated[
        str | None,
        Field(
            description=(
                "why a search ended, the outcome of a Run, the verdict of a check or of limits, as"
                " a code; null of several"
            )
        ),
    ]
    obstacle: Annotated[str, Field(description="what stood in the way of a better answer")]
    todo: Annotated[str, Field(description="what to do about it")]
    facts: Annotated[list[list[str]], Field(description="what else matters: [name, value]")]
    lines: Annotated[list[LineDocument], Field(description="every load line that was looked for")]


def of(request: ReportRequest, first: First | None = None) -> AnswerDocument:
    """The answer to a request. `first`: the first screen, if it is built already."""
    first = first or first_screen.of(request)
    evidence = request.evidence
    found = [_line(line) for line in _lines(request)]
    alone = found[0] if len(found) == 1 else None
    return {
        "schema": "plimsoll.answer/1",
        "usable": first.usable,
        "standing": first.badge.standing,
        "grade": first.badge.words,
        "origin": first.origin,
        "headline": first.headline,
        "value": _value(first.number),
        "limited_by": alone["limited_by"] if alone else _limiter(evidence, several=bool(found)),
        "reason": alone["reason"] if alone else _reason(evidence, several=bool(found)),
        "obstacle": first.obstacle,
        "todo": first.todo,
        "facts": [list(row) for row in first.rows],
        "lines": found,
    }


def _lines(request: ReportRequest) -> list[ReportLine]:
    # Campaigns that a feature answers have no load line of their own.
    if any(kinds.of(evidence.campaign).report for evidence in (request.evidence, *request.others)):
        return []
    return [line for line in lines.gather_lines(request) if line.searched]


def _line(found: ReportLine) -> LineDocument:
    evidence, end = found.evidence, found.end
    limit = search_end.limit(evidence)
    return {
        "campaign": evidence.campaign.id,
        "name": found.name,
        "grade": end.code,
        "usable": end.usable,
        "objective": evidence.load_line.objective or evidence.campaign.objective,
        "rate_per_s": end.rate,
        "low_per_s": end.low,
        "high_per_s": end.high,
        "plan_per_s": end.plan if end.usable else None,
        "confidence": end.confidence,
        "limited_by": None if limit is None else limit.of_line,
        "reason": evidence.load_line.reason or None,
    }


def _value(number: Figure | None) -> ValueDocument | None:
    if number is None:
        return None
    return {
        "name": number.name,
        "text": number.value,
        "basis": number.basis,
        "amount": number.amount,
        "low": number.low,
        "high": number.high,
    }


def _limiter(evidence: Evidence, *, several: bool) -> str | None:
    if several or evidence.points or evidence.campaign.kind != "run" or not evidence.measured_runs:
        return None
    run = next((r for r in reversed(evidence.measured_runs) if r.row.role != "scaling"), None)
    return None if run is None else run_text.limiter(run.record_or_empty)


def _reason(evidence: Evidence, *, several: bool) -> str | None:
    if several or evidence.points:
        return None
    if evidence.campaign.kind == "run":
        run = next((r for r in reversed(evidence.measured_runs) if r.row.role != "scaling"), None)
        return None if run is None else run.row.outcome
    return evidence.answer.verdict
