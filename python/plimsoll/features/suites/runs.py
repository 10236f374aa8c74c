"""From a suite's file to a campaign on a target: the target put in, what differs from the suite
said, what it will cost, and what would keep it from running.

A suite is run as any campaign is; here is only what comes before. The suite's own file has no
target, so that it fits every one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plimsoll.base import reading
from plimsoll.base.errors import InputError, PlimsollError
from plimsoll.campaign import control, cost, plan
from plimsoll.features.suites import catalogue as suites
from plimsoll.features.suites import suite_target
from plimsoll.native.model import LoadValues, WorkloadValues
from plimsoll.native.session import parse_size

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plimsoll.campaign.spec import Spec
    from plimsoll.campaign.suite_table import SuiteTable
    from plimsoll.features.suites.suite_target import SuiteTarget
    from plimsoll.store.plans import Planned

ASSUMED_PER_S = 100 << 20
"""Bytes/s that what is written is told for: nobody knows the target's before it was measured."""


@dataclass(frozen=True)
class SuiteRequest:
    """What was asked of a suite beside its name."""

    targets: tuple[str, ...]
    overrides: tuple[str, ...] = ()
    confirmations: tuple[str, ...] = ()
    """Devices by their serial numbers, files by their paths: their data may be lost."""
    virtual: bool = False
    purged: str | None = None
    size: str | None = None
    """Of the file to make, as typed."""


@dataclass(frozen=True)
class SuiteRun:
    """A suite on its target: the campaign that it is."""

    spec: Spec
    points: list[Planned]
    file: Path
    target: SuiteTarget
    cost: Cost


@dataclass(frozen=True)
class Cost:
    """What a suite costs before it runs. Times in s, sizes in bytes."""

    tests: int
    """Of a round; of all where there are none."""
    rounds: tuple[int, int] | None
    """The fewest and the most."""
    least_s: float
    most_s: float
    filled: int
    """Bytes that Points write which end by bytes."""
    writing_s: tuple[float, float]
    """Seconds of writing in the fewest rounds and in the most, filling apart."""
    size: int | None
    """Of the target."""

    @property
    def writes(self) -> bool:
        """Whether anything is written."""
        return self.filled > 0 or self.writing_s[1] > 0

    def written(self, per_s: float) -> tuple[float, float]:
        """Bytes written at so many bytes a second, in the fewest rounds and in the most."""
        least, most = self.writing_s
        return self.filled + least * per_s, self.filled + most * per_s


def prepare(name: str, asked: SuiteRequest, *, only_plan: bool) -> SuiteRun:
    """A suite on a target, as far as that can be told before files are made. Raises what cannot be
    meant and, unless it is only planned, RefusedError for a device that was not confirmed."""
    spec, file = read(name, asked)
    target = suite_target.look(spec, asked.targets, asked.size, needed_bytes(spec))
    spec = suite_target.confirmed(spec, target, asked.confirmations, only_plan=only_plan)
    return _on_target(spec, file.absolute(), target)


def _on_target(spec: Spec, file: Path, target: SuiteTarget) -> SuiteRun:
    block = suite_target.block_of(spec, target)
    spec = spec if block is None else fitted(spec, block)
    points = control.points(spec)
    return SuiteRun(spec, points, file, target, cost_of(spec, points, target.size))


def refusal(run: SuiteRun, asked: SuiteRequest) -> PlimsollError | None:
    """What would keep a planned suite from running as things stand, as running would say it."""
    try:
        confirmations = asked.confirmations
        spec = suite_target.confirmed(run.spec, run.target, confirmations, only_plan=False)
        if not run.target.to_make:
            suite_target.refuse(spec)
    except PlimsollError as error:
        return error
    return None


def ready(run: SuiteRun) -> SuiteRun:
    """The suite once its files are made. Raises what the guard says of a target that would be
    written, before anything is kept."""
    suite_target.refuse(run.spec)
    return _on_target(run.spec, run.file, run.target) if run.target.to_make else run


def path_of(name: str) -> Path:
    """The file of a suite: of a name that is known, or a file of one's own."""
    own = Path(name)
    if own.suffix == suites.ENDING or "/" in name:
        return own
    return suites.find(name).path


def read(name: str, asked: SuiteRequest) -> tuple[Spec, Path]:
    """The campaign of this suite on these targets, and its file. Raises UsageError, InputError and
    NoTargetError in words of the suite."""
    path = path_of(name)

    def amend(raw: reading.TomlTable) -> None:
        if "suite" not in raw:
            raise InputError(
                f"{path} has no [suite] table, so it is a campaign and no suite",
                "Run it with 'plimsoll campaign run', or give it that table.",
            )
        before = _flat(raw)
        plan.override(raw, asked.overrides)
        after = _flat(raw)
        table = raw["suite"]
        table.setdefault("deviations", []).extend(
            f"{key.removeprefix('campaign.')} {_shown(after.get(key))} instead of"
            f" {_shown(before.get(key))}"
            for key in dict.fromkeys([*before, *after])
            if before.get(key) != after.get(key)
        )
        if asked.purged is not None:
            table["purged"] = asked.purged
        if asked.virtual:
            raw.setdefault("campaign", {})["virtual"] = True
        _put_targets(raw, asked)

    spec = plan.read(path, (), asked.confirmations, also=amend)
    assert spec.suite is not None, "that was looked at"
    told = [*spec.suite.deviations, *_of_state(spec.suite, asked)]
    table = spec.suite.model_copy(update={"deviations": told})
    return spec.model_copy(update={"suite": table}), path


def _of_state(table: SuiteTable, asked: SuiteRequest) -> list[str]:
    """What the suite asks of the target's state, and nobody vouches for."""
    if asked.virtual:
        return []
    told = []
    if table.purge and asked.purged is None:
        told.append("not purged before")
    if table.write_cache and not _has_cache(asked.targets, table.write_cache):
        told.append(f"write cache as found, not known to be {table.write_cache}")
    return told


def _has_cache(targets: Sequence[str], wanted: str) -> bool:
    """Whether the kernel says of every target that its write cache is as wanted."""
    said = {"on": "write back", "off": "write through"}[wanted]
    for target in targets:
        name = Path(target).resolve().name
        file = Path("/sys/class/block") / name / "queue" / "write_cache"
        try:
            if file.read_text(encoding="utf-8").strip() != said:
                return False
        except OSError:
            return False
    return True


def _put_targets(raw: reading.TomlTable, asked: SuiteRequest) -> None:
    table = dict(raw.pop("target", {}))
    path: str | list[str]
    several = [_absolute(one) for one in asked.targets]
    path = several[0] if len(several) == 1 else several
    if any(":" in one and not one.startswith("/") for one in several):
        # A described stack, null: and NBD have one engine each, without these options.
        table.pop("engine", None)
        table.pop("engine_options", None)
    table |= {"path": path, "name": " + ".join(asked.targets)}
    raw["target"] = table


def _absolute(target: str) -> str:
    return plan.absolute(Path.cwd(), target)


def _flat(raw: Mapping[str, Any], before: str = "") -> reading.TomlTable:
    """Values by dotted key, blocks by their name; without what only tells of the suite."""
    found: reading.TomlTable = {}
    for key, value in raw.items():
        if not before and key == "suite":
            continue
        name = f"{before}{key}"
        if isinstance(value, dict):
            found |= _flat(value, f"{name}.")
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            for place, one in enumerate(value):
                found |= _flat(one, f"{name}.{one.get('name', place)}.")
        else:
            found[name] = value
    return found


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(_shown(one) for one in value) or "none"
    return "none" if value is None else str(value)


def cost_of(spec: Spec, points: Sequence[Planned], size: int | None) -> Cost:
    """What this campaign costs. `size`: of the target, where it is known."""
    rounds = None
    if spec.rounds is not None:
        least = (spec.rounds.window - 1) * spec.rounds.every + 1
        rounds = (min(least, spec.campaign.repeats), spec.campaign.repeats)
    last = rounds[0] if rounds else None
    least_s = most_s = 0.0
    writing = [0.0, 0.0]
    filled = 0
    for point in points:
        early = last is None or point.repeat <= last
        load, read = LoadValues.of(point.load), WorkloadValues.of(point.workload).read
        seconds = cost.expected_s(spec, point) or 0.0
        share = 1.0 - (100.0 if read is None else read) / 100
        if load.passes is not None and load.measure_for is not None:
            done = round(load.passes * (size or 0) * (load.workers or 1))
            filled += round(done * share)
            seconds = done / cost.PASS_PER_S
        else:
            writing[0] += share * seconds if early else 0.0
            writing[1] += share * seconds
        least_s += seconds if early else 0.0
        most_s += seconds
    tests = len([point for point in points if rounds is None or point.repeat == rounds[1]])
    return Cost(tests, rounds, least_s, most_s, filled, (writing[0], writing[1]), size)


def needed_bytes(spec: Spec) -> int | None:
    """The size of a file on which every test of this suite fits; None where a test takes the whole
    target, whatever its size."""
    largest = 0
    for workload in spec.workload:
        sizes = (
            workload.working_set
            if isinstance(workload.working_set, list)
            else [workload.working_set]
        )
        for one in sizes:
            if one is None or str(one).strip().endswith("%"):
                return None
            offset = workload.working_set_offset
            begin = 0 if offset is None or isinstance(offset, list) else parse_size(str(offset))
            largest = max(largest, begin + parse_size(str(one)))
    return math.ceil(largest / 4096) * 4096


def fitted(spec: Spec, block: int) -> Spec:
    """The same without block sizes below that of the target, which it would refuse; they are told
    as a deviation."""
    left_out: dict[str, None] = {}
    workloads = []
    for workload in spec.workload:
        sizes = workload.block_size
        if isinstance(sizes, list):
            small = [one for one in sizes if parse_size(str(one)) < block]
            left_out |= dict.fromkeys(map(str, small))
            sizes = [one for one in sizes if one not in small]
        workloads.append(workload.model_copy(update={"block_size": sizes}))
    if not left_out or spec.suite is None:
        return spec
    told = f"without {', '.join(left_out)}: the target's blocks have {block} bytes"
    table = spec.suite.model_copy(update={"deviations": [*spec.suite.deviations, told]})
    return spec.model_copy(update={"workload": workloads, "suite": table})


def text(name: str) -> str:
    """The file of a suite, as one may save it."""
    return reading.text_of(path_of(name), "suite's file")
