"""The first screen of scaling: where more outstanding I/O, hosts or clients stop to help, and the
storage's rate there."""

from __future__ import annotations

from collections.abc import Sequence

from plimsoll.base import units
from plimsoll.features.scaling.ladders import Ladder
from plimsoll.report.describe import Badge, Figure
from plimsoll.report.first.summary import Summary

_MAX_NAMED_LADDERS = 2


def summary(found: Sequence[Ladder]) -> Summary:
    """The end of each ladder; of many ladders the number that end."""
    known = [ladder for ladder in found if ladder.valid_rungs]
    if not known:
        return Summary(
            Badge("none", "No answer"), ("Too few Runs that are evidence about the target.",)
        )
    ended = [ladder for ladder in known if ladder.stop is not None]
    best = max(known, key=_top)
    differ = [ladder for ladder in known if ladder.differs]
    if len(ended) == len(known):
        badge = Badge("measured", "Gain ends")
    elif ended:
        badge = Badge("bounded", f"Gain ends in {len(ended)} of {len(known)}")
    elif differ:
        badge = Badge("none", "Not answered")
    else:
        badge = Badge("bounded", "Still rising")
    top = max(best.valid_rungs, key=lambda rung: rung.rate.value)
    where = f"{best.name}, " if best.name else ""
    number = Figure(
        "Highest rate", f"{top.rate.text} IOPS", f"{where}{best.at(top)}", top.rate.value
    )
    todo = "" if len(ended) == len(known) else f"Run more {known[0].what} to see where it ends."
    if differ:
        todo = "Repeat with more and longer Runs, on a machine that is free."
    return Summary(badge, _headlines(known, ended), number, todo=todo).with_rows(
        *(
            ("Limited by", ladder.limiter(ladder.stop).name)
            for ladder in ended[:1]
            if ladder.stop is not None and ladder.limiter(ladder.stop).known
        ),
        *((ladder.name or "Gain", _brief(ladder)) for ladder in known),
    )


def _top(ladder: Ladder) -> float:
    return max(rung.rate.value for rung in ladder.valid_rungs)


def _brief(ladder: Ladder) -> str:
    """The end of a ladder in a few words."""
    stop = ladder.stop
    if ladder.differs:
        top = max(ladder.valid_rungs, key=lambda rung: rung.rate.value)
        return (
            f"not answered, Runs at the same depth differ too much; up to {top.rate.text} IOPS at"
            f" {ladder.at(top)}"
        )
    if stop is None:
        top = ladder.valid_rungs[-1]
        return f"{top.rate.text} IOPS at {ladder.at(top)}, no end of the gain shown"
    return f"no gain beyond {ladder.end} ({stop.rate.text} IOPS)"


def _headlines(known: Sequence[Ladder], ended: Sequence[Ladder]) -> tuple[str, ...]:
    heads = []
    if len(known) <= _MAX_NAMED_LADDERS:
        brief = "; ".join(
            f"{ladder.name}: {_brief(ladder)}" if ladder.name else _brief(ladder)
            for ladder in known
        )
        heads.append(f"{brief[:1].upper()}{brief[1:]}.")
    top = units.rate(max(map(_top, known)))
    if not ended and any(ladder.differs for ladder in known):
        heads.append(f"Not answered: Runs differ too much; up to {top} IOPS.")
    heads.append(
        f"Up to {top} IOPS; more {known[0].what} stops helping in {len(ended)} of {len(known)}."
    )
    return (*heads, f"Up to {top} IOPS.")
