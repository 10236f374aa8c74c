"""A Run in short for the terminal: figures by kind, and in sentences verdict, outcome, rates and
remarks. It shares its sentences with the page of the Run (`text.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import errors, language, units, workload_text
from plimsoll.judge import each as per_client
from plimsoll.judge import run_verdict
from plimsoll.native import neighbours
from plimsoll.report.common import hosts
from plimsoll.report.common.answer import objective_judgement
from plimsoll.report.describe import Column, Facts, Table
from plimsoll.report.evidence import outages, records
from plimsoll.report.messages import message
from plimsoll.report.run import text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from plimsoll.native.record import ElementFigures, Interval
    from plimsoll.report.evidence.run_figures import Latency, RunFigures

    Intervals = Sequence[Interval | tuple[Interval, bytes | None]]

FIGURES = ("mean", "p50", "p90", "p99", "p99_9", "max")
METRICS = ("response_time", "completion_latency", "slot_wait", "own_lag")


def figure_tables(figures: RunFigures) -> Iterator[Facts | Table]:
    """The figures of a Run as tables, and the result of its verification."""
    yield _latencies(figures)
    if (by_host := hosts.table(figures)) is not None:
        yield by_host
    for spread in per_client.of(figures.each):
        yield text.each_table(spread, per_client.FOLDED)
    if figures.verified:
        summary, *mismatches = text.verification_lines(figures.verified)
        verified = message("verified-line", result=summary)
        yield sentences(verified, *(f"  {mismatch}" for mismatch in mismatches))


def reasons(figures: RunFigures, intervals: Intervals) -> Iterator[Facts]:
    """A Run with these intervals in sentences."""
    yield sentences(*_head(figures, intervals), "", _rates(figures))
    if hosts.table(figures) is not None:
        yield sentences(*hosts.odd(figures))
    for spread in per_client.of(figures.each):
        yield sentences(spread.words)
    if not figures.each and (many := per_client.not_told_apart(figures.record)):
        yield sentences(many)
    yield Facts("", tuple(_remarks(figures)))


def sentences(*said: str) -> Facts:
    """Plain sentences."""
    return Facts("", tuple(("", sentence) for sentence in said))


def _head(figures: RunFigures, intervals: Intervals) -> Iterator[str]:
    yield from _objective(figures)
    yield f"{errors.outcome_text(figures.outcome)}: {figures.because}"
    if found := outages.of(intervals, outcome=figures.outcome):
        yield message("timeline-shows-when", episodes=language.capital(found))


def _objective(figures: RunFigures) -> Iterator[str]:
    """The verdict on the objective, and with several on each."""
    verdict, judgement = figures.verdict, figures.judgement
    if judgement is None or figures.objective is None or verdict is None:
        return
    why = figures.reason
    beside = language.clauses(part for part in (figures.beyond, why) if part)
    text_ = str(figures.objective)
    if why != run_verdict.verdict_text(verdict):
        text_ = message("objective-because", objective=text_, why=beside)
    yield message(f"objective-was-{verdict}", objective=text_)
    each_objective = figures.objective_findings or ()
    # When the Run does not count or fell behind, its statistics decide nothing.
    if len(each_objective) > 1 and figures.outcome in ("ok", "cached"):
        for finding in each_objective:
            judged = objective_judgement(figures.record, finding["verdict"])
            yield f"  {message('named', name=judged, text=finding['objective'])}"


def _rates(figures: RunFigures) -> str:
    offered = figures.offered_rate_per_s
    return message(
        "rates-line",
        offered=units.rate(offered) if offered else message("closed-loop"),
        issued=units.rate(figures.issued_rate_per_s),
        achieved=figures.achieved_text,
        bytes=f"{units.size(figures.bytes_per_s)}/s",
        outstanding=units.decimal(figures.outstanding_mean, 1),
    )


def _latencies(figures: RunFigures) -> Table:
    """A row for each latency of each kind of operation, and of all when there are several."""
    kinds = [kind for kind in ("read", "write", "trim", "flush") if figures.count(kind)]
    found = [
        (kind, latency)
        for kind in (kinds if len(kinds) == 1 else [*kinds, "all"])
        for latency in (figures.latency(kind, metric) for metric in METRICS)
        if _differs(figures, kind, latency)
    ]
    # A latency that is the only one is named once, above the rows.
    metrics = {latency.metric for _, latency in found}
    head = records.metric_words(metrics.pop()) if len(metrics) == 1 else ""

    def name(kind: str, latency: Latency) -> str:
        words = message(f"io-{kind}")
        if head:
            return words
        metric = records.metric_words(latency.metric)
        return message("latency-of-kind", kind=words, latency=metric)

    rows = tuple(
        (name(kind, latency), units.count(latency.n), *map(latency.text, FIGURES))
        for kind, latency in found
    )
    columns = (head, "n", *map(records.figure_words, FIGURES))
    return Table("", tuple(map(Column, columns)), rows)


def _differs(figures: RunFigures, kind: str, latency: Latency) -> bool:
    """Whether a latency adds information: on the virtual clock most are zero or equal the
    response time."""
    if latency.metric == "response_time" or figures.spec["clock"] != "virtual":
        return True
    response = figures.latency(kind, "response_time")
    return bool(latency.value("max")) and latency.spans != response.spans


def _remarks(figures: RunFigures) -> Iterator[tuple[str, str]]:
    """Remarks beside the figures."""
    # With several hosts each row has its own machine.
    yield from text.stalls(figures, machine=not figures.hosts)
    known = "unknown" if figures.limiter == "unknown" else "known"
    yield "", message("limited-by-line", limiter=text.limiter_sentence(figures), known=known)
    if would := text.would_decide(figures):
        yield "", f"  {would}"
    if figures.workers:
        yield "", _workers(figures)
    if figures.generator_cpu_ns_per_io is not None:
        yield message("generator-cpu"), text.cpu(figures)
    if figures.errors_by_errno:
        yield message("errors"), text.errors(figures)
    spec = figures.spec
    engine = " ".join([spec["engine"], *spec["engine_options"]])
    yield "", message("engine-line", engine=engine, access=spec["access"], seed=figures.seed)
    yield "", workload_text.whole(spec)
    if figures.stack and (fitted := figures.stack["fitted"]):
        yield message("fitted"), fitted
    yield from text.facts(figures)
    for note in (*neighbours.sentences(neighbours.summary([figures.record])), *figures.notes):
        yield message("note"), note


def _workers(figures: RunFigures) -> str:
    """The slowest and the fastest worker, to see whether one was behind; the record has all of
    them."""
    ends = sorted(figures.workers, key=lambda worker: worker["achieved_rate_per_s"])
    slow, fast = (
        message(
            "worker-with",
            worker=worker["worker"],
            rate=units.rate(worker["achieved_rate_per_s"]),
            p99=records.latency_text(worker["response_time_ns"], "p99"),
        )
        for worker in (ends[0], ends[-1])
    )
    return message("workers-line", n=len(ends), slowest=slow, fastest=fast)


def storage(figures: RunFigures) -> Iterator[Facts | Table]:
    """Results of each kind of client of described storage, where time was spent, and the
    bottleneck."""
    if figures.clients:
        yield Table.of(
            "",
            figures.clients,
            {
                message("head-client"): lambda client: _times(client["name"], client["clients"]),
                "IOPS": lambda client: units.rate(client["achieved_rate_per_s"]),
                message("head-bytes"): lambda client: units.throughput(client["bytes_per_s"]),
                records.figure_words("mean"): lambda client: units.nanos(
                    client["all"]["response_time_ns"]["mean"]
                ),
                "p99": lambda client: units.nanos(client["all"]["response_time_ns"]["p99"]),
                message("head-outstanding"): lambda client: units.decimal(
                    client["outstanding_mean"], 1
                ),
            },
        )
    if figures.elements:
        yield Table.of(
            "",
            figures.elements,
            {
                message("head-element"): lambda element: _times(
                    element["name"], element["instances"]
                ),
                message("head-type"): lambda element: element["type"],
                message("head-used"): _utilisation,
                message("head-visits"): lambda element: (
                    units.rate(element["arrivals"] / (element["elapsed_ns"] / 1e9))
                    if element["elapsed_ns"]
                    else "-"
                ),
                message("head-mean-wait"): lambda element: units.nanos(element["mean_wait_ns"]),
                message("head-mean-service"): lambda element: units.nanos(
                    element["mean_service_ns"]
                ),
                message("head-mean-queue"): lambda element: units.decimal(element["mean_queue"], 2),
                message("head-waiting"): lambda element: _share(element["share_waiting"]),
                message("head-working"): lambda element: _share(element["share_working"]),
            },
        )
        yield sentences(
            message("waiting-and-working"),
            message("bottleneck-line", bottleneck=figures.held_back),
        )


def _times(name: str, number: int) -> str:
    return f"{name} × {units.count(number)}" if number > 1 else name


def _utilisation(element: ElementFigures) -> str:
    used = units.percent(element["utilisation"], 1)
    most = units.percent(element["utilisation_max"], 1)
    # Instances that differ by less than a percent are alike.
    if element["utilisation_max"] - element["utilisation"] < 0.01:
        return used
    return message("used-and-most", used=used, most=most)


def _share(share: float | None) -> str:
    return "-" if share is None else units.percent(share, 1)
