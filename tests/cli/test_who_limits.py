"""`plimsoll run --who-limits`: the finding in the answer, and the Runs behind it in the store."""

import csv
import sqlite3
from pathlib import Path

import pytest

from tests.conftest import Plimsoll

S3 = Path(__file__).resolve().parents[2] / "examples" / "stacks" / "s3-tier1-2000gb.toml"
ROW = ("run", "--target", f"stack:{S3}", "--virtual", "--queue-depth", "1", "--measure-for", "3s")


@pytest.mark.long
def test_one_process_of_s3_had_too_little_outstanding_and_eight_meet_the_tier(
    plimsoll: Plimsoll,
) -> None:
    for workers, value in (("1", "client_outstanding"), ("8", "policy_cap")):
        found = plimsoll(*ROW, "--workers", workers, "--who-limits", "--json").document[
            "limited_by"
        ]
        assert (found["value"], found["basis"]) == (value, "scaling"), found
        assert "× the outstanding I/O" in found["because"]


def test_one_run_alone_says_what_would_decide_it(plimsoll: Plimsoll) -> None:
    found = plimsoll(*ROW, "--workers", "8", "--json").document["limited_by"]
    assert (found["value"], found["basis"]) == ("unknown", "single")
    assert "--who-limits" in found["would_decide"]


@pytest.mark.long
def test_the_scaling_runs_and_the_finding_are_kept(plimsoll: Plimsoll, tmp_path: Path) -> None:
    told = plimsoll(*ROW, "--who-limits", "--store", "s.db", "--why")
    assert "limited by the generator's outstanding I/O, not the storage (from scaling" in told.out
    assert "depth 2" in told.out, "the Runs behind it are shown"
    with sqlite3.connect(tmp_path / "s.db") as store:
        roles = [role for (role,) in store.execute("SELECT role FROM run ORDER BY id")]
        result = store.execute("SELECT result FROM campaign").fetchone()[0]
    assert roles == ["run", "scaling", "scaling"]
    assert '"client_outstanding"' in result

    def page(*name: str, form: str = "md") -> str:
        return plimsoll("report", *name, "--store", "s.db", "--to", form).out

    _badge, headline, *_ = [line for line in page().splitlines() if line.startswith("**")]
    assert "5,3" in headline, "the headline is of the Run that was asked for, not of a scaling Run"
    rows = list(
        csv.DictReader(plimsoll("report", "--store", "s.db", "--to", "csv").out.splitlines())
    )
    own, *scaling = rows
    assert (own["limited_by"], own["limited_by_basis"]) == ("client_outstanding", "scaling")
    assert "outstanding I/O, not the storage" in page("point")
    highest = max(float(row["achieved_rate_per_s"]) for row in scaling)
    assert f"{highest:,.0f}" not in page("summary")


def test_it_cannot_stand_beside_a_search(plimsoll: Plimsoll) -> None:
    refused = plimsoll("simulate", S3, "--find", "--who-limits", code=64)
    assert "--who-limits" in refused.err
