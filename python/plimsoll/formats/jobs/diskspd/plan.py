"""From a timespan to the Runs that go at once: one for its targets that are driven alike.

A thread is a worker with its outstanding operations as queue depth, a target's threads the workers
of that target. A throughput is a schedule of so many operations, of each thread in diskspd, of all
together here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from plimsoll.formats.jobs.diskspd import names
from plimsoll.formats.jobs.job_run import JobRun, Layout
from plimsoll.formats.jobs.problems import Problem, cut
from plimsoll.formats.numbers import sized

if TYPE_CHECKING:
    from plimsoll.formats.jobs.diskspd.profile_model import Span, Target
    from plimsoll.formats.jobs.job_run import Setup
    from plimsoll.model import ProbeRequest, SessionRequest


def runs(
    span: Span, number: int, setup: Setup, problems: list[Problem], told: list[Problem]
) -> list[JobRun]:
    """The Runs of a timespan; what cannot be is added to the problems."""
    groups: dict[Target, list[Target]] = {}
    for target in span.targets:
        if (why := _unfit(target)) is not None:
            problems.append(Problem(cut(target.path), why, True))
        if target.write_percent and target.content == "pattern":
            told.append(Problem(cut(target.path), names.PATTERN))
        groups.setdefault(replace(target, path=""), []).append(target)
    made: list[JobRun] = []
    for group in groups.values():
        region = _region(group, setup, problems)
        if region is None:
            continue
        name = f"timespan {number}"
        if len(groups) > 1:
            name = f"{name}, {group[0].path}"
        made.append(
            JobRun(
                name=name,
                session=_session(group, region, setup),
                probe=_probe(span, group, number * 1024 + len(made)),
                layouts=tuple(Layout(one.path, region[0] + region[1]) for one in group),
            )
        )
    return made


def _unfit(target: Target) -> str | None:
    """Why a target's walk is not one of ours."""
    if target.random or target.threads == 1 or target.stride in (None, target.block):
        return None
    return (
        f"-s{target.stride} with {target.threads} threads is not supported: each would walk its"
        " own part; give -t1, or leave the stride out"
    )


def _is_of_windows(path: str) -> bool:
    """`#2`, `c:`. A rehearsal on a described stack takes any name: nothing of that name is
    driven."""
    return path.startswith("#") or (path.endswith(":") and path.rstrip(":").isalpha())


def _region(group: list[Target], setup: Setup, problems: list[Problem]) -> tuple[int, int] | None:
    """First byte and bytes that are addressed of each target."""
    first = group[0]
    sizes = []
    for target in group:
        if setup.stand_in is None and _is_of_windows(target.path):
            name = cut(target.path)
            told = f"{name} is a disk of Windows: name the device, /dev/sdb say"
            problems.append(Problem("", told))
            return None
        there = setup.size_of(target.path)
        if there is None and target.file_size is None:
            problems.append(
                Problem("", f"{cut(target.path)} does not exist: give -c (FileSize) to lay it out")
            )
            return None
        sizes.append(target.file_size or there or 0)
    last = min(sizes)
    if len(set(sizes)) > 1 and first.largest is None:
        problems.append(
            Problem(
                "",
                f"targets differ in size, and {last} bytes of each would be addressed: give -f"
                " (MaxFileOffset), or run them one by one",
                True,
            )
        )
    if first.largest is not None:
        last = min(last, first.largest)
    if last - first.base < first.block:
        problems.append(
            Problem(
                "",
                f"{max(0, last - first.base)} bytes of {cut(first.path)} are addressed, less than a"
                f" block of {first.block}",
            )
        )
        return None
    return first.base, last - first.base


def _session(group: list[Target], region: tuple[int, int], setup: Setup) -> SessionRequest:
    first = group[0]
    paths = [one.path for one in group]
    workload: dict[str, object] = {
        "block_size": sized(first.block),
        "read": 100.0 - first.write_percent,
        "pattern": _pattern(first),
        "working_set": region[1],
        "working_set_offset": region[0],
    }
    if first.align:
        workload["align"] = first.align
    if first.write_percent:
        if first.content == "zero":
            workload["payload"] = "zero"
        if first.write_through:
            workload["durable_writes"] = True
    return cast(
        "SessionRequest",
        {
            "target": paths[0],
            "more_targets": paths[1:],
            "cached": not first.direct,
            "confirmations": list(setup.confirmations),
            "overwrite_signature": setup.overwrite_signature,
            "on_error": "stop",
            "workload": workload,
        },
    )


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


def _probe(span: Span, group: list[Target], seed: int) -> ProbeRequest:
    first = group[0]
    probe: dict[str, object] = {
        # Of each target.
        "workers": first.threads,
        "warmup_for": f"{span.warmup}s",
        "measure_for": f"{span.duration}s",
        "interval": f"{span.bucket_ms or 1000}ms",
        "drain_limit": "60s",
        "stop_when_decided": False,
        "seed": span.seed * 4096 + seed,
    }
    if first.rate is None:
        probe["queue_depth"] = first.outstanding
    else:
        workers = first.threads * len(group)
        probe |= {
            "rate": first.rate * workers,
            "arrivals": "constant",
            "max_outstanding": first.outstanding * workers,
        }
    return cast("ProbeRequest", probe)
