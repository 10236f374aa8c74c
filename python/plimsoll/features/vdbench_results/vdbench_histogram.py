"""vdbench's histogram.html: operations of each Run by latency bucket.

A bucket is up to twice as wide as its lower end, and the last has no upper end. The logarithmic
middle of a bucket stands for its operations; its bounds are kept as well. vdbench's slaves send
their buckets with the last interval only, counted from the begin of the Run: a histogram includes
the warm-up, which averages exclude."""

import html
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from plimsoll.features.imports.results.figures import middle, whole
from plimsoll.features.imports.results.figures import number as figure
from plimsoll.features.imports.results.source import File
from plimsoll.features.vdbench_results.messages import message

TAGS = re.compile(r"<[^>]*>")
STARTING = re.compile(
    r"Starting RD=([^;]+);(?:\s*I/O rate:\s*([^;]+);)?\s*elapsed=([^;]*?)(?:;|$)(.*)", re.IGNORECASE
)
STEP = 1.0
"""A bucket is up to twice as wide as its lower end."""
COUNT_TOLERANCE = 0.02
"""Operations by the averages are rounded: a histogram that has as many within this share holds the
same ones."""
_BUCKET = re.compile(r"^\s*([\d.]+)\s*<\s*([\d.]+|max)\s+([\d,.]+)\s+[\d.]+\s+[\d.]+")


@dataclass
class Histogram:
    """Operations of one kind by the middle of their bucket, ns, and the buckets, from and to."""

    counts: Counter[int] = field(default_factory=Counter)
    buckets: set[tuple[int, int]] = field(default_factory=set)

    def add(self, low_ms: float, high_ms: float, many: int) -> None:
        """So many operations of a bucket."""
        self.counts[round(middle(low_ms, high_ms) * 1e6)] += many
        self.buckets.add((round(low_ms * 1e6), round(high_ms * 1e6)))


Histograms = dict[str, Histogram]
"""Histograms by kind of operation: read, write, or all."""


def read(file: File) -> dict[tuple[str, int], Histograms]:
    """The histograms of each Run, by its name and how often that name came before."""
    made: dict[tuple[str, int], Histograms] = {}
    seen: Counter[str] = Counter()
    name, kind, last = "run", "all", ""
    for number, raw in file.lines():
        text = html.unescape(TAGS.sub("", raw))
        key = (name, max(0, seen[name] - 1))
        if (start := STARTING.search(text)) is not None:
            name = start[1].strip()
            seen[name] += 1
        elif "min(ms)" in text and "max(ms)" in text:
            title = last.lower()
            reads, writes = "read" in title, "write" in title
            kind = "read" if reads and not writes else "write" if writes and not reads else "all"
            made.setdefault(key, {})[kind] = Histogram()
        elif (row := _BUCKET.match(text)) is not None:
            if (of := made.get(key, {}).get(kind)) is None:
                raise file.bad(partial(message, "bucket-before-heading"), number)
            low = figure(row[1]) or 0.0
            high = low * 2 if row[2] == "max" else figure(row[2]) or 0.0
            if many := whole(row[3].replace(",", "").replace(".", "")):
                of.add(low, high, many)
        if text.strip():
            last = text
    filled = {
        key: {kind: histogram for kind, histogram in histograms.items() if histogram.counts}
        for key, histograms in made.items()
    }
    return {key: histograms for key, histograms in filled.items() if histograms}


def together(histograms: Mapping[str, Histogram]) -> Histogram | None:
    """The histogram of all operations: as printed, else the sum of the kinds."""
    if "all" in histograms or not histograms:
        return histograms.get("all")
    made = Histogram()
    for histogram in histograms.values():
        made.counts.update(histogram.counts)
        made.buckets |= histogram.buckets
    return made


def of_warmup(
    counted: int, measured: float | None, whole_run: float | None, *, loose: float = COUNT_TOLERANCE
) -> int | None:
    """Operations of the warm-up in a histogram: 0 if it counts the measured ones, None if it counts
    neither these nor the whole Run. `loose` is the relative uncertainty of the whole Run."""
    if measured is not None and abs(counted - measured) <= COUNT_TOLERANCE * measured:
        return 0
    if measured is None or whole_run is None or counted < measured:
        return None
    return round(counted - measured) if abs(counted - whole_run) <= loose * whole_run else None
