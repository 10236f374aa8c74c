"""The limits of a volume as charts and tables: the rates at each block size with every law.

Draws the answer of `plimsoll limits` (`features/limits/rules/`) and judges nothing. One refuted law
of each shape is drawn, preferably one that hypervisors or clouds use, else the nearest; the table
has all. The axis is logarithmic and names the measured sizes and those that would separate tied
laws, at which only the laws are drawn.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from plimsoll.base import language, units
from plimsoll.features.limits.messages import message
from plimsoll.features.limits.rules import words
from plimsoll.features.limits.rules.finding import (
    Cell,
    LimitFinding,
    ModelFit,
    Parameter,
    SizeLaw,
    VolumeLimit,
)
from plimsoll.features.limits.rules.judging import rate_per_s
from plimsoll.report import describe
from plimsoll.report.common.panels import above, below, from_zero, panel

SIGMAS_95 = 1.96
"""Standard errors on either side of an interval of 95 %."""
_TIED_STYLES: tuple[tuple[int, describe.Dash], ...] = ((1, "long"), (2, "dash-dot"), (5, "long"))
_REFUTED_STYLES: tuple[tuple[int, describe.Dash], ...] = (
    (3, "dashed"),
    (1, "dotted"),
    (2, "dash-dot"),
    (5, "dashed"),
    (4, "dotted"),
)


def chart(volume: VolumeLimit, read_percent: float, name: str, *, several: bool) -> describe.Chart:
    """Rates and bytes per second over block size for one share of reads, with the laws."""
    cells = sorted(
        (c for c in volume.cells if c.read_percent == read_percent),
        key=lambda cell: cell.block_bytes,
    )
    sizes = _sizes(volume, cells, read_percent)
    law_lines = _law_lines(volume)
    rates = _rates(volume, cells, sizes, law_lines, read_percent)
    bandwidth = _bandwidth(volume, cells, sizes, law_lines, read_percent)
    x = describe.block_sizes(message("column-block-size"), sizes)
    title = _found_words(volume)
    if several:
        title = message("of-volume", finding=title, volume=volume.volume)
    if len({cell.read_percent for cell in volume.cells}) > 1:
        title = message("at-mix", finding=title, mix=units.mix(read_percent))
    horizon = message("chart-horizon", duration=units.exact_seconds(volume.horizon_s))
    noise = message("chart-noise", noise=units.share(volume.noise))
    notes = [describe.Note(noise, keep=True), describe.Note(horizon)]
    unmeasured = [size for size in sizes if size not in {cell.block_bytes for cell in cells}]
    if unmeasured:
        notes.append(
            describe.Note(
                message(
                    "chart-not-measured", sizes=language.listing(map(units.block_size, unmeasured))
                )
            )
        )
    left = len(volume.refuted) - sum(model in volume.refuted for model, _, _, _ in law_lines)
    if left > 0:
        notes.append(describe.Note(message("chart-more-refuted", laws=left)))
    return describe.Chart(name, title, x, (rates, bandwidth), tuple(notes))


def measurement_table(volume: VolumeLimit) -> describe.Table:
    """The measured cells, with what shows a cap."""
    return describe.Table.of(
        message("table-measured", volume=volume.volume),
        volume.cells,
        {
            message("column-block-size"): lambda cell: units.block_size(cell.block_bytes),
            message("column-of"): lambda cell: units.mix(cell.read_percent),
            message("column-outstanding"): lambda cell: units.count(cell.outstanding),
            message("column-rate"): lambda cell: units.rate(cell.rate_per_s),
            message("column-error"): lambda cell: units.share(SIGMAS_95 * cell.error),
            message("column-bytes"): lambda cell: units.throughput(
                cell.rate_per_s * cell.block_bytes
            ),
            message("column-cap"): lambda cell: _standing(cell)[1],
            message("column-shown-by"): lambda cell: words.cell(cell) or units.DASH,
            message("column-runs"): lambda cell: (
                language.listing(map(str, cell.run_ids)) or units.DASH
            ),
        },
        texts=(message("column-of"), message("column-cap"), message("column-shown-by")),
        caption=message("table-measured-caption"),
    )


def table(judged: VolumeLimit | SizeLaw, title: str) -> describe.Table:
    """Every law with the ranges of its numbers, its standing, and what refutes or would separate
    it."""
    proven = not hasattr(judged, "verdict") or judged.verdict == "found"
    groups: tuple[tuple[str, Sequence[ModelFit]], ...] = (
        ("found" if proven else "fits", [judged.found] if judged.found else []),
        ("tied", judged.tied),
        ("not-excluded", getattr(judged, "not_excluded", ())),
        ("refuted", judged.refuted),
    )
    return describe.Table.of(
        title,
        [(standing, model) for standing, models in groups for model in models],
        {
            message("column-standing"): lambda row: message(f"standing-{row[0]}"),
            message("column-law"): lambda row: f"{_name(row[1])}: {words.law(row[1])}",
            message("column-numbers"): lambda row: _numbers(row[1]),
            message("column-because"): lambda row: words.fit(row[1]),
            message("column-deviation"): lambda row: _deviation(row[1].misfit),
        },
        texts=(
            message("column-standing"),
            message("column-law"),
            message("column-numbers"),
            message("column-because"),
        ),
        caption=message("table-laws-caption"),
    )


def bursts(volume: VolumeLimit) -> describe.Table | None:
    """The bursts at the beginning of Runs; None where there were none."""
    if not volume.bursts:
        return None
    caption = message("bursts-kept-out")
    if volume.refill is not None:
        caption = message("bursts-kept-out-granted", granted=words.law(volume.refill))
    return describe.Table.of(
        message("table-bursts", volume=volume.volume),
        volume.bursts,
        {
            message("column-block-size"): lambda one: units.block_size(one.block_bytes),
            message("column-of"): lambda one: units.mix(one.read_percent),
            message("column-burst-rate"): lambda one: (
                f"{'' if one.resolved else '>= '}{units.rate(one.rate_per_s)}"
            ),
            message("column-seconds"): lambda one: units.seconds(one.seconds),
            message("column-beyond"): lambda one: units.count(one.operations),
            message("column-sustained"): lambda one: units.rate(one.rate_after_per_s),
            message("column-run"): lambda one: str(one.run_id or units.DASH),
            message("column-in-words"): words.burst,
        },
        texts=(message("column-of"), message("column-in-words")),
        caption=caption,
        run=lambda one: one.run_id,
    )


def over_sizes(finding: LimitFinding, law: SizeLaw) -> describe.Chart:
    """The caps of several volumes over their sizes, with their law."""
    in_bytes = law.subject == "bytes_per_s"
    caps = []
    for volume in sorted(finding.volumes, key=lambda one: one.volume_bytes or 0):
        cap = volume.found.parameter(law.subject) if volume.found is not None else None
        if cap is not None and cap.value is not None:
            caps.append((volume, cap))
    points = tuple(
        describe.At(
            i, cap.value or 0.0, ((message("hover-volume"), volume.volume),), cap.low, cap.high
        )
        for i, (volume, cap) in enumerate(caps)
    )
    x = describe.categories(
        message("axis-volume-size"),
        tuple(units.volume_size(volume.volume_bytes or 0) for volume, _ in caps),
    )
    label = message("axis-cap-bytes") if in_bytes else message("axis-cap-iops")
    ends = [at.high or at.y for at in points]
    axis = from_zero(label, "bytes_per_s" if in_bytes else "rate", ends, 1.2)
    marks = describe.Marks(message("legend-cap"), "dot", points, 0, large=True)
    title = message("over-the-sizes", law=words.size_law(law))
    return describe.Chart(f"size-law-{law.subject}", title, x, (panel(axis, (marks,), 240),))


# -- inside ----------------------------------------------------------------------------------------


def _sizes(volume: VolumeLimit, cells: Sequence[Cell], read_percent: float) -> list[int]:
    """Block sizes on the axis: measured ones, and those that would separate tied laws."""
    measured_sizes = {cell.block_bytes for cell in cells}
    separating_sizes = {
        model.separator.block_bytes
        for model in volume.tied
        if model.separator is not None
        and model.separator.read_percent == read_percent
        and model.separator.block_bytes
    }
    return sorted(measured_sizes | separating_sizes)


def _law_lines(volume: VolumeLimit) -> list[tuple[ModelFit, str, int, describe.Dash]]:
    """The laws to draw with name, colour and dash; the found one comes last, on top."""
    found = volume.found

    def alike(model: ModelFit) -> bool:
        return found is None or model.scope == found.scope

    def rank(model: ModelFit) -> tuple[bool, float]:
        unit = model.parameter("unit_bytes")
        hint_key = (
            model.name,
            int(unit.value) if unit and unit.value else None,
        ) in words.KNOWN_FROM
        return (not hint_key, model.misfit)

    shapes: dict[str, ModelFit] = {}
    for model in sorted(filter(alike, volume.refuted), key=rank):
        shapes.setdefault(model.name, model)
    styled_laws = [
        (
            model,
            message("legend-refuted", law=_name(model)),
            *_REFUTED_STYLES[i % len(_REFUTED_STYLES)],
        )
        for i, model in enumerate(
            sorted(shapes.values(), key=lambda one: one.misfit)[: len(_REFUTED_STYLES)]
        )
    ]
    tied = [model for model in volume.tied if alike(model)][: len(_TIED_STYLES)]
    styled_laws += [
        (model, message("legend-tied", law=_name(model)), *_TIED_STYLES[i])
        for i, model in enumerate(tied)
    ]
    if found is not None:
        code = "legend-found" if volume.verdict == "found" else "legend-fits"
        styled_laws.append((found, message(code, law=_name(found)), 0, "solid"))
    return styled_laws


def _rates(
    volume: VolumeLimit,
    cells: Sequence[Cell],
    sizes: Sequence[int],
    drawn: Sequence[tuple[ModelFit, str, int, describe.Dash]],
    read_percent: float,
) -> describe.Panel:
    series: list[describe.Series] = _separators(volume, sizes)
    lows, highs = [cell.rate_per_s for cell in cells], [cell.rate_per_s for cell in cells]
    for model, name, colour, dash in drawn:
        points = _curve(model, sizes, read_percent, lambda rate, _: rate)
        series.append(describe.Line(name, points, colour, dash, wide=model is volume.found))
    series += _refuting(cells, drawn, read_percent)
    series += _marks(cells, lambda rate, _: rate)
    shown = [b for b in volume.bursts if b.read_percent == read_percent and b.block_bytes in sizes]
    highs += [one.rate_per_s for one in shown]
    if shown:
        at_bursts = tuple(
            describe.At(
                one.block_bytes,
                one.rate_per_s,
                ((message("hover-burst"), words.burst(one)),),
                run=one.run_id,
            )
            for one in shown
        )
        series.append(describe.Marks(message("legend-burst"), "hollow triangle", at_bursts, 1))
    low, high = below(min(lows) / 1.5), above(max(highs) * 1.3)
    axis = describe.Axis(message("axis-rate"), "rate", log=True, low=low, high=high)
    return panel(axis, _inside(series, min(lows) / 1.5), 320)


def _refuting(
    cells: Sequence[Cell],
    drawn: Sequence[tuple[ModelFit, str, int, describe.Dash]],
    read_percent: float,
) -> list[describe.Marks]:
    """The data that refute the laws that are drawn, each with their names."""
    made = []
    for cell in cells:
        laws = [
            _name(model)
            for model, *_ in drawn
            if model.datum
            and (model.datum.block_bytes, model.datum.read_percent)
            == (cell.block_bytes, read_percent)
        ]
        if laws:
            names, size = language.listing(laws), units.block_size(cell.block_bytes)
            at = describe.At(
                cell.block_bytes, cell.rate_per_s, ((message("hover-refutes"), names),)
            )
            legend = message("legend-refutes", size=size, laws=names)
            made.append(describe.Marks(legend, "hollow square", (at,), 3, large=True))
    return made


def _bandwidth(
    volume: VolumeLimit,
    cells: Sequence[Cell],
    sizes: Sequence[int],
    drawn: Sequence[tuple[ModelFit, str, int, describe.Dash]],
    read_percent: float,
) -> describe.Panel:
    standing = [one for one in drawn if one[0] not in volume.refuted]
    series: list[describe.Series] = [
        describe.Line(
            name,
            _curve(model, sizes, read_percent, lambda rate, size: rate * size),
            colour,
            dash,
            model is volume.found,
        )
        for model, name, colour, dash in standing
    ]
    marks = _marks(cells, lambda rate, size: rate * size)
    series += [replace(mark, legend="") for mark in marks]
    tops = [cell.rate_per_s * cell.block_bytes * (1 + SIGMAS_95 * cell.error) for cell in cells]
    return panel(from_zero(message("axis-bytes"), "bytes_per_s", tops, 1.15), series, 200)


def _curve(
    model: ModelFit, sizes: Sequence[int], read_percent: float, told: Callable[[float, int], float]
) -> tuple[describe.At, ...]:
    """What a law says at each size; a number that is only bounded is taken at its bound."""
    known = replace(model, parameters=tuple(_at_bound(one) for one in model.parameters))
    points = []
    for size in sizes:
        rate = rate_per_s(known, size, read_percent)
        if rate is not None and math.isfinite(rate):
            hover = (
                (message("hover-law"), words.law(model)),
                (message("hover-says"), units.both(rate, size)),
            )
            points.append(describe.At(size, told(rate, size), hover))
    return tuple(points)


def _at_bound(one: Parameter) -> Parameter:
    if one.value is not None:
        return one
    return replace(one, value=one.low if one.low is not None else one.high)


def _separators(volume: VolumeLimit, sizes: Sequence[int]) -> list[describe.Series]:
    """Where a measurement would tell tied laws apart."""
    telling: dict[int, list[str]] = {}
    for model in volume.tied:
        if model.separator is not None and model.separator.block_bytes in sizes:
            telling.setdefault(model.separator.block_bytes or 0, []).append(_name(model))
    return [
        describe.RuleX(
            message(
                "rule-would-tell",
                size=units.block_size(size),
                laws=language.listing([*names[:3], *(["…"] if len(names) > 3 else [])]),
            ),
            size,
            dash="dotted",
        )
        for size, names in sorted(telling.items())
    ]


def _marks(cells: Sequence[Cell], told: Callable[[float, int], float]) -> list[describe.Marks]:
    groups: dict[tuple[str, str], list[describe.At]] = {}
    for cell in cells:
        size, rate = cell.block_bytes, cell.rate_per_s
        hover = (
            (message("hover-measured"), units.both(rate, size)),
            (message("column-error"), units.share(SIGMAS_95 * cell.error)),
            (message("hover-outstanding"), units.count(cell.outstanding)),
            (message("hover-cap"), _standing(cell)[1]),
            (message("column-runs"), language.listing(map(str, cell.run_ids))),
        )
        low, high = (
            rate * math.exp(-SIGMAS_95 * cell.error),
            rate * math.exp(SIGMAS_95 * cell.error),
        )
        at = describe.At(
            size,
            told(rate, size),
            hover,
            told(low, size),
            told(high, size),
            cell.run_ids[-1] if cell.run_ids else None,
        )
        proof, said = _standing(cell)
        # However long it held: the table says that.
        held = message("held") if proof == "flat" else said
        groups.setdefault((proof, held), []).append(at)
    return [
        describe.Marks(
            message("legend-measured", cap=said),
            _MARKS.get(proof, "ring"),
            tuple(points),
            0,
            large=True,
        )
        for (proof, said), points in groups.items()
    ]


_MARKS: dict[str, describe.Shape] = {"flat": "dot", "bound": "triangle"}


def _standing(cell: Cell) -> tuple[str, str]:
    """What more outstanding I/O said of a cap here: for sorting, and in words."""
    if cell.lower_bound:
        return ("bound", message("at-least-this"))
    if cell.proof == "flat":
        return ("flat", words.cap(cell))
    return (str(cell.proof), message(f"cell-{cell.proof or 'untested'}"))


def _inside(series: Sequence[describe.Series], floor: float) -> list[describe.Series]:
    """Lines that leave the scale downwards are cut at its lower edge: what a law says far below
    tells nothing more."""
    low = below(floor)
    made: list[describe.Series] = []
    for one in series:
        if isinstance(one, describe.Line):
            kept = [at for at in one.points if at.y >= low * 0.999]
            if kept:
                made.append(replace(one, points=tuple(kept)))
        else:
            made.append(one)
    return made


def _name(model: ModelFit) -> str:
    unit = model.parameter("unit_bytes")
    figures = {} if unit is None or not unit.value else {"unit": units.block_size(unit.value)}
    name = message(f"name-{model.name}", **figures)
    return (
        message(f"scope-{model.scope}", law=name) if model.scope not in (None, "together") else name
    )


def _numbers(model: ModelFit) -> str:
    return (
        language.clauses(
            words.range_text(one) if one.low is not None or one.high is not None else _bare(one)
            for one in model.parameters
            if not one.fixed
        )
        or units.DASH
    )


def _deviation(misfit: float) -> str:
    return "< 0.1 σ" if misfit < 0.1 else f"{units.decimal(misfit, 1)} σ"


def _bare(one: Parameter) -> str:
    write = {"operations/s": units.iops, "bytes/s": units.bandwidth}.get(one.unit, units.digits)
    return units.DASH if one.value is None else message(f"bare-{one.name}", value=write(one.value))


def _found_words(volume: VolumeLimit) -> str:
    if volume.verdict == "absent":
        return message("chart-absent")
    if volume.found is None:
        return message("chart-no-law")
    law = words.law(volume.found)
    if volume.verdict == "found":
        return language.capital(law)
    return message("chart-not-proven", law=law)
