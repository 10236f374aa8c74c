"""Campaigns whose load comes from several hosts: how many of them is a value like any other. The
hosts are threads here; `tests/features/hosts/test_hosts.py` has real ones."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.errors import InputError, RefusedError, UsageError
from plimsoll.campaign import cost, loader, plan, trust
from plimsoll.campaign.conduct import conduct
from plimsoll.campaign.conductor import StoredCampaign
from plimsoll.features.hosts import over_hosts
from plimsoll.features.hosts.fleet import Part
from plimsoll.features.hosts.generator import Generator
from plimsoll.features.hosts.hosts_file import Host, HostsFile
from plimsoll.features.hosts.opening import Hosts, MissingHostError
from plimsoll.library import control
from plimsoll.native import together
from plimsoll.native.session import Stop
from plimsoll.search import point_reasons
from plimsoll.store import Store
from tests.campaign.conftest import RecordingListener
from tests.conftest import Plimsoll
from tests.features.hosts.thread_fleet import ThreadFleet

FILE = """
targets = ["null:"]
[campaign]
name = "scaling"
warmup_for = "0s"
measure_for = "200ms"
interval = "100ms"
order = "as_written"
settle = false
hosts = "hosts.toml"
{more}
[load]
hosts = {counts}
queue_depth = 2
"""
HOSTS = '[[host]]\nname = "a"\n[[host]]\nname = "b"\n[[host]]\nname = "c"\n'
NAMES = ("a", "b", "c")


@pytest.fixture
def hosts() -> Iterator[Hosts]:
    fleet = ThreadFleet(NAMES)
    yield Hosts(HostsFile(host=[Host(name=name) for name in NAMES]), fleet)
    fleet.close()


def write_campaign(folder: Path, *, counts: str = "[1, 2, 3]", more: str = "") -> Path:
    (folder / "hosts.toml").write_text(HOSTS)
    path = folder / "c.toml"
    path.write_text(FILE.format(counts=counts, more=more))
    return path


def begin_campaign(path: Path, hosts: Hosts) -> tuple[Store, int, Any]:
    spec = loader.read(path)
    store, points = Store.open(path.with_suffix(".db")), list(plan.points(spec))
    return store, control.begin(store, spec, points, path, hosts=hosts).number, spec


def conduct_campaign(
    store: Store, number: int, spec: Any, hosts: Hosts, heard: RecordingListener | None = None
) -> None:
    conduct(StoredCampaign(store, number, spec, hosts=hosts), Stop(), heard or RecordingListener())


@pytest.mark.long
def test_each_point_loads_from_the_first_so_many_hosts(tmp_path: Path, hosts: Hosts) -> None:
    store, number, spec = begin_campaign(write_campaign(tmp_path), hosts)
    with store:
        conduct_campaign(store, number, spec, hosts)
        records = [store.record(run.id) for run in store.runs(number)]
        assert [[host["name"] for host in one["hosts"]] for one in records] == [
            ["a"],
            ["a", "b"],
            ["a", "b", "c"],
        ]
        assert [one["spec"]["load"]["workers"] for one in records] == [1, 2, 3]
        assert [point.load["hosts"] for point in store.plans.points(number)] == [1, 2, 3]


@pytest.mark.long
def test_a_host_that_is_not_there_ends_the_campaign_and_its_point_is_asked_again(
    tmp_path: Path, hosts: Hosts
) -> None:
    store, number, spec = begin_campaign(write_campaign(tmp_path), hosts)
    heard = RecordingListener()
    fleet: Any = hosts.fleet

    def lose(point: Any) -> None:
        if (point.number, point.state) == (2, "finished"):
            fleet.lose(2)

    heard.on_point = lose
    with store:
        with pytest.raises(MissingHostError, match="c: missing"):
            conduct_campaign(store, number, spec, hosts, heard)
        states = [point.state for point in store.plans.points(number)]
        assert states == ["finished", "finished", "planned"]
        fleet.dead.clear()
        conduct_campaign(store, number, spec, hosts)
        after = [(point.state, point.attempt) for point in store.plans.points(number)]
        assert after == [("finished", 1), ("finished", 1), ("finished", 2)]


def test_more_hosts_than_there_are_is_told_before_anything_runs(tmp_path: Path) -> None:
    path = write_campaign(tmp_path, counts="[1, 4]")
    with pytest.raises(UsageError, match=r"asks for 4, and .* has 3"):
        over_hosts.check(loader.read(path), tmp_path / "hosts.toml")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace('hosts = "hosts.toml"', ""), "needs the hosts file"),
        (lambda text: text.replace('"null:"', '"stack:a.toml"'), "not driven by hosts"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    tmp_path: Path, change: Callable[[str], str], words: str
) -> None:
    path = write_campaign(tmp_path)
    path.write_text(change(path.read_text()))
    with pytest.raises(InputError, match=words):
        loader.read(path)


def test_the_file_on_the_command_line_wins_and_may_be_the_only_one(tmp_path: Path) -> None:
    path = write_campaign(tmp_path)
    path.write_text(path.read_text().replace('hosts = "hosts.toml"', ""))
    other = tmp_path / "others.toml"
    other.write_text(HOSTS)
    spec = loader.read(path, hosts=other)
    assert spec.campaign.hosts == str(other)


def test_the_number_of_hosts_is_part_of_the_question(tmp_path: Path) -> None:
    spec = loader.read(write_campaign(tmp_path, more='objective = "p99 <= 1s"'))
    points = list(plan.points(spec))
    assert len({point.seed for point in points}) == 3
    assert len({cost.maximum_key(point) for point in points}) == 3
    assert [factor.values for factor in plan.factors(spec)] == [("1", "2", "3")]


def test_to_join_hosts_is_an_act_that_somebody_has_to_stand_for(tmp_path: Path) -> None:
    spec = loader.read(write_campaign(tmp_path))
    assert [(act.does, act.what) for act in trust.of_spec(spec)] == [
        (trust.JOINS, str(tmp_path / "hosts.toml"))
    ]


def test_resume_takes_the_same_hosts_only(tmp_path: Path, hosts: Hosts) -> None:
    store, number, spec = begin_campaign(write_campaign(tmp_path), hosts)
    with store:
        row = store.campaign(number)
        kept = json.loads(json.dumps(row.spec[together.KEPT]))
        assert loader.spec_of(row).campaign.hosts == str(tmp_path / "hosts.toml")
    assert over_hosts.resume_hosts(hosts, kept, spec, [], mine=True).identities == {
        "a": {},
        "b": {},
        "c": {},
    }
    # Another head, token or lease is no other host.
    moved = hosts.file.model_copy(update={"ray": "10.0.0.9:6379", "lease": "9s"})
    over_hosts.resume_hosts(Hosts(moved, hosts.fleet), kept, spec, [], mine=True)
    other = hosts.file.model_copy(
        update={"host": [*hosts.file.host[:2], Host(name="c", address="10.9.9.9")]}
    )
    with pytest.raises(RefusedError, match="other hosts"):
        over_hosts.resume_hosts(Hosts(other, hosts.fleet), kept, spec, [], mine=True)


def test_what_a_host_had_under_a_name_is_compared_by_that_host(
    tmp_path: Path, hosts: Hosts
) -> None:
    target = tmp_path / "t.dat"
    target.write_bytes(bytes(1 << 20))
    path = write_campaign(tmp_path, counts="2", more=f'i_will_lose_the_data_on = ["{target}"]')
    path.write_text(
        path.read_text().replace('"null:"', f'"{target}"') + "[workload]\nread = 0\n"
        'working_set = "64k"\n'
    )
    spec = loader.read(path)
    shared = hosts.file.model_copy(update={"shared": True})
    these = Hosts(shared, hosts.fleet)
    then = over_hosts.identities(these, [str(target)])
    assert [list(of_host) for of_host in then.values()] == [[str(target)]] * 3
    these = Hosts(shared, hosts.fleet, then)
    # Another file comes to have the name.
    (tmp_path / "other").write_bytes(bytes(1 << 20))
    (tmp_path / "other").replace(target)
    store, number, spec = begin_campaign(path, these)
    with store:
        conduct_campaign(store, number, spec, these)
        (point,) = store.plans.points(number)
    assert point.state == "failed"
    assert "a: " in (point_reasons.words(point.reason) or "")
    assert target.read_bytes() == bytes(1 << 20), "nothing was written"


def test_a_part_of_a_fleet_asks_nobody_else(hosts: Hosts) -> None:
    part = Part(hosts.fleet, 2)
    assert part.names == ("a", "b")
    assert len(part.ask_every(Generator.clock_ns)) == 2
    assert list(part.ask_all(Generator.clock_ns, {1: ()})) == [1]


@pytest.mark.long
def test_status_stop_and_restore_take_no_hosts(plimsoll: Plimsoll) -> None:
    done = plimsoll("campaign", "status", "x.db", "--hosts", "hosts.toml")
    assert (done.code, "has no option --hosts" in done.err) == (64, True)
