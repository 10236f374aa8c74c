"""Captures all files that the checks read, so that another machine can examine this one.

The checks run with a `Reading` that records every file, link and folder, so no second list is
needed. Private data is left out: serial numbers, foreign mounts, words of the kernel's command line
without effect on figures, and all of `multipath.conf` but the three settings that are read.
"""

import errno
import os
import re
from collections.abc import Callable
from pathlib import Path

from plimsoll.base.errors import IoError, NoSpaceError, RefusedError
from plimsoll.base.version import __version__
from plimsoll.features.doctor.finding import Scene
from plimsoll.features.doctor.messages import message
from plimsoll.features.doctor.processor import TELLING_WORDS
from plimsoll.features.doctor.subject import MANIFEST, Manifest, Subject
from plimsoll.native.machine import Machine, Reading

DEVICE_FILES = (
    "dev",
    "size",
    "ro",
    "partition",
    "dm/name",
    "dm/uuid",
    "md/level",
    "loop/backing_file",
    "loop/dio",
    "device/queue_depth",
    "queue/logical_block_size",
    "queue/physical_block_size",
    "queue/rotational",
    "queue/scheduler",
    "queue/nr_requests",
    "queue/write_cache",
)
"""Files that `crates/host/src/chain/walk.rs` reads to resolve the chain, past the `Machine`."""

KEPT_LINES = {
    "proc/meminfo": r"(MemTotal|Dirty|Writeback):",
    "proc/vmstat": r"pswp(in|out) ",
    "proc/stat": r"cpu",
    "proc/self/status": r"Cpus_allowed_list:",
    "etc/multipath.conf": r"\s*(path_selector|rr_min_io_rq|path_grouping_policy)\s",
}
"""Patterns of the lines that are kept, for files with more than the checks need."""

SECRET_OPTIONS = re.compile(
    r"\b(user(name)?|pass(word)?|password2|cred(entials)?|domain|secret|key|mon_addr)=[^,\s]*"
)


def refuse_foreign(folder: Path) -> None:
    """Raises RefusedError when there is something at this place: a capture goes into a folder of
    its own."""
    try:
        there = os.path.lexists(folder) and (not folder.is_dir() or any(folder.iterdir()))
    except OSError as error:
        raise IoError(
            *message.refusal(
                "cannot-look-at", "another-folder", folder=folder, strerror=error.strerror
            )
        ) from None
    if there:
        raise RefusedError(*message.refusal("folder-exists", folder=folder))


def capture(folder: Path, scene: Scene, look: Callable[[Scene], object], *, taken: str) -> int:
    """Writes the folder and returns the number of files. `look` runs the checks, `taken` is the
    time."""
    refuse_foreign(folder)
    machine, subject = scene.machine, scene.subject
    reading = machine.reading = machine.reading or Reading()
    look(scene)
    if subject is not None:
        _read_chain(machine, subject)
    machine.reading = None
    manifest = Manifest(
        schema="plimsoll.capture/1",
        version=__version__,
        taken=taken,
        target=subject.name if subject else None,
        span_s=machine.span_s,
        facts=subject.facts if subject else None,
        neighbours=None if machine.neighbours is None else dict(machine.neighbours),
        unreadable=reading.unreadable,
    )
    keep = _mount_filter(machine, subject)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MANIFEST).write_text(manifest.model_dump_json(by_alias=True, indent=1) + "\n")
        for path, text in sorted(reading.texts.items()):
            at = folder / path
            at.parent.mkdir(parents=True, exist_ok=True)
            at.write_text(f"{clean_text(path, text, keep)}\n")
        for path, leads_to in sorted(reading.links.items()):
            at = folder / path
            at.parent.mkdir(parents=True, exist_ok=True)
            if not os.path.lexists(at):
                at.symlink_to(
                    os.path.relpath(leads_to, f"/{Path(path).parent}")
                    if leads_to[0] == "/"
                    else leads_to
                )
        for path, names in sorted(reading.directories.items()):
            (folder / path).mkdir(parents=True, exist_ok=True)
            for name in names:
                _placeholder(folder, path, name)
    except OSError as error:
        kind = NoSpaceError if error.errno == errno.ENOSPC else IoError
        raise kind(
            message("cannot-write", folder=folder, strerror=error.strerror),
            message("another-folder"),
        ) from None
    return len(reading.texts) + 1


def _placeholder(folder: Path, path: str, name: str) -> None:
    """Makes an empty file or folder for a name that was listed but not read."""
    at = folder / path / name
    if os.path.lexists(at):
        return
    if Path("/", path, name).is_dir():
        at.mkdir()
    else:
        at.touch()


def _read_chain(machine: Machine, subject: Subject) -> None:
    machine.get("proc/self/mountinfo")
    for device in subject.devices or []:
        name, number = device["name"], f"{device['major']}:{device['minor']}"
        at = f"sys/class/block/{name}"
        machine.real(f"sys/dev/block/{number}")
        machine.real(f"sys/block/{name}")
        for file in DEVICE_FILES:
            machine.get(f"{at}/{file}")
        for relation in ("slaves", "holders"):
            machine.get_names(f"{at}/{relation}")
    if subject.name.startswith("/dev/"):
        machine.real(subject.name.lstrip("/"))


def _mount_filter(machine: Machine, subject: Subject | None) -> Callable[[str], bool]:
    numbers = {
        f"{device_entry['major']}:{device_entry['minor']}"
        for device_entry in (subject.devices if subject else None) or []
    }
    for device in (subject.devices if subject else None) or []:
        at = f"sys/class/block/{device['name']}"
        numbers |= {
            number
            for name in machine.get_names(at)
            if name.startswith(str(device["name"])) and (number := machine.get(f"{at}/{name}/dev"))
        }
    mount_point = subject.file_system["mount_point"] if subject and subject.file_system else None

    def keep(line: str) -> bool:
        fields = line.split(" ")
        if len(fields) < 5:
            return False
        return fields[2] in numbers or fields[4] == mount_point or " - cgroup" in line

    return keep


def clean_text(path: str, text: str, keep_mount: Callable[[str], bool]) -> str:
    """The text of a file as it goes into a capture."""
    lines = text.splitlines()
    pattern = KEPT_LINES.get(path.removeprefix("after/"))
    if pattern:
        return "\n".join(line for line in lines if re.match(pattern, line))
    if path == "proc/cmdline":
        return " ".join(word for word in text.split() if word.partition("=")[0] in TELLING_WORDS)
    if path == "proc/self/mountinfo":
        return "\n".join(SECRET_OPTIONS.sub(r"\1=", line) for line in lines if keep_mount(line))
    if path == "proc/cpuinfo":
        # One processor stands for all; ARM adds the board's serial number at the end.
        first = text.partition("\n\n")[0].splitlines()
        return "\n".join(line for line in first if not line.startswith("Serial"))
    if path.endswith("/dm/uuid"):
        # The kind of a device is in the front (mpath-, LVM-, CRYPT-), that of a pool in the end;
        # between them is an identity.
        return re.sub(r"[0-9A-Za-z]{12,}", "x", text)
    return text
