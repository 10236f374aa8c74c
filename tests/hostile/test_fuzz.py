"""Made-up input: a fixed handful in `make test`, some seconds of each with a new seed in `make
hostile`, a minute in `make fuzz`.

The Rust side (`tools/fuzz`: specs, records, both ends of NBD) is built with its own flags, so it
runs in the last two only.
"""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.hostile.conftest import Attempts
from tests.hostile.fuzzing.__main__ import KINDS, until
from tests.hostile.rig import WHOLE, number, tools, whole
from tests.words import argv

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
FEW = {"documents": 12, "foreign": 40, "stores": 4, "pages": 40}
"""Cases of the short form."""
NATIVE = argv("spec nbd nbd_session record serve_handshake serve_requests serve_connections")


@pytest.mark.parametrize("kind", KINDS)
def test_made_up_input_is_answered_or_refused(attempts: Attempts, kind: str) -> None:
    if WHOLE:
        seed, numbers = (
            random.SystemRandom().randrange(1 << 31),
            until(time.monotonic() + number("fuzz_seconds", 30)),
        )
    else:
        seed, numbers = 1, iter(range(FEW[kind]))
    for case, wrong in KINDS[kind](seed, numbers):
        assert not wrong, (
            f"{wrong}\nagain: python -m tests.hostile.fuzzing {kind} --seed {seed} --case {case}"
        )
        attempts.count_success()


@whole
@pytest.mark.parametrize("target", NATIVE)
def test_made_up_bytes_break_no_parser(attempts: Attempts, target: str) -> None:
    # Built anew with coverage; libFuzzer is C++.
    tools("cargo", "c++")
    seconds = str(number("fuzz_native_seconds", 10))
    done = subprocess.run(
        [ROOT / "tools/fuzz", seconds, target], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    executed = [
        line.split()[-1] for line in done.stdout.splitlines() if "number_of_executed_units" in line
    ]
    attempts.count_success(int(executed[0]))


def test_the_fuzzers_find_what_is_wrong() -> None:
    """The canary: a crash of the command counts as a finding."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile.fuzzing", "documents", "--cases", "1", "--seed", "1"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PLIMSOLL_INJECT_CRASH": "python"},
    )
    assert done.returncode == 1
    assert "ended with 70" in done.stdout
    assert "--seed 1 --case 0" in done.stdout
