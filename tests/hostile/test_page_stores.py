"""Forms and stores of somebody who means harm, through `plimsoll web`: they bring no commands, no
markup, and give no data up."""

import os
import time
from pathlib import Path

import pytest

from tests.hostile import stores
from tests.hostile.conftest import Attempts
from tests.hostile.page import CAMPAIGN, Page
from tests.hostile.rig import Rig, assert_no_change, table, until, whole
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.long


# Forms
# ----------------------------------------------------------------------------------------------------------------

STACK = stores.STACK
TOML = stores.campaign(f"stack:{STACK}", virtual=True, measure_for="1s")
ORDER = 'set = "touch PWNED"\nread = "touch PWNED; echo 1"\nrestore = "touch PWNED"\n'
REFUSED = {
    "commands of settings": f'{TOML}[configuration.a.setting]\nname = "x"\n{ORDER}',
    "a command to clear caches": TOML.replace("[target]", 'clear_caches = "touch PWNED"\n[target]'),
    "a collector": (
        TOML.replace("virtual = true", 'collect = ["touch PWNED"]').replace(
            f"stack:{STACK}", "null:"
        )
    ),
    "data that may be lost": TOML.replace(
        "[target]", 'i_will_lose_the_data_on = ["/dev/vda"]\n[target]'
    ),
    "a signature that may be lost": TOML.replace(
        "[target]", "overwrite_signature = true\n[target]"
    ),
    "no TOML": "campaign = [",
    "an unknown key": TOML + "x = 1\n",
    "a name of control characters": TOML.replace('"c"', '"\\u001b[2J\\u202e"') + "nonsense = 1\n",
    "too many points": (
        TOML
        + "[load]\nrate = ["
        + ",".join(map(str, range(1, 1500)))
        + "]\n[workload]\nread = ["
        + ",".join(str(n % 101) for n in range(1500))
        + "]\n"
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_form_brings_no_commands_and_gives_no_data_up(
    sound: Page, attempts: Attempts, name: str
) -> None:
    before = sorted(sound.folder.iterdir())
    for path in ("/start/plan", "/start/run", "/start/file"):
        said = sound.post(path, {"store": sound.store, "toml": REFUSED[name]})
        # A file that was brought back into the form is shown, as text.
        assert said.status == 422 or (path == "/start/file" and said.status == 200), (
            path,
            said.head,
            said.body[-500:],
        )
        assert b"\x1b" not in said.body
        attempts.count_success()
    assert sorted(sound.folder.iterdir()) == before
    assert not list(sound.folder.glob("PWNED*"))


DEEP = {
    "lists": "a = " + "[" * 50_000,
    "closed lists": "a = " + "[" * 50_000 + "]" * 50_000,
    "tables": "[" + "a." * 50_000 + "a]",
    "inline tables": "a = " + "{a = " * 20_000,
    "keys": "a." * 50_000 + "a = 1",
    "many keys": "\n".join(f"k{n} = 1" for n in range(200_000)),
    "a long text": f'a = "{"x" * 3_000_000}"',
    "digits": "a = " + "9" * 100_000,
    "arrays of tables": "[[a]]\n" * 100_000,
}


@pytest.mark.parametrize("name", table(DEEP, "lists"))
def test_a_document_that_is_too_deep_or_too_long_is_refused(sound: Page, name: str) -> None:
    for path in ("/start/plan", "/start/run", "/start/file"):
        said = sound.post(path, {"store": sound.store, "toml": DEEP[name]})
        assert said.status in (413, 422) or (path == "/start/file" and said.status == 200), (
            path,
            said.head,
        )


@whole
def test_the_page_does_not_write_to_a_file_that_is_somebodys(rig: Rig) -> None:
    """Its plan is shown; the start is refused in the command's words."""
    theirs = rig.image("theirs", 8)
    page = Page(rig.folder, "--store", "s.db", "--allow-commands")
    rig.later(page.served.end)
    text = stores.campaign(theirs, "[workload]\nread = 0", settle=False, measure_for="100ms")
    with assert_no_change(theirs):
        end = time.monotonic() + PATIENCE_S
        # Another Run on this machine is waited for.
        while (
            said := page.post("/start/run", {"store": page.store, "toml": text})
        ).status == 409 and time.monotonic() < end:
            time.sleep(0.5)
        if said.status == 303:
            at = said.headers["location"]
            until(lambda: "finished" in page.ask("GET", at).body.decode(), "the campaign has ended")
            assert "refusing to write" in page.ask("GET", at).body.decode()
        else:
            assert said.status in (409, 422), said.head


# Stores of somebody who means harm
# ------------------------------------------------------------------------------------


MARKUP = [
    '"><script>alert(1)</script>',
    "<img src=x onerror=alert(1)>",
    "</title><svg/onload=alert(1)>",
    "javascript:alert(1)",
    "{{7*7}}",
    "\x1b]0;pwn\x07",
    "\u202egnp.exe",
    "'); DROP TABLE run; --",
    "=cmd|' /C calc'!A0",
    "x" * 100_000,
]


@pytest.mark.parametrize(
    "text",
    [
        *(
            pytest.param(text, id=text[:12].encode().hex(), marks=() if n == 0 else whole)
            for n, text in enumerate(MARKUP)
        )
    ],
)
def test_names_of_a_store_bring_no_markup(
    rig: Rig, full_store: Path, attempts: Attempts, text: str
) -> None:
    shelf = rig.path("shelf")
    shelf.mkdir()
    store = stores.copy(full_store, shelf)
    with stores.raw_connection(store) as db:
        db.execute(
            "UPDATE campaign SET kind = ?, strategy = ?, objective = ?, version = ?", (text,) * 4
        )
        db.execute(
            "UPDATE campaign SET spec = json_set(spec, '$.campaign.name', ?) WHERE id = 2", (text,)
        )
        db.execute(
            "UPDATE planned_point SET target = json_set(target, '$.name', ?), configuration = ?",
            (text,) * 2,
        )
        db.execute("UPDATE event SET text = ?", (text,))
        db.execute("UPDATE run SET role = ?, version = ?", (text,) * 2)
    served = Page(rig.folder, "--directory", str(shelf))
    rig.later(served.served.end)
    shown = served.ask("GET", "/").body.decode()
    paths = [
        "/",
        *{f"/campaign/{a}/{b}" for a, b in CAMPAIGN.findall(shown)},
        *{f"/report/{a}/{b}/runs" for a, b in CAMPAIGN.findall(shown)},
    ]
    for path in paths:
        said = served.ask("GET", path)
        assert said.status in (200, 404, 422), (path, said.head)
        told = said.body.decode()
        for live in ("<script>alert", "<img src=x", "<svg/onload", 'href="javascript:', "\x1b"):
            assert live not in told, path
        attempts.count_success()


@whole
def test_a_shelf_of_everything_but_stores_is_shown(rig: Rig) -> None:
    shelf = rig.path("shelf")
    shelf.mkdir()
    os.mkfifo(shelf / "pipe.db")
    (shelf / "folder.db").mkdir()
    (shelf / "link.db").symlink_to("/dev/zero")
    (shelf / "dangling.db").symlink_to("/no/where")
    (shelf / "loop.db").symlink_to(shelf / "loop.db")
    (shelf / "empty.db").touch()
    (shelf / "text.db").write_text("text")
    (shelf / "head.db").write_bytes(b"SQLite format 3\0" + bytes(1000))
    (shelf / ("x" * 240 + ".db")).write_bytes(b"SQLite format 3\0")
    (shelf / "\udcff.db").touch()
    for n in range(200):
        (shelf / f"{n}.db").write_bytes(os.urandom(1000))
    page = Page(rig.folder, "--directory", str(shelf))
    rig.later(page.served.end)
    started = time.monotonic()
    page.sound()
    assert time.monotonic() - started < PATIENCE_S
