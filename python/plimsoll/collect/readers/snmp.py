"""The tools of Net-SNMP: a line for each object, `IF-MIB::ifHCInOctets.1 = Counter64: 42`, or with
`-Oq` without type and sign. Names are those that the tool prints, without their MIB.
"""

import re
from collections.abc import Iterable, Iterator

LINE = re.compile(
    r"^(?P<name>[\w.][^\s=]*)(?:\s+=\s+(?:Counter32|Counter64|Gauge32|INTEGER|Integer32|Unsigned32"
    r"|Timeticks|UInteger32|Opaque: Float):\s+\(?(?P<typed>-?\d+(?:\.\d+)?)\)?(?:\s.*)?"
    r"|\s+(?P<bare>-?\d+(?:\.\d+)?))\s*$"
)
"""A number with a numeric type, or a bare number: no texts and addresses that begin with digits.
Time ticks have theirs in parentheses: `Timeticks: (42) 0:00:00.42`.
"""


def values(lines: Iterable[str]) -> Iterator[dict[str, float]]:
    """A mapping for each line."""
    for line in lines:
        found = LINE.match(line)
        if found is not None and ("." in found["name"] or "::" in found["name"]):
            name = found["name"].rpartition("::")[2]
            yield {name: float(found["typed"] or found["bare"])}
