"""Settling waits until the target is as it was, and the answers of Points do not depend on their
order."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from plimsoll.campaign import settle
from plimsoll.native.record import RunRecord
from plimsoll.native.session import Session
from tests.campaign.conftest import Begin

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class ScriptedSession:
    """Answers each measurement with the next latency; the last one stays."""

    latencies_us: list[float]
    asked: list[dict[str, Any]] = field(default_factory=list)

    def probe(self, **asked: Any) -> RunRecord:
        latency = self.latencies_us[min(len(self.asked), len(self.latencies_us) - 1)]
        self.asked.append(asked)
        return {
            "warmup_s": asked["warmup_for_s"],
            "measure_s": asked["measure_for_s"],
            "drain_s": 0.0,
            "all": {"completion_latency_ns": {"mean": latency * 1e3}},
        }


def test_the_noise_is_what_a_sixth_measurement_may_differ_by() -> None:
    reference = settle.reference(
        ScriptedSession([90.0, 110.0, 100.0, 95.0, 105.0]), settle.seeds(1)
    )
    # By hand: mean 100, s = sqrt(250 / 4) = 7.906, t(0.975, 4) = 2.776, times sqrt(1.2) = 1.0954.
    assert reference.mean_ns == pytest.approx(100e3)
    assert reference.noise_ns == pytest.approx(2.776 * 7.906 * 1.0954 * 1e3, rel=1e-3)


def test_a_target_without_noise_may_still_differ_by_a_twentieth() -> None:
    reference = settle.reference(ScriptedSession([100.0]), settle.seeds(1))
    assert (reference.within(104.9e3), reference.within(105.1e3)) == (True, False)


def test_it_waits_until_the_latency_is_back_and_no_longer() -> None:
    before = settle.Reference(100e3, 10e3)
    session = ScriptedSession([500.0, 200.0, 105.0, 100.0])
    settled = settle.settle(session, before, 60.0, settle.seeds(1))
    assert (settled.within, settled.latency_ns, len(session.asked)) == (True, 105e3, 3)
    assert all(asked["queue_depth"] == 1 and asked["role"] == "settle" for asked in session.asked)


def test_it_gives_up_at_its_limit_and_says_so() -> None:
    session = ScriptedSession([500.0])
    settled = settle.settle(session, settle.Reference(100e3, 10e3), 6.0, settle.seeds(1))
    assert (settled.within, len(session.asked)) == (False, 5)


@pytest.mark.long
def test_after_a_storm_of_writes_a_described_array_is_settled_when_it_is_as_before() -> None:
    """One stack throughout, as a real array would be: what the storm left in its cache is worked
    off while we wait."""
    request = {
        "target": f"stack:{ROOT}/tests/campaign/destaging.toml",
        "virtual": True,
        "workload": {"block_size": "4k", "read": 50.0},
    }
    with Session.open(request) as session:
        before = settle.reference(session, settle.seeds(1))
        storm = {
            "queue_depth": 64,
            "workers": 1,
            "measure_for": "30s",
            "warmup_for": "0s",
            "seed": 5,
        }
        session.run(storm, role="run")
        at_once, _ = settle._latency(session, 7)
        assert at_once is not None
        assert not before.within(at_once)
        settled = settle.settle(session, before, 600.0, settle.seeds(9))
    assert settled.within
    assert settled.seconds > settle.SETTLE_S


GRID = """
targets = ["null:"]
[campaign]
name = "x"
warmup_for = "0s"
measure_for = "100ms"
settle_limit = "10ms"
repeats = 2
"""


@pytest.mark.long
def test_what_to_settle_to_is_measured_once_and_kept_and_an_unsettled_point_is_told(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settle, "MEASURE_S", 0.1)
    monkeypatch.setattr(settle, "WARMUP_S", 0.0)
    begun = begin(GRID)
    # As if the first Point had left something behind: nothing is ever as short as a nanosecond
    # again.
    begun.heard.on_point = lambda point: (
        begun.store.plans.keep_reference(
            begun.id, "as found", "null:", settle.Reference(1.0, 0.0).to_json()
        )
        if (point.number, point.state) == (1, "finished")
        else None
    )
    begun.conduct()
    roles = [run.role for run in begun.store.runs(begun.id)]
    assert roles == ["settle"] * settle.PROBES + ["run", "settle", "run"]
    assert [point.state for point in begun.points] == ["finished"] * 2
    (words,) = begun.heard.events
    assert words.startswith("Point 2 began unsettled")
    assert [event.text for event in begun.store.events(begun.id)] == [words]
    belonging, runs = begun.store.plans.of_campaign(begun.id), begun.store.runs(begun.id)
    assert [len(begun.store.plans.answer(point, belonging, runs)) for point in begun.points] == [
        1,
        1,
    ]


@pytest.mark.long
def test_on_the_s4_stack_the_answers_do_not_depend_on_the_order(begin: Begin) -> None:
    text = (
        'targets = ["stack:{stack}"]\n[campaign]\nname = "s4"\nvirtual = true\nseed = {seed}\norder'
        ' = "{order}"\nwarmup_for = "500ms"\nmeasure_for ='
        ' "2s"\n[workload]\nblock_size = ["4k", "64k", "256k"]\nread = [0, 30,'
        " 100]\n[load]\nqueue_depth = 50\n"
    )
    found = []
    for order in ("random", "as_written"):
        begun = begin(text, stack=str(ROOT / "examples/stacks/s4-vsan.toml"), order=order, seed="1")
        begun.conduct()
        belonging, runs = begun.store.plans.of_campaign(begun.id), begun.store.runs(begun.id)
        rates = {
            str(point.workload): (
                begun.store.plans.answer(point, belonging, runs)[0].achieved_rate_per_s
            )
            for point in begun.points
        }
        found.append(rates)
    assert list(found[0]) != list(found[1])
    # Demanded are 3 %. A stack of its own for each Point, and a seed that is the Point's, make them
    # equal.
    assert found[0] == found[1]


def test_no_two_measurements_before_a_point_read_the_same_addresses() -> None:
    """Settling under the last configuration, then a reference under the next one: the addresses
    that were just read might be in a cache."""
    session, seeds = ScriptedSession([500.0, 100.0]), settle.seeds(1)
    settle.settle(session, settle.Reference(100e3, 10e3), 60.0, seeds)
    settle.reference(session, seeds)
    asked = [asked["seed"] for asked in session.asked]
    assert len(set(asked)) == len(asked) == 2 + settle.PROBES
