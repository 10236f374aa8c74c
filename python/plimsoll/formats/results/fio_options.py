"""What a fio job was asked, from the options that its result repeats, in the words of our records.

Only what the result says: an option that it does not name has fio's default where that is certain
(one job, block size 4k, depth 1), else it is unknown. Rates are per clone: `numjobs` multiplies
them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plimsoll.formats.results.figures import number
from plimsoll.formats.results.measured import FLUSH, KINDS, Load, Operations, Workload

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgtp]?)(i?)(b?)", re.IGNORECASE)
_SECTOR = 512
_POWER = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
_TIME = re.compile(r"(\d+(?:\.\d+)?)\s*(us|ms|s|m|h|d)?", re.IGNORECASE)
_SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_READS = {
    "read": 100.0,
    "randread": 100.0,
    "write": 0.0,
    "randwrite": 0.0,
    "trim": 0.0,
    "randtrim": 0.0,
}


@dataclass(frozen=True)
class Asked:
    """What a job was asked."""

    workload: Workload
    load: Load
    target: str | None
    target_kind: str | None
    engine: str | None
    direct: bool | None
    warmup_s: float | None
    asked_s: float | None


def asked(
    options: Mapping[str, str],
    *,
    workers: int | None,
    kinds: Mapping[str, Operations],
    every_option: bool = True,
) -> Asked:
    """By the options of a job; without any (fio before 2.3 did not repeat them) by what it did.

    `every_option`: whether the file repeats all of them, so that one that it does not name has its
    default. The normal output names a few: what else was asked is seen in what was done."""
    told = bool(options)
    engine = options.get("ioengine")
    direct = flag(options["direct"]) if "direct" in options else None
    if direct is None and "buffered" in options:
        direct = not flag(options["buffered"])
    if direct is None and told:
        direct = False
    target = options.get("filename") or options.get("directory")
    return Asked(
        workload=_workload(options, kinds, every_option=every_option),
        load=_load(options, workers),
        target=target or engine,
        target_kind=_kind(target, engine),
        engine=engine,
        direct=direct,
        asked_s=seconds(options.get("runtime")) if flag(options.get("time_based")) else None,
        warmup_s=seconds(options.get("ramp_time")) or (0.0 if told else None),
    )


def syncs(options: Mapping[str, str]) -> bool:
    """Whether the job was asked to sync what it writes."""
    ranges = options.get("sync_file_range", "")
    return _sync_every(options) is not None or ranges.strip() not in ("", "0")


def flag(given: str | None) -> bool:
    """Whether an option of yes or no is set; one without a value is."""
    return given is not None and given.strip() not in ("0", "false", "no")


def size(given: str | None, kilo: int = 1024) -> int | None:
    """A size in bytes: `4k`, `1m`; none for what is no size. `kilo` is the kb_base of the job. By
    default fio takes `k` as 1,024 and, for old job files, `KiB` as 1,000; kb_base=1000 turns
    both to what the standards say."""
    found = _SIZE.fullmatch((given or "").strip())
    if found is None:
        return None
    value = number(found[1])
    if value is None:
        return None
    written_out = bool(found[2] and found[3] and found[4])
    step = (1000 if kilo == 1024 else 1024) if written_out else kilo
    return int(value * step ** _POWER[found[2].lower()])


def kilo(options: Mapping[str, str]) -> int:
    """What a `k` of the options stands for."""
    return 1000 if options.get("kb_base", "").strip() == "1000" else 1024


def block_between(low: float, high: float) -> int | None:
    """The block size of operations that moved so many bytes each, from fio's rounded figures: a
    power of two of at least a sector. None where there is no such size between the bounds, or more
    than one; a mean of several sizes is seldom one."""
    if not 0 < low <= high:
        return None
    found = [1 << power for power in range(9, 33) if low <= 1 << power <= high]
    return found[0] if len(found) == 1 else None


def seconds(given: str | None) -> float | None:
    """A time in seconds; `10` are seconds."""
    found = _TIME.fullmatch((given or "").strip())
    value = None if found is None else number(found[1])
    if found is None or value is None:
        return None
    return value * _SECONDS[(found[2] or "s").lower()]


def workers(options: Mapping[str, str], listed: Sequence[int]) -> int | None:
    """How many clones ran, of so many that the file lists of each host: one stands for its group
    (`group_reporting` is not repeated in a result), as many as were asked for."""
    if not options:
        return None
    asked = options.get("numjobs", "1")
    many = int(asked) if asked.isdigit() and int(asked) > 0 else 1
    return sum(many if jobs == 1 else jobs for jobs in listed)


def _workload(
    options: Mapping[str, str], kinds: Mapping[str, Operations], *, every_option: bool
) -> Workload:
    how = options.get("rw") or options.get("readwrite")
    reads = _reads(options, how, every_option=every_option)
    if reads is None:
        reads = _reads_done(kinds)
    blocks, write_blocks = _blocks(options, how, every_option=every_option)
    one = blocks[0][0] if len(blocks) == 1 and not write_blocks else None
    # What was done is what was asked, whatever a file says of a base of 1000 or 1024.
    done = _block_done(kinds)
    mixed = bool(options.get("bsrange") or options.get("blocksize_range"))
    if done is not None and not mixed and (one is not None or not blocks):
        one, blocks = done, ()
    return Workload(
        block_size_bytes=one,
        blocks=blocks if len(blocks) > 1 or write_blocks else (),
        write_blocks=write_blocks,
        read_percent=reads,
        trim_percent=100.0 if how in ("trim", "randtrim") else None if reads is None else 0.0,
        pattern=_pattern(options, how),
        working_set_bytes=size(options.get("size"), kilo(options)),
        sync_every=_sync_every(options),
        sync_data_only=_whole(options.get("fsync")) is None,
        durable_writes=options.get("sync", "0").strip() in ("1", "sync", "dsync"),
    )


def _sync_every(options: Mapping[str, str]) -> int | None:
    return _whole(options.get("fsync")) or _whole(options.get("fdatasync"))


def _whole(given: str | None) -> int | None:
    text = (given or "").strip()
    return int(text) if text.isdigit() and int(text) > 0 else None


def _reads(options: Mapping[str, str], how: str | None, *, every_option: bool) -> float | None:
    if how is None:
        return None if not options else 100.0
    way = how.partition(":")[0].partition(",")[0]
    if way in _READS:
        return _READS[way]
    for name, turned in (("rwmixread", False), ("rwmixwrite", True)):
        given = options.get(name, "")
        if given.isdigit() and int(given) <= 100:
            return 100.0 - int(given) if turned else float(given)
    return 50.0 if way in ("rw", "readwrite", "randrw") and every_option else None


def _reads_done(kinds: Mapping[str, Operations]) -> float | None:
    counts = {name: kinds[name].count for name in KINDS if name in kinds}
    total = sum(one or 0 for one in counts.values())
    return round(100.0 * (counts.get("read") or 0) / total) * 1.0 if total else None


def block_asked(options: Mapping[str, str]) -> int | None:
    """The one block size of all that a job does; none for several, and without any option."""
    how = options.get("rw") or options.get("readwrite")
    blocks, write_blocks = _blocks(options, how, every_option=True)
    return blocks[0][0] if len(blocks) == 1 and not write_blocks else None


def lasts(options: Mapping[str, str]) -> float:
    """How long a job warms up and waits before it is measured, in seconds."""
    return (seconds(options.get("ramp_time")) or 0.0) + (seconds(options.get("startdelay")) or 0.0)


WHOLE_RATE = 1000
"""From here on a rate that is cut to a whole number is off by less than a thousandth."""


def counted(rate: float, size: float, most: float, seconds: float) -> tuple[int, float, str]:
    """How many operations there were, their rate, and how that is known, where fio tells neither
    count nor decimals: the rate is cut to a whole number, and the bytes lie between `size` and
    `most`. Where these leave room for one block size alone, the bytes tell the count."""
    block = None
    if size and rate * seconds >= 1:
        block = block_between(size / ((rate + 1) * seconds), most / (rate * seconds))
    if block is None:
        return round(rate * seconds), rate, "operations_by_rate"
    count = -(-int(size) // block)
    return count, rate if rate >= WHOLE_RATE else count / seconds, "operations_by_bytes"


_Blocks = tuple[tuple[int, float], ...]


def _blocks(
    options: Mapping[str, str], how: str | None, *, every_option: bool
) -> tuple[_Blocks, _Blocks]:
    """The sizes of the operations that the job does; those of writes apart where it reads, too, and
    they differ. Options give them for reads, writes and trims behind each other."""
    if options.get("bsrange") or options.get("blocksize_range"):
        return (), ()
    split, base = options.get("bssplit"), kilo(options)
    if split:
        each = [_split(part, base) for part in split.split(",")[:3]]
    else:
        given = options.get("bs") or options.get("blocksize")
        if given is None and not (options and every_option):
            return (), ()
        # Of sizes behind each other an empty one is fio's default.
        parts = [part or "4k" for part in (given or "4k").split(",")[:3]]
        if len(parts) > 1 and given is not None and given.endswith(","):
            parts = [parts[0], "4k"]
        sizes = [size(part, base) for part in parts]
        each = [((one, 100.0),) if one else () for one in sizes]
    each += [each[-1]] * (3 - len(each))
    reads, writes, trims = each
    way = (how or "read").partition(":")[0].removeprefix("rand")
    if way == "trim":
        return trims, ()
    if way in ("write", "trimwrite"):
        return writes, ()
    if way == "read" or reads == writes:
        return reads, ()
    return (reads, writes) if reads and writes else ((), ())


def _split(text: str, base: int) -> _Blocks:
    """`4k/60:64k/40`; what is left is shared by the sizes without a share."""
    found = []
    for part in text.split(":"):
        value, _, percent = part.partition("/")
        bytes_ = size(value, base)
        if not bytes_ or (percent and not percent.isdigit()):
            return ()
        found.append((bytes_, float(percent) if percent else 0.0))
    missing = [one for one in found if not one[1]]
    rest = 100.0 - sum(percent for _, percent in found)
    return tuple((bytes_, percent or rest / len(missing)) for bytes_, percent in found)


def _block_done(kinds: Mapping[str, Operations]) -> int | None:
    """Bytes per operation, where all had the same, and it can be a block: a multiple of a
    sector."""
    each = set()
    for kind, one in kinds.items():
        if kind == FLUSH or not one.count:
            continue
        if not one.bytes or one.bytes % one.count or (one.bytes // one.count) % _SECTOR:
            return None
        each.add(one.bytes // one.count)
    return each.pop() if len(each) == 1 else None


def _pattern(options: Mapping[str, str], how: str | None) -> str | None:
    if how is None:
        return "sequential" if options else None
    if not how.startswith("rand"):
        share = options.get("percentage_random", "")
        return (
            "random" if share.startswith("100") else "sequential" if not share.strip("0,") else None
        )
    spread = options.get("random_distribution", "random").split(":")
    if spread[0] == "zipf" and len(spread) > 1:
        return f"zipf:{spread[1].partition('/')[0]}"
    return "random" if spread[0] == "random" else None


def _kind(target: str | None, engine: str | None) -> str | None:
    if engine == "null":
        return "null"
    if target is None:
        return None
    return "block_device" if target.startswith("/dev/") else "file"


def _load(options: Mapping[str, str], workers: int | None) -> Load:
    depth = options.get("iodepth", "1" if options else "")
    queue_depth = int(depth) if depth.isdigit() and int(depth) > 0 else None
    if options.get("ioengine", "psync") in _ONE_AT_A_TIME and options:
        queue_depth = 1
    offered = _offered(options, workers)
    think = seconds(_in_us(options.get("thinktime")))
    return Load(
        workers=workers,
        queue_depth=queue_depth,
        offered_rate_per_s=offered,
        arrivals=None
        if offered is None
        else "poisson"
        if options.get("rate_process") == "poisson"
        else "constant",
        think_ns=None if not think else int(think * 1e9),
    )


_ONE_AT_A_TIME = ("sync", "psync", "vsync", "pvsync", "pvsync2", "mmap", "splice")
"""Engines that have one operation outstanding whatever iodepth says."""


def _in_us(given: str | None) -> str | None:
    return f"{given}us" if given and given.strip().isdigit() else given


def _offered(options: Mapping[str, str], workers: int | None) -> float | None:
    """Operations per second over all clones; none without a rate, and where it cannot be told."""
    many = workers or 1
    rates = options.get("rate_iops")
    if rates:
        parts = [size(part, kilo(options)) for part in rates.split(",")]
        return float(many * sum(one or 0 for one in _both(parts, options))) or None
    rates = options.get("rate")
    how = options.get("rw") or options.get("readwrite")
    blocks, write_blocks = _blocks(options, how, every_option=True)
    if rates and len(blocks) == 1 and not write_blocks:
        parts = [size(part, kilo(options)) for part in rates.split(",")]
        return many * sum(one or 0 for one in _both(parts, options)) / blocks[0][0] or None
    return None


def _both(parts: list[int | None], options: Mapping[str, str]) -> list[int | None]:
    """The rates of the kinds that the job does: `1000` is of reads and of writes each."""
    how = (options.get("rw") or options.get("readwrite") or "read").partition(":")[0]
    if how in ("rw", "readwrite", "randrw"):
        return parts[:2] if len(parts) > 1 else parts * 2
    if how in ("write", "randwrite") and len(parts) > 1:
        return parts[1:2]
    return parts[:1]
