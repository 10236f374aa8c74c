"""What a live page shows of a running campaign, in words and numbers; the page moves them and
computes none.

The figures are those of its pulse (`campaign/watch.py`), or of the store where its process tells
nothing, some seconds late; marks, notes and what became of Points are from the store. Percentiles
are those of single intervals and are never put together.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.campaign import point_text, status, watch
from plimsoll.live import lateness, odd_hosts
from plimsoll.report.evidence.evidence import parse_objective, promised
from plimsoll.report.evidence.searched import Searched
from plimsoll.search import point_reasons
from plimsoll.web.live_grid import Grid

if TYPE_CHECKING:
    from plimsoll.campaign.watch import IntervalCache
    from plimsoll.live.pulse import IntervalDocument, PulseDocument
    from plimsoll.store import CampaignRow, PlannedPointRow, Store
    from plimsoll.store.plans import Far
    from plimsoll.web.live_document import (
        GridView,
        HostsView,
        IntervalView,
        LiveDocument,
        ObjectiveView,
        PointView,
        ProgressShown,
        RemarkView,
        SearchView,
        WorkerView,
    )

LISTED = 40
"""Points that a page lists: the newest that have ended, and the one under way."""
FROM_PULSE = "as the process tells it, twice a second"
FROM_STORE = (
    "read from the store: up to 5 s late, since the measuring process does not report itself"
)
ROLES = {
    "run": "a Run",
    "maximum": "the maximum",
    "reference": "the reference",
    "probe": "a probe",
    "hold_low": "a hold",
    "hold_high": "a hold above the line",
    "settle": "settling",
    "rest": "rest",
    "scaling": "a Run that tells who limits",
}


@dataclass
class Watching:
    """Looks at one campaign. Remembers what cannot change any more, so that a look stays cheap."""

    store: Store
    number: int
    _answers: dict[tuple[int, int], PointView] = field(default_factory=dict)
    _seen: IntervalCache = field(default_factory=dict)
    _searched: Searched | None = None
    _grid: Grid | None = None
    process: int | None = None
    """Who runs it, as far as that was told."""

    def look(self, *, wall_s: float | None = None) -> LiveDocument:
        """The document that the page gets; `intervals` oldest first."""
        with self.store.snapshot():
            return self._look(time.time() if wall_s is None else wall_s)

    def _look(self, now_s: float) -> LiveDocument:
        row = self.store.campaign(self.number)
        assert row is not None, "a campaign does not go away"
        points, far = (
            self.store.plans.lately(self.number, LISTED),
            self.store.plans.far(self.number),
        )
        pulse = watch.look(self.store, self.number, self._seen).pulse
        if pulse is not None and not pulse["late_s"]:
            self.process = pulse["pid"]
        intervals = (
            [] if pulse is None else [one for one in pulse["intervals"] if one["phase"] != "drain"]
        )
        return {
            "state": row.state,
            "stopping": (
                self.store.plans.stop_wished(self.number)
                or (pulse is not None and pulse["state"] == "stopping")
            ),
            "source": FROM_PULSE if pulse is None or not pulse["late_s"] else FROM_STORE,
            "progress": _progress(row, far, pulse, now_s),
            "doing": _doing(pulse, points),
            "figures": _figures(intervals, pulse),
            "late": "" if pulse is None else lateness.pulse_warning(pulse),
            "objective": _objective(row),
            "intervals": [interval_view(one) for one in intervals],
            "search": self._search(row),
            "grid": self._map(far),
            "workers": _workers(pulse),
            "hosts": hosts(pulse),
            "said": self._remarks(pulse),
            "points": [self._point(point) for point in points],
        }

    def _search(self, row: CampaignRow) -> SearchView | None:
        """The curve of a search as far as it is known; none of anything else."""
        self._searched = self._searched or Searched(self.store)
        known = self._searched.look(row)
        if known is None:
            return None
        return {
            "figure": f"{known.figure} response time",
            "probes": [asdict(probe) for probe in known.probes],
            "met": known.met,
            "missed": known.missed,
            "bound": {"ns": known.bound_ns, "words": known.bound},
            "words": known.words,
        }

    def _map(self, far: Far) -> GridView | None:
        """The heat map of a grid; none of anything else."""
        if not far.points:
            return None
        self._grid = self._grid or Grid(self.store, self.number)
        return self._grid.look(far)

    def _remarks(self, pulse: PulseDocument | None) -> list[RemarkView]:
        """Marks and notes of the store, and what the process said besides, newest first."""
        kept = self.store.events(self.number)
        said = [(event.at_ns / 1e9, event.kind, event.text) for event in kept[-LISTED:]]
        if pulse is not None:
            numbers = {event.id for event in kept}
            said += [
                (one["at_s"], one["kind"], one["words"])
                for one in pulse["said"]
                if one["event"] not in numbers
            ]
        said = sorted(said, key=lambda one: -one[0])[:LISTED]
        return [
            {
                "at_s": at_s,
                "kind": kind,
                "words": words,
                "at": time.strftime("%H:%M:%S", time.localtime(at_s)),
            }
            for at_s, kind, words in said
        ]

    def _point(self, point: PlannedPointRow) -> PointView:
        key = (point.id, point.finished_at_ns or 0)
        if point.state == "running" or key not in self._answers:
            self._answers[key] = {
                "number": point.number,
                "asks": watch.point_words(point),
                "state": _state(point),
                "answer": self._answer(point),
                "why": point_reasons.words(point.reason) or "",
            }
        return self._answers[key]

    def _answer(self, point: PlannedPointRow) -> str:
        if point.state != "finished":
            return units.DASH
        answer = status.answer_runs(self.store, point)
        told = point_text.figure(status.row(point, answer, point.number))
        beside = status.figures(self.store, point, answer)
        return told if beside is None else f"{told}; {point_text.beside(beside)}"


def _state(point: PlannedPointRow) -> str:
    if point.state == "finished":
        return "valid" if point.stands else "not valid"
    return point.state


def _progress(
    row: CampaignRow, far: Far, pulse: PulseDocument | None, now_s: float
) -> ProgressShown:
    """How far it has come: a share of 0 to 1 (none when that is not known), and words."""
    elapsed = max(0.0, (row.finished_at_ns or now_s * 1e9) - row.started_at_ns) / 1e9
    left = None if pulse is None else pulse["left_s"]
    said = []
    if far.points:
        said.append(f"{far.ended:,} of {far.points:,} Points")
        if left is None:
            virtual = row.virtual
            left = status.left_s(far, now_ns=round(now_s * 1e9), virtual=virtual)
    # Time, not Points: a long one would stand at the share of those before it until it ends.
    share = None
    if row.state == "finished":
        share = 1.0
    elif left is not None and elapsed + left > 0:
        share = elapsed / (elapsed + left)
    elif far.ended:
        share = far.ended / far.points
    said.append(f"{_span(elapsed)} since it began")
    if left is not None and row.state == "running":
        said.append(f"about {_span(left)} left")
    return {"share": share, "words": ", ".join(said)}


def _doing(pulse: PulseDocument | None, points: list[PlannedPointRow]) -> str:
    """What happens right now, in a line."""
    point = next((one for one in points if one.state == "running"), None)
    said = [] if point is None else [f"Point {point.number}: {watch.point_words(point)}"]
    if pulse is not None and pulse["run"] is not None:
        run, now, newest = pulse["run"], pulse["progress"], lateness.newest(pulse)
        offered = run["offered_rate_per_s"]
        # A profile, or a rate of each client: what all were offered stands in an interval.
        if offered is None and newest is not None:
            offered = newest["offered_rate_per_s"]
        at = "closed loop" if offered is None else f"{units.rate(offered)} IOPS offered"
        role = ROLES.get(run["role"], run["role"].replace("_", " "))
        # Idle is the moment between two phases, and nothing to read.
        phase = "" if now is None or now["phase"] == "idle" else f", {now['phase'].capitalize()}"
        said.append(f"{role} ({at}{phase})")
    elif pulse is not None:
        said.append(" ".join(part for part in (pulse["doing"], pulse["detail"]) if part))
    return "; ".join(said) or "between two Runs"


def _figures(
    intervals: list[IntervalDocument], pulse: PulseDocument | None
) -> list[tuple[str, str, str]]:
    """Name, value and basis of the figures at the top: those of the newest interval."""
    if not intervals:
        return []
    now = intervals[-1]
    spans, system = now["response_time_ns"], now["system"]
    n = now["reads"] + now["writes"]
    basis = f"n = {units.count(n)} in {units.seconds(now['length_s'])}, {now['phase'].capitalize()}"
    offered = now["offered_rate_per_s"]
    said = [
        ("Achieved", _rate(now["achieved_rate_per_s"]), basis),
        # Of a closed loop what is not finished is what is outstanding.
        (
            "Issued",
            _rate(now["issued_rate_per_s"]),
            (
                ""
                if offered is None
                else f"{units.count(now['backlog'])} not finished at the end of the interval"
            ),
        ),
        (
            "Offered",
            units.DASH if offered is None else _rate(offered),
            "closed loop" if offered is None else "open loop",
        ),
        ("Bytes", units.throughput(now["bytes_per_s"]), f"{units.count(now['errors'])} errors"),
        (
            "Response time p99",
            units.nanos(spans["p99"]),
            f"p50 {units.nanos(spans['p50'])}, max {units.nanos(spans['max'])}"
            + ("" if spans["p99"] is not None else "; n is too small for a p99"),
        ),
        ("Outstanding I/O", f"{now['outstanding_mean']:.3g}", "mean of the interval"),
    ]
    if offered is not None:
        said.append(_own_lag(now, pulse))
    if system is not None and system["cpu"] is not None:
        busy = 1 - system["cpu"]["idle"] - system["cpu"]["iowait"]
        pressure = units.share(system["io_pressure"])
        said.append(
            (
                "Processors of this machine",
                units.share(busy),
                f"busiest core {units.share(system['busiest_core'])}, I/O pressure {pressure}",
            )
        )
    elif pulse is not None and any(one["host"] for one in pulse["workers"]):
        said.append(_busiest(pulse))
    else:
        run = None if pulse is None else pulse["run"]
        virtual = run is not None and run["clock"] == "virtual"
        said.append(
            ("Processors of this machine", units.DASH, "virtual clock" if virtual else "not read")
        )
    return said


def _busiest(pulse: PulseDocument) -> tuple[str, str, str]:
    """The processors of all hosts: of the busiest one, since a mean would hide it."""
    told = [one for one in pulse["workers"] if one["host"] and one["cpu_busy_share"] is not None]
    if not told:
        return ("Processors of the hosts", units.DASH, "not read")
    most = max(told, key=lambda one: one["cpu_busy_share"] or 0.0)
    return (
        "Processors of the hosts",
        units.share(most["cpu_busy_share"]),
        f"of {most['name']}, the busiest of {len(told)}",
    )


def _own_lag(now: IntervalDocument, pulse: PulseDocument | None) -> tuple[str, str, str]:
    """Our own lateness in an open loop, beside its limit; where no worker carries a p99, the wait
    that it is a part of."""
    before = f"before submission {units.nanos(now['before_submission_ns_mean'])} mean"
    run = None if pulse is None else pulse["run"]
    limit = None if run is None else lateness.limit_ns(run["objective"])
    of = "" if limit is None else f"; limit {units.nanos(limit)}"
    if now["own_lag_ns_p99"] is None:
        why = "Warmup" if now["phase"] == "warmup" else "too few operations per worker, or not told"
        return ("Own lag p99", units.DASH, f"{why}; {before}{of}")
    past = ", passed" if limit is not None and now["own_lag_ns_p99"] > limit else ""
    whose = (
        "the latest host's"
        if pulse is not None and any(one["host"] for one in pulse["workers"])
        else "the latest worker's"
    )
    return ("Own lag p99", units.nanos(now["own_lag_ns_p99"]), f"{whose}{of}{past}")


def hosts(pulse: PulseDocument | None) -> HostsView | None:
    """What each host of the Run under way did in its newest interval; none of one machine."""
    told = [] if pulse is None else [one for one in pulse["workers"] if one["host"]]
    if pulse is None or len(told) < 2 or not pulse["intervals"]:
        return None
    newest = pulse["intervals"][-1]
    under_way = lateness.newest(pulse)
    found = [] if under_way is None else odd_hosts.of_interval(under_way, told)
    odd: dict[str, str] = {}
    for one, words in zip(found, odd_hosts.words(found, of="median"), strict=True):
        odd[one.name] = f"{odd.get(one.name, '')} {words}".strip()
    return {
        "run": newest["run"],
        "index": newest["index"],
        "seconds": newest["length_s"],
        "phase": newest["phase"],
        "hosts": [
            {
                "name": str(one["name"]),
                "rate": one["achieved_rate_per_s"],
                "p99": one["response_time_ns_p99"],
                "lag": one["own_lag_ns_p99"],
                "cpu": one["cpu_busy_share"],
                "words": {
                    "rate": _rate(one["achieved_rate_per_s"]),
                    "p99": units.nanos(one["response_time_ns_p99"]),
                    "lag": units.nanos(one["own_lag_ns_p99"]),
                    "cpu": units.share(one["cpu_busy_share"]),
                },
                "odd": odd.get(str(one["name"]), ""),
            }
            for one in told
        ],
    }


def _workers(pulse: PulseDocument | None) -> list[WorkerView]:
    """What each worker of the Run under way did in its newest interval; none of a single one, which
    is the whole."""
    told = [] if pulse is None or len(pulse["workers"]) < 2 else pulse["workers"]
    # Hosts have a grid of their own.
    told = [one for one in told if not one["host"]]
    busiest = max((one["achieved_rate_per_s"] for one in told), default=0.0)
    return [
        {
            "name": (
                str(one["worker"]) if one["name"] is None else f"{one['name']} × {one['workers']:,}"
            ),
            "share": one["achieved_rate_per_s"] / busiest if busiest > 0 else 0.0,
            "rate": units.rate(one["achieved_rate_per_s"]),
            "bytes": units.throughput(one["bytes_per_s"]),
            "p50": units.nanos(one["response_time_ns_p50"]),
            "p99": units.nanos(one["response_time_ns_p99"]),
            "outstanding": f"{one['outstanding_mean']:.3g}",
            "lag": units.nanos(one["own_lag_ns_p99"]),
            "errors": units.count(one["run_errors"]),
        }
        for one in told
    ]


def _rate(value: float) -> str:
    return f"{units.rate(value)} IOPS"


def _objective(row: CampaignRow) -> ObjectiveView | None:
    """The objective where it is one of response time that a plot can hold."""
    asked = parse_objective(row.objective)
    if asked is None or asked.metric != "response_time":
        return None
    return {"ns": asked.bound_ns, "words": promised(asked.single)}


def interval_view(one: IntervalDocument) -> IntervalView:
    """An interval as the page gets it: what it draws, short names."""
    system, spans = one["system"], one["response_time_ns"]
    cpu = None if system is None else system["cpu"]
    disks = [] if system is None else system["disks"]
    return {
        "run": one["run"],
        "index": one["index"],
        "at": one["seen_at_s"],
        "phase": one["phase"],
        "s": one["length_s"],
        "offered": one["offered_rate_per_s"],
        "issued": one["issued_rate_per_s"],
        "achieved": one["achieved_rate_per_s"],
        "bytes": one["bytes_per_s"],
        "errors": one["errors"],
        "p50": spans["p50"],
        "p95": spans["p95"],
        "p99": spans["p99"],
        "max": spans["max"],
        "cpu": None if cpu is None else round(1 - cpu["idle"] - cpu["iowait"], 4),
        "core": None if system is None else system["busiest_core"],
        "pressure": None if system is None else system["io_pressure"],
        "disk": max((disk["utilisation"] for disk in disks), default=None),
        "bins": one["distribution"],
    }


def _span(seconds: float) -> str:
    """A span as people say it."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
