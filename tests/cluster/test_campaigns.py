"""Campaigns over real hosts (`namespaces`): the number of hosts as an axis, and a coordinator
that is killed in the middle."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import time
from typing import TYPE_CHECKING

import pytest

from plimsoll.search import factor_runs
from plimsoll.store import Store
from tests.cluster import namespaces
from tests.cluster.test_hosts import begun, ended, working, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WHY_NOT = namespaces.why_not()
pytestmark = pytest.mark.skipif(WHY_NOT is not None, reason=WHY_NOT or "")

CAMPAIGN = """
targets = ["null:"]
[campaign]
name = "scaling"
warmup_for = "0s"
measure_for = "1500ms"
order = "as_written"
settle = false
repeats = 3
[load]
hosts = [1, 2]
queue_depth = 1
think_time = "20ms"
"""


@pytest.fixture(scope="module")
def hosts() -> Iterator[namespaces.Hosts]:
    with namespaces.hosts(2) as made:
        yield made


def states(store: Path) -> list[str]:
    """Of the Points, in their order; none before there are any."""
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as opened:
            return [row[0] for row in opened.execute("SELECT state FROM planned_point ORDER BY id")]
    except sqlite3.Error:
        return []


def test_a_coordinator_that_is_killed_goes_on_and_repeats_one_point_at_most(
    hosts: namespaces.Hosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    file = written(hosts, tmp_path)
    campaign, store = tmp_path / "c.toml", tmp_path / "c.db"
    campaign.write_text(CAMPAIGN)
    process = begun(hosts, "campaign", "run", campaign, "--hosts", file, "--store", store)
    until = time.monotonic() + 120
    while states(store).count("finished") < 2:
        assert time.monotonic() < until, process.communicate()
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    before = states(store)
    assert before.count("running") <= 1

    code, out, err = ended(begun(hosts, "campaign", "resume", store, "--json"))
    assert code in (0, 2), err
    assert json.loads(out)["points"]["total"] == 6
    with sqlite3.connect(store) as opened:
        attempts = opened.execute(
            "SELECT attempt, state, load FROM planned_point ORDER BY id"
        ).fetchall()
    assert [state for _, state, _ in attempts] == ["finished"] * 6
    assert sum(attempt for attempt, _, _ in attempts) <= 6 + before.count("running")
    assert [json.loads(load)["hosts"] for _, _, load in attempts] == [1, 2] * 3
    assert not any(working(host) for host in hosts.generators)

    # The hosts of a campaign are its own: others are refused, and nothing is asked of them.
    file.write_text(file.read_text().replace('name = "host2"', 'name = "other"'))
    code, _, err = ended(begun(hosts, "campaign", "resume", store))
    assert (code, "other hosts, targets or weights" in err) == (73, True), err


STUDY = """
targets = ["null:"]
[campaign]
name = "study"
strategy = "factors"
warmup_for = "0s"
measure_for = "1500ms"
settle = false
[study]
design = "full"
replicates = 2
confirm = 0
[load]
queue_depth = 1
think_time = "20ms"
[factor.hosts]
sets = "load.hosts"
levels = [1, 2]
[factor.block]
sets = "workload.block_size"
levels = ["4k", "8k"]
"""


def test_the_number_of_hosts_is_a_factor(
    hosts: namespaces.Hosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    file = written(hosts, tmp_path)
    campaign, store = tmp_path / "c.toml", tmp_path / "c.db"
    campaign.write_text(STUDY)
    words = ("campaign", "run", campaign, "--hosts", file, "--store", store, "--json")
    code, _, err = ended(begun(hosts, *words))
    assert code in (0, 2), err
    with Store.open(store) as opened:
        told = {one.factor: one for one in factor_runs.answer(opened, 1).factors}
    # Each waits 20 ms between answers, so that two hosts do twice what one does.
    assert told["hosts"].effect is not None
    assert told["hosts"].effect.value == pytest.approx(2, rel=0.1)
