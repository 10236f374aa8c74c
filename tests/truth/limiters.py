"""Loads of which we know who limits them, and what `judge.limiter` says of each. `python -m
tests.truth.limiters` prints the table.

A case is data: a stack (an example, or a few lines), a load, and the label with its reason. They
are numbered in the order of the list; the rule was found on those with an even number, those with
an odd one were looked at when it stood (decision 0014-who-limited). Where two labels are given, the
case lies on the border of both, and the reason says so.
"""

import argparse
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from plimsoll.judge.limiter.rules import Finding
from tests.truth import limiters_real
from tests.truth.places import STACKS

CLIENT = ("client_cpu", "client_outstanding")
RIGHT = 0.95
"""Share of answers that must be right, over cases and seeds."""


@dataclass(frozen=True)
class Case:
    """A load on a stack; `stack` is the name of an example or TOML; keys of `workload` and `load`
    are those of requests."""

    name: str
    stack: str
    truth: tuple[str, ...]
    why: str
    load: dict[str, Any] = field(default_factory=dict)
    workload: dict[str, Any] = field(default_factory=dict)


def on(elements: str, path: str = "d", *, size: str = "64g", cpu: str = "", out: int = 0) -> str:
    """A stack of one volume; `cpu` is the client's processor time an operation, `out` its cap on
    outstanding I/O."""
    names = ", ".join(f'"{name}"' for name in path.split())
    client = f'[client]\ncpu_per_io = "{cpu}"\n' if cpu else ""
    client = f"[client]\nmax_outstanding = {out}\n" if out else client
    return f'{elements}\n{client}\n[volume.v]\nsize = "{size}"\npath = [{names}]\n'


def flash(
    servers: int = 32,
    service: str = '{ distribution = "gamma", mean = "150us", cv = 0.3 }',
    more: str = "",
) -> str:
    """A device."""
    return f"[device.d]\nservers = {servers}\nservice = {service}\n{more}\n"


def drive(profile: str, name: str = "d") -> str:
    """A device that is known by its profile."""
    return f'[device.{name}]\nprofile = "{profile}"\n'


def before(element: str, keys: str, device: str = "", **client: Any) -> str:
    """An element of these keys (`a = 1; b = 2`) before a device."""
    lines = "\n".join(keys.split("; "))
    return on(f"[{element}.e]\n{lines}\n{device or flash()}", "e d", **client)


def join_drives(element: str, keys: str, profile: str, members: str = "abcd") -> str:
    """Drives of one profile under an element."""
    names = ", ".join(f'"{one}"' for one in members)
    drives = "".join(drive(profile, one) for one in members)
    return on(f"[{element}.e]\n{keys}\nmembers = [{names}]\n{drives}", "e")


EXPONENTIAL = '{{ distribution = "exponential", mean = "{}" }}'
LOGNORMAL = '{{ distribution = "lognormal", mean = "{}", cv = {} }}'
GAMMA = '{{ distribution = "gamma", mean = "{}", cv = {} }}'
BIMODAL = '{ distribution = "bimodal", fast = "100us", slow = "5ms", slow_share = 0.02 }'
READ, WRITE = {"read": 100.0}, {"read": 0.0}
TARGET, POLICY, OUTSTANDING, CPU = (
    ("target",),
    ("policy_cap",),
    ("client_outstanding",),
    ("client_cpu",),
)
SCHEDULE, CACHE = ("schedule",), ("cache",)


def deep(depth: int, workers: int = 1) -> dict[str, Any]:
    return {"queue_depth": depth, "workers": workers}


def open_load(rate: float, **more: Any) -> dict[str, Any]:
    return {"rate": rate, **more}


CASES = (
    # Full servers.
    Case("M/M/1, 32 deep", "mm1", TARGET, "one server, full", deep(32)),
    Case("M/D/64, 128 deep", "mdk", TARGET, "64 servers of constant service, full", deep(128)),
    Case(
        "neighbours on one server", "noisy", TARGET, "one server, full with others' work", deep(32)
    ),
    Case("M/M/8", on(flash(8, EXPONENTIAL.format("500us"))), TARGET, "8 servers, full", deep(64)),
    Case("32 flash channels", on(flash()), TARGET, "32 servers, full", deep(128)),
    Case("NVMe drive", on(drive("nvme")), TARGET, "all its channels full", deep(256)),
    Case("SATA SSD", on(drive("ssd")), TARGET, "all its channels full", deep(128), {"read": 70.0}),
    Case("disk, random", on(drive("hdd-7200")), TARGET, "one arm", deep(16)),
    Case("15k disk, 70 % reads", on(drive("hdd-15k")), TARGET, "one arm", deep(32), {"read": 70.0}),
    Case(
        "disk, one at a time",
        on(drive("hdd-7200")),
        TARGET,
        "one arm is full with one operation",
        deep(1),
    ),
    Case(
        "disk, sequential 64k",
        on(drive("hdd-7200")),
        TARGET,
        "the platter's rate",
        deep(8),
        {"pattern": "sequential", "block_size": "64k"},
    ),
    Case(
        "lognormal service",
        on(flash(16, LOGNORMAL.format("300us", 1.5))),
        TARGET,
        "16 servers, full",
        deep(64),
    ),
    Case("bimodal service", on(flash(4, BIMODAL)), TARGET, "4 servers, full", deep(32)),
    Case(
        "a bus inside the device",
        on(flash(64, more='max_bytes_per_s = "500m"')),
        TARGET,
        "one bus, full",
        deep(64),
        {"block_size": "64k"},
    ),
    Case(
        "a 10 Gbit link",
        before("link", 'profile = "10gbe"; delay = "20us"', flash(256)),
        TARGET,
        "one wire, full",
        deep(128),
        {"block_size": "64k"},
    ),
    Case(
        "a LUN queue of 32",
        before("queue", "depth = 32", flash(256)),
        TARGET,
        "a queue of the chain beneath the host: the target's side",
        deep(128),
    ),
    Case(
        "a queue before constant flash",
        before("queue", "depth = 16", flash(64, '"1ms"')),
        TARGET,
        "as before, with constant service",
        deep(64),
    ),
    Case("S2, tuned", "s2-fc-array", TARGET, "each VM's world in the host is full"),
    Case("S1, storage A", "s1-storage-a", TARGET, "32 queues of one server each, full"),
    Case("S4, vSAN", "s4-vsan", TARGET, "the owner host's work on an I/O"),
    Case(
        "RAID 5 of disks, writes",
        join_drives("raid", 'level = "5"', "hdd-7200"),
        TARGET,
        "four arms",
        deep(32),
        WRITE,
    ),
    Case(
        "a full write buffer",
        on(
            '[cache.c]\nsize = "64m"\nhit = "50us"\nread_share = 0\ndestage = { idle = "0s", start'
            ' = 0.01 }\n[device.d]\nprofile = "hdd-7200"\n',
            "c d",
            size="8g",
        ),
        TARGET,
        "the disk behind the buffer",
        deep(32),
        WRITE | {"block_size": "64k"},
    ),
    Case("one server, constant", on(flash(1, '"200us"')), TARGET, "one server, full", deep(32)),
    Case("16 servers, constant", on(flash(16, '"1ms"')), TARGET, "16 servers, full", deep(32)),
    Case(
        "S2, old cards",
        "s2-old-hba",
        TARGET,
        "one card at a time, constant: what tells it from a cap is not measured",
    ),
    Case(
        "service that hardly varies",
        on(flash(8, GAMMA.format("400us", 0.2))),
        TARGET,
        "8 servers, full",
        deep(32),
    ),
    # Caps.
    Case("IOPS cap, 256 deep", "iops-cap", POLICY, "3000/s before 320,000/s", deep(256)),
    Case("IOPS cap, 8 deep", "iops-cap", POLICY, "3000/s before 320,000/s", deep(8)),
    Case(
        "IOPS cap, one at a time", "iops-cap", POLICY, "100 µs of work would give 10,000/s", deep(1)
    ),
    Case("bytes cap, 4k", "bytes-cap", POLICY, "24,000/s before 320,000/s", deep(32)),
    Case(
        "bytes cap, 1m",
        "bytes-cap",
        POLICY,
        "93.75/s before 320,000/s",
        deep(16),
        {"block_size": "1m"},
    ),
    Case("S0, policy, 4k", "s0-policy", POLICY, "3000/s", deep(32, 8)),
    Case(
        "S0, policy, 128k",
        "s0-policy",
        POLICY,
        "the limit called controller: 250 MiB/s",
        deep(32, 8),
        {"block_size": "128k"},
    ),
    Case("S0, mClock, 64k", "s0-esxi-mclock", POLICY, "1500/s", deep(32, 8), {"block_size": "64k"}),
    Case("S0, vSAN, 4k", "s0-vsan", POLICY, "3000 a second, handed out by the second", deep(32, 8)),
    Case(
        "S0, before, 4k", "s0-before", POLICY, "the limit called controller: 250 MiB/s", deep(32, 8)
    ),
    Case("gp2, in its burst", "cloud-gp2", POLICY, "3000/s and 3072/s"),
    Case("gp3", "cloud-gp3", POLICY, "3000/s and 50,000/s"),
    Case("io2", "cloud-io2", POLICY, "provisioned rates"),
    Case("IBM VPC", "cloud-ibm-vpc", POLICY, "3, 5 and 10 IOPS per GB"),
    Case("Azure premium", "cloud-azure-premium", POLICY, "bursts of 3500/s"),
    Case("persistent disks", "cloud-pd", POLICY, "rates per GiB"),
    Case(
        "QEMU throttle",
        before("limit", 'ops_per_s = 5000; profile = "qemu"'),
        POLICY,
        "5000/s before 213,000/s",
        deep(32),
    ),
    Case(
        "a cap that saves up",
        before("limit", 'ops_per_s = 8000; burst = "250ms"'),
        POLICY,
        "8000/s before 213,000/s",
        deep(32),
    ),
    Case(
        "mClock shares with a limit",
        before("shares", "depth = 256; limit = 4000"),
        POLICY,
        "4000/s before 213,000/s",
        deep(32),
        READ,
    ),
    Case(
        "windows of 100 ms",
        before("limit", 'ops_per_s = 6000; refill = "window"; period = "100ms"'),
        POLICY,
        "600 each 100 ms",
        deep(64),
    ),
    Case(
        "a cap close to the device's own most",
        before("limit", "ops_per_s = 180000", flash(more='bytes_per_s = "1g"')),
        POLICY,
        "180,000/s before 208,000/s",
        deep(128),
    ),
    Case(
        "a cap on a disk",
        before("limit", "ops_per_s = 40", drive("hdd-7200")),
        POLICY,
        "40/s before some 80/s",
        deep(8),
    ),
    Case(
        "writes capped",
        before("limit", 'ops_per_s = 2000; applies_to = "write"'),
        POLICY,
        "2000/s",
        deep(32),
        WRITE,
    ),
    Case(
        "a cap with units of 16k",
        before(
            "limit",
            'ops_per_s = 9000; cost = "linear"; unit = "16k"',
            flash(more='bytes_per_s = "500m"'),
        ),
        POLICY,
        "2250/s of 64k",
        deep(64),
        {"block_size": "64k"},
    ),
    # S3 by processes.
    Case("S3, 1 process", "s3-tier1-2000gb", OUTSTANDING, "one outstanding: 5,356/s", deep(1, 1)),
    Case("S3, 2 processes", "s3-tier1-2000gb", OUTSTANDING, "two outstanding", deep(1, 2)),
    Case(
        "S3, 4 processes",
        "s3-tier1-2000gb",
        ("client_outstanding", "policy_cap"),
        "20,030/s offered to a tier of 20,000/s: both",
        deep(1, 4),
    ),
    Case("S3, 8 processes", "s3-tier1-2000gb", POLICY, "the tier: 20,000/s", deep(1, 8)),
    Case("S3, 100 GB, 4 processes", "s3-tier1-100gb", POLICY, "the tier: 1000/s", deep(1, 4)),
    Case("S3, 100 GB, 1 process", "s3-tier1-100gb", POLICY, "the tier: 1000/s", deep(1, 1)),
    Case(
        "S3, tier 3, 1 process",
        "s3-tier3",
        OUTSTANDING,
        "5,356/s of 6000/s: two get 6000/s",
        deep(1, 1),
    ),
    Case("S3, tier 3, 4 processes", "s3-tier3", POLICY, "the tier: 6000/s", deep(1, 4)),
    Case("S3, page cache", "s3-page-cache", CACHE, "the client's memory", deep(1, 4)),
    # Too little outstanding.
    Case(
        "NVMe drive, one at a time", on(drive("nvme")), OUTSTANDING, "one of many channels", deep(1)
    ),
    Case(
        "M/M/8, 2 deep",
        on(flash(8, EXPONENTIAL.format("500us"))),
        OUTSTANDING,
        "2 of 8 servers",
        deep(2),
    ),
    Case(
        "S2, 1 deep",
        "s2-fc-array",
        OUTSTANDING,
        "24 outstanding of what 720 fill",
        {"queue_depth": 1},
    ),
    Case(
        "slow storage under a cap, 8 deep",
        before("limit", "ops_per_s = 3000", flash(64, GAMMA.format("20ms", 0.3))),
        OUTSTANDING,
        "8 / 20 ms = 400/s of 3000/s",
        deep(8),
    ),
    Case(
        "32 constant servers, 8 deep",
        on(flash(32, '"500us"')),
        OUTSTANDING,
        "8 of 32 servers",
        deep(8),
    ),
    Case(
        "a client's cap, closed",
        on(flash(64), out=8),
        OUTSTANDING,
        "the client lets 8 out, whatever is asked",
        deep(32),
    ),
    Case(
        "an in-flight cap, open",
        on(flash(64)),
        OUTSTANDING,
        "4 / 150 µs = 26,700/s of 40,000/s",
        open_load(40_000, max_outstanding=4),
    ),
    Case(
        "a client's cap, open",
        on(flash(64), out=4),
        OUTSTANDING,
        "4 / 150 µs = 26,700/s of 40,000/s",
        open_load(40_000),
    ),
    # Too little processor.
    Case(
        "beyond the client",
        "beyond-client",
        CPU,
        "10 µs of processor an operation: 100,000/s",
        deep(32),
    ),
    Case("beyond the client, 2 workers", "beyond-client", CPU, "200,000/s", deep(64, 2)),
    Case(
        "beyond the client, open",
        "beyond-client",
        CPU,
        "150,000/s offered by a worker of 100,000/s",
        open_load(150_000),
    ),
    Case(
        "a slow client on NVMe", on(drive("nvme"), cpu="50us"), CPU, "20,000/s a worker", deep(64)
    ),
    Case(
        "a slow client under a higher cap",
        before("limit", "ops_per_s = 60000", flash(64), cpu="40us"),
        CPU,
        "25,000/s a worker, the cap is 60,000/s",
        deep(32),
    ),
    Case(
        "a busy client under a lower cap",
        before("limit", "ops_per_s = 20000", flash(64), cpu="40us"),
        POLICY,
        "20,000/s; a worker could do 25,000/s",
        deep(32),
    ),
    # The schedule.
    Case("M/M/1, 40 %", "mm1", SCHEDULE, "carried", open_load(2000)),
    Case(
        "IOPS cap, just below",
        "iops-cap",
        SCHEDULE,
        "carried",
        open_load(2900, arrivals="constant"),
    ),
    Case("M/D/64, 80 %", "mdk", SCHEDULE, "carried", open_load(51_000)),
    Case("a disk, lightly", on(drive("hdd-7200")), SCHEDULE, "carried", open_load(20)),
    Case("gp3, below its rates", "cloud-gp3", SCHEDULE, "carried", open_load(2000)),
    Case(
        "a closed load with a cap of its own",
        "mm1",
        SCHEDULE,
        "the load asks for no more than 1000/s",
        deep(32) | {"cap_rate": 1000.0},
    ),
    Case(
        "IOPS cap, exactly",
        "iops-cap",
        SCHEDULE,
        "carried, to the last operation",
        open_load(3000, arrivals="constant"),
    ),
    # More than is carried.
    Case("IOPS cap, above", "iops-cap", POLICY, "4000/s of 3000/s", open_load(4000)),
    Case("M/M/1, above", "mm1", TARGET, "6000/s of 5000/s", open_load(6000)),
    Case("M/D/64, above", "mdk", TARGET, "70,000/s of 64,000/s", open_load(70_000)),
    Case("S3, above", "s3-tier1-2000gb", POLICY, "25,000/s of 20,000/s", open_load(25_000)),
    Case(
        "bytes cap, above",
        "bytes-cap",
        POLICY,
        "7000/s of 6000/s",
        open_load(7000),
        {"block_size": "16k"},
    ),
    Case(
        "32 flash channels, above",
        on(flash()),
        TARGET,
        "300,000/s of 213,000/s",
        open_load(300_000),
    ),
)
AFTERWARDS = (
    Case(
        "a cap of 20,000 with half a second saved up",
        before("limit", 'ops_per_s = 20000; burst = "500ms"', drive("nvme")),
        POLICY,
        "20,000/s before an NVMe drive",
        deep(64),
    ),
    Case(
        "QEMU, with a max",
        before("limit", 'ops_per_s = 2000; max_ops_per_s = 10000; profile = "qemu"'),
        POLICY,
        "2000/s",
        deep(32),
    ),
    Case(
        "credits that run out",
        before("tier", "base = 2000; credits = 20000; burst_ops_per_s = 8000"),
        POLICY,
        "8000/s, then 2000/s",
        deep(32),
    ),
    Case(
        "windows of 50 ms",
        before("limit", 'ops_per_s = 12000; refill = "window"; period = "50ms"'),
        POLICY,
        "600 each 50 ms",
        deep(64),
    ),
    Case(
        "a stripe of disks",
        join_drives("stripe", 'unit = "64k"', "hdd-7200"),
        TARGET,
        "four arms",
        deep(128),
    ),
    Case(
        "a mirror of SSDs, writes",
        join_drives("mirror", "", "ssd", "ab"),
        TARGET,
        "both copies' channels",
        deep(128),
        WRITE,
    ),
    Case(
        "two servers, cv 0.5", on(flash(2, GAMMA.format("1ms", 0.5))), TARGET, "both full", deep(16)
    ),
    Case(
        "a 1 Gbit link, 128k",
        before("link", 'profile = "1gbe"; delay = "50us"', flash(64)),
        TARGET,
        "one wire, full",
        deep(16),
        {"block_size": "128k"},
    ),
    Case(
        "flash past its write cliff",
        on(
            flash(
                8,
                GAMMA.format("100us", 0.3),
                'write_cliff = { after = "64m", slower = 5, recover = "1m" }',
            ),
            "d",
        ),
        TARGET,
        "8 channels that erase",
        deep(64),
        WRITE,
    ),
    Case(
        "a fast client before slow flash",
        on(flash(8, GAMMA.format("500us", 0.3)), cpu="10us"),
        TARGET,
        "16,000/s; a worker could do 100,000/s",
        deep(64),
    ),
    Case("a slow client, 4 workers", on(flash(64), cpu="100us"), CPU, "40,000/s", deep(16, 4)),
    Case(
        "a slow client before a cap, open",
        before("limit", "ops_per_s = 50000", flash(64), cpu="100us"),
        CPU,
        "15,000/s offered by a worker of 10,000/s",
        open_load(15_000),
    ),
    Case(
        "a link's distance, 4 deep",
        before("link", 'profile = "10gbe"; delay = "500us"', flash(64)),
        OUTSTANDING,
        "4 / 1.2 ms",
        deep(4),
    ),
    Case(
        "a stripe of disks, one at a time",
        join_drives("stripe", 'unit = "64k"', "hdd-7200"),
        OUTSTANDING,
        "one of four arms",
        deep(1),
    ),
    Case("a disk at 60 %", on(drive("hdd-7200")), SCHEDULE, "carried", open_load(45)),
    Case("a cap with Poisson arrivals at 90 %", "iops-cap", SCHEDULE, "carried", open_load(2700)),
    Case("a disk, above", on(drive("hdd-7200")), TARGET, "300/s of some 80/s", open_load(300)),
    Case("gp3, above", "cloud-gp3", POLICY, "80,000/s in all of 53,000/s", open_load(80_000)),
    Case(
        "a cap of bytes on a wire, 64k",
        on('[limit.b]\nbytes_per_s = "200m"\n[link.l]\nprofile = "10gbe"\n' + flash(64), "b l d"),
        POLICY,
        "3200/s",
        deep(32),
        {"block_size": "64k"},
    ),
    Case(
        "shares beside another VM",
        before("shares", "ops_per_s = 9000"),
        ("target", "policy_cap"),
        "a capacity that mClock was told: a cap by another name",
        deep(32),
    ),
    Case(
        "windows before constant service",
        on(
            '[limit.c]\nops_per_s = 12000\nrefill = "window"\nperiod = "100ms"\n'
            '[device.f]\nservers = 64\nservice = "90us"',
            "c f",
        ),
        POLICY,
        "1,200 in 100 ms; of 64 servers one is busy",
        deep(128, 4),
    ),
    Case(
        "windows that fall across seconds, before constant service",
        on(
            '[limit.c]\nops_per_s = 12000\nrefill = "window"\nperiod = "70ms"\n'
            '[device.f]\nservers = 64\nservice = "500us"',
            "c f",
        ),
        POLICY,
        "840 in 70 ms; of 64 servers six are busy",
        deep(128, 4),
    ),
    Case(
        "short windows before constant service",
        on(
            '[limit.c]\nops_per_s = 3000\nrefill = "window"\nperiod = "10ms"\n'
            '[device.f]\nservers = 64\nservice = "500us"',
            "c f",
        ),
        POLICY,
        "30 in 10 ms; of 64 servers 1.5 are busy",
        deep(32),
    ),
)
"""Written when the rule stood, and run once: what it is worth on cases that nobody had in mind."""
SMOKE = (
    "M/M/1, 32 deep",
    "IOPS cap, 8 deep",
    "S3, 1 process",
    "S3, 2 processes",
    "S3, page cache",
    "beyond the client",
    "IOPS cap, just below",
    "windows before constant service",
    "windows that fall across seconds, before constant service",
    "short windows before constant service",
)


@dataclass(frozen=True)
class Answer:
    """What was said of a case with one seed."""

    finding: Finding
    runs: int


def answer(case: Case, seed: int) -> Answer:
    """Runs the case and the scaling Runs that are asked for, on the virtual clock."""
    from plimsoll.campaign.limiter_runs import who_limits
    from plimsoll.native.session import Session

    with tempfile.TemporaryDirectory() as folder:
        path = STACKS / f"{case.stack}.toml"
        if "\n" in case.stack:
            path = Path(folder) / "stack.toml"
            path.write_text(case.stack)
        request: Any = {"target": f"stack:{path}", "virtual": True, "workload": dict(case.workload)}
        session = Session.open(request)
        closed = {} if "rate" in case.load else {"interval": "1s"}
        probe: Any = {"warmup_for": "1s", "measure_for": "5s", "seed": seed, **closed, **case.load}
        record = session.run(probe, role="run")
        reopen = cast("Any", Session.open)
        finding, runs = who_limits(
            session, request, probe, record, reopen=reopen, on_run=lambda *_: None
        )
    return Answer(finding, len(runs))


def wrong(case: Case, found: Finding) -> str | None:
    """What is wrong with a finding, in words."""
    if found.value in case.truth:
        return None
    blamed = found.value == "target" and any(truth in CLIENT for truth in case.truth)
    return (
        f"{'BLAMED THE TARGET: ' if blamed else ''}{found.value} for {' or '.join(case.truth)}:"
        f" {found.because}"
    )


def numbered_cases() -> list[tuple[str, int, Case]]:
    """Every case with its part and number."""
    first = [(("even", "odd")[number % 2], number, case) for number, case in enumerate(CASES)]
    return first + [
        ("afterwards", len(CASES) + number, case) for number, case in enumerate(AFTERWARDS)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.truth.limiters")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--only", default="")
    parser.add_argument("--part", choices=["even", "odd", "afterwards", "all"], default="all")
    parser.add_argument("--real", action="store_true", help="the cases of this machine as well")
    asked = parser.parse_args()
    print(
        f"{asked.seeds} seeds each, virtual clock; made by `python -m tests.truth.limiters --seeds"
        f" {asked.seeds}`.\n"
    )
    print("| | load | truth | said | right | least confidence | most Runs | why |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    right = total = blamed = 0
    misses = []
    for part, number, case in numbered_cases():
        if asked.only not in case.name or asked.part not in (part, "all"):
            continue
        answers = [answer(case, seed) for seed in range(1, asked.seeds + 1)]
        missed = [words for a in answers if (words := wrong(case, a.finding))]
        said = ", ".join(sorted({a.finding.value for a in answers}))
        sure = min(a.finding.confidence for a in answers)
        runs = max(a.runs for a in answers)
        row = [
            str(number),
            case.name,
            " or ".join(case.truth),
            said,
            f"{len(answers) - len(missed)}/{len(answers)}",
        ]
        print(f"| {' | '.join([*row, f'{sure:.2f}', str(runs), case.why])} |", flush=True)
        right, total = right + len(answers) - len(missed), total + len(answers)
        blamed += sum("BLAMED" in words for words in missed)
        misses += [f"{case.name}: {words}" for words in dict.fromkeys(missed)]
    print(f"\n{right} of {total} right; the target was blamed for the client {blamed} times.")
    print("\n".join(f"- {words}" for words in misses))
    if asked.real:
        print(
            f"\nReal ones, on the machine that made this table:\n\n{limiters_real.HEADER}",
            flush=True,
        )
        wrong_here = limiters_real.table()[1]
        print("\n" + "\n".join(f"- {words}" for words in wrong_here))
        blamed += sum("WRONG SIDE" in words for words in wrong_here)
    return 1 if total and (right < RIGHT * total or blamed) else 0


if __name__ == "__main__":
    sys.exit(main())
