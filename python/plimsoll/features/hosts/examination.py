"""Facts of a host, and differences between hosts that drive a load together.

`host_facts` reads the facts on a host, by name; an unreadable one is None. Some differences make
figures meaningless (other storage, another version), others deserve a look (another scheduler, a
slower generator).
"""

from __future__ import annotations

import contextlib
import os
import platform
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from plimsoll.base.errors import PlimsollError
from plimsoll.base.version import __version__
from plimsoll.features.hosts.messages import message
from plimsoll.native.session import Session, chain, engines, identities

if TYPE_CHECKING:
    from plimsoll.native.record import TargetIdentity, TargetIdentity2

Fact = str | int | float | None
Weight = Literal["wrong", "look", "fine"]
Unit = Literal["ns", "bytes", "per_s"]

CEILING_S = 0.3
"""Length of the generator's Run on the null target."""
CEILING_SHARE = 0.7
"""Share of the fastest generator's ceiling below which another deserves a look."""
MAX_CLOCK_ERROR_NS = 1_000_000
"""Clock error above which hosts deserve a look: Runs start and end this far apart."""


@dataclass(frozen=True)
class Difference:
    """A fact with its value on each host and its meaning."""

    name: str
    values: tuple[Fact, ...]
    weight: Weight
    because: str = ""
    unit: Unit | None = None


UNITS: Mapping[str, Unit] = {
    "ceiling_per_s": "per_s",
    "clock_known_ns": "ns",
    "round_trip_ns": "ns",
    "target_bytes": "bytes",
}
"""Units of quantities."""

FACTS = (
    "plimsoll",
    "kernel",
    "processors",
    "engines",
    "ceiling_per_s",
    "clock_known_ns",
    "round_trip_ns",
    "path_mtu",
    "target",
    "target_error",
    "target_bytes",
    "target_identity",
    "scheduler",
    "nr_requests",
    "queue_depth",
    "logical_block_size",
    "layers",
)
"""Every fact in order of display."""

QUEUE_KEYS: tuple[Literal["scheduler", "nr_requests", "queue_depth", "logical_block_size"], ...] = (
    "scheduler",
    "nr_requests",
    "queue_depth",
    "logical_block_size",
)
"""Facts of a device's queue, from `BlockDevice`."""

WEIGHTS: Mapping[str, Weight] = {
    "plimsoll": "wrong",
    "target_error": "wrong",
    "target_bytes": "look",
    "scheduler": "look",
    "nr_requests": "look",
    "queue_depth": "look",
    "logical_block_size": "look",
    "layers": "look",
    "engines": "look",
    "path_mtu": "look",
}
"""How grave a difference in a fact is. Others may differ."""


def host_facts(targets: Sequence[str], coordinator: str | None) -> dict[str, Fact]:
    """The facts of this host and its targets."""
    target = targets[0] if targets else None
    return {
        "plimsoll": __version__,
        "kernel": platform.release(),
        "processors": os.cpu_count(),
        "engines": ", ".join(engine["name"] for engine in engines() if not engine.get("why_not")),
        "ceiling_per_s": _ceiling(),
        "path_mtu": None if coordinator is None else _path_mtu(coordinator),
        "target": None if not targets else ", ".join(targets),
        **({} if target is None else _target(target)),
    }


def _ceiling() -> float | None:
    """IOPS of the null target at queue depth 32, the ceiling of this host's generator."""
    try:
        with Session.open({"target": "null:"}) as session:
            record = session.probe(
                rate=None,
                queue_depth=32,
                measure_for_s=CEILING_S,
                warmup_for_s=0.1,
                objective=None,
                stop_when_decided=False,
                seed=1,
                role="ceiling",
            )
    except PlimsollError:
        return None
    return round(record["achieved_rate_per_s"], -3)


def _path_mtu(address: str) -> int | None:
    """The kernel's MTU to that address."""
    mtu = 14  # IP_MTU of linux/in.h, which the module has no name for
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect((address, 9))
        return way.getsockopt(socket.IPPROTO_IP, mtu)
    return None


def _target(target: str) -> dict[str, Fact]:
    """Facts of a target, opened for reading."""
    try:
        with Session.open({"target": target}) as session:
            size: Fact = session.info["target"]["size_bytes"]
    except PlimsollError as error:
        return {"target_error": error.message}
    found: dict[str, Fact] = {"target_bytes": size}
    if not Path(target).exists():
        return found
    device = next(iter(chain(target)["devices"]), None)
    named = identities([target]).get(target)
    found["target_identity"] = identity_of(named)
    if device is not None:
        found |= {key: device.get(key) for key in QUEUE_KEYS}
    found["layers"] = " / ".join(layer["name"] for layer in chain(target)["devices"]) or None
    return found


def identity_of(identity: TargetIdentity | None) -> str | None:
    """A device's own name, the same on every host. None for a file, whose identity is local."""
    if identity is None or "block_device" not in identity:
        return None
    device = cast("TargetIdentity2", identity)["block_device"]
    return device.get("wwn") or device.get("serial") or device.get("uuid")


def differences(hosts: Sequence[Mapping[str, Fact]], *, shared: bool | None) -> list[Difference]:
    """Every fact over all hosts, the gravest first."""
    found = []
    for name in FACTS:
        values = tuple(host.get(name) for host in hosts)
        if all(value is None for value in values):
            continue
        weight, because = _meaning(name, values, shared=shared)
        label = message(f"fact-{name}")
        found.append(Difference(label, values, weight, because, UNITS.get(name)))
    order: Mapping[Weight, int] = {"wrong": 0, "look": 1, "fine": 2}
    return sorted(found, key=lambda fact: order[fact.weight])


def _meaning(name: str, values: tuple[Fact, ...], *, shared: bool | None) -> tuple[Weight, str]:
    """The meaning of a fact's values."""
    known = [value for value in values if value is not None]
    differ = len(set(values)) > 1
    if name == "target_error":
        return WEIGHTS[name], message(f"meaning-{name}")
    if name == "target_identity":
        return _identities(known, len(values), shared=shared)
    if name == "ceiling_per_s":
        rates = [float(value) for value in known]
        if rates and min(rates) < CEILING_SHARE * max(rates):
            return "look", message("slow-generator")
        return "fine", ""
    if name == "clock_known_ns":
        if any(int(value) > MAX_CLOCK_ERROR_NS for value in known):
            return "look", message("far-apart")
        return "fine", ""
    if differ and name in WEIGHTS:
        return WEIGHTS[name], message(f"meaning-{name}")
    return "fine", ""


def _identities(known: Sequence[Fact], hosts: int, *, shared: bool | None) -> tuple[Weight, str]:
    """Compares the targets' identities with the hosts file."""
    same = len(known) == hosts and len(set(known)) == 1
    apart = len(known) == hosts and len(set(known)) == hosts
    if shared and apart:
        return "wrong", message("different-targets")
    if shared is False and same and hosts > 1:
        return "wrong", message("same-target")
    if not same and not apart and len(known) > 1:
        return "look", message("some-share")
    return "fine", ""
