"""Commands for Ceph RBD's own limits, per image. Printed only (`plan --print`).

`rbd config image set POOL/IMAGE rbd_qos_…`: limits of IOPS and bytes/s, together or of reads and
writes, with a burst for whole seconds (docs.ceph.com, rbd-config-ref). They are librbd's: an image
that the kernel maps (krbd) ignores them. Not tried against a cluster.
"""

import re
import shlex
from collections.abc import Sequence
from typing import Literal

from plimsoll.features.policy.backends import contract
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.rules import Difference, PolicyVolume, Rules

NAME = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_.-]{0,126}")
"""Name of a pool, a namespace or an image: no option, and no separator of a spec."""
SCOPES = (("", "shared"), ("read_", "read"), ("write_", "write"))


class CephSystem(contract.System):
    """A Ceph cluster whose administrator runs what is printed."""

    kind: Literal["ceph"]


def _unmet(rules: Rules, _: contract.Place) -> list[Difference]:
    return contract.of_plain_limits(
        rules, burst=rules.burst.is_set and not rules.bursts_for_whole_seconds
    )


def _state(rules: Rules) -> contract.State:
    state: contract.State = {}
    for prefix, name in SCOPES:
        rates = getattr(rules, name)
        for kind, value in (("iops", rates.ops_per_s), ("bps", rates.bytes_per_s)):
            # 0 is no limit. All keys are set, so that none remains from another policy.
            state[f"rbd_qos_{prefix}{kind}_limit"] = "0" if value is None else str(round(value))
    for kind, most in (("iops", rules.burst.ops_per_s), ("bps", rules.burst.bytes_per_s)):
        if most is not None:
            state[f"rbd_qos_{kind}_burst"] = str(round(most))
            state[f"rbd_qos_{kind}_burst_seconds"] = str(int(rules.burst_s))
    return state


def _spec(volume: PolicyVolume) -> str:
    parts = [
        volume.at["pool"],
        *([volume.at["namespace"]] if "namespace" in volume.at else []),
        volume.at["image"],
    ]
    for part in parts:
        if not NAME.fullmatch(part):
            raise contract.BackendError(message("not-a-ceph-name", part=part))
    return "/".join(parts)


def _items(_: CephSystem, assigned: Sequence[PolicyVolume]) -> list[contract.Item]:
    return [
        contract.Item.of_volume(volume, {"image": _spec(volume)}, _state(volume.rules))
        for volume in assigned
    ]


def _documents(system: CephSystem, assigned: Sequence[PolicyVolume]) -> list[contract.Document]:
    lines = [
        "# For images that librbd opens (QEMU, rbd-nbd); krbd ignores these limits.",
        "# Not tried against a cluster. Read back: rbd config image list POOL/IMAGE",
    ]
    for item in _items(system, assigned):
        for key, value in (item.wanted or {}).items():
            lines.append(f"rbd config image set {shlex.quote(item.place['image'])} {key} {value}")
    return [contract.Document("ceph.sh", "\n".join(lines) + "\n")]


CEPH = contract.Backend(
    kind="ceph",
    summary="commands for Ceph RBD's own limits (librbd), printed",
    system=CephSystem,
    keys=("pool", "image"),
    optional=("namespace",),
    unmet=_unmet,
    items=_items,
    documents=_documents,
)
