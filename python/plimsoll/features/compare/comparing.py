"""A comparison from the names of its variants to its document. `verb.py` prints it,
`plimsoll.compare` gives it back."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from plimsoll.base.errors import UsageError
from plimsoll.features.compare.messages import message
from plimsoll.features.compare.rules import document as compare_document
from plimsoll.features.compare.rules import matching
from plimsoll.features.compare.rules.document import CompareDocument
from plimsoll.judge.variant import Variant
from plimsoll.library.question import finite
from plimsoll.report.evidence import variants
from plimsoll.report.evidence.variants import Selector

LatencyFigure = Literal["mean", "p50", "p95", "p99", "p99.9"]


@dataclass(frozen=True)
class ComparisonOptions:
    """How variants are compared."""

    figure: LatencyFigure = "p99"
    """Of the response time: what decides at an equal offered rate."""
    margin_percent: float = 5.0
    """Differences up to this count as the same."""
    across: bool = False
    """Match by load alone, whatever else differs."""
    drifts: bool = True
    """Whether the test rig may have changed between variants measured one after another."""

    def refuse_margin(self) -> None:
        """Raises UsageError for a margin that is none."""
        finite(self.margin_percent, "--margin", above=0)
        if self.margin_percent >= 100:
            raise UsageError(*message.refusal("margin-invalid", margin=f"{self.margin_percent:g}"))


def selectors(texts: Sequence[str], store: Path | None = None) -> list[Selector]:
    """The variants as they were named, the first as the base: of one alone the baseline that is
    pinned in its store. Raises UsageError for a name that is none, and one that stands twice."""
    chosen = [variants.selector(text, store) for text in texts]
    if len(chosen) == 1:
        chosen = [variants.baseline_of(chosen[0]), *chosen]
    _refuse_twice(chosen)
    return chosen


def compare(
    chosen: Sequence[Selector], options: ComparisonOptions
) -> tuple[list[Variant], CompareDocument]:
    """The variants from their stores, and what their comparison says. Raises InputError where a
    store does not hold what was named, UsageError for a Run on both sides."""
    options.refuse_margin()
    runs = variants.read_all(chosen)
    _refuse_shared_runs(runs)
    document = compare_document.build(
        runs,
        matching.sort(runs, across=options.across),
        main=options.figure,
        margin=options.margin_percent / 100,
        drifts=options.drifts,
    )
    return runs, document


def _refuse_twice(chosen: Sequence[Selector]) -> None:
    for number, one in enumerate(chosen):
        if any(
            (one.store, one.campaigns, one.part) == (other.store, other.campaigns, other.part)
            for other in chosen[:number]
        ):
            raise UsageError(*message.refusal("variant-named-twice", name=one.text))


def _refuse_shared_runs(compared: Sequence[Variant]) -> None:
    """A Run on both sides is no comparison."""
    owners: dict[object, str] = {}
    for variant in compared:
        for run in (*variant.runs, *(run for search in variant.searches for run in search.runs)):
            # Two imports of one file are the same Run in whichever store.
            identity = run.origin or (variant.store.resolve(), run.id)
            other = owners.setdefault(identity, variant.name)
            if other != variant.name:
                raise UsageError(
                    *message.refusal(
                        "run-on-both-sides", other=other, name=variant.name, run=run.id
                    )
                )
