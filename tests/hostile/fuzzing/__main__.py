"""`python -m tests.hostile.fuzzing [documents|foreign|stores|pages …] [--seconds N | --cases N]
[--seed S] [--case N]`."""

import argparse
import itertools
import random
import sys
import time
from collections.abc import Iterator

from tests.hostile.fuzzing import documents, foreign, pages, stores

KINDS = {
    "documents": documents.try_cases,
    "foreign": foreign.try_cases,
    "stores": stores.try_cases,
    "pages": pages.try_cases,
}


def until(end: float) -> Iterator[int]:
    """0, 1, 2, … until that moment."""
    return itertools.takewhile(lambda _: time.monotonic() < end, itertools.count())


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.fuzzing")
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []], default=[])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--cases", type=int)
    parser.add_argument("--seed", type=int, help="default: drawn, and told")
    parser.add_argument("--case", type=int, help="only this one, again")
    asked = parser.parse_args()
    seed = random.SystemRandom().randrange(1 << 31) if asked.seed is None else asked.seed
    found = 0
    for kind in asked.kinds or KINDS:
        numbers: Iterator[int] = until(time.monotonic() + asked.seconds)
        if asked.case is not None:
            numbers = iter([asked.case])
        elif asked.cases is not None:
            numbers = iter(range(asked.cases))
        print(f"fuzzing {kind} with seed {seed}", flush=True)
        count = 0
        for number, wrong in KINDS[kind](seed, numbers):
            count += 1
            if wrong:
                found += 1
                print(
                    f"  case {number}: {wrong}\n  again: python -m tests.hostile.fuzzing {kind}"
                    f" --seed {seed} --case {number}",
                    flush=True,
                )
        print(f"  number of cases: {count}", flush=True)
    if found:
        print(f"{found} cases found something: see fuzz/artifacts", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
