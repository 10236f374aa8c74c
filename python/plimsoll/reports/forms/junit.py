"""Verdicts as JUnit XML, the form that CI servers read: one test case for each promise, or for each
half of a policy's compliance.

A broken promise is a failure. An inconclusive one is an error, not a skip: a skip is green, and
nothing was shown. The format has no standard; element and attribute names are those that Jenkins,
GitLab and GitHub's actions read.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plimsoll import writing
from plimsoll.printable import printable_lines

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from plimsoll.judge.promise.document import Check, Judged

NOW = "Name another file with --junit."
SUITES = "plimsoll check"
POLICIES = "plimsoll policy verify"
"""Names of the root element: a file of ours is known by them."""


@dataclass(frozen=True)
class Case:
    """A test case: kept passes, broken is a failure, inconclusive an error."""

    name: str
    of: str
    verdict: Literal["kept", "broken", "inconclusive"]
    message: str
    seconds: float = 0.0
    said: tuple[str, ...] = ()


def refuse_foreign(path: Path) -> None:
    """Raises RefusedError when `path` is there and is not a file that `write` made."""
    writing.refuse_foreign(
        path, _is_ours, "a file that plimsoll check or plimsoll policy verify wrote", NOW, head=256
    )


def _is_ours(head: bytes) -> bool:
    # An empty one was made to be written.
    return not head or any(
        f'<testsuites name="{name}"'.encode() in head for name in (SUITES, POLICIES)
    )


def write(check: Check, path: Path) -> None:
    """Writes the file; `refuse_foreign` has been asked before anything was measured."""
    _write(path, text(check))


def write_cases(path: Path, name: str, cases: Sequence[Case]) -> None:
    """Writes the file of a policy's compliance; `refuse_foreign` has been asked before."""
    sums = {
        "tests": str(len(cases)),
        "failures": str(sum(one.verdict == "broken" for one in cases)),
        "errors": str(sum(one.verdict == "inconclusive" for one in cases)),
        "time": f"{sum(one.seconds for one in cases):.3f}",
    }
    root = ET.Element("testsuites", {"name": POLICIES, **sums})
    suite = ET.SubElement(root, "testsuite", {"name": name, **sums})
    for one in cases:
        about = {"name": one.name, "classname": one.of, "time": f"{one.seconds:.3f}"}
        case = ET.SubElement(suite, "testcase", about)
        if one.verdict == "broken":
            ET.SubElement(case, "failure", {"message": one.message, "type": "broken"})
        if one.verdict == "inconclusive":
            ET.SubElement(case, "error", {"message": one.message, "type": "inconclusive"})
        ET.SubElement(case, "system-out").text = "\n".join([one.message, *one.said])
    _write(path, _document(root))


def write_unjudged(
    path: Path, name: str, targets: Sequence[str], promises: Sequence[str], why: str
) -> None:
    """Writes the file of a check that ended without a verdict: every promise is an error, in the
    words of what ended it."""
    cases = [(target, promise) for target in targets for promise in promises]
    sums = {"tests": str(len(cases)), "failures": "0", "errors": str(len(cases)), "time": "0"}
    root = ET.Element("testsuites", {"name": SUITES, **sums})
    suite = ET.SubElement(root, "testsuite", {"name": name, **sums})
    for target, promise in cases:
        case = ET.SubElement(suite, "testcase", {"name": promise, "classname": target, "time": "0"})
        ET.SubElement(case, "error", {"message": why, "type": "not judged"})
    _write(path, _document(root))


def _write(path: Path, written: str) -> None:
    # Asked before anything was measured, too, and that was a while ago.
    writing.write(path, written.encode(), NOW, lambda: refuse_foreign(path))


def text(check: Check) -> str:
    """The XML."""
    counts = {
        verdict: sum(one.verdict == verdict for one in check.evidence)
        for verdict in ("broken", "inconclusive")
    }
    sums = {
        "tests": str(len(check.evidence)),
        "failures": str(counts["broken"]),
        "errors": str(counts["inconclusive"]),
        "time": f"{check.test_seconds:.3f}",
    }
    root = ET.Element("testsuites", {"name": SUITES, **sums})
    suite = ET.SubElement(root, "testsuite", {"name": check.name, **sums})
    for one in check.evidence:
        _case(suite, check, one)
    return _document(root)


def _document(root: ET.Element) -> str:
    ET.indent(root)
    # Of what is not printable most cannot stand in XML 1.0 at all, escaped or not (its section
    # 2.2).
    written = printable_lines(ET.tostring(root, encoding="unicode"))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{written}\n'


def _case(suite: ET.Element, check: Check, one: Judged) -> None:
    seconds = sum(run.seconds for run in one.runs)
    case = ET.SubElement(
        suite,
        "testcase",
        {"name": one.promise, "classname": one.target or check.target, "time": f"{seconds:.3f}"},
    )
    properties = ET.SubElement(case, "properties")
    facts = {
        "verdict": one.verdict,
        "promised": one.promised,
        "subject": one.subject,
        "level": one.level,
    }
    if one.measured:
        facts |= {"measured": f"{one.measured.value:.10g} {one.measured.unit}"}
        if one.measured.low is not None and one.measured.high is not None:
            facts |= {"interval": f"{one.measured.low:.10g} to {one.measured.high:.10g}"}
    for name, value in facts.items():
        if value is not None:
            ET.SubElement(properties, "property", {"name": name, "value": value})
    if one.verdict == "broken":
        ET.SubElement(case, "failure", {"message": one.because, "type": "broken"})
    if one.verdict == "inconclusive":
        told = (
            one.because
            if one.would_decide is None
            else f"{one.because}. What would decide it: {one.would_decide}"
        )
        ET.SubElement(case, "error", {"message": told, "type": "inconclusive"})
    ET.SubElement(case, "system-out").text = "\n".join([one.because, *one.notes])
