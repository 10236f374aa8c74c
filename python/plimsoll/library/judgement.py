"""For what results of other programs can be used: the answer of `plimsoll.judge`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from plimsoll.base import writing
from plimsoll.base.errors import UsageError
from plimsoll.library.boundary import call
from plimsoll.library.messages import message
from plimsoll.library.results import Result

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    import polars

    from plimsoll.report.describe import Chart, First

    Use = Literal["usable", "limited", "unusable"]

UNUSABLE, BAD_INPUT = 2, 65
"""Exit codes where a Run is usable within limits only or not at all, and where a file could not be
judged."""


@dataclass(frozen=True)
class JudgedFinding:
    """What limits the use of a Run, or is to be known of it."""

    code: str
    """What was found."""
    use: Use
    """What remains usable with this finding alone."""
    sentence: str
    """The finding in words."""
    figures: Mapping[str, float | str]
    """The figures of the sentence, in ns, bytes and per s."""
    instead: str | None
    """What to measure instead, as a code; None where nothing has to be."""


@dataclass(frozen=True)
class JudgedRun:
    """A Run of a file, and for what it can be used."""

    file: str
    """As it was named."""
    program: str
    """Whose result it is."""
    at: str
    """Its place in the file."""
    use: Use
    """usable; limited: usable within the limits of its findings; unusable."""
    rate_iops: float | None
    """Its rate; None where its figures refute it."""
    bytes_per_second: float | None
    """None where unknown."""
    mean_seconds: float | None
    """Mean completion latency; None where unknown."""
    findings: tuple[JudgedFinding, ...]
    """The worst first."""
    not_checked: tuple[str, ...]
    """Codes of rules for which the file has no figures, and which limit nothing."""


class JudgeResult(Result):
    """For what results can be used: usable, usable within limits, or no measure of the storage."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document

    @property
    def document(self) -> Mapping[str, Any]:
        """The published document, as `--json` of the command prints it, as plain data."""
        return self._document

    @property
    def exit_code(self) -> int:
        """That of the command: 0 where every Run is usable, 2 where one is not or within limits
        only, 65 where a file could not be judged."""
        if self.left_out or self.use is None:
            return BAD_INPUT
        return 0 if self.is_usable else UNUSABLE

    @property
    def use(self) -> Use | None:
        """Of all Runs together, that of the worst: usable, limited or unusable; None where no file
        was judged."""
        use: Use | None = self.document["use"]
        return use

    @property
    def is_usable(self) -> bool:
        """Whether nothing is against any Run, for the assertion of a test. Files that could not be
        judged are in `left_out`."""
        return self.use == "usable"

    @property
    def runs(self) -> list[JudgedRun]:
        """Every Run, in the order of the files."""
        return [_run(file, run) for file in self.document["files"] for run in file["runs"]]

    @property
    def left_out(self) -> list[Mapping[str, Any]]:
        """Named files and results that could not be judged, each with `file`, `program` and
        `why`."""
        return list(self.document["left_out"])

    @call
    def frame(self) -> polars.DataFrame:
        """A row per Run, with the codes of its findings. Raises `UsageError` where Polars is not
        installed."""
        from plimsoll.library import frames

        frames.polars_module()
        return frames.frame_of_rows(
            {
                "file": run.file,
                "program": run.program,
                "at": run.at,
                "use": run.use,
                "rate_per_s": run.rate_iops,
                "bytes_per_s": run.bytes_per_second,
                "mean_s": run.mean_seconds,
                "findings": [finding.code for finding in run.findings],
            }
            for run in self.runs
        )

    @call
    def save(self, path: str | PathLike[str], *, force: bool = False) -> list[Path]:
        """Writes the document (.json); the files that were written. Raises `RefusedError` for a
        file that is not Plimsoll's, unless `force`; `UsageError` for another ending."""
        file = Path(path)
        if file.suffix.lower() != ".json":
            raise UsageError(*message.refusal("judgement-form", file=file))
        text = json.dumps(self.document, indent=2, ensure_ascii=False)
        refuse = None if force else partial(_refuse_foreign, file)
        writing.write(file, f"{text}\n".encode(), message("name-another"), refuse)
        return [file]

    def __str__(self) -> str:
        """What the worst Run can be used for, and why."""
        worst = next((run for run in self.runs if run.use == self.use), None)
        if worst is None:
            return "; ".join(str(left["why"]) for left in self.left_out) or message("none-judged")
        found = [finding.sentence for finding in worst.findings if finding.use == worst.use]
        return ": ".join([worst.use, *found[:1]])

    def _first(self) -> tuple[First | None, Chart | None, str]:
        return None, None, str(self)

    def __repr__(self) -> str:
        return f"JudgeResult(use={self.use!r}, runs={len(self.runs)})"


def _run(file: Mapping[str, Any], run: Mapping[str, Any]) -> JudgedRun:
    mean_ns = run["mean_ns"]
    return JudgedRun(
        file=file["file"],
        program=file["program"],
        at=run["at"],
        use=run["use"],
        rate_iops=run["rate_per_s"],
        bytes_per_second=run["bytes_per_s"],
        mean_seconds=None if mean_ns is None else mean_ns / 1e9,
        findings=tuple(
            JudgedFinding(
                code=reason["code"],
                use=reason["use"],
                sentence=reason["sentence"],
                figures=reason["figures"],
                instead=reason["instead"],
            )
            for reason in run["reasons"]
        ),
        not_checked=tuple(run["not_checked"]),
    )


def _refuse_foreign(file: Path) -> None:
    """Raises RefusedError for a file that is no judgement."""
    writing.refuse_foreign(
        file,
        lambda head: b'"plimsoll.judge/' in head,
        message("a-judgement"),
        message("name-another"),
    )
