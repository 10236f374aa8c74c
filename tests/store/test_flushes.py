"""While a Run goes on, its store flushes nothing: a flush halts many a disk until its cache is
empty, and that disk may be the one under measurement."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import smallest_record

COUNTER = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
static int count;
int flushes(void) { return count; }
#define COUNTED(name) \
    int name(int file) { count++; return ((int (*)(int))dlsym(RTLD_NEXT, #name))(file); }
COUNTED(fsync)
COUNTED(fdatasync)
"""
RUN = """
import ctypes, json, sys
from pathlib import Path
from plimsoll.store import Store

flushes = ctypes.CDLL(None).flushes
moment = 0.0
seen = {}
with Store.open(Path(sys.argv[1]), clock=lambda: moment) as store:
    campaign = store.begin_campaign("run", None, "fixed", 1, "{}")
    (collector,) = store.counters.begin(campaign, [("scrape", "node", 1.0)])
    run = store.begin_run(campaign, "run", "{}")
    before = flushes()
    # An hour, in which the log grows beyond what a commit would otherwise copy into the file.
    for second in range(3600):
        moment += 1
        store.add_interval(run, second, json.dumps({"index": second}), b"r" * 999, b"c" * 999)
        if second % 5 == 0:
            store.counters.add(run, [(collector, "load", second, 1.0)], during_run=True)
    store.add_event(campaign, run, "mark", "a failover")
    seen["during"] = flushes() - before
    before = flushes()
    store.abandon_run(run, "enough")
    seen["at the end"] = flushes() - before
    before = flushes()
    store.add_event(campaign, run, "mark", "why it was slow")
    seen["after the end"] = flushes() - before
    seen["intervals"] = len(store.intervals(run))
    record = json.loads(Path(sys.argv[2]).read_text())
    before = flushes()
    for number in range(100):
        run = store.begin_run(campaign, "probe", "{}")
        moment += 3
        store.finish_run(run, json.dumps(record), {})
    seen["in a search"] = flushes() - before
    before = flushes()
    store.finish_campaign(campaign, {})
    seen["at its end"] = flushes() - before
print(json.dumps(seen))
"""


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_no_flush_while_a_run_goes_on_and_few_while_a_search_does(tmp_path: Path) -> None:
    source, library = tmp_path / "flushes.c", tmp_path / "flushes.so"
    source.write_text(COUNTER)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    record = tmp_path / "record.json"
    record.write_text(smallest_record(intervals=0))
    done = subprocess.run(
        [sys.executable, "-c", RUN, tmp_path / "runs.db", record],
        env={**os.environ, "LD_PRELOAD": str(library)},
        check=True,
        capture_output=True,
        text=True,
    )
    seen = json.loads(done.stdout)
    assert seen["during"] == 0
    assert seen["at the end"] > 0
    assert seen["after the end"] > 0
    assert seen["intervals"] == 3600
    # Five minutes, of which no more than the last half is lost by a power failure.
    assert 0 < seen["in a search"] <= 3 * 300 / 30
    assert seen["at its end"] > 0
