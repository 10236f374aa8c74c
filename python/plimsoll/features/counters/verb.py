"""`plimsoll counters`: what recorded counters say of volumes, and how much of them is needed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.base.errors import InputError, UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import answer as block
from plimsoll.cli.terminal import screen
from plimsoll.features.counters.messages import message

if TYPE_CHECKING:
    from plimsoll.features.counters.decision import Answer
    from plimsoll.features.counters.offers import Offer

EXAMPLES = (
    "plimsoll counters iostat.txt",
    "plimsoll counters cloudwatch.json --volumes volumes.csv",
    "plimsoll counters week-*.json --volumes volumes.csv --headroom 30 --report volumes.xlsx",
)
SHORT, OPEN = 1, 2
MOST_ROWS = 20
"""Volumes in the table of a terminal; the report and --json have all."""


def counters(
    files: list[Path] | None = argument("FILE…", message("help-files")),
    volumes: Path | None = flag("--volumes FILE", message("help-volumes")),
    offers: Path | None = flag("--offers FILE", message("help-offers")),
    headroom: float = flag("--headroom PERCENT", message("help-headroom"), 20.0, min=0, max=90),
    window: float = flag("--window SECONDS", message("help-window"), 1.0, min=0.001, max=86400),
    latency: float | None = flag("--latency MILLISECONDS", message("help-latency"), min=0.001),
    report: list[Path] | None = flag("--report FILE", message("help-report")),
    force: bool = flag("--force", message("help-force")),
    utc_offset: str | None = flag("--utc-offset ±HH:MM", message("help-utc-offset")),
    dates: str | None = flag("--dates ORDER", message("help-dates")),
    as_json: _options.Json = False,
) -> int:
    """Find in recorded counters the limits that held volumes back, and the size that they need.

    Reads CloudWatch, Azure Monitor, Google Cloud Monitoring, Prometheus, iostat, sar, sadf, esxtop
    and perfmon; files of the same volumes are laid side by side. A mean over an interval hides the
    bursts in it: they are given as a lower and an upper bound, never as a peak. With --volumes each
    volume gets the smallest offer that carries its load with the headroom; with --latency only
    offers count whose documented latency keeps it. The exit code is 1 when a limit held a volume, 2
    when a finer counter, the type of a volume or its latency is needed first, 65 when a file could
    not be read.
    """
    from plimsoll.features.counters import decision, document, readers, text
    from plimsoll.features.counters import volumes as bought
    from plimsoll.features.counters.offers import offers as table_of
    from plimsoll.features.counters.series import join
    from plimsoll.features.imports import answering
    from plimsoll.features.imports.recordings.moment import Times

    if not files:
        raise UsageError(*message.refusal("nothing-named", "name-files"))
    times = Times(answering.zone_of(utc_offset), answering.order_of(dates) or "mdy")
    known, table = None if volumes is None else bought.read(volumes), table_of(offers)
    bought.refuse_impossible(known or [], table)
    series = [one for file in files for one in readers.read(file, times)[1]]
    answer = decision.answer(
        join(series), known, table, headroom=headroom / 100, window_s=window, latency_ms=latency
    )
    if not answer.judged:
        raise _refusal(answer)
    written = _write(report or [], answer, table.offer, force=force)
    if as_json:
        screen.document(document.document(answer))
        return _exit_code(answer)
    with language.writing(language.of_reader()):
        if len(answer.judged) > 1:
            _print_table(answer)
        block.block(text.first(answer), [message("written", file=path) for path in written])
    return _exit_code(answer)


def _refusal(answer: Answer) -> InputError:
    if answer.idle:
        return InputError(*message.refusal("all-idle"))
    names = language.listing(answer.without_rates)
    return InputError(*message.refusal("no-rates", names=names))


def _write(paths: list[Path], answer: Answer, offers: list[Offer], *, force: bool) -> list[Path]:
    from plimsoll.features.counters import page
    from plimsoll.report import writer

    if not paths:
        return []
    with language.writing(language.of_reader()):
        described = page.page(answer, offers)
        began = min(one.load.began_ns for one in answer.judged)
        for path in paths:
            writer.write_page(described, path, began, force=force)
    return paths


def _print_table(answer: Answer) -> None:
    from plimsoll.features.counters import text

    columns = ["volume", "mean", "busiest", "second", "latency", "needs"]
    rows = [
        [
            one.name,
            units.rate(one.load.mean_rate_per_s),
            units.rate(one.load.busiest.rate_per_s),
            text.range_text(one.load.burst_rate),
            units.nanos(one.load.latency_ns),
            text.short_verdict(one),
        ]
        for one in answer.judged[:MOST_ROWS]
    ]
    screen.table([message(f"column-{name}") for name in columns], rows)
    if (more := len(answer.judged) - MOST_ROWS) > 0:
        screen.lines([message("more-volumes", n=more, count=units.count(more))])


def _exit_code(answer: Answer) -> int:
    if answer.at_limit or answer.count("short"):
        return SHORT
    return OPEN if answer.count("finer_first", "doubtful", "unknown", "latency_open") else 0
