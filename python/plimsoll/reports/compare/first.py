"""The first screen of a comparison: better, worse, the same, mixed, or not enough data."""

from __future__ import annotations

from collections import Counter

from plimsoll.errors import InputError
from plimsoll.reports.compare import report
from plimsoll.reports.compare.report import Compared
from plimsoll.reports.describe import Badge
from plimsoll.reports.first.summary import Summary, listed
from plimsoll.reports.load_line import first as of_lines
from plimsoll.reports.load_line import lines
from plimsoll.reports.request import ReportRequest

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


def together(asked: ReportRequest) -> Summary:
    """Of several campaigns: their comparison, else their lines beside each other."""
    campaigns = [asked.evidence, *asked.others]
    try:
        return summary(report.compared(campaigns, asked.store.histograms))
    except InputError:
        return of_lines.summary(lines.gathered(asked))


def summary(found: Compared) -> Summary:
    """Of what was compared, the first as the base."""
    word = report.verdict(found)
    first, others = found.names[0], found.names[1:]
    counts = Counter(found.verdicts)
    total = sum(counts.values())
    each = ", ".join(f"{name} in {n}" for name, n in counts.most_common())
    who = listed(others)
    of = f"{who} against {first}"
    heads = [report.headline(found), f"{of}: {each} of {total} questions.", f"{of}: {word}."]
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
        usable=found.document["enough_data"],
    ).with_rows(
        ("Base", first),
        ("Against it", who),
        ("Seen", report.seen(found)),
        ("Questions", f"{total}: {each}"),
        ("Also different", "; ".join(one["words"] for one in found.document["differs"])),
    )
