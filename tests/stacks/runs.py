"""Runs of the stacks in examples/stacks, through the installed command on the virtual clock.

The tests and the tables of docs/reports.md ask for the same Runs: each is made once in a process.
Same stack, flags and seed give the same record, so a table made on another day has the same
figures.
"""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from tests.conftest import COMMAND

ROOT = Path(__file__).resolve().parents[2]


def command(stack: str, *flags: str) -> str:
    """What somebody types at the top of the repository to get this Run."""
    return " ".join(["plimsoll simulate", f"examples/stacks/{stack}.toml", *flags])


@cache
def simulated(stack: str, *flags: str) -> Any:
    """The record of a Run."""
    words = [str(COMMAND), *command(stack, *flags).split()[1:], "--json"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode not in (0, 2) or not done.stdout:
        raise RuntimeError(f"{command(stack, *flags)} ended with {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def rate_per_s(record: Any) -> float:
    return float(record["achieved_rate_per_s"])


def mean_response_ms(record: Any) -> float:
    return float(record["all"]["response_time_ns"]["mean"]) / 1e6


def of_client(record: Any, name: str) -> Any:
    """The part of a record that is one client's."""
    [client] = [client for client in record["clients"] if client["name"] == name]
    return client
