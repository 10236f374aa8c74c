"""The first screen of a Run over time: its worst episode, how long it lasted, and when it ended."""

from plimsoll.base import units
from plimsoll.judge.timeline.document import EpisodeModel, TimeLine
from plimsoll.judge.timeline.text import to_see_more, when
from plimsoll.report.common.answer import outcome
from plimsoll.report.describe import Badge, Figure
from plimsoll.report.evidence import records
from plimsoll.report.evidence.evidence import Run
from plimsoll.report.first import of_run
from plimsoll.report.first.summary import Summary, sentence, short_list
from plimsoll.report.messages import message
from plimsoll.report.run import episodes, timeline


def summary(run: Run, line: TimeLine, *, listed: bool = False) -> Summary:
    """The summary of a time line; the badge keeps the Run's own verdict. `listed`: the rate, the
    episodes and the marks stand before it."""
    if not line.intervals:
        return Summary(Badge("none", message("no-answer")), (message("no-interval-kept"),))
    worst = episodes.worst(line)
    badge = Badge("none", message("no-record"))
    if run.record is not None:
        badge = of_run.badge(run)
    outages = [episode for episode in line.episodes if episode.outage_s]
    lasted = units.seconds(line.until_s)
    gone = sum(episode.outage_s for episode in outages)
    mean = records.iops(line.rate_per_s)
    marks = [message("note-at", mark=mark.text, time=when(mark.at_s)) for mark in line.marks]
    rows = [_response(worst)]
    if not listed:
        rows += [
            (message("back-to-normal"), _back(worst)),
            (message("mean-rate"), mean if outages else ""),
            (message("episodes"), _episode_count(line)),
            (message("marks"), short_list(marks)),
        ]
    if outages:
        of = message("of-time", time=lasted)
        name = message("no-operation-succeeded")
        number = None if listed else Figure(name, units.seconds(gone), of)
        heads: tuple[str, ...] = (
            message("several-outages", n=len(outages), time=units.seconds(gone)),
        )
        if len(outages) == 1:
            heads = _of_outage(outages[0])
        return Summary(badge, heads, number, usable=True).with_rows(*rows)
    missing = sum(episode.unrecorded_s for episode in line.episodes)
    unrecorded = units.seconds(missing)
    recorded = message("over-time", time=lasted)
    if missing:
        recorded = message("over-time-but", time=lasted, missing=unrecorded)
    over_all = None
    if line.rate_per_s and not listed:
        over_all = Figure(message("mean-rate"), mean, recorded)
    if run.row.outcome not in ("ok", None):
        rows.insert(0, (message("outcome"), outcome(str(run.row.outcome))))
    if worst is not None:
        time, words = when(worst.at_s), worst.words
        if worst.kind == "gap":
            heads = (
                message("gap-headline", time=time, words=words),
                message("time-of-unrecorded", missing=unrecorded, time=lasted),
            )
        else:
            name = message(f"episode-{worst.kind}")
            if worst.kind not in episodes.WHOLE:
                name = message("named-episode-at", episode=name, time=time)
            heads = (
                message("facts", facts=message("named", name=name, text=words)),
                message("named-episode-in", episode=name, time=lasted),
            )
        return Summary(badge, heads, over_all, usable=True).with_rows(*rows)
    if line.intervals < timeline.MIN_INTERVALS:
        heads = (message("too-few-intervals-of", n=line.intervals),)
        few = next((note for note in line.noted if note.kind == "few_intervals"), None)
        todo = "" if few is None else sentence(to_see_more(few))
        return Summary(badge, heads, over_all, todo=todo, usable=True).with_rows(*rows)
    heads = (message("nothing-stands-out", time=lasted),)
    return Summary(badge, heads, over_all, usable=True).with_rows(*rows)


def _of_outage(outage: EpisodeModel) -> tuple[str, str]:
    length, at = units.seconds(outage.outage_s), when(outage.at_s)
    short = message("one-outage", length=length, time=at)
    if outage.recovered_s is None:
        return message("outage-not-recovered", length=length, time=at), short
    recovered = units.seconds(outage.recovered_s)
    return message("outage-recovered", length=length, time=at, recovered=recovered), short


def _response(worst: EpisodeModel | None) -> tuple[str, str]:
    """For an outage the longest wait of an operation, for others the mean before and at worst."""
    level = None if worst is None else worst.response_time_ns
    if worst is not None and worst.kind == "outage" and worst.longest_wait_ns is not None:
        wait = units.nanos(worst.longest_wait_ns)
        if level is not None:
            wait = message("usually", time=wait, usual=units.nanos(level.before))
        return message("longest-wait"), wait
    name = records.metric_words("response_time", "start")
    if level is None:
        return name, ""
    before, at_worst = units.nanos(level.before), units.nanos(level.worst)
    return name, message("mean-before-and-worst", before=before, worst=at_worst)


def _back(worst: EpisodeModel | None) -> str:
    if worst is None or worst.recovered_s is None:
        return ""
    return message("after-it-began", time=units.seconds(worst.recovered_s))


def _episode_count(line: TimeLine) -> str:
    n = len(line.episodes)
    return message("in-table-below", n=n) if n > 1 else ""
