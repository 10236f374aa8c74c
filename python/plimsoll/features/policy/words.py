"""The sentences on policies, made from codes and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from plimsoll.base import units
from plimsoll.features.policy.changes import Change, Configured, Difference
from plimsoll.features.policy.placement import Miss, Room
from plimsoll.features.policy.resolving import Finding
from plimsoll.features.policy.rules import Figures, Rates, Rules

CONFIGURED: Mapping[Configured, str] = {
    "compliant": "compliant",
    "drifted": "drifted",
    "out_of_date": "out of date",
    "unknown": "unknown",
}


def state(change: Change) -> str:
    """The state of an item against the file."""
    if not change.not_set:
        return CONFIGURED[change.configured]
    if change.removed_at is None:
        return "not set"
    at = datetime.fromisoformat(change.removed_at).astimezone()
    return f"not set (removed {at:%Y-%m-%d %H:%M:%S})"


ACCEPTED: Mapping[str, str] = {
    "apart": "reads and writes each have the limit",
    "no_reservation": "no reservation",
    "no_shares": "no shares",
    "no_burst": "no burst",
    "plain_iops": "every I/O counts as one",
    "in_proportion": "an I/O counts in proportion to its size",
}
"""Accepted deviations of a system."""

CANNOT: Mapping[str, str] = {
    "apart": "limits reads and writes separately, so that together they get twice the limit",
    "no_reservation": "has no reservations",
    "no_shares": "has no shares here",
    "no_burst": "has no bursts",
    "plain_iops": "counts every I/O as one, whatever its size",
    "in_proportion": "counts an I/O in proportion to its size, without rounding up",
}


def rate(unit: str, value: float) -> str:
    """A rate in its unit: `rate` or `bytes`."""
    return units.bandwidth(value) if unit == "bytes" else units.iops(value)


def rates(given: Rates) -> str:
    """Rates of operations and of bytes."""
    parts = []
    if given.ops_per_s is not None:
        parts.append(units.iops(given.ops_per_s))
    if given.bytes_per_s is not None:
        parts.append(units.bandwidth(given.bytes_per_s))
    return " and ".join(parts)


def rules(volume_rules: Rules) -> str:
    """The rules of a volume on one line."""
    parts = []
    if volume_rules.shared.is_set:
        parts.append(f"limit {rates(volume_rules.shared)}")
    if volume_rules.read.is_set:
        parts.append(f"reads {rates(volume_rules.read)}")
    if volume_rules.write.is_set:
        parts.append(f"writes {rates(volume_rules.write)}")
    if volume_rules.unit_bytes is not None:
        how = "rounded up" if volume_rules.rounding == "up" else "in proportion"
        parts.append(f"counted in {units.block_size(volume_rules.unit_bytes)}, {how}")
    if volume_rules.burst.is_set:
        parts.append(
            f"burst {rates(volume_rules.burst)} for {units.exact_seconds(volume_rules.burst_s)}"
        )
    if volume_rules.reservation.is_set:
        parts.append(f"reservation {rates(volume_rules.reservation)}")
    if volume_rules.shares is not None:
        parts.append(f"shares {volume_rules.shares}")
    if volume_rules.per == "vm":
        parts.append("for all volumes of a VM together")
    return ", ".join(parts) or "no rules"


def _number(figures: Figures, key: str) -> float:
    return float(figures[key])


def _cannot(difference: str) -> Callable[[Figures], str]:
    def sentence(f: Figures) -> str:
        return (
            f"the system '{f['system']}' ({f['kind']}) {CANNOT[difference]}, but policy"
            f" '{f['policy']}' requires otherwise. To accept this, set"
            f' accept = ["{difference}"] in [system.{f["system"]}]'
        )

    return sentence


FINDINGS: Mapping[str, Callable[[Figures], str]] = {
    "conflict": lambda f: str(f["why"]),
    "reservation_above_limit": lambda f: (
        f"the reservation of {rate(str(f['unit']), _number(f, 'reservation'))} is above the limit"
        f" of {rate(str(f['unit']), _number(f, 'limit'))}: they cannot both be kept"
    ),
    "reservations_above_line": lambda f: (
        f"its {f['volumes']} volumes reserve {rate(str(f['unit']), _number(f, 'reserved'))}, but"
        f" its proven load line is only {rate(str(f['unit']), _number(f, 'line'))}"
    ),
    "line_unknown": lambda f: (
        f"{f['volumes']} volumes have reservations, but no load line has been proven, so it is"
        " not known whether they can be kept. Measure it (plimsoll find), then set load_line"
    ),
    "misplaced": lambda f: (
        f"lies on '{f['datastore']}', which does not fit policy '{f['policy']}':"
        f" {MISSES[str(f['why'])](f)}"
    ),
    "unverified": lambda f: (
        f"the certificate of {f['server']} is not checked (insecure in vcenter.toml)"
    ),
    "no_system": lambda f: f"has policy '{f['policy']}', but no system enforces it",
    "no_rules": lambda f: f"policy '{f['policy']}' has no rules that its system enforces",
    **{f"cannot_{difference}": _cannot(difference) for difference in CANNOT},
}

MISSES: Mapping[str, Callable[[Figures], str]] = {
    "tag": lambda f: f"its tag '{f['category']}' is {f['have']}, not {f['wanted']}",
    "capability": lambda f: f"its {f['name']} is {f['have']}, not {f['wanted']}",
    "capacity_unknown": lambda _: "its capacity is not stated",
    "space": lambda f: (
        f"{units.exact_size(_number(f, 'left_bytes'))} are left, but the volume needs"
        f" {units.exact_size(_number(f, 'need_bytes'))}"
    ),
    "line_unknown": lambda _: "no load line has been proven there, so nothing can be reserved",
    "rate": lambda f: (
        f"{rate(str(f['unit']), _number(f, 'left'))} of its load line are left, but the policy"
        f" reserves {rate(str(f['unit']), _number(f, 'need'))}"
    ),
}


def finding(problem: Finding) -> str:
    """A finding with its subject."""
    return f"{problem.of}: {FINDINGS[problem.kind](problem.figures)}"


def miss(reason: Miss) -> str:
    """Why a datastore does not fit."""
    return MISSES[reason.kind](reason.figures)


def room(space: Room) -> str:
    """The room on a datastore."""
    parts = []
    if space.line.is_set:
        parts.append(f"{rates(space.rates_left)} of {rates(space.line)} not reserved")
    if space.bytes_left is not None:
        parts.append(f"{units.exact_size(space.bytes_left)} free")
    return ", ".join(parts) or "capacity and load line not stated"


def value(key: str, text: str | None) -> str:
    """A value of a state as people read it."""
    if text is None:
        return "–"
    if text in ("none", "") or not text.replace(".", "", 1).isdigit():
        return text or "none"
    number = float(text)
    if "bytes_per_s" in key or key.startswith("bps-"):
        return units.bandwidth(number) if number >= 1 << 20 else text
    if key in ("unit", "iops-size"):
        return units.block_size(number)
    return f"{number:,.10g}"


def transition(difference: Difference) -> str:
    """The value now and the wanted one."""
    return f"{value(difference.key, difference.now)} → {value(difference.key, difference.wanted)}"


def difference_line(difference: Difference, *, leaves: bool) -> str:
    """The value now, and that of the file or before the policy."""
    wanted = value(difference.key, difference.wanted)
    whose = "before the policy it was" if leaves else "the policy says"
    return f"now {value(difference.key, difference.now)}, {whose} {wanted}"


def plan_summary(changes: int, unread: int) -> str:
    """The number of pending changes, and of unreadable volumes."""
    if unread:
        volumes = "1 volume" if unread == 1 else f"{unread} volumes"
        known = f"; {changes} to make on the others" if changes else ""
        return f"cannot tell: {volumes} could not be read{known}. Nothing was changed."
    things = "1 change" if changes == 1 else f"{changes} changes"
    return f"{things} to make; nothing was changed."


def _point(f: Figures) -> str:
    size = units.block_size(_number(f, "block_bytes"))
    return f"{size} {units.mix(_number(f, 'read_percent'))}"


def _result(f: Figures) -> str:
    if "measured_per_s" not in f:
        return "nothing was measured"
    return f"{units.iops(_number(f, 'measured_per_s'))} with {_point(f)}"


def _limit(f: Figures) -> str:
    return units.iops(_number(f, "allowed_per_s"))


def _pair(f: Figures) -> str:
    together = units.iops(_number(f, "together_per_s"))
    limit = units.iops(_number(f, "each_per_s"))
    own, other = (units.rate(_number(f, key)) for key in ("own_per_s", "neighbour_per_s"))
    return (
        f"driven together with '{f['neighbour']}', {together} ({own} and {other}) against a limit"
        f" of {limit}"
    )


def _whose(f: Figures) -> str:
    together = _number(f, "together_per_s") < 1.5 * _number(f, "each_per_s")
    return "both together" if together else "each"


def _points(f: Figures) -> str:
    return "one Point" if f["points"] == 1 else f"all {f['points']} Points"


def _cap(f: Figures) -> str:
    if f.get("limiter") == "unknown":
        return "a cap, not shown to be the policy's, holds"
    return "the cap is proven, and holds"


def _together(f: Figures) -> str:
    got = units.iops(_number(f, "contended_per_s"))
    between = ""
    if "contended_low_per_s" in f and "contended_high_per_s" in f:
        low = units.rate(_number(f, "contended_low_per_s"))
        between = f" ({low} to {units.iops(_number(f, 'contended_high_per_s'))})"
    beside = f"with all {f['volumes']} volumes behind its scheduler driven at once"
    return f"{beside}, it got {got}{between}"


def _span(f: Figures, key: str) -> str:
    return units.exact_seconds(_number(f, key))


def _rest(f: Figures) -> str:
    return f"a rest of {_span(f, 'burst_rest_s')}"


def _burst_rate(f: Figures) -> str:
    size = units.block_size(_number(f, "burst_block_bytes"))
    return f"{units.iops(_number(f, 'burst_got_per_s'))} with {size} reads"


def _burst_limit(f: Figures) -> str:
    return units.iops(_number(f, "burst_limit_per_s"))


def _burst_rule(f: Figures) -> str:
    rate = units.iops(_number(f, "burst_asked_per_s"))
    return f"a burst of {rate} for {_span(f, 'burst_asked_s')}"


def _burst_run(f: Figures) -> str:
    after = units.iops(_number(f, "burst_after_per_s"))
    return (
        f"after {_rest(f)} it got {_burst_rate(f)} for {_span(f, 'burst_got_s')}, then"
        f" {after}; {_burst_rule(f)}, which refills while it is spent, lasts"
        f" {_span(f, 'burst_asked_s')} to {_span(f, 'burst_longest_s')}"
    )


def _rate_alone(f: Figures) -> str:
    return units.iops(_number(f, "alone_per_s"))


def _held_rules(f: Figures) -> str:
    return f"{f['rules']} {'holds' if f['rules'] == 'reservation' else 'hold'}"


def _against(f: Figures) -> str:
    mclock = units.iops(_number(f, "mclock_per_s"))
    return f"{_together(f)}, where mClock would give it {mclock}"


PROVEN: Mapping[str, Callable[[Figures], str]] = {
    "kept": lambda f: f"{_result(f)}, {_limit(f)} allowed; {_cap(f)} at {_points(f)}",
    "not_enforced": lambda f: (
        f"the limit is set but not enforced: {_result(f)}, {_limit(f)} allowed"
    ),
    "higher_cap": lambda f: (
        f"what holds it is not this limit but a higher cap: {_result(f)}, proven;"
        f" {_limit(f)} allowed"
    ),
    "apart": lambda f: (
        f"reads and writes each have the limit: {_result(f)}, {_limit(f)} allowed for both together"
    ),
    "counts_units": lambda f: (
        f"the limit counts an I/O by its size, in units of"
        f" {units.block_size(_number(f, 'unit_bytes'))}"
        f"{', rounded up' if f['rounding'] == 'up' else ''}: {_result(f)}, where the policy"
        f" allows {_limit(f)} whatever the size"
    ),
    "size_blind": lambda f: (
        f"the limit counts every I/O as one: {_result(f)}, where the policy counts by size and"
        f" allows {_limit(f)}"
    ),
    "counts_less": lambda f: (
        f"the limit charges less for larger I/Os than the policy does: {_result(f)},"
        f" {_limit(f)} allowed"
    ),
    "lower_at_size": lambda f: (
        f"a limit that is not in the policy holds back larger I/Os: {_result(f)},"
        f" {_limit(f)} allowed"
    ),
    "writes_twice": lambda f: (
        f"a write is charged twice: {_result(f)}, {_limit(f)} allowed. Is the limit beneath a"
        " mirror, or enforced in two places?"
    ),
    "twice": lambda f: (
        f"the limit is enforced twice, or an I/O is charged twice: {_result(f)}, half of the"
        f" {_limit(f)} allowed"
    ),
    "lower_cap": lambda f: (
        f"another limit is lower than the policy's: {_result(f)}, proven; {_limit(f)} allowed"
    ),
    "lower_open": lambda f: (
        f"{_result(f)}, {_limit(f)} allowed, and more outstanding I/O does not raise"
        " it: another limit or the storage itself, and the Runs cannot tell which. Run plimsoll"
        " limits on a quiet machine, or measure for longer (--measure-for)"
    ),
    "shared_by_vm": lambda f: (
        f"the volumes of the VM share the limit, but the policy gives it to each: {_pair(f)}"
    ),
    "one_limit": lambda f: (
        f"it shares one limit with '{f['neighbour']}' (at is the same for both), but the policy"
        f" gives it to each: {_pair(f)}. Give each its own limit, or write"
        ' per = "vm" in the component'
    ),
    "per_disk": lambda f: (
        "every volume of the VM has the limit to itself, but the policy gives it to all together:"
        f" {_pair(f)}"
    ),
    "broken": lambda f: str(f["because"]),
    "target_full": lambda f: (
        f"the storage itself is saturated at {_result(f)}, so the limit of {_limit(f)} is"
        " not reached, and nothing shows that it holds"
    ),
    "open": lambda f: (
        f"{_point(f)}: {f['because']}"
        + (f". What would decide it: {f['would_decide']}" if "would_decide" in f else "")
    ),
    "neighbour_open": lambda f: (
        f"it is not known whether the volumes of the VM share the limit: {_pair(f)}"
    ),
    "neighbour_failed": lambda f: (
        "it is not known whether the volumes of the VM share the limit: the Run together with"
        f" '{f['neighbour']}' failed"
    ),
    "contention_kept": lambda f: f"{_against(f)}: its {_held_rules(f)}",
    "rules_not_shown": lambda f: (
        f"{_together(f)}, as mClock would give it, but it would have got about the same without"
        f" its {f['rules']}, so nothing shows that a scheduler enforces them"
    ),
    "held_elsewhere": lambda f: (
        f"{_against(f)}; but another limit in the path held"
        " volumes back, or may have, so this is no evidence against the scheduler. Drive the"
        " volumes without that limit, or measure for longer (--measure-for)"
    ),
    "machine_full": lambda f: (
        f"{_against(f)}; but"
        f" {units.share(_number(f, 'machine_used'))} of this machine's processors were in use, and"
        " a process that waits for one asks for less than its share. Verify again while the"
        " machine does nothing else (plimsoll doctor)"
    ),
    "held_alone": lambda f: (
        f"{_together(f)}, and no more than {_rate_alone(f)} when driven alone: it is held not by"
        " the scheduler but by a limit or by its own storage. plimsoll limits tells which"
    ),
    "limit_elsewhere": lambda f: (
        f"a limit of {_rate_alone(f)} elsewhere holds it even when it is driven alone, so"
        f" it cannot get its share: {_together(f)}"
    ),
    "reservation_missed": lambda f: (
        f"{_together(f)}, but {units.iops(_number(f, 'reserved_per_s'))} are reserved for it"
    ),
    "shares_otherwise": lambda f: (
        f"{_against(f)} by shares and reservations. Is the"
        " scheduler's depth larger than the backlog, or does something behind it decide who is"
        " next?"
    ),
    "shares_by_demand": lambda f: (
        f"{_against(f)} by shares and reservations: the"
        " volumes get what they ask for, as from a first-in, first-out queue. Is the scheduler"
        " switched on, and does it let in fewer requests than are waiting?"
    ),
    "shares_open": lambda f: (
        f"{_against(f)}: too few seconds to tell. Measure for longer (--measure-for)"
    ),
    "not_scarce": lambda f: (
        f"{_together(f)}: every volume got its limit, so nothing was scarce, and shares and"
        " reservations had no effect"
    ),
    "contention_failed": lambda f: (
        f"it is not known whether its shares and reservation hold: when all were driven together,"
        f" {f['which']} gave no result: {f['why']}"
    ),
    "burst_endless": lambda f: (
        f"the burst does not end: after {_rest(f)} it got {_burst_rate(f)} for"
        f" {_span(f, 'burst_got_s')} and was not back at its limit of"
        f" {_burst_limit(f)}; {_burst_rule(f)} lasts {_span(f, 'burst_longest_s')} at most"
    ),
    "burst_missing": lambda f: (
        f"there is no burst: after {_rest(f)} it got {_burst_rate(f)}, which is the limit;"
        f" the policy asks for {_burst_rule(f)}"
    ),
    "burst_faster": lambda f: f"the burst is faster than the policy says: {_burst_run(f)}",
    "burst_shorter": lambda f: f"the burst is shorter than the policy says: {_burst_run(f)}",
    "burst_longer": lambda f: f"the burst is longer than the policy says: {_burst_run(f)}",
    "burst_slower": lambda f: (
        f"it is not known whether the burst holds: after {_rest(f)} it got {_burst_rate(f)} at"
        f" most; the policy asks for {_burst_rule(f)}. Its storage or the client may not give"
        " more: measure them without the limit (plimsoll find)"
    ),
    "burst_failed": lambda f: f"it is not known whether the burst holds: {f['because']}",
    "nothing_to_ask": lambda _: "the policy has no limit that may be measured here",
    "no_target": lambda _: "the file names no target to measure it through (target = …)",
    "unreadable": lambda f: f"the current setting cannot be read: {f['why']}",
    "changed_meanwhile": lambda _: (
        "the setting changed while it was being verified, so nothing is proven. Verify again"
    ),
}


STALE = "the setting or the policy has changed since"
"""Added to a proof of another setting."""

LIMITERS: Mapping[str, str] = {
    "policy_cap": "a throttle",
    "target": "the storage itself, which is saturated",
    "cache": "a cache",
    "unknown": "not known: a throttle, or the storage itself",
}

PROOF_NOTES: Mapping[str, str] = {
    "reads_only": "writes were not tested",
    "reservation_not_asked": "the reservation was not tested: it shows only under contention",
    "shares_not_asked": "the shares were not tested: they show only under contention",
    "reservation_not_shown": (
        "the reservation was not tested: without it the volume would have got about the same"
    ),
    "shares_not_shown": (
        "the shares were not tested: without them the volume would have got about the same"
    ),
    "held_in_contention": (
        "with all {volumes} volumes behind its scheduler driven at once, it got"
        " {contended_per_s:,.0f} IOPS, where mClock would give it {mclock_per_s:,.0f} by shares and"
        " reservations"
    ),
    "burst_not_asked": "the burst was not tested",
    "one_of_vm": (
        "proven with one of the VM's {vm_others} other volumes: the rest were not driven with it"
    ),
    "alone_in_vm": (
        "no other volume of the VM was driven, so whether they share the limit was not tested"
    ),
}


def proof_note(note: str, figures: Figures) -> str:
    """A note of a proof, in a sentence."""
    if note == "together":
        return f"{_pair(figures)} for {_whose(figures)}"
    if note == "burst_kept":
        return f"the burst holds: {_burst_run(figures)}"
    return PROOF_NOTES[note].format_map(figures)


def verdict_sentence(kind: str, figures: Figures) -> str:
    """The verdict on a volume, in a sentence."""
    return PROVEN[kind](figures)
