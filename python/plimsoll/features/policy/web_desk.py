"""Policy files on the page, by the command line: `plimsoll policy show`, `plan` and `apply`, each
in a process of its own, and what it prints with --json.

So a system that does not answer holds no page of others, the command's own rules and refusals hold,
and the journal is written by the one who always writes it. What is applied is what was shown: the
command that applies is given its digest, compares it under the lock that it applies under, and
applies nothing where it is another by now.
"""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from plimsoll.base import child, documents
from plimsoll.base.errors import IoError, PlimsollError, RefusedError, UsageError, one_line
from plimsoll.features.policy.applying import OTHERWISE
from plimsoll.features.policy.changes import digest_of
from plimsoll.web.shelf import id_of

if TYPE_CHECKING:
    from pathlib import Path

    from plimsoll.features.policy.documents import PolicyStatus

LOOK_WITHIN_S = 60.0
APPLY_WITHIN_S = 600.0
"""An apply that is ended half way leaves what is to be put back in the journal; but it ends itself,
and hardly ever takes a second."""
NICE = 10
"""Of looking only."""
DIGEST = re.compile("[0-9a-f]{64}")
NOTHING = "What would be changed is another by now. Nothing was applied."


class ChangedError(PlimsollError):
    """What would be changed is no longer what was shown."""


@dataclass(frozen=True)
class PolicyView:
    """A policy file and what a command said of it."""

    name: str
    """By which addresses know it."""
    path: Path
    status: PolicyStatus | None
    trouble: str = ""
    """Why there is none."""

    @property
    def digest(self) -> str:
        """Of what would be changed: items, what they are, what they shall be."""
        items = [] if self.status is None else self.status.items
        return digest_of(
            [[one.name, one.kind, one.place, one.now, one.wanted, one.leaves] for one in items]
        )


@dataclass
class Desk:
    """The policy files that the server was started with."""

    files: tuple[Path, ...]
    may_apply: bool
    _names: dict[str, Path] = field(init=False)

    def __post_init__(self) -> None:
        self._names = {id_of(path): path for path in self.files}

    def path(self, name: str) -> Path | None:
        """The file of this name in addresses."""
        return self._names.get(name)

    def look_at_all(self) -> list[PolicyView]:
        """What is set and proven of every file."""
        return [self._seen("show", path) for path in self.files]

    def plan(self, path: Path) -> PolicyView:
        """What applying would change. Raises UsageError with what the command said."""
        seen = self._seen("plan", path)
        if seen.status is None:
            raise UsageError(seen.trouble)
        return seen

    def apply(self, path: Path, digest: str) -> PolicyStatus:
        """Applies what was shown under this digest; what was done.

        Raises RefusedError where the server may not, ChangedError where it is another by now, and
        UsageError with what the command said; what it did until then stands in its status, which
        `plimsoll policy show` tells.
        """
        if not self.may_apply:
            raise RefusedError(
                "this page may not apply policies",
                f"Apply it with 'plimsoll policy apply {path}', or start the server with"
                " --allow-policies.",
            )
        # It came with a form, and becomes a word of a command.
        if not DIGEST.fullmatch(digest):
            raise ChangedError(NOTHING)
        status, trouble = _asked("apply", path, f"--seen={digest}", within_s=APPLY_WITHIN_S, nice=0)
        if status is None and trouble.startswith(OTHERWISE):
            raise ChangedError(NOTHING)
        if trouble or status is None:
            raise UsageError(trouble)
        return status

    def _seen(self, action: Literal["show", "plan"], path: Path) -> PolicyView:
        try:
            status, trouble = _asked(action, path, within_s=LOOK_WITHIN_S, nice=NICE)
        except PlimsollError as error:
            status, trouble = None, str(error)
        return PolicyView(id_of(path), path, status, trouble)


def _asked(
    action: str, path: Path, *more: str, within_s: float, nice: int
) -> tuple[PolicyStatus | None, str]:
    """What a command printed, and what it complained about: a refusal has no document, an apply
    that failed half way has both."""
    try:
        ended = subprocess.run(
            child.command("policy", action, str(path), *more, "--json", nice=nice),
            capture_output=True,
            timeout=within_s,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        raise IoError(
            f"plimsoll policy {action} took longer than {within_s:.0f} s",
            f"A system does not answer. Look with 'plimsoll policy show {path}'.",
        ) from None
    lines = [
        one_line(line)
        for line in ended.stderr.decode(errors="replace").splitlines()
        if line.strip()
    ]
    said = [line for line in lines if line.startswith("plimsoll: ")]
    trouble = said[-1].removeprefix("plimsoll: ") if said and ended.returncode > 2 else ""
    if not ended.stdout.strip():
        return None, trouble or (lines[-1] if lines else f"it ended with {ended.returncode}")
    from plimsoll.features.policy.documents import PolicyStatus

    return documents.read(json.loads(ended.stdout), PolicyStatus), trouble
