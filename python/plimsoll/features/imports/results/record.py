"""Makes the record of an imported Run, in the form of our own records.

Unknown figures are null. `imported` has the source of each figure: given by the file (and where),
or derived (and from what); the unknown figures and the reasons; and the file's own totals beside
recomputed ones. Readers recognise an imported Run by this key."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from plimsoll.base import gaps, units
from plimsoll.base.keys import sync_value
from plimsoll.base.version import __version__
from plimsoll.features.imports.messages import message
from plimsoll.features.imports.numbers import block_mix
from plimsoll.features.imports.results import agreement, distributions, plausibility
from plimsoll.features.imports.results.run_result import (
    FLUSH,
    KINDS,
    Check,
    Load,
    Operations,
    Part,
    Result,
    Workload,
    whole,
)
from plimsoll.features.imports.results.source import Sentence, in_english
from plimsoll.report.common import import_text as words
from plimsoll.search.objectives import SYNC_LATENCY
from plimsoll.store import unknown_figures
from plimsoll.store.imported_run import (
    CheckDocument,
    Document,
    ImportedDocument,
    SourceDocument,
    UnrecordedDocument,
)
from plimsoll.store.writing import Composition, SharedDocument

MAX_SHORTFALL = 0.02
"""A rate of which less was done fell behind: what a fraction of a second at the begin may cost."""
MAX_UNCOUNTED_SHORTFALL = 0.05
"""The same limit without a number of operations, which would give the chance error."""
FULL_CPU_SHARE = 0.95
"""CPU use from which the other program itself may have been the limit."""
MAX_GAP_UNCERTAINTY = 0.3
"""Largest uncertainty of the average, relative to the content of a gap, for a statement on the
gap."""
SYNC_DISTRIBUTION = f"flush.{SYNC_LATENCY}"
"""Name of the distribution of syncs among those of a Run."""


@dataclass(frozen=True)
class ImportedRecord:
    """A record, its distributions by `read.completion_latency`, and its intervals."""

    record: Document
    histograms: dict[str, bytes]
    intervals: list[tuple[Document, bytes | None]]
    """Each with its distribution of completion latency, where there is one."""


class FigureError(ValueError):
    """A figure of a Run cannot be. `sentence` says which, in the reader's language; the text of the
    error is in English."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(in_english(sentence))


class LeftOutError(FigureError):
    """One Run is left out, the others of its file are not. It did nothing, or two equal figures
    contradict each other and nothing decides between them."""


def make(result: Result, source: SourceDocument) -> ImportedRecord:
    """Makes the record of a Run. Raises ValueError if the file has no rate; its subclass
    `LeftOutError` leaves out this Run only."""
    _refuse_contradiction(result)
    derived, unknown = dict(result.derived), dict(result.unknown)
    if result.program_version:
        source = {**source, "version": result.program_version}
    if result.record is not None:
        return _ours(result, source)
    completed = _fill_figures(result, derived)
    _refuse_rate(result, completed)
    kinds, findings = agreement.remove_contradictions(result, completed)
    findings += plausibility.findings(result, kinds)
    for finding in findings:
        if finding.kind != FLUSH and (figure := _FIGURE_REMOVED_BY.get(finding.code)) is not None:
            unknown.setdefault(figure, "contradicted")
    if "all" in completed and agreement.refutes_mean(result, completed["all"]):
        unknown.setdefault("completion_latency_ns", "contradicted")
    every = _every(kinds, derived)
    each = {kind: blob for kind, ops in kinds.items() if (blob := _distribution(ops)) is not None}
    syncs = each.pop(FLUSH, None)
    figures = {kind: _figures(_of_kind(kinds, kind), each.get(kind)) for kind in KINDS}
    whole_blob = next((each[kind] for kind in each if kinds[kind] is every), None)
    whole_blob = whole_blob or _distribution(every)
    blobs = _stored_distributions(kinds, each, whole_blob)
    if syncs is not None:
        blobs[SYNC_DISTRIBUTION] = syncs
    # Runs of one kind have its figures as those of all operations.
    alone = next((kind for kind in KINDS if kinds.get(kind) is every), None)
    all_figures = _figures(every, whole_blob) if alone is None else figures[alone]
    rate = every.rate_per_s
    if rate is None or not math.isfinite(rate):
        raise FigureError(lambda: message("no-rate"))
    _unknown_reasons(all_figures, every, result, kinds, unknown)
    outstanding = _outstanding(rate, every, kinds.get(FLUSH), derived, unknown)
    cpu = _cpu(result, rate, derived)
    imported: ImportedDocument = {
        **_imported_document(result, source),
        "percentiles": _percentiles(kinds, bool(blobs.keys() - {SYNC_DISTRIBUTION})),
        "step": max(
            (span.width for ops in kinds.values() if (span := ops.completion) and span.width),
            default=None,
        ),
        "ended": _end_code(result, every, rate, findings),
        "derived": derived,
        "unknown": unknown,
        "findings": [
            {"code": finding.code, "kind": finding.kind, "figures": dict(finding.figures)}
            for finding in findings
        ],
    }
    _add_time_and_steps(imported, result, every)
    record = _record(result, imported)
    record["achieved_rate_per_s"] = rate
    record["bytes_per_s"] = every.bytes_per_s
    record["bytes_written"] = kinds["write"].bytes if "write" in kinds else None
    record["outstanding_mean"] = outstanding
    record["all"] = all_figures
    for kind, kind_figures in figures.items():
        record[kind] = kind_figures
    record[FLUSH] = _flushes(kinds.get(FLUSH), unknown)
    record["generator_cpu_ns_per_io"] = cpu
    if result.each:
        record["each"] = _each(result)
    return ImportedRecord(record, blobs, _intervals(result.parts))


_REMOVE_LATENCY = "more_outstanding_than_depth mean_beyond_extremes longer_without_submission"
_REMOVE_PERCENTILES = "percentile_beyond_extremes mean_beyond_percentiles distribution_against_mean"
_FIGURE_REMOVED_BY = {
    **dict.fromkeys(_REMOVE_LATENCY.split(), "completion_latency_ns"),
    **dict.fromkeys(_REMOVE_PERCENTILES.split(), "completion_latency_ns.percentiles"),
    "bytes_against_operations": "bytes_per_s",
}
"""Which figures of all operations a finding takes away."""


def _add_time_and_steps(imported: ImportedDocument, result: Result, every: Operations) -> None:
    """Adds what only some Runs have: gaps, the generator's processors, the steps of a coarse
    distribution."""
    if (unrecorded := _unrecorded_document(result, every)) is not None:
        imported["unrecorded"] = unrecorded
    if result.machine_cpu is not None:
        used, system = result.machine_cpu
        imported["machine_cpu"] = {"used": used, "system": system}
    if result.cpu_share is not None and not result.load.workers:
        # The share cannot be divided by operations without the number of jobs.
        user, in_system = result.cpu_share
        imported["jobs_cpu"] = {"user": user, "system": in_system}
    buckets = {
        bucket
        for ops in result.kinds.values()
        if ops.completion is not None
        for bucket in ops.completion.buckets
    }
    if buckets:
        imported["buckets_ns"] = sorted(buckets)
    if result.warmup_operations:
        imported["warmup_operations"] = result.warmup_operations


def _unrecorded_document(result: Result, every: Operations) -> UnrecordedDocument | None:
    """Time without intervals, and the operations in it according to the file's own average."""
    parts, known = result.parts, result.unrecorded
    if not (parts or known.gaps or known.late):
        return None
    found = gaps.merge_gaps((*gaps.between([(p.start_s, p.length_s) for p in parts]), *known.gaps))
    if not found and not known.late:
        return None
    seconds = math.fsum(part.length_s for part in parts)
    done = [_part_operations(part) for part in parts]
    recorded = None if None in done else math.fsum(count or 0.0 for count in done)
    operations = None
    own = every.rate_per_s if found and not (result.of_parts or known.by_clock) else None
    if own is not None and result.seconds and recorded is not None and seconds:
        operations = own * result.seconds - recorded
        missing_s = math.fsum(gap.length_s for gap in found)
        # The average is rounded: over a long Run that may be more than there was in a short gap.
        last_digit = 10.0 ** -len(repr(own).partition(".")[2].partition("e")[0])
        unsure = 0.5 * last_digit * result.seconds
        too_few = operations < -max(unsure, MAX_SHORTFALL * recorded)
        if too_few or unsure > MAX_GAP_UNCERTAINTY * recorded / seconds * missing_s:
            operations = None
    return {
        "gaps": [{"at_s": gap.at_s, "length_s": gap.length_s} for gap in found],
        "late": [{"at_s": gap.at_s, "length_s": gap.length_s} for gap in known.late],
        "recorded_rate_per_s": recorded / seconds if seconds and recorded is not None else None,
        "told_rate_per_s": None if operations is None else own,
        "operations": None if operations is None else max(0.0, operations),
    }


def _part_operations(part: Part) -> float | None:
    every = whole(part.kinds)
    if every.count is not None:
        return float(every.count)
    return None if every.rate_per_s is None else every.rate_per_s * part.length_s


def _percentiles(kinds: Mapping[str, Operations], distribution: bool) -> str | None:
    if distribution:
        return "distribution"
    has_percentiles = any(
        ops.completion and ops.completion.percentiles
        for kind, ops in kinds.items()
        if kind != FLUSH
    )
    return "told" if has_percentiles else None


def _refuse_contradiction(result: Result) -> None:
    if result.refused is not None:
        raise LeftOutError(result.refused)
    reads = result.workload.read_percent
    if reads is not None and not 0 <= reads <= 100:
        raise FigureError(lambda: message("reads-impossible", percent=f"{reads:g}"))
    latencies = [ops.completion for ops in result.kinds.values() if ops.completion is not None]
    percents = (percent for latency in latencies for percent in latency.percentiles)
    if beyond := [percent for percent in percents if not 0 <= percent <= 100]:
        raise FigureError(lambda: message("percentile-impossible", percent=f"{beyond[0]:g}"))
    name, at = result.name, result.at
    wrong = next((check for check in result.checks if check.decides and not check.agrees), None)
    if wrong is not None:
        kind, _, figure = wrong.figure.partition(".")
        figure_name = {"rate_per_s": "IOPS", "bytes_per_s": "bytes/s"}.get(figure, figure)
        raise LeftOutError(
            lambda: message(
                "against-own-counts",
                name=name,
                at=at,
                told=units.significant(wrong.told, 6),
                unit=figure_name,
                kind=kind,
                recomputed=units.significant(wrong.recomputed, 6),
            )
        )


def _refuse_rate(result: Result, kinds: Mapping[str, Operations]) -> None:
    if (rates := agreement.refuted_rate(result, kinds)) is not None:
        file_rate, other = rates
        name, at = result.name, result.at
        raise LeftOutError(
            lambda: message(
                "against-two-figures",
                name=name,
                at=at,
                told=units.significant(file_rate, 6),
                other=units.significant(other, 6),
            )
        )


def _imported_document(result: Result, source: SourceDocument) -> ImportedDocument:
    """The part of the document that all imported Runs have; its figures are added later."""
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
        "checks": [_check(check) for check in result.checks],
        "findings": [],
        "remarks": list(result.remarks),
    }


def _record(result: Result, imported: ImportedDocument) -> Document:
    """Everything except figures."""
    record = unknown_figures.RecordDocument(_RECORD)
    record["imported"] = imported
    record["outcome"] = _OUTCOMES[imported["ended"]]
    record["because"] = words.because(imported)
    record["offered_rate_per_s"] = result.load.offered_rate_per_s
    record["warmup_s"] = result.warmup_s
    record["measure_s"] = result.seconds
    record["started_at_ns"] = _valid_date(result.started_at_ns)
    if imported["ended"] == "cached":
        record["limited_by"] = _LIMITED_BY_CACHE
    record["notes"] = words.notes(imported)
    record["spec"] = _spec(result, imported["source"]["program"])
    if result.host is not None:
        record["host"] = {"hostname": result.host, "target_chain": []}
    return record


def _ours(result: Result, source: SourceDocument) -> ImportedRecord:
    assert result.record is not None
    own: Document = {**result.record}
    intervals: list[tuple[Document, bytes | None]]
    intervals = [(interval, None) for interval in own.pop("intervals", [])]
    imported: ImportedDocument = _imported_document(result, source)
    imported["starts"], imported["percentiles"] = "intended", "told"
    return ImportedRecord({**own, "imported": imported}, {}, intervals)


_LIMITED_BY_CACHE = SharedDocument(
    value="cache",
    basis="single",
    confidence=0.95,
    because="an operation took less than any disk takes",
)
_VERSION = SharedDocument(plimsoll=__version__, build="imported")
_RECORD: Document = {
    **dict.fromkeys(("schema", "imported", "outcome", "because")),
    **unknown_figures.UNKNOWN,
    "schema": unknown_figures.SCHEMA,
    "notes": None,
    "spec": None,
    "version": _VERSION,
}
"""What all records have."""
LATEST_NS = 7_258_118_400 * 10**9
"""2200-01-01: a later date is none."""


def _valid_date(began_ns: int | None) -> int | None:
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


def _check(check: Check) -> CheckDocument:
    return {
        "figure": check.figure,
        "told": check.told,
        "recomputed": check.recomputed,
        "agrees": check.agrees,
    }


def _fill_figures(result: Result, derived: dict[str, str]) -> dict[str, Operations]:
    """Each kind with what follows from the rest of it."""
    made = {}
    for kind, ops in result.kinds.items():
        count, rate, size = ops.count, ops.rate_per_s, ops.bytes
        seconds, block = result.seconds, result.workload.block_size_bytes
        if count is None and rate is not None and seconds:
            count = round(rate * seconds)
            derived[f"{kind}.count"] = "operations_by_rate"
        if rate is None and count is not None and seconds:
            rate = count / seconds
            derived[f"{kind}.rate_per_s"] = "rate_by_operations"
        per_s = ops.bytes_per_s
        if per_s is None and size is not None and seconds:
            per_s = size / seconds
        if size is None and per_s is not None and seconds:
            size = round(per_s * seconds)
            derived[f"{kind}.bytes"] = "operations_by_rate"
        if size is None and count is not None and block:
            size = count * block
            derived[f"{kind}.bytes"] = "bytes_by_block_size"
            per_s = None if rate is None else rate * block
        completion = ops.completion
        if completion is not None and completion.count is None and count is not None:
            completion = replace(completion, count=count)
        filled = (count, size, rate, per_s)
        as_given = (ops.count, ops.bytes, ops.rate_per_s, ops.bytes_per_s)
        made[kind] = (
            ops
            if filled == as_given and completion is ops.completion
            else Operations(
                count, size, ops.errors, rate, per_s, completion, ops.submission, ops.whole
            )
        )
    return made


_NOTHING_DONE = Operations(count=0, bytes=0, errors=0)


def _every(kinds: Mapping[str, Operations], derived: dict[str, str]) -> Operations:
    if "all" not in kinds and len([kind for kind in kinds if kind != FLUSH]) > 1:
        derived["all"] = "sum_of_parts"
    return whole(kinds)


def _of_kind(kinds: Mapping[str, Operations], kind: str) -> Operations:
    """One kind. Without separate kinds it is unknown; with them, a missing kind did nothing."""
    if kind in kinds:
        return kinds[kind]
    return Operations() if set(kinds) == {"all"} else _NOTHING_DONE


def _stored_distributions(
    kinds: Mapping[str, Operations], each: Mapping[str, bytes], whole_blob: bytes | None
) -> dict[str, bytes]:
    """Distributions for the store: of each kind if all have one, else of all operations. Never
    both, since the distributions of a Run are summed."""
    apart = {f"{kind}.completion_latency": blob for kind, blob in each.items() if kind != "all"}
    done = [ops for kind, ops in kinds.items() if kind not in ("all", FLUSH) and ops.count != 0]
    if done and len(apart) >= len(done):
        return apart
    return {} if whole_blob is None else {"all.completion_latency": whole_blob}


def _figures(ops: Operations | None, blob: bytes | None) -> Document:
    """The figures of a kind as a record has them."""
    if ops is None or ops is _NOTHING_DONE:
        return unknown_figures.NO_OPERATIONS
    return _some_figures(ops, blob)


def _some_figures(ops: Operations, blob: bytes | None) -> unknown_figures.KindFigures:
    return unknown_figures.KindFigures(
        unknown_figures.UNKNOWN_OPERATIONS,
        count=ops.count,
        completed=ops.count,
        errors=ops.errors,
        bytes=ops.bytes,
        completion_latency_ns=distributions.summary(ops.completion, blob),
        submission_latency_ns=distributions.summary(ops.submission, None),
        total_latency_ns=distributions.summary(
            None if ops.whole is ops.completion else ops.whole, None
        ),
    )


def _unknown_reasons(
    figures: Document,
    every: Operations,
    result: Result,
    kinds: Mapping[str, Operations],
    unknown: dict[str, str],
) -> None:
    spans = figures["completion_latency_ns"]
    if every.completion is None or not every.completion.has_values:
        unknown.setdefault("completion_latency_ns", "not_told")
    elif spans["p99"] is None and not every.completion.counts:
        apart = [ops for kind, ops in kinds.items() if kind not in ("all", FLUSH)]
        has_percentiles = any(
            ops.completion is not None and (ops.completion.percentiles or ops.completion.combined)
            for ops in apart
        )
        if every.completion.combined or (has_percentiles and len(apart) > 1):
            unknown.setdefault("completion_latency_ns.percentiles", "percentiles_of_parts")
        elif not has_percentiles:
            unknown.setdefault("completion_latency_ns.percentiles", "not_told")
    if every.bytes_per_s is None:
        unknown.setdefault("bytes_per_s", "not_told")
    if every.errors is None:
        unknown.setdefault("errors", "not_told")
    if result.seconds is None:
        unknown.setdefault("measure_s", "not_told")
    if result.warmup_s is None:
        unknown.setdefault("warmup_s", "not_told")


def _flushes(ops: Operations | None, unknown: Mapping[str, str]) -> Document:
    if ops is None and FLUSH in unknown:
        ops = Operations()
    return _figures(ops, None if ops is None else _distribution(ops))


def _distribution(ops: Operations) -> bytes | None:
    """The distribution of completion latency, encoded for the store."""
    counts = None if ops.completion is None else ops.completion.counts
    return distributions.encode_histogram(counts) if counts else None


def _outstanding(
    rate: float,
    every: Operations,
    flush: Operations | None,
    derived: dict[str, str],
    unknown: Mapping[str, str],
) -> float | None:
    """Outstanding I/O by Little's law, from the latency with submission if known. A worker that
    waits for a sync has it outstanding, like a write."""
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


_CACHE_FINDINGS = ("cache_answered", "memory_answered", "cache_rate")


def _end_code(
    result: Result, every: Operations, rate: float, findings: Sequence[agreement.Finding]
) -> str:
    if "unfinished_status" in result.remarks:
        return "cut"
    if result.direct is not True and any(finding.code in _CACHE_FINDINGS for finding in findings):
        return "cached"
    offered = result.load.offered_rate_per_s
    if offered:
        n = every.count or 0
        behind = 1 - rate / offered
        if behind > max(MAX_SHORTFALL, 3 / math.sqrt(n) if n else MAX_UNCOUNTED_SHORTFALL):
            full = (result.cpu_share is not None and sum(result.cpu_share) >= FULL_CPU_SHARE) or (
                result.machine_cpu is not None and result.machine_cpu[0] >= FULL_CPU_SHARE
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
    figures = []
    for part in result.each:
        every = whole(part.kinds)
        spans = distributions.summary(every.completion, _distribution(every))
        figures.append(
            {
                "name": part.name,
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
    return {"of": "client", "figures": figures}


MOST_SPECS = 64
"""Specs of one workload that are kept: Runs of a file have it in common, and a few durations."""


def _spec(result: Result, program: str) -> SharedDocument:
    """The spec of a Run. Runs of one workload with the same load, target and durations share it."""
    load, workload = result.load, result.workload
    measured_s = result.seconds if result.asked_s is None else result.asked_s
    key = (program, result.engine, result.direct, result.warmup_s, measured_s, result.target)
    known: dict[tuple[object, ...], tuple[Load, str | None, SharedDocument]]
    known = vars(workload).setdefault("specs", {})
    if (
        (found := known.get(key)) is not None
        and found[0] is load
        and found[1] == result.target_kind
    ):
        return found[2]
    if len(known) == MOST_SPECS:
        known.clear()
    made = _make_spec(result, program, measured_s)
    known[key] = load, result.target_kind, made
    return made


_FIXED = SharedDocument(kind="fixed", confidence=None, objective=None)


@lru_cache(maxsize=MOST_SPECS)
def _target(name: str, kind: str | None) -> SharedDocument:
    return SharedDocument(
        name=name, kind=kind, size_bytes=None, logical_block_bytes=None, made_by_plimsoll=False
    )


def _make_spec(result: Result, program: str, measured_s: float | None) -> SharedDocument:
    return SharedDocument(
        {
            "clock": "real",
            "access": None if result.direct is None else "direct" if result.direct else "cached",
            "engine": f"{program} {result.engine}" if result.engine else program,
            "engine_options": [],
            "on_error": None,
            "seed": None,
            "stop": _FIXED,
            "phases": Composition(
                warmup_ns=None if result.warmup_s is None else round(result.warmup_s * 1e9),
                measure_ns=None if measured_s is None else round(measured_s * 1e9),
                interval_ns=None,
                drain_limit_ns=None,
                io_deadline_ns=None,
            ),
            "target": _target(result.target or "unknown", result.target_kind),
            "load": _once(result.load, _load),
            "workload": _once(result.workload, _workload),
        }
    )


T = TypeVar("T")


def _once(settings: T, document: Callable[[T], SharedDocument]) -> SharedDocument:
    """The document of these settings, which many Runs of a file may share: made once."""
    held = vars(settings)
    made: SharedDocument | None = held.get(document.__name__)
    if made is None:
        made = held[document.__name__] = document(settings)
    return made


def _workload(workload: Workload) -> SharedDocument:
    return SharedDocument(
        {
            "block_size_bytes": workload.block_size_bytes,
            "read_blocks": _blocks(workload),
            "write_blocks": _shares(workload.write_blocks)
            if workload.write_blocks
            else _blocks(workload),
            "read_percent": workload.read_percent,
            "trim_percent": workload.trim_percent,
            "pattern": workload.pattern,
            "working_set_bytes": workload.working_set_bytes,
            "working_set_offset_bytes": None,
            **_durability(workload),
        }
    )


def _durability(workload: Workload) -> Document:
    """The durability of writes; only the settings that are set."""
    found: Document = {}
    if workload.sync_every:
        found["sync"] = {"writes": workload.sync_every, "data_only": workload.sync_data_only}
    if workload.durable_writes:
        found["durable_writes"] = True
    return found


def _blocks(workload: Workload) -> list[Document]:
    one = workload.block_size_bytes
    return _shares(workload.blocks or (((one, 100.0),) if one is not None else ()))


def _shares(blocks: Sequence[tuple[int, float]]) -> list[Document]:
    return [{"bytes": size, "percent": share} for size, share in blocks]


def _load(load: Load) -> SharedDocument:
    if load.offered_rate_per_s is None:
        think = None if load.think_ns is None else {"exponential": False, "mean_ns": load.think_ns}
        return SharedDocument(
            kind="closed",
            workers=load.workers,
            queue_depth=load.queue_depth,
            think=think,
        )
    return SharedDocument(
        kind="open",
        workers=load.workers,
        offered_rate_per_s=load.offered_rate_per_s,
        arrivals=load.arrivals,
        profile={"kind": "flat"},
        max_outstanding=load.most_outstanding,
    )


def point_settings(result: Result) -> tuple[Document, Document, Document]:
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
    return (
        _target_settings(result.target or "unknown"),
        _once(workload, _workload_settings),
        _once(load, _load_settings),
    )


@lru_cache(maxsize=64)
def _target_settings(target: str) -> SharedDocument:
    return SharedDocument(name=target, path=target)


def _workload_settings(workload: Workload) -> SharedDocument:
    return _without_none(
        block_size=block_mix(workload.blocks, str)
        or (workload.block_size_bytes and str(workload.block_size_bytes)),
        write_block_size=block_mix(workload.write_blocks, str) or None,
        read=workload.read_percent,
        trim=workload.trim_percent or None,
        pattern=workload.pattern,
        working_set=workload.working_set_bytes and str(workload.working_set_bytes),
        sync=sync_value(
            workload.sync_every,
            data_only=workload.sync_data_only,
            durable_writes=workload.durable_writes,
        ),
    )


def _load_settings(load: Load) -> SharedDocument:
    return _without_none(
        workers=load.workers,
        queue_depth=load.queue_depth,
        rate=load.offered_rate_per_s,
        arrivals=load.arrivals,
    )


def _without_none(**values: object) -> SharedDocument:
    return SharedDocument({name: value for name, value in values.items() if value is not None})


def _intervals(parts: tuple[Part, ...]) -> list[tuple[Document, bytes | None]]:
    made = []
    for index, part in enumerate(parts):
        every = whole(part.kinds)
        if every.count is not None or every.rate_per_s is not None:
            blob = _distribution(every)
            made.append((_interval(index, part, every, blob), blob))
    return made


_NO_OPERATIONS = Operations(count=0, bytes=0)


def _interval(index: int, part: Part, every: Operations, blob: bytes | None) -> Document:
    # A total of all operations is stored as reads, since the kinds are unknown.
    reads, writes = every, _NO_OPERATIONS
    if set(part.kinds) != {"all"}:
        reads, writes = (part.kinds.get(kind, _NO_OPERATIONS) for kind in ("read", "write"))
    made = Composition(
        {
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
            "response_time_ns": unknown_figures.NO_LATENCY,
            "completion_latency_ns": distributions.summary(every.completion, blob),
            "system_load": None,
        }
    )
    for kind in ("read", "write"):
        latency = part.kinds[kind].completion if kind in part.kinds else None
        if latency is not None and latency.mean is not None:
            known = {"mean": latency.mean, "stddev": latency.stddev, "max": latency.max}
            made[f"{kind}_completion_latency_ns"] = known
    return made


def _amount(count: int | None, per_s: float | None, seconds: float) -> int | None:
    """The amount in an interval, from the count or the rate."""
    return count if count is not None or per_s is None else round(per_s * seconds)
