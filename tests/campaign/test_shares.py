"""Rates as shares of the maximum: one maximum of each configuration, target and workload, measured
before its first share; 80 % is the same rate for all repeats."""

import csv
import io
import sqlite3
from pathlib import Path

import pytest

from plimsoll.base import rates
from plimsoll.base.errors import InputError
from plimsoll.campaign import loader
from tests.conftest import Plimsoll
from tests.stack_texts import disk

MM1 = disk("1ms", servers=4, spread="exponential", size="1g")
FILE = """
targets = ["stack:mm1.toml"]
[campaign]
name = "shares"
virtual = true
warmup_for = "1s"
measure_for = "20s"
repeats = 2
objective = "mean <= 2ms"
[load]
rate = ["50%", "90%"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mm1.toml").write_text(MM1)
    (tmp_path / "c.toml").write_text(FILE)
    return tmp_path


def test_a_share_is_a_percentage_above_zero() -> None:
    written = ("80%", " 5.5% ", 100.0, "1..2", None)
    assert [rates.share_of({"rate": rate}) for rate in written] == [0.8, 0.055, None, None, None]
    for wrong in ("%", "x%", "0%", "-5%", "nan%", "2000%"):
        with pytest.raises(ValueError, match="not a share of the maximum"):
            rates.of(wrong)


@pytest.mark.long
def test_shares_are_of_one_maximum_and_its_runs_answer_nothing(
    plimsoll: Plimsoll, folder: Path
) -> None:
    plimsoll("campaign", "run", "c.toml", "--store", "c.db", code=0)
    rows = list(csv.DictReader(io.StringIO(csv_of(plimsoll, folder))))
    answered = [row for row in rows if row["role"] == "run"]
    assert {row["role"]: row["result"] for row in rows} == {"run": "true", "maximum": "false"}
    offered = [round(float(row["offered_rate_per_s"])) for row in answered]
    # Four servers of 1 ms: 4,000 at most.
    assert len(offered) == 4
    assert len(set(offered)) == 2, offered
    for rate, share in zip(sorted(set(offered)), (0.5, 0.9), strict=True):
        assert abs(rate / (share * 4000) - 1) <= 0.05, offered
    with sqlite3.connect(folder / "c.db") as store:
        roles = dict(store.execute("SELECT role, count(*) FROM run GROUP BY role").fetchall())
    assert roles["run"] == 4
    assert roles["maximum"] >= 3, "measured once, kept"
    status = plimsoll("campaign", "status", "c.db", "--json").document
    assert [row["state"] for row in status["rows"]] == ["finished"] * 4
    assert all(row["figures"]["bytes_per_s"] < 3_800 * 4096 for row in status["rows"]), (
        "no closed loop"
    )


def csv_of(plimsoll: Plimsoll, folder: Path) -> str:
    plimsoll("report", "--to", "csv", "--store", "c.db", "--output", "r.csv", code=0)
    return (folder / "r.csv").read_text()


def test_a_share_that_cannot_be_is_told_with_its_line(folder: Path) -> None:
    (folder / "c.toml").write_text(FILE.replace('"90%"', '"0%"'))
    with pytest.raises(InputError, match="'0%' is not a share of the maximum"):
        loader.read(folder / "c.toml", ())


@pytest.mark.long
def test_a_run_at_a_share_measures_the_maximum_first(plimsoll: Plimsoll, folder: Path) -> None:
    asked = ("run", "--target", "stack:mm1.toml", "--virtual", "--measure-for", "10s")
    ended = plimsoll(*asked, "--rate", "50%", "--json", code=0)
    rate = ended.document["offered_rate_per_s"]
    assert abs(rate / 2000 - 1) <= 0.05
    assert "50% of the maximum" in ended.err
    for wrong in ("0%", "many%"):
        refused = plimsoll(*asked, "--rate", wrong)
        assert (refused.code, "not a share of the maximum" in refused.err) == (64, True)
