"""Checks that each volume is measured through a target of its own.

Two volumes with one target, however it is written, would share one proof.
"""

import os
import stat
from pathlib import Path
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from plimsoll.base.errors import InputError
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.resolving import ResolvedPolicy

STACK = "stack:"


def refuse_shared_targets(resolved: ResolvedPolicy) -> None:
    """Raises InputError where two volumes have one target, or a stack's volume another's export."""
    volume_of: dict[str, str] = {}
    for assigned in resolved.assigned:
        if assigned.target is None:
            continue
        other = volume_of.setdefault(identity(assigned.target), assigned.volume)
        if other != assigned.volume:
            raise InputError(
                *message.refusal(
                    "same-target", other=other, volume=assigned.volume, target=assigned.target
                )
            )
        export = export_of(assigned.target)
        volume = assigned.at.get("volume", assigned.volume)
        if resolved.file.system[assigned.system].kind == "stack" and export and export != volume:
            raise InputError(
                *message.refusal(
                    "other-export", volume=assigned.volume, stack_volume=volume, export=export
                )
            )


def identity(target: str) -> str:
    """The device, file or export behind a target, however it is written."""
    if (parts := _uri(target)) is not None:
        sockets = [os.path.realpath(socket) for socket in parse_qs(parts.query).get("socket", [])]
        where = sockets or [parts.netloc.lower()]
        return f"{parts.scheme} {where} {unquote(parts.path).lstrip('/')}"
    if target.startswith(STACK):
        return STACK + os.path.realpath(target.removeprefix(STACK))
    try:
        found = Path(target).stat()
    except OSError:
        return os.path.realpath(target)
    if stat.S_ISBLK(found.st_mode):
        return f"device {found.st_rdev}"
    return f"file {found.st_dev} {found.st_ino}"


def export_of(target: str) -> str | None:
    """The export that an NBD URI names, if it names one."""
    parts = _uri(target)
    if parts is None or not parts.scheme.startswith("nbd"):
        return None
    return unquote(parts.path).lstrip("/") or None


def _uri(target: str) -> SplitResult | None:
    try:
        return urlsplit(target) if "://" in target else None
    except ValueError:
        # The error appears when the target is opened.
        return None
