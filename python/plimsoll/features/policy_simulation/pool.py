"""A described datastore with the guests of a policy file as a stack that can run.

The stack file and its own clients stay. Each kind of guests becomes a volume and a client; a
policy's limit becomes an element at the head of the volume's path, one instance per volume.
Reservation and shares need an element of type `shares` on that path; without one the file is
refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any

from plimsoll.base import reading
from plimsoll.base.errors import InputError
from plimsoll.features.policy.estate import Guests
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.resolving import ResolvedPolicy
from plimsoll.features.policy.rules import NO_RATES, Rules
from plimsoll.features.policy.targets import STACK

EXACT = 2**53
"""Up to here every whole number is a float."""
SCHEDULER = "shares"
"""Type of element with reservations and shares."""


@dataclass(frozen=True)
class Kind:
    """Guests of a kind, with the enforced rules of each volume."""

    name: str
    guests: Guests
    policy: str | None
    rules: Rules
    margin: float
    """Allowed deviation from a rule, in percent."""

    @property
    def allowed_per_s(self) -> float:
        """IOPS that the limit allows one guest."""
        return self.rules.rate_at(self.guests.block_bytes, self.guests.read)


@dataclass(frozen=True)
class Pool:
    """A described datastore and its guests."""

    datastore: str
    stack: Path
    text: str
    """The stack file as it was read."""
    path: tuple[str, ...]
    """Elements from a volume to the data."""
    scheduler: str | None
    """The scheduler on that path."""
    scheduled: Mapping[str, Any]
    """Its settings of single clients (`of`)."""
    size_bytes: int | str
    """Size of a volume whose guests have no capacity."""
    residents: tuple[str, ...]
    """Clients of the stack file."""
    kinds: tuple[Kind, ...]

    def of_policy(self, policy: str) -> list[Kind]:
        """The guests under a policy."""
        return [kind for kind in self.kinds if kind.policy == policy]

    def under(self, policy: str, rules: Rules) -> Pool:
        """A copy with other rules for one policy."""
        kinds = tuple(
            replace(kind, rules=rules) if kind.policy == policy else kind for kind in self.kinds
        )
        return replace(self, kinds=kinds)

    def stack_toml(self) -> str:
        """The stack file with the guests appended."""
        parts = [self.text.rstrip("\n"), ""]
        for kind in self.kinds:
            path = list(self.path)
            for name, keys in _limits(kind):
                path.insert(0, name)
                parts.append(_table("limit", name, keys))
            size = kind.guests.capacity or self.size_bytes
            parts.append(_table("volume", kind.name, {"size": size, "path": path}))
            parts.append(_table("client", kind.name, _client(kind)))
        return "\n".join(parts)

    def parameters(self) -> list[str]:
        """Settings of the scheduler, as for `--set`."""
        if self.scheduler is None:
            return []
        own = {kind.name: keys for kind in self.kinds if (keys := _shares(kind.rules))}
        if not own:
            return []
        return [f"{SCHEDULER}.{self.scheduler}.of={_value({**self.scheduled, **own})}"]


def pools(resolved: ResolvedPolicy, policy_file: Path) -> list[Pool]:
    """The datastores with guests, in the order of the file. Raises InputError for one without a
    stack, or that lacks a rule of a policy."""
    file = resolved.file
    found = []
    for name, store in file.datastore.items():
        guests_here = {
            key: guests for key, guests in file.guests.items() if guests.datastore == name
        }
        if not guests_here:
            continue
        if store.stack is None:
            raise InputError(
                *message.refusal("guests-without-stack", policy_file=policy_file, name=name)
            )
        kinds = tuple(_kind(resolved, key, guests) for key, guests in guests_here.items())
        pool = _read(name, Path(store.stack.removeprefix(STACK)), store.path_of, kinds)
        _refuse_without_scheduler(pool, policy_file)
        found.append(pool)
    return found


def _kind(resolved: ResolvedPolicy, name: str, guests: Guests) -> Kind:
    store = resolved.file.datastore[guests.datastore]
    policy = guests.policy or store.policy
    if policy is None:
        return Kind(name, guests, None, Rules(), 1.0)
    accepted = frozenset(() if store.system is None else resolved.file.system[store.system].accept)
    rules = resolved.rules[policy].without(accepted)
    return Kind(name, guests, policy, rules, resolved.file.policy[policy].margin)


def _read(datastore: str, stack: Path, path_of: str | None, kinds: tuple[Kind, ...]) -> Pool:
    text = reading.text_of(stack, message("stack-file"))
    try:
        document = reading.toml(text)
    except ValueError as error:
        raise InputError(f"{stack}: {error}", message("see-stacks")) from None
    volumes = _tables(document, "volume")
    name = _volume(stack, volumes, path_of)
    path = volumes[name].get("path")
    if not isinstance(path, list) or not path or not all(isinstance(part, str) for part in path):
        raise InputError(*message.refusal("no-path", stack=stack, name=name))
    _refuse_name_clash(stack, document, kinds)
    schedulers = _tables(document, SCHEDULER)
    on_path = [element for element in path if element in schedulers]
    scheduled = schedulers[on_path[0]].get("of", {}) if on_path else {}
    return Pool(
        datastore,
        stack,
        text,
        tuple(path),
        on_path[0] if on_path else None,
        scheduled if isinstance(scheduled, dict) else {},
        volumes[name].get("size", "64g"),
        tuple(_tables(document, "client")),
        kinds,
    )


def _tables(document: Mapping[str, Any], kind: str) -> dict[str, dict[str, Any]]:
    found = document.get(kind)
    if not isinstance(found, dict):
        return {}
    return {name: table for name, table in found.items() if isinstance(table, dict)}


def _volume(stack: Path, volumes: Mapping[str, Mapping[str, Any]], path_of: str | None) -> str:
    known = ", ".join(volumes) or "none"
    if path_of is not None:
        if path_of not in volumes:
            raise InputError(
                *message.refusal(
                    "no-path-of", "its-volumes", stack=stack, path_of=path_of, volumes=known
                )
            )
        return path_of
    if not volumes:
        raise InputError(*message.refusal("stack-without-volume", stack=stack))
    if len({json.dumps(volume.get("path")) for volume in volumes.values()}) > 1:
        raise InputError(*message.refusal("different-paths", stack=stack, known=known))
    return next(iter(volumes))


def _refuse_name_clash(stack: Path, document: Mapping[str, Any], kinds: tuple[Kind, ...]) -> None:
    for kind in kinds:
        if wrong := set(kind.name) & set("./\\"):
            raise InputError(*message.refusal("name-of-guests", name=kind.name, wrong=min(wrong)))
        for table in ("volume", "client"):
            if kind.name in _tables(document, table):
                raise InputError(
                    *message.refusal("name-taken", name=kind.name, stack=stack, table=table)
                )


def _refuse_without_scheduler(pool: Pool, policy_file: Path) -> None:
    """Raises InputError for a rule that nothing on the path enforces."""
    for kind in pool.kinds:
        given_rules = kind.rules
        if given_rules.reservation.bytes_per_s is not None:
            raise InputError(
                *message.refusal("reserves-bytes", policy_file=policy_file, policy=kind.policy)
            )
        unenforced = [
            rule
            for rule, given in (
                ("reservation", given_rules.reservation.is_set),
                ("shares", given_rules.shares is not None),
            )
            if given
        ]
        if unenforced and pool.scheduler is None:
            rules = reduce(lambda names, last: message("and", names=names, last=last), unenforced)
            raise InputError(
                *message.refusal(
                    "no-scheduler",
                    policy_file=policy_file,
                    policy=kind.policy,
                    rules=rules,
                    stack=pool.stack,
                    datastore=pool.datastore,
                    accept=json.dumps([f"no_{rule}" for rule in unenforced]),
                )
            )


def _shares(rules: Rules) -> dict[str, float]:
    keys: dict[str, float] = {}
    if rules.reservation.ops_per_s is not None:
        keys["reservation"] = rules.reservation.ops_per_s
    if rules.shares is not None:
        keys["shares"] = rules.shares
    return keys


def _limits(kind: Kind) -> list[tuple[str, dict[str, Any]]]:
    """The elements of a limit, by name: one; two with bursts on separate reads and writes, because
    a burst belongs to an element's single rate."""
    rules, name = kind.rules, f"limit of {kind.name}"
    if not rules.has_limit:
        return []
    if not (rules.burst.is_set and rules.apart):
        return [(name, _limit(rules))]
    elements = []
    for direction, rates in (("read", rules.read), ("write", rules.write)):
        if rates.is_set:
            own = replace(rules, shared=rates, read=NO_RATES, write=NO_RATES)
            elements.append((f"{name} ({direction}s)", {**_limit(own), "applies_to": direction}))
    return elements


def _limit(rules: Rules) -> dict[str, Any]:
    """The keys of an element of type limit."""
    keys: dict[str, Any] = {"scope": "disk"}
    for prefix, rates in (("", rules.shared), ("read_", rules.read), ("write_", rules.write)):
        if rates.ops_per_s is not None:
            keys[f"{prefix}ops_per_s"] = rates.ops_per_s
        if rates.bytes_per_s is not None:
            keys[f"{prefix}bytes_per_s"] = rates.bytes_per_s
    if rules.unit_bytes is not None:
        keys |= {"cost": rules.counting, "unit": rules.unit_bytes}
    for kind, most in (("ops", rules.burst.ops_per_s), ("bytes", rules.burst.bytes_per_s)):
        # An element refuses a burst without its rate.
        if most is not None and f"{kind}_per_s" in keys:
            keys |= {f"max_{kind}_per_s": most, "max_for": f"{round(rules.burst_s * 1e9)}ns"}
    return keys


def _client(kind: Kind) -> dict[str, Any]:
    guests = kind.guests
    load: dict[str, Any] = {"queue_depth": guests.queue_depth}
    if guests.iops is not None:
        load = {"rate": guests.iops}
    return {
        "count": guests.count,
        "volumes": [kind.name],
        "workload": {"block_size": guests.block_size, "read": guests.read},
        "load": load,
    }


def _table(kind: str, name: str, keys: Mapping[str, Any]) -> str:
    lines = [f"[{kind}.{json.dumps(name, ensure_ascii=False)}]"]
    lines += [f"{key} = {_value(value)}" for key, value in keys.items()]
    return "\n".join(lines)


def _value(value: Any) -> str:
    """A TOML value: text, number, boolean, list or inline table."""
    if isinstance(value, dict):
        inside = (
            f"{json.dumps(key, ensure_ascii=False)} = {_value(inner)}"
            for key, inner in value.items()
        )
        return f"{{ {', '.join(inside)} }}"
    if isinstance(value, list):
        return f"[{', '.join(_value(inner) for inner in value)}]"
    if isinstance(value, float) and value.is_integer() and abs(value) < EXACT:
        value = int(value)
    return json.dumps(value, ensure_ascii=False)
