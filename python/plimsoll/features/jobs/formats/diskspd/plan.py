"""Turns timespans into the Runs of a campaign: one Run for the targets of a timespan with equal
settings.

A thread becomes a worker with its outstanding operations as queue depth. A throughput becomes a
schedule: diskspd counts it per thread, Plimsoll over all threads."""

from collections.abc import Sequence
from dataclasses import replace

from plimsoll.base.errors import UsageError
from plimsoll.features.imports.numbers import size_text
from plimsoll.features.jobs.formats import campaigns
from plimsoll.features.jobs.formats.campaigns import CampaignRun
from plimsoll.features.jobs.formats.diskspd import command, names, profile
from plimsoll.features.jobs.formats.diskspd.profile_model import Span, Target
from plimsoll.features.jobs.formats.job_run import JobRun, Layout, Setup, probe_of, session_of
from plimsoll.features.jobs.formats.problems import Notes, cut
from plimsoll.native.record import ProbeRequest, SessionRequest, WorkloadRequest


def read(
    words: Sequence[str], places: Sequence[str], setup: Setup, notes: Notes
) -> list[CampaignRun]:
    """The Runs of a command line, or of the profile that it names. `places` maps its targets to
    paths here (`campaigns.paths_here`).

    Raises UsageError, NoTargetError, InputError; unsupported settings are added to the notes."""
    spans = _spans(words, notes)
    if notes.is_blocked:
        return []
    paths = dict.fromkeys(target.path for span in spans for target in span.targets)
    here = campaigns.paths_here(list(paths), places, here=lambda name: not _is_of_windows(name))
    found: list[CampaignRun] = []
    for number, span in enumerate(spans, 1):
        targets = [replace(target, path=here[target.path]) for target in span.targets]
        name = f"timespan {number}"
        made = runs(replace(span, targets=targets), name, setup, notes)
        campaigns.refuse_together(made, name, "make a timespan of each", notes)
        found += [CampaignRun(name, run.name, run, seed=span.seed) for run in made]
    return found


def _spans(words: Sequence[str], notes: Notes) -> list[Span]:
    found = command.read(words, notes)
    if found.profile is None:
        return [command.span(found)]
    others = [word for word in words if not word.startswith(("-X", "-R", "-v"))]
    if others:
        raise UsageError(
            f"-X is given, and {others[0][:60]}: a profile says everything itself",
            "Leave the other out, or change the profile.",
        )
    return profile.read(found.profile, notes)


def _is_of_windows(path: str) -> bool:
    """Whether a path is a disk of Windows: `#2`, `c:`."""
    return path.startswith("#") or (path.endswith(":") and path.rstrip(":").isalpha())


def runs(span: Span, name: str, setup: Setup, notes: Notes) -> list[JobRun]:
    """The Runs of a timespan; problems are added to the notes."""
    groups: list[list[Target]] = []
    for target in span.targets:
        if (why := _unfit(target)) is not None:
            notes.refuse(cut(target.path), why, True)
        if target.write_percent and target.content == "pattern":
            notes.remark(cut(target.path), names.PATTERN)
        alike = (group for group in groups if replace(group[0], path=target.path) == target)
        if (group := next(alike, None)) is not None:
            group.append(target)
        else:
            groups.append([target])
    regions = [(group, _region(group, setup, notes)) for group in groups]
    return [
        JobRun(
            name=name if len(groups) == 1 else f"{name}, {group[0].path}",
            session=_session(group, region, setup),
            probe=_probe(span, group),
            layouts=tuple(Layout(target.path, sum(region)) for target in group),
        )
        for group, region in regions
        if region is not None
    ]


def _unfit(target: Target) -> str | None:
    """Why Plimsoll cannot walk a target in this way; None if it can."""
    if target.random or target.threads == 1 or target.stride in (None, target.block):
        return None
    return (
        f"-s{target.stride} with {target.threads} threads is not supported: each would walk its"
        " own part; give -t1, or leave the stride out"
    )


def _region(group: list[Target], setup: Setup, notes: Notes) -> tuple[int, int] | None:
    """Offset and size in bytes of the region of each target."""
    first = group[0]
    sizes = []
    for target in group:
        size = target.file_size or setup.size_of(target.path)
        if size is None:
            notes.refuse("", f"{cut(target.path)} does not exist: give -c (FileSize)")
            return None
        sizes.append(size)
    last = min(sizes)
    if len(set(sizes)) > 1 and first.largest is None:
        notes.refuse(
            "",
            f"targets differ in size, and {last} bytes of each would be addressed: give -f"
            " (MaxFileOffset), or make a command line of each",
            True,
        )
    last = min(last, first.largest or last)
    if last - first.base < first.block:
        notes.refuse(
            "",
            f"{max(0, last - first.base)} bytes of {cut(first.path)} are addressed, less than a"
            f" block of {first.block}",
        )
        return None
    return first.base, last - first.base


def _session(group: list[Target], region: tuple[int, int], setup: Setup) -> SessionRequest:
    first = group[0]
    workload: WorkloadRequest = {
        "block_size": size_text(first.block),
        "read": 100.0 - first.write_percent,
        "pattern": _pattern(first),
        "working_set": region[1],
        "working_set_offset": region[0],
    }
    if first.align:
        workload["align"] = first.align
    if first.write_percent and first.content == "zero":
        workload["payload"] = "zero"
    if first.write_percent and first.write_through:
        workload["sync"] = "dsync"
    return session_of([target.path for target in group], workload, setup, cached=not first.direct)


def _pattern(target: Target) -> str:
    if target.random and target.random_percent >= 100:
        return "random"
    walk = "sequential"
    if target.threads > 1:
        # Threads that are not interlocked walk the same blocks, each from the base.
        walk = "sequential:shared" if target.interlocked else "sequential:each"
    if target.random and target.random_percent > 0:
        return f"{walk}+{target.random_percent:g}%random"
    if target.stride not in (None, target.block):
        return f"strided:{target.stride}"
    return walk


def _probe(span: Span, group: list[Target]) -> ProbeRequest:
    first, workers = group[0], group[0].threads * len(group)
    return probe_of(
        {
            "warmup_for": f"{span.warmup}s",
            "measure_for": f"{span.duration}s",
            "interval": f"{span.interval_ms}ms",
        },
        workers=first.threads,
        depth=first.outstanding,
        rate=None if first.rate is None else first.rate * workers,
        most=first.outstanding * workers,
    )
