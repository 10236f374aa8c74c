"""A Run that ends after so many bytes of each worker."""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest

from plimsoll.base.errors import UsageError
from plimsoll.native.record import ProbeRequest, RunRecord, SessionRequest
from plimsoll.native.session import Session

MIB = 1 << 20


def ran(
    workload: dict[str, object], target: Mapping[str, object] | None = None, **probe: object
) -> RunRecord:
    """A Run, on nothing if no target is named, which would take an hour if bytes did not end it."""
    asked_of = {**(target or {"target": "null:"}), "workload": workload}
    session = cast("SessionRequest", asked_of)
    asked = {"warmup_for": "0s", "measure_for": "1h", "stop_when_decided": False, **probe}
    with Session.open(session) as opened:
        return opened.run(cast("ProbeRequest", asked), role="run")


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize(
    "load",
    [
        {"queue_depth": 8},
        {"queue_depth": 8, "cap_rate": 20_000.0},
        {"rate": 20_000.0, "arrivals": "constant"},
    ],
)
def test_every_worker_does_exactly_its_bytes(load: dict[str, object], workers: int) -> None:
    record = ran({"block_size": "4k", "read": 50}, workers=workers, bytes_each=MIB, **load)
    assert record["all"]["bytes"] == workers * MIB
    assert record["all"]["completed"] == workers * MIB // 4096
    assert record["all"]["unfinished"] == 0
    assert record["outcome"] != "stopped"
    assert record["spec"]["bytes_each"] == MIB
    # Measure is as long as it took, not an hour.
    assert record["measure_s"] < 60


def test_sizes_that_do_not_divide_end_with_the_block_that_reaches_it() -> None:
    record = ran({"block_size": "4k"}, workers=2, queue_depth=4, bytes_each="10k")
    assert record["all"]["bytes"] == 2 * 12288


def test_flushes_are_no_bytes() -> None:
    record = ran({"block_size": "4k", "read": 0, "sync": "fsync:4"}, queue_depth=1, bytes_each=MIB)
    assert record["write"]["bytes"] == MIB
    assert record["flush"]["completed"] == pytest.approx(64, abs=1)


def test_time_ends_it_where_it_comes_first() -> None:
    record = ran({"block_size": "4k"}, rate=100.0, bytes_each="1g", measure_for="200ms")
    assert record["measure_s"] == pytest.approx(0.2, abs=0.1)
    assert record["all"]["bytes"] < MIB


STACK = "[device.disk]\nservers = 4\nservice = '1ms'\n[volume.data]\nsize = '1g'\npath = ['disk']\n"
"""4,000 IOPS at four outstanding or more: arithmetic."""


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize(
    "load",
    [
        {"queue_depth": 8},
        {"queue_depth": 8, "cap_rate": 500.0},
        {"rate": 500.0, "arrivals": "constant"},
    ],
)
def test_on_the_virtual_clock_too_every_worker_does_its_bytes(
    tmp_path: Path, load: dict[str, object], workers: int
) -> None:
    (tmp_path / "stack.toml").write_text(STACK)
    session = {"target": f"stack:{tmp_path}/stack.toml", "virtual": True}
    record = ran({"block_size": "4k"}, session, workers=workers, bytes_each=MIB, **load)
    assert (record["all"]["bytes"], record["all"]["unfinished"]) == (workers * MIB, 0)
    rate = 4000 if load == {"queue_depth": 8} else 500
    assert record["measure_s"] == pytest.approx(workers * MIB / 4096 / rate, rel=0.01)
    assert record["achieved_rate_per_s"] == pytest.approx(rate, rel=0.01)


@pytest.mark.parametrize(
    ("probe", "says"),
    [
        ({"bytes_each": 0}, "0 bytes measures nothing"),
        ({"bytes_each": "4q"}, "bytes_each"),
        ({"bytes_each": "1m", "steady": "snia", "warmup_for": None}, "give a time instead"),
    ],
)
def test_what_makes_no_sense_is_refused(probe: dict[str, object], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        ran({"block_size": "4k"}, **probe)
