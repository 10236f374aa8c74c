"""`plimsoll doctor`: preflight: what of this machine and this target would bend the figures, and
how to mend it."""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, cast

from plimsoll.base.errors import InputError, NoTargetError, UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import flag
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from plimsoll.features.doctor.checks import Examination, Finding, Machine
    from plimsoll.features.doctor.subject import Manifest
    from plimsoll.native.record import Neighbours

EXAMPLES = (
    "plimsoll doctor",
    "plimsoll doctor --target test.dat",
    "plimsoll doctor --target /dev/mapper/mpatha --json",
    "plimsoll doctor --target /dev/nvme0n1 --capture host7",
    "plimsoll doctor --root host7",
)

OBSERVE_S = 1.0
"""Seconds for which others are watched: counters of the kernel move in ticks of 1 to 10 ms."""

WIDEST = 100
"""Columns of text: longer lines are hard to read."""


def doctor(
    target: str | None = flag("--target T", "Target to check. Default: check the machine only."),
    root: Path | None = flag("--root DIR", "Check a captured machine instead of this one."),
    capture: Path | None = flag(
        "--capture DIR",
        "Save what the checks read to this new folder, for --root on another machine.",
    ),
    quick: bool = flag("--quick", "Read only; do no Runs against null: or the target."),
    as_json: _options.Json = False,
) -> int:
    """Check for anything that would skew results: other programs, queues, paths, caches, power
    management, limits.

    Reads only. Each finding says why it matters and how to fix it. The exit code is 2 when a
    finding says that results would say nothing about the target, else 0; what could not be read is
    reported as unknown.
    """
    from plimsoll.features.doctor import document, subject
    from plimsoll.features.doctor.checks import Machine, examine
    from plimsoll.features.doctor.finding import Scene

    if root is not None and capture is not None:
        raise UsageError(
            "--root and --capture do not go together", "A capture is taken on the machine itself."
        )
    with screen.Meter(quiet=as_json) as meter:
        if root is not None:
            machine, taken = _captured(root)
            name = target if target is not None else taken.target if taken else None
            scene = Scene(machine, subject.of(name, machine, taken) if name else None)
            found = examine(scene)
        else:
            machine = Machine()
            found = _here(machine, target, capture, meter, quick=quick)
    if as_json:
        screen.document(document.of(found))
    else:
        screen.lines(told(found, min(shutil.get_terminal_size().columns, WIDEST)))
    return 2 if found.stopped else 0


def _captured(root: Path) -> tuple[Machine, Manifest | None]:
    from plimsoll.features.doctor import subject
    from plimsoll.features.doctor.checks import Machine

    if not root.is_dir():
        raise NoTargetError(f"there is no folder {root}", "Check the path after --root.")
    if not (root / "proc").is_dir() and not (root / "sys").is_dir():
        raise InputError(
            f"{root} is not a captured machine: it has neither proc nor sys",
            "Make one with 'plimsoll doctor --capture DIR'.",
        )
    taken = subject.manifest(root)
    machine = Machine(root.resolve(), captured=True)
    if taken is not None:
        machine.span_s, machine.whys = taken.span_s, taken.unreadable
        machine.neighbours = cast("Neighbours | None", taken.neighbours)
    return machine, taken


def _here(
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
    asked = subject.of(target, machine) if target is not None else None
    meter.show("watching the machine", OBSERVE_S)
    machine.observe(OBSERVE_S, time.sleep, time.monotonic, target)
    measured = None
    if capture is not None:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        written = capturing.capture(capture, Scene(machine, asked), examine, taken=now)
        meter.say(f"{written} files in {capture}: look through them before you send them")
    if not quick:
        driven = (
            target if asked is None or asked.facts.kind in ("file", "device", "network") else None
        )
        with stopping() as stop:
            measured = measure(driven, stop=stop, tell=lambda doing: meter.show(doing, None))
    return examine(Scene(machine, asked, measured))


def told(found: Examination, width: int) -> list[str]:
    """The examination for people: the worst first, why and how to mend it only where something is
    to be mended."""
    counts = {severity: count for severity, count in found.counts().items() if count}
    subject = found.scene.subject
    head = f"{subject.name if subject else 'this machine'}: "
    head += ", ".join(f"{count} {severity}" for severity, count in counts.items())
    lines = [head]
    good: list[str] = []
    explained: set[str] = set()
    for severity, text, same in _grouped(found):
        if severity == "ok":
            good += [one.check.name for one in same]
        else:
            lines += [
                "",
                *_one(severity, text, same[0], width, explain=same[0].check.name not in explained),
            ]
            explained.add(same[0].check.name)
    if subject is not None:
        narrow = next((one for one in found.findings if one.check.name == "queue_chain"), None)
        if narrow is not None and narrow.said.severity == "ok":
            lines += [
                "",
                *textwrap.wrap(f"queues: {narrow.said.found}", width, subsequent_indent=" " * 8),
            ]
    if good:
        lines += [
            "",
            *textwrap.wrap(
                f"ok: {', '.join(dict.fromkeys(good))}", width, subsequent_indent="    "
            ),
        ]
    return lines


def _grouped(found: Examination) -> list[tuple[str, str, list[Finding]]]:
    """Findings by severity and text: what several checks cannot read is told once, with their
    names."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for one in found.findings:
        key = (
            one.said.found
            if one.said.severity == "unknown"
            else f"{one.check.name}: {one.said.found}"
        )
        groups.setdefault((one.said.severity, key), []).append(one)
    return [
        (
            severity,
            (
                f"{', '.join(one.check.name for one in same)}: {text}"
                if severity == "unknown"
                else text
            ),
            same,
        )
        for (severity, text), same in groups.items()
    ]


def _one(severity: str, text: str, finding: Finding, width: int, *, explain: bool) -> list[str]:
    """One finding; `why` only where it was not told just before."""
    label = severity.upper() if severity in ("stop", "warn") else severity
    indent = " " * 9

    def wrapped(first: str, text: str) -> list[str]:
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

    lines = wrapped(f"{label:8} ", text)
    if severity in ("stop", "warn"):
        if explain:
            lines += wrapped(f"{'':4}why: ", finding.check.why)
        lines += wrapped(f"{'':4}fix: ", finding.said.mend or finding.check.mend)
    elif severity == "note" and finding.said.mend:
        lines += wrapped(f"{'':4}fix: ", finding.said.mend)
    return lines
