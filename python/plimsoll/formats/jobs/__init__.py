"""Job files of other load generators. fio's and ndisk64's have verbs of their own shape; every
other format is in FORMATS: one file or folder per format, with its table of options, from which
the reference page is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.formats.jobs import hcibench, iometer
from plimsoll.formats.jobs.diskspd import names as diskspd
from plimsoll.formats.jobs.vdbench import names as vdbench

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plimsoll.formats.jobs.problems import Option


@dataclass(frozen=True)
class Format:
    """A format of job files, and what becomes of its options."""

    name: str
    program: str
    reference: str
    """The page of its options, which `make generate` makes."""
    page: str
    """How it is run, from `docs/reference`."""
    title: str
    tables: str
    """Where its options stand in the source."""
    options: Mapping[str, tuple[Option, ...]]
    """By the part of a file in which they are written."""


_FOLDER = "python/plimsoll/formats/jobs"
FORMATS = (
    Format(
        "vdbench",
        "vdbench",
        "docs/reference/vdbench-options.md",
        "../how-to/from-vdbench.md",
        "If you come from vdbench",
        f"{_FOLDER}/vdbench/names.py",
        {vdbench.TITLES[section]: options for section, options in vdbench.SECTIONS.items()},
    ),
    Format(
        "diskspd",
        "diskspd",
        "docs/reference/diskspd-options.md",
        "../how-to/from-diskspd.md",
        "If you come from diskspd",
        f"{_FOLDER}/diskspd/names.py",
        diskspd.SECTIONS,
    ),
    Format(
        "hcibench",
        "HCIBench",
        "docs/reference/hcibench-options.md",
        "../how-to/from-hcibench.md",
        "If you come from HCIBench",
        f"{_FOLDER}/hcibench.py",
        hcibench.SECTIONS,
    ),
    Format(
        "iometer",
        "Iometer",
        "docs/reference/iometer-options.md",
        "../how-to/from-iometer.md",
        "If you come from Iometer",
        f"{_FOLDER}/iometer.py",
        iometer.SECTIONS,
    ),
)
"""Every format but fio's and ndisk64's."""
