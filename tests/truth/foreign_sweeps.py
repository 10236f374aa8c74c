"""`python -m tests.truth.foreign_sweeps`: the load line of sweeps that other programs measured, on
curves whose line is known.

Each seed is a sweep of its own: a kind of storage, a list of rates, an objective, a format, and
noise of 1 to 10 % on every latency. It is written as that program writes it, imported, and read
by `find --from`. Kinds of storage: M/M/c by Erlang's formula; a limiter that hands out a window's
share at once before a constant service (the mean by a long simulation); a cliff. Of a format with
percentiles the objective is on p99, else on the mean: the latency at a rate is exponential, so
that p99 is ln 100 times the mean.
"""

import functools
import math
import random
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np

from plimsoll.features.imports import importing
from plimsoll.native.session import parse_objective
from plimsoll.report.evidence import sweeps
from plimsoll.report.evidence.evidence import gather
from plimsoll.store import Store
from tests.truth import foreign_files, harness
from tests.truth.foreign_files import DEVIATIONS, MEANS, PERCENTILES, Row

NEAR = 0.10
LEAST_NEAR, LEAST_HELD, MOST_WIDTH = 0.95, 0.93, 0.15
"""What is asked: shares of sweeps whose line is told within a tenth, and lies in the interval; and
how wide that is, the median."""
ROUNDED = 1.002
LEAST_ABOVE = 1.3
"""Times the latency at no load that an objective allows: nearer to it, its line is where the noise
puts it."""
KINDS = ("queue", "window", "cliff")
FORMATS = (*MEANS, *DEVIATIONS, *PERCENTILES)
WINDOWS_S = (0.01, 0.1, 1.0)


@dataclass(frozen=True)
class Storage:
    """A mean latency in seconds at each rate per s, and what it carries."""

    latency: Callable[[float], float]
    carries: float
    alone: float


def queue(servers: int, service: float) -> Storage:
    """M/M/c: the mean response."""

    def latency(rate: float) -> float:
        offered, blocked = rate * service, 1.0
        for n in range(1, servers + 1):
            blocked = offered * blocked / (n + offered * blocked)
        waits = blocked / (1 - offered / servers * (1 - blocked))
        return service + waits * service / (servers - offered)

    return Storage(latency, servers / service, service)


@functools.cache
def _waits(window_s: float, cap: float) -> tuple[np.ndarray, np.ndarray]:
    """Rates and the mean wait for a window's share, in seconds, by 40,000 windows each."""
    drawn = np.random.default_rng(1)
    rates = cap * np.array([0.05, 0.2, 0.4, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.96, 0.98, 0.99])
    waits = []
    for rate in rates:
        left = np.cumsum(drawn.poisson(rate * window_s, 40_000) - cap * window_s)
        backlog = left - np.minimum(0.0, np.minimum.accumulate(left))
        waits.append(float(backlog.mean()) / rate)
    # It never falls with the rate; by chance it may.
    return rates, np.maximum.accumulate(np.array(waits))


def window(window_s: float, cap: float, service: float) -> Storage:
    """A limiter that refills once in a window, before a constant service."""
    rates, waits = _waits(window_s, cap)

    def latency(rate: float) -> float:
        if rate <= rates[-1]:
            return service + float(np.interp(rate, rates, waits))
        return service + float(waits[-1]) * (cap - float(rates[-1])) / (cap - rate)

    return Storage(latency, cap, service)


def cliff(edge: float, slope: float, factor: float, alone: float) -> Storage:
    """A latency that rises a little up to an edge, and is many times as high beyond."""

    def latency(rate: float) -> float:
        below = alone * (1 + slope * rate / edge)
        return below if rate <= edge else alone * factor

    return Storage(latency, 10 * edge, alone)


@dataclass(frozen=True)
class Sweep:
    """What is written, the mean that is allowed in seconds, and the true line."""

    kind: str
    rows: tuple[Row, ...]
    bound: float
    line: float
    noise: float


def draw_sweep(seed: int, kind: str) -> Sweep:
    """A sweep of a kind, with its line inside of the rates."""
    draw = random.Random(f"{kind}/{seed}")
    while True:
        storage, top = _storage(draw, kind)
        n = draw.randint(8, 20)
        lowest = top * draw.uniform(0.05, 0.15)
        rates = [float(f"{lowest + (top - lowest) * i / (n - 1):.4g}") for i in range(n)]
        line = storage.carries / 10 if kind == "cliff" else _line(draw, storage, rates)
        if line is None:
            continue
        bound = storage.latency(line) * (1 + 1e-9)
        if kind == "cliff":
            bound = storage.alone * draw.uniform(1.8, 2.5)
        elif bound < LEAST_ABOVE * storage.alone:
            continue
        if not rates[0] * 1.05 < line < rates[-1] * 0.98:
            continue
        noise = draw.uniform(0.01, 0.10)
        rows = tuple(_row(draw, storage, rate, noise) for rate in rates)
        return Sweep(kind, rows, bound, line, noise)


def _storage(draw: random.Random, kind: str) -> tuple[Storage, float]:
    """A storage, and the highest rate that it is asked for."""
    if kind == "queue":
        made = queue(draw.choice((1, 2, 4, 16, 64)), draw.uniform(0.2e-3, 10e-3))
        return made, made.carries * draw.uniform(0.8, 1.25)
    if kind == "window":
        made = window(draw.choice(WINDOWS_S), 2000.0, draw.uniform(0.2e-3, 5e-3))
        return made, made.carries * draw.uniform(0.97, 1.4)
    edge = draw.uniform(500, 50_000)
    made = cliff(edge, draw.uniform(0, 0.6), draw.uniform(3, 40), draw.uniform(0.2e-3, 5e-3))
    return made, edge * draw.uniform(1.15, 1.7)


def _line(draw: random.Random, storage: Storage, rates: Sequence[float]) -> float | None:
    """A rate at which an objective is just met."""
    most = min(rates[-1], storage.carries)
    line = draw.uniform(0.35, 0.98) * most
    return line if line < storage.carries * 0.995 else None


def _row(draw: random.Random, storage: Storage, rate: float, noise: float) -> Row:
    if rate >= storage.carries:
        # All that may be outstanding is, as in a closed loop of that depth.
        return Row(rate, storage.carries, foreign_files.DEPTH / storage.carries)
    return Row(rate, rate, storage.latency(rate) * math.exp(draw.gauss(0, noise)))


@dataclass(frozen=True)
class SweepReading:
    """What was read of a sweep."""

    sweep: Sweep
    grade: str
    rate: float | None
    low: float | None
    high: float | None
    plan: float | None

    @property
    def near(self) -> bool:
        """Whether the line is told within a tenth; a bound is where it is right."""
        if self.rate is None:
            return self.contains_line
        return abs(self.rate / self.sweep.line - 1) <= NEAR

    @property
    def contains_line(self) -> bool:
        """Whether the interval holds the line."""
        low, high = self.low or 0.0, self.high or math.inf
        return low <= self.sweep.line * ROUNDED and high >= self.sweep.line / ROUNDED

    @property
    def width(self) -> float | None:
        """Of the interval, relative to its lower end."""
        return None if self.low is None or self.high is None else self.high / self.low - 1


def read(sweep: Sweep, write: Callable[[Path, Sequence[Row]], None]) -> SweepReading:
    """Written in a format, imported, and its line read."""
    bound_ms = sweep.bound * 1e3
    asked = f"mean <= {bound_ms:.6f}ms"
    if write in PERCENTILES:
        asked = f"p99 <= {bound_ms * math.log(100):.6f}ms"
    with TemporaryDirectory() as folder:
        files = Path(folder, "files")
        files.mkdir()
        write(files, sweep.rows)
        with Store.open(Path(folder, "s.db")) as store:
            tally = importing.import_results(store, [files])
            assert tally.campaign is not None, tally.left
            cells = sweeps.cells([gather(store, tally.campaign)])
            cell = max(cells, key=lambda one: len(one.open_loop_runs))
            found = sweeps.line(
                cell,
                parse_objective(asked),
                asked=True,
                histograms=store.histograms,
                latency_told=False,
            ).load_line
    return SweepReading(
        sweep, found.grade, found.rate_per_s, found.low, found.high, found.plan_per_s
    )


def one(seed: int) -> SweepReading:
    """The sweep of a seed: kinds and formats by turns."""
    write = FORMATS[seed // len(KINDS) % len(FORMATS)]
    return read(draw_sweep(seed, KINDS[seed % len(KINDS)]), write)


HEADER = (
    "| storage | sweeps | estimated | within 10 % | interval holds the line | width, median | off,"
    " median | with a rate to plan with | of those above the line |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def row(name: str, found: Sequence[SweepReading]) -> str:
    """A row of the table."""
    widths = [one.width for one in found if one.width is not None]
    off = [abs(one.rate / one.sweep.line - 1) for one in found if one.rate is not None]
    planned = [one for one in found if one.plan is not None]
    above = sum((one.plan or 0.0) > one.sweep.line * ROUNDED for one in planned)
    return (
        f"| {name} | {len(found)} | {sum(one.grade == 'estimated' for one in found)} |"
        f" {sum(one.near for one in found)} | {sum(one.contains_line for one in found)} |"
        f" {median(widths) * 100:.1f} % | {median(off) * 100:.1f} % | {len(planned)} | {above} |"
    )


def well(found: Sequence[SweepReading]) -> bool:
    """Whether all of them are as was asked."""
    widths = [one.width for one in found if one.width is not None]
    return (
        sum(one.near for one in found) >= LEAST_NEAR * len(found)
        and sum(one.contains_line for one in found) >= LEAST_HELD * len(found)
        and median(widths) <= MOST_WIDTH
    )


def main() -> int:
    given = harness.arguments(__doc__, 200)
    with ProcessPoolExecutor(given.jobs) as pool:
        found = list(pool.map(one, range(given.seeds), chunksize=8))
    print(
        "Sweeps of 8 to 20 rates with noise of 1 to 10 % on every latency, written as vdbench, fio,"
        " diskspd, HCIBench and elbencho write them, imported and read. A line within"
        f" 10 % of the truth is asked of {LEAST_NEAR:.0%}, an interval that holds it of"
        f" {LEAST_HELD:.0%}, and a median width of {MOST_WIDTH:.0%} at most.\n"
    )
    print(HEADER)
    for kind in KINDS:
        print(row(kind, [told for told in found if told.sweep.kind == kind]))
    print(row("all", found))
    return 0 if well(found) else 1


if __name__ == "__main__":
    sys.exit(main())
