"""`plimsoll import`: results of other programs, brought into a store."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime
from functools import reduce
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import language, preferences, units
from plimsoll.base.errors import UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import screen
from plimsoll.features.imports.messages import message

if TYPE_CHECKING:
    from plimsoll.features.imports.counter_import import CounterImport
    from plimsoll.features.imports.importing import Tally
    from plimsoll.features.imports.recordings import Recording
    from plimsoll.features.imports.results.registry import Folder, Format

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
    paths: list[Path] | None = argument("FILE|FOLDER…", message("help-paths")),
    store: Path = flag(
        "--store FILE",
        message("help-store"),
        preferences.STORE,
        callback=_options.preferred_store,
    ),
    configuration: str | None = flag("--as NAME", message("help-as")),
    campaign: int | None = flag("--campaign ID", message("help-campaign")),
    only: str | None = flag("--only PATTERN", message("help-only")),
    utc_offset: str | None = flag("--utc-offset ±HH:MM", message("help-utc-offset")),
    dates: str | None = flag("--dates ORDER", message("help-dates")),
    list_them: bool = flag("--list", message("help-list")),
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
        raise UsageError(*message.refusal("nothing-named", "name-files"))
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
        screen.lines(_answer(store, tally, others))
    imported = tally.runs or tally.known or any(each.runs or each.known for each in tally.beside)
    return 0 if imported else 65


def _list(*, as_json: bool) -> int:
    from plimsoll.features.imports.recordings import RECORDINGS
    from plimsoll.features.imports.results import registry

    every: list[Format | Folder | Recording] = [*registry.every(), *RECORDINGS]
    if as_json:
        screen.document([{"name": form.name, "summary": form.summary()} for form in every])
        return 0
    wide = max(len(form.name) for form in every)
    with language.writing(language.of_reader()):
        screen.lines([f"{form.name:{wide}}  {form.summary()}" for form in every])
    return 0


def _beside(store: Path, recording: CounterImport) -> str:
    """A sentence on the import of recorded counters."""
    if recording.runs:
        return _match_text(recording)
    file = recording.file
    if recording.known:
        return message("counters-known", file=file)
    if recording.began_ns is None or recording.ended_ns is None:
        return message("no-values", file=file)
    if recording.cut:
        return message("all-cut", file=file, reports=str(recording.cut))
    if recording.under_way:
        return message("none-matches", file=file)
    low, high = _clock(recording.began_ns), _clock(recording.ended_ns)
    return message("no-run-then", file=file, store=store, low=low, high=high)


def _match_text(recording: CounterImport) -> str:
    """What was matched, and what was left out of it."""
    runs = len(recording.runs)
    figures = {
        "values": message("values", values=recording.values, count=units.count(recording.values)),
        "counters": message(
            "counters", counters=recording.names, count=units.count(recording.names)
        ),
        "program": recording.program,
        "runs": message("runs", runs=runs, count=units.count(runs)),
    }
    rest = []
    if recording.cut:
        rest.append(message("cut", reports=recording.cut, count=units.count(recording.cut)))
    if recording.left_names:
        rest.append(message("names-left", count=units.count(recording.left_names)))
    if rest:
        return message("matched-but", rest=language.clauses(rest), **figures)
    return message("matched", **figures)


def _clock(at_ns: int) -> str:
    return f"{datetime.fromtimestamp(at_ns / 1e9, UTC):%Y-%m-%d %H:%M:%S}"


def _left_out(tally: Tally) -> list[str]:
    """Every file that nothing was imported of, and why; of many the first."""
    lines = [
        message("left-out-read-as", why=file.why(), format=file.format)
        if file.format
        else message("left-out", why=file.why())
        for file in tally.left[:MOST_LINES]
    ]
    more = len(tally.left) - len(lines) + tally.left_unnamed
    if more > 0:
        lines.append(message("left-out-more", files=more, count=units.count(more)))
    if any(file.kind == "damaged" for file in tally.left):
        lines.append(message("nothing-kept-of-it"))
    if not tally.ignored:
        return lines
    ignored = tally.ignored
    lines.append(message("files-no-result", files=ignored, count=units.count(ignored)))
    # Files of programs first: what is known of the others is how they begin.
    shown = sorted(tally.unknown, key=lambda file: file.program is None)[:MOST_REASONS]
    lines += [f"  {file.why()}" for file in shown]
    if ignored > len(shown):
        lines.append(f"  {message('files-more', count=units.count(ignored - len(shown)))}")
    return lines


def _findings(tally: Tally) -> list[str]:
    """What the figures of the files show of each other, of much the first."""
    lines = [message("check", text=found.sentence()) for found in tally.disagreeing[:MOST_FINDINGS]]
    lines += [message("check", text=found.sentence()) for found in tally.findings[:MOST_FINDINGS]]
    if (more := len(tally.findings) - MOST_FINDINGS) > 0:
        lines.append(message("findings-more", findings=more, count=units.count(more)))
    gaps = islice(tally.gap_sentences(), MOST_FINDINGS)
    return [*lines, *(message("gap", text=text) for text in gaps)]


def _run_lines(store: Path, tally: Tally) -> list[str]:
    """The Runs, whose they are, and the configurations that they became."""
    if not tally.runs:
        return [] if tally.beside else [message("nothing-imported")]
    by_program = [
        message("runs-of-program", count=str(count), program=program)
        for program, count in tally.programs.items()
    ]
    programs = reduce(lambda one, other: message("and-next", list=one, next=other), by_program)
    runs = len(tally.runs)
    lines = [
        message(
            "imported",
            runs=runs,
            count=units.count(runs),
            programs=programs,
            campaign=str(tally.campaign),
            store=store,
        )
    ]
    if (count := len(tally.configurations)) > 1:
        shown, more = tally.configurations[:MOST_NAMED], count - MOST_NAMED
        named = {"count": units.count(count), "names": language.listing(shown)}
        lines.append(
            f"  {message('configurations-more', more=units.count(more), **named)}"
            if more > 0
            else f"  {message('configurations', **named)}"
        )
    return lines


@language.for_reader
def _answer(store: Path, tally: Tally, others: list[int]) -> list[str]:
    """What came of it, and the commands that go on with it. `others`: the campaigns of the store
    that were imported too."""
    lines = [*_run_lines(store, tally), *(_beside(store, one) for one in tally.beside)]
    if tally.known:
        lines.append(
            f"  {message('files-known', files=tally.known, count=units.count(tally.known))}"
        )
    lines += [f"  {line}" for line in (*_left_out(tally), *_findings(tally))]
    if tally.campaign is None:
        return lines
    place = shlex.quote(str(store))
    report = f"plimsoll report --store {place} --campaign {tally.campaign}"
    lines.append(message("report-command", command=report))
    if others:
        # The one before it is the baseline.
        compare = f"plimsoll compare {place}#{others[-1]} {place}#{tally.campaign}"
        lines.append(message("compare-command", command=compare))
    return lines
