"""A Run in words, and text that the answers of all campaigns share: subject, limiter, verdict,
failures.

`first/search_text.py` has the answer of a search; the sentences here describe one Run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from plimsoll.base import language, limiter_text, units, workload_text
from plimsoll.judge import run_verdict
from plimsoll.judge.run_text import reason as in_words
from plimsoll.report.evidence import outages, records, sample_counts
from plimsoll.report.messages import message

if TYPE_CHECKING:
    from plimsoll.native.record import RunSpec
    from plimsoll.report.describe import Figure
    from plimsoll.report.evidence.evidence import Evidence, Run
    from plimsoll.report.evidence.search_end import Limit
    from plimsoll.search.document import LineDocument


def limited_by(limit: Limit) -> str:
    """The limiter as a sentence."""
    limiter = limiter_text.words(limit.value)
    if limit.of_maximum:
        return message("maximum-limited-by", limiter=limiter)
    if limit.value == "unknown":
        return message("limiter-not-determined")
    return message("limited-by", limiter=limiter)


def limiter(code: str) -> str:
    """A limiter in a narrow column; an element of described storage by its name."""
    try:
        return message(f"limiter-{code}")
    except KeyError:
        return code.replace("_", " ")


def subject(evidence: Evidence, place: Literal["start", "inside"] = "start") -> str:
    """The measured subject, at the start of a sentence or inside it."""
    target = None if evidence.spec is None else evidence.spec["target"]
    system = evidence.machine.file_system
    match target and target["kind"]:
        case "file" if system and system["memory_backed"]:
            return message("subject-memory", place=place)
        case "file" | "block_device":
            return message("subject-disk", place=place)
        case "stack":
            assert target is not None, "it has a kind"
            name = records.target_words(target["name"]).removeprefix("stack:")
            return message("subject-stack", place=place, name=name)
        case "null":
            return message("subject-null", place=place)
        case _:
            return message("subject-target", place=place)


def workload(evidence: Evidence) -> str:
    """The workload in words: `8 KiB random, 70 % read`."""
    spec = evidence.spec
    if spec is None:
        return message("workload-asked-for")
    return workload_of(spec)


def workload_of(spec: RunSpec) -> str:
    """The workload of a resolved spec in words."""
    return workload_text.clients(spec) or workload_text.short(spec["workload"])


def of_run(evidence: Evidence, run: Run) -> str:
    """The result of a Run in a sentence: its rate, latencies and outcome."""
    # The latencies of the objectives, else the usual ones.
    wanted = [
        (objective.kind, objective.metric, objective.figure) for objective in evidence.objectives
    ]
    latencies = []
    for kind, metric, name in dict.fromkeys(wanted or _usual(run)):
        value = records.latency_text(run.figures(kind, metric), name)
        latencies.append(
            message("latency", name=records.latency_name(name, metric, kind), value=value)
        )
    achievement = message(
        "run-did",
        subject=subject(evidence),
        rate=run.required_measurement.achieved_text,
        workload=workload(evidence),
        offered="none" if run.offered_rate is None else units.rate(run.offered_rate),
    )
    ended = [] if run.row.outcome == "ok" else [outcome(str(run.row.outcome))]
    parts = [language.listing([achievement, *latencies]), *ended, *beside_outcome(run)]
    return message("facts", facts=language.clauses(parts))


def _usual(run: Run) -> list[tuple[str, str, str]]:
    """The usual latency figure of a Run and of its syncs: the p99. Imported files may have only a
    mean, or no latency."""
    imported = run.required_measurement.imported
    if imported and any(finding["code"] == "submit_held" for finding in imported["findings"]):
        # Latency without the submit call is not the whole time of an operation.
        return [("all", "total_latency", "mean")]
    names = ("p99", "mean") if imported else ("p99",)
    figures = run.figures("all", run.metric)
    known = [name for name in names if records.latency_text(figures, name) != units.DASH]
    usual = [("all", run.metric, name) for name in known[:1] or names[: 2 - len(names)]]
    # A durable write takes its sync, too.
    syncs = run.required_measurement.syncs
    return usual + [
        ("flush", syncs.metric, name) for _, _, name in usual if syncs and syncs.value(name)
    ]


def verdict_text(run: Run) -> str:
    """The verdict on a Run: an outcome other than ok first, then the objective or that none was
    set. Ending ok is no verdict."""
    code, beside, figures = str(run.row.outcome), beside_outcome(run), run.measurement
    if figures is not None and figures.verdict_words:
        return language.clauses(beside if code == "ok" else [outcome(code), *beside])
    ended = message("run-complete") if code == "ok" else outcome(code)
    if figures is not None and figures.objective:
        return language.clauses([message("ended-not-judged", outcome=ended), *beside])
    return language.clauses([message("ended-without-objective", outcome=ended), *beside])


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
        return message("upper-end-not-reached")
    if line.high_confirmed:
        return message("upper-end", high=units.rate(line.high))
    return message("upper-end-by-probes", high=units.rate(line.high))


def outcome(value: str) -> str:
    """The outcome or the state of a Run in words."""
    try:
        return message(f"outcome-{value}")
    except KeyError:
        return value.replace("_", " ")


def record_judgement(record: Mapping[str, Any]) -> str:
    """Whether a Run met its objective, and why, in a few words; the verdict is that of
    `run_verdict`. Without an objective: whether the target carried the rate. Operations that the
    generator did not issue are no miss of the target."""
    judgement, ended = record["judgement"], str(record["outcome"])
    judged = str(judgement["verdict"])
    if ended == "generator_limited" and judged in ("pass", "fail"):
        return message("says-nothing-schedule")
    if ended == "not_steady" and judged in ("pass", "fail"):
        return message("says-nothing-not-steady")
    # Runs without an objective have no estimate.
    estimate = judgement["estimate"]
    value, allowed = (estimate["value"], estimate["allowed"]) if estimate else (None, None)
    reason = in_words(str(judgement["reason"]), value, allowed)
    if judgement["reason"] in ("from_histogram", "from_file", "coarse_steps"):
        return reason
    verdict = run_verdict.of(record)
    # Statistics of completed operations do not show that the target fell behind.
    why = outcome("cannot_carry") if ended == "cannot_carry" else reason
    if verdict is None:
        carried = judged == "pass" and ended != "cannot_carry"
        return message("no-objective-carried") if carried else message("no-objective", why=why)
    if why == run_verdict.verdict_text(verdict):
        return why
    return message("verdict-because", verdict=message(f"judged-{verdict}"), why=why)


def verdict_of(run: Run) -> run_verdict.Verdict | None:
    """Whether a Run met its objective, overruled as in `judgement_text`."""
    if not run.is_rejudged:
        return run.required_measurement.verdict
    return run_verdict.OF_OPERATIONS.get(run.verdict or "", "undecided")


def judgement_text(run: Run) -> str:
    """The judgement of a Run in words, overruled by that of its search, which considers all its
    Runs."""
    if not run.is_rejudged or run.probe is None:
        return record_judgement(run.required_measurement.record)
    estimate = run.probe.estimate
    figures = (None, None) if estimate is None else (estimate.value, estimate.allowed)
    match run.probe.verdict:
        case "pass":
            return message("met-with-runs-at-rate")
        case "fail":
            return message("missed-without-machine")
        case "undecided":
            why = in_words(str(run.probe.reason), *figures)
            return message("verdict-because", verdict=message("judged-undecided"), why=why)
        case _:
            return message("says-nothing-disturbed")


def objective_judgement(record: Mapping[str, Any], verdict: str) -> str:
    """The verdict on one of several objectives. When the Run does not count or fell behind, its
    statistics decide nothing."""
    if record["outcome"] in ("ok", "cached"):
        judged = {"pass": "met", "fail": "missed"}.get(verdict, "undecided")
    else:
        judged = run_verdict.of(record) or "undecided"
    return message(f"judged-{judged}")


def interruption_sentences(every: Iterable[Run]) -> list[str]:
    """The number of interrupted Runs, as a sentence; empty without any."""
    lost = sum(run.row.state == "interrupted" for run in every)
    return [message("runs-interrupted", runs=lost, count=units.count(lost))] if lost else []


def missing(evidence: Evidence) -> list[str]:
    """Sentences on interrupted and missing Runs."""
    waiting = [] if evidence.measured_runs else [message("nothing-to-draw")]
    return [*interruption_sentences(evidence.runs), *waiting]


def failure_figures(evidence: Evidence) -> tuple[Figure, ...]:
    """Failed operations as figures; empty without any."""
    many = len(evidence.measured_runs)
    return sample_counts.count_failures(evidence.measured_runs).figures(
        message("failed-in-runs", runs=many, count=units.count(many))
    )


def test_time(measured: Sequence[Run]) -> tuple[Figure, ...]:
    """The length of these Runs on their own clocks; virtual time can far exceed real time."""
    from plimsoll.report.describe import Figure

    if not measured:
        return ()
    spent = sum(run.spent_s for run in measured)
    length = units.seconds(spent) if spent else units.unknown_figure()
    basis = message("test-time-basis", runs=runs(len(measured)))
    return (Figure(message("test-time"), length, basis),)


def runs(n: int) -> str:
    """`1 Run`, `12 Runs`."""
    return message("runs", runs=n, count=units.count(n))
