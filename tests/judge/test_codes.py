"""Judges give codes with figures, and the words of each code stand in one place: every code that a
judge names has words, every words a judge, and a document has both."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import plimsoll
from plimsoll.features.compare.rules import words as compare_words
from plimsoll.features.compare.rules.comparison import Reason
from plimsoll.features.promises.rules import words as promise_words
from plimsoll.features.promises.rules.document import ClaimVerdict
from plimsoll.features.sizing import document as size_document
from plimsoll.features.sizing import sums
from plimsoll.features.sizing.guests import SizeFile
from plimsoll.judge import flatness, run_text
from plimsoll.native import record
from tests.features.promises.test_rules import FOUR, TWO, claim, run, verdict_of
from tools import catalogues as tool

PACKAGE = Path(plimsoll.__file__).parent
JUDGE = PACKAGE / "judge"
SIZES = PACKAGE.parents[1] / "examples" / "sizes"


def codes_in_calls(folder: Path, *makers: str, at: int = 0) -> set[str]:
    """Every code that is written in calls of these functions, as the argument at this place."""
    return {
        one.value
        for path in folder.rglob("*.py")
        # Most files have none of these calls, which are written without a blank.
        if any(f"{maker}(" in path.read_text() for maker in makers)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and (node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", ""))
        in makers
        and len(node.args) > at
        for one in ast.walk(node.args[at])
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }


def codes_with_messages(package: Path, prefix: str) -> set[str]:
    """The codes that a catalogue has a message for, behind this prefix."""
    found = tool.read(package / "messages/en.ftl")
    return {code.removeprefix(prefix) for code in found if code.startswith(prefix)}


@pytest.mark.long
def test_every_code_of_a_promise_has_words_and_every_words_a_rule() -> None:
    given = codes_in_calls(PACKAGE, "code", "_rate_reason", "more_outstanding")
    # Chosen before they are given.
    tables = {"client_on_time", "to_the_end", "steady_or_longer"}
    tables |= {"equals_and_capped", "within_and_capped"}
    tables |= {"longer_or_more_outstanding", "more_outstanding"}
    tables |= {"near_in_file", "not_carried_in_file", "state_it", "import_or_measure"}
    unseen = {"generator_limited", "stopped", "own_lag"}
    assert given - unseen | tables == set(promise_words.WORDS)


def test_every_question_and_whatever_decides_a_limiter_has_words() -> None:
    assert codes_in_calls(PACKAGE, "decides") == codes_with_messages(JUDGE, "decides-")
    asked = codes_in_calls(JUDGE / "limiter", "Ask", "RunRequest", at=1)
    assert asked == codes_with_messages(JUDGE, "question-")


def test_every_reason_of_a_judgement_has_words() -> None:
    assert set(run_text.REASONS) >= set(get_args(record.Reason))
    assert {run_text.reason(reason, 3.0, 2.0) for reason in run_text.REASONS}


def test_every_reason_of_a_comparison_has_words() -> None:
    assert all(map(compare_words.because, get_args(Reason)))


def verdicts() -> Iterator[ClaimVerdict]:
    for direction in ("at_least", "at_most", "equals"):
        asked = claim(direction=direction)
        yield verdict_of(asked, run(*TWO), run(*FOUR))
        yield verdict_of(asked, run(15000, 4), run(15000, 8))
        yield verdict_of(asked, run(15000, 4), run(15000, 8, busy=0.99))
        yield verdict_of(asked, run(20300, 4))
        yield verdict_of(asked, run(638410, 4, outcome="cached", because="the page cache answered"))
    yield verdict_of(claim(subject="media", volume="2000 GB"), run(*FOUR))


@pytest.mark.parametrize("found", list(verdicts()))
def test_a_verdict_has_its_sentences_and_the_codes_that_they_are_made_of(
    found: ClaimVerdict,
) -> None:
    kept = ClaimVerdict.model_validate_json(found.model_dump_json())
    assert kept == found
    assert kept.reason is not None
    assert promise_words.sentence(kept.reason) == found.because
    assert [promise_words.sentence(one) for one in kept.noted] == found.notes
    decides = None if kept.decides is None else promise_words.sentence(kept.decides)
    assert decides == found.would_decide
    assert kept.terms is not None
    assert promise_words.promise_text(kept.terms) == found.promised
    if flat := kept.flatness:
        assert flatness.words(flat.reason.kind, flat.reason.figures) == flat.because


def test_the_sums_of_a_limit_stand_beside_their_code() -> None:
    asked = SizeFile.model_validate(tomllib.loads((SIZES / "s4-eight-hosts.toml").read_text()))
    storage = sums.Storage(low=20_000.0, high=22_000.0, controllers=4)
    sized = sums.size(asked.guests(), storage, sums.Rules(down="controller"))
    [line] = size_document.result(asked, sized, storage, None, []).limits
    assert line.sums == "the load line × 3/4 with one controller down"
    assert (line.basis.kind, line.basis.down, line.basis.parts) == ("line", "controller", 4)
