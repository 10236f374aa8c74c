"""The first screen of a Run over time: its worst episode, how long it lasted, and when it ended."""

from __future__ import annotations

from plimsoll.base import units
from plimsoll.judge.timeline.notes import Note
from plimsoll.judge.timeline.text import to_see_more, when
from plimsoll.report.common.answer import outcome
from plimsoll.report.describe import Badge, Figure
from plimsoll.report.evidence.evidence import Run
from plimsoll.report.evidence.time_line import Episode, TimeLine
from plimsoll.report.first import of_run
from plimsoll.report.first.summary import Summary, short_list
from plimsoll.report.run import episodes, timeline


def summary(run: Run, line: TimeLine) -> Summary:
    """The summary of a time line; the badge keeps the Run's own verdict."""
    if not line["intervals"]:
        return Summary(Badge("none", "No answer"), ("No interval was kept: nothing to show.",))
    worst = episodes.worst(line)
    badge = of_run.badge(run) if run.record is not None else Badge("none", "No record")
    outages = [episode for episode in line["episodes"] if episode["outage_s"]]
    lasted = units.seconds(line["until_s"])
    gone = sum(episode["outage_s"] for episode in outages)
    mean = f"{units.rate(line['rate_per_s'])} IOPS"
    rows = [
        _response(worst),
        ("Back to normal", _back(worst)),
        ("Mean rate", mean if outages else ""),
        ("Episodes", _episode_count(line)),
        (
            "Marks",
            short_list([f"{mark['text']} at {when(mark['at_s'])}" for mark in line["marks"]]),
        ),
    ]
    if outages:
        n = len(outages)
        which = f"{units.seconds(gone)} outage" if n == 1 else f"{n} outages, {units.seconds(gone)}"
        number = Figure("No operation succeeded for", units.seconds(gone), f"of {lasted}")
        heads = _of_outage(which, outages[0] if n == 1 else None)
        return Summary(badge, heads, number, usable=True).with_rows(*rows)
    missing = sum(episode["unrecorded_s"] for episode in line["episodes"])
    recorded = (
        f"{lasted}, of which {units.seconds(missing)} were not recorded" if missing else lasted
    )
    over_all = Figure("Mean rate", mean, f"over {recorded}") if line["rate_per_s"] else None
    if run.row.outcome not in ("ok", None):
        rows.insert(0, ("Outcome", outcome(str(run.row.outcome))))
    if worst is not None and worst["kind"] == "gap":
        words = worst["words"]
        heads = (
            f"At {when(worst['at_s'])} {words}.",
            f"{units.seconds(missing)} of {lasted} were not recorded.",
        )
        return Summary(badge, heads, over_all, usable=True).with_rows(*rows)
    if worst is not None:
        at = "" if worst["kind"] in episodes.WHOLE else f" at {when(worst['at_s'])}"
        kind = worst["kind"].replace("_", " ")
        name = f"{kind[:1].upper()}{kind[1:]}{at}"
        heads = (f"{name}: {worst['words']}.", f"{name}, in {lasted} of Measure.")
        return Summary(badge, heads, over_all, usable=True).with_rows(*rows)
    if line["intervals"] < timeline.MIN_INTERVALS:
        heads = (f"Too few intervals ({line['intervals']}) to tell whether anything happened.",)
        few = next((note for note in line["noted"] if note["kind"] == "few_intervals"), None)
        todo = "" if few is None else to_see_more(Note("few_intervals", few["figures"]))
        todo = f"{todo[:1].upper()}{todo[1:]}."
        return Summary(badge, heads, over_all, todo=todo, usable=True).with_rows(*rows)
    heads = (f"Nothing stands out in {lasted}: no outage, dip or lasting change.",)
    return Summary(badge, heads, over_all, usable=True).with_rows(*rows)


def _of_outage(which: str, outage: Episode | None) -> tuple[str, ...]:
    if outage is None:
        return (f"{which} in all.",)
    at = f"{which} at {when(outage['at_s'])}"
    if outage["recovered_s"] is None:
        return (f"{at}; it had not recovered by the end.", f"{at}.")
    return (f"{at}; recovered {units.seconds(outage['recovered_s'])} after it began.", f"{at}.")


def _response(worst: Episode | None) -> tuple[str, str]:
    """For an outage the longest wait of an operation, for others the mean before and at worst."""
    level = None if worst is None else worst["response_time_ns"]
    if worst is not None and worst["kind"] == "outage" and worst["longest_wait_ns"] is not None:
        usual = "" if level is None else f" (usually {units.nanos(level['before'])})"
        return "Longest wait", f"{units.nanos(worst['longest_wait_ns'])}{usual}"
    if level is None:
        return "Response time", ""
    return (
        "Response time",
        f"mean {units.nanos(level['before'])} before, {units.nanos(level['worst'])} at its worst",
    )


def _back(worst: Episode | None) -> str:
    if worst is None or worst["recovered_s"] is None:
        return ""
    return f"{units.seconds(worst['recovered_s'])} after it began"


def _episode_count(line: TimeLine) -> str:
    n = len(line["episodes"])
    return f"{n}, in the table below" if n > 1 else ""
