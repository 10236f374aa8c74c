"""Who holds a cap that `limits` proves: a throttle, or a target whose servers are full. On stacks
whose truth stands in their files."""

from pathlib import Path

import pytest

from tests.conftest import Ending, Plimsoll

STACKS = Path(__file__).parents[3] / "examples" / "stacks"
HELD = {
    "mm1": "target",
    "mdk": "target",
    "noisy": "target",
    "s1-storage-a": "target",
    "s1-storage-c": "target",
    "s4-vsan": "target",
    "iops-cap": "policy_cap",
    "bytes-cap": "policy_cap",
    "s0-policy": "policy_cap",
    "s0-esxi-mclock": "policy_cap",
    "s3-tier1-100gb": "policy_cap",
}
OPEN = ("s2-old-hba", "s3-tier1-2000gb")
"""Constant service, and a throttle that charges by size: the Runs fit both."""


def limits(plimsoll: Plimsoll, stack: str, *more: str) -> Ending:
    target = ("--target", f"stack:{STACKS}/{stack}.toml", "--virtual")
    return plimsoll("limits", *target, "--block-size", "4k,64k", "--measure-for", "4s", *more)


@pytest.mark.parametrize(
    ("stack", "who"),
    [
        pytest.param(*held, marks=() if held[0] in ("mm1", "iops-cap") else pytest.mark.long)
        for held in HELD.items()
    ],
)
def test_a_throttle_and_full_servers_are_told_apart(
    plimsoll: Plimsoll, stack: str, who: str
) -> None:
    found = limits(plimsoll, stack, "--no-store", "--json").document
    assert (found["verdict"], found["volumes"][0]["holder"]["value"]) == ("found", who)


@pytest.mark.long
@pytest.mark.parametrize("stack", OPEN)
def test_where_both_fit_nobody_is_named(plimsoll: Plimsoll, stack: str) -> None:
    held = limits(plimsoll, stack, "--no-store", "--json").document["volumes"][0]["holder"]
    assert (held["value"], held["confidence"]) == ("unknown", 0.0)
    assert held["would_decide"]


@pytest.mark.long
def test_what_a_store_kept_is_judged_as_it_was(plimsoll: Plimsoll) -> None:
    measured = limits(plimsoll, "mdk", "--store", "kept.db", "--json").document
    again = plimsoll("limits", "--store", "kept.db", "--json").document
    assert again["volumes"] == measured["volumes"]


def test_a_full_target_is_not_called_a_cap_first(plimsoll: Plimsoll) -> None:
    said = limits(plimsoll, "mm1", "--no-store", "--why").out
    assert "\nFound: the target itself is saturated (" in said
    assert "filter (SIOC v2)" not in said
