"""One Run in tables and facts: its request, its results, every metric of every kind, and the
elements of described storage.

Also for Runs without a record (interrupted, abandoned), with their request and sealed intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from plimsoll.base import language, units, workload_text
from plimsoll.judge import modes
from plimsoll.native.histogram import buckets
from plimsoll.report import conditions
from plimsoll.report.common import import_text as words
from plimsoll.report.common.answer import objective_judgement, outcome, record_judgement
from plimsoll.report.describe import Column, Facts, Table
from plimsoll.report.evidence import dates, records, sample_counts, system_load
from plimsoll.report.evidence.evidence import Evidence, Run, objective_words, parse_objective
from plimsoll.report.evidence.properties import role_words
from plimsoll.report.evidence.run_figures import KINDS, METRICS, Latency, RunFigures, estimate
from plimsoll.report.messages import message
from plimsoll.report.run import text

if TYPE_CHECKING:
    from plimsoll.native.record import Stamps

FIGURES = ("mean", "stddev", "min", "p50", "p90", "p95", "p99", "p99_9", "p99_99", "max")


def request_facts(evidence: Evidence, run: Run) -> Facts:
    """The request of a Run: resolved when the Run has a record, else as sent."""
    row, figures = run.row, run.measurement
    role = role_words(row.role)
    of = message("run-of-campaign", run=row.id, role=role, campaign=row.campaign_id)
    items = [(message("fact-run"), of)]
    if (point := evidence.point_of(run)) is not None:
        described = message(
            "point-described",
            point=point.number,
            repeat=point.repeat,
            configuration=workload_text.configuration(point.configuration),
            target=point.target["name"],
        )
        if row.id in evidence.invalid:
            described = message("point-no-evidence", point=described)
        items.append((message("fact-point"), described))
    items.append((message("fact-started"), _start_text(run)))
    if figures is None:
        items += [
            (_label(key), _short(value))
            for key, value in row.spec.items()
            if value not in (None, [], {}, "")
        ]
        return Facts(message("what-was-asked"), tuple(items), message("as-it-was-sent"))
    spec, version = figures.spec, figures.version
    engine = message("engine-and-clock", engine=conditions.engine(spec), clock=spec["clock"])
    build = message("version-and-build", version=version["plimsoll"], build=version["build"])
    items += [
        (message("about-target"), conditions.target(spec, with_blocks=True)),
        (message("fact-engine"), engine),
        (message("fact-workload"), workload_text.whole(spec)),
        (message("fact-load"), _load(figures)),
        *_phases(figures),
        *([] if figures.imported else [(message("fact-seed"), str(figures.seed))]),
        ("Plimsoll", build),
    ]
    return Facts(message("what-was-asked"), tuple(items))


def _start_text(run: Run) -> str:
    return dates.of_run(run) or message("not-told-by-file")


def origin(figures: RunFigures) -> Facts | None:
    """The source of an imported Run's figures; None for a measured Run."""
    found = figures.imported
    if not found:
        return None
    checks = [
        message(
            "checked-figure",
            **words.checked_figure(check["figure"], check["told"], check["recomputed"])._asdict(),
        )
        for check in found["checks"]
    ]
    disagree = [
        words_of_check
        for check, words_of_check in zip(found["checks"], checks, strict=True)
        if not check["agrees"]
    ]
    items = [
        (message("imported-from"), words.origin(found)),
        (message("fact-digest"), f"SHA-256 {found['source']['sha256']}"),
        (message("fact-latency"), words.starts(found)),
        (message("fact-percentiles"), words.percentiles(found)),
        *(
            (
                message("fact-derived"),
                message("named", name=_label(key), text=words.derivation(how)),
            )
            for key, how in found["derived"].items()
        ),
        *((message("fact-not-known"), unknown) for unknown in words.unknowns(found)),
        (message("fact-checked"), message("checked", n=len(checks), disagree=len(disagree))),
        *((message("does-not-agree"), difference) for difference in disagree),
    ]
    return Facts(message("where-from"), tuple(item for item in items if item[1]))


def result_facts(run: Run) -> Facts:
    """The result of a Run, its limiter and the basis of both."""
    figures = run.measurement
    if figures is None:
        return Facts(message("what-came-of-it"), _without_record(run))
    return Facts(
        message("what-came-of-it"),
        (*_count_facts(figures), *_judgement_facts(figures), *_machine(figures)),
    )


def _without_record(run: Run) -> tuple[tuple[str, str], ...]:
    row, sealed = run.row, run.intervals()
    seconds = sum(
        float(interval["length_s"]) for interval in sealed if interval["phase"] == "measure"
    )
    before = message("no-interval")
    if sealed:
        count = units.count(len(sealed))
        before = message("intervals-of-measure", n=count, time=units.seconds(seconds))
    state = outcome(row.state)
    if row.why:
        state = message("named", name=state, text=row.why)
    return (
        (message("outcome"), message("has-no-record", state=state)),
        (message("completed-before"), before),
    )


def _count_facts(figures: RunFigures) -> Iterator[tuple[str, str]]:
    """Offered and completed operations, and failures."""
    ended = outcome(figures.outcome)
    if figures.because:
        ended = message("named", name=ended, text=figures.because)
    yield message("outcome"), ended
    offered = figures.offered_rate_per_s
    yield (
        message("rates"),
        message(
            "rates-of-run",
            offered="none" if offered is None else units.rate(offered),
            issued=_text_or_note(figures.issued_rate_per_s, units.rate),
            achieved=figures.achieved_text,
        ),
    )
    moved = _text_or_note(figures.bytes_per_s, units.throughput)
    written = _of("written", figures.bytes_written, units.size)
    yield message("bytes-per-second"), language.listing((moved, written))
    every = figures.counts()
    yield (
        message("operations-in-measure"),
        message(
            "operations-of-them",
            operations=_text_or_note(every["count"], units.count),
            errors=_of("errors", every["errors"], units.count),
            lost=_of("unfinished", every["unfinished"], units.count),
        ),
    )
    if figures.errors_by_errno:
        yield message("errors"), text.errors(figures)
    if figures.first_error:
        yield message("first-error"), figures.first_error
    yield (
        message("outstanding"),
        message(
            "outstanding-of-run",
            mean=_text_or_note(figures.outstanding_mean, units.rate),
            most=_text_or_note(figures.outstanding_max, units.count),
            backlog=_text_or_note(figures.backlog_at_end, units.count),
        ),
    )


def _text_or_note(value: float | None, write: Callable[[float | None], str]) -> str:
    """A figure, or a note that the imported file does not give it."""
    return units.spell_dash(write(value))


def _judgement_facts(figures: RunFigures) -> Iterator[tuple[str, str]]:
    """Limiter and verdict, and the lengths that they rest on."""
    limited = (text.limiter_sentence(figures), text.would_decide(figures))
    yield message("limited-by-name"), language.clauses(filter(None, limited))
    yield message("fact-judgement"), judgement_text(figures)
    lengths = (figures.warmup_s, figures.measure_s, figures.drain_s)
    warmup, measure, drain = (_text_or_note(length, units.seconds) for length in lengths)
    phases = message("phases-took", warmup=warmup, measure=measure, drain=drain)
    yield message("phases"), phases
    yield from text.facts(figures)
    if figures.verified:
        yield message("verified"), language.clauses(text.verification_lines(figures.verified))


def _machine(figures: RunFigures) -> Iterator[tuple[str, str]]:
    """State of the machine during the Run, and notes."""
    yield from text.stalls(figures)
    yield message("generator-cpu"), text.cpu(figures)
    if figures.stamps:
        yield message("stamps"), _stamps(figures.stamps)
    if figures.held_back is not None:
        yield message("bottleneck"), figures.held_back
    for load in _system(figures):
        yield message("system-load"), load
    for note in figures.notes:
        yield message("note"), note


def own_findings(figures: RunFigures, histograms: Mapping[str, bytes]) -> Facts | None:
    """What the distributions and the clocks of a Run of our own show; imported Runs have findings
    of their own."""
    if figures.imported is not None:
        return None
    found = [
        words.finding("two_modes", kind, groups)
        for kind in ("read", "write", "trim")
        if (blob := histograms.get(f"{kind}.completion_latency")) is not None
        and sum((counts := modes.counts_of(blob)).values()) >= modes.LEAST_SAMPLES
        and (groups := modes.two_modes(modes.percentiles(counts))) is not None
    ]
    if leapt_s := figures.wall_clock_leapt_s:
        way = "ahead_s" if leapt_s > 0 else "back_s"
        found.append(words.finding("clock_jumped", "all", {way: abs(leapt_s)}))
    return Facts(message("own-findings"), tuple(("", one) for one in found)) if found else None


def metrics(figures: RunFigures, histograms: Mapping[str, bytes]) -> Table | None:
    """Every metric of every kind of operation; a dash when the sample does not support a figure."""
    columns = (
        Column(message("column-operations"), number=False),
        Column(message("column-metric"), number=False),
        Column("n"),
        *(Column(records.figure_words(name)) for name in FIGURES),
    )
    rows = tuple(
        (
            message(f"io-{kind}"),
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
    return Table(message("every-metric"), columns, rows, message("metrics-caption"))


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
        message("worker-by-worker"),
        figures.workers,
        {
            message("column-worker"): lambda worker: str(worker["worker"]),
            message("column-achieved"): lambda worker: units.rate(worker["achieved_rate_per_s"]),
            message("column-bytes"): lambda worker: units.throughput(worker["bytes_per_s"]),
            message("column-outstanding"): lambda worker: units.rate(worker["outstanding_mean"]),
            "n": sample_counts.text,
            message("column-mean-response"): lambda worker: records.latency_text(
                worker["response_time_ns"], "mean"
            ),
            "p50": lambda worker: records.latency_text(worker["response_time_ns"], "p50"),
            "p99": lambda worker: records.latency_text(worker["response_time_ns"], "p99"),
            message("column-own-lag"): lambda worker: records.latency_text(
                worker["own_lag_ns"], "p99"
            ),
            message("errors"): lambda worker: units.count(worker["errors"]),
            message("column-unfinished"): lambda worker: units.count(worker["unfinished"]),
        },
        caption=message("workers-caption"),
    )


def elements(figures: RunFigures) -> Table | None:
    """The usage of the elements of described storage; None for real storage."""
    if not figures.elements:
        return None
    name, kind = message("column-element"), message("column-type")
    return Table.of(
        message("element-by-element"),
        figures.elements,
        {
            name: lambda element: element["name"],
            kind: lambda element: element["type"],
            message("column-instances"): lambda element: units.count(element["instances"]),
            message("column-used"): lambda element: units.share(element["utilisation"]),
            message("column-mean-wait"): lambda element: units.nanos(element["mean_wait_ns"]),
            message("column-mean-service"): lambda element: units.nanos(element["mean_service_ns"]),
            message("column-mean-queue"): lambda element: units.plain(element["mean_queue"]),
            message("column-longest-queue"): lambda element: units.count(element["max_queue"]),
            message("column-passed"): lambda element: units.count(element["departures"]),
        },
        texts=(name, kind),
    )


def judgement_text(figures: RunFigures) -> str:
    """The judgement in words, with its estimate."""
    judgement, every = figures.judgement, figures.counts()
    if judgement is None:
        return message("not-judged")
    judged, confidence = record_judgement(figures.record), f"{judgement['confidence']:g}"
    parts = [message("judgement-with-confidence", judgement=judged, confidence=confidence)]
    for finding in figures.objective_findings or ():
        objective = parse_objective(finding["objective"])
        basis = estimate(finding)
        verdict = objective_judgement(figures.record, finding["verdict"])
        words = message("named", name=objective_words(finding["objective"]), text=verdict)
        if objective is not None and basis.value is not None:
            # Of a percentile it is the share of operations that are slower, of a mean the mean.
            of_percentile = objective.figure.startswith("p")
            write = units.share if of_percentile else units.nanos
            failed = figures.counts(objective.kind)["errors"]
            words = message(
                "objective-judged",
                verdict=words,
                of="mean" if not of_percentile else "failed" if failed else "slower",
                value=write(basis.value),
                low=write(basis.low),
                high=write(basis.high),
                allowed=write(basis.allowed),
            )
        parts.append(words)
    if stationary := judgement.get("stationary"):
        parts.append(message("stationary", verdict=stationary["verdict"]))
    if every["errors"]:
        failures = sample_counts.FailureCounts(every["errors"], every["count"] or 0).words
        if figures.objective_findings:
            failures = message("counts-as-miss", failures=failures)
        parts.append(failures)
    return language.clauses(parts)


def _of(code: str, value: Any, write: Callable[[Any], str]) -> str:
    """`poisson arrivals`, or `arrivals not told`."""
    return message(f"told-{code}", value="none" if value is None else write(value))


def _arrivals(process: str) -> str:
    return message("arrival-process", process=process)


def _load(figures: RunFigures) -> str:
    load = figures.spec["load"]
    # Imported files may not tell it.
    workers: int | None = load["workers"]
    if load["kind"] == "closed":
        loop = message(
            "load-closed",
            workers=workers or 0,
            count=_text_or_note(workers, units.count),
            depth=_text_or_note(load["queue_depth"], units.count),
        )
        parts = [loop]
    else:
        parts = [
            message("load-open", rate=units.rate(load["offered_rate_per_s"])),
            _of("arrivals", load["arrivals"], _arrivals),
            message("load-workers-not-told")
            if workers is None
            else message("workers", workers=workers, count=units.count(workers)),
            _of("in-flight", load["max_outstanding"], units.count),
        ]
    # A rate without a profile is flat.
    shapes = {key: value for key, value in figures.load_shapes.items() if value != {"kind": "flat"}}
    parts += [f"{key} {_short(value)}" for key, value in shapes.items()]
    return language.listing(parts)


def _phases(figures: RunFigures) -> list[tuple[str, str]]:
    phases: Mapping[str, Any] = figures.spec["phases"]
    names = ("warmup_ns", "measure_ns", "drain_limit_ns", "interval_ns", "io_deadline_ns")
    phase_texts = [
        message(f"phase-{name}", time=units.seconds(phases[name] / 1e9))
        for name in names
        if phases.get(name) is not None
    ]
    found = [(message("phases-asked-for"), language.listing(phase_texts))] if phase_texts else []
    fixed = figures.spec["stop"]["kind"] == "fixed"
    ends = [message("ends-fixed") if fixed else message("ends-decided")]
    ends += [figures.objective] if figures.objective else []
    return [*found, (message("fact-ends"), language.listing(ends))]


def _stamps(stamps: Stamps) -> str:
    return message(
        "stamps-of-run",
        most=units.nanos(stamps["reap_gap_max_ns"]),
        mean=units.nanos(stamps["reap_gap_mean_ns"] / 2),
        reads=units.significant(stamps["clock_reads_per_io"], 2),
        calls=units.significant(stamps["system_calls_per_io"], 2),
    )


def _system(figures: RunFigures) -> list[str]:
    load = figures.load
    if not load:
        return []
    groups_text = [
        message(
            f"machine-load-{name}",
            shares=language.listing(
                message(f"machine-share-{share_name}", share=units.share(value))
                for share_name, value in system_load.shares_by_name(group).items()
            ),
        )
        for name, group in (("cpu", load["cpu"]), ("pressure", load["pressure"]))
        if group
    ]
    return groups_text + [
        message("disk-busy", disk=disk["name"], share=units.share(disk["utilisation"]))
        for disk in load["disks"]
    ]


def _label(key: str) -> str:
    return f"{key[:1].upper()}{key[1:]}".replace("_", " ")


def _short(value: object) -> str:
    """A document in one line, without unset values."""
    if isinstance(value, dict):
        return language.listing(
            f"{str(key).replace('_', ' ')} {_short(item)}"
            for key, item in value.items()
            if item not in (None, [], {}, "")
        )
    if isinstance(value, list):
        return language.listing(_short(item) for item in value)
    return f"{value:g}" if isinstance(value, float) else str(value)
