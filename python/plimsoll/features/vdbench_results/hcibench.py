"""The result folder of an HCIBench test case. It has a file for each VM (vdbench's output, or fio's
JSON), which are combined to one Run of all VMs, with the figures of each VM.

HCIBench averages the 95th percentiles of VMs. Here counts and rates are summed, means are weighted
by operations, and percentiles come from distributions (fio's json+) or stay unknown. HCIBench's own
result file (`…-res.txt`) is checked against the result.

Written after the scripts of HCIBench; no result of the real appliance was available."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from plimsoll.base.gaps import merge_gaps
from plimsoll.features.imports.results.figures import total
from plimsoll.features.imports.results.registry import Format, formats
from plimsoll.features.imports.results.run_result import (
    Check,
    Each,
    Operations,
    Part,
    Result,
    UnrecordedTime,
    by_kind,
    mean_shares,
    whole,
)
from plimsoll.features.imports.results.source import File
from plimsoll.features.vdbench_results import hcibench_result, vdbench, vdbench_parameters

_CONFIGURATIONS = ("hcibench.cfg", "vdbench.cfg", "fio.cfg")
_TOLERANCE = 0.03
"""HCIBench rounds, and takes VMs that ended early at other moments."""


def claims(files: Mapping[str, File]) -> list[tuple[str, ...]]:
    """The files of VMs in a folder that HCIBench wrote, with its configurations; none in any other
    folder."""
    if not any(name in files for name in _CONFIGURATIONS):
        return []
    machines = tuple(sorted(name for name, file in files.items() if _read_of(name, file)))
    configurations = tuple(name for name in _CONFIGURATIONS if name in files)
    return [machines + configurations] if machines else []


def _read_of(name: str, file: File) -> bool:
    if name.endswith(".json"):
        return any(form.sniff(file.head) for form in _fio_json())
    return name.endswith(".txt") and vdbench.sniff(file.head)


def _fio_json() -> list[Format]:
    """The format of fio's results, where this product reads them."""
    return [form for form in formats() if form.name == "fio json"]


def read(files: Mapping[str, File]) -> Iterator[Result]:
    """The Runs of a test case, each of all VMs."""
    machines = {name: file for name, file in files.items() if name not in _CONFIGURATIONS}
    each: dict[str, list[Result]] = {}
    parameters = vdbench_parameters.NONE
    if "vdbench.cfg" in files:
        # The luns belong to each VM separately.
        parameters = vdbench_parameters.read(files["vdbench.cfg"])
        parameters = replace(parameters, target=None, target_kind=None)
    for name, file in machines.items():
        forms = _fio_json() if name.endswith(".json") else []
        found = forms[0].read(file) if forms else vdbench.read(file, parameters)
        each[name.rpartition(".")[0]] = list(found)
    most = max((len(found) for found in each.values()), default=0)
    first = next(iter(machines.values()))
    vms = max(len(each), _number_of_vms(files))
    for place in range(most):
        mine = {name: found[place] for name, found in each.items() if place < len(found)}
        yield _together(mine, first.path.parent, vms, alone=most == 1)


def _number_of_vms(files: Mapping[str, File]) -> int:
    """Number of requested VMs; 0 if no configuration has it, or if groups have their own
    numbers."""
    if "hcibench.cfg" not in files:
        return 0
    lines = [text for _, text in files["hcibench.cfg"].lines()]
    found = [match for text in lines if (match := re.match(r"number_vm:\s*['\"]?(\d+)", text))]
    grouped = any(re.match(r"\s+-?\s*number_vm:", text) for text in lines)
    return int(found[0][1]) if found and not grouped else 0


def _together(mine: Mapping[str, Result], folder: Path, vms: int, *, alone: bool) -> Result:
    """The Run of all VMs. `vms`: how many there were, of which some may have left no results."""
    results = list(mine.values())
    kinds = by_kind([result.kinds for result in results], absent=_NO_OPERATIONS)
    first = results[0]
    remarks = list(dict.fromkeys(code for result in results for code in result.remarks))
    remarks += ["vms_missing"] if len(results) < vms else []
    counted = f"{len(results)} of {vms} VMs" if len(results) < vms else f"{vms} VMs"
    checks = [check for result in results for check in result.checks]
    if alone:
        checks += _against_its_own(folder, kinds)
    return replace(
        first,
        name=folder.name,
        at=f"{counted}: {first.at}" if vms > 1 else first.at,
        kinds=kinds,
        seconds=max(result.seconds or 0.0 for result in results) or None,
        load=replace(
            first.load,
            workers=total(result.load.workers for result in results),
            offered_rate_per_s=total(result.load.offered_rate_per_s for result in results),
        ),
        target=first.target or "virtual disks",
        host=None,
        cpu_share=mean_shares([result.cpu_share for result in results]),
        machine_cpu=_mean_machine(results),
        started_at_ns=_began(results) or hcibench_result.started_ns(folder.name),
        parts=_parts(results),
        unrecorded=UnrecordedTime(
            gaps=tuple(merge_gaps(gap for result in results for gap in result.unrecorded.gaps)),
            late=tuple(merge_gaps(gap for result in results for gap in result.unrecorded.late)),
            by_clock=any(result.unrecorded.by_clock for result in results),
        ),
        of_parts=any(result.of_parts for result in results),
        warmup_operations=sum(result.warmup_operations or 0 for result in results) or None,
        each=tuple(Each(name, result.kinds) for name, result in mine.items()),
        checks=tuple(checks),
        remarks=tuple(remarks),
        refused=next((result.refused for result in results if result.refused is not None), None),
    )


_NO_OPERATIONS = Operations(count=0, bytes=0, errors=0, rate_per_s=0.0, bytes_per_s=0.0)


def _mean_machine(results: Sequence[Result]) -> tuple[float, float | None] | None:
    shares = [result.machine_cpu for result in results if result.machine_cpu is not None]
    if not shares or len(shares) < len(results):
        return None
    systems = [system for _, system in shares if system is not None]
    system = sum(systems) / len(shares) if len(systems) == len(shares) else None
    return sum(used for used, _ in shares) / len(shares), system


def _began(results: Sequence[Result]) -> int | None:
    """Begin of the first VM; None if one has no date."""
    began = [result.started_at_ns for result in results]
    return None if None in began else min(at_ns or 0 for at_ns in began)


def _parts(results: Sequence[Result]) -> tuple[Part, ...]:
    """Interval by interval, where all VMs have one of the same length at that time: what one of
    them did not record is not known of all."""
    lengths = {round(part.length_s, 3) for result in results for part in result.parts}
    if len(lengths) != 1 or not all(result.parts for result in results):
        return ()
    (length,) = lengths
    by_number = [{round(part.start_s / length): part for part in vm.parts} for vm in results]
    made = []
    for number in sorted(set.intersection(*(set(parts) for parts in by_number))):
        parts = [of_vm[number] for of_vm in by_number]
        kinds = by_kind([part.kinds for part in parts], absent=_NO_OPERATIONS)
        made.append(Part(parts[0].start_s, parts[0].length_s, kinds))
    return tuple(made)


def _against_its_own(folder: Path, kinds: Mapping[str, Operations]) -> list[Check]:
    """Checks against HCIBench's own result file, beside the folder: sums of its datastores."""
    path = folder.parent / f"{folder.name}-res.txt"
    if not path.is_file():
        return []
    sections = list(hcibench_result.sections(File(path, str(path))))
    every = whole(kinds)
    found = []
    for figure, values, recomputed in (
        ("all.rate_per_s", [section.iops for section in sections], every.rate_per_s),
        ("all.bytes_per_s", [section.bytes_per_s for section in sections], every.bytes_per_s),
    ):
        known = [value for value in values if value is not None]
        if known and recomputed:
            found.append(Check(figure, sum(known), recomputed, _TOLERANCE))
    return found
