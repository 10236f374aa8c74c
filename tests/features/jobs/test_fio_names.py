"""Every option of fio is in one of the tables, and in one only."""

import shutil
import subprocess
from collections import Counter

import pytest

from plimsoll.features.jobs.formats.fio import names
from plimsoll.features.jobs.formats.fio.outcome import fio_bins, fio_value
from plimsoll.features.jobs.formats.fio.text_form import short_count


def test_no_option_is_in_two_tables() -> None:
    every = Counter(
        [*names.HONOURED, *names.WITHOUT_MEANING, *names.ACCEPTED_WITH_NOTE, *names.REFUSED]
    )
    assert [name for name, times in every.items() if times > 1] == []
    assert [name for name in names.ALIASES if name in every] == []
    assert [name for name in names.ALIASES.values() if name not in every] == []
    assert [
        name for name in names.DEFAULTS if name not in names.REFUSED | names.ACCEPTED_WITH_NOTE
    ] == []


@pytest.mark.skipif(shutil.which("fio") is None, reason="fio is not installed")
def test_every_option_that_debians_fio_lists_is_known() -> None:
    listed = subprocess.run(
        ["fio", "--cmdhelp=all"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    options = [line.split(":")[0].strip() for line in listed if ":" in line]
    assert len(options) > 150
    assert [name for name in options if names.canonical_name(name) is None] == []


@pytest.mark.long
@pytest.mark.skipif(shutil.which("fio") is None, reason="fio is not installed")
def test_what_takes_no_value_from_the_next_word_is_what_fio_calls_empty_or_boolean() -> None:
    engines = ("io_uring", "libaio", "pvsync2")

    def kind(*asked: str) -> str:
        """What fio says of an option's value."""
        said = subprocess.run(["fio", *asked], capture_output=True, text=True, check=False).stdout
        return next((line for line in said.splitlines() if "type:" in line), "")

    for name in names.FLAGS:
        told = kind(f"--cmdhelp={names.ALIASES.get(name, name)}")
        told = told or "".join(kind(f"--enghelp={one},{name}") for one in engines)
        assert ("empty or boolean" in told) == (name in names.SWITCHES), (name, told)
        assert ("string" in told) == (name in names.WORDS), (name, told)


def test_a_value_is_told_as_fio_tells_it() -> None:
    # Read off json+ of fio 3.33: bins are told by their middles.
    for value, told in [(7137, 7136), (11400, 11456), (12223, 12224), (100, 100), (127, 127)]:
        assert fio_value(value) == told
    # 64 buckets to a doubling: nothing moves by more than 1/128.
    assert all(abs(fio_value(n) - n) <= max(0, n / 127) for n in range(1, 100_000))
    assert fio_bins([(11393, 2), (11519, 3)]) == ((11456, 5),)


@pytest.mark.parametrize(
    ("number", "unit", "binary", "told"),
    [
        # Read off fio 3.33.
        (278_000, "", False, "278k"),
        (1_137_704_960, "B/s", True, "1085MiB/s"),
        (1_137_704_960, "B/s", False, "1138MB/s"),
        (2_065_408, "B/s", True, "2017KiB/s"),
        (4096, "B", True, "4096B"),
        (504, "", False, "504"),
    ],
)
def test_numbers_are_scaled_as_fio_scales_them(
    number: int, unit: str, binary: bool, told: str
) -> None:
    assert short_count(number, unit, binary=binary) == told
