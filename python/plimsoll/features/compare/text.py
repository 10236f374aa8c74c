"""A comparison in words: the table of a question and the sentences under it, from the document of
`document.py`."""

from __future__ import annotations

import math
from collections.abc import Sequence

from plimsoll.base import units
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

EFFECT_COLUMNS = ("interval", "p", "effect", "verdict")


def letters(result: CompareDocument) -> list[str]:
    """Short names of the variants in tables: A, B, … The legend has the full ones."""
    count = len(result["variants"])
    return [chr(ord("A") + i) if count <= 26 else f"V{i + 1}" for i in range(count)]


def legend(result: CompareDocument) -> list[str]:
    """One line per variant: letter, name, Runs, and what was left out."""
    lines = []
    for letter, variant in zip(letters(result), result["variants"], strict=True):
        campaigns = ", ".join(map(str, variant["campaigns"][:8])) + (
            ", …" if len(variant["campaigns"]) > 8 else ""
        )
        counts = ((variant["runs"], "Run"), (variant["searches"], "search"))
        counts_text = [_count_text(count, name) for count, name in counts if count]
        lines.append(
            f"{letter} = {variant['name']}: {', '.join(variant['targets'])}; campaign {campaigns};"
            f" {', '.join(counts_text)}"
        )
        lines += [f"    left out: {item['words']}" for item in variant["left_out"][:5]]
        if len(variant["left_out"]) > 5:
            lines.append(f"    left out: {len(variant['left_out']) - 5} more (--json names them)")
    lines += [f"also different: {item['words']}" for item in result["differs"]]
    return lines


def _count_text(n: int, name: str) -> str:
    return f"{n} {name}" if n == 1 else f"{n} {name}{'es' if name.endswith('ch') else 's'}"


def head(result: CompareDocument, question: QuestionDocument) -> list[str]:
    """The columns of a question's table."""
    sizes = counts(question)
    columns = [f"{letter} (n = {n})" for letter, n in zip(letters(result), sizes, strict=True)]
    return [question_unit(question), *columns, "ratio", *EFFECT_COLUMNS]


def question_unit(question: QuestionDocument) -> str:
    """The heading of the figures: a latency, closed loop, or search."""
    kinds = {
        "offered_rate": latency(question),
        "closed_loop": "closed loop",
        "search": "search, IOPS",
    }
    return kinds[question["kind"]]


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
        label = figure["name"] + (" *" if figure["name"] == question["main"] else "")
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
                            f"{_ratio(finding['low'])} .. {_ratio(finding['high'])}"
                            f" ({finding['confidence'] * 100:.3g} %)"
                        )
                    ),
                    p_value(finding["p"]),
                    effect_size(finding),
                    finding["verdict"],
                ]
            )
    grades = [
        ", ".join(dict.fromkeys(search["grade"] for search in group if search["grade"]))
        or units.DASH
        for group in question["searches"]
    ]
    if any(grade != units.DASH for grade in grades):
        table_rows.append(["grade", *grades, *[""] * (1 + len(EFFECT_COLUMNS))])
    return table_rows


def _ratio(value: float | None) -> str:
    if value is None:
        return units.DASH
    return f"{value:.3f}" if value < 10 else f"{value:,.3g}"


def effect_size(finding: FindingDocument) -> str:
    """A difference in standard deviations between Runs."""
    size = finding["effect_size"]
    return units.DASH if size is None else f"{round(size, 1) + 0.0:+.1f}"


def p_value(value: float | None) -> str:
    """Probability of the difference by chance."""
    return units.DASH if value is None else "< 0.0001" if value < 1e-4 else f"{value:.2g}"


def sentences(result: CompareDocument, question: QuestionDocument) -> list[str]:
    """The basis of a question's figures, then its verdicts, each with what would decide it."""
    names, lines = letters(result), []
    figure = document.deciding(question)
    lines += _omitted_outcomes(question, names)
    lines += _search_intervals(question, names)
    lines += _unmerged_percentiles(question)
    several = len(question["verdicts"]) > 1
    for finding in figure["findings"] if figure is not None else ():
        if figure is not None and (rests := _rests_on(figure["name"], finding, names)):
            lines.append((f"{names[finding['variant']]}: " if several else "") + rests)
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
    names = letters(result)
    name = names[verdict["variant"]]
    finding = document.finding(figure, verdict["variant"])
    notes = _omission_sentences(question, names[0], name, verdict["variant"])
    source = notes.pop(verdict["from"], None)
    if verdict["verdict"] == "not comparable":
        line = not_comparable(question, names, verdict["variant"])
    elif verdict["verdict"] == "mixed":
        contradictions = contradiction(question, verdict["variant"])
        line = f"{name} against {names[0]}: mixed: {contradictions}"
    elif source is None:
        line = _sentence(names[0], name, question, figure, finding, result["margin"])
        other = contradiction(question, verdict["variant"])
        if verdict["verdict"] == "same" and other:
            line = f"{line}; but {other}"
    elif verdict["verdict"] == "not enough data":
        effect = (
            ""
            if finding is None or finding["ratio"] is None
            else f" (seen: {change(finding['ratio'])}, {finding['verdict']})"
        )
        line = (
            f"{name} against {names[0]}: not enough data: {source}, so"
            f" {deciding_name(question)}{effect} decides nothing"
        )
    else:
        line = f"{name} is {_adjective(verdict['verdict'], names[0])}: {source}"
    return [*notes.values(), line]


def not_comparable(question: QuestionDocument, names: Sequence[str], variant: int) -> str:
    """The sentence for searches of which some have no load line, with the reasons."""
    reasons = [
        f"campaign {search['campaign']} has no line ({search['no_line']})"
        for side in (0, variant)
        for search in question["searches"][side]
        if search["no_line"] is not None
    ]
    return f"{names[variant]} against {names[0]}: not comparable: {'; '.join(reasons)}"


def contradiction(question: QuestionDocument, variant: int) -> str:
    """The figures that are better and those that are worse, the deciding one first."""
    by_verdict: dict[str, list[str]] = {}
    figures = sorted(question["figures"], key=lambda figure: figure["name"] != question["main"])
    for figure in figures:
        finding = document.finding(figure, variant)
        if finding is not None and finding["verdict"] in ("better", "worse"):
            by_verdict.setdefault(finding["verdict"], []).append(
                f"{figure['name']} {change(finding['ratio'])}"
            )
    return "; ".join(f"{verdict} in {', '.join(names)}" for verdict, names in by_verdict.items())


def _adjective(verdict: str, first: str) -> str:
    return {
        "better": f"better than {first}",
        "worse": f"worse than {first}",
        "same": f"the same as {first}",
    }[verdict]


def _carry_sentence(first: str, name: str, load: ShareDocument) -> str:
    a, b = load["first"], load["other"]
    chance = "" if load["p"] is None else f" (p = {p_value(load['p'])})"
    return (
        f"{first} carried this rate in {a[0]} of {a[1]} Runs, {name} in {b[0]} of {b[1]}{chance};"
        " the others are not in the figures"
    )


def _failure_sentence(first: str, name: str, item: FailedDocument) -> str:
    (a, of_a), (b, of_b), (x, y) = item["first"], item["other"], item["shares"]
    return (
        f"operations failed or never finished in {of_a - a} of {of_a} Runs of {first}"
        f" ({_percent(x)} of its operations), in {of_b - b} of {of_b} of {name} ({_percent(y)})"
    )


def _client_bound(first: str, name: str, item: ShareDocument) -> str:
    (a, of_a), (b, of_b) = item["first"], item["other"]
    return (
        f"the generator's processor set the rate in {a} of {of_a} Runs of {first} and {b} of {of_b}"
        f" of {name}: lower bounds of what the target does"
    )


def _omission_sentences(
    question: QuestionDocument, first: str, name: str, variant: int
) -> dict[str, str]:
    """Sentences on Runs of a variant that its figures leave out, by kind."""
    entries = [
        ("carried", item["variant"], _carry_sentence(first, name, item))
        for item in question["carried"]
    ]
    entries += [
        ("failed", item["variant"], _failure_sentence(first, name, item))
        for item in question["failed"]
    ]
    entries += [
        ("client_bound", item["variant"], _client_bound(first, name, item))
        for item in question["client_bound"]
    ]
    return {kind: words for kind, of_variant, words in entries if of_variant == variant}


def _sentence(
    first: str,
    name: str,
    question: QuestionDocument,
    figure: FigureDocument | None,
    finding: FindingDocument | None,
    margin: float,
) -> str:
    if (figure is None or finding is None) and question["kind"] == "search":
        return (
            f"{name} against {first}: not enough data: none of these searches ended with a"
            " confirmed load line, a maximum, a knee, or a limit at a block size that both asked"
        )
    if figure is None or finding is None:
        return (
            f"{name} against {first}: not enough data: no Run of both whose outcome is ok carries"
            f" {question['main']}"
        )
    figure_name = deciding_name(question)
    if finding["verdict"] == "not enough data":
        effect = ""
        if finding["ratio"] is not None:
            both = both_values(figure, finding["variant"], first, name)
            effect = f" (seen: {both}{change(finding['ratio'])})"
        return (
            f"{name} against {first}: not enough data for {figure_name}{effect}:"
            f" {finding['because']}.{_repeat_advice(finding, margin)}"
        )
    if finding["verdict"] == "same":
        span = f"{change(finding['low'])} to {change(finding['high'])}"
        return (
            f"{name} is the same as {first} within {_percent(margin)}: {figure_name}"
            f" {change(finding['ratio'])} ({span}); {finding['because']}"
        )
    return conclusion(first, name, figure_name, figure["unit"], finding)


STORAGE_RATES = ("load line", "maximum", "knee", "cap")
"""Figures that are a property of the storage, in contrast to rates of a Run."""


def conclusion(
    first: str, name: str, figure_name: str, unit: Unit, effect: FindingDocument | OverallDocument
) -> str:
    """A difference that was decided: `B carries 8.1 % (7.2 to 9.0) fewer IOPS than A`."""
    ratio, low, high = effect["ratio"], effect["low"], effect["high"]
    assert ratio is not None
    if ratio >= 2:
        size = f"{_times(ratio)} times"
        span = "" if low is None or high is None else f" ({_times(low)} to {_times(high)})"
    else:
        size = f"{_points(ratio)} %"
        ends = () if low is None or high is None else sorted((low, high), key=lambda e: abs(e - 1))
        span = f" ({' to '.join(_points(end) for end in ends)})" if ends else ""
    if unit == "ns" or figure_name.startswith(STORAGE_RATES):
        word = ("longer", "shorter") if unit == "ns" else ("higher", "lower")
        if ratio >= 2:
            return f"{name}'s {figure_name} is {size}{span} {first}'s"
        return f"{name}'s {figure_name} is {size}{span} {word[ratio < 1]} than {first}'s"
    suffix = "" if figure_name == "achieved rate" else f" ({figure_name})"
    if ratio >= 2:
        return f"{name} carries {size}{span} as many IOPS as {first}{suffix}"
    more = "more" if ratio > 1 else "fewer"
    return f"{name} carries {size}{span} {more} IOPS than {first}{suffix}"


def _points(ratio: float) -> str:
    """The distance from 1 in percent, with one decimal, or two below 0.1 %."""
    share = abs(ratio - 1) * 100
    return f"{share:.1f}" if share >= 0.1 else f"{share:.2f}"


def _times(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.3g}"


def both_values(figure: FigureDocument, variant: int, first: str, name: str) -> str:
    """The figures of two variants as the begin of a list: `A 5,000 IOPS, B 4,700 IOPS, `; empty
    where one is unknown."""
    values = (figure["values"][0], figure["values"][variant])
    if None in values:
        return ""
    values_text = (
        units.nanos(value) if figure["unit"] == "ns" else f"{units.rate(value)} IOPS"
        for value in values
    )
    return "".join(
        f"{owner} {value}, " for owner, value in zip((first, name), values_text, strict=True)
    )


def _percent(share: float) -> str:
    return f"{share * 100:.3g} %"


def deciding_name(question: QuestionDocument) -> str:
    """The name of the figure that decides a question."""
    main: str = question["main"]
    return f"{main} {latency(question)}" if question["kind"] == "offered_rate" else main


def latency(question: QuestionDocument) -> str:
    """The latency that is compared at an offered rate."""
    return (question["latency"] or "response_time").replace("_", " ")


def change(ratio: float | None) -> str:
    """A ratio as a change: `+12.3 %`, `14.2 times`."""
    if ratio is None:
        return units.DASH
    if ratio >= 10:
        return f"{ratio:,.3g} times"
    # No minus before a zero.
    share = round((ratio - 1) * 100, 1) + 0.0
    return f"{share:+.1f} %"


def _repeat_advice(finding: FindingDocument, margin: float) -> str:
    n = finding["repeats_needed"]
    if min(finding["repeats"]) < 2:
        return (
            " Repeat each at least twice, in turn (A B B A), five times for a start. All the Runs"
            " that a store already holds are named by STORE#all."
        )
    if n is None:
        return (
            " With this noise between Runs no sensible number of repeats would do: longer Runs, or"
            " a quieter rig."
        )
    if n <= min(finding["repeats"]):
        return (
            f" {n} repeats of each would usually settle a difference of {_percent(margin)},"
            " measured in turn (A B B A)."
        )
    return (
        f" About {n} repeats of each, measured in turn (A B B A), would settle a difference of"
        f" {_percent(margin)} with a power of 80 %."
    )


def _omitted_outcomes(question: QuestionDocument, names: list[str]) -> list[str]:
    lines = []
    for name, group in zip(names, question["runs"], strict=False):
        other = {outcome: n for outcome, n in group["outcomes"].items() if outcome != "ok"}
        if other:
            words = ", ".join(f"{n} {outcome.replace('_', ' ')}" for outcome, n in other.items())
            lines.append(f"{name}: {words}: kept out of the figures")
    return lines


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
    line = (
        f"{', '.join(percentiles)}: a dash beside a ratio, because the files have no distribution,"
        " and percentiles of several Runs are not averaged; the ratio is from Run to Run"
    )
    return [line]


def _search_intervals(question: QuestionDocument, names: list[str]) -> list[str]:
    """The intervals of load lines, where a variant has a single search."""
    groups = question["searches"]
    if all(len(group) != 1 for group in groups):
        return []
    intervals = [
        f"{name} {units.rate(group[-1]['low'])} .. {units.rate(group[-1]['high'])}"
        for name, group in zip(names, groups, strict=False)
        if group and group[-1]["low"] is not None
    ]
    return (
        [
            (
                "load lines with their own intervals, which do not include the noise between "
                f"searches: {'; '.join(intervals)}"
            )
        ]
        if intervals
        else []
    )


_DESIGNS = {
    "blocks": "differences inside blocks of time, so that slow drift cancels",
    "time": "a linear trend over time removed",
    "apart": "one was measured after the other, and the interval allows for that drift alone",
    "plain": "no drift assumed",
    "intervals": "no repeats: their own intervals decide",
}


def _rests_on(name: str, finding: FindingDocument, names: Sequence[str]) -> str | None:
    drift, noise, design = finding["drift"], finding["noise"], finding["design"]
    if design == "intervals" and finding["verdict"] != "not enough data":
        return (
            f"{name}: {finding['because']}; there are no repeats, so no noise between them is in it"
        )
    if noise is None or design is None:
        return None
    trend = "" if drift is None else f"; drift over all Runs {drift * 100:+.1f} %"
    if (within := finding["within"]) is not None:
        both = zip((names[0], names[finding["variant"]]), within, strict=True)
        each = " and ".join(f"{change(1 + share)} within {side}" for side, share in both)
        trend = f"; drift {each}"
    return (
        f"between-Run noise of {name}: {noise * 100:.2g} % ({finding['noise_freedom']} degrees of"
        f" freedom){trend}; {_DESIGNS[design]}"
    )


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
            outcome = "single Run" if alone else verdict["verdict"]
            entries.append((size, [*row, change(ratio), outcome]))
    entries.sort(key=lambda entry: -entry[0])
    variant_name = ["variant"] if len(names) > 2 else []
    other = names[1] if len(names) == 2 else "it"
    columns = ["question", "figure", *variant_name, names[0], other, "change", "verdict"]
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
        counts = ", ".join(
            f"{outcome} in {verdicts.count(outcome)}" for outcome in dict.fromkeys(verdicts)
        )
        lines.append(f"{name} against {names[0]}, of {len(verdicts)} questions: {counts}")
    return lines


def _over_all(names: Sequence[str], item: OverallDocument, margin: float) -> str:
    name, first = names[item["variant"]], names[0]
    figure_name = item["figure"]
    basis = f"over {item['questions']} questions, {item['higher']} higher and {item['lower']} lower"
    if item["verdict"] in ("better", "worse"):
        return f"{conclusion(first, name, figure_name, item['unit'], item)} ({basis})"
    effect = (
        f"{figure_name} {change(item['ratio'])} ({change(item['low'])} to {change(item['high'])})"
    )
    if item["verdict"] == "same":
        return f"{name} is the same as {first} within {_percent(margin)}: {effect} ({basis})"
    if item["verdict"] == "mixed":
        return f"{name} against {first}: it depends on the question: {effect} ({basis})"
    return f"{name} against {first}: not enough data: {effect} ({basis})"
