"""Actions of a page on a running campaign: stop it as the command line does, and mark its time
line."""

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
"""A campaign that has just begun publishes its pulse within this time, also on a busy machine."""
_INTERRUPTED: dict[str, None] = {}
"""Processes that got a Ctrl-C from here, by name."""
_MOST_REMEMBERED = 100
_INTERRUPT_LOCK = threading.Lock()


def stop(path: Path, number: int) -> str:
    """Stops a campaign and returns a message.

    A planned campaign gets a stop request in its store, as from `plimsoll campaign stop`. Other
    verbs get a Ctrl-C: the Run under way ends cleanly and is stored. Raises RefusedError when the
    process is not known.
    """
    from plimsoll.campaign.loader import KIND

    with Store.open(path, create=False) as store:
        row = store.campaign(number)
        if row is None or row.state != "running":
            return "It is not running any more."
        if row.kind == KIND:
            store.plans.request_stop(number)
            return "It was asked to stop, and ends after the Run in progress."
    return _interrupt(path, number)


def _pulse_of(path: Path, number: int) -> PulseDocument | None:
    from plimsoll.live import pulse

    return next((each for each in pulse.read(path) if each["campaign"] == number), None)


def _interrupt(path: Path, number: int) -> str:
    until = time.monotonic() + FIRST_PULSE_S
    while (pulse := _pulse_of(path, number)) is None:
        if time.monotonic() < until:
            time.sleep(0.05)
            continue
        raise RefusedError(
            f"campaign {number} does not say which process runs it, or runs as another user",
            "End it with Ctrl-C where it was started.",
        )
    with _INTERRUPT_LOCK:
        # A second Ctrl-C would not wait for the Run, and the pulse shows the first one late.
        if pulse["state"] == "stopping" or pulse["writer"] in _INTERRUPTED:
            return "It was asked to stop already, and ends after the Run in progress."
        message = _send_interrupt(pulse)
        _INTERRUPTED[pulse["writer"]] = None
        for oldest in list(_INTERRUPTED)[:-_MOST_REMEMBERED]:
            del _INTERRUPTED[oldest]
        return message


def _send_interrupt(pulse: PulseDocument) -> str:
    from plimsoll.base import process

    try:
        descriptor = os.pidfd_open(pulse["pid"])
    except ProcessLookupError:
        return "It is not running any more."
    try:
        # With the descriptor open the number is not reused, so this check is final.
        if process.name_of(pulse["pid"]) != pulse["writer"]:
            return "It is not running any more."
        signal.pidfd_send_signal(descriptor, signal.SIGINT)
    except ProcessLookupError:
        return "It is not running any more."
    except PermissionError:
        raise RefusedError(
            f"process {pulse['pid']} belongs to another user",
            "End it with Ctrl-C where it was started.",
        ) from None
    finally:
        os.close(descriptor)
    return "It was asked to stop, as with Ctrl-C: the Run in progress ends cleanly and is kept."


def is_virtual(row: CampaignRow) -> bool:
    """Whether a campaign is on the virtual clock."""
    return row.virtual or row.session.virtual


def mark(path: Path, number: int, text: str) -> str:
    """Marks the Run under way or, between two Runs, the campaign, as `plimsoll mark` does. Returns
    a message."""
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
        runs = reversed(store.running())
        run = next((each for each in runs if each.campaign_id == number), None)
        if is_virtual(row) or (run is not None and run.virtual):
            raise UsageError(
                "it runs on the virtual clock, where there is no time of day",
                "Mark Runs on the real clock.",
            )
        store.add_event(number, None if run is None else run.id, "mark", text, at_ns=now_ns)
    return f"Marked '{text}' at {time.strftime('%H:%M:%S', time.localtime(now_ns / 1e9))}."
