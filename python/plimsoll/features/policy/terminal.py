"""What a terminal shows of policies: plan, state, what was done, and where a volume may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.cli.terminal import screen
from plimsoll.features.policy import proofs, words
from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.changes import errors
from plimsoll.features.policy.verdicts import limiter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plimsoll.features.policy.applying import Applied, PutBack
    from plimsoll.features.policy.changes import Change
    from plimsoll.features.policy.journal import Chain
    from plimsoll.features.policy.placement import Choice
    from plimsoll.features.policy.proof import Proof
    from plimsoll.features.policy.proofs import Kept
    from plimsoll.features.policy.resolving import Resolved
    from plimsoll.features.policy.rules import Assigned


def _rules(resolved: Resolved, change: Change) -> str:
    of = next((one for one in resolved.assigned if one.volume == change.item.name), None)
    if of is None:
        return ""
    return _with_accepted(of)


def _with_accepted(of: Assigned) -> str:
    accepted = ", ".join(words.ACCEPTED[one] for one in of.accepted)
    return f"{words.rules(of.rules)}{f' (accepted: {accepted})' if accepted else ''}"


def _head(resolved: Resolved, change: Change) -> str:
    item = change.item
    if change.leaves:
        return f"{item.name} ({change.kind}): no longer in the file; what was there before"
    if item.what != "volume":
        return f"{item.name} ({change.kind}): for policy '{item.policy}'"
    return f"{item.name} ({change.kind}): policy '{item.policy}', {_rules(resolved, change)}"


def _to_change(change: Change) -> list[str]:
    width = max((len(one.key) for one in change.differences), default=0)
    return [f"  {one.key:{width}}  {words.to_change(one)}" for one in change.differences]


def _differs(change: Change) -> list[str]:
    width = max((len(one.key) for one in change.differences), default=0)
    return [
        f"  {one.key:{width}}  {words.differs(one, leaves=change.leaves)}"
        for one in change.differences
    ]


def _beside(change: Change) -> list[str]:
    lines = []
    for one in change.beside:
        said = ", ".join(
            f"{key} {words.value(key, value)}"
            for key, value in one.state.items()
            if value != "none"
        )
        lines.append(f"  note: also limited by {one.where} ({said})")
    if change.with_others:
        lines.append(f"  note: one limit for it and {', '.join(change.with_others)}")
    return lines


def _findings(resolved: Resolved) -> list[str]:
    return [
        f"{'wrong' if one.weight == 'wrong' else 'note'}: {words.finding(one)}"
        for one in resolved.findings
    ]


def plan(resolved: Resolved, changes: Sequence[Change]) -> None:
    """The difference between what is and what shall be."""
    out = _findings(resolved)
    for change in changes:
        out.append(_head(resolved, change))
        if change.error is not None:
            out.append(f"  cannot be read: {change.error}")
        elif BACKENDS[change.kind].write is None:
            out.append("  for others to apply: --print writes the documents")
        elif not change.changes:
            out.append("  nothing to change")
        elif change.configured == "drifted":
            out.append("  changed by somebody since it was applied:")
        out += [*_to_change(change), *_beside(change)]
    unread = {change.item.name for change in errors(changes)}
    out.append(words.planned(sum(change.changes for change in changes), len(unread)))
    screen.lines(out)


def show(resolved: Resolved, changes: Sequence[Change], proven: Mapping[str, Kept]) -> None:
    """What is set, against what the file says, and what was proven last."""
    out = _findings(resolved)
    by_name = {one.volume: one for one in resolved.assigned}
    for change in changes:
        state = words.state(change)
        version = ""
        if change.chain is not None and change.chain.last.version != resolved.file.version:
            version = f" (version {change.chain.last.version} is applied)"
        elif BACKENDS[change.kind].read is None:
            version = " (applied by others)"
        elif change.chain is None and change.configured == "compliant":
            version = " (not applied from here)"
        out.append(f"{state}{version}: {_head(resolved, change)}")
        if change.error is not None:
            out.append(f"  {change.error}")
        out += [*_differs(change), *_beside(change)]
        if (of := by_name.get(change.item.name)) is not None and not change.leaves:
            kept = proven.get(of.volume)
            said = "never" if kept is None else proofs.words_of(kept, change, of)
            out.append(f"  proven: {said}")
    out += [f"{name}: no policy" for name in resolved.unassigned]
    screen.lines(out)


def setting(change: Change) -> str:
    """What is about to be changed."""
    return f"{'putting back' if change.leaves else 'setting'} {change.item.name}"


def unverified(chains: Sequence[Chain]) -> list[str]:
    """Of what is to be put back: systems whose certificates are not checked."""
    servers = {
        chain.last.place["server"]
        for chain in chains
        if chain.last.kind in BACKENDS and BACKENDS[chain.last.kind].unverified(chain.last.place)
    }
    return [f"note: {words.FINDINGS['unverified']({'server': one})}" for one in sorted(servers)]


def applied(resolved: Resolved, came: Applied) -> None:
    """What an apply did."""
    out = [f"note: {words.finding(one)}" for one in resolved.unverified]
    for change in came.done:
        out += [f"{'put back' if change.leaves else 'set'}: {_head(resolved, change)}"]
        out += _to_change(change)
    if came.same:
        names = ", ".join(change.item.name for change in came.same)
        out.append(f"already so: {names}")
    if came.left:
        out.append(f"not reached: {', '.join(change.item.name for change in came.left)}")
    if came.failed is None:
        out.append(f"Version {resolved.file.version} is applied.")
    screen.lines(out)


def putting_back(chain: Chain) -> str:
    """What is about to be put back."""
    return f"putting back {_names(chain)}"


def _names(chain: Chain) -> str:
    """Several volumes may have had one limit."""
    return ", ".join(dict.fromkeys(entry.name for entry in chain.entries))


def put_back(came: PutBack) -> None:
    """What was put back."""
    out = [f"put back: {_names(chain)}" for chain in came.done]
    out += [f"kept, needed by {', '.join(by)}: {_names(chain)}" for chain, by in came.kept]
    out += [f"changed by somebody since, left: {_names(chain)}" for chain, _ in came.changed]
    for chain in came.forgotten:
        had = [
            f"{key} {words.value(key, value)}"
            for key, value in (chain.original or {}).items()
            if value not in ("none", "0")
        ]
        out.append(f"forgotten, not put back: {_names(chain)}")
        out.append(f"  it had {', '.join(had) or 'no limit'}")
    if came.last_set_nothing:
        out.append(
            "Nothing to put back: the last apply set nothing, or what it set was put back already."
            " Without --last, everything that this file changed is put back."
        )
    elif not (came.done or came.kept or came.changed or came.failed or came.forgotten):
        out.append("Nothing to put back: this file changed nothing, or it was put back already.")
    screen.lines(out)


def place(volume: str, policy: str, now: str | None, choices: Sequence[Choice]) -> None:
    """The datastores for a volume."""
    fitting = [one.datastore for one in choices if one.fits]
    said = ", ".join(fitting) or "no datastore fits"
    out = [f"{volume} (policy '{policy}'): {said}", ""]
    for one in choices:
        here = " (it is there now)" if one.datastore == now else ""
        out.append(f"{one.datastore}{here}: {'fits' if one.fits else 'does not fit'}")
        out += [f"  {words.miss(miss)}" for miss in one.misses]
        if one.fits:
            out.append(f"  {words.room(one.room)}")
    screen.lines(out)


def takes(volumes: int, least_s: float) -> str:
    """What a verification takes, before it begins."""
    of = "one volume" if volumes == 1 else f"{volumes} volumes"
    return f"measuring {of} takes at least {units.seconds(least_s)}"


def verified(resolved: Resolved, proofs: Sequence[Proof], store: str | None) -> None:
    """Both halves for each volume, and the Points behind the second."""
    screen.lines([f"note: {words.finding(one)}" for one in resolved.unverified])
    for one in proofs:
        _verified(one)
    verified = sum(
        one.change.configured == "compliant" and one.proven.verdict == "kept" for one in proofs
    )
    kept = "" if store is None else f"; kept in {store}"
    seconds = units.exact_seconds(sum(one.seconds for one in proofs))
    total = f"As the policy says, set and proven: {verified} of {len(proofs)}"
    screen.lines([f"{total}. {seconds} of Runs{kept}"])


def _verified(one: Proof) -> None:
    from plimsoll.features.limits.rules import words as limit_words

    of, proven = one.assigned, one.proven
    out = [
        f"{of.volume} (policy '{of.policy}'): {_with_accepted(of)}",
        f"  configured: {words.state(one.change)}",
    ]
    out += [f"  {line}" for line in _differs(one.change)]
    out += [f"  {line}" for line in _beside(one.change)]
    out.append(f"  proven: {proven.verdict}: {words.proven(proven.kind, proven.figures)}")
    limit = one.limit
    if limit is not None and limit.found is not None:
        out.append(f"    law found: {limit_words.law(limit.found)}")
    held = limiter(proven, limit)
    # Of a verdict of kept, the sentence says already that it is not known.
    if held is not None and (proven.kind, held[0]) != ("kept", "unknown"):
        out.append(f"    limited by: {words.LIMITERS[held[0]]}")
    out += [f"    note: {words.proof_note(note, proven.figures)}" for note in proven.notes]
    screen.lines(out)
    if one.answers:
        screen.table(
            ["block size", "of", "allowed", "measured", "verdict"],
            [
                [
                    units.block_size(answer.question.block_bytes),
                    units.mix(answer.question.read_percent),
                    units.iops(answer.question.allowed_per_s),
                    units.DASH
                    if answer.measured_per_s is None
                    else units.iops(answer.measured_per_s),
                    answer.judged.verdict,
                ]
                for answer in one.answers
            ],
        )
