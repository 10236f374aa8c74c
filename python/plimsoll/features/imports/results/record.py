"""The record of an imported Run: what a file told, in the shape of our own records.

What the file did not tell is null. `imported` says where each figure comes from: told by the file
(and where in it), or derived (and from what); what stays unknown, and why; and the file's own
totals beside those worked out again. Readers know an imported Run by this key."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from plimsoll.base import gaps
from plimsoll.base.version import __version__
from plimsoll.features.imports.numbers import mixed
from plimsoll.features.imports.results import agreement, distributions
from plimsoll.features.imports.results.measured import (
    FLUSH,
    KINDS,
    Check,
    Operations,
    Part,
    Result,
    Workload,
    whole,
)
from plimsoll.native import sync_objectives
from plimsoll.report.common import imported as words
from plimsoll.store.imported_run import (
    SCHEMA,
    CheckDocument,
    Document,
    ImportedDocument,
    SourceDocument,
    UnrecordedDocument,
)

BEHIND = 0.02
"""A rate of which less was done fell behind: what a fraction of a second at the begin may cost."""
UNTOLD_BEHIND = 0.05
"""The same where the number of operations, and so what chance may cost, is not told."""
FULL = 0.95
"""Of its processor: then the other program may have been what was full."""
SURE = 0.3
"""An average that may be off by more than this share of what a gap would hold says nothing of the
gap."""
SYNC_DISTRIBUTION = f"flush.{sync_objectives.LATENCY}"
"""The distribution of syncs among those of a Run."""


@dataclass(frozen=True)
class Made:
    """A record, its distributions by `read.completion_latency`, and its intervals."""

    record: Document
    histograms: dict[str, bytes]
    intervals: list[tuple[Document, bytes | None]]
    """Each with its distribution of completion latency, where there is one."""


class LeftOutError(ValueError):
    """A Run is left out, and no other of its file: it did nothing, or two figures that should be
    the same are not and nobody knows which is right."""


def make(result: Result, source: SourceDocument) -> Made:
    """The record of a Run. Raises ValueError where the file does not tell a rate, of which
    `LeftOutError` is the one that leaves out this Run and no other of the file."""
    _refuse_contradiction(result)
    derived, unknown = dict(result.derived), dict(result.unknown)
    if result.program_version:
        source = {**source, "version": result.program_version}
    if result.record is not None:
        return _ours(result, source)
    completed = _completed(result, derived)
    _refuse_rate(result, completed)
    kinds, findings = agreement.agreed(result, completed)
    _why_contradicted(findings, unknown)
    every = _every(kinds, derived)
    each = {kind: blob for kind, one in kinds.items() if (blob := _distribution(one)) is not None}
    syncs = each.pop(FLUSH, None)
    figures = {kind: _figures(_of_kind(kinds, kind), each.get(kind)) for kind in KINDS}
    whole_blob = _distribution(every)
    blobs = _stored_distributions(kinds, each, whole_blob)
    if syncs is not None:
        blobs[SYNC_DISTRIBUTION] = syncs
    all_figures = _figures(every, whole_blob)
    rate = every.rate_per_s
    if rate is None or not math.isfinite(rate):
        raise ValueError("it gives no rate")
    _why_unknown(all_figures, every, result, kinds, unknown)
    outstanding = _outstanding(rate, every, kinds.get(FLUSH), derived, unknown)
    cpu = _cpu(result, rate, derived)
    imported: ImportedDocument = {
        **_imported(result, source),
        "percentiles": _percentiles(kinds, bool(blobs.keys() - {SYNC_DISTRIBUTION})),
        "step": max(
            (span.width for one in kinds.values() if (span := one.completion) and span.width),
            default=None,
        ),
        "ended": _ended(result, every, rate, findings),
        "derived": derived,
        "unknown": unknown,
        "findings": [
            {"code": one.code, "kind": one.kind, "figures": dict(one.figures)} for one in findings
        ],
    }
    _add_time_and_steps(imported, result, every)
    record: Document = {
        **_record(result, imported),
        "achieved_rate_per_s": rate,
        "bytes_per_s": every.bytes_per_s,
        "bytes_written": kinds["write"].bytes if "write" in kinds else None,
        "outstanding_mean": outstanding,
        "all": all_figures,
        **figures,
        FLUSH: _flushes(kinds.get(FLUSH), unknown),
        "generator_cpu_ns_per_io": cpu,
    }
    if result.each:
        record["each"] = _each(result)
    return Made(record, blobs, _intervals(result.parts))


_HIDDEN = {
    "more_outstanding_than_depth": "completion_latency_ns",
    "mean_beyond_extremes": "completion_latency_ns",
    "longer_without_submission": "completion_latency_ns",
    "percentile_beyond_extremes": "completion_latency_ns.percentiles",
    "mean_beyond_percentiles": "completion_latency_ns.percentiles",
    "distribution_against_mean": "completion_latency_ns.percentiles",
    "bytes_against_operations": "bytes_per_s",
}
"""Which figures of all operations a finding takes away."""


def _why_contradicted(findings: Sequence[agreement.Finding], unknown: dict[str, str]) -> None:
    for one in findings:
        if one.kind != FLUSH and (figure := _HIDDEN.get(one.code)) is not None:
            unknown.setdefault(figure, "contradicted")


def _add_time_and_steps(imported: ImportedDocument, result: Result, every: Operations) -> None:
    """Adds what only some Runs have: gaps, the generator's processors, the steps of a coarse
    distribution."""
    if (unrecorded := _unrecorded(result, every)) is not None:
        imported["unrecorded"] = unrecorded
    if result.machine_cpu is not None:
        used, system = result.machine_cpu
        imported["machine_cpu"] = {"used": used, "system": system}
    if result.cpu_share is not None and not result.load.workers:
        # Without the number of jobs it cannot be divided by the operations.
        user, in_system = result.cpu_share
        imported["jobs_cpu"] = {"user": user, "system": in_system}
    buckets = {
        bucket
        for one in result.kinds.values()
        if one.completion is not None
        for bucket in one.completion.buckets
    }
    if buckets:
        imported["buckets_ns"] = sorted(buckets)
    if result.warmup_operations:
        imported["warmup_operations"] = result.warmup_operations


def _unrecorded(result: Result, every: Operations) -> UnrecordedDocument | None:
    """Time that no interval covers, and what the file's own average says of it."""
    parts, known = result.parts, result.unrecorded
    found = gaps.joined((*gaps.between([(p.start_s, p.length_s) for p in parts]), *known.gaps))
    if not found and not known.late:
        return None
    seconds = math.fsum(part.length_s for part in parts)
    done = [_done(part) for part in parts]
    recorded = None if None in done else math.fsum(one or 0.0 for one in done)
    operations = None
    own = every.rate_per_s if found and not (result.of_parts or known.by_clock) else None
    if own is not None and result.seconds and recorded is not None and seconds:
        operations = own * result.seconds - recorded
        missing_s = math.fsum(gap.length_s for gap in found)
        # The average is rounded: over a long Run that may be more than there was in a short gap.
        unsure = _last_digit(own) * result.seconds
        too_few = operations < -max(unsure, BEHIND * recorded)
        if too_few or unsure > SURE * recorded / seconds * missing_s:
            operations = None
    return {
        "gaps": [{"at_s": gap.at_s, "length_s": gap.length_s} for gap in found],
        "late": [{"at_s": gap.at_s, "length_s": gap.length_s} for gap in known.late],
        "recorded_rate_per_s": recorded / seconds if seconds and recorded is not None else None,
        "told_rate_per_s": None if operations is None else own,
        "operations": None if operations is None else max(0.0, operations),
    }


def _done(part: Part) -> float | None:
    every = whole(part.kinds)
    if every.count is not None:
        return float(every.count)
    return None if every.rate_per_s is None else every.rate_per_s * part.length_s


def _last_digit(value: float) -> float:
    """Half of the last digit that a figure was written with."""
    return 0.5 * 10.0 ** -len(repr(value).partition(".")[2].partition("e")[0])


def _percentiles(kinds: Mapping[str, Operations], distribution: bool) -> str | None:
    if distribution:
        return "distribution"
    told = any(
        one.completion and one.completion.percentiles
        for kind, one in kinds.items()
        if kind != FLUSH
    )
    return "told" if told else None


def _refuse_contradiction(result: Result) -> None:
    if result.refused is not None:
        raise LeftOutError(result.refused)
    reads = result.workload.read_percent
    if reads is not None and not 0 <= reads <= 100:
        raise ValueError(f"{reads:g} % of its operations are reads, it says, which cannot be")
    latencies = [one.completion for one in result.kinds.values() if one.completion is not None]
    told = {percent for one in latencies for percent in one.percentiles}
    if beyond := [percent for percent in told if not 0 <= percent <= 100]:
        raise ValueError(f"it has a percentile of {beyond[0]:g} %, which cannot be")
    wrong = next((one for one in result.checks if one.decides and not one.agrees), None)
    if wrong is not None:
        kind, _, figure = wrong.figure.partition(".")
        named = {"rate_per_s": "IOPS", "bytes_per_s": "bytes/s"}.get(figure, figure)
        raise LeftOutError(
            f"{result.name} ({result.at}) is left out: the file gives {wrong.told:,.6g} {named} for"
            f" its {_NAMES.get(kind, kind)}, but its own counts and times give"
            f" {wrong.recomputed:,.6g}"
        )


def _refuse_rate(result: Result, kinds: Mapping[str, Operations]) -> None:
    if (rates := agreement.refuted_rate(result, kinds)) is not None:
        told, other = rates
        raise LeftOutError(
            f"{result.name} ({result.at}) is left out: the file gives {told:,.6g} IOPS, but two of"
            f" its other figures (bytes, latency at its depth, or its parts) give {other:,.6g}"
        )


_NAMES = {"read": "reads", "write": "writes", "trim": "trims", "all": "reads and writes together"}


def _imported(result: Result, source: SourceDocument) -> ImportedDocument:
    """What holds of every imported Run; its figures are yet to come."""
    return {
        "source": source,
        "name": result.name,
        "at": result.at,
        "line": result.line,
        "starts": result.starts,
        "percentiles": None,
        "step": None,
        "ended": "finished",
        "derived": {},
        "unknown": {},
        "checks": [_check(one) for one in result.checks],
        "findings": [],
        "remarks": list(result.remarks),
    }


def _record(result: Result, imported: ImportedDocument) -> Document:
    """All that is not a figure, in the order of a Run of our own; null is unknown."""
    return {
        "schema": SCHEMA,
        "imported": imported,
        "outcome": _OUTCOMES[imported["ended"]],
        "because": words.because(imported),
        "offered_rate_per_s": result.load.offered_rate_per_s,
        "issued_rate_per_s": None,
        "scheduled_rate_per_s": None,
        "achieved_rate_per_s": None,
        "bytes_per_s": None,
        "bytes_written": None,
        "outstanding_mean": None,
        "outstanding_max": None,
        "backlog_at_end": None,
        "warmup_s": result.warmup_s,
        "measure_s": result.seconds,
        "drain_s": None,
        "real_s": None,
        "started_at_ns": _dated(result.started_at_ns),
        "measure_started_ns": None,
        "memory_bytes": None,
        **dict.fromkeys(("all", *KINDS)),
        FLUSH: _figures(None, None),
        "own_lag_ns": {**distributions.EMPTY},
        "errors_by_errno": {},
        "first_error": None,
        "judgement": None,
        "limited_by": _LIMITED_BY_CACHE if imported["ended"] == "cached" else _LIMITER_UNKNOWN,
        "steady": None,
        "generator_cpu_ns_per_io": None,
        "stamps": None,
        "notes": [
            *(
                words.finding(one["code"], one["kind"], one["figures"])
                for one in imported["findings"]
            ),
            *(words.remark(code) for code in result.remarks),
            *words.unrecorded(imported.get("unrecorded")),
        ],
        "spec": _spec(result, imported["source"]),
        "host": None if result.host is None else {"hostname": result.host, "target_chain": []},
        "version": {"plimsoll": __version__, "build": "imported"},
        "seed": None,
    }


def _ours(result: Result, source: SourceDocument) -> Made:
    """A record of our own, as it was measured."""
    assert result.record is not None
    kept: Document = {**result.record}
    intervals: list[tuple[Document, bytes | None]]
    intervals = [(one, None) for one in kept.pop("intervals", [])]
    told: ImportedDocument = _imported(result, source)
    told["starts"], told["percentiles"] = "intended", "told"
    return Made({**kept, "imported": told}, {}, intervals)


_LIMITER_UNKNOWN = {
    "value": "unknown",
    "basis": "single",
    "confidence": 0.0,
    "because": "an imported Run does not tell",
}
_LIMITED_BY_CACHE = {
    "value": "cache",
    "basis": "single",
    "confidence": 0.95,
    "because": "an operation took less than any disk takes",
}
LATEST_NS = 7_258_118_400 * 10**9
"""2200-01-01: a later date is none."""


def _dated(began_ns: int | None) -> int | None:
    """A date that can be, whatever a file has in its place."""
    return began_ns if began_ns is not None and 0 < began_ns < LATEST_NS else None


_OUTCOMES = {
    "finished": "ok",
    "fell_behind": "cannot_carry",
    "client_full": "generator_limited",
    "cached": "cached",
    "errors": "failed",
    "cut": "stopped",
}


def _check(one: Check) -> CheckDocument:
    return {
        "figure": one.figure,
        "told": one.told,
        "recomputed": one.recomputed,
        "agrees": one.agrees,
    }


# -- figures ---------------------------------------------------------------------------------------


def _completed(result: Result, derived: dict[str, str]) -> dict[str, Operations]:
    """Each kind with what follows from the rest of it."""
    made = {}
    for kind, one in result.kinds.items():
        count, rate, size = one.count, one.rate_per_s, one.bytes
        seconds, block = result.seconds, result.workload.block_size_bytes
        if count is None and rate is not None and seconds:
            count = round(rate * seconds)
            derived[f"{kind}.count"] = "operations_by_rate"
        if rate is None and count is not None and seconds:
            rate = count / seconds
            derived[f"{kind}.rate_per_s"] = "rate_by_operations"
        per_s = one.bytes_per_s
        if per_s is None and size is not None and seconds:
            per_s = size / seconds
        if size is None and per_s is not None and seconds:
            size = round(per_s * seconds)
            derived[f"{kind}.bytes"] = "operations_by_rate"
        if size is None and count is not None and block:
            size = count * block
            derived[f"{kind}.bytes"] = "bytes_by_block_size"
            per_s = None if rate is None else rate * block
        completion = one.completion
        if completion is not None and completion.count is None and count is not None:
            completion = replace(completion, count=count)
        made[kind] = Operations(
            count, size, one.errors, rate, per_s, completion, one.submission, one.whole
        )
    return made


def _every(kinds: Mapping[str, Operations], derived: dict[str, str]) -> Operations:
    if "all" not in kinds and len([kind for kind in kinds if kind != FLUSH]) > 1:
        derived["all"] = "sum_of_parts"
    return whole(kinds)


def _of_kind(kinds: Mapping[str, Operations], kind: str) -> Operations:
    """One kind: of what is told together only, unknown; of what is told apart, none done."""
    if kind in kinds:
        return kinds[kind]
    return Operations() if set(kinds) == {"all"} else Operations(count=0, bytes=0, errors=0)


def _stored_distributions(
    kinds: Mapping[str, Operations], each: Mapping[str, bytes], whole_blob: bytes | None
) -> dict[str, bytes]:
    """The distributions that the store keeps: of each kind where each has one, else that of all
    together; never both, since those of a Run are added up."""
    apart = {f"{kind}.completion_latency": blob for kind, blob in each.items() if kind != "all"}
    done = [one for kind, one in kinds.items() if kind not in ("all", FLUSH) and one.count != 0]
    if done and len(apart) >= len(done):
        return apart
    return {} if whole_blob is None else {"all.completion_latency": whole_blob}


def _figures(one: Operations | None, blob: bytes | None) -> Document:
    """The figures of a kind as a record has them."""
    empty = {**distributions.EMPTY}
    if one is None:
        one = Operations(count=0, bytes=0, errors=0)
    return {
        "count": one.count,
        "completed": one.count,
        "errors": one.errors,
        "unfinished": None,
        "bytes": one.bytes,
        "response_time_ns": empty,
        "completion_latency_ns": distributions.summary(one.completion, blob),
        "submission_latency_ns": distributions.summary(one.submission, None),
        "total_latency_ns": distributions.summary(
            None if one.whole is one.completion else one.whole, None
        ),
        "slot_wait_ns": empty,
        "own_lag_ns": empty,
    }


def _why_unknown(
    figures: Document,
    every: Operations,
    result: Result,
    kinds: Mapping[str, Operations],
    unknown: dict[str, str],
) -> None:
    spans = figures["completion_latency_ns"]
    if every.completion is None or not every.completion.told:
        unknown.setdefault("completion_latency_ns", "not_told")
    elif spans["p99"] is None and not every.completion.counts:
        apart = [one for kind, one in kinds.items() if kind not in ("all", FLUSH)]
        told = any(
            one.completion is not None and (one.completion.percentiles or one.completion.combined)
            for one in apart
        )
        if every.completion.combined or (told and len(apart) > 1):
            unknown.setdefault("completion_latency_ns.percentiles", "percentiles_of_parts")
        elif not told:
            unknown.setdefault("completion_latency_ns.percentiles", "not_told")
    if every.bytes_per_s is None:
        unknown.setdefault("bytes_per_s", "not_told")
    if every.errors is None:
        unknown.setdefault("errors", "not_told")
    if result.seconds is None:
        unknown.setdefault("measure_s", "not_told")
    if result.warmup_s is None:
        unknown.setdefault("warmup_s", "not_told")


def _flushes(told: Operations | None, unknown: Mapping[str, str]) -> Document:
    if told is None and FLUSH in unknown:
        told = Operations()
    return _figures(told, None if told is None else _distribution(told))


def _distribution(of: Operations) -> bytes | None:
    """That of its completion latency, as the store keeps it."""
    counts = None if of.completion is None else of.completion.counts
    return distributions.encoded(counts) if counts else None


def _outstanding(
    rate: float,
    every: Operations,
    flush: Operations | None,
    derived: dict[str, str],
    unknown: Mapping[str, str],
) -> float | None:
    """By Little's law, from the latency that holds the submission too where that is told. While a
    worker waits for a sync it has one outstanding, as for a write."""
    spans = every.whole if every.whole is not None and every.whole.mean else every.completion
    if spans is None or spans.mean is None or "outstanding_mean" in unknown:
        return None
    if flush is None or not flush.count:
        derived["outstanding_mean"] = "little"
        return rate * spans.mean / 1e9
    if flush.rate_per_s is None or flush.completion is None or flush.completion.mean is None:
        return None
    derived["outstanding_mean"] = "little_with_syncs"
    return (rate * spans.mean + flush.rate_per_s * flush.completion.mean) / 1e9


_MEMORY = ("cache_answered", "memory_answered")


def _ended(
    result: Result, every: Operations, rate: float, findings: Sequence[agreement.Finding]
) -> str:
    if "unfinished_status" in result.remarks:
        return "cut"
    if result.direct is not True and any(one.code in _MEMORY for one in findings):
        return "cached"
    offered = result.load.offered_rate_per_s
    if offered:
        n = every.count or 0
        behind = 1 - rate / offered
        if behind > max(BEHIND, 3 / math.sqrt(n) if n else UNTOLD_BEHIND):
            full = (result.cpu_share is not None and sum(result.cpu_share) >= FULL) or (
                result.machine_cpu is not None and result.machine_cpu[0] >= FULL
            )
            return "client_full" if full else "fell_behind"
    return "finished"


def _cpu(result: Result, rate: float, derived: dict[str, str]) -> Document | None:
    if result.cpu_share is None or not rate or not result.load.workers:
        return None
    derived["generator_cpu_ns_per_io"] = "cpu_by_share"
    user, system = (share * result.load.workers * 1e9 / rate for share in result.cpu_share)
    return {"user": user, "system": system}


def _each(result: Result) -> Document:
    told = []
    for one in result.each:
        every = whole(one.kinds)
        spans = distributions.summary(every.completion, _distribution(every))
        told.append(
            {
                "name": one.name,
                "offered_rate_per_s": None,
                "achieved_rate_per_s": every.rate_per_s,
                "bytes_per_s": every.bytes_per_s,
                "completed": every.count,
                "count": every.count,
                "errors": every.errors,
                "unfinished": None,
                "mean_ns": spans["mean"],
                "p50_ns": spans["p50"],
                "p99_ns": spans["p99"],
                "max_ns": spans["max"],
            }
        )
    return {"of": "client", "figures": told}


# -- what was asked --------------------------------------------------------------------------------


def _spec(result: Result, source: SourceDocument) -> Document:
    asked = result.workload
    measured_s = result.seconds if result.asked_s is None else result.asked_s
    return {
        "clock": "real",
        "access": None if result.direct is None else "direct" if result.direct else "cached",
        "engine": f"{source['program']} {result.engine}" if result.engine else source["program"],
        "engine_options": [],
        "on_error": None,
        "seed": None,
        "stop": {"kind": "fixed", "confidence": None, "objective": None},
        "phases": {
            "warmup_ns": None if result.warmup_s is None else round(result.warmup_s * 1e9),
            "measure_ns": None if measured_s is None else round(measured_s * 1e9),
            "interval_ns": None,
            "drain_limit_ns": None,
            "io_deadline_ns": None,
        },
        "target": {
            "name": result.target or "unknown",
            "kind": result.target_kind,
            "size_bytes": None,
            "logical_block_bytes": None,
            "made_by_plimsoll": False,
        },
        "load": _load(result),
        "workload": {
            "block_size_bytes": asked.block_size_bytes,
            "read_blocks": _blocks(asked),
            "write_blocks": _shares(asked.write_blocks) if asked.write_blocks else _blocks(asked),
            "read_percent": asked.read_percent,
            "trim_percent": asked.trim_percent,
            "pattern": asked.pattern,
            "working_set_bytes": asked.working_set_bytes,
            "working_set_offset_bytes": None,
            **_durability(asked),
        },
    }


def _durability(asked: Workload) -> Document:
    """What was asked of writes so that they last: named where there is something to name."""
    found: Document = {}
    if asked.sync_every:
        found["sync"] = {"writes": asked.sync_every, "data_only": asked.sync_data_only}
    if asked.durable_writes:
        found["durable_writes"] = True
    return found


def _blocks(asked: Workload) -> list[Document]:
    one = asked.block_size_bytes
    return _shares(asked.blocks or (((one, 100.0),) if one is not None else ()))


def _shares(blocks: Sequence[tuple[int, float]]) -> list[Document]:
    return [{"bytes": size, "percent": share} for size, share in blocks]


def _load(result: Result) -> Document:
    load = result.load
    if load.offered_rate_per_s is None:
        think = None if load.think_ns is None else {"exponential": False, "mean_ns": load.think_ns}
        return {
            "kind": "closed",
            "workers": load.workers,
            "queue_depth": load.queue_depth,
            "think": think,
        }
    return {
        "kind": "open",
        "workers": load.workers,
        "offered_rate_per_s": load.offered_rate_per_s,
        "arrivals": load.arrivals,
        "profile": {"kind": "flat"},
        "max_outstanding": load.most_outstanding,
    }


def asked(result: Result) -> tuple[Document, Document, Document]:
    """Target, workload and load as a planned Point keeps them; what is unknown is left out."""
    workload, load = result.workload, result.load
    if result.record is not None:
        own = result.record["spec"]["workload"]
        workload = Workload(
            block_size_bytes=own.get("block_size_bytes"),
            read_percent=own["read_percent"],
            trim_percent=own["trim_percent"],
            pattern=own["pattern"],
            working_set_bytes=own["working_set_bytes"],
        )
    target = result.target or "unknown"
    return (
        {"name": target, "path": target},
        _known(
            block_size=mixed(workload.blocks, str)
            or (workload.block_size_bytes and str(workload.block_size_bytes)),
            write_block_size=mixed(workload.write_blocks, str) or None,
            read=workload.read_percent,
            trim=workload.trim_percent or None,
            pattern=workload.pattern,
            working_set=workload.working_set_bytes and str(workload.working_set_bytes),
            fsync_every=None if workload.sync_data_only else workload.sync_every,
            fdatasync_every=workload.sync_every if workload.sync_data_only else None,
            durable_writes=workload.durable_writes or None,
        ),
        _known(
            workers=load.workers,
            queue_depth=load.queue_depth,
            rate=load.offered_rate_per_s,
            arrivals=load.arrivals,
        ),
    )


def _known(**values: object) -> Document:
    return {name: value for name, value in values.items() if value is not None}


# -- intervals -------------------------------------------------------------------------------------


def _intervals(parts: tuple[Part, ...]) -> list[tuple[Document, bytes | None]]:
    made = []
    for index, part in enumerate(parts):
        every = whole(part.kinds)
        if every.count is not None or every.rate_per_s is not None:
            blob = _distribution(every)
            made.append((_interval(index, part, every, blob), blob))
    return made


_NONE_DONE = Operations(count=0, bytes=0)


def _interval(index: int, part: Part, every: Operations, blob: bytes | None) -> Document:
    # What is told of all operations together stands for reads: nobody knows which they were.
    reads, writes = every, _NONE_DONE
    if set(part.kinds) != {"all"}:
        reads, writes = (part.kinds.get(kind, _NONE_DONE) for kind in ("read", "write"))
    made: Document = {
        "index": index,
        "start_s": part.start_s,
        "length_s": part.length_s,
        "phase": "measure",
        "reads": _amount(reads.count, reads.rate_per_s, part.length_s),
        "writes": _amount(writes.count, writes.rate_per_s, part.length_s),
        "read_bytes": _amount(reads.bytes, reads.bytes_per_s, part.length_s),
        "written_bytes": _amount(writes.bytes, writes.bytes_per_s, part.length_s),
        "issued": None,
        "errors": every.errors,
        "backlog": None,
        "outstanding_mean": None,
        "response_time_ns": {**distributions.EMPTY},
        "completion_latency_ns": distributions.summary(every.completion, blob),
        "system_load": None,
    }
    for kind in ("read", "write"):
        told = part.kinds[kind].completion if kind in part.kinds else None
        if told is not None and told.mean is not None:
            known = {"mean": told.mean, "stddev": told.stddev, "max": told.max}
            made[f"{kind}_completion_latency_ns"] = known
    return made


def _amount(told: int | None, per_s: float | None, seconds: float) -> int | None:
    """What was done in an interval, as it is told or by its rate."""
    return told if told is not None or per_s is None else round(per_s * seconds)
