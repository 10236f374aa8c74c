"""The results of vdbench and HCIBench."""

from plimsoll.base.feature import Feature, ResultsEntry

FEATURE = Feature(sources=(ResultsEntry("plimsoll.features.vdbench_results.formats"),))
