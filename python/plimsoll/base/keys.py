"""The keys of a workload, a load and a Run: the one table from which the flags of the command line,
the keys of campaign and promise files, the fields of the web form and the reference are made.

A row has a key's name, the kind of its value and its meaning. Rust parses the values, so that flags
and files agree; a test compares this table with the schemas that Rust publishes.
"""

from dataclasses import dataclass
from typing import Literal

from plimsoll.base.messages import message

Kind = Literal["size", "percent", "count", "iops", "rate", "time", "text", "switch"]
"""A size in bytes or as a share of the target; a percentage from 0 to 100; a whole number from 1
on; operations/s above 0; a rate as `base/rates.py` reads it; a time; a text; on or off."""

About = Literal["access", "durability", "content"]
"""What a key of a workload says of an operation: its kind, size and place; when a write is durable;
what a write contains, which described storage does not hold."""

UNITS: dict[Kind, str] = {"percent": "%", "iops": "IOPS", "rate": "IOPS"}
"""Units of the kinds that are given without one."""


@dataclass(frozen=True)
class Bounds:
    """What a number may be, for pydantic's `Field` and in words."""

    low: float
    high: float | None = None
    excluded: bool = False
    """Whether `low` itself is too low."""

    def __contains__(self, value: float) -> bool:
        return (value > self.low or (value == self.low and not self.excluded)) and (
            self.high is None or value <= self.high
        )

    @property
    def constraints(self) -> dict[str, float]:
        """The arguments of pydantic's `Field`."""
        found = {"gt" if self.excluded else "ge": self.low}
        return found if self.high is None else found | {"le": self.high}

    @property
    def text(self) -> str:
        """A sentence."""
        if self.high is not None:
            return message("bounds-between", low=f"{self.low:g}", high=f"{self.high:g}")
        return message("bounds-above" if self.excluded else "bounds-from", low=f"{self.low:g}")


BOUNDS: dict[Kind, Bounds] = {
    "percent": Bounds(0, 100),
    "count": Bounds(1),
    "iops": Bounds(0, excluded=True),
    "rate": Bounds(0, excluded=True),
}
"""The bounds of each kind of number."""

METAVARS: dict[Kind, str] = {
    "size": "SIZE",
    "percent": "PERCENT",
    "count": "N",
    "iops": "PER_S",
    "rate": "PER_S",
    "time": "TIME",
    "text": "NAME",
    "switch": "",
}


@dataclass(frozen=True)
class Key:
    """A key: its name in files and requests, and the kind of its value. Its messages say what it
    means."""

    name: str
    kind: Kind
    value: str = ""
    """The metavar of its flag where the kind has none."""
    example: str = ""
    """Values for its field in the web form, separated by spaces."""
    common: bool = False
    """Whether the web form shows its field at once; it keeps the others under a heading to open."""
    set_by_search: bool = False
    """Whether a search chooses it, so that only a grid takes it from its file."""
    about: About = "access"
    """Of a key of a workload. The help of a verb begins with those of the access."""
    more_in_files: bool = False
    """Whether there is more to say in a campaign's file."""

    @property
    def text(self) -> str:
        """Its meaning."""
        return message(f"key-{self.name}")

    @property
    def words(self) -> str:
        """Its name in words, of keys of a workload and a load."""
        return message(f"key-{self.name}-name")

    @property
    def unit(self) -> str:
        """Its unit; empty where a value brings its own."""
        return UNITS.get(self.kind, "")

    @property
    def bounds(self) -> Bounds | None:
        """What it may be; None where it is no number."""
        return BOUNDS.get(self.kind)

    @property
    def flag(self) -> str:
        """The flag of that name."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def metavar(self) -> str:
        """The metavar of the flag; empty for a switch."""
        return self.value or METAVARS[self.kind]

    @property
    def in_files(self) -> str:
        """Its meaning in a campaign's file."""
        return message(f"key-{self.name}-in-files") if self.more_in_files else self.text


def _keys_by_name(*rows: Key) -> dict[str, Key]:
    return {row.name: row for row in rows}


WORKLOAD = _keys_by_name(
    Key("block_size", "size", example="4k 64k", common=True),
    Key("write_block_size", "size", example="16k"),
    Key("align", "size", example="8k"),
    Key("read", "percent", example="100 70", common=True),
    Key("trim", "percent", example="10"),
    Key("pattern", "text", example="random zipf:1.1", common=True),
    Key("working_set", "size", example="1g 50%", common=True),
    Key("working_set_offset", "size", example="1g 50%"),
    Key("sync", "text", "HOW", example="fdatasync fsync:32", about="durability"),
    Key("payload", "text", "KIND", example="zero", about="content"),
    Key("compressible", "percent", example="50", about="content"),
    Key("duplicates", "percent", example="20", about="content"),
    Key("verify", "switch", about="content"),
)
"""The keys of a workload file, of `[workload]` and of their flags."""

OF_DESCRIBED_STORAGE = tuple(row.name for row in WORKLOAD.values() if row.about != "content")
"""The keys of a workload that change what described storage does."""


def sync_value(
    every: int | None, *, data_only: bool = False, durable_writes: bool = False
) -> str | None:
    """The value of `sync` for an fsync (`data_only`: an fdatasync) after so many writes, and for
    writes that are durable themselves; None for neither."""
    parts = ["dsync"] if durable_writes else []
    if every:
        call = "fdatasync" if data_only else "fsync"
        parts.append(call if every == 1 else f"{call}:{every}")
    return "+".join(parts) or None


LOAD = _keys_by_name(
    Key("workers", "count", example="1 4", common=True, more_in_files=True),
    Key("queue_depth", "count", example="1 8 32", common=True, set_by_search=True),
    Key("rate", "rate", example="5000 20000 80%", common=True, set_by_search=True),
    Key("arrivals", "text", example="constant"),
    Key("max_outstanding", "count", example="1024"),
    Key("think_time", "text", "TIME", example="1ms exp:1ms", set_by_search=True),
    Key("cap_rate", "iops", example="5000", set_by_search=True),
    Key("cap_bytes", "size", example="100m", set_by_search=True),
    Key("bursts", "text", "ON/OFF", example="100ms/900ms"),
)
"""The keys of `[load]` and their flags."""

RUN = _keys_by_name(
    Key("per_client", "switch"),
    Key("warmup_for", "time"),
    Key("steady", "text", "TEST"),
    Key("steady_of", "text", "WHAT"),
    Key("steady_limit", "time"),
    Key("measure_for", "time"),
    Key("drain_limit", "time"),
    Key("io_deadline", "time"),
    Key("interval", "time"),
)
"""The keys of a Run: its lengths, and the figures that it keeps."""
