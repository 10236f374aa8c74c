"""The kernel's limits and weights for a process tree: cgroup v2 (io.max, io.bfq.weight, io.weight)
or v1 (blkio.throttle, blkio.bfq.weight_device, blkio.weight_device).

Which device: a limit counts where a process submits, so it belongs on the topmost whole device
beneath the file system, also where that is device-mapper or md. Further down it would count what a
mirror or a RAID makes of a write; a partition has no queue of its own (the kernel says ENODEV).

Which cgroup: a path, a systemd unit or a container id, each found by its exact name. What the
kernel can do: reads and writes have a limit each, of I/Os of any size; nothing shared, no
reservation, no burst. v1 does not see buffered writes: the kernel's own threads write those back.

Shares are weights among the cgroups of one parent, and count only while the device has the
scheduler that keeps to them (Documentation/block/bfq-iosched.rst; cgroup-v2.rst for iocost). Which
one that is, the file says (`at.scheduler`); it is never switched here, since that changes the disk
for everybody on it (decision 0032-storage-policies). Weights are set for the one device, not for
the cgroup.
"""

import contextlib
import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field

from plimsoll.base import posix
from plimsoll.base.rules import NORMAL_SHARES
from plimsoll.features.policy.backends.contract import (
    NONE,
    Backend,
    BackendError,
    Beside,
    GoneError,
    Item,
    Place,
    State,
    System,
    of_plain_limits,
)
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.rules import Difference, PolicyVolume, Rules
from plimsoll.native import session as execute

RATES = ("read_ops_per_s", "write_ops_per_s", "read_bytes_per_s", "write_bytes_per_s")
V1_FILES = {
    "read_ops_per_s": "blkio.throttle.read_iops_device",
    "write_ops_per_s": "blkio.throttle.write_iops_device",
    "read_bytes_per_s": "blkio.throttle.read_bps_device",
    "write_bytes_per_s": "blkio.throttle.write_bps_device",
}
V2_WORDS = {
    "read_ops_per_s": "riops",
    "write_ops_per_s": "wiops",
    "read_bytes_per_s": "rbps",
    "write_bytes_per_s": "wbps",
}
WEIGHT = "weight"


@dataclass(frozen=True)
class Weights:
    """Weights of a scheduler: file, default, range, and the value that removes a device's."""

    file: str
    normal: int
    least: int
    most: int
    back: str = "default"


SCHEDULERS = {
    ("1", "bfq"): Weights("blkio.bfq.weight_device", 100, 1, 1000),
    ("1", "cfq"): Weights("blkio.weight_device", 500, 10, 1000, "0"),
    ("2", "bfq"): Weights("io.bfq.weight", 100, 1, 1000),
    ("2", "iocost"): Weights("io.weight", 100, 1, 10_000),
}
"""By version of the hierarchy and name. CFQ: kernels before 5.0."""
COST = "io.cost.qos"
UNIT = re.compile(r"[A-Za-z0-9:_.\\@-]{1,255}\.(service|scope|slice)")
CONTAINER = re.compile(r"[0-9a-f]{64}")
CONTAINER_NAMES = (
    "{}",
    "docker-{}.scope",
    "libpod-{}.scope",
    "cri-containerd-{}.scope",
    "crio-{}.scope",
)
MOST_CGROUPS = 100_000


class CgroupSystem(System):
    """Limits of this machine's kernel; root, or who may write the cgroup's files, applies them."""

    kind: Literal["cgroup"]
    mount: str | None = Field(
        None,
        description=(
            "Where the hierarchy is mounted that has the io (v2) or blkio (v1) controller. Default:"
            " the one that /proc/self/mountinfo names."
        ),
    )


@dataclass(frozen=True)
class Hierarchy:
    """A mounted hierarchy that can limit."""

    mount: Path
    version: Literal["1", "2"]


def hierarchy(mountinfo: str, mount: str | None) -> Hierarchy:
    """The mounted hierarchy with the io or blkio controller, v2 before v1. Raises BackendError."""
    found: list[Hierarchy] = []
    for line in mountinfo.splitlines():
        before, _, after = line.partition(" - ")
        words, kinds = before.split(), after.split()
        if len(words) < 5 or len(kinds) < 3:
            continue
        at = Path(re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), words[4]))
        if kinds[0] == "cgroup2" and "io" in _controllers(at):
            found.append(Hierarchy(at, "2"))
        if kinds[0] == "cgroup" and "blkio" in kinds[2].split(","):
            found.append(Hierarchy(at, "1"))
    found.sort(key=lambda found_at: found_at.version, reverse=True)
    if mount is not None:
        found = [candidate for candidate in found if candidate.mount == Path(mount)]
    if not found:
        raise BackendError(
            message("no-hierarchy-at", mount=mount) if mount else message("no-hierarchy"),
            message("mount-v1"),
        )
    return found[0]


def _controllers(mount: Path) -> list[str]:
    try:
        return (mount / "cgroup.controllers").read_text().split()
    except OSError:
        return []


def _unmet(rules: Rules, at: Place) -> list[Difference]:
    shared: list[Difference] = ["apart"] if rules.shared.is_set else []
    lacking = of_plain_limits(rules)
    return shared + [
        difference for difference in lacking if difference != "no_shares" or "scheduler" not in at
    ]


def _items(system: CgroupSystem, assigned: Sequence[PolicyVolume]) -> list[Item]:
    items = []
    for volume in assigned:
        at = hierarchy(Path("/proc/self/mountinfo").read_text(), system.mount)
        cgroup = _cgroup(at, volume.at)
        name, device = top_device(volume.at["device"])
        place = {
            "mount": str(at.mount),
            "version": at.version,
            "cgroup": cgroup,
            "device": device,
            "device_name": name,
        }
        state = _state(volume.rules)
        if "scheduler" in volume.at:
            weights = _weights(at.version, volume.at["scheduler"])
            state[WEIGHT] = _weight(weights, volume)
            place["scheduler"] = volume.at["scheduler"]
            _demand(place, weights)
        items.append(Item.of_volume(volume, place, state))
    return items


def _weights(version: str, scheduler: str) -> Weights:
    known = [name for of_version, name in SCHEDULERS if of_version == version]
    if scheduler not in known:
        raise BackendError(
            *message.refusal(
                "no-weights", "known", scheduler=scheduler, version=version, names=", ".join(known)
            )
        )
    return SCHEDULERS[version, scheduler]


def _weight(weights: Weights, volume: PolicyVolume) -> str:
    """The weight for shares. Raises BackendError for a fraction: the nearest weight would be
    another policy."""
    shares = NORMAL_SHARES if volume.rules.shares is None else volume.rules.shares
    weight = shares * weights.normal / NORMAL_SHARES
    if weight != int(weight) or not weights.least <= weight <= weights.most:
        step = NORMAL_SHARES // weights.normal
        raise BackendError(
            message(
                "weight-out-of-range",
                shares=shares,
                weight=f"{weight:g}",
                file=weights.file,
                least=weights.least,
                most=weights.most,
            ),
            message(
                "shares-multiple",
                step=step,
                least=weights.least * step,
                most=f"{weights.most * step:,}",
                shares=NORMAL_SHARES,
                normal=weights.normal,
            ),
        )
    return str(int(weight))


def _demand(place: Place, weights: Weights) -> None:
    """Raises BackendError for a weight without its scheduler, which has no effect."""
    name, device = place["device_name"], place["device"]
    folder = _folder(place)
    if place["scheduler"] == "iocost":
        at = Path(place["mount"], COST)
        if "enable=1" not in _line(at, device):
            raise BackendError(*message.refusal("iocost-off", name=name, device=device, at=at))
    else:
        at = Path("/sys/dev/block", device, "queue/scheduler")
        offered = at.read_text().split() if at.exists() else []
        wanted = place["scheduler"]
        if f"[{wanted}]" not in offered:
            now = next((word.strip("[]") for word in offered if word.startswith("[")), "none")
            raise BackendError(
                message("other-scheduler", name=name, now=now, wanted=wanted),
                message("choose-scheduler", wanted=wanted, name=name)
                if wanted in offered
                else message("no-such-scheduler", name=name, wanted=wanted),
            )
    if not (folder / weights.file).exists():
        raise BackendError(
            message("lacks-file", folder=folder, file=weights.file),
            message("enable-io-controller")
            if place["version"] == "2"
            else message("weights-need-linux"),
        )


def top_device(path: str) -> tuple[str, str]:
    """Kernel name and number of the topmost whole device beneath a path: a device, or a file or
    folder on its file system."""
    if not path.startswith("/"):
        raise BackendError(*message.refusal("not-absolute", path=path))
    if not Path(path).exists():
        raise BackendError(*message.refusal("no-file-or-device", path=path))
    chain = execute.chain(path)["devices"]
    whole = [device for device in chain if device["kind"] != "partition"]
    if not whole:
        raise BackendError(*message.refusal("no-block-device", path=path))
    return whole[0]["name"], f"{whole[0]['major']}:{whole[0]['minor']}"


def _cgroup(at: Hierarchy, named: dict[str, str]) -> str:
    """The cgroup's path in the hierarchy."""
    given = [key for key in ("cgroup", "unit", "container") if key in named]
    if len(given) != 1:
        raise BackendError(message("one-of-three"))
    value = named[given[0]]
    if given == ["cgroup"]:
        parts = Path(value).parts
        if not value.startswith("/") or ".." in parts or "\0" in value or value == "/":
            raise BackendError(*message.refusal("not-a-limitable-cgroup", value=value))
        return str(Path(value))
    if given == ["unit"]:
        if not UNIT.fullmatch(value):
            raise BackendError(*message.refusal("not-a-unit", value=value))
        names = {value}
    else:
        if not CONTAINER.fullmatch(value):
            raise BackendError(*message.refusal("not-a-container", value=value))
        names = {name.format(value) for name in CONTAINER_NAMES}
    found = [path for path in _all(at.mount) if path.name in names]
    if len(found) != 1:
        raise BackendError(
            message("several-cgroups" if found else "no-cgroup-called", name=value, mount=at.mount),
            message("running-or-path"),
        )
    return f"/{found[0].relative_to(at.mount)}"


def _all(mount: Path) -> Iterator[Path]:
    count = 0
    for folder, inner, _ in os.walk(mount):
        for name in inner:
            count += 1
            if count > MOST_CGROUPS:
                return
            yield Path(folder, name)


def _state(rules: Rules) -> State:
    read, write = rules.read, rules.write
    limits = (read.ops_per_s, write.ops_per_s, read.bytes_per_s, write.bytes_per_s)
    return {
        key: NONE if limit is None else str(max(1, round(limit)))
        for key, limit in zip(RATES, limits, strict=True)
    }


def _folder(place: Place) -> Path:
    mount = Path(place["mount"])
    folder = mount / place["cgroup"].lstrip("/")
    try:
        is_folder = ".." not in folder.parts and stat.S_ISDIR(folder.stat().st_mode)
    except FileNotFoundError:
        # Without its mount a cgroup may still exist.
        kind = GoneError if mount.is_mount() else BackendError
        raise kind(
            message("no-cgroup", cgroup=place["cgroup"], mount=mount), message("is-it-running")
        ) from None
    except OSError as error:
        raise BackendError(message("cannot-look-at", folder=folder, error=error.strerror)) from None
    if not is_folder:
        raise BackendError(
            *message.refusal("no-cgroup", "is-it-running", cgroup=place["cgroup"], mount=mount)
        )
    node = Path("/sys/dev/block", place["device"])
    if node.resolve().name != place["device_name"]:
        raise BackendError(
            *message.refusal(
                "other-device", device=place["device"], device_name=place["device_name"]
            )
        )
    return folder


def _read(place: Place) -> State:
    folder = _folder(place)
    state = _rates_in(folder, place)
    return state | ({WEIGHT: _weight_in(folder, place)} if "scheduler" in place else {})


def _weight_in(folder: Path, place: Place) -> str:
    """The device's weight, or NONE. A device that loses its scheduler loses its weights, and with
    the last such device the kernel may remove the file."""
    path = folder / _weights(place["version"], place["scheduler"]).file
    return (_line(path, place["device"]) or [NONE])[0] if path.exists() else NONE


def _rates_in(folder: Path, place: Place) -> State:
    if place["version"] == "2":
        words = dict(
            word.split("=", 1) for word in _line(folder / "io.max", place["device"]) if "=" in word
        )
        return {
            key: NONE if words.get(word, "max") == "max" else words[word]
            for key, word in V2_WORDS.items()
        }
    return {
        key: (_line(folder / file, place["device"]) or [NONE])[0] for key, file in V1_FILES.items()
    }


def _line(path: Path, device: str) -> list[str]:
    """The words of a device in a file."""
    try:
        text = path.read_text()
    except OSError as error:
        raise BackendError(message("cannot-read", path=path, error=error.strerror)) from None
    for line in text.splitlines():
        words = line.split()
        if words[:1] == [device]:
            return words[1:]
    return []


def _write(place: Place, state: State | None) -> None:
    folder, wanted = _folder(place), dict.fromkeys(RATES, NONE) | (state or {})
    if place["version"] == "2":
        words = [
            f"{V2_WORDS[key]}={'max' if wanted[key] == NONE else wanted[key]}" for key in RATES
        ]
        _put(folder / "io.max", f"{place['device']} {' '.join(words)}")
    else:
        for key in RATES:
            # 0 removes a rule.
            value = "0" if wanted[key] == NONE else wanted[key]
            _put(folder / V1_FILES[key], f"{place['device']} {value}")
    if "scheduler" in place:
        _write_weight(folder, place, wanted.get(WEIGHT, NONE))


def _write_weight(folder: Path, place: Place, wanted: str) -> None:
    # Without its scheduler the device has no weight any more: as wanted.
    if _weight_in(folder, place) == wanted:
        return
    weights = _weights(place["version"], place["scheduler"])
    value = weights.back if wanted == NONE else wanted
    _put(folder / weights.file, f"{place['device']} {value}")


def _put(path: Path, text: str) -> None:
    try:
        # Never created: the file exists, or the controller is off.
        descriptor = os.open(path, os.O_WRONLY | posix.O_NOFOLLOW | posix.O_CLOEXEC)
        try:
            os.write(descriptor, text.encode())
        finally:
            os.close(descriptor)
    except OSError as error:
        raise BackendError(
            message("cannot-write-to", text=text, path=path, error=error.strerror)
        ) from None


@contextlib.contextmanager
def _inside(place: Place) -> Iterator[None]:
    """Moves this process into the cgroup, and back."""
    folder = _folder(place)
    mine = _own_cgroup(Path("/proc/self/cgroup").read_text(), place["version"])
    if mine is None:
        raise BackendError(message("in-no-cgroup"))
    _put(folder / "cgroup.procs", str(os.getpid()))
    try:
        yield
    finally:
        _put(Path(place["mount"], mine.lstrip("/"), "cgroup.procs"), str(os.getpid()))


def _own_cgroup(text: str, version: str) -> str | None:
    for line in text.splitlines():
        _, controllers, path = line.split(":", 2)
        if version == "2" and not controllers:
            return path
        if version == "1" and "blkio" in controllers.split(","):
            return path
    return None


def _beside(place: Place) -> list[Beside]:
    """Limits of the parent cgroups on the same device, which also apply."""
    found = []
    mount, folder = Path(place["mount"]), _folder(place)
    for around in folder.parents:
        if around == mount or mount not in around.parents:
            break
        state = _rates_in(around, place)
        if any(value != NONE for value in state.values()):
            found.append(Beside(f"/{around.relative_to(mount)}", state))
    return found


def _scheduler(place: Place) -> str | None:
    """The identity of a scheduler: weights compete among the cgroups of one parent."""
    if "scheduler" not in place:
        return None
    above = Path(place["cgroup"]).parent
    return f"{place['mount']} {above} {place['device']} {place['scheduler']}"


CGROUP = Backend(
    kind="cgroup",
    summary="this machine's kernel, for a process tree: limits (io.max, blkio.throttle), weights",
    system=CgroupSystem,
    keys=("device",),
    optional=("cgroup", "unit", "container", "scheduler"),
    unmet=_unmet,
    items=_items,
    read=_read,
    write=_write,
    beside=_beside,
    inside=_inside,
    scheduler=_scheduler,
    # A disk's queue has 256 requests (nr_requests, two hardware queues' worth at most). More would
    # wait before the scheduler, in order of arrival.
    backlog=32,
    joins=lambda place: _folder(place) / "cgroup.procs",
)
