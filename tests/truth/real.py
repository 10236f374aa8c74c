"""`python -m tests.truth.real --folder DIR`: demos on this machine's disk, against a staircase of longer Runs at fixed rates.

Nothing else should run. First so many demos of a minute each, with one objective; then Runs of `--seconds` at fixed rates around
their median, each rate so many times, interleaved. Where those change from meeting the objective to missing it lies the
line of that time; on a shared machine it is a range, not a point. A demo holds it when its interval reaches into the range.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

SHARES = (0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3)
COMMAND = Path(sys.executable).with_name("plimsoll")


def told(folder: Path, *words: str) -> dict[str, Any]:
    """What the command printed as JSON."""
    ended = subprocess.run([COMMAND, *words, "--json"], cwd=folder, capture_output=True, text=True, check=False)
    if not ended.stdout.strip():
        raise SystemExit(ended.stderr)
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


def staircase(folder: Path, objective: str, middle: float, seconds: int, rounds: int) -> tuple[float, float]:
    """The range in which the line lay: above the lowest rate that was always met, below the highest that was always missed."""
    subprocess.run([COMMAND, "prepare", "truth.dat", "--size", "1g"], cwd=folder, check=True, capture_output=True)
    missed: dict[float, list[bool]] = {share * middle: [] for share in SHARES}
    try:
        for _ in range(rounds):
            for rate, votes in missed.items():
                record = told(
                    folder, "run", "--target", "truth.dat", "--block-size", "8k", "--read", "70", "--rate", f"{rate:.0f}",
                    "--objective", objective, "--measure-for", f"{seconds}s",
                )  # fmt: skip
                judgement = record["judgement"]
                votes.append(judgement["verdict"] == "fail" or bool(judgement["leans_to_fail"]))
    finally:
        (folder / "truth.dat").unlink()
    for rate, votes in missed.items():
        print(f"- {rate:,.0f}/s: missed {sum(votes)} of {len(votes)}")
    met = [rate for rate, votes in missed.items() if not any(votes)]
    lost = [rate for rate, votes in missed.items() if all(votes)]
    low = max((rate for rate in met if all(rate < one for one in lost)), default=min(missed))
    return low, min((rate for rate in lost if rate > low), default=max(missed))


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--folder", type=Path, required=True)
    asked.add_argument("--objective", default="p99 <= 5ms")
    asked.add_argument("--demos", type=int, default=20)
    asked.add_argument("--seconds", type=int, default=60)
    asked.add_argument("--rounds", type=int, default=2)
    given = asked.parse_args()
    lines = []
    for seed in range(given.demos):
        answer = told(given.folder, "demo", "--objective", given.objective, "--seed", str(seed + 1), "--force")
        lines.append((answer["load_line"], answer["test_seconds"]))
        line = lines[-1][0]
        print(
            f"- {line['grade']}: {line['rate_per_s']} ({line['low']} .. {line['high']}), {answer['test_seconds']:.0f} s",
            flush=True,
        )
    answered = [line for line, _ in lines if line["rate_per_s"]]
    low, high = staircase(
        given.folder, given.objective, median(line["rate_per_s"] for line in answered), given.seconds, given.rounds
    )
    width = [line["high"] / line["low"] - 1 for line in answered]
    held = sum(line["low"] <= high and line["high"] >= low for line in answered)
    print(
        "\n| demos | confirmed or estimated | no wider than 35 % | hold the staircase's range | range of the staircase | width, median | test s, longest |\n"
        "|---|---|---|---|---|---|---|\n"
        f"| {len(lines)} | {len(answered)} | {sum(w <= 0.35 for w in width)} | {held} | {low:,.0f} .. {high:,.0f} | {median(width):.0%} | {max(s for _, s in lines):.0f} |"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
