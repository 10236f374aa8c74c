"""That this machine is late is seen while a Run goes on: in the pulse, a terminal, a watch; and not
where it is not."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from plimsoll.cli.terminal import watch_screen, watch_text
from plimsoll.cli.terminal import workers as worker_lines
from plimsoll.live import lateness
from plimsoll.live.pulse import PulseDocument, parse
from plimsoll.live.state import State
from plimsoll.native.session import Session, Stop
from tests.live.conftest import active, of_a_second, of_a_worker, sealed_interval, spans
from tests.live.test_workers import IntervalListener

US, MS = 1_000, 1_000_000


def state_of(
    *lags: int | None,
    objective: str | None = None,
    response: int = 300 * US,
    completion: int = 200 * US,
    offered: bool = True,
    phase: str = "measure",
) -> State:
    """A Run under way whose workers had these p99 of own lag in the newest interval."""
    state = State("run")
    run = active(workers=len(lags), objective=objective, rate=3000.0 if offered else None)
    state.run_begins(run)
    interval = of_a_second(
        3000,
        phase=phase,
        arrived=3000 if offered else None,
        outstanding_mean=40.0,
        backlog=40,
        response_time_ns=spans(response),
        completion_latency_ns=spans(completion),
    )
    workers = [of_a_worker(number, 10, own_lag_ns_p99=lag) for number, lag in enumerate(lags)]
    state.interval(run, sealed_interval(interval, workers))
    state.gather()
    return state


@pytest.fixture(autouse=True)
def skip_decoding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plimsoll.native.histogram.buckets", lambda *_: [])


def pulse_of(state: State) -> PulseDocument:
    return parse(state.text())


def screen(pulse: PulseDocument, width: int = 80, height: int = 24) -> str:
    out = Console(width=width, height=height, color_system=None)
    with out.capture() as got:
        out.print(watch_screen.draw(pulse, width=width, height=height))
    return got.get()


@pytest.mark.parametrize(
    ("objective", "limit"),
    [
        (None, 50 * US),
        ("p99 <= 1ms", 50 * US),
        ("p99 <= 400us", 50 * US),
        ("p99 <= 4ms", 200 * US),
        ("p99 <= 30ms and mean <= 3ms", 150 * US),
        ("p99 <= 10ms", 250 * US),
        ("p99 <= 100ms and mean(completion_latency) <= 20ms", 250 * US),
        ("max over 10s <= 50ms", 250 * US),
        ("p99 <= 40ms and errors <= 0.1%", 250 * US),
        ("nobody can read this", None),
    ],
)
def test_the_limit_is_five_percent_of_the_tightest_objective_between_fifty_and_250_microseconds(
    objective: str | None, limit: int | None
) -> None:
    assert lateness.limit_ns(objective) == limit


def test_of_a_real_run_the_pulse_has_the_worst_worker_and_what_passed_before_submission(
    target: Path,
) -> None:
    heard = IntervalListener()
    with Session.open(
        {"target": str(target), "workload": {}}, stop=Stop(), listeners=[heard]
    ) as session:
        session.run(
            {
                "workers": 2,
                "rate": 6000,
                "warmup_for": "0s",
                "measure_for": "1s",
                "interval": "500ms",
                "seed": 1,
            },
            role="run",
        )
    measured = [(told, workers) for told, workers in heard.intervals if told["phase"] == "measure"]
    assert measured
    state = State("run")
    for told, workers in measured:
        state.interval(active(), sealed_interval(told, workers))
        state.gather()
        one = state.newest()
        assert one is not None
        # On a machine that hardly lets it issue a worker's sample carries none.
        lags = [lag for worker in workers if (lag := worker["own_lag_ns_p99"]) is not None]
        assert one["own_lag_ns_p99"] == max(lags, default=None)
        apart = told["response_time_ns"]["mean"] - told["completion_latency_ns"]["mean"]
        assert one["before_submission_ns_mean"] == pytest.approx(apart, abs=1)


def test_a_worker_past_the_limit_is_told_in_a_watch_a_pipe_and_below_the_line_of_progress() -> None:
    state = state_of(20 * US, 40 * MS, None)
    pulse = pulse_of(state)
    assert pulse["intervals"][0]["own_lag_ns_p99"] == 40 * MS
    seen = screen(pulse)
    assert re.search(r"own lag p99 +40 ms ", seen)
    flowing = " ".join(seen.split())
    said = (
        "LATE: own lag p99 of worker 1 is 40 ms, past the limit of 50 µs: response times include"
        " this machine's delays"
    )
    assert said in flowing
    assert len(seen.rstrip("\n").split("\n")) <= 24
    assert any(said in line for line in watch_text.lines(None, pulse, pulse["intervals"][-1:]))
    below = worker_lines.Lines(lambda: 0.0).now(state, 79, 20)
    assert said in " ".join(" ".join(below).split())
    assert max(map(len, below)) <= 79


@pytest.mark.parametrize(
    "told",
    [
        lambda: state_of(20 * US, 45 * US),
        # Five percent of 1 s.
        lambda: state_of(20 * US, 240 * US, objective="p99 <= 1s"),
        # No schedule to be late for, and nothing counts yet.
        lambda: state_of(20 * US, 40 * MS, offered=False),
        lambda: state_of(20 * US, 40 * MS, phase="warmup"),
        lambda: state_of(20 * US, 40 * MS, objective="nobody can read this"),
        # Nobody carries a p99, and operations were with the target for nearly all of their time.
        lambda: state_of(None, None, response=6 * MS, completion=5 * MS),
    ],
    ids=["within", "objective", "closed", "warmup", "unknown", "target"],
)
def test_nothing_is_told_where_nothing_is_late_or_nobody_knows(told: Callable[[], State]) -> None:
    state = told()
    pulse = pulse_of(state)
    assert state.warning() == ""
    assert lateness.pulse_warning(pulse) == ""
    assert "LATE" not in screen(pulse)
    assert "WAITING" not in screen(pulse)


def test_where_workers_have_too_few_operations_the_wait_before_submission_is_told() -> None:
    state = state_of(None, None, response=6000 * MS, completion=2 * MS)
    seen = screen(pulse_of(state))
    assert re.search(r"before submit mean +6 s ", seen)
    assert "WAITING: 6 s of a mean response time of 6 s passed before submission" in " ".join(
        seen.split()
    )
    assert "own lag p99" not in seen, "nobody has one"


def test_what_is_not_finished_is_not_called_waiting_and_a_closed_loop_has_none() -> None:
    assert re.search(r"not finished +40 ", screen(pulse_of(state_of(None)), height=40))
    opened = pulse_of(state_of(None))
    assert "not finished at its end 40" in watch_text.lines(None, opened, opened["intervals"])[-1]
    closed = pulse_of(state_of(None, offered=False))
    text = "".join(watch_text.lines(None, closed, closed["intervals"]))
    assert "not finished" not in screen(closed, height=40) + text


def test_between_two_runs_nobody_is_late() -> None:
    state = state_of(40 * MS)
    assert state.warning()
    state.run_fails(active(), "ended")
    assert state.warning() == ""
    assert lateness.pulse_warning(pulse_of(state)) == ""
