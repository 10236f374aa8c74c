"""The results of fio."""

from plimsoll.base.feature import Feature, ResultsEntry

FEATURE = Feature(sources=(ResultsEntry("plimsoll.features.fio_results.formats"),))
