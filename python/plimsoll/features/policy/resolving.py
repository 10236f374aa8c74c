"""Resolves a policy file to volumes with their rules, and finds contradictions.

A finding is a code with its figures; `words.py` has its sentence. A `wrong` finding stops plan and
apply.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.file import Datastore, Policy, PolicyFile, Volume, rates, system_of
from plimsoll.features.policy.placement import placement_misses
from plimsoll.features.policy.rules import (
    ConflictError,
    Figures,
    PolicyVolume,
    Rates,
    Rules,
    together,
)
from plimsoll.native.session import parse_size

Weight = Literal["wrong", "look"]


@dataclass(frozen=True)
class Finding:
    """A contradiction or a remark: a code in `words.FINDINGS`, its subject, and figures."""

    kind: str
    weight: Weight
    of: str
    figures: Figures = field(default_factory=dict)


@dataclass(frozen=True)
class ResolvedPolicy:
    """A policy file with the rules of its volumes."""

    file: PolicyFile
    assigned: list[PolicyVolume]
    """Volumes under a policy that a system enforces, in the order of the file."""
    unassigned: list[str]
    """Volumes under no policy, or on no system."""
    findings: list[Finding]
    rules: Mapping[str, Rules]
    """Rules by policy."""

    @property
    def insecure_systems(self) -> list[Finding]:
        """Findings on systems whose certificate is not checked."""
        return [finding for finding in self.findings if finding.kind == "unverified"]

    @property
    def wrong(self) -> list[Finding]:
        """Findings that stop plan and apply."""
        return [finding for finding in self.findings if finding.weight == "wrong"]


def resolve(file: PolicyFile) -> ResolvedPolicy:
    """Every volume with its rules."""
    findings: list[Finding] = []
    rules: dict[str, Rules] = {}
    for name, policy in file.policy.items():
        rules[name] = _rules(file, name, policy, findings)
    assigned: list[PolicyVolume] = []
    unassigned: list[str] = []
    for name, volume in file.volume.items():
        policy_volume = _policy_volume(file, name, volume, rules, findings)
        if policy_volume is None:
            unassigned.append(name)
        else:
            assigned.append(policy_volume)
    for name, table in file.system.items():
        where = table.place()
        if BACKENDS[table.kind].is_insecure(where):
            findings.append(Finding("unverified", "look", f"system.{name}", dict(where)))
    for name, store in file.datastore.items():
        findings += _of_datastore(file, name, store, rules)
    return ResolvedPolicy(file, assigned, unassigned, findings, rules)


def policy_of(file: PolicyFile, volume: Volume) -> str | None:
    """The policy that holds for a volume: its own, or its datastore's."""
    if volume.policy is not None or volume.datastore is None:
        return volume.policy
    return file.datastore[volume.datastore].policy


def _rules(file: PolicyFile, name: str, policy: Policy, findings: list[Finding]) -> Rules:
    try:
        made = together(
            [(component, file.component[component].rules()) for component in policy.components]
        )
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
    """The largest total of reads and writes."""
    if rules.shared.is_set:
        return rules.shared
    if rules.read.is_set and rules.write.is_set:
        return Rates(
            _sum(rules.read.ops_per_s, rules.write.ops_per_s),
            _sum(rules.read.bytes_per_s, rules.write.bytes_per_s),
        )
    return Rates()


def _sum(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else first + second


def _policy_volume(
    file: PolicyFile,
    name: str,
    volume: Volume,
    rules: Mapping[str, Rules],
    findings: list[Finding],
) -> PolicyVolume | None:
    policy, system = policy_of(file, volume), system_of(file, volume)
    if policy is None:
        return None
    if volume.datastore is not None:
        store = file.datastore[volume.datastore]
        for miss in placement_misses(file.policy[policy].place, store):
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
    policy_rules = rules[policy]
    enforced = policy_rules.without(accepted)
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
    if not enforced.has_limit and not enforced.reservation.is_set and enforced.shares is None:
        findings.append(Finding("no_rules", "look", f"volume.{name}", {"policy": policy}))
    return PolicyVolume(
        volume=name,
        policy=policy,
        version=file.version,
        rules=enforced,
        asked=policy_rules,
        system=system,
        at=dict(volume.at),
        size_bytes=None if volume.size is None else parse_size(volume.size),
        vm=volume.vm,
        target=volume.target,
        accepted=tuple(
            difference
            for difference in file.system[system].accept
            if policy_rules.without(frozenset([difference])) != policy_rules
        ),
        components=tuple(file.policy[policy].components),
        tags=dict(file.policy[policy].place.tags),
        datastores={
            store: sibling.tags
            for store, sibling in file.datastore.items()
            if sibling.system == system
        },
    )


def _of_datastore(
    file: PolicyFile, name: str, store: Datastore, rules: Mapping[str, Rules]
) -> list[Finding]:
    rules_here = [
        rules[policy]
        for volume in file.volume.values()
        if volume.datastore == name and (policy := policy_of(file, volume)) is not None
    ]
    reserved = Rates(
        sum(volume_rules.reservation.ops_per_s or 0.0 for volume_rules in rules_here) or None,
        sum(volume_rules.reservation.bytes_per_s or 0.0 for volume_rules in rules_here) or None,
    )
    if not reserved.is_set:
        return []
    if store.load_line is None:
        return [Finding("line_unknown", "look", f"datastore.{name}", {"volumes": len(rules_here)})]
    line = rates(store.load_line, "load_line")
    return [
        Finding(
            "reservations_above_line",
            "wrong",
            f"datastore.{name}",
            {"unit": unit, "reserved": total, "line": proven, "volumes": len(rules_here)},
        )
        for unit, proven, total in line.below(reserved)
    ]
