"""Text that the page of a Run and the terminal share: limiter, failures, generator CPU,
verification, stalls, and the figures of each client or target."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll.base import language, limiter_text, units
from plimsoll.judge import each as per_client
from plimsoll.judge.each import Spread
from plimsoll.judge.limiter import signs
from plimsoll.report.describe import Column, Table
from plimsoll.report.evidence import records
from plimsoll.report.evidence.records import latency_text
from plimsoll.report.messages import message

if TYPE_CHECKING:
    from plimsoll.native.record import KindFigures, Stillness, Verified
    from plimsoll.report.evidence.run_figures import RunFigures


def limiter_sentence(figures: RunFigures) -> str:
    """The limiter of a Run, with its reason unless the outcome states it."""
    limited, value = figures.limited_by, figures.limited_by["value"]
    if value == "unknown" and figures.bottleneck is not None:
        return message("described-limiter", bottleneck=figures.bottleneck)
    if value == "unknown":
        words = message("unknown-limiter", basis=limited["basis"])
    else:
        sure = units.percent(limited["confidence"], 0)
        limiter = limiter_text.words(value)
        words = message("found-limiter", limiter=limiter, basis=limited["basis"], sure=sure)
    if because := figures.limiter_reason:
        return message("named", name=words, text=because)
    return words


def would_decide(figures: RunFigures) -> str:
    """What would determine the limiter; empty when it is known."""
    known = figures.limited_by["value"] == "unknown" and figures.bottleneck is not None
    would = signs.would_decide(figures.limited_by)
    return message("would-decide", would=would) if would and not known else ""


def errors(figures: RunFigures) -> str:
    """Failed operations in Measure and in the whole Run, which need not be equal."""
    every = figures.counts()
    named = language.listing(
        f"{name} {units.count(count)}" for name, count in figures.errors_by_errno.items()
    )
    n, of = units.count(every["errors"]), units.count(every["count"])
    return message("errors-in-measure", n=n, of=of, errors=named)


def cpu(figures: RunFigures) -> str:
    """The generator's CPU time per operation."""
    cost, imported = figures.generator_cpu_ns_per_io, figures.imported
    if cost:
        user, system = units.nanos(cost["user"]), units.nanos(cost["system"])
        return message("cpu-per-operation", user=user, system=system)
    if imported is None:
        return message("cpu-not-measured")
    if jobs := imported.get("jobs_cpu"):
        user, system = units.percent(jobs["user"], 1), units.percent(jobs["system"], 1)
        return message("cpu-per-job", user=user, system=system)
    if machine := imported.get("machine_cpu"):
        used, system_share = machine["used"] or 0.0, machine["system"]
        apart = "none" if system_share is None else units.percent(system_share, 1)
        return message("cpu-of-machine", used=units.percent(used, 1), system=apart)
    return message("not-told-by-file")


def facts(figures: RunFigures) -> Iterator[tuple[str, str]]:
    """Further facts for both the page and the terminal."""
    if figures.steady:
        yield message("steady-state"), figures.steady["because"]


def verification_lines(verified: Verified) -> list[str]:
    """The result of verification, then the first mismatches in words."""
    checked, unknown = (
        units.count(verified["checked_units"]),
        units.count(verified["unknown_units"]),
    )
    units_text = message("verified-units", units=checked)
    if verified["unknown_units"]:
        units_text = message("verified-units-unknown", units=checked, unknown=unknown)
    if not verified["checked_units"]:
        return [message("nothing-verified", units=units_text)]
    wrong = language.listing(
        message("mismatches", count=units.count(count), kind=kind)
        for kind, count in verified["mismatches"].items()
    )
    if not wrong:
        return [message("every-block-as-written", units=units_text), *verified["first"]]
    return [message("named", name=units_text, text=wrong), *verified["first"]]


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
    words = message(
        "storage-alone-figures",
        mean=latency_text(spans, "mean"),
        p99=latency_text(spans, "p99"),
        share=units.share(left_out / (every["count"] or 1)),
    )
    if most is not None and (bound := most["p99"]) is not None:
        return message("storage-alone-bound", figures=words, p99=units.nanos(bound))
    if spans["p99"] is None:
        return words
    p99 = latency_text(every["response_time_ns"], "p99")
    if every["unfinished"]:
        return message("storage-alone-as-seen", figures=words, p99=p99)
    return message("storage-alone-unbounded", figures=words, p99=p99)


def machine_stalls(stillness: Stillness | None) -> str | None:
    """Stalls of this machine in Measure, in words; None without a heartbeat.

    `stillness`: `machine` of a record."""
    if stillness is None:
        return None
    still, waited = stillness["stood_still_share"], stillness["waited_share"]
    parts = []
    if still >= STALLS_FROM:
        parts.append(
            message(
                "stalled-for",
                share=units.share(still),
                n=stillness["spans"],
                count=units.count(stillness["spans"]),
                longest=units.nanos(stillness["longest_ns"]),
            )
        )
    if waited >= STALLS_FROM:
        parts.append(message("kept-waiting", share=units.share(waited)))
    return message("and").join(parts) or message("no-stalls")


def stalls(figures: RunFigures, *, machine: bool = True) -> Iterator[tuple[str, str]]:
    """Response times of the storage alone, and stalls of this machine."""
    if words := storage_alone(figures.operations):
        yield message("storage-alone"), words
    if machine and (words := machine_stalls(figures.machine)):
        yield message("this-machine"), words


MAX_LISTED = 64
"""Up to this many are listed one by one; with more the best, the median and the worst."""


def each_of(figures: RunFigures) -> tuple[Table, ...]:
    """A table for each kind of client, or of the targets; empty without such figures."""
    found = []
    for spread in per_client.of(figures.each):
        drawn = each_table(spread, MAX_LISTED)
        folded = len(drawn.rows) < len(spread.ranked)
        latency = records.metric_words(figures.metric)
        caption = message("best-comes-first", spread=spread.words, latency=latency)
        if folded:
            caption = language.sentences([caption, message("csv-has-each")])
        title = message("each-of", parts=spread.whose)
        found.append(replace(drawn, title=title, caption=caption))
    return tuple(found)


def each_table(spread: Spread, at_most: int) -> Table:
    """The table of one kind, without title and caption."""
    columns = (Column(spread.of, number=False), *map(Column, per_client.head(spread)))
    rows = tuple(
        (name, *per_client.cells(figures_of_part, spread))
        for name, figures_of_part in per_client.table_rows(spread, at_most)
    )
    return Table("", columns, rows)
