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
_BYTES = (
    (b"\x1f\x8b", _Kind("packed with gzip", _UNPACK)),
    (b"PK\x03\x04", _Kind("a zip archive, a workbook or a document", _UNPACK)),
    (b"BZh", _Kind("packed with bzip2", _UNPACK)),
    (b"\xfd7zXZ\x00", _Kind("packed with xz", _UNPACK)),
    (b"\x28\xb5\x2f\xfd", _Kind("packed with zstd", _UNPACK)),
    (b"7z\xbc\xaf\x27\x1c", _Kind("a 7-Zip archive", _UNPACK)),
    (b"Rar!", _Kind("a RAR archive", _UNPACK)),
    (
        b"SQLite format 3\x00",
        _Kind("a database, maybe a store of Plimsoll", "name a store with --store"),
    ),
    (b"%PDF", _Kind("a PDF document", "figures are not read out of it")),
    (b"\x89PNG", _Kind("a picture", "figures are not read out of it")),
    (b"\xff\xd8\xff", _Kind("a picture", "figures are not read out of it")),
    (b"GIF8", _Kind("a picture", "figures are not read out of it")),
    (b"\xd0\xcf\x11\xe0", _Kind("an old Office document", "save its table as CSV or text")),
    (b"\x96\xd5", _Kind("a binary file of sar", "sadf -d FILE -- -A > FILE.csv, and import that")),
    (b"\xd5\x96", _Kind("a binary file of sar", "sadf -d FILE -- -A > FILE.csv, and import that")),
    (b"\x7fELF", _Kind("a program", "")),
)
_TEXTS = tuple(
    (re.compile(pattern, re.MULTILINE | re.IGNORECASE), kind)
    for pattern, kind in (
        (
            r"\A\s*end-time,\s*(dir,\s*)?samples,\s*min,",
            _Kind(
                "a table of fiologparser_hist.py, which has percentiles only",
                "import the clat_hist logs that it was made of",
            ),
        ),
        (
            r"\A\s*clat_nsec,|\A\s*\w+_(n|u)?sec,\s*read_count,",
            _Kind("a table of fio_jsonplus_clat2csv", "import the json+ file that it was made of"),
        ),
        (
            r"\A\s*Version \S+\s*\n\s*'(TEST\s+SETUP|ACCESS SPEC|MANAGER LIST)",
            _Kind(
                "a configuration of Iometer, not a result",
                "plimsoll iometer FILE --campaign OUT.toml makes a campaign of it",
            ),
        ),
        (
            r"\A\s*(<\?xml[^>]*>\s*)?<Profile>",
            _Kind(
                "a profile of diskspd, not a result",
                "plimsoll diskspd -XFILE --campaign OUT.toml makes a campaign of it",
            ),
        ),
        (
            r"\A\ufeff?\s*\"?\(PDH-CSV 4\.0\)",
            _Kind(
                "a performance log of Windows (perfmon) without a counter of PhysicalDisk or"
                " LogicalDisk",
                "record those too",
            ),
        ),
        (r"\A#\[Histogram log format", _Kind("a log of HdrHistogram", _NOT_READ)),
        (r"\A\s*AAA,progname,", _Kind("a file of nmon", _NOT_READ)),
        (r"^[ \t]*Iozone: Performance Test of File I/O", _Kind("a result of IOzone", _NOT_READ)),
        (r"^Version\s+[\d.]+\s+-+Sequential Output", _Kind("a result of bonnie++", _NOT_READ)),
        (r"^--- .* ioping statistics ---", _Kind("a result of ioping", _NOT_READ)),
        (r"^\d+\+\d+ records out", _Kind("the output of dd", _NOT_READ)),
        (r"^sysbench \d", _Kind("a result of sysbench", _NOT_READ)),
        (r"^[ \t]*Timing (buffered|cached)\b.*reads:", _Kind("the output of hdparm", _NOT_READ)),
        (r"AS SSD Benchmark", _Kind("a result of AS SSD Benchmark", _NOT_READ)),
        (r"ATTO Disk Benchmark|<ATTO", _Kind("a result of ATTO Disk Benchmark", _NOT_READ)),
        (r"^sqlio v", _Kind("a result of SQLIO", "measure again with diskspd, its successor")),
        (r"^ORION: ORacle IO Numbers", _Kind("a result of Orion", _NOT_READ)),
        (r"^IOR-\d", _Kind("a result of IOR", _NOT_READ)),
        (r"mdtest-\d", _Kind("a result of mdtest", _NOT_READ)),
        (r"\A\s*procs -+memory-+", _Kind("the output of vmstat", _NOT_READ)),
        (r"dstat.*CSV output", _Kind("a table of dstat", _NOT_READ)),
        (r"\A#!", _Kind("a script", "")),
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
    for magic, kind in _BYTES:
        if begin.startswith(magic):
            return kind
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
