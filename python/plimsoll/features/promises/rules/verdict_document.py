"""The document of a verdict: the finding of `rules.py` with its Runs as evidence, and a sentence
beside each code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from plimsoll.base import language
from plimsoll.features.promises.rules import document, reasons, rules, words
from plimsoll.features.promises.rules.run_evidence import RunEvidence
from plimsoll.judge.flatness import Flatness

if TYPE_CHECKING:
    from plimsoll.features.promises.rules.claims import Claim
    from plimsoll.search.document import FindDocument, LineDocument


def judge(
    claim: Claim, runs: Sequence[RunEvidence], search: FindDocument | None = None
) -> document.ClaimVerdict:
    """The verdict on a claim. `runs` are in the order in which they were made. `search`: the load
    line search that answers a claim of kind line."""
    finding = rules.find(claim, runs, search)
    return document.ClaimVerdict(
        promise=claim.name,
        promised=words.promise_text(claim.terms),
        terms=claim.terms,
        direction=claim.direction,
        value=claim.value,
        unit=claim.of_kind.unit,
        margin=claim.margin,
        subject=claim.subject,
        verdict=finding.verdict,
        level=finding.level,
        because=words.sentence(finding.why),
        reason=finding.why,
        would_decide=None if finding.decides is None else words.sentence(finding.decides),
        decides=finding.decides,
        measured=(
            _line_figure(search.load_line)
            if search is not None
            else None
            if finding.measured is None
            else _figure_document(claim, finding.measured)
        ),
        runs=[_run_document(claim, run) for run in finding.runs],
        flatness=None if finding.flat is None else _flatness_document(finding.flat),
        working_set_bytes=finding.working_set_bytes,
        volume_bytes=finding.volume_bytes,
        notes=[words.sentence(note_code) for note_code in finding.noted],
        noted=list(finding.noted),
    )


def set_reason(judged: document.ClaimVerdict, why: document.Code) -> None:
    """Replaces the reason of a verdict."""
    judged.because, judged.reason = words.sentence(why), why


def set_decision(judged: document.ClaimVerdict, decision: document.Code) -> None:
    """Replaces what would decide a verdict."""
    judged.would_decide, judged.decides = words.sentence(decision), decision


def add_notes(judged: document.ClaimVerdict, *codes: document.Code) -> None:
    """Adds notes to a verdict."""
    judged.notes += [words.sentence(note_code) for note_code in codes]
    judged.noted += codes


def merge_checks(checks: Sequence[document.Check]) -> document.Check:
    """One answer for the same promises on several targets; each promise names its target."""
    if len(checks) == 1:
        return checks[0]
    evidence = [
        judged.model_copy(update={"target": check.target})
        for check in checks
        for judged in check.evidence
    ]
    verdict, because = overall_verdict(evidence)
    return checks[0].model_copy(
        update={
            "verdict": verdict,
            "because": because,
            "evidence": evidence,
            "target": language.listing(check.target for check in checks),
            "test_seconds": sum(check.test_seconds for check in checks),
            "campaign": None,
            "campaigns": [check.campaign for check in checks if check.campaign is not None],
        }
    )


def overall_verdict(evidence: Sequence[document.ClaimVerdict]) -> tuple[document.Verdict, str]:
    """The verdict on all promises together, and why."""
    many = len(evidence)
    for verdict in ("broken", "inconclusive"):
        if unkept := [judged for judged in evidence if judged.verdict == verdict]:
            return verdict, words.overall_sentence(verdict, unkept, many)
    return "kept", words.overall_sentence("kept", evidence if many == 1 else (), many)


def for_reader(check: document.Check) -> document.Check:
    """The answer in the reader's language, its sentences made anew from their codes."""
    if language.is_english():
        return check
    evidence = [_claim_for_reader(judged) for judged in check.evidence]
    _, because = overall_verdict(evidence)
    return check.model_copy(update={"evidence": evidence, "because": because})


def _claim_for_reader(judged: document.ClaimVerdict) -> document.ClaimVerdict:
    said = {
        "promise": words.shown_name(judged.promise, judged.terms),
        "promised": words.promise_text(judged.terms),
        "because": words.sentence(judged.reason),
        "would_decide": None if judged.decides is None else words.sentence(judged.decides),
        "notes": [words.sentence(note_code) for note_code in judged.noted],
    }
    return judged.model_copy(update=said)


def _figure_document(claim: Claim, run: RunEvidence) -> document.Figure | None:
    compared = reasons.comparison_figure(claim, run)
    return None if compared is None else document.Figure(**compared._asdict())


def _line_figure(line: LineDocument) -> document.Figure | None:
    """The load line of a search; None when the search found none."""
    value = line.rate_per_s or line.low
    if value is None:
        return None
    return document.Figure(
        value=value,
        low=line.low,
        high=line.high,
        confidence=line.confidence or 0.0,
        unit="IOPS",
    )


def _run_document(claim: Claim, run: RunEvidence) -> document.RunUse:
    """A Run as evidence in the document."""
    burst = run.figure.burst if run.figure and run.level is None else None
    return document.RunUse(
        run_id=run.run_id,
        outcome=run.outcome,
        because=run.because,
        workers=run.workers,
        queue_depth=run.queue_depth,
        offered_rate_per_s=run.offered_rate_per_s,
        outstanding_mean=run.outstanding,
        figure=_figure_document(claim, run),
        level=run.level.name if run.level else None,
        passed=run.meets_level,
        completion_latency_mean_ns=run.latency_ns,
        achieved_rate_per_s=run.achieved_rate_per_s,
        response_time_mean_ns=None if run.response_time is None else run.response_time["mean"],
        response_time_p99_ns=None if run.response_time is None else run.response_time["p99"],
        at_least=[
            name
            for name in ("mean", "p99")
            if run.response_time is not None and name in run.response_time["at_least"]
        ],
        operations=run.figure.count if run.figure else 0,
        seconds=run.figure.seconds if run.figure else 0.0,
        burst=(
            None
            if burst is None
            else document.BurstKeptOut(
                seconds=burst.seconds, amount=burst.amount, rate_per_s=burst.rate_per_s
            )
        ),
        limited_by=run.limited_by,
        client_busy=run.busy,
        others=run.others,
        held_up_by=run.held_up_by,
    )


def _flatness_document(flat: Flatness) -> document.FlatnessFinding:
    """The effect of more outstanding I/O, in the document."""
    return document.FlatnessFinding(
        verdict=flat.verdict,
        outstanding_factor=flat.outstanding_factor,
        rate_factor=flat.rate_factor,
        latency_factor=flat.latency_factor,
        because=flat.because,
        reason=document.Code(kind=flat.reason, figures=dict(flat.figures)),
    )
