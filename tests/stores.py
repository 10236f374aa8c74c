"""Stores for tests, written without a measurement: one builder of campaigns, whose every figure the
test sets.

    stores.campaign(store, "run").run("run", sample.record(None, 2, 1)).finish()
    stores.grid(store, repeats=2).measure_all().finish()
    stores.search(store, scale=0.5).confirm(line={"low_confirmed": False})

A builder begins its campaign at once, and each step returns it. `finish` and `confirm` end the
campaign and give its number; one that nobody ends is still under way. Records come from
`tests/report/sample.py`, answers from `tests/report/answers.py`. Nothing here is a test.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Self

from plimsoll.store import PlannedPointRow, Reason, Store
from plimsoll.store.plans import PlannedPoint
from tests.report import answers, sample

Made = tuple[dict[str, Any], list[float]]
"""The record of a Run, and the response times in ns that it rests on."""
Question = tuple[dict[str, Any], dict[str, Any], dict[str, Any]]
"""Target, workload and load of a Point."""
SIZES = {"4k": 4096, "64k": 65536, "1m": 1 << 20}
SIZE_NAMES = {"4k": "4 KiB", "64k": "64 KiB", "1m": "1 MiB"}
TARGETS = ("before", "after")
READS = (100.0, 30.0)
STRATEGIES = {"campaign": "grid", "demo": "load_line", "find": "load_line"}
"""The strategy of a kind of campaign; that of any other has the name of its kind."""
FAILED = Reason("error", {"exit_code": 74, "error": "it did not"})


class CampaignBuilder:
    """A campaign that is written into a store step by step."""

    def __init__(
        self,
        store: Store,
        kind: str,
        *,
        objective: str | None = None,
        strategy: str | None = None,
        seed: int = 1,
        spec: Mapping[str, Any] | None = None,
        points: Iterable[PlannedPoint] | None = None,
    ) -> None:
        self.store = store
        self.runs: list[int] = []
        """The numbers of its Runs, in the order in which they were kept."""
        self.number = store.begin_campaign(
            kind,
            objective,
            strategy or STRATEGIES.get(kind, kind),
            seed,
            json.dumps(spec or {}),
            version="0.1.0",
            planned=points,
        )

    @property
    def points(self) -> list[PlannedPointRow]:
        """Its planned Points as they stand in the store now."""
        return self.store.plans.points(self.number)

    def keep(
        self,
        role: str,
        record: Mapping[str, Any],
        blobs: dict[str, bytes],
        *,
        point: PlannedPointRow | None = None,
        intervals: Iterable[Mapping[str, Any]] = (),
        interval_blob: bytes | None = None,
    ) -> Self:
        """Keeps a Run with these distributions, and with intervals beside those of its record."""
        planned = None if point is None else (point.id, point.attempt)
        run = self.store.begin_run(self.number, role, "{}", planned=planned)
        for interval in intervals:
            self.store.add_interval(
                run, interval["index"], json.dumps(interval), interval_blob, interval_blob
            )
        self.store.finish_run(run, json.dumps(record), blobs)
        self.runs.append(run)
        return self

    def run(
        self,
        role: str,
        made: Made,
        *,
        point: PlannedPointRow | None = None,
        distribution: bool | None = None,
    ) -> Self:
        """Keeps a Run. Its distribution is kept, too, when it is a hold or `distribution` says
        so."""
        record, times = made
        with_times = role.startswith("hold") if distribution is None else distribution
        return self.keep(role, record, sample.blobs(times) if with_times else {}, point=point)

    def abandon(
        self,
        role: str,
        intervals: Iterable[Mapping[str, Any]],
        why: str = "switched off",
        *,
        request: Mapping[str, Any] | None = None,
    ) -> Self:
        """Keeps a Run that ended without a record: its intervals, and why."""
        run = self.store.begin_run(self.number, role, json.dumps(request or {}))
        for interval in intervals:
            self.store.add_interval(run, interval["index"], json.dumps(interval), None, None)
        self.store.abandon_run(run, why)
        self.runs.append(run)
        return self

    def answer(
        self,
        point: PlannedPointRow,
        made: Made,
        *,
        role: str = "run",
        distribution: bool = False,
        stands: bool = True,
        reason: Reason | None = None,
        result: Mapping[str, Any] | None = None,
    ) -> Self:
        """Answers a planned Point by this Run."""
        attempt = self.store.plans.start(point.id)
        self.run(role, made, point=point._replace(attempt=attempt), distribution=distribution)
        self.store.plans.finish(point.id, stands=stands, reason=reason, result=result)
        return self

    def measure(
        self,
        point: PlannedPointRow,
        *,
        achieved: float | None = None,
        spans: list[float] | None = None,
        outcome: str = "ok",
        distribution: bool = True,
    ) -> Self:
        """Answers a Point in a closed loop, by the figures of `grid_rate` and `grid_times` where
        none are given. Any outcome but "ok" is a failure."""
        size, read = point.workload["block_size"], point.workload["read"]
        load = {
            "kind": "closed",
            "queue_depth": point.load["queue_depth"],
            "workers": point.load.get("workers", 2),
        }
        spec = {"block_size": size, "read": read, "target": point.target["path"], "load": load}
        made = point_record(
            spec,
            achieved or grid_rate(point.target["name"], size, read, point.repeat),
            spans or grid_times(size, point.repeat),
            outcome=outcome,
        )
        ok = outcome == "ok"
        return self.answer(
            point, made, distribution=distribution, stands=ok, reason=None if ok else FAILED
        )

    def measure_all(self, *, outcome: str = "ok", distribution: bool = True) -> Self:
        """Answers every Point as `measure` does."""
        for point in self.points:
            self.measure(point, outcome=outcome, distribution=distribution)
        return self

    def finish(self, result: Mapping[str, Any] | None = None) -> int:
        """Ends the campaign with this result."""
        self.store.finish_campaign(self.number, result or {})
        return self.number


class SearchBuilder(CampaignBuilder):
    """A search of the queue of `sample`, all of whose rates are multiplied by `scale`. It begins
    with a maximum and four probes; `confirm` holds both ends and answers."""

    def __init__(
        self,
        store: Store,
        *,
        target: str = "/data/a",
        scale: float = 1.0,
        objective: str = sample.OBJECTIVE,
        read: float = 70.0,
        family: Mapping[str, Any] | None = None,
        seed: int = 0,
        workload: Mapping[str, Any] | None = None,
    ) -> None:
        spec = {} if family is None else {"family": family}
        super().__init__(store, "find", objective=objective, seed=42, spec=spec)
        self._target, self._scale, self._read, self._seed = target, scale, read, seed
        self._objective, self._workload = objective, dict(workload or {})
        self.at("maximum", None, 2, 1)
        for number, rate in enumerate((3000.0, 15_000.0, 23_000.0), 10):
            self.at("probe", rate, 3, number)
        self.at("probe", 33_000.0, 3, 20)

    def at(self, role: str, rate: float | None, seconds: float, number: int, **more: Any) -> Self:
        """Keeps a Run at a rate of the queue, in a closed loop without one."""
        record, times = sample.record(
            rate, seconds, number + self._seed, target=self._target, **more
        )
        for key in ("offered_rate_per_s", "issued_rate_per_s", "achieved_rate_per_s"):
            record[key] = record[key] * self._scale if record[key] is not None else None
        record["spec"]["workload"]["read_percent"] = self._read
        record["spec"]["workload"].update(self._workload)
        return self.run(role, (record, times))

    def confirm(self, *, line: Mapping[str, Any] | None = None, **said: Any) -> int:
        """Holds both ends and ends the search with its line. `line`: what is said of the line
        otherwise; `said`: what the answer holds otherwise."""
        self.at("hold_high", sample.HIGH, 12, 41, verdict="fail")
        self.at("hold_low", sample.LINE, 12, 40, verdict="pass")
        of_line = {
            "low": sample.LINE * self._scale,
            "high": sample.HIGH * self._scale,
            "objective": self._objective,
            "horizon": {"seconds": 12.0, "operations": 304_800, "bytes_written": 0},
            **(line or {}),
        }
        answer = answers.find(
            answers.line(**of_line),
            maximum=answers.maximum(rate_per_s=sample.CAPACITY * self._scale),
            knee=answers.knee(20_000.0 * self._scale),
        )
        return self.finish({**answer, **said})


def campaign(store: Store, kind: str, **asked: Any) -> CampaignBuilder:
    """A campaign without Runs, of this kind."""
    return CampaignBuilder(store, kind, **asked)


def search(store: Store, **asked: Any) -> SearchBuilder:
    """A search that has its maximum and its probes, and no hold yet."""
    return SearchBuilder(store, **asked)


def demo(
    store: Store, *, target: str = "/data/plimsoll.demo", virtual: bool = False, finish: bool = True
) -> int:
    """A whole search with every kind of outcome: maximum, probes, holds; its number."""
    made = CampaignBuilder(store, "demo", objective=sample.OBJECTIVE, seed=42)

    def run(role: str, rate: float | None, seconds: float, seed: int, **more: Any) -> None:
        made.run(role, sample.record(rate, seconds, seed, target=target, virtual=virtual, **more))

    for depth in range(2):
        run("maximum", None, 2, depth)
    probes = (3000, 15_000, 23_000, 28_000, 25_500, 24_300, 26_400, 25_800, 25_100, 33_000)
    for seed, rate in enumerate(probes, 10):
        run("probe", float(rate), 3, seed, notes=("registered buffers were refused",))
    run("probe", 20_000.0, 2, 30, outcome="generator_limited")
    run("probe", 25_600.0, 2, 31, verdict="undecided")
    run("probe", 300.0, 2, 32)
    if not finish:
        return made.number
    run("hold_high", sample.HIGH, 12, 41, verdict="fail")
    run("hold_low", sample.LINE, 12, 40, verdict="pass")
    return made.finish(sample.result())


def plan(
    store: Store,
    questions: Iterable[Question],
    *,
    repeats: int = 1,
    strategy: str = "grid",
    objective: str | None = None,
    spec: Mapping[str, Any] | None = None,
) -> CampaignBuilder:
    """A campaign with a Point for each question and repeat, none of them asked."""
    each = list(questions)
    points = [
        PlannedPoint("as found", target, workload, load, repeat, strategy, seed, 1.0)
        for repeat in range(1, repeats + 1)
        for seed, (target, workload, load) in enumerate(each, 100 * repeat)
    ]
    spec = {"campaign": {"name": "monday"}, **(spec or {})}
    return CampaignBuilder(
        store, "campaign", objective=objective, strategy=strategy, spec=spec, points=points
    )


def grid(
    store: Store,
    *,
    targets: tuple[str, ...] = TARGETS,
    loads: tuple[dict[str, Any], ...] = ({"queue_depth": 32},),
    levels: Mapping[str, str] | None = None,
    **more: Any,
) -> CampaignBuilder:
    """Points of every target, block size, read share and load, none of them asked."""
    spec = {
        "campaign": {"name": "monday", "levels": dict(levels or {})},
        "target": [{"name": name} for name in targets],
    }
    questions = (
        ({"name": name, "path": f"/dev/{name}"}, {"block_size": size, "read": read}, load)
        for name in targets
        for size in SIZES
        for read in READS
        for load in loads
    )
    return plan(store, questions, spec=spec, **more)


def grid_rate(target: str, size: str, read: float, repeat: int) -> float:
    """What a Run of a grid achieved: different for each Point."""
    base = {"4k": 8000.0, "64k": 4000.0, "1m": 400.0}[size]
    return (
        base
        * (0.5 if target == "after" else 1.0)
        * (1.0 if read == 100 else 0.8)
        * (1 + 0.02 * (repeat - 1))
    )


def grid_times(size: str, repeat: int) -> list[float]:
    """Response times in ns; those of the second repeat are five times as long, so that an average
    would show."""
    slow = 5.0 if repeat == 2 else 1.0
    return [
        slow * {"4k": 1e6, "64k": 4e6, "1m": 90e6}[size] * (0.5 + n / 2000) for n in range(2000)
    ]


def point_record(
    spec: Mapping[str, Any],
    achieved: float,
    spans: list[float],
    *,
    outcome: str = "ok",
    verdict: str | None = None,
    offered: float | None = None,
) -> Made:
    """The record of a Run with these figures. `spec`: block_size (text), read, target, load."""
    record, _ = sample.record(
        offered, 1, 1, target=str(spec["target"]), outcome=outcome, verdict=verdict
    )
    figures = sample.summary(spans, len(spans))
    record |= {
        "achieved_rate_per_s": achieved,
        "issued_rate_per_s": achieved,
        "bytes_per_s": achieved * SIZES[spec["block_size"]],
    }
    record["outstanding_mean"] = achieved * figures["mean"] / 1e9
    for kind in ("all", "read"):
        record[kind] |= {
            "count": len(spans),
            "response_time_ns": figures,
            "completion_latency_ns": figures,
        }
    workload = {"block_size_bytes": SIZES[spec["block_size"]], "read_percent": float(spec["read"])}
    record["spec"]["workload"] |= workload
    if offered is None:
        record["spec"]["load"] = dict(
            spec.get("load") or {"kind": "closed", "queue_depth": 32, "workers": 2}
        )
    return record, spans


def campaign_of(
    store: Store,
    points: list[dict[str, Any]],
    *,
    objective: str | None = None,
    name: str = "friday",
) -> int:
    """A finished campaign of Runs in a closed loop or at a rate; of each Point `configuration`,
    `target`, `rate`, `repeat`, and what came of it (`outcome`, `verdict`, `scale`, `state`)."""
    made = CampaignBuilder(
        store,
        "campaign",
        objective=objective,
        spec={"campaign": {"name": name}},
        points=[
            PlannedPoint(
                one.get("configuration", "as found"),
                {"name": one.get("target", "disk")},
                {"block_size": "8k"},
                {"rate": one["rate"]} if one.get("rate") else {"queue_depth": 32},
                one.get("repeat", 1),
                "grid",
                number,
                1.0,
            )
            for number, one in enumerate(points)
        ],
    )
    for number, (point, one) in enumerate(zip(made.points, points, strict=True)):
        if one.get("state") == "planned":
            continue
        record, times = sample.record(
            one.get("rate"), 2, number, outcome=one.get("outcome"), target=one.get("target", "disk")
        )
        record["achieved_rate_per_s"] *= one.get("scale", 1.0)
        made.answer(
            point,
            (record, times),
            distribution=True,
            stands=one.get("outcome") in (None, "ok"),
            result=None if objective is None else {"verdict": one.get("verdict", "pass")},
        )
    return made.finish({"points": len(points)})
