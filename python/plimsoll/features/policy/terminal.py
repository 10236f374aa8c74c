"""Terminal output of policies: plan, state, outcome, and places of a volume."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plimsoll.base import units
from plimsoll.cli.terminal import screen
from plimsoll.features.policy import proofs, words
from plimsoll.features.policy.applying import ApplyOutcome, PutBack
from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.changes import Change, unreadable_items
from plimsoll.features.policy.journal import Chain
from plimsoll.features.policy.placement import Choice
from plimsoll.features.policy.proof import Proof
from plimsoll.features.policy.proofs import StoredProof
from plimsoll.features.policy.resolving import ResolvedPolicy
from plimsoll.features.policy.rules import PolicyVolume
from plimsoll.features.policy.verdicts import limiter


def _rules(resolved: ResolvedPolicy, change: Change) -> str:
    item_volume = next(
        (volume for volume in resolved.assigned if volume.volume == change.item.name), None
    )
    if item_volume is None:
        return ""
    return _rules_text(item_volume)


def _rules_text(volume: PolicyVolume) -> str:
    accepted = ", ".join(words.ACCEPTED[name] for name in volume.accepted)
    return f"{words.rules(volume.rules)}{f' (accepted: {accepted})' if accepted else ''}"


def _head(resolved: ResolvedPolicy, change: Change) -> str:
    item = change.item
    if change.leaves:
        return f"{item.name} ({change.kind}): no longer in the file; what was there before"
    if item.what != "volume":
        return f"{item.name} ({change.kind}): for policy '{item.policy}'"
    return f"{item.name} ({change.kind}): policy '{item.policy}', {_rules(resolved, change)}"


def _to_change(change: Change) -> list[str]:
    width = max((len(row.key) for row in change.differences), default=0)
    return [f"  {row.key:{width}}  {words.transition(row)}" for row in change.differences]


def _differs(change: Change) -> list[str]:
    width = max((len(row.key) for row in change.differences), default=0)
    return [
        f"  {row.key:{width}}  {words.difference_line(row, leaves=change.leaves)}"
        for row in change.differences
    ]


def _beside(change: Change) -> list[str]:
    lines = []
    for limit in change.beside:
        settings = ", ".join(
            f"{key} {words.value(key, value)}"
            for key, value in limit.state.items()
            if value != "none"
        )
        lines.append(f"  note: also limited by {limit.where} ({settings})")
    if change.with_others:
        lines.append(f"  note: one limit for it and {', '.join(change.with_others)}")
    return lines


def _findings(resolved: ResolvedPolicy) -> list[str]:
    return [
        f"{'wrong' if finding.weight == 'wrong' else 'note'}: {words.finding(finding)}"
        for finding in resolved.findings
    ]


def plan(resolved: ResolvedPolicy, changes: Sequence[Change]) -> None:
    """Prints the pending changes."""
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
    unread = {change.item.name for change in unreadable_items(changes)}
    out.append(words.plan_summary(sum(change.changes for change in changes), len(unread)))
    screen.lines(out)


def show(
    resolved: ResolvedPolicy, changes: Sequence[Change], proven: Mapping[str, StoredProof]
) -> None:
    """Prints the settings against the file, and the last proofs."""
    out = _findings(resolved)
    by_name = {volume.volume: volume for volume in resolved.assigned}
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
        if (item_volume := by_name.get(change.item.name)) is not None and not change.leaves:
            stored = proven.get(item_volume.volume)
            sentence = "never" if stored is None else proofs.proof_line(stored, change, item_volume)
            out.append(f"  proven: {sentence}")
    out += [f"{name}: no policy" for name in resolved.unassigned]
    screen.lines(out)


def change_note(change: Change) -> str:
    """The change about to be made."""
    return f"{'putting back' if change.leaves else 'setting'} {change.item.name}"


def insecure_servers(chains: Sequence[Chain]) -> list[str]:
    """Notes on systems of these items whose certificates are not checked."""
    servers = {
        chain.last.place["server"]
        for chain in chains
        if chain.last.kind in BACKENDS and BACKENDS[chain.last.kind].is_insecure(chain.last.place)
    }
    return [
        f"note: {words.FINDINGS['unverified']({'server': server})}" for server in sorted(servers)
    ]


def print_outcome(resolved: ResolvedPolicy, outcome: ApplyOutcome) -> None:
    """Prints the outcome of an apply."""
    out = [f"note: {words.finding(finding)}" for finding in resolved.insecure_systems]
    for change in outcome.done:
        out += [f"{'put back' if change.leaves else 'set'}: {_head(resolved, change)}"]
        out += _to_change(change)
    if outcome.same:
        names = ", ".join(change.item.name for change in outcome.same)
        out.append(f"already so: {names}")
    if outcome.left:
        out.append(f"not reached: {', '.join(change.item.name for change in outcome.left)}")
    if outcome.failed is None:
        out.append(f"Version {resolved.file.version} is applied.")
    screen.lines(out)


def restore_note(chain: Chain) -> str:
    """The restore about to be made."""
    return f"putting back {_names(chain)}"


def _names(chain: Chain) -> str:
    """All names of an item: several volumes may share one limit."""
    return ", ".join(dict.fromkeys(entry.name for entry in chain.entries))


def put_back(outcome: PutBack) -> None:
    """Prints the outcome of a restore."""
    out = [f"put back: {_names(chain)}" for chain in outcome.done]
    out += [f"kept, needed by {', '.join(by)}: {_names(chain)}" for chain, by in outcome.kept]
    out += [f"changed by somebody since, left: {_names(chain)}" for chain, _ in outcome.changed]
    for chain in outcome.forgotten:
        had = [
            f"{key} {words.value(key, value)}"
            for key, value in (chain.original or {}).items()
            if value not in ("none", "0")
        ]
        out.append(f"forgotten, not put back: {_names(chain)}")
        out.append(f"  it had {', '.join(had) or 'no limit'}")
    if outcome.last_set_nothing:
        out.append(
            "Nothing to put back: the last apply set nothing, or what it set was put back already."
            " Without --last, everything that this file changed is put back."
        )
    elif not (
        outcome.done or outcome.kept or outcome.changed or outcome.failed or outcome.forgotten
    ):
        out.append("Nothing to put back: this file changed nothing, or it was put back already.")
    screen.lines(out)


def place(volume: str, policy: str, now: str | None, choices: Sequence[Choice]) -> None:
    """Prints the datastores for a volume."""
    fitting = [choice.datastore for choice in choices if choice.fits]
    fitting_names = ", ".join(fitting) or "no datastore fits"
    out = [f"{volume} (policy '{policy}'): {fitting_names}", ""]
    for choice in choices:
        here = " (it is there now)" if choice.datastore == now else ""
        out.append(f"{choice.datastore}{here}: {'fits' if choice.fits else 'does not fit'}")
        out += [f"  {words.miss(miss)}" for miss in choice.misses]
        if choice.fits:
            out.append(f"  {words.room(choice.room)}")
    screen.lines(out)


def duration_note(volumes: int, least_s: float) -> str:
    """The least time of a verification."""
    count = "one volume" if volumes == 1 else f"{volumes} volumes"
    return f"measuring {count} takes at least {units.seconds(least_s)}"


def print_proofs(resolved: ResolvedPolicy, proofs: Sequence[Proof], store: str | None) -> None:
    """Prints setting and proof of each volume, and the Points of the proof."""
    screen.lines([f"note: {words.finding(finding)}" for finding in resolved.insecure_systems])
    for proof in proofs:
        _print_proof(proof)
    proven_count = sum(
        proof.change.configured == "compliant" and proof.proven.verdict == "kept"
        for proof in proofs
    )
    store_note = "" if store is None else f"; kept in {store}"
    seconds = units.exact_seconds(sum(proof.seconds for proof in proofs))
    total = f"As the policy says, set and proven: {proven_count} of {len(proofs)}"
    screen.lines([f"{total}. {seconds} of Runs{store_note}"])


def _print_proof(proof: Proof) -> None:
    from plimsoll.features.limits.rules import words as limit_words

    volume, proven = proof.assigned, proof.proven
    out = [
        f"{volume.volume} (policy '{volume.policy}'): {_rules_text(volume)}",
        f"  configured: {words.state(proof.change)}",
    ]
    out += [f"  {line}" for line in _differs(proof.change)]
    out += [f"  {line}" for line in _beside(proof.change)]
    out.append(f"  proven: {proven.verdict}: {words.verdict_sentence(proven.kind, proven.figures)}")
    limit = proof.limit
    if limit is not None and limit.found is not None:
        out.append(f"    law found: {limit_words.law(limit.found)}")
    holder = limiter(proven, limit)
    # The sentence of a kept verdict includes an unknown limiter.
    if holder is not None and (proven.kind, holder[0]) != ("kept", "unknown"):
        out.append(f"    limited by: {words.LIMITERS[holder[0]]}")
    out += [f"    note: {words.proof_note(note, proven.figures)}" for note in proven.notes]
    screen.lines(out)
    if proof.answers:
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
                for answer in proof.answers
            ],
        )
