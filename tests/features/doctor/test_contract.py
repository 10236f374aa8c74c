"""What holds for every check, whatever it is given: it explains itself, and it never takes what it
cannot read for fine."""

import dataclasses
import os
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from plimsoll.features.doctor import subject
from plimsoll.features.doctor.checks import CHECKS, examine
from plimsoll.features.doctor.finding import SEVERITIES, Check, Scene
from plimsoll.native.machine import Machine
from tests.features.doctor import tree
from tests.features.doctor.conftest import look
from tests.words import argv

HOSTS = sorted(path.stem for path in tree.HOSTS.glob("*.tree"))
TARGETS = ("/dev/sda", "/srv/test.dat", "nbd://192.0.2.7/x", None)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_a_check_says_what_it_reads_why_it_matters_who_says_so_and_how_to_mend_it(
    check: Check,
) -> None:
    assert re.fullmatch(r"[a-z_]+", check.name)
    assert check.reads
    assert check.mend
    assert check.why.endswith(".")
    assert re.search(r"\((.*\b(S[0-4]\b|kernel (doc|ABI)).*)\)\.$", check.why), "its source"
    assert len(check.why) < 200


def test_every_check_has_its_own_name_and_every_file_its_checks_in_the_list() -> None:
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    folder = Path(subject.__file__).parent
    written = sum(
        len(re.findall(r"^[A-Z_]+ = Check\(", path.read_text(), re.MULTILINE))
        for path in folder.glob("*.py")
    )
    assert written == len(CHECKS)


def test_the_documentation_names_every_check() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs/how-to/check-the-machine.md").read_text()
    assert [check.name for check in CHECKS if f"`{check.name}`" not in page] == []


@pytest.mark.parametrize("target", TARGETS)
def test_of_an_empty_tree_everything_is_unknown_or_does_not_apply(
    tmp_path: Path, target: str | None
) -> None:
    found = look(tmp_path, target)
    assert {one.said.severity for one in found.examination.findings} == {"unknown"}
    told = {one.check.name for one in found.examination.findings} | found.skipped_names()
    assert told == {check.name for check in CHECKS}


def files(root: Path) -> list[Path]:
    """Those of a described machine, without its manifest."""
    return [
        path
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink() and path.name != subject.MANIFEST
    ]


def directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def itself(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_text(""),
    "binary": lambda path: path.write_bytes(bytes(range(256)) * 8),
    "not utf-8": lambda path: path.write_bytes(b"\xff\xfe tsc \xc3\x28\n" * 20),
    "one word": lambda path: path.write_text("banana\n"),
    "a negative number": lambda path: path.write_text("-1\n"),
    "nought": lambda path: path.write_text("0\n"),
    "a number beyond all": lambda path: path.write_text("9" * 5000 + "\n"),
    "columns of numbers": lambda path: path.write_text(
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20\n" * 50
    ),
    "half of it": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "twice": lambda path: path.write_bytes(path.read_bytes() * 2),
    "a folder": directory,
    "a pipe that nobody writes": pipe,
    "a link to itself": itself,
    "huge": lambda path: path.write_text("1 2\n" * 1000),
}


@pytest.mark.long
@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_machines_are_told_as_far_as_they_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    # What is too large is smaller here, so that the test need not write gigabytes.
    monkeypatch.setattr("plimsoll.native.machine.LARGEST", 3000)
    for host in HOSTS:
        root = tree.unpack(host, tmp_path / host)
        taken = subject.manifest(root)
        assert taken is not None
        for path in files(root):
            DAMAGES[damage](path)
        for target in (taken.target, *TARGETS[:3]):
            for one in look(root, target).examination.findings:
                assert one.said.severity in SEVERITIES
                assert len(one.said.found) < 1000
                assert "\0" not in one.said.found


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("content", ["", "banana\n"], ids=["empty", "one word"])
def test_files_that_say_nothing_are_never_taken_for_fine(
    tmp_path: Path, host: str, content: str
) -> None:
    root = tree.unpack(host, tmp_path)
    for path in files(root):
        path.write_text(content)
    # The first may well be empty; the others are told by the manifest alone.
    assert look(root).at("ok") <= {"command_line", "free_space", "holes", "opened"}


@pytest.mark.parametrize(
    "name",
    list(argv("meminfo vmstat stat diskstats cpuinfo interrupts self/cgroup self/status")),
)
def test_a_text_without_the_lines_that_a_check_needs_is_unknown(tmp_path: Path, name: str) -> None:
    root = tree.unpack("vm", tmp_path)
    before = look(root).at("unknown")
    for at in (root / "proc" / name, root / "after/proc" / name):
        if at.exists():
            at.write_text("other 1\n")
    assert look(root).at("unknown") > before


@pytest.mark.parametrize("seed", range(12))
def test_texts_cut_anywhere_are_read_by_every_check_without_stumbling(
    tmp_path: Path, seed: int
) -> None:
    draw = random.Random(seed)
    root = tree.unpack(HOSTS[seed % len(HOSTS)], tmp_path / "host")
    for path in files(root):
        if draw.random() < 0.3:
            raw = path.read_bytes()
            path.write_bytes(raw[: draw.randrange(len(raw) + 1)])
    # What a check did not foresee is caught and told so; a text that merely ends too early has to
    # be foreseen.
    for one in look(root).examination.findings:
        assert "does not look as Linux writes it" not in one.said.found, one.check.name


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        '{"schema": "plimsoll.other/1"}',
        '{"schema": "plimsoll.capture/1", "facts": 7}',
    ],
)
def test_a_manifest_that_is_none_takes_nothing_else_with_it(tmp_path: Path, content: str) -> None:
    root = tree.unpack("vm", tmp_path)
    (root / subject.MANIFEST).write_text(content)
    found = look(root, "/var/data/test.dat")
    assert (found["clock"].severity, found["holes"].severity) == ("ok", "unknown")


def test_a_check_that_stumbles_does_not_take_the_others_with_it(tmp_path: Path) -> None:
    def stumbles(_: Scene) -> list[object]:
        raise IndexError

    broken = dataclasses.replace(CHECKS[0], run=stumbles)  # type: ignore[arg-type]
    found = examine(Scene(Machine(tmp_path, captured=True)), (broken, *CHECKS[1:]))
    assert "does not look as Linux writes it" in found.findings[0].said.found
    assert len(found.findings) > 1


def test_a_link_that_leads_out_of_a_tree_is_followed_inside_it(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/cmdline").symlink_to("/etc/hostname")
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/hostname").write_text("mitigations=off\n")
    machine = Machine(tmp_path, captured=True)
    assert machine.text("proc/cmdline") == "mitigations=off"
    (tmp_path / "sys").symlink_to("../../../../../../../../sys")
    assert machine.get("sys/devices/system/cpu/online") is None
