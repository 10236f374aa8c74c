"""The types of checks: their input, their result, and the check itself.

A check reads a `Scene` and returns results. It raises Unreadable where it cannot read something,
and DoesNotApply where it has nothing to look at. Reason and remedy belong to the check, so that a
finding `unknown` has them too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from plimsoll.features.doctor.messages import message
from plimsoll.native.machine import Machine, Unreadable

if TYPE_CHECKING:
    from plimsoll.features.doctor.subject import Device, Subject

Severity = Literal["stop", "warn", "unknown", "note", "ok"]
"""stop: figures would not speak about the target. warn: they would be worse, better or less steady
than they could be. unknown: it could not be read. note: to be told with the figures. ok: looked at,
and as it should be."""

SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""The worst first."""


class DoesNotApply(Exception):  # noqa: N818  # not an error: it becomes a line of the document
    """The check has nothing to look at; the message has the reason."""


@dataclass(frozen=True)
class Floor:
    """Reads of 4 KiB at queue depth 1 in one Run, in ns."""

    outcome: str
    because: str
    p50_ns: float | None
    p99_ns: float | None
    count: int


@dataclass(frozen=True)
class ShortRuns:
    """Figures of the short Runs, or why there are none."""

    ceiling_per_s: float | None = None
    own_lag_p99_ns: float | None = None
    stood_still: float | None = None
    """Share of an open loop against null in which the machine stood still, by its heartbeat."""
    kept_waiting: float | None = None
    """Share in which a ready thread waited for a processor."""
    floor: list[Floor] = field(default_factory=list)
    why_no_calibration: str | None = None
    why_no_floor: str | None = None


@dataclass(frozen=True)
class CheckResult:
    """One result of a check. `values` are its figures for programs; `mend` is a more specific
    remedy than the check's."""

    severity: Severity
    found: str
    values: Mapping[str, object] = field(default_factory=dict)
    mend: str | None = None


@dataclass(frozen=True)
class Check:
    """One check: its name, and the files that it reads."""

    name: str
    group: str
    reads: str
    run: Callable[[Scene], list[CheckResult]]

    @property
    def why(self) -> str:
        """Why it matters, with the source."""
        return message(f"why-{self.name}")

    @property
    def mend(self) -> str:
        """The remedy."""
        return message(f"mend-{self.name}")


@dataclass(frozen=True)
class Scene:
    """The input of a check: a machine, the target if one was named, and figures of short Runs if
    any were made."""

    machine: Machine
    subject: Subject | None = None
    measured: ShortRuns | None = None

    def target(self) -> Subject:
        """The target. Raises DoesNotApply without one."""
        if self.subject is None:
            raise DoesNotApply(message("no-target-named"))
        return self.subject

    def local(self) -> Subject:
        """The target, if it is a path of this machine. Raises DoesNotApply for one that is not."""
        subject = self.target()
        if subject.facts.kind not in ("file", "device"):
            raise DoesNotApply(message("not-of-this-machine", name=subject.name))
        return subject

    def chain(self) -> list[Device]:
        """The block devices beneath the target, from the top down. Raises Unreadable when they
        could not be resolved."""
        subject = self.local()
        if subject.devices is None:
            raise Unreadable(
                message("chain-of-devices"), subject.why_no_chain or message("not-resolved")
            )
        if not subject.devices:
            kind = (
                subject.file_system["type_name"]
                if subject.file_system
                else message("its-file-system")
            )
            raise DoesNotApply(message("no-block-device", kind=kind))
        return subject.devices
