"""A file in which one line is missing is refused, says so, or gives the figures that it gave: never
others that look as sure. Tried with every line of every format but fio's, whose own tests do it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.errors import InputError
from plimsoll.features.imports.results import record
from plimsoll.features.imports.results.source import File
from tests.features.imports.result_files import source_of
from tests.features.imports.test_contract import FILES, FORMATS

ROOT = Path(__file__).parents[2] / "fixtures/results"
ENDLESS = "elbencho live csv"
"""Nothing ends it: without its last line it is of a shorter Run."""
TRIED = [
    name
    for name in FILES
    if name not in ("plimsoll record", ENDLESS) and not name.startswith("fio")
]
ON_THEIR_OWN = (
    # Where caches are on, and of what is sequential, diskspd writes nothing.
    "<DisableOSCache>true",
    "<Random>",
    # Bytes/s are cut to whole MiB, operations to what they make: with the block size, or the sum,
    # they are told more exactly.
    "COMMAND LINE",
    "Total MiB",
    "THROUGHPUT",
)
"""Lines that may change a figure: they state it alone."""


def figures(path: Path, name: str) -> dict[str, tuple[dict[str, Any], bool]]:
    """Of each Run of a file, and whether the file contradicts itself in it."""
    made: dict[str, tuple[dict[str, Any], bool]] = {}
    for result in FORMATS[name].read(File(path, path.name)):
        kept = record.make(result, source_of(FORMATS[name].program, name, path.name)).record
        told = kept["imported"]
        contradicted = bool(
            [one for one in told["checks"] if not one["agrees"]]
            or told["findings"]
            or "unrecorded" in told
            or kept["outcome"] == "stopped"
        )
        assert result.at not in made, "two Runs at one place"
        made[result.at] = (dict(_figures(kept)), contradicted)
    return made


def _figures(kept: Any) -> Iterator[tuple[str, Any]]:
    for name in ("achieved_rate_per_s", "bytes_per_s", "measure_s", "offered_rate_per_s"):
        yield name, kept[name]
    for name in ("workers", "queue_depth"):
        yield name, kept["spec"]["load"].get(name)
    for name in ("block_size_bytes", "read_percent", "pattern"):
        yield name, kept["spec"]["workload"][name]
    for kind in ("all", "read", "write"):
        yield f"{kind}.count", kept[kind]["count"]
        for name, value in kept[kind]["completion_latency_ns"].items():
            yield f"{kind}.{name}", value


@pytest.mark.parametrize("name", TRIED)
def test_a_file_without_one_of_its_lines_says_nothing_else(name: str, tmp_path: Path) -> None:
    lines = (ROOT / FILES[name]).read_text().splitlines(keepends=True)
    whole = figures(ROOT / FILES[name], name)
    path = tmp_path / Path(FILES[name]).name
    tried = 0
    for number, line in enumerate(lines):
        if line.strip().startswith(ON_THEIR_OWN):
            continue
        path.write_text("".join(lines[:number] + lines[number + 1 :]))
        try:
            if not FORMATS[name].sniff(File(path, path.name).head):
                continue
            found = figures(path, name)
        except (InputError, ValueError):
            continue
        tried += 1
        for at, (told, contradicted) in found.items():
            before = whole.get(at, ({}, False))[0]
            others = {
                key: (before[key], value)
                for key, value in told.items()
                if key in before and None not in (value, before[key]) and value != before[key]
            }
            assert contradicted or not others, (number + 1, line, at, others)
    assert tried or name.endswith("json")


@pytest.mark.parametrize(
    ("name", "file", "begins"),
    [
        ("elbencho text", "more/elbencho.txt", "COMMAND LINE"),
        ("vdbench report", "vdbench/summary.html", "Starting RD="),
    ],
)
def test_a_test_that_was_begun_and_has_no_result_is_not_left_out_in_silence(
    name: str, file: str, begins: str, tmp_path: Path
) -> None:
    """The one before it is whole, so that the half looked like all of it."""
    whole = (ROOT / file).read_text()
    path = tmp_path / Path(file).name
    path.write_text(whole[: whole.index("\n", whole.rindex(begins)) + 1])
    with pytest.raises(InputError, match="or the file is cut"):
        figures(path, name)
