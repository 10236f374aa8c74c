"""Targets that fail: in one operation of a thousand, in every one, from some moment on, or now and
then. Every verb that measures says so with a documented exit code, and what it kept can be read by
every verb that judges: none of them takes a Run that does not stand for one that does, nor falls
over because none does.
"""

from pathlib import Path

import pytest

from plimsoll.cli import main
from plimsoll.report import forms, registry
from plimsoll.store import Store

pytestmark = pytest.mark.long

FAULTS = {
    "one in a thousand": "read_errors = 0.1\nwrite_errors = 0.1",
    "every one": "read_errors = 100\nwrite_errors = 100",
    "from some moment on": 'outage_at = "700ms"\noutage_for = "1h"',
    "now and then": 'outage_at = "300ms"\noutage_for = "100ms"\noutage_every = "1s"',
}
# What fails at once is asked again at once. Each I/O costs the client time: without that a second
# of an outage is millions of them.
STACK = """
[client]
cpu_per_io = "20us"
[fault.bad]
{fault}
[limit.policy]
ops_per_s = 3000
[device.flash]
servers = 32
service = "100us"
[volume.data]
size = "1g"
path = ["bad", "policy", "flash"]
"""
PROMISES = Path(__file__).with_name("failing_targets_promises.toml").read_text()
CAMPAIGN = """
[campaign]
name = "all of them"
virtual = true
strategy = "{strategy}"
{objective}
warmup_for = "100ms"
measure_for = "1s"
[target]
path = "stack:stack.toml"
[workload]
block_size = ["4k", "8k"]
read = [100, 50]
"""
RUN = ("run", "--target", "stack:stack.toml", "--virtual", "--read", "50", "--measure-for", "1s")
# At a constant rate it takes the fewest operations to decide.
FIND = (
    *("find", "--target", "stack:stack.toml", "--virtual", "--objective", "p50 <= 1ms"),
    *("--arrivals", "constant"),
)
LIMITS = ("limits", "--target", "stack:stack.toml", "--virtual")
MEASURED = (
    RUN,
    (*RUN, "--on-error", "continue"),
    (*RUN, "--who-limits", "--on-error", "count"),
    FIND,
    (*FIND, "--on-error", "count"),
    (*FIND, "--beside-grid"),
    ("simulate", "stack.toml", "--measure-for", "1s"),
    (*LIMITS, "--measure-for", "500ms", "--read", "100,0,50", "--block-size", "4k,64k"),
    ("check", "promises.toml"),
)
"""Every verb that measures, into one store."""


@pytest.fixture(params=FAULTS)
def here(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a stack that fails so, with promises of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "stack.toml").write_text(STACK.format(fault=FAULTS[request.param]))
    (tmp_path / "promises.toml").write_text(PROMISES)
    for strategy in ("grid", "maximum", "load_line"):
        objective = 'objective = "p50 <= 1ms"' if strategy == "load_line" else ""
        (tmp_path / f"{strategy}.toml").write_text(
            CAMPAIGN.format(strategy=strategy, objective=objective)
        )
    return tmp_path


def run_verb(
    arguments: tuple[str, ...], allowed: tuple[int, ...], capsys: pytest.CaptureFixture[str]
) -> str:
    """Runs a verb, which has to end with one of these codes; its output."""
    code = main(list(arguments))
    out, err = capsys.readouterr()
    assert code in allowed, f"{' '.join(arguments)}: {code}\n{err}"
    assert "Traceback" not in err
    return out


def test_every_verb_that_measures_says_so_and_every_verb_that_judges_can_read_it(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in MEASURED:
        # 1: a promise can be broken by what was measured before it failed.
        allowed = (0, 1, 2, 74) if arguments[0] == "check" else (0, 2, 74)
        said = run_verb((*arguments, "--store", "kept.db"), allowed, capsys)
        if arguments[0] == "limits":
            badges = ("○ Inconclusive", "✓ Cap proven", "◐ Cap proven in", "≥ No cap in reach")
            assert any(line.startswith(badges) for line in said.splitlines())
    for strategy in ("grid", "maximum", "load_line"):
        run_verb(
            ("campaign", "run", f"{strategy}.toml", "--store", f"{strategy}.db"), (0, 2, 74), capsys
        )
    for store in ("kept.db", "grid.db", "maximum.db", "load_line.db"):
        read_every_campaign(store, capsys)


def read_every_campaign(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every verb that reads a store says something of every campaign in it; what does not fit is
    refused in words (64, 65)."""
    with Store.open(store, create=False, read_only=True) as opened:
        # The newest of each kind: those before it differ in what was asked.
        campaigns = list({row.kind: str(row.id) for row in opened.campaigns()}.values())
    for one in campaigns:
        at = ("--store", store, "--campaign", one)
        for arguments in (
            ("limits", *at),
            ("curve", *at),
            ("curve", *at, "--over", "queue_depth"),
            ("compare", f"{store}#{one}", f"{store}#{campaigns[0]}"),
            ("size", "--line", f"{store}#{one}", "--guest-iops", "10"),
            ("campaign", "status", store, "--campaign", one),
            *((("report", report.name, *at, "--to", "md")) for report in registry.REPORTS),
            *((("report", *at, "--to", form.name)) for form in forms.FORMS if form.text),
        ):
            run_verb(arguments, (0, 2, 64, 65), capsys)
        run_verb(("check", "promises.toml", *at), (0, 1, 2, 64, 65), capsys)


@pytest.mark.parametrize(
    ("fault", "flags", "why"),
    [
        ("read_errors = 1", (), ". 12 Runs were left out (failed: a read"),
        (
            'outage_at = "700ms"\noutage_for = "1h"\noutage = "hang"',
            ("--block-size", "4k"),
            "the target stopped responding during the Run",
        ),
    ],
    ids=["errors", "hangs"],
)
def test_where_no_run_stands_limits_says_so_and_why(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fault: str,
    flags: tuple[str, ...],
    why: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stack.toml").write_text(STACK.format(fault=fault))
    assert main([*LIMITS, "--measure-for", "2s", "--no-store", "--why", *flags]) == 2
    said = capsys.readouterr().out
    assert said.startswith("Inconclusive: there is no closed-loop Run to judge")
    assert why in said
