"""The script that every HTML report carries, bundled once for a session of tests.

It is the same in every file and takes 1.6 s of a processor to bundle. Whichever test needs it first
has it bundled as a report does, and keeps it for those after it: in this process, in the others of
the session, and in the commands that `tests/warm.py` runs. An installed program that a test starts
bundles its own.
"""

from __future__ import annotations

import fcntl
import os
import types
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.reports.forms import html

if TYPE_CHECKING:
    from collections.abc import Callable

KEPT = "PLIMSOLL_TESTS_LIBRARY"
"""The variable that says where it is kept; without it nothing is."""


def keep() -> None:
    """From here on this process, and what it forks, takes what is kept."""
    if KEPT not in os.environ:
        return
    kept, bundle, said = Path(os.environ[KEPT]), html._library, list[str]()

    def library() -> str:
        import vl_convert

        # Where a test puts another in its place it is not kept.
        if not isinstance(vl_convert.javascript_bundle, types.BuiltinFunctionType):
            return bundle()
        if not said:
            said.append(_kept(kept, bundle))
        return said[0]

    html._library = library


def _kept(kept: Path, bundle: Callable[[], str]) -> str:
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            made = kept.with_suffix(".new")
            made.write_text(bundle(), encoding="utf-8")
            made.replace(kept)
    return kept.read_text(encoding="utf-8")
