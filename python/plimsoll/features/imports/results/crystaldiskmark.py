"""CrystalDiskMark's text (copied or saved), versions 2 to 8: a Run for each test, with reads and
writes apart. KDiskMark prints the same form with other units: `kdiskmark.py`.

`MB/s` is 1,000,000 bytes. Since version 7 a line has the mean latency. Before, only random tests
have IOPS, which are bytes divided by the block size (DiskMarkDlg.cpp); the others are computed in
the same way. Versions before 7 do not print the block size of sequential tests: it is 128 KiB with
a queue and 1 MiB without (DiskBench.cpp of 5.1.2 and 6.0.0), 1 MiB in versions 2 and 3. Their KB
and MB are powers of two: 4KB are 4,096 bytes.

The duration of a test is printed since version 8. The program reports the best of several passes,
which a remark notes. A test that did not run has 0.000 MB/s."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from plimsoll.features.imports.messages import message
from plimsoll.features.imports.results import run_result
from plimsoll.features.imports.results.figures import date_ns, size
from plimsoll.features.imports.results.figures import number as figure
from plimsoll.features.imports.results.source import File

_ROW = re.compile(
    r"^[\s>|]*(?P<label>(?P<kind>SEQ|RND|Sequential|Random)\s*(?P<way>Read|Write|Mix)?\s*"
    r"(?:(?P<size>[\d.]+)\s*(?P<unit>[KM]i?B))?\s*"
    r"(?P<queue>\((?:Q=\s*(?P<depth>\d+),\s*)?(?:T=\s*(?P<threads>\d+)|QD=\s*(?P<alone>\d+))\))?)"
    r"\s*:\s*(?P<mb>[\d.,]+)\s*MB/s"
    r"(?:\s*\[\s*(?P<iops>[\d.,]+)\s*IOPS\s*\])?(?:\s*<\s*(?P<us>[\d.,]+)\s*us\s*>)?\s*$"
)
_SECTION = re.compile(r"^\s*\[(Read|Write|Mix)\b[^\]]*\](.*)", re.IGNORECASE)
_RATIO = re.compile(r"(?:Read|R)\s*(\d+)\s*%?", re.IGNORECASE)


@dataclass
class Output:
    """The content of one output of the program."""

    line: int
    version: str | None = None
    has_head: bool = False
    """Whether its first line was copied with it."""
    has_date: bool = False
    started_at_ns: int | None = None
    seconds: float | None = None
    target: str | None = None
    working_set_bytes: int | None = None
    read_percent: float | None = None
    """Share of reads in mixed tests."""
    profile: str | None = None
    rows: list[tuple[int, str, re.Match[str]]] = field(default_factory=list)
    """Line, section, figures."""

    @property
    def major(self) -> int | None:
        """Major number of the version."""
        found = re.match(r"\d+", self.version or "")
        return int(found[0]) if found else None


@dataclass(frozen=True)
class Dialect:
    """The differences between the programs that print this form."""

    header: re.Pattern[str]
    """First line of an output, with the version."""
    megabyte: Callable[[float, float | None], float]
    """Bytes of an `MB`, of so many in a second; the second is what IOPS and block size make."""
    starts: Callable[[Output], run_result.Starts]
    remarks: Callable[[Output], tuple[str, ...]]
    target: Callable[[str], str | None]
    """Parses the target from its line."""
    direct: bool | None
    total_of_mix: Callable[[float], float]
    """Factor on the figure of a mixed test, by share of reads."""


def sniff(head: str) -> bool:
    """Whether it is CrystalDiskMark's: with its name, or the rows alone as they are pasted."""
    if "MB/s" not in head or "KDiskMark" in head:
        return False
    rows = sum(_ROW.match(line) is not None for line in head.splitlines())
    return rows > 0 and ("CrystalDiskMark" in head or rows >= 4)


def read(file: File) -> Iterator[run_result.Result]:
    """Reads the Runs."""
    yield from results(file, _CRYSTAL)


def results(file: File, dialect: Dialect) -> Iterator[run_result.Result]:
    """The Runs of every output in a file."""
    outputs = list(_outputs(file, dialect))
    if not outputs:
        raise file.bad(partial(message, "no-test"))
    for number, output in enumerate(outputs, 1):
        if output.has_head and not output.has_date:
            raise file.bad(partial(message, "cut-before-date"), output.line)
        _refuse_lost_section(file, output)
        done = [
            row
            for row in output.rows
            if _figure(row[2]["mb"], _MB) or _figure(row[2]["iops"], _IOPS)
        ]
        if not done:
            raise file.bad(partial(message, "no-test-run"), output.line)
        before = f"output {number}, " if len(outputs) > 1 else ""
        for line, section, row in done:
            yield _result(file, dialect, output, (line, section, row), before)


def _refuse_lost_section(file: File, output: Output) -> None:
    """Raises Bad where the tests of a section occur twice: the heading of the next section is
    missing, and reads cannot be told from writes."""
    for section in ("read", "write", "mix"):
        rows = [row for row in output.rows if row[1] == section and not row[2]["way"]]
        labels = [row[2]["label"] for row in rows]
        again = next((at for at, label in enumerate(labels) if at and label == labels[0]), 0)
        first = iter(labels[:again])
        if again >= 2 and all(label in first for label in labels[again:]):
            raise file.bad(
                partial(message, "section-lost", section=section.capitalize()),
                rows[again][0],
            )


def _outputs(file: File, dialect: Dialect) -> Iterator[Output]:
    """Each output of the program. One without its first lines begins where a test comes again."""
    output = Output(1)
    section = "read"
    seen: set[tuple[str, str]] = set()
    for number, text in file.lines():
        if (found := dialect.header.search(text)) is not None:
            if output.rows:
                yield output
            # The first line of an output, and not prose that names the program.
            has_head = "(C)" in text or "://" in text
            output, section, seen = Output(number, found[1], has_head), "read", set()
        elif (begun := _SECTION.match(text)) is not None:
            section = begun[1].lower()
            if section == "mix":
                output.read_percent = _ratio(text)
        elif (row := _ROW.match(text)) is not None:
            way = (row["way"] or section).lower()
            if (way, row["label"]) in seen and not output.has_head:
                yield output
                output, seen = Output(number), set()
            seen.add((way, row["label"]))
            output.rows.append((number, way, row))
        elif "MB/s" in text and re.search(r"\(Q(D)?=", text) is not None:
            raise file.bad(partial(message, "test-unreadable"), number)
        else:
            _fact(output, dialect, text)
    if output.rows:
        yield output


def _fact(output: Output, dialect: Dialect, text: str) -> None:
    name, colon, value = (part.strip() for part in text.partition(":"))
    match name.lower() if colon else "":
        case "date":
            output.started_at_ns, output.has_date = date_ns(value, *_DATES), True
        case "test":
            output.working_set_bytes = _size(value)
            output.target = output.target or dialect.target(text)
            output.seconds = output.seconds or _measure(value)
        case "test size":
            output.working_set_bytes = _size(value)
        case "target":
            output.target = dialect.target(text)
        case "time":
            output.seconds = _measure(value)
        case "profile":
            output.profile = value
        case "mix ratio":
            output.read_percent = _ratio(value)


def _ratio(text: str) -> float | None:
    """`R70%/W30%`, `[Mix] Read 70%/Write 30%`: percent of reads."""
    found = _RATIO.search(re.sub(r"\[Mix\]", "", text, flags=re.IGNORECASE))
    return float(found[1]) if found else None


def _measure(text: str) -> float | None:
    """`Measure 5 sec / Interval 5 sec`, `[Measure: 1 min / …`."""
    found = re.search(r"Measure:?\s*([\d.]+)\s*(sec|min)", text)
    seconds = figure(found[1]) if found else None
    return None if found is None or not seconds else seconds * (60 if found[2] == "min" else 1)


def _size(text: str) -> int | None:
    """`1 GiB (x5) …`, `1024 MiB [C: …`, `1000 MB [C: …`: of the file that is read and written."""
    found = re.match(r"[\d.]+\s*[KMG]i?B", text)
    return size(found[0]) if found else None


_DATES = ("%Y/%m/%d %H:%M:%S", "%Y-%m-%d %H:%M:%S", "%m/%d/%Y %H:%M:%S")


def _figure(text: str | None, decimals: int) -> float | None:
    """Parses a figure with a known number of decimals. The comma is the decimal point on some
    machines and separates thousands on others."""
    if text is None:
        return None
    whole, mark, rest = text.rpartition("," if text.rfind(",") > text.rfind(".") else ".")
    alone = mark == "," and "." not in whole and "," not in whole
    if mark == "," and not ("." in whole or (alone and len(rest) == decimals) or len(rest) != 3):
        whole, rest = whole + rest, ""
    return figure(f"{re.sub('[.,]', '', whole)}.{rest}" if mark else text)


_MB, _IOPS, _US = 3, 1, 2
"""Decimals of MB/s, IOPS and microseconds."""


def _block(output: Output, row: re.Match[str]) -> tuple[int | None, bool]:
    """Bytes of a block, and whether the text contains them."""
    if row["unit"] and (printed_size := size(f"{row['size']}{row['unit']}")):
        return printed_size, True
    if row["kind"].lower().startswith("r"):
        return None, True
    with_queue = row["depth"] is not None and (output.major or 5) >= 4
    return (128 << 10 if with_queue else 1 << 20), False


def _result(
    file: File, dialect: Dialect, output: Output, place: tuple[int, str, re.Match[str]], before: str
) -> run_result.Result:
    line, section, row = place
    block, block_told = _block(output, row)
    mean = _figure(row["us"], _US)
    kind = "all" if section == "mix" else section
    reads = output.read_percent if section == "mix" else {"read": 100.0, "write": 0.0}[section]
    derived: dict[str, str] = {}
    checks: list[run_result.Check] = []
    rate, per_s = _rates(dialect, row, block, f"{kind}.", derived, checks)
    if not rate:
        raise file.bad(partial(message, "test-without-size"), line)
    if section == "mix":
        if reads is None:
            raise file.bad(partial(message, "test-without-mix"), line)
        factor = dialect.total_of_mix(reads / 100)
        rate, per_s = rate * factor, per_s * factor
        if factor != 1.0:
            derived["all.rate_per_s"] = derived["all.bytes_per_s"] = "mean_of_directions"
    threads, depth = row["threads"] or "1", row["depth"] or row["alone"] or "1"
    return run_result.Result(
        name=row["label"].strip(),
        at=f"{before}{section}, {row['label'].strip()}",
        line=line,
        kinds={
            kind: run_result.Operations(
                count=None if output.seconds is None else round(rate * output.seconds),
                rate_per_s=rate,
                bytes_per_s=per_s,
                completion=None if not mean else run_result.Latency(mean=mean * 1e3),
            )
        },
        seconds=output.seconds,
        starts=dialect.starts(output) if mean else None,
        workload=run_result.Workload(
            block_size_bytes=block,
            read_percent=reads,
            trim_percent=0.0,
            pattern="random" if row["kind"].lower().startswith("r") else "sequential",
            working_set_bytes=output.working_set_bytes,
        ),
        load=run_result.Load(workers=int(threads), queue_depth=int(depth)),
        target=output.target,
        target_kind="file",
        direct=dialect.direct,
        started_at_ns=output.started_at_ns,
        zone_told=False,
        program_version=output.version,
        checks=tuple(checks),
        derived=derived,
        unknown={} if mean else {"completion_latency_ns": "not_told"},
        remarks=(
            *dialect.remarks(output),
            *(() if block_told else ("block_size_of_version",)),
            *(("no_percentiles",) if mean else ()),
        ),
    )


def _rates(
    dialect: Dialect,
    row: re.Match[str],
    block: int | None,
    prefix: str,
    derived: dict[str, str],
    checks: list[run_result.Check],
) -> tuple[float | None, float]:
    """IOPS and bytes per second of a row, each held against the other where both are printed."""
    rate, printed = _figure(row["iops"], _IOPS), _figure(row["mb"], _MB) or 0.0
    by_rate = rate * block if rate and block else None
    per_s = printed * dialect.megabyte(printed, by_rate)
    if not rate and block:
        rate = per_s / block
        derived[f"{prefix}rate_per_s"] = "bytes_by_block_size_rate"
    if by_rate and printed and rate:
        # MB/s has three decimals; IOPS has one, which may be cut.
        loose = 0.002 + 0.0005 / printed + 0.5 / rate
        checks.append(run_result.Check(f"{prefix}bytes_per_s", per_s, by_rate, loose))
    return rate, per_s


def _volume(text: str) -> str | None:
    """`1 GiB (x5) [C: 66% (310/476GiB)]`: the drive."""
    found = re.search(r"\[([A-Za-z]:)", text)
    return found[1] if found else None


_CRYSTAL = Dialect(
    header=re.compile(r"CrystalDiskMark\s+(\d[\d.]*\w*)"),
    megabyte=lambda _, __: 1e6,
    starts=lambda _: "submission",
    remarks=lambda _: ("best_of_passes",),
    target=_volume,
    direct=True,
    total_of_mix=lambda _: 1.0,
)
