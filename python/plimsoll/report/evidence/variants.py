"""The variants of a comparison: the Runs and searches of a store that form one. Reads, and judges
nothing.

A variant is written `STORE` (its newest campaign), `STORE#3`, `STORE#1,4-6` (campaigns together:
repeats that were made one by one), `STORE#all`, and `STORE#3:NAME` for one configuration, or one
target, of a planned campaign.

A Run of fixed length is a repeat of the question of its workload and load. A search for a load
line or a maximum is one repeat of its answer. Probes end once decided, so they are repeats of
nothing and only draw the curve."""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from plimsoll.base import language
from plimsoll.base.errors import InputError, UsageError
from plimsoll.judge import variant
from plimsoll.judge.variant import LeftOut, Run, Search, Variant
from plimsoll.native import stack_parameters
from plimsoll.report.evidence import campaign_identity as called
from plimsoll.report.evidence import sweeps
from plimsoll.report.evidence.evidence import gather
from plimsoll.report.evidence.properties import (
    configuration_names,
    parameter,
    parameter_names,
    place_in,
    target_names,
)
from plimsoll.report.messages import message
from plimsoll.search import point_reasons
from plimsoll.search.strategies import leaves
from plimsoll.store import kinds
from plimsoll.store.imports import KIND, SWEPT
from plimsoll.store.plans import Plans

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.report.evidence.evidence import Run as Kept
    from plimsoll.store import CampaignRow, PlannedPointRow, Store

    Distributions = Callable[[int], dict[str, bytes]]

LEAST_RATES = 3
"""Fewer offered rates make no sweep that a line is read from."""


@dataclass(frozen=True)
class Selector:
    """A variant as it was typed: `campaigns` none for the newest, empty for all; `part` a
    configuration or target."""

    text: str
    store: Path
    campaigns: tuple[int, ...] | None = None
    part: str | None = None


def selector(text: str, store: Path | None = None) -> Selector:
    """Parses a variant. With `store` (from --store) it is `3`, `1,4-6`, `all`, `3:NAME` or
    `NAME`."""
    if store is None:
        name, mark, rest = text.rpartition("#")
        if not mark:
            return Selector(text, Path(text))
        if not name:
            raise UsageError(*message.refusal("names-no-store", "write-a-variant", text=text))
        return Selector(text, Path(name), *_parse_campaigns(text, rest))
    if re.fullmatch(r"[\d,\-]+(:.+)?|all(:.+)?", text):
        return Selector(text, store, *_parse_campaigns(text, text))
    return Selector(text, store, None, text)


def _parse_campaigns(text: str, rest: str) -> tuple[tuple[int, ...], str | None]:
    """Campaigns (empty for all) and the part."""
    numbers, mark, part = rest.partition(":")
    if mark and not part:
        raise UsageError(*message.refusal("ends-early", "write-a-variant", text=text))
    found: list[int] = []
    for word in [] if numbers == "all" else numbers.split(","):
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", word)
        if match is None or (
            match[2] and not int(match[1]) <= int(match[2]) < int(match[1]) + 100_000
        ):
            raise UsageError(
                *message.refusal("not-a-campaign", "write-a-variant", word=word, text=text)
            )
        found += range(int(match[1]), int(match[2] or match[1]) + 1)
    return tuple(dict.fromkeys(found)), part or None


def read(wanted: Selector, *, histograms: bool = True) -> Variant:
    """The variant from its store. Raises InputError when the store lacks what was requested, and
    lists what it has."""
    return read_all([wanted], histograms=histograms)[0]


def read_all(wanted: Sequence[Selector], *, histograms: bool = True) -> list[Variant]:
    """Several variants; those of one store from one consistent state. Raises as `read`."""
    from plimsoll.store import Store

    stores: dict[Path, Store] = {}
    found = []
    with contextlib.ExitStack() as stack:
        for choice in wanted:
            if choice.store not in stores:
                opened = Store.open(choice.store, create=False, read_only=True)
                stores[choice.store] = stack.enter_context(opened)
            store = stores[choice.store]
            chosen = [gather(store, row.id) for row in campaigns(store, choice)]
            found.append(
                of(choice.text, chosen, choice.part, store.histograms if histograms else None)
            )
    return found


def baseline_of(wanted: Selector) -> Selector:
    """The pinned campaign of the same store with the same question. Raises UsageError without
    one."""
    from plimsoll.store import Store

    with Store.open(wanted.store, create=False, read_only=True) as store:
        chosen = [row.id for row in campaigns(store, wanted)]
        pinned = [
            pinned_id
            for pinned_id in called.pinned_for(store, chosen[-1])
            if pinned_id not in chosen
        ]
    if not pinned:
        raise UsageError(*message.refusal("no-baseline", store=wanted.store, variant=wanted.text))
    name = f"{wanted.store}#{pinned[-1]}"
    return Selector(name, wanted.store, (pinned[-1],), wanted.part)


def of(
    name: str,
    campaigns: Sequence[Evidence],
    part: str | None = None,
    histograms: Distributions | None = None,
) -> Variant:
    """The variant of these campaigns of one store, or of one configuration or target of theirs.

    `histograms` reads those of a Run by its number; without it, figures of several Runs cannot
    be merged. Raises InputError when there is no such part, or nothing to compare."""
    runs: list[Run] = []
    searches: list[Search] = []
    left_out: list[LeftOut] = []
    for evidence in campaigns:
        _read(evidence, part, runs, searches, left_out, histograms)
    searches += _lines(campaigns, runs, searches)
    if not runs and not searches:
        nothing = message("nothing-finished", name=name)
        if left_out:
            nothing = message("nothing-finished-why", name=name, why=variant.left_out(left_out[0]))
        raise InputError(nothing, message("measure-it-first"))
    numbers = tuple(evidence.campaign.id for evidence in campaigns)
    store = campaigns[0].store_path
    return Variant(
        name, store, numbers, tuple(_once(runs, left_out)), tuple(searches), tuple(left_out)
    )


def _lines(
    campaigns: Sequence[Evidence], runs: Sequence[Run], searches: Sequence[Search]
) -> list[Search]:
    """The load line of each sweep among these Runs, as a further search, when the Runs share one
    objective and the line is more than a bound."""
    chosen = {run.id: run for run in runs}
    known = {
        None if search.find is None else search.find.load_line.objective for search in searches
    }
    found = []
    for whole in sweeps.cells(campaigns) if len(chosen) >= LEAST_RATES else ():
        own = tuple(run for run in whole.evidence.runs if run.row.id in chosen)
        cell = replace(whole, evidence=replace(whole.evidence, runs=own))
        if cell.rates < LEAST_RATES or len(cell.objectives) != 1 or cell.objectives[0] in known:
            continue
        read = sweeps.line(cell, cell.objectives[0], asked=False)
        if read.load_line.grade in ("confirmed", "estimated"):
            own_runs = tuple(chosen[run.row.id] for run in own)
            found.append(
                _search(own_runs[0].campaign, own_runs[0].began_s, own_runs, read, from_runs=True)
            )
    return found


def _search(
    campaign: int,
    began_s: float | None,
    runs: tuple[Run, ...],
    evidence: Evidence,
    *,
    from_runs: bool = False,
) -> Search:
    """The result of a search: how certain its load line is, or why it has none to plan with."""
    from plimsoll.report.first import of_search

    found, grade, no_line = evidence.answer, None, None
    if found.find is not None:
        summary = of_search.summary(evidence)
        headline = language.without_stop(summary.headline)
        grade = summary.badge.words
        no_line = None if summary.is_answer else f"{headline[:1].lower()}{headline[1:]}"
    is_limits = str(found.document.get("schema", "")).startswith("plimsoll.limits/")
    return Search(
        campaign,
        began_s,
        runs,
        found.find,
        found.climb,
        found.document if is_limits else None,
        from_runs,
        grade,
        no_line,
    )


def campaigns(store: Store, wanted: Selector) -> list[CampaignRow]:
    """The campaigns of a selector. Raises UsageError when the store lacks one of them, and lists
    those it has."""
    every = store.campaigns()
    if not every:
        raise InputError(*message.refusal("store-is-empty", store=store.path))
    if wanted.campaigns is None:
        # Configuration names are looked up in planned campaigns.
        planned = [row for row in every if wanted.part is None or store.plans.points(row.id)]
        return (planned or every)[-1:]
    if not wanted.campaigns:
        return every
    return [store.known_campaign(number) for number in sorted(set(wanted.campaigns))]


def beside_newest(wanted: Selector) -> str:
    """A note that other campaigns of the same kind exist when none was selected: repeats made
    one by one are not compared by default. Empty otherwise."""
    from plimsoll.store import Store

    if wanted.campaigns is not None or wanted.part is not None:
        return ""
    with Store.open(wanted.store, create=False, read_only=True) as store:
        [newest] = campaigns(store, wanted)
        alike = [row for row in store.campaigns() if row.kind == newest.kind]
    if len(alike) < 2:
        return ""
    return message(
        "only-newest-compared",
        variant=wanted.text,
        campaign=newest.id,
        n=len(alike),
        store=wanted.store,
    )


def _read(
    evidence: Evidence,
    part: str | None,
    runs: list[Run],
    searches: list[Search],
    left_out: list[LeftOut],
    histograms: Distributions | None,
) -> None:
    """Adds the Runs and searches of one campaign."""
    campaign = evidence.campaign
    lost = [run.row for run in evidence.runs if run.row.state != "finished"]
    left_out += [LeftOut("no_record", run=row.id, state=row.state) for row in lost]
    if evidence.points:
        rows = [run.row for run in evidence.runs]
        by_number = {run.row.id: run for run in evidence.runs}
        parts = _parts(evidence, part)
        found = Plans.answers(parts, evidence.planned_runs, rows)
        for point in parts:
            own = [
                replace(
                    _run(by_number[row.id], histograms),
                    configuration=_within(point.configuration, part),
                )
                for row in found[point.id]
            ]
            if point.state != "finished":
                left_out.append(
                    LeftOut(
                        "not_finished",
                        campaign=campaign.id,
                        point=point.number,
                        state=point.state,
                        told=point_reasons.words(point.reason),
                    )
                )
            elif leaves(point.strategy) != "run" and point.result is not None and own:
                searches.append(
                    _search(
                        campaign.id,
                        (point.started_at_ns or 0) / 1e9,
                        tuple(own),
                        evidence.of_point(point),
                    )
                )
            else:
                runs += own
        return
    if part is not None:
        raise InputError(
            *message.refusal(
                "no-such-configuration",
                campaign=campaign.id,
                store=evidence.store_path,
                kind=campaign.kind,
                configuration=part,
            )
        )
    # Runs requested by themselves have the role run. Scaling Runs are no repeats of them.
    single = [
        run for run in evidence.runs if run.row.state == "finished" and run.row.role != "scaling"
    ]
    if kinds.of(campaign).separate_runs:
        runs += [_run(run, histograms) for run in single]
    elif campaign.result is not None and single:
        variant_runs = tuple(_run(run, None) for run in single)
        searches.append(_search(campaign.id, campaign.started_at_ns / 1e9, variant_runs, evidence))
    else:
        left_out.append(LeftOut("no_answer", campaign=campaign.id, state=campaign.state))


def parts(evidence: Evidence) -> list[str]:
    """The parts of a campaign that can be compared: its configurations, else its targets; empty for
    one of each.

    In the order of the file, since the first part is the reference."""
    by = parted_by(evidence)
    if by is None:
        return []
    values = dict.fromkeys(_PARTS[by](point) for point in evidence.points)
    if by == "parameters":
        # Sort by parameter values: Points may run in any order.
        points = {_PARTS[by](point): point for point in evidence.points}
        names = parameter_names(evidence)
        return sorted(
            values,
            key=lambda name: [
                (parameter(points[name].parameters.get(key)) or ((0.0, ""),))[0] for key in names
            ],
        )
    written = configuration_names(evidence) if by == "configuration" else target_names(evidence)
    return sorted(values, key=lambda name: place_in(written, name))


def parted_by(evidence: Evidence) -> Parted | None:
    """The property that divides a campaign into parts: the first with several values."""
    return next(
        (
            by
            for by, part_of in _PARTS.items()
            if len({part_of(point) for point in evidence.points}) > 1
        ),
        None,
    )


Parted = Literal["configuration", "target", "parameters"]
_PARTS: dict[Parted, Callable[[PlannedPointRow], str]] = {
    "configuration": lambda point: point.configuration,
    "target": lambda point: point.target_name,
    "parameters": lambda point: ", ".join(stack_parameters.words(point.target)),
}


def _parts(evidence: Evidence, part: str | None) -> list[PlannedPointRow]:
    """The Points of a configuration, or of a target; all of them where there is only one
    configuration, or where they were imported."""
    points, number, store = list(evidence.points), evidence.campaign.id, evidence.store_path
    configurations = list(dict.fromkeys(point.configuration for point in points))
    targets = list(dict.fromkeys(point.target_name for point in points))
    given = [words for words in dict.fromkeys(map(_PARTS["parameters"], points)) if words]
    if part is None:
        # Configurations of an import are its folders: both sides may have them, and equal ones are
        # compared.
        if len(configurations) > 1 and evidence.campaign.kind != KIND:
            raise InputError(
                *message.refusal(
                    "name-part",
                    campaign=number,
                    store=store,
                    n=len(configurations),
                    names=", ".join(configurations),
                )
            )
        return points
    chosen = [point for point in points if point.configuration == part]
    chosen = chosen or [
        point for point in points if _within(point.configuration, part) != point.configuration
    ]
    chosen = chosen or [point for point in points if point.target_name == part]
    chosen = chosen or [point for point in points if _PARTS["parameters"](point) == part]
    if not chosen:
        raise InputError(
            *message.refusal(
                "no-such-part",
                "it-has",
                campaign=number,
                store=store,
                part=part,
                names=", ".join(dict.fromkeys([*configurations, *targets, *given])),
            )
        )
    return chosen


def _within(configuration: str, part: str | None) -> str:
    """The name of a configuration below the selected part: an imported folder may hold several,
    compared with their namesakes on the other side."""
    for mark in (", ", SWEPT, "/"):
        if part is not None and configuration.startswith(f"{part}{mark}"):
            return configuration.removeprefix(f"{part}{mark}")
    return "" if configuration == part else configuration


def _run(run: Kept, histograms: Distributions | None) -> Run:
    row, record = run.row, run.record
    assert record is not None, f"Run {row.id} is finished and has no record"
    document = record.copy()
    if histograms and run.spec["clock"] == "virtual":
        # The scatter of intervals is the only noise on the virtual clock.
        document["intervals"] = run.intervals()
    return Run(
        row.id,
        row.campaign_id or 0,
        None if run.began_ns is None else run.began_ns / 1e9,
        str(record["outcome"]),
        document,
        histograms(row.id) if histograms else {},
    )


def _once(runs: Iterable[Run], left_out: list[LeftOut]) -> list[Run]:
    """Drops copies: equal seeds give equal Runs on the virtual clock."""
    seen: dict[tuple[Any, ...], int] = {}
    unique_runs = []
    for run in runs:
        if run.origin is not None and (first := seen.setdefault(run.origin, run.id)) != run.id:
            left_out.append(LeftOut("same_file", run=run.id, as_run=first))
            continue
        if run.virtual:
            spec = run.spec
            question = (
                str(spec["target"]),
                str(spec["workload"]),
                str(spec["load"]),
                str(spec["phases"]),
                spec["seed"],
            )
            first = seen.setdefault(question, run.id)
            if first != run.id:
                left_out.append(LeftOut("same_seed", run=run.id, as_run=first))
                continue
        unique_runs.append(run)
    return unique_runs
