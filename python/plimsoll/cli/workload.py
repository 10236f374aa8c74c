"""`plimsoll workload`: workloads by name, and one made of what a monitoring system says."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from plimsoll.base import units
from plimsoll.base.errors import UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen
from plimsoll.library.question import finite

if TYPE_CHECKING:
    from plimsoll.native.record import SessionRequest

EXAMPLES = (
    "plimsoll workload",
    "plimsoll workload oltp > mine.toml",
    "plimsoll find --target /data/test.bin --workload oltp --objective 'p99 <= 5ms'",
    "plimsoll workload 'read 500, write 2800' > mine.toml",
    "plimsoll workload --read-iops 500 --write-iops 2800 --write-bandwidth 45m",
)
SMALLEST, LARGEST = 512, 16 << 20
"""Block sizes that a mean is made of lie between these."""
_SHIFTS = SMALLEST.bit_length() - 1, LARGEST.bit_length() - 1
ASSUMED = 4096
"""Bytes of an operation whose size nobody told."""
WORDS = re.compile(r"(reads?|writes?)\b.*\d", re.IGNORECASE)
PART = re.compile(
    r"(?P<kind>read|write)s?:?\s+(?P<number>\d[\d,]*(?:\.\d+)?)\s*(?P<thousands>k)?(?:\s*iops)?"
    r"(?:\s*(?:of|at|x|×)\s*(?P<size>\d\S*))?"
)


def workload(
    name: str | None = argument("[NAME]", message("help-workload-name")),
    read_iops: float | None = flag("--read-iops R", message("help-workload-read-iops"), min=0.0),
    write_iops: float | None = flag("--write-iops R", message("help-workload-write-iops"), min=0.0),
    read_bandwidth: str | None = flag(
        "--read-bandwidth SIZE", message("help-workload-read-bandwidth")
    ),
    write_bandwidth: str | None = flag(
        "--write-bandwidth SIZE", message("help-workload-write-bandwidth")
    ),
    pattern: str = flag("--pattern NAME", message("help-workload-pattern"), "random"),
    as_json: _options.Json = False,
) -> None:
    """List the workloads known by name for --workload, print one, or make one from the IOPS and
    bytes/s that your monitoring shows."""
    from plimsoll.base import workloads

    words = None if name is None else _in_words(name)
    sized = read_bandwidth is not None or write_bandwidth is not None
    if read_iops is not None or write_iops is not None:
        if name is not None:
            raise UsageError(*message.refusal("name-and-rates", name=name))
        reads = Operations.of_rate("read", read_iops or 0.0, read_bandwidth)
        writes = Operations.of_rate("write", write_iops or 0.0, write_bandwidth)
        return _print_workload("yours", _of_counters(reads, writes, pattern), as_json=as_json)
    if words is not None:
        if sized:
            raise UsageError(*message.refusal("name-and-bandwidths", name=name))
        return _print_workload("yours", _of_counters(*words, pattern), as_json=as_json)
    if sized:
        raise UsageError(*message.refusal("bandwidth-alone"))
    if name is None:
        rows: list[Any] = [
            {"name": one.name, "summary": one.summary, "source": one.source}
            for one in workloads.named_workloads()
        ]
        return screen.names("workloads", rows, as_json=as_json)
    found = workloads.find(name)
    if found is None:
        raise UsageError(*message.refusal("unknown-workload", name=name, names=workloads.names()))
    return _print_workload(name, found.text, as_json=as_json)


def _print_workload(name: str, text: str, *, as_json: bool) -> None:
    shown = {"schema": "plimsoll.workload/1", "name": name, "toml": text}
    screen.answer(shown, text.splitlines(), as_json=as_json)


@dataclass(frozen=True)
class Sizes:
    """Block sizes that have a mean: one, or the two powers of two on either side of it. `percent`
    is the share of the larger."""

    smaller: int
    larger: int
    percent: float
    mean: float
    """What was asked for, in bytes."""

    @staticmethod
    def one(size: int) -> Sizes:
        """One size."""
        return Sizes(size, size, 0.0, size)

    @staticmethod
    def of_mean(mean: float) -> Sizes:
        """The two neighbours that keep the mean, to a hundredth of a percent; the smallest or
        largest there is where the mean lies beyond it."""
        smaller = 1 << min(max(math.floor(math.log2(mean)), _SHIFTS[0]), _SHIFTS[1])
        larger = min(2 * smaller, LARGEST)
        share = 0.0 if larger == smaller else (mean - smaller) / (larger - smaller)
        percent = round(100 * min(max(share, 0.0), 1.0), 2)
        return Sizes(smaller, larger, percent, mean)

    @property
    def text(self) -> str:
        """As a workload file has it."""
        if self.percent in (0, 100):
            return _size_text(self.larger if self.percent else self.smaller)
        small = round(100 - self.percent, 2)
        return f"{_size_text(self.smaller)}:{small:g},{_size_text(self.larger)}:{self.percent:g}"

    def remarks(self, kind: str) -> list[str]:
        """What to know of them, as comments of the file."""
        has = self.smaller + (self.larger - self.smaller) * self.percent / 100
        said = []
        if self.smaller != self.larger and 0 < self.percent < 100:
            sizes = {"smaller": _size_text(self.smaller), "larger": _size_text(self.larger)}
            said.append(message(f"mean-{kind}-kept", mean=_kib(self.mean), **sizes))
        if abs(has / self.mean - 1) > _OFF:
            figures = {
                "mean": _kib(self.mean),
                "size": _size_text(round(has)),
                "share": units.percent(abs(has / self.mean - 1), 1),
            }
            more = "more" if has > self.mean else "less"
            said.append(message(f"mean-{kind}-{more}", **figures))
        return [f"# {line}" for line in said]


_OFF = 0.001
"""A mean that is off by more than this share is told."""


ASSUMED_SIZES = Sizes.one(ASSUMED)


@dataclass(frozen=True)
class Operations:
    """Reads or writes as a monitoring system shows them."""

    kind: Literal["read", "write"]
    per_s: float = 0.0
    known: Sizes | None = None
    """Their sizes; None: nobody told."""

    @staticmethod
    def of_rate(kind: Literal["read", "write"], per_s: float, bandwidth: str | None) -> Operations:
        """So many, whose sizes follow from bytes over operations where those are known."""
        from plimsoll.native.session import parse_size

        if bandwidth is None:
            return Operations(kind, per_s)
        if per_s <= 0:
            raise UsageError(*message.refusal("bandwidth-without-rate", kind=kind))
        size = parse_size(bandwidth) / per_s
        if not SMALLEST / 2 <= size <= LARGEST * 2:
            raise UsageError(
                message(
                    f"implausible-{kind}-size",
                    bandwidth=bandwidth,
                    rate=units.count(per_s),
                    size=units.count(size),
                ),
                message("implausible-size-advice"),
            )
        return Operations(kind, per_s, Sizes.of_mean(size))

    @property
    def sizes(self) -> Sizes:
        """Their sizes, as far as they are known."""
        return self.known or ASSUMED_SIZES


def _kib(size: float) -> str:
    return (
        f"{units.significant(size / 1024, 5)} KiB"
        if size >= 1 << 20
        else f"{units.significant(size / 1024, 4)} KiB"
    )


def _in_words(text: str) -> tuple[Operations, Operations] | None:
    """The reads and writes that `read 500, write 2,800` says; none of a text that begins
    otherwise: a name."""
    from plimsoll.native.session import parse_size

    if not WORDS.match(text.strip()):
        return None
    found: dict[str, Operations] = {}
    # A comma parts two halves of it, and thousands.
    for part in re.split(
        r"[,;]?\s+(?:and\s+)?(?=[rw])|\s*\+\s*|[,;](?=[rw])", text.strip().lower()
    ):
        parts = PART.fullmatch(part.strip(" ,;"))
        if parts is None or parts["kind"] in found:
            raise UsageError(*message.refusal("cannot-read-part", part=part, text=text))
        kind: Literal["read", "write"] = "read" if parts["kind"] == "read" else "write"
        number = float(parts["number"].replace(",", "")) * (1000 if parts["thousands"] else 1)
        size = None if parts["size"] is None else Sizes.one(parse_size(parts["size"]))
        found[kind] = Operations(kind, number, size)
    return found.get("read") or Operations("read"), found.get("write") or Operations("write")


def _of_counters(reads: Operations, writes: Operations, pattern: str) -> str:
    """The workload file of what a monitoring system says."""
    for one in (reads, writes):
        finite(one.per_s, f"--{one.kind}-iops")
    there = [one for one in (reads, writes) if one.per_s]
    if not there:
        raise UsageError(*message.refusal("both-zero"))
    rate = reads.per_s + writes.per_s
    lines = [
        message("made-from", reads=units.count(reads.per_s), writes=units.count(writes.per_s)),
        message("offered-rate", flag=f"--rate {rate:.6g}"),
    ]
    if assumed := [one.kind for one in there if one.known is None]:
        lines.append(message(f"assumed-{'-and-'.join(assumed)}"))
    lines = [f"# {line}" for line in lines]
    lines += [line for one in there for line in one.sizes.remarks(one.kind)]
    lines.append(f'block_size = "{there[0].sizes.text}"')
    if len(there) > 1 and writes.sizes.text != reads.sizes.text:
        lines.append(f'write_block_size = "{writes.sizes.text}"')
    share = round(100 * reads.per_s / rate, 4)
    lines += [f"read = {share:g}", f"pattern = {json.dumps(pattern)}"]
    text = "\n".join(lines) + "\n"
    from plimsoll.native.session import Session

    # What no Run would take is refused here: a pattern that there is not.
    request: SessionRequest = {"target": "null:", "workload": {}, "workload_toml": text}
    Session.open(request).close()
    return text


def _size_text(size: int) -> str:
    for unit, bytes_ in (("m", 1 << 20), ("k", 1 << 10)):
        if size % bytes_ == 0:
            return f"{size // bytes_}{unit}"
    return str(size)
