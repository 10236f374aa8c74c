"""Estimates from the histograms of a finished Run for an objective that it was not judged by.

A histogram has the number of operations beyond any bound, so the statistic of another objective can
be computed long after. It does not have their order, and slow operations come in clumps. So there
is an estimate and never a verdict. Its error follows from the memory that the Run's own judgement
found (`autocorrelation_ns`), by the rule of decision 0010-deciding-a-probe: operations within one
memory count as one. Where no memory was resolved there are no bounds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, cast

from plimsoll.base import units
from plimsoll.base.errors import InputError
from plimsoll.base.rules import LONGEST_SPAN_NS, MEMORIES_RESOLVED
from plimsoll.base.units import exact_seconds
from plimsoll.native.session import objective_terms
from plimsoll.search import coarse
from plimsoll.search.messages import message
from plimsoll.search.objectives import SYNC_LATENCY, bound_of, parts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from plimsoll.native.record import (
        Estimate,
        Judgement,
        ObjectiveFinding,
        ProbeVerdict,
        Reason,
        RunRecord,
        Summary,
    )
    from plimsoll.native.session import ObjectiveTerm
    from plimsoll.search.objectives import Bound

    Histograms = Callable[[], Mapping[str, bytes]]

FROM_HISTOGRAM = "from_histogram"
"""Reason of an undecided Run that was estimated from its histogram."""
FROM_FILE = "from_file"
"""The same from a figure of an imported file, without a distribution behind it."""
COARSE = "coarse_steps"
"""The same from a distribution whose steps are too wide to tell (`coarse.py`)."""
OWN_LAG = "own_lag"
SILENT = "silent"
"""Key of such a judgement: the miss may be our own lateness alone, so the Run is no evidence."""
WHOLE_SHARE = 0.9
"""An imported distribution has this share of the operations of its kind: one of some jobs alone
does not stand for all."""
STEPS_PER_DOUBLING = 32
"""Resolution at which a distribution of a file is read."""
LOW_QUANTILE, HIGH_QUANTILE = 0.025, 0.975
_KINDS = ("read", "write", "trim", "flush", "all")
"""Parts of the distribution of all operations; imported ones may come as one."""


@dataclass(frozen=True)
class _Statistic:
    """A statistic with its bounds, beside what is allowed of it; `ours`: our own lateness may be
    all that is wrong; `of_file`: an imported file's own figure."""

    value: float
    low: float | None
    high: float | None
    allowed: float
    ours: bool = False
    of_file: bool = False
    untold: bool = False
    """The steps of the distribution are too wide to separate met from missed."""


def figure(record: RunRecord, bound: Bound, *, total: bool = False) -> float | None:
    """The bounded latency of a record, ns; None where it has none. `total`: see `judged`."""
    whole = total_mean(record, bound) if total else None
    return bound.figure(record) if whole is None else whole["mean"]


def total_mean(record: RunRecord, bound: Bound) -> Summary | None:
    """The latency of an imported Run that includes submission, where its file has that beside one
    without (fio's lat beside clat) and a mean is bounded; else None."""
    if "imported" not in record or bound.statistic != "mean":
        return None
    latency = cast("Mapping[str, Any]", record[bound.kind]).get("total_latency_ns")
    return cast("Summary", latency) if latency and latency.get("mean") is not None else None


def rejudge(
    record: RunRecord, objective: str, histograms: Histograms | None, *, total: bool = False
) -> tuple[RunRecord, bool] | None:
    """The record judged by this canonical objective, and whether that had to be estimated. `total`:
    a mean is that of `total_mean`, where the file of an imported Run has it.

    The record is unchanged where the Run was judged by the objective, or by others that include it.
    None where it was not and there are no histograms. Raises InputError for an objective that no
    histogram has: one over periods, or of the share achieved.
    """
    known = record["judgement"]
    wanted = parts(objective)
    own = record["spec"]["stop"]["objective"]
    if known and own and parts(own) == wanted:
        return record, False
    listed = {part["objective"]: part for part in known["objectives"] or ()} if known else {}
    if known and all(text in listed for text in wanted):
        return _of_several(record, known, [listed[text] for text in wanted]), False
    if histograms is None:
        return None
    blobs = histograms()
    terms = objective_terms(objective)
    bounded = any(term.of == "errors" for term in terms)
    found = [
        (term.text, _statistic(record, term, blobs, failures=not bounded, total=total))
        for term in terms
    ]
    return {**record, "judgement": _judgement(record, known, found)}, True


def _of_several(record: RunRecord, known: Judgement, chosen: list[ObjectiveFinding]) -> RunRecord:
    """The judgement by some of the objectives that a Run was judged by."""
    verdict: ProbeVerdict = "fail"
    reason: Reason = "cannot_carry"
    if record["outcome"] != "cannot_carry":
        worst = next(
            (
                finding
                for name in ("fail", "undecided", "pass")
                for finding in chosen
                if finding["verdict"] == name
            ),
            chosen[0],
        )
        verdict, reason = worst["verdict"], worst["reason"]
    mine = next((finding for finding in chosen if finding["verdict"] == verdict), chosen[0])
    judgement: Judgement = {
        **known,
        "verdict": verdict,
        "reason": reason,
        "estimate": mine["estimate"],
        "alone": mine["alone"],
        "objectives": chosen,
    }
    return {**record, "judgement": judgement}


def _judgement(
    record: RunRecord, known: Judgement | None, found: list[tuple[str, _Statistic]]
) -> Judgement:
    """The judgement from a statistic of each objective. It is never stored: its reason and one of
    its keys are known here alone."""
    carried = record["outcome"] != "cannot_carry"
    # Worst first: what decides is what lies farthest beyond its bound.
    found = sorted(found, key=lambda pair: -pair[1].value / pair[1].allowed)
    verdict = "undecided" if carried else "fail"
    ours = carried and any(statistic.ours for _, statistic in found)
    late = ours or (known is not None and known["reason"] == OWN_LAG)

    def why(statistic: _Statistic) -> str:
        if not carried:
            return "cannot_carry"
        if late:
            return OWN_LAG
        return COARSE if statistic.untold else FROM_FILE if statistic.of_file else FROM_HISTOGRAM

    each = [
        {
            "objective": text,
            "verdict": verdict,
            "reason": why(statistic),
            "estimate": _estimate(statistic, carried=carried),
            "alone": None,
        }
        for text, statistic in found
    ]
    made = {
        "verdict": verdict,
        "reason": each[0]["reason"],
        "estimate": each[0]["estimate"],
        "alone": None,
        "objectives": each,
        SILENT: ours,
    }
    return cast("Judgement", {**(known or {}), **made})


def _estimate(found: _Statistic, *, carried: bool) -> Estimate:
    if not carried:
        return {
            "value": max(found.value, found.allowed),
            "low": None,
            "high": None,
            "allowed": found.allowed,
            "effective_operations": None,
        }
    return {
        "value": found.value,
        "low": found.low,
        "high": found.high,
        "allowed": found.allowed,
        "effective_operations": None,
    }


def _statistic(
    record: RunRecord,
    term: ObjectiveTerm,
    blobs: Mapping[str, bytes],
    *,
    failures: bool,
    total: bool,
) -> _Statistic:
    if term.of == "errors" and term.kind is not None and term.percent is not None:
        every = record[term.kind]
        if every["errors"] is None:
            raise InputError(*message.refusal("errors-not-told"))
        return _share(record, every["errors"], every["count"], term.percent / 100)
    bound = bound_of(term.text)
    if bound is None:
        raise InputError(*message.refusal("not-in-histograms", objective=term.text))
    if "imported" in record and not record["spec"]["stop"]["objective"]:
        return _of_file(record, bound, blobs, total=total)
    return _latency(record, bound, blobs, failures=failures)


def _latency(
    record: RunRecord, bound: Bound, histograms: Mapping[str, bytes], *, failures: bool
) -> _Statistic:
    """Failed operations count as slow ones, as they do when a Run is judged."""
    from plimsoll.native import histogram

    every = record[bound.kind]
    # Of an imported Run it may be unknown.
    errors = (every["errors"] or 0) if failures else 0
    blobs = [
        blob
        for name, blob in histograms.items()
        for kind, _, metric in (name.partition("."),)
        if metric
        in (
            bound.metric,
            "unfinished",
            *((SYNC_LATENCY,) if bound.kind == "flush" else ()),
        )
        and (kind == bound.kind or (bound.kind == "all" and kind in _KINDS))
    ]
    late = every["disturbed"] or 0
    if bound.statistic == "mean":
        spans = bound.spans(record)
        mean, spread = spans["mean"], spans["stddev"]
        if mean is None:
            raise _missing(record, bound)
        n = _effective(record, every["count"])
        error = None if spread is None or n is None else 1.96 * spread / n**0.5
        # One that never came back has no response time that a mean could hold.
        value = float(LONGEST_SPAN_NS) if errors else float(mean)
        ours = late > 0 and value > bound.bound_ns
        if error is None or errors:
            return _Statistic(value, None, None, bound.bound_ns, ours)
        return _Statistic(value, max(value - error, 1.0), value + error, bound.bound_ns, ours)
    total, beyond = histogram.beyond(blobs, int(bound.bound_ns)) if blobs else (0, 0)
    if not blobs:
        raise _missing(record, bound)
    allowed = 1.0 - float(bound.statistic[1:]) / 100
    found = _share(record, beyond + errors, total + errors, allowed)
    if late and found.value > allowed:
        # Each operation that we disturbed may have been slow only for that.
        return _share(
            record,
            max(0, beyond + errors - late),
            max(1, total + errors - late),
            allowed,
            ours_below=True,
        )
    return found


def _of_file(
    record: RunRecord, bound: Bound, histograms: Mapping[str, bytes], *, total: bool
) -> _Statistic:
    """The figure of an imported file, in ns: from its distribution of that kind of operation, else
    as the file states it. Its bounds take operations for independent, which they are not; the
    scatter of several Runs shows the rest (`imported_sweep.py`)."""
    from plimsoll.native import histogram

    every = record[bound.kind]
    if bound.statistic == "mean":
        spans = (total_mean(record, bound) if total else None) or bound.spans(record)
        mean, spread = spans["mean"], spans["stddev"]
        if mean is None:
            raise _missing(record, bound)
        error = 1.96 * spread / every["count"] ** 0.5 if spread and every["count"] else None
        if error is None:
            return _Statistic(float(mean), None, None, bound.bound_ns, of_file=True)
        low = max(mean - error, mean * 1e-3)
        return _Statistic(float(mean), low, mean + error, bound.bound_ns, of_file=True)
    blobs = _blobs(histograms, bound)
    counts = histogram.buckets(blobs, STEPS_PER_DOUBLING) if blobs else []
    n = sum(many for _, many in counts)
    stated = bound.figure(record)
    if n < max(1.0, WHOLE_SHARE * (every["count"] or 0)):
        # The file has no distribution, or one of some operations only; it may have the percentile.
        if stated is None:
            raise _missing(record, bound)
        return _Statistic(stated, None, None, bound.bound_ns, of_file=True)
    if (step := coarse.percentile(record, bound, blobs)) is not None:
        return _Statistic(step.value, step.low, step.high, bound.bound_ns, untold=step.met is None)
    share = float(bound.statistic[1:]) / 100
    off = 1.96 * (share * (1 - share) / n) ** 0.5
    low, value, high = (_at_share(counts, n, share + by) for by in (-off, 0.0, off))
    return _Statistic(
        stated or value, min(low, stated or value), max(high, stated or value), bound.bound_ns
    )


def _blobs(histograms: Mapping[str, bytes], bound: Bound) -> list[bytes]:
    """The distributions of that kind of operation, each of its parts."""
    return [
        blob
        for name, blob in histograms.items()
        for kind, _, metric in (name.partition("."),)
        if (metric == bound.metric and bound.kind in {kind, "all"})
        or (metric == SYNC_LATENCY and bound.kind == "flush")
    ]


def _at_share(counts: Sequence[tuple[int, int]], total: int, share: float) -> float:
    """The value below which this share of all lies, interpolated within a step."""
    wanted, so_far = share * total, 0
    for end, many in counts:
        if so_far + many >= wanted and many:
            begin = end / 2 ** (1 / STEPS_PER_DOUBLING)
            return float(begin + (end - begin) * max(0.0, wanted - so_far) / many)
        so_far += many
    return float(counts[-1][0])


def _missing(record: RunRecord, bound: Bound) -> InputError:
    limit = exact_seconds(bound.bound_ns / 1e9).replace(" ", "")
    imported = "imported" in record
    if imported and bound.metric == "response_time":
        of = "" if bound.kind == "all" else f", {bound.kind}"
        text = f"{bound.statistic}(completion_latency{of}) <= {limit}"
        return InputError(*message.refusal("no-response-time", objective=text))
    if imported and bound.kind == "all" and (has := _apart(record, bound)):
        text = f"{bound.statistic}({bound.metric}, {has[0]}) <= {limit}"
        return InputError(
            message(f"only-of-{'-and-'.join(has)}", statistic=bound.statistic),
            message("only-of-now", objective=text),
        )
    untold = cast("int | None", record[bound.kind]["count"]) is None
    if imported and bound.kind == "flush" and untold:
        return InputError(*message.refusal("syncs-not-told"))
    if imported and bound.kind == "flush" and not record["flush"]["count"]:
        return InputError(*message.refusal("no-syncs"))
    if imported and record[bound.kind]["count"]:
        return InputError(
            message(f"file-lacks-{bound.kind}", statistic=bound.statistic),
            message("file-lacks-now"),
        )
    figures = {"metric": bound.metric.replace("_", " "), "kind": bound.kind}
    if offered := record["offered_rate_per_s"]:
        figures["rate"] = units.count(offered)
    kind = "-syncs" if bound.kind == "flush" else ""
    at = "-at-rate" if offered else ""
    return InputError(message(f"run-lacks{kind}{at}", **figures), message("run-lacks-now"))


def _apart(record: RunRecord, bound: Bound) -> list[Literal["read", "write"]]:
    """The kinds of operation of which the file has that figure."""
    kinds: tuple[Literal["read", "write"], ...] = ("read", "write")
    return [kind for kind in kinds if replace(bound, kind=kind).figure(record) is not None]


def _share(
    record: RunRecord, many: int, total: int, allowed: float, *, ours_below: bool = False
) -> _Statistic:
    """A share of operations with its bounds."""
    if total <= 0:
        return _Statistic(1.0, None, None, allowed)
    n = _effective(record, total)
    # With none seen the share is that of half an operation, which has a logarithm.
    value = max(many, 0.5) / total
    low, high = (None, None) if n is None else _binomial(many / total * n, n)
    return _Statistic(value, low, high, allowed, ours_below and value <= allowed)


def _effective(record: RunRecord, count: int) -> float | None:
    """How many independent operations a Run is worth; none where its memory was not resolved."""
    known = record["judgement"]
    memory, span = (known["autocorrelation_ns"], known["span_ns"]) if known else (None, None)
    if (
        not known
        or not memory
        or not span
        or not known["batches"]
        or span < MEMORIES_RESOLVED * memory
    ):
        return None
    return float(min(count, span / memory))


def _binomial(k: float, n: float) -> tuple[float, float]:
    """Exact bounds of a share of which k of n were seen; both may be fractions."""
    from scipy.special import betaincinv

    low = float(betaincinv(k, n - k + 1, LOW_QUANTILE)) if k > 0 else 0.0
    return low, float(betaincinv(k + 1, n - k, HIGH_QUANTILE)) if k < n else 1.0
