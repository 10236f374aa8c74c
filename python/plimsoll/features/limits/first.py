"""The first screen of a search for limits: the cap and whether it is proven, or why there is
none."""

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
"""Causes of a cap in words."""


def summary(_: Store, evidence: Evidence) -> Summary:
    """The summary of the stored answer."""
    finding = None if "verdict" not in evidence.result else document.read(evidence.result)
    if finding is None:
        return of_campaign.no_verdict_summary(evidence)
    if finding.verdict != "found":
        return _summary_without_cap(finding)
    volume = next(one for one in finding.volumes if one.verdict == "found")
    figures = _figures(volume)
    caps = " or ".join(figure.value for figure in figures)
    holder = None if volume.holder is None else HOLDERS.get(volume.holder.value)
    volumes = f"; {len(finding.volumes)} volumes" if len(finding.volumes) > 1 else ""
    lead = "The target is full" if holder == HOLDERS["target"] else "Capped"
    law = "" if volume.found is None else words.law(volume.found)
    unproven = [cell for cell in volume.cells if not cell.proven]
    proven = len(volume.cells) - len(unproven)
    badge = Badge("met", "Cap proven")
    if not proven:
        badge = Badge("estimated", "Cap seen, not proven")
    elif unproven:
        badge = Badge("mixed", f"Cap proven at {proven} of {len(volume.cells)} questions")
    ties = len(volume.tied)
    cause = f" by {holder}" if holder and lead == "Capped" else ""
    return Summary(
        badge,
        (
            *((f"{lead} at {caps}{cause}{volumes}.", f"{lead} at {caps}.") if caps else ()),
            f"{lead}{cause}: {law}{volumes}.",
            f"{lead}{cause}.",
        ),
        figures[0] if figures else None,
        todo="More of the range would decide between the laws that fit." if volume.tied else "",
    ).with_rows(
        ("Law", law),
        ("Limited by", holder or "not determined"),
        *((figure.name, f"{figure.value} ({figure.basis})") for figure in figures[1:]),
        (
            "Fits as well",
            f"{ties} other law{'s' * (ties != 1)}, in the table below" if ties else "",
        ),
    )


def _figures(volume: VolumeLimit) -> list[Figure]:
    """The caps of the found law with their ranges."""
    if volume.found is None:
        return []
    figures = []
    for number in volume.found.parameters:
        if number.fixed or number.value is None or number.unit not in ("operations/s", "bytes/s"):
            continue
        operation = number.name.partition("_")[0]
        kind = (
            f" of {operation}s" if operation in ("read", "write") and number.unit != "reads" else ""
        )
        value = (
            f"{units.rate(number.value)} IOPS"
            if number.unit == "operations/s"
            else units.throughput(number.value)
        )
        figures.append(Figure(f"Cap{kind}", value, words.range_text(number), number.value))
    return figures


def _summary_without_cap(finding: LimitFinding) -> Summary:
    because = words.finding(finding).rstrip(".")
    obstacle = f"{because[:1].upper()}{because[1:]}."
    if finding.verdict == "absent":
        return Summary(
            Badge("bounded", "No cap in reach"),
            (f"No limit was met: {because}.", "No limit was met within what was asked."),
            todo="Ask for more outstanding I/O: --most-outstanding, --workers.",
        )
    return Summary(
        Badge("none", "Inconclusive"),
        (f"Inconclusive: {because}.", "Inconclusive: no cap is proven."),
        obstacle=obstacle,
    )


PARTS = Parts(summary=summary)
