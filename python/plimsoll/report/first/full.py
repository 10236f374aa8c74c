"""The full answer of a campaign with one question (a search, a Run, an import): the sentence,
its basis and its figures. The first screen has a shorter version."""

from __future__ import annotations

from collections.abc import Sequence, Set
from statistics import fmean
from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.report.common import answer
from plimsoll.report.describe import Figure
from plimsoll.report.evidence import outages, records, sample_counts, search_end
from plimsoll.report.first import search_obstacle, search_text
from plimsoll.report.first.summary import sentence
from plimsoll.report.messages import message
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
    rate = "none" if hold.offered_rate is None else units.rate(hold.offered_rate)
    if gone := outages.of_run(hold):
        told = message("in-run", run=hold.row.id, rate=rate, facts=gone)
        text = language.sentences((text, told))
    if lost := sample_counts.count_failures([hold]).words:
        # Without a held line, failures may be the reason.
        if evidence.load_line.held_ends[0] is None and evidence.objectives:
            lost = message("counts-as-miss", failures=lost)
        told = message("in-run", run=hold.row.id, rate=rate, facts=lost)
        text = language.sentences((text, told))
    return text


def _import_headline(evidence: Evidence) -> str:
    """Headline of imported Runs without a search: the mean of repeats, or the range."""
    rates = sorted(run.record_or_empty["achieved_rate_per_s"] for run in evidence.measured_runs)
    subject, workload = answer.subject(evidence), answer.workload(evidence)
    least, most = units.rate(rates[0]), units.rate(rates[-1])
    if len(rates) > 1 and rates[-1] <= rates[0] * (1 + _MEAN_SPREAD):
        return message(
            "imported-mean",
            subject=subject,
            mean=units.rate(fmean(rates)),
            workload=workload,
            runs=answer.runs(len(rates)),
            low=least,
            high=most,
        )
    rate = message("iops", rate=least)
    if least != most:
        rate = message("range", low=least, high=most)
    many = units.count(len(rates))
    return message("runs-imported", runs=len(rates), count=many, workload=workload, rate=rate)


def because(
    evidence: Evidence, beside: Sequence[tuple[str, str]] = (), *, steps: bool = True
) -> tuple[str, ...]:
    """The sentences under the answer: maximum, horizon, limiter, end of the search, missing
    Runs. `steps` adds the events of the search. `beside`: the rows of the first screen, which are
    not said again."""
    sentences, told = [], {name for name, _ in beside}
    line, answered = evidence.load_line, evidence.answer
    if (top := search_end.maximum(evidence)) is not None:
        sentences += _maximum(evidence, top, told)
    if line.horizon and line.held_ends[0] is not None:
        sentences.append(_horizon(line.horizon, told))
    limit = search_end.limit(evidence)
    has_limit = not told.isdisjoint((message("limited-by-name"), message("limit-of-maximum")))
    if limit is not None and (evidence.measured_runs or limit.of_maximum) and not has_limit:
        sentences.append(answer.limited_by(limit))
    why, obstacle = search_text.reason(evidence), search_obstacle.of(evidence)
    elsewhere = answered.read_from_runs or obstacle.is_reason or line.reason == "stopped"
    if why and not elsewhere and line.low is not None:
        given = line.reason or evidence.answer.because
        sentences.append(
            message(f"ended-because-{given}")
            if given in search_text.REASONS
            else message("ended-because", why=why)
        )
    if len(answered.regimes) > 1:
        sentences.append(message("regimes-found", n=len(answered.regimes)))
    if not steps:
        return tuple(sentences)
    # The headline covers closed loops alone.
    left_out = ("closed_loop_only", *obstacle.events)
    noted = [
        sentence(answered.event_words(event))
        for event in answered.events
        if event.words and event.kind not in left_out
    ]
    return (*sentences, *noted, *answer.missing(evidence))


def _maximum(evidence: Evidence, top: float, told: Set[str]) -> list[str]:
    """The maximum with its notes; beside its own row the notes alone."""
    name, notes = maximum_name(evidence), _maximum_notes(evidence)
    if name in told:
        return [sentence(message("named", name=name, text=notes))] if notes else []
    # Without a maximum the name is that of the highest achieved rate.
    if not evidence.answer.maximum and not evidence.answer.read_from_runs:
        name = message("highest-achieved-so-far")
    value = at_least(evidence, top)
    if notes:
        return [message("maximum-sentence-noted", name=name, rate=value, notes=notes)]
    return [message("maximum-sentence", name=name, rate=value)]


def maximum_name(evidence: Evidence) -> str:
    """The name of the highest closed-loop rate: the maximum when a search climbed to it; on a
    busy machine the best of short Runs."""
    top = evidence.answer.maximum
    if top is None:
        return message("highest-achieved")
    return message("best-of-short-runs") if top.others else message("maximum")


def at_least(evidence: Evidence, top: float) -> str:
    """A maximum, marked `≥` where it is only a lower bound."""
    bound = "least" if search_end.lower_bound(evidence) else "exact"
    return message("maximum-rate", rate=units.rate(top), bound=bound)


def _maximum_notes(evidence: Evidence) -> str:
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
        count, deep = units.count(workers), units.count(depth)
        at.append(message("at-load", workers=workers, count=count, depth=deep))
        size = None if top is None else (top.workers, top.queue_depth)
        # The search continues from the smallest load near the maximum; with clients its workers
        # count per volume.
        near = [run for run in climbed if _load_per_volume(run) == size]
        if near and _closed_load(near[-1]) != (workers, depth):
            few, short = _closed_load(near[-1])
            less = units.rate(near[-1].row.achieved_rate_per_s)
            at.append(
                message("smaller", workers=units.count(few), depth=units.count(short), rate=less)
            )
    if top is not None and top.lower_bound:
        if top.limited_by == "target":
            at.append(message("lower-bound-rising"))
        elif evidence.answer.read_from_runs:
            at.append(message("lower-bound-of-runs"))
        else:
            at.append(message("lower-bound-generator"))
    if top is not None and (others := top.others):
        at.append(message("others-had", share=units.share(others)))
    return language.clauses(at)


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


def _horizon(horizon: HorizonDocument, told: Set[str]) -> str:
    operations = units.count(horizon.operations)
    written = units.size(horizon.bytes_written) if horizon.bytes_written else "none"
    if message("held-for") in told:
        return message("held-operations", operations=operations, written=written)
    length = units.seconds(horizon.seconds)
    return message("holds-for", time=length, operations=operations, written=written)


# -- figures ---------------------------------------------------------------------------------------


def figures(evidence: Evidence) -> tuple[Figure, ...]:
    """The prominent figures, each with its basis."""
    # Forms cut figures from the end: failed operations come first and are never cut.
    found = [*answer.failure_figures(evidence), *search_text.of(evidence).figures]
    if (top := search_end.maximum(evidence)) is not None:
        notes = _maximum_notes(evidence)
        basis = message("closed-loop-noted", notes=notes) if notes else message("closed-loop")
        found.append(Figure(maximum_name(evidence), at_least(evidence, top), basis))
    if (hold := evidence.final_hold) is not None and hold.record is not None:
        found += _hold_figures(evidence, hold, hold.record)
    return (*found, *answer.test_time(evidence.measured_runs))


def _hold_figures(evidence: Evidence, hold: Run, record: Record) -> list[Figure]:
    """The figures of the final hold for the objective, and its throughput."""
    at = []
    if hold.offered_rate is not None:
        at.append(message("at-rate", rate=units.rate(hold.offered_rate)))
    # Figures of a Run that is not ok or missed the objective carry that in their basis.
    ended, judged = str(record["outcome"]), answer.verdict_of(hold)
    at += [answer.outcome(ended)] if ended != "ok" else []
    at += [message(f"hold-{judged}")] if judged in ("missed", "undecided") else []
    wanted = [
        (objective.kind, objective.metric, objective.figure) for objective in evidence.objectives
    ]
    found = []
    for kind, metric, name in dict.fromkeys(wanted or [("all", hold.metric, "p99")]):
        basis = sample_counts.beside(records.of_kind(record, kind), metric)
        value = records.latency_text(hold.figures(kind, metric), name)
        label = records.latency_name(name, metric, kind)
        found.append(Figure(label, value, language.listing([*at, basis])))
    throughput = units.spell_dash(units.throughput(record["bytes_per_s"]))
    length = units.spell_dash(units.seconds(record["measure_s"]))
    found.append(Figure(message("throughput"), throughput, language.listing([*at, length])))
    return found
