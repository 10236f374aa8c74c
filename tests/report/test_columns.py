"""`report --columns`: the CSV that somebody's sheet expects."""

import csv
import io
from pathlib import Path

import pytest

from tests.conftest import Plimsoll
from tests.stack_texts import disk

DISK = disk("50us", spread="exponential")


@pytest.fixture
def store(plimsoll: Plimsoll, tmp_path: Path) -> str:
    file = tmp_path / "stack.toml"
    file.write_text(DISK)
    words = ("--target", f"stack:{file}", "--virtual", "--rate", "5000", "--measure-for", "100ms")
    assert plimsoll("run", *words, "--store", str(tmp_path / "s.db")).code == 0
    return str(tmp_path / "s.db")


def test_the_columns_that_were_asked_for_come_in_that_order(plimsoll: Plimsoll, store: str) -> None:
    ended = plimsoll("report", "--store", store, "--columns", "outcome, offered_rate_per_s,run")
    assert ended.code == 0, ended.err
    [row] = csv.DictReader(io.StringIO(ended.out))
    assert list(row.items()) == [("outcome", "ok"), ("offered_rate_per_s", "5000.0"), ("run", "1")]


def test_a_file_of_chosen_columns_is_ours_and_somebody_elses_is_not(
    plimsoll: Plimsoll, store: str, tmp_path: Path
) -> None:
    file = tmp_path / "runs.csv"
    words = ("report", "--store", store, "--columns", "run,outcome", "--output", str(file))
    assert plimsoll(*words).code == 0
    assert plimsoll(*words).code == 0
    file.write_text("run,wages\n1,2\n")
    refused = plimsoll(*words)
    assert refused.code != 0
    assert file.read_text() == "run,wages\n1,2\n"


def test_like_fio_has_its_names_and_units(plimsoll: Plimsoll, store: str, tmp_path: Path) -> None:
    file = tmp_path / "stack.toml"
    words = ("--target", f"stack:{file}", "--virtual", "--measure-for", "1s", "--store", store)
    mixed = ("--block-size", "16k", "--read", "70", "--queue-depth", "4")
    assert plimsoll("run", *words, *mixed).code == 0
    ended = plimsoll("report", "--store", store, "--campaign", "2", "--like", "fio", code=0)
    [row] = csv.DictReader(io.StringIO(ended.out))
    assert (row["iodepth"], row["numjobs"], row["bs"], row["rw"]) == ("4", "1", "16k", "randrw")
    assert row["outcome"] == "ok"
    reads, writes = float(row["read_iops"]), float(row["write_iops"])
    assert reads / (reads + writes) == pytest.approx(0.7, abs=0.02)
    assert float(row["read_bw"]) == pytest.approx(16 * reads)
    # Four outstanding: by Little's law.
    mean_us = (
        reads * float(row["read_lat_us_mean"]) + writes * float(row["write_lat_us_mean"])
    ) / (reads + writes)
    assert mean_us == pytest.approx(4e6 / (reads + writes), rel=0.02)
    out = ("--like", "fio", "--output", str(tmp_path / "fio.csv"))
    for _ in range(2):
        assert plimsoll("report", "--store", store, *out).code == 0
    # A sheet that somebody's loop around fio wrote has some of these names.
    (tmp_path / "fio.csv").write_text("jobname,iodepth,bs,rw,read_iops\na,1,4k,read,1\n")
    assert plimsoll("report", "--store", store, *out).code == 73


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--columns", "ofered_rate_per_s"), "Do you mean offered_rate_per_s"),
        (("--columns", "run,run"), "each column once"),
        (("--columns", "run", "--to", "md"), "--columns works only with CSV"),
        (("--like", "vdbench"), "Known: fio"),
        (("--like", "fio", "--to", "md"), "--like works only with CSV"),
        (("--like", "fio", "--columns", "run"), "cannot be combined"),
    ],
)
def test_what_is_no_column_is_refused_with_the_known_ones(
    plimsoll: Plimsoll, store: str, words: tuple[str, ...], said: str
) -> None:
    assert said in plimsoll("report", "--store", store, *words, code=64).err
