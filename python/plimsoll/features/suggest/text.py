"""The first screen of a policy that was written, and the line of one that was not."""

from plimsoll.base import language, units
from plimsoll.features.policy import words as policy_words
from plimsoll.features.policy.rules import Rules
from plimsoll.features.policy.verdicts import Proven
from plimsoll.features.suggest import suggestion as made
from plimsoll.features.suggest.choosing import CostModel, KindCosts, NoPolicy
from plimsoll.features.suggest.messages import message
from plimsoll.features.suggest.suggestion import Suggestion
from plimsoll.report.describe import Badge, First

BADGES = {"kept": "met", "broken": "missed", "inconclusive": "none"}


def screen(suggestion: Suggestion) -> First:
    """The policy, what it rests on, and whether the model keeps it."""
    proven, chosen = suggestion.proof.proven, suggestion.chosen
    standing = BADGES[proven.verdict]
    badge = Badge(standing, message(f"badge-{proven.verdict}"))  # type: ignore[arg-type]
    if proven.verdict == "kept" and "estimated" in chosen.remarks:
        badge = Badge("estimated", message("badge-estimated"))
    options = suggestion.options
    of = next((options[name] for name in ("for", "device") if name in options), "")
    meaning = chosen.meaning
    rows: list[tuple[str, str]] = []
    if isinstance(meaning, Rules):
        rules = policy_words.rules(meaning)
        name = suggestion.target.name
        headline = (
            message("headline", system=name, of=of, rules=rules)
            if of
            else message("headline-unnamed", system=name, rules=rules)
        )
    else:
        headline = message("headline-cost", of=of)
        rows += _cost_rows(meaning)
    rows.append((message("row-basis"), _basis(suggestion)))
    if suggestion.headroom:
        share = units.significant_percent(suggestion.headroom / 100, 3)
        rows.append((message("row-headroom"), message("headroom", share=share)))
    rows.append((message("row-proof"), _proof(proven)))
    rows += [(message("row-note"), made.remark(chosen, code)) for code in chosen.remarks]
    return First(
        badge,
        message("origin"),
        (),
        headline,
        None,
        tuple(rows),
        todo=message("verify-there" if suggestion.target.is_limit else "search-there"),
        usable=proven.verdict == "kept",
    )


def _proof(proven: Proven) -> str:
    """Whether the model keeps the policy. The rate of the cap stands in the headline."""
    if proven.kind == "kept" and ("limiter", "unknown") not in proven.figures.items():
        return message("proof-kept", points=int(proven.figures["points"]))
    return policy_words.verdict_sentence(proven.kind, proven.figures)


def _cost_rows(model: CostModel) -> list[tuple[str, str]]:
    def rates(kind: KindCosts) -> str:
        return message(
            "cost",
            random=units.iops(kind.random_per_s),
            sequential=units.iops(kind.sequential_per_s),
            bytes=units.bandwidth(kind.bytes_per_s),
        )

    return [(message("row-reads"), rates(model.read)), (message("row-writes"), rates(model.write))]


def _basis(suggestion: Suggestion) -> str:
    lines = list(dict.fromkeys(basis.line for basis in suggestion.chosen.bases))
    if len(lines) > MOST_LINES_NAMED:
        numbers = language.listing(map(str, sorted({line.campaign for line in lines})))
        return message("basis-of-campaigns", numbers=numbers, store=suggestion.lines.store)
    return "; ".join(
        message(
            "basis-of-line",
            campaign=line.campaign,
            workload=made.workload(line),
            plan=units.iops(line.plan_per_s or 0),
            interval=made.interval(line),
        )
        for line in lines
    )


MOST_LINES_NAMED = 2
"""Lines whose intervals stand in the block; the text has all."""


def refusal(system: str, store: str, found: NoPolicy) -> str:
    """Why there is no policy, in one line."""
    if found.missing:
        questions = "; ".join(question.flags for question in found.missing)
        return message(
            "lines-missing", system=system, store=store, count=len(found.missing), flags=questions
        )
    line = found.open[0]
    return message(
        "line-open",
        system=system,
        store=store,
        campaign=line.campaign,
        workload=made.workload(line),
    )
