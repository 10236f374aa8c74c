"""`plimsoll history`: the same suite or campaign over months: did it become worse, when, and what
changed with it?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from plimsoll.base import language, preferences, units
from plimsoll.base.errors import UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import answer as block
from plimsoll.cli.terminal import screen
from plimsoll.cli.terminal.answer import Details
from plimsoll.features.suites.messages import message
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
    stores: list[Path] | None = argument("[STORE]...", message("help-stores"), show_default=False),
    of: str | None = flag("--of NAME", message("help-of")),
    figure: Literal["rate", "throughput", "mean", "p99"] = flag(
        "--figure", message("help-figure"), "rate"
    ),
    recent: int = flag("--recent N", message("help-recent"), 5, min=1),
    by_name: bool = flag("--by-name", message("help-by-name")),
    smallest: float = flag("--smallest PERCENT", message("help-smallest"), 1.0),
    output: Path | None = flag("--output FILE", message("help-output")),
    chart: Path | None = flag("--chart FILE", message("help-chart")),
    force: bool = flag("--force", message("help-force")),
    why: _options.Why = False,
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
        raise UsageError(*message.refusal("smallest-invalid", smallest=f"{smallest:g}"))
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
        _print(result, Details(why=why), output)
    return CODES[result.verdict]


@language.for_reader
def _print(result: History, details: Details, output: Path | None) -> None:
    """Prints each test with its newest value, the changes, and the answer."""
    from plimsoll.features.suites.history import page, text

    if result.series:
        head = [message(f"head-of-{code}") for code in ("test", "target", "campaigns")]
        head += [message(f"head-newest-{result.figure}"), message("head-of-last-change")]
        rows = [
            [
                item.test,
                text.target(result, item),
                str(len(item.values)),
                text.value(result.figure, item.values[-1].value),
                units.percent_with_sign(item.changes[-1].change, 1)
                if item.changes
                else message("too-few-values")
                if item.standing == "too_few"
                else message("none"),
            ]
            for item in result.series
        ]
        screen.table(head, rows)
    # The newest change of each test that became worse is the answer; older changes are details.
    changes = [
        text.change(series, item)
        for series in result.series
        for item in series.changes
        if details.why or (series.standing == "worse" and item is series.changes[-1])
    ]
    screen.lines(changes)
    if details.why:
        screen.lines(text.notes(result))
    if details.why or result.verdict == "too_few":
        screen.lines(message("left-out", reason=item.words) for item in result.left_out)
    shown = replace(page.first_screen(result), headline=text.headline(result), number=None, todo="")
    block.block(shown, [] if output is None else [str(output)])
