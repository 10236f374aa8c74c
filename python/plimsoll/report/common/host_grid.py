"""Each host of a Run over time: rate, p99, own lag and processor load, one row per host.

The data comes from the hosts during the Run (`features/hosts/telemetry.py`), so a host that is
slow, late or busy for a while is visible even when its totals are normal. A cell shows the
highest p99 of its intervals and the mean of everything else, because percentiles cannot be
averaged."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from plimsoll.base import units
from plimsoll.report.common import hosts as host_words
from plimsoll.report.describe import Axis, Cell, Chart, Heat, Note, Panel, Table, Unit, categories
from plimsoll.report.evidence import records
from plimsoll.report.evidence.counters import HOST
from plimsoll.report.evidence.evidence import Run
from plimsoll.report.messages import message
from plimsoll.store import Store

MOST_HOSTS = 40
"""Rows that can be read; the table has every host."""
MOST_COLUMNS, MOST_CELLS = 60, 1_600
_ROW_PX, _AXIS_PX = 17, 44


@dataclass(frozen=True)
class _Figure:
    """A panel: a figure by host and time."""

    name: str
    unit: Unit
    text: Callable[[float], str]
    highest: bool = False
    log: bool = False

    @property
    def title(self) -> str:
        """The name of the figure in words."""
        return message(f"hosts-{self.name}")


def _rate(value: float) -> str:
    return records.iops(value)


FIGURES = (
    _Figure("achieved_rate_per_s", "rate", _rate),
    _Figure("response_time_p99_ns", "time", units.nanos, highest=True, log=True),
    _Figure("own_lag_p99_ns", "time", units.nanos, highest=True, log=True),
    _Figure("cpu_busy_share", "share", units.share),
)

Series = dict[str, list[tuple[float, float]]]
"""The data of a host: by figure, pairs of seconds since the start of Measure and value."""


def table(run: Run) -> Table | None:
    """The figures of each host of a Run over several; None for one machine."""
    found = None if run.measurement is None else host_words.table(run.measurement)
    return None if found is None else replace(found, runs=(run.row.id,) * len(found.rows))


def chart(store: Store, run: Run) -> Chart | None:
    """The grid; none for one machine, and where nothing was kept."""
    figures = run.measurement
    if figures is None or not figures.hosts or not figures.measure_s:
        return None
    hosts, length_s, started = figures.hosts, figures.measure_s, figures.measure_started_ns
    if started is None:
        return None
    known = _read(store, run, int(started), length_s)
    named = [host["name"] for host in hosts if known.get(host["name"])]
    if not named:
        return None
    odd = host_words.odd(figures)
    shown = _pick_hosts(named, known, odd)
    columns = max(8, min(MOST_COLUMNS, MOST_CELLS // len(shown), _intervals(known, shown)))
    # The first host of the file is on top.
    rows = tuple(reversed(shown))
    panels = [
        Panel(
            message("by-host", figure=figure.title),
            categories(message("about-host"), rows),
            (Heat(figure.title, figure.unit, cells, log=figure.log, scale=_scale(figure, cells)),),
            _ROW_PX * len(rows) + _AXIS_PX,
        )
        for figure in FIGURES
        if (cells := _cells(figure, rows, known, length_s, columns, run.row.id))
    ]
    if not panels:
        return None
    wide = units.seconds(length_s / columns)
    notes = [
        Note(message("grid-of-hosts", time=wide), keep=True),
        *(Note(words) for words in odd[:6]),
    ]
    if len(shown) < len(named):
        notes.append(Note(message("some-hosts-drawn", n=len(shown), of=len(named)), keep=True))
    x = Axis(message("time-in-measure"), "seconds", low=0.0, high=length_s)
    return Chart("hosts", message("hosts-over-time"), x, tuple(panels), tuple(notes))


def _scale(figure: _Figure, cells: Sequence[Cell]) -> tuple[float, float] | None:
    """The scale of the colours. Rates start at zero and shares end at one, otherwise the noise
    of equal hosts would span the whole scale. Times span at least a decade of a log scale, for
    the same reason."""
    most = max(cell.value for cell in cells)
    if figure.unit == "share":
        return 0.0, 1.0
    if not figure.log:
        return 0.0, most
    least = min(cell.value for cell in cells)
    return min(least, most / 10), most


def _read(store: Store, run: Run, started_ns: int, length_s: float) -> dict[str, Series]:
    """The data of each host within Measure."""
    campaign = run.row.campaign_id
    rows = [] if campaign is None else store.counters.collectors(campaign)
    names = {row.id: row.source for row in rows if row.kind == HOST}
    found: dict[str, Series] = {}
    for counter in store.counters.of_run(run.row.id) if names else ():
        host = names.get(counter.collector_id)
        inside = [
            (at_s, value)
            for t_ns, value in counter.points
            if 0 <= (at_s := (t_ns - started_ns) / 1e9) <= length_s
        ]
        if host is not None and inside:
            found.setdefault(host, {})[counter.name] = inside
    return found


def _pick_hosts(named: Sequence[str], known: dict[str, Series], odd: Sequence[str]) -> list[str]:
    """The hosts to draw, in the order of the file. When not all fit: hosts named as odd, then
    those with the highest p99."""
    if len(named) <= MOST_HOSTS:
        return list(named)

    def weight(name: str) -> tuple[bool, float]:
        p99 = known[name].get("response_time_p99_ns", [])
        is_odd = any(f"{name} " in words for words in odd)
        return is_odd, max((value for _, value in p99), default=0.0)

    most = set(sorted(named, key=weight, reverse=True)[:MOST_HOSTS])
    return [name for name in named if name in most]


def _intervals(known: dict[str, Series], shown: Sequence[str]) -> int:
    return max((len(points) for name in shown for points in known[name].values()), default=1)


def _cells(
    figure: _Figure,
    rows: Sequence[str],
    known: dict[str, Series],
    length_s: float,
    columns: int,
    run: int,
) -> tuple[Cell, ...]:
    wide = length_s / columns
    cells = []
    for row, name in enumerate(rows):
        parts: dict[int, list[float]] = {}
        for at_s, value in known[name].get(figure.name, []):
            parts.setdefault(min(int(at_s / wide), columns - 1), []).append(value)
        for column, values in parts.items():
            value = max(values) if figure.highest else math.fsum(values) / len(values)
            from_s = column * wide
            hover = (
                (message("hover-host"), name),
                (
                    message("hover-seconds"),
                    message(
                        "latency-within",
                        low=units.significant(from_s, 4),
                        high=units.significant(from_s + wide, 4),
                    ),
                ),
                (figure.title, figure.text(value)),
            )
            # Zero shares and rates have a place on the scale; zero times have none on a log scale.
            if value > 0 or not figure.log:
                cells.append(
                    Cell(from_s, from_s + wide, row - 0.5, row + 0.5, value, hover=hover, run=run)
                )
    return tuple(cells)
