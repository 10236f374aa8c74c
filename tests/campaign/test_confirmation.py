"""A campaign may lose the data of what was confirmed, not of what has its name by now."""

import contextlib
import hashlib
import json
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from plimsoll.base.errors import RefusedError
from plimsoll.campaign import confirmation
from plimsoll.native.session import identities
from tests.conftest import Plimsoll
from tests.loops import loop_device
from tests.store_edits import edit_store

CAMPAIGN = """
[campaign]
name = "tried"
warmup_for = "0s"
measure_for = "50ms"
settle = false
i_will_lose_the_data_on = ["{target}"]
[target]
path = "{target}"
cached = true
[workload]
read = 0
block_size = ["4k", "8k", "16k"]
"""
SIZE = 1 << 20


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def first_point(plimsoll: Plimsoll, file: Path, target: object) -> None:
    """A campaign that is begun, and has Points left."""
    file.write_text(CAMPAIGN.format(target=target))
    assert plimsoll("campaign", "run", file, "--store", "s.db").code in (0, 2)
    with contextlib.closing(sqlite3.connect(file.with_name("s.db"))) as store, store:
        store.execute("UPDATE planned_point SET state = 'planned' WHERE number > 1")


@pytest.mark.long
def test_another_file_of_that_name_is_not_written_until_it_is_confirmed_anew(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    target = tmp_path / "target.dat"
    target.write_bytes(b"a" * SIZE)
    first_point(plimsoll, tmp_path / "c.toml", target)
    target.rename(tmp_path / "old.dat")
    target.write_bytes(b"b" * SIZE)
    before = digest(target)
    refused = plimsoll("campaign", "resume", "s.db")
    assert (refused.code, digest(target)) == (73, before)
    assert "is not what was confirmed" in refused.err
    assert f"--i-will-lose-the-data-on {target}" in refused.err
    # Nothing was failed or skipped by that: the Points wait.
    states = [
        row["state"] for row in plimsoll("campaign", "status", "s.db", "--json").document["rows"]
    ]
    assert sorted(states) == ["finished", "planned", "planned"]
    other = plimsoll(
        "campaign", "resume", "s.db", "--i-will-lose-the-data-on", tmp_path / "old.dat"
    )
    assert (other.code, digest(target)) == (73, before)
    ended = plimsoll("campaign", "resume", "s.db", "--i-will-lose-the-data-on", target)
    assert ended.code in (0, 2)
    assert digest(target) != before
    # What was confirmed anew stays confirmed, and is signed with the rest.
    assert plimsoll("campaign", "resume", "s.db").code in (0, 2)


@pytest.mark.long
def test_the_same_file_is_written_without_another_word(plimsoll: Plimsoll, tmp_path: Path) -> None:
    target = tmp_path / "target.dat"
    target.write_bytes(b"a" * SIZE)
    first_point(plimsoll, tmp_path / "c.toml", target)
    before = digest(target)
    assert plimsoll("campaign", "resume", "s.db").code in (0, 2)
    assert digest(target) != before


def test_an_identity_that_somebody_wrote_into_the_store_is_not_believed(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    target = tmp_path / "target.dat"
    target.write_bytes(b"a" * SIZE)
    first_point(plimsoll, tmp_path / "c.toml", target)
    was = identities([str(target)])[str(target)]
    target.unlink()
    target.write_bytes(b"b" * SIZE)
    before, now = digest(target), identities([str(target)])[str(target)]
    with edit_store(tmp_path / "s.db") as store:
        # As JSON writes it.
        (spec,) = store.execute("SELECT spec FROM campaign").fetchone()
        for key in was["file"]:
            spec = spec.replace(
                f'"{key}": {_json(was["file"][key])}', f'"{key}": {_json(now["file"][key])}'
            )
        store.execute("UPDATE campaign SET spec = ?", (spec,))
    refused = plimsoll("campaign", "resume", "s.db")
    assert (refused.code, digest(target)) == (73, before)


def _json(value: object) -> str:
    return json.dumps(value)


@pytest.mark.long
def test_what_comes_to_a_name_that_led_nowhere_was_not_confirmed(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    target = tmp_path / "target.dat"
    (tmp_path / "c.toml").write_text(CAMPAIGN.format(target=target))
    assert plimsoll("campaign", "run", "c.toml", "--store", "s.db").code == 2
    victim = tmp_path / "victim.raw"
    victim.write_bytes(b"v" * SIZE)
    target.symlink_to(victim)
    before = digest(victim)
    refused = plimsoll("campaign", "resume", "s.db")
    assert (refused.code, digest(victim)) == (73, before)
    assert "nothing was there when that was confirmed" in refused.err
    assert plimsoll("campaign", "resume", "s.db", "--i-will-lose-the-data-on", target).code in (
        0,
        2,
    )
    assert digest(victim) != before


@pytest.mark.long
def test_what_others_write_into_the_store_meanwhile_is_not_signed(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """As a command of the campaign's own does here; any other writer of the store could."""
    target, script = tmp_path / "target.dat", tmp_path / "other.py"
    target.write_bytes(b"a" * SIZE)
    script.write_text(
        "import json, sqlite3, sys\n"
        "from plimsoll.store import checksums\n"
        "with sqlite3.connect(sys.argv[1]) as db:\n"
        "    (text,) = db.execute('SELECT spec FROM campaign').fetchone()\n"
        "    spec = json.loads(text)\n"
        "    spec.pop('identities', None)\n"
        "    spec['campaign']['clear_caches'] = 'touch PWNED'\n"
        "    db.execute('UPDATE campaign SET spec = ?', (json.dumps(spec),))\n"
        "    checksums.seal_all(db)\n"
    )
    text = CAMPAIGN.format(target=target).replace(
        "settle = false",
        f"settle = false\nclear_caches = '{sys.executable} {script} {tmp_path / 's.db'}'",
    )
    (tmp_path / "c.toml").write_text(text)
    assert plimsoll("campaign", "run", "c.toml", "--store", "s.db").code in (0, 2)
    with contextlib.closing(sqlite3.connect(tmp_path / "s.db")) as store, store:
        store.execute("UPDATE planned_point SET state = 'planned' WHERE number > 1")
    plimsoll("campaign", "resume", "s.db", code=73)
    assert not (tmp_path / "PWNED").exists()


def test_what_is_no_path_or_not_there_has_no_identity(tmp_path: Path) -> None:
    assert identities(["null:", "nbd://127.0.0.1:1/a", str(tmp_path / "nothing")]) == {}
    confirmation.check({}, [str(tmp_path / "nothing")], tmp_path / "s.db")


@pytest.fixture
def loops() -> Iterator[Callable[[Path], str]]:
    """Attaches loop devices."""
    with contextlib.ExitStack() as stack:
        yield lambda image: stack.enter_context(loop_device(image))


def test_a_loop_device_is_the_file_behind_it(loops: Callable[[Path], str], tmp_path: Path) -> None:
    one, other = tmp_path / "one.img", tmp_path / "other.img"
    for image in (one, other):
        image.write_bytes(bytes(SIZE))
    first, second, again = loops(one), loops(other), loops(one)
    known = identities([first])
    confirmation.check(known, [first], tmp_path / "s.db")
    # By another name it is the same; by its own name something else would not be.
    confirmation.check({again: known[first]}, [again], tmp_path / "s.db")
    with pytest.raises(RefusedError, match="another file lies behind it"):
        confirmation.check({second: known[first]}, [second], tmp_path / "s.db")
