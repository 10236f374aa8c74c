"""Scrapes an exporter over HTTP (`http`, `https`), one request after the other.

A reply is stamped when its head arrives, since exporters read their counters before they reply.
Each request has a limit on its total time, because a server may send one byte a second for ever.
Other protocols and proxies of the environment are not used.
"""

import base64
import contextlib
import http.client
import re
import socket
import threading
import time
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

from prometheus_client.parser import text_string_to_metric_families

from plimsoll.collect.intake import Intake
from plimsoll.collect.messages import message
from plimsoll.collect.source import Source

SHORTEST_LIMIT_S, LONGEST_LIMIT_S = 1.0, 10.0
"""The time limit of a request is the time between scrapes, within these bounds (10 s is Prometheus'
longest)."""
LONGEST_ANSWER = 4 << 20
"""In bytes; about 40,000 samples."""
REST = 4
"""Pause after parsing a reply, as a multiple of the time it took, so that parsing takes at most a
fifth of a processor."""


class Scrape:
    """An exporter that is scraped from `start` to `end`. Failures do not end it, since a server may
    come back."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.intake = Intake()
        self.ended: str | None = None
        self.ended_ns: int | None = None
        assert source.every_s is not None, "an address is asked at a pace"
        self._every_s = source.every_s
        self._limit_s = min(max(source.every_s, SHORTEST_LIMIT_S), LONGEST_LIMIT_S)
        self._end_requested = threading.Event()
        self._thread = threading.Thread(target=self._run, name="plimsoll-scrape", daemon=True)
        self._under_way = _UnderWay()

    def start(self) -> None:
        """Starts scraping."""
        self._thread.start()

    def end(self) -> None:
        """Stops scraping and aborts the request under way."""
        self._end_requested.set()
        self._under_way.cut()

    def join(self, timeout_s: float) -> None:
        """Waits for the thread. A thread that hangs in the resolver ends with the process."""
        if self._thread.ident is not None:
            self._thread.join(timeout_s)

    def kill(self) -> None:
        """Aborts the request under way."""
        self._under_way.cut()

    def _run(self) -> None:
        request = _request(self.source.asked)
        opener = _opener(self._under_way)
        due = time.monotonic()
        while not self._end_requested.is_set():
            began = time.monotonic()
            spent = 0.0
            try:
                text, t_ns = self._fetch(opener, request)
            except Exception as error:  # noqa: BLE001  # whatever a server does costs this collector's data only
                if isinstance(error, urllib.error.HTTPError):
                    # The error holds the connection.
                    error.close()
                if not self._end_requested.is_set():
                    late = self._under_way.was_cut or time.monotonic() - began >= self._limit_s
                    self.intake.count_failure(
                        message("no-reply", limit=f"{self._limit_s:g}") if late else _why(error)
                    )
            else:
                arrived = time.monotonic()
                self._take(text, t_ns)
                spent = time.monotonic() - arrived
            # A fixed pace: scrapes that were missed are not caught up.
            due = max(due + self._every_s, time.monotonic() + REST * spent)
            behind = time.monotonic() - due
            if behind > 0:
                due += self._every_s * (1 + behind // self._every_s)
            self._end_requested.wait(due - time.monotonic())

    def _take(self, text: str, t_ns: int) -> None:
        try:
            pairs = parse(text, self.source.pattern)
        except ValueError as error:
            self.intake.count(bad=str(error))
            return
        if pairs:
            self.intake.values(t_ns, pairs)
        else:
            self.intake.count_failure(
                message("no-counters-that-match", pattern=self.source.pattern.pattern)
                if self.source.pattern
                else message("no-counters")
            )

    def _fetch(
        self, opener: urllib.request.OpenerDirector, request: urllib.request.Request
    ) -> tuple[str, int]:
        """The reply and its arrival time. Raises _NotReadError for a reply that is too long."""
        timer = threading.Timer(self._limit_s, self._under_way.cut)
        timer.daemon = True
        self._under_way.begin()
        timer.start()
        try:
            with opener.open(request, timeout=self._limit_s) as answer:
                t_ns = time.monotonic_ns()
                body: bytes = answer.read(LONGEST_ANSWER + 1)
                if len(body) > LONGEST_ANSWER:
                    raise _NotReadError(message("reply-too-long", most=LONGEST_ANSWER >> 20))
                # An aborted connection reads like a complete one.
                if self._under_way.was_cut or (answer.length or 0) > 0:
                    raise TimeoutError
                return body.decode("utf-8", "replace"), t_ns
        finally:
            timer.cancel()
            self._under_way.finish()


class _NotReadError(Exception):
    """A reply that is not read, with the reason."""


class _UnderWay:
    """The connection of the request under way, which another thread can abort."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self.was_cut = False

    def begin(self) -> None:
        with self._lock:
            self.was_cut = False

    def attach(self, connection: socket.socket) -> None:
        with self._lock:
            if self.was_cut:
                raise TimeoutError
            # A redirect opens another connection.
            self._forget()
            # A duplicate, since the owner closes the original and its number may be reused.
            self._socket = socket.fromfd(connection.fileno(), connection.family, connection.type)

    def cut(self) -> None:
        with self._lock:
            self.was_cut = True
            if self._socket is not None:
                with contextlib.suppress(OSError):
                    # Wakes the reader, which closing would not.
                    self._socket.shutdown(socket.SHUT_RDWR)

    def finish(self) -> None:
        with self._lock:
            self._forget()

    def _forget(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def _opener(under_way: _UnderWay) -> urllib.request.OpenerDirector:
    """An opener for HTTP and HTTPS with redirects only: no files, no FTP, no proxies."""

    class Plain(http.client.HTTPConnection):
        def connect(self) -> None:
            super().connect()
            under_way.attach(self.sock)

    class Secure(http.client.HTTPSConnection):
        def connect(self) -> None:
            super().connect()
            under_way.attach(self.sock)

    class OpenPlain(urllib.request.HTTPHandler):
        def http_open(self, req: urllib.request.Request) -> Any:
            return self.do_open(Plain, req)

    class OpenSecure(urllib.request.HTTPSHandler):
        def https_open(self, req: urllib.request.Request) -> Any:
            return self.do_open(Secure, req)

    opener = urllib.request.OpenerDirector()
    for handler in (
        OpenPlain(),
        OpenSecure(),
        urllib.request.HTTPRedirectHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.UnknownHandler(),
    ):
        opener.add_handler(handler)
    return opener


def _request(address: str) -> urllib.request.Request:
    """The request, with user and password of the address in its head (RFC 7617)."""
    parts = urlsplit(address)
    user, at, host = parts.netloc.rpartition("@")
    headers = {
        "Accept": "text/plain;version=0.0.4",
        "Accept-Encoding": "identity",
        "User-Agent": "plimsoll",
    }
    if at:
        headers["Authorization"] = "Basic " + base64.b64encode(unquote(user).encode()).decode()
    bare = urlunsplit((parts.scheme, host, parts.path or "/", parts.query, ""))
    # `Source` and the opener allow http and https only.
    return urllib.request.Request(bare, headers=headers)  # noqa: S310


def _why(error: Exception) -> str:
    if isinstance(error, urllib.error.HTTPError):
        return f"HTTP {error.code} {error.reason}"
    if isinstance(error, urllib.error.URLError):
        error = error.reason if isinstance(error.reason, Exception) else error
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


def parse(text: str, pattern: re.Pattern[str] | None) -> list[tuple[str, float]]:
    """The samples in Prometheus' text format whose names match the pattern
    (https://prometheus.io/docs/instrumenting/exposition_formats/). Times of samples are ignored,
    since they are on the exporter's clock. Raises ValueError, with a message for users, for
    anything that is not in this format; no part of such a reply is used.
    """
    try:
        found = [
            (series_name(sample.name, sample.labels), float(sample.value))
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        ]
    except Exception as error:  # noqa: BLE001
        # The parser raises ValueError, IndexError and others.
        raise ValueError(message("reply-no-prometheus", why=error)) from None
    return found if pattern is None else [pair for pair in found if pattern.search(pair[0])]


def series_name(name: str, labels: dict[str, str]) -> str:
    """The name with its sorted labels, as Prometheus writes it:
    `node_disk_reads_completed_total{device="sda"}`."""
    if not labels:
        return name
    inside = ",".join(f'{key}="{_escape_label(value)}"' for key, value in sorted(labels.items()))
    return f"{name}{{{inside}}}"


def _escape_label(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
