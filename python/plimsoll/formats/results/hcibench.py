"""The result folder of an HCIBench test case: a file of each VM (what vdbench printed, or fio's
JSON), put together as one Run of all VMs, with what each VM had beside it.

HCIBench itself averages the 95th percentiles of VMs. Here counts and rates are added, means are
weighted by operations, and percentiles come from distributions (fio's json+) or stay unknown. What
its own result file (`…-res.txt`) says is checked against that.

Written after the scripts of HCIBench; no result of the real appliance was seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from plimsoll.formats.results import fio_json, vdbench
from plimsoll.formats.results.measured import (
    Check,
    Each,
    Operations,
    Part,
    Result,
    together,
    whole,
)
from plimsoll.formats.results.source import File

_CONFIGURATIONS = ("hcibench.cfg", "vdbench.cfg", "fio.cfg")
_LOOSE = 0.03
"""HCIBench rounds, and takes VMs that ended early at other moments."""


def claims(files: Mapping[str, File]) -> list[tuple[str, ...]]:
    """The files of VMs in a folder that HCIBench wrote, with its configurations; none in any other
    folder."""
    if not any(name in files for name in _CONFIGURATIONS):
        return []
    machines = tuple(sorted(name for name, file in files.items() if _read_of(name, file)))
    kept = tuple(name for name in _CONFIGURATIONS if name in files)
    return [machines + kept] if machines else []


def _read_of(name: str, file: File) -> bool:
    if name.endswith(".json"):
        return fio_json.sniff(file.head)
    return name.endswith(".txt") and vdbench.sniff_report(file.head)


def read(files: Mapping[str, File]) -> Iterator[Result]:
    """The Runs of a test case, each of all VMs."""
    machines = {name: file for name, file in files.items() if name not in _CONFIGURATIONS}
    each: dict[str, list[Result]] = {}
    for name, file in machines.items():
        form = fio_json if name.endswith(".json") else None
        found = list(form.read(file) if form is not None else vdbench.read_report(file))
        each[name.rpartition(".")[0]] = found
    most = max((len(found) for found in each.values()), default=0)
    first = next(iter(machines.values()))
    for place in range(most):
        mine = {name: found[place] for name, found in each.items() if place < len(found)}
        yield _together(mine, first.path.parent, alone=most == 1)


def _together(mine: Mapping[str, Result], folder: Path, *, alone: bool) -> Result:
    results = list(mine.values())
    names = dict.fromkeys(kind for one in results for kind in one.kinds)
    kinds = {kind: together(one.kinds.get(kind, _NONE_DONE) for one in results) for kind in names}
    offered = [one.load.offered_rate_per_s for one in results]
    workers = [one.load.workers for one in results]
    first = results[0]
    remarks = list(dict.fromkeys(code for one in results for code in one.remarks))
    checks = [check for one in results for check in one.checks]
    if alone:
        checks += _against_its_own(folder, kinds)
    return replace(
        first,
        name=folder.name,
        at=f"{len(results)} VMs: {first.at}" if len(results) > 1 else first.at,
        kinds=kinds,
        seconds=max(one.seconds or 0.0 for one in results) or None,
        load=replace(
            first.load,
            workers=_added(workers),
            offered_rate_per_s=None if None in offered else sum(one or 0.0 for one in offered),
        ),
        target=first.target or "virtual disks",
        host=None,
        cpu_share=None,
        parts=_parts(results),
        each=tuple(Each(name, one.kinds) for name, one in mine.items()),
        checks=tuple(checks),
        remarks=tuple(remarks),
        refused=next((one.refused for one in results if one.refused is not None), None),
    )


_NONE_DONE = Operations(count=0, bytes=0, errors=0, rate_per_s=0.0, bytes_per_s=0.0)


def _added(values: Sequence[int | None]) -> int | None:
    return None if None in values else sum(one or 0 for one in values)


def _parts(results: Sequence[Result]) -> tuple[Part, ...]:
    """Interval by interval, where all VMs have as many of the same length."""
    if len({len(one.parts) for one in results}) != 1:
        return ()
    made = []
    for parts in zip(*(one.parts for one in results), strict=True):
        if len({round(part.length_s) for part in parts}) != 1:
            return ()
        names = dict.fromkeys(kind for part in parts for kind in part.kinds)
        kinds = {
            kind: together(part.kinds.get(kind, _NONE_DONE) for part in parts) for kind in names
        }
        made.append(Part(parts[0].start_s, parts[0].length_s, kinds))
    return tuple(made)


def _against_its_own(folder: Path, kinds: Mapping[str, Operations]) -> list[Check]:
    """What HCIBench says of the case, in the file beside its folder."""
    path = folder.parent / f"{folder.name}-res.txt"
    if not path.is_file():
        return []
    told = File(path, str(path))
    every = whole(kinds)
    found = []
    for _, text in told.lines():
        row = re.match(r"\s*(IOPS|THROUGHPUT)\s*=\s*([\d.,]+)", text)
        if row is None:
            continue
        value = float(row[2].replace(",", "") or 0)
        if row[1] == "IOPS" and every.rate_per_s:
            found.append(Check("all.rate_per_s", value, every.rate_per_s, _LOOSE))
        elif row[1] == "THROUGHPUT" and every.bytes_per_s:
            found.append(Check("all.bytes_per_s", value * (1 << 20), every.bytes_per_s, _LOOSE))
    return found
