"""`plimsoll mark`: put an event on the time line of a Run while it runs, from another terminal or a
script."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from typing_extensions import TypedDict

from plimsoll.base import preferences
from plimsoll.base.errors import NoTargetError, UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from plimsoll.store import RunRow, Store

EXAMPLES = (
    "plimsoll mark 'pulled path A'",
    "plimsoll mark 'controller 1 back' --store failover.db",
    "plimsoll mark 'fan failed' --at 14:03:22",
    "plimsoll mark 'firmware 7.2 from here on' --campaign 3",
)


class MarkDocument(TypedDict):
    """An event that was put on a Run or on a campaign."""

    schema: Literal["plimsoll.mark/1"]
    kind: Literal["mark", "note"]
    """mark: of a Run; note: of a campaign."""
    run: int | None
    """The Run; null for what is put on a campaign."""
    campaign: int | None
    """The campaign; null for a Run outside any."""
    at: str
    """The time of day, ISO 8601 with its offset from UTC."""
    text: str


def mark(
    text: str = argument("TEXT", message("help-mark-text"), ...),
    store: Path = flag(
        "--store FILE",
        message("help-mark-store"),
        preferences.STORE,
        callback=_options.preferred_store,
    ),
    at: str | None = flag("--at WHEN", message("help-mark-at")),
    run: int | None = flag("--run ID", message("help-mark-run")),
    campaign: int | None = flag("--campaign ID", message("help-mark-campaign")),
    as_json: _options.Json = False,
) -> None:
    """Add a mark to the Run in progress; `plimsoll timeline` shows it beside what happened.

    The mark carries the time of this call, before the store is opened. The measurement is not
    disturbed: its process writes to the store apart from the Run, and waits for this one row at
    most.
    """
    now_ns = time.time_ns()
    if not text.strip():
        raise UsageError(*message.refusal("empty-mark", "empty-mark-advice"))
    if run is not None and campaign is not None:
        raise UsageError(*message.refusal("run-and-campaign"))
    at_ns = now_ns if at is None else _when(at, now_ns)

    from plimsoll.store import Store

    text = " ".join(text.split())
    kind: Literal["mark", "note"] = "mark" if campaign is None else "note"
    with Store.open(store, create=False) as opened:
        on_run, of = (
            _of_run(opened, run, at, at_ns)
            if campaign is None
            else (None, opened.known_campaign(campaign).id)
        )
        opened.add_event(of, on_run, kind, text, at_ns=at_ns)
    clock = datetime.fromtimestamp(at_ns / 1e9).astimezone().isoformat(timespec="milliseconds")
    marked: MarkDocument = {
        "schema": "plimsoll.mark/1",
        "kind": kind,
        "run": on_run,
        "campaign": of,
        "at": clock,
        "text": text,
    }
    figures = {"text": text, "at": clock[11:23]}
    line = (
        message("marked-run", number=on_run, **figures)
        if on_run is not None
        else message("marked-campaign", number=of, **figures)
    )
    screen.answer(marked, [line], as_json=as_json)


def _of_run(
    store: Store, number: int | None, at: str | None, at_ns: int
) -> tuple[int | None, int | None]:
    """The Run that is meant and its campaign."""
    if number is not None:
        row = store.run(number)
        if row is None:
            newest = store.newest_run()
            known = message("runs-of-store", newest=newest.id) if newest else message("no-runs")
            raise UsageError(message("no-such-run", number=number, store=store.path), known)
        return _fitting(row, at, at_ns)
    running = store.running()
    if len(running) > 1:
        names = ", ".join(str(row.id) for row in running)
        raise UsageError(*message.refusal("several-runs", store=store.path, runs=names))
    if running:
        return _fitting(running[0], at, at_ns)
    campaigns = [row.id for row in store.campaigns() if row.state == "running"]
    if campaigns:
        # Between two Runs of a search.
        return None, campaigns[-1]
    newest = store.newest_run()
    advice = (
        message("no-run-in-progress-newest", newest=newest.id)
        if newest
        else message("no-run-in-progress-none")
    )
    raise NoTargetError(message("no-run-in-progress", store=store.path), advice)


def _fitting(row: RunRow, at: str | None, at_ns: int) -> tuple[int, int | None]:
    """The Run and its campaign, if the time lies in it."""
    if row.virtual:
        raise UsageError(*message.refusal("mark-virtual", "mark-virtual-advice", number=row.id))
    ended = row.finished_at_ns
    if row.started_at_ns is None:
        raise UsageError(*message.refusal("mark-undated", number=row.id))
    if at_ns < row.started_at_ns:
        raise UsageError(
            *message.refusal("mark-too-early", number=row.id, at=_clock(row.started_at_ns))
        )
    if ended is not None and at_ns > ended:
        advice = message("run-ended-at-earlier" if at else "run-ended-at-advice")
        raise UsageError(message("run-ended-at", number=row.id, at=_clock(ended)), advice)
    return row.id, row.campaign_id


def _when(text: str, now_ns: int) -> int:
    """A time of day, today; a date with time; or a span ago, as ns since 1970-01-01 UTC. Not in the
    future."""
    now = datetime.fromtimestamp(now_ns / 1e9).astimezone()
    try:
        if "T" in text or "-" in text:
            when = datetime.fromisoformat(text)
            when = when if when.tzinfo else when.astimezone()
        elif ":" in text:
            clock = datetime.strptime(
                text,
                "%H:%M:%S.%f" if "." in text else "%H:%M:%S" if text.count(":") > 1 else "%H:%M",
            )
            when = now.replace(
                hour=clock.hour,
                minute=clock.minute,
                second=clock.second,
                microsecond=clock.microsecond,
            )
        else:
            from plimsoll.native.session import parse_span

            when = now - timedelta(seconds=parse_span(text))
    except (ValueError, OverflowError):
        raise UsageError(*message.refusal("not-a-time", text=text)) from None
    at_ns = round(when.timestamp() * 1e9)
    if at_ns > now_ns:
        raise UsageError(*message.refusal("mark-in-future", time=text))
    return at_ns


def _clock(at_ns: int) -> str:
    return (
        datetime.fromtimestamp(at_ns / 1e9)
        .astimezone()
        .isoformat(sep=" ", timespec="milliseconds")[:23]
    )
