"""`run`, `find`, `prepare` and `report` through the installed command: documents, stores and exit codes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema
import pytest

from plimsoll.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ended

    Plimsoll = Callable[..., Ended]

STACKS = Path(__file__).resolve().parents[2] / "examples" / "stacks"
BRIEF = ("--measure-for", "200ms", "--warmup-for", "0s")
VIRTUAL = ("run", "--target", f"stack:{STACKS / 'iops-cap.toml'}", "--virtual")


def test_the_document_of_a_run_follows_its_schema(plimsoll: Plimsoll) -> None:
    schema = plimsoll("schema", "run_record").document
    for arguments in [("run", "--target", "null:", *BRIEF), (*VIRTUAL, "--rate", "100", *BRIEF)]:
        ended = plimsoll(*arguments, "--json")
        assert (ended.code in (0, 2), ended.err) == (True, "")
        jsonschema.validate(ended.document, schema)


def test_reading_a_file_that_we_did_not_make_needs_no_confirmation_and_changes_nothing(
    plimsoll: Plimsoll, disk: Path, data: Path
) -> None:
    content = data.read_bytes()
    ended = plimsoll("run", "--target", data, "--queue-depth", "4", *BRIEF, "--json")
    assert ended.code in (0, 2), ended.err
    assert ended.document["read"]["count"] > 0
    assert ended.document["write"]["count"] == 0
    assert data.parent == disk
    assert data.read_bytes() == content


def test_a_prepared_file_may_be_written_without_more_ado(plimsoll: Plimsoll, disk: Path) -> None:
    made = plimsoll("prepare", "test.dat", "--size", "8m", "--json")
    assert made.code == 0, made.err
    assert made.document["outcome"] == "ok"
    assert made.document["bytes_written"] == (disk / "test.dat").stat().st_size == 8 << 20
    ended = plimsoll("run", "--target", "test.dat", "--read", "50", *BRIEF, "--json")
    assert ended.code in (0, 2), ended.err
    assert ended.document["write"]["count"] > 0


def test_the_same_seed_gives_the_same_virtual_run(plimsoll: Plimsoll) -> None:
    def measured(seed: str) -> dict[str, object]:
        record = plimsoll(*VIRTUAL, "--rate", "500", "--measure-for", "10s", "--seed", seed, "--json").document
        return {key: record[key] for key in ("all", "intervals", "achieved_rate_per_s", "outcome", "spec")}

    assert measured("7") == measured("7")
    assert measured("7") != measured("8")


def test_a_run_can_be_kept_and_reported(plimsoll: Plimsoll, tmp_path: Path) -> None:
    printed = plimsoll(*VIRTUAL, "--rate", "500", "--store", "kept.db", "--json").document
    with Store.open(tmp_path / "kept.db", create=False, read_only=True) as store:
        [campaign] = store.campaigns()
        [run] = store.runs(campaign.id)
        assert store.record(run.id) == printed
        assert store.histograms(run.id)
    listed = plimsoll("report", "--store", "kept.db", "--list", "--json").document
    assert [(row["kind"], row["state"], row["runs"]) for row in listed["campaigns"]] == [("run", "finished", 1)]
    assert plimsoll("report", "--store", "kept.db").code == 0
    assert (tmp_path / "report.html").read_text().startswith("<!DOCTYPE html>")
    # Our own report may be replaced.
    assert plimsoll("report", "--store", "kept.db").code == 0
    [row] = plimsoll("report", "--store", "kept.db", "--to", "json").document["runs"]
    assert row["achieved_rate_per_s"] == printed["achieved_rate_per_s"]


def test_find_on_the_virtual_clock_prints_the_contract(plimsoll: Plimsoll, tmp_path: Path) -> None:
    ended = plimsoll(
        "find", "--target", f"stack:{STACKS / 'iops-cap.toml'}", "--virtual", "--objective", "p99 <= 20ms", "--json"
    )
    assert ended.code == 0, ended.err
    found = ended.document
    assert {"load_line", "regimes", "maximum", "knee", "probes", "test_seconds"} <= set(found)
    assert {"rate_per_s", "low", "high", "confidence", "horizon", "objective", "reason"} <= set(found["load_line"])
    assert found["load_line"]["low"] <= found["load_line"]["high"]
    with Store.open(tmp_path / "plimsoll.db", create=False, read_only=True) as store:
        [campaign] = store.campaigns()
        assert (campaign.kind, campaign.state) == ("find", "finished")
        assert {probe["run_id"] for probe in found["probes"]} == {run.id for run in store.runs(campaign.id)}


def test_nothing_is_kept_when_told_so(plimsoll: Plimsoll, tmp_path: Path) -> None:
    target = f"stack:{STACKS / 'mm1.toml'}"
    ended = plimsoll("find", "--target", target, "--virtual", "--objective", "p99 <= 50ms", "--no-store")
    assert ended.code in (0, 2), ended.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [("run", "--target", "null:", *BRIEF), ("engines",)])
def test_data_goes_to_stdout_and_progress_to_stderr(plimsoll: Plimsoll, arguments: tuple[str, ...]) -> None:
    quiet, loud = plimsoll(*arguments, "--json"), plimsoll(*arguments)
    assert quiet.err == ""
    assert quiet.document
    assert "measuring" not in loud.out
