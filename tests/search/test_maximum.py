"""The maximum, on closed-form targets."""

import math
from dataclasses import replace
from typing import Any

import pytest

from plimsoll.search.budget import Budget
from plimsoll.search.document import maximum_document
from plimsoll.search.ledger import Ledger
from plimsoll.search.maximum import measure
from tests.search.model import Queue, record, search_target


class Servers(Queue):
    """`servers` of 1 ms each behind a client that reaches `client` operations/s a worker."""

    servers = 64

    def _closed_record(self, asked: dict[str, Any]) -> dict[str, Any]:
        outstanding, workers = asked["queue_depth"] * asked["workers"], asked["workers"]
        rate = min(min(outstanding, self.servers) * 1000.0, self.client * workers)
        return self._record(
            asked, rate, asked["measure_for_s"], outstanding / rate, None, outstanding=outstanding
        )


def ledger(target: Queue, **budget: Any) -> Ledger:
    return Ledger(target, Budget(**{"most_workers": 4, **budget}), 1, lambda _: None)


def test_the_climb_ends_at_the_servers_and_tells_the_smallest_depth_that_fills_them() -> None:
    found = measure(ledger(Servers()))
    assert (found.rate_per_s, found.queue_depth, found.workers) == (64_000.0, 64, 1)
    assert not found.lower_bound
    assert found.limited_by == "target"


def test_one_server_needs_no_depth() -> None:
    target = Queue()
    found = measure(ledger(target))
    assert (found.rate_per_s, found.queue_depth) == (10_000.0, 1)
    # Depths 1, 4, 16, 64 and 256, that no bump ends it; 2, beside the best; one more worker.
    assert len(target.calls) == 7


def test_a_hiccup_in_the_climb_is_no_plateau() -> None:
    class Hiccup(Servers):
        def _closed_record(self, asked: dict[str, Any]) -> dict[str, Any]:
            slow = len(self.calls) == 4
            found = super()._closed_record(asked)
            if slow:
                latency = found["all"]["completion_latency_ns"]["mean"] * 4
                found["all"]["completion_latency_ns"] = {"mean": latency, "p50": None, "p99": None}
                found["achieved_rate_per_s"] /= 4
            return found

    assert measure(ledger(Hiccup())).rate_per_s == 64_000.0


def test_a_full_queue_below_us_ends_the_climb_although_latency_stops_rising() -> None:
    class CloggedServers(Servers):
        """No more than 128 get past the submit call: beyond that the latency after it stays as it
        is."""

        def _closed_record(self, asked: dict[str, Any]) -> dict[str, Any]:
            found = super()._closed_record(asked)
            spans = found["all"]["completion_latency_ns"]
            spans["mean"] = min(spans["mean"], 128 / 64_000 * 1e9)
            return found

    target = CloggedServers()
    found = measure(ledger(target))
    assert (found.rate_per_s, found.limit_reached) == (64_000.0, None)
    assert max(call["queue_depth"] for call in target.calls) <= 512


def test_a_rise_by_one_more_worker_is_looked_at_twice() -> None:
    class Warming(Queue):
        """Twice as fast from the fourth Run on, whatever the client does."""

        def _closed_record(self, asked: dict[str, Any]) -> dict[str, Any]:
            self.capacity = 20_000.0 if len(self.calls) >= 4 else 10_000.0
            return super()._closed_record(asked)

    found = measure(ledger(Warming()))
    assert not found.lower_bound
    assert found.workers == 1


def test_more_workers_are_used_while_they_raise_the_rate() -> None:
    target = Servers(client=20_000)
    found = measure(ledger(target))
    # Four workers reach 80,000/s, more than the 64 servers do: the storage is the limit again.
    assert (found.rate_per_s, found.workers) == (64_000.0, 4)
    assert not found.lower_bound


def test_a_client_that_is_full_makes_the_maximum_a_lower_bound() -> None:
    search = ledger(Servers(client=5_000))
    found = measure(search)
    assert found.lower_bound
    assert (found.limited_by, found.limit_reached) == ("client_cpu", "most_workers")
    assert [event.kind for event in search.events] == ["maximum_is_a_lower_bound"]


def test_the_limit_on_outstanding_is_told_when_it_ends_the_climb() -> None:
    target = Servers()
    target.servers = 100_000
    found = measure(ledger(target, most_outstanding=256))
    assert (found.limited_by, found.limit_reached) == ("client_outstanding", "most_outstanding")
    assert max(call["queue_depth"] * call["workers"] for call in target.calls) <= 256


def test_too_few_operations_are_measured_again_for_longer() -> None:
    target = Queue(capacity=100.0)
    assert measure(ledger(target, closed_s=0.5)).rate_per_s == pytest.approx(100.0)
    assert [call["measure_for_s"] for call in target.calls][:2] == [0.5, 4.0]


def test_a_start_from_a_line_nearby_is_looked_at_from_both_sides() -> None:
    class ThrashingServers(Servers):
        """Above 64 outstanding it thrashes: a tenth less for each doubling."""

        def _closed_record(self, asked: dict[str, Any]) -> dict[str, Any]:
            outstanding = asked["queue_depth"] * asked["workers"]
            rate = min(outstanding, 64) * 1000.0 * 0.9 ** max(0.0, math.log2(outstanding / 64))
            return self._record(
                asked,
                rate,
                asked["measure_for_s"],
                outstanding / rate,
                None,
                outstanding=outstanding,
            )

    for start in (1, 16, 64, 256, 1024):
        found = measure(ledger(ThrashingServers()), start)
        assert (found.rate_per_s, found.queue_depth) == (64_000.0, 64), start
    # Where the neighbour was right it costs one probe.
    near, far = Servers(), Servers()
    assert measure(ledger(near), 64) == replace(
        measure(ledger(far)), probes=tuple(range(len(near.calls)))
    )
    assert len(near.calls) == len(far.calls) - 3


@pytest.mark.parametrize(("others", "told"), [(0.05, None), (0.6, 0.6)])
def test_a_climb_on_a_machine_that_works_for_others_is_marked(
    others: float, told: float | None
) -> None:
    class BusyMachine(Servers):
        def _closed_record(self, asked: dict[str, Any]) -> dict[str, Any]:
            cpu = {"user": others, "system": 0.0, "steal": 0.0, "idle": 1 - others, "iowait": 0.0}
            load = {
                "cpu": cpu,
                "cpu_per_core": [others, others],
                "process": {"user_ns": 0, "system_ns": 0},
            }
            return super()._closed_record(asked) | {"system_load": load}

    found = measure(ledger(BusyMachine()))
    assert found.others == pytest.approx(told)
    assert maximum_document(found).others == pytest.approx(told)


@pytest.mark.parametrize("budget", [Budget.thorough(), Budget.virtual()], ids=["real", "virtual"])
def test_a_target_in_which_nothing_completes_ends_the_search(budget: Budget) -> None:
    class Silent:
        def probe(self, **asked: Any) -> Any:
            spans = {"mean": None, "p50": None, "p99": None, "at_least": []}
            return record(
                0.0,
                asked["measure_for_s"],
                spans,
                offered_rate_per_s=None,
                intervals=[],
                spec={"load": {"kind": "closed"}},
            )

    found = search_target(Silent(), budget=budget)
    assert (found.reason, found.because) == ("failed", "nothing completed in the closed loop")
