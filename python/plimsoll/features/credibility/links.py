"""The links between a host and its storage, and whether a Run moved more than one can carry.

`links.toml` has the limits with their sources."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from plimsoll.base.errors import UsageError
from plimsoll.features.credibility.messages import message

ROUNDING = 1.01
"""Figures have three digits."""
_NVME = re.compile(r"/dev/nvme\d+n\d+(p\d+)?")
FASTEST_NVME = "nvme-5-x4"
"""The link of a target that is named as one NVMe disk: the fastest that there is."""


class Link(NamedTuple):
    """A link; `bytes_per_s` is its limit in one direction."""

    name: str
    title: str
    bytes_per_s: float
    source: str
    duplex: bool = True
    """Whether it carries as much in both directions at once."""


class Excess(NamedTuple):
    """More bytes than a link carries. `direction` is read, write, or all of both together."""

    link: Link
    direction: str
    bytes_per_s: float
    most_per_s: float


@cache
def links() -> dict[str, Link]:
    """All known links by name."""
    text = (Path(__file__).with_name("links.toml")).read_text(encoding="utf-8")
    return {row["name"]: Link(**row) for row in tomllib.loads(text)["link"]}


def link_of_name(name: str) -> Link:
    """The link of this name. Raises UsageError for an unknown one."""
    found = links().get(name.lower())
    if found is None:
        known = ", ".join(links())
        raise UsageError(message("no-such-link", name=name), message("known-links", known=known))
    return found


def link_of_target(record: Mapping[str, Any]) -> Link | None:
    """The link that the name of the target shows; None where it does not."""
    name = str(record["spec"]["target"]["name"])
    return links()[FASTEST_NVME] if _NVME.fullmatch(name) else None


def excess(record: Mapping[str, Any], link: Link) -> Excess | None:
    """The bytes above what the link carries; None where it can carry all."""
    total, seconds = record["bytes_per_s"], record["measure_s"]
    limits = [("all", total, link.bytes_per_s * (2 if link.duplex else 1))]
    if link.duplex:
        # Counts of one direction are there in every record that tells the kinds apart.
        for kind in ("read", "write"):
            moved = record[kind]["bytes"]
            if moved is not None and seconds:
                limits.append((kind, moved / seconds, link.bytes_per_s))
        reads = record["spec"]["workload"]["read_percent"]
        if reads in (0.0, 100.0):
            limits.append(("read" if reads else "write", total, link.bytes_per_s))
    for direction, moved_per_s, most_per_s in reversed(limits):
        if moved_per_s is not None and moved_per_s > most_per_s * ROUNDING:
            return Excess(link, direction, moved_per_s, most_per_s)
    return None
