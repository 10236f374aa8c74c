"""A workbook as others read it: whether its package is sound, and what LibreOffice makes of it.
Nothing here is a test."""

import csv
import io
import posixpath
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

import pytest

# Comma, quote, UTF-8, from the first line; numbers as they are, not as shown; every sheet into a
# file of its own.
_EACH_SHEET = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"

Sheets = dict[str, list[list[str]]]


def sheets(paths: list[Path], folder: Path) -> list[Sheets]:
    """Every sheet of each workbook, by name, as rows of text; skips where there is no
    LibreOffice."""
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("LibreOffice (soffice) is not installed")
    out = folder / "sheets"
    profile = f"-env:UserInstallation=file://{folder / 'profile'}"
    asked = [
        program,
        profile,
        "--headless",
        "--convert-to",
        _EACH_SHEET,
        "--outdir",
        str(out),
        *map(str, paths),
    ]
    ended = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=180)
    read = []
    for path in paths:
        found = {
            file.stem.removeprefix(f"{path.stem}-"): file for file in out.glob(f"{path.stem}-*.csv")
        }
        assert found, ended.stderr
        read.append(
            {
                name: list(csv.reader(io.StringIO(file.read_bytes().decode())))
                for name, file in found.items()
            }
        )
    return read


def table(rows: list[list[str]], first: str) -> list[dict[str, str]]:
    """The rows beneath the one that begins with `first`, by its headings, as far as they are
    filled."""
    start = next(place for place, row in enumerate(rows) if row[0] == first)
    found = []
    for row in rows[start + 1 :]:
        if not row[0]:
            break
        found.append(dict(zip(rows[start], row, strict=True)))
    return found


def parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as found:
        assert found.testzip() is None
        names = found.namelist()
        assert len(names) == len(set(names))
        return {name: found.read(name) for name in names}


def is_sound(content: bytes) -> None:
    """What Excel is known to call corrupt, and a reader of the package format would."""
    found = parts(content)
    trees = {
        name: ET.fromstring(text)
        for name, text in found.items()
        if name.endswith((".xml", ".rels"))
    }
    kinds = trees["[Content_Types].xml"]
    told = {one.get("PartName", "").lstrip("/") for one in kinds if one.tag.endswith("Override")}
    ends = {one.get("Extension", "") for one in kinds if one.tag.endswith("Default")}
    assert told <= found.keys()
    assert all(name in told or name.rpartition(".")[2] in ends for name in found)
    for name, tree in trees.items():
        if not name.endswith(".rels"):
            continue
        folder = posixpath.dirname(posixpath.dirname(name))
        assert len({one.get("Id") for one in tree}) == len(tree)
        for one in tree:
            target = one.get("Target", "")
            path = (
                target[1:]
                if target.startswith("/")
                else posixpath.normpath(posixpath.join(folder, target))
            )
            assert one.get("TargetMode") == "External" or path in found, f"{name}: {target}"
    sheets = re.findall(rb'<sheet name="([^"]*)"', found["xl/workbook.xml"])
    assert len({one.lower() for one in sheets}) == len(sheets)
    for one in sheets:
        assert 0 < len(one.decode()) <= 31
        assert not re.search(r"[][:*?/\\]", one.decode())
    names = [
        re.search(rb' name="([^"]*)"', text)
        for name, text in found.items()
        if name.startswith("xl/tables/")
    ]
    assert len({one[1] for one in names if one}) == len(names)
    for name, tree in trees.items():
        if name.startswith("xl/tables/"):
            headings = [
                one.get("name", "").lower()
                for one in tree.iter()
                if one.tag.endswith("tableColumn")
            ]
            assert len(set(headings)) == len(headings)
    for name, text in found.items():
        if name.startswith("xl/worksheets/sheet"):
            assert b"<f>" not in text, "a formula"
            assert all(len(one) < 33_000 * 6 for one in re.findall(rb"<t[^>]*>([^<]*)</t>", text))
