"""`plimsoll simulate`: several clients at once, where the time goes, hosts that are down, and what
it refuses."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import COMMAND, Plimsoll
from tests.stack_texts import disk

CLUSTER = Path(__file__).with_name("simulate_cluster.toml").read_text()

COPIES = Path(__file__).with_name("simulate_copies.toml").read_text()


@pytest.fixture
def cluster(tmp_path: Path) -> Path:
    path = tmp_path / "cluster.toml"
    path.write_text(CLUSTER)
    return path


def of(rows: list[dict[str, Any]], name: str) -> dict[str, Any]:
    (found,) = [row for row in rows if row["name"] == name]
    return found


def test_each_kind_of_client_gets_what_its_own_limit_and_load_say(
    plimsoll: Plimsoll, cluster: Path
) -> None:
    ended = plimsoll("simulate", cluster, "--json", "--measure-for", "10s")
    assert (ended.code, ended.err) == (0, "")
    record = ended.document
    # 4 VMs, each with a limit of its own; the database is below every limit. Whole intervals of an
    # exact limit.
    assert of(record["clients"], "vm")["achieved_rate_per_s"] == pytest.approx(4000, rel=1e-3)
    assert of(record["clients"], "db")["achieved_rate_per_s"] == pytest.approx(500, rel=1e-3)
    assert record["achieved_rate_per_s"] == pytest.approx(4500, rel=1e-3)
    assert (
        of(record["clients"], "db")["write"]["count"] == of(record["clients"], "db")["all"]["count"]
    )
    elements = record["storage"]["elements"]
    assert of(elements, "policy")["instances"] == 4
    assert of(elements, "policy")["utilisation"] == pytest.approx(1.0, rel=1e-3)
    assert record["storage"]["bottleneck"]["element"] == "policy"
    # Everybody's time went somewhere: the shares of a whole are 1.
    shares = sum(element["share_waiting"] + element["share_working"] for element in elements)
    assert shares == pytest.approx(1.0, abs=1e-9)
    # Little's law, at each element and over all.
    for element in elements:
        inside = element["mean_wait_ns"] + element["mean_service_ns"]
        assert element["mean_queue"] == pytest.approx(
            element["departures"] / element["elapsed_ns"] * inside, rel=0.01, abs=0.01
        )


def test_the_same_seed_gives_the_same_figures_and_another_others(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    stack = tmp_path / "random.toml"
    stack.write_text(
        CLUSTER.replace(
            'service = "1ms"', 'service = { distribution = "exponential", mean = "1ms" }'
        )
    )

    def figures(seed: str) -> Any:
        record = plimsoll(
            "simulate", stack, "--json", "--seed", seed, "--measure-for", "1s"
        ).document
        return {key: value for key, value in record.items() if key != "real_s"}

    assert figures("7") == figures("7")
    assert figures("7")["all"] != figures("8")["all"]


def test_a_flag_holds_for_every_client_and_a_rate_is_shared_out(
    plimsoll: Plimsoll, cluster: Path
) -> None:
    record = plimsoll(
        "simulate", cluster, "--json", "--rate", "2500", "--arrivals", "constant", "--read", "100"
    ).document
    assert record["offered_rate_per_s"] == 2500
    # Not all tell a rate of their own: evenly by clients, 4 VMs to 1 database.
    assert of(record["clients"], "vm")["achieved_rate_per_s"] == pytest.approx(2000, rel=1e-3)
    assert of(record["clients"], "db")["achieved_rate_per_s"] == pytest.approx(500, rel=1e-3)
    assert record["write"]["count"] == 0


@pytest.mark.long
def test_a_copy_on_a_host_that_is_down_is_done_without(plimsoll: Plimsoll, tmp_path: Path) -> None:
    stack = tmp_path / "copies.toml"
    stack.write_text(COPIES)

    def rate(*flags: str) -> float:
        ended = plimsoll("simulate", stack, "--queue-depth", "256", "--json", *flags, code=0)
        return ended.document["achieved_rate_per_s"]

    shown = plimsoll("stack", "show", stack, "--down", "h1", "--json").document["loss"]
    down = {"h1", "h2", "h3"}
    holders = [
        h
        for h in sorted(down)
        if plimsoll("stack", "show", stack, "--down", h, "--json").document["loss"]["degraded"]
    ]
    assert len(holders) == 2
    assert (shown["degraded"] == ["data"]) == ("h1" in holders)
    # Two copies on disks of 1000/s each share the reads (all but 1 / 257 of it: 256 customers at
    # two stations); one has half.
    assert rate() == pytest.approx(2000, rel=0.02)
    assert rate("--down", holders[0]) == pytest.approx(1000, rel=0.02)
    # Writes go to every copy that is there: 1000/s with two and with one.
    assert rate("--read", "0") == pytest.approx(1000, rel=0.02)
    # Both forms of the flag mean the same, in both verbs.
    for flags in (
        ("--down", holders[0], "--down", holders[1]),
        ("--down", f"{holders[0]}, {holders[1]}"),
    ):
        lost = plimsoll("simulate", stack, *flags, "--json")
        assert (lost.code, lost.document["outcome"]) == (74, "failed")
        assert plimsoll("stack", "show", stack, *flags, "--json").document["loss"]["lost"] == [
            "data"
        ]


@pytest.mark.long
def test_find_searches_the_line_of_all_clients_together(plimsoll: Plimsoll, cluster: Path) -> None:
    found = ("--find", "--objective", "p99 <= 50ms", "--arrivals", "constant", "--json")
    line = plimsoll("simulate", cluster, *found, code=0).document["load_line"]
    # Shared out evenly by clients, 4000/s of the VMs' limits are four fifths: the line is at
    # 5000/s.
    assert line["low"] <= 5000 * 1.001
    assert line["high"] >= 5000 * 0.999


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            ("rate = 500", "rat = 500"),
            "cluster.toml:24: [client.db] load: unknown key 'rat'; known: queue_depth",
        ),
        (
            ('block_size = "8k"', 'block = "8k"'),
            "cluster.toml:19: [client.vm] workload: unknown key 'block'",
        ),
        (
            ('volumes = ["log"]', 'volumes = ["logs"]'),
            "no volume is called 'logs'; known: data, log",
        ),
        (("queue_depth = 8", 'queue_depth = "eight"'), "'queue_depth'"),
        (('scope = "disk"', 'scope = "lun"'), "known: group, disk, vm, host, node"),
        (("[limit.policy]", "[limt.policy]"), "unknown element type 'limt'"),
    ],
)
def test_what_a_stack_says_wrong_is_named_with_its_line(
    plimsoll: Plimsoll, tmp_path: Path, change: tuple[str, str], said: str
) -> None:
    stack = tmp_path / "cluster.toml"
    text = CLUSTER.replace(*change)
    assert text != CLUSTER
    stack.write_text(text)
    ended = plimsoll("simulate", stack)
    assert (ended.code, ended.out) == (65, "")
    assert said in ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize(
    ("flags", "code", "said"),
    [
        (("nothing.toml",), 66, "cannot read the stack nothing.toml"),
        (("cluster.toml", "--down", "esx9"), 64, "no host is called 'esx9'; known: esx1, esx2"),
        (("cluster.toml", "--find", "--rate", "5"), 64, "--rate cannot be combined with --find"),
        (("cluster.toml", "--block-size", "5"), 64, "not a multiple of 512"),
        (
            ("cluster.toml", "--objective", "achieved >= 99%"),
            64,
            "an objective on achieved is judged at an offered rate",
        ),
    ],
)
def test_refusals_are_one_line_with_what_now(
    plimsoll: Plimsoll, cluster: Path, flags: tuple[str, ...], code: int, said: str
) -> None:
    ended = plimsoll("simulate", *flags)
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err


def test_people_read_who_got_what_and_no_table_is_cut_however_narrow_the_terminal(
    plimsoll: Plimsoll, cluster: Path
) -> None:
    asked = ("simulate", cluster, "--measure-for", "1s", "--why")
    wide = plimsoll(*asked, COLUMNS="300").out
    assert "4 × vm: 8 KiB random, 70 % read" in wide
    assert "bottleneck: policy" in wide
    assert "policy × 4" in wide
    assert plimsoll(*asked, COLUMNS="20").out == wide
    assert "…" not in wide


@pytest.mark.long
@pytest.mark.parametrize("verb", ["simulate {stack} --measure-for 1s", "--help", "schema run"])
def test_a_reader_that_leaves_ends_it_as_a_shell_calls_it(cluster: Path, verb: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as nobody_reads:  # noqa: PTH123 (a descriptor, not a path)
        words = verb.format(stack=cluster).split()
        done = subprocess.run(
            [COMMAND, *words], stdout=nobody_reads, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr.count("Traceback")) == (141, 0)


def test_each_client_has_figures_and_a_rate_of_its_own(
    plimsoll: Plimsoll, cluster: Path, tmp_path: Path
) -> None:
    ended = plimsoll(
        *("simulate", cluster, "--rate", "100/client", "--measure-for", "2s"),
        *("--store", "each.db", "--why"),
    )
    assert ended.code == 0, ended.err
    assert "offered 500 " in ended.out
    assert "4 clients vm, 100 IOPS offered by each: all of it served" in ended.out
    plimsoll("report", "--store", "each.db", "--output", "runs.csv", code=0)
    rows = (tmp_path / "runs-each.csv").read_text().splitlines()
    assert [row.split(",")[2] for row in rows] == ["name", "db", "vm1", "vm2", "vm3", "vm4"]
    # What we made we may write again.
    assert plimsoll("report", "--store", "each.db", "--output", "runs.csv").code == 0
    page = plimsoll("report", "point", "--store", "each.db", "--to", "md")
    assert "Each of 4 clients vm" in page.out


@pytest.mark.parametrize("rate", ["100/vm", "100/target", "/client", "80%", "80%/client"])
def test_a_rate_of_each_of_something_else_is_refused(
    plimsoll: Plimsoll, cluster: Path, rate: str
) -> None:
    ended = plimsoll("simulate", cluster, "--rate", rate, code=64)
    assert "internal error" not in ended.err


@pytest.mark.parametrize(
    ("offered", "cap", "named"),
    [
        # 8 places of 1 ms: 8,000 IOPS.
        (20_000, 64, "bottleneck: disk: "),
        # 2 outstanding of 1 ms: 2,000 IOPS, whatever the disk could do.
        (
            4_000,
            2,
            "bottleneck: the clients' cap of 2 outstanding: the busiest element, disk, is 2",
        ),
        (500, 64, "bottleneck: none: no element is saturated"),
    ],
    ids=["overloaded", "capped", "carried"],
)
def test_the_bottleneck_is_what_would_be_full_without_the_cap(
    plimsoll: Plimsoll, tmp_path: Path, offered: int, cap: int, named: str
) -> None:
    (tmp_path / "disk.toml").write_text(disk("1ms", servers=8))
    ended = plimsoll(
        *("simulate", "disk.toml", "--rate", str(offered), "--max-outstanding", str(cap)),
        *("--workers", "1", "--warmup-for", "100ms", "--measure-for", "1s"),
    )
    assert named in ended.out
