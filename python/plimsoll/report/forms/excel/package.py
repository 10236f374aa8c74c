"""Corrects the finished file: charts get the look that the library cannot express, and all parts a
fixed order and time.

An xlsx file is a zip of XML parts (ECMA-376). Chart parts are rewritten in the element order of
the schema. Other parts are copied in compressed form, because compressing an interval series
again takes seconds."""

import copy
import io
import re
import struct
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterable
from pathlib import Path

from plimsoll.report.forms.excel import slicers
from plimsoll.report.forms.excel.look import Cells, Look, Scale, Series

_C, _A = (
    "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "http://schemas.openxmlformats.org/drawingml/2006/main",
)
_PARTS = "http://schemas.openxmlformats.org/package/2006/content-types"
ET.register_namespace("c", _C)
ET.register_namespace("a", _A)
_PART = "xl/charts/chart{}.xml"
_TYPES = "[Content_Types].xml"
_PIVOTS, _DRAWINGS = "xl/pivotTables/pivotTable", "xl/drawings/drawing"
_WHEN = (1980, 1, 1, 0, 0, 0)
_LOCAL_HEADER = 30
"""Bytes before a part's name (APPNOTE.TXT, 4.3.7)."""
_POINT = 12_700
"""EMU, the format's unit of length."""


def finish(path: Path, looks: Iterable[Look]) -> bytes:
    """The content of the file at `path`, with the n-th look applied to its n-th chart and a
    cache of its own for each slicer."""
    mended = {_PART.format(number): look for number, look in enumerate(looks, 1)}
    out = io.BytesIO()
    with (
        path.open("rb") as packed,
        zipfile.ZipFile(packed) as source,
        zipfile.ZipFile(out, "w") as target,
    ):
        there = {info.filename: info for info in source.infolist()}
        anew = slicers.own_caches(sorted(there), source.read)
        for name in sorted({*there, *anew}, key=lambda name: (name != _TYPES, name)):
            written = anew.get(name)
            if look := mended.get(name):
                written = chart(source.read(name), look)
            elif name == _TYPES:
                written = _sort_parts(written or source.read(name))
            elif name.startswith(_PIVOTS):
                written = slicers.in_order(source.read(name))
            elif name.startswith(_DRAWINGS):
                written = _fix_anchors(source.read(name))
            elif written is None:
                _copy(packed, there[name], target)
                continue
            new = zipfile.ZipInfo(name, _WHEN)
            new.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(new, written)
    return out.getvalue()


_ANCHOR = re.compile(
    rb'<xdr:twoCellAnchor editAs="oneCell">(<xdr:from>.*?</xdr:from>)<xdr:to><xdr:col>\d+</xdr:col>'
    rb"<xdr:colOff>(\d+)</xdr:colOff><xdr:row>\d+</xdr:row><xdr:rowOff>(\d+)</xdr:rowOff></xdr:to>"
    rb"(.*?)</xdr:twoCellAnchor>",
    re.DOTALL,
)


_NO_SLICER = re.compile(rb"<a:t>This shape represents a[^<]* slicer[^<]*</a:t>")
_SHAPE_HINT = re.compile(rb"<a:t>If the shape was[^<]*</a:t>")
_SLICER_TEXT = b"<a:t>A slicer, in Excel 2013 or later</a:t>"


def _fix_anchors(drawing: bytes) -> bytes:
    """Anchors charts by position and size, and replaces the placeholder text of slicers.

    The library gives charts a second corner at their size's distance within the same cell; Excel
    would end the chart with that cell."""
    drawing = _ANCHOR.sub(
        rb'<xdr:oneCellAnchor>\1<xdr:ext cx="\2" cy="\3"></xdr:ext>\4</xdr:oneCellAnchor>', drawing
    )
    return _SHAPE_HINT.sub(b"<a:t></a:t>", _NO_SLICER.sub(_SLICER_TEXT, drawing))


def _sort_parts(content: bytes) -> bytes:
    """The list of parts in a fixed order: the library varies it."""
    ET.register_namespace("", _PARTS)
    root = ET.fromstring(content)  # noqa: S314, the library wrote it a moment ago
    root[:] = sorted(root, key=lambda part: (part.tag, sorted(part.attrib.items())))
    return bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True))


def _copy(packed: io.BufferedReader, info: zipfile.ZipInfo, target: zipfile.ZipFile) -> None:
    """Copies a compressed part as it is, since compressing again takes seconds. `zipfile` has no
    method for that, so its list of parts is updated here through its public names. The list of
    types, which comes first and is always rewritten, makes it write the directory at the end."""
    packed.seek(info.header_offset)
    name, extra = struct.unpack("<HH", packed.read(_LOCAL_HEADER)[26:30])
    packed.seek(name + extra, io.SEEK_CUR)
    content = packed.read(info.compress_size)
    new = copy.copy(info)
    new.date_time, new.extra = _WHEN, b""
    # Sizes stand in the header, not behind the part.
    new.flag_bits &= ~0x08
    assert target.fp is not None
    target.fp.seek(target.start_dir)
    new.header_offset = target.fp.tell()
    target.fp.write(new.FileHeader(zip64=False))
    target.fp.write(content)
    target.start_dir = target.fp.tell()
    target.filelist.append(new)
    target.NameToInfo[new.filename] = new


def chart(content: bytes, look: Look) -> bytes:
    """The XML of a chart with its look."""
    root = ET.fromstring(content)  # noqa: S314, the library wrote it a moment ago
    plot = root.find(f".//{{{_C}}}plotArea")
    assert plot is not None
    plot.insert(0, _layout(look.plot, inner=True))
    found = list(plot.iter(f"{{{_C}}}ser"))
    assert len(found) == len(look.series), "as many series as were asked for"
    for element, series in zip(found, look.series, strict=True):
        _series(element, series, next(_name(group) for group in plot if element in list(group)))
    for drawn in plot:
        if _name(drawn) == "scatterChart":
            _find(drawn, "scatterStyle").set("val", "lineMarker")
        elif _name(drawn) == "barChart":
            _find(drawn, "varyColors").set("val", "1" if look.follows else "0")
    axes = [element for element in plot if _name(element) in ("valAx", "catAx")]
    for axis, scale in zip(axes, (look.x, look.y), strict=False):
        _axis(axis, scale, other=look.y if scale is look.x else look.x)
    if look.follows:
        for words in (
            element.find(f"{{{_C}}}txPr/{{{_A}}}bodyPr") for element in plot.iter(f"{{{_C}}}catAx")
        ):
            # Names of Runs are upright: side by side they do not fit.
            if words is not None:
                words.attrib |= {"rot": "-5400000", "vert": "horz"}
    for title in root.iter(f"{{{_C}}}title"):
        # LibreOffice takes the missing angle of these empty elements for the title's.
        for empty in [element for element in title if _name(element) in ("txPr", "spPr")]:
            title.remove(empty)
    _legend(root, look)
    _find(_find(root, "chart"), "plotVisOnly").set("val", "1" if look.follows else "0")
    return bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True))


def _name(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _find(element: ET.Element, name: str) -> ET.Element:
    found = element.find(f"{{{_C}}}{name}")
    assert found is not None, name
    return found


def _c(name: str, *children: ET.Element, **attributes: str) -> ET.Element:
    element = ET.Element(f"{{{_C}}}{name}", attributes)
    element.extend(children)
    return element


def _a(name: str, *children: ET.Element, **attributes: str) -> ET.Element:
    element = ET.Element(f"{{{_A}}}{name}", attributes)
    element.extend(children)
    return element


def _text_element(name: str, text: str) -> ET.Element:
    element = _c(name)
    element.text = text
    return element


def _layout(place: tuple[float, float, float, float], *, inner: bool) -> ET.Element:
    manual = _c("manualLayout", *([_c("layoutTarget", val="inner")] if inner else []))
    manual.extend([_c("xMode", val="edge"), _c("yMode", val="edge")])
    manual.extend(_c(name, val=f"{share:.4f}") for name, share in zip("xywh", place, strict=True))
    return _c("layout", manual)


def _numbers(cells: Cells) -> ET.Element:
    cache = _c(
        "numCache",
        _text_element("formatCode", "General"),
        _c("ptCount", val=str(len(cells.values))),
    )
    for place, value in enumerate(cells.values):
        if value is not None:
            cache.append(_c("pt", _text_element("v", repr(value)), idx=str(place)))
    return _c("numRef", _text_element("f", cells.reference), cache)


def _texts(cells: Cells) -> ET.Element:
    if not cells.reference:
        return _text_element("v", str(cells.values[0]))
    cache = _c("strCache", _c("ptCount", val=str(len(cells.values))))
    cache.extend(
        _c("pt", _text_element("v", str(value)), idx=str(place))
        for place, value in enumerate(cells.values)
    )
    return _c("strRef", _text_element("f", cells.reference), cache)


def _fill(colour: str, pattern: str = "") -> ET.Element:
    if pattern:
        fore, back = (
            _a("fgClr", _a("srgbClr", val=colour)),
            _a("bgClr", _a("srgbClr", val="FFFFFF")),
        )
        return _a("pattFill", fore, back, prst=pattern)
    return _a("solidFill", _a("srgbClr", val=colour))


def _stroke(series: Series) -> ET.Element:
    if series.width is None:
        return _a("ln", _a("noFill"))
    width = str(round(series.width * _POINT))
    return _a(
        "ln",
        _fill(series.colour),
        _a("prstDash", val=series.dash),
        _a("round"),
        w=width,
        cap="flat",
    )


def _series(element: ET.Element, series: Series, kind: str) -> None:
    """Rewrites all of a series except its number, in the order of the schema (ECMA-376 part 1,
    21.2.2)."""
    numbering = [_find(element, "idx"), _find(element, "order")]
    for child in list(element):
        element.remove(child)
    element.extend([*numbering, _c("tx", _texts(series.name))])
    bars = kind == "barChart"
    if bars:
        edge = _a("ln", _fill(series.colour), w=str(_POINT))
        element.extend(
            [
                _c("spPr", _fill(series.colour, series.pattern), edge),
                _c("invertIfNegative", val="0"),
            ]
        )
    else:
        element.extend([_c("spPr", _stroke(series)), _marker(series)])
    if labels := _labels(series, bars=bars):
        element.append(labels)
    if series.minus and series.plus:
        element.append(_whiskers(series, scatter=kind == "scatterChart"))
    if kind == "scatterChart":
        element.extend(
            [_c("xVal", _numbers(series.x)), _c("yVal", _numbers(series.y)), _c("smooth", val="0")]
        )
        return
    element.extend([_c("cat", _texts(series.x)), _c("val", _numbers(series.y))])
    if not bars:
        element.append(_c("smooth", val="0"))


def _marker(series: Series) -> ET.Element:
    if series.symbol == "none":
        return _c("marker", _c("symbol", val="none"))
    # A pale inside, not a white one: LibreOffice draws no edge.
    inside = _pale(series.colour) if series.hollow else series.colour
    fill = _a("noFill") if series.symbol in ("x", "plus", "star", "dash") else _fill(inside)
    edge = _a("ln", _fill(series.colour), w=str(round(1.5 * _POINT)))
    return _c(
        "marker",
        _c("symbol", val=series.symbol),
        _c("size", val=str(series.size)),
        _c("spPr", fill, edge),
    )


def _pale(colour: str) -> str:
    """A colour with two thirds of white."""
    return "".join(
        f"{(int(colour[place : place + 2], 16) + 2 * 255) // 3:02X}" for place in (0, 2, 4)
    )


_SHOW = ("showLegendKey", "showVal", "showCatName", "showSerName", "showPercent", "showBubbleSize")


def _label(place: int, series: Series, side: str, *, text: str = "") -> ET.Element:
    font = _a("defRPr", _fill(series.colour), sz="900", b="1")
    label = _c("dLbl", _c("idx", val=str(place)))
    if text:
        run = _a("r", _a("rPr", _fill("16202A"), lang="en-US", sz="800"), _a("t"))
        run[-1].text = text
        turned = {"rot": "-5400000", "vert": "horz"} if series.upright else {}
        label.append(_c("tx", _c("rich", _a("bodyPr", wrap="none", **turned), _a("p", run))))
        if side == "inEnd":
            label.append(_c("spPr", _fill("FFFFFF")))
    else:
        white = _c("spPr", _a("noFill"))
        label.extend([white, _c("txPr", _a("bodyPr", wrap="none"), _a("p", _a("pPr", font)))])
    label.append(_c("dLblPos", val=side))
    shown = "showVal" if text else "showSerName"
    label.extend(_c(name, val="1" if name == shown else "0") for name in _SHOW)
    return label


def _labels(series: Series, *, bars: bool) -> ET.Element | None:
    found = (
        [
            _label(place, series, series.named, text=text)
            for place, text in enumerate(series.told)
            if text
        ]
        if bars
        else []
    )
    if series.named_at is not None:
        found.append(_label(series.named_at, series, series.named))
    if not found:
        return None
    return _c("dLbls", *found, *(_c(name, val="0") for name in _SHOW))


def _whiskers(series: Series, *, scatter: bool) -> ET.Element:
    assert series.minus
    assert series.plus
    return _c(
        "errBars",
        *([_c("errDir", val="y")] if scatter else []),
        _c("errBarType", val="both"),
        _c("errValType", val="cust"),
        _c("noEndCap", val="0"),
        _c("plus", _numbers(series.plus)),
        _c("minus", _numbers(series.minus)),
        _c("spPr", _a("ln", _fill("16202A"), w=str(_POINT))),
    )


_OF_CATEGORIES = ("auto", "lblAlgn", "lblOffset", "noMultiLvlLbl")


def _axis(axis: ET.Element, scale: Scale, other: Scale) -> None:
    scaling = _find(axis, "scaling")
    for child in list(scaling):
        scaling.remove(child)
    if scale.log:
        scaling.append(_c("logBase", val=str(scale.base)))
    scaling.append(_c("orientation", val="maxMin" if scale.reverse else "minMax"))
    scaling.extend(
        _c(name, val=repr(value))
        for name, value in (("max", scale.high), ("min", scale.low))
        if value is not None
    )
    # Where this axis crosses the other one: at its left or lower end.
    crosses = _find(axis, "crosses")
    if other.log and not other.reverse and other.low is not None:
        # LibreOffice measures bars of a log axis from here.
        crosses.tag, crosses.attrib = f"{{{_C}}}crossesAt", {"val": repr(other.low)}
    else:
        crosses.set("val", "max" if other.reverse else "min")
    if _name(axis) == "valAx":
        for child in [child for child in axis if _name(child) in _OF_CATEGORIES]:
            axis.remove(child)
        if axis.find(f"{{{_C}}}crossBetween") is None:
            axis.insert(list(axis).index(crosses) + 1, _c("crossBetween", val="midCat"))
    if scale.base != 10:
        # A mark at each power: LibreOffice would set them at those of ten.
        unit = _c("majorUnit", val=str(scale.base))
        axis.insert(list(axis).index(_find(axis, "crossBetween")) + 1, unit)
    for gone in ("majorTickMark", "minorTickMark"):
        _find(axis, gone).set("val", "out" if gone == "majorTickMark" else "none")


def _legend(root: ET.Element, look: Look) -> None:
    legend = root.find(f".//{{{_C}}}legend")
    if legend is None:
        return
    place = 1
    for number, series in enumerate(look.series):
        if not series.listed:
            legend.insert(
                place, _c("legendEntry", _c("idx", val=str(number)), _c("delete", val="1"))
            )
            place += 1
    x, y, width, height = look.plot
    legend.insert(
        place, _layout((x + width + 0.012, y, 0.98 - x - width - 0.012, height), inner=False)
    )
