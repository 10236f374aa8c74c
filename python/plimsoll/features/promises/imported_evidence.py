"""Runs of other programs as evidence for a promise.

Their files seldom have all that a promise states, and never the order of operations. A Run is left
out only where a value in the file differs from one in the promise. A latency is judged by the
figure in the file, which decides only where it lies clearly on one side of the bound. Runs of other
questions are shown beside the verdict, so that every check of an import shows figures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, cast

from plimsoll.base import language, units
from plimsoll.base.errors import InputError
from plimsoll.features.compare.rules import words as question_words
from plimsoll.features.promises.messages import message
from plimsoll.features.promises.rules import words as promise_words
from plimsoll.features.promises.rules.reasons import code
from plimsoll.features.promises.rules.run_evidence import RunEvidence
from plimsoll.native.session import objective_terms
from plimsoll.search import rejudgement
from plimsoll.search.events import Event
from plimsoll.search.objectives import bound_of, of_completion

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from plimsoll.features.compare.rules.question import QuestionTerms
    from plimsoll.features.promises.rules.claims import Claim, Level
    from plimsoll.features.promises.rules.document import Code
    from plimsoll.native.record import Estimate, Judgement, ObjectiveFinding, RunRecord, Workload

    Records = Sequence[tuple[int, RunRecord]]
    Histograms = Callable[[int], Mapping[str, bytes]]

CLEAR_FACTOR = 1.25
"""A latency of a single Run decides if it is this factor above or below its bound. Nearer ones vary
as much from Run to Run."""
SAME_MIX = 1.0
"""Percentage points by which a counted share of reads may differ from the requested one."""
SAME_RATE = 0.02
"""Offered rates that differ relatively by no more than this are the same question: a file may round
the rate to whole operations."""
MAX_RUN_NOTES = 5
"""The number of Runs of other questions that are shown beside a verdict."""

_RESOLVED_KEYS = {
    "read": ("read_percent",),
    "trim": ("trim_percent",),
    "pattern": ("pattern",),
    "sync": ("sync", "durable_writes"),
    "payload": ("payload",),
    "compressible": ("payload",),
    "duplicates": ("payload",),
    "align": ("align_bytes",),
}
"""Keys of a resolved workload by the key of a promise that sets them; block sizes are compared
apart."""


@dataclass(frozen=True)
class Evidence:
    """Imported Runs as evidence for a claim. `claim` is rewritten to the latency that the files
    have. `silent`: why no Run is evidence."""

    claim: Claim
    runs: tuple[RunEvidence, ...]
    notes: tuple[Code, ...]
    silent: Code | None = None


def evidence_from_files(
    claim: Claim,
    resolved: Callable[[], Workload],
    runs: Records,
    histograms: Histograms,
    *,
    least_bytes: Callable[[RunRecord], float | None],
    configurations: Mapping[int, str],
) -> Evidence:
    """The Runs that are evidence for a claim. `resolved` returns its workload with every default,
    `least_bytes` its working set on a Run's target or None. `configurations`: of the Runs, since
    Runs of different folders, machines or files are not of one system."""
    claim = _without_default_depth(claim)
    differing = [
        (run_id, record, _differences(claim, resolved, record, least_bytes(record)))
        for run_id, record in runs
    ]
    alike = [(run_id, record) for run_id, record, unlike in differing if not unlike]
    if not alike:
        shown = [
            _run_note(run_id, record, _part_names(unlike)) for run_id, record, unlike in differing
        ]
        return Evidence(claim, (), _limit_notes(shown), code("no_run_alike"))
    if (differences := _ambiguity(claim, alike, configurations)) is not None:
        shown = [_run_note(run_id, record) for run_id, record in alike]
        return Evidence(
            claim, (), _limit_notes(shown), code("several_questions", differs=differences)
        )
    notes = [_question_note(claim, alike[0][1])]
    if not claim.levels:
        among = len(alike)
        evidence = [
            RunEvidence.of(record, claim, run_id=run_id, among=among) for run_id, record in alike
        ]
        return Evidence(claim, tuple(evidence), tuple(notes))
    claim, latency_notes = _match_latency(claim, [record for _, record in alike])
    return _level_evidence(
        claim, alike, histograms, [*latency_notes, *notes], total=bool(latency_notes)
    )


def _without_default_depth(claim: Claim) -> Claim:
    """The claim without the default depth, which only a measurement uses."""
    if claim.offered_rate is not None or {"workers", "queue_depth"} & claim.stated:
        return claim
    terms = claim.terms.model_copy(update={"queue_depth": None})
    own = claim.name == promise_words.name(None, claim.terms)
    name = promise_words.name(None, terms) if own else claim.name
    return replace(claim, terms=terms, name=name)


def _limit_notes(shown: list[Code]) -> tuple[Code, ...]:
    more = len(shown) - MAX_RUN_NOTES
    return (*shown[:MAX_RUN_NOTES], *([code("more_runs", runs=more)] if more > 0 else []))


# -- which Runs ask the same -----------------------------------------------------------------------


def _differences(
    claim: Claim, resolved: Callable[[], Workload], record: RunRecord, least_bytes: float | None
) -> list[str]:
    """Codes of the values in which a Run differs from the claim."""
    spec = record["spec"]
    run_workload: Mapping[str, Any] = spec["workload"]
    claim_workload = claim.workload
    keys = [
        key for name, several in _RESOLVED_KEYS.items() if name in claim_workload for key in several
    ]
    if "block_size" in claim_workload:
        keys += ["read_blocks"] if run_workload.get("read_percent") != 0 else []
        keys += ["write_blocks"] if run_workload.get("read_percent") != 100 else []
    elif "write_block_size" in claim_workload:
        keys += ["write_blocks"]
    resolved_workload: Mapping[str, Any] = resolved() if keys else {}
    differing = [
        "blocks" if key.endswith("_blocks") else key
        for key in keys
        if run_workload.get(key) is not None
        and not _is_same(key, run_workload[key], resolved_workload.get(key))
    ]
    working_set = run_workload.get("working_set_bytes")
    if least_bytes is not None and working_set is not None and working_set < least_bytes:
        differing.append("working_set_bytes")
    return list(dict.fromkeys([*differing, *_load_differences(claim, record)]))


def _part_names(parts: Sequence[str]) -> str:
    """The names of parts of a question, by their codes."""
    *before, last = (message(f"part-{part}") for part in parts)
    return message("and", names=", ".join(before), last=last) if before else last


def _is_same(key: str, found: object, wanted: object) -> bool:
    if key.endswith("_percent") and isinstance(found, int | float):
        return abs(found - float(cast("float", wanted) or 0)) <= SAME_MIX
    return found == wanted


def _load_differences(claim: Claim, record: RunRecord) -> list[str]:
    load: Mapping[str, Any] = record["spec"]["load"]
    offered = record["offered_rate_per_s"]
    rate = claim.offered_rate
    if rate is not None:
        if offered is None:
            return ["no-rate"]
        same = abs(offered / rate - 1) <= SAME_RATE
        if "arrivals" in claim.stated:
            same = same and load.get("arrivals") in (None, claim.arrivals)
        return [] if same else ["offered-rate"]
    if claim.of_kind.ladder:
        return []
    depth = ("workers", claim.workers), ("queue_depth", claim.queue_depth)
    stated = [(key, value) for key, value in depth if key in claim.stated]
    if stated and offered is not None:
        return ["a-rate"]
    differs = any(load.get(key) not in (None, value) for key, value in stated)
    return ["amount-outstanding"] if differs else []


def _ambiguity(claim: Claim, alike: Records, configurations: Mapping[int, str]) -> str | None:
    """Names of values that the claim leaves open and the Runs differ in; None if there are
    none."""
    questions = [
        {"configuration": configurations.get(run_id), **_question(claim, record)}
        for run_id, record in alike
    ]
    differing = [
        name
        for name in questions[0]
        if len({str(question[name]) for question in questions if question[name] is not None}) > 1
    ]
    return _part_names(list(dict.fromkeys(differing))) if differing else None


def _question(claim: Claim, record: RunRecord) -> dict[str, object]:
    workload: Mapping[str, Any] = record["spec"]["workload"]
    load: Mapping[str, Any] = record["spec"]["load"]
    reads = workload.get("read_percent")
    question: dict[str, object] = {
        "blocks": workload.get("block_size_bytes") or workload.get("read_blocks"),
        "read_percent": None if reads is None else round(reads / 5),
        "pattern": workload.get("pattern"),
        "sync": workload.get("sync"),
        "target": record["spec"]["target"]["name"],
    }
    if not claim.of_kind.ladder and claim.offered_rate is None:
        offered = record["offered_rate_per_s"]
        depth = [load.get("workers"), load.get("queue_depth")]
        question["load"] = units.significant(offered, 3) if offered else depth
    return question


# -- latencies -------------------------------------------------------------------------------------


def _match_latency(claim: Claim, records: Sequence[RunRecord]) -> tuple[Claim, list[Code]]:
    """The claim with the latency that the files have, where it names none, and a note about it."""
    is_named = "response_time" in str(claim.terms.objective)
    known = any(record["all"]["response_time_ns"]["mean"] is not None for record in records)
    texts = [level.objective for level in claim.levels]
    if is_named or known or not any("response_time" in text for text in texts):
        return claim, []
    levels = tuple(_completion_level(level) for level in claim.levels)
    bound = bound_of(levels[0].objective)
    imported = cast("Mapping[str, Any]", records[0])["imported"]
    why = "completion"
    if bound and any(rejudgement.total_mean(record, bound) for record in records):
        why = "total"
    elif imported["starts"] == "after_submission":
        why = "after_submission"
    event = Event("latency_taken", None, {"why": why, "program": imported["source"]["program"]})
    return replace(claim, levels=levels), [code("of_the_files", words=event.words)]


def _completion_level(level: Level) -> Level:
    text = of_completion(level.objective)
    return replace(level, objective=text, terms=objective_terms(text))


def _level_evidence(
    claim: Claim, alike: Records, histograms: Histograms, notes: list[Code], *, total: bool
) -> Evidence:
    evidence: list[RunEvidence] = []
    missing_figures: list[str] = []
    for run_id, record in alike:
        for level in claim.levels:
            try:
                level_record = _level_record(record, level, lambda: histograms(run_id), total=total)  # noqa: B023
            except InputError as error:
                missing_figures.append(error.message)
                continue
            evidence.append(RunEvidence.of(level_record, claim, level=level, run_id=run_id))
    if not evidence and missing_figures:
        shown = [_run_note(run_id, record) for run_id, record in alike]
        silent = code("figure_not_told", words=missing_figures[0])
        return Evidence(claim, (), (*_limit_notes(shown), *notes), silent)
    return Evidence(claim, tuple(evidence), tuple(notes))


def _level_record(
    record: RunRecord, level: Level, histograms: Callable[[], Mapping[str, bytes]], *, total: bool
) -> RunRecord:
    """The record of a Run judged by one level, by the figures of its file."""
    rejudged = rejudgement.rejudge(record, level.objective, histograms, total=total)
    assert rejudged is not None, "its distributions can be asked for"
    level_record = rejudged[0]
    judgement = level_record["judgement"]
    if not rejudged[1] or judgement is None:
        return level_record
    findings = judgement.get("objectives") or []
    verdicts = [_verdict(finding) for finding in findings]
    overall = next((finding for finding in ("fail", "undecided") if finding in verdicts), "pass")
    # The deciding objective gives reason and estimate.
    first = findings[verdicts.index(cast("Any", overall))]
    judged = {
        **judgement,
        "verdict": overall,
        "reason": first["reason"],
        "estimate": _without_ends(first),
        "objectives": [
            {**finding, "verdict": verdict, "estimate": _without_ends(finding)}
            for finding, verdict in zip(findings, verdicts, strict=True)
        ],
    }
    return {**level_record, "judgement": cast("Judgement", judged)}


def _without_ends(finding: ObjectiveFinding) -> Estimate:
    """The estimate without its interval, which treats operations as independent and is too narrow.
    An interval from coarse steps stays: the figure lies in it."""
    if finding["reason"] == rejudgement.COARSE:
        return finding["estimate"]
    return {**finding["estimate"], "low": None, "high": None}


def _verdict(finding: ObjectiveFinding) -> Literal["pass", "fail", "undecided"]:
    """The verdict by CLEAR_FACTOR on the figure of a file."""
    if finding["reason"] in (rejudgement.COARSE, rejudgement.OWN_LAG):
        return "undecided"
    estimate = finding["estimate"]
    value, allowed = estimate["value"], estimate["allowed"]
    low, high = estimate.get("low") or value, estimate.get("high") or value
    if value > CLEAR_FACTOR * allowed and low > allowed:
        return "fail"
    return "pass" if CLEAR_FACTOR * value < allowed and high <= allowed else "undecided"


# -- what is told of them --------------------------------------------------------------------------


def _run_note(run_id: int, record: RunRecord, unlike: str = "") -> Code:
    """A note with the figures of a Run that is no evidence for the claim."""
    totals = record["all"]
    spans = totals["completion_latency_ns"]
    mean, p99 = spans["mean"], spans["p99"]
    figures = [f"{units.rate(record['achieved_rate_per_s'])} IOPS"]
    if record["bytes_per_s"] is not None:
        figures.append(units.bandwidth(record["bytes_per_s"]))
    figures += [message("mean-of", latency=units.nanos(mean))] if mean is not None else []
    figures += [f"p99 {units.nanos(p99)}"] if p99 is not None else []
    figures += [] if mean is not None or p99 is not None else [message("latency-not-told")]
    return code(
        "run_shown",
        run=run_id,
        shown=language.listing(figures),
        asked=_load_text(record),
        unlike=unlike,
    )


def _load_text(record: RunRecord) -> str:
    spec: Mapping[str, Any] = record["spec"]
    load = {**spec["load"], "offered_rate_per_s": record["offered_rate_per_s"]}
    question = {"workload": spec["workload"], "load": load}
    return question_words.question_text(cast("QuestionTerms", question))


def _question_note(claim: Claim, record: RunRecord) -> Code:
    """A note with the question of the Runs. Values that the promise leaves open are those of the
    Runs."""
    workload: Mapping[str, Any] = record["spec"]["workload"]
    free = [
        message(f"part-{part}")
        for part, states in (
            ("blocks", "block_size" in claim.workload or workload.get("block_size_bytes") is None),
            ("read_percent", "read" in claim.workload or workload.get("read_percent") is None),
            ("load", bool(claim.stated)),
        )
        if not states
    ]
    return code("imported_question", asked=_load_text(record), free=language.listing(free))
