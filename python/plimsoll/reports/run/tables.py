"""One Run in tables and facts: what was asked, what came of it, every metric of every kind, the
elements of a described storage.

Works on a Run without a record too (interrupted, abandoned): what was asked and what it had sealed
is there.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from plimsoll import units, workload_text
from plimsoll.formats.results import words
from plimsoll.histogram import buckets
from plimsoll.judge import run_text
from plimsoll.reports.common import storage_alone
from plimsoll.reports.common import tables as common
from plimsoll.reports.common.answer import LIMITERS, bounded, judged_as, judged_each, outcome
from plimsoll.reports.describe import Column, Facts, Table
from plimsoll.reports.evidence import dates, records, sample_counts, system_load
from plimsoll.reports.evidence.evidence import parse_objective, promised

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from plimsoll._record import LimitedBy, Stamps, SystemLoad
    from plimsoll.reports.evidence.evidence import Evidence, Run
    from plimsoll.reports.evidence.records import Figures, Load, Record, Spec, Target

KINDS = ("all", "read", "write", "trim", "flush")
METRICS = ("response_time", "completion_latency", "submission_latency", "slot_wait", "own_lag")
FIGURES = ("mean", "stddev", "min", "p50", "p90", "p95", "p99", "p99_9", "p99_99", "max")


def asked(evidence: Evidence, run: Run) -> Facts:
    """What was asked: resolved where the Run has a record, else as it was sent."""
    row, record = run.row, run.record
    items = [("Run", f"{row.id}, {outcome(row.role)}, of campaign {row.campaign_id}")]
    if (point := evidence.point_of(run)) is not None:
        valid = (
            " (no evidence: a later attempt replaced it, or a setting changed under it)"
            if row.id in evidence.invalid
            else ""
        )
        items.append(
            (
                "Point",
                (
                    f"{point.number}, repeat {point.repeat}, configuration '{point.configuration}',"
                    f" target '{point.target.get('name')}'{valid}"
                ),
            )
        )
    items.append(("Started", _started(run)))
    if record is None:
        items += [
            (_named(key), _short(value))
            for key, value in row.spec.items()
            if value not in (None, [], {}, "")
        ]
        return Facts(
            "What was asked",
            tuple(items),
            "As it was sent: without a record it is not known how it was resolved.",
        )
    spec = record["spec"]
    target = spec["target"]
    way = common.ACCESS.get(spec["access"], common.ACCESS[None])
    items += [
        ("Target", _target(target)),
        (
            "Engine",
            (f"{spec['engine']}, {way}, {spec['clock']} clock"),
        ),
        ("Workload", workload_text.clients(spec) or workload_text.long(spec["workload"])),
        ("Load", _load(spec["load"])),
        *_phases(spec),
        *([] if record.get("imported") else [("Seed", str(record["seed"]))]),
        ("Plimsoll", f"{record['version']['plimsoll']} ({record['version']['build']} build)"),
    ]
    return Facts("What was asked", tuple(items))


def _started(run: Run) -> str:
    if run.began_ns is None:
        return "not told by the file"
    started = datetime.datetime.fromtimestamp(run.began_ns / 1e9, datetime.UTC)
    return f"{started:%Y-%m-%d %H:%M:%S} {dates.zone(run)}"


def _target(target: Target) -> str:
    kind, size = target.get("kind"), target.get("size_bytes")
    known = [
        *([outcome(kind)] if kind else []),
        *([units.size(size)] if size else []),
        *(
            [f"blocks of {units.size(block)}"]
            if (block := target.get("logical_block_bytes"))
            else []
        ),
    ]
    return f"{target['name']} ({', '.join(known)})" if known else str(target["name"])


def origin(run: Run) -> Facts | None:
    """Where the figures of an imported Run come from; none of a Run that was measured."""
    found = run.told.get("imported")
    if not found:
        return None
    checks = [
        f"{one['figure']}: {one['told']:,.6g} in the file, {one['recomputed']:,.6g} worked out"
        f" again"
        for one in found["checks"]
    ]
    disagree = [
        text for one, text in zip(found["checks"], checks, strict=True) if not one["agrees"]
    ]
    items = [
        ("Imported from", words.origin(found)),
        ("Digest", f"SHA-256 {found['source']['sha256']}"),
        ("Latency", words.starts(found)),
        ("Percentiles", words.percentiles(found)),
        *(
            ("Derived", f"{_named(key)}: {words.derived(how)}")
            for key, how in found["derived"].items()
        ),
        *(("Not known", said) for said in words.unknowns(found)),
        (
            "Checked",
            (
                f"{len(checks)} figures of the file were recomputed from others in it;"
                f" {'all agree' if not disagree else f'{len(disagree)} do not agree'}"
            ),
        ),
        *(("Does not agree", text) for text in disagree),
    ]
    return Facts("Where the figures come from", tuple((name, text) for name, text in items if text))


def came(run: Run) -> Facts:
    """What came of it, who limited it and on what that rests."""
    if run.record is None:
        return Facts("What came of it", _without_record(run))
    record = run.record
    return Facts("What came of it", (*_counted(run, record), *_judged(record), *_machine(record)))


def _without_record(run: Run) -> tuple[tuple[str, str], ...]:
    row, sealed = run.row, run.intervals()
    seconds = sum(float(one["length_s"]) for one in sealed if one["phase"] == "measure")
    before = f"{units.count(len(sealed))} intervals, {units.seconds(seconds)} of Measure"
    return (
        ("Outcome", f"{row.state}{f': {row.why}' if row.why else ''}; it has no record"),
        ("Completed before", before if sealed else "no interval"),
    )


def _counted(run: Run, record: Record) -> Iterator[tuple[str, str]]:
    """What was offered and done, and what failed."""
    ended = (outcome(record["outcome"]), record.get("because") or "")
    yield "Outcome", ": ".join(part for part in ended if part)
    offered = units.rate(run.offered) if run.offered is not None else "none (closed loop)"
    issued, achieved = record["issued_rate_per_s"], record["achieved_rate_per_s"]
    yield (
        "Rates",
        (
            f"offered {offered}, issued {_known(issued, units.rate)},"
            f" achieved {units.rate(achieved)} IOPS"
        ),
    )
    moved = _known(record["bytes_per_s"], units.throughput)
    written = _of(record["bytes_written"], "written in all", units.size)
    yield "Bytes per second", f"{moved}, {written}"
    every = record["all"]
    errors = _of(every["errors"], "errors", units.count)
    lost = _of(every["unfinished"], "never finished", units.count)
    done = _known(every["count"], units.count)
    yield "Operations in Measure", f"{done}, of them {errors}, {lost}"
    for name, n in (record.get("errors_by_errno") or {}).items():
        yield "Errors of the whole Run", f"{name}: {units.count(n)}, warm-up and drain included"
    if record.get("first_error"):
        yield "First error", str(record["first_error"])
    mean = _known(record["outstanding_mean"], units.rate)
    most = _known(record["outstanding_max"], units.count)
    backlog = _known(record["backlog_at_end"], units.count)
    yield "Outstanding I/O", f"{mean} on average, at most {most}; backlog at the end {backlog}"


def _known(value: float | None, write: Callable[[float | None], str]) -> str:
    """A figure, or that the file of an imported Run does not tell it."""
    return units.told(write(value))


def _judged(record: Record) -> Iterator[tuple[str, str]]:
    """Who limited it, whether the objective was met, and on how long a Run that rests."""
    full = run_text.bottleneck(record) if record["limited_by"]["value"] == "unknown" else None
    limited = _limited(record["limited_by"])
    yield "Limited by", limited if full is None else f"the described storage: {full}"
    yield "Judgement", judged(record)
    warmup, measure, drain = (
        _known(record[name], units.seconds) for name in ("warmup_s", "measure_s", "drain_s")
    )
    yield "Phases", f"warm-up {warmup}, measure {measure}, drain {drain}"
    if record.get("steady"):
        yield "Steady state", _short(record["steady"])
    if record.get("verified"):
        yield "Verified", _short(record["verified"])


def _machine(record: Record) -> Iterator[tuple[str, str]]:
    """What the storage did apart from this machine, and what the machine did."""
    if said := storage_alone.storage(record["all"]):
        yield "The storage alone", said
    if said := storage_alone.machine(record.get("machine")):
        yield "This machine", said
    yield "Generator CPU", _cpu(record)
    if record["stamps"]:
        yield "Stamps", _stamps(record["stamps"])
    if (held := run_text.held_back(record)) is not None:
        yield "Bottleneck", held
    for text in _system(record.get("system_load")):
        yield "System load", text
    for note in record.get("notes") or ():
        yield "Note", note


def metrics(run: Run, histograms: Mapping[str, bytes]) -> Table | None:
    """Every metric of every kind of operation that there was; a dash where the sample carries no
    figure."""
    record = run.record
    if record is None:
        return None
    columns = (
        Column("Operations", number=False),
        Column("Metric", number=False),
        Column("n"),
        *(Column(name.replace("_", ".")) for name in FIGURES),
    )
    rows = [
        (
            kind,
            metric.replace("_", " "),
            _n(figures, histograms, kind, metric),
            *(bounded(spans, name) for name in FIGURES),
        )
        for kind in KINDS
        if (figures := records.of_kind(record, kind)).get("count")
        for metric in METRICS
        if (spans := records.summary(record, kind, metric))
        and (records.imported(record) is None or records.figure(spans, "mean") is not None)
    ]
    if not rows:
        return None
    caption = (
        "n: operations behind the figures; failed operations are not in them, and submission is "
        "timed only for a sample. A dash: fewer than ten operations lie beyond, so the sample is "
        "too small for it. > : a lower bound, some operations never finished."
    )
    return Table("Every metric", columns, tuple(rows), caption, (run.row.id,) * len(rows))


def _n(figures: Figures, histograms: Mapping[str, bytes], kind: str, metric: str) -> str:
    """The size of a distribution: as the record tells it, else what the store has of it."""
    if metric != "submission_latency":
        return sample_counts.text(figures, metric)
    blobs = [
        blob
        for name, blob in histograms.items()
        if name.endswith(f".{metric}") and kind in ("all", name.partition(".")[0])
    ]
    return units.count(sum(n for _, n in buckets(blobs))) if blobs else units.DASH


def workers(run: Run) -> Table | None:
    """What each worker had of the Run, so that uneven service is seen; none for one worker, or a
    described storage."""
    told = run.told.get("workers") or []
    if len(told) < 2:
        return None
    columns = (
        Column("Worker"),
        Column("Achieved, IOPS"),
        Column("Bytes/s"),
        Column("Outstanding, mean"),
        Column("n"),
        Column("Mean response time"),
        Column("p50"),
        Column("p99"),
        Column("p99 of own lag"),
        Column("Errors"),
        Column("Unfinished"),
    )
    rows = tuple(
        (
            str(one["worker"]),
            units.rate(one["achieved_rate_per_s"]),
            units.throughput(one["bytes_per_s"]),
            units.rate(one["outstanding_mean"]),
            sample_counts.text(one),
            *(bounded(one["response_time_ns"], name) for name in ("mean", "p50", "p99")),
            bounded(one["own_lag_ns"], "p99"),
            units.count(one["errors"]),
            units.count(one["unfinished"]),
        )
        for one in told
    )
    caption = (
        "Counts add up to those of the Run; percentiles are each worker's own and do not. n:"
        " operations behind the response times."
    )
    return Table("Worker by worker", columns, rows, caption, (run.row.id,) * len(rows))


def elements(run: Run) -> Table | None:
    """The elements of a described storage, as they were used; none for real storage."""
    storage = run.told.get("storage")
    told = (storage and storage.get("elements")) or []
    if not told:
        return None
    columns = (
        Column("Element", number=False),
        Column("Type", number=False),
        Column("Instances"),
        Column("Used"),
        Column("Mean wait"),
        Column("Mean service"),
        Column("Mean queue"),
        Column("Longest queue"),
        Column("Passed"),
    )
    rows = tuple(
        (
            str(one["name"]),
            str(one["type"]),
            units.count(one["instances"]),
            units.share(one["utilisation"]),
            units.nanos(one["mean_wait_ns"]),
            units.nanos(one["mean_service_ns"]),
            units.plain(one["mean_queue"]),
            units.count(one["max_queue"]),
            units.count(one["departures"]),
        )
        for one in told
    )
    return Table(
        "The described storage, element by element", columns, rows, runs=(run.row.id,) * len(rows)
    )


def judged(record: Record) -> str:
    """The judgement in words, with the estimate that it rests on."""
    judgement, every = record.get("judgement"), record["all"]
    if judgement is None:
        return "not judged: only an offered rate with an objective is"
    said = [f"{judged_as(record)}, confidence {judgement['confidence']:g}"]
    for one in judgement.get("objectives") or ():
        objective, estimate = parse_objective(str(one["objective"])), one.get("estimate")
        words = f"{promised(str(one['objective']))}: {judged_each(record, str(one['verdict']))}"
        if objective is not None and estimate and estimate.get("value") is not None:
            # Of a percentile it is the share of operations that are slower, of a mean the mean.
            of_percentile = objective.figure.startswith("p")
            own = records.of_kind(record, objective.kind)
            slower = " of the operations are slower" + (" or failed" if own["errors"] else "")
            write, slower = (units.share, slower) if of_percentile else (units.nanos, "")
            low, high = write(estimate.get("low")), write(estimate.get("high"))
            words += (
                f" ({write(estimate['value'])}{slower}, {low} .. {high};"
                f" {write(estimate.get('allowed'))} allowed)"
            )
        said.append(words)
    if stationary := judgement.get("stationary"):
        said.append(f"stationary: {stationary['verdict']}")
    if every["errors"]:
        miss = "; each counts as a miss" if judgement.get("objectives") else ""
        said.append(f"{sample_counts.Failed(every['errors'], every['count'] or 0).words}{miss}")
    return "; ".join(said)


def _limited(told: LimitedBy) -> str:
    value = str(told["value"])
    said = [
        (
            f"{LIMITERS.get(value, value)} (basis: {outcome(str(told['basis']))}, confidence"
            f" {told['confidence']:g})"
        )
    ]
    said += [str(told["because"])] if told.get("because") else []
    said += [f"would decide: {told['would_decide']}"] if told.get("would_decide") else []
    return "; ".join(said)


def _workers(load: Load) -> str:
    return "worker" if load.get("workers") == 1 else "workers"


def _of(value: Any, name: str, write: Callable[[Any], str]) -> str:
    """`poisson arrivals`, or `arrivals not told`."""
    return f"{name} {units.NOT_TOLD}" if value is None else f"{write(value)} {name}"


def _in_flight(most: int | None) -> str:
    return f"cap {units.NOT_TOLD}" if most is None else f"at most {most:,} in flight"


def _load(load: Load) -> str:
    if load["kind"] == "closed":
        said = [
            (
                f"closed loop, {_known(load.get('workers'), units.count)}"
                f" {_workers(load)} × queue depth"
                f" {_known(load.get('queue_depth'), units.count)}"
            )
        ]
    else:
        said = [
            (
                f"open loop, {units.rate(load['offered_rate_per_s'])} IOPS offered,"
                f" {_of(load['arrivals'], 'arrivals', str)},"
                f" {_of(load['workers'], _workers(load), units.count)},"
                f" {_in_flight(load['max_outstanding'])}"
            )
        ]
    shapes = (
        ("profile", load.get("profile")),
        ("think", load.get("think")),
        ("cap", load.get("cap")),
        ("bursts", load.get("bursts")),
    )
    said += [f"{key} {_short(value)}" for key, value in shapes if value]
    return ", ".join(said)


def _phases(spec: Spec) -> list[tuple[str, str]]:
    phases = spec.get("phases") or {}
    said = [
        f"{word} {units.seconds(length_ns / 1e9)}"
        for length_ns, word in (
            (phases.get("warmup_ns"), "warm-up"),
            (phases.get("measure_ns"), "measure"),
            (phases.get("drain_limit_ns"), "drain at most"),
            (phases.get("interval_ns"), "intervals of"),
            (phases.get("io_deadline_ns"), "an operation is lost after"),
        )
        if length_ns is not None
    ]
    found = [("Phases asked for", ", ".join(said))] if said else []
    stop = spec.get("stop") or {}
    if stop.get("kind"):
        goal = f", {stop['objective']}" if stop.get("objective") else ""
        decided = "when the objective is decided"
        found.append(
            (
                "Ends",
                f"{'after a fixed length' if stop['kind'] == 'fixed' else decided}{goal}",
            )
        )
    return found


def _cpu(record: Record) -> str:
    cost, imported = record.get("generator_cpu_ns_per_io"), records.imported(record)
    if not cost and imported is not None and (jobs := imported.get("jobs_cpu")):
        return (
            f"{units.percent(jobs['user'], 1)} user and {units.percent(jobs['system'], 1)} system"
            " of a processor for each job"
        )
    if not cost and imported is not None and (machine := imported.get("machine_cpu")):
        used, system = machine["used"] or 0.0, machine["system"]
        apart = "" if system is None else f", {units.percent(system, 1)} in the system"
        return (
            f"{units.percent(used, 1)} of all processors of its machine in use{apart};"
            " its own share is not told by the file"
        )
    if not cost and imported is not None:
        return "not told by the file"
    if not cost:
        return "not measured (on the virtual clock there is none)"
    return (
        f"{units.nanos(cost['user'])} user and {units.nanos(cost['system'])} system per operation"
    )


def _stamps(stamps: Stamps) -> str:
    return (
        f"a completion is noticed at most {units.nanos(stamps['reap_gap_max_ns'])} late, on "
        f"average {units.nanos(stamps['reap_gap_mean_ns'] / 2)} or less; "
        f"{stamps['clock_reads_per_io']:.2g} clock reads and {stamps['system_calls_per_io']:.2g} "
        "system calls per operation"
    )


def _system(load: SystemLoad | None) -> list[str]:
    if not load:
        return []
    said = []
    if cpu := load.get("cpu"):
        said.append(
            "CPU "
            + ", ".join(
                f"{name} {units.share(value)}" for name, value in system_load.named(cpu).items()
            )
        )
    if pressure := load.get("pressure"):
        said.append(
            "time in which tasks waited: "
            + ", ".join(
                f"{outcome(name)} {units.share(value)}"
                for name, value in system_load.named(pressure).items()
            )
        )
    said += [
        f"{disk['name']} busy {units.share(disk['utilisation'])}"
        for disk in load.get("disks") or ()
    ]
    return said


def _named(key: str) -> str:
    return f"{key[:1].upper()}{key[1:]}".replace("_", " ")


def _short(value: object) -> str:
    """A document in one line: what is set of it."""
    if isinstance(value, dict):
        return ", ".join(
            f"{outcome(str(key))} {_short(one)}"
            for key, one in value.items()
            if one not in (None, [], {}, "")
        )
    if isinstance(value, list):
        return ", ".join(_short(one) for one in value)
    return f"{value:g}" if isinstance(value, float) else str(value)
