"""Documents for Kubernetes: a VolumeAttributesClass and a StorageClass for each policy, and the
patch that gives a claim its class. Printed only (`plan --print`): nothing of a cluster is touched.

Parameters, as the drivers read them (not tried against a cloud):

    ebs.csi.aws.com         type, iops, throughput (MiB/s)
    pd.csi.storage.gke.io   iops, throughput ("150Mi"); at creation provisioned-…-on-create.
                            Other keys are refused, also the provisioned-iops that Kubernetes' own
                            page shows (ExtractModifyVolumeParameters, pkg/parameters)
    disk.csi.azure.com      DiskIOPSReadWrite, DiskMBpsReadWrite (MB/s of 10^6)

These disks limit reads and writes together. Parameters of a class cannot be changed: the version of
the file is in its name.
"""

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from pydantic import Field

from plimsoll.features.policy.backends.contract import (
    Backend,
    BackendError,
    Document,
    Item,
    State,
    System,
    of_plain_limits,
)
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.rules import PolicyVolume, Rates

Driver = Literal["ebs.csi.aws.com", "pd.csi.storage.gke.io", "disk.csi.azure.com"]
LABEL = re.compile(r"[a-z0-9]([-a-z0-9]{0,50}[a-z0-9])?")
"""A DNS label (RFC 1123), with room for a version behind it."""
SUBDOMAIN = re.compile(r"[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?")
UNTRIED = "not tried against a cluster: check it with kubectl apply --dry-run=server"


class KubernetesSystem(System):
    """A cluster whose administrator applies what is printed."""

    kind: Literal["kubernetes"]
    driver: Driver = Field(description="The CSI driver of its volumes.")
    disk_type: str = Field(
        description="gp3, io2; hyperdisk-balanced, hyperdisk-extreme; PremiumV2_LRS, UltraSSD_LRS."
    )


def _mib(rates: Rates) -> int | None:
    return None if rates.bytes_per_s is None else _floor(rates.bytes_per_s / (1 << 20))


def _floor(value: float) -> int:
    """Whole units that are no more than the limit."""
    return max(1, math.floor(value))


def _ebs(rates: Rates, disk_type: str) -> tuple[State, State]:
    own = _parameters({"iops": rates.ops_per_s, "throughput": _mib(rates)})
    return {"type": disk_type, **own}, {"type": disk_type, **own}


def _gcp(rates: Rates, disk_type: str) -> tuple[State, State]:
    own = _parameters({"iops": rates.ops_per_s, "throughput": _mib(rates)})
    if "throughput" in own:
        own["throughput"] += "Mi"
    at_creation = {f"provisioned-{key}-on-create": value for key, value in own.items()}
    return own, {"type": disk_type, **at_creation}


def _azure(rates: Rates, disk_type: str) -> tuple[State, State]:
    through = None if rates.bytes_per_s is None else _floor(rates.bytes_per_s / 1e6)
    own = _parameters({"DiskIOPSReadWrite": rates.ops_per_s, "DiskMBpsReadWrite": through})
    return own, {"skuName": disk_type, "cachingMode": "None", **own}


def _parameters(values: Mapping[str, float | int | None]) -> State:
    return {key: str(round(value)) for key, value in values.items() if value is not None}


DRIVERS: dict[str, Callable[[Rates, str], tuple[State, State]]] = {
    "ebs.csi.aws.com": _ebs,
    "pd.csi.storage.gke.io": _gcp,
    "disk.csi.azure.com": _azure,
}
"""By driver: parameters of a VolumeAttributesClass and of a StorageClass."""


def _class_of(system: KubernetesSystem, volume: PolicyVolume) -> tuple[str, State, State]:
    if volume.rules.apart:
        raise BackendError(message("limits-together", driver=system.driver, policy=volume.policy))
    if not LABEL.fullmatch(volume.policy):
        raise BackendError(*message.refusal("no-class-name", policy=volume.policy))
    attributes, storage = DRIVERS[system.driver](volume.rules.shared, system.disk_type)
    return f"{volume.policy}-v{volume.version}", attributes, storage


def _items(system: KubernetesSystem, assigned: Sequence[PolicyVolume]) -> list[Item]:
    items = []
    for volume in assigned:
        name, attributes, _ = _class_of(system, volume)
        place = {"driver": system.driver, "class": name, **_claim(volume)}
        items.append(Item.of_volume(volume, place, attributes))
    return items


def _claim(volume: PolicyVolume) -> dict[str, str]:
    claim, namespace = volume.at["claim"], volume.at.get("namespace", "default")
    for key, text in (("claim", claim), ("namespace", namespace)):
        if not SUBDOMAIN.fullmatch(text):
            raise BackendError(message("not-a-kubernetes-name", text=text, key=key))
    return {"claim": claim, "namespace": namespace}


def _documents(system: KubernetesSystem, assigned: Sequence[PolicyVolume]) -> list[Document]:
    classes: dict[str, tuple[State, State]] = {}
    claims: list[tuple[dict[str, str], str]] = []
    for volume in assigned:
        name, attributes, storage = _class_of(system, volume)
        classes[name] = (attributes, storage)
        claims.append((_claim(volume), name))
    texts = []
    for name, (attributes, storage) in classes.items():
        texts.append(_attributes_class(name, system.driver, attributes))
        texts.append(_storage_class(name, system.driver, storage))
    patches = [_patch(claim, name) for claim, name in claims]
    heading = f"# For {system.driver}; {UNTRIED}\n"
    return [Document("kubernetes.yaml", heading + "---\n".join(texts) + "".join(patches))]


def attributes_class(name: str, driver: str, rates: Rates, disk_type: str) -> str:
    """The class of these limits for a driver of `DRIVERS`; its name is a `LABEL`."""
    return _attributes_class(name, driver, DRIVERS[driver](rates, disk_type)[0])


def _attributes_class(name: str, driver: str, parameters: State) -> str:
    return (
        "apiVersion: storage.k8s.io/v1\n"
        "kind: VolumeAttributesClass\n"
        f"metadata:\n  name: {json.dumps(name)}\n"
        f"driverName: {driver}\n"
        f"parameters:\n{_table(parameters)}"
    )


def _storage_class(name: str, driver: str, parameters: State) -> str:
    return (
        "apiVersion: storage.k8s.io/v1\n"
        "kind: StorageClass\n"
        f"metadata:\n  name: {json.dumps(name)}\n"
        f"provisioner: {driver}\n"
        f"parameters:\n{_table(parameters)}"
        "allowVolumeExpansion: true\n"
        "volumeBindingMode: WaitForFirstConsumer\n"
    )


def _table(parameters: State) -> str:
    # JSON is YAML: a name cannot escape its quotes.
    return "".join(f"  {key}: {json.dumps(value)}\n" for key, value in parameters.items())


def _patch(claim: dict[str, str], name: str) -> str:
    change = json.dumps({"spec": {"volumeAttributesClassName": name}})
    claim_words = f"--namespace {claim['namespace']} pvc {claim['claim']}"
    return f"# kubectl patch {claim_words} --patch '{change}'\n"


KUBERNETES = Backend(
    kind="kubernetes",
    summary="VolumeAttributesClass and StorageClass for EBS, GCP PD and Azure Disk, printed",
    system=KubernetesSystem,
    keys=("claim",),
    optional=("namespace",),
    unmet=lambda rules, _: of_plain_limits(rules),
    items=_items,
    documents=_documents,
)
