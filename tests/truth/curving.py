"""`python -m tests.truth.curving [--seeds N]`: the asymptote of fitted curves on stacks of known
capacity, and how often predictions hold; as Markdown, 1 when something is wrong.

Predictions are held against Erlang's formula where there is one, else against long Runs of their
own seeds.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from statistics import median

from scipy import stats

from plimsoll.judge.curves import Fit, Point, service_curve
from tests.truth import harness

MM4 = """[device.disk]
servers = 4
service = { distribution = "exponential", mean = "200us" }
[volume.data]
size = "16g"
path = ["disk"]
"""
WITHIN = 0.05
LONG = 1_000_000
"""Operations of the Runs that stand for the truth where there is no formula."""


@dataclass(frozen=True)
class Case:
    """A stack by its file or its text; where it is measured and asked, as shares of its capacity
    per second."""

    name: str
    stack: str
    capacity: float
    measured: tuple[float, ...]
    asked: tuple[float, ...]
    mean_s: Callable[[float], float] | None


def erlang_c(servers: int, service_s: float) -> Callable[[float], float]:
    """Mean response time of M/M/c at a rate (Erlang 1917)."""

    def mean(rate: float) -> float:
        load, blocked = rate * service_s, 1.0
        for k in range(1, servers + 1):
            blocked = load * blocked / (k + load * blocked)
        waits = blocked / (1 - load / servers * (1 - blocked))
        return service_s + waits * service_s / (servers * (1 - load / servers))

    return mean


CASES = (
    Case(
        "M/M/1",
        "mm1",
        5_000,
        (0.1, 0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.88),
        (0.15, 0.45, 0.75, 0.92),
        erlang_c(1, 2e-4),
    ),
    Case(
        "M/M/4",
        MM4,
        20_000,
        (0.1, 0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.88, 0.93),
        (0.15, 0.45, 0.75, 0.9),
        erlang_c(4, 2e-4),
    ),
    Case(
        "M/D/64",
        "mdk",
        64_000,
        (0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.94, 0.97, 0.985),
        (0.4, 0.75, 0.92, 0.96),
        None,
    ),
)


@dataclass(frozen=True)
class Answer:
    asymptote: float
    low: float
    high: float
    held: int
    """Predictions whose interval holds the truth."""


@cache
def truth(case: Case) -> tuple[float, ...]:
    """The mean response time in ns at the rates that are asked."""
    rates = [share * case.capacity for share in case.asked]
    if case.mean_s is not None:
        return tuple(case.mean_s(rate) * 1e9 for rate in rates)
    return tuple(point.y for point in measure_points(case, rates, LONG, 10**6))


def measure_points(case: Case, rates: list[float], operations: int, seed: int) -> list[Point]:
    """A Run at each rate; those that were carried."""
    found = []
    asked = {"block_size": "4k", "read": 100}
    with harness.open_stack(case.stack, asked, {"arrivals": "poisson"}) as session:
        for number, rate in enumerate(rates):
            record = session.probe(
                rate=rate,
                measure_for_s=operations / rate,
                warmup_for_s=0.2,
                objective=None,
                stop_when_decided=False,
                seed=seed * 100 + number,
                role="probe",
            )
            spans = record["all"]["response_time_ns"]
            if record["outcome"] == "ok" and spans["mean"] and spans["stddev"] is not None:
                error = spans["stddev"] / spans["mean"] / record["all"]["count"] ** 0.5
                found.append(Point(rate, spans["mean"], error))
    return found


def fit_curve(case: Case, *, seed: int, operations: int) -> Fit:
    """The curve of these Runs."""
    fit = service_curve(
        measure_points(case, [share * case.capacity for share in case.measured], operations, seed)
    )
    assert fit is not None, f"{case.name}, seed {seed}: no fit"
    return fit


def answer(case: Case, *, seed: int, operations: int) -> Answer:
    fit = fit_curve(case, seed=seed, operations=operations)
    found = [fit.predict(share * case.capacity) for share in case.asked]
    held = sum(
        p.low is not None and p.high is not None and p.low <= value <= p.high
        for p, value in zip(found, truth(case), strict=True)
    )
    top = fit.parameters["x_max"]
    return Answer(top.value, top.low or 0.0, top.high or float("inf"), held)


def main() -> int:
    asked = harness.arguments(__doc__, 40, operations=200_000)
    n = asked.seeds
    print(
        f"{n} seeds each, {asked.operations:,} operations a Run, virtual clock; made by `python -m"
        f" tests.truth.curving --seeds {n}`. Predictions inside and beyond the measured range,"
        " nominal 95 %.\n"
    )
    print(
        "| stack | capacity, IOPS | within 5 % | median asymptote | its interval holds it |"
        " predictions that hold |"
    )
    print("|---|---|---|---|---|---|")
    wrong = []
    for case in CASES:
        answers = [answer(case, seed=seed, operations=asked.operations) for seed in range(n)]
        near = sum(abs(a.asymptote / case.capacity - 1) <= WITHIN for a in answers)
        holds = sum(a.low <= case.capacity <= a.high for a in answers)
        held, all_ = sum(a.held for a in answers), n * len(case.asked)
        print(
            f"| {case.name} | {case.capacity:,.0f} | {near}/{n} |"
            f" {median(a.asymptote for a in answers):,.0f} | {holds}/{n} | {held / all_:.1%} |",
            flush=True,
        )
        if near < n:
            wrong.append(f"{case.name}: {n - near} asymptotes are off by more than 5 %")
        if held < stats.binom.ppf(1e-3, all_, 0.9):
            wrong.append(f"{case.name}: {held} of {all_} predictions hold")
    return harness.verdict(wrong)


if __name__ == "__main__":
    sys.exit(main())
