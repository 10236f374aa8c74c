"""`plimsoll kubernetes`: manifests that measure a claim in a cluster, and a class from a load line.

Prints only. Nothing here speaks to a cluster, so no access to one is needed.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import typer

from plimsoll import __version__
from plimsoll.base.errors import RefusedError, UsageError
from plimsoll.base.keys import WORKLOAD
from plimsoll.cli import _options
from plimsoll.cli._options import LOSE, flag, key
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plimsoll.features.kubernetes.job import JobRequest, NewClaim
    from plimsoll.native.record import WorkloadRequest

EXAMPLES = (
    "plimsoll kubernetes manifest --pvc orders --objective 'p99 <= 5ms' > job.yaml",
    "plimsoll kubernetes manifest --pvc orders --block --objective 'p99 <= 5ms' > job.yaml",
    "plimsoll kubernetes manifest --pvc trial --storage-class gold --promise gold.toml > job.yaml",
    "plimsoll kubernetes page --results plimsoll-orders-results > page.yaml",
    "plimsoll kubernetes class gold --from plimsoll.db#1 --driver ebs.csi.aws.com --type gp3",
)
IMAGE = f"plimsoll:{__version__}"
"""The name that `make image` gives the image; a cluster needs the name in its own registry."""
REFERENCE = re.compile(r"[a-z0-9][A-Za-z0-9._:/@-]{0,511}")
"""What may be the reference of an image. The runtime reads it in full."""
CHARACTERS = "Its characters are a to z, 0 to 9 and '-'"
FILE_SHARE = 0.9
"""The share of a claim that a test file may have: ext4 keeps up to a tenth for itself."""
APP = typer.Typer(
    help="""Measure a claim of a Kubernetes cluster as a Job, and turn a load line into a class.

Prints manifests for kubectl apply; nothing of a cluster is touched. The pods satisfy the
PodSecurity standard restricted. The exit code of the Job's container is that of find or check.
"""
)
Namespace = flag("--namespace NAME", "Namespace of everything. Default: that of kubectl.")
Image = flag("--image REFERENCE", "The container image, as the cluster pulls it.", IMAGE)


@APP.command("manifest")
def manifest(
    pvc: str = flag("--pvc CLAIM", "The PersistentVolumeClaim to measure.", ...),
    block: bool = flag("--block", "The claim is a raw block volume (volumeMode: Block)."),
    objective: list[str] | None = flag(
        "--objective TEXT",
        "What must hold: 'p99 <= 5ms'. Repeatable. Default: chosen from the latency at a light"
        " load.",
    ),
    promise: Path | None = flag(
        "--promise FILE",
        "Check this promise file (plimsoll check) instead of searching the load line. Its target is"
        " replaced by the claim.",
    ),
    workload: Path | None = flag(
        "--workload FILE|NAME", "Workload file (TOML), or a name from 'plimsoll workload': oltp."
    ),
    block_size: str | None = key(WORKLOAD["block_size"], "I/O size: 4k. Default 8k."),
    read: str | None = key(
        WORKLOAD["read"],
        "Percentage of reads. Default 70, or 100 on a block volume that may not be written.",
    ),
    time: str = flag("--time TIME", "Time budget of the search.", "5m"),
    file_size: str = flag("--file-size SIZE", "Size of the test file on the volume.", "8g"),
    storage_class: str | None = flag(
        "--storage-class NAME", "Make the claim, of this StorageClass, together with the Job."
    ),
    claim_size: str = flag("--claim-size SIZE", "With --storage-class: size of the claim.", "20g"),
    results: str | None = flag(
        "--results CLAIM", "An existing claim for the store. Default: NAME-results is made."
    ),
    name: str | None = flag("--name NAME", "Name of the Job. Default: plimsoll-CLAIM."),
    namespace: str | None = Namespace,
    image: str = Image,
    lose_data_on: str | None = flag(
        f"{LOSE} CLAIM", "Confirm that the block volume of this claim may be overwritten."
    ),
    in_json: bool = flag("--log-json", "The pod prints its answer as JSON (find --json)."),
) -> int:
    """Print the ConfigMap, the claims and the Job that measure a claim.

    On a volume with a file system the Job makes a test file of its own, plimsoll.dat, fills it and
    measures it; other files are not touched. A block volume is read only, unless
    --i-will-lose-the-data-on names its claim again: then all of it is filled first.
    """
    from plimsoll.features.kubernetes import job, yaml

    claim = _name("claim", pvc)
    confirmed = _confirmed(claim, lose_data_on, block=block)
    writes = not block or confirmed
    measured = (
        _searched(workload, block_size, read, objective, time, writes=writes)
        if promise is None
        else _checked(promise, workload, block_size, read, objective, writes=writes)
    )
    new_claim, file_bytes = _sizes(storage_class, claim_size, file_size, block=block)
    request = job.JobRequest(
        name=_name("Job", name or f"plimsoll-{claim.replace('.', '-')}", hint="--name"),
        claim=claim,
        image=_image(image),
        verb=measured.verb,
        document=measured.document,
        options=(*measured.options, *(("--json",) if in_json else ())),
        namespace=None if namespace is None else _name("namespace", namespace),
        block=block,
        writes=writes,
        file_bytes=file_bytes,
        new_claim=new_claim,
        results=None if results is None else _name("claim", results),
    )
    screen.content(_head(request) + yaml.documents(job.manifests(request)).rstrip("\n"))
    return 0


@APP.command("page")
def page(
    results: str = flag("--results CLAIM", "The claim that holds the store.", ...),
    name: str = flag("--name NAME", "Name of the pod.", "plimsoll-page"),
    namespace: str | None = Namespace,
    image: str = Image,
) -> int:
    """Print a pod that shows the results of a Job in a browser, by kubectl port-forward."""
    from plimsoll.features.kubernetes import job, yaml

    pod = job.reader(
        _name("pod", name, hint="--name"),
        _image(image),
        _name("claim", results),
        None if namespace is None else _name("namespace", namespace),
    )
    screen.content(yaml.documents([pod]).rstrip("\n"))
    return 0


@APP.command("class")
def attributes_class(
    name: str = _options.argument("NAME", "Name of the class; '-v1' is added to it.", ...),
    line: str | None = flag(
        "--from STORE#N", "The load line of campaign N: its rate to plan with is the limit."
    ),
    rate: float | None = flag(
        "--rate PER_S", "The limit in IOPS, instead of a load line.", min=1, max=1e9
    ),
    driver: str = flag(
        "--driver NAME",
        "The CSI driver: ebs.csi.aws.com, pd.csi.storage.gke.io or disk.csi.azure.com.",
        ...,
    ),
    disk_type: str = flag("--type NAME", "The type of disk: gp3, io2, hyperdisk-balanced.", ...),
    claim: str | None = flag("--pvc CLAIM", "Also print the patch that gives a claim the class."),
    namespace: str | None = Namespace,
) -> int:
    """Print a VolumeAttributesClass and a StorageClass whose limit is a load line."""
    from plimsoll.features.kubernetes import line_class
    from plimsoll.features.policy.backends.kubernetes import DRIVERS

    if driver not in DRIVERS:
        raise UsageError(f"there is no driver '{driver}' here", f"Known: {', '.join(DRIVERS)}.")
    if (line is None) == (rate is None):
        raise UsageError(
            "a class needs either a load line or a rate", "Give --from STORE#N, or --rate PER_S."
        )
    per_s = rate if line is None else line_class.rate_of_line(*_campaign(line))
    assert per_s is not None
    text = line_class.class_text(
        _name("class", name),
        per_s,
        line_class.ClassTarget(
            driver,
            disk_type,
            None if claim is None else _name("claim", claim),
            "default" if namespace is None else _name("namespace", namespace),
        ),
    )
    screen.content(text.rstrip("\n"))
    return 0


@dataclass(frozen=True)
class Measurement:
    """The verb of the Job, the document that it reads, and its flags."""

    verb: Literal["find", "check"]
    document: str
    options: tuple[str, ...]


def _searched(
    workload: Path | None,
    block_size: str | None,
    read: str | None,
    objective: list[str] | None,
    time: str,
    *,
    writes: bool,
) -> Measurement:
    """A search of the load line; its workload is one file in the ConfigMap."""
    from plimsoll.base import reading, workloads
    from plimsoll.cli._search import LEAST_TIME_S
    from plimsoll.native.session import Session, parse_objective, parse_span

    asked = _options.RunOptions(
        target=["null:"], workload=workload, keys={"block_size": block_size, "read": read}
    ).request()
    typed = asked["workload"]
    beside: tuple[str, ...] = ()
    if workload is None:
        typed = {"block_size": "8k", "read": 70.0 if writes else 100.0, **typed}
        document = _toml(typed)
    else:
        document, beside = workloads.text_of(workload), _flags(typed)
    # Refuses what is no workload, as the Job would.
    Session.open({**asked, "workload": typed}).close()
    if not writes and _writes({**reading.toml(document), **typed}):
        raise _unconfirmed("this workload writes")
    terms = [word for one in objective or () for word in ("--objective", parse_objective(one))]
    if parse_span(time) < LEAST_TIME_S:
        raise UsageError(
            f"--time {time} is too short to search in",
            f"Give it {LEAST_TIME_S:g}s or more; 5m is usual.",
        )
    return Measurement("find", document, (*beside, *terms, "--time", time))


def _checked(
    promise: Path,
    workload: Path | None,
    block_size: str | None,
    read: str | None,
    objective: list[str] | None,
    *,
    writes: bool,
) -> Measurement:
    """A check of a promise, whose file the ConfigMap carries as it is."""
    from plimsoll.base import reading
    from plimsoll.features.promises.rules.file import PromiseFile

    given = {
        "--workload": workload, "--block-size": block_size, "--read": read,
        "--objective": objective,
    }  # fmt: skip
    if beside := [flag for flag, value in given.items() if value is not None]:
        raise UsageError(
            f"{', '.join(beside)} cannot be combined with --promise", f"{promise} says it."
        )
    text = reading.text_of(promise, "promise file")
    file = reading.read(promise, PromiseFile)
    if any(one.startswith("stack:") for one in file.targets):
        raise UsageError(
            f"{promise} is about described storage, not about a volume",
            "Write a promise file whose target is a file or a device.",
        )
    if not writes and any(_writes(claim.workload) for claim in file.claims()):
        raise _unconfirmed(f"{promise} writes")
    return Measurement("check", text, ("--junit", "/results/check.xml"))


def _writes(workload: Mapping[str, object]) -> bool:
    """Whether operations of this workload change data."""
    parts = {"read": 100.0, "trim": 0.0, **workload}
    return parts["read"] != 100 or parts["trim"] != 0


def _unconfirmed(what: str) -> RefusedError:
    return RefusedError(
        f"{what}, and nobody has confirmed that the block volume may be overwritten",
        f"Read only (--read 100), or confirm it: {LOSE} CLAIM.",
    )


def _confirmed(claim: str, given: str | None, *, block: bool) -> bool:
    """Whether the block volume may be overwritten. Raises UsageError for a confirmation that does
    not name it."""
    if given is None:
        return False
    if not block:
        raise UsageError(
            f"{LOSE} is for block volumes (--block)",
            "On a file system the Job writes to a file of its own.",
        )
    if given != claim:
        raise RefusedError(
            f"you confirmed '{given}', but the claim is '{claim}'", "Name the claim again."
        )
    return True


def _sizes(
    storage_class: str | None, claim_size: str, file_size: str, *, block: bool
) -> tuple[NewClaim | None, int]:
    """The claim to make, if one is, and the size of the test file."""
    from plimsoll.features.kubernetes.job import NewClaim
    from plimsoll.features.policy.backends.kubernetes import SUBDOMAIN
    from plimsoll.native.session import parse_size

    claim_bytes, file_bytes = parse_size(claim_size), parse_size(file_size)
    if storage_class is None:
        return None, file_bytes
    if not SUBDOMAIN.fullmatch(storage_class):
        raise UsageError(f"'{storage_class}' cannot name a StorageClass", CHARACTERS)
    if not block and file_bytes > FILE_SHARE * claim_bytes:
        raise UsageError(
            f"a test file of {file_size} does not fit on a claim of {claim_size}: a file system"
            " needs a tenth for itself",
            "Give a smaller --file-size, or a larger --claim-size.",
        )
    return NewClaim(claim_bytes, storage_class), file_bytes


def _name(what: str, given: str, *, hint: str | None = None) -> str:
    """A name that Kubernetes takes. Raises UsageError for another."""
    from plimsoll.features.policy.backends.kubernetes import LABEL, SUBDOMAIN

    if what == "claim":
        if SUBDOMAIN.fullmatch(given):
            return given
        raise UsageError(f"'{given}' cannot name a claim", CHARACTERS)
    if LABEL.fullmatch(given):
        return given
    how = f"Give another: {hint}. " if hint else ""
    raise UsageError(f"'{given}' cannot name a {what}", f"{how}{CHARACTERS}, at most 52 of them.")


def _image(given: str) -> str:
    if REFERENCE.fullmatch(given):
        return given
    raise UsageError(
        f"'{given}' is no reference to an image",
        "Write REGISTRY/NAME:TAG, or REGISTRY/NAME@sha256:DIGEST.",
    )


def _campaign(text: str) -> tuple[Path, int]:
    """The store and the campaign of `STORE#N`."""
    store, _, number = text.rpartition("#")
    if not store or not number.isdigit():
        raise UsageError(
            f"cannot read '{text}'", "Write the line as STORE#N: plimsoll.db#3 is campaign 3 of it."
        )
    return Path(store), int(number)


def _toml(workload: WorkloadRequest) -> str:
    """A workload file of these keys."""
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in workload.items())


def _flags(workload: WorkloadRequest) -> tuple[str, ...]:
    """The keys as flags, which take precedence over a workload file."""
    return tuple(
        word
        for name, value in workload.items()
        for word in (WORKLOAD[name].flag, str(value).removesuffix(".0"))
    )


def _head(request: JobRequest) -> str:
    """Comments above the manifests: how they are used."""
    of = "" if request.namespace is None else f" --namespace {request.namespace}"
    job = f"job/{request.name}"
    lines = [
        f"plimsoll {__version__}: {request.verb} on the claim {request.claim}.",
        f"kubectl apply{of} -f FILE, then: kubectl logs{of} --follow {job} --container measure",
    ]
    if request.block and not request.writes:
        lines.append(
            "Reads only. Blocks that were never written are answered without the storage: fill the"
            " volume first."
        )
    return "".join(f"# {line}\n" for line in lines)
