"""What SQLite takes out of intervals is what a reader of the whole documents finds."""

import math
import sqlite3
import zlib
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.errors import InputError
from plimsoll.store import Store, checksums
from tests import stores

pytestmark = pytest.mark.long


def test_processor_load_and_figures_are_those_of_the_documents(tmp_path: Path) -> None:
    with Store.open(tmp_path / "kept.db") as store:
        other = stores.demo(store)
        campaign = stores.demo(store)
        runs = [run for run in store.runs(campaign) if run.outcome]
        documents = [(run.id, one) for run in runs for one in store.interval_documents(run.id)]
        known = [
            (one["length_s"], one["system_load"])
            for _, one in documents
            if (one["system_load"] or {}).get("cpu")
        ]
        stolen = [load["cpu"]["steal"] for _, load in known]
        foreign = [
            max(
                0.0,
                load["cpu"]["user"]
                + load["cpu"]["system"]
                - (load["process"]["user_ns"] + load["process"]["system_ns"])
                / 1e9
                / length
                / len(load["cpu_per_core"]),
            )
            for length, load in known
        ]
        found = store.processor_load(campaign)
        assert (found.stolen_n, found.foreign_n) == (len(stolen), len(foreign))
        assert foreign
        assert (found.stolen_max, found.foreign_max) == (max(stolen), max(foreign))
        assert found.stolen_mean is not None
        assert found.foreign_mean is not None
        assert math.isclose(found.stolen_mean, _over_time(known, stolen), abs_tol=1e-12)
        assert math.isclose(found.foreign_mean, _over_time(known, foreign), abs_tol=1e-12)
        read = list(
            store.interval_figures(campaign, ["start_s", "response_time_ns.p99", "nowhere"])
        )
        assert read == [
            [run, one["start_s"], one["response_time_ns"]["p99"], None] for run, one in documents
        ]
        assert {row[0] for row in store.interval_figures(other, ["index", "phase"])}.isdisjoint(
            run.id for run in runs
        )
        assert store.processor_load(999)._asdict()["stolen_n"] == 0
        assert not list(store.interval_figures(999, ["index", "phase"]))


def test_intervals_are_verified_once_in_a_snapshot_and_each_time_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(tmp_path / "kept.db") as store:
        campaign = stores.demo(store)
        intervals = store.interval_count(campaign)
        verified: list[bytes] = []

        def checksum(content: bytes) -> int:
            verified.append(content)
            return zlib.crc32(content)

        monkeypatch.setattr(checksums, "of_content", checksum)
        for reading, times in ((store.snapshot(), 1), (store.snapshot(), 1), (nullcontext(), 2)):
            verified.clear()
            with reading:
                store.processor_load(campaign)
                assert list(store.interval_figures(campaign, ["index", "phase"]))
            assert len(verified) == times * intervals


@pytest.mark.parametrize("damage", ["9", "\1", "\0"])
def test_a_changed_interval_is_named_wherever_it_lies(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "kept.db"
    with Store.open(path) as store:
        campaign = stores.demo(store)
        run = store.runs(campaign)[-1].id
        numbers = [interval["index"] for interval in store.interval_documents(run)]
    for number in (numbers[0], numbers[-1]):
        with closing(sqlite3.connect(path)) as db, db:
            (whole,) = db.execute(
                "SELECT json FROM interval WHERE run_id = ? AND idx = ?", (run, number)
            ).fetchone()
            change = "UPDATE interval SET json = ? WHERE run_id = ? AND idx = ?"
            db.execute(change, (f"{whole[:-1]}{damage}", run, number))
        with Store.open(path, read_only=True) as store, pytest.raises(InputError) as raised:
            store.processor_load(campaign)
        assert f"interval {number} of Run {run}" in str(raised.value)
        with closing(sqlite3.connect(path)) as db, db:
            db.execute(change, (whole, run, number))


def _over_time(known: list[tuple[float, Any]], shares: list[float]) -> float:
    lengths = [length for length, _ in known]
    return sum(a * b for a, b in zip(lengths, shares, strict=True)) / sum(lengths)
