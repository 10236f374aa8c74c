"""The target of a suite: its size, files that have to be made, and the confirmation that its data
may be lost.

A device is confirmed by its serial number, because names like /dev/sdb may mean another disk after
a restart.
"""

import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from plimsoll.base import language, units
from plimsoll.base.errors import InputError, NoTargetError, RefusedError, UsageError
from plimsoll.campaign import disks, loader, plan
from plimsoll.campaign.spec import Spec
from plimsoll.features.suites.messages import message
from plimsoll.native.session import Session, identities, parse_size
from plimsoll.native.target import is_file, size_of

LOSE = "--i-will-lose-the-data-on"


@dataclass(frozen=True)
class SuiteTarget:
    """The target of a suite."""

    paths: tuple[str, ...]
    size: int | None
    """Bytes of all of them together; None where it is not known yet."""
    to_make: tuple[tuple[str, int], ...] = ()
    """Files that are not there, and their size."""

    @property
    def words(self) -> str:
        """A sentence on the files that would be made."""
        made = language.listing(f"{path} ({units.size(size)})" for path, size in self.to_make)
        return message("would-make", files=made) if made else ""


def look(spec: Spec, targets: Sequence[str], size: str | None, needed: int | None) -> SuiteTarget:
    """The target with its size and the files to make. `needed`: bytes on which every test fits;
    None where a test takes the whole target.

    Raises UsageError for a new file without a size, and InputError for a file that is too small.
    """
    described = [
        target for target in targets if ":" in target and not target.startswith(("/", "."))
    ]
    if described:
        if size is not None:
            raise UsageError(
                *message.refusal("size-without-file", "leave-it-out", target=described[0])
            )
        with _open_session(spec, read=100.0) as session:
            return SuiteTarget(tuple(targets), int(session.info["target"]["size_bytes"]))
    file_size = parse_size(size) if size is not None else needed
    total, new_files = 0, []
    for path in targets:
        size_found = _size_of(path)
        if size_found is not None:
            _refuse_small(path, size_found, needed)
            total += size_found
            continue
        if path.startswith("/dev/"):
            raise NoTargetError(*message.refusal("no-such-device", path=path))
        if not Path(path).absolute().parent.is_dir():
            raise NoTargetError(*message.refusal("no-such-folder", folder=Path(path).parent))
        if file_size is None:
            raise UsageError(*message.refusal("file-missing", path=path))
        if needed is not None and file_size < needed:
            raise UsageError(
                *message.refusal("size-too-small", size=size, needed=units.size(needed))
            )
        new_files.append((path, file_size))
        total += file_size
    return SuiteTarget(tuple(targets), total, tuple(new_files))


def _refuse_small(path: str, size: int, needed: int | None) -> None:
    if needed is not None and size < needed:
        raise InputError(
            *message.refusal(
                "file-too-small", path=path, size=units.size(size), needed=units.size(needed)
            )
        )


def _size_of(path: str) -> int | None:
    """Bytes of a file or device; None where there is nothing. Raises InputError for what is
    neither."""
    if not is_file(path) and not _is_device(path):
        raise InputError(*message.refusal("not-a-target", path=path))
    return size_of(path)


def confirm_devices(
    spec: Spec, target: SuiteTarget, confirmations: Sequence[str], *, only_plan: bool
) -> Spec:
    """The campaign with the devices that were confirmed by their serial number. Raises
    RefusedError, with the number, for another device that would be written."""
    if not _writes(spec):
        if confirmations:
            raise UsageError(*message.refusal("writes-nothing-to-lose", "leave-it-out", flag=LOSE))
        return spec
    names = []
    used = set()
    for path in target.paths:
        serial = serial_of(path)
        key = path if serial is None else serial
        absolute = loader.absolute(Path.cwd(), path)
        if key in confirmations or (serial is None and absolute in confirmations):
            used.add(key if key in confirmations else absolute)
            names.append(absolute)
        elif _is_device(path) and not only_plan:
            raise RefusedError(
                message("writes-to-device", path=path)
                if serial is None
                else message("writes-to-serial", path=path, serial=serial),
                message("confirm-loss", flag=LOSE, key=key),
            )
    if unused := [name_given for name_given in confirmations if name_given not in used]:
        raise RefusedError(
            *message.refusal(
                "confirmed-no-target",
                flag=LOSE,
                name=unused[0],
                targets=language.listing(serial_of(path) or path for path in target.paths),
            )
        )
    campaign = spec.campaign.model_copy(update={"i_will_lose_the_data_on": names})
    return spec.model_copy(update={"campaign": campaign})


def _writes(spec: Spec) -> bool:
    def below(read: float | list[float] | None) -> bool:
        values = read if isinstance(read, list) else [read]
        return any(share is not None and share < 100 for share in values)

    return any(below(share.read) for share in spec.workload)


def _is_device(path: str) -> bool:
    try:
        return stat.S_ISBLK(Path(path).stat().st_mode)
    except OSError:
        return False


def serial_of(path: str) -> str | None:
    """The serial number of a device or the disk beneath it; None where there is none."""
    if not _is_device(path):
        return None
    return next(disks.serials(identities([path]).get(path), ("serial",)), None)


def block_of(spec: Spec, target: SuiteTarget) -> int | None:
    """Bytes of a block of the target; None where it is not there yet."""
    if any(not Path(path).exists() for path, _ in target.to_make):
        return None
    with _open_session(spec, read=100.0) as session:
        return int(session.info["target"]["logical_block_bytes"])


def refuse(spec: Spec) -> None:
    """Raises the guard's refusal of a target that would be written, before anything is stored."""
    if _writes(spec) and not spec.all_targets[0].is_described:
        _open_session(spec, read=0.0).close()


def _open_session(spec: Spec, *, read: float) -> Session:
    target = plan.point_target(spec.target[0])
    return Session.open(plan.session_request(spec, target, {"read": read}))
