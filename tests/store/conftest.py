"""A store in a folder of its own, one with a campaign of each kind, and the smallest record that a
store takes."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from plimsoll import cli
from plimsoll.store import Store
from tests.stacks import runs

STACK = Path(__file__).resolve().parents[2] / "examples/stacks/mm1.toml"
TARGET = ("--target", f"stack:{STACK}", "--virtual", "--seed", "1")
# The median takes the fewest operations to decide; without a maximum there are fewer Runs, of
# which every verb that is tried on damage reads a copy.
FIND = ("find", *TARGET, "--objective", "p50 <= 1ms", "--between", "1000..3000")


def smallest_record(rate: float = 1000.0, intervals: int = 3, seed: int = 2**64 - 1) -> str:
    spec = {
        "target": {"name": "µ-file"},
        "workload": {"block_size_bytes": 8192},
        "load": {"kind": "open", "offered_rate_per_s": rate},
        "seed": seed,
    }
    record = {
        "schema": "plimsoll.run/1",
        "outcome": "ok",
        "offered_rate_per_s": rate,
        "issued_rate_per_s": rate,
        "achieved_rate_per_s": rate,
        "seed": seed,
        "version": {"plimsoll": "0.1.0", "build": "release"},
        "host": {"kernel": "6.1"},
        "intervals": [{"index": i, "reads": 10 * i} for i in range(intervals)],
        "spec": spec,
    }
    return json.dumps(record)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.plimsoll"


@pytest.fixture
def store(path: Path):
    with Store.open(path) as opened:
        yield opened


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A search, a Run, a check and a campaign of four Points, on the virtual clock. One of the
    processes of the session makes it for all."""
    return runs.made_once(
        "four campaigns", lambda made: measure(made, tmp_path_factory.mktemp("four"))
    )


def write_questions(folder: Path) -> None:
    """Writes a promise and a campaign of four Points, p.toml and c.toml."""
    (folder / "p.toml").write_text(
        f'target = "stack:{STACK}"\nvirtual = true\n[[promise]]\nname = "some"\ndirection ='
        ' "at_least"\nvalue = "10 IOPS"\n'
    )
    (folder / "c.toml").write_text(
        '[campaign]\nname = "look"\nvirtual = true\nmeasure_for = "2s"\nobjective = "p99 <='
        f' 20ms"\nrepeats = 2\n[target]\npath = "stack:{STACK}"\n[load]\nrate = [1000,'
        " 2000]\nmax_outstanding = 512\n"
    )


def measure(store: Path, folder: Path) -> None:
    """Fills a store; the files of its questions lie in a folder."""
    write_questions(folder)
    for words in (
        FIND,
        ("run", *TARGET, "--rate", "1000", "--measure-for", "5s"),
        ("check", str(folder / "p.toml"), "--seed", "1"),
        ("campaign", "run", str(folder / "c.toml")),
    ):
        assert cli.main([*words, "--store", str(store)]) in (0, 1, 2), words


@pytest.fixture
def four_campaigns(made_once: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    path = tmp_path / "four.db"
    shutil.copy(made_once, path)
    return path


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    where = tmp_path / "small"
    where.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", where], capture_output=True
    )
    if mounted.returncode != 0:
        pytest.skip("needs to mount a tmpfs, which takes root")
    yield where
    subprocess.run(["umount", where], check=True)
