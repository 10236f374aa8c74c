"""Bad input through the installed command: one line that says what and what now, the documented
exit code, no traceback, and nothing that was there is changed (measurement.md, sections 9 and 10).
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.loops import attached

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Ended

    Plimsoll = Callable[..., Ended]

NULL = ("run", "--target", "null:", "--measure-for", "10ms", "--warmup-for", "0s")


def refused(ended: Ended, code: int, *says: str) -> None:
    """It ended with this code and one line that says all of this, beside who else uses this
    machine."""
    assert ended.code == code, ended.err
    said = ended.err.strip().splitlines()
    lines = [line for line in said if not line.startswith("WARNING: also ")]
    assert len(lines) == 1, ended.err
    assert lines[0].startswith("plimsoll: ")
    assert "Traceback" not in ended.err
    assert ended.out == ""
    for fragment in says:
        assert fragment in lines[0]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        pytest.param(
            ("sail",), ("'sail'", "demo, doctor, run, find"), id="an unknown verb lists the verbs"
        ),
        pytest.param(("run",), ("--target", "--help"), id="a flag that is needed"),
        pytest.param(
            (*NULL, "--quick"), ("--quick", "plimsoll run --help"), id="a flag that there is not"
        ),
        pytest.param(
            ("find", "--target", "null:", "--time", "90s", "--objective", "max over 10s <= 50ms"),
            ("--time 90s", "max over 10", "7.67 min"),
            id="a time that an objective over periods cannot keep",
        ),
        pytest.param(
            (*NULL, "--engine", "turbo"), ("'turbo'", "io_uring, libaio"), id="an unknown engine"
        ),
        pytest.param(
            (*NULL, "--engine", "psync"),
            ("'psync'", "null"),
            id="an engine that cannot drive the target",
        ),
        pytest.param(
            (*NULL, "--pattern", "zigzag"),
            ("'zigzag'", "random, random:once, zipf"),
            id="an unknown pattern",
        ),
        pytest.param(
            (*NULL, "--on-error", "panic"), ("'panic'", "stop", "continue"), id="an unknown policy"
        ),
        pytest.param(
            (*NULL, "--rate", "100", "--arrivals", "bursty"),
            ("'bursty'", "constant, poisson"),
            id="unknown arrivals",
        ),
        *[
            pytest.param((*NULL, "--rate", rate), ("--rate",), id=f"a rate of {rate}")
            for rate in ("nan", "inf", "-inf", "0", "-5", "1e300", "many")
        ],
        pytest.param((*NULL, "--read", "101"), ("--read", "0 to 100"), id="more than all reads"),
        pytest.param((*NULL, "--read", "nan"), ("--read",), id="reads that are no number"),
        pytest.param((*NULL, "--queue-depth", "0"), ("--queue-depth",), id="no queue"),
        pytest.param((*NULL, "--workers", "0"), ("--workers",), id="no worker"),
        pytest.param((*NULL, "--workers", "-1"), ("--workers",), id="a negative number of workers"),
        pytest.param(
            (*NULL, "--queue-depth", "1", "--rate", "10"),
            ("--queue-depth", "--rate"),
            id="open and closed at once",
        ),
        pytest.param((*NULL, "--seed", "-1"), ("--seed",), id="a negative seed"),
        pytest.param(
            (*NULL, "--block-size", "4 parsecs"), ("--block-size",), id="a size that is none"
        ),
        pytest.param(
            (*NULL, "--interval", "1ms"),
            ("--interval", "100ms"),
            id="an interval that is too short",
        ),
        pytest.param(
            (*NULL[:3], "--measure-for", "5"), ("--measure-for",), id="a time without a unit"
        ),
        pytest.param(
            (*NULL, "--rate", "10", "--objective", "fast"),
            ("'fast'", "p99 <= 1ms"),
            id="an objective that cannot be read",
        ),
        pytest.param(
            ("find", "--target", "null:", "--objective", "p99 < 1"),
            ("p99 <= 1ms",),
            id="so in a search",
        ),
        pytest.param(("demo", "--objective", "p99 = soon"), ("p99 <= 1ms",), id="so in a demo"),
        pytest.param(("schema", "sonnet"), ("'sonnet'", "timeline"), id="an unknown document"),
        pytest.param(
            ("schema", "campaign", "sonnet"), ("'sonnet'", "status"), id="an unknown shape"
        ),
    ],
)
def test_a_value_that_cannot_be_meant_is_a_usage_error(
    plimsoll: Plimsoll, tmp_path: Path, arguments: tuple[str, ...], says: tuple[str, ...]
) -> None:
    before = sorted(tmp_path.iterdir())
    refused(plimsoll(*arguments), 64, *says)
    assert sorted(tmp_path.iterdir()) == before


def test_a_missing_target_is_named(plimsoll: Plimsoll) -> None:
    refused(plimsoll("run", "--target", "nowhere.dat"), 66, "nowhere.dat")
    refused(plimsoll("find", "--target", "nowhere.dat"), 66, "nowhere.dat")
    refused(plimsoll("run", "--target", "stack:nowhere.toml"), 66, "nowhere.toml")


def test_a_missing_target_leaves_no_store_behind(plimsoll: Plimsoll, tmp_path: Path) -> None:
    plimsoll("find", "--target", "nowhere.dat", "--store", "new.db")
    plimsoll("run", "--target", "nowhere.dat", "--store", "new.db")
    assert not (tmp_path / "new.db").exists()


def test_a_directory_is_not_a_target(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    refused(plimsoll("run", "--target", "folder"), 66, "folder", "directory")


def test_a_file_that_we_did_not_make_is_not_written_without_its_name(
    plimsoll: Plimsoll, data: Path
) -> None:
    content = data.read_bytes()
    refused(
        plimsoll("run", "--target", data, "--read", "70"),
        73,
        data.name,
        "--i-will-lose-the-data-on",
    )
    refused(
        plimsoll(
            "run", "--target", data, "--read", "70", "--i-will-lose-the-data-on", "another.dat"
        ),
        73,
        "another.dat",
    )
    refused(plimsoll("prepare", data, "--size", "1m"), 73, data.name)
    assert data.read_bytes() == content


def test_a_read_only_file_cannot_be_written(plimsoll: Plimsoll, data: Path) -> None:
    if shutil.which("setpriv") is None:
        pytest.skip("setpriv (util-linux) is not installed")
    content = data.read_bytes()
    data.chmod(0o444)
    # Root may write everything: without these two capabilities it may not.
    ended = plimsoll(
        "run",
        "--target",
        data,
        "--read",
        "0",
        "--i-will-lose-the-data-on",
        data,
        before=("setpriv", "--bounding-set", "-dac_override,-dac_read_search"),
    )
    refused(ended, 74, data.name, "ermission")
    assert data.read_bytes() == content


def test_a_target_smaller_than_a_block(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "tiny.dat").write_bytes(bytes(2048))
    refused(plimsoll("run", "--target", "tiny.dat", "--cached"), 64, "tiny.dat", "--block-size")


def test_direct_blocks_are_whole_logical_blocks(plimsoll: Plimsoll, disk: Path, data: Path) -> None:
    assert data.parent == disk
    refused(
        plimsoll("run", "--target", data, "--block-size", "1000"), 64, "multiple of 512", "--cached"
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param(
            "block_sise = '4k'",
            ("block_size", "read", "pattern", "working_set"),
            id="an unknown key lists the known ones",
        ),
        pytest.param("block_size = ", ("workload.toml", "line 1"), id="not TOML"),
        pytest.param("read = 'most'", ("workload.toml", "line 1"), id="a text for a number"),
    ],
)
def test_a_workload_file_that_is_wrong(
    plimsoll: Plimsoll, tmp_path: Path, text: str, says: tuple[str, ...]
) -> None:
    (tmp_path / "workload.toml").write_text(text)
    refused(plimsoll(*NULL, "--workload", "workload.toml"), 65, *says)


def test_a_workload_file_that_is_missing_or_not_text(plimsoll: Plimsoll, tmp_path: Path) -> None:
    refused(plimsoll(*NULL, "--workload", "nowhere.toml"), 66, "nowhere.toml")
    (tmp_path / "binary.toml").write_bytes(bytes(range(256)))
    refused(plimsoll(*NULL, "--workload", "binary.toml"), 65, "binary.toml")


def test_a_stack_that_is_wrong(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "stack.toml").write_text("this is = not a stack [")
    refused(plimsoll("run", "--target", "stack:stack.toml", "--virtual"), 65, "stack.toml")


def test_the_virtual_clock_is_for_stacks(plimsoll: Plimsoll, data: Path) -> None:
    refused(plimsoll("run", "--target", data, "--virtual"), 64, "--virtual")


@pytest.mark.parametrize(
    "command",
    [("demo", "--size", "900t"), ("prepare", "new.dat", "--size", "900t")],
    ids=("demo", "prepare"),
)
def test_no_space_is_found_before_anything_is_written(
    plimsoll: Plimsoll, disk: Path, command: tuple[str, ...]
) -> None:
    refused(plimsoll(*command), 75, "no space", "--size")
    assert [path for path in disk.iterdir() if path.suffix in (".dat", ".db", ".html")] == []


@pytest.mark.parametrize(
    "command",
    [
        ("run", "--target", "null:", "--store"),
        ("find", "--target", "null:", "--store"),
        ("report", "--store"),
    ],
)
def test_a_damaged_store_is_left_as_it_is(
    plimsoll: Plimsoll, tmp_path: Path, command: tuple[str, ...]
) -> None:
    store = tmp_path / "plimsoll.db"
    store.write_bytes(b"SQLite format 3\0" + b"rubbish" * 1000)
    content = store.read_bytes()
    refused(plimsoll(*command, store), 65, "plimsoll.db", "--store")
    assert store.read_bytes() == content


def test_a_database_of_another_program_is_left_as_it_is(plimsoll: Plimsoll, tmp_path: Path) -> None:
    store = tmp_path / "plimsoll.db"
    with sqlite3.connect(store) as connection:
        connection.execute("CREATE TABLE addresses (name TEXT)")
    connection.close()
    content = store.read_bytes()
    refused(plimsoll("demo"), 65, "plimsoll.db")
    refused(plimsoll("report"), 65, "plimsoll.db")
    assert store.read_bytes() == content
    assert not (tmp_path / "plimsoll-demo.dat").exists()


def test_a_store_that_is_missing_is_not_made_by_reading(plimsoll: Plimsoll, tmp_path: Path) -> None:
    refused(plimsoll("report", "--store", "nowhere.db"), 66, "nowhere.db")
    assert not (tmp_path / "nowhere.db").exists()


def test_a_campaign_that_is_not_there_lists_those_that_are(plimsoll: Plimsoll) -> None:
    assert plimsoll(*NULL, "--store", "plimsoll.db").code == 0
    refused(plimsoll("report", "--campaign", "7"), 64, "7", "1")


def test_a_report_to_a_dash_goes_to_standard_output(plimsoll: Plimsoll, tmp_path: Path) -> None:
    assert plimsoll(*NULL, "--store", "plimsoll.db").code == 0
    said = plimsoll("report", "--to", "md", "--output", "-")
    assert said.code == 0
    assert said.out == plimsoll("report", "--to", "md").out
    refused(plimsoll("report", "--to", "pdf", "--output", "-"), 64, "standard output")
    assert not (tmp_path / "-").exists()


def test_a_report_that_is_not_ours_is_not_overwritten(plimsoll: Plimsoll, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    report.write_text("<html>my thesis</html>")
    assert plimsoll(*NULL, "--store", "plimsoll.db").code == 0
    refused(plimsoll("demo"), 73, "report.html", "--force")
    refused(plimsoll("report"), 73, "report.html", "--force")
    assert report.read_text() == "<html>my thesis</html>"
    assert not (tmp_path / "plimsoll-demo.dat").exists()


def test_a_demo_does_not_take_a_file_that_is_there(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "plimsoll-demo.dat").write_text("mine")
    refused(plimsoll("demo"), 73, "plimsoll-demo.dat", "delete it")
    assert (tmp_path / "plimsoll-demo.dat").read_text() == "mine"


def test_a_demo_in_a_folder_that_is_missing(plimsoll: Plimsoll) -> None:
    refused(plimsoll("demo", "--dir", "nowhere"), 66, "nowhere", "--dir")


@pytest.fixture
def loop(disk: Path):  # type: ignore[no-untyped-def]
    """A loop device on a file of 8 MiB; needs root."""
    image = disk / "image"
    image.write_bytes(bytes(8 << 20))
    with attached(image) as device:
        yield device


def written(plimsoll: Plimsoll, device: str, *more: str) -> Ended:
    return plimsoll(
        "run",
        "--target",
        device,
        "--read",
        "0",
        "--measure-for",
        "50ms",
        "--warmup-for",
        "0s",
        *more,
    )


def test_a_device_is_not_written_without_its_name(plimsoll: Plimsoll, loop: str) -> None:
    refused(written(plimsoll, loop), 73, loop, "--i-will-lose-the-data-on")


def test_a_device_with_a_signature_needs_its_own_flag(plimsoll: Plimsoll, loop: str) -> None:
    if shutil.which("mkfs.ext4") is None:
        pytest.skip("mkfs.ext4 (e2fsprogs) is not installed")
    subprocess.run(["mkfs.ext4", "-q", loop], check=True)
    refused(
        written(plimsoll, loop, "--i-will-lose-the-data-on", loop),
        73,
        "ext4",
        "--overwrite-signature",
    )
    found = subprocess.run(
        ["blkid", "-p", loop], capture_output=True, text=True, check=False
    ).stdout
    assert "ext4" in found


def test_a_mounted_device_is_refused_whatever_is_confirmed(
    plimsoll: Plimsoll, loop: str, tmp_path: Path
) -> None:
    if shutil.which("mkfs.ext4") is None:
        pytest.skip("mkfs.ext4 (e2fsprogs) is not installed")
    subprocess.run(["mkfs.ext4", "-q", loop], check=True)
    (tmp_path / "mnt").mkdir()
    if subprocess.run(
        ["mount", loop, tmp_path / "mnt"], capture_output=True, check=False
    ).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        (tmp_path / "mnt" / "letter").write_text("dear")
        confirmed = ("--i-will-lose-the-data-on", loop, "--overwrite-signature")
        refused(written(plimsoll, loop, *confirmed), 73, "mounted", str(tmp_path / "mnt"))
        assert (tmp_path / "mnt" / "letter").read_text() == "dear"
    finally:
        subprocess.run(["umount", tmp_path / "mnt"], check=True)


def test_a_device_with_a_holder_is_refused_whatever_is_confirmed(
    plimsoll: Plimsoll, loop: str
) -> None:
    # A second loop device on the first is its holder without needing device-mapper.
    with attached(loop) as above:
        refused(
            written(plimsoll, loop, "--i-will-lose-the-data-on", loop),
            73,
            above.removeprefix("/dev/"),
        )
