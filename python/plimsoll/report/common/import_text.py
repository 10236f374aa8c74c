"""Sentences for imported results, made from the codes in their records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from plimsoll.base import gaps, language, units
from plimsoll.judge import credibility, links
from plimsoll.report.messages import message

if TYPE_CHECKING:
    from plimsoll.store.imported_run import ImportedDocument


def finding(code: str, kind: str, data: Mapping[str, float]) -> str:
    """A sentence on two figures of a file that contradict each other; `kind` is that of the
    operations."""
    return _finding(code, kind, tuple(data.items()), language.conventions().name)


@lru_cache(maxsize=256)
def _finding(code: str, kind: str, given: tuple[tuple[str, float], ...], _language: str) -> str:
    # Kept, since the Runs of a file repeat theirs by the thousand.
    data = dict(given)
    if code == "percentile_beyond_extremes":
        code = (
            "percentile_below_shortest"
            if "min_ns" in data
            else "percentile_above_longest"
            if "max_ns" in data
            else "percentile_below_lower"
        )
    elif code == "mean_beyond_percentiles":
        code = "mean_above_percentiles" if "most_ns" in data else "mean_below_percentiles"
    elif code == "clock_jumped":
        code = "clock_leapt" if "ahead_s" in data else "clock_set_back"
        code = code if "at_s" in data else f"{code}_within"
    figures = {name: _figure_text(name, value) for name, value in data.items()}
    latency, latency_start = (
        message("latency-of-file", kind=kind),
        message("latency-of-file-start", kind=kind),
    )
    try:
        return message(f"finding-{code}", latency=latency, latency_start=latency_start, **figures)
    except KeyError:
        return _later(code)


def _figure_text(name: str, value: float) -> str:
    if name.endswith("_ns"):
        return units.nanos(value)
    if name.endswith("_s") and not name.endswith("_per_s"):
        return units.seconds(value)
    if name in ("block", "each", "working_set"):
        return units.size(value)
    if name.endswith("_percent"):
        return units.share(value / 100)
    if name == "percent":
        return f"{value:g}"
    if name in ("n", "errors"):
        return units.count(value)
    if name in ("bytes_per_s", "one_disk"):
        return units.significant(value / 1e9, 3)
    return units.rate(value)


def notes(imported: ImportedDocument) -> list[str]:
    """What is to be known of the figures of an imported Run: findings, remarks, gaps."""
    findings, unrecorded = imported["findings"], imported.get("unrecorded")
    return [
        *(finding(one["code"], one["kind"], one["figures"]) for one in findings),
        *map(remark, imported["remarks"]),
        *(gap_sentences(unrecorded) if unrecorded else ()),
    ]


def above_link(record: Mapping[str, Any]) -> list[str]:
    """The finding on a Run of ours that moved more than the link of its target carries."""
    link = links.link_of_target(record["spec"]["target"]["name"])
    found = None if link is None else links.excess(links.throughput_of_record(record), link)
    if found is None:
        return []
    figures = {"bytes_per_s": found.per_s, "one_disk": found.most_per_s}
    return [finding("above_disk_link", found.direction, figures)]


def use_of_runs(found: Sequence[ImportedDocument]) -> str:
    """How many imported Runs are usable within limits only, or not at all, by their findings and
    remarks; empty where none is."""
    uses = [
        credibility.use_of((one["code"] for one in imported["findings"]), imported["remarks"])
        for imported in found
    ]
    limited, unusable = uses.count("limited"), uses.count("unusable")
    if not limited + unusable:
        return ""
    return message("use-of-runs", of=len(found), limited=limited, unusable=unusable)


def unknown_reason(code: str, program: str) -> str:
    """Why a figure is unknown."""
    try:
        return message(f"untold-{code}", program=program)
    except KeyError:
        return _later(code)


def derivation(code: str) -> str:
    """How a figure was derived."""
    try:
        return message(f"derived-{code}")
    except KeyError:
        return _later(code)


def remark(code: str) -> str:
    """A remark by its code."""
    return _remark(code, language.conventions().name)


@lru_cache(maxsize=64)
def _remark(code: str, _language: str) -> str:
    try:
        return message(f"remark-{code}")
    except KeyError:
        return _later(code)


def _later(code: str) -> str:
    """A code of a later version."""
    return code.replace("_", " ")


def gap_sentences(document: Mapping[str, object] | None) -> list[str]:
    """Sentences on time that the file does not cover: its length, its place and a likely cause."""
    found = gaps.of_record(document)
    sentences = []
    if found.gaps:
        meaning = message("named", name=_gaps(found.gaps), text=gaps.meaning(found.average))
        sentences.append(message("facts", facts=meaning))
    sentences += [
        message("stood-still", length=units.seconds(gap.length_s), time=units.seconds(gap.at_s))
        for gap in found.late[:_MOST_GAPS]
    ]
    return sentences


_MOST_GAPS = 5
"""Gaps that are listed with their place; the time line has all of them."""


def _gaps(found: Sequence[gaps.Gap]) -> str:
    places = language.listing(
        message("latency-within", low=units.seconds(gap.at_s), high=units.seconds(gap.until_s))
        for gap in found[:_MOST_GAPS]
    )
    n, more = len(found), len(found) - _MOST_GAPS
    total = units.seconds(sum(gap.length_s for gap in found))
    if n == 1:
        return message("gap-of-file", total=total, places=places)
    if more > 0:
        return message("gaps-and-more", total=total, n=n, places=places, more=more)
    return message("gaps-of-file", total=total, n=n, places=places)


def origin(imported: ImportedDocument) -> str:
    """`fio 3.33, results/a.json, jobs[0] (line 8)`."""
    name, file, at = _program_version(imported), imported["source"]["file"], imported["at"]
    if not imported["line"]:
        return message("imported-origin", program=name, file=file, at=at)
    return message("imported-at-line", program=name, file=file, at=at, line=imported["line"])


def program(imported: ImportedDocument) -> str:
    """`fio 3.33 (fio json)`."""
    name = _program_version(imported)
    return message("program-and-format", program=name, format=imported["source"]["format"])


def _program_version(imported: ImportedDocument) -> str:
    source = imported["source"]
    return f"{source['program']} {source['version']}" if source["version"] else source["program"]


def starts(imported: ImportedDocument) -> str:
    """When the clock of an operation starts."""
    return message(f"starts-{imported['starts'] or 'none'}", program=imported["source"]["program"])


def percentiles(imported: ImportedDocument) -> str:
    """The source of the percentiles."""
    if imported["percentiles"] == "told":
        return message("percentiles-as-given")
    if imported["percentiles"] is None:
        return ""
    if step := imported["step"]:
        return message("percentiles-in-steps", step=units.percent(step, 1))
    return message("percentiles-of-distribution")


def unknowns(imported: ImportedDocument) -> list[str]:
    """Every figure that is unknown, and why."""
    name = imported["source"]["program"]
    return [
        message("named", name=_figure_name(figure), text=unknown_reason(code, name))
        for figure, code in imported["unknown"].items()
    ]


class CheckedFigure(NamedTuple):
    """A figure of a file beside the same one worked out from its others, in words."""

    figure: str
    told: str
    recomputed: str


_CHECKED_UNITS: dict[str, tuple[float, str]] = {
    "rate_per_s": (1, "IOPS"),
    "rate": (1, "IOPS"),
    "bytes_per_s": (1 << 20, "MiB/s"),
    "bytes": (1 << 20, "MiB"),
    "mean": (1e3, "µs"),
    "mean_latency": (1e3, "µs"),
    "p50": (1e3, "µs"),
    "measure_s": (1, "s"),
}
"""By the last part of its code the unit in which a figure is shown, and what that counts."""


def checked_figure(figure: str, told: float, recomputed: float) -> CheckedFigure:
    """A check of a record, in words: `all.mean` is the mean latency."""
    *owners, name = figure.split(".")
    factor, unit = _CHECKED_UNITS.get(name, (1, ""))
    values = (f"{units.significant(value / factor, 6)} {unit}" for value in (told, recomputed))
    try:
        kind = owners[-1] if owners else "all"
        shown = message("checked-name", figure=message(f"checked-{name}"), kind=kind)
    except KeyError:
        shown = _later(figure)
    return CheckedFigure(shown, *(value.strip() for value in values))


def _figure_name(figure: str) -> str:
    try:
        return message(f"figure-of-file-{figure.replace('.', '-')}")
    except KeyError:
        return _later(figure)


def because(imported: ImportedDocument) -> str:
    """Why the outcome of an imported Run is what it is."""
    return _because(imported["ended"], imported["source"]["program"], language.conventions().name)


@lru_cache(maxsize=64)
def _because(ended: str, program: str, _language: str) -> str:
    return message(f"import-ended-{ended}", program=program)
