"""Frames: a row per Run or interval, typed, with units in the names; and what is said without
Polars."""

import sys
from pathlib import Path

import pytest

import plimsoll as lib
from plimsoll.report.evidence.run_fields import FIELDS

ROOT = Path(__file__).resolve().parents[2]
MM1 = f"stack:{ROOT}/examples/stacks/mm1.toml"


@pytest.mark.long
def test_a_frame_has_the_columns_of_the_data_forms(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars", reason="Polars is not installed")
    store = tmp_path / "runs.db"
    for rate in (1000, 2000):
        lib.run(MM1, virtual=True, rate=rate, measure_for="2s", store=store)
    with lib.open(store) as opened:
        frame = polars.concat([campaign.frame() for campaign in opened])
    assert frame.columns == [field.name for field in FIELDS]
    assert frame["offered_rate_per_s"].to_list() == [1000.0, 2000.0]
    assert frame.schema["seed"] == polars.UInt64
    assert frame.schema["started_at"] == polars.Datetime("ms", "UTC")
    assert frame.schema["response_time_ns_p99"] == polars.Float64
    alone = lib.run(MM1, virtual=True, rate=1000, measure_for="2s")
    measured = ["achieved_rate_per_s", "response_time_ns_mean", "response_time_ns_p50"]
    assert alone.frame().select(measured).rows() == frame.head(1).select(measured).rows()
    intervals = alone.frame("intervals")
    assert intervals.filter(polars.col("phase") == "measure")["length_s"].sum() == pytest.approx(
        2.0
    )


def test_a_comparison_is_a_frame_of_findings(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars", reason="Polars is not installed")
    for name in ("a", "b"):
        lib.run(MM1, virtual=True, rate=1000, measure_for="2s", store=tmp_path / f"{name}.db")
    frame = lib.compare(tmp_path / "a.db", tmp_path / "b.db").frame()
    assert set(frame["figure"]) >= {"mean", "p99"}
    assert frame.filter(polars.col("decides"))["figure"].to_list() == ["p99"]
    assert set(frame["base_runs"]) == {1}


@pytest.mark.parametrize("kind", ["run", "comparison"])
def test_without_polars_a_frame_says_how_to_get_it(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    for name in ("a", "b"):
        run = lib.run(MM1, virtual=True, rate=1000, measure_for="1s", store=tmp_path / f"{name}.db")
    answer = run if kind == "run" else lib.compare(tmp_path / "a.db", tmp_path / "b.db")
    with pytest.raises(lib.UsageError) as raised:
        answer.frame()
    assert "pip install 'plimsoll-storage[frames]'" in raised.value.what_now
    assert answer._repr_html_(), "all else is there"
