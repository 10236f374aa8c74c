"""What a Run over many hosts costs the coordinator; and what one host costs through Ray.

    python -m benches.hosts                    200 hosts, and fewer
    python -m benches.hosts --hosts 50 --seconds 10
    python -m benches.hosts --ray --rounds 7   one host through Ray beside the same Run without

**Size.** Hosts live in one other process. Each hands over what a real generator has sealed,
recorded before on the null engine as its part of the same Run, when its interval has passed: the
same calls, the same pickles, the same bytes as from an actor. Everything behind that is the real
thing: merging, judging, the store, each host's own counters, the pulse. Processor time is the
coordinator's whole process over Measure (`getrusage`), memory its peak. What Ray itself spends on a
call is not in it; `--ray` measures that.

**Ray.** The installed command on a cluster of this machine alone, `--hosts` with one host, beside
the same Run without; rounds of pairs, who begins changes; medians of the pairs' ratios.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import pickle
import resource
import secrets
import statistics
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass
from multiprocessing.connection import wait
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from benches import targets
from benches.targets import NotHereError
from benches.tools import PLIMSOLL, time_command
from plimsoll.base import units
from plimsoll.features.hosts import ray_fleet
from plimsoll.features.hosts.generator import Generator, Handover

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection

    Recorded = list[tuple[float, Handover]]
    """Seconds after the start, and what was handed over then."""

TITLE = "## Many hosts"
COUNTS = (50, 100, 200)
RATE_EACH = 2_000.0
"""IOPS of a host: some hundred buckets of each histogram, as on storage."""
MOST_CORE_OF_100, MOST_FIRST_S = 0.05, 3.0
"""The marks."""
TOGETHER = 32
"""Generators that are called at once, to see what a host's second costs on its way."""
NULL: Any = {"target": "null:"}


@dataclass(frozen=True)
class SizeResult:
    """A Run over so many hosts."""

    hosts: int
    core: float
    """Of a processor, over Measure."""
    first_s: float
    """From the start to the first interval in the pulse."""
    mib_early: float
    """Peak of memory a third into Measure."""
    mib: float
    part_bytes: float
    """Of what a host hands over for a second, as it crosses."""
    operations: int


def size(hosts: int, seconds: float) -> SizeResult:
    """Measures it, in a process of its own: memory is that of this many hosts alone."""
    words = ["--one", str(hosts), "--seconds", f"{seconds:g}"]
    text, _, _ = time_command([sys.executable, "-m", "benches.hosts", *words])
    return SizeResult(**json.loads(text.splitlines()[-1]))


def one(hosts: int, seconds: float) -> SizeResult:
    """A Run over so many replayed hosts, coordinated by this process."""
    from plimsoll import campaign, live
    from plimsoll.collect import Collectors, Source
    from plimsoll.features.hosts.hosts_file import Host, HostsFile
    from plimsoll.features.hosts.opening import Hosts
    from plimsoll.live.pulse_writer import beating
    from plimsoll.store import Store

    names = [f"host{number + 1}" for number in range(hosts)]
    context = multiprocessing.get_context("spawn")
    pipes = [context.Pipe() for _ in names]
    apart = context.Process(
        target=replay, args=([theirs for _, theirs in pipes], hosts, seconds), daemon=True
    )
    apart.start()
    fleet = PipeFleet(tuple(names), [ours for ours, _ in pipes])
    # Answered once everything is recorded.
    fleet.ask_one(0, "clock_ns")
    together = Hosts(HostsFile(host=[Host(name=name) for name in names]), fleet)
    state = live.State("run")
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        os.environ["XDG_RUNTIME_DIR"] = folder
        store = stack.enter_context(Store.open(Path(folder, "s.db")))
        stack.enter_context(beating(state, lambda _: None))
        session = stack.enter_context(together.open(NULL, watcher=state))
        told = stack.enter_context(
            Collectors([Source.of_host(name) for name in names], tell=lambda _: None)
        )
        together.telemetry.keep(told.remote())
        session.keeper = campaign.begin(
            store, "run", NULL, objective=None, strategy="run", seed=1, asked={}, collectors=told,
            watcher=state,
        )  # fmt: skip
        watching = _Watching(fleet, seconds)
        watching.start()
        record = session.run(cast("Any", _request(hosts, seconds)), role="run")
        watching.join()
        assert len(record["hosts"]) == hosts, "every host has ended"
    return SizeResult(
        hosts,
        watching.core,
        watching.first_s,
        watching.mib_early,
        _peak_mib(),
        fleet.received / hosts / seconds,
        record["all"]["count"],
    )


class _Watching(threading.Thread):
    """Looks at this process from the start of the Run to the planned end of Measure."""

    def __init__(self, fleet: PipeFleet, seconds: float) -> None:
        super().__init__(daemon=True)
        self._fleet, self._seconds = fleet, seconds
        self.core = self.first_s = self.mib_early = 0.0

    def run(self) -> None:
        from plimsoll.live import pulse

        while self._fleet.start_ns is None:
            time.sleep(0.01)
        begun_s = self._fleet.start_ns / 1e9
        _until(begun_s)
        while not any(one.intervals for one in pulse.read() if one.pid == os.getpid()):
            time.sleep(0.02)
        self.first_s = time.monotonic() - begun_s
        # What comes once, modules and the first interval, is not what an hour costs.
        at_s, before = time.monotonic(), _processor_seconds()
        _until(begun_s + self._seconds / 3)
        self.mib_early = _peak_mib()
        _until(begun_s + self._seconds)
        self.core = (_processor_seconds() - before) / (time.monotonic() - at_s)


def _until(at_s: float) -> None:
    time.sleep(max(0.0, at_s - time.monotonic()))


def _processor_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def _peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class PipeFleet:
    """Hosts in another process, a pipe to each (`cluster.fleet.Fleet`)."""

    def __init__(self, names: tuple[str, ...], pipes: Sequence[Connection]) -> None:
        self.names = names
        self._pipes = pipes
        self._lock = threading.Lock()
        self.start_ns: int | None = None
        """Of the Run, once it is known."""
        self.received = 0

    def ask_one(self, host: int, method: str, *arguments: object) -> object:
        """See Fleet."""
        every = [arguments if each == host else None for each in range(len(self.names))]
        return self.ask_all(method, every)[host]

    def ask_all(self, method: str, arguments: Sequence[tuple[object, ...] | None]) -> list[object]:
        """See Fleet."""
        if method == "start":
            first = next(one for one in arguments if one is not None)
            self.start_ns = json.loads(str(first[0]))["segment"]["start_ns"]
        with self._lock:
            for pipe, given in zip(self._pipes, arguments, strict=True):
                if given is not None:
                    pipe.send((method, given))
            answers: list[object] = []
            for pipe, given in zip(self._pipes, arguments, strict=True):
                if given is None:
                    answers.append(None)
                    continue
                data = pipe.recv_bytes()
                if method == "hand_over":
                    self.received += len(data)
                answers.append(pickle.loads(data))  # of our own process
            return answers

    def tell_all(self, method: str, hosts: Sequence[int]) -> None:
        """See Fleet."""
        self.ask_all(method, [() if host in hosts else None for host in range(len(self.names))])

    def attend(self, count: int) -> list[str]:  # noqa: ARG002  # a protocol's
        """See Fleet."""
        return []

    def close(self) -> None:
        """See Fleet."""


class ReplayedHost:
    """A host that hands over what was recorded, when its time has come; for the rest `real`."""

    def __init__(self, real: Generator, info: object, recorded: Recorded) -> None:
        self._real, self._info, self._recorded = real, info, recorded
        self._start_ns, self._given = 0, 0

    def answer(self, method: str, arguments: tuple[Any, ...]) -> object:
        """What a generator would answer."""
        if method == "hand_over":
            return self._hand_over()
        if method == "start":
            self._start_ns = json.loads(arguments[0])["segment"]["start_ns"]
        if method == "open":
            return self._info
        if method in ("resolved", "memory_bytes", "clock_ns"):
            return getattr(self._real, method)(*arguments)
        return None

    def _hand_over(self) -> Handover:
        """What has been sealed since the last time, as it was when it was recorded."""
        elapsed = (time.monotonic_ns() - self._start_ns) / 1e9
        ready = [one for at_s, one in self._recorded[self._given :] if at_s <= elapsed]
        self._given += len(ready)
        over = self._given == len(self._recorded)
        parts = [part for one in ready for part in one.parts]
        loads = [load for one in ready for load in one.loads]
        return Handover(parts, over, self._recorded[-1][1].left if over else None, None, loads, [])


def record_host(real: Generator, hosts: int, seconds: float) -> Recorded:
    """What a real generator hands over as the first of so many hosts."""
    from plimsoll.features.hosts.generator import segment

    asked = _request(hosts, seconds) | {"workers": hosts, "max_outstanding": 32 * hosts}
    start_ns = time.monotonic_ns() + 300_000_000
    if (error := real.start(segment(json.dumps(asked), 0, 1, start_ns))) is not None:
        raise error
    found = []
    while True:
        time.sleep(0.05)
        handed = real.hand_over()
        if handed.parts or handed.loads or handed.over:
            found.append(((time.monotonic_ns() - start_ns) / 1e9, handed))
        if handed.over:
            if handed.failed is not None:
                raise handed.failed
            return found


def replay(pipes: Sequence[Connection], hosts: int, seconds: float) -> None:
    """The process of the hosts: answers until the coordinator's has ended."""
    real = Generator()
    info = real.open(NULL)
    every = record_host(real, hosts, seconds)
    there = {pipe: ReplayedHost(real, info, every) for pipe in pipes}
    while True:
        for pipe in cast("list[Connection]", wait(list(there))):
            try:
                pipe.send(there[pipe].answer(*pipe.recv()))
            except (EOFError, BrokenPipeError):
                return


def _request(hosts: int, seconds: float) -> dict[str, Any]:
    return {
        "rate": RATE_EACH * hosts,
        "measure_for": f"{seconds}s",
        "warmup_for": "0s",
        "seed": 7,
    }


# One host through Ray.


@dataclass(frozen=True)
class Pair:
    """The same Run through Ray and without: rates and response times of both."""

    rate: float
    p50: float
    p99: float
    """Each through Ray over without."""


def through_ray(rounds: int, seconds: float, folder: Path) -> list[str]:
    """The rows. Raises NotHereError where there is no Ray, or no network namespaces."""
    from tests.features.hosts import namespaces

    from plimsoll.features.hosts.fleet import DIRECT_HOSTS

    if why := namespaces.why_not():
        raise NotHereError(why)
    with namespaces.hosts(1) as made, targets.file(folder) as file:
        rows = [
            _row(name, [_pair(made, target, depth, number, seconds) for number in range(rounds)])
            for name, target, depth in (
                ("null, QD 32", "null:", 32),
                ("file, QD 1", file, 1),
                ("file, QD 32", file, 32),
            )
        ]
        words = [sys.executable, "-m", "benches.hosts", "--calls", made.address]
        text, _, _ = time_command(made.coordinator.within("env", *_with_token(made), *words))
    calls = json.loads(text.splitlines()[-1])
    return [
        "| one host through Ray, beside the same Run without | rate | p50 | p99 |",
        "|---|---:|---:|---:|",
        *rows,
        "",
        (
            f"From {DIRECT_HOSTS + 1} hosts on, each is asked once an interval, most of them by"
            " another host"
            f" that hands over the parts of several. A host's second ({calls['bytes']:,.0f}"
            f" bytes) costs the coordinator {calls['carried_s'] * 1e6:,.0f} µs of processor time"
            f" on its way through Ray; {calls['alone_s'] * 1e6:,.0f} µs where it asks each host"
            f" itself (medians of {calls['rounds']} rounds by turns over {TOGETHER} hosts, the"
            " head's raylet included). A hundred hosts therefore take"
            f" {units.percent(calls['carried_s'] * 100, 1)} of a core at intervals of 1 s, besides"
            " the above."
        ),
    ]


def _with_token(made: Any) -> list[str]:
    return ["RAY_AUTH_MODE=token", f"RAY_AUTH_TOKEN={made.coordinator.token}"]


def _pair(made: Any, target: str, depth: int, number: int, seconds: float) -> Pair:
    """Both, one after the other; who begins changes."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "hosts.toml")
        host = made.generators[0]
        file.write_text(
            f'ray = "{made.address}"\n[[host]]\nname = "{host.name}"\naddress = "{host.address}"\n'
        )
        common = [
            *PLIMSOLL, "run", "--target", target, "--queue-depth", str(depth), "--read", "100",
            "--warmup-for", "500ms", "--measure-for", f"{seconds}s", "--seed",
            str(secrets.randbits(40)), "--no-store", "--json",
        ]  # fmt: skip
        ways = {"ray": [*common, "--hosts", str(file)], "alone": common}
        order = ["ray", "alone"] if number % 2 else ["alone", "ray"]
        records = {}
        for way in order:
            print(f"{target}, QD {depth}: round {number + 1}, {way}", file=sys.stderr)
            text, _, _ = time_command(
                made.coordinator.within("env", *_with_token(made), *ways[way]), accept=(0, 2)
            )
            records[way] = json.loads(text)

    def ratio(*path: str) -> float:
        values = []
        for way in ("ray", "alone"):
            value = records[way]
            for key in path:
                value = value[key]
            values.append(float(value))
        return values[0] / values[1]

    return Pair(
        ratio("achieved_rate_per_s"),
        ratio("all", "response_time_ns", "p50"),
        ratio("all", "response_time_ns", "p99"),
    )


def _row(name: str, pairs: Sequence[Pair]) -> str:
    def range_text(of: str) -> str:
        values = [getattr(pair, of) for pair in pairs]
        return f"{statistics.median(values):.3f} ({min(values):.3f} to {max(values):.3f})"

    return f"| {name} | {range_text('rate')} | {range_text('p50')} | {range_text('p99')} |"


class Sealing(Generator):
    """A generator that has sealed another second, the same, whenever it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self._second = Handover([], False, None, None)

    def give(self, second: Handover) -> None:
        """Hands over this from now on."""
        self._second = second

    def _take_handover(self) -> Handover:
        return self._second


class SealingActor(ray_fleet._Actor):
    """The same as Ray runs it."""

    def __init__(self, lease_s: float) -> None:
        super().__init__(lease_s)
        self.generator = Sealing()


def calls(address: str, rounds: int = 12, each: int = 15) -> dict[str, float]:
    """Processor time that a host's second takes through Ray in this process and in the raylet of
    its node: of hosts that are asked by others and of hosts that are asked by this one, in turns.
    As many as this machine has room for."""
    second = next(one for _, one in record_host(_open_generator(), TOGETHER, 3.0) if one.parts)
    ray_fleet._Actor = SealingActor  # type: ignore[misc]
    # All on one machine.
    ray_fleet.START_S = 300.0
    cluster = ray_fleet.Cluster(address)
    node = [one for one in cluster.nodes() if one.alive][-1]
    fleet = cluster.fleet([(node.name, node.address)] * TOGETHER)
    fleet.ask_all("give", [(second,)] * TOGETHER)
    every: list[tuple[object, ...] | None] = [()] * TOGETHER
    raylet = _raylet()
    spent: dict[str, list[float]] = {"carried_s": [], "alone_s": []}
    few = {"carried_s": ray_fleet.DIRECT_HOSTS, "alone_s": TOGETHER}
    for number in range(rounds + 2):
        for way, found in spent.items():
            ray_fleet.DIRECT_HOSTS = few[way]
            before = _processor_seconds() + _spent_by(raylet)
            for _ in range(each):
                answers = fleet.ask_all("hand_over", every)
                assert all(isinstance(answer, Handover) for answer in answers), answers
            # What is done once, modules and who carries whom, is not what an hour costs.
            if number >= 2:
                found.append((_processor_seconds() + _spent_by(raylet) - before) / each / TOGETHER)
    fleet.close()
    cluster.leave()
    return {
        **{way: statistics.median(found) for way, found in spent.items()},
        "rounds": rounds,
        "bytes": sum(map(len, second.parts)),
    }


def _open_generator() -> Generator:
    real = Generator()
    real.open(NULL)
    return real


def _raylet() -> list[Path]:
    """Of the node of this process: in its network."""
    own = Path("/proc/self/ns/net").readlink()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            name = (process / "comm").read_text().strip()
            if name == "raylet" and (process / "ns/net").readlink() == own:
                found.append(process)
    return found


def _spent_by(processes: Sequence[Path]) -> float:
    """Processor time of other processes, in seconds (proc(5), schedstat in ns)."""
    total = 0
    for task in (task for process in processes for task in process.glob("task/*/schedstat")):
        with contextlib.suppress(OSError):
            total += int(task.read_text().split()[0])
    return total / 1e9


# The page.


def size_table(counts: Sequence[int], seconds: float) -> list[str]:
    """The table of sizes."""
    found = []
    for count in counts:
        print(f"{count} hosts: {seconds:g} s", file=sys.stderr)
        found.append(size(count, seconds))
    return [
        (
            f"Hosts in another process, {RATE_EACH:,.0f} IOPS each, intervals of 1 s,"
            f" {seconds:g} s: the coordinator reads, merges and judges their parts, keeps"
            " intervals, records and each host's own counters in a store, and writes the pulse."
            f" The marks: {units.percent(MOST_CORE_OF_100)} of a core for 100 hosts,"
            f" {MOST_FIRST_S:g} s to"
            " the first interval on the live page, which asks once a second."
        ),
        "",
        (
            "| hosts | IOPS of all | of a core | for 100 hosts | first interval in the pulse | MiB"
            " at most, a third into it | MiB at most, at the end | bytes of a host's second |"
        ),
        "|---:|---:|---:|---:|---:|---:|---:|---:|",
        *(
            f"| {one.hosts} | {one.operations / seconds:,.0f} | {units.percent(one.core, 1)} |"
            f" {units.percent(one.core * 100 / one.hosts, 1)} | {one.first_s:.1f} s |"
            f" {one.mib_early:,.0f} |"
            f" {one.mib:,.0f} | {one.part_bytes:,.0f} |"
            for one in found
        ),
    ]


def page(rounds: int, seconds: float, folder: Path) -> list[str]:
    """The section of the page."""
    lines = [TITLE, "", *size_table(COUNTS, max(seconds, 30.0)), ""]
    try:
        lines += [*through_ray(rounds, max(seconds, 2.0), folder), ""]
    except NotHereError as why:
        lines += [f"Left out: one host through Ray: {why}.", ""]
    return lines


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hosts", type=int, action="append", help="default 50, 100 and 200")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--rounds", type=int, default=7, help="of pairs, with --ray")
    parser.add_argument("--dir", type=Path, default=Path(), help="of the file, with --ray")
    parser.add_argument("--ray", action="store_true", help="one host through Ray instead")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--calls", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one is not None:
        print(json.dumps(asdict(one(asked.one, asked.seconds))))
    elif asked.calls is not None:
        print(json.dumps(calls(asked.calls)))
    elif asked.ray:
        print("\n".join(through_ray(asked.rounds, min(asked.seconds, 5.0), asked.dir)))
    else:
        print("\n".join(size_table(asked.hosts or COUNTS, asked.seconds)))


if __name__ == "__main__":
    main()
