"""Slicers of an interactive page: groups of toggle buttons, and the value of each Run.

The page contains everything; `page.js` only hides what is not selected. Without scripts the bar
stays hidden and everything is shown."""

from collections.abc import Iterator

from plimsoll.base.printable import markup
from plimsoll.report.describe import Bars, Chart, Heat, Line, Marks, Page, Series, Slicer, Table
from plimsoll.report.evidence import properties
from plimsoll.report.messages import message


def runs(page: Page) -> list[int]:
    """Every Run with a row or a mark on the page, in order."""
    found: set[int | None] = set()
    for section in page.sections:
        if isinstance(section, Table):
            found.update(section.runs)
        elif isinstance(section, Chart):
            found.update(
                run for panel in section.panels for series in panel.series for run in _runs(series)
            )
    return sorted(run for run in found if run is not None)


def _runs(series: Series) -> Iterator[int | None]:
    match series:
        case Line() | Marks() | Bars():
            yield from (point.run for point in series.points)
        case Heat():
            yield from (cell.run for cell in series.cells)


def active_slicers(page: Page) -> tuple[Slicer, ...]:
    """The slicers that affect anything on the page."""
    parted = (section for section in page.sections if isinstance(section, (Chart, Table)))
    return page.slicers if runs(page) or any(section.where for section in parted) else ()


def data(page: Page) -> dict[str, object]:
    """Data for the script: the Runs, and per slicer the index of each Run's value, -1 without
    one. `first`: the value of a single-value slicer that is selected at start; together those of
    all such slicers belong to one Run."""
    known = runs(page)
    offers = active_slicers(page)
    places = [
        [place.get(slicer.of.get(run, ""), -1) for run in known]
        for slicer in offers
        for place in [{value: i for i, value in enumerate(slicer.values)}]
    ]
    singles = [
        places_of_runs for slicer, places_of_runs in zip(offers, places, strict=True) if slicer.one
    ]
    whole = [
        at for at in range(len(known)) if all(places_of_runs[at] >= 0 for places_of_runs in singles)
    ]
    begin = min(
        whole, key=lambda at: [places_of_runs[at] for places_of_runs in singles], default=None
    )
    slicers = [
        {
            "name": slicer.name,
            "label": properties.name_words(slicer.name),
            "values": slicer.values,
            "one": slicer.one,
            "first": places_of_runs[begin] if slicer.one and begin is not None else 0,
            "of": places_of_runs,
        }
        for slicer, places_of_runs in zip(offers, places, strict=True)
    ]
    return {"runs": known, "slicers": slicers}


def bar(page: Page) -> str:
    """The bar with the slicers; empty without any."""
    chosen = active_slicers(page)
    if not chosen:
        return ""
    groups = "".join(_group(i, slicer) for i, slicer in enumerate(chosen))
    return f"""<div id="plimsoll-choice" hidden>
<div class="told"><strong id="plimsoll-count" role="status"></strong><span
 id="plimsoll-chosen"></span>
<button type="button" id="plimsoll-reset">{markup(message("reset"))}</button></div>
<details><summary>{markup(message("choose-runs"))}</summary>
<div class="slicers">{groups}</div>
<p class="note">{markup(message("how-to-choose"))}</p>
</details></div>"""


def _group(number: int, slicer: Slicer) -> str:
    name = markup(properties.name_words(slicer.name))
    role, state, each = (
        ("radiogroup", "aria-checked", ' role="radio"')
        if slicer.one
        else ("group", "aria-pressed", "")
    )
    values = "".join(
        f'<button type="button"{each} data-value {state}="true">{markup(value)}</button>'
        for value in slicer.values
    )
    every = (
        ""
        if slicer.one
        else "".join(
            f'<button type="button" class="every" data-every="{code}"'
            f' aria-label="{name}: {word}">{word}</button>'
            for code, word in (
                ("all", markup(message("choose-all"))),
                ("none", markup(message("choose-none"))),
            )
        )
    )
    return (
        f'<div class="slicer" role="{role}" aria-label="{name}" data-slicer="{number}">'
        f'<span class="name">{name}</span><span class="values">{values}{every}</span></div>'
    )
