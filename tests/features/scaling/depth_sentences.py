"""The answers of `plimsoll depth` and what stands beside them, in one file that is read when it
changes: `depth_sentences.txt`. To make it again:

    .venv/bin/python -m tests.features.scaling.depth_sentences
"""

from dataclasses import replace
from pathlib import Path

from plimsoll.features.scaling import depth_words, depths
from plimsoll.features.scaling.depths import LeftOut, Rung
from plimsoll.judge.limiter.rules import Finding
from plimsoll.judge.limiter.signs import sign

KEPT = Path(__file__).with_suffix(".txt")


def rung(depth: int, *rates: float, p99_ns: float | None = None) -> Rung:
    """A depth whose mean response time follows from its rate by Little's law."""
    return Rung(depth, rates, 4096 * rates[0], depth / rates[0] * 1e9, p99_ns, None)


class HeldByClient(depths.Best):
    """One worker was too few."""

    @property
    def client(self) -> Finding:
        """Its processor was full, and more were not tried."""
        signs = (sign("workers_busy", busy=0.99), sign("more_workers_not_run"))
        return Finding("client_cpu", "single", 0.6, signs)


LOST = LeftOut(64, "failed", "a read failed", 2, 2)
RISES = (rung(1, 100, 100), rung(2, 200, 200), rung(4, 400, 400))
FLAT = (rung(4, 800, 800), rung(8, 1000, 1000, p99_ns=1e6), rung(16, 1000, 1000, p99_ns=2e6))
SPREAD = (0.99, 1.0, 1.01)
NOISY = tuple(
    rung(depth, *(rate * one for one in SPREAD), p99_ns=depth * 1e5)
    for depth, rate in ((16, 800.0), (32, 1000.0), (128, 1003.0), (256, 1006.0))
)
STUCK = replace(NOISY[-1], at_least=("p99",))
LADDERS = {
    "one depth": depths.best([rung(1, 5.0)]),
    "it still rises": depths.Best(RISES),
    "it still rises, deeper ones failed": depths.Best(RISES, missing=(LOST,)),
    "Runs differ": depths.Best((rung(4, 6781, 7864), rung(8, 7751, 46569), rung(16, 11483, 11987))),
    "none is faster": depths.Best(FLAT),
    "none is measurably faster": depths.Best(NOISY),
    "operations never finished at the deepest": depths.Best((*NOISY[:-1], STUCK)),
    "the highest": depths.Best((rung(1, 100, 100), rung(2, 210, 210), rung(4, 201, 201))),
    "nearly the highest": depths.Best(
        (rung(1, 100, 100), rung(2, 200, 200), rung(4, 301, 301), rung(8, 311, 312))
    ),
    "one Run each": depths.Best((rung(1, 100), rung(2, 200), rung(4, 201))),
    "one Run each, the highest": depths.Best((rung(1, 100), rung(2, 200), rung(4, 199))),
    "the client held it": HeldByClient(FLAT),
}
LEFT = ([LOST], [LOST, replace(LOST, queue_depth=128)], [replace(LOST, queue_depth=4, runs=1)])


def kinds() -> set[str]:
    """Every reason among these."""
    found = (ladder.reason.kind for ladder in LADDERS.values() if ladder is not None)
    return {"too_few_depths", *found}


def text() -> str:
    lines = []
    for name, found in LADDERS.items():
        beside = () if found is None else depth_words.beside(found)
        lines += [f"[{name}]", depth_words.sentence(found), *beside, ""]
    for left in LEFT:
        lines += depth_words.left_out(left)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    KEPT.write_text(text(), encoding="utf-8")
