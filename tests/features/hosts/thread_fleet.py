"""A fleet whose generators live in threads of this process, in the place of hosts."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from typing import TypeVar, cast

from plimsoll.base.errors import PlimsollError
from plimsoll.features.hosts.fleet import ASK_S, Fleet, HostLoss, NoAnswer
from plimsoll.features.hosts.generator import Generator

T = TypeVar("T")


class ThreadFleet(Fleet):
    """Generators in this process."""

    def __init__(self, names: Sequence[str], *, lease_s: float | None = None) -> None:
        super().__init__(names)
        self.generators = [Generator() if lease_s is None else Generator(lease_s) for _ in names]
        self.dead: dict[int, str] = {}
        """Hosts that do not answer any more, and why."""
        self._pool = ThreadPoolExecutor(max_workers=4 * len(names))
        self._ask_s = max(ASK_S, 2 * (lease_s or 0.0))

    def lose(self, host: int, why: str = "its process ended") -> None:
        """From now on that host does not answer."""
        self.dead[host] = why

    def ask_all(
        self, method: Callable[..., T], arguments: Mapping[int, tuple[object, ...]]
    ) -> dict[int, T | NoAnswer]:
        """See Fleet."""
        asked = {
            host: None if host in self.dead else self._submit(host, method, *given)
            for host, given in arguments.items()
        }
        return {host: self._answer(host, future) for host, future in asked.items()}

    def _submit(self, host: int, method: Callable[..., T], *given: object) -> Future[T]:
        # By its name: a test may have put another in its place.
        call = cast("Callable[..., T]", getattr(self.generators[host], method.__name__))
        return self._pool.submit(call, *given)

    def _answer(self, host: int, future: Future[T] | None) -> T | NoAnswer:
        if future is None:
            return HostLoss(self.dead[host])
        try:
            return future.result(self._ask_s)
        except TooLate:
            return HostLoss(f"no answer within {self._ask_s:.0f} s")
        except PlimsollError as error:
            return error

    def tell_all(self, method: Callable[..., object], hosts: Sequence[int]) -> None:
        """See Fleet."""
        for host in hosts:
            if host not in self.dead:
                self._submit(host, method)

    def attend(self, count: int) -> list[str]:
        """See Fleet."""
        return [self.names[host] for host in self.dead if host < count]

    def close(self) -> None:
        """See Fleet."""
        for generator in self.generators:
            generator.close()
        self._pool.shutdown(wait=False)
