"""Who used the machine beside Runs, from what their records name."""

from typing import Any

from plimsoll.native import neighbours, record_reading
from plimsoll.native.neighbours import Kind

MIB = float(1 << 20)


def neighbour(
    name: str,
    kind: Kind,
    pid: int | None = None,
    cpu: float = 0.0,
    read: float | None = None,
    written: float | None = None,
) -> dict[str, Any]:
    """A neighbour as a record has it."""
    return {
        "pid": pid,
        "name": name,
        "kind": kind,
        "cpu_share": cpu,
        "read_bytes_per_s": read,
        "written_bytes_per_s": written,
    }


def run(*of: dict[str, Any], span_s: float = 1.0, device: str | None = "vda") -> Any:
    """A record of a Run with these neighbours."""
    return record_reading.run_record(
        {"neighbours": {"span_s": span_s, "named": list(of), "device": device}}
    )


def test_runs_that_were_not_looked_at_have_no_neighbours() -> None:
    for records in ([], [{}], [{"neighbours": None}], [{"hosts": [{"name": "a"}]}]):
        whole = [record_reading.run_record(one) for one in records]
        assert neighbours.summary(whole) == []
    assert neighbours.summary([run()]) == []


def test_the_same_process_in_several_runs_is_one_neighbour_with_its_mean() -> None:
    hog = [neighbour("python3", "cpu", 5, cpu=share) for share in (0.9, 0.6)]
    (found,) = neighbours.summary([run(hog[0], span_s=3.0), run(), run(hog[1], span_s=1.0)])
    assert (found.name, found.pid, found.kind) == ("python3", 5, "cpu")
    assert (found.runs, found.of_runs) == (2, 3)
    assert found.cpu_share == (3 * 0.9 + 0.6) / 4


def test_several_processes_of_a_program_add_up() -> None:
    build = [neighbour("cc1", "cpu", pid, cpu=0.8) for pid in (7, 8, 9)]
    (found,) = neighbours.summary([run(*build[:2]), run(build[2])])
    assert found.pids == (7, 8, 9)
    assert found.pid is None
    assert found.cpu_share == (1.6 + 0.8) / 2
    assert found.words == "cc1 (pids 7, 8, 9), 120 % of one core"
    build = [neighbour("cc1", "cpu", pid, cpu=0.5) for pid in range(4)]
    (found,) = neighbours.summary([run(*build)])
    assert found.words == "cc1 (4 processes), 200 % of one core"


def test_generators_come_first_then_who_uses_the_device_then_the_cpu() -> None:
    found = neighbours.summary(
        [
            run(
                neighbour("hypervisor", "cpu", cpu=0.4),
                neighbour("python3", "cpu", 5, cpu=0.95),
                neighbour("dd", "device", 123, cpu=0.2, read=0.0, written=300 * MIB),
                neighbour("plimsoll ndisk", "measuring", 15929, cpu=1.0, read=MIB, written=0.0),
            )
        ]
    )
    assert [one.kind for one in found] == ["measuring", "device", "cpu", "cpu"]
    assert neighbours.sentences(found) == [
        "also measuring on this machine: plimsoll ndisk (pid 15929)",
        "also writing to /dev/vda: dd (pid 123), 300 MiB/s",
        "also using the CPU: python3 (pid 5), 95 % of one core",
        "the hypervisor took 40 % of one core",
    ]


def test_bytes_without_a_process_are_told_as_such() -> None:
    found = neighbours.summary([run(neighbour("others", "device", read=20 * MIB, written=0.0))])
    assert neighbours.sentences(found) == [
        "also reading from /dev/vda: programs that could not be named, 20 MiB/s"
    ]


def test_of_a_run_over_hosts_each_neighbour_is_told_with_its_host() -> None:
    hosts = [
        {"name": name, **run(neighbour("fio", "measuring", 7, cpu=0.5))} for name in ("red", "blue")
    ]
    found = neighbours.summary([record_reading.run_record({"neighbours": None, "hosts": hosts})])
    assert sorted(one.words for one in found) == ["fio (pid 7) on blue", "fio (pid 7) on red"]


def test_a_sentence_names_three_and_counts_the_others() -> None:
    hogs = [neighbour(f"hog{pid}", "cpu", pid, cpu=1 - pid / 100) for pid in range(1, 7)]
    (said,) = neighbours.sentences(neighbours.summary([run(*hogs)]))
    assert said.count("(pid") == 3
    assert said.endswith("; and 3 more")


def test_a_hypervisor_is_the_only_neighbour_that_nobody_here_can_stop() -> None:
    hypervisor = neighbour("hypervisor", "cpu", cpu=0.4)
    assert not neighbours.can_be_stopped(neighbours.summary([run(hypervisor)]))
    for other in (neighbour("dd", "cpu", 7, cpu=0.5), neighbour("hypervisor", "cpu", 8, cpu=0.5)):
        assert neighbours.can_be_stopped(neighbours.summary([run(hypervisor, other)]))
