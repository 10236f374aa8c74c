"""Computes the answer of a history: the changes of each series, whether recent ones are for the
worse, and recorded conditions that changed with them."""

from plimsoll.features.suites.history import alarm
from plimsoll.features.suites.history.divisive import Change
from plimsoll.features.suites.history.document import (
    ChangePoint,
    Differs,
    Figure,
    History,
    Series,
    Standing,
    Value,
)
from plimsoll.features.suites.history.gathering import HistoryData, Line, Measurement
from plimsoll.features.suites.messages import message

MAX_DIFFERENCES = 12
"""Maximum number of conditions listed for a change; more of them mean another machine."""


def of(data: HistoryData, figure: Figure, *, recent: int, smallest: float) -> History:
    """The document. `recent`: number of newest values in which a change counts. `smallest`: share
    of a level that a change must reach."""
    series = [
        _series(line, figure, recent=recent, smallest=smallest)
        for line in sorted(data.lines, key=lambda item: (item.target, item.at.words, item.test))
    ]
    standings = {item.standing for item in series}
    return History(
        of=data.name,
        clocks=sorted(data.clocks),
        origins=sorted(data.origins),
        figure=figure,
        recent=recent,
        verdict="worse"
        if "worse" in standings
        else "too_few"
        if _lacks_values(series, data.newest_ns)
        else "steady",
        series=series,
        left_out=list(data.left_out),
    )


def _lacks_values(series: list[Series], newest_ns: int) -> bool:
    """Whether the newest campaign cannot be judged fully: it has no values, or one of its tests has
    too few, as after a changed setting."""
    newest = max((item.values[-1].at_ns for item in series), default=0)
    if newest < newest_ns:
        return True
    of_newest = [item for item in series if item.values[-1].at_ns == newest]
    newest_campaigns = {(item.values[-1].store, item.values[-1].campaign) for item in of_newest}
    series_of_newest = [
        item
        for item in series
        if (item.values[-1].store, item.values[-1].campaign) in newest_campaigns
    ]
    return not series_of_newest or any(item.standing == "too_few" for item in series_of_newest)


def _series(line: Line, figure: Figure, *, recent: int, smallest: float) -> Series:
    values = [item.value for item in line.seen]
    changes = [
        _change(line.seen, item, figure, recent=recent)
        for item in alarm.reported_changes(values, smallest=smallest)
    ]
    newest = [item for item in changes if item.recent]
    standing: Standing = "too_few" if len(values) < alarm.MIN_VALUES else "steady"
    if newest:
        standing = "worse" if newest[-1].worse else "better"
    return Series(
        test=line.test,
        target=line.target,
        host=line.at.host,
        path=line.at.path,
        disk=line.at.disk,
        figure=figure,
        standing=standing,
        values=[
            Value(store=item.store, campaign=item.campaign, at_ns=item.at_ns, value=item.value)
            for item in line.seen
        ],
        changes=changes,
        finds=alarm.detectable_step(values[changes[-1].index if changes else 0 :]),
        engines=list(
            dict.fromkeys(
                item.conditions["engine"] for item in line.seen if "engine" in item.conditions
            )
        ),
    )


def _change(seen: list[Measurement], change: Change, figure: Figure, *, recent: int) -> ChangePoint:
    lower = change.after < change.before
    return ChangePoint(
        index=change.index,
        before=change.before,
        after=change.after,
        change=change.relative,
        pvalue=change.pvalue,
        worse=lower if figure in ("rate", "throughput") else not lower,
        recent=change.index >= len(seen) - recent,
        differs=_differs(seen, change),
    )


def _differs(seen: list[Measurement], change: Change) -> list[Differs]:
    """Conditions that were constant in each level and differ between them. A change within a level
    cannot explain the step."""
    before, after = seen[change.begin : change.index], seen[change.index : change.end]
    differences = []
    for name in dict.fromkeys(
        key for measurement in (*before, *after) for key in measurement.conditions
    ):
        none = message("none")
        left = {measurement.conditions.get(name, none) for measurement in before}
        right = {measurement.conditions.get(name, none) for measurement in after}
        if len(left) == 1 and len(right) == 1 and left != right:
            differences.append(Differs(what=name, before=left.pop(), after=right.pop()))
    return differences[:MAX_DIFFERENCES]
