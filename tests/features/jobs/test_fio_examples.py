"""fio's own example jobs, where they are: those of the table that run are understood, the others
are refused by what is missing."""

import os
import re
from pathlib import Path

import pytest

from plimsoll.base.errors import PlimsollError
from plimsoll.features.jobs.formats.fio import job, reader
from plimsoll.features.jobs.formats.problems import Notes

ROOT = Path(__file__).resolve().parents[3]
TABLE = ROOT / "docs" / "reference" / "fio-examples.md"
PLACES = (os.environ.get("FIO_EXAMPLES", ""), "/usr/share/doc/fio/examples")
EXAMPLES = next((Path(place) for place in PLACES if place and Path(place).is_dir()), None)
VARIABLES = {"uri": "nbd://h/", "FIO_RW": "randread", "FIO_BS": "4k"}


class Everything(dict[str, str]):
    """An environment in which every variable is set."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> str:
        return VARIABLES.get(name, "1")


@pytest.mark.skipif(EXAMPLES is None, reason="fio's examples are not here: set FIO_EXAMPLES")
def test_the_table_says_of_every_example_what_becomes_of_it() -> None:
    assert EXAMPLES is not None
    runs, _, refused = TABLE.read_text().partition("\nRuns: ")[2].partition("\n## Refused\n")
    runs, refused = (re.findall(r"`([^`]+\.fio)`", part) for part in (runs, refused))
    wrong = []
    for path in sorted(EXAMPLES.glob("*.fio")):
        notes = Notes()
        try:
            reading = reader.Reading(Everything())
            reading.file(path)
            for section in reading.sections:
                job.meaning(section, notes)
        except PlimsollError as error:
            notes.refuse(str(path), str(error))
        if path.name not in (refused if notes.problems else runs):
            wrong.append((path.name, notes.problems[:1]))
    assert wrong == []
