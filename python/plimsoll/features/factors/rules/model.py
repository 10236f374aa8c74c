"""Effects of factors, the noise they are held against, and intervals that hold for all of them at
once.

**Model.** What is judged (the log of a rate or a time) is a constant, a slice of time (block or
whole plot), a straight drift over the order of asking, the main effects, and whichever interactions
of two factors the data ask for. Least squares; every row has the same weight.

**Noise.** *Pure*: what is left when main effects, every interaction of two factors and every square
are taken out (replicates, centre points, fake factors live there). Where a design has enough of it
that is the noise. Elsewhere there are two, and the narrower interval is taken: *sparse*, Lenth's
pseudo standard error (Technometrics, 1989) of all contrasts without the strongest interaction,
which takes most effects to be nothing; and the pure one, or, where there is none, *clear*: Lenth's
of main effects alone, which no interaction reaches (judging those first is Miller and Sitter's,
2001, and Jones and Nachtsheim's, 2017). An interaction lies in many contrasts of such a design;
with it among them everything is within the noise. Effects only ever make these noises look larger,
and what it costs to choose is in the multipliers.

**Multipliers** are simulated, on this design as it was run (`SIMULATED` draws of noise through the
very same arithmetic): the textbook's t with a third of the contrasts has an error of 1 to 3 % over
a study where it promises 5 %, and its single margin one of 10 to 50 %. Of the error that is allowed
over the whole study, main effects have four fifths and interactions the rest.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from plimsoll.features.factors.rules import designs

if TYPE_CHECKING:
    from plimsoll.features.factors.rules.designs import Matrix, Places

SIMULATED = 20_000
MAIN_ERROR_SHARE = 0.8
"""Share of a study's allowed error for main effects."""
MIN_PURE = 2
MIN_SPARSE = 5
"""Fewest contrasts for either noise."""
PURE_WIDTH_RATIO = 1.15
"""Factor on intervals up to which pure noise is preferred: it needs no assumption."""
RIVAL_SHARE = 0.9
"""Share of the strongest interaction's fit from which on another is reported beside it."""
MOST_INTERACTIONS = 6
MOST_SETS = 10_000
"""Most sets of interactions of one size that are compared."""
MIN_SPARE_FOR_DRIFT = 8
"""Fewest spare contrasts for an estimate of drift."""
EPSILON = 1e-6

Noise = Literal["pure", "sparse"]
"""Assumption of a noise: none, or that most effects are zero."""
Basis = Literal["pure", "clear", "sparse"]
"""Contrasts behind the noise."""
Term = tuple[int, ...]
"""Factors by place: (i,) a main effect, (i, j) an interaction, (i, i) a square."""


@dataclass(frozen=True)
class Effect:
    """A term: half the change from low to high, with its simultaneous interval. `also`: its aliases
    in the design or in these data."""

    term: Term
    value: float
    margin: float
    """The interval is value ± margin."""
    active: bool
    strength: float
    """|value| over its margin: significant from 1 on."""
    also: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Fit:
    """The fit of a study, in coded units of the given response (mostly a log)."""

    mains: tuple[Effect, ...]
    interactions: tuple[Effect, ...]
    lost: tuple[Term, ...]
    """Main effects that the valid Runs cannot estimate."""
    constant: float
    sigma: float
    """Noise between Runs."""
    noise: Noise
    noise_from: int
    """Contrasts behind the noise."""
    drift: float | None
    """Change over the whole study. None without a spare contrast."""
    drift_margin: float
    residuals: Matrix
    single: float
    """Multiplier of one figure alone: its interval is ± single · sigma · standard error."""
    to_mains: float
    """Multiplier of the main effects' simultaneous intervals."""
    shares: dict[Term, float] = field(default_factory=dict)
    """Share of the variation after slices of time and drift."""

    @property
    def terms(self) -> tuple[Effect, ...]:
        """Every effect."""
        return (*self.mains, *self.interactions)


def _basis(columns: Matrix) -> Matrix:
    """Orthonormal basis of these columns."""
    if not columns.shape[1]:
        return columns
    u, lengths, _ = np.linalg.svd(columns, full_matrices=False)
    return u[:, lengths > EPSILON * max(1.0, float(lengths.max(initial=0.0)))]


def _without(columns: Matrix, basis: Matrix) -> Matrix:
    return columns - basis @ (basis.T @ columns)


def lenth(contrasts: Matrix) -> Matrix:
    """Pseudo standard error of the rows of each column: contrasts × draws."""
    # One sort per column gives both medians, with the small contrasts first.
    sizes = np.sort(np.abs(contrasts.T), axis=1)
    rows = sizes.shape[1]
    first = 1.5 * (sizes[:, (rows - 1) // 2] + sizes[:, rows // 2]) / 2
    small = (sizes < 2.5 * first[:, None]).sum(axis=1)
    each = np.arange(len(sizes))
    # With all contrasts 0 there is no noise.
    typical = (sizes[each, np.maximum(small - 1, 0) // 2] + sizes[each, small // 2]) / 2
    found: Matrix = np.where(small > 0, 1.5 * typical, np.nan)
    return found


@dataclass(frozen=True)
class Frame:
    """The estimable terms of a design before data: `nuisance` runs × removed columns, `columns`
    runs × factors with NaN-free codes."""

    nuisance: Matrix
    columns: Matrix
    confidence: float = 0.95
    seed: int = 1
    simulated: int = SIMULATED

    @cached_property
    def out(self) -> Matrix:
        """Orthonormal basis of the nuisance columns."""
        return _basis(self.nuisance)

    @cached_property
    def mains(self) -> tuple[Term, ...]:
        """Estimable main effects."""
        left_over = _without(self.columns, self.out)
        found: list[Term] = []
        for place in range(self.columns.shape[1]):
            others = np.delete(left_over, place, axis=1)
            left = _without(left_over[:, [place]], _basis(others))
            if np.linalg.norm(left) > EPSILON * np.sqrt(len(left_over)):
                found.append((place,))
        return tuple(found)

    @cached_property
    def main_basis(self) -> Matrix:
        """Orthonormal basis of nuisance and main effects."""
        return _basis(np.hstack([self.nuisance, self.columns]))

    @cached_property
    def second(self) -> tuple[tuple[Term, ...], Matrix]:
        """Interactions and squares separable from main effects: terms and the rest of their
        columns."""
        factors = self.columns.shape[1]
        terms: list[Term] = [*designs.pairs(factors), *((place, place) for place in range(factors))]
        left = _without(designs.products(self.columns, terms), self.main_basis)
        keep = np.linalg.norm(left, axis=0) > 0.05 * np.sqrt(len(left))
        return tuple(term for term, keeps in zip(terms, keep, strict=True) if keeps), left[:, keep]

    @cached_property
    def groups(self) -> tuple[tuple[tuple[Term, ...], Matrix], ...]:
        """Groups of aliased interactions, each with the unit column of its first."""
        terms, left = self.second
        units = left / np.linalg.norm(left, axis=0)
        grouped: set[int] = set()
        found = []
        for first in range(len(terms)):
            if first in grouped:
                continue
            same = np.flatnonzero(np.abs(units.T @ units[:, first]) > designs.FULL_ALIAS)
            grouped |= set(same.tolist())
            found.append((tuple(terms[at] for at in same), units[:, first]))
        return tuple(found)

    @cached_property
    def contrasts(self) -> Matrix:
        """Unit columns: the main effects, then everything else, interactions first: runs ×
        contrasts."""
        rest = np.linalg.qr(np.hstack([self.main_basis, np.eye(len(self.columns))]))[0]
        rank = self.main_basis.shape[1]
        inside = _basis(self.second[1]) if self.second[1].shape[1] else np.empty((len(rest), 0))
        # Orthogonal columns (of regular designs) are kept.
        units = [column for _, column in self.groups]
        if units:
            gram = np.abs(np.column_stack(units).T @ np.column_stack(units))
            if np.all(gram - np.eye(len(units)) < EPSILON):
                inside = np.column_stack(units)
        beyond = _without(rest[:, rank:], inside)
        return np.hstack([self.main_units, inside, _basis(beyond)])

    @cached_property
    def main_units(self) -> Matrix:
        """Unit columns of main effects, runs × len(mains)."""
        return self._alone[0]

    @cached_property
    def _alone(self) -> tuple[Matrix, Matrix]:
        return self._units(np.empty((len(self.columns), 0)))

    def _units(self, more: Matrix) -> tuple[Matrix, Matrix]:
        """Unit columns of the main effects clear of `more`, and their lengths."""
        units, lengths = [], []
        for (place,) in self.mains:
            others = np.hstack([self.nuisance, np.delete(self.columns, place, axis=1), more])
            left = _without(self.columns[:, [place]], _basis(others))[:, 0]
            lengths.append(max(float(np.linalg.norm(left)), EPSILON))
            units.append(left / lengths[-1])
        empty = np.empty((len(self.columns), 0))
        return (np.column_stack(units) if units else empty), np.array(lengths)

    @cached_property
    def pure(self) -> Matrix:
        """Unit columns orthogonal to all effects of two factors."""
        inside = _basis(np.hstack([self.main_basis, self.second[1]]))
        rest = np.linalg.qr(np.hstack([inside, np.eye(len(self.columns))]))[0]
        return rest[:, inside.shape[1] : len(self.columns)]

    @cached_property
    def bases(self) -> dict[Basis, Matrix]:
        """The contrasts of each noise that this design has."""
        clear = np.hstack([self.main_units, self.pure])
        found: dict[Basis, Matrix] = {}
        if self.pure.shape[1] >= MIN_PURE:
            found["pure"] = self.pure
        elif MIN_SPARSE <= clear.shape[1] < self.contrasts.shape[1]:
            found["clear"] = clear
        if self.contrasts.shape[1] >= MIN_SPARSE:
            found["sparse"] = self.contrasts
        return found

    def noise_of(self, basis: Basis, y: Matrix) -> Matrix:
        """The noise of each column of runs × data sets by these contrasts."""
        contrasts = self.bases[basis].T @ y
        if basis == "pure":
            return pure_scale(contrasts)
        if basis == "sparse" and self.groups:
            units = np.column_stack([unit for _, unit in self.groups])
            sizes = units.T @ y
            strongest, each = np.abs(sizes).argmax(axis=0), np.arange(y.shape[1])
            contrasts -= (self.contrasts.T @ units)[:, strongest] * sizes[strongest, each]
        return lenth(contrasts)

    @cached_property
    def draws(self) -> Draws:
        """Simulated draws of noise on this design."""
        return Draws.of(self)


@dataclass(frozen=True)
class Multipliers:
    """Multipliers of the noises for each family of intervals: the narrowest interval counts."""

    mains: dict[Basis, float]
    second: dict[Basis, float]
    """Multipliers of interactions and squares."""
    single: dict[Basis, float]
    """Multipliers of a single figure."""


@dataclass(frozen=True)
class Draws:
    """Simulated noise on a design."""

    multipliers: Multipliers
    scales: dict[Basis, Matrix]
    """Noises by draw."""

    @staticmethod
    def of(frame: Frame) -> Draws:
        """Simulates noise on a design."""
        chance = np.random.default_rng([frame.seed, 0x1E17])
        noise = chance.standard_normal((len(frame.columns), frame.simulated))
        scales = {basis: frame.noise_of(basis, noise) for basis in frame.bases}
        if not scales:
            raise NoNoiseError
        wrong = 1 - frame.confidence
        mains = _largest(frame.main_units, noise)
        if (pure := scales.get("pure")) is not None:
            widths = {
                basis: float(np.quantile(mains / scale, 1 - wrong) * scale.mean())
                for basis, scale in scales.items()
            }
            if widths["pure"] <= PURE_WIDTH_RATIO * min(widths.values()):
                scales = {"pure": pure}
        second = np.zeros(frame.simulated)
        if frame.groups:
            second = _largest(np.column_stack([unit for _, unit in frame.groups]), noise)
        share = MAIN_ERROR_SHARE if frame.groups and frame.mains else 1.0
        of_second = wrong * (1 - share) if share < 1 else wrong
        alone = np.abs(np.random.default_rng(7).standard_normal(frame.simulated))
        return Draws(
            Multipliers(
                narrowest(mains, scales, wrong * share),
                narrowest(second, scales, of_second),
                narrowest(alone, scales, wrong),
            ),
            scales,
        )


def narrowest(largest: Matrix, scales: dict[Basis, Matrix], wrong: float) -> dict[Basis, float]:
    """Multipliers with which the narrowest interval misses in a share `wrong` of the draws, each
    noise equally rarely. `largest`: the contrast that an interval must reach."""
    ratios = {basis: largest / scale for basis, scale in scales.items()}
    # Rarity of each draw by the noise that makes it rarest.
    least = np.ones(len(largest))
    for ratio in ratios.values():
        rank = np.empty(len(ratio))
        rank[np.argsort(ratio)] = np.arange(len(ratio))
        least = np.minimum(least, 1 - (rank + 0.5) / len(ratio))
    level = float(np.quantile(least, wrong)) if len(scales) > 1 else wrong
    return {basis: float(np.quantile(ratio, 1 - level)) for basis, ratio in ratios.items()}


class NoNoiseError(ValueError):
    """No contrast is left to separate noise from effects."""


def _largest(units: Matrix, noise: Matrix) -> Matrix:
    if not units.shape[1]:
        return np.zeros(noise.shape[1])
    found: Matrix = np.abs(units.T @ noise).max(axis=0)
    return found


def pure_scale(contrasts: Matrix) -> Matrix:
    """Root mean square of the rows of each column."""
    found: Matrix = np.sqrt((contrasts**2).mean(axis=0))
    return found


@dataclass(frozen=True)
class Scale:
    """The noise of data, and half-widths of intervals by family, in standard errors of unit length
    times noise."""

    sigma: float
    basis: Basis
    mains: float
    second: float
    single: float

    @staticmethod
    def of(frame: Frame, y: Matrix) -> Scale:
        """The noise of these Runs."""
        draws = frame.draws
        found = {basis: float(frame.noise_of(basis, y[:, None])[0]) for basis in draws.scales}

        def width(times: dict[Basis, float]) -> float:
            return min(times[basis] * noise for basis, noise in found.items())

        times = draws.multipliers
        by = times.mains if frame.mains else times.second
        basis = min(found, key=lambda name: by[name] * found[name])
        return Scale(
            found[basis], basis, width(times.mains), width(times.second), width(times.single)
        )


def time_columns(runs: int, block: Places, factors: int) -> tuple[Matrix, bool]:
    """The nuisance columns: a constant, slices of time, and a straight drift if a contrast can be
    spared (last column then)."""
    slices = [(block == number).astype(float) for number in np.unique(block)]
    spare = runs - len(slices) - factors
    drift = spare > MIN_SPARE_FOR_DRIFT
    time = [np.linspace(-0.5, 0.5, runs)] if drift else []
    return np.column_stack([*slices, *time]), drift


@lru_cache(8)
def _frame(
    columns: bytes,
    shape: tuple[int, ...],
    block: bytes,
    confidence: float,
    seed: int,
    simulated: int,
) -> Frame:
    """The cached frame of these Runs: steps, report and page of a study need its answer, and
    simulating the noise is most of the work."""
    matrix = np.frombuffer(columns).reshape(shape)
    nuisance = time_columns(shape[0], np.frombuffer(block, np.int64), shape[1])[0]
    return Frame(nuisance, matrix, confidence, seed, simulated)


def fit(
    matrix: Matrix,
    y: Matrix,
    block: Places,
    *,
    confidence: float = 0.95,
    seed: int = 1,
    simulated: int = SIMULATED,
    frame: Frame | None = None,
) -> Fit:
    """Fits effects: `matrix` runs × factors in run order, `y` the responses, `block` the slice of
    time of each. Raises NoNoiseError.

    `frame`: the frame of the design, if many are fitted.
    """
    known = frame or _frame(
        np.asarray(matrix, float).tobytes(),
        matrix.shape,
        np.asarray(block, np.int64).tobytes(),
        confidence,
        seed,
        simulated,
    )
    nuisance, slices = known.nuisance, len(np.unique(block))
    has_drift = nuisance.shape[1] > slices
    wide, times = Scale.of(known, y), known.draws.multipliers
    chosen = _select(known, y, wide.second, wide.mains)
    everything, second = _beside_each_other(known, y, chosen, wide.second)
    while second and (weakest := min(second, key=lambda effect: effect.strength)).strength <= 1:
        # Later interactions have explained the weakest one.
        del chosen[second.index(weakest)]
        everything, second = _beside_each_other(known, y, chosen, wide.second)
    second = _rivals(known, y, second, wide.second)
    more = everything[:, everything.shape[1] - len(chosen) :]
    units, lengths = known._units(more) if chosen else known._alone
    values = (units.T @ y) / lengths if len(lengths) else np.empty(0)
    mains = tuple(
        _effect(term, float(value), wide.mains / float(length), ())
        for term, value, length in zip(known.mains, values, lengths, strict=True)
    )
    found, *_ = np.linalg.lstsq(everything, y, rcond=None)
    drift, drift_margin = None, 0.0
    if has_drift:
        at = slices
        left = _without(everything[:, [at]], _basis(np.delete(everything, at, axis=1)))[:, 0]
        length = max(float(np.linalg.norm(left)), EPSILON)
        drift, drift_margin = float(left @ y) / length**2, wide.mains / length
    estimable = {place for (place,) in known.mains}
    return Fit(
        mains,
        second,
        tuple((place,) for place in range(matrix.shape[1]) if place not in estimable),
        float((nuisance[:, :slices] @ found[:slices]).mean()),
        wide.sigma,
        "pure" if wide.basis == "pure" else "sparse",
        known.bases[wide.basis].shape[1],
        drift,
        drift_margin,
        y - everything @ found,
        wide.single / wide.sigma if wide.sigma > 0 else times.single[wide.basis],
        wide.mains / wide.sigma if wide.sigma > 0 else times.mains[wide.basis],
        _shares(known, y, mains, second, matrix),
    )


def _beside_each_other(
    frame: Frame, y: Matrix, chosen: list[tuple[Term, ...]], width: float
) -> tuple[Matrix, tuple[Effect, ...]]:
    """Interactions in one model: all columns, theirs last, and the effect of each."""
    columns = [designs.products(frame.columns, [group[0]]) for group in chosen]
    everything = np.hstack([frame.nuisance, frame.columns, *columns])
    second = []
    for place, group in enumerate(chosen):
        at = everything.shape[1] - len(chosen) + place
        left = _without(everything[:, [at]], _basis(np.delete(everything, at, axis=1)))[:, 0]
        length = max(float(np.linalg.norm(left)), EPSILON)
        second.append(_effect(group[0], float(left @ y) / length**2, width / length, group[1:]))
    return everything, tuple(second)


def _rivals(
    frame: Frame, y: Matrix, second: tuple[Effect, ...], least: float
) -> tuple[Effect, ...]:
    """Adds rival terms to interactions: where a design has fewer dimensions than interactions, two
    strong ones can look like two others.

    A rival set has at most as many interactions as the chosen one (up to `MOST_SETS` sets are
    tried) and explains as much, within what would be significant; or one more, and explains clearly
    more. Terms of a rival set in place of a chosen interaction are added to it.
    """
    units = np.column_stack([unit for _, unit in frame.groups]) if frame.groups else y[:, None]
    crowded = units.shape[1] > np.linalg.matrix_rank(units)
    if not second or not crowded:
        return second
    gram, sizes = units.T @ units, units.T @ y
    place = {term: at for at, (terms, _) in enumerate(frame.groups) for term in terms}
    mine = [place[effect.term] for effect in second]
    reached = float(sizes[mine] @ np.linalg.pinv(gram[np.ix_(mine, mine)]) @ sizes[mine])
    found: dict[int, dict[int, None]] = {at: {} for at in mine}
    for many in range(1, len(mine) + 2):
        if math.comb(units.shape[1], many) > MOST_SETS:
            break
        sets = np.array(list(itertools.combinations(range(units.shape[1]), many)))
        # A little on the diagonal, for sets of aliased columns.
        inner = gram[sets[:, :, None], sets[:, None, :]] + EPSILON * np.eye(many)
        part = sizes[sets]
        explained = np.einsum("si,si->s", part, np.linalg.solve(inner, part[:, :, None])[:, :, 0])
        bound = reached - least**2 if many <= len(mine) else reached + least**2
        for rival in sets[explained >= bound]:
            for at in set(mine) - set(rival.tolist()):
                found[at] |= dict.fromkeys(set(rival.tolist()) - set(mine))
    return tuple(
        replace(
            effect,
            also=tuple(
                dict.fromkeys(
                    (*effect.also, *(t for other in found[at] for t in frame.groups[other][0]))
                )
            ),
        )
        for effect, at in zip(second, mine, strict=True)
    )


def _effect(term: Term, value: float, margin: float, also: tuple[Term, ...]) -> Effect:
    strength = abs(value) / margin if margin > 0 else np.inf if value else 0.0
    return Effect(term, value, margin, bool(strength > 1), float(strength), also)


def _select(frame: Frame, y: Matrix, least: float, least_main: float) -> list[tuple[Term, ...]]:
    """Significant interactions, strongest first, each with those that fit equally well; those whose
    factors matter themselves come first (heredity)."""
    if not frame.groups:
        return []
    sizes_of = np.abs(frame.main_units.T @ y)
    mains = {
        place: (bool(size > least_main), float(size))
        for (place,), size in zip(frame.mains, sizes_of, strict=True)
    }

    def parents(term: Term) -> tuple[int, float]:
        """The number of its factors that matter, and the product of their effects."""
        known = [mains.get(factor, (False, 0.0)) for factor in term]
        return -sum(matters for matters, _ in known), -known[0][1] * known[1][1]

    basis = frame.main_basis
    chosen: list[tuple[Term, ...]] = []
    while len(chosen) < MOST_INTERACTIONS:
        columns = _without(np.column_stack([unit for _, unit in frame.groups]), basis)
        lengths = np.linalg.norm(columns, axis=0)
        able = lengths > 0.2
        sizes = np.where(able, np.abs(columns.T @ y) / np.where(able, lengths, 1), 0.0)
        if sizes.max() <= least:
            break
        near = np.flatnonzero(sizes >= max(RIVAL_SHARE * sizes.max(), least))
        ranked = sorted(near, key=lambda at: (min(map(parents, frame.groups[at][0])), -sizes[at]))
        terms = [term for at in ranked for term in sorted(frame.groups[at][0], key=parents)]
        chosen.append(tuple(terms))
        basis = _basis(np.hstack([basis, columns[:, [ranked[0]]]]))
    return chosen


def _shares(
    frame: Frame, y: Matrix, mains: tuple[Effect, ...], second: tuple[Effect, ...], matrix: Matrix
) -> dict[Term, float]:
    """The share of the variation that each term explains (Jain's allocation of variation)."""
    left = _without(y[:, None], frame.out)[:, 0]
    total = float(left @ left)
    if total <= 0:
        return {}
    found = {}
    for effect in (*mains, *second):
        column = designs.products(matrix, [effect.term])
        column = _without(column, frame.out)[:, 0]
        found[effect.term] = effect.value**2 * float(column @ column) / total
    return found


def check_order(residuals: Matrix) -> float:
    """Lag-1 correlation of the residuals in run order, which carry-over raises."""
    return float(_with_next(residuals[None, :])[0])


def _with_next(orders: Matrix) -> Matrix:
    """Lag-1 correlation of each row; 0 for short or constant ones."""
    if orders.shape[1] < 4:
        return np.zeros(len(orders))
    first, then = orders[:, :-1], orders[:, 1:]
    lengths = np.linalg.norm(first, axis=1) * np.linalg.norm(then, axis=1)
    products = (first * then).sum(axis=1)
    found: Matrix = np.divide(products, lengths, out=np.zeros(len(orders)), where=lengths > 0)
    return found


def carry_over(residuals: Matrix, *, seed: int = 1, tries: int = 4000) -> tuple[float, float]:
    """The lag-1 correlation, and the share of random orders of the same residuals with a larger
    one."""
    lag = check_order(residuals)
    chance = np.random.default_rng([seed, 0xCA44])
    orders = chance.permuted(np.tile(residuals, (tries, 1)), axis=1)
    others = np.abs(_with_next(orders))
    return lag, float((1 + (others >= abs(lag)).sum()) / (tries + 1))
