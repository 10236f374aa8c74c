"""Job files of other load generators: one file or folder per format, with its table of options,
from which the reference page is made. fio's table has a page of its own shape, and ndisk64 has nine
flags."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from plimsoll.features.jobs.formats import hcibench, iometer
from plimsoll.features.jobs.formats.diskspd import names as diskspd
from plimsoll.features.jobs.formats.problems import Option
from plimsoll.features.jobs.formats.vdbench import names as vdbench


@dataclass(frozen=True)
class Format:
    """A format of job files, and what becomes of its options."""

    name: str
    program: str
    source: str
    """Where its options stand, in this folder."""
    options: Mapping[str, tuple[Option, ...]]
    """By the part of a file in which they are written."""

    @property
    def reference(self) -> str:
        """The page of its options, which `make generate` makes."""
        return f"docs/reference/{self.name}-options" + ".md"

    @property
    def page(self) -> str:
        """How it is used, from `docs/reference`."""
        return f"../how-to/from-{self.name}.md"

    @property
    def title(self) -> str:
        """Of that page."""
        return f"If you come from {self.program}"

    @property
    def tables(self) -> str:
        """The file of its options."""
        return f"python/plimsoll/features/jobs/formats/{self.source}"


_VDBENCH = {vdbench.TITLES[section]: options for section, options in vdbench.SECTIONS.items()}
FORMATS = (
    Format("vdbench", "vdbench", "vdbench/names.py", _VDBENCH),
    Format("diskspd", "diskspd", "diskspd/names.py", diskspd.SECTIONS),
    Format("hcibench", "HCIBench", "hcibench.py", hcibench.SECTIONS),
    Format("iometer", "Iometer", "iometer.py", iometer.SECTIONS),
)
"""Every format but fio's and ndisk64's."""
