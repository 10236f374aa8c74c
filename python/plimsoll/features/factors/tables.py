"""Tables of a factor study: effects, interactions, the best setting, checks, aliases, and every Run
of the design."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from plimsoll.base import units
from plimsoll.features.factors.gathered import StudyResult
from plimsoll.features.factors.rules import designs, words
from plimsoll.features.factors.rules.document import Answer, FactorEffect
from plimsoll.features.factors.rules.study import Study, response
from plimsoll.report.describe import Column, Facts, Table

MOST_ALIASES = 60
CODES = {-1.0: "low", 0.0: "middle", 1.0: "high"}


def effects(answer: Answer) -> Table:
    """Every factor, the largest effect first. Importance (share) and significance (interval) stand
    apart."""
    return Table.of(
        f"Factors ({len(answer.factors)})",
        answer.factors,
        {
            "Factor": lambda one: one.factor,
            "Low": lambda one: one.low,
            "High": lambda one: one.high,
            f"Effect on {response(answer.response).label}": lambda one: words.cells(one)[0],
            "Interval": lambda one: words.cells(one)[1],
            "Share of variation": lambda one: words.share(one.share),
            "Verdict": lambda one: words.VERDICTS[one.verdict],
            "Mixed with": _mixed_with,
        },
        texts=("Factor", "Low", "High", "Interval", "Verdict", "Mixed with"),
        caption="Effect: the change from low to high, on average over the other factors. The"
        " intervals hold for all effects together with"
        f" {answer.confidence * 100:.3g} %. Share of variation: how important it was over the"
        " levels that were asked; whether it is real, the interval says.",
    )


def _mixed_with(one: FactorEffect) -> str:
    more = f" and {len(one.mixed_with) - 4} more" if len(one.mixed_with) > 4 else ""
    return f"{', '.join(map(words.pair, one.mixed_with[:4]))}{more}" or units.DASH


def interactions(answer: Answer) -> Table | None:
    """Those that are seen; None without any."""
    if not answer.interactions:
        return None
    return Table.of(
        f"Interactions that are seen ({len(answer.interactions)})",
        answer.interactions,
        {
            "Interaction": lambda one: words.pair(one.factors),
            "Effect": lambda one: words.percent(one.effect.value),
            "Interval": lambda one: words.span(one.effect),
            "Share of variation": lambda one: words.share(one.share),
            "Not told from": lambda one: (
                ", ".join(map(words.pair, one.not_told_from)) or units.DASH
            ),
        },
        texts=("Interaction", "Interval", "Not told from"),
        caption="Effect: how much more one factor does at the high level of the other than on"
        " average.",
    )


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


def checks(found: StudyResult) -> Facts:
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


def _bounded(found: StudyResult) -> str:
    answer = found.answer
    assert answer.bounded is not None, "there are some"
    points = ", ".join(str(one) for one in answer.bounded.points)
    at = f"at {' with '.join(answer.bounded.levels)}" if answer.bounded.levels else "anywhere"
    return f"{points}: {words.beyond_what(answer)}, {at}; left out of the effects"


def spent(answer: Answer) -> Table | None:
    """Where the time went of a study that adds Runs as it goes; None of a fixed plan."""
    if not answer.spent:
        return None
    on = {
        "screening": "screening",
        "tell_apart": "tell interactions apart",
        "narrow": "decide on factors",
        "confirm": "confirm the best setting",
    }
    return Table.of(
        "Where the time went",
        answer.spent,
        {
            "Spent on": lambda one: on[one.on],
            "About": lambda one: ", ".join(one.about) or units.DASH,
            "Runs": lambda one: str(one.runs),
            "Test time": lambda one: units.exact_seconds(one.seconds),
        },
        texts=("Spent on", "About"),
    )


def aliases(found: StudyResult) -> Table | None:
    """What the design does not tell apart; None where it tells all of it."""
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
        return None

    def term(places: Sequence[int]) -> str:
        return words.pair([names[at] for at in places]) if len(places) > 1 else names[places[0]]

    more = f" {len(every) - MOST_ALIASES} more are left out." if len(every) > MOST_ALIASES else ""
    return Table.of(
        f"Aliases ({len(every)})",
        every[:MOST_ALIASES],
        {
            "Term": lambda one: term(one.term),
            "Mixed with": lambda one: term(one.other),
            "Share": lambda one: f"{one.correlation:+.2f}",
        },
        texts=("Term", "Mixed with"),
        caption="Which part of the second goes into the figure of the first: 1.00 cannot be told"
        f" apart; small ones come with Runs that are left out.{more}",
    )


def runs(found: StudyResult) -> Table:
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
