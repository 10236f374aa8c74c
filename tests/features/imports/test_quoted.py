"""A result that was pasted as a quotation, with a mark before each line, is the result."""

from pathlib import Path

import pytest

from plimsoll.features.imports import results
from plimsoll.features.imports.results.source import File

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures/results"
TEXTS = [
    *(FIXTURES / "others").iterdir(),
    *(path for path in (FIXTURES / "more").iterdir() if "live" not in path.name),
    *(FIXTURES / "fio" / name for name in ("plain.json", "everything.txt")),
    FIXTURES / "vdbench/summary.html",
]


@pytest.mark.parametrize("mark", [">", ">> "])
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_a_quotation_is_read_as_what_was_quoted(path: Path, mark: str, tmp_path: Path) -> None:
    quoted = tmp_path / path.name
    quoted.write_text("".join(mark + line for line in path.read_text().splitlines(keepends=True)))
    found, known = File(quoted, path.name), File(path, path.name)
    form = results.file_format(known)
    assert form is not None
    assert results.file_format(found) is form
    assert list(form.read(found)) == list(form.read(known))
