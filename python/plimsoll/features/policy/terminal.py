"""Terminal output of policies: plan, state, outcome, and places of a volume."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.cli.terminal import answer, screen
from plimsoll.features.policy import proofs, words
from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.changes import Change, unreadable_items
from plimsoll.features.policy.journal import Chain
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.proofs import StoredProof
from plimsoll.features.policy.rules import PolicyVolume
from plimsoll.features.policy.verdicts import Verdict, limiter

if TYPE_CHECKING:
    from plimsoll.features.policy.applying import ApplyOutcome, PutBack
    from plimsoll.features.policy.placement import Choice
    from plimsoll.features.policy.proof import Proof
    from plimsoll.features.policy.resolving import ResolvedPolicy


def _rules(resolved: ResolvedPolicy, change: Change) -> str:
    item_volume = next(
        (volume for volume in resolved.assigned if volume.volume == change.item.name), None
    )
    if item_volume is None:
        return ""
    return _rules_text(item_volume)


def _rules_text(volume: PolicyVolume) -> str:
    rules = words.rules(volume.rules)
    if not volume.accepted:
        return rules
    accepted = language.listing(map(words.accepted_setting, volume.accepted))
    return message("rules-accepted", rules=rules, accepted=accepted)


def _head(resolved: ResolvedPolicy, change: Change) -> str:
    item = change.item
    if change.leaves:
        return message("head-leaves", name=item.name, kind=change.kind)
    if item.what != "volume":
        return message("head-for-policy", name=item.name, kind=change.kind, policy=item.policy)
    rules = _rules(resolved, change)
    return message("head", name=item.name, kind=change.kind, policy=item.policy, rules=rules)


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
        settings = language.listing(
            f"{key} {words.value(key, value)}"
            for key, value in limit.state.items()
            if value != "none"
        )
        lines.append(f"  {message('line-beside', where=limit.where, settings=settings)}")
    if change.with_others:
        lines.append(f"  {message('line-with-others', others=', '.join(change.with_others))}")
    return lines


def _findings(resolved: ResolvedPolicy) -> list[str]:
    return [
        message(
            "line-wrong" if finding.weight == "wrong" else "line-note",
            finding=words.finding(finding),
        )
        for finding in resolved.findings
    ]


@language.for_reader
def plan(file: Path, resolved: ResolvedPolicy, changes: Sequence[Change]) -> None:
    """Prints the pending changes of each item, and the answer over all of them."""
    out = _findings(resolved)
    for change in changes:
        out.append(_head(resolved, change))
        if change.error is not None:
            out.append(f"  {message('line-unreadable', error=change.error)}")
        elif BACKENDS[change.kind].write is None:
            out.append(f"  {message('line-for-others')}")
        elif not change.changes:
            out.append(f"  {message('line-nothing-to-change')}")
        elif change.configured == "drifted":
            out.append(f"  {message('line-drifted')}")
        out += [*_to_change(change), *_beside(change)]
    screen.lines(out)
    _print_plan_answer(file, changes)


def _print_plan_answer(file: Path, changes: Sequence[Change]) -> None:
    from plimsoll.report.describe import Badge, First, Standing

    unread = {change.item.name for change in unreadable_items(changes)}
    by_others = sum(BACKENDS[change.kind].write is None for change in changes)
    pending = sum(change.changes for change in changes)
    state: tuple[Standing, str] = ("met", "same")
    if unread:
        state = ("none", "unread")
    elif pending:
        state = ("measured", "pending")
    elif by_others:
        state = ("measured", "by-others")
    standing, code = state
    settable = any(change.changes and BACKENDS[change.kind].write is not None for change in changes)
    answer.block(
        First(
            Badge(standing, message(f"badge-plan-{code}")),
            origin="",
            about=(("", file.name),),
            headline=words.plan_summary(pending, len(unread), by_others),
            number=None,
            rows=(),
            todo=message("set-them", file=file) if settable else "",
        )
    )


@language.for_reader
def show(
    resolved: ResolvedPolicy, changes: Sequence[Change], proven: Mapping[str, StoredProof]
) -> None:
    """Prints the settings against the file, and the last proofs."""
    out = _findings(resolved)
    by_name = {volume.volume: volume for volume in resolved.assigned}
    for change in changes:
        state = words.state(change)
        if change.chain is not None and change.chain.last.version != resolved.file.version:
            state = message("state-version", state=state, version=change.chain.last.version)
        elif BACKENDS[change.kind].read is None:
            state = message("state-by-others", state=state)
        elif change.chain is None and change.configured == "compliant":
            state = message("state-not-from-here", state=state)
        out.append(f"{state}: {_head(resolved, change)}")
        if change.error is not None:
            out.append(f"  {change.error}")
        out += [*_differs(change), *_beside(change)]
        if (item_volume := by_name.get(change.item.name)) is not None and not change.leaves:
            stored = proven.get(item_volume.volume)
            proof = (
                message("line-never")
                if stored is None
                else proofs.proof_line(stored, change, item_volume)
            )
            out.append(f"  {message('line-proven', proof=proof)}")
    out += [message("line-no-policy", name=name) for name in resolved.unassigned]
    screen.lines(out)


def change_note(change: Change) -> str:
    """The change about to be made."""
    code = "step-putting-back" if change.leaves else "step-setting"
    return message(code, name=change.item.name)


@language.for_reader
def insecure_servers(chains: Sequence[Chain]) -> list[str]:
    """Notes on systems of these items whose certificates are not checked."""
    servers = {
        chain.last.place["server"]
        for chain in chains
        if chain.last.kind in BACKENDS and BACKENDS[chain.last.kind].is_insecure(chain.last.place)
    }
    return [
        message("line-note", finding=message("finding-unverified", server=server))
        for server in sorted(servers)
    ]


@language.for_reader
def print_outcome(resolved: ResolvedPolicy, outcome: ApplyOutcome) -> None:
    """Prints the outcome of an apply."""
    out = _insecure(resolved)
    for change in outcome.done:
        code = "line-put-back" if change.leaves else "line-set"
        out.append(message(code, what=_head(resolved, change)))
        out += _to_change(change)
    if outcome.same:
        names = language.listing(change.item.name for change in outcome.same)
        out.append(message("line-already-so", names=names))
    if outcome.left:
        names = language.listing(change.item.name for change in outcome.left)
        out.append(message("line-not-reached", names=names))
    if outcome.failed is None:
        out.append(message("line-applied", version=resolved.file.version))
    screen.lines(out)


def _insecure(resolved: ResolvedPolicy) -> list[str]:
    return [
        message("line-note", finding=words.finding(finding))
        for finding in resolved.insecure_systems
    ]


def restore_note(chain: Chain) -> str:
    """The restore about to be made."""
    return message("step-putting-back", name=_names(chain))


def _names(chain: Chain) -> str:
    """All names of an item: several volumes may share one limit."""
    return language.listing(dict.fromkeys(entry.name for entry in chain.entries))


@language.for_reader
def put_back(outcome: PutBack) -> None:
    """Prints the outcome of a restore."""
    out = [message("line-put-back", what=_names(chain)) for chain in outcome.done]
    out += [
        message("line-kept", by=language.listing(by), names=_names(chain))
        for chain, by in outcome.kept
    ]
    out += [message("line-left", names=_names(chain)) for chain, _ in outcome.changed]
    for chain in outcome.forgotten:
        had = [
            f"{key} {words.value(key, value)}"
            for key, value in (chain.original or {}).items()
            if value not in ("none", "0")
        ]
        out.append(message("line-forgotten", names=_names(chain)))
        settings = language.listing(had)
        it_had = message("line-had", settings=settings) if settings else message("line-had-none")
        out.append(f"  {it_had}")
    if outcome.last_set_nothing:
        out.append(message("line-last-set-nothing"))
    elif not (
        outcome.done or outcome.kept or outcome.changed or outcome.failed or outcome.forgotten
    ):
        out.append(message("line-nothing-to-put-back"))
    screen.lines(out)


@language.for_reader
def place(volume: str, policy: str, now: str | None, choices: Sequence[Choice]) -> None:
    """Prints the datastores for a volume."""
    fitting = [choice.datastore for choice in choices if choice.fits]
    fitting_names = language.listing(fitting) or message("no-datastore-fits")
    out = [message("place", volume=volume, policy=policy, datastores=fitting_names), ""]
    for choice in choices:
        name = choice.datastore
        if name == now:
            name = message("there-now", datastore=name)
        out.append(message("line-fits" if choice.fits else "line-does-not-fit", datastore=name))
        out += [f"  {words.miss(miss)}" for miss in choice.misses]
        if choice.fits:
            out.append(f"  {words.room(choice.room)}")
    screen.lines(out)


@language.for_reader
def duration_note(volumes: int, least_s: float) -> str:
    """The least time of a verification."""
    return message("least-time", volumes=volumes, time=units.seconds(least_s))


@language.for_reader
def print_proofs(
    file: Path,
    resolved: ResolvedPolicy,
    proofs: Sequence[Proof],
    verdict: Verdict,
    store: str | None,
) -> None:
    """Prints setting and proof of each volume with the Points of the proof, and the answer over all
    of them."""
    screen.lines(_insecure(resolved))
    for proof in proofs:
        _print_proof(proof)
    _print_answer(file, proofs, verdict, store)


def _print_answer(file: Path, proofs: Sequence[Proof], verdict: Verdict, store: str | None) -> None:
    """Prints how many volumes are as the policy says, and of each other the reason."""
    from plimsoll.features.promises.first import STANDINGS
    from plimsoll.report.describe import Badge, First

    unkept = [
        proof
        for proof in proofs
        if proof.change.configured != "compliant" or proof.proven.verdict != "kept"
    ]
    volumes = len(proofs)
    campaigns = [proof.campaign for proof in proofs if proof.campaign is not None]
    time = units.exact_seconds(sum(proof.seconds for proof in proofs))
    rows = [(proof.assigned.volume, _reason(proof)) for proof in unkept]
    first = First(
        Badge(STANDINGS[verdict], message(f"badge-{verdict}")),
        origin="",
        about=(),
        headline=message(
            "head-proven", proven=volumes - len(unkept), volumes=volumes, verdict=verdict
        ),
        number=None,
        rows=(*rows, (message("length"), message("length-total", time=time))),
        todo=message("set-them", file=file) if any(map(_may_be_set, unkept)) else "",
    )
    files = [] if store is None else answer.files_of(store, *campaigns)
    answer.block(first, files if campaigns else [])


def _may_be_set(proof: Proof) -> bool:
    """Whether `policy apply` would set it."""
    return proof.change.changes and BACKENDS[proof.change.kind].write is not None


def _reason(proof: Proof) -> str:
    """The reason why a volume is not as the policy says: its setting, or what was measured."""
    if proof.change.configured != "compliant":
        return words.state(proof.change)
    return words.verdict_sentence(proof.proven.kind, proof.proven.figures)


def _print_proof(proof: Proof) -> None:
    from plimsoll.features.limits.rules import words as limit_words

    volume, proven = proof.assigned, proof.proven
    out = [
        message("proof-of", volume=volume.volume, policy=volume.policy, rules=_rules_text(volume)),
        f"  {message('line-configured', state=words.state(proof.change))}",
    ]
    out += [f"  {line}" for line in _differs(proof.change)]
    out += [f"  {line}" for line in _beside(proof.change)]
    sentence = words.verdict_sentence(proven.kind, proven.figures)
    verdict = f"{message(f'verdict-{proven.verdict}')}: {sentence}"
    out.append(f"  {message('line-proven', proof=verdict)}")
    limit = proof.limit
    if limit is not None and limit.found is not None:
        out.append(f"    {message('line-law', law=limit_words.law(limit.found))}")
    holder = limiter(proven, limit)
    # The sentence of a kept verdict includes an unknown limiter.
    if holder is not None and (proven.kind, holder[0]) != ("kept", "unknown"):
        out.append(f"    {message(f'limited-by-{holder[0]}')}")
    notes = [words.proof_note(note, proven.figures) for note in proven.notes]
    out += [f"    {message('line-note', finding=note)}" for note in notes]
    screen.lines(out)
    if proof.answers:
        screen.table(
            [
                message(f"terminal-{column}")
                for column in ("block-size", "mix", "allowed", "measured", "verdict")
            ],
            [
                [
                    units.block_size(result.question.block_bytes),
                    units.mix(result.question.read_percent),
                    units.iops(result.question.allowed_per_s),
                    units.DASH
                    if result.measured_per_s is None
                    else units.iops(result.measured_per_s),
                    message(f"verdict-{result.judged.verdict}"),
                ]
                for result in proof.answers
            ],
        )
