"""The first screen of scaling: where more outstanding I/O, hosts or clients give no more, and what
the storage does there."""

from __future__ import annotations

from collections.abc import Sequence

from plimsoll.base import units
from plimsoll.features.scaling.ladders import Ladder
from plimsoll.report.describe import Badge, Figure
from plimsoll.report.first.summary import Summary

_NAMED = 2


def summary(found: Sequence[Ladder]) -> Summary:
    """Of each ladder where it ends; of many how many do."""
    known = [one for one in found if one.counted]
    if not known:
        return Summary(
            Badge("none", "No answer"), ("Too few Runs that are evidence about the target.",)
        )
    ended = [one for one in known if one.stop is not None]
    best = max(known, key=_top)
    differ = [one for one in known if one.differs]
    if len(ended) == len(known):
        badge = Badge("measured", "Gain ends")
    elif ended:
        badge = Badge("bounded", f"Gain ends in {len(ended)} of {len(known)}")
    elif differ:
        badge = Badge("none", "Not answered")
    else:
        badge = Badge("bounded", "Still rising")
    top = max(best.counted, key=lambda rung: rung.rate.value)
    where = f"{best.name}, " if best.name else ""
    number = Figure(
        "Highest rate", f"{top.rate.text} IOPS", f"{where}{best.at(top)}", top.rate.value
    )
    todo = "" if len(ended) == len(known) else f"Run more {known[0].what} to see where it ends."
    if differ:
        todo = "Repeat with more and longer Runs, on a machine that is free."
    return Summary(badge, _headlines(known, ended), number, todo=todo).with_rows(
        *(
            ("Limited by", one.who(one.stop).name)
            for one in ended[:1]
            if one.stop is not None and one.who(one.stop).known
        ),
        *((one.name or "Gain", _brief(one)) for one in known),
    )


def _top(ladder: Ladder) -> float:
    return max(rung.rate.value for rung in ladder.counted)


def _brief(ladder: Ladder) -> str:
    """Where it ends, in a few words."""
    stop = ladder.stop
    if ladder.differs:
        top = max(ladder.counted, key=lambda rung: rung.rate.value)
        return (
            f"not answered, Runs at the same depth differ too much; up to {top.rate.text} IOPS at"
            f" {ladder.at(top)}"
        )
    if stop is None:
        top = ladder.counted[-1]
        return f"{top.rate.text} IOPS at {ladder.at(top)}, no end of the gain shown"
    return f"no gain beyond {ladder.end} ({stop.rate.text} IOPS)"


def _headlines(known: Sequence[Ladder], ended: Sequence[Ladder]) -> tuple[str, ...]:
    heads = []
    if len(known) <= _NAMED:
        said = "; ".join(f"{one.name}: {_brief(one)}" if one.name else _brief(one) for one in known)
        heads.append(f"{said[:1].upper()}{said[1:]}.")
    top = units.rate(max(map(_top, known)))
    if not ended and any(one.differs for one in known):
        heads.append(f"Not answered: Runs differ too much; up to {top} IOPS.")
    heads.append(
        f"Up to {top} IOPS; more {known[0].what} stops helping in {len(ended)} of {len(known)}."
    )
    return (*heads, f"Up to {top} IOPS.")
