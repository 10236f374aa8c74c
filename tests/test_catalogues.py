"""Catalogues of messages, and the tool that holds them together."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from plimsoll.base.messages import Catalogue, language
from tools import catalogues as tool

ENGLISH = """\
## Answer
carries = { $disk } carries { $rate } IOPS.
runs = { $runs ->
    [one] { $runs } Run
   *[other] { $runs } Runs
}
## English only
help-rate = the rate to offer
title-grid = Grid
about-grid = every Run
no-disk = there is no disk { $disk }
no-disk-now = Disks are { $disks }.
"""
JAPANESE = """\
## Answer
carries = { $disk } は { $rate } IOPS に耐えます。
runs = { $runs } 回
"""
LOST_IN_A_VARIANT = """\
{ $disk ->
    [sda] IOPS
   *[other] { $disk } は { $rate } IOPS
}
"""
SPELLED_OUT = """\
{ $runs ->
    [1] 一回
   *[other] { $runs } 回
}
"""
CODE = """\
from house.messages import message

def answers():
    a = message("carries", disk="sda", rate="100")
    b = message("runs", runs=2)
    raise UsageError(*message.refusal("no-disk", disk="sdz", disks="sda"))

c = message(f"help-{KEY}")
d = ReportEntry("grid", message, "house.grid", 60)
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A package with a catalogue in two languages, and a module that uses it."""
    folder = tmp_path / "house"
    (folder / "messages").mkdir(parents=True)
    (folder / "messages/__init__.py").touch()
    (folder / "messages/en.ftl").write_text(ENGLISH)
    (folder / "messages/ja.ftl").write_text(JAPANESE)
    (folder / "rooms.py").write_text(CODE)
    return folder


@pytest.fixture
def message(house: Path) -> Catalogue:
    """The function by which that package asks."""
    return Catalogue(str(house / "messages/__init__.py"))


@pytest.fixture
def japanese() -> Iterator[None]:
    """A reader of Japanese."""
    token = language.set("ja")
    yield
    language.reset(token)


def test_a_name_stands_in_the_quotation_marks_of_its_language() -> None:
    # Behind a sign or a flag stands what is to be typed.
    straight = re.compile(r"(?<!= )(?<!--objective )'\{ \$\w+ \}'")
    for code in tool.LANGUAGES:
        for path in tool.PACKAGE.rglob(f"messages/{code}.ftl"):
            assert not straight.findall(path.read_text(encoding="utf-8")), path


def test_a_message_is_filled_as_its_figures_are(message: Catalogue) -> None:
    assert message("carries", disk="{ $x } \\u0041 İ", rate="52,700") == (
        "{ $x } \\u0041 İ carries 52,700 IOPS."
    )


def test_the_name_of_a_file_that_is_not_utf_8_comes_through(message: Catalogue) -> None:
    name = os.fsdecode(b"caf\xe9 \xff \xc3\xa9")
    assert message("carries", disk=name, rate="1") == f"{name} carries 1 IOPS."


@pytest.mark.parametrize(
    ("runs", "text"),
    [(1, "1 Run"), (0, "0 Runs"), (2_000_000, "2000000 Runs"), (2**60, f"{2**60} Runs")],
)
def test_a_whole_number_chooses_the_plural(message: Catalogue, runs: int, text: str) -> None:
    assert message("runs", runs=runs) == text


@pytest.mark.usefixtures("japanese")
def test_another_language_has_its_own_order_and_english_what_it_lacks(message: Catalogue) -> None:
    assert message("carries", disk="sda", rate="100") == "sda は 100 IOPS に耐えます。"
    assert message("help-rate") == "the rate to offer"


def test_a_refusal_has_its_remedy_beside_it(message: Catalogue) -> None:
    known = {"disk": "sdz", "disks": "sda"}
    assert message.refusal("no-disk", **known) == ("there is no disk sdz", "Disks are sda.")
    assert message.refusal("no-disk", "help-rate", **known)[1] == "the rate to offer"


def test_a_code_or_figure_that_is_missing_is_an_error(message: Catalogue) -> None:
    with pytest.raises(KeyError, match="nothing"):
        message("nothing")
    with pytest.raises(ValueError, match=r"carries.*rate"):
        message("carries", disk="sda")


def test_catalogues_that_agree_have_no_faults(house: Path) -> None:
    assert tool.faults(house) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("rooms.py", '"carries"', '"carried"', "house.messages has no message 'carried'"),
        ("rooms.py", ', rate="100"', "", "'carries' is given disk and wants disk, rate"),
        ("rooms.py", "runs=2", "runs=2, x=1", "'runs' is given runs, x and wants runs"),
        (
            "rooms.py",
            'message("runs", ',
            'partial(message, "runs", x=1, ',
            "'runs' is given runs, x",
        ),
        ("rooms.py", 'message("runs", runs=2)', 'partial(message, "run")', "no message 'run'"),
        ("rooms.py", ', disks="sda"', "", "'no-disk' is given disk and wants disk, disks"),
        ("rooms.py", 'refusal("no-disk"', 'refusal("runs"', "has no message 'runs-now'"),
        ("rooms.py", '"no-disk", ', '"no-disk", "no", ', "has no message 'no'"),
        ("rooms.py", 'f"help-', 'f"hint-', "no message that begins with 'hint-'"),
        ("rooms.py", 'f"help-', 'f"', "a code has to begin with constant text"),
        ("rooms.py", 'b = message("runs", runs=2)', "", "nobody asks for 'runs'"),
        ("rooms.py", '"grid", m', '"line", m', "has no message 'about-line'"),
        ("rooms.py", "ReportEntry", "Report", "nobody asks for 'title-grid'"),
        ("messages/en.ftl", "{ $disk }", "{ $disk", "en.ftl:2: "),
        ("messages/en.ftl", "help-rate", "runs", "'runs' is there twice"),
        ("messages/ja.ftl", "{ $rate }", "{ $share }", "'carries' wants disk, share"),
        ("messages/ja.ftl", "{ $rate }", "", "'carries' leaves out rate"),
        ("messages/ja.ftl", "{ $runs } 回", "何回か", "'runs' leaves out runs"),
        (
            "messages/ja.ftl",
            "{ $disk } は { $rate } IOPS に耐えます。",
            LOST_IN_A_VARIANT,
            "'carries' leaves out rate",
        ),
        ("messages/ja.ftl", "runs =", "run =", "'runs' is missing"),
        ("messages/ja.ftl", "runs =", "run =", "there is no 'run' in English"),
    ],
)
def test_a_fault_is_named(house: Path, file: str, old: str, new: str, fault: str) -> None:
    path = house / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    assert any(fault in line for line in tool.faults(house)), tool.faults(house)


def test_a_figure_that_chooses_a_word_is_not_left_out(house: Path) -> None:
    path = house / "messages/ja.ftl"
    path.write_text(path.read_text().replace("{ $runs } 回", SPELLED_OUT))
    assert tool.faults(house) == []


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('A = message("runs", runs=2)', "'runs' is asked for before"),
        ('A = (1, [message("runs" if B else "help-rate", runs=2)])', "'runs' is asked for before"),
        ('A = message(f"car{B}")', "'carries' is asked for before"),
        ('class A:\n    b = message("runs", runs=2)', "'runs' is asked for before"),
        ('def a(b=message("runs", runs=2)): ...', "'runs' is asked for before"),
        ('@b(message("runs", runs=2))\ndef a(): ...', "'runs' is asked for before"),
        ('A = lambda: message("runs", runs=2)', ""),
        ('async def a(): return message("runs", runs=2)', ""),
        ('A = message("help-rate")', ""),
    ],
)
def test_what_is_asked_for_at_loading_is_english_only(house: Path, line: str, fault: str) -> None:
    with (house / "rooms.py").open("a") as file:
        file.write(f"{line}\n")
    found = [each for each in tool.faults(house) if "is asked for before" in each]
    assert [fault in each for each in found] == ([True] if fault else []), found
