"""The formats of results that are known: those of the modules that features name in a
`ResultsEntry` (`base/feature.py`), each of which has a list FORMATS."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Protocol, Self

from plimsoll.base.feature import result_modules
from plimsoll.features.imports.results.run_result import Result
from plimsoll.features.imports.results.source import File


class _Module(Protocol):
    """A module that reads one format."""

    def sniff(self, head: str) -> bool: ...
    def read(self, file: File) -> Iterator[Result]: ...


@dataclass(frozen=True, kw_only=True)
class _Form:
    name: str
    program: str
    place: int
    """Among those of its class, in the order in which they are tried."""
    summary: Callable[[], str]
    """Its files, for a list of formats in the reader's language."""


@dataclass(frozen=True, kw_only=True)
class Format(_Form):
    """The format of a single file."""

    sniff: Callable[[str], bool]
    read: Callable[[File], Iterator[Result]]
    begins: Callable[[str], bool] | None = None
    """Whether a head in which no format is found may be that of this program: what it printed
    behind more messages than a head holds."""
    repeats: Callable[[Path], bool] | None = None
    """Whether a file in a folder repeats figures that lie beside it in more detail."""

    @classmethod
    def of(
        cls, module: _Module, name: str, program: str, place: int, summary: Callable[[], str]
    ) -> Self:
        """The format that a module reads."""
        return cls(
            name=name,
            program=program,
            place=place,
            summary=summary,
            sniff=module.sniff,
            read=module.read,
        )


@dataclass(frozen=True, kw_only=True)
class Folder(_Form):
    """The format of several files of a folder that make up one result."""

    claims: Callable[[Mapping[str, File]], list[tuple[str, ...]]]
    read: Callable[[Mapping[str, File]], Iterator[Result]]
    apart: Callable[[Mapping[Path, Mapping[str, File]]], dict[Path, tuple[Path, ...]]] | None = None
    """Of a format whose files belong together by their names, so that they may be given one by one:
    those of these folders that lie apart from the file to which they belong, by that file. The
    first of the files names the Runs then, and not the folder: it has several."""


@cache
def formats() -> tuple[Format, ...]:
    """The formats of a file, in the order in which they are tried."""
    return tuple(form for form in _entries() if isinstance(form, Format))


@cache
def folders() -> tuple[Folder, ...]:
    """The formats of several files, in the order in which they are tried."""
    return tuple(form for form in _entries() if isinstance(form, Folder))


def every() -> tuple[Format | Folder, ...]:
    """All of these formats, for a list of them."""
    return (*formats(), *folders())


def _entries() -> list[Format | Folder]:
    modules = map(import_module, result_modules())
    entries = [form for module in modules for form in module.FORMATS]
    return sorted(entries, key=lambda form: form.place)
