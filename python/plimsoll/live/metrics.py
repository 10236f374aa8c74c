"""An OpenMetrics endpoint of the measuring process, with the figures of its pulse.

Gauges show the newest interval, and are absent when that is old (between two Runs, say), since a
stale figure would be wrong. Counters run from the start of the process, Warmup included.
`plimsoll_response_time_seconds` is a classic histogram with two buckets per octave, for heat maps
and quantiles over time; the text format has no native histograms. Quantiles of too few operations
are absent.

The server (`metrics_server.py`) has no password and no encryption.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from plimsoll.base.errors import IoError, UsageError
from plimsoll.base.printable import printable
from plimsoll.live.messages import message
from plimsoll.live.state import State

if TYPE_CHECKING:
    from prometheus_client.metrics_core import GaugeMetricFamily, Metric

    from plimsoll.live import pulse

LOCAL = "127.0.0.1"
OLD_AFTER_S = 5.0
"""An interval is old this long after it was fetched, or after twice its length."""
BOUNDS_NS = tuple(2.0 ** (half / 2) for half in range(20, 67))
"""Bounds of the buckets: 1 µs to 8.6 s."""
QUANTILES: dict[Literal["p50", "p95", "p99"], str] = {"p50": "0.5", "p95": "0.95", "p99": "0.99"}

Row = tuple[str, str, str, str]
"""A gauge: name without prefix and unit, unit, description, and key in the pulse."""
RATE = "operations_per_second"
OF_PROGRESS: tuple[Row, ...] = (
    ("run_elapsed", "seconds", "Elapsed time of the Run, on its own clock.", "elapsed_s"),
    ("run_limit", "seconds", "Elapsed time at which the Run ends at the latest.", "limit_s"),
)
OF_CAMPAIGN: tuple[Row, ...] = (
    ("campaign_points", "", "Points of the campaign.", "total"),
    ("campaign_points_done", "", "Points that have ended.", "done"),
)
OF_INTERVAL: tuple[Row, ...] = (
    ("offered_rate", RATE, "Operations intended; none for a closed load.", "offered_rate_per_s"),
    (
        "issued_rate",
        RATE,
        "Operations of data submitted: reads, writes, trims.",
        "issued_rate_per_s",
    ),
    ("achieved_rate", RATE, "Operations of data completed.", "achieved_rate_per_s"),
    ("achieved", "bytes_per_second", "Bytes read and written.", "bytes_per_s"),
    (
        "outstanding",
        "operations",
        "Outstanding I/O: operations submitted and not completed, mean.",
        "outstanding_mean",
    ),
    (
        "backlog",
        "operations",
        (
            "Backlog at the end of the interval: operations intended and not finished, outstanding "
            "ones included."
        ),
        "backlog",
    ),
)
OF_WORKER: tuple[Row, ...] = (
    (
        "worker_achieved_rate",
        RATE,
        "Operations of data completed, by worker.",
        "achieved_rate_per_s",
    ),
    (
        "worker_achieved",
        "bytes_per_second",
        "Bytes read and written, by worker.",
        "bytes_per_s",
    ),
    ("worker_outstanding", "operations", "Outstanding I/O by worker, mean.", "outstanding_mean"),
    (
        "worker_response_time_p99",
        "seconds",
        (
            "99th percentile of response time by worker; absent where there are too few operations "
            "for it."
        ),
        "response_time_ns_p99",
    ),
    (
        "worker_errors",
        "operations",
        "Operations that failed since the Run began, by worker.",
        "run_errors",
    ),
)
OF_LAST_RUN: tuple[Row, ...] = (
    (
        "last_run_offered_rate",
        RATE,
        "Offered rate of the last Run that ended.",
        "offered_rate_per_s",
    ),
    (
        "last_run_achieved_rate",
        RATE,
        "Achieved rate of the last Run that ended.",
        "achieved_rate_per_s",
    ),
)


def address(text: str) -> tuple[str, int]:
    """Address and port in a text: `:9464`, `9464`, `0.0.0.0:9464`, `[::1]:9464`. Raises
    UsageError."""
    host, _, port = text.rpartition(":")
    if (
        not port.isascii()
        or not port.isdecimal()
        or len(port) > 5
        or int(port) > 65535
        or ("[" in host) != ("]" in host)
    ):
        raise UsageError(*message.refusal("metrics-address", address=text))
    return host.strip("[]") or LOCAL, int(port)


@contextlib.contextmanager
def serve_metrics(state: State, asked: tuple[str, int]) -> Iterator[str]:
    """Serves the metrics until the end of the block. Yields the URL. Port 0 takes a free one.
    Raises IoError if the port cannot be opened."""
    from prometheus_client import CollectorRegistry, make_wsgi_app

    from plimsoll.live import metrics_server

    registry = CollectorRegistry()
    registry.register(Figures(state))
    host, port = asked
    with contextlib.ExitStack() as stack:
        try:
            open_port = stack.enter_context(
                metrics_server.serving(host, port, make_wsgi_app(registry))
            )
        except (OSError, UnicodeError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise IoError(
                *message.refusal("metrics-failed", host=host, port=port, reason=why)
            ) from None
        name = f"[{host}]" if ":" in host else host
        yield f"http://{name}:{open_port}/metrics"


class Figures:
    """The metrics for each scrape (a `Collector` of the library)."""

    def __init__(self, state: State, wall_s: Callable[[], float] = time.time) -> None:
        self._state = state
        self._wall_s = wall_s

    def collect(self) -> Iterator[Metric]:
        """All metrics that have a value now."""
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


def _gauge(
    name: str, unit: str, words: str, value: Any, label: str | None = None
) -> GaugeMetricFamily:
    """A gauge with one value or, with a label, a mapping of values. None is left out."""
    from prometheus_client.core import GaugeMetricFamily

    full_name = f"plimsoll_{name}_{unit}" if unit else f"plimsoll_{name}"
    gauge = GaugeMetricFamily(full_name, words, labels=() if label is None else (label,), unit=unit)
    for key, figure in ({None: value} if label is None else value).items():
        if figure is not None:
            gauge.add_metric([] if key is None else [printable(key)], float(figure))
    return gauge


def _gauges(rows: tuple[Row, ...], document: Mapping[str, Any]) -> Iterator[Metric]:
    for name, unit, words, key in rows:
        yield _gauge(name, unit, words, _seconds(key, document[key]))


def _seconds(key: str, value: float | None) -> float | None:
    """The value in seconds, if its key names a time in ns."""
    return value / 1e9 if "_ns" in key and value is not None else value


def _info(name: str, words: str, keys: tuple[str, ...], values: Mapping[str, object]) -> Metric:
    from prometheus_client.core import InfoMetricFamily

    return InfoMetricFamily(
        f"plimsoll_{name}",
        words,
        {key: "" if values[key] is None else printable(str(values[key])) for key in keys},
    )


def _counter(
    name: str, unit: str, words: str, values: Mapping[str, float], label: str | None = None
) -> Metric:
    from prometheus_client.core import CounterMetricFamily

    labels = () if label is None else (label,)
    counter = CounterMetricFamily(f"plimsoll_{name}", words, labels=labels, unit=unit)
    for key, value in values.items():
        counter.add_metric([printable(key)] if labels else [], value)
    return counter


def _about(head: pulse.HeadDocument) -> Iterator[Metric]:
    keys = ("store", "campaign", "kind", "name", "version", "state")
    yield _info("campaign", "What is measured.", keys, head)
    if (run := head["run"]) is not None:
        of_run = ("id", "role", "target", "engine", "clock")
        yield _info("run", "The Run under way.", of_run, run)
        yield _gauge("workers", "", "Workers of the Run under way.", run["workers"])
    began = "When the process began to measure."
    yield _gauge("start_timestamp", "seconds", began, head["began_at_s"])


def _progress(head: pulse.HeadDocument) -> Iterator[Metric]:
    from prometheus_client.core import StateSetMetricFamily

    progress, point = head["progress"], head["point"]
    phase = None if progress is None else progress["phase"]
    phases = {name: name == phase for name in ("idle", "warmup", "measure", "drain")}
    yield StateSetMetricFamily("plimsoll_phase", "Phase of the Run under way.", phases)
    yield _gauge("left", "seconds", "Estimated time left in all.", head["left_s"])
    if progress is not None:
        yield from _gauges(OF_PROGRESS, progress)
    if point is not None:
        yield from _gauges(OF_CAMPAIGN, point)


def _interval(interval: pulse.IntervalDocument) -> Iterator[Metric]:
    yield from _gauges(OF_INTERVAL, interval)
    times = interval["response_time_ns"]
    yield from _times("interval_response_time", "Response time in the newest interval", times)


def _workers(documents: list[pulse.WorkerDocument]) -> Iterator[Metric]:
    # A single worker has the figures of the whole.
    if len(documents) < 2:
        return
    workers: list[Mapping[str, Any]] = [*documents]
    for name, unit, words, key in OF_WORKER:
        values = {
            worker["name"] or str(worker["worker"]): _seconds(key, worker[key])
            for worker in workers
        }
        yield _gauge(name, unit, words, values, "worker")


def _times(name: str, words: str, times: pulse.TimesDocument) -> Iterator[Metric]:
    quantiles = {quantile: _seconds("_ns", times[key]) for key, quantile in QUANTILES.items()}
    with_note = f"{words}; a quantile is absent where there are too few operations for it."
    yield _gauge(name, "seconds", with_note, quantiles, "quantile")
    yield _gauge(f"{name}_mean", "seconds", f"{words}, mean.", _seconds("_ns", times["mean"]))
    yield _gauge(f"{name}_max", "seconds", f"{words}, largest.", _seconds("_ns", times["max"]))


def _system(load: pulse.SystemDocument) -> Iterator[Metric]:
    if load["cpu"] is not None:
        words = "Share of this machine's processor time, by mode."
        yield _gauge("host_cpu", "ratio", words, load["cpu"], "mode")
    words = "Utilisation of the busiest processor."
    yield _gauge("host_busiest_core", "ratio", words, load["busiest_core"])
    waits = {
        "cpu": load["cpu_pressure"],
        "io": load["io_pressure"],
        "memory": load["memory_pressure"],
    }
    words = "Share of time in which some task waited for the resource."
    yield _gauge("host_pressure", "ratio", words, waits, "resource")
    busy = {disk["name"]: disk["utilisation"] for disk in load["disks"]}
    words = "Share of time in which the disk was busy."
    yield _gauge("host_disk_busy", "ratio", words, busy, "disk")
    queues = {disk["name"]: disk["mean_queue"] for disk in load["disks"]}
    words = "Mean number of requests at the disk, queued or in service."
    yield _gauge("host_disk_queue", "requests", words, queues, "disk")
    yield _gauge("own_cpu", "cores", "Processors that Plimsoll used.", load["own_cores"])


def _totals(head: pulse.HeadDocument) -> Iterator[Metric]:
    sums = head["totals"]
    operations = {"read": sums["reads"], "write": sums["writes"], "sync": sums["syncs"]}
    yield _counter("operations", "", "Operations completed.", operations, "kind")
    moved = {"read": sums["read_bytes"], "write": sums["written_bytes"]}
    yield _counter("bytes", "bytes", "Bytes moved.", moved, "kind")
    yield _counter("errors", "", "Operations that failed.", {"": sums["errors"]})
    yield _counter("intervals", "", "Reporting intervals completed.", {"": sums["intervals"]})
    yield _counter("runs", "", "Runs that ended, by outcome.", head["outcomes"], "outcome")


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


def _last(run: pulse.LastRunDocument) -> Iterator[Metric]:
    keys = ("id", "role", "outcome", "limited_by")
    yield _info("last_run", "The newest Run that ended.", keys, run)
    yield from _gauges(OF_LAST_RUN, run)
    words = "Response time of the last Run that ended"
    yield from _times("last_run_response_time", words, run["response_time_ns"])
    yield from _times("last_run_own_lag", "Own lag of the last Run that ended", run["own_lag_ns"])
