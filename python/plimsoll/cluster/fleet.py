"""How the coordinator reaches the generators of all hosts: the same calls, whether they live in
threads here or in actors of Ray (`ray_fleet`)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from plimsoll.cluster.generator import Generator
from plimsoll.errors import PlimsollError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Future

ASK_S = 10.0
"""A host that does not answer for so long is lost, or for twice its lease where that is longer: its
load has ended by then."""


FEW = 20
"""Of so many hosts each is asked often, and by the coordinator itself."""


@dataclass(frozen=True)
class Gone:
    """A host did not answer."""

    why: str


class Fleet(Protocol):
    """All hosts, in the order of their file."""

    @property
    def names(self) -> tuple[str, ...]:
        """What each is called."""

    def ask_one(self, host: int, method: str, *arguments: object) -> object:
        """Calls a method of one host's generator. Gone, or a PlimsollError, is an answer."""

    def ask_all(self, method: str, arguments: Sequence[tuple[object, ...] | None]) -> list[object]:
        """Calls a method of all hosts' generators at once, each with its own arguments; None skips
        a host. Answers as `ask_one`, in the order of the hosts; None for one that was skipped."""

    def tell_all(self, method: str, hosts: Sequence[int]) -> None:
        """Calls a method of these hosts' generators and waits for no answer."""

    def attend(self, count: int) -> list[str]:
        """Looks whether the first so many are there, and starts a generator anew where one has died
        and its host is there. The names of those that are not."""

    def close(self) -> None:
        """Lets go of them."""


@dataclass(frozen=True)
class Part:
    """The first so many hosts of a fleet, as a fleet. The whole is who lets go of them."""

    whole: Fleet
    count: int

    @property
    def names(self) -> tuple[str, ...]:
        """See Fleet."""
        return self.whole.names[: self.count]

    def ask_one(self, host: int, method: str, *arguments: object) -> object:
        """See Fleet."""
        return self.whole.ask_one(host, method, *arguments)

    def ask_all(self, method: str, arguments: Sequence[tuple[object, ...] | None]) -> list[object]:
        """See Fleet."""
        rest = [None] * (len(self.whole.names) - self.count)
        return self.whole.ask_all(method, [*arguments, *rest])[: self.count]

    def tell_all(self, method: str, hosts: Sequence[int]) -> None:
        """See Fleet."""
        self.whole.tell_all(method, hosts)

    def attend(self, count: int) -> list[str]:
        """See Fleet."""
        return self.whole.attend(min(count, self.count))

    def close(self) -> None:
        """See Fleet."""


class ThreadFleet:
    """Generators in this process: for tests, and to try out what several hosts would do."""

    def __init__(self, names: Sequence[str], *, lease_s: float | None = None) -> None:
        self._names = tuple(names)
        self.generators = [
            Generator() if lease_s is None else Generator(lease_s) for _ in self._names
        ]
        self._pool = ThreadPoolExecutor(max_workers=4 * len(self._names))
        self._dead: dict[int, str] = {}
        self._ask_s = max(ASK_S, 2 * (lease_s or 0.0))

    @property
    def names(self) -> tuple[str, ...]:
        """See Fleet."""
        return self._names

    def lose(self, host: int, why: str = "its process ended") -> None:
        """From now on that host does not answer (tests)."""
        self._dead[host] = why

    def ask_one(self, host: int, method: str, *arguments: object) -> object:
        """See Fleet."""
        return self.ask_all(
            method, [arguments if each == host else None for each in range(len(self._names))]
        )[host]

    def ask_all(self, method: str, arguments: Sequence[tuple[object, ...] | None]) -> list[object]:
        """See Fleet."""
        asked = [
            None
            if given is None or host in self._dead
            else self._pool.submit(getattr(self.generators[host], method), *given)
            for host, given in enumerate(arguments)
        ]
        return [
            None if given is None else self._answer(host, future)
            for host, (given, future) in enumerate(zip(arguments, asked, strict=True))
        ]

    def _answer(self, host: int, future: Future[object] | None) -> object:
        if future is None:
            return Gone(self._dead[host])
        try:
            return future.result(self._ask_s)
        except TooLate:
            return Gone(f"no answer within {self._ask_s:.0f} s")
        except PlimsollError as error:
            return error

    def tell_all(self, method: str, hosts: Sequence[int]) -> None:
        """See Fleet."""
        for host in hosts:
            if host not in self._dead:
                self._pool.submit(getattr(self.generators[host], method))

    def attend(self, count: int) -> list[str]:
        """See Fleet."""
        return [self._names[host] for host in self._dead if host < count]

    def close(self) -> None:
        """See Fleet."""
        for generator in self.generators:
            generator.close()
        self._pool.shutdown(wait=False)
