"""What SQLite takes out of intervals is what a reader of the whole documents finds."""

import math
from pathlib import Path
from typing import Any

import pytest

from plimsoll.store import Store
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


def _over_time(known: list[tuple[float, Any]], shares: list[float]) -> float:
    lengths = [length for length, _ in known]
    return sum(a * b for a, b in zip(lengths, shares, strict=True)) / sum(lengths)
