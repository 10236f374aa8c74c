"""Gives each slicer of the pivot table its own cache, as Excel requires.

The library gives all slicers of a pivot table the cache of the first, so that all would select
by the same property. Here each cache has its own property and names the same pivot table. Parts
are edited as text, to keep the library's declarations (ECMA-376 part 1, 18.2; MS-XLSX 2.1.6,
2.3.6)."""

import re
from collections.abc import Callable, Iterable
from xml.sax.saxutils import escape, unescape

_BOOK, _RELATIONS, _TYPES = "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "[Content_Types].xml"
_CACHE = "xl/slicerCaches/slicerCache{}.xml"
_OF_PIVOTS = "{BBE1A952-AA13-448e-AADC-164F8A28A991}"
"""The list of slicer caches of pivot tables in the workbook."""
_KIND = "http://schemas.microsoft.com/office/2007/relationships/slicerCache"
_TYPE = "application/vnd.ms-excel.slicerCache+xml"
_QUOTES = {'"': "&quot;"}


def own_caches(names: Iterable[str], read: Callable[[str], bytes]) -> dict[str, bytes]:
    """The parts to replace or add, by name."""
    names = list(names)
    caches = {name: read(name).decode() for name in names if name.startswith("xl/slicerCaches/")}
    of_pivots = {
        _attribute(text, "name"): text for text in caches.values() if "<pivotTables>" in text
    }
    if not of_pivots:
        return {}
    parts: dict[str, str] = {}
    added: list[tuple[str, str]] = []
    seen: set[str] = set()
    for name in (part for part in names if part.startswith("xl/slicers/")):

        def with_own_cache(found: re.Match[str]) -> str:
            slicer = found[0]
            cache = _attribute(slicer, "cache")
            if cache not in of_pivots:
                return slicer
            if cache not in seen:
                seen.add(cache)
                return slicer
            own = f"Slicer_Pivot{len(added) + 2}"
            # The library appends a number to the name of a second one; the caption is the property.
            text = of_pivots[cache].replace(f'name="{cache}"', f'name="{own}"', 1)
            source = f'sourceName="{_attribute(slicer, "caption", raw=True)}"'
            text = re.sub(r'sourceName="[^"]*"', lambda _: source, text, count=1)
            added.append((own, text))
            return slicer.replace(f'cache="{cache}"', f'cache="{own}"')

        parts[name] = re.sub(r"<slicer [^>]*>", with_own_cache, read(name).decode())
    for name, text in caches.items():
        if "<pivotTables>" in text:
            parts[name] = _select_all(text)
    book, relations, types = (read(name).decode() for name in (_BOOK, _RELATIONS, _TYPES))
    for number, (name, text) in enumerate(added, len(caches) + 1):
        part, key = _CACHE.format(number), f"rIdSlicer{number}"
        parts[part] = _select_all(text)
        types = _before(
            types, "</Types>", f'<Override PartName="/{part}" ContentType="{_TYPE}"></Override>'
        )
        relations = _before(
            relations,
            "</Relationships>",
            f'<Relationship Id="{key}" Target="/{part}" Type="{_KIND}"></Relationship>',
        )
        book = _before(
            book, "</definedNames>", f'<definedName name="{escape(name)}">#N/A</definedName>'
        )
        start = book.index(_OF_PIVOTS)
        listed = f'<x14:slicerCache r:id="{key}"></x14:slicerCache>'
        book = book[:start] + _before(book[start:], "</x14:slicerCaches>", listed)
    parts |= {_BOOK: book, _RELATIONS: relations, _TYPES: types}
    return {name: text.encode() for name, text in parts.items()}


def in_order(pivot: bytes) -> bytes:
    """The pivot table with rows sorted by value instead of by Run."""
    return re.sub(rb'(axis="axis(?:Row|Page)")', rb'\1 sortType="ascending"', pivot)


def _select_all(cache: str) -> str:
    """The cache with all values selected."""
    return re.sub(r'<i x="(\d+)">', r'<i x="\1" s="1">', cache)


def _before(text: str, end: str, added: str) -> str:
    head, found, rest = text.partition(end)
    assert found, end
    return f"{head}{added}{found}{rest}"


def _attribute(element: str, name: str, *, raw: bool = False) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', element)
    assert found is not None, name
    return found[1] if raw else unescape(found[1], {value: key for key, value in _QUOTES.items()})
