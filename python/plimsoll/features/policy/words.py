"""The sentences on policies, made from codes and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.rules import Figures, Rates, Rules

if TYPE_CHECKING:
    from plimsoll.features.policy.changes import Change, Configured, Difference
    from plimsoll.features.policy.placement import Miss, Room
    from plimsoll.features.policy.resolving import Finding

Sentence = Callable[[Figures], str]


def state_in_configuration(standing: Configured) -> str:
    """What is set, against the file."""
    return message(f"configured-{standing}")


def state(change: Change) -> str:
    """The state of an item against the file."""
    if not change.not_set:
        return state_in_configuration(change.configured)
    if change.removed_at is None:
        return message("not-set")
    at = datetime.fromisoformat(change.removed_at).astimezone()
    return message("not-set-removed", at=language.second(at))


DIFFERENCES = ("apart", "no_reservation", "no_shares", "no_burst", "plain_iops", "in_proportion")
"""What a system may do otherwise than the rules say."""


def accepted_setting(difference: str) -> str:
    """An accepted deviation of a system."""
    return message(f"accepted-{difference}") if difference in DIFFERENCES else difference


def rate(unit: str, value: float) -> str:
    """A rate in its unit: `rate` or `bytes`."""
    return units.bandwidth(value) if unit == "bytes" else units.iops(value)


def rates(given: Rates) -> str:
    """Rates of operations and of bytes."""
    ops = "" if given.ops_per_s is None else units.iops(given.ops_per_s)
    through = "" if given.bytes_per_s is None else units.bandwidth(given.bytes_per_s)
    return message("and", names=ops, last=through) if ops and through else ops or through


def rules(volume_rules: Rules) -> str:
    """The rules of a volume on one line."""
    parts = []
    if volume_rules.shared.is_set:
        parts.append(message("rule-limit", rates=rates(volume_rules.shared)))
    if volume_rules.read.is_set:
        parts.append(message("rule-reads", rates=rates(volume_rules.read)))
    if volume_rules.write.is_set:
        parts.append(message("rule-writes", rates=rates(volume_rules.write)))
    if volume_rules.unit_bytes is not None:
        how = "rule-counted-up" if volume_rules.rounding == "up" else "rule-counted"
        parts.append(message(how, unit=units.block_size(volume_rules.unit_bytes)))
    if volume_rules.burst.is_set:
        span = units.exact_seconds(volume_rules.burst_s)
        parts.append(message("rule-burst", rates=rates(volume_rules.burst), span=span))
    if volume_rules.reservation.is_set:
        parts.append(message("rule-reservation", rates=rates(volume_rules.reservation)))
    if volume_rules.shares is not None:
        parts.append(message("rule-shares", shares=volume_rules.shares))
    if volume_rules.per == "vm":
        parts.append(message("rule-per-vm"))
    return language.listing(parts) or message("no-rules")


def _number(figures: Figures, key: str) -> float:
    return float(figures[key])


def _rate(f: Figures, key: str) -> str:
    return rate(str(f["unit"]), _number(f, key))


def _iops(f: Figures, key: str) -> str:
    return units.iops(_number(f, key))


def _cannot(difference: str) -> Sentence:
    return lambda f: message(
        f"finding-cannot_{difference}", system=f["system"], kind=f["kind"], policy=f["policy"]
    )


FINDINGS: Mapping[str, Sentence] = {
    "conflict": lambda f: str(f["why"]),
    "reservation_above_limit": lambda f: message(
        "finding-reservation_above_limit",
        reservation=_rate(f, "reservation"),
        limit=_rate(f, "limit"),
    ),
    "reservations_above_line": lambda f: message(
        "finding-reservations_above_line",
        volumes=f["volumes"],
        reserved=_rate(f, "reserved"),
        line=_rate(f, "line"),
    ),
    "line_unknown": lambda f: message("finding-line_unknown", volumes=f["volumes"]),
    "misplaced": lambda f: message(
        "finding-misplaced",
        datastore=f["datastore"],
        policy=f["policy"],
        why=MISSES[str(f["why"])](f),
    ),
    "unverified": lambda f: message("finding-unverified", server=f["server"]),
    "no_system": lambda f: message("finding-no_system", policy=f["policy"]),
    "no_rules": lambda f: message("finding-no_rules", policy=f["policy"]),
    **{f"cannot_{difference}": _cannot(difference) for difference in DIFFERENCES},
}

MISSES: Mapping[str, Sentence] = {
    "tag": lambda f: message(
        "miss-tag", category=f["category"], have=f["have"], wanted=f["wanted"]
    ),
    "capability": lambda f: message(
        "miss-capability", name=f["name"], have=f["have"], wanted=f["wanted"]
    ),
    "capacity_unknown": lambda _: message("miss-capacity_unknown"),
    "space": lambda f: message(
        "miss-space",
        left=units.exact_size(_number(f, "left_bytes")),
        need=units.exact_size(_number(f, "need_bytes")),
    ),
    "line_unknown": lambda _: message("miss-line_unknown"),
    "rate": lambda f: message("miss-rate", left=_rate(f, "left"), need=_rate(f, "need")),
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
        parts.append(message("room-rates", left=rates(space.rates_left), line=rates(space.line)))
    if space.bytes_left is not None:
        parts.append(message("room-bytes", left=units.exact_size(space.bytes_left)))
    return language.listing(parts) or message("room-unknown")


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
    return message(
        "differs-from-before" if leaves else "differs-from-policy",
        now=value(difference.key, difference.now),
        wanted=value(difference.key, difference.wanted),
    )


def plan_summary(changes: int, unread: int, by_others: int) -> str:
    """The number of pending changes, of unreadable volumes, and of those that others set."""
    if by_others and not (changes or unread):
        return message("plan-by-others", volumes=by_others)
    if unread and changes:
        return message("plan-unread-others", unread=unread, changes=changes)
    return message("plan-unread", unread=unread) if unread else message("plan", changes=changes)


# -- what was measured -----------------------------------------------------------------------------


def _point(f: Figures) -> str:
    size = units.block_size(_number(f, "block_bytes"))
    return message("point", size=size, mix=units.mix(_number(f, "read_percent")))


def _result(f: Figures) -> str:
    if "measured_per_s" not in f:
        return message("nothing-measured")
    return message("result", rate=_iops(f, "measured_per_s"), point=_point(f))


def _of_limit(code: str) -> Sentence:
    """A sentence with what was measured and what is allowed."""
    return lambda f: message(code, result=_result(f), limit=_iops(f, "allowed_per_s"))


def _kept_text(f: Figures) -> str:
    code = "proven-kept-unknown" if f.get("limiter") == "unknown" else "proven-kept"
    limit = _iops(f, "allowed_per_s")
    return message(code, result=_result(f), limit=limit, points=int(f["points"]))


def _counts_units(f: Figures) -> str:
    return message(
        "proven-counts_units-up" if f["rounding"] == "up" else "proven-counts_units",
        unit=units.block_size(_number(f, "unit_bytes")),
        result=_result(f),
        limit=_iops(f, "allowed_per_s"),
    )


def _open(f: Figures) -> str:
    figures = {"point": _point(f), "because": f["because"]}
    if "would_decide" in f:
        return message("proven-open-decide", **figures, decide=f["would_decide"])
    return message("proven-open", **figures)


def _pair(f: Figures) -> str:
    return message(
        "pair",
        neighbour=f["neighbour"],
        together=_iops(f, "together_per_s"),
        own=units.rate(_number(f, "own_per_s")),
        other=units.rate(_number(f, "neighbour_per_s")),
        limit=_iops(f, "each_per_s"),
    )


def _of_pair(code: str) -> Sentence:
    """A sentence with what two volumes got together."""
    return lambda f: message(code, pair=_pair(f))


def _together(f: Figures) -> str:
    figures = {"volumes": int(f["volumes"]), "got": _iops(f, "contended_per_s")}
    if "contended_low_per_s" in f and "contended_high_per_s" in f:
        low = units.rate(_number(f, "contended_low_per_s"))
        return message(
            "together-between", **figures, low=low, high=_iops(f, "contended_high_per_s")
        )
    return message("together", **figures)


def _against(f: Figures) -> str:
    return message("against", together=_together(f), mclock=_iops(f, "mclock_per_s"))


def _in_contention(code: str) -> Sentence:
    """A sentence with what a volume got, and what mClock would give it."""
    return lambda f: message(code, against=_against(f))


def _rules_code(f: Figures) -> str:
    rules = str(f["rules"])
    return rules if rules in ("shares", "reservation") else "both"


def _span(f: Figures, key: str) -> str:
    return units.exact_seconds(_number(f, key))


def _burst_rate(f: Figures) -> str:
    size = units.block_size(_number(f, "burst_block_bytes"))
    return message("burst-rate", rate=_iops(f, "burst_got_per_s"), size=size)


def _burst_rule(f: Figures) -> str:
    rate = _iops(f, "burst_asked_per_s")
    return message("burst-rule", rate=rate, span=_span(f, "burst_asked_s"))


def _burst_run(f: Figures) -> str:
    return message(
        "burst-run",
        rest=_span(f, "burst_rest_s"),
        got=_burst_rate(f),
        span=_span(f, "burst_got_s"),
        after=_iops(f, "burst_after_per_s"),
        burst=_burst_rule(f),
        shortest=_span(f, "burst_asked_s"),
        longest=_span(f, "burst_longest_s"),
    )


def _of_burst(code: str) -> Sentence:
    """A sentence with a burst and what came after it."""
    return lambda f: message(code, run=_burst_run(f))


def _no_burst(code: str) -> Sentence:
    """A sentence with the rate where a burst was to be."""
    return lambda f: message(
        code, rest=_span(f, "burst_rest_s"), got=_burst_rate(f), burst=_burst_rule(f)
    )


PROVEN: Mapping[str, Sentence] = {
    "kept": _kept_text,
    "not_enforced": _of_limit("proven-not_enforced"),
    "other_setting": _of_limit("proven-other_setting"),
    "higher_cap": _of_limit("proven-higher_cap"),
    "apart": _of_limit("proven-apart"),
    "counts_units": _counts_units,
    "size_blind": _of_limit("proven-size_blind"),
    "counts_less": _of_limit("proven-counts_less"),
    "lower_at_size": _of_limit("proven-lower_at_size"),
    "writes_twice": _of_limit("proven-writes_twice"),
    "twice": _of_limit("proven-twice"),
    "lower_cap": _of_limit("proven-lower_cap"),
    "lower_open": _of_limit("proven-lower_open"),
    "shared_by_vm": _of_pair("proven-shared_by_vm"),
    "one_limit": lambda f: message("proven-one_limit", neighbour=f["neighbour"], pair=_pair(f)),
    "per_disk": _of_pair("proven-per_disk"),
    "broken": lambda f: str(f["because"]),
    "target_full": _of_limit("proven-target_full"),
    "open": _open,
    "neighbour_open": _of_pair("proven-neighbour_open"),
    "neighbour_failed": lambda f: message("proven-neighbour_failed", neighbour=f["neighbour"]),
    "contention_kept": lambda f: message(
        f"proven-contention_kept-{_rules_code(f)}", against=_against(f)
    ),
    "rules_not_shown": lambda f: message(
        f"proven-rules_not_shown-{_rules_code(f)}", together=_together(f)
    ),
    "held_elsewhere": _in_contention("proven-held_elsewhere"),
    "machine_full": lambda f: message(
        "proven-machine_full", against=_against(f), used=units.share(_number(f, "machine_used"))
    ),
    "held_alone": lambda f: message(
        "proven-held_alone", together=_together(f), alone=_iops(f, "alone_per_s")
    ),
    "limit_elsewhere": lambda f: message(
        "proven-limit_elsewhere", together=_together(f), alone=_iops(f, "alone_per_s")
    ),
    "reservation_missed": lambda f: message(
        "proven-reservation_missed", together=_together(f), reserved=_iops(f, "reserved_per_s")
    ),
    "shares_otherwise": _in_contention("proven-shares_otherwise"),
    "shares_by_demand": _in_contention("proven-shares_by_demand"),
    "shares_open": _in_contention("proven-shares_open"),
    "not_scarce": lambda f: message("proven-not_scarce", together=_together(f)),
    "contention_failed": lambda f: message(
        "proven-contention_failed", volume=f["which"], why=f["why"]
    ),
    "burst_endless": lambda f: message(
        "proven-burst_endless",
        rest=_span(f, "burst_rest_s"),
        got=_burst_rate(f),
        span=_span(f, "burst_got_s"),
        limit=_iops(f, "burst_limit_per_s"),
        burst=_burst_rule(f),
        longest=_span(f, "burst_longest_s"),
    ),
    "burst_missing": _no_burst("proven-burst_missing"),
    "burst_faster": _of_burst("proven-burst_faster"),
    "burst_shorter": _of_burst("proven-burst_shorter"),
    "burst_longer": _of_burst("proven-burst_longer"),
    "burst_slower": _no_burst("proven-burst_slower"),
    "burst_failed": lambda f: message("proven-burst_failed", because=f["because"]),
    "nothing_to_ask": lambda _: message("proven-nothing_to_ask"),
    "no_target": lambda _: message("proven-no_target"),
    "unreadable": lambda f: message("proven-unreadable", why=f["why"]),
    "changed_meanwhile": lambda _: message("proven-changed_meanwhile"),
}


def _note(code: str, _: Figures) -> str:
    return message(code)


PROOF_NOTES: Mapping[str, Sentence] = {
    "reads_only": partial(_note, "note-reads_only"),
    "reservation_not_asked": partial(_note, "note-reservation_not_asked"),
    "shares_not_asked": partial(_note, "note-shares_not_asked"),
    "reservation_not_shown": partial(_note, "note-reservation_not_shown"),
    "shares_not_shown": partial(_note, "note-shares_not_shown"),
    "held_in_contention": lambda f: message(
        "note-held_in_contention",
        volumes=int(f["volumes"]),
        got=units.count(_number(f, "contended_per_s")),
        mclock=units.count(_number(f, "mclock_per_s")),
    ),
    "burst_not_asked": partial(_note, "note-burst_not_asked"),
    "one_of_vm": lambda f: message("note-one_of_vm", others=int(f["vm_others"])),
    "alone_in_vm": partial(_note, "note-alone_in_vm"),
}


def proof_note(note: str, figures: Figures) -> str:
    """A note of a proof, in a sentence."""
    if note == "together":
        both = _number(figures, "together_per_s") < 1.5 * _number(figures, "each_per_s")
        return message("note-together-both" if both else "note-together-each", pair=_pair(figures))
    if note == "burst_kept":
        return message("note-burst_kept", run=_burst_run(figures))
    return PROOF_NOTES[note](figures)


def verdict_sentence(kind: str, figures: Figures) -> str:
    """The verdict on a volume, in a sentence."""
    return PROVEN[kind](figures)
