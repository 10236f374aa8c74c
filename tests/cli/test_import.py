"""`plimsoll import` as a user meets it: the example of docs/how-to/from-fio.md, and what it prints
at its end."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.reports.evidence import called
from plimsoll.reports.evidence.evidence import gather
from plimsoll.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ended

    Plimsoll = Callable[..., Ended]

ROOT = Path(__file__).parents[2]
RECORDED = ROOT / "tests/fixtures/results/fio"


def test_the_example_of_before_and_after_works(plimsoll: Plimsoll, tmp_path: Path) -> None:
    shutil.copy(RECORDED / "mixed-jsonplus.json", tmp_path / "before.json")
    # Not the same bytes, or it would have been imported before.
    text = (RECORDED / "mixed-jsonplus.json").read_text()
    (tmp_path / "after.json").write_text(f"{text}\n")
    guide = (ROOT / "docs/how-to/from-fio.md").read_text().partition("## Before and after")[2]
    commands = [line[11:] for line in guide.splitlines() if line.startswith("$ plimsoll ")]
    assert len(commands) == 3
    ended = [plimsoll(*command.split()) for command in commands]
    assert [one.code for one in ended[:2]] == [0, 0]
    assert "A = imp.db#1:before" in ended[2].out
    told = ended[1].out.splitlines()
    assert told[0] == "1 Run imported (1 of fio) into campaign 2 of imp.db"
    printed = [
        line.partition("plimsoll ")[2] for line in told if ":" in line and "plimsoll" in line
    ]
    assert printed == ["report --store imp.db --campaign 2", "compare imp.db#1 imp.db#2"]
    assert plimsoll(*printed[0].split()).code == 0
    assert plimsoll(*printed[1].split()).code == ended[2].code
    again = plimsoll(*commands[1].split())
    assert "1 file was imported before" in again.out

    with Store.open(tmp_path / "imp.db") as store:
        names = [called.called(gather(store, row.id)) for row in store.campaigns()]
    assert names == ["before", "after"]
