"""Campaigns compared as a report does it: the analysis of `plimsoll compare` over evidence that is
at hand, and how it is told.

The variants are the campaigns that were named (each configuration of one by itself), or those
inside one campaign: its configurations, else its targets. The first is what the others are compared
with.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, cast

from plimsoll.base import rates, units
from plimsoll.base.errors import InputError
from plimsoll.features.compare import text
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
from plimsoll.features.compare.rules.question import Compared as Asked
from plimsoll.judge.variant import Variant
from plimsoll.report.common.panels import panel
from plimsoll.report.describe import (
    At,
    Axis,
    Chart,
    Facts,
    Figure,
    Marks,
    Note,
    RuleY,
    Series,
    Shape,
    Table,
    categories,
)
from plimsoll.report.evidence import variants
from plimsoll.report.evidence.evidence import Evidence, promised
from plimsoll.report.load_line import lines

Distributions = Callable[[int], dict[str, bytes]]

_VERDICTS = ("better", "worse", "mixed", "same", "not enough data", "not comparable")
MOST_PLACES = 30
"""Questions of the chart of effects; the table has them all."""


DECIDED = ("better", "worse", "same")
"""Verdicts that more repeats would not change."""


@dataclass(frozen=True)
class Compared:
    """Variants, what they are called, and the document of the comparison (`plimsoll.compare/1`)."""

    variants: tuple[Variant, ...]
    names: tuple[str, ...]
    document: CompareDocument

    @cached_property
    def verdicts(self) -> Counter[str]:
        """How many questions ended in which verdict, over all variants but the first."""
        return Counter(
            str(one["verdict"])
            for question in self.document["questions"]
            for one in question["verdicts"]
        )


def why_not(campaigns: Sequence[Evidence]) -> str | None:
    """Why there is nothing to compare, in words; none when there is."""
    try:
        _matched(campaigns, None)
    except InputError as error:
        return error.message
    return None


def compared(campaigns: Sequence[Evidence], histograms: Distributions) -> Compared:
    """The comparison. Raises InputError when there is nothing to compare, and says why."""
    found, names, matched = _matched(campaigns, histograms)
    return Compared(tuple(found), tuple(names), compare_document.build(found, matched))


def _matched(
    campaigns: Sequence[Evidence], histograms: Distributions | None
) -> tuple[list[Variant], list[str], matching.Sorted]:
    wanted = _wanted(campaigns)
    if len(wanted) < 2:
        raise InputError(
            "it has one configuration and one target, so nothing in it can be compared with"
            " anything",
            "Name another campaign beside it: --campaign A --campaign B.",
        )
    found = [variants.of(name, [evidence], part, histograms) for evidence, part, name in wanted]
    # Inside one campaign what was planned the same is the same question.
    planned = _planned(campaigns[0]) if len(campaigns) == 1 else None
    matched = matching.sort(found, planned=planned)
    return (
        found,
        [variant.name for variant in found],
        replace(matched, questions=tuple(sorted(matched.questions, key=_place))),
    )


def _planned(evidence: Evidence) -> Callable[[int], str]:
    """As what a Run was planned: all of its Point but what is compared, and which repeat it is."""
    by = variants.parted_by(evidence)

    def of(run: int) -> str:
        point = by_run[run]
        load: dict[str, object] = {**point.load}
        if rates.share_of(load) is not None:
            # Shares of different maxima are different rates: no question of both.
            load["rate"] = offered[run]
        asked: list[object] = [point.workload, load, point.strategy]
        if by == "configuration":
            asked.append(point.target)
        elif by == "target":
            asked.append(point.target.get("parameters"))
        else:
            asked.append(point.target["name"])
        return json.dumps(asked, sort_keys=True)

    offered = {run.row.id: run.offered for run in evidence.runs}
    by_run = {
        run.row.id: point for run in evidence.runs if (point := evidence.point_of(run)) is not None
    }
    return of


def _place(question: matching.Question) -> tuple[str | float, ...]:
    """Where a question stands: by target, pattern, read share, block size, then how much was
    asked."""
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


def _wanted(campaigns: Sequence[Evidence]) -> list[tuple[Evidence, str | None, str]]:
    """Campaign, part and name of each variant."""
    targets = [
        list(dict.fromkeys(lines.short(str(run.spec["target"]["name"])) for run in one.measured))
        for one in campaigns
    ]
    # Campaigns on targets of their own are called by those.
    apart = all(len(own) == 1 for own in targets) and len({own[0] for own in targets}) == len(
        campaigns
    )
    names = [one.campaign.called for one in campaigns]
    named = all(names) and len(set(names)) == len(names)
    wanted: list[tuple[Evidence, str | None, str]] = []
    for evidence, own in zip(campaigns, targets, strict=True):
        parts = variants.parts(evidence)
        several = len({point.configuration for point in evidence.points}) > 1
        number = f"campaign {evidence.campaign.id}"
        name = own[0] if apart else evidence.campaign.called if named else number
        if parts and (several or len(campaigns) == 1):
            wanted += [
                (evidence, part, part if len(campaigns) == 1 else f"{name}: {part}")
                for part in parts
            ]
        else:
            wanted.append((evidence, None, name))
    return wanted


# -- in words --------------------------------------------------------------------------------------


def verdict(found: Compared) -> str:
    """One word or two for all questions together: what they share, or that they differ."""
    counts = found.verdicts
    if len(counts) == 1:
        return next(iter(counts))
    decided = [name for name in ("better", "worse") if counts[name]]
    if len(decided) == 2:
        return "differs by question"
    told = [*decided, *(name for name in ("same", "mixed") if counts[name])]
    return f"{told[0]} in part" if told else "not enough data"


def headline(found: Compared) -> str:
    """The answer: of one question in full, of several how many ended in which verdict."""
    document = found.document
    every = document["questions"]
    first = found.names[0]
    said = []
    for number, name in enumerate(found.names[1:], 1):
        own = [
            (question, one)
            for question in every
            for one in question["verdicts"]
            if one["variant"] == number
        ]
        if len(own) == 1:
            said.append(_one(document, *own[0], name, first))
            continue
        counts = Counter[str](one["verdict"] for _, one in own)
        told = ", ".join(f"{words} in {counts[words]}" for words in _VERDICTS if counts[words])
        said.append(f"{name} against {first}, of {len(own)} questions: {told}")
    return f"{'; '.join(said)}."


def _one(
    document: CompareDocument,
    question: QuestionDocument,
    one: VerdictDocument,
    name: str,
    first: str,
) -> str:
    finding = _finding(question, one["variant"])
    shared = next((c for c in question["carried"] if c["variant"] == one["variant"]), None)
    if one["from"] == "carried" and shared is not None:
        (a, of_a), (b, of_b) = shared["first"], shared["other"]
        if a == b == 0:
            return f"neither {first} nor {name} carried this rate"
        return (
            f"{_standing(one, name, first)}: {first} carried this rate in {a} of {of_a} Runs,"
            f" {name} in {b} of {of_b}"
        )
    if one["verdict"] == "not comparable":
        both = {0: first, one["variant"]: name}
        names = [both.get(number, "") for number in range(len(document["variants"]))]
        return text.not_comparable(question, names, one["variant"])
    if one["verdict"] == "mixed":
        told = text.contradiction(question, one["variant"])
        return f"{_standing(one, name, first)}: {told}"
    figure, what = compare_document.deciding(question), text.decides(question)
    if one["verdict"] in ("better", "worse") and finding is not None and figure is not None:
        return text.conclusion(first, name, what, figure["unit"], finding)
    seen = "" if finding is None or finding["ratio"] is None else f": {what} {change(finding)}"
    if one["verdict"] == "not enough data" and seen:
        seen = f" (seen: {_seen(question, one['variant'], name, first)})"
    return f"{_standing(one, name, first, document['margin'])}{seen}"


def _standing(one: VerdictDocument, name: str, first: str, margin: float | None = None) -> str:
    """The verdict on a variant against the first; `margin`: within which both are the same."""
    within = "" if margin is None else f" within {margin * 100:.3g} %"
    return {
        "better": f"{name} is better than {first}",
        "worse": f"{name} is worse than {first}",
        "same": f"{name} is the same as {first}{within}",
        "mixed": f"{name} against {first} is mixed",
        "not enough data": f"{name} against {first}: not enough data to tell",
        "not comparable": f"{name} against {first}: not comparable",
    }[one["verdict"]]


def _seen(question: QuestionDocument, variant: int, name: str, first: str) -> str:
    """The deciding figure of both side by side, and how far they lie apart; empty without."""
    figure, finding = compare_document.deciding(question), _finding(question, variant)
    if figure is None or finding is None or finding["ratio"] is None:
        return ""
    both = text.both_values(figure, variant, first, name)
    return f"{text.decides(question)} {both}{change(finding)}"


def seen(found: Compared) -> str:
    """The same of the only question of two variants; empty of more."""
    questions = found.document["questions"]
    if len(questions) != 1 or len(found.names) != 2:
        return ""
    return _seen(questions[0], 1, found.names[1], found.names[0])


def change(finding: FindingDocument) -> str:
    """An effect with its interval: `+12.3 % (+10.1 % to +14.6 %)`."""
    told = text.change(finding["ratio"])
    return (
        told
        if finding["low"] is None
        else f"{told} ({text.change(finding['low'])} to {text.change(finding['high'])})"
    )


def because(found: Compared, *, most: int = 12) -> tuple[str, ...]:
    """Which letter is which variant, and the verdicts with what they rest on; of many questions the
    table tells them."""
    document = found.document
    said = [_sentence(line) for line in text.legend(document)]
    if len(document["questions"]) <= 2:
        for question in document["questions"]:
            said += [_sentence(line) for line in text.sentences(document, question)]
    elif found.verdicts.keys() == {"not enough data"} and any(
        min(text.counts(one)) < 2 for one in document["questions"]
    ):
        said.append(
            "Each was measured only once, so nothing is known of the noise between repeats: "
            "measure each twice or more, in turn (A B B A; in a campaign file: repeats), five "
            "times for a start."
        )
    said += [f"Not compared: {one['words']}." for one in document["unmatched"][:most]]
    if len(document["unmatched"]) > most:
        said.append(f"Not compared: {len(document['unmatched']) - most} more questions.")
    several = sum(len(question["verdicts"]) for question in document["questions"])
    if several > 10 and found.verdicts.keys() != {"not enough data"}:
        said.append(
            f"{several} verdicts, not corrected for multiple comparisons: where nothing differs,"
            f" chance alone shows a difference in up to {(1 - document['confidence']) * 100:.0f}"
            " % of them."
        )
    return tuple(said)


def _sentence(line: str) -> str:
    line = line.strip().rstrip(".")
    return f"{line[0].upper()}{line[1:]}."


def figures(found: Compared) -> tuple[Figure, ...]:
    """How many verdicts of each kind, the margin, and the noise."""
    document, counts = found.document, found.verdicts
    total = sum(counts.values())
    made = [
        Figure(words.capitalize(), f"{counts[words]} of {total}", "questions")
        for words in _VERDICTS
        if counts[words]
    ]
    made.append(
        Figure(
            "Margin", f"± {document['margin'] * 100:.3g} %", "differences up to this do not matter"
        )
    )
    repeats = [n for question in document["questions"] for n in text.counts(question)]
    if repeats:
        low, high = min(repeats), max(repeats)
        made.append(
            Figure(
                "Repeats",
                f"{low}" if low == high else f"{low} to {high}",
                "of each variant and question",
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
        told = " to ".join(
            dict.fromkeys(f"{value * 100:.2g} %" for value in (min(noise), max(noise)))
        )
        made.append(Figure("Noise", told, "standard deviation between Runs of one variant"))
    return tuple(made)


# -- tables ----------------------------------------------------------------------------------------


class _Row(NamedTuple):
    """A variant against the first in a figure of a question, as a row of a table."""

    place: str
    question: QuestionDocument
    figure: FigureDocument | None
    variant: int
    verdict: str
    by: str
    """What it is decided by."""

    def told(self, read: Callable[[FindingDocument], str]) -> str:
        """What was found in the figure; a dash without it."""
        finding = compare_document.finding(self.figure, self.variant)
        return units.DASH if finding is None else read(finding)


def _compared(found: Compared) -> dict[str, Callable[[_Row], str]]:
    """The columns that tell what is compared, its values, and its effect."""
    names = text.letters(found.document)
    return {
        "Compared": lambda row: f"{names[row.variant]} against {names[0]}",
        "First": lambda row: text.written(row.figure, 0),
        "Other": lambda row: text.written(row.figure, row.variant),
        "Effect": lambda row: row.told(lambda finding: text.change(finding["ratio"])),
        "Interval": lambda row: row.told(_interval),
    }


def table(found: Compared) -> Table:
    """One row per question and variant compared: the deciding figure, its effect, and the
    verdict."""
    rows = [
        _Row(
            short,
            question,
            compare_document.deciding(question),
            one["variant"],
            one["verdict"],
            _BESIDE.get(one["from"]) or text.decides(question),
        )
        for question, short in zip(found.document["questions"], places(found), strict=True)
        for one in question["verdicts"]
    ]
    margin = found.document["margin"] * 100
    return Table.of(
        f"Verdicts ({len(rows)})",
        rows,
        {
            "Question": lambda row: row.place,
            "Decided by": lambda row: row.by,
            **_compared(found),
            "n": lambda row: _sizes(row.question, row.variant),
            "Noise": lambda row: row.told(_noise),
            # Of what is decided nobody needs to know.
            "Repeats that decide": lambda row: (
                units.DASH
                if row.verdict in DECIDED
                else row.told(lambda finding: units.count(finding["repeats_needed"]))
            ),
            "Verdict": lambda row: row.verdict,
        },
        texts=("Question", "Decided by", "Compared", "Verdict"),
        caption="Effect: other over first, with the interval of the test for a difference. Same:"
        f" within {margin:.3g} % of each other on either side. n: Runs (of searches: searches)"
        " used, of the first and of the other. Noise: standard deviation between Runs of one"
        " variant. A dash: two repeats of each are needed before any noise is known.",
    )


_BESIDE: dict[str, str] = {
    "carried": "how often the rate was carried",
    "failed": "operations that failed",
    "client_bound": "the generator's processor",
}
"""What decides beside a figure."""


def _interval(finding: FindingDocument) -> str:
    if finding["ratio"] is None or finding["low"] is None:
        return units.DASH
    ends = f"{text.change(finding['low'])} to {text.change(finding['high'])}"
    return f"{ends} ({finding['confidence'] * 100:.3g} %)"


def _noise(finding: FindingDocument) -> str:
    value = finding["noise"]
    return units.DASH if value is None else f"{value * 100:.2g} %"


def _sizes(question: QuestionDocument, variant: int) -> str:
    """How many Runs, or searches, of the first and of a variant are used."""
    counts = text.counts(question)
    return f"{counts[0]}, {counts[variant]}"


def every_figure(found: Compared) -> Table:
    """Every figure that was compared: the deciding one is marked."""
    return Table.of(
        "Every figure",
        [
            _Row(short, question, figure, finding["variant"], finding["verdict"], figure["name"])
            for question, short in zip(found.document["questions"], places(found), strict=True)
            for figure in question["figures"]
            for finding in figure["findings"]
        ],
        {
            "Question": lambda row: row.place,
            "Figure": lambda row: (
                f"{row.by}, decides" if row.by == row.question["main"] else row.by
            ),
            **_compared(found),
            "p": lambda row: row.told(lambda finding: text.p_value(finding["p"])),
            "Effect in noise": lambda row: row.told(text.effect_size),
            "n": lambda row: row.told(
                lambda finding: f"{finding['repeats'][0]}, {finding['repeats'][1]}"
            ),
            "Finding": lambda row: row.verdict,
        },
        texts=("Question", "Figure", "Compared", "Finding"),
        caption="Percentiles are those of merged distributions, rates are means over the repeats;"
        " the statistics take one value per Run. p: of no difference. Effect in noise: the"
        " difference in standard deviations between Runs (Hedges' g).",
    )


def outcomes(found: Compared) -> Facts | None:
    """Runs that were kept out of the figures, with their outcome; none when there are none."""
    names = text.letters(found.document)
    said = []
    for question, short in zip(found.document["questions"], places(found), strict=True):
        for name, group in zip(names, question["runs"], strict=False):
            ids = [str(run) for run in group["ids"] if run not in group["used"]]
            other = {outcome: n for outcome, n in group["outcomes"].items() if outcome != "ok"}
            if other:
                words = ", ".join(
                    f"{n} {outcome.replace('_', ' ')}" for outcome, n in other.items()
                )
                said.append((f"{name}, {short}", f"{words} (Run {', '.join(ids)})"))
    return Facts("Kept out of the figures", tuple(said)) if said else None


def _finding(question: QuestionDocument, variant: int) -> FindingDocument | None:
    return compare_document.finding(compare_document.deciding(question), variant)


# -- charts ----------------------------------------------------------------------------------------


def places(found: Compared) -> tuple[str, ...]:
    """What each question is called on an axis: what it differs in from the others, else all of
    it."""
    # As many workers as each target has volumes: the number of the first is not that of the other.
    workers = all(one["what"] != "workers" for one in found.document["differs"])
    parts = []
    for question in found.document["questions"]:
        target = question["question"].get("target")
        named = [lines.short(str(target))] if target else []
        parts.append([*named, *compare_words.parts(_asked(question), workers=workers)])
    common = set(parts[0]).intersection(*map(set, parts[1:])) if len(parts) > 1 else set()
    return tuple(", ".join([one for one in own if one not in common] or own) for own in parts)


def _asked(question: QuestionDocument) -> Asked:
    """The question, with the objective as one says it."""
    asked = cast("Asked", question["question"])
    objective = asked.get("objective")
    return {**asked, "objective": promised(objective)} if objective else asked


_SHAPES: dict[str, tuple[Shape, int, str]] = {
    "better": ("triangle", 1, "better"),
    "worse": ("hollow triangle", 2, "worse"),
    "same": ("square", 0, "the same, within the margin"),
    "mixed": ("diamond", 3, "mixed: one figure better, another worse"),
    "not enough data": ("ring", 4, "not enough data"),
    "not comparable": ("ring", 5, "not comparable"),
}


def effects(found: Compared, *, height: int = 240) -> Chart | None:
    """The effect of every question with its interval, against the margin: a panel per variant; none
    without any effect."""
    document = found.document
    asked = list(zip(document["questions"], places(found), strict=True))[:MOST_PLACES]
    # One question to several: they stand beside each other. Else a panel for each, with the
    # questions side by side.
    single = len(asked) == 1
    drawn = _drawn(found, asked, single=single)
    if not drawn:
        return None
    ratios = [1 - document["margin"], 1 + document["margin"]]
    ratios += [
        value
        for groups in drawn.values()
        for points in groups.values()
        for at in points
        for value in (at.y, at.low, at.high)
        if value is not None
    ]
    low, high = min(ratios), max(ratios)
    wide = high / low > 4
    room = (high / low) ** 0.08 if wide else (high - low) * 0.08
    scale = "ratio, log scale" if wide else "ratio"
    ends = (low / room, high * room) if wide else (low - room, high + room)
    margin = f"{document['margin'] * 100:.3g} %"
    panels = []
    for variant, groups in drawn.items():
        rules: list[Series] = [
            RuleY(f"margin ± {margin}", 1 + document["margin"]),
            RuleY("", 1.0),
            RuleY("", 1 - document["margin"]),
        ]
        marks = [
            Marks(words, shape, tuple(groups[name]), colour, large=True)
            for name, (shape, colour, words) in _SHAPES.items()
            if name in groups
        ]
        said = f"{asked[0][1] + ':' if single else found.names[variant]} over {found.names[0]}"
        y = Axis(f"{said}, {scale}", "plain", log=wide, low=ends[0], high=ends[1])
        panels.append(panel(y, (*rules, *marks), height))
    x = categories("Question", tuple(short for _, short in asked))
    if single:
        x = categories("Compared", found.names[1:])
    what = list(dict.fromkeys(text.decides(question) for question, _ in asked))
    named = what[0] if len(what) == 1 else "what decides"
    title = f"Effect on {named}, against the margin of {margin}"
    left = len(document["questions"]) - len(asked)
    return Chart("effects", title, x, tuple(panels), _effect_notes(asked, left))


def _drawn(
    found: Compared, asked: Sequence[tuple[QuestionDocument, str]], *, single: bool
) -> dict[int, dict[str, list[At]]]:
    """By panel (that of the variant, or the only one) and verdict."""
    drawn: dict[int, dict[str, list[At]]] = {}
    for variant in range(1, len(found.names)):
        for place, (question, short) in enumerate(asked):
            one = next((v for v in question["verdicts"] if v["variant"] == variant), None)
            finding = _finding(question, variant)
            if one is None or finding is None or finding["ratio"] is None:
                continue
            hover = (
                ("compared", f"{found.names[variant]} over {found.names[0]}"),
                ("question", short),
                ("effect", change(finding)),
                ("verdict", one["verdict"]),
                ("n", _sizes(question, variant)),
            )
            x = variant - 1 if single else place
            at = At(x, finding["ratio"], hover, low=finding["low"], high=finding["high"])
            drawn.setdefault(0 if single else variant, {}).setdefault(one["verdict"], []).append(at)
    return drawn


def _effect_notes(asked: Sequence[tuple[QuestionDocument, str]], left: int) -> tuple[Note, ...]:
    """`left`: questions that are not drawn."""
    main = list(dict.fromkeys(_label(question) for question, _ in asked))
    notes = [
        f"Effects of {'; '.join(main)}.",
        "Whiskers: the interval of the effect; without one, too few repeats to know any noise.",
    ]
    if left > 0:
        notes.append(f"Not drawn: {left} more questions, in the table.")
    return tuple(Note(note, keep=True) for note in notes)


def _label(question: QuestionDocument) -> str:
    kinds = {
        "offered_rate": f"{text.latency(question)} at an equal offered rate: lower is better",
        "closed_loop": "closed loop: higher is better",
        "search": "searches: higher is better",
    }
    return f"{question['main']} ({kinds[question['kind']]})"
