"""A simulated vCenter for tests (`tests/fixtures/vcsim`): built once for each state of its source,
in the user's cache, and run with a password that nothing else knows."""

import contextlib
import fcntl
import functools
import hashlib
import os
import secrets
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base import preferences

SOURCE = Path(__file__).parent / "fixtures/vcsim"
GO = shutil.which("go") or shutil.which("go", path="/usr/local/go/bin:/usr/lib/go/bin")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
"""The user's own, as it was before the tests were given one that ends with them."""
LEAN = ("-gcflags=all=-N -l -dwarf=false", "-ldflags=-s -w")
CHEAPLY = {"CGO_ENABLED": "0", "GOGC": "400"}
"""How it is built: 257 packages of which most serve a handful of calls. Neither optimised nor for a
debugger, past the C compiler, and with the Go compiler collecting its own garbage less often. On
an empty cache that takes 48 s of processor time; as it comes it would take 100."""
WEEK_S = 7 * 24 * 3600
USER = "tester"
VM, DISK, LABEL = "DC0_H0_VM0", "204", "disk-202-0"
"""A VM of the simulator's, and the key and label of its disk (every VM has one like it)."""
VMS = ("DC0_H0_VM0", "DC0_H0_VM1", "DC0_C0_RP0_VM0", "DC0_C0_RP0_VM1")
DATASTORES = ("LocalDS_0", "LocalDS_1")


@dataclass
class Vcenter:
    """A running one, and the folder of the configuration by which it is reached."""

    server: str
    ca: Path
    password: str = field(repr=False)
    config: Path
    process: subprocess.Popen[bytes] | None = None

    def stop(self) -> None:
        """Ends it."""
        self.process.kill()
        self.process.wait()

    def account(self, **more: object) -> Path:
        """Writes vcenter.toml, with these keys beside those that are needed."""
        given = {"user": USER, "password": self.password, "ca": str(self.ca)} | more
        lines = [f'["{self.server}"]']
        for key, value in given.items():
            if value is not None:
                text = str(value).lower() if isinstance(value, bool) else f'"{value}"'
                lines.append(f"{key} = {text}")
        file = self.config / "vcenter.toml"
        file.touch()
        file.chmod(0o600)
        file.write_text("\n".join(lines) + "\n")
        return file

    @contextlib.contextmanager
    def client(self) -> Iterator[Any]:
        """pyVmomi's own service instance, past everything of ours."""
        from pyVim.connect import Disconnect, SmartConnect

        host, port = self.server.split(":")
        service = SmartConnect(
            host=host, port=int(port), user=USER, pwd=self.password, disableSslCertValidation=True
        )
        try:
            yield service
        finally:
            Disconnect(service)

    def machine(self, service: Any, name: str) -> Any:
        """The VM with this name as vCenter keeps it."""
        folder = service.content.rootFolder.childEntity[0].vmFolder
        (found,) = [one for one in folder.childEntity if one.name == name]
        return found

    def set_limit(self, name: str, limit: int) -> None:
        """Gives the disk of a VM a limit of its own, as somebody else would."""
        from pyVim.task import WaitForTasks
        from pyVmomi import vim

        with self.client() as service:
            machine = self.machine(service, name)
            (disk,) = [
                one
                for one in machine.config.hardware.device
                if isinstance(one, vim.vm.device.VirtualDisk)
            ]
            disk.storageIOAllocation.limit = limit
            edit = vim.vm.device.VirtualDeviceSpec(operation="edit", device=disk)
            spec = vim.vm.ConfigSpec(deviceChange=[edit])
            WaitForTasks([machine.ReconfigVM_Task(spec=spec)], si=service)

    def rename(self, name: str, other: str) -> None:
        """Gives a VM another name."""
        from pyVim.task import WaitForTasks

        with self.client() as service:
            WaitForTasks([self.machine(service, name).Rename_Task(newName=other)], si=service)


@functools.cache
def binary() -> Path:
    """The simulator. Skips, with a word, where it cannot be built."""
    if GO is None:
        pytest.skip("needs Go for a simulated vCenter, and there is none")
    digest = hashlib.sha256()
    for file in sorted(SOURCE.iterdir()):
        digest.update(file.name.encode() + file.read_bytes())
    cache = CACHE / "plimsoll-tests"
    cache.mkdir(parents=True, exist_ok=True)
    made = cache / f"vcsim-{digest.hexdigest()[:16]}"
    # Several processes of tests begin together: one builds.
    with (cache / "vcsim.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            words = [GO, "build", *LEAN, "-o", str(made) + ".new", "."]
            around = os.environ | CHEAPLY | {"XDG_CACHE_HOME": str(CACHE)}
            ended = subprocess.run(words, cwd=SOURCE, env=around, capture_output=True, text=True)
            if ended.returncode and ("dial tcp" in ended.stderr or "lookup" in ended.stderr):
                pytest.skip("Go's modules for a simulated vCenter cannot be downloaded here")
            assert ended.returncode == 0, ended.stderr
            Path(str(made) + ".new").rename(made)
        made.touch()
        # Another state of the source may be under test in another folder.
        for old in cache.glob("vcsim-*"):
            if old.stat().st_mtime < time.time() - WEEK_S:
                old.unlink()
    return made


@contextlib.contextmanager
def running(folder: Path, *flags: str) -> Iterator[Vcenter]:
    """A simulated vCenter, with its files in this folder."""
    pytest.importorskip("pyVmomi", reason="needs the extra vcenter (pyvmomi)")
    program, password = binary(), secrets.token_hex(12)
    # The account stays after the vCenter has ended: who asks then is to be told that.
    config = preferences.place().parent
    config.mkdir(parents=True, exist_ok=True)
    ready, ca = folder / "vcsim.ready", config / f"vcsim-{secrets.token_hex(4)}.pem"
    words: Sequence[str] = [program, "-ready", ready, "-certificate", ca, *flags]  # type: ignore[list-item]
    with (
        # It keeps its datastores in a folder of its own, and is killed before it could remove it.
        tempfile.TemporaryDirectory(prefix="vcsim-", ignore_cleanup_errors=True) as datastores,
        (folder / "vcsim.log").open("w") as log,
        subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            env=os.environ | {"VCSIM_PASSWORD": password, "TMPDIR": datastores},
        ) as process,
    ):
        try:
            while not ready.exists():
                assert process.poll() is None, (folder / "vcsim.log").read_text()
                time.sleep(0.02)
            made = Vcenter(ready.read_text(), ca, password, config, process)
            made.account()
            yield made
        finally:
            process.kill()
