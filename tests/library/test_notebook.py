"""An answer in a notebook: its first screen and its chart, as a fragment that reaches nothing
around it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

import plimsoll as lib

if TYPE_CHECKING:
    from tests.browser import Reader

ROOT = Path(__file__).resolve().parents[2]
MM1 = f"stack:{ROOT}/examples/stacks/mm1.toml"
VOID = {"br", "img", "meta"}


class Balance(HTMLParser):
    """Fails where an element is not closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, lib.RunResult | lib.CheckResult]:
    store = tmp_path_factory.mktemp("notebook") / "runs.db"
    return {
        "run": lib.run(
            MM1, virtual=True, rate=3000, measure_for="5s", objective="p99 <= 5ms", store=store
        ),
        "loose run": lib.run(MM1, virtual=True, rate=2000, measure_for="5s"),
        "check": lib.check(
            target=MM1, virtual=True, rate=3000, objective="p99 <= 5ms", measure_for="2s"
        ),
    }


@pytest.mark.long
@pytest.mark.parametrize("name", ["run", "loose run", "check"])
def test_a_fragment_stands_by_itself(name: str, answers: dict[str, lib.RunResult]) -> None:
    shown = answers[name]._repr_html_()
    balance = Balance()
    balance.feed(shown)
    assert balance.open == []
    # Styles stand on elements: a rule would reach the whole notebook. Nothing is fetched, and
    # nothing runs.
    assert not balance.seen & {"style", "script", "link", "iframe", "img", "html", "body"}
    assert not re.search(r"\bclass=", shown.partition("<svg")[0])
    assert not re.search(r"""(?:src|href)=["'](?!#)""", shown)
    assert "var(--" not in shown
    [drawing] = re.findall(r"<svg style=.*</svg>", shown, re.DOTALL)
    ElementTree.fromstring(drawing)  # of our own making
    assert str(answers[name]).partition(": ")[0] in shown


@pytest.mark.long
def test_two_drawings_share_no_identifier(answers: dict[str, lib.RunResult]) -> None:
    one, other = (
        set(re.findall(r'\bid="([^"]+)"', answers[name]._repr_html_()))
        for name in ("run", "loose run")
    )
    assert one
    assert other
    assert not one & other
    used = set(re.findall(r"url\(#([^)\"]+)\)", answers["run"]._repr_html_()))
    assert used <= one


def test_what_it_says_is_what_the_report_says(answers: dict[str, lib.RunResult]) -> None:
    shown = answers["run"]._repr_html_().replace("\u00a0", " ")
    assert "Met" in shown
    assert f"{answers['run'].achieved_iops:,.0f} IOPS" in shown
    assert "Simulated" in shown


def test_a_name_cannot_bring_markup(tmp_path: Path) -> None:
    stack = tmp_path / "<b>bold<.toml"
    stack.write_text((ROOT / "examples/stacks/mm1.toml").read_text())
    shown = lib.run(f"stack:{stack}", virtual=True, rate=100, measure_for="1s")._repr_html_()
    assert "<b>" not in shown
    assert "&lt;b&gt;" in shown


def test_a_browser_shows_several_beside_each_other(
    answers: dict[str, lib.RunResult], tmp_path: Path, reader: Callable[..., Reader]
) -> None:
    page = tmp_path / "notebook.html"
    cells = "".join(f"<div>{one._repr_html_()}</div>" for one in answers.values())
    page.write_text(f"<!DOCTYPE html><meta charset=utf-8><p id=mine>mine</p>{cells}")
    window = reader(page)
    before = window.page.evaluate("getComputedStyle(document.getElementById('mine')).fontSize")
    assert before == "16px"
    drawn = window.page.locator("body > div > div > div > svg")
    assert drawn.count() == len(answers)
    for number in range(drawn.count()):
        box = drawn.nth(number).bounding_box()
        assert box["width"] > 300
        assert box["height"] > 200
