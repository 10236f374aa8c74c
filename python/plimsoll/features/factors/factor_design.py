"""Chooses the design of a factor study: combinations, replicates, run order and detectable effect.

The same tables give the same study, which the store keeps (`features/factors/rules/study.py`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from plimsoll.base import language, units
from plimsoll.base.errors import InputError
from plimsoll.features.factors.factor_spec import FactorTable, StudyTable
from plimsoll.features.factors.messages import message
from plimsoll.features.factors.rules import designs, ordering, power, words
from plimsoll.features.factors.rules.designs import Design, DesignError
from plimsoll.features.factors.rules.study import Study, StudyFactor, StudyRun
from plimsoll.native import stack_parameters
from plimsoll.native.session import parse_span

if TYPE_CHECKING:
    from plimsoll.campaign.spec import Spec
    from plimsoll.features.factors.rules.designs import Matrix, Places

MAX_RUNS = 128
"""Most Runs of a design that is chosen for a given effect."""
RUNS_PER_FACTOR = 4
USUAL_RUNS = 32
"""Most Runs of a design without a given effect: per factor, or at least USUAL_RUNS."""
REPLICATES = (1, 2, 3, 4, 6, 8)


def design_study(spec: Spec) -> Study:
    """The study of this campaign. Raises InputError for an impossible design."""
    factors = tuple((name, factor.model_dump_json()) for name, factor in spec.factor.items())
    try:
        study = _build_study(
            factors, spec.study.model_dump_json(exclude_unset=True), spec.campaign.seed
        )
        return study.model_copy(update={"virtual": spec.campaign.virtual})
    except DesignError as error:
        raise InputError(message("study-cannot-be", reason=error), "") from None


def refuse_short(spec: Spec, expected_s: float | None) -> None:
    """Raises InputError for a study that exceeds its time, with the effect that the time would
    show."""
    key, limit = "study.time", spec.study.time
    if limit is None and not spec.campaign.virtual:
        key, limit = "campaign.time_limit", spec.campaign.time_limit
    if limit is None or expected_s is None:
        return
    study, limit_s = design_study(spec), parse_span(limit)
    if expected_s <= limit_s:
        return
    fit = int(len(study.runs) * limit_s / expected_s + 1e-9)
    raise InputError(
        *message.refusal(
            "study-too-long",
            runs=len(study.runs),
            time=_minutes(expected_s),
            key=key,
            limit=limit,
            fit=fit,
            shown=_detectable_with(spec, fit),
        )
    )


def _minutes(seconds: float) -> str:
    if seconds < 60:
        return f"{units.significant(seconds, 3)} s"
    minutes = math.ceil(seconds / 60)
    return (
        message("hours-and-minutes", hours=minutes // 60, minutes=minutes % 60)
        if minutes >= 60
        else message("minutes", minutes=minutes)
    )


def _detectable_with(spec: Spec, runs: int) -> str:
    """A sentence on the effect that so many Runs would detect."""
    number, study = len(spec.factor), spec.study
    best: tuple[float, int] | None = None
    makers: tuple[Callable[[], Design], ...] = (
        lambda: designs.plackett_burman(number, folded=True),
        lambda: designs.fraction(number, 4),
        lambda: designs.full(number),
    )
    for make in makers:
        try:
            design = make()
        except DesignError:
            continue
        times = runs // design.runs
        if times < 1:
            continue
        matrix = np.vstack([design.matrix] * times)
        matrix = matrix[np.random.default_rng(1).permutation(len(matrix))]
        seen = _power_of(matrix, np.zeros(len(matrix), np.int64), study)
        if math.isfinite(seen) and (best is None or seen < best[0]):
            best = (seen, len(matrix))
    if best is None:
        return message("no-design-with-so-few", factors=number)
    return message(
        "effects-with-so-few",
        runs=best[1],
        effect=units.significant(best[0] * 100, 2),
        power=units.significant(study.power * 100, 3),
    )


@lru_cache(maxsize=16)
def _build_study(factors: tuple[tuple[str, str], ...], asked_text: str, seed: int) -> Study:
    study = StudyTable.model_validate_json(asked_text)
    named = {name: FactorTable.model_validate_json(text) for name, text in factors}
    _refuse(named, study)
    hard = [place for place, factor in enumerate(named.values()) if factor.hard_to_change]
    design, replicates = _choose_design(named, study)
    matrix, replicate = _all_runs(design, replicates, named, study)
    try:
        order = ordering.run_order(
            matrix, blocks=study.blocks, hard=hard, seed=seed, replicate=replicate
        )
    except ValueError as error:
        raise DesignError(str(error)) from None
    return Study(
        schema_="plimsoll.study/1",
        response=study.response,
        factors=[_factor(name, factor) for name, factor in named.items()],
        design=design.kind,
        resolution=designs.resolution(matrix),
        replicates=replicates,
        centre_points=study.centre_points,
        blocks=study.blocks,
        runs=[
            StudyRun(
                levels=[float(code) for code in matrix[row]],
                block=int(order.block[at]),
                plot=int(order.plot[at]),
            )
            for at, row in enumerate(order.rows)
        ],
        forbidden=[
            [
                _code(factor, ruled.get(name)) if name in ruled else None
                for name, factor in named.items()
            ]
            for ruled in study.forbid
        ],
        confidence=study.confidence,
        noise=study.noise,
        effect=study.effect,
        power=study.power,
        detectable=_of_layers(matrix[order.rows], order, hard, study),
        seed=seed,
        time_s=None if study.time is None else parse_span(study.time),
    )


def _of_layers(
    matrix: Matrix, order: ordering.RunOrder, hard: Sequence[int], study: StudyTable
) -> float:
    """The effect that is detected for every factor. Factors that are hard to change depend on the
    few whole plots; noise between plots is assumed to be that of their Runs only."""
    if not hard:
        return _detectable(matrix, order.block, study)
    soft = [at for at in range(matrix.shape[1]) if at not in hard]
    within = _detectable(matrix[:, soft], order.plot, study)
    firsts = np.unique(order.plot, return_index=True)[1]
    plots = matrix[firsts][:, list(hard)]
    each = len(matrix) / len(plots)
    between = _detectable(
        plots, np.zeros(len(plots), np.int64), study, study.noise / math.sqrt(each)
    )
    return max(within, between)


def _power_of(
    matrix: Matrix, block: Places, study: StudyTable, noise: float | None = None
) -> float:
    """The smallest effect that these Runs detect. Infinite without an estimate of noise."""
    return power.detectable(
        matrix, block, noise=noise or study.noise, power=study.power, confidence=study.confidence
    )


def _detectable(
    matrix: Matrix, block: Places, study: StudyTable, noise: float | None = None
) -> float:
    found = _power_of(matrix, block, study, noise)
    if not math.isfinite(found):
        raise DesignError(message("no-noise-to-tell", runs=len(matrix)))
    return found


def _factor(name: str, factor: FactorTable) -> StudyFactor:
    middle = factor.words(1) if len(factor.levels) == 3 else None
    if middle is None and (value := _between(factor)) is not None:
        middle = stack_parameters.value(value)
    return StudyFactor(
        name=name,
        low=factor.words(0),
        high=factor.words(len(factor.levels) - 1),
        middle=middle,
        hard_to_change=factor.hard_to_change,
    )


def _between(factor: FactorTable) -> float | int | None:
    """The middle of two numeric levels."""
    low, high = factor.levels[0], factor.levels[-1]
    numbers = (int, float)
    if factor.is_setting or isinstance(low, bool) or isinstance(high, bool):
        return None
    if not isinstance(low, numbers) or not isinstance(high, numbers):
        return None
    middle = (low + high) / 2
    if isinstance(low, int) and isinstance(high, int):
        return int(middle) if middle == int(middle) else None
    return middle


def place_of(factor: FactorTable, code: float) -> int:
    """The place of a code among a factor's levels."""
    return 0 if code < 0 else len(factor.levels) - 1 if code > 0 else 1


def level(factor: FactorTable, code: float) -> Any:
    """The level of a factor at -1, 0 or +1."""
    if code == 0:
        return factor.levels[1] if len(factor.levels) == 3 else _between(factor)
    return factor.levels[0 if code < 0 else -1]


def _refuse(named: Mapping[str, FactorTable], study: StudyTable) -> None:
    """Raises DesignError for contradictory settings."""
    flat = [
        name
        for name, factor in named.items()
        if len(factor.levels) == 2 and _between(factor) is None
    ]
    if study.centre_points and flat:
        raise DesignError(message("centre-points-need-middle", factor=flat[0]))
    if study.design == "definitive_screening" and flat:
        raise DesignError(message("screening-needs-middle", factor=flat[0]))
    three = [name for name, factor in named.items() if len(factor.levels) == 3]
    if three and study.design != "definitive_screening" and not study.centre_points:
        raise DesignError(message("three-levels", factor=three[0]))
    hard = [name for name, factor in named.items() if factor.hard_to_change]
    if hard and (study.blocks > 1 or study.centre_points):
        raise DesignError(message("hard-whole-plots", factor=hard[0]))
    if hard and study.time is not None:
        raise DesignError(message("hard-added-runs", factor=hard[0]))
    if len(hard) == len(named) and hard:
        raise DesignError(message("all-hard"))
    for combination in study.forbid:
        for name, value in combination.items():
            if name not in named:
                raise DesignError(
                    message("forbid-unknown-factor", name=name, factors=language.listing(named))
                )
            if value not in named[name].levels and str(value) not in named[name].names:
                raise DesignError(
                    message(
                        "forbid-unknown-level",
                        level=value,
                        name=name,
                        levels=language.listing(
                            named[name].words(at) for at in range(len(named[name].levels))
                        ),
                    )
                )


def _choose_design(named: Mapping[str, FactorTable], study: StudyTable) -> tuple[Design, int]:
    """The design and its replicates: as given, or the smallest that detects the effect; else the
    largest."""
    number = len(named)
    if study.design != "auto":
        designs_left: Iterator[Design] = iter(
            [designs.design_of(study.design, number, resolution=study.resolution, runs=study.runs)]
        )
    else:
        designs_left = _automatic(number)
    tried: list[tuple[Design, int]] = [
        (design, times)
        for design in designs_left
        for times in ((study.replicates,) if study.replicates else REPLICATES)
    ]
    effect_asked = "effect" in study.model_fields_set
    most = MAX_RUNS if effect_asked else max(USUAL_RUNS, RUNS_PER_FACTOR * number)
    least = _min_runs(number) if study.design == "auto" and study.replicates is None else 0
    fit = [
        pick
        for pick in tried
        if least <= pick[0].runs * pick[1] and (study.replicates or pick[0].runs * pick[1] <= most)
    ] or tried[:1]
    fit.sort(key=lambda pick: (pick[0].runs * pick[1], pick[1]))
    if len(fit) == 1 or study.time is not None:
        # A study with a given time adds Runs later.
        return fit[0]
    for design, times in fit:
        matrix, _ = _all_runs(design, times, named, study)
        block = np.zeros(len(matrix), np.int64)
        matrix = matrix[np.random.default_rng(1).permutation(len(matrix))]
        if _power_of(matrix, block, study) <= study.effect:
            return design, times
    return fit[-1]


def _min_runs(factors: int) -> int:
    """Fewest Runs of an automatic design: enough to separate noise from effects."""
    return {1: 8, 2: 8}.get(factors, 16) if factors <= 5 else 2 * factors + 8


def _automatic(factors: int) -> Iterator[Design]:
    """Designs with main effects clear of interactions of two factors."""
    if factors <= 4:
        yield designs.full(factors)
    elif factors == 5:
        yield designs.fraction(factors, 5)
    if factors >= 5:
        for order in range(max(12, 4 * (factors // 4 + 1)), 49, 4):
            yield designs.plackett_burman(factors, order, folded=True)
        if factors > 47:
            yield designs.plackett_burman(factors, folded=True)


def _all_runs(
    design: Design, times: int, named: Mapping[str, FactorTable], study: StudyTable
) -> tuple[Matrix, Places]:
    """All Runs of the study with their replicate numbers; forbidden ones are replaced."""
    matrix = design.matrix
    if study.forbid:
        matrix = _replace_forbidden_rows(design, named, study)
    parts = [matrix] * times
    replicate = np.repeat(np.arange(times), len(matrix))
    if study.centre_points:
        parts.append(np.zeros((study.centre_points, matrix.shape[1])))
        replicate = np.concatenate([replicate, np.arange(study.centre_points) % times])
    return np.vstack(parts), replicate.astype(np.int64)


def _replace_forbidden_rows(
    design: Design, named: Mapping[str, FactorTable], study: StudyTable
) -> Matrix:
    """The design with each forbidden row replaced by the allowed one that keeps main effects
    clearest (D-optimal exchange). Raises DesignError if the rest cannot separate them."""
    names = list(named)
    matrix = design.matrix.copy()

    def is_forbidden(row: Matrix) -> bool:
        return any(
            all(
                _has_level(named[name], row[names.index(name)], value)
                for name, value in ban.items()
            )
            for ban in study.forbid
        )

    if len(names) > designs.MOST_FULL:
        raise DesignError(message("forbid-too-many", most=designs.MOST_FULL, factors=len(names)))
    candidates = np.array([row for row in designs.full(len(names)).matrix if not is_forbidden(row)])
    bad = [at for at, row in enumerate(matrix) if is_forbidden(row)]
    if len(candidates) and bad:
        # Two rounds: later rows are chosen beside those replaced before.
        for at in bad * 2:
            others = np.delete(matrix, at, axis=0)
            matrix[at] = max(candidates, key=lambda row: _spread(np.vstack([others, row])))
    banned = language.clauses(
        words.levels_together([f"{name} {value}" for name, value in combination.items()])
        for combination in study.forbid
    )
    stuck = [
        name
        for at, name in enumerate(names)
        if not len(candidates) or len({row[at] for row in candidates}) < 2
    ]
    if stuck:
        raise DesignError(
            message("forbidden-stuck", combinations=banned, factors=language.listing(stuck))
        )
    if np.linalg.matrix_rank(np.column_stack([np.ones(len(matrix)), matrix])) <= len(names):
        raise DesignError(message("forbidden-not-apart", combinations=banned, runs=design.runs))
    return matrix


def _spread(matrix: Matrix) -> float:
    columns = np.column_stack([np.ones(len(matrix)), matrix])
    return float(np.linalg.slogdet(columns.T @ columns + 1e-6 * np.eye(columns.shape[1]))[1])


def _code(factor: FactorTable, value: Any) -> float:
    """The code of a level."""
    return next(code for code in (-1.0, 1.0, 0.0) if _has_level(factor, code, value))


def _has_level(factor: FactorTable, code: float, value: Any) -> bool:
    place = place_of(factor, code)
    if code == 0 and len(factor.levels) == 2:
        return False
    return bool(factor.levels[place] == value or factor.words(place) == str(value))
