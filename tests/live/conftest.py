"""A real Run in the background, and waiting for what it tells."""

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from plimsoll.live import pulse as pulses
from plimsoll.native.listener import ActiveRun, SealedInterval
from tests.command import run_command, start_command
from tests.patience import PATIENCE_S
from tests.words import argv

T = TypeVar("T")
Started = subprocess.Popen[str]


def until(what: Callable[[], T], *, alive: Started | None = None) -> T:
    """The first answer of `what` that is true. Fails when the process it is about has ended, or
    nothing comes."""
    end = time.monotonic() + PATIENCE_S
    while not (found := what()):
        assert time.monotonic() < end, "it did not come about"
        if alive is not None and alive.poll() is not None:
            pytest.fail(f"it ended with {alive.returncode}: {alive.communicate()}")
        time.sleep(0.02)
    return found


def active(number: int | None = None, role: str = "run", **request: Any) -> ActiveRun:
    """A Run under way."""
    info: Any = {"target": {"name": "x"}, "clock": "real", "engine": "null", "workload": {}}
    return ActiveRun(info, role, request, number)  # type: ignore[arg-type]  # as a test wants it


def spans(mean: int | None) -> dict[str, int | None]:
    """A distribution of which every figure is this."""
    return dict.fromkeys(("mean", "p50", "p95", "p99", "max"), mean)


def of_a_second(operations: int, **more: Any) -> dict[str, Any]:
    """What an interval of a second counts that reads so much."""
    return {
        "index": 0,
        "phase": "measure",
        "start_s": 0.0,
        "length_s": 1.0,
        "issued": operations,
        "reads": operations,
        "writes": 0,
        "syncs": 0,
        "read_bytes": 4096 * operations,
        "written_bytes": 0,
        "errors": 0,
        "outstanding_mean": 1.0,
        "backlog": 0,
        "response_time_ns": spans(None),
        "completion_latency_ns": spans(None),
        **more,
    }


def of_a_worker(number: int, operations: int, **more: Any) -> dict[str, Any]:
    """What a worker did in it."""
    counts = of_a_second(operations)
    kept = ("issued", "reads", "writes", "syncs", "read_bytes", "written_bytes", "errors")
    return {
        "worker": number,
        "name": None,
        "workers": 1,
        **{key: counts[key] for key in kept},
        "outstanding_mean": 0.5,
        "response_time_ns_p50": 100_000,
        "response_time_ns_p99": None,
        "own_lag_ns_p99": None,
        **more,
    }


def sealed_interval(
    interval: object, workers: object = (), response_time: bytes = b""
) -> SealedInterval:
    """A sealed interval with these figures."""
    return SealedInterval(0, json.dumps(interval), json.dumps(workers), response_time, b"")


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder in memory where pulses of this test lie, for this process and for those it
    starts."""
    if not os.access("/dev/shm", os.W_OK):
        pytest.skip("there is no memory to write files into at /dev/shm")
    with tempfile.TemporaryDirectory(dir="/dev/shm", prefix="plimsoll-test-") as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield Path(folder, "plimsoll")


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A filled file that direct I/O reads, for all tests of the session."""
    folder = tmp_path_factory.mktemp("disk")
    made = run_command(argv("prepare target.dat --size 8m"), folder)
    assert made.returncode == 0, made.stderr
    try:
        os.close(os.open(folder / "target.dat", os.O_RDONLY | os.O_DIRECT))
    except OSError as error:
        pytest.skip(f"no direct I/O under {folder}: {error.strerror}")
    return folder / "target.dat"


@pytest.fixture
def begin(tmp_path: Path, runtime: Path) -> Iterator[Callable[..., Started]]:
    """Starts the command; what still runs at the end of the test is ended."""
    started: list[Started] = []

    def start(*arguments: str | Path, **environment: str) -> Started:
        around = {"XDG_STATE_HOME": str(tmp_path / "state"), "NO_COLOR": "1", **environment}
        one = start_command(arguments, tmp_path, **around)
        started.append(one)
        return one

    yield start
    for one in started:
        if one.poll() is None:
            one.kill()
        one.communicate()


@pytest.fixture
def running(
    begin: Callable[..., Started], target: Path, tmp_path: Path
) -> Callable[..., tuple[Started, Path]]:
    """A Run on a file, far longer than any test unless told: the process, and its store, once it
    tells of an interval."""

    def start(*more: str, measure_for: str = "10m", intervals: int = 1) -> tuple[Started, Path]:
        store = tmp_path / "kept.db"
        words = argv(f"--rate 300 --warmup-for 200ms --interval 200ms --measure-for {measure_for}")
        one = begin("run", "--target", target, "--store", store, *words, *more)
        until(lambda: any(len(p["intervals"]) >= intervals for p in pulses.read(store)), alive=one)
        return one, store

    return start
