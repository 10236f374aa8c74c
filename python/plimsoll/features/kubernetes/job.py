"""The manifests of a measurement in a cluster: ConfigMap, claims and Job, as plain data.

The Job runs the verbs that a person types: `prepare` fills a test file, then `find` or `check`
measures. Its exit code is the verdict's. Every Run is in a store on the claim for results; the
answer is also in the pod's log.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from plimsoll.features.kubernetes.pod import (
    CONFIG,
    DEVICE,
    RESULTS,
    VOLUME,
    claimed,
    container,
    labels,
    metadata,
    mount,
    specification,
)

if TYPE_CHECKING:
    from plimsoll.features.kubernetes.yaml import Manifest, Value

STORE = f"{RESULTS}/plimsoll.db"
TEST_FILE = f"{VOLUME}/plimsoll.dat"
LOSE = "--i-will-lose-the-data-on"


@dataclass(frozen=True)
class NewClaim:
    """A claim that is made together with the Job."""

    size_bytes: int
    storage_class: str | None = None
    """None: the cluster's default."""


@dataclass(frozen=True)
class JobRequest:
    """A measurement of one claim."""

    name: str
    claim: str
    image: str
    verb: Literal["find", "check"]
    document: str
    """The text of the workload that `find` uses, or of the promise that `check` reads."""
    options: tuple[str, ...] = ()
    """Further flags of the verb."""
    namespace: str | None = None
    block: bool = False
    writes: bool = True
    """Whether the measurement writes. A block volume is filled first only then."""
    file_bytes: int = 0
    """Size of the test file, on a volume with a file system."""
    new_claim: NewClaim | None = None
    """None: the claim exists."""
    results: str | None = None
    """A claim for results that exists; None: one is made."""
    results_bytes: int = field(default=1 << 30)

    @property
    def target(self) -> str:
        """What is measured, as the container sees it."""
        return DEVICE if self.block else TEST_FILE

    @property
    def results_claim(self) -> str:
        """The claim that keeps the store."""
        return self.results or f"{self.name}-results"

    @property
    def document_name(self) -> str:
        """The file in the ConfigMap."""
        return "workload.toml" if self.verb == "find" else "promise.toml"

    @property
    def words(self) -> list[str]:
        """The command that measures."""
        file = f"{CONFIG}/{self.document_name}"
        given = ["--workload", file] if self.verb == "find" else [file]
        confirmed = [LOSE, self.target] if self.block and self.writes else []
        return [
            self.verb, *given, "--target", self.target, "--store", STORE, *self.options, *confirmed
        ]  # fmt: skip

    @property
    def preparation(self) -> list[str] | None:
        """The command that fills the target first; None where nothing may be written."""
        if not self.block:
            return ["prepare", self.target, "--size", str(self.file_bytes)]
        if not self.writes:
            return None
        mark = f"{RESULTS}/plimsoll.prepare"
        return ["prepare", self.target, "--mark-file", mark, LOSE, self.target]


def manifests(request: JobRequest) -> list[Manifest]:
    """What `kubectl apply` makes of a request: what the Job needs first, the Job last."""
    made = [_config_map(request)]
    if request.new_claim is not None:
        made.append(_claim(request, request.claim, request.new_claim, block=request.block))
    if request.results is None:
        made.append(_claim(request, request.results_claim, NewClaim(request.results_bytes)))
    return [*made, _job(request)]


def quantity(size_bytes: int) -> str:
    """A size as Kubernetes writes it, in the largest unit that is exact."""
    for shift, unit in ((40, "Ti"), (30, "Gi"), (20, "Mi"), (10, "Ki")):
        if size_bytes % (1 << shift) == 0:
            return f"{size_bytes >> shift}{unit}"
    return str(size_bytes)


def _config_name(request: JobRequest) -> str:
    """With a digest of its content: a Job that was begun keeps the document it began with."""
    digest = hashlib.sha256(request.document.encode()).hexdigest()[:8]
    return f"{request.name}-{digest}"


def _config_map(request: JobRequest) -> Manifest:
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": _labelled(request, _config_name(request)),
        "immutable": True,
        "data": {request.document_name: request.document},
    }


def _labelled(request: JobRequest, name: str) -> Manifest:
    """Metadata of an object that belongs to the Job, by whose name it is found."""
    return {**metadata(name, request.namespace), "labels": labels(request.name)}


def _claim(request: JobRequest, name: str, new: NewClaim, *, block: bool = False) -> Manifest:
    asked: dict[str, Value] = {
        "accessModes": ["ReadWriteOnce"],
        "volumeMode": "Block" if block else "Filesystem",
        "resources": {"requests": {"storage": quantity(new.size_bytes)}},
    }
    if new.storage_class is not None:
        asked["storageClassName"] = new.storage_class
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": _labelled(request, name),
        "spec": asked,
    }


def _job(request: JobRequest) -> Manifest:
    mounts = [mount("results", RESULTS), mount("config", CONFIG, read_only=True)]
    devices: list[Manifest] = []
    if request.block:
        devices = [{"name": "volume", "devicePath": DEVICE}]
    else:
        mounts.append(mount("volume", VOLUME))
    filling = request.preparation
    before = (
        [container("prepare", request.image, filling, mounts, devices)]
        if filling is not None
        else []
    )
    measuring = container("measure", request.image, request.words, mounts, devices)
    pod = specification(
        [measuring],
        [
            claimed("volume", request.claim),
            claimed("results", request.results_claim),
            {"name": "config", "configMap": {"name": _config_name(request)}},
        ],
        before=before,
        block=request.block,
    )
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": metadata(request.name, request.namespace),
        "spec": {
            # One pod: its exit code is the verdict, and a second one would measure once more.
            "backoffLimit": 0,
            # A pod that the cluster took away (a drained node) gave no verdict: it is made anew.
            "podFailurePolicy": {
                "rules": [
                    {
                        "action": "Ignore",
                        "onPodConditions": [{"type": "DisruptionTarget", "status": "True"}],
                    }
                ]
            },
            "template": {"metadata": {"labels": labels(request.name)}, "spec": pod},
        },
    }


def reader(name: str, image: str, results: str, namespace: str | None) -> Manifest:
    """A pod that shows the store on a claim for results in a browser (`kubectl port-forward`)."""
    showing = container("page", image, ["web", "--store", STORE], [mount("results", RESULTS)])
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": metadata(name, namespace),
        "spec": specification([showing], [claimed("results", results)]),
    }
