"""`python -m tests.truth [--seeds N] [--only NAME]`: the table of whole searches, as Markdown; 1 when something is wrong."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor

from tests.truth.suite import CASES, HEADER, assess, row, search_named


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.truth")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--processes", type=int, default=1, help="searches at a time")
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    print("## Whole searches against known load lines\n")
    print(
        f"{asked.seeds} seeds each, virtual clock, `Budget.virtual()`; made by `python -m tests.truth --seeds {asked.seeds}`. "
        "Medians over seeds; test time of maximum, warm-up, drain and holds is part of the operations.\n"
    )
    print(HEADER, flush=True)
    wrong = []
    for case in CASES:
        if asked.only not in case.name:
            continue
        with ProcessPoolExecutor(asked.processes) as pool:
            answers = list(pool.map(search_named, [case.name] * asked.seeds, range(asked.seeds)))
        print(row(case, answers), flush=True)
        truth = case.truth() if case.truth else None
        wrong += [
            f"{case.name}: {words}"
            for words in assess([a.result for a in answers], truth, case.reach, width=case.width)
        ]
    print("\n" + ("\n".join(f"- WRONG: {words}" for words in wrong) if wrong else "Nothing is wrong."))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
