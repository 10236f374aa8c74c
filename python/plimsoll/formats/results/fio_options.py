"""What a fio job was asked, from the options that its result repeats, in the words of our records.

Only what the result says: an option that it does not name has fio's default where that is certain
(one job, block size 4k, depth 1), else it is unknown. Rates are per clone: `numjobs` multiplies
them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plimsoll.formats.results.figures import number
from plimsoll.formats.results.measured import Load, Operations, Workload

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgtp]?)(i?)(b?)", re.IGNORECASE)
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
    options: Mapping[str, str], *, workers: int | None, kinds: Mapping[str, Operations]
) -> Asked:
    """By the options of a job; without any (fio before 2.15 did not repeat them) by what it did."""
    told = bool(options)
    engine = options.get("ioengine")
    direct = flag(options["direct"]) if "direct" in options else None
    if direct is None and "buffered" in options:
        direct = not flag(options["buffered"])
    if direct is None and told:
        direct = False
    target = options.get("filename") or options.get("directory")
    return Asked(
        workload=_workload(options, kinds),
        load=_load(options, workers),
        target=target or engine,
        target_kind=_kind(target, engine),
        engine=engine,
        direct=direct,
        asked_s=seconds(options.get("runtime")) if flag(options.get("time_based")) else None,
        warmup_s=seconds(options.get("ramp_time")) or (0.0 if told else None),
    )


def flag(given: str | None) -> bool:
    """Whether an option of yes or no is set; one without a value is."""
    return given is not None and given.strip() not in ("0", "false", "no")


def size(given: str | None) -> int | None:
    """A size in bytes: `4k`, `4KiB`, `1m`; none for what is no size. A power of 1024, as fio takes
    it unless kb_base says otherwise."""
    found = _SIZE.fullmatch((given or "").strip())
    if found is None:
        return None
    value = number(found[1])
    return None if value is None else int(value * 1024 ** _POWER[found[2].lower()])


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


def _workload(options: Mapping[str, str], kinds: Mapping[str, Operations]) -> Workload:
    how = options.get("rw") or options.get("readwrite")
    reads = _reads(options, how)
    if reads is None:
        reads = _reads_done(kinds)
    sizes = _blocks(options)
    done = _block_done(kinds) if not sizes else None
    return Workload(
        block_size_bytes=sizes[0][0] if len(sizes) == 1 else done,
        blocks=sizes if len(sizes) > 1 else (),
        read_percent=reads,
        trim_percent=100.0 if how in ("trim", "randtrim") else None if reads is None else 0.0,
        pattern=_pattern(options, how),
        working_set_bytes=size(options.get("size")),
    )


def _reads(options: Mapping[str, str], how: str | None) -> float | None:
    if how is None:
        return None if not options else 100.0
    way = how.partition(":")[0].partition(",")[0]
    if way in _READS:
        return _READS[way]
    for name, turned in (("rwmixread", False), ("rwmixwrite", True)):
        given = options.get(name, "")
        if given.isdigit() and int(given) <= 100:
            return 100.0 - int(given) if turned else float(given)
    return 50.0 if way in ("rw", "readwrite", "randrw") else None


def _reads_done(kinds: Mapping[str, Operations]) -> float | None:
    counts = {name: one.count for name, one in kinds.items() if name != "all"}
    total = sum(one or 0 for one in counts.values())
    return round(100.0 * (counts.get("read") or 0) / total) * 1.0 if total else None


def _blocks(options: Mapping[str, str]) -> tuple[tuple[int, float], ...]:
    split = options.get("bssplit")
    if split:
        found = []
        for part in split.partition(",")[0].split(":"):
            value, _, percent = part.partition("/")
            bytes_ = size(value)
            if bytes_ is None or (percent and not percent.isdigit()):
                return ()
            found.append((bytes_, float(percent) if percent else 0.0))
        missing = [one for one in found if not one[1]]
        rest = 100.0 - sum(percent for _, percent in found)
        return tuple((bytes_, percent or rest / len(missing)) for bytes_, percent in found)
    if options.get("bsrange") or options.get("blocksize_range"):
        return ()
    given = options.get("bs") or options.get("blocksize") or ("4k" if options else None)
    sizes = [size(part) for part in (given or "").split(",") if part]
    known = [one for one in sizes if one]
    return ((known[0], 100.0),) if known and len(set(known)) == 1 else ()


def _block_done(kinds: Mapping[str, Operations]) -> int | None:
    """Bytes per operation, where all had the same."""
    each = {
        one.bytes // one.count
        for one in kinds.values()
        if one.count and one.bytes and one.bytes % one.count == 0
    }
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
        parts = [size(part) for part in rates.split(",")]
        return float(many * sum(one or 0 for one in _both(parts, options))) or None
    rates, blocks = options.get("rate"), _blocks(options)
    if rates and len(blocks) == 1:
        parts = [size(part) for part in rates.split(",")]
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
