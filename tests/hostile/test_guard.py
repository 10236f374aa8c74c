"""Not a byte where it must not go: every way to write, at everything that somebody uses, whatever
was confirmed.

The table says what stands where, with which code the attack must end, and a word of the reason.
That an attack could have written at all is shown by the same attack on what may be written.
"""

import contextlib
import random
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hostile import scenes, stores
from tests.hostile.conftest import Attempts
from tests.hostile.rig import (
    WHOLE,
    FileSystem,
    Rig,
    assert_no_change,
    assert_refusal,
    checksum,
    many,
    seed,
    swapped_only,
    whole,
)
from tests.hostile.scenes import Scene
from tests.on_time import on_time
from tests.patience import PATIENCE_S
from tests.words import argv


def row(
    claim: str, scene: Callable[[Rig], Scene], code: int, says: str, *marks: pytest.MarkDecorator
) -> pytest.ParameterSet:
    """One attack."""
    return pytest.param(scene, code, says, id=claim, marks=marks)


# fmt: off
IN_USE = [
    row("a mounted device", scenes.mounted_disk, 73, "mounted"),
    row("a device mounted read-only", scenes.mounted_read_only, 73, "mounted", whole),
    row("a mounted device by a node of one's own", scenes.by_another_node, 73, "mounted"),
    row("a mounted device by a bind mount of its node", scenes.by_a_bound_node, 73, "mounted", whole),
    row("a mounted device by three links", scenes.by_a_link, 73, "mounted", whole),
    row("a mounted disk in memory", scenes.mounted_zram, 73, "mounted"),
    row("a device mounted in another namespace only", scenes.mounted_elsewhere, 73, "in another mount namespace"),
    row("the disk of a mounted partition", scenes.disk_of_mounted_partition, 73, "mounted"),
    row("a disk with an idle partition", scenes.partitioned_disk, 73, "partitions", whole),
    row("the file of a mounted loop device", scenes.file_of_a_mount, 73, ""),
    row("the file of a mounted loop device by a hard link", scenes.file_by_a_hard_link, 73, "", whole),
    row("the file of a mounted loop device after it was renamed", scenes.renamed_file, 73, "", whole),
    row("the file of a mounted loop device by a bind mount", scenes.file_by_a_bound_name, 73, "", whole),
    row("the file of an idle loop device", scenes.file_under_an_idle_loop, 73, "", whole),
    row("the file of a disk whose partition is mounted", scenes.file_beneath_a_partition, 73, "", whole),
    row("a loop device over a mounted device", scenes.loop_over_mount(), 73, "mounted"),
    row("the same, 4 KiB in: no signature warns", scenes.loop_over_mount("--offset", "4096"), 73, "mounted"),
    row("the same, 1 MiB in", scenes.loop_over_mount("--offset", "1048576"), 73, "mounted", whole),
    row("three loop devices over a mounted device", scenes.loop_over_mount("--offset", "4096", layers=3), 73, "mounted"),
    row("six loop devices over a mounted device", scenes.loop_over_mount("--offset", "4096", layers=6), 73, "mounted", whole),
    row("a loop device over a disk whose partition is mounted", scenes.loop_over_the_disk_of_a_mounted_partition, 73, "mounted", whole),
    row("a loop device over a mounted partition", scenes.loop_over_a_mounted_partition, 73, "mounted", whole),
    row("the second loop device on a mounted file", scenes.sibling_of_mount, 73, ""),
    row("the second loop device on a mounted file, at an offset", scenes.sibling_at_an_offset, 73, "", whole),
    row("the second loop device on a device of which another is mounted", scenes.sibling_through_a_device, 73, "", whole),
    row("a device with a loop device on it", scenes.beneath_a_loop, 73, "loop", whole),
    row("a device beneath two loop devices, mounted at the top", scenes.beneath_two_loops, 73, "", whole),
    row("active swap", scenes.swap_device, 73, "swap"),
    row("an active swap file", scenes.swap_file, 73, "swap", whole),
    row("swap in memory", scenes.swap_zram, 73, "swap", whole),
    row("a loop device over active swap", scenes.loop_over_swap, 73, "swap", whole),
    row("a loop device over an active swap file", scenes.loop_over_swap_file, 73, "", whole),
    row("a device that somebody holds exclusively", scenes.held_exclusively, 73, "exclusively", whole),
    row("a loop device over one that somebody holds exclusively", scenes.loop_over_claim, 73, "", whole),
    row("the second device of a mounted btrfs", scenes.second_device_of_btrfs, 73, "", whole),
    row("a loop device over the second device of a mounted btrfs", scenes.loop_over_second_device_of_btrfs, 73, "", whole),
    row("the external journal of a mounted ext4", scenes.external_journal, 73, "", whole),
    row("the upper file of an overlay under a mounted loop device", scenes.overlay_upper, 73, ""),
    row("the merged file of an overlay under a mounted loop device", scenes.overlay_merged_file, 73, "", whole),
    row("the lower file of an overlay under a mounted loop device", scenes.overlay_lower, 73, "", whole),
    row("an image that is mounted without a loop device", scenes.mounted_from_a_file, 73, "is mounted on"),
    row("the same after it was renamed", scenes.renamed_mount_image, 73, "cannot rule out", pytest.mark.long),
    row("the same when another file has its name", scenes.mounted_from_a_file_whose_name_is_anothers, 73, "cannot rule out", whole),
    row("a loop device over an image that is mounted without one", scenes.loop_over_mount_image, 73, "is mounted on", whole),
    row("an image that a virtual machine reads", scenes.lent_to_a_virtual_machine, 73, "holds a lock", pytest.mark.long),
    row("a device beneath device-mapper", scenes.device_mapper, 73, "", whole),
]

NO_TARGET = [
    row("a file of sysfs", scenes.pseudo_file("/sys/block/{loop}/queue/nr_requests"), 66, ""),
    row("a file of procfs", scenes.pseudo_file("/proc/self/oom_score_adj"), 66, "", whole),
    row("a file of a cgroup", scenes.pseudo_file("/sys/fs/cgroup/cpu/cpu.shares"), 66, "", whole),
    row("/dev/null", scenes.node("/dev/null"), 66, ""),
    row("/dev/zero", scenes.node("/dev/zero"), 66, "", whole),
    row("/dev/full", scenes.node("/dev/full"), 66, "", whole),
    row("/dev/mem", scenes.node("/dev/mem"), 66, "", whole),
    row("/proc", scenes.node("/proc"), 66, "", whole),
    row("a terminal", scenes.node("/dev/ptmx"), 66, "", whole),
    row("a pipe", scenes.fifo, 66, ""),
    row("a socket", scenes.socket_file, 66, "", whole),
    row("a folder", scenes.folder, 66, "", whole),
]

READ_ONLY = [
    row("a read-only loop device", scenes.read_only_loop, 74, ""),
    row("an immutable file", scenes.immutable, 74, "", whole),
    row("a file on a read-only mount", scenes.on_a_read_only_mount, 74, "", whole),
]
# fmt: on

SHORT = ("--measure-for", "50ms", "--warmup-for", "0s")


def writes(rig: Rig, target: str | Path) -> dict[str, tuple[str | Path, ...]]:
    """Every way to write, with everything confirmed; the first is the quickest."""
    named = ("--i-will-lose-the-data-on", target, "--overwrite-signature")
    lost = {"overwrite_signature": True, "i_will_lose_the_data_on": [str(target)]}
    writing = "[workload]\nread = 0"
    rig.path("attack.toml").write_text(
        stores.campaign(target, writing, measure_for="50ms", **lost, **stores.REAL)
    )
    rig.path("promise.toml").write_text(stores.promise(target, "1 IOPS", writing))
    driven = ("--target", target, "--read", "0")
    store = ("--store", rig.path("attack.db"))
    return {
        "run": ("run", *driven, *SHORT, *named),
        "prepare": ("prepare", target, *named),
        "run --cached": ("run", "--target", target, *argv("--read 50 --cached"), *SHORT, *named),
        "trim": ("run", *driven, *argv("--trim 100"), *SHORT, *named),
        "limits": ("limits", *driven, *argv("--measure-for 50ms --no-store"), *named),
        "check": (
            *("check", rig.path("promise.toml")),
            *argv("--no-store --warmup-for 0s --measure-for 2s"),
            *named,
        ),
        "find": ("find", *driven, "--objective", "p99 <= 1s", *store, *named),
        "campaign": ("campaign", "run", rig.path("attack.toml"), *store),
    }


def attack(rig: Rig, scene: Scene, code: int, says: str, attempts: Attempts) -> None:
    """Every way to write at it; in the short form the first two."""
    ways = list(writes(rig, scene.target).items())
    with assert_no_change(*scene.untouched), swapped_only(*scene.swaps):
        for name, way in ways if WHOLE else ways[:2]:
            ended = rig.plimsoll(*way)
            try:
                if name == "campaign":
                    # A campaign says of a Point that its target could not be used, and goes on to
                    # the next one: 2.
                    assert ended.code in (2, code), ended
                    assert says in ended.err + ended.out, ended
                else:
                    assert_refusal(ended, code, says)
            except AssertionError as error:
                error.add_note(f"by {name}")
                raise
            attempts.count_success()
    for file_system in scene.whole:
        file_system.check()


@pytest.mark.parametrize(("scene", "code", "says"), IN_USE)
def test_what_is_in_use_is_written_by_nothing(
    rig: Rig, attempts: Attempts, scene: Callable[[Rig], Scene], code: int, says: str
) -> None:
    attack(rig, scene(rig), code, says, attempts)


@pytest.mark.parametrize(("scene", "code", "says"), NO_TARGET)
def test_what_is_no_target_is_written_by_nothing(
    rig: Rig, attempts: Attempts, scene: Callable[[Rig], Scene], code: int, says: str
) -> None:
    attack(rig, scene(rig), code, says, attempts)


@pytest.mark.long
@pytest.mark.parametrize(("scene", "code", "says"), READ_ONLY)
def test_what_cannot_be_written_is_not(
    rig: Rig, attempts: Attempts, scene: Callable[[Rig], Scene], code: int, says: str
) -> None:
    made = scene(rig)
    with assert_no_change(*made.untouched):
        for name, way in list(writes(rig, made.target).items())[:4]:
            # Either it cannot be opened, or the first write is the kernel's to refuse.
            ended = rig.plimsoll(*way)
            assert ended.code == code, (name, ended)
            assert says in ended.err + ended.out
            attempts.count_success()


def test_the_same_attack_writes_to_what_may_be_written(rig: Rig, attempts: Attempts) -> None:
    """The canary: without it a suite of refusals would pass where nothing can be written at all."""
    image = rig.image(mib=8)
    device = rig.loop(image)
    for _, way in list(writes(rig, device).items())[:2]:
        before = checksum(image)
        ended = rig.plimsoll(*way)
        assert ended.code == 0, ended.err
        assert checksum(image) != before
        attempts.count_success()


@whole
def test_a_partition_beside_a_mounted_one_may_be_written_and_its_neighbour_is_not_touched(
    rig: Rig,
) -> None:
    """What a write cannot reach does not count against it: neither directly nor through a loop
    device."""
    below = scenes.disk_of_mounted_partition(rig)
    second = scenes.second_partition(rig, str(below.target))
    for target in (rig.loop(second), second):
        before = checksum(second)
        ended = rig.plimsoll(*writes(rig, target)["run"])
        if target == second:
            assert_refusal(ended, 73, "loop")
        else:
            assert ended.code == 0, ended
            assert checksum(second) != before
    below.whole[0].check()


def test_a_device_is_written_only_by_its_own_name(rig: Rig, attempts: Attempts) -> None:
    image = rig.image(mib=8)
    device = rig.loop(image)
    other = rig.loop(rig.image("other", 8))
    rig.path("link").symlink_to(other)
    with assert_no_change(image, rig.path("other")):
        near = (other, f"/{device}", f"{device}/", f"{device} ", device[:-1], device.upper())
        for named in (
            *near,
            Path(device).name,
            "",
            " ",
            *argv("link /dev/null all * /dev/loop* yes"),
        ):
            ways = ("--i-will-lose-the-data-on", named, "--overwrite-signature")
            ended = rig.plimsoll(*argv(f"run --target {device} --read 0"), *SHORT, *ways)
            assert ended.code in (64, 73), (named, ended)
            attempts.count_success()


NOWHERE = (
    *argv("//dev//null /dev/loop /dev/loop99999 /dev /nowhere/at/all - -- ~ $HOME %s"),
    *argv("/dev/disk/by-id/none nbd:// nbd+unix:// stack: stack:/dev/null stack:/etc/passwd"),
    *("", " ", "a\nb", "file:///etc/passwd", "x" * 5000, "../" * 2000),
)


@pytest.mark.parametrize("target", NOWHERE)
@whole
def test_a_name_that_leads_nowhere_writes_nowhere(rig: Rig, target: str) -> None:
    with assert_no_change("/etc/passwd"):
        named = ("--i-will-lose-the-data-on", target)
        ended = rig.plimsoll("run", "--target", target, "--read", "0", *SHORT, *named)
        assert ended.code in (64, 65, 66, 73, 74), ended


@pytest.mark.long
def test_a_link_that_is_swapped_while_it_is_examined_never_leads_a_write_to_the_wrong_file(
    rig: Rig, attempts: Attempts
) -> None:
    """The link points now at a file of ours, now at a stranger's; both are confirmed by the link's
    name only."""
    ours, theirs, link = rig.path("ours"), rig.image("theirs", 8), rig.path("link")
    assert rig.plimsoll("prepare", ours, "--size", "8m").code == 0
    link.symlink_to(ours)
    done = threading.Event()
    moments = random.Random(seed())

    def swap() -> None:
        while not done.is_set():
            for to in (theirs, ours):
                with contextlib.suppress(FileNotFoundError):
                    rig.path("next").symlink_to(to)
                    rig.path("next").replace(link)
                done.wait(moments.uniform(0, 0.02))

    swapping = threading.Thread(target=swap)
    swapping.start()
    try:
        with assert_no_change(theirs):
            for _ in range(many("swaps", 40, 4)):
                ended = on_time(rig.plimsoll, "run", "--target", link, "--read", "0", *SHORT)
                assert ended.code in (0, 73), ended
                attempts.count_success()
    finally:
        done.set()
        swapping.join()


@whole
def test_a_file_system_that_is_mounted_while_it_is_measured_is_kept_from_it(rig: Rig) -> None:
    """While a device is written, the kernel lets nobody mount it."""
    image = rig.image()
    device = rig.loop(image)
    FileSystem(rig, device)
    process = rig.start(
        *argv(
            f"run --target {device} --read 0 --measure-for 3s --json "
            f"--i-will-lose-the-data-on {device} --overwrite-signature"
        )
    )
    process.stderr.readline()
    before = Path("/proc/self/mountinfo").read_text()
    mounted = subprocess.run(
        ["mount", device, rig.path("filled")], capture_output=True, check=False
    )
    assert mounted.returncode != 0
    assert Path("/proc/self/mountinfo").read_text() == before
    assert process.wait(PATIENCE_S) == 0
