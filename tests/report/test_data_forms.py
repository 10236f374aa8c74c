"""The data forms say the same figures, which are the store's; nothing is dropped, and what is no
evidence says so."""

import csv
import io
import json
import sqlite3
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from plimsoll.judge.timeline import Series
from plimsoll.report import writer
from plimsoll.report.evidence.run_fields import FIELDS
from plimsoll.report.forms import as_csv, intervals, rows
from plimsoll.store import Store
from tests import stores
from tests.words import argv

from . import making, sample

STABLE = argv(
    "run role state outcome judgement target engine access block_size_bytes read_percent"
    " pattern load queue_depth workers offered_rate_per_s issued_rate_per_s"
    " achieved_rate_per_s bytes_per_s operations errors unfinished response_time_ns_mean"
    " response_time_ns_p50 response_time_ns_p90 response_time_ns_p95 response_time_ns_p99"
    " response_time_ns_p99_9 response_time_ns_p99_99 response_time_ns_max at_least"
    " completion_latency_ns_mean own_lag_ns_p99 outstanding_mean measure_s limited_by seed"
    " version"
)
"""What scripts rely on since the first version of `plimsoll.runs/1`."""


def read(
    path: Path, form: str, store: Store, campaign: int
) -> tuple[list[dict[str, Any]], list[tuple[Any, ...]]]:
    """The Runs and the intervals of a form, as its readers get them, with numbers as numbers."""
    _, beside = writer.write(making.report_request(store, campaign), path / f"runs.{form}", form)
    main = path / f"runs.{form}"
    if form == "json":
        document = json.loads(beside.read_text())
        assert document["fields"] == list(intervals.NAMES)
        return json.loads(main.read_text())["runs"], [tuple(one) for one in document["intervals"]]
    if form == "parquet":
        return pq.read_table(main).to_pylist(), [
            tuple(one.values()) for one in pq.read_table(beside).to_pylist()
        ]
    kinds = {field.name: field.kind for field in (*FIELDS, *intervals.FIELDS)}

    def typed_value(name: str, text: str) -> Any:
        if text == "":
            return None
        return {"integer": int, "number": float, "flag": "true".__eq__}.get(kinds[name], str)(text)

    def table(file: Path) -> list[dict[str, Any]]:
        found = csv.DictReader(io.StringIO(file.read_bytes().decode()))
        return [{name: typed_value(name, text) for name, text in row.items()} for row in found]

    return table(main), [tuple(one.values()) for one in table(beside)]


def test_every_form_has_the_figures_of_the_store(store: Store, tmp_path: Path) -> None:
    campaign = stores.demo(store, target="=cmd()")
    with sqlite3.connect(store.path) as connection:
        kept = {n: json.loads(text) for n, text in connection.execute("SELECT id, record FROM run")}
        sealed = [
            (n, json.loads(text))
            for n, text in connection.execute(
                "SELECT run_id, json FROM interval ORDER BY run_id, idx"
            )
        ]
    told = {form: read(tmp_path, form, store, campaign) for form in ("csv", "json", "parquet")}
    for form, (runs, series) in told.items():
        assert set(STABLE) <= set(runs[0]), form
        assert [row["run"] for row in runs] == list(kept)
        for row in runs:
            record = kept[row["run"]]
            for name in ("mean", "p50", "p95", "p99", "p99_9", "p99_99", "max"):
                assert row[f"response_time_ns_{name}"] == record["all"]["response_time_ns"][name]
            for kind in ("read", "write"):
                assert row[f"{kind}_operations"] == record[kind]["count"]
                assert (
                    row[f"{kind}_response_time_ns_p99"] == record[kind]["response_time_ns"]["p99"]
                )
            assert row["completion_latency_ns_p99"] == record["all"]["completion_latency_ns"]["p99"]
            assert row["achieved_rate_per_s"] == record["achieved_rate_per_s"]
            # A spreadsheet must not run a name.
            assert row["target"] == ("'=cmd()" if form == "csv" else "=cmd()")
            assert row["disk_busy_share"] == record["system_load"]["disks"][-1]["utilisation"]
            assert row["working_set_bytes"] == 1 << 30
        assert len(series) == len(sealed)
        for values, (run, one) in zip(series, sealed, strict=True):
            row = dict(zip(intervals.NAMES, values, strict=True))
            assert (row["run"], row["interval"], row["phase"]) == (run, one["index"], one["phase"])
            assert row["achieved_rate_per_s"] == (one["reads"] + one["writes"]) / one["length_s"]
            assert row["offered_rate_per_s"] == (
                None if one["arrived"] is None else one["arrived"] / one["length_s"]
            )
            assert row["response_time_ns_p99"] == one["response_time_ns"]["p99"]
            assert row["cpu_busy_share"] == 1 - one["system_load"]["cpu"]["idle"]
    assert told["csv"][1] == told["json"][1] == told["parquet"][1]


def test_parquet_has_types_and_says_what_it_is(store: Store, tmp_path: Path) -> None:
    campaign = stores.demo(store)
    path = tmp_path / "runs.parquet"
    writer.write(making.report_request(store, campaign), path, "parquet")
    schema = pq.read_schema(path)
    kinds = {
        name: str(schema.field(name).type)
        for name in ("run", "seed", "response_time_ns_p99", "target", "started_at")
    }
    assert kinds == {
        "run": "int64",
        "seed": "uint64",
        "response_time_ns_p99": "double",
        "target": "string",
        "started_at": "timestamp[ms, tz=UTC]",
    }
    assert schema.metadata[b"plimsoll.schema"] == b"plimsoll.runs/1"
    assert schema.metadata[b"plimsoll.campaigns"] == str(campaign).encode()


def test_a_run_of_a_point_says_which_and_one_that_is_no_evidence_says_why(store: Store) -> None:
    campaign = stores.grid(store, repeats=2)
    points = campaign.points
    # Asked twice: the first attempt is replaced.
    for point in (points[0], *points):
        campaign.measure(point)
    found = rows.rows(making.report_request(store, campaign.number).evidence)
    assert [row["point"] for row in found] == [1, *range(1, len(points) + 1)]
    assert (found[0]["valid"], found[1]["valid"]) == (False, True)
    assert "later attempt" in found[0]["not_valid_because"]
    assert all(row["not_valid_because"] is None for row in found[1:])
    last = found[-1]
    assert (last["repeat"], last["strategy"], last["configuration"], last["target_name"]) == (
        2,
        "grid",
        "as found",
        "after",
    )
    assert (last["blocks"], last["mix"]) == ("1 MiB", "30 % read")


def test_a_run_without_a_record_and_its_intervals_are_there(store: Store, tmp_path: Path) -> None:
    intervals = sample.record(9_000.0, 3, 1)[0]["intervals"]
    campaign = stores.campaign(store, "run").abandon("run", intervals).number
    for form in ("csv", "json", "parquet"):
        runs, series = read(tmp_path, form, store, campaign)
        assert [(row["state"], row["outcome"], row["achieved_rate_per_s"]) for row in runs] == [
            ("abandoned", None, None)
        ]
        assert len(series) == 4


def test_several_campaigns_stand_beneath_each_other(store: Store) -> None:
    one, two = stores.demo(store), stores.grid(store).measure_all().finish()
    found = rows.of(making.report_request(store, one, two))
    assert {row["campaign"] for row in found} == {one, two}
    assert len(found) == len(store.runs(one)) + len(store.runs(two))


def test_a_row_of_csv_is_read_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def rows_of(request: Any) -> list[rows.Row]:
        asked.append(request)
        return rows.of(request)

    monkeypatch.setattr(as_csv, "of", rows_of)
    making.text(store, stores.demo(store), "csv")
    assert len(asked) == 1


def test_a_time_line_is_read_without_distributions(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: Any) -> Any:
        raise AssertionError("distributions were read")

    run = making.report_request(store, stores.demo(store)).evidence.measured_runs[0]
    whole = [(row.document, row.fine) for row in run.rows()]
    monkeypatch.setattr(Store, "intervals", never)
    assert len(run.series) == len(Series.of(whole)) > 0


def test_nothing_is_made_beside_what_goes_to_a_terminal(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: Any) -> Any:
        raise AssertionError("intervals were read")

    campaign = stores.demo(store)
    monkeypatch.setattr(Store, "interval_figures", never)
    assert making.text(store, campaign, "csv").startswith("run,role,")
    assert making.text(store, campaign, "json").startswith("{")
