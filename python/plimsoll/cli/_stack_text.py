"""The words of `plimsoll stack show`: what a described stack carries on paper and why, what is lost
when hosts are down, and what the figures leave out. Rust computes them (`crates/storage`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.cli.messages import message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.native.record import (
        BlastRadius,
        BoundNote,
        BoundReason,
        BoundSource,
        Link,
        Loss,
        OtherBound,
        StackBounds,
        StackShown,
    )
    from plimsoll.report.describe import First

MOST_NAMES = 6
"""Names on a line: of more, the first."""

Rows = list[tuple[str, str]]


def heads() -> tuple[str, str]:
    """The heads of the columns of the picture."""
    return message("stack-carries"), message("stack-bound")


def headline(bounds: StackBounds) -> str:
    """What the whole carries at most, and what is narrowest."""
    narrowest, rate = bounds["narrowest"], bounds["bound_per_s"]
    if narrowest is None or rate is None:
        return message("stack-unbounded")
    source = _source(narrowest["source"])
    return message("stack-at-most", rate=units.iops(rate), narrowest=source)


def picture_answer(bounds: StackBounds) -> str:
    """What the picture says beneath its title."""
    why = _why(bounds)
    return language.sentences([headline(bounds), *([language.sentence(why)] if why else [])])


def first(shown: StackShown) -> First:
    """The answer. With hosts down it is what their loss takes with it; the bound is then that of
    all hosts up, and said to be."""
    from plimsoll.report.describe import Badge, First

    bounds, loss = shown["bounds"], shown["loss"]
    if loss is None:
        answer = headline(bounds)
        rows = [(message("stack-row-why"), _why(bounds)), _response(bounds)]
    else:
        lost, volumes = len(loss["lost"]), loss["volumes"]
        answer = message("stack-down", hosts=len(loss["down"]), lost=lost, volumes=volumes)
        all_up = language.without_stop(headline(bounds))
        rows = [*_loss(loss), (message("stack-row-all-up"), all_up)]
    return First(
        Badge("measured", message("stack-badge")),
        origin="",
        about=(("", shown["stack"]), ("", shown["asked"])),
        headline=answer,
        number=None,
        rows=tuple((name, text) for name, text in rows if text),
    )


def further(shown: StackShown) -> Rows:
    """What stands between the picture and the answer."""
    bounds = shown["bounds"]
    rows: Rows = [(message("stack-row-columns"), message("stack-columns"))]
    rows += [(message("stack-row-bound-too"), _bound(other)) for other in bounds["others"]]
    if shown["loss"] is not None:
        rows.append(_response(bounds))
    if len(bounds["chain"]) > 1:
        rows.append((message("stack-row-at-once"), " → ".join(map(_link, bounds["chain"]))))
    return rows + [(message("stack-row-note"), text) for text in _notes(bounds["notes"])]


def _bound(other: OtherBound) -> str:
    rate = units.iops(other["bound_per_s"])
    return message("stack-bound-of", source=_source(other["source"]), rate=rate)


def _source(source: BoundSource) -> str:
    name, figure = source["name"], source["figure"]
    if source["kind"] == "element":
        return str(name)
    shown = units.nanos(figure) if source["kind"] == "client_processor" else units.plain(figure)
    if name is None:
        return message(f"stack-only-{source['kind']}", figure=shown)
    return message(f"stack-source-{source['kind']}", name=name, figure=shown)


def _why(bounds: StackBounds) -> str:
    """Why the narrowest carries no more."""
    narrowest = bounds["narrowest"]
    if narrowest is None:
        return ""
    reason = narrowest["reason"]
    kind = narrowest["source"]["kind"]
    why = message(f"stack-why-{kind}") if reason is None else _reason(reason)
    if not narrowest["others"]:
        return why
    sources = language.listing(map(_source, narrowest["others"]))
    return message("stack-reason-others", reason=why, sources=sources)


def _reason(reason: BoundReason) -> str:
    time = units.nanos(reason["time_ns"])
    words = message(f"stack-reason-{reason['kind']}", count=units.plain(reason["count"]), time=time)
    requests = reason["requests_per_operation"]
    if abs(requests - 1.0) >= 1e-9:
        shown = units.significant(requests, 3)
        words = message("stack-reason-requests", reason=words, requests=shown)
    if reason["background"]:
        words = message("stack-reason-background", reason=words)
    return words


def _response(bounds: StackBounds) -> tuple[str, str]:
    time, knee = units.nanos(bounds["unloaded_response_ns"]), bounds["knee_outstanding"]
    if knee is None:
        return message("stack-row-unloaded"), message("stack-unloaded", time=time)
    outstanding = units.rate(knee)
    words = message("stack-unloaded-knee", time=time, outstanding=outstanding)
    return message("stack-row-unloaded"), words


def _link(link: Link) -> str:
    name = link["element"] or message("stack-clients")
    through = link["lets_through"]
    count = message("stack-any-number") if through is None else units.rate(through)
    return f"{name} {count}{' ◀' if link['narrowest'] else ''}"


def _notes(notes: Sequence[BoundNote]) -> list[str]:
    """The notes; those that differ in their element alone are one."""
    elements: dict[tuple[str, str | None, float | None, str | None], list[str]] = {}
    for note in notes:
        key = note["kind"], note["not_counted"], note["rate_per_s"], note["text"]
        elements.setdefault(key, []).extend([note["element"]] if note["element"] else [])
    return [_note(*key, language.listing(names)) for key, names in elements.items()]


def _note(
    kind: str, not_counted: str | None, rate: float | None, text: str | None, element: str
) -> str:
    if kind == "fitted":
        return message("stack-note-fitted", text=text)
    if not_counted is not None:
        return message(f"stack-not-counted-{not_counted}", element=element)
    if rate is not None:
        return message("stack-note-work_left", element=element, rate=units.iops(rate))
    if element:
        return message(f"stack-note-{kind}", element=element)
    return message(f"stack-note-{kind}")


def _loss(loss: Loss) -> Rows:
    clients = loss["clients_down"]
    rows = [
        (message("stack-row-down"), _names(loss["down"])),
        *([(message("stack-row-lost"), _names(loss["lost"]))] if loss["lost"] else []),
        (message("stack-row-degraded"), _names(loss["degraded"])),
        (message("stack-row-no-host"), _names(clients) if clients else message("stack-no-client")),
    ]
    return rows if loss["worst"] is None else [*rows, _worst(loss["worst"])]


def _worst(worst: BlastRadius) -> tuple[str, str]:
    """The worst that the loss of as many hosts can do."""
    sampled = "" if worst["exact"] else "-sampled"
    sets = units.count(worst["combinations"] if worst["exact"] else worst["examined"])
    name = message("stack-row-worst")
    if worst["lost_worst"] == 0:
        return name, message(f"stack-no-loss{sampled}", hosts=worst["hosts_down"], sets=sets)
    return name, message(
        f"stack-worst{sampled}",
        hosts=language.listing(worst["worst_hosts"]),
        lost=worst["lost_worst"],
        mean=units.decimal(worst["lost_mean"], 2),
        share=units.percent(worst["sets_with_loss_share"], 1),
        sets=sets,
        down=worst["hosts_down"],
    )


def _names(names: Sequence[str]) -> str:
    if not names:
        return message("stack-none")
    shown = language.listing([*names[:MOST_NAMES], *(["…"] if len(names) > MOST_NAMES else [])])
    return message("stack-names", count=units.count(len(names)), names=shown)
