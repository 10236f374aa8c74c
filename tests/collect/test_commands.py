"""Real commands: what they bring, and that whatever they do costs their own data only."""

import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from plimsoll.collect import Collectors, Sample, Source, Tally
from plimsoll.collect.command import Command
from tests.patience import PATIENCE_S, until


def is_gone(pid: int) -> bool:
    """Whether no process of that number is left, not even one that waits to be reaped."""
    return not Path(f"/proc/{pid}").exists()


class Collecting:
    """Collectors, and everything that they brought and told."""

    def __init__(self, *commands: str) -> None:
        self.told: list[str] = []
        self.samples: list[list[Sample]] = [[] for _ in commands]
        self.tallies = [Tally() for _ in commands]
        self.ended: list[str | None] = [None for _ in commands]
        self.running = Collectors(
            [Source.command(text) for text in commands], tell=self.told.append
        )

    def take(self) -> None:
        for index, batch in enumerate(self.running.take()):
            self.samples[index] += batch.samples
            self.tallies[index].add(batch.tally)
            self.ended[index] = batch.ended

    def until(self, done: Callable[[], bool]) -> None:
        def take_and_check() -> bool:
            self.take()
            return done()

        until(take_and_check)


@pytest.mark.long
def test_a_reader_of_ours_is_found_wherever_it_is_installed() -> None:
    mine = Collecting("echo IF-MIB::ifHCInOctets.1 = Counter64: 42 | plimsoll collect snmp")
    with mine.running:
        mine.until(lambda: bool(mine.samples[0]))
    assert [(sample.name, sample.value) for sample in mine.samples[0]] == [("ifHCInOctets.1", 42.0)]


def test_values_are_stamped_when_they_arrive() -> None:
    before = time.monotonic_ns()
    mine = Collecting('while :; do echo \'{"a": 1, "t": 12}\'; sleep 0.02; done')
    with mine.running:
        mine.until(lambda: len(mine.samples[0]) >= 3)
    after = time.monotonic_ns()
    stamps = [sample.t_ns for sample in mine.samples[0]]
    assert before <= stamps[0] < stamps[1] < stamps[2] <= after
    assert {(sample.name, sample.value) for sample in mine.samples[0]} == {("a", 1.0)}
    assert mine.told == []


def test_one_that_ends_early_has_brought_what_it_brought_and_is_told_once() -> None:
    mine = Collecting("printf '{\"a\": 1}\\n{\"b\": 2}'; echo 'the array is gone' >&2; exit 3")
    with mine.running:
        mine.until(lambda: mine.ended[0] is not None)
        mine.take()
        mine.take()
    assert [(sample.name, sample.value) for sample in mine.samples[0]] == [("a", 1.0), ("b", 2.0)]
    assert mine.ended[0] == "it ended early (exit code 3): the array is gone"
    assert len(mine.told) == 1
    assert "ended early (exit code 3): the array is gone" in mine.told[0]


@pytest.mark.parametrize(
    ("command", "ended"),
    [
        ("no-such-command-here --flag", "exit code 127"),
        ("kill -9 $$", "it ended early (signal SIGKILL)"),
        ("echo '{\"a\":1}'; exec >&-; exec 2>&-; sleep 600", "it ended early (signal SIGTERM)"),
        ("\0", "could not be started"),
    ],
)
def test_how_one_ended_is_told_and_the_others_run(command: str, ended: str) -> None:
    mine = Collecting(command, "while :; do echo '{\"a\":1}'; sleep 0.02; done")
    with mine.running:
        mine.until(lambda: mine.ended[0] is not None and len(mine.samples[1]) > 0)
    assert ended in str(mine.ended[0])
    assert command.partition(" ")[0].strip("\0") in mine.told[0]


def test_rubbish_is_counted_its_first_line_told_and_the_rest_is_kept() -> None:
    mine = Collecting(
        "echo 'hello <b>'; echo '{\"a\": 1}'; echo; echo '[1]'; echo '{\"s\": \"x\"}'; sleep 60"
    )
    with mine.running:
        mine.until(lambda: mine.tallies[0].not_numbers == 1)
    assert [sample.value for sample in mine.samples[0]] == [1.0]
    assert (mine.tallies[0].bad, mine.tallies[0].first_bad) == (2, "not JSON: hello <b>")
    news, sums = mine.told
    assert "it prints lines that cannot be read: not JSON: hello <b>" in news
    assert "1 values collected; 2 unreadable; 1 that are not finite numbers skipped" in sums


@pytest.mark.long
def test_a_flood_is_bounded_and_stopped_at_its_source() -> None:
    mine = Collecting("yes '{\"a\":1}'", "while :; do echo '{\"b\":1}'; sleep 0.02; done")
    began = time.monotonic()
    with mine.running:
        mine.until(lambda: mine.tallies[0].held_back and len(mine.samples[1]) >= 3)
    seconds = time.monotonic() - began
    # 10,000 in each second that began.
    assert 10_000 <= mine.tallies[0].values <= 10_000 * (int(seconds) + 2)
    assert mine.tallies[0].over_rate > 100_000
    assert (
        sum(
            "it sends too many values: at most 10,000 per second are kept" in line
            for line in mine.told
        )
        == 1
    )


@pytest.mark.parametrize(("trap", "least_s"), [("trap '' TERM; ", 1.0), ("", 0.0)])
def test_one_is_gone_with_all_its_children_though_it_ignores_sigterm(
    tmp_path: Path, trap: str, least_s: float
) -> None:
    pids = tmp_path / "pids"
    children = f"sleep 600 & echo $! >> {pids}; echo $$ >> {pids}"
    mine = Collecting(f"{trap}{children}; echo '{{\"a\":1}}'; wait; sleep 600")
    with mine.running:
        mine.until(lambda: len(mine.samples[0]) == 1)
        began = time.monotonic()
    # A second from SIGTERM to SIGKILL, not sooner; and no more than the limit of the end and a
    # little.
    assert least_s <= time.monotonic() - began < PATIENCE_S
    for pid in map(int, pids.read_text().split()):
        until(lambda pid=pid: is_gone(pid))


def test_one_that_is_silent_is_told_at_the_end() -> None:
    mine = Collecting("sleep 600")
    with mine.running:
        mine.take()
    assert [line.partition(": ")[2] for line in mine.told] == ["no values were collected"]


def test_whoever_cannot_wait_leaves_nothing_behind(tmp_path: Path) -> None:
    # An interrupt while the end is awaited: the group is killed at once.
    pid_file = tmp_path / "pid"
    command = Command(
        Source.command(
            f"trap '' TERM; echo $$ > {pid_file}; echo '{{}}'; while :; do sleep 1; done"
        )
    )
    command.start()
    until(lambda: pid_file.exists() and pid_file.read_text().strip() != "")
    command.kill()
    command.join(PATIENCE_S)
    assert is_gone(int(pid_file.read_text()))
    # Its number may be somebody else's now: nothing is signalled any more.
    command.kill()
    command.end()


def test_ending_does_not_leak_descriptors() -> None:
    def open_ones() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    program = shlex.quote(sys.executable)
    with Collecting("echo '{}'").running:
        pass
    before = open_ones()
    for _ in range(3):
        with Collecting("sleep 60", f"{program} -c 'pass'").running:
            pass
    until(lambda: open_ones() <= before)
