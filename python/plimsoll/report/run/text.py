"""Text that the page of a Run and the terminal share: limiter, failures, generator CPU,
verification, stalls, and the figures of each client or target."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll.base import limiter_text, units
from plimsoll.judge import each as per_client
from plimsoll.report.describe import Column, Table
from plimsoll.report.evidence import records
from plimsoll.report.evidence.records import latency_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.judge.each import Spread
    from plimsoll.native.record import KindFigures, Stillness, Verified
    from plimsoll.report.evidence.run_figures import RunFigures

BASES = {"single": "from this Run alone", "scaling": "from scaling Runs"}
"""The basis of a limiter in words."""


def limiter_sentence(figures: RunFigures) -> str:
    """The limiter of a Run, with its reason unless the outcome states it."""
    limited, value = figures.limited_by, figures.limited_by["value"]
    if value == "unknown" and figures.bottleneck is not None:
        return f"the described storage: {figures.bottleneck}"
    if value == "unknown":
        words = f"not determined{' from one Run' if limited['basis'] == 'single' else ''}"
    else:
        basis = BASES.get(limited["basis"], limited["basis"])
        words = f"{limiter_text.words(value)} ({basis}, {limited['confidence'] * 100:.0f} % sure)"
    because = limited.get("because")
    if because and because != figures.because:
        words += f": {because}"
    return words


def would_decide(figures: RunFigures) -> str:
    """What would determine the limiter; empty when it is known."""
    known = figures.limited_by["value"] == "unknown" and figures.bottleneck is not None
    would = figures.limited_by.get("would_decide")
    return f"what would decide it: {would}" if would and not known else ""


def errors(figures: RunFigures) -> str:
    """Failed operations in Measure and in the whole Run, which need not be equal."""
    every = figures.counts()
    named = ", ".join(f"{name} {count:,}" for name, count in figures.errors_by_errno.items())
    return (
        f"{units.count(every['errors'])} of {units.count(every['count'])} operations in Measure,"
        f" which have no response time; in the whole Run, Warmup and Drain included: {named}"
    )


def cpu(figures: RunFigures) -> str:
    """The generator's CPU time per operation."""
    cost, imported = figures.generator_cpu_ns_per_io, figures.imported
    if cost:
        user, system = units.nanos(cost["user"]), units.nanos(cost["system"])
        return f"{user} user and {system} system per operation"
    if imported is None:
        return "not measured (on the virtual clock there is none)"
    if jobs := imported.get("jobs_cpu"):
        return (
            f"{units.percent(jobs['user'], 1)} user and {units.percent(jobs['system'], 1)} system"
            " of a processor for each job"
        )
    if machine := imported.get("machine_cpu"):
        used, system_share = machine["used"] or 0.0, machine["system"]
        apart = "" if system_share is None else f", {units.percent(system_share, 1)} in the system"
        return (
            f"{units.percent(used, 1)} of all processors of its machine in use{apart};"
            " its own share is not told by the file"
        )
    return "not told by the file"


def facts(figures: RunFigures) -> Iterator[tuple[str, str]]:
    """Further facts for both the page and the terminal."""
    if figures.steady:
        yield "Steady state", figures.steady["because"]


def verification_lines(verified: Verified) -> list[str]:
    """The result of verification, then the first mismatches in words."""
    units_text = f"{verified['checked_units']:,} units"
    if verified["unknown_units"]:
        units_text += (
            f" ({verified['unknown_units']:,} more were never written under this journal, or"
            " changed during the check)"
        )
    if not verified["checked_units"]:
        return [f"{units_text}: nothing that was read could be verified"]
    wrong = ", ".join(f"{count:,} {kind}" for kind, count in verified["mismatches"].items())
    return [f"{units_text}: {wrong or 'every block is as written'}", *verified["first"]]


STALLS_FROM = 0.0005
"""Share of Measure from which stalls of the machine are reported."""


def storage_alone(every: KindFigures) -> str | None:
    """The response times of the storage alone, the operations that they leave out, and the possible
    effect of those; None when nothing was left out.

    `every`: the figures of all operations, or of one kind (`all`, `read` … of a record)."""
    left_out = every["disturbed"]
    spans, most = every["storage_alone_ns"], every["storage_alone_at_most_ns"]
    if not left_out or spans is None:
        return None
    words = (
        f"mean {latency_text(spans, 'mean')}, p99 {latency_text(spans, 'p99')}, without the"
        f" {units.share(left_out / (every['count'] or 1))} of operations that this machine was"
        f" late with,"
        " or that waited behind those"
    )
    if most is not None and (bound := most["p99"]) is not None:
        return (
            f"{words}; had all of these been slower than any other, p99 would be"
            f" {units.nanos(bound)}"
        )
    if spans["p99"] is None:
        return words
    more = "" if every["unfinished"] else "; they are too many to bound p99 without them"
    p99 = latency_text(every["response_time_ns"], "p99")
    return f"{words}{more}: as seen from this machine it is {p99}"


def machine_stalls(stillness: Stillness | None) -> str | None:
    """Stalls of this machine in Measure, in words; None without a heartbeat.

    `stillness`: `machine` of a record."""
    if stillness is None:
        return None
    still, waited = stillness["stood_still_share"], stillness["waited_share"]
    parts = []
    if still >= STALLS_FROM:
        times = "once" if stillness["spans"] == 1 else f"{units.count(stillness['spans'])} times"
        parts.append(
            f"stalled for {units.share(still)} of Measure ({times},"
            f" {units.nanos(stillness['longest_ns'])} at the longest)"
        )
    if waited >= STALLS_FROM:
        parts.append(
            f"kept a ready thread waiting for a processor for {units.share(waited)}, behind other"
            " programs"
        )
    return " and ".join(parts) or "no stalls: nothing kept a ready thread waiting"


def stalls(figures: RunFigures, *, machine: bool = True) -> Iterator[tuple[str, str]]:
    """Response times of the storage alone, and stalls of this machine."""
    if words := storage_alone(figures.operations):
        yield "The storage alone", words
    if machine and (words := machine_stalls(figures.machine)):
        yield "This machine", words


MAX_LISTED = 64
"""Up to this many are listed one by one; with more the best, the median and the worst."""


def each_of(figures: RunFigures) -> tuple[Table, ...]:
    """A table for each kind of client, or of the targets; empty without such figures."""
    found = []
    for spread in per_client.of(figures.each):
        drawn = each_table(spread, MAX_LISTED)
        folded = len(drawn.rows) < len(spread.ranked)
        caption = (
            f"{spread.words}. The best, with the lowest mean"
            f" {records.metric_words(figures.metric)}, comes"
            " first." + (" CSV has a row for each of them." if folded else "")
        )
        found.append(replace(drawn, title=f"Each of {spread.whose}", caption=caption))
    return tuple(found)


def each_table(spread: Spread, at_most: int) -> Table:
    """The table of one kind, without title and caption."""
    columns = (Column(spread.of, number=False), *map(Column, per_client.head(spread)))
    rows = tuple(
        (name, *per_client.cells(figures_of_part, spread))
        for name, figures_of_part in per_client.table_rows(spread, at_most)
    )
    return Table("", columns, rows)
