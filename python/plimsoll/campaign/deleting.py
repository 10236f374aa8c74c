"""Deleting a campaign: it is moved out of its store into one of its own, in a folder beside it.

Nobody loses by it what took a night to measure: Plimsoll never removes the last copy. Who wants the
space back removes the file in that folder. The name has to be typed, since a number is a slip away
from another.
"""

from __future__ import annotations

import os
import re
import stat
import time
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base.errors import IoError, RefusedError, UsageError

if TYPE_CHECKING:
    from plimsoll.store import Store

FOLDER = "plimsoll-trash"
"""Beside the store that it leaves."""


def delete(store: Store, number: int, name: str, confirmed: str | None) -> Path:
    """Moves it out; the store that has it now. `name`: what it is called; `confirmed`: what was
    typed.

    Raises UsageError unless that is the name; what `Store.move_out` raises.
    """
    if confirmed is None or " ".join(confirmed.split()) != " ".join(name.split()):
        what = "needs its name" if confirmed is None else f"is not called '{confirmed}'"
        raise UsageError(
            f"deleting campaign {number} {what}: it is called '{name}'",
            "Nothing was deleted. Confirm with exactly that name.",
        )
    folder = store.path.absolute().parent / FOLDER
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        there = folder.lstat()
    except OSError as error:
        raise IoError(
            f"cannot make the folder {folder} ({os.strerror(error.errno or 0)})",
            "Nothing was deleted. Make the folder of the store writable.",
        ) from error
    if not stat.S_ISDIR(there.st_mode) or there.st_uid != os.geteuid():
        raise RefusedError(
            f"{folder} is a link, or belongs to another user", "Nothing was deleted. Move it away."
        )
    into = _place(folder, store.path.stem, number, name)
    store.move_out(number, into, name)
    return into


def _place(folder: Path, stem: str, number: int, name: str) -> Path:
    """A name there that nothing has."""
    called = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "campaign"
    at = time.strftime("%Y%m%d-%H%M%S")
    return folder / f"{stem}-{number}-{called}-{at}.db"
