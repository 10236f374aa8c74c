"""The answer of a search as a document: `plimsoll.find/1`, its closed lists and its JSON schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plimsoll.search import events, ledger
from plimsoll.search.grades import CONFIDENCE
from plimsoll.search.reasons import REASONS

if TYPE_CHECKING:
    from plimsoll.search.load_line import LoadLineResult
    from plimsoll.search.maximum import Maximum

SCHEMA = "plimsoll.find/1"

ROLES = ("maximum", "reference", "probe", "hold_low", "hold_high", "run")
"""Why a Run ran; `run`: it was asked for by itself, as in a sweep."""


def of(result: LoadLineResult) -> dict[str, Any]:
    """The document of a result."""
    ends, hold, graded = result.ends, result.ends.passed, result.graded
    return {
        "schema": SCHEMA,
        "load_line": {
            "grade": graded.grade,
            "rate_per_s": result.rate_per_s,
            "low": graded.low,
            "high": graded.high,
            "low_confirmed": ends.passed is not None and graded.low == ends.low,
            "high_confirmed": ends.high is not None and ends.failed is not None and graded.high == ends.high,
            "plan_per_s": graded.plan,
            "confidence": _confidence(result),
            "horizon": None
            if hold is None or graded.low != ends.low
            else {"seconds": hold.measure_s, "operations": hold.operations, "bytes_written": hold.bytes_written},
            "objective": result.objective,
            "objective_from": result.objective_from,
            "reason": result.reason,
            "because": result.because,
            "limited_by": result.limited_by,
        },
        "regimes": [
            {"approached_from": regime.approached_from, "low": regime.low, "high": regime.high}
            for regime in result.ends.regimes
        ],
        "non_monotone": [{"fails_at": fails, "passes_at": passes} for fails, passes in result.non_monotone],
        "maximum": _maximum(result.maximum),
        "knee": None
        if result.knee is None
        else {
            "rate_per_s": result.knee.rate_per_s,
            "low": result.knee.low,
            "high": result.knee.high,
            "light_completion_latency_mean_ns": result.knee.light_latency_ns,
        },
        "probes": [ledger.document(probe) for probe in result.probes],
        "events": [event.to_json() for event in result.events],
        "test_seconds": result.test_seconds,
        "arrivals": result.arrivals,
        "seed": result.seed,
    }


def _confidence(result: LoadLineResult) -> float | None:
    """Of the interval, or of the one end that was held; none beside others who had much of the machine."""
    if result.busy:
        return None
    if result.graded.grade == "estimated":
        return CONFIDENCE
    return result.confidence if result.confirmed else None


def _maximum(found: Maximum | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "rate_per_s": found.rate_per_s,
        "queue_depth": found.queue_depth,
        "workers": found.workers,
        "completion_latency_mean_ns": found.completion_latency_mean_ns,
        "lower_bound": found.lower_bound,
        "limited_by": found.limited_by,
        "limit_reached": found.limit_reached,
    }


def schema() -> dict[str, Any]:
    """The JSON schema of the document."""
    rate = _some("number", "operations per second", minimum=0)
    maybe_rate = _maybe("number", "operations per second")
    limiter = _object(
        "who set the limit, what that rests on and how surely",
        value=_one_of(
            "who", "target", "policy_cap", "client_cpu", "client_outstanding", "cache", "schedule", "unknown"
        ),
        basis=_one_of("from one Run or from several", "single", "scaling"),
        confidence=_some("number", "0 to 1"),
        because=_some("string", "what it rests on, with figures"),
        would_decide=_maybe("string", "what would decide it, or make it surer"),
    )
    # Records of before these two were told have none.
    limiter["required"] = ["value", "basis", "confidence"]
    figures = {
        "value": _some("number", "the estimate"),
        "low": _maybe("number", "lower confidence bound"),
        "high": _maybe("number", "upper confidence bound"),
        "allowed": _some("number", "what the objective allows"),
    }
    estimate = _object(
        "the statistic of the objective that decided: a share of operations or of periods, or a mean in ns", **figures
    )
    by_objective = _object(
        "the statistic of one objective", **figures, objective=_maybe("string", "which one, in canonical form")
    )
    probe = _object(
        "one Run of the search",
        role=_one_of("why it ran; run: it was asked for by itself, as in a sweep", *ROLES),
        offered_rate_per_s=maybe_rate,
        queue_depth=_maybe("integer", "per worker; null for an open loop"),
        workers=_some("integer", "workers"),
        stopped_when_decided=_some("boolean", "its length was left to its decision; else it was fixed"),
        outcome=_some("string", "as in the record of the Run"),
        verdict={"enum": ["pass", "fail", "undecided", None], "description": "null: says nothing about the target"},
        reason=_maybe("string", "of the verdict"),
        estimate=_or_null(estimate),
        estimates=_list(by_objective),
        achieved_rate_per_s=rate,
        mean_ns=_maybe("number", "response time"),
        p50_ns=_maybe("number", "response time"),
        p99_ns=_maybe("number", "response time"),
        own_lag_p99_ns=_maybe("number", "our own lateness"),
        alone_p99_ns=_maybe("number", "response time without the operations that our own lateness had a part in"),
        disturbed=_some("integer", "operations that our own lateness had a part in"),
        others=_maybe("number", "share of this machine's processors that others had meanwhile"),
        completion_latency_mean_ns=_maybe("number", "completion latency"),
        outstanding_max=_some("integer", "outstanding I/O"),
        measure_s=_some("number", "seconds of Measure"),
        seconds=_some("number", "seconds of Warmup, Measure and Drain"),
        operations=_some("integer", "operations intended inside Measure"),
        bytes_written=_some("integer", "bytes, all phases"),
        limited_by=limiter,
        because=_some("string", "the outcome in words"),
        seed=_some("integer", "of the Run"),
        run_id=_maybe("integer", "in the store"),
    )
    horizon = _object(
        "the hold at the low end: it holds for at least so long",
        seconds=_some("number", "seconds of Measure"),
        operations=_some("integer", "operations"),
        bytes_written=_some("integer", "bytes"),
    )
    line = _object(
        "the load line of the recommended regime",
        grade=_one_of(
            "confirmed: both ends were held; estimated: what all Runs together let one believe; bounded: at least low, or at"
            " most high",
            "confirmed",
            "estimated",
            "bounded",
        ),
        rate_per_s=_maybe("number", "best single estimate of the line, between low and high; null when it is bounded"),
        low=_maybe("number", "lower end: where the objective was held, or is believed to be met"),
        high=_maybe(
            "number", "upper end: the lowest rate at which a failure was held, or believed; null when none was reached"
        ),
        low_confirmed=_some("boolean", "whether a fresh hold passed at low"),
        high_confirmed=_some("boolean", "whether a fresh hold failed at high"),
        plan_per_s=_maybe(
            "number",
            "the rate to plan with: a lower end that was held; of an estimate, where hardly any Run would miss; null where nothing is safe",
        ),
        confidence=_maybe(
            "number",
            "of the interval; null when it is bounded and not confirmed, or when others had much of this machine",
        ),
        horizon=_or_null(horizon),
        objective=_maybe("string", "what must hold, in canonical form"),
        objective_from=_one_of(
            "who chose it; runs: the Runs that the line was read from were judged by it", "asked", "default", "runs"
        ),
        reason=_one_of("why the search ended", *REASONS),
        because=_some("string", "the same in words"),
        limited_by=limiter,
    )
    # Answers of before there was one have none.
    line["required"].remove("plan_per_s")
    regime = _object(
        "a line by the side from which it was approached",
        approached_from=_one_of("below: after rest; above: after overload", "below", "above", "both"),
        low=rate,
        high=maybe_rate,
    )
    region = _object(
        "the objective is missed at fails_at and met at the higher passes_at", fails_at=rate, passes_at=rate
    )
    most = _object(
        "the closed-loop maximum",
        rate_per_s=rate,
        queue_depth=_some("integer", "per worker: the smallest within 3 % of the best"),
        workers=_some("integer", "workers"),
        completion_latency_mean_ns=_maybe("number", "at that depth"),
        lower_bound=_some("boolean", "the client was full: the target may do more"),
        limited_by=_one_of("who", "target", "client_cpu", "client_outstanding"),
        limit_reached={"enum": ["most_outstanding", "most_workers", None], "description": "what ended the climb"},
    )
    knee = _object(
        "where mean completion latency is twice that at a tenth of the maximum",
        rate_per_s=rate,
        low=_some("number", "nearest rate measured below it"),
        high=_some("number", "nearest rate measured at or above it"),
        light_completion_latency_mean_ns=_some("number", "at a tenth of the maximum"),
    )
    event = _object(
        "what a reader should know",
        kind=_one_of("what", *events.KINDS),
        rate_per_s=maybe_rate,
        words=_some("string", "a sentence"),
    )
    whole = _object(
        "the answer of `plimsoll find`",
        schema={"const": SCHEMA},
        load_line=line,
        regimes=_list(regime),
        non_monotone=_list(region),
        maximum=_or_null(most),
        knee=_or_null(knee),
        probes=_list(probe),
        events=_list(event),
        test_seconds=_some("number", "run-clock seconds of all Runs, warm-up and drain included"),
        arrivals=_one_of("arrival process", "constant", "poisson"),
        seed=_some("integer", "of the whole search"),
    )
    # The command line adds where the Runs are kept.
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA,
        **whole,
        "additionalProperties": True,
    }


def _some(kind: str, words: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "description": words, **more}


def _maybe(kind: str, words: str) -> dict[str, Any]:
    return {"type": [kind, "null"], "description": words}


def _one_of(words: str, *values: str) -> dict[str, Any]:
    return {"enum": list(values), "description": words}


def _list(of_what: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of_what}


def _or_null(of_what: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [of_what, {"type": "null"}]}


def _object(words: str, /, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object", "description": words, "properties": properties, "required": list(properties),
        "additionalProperties": False,
    }  # fmt: skip
