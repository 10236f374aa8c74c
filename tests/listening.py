"""Whether a server takes connections yet: its socket is a file from the moment it is bound, and
refuses until it listens."""

from pathlib import Path

LISTENS = "00010000"
"""The kernel's flag of a socket that takes connections (`__SO_ACCEPTCON`)."""


def listens(at: Path) -> bool:
    """Whether some process listens on the unix socket at this path; nobody is connected for that.

    What it does right now may be missed: ask again.
    """
    for line in Path("/proc/net/unix").read_text(errors="replace").splitlines():
        fields = line.split(maxsplit=7)
        if len(fields) == 8 and fields[3] == LISTENS and fields[7] == str(at):
            return True
    return False
