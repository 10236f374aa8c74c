"""A campaign of load lines has one value for each Point, whoever tells it: first screen, sentence,
reports, JSON, shelf and terminal."""

import html
import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base import units
from plimsoll.campaign import status
from plimsoll.cli.terminal.campaign import line_words
from plimsoll.report import answer_document, first_screen, writer
from plimsoll.report.request import ReportRequest
from plimsoll.store import Store
from plimsoll.web import campaign_page
from plimsoll.web.shelf import Shelf
from tests import stores

from . import answers, making, sample

pytestmark = pytest.mark.long

ENDS: dict[str, dict[str, Any]] = {
    "confirmed": {"low": 20_000.0, "high": 21_000.0, "rate_per_s": 20_500.0},
    "estimated": {
        "grade": "estimated",
        "low": 25_020.0,
        "high": 37_170.0,
        "rate_per_s": 30_380.0,
        "plan_per_s": 24_000.0,
        "low_confirmed": False,
        "high_confirmed": False,
    },
    "not placed": {
        "grade": "estimated",
        "low": 310.0,
        "high": 11_250.0,
        "rate_per_s": 2_227.0,
        "plan_per_s": None,
        "low_confirmed": False,
        "high_confirmed": False,
    },
    "missed": {"low": None, "high": None, "rate_per_s": None, "reason": "objective_not_met"},
}
TOLD = {"confirmed": 20_000.0, "estimated": 30_380.0, "not placed": None, "missed": None}
"""The one value of each."""


def campaign(store: Store, ends: tuple[str, ...]) -> int:
    """A Point for each of these ends, by block size and read share."""
    made = stores.grid(store, strategy="load_line", objective=sample.OBJECTIVE, targets=("only",))
    for point, end in zip(made.points, ends, strict=False):
        spec = {**point.workload, "target": "/dev/only"}
        rate = ENDS[end]["plan_per_s"] if end == "estimated" else ENDS[end]["low"] or 300.0
        times = stores.grid_times("4k", 1)
        hold = stores.point_record(spec, rate, times, verdict="pass", offered=rate)
        line = answers.line(**{**ENDS[end], "objective": sample.OBJECTIVE})
        result = {
            **answers.find(line, maximum=answers.maximum(rate_per_s=60_000.0)),
            "probes": [answers.probe(rate)] if TOLD[end] else [],
        }
        stands = TOLD[end] is not None
        made.answer(point, hold, role="hold_low", distribution=True, stands=stands, result=result)
    for point in made.points[len(ends) :]:
        store.plans.start(point.id)
        store.plans.finish(point.id, stands=False, result=None)
    return made.finish({"points": len(ends)})


def documents(store: Store, number: int) -> dict[str, str]:
    """The words of the workbook and of Markdown, spaces evened out."""
    of = making.report_request(store, number)
    content = {form: writer.make(of, form, "load-line").content for form in ("xlsx", "md")}
    with zipfile.ZipFile(io.BytesIO(content["xlsx"])) as book:
        cells = book.read("xl/sharedStrings.xml").decode()
    said = {"xlsx": html.unescape(re.sub(r"<[^>]*>", " ", cells)), "md": content["md"].decode()}
    return {form: " ".join(words.split()) for form, words in said.items()}


@pytest.mark.usefixtures("without_library")
@pytest.mark.parametrize(
    "ends",
    [
        ("estimated", "not placed"),
        ("confirmed", "estimated"),
        ("estimated",),
        ("not placed", "missed"),
        ("confirmed", "estimated", "not placed", "missed"),
    ],
    ids=", ".join,
)
def test_every_point_has_one_value_wherever_it_stands(
    tmp_path: Path, ends: tuple[str, ...]
) -> None:
    path = tmp_path / "one.db"
    with Store.open(path) as store:
        number = campaign(store, ends)
        first = first_screen.of(ReportRequest(store, (number,)))
        lines = answer_document.of(ReportRequest(store, (number,)))["lines"]
        row = store.campaign(number)
        assert row is not None
        told = line_words(store, status.of(store, row, rows=False))
        texts = {
            name: making.page(store, number, report=name).answer
            for name in ("load-line", "grid", "summary")
        }
        texts |= documents(store, number)
    shelf = Shelf(files=(path,))
    try:
        entries, _ = shelf.entries()
        page = campaign_page.draw(
            entries[0], "", "", log="", command="", can_resume=False, repeatable=False, busy=()
        )
    finally:
        shelf.close()
    text = html.unescape(re.sub(r"<[^>]*>", " ", bytes(page.body).decode()))
    texts |= {"web page": text, "shelf": entries[0].answer}
    assert entries[0].first == first
    wanted = [units.rate(TOLD[end]) for end in ends if TOLD[end] is not None]
    for name, said in texts.items():
        for rate in wanted:
            assert rate in said, (name, rate, said)
        # Neither an end of an interval as if it were the line, nor what was never placed.
        assert "est. " not in said, name
        assert "2,227" not in said, name
        assert "not determined." not in said or "All limited by" not in said, name
    # The other Points of the plan have no answer.
    assert first.usable is False
    at = {"confirmed": "low_per_s", "estimated": "rate_per_s"}
    planned_with = [line[at[line["grade"]]] for line in lines if line["plan_per_s"] is not None]
    assert sorted(planned_with) == sorted(value for end in ends if (value := TOLD[end]))
    for end, words in zip(ends, told.values(), strict=False):
        value = TOLD[end]
        assert value is None or units.rate(value) in words, (end, words)
        assert value is not None or "no " in words, (end, words)
    if len(wanted) == 1:
        assert first.number is None or "the lowest" not in first.number.basis
