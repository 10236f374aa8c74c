"""The installed command on this machine: a file of our own is examined, captured, and examined
again elsewhere."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plimsoll.cli.schema import own
from plimsoll.features.doctor.capture import clean_text
from plimsoll.features.doctor.checks import CHECKS
from plimsoll.features.doctor.document import of
from plimsoll.features.doctor.verb import report_lines
from tests.beside import among, busy
from tests.conftest import Ending, Plimsoll
from tests.features.doctor import tree
from tests.features.doctor.conftest import CheckResults
from tests.schemas import keeps

Host = Callable[..., CheckResults]


def by_name(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The worst finding of each check."""
    return {one["name"]: one for one in reversed(document["findings"])}


def valid_document(ended: Ending) -> dict[str, Any]:
    """The document, valid, with the exit code that its findings ask for."""
    document: dict[str, Any] = ended.document
    keeps(document, own("doctor"))
    # Others may be at work on this machine, which may be worth a stop: the code must say the same
    # as the findings.
    assert ended.code == (2 if document["counts"]["stop"] else 0), ended.err
    assert "Traceback" not in ended.err
    told = {one["name"] for one in document["findings"]} | {
        one["name"] for one in document["does_not_apply"]
    }
    assert told == {check.name for check in CHECKS}
    return document


@pytest.mark.long
def test_a_file_on_this_disk_is_examined_with_calibration_and_noise_floor(
    plimsoll: Plimsoll, disk: Path
) -> None:
    path = disk / "test.dat"
    path.write_bytes(os.urandom(4 << 20))
    os.sync()
    found = by_name(valid_document(plimsoll("doctor", "--target", path, "--json")))
    assert found["generator"]["values"]["ceiling_per_s"] > 0
    assert found["generator"]["values"]["own_lag_p99_ns"] > 0
    floor = found["noise_floor"]
    # A machine whose disk hangs meanwhile gives no median, and has to say so.
    assert floor["values"].get("p50_ns", 0) > 0 or floor["severity"] in ("stop", "unknown"), floor
    assert found["holes"]["severity"] == "ok"
    assert path.stat().st_size == 4 << 20


@pytest.mark.long
def test_a_file_of_holes_stops_and_is_not_written(plimsoll: Plimsoll, disk: Path) -> None:
    path = disk / "holes.dat"
    with path.open("wb") as file:
        file.truncate(8 << 20)
    before = path.stat()
    ended = plimsoll("doctor", "--target", path, "--quick", "--json", code=2)
    assert by_name(valid_document(ended))["holes"]["severity"] == "stop"
    after = path.stat()
    assert (after.st_blocks, after.st_mtime_ns) == (before.st_blocks, before.st_mtime_ns)


@pytest.mark.long
def test_a_preallocated_file_that_was_never_written_stops_too(
    plimsoll: Plimsoll, disk: Path
) -> None:
    path = disk / "allocated.dat"
    with path.open("wb") as file:
        try:
            os.posix_fallocate(file.fileno(), 0, 4 << 20)
        except OSError as error:
            pytest.skip(f"no preallocation under {disk}: {error.strerror}")
    if path.stat().st_blocks * 512 < 4 << 20:
        pytest.skip(f"preallocation under {disk} takes no blocks")
    found = by_name(valid_document(plimsoll("doctor", "--target", path, "--quick", "--json")))[
        "holes"
    ]
    if found["severity"] == "ok":
        pytest.skip(f"SEEK_DATA under {disk} does not tell what was never written")
    assert (found["severity"], "never written" in found["found"]) == ("stop", True)


@pytest.mark.long
def test_who_has_the_target_open_is_named(plimsoll: Plimsoll, data: Path) -> None:
    with (
        data.open("rb") as handle,
        subprocess.Popen(["cat"], stdin=subprocess.PIPE, pass_fds=[handle.fileno()]) as cat,
    ):
        found = by_name(valid_document(plimsoll("doctor", "--target", data, "--quick", "--json")))[
            "opened"
        ]
        cat.stdin.close()
    assert found["severity"] == "warn"
    assert f"cat ({cat.pid})" in found["values"]["opened_by"]


@pytest.mark.long
def test_who_takes_the_processors_is_named(plimsoll: Plimsoll, data: Path) -> None:
    def look() -> dict[str, Any]:
        # A process of its own, whose neighbours the children of this one are.
        words = ("doctor", "--target", data, "--quick", "--json")
        return by_name(valid_document(plimsoll(*words, before=("env",))))["neighbours"]

    def pids(found: dict[str, Any]) -> set[int | None]:
        return {one["pid"] for one in found["values"]["neighbours"]}

    with busy() as hog:
        found = among(hog.pid, look, pids)
    assert found["severity"] == "warn"
    assert hog.pid in pids(found)
    assert "also " in found["found"]


def test_without_a_target_only_the_machine_is_looked_at(plimsoll: Plimsoll) -> None:
    document = valid_document(plimsoll("doctor", "--quick", "--json"))
    assert (document["target"], document["devices"]) == (None, None)
    skipped = {one["name"]: one["because"] for one in document["does_not_apply"]}
    assert skipped["queue_chain"] == "no target was named"
    assert "--quick" in skipped["generator"]


def test_a_capture_says_elsewhere_what_was_found_here(
    plimsoll: Plimsoll, tmp_path: Path, data: Path
) -> None:
    here = valid_document(
        plimsoll("doctor", "--target", data, "--quick", "--capture", "host", "--json")
    )
    there = valid_document(plimsoll("doctor", "--root", "host", "--json"))
    assert (there["captured"], there["target"], there["devices"]) == (
        True,
        str(data),
        here["devices"],
    )
    # Pressure and pages that wait are read once more for the answer here; all else was read once
    # and is the same.
    moving = {"dirty_pages", "memory_pressure", "interrupts"}
    for name, one in by_name(here).items():
        if name not in moving:
            assert (one["severity"], one["found"]) == (
                by_name(there)[name]["severity"],
                by_name(there)[name]["found"],
            )
    kept = {path.relative_to(tmp_path / "host") for path in (tmp_path / "host").rglob("*")}
    assert not [
        path
        for path in kept
        if path.name in ("serial", "wwid") and (tmp_path / "host" / path).stat().st_size
    ]


def test_a_capture_goes_into_a_folder_of_its_own(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notes.txt").write_text("mine")
    ended = plimsoll("doctor", "--quick", "--capture", "mine")
    assert (ended.code, ended.out) == (73, "")
    assert "mine" in ended.err
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes.txt"]
    (tmp_path / "file").write_text("mine")
    assert plimsoll("doctor", "--quick", "--capture", "file").code == 73
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("--target", "nowhere.dat"), 66, "nowhere.dat"),
        (("--target", "."), 66, "neither a file nor a block device"),
        (("--target", "nbd://"), 64, "nbd://host"),
        (("--target", "nbd://host:port/x"), 64, "nbd://host"),
        (("--target", "nbd+unix:///x"), 64, "socket"),
        (("--root", "nowhere"), 66, "nowhere"),
        (("--root", "."), 65, "--capture"),
        (("--root", ".", "--capture", "x"), 64, "--root"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_input_is_one_line(
    plimsoll: Plimsoll, arguments: tuple[str, ...], code: int, says: str
) -> None:
    ended = plimsoll("doctor", "--quick", *arguments)
    assert (ended.code, ended.out) == (code, "")
    [line] = ended.err.strip().splitlines()
    assert says in line


@pytest.mark.parametrize("name", ["san", "nvme", "vm", "troubled"])
def test_people_read_the_worst_first_within_eighty_columns(host: Host, name: str) -> None:
    found = host(name).examination
    lines = report_lines(found, 80)
    assert max(len(line) for line in lines) <= 80
    marks = [line.split()[0] for line in lines if line[:4] in ("STOP", "WARN", "unkn", "note")]
    order = ["STOP", "WARN", "unknown", "note"]
    assert marks == sorted(marks, key=order.index)
    text = "\n".join(lines)
    document = of(found)
    keeps(document, own("doctor"))
    for one in document["findings"]:
        assert one["severity"] == "ok" or one["mend"]
        assert one["name"] in text or one["severity"] == "unknown"


def test_a_captured_machine_that_stops_ends_with_two(plimsoll: Plimsoll, tmp_path: Path) -> None:
    root = tree.unpack("troubled", tmp_path / "host")
    ended = plimsoll("doctor", "--root", root)
    assert (ended.code, ended.err) == (2, "")
    assert ended.out.startswith("/srv/test.dat: 3 stops, ")


def test_a_capture_leaves_out_what_is_nobodys_business() -> None:
    def all_mounts(_: str) -> bool:
        return True

    assert (
        clean_text(
            "proc/cmdline", "root=/dev/sda1 rd.iscsi.password=hush mitigations=off", all_mounts
        )
        == "mitigations=off"
    )
    mount = "40 25 0:52 / /m rw - cifs //server/share rw,username=ann,password=hush,addr=192.0.2.1"
    assert clean_text("proc/self/mountinfo", mount, all_mounts).endswith(
        "rw,username=,password=,addr=192.0.2.1"
    )
    assert clean_text("proc/self/mountinfo", mount, lambda _: False) == ""
    assert (
        clean_text(
            "sys/devices/virtual/block/dm-0/dm/uuid", "mpath-36001405e1f8a2b3c4d5", all_mounts
        )
        == "mpath-x"
    )
    uuid = "LVM-aBcDeFgHiJkLmNoPqRsTuVwXyZ012345678901234567890123456789012345-tpool"
    assert clean_text("sys/devices/virtual/block/dm-2/dm/uuid", uuid, all_mounts) == "LVM-x-tpool"
    board = (
        "processor\t: 0\nflags\t\t: fp\nSerial\t\t: 00000000abcd\n\nprocessor\t: 1\nflags\t\t: fp"
    )
    assert clean_text("proc/cpuinfo", board, all_mounts) == "processor\t: 0\nflags\t\t: fp"
    conf = 'blacklist {\n wwid 36001405e1f8\n}\n path_selector "round-robin 0"\n'
    assert clean_text("etc/multipath.conf", conf, all_mounts) == ' path_selector "round-robin 0"'
