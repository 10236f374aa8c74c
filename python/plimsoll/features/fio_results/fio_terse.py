"""fio's terse output (`--output-format=terse`, `--minimal`), versions 3, 4 and 5: a line of fields
between semicolons for each job. Latencies are microseconds, bandwidth is KiB/s, percentiles are
whole microseconds of clat. It has no options, no date and no syncs: the request is inferred from
the operations.

Lines of one name are clones of a job, statuses of it, or several outputs. A later status continues
the counts of an earlier one. Clones are printed at the same moment, so the disks' figures at the
end of their lines are equal. Anything else is another Run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from plimsoll.features.fio_results import fio_options
from plimsoll.features.fio_results.fio_options import JobOptions
from plimsoll.features.fio_results.messages import message
from plimsoll.features.imports.results.figures import number as number_of
from plimsoll.features.imports.results.run_result import (
    FLUSH,
    Check,
    Latency,
    Operations,
    Result,
    by_kind,
    mean_shares,
)
from plimsoll.features.imports.results.source import File

_LINE = re.compile(r"^[345];fio-\d")
_BLOCK = {"3": 41, "4": 41, "5": 47}
"""Fields of a kind of operation."""
_SECTIONS = {
    "3": {2: ("read", "write"), 3: ("read", "write", "all")},
    "4": {3: ("read", "write", "trim"), 4: ("read", "write", "trim", "all")},
    "5": {3: ("read", "write", "trim"), 4: ("read", "write", "trim", "all")},
}
"""Kinds of the blocks, by their number. A single block covers all operations
(unified_rw_reporting)."""
_TAIL = 5 + 7 + 22
"""CPU, depths and latencies, behind the blocks; then come the disks."""
_US = 1e3
MAX_DEPTH_PERCENT = 100.5
"""Percent: seven shares, each of them rounded to a tenth."""
MIN_STATUS_INTERVAL_S = 0.1
"""Shorter intervals between statuses are not used in practice."""
DISK_REFRESH_S = 0.5
"""fio looks at the disks every quarter of a second: two statuses that lie closer may have the same
figures of them. The last status and the end of a run often do."""


@dataclass(frozen=True)
class _Line:
    number: int
    fields: tuple[str, ...]
    kinds: dict[str, Operations]
    seconds: float
    checks: tuple[Check, ...]
    derived: dict[str, str]
    disks: tuple[str, ...]
    synced: bool
    """Whether it synced what it wrote: the depths count syncs, too, as a share of the operations,
    and come to more than all of them."""
    cpu: tuple[float, float] | None = None
    """CPU share of fio and of the system."""

    @property
    def key(self) -> tuple[str, str]:
        return self.fields[2], self.fields[3]

    def is_continued_by(self, later: _Line) -> bool:
        """Whether another line is a later status of this job, which counts from its start. Clones
        end within milliseconds of each other, or have done as much."""
        ran_on = later.seconds - self.seconds
        if ran_on < MIN_STATUS_INTERVAL_S or not self.kinds.keys() <= later.kinds.keys():
            return False
        for name, ops in self.kinds.items():
            now = later.kinds[name]
            spans, later_latency = ops.completion, now.completion
            if (ops.bytes or 0) >= (now.bytes or 0):
                return False
            if spans is None:
                continue
            if later_latency is None or (spans.max or 0) > (later_latency.max or 0):
                return False
            if (spans.min or 0) < (later_latency.min or 0):
                return False
        return self.disks != later.disks or ran_on < DISK_REFRESH_S

    def is_clone_of(self, other: _Line) -> bool:
        """Whether both lines are clones of one job, printed at the same moment. Idle disks do not
        show the moment."""
        return (
            any(figure.isdigit() and int(figure) for figure in self.disks)
            and self.disks == other.disks
            and self.fields != other.fields
            and self.fields[:2] == other.fields[:2]
        )


def sniff(head: str) -> bool:
    """Whether a line of it is terse."""
    return any(_LINE.match(line) for line in head.split("\n"))


def read(file: File) -> Iterator[Result]:
    """The Runs: the last line of each job, where a status interval wrote several."""
    lines = [
        _line(file, number, text) for number, text in file.lines() if _LINE.match(text) is not None
    ]
    runs: list[list[_Line]] = []
    for moment in _moments(lines):
        mine = [run for run in runs if run[0].key == moment[0].key]
        # Clones are printed in the same order each time: the one printed longest ago is next.
        oldest = sorted(mine, key=lambda run: run[0].number)
        before = next((run for run in oldest if _is_later_status(run, moment)), None)
        if before is not None:
            before[:] = moment
        else:
            runs.append(moment)
    if not runs:
        raise file.bad(partial(message, "fio-no-job-line"))
    done = [run for run in runs if any(line.kinds for line in run)]
    if not done:
        raise file.bad(
            partial(message, "fio-job-idle", job=runs[0][0].fields[2]), runs[0][0].number
        )
    keys = Counter(run[0].key for run in runs)
    for place, run in enumerate(runs):
        yield _result(run, place, alone=keys[run[0].key] == 1)


def _moments(lines: Sequence[_Line]) -> list[list[_Line]]:
    """Lines of clones that were printed at the same moment, together."""
    made: list[list[_Line]] = []
    last: dict[tuple[str, str], list[_Line]] = {}
    for line in lines:
        beside = last.get(line.key)
        later = beside is not None and any(other.is_continued_by(line) for other in beside)
        if beside is not None and line.is_clone_of(beside[-1]) and not later:
            beside.append(line)
            continue
        last[line.key] = [line]
        made.append(last[line.key])
    return made


def _is_later_status(run: Sequence[_Line], moment: Sequence[_Line]) -> bool:
    """Whether a moment is a later status of all clones of a run."""
    return len(run) == len(moment) and all(
        line.is_continued_by(later) for line, later in zip(run, moment, strict=True)
    )


def _line(file: File, number: int, text: str) -> _Line:
    fields = tuple(text.split(";"))
    names = _names(file, fields, number)
    block = _BLOCK[fields[0]]
    kinds: dict[str, Operations] = {}
    checks: list[Check] = []
    derived: dict[str, str] = {}
    seconds = 0.0
    for turn, name in enumerate(names):
        part = fields[5 + turn * block : 5 + (turn + 1) * block]
        one, length = _operations(file, number, part, fields[4], name, checks, derived)
        if one is not None:
            kinds[name] = one
            seconds = max(seconds, length)
    tail = 5 + len(names) * block
    disks = fields[tail + _TAIL :]
    depths = sum(number_of(cell.rstrip("%")) or 0.0 for cell in fields[tail + 5 : tail + 12])
    user, system = (number_of(cell.rstrip("%")) for cell in fields[tail : tail + 2])
    cpu = None if user is None or system is None else (user / 100, system / 100)
    synced = depths > MAX_DEPTH_PERCENT
    return _Line(number, fields, kinds, seconds, tuple(checks), derived, disks, synced, cpu)


def _names(file: File, fields: Sequence[str], number: int) -> tuple[str, ...]:
    """Kinds of the blocks of a line. Behind the blocks are two shares of CPU, three counts and
    seven shares of depths."""
    block = _BLOCK[fields[0]]
    for many, names in {1: ("all",), **_SECTIONS[fields[0]]}.items():
        tail = fields[5 + many * block : 5 + many * block + _TAIL]
        shares = (*tail[:2], *tail[5:])
        if len(tail) == _TAIL and all(re.fullmatch(r"[\d.]+%", share) for share in shares):
            return names
    raise file.bad(partial(message, "fio-terse-cut", version=fields[0], fields=len(fields)), number)


def _result(lines: Sequence[_Line], place: int, *, alone: bool) -> Result:
    first = lines[0]
    seconds = max(line.seconds for line in lines)
    at = f"job {place}"
    if not seconds:
        why = partial(message, "fio-did-nothing", at=at, job=first.fields[2])
        return Result(first.fields[2], at, first.number, {}, None, refused=why)
    kinds = by_kind([line.kinds for line in lines], seconds)
    request = fio_options.job_request(JobOptions({}), workers=None, kinds=kinds)
    return Result(
        name=first.fields[2],
        at=at,
        line=first.number,
        kinds=kinds,
        seconds=seconds,
        starts="after_submission",
        workload=request.workload,
        cpu_share=mean_shares([line.cpu for line in lines]),
        program_version=first.fields[1].removeprefix("fio-"),
        checks=tuple(check for line in lines for check in line.checks),
        derived={key: how for line in lines for key, how in line.derived.items()},
        unknown={
            FLUSH: "not_in_terse",
            # While a worker waits for a sync it has it outstanding.
            **({"outstanding_mean": "not_in_terse"} if any(line.synced for line in lines) else {}),
        },
        remarks=(
            "clat_without_submission",
            "percentiles_told",
            *(() if alone else ("lines_of_one_name",)),
        ),
    )


def _operations(
    file: File,
    number: int,
    part: Sequence[str],
    error: str,
    name: str,
    checks: list[Check],
    derived: dict[str, str],
) -> tuple[Operations | None, float]:
    def value(at: int) -> float:
        try:
            found = float(part[at].rstrip("%"))
        except ValueError:
            raise file.bad(partial(message, "no-number", given=part[at][:40]), number) from None
        if not 0 <= found < 1e18:
            raise file.bad(partial(message, "number-impossible", given=part[at][:40]), number)
        return found

    size, bandwidth, rate, ms = (value(at) for at in range(4))
    if not size or not ms:
        return None, 0.0
    seconds = ms / 1e3
    count, exact, derived[f"{name}.count"] = fio_options.count_and_rate(
        rate, size * 1024, (size + 1) * 1024, seconds
    )
    agreeing_size: float | None = size * 1024
    if bandwidth:
        loose = 0.01 + 2e-3 / seconds + 2 / bandwidth
        check = Check(f"{name}.bytes_per_s", bandwidth * 1024, size * 1024 / seconds, loose)
        checks.append(check)
        agreeing_size = agreeing_size if check.agrees else None
    percentiles = {}
    for cell in part[12:32]:
        percent, _, span = cell.partition("%=")
        # 0 is anything below a microsecond.
        if re.fullmatch(r"[\d.]+", percent) and re.fullmatch(r"[1-9]\d*", span) and float(percent):
            percentiles[round(float(percent), 6)] = int(span) * _US
    clat = _latency([value(at) for at in range(8, 12)], count, percentiles)
    slat = _latency([value(at) for at in range(4, 8)], count, {})
    lat = _latency([value(at) for at in range(32, 36)], count, {})
    return Operations(
        count,
        None if agreeing_size is None else int(agreeing_size),
        0 if error == "0" else None,
        exact,
        None if agreeing_size is None else agreeing_size / seconds,
        clat,
        slat,
        lat,
    ), seconds


def _latency(spans: Sequence[float], count: int, percentiles: dict[float, float]) -> Latency | None:
    low, high, mean, spread = spans
    if not mean and not high:
        return None
    return Latency(
        count,
        mean * _US if mean else None,
        spread * _US if mean else None,
        low * _US or None,
        high * _US or None,
        percentiles,
    )
