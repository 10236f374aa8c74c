"""Sentences about limits are made of codes, once, where they are shown: every code has words, and a
document that has the sentences alone is shown as it was written."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any

import pytest

from plimsoll.errors import DamagedError
from plimsoll.judge import flatness
from plimsoll.judge.limits import Silent, document, find_limits, words

from . import limit_sentences

if TYPE_CHECKING:
    from plimsoll.judge.limits import LimitFinding


@functools.cache
def findings() -> dict[str, LimitFinding]:
    return limit_sentences.findings()


def kept(name: str) -> Any:
    """A document as a store gives it back."""
    return json.loads(json.dumps(document.of(findings()[name])))


def without_codes(value: Any) -> Any:
    """As earlier versions wrote it."""
    if isinstance(value, dict):
        return {
            key: without_codes(inner)
            for key, inner in value.items()
            if key not in ("reasons", "noted")
        }
    return [without_codes(inner) for inner in value] if isinstance(value, list) else value


def test_the_sentences_are_those_that_were_read_last() -> None:
    """Made again by `python -m tests.judge.limit_sentences`."""
    assert limit_sentences.KEPT.read_text(encoding="utf-8") == limit_sentences.text()


def test_every_code_is_said_and_no_words_are_left_over() -> None:
    seen = {one.kind for found in findings().values() for one in limit_sentences.reasons(found)}
    assert seen == {*words.WORDS, *flatness.REASONS} - {"as_written"}


@pytest.mark.parametrize("name", ["two caps, a throttle", "credits", "volumes of two sizes"])
def test_a_document_is_read_as_the_finding_that_it_was_made_of(name: str) -> None:
    read = document.read(kept(name))
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
    law_of_nobody, no_figures = kept("two caps"), kept("two caps")
    law_of_nobody["volumes"][0]["found"]["name"] = "nobody's"
    no_figures["volumes"][0]["found"]["reasons"] = [{"kind": "within_errors", "figures": {}}]
    for one in (broken, law_of_nobody, no_figures):
        with pytest.raises(DamagedError, match="the finding about limits is not what it should"):
            document.read(one)


def test_the_document_has_the_codes_beside_the_sentences() -> None:
    said = kept("one that stopped answering")
    assert said["because"].endswith("(the target stopped answering during the Run)")
    assert said["reasons"] == [
        {
            "kind": "left_out",
            "figures": {"runs": 1, "outcome": "stopped_answering", "told": ""},
        }
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
        " after the start; failed: a read failed 2 s after the start; the target stopped answering"
        " during the Run)"
    )
