"""The first screen of one Run: met, missed, undecided, or measured with nothing to meet; an outcome
that is not ok before all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll import units
from plimsoll.judge import run_text, run_verdict
from plimsoll.reports.common import answer
from plimsoll.reports.describe import Badge, Figure
from plimsoll.reports.evidence import outages, records, sample_counts
from plimsoll.reports.first.of_search import STOPPED
from plimsoll.reports.first.summary import Summary

if TYPE_CHECKING:
    from plimsoll.reports.evidence.evidence import Evidence, Run

_MARKED = {
    "cached": Badge("none", "No answer: from the page cache"),
    "generator_limited": Badge("none", "No answer: the generator was late"),
    "not_steady": Badge("none", "No answer: never steady"),
    "failed": Badge("missed", "Failed"),
}
_JUDGED = {
    "met": Badge("met", "Met"),
    "missed": Badge("missed", "Missed"),
    "undecided": Badge("none", "Undecided"),
}
_OPEN = Badge("measured", "Complete, no objective")
_TODO = {
    "cached": "Leave out --cached, or address more than this machine's memory.",
    "generator_limited": "Use more workers, or free this machine's processors (plimsoll doctor).",
    "cannot_carry": "Offer less, or find the highest rate that is carried: plimsoll find.",
    "not_steady": "Warm up for longer: --warmup-for.",
    "failed": "See what failed, or count errors instead of stopping: --on-error count.",
}


def badge(run: Run) -> Badge:
    """How it stands. That it ended ok is no verdict; that operations failed in it takes away the
    colour of one that was met."""
    ended, verdict = str(run.row.outcome), run_verdict.of(run.told)
    if ended in _MARKED:
        return _MARKED[ended]
    if verdict is None and ended == "cannot_carry":
        return Badge("missed", "Not carried")
    if verdict == "undecided" and run_verdict.so_far(run.told):
        return Badge("none", "Undecided, missed so far")
    found = _OPEN if verdict is None else _JUDGED[verdict]
    if verdict in (None, "met"):
        plain = "Complete" if verdict is None else found.words
        if sample_counts.failed([run]):
            return Badge("mixed", f"{plain}, but operations failed")
        if any(one.outage_s > 0 for one in run.happened):
            return Badge("mixed", f"{plain}, but with an outage")
        if any(one.unrecorded_s > 0 for one in run.happened):
            return Badge("mixed", f"{plain}, but not all of it recorded")
    return found


def summary(evidence: Evidence, run: Run | None) -> Summary:
    """The first screen of a Run; of one without a record what became of it."""
    if run is None or run.record is None:
        state = evidence.campaign.state if run is None else run.row.state
        words = {"running": "still running", "finished": "no Run has finished"}.get(state, state)
        return Summary(Badge("none", "No answer yet"), (f"No figures yet: {words}.",))
    record = run.record
    rate = units.rate(record["achieved_rate_per_s"])
    wanted = evidence.objectives[0] if evidence.objectives else None
    kind, metric, name = (
        ("all", run.metric, "p99")
        if wanted is None
        else (wanted.kind, wanted.metric, wanted.figure)
    )
    value = answer.bounded(run.figures(kind, metric), name)
    if value == units.DASH:
        # So few operations carry no percentile.
        name, value = "mean", answer.bounded(run.figures(kind, metric), "mean")
    figure = f"{name.replace('_', '.')} {value}"
    if metric != "response_time":
        figure = f"{name.replace('_', '.')} {records.said(metric)} {value}"
    if value == units.DASH and records.imported(record) is not None:
        figure = f"latency {units.NOT_TOLD}"
    if wanted is None and (syncs := _syncs(run, name)):
        figure = f"{figure}, of syncs {syncs}"
    ended = str(run.row.outcome)
    memory = ended == "cached"
    if memory:
        figure = f"{figure} from the page cache, not the storage"
    judged = _verdict(run)
    gone = outages.words(run.happened, run.metric, outcome=ended)
    lost = sample_counts.failed([run]).words
    beside = [part for part in (judged, gone) if part]
    offered = "closed loop" if run.offered is None else f"{units.rate(run.offered)} offered"
    limiter = run_text.limiter(record)
    length = units.seconds(record["measure_s"])
    for_long = f"length {units.NOT_TOLD}" if length == units.DASH else f"for {length}"
    basis = f"{offered}, {for_long}"
    said = Summary(
        badge(run),
        (
            f"{'; '.join([f'{rate} IOPS, {figure}', *beside])}.",
            f"{'; '.join([f'{rate} IOPS, {figure}', *beside[:1]])}.",
            f"{rate} IOPS, {figure}.",
        ),
        Figure(
            "From the page cache" if memory else "Achieved",
            f"{rate} IOPS",
            basis,
            None if memory else record["achieved_rate_per_s"],
        ),
        obstacle=_why(run),
        todo=_next(run),
        # A missed objective and an undecided one are measurements that stand.
        usable=ended in ("ok", "cannot_carry", "cached"),
    )
    return said.with_rows(
        ("Operations lost", lost),
        ("What happened", gone),
        ("Objective", evidence.promised if run_verdict.of(record) else ""),
        (
            records.said(run.metric).capitalize(),
            _mean_and_p99(run),
        ),
        ("Sync latency", _of_syncs(run)),
        ("Limited by", answer.LIMITERS.get(limiter, limiter)),
        ("Bytes", units.told(units.throughput(record["bytes_per_s"]))),
    )


def _mean_and_p99(run: Run) -> str:
    spans = run.figures("all", run.metric)
    mean, p99 = (answer.bounded(spans, name) for name in ("mean", "p99"))
    if records.imported(run.told) is None:
        return f"mean {mean}, p99 {p99}"
    return _told_of(mean, p99) or units.NOT_TOLD


def _told_of(mean: str, p99: str) -> str:
    """Those of the two that a file has."""
    both = (("mean", mean), ("p99", p99))
    return ", ".join(f"{name} {value}" for name, value in both if value.strip(units.DASH))


def _syncs(run: Run, name: str) -> str:
    """A figure of the syncs of an imported Run; nothing where it has none, or not this figure."""
    if not records.syncs(run.told):
        return ""
    return answer.bounded(run.figures("flush", "completion_latency"), name).strip(units.DASH)


def _of_syncs(run: Run) -> str:
    return _told_of(_syncs(run, "mean"), _syncs(run, "p99"))


def _verdict(run: Run) -> str:
    """The verdict in a headline; an outcome that is not ok in its place."""
    ended, verdict = str(run.row.outcome), run_verdict.of(run.told)
    if ended == "cached":
        return ""
    outcome = "" if ended == "ok" else answer.outcome(ended)
    if verdict == "undecided" and run_verdict.so_far(run.told):
        return "; ".join(filter(None, (outcome, "objective undecided, missed so far")))
    return "; ".join(part for part in (outcome, verdict and run_verdict.WORDS[verdict]) if part)


def _next(run: Run) -> str:
    if sample_counts.failed([run]).unfinished:
        return STOPPED
    if _short(run):
        late = run_verdict.late(run.told)
        return _TODO["generator_limited"] if late else "Measure for longer: --measure-for."
    return _TODO.get(str(run.row.outcome), "")


def _short(run: Run) -> bool:
    return run_verdict.of(run.told) == "undecided" and run.row.outcome == "ok"


def _why(run: Run) -> str:
    """What stood in the way of a better answer, as the record says it."""
    if run.row.outcome != "ok":
        said = str(run.told.get("because") or "")
        return f"{said[:1].upper()}{said[1:].rstrip('.')}." if said else ""
    judgement = run.told.get("judgement")
    if judgement is None or not _short(run):
        return ""
    estimate = judgement.get("estimate") or {}
    why = run_text.reason(str(judgement["reason"]), estimate.get("value"), estimate.get("allowed"))
    return f"Undecided: {why}."
