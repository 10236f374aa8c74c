"""Proves a policy on the model: the text, read back, as a described stack, driven as
`plimsoll policy verify` drives a real one and judged by the same rules.

The stack is the limit before storage that has far more to give, so what is proven is the text and
the law by which its system is known to keep it; not that a given machine keeps it. That is what
`policy verify` on the system itself is for.
"""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.cli import _options
from plimsoll.cli._measure import measuring
from plimsoll.cli.run import RunMeter
from plimsoll.features.policy import proof
from plimsoll.features.policy.backends.contract import NONE, Item
from plimsoll.features.policy.backends.stack import limit_settings
from plimsoll.features.policy.changes import Change
from plimsoll.features.policy.proof import Proof
from plimsoll.features.policy.questions import Question, questions
from plimsoll.features.policy.rules import PolicyVolume, Rules
from plimsoll.features.promises.rules.parts import Lengths
from plimsoll.features.suggest import lines
from plimsoll.features.suggest.choosing import COST_LINES, SMALL, CostModel, KindCosts, Meaning
from plimsoll.store import Store

if TYPE_CHECKING:
    from plimsoll.native.record import SessionRequest

SEED = 1
LEAST_MEASURE_S, LEAST_WARMUP_S = 2.0, 1.0
"""A burst of QEMU's bucket is over after a tenth of a second."""
OPERATIONS = 2000
"""Of a Point of one kind: the virtual clock is exact, so that so many show a rate within 0.1 %."""
OPERATIONS_OF_MIX = 400_000
"""Of a Point that draws reads and writes: where a write costs eight reads, the share of writes that
was drawn moves the rate by 0.78 / sqrt(400,000), 0.12 %."""
OUTSTANDING = 256
"""At most, where a cap is proven by twice the outstanding I/O: they leave during the warm-up."""
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
    block, mix = SMALL, 50.0
    rate = meaning.rate_at(lines.Question("random", block, mix))
    # The fastest first: by it the outstanding I/O is chosen.
    found.sort(key=lambda question: -question.allowed_per_s)
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
                lambda request: measure.open(request, listeners=[progress]),
                _request,
                store,
                measure.stop,
                SEED,
                meter.say,
            )
            assigned = _volume(meaning, f"stack:{path}")
            change = Change("stack", Item.of_volume(assigned, {}, {}), {}, "compliant", [])
            parts = [
                proof.prove_points(work, assigned, change, each, _plan(each))
                for each in _of_one_length(points(meaning))
            ]
            return _join(parts)


def _of_one_length(every: list[Question]) -> list[list[Question]]:
    """The Points that are measured for the same time: those of one kind, then the mixes of a cost
    model. Of a limit a mix is as exact as the rest."""
    mixes = [point for point in every if point.pattern and 0 < point.read_percent < 100]
    return [part for part in ([point for point in every if point not in mixes], mixes) if part]


def _plan(each: Sequence[Question]) -> proof.Plan:
    slowest = min(point.allowed_per_s for point in each)
    drawn = all(point.pattern and 0 < point.read_percent < 100 for point in each)
    measure_s = max(LEAST_MEASURE_S, (OPERATIONS_OF_MIX if drawn else OPERATIONS) / slowest)
    warmup_s = max(LEAST_WARMUP_S, OUTSTANDING / slowest)
    lengths = Lengths(warmup_for=f"{warmup_s:.1f}s", measure_for=f"{measure_s:.1f}s")
    return proof.Plan(reads_only=False, lengths=lengths, margin=MARGIN)


def _join(parts: Sequence[Proof]) -> Proof:
    """The proof of all Points: kept where each part is."""
    answers = [answer for part in parts for answer in part.answers]
    first = next((part for part in parts if part.proven.verdict != "kept"), parts[0])
    figures = first.proven.figures | {"points": len(answers)}
    proven = dataclasses.replace(first.proven, figures=figures)
    return dataclasses.replace(first, proven=proven, answers=answers)


def _volume(meaning: Meaning, target: str) -> PolicyVolume:
    rules = meaning if isinstance(meaning, Rules) else Rules()
    return PolicyVolume(NAME, NAME, 1, rules, rules, NAME, {}, target=target)


def _request(volume: PolicyVolume) -> SessionRequest:
    return _options.RunOptions(target=[str(volume.target)], virtual=True).request()
