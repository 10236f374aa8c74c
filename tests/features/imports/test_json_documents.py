"""JSON documents are found whatever their indentation, in a time that grows with the file."""

import json
from pathlib import Path

import pytest

from plimsoll.features.imports.results import json_documents
from plimsoll.features.imports.results.source import File

INDENTS = (None, 0, 1, 4)


def fio_document(jobs: int) -> dict[str, object]:
    """A document with braces in its words, as options and names may have them."""
    return {"fio version": "fio-3.36", "jobs": [{"jobname": "{" * (n % 3)} for n in range(jobs)]}


@pytest.mark.parametrize("indent", INDENTS)
def test_documents_behind_each_other_are_each_found(indent: int | None, tmp_path: Path) -> None:
    documents = [fio_document(jobs) for jobs in (1, 40, 3)]
    path = tmp_path / "results.json"
    for between in ("\n", "\nwaiting for { the volume\n", ""):
        path.write_text(between.join(json.dumps(one, indent=indent) for one in documents))
        if between or indent is not None:
            assert [one for one, _ in json_documents.read(File(path, path.name))] == documents


@pytest.mark.parametrize("indent", INDENTS)
def test_a_document_is_tried_a_few_times_whatever_its_size(
    indent: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """20,000 objects that close at the begin of a line, and one trial of the whole for each, would
    be five minutes; a million of them months."""
    sizes: list[int] = []
    whole = json_documents._whole

    def record_size(file: File, text: str, line: int) -> object:
        sizes.append(len(text))
        return whole(file, text, line)

    monkeypatch.setattr(json_documents, "_whole", record_size)
    path = tmp_path / "large.json"
    path.write_text(json.dumps(fio_document(4_000), indent=indent) + "\n")
    assert [one for one, _ in json_documents.read(File(path, path.name))] == [fio_document(4_000)]
    assert sum(sizes) <= 4 * path.stat().st_size


def test_a_long_line_of_blanks_behind_a_document_costs_nothing(tmp_path: Path) -> None:
    """A megabyte of blanks, each tried as the begin of what precedes a brace, would be hours."""
    path = tmp_path / "padded.json"
    path.write_text(json.dumps(fio_document(2), indent=4) + "\n" + " " * (1 << 20) + "\n")
    assert [one for one, _ in json_documents.read(File(path, path.name))] == [fio_document(2)]
