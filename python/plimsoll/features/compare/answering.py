"""A comparison as a program gets it: `plimsoll.compare`."""

from collections.abc import Sequence
from pathlib import Path

from plimsoll.features.compare import comparing, first, report
from plimsoll.features.compare.comparing import LatencyFigure
from plimsoll.features.compare.report import VariantComparison
from plimsoll.library.results import Comparison


def compare(
    names: Sequence[str],
    store: Path | None,
    *,
    figure: LatencyFigure,
    margin: float,
    across: bool,
    drifts: bool,
) -> Comparison:
    """The comparison of these variants, the first as the base."""
    options = comparing.ComparisonOptions(figure, margin, across, drifts)
    options.refuse_margin()
    variants, document = comparing.compare(comparing.selectors(names, store), options)
    compared = report.VariantComparison(
        tuple(variants), tuple(variant.name for variant in variants), document
    )
    return Comparison(
        dict(document),
        report.verdict(compared),
        lambda: _rows(compared),
        lambda: (first.screen(compared), report.effects(compared), report.headline(compared)),
    )


def _rows(compared: VariantComparison) -> list[dict[str, object]]:
    """A row per question, figure and variant."""
    return [
        {
            "question": question["words"],
            "figure": figure["name"],
            "decides": figure["name"] == question["main"],
            "base": compared.names[0],
            "variant": compared.names[finding["variant"]],
            "verdict": finding["verdict"],
            "ratio": finding["ratio"],
            "low": finding["low"],
            "high": finding["high"],
            "confidence": finding["confidence"],
            "p": finding["p"],
            "base_runs": finding["repeats"][0],
            "variant_runs": finding["repeats"][1],
        }
        for question in compared.document["questions"]
        for figure in question["figures"]
        for finding in figure["findings"]
    ]
