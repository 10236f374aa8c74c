"""Fifty series and what Apache Otava 0.8.0 says of them: `tests/fixtures/history/otava.json`.

    python -m venv /tmp/otava && /tmp/otava/bin/pip install apache-otava==0.8.0
    PYTHONPATH=. /tmp/otava/bin/python tests/truth/oracle_otava.py

Run by hand: the package pins versions that Plimsoll does not have, so that it is no part of its own
environment.
"""

import json
import random
from pathlib import Path

PLACE = Path(__file__).parents[1] / "fixtures" / "history" / "otava.json"


def series(number: int) -> list[float]:
    """Levels of random length with 1 to 3 % of noise; every tenth series has none that change."""
    chance = random.Random(number)
    spread = chance.choice((0.01, 0.02, 0.03))
    values: list[float] = []
    level = 1000.0
    length = chance.randint(20, 130)
    while len(values) < length:
        count = chance.randint(4, 45)
        values += [round(chance.gauss(level, spread * level), 4) for _ in range(count)]
        if number % 10:
            level *= 1 + chance.choice((-0.1, -0.05, -0.03, 0.03, 0.05, 0.1))
    return values[:length]


def main() -> None:
    """Writes the fixture."""
    from otava.analysis import compute_change_points  # type: ignore[import-not-found]

    found = []
    for number in range(50):
        values = series(number)
        changes, _ = compute_change_points(list(values), window_len=50, max_pvalue=0.001)
        found.append(
            {
                "values": values,
                "changes": [
                    {
                        "index": int(one.index),
                        "pvalue": float(one.stats.pvalue),
                        "before": float(one.stats.mean_1),
                        "after": float(one.stats.mean_2),
                    }
                    for one in changes
                ],
            }
        )
    PLACE.parent.mkdir(parents=True, exist_ok=True)
    PLACE.write_text(json.dumps({"otava": "0.8.0", "series": found}) + "\n")


if __name__ == "__main__":
    main()
