"""From what stores hold to the answer: the changes of each series, whether the newest are for the
worse, and what is recorded that changed with them."""

from __future__ import annotations

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
from plimsoll.features.suites.history.gathering import Gathered, Line, Measurement

MOST_DIFFERS = 12
"""What changed with a level, at most: more says that it is another machine."""


def of(gathered: Gathered, figure: Figure, *, recent: int, smallest: float) -> History:
    """The document. `recent`: newest values in which a change counts; `smallest`: share of a level
    that a change must reach."""
    series = [
        _series(line, figure, recent=recent, smallest=smallest)
        for line in sorted(gathered.lines, key=lambda one: (one.target, one.at.words, one.test))
    ]
    standings = {one.standing for one in series}
    return History(
        of=gathered.name,
        clocks=sorted(gathered.clocks),
        origins=sorted(gathered.origins),
        figure=figure,
        recent=recent,
        verdict="worse"
        if "worse" in standings
        else "too_few"
        if _untold(series, gathered.newest_ns)
        else "steady",
        series=series,
        left_out=list(gathered.left_out),
    )


def _untold(series: list[Series], newest_ns: int) -> bool:
    """Whether the newest campaign cannot be judged whole: it has no values, or one of its tests has
    too few, since it is asked otherwise than it was."""
    newest = max((one.values[-1].at_ns for one in series), default=0)
    if newest < newest_ns:
        return True
    of_newest = [one for one in series if one.values[-1].at_ns == newest]
    fresh = {(one.values[-1].store, one.values[-1].campaign) for one in of_newest}
    asked = [one for one in series if (one.values[-1].store, one.values[-1].campaign) in fresh]
    return not asked or any(one.standing == "too_few" for one in asked)


def _series(line: Line, figure: Figure, *, recent: int, smallest: float) -> Series:
    values = [one.value for one in line.seen]
    changes = [
        _change(line.seen, one, figure, recent=recent)
        for one in alarm.told(values, smallest=smallest)
    ]
    newest = [one for one in changes if one.recent]
    standing: Standing = "too_few" if len(values) < alarm.LEAST_VALUES else "steady"
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
            Value(store=one.store, campaign=one.campaign, at_ns=one.at_ns, value=one.value)
            for one in line.seen
        ],
        changes=changes,
        finds=alarm.finds(values[changes[-1].index if changes else 0 :]),
        engines=list(
            dict.fromkeys(
                one.conditions["engine"] for one in line.seen if "engine" in one.conditions
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
    """What was one thing in the level before and another in the new one. What changed within a
    level made no difference to it."""
    before, after = seen[change.begin : change.index], seen[change.index : change.end]
    found = []
    for name in dict.fromkeys(key for one in (*before, *after) for key in one.conditions):
        left = {one.conditions.get(name, "none") for one in before}
        right = {one.conditions.get(name, "none") for one in after}
        if len(left) == 1 and len(right) == 1 and left != right:
            found.append(Differs(what=name, before=left.pop(), after=right.pop()))
    return found[:MOST_DIFFERS]
