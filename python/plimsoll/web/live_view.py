"""The content of a live page, in words and numbers; the page computes none.

The figures come from the pulse of the campaign (`campaign/watch.py`) or, without a pulse, from the
store some seconds later. Marks, notes and outcomes of Points come from the store. Percentiles are
those of single intervals and are never combined.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from plimsoll.base import language, units
from plimsoll.campaign import point_text, status, watch
from plimsoll.campaign.watch import IntervalCache
from plimsoll.judge.limiter import run_names
from plimsoll.live import lateness, odd_hosts
from plimsoll.live.pulse import IntervalDocument, PulseDocument
from plimsoll.report.evidence.evidence import objective_words, parse_objective
from plimsoll.report.evidence.search_progress import SearchReader
from plimsoll.search import point_reasons
from plimsoll.store import CampaignRow, PlannedPointRow, Store
from plimsoll.store.plans import CampaignProgress
from plimsoll.web import live_document, search_view
from plimsoll.web.live_grid import Grid
from plimsoll.web.messages import message
from plimsoll.web.script_texts import PHASES

MOST_LISTED = 40
"""Limit of listed Points, and of remarks; the newest are shown."""
ROLES = (
    "run",
    "maximum",
    "reference",
    "probe",
    "hold_low",
    "hold_high",
    "settle",
    "rest",
    "scaling",
    "grid",
    "check",
)
"""Roles of Runs that have a name of their own."""
HOLDER = "tells: "
"""How the role of a Run begins that tells what holds a rate back."""
REMARKS = ("mark", "note", "step", "event")
"""Kinds of remarks."""


@dataclass
class LiveView:
    """The live view of one campaign. Caches what cannot change any more."""

    store: Store
    number: int
    _answers: dict[tuple[int, int], live_document.PointView] = field(default_factory=dict)
    _seen: IntervalCache = field(default_factory=dict)
    _searched: SearchReader | None = None
    _grid: Grid | None = None
    process: int | None = None
    """The process that runs it, once known from its pulse."""

    def look(self, *, wall_s: float | None = None) -> live_document.LiveDocument:
        """The current document for the page."""
        with self.store.snapshot():
            return self._look(time.time() if wall_s is None else wall_s)

    def _look(self, now_s: float) -> live_document.LiveDocument:
        row = self.store.campaign(self.number)
        assert row is not None, "a campaign does not go away"
        points = self.store.plans.recent_points(self.number, MOST_LISTED)
        progress = self.store.plans.progress(self.number)
        pulse = watch.look(self.store, self.number, self._seen).pulse
        if pulse is not None and not pulse["late_s"]:
            self.process = pulse["pid"]
        intervals = (
            []
            if pulse is None
            else [each for each in pulse["intervals"] if each["phase"] != "drain"]
        )
        stopping = self.store.plans.has_stop_request(self.number) or (
            pulse is not None and pulse["state"] == "stopping"
        )
        doing = _doing(pulse, points)
        return {
            "state": row.state,
            "stopping": stopping,
            "source": message(
                "from-process" if pulse is None or not pulse["late_s"] else "from-store"
            ),
            "progress": _progress(row, progress, pulse, now_s, stopping=stopping),
            "doing": language.sentences([message("stopping"), doing]) if stopping else doing,
            "figures": _figures(intervals, pulse),
            "late": "" if pulse is None else lateness.pulse_warning(pulse),
            "objective": _objective(row),
            "intervals": list(map(interval_view, intervals)),
            "search": self._search(row),
            "grid": self._map(progress),
            "workers": _workers(pulse),
            "hosts": hosts(pulse),
            "said": self._remarks(pulse),
            "points": [self._point(point) for point in points],
        }

    def _search(self, row: CampaignRow) -> live_document.SearchView | None:
        """The curve of a search so far; None for other campaigns."""
        self._searched = self._searched or SearchReader(self.store)
        search = self._searched.look(row)
        return None if search is None else search_view.of_progress(search)

    def _map(self, progress: CampaignProgress) -> live_document.GridView | None:
        """The heat map of a grid; None for other campaigns."""
        if not progress.points:
            return None
        self._grid = self._grid or Grid(self.store, self.number)
        return self._grid.look(progress)

    def _remarks(self, pulse: PulseDocument | None) -> list[live_document.RemarkView]:
        """Marks and notes of the store, and remarks of the process, newest first."""
        events = self.store.events(self.number)
        remarks = [(event.at_ns / 1e9, event.kind, event.text) for event in events[-MOST_LISTED:]]
        if pulse is not None:
            numbers = {event.id for event in events}
            remarks += [
                (
                    remark["at_s"],
                    remark["kind"],
                    _for_reader(remark["words"], remark["translations"]),
                )
                for remark in pulse["said"]
                if remark["event"] not in numbers
            ]
        remarks = sorted(remarks, key=lambda remark: -remark[0])[:MOST_LISTED]
        return [
            {
                "at_s": at_s,
                "kind": kind,
                "name": message(f"remark-{kind}" if kind in REMARKS else "remark-event"),
                "words": words,
                "at": time.strftime("%H:%M:%S", time.localtime(at_s)),
            }
            for at_s, kind, words in remarks
        ]

    def _point(self, point: PlannedPointRow) -> live_document.PointView:
        key = (point.id, point.finished_at_ns or 0)
        if point.state == "running" or key not in self._answers:
            self._answers[key] = {
                "number": point.number,
                "asks": point_text.question(point),
                "state": _state(point),
                "answer": self._answer(point),
                "why": point_reasons.words(point.reason) or "",
            }
        return self._answers[key]

    def _answer(self, point: PlannedPointRow) -> str:
        if point.state != "finished":
            return units.DASH
        answer = status.answer_runs(self.store, point)
        words = point_text.figure(status.row(point, answer, point.number))
        figures = status.figures(self.store, point, answer)
        return words if figures is None else f"{words}; {point_text.beside(figures)}"


def _state(point: PlannedPointRow) -> str:
    if point.state == "finished":
        return message("point-valid" if point.stands else "point-not-valid")
    return message(f"point-{point.state}")


def _progress(
    row: CampaignRow,
    progress: CampaignProgress,
    pulse: PulseDocument | None,
    now_s: float,
    *,
    stopping: bool = False,
) -> live_document.ProgressView:
    """The progress of a campaign."""
    elapsed = max(0.0, (row.finished_at_ns or now_s * 1e9) - row.started_at_ns) / 1e9
    left = None if pulse is None else pulse["left_s"]
    if progress.points and left is None:
        left = status.left_s(progress, now_ns=round(now_s * 1e9), virtual=row.virtual)
    # A share of time, since the share of Points would not change during a long one. Unknown where
    # the time left is.
    share = None
    if row.state == "finished":
        share = 1.0
    elif left is not None and elapsed + left > 0:
        share = elapsed / (elapsed + left)
    figures = {"elapsed": _span(elapsed)}
    code = "progress"
    if progress.points:
        code = "progress-points"
        figures |= {"ended": units.count(progress.ended), "points": units.count(progress.points)}
    if left is not None and row.state == "running":
        code = "progress-points-left" if progress.points else "progress-left"
        figures |= {"left": _span(left)}
    if progress.points:
        counted = {"ended": figures["ended"], "points": figures["points"]}
        heard = message("heard-points-stopping" if stopping else "heard-points", **counted)
    else:
        elapsed_words = figures["elapsed"]
        heard = message(
            "heard-elapsed-stopping" if stopping else "heard-elapsed", elapsed=elapsed_words
        )
    return {"share": share, "words": message(code, **figures), "heard": heard}


def _doing(pulse: PulseDocument | None, points: list[PlannedPointRow]) -> str:
    """The current activity in a line."""
    point = next((each for each in points if each.state == "running"), None)
    words = []
    if point is not None:
        asks = point_text.question(point)
        words.append(message("doing-point", number=point.number, asks=asks))
    if pulse is not None and pulse["run"] is not None:
        run, now, newest = pulse["run"], pulse["progress"], lateness.newest(pulse)
        offered = run["offered_rate_per_s"]
        # With a profile, or a rate per client, the total rate is in the interval.
        if offered is None and newest is not None:
            offered = newest["offered_rate_per_s"]
        figures = {"role": _role(run["role"])}
        # Idle, between two phases, is too short to show.
        phase = now is not None and now["phase"] in PHASES
        if now is not None and phase:
            figures["phase"] = message(f"phase-{now['phase']}")
        if offered is None:
            code = "doing-closed-loop-phase" if phase else "doing-closed-loop"
        else:
            code = "doing-offered-phase" if phase else "doing-offered"
            figures["rate"] = units.rate(offered)
        words.append(message(code, **figures))
    elif pulse is not None:
        detail = _for_reader(pulse["detail"], pulse["detail_translations"])
        # Between the Runs of a Point, what is done for it says more than that it runs.
        if not (point is not None and detail):
            words.append(_for_reader(pulse["doing"], pulse["doing_translations"]))
        words += [detail] if detail else []
    return language.clauses(words) or message("doing-between-runs")


def _for_reader(words: str, translations: Mapping[str, str]) -> str:
    """Words of a pulse in the reader's language; those of a text as they are."""
    return translations.get(language.of_sentences(), words)


def _role(role: str) -> str:
    """What a Run is for, in words."""
    if role.startswith(HOLDER):
        return message("role-holder", test=run_names.words(role.removeprefix(HOLDER)))
    return message(f"role-{role}" if role in ROLES else "role-run")


def _figures(
    intervals: list[IntervalDocument], pulse: PulseDocument | None
) -> list[tuple[str, str, str]]:
    """Name, value and basis of the figures of the newest interval."""
    if not intervals:
        return []
    now = intervals[-1]
    spans, system = now["response_time_ns"], now["system"]
    n = round(now["achieved_rate_per_s"] * now["length_s"])
    length, phase = units.seconds(now["length_s"]), message(f"phase-{now['phase']}")
    offered = now["offered_rate_per_s"]
    figures = [
        (
            message("achieved"),
            _rate(now["achieved_rate_per_s"]),
            message("interval-basis", operations=units.count(n), length=length, phase=phase),
        ),
        # In a closed loop the backlog is the outstanding I/O.
        (
            message("issued"),
            _rate(now["issued_rate_per_s"]),
            (
                ""
                if offered is None
                else message("not-finished", operations=units.count(now["backlog"]))
            ),
        ),
        (
            message("offered"),
            units.DASH if offered is None else _rate(offered),
            message("closed-loop" if offered is None else "open-loop"),
        ),
        (
            message("bytes"),
            units.throughput(now["bytes_per_s"]),
            message("interval-errors", errors=units.count(now["errors"])),
        ),
        (
            message("host-plot-p99"),
            units.nanos(spans["p99"]),
            message(
                "p50-and-max" if spans["p99"] is not None else "p50-and-max-few",
                p50=units.nanos(spans["p50"]),
                max=units.nanos(spans["max"]),
            ),
        ),
        (
            message("outstanding"),
            units.significant(now["outstanding_mean"], 3),
            message("mean-of-interval"),
        ),
    ]
    if offered is not None:
        figures.append(_own_lag(now, pulse))
    if system is not None and system["cpu"] is not None:
        busy = 1 - system["cpu"]["idle"] - system["cpu"]["iowait"]
        basis = message(
            "core-and-pressure",
            core=units.share(system["busiest_core"]),
            pressure=units.share(system["io_pressure"]),
        )
        figures.append((message("processors"), units.share(busy), basis))
    elif pulse is not None and any(worker["host"] for worker in pulse["workers"]):
        figures.append(_busiest(pulse))
    else:
        run = None if pulse is None else pulse["run"]
        virtual = run is not None and run["clock"] == "virtual"
        basis = message("virtual-clock" if virtual else "not-read")
        figures.append((message("processors"), units.DASH, basis))
    return figures


def _busiest(pulse: PulseDocument) -> tuple[str, str, str]:
    """The processors of the busiest host, which a mean would hide."""
    hosts = [
        worker
        for worker in pulse["workers"]
        if worker["host"] and worker["cpu_busy_share"] is not None
    ]
    if not hosts:
        return (message("processors-of-hosts"), units.DASH, message("not-read"))
    most = max(hosts, key=lambda host: host["cpu_busy_share"] or 0.0)
    return (
        message("processors-of-hosts"),
        units.share(most["cpu_busy_share"]),
        message("busiest-host", host=most["name"], hosts=len(hosts)),
    )


def _own_lag(now: IntervalDocument, pulse: PulseDocument | None) -> tuple[str, str, str]:
    """Own lag in an open loop with its limit; without a p99 of any worker, the mean time before
    submission, which contains it."""
    run, lag = None if pulse is None else pulse["run"], now["own_lag_ns_p99"]
    limit = None if run is None else lateness.limit_ns(run["objective"])
    if lag is None:
        before = units.nanos(now["before_submission_ns_mean"])
        words = [
            message("lag-warmup" if now["phase"] == "warmup" else "lag-few-operations"),
            message("lag-before-submission", mean=before),
        ]
    else:
        hosts = pulse is not None and any(worker["host"] for worker in pulse["workers"])
        words = [message("lag-of-host" if hosts else "lag-of-worker")]
    if limit is not None:
        passed = lag is not None and lag > limit
        words.append(
            message("lag-limit-passed" if passed else "lag-limit", limit=units.nanos(limit))
        )
    return (message("host-plot-lag"), units.nanos(lag), language.clauses(words))


def hosts(pulse: PulseDocument | None) -> live_document.HostsView | None:
    """The hosts of the Run under way in the newest interval; None for a single machine."""
    documents = [] if pulse is None else [each for each in pulse["workers"] if each["host"]]
    if pulse is None or len(documents) < 2 or not pulse["intervals"]:
        return None
    newest = pulse["intervals"][-1]
    under_way = lateness.newest(pulse)
    found = [] if under_way is None else odd_hosts.of_interval(under_way, documents)
    odd: dict[str, str] = {}
    for host, words in zip(found, odd_hosts.words(found, of="median"), strict=True):
        odd[host.name] = f"{odd.get(host.name, '')} {words}".strip()
    return {
        "run": newest["run"],
        "index": newest["index"],
        "seconds": newest["length_s"],
        "phase": newest["phase"],
        "hosts": [
            {
                "name": str(each["name"]),
                "rate": each["achieved_rate_per_s"],
                "p99": each["response_time_ns_p99"],
                "lag": each["own_lag_ns_p99"],
                "cpu": each["cpu_busy_share"],
                "words": {
                    "rate": _rate(each["achieved_rate_per_s"]),
                    "p99": units.nanos(each["response_time_ns_p99"]),
                    "lag": units.nanos(each["own_lag_ns_p99"]),
                    "cpu": units.share(each["cpu_busy_share"]),
                },
                "odd": odd.get(str(each["name"]), ""),
            }
            for each in documents
        ],
    }


def _workers(pulse: PulseDocument | None) -> list[live_document.WorkerView]:
    """The workers of the Run under way in the newest interval; empty for a single one."""
    documents = [] if pulse is None or len(pulse["workers"]) < 2 else pulse["workers"]
    # Hosts have a grid of their own.
    workers = [worker for worker in documents if not worker["host"]]
    busiest = max((worker["achieved_rate_per_s"] for worker in workers), default=0.0)
    return [
        {
            "name": (
                str(worker["worker"])
                if worker["name"] is None
                else f"{worker['name']} × {units.count(worker['workers'])}"
            ),
            "share": worker["achieved_rate_per_s"] / busiest if busiest > 0 else 0.0,
            "rate": units.rate(worker["achieved_rate_per_s"]),
            "bytes": units.throughput(worker["bytes_per_s"]),
            "p50": units.nanos(worker["response_time_ns_p50"]),
            "p99": units.nanos(worker["response_time_ns_p99"]),
            "outstanding": units.significant(worker["outstanding_mean"], 3),
            "lag": units.nanos(worker["own_lag_ns_p99"]),
            "errors": units.count(worker["run_errors"]),
        }
        for worker in workers
    ]


def _rate(value: float) -> str:
    return f"{units.rate(value)} IOPS"


def _objective(row: CampaignRow) -> live_document.ObjectiveView | None:
    """The objective, if it is one of response time, which a plot can show."""
    objective = parse_objective(row.objective)
    if objective is None or objective.metric != "response_time":
        return None
    return {"ns": objective.bound_ns, "words": objective_words(objective.single)}


def interval_view(interval: IntervalDocument) -> live_document.IntervalView:
    """An interval for the page, with short keys."""
    system, spans = interval["system"], interval["response_time_ns"]
    cpu = None if system is None else system["cpu"]
    disks = [] if system is None else system["disks"]
    return {
        "run": interval["run"],
        "index": interval["index"],
        "at": interval["seen_at_s"],
        "phase": interval["phase"],
        "s": interval["length_s"],
        "offered": interval["offered_rate_per_s"],
        "issued": interval["issued_rate_per_s"],
        "achieved": interval["achieved_rate_per_s"],
        "bytes": interval["bytes_per_s"],
        "errors": interval["errors"],
        "p50": spans["p50"],
        "p95": spans["p95"],
        "p99": spans["p99"],
        "max": spans["max"],
        "cpu": None if cpu is None else round(1 - cpu["idle"] - cpu["iowait"], 4),
        "core": None if system is None else system["busiest_core"],
        "pressure": None if system is None else system["io_pressure"],
        "disk": max((disk["utilisation"] for disk in disks), default=None),
        "bins": interval["distribution"],
    }


def _span(seconds: float) -> str:
    """A duration in words."""
    whole = round(seconds)
    if whole < 60:
        return message("span-seconds", seconds=whole)
    if whole < 3600:
        return message("span-minutes", minutes=whole // 60, seconds=whole % 60)
    return message("span-hours", hours=whole // 3600, minutes=whole % 3600 // 60)
