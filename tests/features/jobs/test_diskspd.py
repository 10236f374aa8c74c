"""`plimsoll diskspd`: the campaign that it writes asks what the command line asks."""

import tomllib
from pathlib import Path

import pytest

from tests.conftest import Plimsoll

WORDS = ("-c8M", "-b8K", "-d1", "-W0", "-o2", "-t2", "-r", "-w30", "-Su", "-Zr", "-L", "a.dat")
OUT = ("--campaign", "c.toml")


@pytest.mark.long
def test_a_campaign_asks_what_the_command_line_asks(plimsoll: Plimsoll, disk: Path) -> None:
    ended = plimsoll("diskspd", *WORDS, *OUT, code=0)
    assert "missing: plimsoll prepare" in ended.err
    made = tomllib.loads((disk / "c.toml").read_text())
    assert made["load"] == {"workers": 2, "queue_depth": 2}
    assert (made["workload"]["read"], made["target"]["path"]) == (70, str(disk / "a.dat"))
    assert plimsoll("prepare", "a.dat", "--size", "8m").code == 0
    ended = plimsoll("campaign", "run", "c.toml", "--store", "runs.db")
    assert ended.code in (0, 2), ended.err
    (kept,) = plimsoll("report", "--list", "--json", "--store", "runs.db").document["campaigns"]
    assert kept["name"] == "c"


def test_without_a_campaign_to_write_there_is_nothing_to_do(plimsoll: Plimsoll, disk: Path) -> None:
    ended = plimsoll("diskspd", *WORDS)
    assert (ended.code, "--campaign" in ended.err) == (64, True)
    assert list(disk.iterdir()) == []


def test_what_may_be_written_is_confirmed_in_the_campaign(plimsoll: Plimsoll, disk: Path) -> None:
    (disk / "a.dat").write_bytes(b"precious" * (1 << 20))
    flags = ("--i-will-lose-the-data-on", "a.dat", "--overwrite-signature")
    assert plimsoll("diskspd", *WORDS, *flags, *OUT).code == 0
    made = tomllib.loads((disk / "c.toml").read_text())["campaign"]
    assert made["i_will_lose_the_data_on"] == ["a.dat"]
    assert made["overwrite_signature"] is True
    # Ours is written anew, another's is left.
    assert plimsoll("diskspd", *WORDS, *OUT).code == 0
    (disk / "c.toml").write_text("# mine\n")
    assert plimsoll("diskspd", *WORDS, *OUT).code == 73


def test_what_is_not_supported_is_refused_or_left_out_with_a_word(
    plimsoll: Plimsoll, disk: Path
) -> None:
    ended = plimsoll("diskspd", *WORDS, "-j10", *OUT)
    assert (ended.code, "flag -j10 is not supported" in ended.err) == (65, True)
    ended = plimsoll("diskspd", *WORDS, "-j10", "--lenient", *OUT)
    assert (ended.code, "not as in diskspd: flag -j10" in ended.err) == (0, True)
    ended = plimsoll("diskspd", "-Xp.xml", "-b8K", *OUT)
    assert (ended.code, "a profile says everything itself" in ended.err) == (64, True)
    ended = plimsoll("diskspd", "b.dat", *OUT)
    assert (ended.code, "give -c" in ended.err) == (65, True)
    ended = plimsoll("diskspd", "-d1", "#1", *OUT)
    assert (ended.code, "Give --target PATH" in ended.err) == (65, True)
    assert plimsoll("diskspd", "-d1", "#1", "--target", "#1=/dev/null", *OUT).code == 65
