r"""esxtop's batch mode: CSV in the form of Windows' performance logs (PDH-CSV 4.0). The head names
each column `\\host\Object(instance)\Counter`; here it is `Object(instance).Counter`.
"""

import csv
from collections.abc import Iterable, Iterator

LONGEST_FIELD = 1 << 20


def values(lines: Iterable[str]) -> Iterator[dict[str, float]]:
    """A mapping for each row after the head."""
    csv.field_size_limit(LONGEST_FIELD)
    names: list[str] = []
    for line in lines:
        # Line by line, since a broken connection may leave a quote open.
        try:
            row = next(csv.reader([line.replace("\0", "")]), [])
        except csv.Error:
            continue
        if not row:
            continue
        if row[0].startswith("(PDH-CSV"):
            names = [_name(column) for column in row[1:]]
            continue
        found = {}
        # Rows may be shorter than the head when VMs were added.
        for name, word in zip(names, row[1:], strict=False):
            try:
                found[name] = float(word)
            except ValueError:
                continue
        if found:
            yield found


def _name(column: str) -> str:
    """`\\\\esx01\\Physical Disk Adapter(vmhba0)\\Reads/sec` without the host."""
    parts = column.lstrip("\\").split("\\")
    return ".".join(parts[1:] if len(parts) > 2 else parts)
