"""Answers of calls. An answer holds the published document as plain data (`document`), names its
figures with their units, gives a Polars frame of its Runs, writes reports, and shows itself in a
notebook.

Its report is drawn from the store that holds its Runs. Where no store was named, that is a
temporary one, which is removed with the answer.
"""

from __future__ import annotations

import contextlib
import copy
import json
import shutil
import tempfile
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from plimsoll.base.errors import UsageError
from plimsoll.library.boundary import call
from plimsoll.library.messages import message
from plimsoll.native import record_reading

if TYPE_CHECKING:
    import polars

    from plimsoll.library.runs import RunOutcome
    from plimsoll.native.record import RunRecord
    from plimsoll.report.describe import Chart, First
    from plimsoll.report.request import ReportRequest


class CampaignPlace:
    """Campaigns in a store. A temporary store is removed when nobody holds this any more."""

    def __init__(
        self,
        store: Path,
        campaigns: Sequence[int],
        *,
        run: int | None = None,
        scratch: Scratch | None = None,
    ) -> None:
        self.store, self.campaigns, self.run = store, tuple(campaigns), run
        self._scratch = scratch

    def of_run(self, run: int) -> CampaignPlace:
        """The same for one Run of the campaign."""
        return CampaignPlace(self.store, self.campaigns, run=run, scratch=self._scratch)

    @contextlib.contextmanager
    def request(self) -> Iterator[ReportRequest]:
        """A request for their report, while their store is open."""
        from plimsoll.report.request import ReportRequest
        from plimsoll.store import Store

        with Store.open(self.store, create=False, read_only=True) as store:
            yield ReportRequest(store, self.campaigns, self.run)


class Scratch:
    """A folder for a store that nobody wants kept: removed with the answer that rests on it."""

    def __init__(self) -> None:
        folder = tempfile.mkdtemp(prefix="plimsoll-")
        self.store = Path(folder, "once.db")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)


class MemoryRun(CampaignPlace):
    """A Run that was measured without a store. It is put into a temporary one when its report is
    first asked for, so that nothing was written while it ran."""

    def __init__(self, outcome: RunOutcome) -> None:
        super().__init__(Path(), ())
        self._outcome = outcome

    @contextlib.contextmanager
    def request(self) -> Iterator[ReportRequest]:
        """A request for its report."""
        from plimsoll.library.runs import keep_outcome

        if self._scratch is None:
            scratch = Scratch()
            self.campaigns = (keep_outcome(self._outcome, scratch.store),)
            self.store, self._scratch = scratch.store, scratch
        with super().request() as request:
            yield request


class Result(ABC):
    """What a call answers."""

    @property
    @abstractmethod
    def document(self) -> Mapping[str, Any]:
        """The published document, as `--json` of the command prints it, as plain data."""

    @property
    @abstractmethod
    def exit_code(self) -> int:
        """What the command ends with: 0, 1 or 2; 74 where I/O errors ended a Run."""

    @abstractmethod
    def frame(self) -> polars.DataFrame:
        """The answer as a Polars frame. Raises `UsageError` where Polars is not installed."""

    @abstractmethod
    def save(self, path: str | PathLike[str], *, force: bool = False) -> list[Path]:
        """Writes the answer to a file; the files that were written. Raises `RefusedError` for a
        file that is not Plimsoll's, unless `force`."""

    @abstractmethod
    def _first(self) -> tuple[First | None, Chart | None, str]:
        """The first screen, the chart that goes with it, and the answer in a sentence."""

    def __str__(self) -> str:
        """The answer in a line."""
        first, _, answer = self._first()
        if first is None:
            return answer
        opening = first.badge.words.partition(":")[0]
        if first.headline.startswith(opening):
            return first.headline
        return f"{first.badge.words}: {first.headline}"

    def _repr_html_(self) -> str:
        """The answer and its chart for a notebook: a fragment of HTML by itself."""
        from plimsoll.report.forms import notebook

        return notebook.fragment(*self._first())


class CampaignResult(Result):
    """An answer that rests on the Runs of a campaign."""

    def __init__(self, document: Mapping[str, Any], exit_code: int, place: CampaignPlace) -> None:
        self._document, self._exit_code, self._place = document, exit_code, place

    @property
    def document(self) -> Mapping[str, Any]:
        """The published document, as `--json` of the command prints it, as plain data."""
        return self._document

    @property
    def exit_code(self) -> int:
        """What the command ends with: 0, 1 or 2; 74 where I/O errors ended a Run."""
        return self._exit_code

    @property
    def store(self) -> Path:
        """The store that holds its Runs, a temporary one where none was named."""
        return self._place.store

    @property
    def campaign(self) -> int:
        """Its number in that store; of several the first."""
        return self._place.campaigns[0]

    @call
    def frame(self, of: Literal["runs", "intervals"] = "runs") -> polars.DataFrame:
        """A row per Run, or per interval of each Run, with units in the names of the columns
        (`_per_s`, `_ns`, `_bytes`, `_s`).

        Raises `UsageError` where Polars is not installed (`pip install
        'plimsoll-storage[frames]'`).
        """
        from plimsoll.library import frames

        frames.polars_module()
        with self._place.request() as request:
            if of == "intervals":
                return frames.frame_of_intervals(request)
            return frames.frame_of_runs(request)

    @call
    def save(
        self, path: str | PathLike[str], report: str | None = None, *, force: bool = False
    ) -> list[Path]:
        """Writes a report in the form that the file's name ends with: .html, .pdf, .xlsx, .md,
        .csv, .json, .parquet, .svg, .png; the files that were written. `report`: its name, as
        `plimsoll report --list` has it; without it the one that answers the question.

        Raises `RefusedError` for a file that Plimsoll did not make, unless `force`; `UsageError`
        for a report that does not fit.
        """
        from plimsoll.report import writer

        file = Path(path)
        form = writer.form_of(file)
        with self._place.request() as request:
            return writer.write(request, file, form, report, force=force)

    @call
    def _first(self) -> tuple[First | None, Chart | None, str]:
        from plimsoll.report import registry
        from plimsoll.report.forms import picture

        with self._place.request() as request:
            page = registry.build(self._report or registry.default(request), request)
        charts = picture.charts(page)
        return page.first, (charts[0] if charts else None), page.answer

    _report: str | None = None
    """The report that shows it; None: the one that answers the question of its campaign."""


class RunResult(CampaignResult):
    """One Run: what was offered, issued and achieved, and how long operations took."""

    _report = "point"

    def __init__(
        self,
        document: Mapping[str, Any],
        exit_code: int,
        place: CampaignPlace,
        *,
        number: int | None = None,
        role: str = "run",
    ) -> None:
        super().__init__(document, exit_code, place)
        self._number, self._role = number, role

    @cached_property
    def _record(self) -> RunRecord:
        """The document with what it leaves out."""
        return record_reading.run_record(copy.deepcopy(dict(self.document)))

    @property
    def number(self) -> int | None:
        """Its number in the store; None of a Run that is in none."""
        return self._number

    @property
    def role(self) -> str:
        """Why it ran: run; of a search maximum, reference, probe, hold_low, hold_high."""
        return self._role

    @property
    def outcome(self) -> str:
        """How it ended, as a code: ok, cannot_carry, generator_limited, not_steady, cached, failed,
        stopped."""
        return str(self.document["outcome"])

    @property
    def reason(self) -> str:
        """Why, as a code."""
        reason = self._record["reason"]
        return self.outcome if reason is None else str(reason["kind"])

    @property
    def limited_by(self) -> str:
        """The limiter, as a code: target, policy_cap, client_cpu, client_outstanding, cache,
        schedule, unknown."""
        return str(self.document["limited_by"]["value"])

    @property
    def offered_iops(self) -> float | None:
        """The offered rate in IOPS; None for a closed loop."""
        return self._record["offered_rate_per_s"]

    @property
    def issued_iops(self) -> float:
        """The rate of submitted operations, in IOPS."""
        return float(self.document["issued_rate_per_s"])

    @property
    def achieved_iops(self) -> float:
        """The rate of completed operations, in IOPS."""
        return float(self.document["achieved_rate_per_s"])

    @property
    def bytes_per_second(self) -> float:
        """The completed bytes/s."""
        return float(self.document["bytes_per_s"])

    @property
    def outstanding_mean(self) -> float:
        """Mean outstanding operations."""
        return float(self.document["outstanding_mean"])

    def latency_seconds(
        self,
        statistic: str = "p99",
        *,
        metric: Literal[
            "response_time", "completion_latency", "submission_latency", "slot_wait"
        ] = "response_time",
        operations: Literal["all", "read", "write", "trim", "flush"] = "all",
    ) -> float | None:
        """A statistic of a latency in seconds: mean, stddev, min, p50, p90, p95, p99, p99.9, p99.99
        or max. None where the sample cannot carry it, and where a file of another program does not
        have it: those tell completion latency. Raises `UsageError` for another statistic."""
        name = statistic.replace(".", "_")
        if name not in _STATISTICS:
            raise UsageError(
                *message.refusal(
                    "unknown-statistic", statistic=statistic, names=", ".join(_STATISTICS)
                )
            )
        kinds: Mapping[str, Any] = self._record
        summary: Mapping[str, Any] = kinds[operations][f"{metric}_ns"]
        value = _number(summary[name])
        return None if value is None else value / 1e9

    @property
    def mean_seconds(self) -> float | None:
        """Mean response time of all operations, in seconds."""
        return self.latency_seconds("mean")

    @property
    def p50_seconds(self) -> float | None:
        """Median response time of all operations, in seconds."""
        return self.latency_seconds("p50")

    @property
    def p99_seconds(self) -> float | None:
        """p99 of the response time of all operations, in seconds."""
        return self.latency_seconds("p99")

    @property
    def max_seconds(self) -> float | None:
        """Longest response time of all operations, in seconds."""
        return self.latency_seconds("max")

    @property
    def seed(self) -> int:
        """The seed, which repeats the same Run."""
        return int(self.document["seed"])

    def __repr__(self) -> str:
        return f"RunResult(outcome={self.outcome!r}, achieved_iops={self.achieved_iops:.6g})"


_STATISTICS = ("mean", "stddev", "min", "p50", "p90", "p95", "p99", "p99_9", "p99_99", "max")


class SimulationResult(RunResult):
    """A Run on described storage, on the virtual clock."""

    @property
    def elements(self) -> list[Mapping[str, Any]]:
        """The figures of each element of the storage, as documents have them."""
        storage = self._record["storage"]
        return [] if storage is None else [dict(one) for one in storage["elements"]]

    def __repr__(self) -> str:
        return super().__repr__().replace("RunResult", "SimulationResult", 1)


class LoadLine(CampaignResult):
    """A load line: the highest offered rate that is carried steadily and meets the objective, with
    its interval. Rates are in IOPS."""

    @property
    def _line(self) -> Mapping[str, Any]:
        line: Mapping[str, Any] = self.document["load_line"]
        return line

    @property
    def grade(self) -> str:
        """confirmed (holds confirmed both ends), estimated (from all Runs) or bounded (at least, or
        at most)."""
        return str(self._line["grade"])

    @property
    def plan_iops(self) -> float | None:
        """The rate to plan with; None where there is none (`exit_code` is then 2)."""
        return _number(self._line["plan_per_s"])

    @property
    def rate_iops(self) -> float | None:
        """The best single estimate of the line; None for a bounded one."""
        return _number(self._line["rate_per_s"])

    @property
    def low_iops(self) -> float | None:
        """The lower end of its interval."""
        return _number(self._line["low"])

    @property
    def high_iops(self) -> float | None:
        """The upper end of its interval; None where none was reached."""
        return _number(self._line["high"])

    @property
    def confidence(self) -> float | None:
        """The confidence of the interval, 0 to 1; None for a bound."""
        return _number(self._line["confidence"])

    @property
    def objective(self) -> str | None:
        """The objective in canonical form."""
        text = self._line["objective"]
        return None if text is None else str(text)

    @property
    def reason(self) -> str:
        """Why the search ended, as a code."""
        return str(self._line["reason"])

    @property
    def limited_by(self) -> str:
        """The limiter of the line, as a code (`RunResult.limited_by`)."""
        return str(self._line["limited_by"]["value"])

    @property
    def horizon_seconds(self) -> float | None:
        """The longest proof of the line, in seconds; None without a hold that passed."""
        horizon = self._line["horizon"]
        return None if horizon is None else float(horizon["seconds"])

    @property
    def maximum_iops(self) -> float | None:
        """The closed-loop maximum; None where it was not measured."""
        top = self.document["maximum"]
        return None if top is None else float(top["rate_per_s"])

    @property
    def knee_iops(self) -> float | None:
        """The rate at which mean completion latency is twice that at a tenth of the maximum; None
        where it was not found."""
        knee = self.document["knee"]
        return None if knee is None else _number(knee["rate_per_s"])

    @property
    def test_seconds(self) -> float:
        """Seconds of all Runs on their own clock."""
        return float(self.document["test_seconds"])

    def __repr__(self) -> str:
        return (
            f"LoadLine(grade={self.grade!r}, plan_iops={self.plan_iops}, low_iops={self.low_iops},"
            f" high_iops={self.high_iops})"
        )


class CheckResult(CampaignResult):
    """The verdict on a promise, with each of its claims."""

    @property
    def verdict(self) -> Literal["kept", "broken", "inconclusive"]:
        """kept, broken or inconclusive."""
        verdict: Literal["kept", "broken", "inconclusive"] = self.document["verdict"]
        return verdict

    @property
    def is_kept(self) -> bool:
        """Whether every claim is kept, for the assertion of a test."""
        return self.verdict == "kept"

    @property
    def because(self) -> str:
        """Why, in a sentence."""
        return str(self.document["because"])

    @property
    def evidence(self) -> list[Mapping[str, Any]]:
        """Every claim with its own verdict and the Runs behind it, as documents have it."""
        return list(self.document["evidence"])

    def __str__(self) -> str:
        """The verdict and why."""
        return f"{self.verdict}: {self.because}"

    def __repr__(self) -> str:
        return f"CheckResult(verdict={self.verdict!r}, because={self.because!r})"


class Comparison(Result):
    """Two or more variants, compared by their repeats: better, worse, the same, or not enough data.
    The first is the base."""

    def __init__(
        self,
        document: Mapping[str, Any],
        verdict: str,
        rows: Callable[[], list[dict[str, object]]],
        first: Callable[[], tuple[First | None, Chart | None, str]],
    ) -> None:
        self._document, self._verdict, self._rows, self._screen = document, verdict, rows, first

    @property
    def document(self) -> Mapping[str, Any]:
        """The published document, as `--json` of the command prints it, as plain data."""
        return self._document

    @property
    def exit_code(self) -> int:
        """That of the command: 0 where every question has an answer, else 2."""
        return 0 if self.enough_data else 2

    @property
    def verdict(self) -> str:
        """Over all questions: better, worse, same, mixed, not enough data, not comparable, differs
        by question, better in part, worse in part."""
        return self._verdict

    @property
    def enough_data(self) -> bool:
        """Whether every question has an answer."""
        return bool(self.document["enough_data"])

    @property
    def questions(self) -> list[Mapping[str, Any]]:
        """Every question with its figures and verdicts, as documents have it."""
        return list(self.document["questions"])

    @call
    def frame(self) -> polars.DataFrame:
        """A row per question, figure and variant: `ratio` is variant over base, `low` and `high`
        its interval. Raises `UsageError` where Polars is not installed."""
        from plimsoll.library import frames

        frames.polars_module()
        return frames.frame_of_rows(self._rows())

    @call
    def save(self, path: str | PathLike[str], *, force: bool = False) -> list[Path]:
        """Writes the document (.json), or the chart of effects (.svg, .png); the files that were
        written. Raises `RefusedError` for a file that is there, unless `force`; `UsageError` for
        another ending, and where there is nothing to draw."""
        from plimsoll.base import writing
        from plimsoll.report.forms import picture

        file = Path(path)
        if file.suffix.lower() == ".json":
            text = json.dumps(self.document, indent=2, ensure_ascii=False)
            refuse = None if force else partial(_refuse_foreign_document, file)
            writing.write(file, f"{text}\n".encode(), message("name-another"), refuse)
            return [file]
        picture.refuse(file, force=force)
        chart = self._first()[1]
        if chart is None:
            raise UsageError(*message.refusal("no-effect"))
        picture.write(chart, file, force=force)
        return [file]

    def _first(self) -> tuple[First | None, Chart | None, str]:
        return self._screen()

    def __repr__(self) -> str:
        return f"Comparison(verdict={self.verdict!r}, questions={len(self.questions)})"


def _refuse_foreign_document(file: Path) -> None:
    """Raises RefusedError for a file that is no comparison."""
    from plimsoll.base import writing

    writing.refuse_foreign(
        file,
        lambda head: b'"plimsoll.compare/' in head,
        message("a-comparison"),
        message("name-another"),
    )


def _number(value: object) -> float | None:
    return None if value is None else float(str(value))
