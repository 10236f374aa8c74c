"""A table of mounts of one's own, for tests that mount.

What a test mounts and unmounts again would else stay mounted in every table that another program
copies meanwhile (a container that starts, `ip netns exec`), for as long as that lives: the device
beneath would be in use, though nobody here has it mounted.
"""

from __future__ import annotations

import ctypes
import os
import sys
import tempfile
from pathlib import Path

CLONE_NEWNS = 0x20000
MS_REC, MS_PRIVATE = 0x4000, 0x40000
MNT_DETACH = 2


def own_mounts() -> bool:
    """From here on, for this thread and what it starts. Without the right to it nothing changes."""
    libc = ctypes.CDLL(None, use_errno=True)
    if os.geteuid() != 0 or libc.unshare(CLONE_NEWNS):
        return False
    if libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None):
        return False
    # What tests of others have mounted at this moment would stay so here.
    kept = [Path.cwd(), Path(sys.prefix), Path(__file__)]
    for at in _mount_points():
        foreign = at.is_relative_to(tempfile.gettempdir()) or "target/tmp" in str(at)
        ours = any(one.is_relative_to(at) for one in (*kept, Path(tempfile.gettempdir())))
        if foreign and not ours:
            libc.umount2(os.fsencode(at), MNT_DETACH)
    return True


def _mount_points() -> list[Path]:
    """Where something is mounted, what lies deepest first."""
    lines = Path("/proc/self/mountinfo").read_text(errors="surrogateescape").splitlines()
    # The kernel escapes blanks and backslashes as octal numbers.
    words = [line.split(" ")[4].replace("\\040", " ").replace("\\134", "\\") for line in lines]
    return [Path(word) for word in reversed(words)]
