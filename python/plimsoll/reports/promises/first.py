"""The first screen of a check: how many promises are kept, and what would settle the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.judge.promise import words
from plimsoll.reports.describe import Badge, Figure
from plimsoll.reports.first import of_campaign
from plimsoll.reports.first.summary import Summary, listed, sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.judge.promise.document import Judged
    from plimsoll.reports.evidence.evidence import Evidence
    from plimsoll.store import Store

_KEPT = {
    "kept": Badge("met", "Kept"),
    "broken": Badge("missed", "Broken"),
    "inconclusive": Badge("none", "Inconclusive"),
}


def summary(_: Store, evidence: Evidence) -> Summary:
    """Of a check: how many promises are kept, the first that is not, and what would settle it."""
    check = evidence.answer.check
    if check is None:
        return of_campaign.unfinished(evidence)
    every, verdict = check.worst_first, check.verdict
    bad = [one for one in every if one.verdict != "kept"]
    of = f": {check.name}" if check.name else ""
    tolerable = [one for one in every if one.level == "tolerable"]
    few = f"{len(tolerable)} " if len(every) > 1 else ""
    within = f", {few}only within tolerable" if tolerable and not bad else ""
    if bad:
        which = listed([one.promise for one in bad])
        heads: tuple[str, ...] = (
            f"{len(bad)} of {len(every)} promises {verdict}{of}: {which}.",
            f"{len(bad)} of {len(every)} promises {verdict}: {which}.",
            f"{len(bad)} of {len(every)} promises {verdict}.",
        )
        if len(every) == 1:
            heads = (f"{verdict.capitalize()}{of}, {which}.", f"{verdict.capitalize()}{of}.")
    else:
        all_ = {1: "The promise is", 2: "Both promises are"}.get(
            len(every), f"All {len(every)} promises are"
        )
        heads = (f"{all_} kept{within}{of}.", f"{all_} kept{within}.")
    badge = _KEPT[verdict]
    if verdict == "kept" and tolerable:
        badge = Badge("met", "Kept, within tolerable")
    settle = next((one.would_decide for one in bad if one.would_decide), "")
    kept = len(every) - len(bad)
    return Summary(
        badge,
        heads,
        Figure("Promises kept", f"{kept} of {len(every)}", "each with its evidence below"),
        obstacle=sentence(bad[0].because) if bad else "",
        todo=sentence(settle),
    ).with_rows(*_grouped(every))


def _grouped(every: Sequence[Judged]) -> list[tuple[str, str]]:
    """One row for a promise that is tested at several block sizes and ended alike at them."""
    sizes: dict[tuple[str, str], list[str]] = {}
    for one in every:
        size, name = one.terms.block_size, one.promise
        base = name[: len(name) - len(words.at_size(size or None))]
        if one.target:
            base = f"{base}, {one.target}"
        at = sizes.setdefault((one.verdict.capitalize(), base), [])
        at += [size] if size and base != name else []
    return [
        (verdict, f"{base} at {', '.join(at)}" if at else base)
        for (verdict, base), at in sizes.items()
    ]
