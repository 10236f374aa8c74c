"""The answer of `plimsoll depth` in the reports of any campaign (`report/common/of_kind.py`)."""

from plimsoll.base import language
from plimsoll.features.scaling import first, ladders
from plimsoll.features.scaling.messages import message
from plimsoll.report.common.of_kind import Parts
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.first.summary import Summary
from plimsoll.store import Store


def summary(store: Store, evidence: Evidence) -> Summary:
    """The first screen."""
    return first.summary(ladders.ladders(store, evidence))


def sentence(store: Store, evidence: Evidence) -> str:
    """The sentences of all ladders; empty without ladders."""
    sentences = language.clauses(
        ladders.sentence(ladder) for ladder in ladders.ladders(store, evidence)
    )
    if not sentences:
        return ""
    return message("sentence", text=language.capital(sentences))


PARTS = Parts(summary=summary, sentence=sentence)
