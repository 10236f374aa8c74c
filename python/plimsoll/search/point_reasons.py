"""Why a Point of a campaign has no answer, and remarks beside its figure, by the codes that a store
keeps.

A text from elsewhere (an error, the reason of a record or of a search) is a figure of its reason
and is shown unchanged.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, overload

from plimsoll.base import language, units
from plimsoll.base.errors import outcome_text
from plimsoll.base.sentence import Sentence
from plimsoll.judge import cause_text
from plimsoll.search.events import Event
from plimsoll.search.messages import message
from plimsoll.search.reasons import reason_text
from plimsoll.store.rows import Reason

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plimsoll.base.errors import PlimsollError
    from plimsoll.native.record import RunRecord

    Figures = Mapping[str, Any]


MEANINGS = {
    "error": "an error ended it; exit_code is that of its kind",
    "run_ended": "its Run is no evidence about the target",
    "nothing_completed": "no operation completed in a closed loop",
    "search_ended": "its search ended without an answer",
    "setting_changed": "a setting changed under it",
    "setting_unreadable": "a setting could not be read back under it",
    "time_limit": "the campaign's time was up before it",
    "rounds_steady": "the rounds of a suite had reached steady state",
    "rounds_written": "the rounds of a suite had written what they were to write",
    "share_of_lower_bound": "its rate is a share of a maximum that is only a lower bound",
    "cached": "the page cache answered its maximum or its search",
}
"""Every code, in the order of the schema, which has its meaning."""
_FORMATS = {"written": ".3g", "maximum": "IOPS"}


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
    if reason.kind not in MEANINGS:
        return reason.kind.replace("_", " ")
    figures: dict[str, Any] = dict(reason.figures)
    if reason.kind == "cached":
        return Event("cached", None, figures).words
    if reason.kind == "search_ended" and not language.is_english():
        # Beside the code only an English sentence is kept.
        figures["because"] = reason_text(str(figures["reason"]))
    if reason.kind == "run_ended":
        figures["because"] = cause_text.words(figures.get("reason"), str(figures["because"]))
        if figures["outcome"] == "failed":
            return str(figures["because"])
        figures["outcome"] = outcome_text(str(figures["outcome"]))
    times = "-times" if "times" in figures else ""
    written = units.format_figures(figures, _FORMATS, reason.kind)
    return message(f"point-{reason.kind}{times}", **written)


def sentence_of_rounds(reason: Reason) -> Sentence:
    """The reason why there was no further round, for a store."""
    figures = {
        name: Sentence(partial(units.significant, value, 3)) if isinstance(value, float) else value
        for name, value in reason.figures.items()
    }
    return Sentence(partial(message, f"point-{reason.kind}", **figures))


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
