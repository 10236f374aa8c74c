"""The comparison in reports: the analysis of `plimsoll compare` over loaded evidence, as sentences,
tables and charts.

The variants are the named campaigns (each configuration apart), or the configurations, else the
targets, of a single campaign. All others are compared with the first.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, cast

from plimsoll.base import language, rates, units
from plimsoll.base.errors import InputError
from plimsoll.features.compare import text
from plimsoll.features.compare.messages import message
from plimsoll.features.compare.rules import document as compare_document
from plimsoll.features.compare.rules import matching
from plimsoll.features.compare.rules import words as compare_words
from plimsoll.features.compare.rules.document import (
    CompareDocument,
    FigureDocument,
    FindingDocument,
    QuestionDocument,
    VerdictDocument,
)
from plimsoll.features.compare.rules.question import QuestionTerms
from plimsoll.judge.variant import Variant
from plimsoll.report import describe
from plimsoll.report.common.panels import panel
from plimsoll.report.evidence import variants
from plimsoll.report.evidence.evidence import Evidence, objective_words
from plimsoll.report.load_line import lines

Distributions = Callable[[int], dict[str, bytes]]

_VERDICTS = ("better", "worse", "mixed", "same", "not enough data", "not comparable")
MAX_PLACES = 30
"""Questions of the chart of effects; the table has them all."""


FINAL_VERDICTS = ("better", "worse", "same")
"""Verdicts that stand, however many repeats follow."""


@dataclass(frozen=True)
class VariantComparison:
    """Variants with their names, and the document of the comparison (`plimsoll.compare/1`)."""

    variants: tuple[Variant, ...]
    names: tuple[str, ...]
    document: CompareDocument

    @cached_property
    def verdicts(self) -> Counter[str]:
        """Number of questions by verdict, over all variants but the first."""
        return Counter(
            str(one["verdict"])
            for question in self.document["questions"]
            for one in question["verdicts"]
        )


def why_not(campaigns: Sequence[Evidence]) -> str | None:
    """Why there is nothing to compare; None when there is something."""
    try:
        _match_variants(campaigns, None)
    except InputError as error:
        return error.message
    return None


def compare_variants(campaigns: Sequence[Evidence], histograms: Distributions) -> VariantComparison:
    """The comparison. Raises InputError when there is nothing to compare, and says why."""
    variants_read, names, matching_result = _match_variants(campaigns, histograms)
    return VariantComparison(
        tuple(variants_read), tuple(names), compare_document.build(variants_read, matching_result)
    )


def _match_variants(
    campaigns: Sequence[Evidence], histograms: Distributions | None
) -> tuple[list[Variant], list[str], matching.Matching]:
    parts = _variant_parts(campaigns)
    if len(parts) < 2:
        raise InputError(*message.refusal("nothing-to-compare"))
    variants_read = [
        variants.of(name, [evidence], part, histograms) for evidence, part, name in parts
    ]
    # Inside one campaign, Runs of equal plans answer the same question.
    plan_key = _plan_keys(campaigns[0]) if len(campaigns) == 1 else None
    matched = matching.sort(variants_read, planned=plan_key)
    return (
        variants_read,
        [variant.name for variant in variants_read],
        replace(matched, questions=tuple(sorted(matched.questions, key=_place))),
    )


def _plan_keys(evidence: Evidence) -> Callable[[int], str]:
    """Maps a Run to its plan as a key: its Point without the compared part and the repeat."""
    parted_by = variants.parted_by(evidence)

    def plan_key(run: int) -> str:
        point = by_run[run]
        load: dict[str, object] = {**point.load}
        if rates.share_of(load) is not None:
            # Shares of different maxima are different rates, and so different questions.
            load["rate"] = offered[run]
        terms: list[object] = [point.workload, load, point.strategy]
        if parted_by == "configuration":
            terms.append(point.target)
        elif parted_by == "target":
            terms.append(point.target.get("parameters"))
        else:
            terms.append(point.target["name"])
        return json.dumps(terms, sort_keys=True)

    offered = {run.row.id: run.offered_rate for run in evidence.runs}
    by_run = {
        run.row.id: point for run in evidence.runs if (point := evidence.point_of(run)) is not None
    }
    return plan_key


def _place(question: matching.Question) -> tuple[str | float, ...]:
    """Sort key of a question: target, pattern, read share, block size, then load."""
    document = question.document
    workload, load = document.get("workload"), document.get("load")
    return (
        str(document.get("target") or ""),
        str(workload and workload["pattern"]),
        -float((workload and workload["read_percent"]) or 0),
        float((workload and workload["block_size_bytes"]) or 0),
        str(load and load["kind"]),
        float((load and load.get("offered_rate_per_s")) or 0),
        int((load and load.get("workers")) or 0),
        int((load and load.get("queue_depth")) or 0),
    )


def _variant_parts(campaigns: Sequence[Evidence]) -> list[tuple[Evidence, str | None, str]]:
    """Campaign, part and name of each variant."""
    targets = [
        list(
            dict.fromkeys(
                lines.short(str(run.spec["target"]["name"])) for run in campaign.measured_runs
            )
        )
        for campaign in campaigns
    ]
    # Campaigns with a target each are named by their targets.
    apart = all(len(own) == 1 for own in targets) and len({own[0] for own in targets}) == len(
        campaigns
    )
    names = [campaign.campaign.display_name for campaign in campaigns]
    are_named = all(names) and len(set(names)) == len(names)
    parts_found: list[tuple[Evidence, str | None, str]] = []
    for evidence, own in zip(campaigns, targets, strict=True):
        parts = variants.parts(evidence)
        several = len({point.configuration for point in evidence.points}) > 1
        number = message("campaign", campaign=evidence.campaign.id)
        name = own[0] if apart else evidence.campaign.display_name if are_named else number
        if parts and (several or len(campaigns) == 1):
            parts_found += [
                (evidence, part, part if len(campaigns) == 1 else f"{name}: {part}")
                for part in parts
            ]
        else:
            parts_found.append((evidence, None, name))
    return parts_found


# -- in words --------------------------------------------------------------------------------------


def verdict(result: VariantComparison) -> str:
    """One or two words for all questions together: the common verdict, or that they differ."""
    counts = result.verdicts
    if len(counts) == 1:
        return next(iter(counts))
    decided = [name for name in ("better", "worse") if counts[name]]
    if len(decided) == 2:
        return "differs by question"
    outcomes = [*decided, *(name for name in ("same", "mixed") if counts[name])]
    return f"{outcomes[0]} in part" if outcomes else "not enough data"


def headline(result: VariantComparison) -> str:
    """The answer to a single question in full; for several the number of questions by verdict."""
    document = result.document
    questions = document["questions"]
    first = result.names[0]
    sentences = []
    for number, name in enumerate(result.names[1:], 1):
        own = [
            (question, item)
            for question in questions
            for item in question["verdicts"]
            if item["variant"] == number
        ]
        if len(own) == 1:
            sentences.append(_question_sentence(document, *own[0], name, first))
            continue
        counts = Counter[str](item["verdict"] for _, item in own)
        counts_text = language.listing(
            text.verdict_in(code, counts[code]) for code in _VERDICTS if counts[code]
        )
        sentences.append(
            message(
                "verdict-counts", name=name, first=first, questions=len(own), counts=counts_text
            )
        )
    return message("sentence", text=language.clauses(sentences))


def _question_sentence(
    document: CompareDocument,
    question: QuestionDocument,
    item: VerdictDocument,
    name: str,
    first: str,
) -> str:
    finding = _finding(question, item["variant"])
    carry_share = next((c for c in question["carried"] if c["variant"] == item["variant"]), None)
    if item["from"] == "carried" and carry_share is not None:
        (a, of_a), (b, of_b) = carry_share["first"], carry_share["other"]
        if a == b == 0:
            return message("neither-carried", first=first, name=name)
        shares = message(
            "carried-short",
            first=first,
            name=name,
            carried=a,
            runs=of_a,
            carried_other=b,
            runs_other=of_b,
        )
        return message("because", verdict=_verdict_sentence(item, name, first), reason=shares)
    if item["verdict"] == "not comparable":
        both = {0: first, item["variant"]: name}
        names = [both.get(number, "") for number in range(len(document["variants"]))]
        return text.not_comparable(question, names, item["variant"])
    if item["verdict"] == "mixed":
        contradictions = text.contradiction(question, item["variant"])
        verdict_text = _verdict_sentence(item, name, first)
        return message("because", verdict=verdict_text, reason=contradictions)
    figure, what = compare_document.deciding(question), text.deciding_name(question)
    if item["verdict"] in ("better", "worse") and finding is not None and figure is not None:
        return text.conclusion(first, name, question["main"], what, figure["unit"], finding)
    verdict_text = _verdict_sentence(item, name, first, document["margin"])
    if finding is None or finding["ratio"] is None:
        return verdict_text
    if item["verdict"] == "not enough data":
        seen = _effect_text(question, item["variant"], name, first)
        return message("verdict-seen", verdict=verdict_text, seen=seen)
    return message("verdict-effect", verdict=verdict_text, figure=what, change=change(finding))


def _verdict_sentence(
    item: VerdictDocument, name: str, first: str, margin: float | None = None
) -> str:
    """The verdict on a variant against the first. `margin`: smaller differences count as the
    same."""
    if item["verdict"] == "same" and margin is not None:
        return message(
            "same-within", name=name, first=first, margin=units.significant_percent(margin, 3)
        )
    return message(f"is-{item['verdict'].replace(' ', '-')}", name=name, first=first)


def _effect_text(question: QuestionDocument, variant: int, name: str, first: str) -> str:
    """The deciding figure of both variants and its change; empty where there is none."""
    figure, finding = compare_document.deciding(question), _finding(question, variant)
    if figure is None or finding is None or finding["ratio"] is None:
        return ""
    both = text.both_values(figure, variant, first, name)
    values = language.listing([*both, change(finding)])
    return message("figure-and-values", figure=text.deciding_name(question), values=values)


def single_effect(result: VariantComparison) -> str:
    """The deciding figure where two variants share a single question; empty otherwise."""
    questions = result.document["questions"]
    if len(questions) != 1 or len(result.names) != 2:
        return ""
    return _effect_text(questions[0], 1, result.names[1], result.names[0])


def change(finding: FindingDocument) -> str:
    """An effect with its interval: `+12.3 % (+10.1 % to +14.6 %)`."""
    effect_text = text.change(finding["ratio"])
    if finding["low"] is None:
        return effect_text
    low, high = text.change(finding["low"]), text.change(finding["high"])
    return message("change-between", change=effect_text, low=low, high=high)


def because(result: VariantComparison, *, most: int = 12) -> tuple[str, ...]:
    """The legend of the variants, and the verdicts with their reasons; the table has those of many
    questions."""
    document = result.document
    sentences = [_sentence(line) for line in text.legend(document)]
    if len(document["questions"]) <= 2:
        for question in document["questions"]:
            sentences += [_sentence(line) for line in text.sentences(document, question)]
    elif result.verdicts.keys() == {"not enough data"} and any(
        min(text.counts(item)) < 2 for item in document["questions"]
    ):
        sentences.append(message("measured-once"))
    sentences += [
        message("not-compared", question=item["words"]) for item in document["unmatched"][:most]
    ]
    if len(document["unmatched"]) > most:
        sentences.append(message("not-compared-more", count=len(document["unmatched"]) - most))
    several = sum(len(question["verdicts"]) for question in document["questions"])
    if several > 10 and result.verdicts.keys() != {"not enough data"}:
        sentences.append(
            message(
                "not-corrected",
                verdicts=several,
                share=units.percent(1 - document["confidence"]),
            )
        )
    return tuple(sentences)


def _sentence(line: str) -> str:
    line = language.without_stop(line.strip())
    return message("sentence", text=language.capital(line))


def figures(result: VariantComparison) -> tuple[describe.Figure, ...]:
    """Number of verdicts by kind, the margin, and the noise."""
    document, counts = result.document, result.verdicts
    total = sum(counts.values())
    entries = [
        describe.Figure(
            message(f"number-{code.replace(' ', '-')}"),
            message("of-questions", count=counts[code], total=total),
            message("number-note"),
        )
        for code in _VERDICTS
        if counts[code]
    ]
    entries.append(
        describe.Figure(
            message("margin"),
            f"± {units.significant_percent(document['margin'], 3)}",
            message("margin-note"),
        )
    )
    repeats = [n for question in document["questions"] for n in text.counts(question)]
    if repeats:
        low, high = min(repeats), max(repeats)
        entries.append(
            describe.Figure(
                message("repeats"),
                f"{low}" if low == high else message("range", low=low, high=high),
                message("repeats-note"),
            )
        )
    noise = [
        finding["noise"]
        for question in document["questions"]
        for figure in question["figures"]
        if figure["name"] == question["main"]
        for finding in figure["findings"]
        if finding["noise"] is not None
    ]
    if noise:
        least, most = (units.significant_percent(value, 2) for value in (min(noise), max(noise)))
        range_text = least if least == most else message("range", low=least, high=most)
        entries.append(describe.Figure(message("noise-between"), range_text, message("noise-note")))
    return tuple(entries)


# -- tables ----------------------------------------------------------------------------------------


class _Row(NamedTuple):
    """A variant against the first in a figure of a question, as a row of a table."""

    place: str
    question: QuestionDocument
    figure: FigureDocument | None
    variant: int
    verdict: str
    by: str
    """The figure that decides."""

    def finding_text(self, read: Callable[[FindingDocument], str]) -> str:
        """A text from the finding of the figure; a dash without one."""
        finding = compare_document.finding(self.figure, self.variant)
        return units.DASH if finding is None else read(finding)


def _comparison_columns(result: VariantComparison) -> dict[str, Callable[[_Row], str]]:
    """The columns with the variants, their values, and the effect."""
    names = text.letters(result.document)
    return {
        message("table-compared"): lambda row: message(
            "against", name=names[row.variant], first=names[0]
        ),
        message("table-first"): lambda row: text.value_text(row.figure, 0),
        message("table-other"): lambda row: text.value_text(row.figure, row.variant),
        message("table-effect"): lambda row: row.finding_text(
            lambda finding: text.change(finding["ratio"])
        ),
        message("table-interval"): lambda row: row.finding_text(_interval),
    }


def table(result: VariantComparison) -> describe.Table:
    """One row per question and variant compared: the deciding figure, its effect, and the
    verdict."""
    rows = [
        _Row(
            short,
            question,
            compare_document.deciding(question),
            item["variant"],
            item["verdict"],
            message(f"decided-by-{item['from']}")
            if item["from"] in _OMISSIONS
            else text.deciding_name(question),
        )
        for question, short in zip(result.document["questions"], places(result), strict=True)
        for item in question["verdicts"]
    ]
    margin = units.significant_percent(result.document["margin"], 3)
    return describe.Table.of(
        message("table-verdicts", count=len(rows)),
        rows,
        {
            message("table-question"): lambda row: row.place,
            message("table-decided-by"): lambda row: row.by,
            **_comparison_columns(result),
            "n": lambda row: _sizes(row.question, row.variant),
            message("noise-between"): lambda row: row.finding_text(_noise),
            # A final verdict needs no more repeats.
            message("table-repeats"): lambda row: (
                units.DASH
                if row.verdict in FINAL_VERDICTS
                else row.finding_text(lambda finding: units.count(finding["repeats_needed"]))
            ),
            message("table-verdict"): lambda row: text.verdict_text(row.verdict),
        },
        texts=(
            message("table-question"),
            message("table-decided-by"),
            message("table-compared"),
            message("table-verdict"),
        ),
        caption=message("table-verdicts-caption", margin=margin),
    )


_OMISSIONS = ("carried", "failed", "client_bound")
"""Evidence that can decide in place of a figure."""


def _interval(finding: FindingDocument) -> str:
    if finding["ratio"] is None or finding["low"] is None:
        return units.DASH
    return message(
        "interval",
        low=text.change(finding["low"]),
        high=text.change(finding["high"]),
        confidence=units.significant_percent(finding["confidence"], 3),
    )


def _noise(finding: FindingDocument) -> str:
    value = finding["noise"]
    return units.DASH if value is None else units.significant_percent(value, 2)


def _sizes(question: QuestionDocument, variant: int) -> str:
    """Number of Runs, or searches, of the first and of a variant."""
    counts = text.counts(question)
    return f"{counts[0]}, {counts[variant]}"


def every_figure(result: VariantComparison) -> describe.Table:
    """Every compared figure, the deciding one marked."""
    return describe.Table.of(
        message("table-figures"),
        [
            _Row(short, question, figure, finding["variant"], finding["verdict"], figure["name"])
            for question, short in zip(result.document["questions"], places(result), strict=True)
            for figure in question["figures"]
            for finding in figure["findings"]
        ],
        {
            message("table-question"): lambda row: row.place,
            message("table-figure"): lambda row: (
                message("deciding-figure", figure=text.figure_text(row.by))
                if row.by == row.question["main"]
                else text.figure_text(row.by)
            ),
            **_comparison_columns(result),
            "p": lambda row: row.finding_text(lambda finding: text.p_value(finding["p"])),
            message("table-effect-in-noise"): lambda row: row.finding_text(text.effect_size),
            "n": lambda row: row.finding_text(
                lambda finding: f"{finding['repeats'][0]}, {finding['repeats'][1]}"
            ),
            message("table-finding"): lambda row: text.verdict_text(row.verdict),
        },
        texts=(
            message("table-question"),
            message("table-figure"),
            message("table-compared"),
            message("table-finding"),
        ),
        caption=message("table-figures-caption"),
    )


def outcomes(result: VariantComparison) -> describe.Facts | None:
    """Runs that the figures leave out, with their outcomes; None without any."""
    names = text.letters(result.document)
    entries = []
    for question, short in zip(result.document["questions"], places(result), strict=True):
        for name, group in zip(names, question["runs"], strict=False):
            ids = [str(run) for run in group["ids"] if run not in group["used"]]
            other = {outcome: n for outcome, n in group["outcomes"].items() if outcome != "ok"}
            if other:
                words = text.outcome_counts(other)
                entries.append(
                    (
                        f"{name}, {short}",
                        message("outcomes", outcomes=words, runs=language.listing(ids)),
                    )
                )
    return describe.Facts(message("outcomes-title"), tuple(entries)) if entries else None


def _finding(question: QuestionDocument, variant: int) -> FindingDocument | None:
    return compare_document.finding(compare_document.deciding(question), variant)


# -- charts ----------------------------------------------------------------------------------------


def places(comparison: VariantComparison) -> tuple[str, ...]:
    """The label of each question on an axis: the parts that differ from other questions, else all
    parts."""
    # Where the number of workers differs between variants, that of the first is no label.
    workers = all(item["what"] != "workers" for item in comparison.document["differs"])
    parts = []
    for question in comparison.document["questions"]:
        target = question["question"].get("target")
        target_name = [lines.short(str(target))] if target else []
        parts.append(
            [*target_name, *compare_words.parts(_question_terms(question), workers=workers)]
        )
    common = set(parts[0]).intersection(*map(set, parts[1:])) if len(parts) > 1 else set()
    return tuple(
        language.listing([item for item in own if item not in common] or own) for own in parts
    )


def _question_terms(question: QuestionDocument) -> QuestionTerms:
    """The question, with its objective in readable form."""
    terms = cast("QuestionTerms", question["question"])
    objective = terms.get("objective")
    return {**terms, "objective": objective_words(objective)} if objective else terms


_SHAPES: dict[str, tuple[describe.Shape, int]] = {
    "better": ("triangle", 1),
    "worse": ("hollow triangle", 2),
    "same": ("square", 0),
    "mixed": ("diamond", 3),
    "not enough data": ("ring", 4),
    "not comparable": ("ring", 5),
}


def effects(result: VariantComparison, *, height: int = 240) -> describe.Chart | None:
    """The effect of every question with its interval, and the margin, in a panel per variant; None
    without any effect."""
    document = result.document
    questions = list(zip(document["questions"], places(result), strict=True))[:MAX_PLACES]
    # With a single question the variants stand side by side in one panel; with several, each
    # variant has a panel with the questions side by side.
    single = len(questions) == 1
    panels_drawn = _effect_points(result, questions, single=single)
    if not panels_drawn:
        return None
    ratios = [1 - document["margin"], 1 + document["margin"]]
    ratios += [
        value
        for groups in panels_drawn.values()
        for points in groups.values()
        for at in points
        for value in (at.y, at.low, at.high)
        if value is not None
    ]
    low, high = min(ratios), max(ratios)
    wide = high / low > 4
    room = (high / low) ** 0.08 if wide else (high - low) * 0.08
    ends = (low / room, high * room) if wide else (low - room, high + room)
    margin = units.significant_percent(document["margin"], 3)
    panels = []
    for variant, groups in panels_drawn.items():
        rules: list[describe.Series] = [
            describe.RuleY(message("chart-margin", margin=margin), 1 + document["margin"]),
            describe.RuleY("", 1.0),
            describe.RuleY("", 1 - document["margin"]),
        ]
        marks = [
            describe.Marks(
                message(f"mark-{name.replace(' ', '-')}"),
                shape,
                tuple(groups[name]),
                colour,
                large=True,
            )
            for name, (shape, colour) in _SHAPES.items()
            if name in groups
        ]
        subject = questions[0][1] if single else result.names[variant]
        kind = f"{'question' if single else 'variant'}{'-log' if wide else ''}"
        title = message(f"axis-{kind}", subject=subject, first=result.names[0])
        y = describe.Axis(title, "plain", log=wide, low=ends[0], high=ends[1])
        panels.append(panel(y, (*rules, *marks), height))
    x = describe.categories(message("table-question"), tuple(short for _, short in questions))
    if single:
        x = describe.categories(message("table-compared"), result.names[1:])
    figure_names = list(dict.fromkeys(text.deciding_name(question) for question, _ in questions))
    if len(figure_names) == 1:
        title = message("chart-effects-on", figure=figure_names[0], margin=margin)
    else:
        title = message("chart-effects", margin=margin)
    left = len(document["questions"]) - len(questions)
    return describe.Chart("effects", title, x, tuple(panels), _effect_notes(questions, left))


def _effect_points(
    result: VariantComparison,
    questions: Sequence[tuple[QuestionDocument, str]],
    *,
    single: bool,
) -> dict[int, dict[str, list[describe.At]]]:
    """Points by panel (number of the variant, or 0 for the only one) and verdict."""
    points: dict[int, dict[str, list[describe.At]]] = {}
    for variant in range(1, len(result.names)):
        for place, (question, short) in enumerate(questions):
            item = next((v for v in question["verdicts"] if v["variant"] == variant), None)
            finding = _finding(question, variant)
            if item is None or finding is None or finding["ratio"] is None:
                continue
            hover = (
                (
                    message("hover-compared"),
                    message("over", name=result.names[variant], first=result.names[0]),
                ),
                (message("column-question"), short),
                (message("effect-size"), change(finding)),
                (message("effect-verdict"), text.verdict_text(item["verdict"])),
                ("n", _sizes(question, variant)),
            )
            x = variant - 1 if single else place
            at = describe.At(x, finding["ratio"], hover, low=finding["low"], high=finding["high"])
            points.setdefault(0 if single else variant, {}).setdefault(item["verdict"], []).append(
                at
            )
    return points


def _effect_notes(
    questions: Sequence[tuple[QuestionDocument, str]], left: int
) -> tuple[describe.Note, ...]:
    """Notes below the chart. `left`: number of questions that are not drawn."""
    main = list(dict.fromkeys(_label(question) for question, _ in questions))
    notes = [
        message("chart-effects-of", figures=language.clauses(main)),
        message("chart-whiskers"),
    ]
    if left > 0:
        notes.append(message("chart-not-drawn", count=left))
    return tuple(describe.Note(note, keep=True) for note in notes)


def _label(question: QuestionDocument) -> str:
    figure = text.figure_text(question["main"])
    if question["kind"] == "offered_rate":
        return message("decides-at-rate", figure=figure, latency=text.latency(question))
    return message(f"decides-{question['kind']}", figure=figure)
