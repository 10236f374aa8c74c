"""Connections of the server, with a limit on their number and time limits for idle ones.

uvicorn closes a connection that is idle after an answer, but not one that never completes a
request's head; and without file descriptors asyncio accepts in a loop, each time with a traceback.
Here a connection has `HEAD_WITHIN_S` to send a head and `TAKEN_WITHIN_S` to take an answer. At the
limit the longest waiting one is closed, so that idle connections cannot block requests.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from plimsoll.base import posix
from plimsoll.base.accepting import AGAIN_S, is_exhausted

if TYPE_CHECKING:
    import socket

HEAD_WITHIN_S = 15.0
"""Time to send the head of a request, the first or the next one."""
TAKEN_WITHIN_S = 60.0
"""Time that a client may read nothing of an answer."""
MOST = 512
"""Limit of connections; a browser opens six."""


def most() -> int:
    """Limit of connections: at most half of the file descriptors. The rest is for stores, reports
    and processes."""
    soft = posix.limit("RLIMIT_NOFILE")
    return MOST if soft is None else max(4, min(MOST, soft // 2))


class Waiting:
    """Connections without a request, longest waiting first."""

    def __init__(self) -> None:
        self._all: dict[Connection, None] = {}

    def add(self, connection: Connection) -> None:
        """Adds a connection as the newest."""
        self.remove(connection)
        self._all[connection] = None

    def remove(self, connection: Connection) -> None:
        """Removes a connection."""
        self._all.pop(connection, None)

    def drop_oldest(self) -> bool:
        """Closes the longest waiting connection. False without one."""
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
        """Waits for the first head."""
        super().connection_made(transport)
        self._wait()

    def handle_events(self) -> None:
        """Handles bytes; with a complete head the connection no longer waits."""
        super().handle_events()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            self._waiting.remove(self)
            _cancel(self._limit)

    def on_response_complete(self) -> None:
        """Waits for the next head."""
        # First, since a pipelined request begins in the call below and ends the waiting.
        self._wait()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Starts the time limit of a client that does not read."""
        super().pause_writing()
        self._stalled = self.loop.call_later(TAKEN_WITHIN_S, self.transport.abort)

    def resume_writing(self) -> None:
        """Ends that time limit."""
        _cancel(self._stalled)
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends all waiting."""
        self._waiting.remove(self)
        _cancel(self._limit)
        _cancel(self._stalled)
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._waiting.add(self)
        _cancel(self._limit)
        self._limit = self.loop.call_later(HEAD_WITHIN_S, self.transport.abort)


class Server(uvicorn.Server):
    """uvicorn's server, with connections that are accepted and limited here."""

    def __init__(self, config: uvicorn.Config, listening: socket.socket) -> None:
        super().__init__(config)
        self._listening = listening
        self._waiting = Waiting()
        self._accepting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:  # noqa: ARG002
        """Starts accepting from its own socket."""
        await super().startup([])
        self._listening.setblocking(False)
        self._accepting = asyncio.create_task(self._accept())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:  # noqa: ARG002
        """Stops accepting, then shuts down."""
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
                # Without a descriptor the longest waiting connection is closed. If none waits, an
                # answer has to end first.
                if is_exhausted(error) and not self._waiting.drop_oldest():
                    await asyncio.sleep(AGAIN_S)
                # A closed connection frees its descriptor in the next round of the loop.
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
