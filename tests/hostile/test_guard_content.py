"""What lies on a target counts as well as who uses it: signatures on devices, files that were
Plimsoll's once and hold somebody's data now, a device's name that leads elsewhere since it was
confirmed, files that only look like outputs.
"""

import os
import random
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import loops
from tests.hostile import marks, stores
from tests.hostile.conftest import Attempts
from tests.hostile.rig import (
    MIB,
    FileSystem,
    Rig,
    assert_no_change,
    assert_refusal,
    checksum,
    run,
    table,
    tools,
    until,
    whole,
)
from tests.hostile.test_guard import SHORT
from tests.on_time import on_time
from tests.patience import PATIENCE_S
from tests.words import argv

STACK = Path(__file__).resolve().parents[2] / "examples/stacks/mm1.toml"
QUICK = ("ext4", "the second GPT", "md 1.0")


# Signatures
# -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [*table((*marks.BY_TOOL, *marks.CONTAINERS, *marks.BY_HAND), *QUICK)]
)
def test_a_device_that_holds_something_needs_a_flag_of_its_own(rig: Rig, name: str) -> None:
    image = rig.path("image")
    image.touch()
    os.truncate(image, marks.SIZE)
    marks.write(name, image)
    os.truncate(image, marks.SIZE)
    device = rig.loop(image)
    with assert_no_change(image):
        named = ("--i-will-lose-the-data-on", device)
        assert_refusal(
            rig.plimsoll("run", "--target", device, "--read", "0", *SHORT, *named),
            73,
            "--overwrite-signature",
        )
        assert_refusal(rig.plimsoll("prepare", device, *named), 73, "--overwrite-signature")


# Files of our own
# -----------------------------------------------------------------------------------------------------


def file_system_in_it(rig: Rig, ours: Path) -> None:
    FileSystem(rig, ours)


def another_text(rig: Rig, ours: Path) -> None:
    with ours.open("r+b") as file:
        file.write(b"the only copy of a thesis" * 1000)


def one_page_in_the_middle(rig: Rig, ours: Path) -> None:
    with ours.open("r+b") as file:
        file.seek(ours.stat().st_size // 2)
        file.write(random.Random(2).randbytes(4096))


def replaced_in_place(rig: Rig, ours: Path) -> None:
    size = ours.stat().st_size
    with ours.open("r+b") as file:
        file.write(random.Random(3).randbytes(size))


def with_its_times_put_back(rig: Rig, ours: Path) -> None:
    was = ours.stat()
    replaced_in_place(rig, ours)
    os.utime(ours, ns=(was.st_atime_ns, was.st_mtime_ns))


def append_text(rig: Rig, ours: Path) -> None:
    with ours.open("ab") as file:
        file.write(b"appended" * 100_000)


def cut(rig: Rig, ours: Path) -> None:
    os.truncate(ours, MIB)
    with ours.open("r+b") as file:
        file.write(b"x" * MIB)


def written_by_a_loop_device(rig: Rig, ours: Path) -> None:
    device = rig.loop(ours)
    FileSystem(rig, device)
    loops.detach(device)


def copied_with_everything(rig: Rig, ours: Path) -> None:
    run("cp", "--archive", "--preserve=all", ours, rig.path("copy"))
    ours.unlink()
    rig.path("copy").rename(ours)


def with_a_forged_mark(rig: Rig, ours: Path) -> None:
    """A stranger's file that carries the very mark of ours."""
    given = {
        name: os.getxattr(ours, name) for name in os.listxattr(ours) if name.startswith("user.")
    }
    ours.unlink()
    ours.write_bytes(random.Random(4).randbytes(8 * MIB))
    for name, value in given.items():
        os.setxattr(ours, name, value)


def moved_over(rig: Rig, ours: Path) -> None:
    stranger = rig.image("stranger", 8)
    stranger.replace(ours)


FOREIGN: list[pytest.ParameterSet] = [
    pytest.param(file_system_in_it, id="a file system was made in it"),
    pytest.param(another_text, id="its beginning was written"),
    pytest.param(one_page_in_the_middle, id="one page of it was written", marks=whole),
    pytest.param(replaced_in_place, id="all of it was written", marks=whole),
    pytest.param(with_its_times_put_back, id="and its times put back", marks=whole),
    pytest.param(append_text, id="something was appended", marks=whole),
    pytest.param(cut, id="it was cut and written", marks=whole),
    pytest.param(copied_with_everything, id="it is a copy with every attribute"),
    pytest.param(with_a_forged_mark, id="its mark was put on another file", marks=whole),
    pytest.param(moved_over, id="another file was moved over it", marks=whole),
]


@pytest.mark.parametrize("change", FOREIGN)
def test_a_file_of_ours_that_somebody_else_wrote_is_his(
    rig: Rig, attempts: Attempts, change: Callable[[Rig, Path], None]
) -> None:
    ours = rig.path("ours")
    assert rig.plimsoll("prepare", ours, "--size", "8m").code == 0
    change(rig, ours)
    with assert_no_change(ours):
        for way in (
            ("prepare", ours),
            ("run", "--target", ours, "--read", "0", *SHORT),
            ("run", "--target", ours, "--read", "50", "--cached", *SHORT),
            ("prepare", ours, "--resume"),
        ):
            assert_refusal(rig.plimsoll(*way), 73, ours.name)
            attempts.count_success()


@pytest.mark.long
def test_a_file_of_ours_stays_ours_through_our_own_runs(rig: Rig, attempts: Attempts) -> None:
    """The canary of the table above: what nobody else wrote asks for nothing."""
    ours = rig.path("ours")
    assert rig.plimsoll("prepare", ours, "--size", "8m").code == 0
    for way in (
        ("run", "--target", ours, "--read", "0", *SHORT),
        ("run", "--target", ours, "--read", "50", *SHORT),
        ("prepare", ours),
        ("run", "--target", ours, "--read", "0", *SHORT),
    ):
        before = checksum(ours)
        ended = on_time(rig.plimsoll, *way)
        assert ended.code == 0, ended.err
        assert checksum(ours) != before
        attempts.count_success()


# A name that leads elsewhere
# ------------------------------------------------------------------------------------------


def cut_short(rig: Rig, target: Path | str) -> Path:
    """The store of a campaign that writes to this, killed after its first Point."""
    rig.path("campaign.toml").write_text(
        stores.campaign(
            target,
            "[workload]\nread = 0",
            measure_for="300ms",
            repeats=12,
            i_will_lose_the_data_on=[str(target)],
            **stores.REAL,
        )
    )
    store = rig.path("campaign.db")
    process = rig.start("campaign", "run", "campaign.toml", "--store", store)
    done = "planned_point WHERE state = 'finished'"
    until(lambda: stores.count(store, done), "the first Point is finished")
    process.send_signal(signal.SIGKILL)
    process.wait()
    return store


@pytest.mark.long
@pytest.mark.parametrize(
    "other",
    [
        "raw data",
        pytest.param("a larger disk", marks=whole),
        pytest.param("a file system", marks=whole),
        pytest.param("a mounted file system", marks=whole),
    ],
)
def test_what_was_confirmed_is_a_device_and_not_its_name(rig: Rig, other: str) -> None:
    """The campaign is resumed after another image was attached under the name that was
    confirmed."""
    device = loops.NumberedLoop()
    rig.later(device.remove)
    device.attach(rig.image("first", 8))
    store = cut_short(rig, device.path)
    device.detach()
    image = rig.image("second", 12 if other == "a larger disk" else 8)
    inside = FileSystem(rig, image) if "file system" in other else None
    device.attach(image)
    if inside and "mounted" in other:
        rig.mount(device.path, "-o", "ro")
    with assert_no_change(image):
        ended = rig.plimsoll("campaign", "resume", store)
        assert ended.code == 73, ended


@whole
def test_a_file_that_took_the_name_of_a_confirmed_one_is_not_written(rig: Rig) -> None:
    file = rig.image("somebodys", 8)
    store = cut_short(rig, file)
    rig.image("another", 8).replace(file)
    with assert_no_change(file):
        ended = rig.plimsoll("campaign", "resume", store)
        assert ended.code == 73, ended


# Outputs
# --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def store(rig: Rig) -> Path:
    """A store with one Run."""
    path = rig.path("s.db")
    assert on_time(rig.plimsoll, "run", "--target", "null:", *SHORT, "--store", path).code == 0
    return path


OUTPUTS: dict[str, tuple[str, ...]] = {
    **{
        f"report --output x.{form}": ("report", "--store", "s.db", "--to", form, "--output", "{it}")
        for form in ("html", "xlsx", "pdf", "md", "csv", "json", "parquet", "svg", "png")
    },
    "run --store": ("run", "--target", "null:", *SHORT, "--store", "{it}"),
    "find --store": ("find", "--target", "null:", "--objective", "p99 <= 1ms", "--store", "{it}"),
    "prepare --mark-file": ("prepare", "made.dat", "--size", "1m", "--mark-file", "{it}"),
    "run --verify-journal": (
        *argv("run --target ours.dat --read 0"),
        *SHORT,
        "--verify",
        "--verify-journal",
        "{it}",
    ),
    "serve --content": ("serve", str(STACK), "--unix", "a.sock", "--content", "{it}"),
    "serve --unix": ("serve", str(STACK), "--unix", "{it}"),
    "serve --control": ("serve", str(STACK), "--unix", "a.sock", "--control", "{it}"),
    "stack show --svg": ("stack", "show", str(STACK), "--svg", "{it}"),
    "compare --chart": ("compare", "s.db", "s.db", "--chart", "{it}.svg"),
    "check --junit": ("check", "promise.toml", "--no-store", "--junit", "{it}"),
    "doctor --capture": ("doctor", "--quick", "--capture", "{it}"),
    "mark --store": ("mark", "hello", "--store", "{it}"),
    "report --store": ("report", "--store", "{it}"),
    "campaign run --store": ("campaign", "run", "campaign.toml", "--store", "{it}"),
    "web --token-file": ("web", "--listen", "127.0.0.1:0", "--token-file", "{it}"),
}


@pytest.mark.parametrize("how", ["file", "link", "dangling link", "folder", "pipe"])
@pytest.mark.parametrize("name", OUTPUTS)
@whole
def test_an_output_never_takes_the_place_of_a_file_that_is_not_ours(
    rig: Rig, store: Path, name: str, how: str
) -> None:
    text = stores.campaign(f"stack:{STACK}", virtual=True, measure_for="1s")
    rig.path("campaign.toml").write_text(text)
    rig.path("promise.toml").write_text(stores.PROMISE)
    if "ours.dat" in OUTPUTS[name]:
        assert rig.plimsoll("prepare", "ours.dat", "--size", "4m").code == 0
    thesis, it = rig.path("thesis"), rig.path("it.svg" if "chart" in name else "it")
    thesis.write_bytes(b"the only copy\n" * 1000)
    there: dict[str, Callable[[], object]] = {
        "file": lambda: shutil.copy(thesis, it),
        "link": lambda: it.symlink_to(thesis),
        "dangling link": lambda: it.symlink_to(rig.path("nowhere/else")),
        "folder": it.mkdir,
        "pipe": lambda: os.mkfifo(it),
    }
    there[how]()
    if how == "folder":
        (it / "letter").write_text("dear")
    if name == "serve --content" and how == "folder":
        # A folder is what it may be given: it puts files of its own there.
        return
    arguments = tuple(
        word.format(it=it.with_suffix("") if ".svg" in word else it) for word in OUTPUTS[name]
    )
    was = it.lstat()
    with assert_no_change(thesis, *([] if how in ("pipe", "dangling link") else [it])):
        process = rig.start(*arguments)
        try:
            out, err = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            # A server that found another place, or waits at a pipe for who never comes, is asked to
            # end.
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE_S)
        assert b"Traceback" not in err, err.decode()
        assert process.returncode in (64, 65, 66, 73, 74, 130) or how == "dangling link", (
            process.returncode,
            out,
            err,
        )
    assert not rig.path("nowhere").exists()
    now = it.lstat()
    # A link that leads nowhere may give way to a report; nothing was made where it leads.
    assert (now.st_ino, now.st_mode) == (was.st_ino, was.st_mode) or how == "dangling link", (
        "it was replaced"
    )


def test_a_demo_takes_nothing_that_is_there(rig: Rig, attempts: Attempts) -> None:
    for name in ("plimsoll-demo.dat", "plimsoll.db", "report.html"):
        (rig.path(name)).write_text("mine")
        with assert_no_change(rig.path(name)):
            ended = rig.plimsoll("demo", "--size", "64m")
            assert ended.code in (65, 73), ended
        assert sorted(path.name for path in rig.folder.iterdir()) == [name]
        rig.path(name).unlink()
        attempts.count_success()


# Contents that a foreign program has open
# -----------------------------------------------------------------------------


@pytest.mark.long
def test_a_content_that_another_program_serves_is_not_served_a_second_time(rig: Rig) -> None:
    """It was ours to serve before; a second server on it would spoil what the clients of both
    write."""
    tools("qemu-nbd")
    rig.path("st.toml").write_text(
        '[device.d]\nservers = 1\nservice = "100us"\n[volume.data]\nsize = "8m"\npath = ["d"]\n'
    )
    serve = ("serve", "st.toml", "--unix", "s.sock", "--content", "vm.img")
    first = rig.start(*serve)
    until(rig.path("s.sock").exists, "the server listens")
    # Our own says so by its lock.
    assert_refusal(
        rig.plimsoll("serve", "st.toml", "--unix", "t.sock", "--content", "vm.img"),
        73,
        "in use by another server",
    )
    first.send_signal(signal.SIGTERM)
    first.wait(PATIENCE_S)
    # qemu locks what it has open; others do not.
    for lock in ("on", "off"):
        rig.path("q.sock").unlink(missing_ok=True)
        image = (
            f"driver=raw,file.driver=file,file.filename={rig.path('vm.img')},file.locking={lock}"
        )
        process = subprocess.Popen(
            ["qemu-nbd", "--persistent", "--socket", rig.path("q.sock"), "--image-opts", image],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            until(rig.path("q.sock").exists, "qemu-nbd listens")
            with assert_no_change(rig.path("vm.img")):
                assert_refusal(rig.plimsoll(*serve), 73, "vm.img", "another process")
        finally:
            process.kill()
            process.wait()
