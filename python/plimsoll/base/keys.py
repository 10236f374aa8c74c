"""The keys of a workload, a load and a Run: the one table from which the flags of the command line,
the keys of campaign and promise files, the fields of the web form and the reference are made.

A row has a key's name, the kind of its value and its meaning. Rust parses the values, so that flags
and files agree; a test compares this table with the schemas that Rust publishes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
    """A key: its name in files and requests, the kind of its value, and what it means.

    `value` is the metavar of its flag where the kind has none, `only_in_files` an addition to the
    meaning in a campaign's file; `label` and `example` are for the web form."""

    name: str
    kind: Kind
    text: str
    value: str = ""
    only_in_files: str = ""
    label: str = ""
    example: str = ""

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
        return f"{self.text} {self.only_in_files}".strip()


def _keys_by_name(*rows: Key) -> dict[str, Key]:
    return {row.name: row for row in rows}


WORKLOAD = _keys_by_name(
    Key(
        "block_size",
        "size",
        "I/O size: 4k, or a mix such as 4k:60,64k:40. Default 4k.",
        label="Block sizes",
        example="4k, 64k; a mix is 4k:60+64k:40",
    ),
    Key("write_block_size", "size", "I/O size of writes and trims. Default: same as reads."),
    Key("align", "size", "Align offsets to multiples of this. Default: the smallest block size."),
    Key(
        "read",
        "percent",
        "Percentage of reads; the rest are writes. Default 100.",
        label="Read %",
        example="100, 70",
    ),
    Key("trim", "percent", "Percentage of trims. Default 0."),
    Key(
        "pattern",
        "text",
        "random, random:once, zipf:1.1, pareto:0.2, normal:10, zones:90/10,10/90, sequential,"
        " sequential:shared, sequential:each, strided:64k; mixed: sequential+30%random."
        " Default random.",
        label="Patterns",
        example="random, sequential, zipf:1.1",
    ),
    Key(
        "working_set",
        "size",
        "Size of the region to address: 1g, 50%. Default: the whole target.",
        label="Working set",
        example="1g or 50%; empty: all of it",
    ),
    Key("working_set_offset", "size", "Where that region starts: 1g, 50%. Default 0."),
    Key("fsync_every", "count", "Issue an fsync after every N writes of a worker."),
    Key("fdatasync_every", "count", "Issue an fdatasync after every N writes of a worker."),
    Key("durable_writes", "switch", "Make every write durable before it completes (O_DSYNC)."),
    Key("payload", "text", "Contents of writes: random or zero. Default random.", "KIND"),
    Key("compressible", "percent", "Percentage of the written data that compression can remove."),
    Key("duplicates", "percent", "Percentage of written blocks that duplicate others."),
    Key(
        "verify",
        "switch",
        "Stamp each block with target, offset, generation and checksum, and check what is read.",
    ),
)
"""The keys of a workload file, of `[workload]` and of their flags."""

LOAD = _keys_by_name(
    Key(
        "workers",
        "count",
        "Workers per target, each with its own queue. Default 1.",
        only_in_files="For a search it is the maximum, and 4 by default.",
        label="Workers",
        example="issuers per target; empty: 1, of a search up to 4",
    ),
    Key(
        "queue_depth",
        "count",
        "Outstanding I/O per worker of a closed loop. Default 32.",
        label="Queue depths",
        example="closed loop: outstanding I/O per worker, 1, 32",
    ),
    Key(
        "rate",
        "rate",
        "Open loop: offered IOPS over all workers: 5000, a ramp 1000..50000, steps"
        " 1000:10s,5000:20s; a share of the maximum, which is then measured first: 80%; of"
        " each of several targets: 1250/target; of each client of a described stack, with"
        " --virtual: 1250/client. Default: closed loop.",
        label="Offered rates",
        example="open loop: IOPS over all workers; instead of queue depths",
    ),
    Key(
        "arrivals",
        "text",
        "Arrival process of an open loop: poisson (independent users), constant, or trace:FILE."
        " Default poisson.",
    ),
    Key(
        "max_outstanding",
        "count",
        "In-flight cap of an open loop, over all workers. Default: 4096, 1 GiB of buffers, or"
        " what the kernel queues at the disks, whichever is lowest.",
    ),
    Key(
        "think_time",
        "text",
        "Closed loop: think time between a completion and the next operation of its slot: 1ms,"
        " exp:1ms.",
        "TIME",
    ),
    Key("cap_rate", "iops", "Closed loop: IOPS limit."),
    Key("cap_bytes", "size", "Closed loop: bandwidth limit in bytes/s: 100m."),
    Key(
        "bursts",
        "text",
        "Alternate load and idle periods: 100ms/900ms. The offered rate is then the average.",
        "ON/OFF",
    ),
)
"""The keys of `[load]` and their flags."""

RUN = _keys_by_name(
    Key(
        "per_client",
        "switch",
        "Figures for each client (VM) of a described stack, however many there are. Up to 64"
        " clients have them anyway.",
    ),
    Key("warmup_for", "time", "Warm-up before measuring. Default 1s."),
    Key(
        "steady",
        "text",
        "Start measuring only when the target is steady: snia, slope, or with parameters:"
        " snia:rounds=5,range=20,slope=10.",
        "TEST",
    ),
    Key(
        "steady_of",
        "text",
        "Metric that must be steady: rate, bytes, response_time. Default rate.",
        "WHAT",
    ),
    Key("steady_limit", "time", "Maximum wait for steady state. Default 10m."),
    Key("measure_for", "time", "How long to measure. Default 5s, or the length of the steps."),
    Key("drain_limit", "time", "Maximum wait for the last completions. Default 5s."),
    Key("io_deadline", "time", "End the Run if an I/O takes longer than this. Default 2m."),
    Key(
        "interval",
        "time",
        "Length of a reporting interval, 100ms to 60s. Default: a sixtieth of Measure, 100ms to"
        " 1s; on the virtual clock up to 4s for a Run of more than 1h.",
    ),
)
"""The keys of a Run: its lengths, and the figures that it keeps."""
