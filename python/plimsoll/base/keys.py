"""The keys of a workload, a load and a Run: the one table from which the flags of the command line,
the keys of campaign and promise files, the fields of the web form and the reference are made.

A row has a key's name, the kind of its value and its meaning. Rust parses the values, so that flags
and files agree; a test compares this table with the schemas that Rust publishes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from plimsoll.base.messages import message

Kind = Literal["size", "percent", "count", "iops", "rate", "time", "text", "switch"]
"""A size in bytes or as a share of the target; a percentage from 0 to 100; a whole number from 1
on; operations/s above 0; a rate as `base/rates.py` reads it; a time; a text; on or off."""

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
    means.

    `value` is the metavar of its flag where the kind has none. `more_in_files`: there is more to
    say in a campaign's file. `in_form`: the web form has a field for it."""

    name: str
    kind: Kind
    value: str = ""
    more_in_files: bool = False
    in_form: bool = False

    @property
    def text(self) -> str:
        """Its meaning."""
        return message(f"key-{self.name}")

    @property
    def label(self) -> str:
        """The name of its field in the web form; empty without one."""
        return message(f"field-{self.name}") if self.in_form else ""

    @property
    def example(self) -> str:
        """What its field takes."""
        return message(f"field-{self.name}-example") if self.in_form else ""

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
    Key("block_size", "size", in_form=True),
    Key("write_block_size", "size"),
    Key("align", "size"),
    Key("read", "percent", in_form=True),
    Key("trim", "percent"),
    Key("pattern", "text", in_form=True),
    Key("working_set", "size", in_form=True),
    Key("working_set_offset", "size"),
    Key("fsync_every", "count"),
    Key("fdatasync_every", "count"),
    Key("durable_writes", "switch"),
    Key("payload", "text", "KIND"),
    Key("compressible", "percent"),
    Key("duplicates", "percent"),
    Key("verify", "switch"),
)
"""The keys of a workload file, of `[workload]` and of their flags."""

LOAD = _keys_by_name(
    Key("workers", "count", in_form=True, more_in_files=True),
    Key("queue_depth", "count", in_form=True),
    Key("rate", "rate", in_form=True),
    Key("arrivals", "text"),
    Key("max_outstanding", "count"),
    Key("think_time", "text", "TIME"),
    Key("cap_rate", "iops"),
    Key("cap_bytes", "size"),
    Key("bursts", "text", "ON/OFF"),
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
