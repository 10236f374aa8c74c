"""`run` and `find` with collectors, through the installed command: figures, exit codes, stores, and
what is left behind."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from plimsoll.store import Store
from tests.conftest import COMMAND, Plimsoll
from tests.patience import PATIENCE_S, until
from tests.schemas import keeps
from tests.words import argv

from .test_commands import is_gone

NULL = ("run", "--target", "null:", "--warmup-for", "0s", "--measure-for", "300ms")
STEADY = 'while :; do echo \'{"a": 1, "b": {"c": true}}\'; sleep 0.02; done'


def test_counters_lie_in_the_store_on_the_clock_of_the_run(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    before = time.monotonic_ns()
    ended = plimsoll(*NULL, "--store", "r.db", "--collect", STEADY, "--json")
    assert (ended.code, ended.err) == (0, "")
    # The document is that of a Run without collectors.
    keeps(ended.document, plimsoll("schema", "run").document)
    with Store.open(tmp_path / "r.db", read_only=True) as store:
        [run] = store.runs(1)
        rows = store.counters.of_run(run.id)
        record = store.record(run.id)
    assert [(row.name, {value for _, value in row.points}) for row in rows] == [
        ("a", {1.0}),
        ("b.c", {1.0}),
    ]
    stamps = [t_ns for t_ns, _ in rows[0].points]
    assert stamps == sorted(stamps)
    assert before < stamps[0] < stamps[-1] < time.monotonic_ns()
    assert before < record["measure_started_ns"] < stamps[-1]
    text = plimsoll("report", "--store", "r.db", "--to", "md").out
    assert "## Collected counters (2)" in text
    assert "| b.c |" in text
    assert "## Collectors" in text


@pytest.mark.long
def test_whatever_collectors_do_the_run_ends_as_it_would_and_nothing_is_left(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    bad = (
        f"echo $$ >> {pids}; trap '' TERM; while :; do sleep 60; done",
        f"echo $$ >> {pids}; yes '{{\"a\":1}}'",
        f"echo $$ >> {pids}; yes rubbish",
        f"echo $$ >> {pids}; yes >&2",
        "no-such-command",
        "echo '{\"z\": 1}'; exit 3",
    )
    flags = [word for text in bad for word in ("--collect", text)]
    ended = plimsoll(
        *NULL, "--store", "r.db", *flags, "--scrape", "http://127.0.0.1:1/metrics", "--json", code=0
    )
    record = ended.document
    assert record["outcome"] == "ok"
    assert 0.29 < record["measure_s"] < PATIENCE_S
    assert record["all"]["count"] > 0
    assert "Traceback" not in ended.err
    assert "no-such-command" in ended.err
    assert "exit code 3" in ended.err
    assert "it sends too many" in ended.err
    for pid in map(int, pids.read_text().split()):
        until(lambda pid=pid: is_gone(pid))
    with Store.open(tmp_path / "r.db", read_only=True) as store:
        summaries = [row.summary for row in store.counters.collector_summaries(store.runs(1)[0].id)]
    assert len(summaries) == len(bad) + 1
    assert summaries[0]["values"] == 0
    assert summaries[2]["first_bad"] == "not JSON: rubbish"
    assert "exit code 127" in summaries[4]["ended"]
    assert summaries[6]["first_failed"] == "Connection refused"


@pytest.mark.long
def test_ctrl_c_ends_the_collectors_too(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    process = subprocess.Popen(
        [
            COMMAND,
            *argv("run --target null: --measure-for 10m --store r.db --collect"),
            f"echo $$ > {pids}; trap '' INT TERM; while :; do echo '{{\"a\":1}}'; sleep 0.05; done",
        ],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NO_COLOR": "1", "XDG_STATE_HOME": str(tmp_path)},
    )
    with process:
        until(
            lambda: (pids.exists() and pids.read_text().strip() != "") or process.poll() is not None
        )
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, "interrupted" in err) == (130, True), err
    until(lambda: is_gone(int(pids.read_text())))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((*NULL, "--collect", "true"), "--collect needs a store to keep the counters in"),
        ((*NULL, "--scrape", "http://h/"), "--scrape needs a store to keep the counters in"),
        (("find", "--target", "null:", "--no-store", "--collect", "true"), "leave out --no-store"),
        ((*NULL, "--store", "r.db", "--collect", ""), "was given no command"),
        ((*NULL, "--store", "r.db", "--scrape", "http://h/", "--collect-every", "soon"), "soon"),
        (
            (*NULL, "--store", "r.db", "--collect", "true", "--virtual"),
            "cannot be used with --virtual",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused_before_anything_happens(
    plimsoll: Plimsoll, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    ended = plimsoll(*arguments)
    assert (ended.code, ended.out) == (64, "")
    assert words in ended.err
    assert len(ended.err.splitlines()) == 1
    assert not (tmp_path / "r.db").exists()
