"""Injects the faults of a campaign during a Run, and undoes them.

As for settings (`settings.py`), the original state and the command that restores it are in the
journal on disk before the load begins, so `resume` and `restore` also undo a fault after a kill.
The commands run in a thread, at their times after the start of Measure, which the first sealed
interval gives. After the Run each becomes a mark on its time line, at the time it began.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.base.sentence import Sentence
from plimsoll.campaign.commands import CommandError
from plimsoll.campaign.messages import message
from plimsoll.campaign.spec import FAULTS, Fault, Setting
from plimsoll.native.session import parse_span

if TYPE_CHECKING:
    from plimsoll.campaign.settings import Settings
    from plimsoll.store import Store

MARK = "mark"


class Step(NamedTuple):
    """A command of a fault, due `at_s` after the start of Measure."""

    at_s: float
    fault: Fault
    does: str


def steps(faults: Sequence[Fault]) -> list[Step]:
    """All commands in order of time."""
    found = [Step(parse_span(fault.at), fault, "do") for fault in faults]
    found += [Step(parse_span(fault.undo_at), fault, "undo") for fault in faults]
    return sorted(found, key=lambda step: step.at_s)


@dataclass
class Faults:
    """The faults of a campaign, around one Run at a time."""

    store: Store
    campaign_id: int
    faults: Sequence[Fault]
    settings: Settings
    limit_s: float
    _run: int | None = None
    _thread: threading.Thread | None = None
    _over: threading.Event = field(default_factory=threading.Event)
    _marks: list[tuple[int, Sentence]] = field(default_factory=list)
    _failed: CommandError | None = None

    def begin(self, run: int) -> None:
        """Writes the original states into the journal, before the load of a Run. Raises
        CommandError where one cannot be read."""
        self._run, self._thread, self._failed = run, None, None
        self._over.clear()
        self._marks.clear()
        for fault in self.faults:
            self.settings.note(FAULTS, _setting(fault))

    def interval(self, document: str) -> None:
        """Starts the clock of the faults at the first sealed interval of Measure."""
        if self._run is None or self._thread is not None:
            return
        sealed = json.loads(document)
        if sealed["phase"] != "measure":
            return
        began_s = time.monotonic() - sealed["start_s"] - sealed["length_s"]
        self._thread = threading.Thread(
            target=self._act, args=(began_s,), name="plimsoll-faults", daemon=True
        )
        self._thread.start()

    def end(self) -> None:
        """After the Run: undoes the remaining faults and stores the marks. Raises CommandError for
        a fault that could not be injected, NotRestoredError for one that could not be undone."""
        run, self._run = self._run, None
        if run is None:
            return
        self._over.set()
        if self._thread is not None:
            self._thread.join()
        for at_ns, words in self._marks:
            self.store.add_event(self.campaign_id, run, MARK, words, at_ns=at_ns)
        self.settings.restore_configuration(FAULTS)
        if self._failed is not None:
            raise self._failed

    def _act(self, began_s: float) -> None:
        for step in steps(self.faults):
            if self._over.wait(max(0.0, began_s + step.at_s - time.monotonic())):
                return
            at_ns = time.time_ns()
            command = step.fault.do if step.does == "do" else step.fault.undo
            try:
                self.settings.act(FAULTS, step.fault.name, command, changes=step.does == "do")
            except CommandError as error:
                failed = partial(message, "fault-failed", name=step.fault.name, why=error.message)
                self._marks.append((at_ns, Sentence(failed)))
                if step.does == "do":
                    self._failed = CommandError(
                        message("fault-not-injected", name=step.fault.name, why=error.message)
                    )
                    return
                continue
            code = "fault" if step.does == "do" else "fault-undone"
            self._marks.append((at_ns, Sentence(partial(message, code, name=step.fault.name))))


def _setting(fault: Fault) -> Setting:
    return Setting(name=fault.name, set=fault.do, read=fault.read, restore=fault.undo)
