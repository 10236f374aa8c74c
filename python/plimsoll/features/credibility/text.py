"""The answer of `plimsoll judge` in lines: at most nine a file, the verdict first."""

from collections import Counter
from collections.abc import Iterator, Sequence

from plimsoll.base import language, units, workload_text
from plimsoll.features.credibility.judging import JudgedFile, JudgedFiles, JudgedRun, Reason, groups
from plimsoll.features.credibility.messages import message
from plimsoll.features.imports.reading import LeftFile

MOST_REASONS = 4
MOST_REMEDIES = 2
MOST_PLACES = 3
MOST_LEFT = 20
"""Left-out files that are named; --json has all."""


def lines(found: JudgedFiles) -> Iterator[str]:
    """The whole answer."""
    for file in found.files:
        yield from _file_lines(file)
    for left in found.left[:MOST_LEFT]:
        yield _left_line(left)
    if (more := len(found.left) - MOST_LEFT) > 0:
        yield message("left-out-more", files=more, count=units.count(more))
    if not found.files and found.ignored:
        yield message("only-ignored", files=found.ignored, count=units.count(found.ignored))


def _left_line(left: LeftFile) -> str:
    if left.format is None:
        return message("left-out", why=left.why())
    return message("left-out-read-as", why=left.why(), format=left.format)


def _file_lines(file: JudgedFile) -> Iterator[str]:
    program = f"{file.program} {file.version}" if file.version else file.program
    verdict = message(f"use-{file.use}")
    yield message("verdict", file=file.file, verdict=verdict, program=program)
    subject = _subject(file.runs)
    if file.steps:
        steps = message("steps", steps=file.steps, count=units.count(file.steps))
        subject = language.clauses([subject, steps])
    yield f"  {subject}"
    found = groups(file.runs)
    for reason, runs in found[:MOST_REASONS]:
        yield f"  {_reason_line(reason, runs, len(file.runs))}"
    if (more := len(found) - MOST_REASONS) > 0:
        yield f"  {message('more-reasons', reasons=more, count=units.count(more))}"
    remedies = [reason.meaning.remedy for reason, _ in found if reason.meaning.use != "usable"]
    named = [remedy for remedy in dict.fromkeys(remedies) if remedy is not None]
    if named:
        texts = [message(f"instead-{remedy}") for remedy in named[:MOST_REMEDIES]]
        yield f"  {message('instead', text=language.sentences(texts))}"
    unchecked = dict.fromkeys(code for run in file.runs for code in run.unchecked)
    if unchecked:
        texts = [message(f"unchecked-{code.replace('_', '-')}") for code in unchecked]
        yield f"  {message('not-checked', items=language.listing(texts))}"


def _subject(runs: Sequence[JudgedRun]) -> str:
    """The figures of the only Run; of several how many can be used."""
    if len(runs) > 1:
        counts = Counter(run.use for run in runs)
        parts = [
            message(f"runs-{use}", runs=counts[use], count=units.count(counts[use]))
            for use in ("usable", "limited", "unusable")
            if counts[use]
        ]
        return message("runs-of-file", parts=language.listing(parts))
    record = runs[0].record
    if record is None:
        return message("run-refuted", at=runs[0].at)
    # Total latency includes the submission, so it comes first where the file has it.
    spans = ("total_latency_ns", "completion_latency_ns")
    means = [record["all"].get(name, {}).get("mean") for name in spans]
    latency = next((mean for mean in means if mean is not None), None)
    syncs = record["flush"]["completion_latency_ns"]["mean"]
    workload = workload_text.clients(record["spec"]) if "clients" in record["spec"] else None
    return message(
        "result-of-run",
        rate=units.rate(record["achieved_rate_per_s"]),
        moved=units.throughput(record["bytes_per_s"]),
        latency="none" if latency is None else units.nanos(latency),
        syncs="none" if syncs is None else units.nanos(syncs),
        workload=workload or workload_text.short(record["spec"]["workload"]),
        length=units.seconds(record["measure_s"]),
    )


def _reason_line(reason: Reason, having: Sequence[JudgedRun], of: int) -> str:
    text = reason.sentence()
    use = reason.meaning.use
    if of == 1:
        return message("reason", use=use, text=text)
    places = language.clauses([run.at for run in having[:MOST_PLACES]])
    more = max(0, len(having) - MOST_PLACES)
    return message(
        "reason-of-runs", use=use, text=text, n=units.count(len(having)), places=places, more=more
    )
