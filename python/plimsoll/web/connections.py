"""Connections of the page: a bound on how many there are, and time limits for those that say
nothing.

uvicorn closes a connection that is idle after an answer, and asyncio accepts whatever comes. A
connection that never sends the end of a request's head would stay for ever, and out of file
descriptors asyncio tries to accept again and again, each time with a traceback. So here a
connection that is not being answered has `HEAD_WITHIN_S` to ask, one whose answer is not taken has
`TAKEN_WITHIN_S`, and where there are too many the one that has been waiting longest makes room:
whoever does ask is answered, however many do not.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from plimsoll.base.accepting import AGAIN_S, is_exhausted

if TYPE_CHECKING:
    import socket

    from uvicorn.protocols.http.h11_impl import RequestResponseCycle

HEAD_WITHIN_S = 15.0
"""How long a connection may take to send a request's head, also the next one."""
TAKEN_WITHIN_S = 60.0
"""How long a client may take nothing of what is sent to it."""
MOST = 512
"""Connections at once; a browser opens six."""


def most() -> int:
    """Connections at once: at most half of the descriptors that this process may have. The rest is
    for stores, reports and what is started."""
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST if soft == resource.RLIM_INFINITY else max(4, min(MOST, soft // 2))


class Waiting:
    """Connections of which nothing is being answered, the longest waiting first."""

    def __init__(self) -> None:
        self._all: dict[Connection, None] = {}

    def add(self, connection: Connection) -> None:
        """It waits from now on."""
        self.remove(connection)
        self._all[connection] = None

    def remove(self, connection: Connection) -> None:
        """It waits no longer."""
        self._all.pop(connection, None)

    def drop_oldest(self) -> bool:
        """Closes the one that has waited longest; false where none waits."""
        oldest = next(iter(self._all), None)
        if oldest is None:
            return False
        self.remove(oldest)
        oldest.transport.abort()
        return True


class Connection(H11Protocol):
    """A connection with time limits. `Server` makes it."""

    def __init__(self, waiting: Waiting, **more: Any) -> None:
        super().__init__(**more)
        self._waiting = waiting
        self._limit: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The client may begin its first head."""
        super().connection_made(transport)
        self._wait()

    def handle_events(self) -> None:
        """Bytes came: with the end of a head there is something to answer."""
        super().handle_events()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            self._waiting.remove(self)
            _cancel(self._limit)

    def on_response_complete(self) -> None:
        """The client may begin its next head."""
        # Before: a request that came meanwhile is begun in there, and ends the waiting again.
        self._wait()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """The client takes less than it is sent."""
        super().pause_writing()
        self._stalled = self.loop.call_later(TAKEN_WITHIN_S, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has taken it."""
        _cancel(self._stalled)
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more comes."""
        self._waiting.remove(self)
        _cancel(self._limit)
        _cancel(self._stalled)
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._waiting.add(self)
        _cancel(self._limit)
        self._limit = self.loop.call_later(HEAD_WITHIN_S, self.transport.abort)


class Server(uvicorn.Server):
    """uvicorn's, with connections that are accepted and bounded here."""

    def __init__(self, config: uvicorn.Config, listening: socket.socket) -> None:
        super().__init__(config)
        self._listening = listening
        self._waiting = Waiting()
        self._accepting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:  # noqa: ARG002
        """Begins to accept, from its own socket."""
        await super().startup([])
        self._listening.setblocking(False)
        self._accepting = asyncio.create_task(self._accept())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:  # noqa: ARG002
        """Ends accepting first."""
        if self._accepting is not None:
            self._accepting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._accepting
        self._listening.close()
        await super().shutdown([])

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                client, _ = await loop.sock_accept(self._listening)
            except OSError as error:
                # Without a place for the next one the longest waiting goes; without one that waits
                # there is time until one of those that are answered ends.
                if is_exhausted(error) and not self._waiting.drop_oldest():
                    await asyncio.sleep(AGAIN_S)
                # What was closed has its descriptor until the loop comes round.
                await asyncio.sleep(0)
                continue
            if len(self.server_state.connections) >= most() and not self._waiting.drop_oldest():
                client.close()
                continue
            try:
                await loop.connect_accepted_socket(self._connection, client)
            except OSError:
                client.close()

    def _connection(self) -> Connection:
        return Connection(
            self._waiting,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
