"""A suite in words: its answer in a sentence, its reasons, and its first screen."""

from plimsoll.base import language, units
from plimsoll.features.suites.messages import message
from plimsoll.features.suites.suite_result import Suite, TrackResult
from plimsoll.judge.rounds import Of, Window
from plimsoll.report.common import reference_levels
from plimsoll.report.common.reference_levels import LevelResult
from plimsoll.report.describe import Badge, Facts, Figure, Standing
from plimsoll.report.evidence import points
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.first.summary import Summary, short_list
from plimsoll.store import Store


def value(of: Of, number: float | None) -> str:
    """A value of a track with its unit."""
    if number is None:
        return units.DASH
    if of == "latency":
        return units.nanos(number)
    return units.bandwidth(number) if of == "bytes" else f"{units.rate(number)} IOPS"


def headline(suite: Suite) -> str:
    """The end of a suite in a sentence: measured, steady or not."""
    answered = sum(1 for test in suite.measured_tests if not test.mark and test.place.stands)
    title = suite.table.title
    if suite.ended in ("measured", "partial", "running"):
        total = len(suite.measured_tests)
        return message(f"headline-{suite.ended}", suite=title, count=answered, total=total)
    if suite.ended == "nothing":
        return message("headline-nothing", suite=title)
    rests = "" if not suite.rests else "-rest" if len(suite.rests) == 1 else "-rests"
    last = suite.rests[-1] if suite.rests else None
    return message(
        f"headline-{suite.ended}{rests}",
        suite=title,
        rounds=suite.rounds,
        written=units.significant(suite.written, 3),
        drift=_drift(suite),
        rest="" if last is None else units.exact_seconds(last.seconds),
        where="" if last is None else last.where,
        rests=len(suite.rests),
    )


def _drift(suite: Suite) -> str:
    """The worst drift that the intervals of the slopes show."""
    kinds = {result.window.steadiness for result in suite.tracked if result.window is not None}
    for steadiness in ("drifting", "unknown", "steady"):
        if steadiness in kinds:
            return message(f"drift-{steadiness}")
    return message("drift-too-few-since") if suite.rests else message("drift-too-few")


_STANDINGS: dict[str, Standing] = {
    "measured": "measured",
    "missed": "missed",
    "saturated": "measured",
    "steady": "measured",
    "drifting": "mixed",
    "not_steady": "none",
    "partial": "mixed",
    "running": "none",
    "nothing": "none",
}
"""Of the badge, by the end of a suite and what else is known of it."""
ANSWERED_ENDS = ("measured", "saturated", "steady")
"""Ends of a suite in which every test has an answer."""


def summary(suite: Suite, evidence: Evidence, store: Store) -> Summary:
    """The first screen."""
    missed = _missed_levels(suite, evidence, store)
    kind: str = suite.ended
    if kind == "steady" and any(
        result.window is not None and result.window.steadiness == "drifting"
        for result in suite.tracked
    ):
        kind = "drifting"
    if kind == "measured" and any(result.missed for result in missed):
        kind = "missed"
    number = None if suite.ended in ("not_steady", "nothing") else _number(suite)
    todo = message(f"todo-{kind}") if kind in ("partial", "not_steady") else ""
    return Summary(
        Badge(_STANDINGS[kind], message(f"badge-{kind}")),
        (
            headline(suite),
            message(f"head-{kind}", suite=suite.table.title),
            message(f"head-{kind}", suite=suite.table.name),
        ),
        number,
        todo=todo,
        usable=suite.ended in ANSWERED_ENDS,
    ).with_rows((message("row-levels"), reference_levels.short(missed)), *_rows(suite))


def _number(suite: Suite) -> Figure | None:
    """The figure of the first judged track, else the highest rate."""
    for result in suite.tracked:
        if result.window is not None:
            first, last = result.window.rounds[0], result.window.rounds[-1]
            basis = message("mean-of-rounds", first=first, last=last)
            mean = result.window.mean
            return Figure(
                result.track.name, value(result.track.of, mean), basis, mean, in_headline=False
            )
    rated = [(test, test.rate) for test in suite.measured_tests if test.rate is not None]
    if not rated:
        return None
    best, rate = max(rated, key=lambda pair: pair[1].value)
    told, commits = f"{rate.text} IOPS", best.commits_per_s
    if commits is not None:
        told = message("rate-and-commits", rate=told, commits=units.rate(commits))
    return Figure(message("highest"), told, best.name, rate.value, in_headline=False)


def _rows(suite: Suite) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    if suite.rule is not None:
        count = message("rounds-of-at-most", rounds=suite.rounds, most=suite.most)
        rows.append((message("rounds"), count))
    rows += [
        (result.track.name, window_words(result, result.window))
        for result in suite.tracked
        if result.window is not None
    ]
    best = max(
        (test for test in suite.measured_tests if test.bytes_per_s is not None),
        key=lambda test: test.bytes_per_s.value if test.bytes_per_s is not None else 0.0,
        default=None,
    )
    if suite.rule is None and best is not None and best.bytes_per_s is not None:
        rows.append(
            (message("row-throughput"), language.listing((best.bytes_per_s.text, best.name)))
        )
    return rows


def window_words(result: TrackResult, window: Window) -> str:
    """A judgement in a row: the mean of the window, the standard's two figures, the interval."""
    return message(
        "window-passes" if window.passes else "window-does-not-pass",
        mean=value(result.track.of, window.mean),
        range=units.share(window.range_share),
        slope=signed_percent(window.travel),
        low=signed_percent(window.travel_low),
        high=signed_percent(window.travel_high),
        steadiness=message(f"steadiness-{window.steadiness}"),
    )


def signed_percent(share: float) -> str:
    """A share with its sign, in percent."""
    return f"{share * 100:+.2g} %"


def because(suite: Suite) -> tuple[str, ...]:
    """Rests and judgements that qualify the figures; the title has the deviations."""
    sentences = [item.words for item in suite.rests]
    if suite.table.purged is not None:
        sentences.append(message("purged", purged=suite.table.purged))
    for item in suite.tracked:
        if item.window is not None:
            judged = window_words(item, item.window)
            sentences.append(message("marked", mark=item.track.name, tests=judged))
        elif suite.rests:
            sentences.append(message("too-few-rounds-since", test=item.track.name))
        else:
            sentences.append(message("too-few-rounds", test=item.track.name))
    by_mark: dict[str, list[str]] = {}
    for test in suite.tests:
        if test.mark:
            by_mark.setdefault(test.mark, []).append(test.name)
    sentences += [
        message("marked", mark=language.capital(mark), tests=short_list(names, 6))
        for mark, names in by_mark.items()
    ]
    return tuple(sentences)


def levels(suite: Suite, evidence: Evidence, store: Store) -> tuple[str, ...]:
    """Reference levels of a suite that its tests miss; none with rounds, whose repeats differ by
    design."""
    return tuple(missed_level.sentence for missed_level in _missed_levels(suite, evidence, store))


def _missed_levels(suite: Suite, evidence: Evidence, store: Store) -> tuple[LevelResult, ...]:
    if suite.rule is not None:
        return ()
    return reference_levels.level_results(store, evidence, points.gather(evidence))


def facts(suite: Suite) -> Facts:
    """The suite and the source of each of its values."""
    table = suite.table
    best = table.told == "best"
    items = [
        (message("fact-suite"), message("suite-version", suite=table.name, version=table.version)),
        (message("fact-origin"), table.origin),
        (message("fact-repeats"), message("repeats-best") if best else message("repeats-mean")),
        *table.sources.items(),
    ]
    return Facts(message("facts"), tuple(item for item in items if item[1]))
