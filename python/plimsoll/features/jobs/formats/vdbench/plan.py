"""Turns a turn into Runs that start at once: one for the SDs of each workload with equal settings.

vdbench's threads of an SD share one stream of operations; here they are the queue depth of one
worker on that lun. A rate is divided among workloads by skew, then evenly among SDs; the threads
limit the outstanding operations."""

from collections import Counter
from collections.abc import Iterator

from plimsoll.features.imports.numbers import block_mix
from plimsoll.features.jobs.formats.job_run import JobRun, Layout, Setup, probe_of, session_of
from plimsoll.features.jobs.formats.problems import Notes, cut
from plimsoll.features.jobs.formats.vdbench import amounts
from plimsoll.features.jobs.formats.vdbench.job import TO_THE_END, Storage, Turn, Workload
from plimsoll.native.record import ProbeRequest, WorkloadRequest

DIRECT = frozenset({"o_direct", "directio"})
DURABLE = frozenset({"o_sync", "o_dsync", "o_rsync"})


def runs(turn: Turn, setup: Setup, notes: Notes, seed: int = 1) -> list[JobRun]:
    """The Runs of a turn; problems are added to the notes. Each turn has its own seed, the same
    each time. A curve's point is planned again once the maximum is known."""
    made: list[JobRun] = []
    groups = [(workload, group) for workload in turn.workloads for group in _groups(workload)]
    shares = _shares(turn)
    offered = turn.share if turn.rate is None else turn.rate
    for workload, group in groups:
        _refuse(turn, workload, group, setup, notes)
        region = _region(workload, group, setup, notes)
        if region is None:
            continue
        rate = None
        if offered is not None:
            rate = offered * shares[workload.name] * len(group) / len(workload.storages)
        alone = len(groups) == 1
        end = _end(turn, workload, min(_sizes(group, setup)), region, shares)
        made.append(
            JobRun(
                name=turn.kept_as if alone else f"{turn.kept_as}, {workload.name}",
                session=session_of(
                    [sd.lun for sd in group],
                    _operations(turn, workload, group[0], region),
                    setup,
                    cached=not group[0].flags & DIRECT,
                ),
                probe=_probe(turn, group, rate, seed * 1024 + len(made)) | end,
                layouts=tuple(Layout(sd.lun, sum(region)) for sd in group),
                drops_cache=any("clear" in flag for flag in group[0].flags),
            )
        )
    _refuse_shared_storage(turn, setup, notes)
    return made


def note_pause(turn: Turn, notes: Notes) -> None:
    """Notes that a campaign drops the pause."""
    if turn.timing.pause:
        what = f"rd={cut(turn.rd)},pause={turn.timing.pause}"
        how = "a campaign waits until its target has settled instead (campaign.settle)"
        notes.remark(turn.where, f"{what} is left out: {how}")


def _groups(workload: Workload) -> Iterator[tuple[Storage, ...]]:
    groups: dict[object, list[Storage]] = {}
    for sd in workload.storages:
        alike = (sd.threads, sd.range, sd.offset, sd.align, sd.size, sd.flags)
        groups.setdefault(alike, []).append(sd)
    yield from map(tuple, groups.values())


def _shares(turn: Turn) -> dict[str, float]:
    """Share of the rate by workload, 0..1: its skew, or an equal part of the rest."""
    given = {wd.name: wd.skew for wd in turn.workloads if wd.skew}
    rest = len(turn.workloads) - len(given)
    left = (100.0 - sum(given.values())) / rest if rest else 0.0
    return {wd.name: (given.get(wd.name) or left) / 100.0 for wd in turn.workloads}


def _refuse(
    turn: Turn, workload: Workload, group: tuple[Storage, ...], setup: Setup, notes: Notes
) -> None:
    for sd in group:
        there = setup.size_of(sd.lun)
        device = sd.lun.startswith("/dev/")
        if device and not sd.flags & DIRECT and there != 0:
            notes.refuse(
                sd.where,
                f"sd={cut(sd.name)}: lun={cut(sd.lun)} needs openflags=o_direct, as in vdbench on"
                " Linux: without it the page cache would answer",
            )
        if there is None and (sd.size is None or device):
            now = "" if device else ": give size= to lay it out"
            notes.refuse(sd.where, f"sd={cut(sd.name)}: {cut(sd.lun)} does not exist{now}")
    if turn.data.duplicates and len(workload.sizes) > 1 and workload.read_percent < 100:
        what = f"wd={cut(workload.name)}: dedupratio= needs one xfersize"
        notes.refuse(workload.where, what, True)


def _refuse_shared_storage(turn: Turn, setup: Setup, notes: Notes) -> None:
    """Refuses SDs that several workloads drive, where that is unsupported."""
    counted = Counter(sd.name for workload in turn.workloads for sd in workload.storages)
    writes = any(workload.read_percent < 100 for workload in turn.workloads)
    for sd in {sd.name: sd for workload in turn.workloads for sd in workload.storages}.values():
        if counted[sd.name] < 2:
            continue
        several = f"rd={turn.rd}: sd={cut(sd.name)} is driven by {counted[sd.name]} workloads"
        if turn.rate is None and turn.share is None:
            why = "share its threads: not supported at iorate=max; give a rate, or separate SDs"
            notes.refuse(turn.where, f"{several}, which {why}")
        elif writes and not setup.is_file(sd.lun) and setup.size_of(sd.lun):
            why = "one of which writes: a device is opened by one Run at a time"
            notes.refuse(turn.where, f"{several}, {why}")


def _sizes(group: tuple[Storage, ...], setup: Setup) -> list[int]:
    return [sd.size or setup.size_of(sd.lun) or 0 for sd in group]


def _region(
    workload: Workload, group: tuple[Storage, ...], setup: Setup, notes: Notes
) -> tuple[int, int] | None:
    """Offset and size in bytes of the region of each lun. A range up to 100 is in percent."""
    sizes = _sizes(group, setup)
    whole, sd = min(sizes), group[0]
    if len(set(sizes)) > 1:
        notes.refuse(
            workload.where,
            f"wd={cut(workload.name)}: its storage differs in size, and {min(sizes)} bytes of each"
            " would be addressed: give size= to each, or a separate WD",
            True,
        )
    largest = max(size for size, _ in workload.sizes)
    if not whole:
        return None
    low, high = workload.range or sd.range or (0.0, 100.0)
    if low <= 100 and high <= 100:
        low, high = whole * low / 100, whole * high / 100
    step = sd.align or 4096
    first = -(-int(low) // step) * step + sd.offset
    last = min(int(high), whole)
    if last - first < largest:
        notes.refuse(
            workload.where,
            f"wd={cut(workload.name)}: {max(0, last - first)} bytes of {cut(sd.lun)} are"
            f" addressed, less than one block of {largest}",
        )
        return None
    return first, last - first


def _operations(
    turn: Turn, workload: Workload, sd: Storage, region: tuple[int, int]
) -> WorkloadRequest:
    found: WorkloadRequest = {
        "block_size": block_mix(workload.sizes),
        "read": workload.read_percent,
        "pattern": _pattern(workload.seek_percent),
        "working_set": region[1],
        "working_set_offset": region[0],
    }
    if sd.align:
        found["align"] = sd.align
    if workload.read_percent < 100:
        if turn.data.compressible:
            found["compressible"] = turn.data.compressible
        if turn.data.duplicates:
            found["duplicates"] = turn.data.duplicates
        if sd.flags & DURABLE:
            found["sync"] = "dsync"
    return found


def _pattern(seek_percent: float) -> str:
    if seek_percent >= 100:
        return "random"
    return "sequential" if seek_percent <= 0 else f"sequential+{seek_percent:g}%random"


def _end(
    turn: Turn, workload: Workload, size: int, region: tuple[int, int], shares: dict[str, float]
) -> ProbeRequest:
    """The early end of a Run on each lun of `size` bytes: an amount of data, or the end of a walk
    of whole blocks."""
    ends = []
    if workload.seek_percent == TO_THE_END:
        block = max(size for size, _ in workload.sizes)
        ends.append(region[1] // block * block)
    if (amount := _amount(turn, workload, size, shares)) is not None:
        ends.append(amount)
    return {"bytes_each": min(ends)} if ends else {}


def _amount(turn: Turn, workload: Workload, size: int, shares: dict[str, float]) -> int | None:
    """Bytes after which this workload ends on each lun of `size` bytes; None for no limit. `shares`
    has the workloads' shares of the rate."""
    found = []
    for amount in turn.amounts:
        counted = sum(shares[wd.name] * amount.share(wd.read_percent) for wd in turn.workloads)
        if not counted:
            continue
        if amount.value <= amounts.MOST_TIMES:
            here = {sd.name for sd in workload.storages}
            same = [wd for wd in turn.workloads if here & {sd.name for sd in wd.storages}]
            part = size * shares[workload.name] / sum(shares[wd.name] for wd in same)
        else:
            part = shares[workload.name] / len(workload.storages)
        found.append(amount.value * part / counted)
    if not found:
        return None
    block = max(size for size, _ in workload.sizes)
    return max(int(min(found)) // block, 1) * block


def _probe(turn: Turn, group: tuple[Storage, ...], rate: float | None, seed: int) -> ProbeRequest:
    timing = turn.timing
    # Without a warm-up vdbench leaves its first interval out of the averages. A walk over the lun
    # happens only once, and amounts count from the begin: then all of it counts.
    warmup = 0 if turn.counts_whole else timing.warmup or timing.interval
    return probe_of(
        {
            "warmup_for": f"{warmup}s",
            "measure_for": f"{timing.elapsed + timing.warmup - warmup}s",
            "interval": f"{timing.interval}s",
            "seed": seed,
        },
        workers=1,
        depth=group[0].threads,
        rate=rate,
        arrivals=turn.arrivals,
        most=group[0].threads * len(group),
    )
