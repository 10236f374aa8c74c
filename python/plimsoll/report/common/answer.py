"""A Run in words, and text that the answers of all campaigns share: subject, limiter, verdict,
failures.

`first/search_text.py` has the answer of a search; the sentences here describe one Run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plimsoll.base import limiter_text, units, workload_text
from plimsoll.judge import run_verdict
from plimsoll.judge.run_text import reason as in_words
from plimsoll.report.evidence import outages, records, sample_counts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from plimsoll.report.describe import Figure
    from plimsoll.report.evidence.evidence import Evidence, Run
    from plimsoll.report.evidence.search_end import Limit
    from plimsoll.search.document import LineDocument


def limited_by(limit: Limit) -> str:
    """The limiter as a sentence."""
    if limit.of_maximum:
        return f"Limit of the maximum: {limiter_text.words(limit.value)}."
    if limit.value == "unknown":
        return "Who set the limit was not determined."
    return f"Limited by {limiter_text.words(limit.value)}."


def subject(evidence: Evidence) -> str:
    """The measured subject, at the start of a sentence."""
    target = None if evidence.spec is None else evidence.spec["target"]
    system = evidence.machine.file_system
    match target and target["kind"]:
        case "file" if system and system["memory_backed"]:
            return "This file in memory (no storage)"
        case "file" | "block_device":
            return "This disk"
        case "stack":
            assert target is not None, "it has a kind"
            return f"The stack {target['name'].removeprefix('stack:')}"
        case "null":
            return "The null target (the generator itself)"
        case _:
            return "The target"


def workload(evidence: Evidence) -> str:
    """The workload in words: `8 KiB random, 70 % read`."""
    spec = evidence.spec
    if spec is None:
        return "the workload asked for"
    return workload_text.clients(spec) or workload_text.short(spec["workload"])


def of_run(evidence: Evidence, run: Run) -> str:
    """The result of a Run in a sentence: its rate, latencies and outcome."""
    achievement = (
        f"{subject(evidence)} did {run.required_measurement.achieved_text} of {workload(evidence)}"
    )
    offered = f" at {units.rate(run.offered_rate)} offered" if run.offered_rate is not None else ""
    # The latencies of the objectives, else the usual ones.
    wanted = [
        (objective.kind, objective.metric, objective.figure) for objective in evidence.objectives
    ]
    latencies = []
    for kind, metric, name in dict.fromkeys(wanted or _usual(run)):
        kind_words = workload_text.of_kind(kind)
        value = records.latency_text(run.figures(kind, metric), name)
        latencies.append(f"{name.replace('_', '.')} {_metric(metric)}{kind_words} {value}")
    ended = outcome(str(run.row.outcome))
    parts = [
        ", ".join([f"{achievement}{offered}", *latencies]),
        *([] if ended == "ok" else [ended]),
    ]
    return f"{'; '.join([*parts, *beside_outcome(run)])}."


def _metric(metric: str) -> str:
    if metric == "total_latency":
        return "latency with the submit call"
    return metric.replace("_", " ")


def _usual(run: Run) -> list[tuple[str, str, str]]:
    """The usual latency figure of a Run: its p99. Imported files may have only a mean, or no
    latency."""
    imported = run.required_measurement.imported
    if imported and any(finding["code"] == "submit_held" for finding in imported["findings"]):
        # Latency without the submit call is not the whole time of an operation.
        return [("all", "total_latency", "mean")]
    names = ("p99", "mean") if imported else ("p99",)
    figures = run.figures("all", run.metric)
    known = [name for name in names if records.latency_text(figures, name) != units.DASH]
    return [("all", run.metric, name) for name in known[:1] or names[: 2 - len(names)]]


def verdict_text(run: Run) -> str:
    """The verdict on a Run: an outcome other than ok first, then the objective or that none was
    set. Ending ok is no verdict."""
    ended, beside = outcome(str(run.row.outcome)), beside_outcome(run)
    figures = run.measurement
    if figures is not None and figures.verdict_words:
        return "; ".join(beside if ended == "ok" else [ended, *beside])
    asked_for = figures is not None and figures.objective
    open_ = "the objective was not judged" if asked_for else "no objective was set"
    return "; ".join([f"{'complete' if ended == 'ok' else ended}, {open_}", *beside])


def beside_outcome(run: Run) -> list[str]:
    """Facts beside the outcome: the verdict, outages, and failed or unfinished operations."""
    parts = [
        "" if run.measurement is None else run.measurement.verdict_words,
        outages.words(run.episodes, run.metric, outcome=str(run.row.outcome)),
        sample_counts.count_failures([run]).words,
    ]
    return [part for part in parts if part]


def upper(line: LineDocument) -> str:
    """The upper end of a load line in words: confirmed, seen by probes alone, or not reached."""
    if line.high is None:
        return "upper end not reached"
    return f"up to {units.rate(line.high)}{'' if line.high_confirmed else ', by probes alone'}"


def outcome(value: str) -> str:
    """An outcome in words."""
    return value.replace("_", " ")


def record_judgement(record: Mapping[str, Any]) -> str:
    """Whether a Run met its objective, and why, in a few words; the verdict is that of
    `run_verdict`. Without an objective: whether the target carried the rate. Operations that the
    generator did not issue are no miss of the target."""
    judgement, ended = record["judgement"], str(record["outcome"])
    judged = str(judgement["verdict"])
    if ended == "generator_limited" and judged in ("pass", "fail"):
        return "says nothing: the generator did not keep to its schedule"
    if ended == "not_steady" and judged in ("pass", "fail"):
        return "says nothing: the target never became steady"
    # Runs without an objective have no estimate.
    estimate = judgement["estimate"]
    value, allowed = (estimate["value"], estimate["allowed"]) if estimate else (None, None)
    reason = in_words(str(judgement["reason"]), value, allowed)
    if judgement["reason"] in ("from_histogram", "from_file", "coarse_steps"):
        return reason
    verdict = run_verdict.of(record)
    if verdict is None:
        carried = judged == "pass" and ended != "cannot_carry"
        return f"no objective: {'carried' if carried else _fell_behind(ended, reason)}"
    why = _fell_behind(ended, reason)
    return why if why == run_verdict.verdict_text(verdict) else f"{verdict}: {why}"


def judgement_text(run: Run) -> str:
    """The judgement of a Run in words, overruled by that of its search, which considers all its
    Runs."""
    if not run.is_rejudged or run.probe is None:
        return record_judgement(run.required_measurement.record)
    estimate = run.probe.estimate
    figures = (None, None) if estimate is None else (estimate.value, estimate.allowed)
    match run.probe.verdict:
        case "pass":
            return "objective met, with the Runs at about this rate"
        case "fail":
            return "objective missed, without this machine's part"
        case "undecided":
            return f"undecided: {in_words(str(run.probe.reason), *figures)}"
        case _:
            return "says nothing: this machine was disturbed"


def _fell_behind(ended: str, reason: str) -> str:
    # Statistics of completed operations do not show that the target fell behind.
    return "cannot carry" if ended == "cannot_carry" else reason


def objective_judgement(record: Mapping[str, Any], verdict: str) -> str:
    """The verdict on one of several objectives. When the Run does not count or fell behind, its
    statistics decide nothing."""
    if record["outcome"] in ("ok", "cached"):
        return {"pass": "met", "fail": "missed"}.get(verdict, "undecided")
    return run_verdict.of(record) or "undecided"


def interruption_sentences(every: Iterable[Run]) -> list[str]:
    """The number of interrupted Runs, as a sentence; empty without any."""
    lost = sum(run.row.state == "interrupted" for run in every)
    if not lost:
        return []
    had, they = (
        ("was interrupted and has", "it") if lost == 1 else ("were interrupted and have", "they")
    )
    return [f"{runs(lost)} {had} no record; the intervals {they} completed are kept."]


def missing(evidence: Evidence) -> list[str]:
    """Sentences on interrupted and missing Runs."""
    waiting = [] if evidence.measured_runs else ["No Run has finished: there is nothing to draw."]
    return [*interruption_sentences(evidence.runs), *waiting]


def failure_figures(evidence: Evidence) -> tuple[Figure, ...]:
    """Failed operations as figures; empty without any."""
    many = len(evidence.measured_runs)
    return sample_counts.count_failures(evidence.measured_runs).figures(
        "in its Run" if many == 1 else f"in all {runs(many)}"
    )


def test_time(measured: Sequence[Run]) -> tuple[Figure, ...]:
    """The length of these Runs on their own clocks; virtual time can far exceed real time."""
    from plimsoll.report.describe import Figure

    if not measured:
        return ()
    spent = sum(run.spent_s for run in measured)
    length = units.seconds(spent) if spent else units.NOT_TOLD
    basis = f"{runs(len(measured))}, warm-up and drain included"
    return (Figure("Test time", length, basis),)


def runs(n: int) -> str:
    """`1 Run`, `12 Runs`."""
    return f"{units.count(n)} Run{'s' * (n != 1)}"
