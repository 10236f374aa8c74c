"""Results that are written to the very device under test are told before it is measured."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from plimsoll.cli import _store_place
from plimsoll.native import session as execute
from tests.conftest import Plimsoll
from tests.loops import loop_device

SAID = "is on the device under test"
BRIEF = ("--warmup-for", "0s", "--measure-for", "500ms")


@pytest.fixture
def loop(disk: Path) -> Iterator[str]:
    """A loop device over a file of that disk."""
    image = disk / "loop.img"
    with image.open("wb") as file:
        file.truncate(16 << 20)
    with loop_device(image) as device:
        yield device


@pytest.mark.long
@pytest.mark.root
def test_a_store_on_the_device_under_test_is_told_by_every_verb_that_measures(
    plimsoll: Plimsoll, disk: Path, loop: str
) -> None:
    if not execute.chain(str(disk))["devices"]:
        pytest.skip(f"{disk} is on no disk that this machine shows")
    store = ("--store", str(disk / "s.db"))
    ended = plimsoll("run", "--target", loop, "--rate", "50", *BRIEF, *store)
    assert SAID in ended.err
    assert "plimsoll config store" in ended.err
    campaign = disk / "c.toml"
    campaign.write_text(
        '[campaign]\nname = "c"\nmeasure_for = "500ms"\nwarmup_for = "0s"\nsettle = false\n'
        f'[target]\npath = ["{loop}"]\n[load]\nrate = 50\n'
    )
    assert SAID in plimsoll("campaign", "run", campaign, *store).err
    without = plimsoll("run", "--target", loop, "--rate", "50", *BRIEF)
    assert SAID not in without.err


def test_a_file_beside_the_store_and_what_is_no_path_need_no_word(
    disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (disk / "t.dat").write_bytes(b"x")
    _store_place.note(disk / "s.db", [str(disk / "t.dat"), "null:", "nbd://here", "gone", "a\0b"])
    assert capsys.readouterr().err == ""
