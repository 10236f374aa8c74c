"""`python -m tests.truth.factors [--studies N]`: factor studies whose truth we set, analysed as the
product does; the table as Markdown, and 1 when something is wrong.

Null studies: nothing is true and the figures drift by 10 %; how often is anything claimed (at most
5 %), and how often do all intervals of main effects hold (at least 95 %)? Planted studies: 3 of 8
factors change the response by 5 to 30 %, and two of them act together; what is found, and what is
claimed that is not? `smoke` is a few of each, for `make test`.
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import dataclass

import numpy as np

from plimsoll.features.factors.rules import analysis, designs, model, ordering, sequel
from plimsoll.features.factors.rules.analysis import RunResponse
from plimsoll.features.factors.rules.study import Study, StudyFactor, StudyRun, StudyStep

DRIFT = 0.1
NOISE = 0.01
PLANTED = {
    (0,): math.log(1.30) / 2,
    (1,): math.log(1.12) / 2,
    (2,): math.log(1.05) / 2,
    (0, 1): math.log(1.10) / 2,
}
"""Coefficients of the log, half the change from low to high: 30, 12 and 5 %, and an interaction of
10 %."""
ORDERS = 25
"""Different orders of a design; each is simulated once."""


@dataclass(frozen=True)
class Case:
    """A kind of study."""

    name: str
    kind: designs.Kind
    factors: int
    times: int = 1
    runs: int | None = None
    lost: float = 0.0
    blocks: int = 1
    nested: bool = False
    """Asked in nested loops, the last factor outermost, and drift not thought of."""
    finds: float = 0.95
    """Share of planted studies in which everything is found, at least."""


FOLDED: designs.Kind = "folded_plackett_burman"
CASES = (
    Case("full, 3 factors, 2 times", "full", 3, 2),
    Case("fraction, 8 factors, 2 times", "fraction", 8, 2),
    Case("folded Plackett-Burman 24, 8 factors", FOLDED, 8),
    Case("folded Plackett-Burman 32, 8 factors (the usual one)", FOLDED, 8, runs=16),
    Case("the same 32 in 2 blocks", FOLDED, 8, runs=16, blocks=2),
    Case("the same 32, a tenth of the Runs lost", FOLDED, 8, runs=16, lost=0.1),
    Case("definitive screening, 8 factors", "definitive_screening", 8),
)
NESTED = Case("the same 32 in nested loops, drift not thought of", FOLDED, 8, runs=16, nested=True)
"""What must fail."""


@dataclass(frozen=True)
class Whole:
    """A kind of study that is analysed whole, as its answer is made: whole plots, or steps."""

    name: str
    factors: int
    runs: int | None = None
    """Of Plackett-Burman before it is folded; none: a full factorial, twice."""
    hard: tuple[int, ...] = ()
    plots: float = 0.0
    """Noise between whole plots, beside that of Runs."""
    up_to: int | None = None
    """Runs of a study that goes on in steps, at most; of one with a fixed plan none."""
    noise: float = NOISE
    finds: float = 0.95


WHOLE = (
    Whole("whole plots, 4 factors, 1 hard to change", 4, hard=(0,), plots=0.02, finds=0.3),
    Whole("whole plots, 8 factors, 2 hard to change", 8, 16, hard=(6, 7), plots=0.02, finds=0.5),
    Whole("in steps from 24 to 64 Runs, 8 factors", 8, 12, up_to=64, noise=0.02),
)


@dataclass
class Tally:
    """What came of many studies, as shares."""

    studies: int
    claimed: float
    """Any effect is claimed that is not."""
    covered: float
    """All intervals hold the truth: those of main effects and of the interactions reported. Of
    aliased interactions, the true one is among those named."""
    found: float
    """Everything planted is found (an interaction also as one that is not told from another)."""
    right: float
    """That, and nothing else is claimed."""

    @property
    def cells(self) -> str:
        """What planted studies have in the table."""
        return f"{self.right:.1%} | {self.found:.1%} | {self.claimed:.1%} | {self.covered:.1%}"


@dataclass
class _Count:
    """The same as it is counted."""

    claimed: int = 0
    covered: int = 0
    found: int = 0
    right: int = 0

    def add(self, *, claimed: bool, covered: bool, found: bool) -> None:
        self.claimed += claimed
        self.covered += covered
        self.found += found
        self.right += found and not claimed

    def of(self, studies: int) -> Tally:
        return Tally(
            studies,
            self.claimed / studies,
            self.covered / studies,
            self.found / studies,
            self.right / studies,
        )


def tally(
    case: Case, truth: dict[tuple[int, ...], float], studies: int, simulated: int = 4_000
) -> Tally:
    """Makes and analyses them."""
    design = designs.design_of(case.kind, case.factors, runs=case.runs).matrix
    matrix = np.vstack([design] * case.times)
    replicate = np.repeat(np.arange(case.times), len(design)).astype(np.int64)
    chance = np.random.default_rng([case.factors, len(matrix)])
    count = _Count()
    for number in range(studies):
        # Orders are taken in turn, and so is what is lost: each is simulated once.
        asked = _frame(case, matrix, replicate, number % ORDERS, simulated)
        x = matrix[asked.rows]
        y = DRIFT * np.linspace(0, 1, len(x)) + NOISE * chance.standard_normal(len(x))
        for term, value in truth.items():
            y += value * np.prod(x[:, list(term)], axis=1)
        fit = model.fit(x[asked.keep], y[asked.keep], asked.block, frame=asked.frame)
        count.add(
            claimed=any(
                one.active and not ({one.term, *one.also} & set(truth)) for one in fit.terms
            ),
            covered=all(
                abs(one.value - truth.get(one.term, 0)) <= one.margin
                for one in fit.terms
                if not set(one.also) & set(truth)
            ),
            found=all(
                any(one.active and term in (one.term, *one.also) for one in fit.terms)
                for term in truth
            ),
        )
    return count.of(studies)


def tally_whole(
    case: Whole, truth: dict[tuple[int, ...], float], studies: int, simulated: int = 2_000
) -> tuple[Tally, float]:
    """The same of studies that are analysed whole; and how many Runs they took on average."""
    count, runs = _Count(), 0
    for number in range(studies):
        chance = np.random.default_rng([case.factors, len(case.hard), number])
        study = _study(case, number % ORDERS)
        y = _log_rates(case, study, truth, chance)
        answer = analysis.analyse(study, _observations(y), simulated=simulated)
        while case.up_to is not None:
            left = case.up_to - len(study.runs)
            step = sequel.step(study, answer, left, lambda _: True)
            if step is None:
                break
            study = _with(study, step)
            y = np.concatenate([y, _log_rates(case, study, truth, chance)[len(y) :]])
            answer = analysis.analyse(study, _observations(y), simulated=simulated)
        runs += len(study.runs)
        names = [one.name for one in study.factors]
        true = {tuple(names[at] for at in term): value for term, value in truth.items()}
        terms = [((one.factor,), one.effect, [], one.seen) for one in answer.factors]
        terms += [
            (tuple(one.factors), one.effect, [tuple(o) for o in one.not_told_from], True)
            for one in answer.interactions
        ]
        seen = [{name, *also} for name, _, also, is_seen in terms if is_seen]
        count.add(
            claimed=any(not (one & set(true)) for one in seen),
            found=all(any(term in one for one in seen) for term in true),
            covered=all(
                effect is not None
                and effect.low <= math.exp(2 * true.get(name, 0.0)) <= effect.high
                for name, effect, also, _ in terms
                if not set(also) & set(true)
            ),
        )
    return count.of(studies), runs / studies


def _study(case: Whole, seed: int) -> Study:
    one = (
        designs.full(case.factors)
        if case.runs is None
        else designs.plackett_burman(case.factors, case.runs, folded=True)
    )
    matrix = np.vstack([one.matrix] * (2 if case.runs is None else 1))
    replicate = np.repeat(np.arange(len(matrix) // one.runs), one.runs).astype(np.int64)
    order = ordering.run_order(matrix, blocks=1, hard=case.hard, seed=seed, replicate=replicate)
    return Study(
        schema="plimsoll.study/1",
        response="iops",
        factors=[
            StudyFactor(name=name, low="0", high="1", middle=None, hard_to_change=at in case.hard)
            for at, name in enumerate("ABCDEFGH"[: case.factors])
        ],
        design=one.kind,
        resolution=4,
        replicates=1,
        centre_points=0,
        blocks=1,
        runs=[
            StudyRun(levels=matrix[row].tolist(), block=0, plot=int(order.plot[at]))
            for at, row in enumerate(order.rows)
        ],
        confidence=0.95,
        noise=case.noise,
        effect=0.05,
        power=0.8,
        detectable=0.05,
        seed=seed,
        time_s=None if case.up_to is None else 1e9,
    )


def _with(study: Study, step: sequel.Step) -> Study:
    block = max(run.block for run in study.runs) + 1
    added = StudyStep(
        kind=step.kind, first=len(study.runs) + 1, runs=len(step.rows), about=list(step.about)
    )
    runs = [StudyRun(levels=row.tolist(), block=block, plot=0) for row in step.rows]
    return study.model_copy(update={"runs": [*study.runs, *runs], "steps": [*study.steps, added]})


def _log_rates(
    case: Whole, study: Study, truth: dict[tuple[int, ...], float], chance: np.random.Generator
) -> designs.Matrix:
    """Logs of rates: drift over what was planned at first, noise of Runs and of whole plots; steps
    begin at another level each."""
    x = np.array([run.levels for run in study.runs])
    first = study.steps[0].first - 1 if study.steps else len(x)
    y = DRIFT * np.arange(len(x)) / first + case.noise * chance.standard_normal(len(x))
    plot = np.array([run.plot for run in study.runs])
    y += case.plots * chance.standard_normal(plot.max() + 1)[plot]
    y += DRIFT * np.array([run.block for run in study.runs]) * chance.uniform(-0.5, 0.5)
    for term, value in truth.items():
        y += value * np.prod(x[:, list(term)], axis=1)
    return y


def _observations(logs: designs.Matrix) -> list[RunResponse]:
    return [RunResponse(1000 * math.exp(one)) for one in logs]


@dataclass(frozen=True)
class _OrderedDesign:
    """A design in an order of asking: rows, which of them stand, the block of each."""

    rows: designs.Places
    keep: designs.Places
    block: designs.Places
    frame: model.Frame


_FRAMES: dict[object, _OrderedDesign] = {}


def _frame(
    case: Case, matrix: designs.Matrix, replicate: designs.Places, seed: int, simulated: int
) -> _OrderedDesign:
    key = (case, seed, simulated)
    if key not in _FRAMES:
        order = ordering.run_order(
            matrix, blocks=case.blocks, hard=(), seed=seed, replicate=replicate
        )
        rows = np.lexsort(matrix.T) if case.nested else order.rows
        runs = len(matrix)
        lost = np.random.default_rng([seed, 9]).permutation(runs)[: round(case.lost * runs)]
        keep = np.setdiff1d(np.arange(runs), lost)
        x, block = matrix[rows][keep], order.block[keep]
        columns, drift = model.time_columns(len(keep), block, case.factors)
        if case.nested:
            columns = columns[:, :-1] if drift else columns
        _FRAMES[key] = _OrderedDesign(
            rows, keep, block, model.Frame(columns, x, 0.95, seed, simulated)
        )
    return _FRAMES[key]


def wrong(case: Case | Whole, null: Tally, planted: Tally | None) -> list[str]:
    """What is not as it should be; the allowance is three standard errors of a share of 5 %."""
    slack = 3 * math.sqrt(0.05 * 0.95 / null.studies)
    said = []
    if null.claimed > 0.05 + slack:
        said.append(f"{case.name}: {null.claimed:.1%} of null studies claim something")
    if null.covered < 0.95 - slack:
        said.append(f"{case.name}: {null.covered:.1%} of null studies have all intervals right")
    if planted is None:
        return said
    slack = 3 * math.sqrt(0.05 * 0.95 / planted.studies)
    if planted.covered < 0.95 - slack:
        said.append(f"{case.name}: {planted.covered:.1%} of planted studies have all right")
    if planted.found < case.finds:
        said.append(f"{case.name}: {planted.found:.1%} of planted studies find everything")
    return said


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.truth.factors")
    parser.add_argument("--studies", type=int, default=10_000)
    parser.add_argument("--whole", type=int, default=400, help="of whole plots and steps")
    asked = parser.parse_args()
    each, whole = asked.studies, asked.whole
    print(
        f"{each:,} studies without any effect and {each // 4:,} with planted ones (30, 12 and 5 %"
        f" and an interaction of 10 %), noise 1 %, drift of 10 % over the study; of the last three"
        f" rows {whole:,} and {whole // 2:,}, with noise of 2 % between whole plots, and of"
        " 2 % between the Runs of the study in steps.\n"
    )
    print(
        "| study | null: something claimed | null: all intervals right | planted: found exactly |"
        " planted: everything found | planted: something else claimed | planted: intervals right |"
    )
    print("|---|---|---|---|---|---|---|", flush=True)
    bad = []
    for case in (*CASES, NESTED):
        null, planted = tally(case, {}, each), tally(case, PLANTED, each // 4)
        _print(case.name, null, planted)
        if case is not NESTED:
            bad += wrong(case, null, planted)
        elif planted.right > 0.5:
            bad.append(f"{case.name}: right in {planted.right:.1%}, so that the others show little")
    for case_ in WHOLE:
        null, at_null = tally_whole(case_, {}, whole)
        planted, at_planted = tally_whole(case_, PLANTED, whole // 2)
        name = case_.name
        if case_.up_to is not None:
            name += f" ({at_null:.0f} and {at_planted:.0f} on average)"
        _print(name, null, planted)
        bad += wrong(case_, null, planted)
    for one in bad:
        print(one, file=sys.stderr)
    return 1 if bad else 0


def _print(name: str, null: Tally, planted: Tally) -> None:
    print(f"| {name} | {null.claimed:.1%} | {null.covered:.1%} | {planted.cells} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
