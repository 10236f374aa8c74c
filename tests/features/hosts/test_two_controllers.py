"""Two machines with the same path of the file of hosts and the same user on the hosts are two
clusters: what one of them brought up the other neither takes for its own, nor ends, nor removes.

The far end runs as on a host, beside a stand-in for Ray that leaves a process running.
"""

import contextlib
import json
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from plimsoll.features.hosts import bringing
from plimsoll.features.hosts import up_journal as installed
from plimsoll.features.hosts.far_end import FOLDER, Answer, Request
from plimsoll.features.hosts.ssh import Calls, Failure, Place
from tests.conftest import Ending

HOST = Place("vm1", None)
A_HEAD, B_HEAD = "10.0.0.1:6379", "10.0.0.2:6379"
RAY = """#!/bin/sh
sleep 300 > /dev/null 2>&1 &
echo $! >> "{pids}"
"""


def nobody(_: str, words: str) -> None:
    """Who is told nothing."""


@dataclass
class Site:
    """A host, and the state folders of two machines that share nothing else."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch

    @property
    def file(self) -> Path:
        """The file of hosts: the same path on both machines."""
        return self.folder / "hosts.toml"

    @property
    def home(self) -> Path:
        """Of the user on the host."""
        return self.folder / "home"

    def on(self, machine: str) -> None:
        """What follows is done on that machine."""
        self.monkeypatch.setenv("XDG_STATE_HOME", str(self.folder / machine))

    def cluster_id(self) -> str:
        """The id that this machine's journal has for the cluster."""
        with installed.journal(self.file) as journal:
            journal.add(HOST)
            return journal.id

    def ask_far_end(self, call: str, of: str, head: str, **more: Any) -> Answer | Failure:
        """What the far end answers to a call of cluster `of`."""
        request = Request(
            call,
            of,
            HOST.name,
            "control-" + ("a" if head == A_HEAD else "b"),
            head,
            token="t",
            address="127.0.0.1",
            python=str(self.folder / "ray"),
            **more,
        )
        return Calls().call(HOST, request, limit_s=60)

    def nodes(self) -> list[int]:
        """What still runs of all that was started."""
        try:
            pids = [int(one) for one in (self.folder / "pids").read_text().split()]
        except FileNotFoundError:
            return []
        return [one for one in pids if runs(one)]


def runs(process: int) -> bool:
    """Whether it runs: one that has ended and that nobody waits for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    made = Site(tmp_path, monkeypatch)
    made.home.mkdir()
    monkeypatch.setenv("HOME", str(made.home))
    ray = tmp_path / "ray"
    ray.write_text(RAY.format(pids=tmp_path / "pids"))
    ray.chmod(0o700)
    yield made
    for one in made.nodes():
        with contextlib.suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)
    for temporary in temporaries(made):
        temporary.rmdir()


def temporaries(site: Site) -> list[Path]:
    """Ray's folders under /tmp, by the marks that are left."""

    marks = site.home.glob("*/plimsoll-hosts.json")
    named = [Path(one) for mark in marks for one in json.loads(mark.read_text())["temporary"]]
    return [one for one in named if one.is_dir()]


def test_an_id_is_drawn_once_and_kept_in_the_journal(site: Site) -> None:
    site.on("a")
    with installed.journal(site.file) as journal:
        assert not (journal.folder / installed.JOURNAL).exists()
    first = site.cluster_id()
    assert site.cluster_id() == first
    site.on("b")
    assert site.cluster_id() != first
    site.on("a")
    assert site.cluster_id() == first


@pytest.mark.long
def test_the_other_machine_neither_restarts_nor_removes_what_one_brought_up(site: Site) -> None:
    site.on("a")
    a = site.cluster_id()
    there = str(site.home / f"{FOLDER}{a}-{HOST.name}")
    assert site.ask_far_end("start", a, A_HEAD) == Answer(there, started=True)
    node = site.nodes()
    assert len(node) == 1

    site.on("b")
    b = site.cluster_id()
    found = site.ask_far_end("look", b, B_HEAD)
    assert not isinstance(found, Failure)
    assert (Path(found.folder).exists(), found.running) == (False, 0)
    assert site.ask_far_end("start", b, B_HEAD, restart=True) == Answer(found.folder, started=True)
    assert len(site.nodes()) == 2
    (came,) = bringing.down(site.file, None, nobody, Calls())
    assert (came.failure, came.stopped) == (None, 1)
    assert site.nodes() == node
    assert [one.name for one in site.home.iterdir()] == [f"{FOLDER}{a}-{HOST.name}"]

    # Nothing of it is known there now: there is nothing to do.
    assert bringing.down(site.file, None, nobody, Calls()) == []
    assert site.nodes() == node

    site.on("a")
    (came,) = bringing.down(site.file, None, nobody, Calls())
    assert (came.failure, came.stopped) == (None, 1)
    assert (site.nodes(), list(site.home.iterdir())) == ([], [])


@pytest.mark.long
def test_a_folder_with_the_mark_of_another_is_refused_by_its_name_and_left(site: Site) -> None:
    a, b = "a" * 16, "b" * 16
    site.ask_far_end("start", a, A_HEAD)
    node = site.nodes()
    folder = str(site.home / f"{FOLDER}{a}-{HOST.name}")
    refused = site.ask_far_end("start", b, B_HEAD, folder=folder, restart=True)
    assert isinstance(refused, Failure)
    assert refused.step == "folder"
    assert f"cluster {a}, brought up from control-a with the head at {A_HEAD}" in refused.why
    gone = site.ask_far_end("down", b, B_HEAD, folder=folder)
    assert gone == Answer(left=[folder])
    assert site.nodes() == node
    assert Path(folder).is_dir()


@pytest.mark.long
def test_a_node_that_has_joined_another_head_is_refused_by_the_name_of_it(site: Site) -> None:
    a = "a" * 16
    site.ask_far_end("start", a, A_HEAD)
    node = site.nodes()
    again = site.ask_far_end("start", a, A_HEAD)
    assert not isinstance(again, Failure)
    assert not again.started
    refused = site.ask_far_end("start", a, B_HEAD)
    assert isinstance(refused, Failure)
    assert refused.step == "ray"
    assert A_HEAD in refused.why
    assert B_HEAD in refused.why
    assert site.nodes() == node


@pytest.mark.long
def test_down_where_nothing_was_brought_up_says_so(plimsoll: object, tmp_path: Path) -> None:
    done: Ending = plimsoll("hosts", "down", "hosts.toml")  # type: ignore[operator]
    assert done.code == 0
    assert "Nothing to do" in done.out
    assert "from this machine" in done.out
