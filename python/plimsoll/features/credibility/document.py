"""The answer of `plimsoll judge` as a document, `plimsoll.judge/1`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from plimsoll.base import language
from plimsoll.base.closed_model import ClosedModel
from plimsoll.judge.credibility import Remedy, Use  # pydantic reads them

if TYPE_CHECKING:
    from plimsoll.features.credibility.judging import JudgedFile, JudgedFiles, JudgedRun, Reason


class JudgedReason(ClosedModel):
    """A finding on a Run."""

    code: str = Field(description="What was found.")
    use: Use = Field(description="What remains usable with this finding alone.")
    figures: dict[str, float | str] = Field(description="Of the sentence, in ns, bytes and per s.")
    sentence: str = Field(description="The finding in words.")
    instead: Remedy | None = Field(description="What to measure instead, as a code.")


class RunJudgement(ClosedModel):
    """A Run of a file."""

    at: str = Field(description="Its place in the file.")
    use: Use = Field(
        description="usable; limited: usable within the limits of its reasons; unusable."
    )
    rate_per_s: float | None = Field(description="Its IOPS; null where its figures refute it.")
    bytes_per_s: float | None = Field(description="Null where unknown.")
    mean_ns: float | None = Field(description="Mean completion latency; null where unknown.")
    sync_mean_ns: float | None = Field(
        description="Mean latency of syncs, which is in no other; null: none, or unknown."
    )
    reasons: list[JudgedReason] = Field(description="The worst first.")
    not_checked: list[str] = Field(
        description="Codes of rules for which the file has no figures, and which limit nothing."
    )


class FileJudgement(ClosedModel):
    """A file, or files that belong together."""

    file: str = Field(description="As it was named.")
    program: str = Field(description="Whose result it is.")
    version: str | None = Field(description="The version of that program; null: not in the file.")
    format: str = Field(description="Which of its files.")
    use: Use = Field(description="Of all its Runs together: that of the worst.")
    runs: list[RunJudgement] = Field(description="In the order of the file.")


class FileLeftOut(ClosedModel):
    """A file of which nothing was judged."""

    file: str = Field(description="As it was named.")
    program: str | None = Field(
        description="Whose file it is; null where nothing in it shows that."
    )
    format: str | None = Field(description="As what it was read; null where no format knows it.")
    why: str = Field(description="What is wrong, and in which line.")


class Judgement(ClosedModel):
    """The answer of `plimsoll judge`."""

    schema_: Literal["plimsoll.judge/1"] = Field("plimsoll.judge/1", alias="schema")
    use: Use | None = Field(
        description="Of all Runs together: that of the worst; null where no file was judged."
    )
    files: list[FileJudgement] = Field(description="In the order of the command line.")
    left_out: list[FileLeftOut] = Field(description="Named files and results without an answer.")
    ignored_files: int = Field(description="Files of folders that are no results.")


def document(found: JudgedFiles) -> dict[str, Any]:
    """The document, whose sentences are in English."""
    with language.for_programs():
        answer = Judgement(
            use=found.use if found.files else None,
            files=[_file(file) for file in found.files],
            left_out=[
                FileLeftOut(
                    file=left.file,
                    program=left.program,
                    format=left.format,
                    why=left.document()["why"],
                )
                for left in found.left
            ],
            ignored_files=found.ignored,
        )
    return answer.model_dump(by_alias=True)


def _file(file: JudgedFile) -> FileJudgement:
    return FileJudgement(
        file=file.file,
        program=file.program,
        version=file.version,
        format=file.format,
        use=file.use,
        runs=[_run(run) for run in file.runs],
    )


def _run(run: JudgedRun) -> RunJudgement:
    record = run.record
    return RunJudgement(
        at=run.at,
        use=run.use,
        rate_per_s=None if record is None else record["achieved_rate_per_s"],
        bytes_per_s=None if record is None else record["bytes_per_s"],
        mean_ns=None if record is None else record["all"]["completion_latency_ns"]["mean"],
        sync_mean_ns=None if record is None else record["flush"]["completion_latency_ns"]["mean"],
        reasons=[_reason(reason) for reason in run.reasons],
        not_checked=list(run.unchecked),
    )


def _reason(reason: Reason) -> JudgedReason:
    return JudgedReason(
        code=reason.code,
        use=reason.meaning.use,
        figures=dict(reason.figures),
        sentence=reason.sentence(),
        instead=reason.meaning.remedy,
    )
