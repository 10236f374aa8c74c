"""The first screen of one Run: met, missed, undecided, or measured without an objective. An
outcome other than ok comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import limiter_text, units
from plimsoll.judge import run_verdict
from plimsoll.report.common import answer
from plimsoll.report.describe import Badge, Figure
from plimsoll.report.evidence import outages, records, sample_counts
from plimsoll.report.first.search_obstacle import SEE_TARGET_LOG
from plimsoll.report.first.summary import Summary, sentence

if TYPE_CHECKING:
    from plimsoll.report.evidence.evidence import Evidence, Run
    from plimsoll.report.evidence.run_figures import RunFigures

_OUTCOME_BADGES = {
    "cached": Badge("none", "No answer: from the page cache"),
    "generator_limited": Badge("none", "No answer: the generator was late"),
    "not_steady": Badge("none", "No answer: never steady"),
    "failed": Badge("missed", "Failed"),
}
_VERDICT_BADGES = {
    "met": Badge("met", "Met"),
    "missed": Badge("missed", "Missed"),
    "undecided": Badge("none", "Undecided"),
}
_NO_OBJECTIVE = Badge("measured", "Complete, no objective")
NOT_CARRIED = Badge("missed", "Not carried")
TODO = {
    "cached": "Leave out --cached, or address more than this machine's memory.",
    "generator_limited": "Use more workers, or free this machine's processors (plimsoll doctor).",
    "cannot_carry": "Offer less, or find the highest rate that is carried: plimsoll find.",
    "not_steady": "Warm up for longer: --warmup-for.",
    "failed": "See what failed, or count errors instead of stopping: --on-error count.",
}
"""Next step for each outcome that is not ok."""


def badge(run: Run) -> Badge:
    """The badge of a Run. Ending ok is no verdict; failed operations take the colour from a met
    one."""
    ended, figures = str(run.row.outcome), run.measurement
    verdict = None if figures is None else figures.verdict
    if ended in _OUTCOME_BADGES:
        return _OUTCOME_BADGES[ended]
    if verdict is None and ended == "cannot_carry":
        return NOT_CARRIED
    if verdict == "undecided" and figures is not None and figures.beyond:
        return Badge("none", "Undecided, missed so far")
    found = _NO_OBJECTIVE if verdict is None else _VERDICT_BADGES[verdict]
    if verdict in (None, "met"):
        plain = "Complete" if verdict is None else found.words
        if sample_counts.count_failures([run]):
            return Badge("mixed", f"{plain}, but operations failed")
        if any(episode.outage_s > 0 for episode in run.episodes):
            return Badge("mixed", f"{plain}, but with an outage")
        if any(episode.unrecorded_s > 0 for episode in run.episodes):
            return Badge("mixed", f"{plain}, but not all of it recorded")
    return found


def summary(evidence: Evidence, run: Run | None) -> Summary:
    """The first screen of a Run; without a record its state."""
    figures = None if run is None else run.measurement
    if run is None or figures is None:
        state = evidence.campaign.state if run is None else run.row.state
        words = {"running": "still running", "finished": "no Run has finished"}.get(state, state)
        return Summary(Badge("none", "No answer yet"), (f"No figures yet: {words}.",))
    rate, figure = figures.achieved_text, _latency(evidence, figures)
    memory = figures.outcome == "cached"
    if memory:
        figure = f"{figure} from the page cache, not the storage"
    gone = outages.words(run.episodes, figures.metric, outcome=figures.outcome)
    beside = [part for part in (_verdict(figures), gone) if part]
    offered = figures.offered_rate_per_s
    load = "closed loop" if offered is None else f"{units.rate(offered)} offered"
    length = units.seconds(figures.measure_s)
    for_long = f"length {units.NOT_TOLD}" if length == units.DASH else f"for {length}"
    first_screen = Summary(
        badge(run),
        (
            f"{'; '.join([f'{rate}, {figure}', *beside])}.",
            f"{'; '.join([f'{rate}, {figure}', *beside[:1]])}.",
            f"{rate}, {figure}.",
        ),
        Figure(
            "From the page cache" if memory else "Achieved",
            f"{rate}",
            f"{load}, {for_long}",
            None if memory else figures.achieved_rate_per_s,
        ),
        obstacle=_why(figures),
        todo=_next(run, figures),
        # Missed and undecided objectives are valid measurements.
        usable=figures.outcome in ("ok", "cannot_carry", "cached"),
    )
    return first_screen.with_rows(
        ("Operations lost", sample_counts.count_failures([run]).words),
        ("What happened", gone),
        ("Objective", evidence.objective_words if figures.verdict else ""),
        (records.metric_words(figures.metric).capitalize(), _mean_and_p99(figures)),
        ("Sync latency", _told_of(_syncs(figures, "mean"), _syncs(figures, "p99"))),
        ("Limited by", limiter_text.words(figures.limiter)),
        ("Bytes", units.spell_dash(units.throughput(figures.bytes_per_s))),
    )


def _latency(evidence: Evidence, figures: RunFigures) -> str:
    """The figure of the headline: that of the objective, else p99; the mean when operations are
    too few."""
    wanted = evidence.objectives[0] if evidence.objectives else None
    latency, name = (
        (figures.main, "p99")
        if wanted is None
        else (figures.latency(wanted.kind, wanted.metric), wanted.figure)
    )
    if latency.text(name) == units.DASH:
        name = "mean"
    value = latency.text(name)
    if value == units.DASH and figures.imported is not None:
        text = f"latency {units.NOT_TOLD}"
    else:
        metric = (
            "" if latency.metric == "response_time" else f" {records.metric_words(latency.metric)}"
        )
        text = f"{name.replace('_', '.')}{metric} {value}"
    syncs = _syncs(figures, name) if wanted is None else ""
    return f"{text}, of syncs {syncs}" if syncs else text


def _mean_and_p99(figures: RunFigures) -> str:
    mean, p99 = figures.main.text("mean"), figures.main.text("p99")
    if figures.imported is None:
        return f"mean {mean}, p99 {p99}"
    return _told_of(mean, p99) or units.NOT_TOLD


def _told_of(mean: str, p99: str) -> str:
    """The known ones of mean and p99."""
    both = (("mean", mean), ("p99", p99))
    return ", ".join(f"{name} {value}" for name, value in both if value.strip(units.DASH))


def _syncs(figures: RunFigures, name: str) -> str:
    """A figure of the syncs of an imported Run; empty when unknown."""
    return "" if figures.syncs is None else figures.syncs.text(name).strip(units.DASH)


def _verdict(figures: RunFigures) -> str:
    """The verdict for the headline; an outcome other than ok replaces it."""
    ended, verdict = figures.outcome, figures.verdict
    if ended == "cached":
        return ""
    outcome = "" if ended == "ok" else answer.outcome(ended)
    if verdict == "undecided" and figures.beyond:
        return "; ".join(filter(None, (outcome, "objective undecided, missed so far")))
    return "; ".join(
        part for part in (outcome, verdict and run_verdict.verdict_text(verdict)) if part
    )


def _next(run: Run, figures: RunFigures) -> str:
    if sample_counts.count_failures([run]).unfinished:
        return SEE_TARGET_LOG
    if _short(figures):
        late = run_verdict.late(figures.record)
        return TODO["generator_limited"] if late else "Measure for longer: --measure-for."
    return TODO.get(figures.outcome, "")


def _short(figures: RunFigures) -> bool:
    return figures.verdict == "undecided" and figures.outcome == "ok"


def _why(figures: RunFigures) -> str:
    """The obstacle to a better answer, from the record."""
    if figures.outcome != "ok":
        return sentence(figures.because)
    if not _short(figures) or not figures.reason:
        return ""
    return f"Undecided: {figures.reason}."
