"""Counters of a vCenter, on a simulated one that answers with figures that we set."""

import contextlib
import json
import re
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from plimsoll.collect.lines import STAMP
from plimsoll.features.vcenter import inventory
from plimsoll.features.vcenter import pull as asked
from plimsoll.features.vcenter.session import VcenterError
from tests import vcenter_simulator
from tests.command import start_command
from tests.conftest import Plimsoll
from tests.vcenter_simulator import Vcenter

pytestmark = pytest.mark.long

Figures = dict[str, dict[str, dict[str, list[int | None]]]]
READS = "virtualDisk.numberReadAveraged.average"
FIGURES: Figures = {
    "DC0_H0": {
        "cpu.usage.average": {"": [4150]},
        "datastore.totalReadLatency.average": {"DATASTORE": [3]},
        "datastore.numberReadAveraged.average": {"DATASTORE": [0]},
    },
    "DC0_H0_VM0": {READS: {"scsi0:0": [2900, 3000], "scsi0:1": [11, None]}},
    "DC0_H0_VM1": {READS: {"scsi0:0": [500]}},
}


class Simulator:
    """A vCenter whose figures can be changed."""

    def __init__(self, vcenter: Vcenter, file: Path) -> None:
        self.vcenter = vcenter
        self._file = file

    def say(self, figures: Figures) -> None:
        """From now on these; DATASTORE stands for what a host calls LocalDS_0."""
        with self.vcenter.client() as service:
            every = service.content.rootFolder.childEntity[0].datastore
            (held,) = [one._moId for one in every if one.name == "LocalDS_0"]
        self._file.write_text(json.dumps(figures).replace("DATASTORE", held))

    def values(self, only: str | None = None) -> Iterator[dict[str, Any]]:
        """What is read, without waiting between rounds."""
        wanted = re.compile(only) if only else None
        return asked.values(self.vcenter.server, wanted, wait=lambda _: None)


@contextlib.contextmanager
def running(folder: Path) -> Iterator[Simulator]:
    figures = folder / "figures.json"
    with vcenter_simulator.running(folder, "-figures", str(figures)) as vcenter:
        yield Simulator(vcenter, figures)


@pytest.fixture(scope="module")
def shared_simulator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Simulator]:
    with running(tmp_path_factory.mktemp("kept")) as made:
        yield made


@pytest.fixture
def simulator(shared_simulator: Simulator) -> Simulator:
    """One for all tests, with the figures and the account that each begins with."""
    shared_simulator.vcenter.account()
    shared_simulator.say(FIGURES)
    return shared_simulator


def test_hosts_datastores_and_disks_have_their_newest_sample(simulator: Simulator) -> None:
    now = time.monotonic_ns()
    found = next(simulator.values())
    stamp = found.pop(STAMP)
    assert found == {
        # Hundredths of a percent.
        "host/DC0_H0/cpu.usage": pytest.approx(41.5),
        "host/DC0_H0/LocalDS_0/datastore.totalReadLatency": 3,
        # It was measured, and is nothing.
        "host/DC0_H0/LocalDS_0/datastore.numberReadAveraged": 0,
        "vm/DC0_H0_VM0/scsi0:0/virtualDisk.numberReadAveraged": 3000,
        # It was not measured: no zero.
        "vm/DC0_H0_VM0/scsi0:1/virtualDisk.numberReadAveraged": None,
        "vm/DC0_H0_VM1/scsi0:0/virtualDisk.numberReadAveraged": 500,
    }
    # The sample ended within the last 20 s, and is stamped with its middle.
    assert 10 <= (now - stamp) / 1e9 + 1 <= 32


def test_objects_of_one_name_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    folders = {"f1": "prod", "f2": "test"}

    class Paths:
        def __init__(self, _: Any) -> None:
            pass

        def path(self, one: inventory.ManagedObject) -> str:
            return f"/DC0/vm/{folders[one.properties['parent']]}/{one.name}"

    def managed_object(id_: str, name: str, parent: str) -> inventory.ManagedObject:
        return inventory.ManagedObject(SimpleNamespace(_moId=id_), {"name": name, "parent": parent})

    monkeypatch.setattr(inventory, "Paths", Paths)
    vms = [
        managed_object("vm-1", "app01", "f1"),
        managed_object("vm-2", "app01", "f2"),
        managed_object("vm-3", "db", "f1"),
        managed_object("vm-4", "twin", "f1"),
        managed_object("vm-5", "twin", "f1"),
    ]
    objects = [("HostSystem", managed_object("host-1", "db", "f1"))]
    objects += [("VirtualMachine", one) for one in vms]
    session: Any = None
    assert asked._object_names(session, objects) == {
        # A host and a VM may share a name: their kind is in front.
        "host-1": "db",
        "vm-1": "DC0/vm/prod/app01",
        "vm-2": "DC0/vm/test/app01",
        "vm-3": "db",
        "vm-4": "DC0/vm/prod/twin vm-4",
        "vm-5": "DC0/vm/prod/twin vm-5",
    }


def test_a_counter_that_gives_no_value_any_more_is_missing_and_not_nothing(
    simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = simulator.values("^vm/DC0_H0_VM0/")
    first = next(values)
    assert first["vm/DC0_H0_VM0/scsi0:0/virtualDisk.numberReadAveraged"] == 3000
    simulator.say({"DC0_H0_VM0": {READS: {"scsi0:1": [12]}}, "DC0_H0_VM1": FIGURES["DC0_H0_VM1"]})
    # As if 20 s had passed: what was seen was older.
    later: Any = asked._times

    def earlier(text: str) -> list[Any]:
        return [one + timedelta(seconds=asked.EVERY_S) for one in later(text)]

    monkeypatch.setattr(asked, "_times", earlier)
    second = next(values)
    second.pop(STAMP)
    assert second == {
        "vm/DC0_H0_VM0/scsi0:0/virtualDisk.numberReadAveraged": None,
        "vm/DC0_H0_VM0/scsi0:1/virtualDisk.numberReadAveraged": 12,
    }


def test_the_command_prints_lines_that_collect_reads(simulator: Simulator, tmp_path: Path) -> None:
    words = ["collect", f"vcenter:{simulator.vcenter.server}", "--only", "VM0"]
    with start_command(words, tmp_path) as process:
        line = json.loads(process.stdout.readline())
        process.kill()
    assert line.pop(STAMP) > 0
    assert line == {
        "vm/DC0_H0_VM0/scsi0:0/virtualDisk.numberReadAveraged": 3000,
        "vm/DC0_H0_VM0/scsi0:1/virtualDisk.numberReadAveraged": None,
    }


def test_a_certificate_that_is_not_checked_is_said(
    plimsoll: Plimsoll, simulator: Simulator
) -> None:
    simulator.vcenter.account(ca=None, insecure=True)
    said = plimsoll("collect", f"vcenter:{simulator.vcenter.server}", "--only", "nothing")
    assert "is not checked (insecure in vcenter.toml)" in said.err


def test_names_that_match_nothing_are_an_error(plimsoll: Plimsoll, simulator: Simulator) -> None:
    said = plimsoll("collect", f"vcenter:{simulator.vcenter.server}", "--only", "nothing", code=65)
    assert "has no counter for nothing" in said.err
    said = plimsoll("collect", "vcenter", code=64)
    assert "Write it as vcenter:SERVER" in said.err


def test_one_that_is_gone_ends_after_a_few_rounds(tmp_path: Path) -> None:
    waited: list[float] = []
    with running(tmp_path) as simulated:
        simulated.say(FIGURES)
        values = asked.values(simulated.vcenter.server, None, wait=waited.append)
        next(values)
        (tmp_path / "figures.json").write_text("{}")
        simulated.vcenter.stop()
        with pytest.raises(VcenterError, match="nobody answers"):
            next(values)
    assert len(waited) == asked.FAILURES
