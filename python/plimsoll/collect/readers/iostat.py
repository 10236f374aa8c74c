"""iostat (sysstat): tables with a head, `Device` or `avg-cpu:`, each followed by an empty line.
Names are device and column: `sda.r/s`, `cpu.%iowait`.
"""

from collections.abc import Iterable, Iterator

MOST = 10_000
"""Limit of values in one table."""


def values(lines: Iterable[str]) -> Iterator[dict[str, float]]:
    """A mapping for each table, as soon as it is complete."""
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
            # A filter in between may remove empty lines.
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
