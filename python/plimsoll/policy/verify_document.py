"""`plimsoll.policy_verify/1`: for each volume under a policy whether its rules are set, and whether
they hold. Two answers, neither made of the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from typing_extensions import TypedDict

from plimsoll.judge.limits import words as limit_words
from plimsoll.policy import words
from plimsoll.policy.verdicts import limiter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.policy.proof import Proof
    from plimsoll.policy.verdicts import Answer, Verdict

SCHEMA = "plimsoll.policy_verify/1"


class VerifyPoint(TypedDict):
    """A Point: what the rules allow there, and what was measured (`judged`, as in check)."""

    block_bytes: int
    read_percent: float
    allowed_per_s: float
    measured_per_s: float | None
    verdict: Literal["kept", "broken", "inconclusive"]
    because: str
    judged: dict[str, Any]


class VerifyVolume(TypedDict):
    """A volume."""

    volume: str
    policy: str
    target: str | None
    rules: str
    accepted: list[str]
    configured: Literal["compliant", "drifted", "out_of_date", "unknown"]
    beside: list[dict[str, Any]]
    """Other limits on its way."""
    verdict: Literal["kept", "broken", "inconclusive"]
    kind: str
    """How it is broken, or why it is open: a code."""
    figures: dict[str, float | str]
    because: str
    law: str | None
    """The law that its rates follow; null when none fits."""
    limiter: str | None
    """Who holds the cap: policy_cap, target, cache or unknown; null when no cap is proven."""
    limiter_confidence: float | None
    notes: list[str]
    noted: list[str]
    """The same as codes, in that order; what they name stands in `figures`."""
    points: list[VerifyPoint]
    test_seconds: float
    campaign: int | None
    """In the store."""


class PolicyVerify(TypedDict):
    """The answer of verify."""

    schema: str
    file: str
    version: int
    verdict: Literal["kept", "broken", "inconclusive"]
    """broken when one volume is broken, drifted or out of date; else inconclusive when one is, or
    cannot be read; else kept."""
    volumes: list[VerifyVolume]
    test_seconds: float
    store: str | None


def verify(file: str, version: int, proofs: Sequence[Proof], store: str | None) -> PolicyVerify:
    """The document."""
    return {
        "schema": SCHEMA,
        "file": file,
        "version": version,
        "verdict": overall(proofs),
        "volumes": [_volume(one) for one in proofs],
        "test_seconds": sum(one.seconds for one in proofs),
        "store": store,
    }


def overall(proofs: Sequence[Proof]) -> Verdict:
    """Of all volumes, in both halves."""
    states = {one.change.configured for one in proofs}
    verdicts = {one.proven.verdict for one in proofs}
    if "broken" in verdicts or states & {"drifted", "out_of_date"}:
        return "broken"
    return "inconclusive" if "inconclusive" in verdicts or "unknown" in states else "kept"


def _volume(proof: Proof) -> VerifyVolume:
    assigned, limit = proof.assigned, proof.limit
    held = limiter(proof.proven, limit)
    found = None if limit is None else limit.found
    return {
        "volume": assigned.volume,
        "policy": assigned.policy,
        "target": assigned.target,
        "rules": words.rules(assigned.rules),
        "accepted": list(assigned.accepted),
        "configured": proof.change.configured,
        "beside": [{"where": one.where, "state": one.state} for one in proof.change.beside],
        "verdict": proof.proven.verdict,
        "kind": proof.proven.kind,
        "figures": proof.proven.figures,
        "because": words.proven(proof.proven.kind, proof.proven.figures),
        "law": None if found is None else limit_words.law(found),
        "limiter": None if held is None else held[0],
        "limiter_confidence": None if held is None else held[1],
        "notes": [words.proof_note(one, proof.proven.figures) for one in proof.proven.notes],
        "noted": list(proof.proven.notes),
        "points": [_point(one) for one in proof.answers],
        "test_seconds": proof.seconds,
        "campaign": proof.campaign,
    }


def _point(answer: Answer) -> VerifyPoint:
    return {
        "block_bytes": answer.question.block_bytes,
        "read_percent": answer.question.read_percent,
        "allowed_per_s": answer.question.allowed_per_s,
        "measured_per_s": answer.measured_per_s,
        "verdict": answer.judged.verdict,
        "because": answer.judged.because,
        "judged": answer.judged.model_dump(mode="json"),
    }
