"""What makes a page easy to read: tables that are sorted by a click, words that are explained
where they are used, paths that can be copied from a PDF."""

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from plimsoll.report import conditions, writer
from plimsoll.report.describe import Facts
from plimsoll.report.request import ReportRequest
from plimsoll.store import Store
from tests import stores

from . import making
from .conftest import page_text


def test_a_page_explains_the_words_it_uses_and_no_others(store: Store) -> None:
    page = making.page(store, stores.grid(store).measure_all().finish())
    [words] = [one for one in page.sections if one_of_words(one)]
    names = [name for name, _ in words.items]
    assert "Offered, issued, achieved" in names, "it says what was achieved"
    assert "Knee" not in names
    assert "Probe, hold" not in names
    bare = replace(page, answer="", because=(), figures=(), sections=(conditions.glossary(),))
    assert conditions.trim_glossary(bare).sections == ()


def one_of_words(section: Any) -> bool:
    return isinstance(section, Facts) and section.title == conditions.glossary().title


def test_rows_go_by_the_column_that_is_clicked_by_size_and_back(
    store: Store, tmp_path: Path, reader: Callable[..., Any]
) -> None:
    page_text(store, stores.grid(store).measure_all().finish(), tmp_path / "r.html")
    page = reader(tmp_path / "r.html").page
    shown = page.get_by_role("region", name="Every Point (12)")
    head = shown.get_by_role("columnheader", name="Bytes per second")

    def rows() -> list[str]:
        texts: list[str] = shown.locator("tbody tr:visible").all_inner_texts()
        return texts

    button = head.get_by_role("button")
    button.focus()
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    column = [row.split("\t")[4] for row in rows()]
    # 31.2 MiB/s is less than 250 MiB/s, and as text more.
    assert column == [
        "15.6 MiB/s",
        "31.2 MiB/s",
        "125 MiB/s",
        "200 MiB/s",
        "250 MiB/s",
        "400 MiB/s",
    ]
    button.click()
    assert head.get_attribute("aria-sort") == "descending"
    assert [row.split("\t")[4] for row in rows()] == column[::-1]
    # Choosing still works on rows that were moved.
    page.get_by_role("radio", name="30 % read").click()
    assert all("30 % read" in row for row in rows())


@pytest.mark.long
def test_a_long_name_is_copied_from_a_pdf_as_it_is(store: Store) -> None:
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed")
    target = "/data/" + "a-rather-long-name-of-a-test-file" * 3 + ".dat"
    number = stores.demo(store, target=target)
    drawn = writer.make(ReportRequest(store, (number,)), "pdf", None).content
    text = subprocess.run(
        ["pdftotext", "-raw", "-", "-"], input=drawn, capture_output=True, check=True
    ).stdout.decode()
    assert "\u200b" not in text
    assert target in text.replace("\n", "")


@pytest.mark.parametrize(
    ("sets", "listed"),
    [
        (2, [f"stack:a.toml with disk.servers={n} (stack, 1 GiB)" for n in range(2)]),
        (7, ["stack:a.toml (stack, 1 GiB) with 7 sets of parameters"]),
    ],
)
def test_many_sets_of_parameters_of_a_stack_are_counted(sets: int, listed: list[str]) -> None:
    known: dict[str, Any] = {"kind": "stack", "size_bytes": 1 << 30, "logical_block_bytes": None}
    runs: list[Any] = [
        SimpleNamespace(spec={"target": {**known, "name": f"stack:a.toml with disk.servers={n}"}})
        for n in range(sets)
    ]
    assert conditions.targets(runs) == listed
