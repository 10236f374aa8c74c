"""Interprets a parameter file: its run definitions become turns, in vdbench's order, each with a
line of its own in the output. All problems are collected before they are reported.

The rates of a curve's points follow from its maximum, which the caller measures first. Values that
depend on existing files (a range in percent) are left to `plan`."""

import fnmatch
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from plimsoll.features.imports.numbers import (
    BadValueError,
    UnsupportedValueError,
    percent,
    size_text,
)
from plimsoll.features.jobs.formats.problems import cut
from plimsoll.features.jobs.formats.vdbench import amounts, names, values
from plimsoll.features.jobs.formats.vdbench.amounts import Amount
from plimsoll.features.jobs.formats.vdbench.entries import Definitions, Entry
from plimsoll.features.jobs.formats.vdbench.reader import Parameter

T = TypeVar("T")
TO_THE_END = -1.0
"""vdbench's code for seekpct=eof, which fills luns."""
CURVE: tuple[float, ...] = (10.0, 50.0, 70.0, 80.0, 90.0, 100.0)
"""Default points of a curve, in percent."""
MOST_TURNS = 10_000
"""Most Runs of a file: at a minute each, a week."""
ARRIVALS = {"exponential": "poisson", "deterministic": "constant"}
OPEN_FLAGS = frozenset(
    ("o_direct", "directio", "o_sync", "o_dsync", "o_rsync", "clear_cache", "clearcache")
)
LOCAL = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Storage:
    """An SD."""

    name: str
    where: str
    lun: str
    size: int | None
    threads: int
    range: tuple[float, float] | None
    offset: int
    align: int | None
    flags: frozenset[str]


@dataclass(frozen=True)
class Workload:
    """A WD with the SDs that it drives."""

    name: str
    where: str
    storages: tuple[Storage, ...]
    sizes: tuple[tuple[int, float], ...]
    """Block sizes and their shares in percent."""
    read_percent: float
    seek_percent: float
    """Percent of random operations; `TO_THE_END` for a walk that ends with the lun."""
    range: tuple[float, float] | None
    skew: float
    """Percent of the rate; 0 for an equal part of the rest."""


@dataclass(frozen=True)
class Data:
    """The content of written blocks."""

    compressible: float = 0.0
    duplicates: float = 0.0


@dataclass(frozen=True)
class Timing:
    """Times in whole seconds; `stop_ms` in milliseconds."""

    elapsed: int
    warmup: int
    interval: int
    pause: int
    stop_ms: float | None


@dataclass(frozen=True)
class Turn:
    """A Run of vdbench, which begins with `Starting RD=`."""

    rd: str
    where: str
    loops: str
    """The values of its loops, as vdbench writes them; empty without loops."""
    rate: float | None
    """IOPS over all workloads; None for unlimited."""
    share: float | None
    """Percent of its curve's maximum."""
    curve: bool
    """The turn measures the maximum of a curve."""
    arrivals: str
    timing: Timing
    data: Data
    workloads: tuple[Workload, ...]
    amounts: tuple[Amount, ...] = ()
    """Amounts of data that end it early."""

    @property
    def name(self) -> str:
        """The name in vdbench, with the percentage of a curve's point."""
        return self.rd if self.share is None else f"{self.rd}_({self.share:g}%)"

    @property
    def of_maximum(self) -> str | None:
        """The rate as a share of the maximum, if it is a point of a curve."""
        return None if self.share is None else f"{self.share:g}%"

    @property
    def to_the_end(self) -> bool:
        """The turn ends after one walk over every lun, without a warm-up."""
        return _to_the_end(self.workloads)

    @property
    def counts_whole(self) -> bool:
        """All of the turn counts: amounts of data are counted from the begin if there is no
        warm-up."""
        return self.to_the_end or bool(self.amounts and not self.timing.warmup)

    @property
    def kept_as(self) -> str:
        """The name in a store, with the values of loops."""
        return f"{self.name} {self.loops}" if self.loops else self.name


def _to_the_end(workloads: tuple[Workload, ...]) -> bool:
    return all(workload.seek_percent == TO_THE_END for workload in workloads)


def turns(found: Definitions) -> list[Turn]:
    """All turns of all RDs, in order; problems are added to the notes."""
    if found.of_files:
        return []
    _hosts(found)
    storages = _storages(found)
    if not found.runs:
        found.notes.refuse("", "there is no run definition (rd=) in the parameter file")
    made: list[Turn] = []
    for run in found.runs:
        for single in _singles(found, run, storages):
            made += itertools.islice(_turns(found, single, storages), MOST_TURNS + 1)
            if len(made) > MOST_TURNS:
                found.notes.refuse(run.where, f"there are more than {MOST_TURNS:,} Runs in it")
                return made
    return made


def _hosts(found: Definitions) -> None:
    for entry in [*found.hosts, *found.defaults.values()]:
        parameter = entry.given.get("system")
        if entry.section == "hd" and parameter and parameter.values[0].lower() not in LOCAL:
            found.notes.refuse(
                parameter.where,
                f"{parameter.text} is another machine: the load comes from this one; plimsoll"
                " campaign --hosts drives from several",
                True,
            )


def _storages(found: Definitions) -> dict[str, Storage]:
    made: dict[str, Storage] = {}
    for entry in found.storages:
        for storage in _numbered_storages(found, entry):
            made[storage.name] = storage
    return made


def _numbered_storages(found: Definitions, entry: Entry) -> Iterator[Storage]:
    lun = found.get(entry, "lun", _first(str), "")
    if not lun:
        found.notes.refuse(entry.where, f"sd={cut(entry.name)} has no lun=")
    base = Storage(
        name=entry.name,
        where=entry.where,
        lun=lun,
        size=found.get(entry, "size", _quotient, None),
        threads=found.get(entry, "threads", _quotient, None) or 8,
        range=found.get(entry, "range", _range, None),
        offset=found.get(entry, "offset", _sectors, 0),
        align=found.get(entry, "align", _sectors, None),
        flags=_open_flags(found, entry),
    )
    count = found.get(entry, "count", _count, None)
    if count is None:
        yield base
        return
    for number in range(count[0], count[0] + count[1]):
        yield replace(base, name=f"{base.name}{number}", lun=f"{base.lun}{number}")


def _quotient(parameter: Parameter) -> int:
    """`32`, or `(32,4)`: a quarter of it."""
    amount = values.whole(parameter.values[0], 1)
    if len(parameter.values) > 1:
        amount //= values.whole(parameter.values[1], 1)
    return max(1, amount)


def _range(parameter: Parameter) -> tuple[float, float]:
    if len(parameter.values) != 2:
        raise BadValueError("needs a begin and an end: range=(10,20)")
    low, high = (values.number(value.rstrip("%")) for value in parameter.values)
    if low >= high:
        raise BadValueError("ends before it begins")
    if low < 100 < high:
        raise UnsupportedValueError("goes beyond 100 % and around")
    return low, high


def _sectors(parameter: Parameter) -> int:
    size = values.whole(parameter.values[0], 0)
    if size % 512:
        raise BadValueError("is no multiple of 512")
    return size


def _open_flags(found: Definitions, entry: Entry) -> frozenset[str]:
    """The open flags. An unsupported flag is left out alone: without `o_direct` beside it the page
    cache would answer."""
    parameter = entry.given.get("openflags")
    if parameter is None:
        return frozenset()
    flags = frozenset(value.lower() for value in parameter.values)
    for flag in sorted(flags - OPEN_FLAGS):
        why = "flushes when it ends; give o_dsync for writes that last"
        if flag != "fsync":
            why = f"is not known; known: {', '.join(sorted(OPEN_FLAGS))}"
        found.notes.refuse(parameter.where, f"{parameter.text}: {cut(flag)} {why}", True)
    return flags & OPEN_FLAGS


def _count(parameter: Parameter) -> tuple[int, int]:
    if len(parameter.values) != 2:
        raise BadValueError("needs a first number and how many: count=(1,8)")
    first, many = (values.whole(value, 0, 4096) for value in parameter.values)
    if not many:
        raise BadValueError("repeats nothing")
    return first, many


def _match_storages(parameter: Parameter, storages: dict[str, Storage]) -> tuple[Storage, ...]:
    """The SDs with these names; `sd*` is allowed."""
    chosen: dict[str, Storage] = {}
    for name in values.names(parameter.values):
        matching = [storage for key, storage in storages.items() if fnmatch.fnmatchcase(key, name)]
        if not matching:
            known = ", ".join(list(storages)[:12]) or "none"
            raise BadValueError(f": there is no sd={cut(name)}; there are: {known}")
        chosen |= {storage.name: storage for storage in matching}
    return tuple(chosen.values())


def _workload(
    found: Definitions, entry: Entry, run: Entry, storages: dict[str, Storage]
) -> Workload:
    source = run if "sd" in run.given else entry
    none: tuple[Storage, ...] = ()
    chosen = found.get(source, "sd", lambda parameter: _match_storages(parameter, storages), none)
    if "sd" not in source.given:
        found.notes.refuse(entry.where, f"wd={cut(entry.name)} names no SD: give sd=")
    if flags := _open_flags(found, run):
        chosen = tuple(replace(storage, flags=flags) for storage in chosen)
    read = found.get(entry, "rdpct", _percent, 100.0)
    if "wrpct" in entry.given:
        read = 100.0 - found.get(entry, "wrpct", _percent, 0.0)
    return Workload(
        name=entry.name,
        where=entry.where,
        storages=chosen,
        sizes=found.get(entry, "xfersize", _sizes, ((4096, 100.0),)),
        read_percent=read,
        seek_percent=found.get(entry, "seekpct", _seek, 100.0),
        range=found.get(entry, "range", _range, None),
        skew=found.get(entry, "skew", _percent, 0.0),
    )


def _first(read: Callable[[str], T]) -> Callable[[Parameter], T]:
    """Reads the only value, or the first of a list."""
    return lambda parameter: read(parameter.values[0])


_percent = _first(percent)


def _in_percent(value: float) -> float:
    if not 0 <= value <= 100:
        raise BadValueError("is not between 0 and 100")
    return value


def _size(value: float) -> int:
    if value < 512 or value % 512:
        raise BadValueError(f"has a size of {value:g}, no multiple of 512")
    return int(value)


def _sizes(parameter: Parameter) -> tuple[tuple[int, float], ...]:
    """One size, sizes with percentages, or (min,max,step)."""
    given = [values.number(value) for value in parameter.values]
    if len(given) == 1:
        return ((_size(given[0]), 100.0),)
    if len(given) == 3:
        low, high, step = (_size(size) for size in given)
        sizes = range(low, high + 1, step)
        if not 0 < len(sizes) <= 64:
            raise UnsupportedValueError(
                f"spans {len(sizes)} sizes, not 1 to 64: name those that matter with their shares"
            )
        return tuple((size, 100.0 / len(sizes)) for size in sizes)
    if len(given) % 2:
        raise BadValueError("is neither a size, nor pairs of size and percent, nor (min,max,align)")
    pairs = [(_size(size), share) for size, share in zip(given[::2], given[1::2], strict=True)]
    total = sum(share for _, share in pairs)
    if round(total) != 100:
        raise BadValueError(f"has shares of {total:g} % together, not 100")
    return tuple((size, share) for size, share in pairs if share > 0)


def _seek(parameter: Parameter) -> float:
    if len(parameter.values) > 1:
        raise UnsupportedValueError("is not supported: give one percentage")
    text = parameter.values[0].lower()
    if text in ("eof", "-1"):
        return TO_THE_END
    if text.startswith("p"):
        raise UnsupportedValueError(
            "has no counterpart here; give a percentage from 0 to 100, or eof"
        )
    if text.isalpha():
        for name, percent in (("sequential", 0.0), ("random", 100.0)):
            if name.startswith(text):
                return percent
    return _in_percent(values.number(text))


def _singles(found: Definitions, run: Entry, storages: dict[str, Storage]) -> Iterator[Entry]:
    """Expands `sd=single`: the RD once for each SD."""
    parameter = run.given.get("sd")
    name = parameter.values[0] if parameter else ""
    if parameter is None or len(parameter.values) > 1 or name in storages:
        yield run
    elif name in ("single", "setsof1"):
        for sd in storages:
            made = run.like(f"{run.name}_{sd}", run.where)
            made.given["sd"] = replace(parameter, values=(sd,))
            yield made
    elif name == "range" or name.startswith("setsof"):
        found.notes.refuse(
            parameter.where, f"{parameter.text} is not supported: name the SDs", True
        )
    else:
        yield run


def _turns(found: Definitions, run: Entry, storages: dict[str, Storage]) -> Iterator[Turn]:
    workloads = _workloads(found, run, storages)
    limits = amounts.read(found, run)
    base = Turn(
        rd=run.name,
        where=run.where,
        loops="",
        rate=None,
        share=None,
        curve=False,
        arrivals=found.get(run, "distribution", _arrivals, "poisson"),
        timing=_timing(found, run, by_data=bool(limits) or _to_the_end(workloads)),
        data=_data(found),
        workloads=workloads,
        amounts=limits,
    )
    fastest: list[float | None] | None = [None]
    rates = found.get(run, "iorate", _rates, fastest)
    if "iorate" not in run.given:
        found.notes.refuse(run.where, f"rd={cut(run.name)} has no iorate=: give max, or a rate")
    for loop_turn in _loop_turns(found, run, base):
        _note_seek(found, loop_turn)
        if rates is None:
            yield _check_skews(found, replace(loop_turn, curve=True))
            points = found.get(run, "curve", _points, CURVE)
            _note_points(found, loop_turn, points)
            yield from (replace(loop_turn, share=point) for point in points)
            continue
        for rate in rates:
            shown = "max" if rate is None else f"{rate:g}"
            loops = loop_turn.loops
            if len(rates) > 1:
                loops = f"{loops} iorate={shown}".strip()
            yield _check_skews(found, replace(loop_turn, rate=rate, loops=loops))


def _workloads(
    found: Definitions, run: Entry, storages: dict[str, Storage]
) -> tuple[Workload, ...]:
    parameter = run.given.get("wd")
    if parameter is None:
        if "sd" not in run.given:
            found.notes.refuse(
                run.where,
                f"rd={cut(run.name)} has neither wd= nor sd=: name a WD, or the SDs that wd=default"
                " is to drive",
            )
            return ()
        # The default WD of vdbench has 4k random reads, unless wd=default changes it.
        entry = found.defaults.get("wd") or Entry("wd", "default", run.where)
        return (_workload(found, entry, run, storages),)
    chosen: dict[str, Entry] = {}
    for name in values.names(parameter.values):
        matching = [wd for wd in found.workloads if fnmatch.fnmatchcase(wd.name, name)]
        if not matching:
            known = ", ".join(wd.name for wd in found.workloads[:12]) or "none"
            found.notes.refuse(parameter.where, f"there is no wd={cut(name)}; there are: {known}")
        chosen |= {wd.name: wd for wd in matching}
    return tuple(_workload(found, wd, run, storages) for wd in chosen.values())


def _note_seek(found: Definitions, base: Turn) -> None:
    why = names.SEEK
    for wd in base.workloads:
        if 0 < wd.seek_percent < 100:
            found.notes.remark(wd.where, f"wd={wd.name},seekpct={wd.seek_percent:g}: {why}")


def _arrivals(parameter: Parameter) -> str:
    text = parameter.values[0].lower()
    for name, arrivals in ARRIVALS.items():
        if name.startswith(text):
            return arrivals
    raise UnsupportedValueError("is not supported: give exponential or deterministic")


def _rates(parameter: Parameter) -> list[float | None] | None:
    """Rates in order, None for `max`; None instead of a list for a curve."""
    if len(parameter.values) == 1 and parameter.values[0].lower() == "curve":
        return None
    found: list[float | None] = []
    numbers: list[str] = []
    for value in (*parameter.values, "max"):
        if value.lower() == "max":
            found += values.number_list(tuple(numbers))
            found.append(None)
            numbers = []
        else:
            numbers.append(value)
    found.pop()
    if any(rate is not None and rate <= 0 for rate in found):
        raise BadValueError("has a rate that is not above 0")
    return found


def _points(parameter: Parameter) -> tuple[float, ...]:
    points = values.number_list(tuple(value.rstrip("%") for value in parameter.values))
    if any(point <= 0 or point != int(point) for point in points):
        raise BadValueError("has a point that is no whole percentage above 0")
    return tuple(points)


def _note_points(found: Definitions, turn: Turn, points: tuple[float, ...]) -> None:
    beyond = [f"{point:g} %" for point in points if point > 100]
    if beyond:
        those = ", ".join(beyond[:8]) + (", …" if len(beyond) > 8 else "")
        found.notes.remark(
            turn.where,
            f"rd={cut(turn.rd)}: {those} of the maximum cannot be held: such Runs show what the"
            " storage does beyond its maximum",
        )


def _timing(found: Definitions, run: Entry, *, by_data: bool) -> Timing:
    """`by_data`: an amount of data ends the Run, so any sufficient time will do."""

    def span(name: str, default: int, *, any_length: bool = False) -> int:
        read = partial(values.seconds, any_length=any_length)
        return found.get(run, name, _first(read), default)

    interval, elapsed = span("interval", 1), span("elapsed", 30, any_length=by_data)
    if by_data:
        # A limit only: at most a year, in whole intervals.
        elapsed = min(elapsed, values.YEAR // max(interval, 1) * max(interval, 1))
    timing = Timing(
        elapsed=elapsed,
        warmup=span("warmup", 0),
        interval=interval,
        pause=span("pause", 0),
        stop_ms=found.get(run, "stopcurve", _first(values.number), None),
    )
    shown = f"rd={cut(run.name)}: elapsed={timing.elapsed}"
    if not timing.interval or timing.elapsed < 2 * timing.interval:
        found.notes.refuse(run.where, f"{shown} is less than two intervals of {timing.interval} s")
    elif timing.elapsed % timing.interval or timing.warmup % timing.interval:
        found.notes.refuse(
            run.where,
            f"{shown} and warmup={timing.warmup} must be multiples of interval={timing.interval}",
        )
    return timing


def _data(found: Definitions) -> Data:
    def ratio(parameter: Parameter) -> float:
        value = values.number(parameter.values[0])
        if value < 1:
            raise BadValueError("is a ratio below 1")
        return 100.0 - 100.0 / value

    general = found.general
    compressible = found.get(general, "compratio", ratio, 0.0)
    if "compression" in general.given:
        # compression= is the percentage that remains.
        compressible = 100.0 - found.get(general, "compression", _percent, 100.0)
    return Data(compressible, found.get(general, "dedupratio", ratio, 0.0))


def _check_skews(found: Definitions, turn: Turn) -> Turn:
    skewed = [workload for workload in turn.workloads if workload.skew]
    total = sum(workload.skew for workload in skewed)
    if turn.rate is None and skewed and len(turn.workloads) > 1:
        found.notes.refuse(
            turn.where,
            f"rd={turn.rd}: skew= with iorate={'curve' if turn.curve else 'max'} is not supported:"
            " workloads that go as fast as they can are not held in proportion; give a rate",
        )
    elif len(skewed) == len(turn.workloads) and skewed and abs(total - 100) > 0.5:
        found.notes.refuse(turn.where, f"rd={turn.rd}: the skews of its WDs are {total:g}, not 100")
    elif total > 100.5 or (len(skewed) < len(turn.workloads) and total > 99.99):
        found.notes.refuse(
            turn.where, f"rd={turn.rd}: skews of {total:g} leave nothing for the others"
        )
    return turn


def _loop_turns(found: Definitions, run: Entry, base: Turn) -> Iterator[Turn]:
    """All combinations of the loops' values; the first loop in the file changes slowest."""
    loops: list[tuple[str, list[float]]] = []
    total = 1
    for name in run.given:
        if name in LOOP_CHANGES:
            empty: list[float] = []
            listed = found.get(
                run, name, lambda parameter: values.number_list(parameter.values), empty
            )
            loops.append((name, listed))
            total *= max(1, len(listed))
    if total > MOST_TURNS:
        found.notes.refuse(
            run.where, f"rd={cut(run.name)} has {total:,} turns, more than {MOST_TURNS:,}"
        )
        return
    for chosen in itertools.product(*(listed for _, listed in loops)):
        turn = base
        try:
            for (name, _), value in zip(loops, chosen, strict=True):
                turn = LOOP_CHANGES[name](turn, value)
        except BadValueError as error:
            found.notes.refuse(run.where, f"rd={cut(run.name)},{name}: {error}")
            return
        shown = " ".join(
            f"{name[3:]}={size_text(value)}" for (name, _), value in zip(loops, chosen, strict=True)
        )
        yield replace(turn, loops=shown)


def _each(turn: Turn, **changes: object) -> Turn:
    return replace(
        turn,
        workloads=tuple(replace(workload, **changes) for workload in turn.workloads),  # type: ignore[arg-type]
    )


def _with_threads(turn: Turn, value: float) -> Turn:
    if value < 1 or value != int(value):
        raise BadValueError(f"{value:g} threads")
    workloads = tuple(
        replace(
            workload, storages=tuple(replace(sd, threads=int(value)) for sd in workload.storages)
        )
        for workload in turn.workloads
    )
    return replace(turn, workloads=workloads)


def _with_ratio(turn: Turn, value: float) -> Turn:
    if value < 1:
        raise BadValueError(f"a ratio of {value:g}, below 1")
    return replace(turn, data=replace(turn.data, compressible=100.0 - 100.0 / value))


LOOP_CHANGES: dict[str, Callable[[Turn, float], Turn]] = {
    "forxfersize": lambda turn, value: _each(turn, sizes=((_size(value), 100.0),)),
    "forthreads": _with_threads,
    "forrdpct": lambda turn, value: _each(turn, read_percent=_in_percent(value)),
    "forseekpct": lambda turn, value: _each(turn, seek_percent=_in_percent(value)),
    "forcompratio": _with_ratio,
    "forcompression": lambda turn, value: _with_ratio(turn, 100.0 / max(1.0, _in_percent(value))),
}
"""The change of each loop to a turn."""


def curve_rate(maximum: float, percent: float) -> int | None:
    """The rate of a curve's point: rounded up to 100 above 1,000, to 10 below; None if too low."""
    rate = int(maximum) * int(percent) // 100
    rate = -(-rate // 100) * 100 if rate > 1000 else -(-rate // 10) * 10
    return rate if rate >= 10 else None
