"""A suite in words: its answer in a sentence, its reasons, and its first screen."""

from __future__ import annotations

from plimsoll.base import units
from plimsoll.features.suites.suite_result import Suite, TrackResult
from plimsoll.judge.rounds import Of, Window
from plimsoll.report.common import reference_levels
from plimsoll.report.common.reference_levels import LevelResult
from plimsoll.report.describe import Badge, Facts, Figure
from plimsoll.report.evidence import points
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.first.summary import Summary, short_list
from plimsoll.store import Store

DRIFT = {
    "steady": "the last rounds show no drift",
    "drifting": "the last rounds drift",
    "unknown": "the last rounds cannot tell whether it drifts",
}


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
    tests = f"{answered} of {len(suite.measured_tests)} tests"
    rounds = f"{suite.rounds} round{'s' * (suite.rounds != 1)}"
    match suite.ended:
        case "measured":
            sentence = f"{tests} measured."
        case "saturated":
            sentence = f"Wrote its capacity {suite.written:.3g} times in {rounds}{_since(suite)}."
        case "steady":
            sentence = (
                f"Steady after {rounds} by the standard's test{_since(suite)}; {_drift(suite)}."
            )
        case "not_steady":
            sentence = (
                f"Not steady in {rounds}{_since(suite)}, so there is no result: the figures are"
                f" those of the last rounds; {_drift(suite)}."
            )
        case "partial":
            sentence = f"{tests} have an answer."
        case "running":
            sentence = f"It is still running: {tests} have an answer so far."
        case _:
            sentence = "No test has an answer."
    return f"{suite.table.title}: {sentence[:1].lower()}{sentence[1:]}"


def _since(suite: Suite) -> str:
    """A clause on rests, for the middle of a sentence."""
    if not suite.rests:
        return ""
    last = suite.rests[-1]
    times = f", the last of {len(suite.rests)} rests" if len(suite.rests) > 1 else ""
    return f", with a rest of {units.exact_seconds(last.seconds)} {last.where}{times}"


def _drift(suite: Suite) -> str:
    """The worst drift that the intervals of the slopes show."""
    kinds = {result.window.steadiness for result in suite.tracked if result.window is not None}
    for steadiness in ("drifting", "unknown", "steady"):
        if steadiness in kinds:
            return DRIFT[steadiness]
    return "too few rounds since to judge" if suite.rests else "too few rounds to judge"


ANSWERED_ENDS = ("measured", "saturated", "steady")
"""Ends of a suite in which every test has an answer."""


def summary(suite: Suite, evidence: Evidence, store: Store) -> Summary:
    """The first screen."""
    missed = _missed_levels(suite, evidence, store)
    badge = {
        "measured": Badge("measured", "Complete"),
        "saturated": Badge("measured", "Saturated"),
        "steady": Badge("measured", "Steady by the standard's test"),
        "not_steady": Badge("none", "Not steady: no result"),
        "partial": Badge("mixed", "Partly complete"),
        "running": Badge("none", "No answer yet"),
        "nothing": Badge("none", "No answer"),
    }[suite.ended]
    if suite.ended == "steady" and any(
        result.window is not None and result.window.steadiness == "drifting"
        for result in suite.tracked
    ):
        badge = Badge("mixed", "Steady by the standard's test, and drifting")
    if suite.ended == "measured" and any(result.missed for result in missed):
        badge = Badge("missed", "Levels missed")
    number = None if suite.ended in ("not_steady", "nothing") else _number(suite)
    todo = {
        "partial": "Go on where it was: plimsoll campaign resume; why: plimsoll campaign status.",
        "not_steady": "See the convergence below; more rounds: --set campaign.repeats=50.",
    }.get(suite.ended, "")
    return Summary(
        badge,
        (
            headline(suite),
            f"{suite.table.title}: {badge.words.lower()}.",
            f"{suite.table.name}: {badge.words.lower()}.",
        ),
        number,
        todo=todo,
        usable=suite.ended in ANSWERED_ENDS,
    ).with_rows(("Levels", reference_levels.short(missed)), *_rows(suite))


def _number(suite: Suite) -> Figure | None:
    """The figure of the first judged track, else the highest rate."""
    for result in suite.tracked:
        if result.window is not None:
            rounds = f"{result.window.rounds[0]} to {result.window.rounds[-1]}"
            basis = f"mean of rounds {rounds}"
            mean = result.window.mean
            return Figure(result.track.name, value(result.track.of, mean), basis, mean)
    rated = [(test, test.rate) for test in suite.measured_tests if test.rate is not None]
    if not rated:
        return None
    best, rate = max(rated, key=lambda pair: pair[1].value)
    return Figure("Highest", f"{rate.text} IOPS", best.name, rate.value)


def _rows(suite: Suite) -> list[tuple[str, str]]:
    rows = [("Deviates", "; ".join(suite.deviations))]
    if suite.rule is not None:
        rows.append(("Rounds", f"{suite.rounds} of at most {suite.most}"))
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
        rows.append(("Highest throughput", f"{best.bytes_per_s.text}, {best.name}"))
    return rows


def window_words(result: TrackResult, window: Window) -> str:
    """A judgement in a row: the mean of the window, the standard's two figures, the interval."""
    verdict = "passes" if window.passes else "does not pass"
    return (
        f"{value(result.track.of, window.mean)}; range {units.share(window.range_share)}, slope"
        f" {signed_percent(window.travel)} ({signed_percent(window.travel_low)} to"
        f" {signed_percent(window.travel_high)}): {verdict}, {window.steadiness}"
    )


def signed_percent(share: float) -> str:
    """A share with its sign, in percent."""
    return f"{share * 100:+.2g} %"


def because(suite: Suite) -> tuple[str, ...]:
    """Deviations, rests and judgements that qualify the figures."""
    sentences = []
    if suite.deviations:
        sentences.append(f"Deviates from the suite: {'; '.join(suite.deviations)}.")
    sentences += [item.words for item in suite.rests]
    if suite.table.purged is not None:
        sentences.append(f"The target was purged before: {suite.table.purged}.")
    for item in suite.tracked:
        if item.window is None:
            since = " since the target rested" if suite.rests else ""
            sentences.append(f"{item.track.name}: too few rounds{since} to judge.")
        else:
            sentences.append(f"{item.track.name}: {window_words(item, item.window)}.")
    by_mark: dict[str, list[str]] = {}
    for test in suite.tests:
        if test.mark:
            by_mark.setdefault(test.mark, []).append(test.name)
    sentences += [
        f"{mark.capitalize()}: {short_list(names, 6)}." for mark, names in by_mark.items()
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
    items = [
        ("Suite", f"{suite.table.name}, version {suite.table.version}"),
        ("Origin", suite.table.origin),
        ("Deviations", "; ".join(suite.deviations) or "none"),
        ("Repeats", "the best of them" if suite.table.told == "best" else "their mean"),
        *suite.table.sources.items(),
    ]
    return Facts(
        "The suite, and where its values come from",
        tuple(item for item in items if item[1]),
    )
