"""The HTTP server of `--metrics`, with a limited number of threads and a time limit per connection.

A scrape takes milliseconds, and each connection serves one. A connection has `SCRAPED_WITHIN_S` in
all, and with `MOST` of them the oldest is closed, so that idle connections cannot block a scraper.
"""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from plimsoll.base.accepting import AGAIN_S, is_exhausted

SCRAPED_WITHIN_S = 10.0
MOST = 32
"""Limit of connections, with a thread each."""
POLL_S = 0.5


class _Handler(WSGIRequestHandler):
    """Answers one request, without logging."""

    timeout = SCRAPED_WITHIN_S

    def log_message(self, format: str, *_: object) -> None:  # noqa: A002  # as the library calls it
        """Logs nothing."""


class MetricsServer(ThreadingMixIn, WSGIServer):
    """Serves a WSGI application."""

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
        """Listens. Raises OSError and UnicodeError if the address cannot be opened."""
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        self.address_family = found[0]
        self._clock = clock
        self._open: dict[socket.socket, float] = {}
        """Time of accepting each connection, oldest first."""
        self._lock = threading.Lock()
        super().__init__(found[4][:2], _Handler)  # type: ignore[arg-type]
        self.set_app(application)

    def get_request(self) -> tuple[socket.socket, Any]:
        """The next connection. Without a free descriptor, closes the oldest and pauses."""
        try:
            return super().get_request()
        except OSError as error:
            if is_exhausted(error):
                self._drop_oldest()
                time.sleep(AGAIN_S)
            raise

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answers a request in a thread of its own."""
        with self._lock:
            full = len(self._open) >= MOST
            self._open[request] = self._clock()
        if full:
            self._drop_oldest()
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Forgets an answered request."""
        with self._lock:
            self._open.pop(request, None)
        super().shutdown_request(request)

    def service_actions(self) -> None:
        """Closes connections that exceed their time."""
        before = self._clock() - SCRAPED_WITHIN_S
        with self._lock:
            old = [request for request, since in self._open.items() if since <= before]
        for request in old:
            _end(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignores clients that leave or are closed."""

    def _drop_oldest(self) -> None:
        with self._lock:
            oldest = next(iter(self._open), None)
            if oldest is not None:
                # Its thread forgets it too, but perhaps later.
                del self._open[oldest]
        if oldest is not None:
            _end(oldest)


def _end(request: socket.socket) -> None:
    """Shuts a connection down; its thread then closes the descriptor."""
    with contextlib.suppress(OSError):
        request.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def serving(host: str, port: int, application: Callable[..., Any]) -> Iterator[int]:
    """Serves until the end of the block. Yields the port. Raises OSError and UnicodeError at the
    start."""
    server = MetricsServer(host, port, application)
    thread = threading.Thread(
        target=server.serve_forever,
        kwargs={"poll_interval": POLL_S},
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
