"""Campaigns from job files of other programs: a plan accepts them, and they ask the same."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from tests.formats.jobs.test_hcibench import CONF, FIO, VDBENCH
from tests.formats.jobs.test_iometer import ICF

if TYPE_CHECKING:
    from tests.conftest import Plimsoll


def test_iometers_cycles_become_a_list(plimsoll: Plimsoll, disk: Path) -> None:
    assert plimsoll("prepare", "a.dat", "--size", "2m").code == 0
    (disk / "t.icf").write_text(ICF.replace("NORMAL", "CYCLE_OUTSTANDING_IOS"))
    ended = plimsoll("iometer", "t.icf", "--target", "a.dat", "--campaign", "c.toml")
    assert ended.code == 0, ended.err
    made = tomllib.loads((disk / "c.toml").read_text())
    assert made["load"] == {"workers": 1, "queue_depth": [1, 2, 4, 8, 16, 32]}
    assert len(made["workload"]) == 2
    ended = plimsoll("campaign", "plan", "c.toml", "--json")
    assert ended.code == 0, ended.err
    assert len(ended.document["points"]) == 12
    assert plimsoll("iometer", "t.icf", "--campaign", "c.toml").code == 65


def test_hcibenchs_files_become_campaigns(plimsoll: Plimsoll, disk: Path) -> None:
    for name in ("a.dat", "b.dat"):
        assert plimsoll("prepare", name, "--size", "8m").code == 0
    (disk / "files").mkdir()
    for name, text in (("vdb", VDBENCH), ("fio", FIO), ("perf-conf.yaml", CONF)):
        here = text.replace("/t/a", str(disk / "a.dat")).replace("/t/b", str(disk / "b.dat"))
        (disk / "files" / name).write_text(here)
    ended = plimsoll("hcibench", "files", "--campaign", "c.toml")
    assert ended.code == 0, ended.err
    assert "it is what one of 8 VMs does" in ended.err
    for name in ("c-vdb.toml", "c-fio.toml"):
        made = tomllib.loads((disk / name).read_text())
        assert made["target"]["path"] == [str(disk / "a.dat"), str(disk / "b.dat")]
        assert (made["load"]["rate"], made["campaign"]["measure_for"]) == (900, "60s")
        assert plimsoll("campaign", "plan", name).code == 0
