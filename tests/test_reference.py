"""The reference is whole: a page for each verb with every option and example, the exit codes, and
every message of the product with what to do about it."""

import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.keys import WORKLOAD
from plimsoll.cli import VERBS

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs/reference"
sys.path.insert(0, str(ROOT / "tools"))

import messages  # noqa: E402
import reference  # noqa: E402

pytestmark = pytest.mark.long


@cache
def _pages() -> dict[str, str]:
    return reference.pages()


def test_each_page_of_the_reference_is_made_from_the_source() -> None:
    here = {f"docs/reference/{path.name}" for path in FOLDER.glob("*.md")}
    made = {*_pages(), "docs/reference/messages.md", "docs/reference/fio-examples.md"}
    assert here == made


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_has_every_option_and_example_on_its_page(verb: str) -> None:
    page, keys = _pages()[f"docs/reference/{verb}.md"], _pages()["docs/reference/keys.md"]
    options = [row for one in reference._commands(verb) for row in reference._rows(one).items()]
    for name, (typed, meaning) in options:
        named = f"`{name}`" in page or (
            reference.EVERY_WORKLOAD_KEY in page and name[2:].replace("-", "_") in WORKLOAD
        )
        shared = named and f"`{typed}`:" in keys
        assert shared or f"`{typed}`: {meaning}" in page, name
    command = reference.build((verb,)).commands[verb]
    examples = [line.strip() for line in command.epilog.splitlines()[2:]]
    assert [line for line in examples if line not in page] == []
    assert "## Exit codes" in page


def test_exit_codes_are_those_of_verbs() -> None:
    assert reference.EXIT_CODES.keys() <= set(VERBS)


def _meanings() -> dict[str, Any]:
    return tomllib.loads(messages.MEANINGS.read_text())


def test_every_code_that_can_be_printed_has_its_meaning() -> None:
    told = _meanings()
    assert messages.problems(messages.tables(told["example"]), told) == []


def test_a_code_without_a_meaning_is_noticed() -> None:
    told = _meanings()
    lost = told["group"][0]["codes"].pop()
    found = messages.problems(messages.tables(told["example"]), told)
    assert found == [f"nothing says what {told['group'][0]['of']}.{lost} means"]


def test_every_catalogue_of_sentences_is_on_the_page() -> None:
    named = (ROOT / "tools/messages.py").read_text()
    catalogues = [
        path.relative_to(ROOT / "python").with_suffix("")
        for path in (ROOT / "python/plimsoll").rglob("*.py")
        if ": Catalogue = {" in path.read_text()
    ]
    assert catalogues
    for one in catalogues:
        package, module = ".".join(one.parts[:-1]), one.parts[-1]
        assert f"from {package} import {module}" in named, one


def test_a_reason_of_a_run_is_said_as_rust_says_it() -> None:
    said = next(one for one in messages.tables(_meanings()["example"]) if one.name == "because")
    assert said.sentences["writes_to_page_cache"] == (
        "writes went to the page cache, which acknowledges before storage has them"
    )
    assert said.sentences["target_gone"] == "the target went away (…)"
    enum = messages.BECAUSE.read_text().partition("\nreasons! {")[2].partition("\n}\n")[0]
    variants = [line for line in enum.splitlines() if line[:4] == "    " and line[4:5].isupper()]
    assert len(said.sentences) == len(variants)
