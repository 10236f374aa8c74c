"""The verdict on the rules of a volume from its Points: kept, broken (and how) or inconclusive.

Points are judged by the rules of promises (decision 0015-promise-verdicts); this combines them. The
traps of report S0 each have a code: a limit that is set but not enforced; that counts an I/O by its
size or not, against the policy; that reads and writes have each; that all disks of a VM share, or
each has; that is enforced twice. Pure: codes with figures, of which `words.py` makes sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from plimsoll.features.policy.questions import MIN_DIFFERENCE, Question, counted_as
from plimsoll.features.policy.rules import Figures, Rules

if TYPE_CHECKING:
    from plimsoll.features.limits.rules.finding import VolumeLimit
    from plimsoll.features.promises.rules.document import ClaimVerdict
    from plimsoll.judge.limiter.document import Who

Verdict = Literal["kept", "broken", "inconclusive"]

HALF_SHARE = 0.5
TWO_THIRDS = 2 / 3
"""Rate of a half-and-half mix where a write is charged twice: 1 / (1/2 + 2/2)."""
SHARE_TOLERANCE = 0.08
"""Shares that differ by less are equal."""


OTHER_LIMIT_VERDICTS = ("lower_cap", "lower_at_size", "twice")
"""Verdicts that need a known second limit: saturated storage is none."""

SET_LIMIT_VERDICTS = ("not_enforced", "higher_cap", "twice", "writes_twice")
"""Verdicts on how the limit that is set works: without it they would blame the system."""


@dataclass(frozen=True)
class Answer:
    """A Point and its verdict."""

    question: Question
    judged: ClaimVerdict

    @property
    def measured_per_s(self) -> float | None:
        """The deciding rate, or the nearest to it."""
        return None if self.judged.measured is None else self.judged.measured.value

    @property
    def share(self) -> float | None:
        """The rate as a share of the allowed one."""
        measured = self.measured_per_s
        return None if measured is None else measured / self.question.allowed_per_s


@dataclass(frozen=True)
class Neighbour:
    """A volume of the same VM or limit, driven at the same time. `together_per_s`: rate of both,
    None if a Run failed; `one_limit`: whether their places share a limit."""

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
    *,
    is_set: bool = True,
) -> Proven:
    """The verdict on the rules of a volume. `is_set`: whether the setting is the policy's."""
    if not answers:
        return Proven("inconclusive", "nothing_to_ask")
    broken = [answer for answer in answers if answer.judged.verdict == "broken"]
    for answer in broken:
        found = _failure(rules, answer, answers, limit)
        if found is not None:
            if not is_set and found.kind in SET_LIMIT_VERDICTS:
                return replace(found, kind="other_setting")
            return found
    open_ones = [answer for answer in answers if answer.judged.verdict == "inconclusive"]
    if open_ones:
        first = open_ones[0]
        return Proven("inconclusive", "open", _point_figures(first))
    if neighbour is not None and (found := _neighbour_verdict(rules, neighbour)) is not None:
        return found
    kept = Proven("kept", "kept", _point_figures(answers[0]) | {"points": len(answers)})
    holder = limiter(kept, limit)
    if holder is not None and holder[0] == "unknown":
        kept = replace(kept, figures=kept.figures | {"limiter": "unknown"})
    if neighbour is not None:
        # Shared or separate, as the rules require.
        kept = replace(kept, figures=kept.figures | _pair_figures(neighbour), notes=("together",))
    return kept


def limiter(proven: Proven, limit: VolumeLimit | None) -> tuple[Who, float] | None:
    """The holder of the cap and its confidence. None without a proven cap.

    Uneven completions look like saturated servers, even if only the machine between is busy. At
    exactly the rate of a set limit, at every Point, that is no evidence against the limit: the
    holder is unknown.
    """
    if limit is None or limit.holder is None:
        return None
    if proven.verdict == "kept" and limit.holder.value == "target":
        return "unknown", 0.0
    return limit.holder.value, limit.holder.confidence


def _point_figures(answer: Answer) -> Figures:
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


def _failure(
    rules: Rules, answer: Answer, answers: Sequence[Answer], limit: VolumeLimit | None
) -> Proven | None:
    """How the rule is broken at this Point."""
    share, at = answer.share, _point_figures(answer)
    if share is None:
        return Proven("broken", "broken", at)
    if share > 1:
        return Proven("broken", _excess_code(rules, answer, answers), at)
    # Below the allowed rate only a throttle breaks the rule: saturated storage has no more to give.
    if limit is not None and limit.holder is not None and limit.holder.value == "target":
        return Proven("inconclusive", "target_full", at)
    kind, figures = _shortfall_code(rules, answer, answers)
    holder = None if limit is None or limit.holder is None else limit.holder.value
    if kind in OTHER_LIMIT_VERDICTS and holder != "policy_cap":
        return Proven("inconclusive", "lower_open", figures)
    return Proven("broken", kind, figures)


def _excess_code(rules: Rules, answer: Answer, answers: Sequence[Answer]) -> str:
    question, measured = answer.question, answer.measured_per_s or 0.0
    first = answers[0]
    if question.kind == "mix" and first.judged.verdict == "kept" and rules.shared.is_set:
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


def _shortfall_code(rules: Rules, answer: Answer, answers: Sequence[Answer]) -> tuple[str, Figures]:
    question, share = answer.question, answer.share or 0.0
    at = _point_figures(answer)
    first = answers[0]
    if question.kind == "size" and first.judged.verdict == "kept":
        other = counted_as(answer.measured_per_s or 0.0, question, rules)
        if other is not None and other.unit_bytes is not None:
            return "counts_units", at | {
                "unit_bytes": other.unit_bytes,
                "rounding": other.rounding,
            }
        return "lower_at_size", at
    if question.kind == "mix" and abs(share - TWO_THIRDS) < SHARE_TOLERANCE:
        return "writes_twice", at
    if abs(share - HALF_SHARE) < SHARE_TOLERANCE * HALF_SHARE:
        return "twice", at
    return "lower_cap", at


def _neighbour_verdict(rules: Rules, neighbour: Neighbour) -> Proven | None:
    """Whether volumes of a VM share the limit or each have it, as the rules require."""
    if neighbour.together_per_s is None:
        return Proven("inconclusive", "neighbour_failed", {"neighbour": neighbour.volume})
    ratio = neighbour.together_per_s / neighbour.each_per_s
    figures = _pair_figures(neighbour)
    shared, own = abs(ratio - 1) < 2 * MIN_DIFFERENCE, abs(ratio - 2) < 2 * MIN_DIFFERENCE
    if rules.per == "volume" and shared:
        return Proven("broken", "one_limit" if neighbour.one_limit else "shared_by_vm", figures)
    if rules.per == "vm" and own:
        return Proven("broken", "per_disk", figures)
    if not (shared or own):
        return Proven("inconclusive", "neighbour_open", figures)
    return None


def _pair_figures(neighbour: Neighbour) -> Figures:
    together = neighbour.together_per_s or 0.0
    return {
        "neighbour": neighbour.volume,
        "together_per_s": together,
        "each_per_s": neighbour.each_per_s,
        "own_per_s": neighbour.own_per_s,
        "neighbour_per_s": together - neighbour.own_per_s,
    }
