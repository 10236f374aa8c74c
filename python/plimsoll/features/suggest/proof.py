"""Proves a policy on the model: the text, read back, as a described stack, driven as
`plimsoll policy verify` drives a real one and judged by the same rules.

The stack is the limit before storage that has far more to give, so what is proven is the text and
the law by which its system is known to keep it; not that a given machine keeps it. That is what
`policy verify` on the system itself is for.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.cli import _options
from plimsoll.cli._measure import measuring
from plimsoll.cli.run import RunMeter
from plimsoll.features.policy import proof
from plimsoll.features.policy.backends import Item
from plimsoll.features.policy.backends.contract import NONE
from plimsoll.features.policy.backends.stack import limit_settings
from plimsoll.features.policy.changes import Change
from plimsoll.features.policy.questions import Question, questions
from plimsoll.features.policy.rules import PolicyVolume, Rules
from plimsoll.features.promises.rules.parts import Lengths
from plimsoll.features.suggest.choosing import COST_LINES, CostModel
from plimsoll.store import Store

if TYPE_CHECKING:
    from plimsoll.features.policy.proof import Proof
    from plimsoll.features.suggest.choosing import KindCosts, Meaning
    from plimsoll.native.model import SessionRequest
    from plimsoll.native.session import Session

SEED = 1
LENGTHS = Lengths(warmup_for="1s", measure_for="2s")
"""A stack on the virtual clock is exact; a burst of QEMU's bucket is over after a tenth of a
second."""
MARGIN = 1.0
"""Percent that a rate may be off: the default of a policy."""
NAME = "suggested"
STORAGE = '[device.storage]\nservers = 65536\nservice = "20us"\n'
"""3 billion operations/s."""


def stack_text(meaning: Meaning, profile: str | None) -> str:
    """The stack that keeps a policy."""
    limit = _budget(meaning) if isinstance(meaning, CostModel) else _limit(meaning, profile)
    path = f'[volume.volume]\nsize = "64g"\npath = ["{NAME}", "storage"]\n'
    return f"{limit}{STORAGE}{path}"


def _limit(rules: Rules, profile: str | None) -> str:
    keys = {key: value for key, value in limit_settings(rules).items() if value != NONE}
    cost = keys.pop("cost", None)
    if profile is not None:
        head = f'profile = "{profile}"\n'
    else:
        head = "" if cost is None else f'cost = "{cost}"\n'
    return f"[limit.{NAME}]\n{head}" + "".join(f"{key} = {value}\n" for key, value in keys.items())


def _budget(model: CostModel) -> str:
    lines = [f"[budget.{NAME}]\n"]
    for name, kind in (("read", model.read), ("write", model.write)):
        lines += [
            f"{name}_ops_per_s = {kind.random_per_s}\n",
            f"{name}_sequential_ops_per_s = {kind.sequential_per_s}\n",
            f"{name}_bytes_per_s = {kind.bytes_per_s}\n",
        ]
    return "".join(lines)


def points(meaning: Meaning) -> list[Question]:
    """The Points that prove a policy: of limits those of `policy verify`; of a cost model its six
    coefficients and half reads, half writes."""
    if isinstance(meaning, Rules):
        return questions(meaning, reads_only=False)
    found = [
        Question(
            "small" if asked.read_percent else "write",
            asked.block_bytes,
            asked.read_percent,
            _rate(meaning.read if asked.read_percent else meaning.write, figure),
            figure.endswith("bytes"),
            asked.pattern,
        )
        for figure, asked in COST_LINES
    ]
    block, mix = found[2].block_bytes, 50.0
    rate = meaning.random_at(block, mix)
    return [*found, Question("mix", block, mix, rate, in_bytes=False, pattern="random")]


def _rate(kind: KindCosts, figure: str) -> float:
    """Operations/s of a search for a coefficient that the model gives."""
    if figure.endswith("bytes"):
        block = next(asked.block_bytes for name, asked in COST_LINES if name == figure)
        return kind.large_per_s(block)
    return kind.sequential_per_s if "sequential" in figure else kind.random_per_s


def prove(meaning: Meaning, profile: str | None) -> Proof:
    """The verdict on a policy that was read back. It takes a few seconds, so no progress is
    shown."""
    with (
        tempfile.TemporaryDirectory() as folder,
        measuring("policy", quiet=True) as measure,
        measure.meter() as meter,
    ):
        path = Path(folder, "suggested.toml")
        path.write_text(stack_text(meaning, profile))
        progress = RunMeter(meter)
        with Store.open(Path(folder, "once.db")) as store:
            work = proof.Work(
                lambda request: _open(measure, request, progress),
                _request,
                store,
                measure.stop,
                SEED,
                meter.say,
            )
            assigned = _volume(meaning, f"stack:{path}")
            return proof.prove_points(
                work,
                assigned,
                Change("stack", Item.of_volume(assigned, {}, {}), {}, "compliant", []),
                points(meaning),
                proof.Plan(reads_only=False, lengths=LENGTHS, margin=MARGIN),
            )


def _open(measure: object, request: SessionRequest, progress: RunMeter) -> Session:
    return measure.open(request, listeners=[progress])  # type: ignore[attr-defined,no-any-return]


def _volume(meaning: Meaning, target: str) -> PolicyVolume:
    rules = meaning if isinstance(meaning, Rules) else Rules()
    return PolicyVolume(NAME, NAME, 1, rules, rules, NAME, {}, target=target)


def _request(volume: PolicyVolume) -> SessionRequest:
    return _options.RunOptions(target=[str(volume.target)], virtual=True).request()
