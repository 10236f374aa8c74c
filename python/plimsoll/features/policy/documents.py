"""The JSON documents `plimsoll.policy/1` of the actions of `plimsoll policy`, distinguished by
`action`. Simulate has its own in `simulation`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal

from typing_extensions import TypedDict

from plimsoll.features.limits.rules import words as limit_words
from plimsoll.features.policy import words
from plimsoll.features.policy.applying import PutBack
from plimsoll.features.policy.backends.contract import Beside
from plimsoll.features.policy.changes import Change, Difference
from plimsoll.features.policy.journal import Chain
from plimsoll.features.policy.placement import Choice
from plimsoll.features.policy.proof import Proof
from plimsoll.features.policy.proofs import StoredProof
from plimsoll.features.policy.resolving import ResolvedPolicy
from plimsoll.features.policy.rules import PolicyVolume
from plimsoll.features.policy.verdicts import Answer, Verdict, limiter

SCHEMA: Literal["plimsoll.policy/1"] = "plimsoll.policy/1"

Step = Literal["set", "same", "failed", "left", "put_back", "changed_by_others"]


@dataclass(frozen=True)
class StatusFinding:
    """What contradicts itself (wrong) or wants a look."""

    kind: str
    weight: Literal["wrong", "look"]
    of: str
    figures: dict[str, float | str]
    text: str


@dataclass(frozen=True)
class StatusProof:
    """What verify found of a volume last."""

    verdict: Literal["kept", "broken", "inconclusive"]
    because: str
    kind: str | None
    """`because` as a code; null in proofs of before codes were kept."""
    figures: dict[str, float | str]
    notes: list[str]
    """Open questions."""
    noted: list[str]
    """The same as codes; their figures are those."""
    at: str
    """Time: ISO 8601, UTC."""
    version: int
    """Version of the file at that time."""
    current: bool
    """Whether setting and rules are still the proven ones."""
    store: str | None
    campaign: int | None


@dataclass(frozen=True)
class StatusItem:
    """A volume, or an object that volumes refer to."""

    name: str
    what: str
    policy: str
    version: int
    """Version of the file."""
    applied_version: int | None
    """Version of the last apply; null without one."""
    kind: str
    place: dict[str, str]
    rules: str | None
    accepted: list[str]
    configured: Literal["compliant", "drifted", "out_of_date", "unknown"]
    now: dict[str, str] | None
    wanted: dict[str, str] | None
    differences: list[Difference]
    beside: list[Beside]
    leaves: bool
    """No longer in the file."""
    error: str | None
    step: Step | None
    """The step of an apply; null for other actions."""
    proof: StatusProof | None
    """The last one from this account; null where there is none."""


@dataclass(frozen=True)
class PolicyStatus:
    """What policies ask for, what is set, and what was done about it."""

    schema: Literal["plimsoll.policy/1"]
    action: Literal["plan", "show", "apply"]
    file: str
    version: int
    findings: list[StatusFinding]
    items: list[StatusItem]
    unassigned: list[str]


RemovalStep = Literal["put_back", "kept", "changed_by_others", "failed", "forgotten"]


class RemovedItem(TypedDict):
    """An item that a policy had changed."""

    name: str
    kind: str
    place: dict[str, str]
    before: dict[str, str] | None
    """State before the first change."""
    step: RemovalStep
    now: dict[str, str] | None
    """State now, if somebody else changed it."""
    error: str | None
    needed_by: list[str]
    """Other policy files that need it, too, for which it was kept."""


class PolicyRemoval(TypedDict):
    """What was put back of a policy, and what was not."""

    schema: Literal["plimsoll.policy/1"]
    action: Literal["remove"]
    file: str
    items: list[RemovedItem]


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
    """Holder of the cap: policy_cap, target, cache or unknown; null without a proven cap."""
    limiter_confidence: float | None
    notes: list[str]
    noted: list[str]
    """The same as codes, in that order; what they name stands in `figures`."""
    points: list[VerifyPoint]
    test_seconds: float
    campaign: int | None
    """Campaign in the store."""


class PolicyVerify(TypedDict):
    """For each volume under a policy whether its rules are set, and whether they hold. Two answers,
    neither made of the other."""

    schema: Literal["plimsoll.policy/1"]
    action: Literal["verify"]
    file: str
    version: int
    verdict: Literal["kept", "broken", "inconclusive"]
    """broken when one volume is broken, drifted or out of date; else inconclusive when one is, or
    cannot be read; else kept."""
    volumes: list[VerifyVolume]
    test_seconds: float
    store: str | None


class PlaceMiss(TypedDict):
    """Why a datastore does not fit."""

    kind: str
    figures: dict[str, float | str]
    text: str


class PlaceChoice(TypedDict):
    """A datastore."""

    datastore: str
    fits: bool
    misses: list[PlaceMiss]
    free_bytes: int | None
    unreserved_rate_per_s: float | None
    unreserved_bytes_per_s: float | None


class PolicyPlace(TypedDict):
    """The datastores for a volume, those that fit first."""

    schema: Literal["plimsoll.policy/1"]
    action: Literal["place"]
    volume: str
    policy: str
    datastore: str | None
    """Datastore of the volume now."""
    choices: list[PlaceChoice]


def status(
    action: Literal["plan", "show", "apply"],
    file: str,
    resolved: ResolvedPolicy,
    changes: Iterable[Change],
    steps: Mapping[str, Step],
    proofs: Mapping[str, StoredProof],
) -> PolicyStatus:
    """The document of plan, show and apply. `steps` by item; `proofs`: the last ones, by volume."""
    by_name = {volume.volume: volume for volume in resolved.assigned}
    return PolicyStatus(
        schema=SCHEMA,
        action=action,
        file=file,
        version=resolved.file.version,
        findings=[
            StatusFinding(found.kind, found.weight, found.of, found.figures, words.finding(found))
            for found in resolved.findings
        ],
        items=[
            _item(
                change,
                by_name.get(change.item.name),
                steps.get(change.item.name),
                proofs.get(change.item.name),
            )
            for change in changes
        ],
        unassigned=resolved.unassigned,
    )


def _item(
    change: Change, volume: PolicyVolume | None, step: Step | None, proof: StoredProof | None
) -> StatusItem:
    """`volume`: set if the item is a volume."""
    item, rules = change.item, None if volume is None else words.rules(volume.rules)
    return StatusItem(
        name=item.name,
        what=item.what,
        policy=item.policy,
        version=item.version,
        applied_version=None if change.chain is None else change.chain.last.version,
        kind=change.kind,
        place=item.place,
        rules=rules,
        accepted=[] if volume is None else list(volume.accepted),
        configured=change.configured,
        now=change.now,
        wanted=item.wanted,
        differences=change.differences,
        beside=change.beside,
        leaves=change.leaves,
        error=None if change.error is None else change.error.message,
        step=step,
        proof=(
            None
            if rules is None or proof is None
            else _proof(proof, current=proof.holds_of(change, rules))
        ),
    )


def _proof(stored: StoredProof, *, current: bool) -> StatusProof:
    same = [key.name for key in fields(StatusProof) if key.name != "current"]
    return StatusProof(**{name: getattr(stored, name) for name in same}, current=current)


def removal(file: str, outcome: PutBack) -> PolicyRemoval:
    """The document of a removal."""
    items = [_removed_item(chain, "put_back") for chain in outcome.done]
    items += [_removed_item(chain, "kept", needed_by=files) for chain, files in outcome.kept]
    items += [_removed_item(chain, "forgotten") for chain in outcome.forgotten]
    items += [_removed_item(chain, "changed_by_others", now=now) for chain, now in outcome.changed]
    items += [_removed_item(chain, "failed", error=str(error)) for chain, error in outcome.failed]
    return {"schema": SCHEMA, "action": "remove", "file": file, "items": items}


def _removed_item(
    chain: Chain,
    step: RemovalStep,
    now: dict[str, str] | None = None,
    error: str | None = None,
    needed_by: Sequence[str] = (),
) -> RemovedItem:
    return {
        "name": chain.last.name,
        "kind": chain.last.kind,
        "place": chain.last.place,
        "before": chain.original,
        "step": step,
        "now": now,
        "error": error,
        "needed_by": list(needed_by),
    }


def verify(file: str, version: int, proofs: Sequence[Proof], store: str | None) -> PolicyVerify:
    """The document."""
    return {
        "schema": SCHEMA,
        "action": "verify",
        "file": file,
        "version": version,
        "verdict": overall(proofs),
        "volumes": [_verified_volume(proof) for proof in proofs],
        "test_seconds": sum(proof.seconds for proof in proofs),
        "store": store,
    }


def overall(proofs: Sequence[Proof]) -> Verdict:
    """The verdict over all volumes, set and proven."""
    states = {proof.change.configured for proof in proofs}
    verdicts = {proof.proven.verdict for proof in proofs}
    if "broken" in verdicts or states & {"drifted", "out_of_date"}:
        return "broken"
    return "inconclusive" if "inconclusive" in verdicts or "unknown" in states else "kept"


def _verified_volume(proof: Proof) -> VerifyVolume:
    assigned, limit = proof.assigned, proof.limit
    holder = limiter(proof.proven, limit)
    found = None if limit is None else limit.found
    return {
        "volume": assigned.volume,
        "policy": assigned.policy,
        "target": assigned.target,
        "rules": words.rules(assigned.rules),
        "accepted": list(assigned.accepted),
        "configured": proof.change.configured,
        "beside": [{"where": limit.where, "state": limit.state} for limit in proof.change.beside],
        "verdict": proof.proven.verdict,
        "kind": proof.proven.kind,
        "figures": proof.proven.figures,
        "because": words.verdict_sentence(proof.proven.kind, proof.proven.figures),
        "law": None if found is None else limit_words.law(found),
        "limiter": None if holder is None else holder[0],
        "limiter_confidence": None if holder is None else holder[1],
        "notes": [words.proof_note(note, proof.proven.figures) for note in proof.proven.notes],
        "noted": list(proof.proven.notes),
        "points": [_verified_point(answer) for answer in proof.answers],
        "test_seconds": proof.seconds,
        "campaign": proof.campaign,
    }


def _verified_point(answer: Answer) -> VerifyPoint:
    return {
        "block_bytes": answer.question.block_bytes,
        "read_percent": answer.question.read_percent,
        "allowed_per_s": answer.question.allowed_per_s,
        "measured_per_s": answer.measured_per_s,
        "verdict": answer.judged.verdict,
        "because": answer.judged.because,
        "judged": answer.judged.model_dump(mode="json"),
    }


def place(volume: str, policy: str, now: str | None, choices: Sequence[Choice]) -> PolicyPlace:
    """The document."""
    return {
        "schema": SCHEMA,
        "action": "place",
        "volume": volume,
        "policy": policy,
        "datastore": now,
        "choices": [
            {
                "datastore": choice.datastore,
                "fits": choice.fits,
                "misses": [
                    {"kind": miss.kind, "figures": miss.figures, "text": words.miss(miss)}
                    for miss in choice.misses
                ],
                "free_bytes": choice.room.bytes_left,
                "unreserved_rate_per_s": choice.room.rates_left.ops_per_s,
                "unreserved_bytes_per_s": choice.room.rates_left.bytes_per_s,
            }
            for choice in choices
        ],
    }
