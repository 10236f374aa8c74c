"""A pod that satisfies Kubernetes' PodSecurity standard *restricted*.

It runs as user 65532 without capabilities, on a read-only root, under the runtime's own seccomp
profile, and without a token for the cluster. It writes to its volumes alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plimsoll.features.kubernetes.yaml import Manifest, Value

USER = 65532
"""User and group of the image: the number that images without a root user share."""
DISK_GROUP = 6
"""The group `disk` on Debian, Ubuntu and RHEL. A block volume keeps the owner that it has on the
node, root:disk with mode 0660, unless the runtime gives it to the pod's user
(`device_ownership_from_security_context` of containerd and CRI-O); fsGroup is for file systems."""
RESULTS, VOLUME, CONFIG = "/results", "/volume", "/config"
DEVICE = "/dev/plimsoll"
"""Where a block volume appears in the container."""
STOP_S = 60
"""Seconds that a pod has to end after SIGTERM: a Run under way is ended and kept."""


def container(
    name: str,
    image: str,
    words: Sequence[str],
    mounts: Sequence[Manifest],
    devices: Sequence[Manifest] = (),
) -> Manifest:
    """A container that runs one command of Plimsoll."""
    made: dict[str, Value] = {
        "name": name,
        "image": image,
        "args": list(words),
        "workingDir": RESULTS,
        "securityContext": {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        },
        # No limit of CPU: a throttled generator is late, and its lateness is not the volume's.
        "resources": {
            "requests": {"cpu": "1", "memory": "512Mi"},
            "limits": {"memory": "2Gi"},
        },
        # The last lines of the answer are in `kubectl describe pod` when the verdict is not 0.
        "terminationMessagePolicy": "FallbackToLogsOnError",
        "volumeMounts": [*mounts, mount("scratch", "/tmp")],  # noqa: S108  # the pod's own
    }
    if devices:
        made["volumeDevices"] = list(devices)
    return made


def mount(volume: str, path: str, *, read_only: bool = False) -> Manifest:
    """A volume of the pod at a path of the container."""
    return {"name": volume, "mountPath": path} | ({"readOnly": True} if read_only else {})


def specification(
    containers: Sequence[Manifest],
    volumes: Sequence[Manifest],
    *,
    before: Sequence[Manifest] = (),
    block: bool = False,
) -> Manifest:
    """The pod of these containers; those of `before` run first, one after the other."""
    security: dict[str, Value] = {
        "runAsNonRoot": True,
        "runAsUser": USER,
        "runAsGroup": USER,
        "fsGroup": USER,
        "fsGroupChangePolicy": "OnRootMismatch",
        "seccompProfile": {"type": "RuntimeDefault"},
    }
    if block:
        security["supplementalGroups"] = [DISK_GROUP]
    made: dict[str, Value] = {
        "restartPolicy": "Never",
        "automountServiceAccountToken": False,
        "enableServiceLinks": False,
        "terminationGracePeriodSeconds": STOP_S,
        "securityContext": security,
    }
    if before:
        made["initContainers"] = list(before)
    made["containers"] = list(containers)
    made["volumes"] = [*volumes, {"name": "scratch", "emptyDir": {"sizeLimit": "256Mi"}}]
    return made


def claim_volume(volume: str, claim: str, *, read_only: bool = False) -> Manifest:
    """A volume of the pod that is a claim."""
    source: dict[str, Value] = {"claimName": claim}
    if read_only:
        source["readOnly"] = True
    return {"name": volume, "persistentVolumeClaim": source}


def metadata(name: str, namespace: str | None) -> Manifest:
    """The metadata of an object of ours."""
    made: dict[str, Value] = {"name": name}
    if namespace is not None:
        made["namespace"] = namespace
    return made | {"labels": labels(name)}


def labels(name: str) -> Manifest:
    """The labels of an object of ours, by which all that belongs to a Job is found."""
    return {"app.kubernetes.io/name": "plimsoll", "app.kubernetes.io/instance": name}
