"""The formats in which elbencho writes results."""

from dataclasses import replace

from plimsoll.features.elbencho_results import elbencho, elbencho_text
from plimsoll.features.imports.messages import message
from plimsoll.features.imports.results.registry import Format

_ELBENCHO = Format.of(elbencho, "elbencho json", "elbencho", 200, message)
FORMATS = (
    replace(
        _ELBENCHO,
        name="elbencho csv",
        place=170,
        sniff=elbencho.sniff_csv,
        read=elbencho.read_csv,
    ),
    Format.of(elbencho_text, "elbencho text", "elbencho", 180, message),
    replace(
        _ELBENCHO,
        name="elbencho live csv",
        place=190,
        sniff=elbencho_text.sniff_live,
        read=elbencho_text.read_live,
    ),
    _ELBENCHO,
)
