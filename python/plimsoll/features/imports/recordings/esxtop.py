"""esxtop's batch mode: CSV in the form of Windows' performance logs. Its head has the offset from
UTC: `"(PDH-CSV 4.0) (UTC)(0)"`. The logs of Windows itself: `perfmon.py`."""

import re
from collections.abc import Iterator
from datetime import timedelta, timezone, tzinfo
from functools import partial

from plimsoll.collect.readers import esxtop as rows
from plimsoll.features.imports.messages import message
from plimsoll.features.imports.recordings import perfmon
from plimsoll.features.imports.recordings.moment import Moment, Times, instant
from plimsoll.features.imports.results.source import File

_HEAD = re.compile(r'^"?\(PDH-CSV 4\.0\) \([^)]*\)\((-?\d{1,4})\)')


def sniff(head: str) -> bool:
    """Whether a text begins as such a file."""
    return _HEAD.match(head) is not None and not perfmon.of_windows(head)


def read(file: File, times: Times) -> Iterator[Moment]:
    """A moment for each row. Raises Bad for one without a time."""
    # Windows' performance logs have one order of dates, whatever the locale.
    del times
    head: str | None = None
    own: tzinfo | None = None
    for number, line in file.lines():
        if (found := _HEAD.match(line)) is not None:
            # Minutes that UTC is ahead of the times in the file.
            head, own = line, timezone(-timedelta(minutes=int(found[1])))
            continue
        if head is None or not line.strip():
            continue
        first = perfmon.cells(line[:64].partition(",")[0])
        at = instant(first[0] if first else "", Times(own))
        if at is None:
            raise file.bad(partial(message, "row-without-time"), number)
        for values in rows.values([head, line]):
            yield Moment(at, values)
