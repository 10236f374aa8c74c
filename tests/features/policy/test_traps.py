"""What report S0 and those after it fell for, each as a described stack: verify finds it by itself.

Each stack is served, so that what is *configured* is read from it, and is measured on the virtual
clock, so that what is *proven* depends on no machine.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Plimsoll
from tests.features.policy.grounds import served_stack

FAST = (
    "[device.flash]\nservers = 64\nservice = { distribution = 'gamma', mean = '200us', cv = 0.3 }\n"
)
VOLUME = "[volume.vmdk]\nsize = '4g'\npath = {path}\n"


@dataclass(frozen=True)
class Trap:
    """A stack whose limit is not what its policy says, and what verify must say of it."""

    name: str
    elements: str
    path: list[str]
    configured: str
    verdict: str
    kind: str
    rules: str = "limit = '3000 IOPS'"
    reads_only: bool = False


TRAPS = [
    Trap(**one) for one in tomllib.loads(Path(__file__).with_name("traps.toml").read_text())["trap"]
]


def verify_trap(plimsoll: Plimsoll, folder: Path, trap: Trap) -> dict[str, Any]:
    """Sets the trap, and returns what verify says of the volume."""
    ends = any(word in trap.path for word in ("copies", "disk"))
    path = trap.path if ends else [*trap.path, "flash"]
    stack = trap.elements + FAST + VOLUME.format(path=path)
    if "disk" in trap.path:
        stack = stack.replace(FAST, "")
    (folder / "stack.toml").write_text(stack)
    with served_stack(stack) as (_, control):
        (folder / "policy.toml").write_text(f"""
version = 1
[component.it]
{trap.rules}
[policy.gold]
components = ["it"]
[system.host]
kind = "stack"
control = "{control}"
[volume.vmdk]
policy = "gold"
system = "host"
at = {{ element = "policy" }}
target = "stack:stack.toml"
""")
        flags = ["--reads-only"] if trap.reads_only else []
        short = ("--virtual", "--no-store", "--measure-for", "2s", "--warmup-for", "1s", "--json")
        ended = plimsoll("policy", "verify", folder / "policy.toml", *short, *flags)
    assert ended.err == ""
    document = ended.document
    assert ended.code == {"kept": 0, "broken": 1, "inconclusive": 2}[document["verdict"]]
    (volume,) = document["volumes"]
    return dict(volume)


@pytest.mark.parametrize(
    "trap",
    [TRAPS[0], *(pytest.param(trap, marks=pytest.mark.long) for trap in TRAPS[1:])],
    ids=lambda trap: trap.name,
)
def test_verify_finds_it(plimsoll: Plimsoll, tmp_path: Path, trap: Trap) -> None:
    said = verify_trap(plimsoll, tmp_path, trap)
    assert (said["configured"], said["verdict"], said["kind"]) == (
        trap.configured,
        trap.verdict,
        trap.kind,
    ), said["because"]
