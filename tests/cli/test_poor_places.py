"""Places that give a command little: a user without a name or a home, folders that cannot be
written, no memory to share, file systems without direct I/O. What can be done there is done; what
cannot ends in one line that says why and what now."""

import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from plimsoll.base import preferences, reading
from plimsoll.base.errors import InputError
from tests import forbidding
from tests.conftest import Ending, Plimsoll

NAMELESS = 65532
"""The user of the container image, without an entry in any list of users."""
AS_NAMELESS = (
    *("setpriv", f"--reuid={NAMELESS}", f"--regid={NAMELESS}", "--clear-groups"),
    # The interpreter of the tests may lie in a home of root's: this user reads what they like, and
    # writes nothing more for it.
    *("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"),
)
HOMELESS = (
    "env",
    *(
        f"--unset={name}"
        for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR")
    ),
)
RUN = ("run", "--rate", "200", "--measure-for", "300ms", "--warmup-for", "0s", "--target", "t.dat")
FIO = Path(__file__).parents[1] / "fixtures/results/fio/client.json"


def works(*words: str) -> bool:
    """Whether this command can be run here."""
    if shutil.which(words[0]) is None:
        return False
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


@pytest.fixture
def as_nameless(disk: Path) -> tuple[str, ...]:
    """What makes a command that of a user without a name, who owns the folder of the test."""
    if os.geteuid() != 0 or not works(*AS_NAMELESS, "true"):
        pytest.skip("becoming another user needs root, and setpriv of util-linux 2.33")
    for path in (disk, *disk.parents):
        if not path.stat().st_mode & 0o001:
            # pytest's own folders are root's alone; what is read there needs no more than a name.
            path.chmod(path.stat().st_mode | 0o011)
        if path == disk.parent.parent:
            break
    os.chown(disk, NAMELESS, NAMELESS)
    return AS_NAMELESS


def with_mounts(*lines: str) -> tuple[str, ...]:
    """What runs a command with mounts of its own, made by these lines of shell."""
    if os.geteuid() != 0 or not works("unshare", "--mount", "true"):
        pytest.skip("mounting needs root, and unshare")
    script = "\n".join(("set -e", *lines, 'exec "$@"'))
    return ("unshare", "--mount", "--propagation=private", "sh", "-c", script, "sh")


def check_measurement(done: Ending) -> None:
    """A Run that stands, or that the machine beside the tests disturbed."""
    assert done.code in (0, 2), done.err
    assert "Traceback" not in done.err
    assert done.document["all"]["count"] > 0


def assert_one_line(done: Ending, code: int, *parts: str) -> None:
    """Refused in one line, of which these are parts."""
    assert done.code == code, done.err
    line = done.err.splitlines()[-1]
    assert "Traceback" not in done.err
    assert line.startswith("plimsoll: ")
    for part in parts:
        assert part in line


@pytest.mark.long
@pytest.mark.parametrize("home", ["none", "read-only", "absent"])
def test_a_user_without_a_name_or_a_home_measures_reports_and_imports(
    plimsoll: Plimsoll, disk: Path, as_nameless: tuple[str, ...], home: str
) -> None:
    (disk / "home").mkdir(mode=0o555)
    at = {"none": (), "read-only": (f"HOME={disk / 'home'}",), "absent": ("HOME=/nonexistent",)}
    before = (*as_nameless, *HOMELESS, *at[home])
    (disk / "t.dat").write_bytes(bytes(4 << 20))
    os.chown(disk / "t.dat", NAMELESS, NAMELESS)
    assert plimsoll("--version", before=before).code == 0
    # Without --store the settings are looked for.
    check_measurement(plimsoll(*RUN, "--json", before=before))
    check_measurement(plimsoll(*RUN, "--store", "plimsoll.db", "--json", before=before))
    assert (disk / "plimsoll.db").stat().st_uid == NAMELESS
    readers = {"none": ("report", "--to", "html"), "read-only": ("import", FIO)}
    done = plimsoll(*readers.get(home, ("doctor", "--quick")), before=before)
    assert done.code in (0, 2), done.err
    assert "Traceback" not in done.err
    done = plimsoll("config", "store", "x.db", before=before)
    # The folder of the configuration is asked for alone where something is to be kept in it.
    assert_one_line(done, 74, "XDG_CONFIG_HOME" if home == "none" else "cannot write")
    assert list((disk / "home").iterdir()) == []


@pytest.mark.long
def test_a_demo_needs_neither_name_nor_home(
    plimsoll: Plimsoll, disk: Path, as_nameless: tuple[str, ...]
) -> None:
    # No disk keeps this objective, which a few Runs decide.
    words = ("demo", "--size", "64m", "--objective", "mean <= 1us", "--json")
    done = plimsoll(*words, before=(*as_nameless, *HOMELESS))
    assert done.code in (0, 2), done.err
    assert done.document["schema"] == "plimsoll.find/1"
    assert (disk / "report.html").exists()
    assert not (disk / "plimsoll-demo.dat").exists()


def test_settings_in_a_home_that_one_may_not_enter_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.geteuid() != 0:
        pytest.skip("root alone can become another user")
    # As where a container is started for another user and HOME is still root's.
    home = tmp_path / "home"
    (home / ".config").mkdir(parents=True)
    home.chmod(0o700)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME")
    os.seteuid(NAMELESS)
    try:
        assert preferences.store() == preferences.STORE
    finally:
        os.seteuid(0)


def test_a_file_that_one_may_not_read_is_no_matter_of_its_form(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("root alone can become another user")
    path = tmp_path / "promise.toml"
    path.touch(0o600)
    os.seteuid(NAMELESS)
    try:
        with pytest.raises(
            InputError, match=r"Permission denied\. Give this user access to it, or name another\."
        ):
            reading.text_of(path)
    finally:
        os.seteuid(0)


@pytest.mark.long
def test_with_one_folder_to_write_everything_is_kept_there(
    plimsoll: Plimsoll, disk: Path, as_nameless: tuple[str, ...]
) -> None:
    (disk / "volume").mkdir()
    for path in (disk / "volume", disk / "volume/t.dat"):
        if path.suffix:
            path.write_bytes(bytes(4 << 20))
        os.chown(path, NAMELESS, NAMELESS)
    mounts = (
        *("mount --bind volume volume", "mount -t tmpfs -o ro none /dev/shm"),
        *("mount -o remount,ro,bind /", "cd volume"),
    )
    before = (*with_mounts(*mounts), *as_nameless, *HOMELESS)
    check_measurement(plimsoll(*RUN, "--store", "plimsoll.db", "--json", before=before))
    for words in (("report", "--to", "html"), ("import", FIO)):
        done = plimsoll(*words, before=before)
        assert done.code in (0, 2), done.err
    kept = {path.name for path in (disk / "volume").iterdir()}
    assert {"t.dat", "plimsoll.db", "report.html"} <= kept


@pytest.mark.long
def test_without_a_folder_to_write_the_refusal_names_the_flag(
    plimsoll: Plimsoll, disk: Path, as_nameless: tuple[str, ...]
) -> None:
    (disk / "t.dat").write_bytes(bytes(4 << 20))
    (disk / "t.dat").chmod(0o644)
    before = (*with_mounts("mount -o remount,ro,bind /"), *as_nameless, *HOMELESS)
    refusals = {
        (*RUN, "--store", "plimsoll.db"): "a file in another folder with --store",
        ("import", FIO): "a file in another folder with --store",
        ("demo",): "Name a folder on a writable one",
    }
    for words, what_now in refusals.items():
        assert_one_line(plimsoll(*words, before=before), 74, what_now)


@pytest.mark.long
@pytest.mark.parametrize(
    "line",
    ["mount -t tmpfs -o ro none /dev/shm", "mount -t tmpfs -o mode=755 none /dev/shm"],
    ids=["read-only", "of root alone"],
)
def test_without_shared_memory_a_run_stands_and_says_what_is_missing(
    plimsoll: Plimsoll, disk: Path, as_nameless: tuple[str, ...], line: str
) -> None:
    (disk / "t.dat").write_bytes(bytes(4 << 20))
    os.chown(disk / "t.dat", NAMELESS, NAMELESS)
    # In a container /tmp is on a disk; on a machine where it is not, the live view is there.
    before = (*with_mounts(line, f'mount --bind "{disk}" /tmp', "cd /tmp"), *as_nameless, *HOMELESS)
    # Longer than it takes to see that there is no folder for it.
    done = plimsoll(*RUN, "--measure-for", "2s", "--json", before=before)
    check_measurement(done)
    assert done.err.count("no live view of this from outside") == 1
    assert "set XDG_RUNTIME_DIR to a folder in memory" in " ".join(done.err.split())


@pytest.mark.long
@pytest.mark.parametrize("verb", ["run", "find"])
def test_a_file_system_without_direct_io_is_refused_by_name(
    plimsoll: Plimsoll, tmp_path: Path, verb: str
) -> None:
    words = {"run": RUN, "find": ("find", "--target", "t.dat", "--objective", "p99 <= 1ms")}
    before = with_mounts(
        f'mount -t ramfs none "{tmp_path}"', f'cd "{tmp_path}"', "head -c 4194304 /dev/zero >t.dat"
    )
    done = plimsoll(*words[verb], before=before)
    assert_one_line(done, 74, "for direct I/O: its file system doesn't offer it. Use another")


@pytest.mark.parametrize("kind", ["tmpfs", "ramfs"])
def test_a_demo_in_memory_is_refused_before_it_begins(
    plimsoll: Plimsoll, tmp_path: Path, kind: str
) -> None:
    before = with_mounts(f'mount -t {kind} none "{tmp_path}"', f'cd "{tmp_path}"')
    done = plimsoll("demo", "--size", "4m", before=before)
    assert_one_line(done, 74, "is in memory, where there is no storage to measure. Name a folder")


@pytest.mark.long
@pytest.mark.parametrize("layer", ["upper", "lower"])
def test_an_overlay_over_memory_is_no_storage(
    plimsoll: Plimsoll, tmp_path: Path, layer: str
) -> None:
    for name in ("memory", "low", "merged"):
        (tmp_path / name).mkdir()
    (tmp_path / "low/t.dat").write_bytes(os.urandom(4 << 20))
    before = with_mounts(
        f'cd "{tmp_path}"', "mount -t tmpfs none memory", "mkdir memory/up memory/work",
        *(["cp low/t.dat memory/up"] if layer == "upper" else []),
        "mount -t overlay none merged"
        " -o lowerdir=$PWD/low,upperdir=$PWD/memory/up,workdir=$PWD/memory/work",
        "cd merged",
    )  # fmt: skip
    done = plimsoll(*RUN, "--read", "100", "--store", tmp_path / "s.db", "--json", before=before)
    assert done.code in (0, 2), done.err
    in_memory = "in-memory file system" in (done.document["because"] or "")
    assert in_memory is (layer == "upper")


@pytest.mark.long
def test_io_uring_that_is_switched_off_is_named(plimsoll: Plimsoll, disk: Path) -> None:
    (disk / "t.dat").write_bytes(bytes(4 << 20))
    # The setting is one of the whole machine: here its file alone says so, and a filter fails the
    # call as the kernel then does.
    before = (
        *with_mounts("echo 2 >setting", "mount --bind setting /proc/sys/kernel/io_uring_disabled"),
        *(sys.executable, str(Path(forbidding.__file__)), "EPERM:io_uring_setup"),
    )
    done = plimsoll(*RUN, "--json", before=before)
    check_measurement(done)
    assert done.document["spec"]["engine"] == "libaio"
    (note,) = [text for text in done.document["notes"] if "io_uring" in text]
    assert note == (
        "libaio is used instead of io_uring: io_uring is switched off here"
        " (sysctl kernel.io_uring_disabled = 2)"
    )


GROUPS = Path("/sys/fs/cgroup")
LITTLE_BYTES = 256 << 20


@pytest.fixture
def in_little_memory() -> Iterator[tuple[str, ...]]:
    """What runs a command that has 256 MiB of memory, the page cache of its files included."""
    old = (GROUPS / "memory").is_dir()
    group = (GROUPS / "memory" if old else GROUPS) / f"plimsoll-{secrets.token_hex(4)}"
    limit = group / ("memory.limit_in_bytes" if old else "memory.max")
    try:
        group.mkdir()
        limit.write_text(str(LITTLE_BYTES))
    except OSError as error:
        if group.is_dir():
            group.rmdir()
        pytest.skip(f"no group with a limit of memory can be made here: {error.strerror}")
    yield ("sh", "-c", f'echo $$ >{group}/cgroup.procs; exec "$@"', "sh")
    group.rmdir()


@pytest.mark.long
def test_a_demo_and_what_reads_it_fit_into_256_mib(
    plimsoll: Plimsoll, disk: Path, in_little_memory: tuple[str, ...]
) -> None:
    done = plimsoll("demo", "--size", "512m", "--json", before=in_little_memory)
    assert done.code in (0, 2), done.err
    assert done.document["schema"] == "plimsoll.find/1"
    for words in (("report", "--to", "html", "--output", "again.html"), ("doctor", "--quick")):
        done = plimsoll(*words, before=in_little_memory)
        assert done.code in (0, 2), done.err
