"""An OpenMetrics endpoint in the process that measures: the figures of its pulse, for Prometheus
and what draws from it.

A gauge is of the newest interval and is left out when that is old (between two Runs, say): a gap is
true, a figure that stands still is not. Counters run from the start of the process, warm-up
included. `plimsoll_response_time_seconds` is a classic histogram with two buckets to a doubling, so
that heat maps and quantiles over time can be had from it; native histograms do not exist in the
text that is served. Quantiles that an interval cannot carry are left out.

The server (`metrics_server.py`) has no password and no encryption.
"""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Any, Literal

from plimsoll.errors import IoError, UsageError
from plimsoll.printable import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from prometheus_client.metrics_core import Metric

    from plimsoll.live.pulse import (
        HeadDocument,
        IntervalDocument,
        LastRunDocument,
        SystemDocument,
        TimesDocument,
        WorkerDocument,
    )
    from plimsoll.live.state import State

LOCAL = "127.0.0.1"
OLD_AFTER_S = 5.0
"""An interval is old so long after it was fetched, or after twice its length."""
BOUNDS_NS = tuple(2.0 ** (half / 2) for half in range(20, 67))
"""Of the buckets: 1 µs to 8.6 s."""
QUANTILES: dict[Literal["p50", "p95", "p99"], str] = {"p50": "0.5", "p95": "0.95", "p99": "0.99"}
OfWorker = Literal[
    "achieved_rate_per_s", "bytes_per_s", "outstanding_mean", "response_time_ns_p99", "run_errors"
]


def address(text: str) -> tuple[str, int]:
    """Address and port of what was typed: `:9464`, `9464`, `0.0.0.0:9464`, `[::1]:9464`. Raises
    UsageError."""
    host, _, port = text.rpartition(":")
    if (
        not port.isascii()
        or not port.isdecimal()
        or len(port) > 5
        or int(port) > 65535
        or ("[" in host) != ("]" in host)
    ):
        raise UsageError(
            f"--metrics {text} is not an address and port",
            "Write :9464, or 0.0.0.0:9464 for all interfaces.",
        )
    return host.strip("[]") or LOCAL, int(port)


@contextlib.contextmanager
def served(state: State, asked: tuple[str, int]) -> Iterator[str]:
    """Serves it while this is open; the address where. Port 0 takes a free one. Raises IoError
    where that cannot be had."""
    from prometheus_client import CollectorRegistry, make_wsgi_app

    from plimsoll.live import metrics_server

    registry = CollectorRegistry()
    registry.register(Figures(state))
    host, port = asked
    with contextlib.ExitStack() as stack:
        try:
            taken = stack.enter_context(metrics_server.serving(host, port, make_wsgi_app(registry)))
        except (OSError, UnicodeError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise IoError(
                f"cannot serve metrics at {host}:{port}: {why}",
                "Name another port or address with --metrics.",
            ) from None
        shown = f"[{host}]" if ":" in host else host
        yield f"http://{shown}:{taken}/metrics"


class Figures:
    """What the library asks for at each scrape (its `Collector`)."""

    def __init__(self, state: State, wall_s: Callable[[], float] = time.time) -> None:
        self._state = state
        self._wall_s = wall_s

    def collect(self) -> Iterator[Metric]:
        """Every metric there is something to say of."""
        self._state.gather()
        head, newest = self._state.head(), self._state.newest()
        yield from _about(head)
        yield from _progress(head)
        if newest is not None and self._wall_s() - newest["seen_at_s"] <= max(
            OLD_AFTER_S, 2 * newest["length_s"]
        ):
            yield from _interval(newest)
            yield from _workers(self._state.workers())
            if newest["system"] is not None:
                yield from _system(newest["system"])
        yield from _totals(head)
        yield _response_time(*self._state.distribution())
        if head["last_run"] is not None:
            yield from _last(head["last_run"])


def _gauge(name: str, words: str, unit: str, values: Any, labels: tuple[str, ...] = ()) -> Metric:
    from prometheus_client.core import GaugeMetricFamily

    made = GaugeMetricFamily(f"plimsoll_{name}", words, labels=labels, unit=unit)
    for key, value in (values if isinstance(values, dict) else {(): values}).items():
        if value is not None:
            made.add_metric([printable(word) for word in key], float(value))
    return made


def _info(name: str, words: str, told: Mapping[str, object]) -> Metric:
    from prometheus_client.core import InfoMetricFamily

    return InfoMetricFamily(
        f"plimsoll_{name}",
        words,
        {key: "" if value is None else printable(str(value)) for key, value in told.items()},
    )


def _counter(
    name: str, words: str, unit: str, values: Mapping[Any, float], labels: tuple[str, ...]
) -> Metric:
    from prometheus_client.core import CounterMetricFamily

    made = CounterMetricFamily(f"plimsoll_{name}", words, labels=labels, unit=unit)
    for key, value in values.items():
        made.add_metric([printable(word) for word in key], value)
    return made


def _about(head: HeadDocument) -> Iterator[Metric]:
    yield _info(
        "campaign",
        "What is measured.",
        {
            "store": head["store"],
            "campaign": head["campaign"],
            "kind": head["kind"],
            "name": head["name"],
            "version": head["version"],
            "state": head["state"],
        },
    )
    if (run := head["run"]) is not None:
        yield _info(
            "run",
            "The Run under way.",
            {
                "id": run["id"],
                "role": run["role"],
                "target": run["target"],
                "engine": run["engine"],
                "clock": run["clock"],
            },
        )
        yield _gauge("workers", "Workers of the Run under way.", "", run["workers"])
    yield _gauge(
        "start_timestamp_seconds",
        "When the process began to measure.",
        "seconds",
        head["began_at_s"],
    )


def _progress(head: HeadDocument) -> Iterator[Metric]:
    from prometheus_client.core import StateSetMetricFamily

    phase = None if head["progress"] is None else head["progress"]["phase"]
    phases = {name: name == phase for name in ("idle", "warmup", "measure", "drain")}
    yield StateSetMetricFamily("plimsoll_phase", "Phase of the Run under way.", phases)
    yield _gauge("left_seconds", "Estimated time left in all.", "seconds", head["left_s"])
    if head["progress"] is not None:
        yield _gauge(
            "run_elapsed_seconds",
            "Elapsed time of the Run, on its own clock.",
            "seconds",
            head["progress"]["elapsed_s"],
        )
        yield _gauge(
            "run_limit_seconds",
            "Elapsed time at which the Run ends at the latest.",
            "seconds",
            head["progress"]["limit_s"],
        )
    if head["point"] is not None:
        yield _gauge("campaign_points", "Points of the campaign.", "", head["point"]["total"])
        yield _gauge("campaign_points_done", "Points that have ended.", "", head["point"]["done"])


def _interval(one: IntervalDocument) -> Iterator[Metric]:
    unit = "operations_per_second"
    yield _gauge(
        f"offered_rate_{unit}",
        "Operations intended; none for a closed load.",
        unit,
        one["offered_rate_per_s"],
    )
    yield _gauge(f"issued_rate_{unit}", "Operations submitted.", unit, one["issued_rate_per_s"])
    yield _gauge(
        f"achieved_rate_{unit}", "Reads and writes completed.", unit, one["achieved_rate_per_s"]
    )
    yield _gauge(
        "achieved_bytes_per_second",
        "Bytes read and written.",
        "bytes_per_second",
        one["bytes_per_s"],
    )
    yield _gauge(
        "outstanding_operations",
        "Outstanding I/O: operations submitted and not completed, mean.",
        "operations",
        one["outstanding_mean"],
    )
    yield _gauge(
        "backlog_operations",
        (
            "Backlog at the end of the interval: operations intended and not finished, outstanding "
            "ones included."
        ),
        "operations",
        one["backlog"],
    )
    yield from _times(
        "interval_response_time", "Response time in the newest interval", one["response_time_ns"]
    )


def _workers(told: list[WorkerDocument]) -> Iterator[Metric]:
    # A single one is the whole, which is there already.
    if len(told) < 2:
        return
    unit = "operations_per_second"
    named = {one["worker"]: one["name"] or str(one["worker"]) for one in told}

    def of(key: OfWorker, factor: float = 1.0) -> dict[tuple[str], float | None]:
        return {
            (named[one["worker"]],): None if (value := one[key]) is None else value / factor
            for one in told
        }

    label = ("worker",)
    yield _gauge(
        f"worker_achieved_rate_{unit}",
        "Reads and writes completed, by worker.",
        unit,
        of("achieved_rate_per_s"),
        label,
    )
    yield _gauge(
        "worker_achieved_bytes_per_second",
        "Bytes read and written, by worker.",
        "bytes_per_second",
        of("bytes_per_s"),
        label,
    )
    yield _gauge(
        "worker_outstanding_operations",
        "Outstanding I/O by worker, mean.",
        "operations",
        of("outstanding_mean"),
        label,
    )
    words = (
        "99th percentile of response time by worker; absent where there are too few operations "
        "for it."
    )
    yield _gauge(
        "worker_response_time_p99_seconds", words, "seconds", of("response_time_ns_p99", 1e9), label
    )
    yield _gauge(
        "worker_errors_operations",
        "Operations that failed since the Run began, by worker.",
        "operations",
        of("run_errors"),
        label,
    )


def _times(name: str, words: str, times: TimesDocument) -> Iterator[Metric]:
    def s(value: int | None) -> float | None:
        return None if value is None else value / 1e9

    quantiles = {(quantile,): s(times[key]) for key, quantile in QUANTILES.items()}
    yield _gauge(
        f"{name}_seconds",
        f"{words}; a quantile is absent where there are too few operations for it.",
        "seconds",
        quantiles,
        ("quantile",),
    )
    yield _gauge(f"{name}_mean_seconds", f"{words}, mean.", "seconds", s(times["mean"]))
    yield _gauge(f"{name}_max_seconds", f"{words}, largest.", "seconds", s(times["max"]))


def _system(load: SystemDocument) -> Iterator[Metric]:
    if load["cpu"] is not None:
        modes = {(mode,): share for mode, share in load["cpu"].items()}
        yield _gauge(
            "host_cpu_ratio",
            "Share of this machine's processor time, by mode.",
            "ratio",
            modes,
            ("mode",),
        )
    yield _gauge(
        "host_busiest_core_ratio",
        "Utilisation of the busiest processor.",
        "ratio",
        load["busiest_core"],
    )
    waits = {
        ("cpu",): load["cpu_pressure"],
        ("io",): load["io_pressure"],
        ("memory",): load["memory_pressure"],
    }
    yield _gauge(
        "host_pressure_ratio",
        "Share of time in which some task waited for the resource.",
        "ratio",
        waits,
        ("resource",),
    )
    busy = {(disk["name"],): disk["utilisation"] for disk in load["disks"]}
    yield _gauge(
        "host_disk_busy_ratio",
        "Share of time in which the disk was busy.",
        "ratio",
        busy,
        ("disk",),
    )
    queues = {(disk["name"],): disk["mean_queue"] for disk in load["disks"]}
    yield _gauge(
        "host_disk_queue_requests",
        "Mean number of requests at the disk, queued or in service.",
        "requests",
        queues,
        ("disk",),
    )
    yield _gauge("own_cpu_cores", "Processors that Plimsoll used.", "cores", load["own_cores"])


def _totals(head: HeadDocument) -> Iterator[Metric]:
    sums = head["totals"]
    operations = {("read",): sums["reads"], ("write",): sums["writes"]}
    yield _counter("operations", "Operations completed.", "", operations, ("kind",))
    moved = {("read",): sums["read_bytes"], ("write",): sums["written_bytes"]}
    yield _counter("bytes", "Bytes moved.", "bytes", moved, ("kind",))
    yield _counter("errors", "Operations that failed.", "", {(): sums["errors"]}, ())
    yield _counter("intervals", "Reporting intervals completed.", "", {(): sums["intervals"]}, ())
    ended = {(outcome,): float(count) for outcome, count in head["outcomes"].items()}
    yield _counter("runs", "Runs that ended, by outcome.", "", ended, ("outcome",))


def _response_time(bins: dict[int, int], sum_ns: float) -> Metric:
    from prometheus_client.core import HistogramMetricFamily

    def upto(bound: float) -> int:
        return sum(count for upper, count in bins.items() if upper <= bound)

    buckets = [(repr(bound / 1e9), float(upto(bound))) for bound in BOUNDS_NS]
    buckets.append(("+Inf", float(sum(bins.values()))))
    words = "Response time of operations, from intended to completed."
    return HistogramMetricFamily(
        "plimsoll_response_time_seconds", words, buckets, sum_ns / 1e9, unit="seconds"
    )


def _last(run: LastRunDocument) -> Iterator[Metric]:
    told = {
        "id": run["id"],
        "role": run["role"],
        "outcome": run["outcome"],
        "limited_by": run["limited_by"],
    }
    yield _info("last_run", "The newest Run that ended.", told)
    unit = "operations_per_second"
    yield _gauge(
        f"last_run_offered_rate_{unit}",
        "Offered rate of the last Run that ended.",
        unit,
        run["offered_rate_per_s"],
    )
    yield _gauge(
        f"last_run_achieved_rate_{unit}",
        "Achieved rate of the last Run that ended.",
        unit,
        run["achieved_rate_per_s"],
    )
    yield from _times(
        "last_run_response_time",
        "Response time of the last Run that ended",
        run["response_time_ns"],
    )
    yield from _times("last_run_own_lag", "Own lag of the last Run that ended", run["own_lag_ns"])
