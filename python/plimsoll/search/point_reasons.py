"""Why a Point of a campaign has no answer, and remarks beside its figure: the one catalogue of the
sentences for the codes that a store keeps.

A text from elsewhere (an error, the reason of a record or of a search) is a figure of its reason
and is shown unchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, overload

from plimsoll.base import units
from plimsoll.search.events import Event
from plimsoll.store.rows import Reason

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plimsoll.base.errors import PlimsollError
    from plimsoll.native.model import RunRecord

    Figures = Mapping[str, Any]


class Kind(NamedTuple):
    """The meaning of a code, for the schema, and its sentence."""

    meaning: str
    sentence: str


KINDS = {
    "error": Kind("an error ended it; exit_code is that of its kind", "{error}"),
    "run_ended": Kind("its Run is no evidence about the target", "{outcome}: {because}"),
    "nothing_completed": Kind(
        "no operation completed in a closed loop", "nothing completed in the closed loop"
    ),
    "search_ended": Kind("its search ended without an answer", "{because}"),
    "setting_changed": Kind(
        "a setting changed under it", "the setting '{setting}' changed from '{was}' to '{now}'"
    ),
    "setting_unreadable": Kind(
        "a setting could not be read back under it",
        "the setting '{setting}' cannot be read back: {error}",
    ),
    "time_limit": Kind(
        "the campaign's time was up before it", "the time limit of {limit} was reached before it"
    ),
    "rounds_steady": Kind(
        "the rounds of a suite had reached steady state",
        "steady state was reached in round {round}",
    ),
    "rounds_written": Kind(
        "the rounds of a suite had written what they were to write",
        "{written:.3g} times the capacity was written by round {round}",
    ),
    "share_of_lower_bound": Kind(
        "its rate is a share of a maximum that is only a lower bound",
        "{share} of {maximum:IOPS}, which is not the maximum of the target: the generator was"
        " saturated there, or the page cache answered",
    ),
    "cached": Kind("the page cache answered its maximum or its search", ""),
}
"""In the order of the schema."""


@overload
def words(reason: Reason) -> str: ...


@overload
def words(reason: None) -> None: ...


@overload
def words(reason: Reason | None) -> str | None: ...


def words(reason: Reason | None) -> str | None:
    """The sentence of a reason; None without one. A kind of a newer version is shown by its
    name."""
    if reason is None:
        return None
    if reason.kind not in KINDS:
        return reason.kind.replace("_", " ")
    figures: dict[str, Any] = dict(reason.figures)
    if reason.kind == "cached":
        return Event("cached", None, figures).words
    if reason.kind == "run_ended":
        if figures["outcome"] == "failed":
            return str(figures["because"])
        figures["outcome"] = str(figures["outcome"]).replace("_", " ")
    sentence = units.fill_sentence(KINDS[reason.kind].sentence, **figures)
    times = figures.get("times")
    return sentence if times is None else f"{sentence}, {times} times"


def of_error(error: PlimsollError) -> Reason:
    """The reason of a Point that ended with this error."""
    own = getattr(error, "reason", None)
    if isinstance(own, Reason):
        return own
    return Reason("error", {"exit_code": error.exit_code, "error": str(error)})


def of_run(record: RunRecord) -> Reason:
    """The reason of a Point whose Run is no evidence about the target."""
    return Reason(
        "run_ended",
        {
            "outcome": record["outcome"],
            "because": record["because"],
            "reason": record["reason"],
        },
    )
