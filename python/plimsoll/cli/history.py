"""`plimsoll history`: the same suite or campaign over months: did it become worse, when, and what
changed with it?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from plimsoll import preferences
from plimsoll.cli import _options
from plimsoll.cli.terminal import screen
from plimsoll.errors import UsageError

if TYPE_CHECKING:
    from plimsoll.judge.history.document import History

EXAMPLES = (
    "plimsoll history",
    "plimsoll history --of kubestr",
    "plimsoll history january.db february.db march.db --of nightly --figure p99",
    "plimsoll history ci-*.db --of kubestr --by-name",
    "plimsoll history --of kubestr --recent 3 --output history.html",
    "plimsoll history --of kubestr --chart kubestr.svg --json",
)

CODES = {"steady": 0, "worse": 1, "too_few": 2}


def history(
    stores: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[STORE]...",
            help="Stores to read. Default: the one where results are kept.",
            show_default=False,
        ),
    ] = None,
    of: Annotated[
        str | None,
        typer.Option(
            "--of",
            metavar="NAME",
            help=(
                "Suite (kubestr, kubestr@2026-08) or campaign. Default: what the stores hold most"
                " of."
            ),
        ),
    ] = None,
    figure: Annotated[
        Literal["rate", "throughput", "mean", "p99"],
        typer.Option("--figure", help="Figure of each test that is followed."),
    ] = "rate",
    recent: Annotated[
        int,
        typer.Option(
            "--recent",
            metavar="N",
            min=1,
            help="A change for the worse among the newest N values ends with exit code 1.",
        ),
    ] = 5,
    by_name: Annotated[
        bool,
        typer.Option(
            "--by-name",
            help=(
                "Treat targets of the same name as one. Default: on another host, at another path"
                " or on another disk it is another target, with its own history."
            ),
        ),
    ] = False,
    smallest: Annotated[
        float,
        typer.Option(
            "--smallest", metavar="PERCENT", help="Do not report smaller changes of level."
        ),
    ] = 1.0,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            metavar="FILE",
            help="Write the report with its charts: an .html or .pdf file.",
        ),
    ] = None,
    chart: Annotated[
        Path | None,
        typer.Option(
            "--chart", metavar="FILE", help="Draw the first series that changed: .svg or .png."
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite a file that Plimsoll did not make.")
    ] = False,
    as_json: _options.Json = False,
) -> int:
    """Follow a suite or campaign over time: changes of level, when they came, which version or
    setting changed with them.

    Each test of the suite is a series, a value for each campaign; at least eight are needed. The
    exit code is 0 when no test became worse among its newest values, 1 when one did, 2 when a test
    of the newest campaign has too few values to tell.
    """
    _options.finite(smallest, "--smallest")
    if not 0 <= smallest < 100:
        raise UsageError(f"--smallest {smallest:g} is invalid", "Give a percentage below 100.")
    from plimsoll.reports.forms import picture
    from plimsoll.reports.history import answer, gathering, page, written

    if chart is not None:
        picture.refuse(chart, force=force)
    if output is not None:
        written.refuse(output, force=force)
    gathered = gathering.gather(stores or [preferences.store()], of, figure, by_name=by_name)
    found = answer.of(gathered, figure, recent=recent, smallest=smallest / 100)
    if output is not None:
        written.write(page.page(found), output, force=force)
    if chart is not None and found.series:
        changed = next((at for at, one in enumerate(found.series) if one.changes), 0)
        picture.write(page.charts(found)[changed], chart, force=force)
    if as_json:
        screen.document(found.model_dump(by_alias=True))
    else:
        _print(found)
    return CODES[found.verdict]


def _print(found: History) -> None:
    from plimsoll.reports.history import text

    if found.series:
        head = ["test", "target", "campaigns", f"newest {text.NAMES[found.figure]}", "last change"]
        rows = [
            [
                one.test,
                text.target(found, one),
                str(len(one.values)),
                text.value(found.figure, one.values[-1].value),
                f"{one.changes[-1].change * 100:+.1f} %"
                if one.changes
                else "too few values"
                if one.standing == "too_few"
                else "none",
            ]
            for one in found.series
        ]
        screen.table(head, rows)
    screen.lines(
        [text.headline(found), *(text.change(s, one) for s in found.series for one in s.changes)]
    )
    screen.lines(text.notes(found))
    screen.lines(f"left out: {one.words}" for one in found.left_out)
