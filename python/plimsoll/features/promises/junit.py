"""Verdicts as JUnit XML, the form that CI servers read: one test case for each promise, or for each
half of a policy's compliance.

A broken promise is a failure. An inconclusive one is an error, not a skip, because CI shows a skip
in green. The format has no standard; element and attribute names are those that Jenkins, GitLab and
GitHub's actions read.
"""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from plimsoll.base import writing
from plimsoll.base.printable import printable_lines
from plimsoll.features.promises.messages import message
from plimsoll.features.promises.rules.document import Check, ClaimVerdict

CHECK_SUITES = "plimsoll check"
POLICY_SUITES = "plimsoll policy verify"
"""Names of the root element, by which a file of ours is recognised."""


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
        path,
        _is_ours,
        message("a-file-of-ours"),
        message("another-junit-file"),
        head=256,
    )


def _is_ours(head: bytes) -> bool:
    # An empty file may be one that was made beforehand.
    return not head or any(
        f'<testsuites name="{name}"'.encode() in head for name in (CHECK_SUITES, POLICY_SUITES)
    )


def write(check: Check, path: Path) -> None:
    """Writes the file of a check."""
    _write(path, text(check))


def write_cases(path: Path, name: str, cases: Sequence[Case]) -> None:
    """Writes the file of a policy's compliance."""
    _write(path, _document(POLICY_SUITES, name, cases))


def write_error_cases(
    path: Path, name: str, targets: Sequence[str], promises: Sequence[str], why: str
) -> None:
    """Writes the file of a check that ended without a verdict: every promise is an error with that
    reason."""
    cases = [Case(promise, target, "not judged", why) for target in targets for promise in promises]
    _write(path, _document(CHECK_SUITES, name, cases))


def _write(path: Path, written: str) -> None:
    # The file may have changed since it was checked before the measurement.
    writing.write(
        path, written.encode(), message("another-junit-file"), lambda: refuse_foreign(path)
    )


def text(check: Check) -> str:
    """The XML."""
    cases = [_case(check, one) for one in check.evidence]
    return _document(CHECK_SUITES, check.name, cases, check.test_seconds)


def _document(
    root_name: str, suite_name: str, cases: Sequence[Case], seconds: float | None = None
) -> str:
    """The XML document. `seconds`: of all cases together; the sum of the cases without it."""
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
            text = one.message
            if one.would_decide:
                text = f"{text}. {message('would-decide', decide=one.would_decide)}"
            ET.SubElement(
                case,
                "failure" if one.verdict == "broken" else "error",
                {"message": text, "type": one.verdict},
            )
        if one.verdict != "not judged":
            ET.SubElement(case, "system-out").text = "\n".join([one.message, *one.said])
    ET.indent(root)
    # XML 1.0 forbids most unprintable characters, escaped or not (section 2.2).
    written = printable_lines(ET.tostring(root, encoding="unicode"))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{written}\n'


def _case(check: Check, judged: ClaimVerdict) -> Case:
    facts = {
        "verdict": judged.verdict,
        "promised": judged.promised,
        "subject": judged.subject,
        "level": judged.level,
    }
    if judged.measured:
        facts |= {"measured": f"{judged.measured.value:.10g} {judged.measured.unit}"}
        if judged.measured.low is not None and judged.measured.high is not None:
            facts |= {"interval": f"{judged.measured.low:.10g} to {judged.measured.high:.10g}"}
    return Case(
        judged.promise,
        judged.target or check.target,
        judged.verdict,
        judged.because,
        sum(run.seconds for run in judged.runs),
        tuple(judged.notes),
        judged.would_decide if judged.verdict == "inconclusive" else None,
        tuple((name, value) for name, value in facts.items() if value is not None),
    )
