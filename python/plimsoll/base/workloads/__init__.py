"""Named workloads: a file each in this folder. Its first line is a summary, its second the source;
the rest are keys of a workload file, so that users may save and edit the output of `plimsoll
workload NAME`.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from plimsoll.base import reading
from plimsoll.base.errors import NoTargetError
from plimsoll.base.messages import message

SUMMARY, SOURCE = "# ", "# Source: "
ENDING = ".toml"


@dataclass(frozen=True)
class NamedWorkload:
    """A workload with a name."""

    name: str
    summary: str
    source: str
    text: str
    """The whole file."""


@cache
def named_workloads() -> tuple[NamedWorkload, ...]:
    """All named workloads, sorted by name."""
    files = Path(__file__).parent.glob(f"*{ENDING}")
    return tuple(_read(file.stem, file.read_text()) for file in sorted(files))


def _read(name: str, text: str) -> NamedWorkload:
    summary, source, *_ = text.splitlines()
    return NamedWorkload(name, summary.removeprefix(SUMMARY), source.removeprefix(SOURCE), text)


def find(name: str) -> NamedWorkload | None:
    """The workload of this name, if there is one."""
    return next((workload for workload in named_workloads() if workload.name == name), None)


def names() -> str:
    """All names, for an error."""
    return ", ".join(workload.name for workload in named_workloads())


def text_of(given: Path) -> str:
    """The text of a workload by its file or its name; a file of that name comes first.

    Raises NoTargetError where there is neither; else as `reading.text_of`.
    """
    name = str(given)
    if not given.exists() and "/" not in name and given.suffix != ENDING:
        workload = find(name)
        if workload is None:
            raise NoTargetError(*message.refusal("workload-missing", name=name, names=names()))
        return workload.text
    return reading.text_of(given, message("workload-file"))
