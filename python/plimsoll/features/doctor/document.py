"""The document `plimsoll.doctor/1`: an examination for programs, and its JSON schema."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from plimsoll.base.closed_model import ClosedModel
from plimsoll.base.version import __version__
from plimsoll.features.doctor.checks import Examination
from plimsoll.features.doctor.finding import SEVERITIES, Severity

SCHEMA: Literal["plimsoll.doctor/1"] = "plimsoll.doctor/1"


class FindingDocument(ClosedModel):
    """One thing that was found."""

    name: str = Field(description="the check")
    group: str = Field(description="what it is about: use, queues, paths, file system, …")
    severity: Severity = Field(
        description=(
            "stop: figures would say nothing about the target; warn; unknown: it could not be read;"
            " note; ok"
        )
    )
    found: str = Field(description="what was found, with its value, in words")
    values: dict[str, object] = Field(
        description="the same as figures; their names depend on the check, units come last"
    )
    reads: str = Field(description="what the check reads")
    why: str = Field(description="why it matters, and who says so")
    mend: str | None = Field(
        description=(
            "how to fix it, a command where there is one; null where there is nothing to fix"
        )
    )


class SkippedDocument(ClosedModel):
    """A check that had nothing to look at."""

    name: str = Field(description="the check")
    because: str = Field(description="why not")


class CountsDocument(ClosedModel):
    """Findings by severity."""

    stop: int
    warn: int
    unknown: int
    note: int
    ok: int


class DoctorDocument(ClosedModel):
    """What `plimsoll doctor --json` prints."""

    schema_: Literal["plimsoll.doctor/1"] = Field(
        alias="schema", description="what this document is"
    )
    version: str = Field(description="of Plimsoll")
    target: str | None = Field(description="as named; null when only the machine was looked at")
    captured: bool = Field(description="whether a captured tree was read instead of this machine")
    worst: Severity = Field(description="the worst severity of all findings")
    counts: CountsDocument = Field(description="findings by severity")
    findings: list[FindingDocument] = Field(description="the worst first")
    does_not_apply: list[SkippedDocument] = Field(description="checks that had nothing to look at")
    devices: list[dict[str, object]] | None = Field(
        description=(
            "the chain of block devices beneath the target, from the top down, as in a record; null"
            " when unknown"
        )
    )
    observed_s: float | None = Field(description="seconds between the two readings of the counters")


def of(found: Examination) -> Mapping[str, object]:
    """The document of an examination."""
    subject = found.scene.subject
    counts = found.counts()
    document = DoctorDocument(
        schema_=SCHEMA,
        version=__version__,
        target=subject.name if subject else None,
        captured=found.scene.machine.captured,
        worst=next((severity for severity in SEVERITIES if counts[severity]), "ok"),
        counts=CountsDocument(**{str(severity): count for severity, count in counts.items()}),
        findings=[
            FindingDocument(
                name=one.check.name,
                group=one.check.group,
                severity=one.said.severity,
                found=one.said.found,
                values=one.said.values,
                reads=one.check.reads,
                why=one.check.why,
                mend=None if one.said.severity == "ok" else one.said.mend or one.check.mend,
            )
            for one in found.findings
        ],
        does_not_apply=[
            SkippedDocument(name=one.check.name, because=one.because) for one in found.skipped
        ],
        devices=subject.devices if subject else None,
        observed_s=found.scene.machine.span_s,
    )
    return document.model_dump(mode="json", by_alias=True)
