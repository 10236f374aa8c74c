"""The examples agree with the truth in their own comments: it is read there."""

import re
from pathlib import Path

import pytest

from tests import truths
from tests.conftest import Plimsoll

pytestmark = pytest.mark.long

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
CAPPED = ("bytes-cap", "s0-before", "s0-policy", "s0-esxi-mclock")
"""Stacks whose comment gives the maximum by block size."""


@pytest.mark.parametrize("name", CAPPED)
def test_a_stack_carries_what_its_comment_says(plimsoll: Plimsoll, name: str) -> None:
    stack = EXAMPLES / "stacks" / f"{name}.toml"
    wanted = truths.rates(stack)
    for size, rate in wanted.items():
        ended = plimsoll(
            *("run", "--target", f"stack:{stack}", "--virtual", "--seed", "1"),
            *("--workers", "16", "--queue-depth", "32", "--block-size", size),
            # Of 1m a few a second: counted over long enough.
            *("--warmup-for", "10s", "--measure-for", "10s" if rate > 1_000 else "60s"),
            *("--no-store", "--json"),
        )
        assert ended.code == 0, ended.err
        assert ended.document["achieved_rate_per_s"] == pytest.approx(rate, rel=0.01), size


def test_the_campaign_of_the_policy_measures_what_its_comment_says(plimsoll: Plimsoll) -> None:
    file = EXAMPLES / "campaigns" / "s0.toml"
    ended = plimsoll(
        *("campaign", "run", file, "--store", "s0.db", "--json"),
        *("--set", "workload.pattern=random", "--set", "workload.read=100"),
        *("--set", "campaign.measure_for=10s"),
    )
    assert ended.code == 0, ended.err
    for line in truths.lines(file):
        said = re.fullmatch(r"(.+) at (\S+): ([\d,]+) IOPS", line)
        if said is None:
            continue
        target, size, rate = said.groups()
        [row] = [
            row
            for row in ended.document["rows"]
            if row["target"] == target and size in re.split(r"[\s,]+", row["workload"])
        ]
        assert row["rate_per_s"] == pytest.approx(float(rate.replace(",", "")), rel=0.01), line
