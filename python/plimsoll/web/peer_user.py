"""Whose process is at the other end of a connection over loopback? Another user of this machine is
not us.

Read from /proc/net/tcp (proc(5)): the line whose local address is the peer's names its user. Where
that cannot be read, nobody is known. A connection that has been closed at the other end counts as
nobody's: the table then names root.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from pathlib import Path

Address = tuple[str, int]
ESTABLISHED = "01"


def is_ours(
    peer: tuple[object, ...], here: tuple[object, ...], tables: Path = Path("/proc/net")
) -> bool:
    """Whether the process that connected from `peer` to `here` runs as our user, or as root."""
    uid = user_of((str(peer[0]), int(str(peer[1]))), (str(here[0]), int(str(here[1]))), tables)
    return uid is not None and uid in (0, os.getuid())


def user_of(peer: Address, here: Address, tables: Path = Path("/proc/net")) -> int | None:
    """The user of the open socket at `peer` that is connected to `here`; none when there is none on
    this machine."""
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
    """An address as the table writes it: 32-bit words in the machine's order, in hexadecimal."""
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
    shown = "".join(f"{int.from_bytes(word, sys.byteorder):08X}" for word in words)
    return f"{shown}:{port:04X}"
