"""From a campaign to its Points: the cross product, its order and the seed of each Point.

A Point's identity is its question (configuration, target by name, workload, load), never its place
in the order, so the same Point has the same seed in any order and any folder. The order is a sort
by a hash: random, the same for the same seed, and unchanged among old Points when others are added.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pydantic import BaseModel

from plimsoll.base import language, units
from plimsoll.base.errors import InputError
from plimsoll.base.keys import LOAD, WORKLOAD
from plimsoll.campaign import cost
from plimsoll.campaign.messages import message
from plimsoll.campaign.spec import AS_FOUND, Load, Spec, Target, Workload
from plimsoll.native import stack_parameters
from plimsoll.native.session import without
from plimsoll.native.values import TargetValues, WorkloadValues
from plimsoll.store.plans import PlannedPoint

if TYPE_CHECKING:
    from plimsoll.native.model import PointLoad, PointTarget, PointWorkload
    from plimsoll.native.record import SessionRequest

Item = TypeVar("Item")
MOST_POINTS = 100_000
"""More than a day, at a second each. All Points are resolved and stored before the first one runs:
for 100,000 that takes half a minute (measured) and the bytes below, and time, memory and every
status query grow with the number."""
MEMORY_EACH, STORE_EACH = 2_500, 250
"""Bytes of a Point in memory during planning, and in the store."""


@dataclass(frozen=True)
class Factor:
    """A factor of a plan, with its values as in the file."""

    name: str
    values: tuple[str, ...]


def points(spec: Spec) -> Iterator[PlannedPoint]:
    """The Points in the order of asking, with their expected times."""
    design = spec.design
    return cost.with_expected_times(
        spec, _full_plan(spec) if design is None else design.points(spec)
    )


def _full_plan(spec: Spec) -> Iterator[PlannedPoint]:
    """Every combination in the order of asking, without expected times."""
    seed, campaign = spec.campaign.seed, spec.campaign
    _refuse_too_many(number(spec))
    targets = [request for target in spec.all_targets for request in point_targets(spec, target)]
    _refuse_twice(spec)
    questions = [(target, *pair) for target in targets for pair in _pairs(spec)]
    names = list(spec.configuration) or [AS_FOUND]
    for repeat in range(1, campaign.repeats + 1):
        # Repeats are spread over the campaign; each sets a configuration only once.
        for configuration in _asking_order(
            names, lambda name: name, f"{seed}/{repeat}/configurations", campaign.order
        ):
            planned = [
                PlannedPoint(
                    configuration,
                    target,
                    workload,
                    load,
                    repeat,
                    campaign.strategy,
                    point_seed(seed, configuration, identity(target), workload, load, repeat),
                    None,
                )
                for target, workload, load, once in questions
                if not once or repeat == 1
            ]
            yield from _asking_order(
                planned, lambda point: str(point.seed), f"{seed}/order", campaign.order
            )


def number(spec: Spec) -> int:
    """Number of Points, computed without building them."""
    if spec.design is not None:
        return spec.design.number(spec)
    sets = math.prod(len(values) for values in parameter_lists(spec).values())
    return (
        sum(sets if target.is_described else 1 for target in spec.all_targets)
        * max(1, len(spec.configuration))
        * sum(
            _combinations([workload])
            * _combinations([load for load in spec.load if _goes_with(workload, load)])
            * (1 if workload.once else spec.campaign.repeats)
            for workload in spec.workload
        )
    )


def _combinations(tables: Sequence[BaseModel]) -> int:
    return sum(
        math.prod(len(value) for value in given_keys(table).values() if isinstance(value, list))
        for table in tables
    )


def _refuse_too_many(count: int) -> None:
    if count == 0:
        raise InputError(*message.refusal("no-points"))
    if count > MOST_POINTS:
        memory, store = count * MEMORY_EACH / 2**20, count * STORE_EACH / 2**20
        raise InputError(
            *message.refusal(
                "too-many-points",
                count=units.count(count),
                most=units.count(MOST_POINTS),
                memory=units.count(memory),
                store=units.count(store),
            )
        )


def _refuse_twice(spec: Spec) -> None:
    """Raises InputError for two equal Points: they would have the same seed, and their answers
    would look independent. Points are equal where a target, a workload or a load occurs twice."""
    targets, workloads, loads = spec.all_targets, blocks(spec.workload), blocks(spec.load)
    twice = (
        _first_duplicate([target.display_name for target in targets]),
        _first_duplicate([json.dumps(workload, sort_keys=True) for workload in workloads]),
        _first_duplicate([json.dumps(load, sort_keys=True) for load in loads]),
    )
    if any(place is not None for place in twice):
        target, workload, load = (
            targets[twice[0] or 0],
            workloads[twice[1] or 0],
            loads[twice[2] or 0],
        )
        raise InputError(
            *message.refusal(
                "same-points",
                workload=block_words(workload),
                load=block_words(load),
                target=target.display_name,
            )
        )


def _first_duplicate(names: Sequence[str]) -> int | None:
    """Index of the first name that occurred before."""
    seen = set()
    for place, name in enumerate(names):
        if name in seen:
            return place
        seen.add(name)
    return None


def factors(spec: Spec) -> list[Factor]:
    """The factors of a plan: every list with more than one value, and the factors of a design."""
    if spec.design is not None:
        return spec.design.factors(spec)
    found = []
    if len(spec.configuration) > 1:
        found.append(Factor("configuration", tuple(spec.configuration)))
    lists = parameter_lists(spec)
    mixed = bool(lists) and not all(target.is_described for target in spec.all_targets)
    if mixed:
        # Real targets have no parameters: there is no product of the two.
        requests = [each for target in spec.all_targets for each in point_targets(spec, target)]
        found.append(Factor("target", tuple(map(target_words, requests))))
    elif len(spec.all_targets) > 1:
        found.append(Factor("target", tuple(target.display_name for target in spec.all_targets)))
    found += [
        Factor(name, tuple(map(stack_parameters.value, values)))
        for name, values in lists.items()
        if len(values) > 1 and not mixed
    ]
    if is_paired(spec):
        tests = tuple(
            f"{block_words(workload)}; {block_words(load)}"
            for workload, load, once in _pairs(spec)
            if not once
        )
        found.append(Factor("test", tests))
        return [*found, *_repeats(spec)]
    for name, tables in (("workload", spec.workload), ("load", spec.load)):
        if len(tables) > 1:
            # Tables may have different lists, so the numbers of their Points are added.
            found.append(Factor(name, tuple(map(block_words, blocks(tables)))))
        else:
            found += [
                Factor(key, tuple(map(stack_parameters.value, values)))
                for key, values in given_keys(tables[0]).items()
                if isinstance(values, list) and len(values) > 1
            ]
    return [*found, *_repeats(spec)]


def _repeats(spec: Spec) -> list[Factor]:
    repeats = tuple(map(str, range(1, spec.campaign.repeats + 1)))
    return [Factor("repeat", repeats)] if len(repeats) > 1 else []


def is_paired(spec: Spec) -> bool:
    """Whether a workload names its loads or runs in the first repeat only, so that the Points are
    no plain product."""
    return any(workload.loads is not None or workload.once for workload in spec.workload)


def _pairs(spec: Spec) -> list[tuple[PointWorkload, PointLoad, bool]]:
    """Every workload with each of its loads, and whether it runs in the first repeat only. Equal
    workloads and loads are the same object."""
    loads = [(table, load) for table in spec.load for load in blocks([table])]
    return [
        (workload, load, table.once)
        for table in spec.workload
        for workload in blocks([table])
        for load_table, load in loads
        if _goes_with(table, load_table)
    ]


def _goes_with(workload: Workload, load: Load) -> bool:
    return workload.loads is None or load.name in workload.loads


def given_keys(table: BaseModel) -> Any:
    """The keys of a [[workload]] or [[load]] table, with its lists, without `loads` and `once`."""
    return table.model_dump(exclude_none=True, exclude={"loads", "once"})


def blocks(tables: Sequence[BaseModel]) -> list[Any]:
    """Every combination of the lists in each table, as `PointWorkload` or `PointLoad`."""
    found = []
    for table in tables:
        given = given_keys(table)
        lists = [values if isinstance(values, list) else [values] for values in given.values()]
        found += [
            dict(zip(given, combination, strict=True)) for combination in itertools.product(*lists)
        ]
    return found


def block_words(asked: Mapping[str, object]) -> str:
    """A workload or a load in words: its name, then its keys."""
    name = WorkloadValues.of(asked).name or ""
    # Names made from a job file list some of the keys already, in English.
    in_name = name.partition(": ")[2].split(", ")
    words = [
        _key_words(key, given)
        for key, given in asked.items()
        if key != "name" and _english_key_words(key, given) not in in_name
    ]
    return language.listing(filter(None, [name, *words])) or message("defaults")


def _english_key_words(key: str, given: object) -> str:
    return f"{key.replace('_', ' ')} {stack_parameters.value(given)}{' %' if key == 'read' else ''}"


def _key_words(key: str, given: object) -> str:
    if language.is_english():
        return _english_key_words(key, given)
    row = WORKLOAD.get(key) or LOAD.get(key)
    value = stack_parameters.value(given)
    if key == "read":
        value = language.share(language.number(value))
    return f"{key if row is None else row.words} {value}"


def point_target(target: Target) -> PointTarget:
    """A target in the form that Points have."""
    return cast("PointTarget", target.model_dump(exclude_defaults=True))


def parameter_lists(spec: Spec) -> dict[str, list[Any]]:
    """The values of the stack parameters that a campaign sets."""
    return {
        name: value if isinstance(value, list) else [value] for name, value in spec.stack.items()
    }


def point_targets(spec: Spec, target: Target) -> list[PointTarget]:
    """A target in the form that Points have; described storage once for each combination of its
    parameters."""
    request = point_target(target)
    lists = parameter_lists(spec)
    if not lists or not target.is_described:
        return [request]
    return [
        {**request, "parameters": dict(zip(lists, combination, strict=True))}
        for combination in itertools.product(*lists.values())
    ]


def identity(target: PointTarget) -> str:
    """A target's name with its parameters: unique within a campaign."""
    given = TargetValues.of(target).parameters
    return target["name"] if not given else f"{target['name']} {json.dumps(given, sort_keys=True)}"


def target_words(target: PointTarget) -> str:
    """A target in words: `tuned, multipath.switch_after 1000`."""
    return stack_parameters.target_display_name(target)


def session_request(spec: Spec, target: PointTarget, workload: PointWorkload) -> SessionRequest:
    """The session request of a Point."""
    values = TargetValues.of(target)
    return {
        "target": values.paths[0],
        "more_targets": values.paths[1:],
        "engine": values.engine,
        "engine_options": values.engine_options,
        "cached": values.cached,
        "hosts_down": values.down,
        "stack_parameters": stack_parameters.native(values.parameters),
        "virtual": spec.campaign.virtual,
        "confirmations": spec.campaign.i_will_lose_the_data_on,
        "overwrite_signature": spec.campaign.overwrite_signature,
        "on_error": spec.campaign.on_error,
        "workload": without(workload, "name"),
    }


def point_seed(
    campaign_seed: int,
    configuration: str,
    target: str,
    workload: PointWorkload,
    load: PointLoad,
    repeat: int,
) -> int:
    """The seed of a Point, from the campaign's seed, its question and its repeat: 53 bits, like
    that of a probe."""
    identity = json.dumps(
        [configuration, target, workload, load], sort_keys=True, ensure_ascii=False
    )
    return _hash(f"{campaign_seed}/{identity}/{repeat}") >> 11


def retry_seed(seed: int, invalidated: int) -> int:
    """The seed of a Point that is repeated because settings changed. It differs, since the same
    addresses might meet a warm cache."""
    return seed if not invalidated else _hash(f"{seed}/again/{invalidated}") >> 11


def _asking_order(
    items: list[Item], identity: Callable[[Item], str], salt: str, order: str
) -> list[Item]:
    if order == "as_written":
        return items
    return sorted(items, key=lambda item: _hash(f"{salt}/{identity(item)}"))


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
