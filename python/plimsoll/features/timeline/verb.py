"""`plimsoll timeline`: what happened in a Run, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import preferences
from plimsoll.base.errors import UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import flag
from plimsoll.cli.terminal import answer, screen
from plimsoll.features.timeline.messages import message

if TYPE_CHECKING:
    from plimsoll.judge.timeline.document import TimeLine
    from plimsoll.store import RunRow, Store

EXAMPLES = (
    "plimsoll timeline",
    "plimsoll timeline --store failover.db --run 3",
    "plimsoll timeline --store failover.db --json",
)


def timeline(
    store: _options.StoreToRead = preferences.STORE,
    run: int | None = flag("--run ID", message("help-run")),
    as_json: _options.Json = False,
) -> None:
    """Show what happened in a Run: outages, dips, lasting changes, errors, patterns that repeat,
    drift, and the marks beside them.

    Read from its intervals alone. A Run that is in progress, was interrupted or killed has a time
    line too.
    """
    from plimsoll.store import Store

    with Store.open(store, create=False, read_only=True) as opened:
        row = _select_run(opened, run)

        from plimsoll.report.run import timeline as run_timeline

        time_line, strip = run_timeline.read(opened, row, answer.terminal_width())
        if as_json:
            return screen.document(time_line.model_dump(by_alias=True))
        screen.lines(run_timeline.lines(time_line, strip))
        if row.campaign_id is not None:
            _print_answer(opened, row.campaign_id, time_line)
    return None


def _print_answer(store: Store, campaign: int, time_line: TimeLine) -> None:
    """Prints the worst episode, as the page of the Run over time has it."""
    from plimsoll.report.first import screen as first_screen
    from plimsoll.report.request import ReportRequest
    from plimsoll.report.run import first

    evidence = ReportRequest(store, (campaign,)).evidence
    run = next(run for run in evidence.runs if run.row.id == time_line.run)
    shown = first_screen.draw([evidence.of_run(run)], first.summary(run, time_line, listed=True))
    answer.block(shown, [message("drawn-by", store=store.path, run=time_line.run)])


def _select_run(store: Store, number: int | None) -> RunRow:
    if number is not None:
        found = store.run(number)
        if found is not None:
            return found
    newest = store.newest_run()
    if newest is None:
        raise UsageError(*message.refusal("no-run-kept", store=store.path))
    if number is not None:
        raise UsageError(
            *message.refusal("no-such-run", run=number, store=store.path, last=newest.id)
        )
    return newest
