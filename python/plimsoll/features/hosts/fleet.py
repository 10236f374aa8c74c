"""How the coordinator reaches the generators of all hosts: the same calls, whether they live in
actors of Ray (`ray_fleet`) or in threads of one process, as in the tests.

A call names a method of `Generator`, and what it is given on which hosts. A host is called by its
number in the order of the file.
"""

from __future__ import annotations

import abc
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from plimsoll.base.errors import IoError, PlimsollError
from plimsoll.features.hosts.generator import Generator, Handed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

ASK_S = 10.0
"""A host that does not answer for so long is lost, or for twice its lease where that is longer: its
load has ended by then."""


FEW = 20
"""Of so many hosts each is asked often, and by the coordinator itself."""

T = TypeVar("T")


@dataclass(frozen=True)
class Gone:
    """A host did not answer."""

    why: str


NoAnswer = Gone | PlimsollError
"""What a call leaves that brought nothing: the host is gone, or it refused."""


def named_error(name: str, answer: NoAnswer, doing: str = "") -> PlimsollError:
    """The lack of an answer as an error by the name of the host; `doing`: what it was asked for."""
    if isinstance(answer, Gone):
        return IoError(f"{name}: {doing}{answer.why}", "Look at the host: plimsoll hosts status.")
    return type(answer)(f"{name}: {answer.message}", answer.what_now)


class Fleet(abc.ABC):
    """All hosts, in the order of their file."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        """What each is called."""

    @abc.abstractmethod
    def ask_all(
        self, method: Callable[..., T], arguments: Mapping[int, tuple[object, ...]]
    ) -> dict[int, T | NoAnswer]:
        """Calls a method of the generators of these hosts at once, each with its own arguments.
        Answers by host, in that order; the lack of one is an answer."""

    def ask_one(self, host: int, method: Callable[..., T], *arguments: object) -> T | NoAnswer:
        """Calls a method of one host's generator."""
        return self.ask_all(method, {host: arguments})[host]

    def ask_every(self, method: Callable[..., T], *arguments: object) -> list[T | NoAnswer]:
        """Calls a method of every host's generator with the same arguments."""
        hosts = range(len(self.names))
        return list(self.ask_all(method, dict.fromkeys(hosts, arguments)).values())

    def hand_over(self, hosts: Iterable[int]) -> dict[int, Handed | NoAnswer]:
        """What these hosts have sealed since the last time. The call that is made most often: a
        fleet of many has a way of its own for it."""
        return self.ask_all(Generator.hand_over, dict.fromkeys(hosts, ()))

    @abc.abstractmethod
    def tell_all(self, method: Callable[..., object], hosts: Sequence[int]) -> None:
        """Calls a method of these hosts' generators and waits for no answer."""

    @abc.abstractmethod
    def attend(self, count: int) -> list[str]:
        """Looks whether the first so many are there, and starts a generator anew where one has died
        and its host is there. The names of those that are not."""

    @abc.abstractmethod
    def close(self) -> None:
        """Lets go of them."""


class Part(Fleet):
    """The first so many hosts of a fleet, as a fleet. The whole is who lets go of them."""

    def __init__(self, whole: Fleet, count: int) -> None:
        super().__init__(whole.names[:count])
        self.whole = whole

    def ask_all(
        self, method: Callable[..., T], arguments: Mapping[int, tuple[object, ...]]
    ) -> dict[int, T | NoAnswer]:
        """See Fleet."""
        return self.whole.ask_all(method, arguments)

    def hand_over(self, hosts: Iterable[int]) -> dict[int, Handed | NoAnswer]:
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
