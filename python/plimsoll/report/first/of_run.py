"""The first screen of one Run: met, missed, undecided, or measured without an objective. An
outcome other than ok comes first."""

from plimsoll.base import language, limiter_text, units
from plimsoll.judge import cause_text, run_verdict
from plimsoll.report.common import answer, import_text
from plimsoll.report.describe import Badge, Figure, Standing
from plimsoll.report.evidence import outages, records, sample_counts
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.evidence.run_figures import Latency, RunFigures
from plimsoll.report.first.summary import Summary, sentence
from plimsoll.report.messages import message

_OUTCOMES: dict[str, Standing] = {
    "cached": "none",
    "generator_limited": "none",
    "not_steady": "none",
    "failed": "missed",
}
_VERDICTS: dict[str, Standing] = {"met": "met", "missed": "missed", "undecided": "none"}
_WITH_NEXT_STEP = ("cached", "generator_limited", "cannot_carry", "not_steady", "failed")
"""Outcomes with a next step."""


def badge(run: Run) -> Badge:
    """The badge of a Run. Ending ok is no verdict; failed operations take the colour from a met
    one."""
    ended, figures = str(run.row.outcome), run.measurement
    verdict = None if figures is None else figures.verdict
    if ended in _OUTCOMES:
        return Badge(_OUTCOMES[ended], message(f"badge-{ended}"))
    if verdict is None and ended == "cannot_carry":
        return Badge("missed", message("badge-not-carried"))
    if verdict == "undecided" and figures is not None and figures.beyond:
        return Badge("none", message("badge-missed-so-far"))
    if verdict in (None, "met"):
        plain = message("complete") if verdict is None else message("badge-met")
        if sample_counts.count_failures([run]):
            return Badge("mixed", message("but-operations-failed", badge=plain))
        if _outages(run):
            return Badge("mixed", message("but-outage", badge=plain))
        measure_s = None if figures is None else figures.measure_s
        if outages.is_incomplete(run.episodes, measure_s):
            return Badge("mixed", message("but-not-recorded", badge=plain))
    if verdict is None:
        return Badge("measured", message("badge-complete"))
    return Badge(_VERDICTS[verdict], message(f"badge-{verdict}"))


def summary(evidence: Evidence, run: Run | None) -> Summary:
    """The first screen of a Run; without a record its state."""
    figures = None if run is None else run.measurement
    if run is None or figures is None:
        state = evidence.campaign.state if run is None else run.row.state
        headline = message(f"no-figures-{state}")
        return Summary(Badge("none", message("no-answer-yet")), (headline,))
    rate, figure = figures.achieved_text, _latency(evidence, figures)
    memory = figures.outcome == "cached"
    if memory:
        figure = message("from-page-cache", figure=figure)
    gone = outages.words(run.episodes, figures.metric, outcome=figures.outcome)
    beside = [part for part in (_verdict(figures), gone) if part]
    offered = figures.offered_rate_per_s
    length = "none" if figures.measure_s is None else units.seconds(figures.measure_s)
    load = message("closed-for", length=length)
    if offered is not None:
        load = message("offered-for", rate=units.rate(offered), length=length)
    first_screen = Summary(
        badge(run),
        tuple(
            message("facts", facts=language.clauses([f"{rate}, {figure}", *beside[:most]]))
            for most in (None, 1, 0)
        ),
        Figure(
            message("page-cache-name") if memory else message("achieved"),
            rate,
            load,
            None if memory else figures.achieved_rate_per_s,
        ),
        obstacle=_why(run, figures),
        todo=_next(run, figures),
        stated=tuple(tuple(beside[:most]) for most in (None, 1, 0)),
        # Missed and undecided objectives are valid measurements.
        usable=figures.outcome in ("ok", "cannot_carry", "cached"),
    )
    imported = [] if figures.imported is None else [figures.imported]
    return first_screen.with_rows(
        (message("operations-lost"), sample_counts.count_failures([run]).words),
        (message("use-name"), import_text.use_of_runs(imported)),
        (message("what-happened"), gone),
        (message("objective"), evidence.objective_words if figures.verdict else ""),
        (message("durable-commits"), _commits(figures)),
        (message("sync-latency"), _sync_mean_and_p99(evidence, figures)),
        (records.metric_words(figures.metric, "start"), _mean_and_p99(evidence, figures)),
        (message("limited-by-name"), _limiter(figures)),
        (message("bytes"), units.spell_dash(units.throughput(figures.bytes_per_s))),
    )


def _limiter(figures: RunFigures) -> str:
    """The limiter; the model of a described storage knows it where one Run does not show it."""
    if figures.limiter == "unknown" and figures.bottleneck is not None:
        return message("described-limiter", bottleneck=figures.bottleneck)
    return limiter_text.words(figures.limiter)


def _latency(evidence: Evidence, figures: RunFigures) -> str:
    """The latency of the headline."""
    wanted = evidence.objectives[0] if evidence.objectives else None
    latency, name = _headline_figure(evidence, figures)
    value, kind = latency.text(name), None if wanted is None else wanted.kind
    if value == units.DASH and figures.imported is not None:
        text = message("latency-not-told")
    elif latency.metric == "response_time" and kind in (None, "all"):
        text = message("latency", name=records.figure_words(name), value=value)
    else:
        text = message(
            "latency", name=records.latency_name(name, latency.metric, kind), value=value
        )
    syncs = _syncs(figures, name) if wanted is None else ""
    return message("latency-and-syncs", latency=text, syncs=syncs) if syncs else text


def _headline_figure(evidence: Evidence, figures: RunFigures) -> tuple[Latency, str]:
    """The latency of the headline and the name of its figure: that of the objective, else p99; the
    mean when operations are too few."""
    wanted = evidence.objectives[0] if evidence.objectives else None
    latency, name = (
        (figures.main, "p99")
        if wanted is None
        else (figures.latency(wanted.kind, wanted.metric), wanted.figure)
    )
    return latency, name if latency.text(name) != units.DASH else "mean"


def _mean_and_p99(evidence: Evidence, figures: RunFigures) -> str:
    """The known ones of mean and p99 that the headline does not state."""
    stated, name = _headline_figure(evidence, figures)
    mean, p99 = (
        "" if shown == name and stated == figures.main else figures.main.text(shown)
        for shown in ("mean", "p99")
    )
    told = _told_of(mean, p99)
    return told if told or figures.imported is None else units.unknown_figure()


def _sync_mean_and_p99(evidence: Evidence, figures: RunFigures) -> str:
    """The same of syncs, whose latency a headline without an objective states, too."""
    stated, name = _headline_figure(evidence, figures)
    if evidence.objectives and stated != figures.syncs:
        name = ""
    return _told_of(*("" if shown == name else _syncs(figures, shown) for shown in ("mean", "p99")))


def _told_of(mean: str, p99: str) -> str:
    """The known ones of mean and p99."""
    if mean.strip(units.DASH) and p99.strip(units.DASH):
        return message("mean-and-p99", mean=mean, p99=p99)
    both = (("mean", mean), ("p99", p99))
    return "".join(
        message("latency", name=records.figure_words(name), value=value)
        for name, value in both
        if value.strip(units.DASH)
    )


def _syncs(figures: RunFigures, name: str) -> str:
    """A figure of the syncs of a Run; empty when unknown."""
    return "" if figures.syncs is None else figures.syncs.text(name).strip(units.DASH)


def _commits(figures: RunFigures) -> str:
    """Durable commits a second; empty where nothing makes writes durable."""
    commits = figures.commits_per_s
    return "" if commits is None else message("commits", commits=units.rate(commits))


def _verdict(figures: RunFigures) -> str:
    """What the headline adds to the badge: the outcome beside a verdict, or the verdict beside an
    outcome."""
    ended, verdict = figures.outcome, figures.verdict
    if ended in ("ok", "cached") or not verdict:
        return ""
    if ended not in _OUTCOMES:
        return answer.outcome(ended)
    if verdict == "undecided" and figures.beyond:
        return message("undecided-so-far")
    return run_verdict.verdict_text(verdict)


def _next(run: Run, figures: RunFigures) -> str:
    ended = figures.outcome
    if cause_text.stopped_answering(figures.record):
        return message("todo-stopped_answering")
    if ended in _WITH_NEXT_STEP:
        return message(f"outcome-todo-{ended}")
    if _outages(run):
        return message("todo-outage")
    if not _is_undecided(figures):
        return ""
    late = run_verdict.late(figures.record)
    return message("outcome-todo-generator_limited") if late else message("measure-longer")


def _is_undecided(figures: RunFigures) -> bool:
    return figures.verdict == "undecided" and figures.outcome == "ok"


def _outages(run: Run) -> int:
    """The outages of a Run. One test does not show how often they come, and a longer one hardly
    better."""
    return sum(episode.repeats or 1 for episode in run.episodes if episode.outage_s > 0)


def _why(run: Run, figures: RunFigures) -> str:
    """The obstacle to a better answer, from the record."""
    if figures.outcome != "ok":
        return sentence(figures.because)
    if not _is_undecided(figures):
        return ""
    outages_seen = _outages(run)
    if outages_seen:
        return message("undecided-by-outage", n=outages_seen)
    return sentence(figures.reason)
