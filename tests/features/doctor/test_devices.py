"""The list of devices that a target is chosen from: what is free, what is mounted, what is in use
and by whom."""

from pathlib import Path

import pytest

from plimsoll.native import devices
from plimsoll.native.machine import Machine, Unreadable
from tests.features.doctor import tree


def devices_by_name(name: str, folder: Path) -> dict[str, devices.Device]:
    tree.unpack(name, folder)
    return {one.name: one for one in devices.devices(Machine(folder, captured=True))}


def test_a_device_that_nobody_uses_is_free_and_has_its_size(tmp_path: Path) -> None:
    disks = devices_by_name("nvme", tmp_path)
    assert {name: one.use for name, one in disks.items()} == {"nvme0n1": "free", "nvme1n1": "free"}
    assert disks["nvme0n1"].size_bytes == 3_125_627_568 * 512


def test_paths_of_a_multipath_device_are_in_use_by_it_and_it_is_named_as_people_do(
    tmp_path: Path,
) -> None:
    disks = devices_by_name("san", tmp_path)
    assert next(iter(disks)) == "dm-0", "what is free comes first"
    assert (disks["dm-0"].path, disks["dm-0"].kind) == ("/dev/mapper/mpatha", "multipath")
    assert {disks[name].by for name in ("sdb", "sdc", "sdd", "sde")} == {("used by mpatha",)}


def test_mounts_swap_and_volumes_are_told_of_a_partition_and_of_its_disk(tmp_path: Path) -> None:
    disks = devices_by_name("troubled", tmp_path)
    assert (disks["sda1"].use, disks["sda1"].by) == ("mounted", ("/",))
    assert (disks["sda3"].use, disks["sda3"].by) == ("in use", ("used for swap",))
    assert (disks["dm-3"].use, disks["dm-3"].by) == ("mounted", ("/srv",))
    # The disk itself is nowhere mounted, and no less taken.
    assert disks["sda"].use == "in use"
    assert "sda1 is mounted on /" in disks["sda"].by
    assert "sda3 is used for swap" in disks["sda"].by


def test_what_is_mounted_by_a_number_of_its_own_is_found_by_its_path(tmp_path: Path) -> None:
    # btrfs: the number in mountinfo is that of no device; a blank in a path is written \040.
    tree.write(
        "== proc/self/mountinfo\n47 27 0:43 / /my\\040data rw - btrfs /dev/sdb rw\n"
        "== sys/class/block/sdb/dev = 8:16\n== sys/class/block/sdb/size = 2048\n"
        "== sys/class/block/sr0/dev = 11:0\n== sys/class/block/sr0/size = 2048\n"
        "== sys/class/block/nbd0/dev = 43:0\n== sys/class/block/nbd0/size = 0\n",
        tmp_path,
    )
    [only] = devices.devices(Machine(tmp_path, captured=True))
    assert (only.name, only.use, only.by) == ("sdb", "mounted", ("/my data",))


def test_disks_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    tree.write("== proc/self/mountinfo\n", tmp_path)
    for name in ("sda10", "sda2", "sda1"):
        tree.write(f"== sys/class/block/{name}/size = 8\n", tmp_path)
    names = [one.name for one in devices.devices(Machine(tmp_path, captured=True))]
    assert names == ["sda1", "sda2", "sda10"]


def test_a_machine_that_does_not_say_has_no_list(tmp_path: Path) -> None:
    nothing = Machine(tmp_path, captured=True)
    with pytest.raises(Unreadable):
        devices.devices(nothing)
    assert devices.devices_or_empty(nothing) == []
