"""Preflight checks of machine and target for anything that would distort results.

The checks cover everything from reports S1 and S2 that Linux shows. ONE FILE PER GROUP of checks;
the list is CHECKS. Each check is a pure function of a `Scene` (a `Machine`, which may be a captured
tree, the target with its chain of devices, and figures of short Runs). Unreadable values are
`unknown`, never `ok`. No check changes anything: findings have remedies for the user.
"""

from dataclasses import dataclass

from plimsoll.features.doctor import (
    file_system,
    limits,
    measurements,
    memory,
    multipath,
    network,
    placement,
    processor,
    queues,
    users,
)
from plimsoll.features.doctor.finding import (
    SEVERITIES,
    Check,
    CheckResult,
    DoesNotApply,
    Scene,
    Severity,
)
from plimsoll.features.doctor.messages import message
from plimsoll.native.machine import Unreadable

CHECKS: tuple[Check, ...] = (
    users.MOUNTED,
    users.OPENED,
    users.NEIGHBOURS,
    users.OTHER_IO,
    queues.QUEUE_CHAIN,
    queues.SCHEDULER,
    queues.DESCRIPTORS,
    queues.WRITE_CACHE,
    multipath.MULTIPATH,
    multipath.NVME,
    file_system.HOLES,
    file_system.THIN,
    file_system.LOOP,
    file_system.MOUNT_OPTIONS,
    file_system.FREE_SPACE,
    file_system.ALIGNMENT,
    network.LINK,
    network.FIBRE_CHANNEL,
    limits.IO_LIMITS,
    limits.PROCESSOR_LIMITS,
    processor.CLOCK,
    processor.GOVERNOR,
    processor.SLEEP_STATES,
    processor.BOOST,
    processor.GUEST,
    processor.OTHER_WORK,
    processor.COMMAND_LINE,
    placement.NODES,
    placement.INTERRUPTS,
    memory.DIRTY,
    memory.SWAPPING,
    memory.PRESSURE,
    measurements.GENERATOR,
    measurements.NOISE_FLOOR,
)
"""Every check, in the order of equally bad findings."""


@dataclass(frozen=True)
class Finding:
    """A check with one of its results."""

    check: Check
    said: CheckResult


@dataclass(frozen=True)
class SkippedCheck:
    """A check that had nothing to look at, with the reason."""

    check: Check
    because: str


@dataclass(frozen=True)
class Examination:
    """All findings, the worst first."""

    scene: Scene
    findings: list[Finding]
    skipped: list[SkippedCheck]

    def counts(self) -> dict[Severity, int]:
        """Findings by severity."""
        return {
            severity: sum(1 for finding in self.findings if finding.said.severity == severity)
            for severity in SEVERITIES
        }

    @property
    def has_stop(self) -> bool:
        """Whether a finding makes figures useless as evidence about the target."""
        return any(finding.said.severity == "stop" for finding in self.findings)


def examine(scene: Scene, checks: tuple[Check, ...] = CHECKS) -> Examination:
    """Runs the checks. Raises nothing: what a check cannot read is a finding `unknown`."""
    findings: list[Finding] = []
    skipped: list[SkippedCheck] = []
    for check in checks:
        try:
            findings += [Finding(check, result) for result in check.run(scene)]
        except DoesNotApply as error:
            skipped.append(SkippedCheck(check, str(error)))
        except Unreadable as error:
            findings.append(Finding(check, CheckResult("unknown", str(error))))
        except (ValueError, LookupError, ArithmeticError, TypeError, OSError) as error:
            # A captured tree may hold anything. An error in one check must not stop the others.
            text = message("not-as-linux-writes", error=type(error).__name__)
            findings.append(Finding(check, CheckResult("unknown", text)))
    findings.sort(key=lambda finding: SEVERITIES.index(finding.said.severity))
    return Examination(scene, findings, skipped)
