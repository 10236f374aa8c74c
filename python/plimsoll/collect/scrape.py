"""An exporter that is asked again and again over HTTP (`http`, `https`), one request after the
other.

An answer is stamped when its head arrives: exporters read their counters before they begin to
answer. Every request has a time limit over all its parts, because a server may also send one byte a
second for ever. Ways to other protocols, and proxies of the environment, are left out: what stands
beside the storage is asked directly.
"""

from __future__ import annotations

import base64
import contextlib
import http.client
import socket
import threading
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit, urlunsplit

from prometheus_client.parser import text_string_to_metric_families

from plimsoll.collect.intake import Intake

if TYPE_CHECKING:
    import re

    from plimsoll.collect.source import Source

SHORTEST_LIMIT_S, LONGEST_LIMIT_S = 1.0, 10.0
"""The time limit of a request is the pace of asking, within these bounds (Prometheus' own longest
is 10 s)."""
LONGEST_ANSWER = 4 << 20
"""Bytes; about 40,000 samples."""
REST = 4
"""Times as long as an answer took to be read the exporter is left alone at least: so no answer
takes more than a fifth of a processor."""


class Scrape:
    """An exporter that is asked. `start` it, `end` it. It is never over before: a server may come
    back."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.intake = Intake()
        self.ended: str | None = None
        self.ended_ns: int | None = None
        assert source.every_s is not None, "an address is asked at a pace"
        self._every_s = source.every_s
        self._limit_s = min(max(source.every_s, SHORTEST_LIMIT_S), LONGEST_LIMIT_S)
        self._asked = threading.Event()
        self._thread = threading.Thread(target=self._run, name="plimsoll-scrape", daemon=True)
        self._under_way = _UnderWay()

    def start(self) -> None:
        """Begins to ask, at once."""
        self._thread.start()

    def end(self) -> None:
        """Stops asking; a request under way is cut off."""
        self._asked.set()
        self._under_way.cut()

    def join(self, timeout_s: float) -> None:
        """Waits for the thread. One that hangs in the resolver holds nothing and dies with the
        process."""
        if self._thread.ident is not None:
            self._thread.join(timeout_s)

    def kill(self) -> None:
        """There is no process to kill."""
        self._under_way.cut()

    def _run(self) -> None:
        request = _request(self.source.asked)
        opener = _opener(self._under_way)
        due = time.monotonic()
        while not self._asked.is_set():
            began = time.monotonic()
            spent = 0.0
            try:
                text, t_ns = self._fetch(opener, request)
            except Exception as error:  # noqa: BLE001  # whatever a server does costs this collector's data only
                if isinstance(error, urllib.error.HTTPError):
                    # It holds the answer's connection.
                    error.close()
                if not self._asked.is_set():
                    late = self._under_way.was_cut or time.monotonic() - began >= self._limit_s
                    self.intake.count_failure(
                        f"no answer within {self._limit_s:g} s" if late else _why(error)
                    )
            else:
                got = time.monotonic()
                self._take(text, t_ns)
                spent = time.monotonic() - got
            # A fixed pace; what could not be asked in time is left out, not caught up with.
            due = max(due + self._every_s, time.monotonic() + REST * spent)
            behind = time.monotonic() - due
            if behind > 0:
                due += self._every_s * (1 + behind // self._every_s)
            self._asked.wait(due - time.monotonic())

    def _take(self, text: str, t_ns: int) -> None:
        try:
            pairs = parse(text, self.source.pattern)
        except ValueError as error:
            self.intake.count(bad=str(error))
            return
        if pairs:
            self.intake.values(t_ns, pairs)
        else:
            matching = f" that match '{self.source.pattern.pattern}'" if self.source.pattern else ""
            self.intake.count_failure(f"the reply holds no counters{matching}")

    def _fetch(
        self, opener: urllib.request.OpenerDirector, request: urllib.request.Request
    ) -> tuple[str, int]:
        """The answer, and when it arrived. Raises _NotReadError for one that is too long."""
        timer = threading.Timer(self._limit_s, self._under_way.cut)
        timer.daemon = True
        self._under_way.begin()
        timer.start()
        try:
            with opener.open(request, timeout=self._limit_s) as answer:
                t_ns = time.monotonic_ns()
                body: bytes = answer.read(LONGEST_ANSWER + 1)
                if len(body) > LONGEST_ANSWER:
                    raise _NotReadError(f"the reply is longer than {LONGEST_ANSWER >> 20} MiB")
                # A connection that is cut in the middle reads like one that ended.
                if self._under_way.was_cut or (answer.length or 0) > 0:
                    raise TimeoutError
                return body.decode("utf-8", "replace"), t_ns
        finally:
            timer.cancel()
            self._under_way.finish()


class _NotReadError(Exception):
    """An answer that is not read; says why."""


class _UnderWay:
    """The connection of the request under way, so that another thread can cut it off."""

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
            # A redirect connects anew.
            self._forget()
            # A descriptor of our own: the other is closed by its owner, and its number may be
            # somebody else's then.
            self._socket = socket.fromfd(connection.fileno(), connection.family, connection.type)

    def cut(self) -> None:
        with self._lock:
            self.was_cut = True
            if self._socket is not None:
                with contextlib.suppress(OSError):
                    # Wakes whoever reads from it; closing would not.
                    self._socket.shutdown(socket.SHUT_RDWR)

    def finish(self) -> None:
        with self._lock:
            self._forget()

    def _forget(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def _opener(under_way: _UnderWay) -> urllib.request.OpenerDirector:
    """HTTP and HTTPS with redirects, and nothing else: no files, no FTP, no proxies."""

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
    """The request; a user and password in the address go into its head (RFC 7617)."""
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
    # `Source` took http and https only, and the opener knows no other.
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
    """Every sample of Prometheus' text format whose name holds the pattern
    (https://prometheus.io/docs/instrumenting/exposition_formats/). A time that stands with a sample
    is not used: it is of the exporter's clock. Raises ValueError, in words, for what is not that
    format.

    Nothing is kept of an answer that cannot be read to its end: which part of it would be right is
    anybody's guess.
    """
    try:
        found = [
            (series_name(sample.name, sample.labels), float(sample.value))
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        ]
    except Exception as error:  # noqa: BLE001
        # The parser raises whatever it stumbles over: ValueError mostly, IndexError and others too.
        raise ValueError(f"not Prometheus' text format ({error})") from None
    return found if pattern is None else [pair for pair in found if pattern.search(pair[0])]


def series_name(name: str, labels: dict[str, str]) -> str:
    """The name with its labels in the order of their names, as Prometheus itself writes it:
    `node_disk_reads_completed_total{device="sda"}`."""
    if not labels:
        return name
    inside = ",".join(f'{key}="{_escape_label(value)}"' for key, value in sorted(labels.items()))
    return f"{name}{{{inside}}}"


def _escape_label(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
