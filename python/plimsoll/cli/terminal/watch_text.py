"""What a look at a running campaign says: the same words for a terminal that is redrawn and for
plain lines."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from plimsoll.base import errors, language, units, workload_text
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen
from plimsoll.judge import run_verdict
from plimsoll.live import lateness

if TYPE_CHECKING:
    from plimsoll.live.pulse import IntervalDocument, PulseDocument

TIMES: Final = ("mean", "p50", "p95", "p99", "max")
FIRST = 5
"""Lines of what was said before that a first look shows."""


def title(pulse: PulseDocument) -> str:
    """Which campaign, and where it is kept."""
    figures = {
        "number": pulse["campaign"],
        "name": pulse["name"] or pulse["kind"],
        "state": message(f"watch-{pulse['state']}"),
    }
    if pulse["late_s"]:
        return message("watch-title-late", **figures, seconds=units.decimal(pulse["late_s"], 0))
    return message("watch-title", **figures)


def point(pulse: PulseDocument) -> str:
    """The Point under way, of a campaign that has Points."""
    one = pulse["point"]
    if one is None:
        return ""
    figures = {"number": one["number"], "total": one["total"], "done": one["done"]}
    return message("watch-point", **figures, asks=one["words"])


def run(pulse: PulseDocument) -> str:
    """The Run under way: why, what is asked of which target, by how many workers."""
    one = pulse["run"]
    if one is None:
        return pulse["doing"]
    # From the store a workload is as it was asked: not every key is there.
    what = (
        workload_text.short(one["workload"])
        if {"read_percent", "pattern", "read_blocks"} <= set(one["workload"])
        else ""
    )
    depth = one["queue_depth"]
    hosts = [worker["workers"] for worker in pulse["workers"] if worker["host"]]
    # What was asked is for each host; the hosts say what it came to.
    figures: dict[str, object] = {"workers": sum(hosts) if hosts else one["workers"]}
    figures |= {"depth": depth} if depth else {}
    if hosts:
        figures["hosts"] = len(hosts)
        workers = message("workers-depth-hosts" if depth else "workers-hosts", **figures)
    else:
        workers = message("workers-depth" if depth else "workers", **figures)
    # A path may be long: what is cut on a narrow terminal is its end.
    asks = language.listing(part for part in (one["role"].replace("_", " "), what, workers) if part)
    if one["id"] is None:
        return message("watch-run-unkept", asks=asks, target=one["target"])
    return message("watch-run", number=one["id"], asks=asks, target=one["target"])


def phase(pulse: PulseDocument) -> str:
    """How far the Run has got, and how long all of it still takes."""
    now, doing = pulse["progress"], pulse["doing"]
    if now is not None:
        elapsed, limit = units.decimal(now["elapsed_s"], 1), units.decimal(now["limit_s"], 1)
        doing = (
            message("watch-starting")
            if now["phase"] == "idle"
            else message(f"watch-phase-{now['phase']}", elapsed=elapsed, limit=limit)
        )
    left = None if pulse["left_s"] is None else screen.clock_text(pulse["left_s"])
    if left is None:
        return doing
    return (
        message("watch-doing-left", doing=doing, left=left)
        if doing
        else message("watch-left", left=left)
    )


def interval(one: IntervalDocument) -> str:
    """An interval in one line."""
    times = one["response_time_ns"]
    offered, achieved = one["offered_rate_per_s"], units.rate(one["achieved_rate_per_s"])
    said = [
        message("interval-closed-loop", achieved=achieved)
        if offered is None
        else message("interval-offered", offered=units.rate(offered), achieved=achieved),
        units.throughput(one["bytes_per_s"]),
        message("interval-times", **{name: units.nanos(times[name]) for name in TIMES}),
        message("interval-outstanding", mean=units.decimal(one["outstanding_mean"], 1)),
    ]
    # Of a closed loop it is what is outstanding, which is said.
    if offered is not None:
        said.append(message("interval-backlog", operations=units.count(one["backlog"])))
        if (lag := one["own_lag_ns_p99"]) is not None:
            said.append(message("interval-own-lag", lag=units.nanos(lag)))
        elif (mean := one["before_submission_ns_mean"]) is not None:
            said.append(message("interval-before-submission", mean=units.nanos(mean)))
    if one["errors"]:
        said.append(message("interval-errors", errors=units.count(one["errors"])))
    said += [f"{name} {text}" for name, _, text in system(one)]
    return language.clauses(said)


def system(one: IntervalDocument) -> list[tuple[str, float, str]]:
    """Load of the machine that measures: name, share of 0 to 1, in words."""
    load = one["system"]
    if load is None:
        return []
    found: list[tuple[str, float, str]] = []
    if load["cpu"] is not None:
        cpu = load["cpu"]
        busy = cpu["user"] + cpu["system"] + cpu["steal"]
        shares = message(
            "cpu-shares",
            busy=units.percent(busy),
            user=units.percent(cpu["user"]),
            system=units.percent(cpu["system"]),
            steal=units.percent(cpu["steal"]),
        )
        found.append((message("cpu"), busy, shares))
    if (pressure := load["io_pressure"]) is not None:
        found.append((message("io-pressure"), pressure, units.percent(pressure)))
    found += [
        (
            message("disk", disk=disk["name"]),
            disk["utilisation"],
            message(
                "disk-load",
                busy=units.percent(disk["utilisation"]),
                queue=units.decimal(disk["mean_queue"], 1),
            ),
        )
        for disk in load["disks"]
    ]
    return found


def last(pulse: PulseDocument) -> str:
    """The newest Run that ended."""
    one = pulse["last_run"]
    if one is None:
        return ""
    run = message("last-run") if one["id"] is None else message("run", number=one["id"])
    if role := one["role"]:
        run = message("run-of-role", run=run, role=role.replace("_", " "))
    outcome = errors.outcome_text(one["outcome"])
    if verdict := one["verdict"]:
        words = run_verdict.verdict_text(verdict)
        outcome = message("outcome-and-verdict", outcome=outcome, verdict=words)
    figures = {
        "run": run,
        "outcome": outcome,
        "achieved": units.rate(one["achieved_rate_per_s"]),
        "p99": units.nanos(one["response_time_ns"]["p99"]),
    }
    if one["offered_rate_per_s"] is None:
        return message("run-ended", **figures)
    return message("run-ended-offered", **figures, offered=units.rate(one["offered_rate_per_s"]))


def clock(at_s: float) -> str:
    """A time of day."""
    return time.strftime("%H:%M:%S", time.localtime(at_s))


def lines(
    before: PulseDocument | None, now: PulseDocument, new: Sequence[IntervalDocument]
) -> list[str]:
    """What is new since the look before, one line each: what changed, then what happened, in order
    of time, with the new intervals."""
    at_s = now["written_at_s"]
    changed = [
        words(now) for words in (title, point) if before is None or words(before) != words(now)
    ]
    happened: list[tuple[float, str]] = []
    if now["run"] is not None and (
        before is None
        or before["run"] is None
        or before["run"]["began_at_s"] != now["run"]["began_at_s"]
    ):
        happened.append((now["run"]["began_at_s"], run(now)))
    elif (
        now["run"] is None and now["doing"] and (before is None or before["doing"] != now["doing"])
    ):
        happened.append((at_s, now["doing"]))
    since_s = (
        at_s
        if before is None
        else before["said"][-1]["at_s"]
        if before["said"]
        else now["began_at_s"]
    )
    said = (
        [one for one in now["said"] if one["at_s"] > since_s]
        if before is not None
        else now["said"][-FIRST:]
    )
    happened += [(one["at_s"], one["words"]) for one in said]
    if new and (said_late := lateness.pulse_warning(now)):
        happened.append((new[-1]["seen_at_s"], said_late))
    happened += [
        (
            one["seen_at_s"],
            f"{one['phase']} at {units.decimal(one['start_s'], 1)} s: {interval(one)}",
        )
        for one in new
        # A drain is a remainder: a few operations that were still out.
        if one["phase"] != "drain" or one["errors"]
    ]
    # A search tells the end of its Runs in its own words.
    if (
        now["last_run"] is not None
        and not said
        and (before is None or before["last_run"] != now["last_run"])
    ):
        happened.append((at_s, last(now)))
    return [
        *(f"{clock(at_s)}  {text}" for text in changed if text),
        *(f"{clock(when)}  {text}" for when, text in sorted(happened, key=lambda one: one[0])),
    ]


class IntervalFeed:
    """Gives each interval once, whichever source it comes from.

    A watched process publishes its intervals; while it is late, they are read from the store,
    which is seconds behind and knows another moment at which each was seen. What identifies an
    interval in both is its Run and its place there.
    """

    def __init__(self) -> None:
        self._newest: dict[int | None, float] = {}
        """The newest place by Run; without a store, the newest moment."""
        self._has_begun = False

    def take(self, pulse: PulseDocument) -> list[IntervalDocument]:
        """The intervals that no earlier call returned; of the first call the newest only."""
        new = [one for one in pulse["intervals"] if _place(one) > self._newest_place(one["run"])]
        for one in new:
            self._newest[one["run"]] = max(_place(one), self._newest_place(one["run"]))
        # The virtual clock seals them faster than anybody reads.
        is_virtual = pulse["run"] is not None and pulse["run"]["clock"] == "virtual"
        newest_only = is_virtual or not self._has_begun
        self._has_begun = True
        return new[-1:] if newest_only else new

    def _newest_place(self, run: int | None) -> float:
        return self._newest.get(run, -1.0)


def _place(one: IntervalDocument) -> float:
    return one["seen_at_s"] if one["run"] is None else float(one["index"])
