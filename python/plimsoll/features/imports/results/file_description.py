"""Describes files without importable results: another file of a known program, a result of an
unsupported program, an archive, a picture. The first bytes or lines decide, so that the user learns
why a file was left out."""

from __future__ import annotations

import re

from plimsoll.base.printable import printable
from plimsoll.features.imports.messages import message
from plimsoll.features.imports.results.source import File, Sentence

Figures = dict[str, str]

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
    (b"\x96\xd5", "sar-binary"),
    (b"\xd5\x96", "sar-binary"),
    (b"\x7fELF", "program"),
)
_RESULT_OF = "result-of"
_TEXTS = tuple(
    (re.compile(pattern, re.MULTILINE | re.IGNORECASE), code, program)
    for pattern, code, program in (
        (r"\A\s*end-time,\s*(dir,\s*)?samples,\s*min,", "fiologparser", ""),
        (r"\A\s*clat_nsec,|\A\s*\w+_(n|u)?sec,\s*read_count,", "clat2csv", ""),
        (
            r"\A\s*Version \S+\s*\n\s*'(TEST\s+SETUP|ACCESS SPEC|MANAGER LIST)",
            "iometer-configuration",
            "",
        ),
        (r"\A\s*(<\?xml[^>]*>\s*)?<Profile>", "diskspd-profile", ""),
        (r"\A\ufeff?\s*\"?\(PDH-CSV 4\.0\)", "perfmon-without-disks", ""),
        (r"\A#\[Histogram log format", "hdrhistogram", ""),
        (r"\A\s*AAA,progname,", "nmon", ""),
        (r"^[ \t]*Iozone: Performance Test of File I/O", _RESULT_OF, "IOzone"),
        (r"^Version\s+[\d.]+\s+-+Sequential Output", _RESULT_OF, "bonnie++"),
        (r"^--- .* ioping statistics ---", _RESULT_OF, "ioping"),
        (r"^\d+\+\d+ records out", "dd", ""),
        (r"^sysbench \d", _RESULT_OF, "sysbench"),
        (r"^[ \t]*Timing (buffered|cached)\b.*reads:", "hdparm", ""),
        (r"AS SSD Benchmark", _RESULT_OF, "AS SSD Benchmark"),
        (r"ATTO Disk Benchmark|<ATTO", _RESULT_OF, "ATTO Disk Benchmark"),
        (r"^sqlio v", "sqlio", ""),
        (r"^ORION: ORacle IO Numbers", _RESULT_OF, "Orion"),
        (r"^IOR-\d", _RESULT_OF, "IOR"),
        (r"mdtest-\d", _RESULT_OF, "mdtest"),
        (r"\A\s*procs -+memory-+", "vmstat", ""),
        (r"dstat.*CSV output", "dstat", ""),
        (r"\A#!", "script", ""),
    )
)
"""What the head of a file shows: the code of its description, and the program for those of results
that are not read."""
_FIO_OPTIONS = frozenset(
    ("rw", "readwrite", "ioengine", "bs", "blocksize", "iodepth", "filename", "size", "runtime")
)
LONGEST = 60
"""Characters of a file that are shown."""


def describe_file(file: File) -> Sentence:
    """Describes a file of no known format, in a sentence that begins with its name. Never raises
    for a readable file."""
    code, figures = _kind(file)
    name = printable(file.shown)
    return lambda: message(f"kind-{code}", file=name, **figures)


def _kind(file: File) -> tuple[str, Figures]:
    """The code of a description, and its figures."""
    begin = file.begin
    if not begin:
        return "empty", {}
    for magic, code in _BYTES:
        if begin.startswith(magic):
            return code, {}
    if file.path.suffix.lower() == ".blg":
        return "blg", {}
    if "utf-16" not in file.encoding and b"\x00" in begin:
        return "not-text", {}
    head = file.head
    for pattern, code, program in _TEXTS:
        if pattern.search(head):
            return code, {"program": program} if program else {}
    job_file = _job_file(head)
    return _shape(head) if job_file is None else (job_file, {})


def _job_file(head: str) -> str | None:
    """Recognises job files by the options at the start of their lines."""
    lines = [line.strip() for line in head.splitlines()]
    statements = [line for line in lines if line and line[0] not in ";#*/"]
    named = {
        line[: found.end() - 1].rstrip().lower()
        for line in statements
        if (found := re.match(r"[\w.-]+\s*[=:]", line)) is not None
    }
    if {"number_vm", "testing_duration"} <= named or {"vc", "datastore_name"} <= named:
        return "hcibench-configuration"
    if named & {"sd", "fsd"} and named & {"wd", "fwd", "rd"}:
        return "vdbench-parameters"
    if statements and re.fullmatch(r"\[[^\]]+\].*", statements[0]) and named & _FIO_OPTIONS:
        return "fio-job"
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
