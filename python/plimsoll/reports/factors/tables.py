"""Tables of a factor study: effects, interactions, the best setting, checks, aliases, and every Run
of the design."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from plimsoll import units
from plimsoll.judge.factors import designs, words
from plimsoll.judge.factors.study import response
from plimsoll.reports.describe import Column, Facts, Table

if TYPE_CHECKING:
    from plimsoll.judge.factors.document import Answer, FactorEffect
    from plimsoll.judge.factors.study import Study
    from plimsoll.reports.factors.gathered import Found

MOST_ALIASES = 60
CODES = {-1.0: "low", 0.0: "middle", 1.0: "high"}


def effects(answer: Answer) -> Table:
    """Every factor, the largest effect first. Importance (share) and significance (interval) stand
    apart."""
    return Table(
        f"Factors ({len(answer.factors)})",
        (
            Column("Factor", number=False),
            Column("Low", number=False),
            Column("High", number=False),
            Column(f"Effect on {response(answer.response).label}"),
            Column("Interval", number=False),
            Column("Share of variation"),
            Column("Verdict", number=False),
            Column("Mixed with", number=False),
        ),
        tuple(_effect(one) for one in answer.factors),
        "Effect: the change from low to high, on average over the other factors. The intervals hold"
        f" for all effects together with {answer.confidence * 100:.3g} %. Share of variation: how"
        " important it was over the levels that were asked; whether it is real, the interval says.",
    )


def _effect(one: FactorEffect) -> tuple[str, ...]:
    return (
        one.factor,
        one.low,
        one.high,
        *words.cells(one),
        words.share(one.share),
        words.VERDICTS[one.verdict],
        ", ".join(words.pair(other) for other in one.mixed_with[:4])
        + (f" and {len(one.mixed_with) - 4} more" if len(one.mixed_with) > 4 else "")
        or units.DASH,
    )


def interactions(answer: Answer) -> list[Table]:
    """Those that are seen; no table without any."""
    if not answer.interactions:
        return []
    rows = tuple(
        (
            words.pair(one.factors),
            words.percent(one.effect.value),
            words.span(one.effect),
            words.share(one.share),
            ", ".join(words.pair(other) for other in one.not_told_from) or units.DASH,
        )
        for one in answer.interactions
    )
    columns = (
        Column("Interaction", number=False),
        Column("Effect"),
        Column("Interval", number=False),
        Column("Share of variation"),
        Column("Not told from", number=False),
    )
    return [
        Table(
            f"Interactions that are seen ({len(rows)})",
            columns,
            rows,
            "Effect: how much more one factor does at the high level of the other than on average.",
        )
    ]


def best(answer: Answer) -> Facts:
    """The best setting, its predicted figure and what Runs there gave."""
    found = answer.best
    if found is None:
        return Facts("Best setting", (("", "No effect is seen: no setting is better."),))
    items = [
        (one.factor, one.level if one.matters else f"either (here {one.level})")
        for one in found.levels
    ]
    items.append(
        (
            "Predicted",
            (
                f"{words.figure(answer.response, found.predicted)}"
                f" ({words.figure(answer.response, found.low)} to"
                f" {words.figure(answer.response, found.high)})"
            ),
        )
    )
    if found.confirmed is None:
        items.append(("Confirmed", "no: no Run was made for it"))
    else:
        told = "as predicted" if found.confirmed.within else "not as predicted"
        seen = words.figure(answer.response, found.confirmed.value)
        items.append(("Confirmed", f"{found.confirmed.runs} Runs: {seen}, {told}"))
    return Facts("Best setting", tuple(items))


def checks(found: Found) -> Facts:
    """What the figures rest on: design, noise, drift, order, carry-over, lost Runs."""
    answer, study = found.answer, found.study
    drift = "too few Runs to tell"
    if answer.drift is not None:
        seen = "seen, and taken out" if answer.drift.seen else "none seen"
        change = answer.drift.change
        drift = f"{words.percent(change.value)} ({words.span(change)}): {seen}"
    kind = "sparse (Lenth)" if answer.noise_is == "sparse" else "pure"
    left = "seen" if answer.carry_over.seen else "none seen"
    lost = "; ".join(f"{one.point}: {one.why}" for one in answer.lost) or "none"
    return Facts(
        "Design and checks",
        (
            ("Design", words.design(study)),
            ("Judged", words.judged(study)),
            ("Planned for", words.power(study)),
            *((("Time", words.time(study)),) if study.time_s is not None else ()),
            (
                "Noise of a Run",
                f"{words.share(answer.noise)}, {kind}, from {answer.noise_from} contrasts",
            ),
            ("Order", f"at random, seed {study.seed}; kept through a kill"),
            ("Drift over the study", drift),
            (
                "Carry-over from Run to Run",
                (
                    f"correlation {answer.carry_over.correlation:+.2f}, p ="
                    f" {answer.carry_over.chance:.2g}: {left}"
                ),
            ),
            *((("Bounded Runs", _bounded(found)),) if answer.bounded is not None else ()),
            ("Lost Runs", lost),
        ),
    )


def _bounded(found: Found) -> str:
    answer = found.answer
    assert answer.bounded is not None, "there are some"
    points = ", ".join(str(one) for one in answer.bounded.points)
    at = f"at {' with '.join(answer.bounded.levels)}" if answer.bounded.levels else "anywhere"
    return f"{points}: {words.beyond_what(answer)}, {at}; left out of the effects"


def spent(answer: Answer) -> list[Table]:
    """Where the time went of a study that adds Runs as it goes; no table of a fixed plan."""
    if not answer.spent:
        return []
    on = {
        "screening": "screening",
        "tell_apart": "tell interactions apart",
        "narrow": "decide on factors",
        "confirm": "confirm the best setting",
    }
    rows = tuple(
        (
            on[one.on],
            ", ".join(one.about) or units.DASH,
            str(one.runs),
            units.exact_seconds(one.seconds),
        )
        for one in answer.spent
    )
    columns = (
        Column("Spent on", number=False),
        Column("About", number=False),
        Column("Runs"),
        Column("Test time"),
    )
    return [Table("Where the time went", columns, rows)]


def aliases(found: Found) -> list[Table]:
    """What the design does not tell apart."""
    names = [one.name for one in found.study.factors]
    kept = [
        run.levels
        for run, one in zip(found.study.runs, found.observed, strict=True)
        if one.value is not None
    ]
    every = [
        one
        for one in designs.aliases(np.array(kept))
        if len(one.term) == 1 or abs(one.correlation) > designs.SAME
    ]
    every.sort(key=lambda one: (len(one.term), -abs(one.correlation)))
    if not every:
        return []
    rows = tuple(
        (
            words.pair([names[at] for at in one.term]) if len(one.term) > 1 else names[one.term[0]],
            words.pair([names[at] for at in one.other])
            if len(one.other) > 1
            else names[one.other[0]],
            f"{one.correlation:+.2f}",
        )
        for one in every[:MOST_ALIASES]
    )
    more = f" {len(every) - MOST_ALIASES} more are left out." if len(every) > MOST_ALIASES else ""
    return [
        Table(
            f"Aliases ({len(every)})",
            (Column("Term", number=False), Column("Mixed with", number=False), Column("Share")),
            rows,
            "Which part of the second goes into the figure of the first: 1.00 cannot be told apart;"
            f" small ones come with Runs that are left out.{more}",
        )
    ]


def runs(found: Found) -> Table:
    """Every Run of the design, in the order of asking, and those that confirm."""
    study = found.study
    columns = [
        Column("Point"),
        *(Column(one.name, number=False) for one in study.factors),
        Column("Block"),
        Column("Plot"),
        Column(response(study.response).label),
        Column("", number=False),
    ]
    rows = [
        (
            str(at),
            *_levels(study, run.levels),
            str(run.block + 1),
            str(run.plot + 1),
            words.observed(study.response, one),
            one.why if one.value is None else "",
        )
        for at, (run, one) in enumerate(zip(study.runs, found.observed, strict=True), 1)
    ]
    codes = [one.code for one in found.answer.best.levels] if found.answer.best else []
    if codes:
        rows += [
            (
                str(at),
                *_levels(study, codes),
                units.DASH,
                units.DASH,
                units.DASH if one.value is None else words.figure(study.response, one.value),
                one.why if one.value is None else "confirms",
            )
            for at, one in enumerate(found.confirming, len(study.runs) + 1)
        ]
    return Table(
        f"Runs of the design ({len(study.runs)})",
        tuple(columns),
        tuple(rows),
        runs=tuple(one.run for one in (*found.observed, *(found.confirming if codes else ()))),
    )


def _levels(study: Study, codes: list[float]) -> list[str]:
    return [
        str(getattr(factor, CODES[code])) for factor, code in zip(study.factors, codes, strict=True)
    ]
