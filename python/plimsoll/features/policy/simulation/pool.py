"""A described datastore with the guests of a policy file on it: a stack that can be run.

The file of the stack stays as it is, and its own clients stay, too: they are who is there already.
Each kind of guests becomes a volume and a client behind it; a policy's limit becomes an element at
the head of the volume's path, of which each volume has its own. A reservation and shares are the
scheduler's: the element of type `shares` on that path. Without one nothing would enforce them, and
the file is refused.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plimsoll.base import reading
from plimsoll.base.errors import InputError
from plimsoll.features.policy.rules import NO_RATES, Rules
from plimsoll.features.policy.targets import STACK

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plimsoll.features.policy.estate import Guests
    from plimsoll.features.policy.resolving import Resolved

EXACT = 2**53
"""Up to here every whole number is a float."""
SCHEDULER = "shares"
"""The type of element that has reservations and shares."""


@dataclass(frozen=True)
class Kind:
    """Guests of a kind, with the rules that are enforced for each of their volumes."""

    name: str
    guests: Guests
    policy: str | None
    rules: Rules
    margin: float
    """Percent that a rate may be off a rule."""


@dataclass(frozen=True)
class Pool:
    """A described datastore and who is on it."""

    datastore: str
    stack: Path
    text: str
    """The stack file as it was read."""
    path: tuple[str, ...]
    """Names of elements, from a volume to the data."""
    scheduler: str | None
    """The scheduler on that path."""
    scheduled: Mapping[str, Any]
    """What the file says there of single clients (`of`)."""
    size_bytes: int | str
    """Of a volume whose guests state no capacity."""
    residents: tuple[str, ...]
    """Clients that the stack file describes itself."""
    kinds: tuple[Kind, ...]

    def of_policy(self, policy: str) -> list[Kind]:
        """The guests under a policy."""
        return [one for one in self.kinds if one.policy == policy]

    def under(self, policy: str, rules: Rules) -> Pool:
        """The same with other rules for one policy."""
        kinds = tuple(
            replace(one, rules=rules) if one.policy == policy else one for one in self.kinds
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
        """What is set in the file's scheduler, as `--set` takes it."""
        if self.scheduler is None:
            return []
        own = {kind.name: said for kind in self.kinds if (said := _shares(kind.rules))}
        if not own:
            return []
        return [f"{SCHEDULER}.{self.scheduler}.of={_value({**self.scheduled, **own})}"]


def pools(resolved: Resolved, policy_file: Path) -> list[Pool]:
    """The datastores with guests on them, in the order of the file. Raises InputError where one is
    not described, or cannot do what a policy says."""
    file = resolved.file
    made = []
    for name, store in file.datastore.items():
        here = {key: one for key, one in file.guests.items() if one.datastore == name}
        if not here:
            continue
        if store.stack is None:
            raise InputError(
                f"{policy_file}: datastore.{name} has guests but no stack, so nothing describes"
                " what it would do",
                'Name its stack file: stack = "pool.toml". See docs/how-to/describe-a-stack.md.',
            )
        kinds = tuple(_kind(resolved, key, one) for key, one in here.items())
        pool = _read(name, Path(store.stack.removeprefix(STACK)), store.path_of, kinds)
        _refuse_unscheduled(pool, policy_file)
        made.append(pool)
    return made


def _kind(resolved: Resolved, name: str, guests: Guests) -> Kind:
    store = resolved.file.datastore[guests.datastore]
    policy = guests.policy or store.policy
    if policy is None:
        return Kind(name, guests, None, Rules(), 1.0)
    accepted = frozenset(() if store.system is None else resolved.file.system[store.system].accept)
    rules = resolved.rules[policy].without(accepted)
    return Kind(name, guests, policy, rules, resolved.file.policy[policy].margin)


def _read(datastore: str, stack: Path, path_of: str | None, kinds: tuple[Kind, ...]) -> Pool:
    text = reading.text_of(stack, "stack file")
    try:
        said = reading.toml(text)
    except ValueError as error:
        raise InputError(f"{stack}: {error}", "See docs/concepts/stacks.md.") from None
    volumes = _tables(said, "volume")
    name = _volume(stack, volumes, path_of)
    path = volumes[name].get("path")
    if not isinstance(path, list) or not path or not all(isinstance(one, str) for one in path):
        raise InputError(
            f"{stack}: volume.{name} has no path", "A path lists elements, the last a device."
        )
    _refuse_taken(stack, said, kinds)
    schedulers = _tables(said, SCHEDULER)
    here = [one for one in path if one in schedulers]
    scheduled = schedulers[here[0]].get("of", {}) if here else {}
    return Pool(
        datastore,
        stack,
        text,
        tuple(path),
        here[0] if here else None,
        scheduled if isinstance(scheduled, dict) else {},
        volumes[name].get("size", "64g"),
        tuple(_tables(said, "client")),
        kinds,
    )


def _tables(said: Mapping[str, Any], of: str) -> dict[str, dict[str, Any]]:
    """The named tables of a type."""
    found = said.get(of)
    if not isinstance(found, dict):
        return {}
    return {name: one for name, one in found.items() if isinstance(one, dict)}


def _volume(stack: Path, volumes: Mapping[str, Mapping[str, Any]], path_of: str | None) -> str:
    known = ", ".join(volumes) or "none"
    if path_of is not None:
        if path_of not in volumes:
            raise InputError(
                f"{stack} has no volume '{path_of}', whose path the guests were to take",
                f"Its volumes are: {known}.",
            )
        return path_of
    if not volumes:
        raise InputError(
            f"{stack} has no volume, so there is no path for the guests",
            "Describe one: [volume.NAME] with size and path.",
        )
    if len({json.dumps(one.get("path")) for one in volumes.values()}) > 1:
        raise InputError(
            f"the volumes of {stack} have different paths",
            f'Say which the guests take: path_of = "…" in the datastore\'s table, of: {known}.',
        )
    return next(iter(volumes))


def _refuse_taken(stack: Path, said: Mapping[str, Any], kinds: tuple[Kind, ...]) -> None:
    for kind in kinds:
        if wrong := set(kind.name) & set("./\\"):
            raise InputError(
                f"guests.{kind.name}: its name contains '{min(wrong)}', which names of"
                " described clients must not",
                "Call them otherwise.",
            )
        for of in ("volume", "client"):
            if kind.name in _tables(said, of):
                raise InputError(
                    f"guests.{kind.name}: {stack} has a {of} of that name already",
                    "Rename one of them.",
                )


def _refuse_unscheduled(pool: Pool, policy_file: Path) -> None:
    """A rule that nothing on the path enforces."""
    for kind in pool.kinds:
        rules = kind.rules
        if rules.reservation.bytes_per_s is not None:
            raise InputError(
                f"{policy_file}: policy '{kind.policy}' reserves bytes/s, but a described scheduler"
                " reserves operations",
                "Write the reservation in IOPS.",
            )
        asked = [
            what
            for what, given in (
                ("reservation", rules.reservation.given),
                ("shares", rules.shares is not None),
            )
            if given
        ]
        if asked and pool.scheduler is None:
            raise InputError(
                f"{policy_file}: policy '{kind.policy}' has {' and '.join(asked)}, but no scheduler"
                f" is on the path of {pool.stack}, so nothing there would enforce that",
                "Put an element of type shares into the path (plimsoll elements shares), or accept"
                f" it: a system of datastore.{pool.datastore} with accept ="
                f" {json.dumps([f'no_{one}' for one in asked])}.",
            )


def _shares(rules: Rules) -> dict[str, float]:
    said: dict[str, float] = {}
    if rules.reservation.ops_per_s is not None:
        said["reservation"] = rules.reservation.ops_per_s
    if rules.shares is not None:
        said["shares"] = rules.shares
    return said


def _limits(kind: Kind) -> list[tuple[str, dict[str, Any]]]:
    """The elements that a limit becomes, by name: one; with a burst, one for reads and one for
    writes where each have their own, for only an element's one rate has a burst."""
    rules, name = kind.rules, f"limit of {kind.name}"
    if not rules.limited:
        return []
    if not (rules.burst.given and rules.apart):
        return [(name, _limit(rules))]
    made = []
    for of, rates in (("read", rules.read), ("write", rules.write)):
        if rates.given:
            own = replace(rules, shared=rates, read=NO_RATES, write=NO_RATES)
            made.append((f"{name} ({of}s)", {**_limit(own), "applies_to": of}))
    return made


def _limit(rules: Rules) -> dict[str, Any]:
    """The keys of an element of type limit."""
    made: dict[str, Any] = {"scope": "disk"}
    for prefix, rates in (("", rules.shared), ("read_", rules.read), ("write_", rules.write)):
        if rates.ops_per_s is not None:
            made[f"{prefix}ops_per_s"] = rates.ops_per_s
        if rates.bytes_per_s is not None:
            made[f"{prefix}bytes_per_s"] = rates.bytes_per_s
    if rules.unit_bytes is not None:
        made |= {"cost": "ceil" if rules.rounding == "up" else "linear", "unit": rules.unit_bytes}
    for kind, most in (("ops", rules.burst.ops_per_s), ("bytes", rules.burst.bytes_per_s)):
        # Of both, only what there is a rate of: an element refuses the other.
        if most is not None and f"{kind}_per_s" in made:
            made |= {f"max_{kind}_per_s": most, "max_for": f"{round(rules.burst_s * 1e9)}ns"}
    return made


def _client(kind: Kind) -> dict[str, Any]:
    of = kind.guests
    load: dict[str, Any] = {"queue_depth": of.queue_depth}
    if of.iops is not None:
        load = {"rate": of.iops}
    return {
        "count": of.count,
        "volumes": [kind.name],
        "workload": {"block_size": of.block_size, "read": of.read},
        "load": load,
    }


def _table(of: str, name: str, keys: Mapping[str, Any]) -> str:
    lines = [f"[{of}.{json.dumps(name, ensure_ascii=False)}]"]
    lines += [f"{key} = {_value(value)}" for key, value in keys.items()]
    return "\n".join(lines)


def _value(value: Any) -> str:
    """As TOML writes it: a text, a number, a truth value, a list or an inline table of those."""
    if isinstance(value, dict):
        inside = (
            f"{json.dumps(key, ensure_ascii=False)} = {_value(one)}" for key, one in value.items()
        )
        return f"{{ {', '.join(inside)} }}"
    if isinstance(value, list):
        return f"[{', '.join(_value(one) for one in value)}]"
    if isinstance(value, float) and value.is_integer() and abs(value) < EXACT:
        value = int(value)
    return json.dumps(value, ensure_ascii=False)
