"""The full answer of a campaign with one question (a search, a Run, an import): the sentence,
its basis and its figures. The first screen has a shorter version."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from plimsoll.base import units, workload_text
from plimsoll.judge import run_verdict
from plimsoll.report.common import answer
from plimsoll.report.describe import Figure
from plimsoll.report.evidence import outages, records, sample_counts, search_end
from plimsoll.report.first import search_obstacle, search_text
from plimsoll.report.first.summary import sentence
from plimsoll.store.imports import KIND

if TYPE_CHECKING:
    from plimsoll.report.evidence.evidence import Evidence, Run
    from plimsoll.report.evidence.records import Record
    from plimsoll.search.document import HorizonDocument

_MEAN_SPREAD = 0.1
"""Relative spread up to which rates of imported Runs are reported as a mean."""
_SAME_RATE = 1e-3
"""Relative distance within which a Run is the one that the maximum was taken from."""


def headline(evidence: Evidence) -> str:
    """The answer, or that there is none, and failed operations, which no response time shows."""
    if evidence.measured_runs and evidence.answer.find is None:
        if evidence.campaign.kind == "run" or (
            evidence.campaign.kind == KIND and len(evidence.measured_runs) == 1
        ):
            asked_for = [run for run in evidence.measured_runs if run.row.role != "scaling"]
            return answer.of_run(evidence, (asked_for or evidence.measured_runs)[-1])
        text = _import_headline(evidence) if evidence.campaign.kind == KIND else None
    else:
        text = None
    text = text or search_text.of(evidence).whole
    if (hold := evidence.final_hold) is None:
        return text
    at = "" if hold.offered_rate is None else f", at {units.rate(hold.offered_rate)} IOPS,"
    if gone := outages.of_run(hold):
        text = f"{text} In Run {hold.row.id}{at} {gone}."
    if lost := sample_counts.count_failures([hold]):
        # Without a held line, failures may be the reason.
        counts = evidence.load_line.held_ends[0] is None and evidence.objectives
        miss = "; each counts as a miss" if counts else ""
        text = f"{text} In Run {hold.row.id}{at} {lost.words}{miss}."
    return text


def _import_headline(evidence: Evidence) -> str:
    """Headline of imported Runs without a search: the mean of repeats, or the range."""
    rates = sorted(run.record_or_empty["achieved_rate_per_s"] for run in evidence.measured_runs)
    subject, workload = answer.subject(evidence), answer.workload(evidence)
    least, most = units.rate(rates[0]), units.rate(rates[-1])
    many = answer.runs(len(rates))
    if len(rates) > 1 and rates[-1] <= rates[0] * (1 + _MEAN_SPREAD):
        mean = units.rate(fmean(rates))
        return f"{subject} did {mean} IOPS of {workload}, the mean of {many} ({least} .. {most})."
    ends = dict.fromkeys((least, most))
    verb = "was" if len(rates) == 1 else "were"
    return f"{many} of {workload} {verb} imported: {' to '.join(ends)} IOPS."


def because(evidence: Evidence, *, steps: bool = True) -> tuple[str, ...]:
    """The sentences under the answer: maximum, horizon, limiter, end of the search, missing
    Runs. `steps` adds the events of the search."""
    sentences = []
    line, answered = evidence.load_line, evidence.answer
    if (top := search_end.maximum(evidence)) is not None:
        ended = answered.maximum or answered.read_from_runs
        name = f"{maximum_name(evidence)}{'' if ended else ' so far'} (no objective)"
        sentences.append(
            f"{name}: {at_least(evidence)}{units.rate(top)} IOPS{_maximum_note(evidence)}."
        )
    if line.horizon and line.held_ends[0] is not None:
        sentences.append(f"Holds for at least {_horizon(line.horizon)}.")
    limit = search_end.limit(evidence)
    if limit is not None and (evidence.measured_runs or limit.of_maximum):
        sentences.append(answer.limited_by(limit))
    why, obstacle = search_text.reason(evidence), search_obstacle.of(evidence)
    elsewhere = answered.read_from_runs or obstacle.is_reason or line.reason == "stopped"
    if why and not elsewhere and line.low is not None:
        sentences.append(f"The search ended because {why}.")
    if len(answered.regimes) > 1:
        sentences.append(
            f"{len(answered.regimes)} regimes were found: the line differs when approached from"
            " below and from above."
        )
    if not steps:
        return tuple(sentences)
    # The headline covers closed loops alone.
    left_out = ("closed_loop_only", *obstacle.events)
    noted = [
        sentence(event.words)
        for event in answered.events
        if event.words and event.kind not in left_out
    ]
    return (*sentences, *noted, *answer.missing(evidence))


def maximum_name(evidence: Evidence) -> str:
    """The name of the highest closed-loop rate: the maximum when a search climbed to it; on a
    busy machine the best of short Runs."""
    top = evidence.answer.maximum
    if top is None:
        return "Highest achieved"
    return "Best of short Runs" if top.others else "Maximum"


def at_least(evidence: Evidence) -> str:
    """The prefix of a maximum that is only a lower bound: `≥ `."""
    return "≥ " if search_end.lower_bound(evidence) else ""


def _maximum_note(evidence: Evidence) -> str:
    """The load at the maximum, and a smaller load that gave nearly as much."""
    top, rate = evidence.answer.maximum, evidence.answer.maximum_per_s
    at = []
    climbed = [
        run
        for run in evidence.measured_runs
        if run.row.role == "maximum" and run.row.achieved_rate_per_s
    ]
    best = next(
        (
            run
            for run in climbed
            if rate and abs((run.row.achieved_rate_per_s or 0.0) / rate - 1) < _SAME_RATE
        ),
        None,
    )
    if best is not None:
        workers, depth = _closed_load(best)
        at.append(
            f"at {units.count(workers)} worker{'s' * (workers != 1)} × queue depth"
            f" {units.count(depth)}"
        )
        size = None if top is None else (top.workers, top.queue_depth)
        # The search continues from the smallest load near the maximum; with clients its workers
        # count per volume.
        near = [run for run in climbed if _load_per_volume(run) == size]
        if near and _closed_load(near[-1]) != (workers, depth):
            few, short = _closed_load(near[-1])
            less = units.rate(near[-1].row.achieved_rate_per_s)
            at.append(f"{units.count(few)} × {units.count(short)} already gave {less}")
    if top is not None and top.lower_bound:
        if top.limited_by == "target":
            why = "more outstanding I/O still gave a little more"
        elif evidence.answer.read_from_runs:
            why = "no Run shows that more outstanding I/O would not give more"
        else:
            why = "the generator was saturated"
        at.append(f"a lower bound: {why}")
    if top is not None and (others := top.others):
        at.append(f"others had {units.share(others)} of this machine's processors")
    return f" ({'; '.join(at)})" if at else ""


def _closed_load(run: Run) -> tuple[int, int]:
    """Workers, of all volumes together, and queue depth of a closed loop."""
    load = run.spec["load"]
    assert load["kind"] == "closed", "it climbed"
    return load["workers"], load["queue_depth"]


def _load_per_volume(run: Run) -> tuple[int, int]:
    """Workers per volume, and queue depth, as a search requests them."""
    workers, depth = _closed_load(run)
    volumes = sum(int(group["volumes"]) for group in run.spec["clients"])
    return workers // max(1, volumes), depth


def _horizon(horizon: HorizonDocument) -> str:
    parts = [units.seconds(horizon.seconds), f"{units.count(horizon.operations)} operations"]
    if horizon.bytes_written:
        parts.append(f"{units.size(horizon.bytes_written)} written")
    return ", ".join(parts)


# -- figures ---------------------------------------------------------------------------------------


def figures(evidence: Evidence) -> tuple[Figure, ...]:
    """The prominent figures, each with its basis."""
    # Forms cut figures from the end: failed operations come first and are never cut.
    found = [*answer.failure_figures(evidence), *search_text.of(evidence).figures]
    if (top := search_end.maximum(evidence)) is not None:
        value = f"{at_least(evidence)}{units.rate(top)} IOPS"
        basis = f"closed loop{_maximum_note(evidence)}"
        found.append(Figure(maximum_name(evidence), value, basis))
    if (hold := evidence.final_hold) is not None and hold.record is not None:
        found += _hold_figures(evidence, hold, hold.record)
    return (*found, *answer.test_time(evidence.measured_runs))


def _hold_figures(evidence: Evidence, hold: Run, record: Record) -> list[Figure]:
    """The figures of the final hold for the objective, and its throughput."""
    at = f"at {units.rate(hold.offered_rate)} IOPS, " if hold.offered_rate is not None else ""
    # Figures of a Run that is not ok or missed the objective carry that in their basis.
    ended, judged = str(record["outcome"]), run_verdict.of(record)
    at += f"{answer.outcome(ended)}, " if ended != "ok" else ""
    at += {"missed": "the objective was missed, ", "undecided": "undecided, "}.get(judged or "", "")
    wanted = [
        (objective.kind, objective.metric, objective.figure) for objective in evidence.objectives
    ]
    found = []
    for kind, metric, name in dict.fromkeys(wanted or [("all", hold.metric, "p99")]):
        kind_words = workload_text.of_kind(kind)
        label = f"{name.replace('_', '.')} {metric.replace('_', ' ')}{kind_words}"
        basis = sample_counts.beside(records.of_kind(record, kind), metric)
        value = records.latency_text(hold.figures(kind, metric), name)
        found.append(Figure(label, value, f"{at}{basis}"))
    throughput = units.spell_dash(units.throughput(record["bytes_per_s"]))
    length = units.spell_dash(units.seconds(record["measure_s"]))
    found.append(Figure("Throughput", throughput, f"{at}{length}"))
    return found
