"""What a search tells beside its answer: every kind has a sentence, which names only figures that
the event has."""

import re
from pathlib import Path

import pytest

from plimsoll.search import document, messages
from plimsoll.search.events import KINDS, Event
from tests.search.model import Queue, search_target
from tools import catalogues as tool

FIGURES = {
    "objective": "p99(response_time, all) <= 1ms",
    "outstanding": 4096,
    "share": 0.8,
    "passed_for_s": 9.0,
    "failed_at": 375.0,
    "failed_for_s": 800.0,
    "maximum": 90_000.0,
    "others": 0.5,
    "disturbed": 0.1,
    "minutes": 4,
    "runs": 3,
    "length": "2 s",
    "rates": 2,
    "lowest": 100.0,
    "highest": 200.0,
    "reasons": "1 failed",
    "because": "it was so",
    "workers": 2,
    "met_at": 300.0,
    "campaign": 3,
    "more": 1,
    "p99_ns": 370_000.0,
    "shallow": 1.0,
    "deep": 256.0,
    "earlier_ns": 1.5e6,
    "later_ns": 62e6,
    "earlier_at_s": 10.0,
    "later_at_s": 55.0,
    "dismissed": 4,
    "clear": 9,
    "pauses": 2.0,
    "watched": 60.0,
    "longest": 0.25,
    "low": 0.001,
    "high": 0.02,
    "percentile": "p95",
    "program": "fio",
    "met_ns": 1.5e6,
    "missed_ns": 62e6,
}
MESSAGES = Path(messages.__file__).with_name("en.ftl")
EVERY = [
    (*code.removeprefix("event-").partition("-")[::2], "rate" in known.figures)
    for code, known in tool.read(MESSAGES).items()
    if code.startswith("event-")
]


def test_every_kind_has_a_message_and_every_message_a_kind() -> None:
    assert {kind for kind, _, _ in EVERY} == set(KINDS)


@pytest.mark.parametrize(("kind", "why", "names_rate"), EVERY)
def test_every_kind_has_a_sentence_with_a_unit_beside_each_rate(
    kind: str, why: str, names_rate: bool
) -> None:
    words = Event(kind, 35_700.0, FIGURES | ({"why": why} if why else {})).words
    assert words
    assert "{" not in words
    assert not re.search(r"[\d.]/s", words)
    if names_rate and "35,700" in words:
        assert "35,700 IOPS" in words


@pytest.mark.parametrize("seed", range(6))
def test_what_searches_tell_has_its_figures(seed: int) -> None:
    for target in (
        Queue(hiccups=0.3),
        Queue(slow_below=2_000.0),
        Queue(overload_share=0.7),
        Queue(wrong_fail=0.2),
    ):
        told = document.of(search_target(target, seed=seed)).events
        assert all(one.kind in KINDS and one.words for one in told)


@pytest.mark.parametrize("bound_ns", [5e6, 5_000_000])
def test_a_chosen_objective_reads_alike_from_the_search_and_from_a_store(bound_ns: float) -> None:
    # A store keeps a whole number of ns without a point.
    figures = {**FIGURES, "why": "alone", "bound_ns": bound_ns}
    assert Event("objective_chosen", None, figures).words.startswith("objective: p99 <= 5 ms (")
