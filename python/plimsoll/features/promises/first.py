"""What a check found, for the reports of any campaign (`report/common/of_kind.py`): how many
promises are kept, and what would settle the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.base.errors import PlimsollError
from plimsoll.features.promises.rules import words
from plimsoll.features.promises.rules.document import Check
from plimsoll.features.promises.rules.file import PromiseFile
from plimsoll.judge.levels import Level
from plimsoll.report.common.of_kind import Parts
from plimsoll.report.describe import Badge, Column, Figure, Table
from plimsoll.report.first import of_campaign
from plimsoll.report.first.summary import Summary, listed, sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.features.promises.rules.document import Judged
    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.store import Store

_MOST_ROWS = 8
_KEPT = {
    "kept": Badge("met", "Kept"),
    "broken": Badge("missed", "Broken"),
    "inconclusive": Badge("none", "Inconclusive"),
}


def check_of(evidence: Evidence) -> Check | None:
    """The answer of a check; None where it was stopped before its verdict, and of what is none.
    Raises DamagedError where it is not what such a document is."""
    return evidence.once(_read)


def _read(evidence: Evidence) -> Check | None:
    stored = evidence.answer.document
    if evidence.campaign.kind != "check" or "verdict" not in stored:
        return None
    return Check.read(stored)


def summary(_: Store, evidence: Evidence) -> Summary:
    """Of a check: how many promises are kept, the first that is not, and what would settle it."""
    check = check_of(evidence)
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


def sentences(evidence: Evidence) -> tuple[str, ...]:
    """Each promise with its verdict."""
    check = check_of(evidence)
    return tuple(
        f"{one.verdict.capitalize()}: {one.promise}: {one.because.rstrip('.')}."
        for one in (check.evidence if check else ())
    )


def objective(evidence: Evidence) -> str:
    """What was promised, in a few words."""
    check = check_of(evidence)
    return f"{len(check.evidence) if check else 0} promises, below"


def table(evidence: Evidence) -> Table:
    """Every promise with its verdict and what it rests on."""
    check = check_of(evidence)
    # What was not kept is never the part that is left out.
    promises = check.worst_first if check else []
    columns = (
        Column("Promise", number=False),
        Column("Verdict", number=False),
        Column("Because", number=False),
    )
    rows = tuple(
        (one.promise, one.verdict, one.because.rstrip(".")) for one in promises[:_MOST_ROWS]
    )
    left = len(promises) - len(rows)
    caption = (
        f"{left} more promises, all of them kept or as shown, are in the full report."
        if left > 0
        else ""
    )
    return Table(f"The promises ({len(promises)})", columns, rows, caption)


def levels(evidence: Evidence) -> list[Level]:
    """What its promises say."""
    return [*_promised(evidence), *_rates(evidence)]


def _promised(evidence: Evidence) -> list[Level]:
    """`ideal` and `tolerable` of the promises, and bounds that one states."""
    if "promise" not in evidence.campaign.spec:
        return []
    try:
        claims = PromiseFile.model_validate(evidence.campaign.spec["promise"]).claims()
    except (ValueError, PlimsollError):
        # Of another version: its verdicts are told, its levels are not drawn.
        return []
    found = []
    for claim in claims:
        for level in claim.levels:
            statistic = level.terms[0].statistic
            if level.bound_ns is not None and statistic is not None:
                name = f"{level.name or 'objective'} {statistic} <= {units.nanos(level.bound_ns)}"
                found.append(Level(name, level.bound_ns, "time", statistic.replace(".", "_")))
    return list(dict.fromkeys(found))


def _rates(evidence: Evidence) -> list[Level]:
    """Rates that were promised."""
    check = check_of(evidence)
    return [
        Level(
            f"{one.promise} ({one.direction.replace('_', ' ')} {units.rate(one.value)})",
            one.value,
            "rate",
        )
        for one in (() if check is None else check.evidence)
        if one.value is not None and one.unit == "IOPS"
    ]


PARTS = Parts(
    summary=summary,
    sentences=sentences,
    table=table,
    objective=objective,
    levels=levels,
)
