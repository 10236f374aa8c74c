"""What LibreOffice makes of a workbook: an implementation that is not ours reads the numbers back.
Nothing here is a test."""

import csv
import io
import shutil
import subprocess
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
