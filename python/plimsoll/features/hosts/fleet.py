"""The coordinator's calls to the generators of all hosts, whether these are actors of Ray
(`ray_fleet`) or threads of a test.

A call consists of a method of `Generator` and its arguments by host. Hosts are numbers in the order
of the file.
"""

import abc
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from plimsoll.base.errors import IoError, PlimsollError
from plimsoll.features.hosts.generator import Generator, Handover
from plimsoll.features.hosts.messages import message

ASK_S = 10.0
"""Time without an answer after which a host is lost, or twice its lease if that is longer: its load
has then ended."""


DIRECT_HOSTS = 20
"""Number of hosts up to which the coordinator calls each one often and directly."""

T = TypeVar("T")


@dataclass(frozen=True)
class HostLoss:
    """A host did not answer."""

    why: str


NoAnswer = HostLoss | PlimsollError
"""The result of a failed call: no answer, or a refusal."""


def named_error(name: str, answer: NoAnswer, *, opening: bool = False) -> PlimsollError:
    """The error of a failed call, with the host's name. `opening`: it was to open the target."""
    if isinstance(answer, HostLoss):
        why = f"{name}: {answer.why}"
        if opening:
            why = message("target-not-opened", name=name, why=answer.why)
        return IoError(why, message("look-at-host"))
    return type(answer)(f"{name}: {answer.message}", answer.what_now)


class Fleet(abc.ABC):
    """All hosts, in the order of their file."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        """Names of the hosts."""

    @abc.abstractmethod
    def ask_all(
        self, method: Callable[..., T], arguments: Mapping[int, tuple[object, ...]]
    ) -> dict[int, T | NoAnswer]:
        """Calls a method of these hosts' generators concurrently, each with its own arguments.
        Results by host, in that order, failures included."""

    def ask_one(self, host: int, method: Callable[..., T], *arguments: object) -> T | NoAnswer:
        """Calls a method of one host's generator."""
        return self.ask_all(method, {host: arguments})[host]

    def ask_every(self, method: Callable[..., T], *arguments: object) -> list[T | NoAnswer]:
        """Calls a method of every host's generator with the same arguments."""
        hosts = range(len(self.names))
        return list(self.ask_all(method, dict.fromkeys(hosts, arguments)).values())

    def hand_over(self, hosts: Iterable[int]) -> dict[int, Handover | NoAnswer]:
        """The parts that these hosts have sealed since the last call. As the most frequent call it
        may be optimised for large fleets."""
        return self.ask_all(Generator.hand_over, dict.fromkeys(hosts, ()))

    @abc.abstractmethod
    def tell_all(self, method: Callable[..., object], hosts: Sequence[int]) -> None:
        """Calls a method of these hosts' generators and waits for no answer."""

    @abc.abstractmethod
    def attend(self, count: int) -> list[str]:
        """Checks that the first `count` hosts are there, and restarts dead generators of hosts that
        are. Returns the names of the others."""

    @abc.abstractmethod
    def close(self) -> None:
        """Releases the hosts."""


class Part(Fleet):
    """The first hosts of a fleet as a fleet. The whole fleet releases them."""

    def __init__(self, whole: Fleet, count: int) -> None:
        super().__init__(whole.names[:count])
        self.whole = whole

    def ask_all(
        self, method: Callable[..., T], arguments: Mapping[int, tuple[object, ...]]
    ) -> dict[int, T | NoAnswer]:
        """See Fleet."""
        return self.whole.ask_all(method, arguments)

    def hand_over(self, hosts: Iterable[int]) -> dict[int, Handover | NoAnswer]:
        """See Fleet."""
        return self.whole.hand_over(hosts)

    def tell_all(self, method: Callable[..., object], hosts: Sequence[int]) -> None:
        """See Fleet."""
        self.whole.tell_all(method, hosts)

    def attend(self, count: int) -> list[str]:
        """See Fleet."""
        return self.whole.attend(min(count, len(self.names)))

    def close(self) -> None:
        """See Fleet."""
