"""`policy.toml`: components, policies, systems, datastores and volumes, as a person writes them.

A component is a named set of rules; a policy is components and placement rules; a datastore has
tags, capabilities, capacity and a proven load line; a volume names its policy or has its
datastore's. Contradictions within a table are refused here with their line, those across tables in
`resolving.py`.
"""

import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from plimsoll.base import reading
from plimsoll.features.policy.backends import BACKENDS, AnySystem
from plimsoll.features.policy.estate import Guests
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.rules import NO_RATES, Per, Rates, Rounding, Rules
from plimsoll.judge.quantity import SizeText, native, quantity
from plimsoll.native.session import parse_size, parse_span

MARGIN = 1.0
"""Percent of a limit that a measured rate may be off, as in a promise."""
NAME_SHOWN = 80
LONGEST_NAME = 200
BURST = re.compile(r"(?P<rate>.+?)\s+for\s+(?P<span>\S+)")

Amounts: TypeAlias = str | list[str]
Capability: TypeAlias = str | int | bool


class _Table(BaseModel):
    """A table of the file: no key but those that are known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def rates(given: Amounts, key: str) -> Rates:
    """A rate, or one of operations and one of bytes. Raises ValueError."""
    ops: float | None = None
    through: float | None = None
    for text in [given] if isinstance(given, str) else given:
        value, unit, per = quantity(text)
        if per is not None:
            raise ValueError(message("rate-of-the-volume", key=key, text=text, per=per))
        if (ops if unit == "IOPS" else through) is not None:
            raise ValueError(message("two-rates", key=key, unit=unit))
        if unit == "IOPS":
            ops = value
        else:
            through = value
    if ops is None and through is None:
        raise ValueError(message("no-rate", key=key))
    return Rates(ops, through)


class Each(_Table):
    """Limits of reads and of writes, each on its own."""

    read: Amounts | None = Field(None, description="'3000 IOPS', '200 MiB/s', or both in a list.")
    write: Amounts | None = Field(None, description="The same for writes.")


class Component(_Table):
    """A named set of rules."""

    description: str | None = Field(None, description="For people.")
    limit: Amounts | Each | None = Field(
        None,
        description=(
            "At most, of reads and writes together: '3000 IOPS', '200 MiB/s', or both in a list;"
            ' apart: { read = "3000 IOPS", write = "1000 IOPS" }.'
        ),
    )
    reservation: str | None = Field(None, description="At least: '500 IOPS' or '50 MiB/s'.")
    shares: int | None = Field(
        None, ge=1, le=1_000_000, description="Weight in what is left; 1000 is VMware's normal."
    )
    normalised_at: str | None = Field(
        None,
        description=(
            "Size that counts as one I/O of the limit: 32k counts 64k as two. Default: every I/O"
            " counts as one."
        ),
    )
    rounding: Rounding | None = Field(
        None,
        description=(
            "Of normalised_at: up (40k at 32k is 2, as ESXi counts) or exact (1.25, as QEMU"
            " counts). Default up."
        ),
    )
    burst: Amounts | None = Field(
        None, description="Above the limit for a time: '6000 IOPS for 10s'."
    )
    per: Per | None = Field(
        None,
        description=(
            "What has the limit: each volume, or all volumes of a VM together. Default volume."
        ),
    )

    @field_validator("limit", "reservation", "burst", mode="before")
    @classmethod
    def _with_unit(cls, given: object) -> object:
        if isinstance(given, int | float):
            raise ValueError(message("no-unit", given=given))
        if given == {}:
            raise ValueError(message("limit-apart-empty"))
        return given

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        rules = self.rules()
        if self.rounding is not None and self.normalised_at is None:
            raise ValueError(message("rounding-alone"))
        limits = (rules.shared, rules.read, rules.write)
        limits_iops = any(limit.ops_per_s is not None for limit in limits)
        if self.normalised_at is not None and not limits_iops:
            raise ValueError(message("normalised-alone"))
        if rules.burst.is_set and rules.apart:
            raise ValueError(message("burst-apart"))
        if rules.burst.is_set:
            for own, limit, unit in (
                (rules.burst.ops_per_s, rules.shared.ops_per_s, "IOPS"),
                (rules.burst.bytes_per_s, rules.shared.bytes_per_s, "bytes/s"),
            ):
                if own is not None and limit is None:
                    raise ValueError(message("burst-without-limit", unit=unit))
                if own is not None and limit is not None and own <= limit:
                    raise ValueError(
                        message(
                            "burst-not-above", own=f"{own:,.10g}", unit=unit, limit=f"{limit:,.10g}"
                        )
                    )
        return self

    def rules(self) -> Rules:
        """The rules of the component. Raises ValueError."""
        shared = read = write = NO_RATES
        if isinstance(self.limit, Each):
            read = NO_RATES if self.limit.read is None else rates(self.limit.read, "limit.read")
            write = NO_RATES if self.limit.write is None else rates(self.limit.write, "limit.write")
        elif self.limit is not None:
            shared = rates(self.limit, "limit")
        burst, burst_s = _burst(self.burst)
        unit = None
        if self.normalised_at is not None:
            unit = native(parse_size, self.normalised_at)
        return Rules(
            shared=shared,
            read=read,
            write=write,
            reservation=(
                NO_RATES if self.reservation is None else rates(self.reservation, "reservation")
            ),
            shares=self.shares,
            unit_bytes=unit,
            rounding=self.rounding or "up",
            burst=burst,
            burst_s=burst_s,
            per=self.per or "volume",
        )


def _burst(given: Amounts | None) -> tuple[Rates, float]:
    if given is None:
        return NO_RATES, 0.0
    amounts, spans = [], set()
    for text in [given] if isinstance(given, str) else given:
        found = BURST.fullmatch(text.strip())
        if found is None:
            raise ValueError(message("burst-unreadable", text=text))
        amounts.append(found["rate"])
        spans.add(native(parse_span, found["span"]))
    if len(spans) > 1:
        raise ValueError(message("burst-lengths"))
    return rates(amounts, "burst"), spans.pop()


class Placement(_Table):
    """Where a policy's volumes may be."""

    tags: dict[str, list[str]] = Field(
        {},
        description=(
            "By category: the datastore must carry one of these tags in each category named here."
        ),
    )
    capabilities: dict[str, Capability | list[Capability]] = Field(
        {},
        description=(
            "By name (tier, raid, provisioning and others): the value that the datastore must have,"
            " or a list of values of which one will do."
        ),
    )


class Policy(_Table):
    """Components and placement rules."""

    description: str | None = Field(None, description="For people.")
    components: list[str] = Field([], description="Names of components, whose rules all hold.")
    place: Placement = Field(Placement(), description="Where its volumes may be.")
    margin: float = Field(
        MARGIN,
        gt=0,
        lt=50,
        description=f"Percent that a measured rate may be off the limit. Default {MARGIN:g}.",
    )


class Datastore(_Table):
    """A datastore or pool: what it is, and what it carries."""

    system: str | None = Field(None, description="The system that enforces limits on its volumes.")
    policy: str | None = Field(None, description="Policy of its volumes that name none.")
    tags: dict[str, list[str]] = Field({}, description="Its tags by category.")
    capabilities: dict[str, Capability] = Field(
        {}, description='What it can: tier = 1, raid = "raid10", provisioning = "thin".'
    )
    capacity: SizeText | None = Field(None, description="Its size: 10t.")
    used: SizeText | None = Field(
        None, description="Of that, what is taken by others than the volumes of this file."
    )
    overcommit: float = Field(
        1.0,
        ge=1,
        le=100,
        description="How many times its capacity thin volumes may add up to. Default 1.",
    )
    load_line: Amounts | None = Field(
        None, description="The load line that was proven: '20000 IOPS', '800 MiB/s', or both."
    )
    load_line_from: str | None = Field(
        None, description="Where that was measured: a store and campaign, a report."
    )
    stack: str | None = Field(
        None, description="For simulate: the stack file that describes it, from here."
    )
    path_of: str | None = Field(
        None,
        description=(
            "For simulate: the volume of the stack whose path the guests' volumes take. Default:"
            " the only one."
        ),
    )

    @field_validator("load_line")
    @classmethod
    def _line(cls, given: Amounts | None) -> Amounts | None:
        if given is not None:
            rates(given, "load_line")
        return given

    def bytes_of(self, key: Literal["capacity", "used"]) -> int | None:
        """A size in bytes."""
        given: str | None = getattr(self, key)
        return None if given is None else parse_size(given)

    @property
    def line(self) -> Rates:
        """The proven load line."""
        return NO_RATES if self.load_line is None else rates(self.load_line, "load_line")


class Volume(_Table):
    """A volume: its policy, where it is, and how it is measured."""

    datastore: str | None = Field(None, description="Where it lies.")
    policy: str | None = Field(None, description="Its policy. Default: its datastore's.")
    system: str | None = Field(
        None, description="What enforces its limits. Default: its datastore's."
    )
    size: SizeText | None = Field(None, description="Its size: 64g.")
    vm: str | None = Field(None, description="The VM that it belongs to.")
    at: dict[str, str] = Field(
        {},
        description=(
            "Where the system finds it. stack: element (and volume). cgroup: device, and cgroup,"
            " unit or container. stack, cgroup: scheduler, for shares. qemu: group. vcenter: vm and"
            " disk."
        ),
    )
    target: str | None = Field(
        None, description="What plimsoll policy verify measures: a path, nbd://…, stack:FILE."
    )


class PolicyFile(_Table):
    """Storage policies, and what they are applied to."""

    version: int = Field(
        ge=1, description="Of this file: raise it with every change of what it asks for."
    )
    name: str | None = Field(None, description="What it is about.")
    tags: dict[str, list[str]] = Field(
        {}, description="Tags by category, as they are known. Given, no other tag may be used."
    )
    component: dict[str, Component] = Field({}, description="Components by name.")
    policy: dict[str, Policy] = Field({}, description="Policies by name.")
    system: dict[str, AnySystem] = Field({}, description="What enforces limits, by name.")
    datastore: dict[str, Datastore] = Field({}, description="Datastores and pools by name.")
    volume: dict[str, Volume] = Field({}, description="Volumes by name.")
    guests: dict[str, Guests] = Field(
        {}, description="For simulate: guests by kind, each with a volume under a policy."
    )

    @field_validator("component", "policy", "system", "datastore", "volume", "guests")
    @classmethod
    def _names(cls, given: dict[str, object]) -> dict[str, object]:
        for name in given:
            if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
                raise ValueError(
                    message("name-invalid", name=f"{name[:NAME_SHOWN]!r}", longest=LONGEST_NAME)
                )
        return given

    @model_validator(mode="after")
    def _refers(self) -> Self:
        for kind, place, wanted, known in _references(self):
            if wanted not in known:
                raise ValueError(
                    message(
                        "no-reference",
                        place=place,
                        kind=kind,
                        wanted=wanted,
                        known=", ".join(sorted(known)) or "none",
                    )
                )
        if self.tags:
            for place, tags in _tag_tables(self):
                for category, values in tags.items():
                    _check_tags(self, place, category, values)
        for name, volume in self.volume.items():
            _check_place(self, name, volume)
        return self


REFERENCES = {
    "policy": {"components": "component"},
    "datastore": {"system": "system", "policy": "policy"},
    "volume": {"datastore": "datastore", "policy": "policy", "system": "system"},
    "guests": {"datastore": "datastore", "policy": "policy"},
}
"""Keys of a table that name another one, with its kind."""


def _references(file: PolicyFile) -> Iterator[tuple[str, str, str, Collection[str]]]:
    """References between tables: kind, place, name, and the known names."""
    for table, keys in REFERENCES.items():
        for name, row in getattr(file, table).items():
            for key, kind in keys.items():
                given = getattr(row, key)
                for reference in given if isinstance(given, list) else [given]:
                    if reference is not None:
                        yield kind, f"{table}.{name}", reference, getattr(file, kind)


def _tag_tables(file: PolicyFile) -> list[tuple[str, dict[str, list[str]]]]:
    return [
        *((f"datastore.{name}", store.tags) for name, store in file.datastore.items()),
        *((f"policy.{name}", policy.place.tags) for name, policy in file.policy.items()),
    ]


def _check_tags(file: PolicyFile, place: str, category: str, values: list[str]) -> None:
    if category not in file.tags:
        raise ValueError(
            message(
                "no-category", place=place, category=category, known=", ".join(sorted(file.tags))
            )
        )
    for value in values:
        if value not in file.tags[category]:
            raise ValueError(
                message(
                    "no-tag",
                    place=place,
                    value=value,
                    category=category,
                    known=", ".join(file.tags[category]),
                )
            )


def system_of(file: PolicyFile, volume: Volume) -> str | None:
    """The system that enforces a volume's limits."""
    if volume.system is not None or volume.datastore is None:
        return volume.system
    return file.datastore[volume.datastore].system


def _check_place(file: PolicyFile, name: str, volume: Volume) -> None:
    system = system_of(file, volume)
    if system is None:
        return
    backend = BACKENDS[file.system[system].kind]
    known = (*backend.keys, *backend.optional)
    for key in volume.at:
        if key not in known:
            raise ValueError(
                message("no-such-key", name=name, kind=backend.kind, key=key, keys=", ".join(known))
            )
    for key in backend.keys:
        if key not in volume.at:
            raise ValueError(message("key-missing", name=name, key=key, kind=backend.kind))


def read(path: Path) -> PolicyFile:
    """The policy file there, with its paths from its own folder. Raises as `reading.read` does."""
    file = reading.read(path, PolicyFile, what=message("policy-file"))
    folder = path.parent
    return file.model_copy(
        update={
            "system": {name: system.from_folder(folder) for name, system in file.system.items()},
            "datastore": {
                name: store.model_copy(update={"stack": target_from(folder, store.stack)})
                for name, store in file.datastore.items()
            },
            "volume": {
                name: volume.model_copy(update={"target": target_from(folder, volume.target)})
                for name, volume in file.volume.items()
            },
        }
    )


def target_from(folder: Path, target: str | None) -> str | None:
    """A target whose path, if it is one, is meant from this folder."""
    if target is None or "://" in target or target == "null:":
        return target
    kind = "stack:" if target.startswith("stack:") else ""
    return f"{kind}{os.path.normpath(folder / target[len(kind) :])}"
