"""The first screen of a search for limits: the cap and whether it is proven, or what stood in its
way."""

from __future__ import annotations

from plimsoll.base import units
from plimsoll.features.limits.rules import LimitFinding, VolumeLimit, document, words
from plimsoll.report.common.of_kind import Parts
from plimsoll.report.describe import Badge, Figure
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.first import of_campaign
from plimsoll.report.first.summary import Summary
from plimsoll.store import Store

HOLDERS = {"policy_cap": "a throttle", "target": "the target, saturated", "cache": "a cache"}
"""Who holds a cap, as one says it."""


def summary(_: Store, evidence: Evidence) -> Summary:
    """From the answer that was kept."""
    finding = None if "verdict" not in evidence.result else document.read(evidence.result)
    if finding is None:
        return of_campaign.unfinished(evidence)
    if finding.verdict != "found":
        return _without(finding)
    volume = next(one for one in finding.volumes if one.verdict == "found")
    figures = _figures(volume)
    caps = " or ".join(figure.value for figure in figures)
    holder = None if volume.holder is None else HOLDERS.get(volume.holder.value)
    of = f"; {len(finding.volumes)} volumes" if len(finding.volumes) > 1 else ""
    what = "The target is full" if holder == HOLDERS["target"] else "Capped"
    law = "" if volume.found is None else words.law(volume.found)
    seen = [cell for cell in volume.cells if not cell.proven]
    proven = len(volume.cells) - len(seen)
    badge = Badge("met", "Cap proven")
    if not proven:
        badge = Badge("estimated", "Cap seen, not proven")
    elif seen:
        badge = Badge("mixed", f"Cap proven at {proven} of {len(volume.cells)} questions")
    n = len(volume.tied)
    by = f" by {holder}" if holder and what == "Capped" else ""
    return Summary(
        badge,
        (
            *((f"{what} at {caps}{by}{of}.", f"{what} at {caps}.") if caps else ()),
            f"{what}{by}: {law}{of}.",
            f"{what}{by}.",
        ),
        figures[0] if figures else None,
        todo="More of the range would decide between the laws that fit." if volume.tied else "",
    ).with_rows(
        ("Law", law),
        ("Limited by", holder or "not determined"),
        *((figure.name, f"{figure.value} ({figure.basis})") for figure in figures[1:]),
        ("Fits as well", f"{n} other law{'s' * (n != 1)}, in the table below" if n else ""),
    )


def _figures(volume: VolumeLimit) -> list[Figure]:
    """The caps of the law that was found, with their ranges."""
    if volume.found is None:
        return []
    made = []
    for one in volume.found.parameters:
        if one.fixed or one.value is None or one.unit not in ("operations/s", "bytes/s"):
            continue
        of = one.name.partition("_")[0]
        kind = f" of {of}s" if of in ("read", "write") and one.unit != "reads" else ""
        value = (
            f"{units.rate(one.value)} IOPS"
            if one.unit == "operations/s"
            else units.throughput(one.value)
        )
        made.append(Figure(f"Cap{kind}", value, words.ranged(one), one.value))
    return made


def _without(finding: LimitFinding) -> Summary:
    because = words.finding(finding).rstrip(".")
    said = f"{because[:1].upper()}{because[1:]}."
    if finding.verdict == "absent":
        return Summary(
            Badge("bounded", "No cap in reach"),
            (f"No limit was met: {because}.", "No limit was met within what was asked."),
            todo="Ask for more outstanding I/O: --most-outstanding, --workers.",
        )
    return Summary(
        Badge("none", "Inconclusive"),
        (f"Inconclusive: {because}.", "Inconclusive: no cap is proven."),
        obstacle=said,
    )


PARTS = Parts(summary=summary)
