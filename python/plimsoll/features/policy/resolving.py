"""From a policy file to volumes with the rules that hold for them, and what contradicts itself.

A finding is a code with its figures; `words.py` says it. `wrong` ones refuse plan and apply, the
others are told.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.file import Datastore, Policy, PolicyFile, Volume, rates, system_of
from plimsoll.features.policy.placement import misplaced
from plimsoll.features.policy.rules import Assigned, ConflictError, Figures, Rates, Rules, together

if TYPE_CHECKING:
    from collections.abc import Mapping

Weight = Literal["wrong", "look"]


@dataclass(frozen=True)
class Finding:
    """What contradicts itself or wants a look: a code in `words.FINDINGS`, of what, and figures."""

    kind: str
    weight: Weight
    of: str
    figures: Figures = field(default_factory=dict)


@dataclass(frozen=True)
class Resolved:
    """A policy file, taken apart."""

    file: PolicyFile
    assigned: list[Assigned]
    """Volumes under a policy that a system enforces, in the order of the file."""
    unassigned: list[str]
    """Volumes under no policy, or on no system."""
    findings: list[Finding]
    rules: Mapping[str, Rules]
    """By policy."""

    @property
    def unverified(self) -> list[Finding]:
        """Systems that are reached without their certificate being checked."""
        return [one for one in self.findings if one.kind == "unverified"]

    @property
    def wrong(self) -> list[Finding]:
        """What refuses it."""
        return [one for one in self.findings if one.weight == "wrong"]


def resolve(file: PolicyFile) -> Resolved:
    """Every volume with its rules."""
    findings: list[Finding] = []
    rules: dict[str, Rules] = {}
    for name, policy in file.policy.items():
        rules[name] = _rules(file, name, policy, findings)
    assigned: list[Assigned] = []
    unassigned: list[str] = []
    for name, volume in file.volume.items():
        one = _assigned(file, name, volume, rules, findings)
        if one is None:
            unassigned.append(name)
        else:
            assigned.append(one)
    for name, table in file.system.items():
        where = table.place()
        if BACKENDS[table.kind].unverified(where):
            findings.append(Finding("unverified", "look", f"system.{name}", dict(where)))
    for name, store in file.datastore.items():
        findings += _of_datastore(file, name, store, rules)
    return Resolved(file, assigned, unassigned, findings, rules)


def policy_of(file: PolicyFile, volume: Volume) -> str | None:
    """The policy that holds for a volume: its own, or its datastore's."""
    if volume.policy is not None or volume.datastore is None:
        return volume.policy
    return file.datastore[volume.datastore].policy


def _rules(file: PolicyFile, name: str, policy: Policy, findings: list[Finding]) -> Rules:
    try:
        made = together([(one, file.component[one].rules()) for one in policy.components])
    except ConflictError as error:
        findings.append(Finding("conflict", "wrong", f"policy.{name}", {"why": str(error)}))
        return Rules()
    limits = _least_limit(made)
    for unit, limit, reservation in limits.below(made.reservation):
        findings.append(
            Finding(
                "reservation_above_limit",
                "wrong",
                f"policy.{name}",
                {"unit": unit, "reservation": reservation, "limit": limit},
            )
        )
    return made


def _least_limit(rules: Rules) -> Rates:
    """What reads and writes together may have at most."""
    if rules.shared.given:
        return rules.shared
    if rules.read.given and rules.write.given:
        return Rates(
            _sum(rules.read.ops_per_s, rules.write.ops_per_s),
            _sum(rules.read.bytes_per_s, rules.write.bytes_per_s),
        )
    return Rates()


def _sum(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one + other


def _assigned(
    file: PolicyFile,
    name: str,
    volume: Volume,
    rules: Mapping[str, Rules],
    findings: list[Finding],
) -> Assigned | None:
    policy, system = policy_of(file, volume), system_of(file, volume)
    if policy is None:
        return None
    if volume.datastore is not None:
        store = file.datastore[volume.datastore]
        for miss in misplaced(file.policy[policy].place, store):
            figures: Figures = {
                "policy": policy,
                "datastore": volume.datastore,
                "why": miss.kind,
                **miss.figures,
            }
            findings.append(Finding("misplaced", "look", f"volume.{name}", figures))
    if system is None:
        findings.append(Finding("no_system", "look", f"volume.{name}", {"policy": policy}))
        return None
    accepted = frozenset(file.system[system].accept)
    asked = rules[policy]
    enforced = asked.without(accepted)
    kind = file.system[system].kind
    findings += [
        Finding(
            f"cannot_{difference}",
            "wrong",
            f"volume.{name}",
            {"policy": policy, "system": system, "kind": kind, "accept": difference},
        )
        for difference in BACKENDS[kind].unmet(enforced, dict(volume.at))
    ]
    if not enforced.limited and not enforced.reservation.given and enforced.shares is None:
        findings.append(Finding("no_rules", "look", f"volume.{name}", {"policy": policy}))
    return Assigned(
        volume=name,
        policy=policy,
        version=file.version,
        rules=enforced,
        asked=asked,
        system=system,
        at=dict(volume.at),
        size_bytes=None if volume.size is None else _bytes(volume.size),
        vm=volume.vm,
        target=volume.target,
        accepted=tuple(
            difference
            for difference in file.system[system].accept
            if asked.without(frozenset([difference])) != asked
        ),
        components=tuple(file.policy[policy].components),
        tags=dict(file.policy[policy].place.tags),
        datastores={
            store: one.tags for store, one in file.datastore.items() if one.system == system
        },
    )


def _bytes(text: str) -> int:
    from plimsoll.native.session import parse_size

    return parse_size(text)


def _of_datastore(
    file: PolicyFile, name: str, store: Datastore, rules: Mapping[str, Rules]
) -> list[Finding]:
    here = [
        rules[policy]
        for volume in file.volume.values()
        if volume.datastore == name and (policy := policy_of(file, volume)) is not None
    ]
    reserved = Rates(
        sum(one.reservation.ops_per_s or 0.0 for one in here) or None,
        sum(one.reservation.bytes_per_s or 0.0 for one in here) or None,
    )
    if not reserved.given:
        return []
    if store.load_line is None:
        return [Finding("line_unknown", "look", f"datastore.{name}", {"volumes": len(here)})]
    line = rates(store.load_line, "load_line")
    return [
        Finding(
            "reservations_above_line",
            "wrong",
            f"datastore.{name}",
            {"unit": unit, "reserved": total, "line": proven, "volumes": len(here)},
        )
        for unit, proven, total in line.below(reserved)
    ]
