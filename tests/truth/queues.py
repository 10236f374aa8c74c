"""The model beside queueing theory, as docs/truth.md has it: the runs of crates/storage's tests
that are held against formulas, each long enough to tell 1 %."""

import os
import subprocess
import sys

COMMAND = (
    *("cargo", "test", "--profile", "tests", "--locked", "--quiet"),
    *("-p", "plimsoll-storage", "--test", "claims"),
    *("--", "--nocapture", "--test-threads=1", "queueing", "networks"),
)
HEAD = """\
Open queues (Pollaczek and Khinchine, Erlang C) and closed networks (mean value analysis). Every \
figure has to lie within 1 % of theory, and its standard error, from 200 batches of its run, \
below a quarter of that. `make test` holds the same runs, a sixth as long, to 2.5 %.

| figure | theory | simulated | off | standard error |
| --- | ---: | ---: | ---: | ---: |"""


def main() -> int:
    """Prints the table; the exit code of the tests."""
    whole = {**os.environ, "PLIMSOLL_TRUTH": "whole"}
    done = subprocess.run(COMMAND, env=whole, stdout=subprocess.PIPE, text=True, check=False)
    print(HEAD)
    for line in done.stdout.splitlines():
        # What a test prints stands behind the dot of the one before it.
        _, found, row = line.partition("row|")
        if found:
            print(f"|{row}")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
