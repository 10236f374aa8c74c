"""What each worker does, as the pulse, a terminal and a scrape tell it while a real Run goes on,
and as the record keeps it."""

import json
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plimsoll.cli.terminal import workers as worker_lines
from plimsoll.live.metrics import Figures
from plimsoll.live.pulse import read
from plimsoll.live.state import State
from plimsoll.native.listener import ActiveRun, Listener, SealedInterval
from plimsoll.native.session import Session, Stop
from plimsoll.store import Store
from tests.conftest import Plimsoll
from tests.live.conftest import Started, active, of_a_second, of_a_worker, sealed_interval, until
from tests.live.test_watch import ESCAPES, on_a_terminal
from tests.patience import PATIENCE_S
from tests.words import argv

Running = Callable[..., tuple[Started, Path]]

COUNTS = ("issued", "reads", "writes", "read_bytes", "written_bytes", "errors")


class IntervalListener(Listener):
    """Collects the intervals of a Run with what its workers did, as listeners get them."""

    def __init__(self) -> None:
        self.intervals: list[tuple[dict[str, Any], list[dict[str, Any]]]] = []

    def interval(self, run: ActiveRun, sealed: SealedInterval) -> None:
        self.intervals.append((json.loads(sealed.json), json.loads(sealed.workers)))


def test_of_a_run_on_a_file_workers_add_up_to_every_interval_and_to_the_record(
    target: Path,
) -> None:
    heard = IntervalListener()
    with Session.open(
        {"target": str(target), "workload": {"read": 70}}, stop=Stop(), listeners=[heard]
    ) as session:
        record = session.run(
            {
                "workers": 3,
                "rate": 900,
                "warmup_for": "200ms",
                "measure_for": "1s",
                "interval": "200ms",
                "seed": 1,
            },
            role="run",
        )
    assert len(heard.intervals) >= 6
    for told, workers in heard.intervals:
        assert [one["worker"] for one in workers] == [0, 1, 2]
        assert {key: sum(one[key] for one in workers) for key in COUNTS} == {
            key: told[key] for key in COUNTS
        }
        # Sixty operations do not carry a p99: a thousand would.
        assert all(one["response_time_ns_p99"] is None for one in workers)
    kept = record["workers"]
    assert [one["worker"] for one in kept] == [0, 1, 2]
    assert sum(one["completed"] for one in kept) == record["all"]["completed"]
    assert sum(one["count"] for one in kept) == record["all"]["count"]
    assert sum(one["bytes"] for one in kept) == record["all"]["bytes"]
    assert (
        max(one["response_time_ns"]["max"] or 0 for one in kept)
        == record["all"]["response_time_ns"]["max"]
    )


@pytest.mark.long
def test_the_pulse_tells_them_while_the_run_goes_on_and_the_store_of_intervals_does_not_grow(
    running: Running,
) -> None:
    process, store = running("--workers", "2", intervals=2)
    pulse = until(lambda: [one for one in read(store) if len(one["workers"]) == 2], alive=process)[
        0
    ]
    assert [(one["worker"], one["name"], one["workers"]) for one in pulse["workers"]] == [
        (0, None, 1),
        (1, None, 1),
    ]
    newest = [one for one in pulse["intervals"] if one["phase"] != "drain"][-1]
    assert sum(one["achieved_rate_per_s"] for one in pulse["workers"]) == pytest.approx(
        newest["achieved_rate_per_s"], abs=0.01
    )
    assert sum(one["bytes_per_s"] for one in pulse["workers"]) == pytest.approx(
        newest["bytes_per_s"], abs=0.01
    )
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE_S)
    with Store.open(store, read_only=True) as kept:
        assert "workers" not in kept.intervals(1)[0].document
        record = kept.record(1, intervals=False)
    assert len(record["workers"]) == 2


@pytest.fixture
def skip_decoding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves out distributions, which these tests do not look at."""
    monkeypatch.setattr("plimsoll.native.histogram.buckets", lambda *_: [])


def told_of(state: State, *rates: int, phase: str = "measure", errors: int = 0) -> None:
    """An interval of a second in which each worker did so much."""
    interval = of_a_second(sum(rates), phase=phase, errors=errors * len(rates))
    workers = [of_a_worker(number, rate, errors=errors) for number, rate in enumerate(rates)]
    state.interval(active(), sealed_interval(interval, workers))
    state.gather()


def run_state() -> State:
    state = State("run")
    state.run_begins(active(workers=2))
    return state


@pytest.mark.usefixtures("skip_decoding")
def test_errors_are_counted_over_the_run_with_its_drain_and_begin_anew_with_the_next() -> None:
    state = run_state()
    told_of(state, 100, 50, errors=2)
    told_of(state, 100, 50, errors=1)
    told_of(state, 0, 1, phase="drain", errors=1)
    assert [(one["run_errors"], one["achieved_rate_per_s"]) for one in state.workers()] == [
        (4, 100.0),
        (4, 50.0),
    ]
    state.run_fails(active(), "ended")
    assert state.workers() == []
    state.run_begins(active(role="probe", workers=2))
    assert state.workers() == [], "nothing of the Run before"
    told_of(state, 70, 30)
    assert [one["run_errors"] for one in state.workers()] == [0, 0]


@pytest.mark.usefixtures("skip_decoding")
def test_metrics_tell_each_worker_by_its_number_and_one_alone_not_at_all() -> None:
    state = run_state()
    told_of(state, 100, 50)
    families = {family.name: family for family in Figures(state).collect()}
    rates = families["plimsoll_worker_achieved_rate_operations_per_second"].samples
    assert {one.labels["worker"]: one.value for one in rates} == {"0": 100.0, "1": 50.0}
    assert families["plimsoll_worker_response_time_p99_seconds"].samples == []
    alone = run_state()
    told_of(alone, 100)
    assert not [
        family.name for family in Figures(alone).collect() if "plimsoll_worker_" in family.name
    ]


def of(*rates: float | None, **more: Any) -> list[dict[str, Any]]:
    return [
        {
            "worker": number,
            "name": None,
            "workers": 1,
            "achieved_rate_per_s": rate,
            "bytes_per_s": None if rate is None else rate * 4096,
            "response_time_ns_p50": 1_234_567,
            "response_time_ns_p99": None,
            "run_errors": 0,
            "host": False,
            **more,
        }
        for number, rate in enumerate(rates)
    ]


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("many", [1, 4, 16, 17, 200])
@pytest.mark.parametrize("most", [1, 2, 5, 40])
def test_lines_fit_whatever_there_is(width: int, many: int, most: int) -> None:
    lines = worker_lines.lines(
        of(*(1_234_567.0 + number for number in range(many)), run_errors=123_456), width, most
    )
    assert max(map(len, lines)) <= width
    assert len(lines) <= most + 1 <= 42
    assert len(lines) <= worker_lines.MOST + 1
    listed = [line for line in lines if re.match(r" *\d+ .*1,234,", line) and "slowest" not in line]
    if len(listed) < many:
        rest = many - len(listed)
        # What failed of those that are not listed is never cut, however little room there is.
        said = f"and {rest} more" if listed else f"{rest} workers"
        assert lines[-1].startswith(f"{said}: {rest * 123_456:,} errors")
        assert width < 80 or re.search(r"slowest 0: 1,234,567 IOPS(; fastest|$)", lines[-1])


def test_the_slowest_and_the_fastest_are_those_of_all_workers_also_where_they_are_listed() -> None:
    rates = [500.0] * 20
    rates[1], rates[2] = 90.0, 900.0
    last = worker_lines.lines(of(*rates), 79, 5)[-1]
    assert last == "and 16 more: of all, slowest 1: 90 IOPS; fastest 2: 900 IOPS"
    assert (
        worker_lines.lines(of(*rates, response_time_ns_p99=5e6), 100, 5)[-1]
        == "and 16 more: of all, slowest 1: 90 IOPS, p99 5 ms; fastest 2: 900 IOPS, p99 5 ms"
    )
    workers = of(*rates)
    workers[19]["run_errors"] = 7
    assert (
        worker_lines.lines(workers, 60, 5)[-1]
        == "and 16 more: 7 errors; of all, slowest 1: 90 IOPS"
    )


def test_a_bar_is_the_share_of_the_busiest_and_what_is_not_known_is_a_dash() -> None:
    head, busiest, half, none = worker_lines.lines(of(1000.0, 500.0, None), 80)
    assert head.split() == ["worker", "IOPS", "bytes/s", "p50", "p99", "errors"]
    assert (busiest.count("█"), busiest.count("░")) == (2 * half.count("█"), 0)
    assert "1,000" in busiest
    assert "3.91 MiB/s  1.23 ms        –       0" in busiest
    assert none.split()[2:4] == ["–", "–"]
    assert "█" not in worker_lines.lines(of(1000.0), 80)[1], "a share of itself says nothing"


@pytest.mark.usefixtures("skip_decoding")
def test_lines_outlast_the_pause_between_two_probes_without_figures_and_then_go() -> None:
    now = [0.0]
    state, lines = run_state(), worker_lines.Lines(lambda: now[0])
    told_of(state, 100, 50)
    assert "100" in lines.now(state, 80, 10)[1]
    state.run_fails(active(), "ended")
    now[0] = 1.0
    paused = lines.now(state, 80, 10)
    assert len(paused) == 3
    assert "100" not in paused[1]
    now[0] = 10.0
    assert lines.now(state, 80, 10) == []


def test_a_kind_of_clients_is_one_line_with_their_number() -> None:
    many = {**of(100.0)[0], "name": "guests", "workers": 40}
    assert worker_lines.label(many) == "guests × 40"
    assert worker_lines.label({**many, "name": None}) == "all 40"


@pytest.mark.long
def test_on_a_terminal_a_run_has_a_line_for_each_worker_that_goes_with_it(target: Path) -> None:
    words = argv(f"-m plimsoll run --target {target} --rate 900 --workers 3 --warmup-for 0s")
    command = [sys.executable, *words, *argv("--interval 200ms --measure-for")]
    environment = {"TERM": "xterm-256color", "NO_COLOR": "1"}
    # A machine that is full may draw none of the frames of a second.
    for length in ("1s", "8s", "64s"):
        text = "".join(
            on_a_terminal([*command, length], columns=80, lines=24, environment=environment)
        )
        plain = ESCAPES.sub("", text)
        if "█" in plain:
            break
    for number in range(3):
        assert re.search(rf"^ +{number} [█░]+ +[\d,.]+ +[\d.]+ [KM]iB/s ", plain, re.MULTILINE), (
            plain
        )
    drawn = [line for line in re.split(r"[\r\n]+", plain) if "█" in line]
    assert max(map(len, drawn)) <= 80
    # Each frame is drawn over by the next, line by line, and the last one by nothing.
    after = text[max(text.rfind("█"), text.rfind("░")) :]
    assert len(re.findall(r"\x1b\[1A\x1b\[2K", after)) >= 4
    assert not re.search(r"\x1b\[[0-9;]*(3[0-8]|4[0-8]|9[0-7])[0-9;]*m", text), "NO_COLOR"


def test_in_a_pipe_no_worker_is_told(plimsoll: Plimsoll, target: Path) -> None:
    words = argv("--rate 900 --workers 3 --warmup-for 0s --measure-for 1s --interval 200ms")
    ended = plimsoll("run", "--target", target, *words, "--why")
    assert "█" not in ended.out + ended.err
    assert not re.search(r"^ *worker\b", ended.err, re.MULTILINE)
    assert re.search(
        r"^3 workers: slowest \d with [\d,]+ IOPS \(p99 .*\), fastest \d with ",
        ended.out,
        re.MULTILINE,
    )


@pytest.mark.long
def test_a_watch_on_a_small_terminal_has_them_all_and_fits(running: Running) -> None:
    process, store = running("--workers", "4", intervals=3)
    until(lambda: [one for one in read(store) if len(one["workers"]) == 4], alive=process)
    text = ""
    frames = on_a_terminal(
        [sys.executable, "-m", "plimsoll", "watch", "--store", str(store)],
        columns=80,
        lines=24,
        environment={"TERM": "xterm-256color"},
    )
    for part in frames:
        text += part
        if len(re.findall(r"\n +3 [█░]+", ESCAPES.sub("", text))) >= 2:
            break
    frames.close()  # type: ignore[attr-defined]
    frame = re.split(r"campaign 1 \(run\): running", ESCAPES.sub("", text))[1]
    rows = [row.strip("\r") for row in frame.split("\n")]
    for number in range(4):
        assert any(re.match(rf" +{number} [█░]+ ", row) for row in rows), frame
    assert "response time p99" in frame
    assert len(rows) <= 24
