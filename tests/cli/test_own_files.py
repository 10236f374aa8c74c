"""Files that Plimsoll made, and what somebody did to them since: through the installed command,
with the tools that people have (mkfs, mount, dd, cp, kill -9). What was put into such a file is
asked for before it is overwritten; what was only written by Plimsoll is not.
"""

import json
import os
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_refusals import assert_refusal
from tests.command import start_command
from tests.conftest import COMMAND, Plimsoll
from tests.on_time import on_time
from tests.patience import PATIENCE_S

MIB = 1 << 20
pytestmark = pytest.mark.long

BRIEF = ("--read", "0", "--warmup-for", "0s", "--measure-for", "50ms")
CHANGED = "changed since Plimsoll wrote it"
SIGNS = Path(f"/dev/shm/plimsoll-{os.geteuid()}")  # where it is kept


def mark_of(path: Path) -> dict[str, Any]:
    """The mark on a file; skipped where attributes aren't kept."""
    try:
        return json.loads(os.getxattr(path, "user.plimsoll"))  # type: ignore[no-any-return]
    except OSError as error:
        pytest.skip(f"{path.parent} keeps no attributes: {error.strerror}")


@pytest.fixture
def own(plimsoll: Plimsoll, disk: Path) -> Path:
    """A file that Plimsoll made and filled."""
    assert plimsoll("prepare", "own.dat", "--size", "16m").code == 0
    return disk / "own.dat"


def tool(*command: str | Path) -> str:
    """Runs a tool that has to work; the test is skipped where it isn't installed."""
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"{command[0]} is not installed")
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout


def test_a_test_file_that_became_a_disk_image_is_not_overwritten(
    plimsoll: Plimsoll, own: Path
) -> None:
    tool("mkfs.ext4", "-q", "-F", own)
    content = own.read_bytes()
    for again in (("prepare", own.name), ("run", "--target", own.name, *BRIEF)):
        assert_refusal(plimsoll(*again), 73, "holds ext4", "--overwrite-signature")
        assert_refusal(
            plimsoll(*again, "--i-will-lose-the-data-on", own.name),
            73,
            "holds ext4",
            "--overwrite-signature",
        )
        assert_refusal(
            plimsoll(*again, "--overwrite-signature"),
            73,
            CHANGED,
            "--i-will-lose-the-data-on own.dat",
        )
    assert own.read_bytes() == content
    tool("e2fsck", "-fn", own)
    named = ("--i-will-lose-the-data-on", own.name, "--overwrite-signature")
    assert plimsoll("prepare", own.name, *named).code == 0
    assert plimsoll("prepare", own.name).code == 0, "named once, it is a test file again"


def test_data_copied_over_a_test_file_is_asked_for(
    plimsoll: Plimsoll, own: Path, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    data.write_bytes(os.urandom(16 * MIB))
    small = tmp_path / "small"
    small.write_bytes(os.urandom(MIB))
    # tests/hostile/test_guard_content.py has more ways to write to it.
    for command, says in [
        (f"cat {small} > {own}", "its size differs"),
        (f"cp -p {data} {own}", "its times differ"),
        (f"truncate -s 0 {own}; truncate -s 16M {own}", "its times differ"),
        (
            (
                f"touch -r {own} {tmp_path}/then; dd if={small} of={own} conv=notrunc status=none;"
                f" touch -r {tmp_path}/then {own}"
            ),
            "its content differs",
        ),
    ]:
        subprocess.run(["sh", "-c", command], check=True)
        content = own.read_bytes()
        for again in (
            ("prepare", own.name, "--size", "16m"),
            ("run", "--target", own.name, *BRIEF),
        ):
            assert_refusal(
                plimsoll(*again), 73, f"{CHANGED}: {says}", "--i-will-lose-the-data-on own.dat"
            )
        assert own.read_bytes() == content, command
        plimsoll(
            "prepare", own.name, "--size", "16m", "--i-will-lose-the-data-on", own.name, code=0
        )


def test_what_holds_no_data_of_anybody_is_written_without_a_question(
    plimsoll: Plimsoll, own: Path, disk: Path
) -> None:
    for _ in range(2):
        assert on_time(plimsoll, "run", "--target", own.name, *BRIEF).code == 0
        assert plimsoll("prepare", own.name, "--content", "zero").code == 0
        assert on_time(plimsoll, "run", "--target", own.name, *BRIEF, "--cached").code in (0, 2)
    own.chmod(0o600)
    own.rename(disk / "moved.dat")
    assert plimsoll("prepare", "moved.dat", "--size", "96m").code == 0
    assert on_time(plimsoll, "run", "--target", "moved.dat", *BRIEF).code == 0
    assert mark_of(disk / "moved.dat")["state"] == "sealed"
    tool("cp", "-a", disk / "moved.dat", disk / "copy.dat")
    assert_refusal(
        plimsoll("prepare", "copy.dat"), 73, "copy.dat is a file that Plimsoll did not make"
    )


def test_one_command_makes_a_file_of_another_program_one_that_scripts_may_write_to(
    plimsoll: Plimsoll, disk: Path
) -> None:
    laid = disk / "it's laid.dat"
    laid.write_bytes(os.urandom(16 * MIB))
    write = ("run", "--target", str(laid), *BRIEF)
    said = plimsoll(*write)
    assert_refusal(
        said, 73, "is a file that Plimsoll did not make", "every command may write to it: "
    )
    # As a shell reads the command that the refusal names.
    command = shlex.split(said.err.partition("every command may write to it: ")[2])
    assert command[0] == "plimsoll"
    made = plimsoll(*command[1:], code=0)
    assert "is one of Plimsoll's test files from now on" in made.out
    for _ in range(2):
        assert on_time(plimsoll, *write).code == 0
    assert mark_of(laid)["state"] == "sealed"
    laid.write_bytes(os.urandom(16 * MIB))
    assert_refusal(plimsoll(*write), 73, CHANGED)


def test_a_file_of_another_program_that_is_filled_in_part_stays_that_programs(
    plimsoll: Plimsoll, disk: Path
) -> None:
    laid = disk / "laid.dat"
    laid.write_bytes(os.urandom(16 * MIB))
    named = ("--i-will-lose-the-data-on", str(laid))
    for part in (("--working-set", "8m"), ("--working-set-offset", "8m"), ("--size", "8m")):
        assert "only a part of" in plimsoll("prepare", str(laid), *part, *named, code=0).out
        assert_refusal(plimsoll("prepare", str(laid)), 73, "is a file that Plimsoll did not make")


def start_writing(folder: Path, *words: str) -> subprocess.Popen[str]:
    """Starts the command, and returns once the mark of its file says that it writes."""
    if not SIGNS.parent.is_dir():
        pytest.skip(f"there is no {SIGNS.parent}, so that no sign of life is given")
    process = start_command(words, folder)
    while mark_of(folder / "own.dat")["state"] != "writing" or not signs(folder / "own.dat"):
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    return process


def signs(own: Path) -> list[Path]:
    """The signs of life of those who write it, or wrote it when they were killed."""
    return [
        sign
        for name in mark_of(own).get("writers", [])
        if (sign := SIGNS / f"{name}.alive").exists()
    ]


def killed_earlier(own: Path, seconds: int) -> None:
    """As if it had happened so much earlier."""
    for sign in signs(own):
        words = sign.read_bytes()
        at = int.from_bytes(words[:8], "little") - seconds * 1_000_000_000
        sign.write_bytes(at.to_bytes(8, "little") + words[8:])


WRITING = {
    "run": ("run", "--target", "own.dat", "--read", "0", "--measure-for", "1h"),
    "prepare": ("prepare", "own.dat", "--passes", "100", "--block-size", "512"),
}


@pytest.mark.parametrize("verb", WRITING)
def test_what_was_killed_is_taken_up_without_a_question(
    plimsoll: Plimsoll, own: Path, disk: Path, verb: str
) -> None:
    for again in (
        ("run", "--target", own.name, *BRIEF),
        ("prepare", own.name, "--resume", "--working-set", "1m"),
    ):
        with start_writing(disk, *WRITING[verb]) as process:
            process.kill()
        assert mark_of(own)["state"] == "writing"
        plimsoll(*again, code=0)
        assert mark_of(own)["state"] == "sealed"


@pytest.mark.parametrize("verb", WRITING)
def test_what_was_killed_and_then_changed_must_be_named(
    plimsoll: Plimsoll, own: Path, disk: Path, verb: str
) -> None:
    for change in ("touch", "data", "file system"):
        with start_writing(disk, *WRITING[verb]) as process:
            process.kill()
        killed_earlier(own, 60)
        if change == "touch":
            own.touch()
        elif change == "data":
            with own.open("r+b") as file:
                file.seek(7 * MIB)
                file.write(b"data")
        else:
            tool("mkfs.ext4", "-q", "-F", own)
        content = own.read_bytes()
        says = (
            "holds ext4" if change == "file system" else "was killed, and it was changed after that"
        )
        for again in (("run", "--target", own.name, *BRIEF), ("prepare", own.name, "--resume")):
            assert_refusal(plimsoll(*again), 73, says)
        assert own.read_bytes() == content
        named = ("--i-will-lose-the-data-on", own.name, "--overwrite-signature")
        assert plimsoll("prepare", own.name, *named).code == 0


@pytest.mark.parametrize("verb", WRITING)
def test_ctrl_c_seals_it(own: Path, disk: Path, verb: str) -> None:
    with start_writing(disk, *WRITING[verb]) as process:
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE_S) == 130
    assert mark_of(own)["state"] == "sealed"
    assert signs(own) == []


def test_two_at_once_are_two_of_ours_and_the_last_seals(
    plimsoll: Plimsoll, own: Path, disk: Path
) -> None:
    with start_writing(disk, *WRITING["run"]) as process:
        assert on_time(plimsoll, "run", "--target", own.name, *BRIEF).code == 0
        assert mark_of(own)["state"] == "writing", "the other still writes"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE_S) == 130
    assert mark_of(own)["state"] == "sealed"
    assert plimsoll("prepare", own.name).code == 0


def test_a_campaign_that_was_killed_goes_on_and_one_whose_file_was_changed_writes_nothing(
    plimsoll: Plimsoll, own: Path, disk: Path
) -> None:
    (disk / "c.toml").write_text(
        'targets = ["own.dat"]\n[campaign]\nname = "killed"\nwarmup_for = "0s"\nmeasure_for ='
        ' "1s"\nsettle = false\n[workload]\nread = [0, 50]\n'
    )
    with start_writing(disk, "campaign", "run", "c.toml", "--store", "c.db") as process:
        process.kill()
    tool("mkfs.ext4", "-q", "-F", own)
    content = own.read_bytes()
    ended = plimsoll("campaign", "resume", "c.db")
    assert (ended.code, own.read_bytes() == content) == (2, True)
    assert "holds ext4" in ended.err
    named = ("--i-will-lose-the-data-on", own.name, "--overwrite-signature")
    assert plimsoll("prepare", own.name, *named).code == 0
    with start_writing(disk, "campaign", "run", "c.toml", "--store", "d.db") as process:
        process.kill()
    ended = plimsoll("campaign", "resume", "d.db", "--json")
    assert (ended.code, ended.document["points"]["standing"]) == (0, 2), ended.err


STACK = '[device.d]\nservice = "10us"\n[volume.v]\nsize = "16m"\npath = ["d"]\n'


def start_server(folder: Path, *flags: str) -> subprocess.Popen[str]:
    """Starts a server on a socket of its folder."""
    (folder / "one.toml").write_text(STACK)
    words = ("serve", "one.toml", "--unix", "it.sock", "--content", "own.dat", *flags)
    process = start_command(words, folder)
    assert process.stdout.readline(), process.communicate()[1]
    return process


def interrupt_process(process: subprocess.Popen[str]) -> None:
    """Ends it as Ctrl-C does."""
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE_S)


def test_what_clients_of_a_served_volume_wrote_is_theirs(
    plimsoll: Plimsoll, own: Path, disk: Path
) -> None:
    # A fill can be served, as it is.
    interrupt_process(start_server(disk))
    uri = f"nbd+unix:///v?socket={disk / 'it.sock'}"
    for _ in range(2):
        # Again and again, without being named: what is there is kept.
        server = start_server(disk)
        named = ("--i-will-lose-the-data-on", uri)
        assert on_time(plimsoll, "run", "--target", uri, *BRIEF, *named).code == 0
        interrupt_process(server)
    content = own.read_bytes()
    for again in (("prepare", own.name), ("run", "--target", own.name, *BRIEF)):
        assert_refusal(
            plimsoll(*again),
            73,
            "holds what clients of plimsoll serve wrote",
            "--i-will-lose-the-data-on own.dat",
        )
    assert own.read_bytes() == content
    assert plimsoll("prepare", own.name, "--i-will-lose-the-data-on", own.name).code == 0
    assert on_time(plimsoll, "run", "--target", own.name, *BRIEF).code == 0


def test_somebodys_data_is_not_served_unasked(plimsoll: Plimsoll, own: Path, disk: Path) -> None:
    (disk / "one.toml").write_text(STACK)
    with own.open("r+b") as file:
        file.write(b"data")
    serve = ("serve", "one.toml", "--unix", "it.sock", "--content", own.name)
    assert_refusal(plimsoll(*serve), 73, CHANGED)
    interrupt_process(start_server(disk, "--i-will-lose-the-data-on", own.name))
    interrupt_process(start_server(disk))
    assert own.read_bytes()[:4] == b"data"


def test_files_of_other_versions_must_be_named_once(plimsoll: Plimsoll, own: Path) -> None:
    now = mark_of(own)
    os.setxattr(
        own,
        "user.plimsoll",
        json.dumps({"plimsoll": 1, "inode": now["inode"], "born_ns": now["born_ns"]}).encode(),
    )
    assert_refusal(
        plimsoll("run", "--target", own.name, *BRIEF),
        73,
        "another version of Plimsoll",
        "once named",
    )
    named = ("--i-will-lose-the-data-on", own.name)
    assert on_time(plimsoll, "run", "--target", own.name, *BRIEF, *named).code == 0
    assert on_time(plimsoll, "run", "--target", own.name, *BRIEF).code == 0


def test_a_demo_leaves_its_file_where_somebody_put_data_into_it(disk: Path) -> None:
    own = disk / "plimsoll-demo.dat"
    with subprocess.Popen(
        [COMMAND, "demo", "--size", "16m"],
        cwd=disk,
        env={**os.environ, "XDG_STATE_HOME": str(disk / "state")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as demo:
        assert demo.stderr is not None
        for line in demo.stderr:
            if "measuring the maximum" in line:
                break
        # Its file goes, and another takes its place.
        own.unlink()
        own.write_text("dear")
        demo.send_signal(signal.SIGINT)
        said = demo.stderr.read()
        assert demo.wait(timeout=PATIENCE_S) == 130, said
    assert own.read_text() == "dear"
    assert f"note: {own.name} was not removed: it is a file that Plimsoll did not make" in said
