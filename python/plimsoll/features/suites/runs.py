"""Turns a suite's file into a campaign on a target: puts the target in, lists deviations, estimates
the cost, and checks whether it can run.

The campaign then runs like any other. The file of a suite has no target, so that it fits every one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plimsoll.base import reading
from plimsoll.base.errors import InputError, PlimsollError
from plimsoll.campaign import cost, loader, resolution
from plimsoll.campaign.spec import Spec
from plimsoll.campaign.suite_table import Deviation, SuiteTable
from plimsoll.features.suites import catalogue as suites
from plimsoll.features.suites import suite_target
from plimsoll.features.suites.messages import message
from plimsoll.features.suites.suite_target import SuiteTarget
from plimsoll.native.session import parse_size
from plimsoll.native.values import LoadValues, WorkloadValues
from plimsoll.store.plans import PlannedPoint

ASSUMED_PER_S = 100 << 20
"""Assumed rate of writing for cost estimates, since the target's own rate is unknown."""


@dataclass(frozen=True)
class SuiteRequest:
    """The options of a suite beside its name."""

    targets: tuple[str, ...]
    overrides: tuple[str, ...] = ()
    confirmations: tuple[str, ...] = ()
    """Serial numbers of devices and paths of files whose data may be lost."""
    virtual: bool = False
    purged: str | None = None
    size: str | None = None
    """Size of the file to make, as typed."""


@dataclass(frozen=True)
class SuiteRun:
    """A suite on its target as a campaign."""

    spec: Spec
    points: list[PlannedPoint]
    file: Path
    target: SuiteTarget
    cost: Cost


@dataclass(frozen=True)
class Cost:
    """The estimated cost of a suite. Times in s, sizes in bytes."""

    tests: int
    """Tests of a round; all tests without rounds."""
    rounds: tuple[int, int] | None
    """The fewest and the most."""
    least_s: float
    most_s: float
    filled: int
    """Bytes written by Points that end by bytes."""
    writing_s: tuple[float, float]
    """Seconds of writing in the fewest rounds and in the most, without filling."""
    size: int | None
    """Of the target."""

    @property
    def writes(self) -> bool:
        """Whether anything is written."""
        return self.filled > 0 or self.writing_s[1] > 0

    def bytes_to_write(self, per_s: float) -> tuple[float, float]:
        """Bytes written at this rate in the fewest rounds and in the most."""
        least, most = self.writing_s
        return self.filled + least * per_s, self.filled + most * per_s


def prepare(name: str, request: SuiteRequest, *, only_plan: bool) -> SuiteRun:
    """A suite on a target, before files are made. Raises UsageError and InputError for invalid
    requests and, unless it is only planned, RefusedError for a device that was not confirmed."""
    spec, file = read(name, request)
    target = suite_target.look(spec, request.targets, request.size, needed_bytes(spec))
    spec = suite_target.confirm_devices(spec, target, request.confirmations, only_plan=only_plan)
    return _on_target(spec, file.absolute(), target)


def _on_target(spec: Spec, file: Path, target: SuiteTarget) -> SuiteRun:
    block = suite_target.block_of(spec, target)
    spec = spec if block is None else drop_small_blocks(spec, block)
    points = resolution.resolve(spec)
    return SuiteRun(spec, points, file, target, cost_of(spec, points, target.size))


def refusal(run: SuiteRun, request: SuiteRequest) -> PlimsollError | None:
    """The error with which a planned suite would end at once; None if it would run."""
    try:
        confirmations = request.confirmations
        spec = suite_target.confirm_devices(run.spec, run.target, confirmations, only_plan=False)
        if not run.target.to_make:
            suite_target.refuse(spec)
    except PlimsollError as error:
        return error
    return None


def ready(run: SuiteRun) -> SuiteRun:
    """The suite once its files are made. Raises the guard's refusal of a target before anything is
    stored."""
    suite_target.refuse(run.spec)
    return _on_target(run.spec, run.file, run.target) if run.target.to_make else run


def path_of(name: str) -> Path:
    """The file of a known suite, or the user's own file."""
    own = Path(name)
    if own.suffix == suites.ENDING or "/" in name:
        return own
    return suites.find(name).path


def read(name: str, request: SuiteRequest) -> tuple[Spec, Path]:
    """The campaign of this suite on these targets, and its file. Raises UsageError, InputError and
    NoTargetError."""
    path = path_of(name)

    def amend(raw: reading.TomlTable) -> None:
        if "suite" not in raw:
            raise InputError(*message.refusal("no-suite-table", path=path))
        before = _dotted_values(raw)
        loader.override(raw, request.overrides)
        after = _dotted_values(raw)
        table = raw["suite"]
        deviations = table.setdefault("deviations", []) if isinstance(table, dict) else None
        if not isinstance(deviations, list):
            # The campaign's own check has the words for a value of a wrong type.
            return
        table["deviations"] = [
            *deviations,
            *(
                _changed_key(key, after.get(key), before.get(key))
                for key in dict.fromkeys([*before, *after])
                if before.get(key) != after.get(key)
            ),
        ]
        if request.purged is not None:
            table["purged"] = request.purged
        if request.virtual:
            raw.setdefault("campaign", {})["virtual"] = True
        _put_targets(raw, request)

    spec = loader.read(path, (), request.confirmations, also=amend)
    assert spec.suite is not None, "that was looked at"
    deviations = [*spec.suite.deviations, *_state_deviations(spec.suite, request)]
    table = spec.suite.model_copy(update={"deviations": deviations})
    return spec.model_copy(update={"suite": table}), path


def _changed_key(key: str, value: object, usual: object) -> dict[str, object]:
    """The deviation of a key that is not as the suite has it, as a file has it."""
    figures = {
        "key": key.removeprefix("campaign."),
        "value": _stored_value(value),
        "usual": _stored_value(usual),
    }
    return {"code": "key", "figures": figures}


def _stored_value(value: object) -> str | list[str]:
    if isinstance(value, list):
        return [str(one) for one in value]
    return [] if value is None else str(value)


def _state_deviations(table: SuiteTable, request: SuiteRequest) -> list[Deviation]:
    """Deviations for a state of the target that the suite requires and nobody vouches for."""
    if request.virtual:
        return []
    deviations = []
    if table.purge and request.purged is None:
        deviations.append(Deviation(code="not-purged"))
    if table.write_cache and not _has_cache(request.targets, table.write_cache):
        deviations.append(Deviation(code=f"write-cache-not-{table.write_cache}"))
    return deviations


def _has_cache(targets: Sequence[str], wanted_state: str) -> bool:
    """Whether the kernel reports the wanted write cache for every target."""
    kernel_state = {"on": "write back", "off": "write through"}[wanted_state]
    for target in targets:
        name = Path(target).resolve().name
        file = Path("/sys/class/block") / name / "queue" / "write_cache"
        try:
            if file.read_text(encoding="utf-8").strip() != kernel_state:
                return False
        except OSError:
            return False
    return True


def _put_targets(raw: reading.TomlTable, request: SuiteRequest) -> None:
    table = dict(raw.pop("target", {}))
    path: str | list[str]
    paths = [_absolute(target) for target in request.targets]
    path = paths[0] if len(paths) == 1 else paths
    if any(":" in target and not target.startswith("/") for target in paths):
        # Described stacks, null: and NBD have one engine each, without these options.
        table.pop("engine", None)
        table.pop("engine_options", None)
    table |= {"path": path, "name": " + ".join(request.targets)}
    raw["target"] = table


def _absolute(target: str) -> str:
    return loader.absolute(Path.cwd(), target)


def _dotted_values(raw: Mapping[str, Any], before: str = "") -> reading.TomlTable:
    """Values by dotted key, blocks by their name, without the table that describes the suite."""
    values: reading.TomlTable = {}
    for key, value in raw.items():
        if not before and key == "suite":
            continue
        name = f"{before}{key}"
        if isinstance(value, dict):
            values |= _dotted_values(value, f"{name}.")
        elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            for place, item in enumerate(value):
                values |= _dotted_values(item, f"{name}.{item.get('name', place)}.")
        else:
            values[name] = value
    return values


def cost_of(spec: Spec, points: Sequence[PlannedPoint], size: int | None) -> Cost:
    """The estimated cost of this campaign. `size`: of the target, if known."""
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
            total_bytes = round(load.passes * (size or 0) * (load.workers or 1))
            filled += round(total_bytes * share)
            seconds = total_bytes / cost.PASS_PER_S
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
        for working_set in sizes:
            if working_set is None or str(working_set).strip().endswith("%"):
                return None
            offset = workload.working_set_offset
            start = 0 if offset is None or isinstance(offset, list) else parse_size(str(offset))
            largest = max(largest, start + parse_size(str(working_set)))
    return math.ceil(largest / 4096) * 4096


def drop_small_blocks(spec: Spec, block: int) -> Spec:
    """The campaign without block sizes below that of the target, which would refuse them; they
    become a deviation."""
    left_out: dict[str, None] = {}
    workloads = []
    for workload in spec.workload:
        sizes = workload.block_size
        if isinstance(sizes, list):
            too_small = [block_size for block_size in sizes if parse_size(str(block_size)) < block]
            left_out |= dict.fromkeys(map(str, too_small))
            sizes = [block_size for block_size in sizes if block_size not in too_small]
        workloads.append(workload.model_copy(update={"block_size": sizes}))
    if not left_out or spec.suite is None:
        return spec
    deviation = Deviation(
        code="without-small-blocks", figures={"sizes": [*left_out], "block": block}
    )
    table = spec.suite.model_copy(update={"deviations": [*spec.suite.deviations, deviation]})
    return spec.model_copy(update={"workload": workloads, "suite": table})


def text(name: str) -> str:
    """The text of a suite's file."""
    return reading.text_of(path_of(name), message("suites-file"))
