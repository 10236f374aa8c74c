"""The first screen of a comparison: better, worse, the same, mixed, or not enough data."""

from collections import Counter

from plimsoll.base import language
from plimsoll.base.errors import InputError
from plimsoll.features.compare import report, text
from plimsoll.features.compare.messages import message
from plimsoll.features.compare.report import VariantComparison
from plimsoll.features.compare.rules import document as compare_document
from plimsoll.report.common.comparison import Comparison, RatePair
from plimsoll.report.describe import Badge, First, Standing
from plimsoll.report.evidence import origin, sweeps
from plimsoll.report.first.summary import Summary, short_list
from plimsoll.report.request import ReportRequest

_STANDINGS: dict[str, Standing] = {
    "better": "met",
    "worse": "missed",
    "same": "measured",
    "not enough data": "none",
    "not comparable": "none",
}
"""Of the badge, by verdict; all others are mixed."""
_TODOS = ("not enough data", "not comparable", "mixed")


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
    return ((message("row-compared"), result.headline),)


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
        pairs=_rate_pairs(result),
        margin=result.document["margin"],
    )


COMPARISON = comparison


def _rate_pairs(result: VariantComparison) -> tuple[RatePair, ...]:
    """The verdicts on rates, as far as they are the whole comparison."""
    if len(result.names) != 2 or result.document["unmatched"]:
        return ()
    pairs = []
    for question in result.document["questions"]:
        figure = compare_document.deciding(question)
        found = compare_document.finding(figure, 1)
        if figure is None or figure["unit"] != "per_s" or found is None:
            return ()
        used = [tuple(runs["used"]) for runs in question["runs"]]
        if len(used) != 2:
            # Searches have an answer instead of Runs.
            return ()
        pairs.append(RatePair((used[0], used[1]), found["verdict"], found["ratio"]))
    return tuple(pairs)


def _unlike(result: VariantComparison) -> tuple[str, ...]:
    """Other differences between the variants, and the number of questions left out."""
    sentences = [
        message("also-different-besides", difference=item["words"])
        for item in result.document["differs"]
    ]
    n = len(result.document["unmatched"])
    return (
        *sentences,
        *([message("not-compared-count", count=n)] if n else []),
    )


def summary(result: VariantComparison, *, below_tables: bool = False) -> Summary:
    """The summary of a comparison with the first variant as the base. `below_tables`: it stands
    beneath the tables, which name the variants."""
    verdict = report.verdict(result)
    code = verdict.replace(" ", "-")
    first, others = result.names[0], short_list(result.names[1:])
    counts = Counter(result.verdicts)
    total = sum(counts.values())
    each = language.listing(text.verdict_in(name, n) for name, n in counts.most_common())
    standing = _STANDINGS.get(verdict, "mixed")
    todo = verdict if verdict in ("not enough data", "not comparable") else standing
    advice = message(f"todo-{todo.replace(' ', '-')}") if todo in _TODOS else ""
    if below_tables and todo == "mixed":
        advice = message("todo-mixed-above")
    variants = (
        (message("row-base"), first),
        (message("row-against"), others),
        (message("row-seen"), report.single_effect(result)),
    )
    questions = f"{total}: {each}" if total > 1 else ""
    return Summary(
        Badge(standing, message(f"badge-{code}")),
        (
            report.headline(result),
            message("head-counts", others=others, first=first, counts=each, total=total),
            message("head-verdict", others=others, first=first, verdict=message(f"verdict-{code}")),
            message("head-counts-alone", counts=language.capital(each), total=total),
        ),
        # Only the headline that has the verdict alone counts no questions.
        stated=((questions,), (questions,), (), (questions,)),
        todo=advice,
        usable=result.document["enough_data"],
    ).with_rows(
        *(() if below_tables else variants),
        (message("row-questions"), questions),
        (
            message("row-also-different"),
            language.clauses(item["words"] for item in result.document["differs"]),
        ),
    )


def screen(result: VariantComparison, *, below_tables: bool = False) -> First:
    """The first screen of variants, which may lie in several stores: it names neither host nor
    date."""
    said = summary(result, below_tables=below_tables)
    every = [run for variant in result.variants for run in variant.runs]
    every += [run for variant in result.variants for one in variant.searches for run in one.runs]
    return First(
        said.badge,
        origin.words(origin.of(run.spec) for run in every),
        (),
        said.headline,
        said.number,
        said.visible_rows,
        said.obstacle,
        said.todo,
        usable=said.is_answer,
    )
