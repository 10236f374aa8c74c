"""Describes files without importable results: another file of a known program, a result of an
unsupported program, an archive, a picture. The first bytes or lines decide, so that the user learns
why a file was left out."""

from __future__ import annotations

import re
from typing import NamedTuple

from plimsoll.base.printable import printable
from plimsoll.features.imports.results.source import File


class _Kind(NamedTuple):
    what: str
    """Stands behind "is"."""
    now: str
    """The advice, as the end of a sentence; may be empty."""


_UNPACK = "unpack it and import what is in it"
_NOT_READ = "its results are not read"
_DISK_COUNTERS = "a counter of PhysicalDisk or LogicalDisk"
_BYTES = (
    (b"\x1f\x8b", "packed with gzip", _UNPACK),
    (b"PK\x03\x04", "a zip archive, a workbook or a document", _UNPACK),
    (b"BZh", "packed with bzip2", _UNPACK),
    (b"\xfd7zXZ\x00", "packed with xz", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "packed with zstd", _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", _UNPACK),
    (b"Rar!", "a RAR archive", _UNPACK),
    (b"SQLite format 3\x00", "a database, maybe a store of Plimsoll", "name a store with --store"),
    (b"%PDF", "a PDF document", "figures are not read out of it"),
    (b"\x89PNG", "a picture", "figures are not read out of it"),
    (b"\xff\xd8\xff", "a picture", "figures are not read out of it"),
    (b"GIF8", "a picture", "figures are not read out of it"),
    (b"\xd0\xcf\x11\xe0", "an old Office document", "save its table as CSV or text"),
    (b"\x96\xd5", "a binary file of sar", "sadf -d FILE -- -A > FILE.csv, and import that"),
    (b"\xd5\x96", "a binary file of sar", "sadf -d FILE -- -A > FILE.csv, and import that"),
    (b"\x7fELF", "a program", ""),
)
_TEXTS = tuple(
    (re.compile(pattern, re.MULTILINE | re.IGNORECASE), _Kind(what, now))
    for pattern, what, now in (
        (
            r"\A\s*end-time,\s*(dir,\s*)?samples,\s*min,",
            "a table of fiologparser_hist.py, which has percentiles only",
            "import the clat_hist logs that it was made of",
        ),
        (
            r"\A\s*clat_nsec,|\A\s*\w+_(n|u)?sec,\s*read_count,",
            "a table of fio_jsonplus_clat2csv",
            "import the json+ file that it was made of",
        ),
        (
            r"\A\s*Version \S+\s*\n\s*'(TEST\s+SETUP|ACCESS SPEC|MANAGER LIST)",
            "a configuration of Iometer, not a result",
            "plimsoll iometer FILE --campaign OUT.toml makes a campaign of it",
        ),
        (
            r"\A\s*(<\?xml[^>]*>\s*)?<Profile>",
            "a profile of diskspd, not a result",
            "plimsoll diskspd -XFILE --campaign OUT.toml makes a campaign of it",
        ),
        (
            r"\A\ufeff?\s*\"?\(PDH-CSV 4\.0\)",
            f"a performance log of Windows (perfmon) without {_DISK_COUNTERS}",
            "record those too",
        ),
        (r"\A#\[Histogram log format", "a log of HdrHistogram", _NOT_READ),
        (r"\A\s*AAA,progname,", "a file of nmon", _NOT_READ),
        (r"^[ \t]*Iozone: Performance Test of File I/O", "a result of IOzone", _NOT_READ),
        (r"^Version\s+[\d.]+\s+-+Sequential Output", "a result of bonnie++", _NOT_READ),
        (r"^--- .* ioping statistics ---", "a result of ioping", _NOT_READ),
        (r"^\d+\+\d+ records out", "the output of dd", _NOT_READ),
        (r"^sysbench \d", "a result of sysbench", _NOT_READ),
        (r"^[ \t]*Timing (buffered|cached)\b.*reads:", "the output of hdparm", _NOT_READ),
        (r"AS SSD Benchmark", "a result of AS SSD Benchmark", _NOT_READ),
        (r"ATTO Disk Benchmark|<ATTO", "a result of ATTO Disk Benchmark", _NOT_READ),
        (r"^sqlio v", "a result of SQLIO", "measure again with diskspd, its successor"),
        (r"^ORION: ORacle IO Numbers", "a result of Orion", _NOT_READ),
        (r"^IOR-\d", "a result of IOR", _NOT_READ),
        (r"mdtest-\d", "a result of mdtest", _NOT_READ),
        (r"\A\s*procs -+memory-+", "the output of vmstat", _NOT_READ),
        (r"dstat.*CSV output", "a table of dstat", _NOT_READ),
        (r"\A#!", "a script", ""),
    )
)
_HCIBENCH = _Kind(
    "a configuration of HCIBench, not a result",
    "plimsoll hcibench FILE --campaign OUT.toml makes a campaign of it",
)
_VDBENCH = _Kind(
    "a parameter file of vdbench, not a result",
    "plimsoll vdbench -f FILE runs it, unless it drives a file system",
)
_FIO = _Kind("a job file of fio, not a result", "plimsoll fio FILE runs it")
_FIO_OPTIONS = frozenset(
    ("rw", "readwrite", "ioengine", "bs", "blocksize", "iodepth", "filename", "size", "runtime")
)
LONGEST = 60
"""Characters of a file that are shown."""


def describe_file(file: File) -> str:
    """Describes a file of no known format, in a sentence that begins with its name. Never raises
    for a readable file."""
    kind = _kind(file)
    now = f": {kind.now}" if kind.now else ""
    return f"{printable(file.shown)} is {kind.what}{now}"


def _kind(file: File) -> _Kind:
    begin = file.begin
    if not begin:
        return _Kind("empty", "")
    for magic, what, now in _BYTES:
        if begin.startswith(magic):
            return _Kind(what, now)
    if file.path.suffix.lower() == ".blg":
        return _Kind(
            "a binary performance log of Windows", "relog FILE -f CSV -o FILE.csv, and import that"
        )
    if "utf-16" not in file.encoding and b"\x00" in begin:
        return _Kind("of no known program, and not text", "")
    head = file.head
    for pattern, kind in _TEXTS:
        if pattern.search(head):
            return kind
    return _job_file(head) or _Kind(f"of no known program ({_shape(head)})", "")


def _job_file(head: str) -> _Kind | None:
    """Recognises job files by the options at the start of their lines."""
    lines = [line.strip() for line in head.splitlines()]
    statements = [line for line in lines if line and line[0] not in ";#*/"]
    named = {
        line[: found.end() - 1].rstrip().lower()
        for line in statements
        if (found := re.match(r"[\w.-]+\s*[=:]", line)) is not None
    }
    if {"number_vm", "testing_duration"} <= named or {"vc", "datastore_name"} <= named:
        return _HCIBENCH
    if named & {"sd", "fsd"} and named & {"wd", "fwd", "rd"}:
        return _VDBENCH
    if statements and re.fullmatch(r"\[[^\]]+\].*", statements[0]) and named & _FIO_OPTIONS:
        return _FIO
    return None


def _shape(head: str) -> str:
    """Describes the look of an unknown text."""
    lines = [line.strip() for line in head.splitlines() if line.strip()]
    if not lines:
        return "there are only blanks in it"
    first = lines[0]
    if first.startswith(("{", "[")):
        keys = dict.fromkeys(re.findall(r'"([^"\n]{1,30})"\s*:', head))
        if keys:
            return f"JSON with {', '.join(printable(key) for key in list(keys)[:4])}"
    shown = first if len(first) <= LONGEST else f"{first[: LONGEST - 1]}…"
    return f"it begins with '{printable(shown)}'"
