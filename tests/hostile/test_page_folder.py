"""`plimsoll web` over a folder in which others write too: nothing of theirs runs, and what was
looked at is what is done."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from plimsoll.base.errors import UsageError
from plimsoll.store import Store
from plimsoll.web.launcher import Permissions, Starter
from tests.cli.test_refusals import assert_refusal
from tests.conftest import Plimsoll
from tests.hostile import stores
from tests.hostile.conftest import Attempts
from tests.hostile.page import CAMPAIGN, Page
from tests.hostile.rig import until
from tests.words import argv

pytestmark = pytest.mark.long

PLANTED = argv(
    "json sqlite3 os re site sitecustomize usercustomize typing runpy typer plimsoll_native"
)
TOML = stores.campaign(
    f"stack:{stores.STACK}", "[load]\nrate = 500", virtual=True, measure_for="1s"
)


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """The folder that the page shows, with a store in it."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    stores.make(folder)
    return folder


@pytest.fixture
def page(shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """Started elsewhere, with what many have in their environment: an empty part of a path is the
    working folder."""
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


def test_no_module_or_program_of_the_folder_is_run(
    page: Page, shelf: Path, tmp_path: Path, attempts: Attempts
) -> None:
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
    attempts.count_success(4)


@pytest.mark.parametrize(
    "flags", [(), ("--allow-data-loss",)], ids=["nothing allowed", "data loss allowed"]
)
def test_a_campaign_that_is_swapped_before_it_is_read_again_is_not_run(
    shelf: Path, flags: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file lies beside the store: whoever writes there may put another in its place before the
    command has read it."""
    image = shelf / "disk.img"
    image.write_bytes(b"precious" * (1 << 17))
    before = image.read_bytes()
    evil = (
        f'targets = ["{image}"]\n[campaign]\nname = "c"\nsettle = false\nmeasure_for ='
        ' "100ms"\nwarmup_for = "0s"\noverwrite_signature = true\ni_will_lose_the_data_on ='
        f' ["{image}"]\n[workload]\nread = 0\n[load]\nqueue_depth = 1\n'
    )
    spawned = Starter._spawn

    def swap_and_spawn(
        self: Starter, arguments: list[str], home: Path, log: Path
    ) -> subprocess.Popen[bytes]:
        (home / arguments[2]).write_text(evil)
        return spawned(self, arguments, home, log)

    monkeypatch.setattr(Starter, "_spawn", swap_and_spawn)
    with pytest.raises(UsageError, match="is not the file that"):
        Starter(Permissions(data_loss=bool(flags))).start(TOML, shelf / "kept.db")
    assert image.read_bytes() == before


def test_a_page_that_may_give_no_data_up_tells_the_command_so(
    shelf: Path, plimsoll: Plimsoll
) -> None:
    """Also of what is resumed: the store may be another when the command reads it."""
    file = shelf / "lose.toml"
    file.write_text(
        TOML.replace("[target]", 'i_will_lose_the_data_on = ["/dev/nothing"]\n[target]')
    )
    assert_refusal(
        plimsoll("campaign", "run", file, "--no-data-loss", "--store", shelf / "new.db"),
        73,
        "--no-data-loss",
    )
    assert not (shelf / "new.db").exists()
    assert plimsoll("campaign", "run", file, "--store", shelf / "new.db").code == 0
    assert_refusal(
        plimsoll("campaign", "resume", shelf / "new.db", "--no-data-loss"), 73, "--no-data-loss"
    )
    assert Starter(Permissions())._without(commands=False) == ["--no-commands", "--no-data-loss"]
    assert Starter(Permissions(data_loss=True))._without(commands=True) == []
