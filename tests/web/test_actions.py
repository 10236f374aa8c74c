"""Stopping what another verb than a campaign runs: its process gets one Ctrl-C, however many ask
for it at once."""

import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from plimsoll.live.pulse import read
from plimsoll.store import Store
from plimsoll.web import actions
from tests.conftest import COMMAND
from tests.patience import PATIENCE_S
from tests.web.test_launcher import until

pytestmark = pytest.mark.long


def test_two_browsers_that_stop_a_run_at_once_do_not_cost_it_its_record(tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    run = subprocess.Popen(
        [COMMAND, *shlex.split("run --target null: --rate 200 --measure-for 300s --store"), store],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        until(lambda: store.exists() and any(one["progress"] for one in read(store)))
        with ThreadPoolExecutor(4) as browsers:
            said = list(browsers.map(lambda _: actions.stop(store, 1), range(4)))
        assert sum("as with Ctrl-C" in words for words in said) == 1, said
        _, err = run.communicate(timeout=PATIENCE_S)
    finally:
        run.kill()
    assert run.returncode == 130, err
    with Store.open(store, read_only=True) as kept:
        assert [one.state for one in kept.runs(1)] == ["finished"], err
    assert "not running" in actions.stop(store, 1)
