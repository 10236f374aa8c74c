"""The fitted curve of a search: over the Runs that it rests on, and nowhere else."""

from collections.abc import Sequence
from dataclasses import replace

from plimsoll.base import documents
from plimsoll.report.describe import Line, Marks
from plimsoll.report.evidence import evidence
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.load_line import fit
from plimsoll.search.document import ProbeDocument
from plimsoll.store import Store
from tests import stores

from . import answers


def evidence_of(store: Store, shares: Sequence[float]) -> Evidence:
    """A search whose open loops had these shares of operations above the bound, in order of
    rate."""
    probes = []
    for place, share in enumerate(shares, 1):
        bounds = {"value": share, "low": share / 2, "high": share * 2, "allowed": 0.01}
        probe = answers.probe(1_000.0 * place, estimates=[{**bounds, "objective": None}])
        probes.append(documents.read(probe, ProbeDocument))
    gathered = evidence.gather(store, stores.demo(store))
    search = gathered.answer.find
    assert search is not None
    answer = replace(gathered.answer, find=replace(search, probes=probes))
    return replace(gathered, answer=answer)


def test_the_curve_stands_between_its_runs_only(store: Store) -> None:
    # One Run without a slow operation has no place on a logarithmic scale, and carries no curve.
    chart = fit.chart(evidence_of(store, (0.0, 0.001, 0.003, 0.01, 0.03)))
    lines = [one for one in chart.panels[0].series if isinstance(one, Line)]
    marks = [one for one in chart.panels[0].series if isinstance(one, Marks)]
    assert {point.x for one in marks for point in one.points} == {2_000, 3_000, 4_000, 5_000}
    assert [(one.points[0].x, one.points[-1].x) for one in lines] == [(2_000, 5_000)] * 3
    fitted, low, high = (one.points for one in lines)
    assert all(a.y < at.y < b.y for a, at, b in zip(low, fitted, high, strict=True))


def test_no_curve_where_the_share_does_not_rise(store: Store) -> None:
    assert fit.chart(evidence_of(store, (0.03, 0.01, 0.003, 0.001))) is None
    assert fit.chart(evidence_of(store, (0.001, 0.01, 0.03))) is None
