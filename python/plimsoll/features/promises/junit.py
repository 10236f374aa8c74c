"""Verdicts as JUnit XML, the form that CI servers read: one test case for each promise, or for each
half of a policy's compliance.

A broken promise is a failure. An inconclusive one is an error, not a skip: a skip is green, and
nothing was shown. The format has no standard; element and attribute names are those that Jenkins,
GitLab and GitHub's actions read.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from plimsoll.base import writing
from plimsoll.base.printable import printable_lines
from plimsoll.features.promises.rules.document import Check, Judged

NOW = "Name another file with --junit."
SUITES = "plimsoll check"
POLICIES = "plimsoll policy verify"
"""Names of the root element: a file of ours is known by them."""


@dataclass(frozen=True)
class Case:
    """A test case: kept passes, broken is a failure, inconclusive an error, and so is what was not
    judged."""

    name: str
    of: str
    verdict: Literal["kept", "broken", "inconclusive", "not judged"]
    message: str
    seconds: float = 0.0
    said: tuple[str, ...] = ()
    would_decide: str | None = None
    properties: tuple[tuple[str, str], ...] = ()


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
    _write(path, _document(POLICIES, name, cases))


def write_unjudged(
    path: Path, name: str, targets: Sequence[str], promises: Sequence[str], why: str
) -> None:
    """Writes the file of a check that ended without a verdict: every promise is an error, in the
    words of what ended it."""
    cases = [Case(one, target, "not judged", why) for target in targets for one in promises]
    _write(path, _document(SUITES, name, cases))


def _write(path: Path, written: str) -> None:
    # Asked before anything was measured, too, and that was a while ago.
    writing.write(path, written.encode(), NOW, lambda: refuse_foreign(path))


def text(check: Check) -> str:
    """The XML."""
    cases = [_case(check, one) for one in check.evidence]
    return _document(SUITES, check.name, cases, check.test_seconds)


def _document(
    root_name: str, suite_name: str, cases: Sequence[Case], seconds: float | None = None
) -> str:
    """`seconds`: of all cases together; without it those of each are added up."""
    errors = sum(one.verdict in ("inconclusive", "not judged") for one in cases)
    spent = sum(one.seconds for one in cases) if seconds is None else seconds
    sums = {
        "tests": str(len(cases)),
        "failures": str(sum(one.verdict == "broken" for one in cases)),
        "errors": str(errors),
        "time": f"{spent:.3f}",
    }
    root = ET.Element("testsuites", {"name": root_name, **sums})
    suite = ET.SubElement(root, "testsuite", {"name": suite_name, **sums})
    for one in cases:
        about = {"name": one.name, "classname": one.of, "time": f"{one.seconds:.3f}"}
        case = ET.SubElement(suite, "testcase", about)
        if one.properties:
            properties = ET.SubElement(case, "properties")
            for name, value in one.properties:
                ET.SubElement(properties, "property", {"name": name, "value": value})
        if one.verdict != "kept":
            decide = f". What would decide it: {one.would_decide}" if one.would_decide else ""
            ET.SubElement(
                case,
                "failure" if one.verdict == "broken" else "error",
                {"message": f"{one.message}{decide}", "type": one.verdict},
            )
        if one.verdict != "not judged":
            ET.SubElement(case, "system-out").text = "\n".join([one.message, *one.said])
    ET.indent(root)
    # Of what is not printable most cannot stand in XML 1.0 at all, escaped or not (its section
    # 2.2).
    written = printable_lines(ET.tostring(root, encoding="unicode"))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{written}\n'


def _case(check: Check, one: Judged) -> Case:
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
    return Case(
        one.promise,
        one.target or check.target,
        one.verdict,
        one.because,
        sum(run.seconds for run in one.runs),
        tuple(one.notes),
        one.would_decide if one.verdict == "inconclusive" else None,
        tuple((name, value) for name, value in facts.items() if value is not None),
    )
