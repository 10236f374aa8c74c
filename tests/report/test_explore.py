"""Choose and see: in the workbook, what a slicer hides leaves every chart beside it."""

import posixpath
import re
import xml.etree.ElementTree as ET

import pytest

from plimsoll.store import Store
from tests import stores

from .office import parts
from .test_xlsx import workbook

pytestmark = pytest.mark.long

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
REL = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
DRAWN = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
SLICED = "{http://schemas.microsoft.com/office/spreadsheetml/2009/9/main}"
SLICED_TABLE = "{http://schemas.microsoft.com/office/spreadsheetml/2010/11/main}"


class Package:
    """A workbook as its parts say it, read with nothing of Plimsoll's."""

    def __init__(self, content: bytes) -> None:
        self.parts = parts(content)
        self.trees = {
            name: ET.fromstring(text)
            for name, text in self.parts.items()
            if name.endswith((".xml", ".rels"))
        }

    def references(self, name: str) -> dict[str, str]:
        """The parts that a part refers to, by the name of the reference."""
        folder, _, file = name.rpartition("/")
        found = self.trees.get(f"{folder}/_rels/{file}.rels")
        return {
            one.get("Id", ""): posixpath.normpath(
                posixpath.join("/", folder, one.get("Target", ""))
            )[1:]
            for one in (found if found is not None else [])
        }

    def sheet(self, name: str) -> str:
        """The part of a sheet."""
        book = "xl/workbook.xml"
        one = next(s for s in self.trees[book].iter(f"{MAIN}sheet") if s.get("name") == name)
        return self.references(book)[one.get(f"{REL}id", "")]

    def parts_on_sheet(self, sheet: str, kind: str) -> list[str]:
        """The parts of a kind that the sheet itself names: one that only lies there is not on
        it."""
        part = self.sheet(sheet)
        named = set(re.findall(r'r:id="(\w+)"', self.parts[part].decode()))
        return [to for key, to in self.references(part).items() if key in named and kind in to]

    def charts(self, sheet: str) -> list[ET.Element]:
        """The charts on a sheet."""
        [drawing] = self.parts_on_sheet(sheet, "/drawings/")
        related = self.references(drawing)
        return [
            self.trees[related[one.get(f"{REL}id", "")]]
            for one in self.trees[drawing].iter(f"{CHART}chart")
        ]

    def caches(self, sheet: str) -> list[ET.Element]:
        """The cache of each slicer on a sheet, in order."""
        by_name = {
            tree.get("name"): tree
            for name, tree in self.trees.items()
            if name.startswith("xl/slicerCaches/")
        }
        [part] = self.parts_on_sheet(sheet, "/slicers/")
        slicers = list(self.trees[part].iter(f"{SLICED}slicer"))
        [drawing] = self.parts_on_sheet(sheet, "/drawings/")
        for one in slicers:
            assert f'name="{one.get("name")}"'.encode() in self.parts[drawing], "it has a place"
        return [by_name[one.get("cache")] for one in slicers]

    def table(self, sheet: str) -> ET.Element:
        """The table of a sheet."""
        [part] = self.parts_on_sheet(sheet, "/tables/")
        return self.trees[part]


def headings(table: ET.Element) -> list[str]:
    return [one.get("name", "") for one in table.iter(f"{MAIN}tableColumn")]


def rows(table: ET.Element) -> tuple[int, int]:
    """The first row of its body, and the last."""
    first, last = re.findall(r"\d+", table.get("ref", ""))
    return int(first) + 1, int(last)


@pytest.fixture(scope="module")
def grid_package(tmp_path_factory: pytest.TempPathFactory) -> Package:
    """The workbook of a grid with two repeats, for those that read it."""
    with Store.open(tmp_path_factory.mktemp("grid") / "grid.db") as store:
        return Package(workbook(store, stores.grid(store, repeats=2).measure_all().finish()))


def test_every_chart_of_the_sheet_is_drawn_from_its_table_and_leaves_out_hidden_rows(
    grid_package: Package,
) -> None:
    first, last = rows(grid_package.table("Explore"))
    charts = grid_package.charts("Explore")
    assert len(charts) == 4, "IOPS, MiB/s, mean, p99"
    for chart in charts:
        assert [one.get("val") for one in chart.iter(f"{CHART}plotVisOnly")] == ["1"]
        drawn = [one.text or "" for one in chart.iter(f"{CHART}f")]
        assert drawn
        for reference in drawn:
            assert re.fullmatch(rf"'Explore'!\$[A-Z]+\${first}:\$[A-Z]+\${last}", reference)
        names = [one.findtext(f"{CHART}tx/{CHART}v") for one in chart.iter(f"{CHART}ser")]
        assert names == ["before", "after"]
        titles = ["".join(one.itertext()) for one in chart.iter(f"{CHART}title")]
        assert any("block size (KiB)" in one for one in titles)
        assert any(re.search(r"IOPS|MiB/s|ms", one) for one in titles)
    for chart in grid_package.charts("Charts"):
        assert [one.get("val") for one in chart.iter(f"{CHART}plotVisOnly")] == ["0"]


def test_every_slicer_beside_the_charts_is_of_the_table_that_they_are_drawn_from(
    grid_package: Package,
) -> None:
    table = grid_package.table("Explore")
    names = headings(table)
    sliced = []
    for cache in grid_package.caches("Explore"):
        [of] = list(cache.iter(f"{SLICED_TABLE}tableSlicerCache"))
        assert of.get("tableId") == table.get("id")
        assert names[int(of.get("column", "")) - 1] == cache.get("sourceName")
        sliced.append(cache.get("sourceName"))
    assert sorted(map(str, sliced)) == ["block size (KiB)", "read %", "target name"]


def test_every_slicer_of_the_pivot_sheet_drives_its_one_table_by_a_property_of_its_own(
    grid_package: Package,
) -> None:
    sheet = next(
        one
        for one in grid_package.trees["xl/workbook.xml"].iter(f"{MAIN}sheet")
        if one.get("name") == "Pivot"
    )
    [name] = [one for one in grid_package.parts if one.startswith("xl/pivotTables/pivotTable")]
    pivot = grid_package.trees[name]
    [definition] = grid_package.references(name).values()
    fields = [one.get("name") for one in grid_package.trees[definition].iter(f"{MAIN}cacheField")]
    laid = {fields[int(one.get("x", ""))] for one in pivot.find(f"{MAIN}rowFields") or []}
    sources = []
    for cache in grid_package.caches("Pivot"):
        [driven] = list(cache.iter(f"{SLICED}pivotTable"))
        assert (driven.get("name"), driven.get("tabId")) == (
            pivot.get("name"),
            sheet.get("sheetId"),
        )
        sources.append(cache.get("sourceName"))
    assert len(set(sources)) == len(sources) == 3
    assert set(sources) <= laid
    # Excel repairs a workbook whose caches it doesn't find under their names.
    defined = {
        one.get("name") for one in grid_package.trees["xl/workbook.xml"].iter(f"{MAIN}definedName")
    }
    caches = [
        tree for part, tree in grid_package.trees.items() if part.startswith("xl/slicerCaches/")
    ]
    assert {one.get("name") for one in caches} <= defined
    listed = re.findall(rb'<x14:slicerCache r:id="(\w+)"', grid_package.parts["xl/workbook.xml"])
    assert len(set(listed)) == len(listed) == len(caches)
    assert {one.decode() for one in listed} <= grid_package.references("xl/workbook.xml").keys()


def test_a_chart_has_a_place_and_a_size(grid_package: Package) -> None:
    """Not two corners in one cell: Excel ends a chart with the cell of its second corner."""
    drawings = [
        tree for name, tree in grid_package.trees.items() if name.startswith("xl/drawings/drawing")
    ]
    for tree in drawings:
        for anchor in tree:
            assert anchor.tag == f"{DRAWN}oneCellAnchor"
            size = anchor.find(f"{DRAWN}ext")
            assert int(size.get("cx", "")) > 1_000_000
            offsets = [
                int(anchor.findtext(f"{DRAWN}from/{DRAWN}{side}") or "")
                for side in ("colOff", "rowOff")
            ]
            assert offsets[1] <= 20 * 9525
