"""Tables of a factor study: effects, interactions, the best setting, checks, aliases, and every Run
of the design."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from plimsoll.base import units
from plimsoll.features.factors.rules import designs, words
from plimsoll.features.factors.rules.document import Answer, FactorEffect
from plimsoll.features.factors.rules.study import Study, response
from plimsoll.features.factors.study_result import StudyResult
from plimsoll.report.describe import Column, Facts, Table

MOST_ALIASES = 60


def effects(answer: Answer) -> Table:
    """The table of factors, the largest effect first. Importance (share) and significance
    (interval) have columns of their own."""
    return Table.of(
        f"Factors ({len(answer.factors)})",
        answer.factors,
        {
            "Factor": lambda row: row.factor,
            "Low": lambda row: row.low,
            "High": lambda row: row.high,
            f"Effect on {response(answer.response).label}": lambda row: words.cells(row)[0],
            "Interval": lambda row: words.cells(row)[1],
            "Share of variation": lambda row: words.share(row.share),
            "Verdict": lambda row: words.VERDICTS[row.verdict],
            "Mixed with": _mixed_with,
        },
        texts=("Factor", "Low", "High", "Interval", "Verdict", "Mixed with"),
        caption="Effect: the change from low to high, on average over the other factors. The"
        " intervals hold for all effects together with"
        f" {answer.confidence * 100:.3g} %. Share of variation: how important it was over the"
        " levels that were asked; whether it is real, the interval says.",
    )


def _mixed_with(row: FactorEffect) -> str:
    more = f" and {len(row.mixed_with) - 4} more" if len(row.mixed_with) > 4 else ""
    return f"{', '.join(map(words.pair, row.mixed_with[:4]))}{more}" or units.DASH


def interactions(answer: Answer) -> Table | None:
    """The table of significant interactions, or None."""
    if not answer.interactions:
        return None
    return Table.of(
        f"Interactions that are seen ({len(answer.interactions)})",
        answer.interactions,
        {
            "Interaction": lambda row: words.pair(row.factors),
            "Effect": lambda row: words.percent(row.effect.value),
            "Interval": lambda row: words.span(row.effect),
            "Share of variation": lambda row: words.share(row.share),
            "Not told from": lambda row: (
                ", ".join(map(words.pair, row.not_told_from)) or units.DASH
            ),
        },
        texts=("Interaction", "Interval", "Not told from"),
        caption="Effect: how much more one factor does at the high level of the other than on"
        " average.",
    )


def best(answer: Answer) -> Facts:
    """The best setting with its prediction and confirming Runs."""
    found = answer.best
    if found is None:
        return Facts("Best setting", (("", "No effect is seen: no setting is better."),))
    items = [
        (level.factor, level.level if level.matters else f"either (here {level.level})")
        for level in found.levels
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
        verdict = "as predicted" if found.confirmed.within else "not as predicted"
        measured = words.figure(answer.response, found.confirmed.value)
        items.append(("Confirmed", f"{found.confirmed.runs} Runs: {measured}, {verdict}"))
    return Facts("Best setting", tuple(items))


def checks(found: StudyResult) -> Facts:
    """The basis of the figures: design, noise, drift, order, carry-over, lost Runs."""
    answer, study = found.answer, found.study
    drift = "too few Runs to tell"
    if answer.drift is not None:
        drift_seen = "seen, and taken out" if answer.drift.seen else "none seen"
        change = answer.drift.change
        drift = f"{words.percent(change.value)} ({words.span(change)}): {drift_seen}"
    kind = "sparse (Lenth)" if answer.noise_is == "sparse" else "pure"
    left = "seen" if answer.carry_over.seen else "none seen"
    lost = "; ".join(f"{run.point}: {run.why}" for run in answer.lost) or "none"
    return Facts(
        "Design and checks",
        (
            ("Design", words.design(study)),
            ("Judged", words.response_words(study)),
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
            *((("Bounded Runs", _bounded_text(found)),) if answer.bounded is not None else ()),
            ("Lost Runs", lost),
        ),
    )


def _bounded_text(found: StudyResult) -> str:
    answer = found.answer
    assert answer.bounded is not None, "there are some"
    points = ", ".join(str(point) for point in answer.bounded.points)
    at = f"at {' with '.join(answer.bounded.levels)}" if answer.bounded.levels else "anywhere"
    return f"{points}: {words.beyond_what(answer)}, {at}; left out of the effects"


def time_table(answer: Answer) -> Table | None:
    """The use of time of a study that adds Runs. None for a fixed plan."""
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
            "Spent on": lambda row: on[row.on],
            "About": lambda row: ", ".join(row.about) or units.DASH,
            "Runs": lambda row: str(row.runs),
            "Test time": lambda row: units.exact_seconds(row.seconds),
        },
        texts=("Spent on", "About"),
    )


def aliases(found: StudyResult) -> Table | None:
    """The table of aliases, or None."""
    names = [factor.name for factor in found.study.factors]
    valid = [
        run.levels
        for run, result in zip(found.study.runs, found.observed, strict=True)
        if result.value is not None
    ]
    shown = [
        alias
        for alias in designs.aliases(np.array(valid))
        if len(alias.term) == 1 or abs(alias.correlation) > designs.FULL_ALIAS
    ]
    shown.sort(key=lambda alias: (len(alias.term), -abs(alias.correlation)))
    if not shown:
        return None

    def term(places: Sequence[int]) -> str:
        return words.pair([names[at] for at in places]) if len(places) > 1 else names[places[0]]

    more = f" {len(shown) - MOST_ALIASES} more are left out." if len(shown) > MOST_ALIASES else ""
    return Table.of(
        f"Aliases ({len(shown)})",
        shown[:MOST_ALIASES],
        {
            "Term": lambda row: term(row.term),
            "Mixed with": lambda row: term(row.other),
            "Share": lambda row: f"{row.correlation:+.2f}",
        },
        texts=("Term", "Mixed with"),
        caption="Which part of the second goes into the figure of the first: 1.00 cannot be told"
        f" apart; small ones come with Runs that are left out.{more}",
    )


def runs(found: StudyResult) -> Table:
    """The table of all Runs in run order, confirming ones last."""
    study = found.study
    columns = [
        Column("Point"),
        *(Column(factor.name, number=False) for factor in study.factors),
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
            words.response_figure(study.response, result),
            result.why if result.value is None else "",
        )
        for at, (run, result) in enumerate(zip(study.runs, found.observed, strict=True), 1)
    ]
    codes = [level.code for level in found.answer.best.levels] if found.answer.best else []
    if codes:
        rows += [
            (
                str(at),
                *_levels(study, codes),
                units.DASH,
                units.DASH,
                units.DASH if result.value is None else words.figure(study.response, result.value),
                result.why if result.value is None else "confirms",
            )
            for at, result in enumerate(found.confirming, len(study.runs) + 1)
        ]
    return Table(
        f"Runs of the design ({len(study.runs)})",
        tuple(columns),
        tuple(rows),
        runs=tuple(
            result.run for result in (*found.observed, *(found.confirming if codes else ()))
        ),
    )


def _levels(study: Study, codes: list[float]) -> list[str]:
    return [factor.level(code) for factor, code in zip(study.factors, codes, strict=True)]
