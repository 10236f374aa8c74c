"""The Points of a factor study: the keys that each sets, and the configurations that set, read back
and restore its settings."""

from __future__ import annotations

import itertools
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from plimsoll.base import language
from plimsoll.campaign import plan
from plimsoll.campaign.commands import Command
from plimsoll.campaign.spec import AS_FOUND, Configuration, Setting, Spec
from plimsoll.features.factors import factor_design
from plimsoll.features.factors.factor_design import place_of
from plimsoll.features.factors.factor_spec import FactorTable
from plimsoll.native import stack_parameters
from plimsoll.store.plans import PlannedPoint

if TYPE_CHECKING:
    from plimsoll.native.model import PointLoad, PointTarget, PointWorkload


POLICY_LEVEL = "plimsoll.features.policy.level"
"""Program that applies, reads back and removes policy files, so that a campaign treats a policy as
any setting."""
MAX_FULL_SETTINGS = 6
"""Most settings whose combinations are all prepared: 64 configurations."""


class Combination(NamedTuple):
    """The settings of a Run. Equal combinations, and their equal parts, are one object."""

    configuration: str
    stack: dict[str, object]
    workload: PointWorkload
    load: PointLoad


def combinations(spec: Spec) -> list[tuple[Combination, int]]:
    """The combination of every Run in run order, and its repeat number from 1."""
    study = factor_design.design_study(spec)
    return number_combinations(spec, [run.levels for run in study.runs])


def number_combinations(
    spec: Spec, rows: Sequence[Sequence[float]], after: Sequence[Sequence[float]] = ()
) -> list[tuple[Combination, int]]:
    """The combinations of these rows of levels; repeats count on from the rows in `after`."""
    known: dict[tuple[float, ...], Combination] = {}
    parts: dict[str, Any] = {}
    times: dict[tuple[float, ...], int] = {}
    for row in after:
        times[tuple(row)] = times.get(tuple(row), 0) + 1
    found = []
    for row in rows:
        key = tuple(row)
        times[key] = times.get(key, 0) + 1
        if key not in known:
            known[key] = _combination(spec, key, parts)
        found.append((known[key], times[key]))
    return found


def _combination(spec: Spec, row: Sequence[float], parts: dict[str, Any]) -> Combination:
    """The combination of a row. `parts`: those of earlier combinations, by content."""
    tables: dict[str, dict[str, object]] = {"stack": {}, "workload": {}, "load": {}}
    for factor, code in zip(spec.factor.values(), row, strict=True):
        if factor.is_setting:
            continue
        value = factor_design.level(factor, code)
        set_here = (
            dict.fromkeys(factor.sets, value) if factor.sets else stack_parameters.flat(value)
        )
        for key, part in set_here.items():
            table, _, field = key.partition(".")
            tables[table][field] = part
    # Equal questions are one object (`resolution.check`).
    shared = {
        table: parts.setdefault(f"{table} {json.dumps(given, sort_keys=True)}", given)
        for table, given in tables.items()
    }
    return Combination(
        configuration_name(spec, row), shared["stack"], shared["workload"], shared["load"]
    )


def with_policies(factor: FactorTable, folder: Path) -> FactorTable:
    """Adds the commands for levels that are policy files in this folder."""
    # The names of files in the journal of `plimsoll policy`.
    files = [os.path.realpath(folder / str(level)) for level in factor.levels]
    names = factor.names or [str(level).removesuffix(".toml") for level in factor.levels]
    program = [sys.executable, "-m", POLICY_LEVEL]
    return factor.model_copy(
        update={
            "levels": files,
            "names": names,
            "sets": [],
            "set": [*program, "set", "{level}", *files],
            "read": [*program, "read", *files],
            "restore": [*program, "restore", "{original}", *files],
        }
    )


def is_of_policies(factor: FactorTable) -> bool:
    """Whether its levels are policy files, and it has the commands."""
    return isinstance(factor.set, list) and POLICY_LEVEL in factor.set


def configuration_name(spec: Spec, row: Sequence[float]) -> str:
    """Name of a Run's configuration: its settings in words."""
    words = [
        f"{name} {factor.words(place_of(factor, code))}"
        for (name, factor), code in zip(spec.factor.items(), row, strict=True)
        if factor.is_setting
    ]
    return language.listing(words) or AS_FOUND


def configurations(spec: Spec) -> dict[str, Configuration]:
    """Every configuration that a study may set: those of its design, and all combinations of outer
    levels if these are few, for the best setting."""
    settings = [factor for factor in spec.factor.values() if factor.is_setting]
    if not settings:
        return {}
    rows = [run.levels for run in factor_design.design_study(spec).runs]
    if len(settings) <= MAX_FULL_SETTINGS:
        # Only settings vary here.
        outer = [(-1.0, 1.0) if factor.is_setting else (1.0,) for factor in spec.factor.values()]
        rows += [list(row) for row in itertools.product(*outer)]
    by_name: dict[str, Configuration] = {}
    for row in rows:
        name = configuration_name(spec, row)
        if name not in by_name:
            by_name[name] = Configuration(
                setting=[
                    _setting(called, factor, place_of(factor, code))
                    for (called, factor), code in zip(spec.factor.items(), row, strict=True)
                    if factor.is_setting
                ]
            )
    return by_name


def covering(spec: Spec) -> list[str]:
    """Configurations of the design that cover every level of every setting."""
    covered: set[tuple[str, str | None]] = set()
    found = []
    for run in factor_design.design_study(spec).runs:
        name = configuration_name(spec, run.levels)
        settings = spec.configuration[name].setting if name in spec.configuration else []
        levels = {(setting.name, setting.expect) for setting in settings}
        if levels - covered:
            covered |= levels
            found.append(name)
    return found


def _setting(name: str, factor: FactorTable, place: int) -> Setting:
    assert factor.set is not None, "a setting"
    assert factor.read is not None, "checked when the file was read"
    assert factor.restore is not None, "checked when the file was read"
    level = stack_parameters.value(factor.levels[place])
    return Setting(
        name=name,
        set=_with_level(factor.set, level),
        read=factor.read,
        restore=factor.restore,
        expect=factor.reads[place] if factor.reads else level,
    )


def _with_level(command: Command, level: str) -> Command:
    """The command with its level, passed as data."""
    if isinstance(command, str):
        return ["env", f"PLIMSOLL_LEVEL={level}", "/bin/sh", "-c", command]
    return [word.replace("{level}", level) for word in command]


def points_of(
    spec: Spec, combinations: Iterable[tuple[Combination, int]]
) -> Iterator[PlannedPoint]:
    """The Points of these combinations with their repeat numbers."""
    (target,), (workload,), (load,) = spec.all_targets, spec.workload, spec.load
    fixed: dict[str, object] = {
        name: given[0] for name, given in plan.parameter_lists(spec).items()
    }
    # Equal parts of combinations are one object, and so are their results.
    targets: dict[int, PointTarget] = {}
    workloads: dict[int, PointWorkload] = {}
    loads: dict[int, PointLoad] = {}
    for setting, time in combinations:
        if id(setting.stack) not in targets:
            given = {**fixed, **setting.stack}
            base = plan.point_target(target)
            targets[id(setting.stack)] = {**base, "parameters": given} if given else base
        if id(setting.workload) not in workloads:
            workloads[id(setting.workload)] = {**plan.given_keys(workload), **setting.workload}
        if id(setting.load) not in loads:
            loads[id(setting.load)] = {**plan.given_keys(load), **setting.load}
        on, work, pace = (
            targets[id(setting.stack)],
            workloads[id(setting.workload)],
            loads[id(setting.load)],
        )
        seed = plan.point_seed(
            spec.campaign.seed, setting.configuration, plan.identity(on), work, pace, time
        )
        yield PlannedPoint(
            setting.configuration, on, work, pace, time, spec.point_strategy.name, seed, None
        )
