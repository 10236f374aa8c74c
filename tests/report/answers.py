"""Answers of searches as they stand in a store: what a test says of one, made whole and held
against the published schema."""

import functools
from typing import Any

import jsonschema_rs

from plimsoll.cli.schema import own
from plimsoll.features.limits.rules import document as limits_document
from plimsoll.features.limits.rules.judging import find_limits
from plimsoll.features.promises.rules.document import Check, ClaimVerdict, Code, Terms, Verdict
from plimsoll.search import document
from tests.features.limits.limit_sentences import two_depth_runs

LIMITED_BY = {
    "value": "target",
    "basis": "scaling",
    "confidence": 0.9,
    "because": "twice as much outstanding gained nothing",
}


def line(**said: Any) -> dict[str, Any]:
    """A load line. What is not said is as of one whose ends were held; its grade follows from what
    is said."""
    low, high = said.get("low"), said.get("high")
    held = {"low_confirmed": low is not None, "high_confirmed": high is not None}
    made = {
        "rate_per_s": low,
        "low": None,
        "high": None,
        **held,
        "confidence": 0.95,
        "horizon": None,
        "objective": None,
        "objective_from": "asked",
        "reason": "interval_narrow_enough",
        "because": "the interval is as narrow as requested",
        "limited_by": LIMITED_BY,
        **said,
    }
    made.setdefault(
        "grade", "confirmed" if made["low_confirmed"] and made["high_confirmed"] else "bounded"
    )
    made.setdefault("plan_per_s", made["low"] if made["low_confirmed"] else None)
    return made


def maximum(**said: Any) -> dict[str, Any]:
    """A closed-loop maximum, the target's own unless it is said otherwise."""
    return {
        "rate_per_s": 30_000.0,
        "queue_depth": 32,
        "workers": 2,
        "completion_latency_mean_ns": 2e6,
        "lower_bound": False,
        "limited_by": "target",
        "limit_reached": None,
        "others": None,
        **said,
    }


def probe(rate: float, **said: Any) -> dict[str, Any]:
    """A probe that passed at a rate, where it is not said otherwise."""
    judged = {"value": 0.001, "low": None, "high": None, "allowed": 0.01}
    return {
        "role": "probe",
        "offered_rate_per_s": rate,
        "queue_depth": None,
        "workers": 1,
        "stopped_when_decided": True,
        "outcome": "ok",
        "verdict": "pass",
        "reason": "met",
        "estimate": judged,
        "estimates": [{**judged, "objective": None}],
        "achieved_rate_per_s": rate,
        "mean_ns": 1e5,
        "p50_ns": 1e5,
        "p99_ns": 1e6,
        "own_lag_p99_ns": 1e3,
        "alone_p99_ns": None,
        "disturbed": 0,
        "seen_verdict": None,
        "storage_time": None,
        "carried_per_s": rate,
        "others": None,
        "completion_latency_mean_ns": 1e5,
        "outstanding_max": 8,
        "measure_s": 5.0,
        "seconds": 6.0,
        "operations": int(5 * rate),
        "bytes_written": 0,
        "limited_by": LIMITED_BY,
        "because": "the offered rate was carried",
        "seed": 1,
        "run_id": None,
        **said,
    }


def knee(rate: float) -> dict[str, Any]:
    """A knee between the rates beside it."""
    return {
        "rate_per_s": rate,
        "low": 0.9 * rate,
        "high": 1.1 * rate,
        "light_completion_latency_mean_ns": 3e5,
    }


def find(load_line: dict[str, Any], **said: Any) -> dict[str, Any]:
    """A whole answer, valid by the schema."""
    made = {
        "schema": document.SCHEMA,
        "load_line": load_line,
        "regimes": [],
        "non_monotone": [],
        "maximum": None,
        "knee": None,
        "probes": [],
        "events": [],
        "test_seconds": 61.0,
        "arrivals": "poisson",
        "seed": 42,
        **said,
    }
    _validator().validate(made)
    return made


@functools.cache
def _validator() -> jsonschema_rs.Draft202012Validator:
    """Of the published schema, which is itself checked once."""
    schema = own("find")
    jsonschema_rs.meta.validate(schema)
    return jsonschema_rs.Draft202012Validator(schema)


def promise(name: str, verdict: Verdict, because: str, **said: Any) -> ClaimVerdict:
    """A promise of a rate, judged."""
    made: dict[str, Any] = {
        "promise": name,
        "promised": "at least 4,000 IOPS",
        "terms": Terms(
            kind="rate",
            direction="at_least",
            value_per_s=4000.0,
            objective=None,
            workers=1,
            queue_depth=32,
        ),
        "direction": "at_least",
        "value": 4000.0,
        "unit": "IOPS",
        "margin": 0.01,
        "subject": "system",
        "verdict": verdict,
        "level": None,
        "because": because,
        "reason": Code(kind="no_run", figures={}),
        "would_decide": None,
        "measured": None,
        "runs": [],
        "flatness": None,
        "working_set_bytes": None,
        "volume_bytes": None,
        "notes": [],
        **said,
    }
    return ClaimVerdict(**made)


def check(verdict: Verdict, because: str, *evidence: ClaimVerdict) -> dict[str, Any]:
    """A whole verdict on promises, as a store keeps it."""
    return Check(
        verdict=verdict,
        because=because,
        evidence=list(evidence),
        name="p.toml",
        target="/data/a",
        test_seconds=61.0,
        measured=True,
        seed=1,
    ).model_dump(mode="json", by_alias=True)


def limits() -> dict[str, Any]:
    """A whole finding about limits: a cap of 3,000 IOPS, as a store keeps it."""
    return limits_document.of(find_limits(two_depth_runs({4 << 10: 3000.0, 64 << 10: 3000.0})))
