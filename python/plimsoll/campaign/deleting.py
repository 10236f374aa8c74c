"""Deletes a campaign by moving it into a store of its own, in a folder beside the old store.

Plimsoll never removes the last copy of a measurement; a user who needs the space deletes the file
in that folder. The user types the name, because numbers are easily mistyped.
"""

from __future__ import annotations

import os
import re
import stat
import time
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import posix
from plimsoll.base.errors import IoError, RefusedError, UsageError
from plimsoll.campaign.messages import message

if TYPE_CHECKING:
    from plimsoll.store import Store

FOLDER = "plimsoll-trash"
"""Created beside the campaign's old store."""


def delete(store: Store, number: int, name: str, confirmed: str | None) -> Path:
    """Moves a campaign out of a store and returns the path of its new one.

    `confirmed` is the name as typed. Raises UsageError unless it equals `name`, and what
    `Store.move_out` raises.
    """
    if confirmed is None or " ".join(confirmed.split()) != " ".join(name.split()):
        raise UsageError(
            message("delete-needs-name", campaign=number, name=name)
            if confirmed is None
            else message("delete-other-name", campaign=number, name=name, given=confirmed),
            message("delete-now"),
        )
    folder = store.path.absolute().parent / FOLDER
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        raise IoError(
            *message.refusal("delete-no-folder", folder=folder, why=os.strerror(error.errno or 0))
        ) from error
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != posix.user():
        raise RefusedError(*message.refusal("delete-folder-of-others", folder=folder))
    into = _new_path(folder, store.path.stem, number, name)
    store.move_out(number, into, name)
    return into


def _new_path(folder: Path, stem: str, number: int, name: str) -> Path:
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "campaign"
    at = time.strftime("%Y%m%d-%H%M%S")
    return folder / f"{stem}-{number}-{slug}-{at}.db"
