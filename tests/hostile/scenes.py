"""Devices and files that somebody uses, each made for real: what `test_guard.py` attacks.

Each function sets one up and says by which name it is attacked and what must stay as it is.
"""

import ctypes
import fcntl
import os
import socket
import struct
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.hostile import erofs
from tests.hostile.rig import MIB, FileSystem, Rig, as_root, run, tools
from tests.loops import no_loops


@dataclass(frozen=True)
class Scene:
    """What is attacked, and what must not change: files and devices byte for byte, file systems in
    every file."""

    target: str | Path
    untouched: tuple[str | Path, ...] = ()
    whole: tuple[FileSystem, ...] = ()
    swaps: tuple[str | Path, ...] = ()
    """Active swap, which the kernel may write to as well, now and then: page by page, and it counts
    them."""


# What is mounted
# ------------------------------------------------------------------------------------------------------


def mounted_disk(rig: Rig) -> Scene:
    device = rig.loop(rig.image())
    inside = FileSystem(rig, device)
    inside.mount()
    return Scene(device, whole=(inside,))


def mounted_read_only(rig: Rig) -> Scene:
    image = rig.image()
    device = rig.loop(image)
    FileSystem(rig, device).mount("mnt", "-o", "ro")
    return Scene(device, (image,))


def by_another_node(rig: Rig) -> Scene:
    scene = mounted_disk(rig)
    number = Path(scene.target).stat().st_rdev
    node = rig.path("node")
    os.mknod(node, 0o600 | 0o060000, number)
    return Scene(node, whole=scene.whole)


def by_a_bound_node(rig: Rig) -> Scene:
    scene = mounted_disk(rig)
    node = rig.path("node")
    node.touch()
    _bind(rig, scene.target, node)
    return Scene(node, whole=scene.whole)


def by_a_link(rig: Rig) -> Scene:
    scene = mounted_disk(rig)
    for name, to in (("first", scene.target), ("second", "first"), ("link", "second")):
        rig.path(name).symlink_to(to)
    return Scene(rig.path("link"), whole=scene.whole)


def mounted_zram(rig: Rig) -> Scene:
    device = rig.zram()
    inside = FileSystem(rig, device)
    inside.mount()
    return Scene(device, whole=(inside,))


def mounted_elsewhere(rig: Rig) -> Scene:
    device = rig.loop(rig.image())
    inside = FileSystem(rig, device)
    rig.elsewhere(device, "-o", "ro")
    return Scene(device, (rig.path("image"),), (inside,))


def disk_of_mounted_partition(rig: Rig) -> Scene:
    device = rig.loop(rig.image())
    inside = FileSystem(rig, rig.partition(device))
    inside.mount()
    return Scene(device, whole=(inside,))


def partitioned_disk(rig: Rig) -> Scene:
    device = rig.loop(rig.image())
    return Scene(device, (rig.partition(device),))


# Files beneath something
# ----------------------------------------------------------------------------------------------


def file_of_a_mount(rig: Rig) -> Scene:
    image = rig.image()
    inside = FileSystem(rig, image)
    inside.mount()
    return Scene(image, whole=(inside,))


def file_by_a_hard_link(rig: Rig) -> Scene:
    scene = file_of_a_mount(rig)
    os.link(scene.target, rig.path("second"))
    return Scene(rig.path("second"), whole=scene.whole)


def renamed_file(rig: Rig) -> Scene:
    scene = file_of_a_mount(rig)
    Path(scene.target).rename(rig.path("renamed"))
    # Somebody else's file has its name now: by the name alone, the loop device would be thought to
    # stand on that.
    rig.image("image", 1)
    scene.whole[0].on = rig.path("renamed")
    return Scene(rig.path("renamed"), whole=scene.whole)


def file_by_a_bound_name(rig: Rig) -> Scene:
    scene = file_of_a_mount(rig)
    rig.path("bound").touch()
    _bind(rig, scene.target, rig.path("bound"))
    return Scene(rig.path("bound"), whole=scene.whole)


def file_under_an_idle_loop(rig: Rig) -> Scene:
    image = rig.image()
    rig.loop(image)
    return Scene(image, (image,))


def file_beneath_a_partition(rig: Rig) -> Scene:
    scene = disk_of_mounted_partition(rig)
    return Scene(rig.path("image"), whole=scene.whole)


# Loop devices on loop devices
# -----------------------------------------------------------------------------------------


def loop_over_mount(*options: str, layers: int = 1) -> Callable[[Rig], Scene]:
    """The mounted device at the bottom, so many loop devices on it; the top one is attacked."""

    def scene(rig: Rig) -> Scene:
        below = mounted_disk(rig)
        device = str(below.target)
        for _ in range(layers):
            device = rig.loop(device, *options)
        return Scene(device, whole=below.whole)

    return scene


def loop_over_the_disk_of_a_mounted_partition(rig: Rig) -> Scene:
    below = disk_of_mounted_partition(rig)
    # Behind the partition, 1 MiB and 8 MiB long: not a byte of it is mounted, and yet it is the
    # same disk.
    return Scene(
        rig.loop(str(below.target), "--offset", str(10 * MIB)), (rig.path("image"),), below.whole
    )


def loop_over_a_mounted_partition(rig: Rig) -> Scene:
    below = disk_of_mounted_partition(rig)
    return Scene(rig.loop(f"{below.target}p1", "--offset", "4096"), whole=below.whole)


def second_partition(rig: Rig, device: str) -> str:
    """Beside the first, 2 MiB long."""
    run("addpart", device, "2", "20480", "4096")
    rig.later(run, "delpart", device, "2")
    return f"{device}p2"


def sibling_of_mount(rig: Rig) -> Scene:
    image = rig.image()
    first, second = rig.loop(image), rig.loop(image)
    inside = FileSystem(rig, first)
    inside.mount()
    return Scene(second, whole=(inside,))


def sibling_at_an_offset(rig: Rig) -> Scene:
    image = rig.image()
    inside = FileSystem(rig, rig.loop(image, "--sizelimit", str(8 * MIB)))
    inside.mount()
    return Scene(rig.loop(image, "--offset", str(12 * MIB)), (), (inside,))


def sibling_through_a_device(rig: Rig) -> Scene:
    """Two loop devices on a third: one is mounted, the other attacked."""
    base = rig.loop(rig.image())
    inside = FileSystem(rig, rig.loop(base))
    inside.mount()
    return Scene(rig.loop(base, "--offset", "4096"), whole=(inside,))


def beneath_a_loop(rig: Rig) -> Scene:
    image = rig.image()
    device = rig.loop(image)
    rig.loop(device)
    return Scene(device, (image,))


def beneath_two_loops(rig: Rig) -> Scene:
    below = rig.loop(rig.image())
    inside = FileSystem(rig, rig.loop(rig.loop(below)))
    inside.mount()
    return Scene(below, whole=(inside,))


# Swap
# -----------------------------------------------------------------------------------------------------------------


def swap_device(rig: Rig) -> Scene:
    image = rig.image(empty=True)
    device = rig.loop(image)
    _swap(rig, device)
    return Scene(device, swaps=(image,))


def swap_file(rig: Rig) -> Scene:
    image = rig.image()
    image.chmod(0o600)
    _swap(rig, image)
    return Scene(image, swaps=(image,))


def swap_zram(rig: Rig) -> Scene:
    device = rig.zram()
    _swap(rig, device)
    return Scene(device, swaps=(device,))


def loop_over_swap(rig: Rig) -> Scene:
    below = swap_device(rig)
    return Scene(rig.loop(str(below.target), "--offset", "4096"), swaps=below.swaps)


def loop_over_swap_file(rig: Rig) -> Scene:
    image = rig.image()
    image.chmod(0o600)
    device = rig.loop(image, "--offset", "8192")
    _swap(rig, image)
    return Scene(device, swaps=(image,))


# Held in other ways
# ---------------------------------------------------------------------------------------------------


def held_exclusively(rig: Rig) -> Scene:
    image = rig.image()
    device = rig.loop(image)
    held = os.open(device, os.O_RDONLY | os.O_EXCL)
    rig.later(os.close, held)
    return Scene(device, (image,))


def loop_over_claim(rig: Rig) -> Scene:
    """A claim on a device says nothing about those upon it, unless somebody asks."""
    below = held_exclusively(rig)
    return Scene(rig.loop(str(below.target), "--offset", "4096"), below.untouched)


def second_device_of_btrfs(rig: Rig) -> Scene:
    tools("mkfs.btrfs")
    images = [rig.image(f"part{n}", 128, empty=True) for n in (1, 2)]
    first, second = map(rig.loop, images)
    run("mkfs.btrfs", "-q", "-f", "-d", "single", "-m", "raid1", first, second)
    if Path("/dev/btrfs-control").exists():
        run("btrfs", "device", "scan", first, second)
    rig.mount(first, "-o", f"device={second},ro", kind="btrfs")
    return Scene(second, tuple(images))


def loop_over_second_device_of_btrfs(rig: Rig) -> Scene:
    below = second_device_of_btrfs(rig)
    return Scene(rig.loop(str(below.target), "--offset", str(MIB)), below.untouched)


def external_journal(rig: Rig) -> Scene:
    tools("mkfs.ext4")
    data, journal = rig.loop(rig.image("data")), rig.loop(rig.image("journal"))
    run("mkfs.ext4", "-q", "-F", "-b", "4096", "-O", "journal_dev", journal)
    run("mkfs.ext4", "-q", "-F", "-b", "4096", "-J", f"device={journal}", data)
    rig.mount(data)
    os.sync()
    # The mount notes itself in the journal once; nothing is written to it while nobody uses the
    # file system.
    return Scene(journal, (rig.path("journal"),))


def overlay_upper(rig: Rig) -> Scene:
    """A loop device stands on the merged name, the attack on the upper layer's: two inodes, the
    same bytes."""
    lower, upper, work = (rig.path(name) for name in ("lower", "upper", "work"))
    for folder in (lower, upper, work):
        folder.mkdir()
    as_root("to mount")
    merged = rig.mount(
        "overlay",
        "-o",
        f"lowerdir={lower},upperdir={upper},workdir={work}",
        at="merged",
        kind="overlay",
    )
    (merged / "image").write_bytes(rig.image().read_bytes())
    inside = FileSystem(rig, rig.loop(merged / "image"))
    inside.mount()
    return Scene(upper / "image", whole=(inside,))


def overlay_merged_file(rig: Rig) -> Scene:
    """The other way round: the loop device on the lower layer, the attack on the merged name."""
    scene = overlay_upper(rig)
    return Scene(rig.path("merged") / "image", whole=scene.whole)


def overlay_lower(rig: Rig) -> Scene:
    """A file of the lower layer, shown by a mounted overlay, under a loop device."""
    lower, upper, work = (rig.path(name) for name in ("lower", "upper", "work"))
    for folder in (lower, upper, work):
        folder.mkdir()
    (lower / "image").write_bytes(rig.image().read_bytes())
    as_root("to mount")
    rig.ext4(lower / "image")
    merged = rig.mount(
        "overlay",
        "-o",
        f"lowerdir={lower},upperdir={upper},workdir={work}",
        at="merged",
        kind="overlay",
    )
    rig.mount(rig.loop(merged / "image", "--read-only"), "-o", "ro,noload")
    return Scene(lower / "image", (lower / "image",))


def mounted_from_a_file(rig: Rig) -> Scene:
    """erofs, which the kernel mounts without a loop device since Linux 6.12: mount(2) itself, since
    mount(8) makes one."""
    as_root("to mount")
    image, at = rig.path("e.img"), rig.path("mnt")
    image.write_bytes(erofs.image())
    at.mkdir()
    # The kernel keeps the path as it was given.
    made = ctypes.CDLL(None, use_errno=True).mount(
        str(image).encode(), str(at).encode(), b"erofs", 1, None
    )
    if made:
        pytest.skip(f"erofs is not mounted from a file here: {os.strerror(ctypes.get_errno())}")
    rig.later(rig.unmount, at)
    assert (at / "file").read_bytes().startswith(b"precious")
    return Scene(image, (image,))


def renamed_mount_image(rig: Rig) -> Scene:
    """Any loop device may then be the file that is mounted, those of other tests, too."""
    rig.until_the_end(no_loops())
    scene = mounted_from_a_file(rig)
    renamed = rig.path("another name")
    Path(scene.target).rename(renamed)
    return Scene(renamed, (renamed,))


def mounted_from_a_file_whose_name_is_anothers(rig: Rig) -> Scene:
    scene = renamed_mount_image(rig)
    rig.image("e.img", 1)
    return scene


def loop_over_mount_image(rig: Rig) -> Scene:
    scene = mounted_from_a_file(rig)
    return Scene(rig.loop(scene.target), scene.untouched)


def lent_to_a_virtual_machine(rig: Rig) -> Scene:
    """As qemu has a disk that several may read: open for reading, with shared locks on bytes that
    say so."""
    image = rig.image()
    file = image.open("rb")
    rig.later(file.close)
    # struct flock of 64 bit: type, whence, start, length, process.
    fcntl.fcntl(file, _F_OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_RDLCK, os.SEEK_SET, 100, 4, 0))
    return Scene(image, (image,))


_F_OFD_SETLK = 37


def device_mapper(rig: Rig) -> Scene:
    """A linear mapping over a loop device, mounted."""
    tools("dmsetup")
    image = rig.image()
    device = rig.loop(image)
    name = f"plimsoll-{os.getpid()}"
    made = run(
        "dmsetup",
        "create",
        name,
        "--table",
        f"0 {16 * MIB // 512} linear {device} 0",
        may_fail=True,
    )
    if made.returncode:
        pytest.skip("this kernel has no device-mapper")
    rig.later(run, "dmsetup", "remove", name)
    inside = FileSystem(rig, f"/dev/mapper/{name}")
    inside.mount()
    return Scene(device, whole=(inside,))


# What is no target
# ----------------------------------------------------------------------------------------------------


def pseudo_file(pattern: str) -> Callable[[Rig], Scene]:
    """A file of the kernel's that may be written: what is written there is an order, not data."""

    def scene(rig: Rig) -> Scene:
        as_root("to be allowed to write it at all")
        device = rig.loop(rig.image())
        path = Path(pattern.format(loop=Path(device).name))
        if not path.exists():
            pytest.skip(f"there is no {path} here")
        return Scene(path, (path,))

    return scene


def socket_file(rig: Rig) -> Scene:
    at = socket.socket(socket.AF_UNIX)
    at.bind(str(rig.path("socket")))
    rig.later(at.close)
    return Scene(rig.path("socket"))


def fifo(rig: Rig) -> Scene:
    os.mkfifo(rig.path("pipe"))
    return Scene(rig.path("pipe"))


def folder(rig: Rig) -> Scene:
    rig.path("folder").mkdir()
    (rig.path("folder") / "letter").write_text("dear")
    return Scene(rig.path("folder"), (rig.path("folder"),))


def node(path: str) -> Callable[[Rig], Scene]:
    """Something of the system that is neither a file nor a block device."""

    def scene(_: Rig) -> Scene:
        if not Path(path).exists():
            pytest.skip(f"there is no {path} here")
        return Scene(path)

    return scene


# What nobody may write
# ------------------------------------------------------------------------------------------------


def read_only_loop(rig: Rig) -> Scene:
    image = rig.image()
    return Scene(rig.loop(image, "--read-only"), (image,))


def immutable(rig: Rig) -> Scene:
    tools("chattr")
    as_root("to make a file immutable")
    image = rig.image()
    if run("chattr", "+i", image, may_fail=True).returncode:
        pytest.skip("this file system knows no immutable files")
    rig.later(run, "chattr", "-i", image)
    return Scene(image, (image,))


def on_a_read_only_mount(rig: Rig) -> Scene:
    image = rig.image()
    inside = FileSystem(rig, image)
    at = inside.mount("mnt", "-o", "ro")
    return Scene(at / "filler", (image,))


def _bind(rig: Rig, what: str | Path, where: Path) -> None:
    tools("mount")
    as_root("to mount")
    made = subprocess.run(
        ["mount", "--bind", what, where], capture_output=True, text=True, check=False
    )
    if made.returncode:
        pytest.skip(f"no bind mount here: {made.stderr.strip()}")
    rig.later(rig.unmount, where)


def _swap(rig: Rig, what: str | Path) -> None:
    tools("mkswap", "swapon")
    as_root("for swap")
    run("mkswap", what)
    # The lowest priority: nothing is swapped to it while it is there for some seconds.
    made = run("swapon", "--priority", "0", what, may_fail=True)
    if made.returncode:
        pytest.skip(f"no swap here: {made.stderr.strip()}")
    rig.later(run, "swapoff", what)
