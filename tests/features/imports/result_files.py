"""What tests of result formats share: files as an import reads them, and the source that a record
names."""

from pathlib import Path

from plimsoll.features.imports import results
from plimsoll.features.imports.results.run_result import Result
from plimsoll.store.imported_run import SourceDocument


def read(*paths: Path) -> list[Result]:
    """The Runs in these files and folders."""
    return [one for source in results.sources(paths) if source.form for one in source.read()]


def of_text(folder: Path, text: str | bytes, name: str = "x.txt", form: str = "") -> list[Result]:
    """The Runs in a file with this text, which some format takes; `form`: this one."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    (source,) = results.sources([path])
    assert form in ("", source.form.name)
    return list(source.read())


def source_of(program: str, form: str = "x", file: str = "x") -> SourceDocument:
    """What a record of a file of this program names as its source."""
    return {"program": program, "version": None, "format": form, "file": file, "sha256": "0"}
