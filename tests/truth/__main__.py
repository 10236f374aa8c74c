"""`python -m tests.truth [--seeds N] [--only NAME]`: the table of whole searches, as Markdown; 1
when something is wrong.

Intervals that are right and wider than is asked for are told beneath it, and no reason to keep the
table back. With `--keep FOLDER` every answer is kept as soon as it is there and not asked for
again, so that hours of searches may be made in pieces; the table names the commits that they were
made from.
"""

import argparse
import math
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tests.truth import harness
from tests.truth.suite import CASES, HEADER, assess, cached_answer, row, search_by_name, too_wide


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.truth")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument(
        "--jobs",
        "--processes",
        type=int,
        default=len(os.sched_getaffinity(0)),
        help="searches at a time",
    )
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", type=Path, help="a folder for the answers")
    asked = parser.parse_args()
    print("## Whole searches against known load lines\n")
    print(
        f"{asked.seeds} seeds each, virtual clock, `Budget.virtual()`; made by `python -m"
        f" tests.truth --seeds {asked.seeds}`. Medians over seeds; test time of maximum, warm-up,"
        " drain and holds is part of the operations.\n"
    )
    print(HEADER, flush=True)
    wrong, wide, commits = [], [], set()
    ask = search_by_name if asked.keep is None else partial(cached_answer, asked.keep)
    for case in CASES:
        if asked.only not in case.name:
            continue
        with ProcessPoolExecutor(asked.jobs) as pool:
            answers = list(pool.map(ask, [case.name] * asked.seeds, range(asked.seeds)))
        print(row(case, answers), flush=True)
        truth = case.truth() if case.truth else None
        results = [answer.result for answer in answers]
        commits |= {answer.commit for answer in answers}
        wrong += [
            f"{case.name}: {words}" for words in assess(results, truth, case.reach, width=math.inf)
        ]
        wide += (
            []
            if truth is None
            else [f"{case.name}: {words}" for words in too_wide(results, case.width)]
        )
    print(f"\nSearches of {', '.join(sorted(commits))}.")
    return harness.verdict(wrong, wide)


if __name__ == "__main__":
    sys.exit(main())
