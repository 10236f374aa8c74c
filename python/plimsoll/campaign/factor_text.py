"""The names of what varies in a plan, for those who read it."""

from plimsoll.base.keys import LOAD, WORKLOAD
from plimsoll.campaign.messages import message

NAMED = ("configuration", "target", "test", "workload", "load", "repeat", "hosts")
"""What a plan has beside the keys of workloads and loads."""


def name(factor: str) -> str:
    """A factor in words; parameters, and the factors of a design, keep their own names."""
    key = WORKLOAD.get(factor) or LOAD.get(factor)
    if key is not None:
        return key.words
    return message(f"factor-{factor}") if factor in NAMED else factor.replace("_", " ")
