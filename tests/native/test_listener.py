"""Who hears of a Run, in which order, and what happens when it cannot be kept."""

import pytest

from plimsoll.base.errors import Interruption, IoError
from plimsoll.native.listener import ActiveRun, Listener, RunOutput, SealedInterval
from plimsoll.native.record import ProbeRequest
from plimsoll.native.session import NotKeptError, Session

REQUEST: ProbeRequest = {
    "rate": 500.0,
    "warmup_for": "0s",
    "measure_for": "500ms",
    "interval": "100ms",
    "seed": 1,
    "stop_when_decided": False,
}


class Log(Listener):
    """Writes down what it hears."""

    def __init__(self, events: list[str], name: str) -> None:
        self.events, self.name = events, name

    def note_event(self, what: str, run: ActiveRun) -> None:
        self.events.append(f"{self.name}: {what} {run.id}")

    def run_begins(self, run: ActiveRun) -> None:
        self.note_event("begins", run)

    def interval(self, run: ActiveRun, sealed: SealedInterval) -> None:
        self.note_event(f"interval {sealed.index} of", run)

    def run_ends(self, run: ActiveRun, result: RunOutput) -> None:
        self.note_event(f"{result.record['outcome']} of", run)

    def run_fails(self, run: ActiveRun, why: str) -> None:
        self.note_event(f"failed ({why})", run)


class Recorder(Log):
    """Gives its Runs a number, and from some interval on keeps nothing."""

    full_at: int | None = None

    def run_begins(self, run: ActiveRun) -> None:
        run.id = 7
        super().run_begins(run)

    def interval(self, run: ActiveRun, sealed: SealedInterval) -> None:
        if self.full_at is not None and sealed.index >= self.full_at:
            raise NotKeptError(IoError("the disk is full"))
        super().interval(run, sealed)


def test_the_recorder_hears_first_and_the_others_hear_the_number_that_it_gave() -> None:
    events: list[str] = []
    with Session.open({"target": "null:"}, listeners=[Log(events, "pulse")]) as session:
        session.keeper = Recorder(events, "store")
        record = session.run(REQUEST, role="run")
        assert session.newest == 7
    count = len(record["intervals"])
    assert count >= 5
    told = [
        "begins",
        *(f"interval {number} of" for number in range(count)),
        f"{record['outcome']} of",
    ]
    assert events == [f"{name}: {what} 7" for what in told for name in ("store", "pulse")]


def test_what_cannot_be_kept_ends_the_run_with_its_record_and_everybody_hears_the_end() -> None:
    events: list[str] = []
    with Session.open({"target": "null:"}, listeners=[Log(events, "pulse")]) as session:
        session.keeper = recorder = Recorder(events, "store")
        recorder.full_at = 1
        with pytest.raises(Interruption, match="nothing more could be kept") as caught:
            session.run({**REQUEST, "measure_for": "10m"}, role="run")
        assert isinstance(session.stop.because, IoError)
    assert caught.value.record["outcome"] == "stopped"
    assert events[-2:] == ["store: stopped of 7", "pulse: stopped of 7"]


def test_a_run_that_cannot_begin_to_be_kept_is_heard_of_by_nobody_else() -> None:
    class Full(Recorder):
        def run_begins(self, run: ActiveRun) -> None:
            raise NotKeptError(IoError("the disk is full"))

    events: list[str] = []
    with Session.open({"target": "null:"}, listeners=[Log(events, "pulse")]) as session:
        session.keeper = Full(events, "store")
        with pytest.raises(Interruption):
            session.run(REQUEST, role="run")
    assert events == []
