"""The limits of a volume as charts and tables: the rates at each block size with every law.

Draws the answer of `plimsoll limits` (`features/limits/rules/`) and judges nothing. One refuted law
of each shape is drawn, preferably one that hypervisors or clouds use, else the nearest; the table
has all. The axis is logarithmic and names the measured sizes and those that would separate tied
laws, at which only the laws are drawn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from plimsoll.base import units
from plimsoll.features.limits.rules import (
    Cell,
    LimitFinding,
    ModelFit,
    Parameter,
    SizeLaw,
    VolumeLimit,
    rate_per_s,
    words,
)
from plimsoll.report.common.panels import above, below, from_zero, panel
from plimsoll.report.describe import (
    At,
    Axis,
    Chart,
    Dash,
    Line,
    Marks,
    Note,
    Panel,
    RuleX,
    Series,
    Shape,
    Table,
    block_sizes,
    categories,
)

SIGMAS_95 = 1.96
"""Standard errors on either side of an interval of 95 %."""
_TIED_STYLES: tuple[tuple[int, Dash], ...] = ((1, "long"), (2, "dash-dot"), (5, "long"))
_REFUTED_STYLES: tuple[tuple[int, Dash], ...] = (
    (3, "dashed"),
    (1, "dotted"),
    (2, "dash-dot"),
    (5, "dashed"),
    (4, "dotted"),
)


def chart(volume: VolumeLimit, read_percent: float, name: str, *, several: bool) -> Chart:
    """Rates and bytes per second over block size for one share of reads, with the laws."""
    cells = sorted(
        (c for c in volume.cells if c.read_percent == read_percent),
        key=lambda cell: cell.block_bytes,
    )
    sizes = _sizes(volume, cells, read_percent)
    law_lines = _law_lines(volume)
    rates = _rates(volume, cells, sizes, law_lines, read_percent)
    bandwidth = _bandwidth(volume, cells, sizes, law_lines, read_percent)
    x = block_sizes("Block size", sizes)
    volume_suffix = f" of {volume.volume}" if several else ""
    mix = (
        ""
        if len({cell.read_percent for cell in volume.cells}) < 2
        else f", {units.mix(read_percent)}"
    )
    horizon = (
        f"No Run was longer than {units.exact_seconds(volume.horizon_s)}: a burst that lasts longer"
        " is not excluded, and the laws are refuted for as long."
    )
    noise = (
        "Whiskers: 95 %, the scatter of intervals and the noise between Runs of"
        f" {units.share(volume.noise)}."
    )
    notes = [Note(noise, keep=True), Note(horizon)]
    unmeasured = [size for size in sizes if size not in {cell.block_bytes for cell in cells}]
    if unmeasured:
        notes.append(Note(f"Not measured: {', '.join(map(units.block_size, unmeasured))}."))
    left = len(volume.refuted) - sum(model in volume.refuted for model, _, _, _ in law_lines)
    if left > 0:
        notes.append(Note(f"{left} more refuted laws are in the table."))
    return Chart(
        name, f"{_found_words(volume)}{volume_suffix}{mix}", x, (rates, bandwidth), tuple(notes)
    )


def measurement_table(volume: VolumeLimit) -> Table:
    """The measured cells, with what shows a cap."""
    return Table.of(
        f"What was measured on {volume.volume}",
        volume.cells,
        {
            "Block size": lambda cell: units.block_size(cell.block_bytes),
            "Of": lambda cell: units.mix(cell.read_percent),
            "Outstanding": lambda cell: units.count(cell.outstanding),
            "Rate, IOPS": lambda cell: units.rate(cell.rate_per_s),
            "± 95 %": lambda cell: units.share(SIGMAS_95 * cell.error),
            "Bytes/s": lambda cell: units.throughput(cell.rate_per_s * cell.block_bytes),
            "Cap": lambda cell: _standing(cell)[1],
            "Shown by": lambda cell: words.cell(cell) or units.DASH,
            "Runs": lambda cell: ", ".join(map(str, cell.run_ids)) or units.DASH,
        },
        texts=("Of", "Cap", "Shown by"),
        caption="Rates exclude any initial burst.",
    )


def table(judged: VolumeLimit | SizeLaw, title: str) -> Table:
    """Every law with the ranges of its numbers, its standing, and what refutes or would separate
    it."""
    proven = not hasattr(judged, "verdict") or judged.verdict == "found"
    groups: tuple[tuple[str, Sequence[ModelFit]], ...] = (
        ("found" if proven else "fits, not proven", [judged.found] if judged.found else []),
        ("tied", judged.tied),
        ("not excluded", getattr(judged, "not_excluded", ())),
        ("refuted", judged.refuted),
    )
    return Table.of(
        title,
        [(standing, model) for standing, models in groups for model in models],
        {
            "Standing": lambda row: row[0],
            "Law": lambda row: f"{_name(row[1])}: {words.law(row[1])}",
            "Numbers, 95 %": lambda row: _numbers(row[1]),
            "Because": lambda row: words.fit(row[1]),
            "Largest deviation": lambda row: _deviation(row[1].misfit),
        },
        texts=("Standing", "Law", "Numbers, 95 %", "Because"),
        caption="A law is refuted by a datum that lies further from it than chance explains. σ:"
        " standard errors of that datum.",
    )


def bursts(volume: VolumeLimit) -> Table | None:
    """The bursts at the beginning of Runs; None where there were none."""
    if not volume.bursts:
        return None
    refill, caption = volume.refill, "Kept out of the rates above."
    if refill is not None:
        known = (
            units.iops(refill.value)
            if refill.value is not None
            else f"at least {units.iops(refill.low or 0.0)}"
        )
        caption += f" Refill while it rested: {known}."
    return Table.of(
        f"Bursts on {volume.volume}",
        volume.bursts,
        {
            "Block size": lambda one: units.block_size(one.block_bytes),
            "Of": lambda one: units.mix(one.read_percent),
            "Burst rate, IOPS": lambda one: (
                f"{'' if one.resolved else '>= '}{units.rate(one.rate_per_s)}"
            ),
            "Seconds": lambda one: units.seconds(one.seconds),
            "Operations beyond": lambda one: units.count(one.operations),
            "Sustained rate, IOPS": lambda one: units.rate(one.rate_after_per_s),
            "Run": lambda one: str(one.run_id or units.DASH),
            "In words": words.burst,
        },
        texts=("Of", "In words"),
        caption=caption,
        run=lambda one: one.run_id,
    )


def over_sizes(finding: LimitFinding, law: SizeLaw) -> Chart:
    """The caps of several volumes over their sizes, with their law."""
    in_bytes = law.subject == "bytes_per_s"
    caps = []
    for volume in sorted(finding.volumes, key=lambda one: one.volume_bytes or 0):
        cap = volume.found.parameter(law.subject) if volume.found is not None else None
        if cap is not None and cap.value is not None:
            caps.append((volume, cap))
    points = tuple(
        At(i, cap.value or 0.0, (("volume", volume.volume),), cap.low, cap.high)
        for i, (volume, cap) in enumerate(caps)
    )
    x = categories(
        "Size of the volume",
        tuple(units.volume_size(volume.volume_bytes or 0) for volume, _ in caps),
    )
    label = "Cap, bytes per second" if in_bytes else "Cap, IOPS"
    ends = [at.high or at.y for at in points]
    axis = from_zero(label, "bytes_per_s" if in_bytes else "rate", ends, 1.2)
    marks = Marks("cap that was found, with its 95 % interval", "dot", points, 0, large=True)
    title = f"Over the sizes of volumes: {words.size_law(law)}"
    return Chart(f"size-law-{law.subject}", title, x, (panel(axis, (marks,), 240),))


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


def _law_lines(volume: VolumeLimit) -> list[tuple[ModelFit, str, int, Dash]]:
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
        (model, f"{_name(model)}, refuted", *_REFUTED_STYLES[i % len(_REFUTED_STYLES)])
        for i, model in enumerate(
            sorted(shapes.values(), key=lambda one: one.misfit)[: len(_REFUTED_STYLES)]
        )
    ]
    tied = [model for model in volume.tied if alike(model)][: len(_TIED_STYLES)]
    styled_laws += [
        (model, f"{_name(model)}, tied", *_TIED_STYLES[i]) for i, model in enumerate(tied)
    ]
    if found is not None:
        styled_laws.append(
            (
                found,
                f"{_name(found)}, {'found' if volume.verdict == 'found' else 'fits'}",
                0,
                "solid",
            )
        )
    return styled_laws


def _rates(
    volume: VolumeLimit,
    cells: Sequence[Cell],
    sizes: Sequence[int],
    drawn: Sequence[tuple[ModelFit, str, int, Dash]],
    read_percent: float,
) -> Panel:
    series: list[Series] = _separators(volume, sizes)
    lows, highs = [cell.rate_per_s for cell in cells], [cell.rate_per_s for cell in cells]
    for model, name, colour, dash in drawn:
        points = _curve(model, sizes, read_percent, lambda rate, _: rate)
        series.append(Line(name, points, colour, dash, wide=model is volume.found))
    series += _refuting(cells, drawn, read_percent)
    series += _marks(cells, lambda rate, _: rate)
    shown = [b for b in volume.bursts if b.read_percent == read_percent and b.block_bytes in sizes]
    highs += [one.rate_per_s for one in shown]
    if shown:
        at_bursts = tuple(
            At(
                one.block_bytes,
                one.rate_per_s,
                (("burst", words.burst(one)),),
                run=one.run_id,
            )
            for one in shown
        )
        series.append(Marks("burst: the rate while it lasted", "hollow triangle", at_bursts, 1))
    low, high = below(min(lows) / 1.5), above(max(highs) * 1.3)
    axis = Axis("Rate, IOPS, log scale", "rate", log=True, low=low, high=high)
    return panel(axis, _inside(series, min(lows) / 1.5), 320)


def _refuting(
    cells: Sequence[Cell],
    drawn: Sequence[tuple[ModelFit, str, int, Dash]],
    read_percent: float,
) -> list[Marks]:
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
            at = At(cell.block_bytes, cell.rate_per_s, (("refutes", ", ".join(laws)),))
            legend = f"{units.block_size(cell.block_bytes)} refutes: {', '.join(laws)}"
            made.append(Marks(legend, "hollow square", (at,), 3, large=True))
    return made


def _bandwidth(
    volume: VolumeLimit,
    cells: Sequence[Cell],
    sizes: Sequence[int],
    drawn: Sequence[tuple[ModelFit, str, int, Dash]],
    read_percent: float,
) -> Panel:
    standing = [one for one in drawn if one[0] not in volume.refuted]
    series: list[Series] = [
        Line(
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
    return panel(from_zero("The same in bytes per second", "bytes_per_s", tops, 1.15), series, 200)


def _curve(
    model: ModelFit, sizes: Sequence[int], read_percent: float, told: Callable[[float, int], float]
) -> tuple[At, ...]:
    """What a law says at each size; a number that is only bounded is taken at its bound."""
    known = replace(model, parameters=tuple(_at_bound(one) for one in model.parameters))
    points = []
    for size in sizes:
        rate = rate_per_s(known, size, read_percent)
        if rate is not None and math.isfinite(rate):
            hover = (("law", words.law(model)), ("says", units.both(rate, size)))
            points.append(At(size, told(rate, size), hover))
    return tuple(points)


def _at_bound(one: Parameter) -> Parameter:
    if one.value is not None:
        return one
    return replace(one, value=one.low if one.low is not None else one.high)


def _separators(volume: VolumeLimit, sizes: Sequence[int]) -> list[Series]:
    """Where a measurement would tell tied laws apart."""
    telling: dict[int, list[str]] = {}
    for model in volume.tied:
        if model.separator is not None and model.separator.block_bytes in sizes:
            telling.setdefault(model.separator.block_bytes or 0, []).append(_name(model))
    return [
        RuleX(
            f"{units.block_size(size)} would tell:"
            f" {', '.join(names[:3])}{', …' if len(names) > 3 else ''}",
            size,
            dash="dotted",
        )
        for size, names in sorted(telling.items())
    ]


def _marks(cells: Sequence[Cell], told: Callable[[float, int], float]) -> list[Marks]:
    groups: dict[tuple[str, str], list[At]] = {}
    for cell in cells:
        size, rate = cell.block_bytes, cell.rate_per_s
        hover = (
            ("measured", units.both(rate, size)),
            ("± 95 %", units.share(SIGMAS_95 * cell.error)),
            ("outstanding", units.count(cell.outstanding)),
            ("cap", _standing(cell)[1]),
            ("Runs", ", ".join(map(str, cell.run_ids))),
        )
        low, high = (
            rate * math.exp(-SIGMAS_95 * cell.error),
            rate * math.exp(SIGMAS_95 * cell.error),
        )
        at = At(
            size,
            told(rate, size),
            hover,
            told(low, size),
            told(high, size),
            cell.run_ids[-1] if cell.run_ids else None,
        )
        proof, said = _standing(cell)
        # However long it held: the table says that.
        groups.setdefault((proof, "held" if proof == "flat" else said), []).append(at)
    return [
        Marks(
            f"measured: {said}",
            _MARKS.get(proof, "ring"),
            tuple(points),
            0,
            large=True,
        )
        for (proof, said), points in groups.items()
    ]


_MARKS: dict[str, Shape] = {"flat": "dot", "bound": "triangle"}


def _standing(cell: Cell) -> tuple[str, str]:
    """What more outstanding I/O said of a cap here: for sorting, and in words."""
    if cell.lower_bound:
        return ("bound", "at least this")
    said = {
        "flat": words.cap(cell),
        "rising": "rate still rises",
        "undecided": "undecided",
        None: "not tested at two depths",
    }
    return (str(cell.proof), said[cell.proof])


def _inside(series: Sequence[Series], floor: float) -> list[Series]:
    """Lines that leave the scale downwards are cut at its lower edge: what a law says far below
    tells nothing more."""
    low = below(floor)
    made: list[Series] = []
    for one in series:
        if isinstance(one, Line):
            kept = [at for at in one.points if at.y >= low * 0.999]
            if kept:
                made.append(replace(one, points=tuple(kept)))
        else:
            made.append(one)
    return made


def _name(model: ModelFit) -> str:
    unit = model.parameter("unit_bytes")
    scope = {"apart": ", reads and writes apart", "weighted": ", writes weighted"}.get(
        model.scope or "", ""
    )
    of = f" {units.block_size(unit.value)}" if unit is not None and unit.value else ""
    return f"{words.LAWS[model.name].legend}{of}{scope}"


def _numbers(model: ModelFit) -> str:
    return (
        "; ".join(
            words.range_text(one) if one.low is not None or one.high is not None else _bare(one)
            for one in model.parameters
            if not one.fixed
        )
        or units.DASH
    )


def _deviation(misfit: float) -> str:
    return "< 0.1 σ" if misfit < 0.1 else f"{misfit:.1f} σ"


def _bare(one: Parameter) -> str:
    write = {"operations/s": units.iops, "bytes/s": units.bandwidth}.get(one.unit, units.digits)
    return (
        units.DASH
        if one.value is None
        else f"{one.name.replace('_per_s', '/s').replace('_', ' ')} {write(one.value)}"
    )


def _found_words(volume: VolumeLimit) -> str:
    if volume.verdict == "absent":
        return "No limit up to the rates that were reached"
    if volume.found is None:
        return "No known law fits: what was measured at each block size"
    law = words.law(volume.found)
    return (
        f"{law[0].upper()}{law[1:]}"
        if volume.verdict == "found"
        else f"Fits, but no cap is proven: {law}"
    )
