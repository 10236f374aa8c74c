"""The HTTP server of `--metrics`: threads beside the one that measures, a bound on them, and a time
limit for each connection.

A scrape takes milliseconds, and each connection serves one. So a connection has
`SCRAPED_WITHIN_S` in all, however slowly its bytes come, and where there are `MOST` the oldest
makes room: a scraper is answered, however many others connect and say nothing.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from socketserver import ThreadingMixIn
from typing import TYPE_CHECKING, Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from plimsoll.base.accepting import AGAIN_S, is_exhausted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SCRAPED_WITHIN_S = 10.0
MOST = 32
"""Connections at once, a thread each."""
LOOKS_EVERY_S = 0.5


class _Handler(WSGIRequestHandler):
    """Answers one request, and says nothing of it."""

    timeout = SCRAPED_WITHIN_S

    def log_message(self, format: str, *_: object) -> None:  # noqa: A002  # as the library calls it
        """A scrape is nothing to report."""


class MetricsServer(ThreadingMixIn, WSGIServer):
    """Serves one application."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(
        self,
        host: str,
        port: int,
        application: Callable[..., Any],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Listens. Raises OSError and UnicodeError where that address cannot be had."""
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        self.address_family = found[0]
        self._clock = clock
        self._open: dict[socket.socket, float] = {}
        """When each connection was accepted, the oldest first."""
        self._lock = threading.Lock()
        super().__init__(found[4][:2], _Handler)  # type: ignore[arg-type]
        self.set_app(application)

    def get_request(self) -> tuple[socket.socket, Any]:
        """The next connection. Without a descriptor for it the oldest ends, and accepting rests."""
        try:
            return super().get_request()
        except OSError as error:
            if is_exhausted(error):
                self._drop_oldest()
                time.sleep(AGAIN_S)
            raise

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answers it in a thread of its own."""
        with self._lock:
            full = len(self._open) >= MOST
            self._open[request] = self._clock()
        if full:
            self._drop_oldest()
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """It was answered."""
        with self._lock:
            self._open.pop(request, None)
        super().shutdown_request(request)

    def service_actions(self) -> None:
        """Ends what has had its time."""
        before = self._clock() - SCRAPED_WITHIN_S
        with self._lock:
            old = [request for request, since in self._open.items() if since <= before]
        for request in old:
            _end(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that leaves or is ended is nothing to report."""

    def _drop_oldest(self) -> None:
        with self._lock:
            oldest = next(iter(self._open), None)
            if oldest is not None:
                # Its thread forgets it, too, but may take its time.
                del self._open[oldest]
        if oldest is not None:
            _end(oldest)


def _end(request: socket.socket) -> None:
    """Its thread finds it closed, and closes its descriptor."""
    with contextlib.suppress(OSError):
        request.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def serving(host: str, port: int, application: Callable[..., Any]) -> Iterator[int]:
    """Serves while this is open; the port. Raises OSError and UnicodeError as it begins."""
    server = MetricsServer(host, port, application)
    thread = threading.Thread(
        target=server.serve_forever,
        kwargs={"poll_interval": LOOKS_EVERY_S},
        name="plimsoll-metrics",
        daemon=True,
    )
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join(2.0)
