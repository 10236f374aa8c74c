"""`plimsoll diskspd`: what it prints is read back as what was measured; campaigns ask the same."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.conftest import Plimsoll

WORDS = ("-c8M", "-b8K", "-d1", "-W0", "-o2", "-t2", "-r", "-w30", "-Su", "-Zr", "-L", "a.dat")


def records(store: Path) -> list[Any]:
    from plimsoll.store import Store

    with Store.open(store) as opened:
        runs = [run for one in opened.campaigns() for run in opened.runs(one.id)]
        return [opened.record(run.id) for run in runs]


def test_what_is_printed_is_imported_as_what_was_measured(plimsoll: Plimsoll, disk: Path) -> None:
    ended = plimsoll("diskspd", *WORDS, "--store", "runs.db")
    assert ended.code == 0, ended.err
    (disk / "printed.txt").write_text(ended.out)
    assert plimsoll("import", "printed.txt", "--store", "back.db").code == 0
    (ours,), (theirs,) = records(disk / "runs.db"), records(disk / "back.db")
    for kind in ("all", "read", "write"):
        assert theirs[kind]["completed"] == ours[kind]["completed"]
        assert theirs[kind]["bytes"] == ours[kind]["bytes"]
        mine, its = (one[kind]["completion_latency_ns"] for one in (ours, theirs))
        # Printed with three digits of a millisecond; percentiles 2048 buckets to a doubling.
        assert abs(mine["mean"] - its["mean"]) <= 500
        assert abs(mine["p50"] - its["p50"]) <= 500 + mine["p50"] / 1000
        assert abs(mine["max"] - its["max"]) <= 500
    assert theirs["spec"]["workload"]["read_percent"] == 70
    tables = {kind: threads(ended.out, f"{title} IO") for kind, title in TITLES.items()}
    for kind, rows in tables.items():
        assert len(rows) == 2
        for at, name in ((0, "bytes"), (1, "completed")):
            assert sum(int(row[at]) for row in rows) == ours[kind][name]
    for every, read, write in zip(*tables.values(), strict=True):
        n, reads, writes = (float(row[1]) for row in (every, read, write))
        mean, of_reads, of_writes = (float(row[4]) for row in (every, read, write))
        # A thread's mean is that of its reads and writes; each is printed to half a microsecond.
        assert abs(n * mean - reads * of_reads - writes * of_writes) <= n * 0.001


TITLES = {"all": "Total", "read": "Read", "write": "Write"}


def threads(text: str, title: str) -> list[list[str]]:
    """The cells of the rows of threads in a table."""
    table = text.split(f"{title}\n", 1)[1].split("total:", 1)[0]
    rows = [line.split("|") for line in table.splitlines() if line.strip()[:1].isdigit()]
    return [[cell.strip() for cell in row[1:]] for row in rows]


def test_a_file_that_is_there_is_written_only_if_it_is_ours_or_confirmed(
    plimsoll: Plimsoll, disk: Path
) -> None:
    (disk / "a.dat").write_bytes(b"precious" * (1 << 20))
    ended = plimsoll("diskspd", *WORDS)
    assert (ended.code, "i-will-lose-the-data-on" in ended.err) == (73, True)
    assert (disk / "a.dat").read_bytes().startswith(b"precious")
    assert plimsoll("diskspd", *WORDS, "--i-will-lose-the-data-on", "a.dat").code == 0


def test_what_is_not_supported_is_refused_or_left_out_with_a_word(
    plimsoll: Plimsoll, disk: Path
) -> None:
    ended = plimsoll("diskspd", *WORDS, "-j10")
    assert (ended.code, "flag -j10 is not supported" in ended.err) == (65, True)
    ended = plimsoll("diskspd", *WORDS, "-j10", "--lenient", "--campaign", "c.toml")
    assert (ended.code, "not as in diskspd: flag -j10" in ended.err) == (0, True)
    ended = plimsoll("diskspd", "-Xp.xml", "-b8K")
    assert (ended.code, "a profile says everything itself" in ended.err) == (64, True)
    ended = plimsoll("diskspd", "a.dat")
    assert (ended.code, "give -c" in ended.err) == (65, True)


def test_a_campaign_asks_what_the_command_line_asks(plimsoll: Plimsoll, disk: Path) -> None:
    assert plimsoll("diskspd", *WORDS, "--campaign", "c.toml").code == 0
    made = tomllib.loads((disk / "c.toml").read_text())
    assert made["load"] == {"workers": 2, "queue_depth": 2}
    assert (made["workload"]["read"], made["target"]["path"]) == (70, str(disk / "a.dat"))
    assert plimsoll("prepare", "a.dat", "--size", "8m").code == 0
    assert plimsoll("campaign", "plan", "c.toml", "--json").code == 0
