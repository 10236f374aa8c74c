"""The answer of a study from its Runs: factors that matter, factors to leave alone, and the best
setting. The arithmetic of effects is in `model.py`.

Responses are rates and times, so logs are fitted: an effect is a ratio, independent of the level of
the response. A study with hard-to-change factors has two layers, each with its own noise: whole
plots estimate those factors, Runs within plots the others.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from plimsoll.features.factors.messages import message
from plimsoll.features.factors.rules import bounds, designs, document, model
from plimsoll.features.factors.rules.bounds import Bound, Cell
from plimsoll.features.factors.rules.missing import Missing, MissingKind
from plimsoll.features.factors.rules.model import Effect, Fit, Term
from plimsoll.features.factors.rules.study import Study, StudyRun, response

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from plimsoll.features.factors.rules.designs import Matrix, Places

SEQUENTIAL_ERROR_SHARE = 0.6
"""Share of the allowed error for a sequential study. Without it 8.5 % of null studies claim an
effect where 5 % may (`python -m tests.truth.factors`)."""
CARRY_OVER_CHANCE = 0.05
MAX_SEARCHED = 12
"""Most factors whose levels are all tried for the best setting."""
ALIAS_CORRELATION = 0.3
"""Correlation from which on an interaction is reported as an alias of a main effect."""
MIN_LOST = 3
"""Fewest lost Runs that are checked for a common level."""


@dataclass(frozen=True)
class RunResponse:
    """The result of a Run: its response, or the reason for its absence and a bound, if known.
    `waiting`: not run yet."""

    value: float | None
    missing: Missing | None = None
    waiting: bool = False
    run: int | None = None
    bound: Bound | None = None
    seconds: float = 0.0
    """Time of its Point."""

    @property
    def why(self) -> str:
        """The reason for a missing response, in words."""
        return "" if self.missing is None else self.missing.words

    @property
    def kind(self) -> MissingKind | None:
        """The reason as a code."""
        return None if self.missing is None else self.missing.kind


ROUNDING_NOISE = 1e-6
"""Noise below which residuals are rounding errors, as on a stack whose Runs do not vary."""


@dataclass(frozen=True)
class TooFewRunsError(Exception):
    """Too few valid Runs for any effect."""

    used: int
    runs: int

    def __str__(self) -> str:
        return message("too-few-runs", valid=self.used, runs=self.runs)


def analyse(
    study: Study,
    observed: Sequence[RunResponse],
    confirming: Sequence[RunResponse] = (),
    *,
    simulated: int = model.SIMULATED,
) -> document.Answer:
    """The answer. `observed`: results in run order; `simulated`: draws behind the multipliers.
    Raises TooFewRunsError."""
    levels = np.array([run.levels for run in study.runs])
    stands = np.array([result.value is not None and result.value > 0 for result in observed])
    matrix = levels[stands]
    y = np.log(
        [result.value for result in observed if result.value is not None and result.value > 0]
    )
    valid = [run for run, ok in zip(study.runs, stands, strict=True) if ok]
    try:
        if len(y) < 4:
            raise model.NoNoiseError
        fit = _fit_layers(study, matrix, y, valid, simulated)
    except model.NoNoiseError:
        raise TooFewRunsError(len(y), len(study.runs)) from None
    correlation, chance = model.carry_over(fit.residuals, seed=study.seed)
    effects = {effect.term: effect for effect in fit.terms}
    limits = _Limits.of(study, levels, observed, fit)
    mixed = _main_aliases(study, matrix)
    factors = [
        limits.apply(_factor(study, place, fit, mixed[place]), place)
        for place in range(len(study.factors))
    ]
    factors.sort(key=_size, reverse=True)
    widest = max((effect.margin for effect in fit.mains), default=0.0)
    best = _best(study, fit, effects, matrix, confirming, limits)
    if best is not None and best.confirmed is not None and not best.confirmed.within:
        factors = [_without_exclusion(factor) for factor in factors]
    return document.Answer(
        schema_=document.SCHEMA,
        response=study.response,
        design=study.design,
        resolution=designs.resolution(matrix),
        runs=len(study.runs),
        used=len(y),
        waiting=sum(result.waiting for result in observed),
        bounded=limits.bounded,
        lost=_lost_runs(observed),
        lost_at=_lost_at(study, levels, stands, observed),
        confidence=study.confidence,
        noise=math.expm1(fit.sigma),
        noise_is=fit.noise,
        noise_from=fit.noise_from,
        effect_that_matters=study.effect,
        smallest_seen=math.expm1(2 * widest),
        factors=factors,
        interactions=[_interaction(study, effect, fit) for effect in fit.interactions],
        drift=None
        if fit.drift is None
        else document.Drift(
            change=_ratio(fit.drift, fit.drift_margin),
            seen=abs(fit.drift) > fit.drift_margin,
        ),
        carry_over=document.CarryOver(
            correlation=correlation,
            chance=chance,
            seen=chance < CARRY_OVER_CHANCE and fit.sigma > ROUNDING_NOISE,
        ),
        best=best,
        time_s=study.time_s,
        spent=_time_spans(study, observed, confirming) if study.time_s is not None else [],
        ended=study.ended,
    )


def _without_exclusion(factor: document.FactorEffect) -> document.FactorEffect:
    """The factor where a prediction failed when it was tested: the model then excludes no
    effect."""
    if factor.verdict in ("leave_alone", "small"):
        return factor.model_copy(update={"verdict": "not_decided"})
    return factor


def _lost_runs(observed: Sequence[RunResponse]) -> list[document.LostRun]:
    """The Runs that gave neither a figure nor a bound, by their place in the order of running."""
    return [
        document.LostRun(point=at, kind=result.kind, why=result.why)
        for at, result in enumerate(observed, 1)
        if result.value is None and not result.waiting and result.bound is None
    ]


def _time_spans(
    study: Study, observed: Sequence[RunResponse], confirming: Sequence[RunResponse]
) -> list[document.StudyCost]:
    """The time of each part of a study that adds Runs."""
    begins = [0, *(step.first - 1 for step in study.steps), len(study.runs)]
    parts = [
        document.StudyCost(
            on=kind,
            about=about,
            runs=_finished_runs(part),
            seconds=sum(run.seconds for run in part),
        )
        for (kind, about), part in zip(
            [("screening", []), *((step.kind, step.about) for step in study.steps)],
            [observed[begin:end] for begin, end in itertools.pairwise(begins)],
            strict=True,
        )
    ]
    if confirming:
        seconds = sum(run.seconds for run in confirming)
        parts.append(
            document.StudyCost(
                on="confirm", about=[], runs=_finished_runs(confirming), seconds=seconds
            )
        )
    return parts


def _finished_runs(observed: Sequence[RunResponse]) -> int:
    return sum(not run.waiting for run in observed)


def _size(factor: document.FactorEffect) -> float:
    """Size of an effect for the ranking."""
    known = [abs(math.log(factor.effect.value))] if factor.effect is not None else [0.0]
    if factor.beyond is not None and factor.verdict == "matters":
        known.append(abs(math.log(factor.beyond.value)))
    return max(known)


@dataclass(frozen=True)
class _Limits:
    """The evidence of Runs with only a bound (`bounds.py`)."""

    bounded: document.BoundedRuns | None = None
    cell: Cell | None = None
    beyond: tuple[tuple[int, document.Beyond], ...] = ()

    @property
    def worse(self) -> bool:
        """Whether values beyond the bound are worse."""
        return self.bounded is not None and self.bounded.worse

    @property
    def is_unexplained(self) -> bool:
        """Whether there are such Runs without a common level."""
        return self.bounded is not None and self.cell is None

    @staticmethod
    def of(study: Study, levels: Matrix, observed: Sequence[RunResponse], fit: Fit) -> _Limits:
        """The evidence from all Runs of the design."""
        known = [result.bound for result in observed]
        places = np.array([at for at, bound in enumerate(known) if bound is not None], np.int64)
        if not len(places):
            return _Limits()
        sides = {bound.side for bound in known if bound is not None}
        values = [bound.value for bound in known if bound is not None]
        side = known[int(places[0])].side  # type: ignore[union-attr]  # one of those with a bound
        found = bounds.cell(levels, places) if len(sides) == 1 else None
        beyond = []
        for at, _ in found.levels if found is not None else ():
            change = bounds.beyond(
                levels,
                [result.value for result in observed],
                known,
                found,  # type: ignore[arg-type]  # it has levels
                at,
                margin=fit.to_mains * fit.sigma,
            )
            if change is not None:
                beyond.append(
                    (at, document.Beyond(side=change.side, value=math.exp(change.change)))
                )
        more = response(study.response).more_is_better
        first = observed[int(places[0])]
        words = [
            f"{study.factors[at].name} {study.factors[at].level(code)}"
            for at, code in (found.levels if found is not None else ())
        ]
        return _Limits(
            document.BoundedRuns(
                points=[int(at) + 1 for at in places],
                side=side,
                value=min(values) if side == "at_least" else max(values),
                kind=first.kind,
                why=first.why,
                levels=words,
                runs=found.runs if found is not None else len(levels),
                worse=(side == "at_least") != more,
            ),
            found,
            tuple(beyond),
        )

    def apply(self, factor: document.FactorEffect, place: int) -> document.FactorEffect:
        """Adds the bounds to a factor. A factor that missing figures may affect is never left
        alone."""
        if self.is_unexplained and factor.verdict in ("leave_alone", "small"):
            return factor.model_copy(update={"verdict": "not_decided"})
        if self.cell is None or place not in dict(self.cell.levels):
            return factor
        beyond = dict(self.beyond).get(place)
        clear = beyond is not None and (beyond.value > 1) == (beyond.side == "at_least")
        # With half of it missing, an average over another factor is meaningless.
        known = {"beyond": beyond, "effect": None if len(self.cell.levels) > 1 else factor.effect}
        if not clear:
            return factor.model_copy(update={**known, "verdict": "not_decided"})
        return factor.model_copy(update={**known, "verdict": "matters", "seen": True})


def _fit_layers(
    study: Study, matrix: Matrix, y: Matrix, valid: Sequence[StudyRun], simulated: int
) -> Fit:
    """Fits the effects in one or two layers."""
    hard = [at for at, factor in enumerate(study.factors) if factor.hard_to_change]
    blocks = np.array([run.block for run in valid])
    confidence = _shared_out(study.confidence, layers=2 if hard else 1, steps=study.time_s)

    def fit_layer(columns: Matrix, logs: Matrix, slices: Places) -> Fit:
        return model.fit(
            columns, logs, slices, confidence=confidence, seed=study.seed, simulated=simulated
        )

    if not hard:
        return fit_layer(matrix, y, blocks)
    plots = np.array([run.plot for run in valid])
    within = fit_layer(matrix, y, plots)
    # Effects within plots are removed before plots are compared.
    left = y.copy()
    for effect in within.terms:
        left -= effect.value * designs.products(matrix, [effect.term])[:, 0]
    names = np.unique(plots)
    means = np.array([left[plots == plot].mean() for plot in names])
    levels = np.array([matrix[plots == plot][0] for plot in names])[:, hard]
    between = fit_layer(levels, means, np.zeros(len(means), np.int64))
    mains = [replace(effect, term=(hard[effect.term[0]],)) for effect in between.mains]
    second = [
        replace(
            effect,
            term=tuple(hard[at] for at in effect.term),
            also=tuple(tuple(hard[at] for at in other) for other in effect.also),
        )
        for effect in between.interactions
    ]
    told_terms = {effect.term for effect in (*within.mains, *mains)}
    centred = left - left.mean()
    total = float(((y - y.mean()) ** 2).sum())
    shares = dict(within.shares)
    for effect in (*mains, *second):
        column = designs.products(matrix, [effect.term])[:, 0]
        shares[effect.term] = effect.value**2 * float(
            (column - column.mean()) @ (column - column.mean())
        )
        shares[effect.term] /= max(total, 1e-300)
    inside = float(((y - y.mean()) ** 2).sum() - (centred**2).sum()) / max(total, 1e-300)
    scale = sum(within.shares.values())
    for effect in within.terms:
        # Shares of all variation, as for the plots.
        shares[effect.term] = within.shares[effect.term] * max(inside, 0.0) / max(scale, 1e-300)
    return replace(
        within,
        mains=(*within.mains, *mains),
        interactions=(*within.interactions, *second),
        lost=tuple((at,) for at in range(matrix.shape[1]) if (at,) not in told_terms),
        constant=between.constant,
        drift=between.drift,
        drift_margin=between.drift_margin,
        shares=shares,
    )


def _shared_out(confidence: float, *, layers: int, steps: float | None) -> float:
    """The confidence of each fit that gives the requested one in total: two layers share the error,
    and repeated looks take their part (`SEQUENTIAL_ERROR_SHARE`)."""
    error = (1 - confidence) / layers
    return 1 - (error if steps is None else SEQUENTIAL_ERROR_SHARE * error)


def _ratio(value: float, margin: float) -> document.Ratio:
    return document.Ratio(
        value=math.exp(value), low=math.exp(value - margin), high=math.exp(value + margin)
    )


def _main_aliases(study: Study, matrix: Matrix) -> list[list[list[str]]]:
    """For each factor the aliases of its main effect, by name."""
    found: list[list[list[str]]] = [[] for _ in study.factors]
    for alias in designs.aliases(matrix):
        if (
            len(alias.term) == 1
            and abs(alias.correlation) > ALIAS_CORRELATION
            # A product with a constant factor is the other factor itself.
            and all(np.ptp(matrix[:, at]) > 0 for at in alias.other)
        ):
            found[alias.term[0]].append([study.factors[at].name for at in alias.other])
    return found


def _factor(study: Study, place: int, fit: Fit, mixed: list[list[str]]) -> document.FactorEffect:
    factor = study.factors[place]
    effect = next((main for main in fit.mains if main.term == (place,)), None)
    beside = [
        study.factors[other].name
        for pair in fit.interactions
        if place in pair.term and pair.term[0] != pair.term[1] and not _less(pair, study.effect)
        for other in pair.term
        if other != place
    ]
    # A significant interaction may be an alias of this factor's.
    perhaps = any(
        place in term
        for pair in fit.interactions
        if not _less(pair, study.effect)
        for term in pair.also
    )
    return document.FactorEffect(
        factor=factor.name,
        low=factor.low,
        high=factor.high,
        effect=None if effect is None else _ratio(2 * effect.value, 2 * effect.margin),
        share=fit.shares.get((place,), 0.0),
        verdict=_verdict(
            effect, study.effect, interacts=bool(beside), mixed=bool(mixed) or perhaps
        ),
        seen=effect is not None and effect.active,
        interacts_with=beside,
        mixed_with=mixed,
    )


def _verdict(
    effect: Effect | None, matters: float, *, interacts: bool, mixed: bool
) -> document.Verdict:
    """The verdict on an effect. `mixed`: aliased with an interaction, which may cause or cancel
    it."""
    if interacts:
        return "matters"
    if effect is None:
        return "not_told"
    inside = _less(effect, matters)
    if inside and mixed:
        return "not_decided"
    if effect.active:
        return "small" if inside else "matters"
    return "leave_alone" if inside else "not_decided"


def _less(effect: Effect, matters: float) -> bool:
    """Whether an effect is certainly too small to matter."""
    return 2 * (abs(effect.value) + effect.margin) < math.log1p(matters)


def _names(study: Study, term: Term) -> list[str]:
    return [study.factors[at].name for at in term]


def _interaction(study: Study, effect: Effect, fit: Fit) -> document.Interaction:
    return document.Interaction(
        factors=_names(study, effect.term),
        effect=_ratio(2 * effect.value, 2 * effect.margin),
        share=fit.shares.get(effect.term, 0.0),
        not_told_from=[_names(study, other) for other in effect.also],
    )


def _lost_at(
    study: Study, levels: Matrix, stands: NDArray[np.bool_], observed: Sequence[RunResponse]
) -> list[str]:
    """Levels common to all lost Runs."""
    # Runs with a bound are reported as such.
    known = np.array([result.waiting or result.bound is not None for result in observed])
    lost = levels[~stands & ~known]
    if len(lost) < MIN_LOST:
        return []
    found = []
    for at, factor in enumerate(study.factors):
        for code, word in ((-1.0, factor.low), (1.0, factor.high)):
            if np.all(lost[:, at] == code):
                found.append(f"{factor.name} {word}")
    return found


def _predict(fit: Fit, terms: Sequence[Effect], row: Matrix) -> tuple[float, float]:
    """The predicted log of the response at these levels, and the standard error of a new Run in
    units of sigma."""
    value, variance = fit.constant, 1.0 + 1.0 / max(len(fit.residuals), 1)
    for term in terms:
        x = float(np.prod(row[list(term.term)]))
        value += term.value * x
        if fit.sigma > 0 and term.margin > 0:
            variance += (x * term.margin / (fit.to_mains * fit.sigma)) ** 2
    return value, math.sqrt(variance)


def _best(
    study: Study,
    fit: Fit,
    effects: dict[Term, Effect],
    matrix: Matrix,
    confirming: Sequence[RunResponse],
    limits: _Limits,
) -> document.Best | None:
    active = [effect for effect in fit.terms if effect.active]
    beyond = limits.cell
    if limits.is_unexplained or (beyond is not None and not limits.worse):
        # The best cell has no figures.
        return None
    if not active and beyond is None:
        return None
    away = dict(beyond.levels) if beyond is not None else {}
    places = sorted({at for effect in active for at in effect.term} | set(away))
    # A factor of an interaction is in the model even if its own effect is not significant.
    terms = [effect for effect in fit.terms if effect.active or set(effect.term) <= set(places)]
    sign = 1.0 if response(study.response).more_is_better else -1.0
    base = np.array(
        [
            -1.0 if (at,) in effects and sign * effects[(at,)].value < 0 else 1.0
            for at in range(len(study.factors))
        ]
    )
    for at, code in away.items():
        if (at,) not in effects:
            base[at] = -code
    codes = (-1.0, 0.0, 1.0) if study.design == "definitive_screening" else (-1.0, 1.0)
    searched = sorted(places, key=lambda at: -fit.shares.get((at,), 0.0))[:MAX_SEARCHED]
    if len(codes) == 3:
        searched = searched[:8]
    best: tuple[float, Matrix] | None = None
    for levels in itertools.product(codes, repeat=len(searched)):
        row = base.copy()
        row[searched] = levels
        if _is_forbidden(study, row) or (beyond is not None and beyond.holds(row)):
            continue
        value = sign * _predict(fit, terms, row)[0]
        if best is None or value > best[0] + 1e-12:
            best = (value, row)
    if best is None:
        return None
    value, error = _predict(fit, terms, best[1])
    if fit.drift is not None and abs(fit.drift) > fit.drift_margin:
        # Confirming Runs come at the end, after the drift.
        value += fit.drift / 2
    return _best_setting(
        study, best[1], places, value, fit.single * fit.sigma * error, matrix, confirming
    )


def _is_forbidden(study: Study, row: Matrix) -> bool:
    return any(
        all(code is None or row[at] == code for at, code in enumerate(combination))
        for combination in study.forbidden
    )


def _best_setting(
    study: Study,
    row: Matrix,
    places: Sequence[int],
    value: float,
    margin: float,
    matrix: Matrix,
    confirming: Sequence[RunResponse],
) -> document.Best:
    stand = [result.value for result in confirming if result.value is not None]
    confirmed = None
    if stand:
        mean = float(np.mean(np.log(stand)))
        confirmed = document.Confirmation(
            runs=len(stand), value=math.exp(mean), within=abs(mean - value) <= margin
        )
    return document.Best(
        levels=[
            document.BestLevel(
                factor=factor.name,
                level=factor.level(float(row[at])),
                code=float(row[at]),
                matters=at in places,
            )
            for at, factor in enumerate(study.factors)
        ],
        predicted=math.exp(value),
        low=math.exp(value - margin),
        high=math.exp(value + margin),
        was_run=bool(np.any(np.all(matrix == row, axis=1))),
        confirmed=confirmed,
    )
