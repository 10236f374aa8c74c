"""The formats in which elbencho writes results."""

from dataclasses import replace
from functools import partial

from plimsoll.features.elbencho_results import elbencho, elbencho_text
from plimsoll.features.elbencho_results.messages import message
from plimsoll.features.imports.results.registry import Format

_ELBENCHO = Format.of(
    elbencho, "elbencho json", "elbencho", 200, partial(message, "format-elbencho-json")
)
FORMATS = (
    replace(
        _ELBENCHO,
        name="elbencho csv",
        summary=partial(message, "format-elbencho-csv"),
        place=170,
        sniff=elbencho.sniff_csv,
        read=elbencho.read_csv,
    ),
    Format.of(
        elbencho_text, "elbencho text", "elbencho", 180, partial(message, "format-elbencho-text")
    ),
    replace(
        _ELBENCHO,
        name="elbencho live csv",
        summary=partial(message, "format-elbencho-live-csv"),
        place=190,
        sniff=elbencho_text.sniff_live,
        read=elbencho_text.read_live,
    ),
    _ELBENCHO,
)
