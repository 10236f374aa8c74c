"""Actions of a page on a running campaign: stop it as the command line does, and mark its time
line."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import language
from plimsoll.base.errors import RefusedError, UsageError
from plimsoll.store import CampaignRow, Store
from plimsoll.web.messages import message

if TYPE_CHECKING:
    from plimsoll.live.pulse import PulseDocument

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
            return message("not-running")
        if row.kind == KIND:
            store.plans.request_stop(number)
            return message("asked-to-stop")
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
        raise RefusedError(*message.refusal("unknown-process", "end-it-there", number=number))
    with _INTERRUPT_LOCK:
        # A second Ctrl-C would not wait for the Run, and the pulse shows the first one late.
        if pulse["state"] == "stopping" or pulse["writer"] in _INTERRUPTED:
            return message("asked-to-stop-already")
        outcome = _send_interrupt(pulse)
        _INTERRUPTED[pulse["writer"]] = None
        for oldest in list(_INTERRUPTED)[:-_MOST_REMEMBERED]:
            del _INTERRUPTED[oldest]
        return outcome


def _send_interrupt(pulse: PulseDocument) -> str:
    from plimsoll.base import process

    try:
        descriptor = os.pidfd_open(pulse["pid"])
    except ProcessLookupError:
        return message("not-running")
    try:
        # With the descriptor open the number is not reused, so this check is final.
        if process.name_of(pulse["pid"]) != pulse["writer"]:
            return message("not-running")
        signal.pidfd_send_signal(descriptor, signal.SIGINT)
    except ProcessLookupError:
        return message("not-running")
    except PermissionError:
        raise RefusedError(
            *message.refusal("other-users-process", "end-it-there", pid=pulse["pid"])
        ) from None
    finally:
        os.close(descriptor)
    return message("interrupted")


def is_virtual(row: CampaignRow) -> bool:
    """Whether a campaign is on the virtual clock."""
    return row.virtual or row.session.virtual


def mark(path: Path, number: int, text: str) -> str:
    """Marks the Run under way or, between two Runs, the campaign, as `plimsoll mark` does. Returns
    a message."""
    now_ns = time.time_ns()
    text = " ".join(text.split())
    if not text:
        raise UsageError(*message.refusal("empty-mark", "empty-mark-advice"))
    if len(text) > LONGEST_MARK:
        raise UsageError(*message.refusal("long-mark", most=LONGEST_MARK))
    with Store.open(path, create=False) as store:
        row = store.campaign(number)
        if row is None or row.state != "running":
            raise UsageError(*message.refusal("mark-without-run", number=number))
        runs = reversed(store.running())
        run = next((each for each in runs if each.campaign_id == number), None)
        if is_virtual(row) or (run is not None and run.virtual):
            raise UsageError(*message.refusal("mark-virtual", "mark-virtual-advice"))
        store.add_event(number, None if run is None else run.id, "mark", text, at_ns=now_ns)
    return message("marked", text=text, at=f"{language.moment(now_ns):%H:%M:%S}")
