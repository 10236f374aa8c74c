"""What must be said about each described machine. The machines: tests/fixtures/hosts."""

from collections.abc import Callable

import pytest

from tests.features.doctor.conftest import CheckResults, look
from tests.words import argv

Host = Callable[..., CheckResults]

STATUS = (
    "mpatha: 0 4294967296 multipath 2 0 0 0 2 1 {} 0 2 0 8:16 {} 0 8:48 A 0 {} 0 2 0 8:32 A 0"
    " 8:64 A 0"
)
TABLE = (
    "== commands/dmsetup-table = mpatha: 0 4294967296 multipath 1 queue_if_no_path 1 alua 1 1 {}\n"
)
AT = "sys/devices/virtual/block/dm-0"


def test_round_robin_that_switches_after_a_thousand_uses_one_path_and_its_queue(host: Host) -> None:
    found = host("san")
    said = found["multipath"]
    assert said.severity == "warn"
    assert (said.values["selector"], said.values["switches_after"], said.values["paths"]) == (
        "round-robin",
        1000,
        4,
    )
    assert "rr_min_io_rq 1" in (said.mend or "")
    # One LUN queue of 64 at a time, although two paths are in the group and four exist.
    queue = found["queue_chain"].values
    assert (queue["outstanding"], queue["narrowest"], queue["of"]) == (64, "queue_depth", "sdb")


def test_switching_after_each_io_doubles_what_is_outstanding(host: Host) -> None:
    found = host("san", but=TABLE.format("service-time 0 2 2 8:16 1 1 8:48 1 1"))
    assert found["multipath"].severity == "ok"
    assert found["queue_chain"].values["outstanding"] == 128


def test_four_paths_at_once_are_four_queues_until_device_mapper_holds_fewer(host: Host) -> None:
    four = TABLE.format("queue-length 0 4 1 8:16 1 8:32 1 8:48 1 8:64 1")
    status = (
        "== commands/dmsetup-status = mpatha: 0 4294967296 multipath 2 0 0 0 1 1 A 0 4 1 8:16 A 0 0"
        " 8:32 A 0 0 8:48 A 0 0 8:64 A 0 0\n"
    )
    assert host("san", but=four + status)["queue_chain"].values["outstanding"] == 4 * 64
    queue = host("san", but=f"{four}{status}== {AT}/queue/nr_requests = 100\n== {AT}/mq/0/\n")[
        "queue_chain"
    ].values
    assert (queue["outstanding"], queue["of"]) == (100, "dm-0")


def test_an_adapter_narrower_than_its_luns_is_the_narrowest(host: Host) -> None:
    narrow = (
        "== sys/devices/pci0000:3a/0000:3a:00.0/0000:3b:00.0/host7/scsi_host/host7/can_queue = 30\n"
    )
    queue = host("san", but=narrow)["queue_chain"].values
    assert (queue["outstanding"], queue["narrowest"], queue["of"]) == (30, "can_queue", "host7")


def test_what_the_drivers_were_told_stands_beside_the_queues(host: Host) -> None:
    assert host("san")["queue_chain"].values["settings"] == {"ql2xmaxqdepth": 64}
    at = "sys/devices/pci0000:3a/0000:3a:00.0/0000:3b:00.0/host7/scsi_host/host7"
    emulex = f"== {at}/lpfc_lun_queue_depth = 30\n== {at}/lpfc_hba_queue_depth = 8192\n"
    told = host("san", but=emulex)["queue_chain"].values["settings"]
    assert (told["lpfc_lun_queue_depth"], told["lpfc_hba_queue_depth"]) == (30, 8192)


def test_after_a_failover_the_group_in_use_is_the_one_that_status_marks(host: Host) -> None:
    found = host("san", but=f"== commands/dmsetup-status = {STATUS.format('E', 'F', 'A')}\n")
    assert any("8:16" in said.found and "failed" in said.found for said in found.every("multipath"))
    assert found["queue_chain"].values["of"] == "sdc"


def test_without_the_table_paths_are_unknown_and_the_configuration_is_no_proof(host: Host) -> None:
    found = host("san", but="== commands/dmsetup-table\n")
    assert found["multipath"].severity == "unknown"
    assert "rr_min_io_rq 1000" in found["multipath"].found
    assert "could not be read" in found["queue_chain"].found


def test_a_san_host_is_told_of_its_links_thin_luns_and_sleep(host: Host) -> None:
    found = host("san")
    assert [said.values["speed"] for said in found.every("fibre_channel")] == ["16 Gbit", "16 Gbit"]
    assert found.at("warn") == {"multipath", "thin", "sleep_states", "interrupts"}
    assert found.at("unknown") == {"write_cache", "memory_pressure"}, "its kernel does not tell"
    assert found["opened"].severity == "note", "multipathd keeps paths open and is no load"
    assert found["scheduler"].mend == "echo noop > /sys/block/sdb/queue/scheduler"
    old = "== sys/devices/pci0000:3a/0000:3a:00.0/0000:3b:00.0/host7/fc_host/host7/speed = 8 Gbit\n"
    assert host("san", but=old)["fibre_channel"].severity == "warn"


def test_a_well_kept_nvme_host_has_nothing_to_be_mended(host: Host) -> None:
    found = host("nvme")
    assert found.at("stop") | found.at("warn") | found.at("unknown") == set()
    # Ten I/O queues of 1023 entries.
    assert found["queue_chain"].values["outstanding"] == 10230
    assert found["interrupts"].values["processors"] == 8
    assert found["interrupts"].values["interrupts"] == 8, "the admin queue carries no I/O"
    assert found["sleep_states"].values["state"] == "C1", "C2 is disabled"
    assert found["nodes"].values["node"] == 1


def test_a_virtio_ring_that_large_requests_fill_is_told(host: Host) -> None:
    said = host("vm")["descriptors"]
    assert (said.severity, said.values["indirect"]) == ("note", False)
    at = "sys/devices/pci0000:00/0000:00:02.0/virtio1/features"
    indirect = f"== {at} = {'0' * 28}1{'0' * 99}\n"
    assert host("vm", but=indirect)["descriptors"].severity == "ok"
    untold = host("vm", but=f"== {at} = \n")["descriptors"]
    assert untold.severity == "unknown"
    assert "descriptors" in host("nvme").skipped_names()


def test_running_on_the_far_node_is_a_warning_with_the_command(host: Host) -> None:
    said = host("nvme", but="== proc/self/status = Cpus_allowed_list:\t0-3\n")["nodes"]
    assert said.severity == "warn"
    assert "--cpunodebind=1" in (said.mend or "")


def test_the_policy_numa_uses_one_of_two_paths(host: Host) -> None:
    found = host("nvme", target="/dev/nvme1n1")
    assert found["nvme"].severity == "warn"
    assert found["queue_chain"].values["outstanding"] == 8 * 127
    but = "== sys/devices/virtual/nvme-subsystem/nvme-subsys1/iopolicy = round-robin\n"
    found = host("nvme", target="/dev/nvme1n1", but=but)
    assert found["nvme"].severity == "ok"
    assert found["queue_chain"].values["outstanding"] == 2 * 8 * 127


@pytest.mark.parametrize(
    ("target", "interface", "severity"),
    [
        ("nbd://192.0.2.7/x", "ens3f0", "ok"),
        ("nbd://[2001:db8::1]/x", "ens3f0", "ok"),
        ("/mnt/shared/test.dat", "ens3f0", "ok"),
        ("nbd://198.51.100.9/x", "eno1", "warn"),
        ("nbd://127.0.0.1/x", "lo", "note"),
    ],
)
def test_a_server_is_reached_by_the_most_exact_route(
    host: Host, target: str, interface: str, severity: str
) -> None:
    said = host("nvme", target=target)["link"]
    assert (said.values["interface"], said.severity) == (interface, severity)


@pytest.mark.parametrize(
    ("link", "severity"),
    [("duplex = half", "warn"), ("operstate = down", "stop"), ("speed = -1", "unknown")],
)
def test_half_duplex_and_a_link_that_is_down_are_told(host: Host, link: str, severity: str) -> None:
    found = host("nvme", target="nbd://192.0.2.7/x", but=f"== sys/class/net/ens3f0/{link}\n")
    assert found["link"].severity == severity


def test_a_guest_is_told_that_it_is_one_and_what_is_stolen(host: Host) -> None:
    found = host("vm")
    assert found.at("stop") | found.at("warn") | found.at("unknown") == set()
    assert (found["guest"].severity, found["guest"].values["steal_share"]) == ("note", 0)
    assert found["governor"].severity == "note"
    assert {"boost", "nodes", "multipath", "nvme", "link", "fibre_channel"} <= found.skipped_names()
    # One virtio queue with its one interrupt, and 256 requests in it.
    assert found["interrupts"].values["interrupts"] == 1
    assert (
        found["queue_chain"].values["outstanding"],
        found["queue_chain"].values["narrowest"],
    ) == (256, "nr_requests")
    # 6 of the 206 ticks between the readings.
    late = "== after/proc/stat = cpu  1651416 287274 221496 588827 9644 0 1762 4217 0 0\n"
    stolen = host("vm", but=late)["guest"]
    assert (stolen.severity, stolen.values["steal_share"]) == (
        "warn",
        pytest.approx(6 / 206, abs=1e-4),
    )


def test_the_throttle_of_either_version_of_control_groups_is_found(host: Host) -> None:
    at = "sys/fs/cgroup/blkio"
    first = host("vm", but=f"== {at}/blkio.throttle.read_iops_device = 254:0 3000\n")["io_limits"]
    assert (first.severity, first.values["limits"]) == ("stop", {"vda": {"riops": 3000}})
    other = host("vm", but=f"== {at}/blkio.throttle.read_iops_device = 8:0 3000\n")["io_limits"]
    assert other.severity == "note", "a throttle on another device is not the target's"
    second = host("troubled")["io_limits"]
    assert second.values["limits"] == {"dm-3": {"rbps": 98304000, "riops": 3000}}
    assert second.values["group"] == "/sys/fs/cgroup/system.slice/bench.service"


def test_a_limit_of_a_group_further_up_holds_too_and_the_lowest_counts(host: Host) -> None:
    but = "== sys/fs/cgroup/system.slice/io.max = 253:3 rbps=max wbps=max riops=500 wiops=max\n"
    limits = host("troubled", but=but)["io_limits"].values["limits"]
    assert limits == {"dm-3": {"rbps": 98304000, "riops": 500}}


def test_a_troubled_host_is_told_of_every_trouble(host: Host) -> None:
    found = host("troubled")
    assert found.at("stop") == {"other_io", "holes", "io_limits"}
    assert found.at("warn") == set(
        argv(
            "mounted opened queue_chain scheduler thin mount_options free_space alignment"
            " processor_limits clock governor sleep_states other_work interrupts dirty_pages"
            " swapping memory_pressure"
        )
    )
    assert found.at("ok") == {"guest"}
    assert found["other_io"].values["busy_share"] == pytest.approx(0.9)
    assert found["other_io"].values["rate_per_s"] == pytest.approx(1000)
    assert found["holes"].values["hole_share"] == pytest.approx(0.9)
    assert found["free_space"].values["used_share"] == pytest.approx(0.96)
    assert found["processor_limits"].values["quota_processors"] == 0.5
    assert found["swapping"].values["pages_per_s"] == 1250
    assert found["dirty_pages"].values["waiting_bytes"] == (2 << 30) + (64 << 20)
    assert {"strictatime", "barriers"} <= {
        word
        for said in found.every("mount_options")
        for word in said.found.replace(":", " ").split()
    }


def test_a_device_that_is_mounted_is_told_apart_from_one_beside_mounts(host: Host) -> None:
    whole = host("troubled", target="/dev/sda").every("mounted")
    assert any(said.severity == "warn" and said.values.get("mounts") == ["/"] for said in whole), (
        "a partition of it"
    )
    other = host("troubled", target="/dev/sda2").every("mounted")
    assert any(said.severity == "note" and said.values.get("mounts") == ["/"] for said in other)
    assert any(
        said.severity == "warn" and said.values.get("holders") == ["dm-0", "dm-1"] for said in other
    )
    volume = host("troubled", target="/dev/mapper/vg-srv").every("mounted")
    assert any(said.severity == "warn" and said.mend == "umount /srv" for said in volume)


@pytest.mark.parametrize(
    ("line", "severity", "says"),
    [
        (
            "41 22 253:3 / /srv rw,relatime - ext4 /dev/mapper/vg-srv rw,data=journal",
            "stop",
            "data=journal",
        ),
        ("41 22 0:44 / /srv rw,relatime - tmpfs tmpfs rw", "stop", "memory"),
        (
            "41 22 253:3 / /srv rw,relatime - btrfs /dev/mapper/vg-srv rw,compress=zstd:3",
            "warn",
            "compress",
        ),
        ("41 22 253:3 / /srv rw,relatime - xfs /dev/mapper/vg-srv rw,dax=always", "note", "dax"),
        (
            "41 22 253:3 / /srv rw,relatime - xfs /dev/mapper/vg-srv rw,attr2",
            "ok",
            "no mount option",
        ),
    ],
)
def test_options_that_bend_figures_are_named(
    host: Host, line: str, severity: str, says: str
) -> None:
    said = host("troubled", but=f"== proc/self/mountinfo = {line}\n")["mount_options"]
    assert said.severity == severity
    assert says in said.found


@pytest.mark.parametrize(
    ("source", "severity"),
    [
        ("tsc", "ok"),
        ("kvm-clock", "ok"),
        ("hpet", "warn"),
        ("acpi_pm", "warn"),
        ("jiffies", "stop"),
        ("sundial", "unknown"),
    ],
)
def test_the_clock_is_judged_by_what_a_reading_costs(
    host: Host, source: str, severity: str
) -> None:
    at = "sys/devices/system/clocksource/clocksource0/current_clocksource"
    assert host("vm", but=f"== {at} = {source}\n")["clock"].severity == severity


def test_a_loop_device_that_caches_its_file_stops_and_its_queue_counts(host: Host) -> None:
    at = "sys/devices/virtual/block/loop0"
    but = (
        "== sys/block/loop0 -> ../devices/virtual/block/loop0\n"
        "== sys/class/block/loop0 -> ../../devices/virtual/block/loop0\n"
        f"== {at}/dev = 7:0\n== {at}/loop/backing_file = /var/data/test.dat\n== {at}/loop/dio = 0\n"
        f"== {at}/queue/nr_requests = 128\n== {at}/mq/0/\n== {at}/holders/\n== {at}/slaves/\n"
    )
    found = host("vm", target="/dev/loop0", but=but)
    assert found["loop"].severity == "stop"
    assert found["mounted"].values["mounts"] == ["/"]
    assert found["mounted"].severity == "note", (
        "the disk beneath its file is mounted, it itself is not"
    )
    assert found["loop"].mend == "losetup --direct-io=on /dev/loop0"
    assert (found["queue_chain"].values["outstanding"], found["queue_chain"].values["of"]) == (
        128,
        "loop0",
    )


def test_open_files_that_may_not_be_seen_are_unknown_beside_those_that_are(host: Host) -> None:
    facts = (
        '"facts": {"kind": "device", "path": "/dev/nvme0n1", "opened_by": ["qemu (77)"],'
        ' "processes_unread": 12}'
    )
    manifest = (
        f'{{"schema": "plimsoll.capture/1", "target": "/dev/nvme0n1", "span_s": 1.0, {facts}}}'
    )
    said = host("nvme", but=f"== plimsoll-capture.json\n{manifest}\n").every("opened")
    assert [one.severity for one in said] == ["warn", "unknown"]
    assert "12" in said[1].found
    assert "not root" in said[1].found


def test_what_was_refused_when_it_was_captured_is_told_with_the_reason_of_then(host: Host) -> None:
    root = host("vm").examination.scene.machine.root
    at = "sys/devices/system/clocksource/clocksource0/current_clocksource"
    (root / at).unlink()
    assert "No such file" in look(root)["clock"].found
    manifest = f'{{"schema": "plimsoll.capture/1", "unreadable": {{"{at}": "not root"}}}}'
    (root / "plimsoll-capture.json").write_text(manifest)
    said = look(root)["clock"]
    assert (said.severity, said.found) == ("unknown", f"cannot read /{at}: not root")


def test_a_target_that_was_not_captured_is_unknown_not_fine(host: Host) -> None:
    found = host("nvme", target="/dev/sdq")
    about_it = set(
        argv("mounted opened other_io queue_chain scheduler write_cache thin alignment interrupts")
    )
    assert about_it <= found.at("unknown")
    assert not about_it & found.at("ok")
