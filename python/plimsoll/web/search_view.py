"""The curve of a search for the scripts of a page: while it runs, from its Runs so far; afterwards
with the line that it found."""

from plimsoll.base import language, units
from plimsoll.report.evidence import search_end
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.search_progress import SearchProgress, SearchReader
from plimsoll.store import Store
from plimsoll.web.live_document import LineView, MarkView, SearchView
from plimsoll.web.messages import message

FAR = 1.6
"""A maximum this many times beyond the last Run would leave the plot empty, and is left out."""


def of_progress(search: SearchProgress) -> SearchView:
    """The curve so far."""
    return {
        "probes": [
            {
                "run": probe.run,
                "rate": probe.rate,
                "ns": probe.ns,
                "verdict": probe.verdict,
                "hold": probe.hold,
            }
            for probe in search.probes
        ],
        "met": search.met,
        "missed": search.missed,
        "bound": {"ns": search.bound_ns, "words": search.bound},
        "words": language.sentences([message("search-note", figure=search.figure), search.words]),
        "line": None,
        "maximum": None,
    }


def of_evidence(store: Store, evidence: Evidence) -> SearchView | None:
    """The curve of a single search that ended; None for other campaigns and where there are fewer
    Runs than a curve needs."""
    if evidence.points:
        return None
    search = SearchReader(store).look(evidence.campaign)
    if search is None or len(search.probes) < 3:
        return None
    return of_progress(search) | {
        "words": language.sentences(
            [message("search-note", figure=search.figure), message("search-key")]
        ),
        "line": _line(evidence),
        "maximum": _maximum(evidence, max(probe.rate for probe in search.probes)),
    }


def _line(evidence: Evidence) -> LineView | None:
    end = search_end.decide(evidence)
    if not end.usable or end.plan is None:
        return None
    fails = ""
    if end.code == "confirmed" and end.high is not None:
        fails = message("curve-fails", rate=units.rate(end.high))
    return {
        "plan": end.plan,
        "low": end.low,
        "high": end.high,
        "words": message("curve-plan", rate=units.rate(end.plan)),
        "fails": fails,
    }


def _maximum(evidence: Evidence, last: float) -> MarkView | None:
    top = search_end.maximum(evidence)
    if top is None or top > FAR * last:
        return None
    return {"rate": top, "words": message("curve-maximum", rate=units.rate(top))}
