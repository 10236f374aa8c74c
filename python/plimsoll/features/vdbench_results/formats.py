"""The formats in which vdbench writes results, and HCIBench, which drives vdbench or fio."""

from dataclasses import replace

from plimsoll.features.imports.messages import message
from plimsoll.features.imports.results.registry import Folder, Format
from plimsoll.features.vdbench_results import hcibench, hcibench_result, vdbench

_REPORT = Format.of(vdbench, "vdbench report", "vdbench", 60, message)
_RESULT = Format.of(hcibench_result, "hcibench result", "HCIBench", 70, message)
FORMATS = (
    replace(
        _REPORT,
        name="vdbench flatfile",
        place=50,
        sniff=vdbench.sniff_flat,
        read=vdbench.read_flat,
    ),
    _REPORT,
    replace(_RESULT, repeats=hcibench_result.of_a_folder),
    Folder(
        name="hcibench folder",
        program="HCIBench",
        place=10,
        message=message,
        claims=hcibench.claims,
        read=hcibench.read,
    ),
    Folder(
        name="vdbench folder",
        program="vdbench",
        place=20,
        message=message,
        claims=vdbench.claims,
        read=vdbench.read_folder,
    ),
)
