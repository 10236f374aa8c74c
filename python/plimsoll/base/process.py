"""Whether the process that left something `running` is still there.

A process is named by boot, PID namespace, PID and start time, because a PID alone is used again.
Names come from procfs (proc(5)); without it processes cannot be told apart, and everything left
running counts as interrupted.
"""

from pathlib import Path


def _here() -> tuple[str, str]:
    """This boot and this PID namespace. Raises OSError without procfs."""
    boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return boot, str(Path("/proc/self/ns/pid").stat().st_ino)


def name_of(pid: int) -> str | None:
    """The name of a live process; None when it is gone, or without procfs."""
    try:
        boot, namespace = _here()
        # Field 22 of stat, counted behind the command's closing bracket (the command may hold
        # spaces and brackets).
        fields = (
            Path(f"/proc/{pid}/stat")
            .read_text(encoding="utf-8", errors="replace")
            .rpartition(")")[2]
            .split()
        )
    except OSError:
        return None
    # Z and X: the process has ended and only waits to be reaped.
    return None if fields[0] in "ZX" else f"{boot} {namespace} {pid} {fields[19]}"


def is_alive(name: str) -> bool:
    """Whether the process of that name still runs on this machine."""
    parts = name.split()
    return (
        len(parts) == 4
        and parts[2].isascii()
        and parts[2].isdigit()
        and len(parts[2]) < 11
        and name_of(int(parts[2])) == name
    )


def is_gone(name: str) -> bool:
    """Whether the process of that name has certainly ended; False for one in another PID namespace,
    which is invisible here."""
    parts = name.split()
    if len(parts) != 4:
        return False
    try:
        boot, namespace = _here()
    except OSError:
        return False
    return parts[0] != boot or (parts[1] == namespace and not is_alive(name))
