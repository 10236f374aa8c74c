"""Tables of a factor study: effects, interactions, the best setting, checks, aliases, and every Run
of the design."""

from collections.abc import Sequence

import numpy as np

from plimsoll.base import language, units
from plimsoll.features.factors.messages import message
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
        message("table-factors", count=len(answer.factors)),
        answer.factors,
        {
            message("factor"): lambda row: row.factor,
            message("low"): lambda row: row.low,
            message("high"): lambda row: row.high,
            message("effect-on", response=response(answer.response).label): lambda row: words.cells(
                row
            )[0],
            message("interval"): lambda row: words.cells(row)[1],
            message("share-of-variation"): lambda row: words.share(row.share),
            message("verdict"): lambda row: words.verdict(row.verdict),
            message("mixed-with"): _mixed_with,
        },
        texts=[
            message(code) for code in ("factor", "low", "high", "interval", "verdict", "mixed-with")
        ],
        caption=message(
            "table-factors-caption", confidence=units.significant_percent(answer.confidence, 3)
        ),
    )


def _mixed_with(row: FactorEffect) -> str:
    return words.first_names(list(map(words.pair, row.mixed_with)), 4) or units.DASH


def interactions(answer: Answer) -> Table | None:
    """The table of significant interactions, or None."""
    if not answer.interactions:
        return None
    return Table.of(
        message("table-interactions", count=len(answer.interactions)),
        answer.interactions,
        {
            message("interaction"): lambda row: words.pair(row.factors),
            message("effect"): lambda row: words.percent(row.effect.value),
            message("interval"): lambda row: words.span(row.effect),
            message("share-of-variation"): lambda row: words.share(row.share),
            message("not-told-from"): lambda row: (
                language.listing(map(words.pair, row.not_told_from)) or units.DASH
            ),
        },
        texts=(message("interaction"), message("interval"), message("not-told-from")),
        caption=message("table-interactions-caption"),
    )


def best(answer: Answer) -> Facts:
    """The best setting with its prediction and confirming Runs."""
    found = answer.best
    if found is None:
        return Facts(message("best-setting"), (("", message("best-none")),))
    items = [
        (
            level.factor,
            level.level if level.matters else message("either-level", level=level.level),
        )
        for level in found.levels
    ]
    items.append(
        (
            message("predicted"),
            message(
                "predicted-between",
                predicted=words.figure(answer.response, found.predicted),
                low=words.figure(answer.response, found.low),
                high=words.figure(answer.response, found.high),
            ),
        )
    )
    if found.confirmed is None:
        items.append((message("confirmed"), message("confirmed-no-run")))
    else:
        code = "confirmed-as-predicted" if found.confirmed.within else "confirmed-not-as-predicted"
        measured = words.figure(answer.response, found.confirmed.value)
        confirmed = message(code, runs=found.confirmed.runs, measured=measured)
        items.append((message("confirmed"), confirmed))
    return Facts(message("best-setting"), tuple(items))


def checks(found: StudyResult) -> Facts:
    """The basis of the figures: design, noise, drift, order, carry-over, lost Runs."""
    answer, study = found.answer, found.study
    drift = message("drift-unknown")
    if answer.drift is not None:
        change = answer.drift.change
        code = "drift-seen" if answer.drift.seen else "drift-not-seen"
        drift = message(code, change=words.percent(change.value), interval=words.span(change))
    noise = "check-noise-sparse" if answer.noise_is == "sparse" else "check-noise-pure"
    carried = "correlation-seen" if answer.carry_over.seen else "correlation-not-seen"
    lost = language.clauses(f"{run.point}: {run.why}" for run in answer.lost) or message(
        "lost-none"
    )
    return Facts(
        message("checks"),
        (
            (message("check-design"), words.design(study)),
            (message("check-judged"), words.response_words(study)),
            (message("check-power"), words.power(study)),
            *(((message("check-time"), words.time(study)),) if study.time_s is not None else ()),
            (
                message("noise"),
                message(noise, noise=words.share(answer.noise), contrasts=answer.noise_from),
            ),
            (message("check-order"), message("order-at-random", seed=study.seed)),
            (message("check-drift"), drift),
            (
                message("check-carry-over"),
                message(
                    carried,
                    correlation=units.with_sign(answer.carry_over.correlation, 2),
                    chance=units.significant(answer.carry_over.chance, 2),
                ),
            ),
            *(
                ((message("check-bounded"), _bounded_text(found)),)
                if answer.bounded is not None
                else ()
            ),
            (message("check-lost"), lost),
        ),
    )


def _bounded_text(found: StudyResult) -> str:
    answer = found.answer
    assert answer.bounded is not None, "there are some"
    points = language.listing(str(point) for point in answer.bounded.points)
    bound = words.beyond_what(answer)
    if not answer.bounded.levels:
        return message("bounded-anywhere", points=points, bound=bound)
    at = words.levels_together(answer.bounded.levels)
    return message("bounded-at-levels", points=points, bound=bound, levels=at)


def time_table(answer: Answer) -> Table | None:
    """The use of time of a study that adds Runs. None for a fixed plan."""
    if not answer.spent:
        return None
    return Table.of(
        message("table-time"),
        answer.spent,
        {
            message("spent-on"): lambda row: message(f"purpose-{row.on}"),
            message("about"): lambda row: language.listing(row.about) or units.DASH,
            message("runs"): lambda row: str(row.runs),
            message("test-time"): lambda row: units.exact_seconds(row.seconds),
        },
        texts=(message("spent-on"), message("about")),
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

    caption = message("table-aliases-caption")
    if len(shown) > MOST_ALIASES:
        left_out = message("aliases-left-out", count=len(shown) - MOST_ALIASES)
        caption = language.sentences([caption, left_out])
    return Table.of(
        message("table-aliases", count=len(shown)),
        shown[:MOST_ALIASES],
        {
            message("term"): lambda row: term(row.term),
            message("mixed-with"): lambda row: term(row.other),
            message("share"): lambda row: units.with_sign(row.correlation, 2),
        },
        texts=(message("term"), message("mixed-with")),
        caption=caption,
    )


def runs(found: StudyResult) -> Table:
    """The table of all Runs in run order, confirming ones last."""
    study = found.study
    columns = [
        Column(message("point")),
        *(Column(factor.name, number=False) for factor in study.factors),
        Column(message("block")),
        Column(message("plot")),
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
                result.why if result.value is None else message("confirms"),
            )
            for at, result in enumerate(found.confirming, len(study.runs) + 1)
        ]
    return Table(
        message("table-runs", count=len(study.runs)),
        tuple(columns),
        tuple(rows),
        runs=tuple(
            result.run for result in (*found.observed, *(found.confirming if codes else ()))
        ),
    )


def _levels(study: Study, codes: list[float]) -> list[str]:
    return [factor.level(code) for factor, code in zip(study.factors, codes, strict=True)]
