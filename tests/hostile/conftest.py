"""Counts attacks: at the end of `make hostile` a table says of each area how many were tried, held,
did not hold, and were skipped, and why. What does not hold fails the run, also where a test expects
it (xfail): a hole that is known is a hole.

A test is one attempt unless it says how many it made (`attempts`). In `make test` those marked
`whole` are left out.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.hostile import stores
from tests.hostile.page import Page
from tests.hostile.rig import WHOLE, Rig


@dataclass
class Tally:
    """What became of the attempts of an area."""

    held: int = 0
    not_held: int = 0
    skipped: int = 0

    @property
    def attempt_count(self) -> int:
        """Skipped ones were not."""
        return self.held + self.not_held


@dataclass
class Score:
    """Of all areas, and what there is to say about those that did not hold or were skipped."""

    areas: dict[str, Tally] = field(default_factory=dict)
    holes: list[str] = field(default_factory=list)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)


SCORE = Score()


class Attempts:
    """How many attempts a test makes: those that held are counted as it goes."""

    def __init__(self) -> None:
        self.count = 0

    def count_success(self, count: int = 1) -> None:
        """So many more were tried, and held."""
        self.count += count


@pytest.fixture
def attempts(request: pytest.FixtureRequest) -> Attempts:
    """Of this test. Where one fails, those before it still count."""
    made = Attempts()
    request.node.user_properties.append(("attempts", made))
    return made


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Reports cross to another process: the count goes as a number."""
    report = yield
    report.user_properties = [
        (name, value.count if isinstance(value, Attempts) else value)
        for name, value in report.user_properties
    ]
    return report


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    """A folder to attack in, cleared of mounts and devices afterwards."""
    made = Rig(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="module")
def full_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with something of every kind. Tests spoil copies of it."""
    return stores.make(tmp_path_factory.mktemp("kept"))


@pytest.fixture(scope="module")
def page(full_store: Path) -> Iterator[Page]:
    """One server for the whole file."""
    made = Page(full_store.parent, "--store", full_store.name)
    yield made
    made.served.end()


@pytest.fixture
def sound(page: Page) -> Iterator[Page]:
    """It is sound before and after."""
    page.sound()
    yield page
    page.sound()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The short form: what is marked `whole` waits for `make hostile`."""
    if WHOLE:
        return
    left_out = {item for item in items if item.get_closest_marker("whole")}
    if left_out:
        config.hook.pytest_deselected(items=[*left_out])
        items[:] = [item for item in items if item not in left_out]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Enters one outcome."""
    folder, _, name = report.nodeid.partition("::")[0].rpartition("/")
    if not folder.endswith("tests/hostile"):
        return
    tally = SCORE.areas.setdefault(Path(name).stem.split("_")[1], Tally())
    made = next((int(value) for name, value in report.user_properties if name == "attempts"), 0)
    known = hasattr(report, "wasxfail")
    if report.failed or (known and report.skipped):
        tally.held += made if report.when == "call" else 0
        tally.not_held += 1
        SCORE.holes.append(f"{report.nodeid}{f' ({report.wasxfail})' if known else ''}")
    elif report.skipped:
        tally.skipped += 1
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        SCORE.reasons[Path(name).stem.split("_")[1], why.removeprefix("Skipped: ")] += 1
    elif report.when == "call":
        tally.held += made or 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A known hole fails the whole run, and so does a run that tried nothing."""
    if WHOLE and (SCORE.holes or not SCORE.areas) and not hasattr(session.config, "workerinput"):
        session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The table."""
    if not WHOLE or not SCORE.areas:
        return
    write = terminalreporter.write_line
    terminalreporter.section("what was tried")
    write(f"{'area':<10}{'tried':>8}{'held':>8}{'not held':>10}{'skipped':>9}")
    total = Tally()
    for area, tally in sorted(SCORE.areas.items()):
        write(
            f"{area:<10}{tally.attempt_count:>8,}{tally.held:>8,}{tally.not_held:>10,}{tally.skipped:>9,}"
        )
        total.held += tally.held
        total.not_held += tally.not_held
        total.skipped += tally.skipped
    write(
        f"{'all':<10}{total.attempt_count:>8,}{total.held:>8,}{total.not_held:>10,}{total.skipped:>9,}"
    )
    for (area, why), count in sorted(SCORE.reasons.items()):
        write(f"skipped {area}: {why}{f' ({count} times)' if count > 1 else ''}")
    for hole in SCORE.holes:
        write(f"NOT HELD: {hole}")
