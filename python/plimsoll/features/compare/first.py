"""The first screen of a comparison: better, worse, the same, mixed, or not enough data."""

from __future__ import annotations

from collections import Counter

from plimsoll.base.errors import InputError
from plimsoll.features.compare import report
from plimsoll.features.compare.report import VariantComparison
from plimsoll.report.common.comparison import Comparison
from plimsoll.report.describe import Badge
from plimsoll.report.evidence import sweeps
from plimsoll.report.first.summary import Summary, short_list
from plimsoll.report.request import ReportRequest

_BADGES = {
    "better": Badge("met", "Better"),
    "worse": Badge("missed", "Worse"),
    "same": Badge("measured", "The same"),
    "mixed": Badge("mixed", "Mixed"),
    "differs by question": Badge("mixed", "Differs by question"),
    "better in part": Badge("mixed", "Better in part"),
    "worse in part": Badge("mixed", "Worse in part"),
    "not enough data": Badge("none", "Not enough data"),
    "not comparable": Badge("none", "Not comparable"),
}


def summary_of(asked: ReportRequest) -> Summary | None:
    """The summary of several campaigns; None where they cannot be compared."""
    if not asked.others:
        return None
    try:
        return summary(
            report.compare_variants([asked.evidence, *asked.others], asked.store.histograms)
        )
    except InputError:
        return None


def beside(asked: ReportRequest) -> tuple[tuple[str, str], ...]:
    """The comparison of configurations or targets inside one campaign; empty where it has none."""
    if report.why_not([asked.evidence]) is not None or sweeps.of_one(asked.evidence):
        return ()
    result = summary(report.compare_variants([asked.evidence], asked.store.histograms))
    return (("Compared", result.headline),)


def comparison(asked: ReportRequest) -> Comparison:
    """The comparison for reports that show it beside other things."""
    campaigns = [asked.evidence, *asked.others]
    if not asked.others and (why := report.why_not(campaigns)) is not None:
        raise InputError(why)
    result = report.compare_variants(campaigns, asked.store.histograms)
    # One verdict for all questions needs no chart.
    one_verdict = len(result.verdicts) == 1 and sum(result.verdicts.values()) > 1
    return Comparison(
        names=tuple(result.names),
        answer=report.headline(result),
        verdict=report.verdict(result),
        because=report.because(result),
        unlike=_unlike(result),
        figures=report.figures(result),
        effects=report.effects(result),
        worth_a_chart=not one_verdict and result.verdicts.keys() != {"not enough data"},
    )


COMPARISON = comparison


def _unlike(result: VariantComparison) -> tuple[str, ...]:
    """Other differences between the variants, and the number of questions left out."""
    sentences = [f"Also different: {item['words']}." for item in result.document["differs"]]
    n = len(result.document["unmatched"])
    return (
        *sentences,
        *([f"Not compared: {n} question{'s' * (n > 1)}, in the full report."] if n else []),
    )


def summary(result: VariantComparison) -> Summary:
    """The summary of a comparison with the first variant as the base."""
    word = report.verdict(result)
    first, others = result.names[0], result.names[1:]
    counts = Counter(result.verdicts)
    total = sum(counts.values())
    each = ", ".join(f"{name} in {n}" for name, n in counts.most_common())
    other_names = short_list(others)
    subject = f"{other_names} against {first}"
    heads = [
        report.headline(result),
        f"{subject}: {each} of {total} questions.",
        f"{subject}: {word}.",
    ]
    if word == "not enough data":
        todo = "Repeat each at least twice, in turn."
    elif word == "not comparable":
        todo = "Search again where there is no load line."
    elif word in _BADGES and _BADGES[word].standing == "mixed":
        todo = "Read the table below: the answer depends on the question."
    else:
        todo = ""
    return Summary(
        _BADGES.get(word, Badge("mixed", word.capitalize())),
        (*heads, f"{each[:1].upper()}{each[1:]} of {total} questions."),
        todo=todo,
        usable=result.document["enough_data"],
    ).with_rows(
        ("Base", first),
        ("Against it", other_names),
        ("Seen", report.single_effect(result)),
        ("Questions", f"{total}: {each}"),
        ("Also different", "; ".join(item["words"] for item in result.document["differs"])),
    )
