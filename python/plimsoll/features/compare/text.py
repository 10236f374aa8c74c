"""A comparison in words: the table of a question and the sentences under it, from the document of
`rules/document.py`."""

import math
import re
from collections.abc import Mapping, Sequence

from plimsoll.base import language, units
from plimsoll.features.compare.messages import message
from plimsoll.features.compare.rules import document
from plimsoll.features.compare.rules.document import (
    CompareDocument,
    FailedDocument,
    FigureDocument,
    FindingDocument,
    OverallDocument,
    QuestionDocument,
    ShareDocument,
    Unit,
    VerdictDocument,
)
from plimsoll.report.common.answer import outcome as outcome_text
from plimsoll.report.evidence import records


def _effect_columns() -> list[str]:
    return [message("effect-interval"), "p", message("effect-size"), message("effect-verdict")]


_NAMED_FIGURES = ("achieved rate", "load line", "maximum", "knee", "cap", "limits")
"""Figures whose names in the document are words."""


def figure_text(name: str) -> str:
    """The name of a figure in the reader's language."""
    for kind in ("response time", "completion latency", "sync latency"):
        if name.endswith(kind):
            return message(f"figure-{kind.replace(' ', '_')}", figure=name.removesuffix(f" {kind}"))
    if (found := _OF_VOLUME.fullmatch(name)) is None:
        return _plain_figure_text(name)
    figure = _plain_figure_text(found["figure"])
    return message("figure-of-volume", figure=figure, volume=found["volume"])


def _plain_figure_text(name: str) -> str:
    if name in _NAMED_FIGURES:
        return message(f"figure-{name.replace(' ', '-')}")
    if name == "mean":
        return message("figure-mean")
    if (reached := _REACHED.fullmatch(name)) is None:
        return name
    size = f"{language.number(reached['size'])} {language.unit(reached['unit'])}"
    reads = {"reads": 100.0, "writes": 0.0}.get(reached["mix"])
    mix = units.mix(float(reached["share"]) if reads is None else reads)
    return message("figure-reached", size=size, mix=mix)


# The document names figures so.
_OF_VOLUME = re.compile(r"(?P<figure>.+) of volume (?P<volume>.+)")
_REACHED = re.compile(
    r"(?P<size>[\d.,]+) (?P<unit>[A-Za-z]+) (?P<mix>reads|writes|(?P<share>[\d.]+) % reads)"
)
"""The name of the rate that limits reached at a block size and a share of reads."""


def verdict_text(verdict: str) -> str:
    """A verdict of the document in the reader's language."""
    return message(f"verdict-{verdict.replace(' ', '-')}")


def verdict_in(verdict: str, count: int) -> str:
    """The number of questions with a verdict: `better in 2`."""
    return message(f"in-{verdict.replace(' ', '-')}", count=count)


_Message = tuple[str, dict[str, str | int]]
"""A code with its figures."""


def letters(result: CompareDocument) -> list[str]:
    """Short names of the variants in tables: A, B, … The legend has the full ones."""
    count = len(result["variants"])
    return [chr(ord("A") + i) if count <= 26 else f"V{i + 1}" for i in range(count)]


def legend(result: CompareDocument) -> list[str]:
    """One line per variant: letter, name, Runs, and what was left out."""
    lines = []
    for letter, variant in zip(letters(result), result["variants"], strict=True):
        campaigns = language.listing(map(str, variant["campaigns"][:8])) + (
            ", …" if len(variant["campaigns"]) > 8 else ""
        )
        counts_text = [
            *([message("legend-runs", runs=variant["runs"])] if variant["runs"] else []),
            *(
                [message("legend-searches", count=variant["searches"])]
                if variant["searches"]
                else []
            ),
        ]
        lines.append(
            message(
                "legend",
                letter=letter,
                name=variant["name"],
                targets=language.listing(map(records.target_words, variant["targets"])),
                campaigns=campaigns,
                counts=language.listing(counts_text),
            )
        )
        left_out = [message("left-out", reason=item["words"]) for item in variant["left_out"][:5]]
        if len(variant["left_out"]) > 5:
            left_out.append(message("left-out-more", count=len(variant["left_out"]) - 5))
        lines += [f"    {line}" for line in left_out]
    return lines + [message("also-different", difference=one["words"]) for one in result["differs"]]


def head(result: CompareDocument, question: QuestionDocument) -> list[str]:
    """The columns of a question's table."""
    sizes = counts(question)
    columns = [f"{letter} (n = {n})" for letter, n in zip(letters(result), sizes, strict=True)]
    return [question_unit(question), *columns, message("column-ratio"), *_effect_columns()]


def question_unit(question: QuestionDocument) -> str:
    """The heading of the figures: a latency, closed loop, or search."""
    kind = question["kind"]
    return latency(question) if kind == "offered_rate" else message(f"unit-{kind}")


def counts(question: QuestionDocument) -> list[int]:
    """Number of Runs, or searches, of each variant."""
    if question["kind"] == "search":
        return [len(group) for group in question["searches"]]
    return [len(group["used"]) for group in question["runs"]]


def rows(result: CompareDocument, question: QuestionDocument) -> list[list[str]]:
    """A row per figure and variant compared."""
    names = letters(result)
    table_rows = []
    for figure in question["figures"]:
        several = len(figure["findings"]) > 1
        label = figure_text(figure["name"]) + (" *" if figure["name"] == question["main"] else "")
        values = [value_text(figure, at) for at in range(len(figure["values"]))]
        for number, finding in enumerate(figure["findings"]):
            table_rows.append(
                [
                    label if number == 0 else "",
                    *(values if number == 0 else [""] * len(values)),
                    (f"{names[finding['variant']]}/{names[0]} " if several else "")
                    + _ratio(finding["ratio"]),
                    (
                        units.DASH
                        if finding["low"] is None
                        else (
                            message(
                                "ratio-interval",
                                low=_ratio(finding["low"]),
                                high=_ratio(finding["high"]),
                                confidence=units.significant_percent(finding["confidence"], 3),
                            )
                        )
                    ),
                    p_value(finding["p"]),
                    effect_size(finding),
                    verdict_text(finding["verdict"]),
                ]
            )
    grades = [
        language.listing(dict.fromkeys(search["grade"] for search in group if search["grade"]))
        or units.DASH
        for group in question["searches"]
    ]
    if any(grade != units.DASH for grade in grades):
        table_rows.append([message("row-grade"), *grades, *[""] * 5])
    return table_rows


def _ratio(value: float | None) -> str:
    if value is None:
        return units.DASH
    return units.decimal(value, 3) if value < 10 else units.significant(value, 3)


def effect_size(finding: FindingDocument) -> str:
    """A difference in standard deviations between Runs."""
    size = finding["effect_size"]
    return units.DASH if size is None else units.with_sign(round(size, 1) + 0.0, 1)


def p_value(value: float | None) -> str:
    """Probability of the difference by chance."""
    if value is None:
        return units.DASH
    shown = units.significant(max(value, _LEAST_P), 2)
    return f"< {shown}" if value < _LEAST_P else shown


_LEAST_P = 1e-4
"""Smaller probabilities of a chance are not told apart."""


def sentences(result: CompareDocument, question: QuestionDocument) -> list[str]:
    """The basis of a question's figures, then its verdicts, each with what would decide it."""
    names, lines = letters(result), []
    figure = document.deciding(question)
    lines += _omitted_outcomes(question, names)
    lines += _search_intervals(question, names)
    lines += _unmerged_percentiles(question)
    several = len(question["verdicts"]) > 1
    for finding in figure["findings"] if figure is not None else ():
        if figure is not None and (rests := _rests_on(figure_text(figure["name"]), finding, names)):
            lines.append(f"{names[finding['variant']]}: {rests}" if several else rests)
    for verdict in question["verdicts"]:
        lines += _verdict(result, question, figure, verdict)
    return lines


def _verdict(
    result: CompareDocument,
    question: QuestionDocument,
    figure: FigureDocument | None,
    verdict: VerdictDocument,
) -> list[str]:
    """Evidence that outweighs or qualifies a verdict, then the verdict."""
    first, variant = letters(result)[0], verdict["variant"]
    name = letters(result)[variant]
    finding = document.finding(figure, variant)
    notes = _omissions(question, first, name, variant)
    source = notes.pop(verdict["from"], None)
    other = contradiction(question, variant)
    if verdict["verdict"] == "not comparable":
        line = not_comparable(question, letters(result), variant)
    elif verdict["verdict"] == "mixed":
        line = message("mixed", name=name, first=first, contradiction=other)
    elif source is None:
        but = other if verdict["verdict"] == "same" else ""
        line = _sentence(first, name, question, figure, finding, result["margin"], but=but)
    else:
        line = _evidence_sentence(source, verdict["verdict"], finding, deciding_name(question))
    return [*(message(f"omitted-{code}", **figures) for code, figures in notes.values()), line]


def _evidence_sentence(
    source: _Message, verdict: str, finding: FindingDocument | None, figure: str
) -> str:
    """The verdict where something outweighs the deciding figure."""
    code, figures = source
    if verdict != "not enough data":
        named = {"name": figures["name"], "first": figures["first"]}
        because = message(f"omitted-{code}", **figures)
        return message("because", verdict=message(f"is-{verdict}", **named), reason=because)
    if finding is None or finding["ratio"] is None:
        return message(f"no-data-{code}", figure=figure, **figures)
    seen = {"change": change(finding["ratio"]), "verdict": verdict_text(finding["verdict"])}
    return message(f"no-data-seen-{code}", figure=figure, **seen, **figures)


def not_comparable(question: QuestionDocument, names: Sequence[str], variant: int) -> str:
    """The sentence for searches of which some have no load line, with the reasons."""
    reasons = [
        message("no-line", campaign=search["campaign"], reason=search["no_line"])
        for side in (0, variant)
        for search in question["searches"][side]
        if search["no_line"] is not None
    ]
    return message(
        "not-comparable", name=names[variant], first=names[0], reasons=language.clauses(reasons)
    )


def contradiction(question: QuestionDocument, variant: int) -> str:
    """The figures that are better and those that are worse, the deciding one first."""
    by_verdict: dict[str, list[str]] = {}
    figures = sorted(question["figures"], key=lambda figure: figure["name"] != question["main"])
    for figure in figures:
        finding = document.finding(figure, variant)
        if finding is not None and finding["verdict"] in ("better", "worse"):
            by_verdict.setdefault(finding["verdict"], []).append(
                message(
                    "figure-and-values",
                    figure=figure_text(figure["name"]),
                    values=change(finding["ratio"]),
                )
            )
    return language.clauses(
        message(f"contradiction-{verdict}", figures=language.listing(names))
        for verdict, names in by_verdict.items()
    )


def _carry_message(item: ShareDocument) -> _Message:
    (a, of_a), (b, of_b) = item["first"], item["other"]
    counts: dict[str, str | int] = {
        "carried": a,
        "runs": of_a,
        "carried_other": b,
        "runs_other": of_b,
    }
    if item["p"] is None:
        return "carried", counts
    return "carried-p", {**counts, "p": p_value(item["p"])}


def _failure_message(item: FailedDocument) -> _Message:
    (a, of_a), (b, of_b), (x, y) = item["first"], item["other"], item["shares"]
    return "failed", {
        "failed": of_a - a,
        "runs": of_a,
        "share": _percent(x),
        "failed_other": of_b - b,
        "runs_other": of_b,
        "share_other": _percent(y),
    }


def _client_message(item: ShareDocument) -> _Message:
    (a, of_a), (b, of_b) = item["first"], item["other"]
    return "client-bound", {"bound": a, "runs": of_a, "bound_other": b, "runs_other": of_b}


def _omissions(
    question: QuestionDocument, first: str, name: str, variant: int
) -> dict[str, _Message]:
    """What is said of Runs of a variant that its figures leave out, by kind."""
    entries = [("carried", item["variant"], _carry_message(item)) for item in question["carried"]]
    entries += [("failed", item["variant"], _failure_message(item)) for item in question["failed"]]
    entries += [
        ("client_bound", item["variant"], _client_message(item))
        for item in question["client_bound"]
    ]
    return {
        kind: (code, {**figures, "first": first, "name": name})
        for kind, of_variant, (code, figures) in entries
        if of_variant == variant
    }


def _sentence(
    first: str,
    name: str,
    question: QuestionDocument,
    figure: FigureDocument | None,
    finding: FindingDocument | None,
    margin: float,
    *,
    but: str,
) -> str:
    """`but`: figures that contradict a deciding figure that is the same."""
    if figure is None or finding is None:
        if question["kind"] == "search":
            return message("no-search", name=name, first=first)
        return message("no-run", name=name, first=first, figure=figure_text(question["main"]))
    figure_name, ratio = deciding_name(question), finding["ratio"]
    if finding["verdict"] == "not enough data":
        named = {"name": name, "first": first, "figure": figure_name}
        because, advice = finding["because"], _repeat_advice(finding, margin)
        if ratio is None:
            return message("undecided", reason=because, advice=advice, **named)
        seen = [*both_values(figure, finding["variant"], first, name), change(ratio)]
        return message(
            "undecided-seen", seen=language.listing(seen), reason=because, advice=advice, **named
        )
    if finding["verdict"] == "same":
        figures = {
            "name": name,
            "first": first,
            "margin": _percent(margin),
            "figure": figure_name,
            "change": change(ratio),
            "low": change(finding["low"]),
            "high": change(finding["high"]),
            "reason": finding["because"],
        }
        if but:
            return message("same-but", contradiction=but, **figures)
        return message("same", **figures)
    return conclusion(first, name, question["main"], figure_name, figure["unit"], finding)


def times_faster(result: CompareDocument) -> str:
    """How many times faster one of two variants is: `B is 1.20 ± 0.03 times faster than A.` Empty
    unless a single figure with an interval decides over several questions."""
    if len(result["variants"]) != 2 or len(result["overall"]) != 1:
        return ""
    [effect] = result["overall"]
    latency_decides = effect["unit"] == "ns"
    if effect["verdict"] not in ("better", "worse", "same"):
        return ""
    ratio, low, high = effect["ratio"], effect["low"], effect["high"]
    if min(ratio, low) <= 0:
        return ""
    # A shorter latency is faster, and the faster one comes first.
    slower = ratio > 1 if latency_decides else ratio < 1
    first, other = letters(result)
    fast, slow = (first, other) if slower else (other, first)
    if ratio < 1:
        ratio, low, high = 1 / ratio, 1 / high, 1 / low
    code = "as-fast" if effect["verdict"] == "same" else "faster"
    half = (high - low) / 2
    width = units.decimal(half, 2 if half >= 0.01 else 3)
    return message(code, fast=fast, slow=slow, times=_times(ratio), half=width)


STORAGE_RATES = ("load line", "maximum", "knee", "cap")
"""Figures that are a property of the storage, in contrast to rates of a Run."""


def conclusion(
    first: str,
    name: str,
    figure: str,
    figure_name: str,
    unit: Unit,
    effect: FindingDocument | OverallDocument,
) -> str:
    """A difference that was decided: `B carries 8.1 % (7.2 to 9.0) fewer IOPS than A`. `figure`:
    its name in the document."""
    ratio, low, high = effect["ratio"], effect["low"], effect["high"]
    assert ratio is not None
    ends = () if low is None or high is None else sorted((low, high), key=lambda e: abs(e - 1))
    size = _size(ratio, ends)
    if unit == "ns" or figure.startswith(STORAGE_RATES):
        word = ("longer", "shorter") if unit == "ns" else ("higher", "lower")
        code = "times" if ratio >= 2 else word[ratio < 1]
        return message(f"conclusion-{code}", name=name, first=first, figure=figure_name, size=size)
    code = "times" if ratio >= 2 else "more" if ratio > 1 else "fewer"
    if figure == "achieved rate":
        return message(f"carries-{code}", name=name, first=first, size=size)
    return message(f"carries-by-{code}", name=name, first=first, size=size, figure=figure_name)


def _size(ratio: float, ends: Sequence[float]) -> str:
    kind, write = ("times", _times) if ratio >= 2 else ("percent", _points)
    if not ends:
        return message(f"size-{kind}", size=write(ratio))
    low, high = (write(end) for end in (sorted(ends) if ratio >= 2 else ends))
    return message(f"size-{kind}-between", size=write(ratio), low=low, high=high)


def _points(ratio: float) -> str:
    """The distance from 1 in percent, with one decimal, or two below 0.1 %."""
    share = abs(ratio - 1) * 100
    return units.decimal(share, 1) if share >= 0.1 else units.decimal(share, 2)


def _times(ratio: float) -> str:
    return units.decimal(ratio, 2) if ratio < 10 else units.significant(ratio, 3)


def both_values(figure: FigureDocument, variant: int, first: str, name: str) -> list[str]:
    """The figures of two variants, `A 5,000 IOPS` and `B 4,700 IOPS`; empty where one is
    unknown."""
    values = (figure["values"][0], figure["values"][variant])
    if None in values:
        return []
    values_text = (
        units.nanos(value) if figure["unit"] == "ns" else f"{units.rate(value)} IOPS"
        for value in values
    )
    return [f"{owner} {value}" for owner, value in zip((first, name), values_text, strict=True)]


def _percent(share: float) -> str:
    return units.significant_percent(share, 3)


def deciding_name(question: QuestionDocument) -> str:
    """The name of the figure that decides a question."""
    if question["kind"] != "offered_rate":
        return figure_text(question["main"])
    return message(f"figure-{question['latency'] or 'response_time'}", figure=question["main"])


def latency(question: QuestionDocument) -> str:
    """The latency that is compared at an offered rate."""
    return message(f"latency-{question['latency'] or 'response_time'}")


def change(ratio: float | None) -> str:
    """A ratio as a change: `+12.3 %`, `14.2 times`."""
    if ratio is None:
        return units.DASH
    if ratio >= 10:
        return message("size-times", size=units.significant(ratio, 3))
    # No minus before a zero.
    share = round((ratio - 1) * 100, 1) + 0.0
    return language.share(units.with_sign(share, 1))


def _repeat_advice(finding: FindingDocument, margin: float) -> str:
    n, difference = finding["repeats_needed"], _percent(margin)
    if min(finding["repeats"]) < 2:
        return message("repeat-each")
    if n is None:
        return message("repeats-not-enough")
    code = "repeats-usual" if n <= min(finding["repeats"]) else "repeats-needed"
    return message(code, repeats=n, difference=difference)


def _omitted_outcomes(question: QuestionDocument, names: list[str]) -> list[str]:
    lines = []
    for name, group in zip(names, question["runs"], strict=False):
        other = {outcome: n for outcome, n in group["outcomes"].items() if outcome != "ok"}
        if other:
            lines.append(message("kept-out", name=name, outcomes=outcome_counts(other)))
    return lines


def outcome_counts(outcomes: Mapping[str, int]) -> str:
    """The number of Runs with each outcome: `2 cached, 1 failed`."""
    return language.listing(
        message("outcome-count", count=n, outcome=outcome_text(outcome))
        for outcome, n in outcomes.items()
    )


def _unmerged_percentiles(question: QuestionDocument) -> list[str]:
    """A line on percentiles that single Runs have, but not all Runs of a variant together."""
    percentiles = [
        figure["name"]
        for figure in question["figures"]
        if figure["name"].startswith("p")
        and any(
            finding["ratio"] is not None and None in (figure["values"][at] for at in sides)
            for finding in figure["findings"]
            for sides in [(0, finding["variant"])]
        )
    ]
    if not percentiles:
        return []
    return [message("percentiles-not-merged", percentiles=language.listing(percentiles))]


def _search_intervals(question: QuestionDocument, names: list[str]) -> list[str]:
    """The intervals of load lines, where a variant has a single search."""
    groups = question["searches"]
    if all(len(group) != 1 for group in groups):
        return []
    intervals = [
        message(
            "own-interval",
            name=name,
            low=units.rate(group[-1]["low"]),
            high=units.rate(group[-1]["high"]),
        )
        for name, group in zip(names, groups, strict=False)
        if group and group[-1]["low"] is not None
    ]
    return [message("own-intervals", intervals=language.clauses(intervals))] if intervals else []


def _rests_on(name: str, finding: FindingDocument, names: Sequence[str]) -> str | None:
    drift, noise, design = finding["drift"], finding["noise"], finding["design"]
    if design == "intervals" and finding["verdict"] != "not enough data":
        return message("rests-on-intervals", figure=name, reason=finding["because"])
    if noise is None or design is None:
        return None
    clauses = [
        message(
            "noise",
            figure=name,
            noise=units.significant_percent(noise, 2),
            freedom=str(finding["noise_freedom"]),
        )
    ]
    if (within := finding["within"]) is not None:
        first_drift, drift_text = (change(1 + share) for share in within)
        clauses.append(
            message(
                "drift-within",
                first_drift=first_drift,
                first=names[0],
                drift=drift_text,
                name=names[finding["variant"]],
            )
        )
    elif drift is not None:
        clauses.append(message("drift", drift=units.percent_with_sign(drift, 1)))
    return language.clauses([*clauses, message(f"design-{design}")])


# -- many questions --------------------------------------------------------------------------------

MAX_QUESTION_TABLES = 5
"""Up to this number, each question is printed with all its figures; more go into one table."""
MAX_OVERVIEW_ROWS = 20
"""Rows of that table."""


def overview(result: CompareDocument) -> tuple[list[str], list[list[str]], int]:
    """Many questions as one table, the largest differences first: columns, rows, and the number of
    rows left out."""
    names = letters(result)
    entries: list[tuple[float, list[str]]] = []
    for question in result["questions"]:
        figure = document.deciding(question)
        for verdict in question["verdicts"]:
            finding = document.finding(figure, verdict["variant"])
            ratio = None if finding is None else finding["ratio"]
            values = [value_text(figure, at) if figure else "" for at in (0, verdict["variant"])]
            variant_name = [names[verdict["variant"]]] if len(names) > 2 else []
            row = [question["words"], deciding_name(question), *variant_name, *values]
            size = math.inf if not ratio else abs(math.log(ratio))
            # A single Run has no verdict; the one over all questions stands below the table.
            alone = finding is not None and finding["reason"] in ("one_repeat", "no_repeat")
            outcome = message("single-run") if alone else verdict_text(verdict["verdict"])
            entries.append((size, [*row, change(ratio), outcome]))
    entries.sort(key=lambda entry: -entry[0])
    variant_name = [message("column-variant")] if len(names) > 2 else []
    other = names[1] if len(names) == 2 else message("column-it")
    columns = [
        message("column-question"),
        message("column-figure"),
        *variant_name,
        names[0],
        other,
        message("column-change"),
        message("effect-verdict"),
    ]
    return (
        columns,
        [row for _, row in entries[:MAX_OVERVIEW_ROWS]],
        max(len(entries) - MAX_OVERVIEW_ROWS, 0),
    )


def value_text(figure: FigureDocument | None, variant: int) -> str:
    """The value of a variant with its unit; a dash where there is no such figure."""
    if figure is None:
        return units.DASH
    write = units.nanos if figure["unit"] == "ns" else units.rate
    return write(figure["values"][variant])


def over_all(result: CompareDocument) -> list[str]:
    """The verdict over many questions, a line for each variant and figure."""
    names = letters(result)
    return [_over_all(names, item, result["margin"]) for item in result["overall"]]


def verdict_counts(result: CompareDocument) -> list[str]:
    """The number of questions by verdict, a line for each variant, where there is no verdict over
    all of them: the last question on the terminal must not stand for the others."""
    names, questions = letters(result), result["questions"]
    if len(questions) < 2 or result["overall"]:
        return []
    lines = []
    for variant, name in enumerate(names[1:], 1):
        verdicts = [
            verdict["verdict"]
            for question in questions
            for verdict in question["verdicts"]
            if verdict["variant"] == variant
        ]
        counts = language.listing(
            verdict_in(verdict, verdicts.count(verdict)) for verdict in dict.fromkeys(verdicts)
        )
        lines.append(
            message(
                "verdict-counts",
                name=name,
                first=names[0],
                questions=len(verdicts),
                counts=counts,
            )
        )
    return lines


def _over_all(names: Sequence[str], item: OverallDocument, margin: float) -> str:
    name, first = names[item["variant"]], names[0]
    figure_name = figure_text(item["figure"])
    basis = {"questions": item["questions"], "higher": item["higher"], "lower": item["lower"]}
    if item["verdict"] in ("better", "worse"):
        decided = conclusion(first, name, item["figure"], figure_name, item["unit"], item)
        return message("overall-decided", conclusion=decided, **basis)
    return message(
        f"overall-{item['verdict'].replace(' ', '-')}",
        name=name,
        first=first,
        margin=_percent(margin),
        figure=figure_name,
        change=change(item["ratio"]),
        low=change(item["low"]),
        high=change(item["high"]),
        **basis,
    )
