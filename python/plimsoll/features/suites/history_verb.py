"""`plimsoll history`: the same suite or campaign over months: did it become worse, when, and what
changed with it?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from plimsoll.base import preferences
from plimsoll.base.errors import UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import screen
from plimsoll.library.question import finite

if TYPE_CHECKING:
    from plimsoll.features.suites.history.document import History

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
    stores: list[Path] | None = argument(
        "[STORE]...", "Stores to read. Default: the one where results are kept.", show_default=False
    ),
    of: str | None = flag(
        "--of NAME",
        "Suite (kubestr, kubestr@2026-08) or campaign. Default: what the stores hold most of.",
    ),
    figure: Literal["rate", "throughput", "mean", "p99"] = flag(
        "--figure", "Figure of each test that is followed.", "rate"
    ),
    recent: int = flag(
        "--recent N",
        "A change for the worse among the newest N values ends with exit code 1.",
        5,
        min=1,
    ),
    by_name: bool = flag(
        "--by-name",
        "Treat targets of the same name as one. Default: on another host, at another path"
        " or on another disk it is another target, with its own history.",
    ),
    smallest: float = flag("--smallest PERCENT", "Do not report smaller changes of level.", 1.0),
    output: Path | None = flag(
        "--output FILE", "Write the report with its charts: an .html or .pdf file."
    ),
    chart: Path | None = flag("--chart FILE", "Draw the first series that changed: .svg or .png."),
    force: bool = flag("--force", "Overwrite a file that Plimsoll did not make."),
    as_json: _options.Json = False,
) -> int:
    """Follow a suite or campaign over time: changes of level, when they came, which version or
    setting changed with them.

    Each test of the suite is a series, a value for each campaign; at least eight are needed. The
    exit code is 0 when no test became worse among its newest values, 1 when one did, 2 when a test
    of the newest campaign has too few values to tell.
    """
    finite(smallest, "--smallest")
    if not 0 <= smallest < 100:
        raise UsageError(f"--smallest {smallest:g} is invalid", "Give a percentage below 100.")
    from plimsoll.features.suites.history import answer, gathering, page
    from plimsoll.report.forms import picture

    if chart is not None:
        picture.refuse(chart, force=force)
    if output is not None:
        page.refuse(output, force=force)
    history_data = gathering.gather(stores or [preferences.store()], of, figure, by_name=by_name)
    result = answer.of(history_data, figure, recent=recent, smallest=smallest / 100)
    if output is not None:
        page.write(page.page(result), output, force=force)
    if chart is not None and result.series:
        first_changed = next((at for at, series in enumerate(result.series) if series.changes), 0)
        picture.write(page.charts(result)[first_changed], chart, force=force)
    if as_json:
        screen.document(result.model_dump(by_alias=True))
    else:
        _print(result)
    return CODES[result.verdict]


def _print(result: History) -> None:
    from plimsoll.features.suites.history import text

    if result.series:
        head = ["test", "target", "campaigns", f"newest {text.NAMES[result.figure]}", "last change"]
        rows = [
            [
                item.test,
                text.target(result, item),
                str(len(item.values)),
                text.value(result.figure, item.values[-1].value),
                f"{item.changes[-1].change * 100:+.1f} %"
                if item.changes
                else "too few values"
                if item.standing == "too_few"
                else "none",
            ]
            for item in result.series
        ]
        screen.table(head, rows)
    screen.lines(
        [
            text.headline(result),
            *(text.change(s, item) for s in result.series for item in s.changes),
        ]
    )
    screen.lines(text.notes(result))
    screen.lines(f"left out: {item.words}" for item in result.left_out)
