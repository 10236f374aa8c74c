"""`plimsoll judge`: at most nine lines a file, the verdict first, exit codes, bad input."""

import json
import shutil
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest

import plimsoll as lib
from plimsoll.cli.schema import own
from plimsoll.features.credibility.messages import message
from plimsoll.judge import credibility
from plimsoll.judge.links import links
from plimsoll.report.common import import_text
from tests.conftest import Plimsoll
from tests.features.credibility.result_writer import DIRECT, section, write
from tests.schemas import keeps

RESULTS = Path(__file__).parents[2] / "fixtures/results"
HONEST = {**DIRECT, "rw": "randread", "iodepth": "16", "size": "100g"}


def test_an_honest_result_is_usable_and_the_code_is_0(plimsoll: Plimsoll, tmp_path: Path) -> None:
    write(tmp_path / "r.json", HONEST, read=section(20_000, 800.0))
    first, second, *rest = plimsoll("judge", "r.json", code=0).out.splitlines()
    assert first == "r.json: usable (fio 3.33)"
    assert "20,000 IOPS" in second
    assert "mean latency 800 µs" in second
    (unchecked,) = rest
    assert unchecked == (
        "  Not checked: whether the rate was steady (the file has too few intervals), the link"
        " (--link NAME)"
    )
    # Nothing is kept.
    assert [path.name for path in tmp_path.iterdir()] == ["r.json"]


def test_limits_and_what_is_not_usable_are_code_2(plimsoll: Plimsoll, tmp_path: Path) -> None:
    write(tmp_path / "r.json", {**HONEST, "size": "50m"}, read=section(20_000, 800.0))
    ended = plimsoll("judge", "r.json", code=2)
    assert ended.out.startswith("r.json: usable with these limits (fio 3.33)\n")
    assert "  Limit: The Run addressed only 50 MiB" in ended.out
    assert "  Measure instead: Address several times" in ended.out
    write(tmp_path / "r.json", HONEST, read=section(300_000, 800.0))
    ended = plimsoll("judge", "r.json", "--link", "sata-6g", code=2)
    assert ended.out.startswith("r.json: not usable (fio 3.33)\n")
    assert ended.out.splitlines()[2].startswith("  Not usable: 1.23 GB/s are more than SATA 6 Gb/s")


def test_the_document_says_the_same_and_keeps_its_schema(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    for name in ("fio", "vdbench", "others", "more", "plimsoll", "hcibench"):
        shutil.copytree(RESULTS / name, tmp_path / name)
    document = json.loads(plimsoll("judge", ".", "--json").out)
    keeps(document, own("judge"))
    assert document["use"] == "unusable"
    assert len(document["files"]) > 20
    lines = plimsoll("judge", ".").out.splitlines()
    heads = [at for at, line in enumerate(lines) if not line.startswith(" ")]
    # A file has nine lines at most.
    assert max(after - at for at, after in pairwise([*heads, len(lines)])) <= 9
    for file in document["files"]:
        for run in file["runs"]:
            assert run["use"] == credibility.worst(reason["use"] for reason in run["reasons"])


@pytest.mark.parametrize("language", ["ja", "tr"])
def test_the_answer_is_in_the_language_of_the_reader(
    language: str, plimsoll: Plimsoll, tmp_path: Path
) -> None:
    options = {**HONEST, "size": "50m", "zero_buffers": "1", "direct": "0"}
    write(tmp_path / "r.json", options, write=section(5, 800.0, seconds=0.5))
    english = plimsoll("judge", "r.json").out.splitlines()
    other = plimsoll("--lang", language, "judge", "r.json").out.splitlines()
    assert len(english) == len(other)
    assert not set(english) & set(other)


def test_a_damaged_file_is_left_out_with_its_line_and_no_half_answer(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    whole = write(tmp_path / "r.json", HONEST, read=section(20_000, 800.0))
    (tmp_path / "cut.json").write_text(whole.read_text()[:-200])
    ended = plimsoll("judge", "cut.json", "r.json", code=65)
    assert "not judged: cut.json, line 1: a JSON document begins here and does not end" in (
        ended.out
    )
    assert "(read as fio json)" in ended.out
    # The other file has its whole answer.
    assert "r.json: usable (fio 3.33)" in ended.out


def test_what_is_no_result_is_named_with_its_program(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "job.fio").write_text("[global]\nioengine=libaio\nrw=randread\n[a]\nsize=1g\n")
    (tmp_path / "perf.csv").write_text(
        '"(PDH-CSV 4.0) (UTC)(0)","\\\\H\\PhysicalDisk(0 C:)\\Disk Reads/sec"\n'
        '"11/29/2026 10:00:00.000","12.5"\n'
    )
    ended = plimsoll("judge", "job.fio", "perf.csv", code=65)
    assert "job.fio is a job file of fio, not a result: plimsoll fio FILE runs it" in ended.out
    assert "perf.csv has recorded counters of perfmon, and no results" in ended.out
    assert plimsoll("judge", "nothing.json").code == 66
    assert plimsoll("judge").code == 64
    ended = plimsoll("judge", "job.fio", "--link", "token-ring", code=64)
    assert "sata-6g" in ended.err


def test_a_rate_that_two_other_figures_refute_is_not_usable(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    text = (RESULTS / "vdbench/summary.html").read_text()
    (tmp_path / "summary.html").write_text(text.replace("avg_2-6   10000.00", "avg_2-6   20000.00"))
    ended = plimsoll("judge", "summary.html", code=2)
    assert "the file gives 20,000 IOPS" in ended.out
    assert "Not usable (1: " in ended.out


def test_every_link_has_a_limit_and_a_source(plimsoll: Plimsoll) -> None:
    assert len(plimsoll("judge", "--links", code=0).out.splitlines()) == len(links())
    for link in links().values():
        assert link.source
        assert link.bytes_per_s > 0
    # PCIe: lanes × GT/s × 128/130 ÷ 8; Ethernet: Gb/s ÷ 8; Fibre Channel: 100 MB/s for each GFC.
    assert links()["nvme-4-x4"].bytes_per_s == round(4 * 16e9 * 128 / 130 / 8 / 1e6) * 1e6
    assert links()["ethernet-25g"].bytes_per_s == 25e9 / 8
    assert links()["fc-32g"].bytes_per_s == 3200e6


@pytest.mark.parametrize(("gb_per_s", "above"), [(28, False), (40, True)])
def test_more_than_the_link_of_an_nvme_disk_is_said_wherever_the_run_is_shown(
    gb_per_s: int, above: bool, plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """28 GB/s is what the fastest disks of PCIe 6.0 read."""
    options = {**HONEST, "bs": "1m", "rw": "read", "filename": "/dev/nvme0n1", "size": "1t"}
    rate = gb_per_s * 1e9 / (1 << 20)
    write(tmp_path / "r.json", options, read=section(rate, 16 / rate * 1e6, 1 << 20))
    said = "is more than the link of an NVMe disk can carry (PCIe 6.0 x4: 30.2 GB/s)"
    assert (said in plimsoll("judge", "r.json").out) is above
    assert (said in plimsoll("import", "r.json", "--store", "s.db").out) is above
    report = ("report", "--store", "s.db", "--to", "md", "--output", "r.md")
    assert plimsoll(*report).code == 0
    assert (said in (tmp_path / "r.md").read_text()) is above
    codes = [
        found.code for run in lib.judge_results(tmp_path / "r.json").runs for found in run.findings
    ]
    assert ("above_disk_link" in codes) is above
    # A Run of our own has it from its record.
    own = lib.run("null:", rate=20, warmup_for="0s", measure_for="200ms").document
    own["spec"]["target"]["name"] = "/dev/nvme0n1"
    assert import_text.above_link(own) == []
    own["bytes_per_s"], own["spec"]["workload"]["read_percent"] = gb_per_s * 1e9, 100.0
    assert (said in " ".join(import_text.above_link(own))) is above


def test_findings_stand_in_reports_in_the_language_of_the_reader(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    write(tmp_path / "r.json", {**HONEST, "size": "50m"}, read=section(20_000, 800.0))
    assert (
        "check: r.json, jobs[0]: The Run addressed only 50 MiB"
        in plimsoll("import", "r.json", "--store", "s.db").out
    )
    for language, words in (
        ("en", "addressed only 50 MiB"),
        ("ja", "50 MiBだけ"),
        ("tr", "50 MiB adres"),
    ):
        report = ("report", "--store", "s.db", "--to", "md", "--output", f"{language}.md")
        assert plimsoll("--lang", language, *report).code == 0
        assert words in (tmp_path / f"{language}.md").read_text()


def test_every_finding_that_limits_says_what_to_measure_instead() -> None:
    tables = (
        credibility.FINDINGS,
        credibility.REMARKS,
        credibility.OUTCOMES,
        credibility.UNCHECKED,
    )
    for table in tables:
        for code, meaning in table.items():
            if meaning.use == "limited" and code != "sync_in_cache":
                assert meaning.remedy is not None, code
    for remedy in get_args(credibility.Remedy):
        assert message(f"instead-{remedy}").endswith(".")
    # A code of a later version limits.
    assert credibility.use_of(["of_tomorrow"], []) == "limited"
    assert credibility.use_of([], ["percentiles_told", "unfinished_status"]) == "unusable"
