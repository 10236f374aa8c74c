"""Bad input through the installed command: one line that says what and what now, the documented
exit code, no traceback, and nothing that was there is changed (measurement.md, sections 9 and 10).
"""

import shlex
import sqlite3
from pathlib import Path

import pytest

from tests.conftest import Ending, Plimsoll

NULL = ("run", "--target", "null:", "--measure-for", "10ms", "--warmup-for", "0s")
STACK = Path(__file__).resolve().parents[2] / "examples/stacks/mm1.toml"
MODEL = ("run", "--target", f"stack:{STACK}", "--virtual", "--measure-for", "1s")
"""A Run that is valid on a machine of any speed."""


def assert_refusal(ended: Ending, code: int, *says: str) -> None:
    """It ended with this code and one line that says all of this, beside who else uses this
    machine."""
    assert ended.code == code, ended.err
    lines = ended.errors
    assert len(lines) == 1, ended.err
    assert lines[0].startswith("plimsoll: ")
    assert "Traceback" not in ended.err
    assert ended.out == ""
    for fragment in says:
        assert fragment in lines[0]


RUN = " ".join(NULL)
USAGE = [
    ("sail", "'sail'", "demo, doctor, run, find"),
    ("run", "--target", "--help"),
    (f"{RUN} --quick", "--quick", "plimsoll run --help"),
    (f"{RUN} --rate", "'--rate' requires an argument", "plimsoll run --help"),
    (f"{RUN} --queue-depth 1.5", "'1.5' is not a whole number"),
    ("counters --headroom much f", "'much' is not a number"),
    ("policy suggest x --for", "'--for' requires an argument"),
    (
        "find --target null: --time 90s --objective 'max over 10s <= 50ms'",
        *("--time 90s", "max over 10", "7.67 min"),
    ),
    (f"{RUN} --engine turbo", "'turbo'", "io_uring, libaio"),
    (f"{RUN} --engine psync", "'psync'", "null"),
    (f"{RUN} --pattern zigzag", "'zigzag'", "random, random:once, zipf"),
    (f"{RUN} --on-error panic", "'panic'", "stop", "continue"),
    (f"{RUN} --rate 100 --arrivals bursty", "'bursty'", "constant, poisson"),
    *((f"{RUN} --rate={rate}", "--rate") for rate in ("nan", "inf", "-5", "0", "1e300", "many")),
    (f"{RUN} --read 101", "--read", "0 to 100"),
    (f"{RUN} --read nan", "--read"),
    (f"{RUN} --queue-depth 0", "--queue-depth"),
    (f"{RUN} --workers 0", "--workers"),
    (f"{RUN} --workers=-1", "--workers"),
    (f"{RUN} --queue-depth 1 --rate 10", "--queue-depth", "--rate"),
    (f"{RUN} --seed=-1", "--seed"),
    (f"{RUN} --block-size '4 parsecs'", "--block-size"),
    (f"{RUN} --interval 1ms", "--interval", "100ms"),
    ("run --target null: --measure-for 5", "--measure-for"),
    (f"{RUN} --rate 10 --objective fast", "'fast'", "p99 <= 1ms"),
    ("find --target null: --objective 'p99 < 1'", "p99 <= 1ms"),
    ("demo --objective 'p99 = soon'", "p99 <= 1ms"),
    ("schema sonnet", "'sonnet'", "timeline"),
    ("schema campaign sonnet", "'sonnet'", "status"),
]
"""What is typed, and what the refusal names."""


@pytest.mark.parametrize(("line", "says"), [(line, says) for line, *says in USAGE])
def test_a_value_that_cannot_be_meant_is_a_usage_error(
    plimsoll: Plimsoll, tmp_path: Path, line: str, says: list[str]
) -> None:
    before = sorted(tmp_path.iterdir())
    assert_refusal(plimsoll(*shlex.split(line)), 64, *says)
    assert sorted(tmp_path.iterdir()) == before


def test_a_missing_target_is_named_and_leaves_no_store(plimsoll: Plimsoll, tmp_path: Path) -> None:
    for verb in ("run", "find"):
        ended = plimsoll(verb, "--target", "nowhere.dat", "--store", "new.db")
        assert_refusal(ended, 66, "nowhere.dat")
        assert not (tmp_path / "new.db").exists()
    assert_refusal(plimsoll("run", "--target", "stack:nowhere.toml"), 66, "nowhere.toml")


def test_a_directory_is_not_a_target(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert_refusal(plimsoll("run", "--target", "folder"), 66, "folder", "directory")


def test_a_file_that_we_did_not_make_is_not_written_without_its_name(
    plimsoll: Plimsoll, data: Path
) -> None:
    content = data.read_bytes()
    assert_refusal(
        plimsoll("run", "--target", data, "--read", "70"),
        73,
        data.name,
        "--i-will-lose-the-data-on",
    )
    assert_refusal(
        plimsoll(
            "run", "--target", data, "--read", "70", "--i-will-lose-the-data-on", "another.dat"
        ),
        73,
        "another.dat",
    )
    assert_refusal(plimsoll("prepare", data, "--size", "1m"), 73, data.name)
    assert data.read_bytes() == content


def test_a_target_smaller_than_a_block(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "tiny.dat").write_bytes(bytes(2048))
    assert_refusal(
        plimsoll("run", "--target", "tiny.dat", "--cached"), 64, "tiny.dat", "--block-size"
    )


def test_direct_blocks_are_whole_logical_blocks(plimsoll: Plimsoll, disk: Path, data: Path) -> None:
    assert data.parent == disk
    assert_refusal(
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
    assert_refusal(plimsoll(*NULL, "--workload", "workload.toml"), 65, *says)


def test_a_stack_that_is_wrong(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "stack.toml").write_text("this is = not a stack [")
    assert_refusal(plimsoll("run", "--target", "stack:stack.toml", "--virtual"), 65, "stack.toml")


def test_the_virtual_clock_is_for_stacks(plimsoll: Plimsoll, data: Path) -> None:
    assert_refusal(plimsoll("run", "--target", data, "--virtual"), 64, "--virtual")


@pytest.mark.parametrize(
    "command",
    [("demo", "--size", "900t"), ("prepare", "new.dat", "--size", "900t")],
    ids=("demo", "prepare"),
)
def test_no_space_is_found_before_anything_is_written(
    plimsoll: Plimsoll, disk: Path, command: tuple[str, ...]
) -> None:
    assert_refusal(plimsoll(*command), 75, "no space", "--size")
    assert [path for path in disk.iterdir() if path.suffix in (".dat", ".db", ".html")] == []


def test_a_database_of_another_program_is_left_as_it_is(plimsoll: Plimsoll, tmp_path: Path) -> None:
    store = tmp_path / "plimsoll.db"
    with sqlite3.connect(store) as connection:
        connection.execute("CREATE TABLE addresses (name TEXT)")
    connection.close()
    content = store.read_bytes()
    assert_refusal(plimsoll("demo"), 65, "plimsoll.db")
    assert_refusal(plimsoll("report"), 65, "plimsoll.db")
    assert store.read_bytes() == content
    assert not (tmp_path / "plimsoll-demo.dat").exists()


def test_a_campaign_that_is_not_there_lists_those_that_are(plimsoll: Plimsoll) -> None:
    assert plimsoll(*MODEL, "--store", "plimsoll.db").code == 0
    assert_refusal(plimsoll("report", "--campaign", "7"), 64, "7", "1")


def test_a_report_to_a_dash_goes_to_standard_output(plimsoll: Plimsoll, tmp_path: Path) -> None:
    assert plimsoll(*MODEL, "--store", "plimsoll.db").code == 0
    said = plimsoll("report", "--to", "md", "--output", "-", code=0)
    assert said.out == plimsoll("report", "--to", "md").out
    assert_refusal(plimsoll("report", "--to", "pdf", "--output", "-"), 64, "standard output")
    assert not (tmp_path / "-").exists()


def test_a_report_that_is_not_ours_is_not_overwritten(plimsoll: Plimsoll, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    report.write_text("<html>my thesis</html>")
    assert plimsoll(*MODEL, "--store", "plimsoll.db").code == 0
    assert_refusal(plimsoll("demo"), 73, "report.html", "--force")
    assert_refusal(plimsoll("report"), 73, "report.html", "--force")
    assert report.read_text() == "<html>my thesis</html>"
    assert not (tmp_path / "plimsoll-demo.dat").exists()


def test_a_demo_in_a_folder_that_is_missing(plimsoll: Plimsoll) -> None:
    assert_refusal(plimsoll("demo", "--dir", "nowhere"), 66, "nowhere", "--dir")
