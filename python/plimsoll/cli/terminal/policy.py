"""What a terminal shows of policies: plan, state, what was done, and where a volume may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.cli.terminal import screen
from plimsoll.policy import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.policy.applying import Applied, PutBack
    from plimsoll.policy.changes import Change
    from plimsoll.policy.journal import Chain
    from plimsoll.policy.placement import Choice
    from plimsoll.policy.resolving import Resolved


def _rules(resolved: Resolved, change: Change) -> str:
    of = next((one for one in resolved.assigned if one.volume == change.item.name), None)
    if of is None:
        return ""
    accepted = ", ".join(words.ACCEPTED[one] for one in of.accepted)
    return f"{words.rules(of.rules)}{f' (accepted: {accepted})' if accepted else ''}"


def _head(resolved: Resolved, change: Change) -> str:
    item = change.item
    if change.leaves:
        return f"{item.name} ({change.kind}): no longer in the file; what was there before"
    return f"{item.name} ({change.kind}): policy '{item.policy}', {_rules(resolved, change)}"


def _differences(change: Change) -> list[str]:
    width = max((len(one.key) for one in change.differences), default=0)
    lines = []
    for one in change.differences:
        now, wanted = words.difference(one)
        lines.append(f"  {one.key:{width}}  {now} → {wanted}")
    return lines


def _beside(change: Change) -> list[str]:
    lines = []
    for one in change.beside:
        said = ", ".join(
            f"{key} {words.value(key, value)}"
            for key, value in one.state.items()
            if value != "none"
        )
        lines.append(f"  note: limited by {one.where}, too ({said})")
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
        elif not change.changes:
            out.append("  nothing to change")
        elif change.configured == "drifted":
            out.append("  changed by somebody since it was applied:")
        out += [*_differences(change), *_beside(change)]
    would = sum(change.changes for change in changes)
    things = "1 change" if would == 1 else f"{would} changes"
    out.append(f"{things} to make; nothing was changed.")
    screen.lines(out)


def show(resolved: Resolved, changes: Sequence[Change]) -> None:
    """What is set, against what the file says."""
    out = _findings(resolved)
    for change in changes:
        state = words.CONFIGURED[change.configured]
        version = ""
        if change.chain is not None and change.chain.last.version != resolved.file.version:
            version = f" (version {change.chain.last.version} is applied)"
        elif change.chain is None and change.error is None:
            version = " (never applied)"
        out.append(f"{state}{version}: {_head(resolved, change)}")
        if change.error is not None:
            out.append(f"  {change.error}")
        out += [*_differences(change), *_beside(change)]
    out += [f"{name}: no policy" for name in resolved.unassigned]
    screen.lines(out)


def setting(change: Change) -> str:
    """What is about to be changed."""
    return f"{'putting back' if change.leaves else 'setting'} {change.item.name}"


def applied(resolved: Resolved, came: Applied) -> None:
    """What an apply did."""
    out = []
    for change in came.done:
        out += [f"{'put back' if change.leaves else 'set'}: {_head(resolved, change)}"]
        out += _differences(change)
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
    return f"putting back {chain.last.name}"


def put_back(came: PutBack) -> None:
    """What was put back."""
    out = [f"put back: {chain.last.name}" for chain in came.done]
    out += [f"changed by somebody since, left: {chain.last.name}" for chain, _ in came.changed]
    if not (came.done or came.changed or came.failed):
        out.append("Nothing to put back: this file has changed nothing.")
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
