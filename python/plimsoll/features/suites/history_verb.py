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
    gathered = gathering.gather(stores or [preferences.store()], of, figure, by_name=by_name)
    found = answer.of(gathered, figure, recent=recent, smallest=smallest / 100)
    if output is not None:
        page.write(page.page(found), output, force=force)
    if chart is not None and found.series:
        changed = next((at for at, one in enumerate(found.series) if one.changes), 0)
        picture.write(page.charts(found)[changed], chart, force=force)
    if as_json:
        screen.document(found.model_dump(by_alias=True))
    else:
        _print(found)
    return CODES[found.verdict]


def _print(found: History) -> None:
    from plimsoll.features.suites.history import text

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
