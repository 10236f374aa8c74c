"""`plimsoll kubernetes`: manifests that measure a claim in a cluster, and a class from a load line.

Prints only. Nothing here speaks to a cluster, so no access to one is needed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
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
from plimsoll.features.kubernetes.messages import message

if TYPE_CHECKING:
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
SEARCH_TIME, FILE_SIZE, CLAIM_SIZE = "5m", "8g", "20g"
FILE_SHARE = 0.9
"""The share of a claim that a test file may have: ext4 keeps up to a tenth for itself."""
APP = typer.Typer(
    help="""Measure a claim of a Kubernetes cluster as a Job, and turn a load line into a class.

Prints manifests for kubectl apply; nothing of a cluster is touched. The pods satisfy the
PodSecurity standard restricted. The exit code of the Job's container is that of find or check.
"""
)
Namespace = flag("--namespace NAME", message("help-namespace"))
Image = flag("--image REFERENCE", message("help-image"), IMAGE)


@APP.command("manifest")
def manifest(
    pvc: str = flag("--pvc CLAIM", message("help-claim"), ...),
    block: bool = flag("--block", message("help-block")),
    objective: list[str] | None = flag("--objective TEXT", message("help-objective")),
    promise: Path | None = flag("--promise FILE", message("help-promise")),
    workload: Path | None = flag("--workload FILE|NAME", message("help-workload")),
    block_size: str | None = key(WORKLOAD["block_size"], message("help-block-size")),
    read: str | None = key(WORKLOAD["read"], message("help-read")),
    time: str | None = flag("--time TIME", message("help-time", default=SEARCH_TIME)),
    file_size: str | None = flag("--file-size SIZE", message("help-file-size", default=FILE_SIZE)),
    storage_class: str | None = flag("--storage-class NAME", message("help-storage-class")),
    claim_size: str | None = flag(
        "--claim-size SIZE", message("help-claim-size", default=CLAIM_SIZE)
    ),
    results: str | None = flag("--results CLAIM", message("help-results")),
    name: str | None = flag("--name NAME", message("help-name")),
    namespace: str | None = Namespace,
    image: str = Image,
    lose_data_on: str | None = flag(f"{LOSE} CLAIM", message("help-lose")),
    in_json: bool = flag("--log-json", message("help-json")),
) -> int:
    """Print the ConfigMap, the claims and the Job that measure a claim.

    On a volume with a file system the Job makes a test file of its own, plimsoll.dat, fills it and
    measures it; other files are not touched. A block volume is read only, unless
    --i-will-lose-the-data-on names its claim again: then all of it is filled first.
    """
    from plimsoll.features.kubernetes import job, yaml

    claim = _name("claim", pvc)
    confirmed = _has_consent(claim, lose_data_on, block=block)
    writes = not block or confirmed
    measured = (
        _search_arguments(workload, block_size, read, objective, time or SEARCH_TIME, writes=writes)
        if promise is None
        else _check_arguments(promise, workload, block_size, read, objective, time, writes=writes)
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
    results: str = flag("--results CLAIM", message("help-page-results"), ...),
    name: str = flag("--name NAME", message("help-page-name"), "plimsoll-page"),
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
    name: str = _options.argument("NAME", message("help-class-name"), ...),
    line: str | None = flag("--from STORE#N", message("help-from")),
    rate: float | None = flag("--rate PER_S", message("help-rate"), min=1, max=1e9),
    driver: str = flag("--driver NAME", message("help-driver"), ...),
    disk_type: str = flag("--type NAME", message("help-type"), ...),
    claim: str | None = flag("--pvc CLAIM", message("help-patch")),
    namespace: str | None = Namespace,
) -> int:
    """Print a VolumeAttributesClass and a StorageClass whose limit is a load line."""
    from plimsoll.features.kubernetes import line_class
    from plimsoll.features.policy.backends.kubernetes import DRIVERS

    if driver not in DRIVERS:
        raise UsageError(
            *message.refusal(
                "no-driver", "known-drivers", driver=driver, drivers=", ".join(DRIVERS)
            )
        )
    if (line is None) == (rate is None):
        raise UsageError(*message.refusal("line-or-rate"))
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


def _search_arguments(
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
    from plimsoll.library.searches import LEAST_TIME_S
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
        raise _missing_consent(message("workload-unconfirmed"))
    terms = [word for one in objective or () for word in ("--objective", parse_objective(one))]
    if parse_span(time) < LEAST_TIME_S:
        raise UsageError(*message.refusal("time-too-short", given=time, least=f"{LEAST_TIME_S:g}"))
    return Measurement("find", document, (*beside, *terms, "--time", time))


def _check_arguments(
    promise: Path,
    workload: Path | None,
    block_size: str | None,
    read: str | None,
    objective: list[str] | None,
    time: str | None,
    *,
    writes: bool,
) -> Measurement:
    """A check of a promise, whose file the ConfigMap carries as it is."""
    from plimsoll.base import reading
    from plimsoll.features.promises.rules.file import PromiseFile

    given = {
        "--workload": workload, "--block-size": block_size, "--read": read,
        "--objective": objective, "--time": time,
    }  # fmt: skip
    if beside := [flag for flag, value in given.items() if value is not None]:
        raise UsageError(
            *message.refusal("not-with-promise", flags=", ".join(beside), promise=promise)
        )
    text = reading.text_of(promise, "promise file")
    file = reading.read(promise, PromiseFile)
    if any(one.startswith("stack:") for one in file.targets):
        raise UsageError(*message.refusal("about-described-storage", promise=promise))
    if not writes and any(_writes(claim.workload) for claim in file.claims()):
        raise _missing_consent(message("promise-unconfirmed", promise=promise))
    return Measurement("check", text, ("--junit", "/results/check.xml"))


def _writes(workload: Mapping[str, object]) -> bool:
    """Whether operations of this workload change data."""
    parts = {"read": 100.0, "trim": 0.0, **workload}
    return parts["read"] != 100 or parts["trim"] != 0


def _missing_consent(what: str) -> RefusedError:
    return RefusedError(what, message("unconfirmed-todo", flag=LOSE))


def _has_consent(claim: str, given: str | None, *, block: bool) -> bool:
    """Whether the block volume may be overwritten. Raises UsageError for a confirmation that does
    not name it."""
    if given is None:
        return False
    if not block:
        raise UsageError(*message.refusal("not-for-files", flag=LOSE))
    if given != claim:
        raise RefusedError(*message.refusal("other-claim", given=given, claim=claim))
    return True


def _sizes(
    storage_class: str | None, claim_size: str | None, file_size: str | None, *, block: bool
) -> tuple[NewClaim | None, int]:
    """The claim to make, if one is, and the size of the test file. Raises UsageError for a size of
    something that is not made."""
    from plimsoll.features.kubernetes.job import NewClaim
    from plimsoll.features.policy.backends.kubernetes import SUBDOMAIN
    from plimsoll.native.session import parse_size

    if block and file_size is not None:
        raise UsageError(*message.refusal("no-file-on-block"))
    if storage_class is None and claim_size is not None:
        raise UsageError(*message.refusal("claim-exists"))
    file_size, claim_size = file_size or FILE_SIZE, claim_size or CLAIM_SIZE
    claim_bytes, file_bytes = parse_size(claim_size), parse_size(file_size)
    if storage_class is None:
        return None, file_bytes
    if not SUBDOMAIN.fullmatch(storage_class):
        raise UsageError(
            *message.refusal("storage-class-name-invalid", "characters", name=storage_class)
        )
    if not block and file_bytes > FILE_SHARE * claim_bytes:
        raise UsageError(*message.refusal("file-too-large", size=file_size, claim_size=claim_size))
    return NewClaim(claim_bytes, storage_class), file_bytes


def _name(what: str, given: str, *, hint: str | None = None) -> str:
    """A name that Kubernetes takes. Raises UsageError for another."""
    from plimsoll.features.policy.backends.kubernetes import LABEL, SUBDOMAIN

    if what == "claim":
        if SUBDOMAIN.fullmatch(given):
            return given
        raise UsageError(*message.refusal("claim-name-invalid", "characters", name=given))
    if LABEL.fullmatch(given):
        return given
    todo = message("label-todo-flag", flag=hint) if hint else message("label-todo")
    raise UsageError(message("name-invalid", name=given, what=what), todo)


def _image(given: str) -> str:
    if REFERENCE.fullmatch(given):
        return given
    raise UsageError(*message.refusal("image-invalid", image=given))


def _campaign(text: str) -> tuple[Path, int]:
    """The store and the campaign of `STORE#N`."""
    store, _, number = text.rpartition("#")
    if not store or not number.isdigit():
        raise UsageError(*message.refusal("line-invalid", given=text))
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
    job = f"job/{request.name}"
    lines = [
        message("head", version=__version__, verb=request.verb, claim=request.claim),
        message("head-apply", job=job)
        if request.namespace is None
        else message("head-apply-namespace", namespace=request.namespace, job=job),
    ]
    if request.block and not request.writes:
        lines.append(message("head-reads-only"))
    return "".join(f"# {line}\n" for line in lines)
