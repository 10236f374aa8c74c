"""How often two searches of one disk choose the same default objective.

`python -m tests.truth.default_objective`: a row for each spread of the light load's p99 between
searches, with the ladder of bounds that searches choose from and with a finer one. Disks differ
(their p99 lies anywhere between 0.05 and 5 ms, evenly by its logarithm), and the p99 of a short Run
lies 30 % off that of its search.
"""

import numpy as np

from plimsoll.search.load_line import ABOVE_LIGHT, DEFAULT_BOUNDS_US, REFERENCES

BOUNDS = tuple(bound / 1_000 for bound in DEFAULT_BOUNDS_US)
FINER = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
"""Both in ms."""
DISKS = 200_000


def choose_bound(bounds: tuple[float, ...], p99_ms: np.ndarray) -> np.ndarray:
    """The lowest bound that is far enough above; infinite where none is."""
    found = np.full(len(p99_ms), np.inf)
    for bound in reversed(bounds):
        found = np.where(bound >= ABOVE_LIGHT * p99_ms, bound, found)
    return found


def agree(
    bounds: tuple[float, ...],
    spread: float,
    *,
    kept: bool = False,
    before: int = 0,
    disks: int = DISKS,
    seed: int = 1,
) -> float:
    """Share of disks of which two searches chose the same, after so many before them. `kept`: each
    keeps the bound of the last one where that is far enough above."""
    draws = np.random.default_rng(seed)
    truth = np.exp(draws.uniform(np.log(0.05), np.log(5), disks))

    def search() -> np.ndarray:
        level = truth * np.exp(draws.normal(0, spread, disks))
        runs = level[:, None] * np.exp(draws.normal(0, 0.3, (disks, REFERENCES)))
        return choose_bound(bounds, np.median(runs, axis=1))

    last = search()
    for _ in range(before + 1):
        first, own = last, search()
        # A bound that is higher than needed is far enough above.
        last = np.maximum(first, own) if kept else own
    return float(np.mean(first == last))


def main() -> None:
    """Prints the table."""
    print(
        "| spread between searches | bounds of searches | 1, 2, 5, 10, 20, 50, 100 ms"
        " | the last one's kept: 1st and 2nd search | 5th and 6th |"
    )
    print("|---|---|---|---|---|")
    for spread in (0.1, 0.2, 0.3, 0.6):
        shares = (
            agree(BOUNDS, spread),
            agree(FINER, spread),
            agree(BOUNDS, spread, kept=True),
            agree(BOUNDS, spread, kept=True, before=4),
        )
        print(f"| {spread:.0%} | {' | '.join(f'{share:.0%}' for share in shares)} |")


if __name__ == "__main__":
    main()
