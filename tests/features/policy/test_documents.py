"""Documents that others apply: what each driver reads, and that no name gets out of its place."""

import json
import shlex
from pathlib import Path

import pytest

from plimsoll.base import reading
from plimsoll.base.errors import PlimsollError
from plimsoll.features.policy import file as policy_file
from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.changes import documents_of
from plimsoll.features.policy.file import PolicyFile
from plimsoll.features.policy.resolving import resolve

ROOT = Path(__file__).resolve().parents[3]


def parameters(text: str) -> list[dict[str, str]]:
    """The tables `parameters` of the YAML documents in a text; every value in it is JSON."""
    found: list[dict[str, str]] = []
    for part in text.split("---\n"):
        lines = part.partition("parameters:\n")[2].splitlines()
        own = [line.strip().partition(": ") for line in lines if line.startswith("  ")]
        found.append({key: json.loads(value) for key, _, value in own})
    return found


def document_text(system: str) -> str:
    """The documents for a system of the example."""
    resolved = resolve(policy_file.read(ROOT / "examples/policies/cloud.toml"))
    (document,) = documents_of(resolved)[system]
    return document.text


def test_each_driver_gets_its_own_keys_and_units() -> None:
    # 250 MiB/s are 262.144 MB/s of 10^6: Azure's unit. No document allows more than the policy.
    attributes, storage = parameters(document_text("aws"))
    assert attributes == storage == {"type": "gp3", "iops": "6000", "throughput": "250"}
    attributes, storage = parameters(document_text("gcp"))
    assert attributes == {"iops": "6000", "throughput": "250Mi"}
    assert storage["provisioned-throughput-on-create"] == "250Mi"
    attributes, storage = parameters(document_text("azure"))
    assert attributes == {"DiskIOPSReadWrite": "6000", "DiskMBpsReadWrite": "262"}
    assert storage["skuName"] == "PremiumV2_LRS"
    commands = [line for line in document_text("ceph").splitlines() if not line.startswith("#")]
    assert "rbd config image set rbd/orders rbd_qos_iops_limit 6000" in commands
    assert "rbd config image set rbd/orders rbd_qos_bps_limit 262144000" in commands
    assert all(
        shlex.split(command)[:4] == ["rbd", "config", "image", "set"] for command in commands
    )


def test_documents_say_that_they_were_not_tried() -> None:
    for system in ("aws", "gcp", "azure", "ceph"):
        assert "ot tried against a cluster" in document_text(system)


CEPH = "{ pool = 'rbd', image = %s }"
CLAIM = "{ claim = %s }"


@pytest.mark.parametrize("name", ["a\\nb", "$(id)", "a;b", "--force", "a/b", "'", '\\"', "", "é"])
@pytest.mark.parametrize(
    ("system", "at"),
    [
        ("kind = 'ceph'", CEPH),
        ("kind = 'kubernetes'\ndriver = 'ebs.csi.aws.com'\ndisk_type = 'gp3'", CLAIM),
    ],
    ids=["ceph", "kubernetes"],
)
def test_hostile_names_are_refused(system: str, at: str, name: str) -> None:
    text = f"""
version = 1
[component.it]
limit = "10 IOPS"
[policy.it]
components = ["it"]
[system.s]
{system}
[volume.v]
policy = "it"
system = "s"
at = {at % f'"{name}"'}
"""
    file = reading.parse(text, PolicyFile, name="it")
    resolved = resolve(file)
    with pytest.raises(PlimsollError):
        documents_of(resolved)


def test_a_disk_type_stays_a_text() -> None:
    file = policy_file.read(ROOT / "examples/policies/cloud.toml")
    system = file.system["aws"].model_copy(update={"disk_type": 'gp3"\nkind: Secret'})
    assigned = [one for one in resolve(file).assigned if one.system == "aws"]
    documents = BACKENDS["kubernetes"].documents
    assert documents is not None
    assert "\nkind: Secret" not in documents(system, assigned)[0].text
