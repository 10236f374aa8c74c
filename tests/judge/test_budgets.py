"""What an operation takes of a budget: as the elements of described stacks have it, on the virtual
clock."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from plimsoll.features.policy.rules import Rates, Rules
from plimsoll.features.suggest.choosing import KindCosts
from plimsoll.judge import budgets
from plimsoll.native.session import Session

K = 1 << 10
SIZES = (4 * K, 36 * K, 128 * K)
"""One page, a size that is no multiple of the unit, a large one."""
DEVICE = """
[device.array]
servers = 1024
service = "20us"
[volume.data]
size = "1g"
path = ["policy", "array"]
"""


def stack_rate(folder: Path, element: str, size: int, read: float) -> float:
    """Operations/s of a closed loop of eight on an element of a stack."""
    path = folder / "stack.toml"
    path.write_text(element + DEVICE)
    target = f"stack:{path}"
    workload = {"block_size": size, "read": read}
    with Session.open({"target": target, "virtual": True, "workload": workload}) as session:
        record = session.run(
            {"queue_depth": 8, "workers": 1, "warmup_for": "1s", "measure_for": "4s", "seed": 1},
            role="law",
        )
    return float(record["achieved_rate_per_s"])


LIMIT = "[limit.policy]\nops_per_s = 3000\n"
BUDGET = "[budget.policy]\n"


def of_rules(rules: Rules) -> Callable[[int, float], float]:
    return rules.rate_at


def of_costs(size: int, read: float) -> float:
    kind = KindCosts(bytes_per_s=100 << 20, sequential_per_s=3000, random_per_s=3000)
    return 1 / budgets.priced_s(read / 100, kind.cost_s(3000, size), size / (40 << 20))


SHARED = Rates(3000.0)
LAWS = {
    "flat": (LIMIT, of_rules(Rules(shared=SHARED))),
    "ceil": (f'{LIMIT}cost = "ceil"\n', of_rules(Rules(shared=SHARED, unit_bytes=32 * K))),
    "linear": (
        f'{LIMIT}cost = "linear"\n',
        of_rules(Rules(shared=SHARED, unit_bytes=32 * K, rounding="exact")),
    ),
    "both": (
        f'{LIMIT}bytes_per_s = "64m"\n',
        of_rules(Rules(shared=Rates(3000.0, float(64 << 20)))),
    ),
    "apart": (
        '[limit.policy]\nread_ops_per_s = 3000\nwrite_bytes_per_s = "40m"\n',
        of_rules(Rules(read=SHARED, write=Rates(None, float(40 << 20)))),
    ),
    "priced": (
        f'{BUDGET}read_ops_per_s = 3000\nread_bytes_per_s = "100m"\nwrite_bytes_per_s = "40m"\n',
        of_costs,
    ),
}


@pytest.mark.parametrize("law", LAWS)
def test_a_described_stack_carries_what_the_law_says(law: str, tmp_path: Path) -> None:
    element, rate = LAWS[law]
    reads = (100.0,) if law in ("flat", "ceil", "linear", "both") else (100.0, 0.0)
    for size in SIZES:
        for read in reads:
            measured = stack_rate(tmp_path, element, size, read)
            assert measured == pytest.approx(rate(size, read), rel=0.01), (size, read)


def test_a_number_and_an_array_are_counted_alike() -> None:
    sizes = np.array(SIZES)
    for count in budgets.COUNTINGS.values():
        assert list(count(sizes, 32 * K)) == [count(size, 32 * K) for size in SIZES]
    assert [budgets.COUNTINGS["ceil"](size, 32 * K) for size in SIZES] == [1, 2, 4]
    assert [budgets.COUNTINGS["linear"](size, 32 * K) for size in SIZES] == [1, 1.125, 4]


def test_a_bucket_that_fills_while_it_is_spent_lasts_longer() -> None:
    # gp2 of 100 GiB: 5.4 million credits at 3000/s, regained at 300/s: 33 minutes and 20 s.
    assert budgets.credits_last_s(5.4e6, 3000, 300) == 2000
