"""Campaigns from job files of other programs: a plan accepts them, and they ask the same."""

import tomllib
from pathlib import Path

from tests.conftest import Plimsoll
from tests.features.jobs.test_hcibench import CONF, FIO, VDBENCH
from tests.features.jobs.test_iometer import ICF


def test_iometers_cycles_become_a_list(plimsoll: Plimsoll, disk: Path) -> None:
    assert plimsoll("prepare", "a.dat", "--size", "2m").code == 0
    (disk / "t.icf").write_text(ICF.replace("NORMAL", "CYCLE_OUTSTANDING_IOS"))
    ended = plimsoll("iometer", "t.icf", "--target", "a.dat", "--campaign", "c.toml", code=0)
    made = tomllib.loads((disk / "c.toml").read_text())
    assert made["load"] == {"workers": 1, "queue_depth": [1, 2, 4, 8, 16, 32]}
    assert len(made["workload"]) == 2
    ended = plimsoll("campaign", "plan", "c.toml", "--json", code=0)
    assert len(ended.document["points"]) == 12
    assert plimsoll("iometer", "t.icf", "--campaign", "c.toml").code == 65


def test_hcibenchs_files_become_campaigns(plimsoll: Plimsoll, disk: Path) -> None:
    for name in ("a.dat", "b.dat"):
        assert plimsoll("prepare", name, "--size", "8m").code == 0
    (disk / "files").mkdir()
    for name, text in (("vdb", VDBENCH), ("fio", FIO), ("perf-conf.yaml", CONF)):
        here = text.replace("/t/a", str(disk / "a.dat")).replace("/t/b", str(disk / "b.dat"))
        (disk / "files" / name).write_text(here)
    ended = plimsoll("hcibench", "files", "--campaign", "c.toml", code=0)
    assert "it is what one of 8 VMs does" in ended.err
    for name in ("c-vdb.toml", "c-fio.toml"):
        made = tomllib.loads((disk / name).read_text())
        assert made["target"]["path"] == [str(disk / "a.dat"), str(disk / "b.dat")]
        assert (made["load"]["rate"], made["campaign"]["measure_for"]) == (900, "60s")
        assert plimsoll("campaign", "plan", name).code == 0


JOB = (
    *("--name=j", "--filename=a.dat", "--rw=randrw", "--bssplit=4k/50:8k/50", "--size=8m"),
    *("--direct=1", "--ioengine=libaio", "--iodepth=4", "--runtime=1", "--randseed=7"),
)


def test_jobs_of_fio_that_end_by_time_become_a_campaign(plimsoll: Plimsoll, disk: Path) -> None:
    out = ("--campaign", "c.toml")
    assert plimsoll("prepare", "a.dat", "--size", "8m").code == 0
    ended = plimsoll("fio", *JOB, "--time_based", "--rate=4m,4m", *out)
    assert (ended.code, ended.out) == (0, ""), ended.err
    made = tomllib.loads((disk / "c.toml").read_text())
    # Where sizes differ a rate in bytes is a cap of a closed load.
    assert made["load"] == {"workers": 1, "queue_depth": 4, "cap_bytes": str(8 << 20)}
    assert (made["campaign"]["seed"], made["campaign"]["measure_for"]) == (7, "1s")
    assert made["target"]["engine"] == "libaio"
    assert plimsoll("campaign", "plan", "c.toml").code == 0
    ended = plimsoll("fio", *JOB, *out)
    assert (ended.code, "a campaign's Runs end by time" in ended.err) == (65, True)
    ended = plimsoll("fio", *JOB, "--time_based", *(*JOB, "--time_based"), *out)
    assert (ended.code, "a campaign runs one at a time" in ended.err) == (65, True)


def test_a_line_of_ndisk64_becomes_a_campaign(plimsoll: Plimsoll, disk: Path) -> None:
    line = ("-f", "a.dat:b.dat", "-R", "-r", "100", "-M", "2", "-b", "4K", "-s", "8M", "-D")
    ended = plimsoll("ndisk", *line, "--campaign", "c.toml", "--seed", "5")
    assert (ended.code, ended.out) == (0, ""), ended.err
    assert ended.err.count("missing: plimsoll prepare") == 2
    made = tomllib.loads((disk / "c.toml").read_text())
    assert (made["load"], made["campaign"]["seed"]) == ({"workers": 1, "queue_depth": 1}, 5)
    assert made["target"]["path"] == [str(disk / "a.dat"), str(disk / "b.dat")]
    for name in ("a.dat", "b.dat"):
        assert plimsoll("prepare", name, "--size", "8m").code == 0
    assert plimsoll("campaign", "plan", "c.toml").code == 0
