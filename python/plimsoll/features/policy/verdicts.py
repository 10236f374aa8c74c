"""Whether the rules of a volume hold, by what was measured at its Points: kept, broken or
inconclusive, and of what is broken how.

A Point is judged by the rules of promises (decision 0017-promise-verdicts); here is what the Points
say together. The traps of report S0 each have a code: a limit that is set and not enforced; that
counts an I/O by its size where it should not, or not where it should (an older or a newer release);
that reads and writes have each; that all disks of a VM share, or each has; that is enforced twice.
Pure: codes with figures, of which `words.py` makes sentences.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from plimsoll.features.policy.questions import PARTS, counted_as
from plimsoll.features.policy.rules import Figures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.features.limits.rules import VolumeLimit
    from plimsoll.features.policy.questions import Question
    from plimsoll.features.policy.rules import Rules
    from plimsoll.features.promises.rules.document import Judged
    from plimsoll.judge.limiter.document import Who

Verdict = Literal["kept", "broken", "inconclusive"]

HALF = 0.5
TWO_THIRDS = 2 / 3
"""Of a half-and-half mix, where a write is charged twice: 1 / (1/2 + 2/2)."""
NEAR = 0.08
"""Shares that differ by less are taken for one."""


ELSEWHERE = ("lower_cap", "lower_at_size", "twice")
"""A limit other than the policy's: that there is one has to be known. Storage that is full is
none."""


@dataclass(frozen=True)
class Answer:
    """A Point and what the Runs there say."""

    question: Question
    judged: Judged

    @property
    def measured_per_s(self) -> float | None:
        """The rate that decided, or the nearest to it."""
        return None if self.judged.measured is None else self.judged.measured.value

    @property
    def share(self) -> float | None:
        """Of what the rules allow there."""
        measured = self.measured_per_s
        return None if measured is None else measured / self.question.allowed_per_s


@dataclass(frozen=True)
class Neighbour:
    """A volume of the same VM, or of the same limit, driven at the same time: the rates of both
    together (none: one of the two Runs failed), what each may have, whether where they are says
    that they have one limit, and what the volume itself got."""

    volume: str
    together_per_s: float | None
    each_per_s: float
    one_limit: bool = False
    own_per_s: float = 0.0


@dataclass(frozen=True)
class Proven:
    """The verdict on a volume: a code in `words.PROVEN`, with its figures."""

    verdict: Verdict
    kind: str
    figures: Figures = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    """Codes in `words.PROOF_NOTES`."""


def judge(
    rules: Rules,
    answers: Sequence[Answer],
    limit: VolumeLimit | None,
    neighbour: Neighbour | None = None,
) -> Proven:
    """The verdict on the rules of a volume."""
    if not answers:
        return Proven("inconclusive", "nothing_to_ask")
    broken = [one for one in answers if one.judged.verdict == "broken"]
    for answer in broken:
        found = _how(rules, answer, answers, limit)
        if found is not None:
            return found
    open_ones = [one for one in answers if one.judged.verdict == "inconclusive"]
    if open_ones:
        first = open_ones[0]
        return Proven("inconclusive", "open", _at(first))
    if neighbour is not None and (found := _of_neighbour(rules, neighbour)) is not None:
        return found
    kept = Proven("kept", "kept", _at(answers[0]) | {"points": len(answers)})
    held = limiter(kept, limit)
    if held is not None and held[0] == "unknown":
        kept = replace(kept, figures=kept.figures | {"limiter": "unknown"})
    if neighbour is not None:
        # Together they had what one may have, or each had it: as the rules say.
        kept = replace(kept, figures=kept.figures | _pair(neighbour), notes=("together",))
    return kept


def limiter(proven: Proven, limit: VolumeLimit | None) -> tuple[Who, float] | None:
    """Who holds the cap, and how sure that is; none where no cap is proven.

    Uneven completions look like full servers, also where only the machine between is busy. At
    exactly the rate of a limit that is set, at every Point, that is no evidence against the limit:
    then it is not known.
    """
    if limit is None or limit.holder is None:
        return None
    if proven.verdict == "kept" and limit.holder.value == "target":
        return "unknown", 0.0
    return limit.holder.value, limit.holder.confidence


def _at(answer: Answer) -> Figures:
    question = answer.question
    figures: Figures = {
        "block_bytes": question.block_bytes,
        "read_percent": question.read_percent,
        "allowed_per_s": question.allowed_per_s,
        "because": answer.judged.because,
    }
    if answer.judged.would_decide is not None:
        figures["would_decide"] = answer.judged.would_decide
    if answer.measured_per_s is not None:
        figures["measured_per_s"] = answer.measured_per_s
    return figures


def _how(
    rules: Rules, answer: Answer, answers: Sequence[Answer], limit: VolumeLimit | None
) -> Proven | None:
    """How it is broken at this Point."""
    share, at = answer.share, _at(answer)
    if share is None:
        return Proven("broken", "broken", at)
    if share > 1:
        return Proven("broken", _above(rules, answer, answers), at)
    # Below what is allowed: only a throttle breaks a limit's rule; a target whose servers are full
    # keeps it, and more was not to be had.
    if limit is not None and limit.holder is not None and limit.holder.value == "target":
        return Proven("inconclusive", "target_full", at)
    kind, figures = _below(rules, answer, answers)
    held = None if limit is None or limit.holder is None else limit.holder.value
    if kind in ELSEWHERE and held != "policy_cap":
        return Proven("inconclusive", "lower_open", figures)
    return Proven("broken", kind, figures)


def _above(rules: Rules, answer: Answer, answers: Sequence[Answer]) -> str:
    question, measured = answer.question, answer.measured_per_s or 0.0
    first = answers[0]
    if question.kind == "mix" and first.judged.verdict == "kept" and rules.shared.given:
        return "apart"
    if question.kind == "size" and first.judged.verdict == "kept":
        other = counted_as(measured, question, rules)
        if other is not None and other.unit_bytes is None:
            return "size_blind"
        return "counts_less"
    if (
        question.kind in ("small", "write")
        and answer.judged.flatness is not None
        and (answer.judged.flatness.verdict == "flat")
    ):
        return "higher_cap"
    return "not_enforced"


def _below(rules: Rules, answer: Answer, answers: Sequence[Answer]) -> tuple[str, Figures]:
    question, share = answer.question, answer.share or 0.0
    at = _at(answer)
    first = answers[0]
    if question.kind == "size" and first.judged.verdict == "kept":
        other = counted_as(answer.measured_per_s or 0.0, question, rules)
        if other is not None and other.unit_bytes is not None:
            return "counts_units", at | {
                "unit_bytes": other.unit_bytes,
                "rounding": other.rounding,
            }
        return "lower_at_size", at
    if question.kind == "mix" and abs(share - TWO_THIRDS) < NEAR:
        return "writes_twice", at
    if abs(share - HALF) < NEAR * HALF:
        return "twice", at
    return "lower_cap", at


def _of_neighbour(rules: Rules, neighbour: Neighbour) -> Proven | None:
    """Whether volumes of a VM each have the limit or together, as the rules say."""
    if neighbour.together_per_s is None:
        return Proven("inconclusive", "neighbour_failed", {"neighbour": neighbour.volume})
    ratio = neighbour.together_per_s / neighbour.each_per_s
    figures = _pair(neighbour)
    shared, own = abs(ratio - 1) < 2 * PARTS, abs(ratio - 2) < 2 * PARTS
    if rules.per == "volume" and shared:
        return Proven("broken", "one_limit" if neighbour.one_limit else "shared_by_vm", figures)
    if rules.per == "vm" and own:
        return Proven("broken", "per_disk", figures)
    if not (shared or own):
        return Proven("inconclusive", "neighbour_open", figures)
    return None


def _pair(neighbour: Neighbour) -> Figures:
    together = neighbour.together_per_s or 0.0
    return {
        "neighbour": neighbour.volume,
        "together_per_s": together,
        "each_per_s": neighbour.each_per_s,
        "own_per_s": neighbour.own_per_s,
        "neighbour_per_s": together - neighbour.own_per_s,
    }
