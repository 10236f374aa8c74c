"""fio's terse output (`--output-format=terse`, `--minimal`), versions 3, 4 and 5: a line of fields
between semicolons for each job. Spans are microseconds, bandwidth is KiB/s, percentiles are whole
microseconds and of clat. It does not repeat what was asked, so that is unknown but for what was
done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from plimsoll.formats.results import fio_options
from plimsoll.formats.results.measured import Check, Latency, Operations, Result
from plimsoll.formats.results.source import File

_LINE = re.compile(r"^[345];fio-\d")
_BLOCK = {"3": 41, "4": 41, "5": 47}
"""Fields of a kind of operation."""
_US = 1e3


def sniff(head: str) -> bool:
    """Whether a line of it is terse."""
    return any(_LINE.match(line) for line in head.split("\n"))


def read(file: File) -> Iterator[Result]:
    """The Runs: the last line of each job, where a status interval wrote several."""
    lines: dict[tuple[str, str], tuple[int, list[str]]] = {}
    for number, text in file.lines():
        if _LINE.match(text):
            fields = text.split(";")
            block = _BLOCK[fields[0]]
            if len(fields) < 5 + 2 * block:
                raise file.bad(f"a line has {len(fields)} fields: it is cut", number)
            file.refuse_cut(number)
            lines[fields[2], fields[3]] = (number, fields)
    if not lines:
        raise file.bad("there is no line of a job in it")
    for place, (number, fields) in enumerate(lines.values()):
        yield _result(file, number, fields, place)


def _result(file: File, number: int, fields: Sequence[str], place: int) -> Result:
    block = _BLOCK[fields[0]]
    kinds: dict[str, Operations] = {}
    checks: list[Check] = []
    seconds = 0.0
    names = ("read", "write", "trim") if fields[0] != "3" else ("read", "write")
    for turn, name in enumerate(names):
        part = fields[5 + turn * block : 5 + (turn + 1) * block]
        if len(part) < block:
            break
        one, length = _operations(file, number, part, fields[4], name, checks)
        if one is not None:
            kinds[name] = one
            seconds = max(seconds, length)
    if not kinds:
        raise file.bad(f"job {fields[2]} did nothing", number)
    asked = fio_options.asked({}, workers=None, kinds=kinds)
    return Result(
        name=fields[2],
        at=f"job {place}",
        line=number,
        kinds=kinds,
        seconds=seconds,
        starts="after_submission",
        workload=asked.workload,
        program_version=fields[1].removeprefix("fio-"),
        checks=tuple(checks),
        derived={f"{kind}.count": "operations_by_rate" for kind in kinds},
        unknown={"response_time_ns": "starts_at_submission"},
        remarks=("clat_without_submission", "percentiles_told"),
    )


def _operations(
    file: File, number: int, part: Sequence[str], error: str, name: str, checks: list[Check]
) -> tuple[Operations | None, float]:
    def value(at: int) -> float:
        try:
            found = float(part[at].rstrip("%"))
        except ValueError:
            raise file.bad(f"'{part[at][:40]}' is no number", number) from None
        if not 0 <= found < 1e18:
            raise file.bad(f"'{part[at][:40]}' cannot be", number)
        return found

    size, bandwidth, rate, ms = (value(at) for at in range(4))
    if not size or not ms:
        return None, 0.0
    seconds = ms / 1e3
    if bandwidth:
        loose = 0.01 + 2e-3 / seconds + 2 / bandwidth
        checks.append(Check(f"{name}.bytes_per_s", bandwidth * 1024, size * 1024 / seconds, loose))
    count = round(rate * seconds)
    percentiles = {}
    for cell in part[12:32]:
        percent, _, span = cell.partition("%=")
        # 0 is anything below a microsecond.
        if re.fullmatch(r"[\d.]+", percent) and re.fullmatch(r"[1-9]\d*", span) and float(percent):
            percentiles[round(float(percent), 6)] = int(span) * _US
    clat = _latency([value(at) for at in range(8, 12)], count, percentiles)
    slat = _latency([value(at) for at in range(4, 8)], count, {})
    lat = _latency([value(at) for at in range(32, 36)], count, {})
    errors = 0 if error == "0" else None
    made = Operations(
        count, int(size * 1024), errors, count / seconds, size * 1024 / seconds, clat, slat, lat
    )
    return made, seconds


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
