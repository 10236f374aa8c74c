"""What `verify` proved last: kept in this user's state folder, so that whoever looks at a policy
later sees whether, and since when, it is known to hold.

One JSON object a line, appended; the last one of a volume of a policy file counts. With each stands
what was set while it was measured, and which rules were proven: of another setting or other rules a
proof says nothing (`Kept.holds_of`). A line that cannot be read is passed over, since nothing but a
look is lost by it. Proofs on the virtual clock are not kept: they prove nothing of what is there.
"""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from plimsoll.base import state
from plimsoll.base.errors import IoError
from plimsoll.features.policy import words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plimsoll.features.policy.backends.contract import State
    from plimsoll.features.policy.changes import Change
    from plimsoll.features.policy.proof import Proof
    from plimsoll.features.policy.rules import Assigned, Figures
    from plimsoll.features.policy.verdicts import Verdict

NAME = "policy.proofs"
MOST_BYTES = 8 << 20
"""Of the end of the file that is read: some ten thousand proofs."""


@dataclass(frozen=True)
class Kept:
    """The last proof of a volume."""

    file: str
    volume: str
    version: int
    rules: str
    verdict: Verdict
    because: str
    notes: list[str]
    """What it leaves open: writes that were not tested, say."""
    state: State | None
    """What was set while it was measured."""
    at: str
    """When it ended: ISO 8601, UTC."""
    store: str | None
    campaign: int | None
    kind: str | None = None
    """`because` as a code; none in proofs of before codes were kept."""
    figures: Figures = field(default_factory=dict)
    noted: list[str] = field(default_factory=list)
    """`notes` as codes; their figures are those."""

    def holds_of(self, change: Change, rules: str) -> bool:
        """Whether what is set now, and asked for now, is what was proven."""
        return self.state is not None and self.state == change.now and self.rules == rules


def keep(file: str, version: int, proofs: Sequence[Proof], store: str | None) -> None:
    """Appends what was found of each volume that was measured. Raises IoError."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    lines = [
        json.dumps(asdict(_kept(file, version, one, store, at)), ensure_ascii=True) + "\n"
        for one in proofs
        if one.answers or "contended_per_s" in one.proven.figures
    ]
    if not lines:
        return
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        with state.opened(make=True) as folder:
            descriptor = os.open(NAME, flags, 0o600, dir_fd=folder)
            try:
                # At once: another verify appends its own before or after it.
                os.write(descriptor, "".join(lines).encode())
            finally:
                os.close(descriptor)
    except OSError as error:
        raise IoError(f"cannot write {state.place() / NAME}: {error.strerror}") from None


def _kept(file: str, version: int, one: Proof, store: str | None, at: str) -> Kept:
    return Kept(
        file=file,
        volume=one.assigned.volume,
        version=version,
        rules=words.rules(one.assigned.rules),
        verdict=one.proven.verdict,
        because=words.proven(one.proven.kind, one.proven.figures),
        notes=[words.proof_note(note, one.proven.figures) for note in one.proven.notes],
        state=one.change.now,
        at=at,
        store=store,
        campaign=None if store is None else one.campaign,
        kind=one.proven.kind,
        figures=one.proven.figures,
        noted=list(one.proven.notes),
    )


def latest(file: str) -> dict[str, Kept]:
    """The last proof of each volume of a policy file. Raises IoError where the state folder cannot
    be used."""
    found: dict[str, Kept] = {}
    for line in _text().splitlines():
        with contextlib.suppress(ValueError, TypeError, KeyError, RecursionError):
            said = json.loads(line)
            if said["file"] == file:
                one = _checked(said)
                found[one.volume] = one
    return found


def _checked(said: Mapping[str, Any]) -> Kept:
    """Raises what a line that is no proof would cause later."""
    one = Kept(**said)
    datetime.fromisoformat(one.at)
    texts = (one.volume, one.rules, one.because, one.kind or "", *one.notes, *one.noted)
    if one.verdict not in ("kept", "broken", "inconclusive") or not all(
        isinstance(text, str) for text in texts
    ):
        raise ValueError(one.verdict)
    if not all(isinstance(value, float | int | str) for value in dict(one.figures).values()):
        raise ValueError(one.figures)
    return one


def _text() -> bytes:
    try:
        with state.opened(make=False) as folder:
            descriptor = os.open(
                NAME, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK, dir_fd=folder
            )
            try:
                size = os.fstat(descriptor).st_size
                return os.pread(descriptor, MOST_BYTES, max(0, size - MOST_BYTES))
            finally:
                os.close(descriptor)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise IoError(f"cannot read {state.place() / NAME}: {error.strerror}") from None


def words_of(kept: Kept, change: Change, assigned: Assigned) -> str:
    """What was proven last, and when, on a line."""
    at = datetime.fromisoformat(kept.at).astimezone()
    stale = "" if kept.holds_of(change, words.rules(assigned.rules)) else f"; {words.STALE}"
    told = "; ".join([kept.because, *kept.notes])
    return f"{kept.verdict} ({at:%Y-%m-%d %H:%M}): {told}{stale}"
