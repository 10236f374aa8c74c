"""The results of elbencho."""

from plimsoll.base.feature import Feature, ResultsEntry

FEATURE = Feature(sources=(ResultsEntry("plimsoll.features.elbencho_results.formats"),))
