"""Checks the figures of another program against each other (measurement.md, section 7). A figure
contradicted by more than rounding is not shown as measured; the finding has a code and the figures.

Rate x latency is the mean of what is outstanding (Little), which cannot exceed the depth.
Percentiles and means lie between the extremes. Bytes are operations x block. A distribution has the
mean printed beside it. Latency with submission is at least the latency without."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from plimsoll.features.imports.results.run_result import FLUSH, Latency, Operations, Result

ROUNDING = 0.02
"""Largest difference from rounding: figures have three digits, times are whole microseconds."""
MAX_DEPTH_EXCESS = 1.15
"""Most that rate x latency may exceed the depth: by rounding, and by completions noticed late."""
MIN_DEPTH_SHARE = 0.5
"""A closed loop below this share of its depth is limited by something in front of the storage."""
FULL_DEPTH_SHARE = 0.85
"""Below this share, too, something is missing: what is measured holds rate x latency within 2 % of
the depth."""
SUBMIT_RATIO = 1.05
"""Ratio of latency with and without submission from which the submit call is a finding."""
CACHE_READ_NS = 10_000
"""Time of the fastest disks for a small read without the page cache."""
DISK_LINK_BYTES_PER_S = 30.25e9
"""Bytes/s of PCIe 6.0 x4, the fastest link of a disk."""
FASTEST_NS_PER_BYTE = 1e9 / DISK_LINK_BYTES_PER_S
MEMORY_NS = 3_000
"""No disk is faster than this, whatever the flags of its file."""
MAX_MEAN_DIFFERENCE = 0.1
"""A distribution whose mean differs by more, besides the width of its steps, belongs to other
operations."""
MAX_RATE_DIFFERENCE = 0.1
"""Rates within this difference are equal."""
MAX_SIZE_DIFFERENCE = 0.1
"""Operations cut at the end of a target, or merged, change the mean size by less."""


class Finding(NamedTuple):
    """A contradiction or remark on two figures of a file: a code, and the figures for its text.
    `kind` is the kind of operations, or "all"."""

    code: str
    kind: str
    figures: Mapping[str, float]


def refuted_rate(result: Result, kinds: Mapping[str, Operations]) -> tuple[float, float] | None:
    """The rate in the file, and a different one on which two other figures agree: bytes at the
    block size, latency at the depth of a closed loop, or the file's own parts. None if the rate
    stands."""
    parts = _every(kinds)
    rates = [ops.rate_per_s for ops in parts]
    file_rate = math.fsum(rate or 0.0 for rate in rates)
    if not file_rate or None in rates or FLUSH in kinds:
        return None
    witnesses = list(_witnesses(result, kinds, parts, file_rate))
    for at, witness in enumerate(witnesses):
        for other in witnesses[at + 1 :]:
            same = abs(other / witness - 1) <= MAX_RATE_DIFFERENCE
            if same and all(
                abs(rate / file_rate - 1) > MAX_RATE_DIFFERENCE for rate in (witness, other)
            ):
                return file_rate, witness
    return None


def _every(kinds: Mapping[str, Operations]) -> list[Operations]:
    """All operations except syncs: the total if the file has one, else each kind."""
    return [kinds["all"]] if "all" in kinds else [kinds[kind] for kind in kinds if kind != FLUSH]


def _witnesses(
    result: Result, kinds: Mapping[str, Operations], parts: Sequence[Operations], file_rate: float
) -> Iterator[float]:
    """Rates of all operations that other figures give."""
    block, load = result.workload.block_size_bytes, result.load
    each = [(ops.bytes_per_s or 0.0) / block for ops in parts] if block else []
    # Where the bytes of reads or of writes alone are others, these have a block of their own.
    if each and all(
        rate and abs(rate / (ops.rate_per_s or rate) - 1) > MAX_RATE_DIFFERENCE
        for rate, ops in zip(each, parts, strict=True)
    ):
        yield math.fsum(each)
    spans = [(ops.rate_per_s or 0.0, ops.whole or ops.completion) for ops in parts]
    means = [(rate, span.mean) for rate, span in spans if span is not None and span.mean]
    closed = load.offered_rate_per_s is None and not load.think_ns
    if closed and load.most_outstanding and len(means) == len(spans):
        mean = math.fsum(rate * ns for rate, ns in means) / file_rate
        yield load.most_outstanding / mean * 1e9
    # A total beside its rows or parts; checks of several clones are each of one of them.
    totals = [check for check in result.checks if check.figure == "all.rate_per_s"]
    if "all" in kinds and len(totals) == 1 and totals[0].recomputed:
        yield totals[0].recomputed


def remove_contradictions(
    result: Result, kinds: Mapping[str, Operations]
) -> tuple[dict[str, Operations], list[Finding]]:
    """Every kind without the figures that others of the same file contradict, and what was
    found."""
    found: list[Finding] = []
    made = {}
    for kind, ops in kinds.items():
        made[kind], findings = _of_kind(result, kind, ops)
        found += findings
    if "all" in made and refutes_mean(result, made["all"]):
        latency = replace(made["all"].completion or Latency(), mean=None, stddev=None)
        made["all"] = replace(made["all"], completion=latency)
    findings_of_all = list(_outstanding(result, made))
    found += findings_of_all
    found += _from_memory(result, made)
    if any(finding.code == "more_outstanding_than_depth" for finding in findings_of_all):
        made = {
            kind: replace(ops, completion=None, submission=None, whole=None)
            for kind, ops in made.items()
        }
    return made, found


def refutes_mean(result: Result, every: Operations) -> bool:
    """Whether parts or the outstanding I/O contradict the mean latency of all operations: the check
    is kept with the Run, and says so. A distribution is a witness for the mean."""
    if every.completion is None or every.completion.counts:
        return False
    refuted = {check.figure for check in result.checks if not check.agrees}
    return not refuted.isdisjoint(("all.mean", "all.outstanding"))


def _of_kind(result: Result, kind: str, ops: Operations) -> tuple[Operations, list[Finding]]:
    found: list[Finding] = []
    for name in ("completion", "submission", "whole"):
        latency: Latency | None = getattr(ops, name)
        if latency is None:
            continue
        agreeing, findings = _spans(kind, latency)
        if agreeing is not latency:
            ops = replace(ops, **{name: agreeing})  # type: ignore[arg-type]
        found += findings if name == "completion" else []
    ops, findings = _with_submission(kind, ops)
    found += findings
    size = _bytes_each(result, ops)
    if size is not None:
        found.append(Finding("bytes_against_operations", kind, size))
        ops = replace(ops, bytes=None, bytes_per_s=None)
    return ops, found


def _spans(kind: str, latency: Latency) -> tuple[Latency, list[Finding]]:
    """A latency whose figures contradict none of each other."""
    found: list[Finding] = []
    low, high, mean = latency.min, latency.max, latency.mean
    if low is not None and high is not None and low > high * (1 + ROUNDING):
        found.append(Finding("least_above_most", kind, {"min_ns": low, "max_ns": high}))
        return replace(latency, min=None, max=None), found
    outside = mean is not None and (
        (low is not None and mean < low * (1 - ROUNDING))
        or (high is not None and mean > high * (1 + ROUNDING))
    )
    if outside and mean is not None:
        figures = {"mean_ns": mean, "min_ns": low or 0.0, "max_ns": high or math.inf}
        found.append(Finding("mean_beyond_extremes", kind, figures))
        return replace(latency, mean=None, stddev=None, percentiles={}, counts=None), found
    wrong = _percentile_beyond(latency)
    if wrong is not None:
        found.append(Finding("percentile_beyond_extremes", kind, wrong))
        latency = replace(latency, percentiles={})
        return latency, found
    apart = _mean_apart(latency)
    if apart is not None:
        found.append(Finding("mean_beyond_percentiles", kind, apart))
        latency = replace(latency, percentiles={})
    if latency.counts and mean:
        total = sum(latency.counts.values())
        own = math.fsum(value * many for value, many in latency.counts.items()) / total
        if abs(own / mean - 1) > MAX_MEAN_DIFFERENCE + (latency.width or 0.0):
            figures = {"mean_ns": mean, "distribution_ns": own}
            found.append(Finding("distribution_against_mean", kind, figures))
            latency = replace(latency, counts=None, percentiles={})
    return latency, found


def _percentile_beyond(latency: Latency) -> dict[str, float] | None:
    """The first percentile below the least, above the most, or below a lower one."""
    last = 0.0
    for percent, value in sorted(latency.percentiles.items()):
        low, high = latency.min, latency.max
        figures = {"percent": percent, "value_ns": value}
        # Percentiles are the upper end, or the middle, of a step.
        if low is not None and value < low * (1 - 2 * ROUNDING) - 1_000:
            return figures | {"min_ns": low}
        if high is not None and value > high * (1 + 2 * ROUNDING) + 1_000:
            return figures | {"max_ns": high}
        if value < last * (1 - ROUNDING):
            return figures | {"before_ns": last}
        last = value
    return None


def _mean_apart(latency: Latency) -> dict[str, float] | None:
    """The mean and the bound that it violates, given percentiles and extremes; else None. The
    slowest hundredth cannot move the mean by more than a hundredth of the longest."""
    mean = latency.mean
    if not mean or not latency.percentiles or latency.counts or latency.buckets:
        return None
    low = high = 0.0
    at, least = 0.0, latency.min or 0.0
    for percent, value in (*sorted(latency.percentiles.items()), (100.0, latency.max)):
        share = (percent - at) / 100
        low += share * least
        # Percentiles are the upper end, or the middle, of a step.
        high += share * (math.inf if value is None else value) if share else 0.0
        at, least = percent, least if value is None else value
    room = 2 * ROUNDING
    if mean > high * (1 + room) + 1_000:
        return {"mean_ns": mean, "most_ns": high}
    return {"mean_ns": mean, "least_ns": low} if mean < low * (1 - room) - 1_000 else None


def _with_submission(kind: str, ops: Operations) -> tuple[Operations, list[Finding]]:
    """Checks latency with submission against latency without. A submit call that takes a large part
    is a finding."""
    completion, whole = ops.completion, ops.whole
    if completion is None or whole is None or not completion.mean or not whole.mean:
        return ops, []
    if whole is completion:
        return ops, []
    figures = {"without_ns": completion.mean, "with_ns": whole.mean}
    if whole.mean < completion.mean * (1 - ROUNDING) - 1_000:
        found = Finding("longer_without_submission", kind, figures)
        return replace(ops, completion=None, whole=None), [found]
    if whole.mean > completion.mean * SUBMIT_RATIO + 1_000:
        return ops, [Finding("submit_held", kind, figures)]
    return ops, []


def _bytes_each(result: Result, ops: Operations) -> dict[str, float] | None:
    """The mean size of operations, where it differs from the requested one."""
    block = result.workload.block_size_bytes
    if not block or not ops.count or not ops.bytes or ops.count < 100:
        return None
    each = ops.bytes / ops.count
    return {"each": each, "block": block} if abs(each / block - 1) > MAX_SIZE_DIFFERENCE else None


def outstanding(kinds: Mapping[str, Operations]) -> float | None:
    """Rate x latency of all operations, syncs included; None where a part of it is unknown."""
    # Kinds are part of a total, where there is one. Syncs never are.
    parts = [kind for kind in kinds if "all" not in kinds or kind in ("all", FLUSH)]
    counted = [kinds[kind] for kind in parts if kinds[kind].count]
    if not counted:
        return None
    total = 0.0
    for ops in counted:
        latency = ops.whole or ops.completion
        if ops.rate_per_s is None or latency is None or latency.mean is None:
            return None
        total += ops.rate_per_s * latency.mean / 1e9
    return total


def _outstanding(result: Result, kinds: Mapping[str, Operations]) -> Iterator[Finding]:
    """Rate x latency of all operations, compared with the depth."""
    depth, total = result.load.most_outstanding, outstanding(kinds)
    if not depth or total is None:
        return
    figures = {"outstanding": total, "depth": float(depth)}
    if total > depth * MAX_DEPTH_EXCESS + 0.05:
        yield Finding("more_outstanding_than_depth", "all", figures)
    closed = result.load.offered_rate_per_s is None and not result.load.think_ns
    if not closed or total >= FULL_DEPTH_SHARE * depth:
        return
    if result.workload.sync_every and FLUSH not in kinds:
        yield Finding("sync_time_missing", "all", figures)
    elif depth >= 2 and total < MIN_DEPTH_SHARE * depth:
        rate_unknown = "rate_not_told" in result.remarks
        yield Finding("depth_or_rate" if rate_unknown else "depth_not_reached", "all", figures)
    elif depth >= 2:
        yield Finding("depth_partly_used", "all", figures)


def _from_memory(result: Result, kinds: Mapping[str, Operations]) -> Iterator[Finding]:
    """Operations faster than any storage. Runs with syncs are exempt, since syncs reach the
    storage; so is the engine null, which reaches nothing."""
    if result.engine == "null" or (FLUSH in kinds and kinds[FLUSH].count):
        return
    each = _time_each(result, kinds)
    block = result.workload.block_size_bytes
    if each is None or not block:
        yield from _beyond_one_disk(result, kinds)
        return
    least = CACHE_READ_NS + block * FASTEST_NS_PER_BYTE
    figures = {"each_ns": each, "block": float(block), "least_ns": least}
    if result.direct is False and each < least:
        yield Finding("cache_answered", "all", figures)
    elif each < MEMORY_NS:
        yield Finding("memory_answered", "all", figures)
    else:
        yield from _beyond_one_disk(result, kinds)


def _beyond_one_disk(result: Result, kinds: Mapping[str, Operations]) -> Iterator[Finding]:
    """More bytes than one disk carries, where a cache may have given them."""
    parts = _every(kinds)
    total = math.fsum(ops.bytes_per_s or 0.0 for ops in parts)
    if total > DISK_LINK_BYTES_PER_S and result.direct is not True:
        code = "beyond_one_disk" if result.direct is None else "cache_rate"
        yield Finding(code, "all", {"bytes_per_s": total, "one_disk": DISK_LINK_BYTES_PER_S})


def _time_each(result: Result, kinds: Mapping[str, Operations]) -> float | None:
    """Mean time of an operation: the mean latency, or at most depth / rate without latencies."""
    parts = _every(kinds)
    rates = [ops.rate_per_s for ops in parts if ops.rate_per_s]
    total = math.fsum(rates)
    if not total:
        return None
    spent = 0.0
    for ops in parts:
        latency = ops.whole or ops.completion
        if ops.rate_per_s and latency is not None and latency.mean is not None:
            spent += ops.rate_per_s * latency.mean
        elif ops.rate_per_s:
            depth = result.load.most_outstanding
            return depth / total * 1e9 if depth else None
    return spent / total
