"""A promise as a test: `pytest examples/library/test_promise.py`.

The tier was sold with 20,000 IOPS. Broken fails, and so does what could not be decided: the message
says what would decide it.
"""

from pathlib import Path

import plimsoll

STACK = Path(__file__).parents[1] / "stacks" / "s3-tier1-2000gb.toml"


def test_the_tier_keeps_its_latency_at_ten_thousand_iops() -> None:
    result = plimsoll.check(
        target=f"stack:{STACK}",
        virtual=True,
        rate=10_000,
        objective="p99 <= 5ms",
        block_size="8k",
        read=70,
        workers=4,
    )
    assert result.is_kept, result


def test_the_tier_does_not_carry_more_than_was_sold() -> None:
    result = plimsoll.check(
        target=f"stack:{STACK}", virtual=True, rate=25_000, objective="p99 <= 5ms", workers=4
    )
    assert result.verdict == "broken", result
