"""Whether the targets by which volumes are measured are those volumes' own.

What was proven of one target is told of one volume. Two volumes with one target, however it is
written, would have one proof between them.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from plimsoll.base.errors import InputError

if TYPE_CHECKING:
    from plimsoll.features.policy.resolving import Resolved

STACK = "stack:"


def refuse_confused(resolved: Resolved) -> None:
    """Raises InputError where two volumes have one target, or a stack's volume another's export."""
    seen: dict[str, str] = {}
    for one in resolved.assigned:
        if one.target is None:
            continue
        other = seen.setdefault(identity(one.target), one.volume)
        if other != one.volume:
            raise InputError(
                f"'{other}' and '{one.volume}' have the same target, {one.target}: one of them"
                " would be measured for both",
                "Give each volume the target that it is reached by.",
            )
        export = export_of(one.target)
        volume = one.at.get("volume", one.volume)
        if resolved.file.system[one.system].kind == "stack" and export and export != volume:
            raise InputError(
                f"the limit of '{one.volume}' is set for the stack's volume '{volume}', but its"
                f" target is the export '{export}'",
                "Let both name one volume: at.volume and target.",
            )


def identity(target: str) -> str:
    """What a target is, however it is written: device, file or export."""
    if (parts := _uri(target)) is not None:
        sockets = [os.path.realpath(one) for one in parse_qs(parts.query).get("socket", [])]
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
        # Opening it says what is wrong with it.
        return None
