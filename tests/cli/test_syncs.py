"""IOPS counts operations of data; syncs have a rate of their own, wherever one is told."""

import json
import re
from pathlib import Path

import pytest

from plimsoll.native.interval_counts import latencies_per_s
from tests.conftest import Plimsoll
from tests.words import argv

DISK = """
[device.disk]
servers = 1
service = "100us"
flush = "900us"
[volume.data]
size = "1g"
path = ["disk"]
"""

FIO = Path(__file__).with_name("syncs_fio.txt").read_text()


def test_a_rate_is_one_of_data_and_commits_are_told_beside_it(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    (tmp_path / "disk.toml").write_text(DISK)
    asked = ("--target", "stack:disk.toml", "--virtual", "--read", "0", "--sync", "fsync")
    ran = plimsoll("run", *asked, "--queue-depth", "1", "--store", "s.db", "--why")
    assert "achieved 1,000 IOPS" in ran.out
    page = plimsoll("report", "--store", "s.db", "--to", "md").out
    assert "**1,000 IOPS, p99 900 µs, of syncs 900 µs.**" in page
    assert "- Durable commits: 1,000 a second\n- Sync latency: mean 900 µs\n" in page
    assert "of 4 KiB random, all writes, fsync after every write, p99" in page


def test_commits_stand_beside_the_number_of_what_they_are(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    (tmp_path / "disk.toml").write_text(DISK)
    asked = ("--target", "stack:disk.toml", "--virtual", "--read", "0", "--queue-depth", "1")
    for run, (sync, commits) in enumerate((("dsync+fsync:8", "write"), ("fsync:8", "flush")), 1):
        ran = plimsoll("run", *asked, "--sync", sync, "--store", "s.db", "--json")
        record = json.loads(ran.out)
        count, named = record[commits]["count"], commits.replace("flush", "sync")
        shown = ("--store", "s.db", "--run", str(run), "--to", "md", "--output", f"{commits}.md")
        assert plimsoll("report", "point", *shown).code == 0
        page = (tmp_path / f"{commits}.md").read_text()
        (rate,) = re.findall(r"^- Durable commits: ([\d,.]+) a second$", page, re.MULTILINE)
        assert float(rate.replace(",", "")) == pytest.approx(count / record["measure_s"], rel=0.01)
        assert f"\n| {named} | response time | {count:,} |" in page


def test_a_record_of_ours_that_is_imported_keeps_its_syncs_in_its_latencies(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """By Little's law, 1,000 writes and 1,000 syncs a second of 0.5 ms keep one in flight."""
    (tmp_path / "disk.toml").write_text(DISK)
    asked = ("--target", "stack:disk.toml", "--virtual", "--read", "0", "--sync", "fsync")
    ran = plimsoll("run", *asked, "--queue-depth", "1", "--json")
    (tmp_path / "run.json").write_text(ran.out)
    imported = json.loads(ran.out) | {"imported": {"starts": "intended"}}
    assert latencies_per_s(imported) == pytest.approx(2000, rel=1e-3)
    assert latencies_per_s(imported | {"imported": {"starts": "submission"}}) == 1000
    assert plimsoll("import", "run.json", "--store", "i.db").code == 0
    page = plimsoll("report", "--store", "i.db", "--to", "md").out
    assert "their latencies of all operations include syncs" in page


@pytest.mark.long
def test_a_line_of_synced_writes_is_as_many_commits(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "disk.toml").write_text(DISK)
    asked = ("--target", "stack:disk.toml", "--virtual", "--read", "0", "--sync", "fsync")
    bounds = ("--objective", "mean <= 5ms", "--between", "250..1500", "--store", "s.db")
    found = plimsoll("find", *asked, *bounds, "--why", code=0)
    told = re.search(
        r"carries ([\d,]+) IOPS .* fsync after every write"
        r" \(([\d,]+) durable commits a second\), with mean",
        found.out,
    )
    assert told is not None, found.out
    rate, commits = (int(number.replace(",", "")) for number in told.groups())
    assert rate == commits, "a sync for each write"
    assert rate < 1000, "a write and its sync take 1 ms together"


@pytest.mark.parametrize(("bound", "verdict"), [("1ms", "pass"), ("800us", "fail")])
def test_a_closed_loop_is_judged_by_its_syncs_alone(
    plimsoll: Plimsoll, tmp_path: Path, bound: str, verdict: str
) -> None:
    """Write, sync, next: writes take 100 us and syncs 900 us, so that the p99 of both is the latter
    and the mean of both would pass either bound."""
    (tmp_path / "disk.toml").write_text(DISK)
    asked = ("--target", "stack:disk.toml", "--virtual", "--read", "0", "--sync", "fdatasync")
    objective = ("--objective", f"mean(sync) <= {bound}", "--queue-depth", "1", "--json")
    record = json.loads(plimsoll("run", *asked, *objective).out)
    assert (record["outcome"], record["judgement"]["verdict"]) == ("ok", verdict)
    assert record["judgement"]["objectives"][0]["objective"] == (
        f"mean(completion_latency, flush) <= {bound}"
    )


def test_an_open_load_never_syncs_before_its_write_is_there(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """Writes that take 20 ms, offered every 1 ms: a sync on the next arrival would overtake its
    write. There is one for each write that has completed, and so fewer than have been issued."""
    slow = DISK.replace('"100us"', '"20ms"').replace("servers = 1", "servers = 100")
    (tmp_path / "disk.toml").write_text(slow)
    asked = ("--target", "stack:disk.toml", "--virtual", "--read", "0", "--sync", "fdatasync")
    load = argv("--rate 1000 --arrivals constant --warmup-for 0s --measure-for 1010ms")
    record = json.loads(plimsoll("run", *asked, *load, "--json").out)
    writes, syncs = record["write"]["count"], record["flush"]["count"]
    assert writes == 1010
    assert 20 <= writes - syncs <= 22, "those that the end of Measure found under way"
    assert record["flush"]["completion_latency_ns"]["max"] < 1e6


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--read", "0", "--sync", "fsync:0"), "'0' is no number of writes"),
        (("--read", "0", "--sync", "dsync:2"), "dsync takes no number"),
        (("--read", "0", "--sync", "fsync+fdatasync"), "exclude each other"),
        (("--read", "0", "--sync", "flush"), "known: none, fsync, fdatasync"),
        (("--sync", "fsync"), "syncs follow writes"),
        (("--read", "0", "--objective", "p99(sync) <= 1ms"), "Give --sync fdatasync"),
        (
            ("--read", "0", "--sync", "dsync", "--objective", "p99(sync) <= 1ms"),
            "bound 'p99(completion_latency, write)",
        ),
    ],
)
def test_what_cannot_be_synced_is_said_in_one_line(
    plimsoll: Plimsoll, given: tuple[str, ...], said: str
) -> None:
    ended = plimsoll("run", "--target", "null:", *given)
    assert (ended.code, ended.err.count("\n")) == (64, 1)
    assert said in ended.err


@pytest.mark.parametrize("sync", [(), ("--sync", "dsync")])
def test_a_search_asks_for_syncs_before_it_measures(
    plimsoll: Plimsoll, tmp_path: Path, sync: tuple[str, ...]
) -> None:
    """The Runs for the maximum have no objective, and would write to the target first."""
    (tmp_path / "disk.toml").write_text(DISK)
    asked = ("--target", "stack:disk.toml", "--virtual", "--read", "0", *sync)
    ended = plimsoll("find", *asked, "--objective", "p99(sync) <= 5ms", "--store", "s.db", code=64)
    assert ended.err.count("\n") == 1
    assert ended.out == ""


def test_a_figure_of_one_kind_is_never_told_as_one_of_all(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """The p99 of the syncs, that of the writes and that of both differ."""
    (tmp_path / "disk.toml").write_text(DISK)
    asked = ("--target", "stack:disk.toml", "--virtual", "--read", "0", "--sync", "fsync")
    load = ("--rate", "250", "--measure-for", "5s", "--objective")
    for kind, words in (("sync", "syncs"), ("write", "writes")):
        told = plimsoll("run", *asked, *load, f"p99(response_time, {kind}) <= 9ms").out
        assert re.search(rf"IOPS, p99 response time of {words} [\d.]+ (µs|ms)\.", told)
        # The headline has the p99 of one kind: that of all operations is another figure.
        assert re.search(r"Response time +mean [\d.]+ µs, p99 ", told)
        assert "flush" not in told
        rows = re.findall(r"^ (write|sync|all) +[\d,]+ ", told, re.MULTILINE)
        assert rows == ["write", "sync", "all"]


def test_an_imported_durable_write_is_told_with_its_sync(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """etcd's check by fio: 23.3 us for a write and 2.88 ms until it is durable."""
    (tmp_path / "fio.txt").write_text(FIO)
    judged = plimsoll("judge", "fio.txt")
    assert "mean latency 23.3 µs, of syncs 2.88 ms" in judged.out
    (run,) = json.loads(plimsoll("judge", "fio.txt", "--json").out)["files"][0]["runs"]
    assert (run["mean_ns"], run["sync_mean_ns"]) == (22400, 2881690)
    plimsoll("import", "fio.txt", "--store", "i.db")
    page = plimsoll("report", "--store", "i.db", "--to", "md").out
    assert "mean completion latency 22.4 µs, mean completion latency of syncs 2.88 ms" in page


def test_the_highest_rate_of_a_suite_says_how_many_commits_it_is(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """A write that is durable itself takes 1 ms on this disk, as a write and its sync do."""
    (tmp_path / "disk.toml").write_text(DISK)
    asked = ("wal", "--target", "stack:disk.toml", "--virtual", "--set", "campaign.measure_for=1s")
    assert plimsoll("suite", "run", *asked, "--store", "w.db").code == 0
    page = plimsoll("report", "--store", "w.db", "--to", "md").out
    assert re.search(r"Highest: \*\*1,000 IOPS \(1,000 durable commits a second\)\*\*", page)
