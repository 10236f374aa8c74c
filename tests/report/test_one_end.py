"""However a search ended, its end is told alike in every place of one output: the same rate to plan
with or none, the same grade, the same limiter.

The ends are made by hand, every one that `search_end` knows and those beside which something else
was seen (the page cache, other programs, failing operations), with each limiter of the line and of
the maximum.
"""

import re
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest

from plimsoll.base import limiter_text, units
from plimsoll.library.searches import verdict_code
from plimsoll.report import answer_document
from plimsoll.report.describe import First, Page
from plimsoll.report.evidence import search_end
from plimsoll.report.evidence.evidence import gather
from plimsoll.report.first import search_text
from plimsoll.report.forms import captions
from plimsoll.report.load_line import lines, side_by_side
from plimsoll.report.request import ReportRequest
from plimsoll.search.document import read_find
from plimsoll.store import Store
from tests import stores

from . import answers, making, sample

LOW, HIGH, RATE, PLAN = 20_000.0, 26_000.0, 23_000.0, 18_000.0
HELD = {"low": LOW, "high": HIGH, "rate_per_s": RATE, "plan_per_s": PLAN}
OPEN = {"high": None, "high_confirmed": False, "grade": "bounded", "rate_per_s": None}
NOTHING = {"low": None, "rate_per_s": None, "plan_per_s": None, "grade": "bounded"}
UNHELD = {"low_confirmed": False, "high_confirmed": False}
ESTIMATED = {**HELD, **UNHELD, "grade": "estimated", "horizon": None}
FAR = {**ESTIMATED, "low": 300.0, "high": 11_250.0, "rate_per_s": 2_227.0}
SWEEP = ("read_from_runs",)


@dataclass(frozen=True)
class End:
    """How a search ended, as the store keeps it, and the code that this is."""

    code: str
    line: dict[str, Any]
    events: tuple[str, ...] = ()
    probes: tuple[tuple[float, str], ...] = ((15_000.0, "pass"), (30_000.0, "fail"))
    more: dict[str, Any] = field(default_factory=dict)


ENDS = {
    "confirmed": End("confirmed", HELD),
    "confirmed, on a busy machine": End("confirmed", HELD, ("machine_was_busy",)),
    "confirmed, from the page cache": End("confirmed", HELD, ("cached",)),
    "confirmed, read from a sweep": End("confirmed", HELD, SWEEP),
    "confirmed, then stopped": End("confirmed", {**HELD, "reason": "stopped"}),
    "held, but too far from its plan": End("not_to_plan_with", {**HELD, "plan_per_s": None}),
    "open above": End("at_least", {**HELD, **OPEN, "plan_per_s": LOW}),
    "missed above by probes": End("at_least", {**HELD, "high_confirmed": False}),
    "open above, without a plan": End("not_to_plan_with", {**HELD, **OPEN, "plan_per_s": None}),
    "client-bound": End("at_least", {**HELD, **OPEN, "reason": "client_bound"}),
    "estimated": End("estimated", ESTIMATED),
    "estimated, one end held": End("estimated", {**ESTIMATED, "low_confirmed": True}),
    "estimated, from the page cache": End("estimated", ESTIMATED, ("cached",)),
    "estimated, no plan": End("not_to_plan_with", {**ESTIMATED, "plan_per_s": None}),
    "estimated, rejudged": End(
        "not_to_plan_with", {**ESTIMATED, "plan_per_s": None}, (*SWEEP, "rejudged")
    ),
    "not placed": End("not_placed", {**FAR, "plan_per_s": None}),
    "not placed, nothing met": End(
        "not_placed", {**FAR, "plan_per_s": None}, probes=((30_000.0, "fail"),)
    ),
    "sweep, at least": End("seen_at_least", {**HELD, **OPEN, **UNHELD, "plan_per_s": None}, SWEEP),
    "sweep, at least, with a plan": End(
        "seen_at_least", {**HELD, **OPEN, **UNHELD, "plan_per_s": LOW}, SWEEP
    ),
    "sweep, at most": End("at_most", {**NOTHING, **UNHELD, "high": HIGH}, SWEEP),
    "sweep, nothing": End("none", {**NOTHING, "high": None}, SWEEP),
    "not confirmed": End("unconfirmed", {**HELD, **UNHELD, "grade": "bounded", "plan_per_s": None}),
    "missed everywhere": End("missed", {**NOTHING, "high": None, "reason": "objective_not_met"}),
    "below the range": End("missed", {**NOTHING, "high": HIGH, "reason": "below_range"}),
    "the target changed": End(
        "target_changed", {**NOTHING, "high": None, "reason": "target_changed"}
    ),
    "this machine was disturbed": End(
        "machine_disturbed", {**NOTHING, "high": None, "reason": "machine_disturbed"}
    ),
    "the storage pauses": End(
        "pauses_break_objective", {**NOTHING, "high": None, "reason": "pauses_break_objective"}
    ),
    "failed with a line": End("none", {**HELD, "reason": "failed"}),
    "stopped with nothing": End("none", {**NOTHING, "high": None, "reason": "stopped"}),
}
WHO = ("target", "client_cpu", "unknown")


def store_end(
    store: Store, end: End, of_line: str, of_top: str, *, failing: bool = False, full: bool = False
) -> int:
    """Stores a search that ended this way; its number."""
    search = stores.search(store)
    for role, rate, verdict in (("hold_high", HIGH, "fail"), ("hold_low", LOW, "pass")):
        made, times = sample.record(rate, 6, 40, verdict=verdict)
        if failing and role == "hold_low":
            made["all"] |= {"errors": 5}
        search.run(role, (made, times))
    limited_by = {**answers.LIMITED_BY, "value": of_line}
    judged = {"value": 0.001, "low": None, "high": None, "allowed": 0.01, "objective": None}
    line = answers.line(
        **{
            "objective": sample.OBJECTIVE,
            "limited_by": limited_by,
            "because": "few rates",
            **end.line,
        }
    )
    top = answers.maximum(rate_per_s=60_000.0, limited_by=of_top, lower_bound=full)
    result = {
        **answers.find(line, maximum=top),
        "events": [
            {"kind": kind, "rate_per_s": None, "words": kind, "figures": {}} for kind in end.events
        ],
        "probes": [
            answers.probe(rate, verdict=verdict, estimates=[judged]) for rate, verdict in end.probes
        ],
    }
    return search.finish(result)


@pytest.mark.long
@pytest.mark.parametrize("name", ENDS)
def test_an_end_is_told_alike_in_every_place(tmp_path: Path, name: str) -> None:
    with Store.open(tmp_path / "one.db") as store:
        agree(store, store_end(store, ENDS[name], "target", "target"), ENDS[name])


@pytest.mark.long
@pytest.mark.parametrize("name", ["confirmed", "client-bound", "not placed", "missed everywhere"])
@pytest.mark.parametrize(
    ("full", "failing"),
    [(False, False), (True, True)],
    ids=["full target", "full generator, operations fail"],
)
def test_a_limiter_is_told_alike_in_every_place(
    tmp_path: Path, name: str, failing: bool, full: bool
) -> None:
    with Store.open(tmp_path / "all.db") as store:
        for of_line, of_top in product(WHO, WHO[:2]):
            number = store_end(store, ENDS[name], of_line, of_top, failing=failing, full=full)
            agree(store, number, ENDS[name])


def agree(store: Store, number: int, end: End) -> None:
    """Every place of the outputs of one search."""
    evidence = gather(store, number)
    decided = search_end.decide(evidence)
    assert decided.code == end.code
    asked = ReportRequest(store, (number,), curve=sample.curve)
    page, summary = (making.page(store, number, report=one) for one in ("load-line", "summary"))
    document = answer_document.of(asked)
    assert page.first is not None
    assert (page.answer, page.first, page.figures[:4]) == (
        summary.answer,
        summary.first,
        summary.figures,
    )
    one_plan(evidence, page, summary, document, decided)
    one_limiter(page, summary, document)
    [found] = lines.gather_lines(asked)
    # Beside other lines it is what it is by itself: never confirmed where it is not.
    assert (found.low is not None) == decided.held
    assert (found.estimate is not None) == (
        decided.code in ("estimated", "not_to_plan_with") and not decided.held
    )
    told = search_text.of(evidence)
    if decided.main_rate_per_s is not None:
        assert told.brief[0].isdigit() == (decided.code == "confirmed")
    [row] = side_by_side.table([found]).rows
    if decided.code not in ("seen_at_least", "at_most"):
        assert row[1].strip("≥ *") == (units.rate(decided.plan) if decided.usable else units.DASH)
    assert page.first.badge.standing == document["standing"]
    assert page.first.usable == document["usable"] == decided.usable
    assert document["lines"][0]["grade"] == decided.code
    not_said_again(page, summary)
    # What stood in the way is told once, and never beneath a badge that knows nothing of it.
    for told_by in (page, summary):
        assert not page.first.obstacle or page.first.obstacle not in told_by.because
    if decided.busy and decided.code == "confirmed":
        assert page.first.badge.standing == "mixed"
        assert page.first.badge.words.startswith("Confirmed, on a busy machine")
    if decided.code == "confirmed" and not decided.cached:
        assert summary.verdict.startswith(f"carries {units.rate(LOW)} IOPS")
    if "carries" in summary.verdict:
        assert decided.held


def not_said_again(*pages: Page) -> None:
    """Beneath the first screen no sentence has what a row of it says."""
    rows = dict(pages[0].first.rows) if pages[0].first else {}
    limits = [value for name, value in rows.items() if name.startswith("Limit")]
    rates = [value.split(" IOPS")[0] for name, value in rows.items() if name == "Maximum"]
    told = (*limits, *rates, *([rows["Held for"]] if "Held for" in rows else ()))
    for page in pages:
        for sentence in page.because:
            assert not any(value in sentence for value in told), sentence


def one_plan(
    evidence: Any, page: Page, summary: Page, document: Any, end: search_end.SearchEnd
) -> None:
    """The rate to plan with, or that there is none, wherever it is told."""
    first = page.first
    assert first is not None
    plan = units.rate(end.plan)
    texts = [page.answer, first.headline, *(f"{one.name} {one.value}" for one in page.figures)]
    texts += [summary.verdict, *page.because]
    said = [one for text in texts for one in re.findall(r"[Pp]lan with:? ([\d,]*\d)", text)]
    assert set(said) <= ({plan} if end.usable else set()), texts
    recommended = {one.value for one in page.figures if one.name == "Recommended rate"}
    assert recommended <= ({f"{plan} IOPS"} if end.usable else set())
    assert document["lines"][0]["plan_per_s"] == (end.plan if end.usable else None)
    if not end.usable:
        assert first.number is None or first.number.amount is None
        assert first.number is None or first.number.name != "Plan with"
        assert not any("recommended" in one.basis for one in page.figures)
    reason = evidence.load_line.reason
    if reason not in ("failed", "stopped"):
        assert (verdict_code(read_find(evidence.result)) == 0) == end.usable


def one_limiter(page: Page, summary: Page, document: Any) -> None:
    """Who set the limit of the line, and who that of the maximum."""
    assert page.first is not None
    assert limiters(page, page.first) == limiters(summary, page.first)
    of_line, of_top = limiters(page, page.first)
    assert len(of_line) <= 1, of_line
    assert len(of_top) <= 1, of_top
    assert not (of_line and of_top)
    code = document["lines"][0]["limited_by"]
    assert document["limited_by"] == code
    assert of_line <= {limiter_text.words(code)} if code else not of_line
    if of_top:
        assert code == "unknown"


def limiters(page: Page, first: First) -> tuple[set[str], set[str]]:
    """Who is named as the limit of the line and as that of the maximum, on a page and on its first
    screen."""
    told = [("Limited by", value) for name, value in first.rows if name == "Limited by"]
    told += [(name, value) for name, value in first.rows if name == "Limit of the maximum"]
    for sentence in page.because:
        for start, name in (
            ("Limited by ", "Limited by"),
            ("Limit of the maximum: ", "Limit of the maximum"),
        ):
            if sentence.startswith(start):
                told.append((name, sentence[len(start) :].rstrip(".")))
    for sentence in page.because:
        if sentence == "Limit: unknown.":
            told.append(("Limited by", limiter_text.words("unknown")))
    return (
        {value for name, value in told if name == "Limited by"},
        {value for name, value in told if name == "Limit of the maximum"},
    )


def test_every_end_is_among_them() -> None:
    there = {end.code for end in ENDS.values()}
    # Of a search that has not ended there is no line.
    assert there == set(get_args(search_end.Code)) - {"running", "interrupted"}


def test_an_upper_bound_is_not_signed_as_a_lower_one(tmp_path: Path) -> None:
    with Store.open(tmp_path / "one.db") as store:
        page = making.page(store, store_end(store, ENDS["sweep, at most"], "target", "target"))
    assert "≥" not in captions.badge_text(page.first.badge)
