"""iostat (sysstat): tables with a head, `Device` or `avg-cpu:`, each ended by an empty line. Names
are the device and the head of the column: `sda.r/s`, `cpu.%iowait`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST = 10_000
"""Values of one table: no host has more disks."""


def values(lines: Iterable[str]) -> Iterator[dict[str, float]]:
    """A mapping for each table, as soon as it is over."""
    head: list[str] = []
    of_processors = False
    found: dict[str, float] = {}
    for line in lines:
        words = line.split()
        if not words:
            if found:
                yield found
            head, found = [], {}
        elif words[0].rstrip(":") in ("Device", "avg-cpu"):
            # Filters between us take empty lines away.
            if found:
                yield found
            found = {}
            of_processors = words[0].startswith("avg-cpu")
            head = words[1:]
        elif head:
            name, row = ("cpu", words) if of_processors else (words[0], words[1:])
            if len(found) > MOST or f"{name}.{head[0]}" in found:
                yield found
                found = {}
            for column, word in zip(head, row, strict=False):
                try:
                    found[f"{name}.{column}"] = float(word.replace(",", "."))
                except ValueError:
                    continue
    if found:
        yield found
