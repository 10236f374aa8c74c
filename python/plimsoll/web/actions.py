"""What a page may do to a campaign that runs: end it as the command line would, and put a mark on
its time line."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import TYPE_CHECKING

from plimsoll.base.errors import RefusedError, UsageError
from plimsoll.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from plimsoll.live.pulse import PulseDocument
    from plimsoll.store import CampaignRow

LONGEST_MARK = 500
FIRST_PULSE_S = 3.0
"""A campaign that has just begun tells within this time which process runs it, also on a busy
machine."""
_ASKED: dict[str, None] = {}
"""Processes that got their Ctrl-C from here, by name."""
_MOST_ASKED = 100
_ONE_ASKS = threading.Lock()


def stop(path: Path, number: int) -> str:
    """Asks whoever runs the campaign to end it; what was done, in words.

    A planned campaign is asked through its store, as `plimsoll campaign stop` does. Any other verb
    knows only Ctrl-C, and gets that: its Run under way ends cleanly and is kept. Raises
    RefusedError when its process cannot be told.
    """
    from plimsoll.campaign.loader import KIND

    with Store.open(path, create=False) as store:
        row = store.campaign(number)
        if row is None or row.state != "running":
            return "It is not running any more."
        if row.kind == KIND:
            store.plans.wish_stop(number)
            return "It was asked to stop, and ends after the Run in progress."
    return _interrupt(path, number)


def _pulse_of(path: Path, number: int) -> PulseDocument | None:
    from plimsoll.live import pulse

    return next((one for one in pulse.read(path) if one["campaign"] == number), None)


def _interrupt(path: Path, number: int) -> str:
    until = time.monotonic() + FIRST_PULSE_S
    while (found := _pulse_of(path, number)) is None:
        if time.monotonic() < until:
            time.sleep(0.05)
            continue
        raise RefusedError(
            f"campaign {number} does not say which process runs it, or runs as another user",
            "End it with Ctrl-C where it was started.",
        )
    with _ONE_ASKS:
        # A second Ctrl-C would not wait for the Run; the pulse tells of the first only some time
        # later.
        if found["state"] == "stopping" or found["writer"] in _ASKED:
            return "It was asked to stop already, and ends after the Run in progress."
        said = _send_interrupt(found)
        _ASKED[found["writer"]] = None
        for oldest in list(_ASKED)[:-_MOST_ASKED]:
            del _ASKED[oldest]
        return said


def _send_interrupt(found: PulseDocument) -> str:
    from plimsoll.base import process

    try:
        held = os.pidfd_open(found["pid"])
    except ProcessLookupError:
        return "It is not running any more."
    try:
        # Held, the number cannot be another process's; so it is looked at once more.
        if process.name_of(found["pid"]) != found["writer"]:
            return "It is not running any more."
        signal.pidfd_send_signal(held, signal.SIGINT)
    except ProcessLookupError:
        return "It is not running any more."
    except PermissionError:
        raise RefusedError(
            f"process {found['pid']} belongs to another user",
            "End it with Ctrl-C where it was started.",
        ) from None
    finally:
        os.close(held)
    return "It was asked to stop, as with Ctrl-C: the Run in progress ends cleanly and is kept."


def is_virtual(row: CampaignRow) -> bool:
    """Whether it runs on the virtual clock."""
    return row.virtual or row.session.virtual


def mark(path: Path, number: int, text: str) -> str:
    """Puts a mark on the Run under way, or between two Runs on the campaign, as `plimsoll mark`
    does; what was done."""
    now_ns = time.time_ns()
    text = " ".join(text.split())
    if not text:
        raise UsageError("a mark needs words", "Say what happened: pulled path A.")
    if len(text) > LONGEST_MARK:
        raise UsageError(f"a mark has at most {LONGEST_MARK} characters", "Say it shorter.")
    with Store.open(path, create=False) as store:
        row = store.campaign(number)
        if row is None or row.state != "running":
            raise UsageError(
                f"campaign {number} does not run",
                "Put a note on it with 'plimsoll mark --campaign'.",
            )
        run = next((one for one in reversed(store.running()) if one.campaign_id == number), None)
        if is_virtual(row) or (run is not None and run.virtual):
            raise UsageError(
                "it runs on the virtual clock, where there is no time of day",
                "Mark Runs on the real clock.",
            )
        store.add_event(number, None if run is None else run.id, "mark", text, at_ns=now_ns)
    return f"Marked '{text}' at {time.strftime('%H:%M:%S', time.localtime(now_ns / 1e9))}."
