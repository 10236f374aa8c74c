"""Why a Point came to nothing: every kind is a sentence with its figures, without a code or a
figure left in it."""

import re

import pytest

from plimsoll.base.errors import NoTargetError
from plimsoll.search import point_reasons
from plimsoll.store import Reason

FIGURES = {
    "error": "the disk is gone",
    "exit_code": 74,
    "outcome": "generator_limited",
    "because": "the generator did not keep to its schedule",
    "why": "because",
    "setting": "scheduler",
    "was": "none",
    "now": "{mq-deadline}",
    "limit": "2h",
    "round": 4,
    "written": 3.14159,
    "share": "80%",
    "maximum": 89_744.0,
}
SENTENCES = {
    "error": "the disk is gone",
    "run_ended": "generator limited: the generator did not keep to its schedule",
    "nothing_completed": "nothing completed in the closed loop",
    "search_ended": "the generator did not keep to its schedule",
    "setting_changed": "the setting 'scheduler' changed from 'none' to '{mq-deadline}'",
    "setting_unreadable": "the setting 'scheduler' cannot be read back: the disk is gone",
    "time_limit": "the time limit of 2h was reached before it",
    "rounds_steady": "steady state was reached in round 4",
    "rounds_written": "3.14 times the capacity was written by round 4",
    "share_of_lower_bound": (
        "80% of 89,744 IOPS, which is not the maximum of the target: the generator was saturated"
        " there, or the page cache answered"
    ),
    "cached": (
        "the page cache answered: the figures describe the cache, not the storage (the generator"
        " did not keep to its schedule)"
    ),
}


def test_every_kind_has_its_sentence() -> None:
    assert {
        kind: point_reasons.words(Reason(kind, FIGURES)) for kind in point_reasons.MEANINGS
    } == SENTENCES


def test_a_missing_figure_is_an_error_and_not_a_gap() -> None:
    for kind in point_reasons.MEANINGS:
        if kind != "nothing_completed":
            with pytest.raises((KeyError, ValueError)):
                point_reasons.words(Reason(kind))


def test_a_kind_of_a_newer_version_is_said_by_its_name() -> None:
    assert point_reasons.words(Reason("host_lost", {"host": "vm1"})) == "host lost"


def test_no_sentence_of_a_failed_run_says_failed_twice() -> None:
    """Every reader says the state before it."""
    failed = Reason("run_ended", {**FIGURES, "outcome": "failed"})
    assert not re.search("failed", point_reasons.words(failed))


def test_an_error_is_kept_with_its_exit_code_and_what_to_do() -> None:
    error = NoTargetError("there is no /dev/x", "Name another.")
    assert point_reasons.of_error(error) == Reason(
        "error", {"exit_code": 66, "error": "there is no /dev/x. Name another."}
    )
