"""`plimsoll counters`: nine lines at most, the same answer in every form and language, exit codes,
bad input."""

import json
from pathlib import Path
from typing import Any

import excelize
import pytest

from plimsoll.cli.schema import own
from tests.conftest import Plimsoll
from tests.features.counters import counter_writer as writer
from tests.schemas import keeps

IDS = [f"vol-{number:017x}" for number in range(1, 6)]
LOADS = [[900] * 300, [20] * 300, [3000] * 120 + [50] * 180, [2700] * 300, [500] * 300]
VOLUMES = f"""\
id,type,size_gib,iops,throughput
{IDS[0]},gp3,500,12000,500
{IDS[1]},gp2,2000,,
{IDS[2]},gp3,200,,
{IDS[3]},gp3,100,3000,125
{IDS[4]},gp3,100,3000,125
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    found: dict[str, Any] = {"MetricDataResults": []}
    for name, seconds in zip(IDS, LOADS, strict=True):
        found["MetricDataResults"] += writer.cloudwatch(seconds, 60, name)["MetricDataResults"]
    (tmp_path / "cloudwatch.json").write_text(json.dumps(found))
    (tmp_path / "volumes.csv").write_text(VOLUMES)
    return tmp_path


def test_bought_against_needed(plimsoll: Plimsoll, files: Path) -> None:
    ended = plimsoll("counters", "cloudwatch.json", "--volumes", "volumes.csv", "--json", code=1)
    document = json.loads(ended.out)
    keeps(document, own("counters"))
    by_name = {one["volume"]: one for one in document["volumes"]}
    assert {name: by_name[name]["verdict"] for name in IDS} == {
        # 900 IOPS on average need 3,000; a second can have had 12,000.
        IDS[0]: "finer_first",
        # gp3 carries 20 x 60 in a second too, and costs less.
        IDS[1]: "oversized",
        IDS[2]: "short",
        # 2,700 of 3,000 leave a tenth, not a fifth.
        IDS[3]: "tight",
        IDS[4]: "right",
    }
    assert by_name[IDS[0]]["possible_saving_per_month"] == pytest.approx(100 - 40)
    assert by_name[IDS[1]]["sure_saving_per_month"] == pytest.approx(200 - 160)
    assert by_name[IDS[2]]["need_high"] is None
    assert by_name[IDS[3]]["smallest_high"]["iops"] == 2700 / 0.8
    assert document["price_per_month"] == pytest.approx(100 + 200 + 16 + 8 + 8)
    assert document["finer_counter_first"] == [IDS[0]]
    # Without headroom 2,700 of 3,000 are enough.
    ended = plimsoll(
        "counters", "cloudwatch.json", "--volumes", "volumes.csv", "--headroom", "0", "--json"
    )
    verdicts = {one["volume"]: one["verdict"] for one in json.loads(ended.out)["volumes"]}
    assert verdicts[IDS[3]] == "right"


def test_the_block_has_nine_lines_at_most(plimsoll: Plimsoll, files: Path) -> None:
    ended = plimsoll("counters", "cloudwatch.json", "--volumes", "volumes.csv")
    block = ended.out.rstrip("\n").split("\n\n")[-1].splitlines()
    badge = next(at for at, line in enumerate(block) if "Held by a limit" in line)
    assert len(block[badge:]) <= 9
    assert "5 volumes: 1 held, 1 without headroom, 1 too large, 1 need a finer counter" in ended.out
    assert "40.00 USD can be saved whatever the intervals hide, and at most 60.00 USD" in ended.out
    (files / "one.json").write_text(json.dumps(writer.cloudwatch(LOADS[0])))
    ended = plimsoll("counters", "one.json", code=0)
    assert len(ended.out.strip().splitlines()) <= 9
    assert f"{writer.VOLUME}: 900 IOPS on average, 900 in the busiest 60 s" in ended.out
    assert "the busiest 1 s had between 900 IOPS and 54,000 IOPS" in ended.out


@pytest.mark.parametrize("language", ["ja", "tr"])
def test_the_answer_is_in_the_language_of_the_reader(
    language: str, plimsoll: Plimsoll, files: Path
) -> None:
    english = plimsoll("counters", "cloudwatch.json", "--volumes", "volumes.csv").out
    other = plimsoll("--lang", language, "counters", "cloudwatch.json", "--volumes", "volumes.csv")
    assert other.code == 1
    assert "finer counter" in english
    for word in ("finer", "Money", "held", "Volume "):
        assert word not in other.out


@pytest.mark.parametrize("ending", ["html", "xlsx", "md"])
def test_a_report_has_the_answer_and_every_volume(
    ending: str, plimsoll: Plimsoll, files: Path
) -> None:
    report = files / f"r.{ending}"
    command = ("counters", "cloudwatch.json", "--volumes", "volumes.csv", "--report", report.name)
    assert plimsoll(*command).code == 1
    if ending == "xlsx":
        book = excelize.open_file(str(report))
        assert {"Summary", "Tables", "Charts"} <= set(book.get_sheet_list())
        rows = [row for sheet in ("Summary", "Tables") for row in book.get_rows(sheet)]
        text = "\n".join(str(cell) for row in rows for cell in row)
        book.close()
    else:
        text = report.read_text()
    for name in IDS:
        assert name in text
    assert "5 volumes: 1 held" in text
    # A report of ours is replaced, another file is not.
    assert plimsoll(*command).code == 1
    report.write_text("mine")
    assert plimsoll(*command).code == 73
    assert report.read_text() == "mine"
    assert plimsoll(*command, "--force").code == 1


def test_files_of_the_user_replace_ours(plimsoll: Plimsoll, files: Path) -> None:
    (files / "offers.toml").write_text(
        """
currency = "EUR"
[[offer]]
type = "block"
provider = "our cloud"
level = 1
region = "here"
prices_as_of = "2026-11"
rules_as_of = "2026-11"
sources = ["contract"]
throughput_unit = "MB/s"
most_gib = 1000
iops_by_size = { per_gib = 10, most = 50000 }
throughput_by_size = { base = 100, most = 100 }
prices = { per_gib = 0.2 }
"""
    )
    (files / "volumes.toml").write_text(
        f'[[volume]]\nid = "{IDS[4]}"\ntype = "block"\nsize_gib = 50\n'
    )
    command = ("counters", "cloudwatch.json", "--offers", "offers.toml", "--json")
    document = json.loads(plimsoll(*command, "--volumes", "volumes.toml").out)
    found = next(one for one in document["volumes"] if one["volume"] == IDS[4])
    # 500 IOPS with a fifth kept free are 625: 63 GiB.
    assert (found["verdict"], found["smallest_low"]["size_gib"]) == ("short", 63)
    assert found["bought"]["price_per_month"] == pytest.approx(10)
    assert document["currency"] == "EUR"


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("v.csv", "id,type\nvol-1,gp3\n", "line 2 of v.csv: size_gib: Field required"),
        ("v.csv", "id,type,size_gib\nvol-1,gp3,big\n", "line 2 of v.csv: size_gib"),
        ("v.csv", "id,type,size_gib\nvol-1,gp3\n", "line 2 of v.csv has more or fewer cells"),
        ("v.csv", "id,type,size_gib\na,gp3,1\na,gp3,1\n", "v.csv has the volume a twice"),
        ("v.csv", "", "v.csv has no volumes"),
        ("v.toml", "[[volume]]\nid = 1\n", "v.toml"),
        ("v.toml", "[[volume]\n", "v.toml"),
    ],
)
def test_a_damaged_file_of_volumes_is_refused_with_its_line(
    name: str, text: str, says: str, plimsoll: Plimsoll, files: Path
) -> None:
    (files / name).write_text(text)
    ended = plimsoll("counters", "cloudwatch.json", "--volumes", name, code=65)
    assert says in ended.err
    assert len(ended.err.strip().splitlines()) == 1


def test_what_cannot_be_answered(plimsoll: Plimsoll, files: Path) -> None:
    assert plimsoll("counters").code == 64
    assert plimsoll("counters", "none.json").code == 66
    assert plimsoll("counters", "cloudwatch.json", "--offers", "volumes.csv").code == 65
    assert plimsoll("counters", "cloudwatch.json", "--report", "r.csv").code == 64
    document = writer.cloudwatch(LOADS[0])
    document["MetricDataResults"] = document["MetricDataResults"][:1]
    (files / "reads.json").write_text(json.dumps(document))
    ended = plimsoll("counters", "reads.json", code=65)
    assert "no volume has both reads and writes" in ended.err


def test_counters_above_what_was_bought_give_no_answer(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text(json.dumps(writer.cloudwatch([12000] * 300)))
    (tmp_path / "v.csv").write_text(f"id,type,size_gib\n{writer.VOLUME},gp3,100\n")
    ended = plimsoll("counters", "c.json", "--volumes", "v.csv", code=2)
    assert "Intervals have up to 12,000 IOPS, above the limit of 3,000 IOPS." in ended.out
    document = json.loads(plimsoll("counters", "c.json", "--volumes", "v.csv", "--json").out)
    keeps(document, own("counters"))
    (one,) = document["volumes"]
    assert one["verdict"] == "doubtful"
    assert [limit["by"] for limit in one["above"]] == ["volume_iops", "volume_throughput"]
    assert one["held_by"] == []


def test_without_bytes_the_throughput_that_was_bought_is_kept(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    found = writer.cloudwatch([100] * 300)
    found["MetricDataResults"] = [
        one for one in found["MetricDataResults"] if "Bytes" not in one["Label"]
    ]
    (tmp_path / "c.json").write_text(json.dumps(found))
    bought = f"id,type,size_gib,iops,throughput\n{writer.VOLUME},gp3,500,12000,500\nvol-b,st1,1,,\n"
    (tmp_path / "v.csv").write_text(bought)
    document = json.loads(plimsoll("counters", "c.json", "--volumes", "v.csv", "--json").out)
    (one,) = document["volumes"]
    assert one["smallest_low"]["bytes_per_s"] == 500 << 20
    assert one["possible_saving_per_month"] + one["sure_saving_per_month"] == pytest.approx(45)


def test_a_limit_that_held_all_the_time_hides_nothing(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text(json.dumps(writer.cloudwatch([3000] * 300)))
    (tmp_path / "v.csv").write_text(f"id,type,size_gib\n{writer.VOLUME},gp3,100\n")
    ended = plimsoll("counters", "c.json", "--volumes", "v.csv")
    assert "the busiest interval was at the limit all the time, with 3,000 IOPS" in ended.out
    assert "intervals are no longer than" not in ended.out


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("gp3,100,500000,", "has iops 500,000, and gp3 has 50,000 at most"),
        # In bytes per second, not in MiB/s.
        ("gp3,100,3000,131072000", "has throughput 131,072,000, and gp3 has 750 at most"),
        ("gp2,20000,,", "has size_gib 20,000, and gp2 has 16,384 at most"),
        ("io2,100,,", "has no iops, which io2 does not have without a purchase"),
    ],
)
def test_what_nobody_sells_was_not_bought(
    plimsoll: Plimsoll, tmp_path: Path, row: str, said: str
) -> None:
    """A purchase that is too large by its unit would be taken for money that can be saved."""
    (tmp_path / "c.json").write_text(json.dumps(writer.cloudwatch([100] * 300)))
    (tmp_path / "v.csv").write_text(f"id,type,size_gib,iops,throughput\n{writer.VOLUME},{row}\n")
    ended = plimsoll("counters", "c.json", "--volumes", "v.csv")
    assert (ended.code, ended.err.count("\n")) == (65, 1)
    assert said in ended.err


def test_a_latency_rules_out_what_no_document_keeps(plimsoll: Plimsoll, files: Path) -> None:
    """io2 documents less than 0.5 ms, gp2 and gp3 less than 10 ms."""
    command = ("counters", "cloudwatch.json", "--volumes", "volumes.csv", "--latency")
    document = plimsoll(*command, "1", "--json").document
    keeps(document, own("counters"))
    by_name = {one["volume"]: one for one in document["volumes"]}
    assert document["latency_ms"] == 1
    assert {by_name[name]["verdict"] for name in IDS} == {"latency_open", "short"}
    assert {by_name[name]["smallest_low"]["type"] for name in IDS} == {"io2"}
    assert document["sure_saving_per_month"] == 0
    by_name = {one["volume"]: one for one in plimsoll(*command, "10", "--json").document["volumes"]}
    assert by_name[IDS[1]]["verdict"] == "oversized"
    assert by_name[IDS[1]]["smallest_low"]["type"] == "gp3"
    assert by_name[IDS[4]]["verdict"] == "right"
    ended = plimsoll(*command, "0.1", "--json")
    assert {one["smallest_low"] for one in ended.document["volumes"]} == {None}
    assert "latency open" in plimsoll(*command, "0.1").out
    plimsoll(*command, "1", "--report", "r.md", code=1)
    assert "Documented latency below 10 ms: docs.aws.amazon.com" in (files / "r.md").read_text()
    (files / "v.csv").write_text(f"id,type,size_gib\n{IDS[0]},pd-balanced,500\n")
    plimsoll(*command[:3], "v.csv", "--latency", "10", "--report", "r.md")
    assert "No documented latency" in (files / "r.md").read_text()
