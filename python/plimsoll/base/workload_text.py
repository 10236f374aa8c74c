"""The words for a resolved workload and its load, for every report and the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

from plimsoll.base import language, units
from plimsoll.base.messages import message


def blocks(workload: Mapping[str, Any]) -> str:
    """The sizes of operations: `8 KiB`, or `4 KiB 60 %, 64 KiB 40 %`; apart for writes where they
    differ."""
    reads, writes = workload.get("read_blocks") or [], workload.get("write_blocks") or []
    if workload.get("block_size_bytes") or not (reads or writes):
        size = workload.get("block_size_bytes")
        return units.size(size) if size is not None else message("blocks-unknown")

    def sizes(shares: Sequence[Mapping[str, Any]]) -> str:
        if len(shares) == 1:
            return units.size(shares[0]["bytes"])
        return language.listing(
            message(
                "blocks-share", size=units.size(share["bytes"]), share=_percent(share["percent"])
            )
            for share in shares
        )

    if reads == writes or workload["read_percent"] == 100:
        return sizes(reads)
    return (
        sizes(writes)
        if workload["read_percent"] == 0
        else message("blocks-apart", reads=sizes(reads), writes=sizes(writes))
    )


def mix(workload: Mapping[str, Any]) -> str:
    """The kinds of operation: `70 % read`, `all reads`, `50 % read, 10 % trim`."""
    return language.listing(mix_parts(workload))


def mix_parts(workload: Mapping[str, Any]) -> list[str]:
    """The kinds of operation, one by one."""
    reads = workload["read_percent"]
    if reads is None:
        return [message("shares-unknown")]
    return _share_parts(reads, workload.get("trim_percent") or 0)


def statistic(name: str) -> str:
    """A statistic of an objective: `mean`, `max`, and a percentile by its name."""
    return message(f"statistic-{name}") if name in ("mean", "max") else name


AS_FOUND = "as found"
"""The name of a configuration without settings, as it is stored."""


def configuration(name: str) -> str:
    """The name of a configuration for a reader."""
    return message("as-found") if name == AS_FOUND else name


def shares(reads: float, trims: float = 0) -> str:
    """The kinds of operation from their shares in percent."""
    return language.listing(_share_parts(reads, trims))


def _share_parts(reads: float, trims: float) -> list[str]:
    words = (
        message("shares-all-reads")
        if reads == 100
        else message("shares-all-writes")
        if reads == 0 and not trims
        else message("shares-read", percent=_number(reads))
    )
    return [words, message("shares-trim", percent=_number(trims))] if trims else [words]


def _number(percent: float) -> str:
    """A number of percent whose sign stands in the message."""
    return language.number(f"{percent:g}")


def _percent(percent: float) -> str:
    return language.share(_number(percent))


def pattern(code: str | None) -> str:
    """A pattern in words; what has parameters is as it is typed."""
    return message("pattern", pattern=code) if code else message("pattern-unknown")


def sizes_and_pattern(workload: Mapping[str, Any]) -> str:
    """The sizes of operations and their pattern: `8 KiB random`."""
    if not workload["pattern"]:
        return message("blocks-without-pattern", blocks=blocks(workload))
    return message("blocks-and-pattern", blocks=blocks(workload), pattern=workload["pattern"])


def short(workload: Mapping[str, Any]) -> str:
    """For a headline: `8 KiB random, 70 % read`, and how its writes are made durable, which is also
    work of the storage."""
    return language.listing([sizes_and_pattern(workload), mix(workload), *_durable(workload)])


def long(workload: Mapping[str, Any]) -> str:
    """For the conditions: all properties of the operations."""
    sizes = ("block_size_bytes", "read_blocks", "write_blocks")
    is_known = any(workload.get(key) for key in sizes)
    said = [
        message("blocks", blocks=blocks(workload)) if is_known else message("blocks-unknown"),
        pattern(workload["pattern"]),
        mix(workload),
        *_working_set(workload),
    ]
    said += _durable(workload)
    if (workload["read_percent"] or 0) < 100 and (written := workload.get("payload")):
        said += [message("payload", contents=words) for words in payload(written)]
    if workload.get("verify"):
        said.append(message("verified"))
    return language.listing(said)


def _durable(workload: Mapping[str, Any]) -> list[str]:
    """How writes are made durable; empty where they are not."""
    parts = []
    if sync := workload.get("sync"):
        parts.append(flushes(sync))
    if workload.get("durable_writes"):
        parts.append(message("durable-writes"))
    return parts


def whole(spec: Mapping[str, Any]) -> str:
    """All properties of the operations of a Run, from its resolved spec."""
    return clients(spec) or long(spec["workload"])


def own_align(workload: Mapping[str, Any]) -> int | None:
    """The alignment of operations; None where it is the smallest block size."""
    given = workload.get("align_bytes")
    sizes = [
        block["bytes"]
        for block in (*(workload.get("read_blocks") or ()), *(workload.get("write_blocks") or ()))
    ]
    return None if given is None or (sizes and given == min(sizes)) else int(given)


def payload(contents: Mapping[str, Any]) -> list[str]:
    """The contents of writes other than random data: `zero`, `50 % compressible`."""
    return [
        *([message("payload-zero")] if contents["kind"] == "zero" else []),
        *(
            message(f"payload-{what}", percent=_number(share))
            for what in ("compressible", "duplicates")
            if (share := contents[f"{what.removesuffix('s')}_percent"])
        ),
    ]


def operations(kind: str | None) -> str:
    """Operations of a kind, as a noun: `reads`, `syncs`; empty for all of them."""
    if kind in (None, "all"):
        return ""
    return message(f"operations-{kind}")


def flushes(sync: Mapping[str, Any]) -> str:
    """The number of writes after which is flushed."""
    call = "fdatasync" if sync["data_only"] else "fsync"
    return message("flushes", call=call, writes=sync["writes"])


def _working_set(workload: Mapping[str, Any]) -> list[str]:
    size, begin = workload["working_set_bytes"], workload["working_set_offset_bytes"]
    if size is None:
        return []
    if begin is None:
        return [message("working-set", size=units.size(size))]
    return [message("working-set-from", size=units.size(size), begin=units.count(begin))]


def clients(spec: Mapping[str, Any]) -> str | None:
    """The workload of each kind of client of a described storage, when there are several: `4 x vm:
    8 KiB random, 70 % read`."""
    groups = spec["clients"]
    if not groups:
        return None
    if len(groups) == 1 and groups[0]["volumes"] == 1:
        return None
    if len(groups) == 1 and groups[0]["clients"] == 1:
        volumes = units.count(groups[0]["volumes"])
        return message("on-volumes", workload=short(groups[0]["workload"]), volumes=volumes)
    return language.clauses(map(_client, groups))


def _client(group: Mapping[str, Any]) -> str:
    workload = {"name": group["name"], "workload": short(group["workload"])}
    if group["clients"] == 1:
        return message("client", **workload)
    return message("clients", clients=units.count(group["clients"]), **workload)
