"""Machines that are described in `fixtures/hosts`, and what is found on them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from plimsoll.features.doctor import subject
from plimsoll.features.doctor.checks import Examination, examine
from plimsoll.features.doctor.finding import CheckResult, Scene
from plimsoll.native.machine import Machine
from tests.features.doctor import tree


@dataclass(frozen=True)
class CheckResults:
    """An examination, asked by the name of a check."""

    examination: Examination

    def __getitem__(self, name: str) -> CheckResult:
        """The worst that this check said."""
        return next(one.said for one in self.examination.findings if one.check.name == name)

    def every(self, name: str) -> list[CheckResult]:
        """All that this check said, the worst first."""
        return [one.said for one in self.examination.findings if one.check.name == name]

    def skipped_names(self) -> set[str]:
        """Checks that had nothing to look at."""
        return {one.check.name for one in self.examination.skipped}

    def at(self, severity: str) -> set[str]:
        """Checks that said something of that severity."""
        return {
            one.check.name for one in self.examination.findings if one.said.severity == severity
        }


def look(root: Path, target: str | None = None) -> CheckResults:
    """What is found on the machine under this root."""
    taken = subject.manifest(root)
    machine = Machine(
        root,
        captured=True,
        span_s=taken.span_s if taken else None,
        whys=taken.unreadable if taken else {},
    )
    name = target or (taken.target if taken else None)
    return CheckResults(examine(Scene(machine, subject.of(name, machine, taken) if name else None)))


@pytest.fixture
def host(tmp_path: Path) -> Callable[..., CheckResults]:
    """Examines a described machine; `but` is a text of files that are otherwise."""

    def of(name: str, *, but: str = "", target: str | None = None) -> CheckResults:
        root = tree.unpack(name, tmp_path / f"host-{len(list(tmp_path.iterdir()))}")
        tree.write(but, root)
        return look(root, target)

    return of
