"""What report S0 and those after it fell for, each as a described stack: verify finds it by itself.

Each stack is served, so that what is *configured* is read from it, and is measured on the virtual
clock, so that what is *proven* depends on no machine.
"""

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
    Trap(
        "all is well", "[limit.policy]\nops_per_s = 3000\n", ["policy"], "compliant", "kept", "kept"
    ),
    Trap(
        "what is below the array's own limit of bytes per second is the limit's all the same",
        "[limit.policy]\nops_per_s = 3000\n[limit.controller]\nbytes_per_s = '250m'\n",
        ["policy", "controller"],
        "compliant",
        "kept",
        "kept",
    ),
    Trap(
        "a limit that counts an I/O in units of 32k, and reads back as 3,000",
        "[limit.policy]\nops_per_s = 3000\n[shares.scheduler]\nops_per_s = 3000\ncost = 'ceil'\n",
        ["policy", "scheduler"],
        "compliant",
        "broken",
        "counts_units",
    ),
    Trap(
        "the same of one that counts in proportion",
        "[limit.policy]\nops_per_s = 3000\n[shares.scheduler]\nops_per_s = 3000\ncost = 'linear'\n",
        ["policy", "scheduler"],
        "compliant",
        "broken",
        "counts_units",
    ),
    Trap(
        "a host whose release counts every I/O as one, under a policy that counts units",
        "[limit.policy]\nops_per_s = 3000\nprofile = 'esxi-iofilter'\n",
        ["policy"],
        "out_of_date",
        "broken",
        "size_blind",
        rules="limit = '3000 IOPS'\nnormalised_at = '32k'",
    ),
    Trap(
        "the release that the policy was written for",
        "[limit.policy]\nops_per_s = 3000\nprofile = 'esxi-mclock'\n",
        ["policy"],
        "compliant",
        "kept",
        "kept",
        rules="limit = '3000 IOPS'\nnormalised_at = '32k'",
    ),
    Trap(
        "reads and writes each have the limit",
        "[limit.policy]\nops_per_s = 3000\napplies_to = 'each'\n",
        ["policy"],
        "out_of_date",
        "broken",
        "apart",
    ),
    Trap(
        "a limit beneath a cache, which answers before it",
        "[limit.policy]\nops_per_s = 3000\n"
        "[cache.reads]\nsize = '8g'\nread_share = 100\nhit = '5ms'\n"
        "write = 'through'\ninitial = 'warm'\n",
        ["reads", "policy"],
        "compliant",
        "broken",
        "not_enforced",
        reads_only=True,
    ),
    Trap(
        "a limit with credits for a year",
        "[limit.policy]\nops_per_s = 3000\nburst_ops = 1e11\n"
        "[device.disk]\nservers = 1024\nservice = '20ms'\n",
        ["policy", "disk"],
        "out_of_date",
        "broken",
        "other_setting",
        reads_only=True,
    ),
    Trap(
        "a limit beneath a mirror: a write passes it twice",
        "[limit.policy]\nops_per_s = 3000\n"
        "[mirror.copies]\nmembers = [['policy', 'flash'], ['policy', 'flash']]\n",
        ["copies"],
        "compliant",
        "broken",
        "writes_twice",
    ),
    Trap(
        "another limit, of half",
        "[limit.policy]\nops_per_s = 3000\n[shares.legacy]\nops_per_s = 1500\n",
        ["policy", "legacy"],
        "compliant",
        "broken",
        "twice",
    ),
    Trap(
        "another limit, lower",
        "[limit.policy]\nops_per_s = 3000\n[shares.legacy]\nops_per_s = 2200\n",
        ["policy", "legacy"],
        "compliant",
        "broken",
        "lower_cap",
    ),
    Trap(
        "storage that is full before its limit is no broken limit",
        "[limit.policy]\nops_per_s = 3000\n[device.disk]\nservers = 4\n"
        "service = { distribution = 'exponential', mean = '2ms' }\n",
        ["policy", "disk"],
        "compliant",
        "inconclusive",
        "target_full",
    ),
    Trap(
        "reads and writes apart, as the policy says",
        "[limit.policy]\nread_ops_per_s = 3000\nwrite_ops_per_s = 1000\n",
        ["policy"],
        "compliant",
        "kept",
        "kept",
        rules="limit = { read = '3000 IOPS', write = '1000 IOPS' }",
    ),
    Trap(
        "IOPS and bytes, whichever comes first",
        "[limit.policy]\nops_per_s = 3000\nbytes_per_s = '200m'\n",
        ["policy"],
        "compliant",
        "kept",
        "kept",
        rules="limit = ['3000 IOPS', '200 MiB/s']",
    ),
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
