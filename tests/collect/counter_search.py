"""A search with counters beside it, without waiting for one: every value is set here. Nothing here
is a test."""

import math
from typing import Any

from plimsoll.collect import Tally
from plimsoll.store import Store
from tests import stores
from tests.report import sample

START_NS = 7_000_000_000_000
BUSY = 'node_disk_io_time_seconds_total{device="nvme0n1"}'
RATES = (3000, 15_000, 20_000, 23_000, 24_300)


def campaign(
    store: Store, *, placed: bool = True, hold_s: int = 12, more_names: int = 0
) -> tuple[int, int]:
    """Its id, and that of the hold. Collector 1 is an array's, 2 an exporter, 3 one that died at
    once."""
    made = stores.campaign(store, "find", objective=sample.OBJECTIVE, seed=42)
    ids = store.counters.begin(
        made.number,
        [
            ("command", "ssh array stats", None),
            ("scrape", "http://10.0.0.7:9100/metrics", 0.5),
            ("command", "nope", None),
        ],
    )
    at = START_NS
    for rate, seconds, role in (
        *((rate, 3, "probe") for rate in RATES),
        (25_400, hold_s, "hold_low"),
    ):
        record, times = sample.record(float(rate), seconds, rate, verdict="pass")
        record["measure_started_ns"] = at + 1_000_000_000 if placed else None
        made.run(role, (record, times))
        rows: list[Any] = []
        # From one second before Measure to the end of it, twice a second; the Run at 20,000 has no
        # values of the array.
        for half in range(-2, 2 * seconds + 1):
            t_ns = at + 1_000_000_000 + half * 500_000_000
            rows.append((ids[1], BUSY, t_ns, 1000 + rate / 31e3 * half / 2))
            # A command that hung for three seconds of the hold.
            if rate != 20_000 and not (role == "hold_low" and 8 < half < 15):
                rows.append(
                    (ids[0], "controller.cpu", t_ns, 12 + 70 * rate / 31e3 + 3 * math.sin(half))
                )
                rows.append((ids[0], "controller.temperature", t_ns, 41.5))
                rows.append((ids[0], "cache.dirty_bytes", t_ns, 3e9 * rate / 31e3 + 1e7 * half))
                rows += [(ids[0], f"port.{n}.errors", t_ns, float(n)) for n in range(more_names)]
        ended = "it ended early (exit code 127): sh: nope: not found"
        lost = vars(Tally(values=3, bad=2, first_bad="not JSON: <b>hello</b>"))
        store.counters.add(
            made.runs[-1],
            rows,
            [(ids[0], {"ended": None, **lost}), (ids[2], {"ended": ended, **vars(Tally())})],
        )
        at += 20_000_000_000
    return made.finish(sample.result()), made.runs[-1]
