"""Finds the user at the other end of a loopback connection, to tell other users of this machine
from ours.

/proc/net/tcp (proc(5)) has a line with the peer's address as local address, and its user. If it
cannot be read, the user is unknown. So is that of a connection closed at the other end, for which
the table names root.
"""

import ipaddress
import os
import sys
from pathlib import Path

Address = tuple[str, int]
ESTABLISHED = "01"


def is_ours(
    peer: tuple[object, ...], here: tuple[object, ...], tables: Path = Path("/proc/net")
) -> bool:
    """Whether the process that connected from `peer` to `here` runs as our user or as root."""
    uid = user_of((str(peer[0]), int(str(peer[1]))), (str(here[0]), int(str(here[1]))), tables)
    return uid is not None and uid in (0, os.getuid())


def user_of(peer: Address, here: Address, tables: Path = Path("/proc/net")) -> int | None:
    """The user of the open socket at `peer` connected to `here`; None without one on this
    machine."""
    for name in ("tcp", "tcp6"):
        try:
            lines = (tables / name).read_text(encoding="ascii").splitlines()[1:]
            ends = (_table_address(peer, name), _table_address(here, name))
        except (OSError, ValueError):
            continue
        for line in lines:
            words = line.split()
            # Columns: sl, local address, remote address, state, queues, timer, retransmits, uid.
            if len(words) > 7 and (words[1], words[2]) == ends and words[3] == ESTABLISHED:
                return int(words[7])
    return None


def _table_address(address: Address, table: str) -> str:
    """An address in the table's notation: 32-bit words in machine order, in hexadecimal."""
    host, port = address
    ip = ipaddress.ip_address(host)
    raw = ip.packed
    if table == "tcp6" and ip.version == 4:
        raw = bytes(10) + b"\xff\xff" + raw
    if table == "tcp" and ip.version == 6:
        mapped = ipaddress.IPv6Address(host).ipv4_mapped
        if mapped is None:
            raise ValueError("no IPv4 address")
        raw = mapped.packed
    words = [raw[at : at + 4] for at in range(0, len(raw), 4)]
    digits = "".join(f"{int.from_bytes(word, sys.byteorder):08X}" for word in words)
    return f"{digits}:{port:04X}"
