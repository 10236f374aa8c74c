"""A store in a folder of its own, and the smallest record that a store takes."""

import json
from pathlib import Path

import pytest

from plimsoll.store import Store


def smallest_record(rate: float = 1000.0, intervals: int = 3, seed: int = 2**64 - 1) -> str:
    spec = {
        "target": {"name": "µ-file"},
        "workload": {"block_size_bytes": 8192},
        "load": {"kind": "open", "offered_rate_per_s": rate},
        "seed": seed,
    }
    record = {
        "schema": "plimsoll.run/1",
        "outcome": "ok",
        "offered_rate_per_s": rate,
        "issued_rate_per_s": rate,
        "achieved_rate_per_s": rate,
        "seed": seed,
        "version": {"plimsoll": "0.1.0", "build": "release"},
        "host": {"kernel": "6.1"},
        "intervals": [{"index": i, "reads": 10 * i} for i in range(intervals)],
        "spec": spec,
    }
    return json.dumps(record)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.plimsoll"


@pytest.fixture
def store(path: Path):
    with Store.open(path) as opened:
        yield opened
