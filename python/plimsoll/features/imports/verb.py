"""`plimsoll import`: results of other programs, brought into a store."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import preferences
from plimsoll.base.errors import UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from plimsoll.features.imports.counter_import import CounterImport
    from plimsoll.features.imports.importing import Tally

MOST_FINDINGS = 5
"""Contradictions and findings that are printed after an import."""
MOST_NAMED = 8
"""Configurations that are named after an import."""
MOST_REASONS = 5
"""Files that are no results and are named in the terminal."""
MOST_LINES = 20
"""Files that were left out and are named in the terminal."""
EXAMPLES = (
    "plimsoll import result.json",
    "plimsoll import results/ --store array.db",
    "plimsoll import before/ --as mtu-1500",
    "plimsoll import hcibench/fio-8vmdk-100ws-4k-70rdpct-100randompct-4threads-1587000000/",
    "plimsoll import esxtop.csv --only 'Physical Disk Adapter'",
    "plimsoll import --list",
)


def import_(
    paths: list[Path] | None = argument("FILE|FOLDER…", "Result files, or folders of them."),
    store: Path = flag(
        "--store FILE",
        "Keep them in this store.",
        preferences.STORE,
        callback=_options.preferred_store,
    ),
    configuration: str | None = flag(
        "--as NAME",
        "Name for all of these results in reports and compare, such as mtu-1500: Runs of"
        " the same question are then repeats. Default: each folder by its own name.",
    ),
    campaign: int | None = flag(
        "--campaign ID",
        "Add to this campaign. Default: the campaign that an earlier import of the same"
        " paths made, else a new one.",
    ),
    only: str | None = flag(
        "--only PATTERN",
        "Of recorded counters (iostat, sar, esxtop, perfmon), keep only the names that"
        " match this regular expression.",
    ),
    utc_offset: str | None = flag(
        "--utc-offset ±HH:MM",
        "UTC offset of recorded times that name no zone. Default: that of this machine.",
    ),
    dates: str | None = flag(
        "--dates ORDER",
        "How iostat and sar wrote dates: dmy (25/11/26), mdy (11/25/26) or ymd (26/11/25)."
        " Default: the order that places the file at the time of a Run.",
    ),
    list_them: bool = flag("--list", "List the formats that can be imported instead."),
    as_json: _options.Json = False,
) -> int:
    """Import results of other programs, so that report, compare, find --from and size can use
    them.

    Counters that iostat, sar, esxtop or perfmon recorded at the same time are matched with the
    Runs of the store by time.
    """
    if list_them:
        return _list(as_json=as_json)
    if not paths:
        raise UsageError("nothing to import was named", "Name result files, or folders of them.")
    from plimsoll.features.imports import answering

    tally, others = answering.import_results(
        paths,
        store,
        configuration=configuration,
        campaign=campaign,
        only=only,
        utc_offset=utc_offset,
        dates=dates,
    )
    if as_json:
        screen.document(tally.document(str(store)))
    else:
        _print(store, tally, others)
    imported = tally.runs or tally.known or any(each.runs or each.known for each in tally.beside)
    return 0 if imported else 65


def _list(*, as_json: bool) -> int:
    from plimsoll.features.imports.recordings import RECORDINGS
    from plimsoll.features.imports.results import FOLDERS, FORMATS

    every = (*FORMATS, *FOLDERS, *RECORDINGS)
    if as_json:
        screen.document([{"name": form.name, "summary": form.summary} for form in every])
        return 0
    wide = max(len(form.name) for form in every)
    screen.lines([f"{form.name:{wide}}  {form.summary}" for form in every])
    return 0


def _beside(store: Path, recording: CounterImport) -> str:
    """A sentence on the import of recorded counters."""
    if recording.runs:
        left = ""
        if recording.left_names:
            left = f"; {recording.left_names:,} more left out: choose with --only"
        counters = _count_text(recording.names, "counter", "counters")
        cut = ""
        if recording.cut:
            reports = _count_text(recording.cut, "report", "reports")
            cut = f"; {reports} that also covered time outside a Run left out"
        return (
            f"{_count_text(recording.values, 'value', 'values')} of {counters} of"
            f" {recording.program} matched with"
            f" {_count_text(len(recording.runs), 'Run', 'Runs')}{cut}{left}"
        )
    if recording.known:
        return f"{recording.file}: the Runs have its counters already"
    if recording.began_ns is None or recording.ended_ns is None:
        return f"{recording.file}: there are no values in it"
    if recording.cut:
        return (
            f"{recording.file}: each of its {recording.cut} reports during a Run also covers time"
            " outside it; record at a shorter interval"
        )
    if recording.under_way:
        return (
            f"{recording.file}: --only matches none of its counters; leave it out to see their"
            " names"
        )
    return (
        f"{recording.file}: no Run of {store} was measured between {_clock(recording.began_ns)} and"
        f" {_clock(recording.ended_ns)} UTC. If its times are of another zone, say --utc-offset."
    )


def _clock(at_ns: int) -> str:
    return f"{datetime.fromtimestamp(at_ns / 1e9, UTC):%Y-%m-%d %H:%M:%S}"


def _count_text(count: int, singular: str, plural: str) -> str:
    return f"{count:,} {singular if count == 1 else plural}"


def _left_out(tally: Tally) -> list[str]:
    """Every file that nothing was imported of, and why; of many the first."""
    lines = []
    for file in tally.left[:MOST_LINES]:
        read_as = f" (read as {file['format']})" if file["format"] else ""
        lines.append(f"  left out: {file['why']}{read_as}")
    more = len(tally.left) - len(lines) + tally.left_unnamed
    if more > 0:
        lines.append(f"  left out: {_count_text(more, 'more file', 'more files')}, named by --json")
    if any(file["kind"] == "damaged" for file in tally.left):
        lines.append(
            "  nothing of a file that was left out is kept: copy it again from where it was"
            " written, or mend the line, and import it again"
        )
    if not tally.ignored:
        return lines
    lines.append(
        f"  {_count_text(tally.ignored, 'file is no result', 'files are no results')} of a known"
        " program:"
    )
    shown = tally.unknown[:MOST_REASONS]
    lines += [f"    {file['why']}" for file in shown]
    if tally.ignored > len(shown):
        lines.append(f"    and {tally.ignored - len(shown):,} more; --json names them")
    return lines


def _print(store: Path, tally: Tally, others: list[int]) -> None:
    """`others`: the campaigns of the store that were imported too."""
    lines = []
    if tally.runs:
        by = " and ".join(f"{many} of {program}" for program, many in tally.programs.items())
        lines.append(
            f"{_count_text(len(tally.runs), 'Run', 'Runs')} imported ({by}) into campaign"
            f" {tally.campaign} of {store}"
        )
        if len(tally.configurations) > 1:
            shown = ", ".join(tally.configurations[:MOST_NAMED])
            more = len(tally.configurations) - MOST_NAMED
            lines.append(
                f"  {len(tally.configurations):,} configurations, which are not repeats of each"
                f" other: {shown}{f' and {more:,} more' if more > 0 else ''}. To make them one:"
                " --as NAME"
            )
    elif not tally.beside:
        lines.append("nothing imported")
    lines += [_beside(store, recording) for recording in tally.beside]
    if tally.known:
        lines.append(f"  {_count_text(tally.known, 'file was', 'files were')} imported before")
    lines += _left_out(tally)
    lines += [f"  check: {figure['words']}" for figure in tally.disagreeing[:5]]
    lines += [f"  check: {text}" for text in tally.findings[:MOST_FINDINGS]]
    if (more := len(tally.findings) - MOST_FINDINGS) > 0:
        lines.append(f"  {_count_text(more, 'more finding', 'more findings')} of this kind: --json")
    lines += [f"  gap: {text}" for text in tally.unrecorded[:5]]
    if tally.campaign is not None:
        place = shlex.quote(str(store))
        lines.append(f"Report:  plimsoll report --store {place} --campaign {tally.campaign}")
        if others:
            # The one before it is the baseline.
            lines.append(f"Compare: plimsoll compare {place}#{others[-1]} {place}#{tally.campaign}")
    screen.lines(lines)
