"""A VolumeAttributesClass whose limit is a load line that was found.

The back end `kubernetes` of storage policies writes the document, and `suggest` reads the line.
"""

import math
from dataclasses import dataclass
from pathlib import Path

from plimsoll.base.errors import InputError
from plimsoll.features.kubernetes.messages import message
from plimsoll.features.policy.backends.kubernetes import KUBERNETES, KubernetesSystem
from plimsoll.features.policy.rules import PolicyVolume, Rates, Rules
from plimsoll.features.suggest import lines

PATCH = "# kubectl patch"
"""How the line begins that gives a claim its class."""


def rate_of_line(store: Path, number: int) -> float:
    """The rate to plan with of a campaign's load line. Raises InputError where it has none."""
    from plimsoll.cli.terminal import screen

    found = lines.read(f"{store}#{number}", screen.note)
    plan = lines.least(found.lines).plan_per_s
    if plan is None or plan < 1:
        raise InputError(*message.refusal("nothing-to-plan-with", campaign=number, store=store))
    return plan


@dataclass(frozen=True)
class ClassTarget:
    """Where a class applies."""

    driver: str
    disk_type: str
    claim: str | None
    """The claim that gets the class; None: no claim is named."""
    namespace: str


def class_text(name: str, per_s: float, target: ClassTarget) -> str:
    """The documents of a class that allows this rate, and the patch that gives it to the claim."""
    system = KubernetesSystem.model_validate(
        {"kind": "kubernetes", "driver": target.driver, "disk_type": target.disk_type}
    )
    # Whole IOPS, and no more than was found.
    limit = Rules(shared=Rates(ops_per_s=float(math.floor(per_s))))
    claim = target.claim or "claim"
    assigned = PolicyVolume(
        volume=claim,
        policy=name,
        version=1,
        rules=limit,
        asked=limit,
        system="kubernetes",
        at={"claim": claim, "namespace": target.namespace},
    )
    assert KUBERNETES.documents is not None
    [made] = KUBERNETES.documents(system, [assigned])
    if target.claim is not None:
        return made.text
    return "".join(line for line in made.text.splitlines(True) if not line.startswith(PATCH))
