"""Policy files on the page, through `plimsoll policy show`, `plan` and `apply --json` in processes
of their own.

So a system that hangs blocks no other page, and the refusals and the journal are those of the
command. Apply gets the digest of the plan that was shown, compares it under the journal's lock, and
refuses any other.
"""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from plimsoll.base import child, documents
from plimsoll.base.errors import IoError, PlimsollError, RefusedError, UsageError, one_line
from plimsoll.features.policy import words
from plimsoll.features.policy.messages import message
from plimsoll.web.niceness import niceness
from plimsoll.web.shelf import id_of

if TYPE_CHECKING:
    from plimsoll.features.policy.documents import PolicyStatus

LOOK_WITHIN_S = 180.0
APPLY_WITHIN_S = 600.0
"""A timed-out apply leaves its changes in the journal. Hardly any takes a second."""
DIGEST = re.compile("[0-9a-f]{64}")


class ChangedError(PlimsollError):
    """The pending changes are no longer those shown."""


@dataclass(frozen=True)
class PolicyView:
    """A policy file and its status."""

    name: str
    """Its name in addresses."""
    path: Path
    status: PolicyStatus | None
    trouble: str = ""
    """Why there is no status."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """Of each volume, in the language of the reader: the status has them in English."""

    @property
    def digest(self) -> str:
        """SHA-256 of the pending changes."""
        from plimsoll.features.policy.changes import digest_of

        items = [] if self.status is None else self.status.items
        return digest_of(
            [
                [item.name, item.kind, item.place, item.now, item.wanted, item.leaves]
                for item in items
            ]
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
        """The status of every file."""
        return [self._view("show", path) for path in self.files]

    def plan(self, path: Path) -> PolicyView:
        """The pending changes. Raises UsageError with the command's error."""
        view = self._view("plan", path)
        if view.status is None:
            raise UsageError(view.trouble)
        return view

    def documents(self, path: Path) -> dict[str, str]:
        """What others apply, by the name of the system. Raises as the command."""
        from plimsoll.features.policy import file as policy_file
        from plimsoll.features.policy.changes import documents_of
        from plimsoll.features.policy.resolving import resolve

        by_system = documents_of(resolve(policy_file.read(path)))
        return {
            name: "".join(document.text for document in found) for name, found in by_system.items()
        }

    def apply(self, path: Path, digest: str) -> PolicyStatus:
        """Applies the plan of this digest and returns the outcome.

        Raises RefusedError without permission, ChangedError for another plan by now, and UsageError
        with the command's error; `plimsoll policy show` has what was done until then.
        """
        if not self.may_apply:
            raise RefusedError(*message.refusal("page-may-not", path=path))
        # It comes from a form and becomes an argument of a command.
        if not DIGEST.fullmatch(digest):
            raise ChangedError(message("plan-changed"))
        status, trouble = _run_command(
            "apply", path, f"--seen={digest}", within_s=APPLY_WITHIN_S, nice=0
        )
        if status is None and trouble.startswith(message("plan-outdated")):
            raise ChangedError(message("plan-changed"))
        if trouble or status is None:
            raise UsageError(trouble)
        return status

    def _view(self, action: Literal["show", "plan"], path: Path) -> PolicyView:
        try:
            status, trouble = _run_command(action, path, within_s=LOOK_WITHIN_S, nice=niceness())
        except PlimsollError as error:
            status, trouble = None, str(error)
        return PolicyView(id_of(path), path, status, trouble, _rules_of(path))


def _rules_of(path: Path) -> dict[str, str]:
    from plimsoll.features.policy import file as policy_file
    from plimsoll.features.policy.resolving import resolve

    # A file that cannot be read is a trouble of the status.
    with contextlib.suppress(PlimsollError):
        assigned = resolve(policy_file.read(path)).assigned
        return {volume.volume: words.rules(volume.rules) for volume in assigned}
    return {}


def _run_command(
    action: str, path: Path, *more: str, within_s: float, nice: int
) -> tuple[PolicyStatus | None, str]:
    """The document of a command and its error. A refusal has no document; an apply that failed half
    way has both."""
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
            *message.refusal("took-too-long", action=action, seconds=f"{within_s:.0f}", path=path)
        ) from None
    lines = [
        one_line(line)
        for line in ended.stderr.decode(errors="replace").splitlines()
        if line.strip()
    ]
    complaints = [line for line in lines if line.startswith("plimsoll: ")]
    trouble = (
        complaints[-1].removeprefix("plimsoll: ") if complaints and ended.returncode > 2 else ""
    )
    if not ended.stdout.strip():
        return None, trouble or (
            lines[-1] if lines else message("ended-with", returncode=ended.returncode)
        )
    from plimsoll.features.policy.documents import PolicyStatus

    return documents.read(json.loads(ended.stdout), PolicyStatus), trouble
