"""`plimsoll workload`: names for --workload, and a workload from what monitoring shows."""

import json
import tomllib
from pathlib import Path

import pytest

from plimsoll.base import workloads
from tests.conftest import Plimsoll
from tests.on_time import on_time
from tests.stack_texts import disk

STACK = disk("100us", servers=4)


@pytest.fixture
def stack(tmp_path: Path) -> str:
    file = tmp_path / "stack.toml"
    file.write_text(STACK)
    return f"stack:{file}"


@pytest.mark.parametrize("name", [one.name for one in workloads.named_workloads()])
def test_a_workload_known_by_name_can_be_run_and_says_where_it_is_from(
    plimsoll: Plimsoll, stack: str, name: str
) -> None:
    found = workloads.find(name)
    assert found.summary
    assert found.source
    words = ("--target", stack, "--virtual", "--measure-for", "100ms", "--json")
    ended = plimsoll("run", "--workload", name, *words, code=0)
    spec = json.loads(ended.out)["spec"]["workload"]
    keys = tomllib.loads(found.text)
    assert spec["read_percent"] == pytest.approx(keys.get("read", 100))


def test_the_list_names_them_all_and_one_is_printed_as_a_file(
    plimsoll: Plimsoll, tmp_path: Path, stack: str
) -> None:
    listed = plimsoll("workload").out
    assert all(one.name in listed for one in workloads.named_workloads())
    printed = plimsoll("workload", "oltp").out
    assert tomllib.loads(printed) == {"block_size": "8k", "read": 70, "pattern": "random"}
    # A file of that name comes first.
    (tmp_path / "mine.toml").write_text(printed.replace("70", "60"))
    words = ("--target", stack, "--virtual", "--measure-for", "100ms", "--json")
    ended = plimsoll("run", "--workload", str(tmp_path / "mine.toml"), *words)
    assert json.loads(ended.out)["spec"]["workload"]["read_percent"] == 60


def test_iops_and_bytes_of_an_estate_become_a_workload(plimsoll: Plimsoll) -> None:
    words = ("--read-iops", "500", "--write-iops", "2800")
    made = plimsoll("workload", *words, "--read-bandwidth", "16m", "--write-bandwidth", "22m")
    assert made.code == 0, made.err
    # 16 MiB / 500 = 32.77 KiB and 22 MiB / 2,800 = 8.046 KiB: in no one size.
    assert tomllib.loads(made.out) == {
        "block_size": "32k:97.6,64k:2.4",
        "write_block_size": "8k:99.43,16k:0.57",
        "read": 15.1515,
        "pattern": "random",
    }
    assert "--rate 3300" in made.out
    plain = plimsoll("workload", *words, "--json")
    assert tomllib.loads(json.loads(plain.out)["toml"])["block_size"] == "4k"
    only = plimsoll("workload", "--write-iops", "100", "--write-bandwidth", "6400k").out
    assert tomllib.loads(only) == {"block_size": "64k", "read": 0, "pattern": "random"}


@pytest.mark.parametrize("kib", [0.6, 3, 4, 11, 11.5, 40, 1000])
def test_the_mean_size_is_kept_or_its_difference_said(plimsoll: Plimsoll, kib: float) -> None:
    """Bytes over IOPS is a mean; what is measured with it has that mean, within what a hundredth of
    a percent leaves."""
    made = plimsoll(
        *("workload", "--write-iops", "1000", "--write-bandwidth", f"{round(kib * 1000 * 1024)}")
    )
    sizes = tomllib.loads(made.out)["block_size"].split(",")
    parts = [part.partition(":") for part in sizes]
    unit = {"k": 1024, "m": 1 << 20}
    mean = sum(
        float(size.rstrip("km")) * unit.get(size[-1], 1) * float(percent or 100) / 100
        for size, _, percent in parts
    )
    assert mean == pytest.approx(kib * 1024, rel=2e-4)
    assert ("in shares that keep it" in made.out) == (len(sizes) > 1)


def test_a_mean_beyond_the_largest_block_says_by_how_much_it_differs(plimsoll: Plimsoll) -> None:
    made = plimsoll("workload", "--write-iops", "1", "--write-bandwidth", "20m")
    assert tomllib.loads(made.out)["block_size"] == "16m"
    assert "# The mean write is 20,480 KiB; 16m is 20.0 % less" in made.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nosuch",), "Known: backup, database-log"),
        (("--read-iops", "0"), "the read and write IOPS are both 0"),
        (("--read-bandwidth", "5m"), "Give --read-iops or --write-iops"),
        (("--read-iops", "5", "--write-bandwidth", "5m"), "Give --write-iops"),
        (("--read-iops", "1", "--read-bandwidth", "5g"), "Check the units"),
        (("oltp", "--read-iops", "5"), "cannot be combined"),
        (("--read-iops", "nan"), "--read-iops"),
        (("--read-iops", "5", "--pattern", "zigzag"), "zigzag"),
        (("read 5 write",), "write"),
        (("read 5, read 6",), "read"),
        (("read 0, write 0",), "0"),
    ],
)
def test_what_is_no_workload_is_refused(
    plimsoll: Plimsoll, words: tuple[str, ...], said: str
) -> None:
    ended = plimsoll("workload", *words)
    assert (ended.code, ended.out) == (64, "")
    assert said in ended.err


def test_an_unknown_name_lists_the_known_ones(plimsoll: Plimsoll, stack: str) -> None:
    ended = plimsoll("run", "--target", stack, "--virtual", "--workload", "oltb", code=66)
    assert "no workload of that name" in ended.err
    assert "oltp" in ended.err


def test_a_campaign_takes_one_by_name_and_changes_what_it_says(
    plimsoll: Plimsoll, tmp_path: Path, stack: str
) -> None:
    file = tmp_path / "campaign.toml"
    head = (
        '[campaign]\nname = "c"\nvirtual = true\nmeasure_for = "100ms"\n'
        f'[target]\npath = "{stack}"\n[load]\nqueue_depth = 4\n'
    )
    file.write_text(head + '[workload]\nlike = "oltp"\nread = [70, 50]\n')
    plan = json.loads(plimsoll("campaign", "plan", str(file), "--json").out)
    asked = [point["workload"] for point in plan["points"]]
    assert len(asked) == 2
    assert all("8k" in one and "oltp" in one for one in asked)
    file.write_text(head + '[workload]\nlike = "oltb"\n')
    ended = plimsoll("campaign", "plan", str(file), code=65)
    assert "no workload 'oltb'; known: backup" in ended.err


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("read 500, write 2,800", {"block_size": "4k", "read": 15.1515}),
        ("write 2.8k of 16k, read 500 of 8k", {"block_size": "8k", "write_block_size": "16k"}),
        ("reads 500 IOPS and writes 500 IOPS", {"read": 50}),
        ("write 100 of 64k", {"block_size": "64k", "read": 0}),
    ],
)
def test_what_monitoring_shows_may_be_written_in_words(
    plimsoll: Plimsoll, tmp_path: Path, typed: str, keys: dict[str, object]
) -> None:
    ended = plimsoll("workload", typed, code=0)
    made = tomllib.loads(ended.out)
    assert {key: made[key] for key in keys} == keys
    assert ("not given" in ended.out) == (" of " not in typed)
    (tmp_path / "mine.toml").write_text(ended.out)
    brief = ("--workload", "mine.toml", "--warmup-for", "0s", "--measure-for", "100ms")
    ran = on_time(plimsoll, "run", "--target", "null:", *brief)
    assert ran.code == 0, ran.err
