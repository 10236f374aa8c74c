"""The same Run says the same everywhere: whether it met its objective stands in the terminal, in
every page for whoever signs, and in the rows, in one word."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from plimsoll.cli import main
from plimsoll.judge import run_verdict
from tests.conftest import Ended

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Plimsoll = Callable[..., Ended]

DISK = """
[device.disk]
servers = 1
service = { distribution = "exponential", mean = "50us" }
[volume.data]
size = "16g"
path = ["disk"]
"""
STALLS = '[client]\nstall_every = "100ms"\nstall_for = "20ms"\n'


@pytest.fixture
def plimsoll(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Plimsoll:
    """The command within this process: what takes long to load is loaded once for all."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> Ended:
        capsys.readouterr()
        code = main(list(words))
        return Ended(code, *capsys.readouterr())

    return run


@dataclass(frozen=True)
class Case:
    """A Run on that disk, which gives 20,000 IOPS, and what is to be said of its objective."""

    name: str
    words: tuple[str, ...]
    verdict: str | None
    stack: str = DISK


CASES = (
    Case("met", ("--rate", "10000", "--objective", "p99 <= 5ms"), "met"),
    Case("missed", ("--rate", "15000", "--objective", "p99 <= 300us"), "missed"),
    Case("not carried", ("--rate", "30000", "--objective", "p99 <= 5ms"), "missed"),
    Case(
        "behind our own cap",
        ("--rate", "30000", "--objective", "p99 <= 5ms", "--max-outstanding", "16"),
        "undecided",
    ),
    Case(
        "too few",
        ("--rate", "1000", "--objective", "p99 <= 5ms", "--measure-for", "200ms"),
        "undecided",
    ),
    Case("a late client", ("--rate", "15000", "--objective", "p99 <= 2ms"), None, DISK + STALLS),
    Case("one of two", ("--rate", "15000", "--objective", "p99 <= 5ms and mean <= 20us"), "missed"),
    Case("no objective", ("--rate", "10000"), None),
    Case("closed loop", ("--queue-depth", "4"), None),
)


def drawn(plimsoll: Plimsoll, store: Path, name: str, form: str) -> str:
    """A report as text; the pictures that lie beside Markdown in a file say no verdict."""
    file = store.with_name(f"{name}.{form}")
    output = str(file) if form == "html" else "-"
    ended = plimsoll("report", name, "--store", str(store), "--to", form, "--output", output)
    assert ended.code == 0, ended.err
    return file.read_text() if form == "html" else ended.out


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_form_has_the_same_verdict(plimsoll: Plimsoll, tmp_path: Path, case: Case) -> None:
    file = tmp_path / "stack.toml"
    file.write_text(case.stack)
    store = tmp_path / "s.db"
    words = ("run", "--target", f"stack:{file}", "--virtual", "--store", str(store), "--seed", "1")
    length = () if "--measure-for" in case.words else ("--measure-for", "2s")
    ran = plimsoll(*words, *length, *case.words)
    assert ran.code in (0, 2), ran.err
    made = {
        (name, form): drawn(plimsoll, store, name, form)
        for name in ("summary", "point", "time")
        for form in ("md", "html")
    }
    rows = drawn(plimsoll, store, "point", "csv")
    [row] = csv.DictReader(io.StringIO(rows))
    verdict = row["verdict"] or None
    if case.name != "a late client":
        assert verdict == case.verdict
    texts = {**made, ("terminal", ""): ran.out}
    if verdict is None:
        assert not any(
            told in text for text in texts.values() for told in run_verdict.WORDS.values()
        )
        return
    assert f"objective {verdict}: " in ran.out
    for (name, form), text in made.items():
        said = (f"objective {verdict}", *((f"{verdict}: ",) if name == "time" else ()))
        assert any(one in text for one in said), (name, form)
        # The judgement beside it uses the same words.
        assert not any(f"{other}: " in text for other in ("pass", "fail")), (name, form)
    others = [one for one in ("met", "missed", "undecided") if one != verdict]
    for place, text in texts.items():
        assert not any(f"objective {other}" in text for other in others), place


def test_of_several_objectives_the_terminal_says_which_was_missed(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    file = tmp_path / "stack.toml"
    file.write_text(DISK)
    objective = "p99 <= 5ms and mean <= 20us"
    words = ("--rate", "15000", "--objective", objective, "--measure-for", "2s")
    out = plimsoll("run", "--target", f"stack:{file}", "--virtual", *words).out
    assert "\n  missed: mean(response_time, all) <= 20us" in out
    assert "\n  met: p99(response_time, all) <= 5ms" in out


def test_the_finding_of_scaling_runs_is_that_of_the_run_in_every_form(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    file, store = tmp_path / "stack.toml", tmp_path / "s.db"
    file.write_text(DISK.replace("servers = 1", "servers = 8"))
    words = ("--target", f"stack:{file}", "--virtual", "--queue-depth", "1", "--who-limits")
    ran = plimsoll("run", *words, "--store", str(store), "--json", "--measure-for", "1s")
    assert ran.code == 0, ran.err
    limited = json.loads(ran.out)["limited_by"]
    assert (limited["value"], limited["basis"]) == ("client_outstanding", "scaling")
    rows = drawn(plimsoll, store, "point", "csv")
    own = next(row for row in csv.DictReader(io.StringIO(rows)) if row["role"] == "run")
    assert (own["limited_by"], own["limited_by_basis"]) == ("client_outstanding", "scaling")
    page = drawn(plimsoll, store, "point", "md")
    assert "outstanding I/O, not the storage" in page
    # What was asked to tell who limited it is no result of what was asked.
    summary = drawn(plimsoll, store, "summary", "md")
    scaled = max(
        float(row["achieved_rate_per_s"])
        for row in csv.DictReader(io.StringIO(rows))
        if row["role"] == "scaling"
    )
    assert f"{scaled:,.0f}" not in summary
