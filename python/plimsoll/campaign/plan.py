"""From the document to the Points: the cross product, the order of asking, the seed of each, and
whether they can be meant.

A Point's identity is what is asked (configuration, target by its name, workload, load), never its
place in the order, so the same Point has the same seed in whatever order and in whatever folder.
The order is a sort by a hash: random, the same for the same seed, and the Points that others join
keep their order among themselves.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from plimsoll.base import reading
from plimsoll.base.errors import InputError, UsageError
from plimsoll.campaign.spec import AS_FOUND, Spec
from plimsoll.native import stack_parameters
from plimsoll.native.model import LoadValues, TargetValues, WorkloadValues
from plimsoll.native.session import without
from plimsoll.store.plans import Planned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pydantic import BaseModel

    from plimsoll.campaign.spec import Load, Target, Workload
    from plimsoll.native.model import LoadAsked, SessionRequest, TargetAsked, WorkloadAsked
    from plimsoll.store import PlannedPointRow

Asked = TypeVar("Asked")
SHELLS = ("sh", "ash", "bash", "busybox", "dash", "fish", "ksh", "zsh")
MOST_POINTS = 100_000
"""A day and more of asking, a second each. Every Point is resolved before the first is asked, and
kept: measured with 100,000, that takes half a minute and the figures below; ten times as many would
take ten times that, and every look at how far it is."""
MEMORY_EACH, STORE_EACH = 2_500, 250
"""Bytes of a Point while it is planned, and in the store."""


@dataclass(frozen=True)
class Factor:
    """Something that varies, with its values as people write them."""

    name: str
    values: tuple[str, ...]


def read(
    path: Path,
    overrides: Sequence[str] = (),
    confirmations: Sequence[str] = (),
    *,
    sha256: str | None = None,
    hosts: Path | None = None,
    also: Callable[[reading.TomlTable], None] | None = None,
) -> Spec:
    """The campaign in this file. `overrides` are KEY=VALUE that win over it; `confirmations` join
    those in it; `hosts` is the hosts file in the place of its own; `sha256`: see `reading.read`;
    `also` changes what was read once more.

    Paths in it are made absolute, from the folder of the file: a campaign is resumed from wherever.
    """

    def amend(raw: reading.TomlTable) -> None:
        override(raw, overrides)
        if hosts is not None:
            raw.setdefault("campaign", {})["hosts"] = str(hosts.absolute())
        if also is not None:
            also(raw)

    spec = reading.read(path, Spec, amend=amend, sha256=sha256, what="campaign file")
    _refuse_shell_paste(spec, path)
    folder = path.absolute().parent
    found = _absolute(spec, folder, confirmations)
    return found if spec.design is None else spec.design.read(found, path)


def _absolute(spec: Spec, folder: Path, confirmations: Sequence[str]) -> Spec:
    """The campaign with absolute paths: those of its file are meant from that folder, those of the
    command line from here."""
    targets = [
        target.model_copy(update={"name": target.called, "path": _absolute_paths(folder, target.path)})
        for target in spec.all_targets
    ]
    asked = spec.campaign
    lost = [
        *(absolute(folder, one) for one in asked.i_will_lose_the_data_on),
        *(absolute(Path.cwd(), one) for one in confirmations),
    ]
    own = None if asked.hosts is None else os.path.normpath(folder / asked.hosts)
    campaign = asked.model_copy(update={"i_will_lose_the_data_on": lost, "hosts": own})
    return spec.model_copy(update={"target": targets, "targets": [], "campaign": campaign})


def _refuse_shell_paste(spec: Spec, path: Path) -> None:
    """A value in the text of a shell would be read as part of the program: it is handed over as
    data, or not at all."""
    for configuration in spec.configuration.values():
        for setting in configuration.setting:
            words = setting.restore if isinstance(setting.restore, list) else []
            for at, word in enumerate(words):
                pasted = (
                    "{original}" in word
                    and at > 0
                    and words[at - 1].startswith("-")
                    and words[at - 1].endswith("c")
                )
                if pasted and any(Path(one).name in SHELLS for one in words[:at]):
                    raise InputError(
                        f"{path}: the setting '{setting.name}' pastes {{original}} into the text of"
                        " a shell, which would run what it holds",
                        'Pass it as an argument: ["sh", "-c", "echo "$1" > FILE", "sh", '
                        '"{original}"]; or use'
                        ' "$PLIMSOLL_ORIGINAL".',
                    )


def points(spec: Spec) -> Iterator[Planned]:
    """The Points in the order of asking, without an expected length (`cost.py`)."""
    seed, asked = spec.campaign.seed, spec.campaign
    if spec.design is not None:
        yield from spec.design.points(spec)
        return
    _refuse_too_many(number(spec))
    targets = [kept for target in spec.all_targets for kept in target_requests(spec, target)]
    _refuse_twice(spec)
    questions = [(kept, *pair) for kept in targets for pair in _pairs(spec)]
    names = list(spec.configuration) or [AS_FOUND]
    for repeat in range(1, asked.repeats + 1):
        # Repeats are spread over the time of the campaign, and within one a configuration is set
        # only once.
        for configuration in _asking_order(
            names, lambda name: name, f"{seed}/{repeat}/configurations", asked.order
        ):
            made = [
                Planned(
                    configuration,
                    kept,
                    workload,
                    load,
                    repeat,
                    asked.strategy,
                    point_seed(seed, configuration, identity(kept), workload, load, repeat),
                    None,
                )
                for kept, workload, load, once in questions
                if not once or repeat == 1
            ]
            yield from _asking_order(made, lambda point: str(point.seed), f"{seed}/order", asked.order)


def number(spec: Spec) -> int:
    """How many Points there are, by arithmetic alone: nobody knows how many before."""
    if spec.design is not None:
        return spec.design.number(spec)
    sets = math.prod(len(given) for given in parameter_lists(spec).values())
    return (
        sum(sets if target.described else 1 for target in spec.all_targets)
        * max(1, len(spec.configuration))
        * sum(
            _combinations([workload])
            * _combinations([load for load in spec.load if _goes_with(workload, load)])
            * (1 if workload.once else spec.campaign.repeats)
            for workload in spec.workload
        )
    )


def _combinations(written: Sequence[BaseModel]) -> int:
    lists = (
        [given for given in given_keys(block).values() if isinstance(given, list)]
        for block in written
    )
    return sum(math.prod(len(given) for given in block) for block in lists)


def _refuse_too_many(found: int) -> None:
    if found == 0:
        raise InputError(
            "this campaign has no Points: a list is empty", "Give it a value, or leave the key out."
        )
    if found > MOST_POINTS:
        memory, store = found * MEMORY_EACH / 2**20, found * STORE_EACH / 2**20
        raise InputError(
            f"this campaign has {found:,} Points, more than the {MOST_POINTS:,} that one may have:"
            f" they would take {memory:,.0f} MiB of memory and {store:,.0f} MiB of store before the"
            " first of them runs",
            "Shorten a list, or split it into several campaigns.",
        )


def _refuse_twice(spec: Spec) -> None:
    """The same question twice would have the same seed: two answers that are one, and look like
    two.

    Questions are every target with every workload and every load: two are the same where one of
    those stands there twice.
    """
    targets, workloads, loads = spec.all_targets, blocks(spec.workload), blocks(spec.load)
    twice = (
        _first_twice([target.called for target in targets]),
        _first_twice([json.dumps(workload, sort_keys=True) for workload in workloads]),
        _first_twice([json.dumps(load, sort_keys=True) for load in loads]),
    )
    if any(place is not None for place in twice):
        target, workload, load = (
            targets[twice[0] or 0],
            workloads[twice[1] or 0],
            loads[twice[2] or 0],
        )
        raise InputError(
            f"two Points are the same: {shown(workload)}; {shown(load)}; on {target.called}",
            "Remove the duplicate from its list, or set campaign.repeats.",
        )


def _first_twice(names: Sequence[str]) -> int | None:
    """Where the first stands that stood there before."""
    seen = set()
    for place, name in enumerate(names):
        if name in seen:
            return place
        seen.add(name)
    return None


def factors(spec: Spec) -> list[Factor]:
    """What varies, for the arithmetic of a plan: every list with more than one value, blocks by
    name; of a design what it varies."""
    if spec.design is not None:
        return spec.design.factors(spec)
    found = []
    if len(spec.configuration) > 1:
        found.append(Factor("configuration", tuple(spec.configuration)))
    lists = parameter_lists(spec)
    mixed = bool(lists) and not all(target.described for target in spec.all_targets)
    if mixed:
        # Real targets have no parameters: there is no product of the two.
        every = [kept for target in spec.all_targets for kept in target_requests(spec, target)]
        found.append(Factor("target", tuple(map(target_words, every))))
    elif len(spec.all_targets) > 1:
        found.append(Factor("target", tuple(target.called for target in spec.all_targets)))
    found += [
        Factor(name, tuple(stack_parameters.value(one) for one in given))
        for name, given in lists.items()
        if len(given) > 1 and not mixed
    ]
    if is_paired(spec):
        tests = tuple(
            f"{shown(workload)}; {shown(load)}" for workload, load, once in _pairs(spec) if not once
        )
        found.append(Factor("test", tests))
        return [*found, *_repeats(spec)]
    for what, written in (("workload", spec.workload), ("load", spec.load)):
        if len(written) > 1:
            # Blocks may differ in which lists they have: their Points are added up.
            found.append(
                Factor(what, tuple(shown(one) for block in written for one in blocks([block])))
            )
        else:
            found += [
                Factor(key, tuple(stack_parameters.value(one) for one in given))
                for key, given in given_keys(written[0]).items()
                if isinstance(given, list) and len(given) > 1
            ]
    return [*found, *_repeats(spec)]


def _repeats(spec: Spec) -> list[Factor]:
    repeats = tuple(str(one) for one in range(1, spec.campaign.repeats + 1))
    return [Factor("repeat", repeats)] if len(repeats) > 1 else []


def is_paired(spec: Spec) -> bool:
    """Whether some of its workloads are not asked with every load in every repeat, so that its
    Points are no plain product."""
    return any(one.loads is not None or one.once for one in spec.workload)


def _pairs(spec: Spec) -> list[tuple[WorkloadAsked, LoadAsked, bool]]:
    """Every workload with each load that it goes with, and whether it is asked once. The same one
    is the same object."""
    loads = [(block, load) for block in spec.load for load in blocks([block])]
    return [
        (workload, load, block.once)
        for block in spec.workload
        for workload in blocks([block])
        for of, load in loads
        if _goes_with(block, of)
    ]


def _goes_with(workload: Workload, load: Load) -> bool:
    return workload.loads is None or load.name in workload.loads


def given_keys(block: BaseModel) -> Any:
    """What a block asks, as `WorkloadAsked` and `LoadAsked` have it but for its lists; without what
    only says when it is asked."""
    return block.model_dump(exclude_none=True, exclude={"loads", "once"})


def blocks(written: Sequence[BaseModel]) -> list[Any]:
    """Every combination of the lists in each block, each a `WorkloadAsked` or a `LoadAsked`; keys
    that were not given stay out."""
    made = []
    for block in written:
        given = given_keys(block)
        lists = [values if isinstance(values, list) else [values] for values in given.values()]
        made += [
            dict(zip(given, combination, strict=True)) for combination in itertools.product(*lists)
        ]
    return made


def shown(asked: Mapping[str, object]) -> str:
    """A workload or a load in words: its name, then its keys."""
    words = [
        f"{key.replace('_', ' ')} {stack_parameters.value(given)}{' %' if key == 'read' else ''}"
        for key, given in asked.items()
        if key != "name"
    ]
    name = WorkloadValues.of(asked).name or ""
    # A name may say some of them (those that a job file is made into do): once is enough.
    said = name.partition(": ")[2].split(", ")
    words = [name, *(one for one in words if one not in said)] if name else words
    return ", ".join(words) or "defaults"


def target_asked(target: Target) -> TargetAsked:
    """A target as a Point keeps it."""
    return cast("TargetAsked", target.model_dump(exclude_defaults=True))


def parameter_lists(spec: Spec) -> dict[str, list[Any]]:
    """The values of every parameter of a stack that the campaign sets."""
    return {
        name: given if isinstance(given, list) else [given] for name, given in spec.stack.items()
    }


def target_requests(spec: Spec, target: Target) -> list[TargetAsked]:
    """A target as Points keep it: of described storage once for each combination of the parameters
    that are set."""
    kept = target_asked(target)
    lists = parameter_lists(spec)
    if not lists or not target.described:
        return [kept]
    return [
        {**kept, "parameters": dict(zip(lists, combination, strict=True))}
        for combination in itertools.product(*lists.values())
    ]


def identity(target: TargetAsked) -> str:
    """By which a target of a Point is told from others: its name, and what is set in it."""
    given = TargetValues.of(target).parameters
    return target["name"] if not given else f"{target['name']} {json.dumps(given, sort_keys=True)}"


def target_words(target: TargetAsked) -> str:
    """The same as people read it: `tuned, multipath.switch_after 1000`."""
    return stack_parameters.called(target)


def paths(target: TargetAsked) -> list[str]:
    """What a target is reached by: one name, or several that are driven together."""
    path = target["path"]
    return list(path) if isinstance(path, list) else [path]


def session_request(spec: Spec, target: TargetAsked, workload: WorkloadAsked) -> SessionRequest:
    """What a session is asked for a Point."""
    these, values = paths(target), TargetValues.of(target)
    return {
        "target": these[0],
        "more_targets": these[1:],
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


def is_stack(target: TargetAsked) -> bool:
    """Whether it is described, not real."""
    return isinstance(target["path"], str) and target["path"].startswith("stack:")


def point_seed(
    campaign_seed: int,
    configuration: str,
    target: str,
    workload: WorkloadAsked,
    load: LoadAsked,
    repeat: int,
) -> int:
    """The seed of a Point, from the campaign's, what is asked and its repeat: 53 bits, as of a
    probe."""
    identity = json.dumps(
        [configuration, target, workload, load], sort_keys=True, ensure_ascii=False
    )
    return _hash(f"{campaign_seed}/{identity}/{repeat}") >> 11


def retry_seed(seed: int, invalidated: int) -> int:
    """The seed of a Point that is asked again because settings changed: the same addresses might
    meet a warm cache."""
    return seed if not invalidated else _hash(f"{seed}/again/{invalidated}") >> 11


def place(point: Planned | PlannedPointRow) -> str:
    """Whose maximum the rate of a Point is a share of."""
    return json.dumps(
        [point.configuration, point.target, point.workload, LoadValues.of(point.load).hosts],
        sort_keys=True,
    )


def _asking_order(
    these: list[Asked], identity: Callable[[Asked], str], salt: str, order: str
) -> list[Asked]:
    return (
        these
        if order == "as_written"
        else sorted(these, key=lambda one: _hash(f"{salt}/{identity(one)}"))
    )


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def _absolute_paths(folder: Path, path: str | list[str]) -> str | list[str]:
    return (
        [absolute(folder, one) for one in path]
        if isinstance(path, list)
        else absolute(folder, path)
    )


def absolute(folder: Path, path: str) -> str:
    """Absolute, when it is a path."""
    if path.startswith("stack:"):
        return f"stack:{os.path.normpath(folder / path.removeprefix('stack:'))}"
    if path.startswith(("null:", "nbd://", "nbd+unix://", "nbds://")):
        return path
    return os.path.normpath(folder / path)


def _override_value(parts: Sequence[str], typed: str) -> Any:
    """The value of a `--set`. Of a stack's parameter several values need no brackets: a list of
    one is none."""
    if parts[0] == "stack":
        several = stack_parameters.values(typed)
        # A list that is itself the value is the only one of a list.
        whole = isinstance(several[0], list) and several[0]
        return several if len(several) > 1 or whole else several[0]
    try:
        return reading.toml(f"v = {typed}")["v"]
    except (ValueError, KeyError):
        return typed


def override(raw: reading.TomlTable, overrides: Sequence[str]) -> None:
    """Changes keys of a document as `--set KEY=VALUE` says. Raises UsageError."""
    for text in overrides:
        key, equals, typed = text.partition("=")
        parts = [part.strip() for part in key.split(".")]
        if parts[0] in stack_parameters.KINDS:
            parts = ["stack", *parts]
        if not equals or not all(parts):
            raise UsageError(
                f"--set {text} is not KEY=VALUE", "Write --set campaign.measure_for=5s, say."
            )
        given = _override_value(parts, typed)
        at: Any = raw
        for part in parts[:-1]:
            if isinstance(at, list):
                at = at[int(part)] if part.isdigit() and int(part) < len(at) else None
            else:
                at = at.setdefault(part, {})
            if not isinstance(at, dict | list):
                raise UsageError(
                    f"--set {text}: there is no table '{part}'",
                    "Name a table of the file and a key of it.",
                )
        if isinstance(at, list):
            raise UsageError(
                f"--set {text}: there are several tables '{parts[-2]}'",
                f"Number them: {parts[-2]}.0.{parts[-1]}=…",
            )
        at[parts[-1]] = given
