"""Processes that drive volumes at once: they begin together in the cgroup that they were put into,
and none is left, whatever ends them."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from plimsoll.base.errors import Interruption, PlimsollError
from plimsoll.features.policy import competing
from plimsoll.features.policy.competing import Contender
from plimsoll.native.record import ProbeRequest, SessionRequest
from plimsoll.native.session import Session, Stop
from tests.features.policy.grounds import BLKIO, cgroups


@pytest.fixture
def procs() -> Iterator[Path]:
    with cgroups("one") as around:
        yield BLKIO / around.lstrip("/") / "one" / "cgroup.procs"


def contender(joins: Path, target: str = "null:", measure_for: str = "100ms") -> Contender:
    session: SessionRequest = {"target": target, "workload": {"block_size": 4096, "read": 100}}
    probe: ProbeRequest = {
        "workers": 1,
        "queue_depth": 1,
        "warmup_for": "0s",
        "measure_for": measure_for,
        "stop_when_decided": False,
        "seed": 1,
    }
    return Contender(session, probe, joins)


def test_each_is_where_it_was_put_and_leaves_nothing(procs: Path) -> None:
    of = [contender(procs), contender(procs)]
    came = competing.drive(of, Session.open, Stop(), "it")
    for one in came:
        assert not isinstance(one, PlimsollError), one
        assert one["achieved_rate_per_s"] > 0
    assert procs.read_text() == ""


def test_one_that_cannot_be_driven_ends_the_others_and_says_why(procs: Path) -> None:
    of = [contender(procs, measure_for="1h"), contender(procs, target="/nowhere/at/all")]
    first, second = competing.drive(of, Session.open, Stop(), "it")
    assert isinstance(second, PlimsollError)
    assert "/nowhere/at/all does not exist" in str(second)
    assert isinstance(first, PlimsollError)
    assert str(first) == "another volume could not be driven"
    assert procs.read_text() == ""


def test_who_ends_it_ends_all(procs: Path) -> None:
    stop = Stop()

    def ask() -> None:
        # As soon as one is there, whatever it is doing: an hour would be too long.
        while not procs.read_text():
            time.sleep(0.01)
        stop.request()

    asker = threading.Thread(target=ask)
    asker.start()
    with pytest.raises(Interruption):
        competing.drive([contender(procs, measure_for="1h")] * 2, Session.open, stop, "it")
    asker.join()
    assert procs.read_text() == ""
