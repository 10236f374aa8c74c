"""The first screen of a search for limits: the cap and whether it is proven, or why there is
none."""

from collections.abc import Sequence
from functools import reduce

from plimsoll.base import language, units
from plimsoll.features.limits.messages import message
from plimsoll.features.limits.rules import document, words
from plimsoll.features.limits.rules.finding import LimitFinding, VolumeLimit
from plimsoll.report.common.of_kind import Parts
from plimsoll.report.describe import Badge, Figure
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.first import of_campaign
from plimsoll.report.first.summary import Summary
from plimsoll.store import Store

HOLDERS = ("policy_cap", "target", "cache")
"""Causes of a cap that are known by name."""
PLAIN_LAWS = ("flat", "bytes", "both")
"""Laws of all operations, or of the only kind measured, that a headline with its caps states
whole."""


def summary(_: Store, evidence: Evidence) -> Summary:
    """The summary of the stored answer."""
    finding = None if "verdict" not in evidence.result else document.read(evidence.result)
    if finding is None:
        return of_campaign.no_verdict_summary(evidence)
    return of_finding(finding)


def of_finding(finding: LimitFinding, *, with_laws: bool = True) -> Summary:
    """The summary of an answer, stored or not. `with_laws`: the table of laws stands below it."""
    if finding.verdict != "found":
        return _summary_without_cap(finding)
    volume = next(one for one in finding.volumes if one.verdict == "found")
    caps = _caps(volume)
    figures = [figure for _, figure in caps]
    law = "" if volume.found is None else words.law(volume.found)
    unproven = [cell for cell in volume.cells if not cell.proven]
    proven = len(volume.cells) - len(unproven)
    badge = Badge("met", message("badge-proven"))
    if not proven:
        badge = Badge("estimated", message("badge-seen"))
    elif unproven:
        text = message("badge-proven-at", proven=proven, cells=len(volume.cells))
        badge = Badge("mixed", text)
    ties = len(volume.tied)
    return Summary(
        badge,
        _heads(volume, [head for head, _ in caps], law, len(finding.volumes)),
        figures[0] if figures else None,
        todo=message("todo-decide-between-laws") if _can_be_decided(volume) else "",
    ).with_rows(
        (message("row-law"), law if _needs_law(volume) else ""),
        (message("row-limited-by"), _holder(volume)),
        (message("row-budget"), _budget(volume)),
        # The headline has the caps themselves.
        *((figure.name, figure.basis) for figure in figures[1:]),
        (message("row-fits-as-well"), _ties(ties, with_laws=with_laws)),
        (message("row-ruled-out"), _ties(len(volume.refuted), with_laws=with_laws)),
        (message("row-caveat"), _caveat(volume)),
    )


def _needs_law(volume: VolumeLimit) -> bool:
    """Whether the law says more than the caps of the headline."""
    found = volume.found
    return found is not None and not (
        found.scope in (None, "together") and found.name in PLAIN_LAWS
    )


def _caveat(volume: VolumeLimit) -> str:
    """What the measurement could not see."""
    if volume.saw_burst_end or not volume.held_s:
        return ""
    return message("reason-burst_not_excluded", duration=units.exact_seconds(volume.held_s))


def _can_be_decided(volume: VolumeLimit) -> bool:
    """Whether a measurement would tell the found law from one that fits as well. A law that
    contains the other one predicts the same everywhere."""
    return any(
        all(reason.kind != "same_everywhere" for reason in model.reasons) for model in volume.tied
    )


def _ties(laws: int, *, with_laws: bool) -> str:
    if not laws:
        return ""
    return message("ties-in-table" if with_laws else "ties-with-why", laws=laws)


def _budget(volume: VolumeLimit) -> str:
    """How the budget is granted, where that is worth a row: not where it is even."""
    granted = volume.refill
    return "" if granted is None or granted.name == "steady" else words.law(granted)


def _holder(volume: VolumeLimit) -> str:
    """The cause of the cap where the headline does not name it."""
    who = "" if volume.holder is None else volume.holder.value
    return "" if who in HOLDERS else message("holder-not-determined")


def _heads(volume: VolumeLimit, caps: Sequence[str], law: str, volumes: int) -> tuple[str, ...]:
    """The answer in one sentence, shorter and shorter."""
    who = "" if volume.holder is None else volume.holder.value
    by = who if who in HOLDERS else "capped"
    every = reduce(lambda first, other: message("either", first=first, other=other), caps or [""])
    heads = []
    if caps and volumes > 1:
        heads.append(message(f"head-{by}-at-of", caps=every, volumes=volumes))
    elif caps:
        heads.append(message(f"head-{by}-at", caps=every))
    if caps:
        heads.append(message("head-target-at" if who == "target" else "head-capped-at", caps=every))
    if volumes > 1:
        heads.append(message(f"head-{by}-law-of", law=law, volumes=volumes))
    else:
        heads.append(message(f"head-{by}-law", law=law))
    return (*heads, message(f"head-short-{by}"))


def _caps(volume: VolumeLimit) -> list[tuple[str, Figure]]:
    """The caps of the found law: as the headline has them, which says of reads or writes, and with
    their ranges. Where a write counts as several reads, a cap is one of reads. What a budget of
    operations and bytes would allow of one of them alone, no block reaches."""
    if volume.found is None:
        return []
    caps = []
    for number in volume.found.parameters:
        if number.fixed or number.value is None or number.unit not in ("operations/s", "bytes/s"):
            continue
        operation = number.name.partition("_")[0]
        if volume.found.scope == "weighted":
            operation = "read"
        elif operation not in ("read", "write"):
            operation = "both"
        name = message(f"cap-of-{operation}")
        value = (
            f"{units.rate(number.value)} IOPS"
            if number.unit == "operations/s"
            else units.throughput(number.value)
        )
        if volume.found.name == "base_plus_bytes":
            value = message("less-than", cap=value)
        head = value if operation == "both" else message(f"cap-{operation}", cap=value)
        caps.append(
            (head, Figure(name, value, words.range_text(number), number.value, basis_name=name))
        )
    return caps


def _summary_without_cap(finding: LimitFinding) -> Summary:
    because = language.without_stop(words.finding(finding))
    obstacle = language.sentence(because)
    if finding.verdict == "absent":
        return Summary(
            Badge("bounded", message("badge-absent")),
            (message("absent", because=because), message("absent-short")),
            todo=message("todo-more-outstanding"),
        )
    return Summary(
        Badge("none", message("badge-inconclusive")),
        (message("inconclusive", because=because), message("inconclusive-short")),
        obstacle=obstacle,
    )


PARTS = Parts(summary=summary)
