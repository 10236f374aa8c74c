"""Judges result files: for what each Run in them can be used, and why not for more.

Three sources of reasons: findings on the figures (`features/imports/results`, and for our own Runs
`own_runs.py`), remarks of the reader, and what the record as a whole lacks. `judge/credibility.py`
has how far each reaches. Nothing is written, and a file is judged as a whole or not at all. A store
is judged by one of its campaigns."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from plimsoll.base import language, units
from plimsoll.base.errors import InputError, NoTargetError, UsageError
from plimsoll.features.credibility import own_runs
from plimsoll.features.credibility.messages import message
from plimsoll.features.imports import importing, reading, recordings, results
from plimsoll.features.imports.reading import LeftFile
from plimsoll.features.imports.results import Source
from plimsoll.features.imports.results.plausibility import CACHE_BYTES
from plimsoll.features.imports.results.record import ImportedRecord
from plimsoll.features.imports.results.source import Sentence, sentence_of
from plimsoll.judge import cause_text, credibility
from plimsoll.judge.links import Excess, Link, excess, link_of_target, throughput_of_record
from plimsoll.library.campaigns import campaign_row
from plimsoll.report.common import import_text
from plimsoll.report.common.answer import outcome
from plimsoll.store import RunRow, Store, unknown_figures
from plimsoll.store.opening import is_store

PROGRAM = "Plimsoll"
HOLDS = ("hold_low", "hold_high")
NO_CACHE_NS = 100_000
"""A Run whose fastest operation took longer got none from the page cache, whose reads and writes of
small blocks take a tenth of it."""


@dataclass(frozen=True)
class Reason:
    """A finding on a Run."""

    code: str
    meaning: credibility.Meaning
    sentence: Sentence
    figures: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class JudgedRun:
    """A Run and the reasons for its use. `record` is None where its rate was refuted."""

    at: str
    record: Mapping[str, Any] | None
    reasons: tuple[Reason, ...]
    unchecked: tuple[str, ...] = ()
    """Codes of what could not be checked and limits nothing."""

    @property
    def use(self) -> credibility.Use:
        """For what it can be used."""
        return credibility.worst(reason.meaning.use for reason in self.reasons)


@dataclass(frozen=True)
class JudgedFile:
    """The Runs of a file."""

    file: str
    program: str
    version: str | None
    format: str
    runs: tuple[JudgedRun, ...]
    steps: int = 0
    """Runs of a search that only led to its holds, and are not judged."""

    @property
    def use(self) -> credibility.Use:
        """For what all of its Runs can be used."""
        return credibility.worst(run.use for run in self.runs)


@dataclass
class JudgedFiles:
    """The outcome for all named paths."""

    files: list[JudgedFile] = field(default_factory=list)
    left: list[LeftFile] = field(default_factory=list)
    """Files that were named, or are results, and cannot be judged."""
    ignored: int = 0
    """Files of folders that are no results."""

    @property
    def use(self) -> credibility.Use:
        """For what all Runs can be used."""
        return credibility.worst(file.use for file in self.files)


def judge(paths: Sequence[Path], link: Link | None) -> JudgedFiles:
    """Judges the results at these paths, and the campaigns `STORE` and `STORE#3`. Raises
    NoTargetError for a missing path."""
    found = JudgedFiles()
    # Logs of fio belong together by their names, so files are looked at together.
    for is_file, together in groupby(paths, key=lambda path: _store_of(path) is None):
        if is_file:
            _judge_files(found, list(together), link)
        else:
            for path in together:
                _judge_campaign(found, path, link)
    return found


def _judge_campaign(found: JudgedFiles, path: Path, link: Link | None) -> None:
    try:
        found.files.append(_campaign(path, link))
    except InputError as error:
        why = sentence_of(error)
        found.left.append(reading.LeftFile("damaged", str(path), why, described=PROGRAM))


def _judge_files(found: JudgedFiles, paths: Sequence[Path], link: Link | None) -> None:
    for source in results.sources(paths):
        if importing.is_kept_beside(source):
            continue
        if source.form is None:
            _leave_out(found, source)
            continue
        try:
            found.files.append(_file(source, link))
        except (InputError, NoTargetError) as error:
            left = reading.LeftFile("damaged", source.shown, sentence_of(error), source.form)
            found.left.append(left)


def _store_of(path: Path) -> tuple[Path, int | None] | None:
    """The store, and the number of its campaign, that `STORE` or `STORE#3` names; None where that
    is no store. Raises UsageError for anything else behind the name of a store."""
    name, mark, number = str(path).rpartition("#")
    if is_store(path):
        return path, None
    if not mark or path.exists() or not is_store(Path(name)):
        return None
    if not number.isdecimal():
        raise UsageError(*message.refusal("no-campaign-number", "name-a-campaign", given=path))
    return Path(name), int(number)


def _campaign(shown: Path, link: Link | None) -> JudgedFile:
    """The Runs of a campaign that left a record."""
    named = _store_of(shown)
    assert named is not None
    path, number = named
    with Store.open(path, create=False, read_only=True) as store:
        row = campaign_row(store, number)
        every = store.runs(row.id)
        evidence = _evidence(every)
        runs = tuple(
            _stored_run(store, run, record, link)
            for run in evidence
            if (record := store.record(run.id, intervals=False)) is not None
        )
    if not runs:
        raise InputError(*message.refusal("no-finished-run", "name-files", store=shown))
    steps = len(every) - len(evidence)
    return JudgedFile(str(shown), PROGRAM, row.version, "plimsoll store", runs, steps)


def _evidence(runs: Sequence[RunRow]) -> list[RunRow]:
    """The Runs that an answer rests on: of a search that confirmed ends its holds. Its other Runs
    end as soon as they have decided the next step, so that alone they are short."""
    ended = [run for run in runs if "workload" in run.spec]
    confirmed = {_question(run) for run in ended if run.role in HOLDS}
    return [run for run in ended if run.role in HOLDS or _question(run) not in confirmed]


def _question(run: RunRow) -> tuple[str, str]:
    """What a search is of: target and workload."""
    return run.spec["target"]["name"], repr(run.spec["workload"])


def _stored_run(
    store: Store, run: RunRow, record: Mapping[str, Any], link: Link | None
) -> JudgedRun:
    intervals: Sequence[Mapping[str, Any]] = store.interval_documents(run.id)
    at = message("stored-run", run=str(run.id))
    if "imported" in record:
        return _judge_record(record, at, intervals, {}, link)
    return _judge_record(record, at, intervals, store.histograms(run.id), link)


def _leave_out(found: JudgedFiles, source: Source) -> None:
    if not source.named and source.trouble is None:
        found.ignored += 1
        return
    recording = None if source.trouble else recordings.recording_format(source.files[0])
    if recording is None:
        found.left.append(importing.left_file(source))
        return
    counters = partial(message, "counters-only", file=source.shown, program=recording.program)
    found.left.append(reading.LeftFile("counters", source.shown, counters, recording))


def _file(source: Source, link: Link | None) -> JudgedFile:
    assert source.form is not None
    runs, version = [], None
    for result, made in reading.read_records(source, source.version()):
        if isinstance(made, InputError):
            sentence = sentence_of(made)
            reason = Reason("refuted", credibility.UNCHECKED["refuted"], sentence)
            runs.append(JudgedRun(result.at, None, (reason,)))
            continue
        version = version or made.record["imported"]["source"]["version"]
        runs.append(judged_run(made, link))
    return JudgedFile(source.shown, source.form.program, version, source.form.name, tuple(runs))


def judged_run(made: ImportedRecord, link: Link | None = None) -> JudgedRun:
    """Judges one Run of a file, with the worst reasons first."""
    record = made.record
    intervals = [interval for interval, _ in made.intervals]
    return _judge_record(record, record["imported"]["at"], intervals, {}, link)


def _judge_record(
    record: Mapping[str, Any],
    at: str,
    intervals: Sequence[Mapping[str, Any]],
    histograms: Mapping[str, bytes],
    link: Link | None,
) -> JudgedRun:
    own = record["schema"] != unknown_figures.SCHEMA
    reasons = [
        *(_own_reasons(record, intervals, histograms) if own else _reasons_of_import(record)),
        *_link_reasons(record, link),
        *_missing(record),
    ]
    reasons.sort(key=lambda reason: -credibility.severity(reason.meaning.use))
    return JudgedRun(at, record, tuple(reasons), tuple(_open_questions(record, intervals, link)))


def _finding(code: str, kind: str, figures: Mapping[str, float]) -> Reason:
    sentence = partial(import_text.finding, code, kind, figures)
    return Reason(code, credibility.FINDINGS[code], sentence, {"kind": kind, **figures})


def _reasons_of_import(record: Mapping[str, Any]) -> Iterator[Reason]:
    imported = record["imported"]
    for found in imported["findings"]:
        yield _finding(found["code"], found["kind"], found["figures"])
    for code in imported["remarks"]:
        if code in credibility.REMARKS:
            yield Reason(code, credibility.REMARKS[code], partial(import_text.remark, code))
    if record["outcome"] == "generator_limited":
        sentence = partial(_import_outcome, imported)
        yield Reason("generator_limited", credibility.OUTCOMES["generator_limited"], sentence)
    for check in imported["checks"]:
        if not check["agrees"]:
            figures = {"told": check["told"], "recomputed": check["recomputed"]}
            sentence = partial(_disagreement, check["figure"], **figures)
            meaning = credibility.UNCHECKED["figures_disagree"]
            yield Reason("figures_disagree", meaning, sentence, figures)
    if (unrecorded := imported.get("unrecorded")) is not None:
        for number, _ in enumerate(import_text.gap_sentences(unrecorded)):
            sentence = partial(_gap, unrecorded, number)
            yield Reason("time_not_recorded", credibility.UNCHECKED["time_not_recorded"], sentence)


def _import_outcome(imported: Any) -> str:
    return language.sentence(import_text.because(imported))


def _disagreement(figure: str, told: float, recomputed: float) -> str:
    checked = import_text.checked_figure(figure, told, recomputed)
    return message("figure-disagrees", **checked._asdict())


def _gap(unrecorded: Mapping[str, Any], number: int) -> str:
    return import_text.gap_sentences(unrecorded)[number]


def _own_reasons(
    record: Mapping[str, Any],
    intervals: Sequence[Mapping[str, Any]],
    histograms: Mapping[str, bytes],
) -> Iterator[Reason]:
    for finding in own_runs.findings(record, intervals, histograms):
        yield _finding(finding.code, finding.kind, finding.figures)
    kind = record["spec"]["target"]["kind"]
    if kind in own_runs.NO_DISK:
        code = f"{kind}_target"
        yield Reason(code, credibility.UNCHECKED[code], partial(message, f"about-{code}"))
    ended = record["outcome"]
    if ended in credibility.OUTCOMES:
        yield Reason(ended, credibility.OUTCOMES[ended], partial(_own_outcome, record))


def _own_outcome(record: Mapping[str, Any]) -> str:
    why = cause_text.words(cause_text.of(record), record["because"] or "")
    return message("own-outcome", outcome=outcome(str(record["outcome"])), why=why)


def _link_reasons(record: Mapping[str, Any], named: Link | None) -> Iterator[Reason]:
    """The link that the user named; one that the target's name shows is among the findings."""
    found = None if named is None else excess(throughput_of_record(record), named)
    if found is None:
        return
    unit = "ops" if found.direction == "ops" else "bytes"
    figures = {
        "link": found.link.name,
        "kind": found.direction,
        f"{unit}_per_s": found.per_s,
        f"most_{unit}_per_s": found.most_per_s,
    }
    sentence = partial(_link_sentence, found)
    yield Reason("above_link", credibility.FINDINGS["above_link"], sentence, figures)


def _link_sentence(found: Excess) -> str:
    if found.direction == "ops":
        rate, most = units.rate(found.per_s), units.rate(found.most_per_s)
    else:
        rate, most = (
            units.significant(per_s / 1e9, 3) for per_s in (found.per_s, found.most_per_s)
        )
    return message(
        "above-link", link=found.link.title, direction=found.direction, rate=rate, most=most
    )


def _missing(record: Mapping[str, Any]) -> Iterator[Reason]:
    """What a record lacks, so that it cannot be held against physics."""
    spec, load = record["spec"], record["spec"]["load"]
    unknown = record["imported"]["unknown"] if "imported" in record else {}
    latency = record["all"]["completion_latency_ns"]
    if latency["mean"] is None and unknown.get("completion_latency_ns") != "contradicted":
        yield _absent("no_latency")
    closed = load["kind"] == "closed"
    if closed and (load["workers"] is None or load["queue_depth"] is None):
        yield _absent("depth_unknown")
    if spec["target"]["kind"] in own_runs.NO_DISK or record["outcome"] == "cached":
        return
    access, fastest = spec["access"], latency["min"]
    durable = spec["workload"].get("sync") or spec["workload"].get("durable_writes")
    if access == "cached" and not durable:
        yield _absent("through_cache")
    written = record["bytes_written"]
    if written and written <= CACHE_BYTES and not durable:
        sentence = partial(_written_sentence, written)
        figures = {"bytes_written": written}
        yield Reason(
            "writes_fit_cache", credibility.UNCHECKED["writes_fit_cache"], sentence, figures
        )
    if access is None and (fastest is None or fastest < NO_CACHE_NS):
        yield _absent("cache_unknown")


def _written_sentence(written: float) -> str:
    return message("about-writes_fit_cache", written=units.size(written))


def _absent(code: str) -> Reason:
    return Reason(code, credibility.UNCHECKED[code], partial(message, f"about-{code}"))


def _open_questions(
    record: Mapping[str, Any], intervals: Sequence[Mapping[str, Any]], link: Link | None
) -> Iterator[str]:
    """Rules that found nothing to hold against each other."""
    if len(intervals) < 6:
        yield "steadiness"
    if record["spec"]["target"]["kind"] in own_runs.NO_DISK:
        return
    if record["spec"]["workload"]["working_set_bytes"] is None:
        yield "working_set"
    if link is None and link_of_target(record["spec"]["target"]["name"]) is None:
        yield "link"


def groups(runs: Iterable[JudgedRun]) -> list[tuple[Reason, list[JudgedRun]]]:
    """Reasons by code, each as its first Run has it, with all Runs that have it; the worst first,
    then those of most Runs."""
    by_code: dict[str, tuple[Reason, list[JudgedRun]]] = {}
    for run in runs:
        for reason in run.reasons:
            _, having = by_code.setdefault(reason.code, (reason, []))
            if not having or having[-1] is not run:
                having.append(run)
    return sorted(
        by_code.values(),
        key=lambda found: (-credibility.severity(found[0].meaning.use), -len(found[1])),
    )
