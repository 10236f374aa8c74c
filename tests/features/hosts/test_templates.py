"""The templates: what can be said of them without the clouds that they are for."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml

from plimsoll.features.hosts import hosts_file

FOLDER = Path(__file__).parents[3] / "examples/hosts"


def read(name: str) -> Any:
    return yaml.safe_load((FOLDER / name).read_text())


def test_the_file_of_hosts_is_one() -> None:
    assert [host.name for host in hosts_file.read(FOLDER / "hosts.toml").host] == ["vm1", "vm2"]


@pytest.mark.parametrize("name", ["vsphere.yaml", "aws.yaml"])
def test_a_launchers_file_is_valid_and_asks_for_the_token_on_every_node(name: str) -> None:
    found = find_spec("ray")
    if found is None or found.origin is None:
        pytest.skip("Ray is not installed")
    schema = json.loads((Path(found.origin).parent / "autoscaler/ray-schema.json").read_text())
    document = read(name)
    jsonschema_rs.validator_for(schema).validate(document)
    for key in ("head_start_ray_commands", "worker_start_ray_commands"):
        assert "RAY_AUTH_MODE=token" in document[key][-1]
    kinds = document["available_node_types"]
    assert kinds["generator"]["min_workers"] == kinds["generator"]["max_workers"]


def test_kuberays_asks_for_the_token_and_has_no_autoscaler() -> None:
    spec = read("kuberay.yaml")["spec"]
    assert spec["authOptions"] == {"mode": "token"}
    assert spec["enableInTreeAutoscaling"] is False
