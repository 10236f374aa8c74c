"""The formats in which fio writes results."""

from dataclasses import replace
from functools import partial

from plimsoll.features.fio_results import fio_json, fio_log_links, fio_logs, fio_terse, fio_text
from plimsoll.features.fio_results.messages import message
from plimsoll.features.imports.results.registry import Folder, Format

_TEXT = Format.of(fio_text, "fio text", "fio", 40, partial(message, "format-fio-text"))
FORMATS = (
    Format.of(fio_json, "fio json", "fio", 20, partial(message, "format-fio-json")),
    Format.of(fio_terse, "fio terse", "fio", 30, partial(message, "format-fio-terse")),
    replace(_TEXT, begins=fio_text.begins),
    Folder(
        name="fio logs",
        summary=partial(message, "format-fio-logs"),
        program="fio",
        place=30,
        claims=fio_log_links.claims,
        read=fio_logs.read,
        apart=fio_log_links.logs_in_other_folders,
    ),
)
