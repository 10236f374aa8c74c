"""`prepare` through the installed command: what is on the target afterwards, and fills that are
killed, stopped or full.

What was written is read back by this process, past none of the caches: direct writes drop the pages
that they change.
"""

import json
import os
import shutil
import signal
import subprocess
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.errors import NoSpaceError
from plimsoll.cli.prepare import RECENT_S, Recent
from plimsoll.native.session import Prepare, Stop
from tests.command import start_command
from tests.conftest import Plimsoll
from tests.loops import loop_device
from tests.schemas import keeps

MIB = 1 << 20
SECTOR = 512
MARK = "user.plimsoll.prepare"
LONG = ("long.dat", "--size", "16m", "--passes", "100")
"""A fill of 1.6 GB in writes of 512 bytes: over in no less than some seconds on any machine, in 16
MiB of space."""


def sectors(path: Path) -> list[bytes]:
    """The content of a file in sectors."""
    content = path.read_bytes()
    return [content[at : at + SECTOR] for at in range(0, len(content), SECTOR)]


def zeroes(found: list[bytes]) -> int:
    """How many of these sectors hold nothing but zeroes."""
    return found.count(bytes(SECTOR))


def mark_of(path: Path) -> dict[str, Any] | None:
    """The mark in the attribute of a file."""
    try:
        return json.loads(os.getxattr(path, MARK))  # type: ignore[no-any-return]
    except OSError:
        return None


@contextmanager
def running_fill(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A fill under way; killed at the end if it still runs."""
    process = start_command(("prepare", *arguments, "--json"), folder)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def until(process: subprocess.Popen[str], seen: Callable[[], bool]) -> None:
    """Looks until it is seen; fails if the process ends before."""
    while not seen():
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


@pytest.fixture
def slow(plimsoll: Plimsoll, disk: Path) -> tuple[str, ...]:
    """A fill that takes long, on a file that is there and holds zeroes; skipped where attributes
    aren't kept."""
    assert plimsoll("prepare", *LONG[:3], "--content", "zero").code == 0
    try:
        os.setxattr(disk / LONG[0], "user.test", b"1")
    except OSError:
        pytest.skip(f"{disk} keeps no attributes")
    return (*LONG, "--block-size", "512")


def test_the_document_follows_its_schema(plimsoll: Plimsoll, disk: Path) -> None:
    schema = plimsoll("schema", "run", "prepare").document
    for more in [
        ("--size", "8m"),
        ("--precondition",),
        ("--content", "zero", "--working-set", "50%"),
    ]:
        ended = plimsoll("prepare", "t.dat", *more, "--json")
        assert (ended.code, ended.err) == (0, "")
        keeps(ended.document, schema)
        assert ended.document["schema"] == "plimsoll.prepare/1"
    assert (disk / "t.dat").stat().st_size == 8 * MIB


def test_random_content_is_in_every_sector_and_neither_compresses_nor_repeats(
    plimsoll: Plimsoll, disk: Path
) -> None:
    assert plimsoll("prepare", "t.dat", "--size", "16m").code == 0
    found = sectors(disk / "t.dat")
    assert len(set(found)) == len(found) == 16 * MIB // SECTOR
    # A stored block of deflate adds five bytes to 64 KiB: random bytes never get shorter.
    assert len(zlib.compress((disk / "t.dat").read_bytes()[:MIB], 1)) >= MIB


def test_zeroes_are_written_and_said_to_flatter(plimsoll: Plimsoll, disk: Path) -> None:
    plimsoll("prepare", "t.dat", "--size", "8m")
    assert "flatters" in plimsoll("prepare", "t.dat", "--content", "zero", code=0).out
    found = sectors(disk / "t.dat")
    assert zeroes(found) == len(found)
    # No hole: the file system holds a block for each of them.
    assert (disk / "t.dat").stat().st_blocks * 512 >= 8 * MIB


def test_only_the_working_set_is_filled(plimsoll: Plimsoll, disk: Path) -> None:
    plimsoll("prepare", "t.dat", "--size", "8m", "--content", "zero")
    ended = plimsoll(
        "prepare", "t.dat", "--working-set", "25%", "--working-set-offset", "4m", "--json"
    )
    assert ended.document["bytes_written"] == ended.document["working_set_bytes"] == 2 * MIB
    found = sectors(disk / "t.dat")
    first, end = 4 * MIB // SECTOR, 6 * MIB // SECTOR
    assert zeroes(found[first:end]) == 0
    assert zeroes(found[:first]) + zeroes(found[end:]) == len(found) - (end - first)


@pytest.mark.long
def test_of_a_new_file_the_rest_takes_up_no_space(plimsoll: Plimsoll, disk: Path) -> None:
    # More than the disk holds as a whole: only the part is asked for.
    ended = plimsoll("prepare", "t.dat", "--size", "8t", "--working-set", "4m", "--json")
    if ended.code == 74:
        pytest.skip(f"no files of 8 TiB here: {ended.err.strip()}")
    assert ended.code == 0, ended.err
    facts = (disk / "t.dat").stat()
    assert facts.st_size == 8 << 40
    assert 4 * MIB <= facts.st_blocks * 512 < 8 * MIB


def test_preconditioning_is_twice_the_capacity_in_128_kib(plimsoll: Plimsoll, disk: Path) -> None:
    done = plimsoll("prepare", "t.dat", "--size", "4m", "--precondition", "--json").document
    assert (done["passes"], done["block_size_bytes"], done["bytes_written"]) == (
        2,
        128 << 10,
        8 * MIB,
    )
    assert any("not the drive below" in note for note in done["notes"])
    assert zeroes(sectors(disk / "t.dat")) == 0


@pytest.mark.long
def test_a_fill_that_is_killed_goes_on_at_its_mark(disk: Path, slow: tuple[str, ...]) -> None:
    file = disk / LONG[0]

    def fill_progress() -> int:
        mark = mark_of(file)
        return mark["done"] if mark else 0

    with running_fill(disk, *slow) as process:
        until(process, lambda: fill_progress() > 0)
    before = fill_progress()
    found = sectors(file)[: min(before, 16 * MIB) // SECTOR]
    assert (before > 0, zeroes(found)) == (True, 0), "what lies before the mark is written"
    with running_fill(disk, *slow, "--resume") as process:
        until(process, lambda: fill_progress() > before)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130, err
    document = json.loads(out)
    assert (document["outcome"], document["resumed_at_bytes"]) == ("stopped", before)
    assert fill_progress() == before + document["bytes_written"]


@pytest.mark.long
def test_ctrl_c_keeps_the_mark_and_says_how_to_go_on(
    plimsoll: Plimsoll, disk: Path, slow: tuple[str, ...]
) -> None:
    file = disk / LONG[0]
    with running_fill(disk, *slow) as process:
        until(process, lambda: zeroes(sectors(file)[:1]) == 0)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130
    assert "--resume" in err
    assert MARK in err
    assert mark_of(file)["done"] == json.loads(out)["bytes_written"] > 0
    # Another fill does not take it up, and says why; it ends, and the mark with it.
    ended = plimsoll("prepare", LONG[0], "--resume", code=0)
    assert "is not used: it is of a fill with block size 512, this one has 1m" in ended.out
    assert mark_of(file) is None
    assert "begins at 0" in plimsoll("prepare", LONG[0], "--resume").out


@pytest.mark.long
def test_a_mark_can_lie_in_a_file_and_somebodys_file_is_not_taken(
    plimsoll: Plimsoll, disk: Path, slow: tuple[str, ...]
) -> None:
    mark = disk / "progress"
    with running_fill(disk, *slow, "--mark-file", "progress") as process:
        until(process, mark.exists)
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert process.returncode == 130
    assert json.loads(mark.read_text())["passes"] == 100
    assert mark_of(disk / LONG[0]) is None
    assert plimsoll("prepare", LONG[0], "--mark-file", "progress").code == 0
    assert not mark.exists()
    mark.write_text("mine")
    ended = plimsoll("prepare", LONG[0], "--mark-file", "progress")
    assert (ended.code, mark.read_text()) == (74, "mine")
    assert "no mark" in ended.err


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        ("--content ones", ("'ones'", "random, zero")),
        ("--passes 0", ("--passes 0",)),
        ("--block-size 1000", ("--block-size 1000", "512")),
        ("--working-set 200%", ("--working-set", "100%")),
        ("--working-set 2m", ("does not fit",)),
        ("--precondition --content zero", ("--precondition", "zero")),
        ("--precondition --passes 3", ("--precondition", "--passes 3")),
    ],
)
def test_what_cannot_be_meant_is_refused_and_makes_no_file(
    plimsoll: Plimsoll, disk: Path, flags: str, says: tuple[str, ...]
) -> None:
    ended = plimsoll("prepare", "t.dat", "--size", "1m", *flags.split())
    assert (ended.code, len(ended.err.strip().splitlines())) == (64, 1)
    assert not [fragment for fragment in says if fragment not in ended.err]
    assert not (disk / "t.dat").exists()


@pytest.fixture
def small_disk(disk: Path) -> Iterator[Path]:
    """A file system of 256 MiB; needs root."""
    if shutil.which("mkfs.ext4") is None:
        pytest.skip("mkfs.ext4 (e2fsprogs) is not installed")
    image, folder = disk / "image", disk / "mnt"
    folder.mkdir()
    with image.open("wb") as file:
        file.truncate(256 * MIB)
    subprocess.run(["mkfs.ext4", "-q", "-m", "0", image], check=True)
    if (
        made := subprocess.run(
            ["mount", "-o", "loop", image, folder], capture_output=True, check=False
        )
    ).returncode:
        pytest.skip(f"mounting is not allowed here: {made.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        # Lazily: the traceback of an expected error still holds the target open.
        subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.mark.long
def test_a_disk_that_fills_up_meanwhile_ends_it_with_what_was_written_and_it_goes_on(
    small_disk: Path,
) -> None:
    target, other = small_disk / "t.dat", small_disk / "other.dat"
    prepare = Prepare.open({"target": str(target), "size": "128m"})
    # Somebody else takes the space after it was looked at: all but some 40 MiB.
    free = os.statvfs(small_disk)
    with other.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, free.f_bavail * free.f_frsize - 40 * MIB)
    with pytest.raises(
        NoSpaceError, match=r"\d+m of 128m are written: make room and continue with --resume"
    ) as raised:
        prepare.run(stop=Stop())
    assert raised.value.exit_code == 75
    mark = mark_of(target)
    assert 0 < mark["done"] < 41 * MIB
    assert zeroes(sectors(target)[: mark["done"] // SECTOR]) == 0
    other.unlink()
    done = Prepare.open({"target": str(target), "resume": True}).run(stop=Stop())
    assert (done["outcome"], done["resumed_at_bytes"]) == ("ok", mark["done"])
    assert zeroes(sectors(target)) == 0
    assert mark_of(target) is None


@pytest.fixture
def loop(disk: Path) -> Iterator[str]:
    """A loop device of 16 MiB; needs root."""
    image = disk / "image"
    image.write_bytes(bytes(16 * MIB))
    with loop_device(image) as device:
        yield device


@pytest.mark.long
def test_a_device_keeps_its_mark_in_the_working_directory(
    plimsoll: Plimsoll, disk: Path, loop: str
) -> None:
    mark = disk / f"{loop.removeprefix('/dev/')}.plimsoll-prepare"
    confirmed = ("--i-will-lose-the-data-on", loop)
    refused = plimsoll("prepare", loop)
    assert (refused.code, mark.exists()) == (73, False)
    with running_fill(disk, loop, "--passes", "100", "--block-size", "512", *confirmed) as process:
        until(process, lambda: mark.exists() and zeroes(sectors(disk / "image")[:1]) == 0)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    document = json.loads(out)
    assert (process.returncode, document["mark"]) == (130, mark.name), err
    done = json.loads(mark.read_text())["done"]
    with running_fill(
        disk, loop, "--passes", "100", "--block-size", "512", *confirmed, "--resume"
    ) as process:
        until(process, lambda: json.loads(mark.read_text())["done"] > done)
        process.send_signal(signal.SIGINT)
        document = json.loads(process.communicate()[0])
    assert document["resumed_at_bytes"] == done > 0
    # Another disk under the same name: what lies before the mark is not what was written.
    (disk / "image").write_bytes(bytes(16 * MIB))
    with running_fill(
        disk, loop, "--passes", "100", "--block-size", "512", *confirmed, "--resume"
    ) as process:
        until(process, lambda: zeroes(sectors(disk / "image")[:1]) == 0)
        process.send_signal(signal.SIGINT)
        document = json.loads(process.communicate()[0])
    assert document["resumed_at_bytes"] == 0, document
    ended = plimsoll("prepare", loop, *confirmed, "--json")
    assert (ended.code, ended.document["bytes_written"], mark.exists()) == (0, 16 * MIB, False)


def test_the_rate_is_that_of_the_last_seconds() -> None:
    now = 0.0
    recent = Recent(lambda: now)
    recent.add(0)
    assert recent.rate() is None
    done = 0
    for speed, seconds in ((1000, 60), (100, int(RECENT_S))):
        for _ in range(seconds):
            now += 1.0
            done += speed
            recent.add(done)
    assert recent.rate() == pytest.approx(100)
