"""Stores that somebody else put on the shelf: the page runs nothing that they hold, and says what
is wrong with them in words."""

import contextlib
import itertools
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from plimsoll.store import Store
from plimsoll.web.shelf import id_of
from tests.command import run_command
from tests.store_edits import edit_store, seal
from tests.web.server import Answer, Serve, WebServer
from tests.web.test_browser import measuring
from tests.web.test_launcher import until

pytestmark = pytest.mark.long

STACK = Path(__file__).resolve().parents[2] / "examples/stacks/mm1.toml"
CAMPAIGN = """
[campaign]
name = "left"
virtual = true
measure_for = "1s"
[target]
path = "stack:{stack}"
[load]
rate = [1000, 2000]
max_outstanding = 512
{settings}
"""
SETTINGS = """
[configuration.after.setting]
name = "knob"
read = "cat {folder}/knob"
set = "echo new > {folder}/knob"
restore = "echo $PLIMSOLL_ORIGINAL > {folder}/knob"
"""


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    (tmp_path / "shelf").mkdir()
    return tmp_path / "shelf"


@pytest.fixture(scope="module")
def store_and_state(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A store with a campaign that was left before its end, and its user's state."""
    folder = tmp_path_factory.mktemp("kept")
    return run_and_abandon(folder, folder / "state"), folder / "state"


def run_and_abandon(folder: Path, state: Path, settings: str = "") -> Path:
    """Runs a campaign, and edits its store as if the campaign was left before its end."""
    file, store = folder / "left.toml", folder / "left.db"
    file.write_text(CAMPAIGN.format(settings=settings.format(folder=folder), stack=STACK))
    words = ["campaign", "run", file, "--store", store]
    assert run_command(words, folder, XDG_STATE_HOME=str(state)).returncode in (0, 2)
    with edit_store(store) as connection:
        connection.execute("UPDATE campaign SET state = 'running', writer = 'gone', result = NULL")
        connection.execute("UPDATE planned_point SET state = 'planned' WHERE number = 2")
    return store


@pytest.fixture
def shelf_store(
    store_and_state: tuple[Path, Path], shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """That store on a shelf, for a server of the user who ran it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(store_and_state[1]))
    return Path(shutil.copy(store_and_state[0], shelf))


def press_resume(served: WebServer, store: Path, number: int = 1) -> Answer:
    """The answer to pressing Resume."""
    return served.post(
        f"/campaign/{id_of(store)}/{number}/resume",
        {"page_token": served.page_token},
        Accept="text/html",
    )


def resume_when_free(served: WebServer, store: Path) -> None:
    """Presses Resume until nothing else measures on this machine."""
    answers: list[Answer] = []

    def press_again() -> bool:
        answers.append(press_resume(served, store))
        return "measuring on this machine now" not in answers[-1].text

    until(press_again)
    assert answers[-1].status == 303, answers[-1].text


def points(store: Path) -> list[str]:
    with Store.open(store, read_only=True) as opened:
        return [point.state for point in opened.plans.points(1)]


def write_journal(store: Path, folder: Path) -> None:
    """Writes commands into the store's journal, as an attacker would."""
    held = {
        "read": f"id > {folder}/PWNED; echo 1",
        "restore": f"touch {folder}/PWNED2",
        "limit_s": 60.0,
    }
    with edit_store(store) as connection:
        connection.execute(
            "INSERT INTO setting_journal (campaign_id, configuration, setting, original, commands,"
            " journalled_at_ns) VALUES (1, 'off', 'x', '1', ?, 1)",
            (json.dumps(held),),
        )


FLAGS = ((), ("--allow-commands",), ("--allow-commands", "--allow-data-loss"))


def test_resume_runs_no_command_that_was_put_into_the_journal(
    shelf_store: Path, serve: Serve, tmp_path: Path
) -> None:
    write_journal(shelf_store, tmp_path)
    for flags in FLAGS:
        answer = press_resume(serve("--directory", "shelf", *flags), shelf_store)
        assert answer.status == 409
        said = "did not sign" if flags else "are in its store, and this page may not run them"
        assert said in answer.text
        assert f"plimsoll campaign resume {shelf_store} --campaign 1" in answer.text
        assert not list(tmp_path.glob("PWNED*"))
        assert points(shelf_store) == ["finished", "planned"]
        assert not list(shelf_store.parent.glob("*.log")), "nothing was even started"


def test_resume_runs_no_command_that_was_put_into_the_document(
    shelf_store: Path, serve: Serve, tmp_path: Path
) -> None:
    with edit_store(shelf_store) as connection:
        connection.execute(
            "UPDATE campaign SET spec = json_set(spec, '$.campaign.clear_caches', 'touch"
            f" {tmp_path}/PWNED')"
        )
    for flags in FLAGS[:2]:
        answer = press_resume(serve("--directory", "shelf", *flags), shelf_store)
        assert answer.status == 409
        assert not list(tmp_path.glob("PWNED*"))


def test_what_this_user_signed_is_run_only_by_a_server_that_may(
    serve: Serve, shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "knob").write_text("old\n")
    made = run_and_abandon(tmp_path, tmp_path / "state", SETTINGS)
    store = Path(shutil.move(made, shelf))
    refused = press_resume(serve("--directory", "shelf"), store)
    assert (refused.status, "and this page may not" in refused.text) == (409, True)
    resume_when_free(serve("--directory", "shelf", "--allow-commands"), store)
    until(lambda: points(store) == ["finished", "finished"])
    until(lambda: (tmp_path / "knob").read_text() == "old\n")


def test_resume_beside_another_measurement_can_be_confirmed(
    shelf_store: Path, serve: Serve, shelf: Path
) -> None:
    """Its process may run no command, and it has none."""
    store, served = shelf_store, serve("--directory", "shelf")
    at = f"/campaign/{id_of(store)}/1"
    run = ("run", "--target", "null:", "--rate", "100", "--measure-for", "10m")
    box = re.compile('<input type="checkbox" name="beside" value="yes" required>')
    with measuring(shelf.parent, *run):
        until(lambda: bool(box.search(served.get(at).text)))
        refused = press_resume(served, store)
        assert refused.status == 409
        assert "measuring on this machine now" in refused.text
        assert box.search(refused.text), "a way to go on all the same"
        assert f'<a class="button" href="{at}">Try again</a>' in refused.text
        confirmed = {"page_token": served.page_token, "beside": "yes"}
        assert served.post(f"{at}/resume", confirmed, Accept="text/html").status == 303
        until(lambda: points(store) == ["finished", "finished"])


def test_the_process_that_the_page_starts_is_told_to_run_no_command(
    shelf_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What it reads may not be what the page looked at.
    from plimsoll.web.launcher import Permissions, Starter

    starter, spawned = Starter(Permissions()), []
    monkeypatch.setattr(
        starter,
        "_spawn",
        lambda words, *_: spawned.append(words) or subprocess.Popen([sys.executable, "-c", ""]),
    )
    with Store.open(shelf_store, read_only=True) as opened:
        starter.resume(opened.campaigns()[0], opened)
    assert {"--no-commands", "--no-data-loss"} <= set(spawned[0])


def test_another_users_store_is_shown_and_not_resumed(shelf_store: Path, serve: Serve) -> None:
    if os.geteuid() != 0:
        pytest.skip("needs to give files to another user, which takes root")
    store = shelf_store
    os.chown(store, 65534, 65534)
    served = serve("--directory", "shelf")
    page = f"/campaign/{id_of(store)}/1"
    assert served.get(page).status == 200
    for action in ("resume", "mark"):
        answer = served.post(
            f"{page}/{action}", {"page_token": served.page_token, "text": "x"}, Accept="text/html"
        )
        assert (answer.status, "belongs to nobody" in answer.text) == (409, True)
    assert sorted(path.name for path in store.parent.iterdir()) == ["left.db"]


DAMAGES = {
    "a record that is no JSON": "UPDATE run SET record = '{' WHERE id = 1",
    "a record of another shape": "UPDATE run SET record = '{}' WHERE id = 1",
    "an interval that is no JSON": "UPDATE interval SET json = '[' WHERE run_id = 1",
    "a document of another shape": "UPDATE campaign SET spec = '{\"campaign\": 5}'",
    "a Point of another shape": "UPDATE planned_point SET target = '[5]'",
    "a Point that is no JSON": "UPDATE planned_point SET workload = 'x'",
    "a table that is gone": "DROP TABLE histogram",
    "a trigger": "CREATE TRIGGER evil AFTER INSERT ON run BEGIN DELETE FROM campaign; END",
}


def test_a_damaged_store_is_told_in_words_and_hides_no_other(
    shelf_store: Path, serve: Serve, shelf: Path
) -> None:
    damaged = {}
    for number, (name, damage) in enumerate(DAMAGES.items()):
        store = Path(shutil.copy(shelf_store, shelf / f"damaged-{number}.db"))
        connection = sqlite3.connect(store, isolation_level=None)
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(damage)
        with contextlib.suppress(sqlite3.Error):
            seal(connection)
        connection.close()
        damaged[name] = store
    served = serve("--directory", "shelf")
    page = served.get("/")
    assert page.status == 200
    assert f"/campaign/{id_of(shelf_store)}/1" in page.text
    # Reports by turns: each is a process. What all verbs say of damage is held in tests/store.
    reports = itertools.cycle(("summary", "time"))
    for (name, store), report in zip(damaged.items(), reports, strict=False):
        at, told = f"/campaign/{id_of(store)}/1", []
        for path in (
            at,
            f"/report/{id_of(store)}/1/{report}",
            f"/compare?c={id_of(store)}.1&c={id_of(shelf_store)}.1",
        ):
            answer = served.get(path, Accept="text/html")
            assert answer.status < 500, (name, path, answer.text)
            told.append(answer.text)
        answer = served.post(f"{at}/resume", {"page_token": served.page_token}, Accept="text/html")
        assert answer.status in (303, 404, 409), name
        # A store that cannot be listed at all is told on the shelf, by its name.
        notes = re.findall(rf"[^<>]*{store.name}[^<>]*", page.text)
        assert any(
            "is damaged" in text or "is not a store as it should be" in text
            for text in (*notes, *told, answer.text)
        ), name
