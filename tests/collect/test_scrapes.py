"""Real servers on 127.0.0.1: what they answer, and that whatever they do costs their own data
only."""

import base64
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from plimsoll.collect import MOST_NAMES, Collectors, Sample, Source, Tally, scrape
from plimsoll.collect.scrape import LONGEST_ANSWER
from tests.disturbance import retry_measurement
from tests.patience import PATIENCE_S

Answer = Callable[[BaseHTTPRequestHandler], None]


@contextmanager
def serving(answer: Answer) -> Iterator[str]:
    """A server that answers every request so; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            try:
                answer(self)
            except (BrokenPipeError, ConnectionResetError):
                # Whoever asked has left.
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
    )
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/metrics"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def text(body: str | bytes, code: int = 200) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        content = body if isinstance(body, bytes) else body.encode()
        handler.send_response(code)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return answer


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No server here is given up but where that is the question: the machine may let it wait."""
    monkeypatch.setattr(scrape, "SHORTEST_LIMIT_S", PATIENCE_S)
    monkeypatch.setattr(scrape, "LONGEST_LIMIT_S", PATIENCE_S)


def collect_until(
    address: str, done: Callable[[list[Sample], Tally], bool], every_s: float = 0.1
) -> tuple[list[Sample], Tally, list[str], float]:
    """Asks until it is done: samples, tally, what was told, and how many seconds the end took."""
    told: list[str] = []
    samples: list[Sample] = []
    tally = Tally()
    limit = time.monotonic() + PATIENCE_S
    with Collectors([Source.scrape(address, every_s)], tell=told.append) as running:
        while not done(samples, tally):
            assert time.monotonic() < limit, f"it never came: {tally} {told}"
            [batch] = running.take()
            samples += batch.samples
            tally.add(batch.tally)
            time.sleep(0.01)
        began = time.monotonic()
    return samples, tally, told, time.monotonic() - began


def test_counters_are_kept_under_their_names_with_labels() -> None:
    body = '# TYPE reads_total counter\nreads_total{device="sda"} 5\nload 0.5\nempty NaN\n'
    before = time.monotonic_ns()
    with serving(text(body)) as address:
        samples, tally, _, _ = collect_until(address, lambda got, _: len(got) >= 4)
    assert [(s.name, s.value) for s in samples[:2]] == [
        ('reads_total{device="sda"}', 5.0),
        ("load", 0.5),
    ]
    assert before < samples[0].t_ns == samples[1].t_ns < samples[2].t_ns < time.monotonic_ns()
    assert tally.not_numbers >= 2


def test_a_pattern_chooses_and_is_not_sent() -> None:
    paths: list[str] = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        paths.append(handler.path)
        text("".join(f"n{i} {i}\n" for i in range(1000)))(handler)

    with serving(answer) as address:
        samples, tally, _, _ = collect_until(
            f"{address}?module=a#^n99[0-9]$", lambda got, _: len(got) >= 10
        )
    assert {sample.name for sample in samples} == {f"n{i}" for i in range(990, 1000)}
    assert tally.over_names == 0
    assert set(paths) == {"/metrics?module=a"}


def test_more_names_than_are_kept_are_told_with_what_to_do() -> None:
    with serving(text("".join(f"n{i} {i}\n" for i in range(MOST_NAMES + 7)))) as address:
        samples, tally, told, _ = collect_until(address, lambda got, _: len(got) >= MOST_NAMES)
    assert len({sample.name for sample in samples}) == MOST_NAMES
    assert tally.over_names % 7 == 0
    assert "choose with URL#PATTERN" in told[0]


def test_a_server_that_fails_is_asked_again_and_counts_once_it_answers() -> None:
    asked: list[int] = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        asked.append(1)
        text("a 1\n", 200 if len(asked) > 2 else 500)(handler)

    with serving(answer) as address:
        samples, tally, told, _ = collect_until(address, lambda got, _: len(got) >= 1)
    assert samples[0].value == 1.0
    assert (tally.failed, tally.first_failed) == (2, "HTTP 500 Internal Server Error")
    assert sum("HTTP 500" in line for line in told) == 1


@pytest.mark.parametrize(
    "body",
    ["<html><body>Sign in</body></html>", "a 1\nb one\n", b"\xff\xfe\x00", '{"a": 1}'],
    ids=repr,
)
def test_garbage_is_counted_told_and_nothing_of_it_is_kept(body: str | bytes) -> None:
    with serving(text(body)) as address:
        samples, tally, told, _ = collect_until(address, lambda _, tally: tally.bad >= 2)
    assert samples == []
    assert "not Prometheus' text format" in str(tally.first_bad)
    assert sum("cannot be read" in line for line in told) == 1


def cut_off(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b"a 1\n")


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (text("# nothing here\n"), "the reply holds no counters"),
        (text(b"a 1\n" * (LONGEST_ANSWER // 4 + 1)), "the reply is longer than 4 MiB"),
        (cut_off, None),
    ],
    ids=["no counters", "too long", "cut off"],
)
def test_an_answer_that_is_none_is_told_and_nothing_of_it_is_kept(
    answer: Answer, why: str | None
) -> None:
    with serving(answer) as address:
        samples, tally, _, _ = collect_until(address, lambda _, tally: tally.failed >= 1)
    assert (samples, tally.values) == ([], 0)
    assert why in (None, tally.first_failed)


@pytest.mark.long
@pytest.mark.parametrize(
    "head", [b"", b"HTTP/1.0 200 OK\r\n\r\n"], ids=["no answer", "drop by drop"]
)
def test_a_server_that_hangs_has_a_time_limit_and_does_not_delay_the_end(
    monkeypatch: pytest.MonkeyPatch, head: bytes
) -> None:
    monkeypatch.setattr(scrape, "SHORTEST_LIMIT_S", 1.0)
    leave = threading.Event()

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(head)
        while not leave.wait(0.1):
            # One byte at a time: each alone is quick enough.
            if head:
                handler.wfile.write(b"#")
                handler.wfile.flush()

    with serving(answer) as address:
        try:
            # The limit is a second for this pace: the first request ends by it, and the next is
            # under way at the end. That is cut off: the rest of its second is not waited for. Half
            # of it is far more than that takes, where the processors are free.
            _, tally, told, _ = retry_measurement(
                lambda: collect_until(address, lambda _, tally: tally.failed >= 1),
                lambda one: f"the end took {one[3]:.2f} s" if one[3] >= 0.5 else "",
            )
        finally:
            leave.set()
    assert tally.first_failed == "no answer within 1 s"
    assert sum("no answer within 1 s" in line for line in told) == 1


def test_a_redirect_is_followed_but_not_to_a_file() -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        if handler.path == "/here":
            return text("a 1\n")(handler)
        handler.send_response(302)
        handler.send_header(
            "Location", "/here" if handler.path == "/metrics" else "file:///etc/passwd"
        )
        handler.end_headers()
        return None

    with serving(answer) as address:
        samples, _, _, _ = collect_until(address, lambda got, _: len(got) >= 1)
        assert samples[0].name == "a"
        samples, tally, _, _ = collect_until(
            address.replace("metrics", "out"), lambda _, tally: tally.failed >= 1
        )
    assert (samples, tally.values) == ([], 0)


def test_a_user_and_password_go_into_the_head_only() -> None:
    heads: list[str | None] = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        heads.append(handler.headers.get("Authorization"))
        text("a 1\n")(handler)

    with serving(answer) as address:
        collect_until(
            address.replace("http://", "http://me:s%40cret@"), lambda got, _: len(got) >= 1
        )
    assert heads[0] == "Basic " + base64.b64encode(b"me:s@cret").decode()


def test_nobody_there_is_told_once() -> None:
    with serving(text("")) as address:
        pass
    _, tally, told, _ = collect_until(address, lambda _, tally: tally.failed >= 2)
    assert tally.first_failed == "Connection refused"
    assert sum("it will be tried again" in line for line in told) == 1
