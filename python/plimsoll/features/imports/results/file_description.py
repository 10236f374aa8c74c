"""Describes files without importable results: another file of a known program, a result of an
unsupported program, an archive, a picture. The first bytes or lines decide, so that the user learns
why a file was left out."""

import re
from dataclasses import dataclass

from plimsoll.base.printable import printable
from plimsoll.features.imports.messages import message
from plimsoll.features.imports.results.source import File, Sentence

Figures = dict[str, str]

_SAR = "sar-binary"
_BYTES = (
    (b"\x1f\x8b", "gzip"),
    (b"PK\x03\x04", "zip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"7z\xbc\xaf\x27\x1c", "7zip"),
    (b"Rar!", "rar"),
    (b"SQLite format 3\x00", "database"),
    (b"%PDF", "pdf"),
    (b"\x89PNG", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"\xd0\xcf\x11\xe0", "old-office"),
    (b"\x96\xd5", _SAR),
    (b"\xd5\x96", _SAR),
    (b"\x7fELF", "program"),
)
_RESULT_OF, _COUNTERS_OF = "result-of", "counters-of"
_TEXTS = tuple(
    (re.compile(pattern, re.MULTILINE | re.IGNORECASE), code, program)
    for pattern, code, program in (
        (r"\A\s*end-time,\s*(dir,\s*)?samples,\s*min,", "fiologparser", "fio"),
        (r"\A\s*clat_nsec,|\A\s*\w+_(n|u)?sec,\s*read_count,", "clat2csv", "fio"),
        (
            r"\A\s*Version \S+\s*\n\s*'(TEST\s+SETUP|ACCESS SPEC|MANAGER LIST)",
            "iometer-configuration",
            "Iometer",
        ),
        (r"\A\s*(<\?xml[^>]*>\s*)?<Profile>", "diskspd-profile", "diskspd"),
        (r"\A\s*<title>Vdbench\b(?![^<]*parmfile)", "vdbench-page", "vdbench"),
        (r"\A\ufeff?\s*\"?\(PDH-CSV 4\.0\)", "perfmon-without-disks", "perfmon"),
        (r"\A#\[Histogram log format", "hdrhistogram", "HdrHistogram"),
        (r"\A\s*AAA,progname,", "nmon", "nmon"),
        (r"^[ \t]*Iozone: Performance Test of File I/O", _RESULT_OF, "IOzone"),
        (r"^Version\s+[\d.]+\s+-+Sequential Output", _RESULT_OF, "bonnie++"),
        (r"^--- .* ioping statistics ---", _RESULT_OF, "ioping"),
        (r"^\d+\+\d+ records out", "dd", "dd"),
        (r"^sysbench \d", _RESULT_OF, "sysbench"),
        (r"^[ \t]*Timing (buffered|cached)\b.*reads:", "hdparm", "hdparm"),
        (r"AS SSD Benchmark", _RESULT_OF, "AS SSD Benchmark"),
        (r"ATTO Disk Benchmark|<ATTO", _RESULT_OF, "ATTO Disk Benchmark"),
        (r"^[ \t]*HD Tune( Pro)?:", _RESULT_OF, "HD Tune"),
        (r"^Filebench Version|: IO Summary: +\d+ ops", _RESULT_OF, "Filebench"),
        (r"^= Dbench Summary =", _RESULT_OF, "dbench"),
        (r"^FSYNCS/SECOND:", _RESULT_OF, "pveperf"),
        (r"^sqlio v", "sqlio", "SQLIO"),
        (r"^ORION: ORacle IO Numbers", _RESULT_OF, "Orion"),
        (r"^IOR-\d", _RESULT_OF, "IOR"),
        (r"mdtest-\d", _RESULT_OF, "mdtest"),
        (r"\A\s*procs -+memory-+", "vmstat", "vmstat"),
        (r"dstat.*CSV output", "dstat", "dstat"),
        (
            r"\A\s*\{[^{}]*\"Datapoints\"\s*:|\A\s*\{\s*\"MetricDataResults\"",
            _COUNTERS_OF,
            "CloudWatch",
        ),
        (r"\A\s*\{[^[\]]*\"resultType\"\s*:", _COUNTERS_OF, "Prometheus"),
        (r"\A#!", "script", None),
    )
)
"""What the head of a file shows: the code of its description, and the program that wrote it."""
_FIO_OPTIONS = frozenset(
    ("rw", "readwrite", "ioengine", "bs", "blocksize", "iodepth", "filename", "size", "runtime")
)
LONGEST = 60
"""Characters of a file that are shown."""


@dataclass(frozen=True)
class Description:
    """What a file of no known format is. `program` is None where nothing shows whose it is."""

    program: str | None
    sentence: Sentence
    is_known: bool
    """Whether it was recognised, if only as an archive."""


_UNKNOWN = ("begins", "blank", "json", "not-text")
"""Codes of files that nothing recognised."""


def describe_file(file: File) -> Description:
    """Describes a file of no known format, in a sentence that begins with its name. Never raises
    for a readable file."""
    code, program, figures = _kind(file)
    name = printable(file.shown)
    return Description(
        program, lambda: message(f"kind-{code}", file=name, **figures), code not in _UNKNOWN
    )


def _kind(file: File) -> tuple[str, str | None, Figures]:
    """The code of a description, the program, and the figures."""
    begin = file.begin
    if not begin:
        return "empty", None, {}
    for magic, code in _BYTES:
        if begin.startswith(magic):
            return code, "sar" if code == _SAR else None, {}
    if file.path.suffix.lower() == ".blg":
        return "blg", "perfmon", {}
    if "utf-16" not in file.encoding and b"\x00" in begin:
        return "not-text", None, {}
    head = file.head
    for pattern, code, program in _TEXTS:
        if pattern.search(head):
            return code, program, {"program": program} if program else {}
    if (job_file := _job_file(head)) is not None:
        return *job_file, {}
    code, figures = _shape(head)
    return code, None, figures


def _job_file(head: str) -> tuple[str, str] | None:
    """Recognises job files by the options at the start of their lines: the code and program."""
    lines = [line.strip() for line in head.splitlines()]
    statements = [line for line in lines if line and line[0] not in ";#*/"]
    named = {
        line[: found.end() - 1].rstrip().lower()
        for line in statements
        if (found := re.match(r"[\w.-]+\s*[=:]", line)) is not None
    }
    if {"number_vm", "testing_duration"} <= named or {"vc", "datastore_name"} <= named:
        return "hcibench-configuration", "HCIBench"
    if named & {"sd", "fsd"} and named & {"wd", "fwd", "rd"}:
        return "vdbench-parameters", "vdbench"
    if statements and re.fullmatch(r"\[[^\]]+\].*", statements[0]) and named & _FIO_OPTIONS:
        return "fio-job", "fio"
    return None


def _shape(head: str) -> tuple[str, Figures]:
    """Describes the look of an unknown text."""
    lines = [line.strip() for line in head.splitlines() if line.strip()]
    if not lines:
        return "blank", {}
    first = lines[0]
    if first.startswith(("{", "[")):
        keys = dict.fromkeys(re.findall(r'"([^"\n]{1,30})"\s*:', head))
        if keys:
            return "json", {"keys": ", ".join(printable(key) for key in list(keys)[:4])}
    shown = first if len(first) <= LONGEST else f"{first[: LONGEST - 1]}…"
    return "begins", {"begin": printable(shown)}
