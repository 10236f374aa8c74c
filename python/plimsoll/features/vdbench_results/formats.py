"""The formats in which vdbench writes results, and HCIBench, which drives vdbench or fio."""

from dataclasses import replace
from functools import partial

from plimsoll.features.imports.results.registry import Folder, Format
from plimsoll.features.vdbench_results import hcibench, hcibench_result, vdbench
from plimsoll.features.vdbench_results.messages import message

_REPORT = Format.of(
    vdbench, "vdbench report", "vdbench", 60, partial(message, "format-vdbench-report")
)
_RESULT = Format.of(
    hcibench_result, "hcibench result", "HCIBench", 70, partial(message, "format-hcibench-result")
)
FORMATS = (
    replace(
        _REPORT,
        name="vdbench flatfile",
        summary=partial(message, "format-vdbench-flatfile"),
        place=50,
        sniff=vdbench.sniff_flat,
        read=vdbench.read_flat,
    ),
    _REPORT,
    replace(_RESULT, repeats=hcibench_result.of_a_folder),
    Folder(
        name="hcibench folder",
        summary=partial(message, "format-hcibench-folder"),
        program="HCIBench",
        place=10,
        claims=hcibench.claims,
        read=hcibench.read,
    ),
    Folder(
        name="vdbench folder",
        summary=partial(message, "format-vdbench-folder"),
        program="vdbench",
        place=20,
        claims=vdbench.claims,
        read=vdbench.read_folder,
    ),
)
