"""`plimsoll doctor` checks machine and target for anything that would distort results, with
remedies."""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, cast

from plimsoll.base import language
from plimsoll.base.errors import InputError, NoTargetError, UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import flag
from plimsoll.cli.terminal import screen
from plimsoll.features.doctor.messages import message

if TYPE_CHECKING:
    from plimsoll.features.doctor.checks import Examination, Finding
    from plimsoll.features.doctor.subject import Manifest
    from plimsoll.native.machine import Machine
    from plimsoll.native.record import Neighbours

EXAMPLES = (
    "plimsoll doctor",
    "plimsoll doctor --target test.dat",
    "plimsoll doctor --target /dev/mapper/mpatha --json",
    "plimsoll doctor --target /dev/nvme0n1 --capture host7",
    "plimsoll doctor --root host7",
)

OBSERVE_S = 1.0
"""Seconds of watching other programs: the kernel's counters move in ticks of 1 to 10 ms."""

MAX_COLUMNS = 100
"""Maximum width of text: longer lines are hard to read."""


def doctor(
    target: str | None = flag("--target T", message("help-target")),
    root: Path | None = flag("--root DIR", message("help-root")),
    capture: Path | None = flag("--capture DIR", message("help-capture")),
    quick: bool = flag("--quick", message("help-quick")),
    as_json: _options.Json = False,
) -> int:
    """Check for anything that would skew results: other programs, queues, paths, caches, power
    management, limits.

    Reads only. Each finding says why it matters and how to fix it. The exit code is 2 when a
    finding says that results would say nothing about the target, else 0; what could not be read is
    reported as unknown.
    """
    from plimsoll.features.doctor import document, subject
    from plimsoll.features.doctor.checks import examine
    from plimsoll.features.doctor.finding import Scene
    from plimsoll.native.machine import Machine

    if root is not None and capture is not None:
        raise UsageError(*message.refusal("root-and-capture"))
    with screen.Meter(quiet=as_json) as meter:
        if root is not None:
            machine, manifest = _read_capture(root)
            name = target if target is not None else manifest.target if manifest else None
            scene = Scene(machine, subject.of(name, machine, manifest) if name else None)
            result = examine(scene)
        else:
            machine = Machine()
            result = _examine_here(machine, target, capture, meter, quick=quick)
    if as_json:
        screen.document(document.of(result))
    else:
        screen.lines(report_lines(result, min(shutil.get_terminal_size().columns, MAX_COLUMNS)))
    return 2 if result.has_stop else 0


def _read_capture(root: Path) -> tuple[Machine, Manifest | None]:
    from plimsoll.features.doctor import subject
    from plimsoll.native.machine import Machine

    if not root.is_dir():
        raise NoTargetError(*message.refusal("no-folder", root=root))
    if not (root / "proc").is_dir() and not (root / "sys").is_dir():
        raise InputError(*message.refusal("not-a-capture", root=root))
    manifest = subject.manifest(root)
    machine = Machine(root.resolve(), captured=True)
    if manifest is not None:
        machine.span_s, machine.whys = manifest.span_s, manifest.unreadable
        machine.neighbours = cast("Neighbours | None", manifest.neighbours)
    return machine, manifest


def _examine_here(
    machine: Machine, target: str | None, capture: Path | None, meter: screen.Meter, *, quick: bool
) -> Examination:
    import time
    from datetime import UTC, datetime

    from plimsoll.cli._stop import stopping
    from plimsoll.features.doctor import capture as capturing
    from plimsoll.features.doctor import subject
    from plimsoll.features.doctor.checks import examine
    from plimsoll.features.doctor.finding import Scene
    from plimsoll.features.doctor.measurements import measure
    from plimsoll.native.machine import Reading

    if capture is not None:
        capturing.refuse_foreign(capture)
        machine.reading = Reading()
    examined = subject.of(target, machine) if target is not None else None
    meter.show(message("watching"), OBSERVE_S)
    machine.observe(OBSERVE_S, time.sleep, time.monotonic, target)
    measured = None
    if capture is not None:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        file_count = capturing.capture(capture, Scene(machine, examined), examine, taken=now)
        meter.say(message("captured", files=file_count, folder=capture))
    if not quick:
        run_target = (
            target
            if examined is None or examined.facts.kind in ("file", "device", "network")
            else None
        )
        with stopping() as stop:
            measured = measure(run_target, stop=stop, tell=lambda doing: meter.show(doing, None))
    return examine(Scene(machine, examined, measured))


def report_lines(result: Examination, width: int) -> list[str]:
    """The examination as text, the worst findings first; reason and remedy only where one is
    needed."""
    subject = result.scene.subject
    name = subject.name if subject else message("this-machine")
    severities = language.listing(
        message(f"counts-{severity}", count=count)
        for severity, count in result.counts().items()
        if count
    )
    lines = [f"{name}: {severities}"]
    passed_checks: list[str] = []
    explained_checks: set[str] = set()
    for severity, text, group in _group_findings(result):
        if severity == "ok":
            passed_checks += [finding.check.name for finding in group]
        else:
            lines += [
                "",
                *_finding_lines(
                    severity,
                    text,
                    group[0],
                    width,
                    explain=group[0].check.name not in explained_checks,
                ),
            ]
            explained_checks.add(group[0].check.name)
    if subject is not None:
        queue_finding = next(
            (finding for finding in result.findings if finding.check.name == "queue_chain"),
            None,
        )
        if queue_finding is not None and queue_finding.said.severity == "ok":
            lines += [
                "",
                *textwrap.wrap(
                    f"queues: {queue_finding.said.found}", width, subsequent_indent=" " * 8
                ),
            ]
    if passed_checks:
        lines += [
            "",
            *textwrap.wrap(
                f"ok: {', '.join(dict.fromkeys(passed_checks))}", width, subsequent_indent="    "
            ),
        ]
    return lines


def _group_findings(result: Examination) -> list[tuple[str, str, list[Finding]]]:
    """Findings by severity and text. A value that several checks cannot read is one entry with
    their names."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in result.findings:
        key = (
            finding.said.found
            if finding.said.severity == "unknown"
            else f"{finding.check.name}: {finding.said.found}"
        )
        groups.setdefault((finding.said.severity, key), []).append(finding)
    return [
        (
            severity,
            (
                f"{', '.join(finding.check.name for finding in group)}: {text}"
                if severity == "unknown"
                else text
            ),
            group,
        )
        for (severity, text), group in groups.items()
    ]


def _finding_lines(
    severity: str, text: str, finding: Finding, width: int, *, explain: bool
) -> list[str]:
    """The lines of a finding. `explain`: with the reason, which earlier lines may have given."""
    label = severity.upper() if severity in ("stop", "warn") else severity
    indent = " " * 9

    def wrap_lines(first: str, text: str) -> list[str]:
        made: list[str] = []
        for at, part in enumerate(text.splitlines()):
            made += textwrap.wrap(
                part,
                width,
                initial_indent=first if at == 0 else indent,
                subsequent_indent=indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
        return made

    lines = wrap_lines(f"{label:8} ", text)
    if severity in ("stop", "warn"):
        if explain:
            lines += wrap_lines(f"{'':4}{message('why')}: ", finding.check.why)
        lines += wrap_lines(f"{'':4}{message('fix')}: ", finding.said.mend or finding.check.mend)
    elif severity == "note" and finding.said.mend:
        lines += wrap_lines(f"{'':4}{message('fix')}: ", finding.said.mend)
    return lines
