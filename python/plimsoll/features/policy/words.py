"""What is said of policies, in sentences: made here, of codes and figures, and nowhere else."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from plimsoll.base import units

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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


def state(of: Change) -> str:
    """Whether what is set is what the file says."""
    if not of.not_set:
        return CONFIGURED[of.configured]
    if of.removed_at is None:
        return "not set"
    at = datetime.fromisoformat(of.removed_at).astimezone()
    return f"not set (removed {at:%Y-%m-%d %H:%M:%S})"


ACCEPTED: Mapping[str, str] = {
    "apart": "reads and writes each have the limit",
    "no_reservation": "no reservation",
    "no_shares": "no shares",
    "no_burst": "no burst",
    "plain_iops": "every I/O counts as one",
    "in_proportion": "an I/O counts in proportion to its size",
}
"""What a system does otherwise, where its table accepts that."""

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
    said = []
    if given.ops_per_s is not None:
        said.append(units.iops(given.ops_per_s))
    if given.bytes_per_s is not None:
        said.append(units.bandwidth(given.bytes_per_s))
    return " and ".join(said)


def rules(of: Rules) -> str:
    """The rules of a volume on one line."""
    said = []
    if of.shared.given:
        said.append(f"limit {rates(of.shared)}")
    if of.read.given:
        said.append(f"reads {rates(of.read)}")
    if of.write.given:
        said.append(f"writes {rates(of.write)}")
    if of.unit_bytes is not None:
        how = "rounded up" if of.rounding == "up" else "in proportion"
        said.append(f"counted in {units.block_size(of.unit_bytes)}, {how}")
    if of.burst.given:
        said.append(f"burst {rates(of.burst)} for {units.exact_seconds(of.burst_s)}")
    if of.reservation.given:
        said.append(f"reservation {rates(of.reservation)}")
    if of.shares is not None:
        said.append(f"shares {of.shares}")
    if of.per == "vm":
        said.append("for all volumes of a VM together")
    return ", ".join(said) or "no rules"


def _number(figures: Figures, key: str) -> float:
    return float(figures[key])


def _cannot(difference: str) -> Callable[[Figures], str]:
    def said(of: Figures) -> str:
        return (
            f"the system '{of['system']}' ({of['kind']}) {CANNOT[difference]}, but policy"
            f" '{of['policy']}' requires otherwise. To accept this, set"
            f' accept = ["{difference}"] in [system.{of["system"]}]'
        )

    return said


FINDINGS: Mapping[str, Callable[[Figures], str]] = {
    "conflict": lambda of: str(of["why"]),
    "reservation_above_limit": lambda of: (
        f"the reservation of {rate(str(of['unit']), _number(of, 'reservation'))} is above the limit"
        f" of {rate(str(of['unit']), _number(of, 'limit'))}: they cannot both be kept"
    ),
    "reservations_above_line": lambda of: (
        f"its {of['volumes']} volumes reserve {rate(str(of['unit']), _number(of, 'reserved'))}, but"
        f" its proven load line is only {rate(str(of['unit']), _number(of, 'line'))}"
    ),
    "line_unknown": lambda of: (
        f"{of['volumes']} volumes have reservations, but no load line has been proven, so it is"
        " not known whether they can be kept. Measure it (plimsoll find), then set load_line"
    ),
    "misplaced": lambda of: (
        f"lies on '{of['datastore']}', which does not fit policy '{of['policy']}':"
        f" {MISSES[str(of['why'])](of)}"
    ),
    "unverified": lambda of: (
        f"the certificate of {of['server']} is not checked (insecure in vcenter.toml)"
    ),
    "no_system": lambda of: f"has policy '{of['policy']}', but no system enforces it",
    "no_rules": lambda of: f"policy '{of['policy']}' has no rules that its system enforces",
    **{f"cannot_{difference}": _cannot(difference) for difference in CANNOT},
}

MISSES: Mapping[str, Callable[[Figures], str]] = {
    "tag": lambda of: f"its tag '{of['category']}' is {of['have']}, not {of['wanted']}",
    "capability": lambda of: f"its {of['name']} is {of['have']}, not {of['wanted']}",
    "capacity_unknown": lambda _: "its capacity is not stated",
    "space": lambda of: (
        f"{units.exact_size(_number(of, 'left_bytes'))} are left, but the volume needs"
        f" {units.exact_size(_number(of, 'need_bytes'))}"
    ),
    "line_unknown": lambda _: "no load line has been proven there, so nothing can be reserved",
    "rate": lambda of: (
        f"{rate(str(of['unit']), _number(of, 'left'))} of its load line are left, but the policy"
        f" reserves {rate(str(of['unit']), _number(of, 'need'))}"
    ),
}


def finding(of: Finding) -> str:
    """A finding, with what it is about."""
    return f"{of.of}: {FINDINGS[of.kind](of.figures)}"


def miss(of: Miss) -> str:
    """Why a datastore does not fit."""
    return MISSES[of.kind](of.figures)


def room(of: Room) -> str:
    """What is left on a datastore."""
    said = []
    if of.line.given:
        said.append(f"{rates(of.rates_left)} of {rates(of.line)} not reserved")
    if of.bytes_left is not None:
        said.append(f"{units.exact_size(of.bytes_left)} free")
    return ", ".join(said) or "capacity and load line not stated"


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


def to_change(of: Difference) -> str:
    """As it is, and as it shall be."""
    return f"{value(of.key, of.now)} → {value(of.key, of.wanted)}"


def differs(of: Difference, *, leaves: bool) -> str:
    """As it is, and as the file, or what was there before, would have it."""
    wanted = value(of.key, of.wanted)
    whose = "before the policy it was" if leaves else "the policy says"
    return f"now {value(of.key, of.now)}, {whose} {wanted}"


def planned(changes: int, unread: int) -> str:
    """How much there is to change, and how far that is known."""
    if unread:
        volumes = "1 volume" if unread == 1 else f"{unread} volumes"
        known = f"; {changes} to make on the others" if changes else ""
        return f"cannot tell: {volumes} could not be read{known}. Nothing was changed."
    things = "1 change" if changes == 1 else f"{changes} changes"
    return f"{things} to make; nothing was changed."


# -- proven ----------------------------------------------------------------------------------------


def _point(of: Figures) -> str:
    size = units.block_size(_number(of, "block_bytes"))
    return f"{size} {units.mix(_number(of, 'read_percent'))}"


def _measured(of: Figures) -> str:
    if "measured_per_s" not in of:
        return "nothing was measured"
    return f"{units.iops(_number(of, 'measured_per_s'))} with {_point(of)}"


def _allowed(of: Figures) -> str:
    return units.iops(_number(of, "allowed_per_s"))


def _pair(of: Figures) -> str:
    together = units.iops(_number(of, "together_per_s"))
    limit = units.iops(_number(of, "each_per_s"))
    own, other = (units.rate(_number(of, key)) for key in ("own_per_s", "neighbour_per_s"))
    return (
        f"driven together with '{of['neighbour']}', {together} ({own} and {other}) against a limit"
        f" of {limit}"
    )


def _whose(of: Figures) -> str:
    together = _number(of, "together_per_s") < 1.5 * _number(of, "each_per_s")
    return "both together" if together else "each"


def _points(of: Figures) -> str:
    return "one Point" if of["points"] == 1 else f"all {of['points']} Points"


def _cap(of: Figures) -> str:
    if of.get("limiter") == "unknown":
        return "a cap, not shown to be the policy's, holds"
    return "the cap is proven, and holds"


def _contended(of: Figures) -> str:
    got = units.iops(_number(of, "contended_per_s"))
    between = ""
    if "contended_low_per_s" in of and "contended_high_per_s" in of:
        low = units.rate(_number(of, "contended_low_per_s"))
        between = f" ({low} to {units.iops(_number(of, 'contended_high_per_s'))})"
    beside = f"with all {of['volumes']} volumes behind its scheduler driven at once"
    return f"{beside}, it got {got}{between}"


def _span(of: Figures, key: str) -> str:
    return units.exact_seconds(_number(of, key))


def _rested(of: Figures) -> str:
    return f"a rest of {_span(of, 'burst_rest_s')}"


def _burst_rate(of: Figures) -> str:
    size = units.block_size(_number(of, "burst_block_bytes"))
    return f"{units.iops(_number(of, 'burst_got_per_s'))} with {size} reads"


def _burst_limit(of: Figures) -> str:
    return units.iops(_number(of, "burst_limit_per_s"))


def _burst_asked(of: Figures) -> str:
    rate = units.iops(_number(of, "burst_asked_per_s"))
    return f"a burst of {rate} for {_span(of, 'burst_asked_s')}"


def _burst_seen(of: Figures) -> str:
    after = units.iops(_number(of, "burst_after_per_s"))
    return (
        f"after {_rested(of)} it got {_burst_rate(of)} for {_span(of, 'burst_got_s')}, then"
        f" {after}; {_burst_asked(of)}, which refills while it is spent, lasts"
        f" {_span(of, 'burst_asked_s')} to {_span(of, 'burst_longest_s')}"
    )


def _rate_alone(of: Figures) -> str:
    return units.iops(_number(of, "alone_per_s"))


def _held_rules(of: Figures) -> str:
    """Which of its rules showed and hold."""
    return f"{of['rules']} {'holds' if of['rules'] == 'reservation' else 'hold'}"


def _against(of: Figures) -> str:
    mclock = units.iops(_number(of, "mclock_per_s"))
    return f"{_contended(of)}, where mClock would give it {mclock}"


PROVEN: Mapping[str, Callable[[Figures], str]] = {
    "kept": lambda of: f"{_measured(of)}, {_allowed(of)} allowed; {_cap(of)} at {_points(of)}",
    "not_enforced": lambda of: (
        f"the limit is set but not enforced: {_measured(of)}, {_allowed(of)} allowed"
    ),
    "higher_cap": lambda of: (
        f"what holds it is not this limit but a higher cap: {_measured(of)}, proven;"
        f" {_allowed(of)} allowed"
    ),
    "apart": lambda of: (
        f"reads and writes each have the limit: {_measured(of)}, {_allowed(of)} allowed for both"
        " together"
    ),
    "counts_units": lambda of: (
        f"the limit counts an I/O by its size, in units of"
        f" {units.block_size(_number(of, 'unit_bytes'))}"
        f"{', rounded up' if of['rounding'] == 'up' else ''}: {_measured(of)}, where the policy"
        f" allows {_allowed(of)} whatever the size"
    ),
    "size_blind": lambda of: (
        f"the limit counts every I/O as one: {_measured(of)}, where the policy counts by size and"
        f" allows {_allowed(of)}"
    ),
    "counts_less": lambda of: (
        f"the limit charges less for larger I/Os than the policy does: {_measured(of)},"
        f" {_allowed(of)} allowed"
    ),
    "lower_at_size": lambda of: (
        f"a limit that is not in the policy holds back larger I/Os: {_measured(of)},"
        f" {_allowed(of)} allowed"
    ),
    "writes_twice": lambda of: (
        f"a write is charged twice: {_measured(of)}, {_allowed(of)} allowed. Is the limit beneath a"
        " mirror, or enforced in two places?"
    ),
    "twice": lambda of: (
        f"the limit is enforced twice, or an I/O is charged twice: {_measured(of)}, half of the"
        f" {_allowed(of)} allowed"
    ),
    "lower_cap": lambda of: (
        f"another limit is lower than the policy's: {_measured(of)}, proven; {_allowed(of)} allowed"
    ),
    "lower_open": lambda of: (
        f"{_measured(of)}, {_allowed(of)} allowed, and more outstanding I/O does not raise"
        " it: another limit or the storage itself, and the Runs cannot tell which. Run plimsoll"
        " limits on a quiet machine, or measure for longer (--measure-for)"
    ),
    "shared_by_vm": lambda of: (
        f"the volumes of the VM share the limit, but the policy gives it to each: {_pair(of)}"
    ),
    "one_limit": lambda of: (
        f"it shares one limit with '{of['neighbour']}' (at is the same for both), but the policy"
        f" gives it to each: {_pair(of)}. Give each its own limit, or write"
        ' per = "vm" in the component'
    ),
    "per_disk": lambda of: (
        "every volume of the VM has the limit to itself, but the policy gives it to all together:"
        f" {_pair(of)}"
    ),
    "broken": lambda of: str(of["because"]),
    "target_full": lambda of: (
        f"the storage itself is saturated at {_measured(of)}, so the limit of {_allowed(of)} is"
        " not reached, and nothing shows that it holds"
    ),
    "open": lambda of: (
        f"{_point(of)}: {of['because']}"
        + (f". What would decide it: {of['would_decide']}" if "would_decide" in of else "")
    ),
    "neighbour_open": lambda of: (
        f"it is not known whether the volumes of the VM share the limit: {_pair(of)}"
    ),
    "neighbour_failed": lambda of: (
        "it is not known whether the volumes of the VM share the limit: the Run together with"
        f" '{of['neighbour']}' failed"
    ),
    "contention_kept": lambda of: f"{_against(of)}: its {_held_rules(of)}",
    "rules_not_shown": lambda of: (
        f"{_contended(of)}, as mClock would give it, but it would have got about the same without"
        f" its {of['rules']}, so nothing shows that a scheduler enforces them"
    ),
    "held_elsewhere": lambda of: (
        f"{_against(of)}; but another limit in the path held"
        " volumes back, or may have, so this is no evidence against the scheduler. Drive the"
        " volumes without that limit, or measure for longer (--measure-for)"
    ),
    "machine_full": lambda of: (
        f"{_against(of)}; but"
        f" {units.share(_number(of, 'machine_used'))} of this machine's processors were in use, and"
        " a process that waits for one asks for less than its share. Verify again while the"
        " machine does nothing else (plimsoll doctor)"
    ),
    "held_alone": lambda of: (
        f"{_contended(of)}, and no more than {_rate_alone(of)} when driven alone: it is held not by"
        " the scheduler but by a limit or by its own storage. plimsoll limits tells which"
    ),
    "limit_elsewhere": lambda of: (
        f"a limit of {_rate_alone(of)} elsewhere holds it even when it is driven alone, so"
        f" it cannot get its share: {_contended(of)}"
    ),
    "reservation_missed": lambda of: (
        f"{_contended(of)}, but {units.iops(_number(of, 'reserved_per_s'))} are reserved for it"
    ),
    "shares_otherwise": lambda of: (
        f"{_against(of)} by shares and reservations. Is the"
        " scheduler's depth larger than the backlog, or does something behind it decide who is"
        " next?"
    ),
    "shares_by_demand": lambda of: (
        f"{_against(of)} by shares and reservations: the"
        " volumes get what they ask for, as from a first-in, first-out queue. Is the scheduler"
        " switched on, and does it let in fewer requests than are waiting?"
    ),
    "shares_open": lambda of: (
        f"{_against(of)}: too few seconds to tell. Measure for longer (--measure-for)"
    ),
    "not_scarce": lambda of: (
        f"{_contended(of)}: every volume got its limit, so nothing was scarce, and shares and"
        " reservations had no effect"
    ),
    "contention_failed": lambda of: (
        f"it is not known whether its shares and reservation hold: when all were driven together,"
        f" {of['which']} gave no result: {of['why']}"
    ),
    "burst_endless": lambda of: (
        f"the burst does not end: after {_rested(of)} it got {_burst_rate(of)} for"
        f" {_span(of, 'burst_got_s')} and was not back at its limit of"
        f" {_burst_limit(of)}; {_burst_asked(of)} lasts {_span(of, 'burst_longest_s')} at most"
    ),
    "burst_missing": lambda of: (
        f"there is no burst: after {_rested(of)} it got {_burst_rate(of)}, which is the limit;"
        f" the policy asks for {_burst_asked(of)}"
    ),
    "burst_faster": lambda of: f"the burst is faster than the policy says: {_burst_seen(of)}",
    "burst_shorter": lambda of: f"the burst is shorter than the policy says: {_burst_seen(of)}",
    "burst_longer": lambda of: f"the burst is longer than the policy says: {_burst_seen(of)}",
    "burst_slower": lambda of: (
        f"it is not known whether the burst holds: after {_rested(of)} it got {_burst_rate(of)} at"
        f" most; the policy asks for {_burst_asked(of)}. Its storage or the client may not give"
        " more: measure them without the limit (plimsoll find)"
    ),
    "burst_failed": lambda of: f"it is not known whether the burst holds: {of['because']}",
    "nothing_to_ask": lambda _: "the policy has no limit that may be measured here",
    "no_target": lambda _: "the file names no target to measure it through (target = …)",
    "unreadable": lambda of: f"the current setting cannot be read: {of['why']}",
    "changed_meanwhile": lambda _: (
        "the setting changed while it was being verified, so nothing is proven. Verify again"
    ),
}


STALE = "the setting or the policy has changed since"
"""Of a proof that says nothing of what is there now."""

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
        return f"the burst holds: {_burst_seen(figures)}"
    return PROOF_NOTES[note].format_map(figures)


def proven(kind: str, figures: Figures) -> str:
    """The verdict on a volume, in a sentence."""
    return PROVEN[kind](figures)
