"""Real systems that policies are applied to in tests: a served stack, cgroups, a storage daemon."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base import child
from plimsoll.native import serving
from plimsoll.native import session as execute
from tests import vcenter_simulator
from tests.groups import BLKIO, group
from tests.listening import listens
from tests.loops import loop_device
from tests.patience import until

STACK = Path(__file__).with_name("grounds_stack.toml").read_text()


@dataclass
class Ground:
    """A system with two volumes, `one` and `two`, that can have limits."""

    kind: str
    system: str
    """Keys of its table."""
    at: dict[str, str]
    """By volume: the inline table `at`."""
    gone: str
    """An `at` that names nothing."""
    poke: Callable[[str], None]
    """Changes the limit of a volume as somebody else would."""
    accepts: tuple[str, ...] = ()
    hostile: list[str] = field(default_factory=list)
    """Tables `at` that try to get out."""
    rules: tuple[str, ...] = (
        'limit = { read = "3000 IOPS", write = "1000 IOPS" }',
        "limit = '3000 IOPS'",
        "limit = ['3000 IOPS', '200 MiB/s']",
        "limit = '93.75 MiB/s'",
        "limit = { read = '3000 IOPS' }",
        "limit = { read = ['900 IOPS', '9 MiB/s'], write = '100 IOPS' }",
        "limit = '3000 IOPS'\nnormalised_at = '32k'",
        "limit = '3000 IOPS'\nnormalised_at = '16k'\nrounding = 'exact'",
        "limit = '1000 IOPS'\nburst = '3000 IOPS for 10s'",
    )
    """Of components that it can have."""

    def file(
        self,
        rules: str | None = None,
        *,
        version: int = 1,
        volumes: tuple[str, ...] = ("one", "two"),
        more: str = "",
    ) -> str:
        """A policy file that puts these rules on these volumes."""
        rules = self.rules[0] if rules is None else rules
        accept = f"accept = {json.dumps(list(self.accepts))}\n" if self.accepts else ""
        parts = [
            f"version = {version}\n[component.it]\n{rules}\n[policy.gold]\ncomponents = ['it']\n",
            f"[system.sut]\nkind = '{self.kind}'\n{self.system}\n{accept}",
        ]
        parts += [
            f"[volume.{name}]\npolicy = 'gold'\nsystem = 'sut'\nat = {self.at[name]}\n"
            for name in volumes
        ]
        return "".join(parts) + more


@contextlib.contextmanager
def served_stack(text: str = STACK) -> Iterator[tuple[Path, Path]]:
    """A stack that is served: its NBD socket and its control socket."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        server = execute.Server.open(
            {
                "stack_toml": text,
                "stack_name": "it",
                "stack_parameters": [],
                "listen": [],
                "unix": [str(folder / "nbd")],
                "content": "none",
                "memory": None,
                "durable": False,
                "confirmations": [],
                "seed": 1,
                "fuse": None,
                "connections_max": None,
                "spin": None,
            }
        )
        with serving.serve_in_thread(server), serving.control(folder / "control", server):
            yield folder / "nbd", folder / "control"


def settings(control: Path, element: str) -> dict[str, str]:
    """The settings of an instance, asked past the back end."""
    said = serving.send_request(control, {"ask": "settings"})
    (found,) = [one for one in said["elements"] if one["name"] == element]
    return dict(found["settings"])


@contextlib.contextmanager
def stack() -> Iterator[Ground]:
    """A served stack."""
    with served_stack() as (_, control):

        def poke(volume: str) -> None:
            request = {"element": f"policy@{volume}", "key": "ops_per_s", "value": "77"}
            serving.send_request(control, {"ask": "switch", **request})

        yield Ground(
            "stack",
            f"control = '{control}'",
            {
                "one": "{ element = 'policy' }",
                "two": "{ element = 'policy@two' }",
                "free": "{ element = 'policy' }",
            },
            "{ element = 'nothing' }",
            poke,
            hostile=["{ element = '../policy' }", "{ element = 'policy', volume = '\\n' }"],
        )


@contextlib.contextmanager
def cgroup() -> Iterator[Ground]:
    """Two cgroups of this machine, and the disk beneath the folder for temporary files."""
    if os.geteuid() != 0 or not (BLKIO / "blkio.throttle.read_iops_device").exists():
        pytest.skip("needs root and a v1 hierarchy with blkio.throttle at /sys/fs/cgroup/blkio")
    if not execute.chain(tempfile.gettempdir())["devices"]:
        pytest.skip("the folder for temporary files lies on no block device")
    device = execute.chain(tempfile.gettempdir())["devices"][0]
    number = f"{device['major']}:{device['minor']}"

    def poke(volume: str) -> None:
        at = BLKIO / around / volume / "blkio.throttle.read_iops_device"
        at.write_text(f"{number} 77")

    def at(name: str) -> str:
        return f"{{ cgroup = '/{around}/{name}', device = '{tempfile.gettempdir()}' }}"

    with group("one", "two") as folder:
        around = folder.name
        yield Ground(
            "cgroup",
            f"mount = '{BLKIO}'",
            {"one": at("one"), "two": at("two")},
            at("nothing"),
            poke,
            hostile=[
                at("../.."),
                at("a/../../.."),
                "{ cgroup = '/', device = '/tmp' }",
                "{ unit = '../x.service', device = '/tmp' }",
                "{ container = '*', device = '/tmp' }",
                f"{{ cgroup = '/{around}/one', device = '/proc' }}",
                f"{{ cgroup = '/{around}/one', device = 'tmp' }}",
            ],
        )


BFQ = "blkio.bfq.weight_device"


def _tool(*words: str) -> str:
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        pytest.skip(f"{' '.join(words)}: {ended.stderr.strip()}")
    return ended.stdout.strip()


def _unmount(folder: Path) -> None:
    """A file of it may be open a moment longer than the process that was ended."""
    command = ["umount", str(folder)]
    until(
        lambda: subprocess.run(command, capture_output=True, check=False).returncode == 0,
        why=f"{folder} is still mounted",
    )


@contextlib.contextmanager
def loop(backing: Path) -> Iterator[Path]:
    """A block device that is this file, with the scheduler BFQ."""
    with loop_device(backing, "--direct-io=on") as device:
        node = Path(device)
        scheduler = Path("/sys/block", node.name, "queue/scheduler")
        if "bfq" not in scheduler.read_text().replace("[", " ").replace("]", " ").split():
            pytest.skip("this kernel has no scheduler BFQ")
        scheduler.write_text("bfq")
        # On, it gives queues that are new more than their weights say, for seconds
        # (Documentation/block/bfq-iosched.rst: off for strict shares).
        Path("/sys/block", node.name, "queue/iosched/low_latency").write_text("0")
        yield node


@contextlib.contextmanager
def disk_in_memory() -> Iterator[Path]:
    """A block device with the scheduler BFQ."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as made:
        backing = Path(made, "disk")
        with backing.open("wb") as file:
            file.truncate(16 << 20)
        with loop(backing) as node:
            yield node


DESCRIBED = """
[device.array]
servers = 2
service = "1ms"
[volume.data]
size = "96m"
path = ["array"]
"""


@contextlib.contextmanager
def described_disk(*names: str) -> Iterator[tuple[Path, Path]]:
    """A block device with the scheduler BFQ, behind which is an array that does 2,000/s; and the
    folder of its file system, with a file for each of these names."""
    tools = ("mkfs.ext4", "mount", "umount")
    if not Path("/dev/fuse").exists() or not all(map(shutil.which, tools)):
        pytest.skip(f"needs /dev/fuse, {', '.join(tools)}")
    with tempfile.TemporaryDirectory() as made, contextlib.ExitStack() as back:
        shown, mounted = Path(made, "shown"), Path(made, "mounted")
        shown.mkdir()
        mounted.mkdir()
        Path(made, "stack.toml").write_text(DESCRIBED)
        server = subprocess.Popen(
            child.command("serve", "stack.toml", "--fuse", str(shown), "--content", "memory"),
            cwd=made,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        back.enter_context(server)
        back.callback(server.send_signal, signal.SIGINT)
        # A line when it serves; none of one that may not mount.
        if not server.stdout.readline():
            pytest.skip("a stack cannot be shown as files here")
        node = back.enter_context(loop(shown / "data"))
        _tool("mkfs.ext4", "-q", "-E", "nodiscard", str(node))
        _tool("mount", str(node), str(mounted))
        back.callback(_unmount, mounted)
        for name in names:
            (mounted / f"{name}.dat").write_bytes(os.urandom(1 << 20) * 16)
        os.sync()
        yield node, mounted


@contextlib.contextmanager
def cgroups(*names: str) -> Iterator[str]:
    """Cgroups of one parent, by its path."""
    if os.geteuid() != 0 or not (BLKIO / "blkio.throttle.read_iops_device").exists():
        pytest.skip("needs root and a v1 hierarchy with blkio at /sys/fs/cgroup/blkio")
    with group(*names) as made:
        if not (made / BFQ).exists():
            pytest.skip(f"this kernel has no {BFQ}")
        yield f"/{made.name}"


@contextlib.contextmanager
def weighted_groups() -> Iterator[Ground]:
    """Two cgroups with weights on a disk whose scheduler is BFQ."""
    with disk_in_memory() as node, cgroups("one", "two") as around:

        def at(name: str, scheduler: str = "bfq") -> str:
            return f"{{ cgroup = '{around}/{name}', device = '{node}', scheduler = '{scheduler}' }}"

        def poke(volume: str) -> None:
            number = node.stat().st_rdev
            text = f"{os.major(number)}:{os.minor(number)} 77"
            (BLKIO / around.lstrip("/") / volume / BFQ).write_text(text)

        yield Ground(
            "cgroup",
            f"mount = '{BLKIO}'",
            {"one": at("one"), "two": at("two")},
            at("nothing"),
            poke,
            hostile=[
                at("one", "../bfq"),
                at("one", "none"),
                at("one", "mq-deadline"),
                at("one", ""),
                at("one", "cfq"),
            ],
            rules=(
                "shares = 3000",
                "shares = 10\nlimit = { read = '3000 IOPS' }",
                "limit = { read = '900 IOPS', write = '9 MiB/s' }",
                "shares = 10000",
            ),
        )


def qmp(path: Path, command: str, **arguments: object) -> Any:
    """A QMP command, past the back end."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(path))
        with connection.makefile("rwb") as lines:
            lines.readline()
            for one, given in (("qmp_capabilities", {}), (command, arguments)):
                lines.write(json.dumps({"execute": one, "arguments": given}).encode() + b"\n")
                lines.flush()
                while True:
                    said = json.loads(lines.readline())
                    if "event" not in said:
                        break
        return said


@contextlib.contextmanager
def daemon() -> Iterator[Path]:
    """A qemu-storage-daemon with the throttle groups one, two and idle, each of a volume of that
    name, and both, of the volumes left and right; its folder, with the sockets qmp and nbd."""
    if shutil.which("qemu-storage-daemon") is None:
        pytest.skip("qemu-storage-daemon is not installed")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        words = ["qemu-storage-daemon"]
        words += ["--nbd-server", f"addr.type=unix,addr.path={folder / 'nbd'}"]
        for name in ("one", "two", "idle", "both"):
            words += ["--object", f"throttle-group,id={name}"]
        for name, group in (("one", "one"), ("two", "two"), ("left", "both"), ("right", "both")):
            null = f"driver=null-co,node-name=null-{name},size=67108864,read-zeroes=on"
            node = f"driver=throttle,node-name=node-{name},file=null-{name},throttle-group={group}"
            words += ["--blockdev", null, "--blockdev", node]
            words += [
                "--export",
                f"type=nbd,id={name},node-name=node-{name},name={name},writable=on",
            ]
        words += ["--chardev", f"socket,id=c,path={folder / 'qmp'},server=on,wait=off"]
        words += ["--monitor", "chardev=c"]
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            try:
                until(lambda: listens(folder / "qmp") or process.poll() is not None)
                assert process.poll() is None, process.stderr and process.stderr.read()
                yield folder
            finally:
                process.kill()


@contextlib.contextmanager
def qemu() -> Iterator[Ground]:
    """A running qemu-storage-daemon."""
    with daemon() as folder:

        def poke(volume: str) -> None:
            value = {"iops-total": 77, "iops-read": 0, "iops-write": 0}
            path = f"/objects/{volume}"
            said = qmp(folder / "qmp", "qom-set", path=path, property="limits", value=value)
            assert "return" in said, said

        yield Ground(
            "qemu",
            f"qmp = '{folder / 'qmp'}'",
            {"one": "{ group = 'one' }", "two": "{ group = 'two' }"},
            "{ group = 'idle' }",
            poke,
            hostile=["{ group = '../one' }", "{ group = 'one/limits' }", '{ group = "a\\nb" }'],
        )


@contextlib.contextmanager
def vcenter() -> Iterator[Ground]:
    """Disks of a simulated vCenter, each with its own limit."""
    with tempfile.TemporaryDirectory() as made, vcenter_simulator.running(Path(made)) as running:
        label = vcenter_simulator.LABEL

        def at(vm: str, disk: str = label) -> str:
            return f"{{ vm = {json.dumps(vm)}, disk = {json.dumps(disk)} }}"

        def poke(volume: str) -> None:
            vm = vcenter_simulator.VMS[("one", "two").index(volume)]
            running.set_limit(vm, 77)

        yield Ground(
            "vcenter",
            f"server = '{running.server}'\nvia = 'disk'",
            {"one": at(vcenter_simulator.VMS[0]), "two": at(vcenter_simulator.VMS[1])},
            at("nothing"),
            poke,
            hostile=[
                at("../DC0_H0_VM0"),
                at("/DC0/vm/../vm/DC0_H0_VM0"),
                at("DC0%5fH0_VM0"),
                at("DC0_H0_VM0\n"),
                at("DC0_H0_VM0", "disk-202-0\n"),
                at("DC0_H0_VM0", "home"),
                at("' or '1'='1"),
                at("</ns1:name><!--"),
                at("*"),
                at(""),
            ],
            rules=(
                "limit = '3000 IOPS'",
                "limit = '3000 IOPS'\nreservation = '1 IOPS'\nshares = 700",
                "limit = '3000 IOPS'\nnormalised_at = '32k'",
                "limit = '3000 IOPS'\nnormalised_at = '16k'\nrounding = 'exact'",
                "limit = '1000 IOPS'\nburst = '3000 IOPS for 10s'",
                "shares = 2000",
            ),
        )


WEIGHTED = "cgroup with weights"
GROUNDS = {"stack": stack, "cgroup": cgroup, "qemu": qemu, "vcenter": vcenter}
MORE_GROUNDS = GROUNDS | {WEIGHTED: weighted_groups}
"""And those of which a kind has another way."""
