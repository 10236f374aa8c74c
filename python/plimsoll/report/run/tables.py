"""One Run in tables and facts: its request, its results, every metric of every kind, and the
elements of described storage.

Also for Runs without a record (interrupted, abandoned), with their request and sealed intervals."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from plimsoll.base import units, workload_text
from plimsoll.native.histogram import buckets
from plimsoll.report import conditions
from plimsoll.report.common import import_text as words
from plimsoll.report.common.answer import objective_judgement, outcome, record_judgement
from plimsoll.report.describe import Column, Facts, Table
from plimsoll.report.evidence import dates, records, sample_counts, system_load
from plimsoll.report.evidence.evidence import objective_words, parse_objective
from plimsoll.report.evidence.run_figures import KINDS, METRICS, Latency, estimate
from plimsoll.report.run import text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from plimsoll.native.record import Load, Stamps
    from plimsoll.report.evidence.evidence import Evidence, Run
    from plimsoll.report.evidence.run_figures import RunFigures

FIGURES = ("mean", "stddev", "min", "p50", "p90", "p95", "p99", "p99_9", "p99_99", "max")


def request_facts(evidence: Evidence, run: Run) -> Facts:
    """The request of a Run: resolved when the Run has a record, else as sent."""
    row, figures = run.row, run.measurement
    items = [("Run", f"{row.id}, {outcome(row.role)}, of campaign {row.campaign_id}")]
    if (point := evidence.point_of(run)) is not None:
        valid = (
            " (no evidence: a later attempt replaced it, or a setting changed under it)"
            if row.id in evidence.invalid
            else ""
        )
        repeat = f"repeat {point.repeat}, configuration '{point.configuration}'"
        target = f"target '{point.target['name']}'{valid}"
        items.append(("Point", f"{point.number}, {repeat}, {target}"))
    items.append(("Started", _start_text(run)))
    if figures is None:
        items += [
            (_label(key), _short(value))
            for key, value in row.spec.items()
            if value not in (None, [], {}, "")
        ]
        return Facts(
            "What was asked",
            tuple(items),
            "As it was sent: without a record it is not known how it was resolved.",
        )
    spec = figures.spec
    items += [
        ("Target", conditions.target(spec, with_blocks=True)),
        ("Engine", f"{conditions.engine(spec)}, {spec['clock']} clock"),
        ("Workload", workload_text.whole(spec)),
        ("Load", _load(figures)),
        *_phases(figures),
        *([] if figures.imported else [("Seed", str(figures.seed))]),
        ("Plimsoll", f"{figures.version['plimsoll']} ({figures.version['build']} build)"),
    ]
    return Facts("What was asked", tuple(items))


def _start_text(run: Run) -> str:
    if run.began_ns is None:
        return "not told by the file"
    started = datetime.datetime.fromtimestamp(run.began_ns / 1e9, datetime.UTC)
    return f"{started:%Y-%m-%d %H:%M:%S} {dates.zone(run)}"


def origin(figures: RunFigures) -> Facts | None:
    """The source of an imported Run's figures; None for a measured Run."""
    found = figures.imported
    if not found:
        return None
    checks = [
        f"{check['figure']}: {check['told']:,.6g} in the file, {check['recomputed']:,.6g} worked"
        " out again"
        for check in found["checks"]
    ]
    disagree = [
        words_of_check
        for check, words_of_check in zip(found["checks"], checks, strict=True)
        if not check["agrees"]
    ]
    recomputed = f"{len(checks)} figures of the file were recomputed from others in it"
    items = [
        ("Imported from", words.origin(found)),
        ("Digest", f"SHA-256 {found['source']['sha256']}"),
        ("Latency", words.starts(found)),
        ("Percentiles", words.percentiles(found)),
        *(
            ("Derived", f"{_label(key)}: {words.derivation(how)}")
            for key, how in found["derived"].items()
        ),
        *(("Not known", unknown) for unknown in words.unknowns(found)),
        (
            "Checked",
            f"{recomputed}; {f'{len(disagree)} do not agree' if disagree else 'all agree'}",
        ),
        *(("Does not agree", difference) for difference in disagree),
    ]
    return Facts("Where the figures come from", tuple(item for item in items if item[1]))


def result_facts(run: Run) -> Facts:
    """The result of a Run, its limiter and the basis of both."""
    figures = run.measurement
    if figures is None:
        return Facts("What came of it", _without_record(run))
    return Facts(
        "What came of it", (*_count_facts(figures), *_judgement_facts(figures), *_machine(figures))
    )


def _without_record(run: Run) -> tuple[tuple[str, str], ...]:
    row, sealed = run.row, run.intervals()
    seconds = sum(
        float(interval["length_s"]) for interval in sealed if interval["phase"] == "measure"
    )
    before = f"{units.count(len(sealed))} intervals, {units.seconds(seconds)} of Measure"
    return (
        ("Outcome", f"{row.state}{f': {row.why}' if row.why else ''}; it has no record"),
        ("Completed before", before if sealed else "no interval"),
    )


def _count_facts(figures: RunFigures) -> Iterator[tuple[str, str]]:
    """Offered and completed operations, and failures."""
    yield "Outcome", ": ".join(part for part in (outcome(figures.outcome), figures.because) if part)
    offered = figures.offered_rate_per_s
    of_all = "none (closed loop)" if offered is None else units.rate(offered)
    issued = _text_or_note(figures.issued_rate_per_s, units.rate)
    yield "Rates", f"offered {of_all}, issued {issued}, achieved {figures.achieved_text}"
    moved = _text_or_note(figures.bytes_per_s, units.throughput)
    written = _of(figures.bytes_written, "written in all", units.size)
    yield "Bytes per second", f"{moved}, {written}"
    every = figures.counts()
    errors = _of(every["errors"], "errors", units.count)
    lost = _of(every["unfinished"], "never finished", units.count)
    done = _text_or_note(every["count"], units.count)
    yield "Operations in Measure", f"{done}, of them {errors}, {lost}"
    if figures.errors_by_errno:
        yield "Errors", text.errors(figures)
    if figures.first_error:
        yield "First error", figures.first_error
    mean = _text_or_note(figures.outstanding_mean, units.rate)
    most = _text_or_note(figures.outstanding_max, units.count)
    backlog = _text_or_note(figures.backlog_at_end, units.count)
    yield "Outstanding I/O", f"{mean} on average, at most {most}; backlog at the end {backlog}"


def _text_or_note(value: float | None, write: Callable[[float | None], str]) -> str:
    """A figure, or a note that the imported file does not give it."""
    return units.spell_dash(write(value))


def _judgement_facts(figures: RunFigures) -> Iterator[tuple[str, str]]:
    """Limiter and verdict, and the lengths that they rest on."""
    limited = (text.limiter_sentence(figures), text.would_decide(figures))
    yield "Limited by", "; ".join(filter(None, limited))
    yield "Judgement", judgement_text(figures)
    lengths = (figures.warmup_s, figures.measure_s, figures.drain_s)
    warmup, measure, drain = (_text_or_note(length, units.seconds) for length in lengths)
    yield "Phases", f"warm-up {warmup}, measure {measure}, drain {drain}"
    yield from text.facts(figures)
    if figures.verified:
        yield "Verified", "; ".join(text.verification_lines(figures.verified))


def _machine(figures: RunFigures) -> Iterator[tuple[str, str]]:
    """State of the machine during the Run, and notes."""
    yield from text.stalls(figures)
    yield "Generator CPU", text.cpu(figures)
    if figures.stamps:
        yield "Stamps", _stamps(figures.stamps)
    if figures.held_back is not None:
        yield "Bottleneck", figures.held_back
    for load in _system(figures):
        yield "System load", load
    for note in figures.notes:
        yield "Note", note


def metrics(figures: RunFigures, histograms: Mapping[str, bytes]) -> Table | None:
    """Every metric of every kind of operation; a dash when the sample does not support a figure."""
    columns = (
        Column("Operations", number=False),
        Column("Metric", number=False),
        Column("n"),
        *(Column(name.replace("_", ".")) for name in FIGURES),
    )
    rows = tuple(
        (
            kind,
            records.metric_words(latency.metric),
            _n(latency, histograms, kind),
            *map(latency.text, FIGURES),
        )
        for kind in KINDS
        if figures.count(kind)
        for latency in (figures.latency(kind, metric) for metric in METRICS)
        if figures.imported is None or latency.value("mean") is not None
    )
    if not rows:
        return None
    caption = (
        "n: operations behind the figures; failed operations are not in them, and submission is "
        "timed only for a sample. A dash: fewer than ten operations lie beyond, so the sample is "
        "too small for it. > : a lower bound, some operations never finished."
    )
    return Table("Every metric", columns, rows, caption)


def _n(latency: Latency, histograms: Mapping[str, bytes], kind: str) -> str:
    """The size of a distribution: from the record, else from the store."""
    if latency.metric != "submission_latency":
        return units.count(latency.n)
    blobs = [
        blob
        for name, blob in histograms.items()
        if name.endswith(f".{latency.metric}") and kind in ("all", name.partition(".")[0])
    ]
    return units.count(sum(n for _, n in buckets(blobs))) if blobs else units.DASH


def workers(figures: RunFigures) -> Table | None:
    """The figures of each worker, which show uneven service; None for one worker or described
    storage."""
    if len(figures.workers) < 2:
        return None
    return Table.of(
        "Worker by worker",
        figures.workers,
        {
            "Worker": lambda worker: str(worker["worker"]),
            "Achieved, IOPS": lambda worker: units.rate(worker["achieved_rate_per_s"]),
            "Bytes/s": lambda worker: units.throughput(worker["bytes_per_s"]),
            "Outstanding, mean": lambda worker: units.rate(worker["outstanding_mean"]),
            "n": sample_counts.text,
            "Mean response time": lambda worker: records.latency_text(
                worker["response_time_ns"], "mean"
            ),
            "p50": lambda worker: records.latency_text(worker["response_time_ns"], "p50"),
            "p99": lambda worker: records.latency_text(worker["response_time_ns"], "p99"),
            "p99 of own lag": lambda worker: records.latency_text(worker["own_lag_ns"], "p99"),
            "Errors": lambda worker: units.count(worker["errors"]),
            "Unfinished": lambda worker: units.count(worker["unfinished"]),
        },
        caption="Counts add up to those of the Run; percentiles are each worker's own and do not."
        " n: operations behind the response times.",
    )


def elements(figures: RunFigures) -> Table | None:
    """The usage of the elements of described storage; None for real storage."""
    if not figures.elements:
        return None
    return Table.of(
        "The described storage, element by element",
        figures.elements,
        {
            "Element": lambda element: element["name"],
            "Type": lambda element: element["type"],
            "Instances": lambda element: units.count(element["instances"]),
            "Used": lambda element: units.share(element["utilisation"]),
            "Mean wait": lambda element: units.nanos(element["mean_wait_ns"]),
            "Mean service": lambda element: units.nanos(element["mean_service_ns"]),
            "Mean queue": lambda element: units.plain(element["mean_queue"]),
            "Longest queue": lambda element: units.count(element["max_queue"]),
            "Passed": lambda element: units.count(element["departures"]),
        },
        texts=("Element", "Type"),
    )


def judgement_text(figures: RunFigures) -> str:
    """The judgement in words, with its estimate."""
    judgement, every = figures.judgement, figures.counts()
    if judgement is None:
        return "not judged: only an offered rate with an objective is"
    parts = [f"{record_judgement(figures.record)}, confidence {judgement['confidence']:g}"]
    for finding in figures.objective_findings or ():
        objective = parse_objective(finding["objective"])
        basis = estimate(finding)
        verdict = objective_judgement(figures.record, finding["verdict"])
        words = f"{objective_words(finding['objective'])}: {verdict}"
        if objective is not None and basis.value is not None:
            # Of a percentile it is the share of operations that are slower, of a mean the mean.
            of_percentile = objective.figure.startswith("p")
            own = figures.counts(objective.kind)
            slower = " of the operations are slower" + (" or failed" if own["errors"] else "")
            write, slower = (units.share, slower) if of_percentile else (units.nanos, "")
            words += (
                f" ({write(basis.value)}{slower}, {write(basis.low)} .. {write(basis.high)};"
                f" {write(basis.allowed)} allowed)"
            )
        parts.append(words)
    if stationary := judgement.get("stationary"):
        parts.append(f"stationary: {stationary['verdict']}")
    if every["errors"]:
        miss = "; each counts as a miss" if figures.objective_findings else ""
        parts.append(
            f"{sample_counts.FailureCounts(every['errors'], every['count'] or 0).words}{miss}"
        )
    return "; ".join(parts)


def _workers(load: Load) -> str:
    return "worker" if load["workers"] == 1 else "workers"


def _of(value: Any, name: str, write: Callable[[Any], str]) -> str:
    """`poisson arrivals`, or `arrivals not told`."""
    return f"{name} {units.NOT_TOLD}" if value is None else f"{write(value)} {name}"


def _in_flight(most: int | None) -> str:
    return f"cap {units.NOT_TOLD}" if most is None else f"at most {most:,} in flight"


def _load(figures: RunFigures) -> str:
    load = figures.spec["load"]
    if load["kind"] == "closed":
        workers = f"{_text_or_note(load['workers'], units.count)} {_workers(load)}"
        parts = [
            "closed loop",
            f"{workers} × queue depth {_text_or_note(load['queue_depth'], units.count)}",
        ]
    else:
        parts = [
            f"open loop, {units.rate(load['offered_rate_per_s'])} IOPS offered",
            _of(load["arrivals"], "arrivals", str),
            _of(load["workers"], _workers(load), units.count),
            _in_flight(load["max_outstanding"]),
        ]
    parts += [f"{key} {_short(value)}" for key, value in figures.load_shapes.items()]
    return ", ".join(parts)


def _phases(figures: RunFigures) -> list[tuple[str, str]]:
    phases: Mapping[str, Any] = figures.spec["phases"]
    names = {
        "warmup_ns": "warm-up",
        "measure_ns": "measure",
        "drain_limit_ns": "drain at most",
        "interval_ns": "intervals of",
        "io_deadline_ns": "an operation is lost after",
    }
    phase_texts = [
        f"{word} {units.seconds(phases[name] / 1e9)}"
        for name, word in names.items()
        if phases.get(name) is not None
    ]
    found = [("Phases asked for", ", ".join(phase_texts))] if phase_texts else []
    goal = f", {figures.objective}" if figures.objective else ""
    ends = (
        "after a fixed length"
        if figures.spec["stop"]["kind"] == "fixed"
        else "when the objective is decided"
    )
    return [*found, ("Ends", f"{ends}{goal}")]


def _stamps(stamps: Stamps) -> str:
    return (
        f"a completion is noticed at most {units.nanos(stamps['reap_gap_max_ns'])} late, on "
        f"average {units.nanos(stamps['reap_gap_mean_ns'] / 2)} or less; "
        f"{stamps['clock_reads_per_io']:.2g} clock reads and {stamps['system_calls_per_io']:.2g} "
        "system calls per operation"
    )


def _system(figures: RunFigures) -> list[str]:
    load = figures.load
    if not load:
        return []
    groups = (("CPU ", load["cpu"]), ("time in which tasks waited: ", load["pressure"]))
    groups_text = [
        before
        + ", ".join(
            f"{outcome(name)} {units.share(value)}"
            for name, value in system_load.shares_by_name(group).items()
        )
        for before, group in groups
        if group
    ]
    return groups_text + [
        f"{disk['name']} busy {units.share(disk['utilisation'])}" for disk in load["disks"]
    ]


def _label(key: str) -> str:
    return f"{key[:1].upper()}{key[1:]}".replace("_", " ")


def _short(value: object) -> str:
    """A document in one line, without unset values."""
    if isinstance(value, dict):
        return ", ".join(
            f"{outcome(str(key))} {_short(item)}"
            for key, item in value.items()
            if item not in (None, [], {}, "")
        )
    if isinstance(value, list):
        return ", ".join(_short(item) for item in value)
    return f"{value:g}" if isinstance(value, float) else str(value)
