"""The first screen of scaling: where more outstanding I/O, hosts or clients stop to help, and the
storage's rate there."""

from collections.abc import Sequence

from plimsoll.base import language, units
from plimsoll.features.scaling.depths import Best
from plimsoll.features.scaling.ladders import Ladder
from plimsoll.features.scaling.messages import message
from plimsoll.report.describe import Badge, Figure
from plimsoll.report.first.summary import Summary

_MAX_NAMED_LADDERS = 2


def summary(found: Sequence[Ladder]) -> Summary:
    """The end of each ladder; of many ladders the number that end."""
    known = [ladder for ladder in found if ladder.valid_rungs]
    if not known:
        return Summary(Badge("none", message("badge-no-answer")), (message("head-too-few"),))
    ended = [ladder for ladder in known if ladder.stop is not None]
    best = max(known, key=_top)
    differ = [ladder for ladder in known if ladder.differs]
    if len(ended) == len(known):
        badge = Badge("measured", message("badge-ends"))
    elif ended:
        badge = Badge("bounded", message("badge-ends-in", count=len(ended), total=len(known)))
    elif differ:
        badge = Badge("none", message("badge-not-answered"))
    else:
        badge = Badge("bounded", message("badge-rising"))
    top = max(best.valid_rungs, key=lambda rung: rung.rate.value)
    where = language.listing(part for part in (best.name, best.at(top)) if part)
    number = Figure(message("highest-rate"), f"{top.rate.text} IOPS", where, top.rate.value)
    todo = "" if len(ended) == len(known) else message(f"todo-more-{known[0].over}")
    if differ:
        todo = message("todo-repeat")
    return Summary(badge, _headlines(known, ended), number, todo=todo).with_rows(
        *(
            (message("row-limited-by"), ladder.limiter(ladder.stop).name)
            for ladder in ended[:1]
            if ladder.stop is not None and ladder.limiter(ladder.stop).known
        ),
        *((ladder.name or message("row-gain"), _brief(ladder)) for ladder in known),
    )


def of_depth(found: Best | None, because: str) -> Summary:
    """The queue depth that is enough. `because`: the answer in a sentence."""
    if found is None or "runs_differ" in found.doubts:
        return Summary(Badge("none", message("badge-not-answered")), (because,), usable=False)
    if found.rises:
        todo = message("todo-more-outstanding")
        return Summary(Badge("bounded", message("badge-rising")), (because,), todo=todo)
    badge = Badge("measured", message("badge-ends"))
    if found.doubts:
        badge = Badge("estimated", message("badge-estimated"))
    return Summary(badge, (because,), usable=not found.doubts)


def _top(ladder: Ladder) -> float:
    return max(rung.rate.value for rung in ladder.valid_rungs)


def _brief(ladder: Ladder) -> str:
    """The end of a ladder in a few words."""
    stop = ladder.stop
    if ladder.differs:
        top = max(ladder.valid_rungs, key=lambda rung: rung.rate.value)
        return message("brief-differs", rate=top.rate.text, place=ladder.at(top))
    if stop is None:
        top = ladder.valid_rungs[-1]
        return message("brief-no-end", rate=top.rate.text, place=ladder.at(top))
    return message("brief-end", place=ladder.end, rate=stop.rate.text)


def _headlines(known: Sequence[Ladder], ended: Sequence[Ladder]) -> tuple[str, ...]:
    heads = []
    if len(known) <= _MAX_NAMED_LADDERS:
        brief = language.clauses(
            f"{ladder.name}: {_brief(ladder)}" if ladder.name else _brief(ladder)
            for ladder in known
        )
        heads.append(message("sentence", text=language.capital(brief)))
    top = units.rate(max(map(_top, known)))
    if not ended and any(ladder.differs for ladder in known):
        heads.append(message("head-differs", rate=top))
    extent = "all" if len(ended) == len(known) else "some"
    counts = {"count": len(ended), "total": len(known), "extent": extent}
    heads.append(message(f"head-{known[0].over}", rate=top, **counts))
    return (*heads, message("head-up-to", rate=top))
