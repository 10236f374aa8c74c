"""`plimsoll web` over a folder in which others write too: nothing of theirs runs, and what was looked at is what is done."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from plimsoll.store import Store
from tests.hostile import stores
from tests.hostile.page import CAMPAIGN, Page
from tests.hostile.rig import until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.hostile.conftest import Attempts

PLANTED = (
    "json",
    "sqlite3",
    "os",
    "re",
    "site",
    "sitecustomize",
    "usercustomize",
    "typing",
    "runpy",
    "typer",
    "plimsoll_native",
)
TOML = f'[campaign]\nname = "c"\nvirtual = true\nmeasure_for = "1s"\n[target]\npath = "stack:{stores.STACK}"\n[load]\nrate = 500\n'


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """The folder that the page shows, with a store in it."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    stores.make(folder)
    return folder


@pytest.fixture
def page(shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """Started elsewhere, with what many have in their environment: an empty part of a path is the working folder."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setenv("PYTHONPATH", ":")
    with monkeypatch.context() as path:
        path.setenv("PATH", ":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin")
        made = Page(elsewhere, "--directory", str(shelf), "--allow-commands")
    yield made
    made.served.end()


def states(store: Path) -> dict[int, str]:
    with Store.open(store, create=False, read_only=True) as opened:
        return {row.id: row.state for row in opened.campaigns()}


def test_no_module_or_program_of_the_folder_is_run(page: Page, shelf: Path, tmp_path: Path, attempts: Attempts) -> None:
    ran = tmp_path / "PWNED"
    code = f"open({str(ran)!r}, 'a').write(__name__ + chr(10))\n"
    for name in PLANTED:
        (shelf / f"{name}.py").write_text(code)
    for name in ("plimsoll", "typer", "encodings"):
        (shelf / name).mkdir()
        for file in ("__init__.py", "__main__.py"):
            (shelf / name / file).write_text(code)
    for name in ("nice", "python", "python3", "plimsoll-python"):
        (shelf / name).write_text(f"#!/bin/sh\necho {name} >> {ran}\n")
        (shelf / name).chmod(0o755)
    store = shelf / "kept.db"
    found = CAMPAIGN.search(page.ask("GET", "/").body.decode())
    assert found
    report = page.ask("GET", f"/report/{found[1]}/1/summary.md")
    assert report.status == 200, report.body[-500:]
    asked = {"store": page.store_of("kept.db"), "toml": TOML, "beside": "yes"}
    planned = page.post("/start/plan", asked)
    assert planned.status == 200, planned.body[-500:]
    before = len(states(store))
    begun = page.post("/start/run", asked)
    assert begun.status == 303, begun.body[-500:]
    until(lambda: set(states(store).values()) == {"finished"}, "it has ended", 60)
    assert len(states(store)) == before + 1
    again = page.post(f"{begun.headers['location']}/resume", {"beside": "yes"})
    assert again.status in (303, 409, 422), again.head
    assert not ran.exists(), ran.read_text()
    attempts.held(4)
