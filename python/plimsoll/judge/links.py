"""The links between a host and its storage, and whether a Run moved more than one can carry.

`links.toml` has the limits with their sources."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

ROUNDING = 1.01
"""Figures have three digits."""
_NVME = re.compile(r"/dev/nvme\d+n\d+(p\d+)?")
FASTEST_NVME = "nvme-6-x4"
"""The link of a target that is named as one NVMe disk: the fastest that there is."""


class Link(NamedTuple):
    """A link; `bytes_per_s` is its limit in one direction."""

    name: str
    title: str
    bytes_per_s: float
    source: str
    duplex: bool = True
    """Whether it carries as much in both directions at once."""
    ops_per_s: float | None = None
    """Operations in both directions together, where it limits them too, as a cloud disk does."""


class Throughput(NamedTuple):
    """What a Run moved, per second; None where unknown."""

    ops: float | None
    all: float | None
    """Bytes of both directions."""
    read: float | None
    write: float | None


class Excess(NamedTuple):
    """More than a link carries. `direction` is read, write, or all: bytes of both together; ops:
    operations."""

    link: Link
    direction: str
    per_s: float
    most_per_s: float


@cache
def links() -> dict[str, Link]:
    """All known links by name."""
    text = (Path(__file__).with_name("links.toml")).read_text(encoding="utf-8")
    return {row["name"]: Link(**row) for row in tomllib.loads(text)["link"]}


@lru_cache(maxsize=64)
def link_of_target(name: str | None) -> Link | None:
    """The link that the name of a target shows; None where it does not."""
    return links()[FASTEST_NVME] if name and _NVME.fullmatch(name) else None


def throughput_of_record(record: Mapping[str, Any]) -> Throughput:
    """What the Run of a record moved."""
    total, seconds = record["bytes_per_s"], record["measure_s"]
    # Counts of one direction are there in every record that tells the kinds apart.
    each = {
        kind: moved / seconds if seconds and (moved := record[kind]["bytes"]) is not None else None
        for kind in ("read", "write")
    }
    match record["spec"]["workload"]["read_percent"]:
        case 100.0:
            each["read"] = total
        case 0.0:
            each["write"] = total
    return Throughput(record["achieved_rate_per_s"], total, each["read"], each["write"])


def excess(throughput: Throughput, link: Link) -> Excess | None:
    """What was moved above the limit of the link; None where it can carry all."""
    known = [moved for moved in throughput[1:] if moved is not None]
    if link.ops_per_s is None and (not known or max(known) <= link.bytes_per_s):
        return None
    limits = [("all", throughput.all, link.bytes_per_s * (2 if link.duplex else 1))]
    if link.duplex:
        limits += [
            ("read", throughput.read, link.bytes_per_s),
            ("write", throughput.write, link.bytes_per_s),
        ]
    if link.ops_per_s is not None:
        limits.append(("ops", throughput.ops, link.ops_per_s))
    for direction, per_s, most_per_s in reversed(limits):
        if per_s is not None and per_s > most_per_s * ROUNDING:
            return Excess(link, direction, per_s, most_per_s)
    return None
