"""Manifests are what Kubernetes takes, under its strictest standard for pods, and run the verbs
that a person would type."""

import shlex
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as some
from typer.main import get_command

from plimsoll.cli import app, main
from plimsoll.features.kubernetes import job
from plimsoll.features.kubernetes import yaml as written
from plimsoll.features.kubernetes.pod import DEVICE

VERSIONS = ("1.31", "1.34", "1.37")
"""Of Kubernetes: the newest whose schemas are published as a package, and three and six before."""
PROMISE = """\
target = "/dev/plimsoll"
[workload]
read = 100
[[promise]]
direction = "at_least"
value = "3000 IOPS"
"""
ASKED = {
    "a file system": "--pvc orders --objective 'p99 <= 5ms' --namespace shop",
    "a new claim": "--pvc orders --storage-class gold --claim-size 40g --file-size 10g",
    "a block volume, read": "--pvc orders --block",
    "a block volume, written": "--pvc orders --block --read 50 --i-will-lose-the-data-on orders",
    "a workload by name": "--pvc orders --workload oltp --block-size 16k --log-json",
    "a promise": "--pvc orders --promise {folder}/gold.toml --storage-class gold",
    "a promise of a block volume": "--pvc orders --block --promise {folder}/gold.toml",
    "results elsewhere": "--pvc a.b --results kept --name trial --image r.example/p@sha256:00ff",
}


@pytest.fixture(params=ASKED)
def manifests(
    request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> list[dict[str, Any]]:
    """What is printed for one question."""
    (tmp_path / "gold.toml").write_text(PROMISE)
    words = shlex.split(ASKED[request.param].format(folder=tmp_path))
    assert main(["kubernetes", "manifest", *words]) == 0, capsys.readouterr().err
    return list(yaml.safe_load_all(capsys.readouterr().out))


@pytest.fixture
def pod(manifests: list[dict[str, Any]]) -> dict[str, Any]:
    """The pod of the Job."""
    [found] = [one for one in manifests if one["kind"] == "Job"]
    specification: dict[str, Any] = found["spec"]["template"]["spec"]
    return specification


def containers(pod: dict[str, Any]) -> list[dict[str, Any]]:
    """All of them, in the order in which they run."""
    return [*pod.get("initContainers", ()), *pod["containers"]]


@pytest.mark.long
@pytest.mark.parametrize("version", VERSIONS)
def test_each_satisfies_the_published_schema(manifests: list[dict[str, Any]], version: str) -> None:
    for one in manifests:
        kubernetes_validate.validate(one, version, strict=True)


def test_the_schemas_refuse_what_is_no_manifest(manifests: list[dict[str, Any]]) -> None:
    """The check above would see a wrong key."""
    wrong = {**manifests[-1], "spec": {**manifests[-1]["spec"], "backofLimit": 0}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, VERSIONS[0], strict=True)


def test_the_pod_satisfies_the_standard_restricted(pod: dict[str, Any]) -> None:
    """Each control of kubernetes.io/docs/concepts/security/pod-security-standards."""
    assert not {"hostNetwork", "hostPID", "hostIPC"} & set(pod)
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["runAsUser"] != 0
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert not {"sysctls", "seLinuxOptions", "appArmorProfile"} & set(pod["securityContext"])
    kinds = {kind for volume in pod["volumes"] for kind in volume if kind != "name"}
    assert kinds <= {"configMap", "emptyDir", "persistentVolumeClaim"}
    for one in containers(pod):
        own = one["securityContext"]
        assert own["allowPrivilegeEscalation"] is False
        assert own["capabilities"] == {"drop": ["ALL"]}
        assert own["readOnlyRootFilesystem"] is True
        assert not {"privileged", "procMount", "seLinuxOptions", "runAsUser"} & set(own)
        assert not {"ports", "lifecycle", "livenessProbe"} & set(one)


def test_the_commands_parse(pod: dict[str, Any]) -> None:
    """What the containers run are verbs with flags that this version has."""
    group = get_command(app())
    for one in containers(pod):
        verb, *words = one["args"]
        group.commands[verb].make_context(verb, list(words))  # type: ignore[attr-defined]


def test_what_a_container_uses_the_pod_has(manifests: list[dict[str, Any]], pod: Any) -> None:
    volumes = {one["name"] for one in pod["volumes"]}
    for one in containers(pod):
        used = [*one["volumeMounts"], *one.get("volumeDevices", ())]
        assert {each["name"] for each in used} <= volumes
    [config] = [one for one in manifests if one["kind"] == "ConfigMap"]
    assert {"name": "config", "configMap": {"name": config["metadata"]["name"]}} in pod["volumes"]
    [document] = config["data"]
    assert f"/config/{document}" in pod["containers"][0]["args"]


@pytest.mark.parametrize("manifests", ["a block volume, read"], indirect=True)
def test_an_unconfirmed_block_volume_is_not_written(pod: dict[str, Any]) -> None:
    assert "initContainers" not in pod
    [measuring] = pod["containers"]
    assert not any("lose" in word for word in measuring["args"])


@pytest.mark.parametrize("manifests", ["a block volume, written"], indirect=True)
def test_a_confirmed_one_is_filled_first_by_a_member_of_disk(pod: dict[str, Any]) -> None:
    assert [one["name"] for one in containers(pod)] == ["prepare", "measure"]
    assert all(one["args"][-2:] == [job.LOSE, DEVICE] for one in containers(pod))
    assert pod["securityContext"]["supplementalGroups"] == [6]


REFUSED = {
    "--pvc Orders": (64, "'Orders' cannot name a claim"),
    "--pvc orders --name a_b": (64, "--name"),
    "--pvc orders --namespace -x": (64, "cannot name a namespace"),
    "--pvc orders --image 'a b'": (64, "no reference to an image"),
    "--pvc orders --objective p99": (64, "cannot read the objective"),
    "--pvc orders --time 5s": (64, "too short to search in"),
    "--pvc orders --block-size 3q": (64, "is not a size"),
    "--pvc orders --workload nowhere.toml": (66, "there is no workload file"),
    "--pvc orders --promise nowhere.toml": (66, "nowhere.toml"),
    "--pvc orders --promise p.toml --read 70": (64, "--read cannot be combined"),
    "--pvc orders --promise p.toml --time 9m": (64, "--time cannot be combined"),
    "--pvc orders --storage-class g --claim-size 8g": (64, "does not fit"),
    "--pvc orders --claim-size 40g": (64, "made together with the Job"),
    "--pvc orders --block --file-size 1g": (64, "with a file system"),
    "--pvc orders --block --read 70": (73, "nobody has confirmed"),
    "--pvc orders --block --i-will-lose-the-data-on bills": (73, "you confirmed 'bills'"),
    "--pvc orders --i-will-lose-the-data-on orders": (64, "for block volumes"),
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_cannot_be_meant_is_refused_in_a_line(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, why = REFUSED[words]
    assert main(["kubernetes", "manifest", *shlex.split(words)]) == code
    out, err = capsys.readouterr()
    [line] = err.strip().splitlines()
    assert (out, why in line) == ("", True), line


def test_a_promise_that_writes_needs_the_confirmation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "writes.toml"
    file.write_text(PROMISE.replace("read = 100", "read = 70"))
    words = ["kubernetes", "manifest", "--pvc", "orders", "--block", "--promise", str(file)]
    assert main(words) == 73
    assert main([*words, "--i-will-lose-the-data-on", "orders"]) == 0
    capsys.readouterr()


def test_the_page_is_a_pod_under_the_same_standard(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kubernetes", "page", "--results", "plimsoll-orders-results"]) == 0
    [made] = yaml.safe_load_all(capsys.readouterr().out)
    test_the_pod_satisfies_the_standard_restricted(made["spec"])
    test_the_commands_parse(made["spec"])
    for version in VERSIONS:
        kubernetes_validate.validate(made, version, strict=True)


CLASSES = (
    ("ebs.csi.aws.com", "gp3", "iops"),
    ("pd.csi.storage.gke.io", "hyperdisk-balanced", "iops"),
    ("disk.csi.azure.com", "PremiumV2_LRS", "DiskIOPSReadWrite"),
)
"""Of each cloud: its driver, a type of disk, and the parameter that is its rate."""


@pytest.mark.long
def test_a_class_has_the_rate_to_plan_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stack = "stack:examples/stacks/iops-cap.toml"
    store = tmp_path / "line.db"
    # Arrivals without chance: the line of a rate limit is found in a few Runs.
    asked = ["--virtual", "--arrivals", "constant", "--objective", "p99 <= 5ms", "--json"]
    asked += ["--store", str(store)]
    assert main(["find", "--target", stack, *asked]) == 0
    plan = yaml.safe_load(capsys.readouterr().out)["load_line"]["plan_per_s"]
    for driver, kind, key in CLASSES:
        words = ["kubernetes", "class", "gold", "--driver", driver, "--type", kind]
        assert main([*words, "--from", f"{store}#1", "--pvc", "orders"]) == 0
        printed = capsys.readouterr().out
        attributes, storage = yaml.safe_load_all(printed)
        assert attributes["kind"] == "VolumeAttributesClass"
        assert attributes["parameters"][key] == str(int(plan))
        assert "kubectl patch --namespace default pvc orders" in printed
        for version in VERSIONS[1:]:
            # storage.k8s.io/v1 has this class since 1.34.
            kubernetes_validate.validate(attributes, version, strict=True)
            kubernetes_validate.validate(storage, version, strict=True)
        assert main([*words, "--from", f"{store}#1", "--rate", "5"]) == 64
        assert main([*words, "--from", str(store)]) == 64
        assert main([*words, "--rate", "0.5"]) == 64
    unknown = ["kubernetes", "class", "gold", "--driver", "csi.example.com", "--type", "x"]
    assert main([*unknown, "--rate", "5"]) == 64


TEXTS = some.one_of(
    some.text(),
    some.sampled_from(
        [
            "yes",
            "~",
            "1e3",
            "0x1",
            "- a",
            "a: b",
            "a\nb\n",
            " a\n",
            "a\n\n",
            "a \nb\n",
            "k" * 1030,
            "\u00fc" * 1030,
        ]
    ),
)
TREES = some.recursive(
    some.one_of(TEXTS, some.booleans(), some.integers(-(2**53), 2**53)),
    lambda inner: some.one_of(
        some.lists(inner, max_size=3), some.dictionaries(TEXTS, inner, max_size=2)
    ),
    max_leaves=6,
)


@pytest.mark.long
@given(some.dictionaries(TEXTS, TREES, min_size=1, max_size=2))
def test_what_is_written_is_read_as_it_was(tree: dict[str, Any]) -> None:
    assert list(yaml.safe_load_all(written.documents([tree]))) == [tree]
