"""Real hosts: network namespaces with a real Ray cluster, and the installed command on one of them.

They die in the order of the tests: what takes a host away for good comes last. A campaign over them
(the number of hosts as a factor, a coordinator that is killed) is here, too: to bring a cluster up
takes as long as several tests.
"""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from plimsoll.cli.schema import own
from plimsoll.features.factors import factor_runs
from plimsoll.store import Store
from tests.features.hosts import namespaces
from tests.patience import PATIENCE_S
from tests.schemas import keeps

WHY_NOT = namespaces.why_not()
pytestmark = [pytest.mark.skipif(WHY_NOT is not None, reason=WHY_NOT or ""), pytest.mark.long]
AHEAD_S = 5000 if WHY_NOT is None and namespaces.has_clocks() else 0
"""Of the second host's monotonic clock, where this kernel can give it one of its own."""
PLIMSOLL = [str(Path(sys.executable).with_name("plimsoll"))]
CARRIED = [sys.executable, "-m", "tests.features.hosts.carrier_calls"]
"""The same, with one of two hosts bringing what the other has sealed."""


SHORT = '"2s"'
"""The lease where it is to run out; elsewhere nobody is lost because the machine let it wait."""
LENGTHS_S = (8, 32, 128)
"""Of a Run in whose midst something is to happen: on a full machine it may be over before."""


@pytest.fixture(scope="module")
def hosts() -> Iterator[namespaces.Hosts]:
    with namespaces.hosts(2, AHEAD_S) as made:
        yield made


@pytest.fixture
def file(hosts: namespaces.Hosts, tmp_path: Path) -> Path:
    return write_hosts(hosts, tmp_path)


def write_hosts(hosts: namespaces.Hosts, folder: Path, **more: str) -> Path:
    """Writes a file of these hosts, with their token beside it."""
    path = folder / "hosts.toml"
    (folder / "token").write_text(hosts.coordinator.token)
    (folder / "token").chmod(0o600)
    top = {"ray": f'"{hosts.address}"', "token_file": '"token"', "lease": '"60s"', **more}
    lines = [f"{key} = {value}" for key, value in top.items()]
    for host in hosts.generators:
        lines += ["[[host]]", f'name = "{host.name}"', f'address = "{host.address}"']
    path.write_text("\n".join(lines) + "\n")
    return path


def start_command(
    hosts: namespaces.Hosts, *words: str | Path, program: Sequence[str] = PLIMSOLL
) -> subprocess.Popen[str]:
    """Starts the command on the coordinator; its token comes from the file."""
    keep = {
        key: value
        for key, value in hosts.coordinator.environment.items()
        if not key.startswith("RAY_AUTH")
    }
    return subprocess.Popen(
        hosts.coordinator.within(*program, *map(str, words)),
        env={**keep, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def end_of(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Its exit code and its output, once it has ended."""
    out, err = process.communicate(timeout=240)
    return process.returncode, out, err


def test_one_run_over_two_hosts_is_one_record_and_a_command_runs_on_the_host_that_is_named(
    hosts: namespaces.Hosts, file: Path, tmp_path: Path
) -> None:
    store = tmp_path / "kept.db"
    # Each namespace has its own loopback and its own cable: who counts what is on it is known.
    counted = "ip -brief address | wc -l"
    loop = f'while :; do echo "{{\\"addresses\\": $({counted})}}"; sleep 0.2; done'
    code, out, err = end_of(
        start_command(
            hosts, "run", "--hosts", file, "--target", "null:", "--rate", "2000",
            "--measure-for", "8s", "--store", store, "--collect", f"@host2 {loop}",
            "--collect", "@host1 sleep 1; exit 3", "--json",
        )
    )  # fmt: skip
    assert code in (0, 2), out + err
    record = json.loads(out)
    assert [host["name"] for host in record["hosts"]] == ["host1", "host2"]
    counts = [host["figures"]["count"] for host in record["hosts"]]
    assert sum(counts) == record["all"]["count"] > 0
    # Namespaces of one machine have its clock, and one is ahead: what is told of it must be true.
    for host, ahead_s in zip(record["hosts"], (0, AHEAD_S), strict=True):
        off = host["clock"]["offset_ns"] - ahead_s * 1_000_000_000
        assert abs(off) <= host["clock"]["offset_bound_ns"] + 1
    # Both loads stand on one axis: neither is missing in the first or the last interval.
    assert counts[0] == pytest.approx(counts[1], rel=0.2)
    assert {host["target"] for host in record["hosts"]} == {"null:"}

    with Store.open(store, read_only=True) as kept:
        run = kept.runs(1)[0].id
        rows = {row.id: row for row in kept.counters.collectors(1)}
        named = [(row.kind, row.source[:6]) for row in rows.values()]
        assert named == [
            ("command", "host2:"), ("command", "host1:"), ("host", "host1"), ("host", "host2"),
        ]  # fmt: skip
        told = {rows[one.collector_id].source[:5]: one for one in kept.counters.of_run(run)}
        assert {"host1", "host2"} <= set(told)
        addresses = [one for one in kept.counters.of_run(run) if one.name == "addresses"]
        assert addresses[0].points
        (mark,) = kept.events_of_run(run)
        assert mark.text == "collector 2 (host1: sleep 1; exit 3): it ended early (exit code 3)"


def test_doctor_says_that_all_is_well(hosts: namespaces.Hosts, file: Path) -> None:
    code, out, err = end_of(
        start_command(hosts, "hosts", "doctor", file, "--target", "null:", "--json")
    )
    assert code == 0, err
    document = json.loads(out)
    keeps(document, own("hosts"))
    facts = {fact["name"]: fact for fact in document["facts"]}
    assert facts["Plimsoll"]["weight"] == "fine"
    assert facts["MTU to the coordinator"]["values"] == [1500, 1500]


def test_who_has_no_token_gets_in_nowhere(hosts: namespaces.Hosts, tmp_path: Path) -> None:
    path = write_hosts(hosts, tmp_path)
    (tmp_path / "token").write_text("f" * 32)
    code, out, err = end_of(start_command(hosts, "hosts", "status", path))
    assert code == 74, out + err
    assert "Traceback" not in err
    (tmp_path / "token").chmod(0o644)
    code, _, err = end_of(start_command(hosts, "hosts", "status", path))
    assert code == 73
    assert "chmod 600" in err


def test_a_host_that_is_no_node_is_named_with_those_that_are(
    hosts: namespaces.Hosts, file: Path
) -> None:
    file.write_text(file.read_text() + '[[host]]\nname = "ghost"\naddress = "10.9.9.9"\n')
    code, _, err = end_of(start_command(hosts, "run", "--hosts", file, "--target", "null:"))
    assert code == 74
    assert "ghost (10.9.9.9)" in err
    assert hosts.generators[0].address in err


def await_load(hosts: namespaces.Hosts) -> None:
    """Waits until both hosts have a generator that works."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if all(working(host) for host in hosts.generators):
            return
        time.sleep(0.1)
    raise AssertionError("no load")


def working(host: namespaces.Host) -> list[int]:
    """Generators there with workers of a Run under way."""
    found = []
    for process in host.generators():
        tasks = Path(f"/proc/{process}/task")
        try:
            names = [(task / "comm").read_text() for task in tasks.iterdir()]
        except OSError:
            continue
        if any(name.startswith("plimsoll-segment") for name in names) or any(
            name.startswith("plimsoll-beat") for name in names
        ):
            found.append(process)
    return found


def long_run(hosts: namespaces.Hosts, file: Path, *more: str) -> subprocess.Popen[str]:
    """A Run that ends only by what happens to it."""
    process = start_command(
        hosts, "run", "--hosts", file, "--target", "null:", "--rate", "500", "--measure-for",
        "10m", "--json", *more,
    )  # fmt: skip
    await_load(hosts)
    time.sleep(2.5)
    return process


STUDY = Path(__file__).with_name("hosts_study.toml").read_text()


def states(store: Path) -> list[str]:
    """Of the Points, in their order; none before there are any."""
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as opened:
            return [row[0] for row in opened.execute("SELECT state FROM planned_point ORDER BY id")]
    except sqlite3.Error:
        return []


def test_a_study_of_hosts_whose_coordinator_is_killed_goes_on_and_repeats_one_point_at_most(
    hosts: namespaces.Hosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    file = write_hosts(hosts, tmp_path)
    campaign, store = tmp_path / "c.toml", tmp_path / "c.db"
    campaign.write_text(STUDY)
    process = start_command(hosts, "campaign", "run", campaign, "--hosts", file, "--store", store)
    until = time.monotonic() + 120
    while "finished" not in states(store):
        assert time.monotonic() < until, process.communicate()
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    before = states(store)
    assert before.count("running") <= 1

    code, out, err = end_of(start_command(hosts, "campaign", "resume", store, "--json"))
    assert code in (0, 2), err
    assert json.loads(out)["points"]["total"] == 4
    with sqlite3.connect(store) as opened:
        attempts = opened.execute(
            "SELECT attempt, state, load FROM planned_point ORDER BY id"
        ).fetchall()
    assert [state for _, state, _ in attempts] == ["finished"] * 4
    assert sum(attempt for attempt, _, _ in attempts) <= 4 + before.count("running")
    assert sorted(json.loads(load)["hosts"] for _, _, load in attempts) == [1] * 2 + [2] * 2
    assert not any(working(host) for host in hosts.generators)

    with Store.open(store) as opened:
        told = {one.factor: one for one in factor_runs.answer(opened, 1).factors}
    # Each waits 20 ms between answers, so that two hosts do twice what one does.
    assert told["hosts"].effect.value == pytest.approx(2, rel=0.1)

    # The hosts of a campaign are its own: others are refused, and nothing is asked of them.
    file.write_text(file.read_text().replace('name = "host2"', 'name = "other"'))
    code, _, err = end_of(start_command(hosts, "campaign", "resume", store))
    assert (code, "other hosts, targets or weights" in err) == (73, True), err


def test_a_generator_that_is_killed_ends_the_run_by_name(
    hosts: namespaces.Hosts, file: Path
) -> None:
    process = long_run(hosts, file)
    for generator in hosts.generators[1].generators():
        os.kill(generator, signal.SIGKILL)
    code, out, err = end_of(process)
    assert code == 74, err
    record = json.loads(out)
    assert record["outcome"] == "failed"
    assert record["because"].startswith("host2 was lost")
    lost = record["hosts"][1]
    assert lost["outcome"] is None
    assert lost["figures"]["count"] > 0, "what it had sealed is kept"


def test_a_run_goes_on_without_a_host_that_is_killed_and_keeps_what_it_had_brought_of_another(
    hosts: namespaces.Hosts, tmp_path: Path
) -> None:
    file = write_hosts(hosts, tmp_path, on_loss='"go_on"')
    for length_s in LENGTHS_S:
        process = start_command(
            hosts, "run", "--hosts", file, "--target", "null:", "--rate", "500", "--arrivals",
            "constant", "--json", "--measure-for", f"{length_s}s", program=CARRIED,
        )  # fmt: skip
        await_load(hosts)
        time.sleep(4.5)
        for generator in hosts.generators[0].generators():
            os.kill(generator, signal.SIGKILL)
        code, out, err = end_of(process)
        record = json.loads(out)
        if any(note.startswith("host1 was lost") for note in record["notes"]):
            break
    assert (code, record["outcome"]) == (2, "generator_limited"), err
    assert record["because"].startswith("host1 was lost")
    assert record["measure_s"] == pytest.approx(length_s)
    first, second = (host["figures"]["count"] for host in record["hosts"])
    # Half the rate: every operation that was intended in Measure, to one at either end.
    assert abs(second - 250 * length_s) <= 2
    assert 0 < first < second
    carried = int(err.splitlines()[-1].split()[1])
    assert carried > 0, err


def test_load_ends_by_itself_when_the_coordinator_is_killed(
    hosts: namespaces.Hosts, tmp_path: Path
) -> None:
    file = write_hosts(hosts, tmp_path, lease=SHORT)
    process = long_run(hosts, file)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end and any(working(host) for host in hosts.generators):
        time.sleep(0.2)
    assert not any(working(host) for host in hosts.generators)


def test_load_ends_by_itself_on_a_host_whose_cable_is_pulled(
    hosts: namespaces.Hosts, tmp_path: Path
) -> None:
    file = write_hosts(hosts, tmp_path, lease=SHORT)
    process = long_run(hosts, file)
    hosts.generators[1].cut()
    try:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and working(hosts.generators[1]):
            time.sleep(0.2)
        assert not working(hosts.generators[1])
        code, out, err = end_of(process)
    finally:
        hosts.generators[1].join()
    assert code == 74, err
    assert json.loads(out)["because"].startswith("host2 was lost")


@pytest.mark.skipif(not namespaces.can_slow_cables(), reason="this kernel has no tc tbf")
def test_behind_a_slow_cable_the_clock_is_known_less_well_and_never_wrongly(
    hosts: namespaces.Hosts, file: Path
) -> None:
    with hosts.generators[1].slow_cable(500_000):
        _, out, err = end_of(
            start_command(
                hosts, "run", "--hosts", file, "--target", "null:", "--rate", "500",
                "--measure-for", "2s", "--json",
            )
        )  # fmt: skip
    record = json.loads(out)
    assert record["outcome"] in ("ok", "generator_limited"), err
    for host, ahead_s in zip(record["hosts"], (0, AHEAD_S), strict=True):
        clock = host["clock"]
        assert abs(clock["offset_ns"] - ahead_s * 1_000_000_000) <= clock["offset_bound_ns"] + 1
    counts = [host["figures"]["count"] for host in record["hosts"]]
    assert sum(counts) == record["all"]["count"]
    assert counts[0] == pytest.approx(counts[1], rel=0.3)


@pytest.mark.skipif(not namespaces.has_quotas(), reason="no cgroup of processors to write to")
def test_a_host_with_hardly_any_processor_is_named_and_its_storage_is_not(
    hosts: namespaces.Hosts, tmp_path: Path
) -> None:
    # With so little of a processor it hears of the coordinator seconds late: it is not to be lost.
    # It runs for 1 ms of every 100, so that it is late at any rate.
    file = write_hosts(hosts, tmp_path, lease='"30s"')
    for length_s in LENGTHS_S:
        process = start_command(
            hosts, "run", "--hosts", file, "--target", "null:", "--rate", "10000",
            "--measure-for", f"{length_s}s", "--why",
        )  # fmt: skip
        await_load(hosts)
        with hosts.generators[1].quota(0.01), contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(length_s)
        code, out, err = end_of(process)
        assert code in (0, 2), out + err
        if "was late" in out:
            break
    assert "host2 is slower" not in out
    assert "The generator on host2 was late" in out
