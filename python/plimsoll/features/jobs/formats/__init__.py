"""Job files of other load generators: one module or folder per format, with its table of options,
from which the reference page is generated. fio's table has another form, and ndisk64 has only nine
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
    """A format of job files, with the treatment of its options."""

    name: str
    program: str
    source: str
    """The module with its options, in this folder."""
    options: Mapping[str, tuple[Option, ...]]
    """Options by the part of a file in which they are written."""

    @property
    def reference(self) -> str:
        """The generated page of its options (`make generate`)."""
        return f"docs/reference/{self.name}-options" + ".md"

    @property
    def page(self) -> str:
        """The how-to page, relative to `docs/reference`."""
        return f"../how-to/from-{self.name}.md"

    @property
    def title(self) -> str:
        """Title of the how-to page."""
        return f"If you come from {self.program}"

    @property
    def tables(self) -> str:
        """The source file of its options."""
        return f"python/plimsoll/features/jobs/formats/{self.source}"


_VDBENCH = {vdbench.TITLES[section]: options for section, options in vdbench.SECTIONS.items()}
FORMATS = (
    Format("vdbench", "vdbench", "vdbench/names.py", _VDBENCH),
    Format("diskspd", "diskspd", "diskspd/names.py", diskspd.SECTIONS),
    Format("hcibench", "HCIBench", "hcibench.py", hcibench.SECTIONS),
    Format("iometer", "Iometer", "iometer.py", iometer.SECTIONS),
)
"""All formats except fio and ndisk64."""
