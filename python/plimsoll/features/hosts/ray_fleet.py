"""Generators as actors of Ray, one pinned to each host.

Ray starts them, carries the calls and reports dead ones. A host that does not answer within `ASK_S`
is lost: its lease has then ended its load. Text, bytes and the types of `generator` cross as
pickles, between processes of this package on hosts with the cluster's token.

The only module that imports ray.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from plimsoll.base import extras
from plimsoll.base.errors import IoError, PlimsollError
from plimsoll.features.hosts import hosts_file
from plimsoll.features.hosts.carriers import Carriers
from plimsoll.features.hosts.fleet import ASK_S, DIRECT_HOSTS, Fleet, HostLoss, NoAnswer
from plimsoll.features.hosts.generator import LEASE_S, Generator, Handover, Host
from plimsoll.features.hosts.messages import message

T = TypeVar("T")
CONCURRENT_CALLS = 4
"""Concurrent calls of one generator: a Run has its own thread."""
START_S = 180.0
"""Time limit for the start of an actor: a very busy host takes more than a minute. Without
Plimsoll it fails at once."""
DIED_MESSAGE = "The actor died unexpectedly"
"""Ray's message for an actor whose process or node is gone. A failed start has others."""
RESTART_S = 40.0
"""Time in which a restarted host may still be two nodes, until the old one misses its health checks
(five of 3 s, and 5 s at first). An actor on the old node dies and is restarted."""
RETRY_S = 1.0
CARRIER_S = 1.0
"""Time limit of a carrier's calls; the coordinator waits twice as long for a carrier, then calls
its hosts directly."""


class _Actor:
    """The actor of a generator."""

    def __init__(self, lease_s: float, host: str) -> None:
        self.generator = Generator(lease_s, alone=True, host=host)
        self._others: dict[int, Any] = {}

    def ask(self, method: str, arguments: tuple[object, ...]) -> object:
        """Calls a method and returns its result or error."""
        try:
            return getattr(self.generator, method)(*arguments)
        except PlimsollError as error:
            return error

    def hand_over(self, have: int | None = None) -> object:
        """Calls `hand_over`, the most frequent method."""
        return self.ask("hand_over", (have,))

    def carry(self, others: dict[int, Any]) -> None:
        """Makes this host the carrier of these hosts, by number."""
        self._others = others

    def gather(self, have: dict[int, int]) -> list[object]:
        """The handovers of this host and its group; Gone for late ones."""
        import ray

        (_, own), *others = have.items()
        calls = [self._others[host].hand_over.remote(number) for host, number in others]
        return [self.hand_over(own), *answers(ray, calls, CARRIER_S)]


@dataclass(frozen=True)
class Node:
    """A node of a Ray cluster."""

    id: str
    address: str
    name: str
    alive: bool


class Cluster:
    """An existing Ray cluster, joined as a client."""

    def __init__(self, address: str, token: str | None = None) -> None:
        """Joins the cluster. Raises UsageError without Ray, IoError without an answer."""
        if token is not None:
            os.environ["RAY_AUTH_MODE"] = "token"
            os.environ["RAY_AUTH_TOKEN"] = token
        # Ray neither reports usage nor prints among our output.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
        # Hides deprecation warnings of Ray.
        warnings.filterwarnings("ignore", module=r"ray(\.|$)")
        extras.require("hosts")
        import ray

        self._ray: Any = ray
        self.address = address
        _silence()
        try:
            with _discard_stderr():
                ray.init(
                    address=address,
                    namespace="plimsoll",
                    log_to_driver=False,
                    logging_level=logging.ERROR,
                    configure_logging=False,
                )
        except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
            raise IoError(
                *message.refusal("cannot-join", address=address, error=_first_line(error))
            ) from None

    def nodes(self) -> list[Node]:
        """All nodes, dead ones included."""
        return [
            Node(node["NodeID"], node["NodeManagerAddress"], node["NodeName"], node["Alive"])
            for node in self._ray.nodes()
        ]

    def fleet(self, hosts: Sequence[tuple[str, str]], *, lease_s: float = LEASE_S) -> RayFleet:
        """Starts a generator on each of these hosts (name, address). Raises IoError with the name
        of a host that is no node, or where none starts."""
        missing = [
            f"{name} ({address})" for name, address in hosts if self.node_of(name, address) is None
        ]
        if missing:
            alive = {node.address for node in self.nodes() if node.alive}
            known = ", ".join(sorted(alive)) or "none"
            raise IoError(
                *message.refusal(
                    "not-in-cluster", address=self.address, names=", ".join(missing), known=known
                )
            )
        return RayFleet(self._ray, self, list(hosts), lease_s)

    def node_of(self, name: str, address: str) -> Node | None:
        """The live node of a host, or None."""
        alive = [node for node in self.nodes() if node.alive]
        known_as = {called: node for node in alive for called in (node.name, node.address)}
        # By address; by name if SSH uses another address.
        return known_as.get(address) or known_as.get(name)

    def leave(self) -> None:
        """Leaves the cluster, which ends its actors."""
        with _discard_stderr():
            self._ray.shutdown()


class RayFleet(Fleet):
    """The generators of a Ray cluster."""

    def __init__(
        self, ray: Any, cluster: Cluster, hosts: Sequence[tuple[str, str]], lease_s: float
    ) -> None:
        super().__init__([name for name, _ in hosts])
        self._ray = ray
        self._cluster = cluster
        self._hosts = tuple(hosts)
        self._lease_s = lease_s
        self._ask_s = max(ASK_S, 2 * lease_s)
        self._carriers = Carriers()
        self._have = [0] * len(hosts)
        """Number of each host's last handover that arrived."""
        self._actors: list[Any] = [self._start_actor(number) for number in range(len(hosts))]
        for host, answer in self._start_all().items():
            if isinstance(answer, HostLoss):
                self.close()
                raise IoError(
                    *message.refusal("no-generator", name=self.names[host], why=answer.why)
                )

    def _start_all(self) -> dict[int, Host | NoAnswer]:
        """Waits for the generators. Returns their descriptions or failures."""
        until = time.monotonic() + RESTART_S
        answers = self._host_facts(range(len(self.names)), START_S)
        while True:
            again = [
                host
                for host, answer in answers.items()
                if isinstance(answer, HostLoss) and answer.why.startswith(DIED_MESSAGE)
            ]
            for host in again:
                self._carriers.readmit(host)
                self._actors[host] = self._start_actor(host)
            if not again or time.monotonic() > until:
                return answers
            time.sleep(RETRY_S)
            answers |= self._host_facts(again, START_S)

    def _host_facts(self, hosts: Iterable[int], within_s: float) -> dict[int, Host | NoAnswer]:
        """Descriptions of these hosts."""
        return self._call_all(Generator.host, dict.fromkeys(hosts, ()), within_s)

    def _start_actor(self, number: int) -> Any:  # Ray's own type
        """Starts a generator on a host. Raises IoError if that is no node of the cluster now."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        name, address = self._hosts[number]
        node = self._cluster.node_of(name, address)
        if node is None:
            raise IoError(*message.refusal("node-missing", name=name, address=address))
        actor = self._ray.remote(_Actor).options(
            max_concurrency=CONCURRENT_CALLS,
            num_cpus=0,
            max_restarts=0,
            scheduling_strategy=NodeAffinitySchedulingStrategy(node.id, soft=False),
        )
        return actor.remote(self._lease_s, address if hosts_file.shares_a_machine(address) else "")

    def attend(self, count: int) -> list[str]:
        """See Fleet."""
        silent = [
            host
            for host, answer in self._host_facts(range(count), self._ask_s).items()
            if isinstance(answer, HostLoss)
        ]
        again, missing = [], []
        for host in silent:
            with contextlib.suppress(self._ray.exceptions.RayError):
                self._ray.kill(self._actors[host])
            self._have[host] = 0
            self._carriers.readmit(host)
            try:
                self._actors[host] = self._start_actor(host)
                again.append(host)
            except IoError:
                missing.append(host)
        answers = self._host_facts(again, START_S).items()
        missing += [host for host, answer in answers if isinstance(answer, HostLoss)]
        return [self.names[host] for host in missing]

    def ask_all(
        self, method: Callable[..., T], arguments: Mapping[int, tuple[object, ...]]
    ) -> dict[int, T | NoAnswer]:
        """See Fleet."""
        return self._call_all(method, arguments, self._ask_s)

    def tell_all(self, method: Callable[..., object], hosts: Sequence[int]) -> None:
        """See Fleet."""
        for host in hosts:
            self._actors[host].ask.remote(method.__name__, ())

    def _call_all(
        self,
        method: Callable[..., T],
        arguments: Mapping[int, tuple[object, ...]],
        within_s: float,
    ) -> dict[int, T | NoAnswer]:
        calls = [
            self._actors[host].ask.remote(method.__name__, given)
            for host, given in arguments.items()
        ]
        found: dict[int, T | NoAnswer] = dict(
            zip(arguments, answers(self._ray, calls, within_s), strict=True)
        )
        for host, answer in found.items():
            # Another host may reach it, but the coordinator must be able to stop it.
            if isinstance(answer, HostLoss):
                self._carriers.exclude(host)
        return found

    def hand_over(self, hosts: Iterable[int]) -> dict[int, Handover | NoAnswer]:
        """The handovers of these hosts, for many through carriers (`carriers`)."""
        hosts, within_s = list(hosts), self._ask_s
        until = time.monotonic() + within_s
        many = len(hosts) > DIRECT_HOSTS
        calls = self._carriers.calls(hosts) if many else [(host,) for host in hosts]
        carried = [call for call in calls if len(call) > 1]
        gathering = [
            self._actors[call[0]].gather.remote({host: self._have[host] for host in call})
            for call in carried
        ]
        begun = {call[0]: self._begin_handing(call[0]) for call in calls if len(call) == 1}
        found: dict[int, Handover | NoAnswer] = {}
        missed: list[int] = []
        brought = answers(self._ray, gathering, min(2 * CARRIER_S, within_s))
        for call, answer in zip(carried, brought, strict=True):
            if not isinstance(answer, list):
                self._carriers.exclude(call[0])
                missed += call
                continue
            found.update(zip(call, answer, strict=True))
            for host in call:
                if isinstance(found[host], HostLoss):
                    self._carriers.exclude(host)
                    missed.append(host)
        # Handovers lost with a carrier are kept by the host and repeated.
        begun.update({host: self._begin_handing(host) for host in missed})
        passed_s = time.monotonic() - until + within_s
        found.update(
            zip(begun, answers(self._ray, list(begun.values()), within_s, passed_s), strict=True)
        )
        for host, answer in found.items():
            if isinstance(answer, Handover):
                self._have[host] = answer.number
        if many:
            self._group(found)
        return {host: found[host] for host in hosts}

    def _begin_handing(self, host: int) -> Any:  # Ray's own type
        return self._actors[host].hand_over.remote(self._have[host])

    def _group(self, found: Mapping[int, Handover | NoAnswer]) -> None:
        """Regroups carriers by the sizes of the handovers."""
        groups = self._carriers.regroup(
            {
                host: sum(map(len, answer.parts))
                for host, answer in found.items()
                if isinstance(answer, Handover) and not answer.over
            }
        )
        if not groups:
            return
        calls = [
            self._actors[group[0]].carry.remote({host: self._actors[host] for host in group[1:]})
            for group in groups
        ]
        for group, answer in zip(groups, answers(self._ray, calls, CARRIER_S), strict=True):
            if isinstance(answer, HostLoss):
                self._carriers.exclude(group[0])

    def close(self) -> None:
        """See Fleet."""
        for actor in self._actors:
            with contextlib.suppress(self._ray.exceptions.RayError):
                self._ray.kill(actor)


def answers(
    ray: Any, references: Sequence[Any], within_s: float, passed_s: float = 0.0
) -> list[Any]:
    """The results of these calls in order; Gone for a failed one or a timeout, of which `passed_s`
    is over. One fetch for all: single ones cost half as much CPU again at hundreds of hosts."""
    wait_s = max(0.0, within_s - passed_s)
    until = time.monotonic() + wait_s
    try:
        return list(ray.get(list(references), timeout=wait_s)) if references else []
    except ray.exceptions.RayError:
        # One call failed or is late: collect the others.
        left_s = max(0.0, until - time.monotonic())
        ready, _ = ray.wait(list(references), num_returns=len(references), timeout=left_s)
    finished = set(ready)
    return [
        _answer(ray, reference)
        if reference in finished
        else HostLoss(message("no-answer", seconds=f"{within_s:.0f}"))
        for reference in references
    ]


def _answer(ray: Any, reference: Any) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayError as error:
        return HostLoss(_first_line(error))


def _silence() -> None:
    """Silences Ray, which prints its workers' errors on standard output, among our documents,
    without a setting against it. Our actors' errors are in the answers (`Gone`)."""
    from ray._private import worker

    # Without a handler Python prints warnings on standard error.
    for name in ("ray", "ray.data", "ray.serve"):
        logger = logging.getLogger(name)
        logger.addHandler(logging.NullHandler())
        logger.propagate = False
    # Other versions of Ray may lack it.
    if hasattr(worker, "print_to_stdstream"):
        worker.print_to_stdstream = lambda *_, **__: None


@contextlib.contextmanager
def _discard_stderr() -> Iterator[None]:
    """Discards what Ray's native side writes to the descriptor of standard error, whatever its log
    level."""
    sys.stderr.flush()
    stderr = os.dup(2)
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)


def _first_line(error: BaseException) -> str:
    return next((line for line in str(error).splitlines() if line.strip()), type(error).__name__)
