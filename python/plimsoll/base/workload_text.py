"""A resolved workload and a load in words, for every report and the terminal: said once, so that
all say the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plimsoll.base import units

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "blocks",
    "clients",
    "flushes",
    "long",
    "mix",
    "of_kind",
    "own_align",
    "payload",
    "shares",
    "short",
    "whole",
]


def blocks(workload: Mapping[str, Any]) -> str:
    """The sizes of operations: `8 KiB`, or `4 KiB 60 %, 64 KiB 40 %`; apart for writes where they
    differ."""
    reads, writes = workload.get("read_blocks") or [], workload.get("write_blocks") or []
    if workload.get("block_size_bytes") or not (reads or writes):
        size = workload.get("block_size_bytes")
        return units.size(size) if size is not None else "block size unknown"

    def sizes(shares: Sequence[Mapping[str, Any]]) -> str:
        if len(shares) == 1:
            return units.size(shares[0]["bytes"])
        return ", ".join(f"{units.size(share['bytes'])} {share['percent']:g} %" for share in shares)

    if reads == writes or workload["read_percent"] == 100:
        return sizes(reads)
    return (
        sizes(writes)
        if workload["read_percent"] == 0
        else f"reads {sizes(reads)}, writes {sizes(writes)}"
    )


def mix(workload: Mapping[str, Any]) -> str:
    """The kinds of operation: `70 % read`, `all reads`, `50 % read, 10 % trim`."""
    reads = workload["read_percent"]
    return "read % unknown" if reads is None else shares(reads, workload.get("trim_percent") or 0)


def shares(reads: float, trims: float = 0) -> str:
    """The same of shares in percent."""
    words = (
        "all reads"
        if reads == 100
        else "all writes"
        if reads == 0 and not trims
        else f"{reads:g} % read"
    )
    return f"{words}, {trims:g} % trim" if trims else words


def short(workload: Mapping[str, Any]) -> str:
    """For a headline: `8 KiB random, 70 % read`, and how its writes are made durable, which is work
    of the storage's too."""
    parts = [f"{blocks(workload)} {workload['pattern'] or 'of unknown pattern'}", mix(workload)]
    return ", ".join([*parts, *_durable(workload)])


def long(workload: Mapping[str, Any]) -> str:
    """For the conditions: everything that was asked of the operations."""
    said = [
        f"{blocks(workload)} blocks",
        str(workload["pattern"] or "pattern unknown"),
        mix(workload),
        *_working_set(workload),
    ]
    said += _durable(workload)
    if (workload["read_percent"] or 0) < 100 and (written := workload.get("payload")):
        said += [f"payload {words}" for words in payload(written)]
    if workload.get("verify"):
        said.append("verified")
    return ", ".join(said)


def _durable(workload: Mapping[str, Any]) -> list[str]:
    """How writes are made durable; nothing where they are not."""
    parts = []
    if sync := workload.get("sync"):
        parts.append(flushes(sync))
    if workload.get("durable_writes"):
        parts.append("durable writes (O_DSYNC)")
    return parts


def whole(spec: Mapping[str, Any]) -> str:
    """Everything that was asked of the operations of a Run, by its resolved spec."""
    return clients(spec) or long(spec["workload"])


def own_align(workload: Mapping[str, Any]) -> int | None:
    """Where operations start, as far as it does not go with the block size: none at multiples of
    the smallest block."""
    given = workload.get("align_bytes")
    sizes = [
        block["bytes"]
        for block in (*(workload.get("read_blocks") or ()), *(workload.get("write_blocks") or ()))
    ]
    return None if given is None or (sizes and given == min(sizes)) else int(given)


def payload(contents: Mapping[str, Any]) -> list[str]:
    """What writes contain, where it is not random data: `zero`, `50 % compressible`."""
    return [
        *(["zero"] if contents["kind"] == "zero" else []),
        *(
            f"{share:g} % {what}"
            for share, what in (
                (contents["compressible_percent"], "compressible"),
                (contents["duplicate_percent"], "duplicates"),
            )
            if share
        ),
    ]


def of_kind(kind: str | None) -> str:
    """Of which operations a figure is, behind it: ` of reads`, ` of syncs`; nothing for all of
    them."""
    several = operations(kind)
    return f" of {several}" if several else ""


def operations(kind: str | None) -> str:
    """Operations of a kind, as a noun: `reads`, `syncs`; empty for all of them."""
    if kind in (None, "all"):
        return ""
    return "syncs" if kind == "flush" else f"{kind}s"


def flushes(sync: Mapping[str, Any]) -> str:
    """After how many writes is flushed."""
    every = "write" if sync["writes"] == 1 else f"{sync['writes']} writes"
    return f"{'fdatasync' if sync['data_only'] else 'fsync'} after every {every}"


def _working_set(workload: Mapping[str, Any]) -> list[str]:
    size, begin = workload["working_set_bytes"], workload["working_set_offset_bytes"]
    if size is None:
        return []
    return [
        f"working set {units.size(size)}"
        + ("" if begin is None else f" from byte {units.count(begin)}")
    ]


def clients(spec: Mapping[str, Any]) -> str | None:
    """What each kind of client of a described storage does, when there are several: `4 x vm: 8 KiB
    random, 70 % read`."""
    groups = spec["clients"]
    if not groups:
        return None
    if len(groups) == 1 and groups[0]["volumes"] == 1:
        return None
    if len(groups) == 1 and groups[0]["clients"] == 1:
        return f"{short(groups[0]['workload'])}, on {groups[0]['volumes']:,} volumes"
    named = [
        (
            f"{group['clients']:,} x {group['name']}: {short(group['workload'])}"
            if group["clients"] > 1
            else f"{group['name']}: {short(group['workload'])}"
        )
        for group in groups
    ]
    return "; ".join(named)
