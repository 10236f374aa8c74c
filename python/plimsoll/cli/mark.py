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
    text: str = argument("TEXT", "What happened, in your own words.", ...),
    store: Path = flag(
        "--store FILE",
        "The store of the Run.",
        preferences.STORE,
        callback=_options.preferred_store,
    ),
    at: str | None = flag(
        "--at WHEN", "When: 14:03:22, 2026-02-28T14:03:22.5, or how long ago: 30s. Default: now."
    ),
    run: int | None = flag("--run ID", "Run number. Default: the Run in progress."),
    campaign: int | None = flag("--campaign ID", "Add a note to this campaign instead."),
    as_json: _options.Json = False,
) -> None:
    """Add a mark to the Run in progress; `plimsoll timeline` shows it beside what happened.

    The mark carries the time of this call, before the store is opened. The measurement is not
    disturbed: its process writes to the store apart from the Run, and waits for this one row at
    most.
    """
    now_ns = time.time_ns()
    if not text.strip():
        raise UsageError("a mark needs words", "Say what happened: plimsoll mark 'pulled path A'.")
    if run is not None and campaign is not None:
        raise UsageError(
            "--run cannot be combined with --campaign", "Name the Run or the campaign."
        )
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
    name = f"Run {on_run}" if on_run is not None else f"campaign {of}"
    screen.answer(marked, [f"{name}: '{text}' at {clock[11:23]}"], as_json=as_json)


def _of_run(
    store: Store, number: int | None, at: str | None, at_ns: int
) -> tuple[int | None, int | None]:
    """The Run that is meant and its campaign."""
    if number is not None:
        row = store.run(number)
        if row is None:
            newest = store.newest_run()
            known = f"Its Runs are 1 to {newest.id}." if newest else "It holds none."
            raise UsageError(f"there is no Run {number} in {store.path}", known)
        return _fitting(row, at, at_ns)
    running = store.running()
    if len(running) > 1:
        names = ", ".join(str(row.id) for row in running)
        raise UsageError(
            f"more than one Run is in progress in {store.path}: {names}", "Name one with --run."
        )
    if running:
        return _fitting(running[0], at, at_ns)
    campaigns = [row.id for row in store.campaigns() if row.state == "running"]
    if campaigns:
        # Between two Runs of a search.
        return None, campaigns[-1]
    newest = store.newest_run()
    now = (
        f"Put it on the newest with --run {newest.id} --at TIME"
        if newest
        else "Start one with --store"
    )
    raise NoTargetError(
        f"no Run is in progress in {store.path}", f"{now}, or name another store with --store."
    )


def _fitting(row: RunRow, at: str | None, at_ns: int) -> tuple[int, int | None]:
    """The Run and its campaign, if the time lies in it."""
    if row.virtual:
        raise UsageError(
            f"Run {row.id} is on the virtual clock, where there is no time of day",
            "Mark Runs on the real clock.",
        )
    ended = row.finished_at_ns
    if row.started_at_ns is None:
        raise UsageError(
            f"Run {row.id} was imported from a file that does not say when it was",
            "Mark a Run that has a date.",
        )
    if at_ns < row.started_at_ns:
        raise UsageError(
            f"that is before Run {row.id} began, {_clock(row.started_at_ns)}", "Give a later --at."
        )
    if ended is not None and at_ns > ended:
        now = "Give an earlier --at." if at else "Give the time of the mark with --at."
        raise UsageError(f"Run {row.id} ended at {_clock(ended)}", now)
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
        raise UsageError(
            f"'{text}' is not a time for --at",
            "Write 14:03:22, 2026-02-28T14:03:22, or how long ago: 30s.",
        ) from None
    at_ns = round(when.timestamp() * 1e9)
    if at_ns > now_ns:
        raise UsageError(f"{text} is still to come", "Give --at a time in the past.")
    return at_ns


def _clock(at_ns: int) -> str:
    return (
        datetime.fromtimestamp(at_ns / 1e9)
        .astimezone()
        .isoformat(sep=" ", timespec="milliseconds")[:23]
    )
