"""The last proofs of `verify`, kept in this user's state folder for later looks at a policy.

One JSON object a line, appended; the last one of a volume of a policy file counts. Each has the
setting and the rules that it proves, and is stale for any other (`holds_of`). Unreadable lines are
skipped. Proofs on the virtual clock are not kept.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from plimsoll.base import language, posix, state
from plimsoll.base.errors import IoError
from plimsoll.features.policy import words
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.rules import Figures, PolicyVolume

if TYPE_CHECKING:
    from plimsoll.features.policy.backends.contract import State
    from plimsoll.features.policy.changes import Change
    from plimsoll.features.policy.proof import Proof
    from plimsoll.features.policy.verdicts import Verdict

NAME = "policy.proofs"
MOST_BYTES = 8 << 20
"""Bytes read from the end of the file: some ten thousand proofs."""


@dataclass(frozen=True)
class StoredProof:
    """The last proof of a volume."""

    file: str
    volume: str
    version: int
    rules: str
    verdict: Verdict
    because: str
    notes: list[str]
    """Open questions, such as writes that were not tested."""
    state: State | None
    """The setting while it was measured."""
    at: str
    """End of the proof: ISO 8601, UTC."""
    store: str | None
    campaign: int | None
    kind: str | None = None
    """`because` as a code. None in older proofs."""
    figures: Figures = field(default_factory=dict)
    noted: list[str] = field(default_factory=list)
    """`notes` as codes, with `figures`."""

    def holds_of(self, change: Change, rules: str) -> bool:
        """Whether the setting and the rules now are the proven ones."""
        return self.state is not None and self.state == change.now and self.rules == rules


def append_proofs(file: str, version: int, proofs: Sequence[Proof], store: str | None) -> None:
    """Appends the proof of each volume that was measured. Raises IoError."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    lines = [
        json.dumps(asdict(_stored_proof(file, version, proof, store, at)), ensure_ascii=True) + "\n"
        for proof in proofs
        if proof.answers or "contended_per_s" in proof.proven.figures
    ]
    if not lines:
        return
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | posix.O_NOFOLLOW | posix.O_CLOEXEC
    try:
        with state.open_folder(make=True) as folder:
            descriptor = os.open(NAME, flags, 0o600, dir_fd=folder)
            try:
                # One write: concurrent verifies append whole proofs.
                os.write(descriptor, "".join(lines).encode())
            finally:
                os.close(descriptor)
    except OSError as error:
        raise IoError(
            message("cannot-write", place=state.place() / NAME, error=error.strerror)
        ) from None


def _stored_proof(file: str, version: int, proof: Proof, store: str | None, at: str) -> StoredProof:
    return StoredProof(
        file=file,
        volume=proof.assigned.volume,
        version=version,
        rules=words.rules(proof.assigned.rules),
        verdict=proof.proven.verdict,
        because=words.verdict_sentence(proof.proven.kind, proof.proven.figures),
        notes=[words.proof_note(note, proof.proven.figures) for note in proof.proven.notes],
        state=proof.change.now,
        at=at,
        store=store,
        campaign=None if store is None else proof.campaign,
        kind=proof.proven.kind,
        figures=proof.proven.figures,
        noted=list(proof.proven.notes),
    )


def latest_proofs(file: str) -> dict[str, StoredProof]:
    """The last proof of each volume of a policy file. Raises IoError for an unusable state
    folder."""
    found: dict[str, StoredProof] = {}
    for line in _text().splitlines():
        with contextlib.suppress(ValueError, TypeError, KeyError, RecursionError):
            fields = json.loads(line)
            if fields["file"] == file:
                proof = _parse_proof(fields)
                found[proof.volume] = proof
    return found


def _parse_proof(fields: Mapping[str, Any]) -> StoredProof:
    """The proof of a line. Raises for a line with wrong types."""
    proof = StoredProof(**fields)
    datetime.fromisoformat(proof.at)
    texts = (proof.volume, proof.rules, proof.because, proof.kind or "", *proof.notes, *proof.noted)
    if proof.verdict not in ("kept", "broken", "inconclusive") or not all(
        isinstance(text, str) for text in texts
    ):
        raise ValueError(proof.verdict)
    if not all(isinstance(value, float | int | str) for value in dict(proof.figures).values()):
        raise ValueError(proof.figures)
    return proof


def _text() -> bytes:
    try:
        with state.open_folder(make=False) as folder:
            descriptor = os.open(
                NAME,
                os.O_RDONLY | posix.O_NOFOLLOW | posix.O_CLOEXEC | posix.O_NONBLOCK,
                dir_fd=folder,
            )
            try:
                size = os.fstat(descriptor).st_size
                return os.pread(descriptor, MOST_BYTES, max(0, size - MOST_BYTES))
            finally:
                os.close(descriptor)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise IoError(
            message("cannot-read", path=state.place() / NAME, error=error.strerror)
        ) from None


def proof_line(proof: StoredProof, change: Change, assigned: PolicyVolume) -> str:
    """The last proof and its time, on a line."""
    at = datetime.fromisoformat(proof.at).astimezone()
    stale = [] if proof.holds_of(change, words.rules(assigned.rules)) else [message("stale")]
    sentence = "; ".join([proof.because, *proof.notes, *stale])
    verdict = message(f"verdict-{proof.verdict}")
    return f"{verdict} ({language.minute(at)}): {sentence}"
