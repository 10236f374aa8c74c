"""`find --from`: load lines of Runs that a store holds. Nothing is run, nothing is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from plimsoll.cli._search import print_evidence, verdict_code
from plimsoll.cli.terminal import screen
from plimsoll.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plimsoll._record import Workload
    from plimsoll.reports.evidence.evidence import Evidence, Run
    from plimsoll.reports.evidence.sweeps import Cell
    from plimsoll.reports.evidence.variants import Selector
    from plimsoll.reports.load_line.lines import Found
    from plimsoll.search.document import FindDocument
    from plimsoll.store import Store


def read_and_tell(kept: str, objective: str | None, given: Sequence[str], *, as_json: bool) -> int:
    """Reads the lines of `STORE[#CAMPAIGN]` and prints them. The exit code is that of a search with
    the same answer.

    `given`: flags of a search that were typed too. Raises UsageError for those, InputError where
    there is no line to read.
    """
    if given:
        raise UsageError(
            "--from reads Runs that are kept and runs nothing: it can be combined only with "
            f"--objective and --json, not with {', '.join(given)}",
            "Leave them out, or leave out --from to search.",
        )
    from plimsoll.execute import parse_objective
    from plimsoll.reports.evidence import variants
    from plimsoll.search import family_document
    from plimsoll.store import Store

    wanted = variants.selector(kept)
    if wanted.part is not None:
        raise UsageError(
            f"'{kept}' names a part of a campaign",
            "Write STORE, STORE#3, STORE#1,4-6 or STORE#all.",
        )
    canonical = None if objective is None else parse_objective(objective, syncs=True)
    with Store.open(wanted.store, create=False, read_only=True) as store:
        campaigns = _campaigns(store, wanted)
        found = _lines(store, campaigns, canonical)
        if len(found) == 1:
            only = found[0].evidence
            if as_json:
                screen.document(
                    only.result | {"store": str(store.path), "campaign": only.campaign.id}
                )
            else:
                print_evidence(only)
        else:
            told = [
                (
                    one.name,
                    {name: text for name, (_, text) in one.differs.items()},
                    one.evidence.campaign.id,
                    cast("FindDocument", one.evidence.result),
                )
                for one in found
            ]
            if as_json:
                screen.document(family_document.of_runs(told) | {"store": str(store.path)})
            else:
                _print_several(found)
        return max(verdict_code(one.evidence.result) for one in found)


def of_campaign(
    store: Store, number: int, where: str
) -> tuple[Mapping[str, object], Workload | None]:
    """The line of a campaign that is no search, and the workload that it is of: of the Point that
    searched one, else of its Runs at several rates. Raises UsageError where there are several, or
    where the Runs were judged by no objective, or by several; InputError where there is nothing to
    read one from."""
    from plimsoll.reports.evidence.evidence import gather

    evidence = gather(store, number)
    searched = [
        point for point in evidence.points if (point.result or {}).get("load_line") is not None
    ]
    if searched:
        if len(searched) > 1:
            raise _several(where, [f"Point {point.number}" for point in searched])
        runs = [
            run
            for run in evidence.measured
            if (of := evidence.point_of(run)) is not None and of.id == searched[0].id
        ]
        return searched[0].result or {}, _workload(runs)
    try:
        found = _lines(store, [evidence], None)
    except UsageError as error:
        raise UsageError(
            f"{where}: {error.message}",
            "Read the line for the objective you want, and give the result to size as a file: "
            "plimsoll find --from STORE#N --objective 'p99 <= 5ms' --json > line.json.",
        ) from None
    if len(found) > 1:
        raise _several(where, [one.name for one in found])
    only = found[0].evidence
    return cast("FindDocument", only.result), _workload(only.measured)


def _several(where: str, names: Sequence[str]) -> UsageError:
    return UsageError(
        f"{where} holds {len(names)} load lines: {'; '.join(names)}",
        "Give the one you want as numbers: --rate-low and --rate-high.",
    )


def _workload(runs: Sequence[Run]) -> Workload | None:
    """What these Runs asked for: of those at an offered rate, which the line is of."""
    opened = [run for run in runs if run.offered is not None and run.row.role != "settle"]
    return cast("Workload | None", opened[0].spec.get("workload")) if opened else None


def _campaigns(store: Store, wanted: Selector) -> list[Evidence]:
    """What is read: the newest campaign that is no grid beside a search; of Runs made one by one
    all of them."""
    from plimsoll.reports.evidence import variants
    from plimsoll.reports.evidence.evidence import gather

    rows = variants.campaigns(store, wanted)
    if wanted.campaigns is None:
        every = store.campaigns()
        newest = next((row for row in reversed(every) if row.kind != "grid"), every[-1])
        rows = [row for row in every if row.kind == "run"] if newest.kind == "run" else [newest]
    return [gather(store, row.id) for row in rows]


def _lines(store: Store, campaigns: Sequence[Evidence], objective: str | None) -> tuple[Found, ...]:
    from plimsoll.reports.evidence import sweeps
    from plimsoll.reports.load_line import lines

    cells = sweeps.cells(campaigns)
    if not cells:
        numbers = ", ".join(str(one.campaign.id) for one in campaigns)
        raise InputError(
            f"campaign {numbers} of {store.path} has no finished Run to read a line from",
            "Measure at several offered rates first: a campaign with a list after [load] rate, or"
            " plimsoll run --rate.",
        )
    # Closed loops without an open one beside them bound a line, but are no line of their own where
    # others are.
    opened = [cell for cell in cells if cell.opened] or cells
    found = []
    for cell in opened:
        asked = objective or _judged_by(cell)
        read = sweeps.line(cell, asked, asked=objective is not None, histograms=store.histograms)
        found.append(lines.swept(cell, asked, read=read))
    return lines.named(found, ordered=True)


def _judged_by(cell: Cell) -> str:
    """The objective of the Runs themselves. Raises UsageError where they had none, or several."""
    from plimsoll.execute import parse_objective

    known = cell.objectives or (
        (parse_objective(cell.whole.campaign.objective, syncs=True),)
        if cell.whole.campaign.objective
        else ()
    )
    if len(known) == 1:
        return known[0]
    if not known:
        raise UsageError(
            "these Runs were not judged by any objective, and a load line needs one",
            (
                "Add one: --objective 'p99 <= 5ms'. The line is then estimated from the "
                "histograms of "
                "the Runs."
            ),
        )
    raise UsageError(
        f"the Runs were judged by {len(known)} objectives: {'; '.join(known)}",
        "Say which one the line is for: --objective.",
    )


def _print_several(found: Sequence[Found]) -> None:
    """What they say together, then a line each, then every Run."""
    from plimsoll.reports.common import tables
    from plimsoll.reports.load_line import lines, side_by_side

    screen.lines(
        [
            "",
            side_by_side.headline(found),
            *lines.differences(found),
            *side_by_side.because(found),
            "",
        ]
    )
    table = side_by_side.table(found)
    keep = [
        n for n, column in enumerate(table.columns) if column.label in (*side_by_side.BRIEF, "Runs")
    ]
    screen.table(
        [table.columns[n].label for n in keep], [[row[n] for n in keep] for row in table.rows]
    )
    marked = (
        [f"{side_by_side.ESTIMATE}: {side_by_side.UNHELD}."]
        if any(side_by_side.ESTIMATE in row[n] for row in table.rows for n in keep)
        else []
    )
    screen.lines(
        [
            (
                "Recommended: the highest rate at which a hold passed. Up to: the lowest rate at "
                "which one failed."
            ),
            *marked,
        ]
    )
    every = side_by_side.every_run(found, [(one, tables.every_run(one.evidence)) for one in found])
    screen.table([column.label for column in every.columns], every.rows)
