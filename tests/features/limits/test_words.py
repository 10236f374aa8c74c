"""Sentences about limits are made of codes, once, where they are shown: every code has words, and a
document is read as the finding that it was made of."""

import json
from typing import Any

import pytest

from plimsoll.base.errors import DamagedError
from plimsoll.features.limits.messages import message
from plimsoll.features.limits.rules import document, models, words
from plimsoll.features.limits.rules.judging import Silent, find_limits
from plimsoll.judge import flatness

from . import limit_sentences
from .limit_sentences import findings

pytestmark = pytest.mark.long


def stored_document(name: str) -> Any:
    """A document as a store gives it back."""
    return json.loads(json.dumps(document.of(findings()[name])))


def test_the_sentences_are_those_that_were_read_last() -> None:
    """Made again by `python -m tests.features.limits.limit_sentences`."""
    assert limit_sentences.KEPT.read_text(encoding="utf-8") == limit_sentences.text()


def test_every_code_is_said_and_no_words_are_left_over() -> None:
    seen = {one.kind for found in findings().values() for one in limit_sentences.reasons(found)}
    assert seen == {*words.WORDS, *flatness.REASONS} - {"as_written"}


def test_every_law_has_words_and_no_words_are_left_over() -> None:
    of_sizes = models.size_laws("operations/s")
    every = {*models.laws([100, 0]), *of_sizes}
    assert {law.name for law in every} == set(words.NUMBERS)
    # One with a number for reads and one for writes is said by the laws of both.
    for law in {*models.laws([100]), *of_sizes}:
        assert len(words.NUMBERS[law.name]) in (0, len(law.unknowns)), law.name


def test_every_number_of_a_law_has_a_name() -> None:
    every = {*models.laws([100, 0]), *models.size_laws("operations/s")}
    fitted = {unknown.name for law in every for unknown in law.unknowns}
    fixed = {number.name for law in every for number, _ in law.fixed}
    granted = {name for names in models.GRANTS.values() for name in names}
    # A number with a value and no range is written bare; that of a grant and a fixed one never is.
    assert all(message(f"number-{name}") for name in fitted | fixed | granted)
    assert all(message(f"bare-{name}", value="1") for name in fitted)
    assert all(message(f"name-{law.name}", unit="16k") for law in every)


@pytest.mark.parametrize("name", ["two caps, a throttle", "credits", "volumes of two sizes"])
def test_a_document_is_read_as_the_finding_that_it_was_made_of(name: str) -> None:
    read = document.read(stored_document(name))
    assert document.of(read) == document.of(findings()[name])


@pytest.mark.parametrize(
    "broken",
    [
        {"verdict": "found"},
        {"verdict": "found", "because": 7, "volumes": [], "size_laws": "none"},
        {"verdict": "found", "volumes": [[]], "size_laws": [], "reasons": [{"kind": "left_out"}]},
    ],
)
def test_what_is_no_finding_is_damage(broken: dict[str, Any]) -> None:
    law_of_nobody, no_figures = stored_document("two caps"), stored_document("two caps")
    law_of_nobody["volumes"][0]["found"]["name"] = "nobody's"
    no_figures["volumes"][0]["found"]["reasons"] = [{"kind": "within_errors", "figures": {}}]
    for one in (broken, law_of_nobody, no_figures):
        with pytest.raises(DamagedError, match="the finding about limits is not what it should"):
            document.read(one)


def test_the_document_has_the_codes_beside_the_sentences() -> None:
    said = stored_document("one that stopped answering")
    assert said["because"].endswith("(the target stopped responding during the Run)")
    assert said["reasons"] == [
        {"kind": "left_out", "figures": {"runs": 1, "outcome": "stopped_answering", "told": ""}}
    ]
    [volume] = said["volumes"]
    for holds in (volume, volume["found"], *volume["tied"], *volume["refuted"], *volume["cells"]):
        assert [set(one) for one in holds["reasons"]]
        assert all(set(one) == {"kind", "figures"} for one in holds["reasons"])


def test_runs_that_were_left_out_are_counted_together_whatever_each_says() -> None:
    early, late = (Silent("failed", f"a read failed {at} s after the start") for at in (1, 2))
    said = words.finding(find_limits([], [early, late, early, Silent("stopped_answering")]))
    assert said == (
        "there is no closed-loop Run to judge. 4 Runs were left out (failed: a read failed 1 s"
        " after the start; failed: a read failed 2 s after the start; the target stopped responding"
        " during the Run)"
    )
