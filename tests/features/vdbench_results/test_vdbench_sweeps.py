"""Load lines of sweeps that vdbench's histograms tell: an interval that holds the true line, though
no bucket says where in it a percentile lies."""

import random
from pathlib import Path

import pytest

from plimsoll.base.documents import plain
from plimsoll.features.imports import importing
from plimsoll.native.session import parse_objective
from plimsoll.report.evidence import sweeps
from plimsoll.report.evidence.evidence import gather
from plimsoll.store import Store
from tests.features.vdbench_results import vdbench_writer as writer
from tests.features.vdbench_results.vdbench_writer import Interval, Truth

pytestmark = pytest.mark.long

LN_100 = 4.605170186
ROWS = 40
ALONE_MS, CARRIES = 5.0, 1_500.0


def mean_ms(rate: float) -> float:
    """One server: the response time at a rate is exponential."""
    return ALONE_MS / (1 - rate / CARRIES)


def import_sweep(tmp_path: Path, rates: list[float], noise: float, draw: random.Random) -> Store:
    truths, tables = [], []
    for number, rate in enumerate(rates):
        seen = mean_ms(rate) * draw.lognormvariate(0.0, noise)
        truths.append(
            Truth(
                (Interval(rate, seen),) * ROWS,
                name=f"run{number}",
                asked=f"{rate:g}",
                read_percent=100.0,
                began_s=36_000.0 + 100 * number,
            )
        )
        count = round(rate * (ROWS - 1))
        title = "Only reads done for this workload:"
        tables.append({title: writer.exponential(count, 1e3 * seen)})
    files = {
        "flatfile": writer.flat(truths),
        "parmfile": writer.PARAMETERS,
        "histogram": writer.histogram(truths, tables),
    }
    (tmp_path / "v").mkdir()
    for name, text in files.items():
        (tmp_path / "v" / f"{name}.html").write_text(text)
    store = Store.open(tmp_path / "s.db")
    assert importing.import_results(store, [tmp_path / "v"]).campaign == 1
    return store


def line(store: Store, objective: str) -> dict[str, object]:
    (cell,) = sweeps.cells([gather(store, 1)])
    read = sweeps.line(
        cell,
        parse_objective(objective),
        asked=True,
        histograms=store.histograms,
        latency_told=False,
    )
    return plain(read.load_line)


@pytest.mark.parametrize("seed", range(10))
def test_the_interval_of_a_line_holds_it(tmp_path: Path, seed: int) -> None:
    draw = random.Random(seed)
    rates = [float(round(1_400 * (n + 1) / 14)) for n in range(14)]
    true = draw.uniform(0.35, 0.85) * CARRIES
    bound_ms = LN_100 * mean_ms(true)
    with import_sweep(tmp_path, rates, draw.uniform(0.0, 0.05), draw) as store:
        found = line(store, f"p99 <= {bound_ms:.6f}ms")
    if found.get("grade") == "estimated":
        low, high = found["low"], found["high"]
        assert isinstance(low, int | float)
        assert isinstance(high, int | float)
        assert low <= true <= high
        # A bucket doubles: the line of one server lies between rates that are far apart.
        assert high - low < 0.9 * CARRIES
    else:
        # One row decides a bound, and its latency scatters.
        assert found.get("grade") == "bounded"
        assert found.get("low") is None or float(str(found["low"])) <= true * 1.1
        assert found.get("high") is None or float(str(found["high"])) >= true * 0.9


def test_a_bound_inside_a_bucket_that_all_rows_are_in_has_no_line(tmp_path: Path) -> None:
    """p99 of all rows between 20 and 40 ms: nobody knows which of them are beyond 30."""
    rates = [20.0 * n for n in range(1, 13)]
    with import_sweep(tmp_path, rates, 0.0, random.Random(0)) as store:
        found = line(store, "p99 <= 30ms")
        assert (found.get("grade"), found.get("low"), found.get("high")) == ("bounded", None, None)
        # The mean is in the file.
        assert line(store, "mean <= 5.5ms")["grade"] == "estimated"
        # Buckets wholly on one side decide.
        assert line(store, "p99 <= 40ms")["low"] is not None
        assert line(store, "p99 <= 20ms")["high"] is not None
