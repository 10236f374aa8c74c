"""The charts of a suite: its tests as bars; of rounds the convergence, the window that is judged,
the figures over block size, and a saturation over time and over what was written."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate

from plimsoll.base import language, units
from plimsoll.features.suites.messages import message
from plimsoll.features.suites.suite_result import Suite, Test, TrackResult
from plimsoll.features.suites.text import signed_percent, value
from plimsoll.judge.rounds import Of, Rounds, Window
from plimsoll.native.values import WorkloadValues
from plimsoll.report.common.panels import from_zero, panel
from plimsoll.report.describe import (
    At,
    Axis,
    Bars,
    Cell,
    Chart,
    Dash,
    Heat,
    Line,
    Marks,
    Note,
    Panel,
    RuleX,
    RuleY,
    Series,
    Unit,
    categories,
)
from plimsoll.report.evidence.figures import PlaceFigure, text_of
from plimsoll.store import Store

_UNITS: dict[Of, Unit] = {"rate": "rate", "bytes": "bytes_per_s", "latency": "time"}
_DASHES: tuple[Dash, ...] = ("solid", "dashed", "dotted", "dash-dot", "long")
_COLOURS = 6
_BAND = 0.1
"""The plots of the standard show the mean and a tenth above and below it."""
_ROW, _AROUND = 34, 44


def bars(suite: Suite) -> tuple[Chart, ...]:
    """IOPS and throughput of every test; none of rounds, which have charts of their own."""
    tests = [test for test in suite.measured_tests if test.rate is not None]
    if suite.rule is not None or len(tests) < 2:
        return ()
    x = categories(message("test"), tuple(test.name for test in tests))
    best = suite.table.told == "best"
    note = message("bars-best") if best else message("bars-mean")
    tracks: tuple[tuple[str, Of], ...] = (("tests-iops", "rate"), ("tests-throughput", "bytes"))
    charts = []
    for name, track in tracks:
        label, unit = _label(track), _UNITS[track]
        figures = [(test, test.rate if track == "rate" else test.bytes_per_s) for test in tests]
        points = tuple(
            At(
                float(place),
                figure.value if figure is not None else 0.0,
                ((message("head-of-test"), test.name), (label, text_of(figure))),
                figure.low if figure is not None and figure.high > figure.low else None,
                figure.high if figure is not None and figure.high > figure.low else None,
                test.place.run_id,
            )
            for place, (test, figure) in enumerate(figures)
        )
        texts = tuple(
            f"{text_of(figure)}{f' ({test.mark})' * bool(test.mark)}" for test, figure in figures
        )
        y = from_zero(label, unit, [figure.high for _, figure in figures if figure is not None])
        plot = panel(y, (Bars(label, points, 0, texts),), 230)
        title = message(f"chart-tests-{track}")
        charts.append(Chart(name, title, x, (plot,), (Note(note),)))
    return tuple(charts)


def convergence(suite: Suite) -> Chart | None:
    """Every tracked test in every round; none before there are two rounds."""
    if suite.rule is None or suite.rounds < 2:
        return None
    x = Axis(message("round"), "plain", low=0.5, high=suite.rounds + 0.5)
    rests = tuple(
        RuleX(
            message("rule-rest", rest=units.exact_seconds(item.seconds)),
            item.after if item.after == item.before else item.after + 0.5,
            dash="dashed",
        )
        for item in suite.rests
    )
    panels = []
    for item in suite.tracked:
        points = tuple(
            At(float(number), each, _hover(number, value(item.track.of, each)))
            for number, each in enumerate(item.values, 1)
            if each is not None
        )
        if not points:
            continue
        judged = () if item.window is None else item.window.rounds
        chosen = tuple(at for at in points if round(at.x) in judged)
        series: tuple[Series, ...] = (
            Line(item.track.name, points, 0, "solid"),
            Marks(message("mark-round"), "dot", points, 0),
            *((Marks(message("mark-judged"), "diamond", chosen, 1, large=True),) if chosen else ()),
            *rests,
        )
        panels.append(Panel(_title(item), _axis(item, points), series, height=150))
    if not panels:
        return None
    if suite.rule.capacity is None:
        note = message("note-until-steady")
    else:
        note = message("note-until-full", times=f"{suite.rule.capacity:g}")
    notes = (Note(note), *(Note(item.words, keep=True) for item in suite.rests))
    return Chart("convergence", message("chart-convergence"), x, tuple(panels), notes)


def window(suite: Suite) -> Chart | None:
    """The rounds that are judged, with mean, band and straight line; none without them."""
    judged = [result for result in suite.tracked if result.window is not None]
    if not judged or suite.rule is None:
        return None
    panels, notes = [], []
    for result in judged:
        shown = result.window
        assert shown is not None
        points = tuple(
            At(float(number), each, _hover(number, value(result.track.of, each)))
            for number, each in zip(shown.rounds, shown.values, strict=True)
        )
        line = tuple(At(at.x, shown.line(place)) for place, at in enumerate(points))
        series: tuple[Series, ...] = (
            Marks(message("mark-round"), "dot", points, 0),
            Line(message("line-straight"), line, 1, "dashed"),
            RuleY(message("head-of-mean"), shown.mean),
            RuleY(message("rule-above-mean"), shown.mean * (1 + _BAND)),
            RuleY(message("rule-below-mean"), shown.mean * (1 - _BAND)),
        )
        reach = (
            At(0, shown.mean * (1 + 1.3 * _BAND)),
            At(0, shown.mean * (1 - 1.3 * _BAND)),
        )
        panels.append(
            Panel(_title(result), _axis(result, (*points, *reach), zero=False), series, 170)
        )
        notes.append(Note(_judgement(result, shown, suite.rule), keep=True))
    first_round = min(result.window.rounds[0] for result in judged if result.window is not None)
    last = max(result.window.rounds[-1] for result in judged if result.window is not None)
    x = Axis(message("round"), "plain", low=first_round - 0.5, high=last + 0.5)
    return Chart("window", message("chart-window"), x, tuple(panels), tuple(notes))


def by_block_size(suite: Suite, store: Store) -> tuple[Chart, ...]:
    """IOPS (or latency) over block size, a line for each mix, and the same as a heat map; none
    where only one of the two varies."""
    if suite.rule is None:
        return ()
    by_cell = cells(suite)
    sizes = list(dict.fromkeys(size for size, _ in by_cell))
    mixes = list(dict.fromkeys(mix for _, mix in by_cell))
    if len(sizes) < 2 or len(mixes) < 2:
        return ()
    latency = suite.tracked[0].track.of == "latency"
    of: Of = "latency" if latency else "rate"
    name = _label(of)

    def read(test: Test) -> PlaceFigure | None:
        return test.latency(store, "mean", "response_time") if latency else test.rate

    x = categories(message("block-size"), tuple(sizes))
    lines = []
    for place, mix in enumerate(mixes):
        points = tuple(
            At(
                float(sizes.index(size)),
                figure.value,
                ((message("hover-mix"), mix), (name, figure.text)),
            )
            for size in sizes
            if (test := by_cell.get((size, mix))) is not None and (figure := read(test)) is not None
        )
        if points:
            lines.append(
                Line(mix, points, place % _COLOURS, _DASHES[place // _COLOURS % len(_DASHES)])
            )
    all_values = [at.y for line in lines for at in line.points]
    if not all_values:
        return ()
    y = Axis(name, _UNITS[of], log=True, low=min(all_values) / 1.5, high=max(all_values) * 1.5)
    flat = Chart(
        "by-block-size",
        message(f"chart-by-block-size-{of}"),
        x,
        (Panel(name, y, tuple(lines), height=300),),
        (Note(message("note-mean-of-rounds")),),
    )
    return flat, _heat(by_cell, sizes, mixes, of, read)


def _heat(
    by_cell: dict[tuple[str, str], Test],
    sizes: Sequence[str],
    mixes: Sequence[str],
    of: Of,
    read: Callable[[Test], PlaceFigure | None],
) -> Chart:
    name, marked = _label(of), []
    for (size, mix), test in by_cell.items():
        figure = read(test)
        place = sizes.index(size), mixes.index(mix)
        marked.append(
            replace(
                Cell.at(*place, figure.value if figure is not None else 0.0, text_of(figure)),
                hover=((message("hover-mix"), mix), (message("hover-block-size"), size)),
                run=test.place.run_id,
                marked=test.mark or ("" if figure is not None else message("no-figure")),
            )
        )
    axis, heat = (
        categories(message("axis-mix"), tuple(mixes)),
        Heat(name, _UNITS[of], tuple(marked), log=True),
    )
    return Chart(
        "matrix",
        message(f"chart-matrix-{of}"),
        categories(message("block-size"), tuple(sizes)),
        (Panel(name, axis, (heat,), height=_AROUND + _ROW * len(mixes)),),
        (Note(message("note-matrix")),),
    )


def cells(suite: Suite) -> dict[tuple[str, str], Test]:
    """The tests by block size and mix."""
    from plimsoll.native.session import parse_size

    workloads = [(WorkloadValues.of(test.workload), test) for test in suite.measured_tests]
    return {
        (units.size(parse_size(str(workload.block_size))), str(workload.name)): test
        for workload, test in workloads
        if workload.block_size is not None
    }


def saturation(suite: Suite) -> tuple[Chart, ...]:
    """IOPS and mean latency over time and over what was written, of a suite that writes until it is
    full."""
    if suite.rule is None or suite.rule.capacity is None or len(suite.measured_tests) != 1:
        return ()
    runs = [
        repeat.run
        for repeat in suite.measured_tests[0].every.repeats
        if repeat.run is not None and repeat.run.record is not None
    ]
    if len(runs) < 2:
        return ()
    minutes = list(accumulate(run.measure_s / 60 for run in runs))
    written = list(accumulate(float(run.required_measurement.bytes_written or 0.0) for run in runs))
    rates = [run.row.achieved_rate_per_s or 0.0 for run in runs]
    means = [run.figure("all", "response_time", "mean") for run in runs]
    charts = []
    for name, places in (
        ("time", minutes),
        ("written", [bytes_written / 2**30 for bytes_written in written]),
    ):
        label = message(f"axis-saturation-{name}")
        x = Axis(label, "plain", low=0.0, high=places[-1] * 1.02 or 1.0)
        rate = tuple(At(at, y) for at, y in zip(places, rates, strict=True))
        mean = tuple(At(at, y) for at, y in zip(places, means, strict=True) if y is not None)
        panels = [panel(from_zero("IOPS", "rate", rates), (Line("IOPS", rate, 0, "solid"),))]
        if mean:
            axis = from_zero(_label("latency"), "time", [at.y for at in mean])
            panels.append(panel(axis, (Line(message("head-of-mean"), mean, 1, "solid"),), 160))
        title = message(f"chart-saturation-{name}")
        charts.append(Chart(f"saturation-{name}", title, x, tuple(panels)))
    return tuple(charts)


def _title(result: TrackResult) -> str:
    return language.listing((result.track.name, _label(result.track.of)))


def _label(of: Of) -> str:
    return message(f"unit-{of}")


def _hover(number: int, text: str) -> tuple[tuple[str, str], ...]:
    return (message("mark-round"), str(number)), (message("hover-value"), text)


def _judgement(result: TrackResult, shown: Window, rule: Rounds) -> str:
    """The straight line through the judged rounds, and the verdict on it."""
    return message(
        "judgement-passes" if shown.passes else "judgement-does-not-pass",
        test=result.track.name,
        start=units.significant(shown.line(0), 5),
        slope=f"{'+' if shown.slope >= 0 else '-'} {units.significant(abs(shown.slope), 4)}",
        round=shown.rounds[0],
        range=units.share(shown.range_share),
        most_range=f"{rule.range:g} %",
        rise=signed_percent(shown.travel),
        most_rise=f"{rule.slope:g} %",
        low=signed_percent(shown.travel_low),
        high=signed_percent(shown.travel_high),
        steadiness=message(f"steadiness-{shown.steadiness}"),
    )


def _axis(result: TrackResult, points: Sequence[At], *, zero: bool = True) -> Axis:
    label, unit = _label(result.track.of), _UNITS[result.track.of]
    low, high = min(at.y for at in points), max(at.y for at in points)
    room = 0.08 * ((high - low) or high or 1.0)
    return Axis(label, unit, low=0.0 if zero else low - room, high=high + room)
