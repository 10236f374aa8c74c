"""Basis of the figures of described storage: its stated fit, and settings that it cannot tell
apart."""

from collections.abc import Iterable, Iterator

from plimsoll.base import language
from plimsoll.judge.alike import Alike, Cell, alike, sentences
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.messages import message
from plimsoll.search.strategies import leaves


def fit_notes(campaigns: Iterable[Evidence]) -> tuple[str, ...]:
    """The fit that each description states, with its name when there are several."""
    notes: dict[str, str] = {}
    names = set()
    for evidence in campaigns:
        for run in evidence.measured_runs:
            name = _target(evidence, run)
            names.add(name)
            stack = run.spec["target"]["stack"]
            if stack and (words := stack["fitted"]):
                notes[name] = language.without_stop(words)
    if len(names) > 1:
        return tuple(message("fitted-target", target=name, fit=fit) for name, fit in notes.items())
    return tuple(message("fitted-as", fit=fit) for fit in notes.values())


def same_by_construction(evidence: Evidence) -> tuple[str, ...]:
    """Settings that a simulated target cannot tell apart, a sentence for each target."""
    return tuple(map(language.sentence, sentences(alike_of(evidence))))


def alike_of(evidence: Evidence) -> tuple[Alike, ...]:
    """Settings that a simulated target cannot tell apart, as codes."""
    return alike(_cells(evidence))


def _cells(evidence: Evidence) -> Iterator[Cell]:
    """The Points that a simulation answered in a closed loop."""
    runs = {run.row.id: run for run in evidence.measured_runs}
    belonging = {
        planned.planned_point_id: planned for planned in evidence.planned_runs if planned.valid
    }
    for point in evidence.points:
        planned = belonging.get(point.id)
        run = (
            None
            if planned is None or planned.attempt != point.attempt
            else runs.get(planned.run_id)
        )
        if run is None or point.state != "finished" or run.spec["clock"] != "virtual":
            continue
        searched = (point.result or {}).get("rate_per_s")
        rate = searched if leaves(point.strategy) == "maximum" else run.row.achieved_rate_per_s
        if run.offered_rate is not None or not rate or leaves(point.strategy) == "line":
            continue
        settings = {**point.workload, **point.load, **point.parameters}
        yield Cell(
            _target(evidence, run),
            {"configuration": point.configuration} | {k: str(v) for k, v in settings.items()},
            rate,
        )


def _target(evidence: Evidence, run: Run) -> str:
    point = evidence.point_of(run)
    return point.target_name if point is not None else run.spec["target"]["name"]
