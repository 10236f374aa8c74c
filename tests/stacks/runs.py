"""Runs of the stacks in examples/stacks, through the command on the virtual clock.

The tests and the tables of docs/reports.md ask for the same Runs: each is made once, by whichever
of the processes of a test session needs it first. Same stack, flags and seed give the same record,
so a table made on another day has the same figures.
"""

import atexit
import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from tests.command import run_command

ROOT = Path(__file__).resolve().parents[2]
KEPT = "PLIMSOLL_TEST_RUNS"
"""The variable that names the folder which the processes of a test session share Runs in."""


def command(stack: str, *flags: str) -> str:
    """What somebody types at the top of the repository to get this Run."""
    return " ".join(["plimsoll simulate", f"examples/stacks/{stack}.toml", *flags])


@cache
def simulate_run(stack: str, *flags: str) -> Any:
    """The record of a Run."""
    record = made_once(
        command(stack, *flags),
        lambda made: made.write_text(_simulate(stack, *flags), encoding="utf-8"),
    )
    return json.loads(record.read_text(encoding="utf-8"))


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """The file of this name, which `make` writes for all processes of the session. Outside of one
    it lies in a folder of this process."""
    kept = os.environ.get(KEPT) or _own_folder()
    file = Path(kept, hashlib.sha256(name.encode()).hexdigest())
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            made = file.with_suffix(".new")
            make(made)
            made.replace(file)
    return file


@cache
def _own_folder() -> str:
    folder = tempfile.mkdtemp(prefix="plimsoll-runs-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _simulate(stack: str, *flags: str) -> str:
    done = run_command([*command(stack, *flags).split()[1:], "--json"], ROOT)
    if done.returncode not in (0, 2) or not done.stdout:
        raise RuntimeError(f"{command(stack, *flags)} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def rate_per_s(record: Any) -> float:
    return float(record["achieved_rate_per_s"])


def mean_response_ms(record: Any) -> float:
    return float(record["all"]["response_time_ns"]["mean"]) / 1e6


def of_client(record: Any, name: str) -> Any:
    """The part of a record that is one client's."""
    [client] = [client for client in record["clients"] if client["name"] == name]
    return client
