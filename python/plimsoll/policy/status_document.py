"""`plimsoll.policy_status/1`: what policies ask for, what is there, and what was done about it.

What plan, show, apply and remove print with --json. Only shapes, and how they are filled.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Literal

from plimsoll.policy import words
from plimsoll.policy.backends.contract import Beside
from plimsoll.policy.changes import Difference

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from plimsoll.policy.changes import Change
    from plimsoll.policy.proofs import Kept
    from plimsoll.policy.resolving import Resolved
    from plimsoll.policy.rules import Assigned

SCHEMA = "plimsoll.policy_status/1"

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


@dataclass(frozen=True)
class StatusItem:
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
    differences: list[Difference]
    beside: list[Beside]
    leaves: bool
    """It is no longer in the file."""
    error: str | None
    step: Step | None
    """What was done; null where nothing was asked to be done."""
    proof: StatusProof | None
    """The last one from this account; null where there is none."""


@dataclass(frozen=True)
class PolicyStatus:
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
    return PolicyStatus(
        schema=SCHEMA,
        action=action,
        file=file,
        version=resolved.file.version,
        findings=[
            StatusFinding(one.kind, one.weight, one.of, one.figures, words.finding(one))
            for one in resolved.findings
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
    change: Change, volume: Assigned | None, step: Step | None, proof: Kept | None
) -> StatusItem:
    """`volume`: with its rules, where the item is one; `proof`: its last one."""
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


def _proof(kept: Kept, *, current: bool) -> StatusProof:
    same = [one.name for one in fields(StatusProof) if one.name != "current"]
    return StatusProof(**{name: getattr(kept, name) for name in same}, current=current)
