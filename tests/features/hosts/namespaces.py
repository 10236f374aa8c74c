"""Hosts for tests: network namespaces joined by a bridge, each a node of a real Ray cluster.

Needs root, `ip` and Ray. A host is cut off by taking its end of the cable down, and dies with its
processes.
"""

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from tests.words import argv

RAY = Path(sys.executable).with_name("ray")
PORT = 6390
"""Of the head in its own namespace: nobody else is there."""
STARTED_S = 150
_OLD = Path("/sys/fs/cgroup/cpu")
CPU = _OLD if _OLD.is_dir() else _OLD.parent
"""Of version 1 of cgroups where there is one, else of version 2."""


def why_not() -> str | None:
    """Why there can be none here; none when there can."""
    if find_spec("ray") is None:
        return "Ray is not installed"
    if os.geteuid() != 0:
        return "making network namespaces needs root"
    if shutil.which("ip") is None:
        return "iproute2 is not installed"
    name = f"pl{secrets.token_hex(3)}"
    if subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False).returncode:
        return "this kernel or sandbox has no network namespaces"
    subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)
    return None


def has_clocks() -> bool:
    """Whether a host can have a monotonic clock of its own."""
    return _works("unshare", "--time", "--monotonic=1", "true")


def can_slow_cables() -> bool:
    """Whether this kernel can hold a cable to a rate."""
    tbf = "tc qdisc add dev lo root tbf rate 1mbit burst 10kb latency 10ms"
    return _works("unshare", "--net", "sh", "-c", tbf)


def has_quotas() -> bool:
    """Whether a host's share of the processors can be cut."""
    group = CPU / f"plimsoll-{secrets.token_hex(3)}"
    try:
        group.mkdir()
        found = (group / "cpu.cfs_quota_us").exists() or (group / "cpu.max").exists()
        group.rmdir()
    except OSError:
        return False
    return found


def _works(*words: str) -> bool:
    try:
        return subprocess.run(words, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@dataclass
class Host:
    """A namespace with an address on the bridge."""

    name: str
    address: str
    namespace: str
    cable: str
    """The bridge's end of its cable."""
    folder: Path
    token: str
    clock_ahead_s: int = 0
    """Its monotonic clock is ahead of this machine's by so much."""
    started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def environment(self) -> dict[str, str]:
        """For programs there."""
        return {
            **os.environ,
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": self.token,
            "RAY_USAGE_STATS_ENABLED": "0",
            # Beside other work a node takes longer than the 30 s that it has by itself.
            "RAY_raylet_start_wait_time_s": "120",
            # As `hosts up` starts it: no workers that nobody has asked for.
            "RAY_enable_worker_prestart": "0",
            "RAY_prestart_worker_first_driver": "0",
        }

    def within(self, *words: str) -> list[str]:
        """A command as it is run there: with the host's network, and its own /tmp/ray, where nodes
        of Ray on one machine would meet."""
        own = self.folder / self.name
        own.mkdir(exist_ok=True)
        ahead = self.clock_ahead_s
        clock = ["unshare", "--time", f"--monotonic={ahead}", "--fork"] if ahead else []
        return [
            "ip", "netns", "exec", self.namespace, *clock, "unshare", "--mount", "sh", "-c",
            'mount --bind "$0" /tmp/ray && exec "$@"', str(own), *words,
        ]  # fmt: skip

    def ray(self, *words: str) -> None:
        """Starts its node of Ray, which stays in this process's group until `end`."""
        log = (self.folder / f"{self.name}.log").open("wb")
        process = subprocess.Popen(
            self.within(
                str(RAY),
                "start",
                *words,
                *argv(
                    f"--node-ip-address={self.address} --num-cpus=1 "
                    "--object-store-memory=80000000 --disable-usage-stats "
                    "--include-log-monitor=false --block"
                ),
            ),
            env=self.environment,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        log.close()
        self.started.append(process)

    def cut(self) -> None:
        """Pulls its cable."""
        _ip("link", "set", self.cable, "down")

    def join(self) -> None:
        """Plugs it in again."""
        _ip("link", "set", self.cable, "up")

    def processes(self) -> list[int]:
        """What runs there: all whose network is that of the namespace."""
        own = Path("/run/netns", self.namespace)
        try:
            wanted = own.stat().st_ino
        except FileNotFoundError:
            return []
        found = []
        for process in Path("/proc").iterdir():
            if process.name.isdigit():
                with contextlib.suppress(OSError):
                    if (process / "ns" / "net").stat().st_ino == wanted:
                        found.append(int(process.name))
        return found

    @contextlib.contextmanager
    def slow_cable(self, bits_per_s: int) -> Iterator[None]:
        """Its cable carries no more."""
        rate = ["rate", f"{bits_per_s}bit", "burst", "2kb", "latency", "400ms"]
        within = ["ip", "netns", "exec", self.namespace, "tc", "qdisc"]
        subprocess.run(
            [*within, "add", "dev", "eth0", "root", "tbf", *rate], check=True, capture_output=True
        )
        try:
            yield
        finally:
            subprocess.run([*within, "del", "dev", "eth0", "root"], check=True, capture_output=True)

    @contextlib.contextmanager
    def quota(self, cores: float) -> Iterator[None]:
        """Its generators get so much of a processor."""
        group = CPU / f"plimsoll-{self.namespace}"
        group.mkdir()
        try:
            if (group / "cpu.cfs_quota_us").exists():
                (group / "cpu.cfs_quota_us").write_text(str(int(cores * 100_000)))
            else:
                (group / "cpu.max").write_text(f"{int(cores * 100_000)} 100000")
            for process in self.generators():
                (group / "cgroup.procs").write_text(str(process))
            yield
        finally:
            for word in (group / "cgroup.procs").read_text().split():
                with contextlib.suppress(OSError):
                    (group.parent / "cgroup.procs").write_text(word)
            group.rmdir()

    def kill(self) -> None:
        """Its power fails."""
        for _ in range(3):
            for process in self.processes():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)

    def generators(self) -> list[int]:
        """The actors that generate load there."""
        found = []
        for process in self.processes():
            with contextlib.suppress(OSError):
                title = Path(f"/proc/{process}/cmdline").read_bytes()
                if title.startswith(b"ray::_Actor") or b"ray::Generator" in title:
                    found.append(process)
        return found


@dataclass
class Hosts:
    """All of them; the first is the coordinator, which generates nothing."""

    coordinator: Host
    generators: list[Host]

    @property
    def address(self) -> str:
        """Of the cluster's head."""
        return f"{self.coordinator.address}:{PORT}"


@contextlib.contextmanager
def hosts(count: int, clock_ahead_s: int = 0) -> Iterator[Hosts]:
    """So many hosts that generate load, and a coordinator with the head of a Ray cluster. They go
    when this is closed, with all that runs there. The clock of the last host is ahead by
    `clock_ahead_s`."""
    with network_hosts(count) as made:
        made.generators[-1].clock_ahead_s = clock_ahead_s
        head = made.coordinator
        head.ray("--head", f"--port={PORT}", "--include-dashboard=false", "--no-monitor")
        with _awaiting(head, count + 1) as there:
            # Its first word: the head is up.
            there.stdout.readline()
            for host in made.generators:
                host.ray(f"--address={made.address}")
            _check_join(head, there, count + 1)
        yield made


@contextlib.contextmanager
def network_hosts(count: int) -> Iterator[Hosts]:
    """The same without Ray: a network and nothing on it."""
    tag, bits = secrets.token_hex(2), secrets.randbits(8)
    bridge, net = f"plb{tag}", f"10.{200 + bits % 50}.{bits}"
    token = secrets.token_hex(16)
    made: list[Host] = []
    with tempfile.TemporaryDirectory(prefix="plh") as folder:
        try:
            Path("/tmp/ray").mkdir(exist_ok=True)
            _ip("link", "add", bridge, "type", "bridge")
            _ip("link", "set", bridge, "up")
            for number in range(count + 1):
                name = "coordinator" if number == 0 else f"host{number}"
                space, cable = f"pl{tag}n{number}", f"plc{tag}{number}"
                host = Host(name, f"{net}.{number + 1}", space, cable, Path(folder), token)
                made.append(host)
                _ip("netns", "add", space)
                _ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", space)
                _ip("link", "set", cable, "master", bridge, "up")
                _ip("-n", space, "addr", "add", f"{host.address}/24", "dev", "eth0")
                _ip("-n", space, "link", "set", "eth0", "up")
                _ip("-n", space, "link", "set", "lo", "up")
            yield Hosts(made[0], made[1:])
        finally:
            for host in made:
                host.kill()
                for process in host.started:
                    process.wait()
                subprocess.run(
                    ["ip", "netns", "del", host.namespace], capture_output=True, check=False
                )
            subprocess.run(["ip", "link", "del", bridge], capture_output=True, check=False)


_COUNT = """
import sys, time, ray
end = time.monotonic() + float(sys.argv[2])
while True:
    try:
        ray.init(address=sys.argv[1], logging_level=50, log_to_driver=False)
        break
    except Exception:
        if time.monotonic() > end: raise
        time.sleep(0.3)
print("head", flush=True)
while sum(n["Alive"] for n in ray.nodes()) < int(sys.argv[3]):
    if time.monotonic() > end: sys.exit("the hosts did not join")
    time.sleep(0.2)
"""


def await_nodes(made: Hosts) -> None:
    """Waits until every host is a node of the cluster."""
    _await(made.coordinator, len(made.generators) + 1)


def _await(head: Host, nodes: int) -> None:
    with _awaiting(head, nodes) as there:
        _check_join(head, there, nodes)


def _awaiting(head: Host, nodes: int) -> subprocess.Popen[str]:
    """A client of the cluster that ends once it has so many nodes."""
    return subprocess.Popen(
        head.within(
            sys.executable, "-c", _COUNT, f"{head.address}:{PORT}", str(STARTED_S), str(nodes)
        ),
        env=head.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _check_join(head: Host, there: subprocess.Popen[str], nodes: int) -> None:
    _, err = there.communicate()
    if there.returncode:
        logs = "\n".join(log.read_text()[-600:] for log in sorted(head.folder.glob("*.log")))
        raise RuntimeError(f"no cluster of {nodes}: {err[-1500:]}\n{logs}")
