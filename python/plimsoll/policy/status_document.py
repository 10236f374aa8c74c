"""`plimsoll.policy_status/1`: what policies ask for, what is there, and what was done about it.

What plan, show, apply and remove print with --json. Only shapes, and how they are filled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from typing_extensions import TypedDict

from plimsoll.policy import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from plimsoll.policy.changes import Change
    from plimsoll.policy.proofs import Kept
    from plimsoll.policy.resolving import Finding, Resolved

SCHEMA = "plimsoll.policy_status/1"

Step = Literal["set", "same", "failed", "left", "put_back", "changed_by_others"]


class StatusFinding(TypedDict):
    """What contradicts itself (wrong) or wants a look."""

    kind: str
    weight: Literal["wrong", "look"]
    of: str
    figures: dict[str, float | str]
    text: str


class StatusDifference(TypedDict):
    """A key as it is and as it shall be; null where the item does not exist."""

    key: str
    now: str | None
    wanted: str | None


class StatusBeside(TypedDict):
    """Another limit on the way of a volume."""

    where: str
    state: dict[str, str]


class StatusProof(TypedDict):
    """What verify found of a volume last."""

    verdict: Literal["kept", "broken", "inconclusive"]
    because: str
    kind: str | None
    """`because` as a code; null in proofs of before codes were kept."""
    figures: dict[str, float | str]
    notes: list[str]
    """What it leaves open."""
    noted: list[str]
    """The same as codes; their figures are those."""
    at: str
    """When: ISO 8601, UTC."""
    version: int
    """Of the file, then."""
    current: bool
    """Whether what is set, and asked for, is still what was proven."""
    store: str | None
    campaign: int | None


class StatusItem(TypedDict):
    """A volume, or an object that volumes refer to."""

    name: str
    what: str
    policy: str
    version: int
    """Of the file, that asks for it."""
    applied_version: int | None
    """Of the file, that was applied last; null when none was."""
    kind: str
    place: dict[str, str]
    rules: str | None
    accepted: list[str]
    configured: Literal["compliant", "drifted", "out_of_date", "unknown"]
    now: dict[str, str] | None
    wanted: dict[str, str] | None
    differences: list[StatusDifference]
    beside: list[StatusBeside]
    leaves: bool
    """It is no longer in the file."""
    error: str | None
    step: Step | None
    """What was done; null where nothing was asked to be done."""
    proof: StatusProof | None
    """The last one from this account; null where there is none."""


class PolicyStatus(TypedDict):
    """The answer of plan, show, apply and remove."""

    schema: str
    action: Literal["plan", "show", "apply", "remove"]
    file: str
    version: int
    findings: list[StatusFinding]
    items: list[StatusItem]
    unassigned: list[str]


def status(
    action: Literal["plan", "show", "apply", "remove"],
    file: str,
    resolved: Resolved,
    changes: Iterable[Change],
    steps: Mapping[str, Step],
    proofs: Mapping[str, Kept],
) -> PolicyStatus:
    """The document. `steps`: what was done, by name; `proofs`: the last ones, by volume."""
    by_name = {one.volume: one for one in resolved.assigned}
    items: list[StatusItem] = []
    for change in changes:
        item = change.item
        volume = by_name.get(item.name)
        items.append(
            {
                "name": item.name,
                "what": item.what,
                "policy": item.policy,
                "version": item.version,
                "applied_version": None if change.chain is None else change.chain.last.version,
                "kind": change.kind,
                "place": item.place,
                "rules": None if volume is None else words.rules(volume.rules),
                "accepted": [] if volume is None else list(volume.accepted),
                "configured": change.configured,
                "now": change.now,
                "wanted": item.wanted,
                "differences": [
                    {"key": one.key, "now": one.now, "wanted": one.wanted}
                    for one in change.differences
                ],
                "beside": [{"where": one.where, "state": one.state} for one in change.beside],
                "leaves": change.leaves,
                "error": None if change.error is None else change.error.message,
                "step": steps.get(item.name),
                "proof": (
                    None
                    if volume is None or (kept := proofs.get(item.name)) is None
                    else _proof(kept, kept.holds_of(change, words.rules(volume.rules)))
                ),
            }
        )
    return {
        "schema": SCHEMA,
        "action": action,
        "file": file,
        "version": resolved.file.version,
        "findings": [finding(one) for one in resolved.findings],
        "items": items,
        "unassigned": resolved.unassigned,
    }


def _proof(kept: Kept, current: bool) -> StatusProof:
    return {
        "verdict": kept.verdict,
        "because": kept.because,
        "kind": kept.kind,
        "figures": dict(kept.figures),
        "notes": kept.notes,
        "noted": kept.noted,
        "at": kept.at,
        "version": kept.version,
        "current": current,
        "store": kept.store,
        "campaign": kept.campaign,
    }


def finding(of: Finding) -> StatusFinding:
    """A finding with its words."""
    return {
        "kind": of.kind,
        "weight": of.weight,
        "of": of.of,
        "figures": of.figures,
        "text": words.finding(of),
    }
