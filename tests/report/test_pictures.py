"""Every kind of chart as a picture: all of it lies inside, no text lies on another, nothing is told
by colour alone."""

import itertools
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from plimsoll.report.describe import (
    At,
    Axis,
    Bars,
    Cell,
    Chart,
    Heat,
    Line,
    Marks,
    Note,
    Panel,
    RuleY,
    categories,
)
from plimsoll.report.forms import picture, typefaces, vega
from plimsoll.report.forms.vega import axes, heat
from plimsoll.report.forms.vega.plot import USUAL_WIDTH
from tests.browser import Reader

from . import kinds

pytestmark = pytest.mark.long

# Where the ink of a text is, as the browser lays it out; upright means that its box is not larger
# than itself.
_TEXTS = """() => [...document.querySelectorAll('text')]
.filter(t => t.textContent.trim()).map(t => {
  const m = t.getScreenCTM(), b = t.getBoundingClientRect();
  return {words: t.textContent, level: Math.abs(m.b) < 1e-6,
    x: b.left, y: b.top, right: b.right, bottom: b.bottom};
})"""


@pytest.mark.parametrize("chart", kinds.CHARTS, ids=lambda chart: chart.name)
def test_all_text_lies_in_the_picture_and_none_on_another(
    chart: Chart, tmp_path: Path, reader: Callable[..., Reader]
) -> None:
    path = tmp_path / "chart.svg"
    picture.write(chart, path, force=False)
    root = ElementTree.parse(path).getroot()
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    texts: list[dict[str, Any]] = reader(path).page.evaluate(_TEXTS)
    assert len(texts) > 10
    outside = [
        t for t in texts if t["x"] < 0 or t["y"] < 0 or t["right"] > wide or t["bottom"] > high
    ]
    assert outside == []
    # A text with a halo is drawn twice in one place.
    level = {(t["words"], round(t["x"]), round(t["y"])): t for t in texts if t["level"]}.values()
    for one, other in itertools.combinations(level, 2):
        across = min(one["right"], other["right"]) - max(one["x"], other["x"])
        down = min(one["bottom"], other["bottom"]) - max(one["y"], other["y"])
        # A box holds room for letters with descenders, which figures have not.
        assert across <= 0 or down <= 3, (one, other)


@pytest.mark.parametrize("chart", kinds.CHARTS, ids=lambda chart: chart.name)
def test_a_picture_stands_alone(chart: Chart) -> None:
    drawn = picture.svg(chart)
    ElementTree.fromstring(drawn)
    assert "var(" not in drawn
    assert "inherit" not in drawn
    # Whatever a fill refers to is in the file.
    assert set(re.findall(r"url\(#([\w-]+)\)", drawn)) <= set(re.findall(r'id="([\w-]+)"', drawn))
    assert picture.is_ours(drawn[:4096].encode())


def test_text_is_measured_in_a_font_that_no_file_is_opened_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import vl_convert

    drawn_with: list[str] = []

    def draw(document: str, **_: Any) -> str:
        drawn_with.append(document)
        return str(drawing(document, **_))

    drawing = vl_convert.vegalite_to_svg
    monkeypatch.setattr(vl_convert, "vegalite_to_svg", draw)
    drawn = picture.svg(kinds.CHARTS[0])
    assert all('"font": "sans-serif"' in document for document in drawn_with)
    assert "DejaVu" not in "".join(drawn_with)
    # What is drawn names the fonts of the reader.
    assert 'font-family="sans-serif"' not in drawn
    assert f'font-family="{typefaces.LATIN}"' in drawn.partition("<text")[2]


def test_a_png_is_ours_and_still_a_png(tmp_path: Path) -> None:
    import vl_convert

    drawn = picture.png(kinds.CHARTS[0])
    assert picture.is_ours(drawn[:4096])
    assert not picture.is_ours(vl_convert.svg_to_png(picture.svg(kinds.CHARTS[0]))[:4096])
    # Each chunk's checksum is right: length, name, data, CRC of the last two.
    import struct

    names, at = [], 8
    while at < len(drawn):
        (length,) = struct.unpack(">I", drawn[at : at + 4])
        body = drawn[at + 4 : at + 8 + length]
        assert struct.unpack(">I", drawn[at + 8 + length : at + 12 + length]) == (zlib.crc32(body),)
        names.append(body[:4])
        at += 12 + length
    assert (names[:2], names[-1]) == ([b"IHDR", b"tEXt"], b"IEND")


def test_bars_beside_each_other_differ_without_colour() -> None:
    series = kinds.bars(4, 6)
    chart = Chart("c", "", categories("", kinds.SIZES), (Panel("", kinds.RATE, series),))
    [spec] = vega.specs(chart)
    rects = [layer["mark"] for layer in spec["layer"] if layer["mark"]["type"] == "rect"]
    grey = {re.sub(r"c?\d", "", mark["fill"]) for mark in rects}
    assert len(grey) == len(series)
    # And the legend shows the same.
    assert [key.words for key in vega.legend(chart)] == [one.name for one in series]
    for key, mark in zip(vega.legend(chart), rects, strict=True):
        assert f'fill="{mark["fill"]}"' in key.drawn


def two_cell_map(low: float, high: float, *, log: bool = False) -> Heat:
    """A map of two cells."""
    return Heat("rate", "rate", (Cell(0, 1, 0, 1, low), Cell(1, 2, 0, 1, high)), log)


def test_lightness_falls_along_the_scale_and_text_is_read_on_every_colour() -> None:
    def luminance(colour: str) -> float:
        channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (
            c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    colours = [heat.colour_of(i / 100, two_cell_map(0.0, 1.0)) for i in range(101)]
    shades = [luminance(colour) for colour in colours]
    assert all(after < before for before, after in itertools.pairwise(shades))
    for colour, shade in zip(colours, shades, strict=True):
        ink = luminance(heat.ink_on(colour))
        # WCAG 2.2, 1.4.3: 4.5 for text of this size.
        assert (max(ink, shade) + 0.05) / (min(ink, shade) + 0.05) >= 4.5


def test_a_logarithmic_scale_is_even_in_ratios_and_what_is_not_on_it_has_no_colour() -> None:
    log, linear = two_cell_map(1.0, 100.0, log=True), two_cell_map(1.0, 100.0)
    assert heat.colour_of(10.0, log) == heat.colour_of(50.5, linear)
    assert heat.colour_of(0.0, log) == "transparent"
    assert heat.colour_of(float("nan"), linear) == "transparent"
    marked = Heat("rate", "rate", (Cell(0, 1, 0, 1, 5.0), Cell(1, 2, 0, 1, 1e9, marked="stopped")))
    assert marked.ends == (5.0, 5.0)


def test_values_that_differ_by_noise_have_one_colour_and_the_legend_says_so() -> None:
    noise = two_cell_map(248.0, 252.0)
    assert noise.flat
    assert heat.colour_of(248.0, noise) == heat.colour_of(252.0, noise)
    axis = Axis("", "category")
    chart = Chart("c", "c", axis, (Panel("p", axis, (noise,)),))
    [key] = vega.legend(chart)
    assert "all within 2 %: one colour" in key.words
    signal = two_cell_map(240.0, 250.0)
    assert not signal.flat
    assert heat.colour_of(240.0, signal) != heat.colour_of(250.0, signal)
    assert Heat("rate", "rate", ()).flat


def test_rows_say_of_which_run_they_are_and_data_sets_have_names() -> None:
    for chart in kinds.CHARTS:
        for panel, spec in zip(chart.panels, vega.specs(chart), strict=True):
            assert all(layer["data"].keys() == {"name"} for layer in spec["layer"])
            assert {layer["data"]["name"] for layer in spec["layer"]} == set(spec["datasets"])
            told = {
                row["run"] for rows in spec["datasets"].values() for row in rows if "run" in row
            }
            points = [p for s in panel.series if hasattr(s, "points") for p in s.points]
            cells = [c for s in panel.series if isinstance(s, Heat) for c in s.cells]
            assert told == {p.run for p in (*points, *cells) if p.run is not None}


def test_a_whisker_beyond_the_scale_ends_there_without_a_cap() -> None:
    points = (At(1, 5.0, low=4.0, high=6.0), At(2, 5.0, low=4.0, high=1e9), At(3, 5.0))
    chart = Chart(
        "c",
        "",
        Axis("", "plain", low=0.0, high=4.0),
        (Panel("", Axis("", "plain", low=0.0, high=10.0), (Line("l", points, 0, "solid"),)),),
    )
    [spec] = vega.specs(chart)
    rows = next(rows for name, rows in spec["datasets"].items() if name.startswith("line"))
    top = spec["layer"][0]["encoding"]["y"]["scale"]["domain"][1]
    assert [row.get("high") for row in rows] == [6.0, top, None]
    assert [sum(key.startswith("cap") for key in row) for row in rows] == [2, 1, 0]


def test_bytes_per_second_are_written_in_powers_of_1024() -> None:
    import vl_convert

    bars = Bars("rate", (At(0, 200 * 2**20),), 0)
    axis = Axis("", "bytes_per_s", low=0.0, high=240.0 * 2**20)
    [spec] = vega.specs(Chart("c", "", categories("", ("a",)), (Panel("", axis, (bars,)),)))
    drawn = vl_convert.vegalite_to_svg(spec | {"width": 800}, vl_version=vega.VEGA_LITE)
    assert [f"{n} MiB/s" in drawn for n in (0, 50, 100, 150, 200)] == [True] * 5
    # The bar of 200 MiB/s ends at the tick that says so: a label's line lies 4 px below its tick.
    tick = re.search(r'translate\(-7,([\d.]+)\)"[^>]*>200 MiB/s', drawn)
    bar = re.search(r'aria-roledescription="rect mark" d="M[\d.]+,([\d.]+)h', drawn)
    assert float(tick[1]) - 4 == pytest.approx(float(bar[1]), abs=0.1)


def test_a_name_that_no_markup_survives_is_drawn_as_it_is() -> None:
    name = "<b>\"'&]]>\x00\x07var(--page)"
    chart = Chart(
        name,
        name,
        categories(name, (name, "b")),
        (Panel(name, kinds.RATE, kinds.bars(1, 2)),),
        (Note(name * 20),),
    )
    root = ElementTree.fromstring(picture.svg(chart))
    assert "<b>\"'&]]>" in "".join(root.itertext())


def test_bars_with_dots_have_both_in_the_legend_and_figures_over_bars_lie_on_rules() -> None:
    x = categories("Block size", ("4 KiB", "64 KiB"))
    bars = Bars("before", (At(0.0, 50.0), At(1.0, 90.0)), 0, ("50", "90"))
    dots = Marks("before", "dot", (At(0.0, 1e6), At(1.0, 2e6)), 0)
    rule = RuleY("objective", 60.0)
    panels = (
        Panel("Rate", Axis("Rate", "plain", low=0.0, high=100.0), (rule, bars)),
        Panel("Time", Axis("Time", "time", log=True, low=5e5, high=5e6), (dots,)),
    )
    chart = Chart("both", "Both", x, panels)
    (key,) = vega.legend(chart)
    assert (key.words, key.width) == ("before", 36)
    assert "<rect" in key.drawn
    assert "<path" in key.drawn
    order = [layer["data"]["name"].partition("-")[0] for layer in vega.specs(chart)[0]["layer"]]
    # Bars, then the rule, then what is told over bars.
    assert order.index("bars") < order.index("rule") < len(order) - 1 - order[::-1].index("bars")


def test_the_name_of_an_objective_stands_where_no_line_is() -> None:
    crowded = Line(
        "many", tuple(At(x / 10, 61.0 if x < 4 else 20.0) for x in range(10)), 0, "solid"
    )
    panel = Panel(
        "p",
        Axis("p", "plain", low=0.0, high=100.0),
        (RuleY("objective p99 <= 3 ms", 60.0), crowded),
    )
    chart = Chart("c", "C", Axis("x", "plain", low=0.0, high=1.0), (panel,))
    told = [
        layer
        for layer in vega.specs(chart)[0]["layer"]
        if layer["mark"].get("text") == "objective p99 <= 3 ms"
    ]
    assert told
    assert {layer["mark"]["align"] for layer in told} == {"right"}


def test_names_at_the_ends_of_lines_stand_in_the_order_of_the_lines() -> None:
    ends = {"max": 12.0, "p99": 11.0, "mean": 5.0, "p50": 4.0, "min": 3.5}
    lines = tuple(
        Line(name, (At(0.0, y), At(1.0, y)), n, "solid") for n, (name, y) in enumerate(ends.items())
    )
    panel = Panel("p", Axis("p", "plain", low=0.0, high=100.0), lines, 200)
    layers = vega.specs(Chart("c", "C", Axis("x", "plain", low=0.0, high=1.0), (panel,)))[0][
        "layer"
    ]
    told = {
        layer["mark"]["text"]: layer["encoding"]["y"]["value"]
        for layer in layers
        if "text" in layer["mark"]
    }
    assert sorted(told, key=told.__getitem__) == list(ends)
    places = sorted(told.values())
    assert all(b - a >= 13.99 for a, b in itertools.pairwise(places))


def test_labels_of_capitals_and_digits_fit_beside_each_other() -> None:
    tests = [
        f"{test} {kind}"
        for test in ("SEQ1M Q8T1", "SEQ1M Q1T1", "RND4K Q32T1", "RND4K Q1T1")
        for kind in ("read", "write")
    ]
    assert axes.least_width(Axis("Test", "category", categories=tuple(tests))) <= USUAL_WIDTH
