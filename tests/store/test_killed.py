"""kill -9 at any moment loses at most the Run under way, and what is missing is said."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from plimsoll.store import Store

# Writes Runs for ever, two intervals and a megabyte of distributions each; says the number of each
# Run that is durable.
WRITER = """
import json, sys
from plimsoll.store import Store
record = json.dumps({
    "outcome": "ok", "offered_rate_per_s": None, "issued_rate_per_s": 1.0,
    "achieved_rate_per_s": 1.0, "seed": 1, "version": {"plimsoll": "0"}, "host": None,
    "intervals": [{"index": 0}, {"index": 1}],
    "spec": {"target": {}, "workload": {}, "load": {}}})
store = Store.open(sys.argv[1])
campaign = store.begin_campaign("find", None, "load line", 1, "{}")
while True:
    run = store.begin_run(campaign, "probe", "{}")
    store.add_interval(run, 0, '{"index": 0}', b"r" * 1000, b"c" * 1000)
    store.flush()
    print("under way", run, flush=True)
    store.finish_run(run, record, {f"read.{i}": bytes([i]) * 50_000 for i in range(20)})
    print("durable", run, flush=True)
"""


# The line after which it is killed: right after "under way" the big transaction is being written.
@pytest.mark.parametrize("lines", [1, 2, 8, 21])
def test_a_killed_writer_loses_at_most_the_run_under_way(path: Path, lines: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    ) as process:
        said = [process.stdout.readline().split() for _ in range(lines)]
        process.send_signal(signal.SIGKILL)
        said += [line.split() for line in process.stdout.read().splitlines()]
    durable = {int(words[-1]) for words in said if words[0] == "durable"}
    with Store.open(path, create=False) as store:
        assert store.campaigns()[0].state == "interrupted"
        runs = store.runs(1)
        finished = {run.id for run in runs if run.state == "finished"}
        assert durable <= finished
        assert [run.state for run in runs if run.id not in finished] in ([], ["interrupted"])
        for run in runs:
            assert len(store.histograms(run.id)) == (20 if run.state == "finished" else 0)
            # Its intervals were flushed before "under way" was said.
            assert run.id not in {int(w[-1]) for w in said} or store.intervals(run.id)
        # And the store goes on working.
        assert store.begin_run(1, "probe", "{}") > max(run.id for run in runs)
